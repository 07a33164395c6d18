//! Test ops that compute.

use super::{matrix, metadata, tensor, with_type};
use tfrt_core_runtime::{Attr, ScalarOrDense, op};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;

use tfrt_numeric::{Arithmetic, Float};
use tfrt_tensor::{
    DType, DenseHostTensor, Element, I1, MutableTensor, ScalarHostTensor, TensorError,
    TensorMetadata,
};

const UNSUPPORTED: &str = "unsupported dtype";

/// The sum. Of two tensors of equal elements, one too.
///
/// # Errors
/// `incompatible dtypes for test.add`, `arguments of test.add must have same shape`; an element type without a
/// sum.
#[op("tfrt_test.add", pure, infer = metadata::add)]
pub fn add(
    ctx: ExecCtx<'_>,
    a: &ScalarOrDense,
    b: &ScalarOrDense,
    result: &TensorMetadata,
) -> Result<MutableTensor, KernelError> {
    if result.dtype == DType::I1 {
        return sum_of(ctx, &a.0, &b.0, result, |a: I1, b: I1| {
            (bool::from(a) || bool::from(b)).into()
        });
    }
    let sum = with_type!(numeric result.dtype, T => sum_of::<T>(ctx, &a.0, &b.0, result, T::plus));
    sum.ok_or(UNSUPPORTED)?
}

fn sum_of<T: Element>(
    ctx: ExecCtx<'_>,
    a: &MutableTensor,
    b: &MutableTensor,
    result: &TensorMetadata,
    plus: impl Fn(T, T) -> T,
) -> Result<MutableTensor, KernelError> {
    let value = |tensor: &MutableTensor| match tensor {
        MutableTensor::Scalar(scalar) => scalar.value::<T>(),
        _ => None,
    };
    let sums: Vec<T> = match (value(a), value(b)) {
        (Some(a), Some(b)) => {
            return Ok(MutableTensor::Scalar(ScalarHostTensor::new(
                result.shape.clone(),
                plus(a, b),
            )));
        }
        (Some(a), None) => b.dense()?.to_vec::<T>()?.into_iter().map(|b| plus(a, b)).collect(),
        (None, Some(b)) => a.dense()?.to_vec::<T>()?.into_iter().map(|a| plus(a, b)).collect(),
        (None, None) => {
            let (a, b) = (a.dense()?.to_vec::<T>()?, b.dense()?.to_vec::<T>()?);
            a.into_iter().zip(b).map(|(a, b)| plus(a, b)).collect()
        }
    };
    Ok(tensor(ctx, &result.shape, &sums)?.into())
}

macro_rules! dense_only {
    ($($function:ident $name:literal)*) => {$(
        /// The sum of dense tensors.
        ///
        /// # Errors
        /// As `tfrt_test.add`.
        #[op($name, pure, infer = metadata::add)]
        pub(crate) fn $function(
            ctx: ExecCtx<'_>,
            a: DenseHostTensor,
            b: DenseHostTensor,
            result: &TensorMetadata,
        ) -> Result<MutableTensor, KernelError> {
            let [a, b] = [a, b].map(|tensor| tfrt_core_runtime::TensorOf(tensor.into()));
            add(ctx, &a, &b, result)
        }
    )*};
}

dense_only! {
    add_denseonly "tfrt_test.add.denseonly"
    add_denseonly2 "tfrt_test.add.denseonly2"
    add_denseonly3 "tfrt_test.add.denseonly3"
}

/// Zero where an element is negative, else the element.
///
/// # Errors
/// An element type without order.
#[op("tfrt_test.relu", pure, infer = metadata::same)]
pub fn relu(
    ctx: ExecCtx<'_>,
    x: &DenseHostTensor,
    result: &TensorMetadata,
) -> Result<DenseHostTensor, KernelError> {
    let positive = with_type!(numeric result.dtype, T => {
        let elements: Vec<T> = x.to_vec::<T>()?.into_iter().map(T::relu).collect();
        tensor(ctx, &result.shape, &elements)
    });
    positive.ok_or(UNSUPPORTED)?
}

