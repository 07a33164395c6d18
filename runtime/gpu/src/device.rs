//! Devices and contexts.

use crate::registry;
use std::sync::Arc;
use tfrt_cuda::{Context, Device, Driver};
use tfrt_host::context::{ExecCtx, HostHandle};
use tfrt_host::device::Device as RegisteredDevice;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr};

/// The number of the platform CUDA.
const CUDA: i32 = 1;

/// The device of that number.
///
/// # Errors
/// There is no driver, or not so many devices; `Unsupported platform`.
#[kernel(
    "tfrt_gpu.device.get",
    effects(device),
    assembly = "word($platform, gpu_platform) `,` $ordinal attr-dict"
)]
pub fn get(ctx: ExecCtx<'_>, ordinal: i32, platform: Attr<i32>) -> Result<Device, KernelError> {
    if platform.0 != CUDA {
        return Err(KernelError::new(ErrorCode::Unavailable, "Unsupported platform"));
    }
    let ordinal = u32::try_from(ordinal).map_err(|_| format!("there is no device {ordinal}"))?;
    Ok(Device::of(&driver(ctx.host())?, ordinal)?)
}

/// The driver that a host was built with, or else that of the machine.
pub(crate) fn driver(host: &HostHandle) -> Result<Driver, KernelError> {
    Ok(match host.value::<Driver>() {
        Some(driver) => (*driver).clone(),
        None => Driver::open()?,
    })
}

/// The primary context of the device of that number, and the device in the registry of a host, which from now on waits
/// for the context's work before it ends.
///
/// # Errors
/// There is no driver, or not so many devices; the driver's.
pub fn open_context(
    host: &HostHandle,
    ordinal: u32,
) -> Result<(Context, Arc<dyn RegisteredDevice>), KernelError> {
    let context = Device::of(&driver(host)?, ordinal)?.context()?;
    let device = registry::device(host, &context)?;
    Ok((context, device))
}

/// The context of a device that everything in the process shares that asks for it.
///
/// # Errors
/// The driver's.
#[kernel("tfrt_gpu.context.primary", effects(device), assembly = Assembly::OPERANDS)]
pub fn primary(ctx: ExecCtx<'_>, device: &Device) -> Result<Context, KernelError> {
    let context = device.context()?;
    registry::device(ctx.host(), &context)?;
    Ok(context)
}

/// A context of a device of its own.
///
/// # Errors
/// The driver's.
#[kernel("tfrt_gpu.context.create", effects(device), assembly = Assembly::OPERANDS)]
pub fn create(ctx: ExecCtx<'_>, device: &Device) -> Result<Context, KernelError> {
    let context = device.create_context()?;
    registry::device(ctx.host(), &context)?;
    Ok(context)
}
