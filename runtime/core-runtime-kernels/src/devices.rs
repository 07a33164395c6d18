//! Kernels that move tensors between devices.

use tfrt_core_runtime::{CoreRuntime, TensorHandle};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::Assembly;
use tfrt_host::value::MaybeDone;
use tfrt_kernels::device::DeviceRef;
use tfrt_kernels::tensor_type::TensorType;

/// The kind of tensors that a tensor becomes on a device.
///
/// # Errors
/// `failed to find dst device type for src_tensor_type=X and dst_device_type=Y`.
#[kernel("corert.get_dst_tensor_type", effects(), assembly = Assembly::OPERANDS)]
pub fn get_dst_tensor_type(
    ctx: ExecCtx<'_>,
    handle: &TensorHandle,
    device: &DeviceRef,
) -> Result<TensorType, KernelError> {
    let tensor = handle.tensor().get().ok_or("the tensor is not there yet")?;
    let tensor = tensor.map_err(|error| error.message().to_owned())?;
    let runtime = ctx.host().shared::<CoreRuntime>();
    Ok(TensorType(runtime.destination_kind(tensor, &**device)?.to_owned()))
}

/// The tensor on a device, as one of that kind.
///
/// # Errors
/// `cannot find conversion function for [A]->[B]`; that of the conversion.
#[kernel("corert.transfer", effects(), assembly = Assembly::OPERANDS)]
pub fn transfer(
    ctx: ExecCtx<'_>,
    handle: &TensorHandle,
    device: &DeviceRef,
    tensor_type: &TensorType,
) -> MaybeDone<TensorHandle> {
    let runtime = ctx.host().shared::<CoreRuntime>();
    runtime.transfer(ctx, handle, &device.0, &tensor_type.0).when_there()
}

/// The tensor on a device, of the kind that tensors have there.
///
/// # Errors
/// As `corert.transfer`.
#[kernel("corert.transfer_inferred_tensortype", effects(), assembly = Assembly::OPERANDS)]
pub fn transfer_inferred(
    ctx: ExecCtx<'_>,
    handle: &TensorHandle,
    device: &DeviceRef,
) -> MaybeDone<TensorHandle> {
    let runtime = ctx.host().shared::<CoreRuntime>();
    runtime.transfer_inferred(ctx, handle, &device.0).when_there()
}