/// 1 where elements are equal, else 0.
///
/// # Errors
/// `incompatible dtypes for element-wise op`, `arguments to element-wise op must have identical shapes`; an
/// element type without numbers.
#[op("tfrt_test.equal", pure, infer = metadata::equal)]
pub fn equal(
    ctx: ExecCtx<'_>,
    a: &DenseHostTensor,
    b: &DenseHostTensor,
    result: &TensorMetadata,
) -> Result<DenseHostTensor, KernelError> {
    let equal = with_type!(numeric result.dtype, T => {
        let pairs = a.to_vec::<T>()?.into_iter().zip(b.to_vec::<T>()?);
        let truth = |(a, b)| if a == b { T::ONE } else { T::ZERO };
        tensor(ctx, &result.shape, &pairs.map(truth).collect::<Vec<T>>())
    });
    equal.ok_or(UNSUPPORTED)?
}

/// The elements as floats of the attribute `type`, rounded.
///
/// # Errors
/// `missing 'type' attribute`, `only casting to f32/f16 is supported`; an element type without numbers.
#[op("tfrt_test.cast", pure, infer = metadata::cast)]
pub fn cast(
    ctx: ExecCtx<'_>,
    x: &DenseHostTensor,
    result: &TensorMetadata,
) -> Result<DenseHostTensor, KernelError> {
    #[expect(
        clippy::cast_lossless,
        clippy::cast_precision_loss,
        clippy::unnecessary_cast,
        reason = "of any type"
    )]
    let doubles: Option<Vec<f64>> = with_type!(
        numeric x.dtype(), T => x.to_vec::<T>()?.into_iter().map(|x| x as f64).collect()
    );
    let doubles = doubles.ok_or(UNSUPPORTED)?;
    if result.dtype == DType::F16 {
        let halves: Vec<_> = doubles.into_iter().map(tfrt_host::kernel::f16::nearest).collect();
        return tensor(ctx, &result.shape, &halves);
    }
    let floats: Vec<_> = doubles.into_iter().map(f32::nearest).collect();
    tensor(ctx, &result.shape, &floats)
}

/// A vector as each row of a matrix of the attribute `shape`.
///
/// # Errors
/// `result shape must be 2 dimensional (for now)`, `input dimension and target shape mismatch`.
#[op("tfrt_test.broadcast", pure, infer = metadata::broadcast)]
pub fn broadcast(
    ctx: ExecCtx<'_>,
    x: &DenseHostTensor,
    result: &TensorMetadata,
) -> Result<DenseHostTensor, KernelError> {
    let made = DenseHostTensor::zeroed(result.dtype, result.shape.clone(), ctx.allocator())?;
    let mut access = tfrt_tensor::Access::new(&[x.buffer()], &[made.buffer()])?;
    let (row, rows) = access.split::<u8>(0)?;
    let row = row.get::<u8>(0)?;
    rows.chunks_mut(row.len().max(1)).for_each(|copy| copy.copy_from_slice(row));
    drop(access);
    Ok(made)
}

/// The column of the first maximum of each row of a matrix.
///
/// # Errors
/// `missing 'axis' attribute`, `axis must less than input rank`, `unsupported axis for argmax`; no matrix with
/// columns.
#[op("tfrt_test.argmax", pure, infer = metadata::argmax)]
pub fn argmax(
    ctx: ExecCtx<'_>,
    x: &DenseHostTensor,
    axis: Attr<i32>,
    result: &TensorMetadata,
) -> Result<DenseHostTensor, KernelError> {
    if axis.0 != 1 {
        return Err("unsupported axis for argmax".into());
    }
    let [_, columns] = matrix(x)?;
    if columns == 0 {
        return Err("argmax of rows of 0 elements".into());
    }
    let places = with_type!(numeric x.dtype(), T => {
        let elements = x.to_vec::<T>()?;
        let place = |row: &[T]| {
            let mut first = (0_i32, row[0]);
            for (place, &element) in (0..).zip(row) {
                if element > first.1 {
                    first = (place, element);
                }
            }
            first.0
        };
        elements.chunks_exact(columns).map(place).collect::<Vec<i32>>()
    });
    tensor(ctx, &result.shape, &places.ok_or(UNSUPPORTED)?)
}

