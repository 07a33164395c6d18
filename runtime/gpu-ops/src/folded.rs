//! Ops that take as an attribute what others of their name take as an argument.

use crate::compute::on_device;
use crate::ops::{Made, averaged, padded, transposed};
use tfrt_core_runtime::op;
use tfrt_host::context::ExecCtx;
use tfrt_host::kernel::{Attr, Dense};
use tfrt_tensor::{DeviceTensor, MutableTensor};
use tfrt_tf_ops::metadata;
use tfrt_tf_ops::metadata::{integers, mean as means, pad as paddings};

/// The means along the dimensions that the attribute `reduction_indices` names, which are adjacent.
///
/// # Errors
/// ``tf.Mean needs a `reduction_indices` dense attribute``; `Invalid reduction requested: in_rank=… out_rank=…`;
/// `Unsupported data type: X`.
#[op("_tf.Mean", pure, infer = means::mean)]
pub(crate) fn mean(
    ctx: ExecCtx<'_>,
    x: &MutableTensor,
    keep_dims: Attr<Option<bool>>,
    reduction_indices: Attr<&Dense>,
) -> Made {
    let x = on_device(x)?;
    let indices = means::indices(reduction_indices.0, x.metadata().shape.rank())?;
    averaged(ctx, x, &indices, keep_dims.0.unwrap_or(false))
}

/// The tensor with zeros around it, as many as the attribute `paddings` says.
///
/// # Errors
/// ``_tf.Pad needs a `paddings` dense attribute``; paddings of another shape.
#[op("_tf.Pad", pure, infer = paddings::pad)]
pub(crate) fn pad(ctx: ExecCtx<'_>, x: &MutableTensor, paddings: Attr<Option<&Dense>>) -> Made {
    let x = on_device(x)?;
    let sides = paddings.0.and_then(integers);
    let sides = sides.ok_or("_tf.Pad needs a `paddings` dense attribute")?;
    padded(ctx, x, sides.as_chunks().0)
}

/// The tensor with its dimensions in the order that the attribute `perm` says.
///
/// # Errors
/// ``tf.Transpose needs a `perm` dense attribute``; `Unsupported data type: X`.
#[op("_tf.Transpose", pure, infer = metadata::transpose)]
pub(crate) fn transpose(ctx: ExecCtx<'_>, x: &MutableTensor, perm: Attr<&Dense>) -> Made {
    let order = integers(perm.0).ok_or("tf.Transpose needs a `perm` dense attribute")?;
    transposed(ctx, on_device(x)?, &order)
}
