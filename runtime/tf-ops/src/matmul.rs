//! Products of matrices, with what may follow them.

use crate::metadata::matmul::{matmul as infer, product};
use crate::number::{Number, with_type};
use crate::output::{OrEnd, Quiet, allocated, expect, quiet, write};
use tfrt_core_runtime::{FromOpAttr, IntoOpAttr, OpAttrs, op};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel::{Attr, Attribute, FromAttribute};
use tfrt_host::value::AsyncRef;
use tfrt_numeric::{Arithmetic, Ended, InstructionSet, Strides, Workers, gather, rows};
use tfrt_numeric::{Float, functions};
use tfrt_tensor::{Complex, DenseHostTensor, Element, MutableTensor, TensorMetadata, TensorShape};

/// The product of two matrices, each transposed if its attribute says so.
///
/// # Errors
/// `incompatible dtypes for MatMul: …`, `argument 0 of matmul op is not a rank-2 tensor. …`, `matmul arguments have
/// incompatible shapes: …`, `Unsupported input dtype: X`.
#[op("tf.MatMul", pure, infer = infer)]
pub fn matmul(
    ctx: ExecCtx<'_>,
    a: &DenseHostTensor,
    b: &DenseHostTensor,
    transpose_a: Attr<bool>,
    transpose_b: Attr<bool>,
) -> Result<DenseHostTensor, KernelError> {
    let transposed = [transpose_a.0, transpose_b.0];
    let result = product(a.metadata(), b.metadata(), transposed)?;
    let made = with_type!(
        any of result.dtype, T => made::<T>(ctx, [a, b], transposed, &result, |_, sum| sum);
        F32 f32, F64 f64, I32 i32, I64 i64, Ui32 u32, Ui64 u64,
        Complex64 Complex<f32>, Complex128 Complex<f64>
    );
    made.ok_or_else(|| format!("Unsupported input dtype: {}", result.dtype.tensor_name()))?
}

/// What follows a product, one after the other: the attribute `fused_ops`.
///
/// ```
/// use tfrt_tf_ops::{FusedOps, tf};
///
/// let product = tf::FusedMatMul {
///     fused_ops: Some(FusedOps::new(["BiasAdd", "Relu"])),
///     transpose_a: false,
///     transpose_b: false,
/// };
/// # let _ = product;
/// ```
#[derive(Clone, Debug)]
pub struct FusedOps(Vec<Vec<u8>>);

impl FromAttribute for FusedOps {
    const KIND: &'static str = "array of string";

    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        let names = match attribute {
            Attribute::EmptyArray => Some(Self(Vec::new())),
            Attribute::Aggregate(elements) => Self::of(elements),
            _ => None,
        };
        names.ok_or_else(|| Self::wrong_kind(attribute))
    }
}

impl<'a> FromOpAttr<'a> for FusedOps {
    fn find(name: &str, attributes: &'a OpAttrs) -> Option<Self> {
        Self::of(attributes.get::<&[Attribute]>(name)?)
    }
}

impl IntoOpAttr for FusedOps {
    fn add(self, name: &str, attributes: &mut OpAttrs) {
        let names: Vec<Attribute> = self.0.into_iter().map(Attribute::String).collect();
        names[..].add(name, attributes);
    }
}

impl FusedOps {
    /// These, in that order.
    #[must_use]
    pub fn new<const N: usize>(names: [&str; N]) -> Self {
        Self(names.map(|name| name.as_bytes().to_vec()).into())
    }

    fn of(elements: &[Attribute]) -> Option<Self> {
        let name = |element: &Attribute| match element {
            Attribute::String(name) => Some(name.clone()),
            _ => None,
        };
        elements.iter().map(name).collect::<Option<Vec<_>>>().map(Self)
    }
}

/// A function that is applied to what a product and a bias come to.
#[derive(Clone, Copy, Debug)]
enum Activation {
    None,
    Relu,
    Relu6,
    Elu,
}

impl Activation {
    /// What follows a bias.
    ///
    /// # Errors
    /// `FusedMatMul must specify fused operations`, `Unsupported fusion type`.
    fn of(fused: Option<&FusedOps>) -> Result<Self, KernelError> {
        let names = fused.filter(|fused| !fused.0.is_empty());
        let names = names.ok_or("FusedMatMul must specify fused operations")?;
        let names: Vec<&[u8]> = names.0.iter().map(Vec::as_slice).collect();
        match names[..] {
            [b"BiasAdd"] => Ok(Self::None),
            [b"BiasAdd", b"Relu"] => Ok(Self::Relu),
            [b"BiasAdd", b"Relu6"] => Ok(Self::Relu6),
            [b"BiasAdd", b"Elu"] => Ok(Self::Elu),
            _ => Err("Unsupported fusion type".into()),
        }
    }

