//! Devices: where tensors may be besides the host's memory, and the registry of a host's devices.
//!
//! A device is an object of another crate. The host knows its name, waits for it and closes it; its kernels
//! know the rest ([`Device::downcast_ref`](trait@Device)). What a device is given to do completes on a thread
//! of its own, which runs no kernel: it keeps its promises by tasks of a queue
//! ([`Promise::on`](crate::value::Promise::on)).
//!
//! # Life of a device
//!
//! *Registered*, programs find it by name. *Closed*, because it was removed or the host has ended, it is not
//! found any more, and everything that still refers to it, such as a tensor in its memory, gets errors. It is
//! freed with the last reference.

use crate::error::{Error, ErrorCode};
use parking_lot::Mutex;
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The name of the device that every host has: its own processors and memory.
pub const HOST_DEVICE: &str = "CPU:0";

/// A device. Thread-safe.
///
/// ```
/// use std::sync::Arc;
/// use tfrt_host::context::Host;
/// use tfrt_host::device::Device;
///
/// #[derive(Debug)]
/// struct Card {
///     cores: u32,
/// }
///
/// impl Device for Card {
///     fn name(&self) -> &str {
///         "CARD:0"
///     }
/// }
///
/// let host = Host::builder().build()?;
/// host.devices().add(Arc::new(Card { cores: 2 }))?;
/// let device = host.devices().get("CARD:0").expect("it was added");
/// assert_eq!(device.downcast_ref::<Card>().map(|card| card.cores), Some(2));
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
pub trait Device: Any + Send + Sync + fmt::Debug {
    /// The name, which stays the same: the kind in capitals, a colon and a number.
    fn name(&self) -> &str;

    /// Returns when the device has done all that it was given, and has passed all completions to their
    /// queues; then how many pieces of work it has been given so far. Must not wait for a queue.
    fn quiesce(&self) -> u64 {
        0
    }

    /// Ends the device: work that is not done fails, later work is refused, each with an error that names the
    /// device. When it returns, the device has no thread that uses the host. Must not wait for a queue; further
    /// calls do nothing.
    fn close(&self) {}
}

impl dyn Device {
    /// The device, if it is of that type.
    #[must_use]
    pub fn downcast_ref<T: Device>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref()
    }
}

/// The devices of a host, by name. Thread-safe.
///
/// ```
/// use tfrt_host::context::Host;
///
/// let host = Host::builder().build()?;
/// assert_eq!(host.devices().names(), ["CPU:0"]);
/// assert!(host.devices().get("GPU:0").is_none());
/// assert!(host.devices().remove("CPU:0").is_err()); // it is the host
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
#[derive(Debug)]
pub struct Devices(Mutex<Registry>);

#[derive(Debug)]
struct Registry {
    devices: BTreeMap<String, Arc<dyn Device>>,
    closed: bool,
}

impl Devices {
    /// The registry of a new host.
    pub(crate) fn new() -> Self {
        let host: Arc<dyn Device> = Arc::new(HostDevice);
        let devices = BTreeMap::from([(HOST_DEVICE.to_owned(), host)]);
        Self(Mutex::new(Registry { devices, closed: false }))
    }

    /// Registers a device.
    ///
    /// # Errors
    /// There is one of that name, or the host has ended.
    pub fn add(&self, device: Arc<dyn Device>) -> Result<(), Error> {
        let mut registry = self.0.lock();
        let name = device.name().to_owned();
        if registry.closed {
            let message = format!("cannot add device {name}: the host has ended");
            return Err(Error::new(ErrorCode::Cancelled, message));
        }
        if registry.devices.contains_key(&name) {
            let message = format!("there is a device {name}");
            return Err(Error::new(ErrorCode::InvalidArgument, message));
        }
        registry.devices.insert(name, device);
        Ok(())
    }

    /// The device of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Arc<dyn Device>> {
        self.0.lock().devices.get(name).map(Arc::clone)
    }

    /// The names, sorted.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.0.lock().devices.keys().cloned().collect()
    }

    /// Takes a device out and closes it, even if it is in use: its work then gives errors.
    ///
    /// # Errors
    /// There is none of that name, or it is the host.
    pub fn remove(&self, name: &str) -> Result<(), Error> {
        if name == HOST_DEVICE {
            let message = format!("device {name} is the host and cannot be removed");
            return Err(Error::new(ErrorCode::InvalidArgument, message));
        }
        let removed = self.0.lock().devices.remove(name);
        let device = removed.ok_or_else(|| not_found(name))?;
        // Outside the lock: it waits for threads of the device.
        device.close();
        Ok(())
    }

    /// See [`Device::quiesce`]; the sum.
    pub(crate) fn quiesce(&self) -> u64 {
        // Devices that were removed meanwhile have no work.
        let devices: Vec<_> = self.0.lock().devices.values().cloned().collect();
        devices.iter().map(|device| device.quiesce()).fold(0, u64::wrapping_add)
    }

    /// Closes all devices and takes them out.
    pub(crate) fn close(&self) {
        let devices = {
            let mut registry = self.0.lock();
            registry.closed = true;
            std::mem::take(&mut registry.devices)
        };
        for device in devices.values() {
            device.close();
        }
    }
}

/// The error of a name that no device has.
pub(crate) fn not_found(name: &str) -> Error {
    Error::new(ErrorCode::NotFound, format!("cannot find device {name}"))
}

/// The host itself.
#[derive(Debug)]
struct HostDevice;

impl Device for HostDevice {
    fn name(&self) -> &str {
        HOST_DEVICE
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[derive(Debug, Default)]
    struct Counted {
        closed: AtomicUsize,
    }

    impl Device for Counted {
        fn name(&self) -> &str {
            "TEST:0"
        }

        fn close(&self) {
            self.closed.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn devices_are_closed_when_they_leave() {
        let (devices, device) = (Devices::new(), Arc::new(Counted::default()));
        let add = || devices.add(Arc::<Counted>::clone(&device));
        add().unwrap();
        assert_eq!(add().unwrap_err().message(), "there is a device TEST:0");
        assert_eq!(devices.names(), ["CPU:0", "TEST:0"]);
        devices.remove("TEST:0").unwrap();
        assert_eq!(device.closed.load(Ordering::Relaxed), 1);
        assert_eq!(devices.remove("TEST:0").unwrap_err().message(), "cannot find device TEST:0");
        assert_eq!(devices.remove("CPU:0").unwrap_err().code(), ErrorCode::InvalidArgument);
        add().unwrap();
        devices.close();
        assert_eq!(device.closed.load(Ordering::Relaxed), 2);
        assert_eq!(add().unwrap_err().code(), ErrorCode::Cancelled);
        assert!(devices.get("TEST:0").is_none() && devices.get("CPU:0").is_none());
    }
}
