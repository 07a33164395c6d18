//! Means.

use crate::metadata::mean::reduced;
use crate::number::{Real, with_type};
use crate::output::{OrEnd, allocated, own, write};
use crate::wide::rounded;
use tfrt_core_runtime::op;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel::Attr;
use tfrt_numeric::{Arithmetic, Reduction, Strides};
use tfrt_tensor::{DenseHostTensor, Element, TensorMetadata, TensorShape};

/// Dimensions of a tensor that is reduced.
const MAX_RANK: usize = 8;

/// The mean along the dimensions of the second argument, of which negative ones count from the last; with `keep_dims`,
/// these stay, of size 1. Of integers, the quotient is truncated.
///
/// # Errors
/// `tf.Mean reduction index must be in [-input_rank, input_rank) range`, `tf.Mean reduction indices must be unique`,
/// `Unsupported reduction ranks: input_rank=R reduction_rank=Q` of more than 8 dimensions, `unsupported dtype for
/// TfMeanOp`, `Divide by zero`: integers, and none of them.
#[op("tf.Mean", pure)]
pub fn mean(
    ctx: ExecCtx<'_>,
    x: &DenseHostTensor,
    indices: &DenseHostTensor,
    keep_dims: Attr<Option<bool>>,
) -> Result<DenseHostTensor, KernelError> {
    let rank = x.shape().rank();
    let dimensions = indices.to_vec::<i32>()?;
    let dimension = |&index: &i32| {
        let signed = isize::try_from(index).unwrap_or(isize::MIN);
        let from = if signed < 0 { rank } else { 0 };
        let dimension = from.checked_add_signed(signed).filter(|&dimension| dimension < rank);
        dimension.ok_or("tf.Mean reduction index must be in [-input_rank, input_rank) range")
    };
    let dimensions = dimensions.iter().map(dimension).collect::<Result<Vec<_>, _>>()?;
    let (gone, shape) = reduced(x.shape(), &dimensions, keep_dims.0.unwrap_or(false))?;
    if rank > MAX_RANK {
        let gone = dimensions.len();
        let message =
            format!("Unsupported reduction ranks: input_rank={rank} reduction_rank={gone}");
        return Err(message.into());
    }
    let reduction = reduction(x.shape(), &gone);
    let mean = with_type!(numeric x.dtype(), T => made::<T>(ctx, x, &reduction, shape));
    mean.ok_or("unsupported dtype for TfMeanOp")?
}

/// The elements that are reduced to each of the result.
fn reduction(shape: &TensorShape, gone: &[bool]) -> Reduction {
    let size = |size: &i64| usize::try_from(*size).unwrap_or(0);
    let sizes: Vec<usize> = shape.dimensions().iter().map(size).collect();
    let mut strides = vec![0_isize; sizes.len()];
    let mut distance = 1_isize;
    for (stride, &size) in strides.iter_mut().zip(&sizes).rev() {
        *stride = distance;
        // Of a tensor without elements, none is read.
        distance = distance.wrapping_mul(size.cast_signed());
    }
    let part = |of: bool| -> (Vec<usize>, Vec<isize>) {
        let all = sizes.iter().zip(&strides).zip(gone);
        all.filter(|(_, gone)| **gone == of).map(|((&size, &stride), _)| (size, stride)).unzip()
    };
    let ((kept, kept_strides), (lost, lost_strides)) = (part(false), part(true));
    let count = if lost.contains(&0) {
        0
    } else {
        lost.iter().fold(1_usize, |all, &size| all.saturating_mul(size))
    };
    Reduction {
        kept: Strides::new(&kept, [&kept_strides], [0]),
        reduced: Strides::new(&lost, [&lost_strides], [0]),
        count,
    }
}

/// The sums, in their order, divided by the number of elements.
fn made<T: Real>(
    ctx: ExecCtx<'_>,
    x: &DenseHostTensor,
    reduction: &Reduction,
    shape: TensorShape,
) -> Result<DenseHostTensor, KernelError> {
    let work = TensorMetadata { dtype: T::Work::DTYPE, shape };
    let mut sums = allocated(ctx, &work)?;
    write([x], &sums, |[x], sums: &mut [T::Work]| {
        let add = |sum: T::Work, x: T| sum.plus(x.work());
        reduction.in_order(&ctx, T::Work::ZERO, add, x, sums).or_end(ctx)
    })?;
    for sum in own::<T::Work>(&mut sums)? {
        *sum = sum.shared_by(reduction.count).ok_or("Divide by zero")?;
    }
    if T::DTYPE == T::Work::DTYPE { Ok(sums) } else { rounded::<T>(ctx, &sums) }
}