    #[inline(always)]
    fn apply<T: Activated>(self, x: T) -> T {
        match self {
            Self::None => x,
            Self::Relu => x.relu(),
            Self::Relu6 => {
                let x = x.relu();
                if x > T::SIX { T::SIX } else { x }
            }
            Self::Elu if x < T::ZERO => x.exponential_less_one(),
            Self::Elu => x,
        }
    }
}

/// A number with activations.
///
/// ```
/// use tfrt_tf_ops::Activated;
/// assert_eq!((i32::SIX, (-5).exponential_less_one()), (6, -1));
/// ```
pub trait Activated: Multiplied + Arithmetic {
    /// 6.
    const SIX: Self;
    /// The exponential less 1, of a negative number. Of an integer, that of the exponential as an integer: -1.
    #[must_use]
    fn exponential_less_one(self) -> Self;
}

impl Activated for i32 {
    const SIX: Self = 6;
    fn exponential_less_one(self) -> Self {
        -1
    }
}

macro_rules! activated {
    ($($float:ty)*) => {$(
        impl Activated for $float {
            const SIX: Self = 6.0;
            fn exponential_less_one(self) -> Self {
                Self::nearest(functions::expm1(self.to_f64()))
            }
        }
    )*};
}

activated! { f32 f64 }

/// The product of two matrices, with a bias for each column added, and one of the activations `Relu`, `Relu6` and `Elu`
/// if the attribute `fused_ops` says so.
///
/// # Errors
/// As `tf.MatMul`; `FusedMatMul must specify fused operations`, `Unsupported fusion type`, `Bias tensor must a vector`,
/// `The number of bias elements N doesn't match output inner dimension M`. None of the op's own is reported.
#[op("tf._FusedMatMul", pure, infer = infer)]
pub fn fused_matmul(
    ctx: ExecCtx<'_>,
    a: &DenseHostTensor,
    b: &DenseHostTensor,
    inputs: Vec<DenseHostTensor>,
    fused_ops: Attr<Option<FusedOps>>,
    transpose_a: Attr<bool>,
    transpose_b: Attr<bool>,
) -> Quiet {
    let transposed = [transpose_a.0, transpose_b.0];
    let result = product(a.metadata(), b.metadata(), transposed)?;
    let bias: Vec<&DenseHostTensor> = inputs.iter().collect();
    let made = with_type!(
        any of result.dtype, T => {
            let fusion = Fusion::new(fused_ops.0.as_ref(), &bias, &result);
            fusion.and_then(|fusion: Fusion<T>| {
                made::<T>(ctx, [a, b], transposed, &result, |column, sum| fusion.of(column, sum))
            })
        };
        F32 f32, I32 i32
    );
    let unsupported = || format!("Unsupported input dtype: {}", result.dtype.tensor_name());
    let made = made.ok_or_else(|| KernelError::from(unsupported())).and_then(|made| made);
    Ok(match made {
        Ok(tensor) => AsyncRef::available(MutableTensor::Dense(tensor)),
        Err(error) => quiet(ctx, error),
    })
}

/// What is made of the sums of a product.
pub(crate) struct Fusion<T> {
    /// For each column.
    bias: Vec<T>,
    activation: Activation,
}

impl<T: Activated> Fusion<T> {
    /// What `fused_ops` says, with the tensors that it needs.
    ///
    /// # Errors
    /// As those of `tf._FusedMatMul`.
    pub(crate) fn new(
        fused: Option<&FusedOps>,
        inputs: &[&DenseHostTensor],
        result: &TensorMetadata,
    ) -> Result<Self, KernelError> {
        let activation = Activation::of(fused)?;
        let &[bias] = inputs else {
            let count = inputs.len();
            return Err(format!("FusedMatMul with BiasAdd has {count} inputs, expected 1").into());
        };
        let &[count] = bias.shape().dimensions() else {
            return Err("Bias tensor must a vector".into());
        };
        let columns = result.shape.dimensions().last().copied().unwrap_or(0);
        if count != columns {
            let message = format!(
                "The number of bias elements {count} doesn't match output inner dimension {columns}"
            );
            return Err(message.into());
        }
        Ok(Self { bias: bias.to_vec::<T>()?, activation })
    }

    #[inline(always)]
    pub(crate) fn of(&self, column: usize, sum: T) -> T {
        self.activation.apply(Arithmetic::plus(sum, self.bias[column]))
    }
}

/// A number of which matrices are.
///
/// ```
/// use tfrt_numeric::ThisThread;
/// use tfrt_tf_ops::Multiplied;
/// let mut product = [0; 2];
/// i32::product(&ThisThread, [&[1, 2], &[3, 4, 5, 6]], 2, &mut product)?;
/// assert_eq!(product, [13, 16]);
/// # Ok::<(), tfrt_numeric::Ended>(())
/// ```
pub trait Multiplied: Number {
    /// Sets `c` to the product of two matrices. Sums are sequential, of products that are rounded.
    ///
    /// # Errors
    /// Nobody wants the result any more.
    fn product(
        workers: &dyn Workers,
        factors: [&[Self]; 2],
        columns: usize,
        c: &mut [Self],
    ) -> Result<(), Ended>;
}

