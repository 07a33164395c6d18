//! Shapes, and tensors of another shape.

use crate::metadata::shape as infer;
use crate::output::allocated;
use tfrt_core_runtime::{StringOrDense, op};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel::Attr;
use tfrt_tensor::{
    DType, DenseHostTensor, MutableTensor, StringHostTensor, TensorMetadata, TensorShape,
};

/// The argument's shape as a vector of the type of the attribute `out_type`, by default `i32`.
///
/// # Errors
/// ``Unsupported `out_type` value: X``, `Unsupported output data type`; a size that is no `i32`.
#[op("tf.Shape", pure, infer = infer)]
pub fn shape(
    ctx: ExecCtx<'_>,
    x: &StringOrDense,
    out_type: Attr<Option<DType>>,
) -> Result<DenseHostTensor, KernelError> {
    let metadata = x.metadata();
    let sizes = metadata.shape.dimensions();
    let vector = TensorShape::new(&[i64::try_from(sizes.len())?])?;
    let dtype = out_type.0.unwrap_or(DType::I32);
    let made = allocated(ctx, &TensorMetadata { dtype, shape: vector })?;
    match dtype {
        DType::I32 => {
            let sizes = sizes.iter().map(|&size| i32::try_from(size));
            let sizes = sizes.collect::<Result<Vec<i32>, _>>();
            let sizes = sizes.map_err(|_| format!("shape {} is none of i32", metadata.shape))?;
            fill(&made, &sizes)?;
        }
        DType::I64 => fill(&made, sizes)?,
        _ => return Err("Unsupported output data type".into()),
    }
    Ok(made)
}

fn fill<T: tfrt_tensor::Element>(
    made: &DenseHostTensor,
    elements: &[T],
) -> Result<(), KernelError> {
    crate::output::write::<T, T, 0>([], made, |[], made| {
        made.copy_from_slice(elements);
        Ok(())
    })
}

/// The first argument with a dimension of size 1 at the place that the second says, of which a negative one counts from
/// behind the last. A dense tensor shares its elements.
///
/// # Errors
/// `Axis must be a scalar tensor`, `Unsupported axis data type`, `Failed to expand axis A for tensor of rank R`,
/// `Unsupported tensor type for tf.ExpandDims`.
#[op("tf.ExpandDims", pure)]
pub fn expand_dims(x: StringOrDense, axis: &StringOrDense) -> Result<MutableTensor, KernelError> {
    let axis = scalar(axis)?;
    let expanded = |shape: &TensorShape| {
        let mut sizes = shape.dimensions().to_vec();
        let rank = sizes.len();
        let place = isize::try_from(axis)
            .ok()
            .and_then(|axis| (if axis < 0 { rank + 1 } else { 0 }).checked_add_signed(axis));
        let place = place.filter(|&place| place <= rank).ok_or_else(|| {
            KernelError::from(format!("Failed to expand axis {axis} for tensor of rank {rank}"))
        })?;
        sizes.insert(place, 1);
        Ok::<_, KernelError>(TensorShape::new(&sizes)?)
    };
    match x.0 {
        MutableTensor::Dense(dense) => {
            let shape = expanded(dense.shape())?;
            Ok(DenseHostTensor::new(dense.dtype(), shape, dense.buffer().clone())?.into())
        }
        MutableTensor::String(strings) => {
            let shape = expanded(strings.shape())?;
            let strings = StringHostTensor::new(shape, strings.strings().to_vec())?;
            Ok(MutableTensor::String(strings))
        }
        _ => Err("Unsupported tensor type for tf.ExpandDims".into()),
    }
}

/// The number of a tensor with one.
fn scalar(axis: &MutableTensor) -> Result<i64, KernelError> {
    if axis.metadata().shape.elements() != Some(1) {
        return Err("Axis must be a scalar tensor".into());
    }
    integers(axis, "Unsupported axis data type")
        .map(|numbers| numbers.first().copied().unwrap_or(0))
}

/// The elements of a dense tensor of `i32` or `i64`.
///
/// # Errors
/// The message that is given: another tensor.
pub(crate) fn integers(
    tensor: &MutableTensor,
    message: &'static str,
) -> Result<Vec<i64>, KernelError> {
    match tensor {
        MutableTensor::Dense(dense) if dense.dtype() == DType::I32 => {
            Ok(dense.to_vec::<i32>()?.into_iter().map(i64::from).collect())
        }
        MutableTensor::Dense(dense) if dense.dtype() == DType::I64 => Ok(dense.to_vec::<i64>()?),
        _ => Err(message.into()),
    }
}
