//! Softmax.

use crate::cost;
use crate::element::Number;
use crate::output::{indices, invalid, output};
use half::{bf16, f16};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, shapes};
use tfrt_numeric::{Exponential, InstructionSet};
use tfrt_tensor::Tensor;

/// The exponentials of the elements along `axis`, times one over their sum: ONNX's `Softmax`. The greatest
/// is subtracted first; the sum has the order of `nn.reduce_sum`. The exponential of `f64` is that of
/// `math.exp`, of all others that of `math.exp.tensor.f32`.
///
/// # Errors
/// `axis 2 is no dimension of shape [2, 3]`; a tensor of another element type.
#[kernel("nn.softmax.{T}", pure, cost = cost::exponential(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "along({T}) -> {T}", T = [f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn softmax<T: Number<Work: Exponential>>(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    axis: Attr<i64>,
) -> Result<Tensor, KernelError> {
    let tensor = T::widened(ctx, tensor)?;
    let shape = tensor.shape().dimensions();
    let dimension = shapes::dimension(shape, axis.0).map_err(invalid)?;
    let elements = tensor.elements::<T::Work>()?;
    let result = output(ctx, shape, |output| {
        let sizes = indices(shape);
        let along = (sizes[dimension], sizes[dimension + 1..].iter().product());
        tfrt_numeric::softmax(&ctx, InstructionSet::chosen(), elements, along, output)
    })?;
    T::rounded(ctx, result)
}
