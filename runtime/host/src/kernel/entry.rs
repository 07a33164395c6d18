//! The C entry of kernels: what machine code calls by address, with operands as words in registers
//! and the result as a word. Nothing unwinds out of it, and nothing is looked up on the way.
//!
//! `#[kernel]` writes an `extern "C"` function without unsafe code: what a word is, and whose, is
//! in the type of the parameter ([`Owned`], [`Lent`], [`Referred`]).
#![expect(unsafe_code, reason = "references travel through machine code as raw words")]

use super::{Borrowed, KernelType, OpAttribute, ScalarType};
use crate::context::{RequestContext, Site};
pub use crate::error::Failure;
use crate::value::{AnyRef, AsyncRef};
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;
use std::sync::Arc;

/// The C entry of a kernel, and how it is called.
///
/// As a C function it takes, if [`context`](CEntry::context) says so, a `&RequestContext`, a
/// `&KernelOp` and the depth as a `u32`; then a word for each of [`operands`](CEntry::operands); and
/// returns an [`Answer`].
#[derive(Clone, Copy, Debug)]
pub struct CEntry {
    address: unsafe extern "C" fn(),
    /// Whether the context comes first.
    pub context: bool,
    /// What the word of each operand is.
    pub operands: &'static [Passed],
    /// What the word of the result is.
    pub result: Left,
}

/// What the word of an operand is. The value is there and no error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// Its bits, zero above those of the type.
    Scalar(ScalarType),
    /// A raw reference ([`AnyRef::into_raw`]) that the call takes over.
    Owned,
    /// A raw reference that stays its owner's, who keeps it during the call.
    Lent,
}

/// What the word of a result is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// Its bits.
    Scalar(ScalarType),
    /// A raw reference, owned by the caller, to a value that is there.
    Boxed,
    /// The same to a value that may be pending or an error.
    Later,
}

/// The op that is called, as kernels with a context see it.
#[derive(Clone, Debug)]
pub struct KernelOp {
    /// Its name and place.
    pub site: Arc<Site>,
    /// Attributes in alphabetical order of their names, functions left out.
    pub attributes: Arc<[OpAttribute]>,
}

/// What a C entry returns, in two registers.
#[derive(Debug)]
#[repr(C)]
pub struct Answer {
    /// The result, if there is no failure.
    pub word: u64,
    /// Why there is no result. The caller takes it over.
    pub failure: Option<Box<Failure>>,
}

impl CEntry {
    /// The entry that is this function.
    #[must_use]
    pub const fn new<F: CFunction>(function: F, result: Left) -> Self {
        // SAFETY: by its trait, `F` is a pointer to a function; it is called only after having been
        // given the type back that the other fields tell of.
        let address = unsafe { std::mem::transmute_copy::<F, unsafe extern "C" fn()>(&function) };
        Self { address, context: F::CONTEXT, operands: F::OPERANDS, result }
    }

    /// Where it is.
    #[must_use]
    pub fn address(self) -> unsafe extern "C" fn() {
        self.address
    }
}

/// A parameter of a C entry: a word.
pub trait Word {
    /// What it is.
    const PASSED: Passed;
}

/// A function that is a C entry.
///
/// # Safety
/// It is a pointer to a function as [`CEntry`] says.
pub unsafe trait CFunction: Copy {
    /// See [`CEntry::context`].
    const CONTEXT: bool;
    /// See [`CEntry::operands`].
    const OPERANDS: &'static [Passed];
}

macro_rules! c_functions {
    ($(($($word:ident),*))*) => {$(
        // SAFETY: it is what it is implemented for.
        unsafe impl<$($word: Word),*> CFunction for extern "C" fn($($word),*) -> Answer {
            const CONTEXT: bool = false;
            const OPERANDS: &'static [Passed] = &[$($word::PASSED),*];
        }
        // SAFETY: as above.
        unsafe impl<$($word: Word),*> CFunction
            for extern "C" fn(&RequestContext, &KernelOp, u32, $($word),*) -> Answer
        {
            const CONTEXT: bool = true;
            const OPERANDS: &'static [Passed] = &[$($word::PASSED),*];
        }
    )*};
}

// As many as the macro writes entries for.
c_functions! {
    ()
    (A)
    (A, B)
    (A, B, C)
    (A, B, C, D)
    (A, B, C, D, E)
    (A, B, C, D, E, F)
}

/// An operand that a kernel takes by value: the bits of a scalar, or an owned reference.
#[derive(Debug)]
#[repr(transparent)]
pub struct Owned<T: KernelType>(u64, PhantomData<T>);

