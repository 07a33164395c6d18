//! Conversions of tensors between kinds, and transfers between devices.

use crate::handle::TensorHandle;
use crate::op::{Kinds, OpKernel};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tfrt_host::context::ExecCtx;
use tfrt_host::device::Device;
use tfrt_host::error::{KernelError, drop_quietly, panic_message};
use tfrt_host::value::AsyncRef;
use tfrt_tensor::{Access, DenseHostTensor, MutableTensor, TensorError};

/// A conversion of a tensor of one kind to another, on the device that is given. The result may be there later.
pub type Conversion = fn(
    ExecCtx<'_>,
    &MutableTensor,
    &Arc<dyn Device>,
) -> Result<AsyncRef<MutableTensor>, KernelError>;

/// A row of the table of conversions: the kinds of tensors, by their names, and the function.
pub type ConversionRow = (&'static str, &'static str, Conversion);

/// The conversions in the host's memory.
pub(crate) const OF_HOST: &[ConversionRow] = &[
    ("DenseHost", "DenseHost", |context, tensor, _| {
        let dense = tensor.dense()?;
        let access = Access::new(&[dense.buffer()], &[])?;
        let (shape, bytes) = (dense.shape().clone(), access.input::<u8>(0)?);
        let copy = DenseHostTensor::copy_of_bytes(dense.dtype(), shape, bytes, context.allocator());
        let copy = copy.map_err(|_| TensorError::exhausted("out of memory copying tensor"))?;
        Ok(AsyncRef::available(MutableTensor::Dense(copy)))
    }),
    ("ScalarHost", "DenseHost", |context, tensor, _| {
        to_dense(context, tensor).map(AsyncRef::available)
    }),
    ("ScalarHost", "ScalarHost", |_, tensor, _| Ok(AsyncRef::available(tensor.clone()))),
    ("StringHost", "StringHost", |_, tensor, _| Ok(AsyncRef::available(tensor.clone()))),
    ("CooHost", "DenseHost", |context, tensor, _| {
        to_dense(context, tensor).map(AsyncRef::available)
    }),
    ("CooHost", "ScalarHost", |_, tensor, _| {
        let scalar = tensor.coo()?.to_scalar()?;
        Ok(AsyncRef::available(MutableTensor::Scalar(scalar)))
    }),
];

/// A tensor of equal elements, or of coordinates, as a dense one.
fn to_dense(context: ExecCtx<'_>, tensor: &MutableTensor) -> Result<MutableTensor, KernelError> {
    let dense = match tensor {
        MutableTensor::Scalar(scalar) => scalar.to_dense(context.allocator())?,
        MutableTensor::Coo(coo) => coo.to_any_dense(context.allocator()).map_err(|error| {
            if error == TensorError::OUT_OF_MEMORY {
                TensorError::exhausted("out of memory converting coo tensor to dht tensor")
            } else {
                error
            }
        })?,
        other => other.dense()?.clone(),
    };
    Ok(MutableTensor::Dense(dense))
}

/// Converts those arguments of a call that are there and of a kind that the op does not take: to a dense tensor,
/// where that is possible, else to an error, which is reported.
pub(crate) fn implicitly(op: &OpKernel, context: ExecCtx<'_>, arguments: &mut [TensorHandle]) {
    for (position, argument) in arguments.iter_mut().enumerate() {
        let Some(Ok(tensor)) = argument.tensor().get() else { continue };
        let kind = Kinds::of(tensor);
        if kind == Kinds::DEVICE || op.takes(position).contains(kind) {
            continue;
        }
        let converted = match tensor {
            MutableTensor::Scalar(_) | MutableTensor::Coo(_) => {
                caught(|| to_dense(context, tensor))
            }
            other => {
                let name = other.type_name();
                Err(format!("Cannot implictly convert {name} to DenseHost").into())
            }
        };
        *argument = match converted {
            Ok(dense) => TensorHandle::new(dense),
            Err(error) => TensorHandle::error(context.report(error)),
        };
    }
}

/// Calls a function of a user. A panic is an error.
pub(crate) fn caught<T>(
    function: impl FnOnce() -> Result<T, KernelError>,
) -> Result<T, KernelError> {
    catch_unwind(AssertUnwindSafe(function)).unwrap_or_else(|payload| {
        let message = panic_message(&*payload);
        drop_quietly(payload);
        Err(message.into())
    })
}
