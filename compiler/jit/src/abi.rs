//! The ABI between machine code and Rust: representations of values, memory slots, field offsets of
//! an activation, the records that shims read, and the numbers of shims.

#![expect(unsafe_code, reason = "owned references travel through machine code as raw words")]

use cranelift_codegen::ir::Type;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;
use std::sync::Arc;
use tfrt_compiler::graph;
use tfrt_compiler::plan::Class;
use tfrt_host::context::Site;
use tfrt_host::error::{Error, ErrorCode};
/// One value in memory. A scalar is in the low bytes of the word; the upper bytes are undefined,
/// except in arguments and results of functions. The error is zero or owned, and undefined unless
/// the value is fallible.
pub(crate) use tfrt_host::kernel::Slot;
use tfrt_host::kernel::{
    Catalogue, Chain, KernelDef, Native, OpAttribute, ScalarType, Signature, TypeChecks, Value,
};
use tfrt_host::value::{AnyPromise, AnyRef};

/// How machine code holds a value of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rep {
    /// No representation: a chain.
    Unit,
    /// In a register of the scalar's width; `i1` as a byte.
    Scalar(ScalarType),
    /// As an owned counted reference in a 64-bit word; zero where an error takes its place.
    Boxed,
    /// Only in slots of frames: promises of a value, zero or an owned [`Promises`].
    Promises,
}

/// Unresolved promises of one value.
pub(crate) type Promises = Vec<AnyPromise>;

/// The type of a value in machine code: its representation and its class.
///
/// * `Ready`: the word;
/// * `Fallible`: the word and an error word, which is zero or an owned error;
/// * `Later`: an owned reference, whatever the type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    pub(crate) rep: Rep,
    pub(crate) class: Class,
}

/// Bytes from one [`Slot`] to the next.
pub(crate) const SLOT: i32 = 16;
/// Offset of [`Slot::err`].
pub(crate) const SLOT_ERR: i32 = 8;
/// Offset of `Activation::state`.
pub(crate) const STATE: i32 = 0;
/// Offset of `Activation::max_depth`.
pub(crate) const MAX_DEPTH: i32 = 8;

const _: () = {
    assert!(cfg!(target_endian = "little"), "narrow scalars sit at the start of their word");
    assert!(!cfg!(windows), "slots come back in two registers");
    assert!(size_of::<usize>() == 8, "addresses and the state of a run are words");
    assert!(size_of::<Slot>() == SLOT as usize);
    assert!(std::mem::offset_of!(Slot, word) == 0);
    assert!(std::mem::offset_of!(Slot, err) == SLOT_ERR as usize);
};

macro_rules! shims {
    ($($name:ident),* $(,)?) => {
        /// The runtime functions that machine code may call, by number.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum Shim { $($name),* }

        impl Shim {
            /// In the order of their numbers.
            pub(crate) const ALL: &'static [Self] = &[$(Self::$name),*];
        }
    };
}

shims! {
    Kernel, Parallel, Eager, Promise, Keep, Native, Cancelled, DepthExceeded, ShareError, DropError, ShareRef,
    Constant, DropRef, MakeRef, ReadRef, TakeRef, Frame, Grown, Loop,
}

/// The address and signature of a shim.
pub(crate) struct ShimDef {
    pub(crate) address: *const u8,
    pub(crate) params: &'static [Type],
    pub(crate) results: &'static [Type],
}

/// A function of a module, as callers see it.
pub(crate) fn signature(function: &graph::Function) -> Signature {
    let texts = |types: &[graph::Type]| types.iter().map(|ty| ty.as_str().to_owned()).collect();
    Signature {
        name: function.name.clone(),
        arguments: texts(&function.arguments),
        results: texts(&function.results),
    }
}

/// The checks of the arguments of a function with that signature.
pub(crate) fn type_checks(signature: &Signature, catalogue: &Catalogue) -> TypeChecks {
    TypeChecks::new(catalogue, signature.arguments.iter().map(String::as_str))
}