/// An operand that a kernel borrows: the bits of a scalar, or a lent reference.
#[derive(Debug)]
#[repr(transparent)]
pub struct Lent<T: KernelType>(u64, PhantomData<T>);

/// An operand that a kernel takes as a reference: the bits of a scalar, or an owned reference.
#[derive(Debug)]
#[repr(transparent)]
pub struct Referred<T: KernelType>(u64, PhantomData<T>);

const fn passed(scalar: Option<ScalarType>, otherwise: Passed) -> Passed {
    match scalar {
        Some(scalar) => Passed::Scalar(scalar),
        None => otherwise,
    }
}

impl<T: KernelType> Word for Owned<T> {
    const PASSED: Passed = passed(T::SCALAR, Passed::Owned);
}

impl<T: KernelType> Word for Lent<T> {
    const PASSED: Passed = passed(T::SCALAR, Passed::Lent);
}

impl<T: KernelType> Word for Referred<T> {
    const PASSED: Passed = passed(T::SCALAR, Passed::Owned);
}

/// The reference that a word is.
///
/// # Safety
/// The word is one, and is used as one of its kind may be.
unsafe fn reference(word: u64) -> Option<AnyRef> {
    // SAFETY: by the caller's promise.
    NonNull::new(word as *mut u8).map(|raw| unsafe { AnyRef::from_raw(raw) })
}

impl<T: KernelType> Owned<T> {
    /// The reference that it owns.
    fn take(&mut self) -> Option<AnyRef> {
        // SAFETY: the word is an owned reference, or zero after it was taken.
        unsafe { reference(std::mem::take(&mut self.0)) }
    }

    /// The value: moved out if nobody else holds it, else cloned. None, and what there is instead,
    /// if it is of another type.
    #[inline(always)]
    pub(super) fn value(mut self) -> Result<T, &'static str>
    where
        T: Clone,
    {
        if let Some(scalar) = T::SCALAR {
            return T::from_bits(self.0).ok_or(scalar.name());
        }
        let Some(any) = self.take() else { return Err(NOTHING) };
        if any.get::<T>().is_none() {
            return Err(any.type_name().unwrap_or(NOTHING));
        }
        let value = any.downcast::<T>().ok().and_then(AsyncRef::take);
        value.and_then(Result::ok).ok_or(NOTHING)
    }
}

impl<T: KernelType> Drop for Owned<T> {
    #[inline(always)]
    fn drop(&mut self) {
        if T::SCALAR.is_none() {
            drop(self.take());
        }
    }
}

impl<T: KernelType> Lent<T> {
    /// The value; what there is instead, if it is of another type.
    #[inline(always)]
    pub(super) fn borrowed(&self) -> Result<Borrowed<'_, T>, &'static str> {
        if let Some(scalar) = T::SCALAR {
            return T::from_bits(self.0).map(Borrowed::Scalar).ok_or(scalar.name());
        }
        // SAFETY: the word is a reference that its owner keeps during the call, which this borrow
        // does not outlive; it is not dropped here.
        let Some(any) = (unsafe { reference(self.0) }).map(ManuallyDrop::new) else {
            return Err(NOTHING);
        };
        match any.get::<T>() {
            // SAFETY: as above: what keeps the content is not `any` but the owner.
            Some(content) => Ok(Borrowed::Ref(unsafe { &*std::ptr::from_ref(content) })),
            None => Err(any.type_name().unwrap_or(NOTHING)),
        }
    }
}

impl<T: KernelType> Referred<T> {
    /// The reference; a scalar is boxed. What there is instead, if it is of another type.
    #[inline(always)]
    pub(super) fn reference(mut self) -> Result<AsyncRef<T>, &'static str> {
        if let Some(scalar) = T::SCALAR {
            return T::from_bits(self.0).map(AsyncRef::available).ok_or(scalar.name());
        }
        let Some(any) = self.take() else { return Err(NOTHING) };
        any.downcast().map_err(|other| other.type_name().unwrap_or(NOTHING))
    }

    /// The reference that it owns.
    fn take(&mut self) -> Option<AnyRef> {
        // SAFETY: the word is an owned reference, or zero after it was taken.
        unsafe { reference(std::mem::take(&mut self.0)) }
    }
}

impl<T: KernelType> Drop for Referred<T> {
    #[inline(always)]
    fn drop(&mut self) {
        if T::SCALAR.is_none() {
            drop(self.take());
        }
    }
}

/// What messages call an operand that is not there.
const NOTHING: &str = "nothing";

/// A reference as the word of a result.
#[inline(always)]
pub(super) fn word_of(any: AnyRef) -> u64 {
    any.into_raw().as_ptr() as u64
}
