//! The Core Runtime of a host: its handlers and conversions.

use crate::convert::{self, Conversion, ConversionRow};
use crate::handle::TensorHandle;
use crate::handler::{self, OpHandlerRef};
use parking_lot::RwLock;
use std::collections::BTreeMap;
use std::sync::Arc;
use tfrt_host::context::ExecCtx;
use tfrt_host::device::{Device, HOST_DEVICE};
use tfrt_host::error::{Error, KernelError};
use tfrt_host::value::AsyncRef;
use tfrt_tensor::MutableTensor;

/// Handlers of ops by name, and conversions of tensors. A host has one: `host.shared::<CoreRuntime>()`. Thread-safe.
///
/// ```
/// use tfrt_core_runtime::{CoreRuntime, OpHandlerRef};
///
/// let host = tfrt_host::context::Host::builder().build()?;
/// let runtime = host.shared::<CoreRuntime>();
/// assert!(runtime.register("null", OpHandlerRef::null()));
/// assert!(!runtime.register("null", OpHandlerRef::null())); // the first one stays
/// assert_eq!(runtime.handler("cpu").unwrap_err().message(), "op_handler not found: cpu");
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
#[derive(Debug)]
pub struct CoreRuntime {
    handlers: RwLock<BTreeMap<String, OpHandlerRef>>,
    conversions: RwLock<Vec<ConversionRow>>,
    /// The names of dense tensors, by kinds of devices.
    dense: RwLock<BTreeMap<&'static str, &'static str>>,
}

impl Default for CoreRuntime {
    fn default() -> Self {
        let conversions = RwLock::new(convert::OF_HOST.to_vec());
        let dense = [("CPU", "DenseHost"), ("GPU", "DenseGpu"), ("TPU", "DenseTpu")];
        Self { handlers: RwLock::default(), conversions, dense: RwLock::new(dense.into()) }
    }
}

impl CoreRuntime {
    /// Makes a handler known under a name. False if there is one of that name, which stays.
    pub fn register(&self, name: &str, handler: OpHandlerRef) -> bool {
        let mut handlers = self.handlers.write();
        if handlers.contains_key(name) {
            return false;
        }
        handlers.insert(name.to_owned(), handler);
        true
    }

    /// The handler of that name.
    ///
    /// # Errors
    /// `op_handler not found: X`.
    pub fn handler(&self, name: &str) -> Result<OpHandlerRef, Error> {
        self.handlers.read().get(name).cloned().ok_or_else(|| handler::not_found(name))
    }

    /// Adds conversions, which are found before those that were there.
    pub fn add_conversions(&self, rows: &[ConversionRow]) {
        self.conversions.write().splice(0..0, rows.iter().copied());
    }

    /// Says what dense tensors are called on devices of a kind: `("GPU", "DenseGpu")`.
    pub fn add_device_kind(&self, device: &'static str, dense: &'static str) {
        self.dense.write().insert(device, dense);
    }