/// A native function.
#[derive(Debug)]
pub(crate) struct NativeRecord {
    pub(crate) native: Native,
    pub(crate) params: Vec<Form>,
    pub(crate) results: usize,
}

/// Ownership of an operand's reference in a kernel call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    /// The call's.
    Moved,
    /// Machine code owns it and keeps it alive during the call.
    Lent,
    /// Machine code owns it but may release it during the call, so the call takes a new reference.
    Shared,
}

/// The op that is called, as kernels see it.
#[derive(Debug)]
pub(crate) struct KernelOp {
    /// Its name and place.
    pub(crate) site: Arc<Site>,
    /// Attributes in alphabetical order of their names, functions left out.
    pub(crate) attributes: Arc<[OpAttribute]>,
}

/// An op that a shim runs.
#[derive(Debug)]
pub(crate) struct OpRecord {
    /// None for control flow, of which only the location is needed.
    pub(crate) kernel: Option<&'static KernelDef>,
    pub(crate) op: KernelOp,
    /// Entries, by number.
    pub(crate) functions: Vec<u32>,
    /// Each operand, and whose its reference is.
    pub(crate) operands: Vec<(Rep, Pass)>,
    pub(crate) results: Vec<Form>,
    /// The checks of results whose types no rule infers.
    pub(crate) checks: TypeChecks,
}

/// A loop that waits between iterations.
#[derive(Debug)]
pub(crate) struct LoopRecord {
    /// An entry.
    pub(crate) body: u32,
    /// The loop's values as the body takes them.
    pub(crate) params: Vec<Form>,
    pub(crate) condition: bool,
    /// See `FnPlan::is_framed_loop`.
    pub(crate) framed: bool,
}

impl Rep {
    const BOXED: u32 = u32::MAX;

    /// As a number, for shims.
    pub(crate) fn code(self) -> u32 {
        match self {
            Self::Unit => ScalarType::Chain as u32,
            Self::Scalar(scalar) => scalar as u32,
            Self::Boxed | Self::Promises => Self::BOXED,
        }
    }

    /// Back from [`Rep::code`].
    #[inline]
    pub(crate) fn from_code(code: u32) -> Self {
        ScalarType::ALL.get(code as usize).map_or(Self::Boxed, |&scalar| Self::of(Some(scalar)))
    }

    /// The representation of a type with that scalar, if it has one.
    pub(crate) fn of(scalar: Option<ScalarType>) -> Self {
        match scalar {
            Some(ScalarType::Chain) => Self::Unit,
            Some(scalar) => Self::Scalar(scalar),
            None => Self::Boxed,
        }
    }
}

impl Form {
    pub(crate) fn new(rep: Rep, class: Class) -> Self {
        Self { rep, class }
    }

    /// A scalar, or nothing, when its segment has run; or an error.
    pub(crate) fn is_unboxed(&self) -> bool {
        self.scalar().is_some()
    }

    /// The scalar type of an unboxed value.
    pub(crate) fn scalar(&self) -> Option<ScalarType> {
        match self.rep {
            _ if self.class == Class::Later => None,
            Rep::Unit => Some(ScalarType::Chain),
            Rep::Scalar(scalar) => Some(scalar),
            Rep::Boxed | Rep::Promises => None,
        }
    }
}

/// An error as an owned word.
pub(crate) fn error_word(error: Error) -> u64 {
    Arc::into_raw(Arc::new(error)) as u64
}

/// The error back from its word.
///
/// # Safety
/// `word` is an owned error word; ownership passes to the callee.
pub(crate) unsafe fn take_error(word: u64) -> Error {
    // SAFETY: owned error words come from `error_word`, by the caller's promise.
    let error = unsafe { Arc::from_raw(word as *const Error) };
    Arc::unwrap_or_clone(error)
}

/// One more owner of an error word.
///
/// # Safety
/// `word` is an error word alive during the call.
pub(crate) unsafe fn share_error(word: u64) -> u64 {
    // SAFETY: as the caller promises.
    unsafe { Arc::increment_strong_count(word as *const Error) };
    word
}

