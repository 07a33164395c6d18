//! The definition of an op: what it takes, how its metadata follow, and its entry.

use crate::attrs::{FromOpAttr, OpAttrs};
use smallvec::{SmallVec, smallvec};
use std::fmt;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::{Error, ErrorCode, KernelError, counted};
use tfrt_host::kernel::{Chain, IntoResults, KernelFrame, OpDef, ResultSlot, Value};
use tfrt_host::value::AsyncRef;
use tfrt_tensor::{
    CooHostTensor, DenseHostTensor, MutableTensor, ScalarHostTensor, StringHostTensor, TensorError,
    TensorMetadata,
};

/// The definition of an op: the op, the function of its metadata, and the entry that computes its results.
/// Made by `#[op]`. What the op has, this has too: `ADD.name` is `ADD.op.name`.
///
/// An op is one for a kind of device. Ops of several devices share their metadata function.
///
/// ```
/// use tfrt_core_runtime::{MetadataCall, ResultMetadata, op};
/// use tfrt_host::error::KernelError;
/// use tfrt_tensor::{DenseHostTensor, TensorError};
///
/// /// The metadata of the argument.
/// fn same(call: &MetadataCall<'_>) -> Result<ResultMetadata, KernelError> {
///     Ok(call.arguments[0].clone().into())
/// }
///
/// /// Twice its argument.
/// #[op("my.double", pure, infer = same)]
/// fn double(x: &DenseHostTensor) -> Result<DenseHostTensor, TensorError> {
///     let doubled = x.to_vec::<f32>()?.iter().map(|x| 2.0 * x).collect();
///     DenseHostTensor::from_vec(x.shape().clone(), doubled)
/// }
/// assert_eq!(DOUBLE.name, "my.double");
/// assert!(DOUBLE.infer.is_some() && !DOUBLE.has_side_effects());
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OpKernel {
    /// The op. Each parameter that is an operand is an argument of type `!tfrt_tensor.tensor`.
    pub op: OpDef,
    /// The function of the metadata of its results. Without one, they are those of the tensors that it makes.
    pub infer: Option<MetadataFunction>,
    /// The kinds of tensors that each argument may be; the last stands for those that follow.
    pub takes: &'static [Kinds],
    /// Computes the results. Called through [`invoke`](OpKernel::invoke).
    pub entry: OpEntry,
}

