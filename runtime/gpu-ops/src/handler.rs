//! The handler of a CUDA device.

use crate::compute::Compute;
use crate::list::OPS;
use std::sync::Arc;
use tfrt_core_runtime::{
    CoreRuntime, CoreRuntimeOp, DeviceOpHandler, OpHandler, OpHandlerRef, Ops,
};
use tfrt_host::context::{ExecCtx, HostHandle};
use tfrt_host::device::{Device, HOST_DEVICE};
use tfrt_host::error::{Error, KernelError};
use tfrt_host::kernel;

/// Ops without arguments: the host computes what they give, which then goes to the device.
const CONSTANTS: [&str; 2] = ["tf.Const", "tfrt_test.create_dense_tensor"];

/// Finds ops of a CUDA device, then those of the fallback.
#[derive(Debug)]
struct GpuOpHandler {
    device: Arc<dyn Device>,
    ops: DeviceOpHandler,
    /// Those of the host that [`CONSTANTS`] names.
    constants: DeviceOpHandler,
}

impl OpHandler for GpuOpHandler {
    fn name(&self) -> &str {
        self.ops.name()
    }

    fn make_op(&self, name: &str) -> Result<CoreRuntimeOp, KernelError> {
        if !CONSTANTS.contains(&name) {
            return self.ops.make_op(name);
        }
        let (constant, device) = (self.constants.make_op(name)?, Arc::clone(&self.device));
        Ok(CoreRuntimeOp::new(move |call| {
            let context = call.context;
            let runtime = context.host().shared::<CoreRuntime>();
            let made = constant.call(call);
            made.iter().map(|made| runtime.transfer_inferred(context, made, &device)).collect()
        }))
    }
}

/// A handler of the ops of the CUDA device of that number, for [`Eager::with_handler`](tfrt_core_runtime::Eager::with_handler). Others go to the fallback.
///
/// ```
/// # use tfrt_core_runtime::{Eager, OpHandlerRef};
/// # use tfrt_gpu_ops::op_handler;
/// # use tfrt_host::context::Host;
/// # use tfrt_host::error::Error;
/// # use tfrt_tensor::Tensor;
/// /// Doubles on the device.
/// fn double(host: &Host, x: &Tensor) -> Result<Tensor, Error> {
///     let gpu = Eager::with_handler(op_handler(host, 0, OpHandlerRef::null())?);
///     let ctx = host.context();
///     let x = gpu.transfer(&ctx, x, "GPU:0")?;
///     let doubled = gpu.op("tf.AddV2")?.call(&ctx, [&x, &x])?;
///     gpu.transfer(&ctx, doubled, "CPU:0")?.wait()
/// }
/// # let _ = double;
/// ```
///
/// # Errors
/// There is no driver, or not so many devices; the driver's.
pub fn op_handler(
    host: &HostHandle,
    ordinal: u32,
    fallback: OpHandlerRef,
) -> Result<OpHandlerRef, Error> {
    made(host, ordinal, fallback).map_err(|error| Error::new(error.code, error.message))
}

fn made(
    host: &HostHandle,
    ordinal: u32,
    fallback: OpHandlerRef,
) -> Result<OpHandlerRef, KernelError> {
    let compute = Compute::open(host, ordinal)?;
    let device = Arc::clone(&compute.device);
    let ops = Ops::new().with(&OPS);
    let ops = DeviceOpHandler::new("gpu", Arc::clone(&device), ops, fallback.clone());
    let cpu = host.devices().get(HOST_DEVICE).ok_or("the host has ended")?;
    let of_host = host.value::<Ops>().map(|ops| Ops::clone(&ops)).unwrap_or_default();
    let constants = DeviceOpHandler::new("gpu", cpu, of_host, fallback);
    let handler = GpuOpHandler { device, ops: ops.without_chains(), constants };
    Ok(OpHandlerRef(Arc::new(handler)))
}

/// A handler of the ops of the CUDA device of that number. Others go to the fallback.
///
/// # Errors
/// There is no driver, or not so many devices; the driver's.
#[kernel("corert.create_gpu_op_handler", effects(device))]
pub fn create_gpu_op_handler(
    ctx: ExecCtx<'_>,
    ordinal: i32,
    fallback: &OpHandlerRef,
) -> Result<OpHandlerRef, KernelError> {
    let ordinal = u32::try_from(ordinal).map_err(|_| format!("there is no device {ordinal}"))?;
    made(ctx.host(), ordinal, fallback.clone())
}