/// The mean of each column of a matrix, or of a vector; of integers, truncated.
///
/// # Errors
/// `missing 'axis' attribute`, `axis must less than input rank`, `unsupported axis for reduce_mean`; integers
/// without rows.
#[op("tfrt_test.reduce_mean", pure, infer = metadata::reduce_mean)]
pub fn reduce_mean(
    ctx: ExecCtx<'_>,
    x: &DenseHostTensor,
    axis: Attr<i32>,
    result: &TensorMetadata,
) -> Result<DenseHostTensor, KernelError> {
    if axis.0 != 0 {
        return Err("unsupported axis for reduce_mean".into());
    }
    let columns = result.shape.elements().ok_or("reduce_mean of no elements")?;
    let rows =
        x.shape().dimensions().first().and_then(|&rows| usize::try_from(rows).ok()).unwrap_or(0);
    // Its memory first: any size may stand beside a zero.
    let mut made = DenseHostTensor::zeroed(result.dtype, result.shape.clone(), ctx.allocator())?;
    let means = with_type!(numeric x.dtype(), T => {
        let elements = x.to_vec::<T>()?;
        let sums = new_elements::<T>(&mut made)?;
        for row in elements.chunks_exact(columns.max(1)) {
            sums.iter_mut().zip(row).for_each(|(sum, &x)| *sum = sum.plus(x));
        }
        for sum in sums {
            *sum = sum.shared_by(rows).ok_or("the mean of no elements")?;
        }
    });
    means.ok_or(UNSUPPORTED)?;
    Ok(made)
}

/// The product of matrices, each transposed if its attribute says so; summed one after the other.
///
/// # Errors
/// `incompatible dtypes for MatMul`, `argument 0 of matmul op is not a rank-2 tensor`, `matmul arguments have
/// incompatible shapes`; integers transposed.
#[op("tfrt_test.matmul", pure, infer = metadata::matmul)]
pub fn matmul(
    ctx: ExecCtx<'_>,
    a: &DenseHostTensor,
    b: &DenseHostTensor,
    transpose_a: Attr<bool>,
    transpose_b: Attr<bool>,
    result: &TensorMetadata,
) -> Result<DenseHostTensor, KernelError> {
    let float = matches!(result.dtype, DType::F32 | DType::F64);
    if (transpose_a.0 || transpose_b.0) && !float {
        return Err("integer matrices are not transposed".into());
    }
    let (a_sizes, b_sizes) = (matrix(a)?, matrix(b)?);
    let rows = a_sizes[usize::from(transpose_a.0)];
    let inner = a_sizes[usize::from(!transpose_a.0)];
    let columns = b_sizes[usize::from(!transpose_b.0)];
    // Its memory first: any size may stand beside a zero.
    let mut made = DenseHostTensor::zeroed(result.dtype, result.shape.clone(), ctx.allocator())?;
    let product = with_type!(numeric result.dtype, T => {
        let (a, b) = (a.to_vec::<T>()?, b.to_vec::<T>()?);
        let left = |row: usize, k: usize| if transpose_a.0 { a[k * rows + row] } else { a[row * inner + k] };
        let right = |k: usize, column: usize| if transpose_b.0 { b[column * inner + k] } else { b[k * columns + column] };
        let element = |row: usize, column: usize| {
            (0..inner).fold(T::ZERO, |sum: T, k| sum.plus(left(row, k).times(right(k, column))))
        };
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let products = new_elements::<T>(&mut made)?;
        for (product, (row, column)) in products.iter_mut().zip(places) {
            *product = element(row, column);
        }
    });
    product.ok_or(UNSUPPORTED)?;
    Ok(made)
}

/// The elements of a tensor that was just made.
fn new_elements<T: Element>(made: &mut DenseHostTensor) -> Result<&mut [T], TensorError> {
    Ok(made.get_mut::<T>()?.expect("nobody else has a new tensor"))
}
