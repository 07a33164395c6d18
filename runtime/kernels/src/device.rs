//! Devices of the host: the type `!tfrt.device`.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use tfrt_host::context::ExecCtx;
use tfrt_host::device::Device;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Chain, KernelType};

/// A reference to a device: `!tfrt.device`.
///
/// ```
/// use tfrt_kernels::device::DeviceRef;
///
/// /// Whether it is a device of that kind.
/// #[tfrt_host::kernel("my.is_gpu", pure)]
/// fn is_gpu(device: &DeviceRef) -> bool {
///     device.name().starts_with("GPU:")
/// }
/// assert_eq!(IS_GPU.op.name, "my.is_gpu");
/// ```
#[derive(Clone)]
pub struct DeviceRef(pub Arc<dyn Device>);

impl KernelType for DeviceRef {
    const NAME: &'static str = "!tfrt.device";
    const PATH: Option<&'static str> = Some("tfrt::kernels::device::DeviceRef");
}

impl Deref for DeviceRef {
    type Target = dyn Device;

    fn deref(&self) -> &dyn Device {
        &*self.0
    }
}

impl fmt::Debug for DeviceRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DeviceRef").field(&self.name()).finish()
    }
}

/// The device of that name, which the host has and the run may use.
///
/// # Errors
/// `cannot find device X`.
#[kernel("tfrt.get_device", effects(), assembly = Assembly::OPERANDS)]
pub fn get_device(
    ctx: ExecCtx<'_>,
    _chain: Chain,
    device_name: Attr<&str>,
) -> Result<DeviceRef, KernelError> {
    // Without the code: the original's is that of all errors of kernels.
    let found = ctx.request.device(device_name.0);
    Ok(DeviceRef(found.map_err(|error| error.message().to_owned())?))
}

#[cfg(test)]
mod tests {
    use super::DeviceRef;
    use crate::testing::{Bench, get, message};
    use tfrt_host::kernel::{Attribute, Chain, Value};

    #[test]
    fn the_host_is_a_device() {
        let bench = Bench::new();
        let device = |name: &str| {
            let name = Attribute::String(name.as_bytes().to_vec());
            bench.call("tfrt.get_device", &[Value::new(Chain)], &[name], &[], 1).remove(0)
        };
        assert_eq!(get::<DeviceRef>(&device("CPU:0")).name(), "CPU:0");
        assert_eq!(message(&device("GPU:0")), "cannot find device GPU:0");
    }
}
