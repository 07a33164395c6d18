//! The dialect `corert_sync`: kernels for functions whose ops run in order, as those of `corert` without chains.

use crate::handlers::find;
use crate::site::{FunctionAttributes, OpSite};
use crate::{execute, handlers, tensors};
use tfrt_core_runtime::{OpHandlerRef, TensorHandle};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Chain, ResultCount};
use tfrt_host::value::MaybeDone;
use tfrt_tensor_kernels::{Literal, Numbers};

/// The handler of that name.
///
/// # Errors
/// `op_handler not found: X`.
#[kernel("corert_sync.get_op_handler", effects(), assembly = "$op_handler_name attr-dict")]
pub fn get_op_handler(
    ctx: ExecCtx<'_>,
    op_handler_name: Attr<&str>,
) -> Result<OpHandlerRef, KernelError> {
    find(ctx, op_handler_name.0)
}

/// Makes a handler known under a name.
#[kernel(
    "corert_sync.register_op_handler",
    effects(),
    assembly = "$handler $op_handler_name attr-dict"
)]
pub fn register_op_handler(ctx: ExecCtx<'_>, handler: &OpHandlerRef, op_handler_name: Attr<&str>) {
    let Chain = handlers::register_op_handler(ctx, handler, op_handler_name);
}

/// Calls the op of that name.
///
/// # Errors
/// As `corert.executeop`.
#[kernel(
    "corert_sync.executeop",
    assembly = "`(` $op_handler `)` $op_name `(` $arguments `)` pairs($op_attrs) \
        pairs($op_func_attrs) result-count"
)]
pub fn executeop(
    ctx: ExecCtx<'_>,
    op_handler: &OpHandlerRef,
    arguments: Vec<TensorHandle>,
    op_attrs: Attr<&OpSite>,
    op_func_attrs: Attr<&FunctionAttributes>,
    op_name: Attr<&str>,
    results: ResultCount,
) -> Vec<MaybeDone<TensorHandle>> {
    execute::executeop(ctx, op_handler, arguments, op_attrs, op_func_attrs, op_name, results)
}

/// Prints the tensor and a newline.
#[kernel("corert_sync.print_tensorhandle", effects(prints), assembly = "`(` $handle `)` attr-dict")]
pub fn print_tensorhandle(ctx: ExecCtx<'_>, handle: &TensorHandle) {
    let Chain = tensors::print_tensorhandle(ctx, handle, Chain);
}

/// A dense tensor of the attribute `shape` with the elements of the attribute `value`.
///
/// # Errors
/// As `corert.create_dense_tensor`.
#[kernel("corert_sync.create_dense_tensor.{T}", effects(), assembly = "attr-dict",
    T = [u8, u16, u32, u64, i8, i16, i32, i64, f32, f64, bool as "i1", half::f16 as "f16", half::bf16 as "bf16"])]
pub fn create_dense_tensor<T: Literal>(
    ctx: ExecCtx<'_>,
    shape: Attr<Vec<i64>>,
    value: Attr<&Numbers<T>>,
) -> Result<TensorHandle, KernelError> {
    tensors::dense(ctx, &shape.0, &value.0.0)
}