    /// The kind of dense tensors on a device, by its name.
    fn dense_on(&self, device: &str) -> Option<&'static str> {
        self.dense.read().get(kind_of(device)).copied()
    }

    /// The kind of tensors that a tensor is to become on a device: that of the device's dense tensors, or the tensor's own if
    /// devices have no elements of its type.
    ///
    /// # Errors
    /// `failed to find dst device type for src_tensor_type=X and dst_device_type=Y`.
    pub fn destination_kind(
        &self,
        tensor: &MutableTensor,
        device: &dyn Device,
    ) -> Result<&'static str, KernelError> {
        if tensor.metadata().dtype.size().is_none() {
            return Ok(tensor.type_name());
        }
        self.dense_on(device.name()).ok_or_else(|| {
            let (kind, device) = (tensor.type_name(), kind_of(device.name()));
            let message = format!(
                "failed to find dst device type for src_tensor_type={kind} and dst_device_type={device}"
            );
            message.into()
        })
    }

    /// The kind of tensors that a tensor becomes on a device, if nobody says it: one in the host's memory keeps its
    /// own there.
    fn inferred_kind(&self, tensor: &MutableTensor, device: &str) -> &'static str {
        if device == HOST_DEVICE && tensor.device().is_none() {
            return tensor.type_name();
        }
        self.dense_on(device).unwrap_or("DenseHost")
    }

    fn conversion(&self, from: &str, to: &str) -> Result<Conversion, KernelError> {
        let rows = self.conversions.read();
        let found = rows.iter().find(|(source, target, _)| *source == from && *target == to);
        let missing = || format!("cannot find conversion function for [{from}]->[{to}]");
        found.map(|(.., conversion)| *conversion).ok_or_else(|| missing().into())
    }

    /// The tensor on that device, as one of that kind (`DenseHost`). The handle itself, if it is one already; else
    /// a copy, which is there later if the tensor is, or if the conversion takes time.
    ///
    /// An error of the conversion is reported at the caller.
    #[must_use]
    pub fn transfer(
        &self,
        context: ExecCtx<'_>,
        handle: &TensorHandle,
        device: &Arc<dyn Device>,
        kind: &str,
    ) -> TensorHandle {
        self.move_to(context, handle, device, Some(kind))
    }

    /// The tensor on that device, of the kind that tensors have there: in the host's memory a tensor keeps its own.
    ///
    /// An error of the conversion is reported at the caller.
    #[must_use]
    pub fn transfer_inferred(
        &self,
        context: ExecCtx<'_>,
        handle: &TensorHandle,
        device: &Arc<dyn Device>,
    ) -> TensorHandle {
        if handle.device_name().is_some_and(|it| it.ok() == Some(device.name())) {
            return handle.clone();
        }
        self.move_to(context, handle, device, None)
    }

    fn move_to(
        &self,
        context: ExecCtx<'_>,
        handle: &TensorHandle,
        device: &Arc<dyn Device>,
        kind: Option<&str>,
    ) -> TensorHandle {
        if handle.as_error().is_some() {
            return handle.clone();
        }
        if handle.pending_tensor().is_none() {
            let moved = self.moved(context, handle.tensor(), device, kind);
            if moved.as_any().ptr_eq(handle.tensor().as_any()) {
                return handle.clone();
            }
            return TensorHandle::of_moved(moved, handle).on(device);
        }
        let (promise, moved) = AsyncRef::pending();
        let result = TensorHandle::of_moved(moved, handle).on(device);
        let (owned, device) = (context.to_owned(), Arc::clone(device));
        let kind = kind.map(str::to_owned);
        let runtime = context.host().shared::<Self>();
        handle.tensor().clone().into_any().and_then_with(move |tensor| {
            if let Ok(tensor) = AsyncRef::from_any(tensor) {
                promise.forward(runtime.moved(owned.as_ctx(), &tensor, &device, kind.as_deref()));
            }
        });
        result
    }

    /// A tensor that is there, on a device: itself, if it is there of that kind, or is an error.
    fn moved(
        &self,
        context: ExecCtx<'_>,
        value: &AsyncRef<MutableTensor>,
        device: &Arc<dyn Device>,
        kind: Option<&str>,
    ) -> AsyncRef<MutableTensor> {
        let Some(Ok(tensor)) = value.get() else { return value.clone() };
        let kind = kind.unwrap_or_else(|| self.inferred_kind(tensor, device.name()));
        let here = tensor.device().map_or(HOST_DEVICE, |it| it.name());
        if here == device.name() && tensor.type_name() == kind {
            return value.clone();
        }
        self.convert(context, tensor, device, kind).unwrap_or_else(AsyncRef::from_error)
    }

    fn convert(
        &self,
        context: ExecCtx<'_>,
        tensor: &MutableTensor,
        device: &Arc<dyn Device>,
        kind: &str,
    ) -> Result<AsyncRef<MutableTensor>, Error> {
        let conversion = self.conversion(tensor.type_name(), kind);
        let converted = conversion
            .and_then(|conversion| convert::caught(|| conversion(context, tensor, device)));
        converted.map_err(|error| context.report(error))
    }
}

/// The kind of a device: its name without the number.
fn kind_of(device: &str) -> &str {
    device.split(':').next().unwrap_or(device)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tfrt_host::context::{Host, Site, SiteRef};
    use tfrt_host::error::Location;
    use tfrt_tensor::{CooHostTensor, DenseHostTensor, TensorShape};

    static SITE: Site = Site::new("test", Location::Unknown);

    /// The table has no row from a kind of coordinates to itself.
    #[test]
    fn a_late_tensor_that_is_of_the_kind_is_not_converted() {
        let host = Host::builder().build().unwrap();
        let request = host.context();
        let context = ExecCtx { request: &request, site: SiteRef::Static(&SITE), depth: 0 };
        let device = host.devices().get(HOST_DEVICE).unwrap();
        let square = TensorShape::new(&[1, 1]).unwrap();
        let dense = DenseHostTensor::from_vec(square, vec![7_i32]).unwrap();
        let coo = CooHostTensor::from_dense::<i32>(&dense, host.allocator()).unwrap();
        let (promise, tensor) = AsyncRef::pending();
        let late = TensorHandle::later(tensor);
        let runtime = host.shared::<CoreRuntime>();
        let moved = runtime.transfer(context, &late, &device, "CooHost");
        promise.set(MutableTensor::Coo(coo));
        assert_eq!(moved.to_string(), late.to_string());
        let again = runtime.transfer(context, &late, &device, "CooHost");
        assert!(again.tensor().as_any().ptr_eq(late.tensor().as_any()));
    }
}
