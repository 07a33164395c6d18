//! Kernels that make handlers of ops, and that name them.

use std::sync::Arc;
use tfrt_core_runtime::{CoreRuntime, DeviceOpHandler, LoggingOpHandler, OpHandlerRef, Ops};
use tfrt_host::context::ExecCtx;
use tfrt_host::device::HOST_DEVICE;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Chain};

/// A handler that knows no op: the end of a chain of handlers.
#[kernel("corert.create_null_op_handler", effects())]
pub fn create_null_op_handler() -> OpHandlerRef {
    OpHandlerRef::null()
}

/// A handler of the ops of the CPU, which are those that the host was built with. Others go to the fallback.
///
/// # Errors
/// `cannot find device CPU:0`: the run may not use it.
#[kernel("corert.create_cpu_op_handler", effects())]
pub fn create_cpu_op_handler(
    ctx: ExecCtx<'_>,
    fallback: &OpHandlerRef,
) -> Result<OpHandlerRef, KernelError> {
    cpu(ctx, fallback, HOST_DEVICE)
}

/// A handler of the ops of the CPU of that number.
///
/// # Errors
/// `cannot find device CPU:1`: there is only one.
#[kernel("corert.create_cpu_op_handler_with_ordinal", effects())]
pub fn create_cpu_op_handler_with_ordinal(
    ctx: ExecCtx<'_>,
    fallback: &OpHandlerRef,
    ordinal: i32,
) -> Result<OpHandlerRef, KernelError> {
    cpu(ctx, fallback, &format!("CPU:{ordinal}"))
}

fn cpu(
    ctx: ExecCtx<'_>,
    fallback: &OpHandlerRef,
    device: &str,
) -> Result<OpHandlerRef, KernelError> {
    let device = ctx.request.device(device).map_err(|error| error.message().to_owned())?;
    let ops = ctx.host().value::<Ops>().map(|ops| Ops::clone(&ops)).unwrap_or_default();
    let handler = DeviceOpHandler::new("cpu", device, ops, fallback.clone());
    Ok(OpHandlerRef(Arc::new(handler)))
}

/// A handler that writes each call of its fallback to the log, with inputs and, if `sync_log_results` is not zero,
/// outputs.
#[kernel("corert.create_logging_op_handler", effects())]
pub fn create_logging_op_handler(
    fallback: &OpHandlerRef,
    sync_log_results: Attr<i64>,
) -> OpHandlerRef {
    let handler = LoggingOpHandler::new(fallback.clone());
    let handler = if sync_log_results.0 == 0 { handler } else { handler.with_results() };
    OpHandlerRef(Arc::new(handler))
}

/// The handler of that name.
///
/// # Errors
/// `op_handler not found: X`.
#[kernel("corert.get_op_handler", effects(), assembly = "$chain $op_handler_name attr-dict")]
pub fn get_op_handler(
    ctx: ExecCtx<'_>,
    chain: Chain,
    op_handler_name: Attr<&str>,
) -> Result<OpHandlerRef, KernelError> {
    let Chain = chain;
    find(ctx, op_handler_name.0)
}

pub(crate) fn find(ctx: ExecCtx<'_>, name: &str) -> Result<OpHandlerRef, KernelError> {
    let found = ctx.host().shared::<CoreRuntime>().handler(name);
    found.map_err(|error| error.message().to_owned().into())
}

/// Makes a handler known under a name. If there is one of that name, that stays.
#[kernel("corert.register_op_handler", effects(), assembly = "$handler $op_handler_name attr-dict")]
pub fn register_op_handler(
    ctx: ExecCtx<'_>,
    handler: &OpHandlerRef,
    op_handler_name: Attr<&str>,
) -> Chain {
    ctx.host().shared::<CoreRuntime>().register(op_handler_name.0, handler.clone());
    Chain
}
