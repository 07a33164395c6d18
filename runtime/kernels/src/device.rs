//! Devices of the host: the type `!tfrt.device`.

use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Chain, KernelType};

/// The name of the device that every host has.
const HOST_DEVICE: &str = "CPU:0";

/// A device, by its name: `!tfrt.device`.
///
/// ```
/// use tfrt_kernels::device::{Device, get_device};
/// # use tfrt_host::kernel::{Attr, Chain};
/// assert_eq!(get_device(Chain, Attr("CPU:0"))?, Device("CPU:0".to_owned()));
/// # Ok::<(), tfrt_host::error::KernelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Device(pub String);

impl KernelType for Device {
    const NAME: &'static str = "!tfrt.device";
    const PATH: Option<&'static str> = Some("tfrt::kernels::device::Device");
}

/// The device of that name.
///
/// # Errors
/// `cannot find device X`.
#[kernel("tfrt.get_device", effects(), assembly = Assembly::OPERANDS)]
pub fn get_device(_chain: Chain, device_name: Attr<&str>) -> Result<Device, KernelError> {
    if device_name.0 == HOST_DEVICE {
        return Ok(Device(device_name.0.to_owned()));
    }
    Err(KernelError::from(format!("cannot find device {}", device_name.0)))
}

#[cfg(test)]
mod tests {
    use super::Device;
    use crate::testing::{Bench, get, message};
    use tfrt_host::kernel::{Attribute, Chain, Value};

    #[test]
    fn the_host_is_a_device() {
        let bench = Bench::new();
        let device = |name: &str| {
            let name = Attribute::String(name.as_bytes().to_vec());
            bench.call("tfrt.get_device", &[Value::new(Chain)], &[name], &[], 1).remove(0)
        };
        assert_eq!(get::<Device>(&device("CPU:0")).0, "CPU:0");
        assert_eq!(message(&device("GPU:0")), "cannot find device GPU:0");
    }
}