/// The function of the metadata of an op's results.
///
/// Called with as many arguments as the op takes.
pub type MetadataFunction = fn(&MetadataCall<'_>) -> Result<ResultMetadata, KernelError>;

/// The entry of an op.
pub type OpEntry = fn(&mut OpFrame<'_>);

/// What the metadata of an op's results follow from.
///
/// ```
/// use tfrt_core_runtime::{MetadataCall, ResultMetadata};
/// use tfrt_host::error::KernelError;
/// use tfrt_tensor::TensorMetadata;
///
/// /// Those of the argument, with the element type that the attribute `T` names.
/// fn cast(call: &MetadataCall<'_>) -> Result<ResultMetadata, KernelError> {
///     let dtype = call.attributes.get("T").ok_or("missing 'T' attribute")?;
///     Ok(TensorMetadata { dtype, ..call.arguments[0].clone() }.into())
/// }
/// # let _ = cast;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MetadataCall<'a> {
    /// The element type and shape of each argument.
    pub arguments: &'a [TensorMetadata],
    /// The attributes.
    pub attributes: &'a OpAttrs,
}

/// The metadata of an op's results, as far as they are known before its tensors are there.
///
/// ```
/// use tfrt_core_runtime::ResultMetadata;
/// use tfrt_tensor::{DType, TensorMetadata, TensorShape};
///
/// let vector = TensorMetadata { dtype: DType::F32, shape: TensorShape::new(&[3])? };
/// let two = ResultMetadata::of([Some(vector), None]);
/// assert_eq!(two.len(), 2);
/// # Ok::<(), tfrt_tensor::TensorError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ResultMetadata(pub(crate) SmallVec<[Option<TensorMetadata>; 1]>);

impl ResultMetadata {
    /// The metadata of each result.
    #[must_use]
    pub fn of(results: impl IntoIterator<Item = Option<TensorMetadata>>) -> Self {
        Self(results.into_iter().collect())
    }
}

impl From<TensorMetadata> for ResultMetadata {
    fn from(metadata: TensorMetadata) -> Self {
        Self(smallvec![Some(metadata)])
    }
}

impl Deref for ResultMetadata {
    type Target = [Option<TensorMetadata>];

    fn deref(&self) -> &[Option<TensorMetadata>] {
        &self.0
    }
}

/// Kinds of tensors besides dense ones in the host's memory, which every op takes.
///
/// ```
/// use tfrt_core_runtime::Kinds;
///
/// let kinds = Kinds::SCALAR.and(Kinds::STRING);
/// assert!(kinds.contains(Kinds::SCALAR) && !kinds.contains(Kinds::COO));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(u8);

impl Kinds {
    /// Only dense tensors.
    pub const DENSE: Self = Self(0);
    /// Tensors of one value.
    pub const SCALAR: Self = Self(1);
    /// Tensors of strings.
    pub const STRING: Self = Self(2);
    /// Tensors of coordinates and values.
    pub const COO: Self = Self(4);
    /// Tensors on a device other than the host.
    pub const DEVICE: Self = Self(8);
    /// All of them.
    pub const ALL: Self = Self(15);

    /// These and others.
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Whether all of the others are among these.
    #[must_use]
    pub const fn contains(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// The kind of a tensor.
    #[must_use]
    pub const fn of(tensor: &MutableTensor) -> Self {
        match tensor {
            MutableTensor::Dense(_) => Self::DENSE,
            MutableTensor::Scalar(_) => Self::SCALAR,
            MutableTensor::String(_) => Self::STRING,
            MutableTensor::Coo(_) => Self::COO,
            MutableTensor::Device(_) => Self::DEVICE,
        }
    }

    const fn bits(self) -> u8 {
        self.0
    }
}

/// A tensor of one of several kinds, as the parameter of an op: dense, or of a kind among `KINDS`.
///
/// ```
/// use tfrt_core_runtime::{ScalarOrDense, op};
/// use tfrt_host::error::KernelError;
/// use tfrt_tensor::MutableTensor;
///
/// /// Its argument, of whichever of the two kinds.
/// #[op("my.same", pure)]
/// fn same(x: ScalarOrDense) -> MutableTensor {
///     x.0
/// }
/// # let _ = SAME;
/// ```
#[derive(Clone, Debug)]
pub struct TensorOf<const KINDS: u8>(pub MutableTensor);

/// A dense tensor or one of equal elements.
pub type ScalarOrDense = TensorOf<{ Kinds::SCALAR.bits() }>;
/// A dense tensor or one of strings.
pub type StringOrDense = TensorOf<{ Kinds::STRING.bits() }>;
/// A dense tensor, or one of equal elements or of coordinates.
pub type NumericTensor = TensorOf<{ Kinds::SCALAR.and(Kinds::COO).bits() }>;
/// Any tensor in the host's memory.
pub type HostTensor = TensorOf<{ Kinds::SCALAR.and(Kinds::STRING).and(Kinds::COO).bits() }>;

impl<const KINDS: u8> Deref for TensorOf<KINDS> {
    type Target = MutableTensor;

    fn deref(&self) -> &MutableTensor {
        &self.0
    }
}

/// A type of arguments of ops.
///
/// ```
/// use tfrt_core_runtime::{Kinds, OpArgument, StringOrDense};
/// use tfrt_tensor::DenseHostTensor;
///
/// assert_eq!(DenseHostTensor::TAKES, Kinds::DENSE);
/// assert_eq!(StringOrDense::TAKES, Kinds::STRING);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of arguments of ops",
    label = "not a tensor",
    note = "an op takes `DenseHostTensor`, `ScalarOrDense`, `StringOrDense`, `NumericTensor`, `HostTensor`, \
            `TensorOf<KINDS>` or `MutableTensor`, by value or borrowed, in an `Option` or a `Vec`; `Attr<T>`, \
            `&OpAttrs`, `&TensorMetadata` and `ExecCtx<'_>`"
)]
pub trait OpArgument: Sized {
    /// The kinds that it may be.
    const TAKES: Kinds;

    /// The argument of a tensor of one of these kinds.
    #[doc(hidden)]
    fn of(tensor: MutableTensor) -> Result<Self, TensorError>;
}

impl OpArgument for DenseHostTensor {
    const TAKES: Kinds = Kinds::DENSE;

    fn of(tensor: MutableTensor) -> Result<Self, TensorError> {
        tensor.into_dense()
    }
}

impl OpArgument for MutableTensor {
    const TAKES: Kinds = Kinds::ALL;

    fn of(tensor: MutableTensor) -> Result<Self, TensorError> {
        Ok(tensor)
    }
}

impl<const KINDS: u8> OpArgument for TensorOf<KINDS> {
    const TAKES: Kinds = Kinds(KINDS);

    fn of(tensor: MutableTensor) -> Result<Self, TensorError> {
        Ok(Self(tensor))
    }
}