/// A reference as an owned word.
pub(crate) fn ref_word(any: AnyRef) -> u64 {
    any.into_raw().as_ptr() as u64
}

/// The reference back from its word; `None` for zero.
///
/// # Safety
/// `word` is zero or an owned reference word; ownership passes to the callee.
pub(crate) unsafe fn take_ref(word: u64) -> Option<AnyRef> {
    let raw = NonNull::new(word as *mut u8)?;
    // SAFETY: owned reference words come from `ref_word`, by the caller's promise.
    Some(unsafe { AnyRef::from_raw(raw) })
}

/// The reference behind a word, which stays its owner's; `None` for zero.
///
/// # Safety
/// `word` is zero or a reference word, alive for as long as what this gives is used.
pub(crate) unsafe fn lent_ref(word: u64) -> Option<ManuallyDrop<AnyRef>> {
    // SAFETY: the lender keeps its count: this second owner is never dropped.
    unsafe { take_ref(word) }.map(ManuallyDrop::new)
}

/// The reference that a word in memory is; `None` for zero.
///
/// # Safety
/// The word is zero or a reference word, and stays so for as long as what this gives is used.
pub(crate) unsafe fn ref_in(word: &u64) -> Option<&AnyRef> {
    if *word == 0 {
        return None;
    }
    // SAFETY: the word is not zero, and of a pointer's size; the rest is passed on.
    Some(unsafe { AnyRef::in_raw(&*std::ptr::from_ref(word).cast::<NonNull<u8>>()) })
}

/// One more owner of a reference word; zero for zero.
///
/// # Safety
/// `word` is zero or a reference word alive during the call.
pub(crate) unsafe fn share_ref(word: u64) -> Option<AnyRef> {
    // SAFETY: passed on from the caller.
    unsafe { lent_ref(word) }.map(|lent| AnyRef::clone(&lent))
}

/// The bits of a scalar out of a slot's word.
pub(crate) fn mask(scalar: ScalarType, word: u64) -> u64 {
    match scalar.bytes() {
        0 => 0,
        bytes => word & (u64::MAX >> (64 - 8 * bytes)),
    }
}

/// The error of a missing value. Only used in an activation that is poisoned already.
fn missing() -> Error {
    Error::bug("a value is missing")
}

/// The value in a slot.
///
/// # Safety
/// The slot holds a value of that form; what it owns passes to the callee.
pub(crate) unsafe fn pack(form: Form, slot: Slot) -> Value {
    match form.class {
        // SAFETY: slots own what their form says, by the caller's promise.
        Class::Later => match unsafe { take_ref(slot.word) } {
            Some(any) => Value::Ref(any),
            None => Value::Error(missing()),
        },
        // SAFETY: as above.
        Class::Fallible if slot.err != 0 => Value::Error(unsafe { take_error(slot.err) }),
        Class::Fallible | Class::Ready => match form.rep {
            Rep::Unit => Value::Scalar(ScalarType::Chain, 0),
            Rep::Scalar(scalar) => Value::Scalar(scalar, mask(scalar, slot.word)),
            // SAFETY: as above.
            Rep::Boxed => match unsafe { take_ref(slot.word) } {
                Some(any) => Value::Ref(any),
                None => Value::Error(missing()),
            },
            Rep::Promises => Value::Error(Error::bug("promises are no value")),
        },
    }
}

/// Drops what a slot owns.
///
/// # Safety
/// The slot holds a value of that form, or zeros; what it owns passes to the callee.
pub(crate) unsafe fn release(form: Form, slot: Slot) {
    // SAFETY: by the caller's promise.
    unsafe {
        if form.class == Class::Fallible && slot.err != 0 {
            drop(take_error(slot.err));
        }
        if form.rep == Rep::Promises {
            drop(take_promises(slot.word));
        } else if form.class == Class::Later || form.rep == Rep::Boxed {
            drop(take_ref(slot.word));
        }
    }
}

/// Promises as an owned word.
pub(crate) fn promises_word(promises: Promises) -> u64 {
    Box::into_raw(Box::new(promises)) as u64
}

