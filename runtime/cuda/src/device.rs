//! Devices of the driver.

use crate::driver::Driver;
use crate::error::CudaError;
use crate::raw;
use cudarc::driver::sys::CUdevice_attribute;
use std::fmt;

/// A CUDA device. Cheap to clone. Thread-safe.
///
/// ```
/// use tfrt_cuda::Device;
///
/// match Device::open(0) {
///     Ok(device) => println!("{}", device.name()?),
///     Err(error) => println!("{error}"), // no driver, or no device
/// }
/// # Ok::<(), tfrt_cuda::CudaError>(())
/// ```
#[derive(Clone)]
pub struct Device {
    driver: Driver,
    ordinal: i32,
    handle: i32,
}

impl Device {
    /// The device of that number, counted from zero.
    ///
    /// # Errors
    /// As [`Driver::open`]; also if there are not so many devices.
    pub fn open(ordinal: u32) -> Result<Self, CudaError> {
        Self::of(&Driver::open()?, ordinal)
    }

    /// The device of that number of a driver.
    ///
    /// # Errors
    /// There are not so many.
    pub fn of(driver: &Driver, ordinal: u32) -> Result<Self, CudaError> {
        let ordinal = i32::try_from(ordinal).unwrap_or(i32::MAX);
        let handle = raw::device(driver.table(), ordinal)?;
        Ok(Self { driver: driver.clone(), ordinal, handle })
    }

    /// The driver.
    #[must_use]
    pub fn driver(&self) -> &Driver {
        &self.driver
    }

    /// Its number.
    #[must_use]
    pub fn ordinal(&self) -> u32 {
        self.ordinal.unsigned_abs()
    }

    /// What the vendor calls it.
    ///
    /// # Errors
    /// The driver's.
    pub fn name(&self) -> Result<String, CudaError> {
        raw::device_name(self.driver.table(), self.handle)
    }

    /// The bytes of its memory.
    ///
    /// # Errors
    /// The driver's.
    pub fn memory(&self) -> Result<usize, CudaError> {
        raw::device_memory(self.driver.table(), self.handle)
    }

    /// Its compute capability: what device code it can run.
    ///
    /// # Errors
    /// The driver's.
    pub fn compute_capability(&self) -> Result<(u32, u32), CudaError> {
        let get = |attribute| {
            let value = raw::device_attribute(self.driver.table(), attribute, self.handle)?;
            Ok::<_, CudaError>(u32::try_from(value).unwrap_or(0))
        };
        let major = get(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
        let minor = get(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
        Ok((major, minor))
    }

    pub(crate) fn handle(&self) -> i32 {
        self.handle
    }
}

impl PartialEq for Device {
    fn eq(&self, other: &Self) -> bool {
        self.driver.is(&other.driver) && self.ordinal == other.ordinal
    }
}

impl Eq for Device {}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Device").field(&self.ordinal).finish()
    }
}