macro_rules! multiplied {
    ($($number:ty)*) => {$(
        impl Multiplied for $number {
            fn product(
                workers: &dyn Workers,
                factors: [&[Self]; 2],
                columns: usize,
                c: &mut [Self],
            ) -> Result<(), Ended> {
                let instructions = InstructionSet::chosen();
                tfrt_numeric::product(workers, instructions, factors, columns, c, |sum, _| sum)
            }
        }
    )*};
}

multiplied! { f32 f64 i32 i64 u32 u64 }

macro_rules! complex {
    ($($number:ty)*) => {$(
        impl Multiplied for $number {
            fn product(
                workers: &dyn Workers,
                factors: [&[Self]; 2],
                columns: usize,
                c: &mut [Self],
            ) -> Result<(), Ended> {
                row_by_row(workers, factors, columns, c)
            }
        }
    )*};
}

complex! { Complex<f32> Complex<f64> }

/// A product whose sums are not worth registers.
fn row_by_row<T: Number>(
    workers: &dyn Workers,
    [a, b]: [&[T]; 2],
    columns: usize,
    c: &mut [T],
) -> Result<(), Ended> {
    let inner = if a.is_empty() { 0 } else { b.len().checked_div(columns).unwrap_or(0) };
    rows(workers, c, columns, b.len().saturating_mul(4), &|first, c| {
        for (row, sums) in (first..).zip(c.chunks_exact_mut(columns)) {
            sums.fill(T::zeroed());
            for place in 0..inner {
                let factor = a[row * inner + place];
                for (sum, &other) in sums.iter_mut().zip(&b[place * columns..]) {
                    *sum = sum.plus(factor.times(other));
                }
            }
        }
    })
}

/// A new product.
fn made<T: Multiplied>(
    ctx: ExecCtx<'_>,
    operands: [&DenseHostTensor; 2],
    transposed: [bool; 2],
    result: &TensorMetadata,
    finish: impl Fn(usize, T) -> T,
) -> Result<DenseHostTensor, KernelError> {
    let made = allocated(ctx, result)?;
    product_into(ctx, operands, transposed, &made, finish)?;
    Ok(made)
}

/// Sets the tensor that is given to what `finish` makes of each sum of a product, whose column it gets.
///
/// # Errors
/// `output tensor has the wrong shape`, and those of the ops.
pub(crate) fn product_into<T: Multiplied>(
    ctx: ExecCtx<'_>,
    [a, b]: [&DenseHostTensor; 2],
    [transpose_a, transpose_b]: [bool; 2],
    output: &DenseHostTensor,
    finish: impl Fn(usize, T) -> T,
) -> Result<(), KernelError> {
    let result = product(a.metadata(), b.metadata(), [transpose_a, transpose_b])?;
    expect(output, &result)?;
    let [turned_a, turned_b] = [
        transpose_a.then(|| turned::<T>(ctx, a)).transpose()?,
        transpose_b.then(|| turned::<T>(ctx, b)).transpose()?,
    ];
    let factors = [turned_a.as_ref().unwrap_or(a), turned_b.as_ref().unwrap_or(b)];
    let columns = result.shape.dimensions().last().copied().unwrap_or(0);
    let columns = usize::try_from(columns).unwrap_or(0);
    write(factors, output, |factors, output| {
        T::product(&ctx, factors, columns, output).or_end(ctx)?;
        for row in output.chunks_exact_mut(columns.max(1)) {
            for (column, sum) in row.iter_mut().enumerate() {
                *sum = finish(column, *sum);
            }
        }
        Ok(())
    })
}

/// A matrix, transposed.
fn turned<T: Element>(
    ctx: ExecCtx<'_>,
    matrix: &DenseHostTensor,
) -> Result<DenseHostTensor, KernelError> {
    let mut sizes = matrix.shape().dimensions().to_vec();
    sizes.reverse();
    let result = TensorMetadata { dtype: T::DTYPE, shape: TensorShape::new(&sizes)? };
    let made = allocated(ctx, &result)?;
    let sizes: Vec<usize> = sizes.iter().map(|&size| usize::try_from(size).unwrap_or(0)).collect();
    let step = sizes.first().copied().unwrap_or(0).cast_signed();
    let places = Strides::new(&sizes, [&[1, step]], [0]);
    write([matrix], &made, |[matrix], made: &mut [T]| {
        gather(&ctx, matrix, &places, made).or_end(ctx)
    })?;
    Ok(made)
}