/// A type of results of ops: a tensor, one that is there later, a [`Chain`], or a `Result`, a tuple, an array or a
/// `Vec` of these.
///
/// ```
/// use tfrt_core_runtime::op;
/// use tfrt_host::kernel::Chain;
/// use tfrt_tensor::DenseHostTensor;
///
/// /// Gives its argument back, and has a side effect.
/// #[op("my.log")]
/// fn log(x: DenseHostTensor) -> (DenseHostTensor, Chain) {
///     println!("{x}");
///     (x, Chain)
/// }
/// assert!(LOG.has_side_effects());
/// ```
#[diagnostic::on_unimplemented(
    message = "an op cannot return `{Self}`",
    label = "not a result of ops",
    note = "an op returns tensors, `AsyncRef<MutableTensor>`, and last `Chain` or `AsyncRef<Chain>` if it has side \
            effects; a `Result`, a tuple, an array or a `Vec` of these"
)]
pub trait OpOutput {
    /// What a kernel returns for it.
    type Slots: IntoResults;

    /// Converts it.
    #[doc(hidden)]
    fn slots(self) -> Self::Slots;
}

macro_rules! tensors {
    ($($tensor:ident $variant:ident)*) => {$(
        impl OpOutput for $tensor {
            type Slots = MutableTensor;

            fn slots(self) -> MutableTensor {
                MutableTensor::$variant(self)
            }
        }
    )*};
}

tensors! { DenseHostTensor Dense ScalarHostTensor Scalar StringHostTensor String CooHostTensor Coo }

macro_rules! slots {
    ($($slot:ty)*) => {$(
        impl OpOutput for $slot {
            type Slots = $slot;

            fn slots(self) -> $slot {
                self
            }
        }
    )*};
}

slots! { MutableTensor Chain AsyncRef<MutableTensor> AsyncRef<Chain> () }

impl<T: OpOutput, E: Into<KernelError>> OpOutput for Result<T, E>
where
    Result<T::Slots, E>: IntoResults,
{
    type Slots = Result<T::Slots, E>;

    fn slots(self) -> Self::Slots {
        self.map(OpOutput::slots)
    }
}

impl<T: OpOutput<Slots: ResultSlot>> OpOutput for Vec<T> {
    type Slots = Vec<T::Slots>;

    fn slots(self) -> Self::Slots {
        self.into_iter().map(OpOutput::slots).collect()
    }
}

impl<T: OpOutput<Slots: ResultSlot>, const N: usize> OpOutput for [T; N] {
    type Slots = Vec<T::Slots>;

    fn slots(self) -> Self::Slots {
        self.into_iter().map(OpOutput::slots).collect()
    }
}

macro_rules! tuples {
    ($(($($output:ident $value:ident),*))*) => {$(
        impl<$($output: OpOutput<Slots: ResultSlot>),*> OpOutput for ($($output,)*) {
            type Slots = ($($output::Slots,)*);

            fn slots(self) -> Self::Slots {
                let ($($value,)*) = self;
                ($($value.slots(),)*)
            }
        }
    )*};
}

tuples! {
    (A a, B b)
    (A a, B b, C c)
    (A a, B b, C c, D d)
    (A a, B b, C c, D d, E e)
    (A a, B b, C c, D d, E e, F f)
}

/// One call of an op: a call of a kernel whose operands are the tensors of the arguments, with what ops have
/// besides. If the op has side effects, its last result is its chain.
///
/// ```
/// use tfrt_core_runtime::{OpEntry, OpFrame};
/// use tfrt_host::error::KernelError;
/// use tfrt_tensor::MutableTensor;
///
/// /// The last argument, if the attribute `last` says so; else the first.
/// fn select(frame: &mut OpFrame<'_>) -> Result<MutableTensor, KernelError> {
///     let last: bool = frame.attribute("last")?;
///     let at = if last { frame.kernel.operands.len() - 1 } else { 0 };
///     frame.argument(at)
/// }
///
/// let entry: OpEntry = |frame| {
///     let selected = select(frame);
///     frame.store(selected);
/// };
/// # let _ = entry;
/// ```
#[derive(Debug)]
pub struct OpFrame<'a> {
    /// The call. The operands are available, and no errors.
    pub kernel: KernelFrame<'a>,
    /// The attributes.
    pub attributes: &'a OpAttrs,
    /// What the metadata function has said of each result; empty without one.
    pub metadata: &'a [Option<TensorMetadata>],
}

