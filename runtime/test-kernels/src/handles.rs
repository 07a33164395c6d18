//! Kernels that print the attributes of ops, and one that gives a failed handle.

use tfrt_core_runtime::{OpAttrsRef, TensorHandle};
use tfrt_core_runtime_kernels::attributes::SharedAttributes;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Chain, KernelType};

/// Attributes that cannot be set any more: `!corert.opattrsref`.
#[derive(Clone, Debug)]
pub struct FrozenAttributes(pub OpAttrsRef);

impl KernelType for FrozenAttributes {
    const NAME: &'static str = "!corert.opattrsref";
}

/// Prints the attributes, sorted by name.
#[kernel("tfrt_test.corert.op_attrs_print", effects(prints))]
pub fn corert_op_attrs_print(
    ctx: ExecCtx<'_>,
    attributes: &SharedAttributes,
    chain: Chain,
) -> Chain {
    ctx.request.print(&attributes.0.lock().to_string());
    chain
}

/// The attributes as they are now.
#[kernel("tfrt_test.corert.op_attrs_freeze", effects())]
pub fn corert_op_attrs_freeze(
    attributes: &SharedAttributes,
    chain: Chain,
) -> (FrozenAttributes, Chain) {
    (FrozenAttributes(attributes.0.lock().freeze()), chain)
}

/// Prints the attributes, sorted by name.
#[kernel("tfrt_test.corert.op_attrs_ref_print", effects(prints))]
pub fn corert_op_attrs_ref_print(
    ctx: ExecCtx<'_>,
    attributes: &FrozenAttributes,
    chain: Chain,
) -> Chain {
    ctx.request.print(&attributes.0.to_string());
    chain
}

/// Fails.
///
/// # Errors
/// `invalid tensorhandle`.
#[kernel("tfrt_test.error_tensorhandle", effects())]
pub fn error_tensorhandle() -> Result<TensorHandle, KernelError> {
    Err("invalid tensorhandle".into())
}