/// Promises out of their word; none for zero.
///
/// # Safety
/// `word` is zero or an owned word of promises; ownership passes to the callee.
pub(crate) unsafe fn take_promises(word: u64) -> Promises {
    match NonNull::new(word as *mut Promises) {
        // SAFETY: such words come from `promises_word`, by the caller's promise.
        Some(promises) => *unsafe { Box::from_raw(promises.as_ptr()) },
        None => Promises::new(),
    }
}

/// The word of an available value of that representation, or its error.
pub(crate) fn word_of(rep: Rep, value: Value) -> Result<u64, Error> {
    match (rep, value) {
        (_, Value::Error(error)) => Err(error),
        (_, Value::Empty) => Err(Error::unset_result()),
        (Rep::Unit, Value::Scalar(ScalarType::Chain, _)) => Ok(0),
        (Rep::Scalar(scalar), Value::Scalar(held, bits)) if held == scalar => Ok(bits),
        (Rep::Boxed, value) if value.error().is_none() => Ok(ref_word(value.into_ref())),
        (rep, Value::Ref(any)) => word_of_ref(rep, &any),
        (_, Value::Scalar(..)) => Err(wrong_type()),
    }
}

/// The same of a reference that stays its owner's.
pub(crate) fn word_of_ref(rep: Rep, any: &AnyRef) -> Result<u64, Error> {
    if let Some(error) = any.error() {
        return Err(error.clone());
    }
    match rep {
        Rep::Boxed => Ok(ref_word(any.clone())),
        Rep::Unit if any.get::<Chain>().is_some() => Ok(0),
        Rep::Scalar(scalar) => scalar.bits_of(any).ok_or_else(wrong_type),
        Rep::Unit | Rep::Promises => Err(wrong_type()),
    }
}

#[cold]
fn wrong_type() -> Error {
    Error::new(ErrorCode::InvalidArgument, "a value is not of its declared type")
}

/// A value as a slot of that form. For `Ready`, the error of a value that is none.
pub(crate) fn unpack(form: Form, value: Value) -> Result<Slot, Error> {
    match form.class {
        Class::Later => Ok(Slot { word: ref_word(value.into_ref()), err: 0 }),
        Class::Fallible | Class::Ready => {
            let word = if value.is_available() {
                word_of(form.rep, value)
            } else {
                Err(Error::bug("a kernel that finishes at once left a result pending"))
            };
            match word {
                Ok(word) => Ok(Slot { word, err: 0 }),
                Err(error) if form.class == Class::Fallible => Ok(error_slot(form, &error)),
                Err(error) => Err(error),
            }
        }
    }
}

/// The word of an available unboxed argument, as that [scalar](Form::scalar).
#[inline]
pub(crate) fn unboxed(scalar: Option<ScalarType>, argument: &Value) -> Option<u64> {
    match *argument {
        Value::Scalar(held, bits) if scalar == Some(held) => Some(bits),
        _ => None,
    }
}

/// An error as a slot of that form; zeros for `Ready`, which cannot hold one.
pub(crate) fn error_slot(form: Form, error: &Error) -> Slot {
    match form.class {
        Class::Ready => Slot::default(),
        Class::Fallible => Slot { word: 0, err: error_word(error.clone()) },
        Class::Later => Slot { word: ref_word(AnyRef::from_error(error.clone())), err: 0 },
    }
}

/// The values in the result slots of a function.
pub(crate) fn pack_all(forms: &[Form], slots: &[Slot], values: &mut [Value]) {
    for ((&form, &slot), value) in forms.iter().zip(slots).zip(values) {
        // SAFETY: a function writes each result in its form.
        *value = unsafe { pack(form, slot) };
    }
}

/// Drops what filled slots own.
pub(crate) fn release_all(forms: &[Form], slots: impl IntoIterator<Item = Slot>) {
    for (&form, slot) in forms.iter().zip(slots) {
        // SAFETY: the slots were filled in these forms and are gone after this.
        unsafe { release(form, slot) };
    }
}