impl<'a> OpFrame<'a> {
    /// The context of the call.
    #[must_use]
    pub fn context(&self) -> ExecCtx<'a> {
        self.kernel.context()
    }

    /// Takes the argument at that position. If this is the last user of the tensor's value, the tensor may be the
    /// only reference to its buffer.
    ///
    /// # Errors
    /// The argument is not of such a kind.
    pub fn argument<T: OpArgument>(&mut self, position: usize) -> Result<T, KernelError> {
        let tensor = self.kernel.operands.value::<MutableTensor>(position);
        Ok(T::of(tensor.ok_or("an argument is no tensor")?)?)
    }

    /// [`argument`](Self::argument), if there is one.
    ///
    /// # Errors
    /// As there.
    pub fn optional<T: OpArgument>(&mut self, position: usize) -> Result<Option<T>, KernelError> {
        let there = position < self.kernel.operands.len();
        there.then(|| self.argument(position)).transpose()
    }

    /// The arguments from that position on.
    ///
    /// # Errors
    /// As [`argument`](Self::argument).
    pub fn rest<T: OpArgument>(&mut self, from: usize) -> Result<Vec<T>, KernelError> {
        (from..self.kernel.operands.len()).map(|position| self.argument(position)).collect()
    }

    /// The attribute of that name.
    ///
    /// # Errors
    /// `missing 'x' attribute`: there is none of that name and type.
    pub fn attribute<T: FromOpAttr<'a>>(&self, name: &str) -> Result<T, KernelError> {
        let missing = || KernelError::from(format!("missing '{name}' attribute"));
        self.attributes.get(name).ok_or_else(missing)
    }

    /// The metadata of the first result.
    ///
    /// # Errors
    /// The op has no metadata function that says them.
    pub fn result(&self) -> Result<&'a TensorMetadata, KernelError> {
        let first = self.metadata.first().and_then(Option::as_ref);
        first.ok_or_else(|| KernelError::from("the metadata of the result are not known"))
    }

    /// Stores what the op returned, or reports why it was not called.
    pub fn store<T: OpOutput>(&mut self, returned: Result<T, KernelError>) {
        match returned {
            Ok(output) => output.slots().store(&mut self.kernel),
            Err(error) => self.kernel.fail(error),
        }
    }
}

impl OpKernel {
    /// An op that takes and gives nothing, and whose entry reports that.
    #[must_use]
    pub const fn new(op: OpDef) -> Self {
        let entry = |frame: &mut OpFrame<'_>| {
            let message = format!("op '{}' has no entry", frame.kernel.site.kernel);
            frame.kernel.fail(message);
        };
        Self { op, infer: None, takes: &[], entry }
    }

    /// Sets [`infer`](Self::infer).
    #[must_use]
    pub const fn with_infer(self, infer: MetadataFunction) -> Self {
        Self { infer: Some(infer), ..self }
    }

    /// Sets [`takes`](Self::takes).
    #[must_use]
    pub const fn with_takes(self, takes: &'static [Kinds]) -> Self {
        Self { takes, ..self }
    }

    /// Sets [`entry`](Self::entry).
    #[must_use]
    pub const fn with_entry(self, entry: OpEntry) -> Self {
        Self { entry, ..self }
    }

    /// Whether a call may do something besides computing its results; the op then gives a chain, and calls with
    /// a chain wait for it.
    #[must_use]
    pub const fn has_side_effects(&self) -> bool {
        !self.op.pure
    }

    /// The kinds of tensors that the argument at that position may be.
    #[must_use]
    pub fn takes(&self, position: usize) -> Kinds {
        self.takes.get(position).or(self.takes.last()).copied().unwrap_or(Kinds::DENSE)
    }

    /// Checks the number of arguments of a call.
    ///
    /// # Errors
    /// `tf.AddV2 has 1 argument, expected 2`.
    pub fn check_arguments(&self, count: usize) -> Result<(), KernelError> {
        let least = self.op.operands().count();
        let most = self.op.most_operands();
        if count >= least && most.is_none_or(|most| count <= most) {
            return Ok(());
        }
        let expected = match most {
            None => format!("at least {least}"),
            Some(most) if most == least => least.to_string(),
            Some(most) => format!("{least} to {most}"),
        };
        let message =
            format!("{} has {}, expected {expected}", self.name, counted(count, "argument"));
        Err(KernelError::new(ErrorCode::InvalidArgument, message))
    }

    /// Calls the entry. Never unwinds: a panic is the error of every result that was not set.
    pub fn invoke(&self, frame: &mut OpFrame<'_>) {
        // After a panic, the frame holds whatever was stored; each value in it is whole.
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| (self.entry)(frame))) {
            frame.kernel.fail_panicked(payload);
        }
    }
}

impl Deref for OpKernel {
    type Target = OpDef;

    fn deref(&self) -> &OpDef {
        &self.op
    }
}

/// A result of a call: the tensor, in whatever state.
pub(crate) fn tensor_of(value: Value) -> AsyncRef<MutableTensor> {
    match value {
        Value::Error(error) => AsyncRef::from_error(error),
        value => value.into_ref().downcast().unwrap_or_else(|other| {
            let found = other.type_name().unwrap_or("nothing");
            let message = format!("an op gave '{found}' where a tensor was expected");
            AsyncRef::from_error(Error::new(ErrorCode::Internal, message))
        }),
    }
}

impl fmt::Display for OpKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
