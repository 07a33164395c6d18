//! Kinds of tensors by name: the type `!tfrt.tensor_type`.

use tfrt_host::context::ExecCtx;
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Chain, KernelDef, KernelType};

/// The name of a tensor format, such as `DenseHost`: `!tfrt.tensor_type`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorType(pub String);

impl KernelType for TensorType {
    const NAME: &'static str = "!tfrt.tensor_type";
}

/// The tensor format of that name.
#[kernel("tfrt_test.get_static_tensor_type", pure)]
pub fn get_static_tensor_type(tensor_type: Attr<&str>) -> TensorType {
    TensorType(tensor_type.0.to_owned())
}

/// Prints `tensor_type = X`.
#[kernel("tfrt_test.print_tensor_type")]
pub fn print_tensor_type(ctx: ExecCtx<'_>, tensor_type: &TensorType) -> Chain {
    ctx.request.print(&format!("tensor_type = {}\n", tensor_type.0));
    Chain
}

pub(crate) const KERNELS: &[KernelDef] = &[GET_STATIC_TENSOR_TYPE, PRINT_TENSOR_TYPE];
