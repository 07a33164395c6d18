//! Handles of tensors that may be there later.

use std::fmt;
use std::sync::Arc;
use tfrt_host::device::Device;
use tfrt_host::error::Error;
use tfrt_host::kernel::KernelType;
use tfrt_host::value::{AnyRef, AsyncRef, MaybeDone};
use tfrt_kernels::device::DeviceRef;
use tfrt_tensor::{MutableTensor, TensorMetadata};

/// A tensor on some device, of which each part may be there later: device, metadata and the tensor itself.
/// `!corert.tensorhandle`.
///
/// The metadata may be known while the tensor is computed, so that callers know shapes at once; the tensor may
/// still become an error. A handle may be an error from the start: then its metadata are, too.
///
/// A tensor behind a handle is not written any more, except by an op that has the only handle of it.
///
/// Cheap to clone. Thread-safe.
///
/// ```
/// use tfrt_core_runtime::TensorHandle;
/// use tfrt_tensor::{DenseHostTensor, TensorShape};
///
/// let ones = DenseHostTensor::from_vec(TensorShape::new(&[2, 2])?, vec![1_i32; 4])?;
/// let handle = TensorHandle::new(ones.into());
/// let metadata = handle.metadata().expect("it is there").expect("it is no error");
/// assert_eq!(metadata.to_string(), "i32 [2, 2]");
/// # Ok::<(), tfrt_tensor::TensorError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TensorHandle {
    tensor: AsyncRef<MutableTensor>,
    metadata: Metadata,
    place: Place,
}

/// When the element type and shape of a tensor are known.
#[derive(Clone, Debug)]
pub(crate) enum Metadata {
    /// What the tensor says, when it is there.
    OfTensor,
    /// Before the tensor is there.
    Known(TensorMetadata),
    /// Later, but before the tensor is there.
    Later(AsyncRef<KnownMetadata>),
}

/// Metadata as the content of a value; none if only the tensor says them.
#[derive(Clone, Debug)]
pub(crate) struct KnownMetadata(pub(crate) Option<TensorMetadata>);

impl KernelType for KnownMetadata {
    const NAME: &'static str = "!corert.metadata";
}

/// The device of a handle's tensor.
#[derive(Clone, Debug)]
enum Place {
    Host,
    On(Arc<dyn Device>),
    Later(AsyncRef<DeviceRef>),
}

impl KernelType for TensorHandle {
    const NAME: &'static str = "!corert.tensorhandle";
    const PATH: Option<&'static str> = Some("tfrt::core_runtime::TensorHandle");

    fn text(&self) -> Option<String> {
        Some(self.to_string().trim_end().to_owned())
    }
}

impl TensorHandle {
    /// The handle of a tensor that is there.
    #[must_use]
    pub fn new(tensor: MutableTensor) -> Self {
        let place = tensor.device().map_or(Place::Host, |device| Place::On(Arc::clone(device)));
        Self { tensor: AsyncRef::available(tensor), metadata: Metadata::OfTensor, place }
    }

    /// The handle of a tensor on the host whose metadata are not known before it is there.
    #[must_use]
    pub fn later(tensor: AsyncRef<MutableTensor>) -> Self {
        Self { tensor, metadata: Metadata::OfTensor, place: Place::Host }
    }

    /// The handle of a tensor on the host that has these metadata, or becomes an error.
    #[must_use]
    pub fn with_metadata(tensor: AsyncRef<MutableTensor>, metadata: TensorMetadata) -> Self {
        Self { tensor, metadata: Metadata::Known(metadata), place: Place::Host }
    }

    /// The handle of an error.
    #[must_use]
    pub fn error(error: Error) -> Self {
        Self::later(AsyncRef::from_error(error))
    }

    pub(crate) fn of_parts(tensor: AsyncRef<MutableTensor>, metadata: Metadata) -> Self {
        Self { tensor, metadata, place: Place::Host }
    }

    /// A tensor that has or will have the metadata of another.
    pub(crate) fn of_moved(tensor: AsyncRef<MutableTensor>, other: &Self) -> Self {
        let metadata = match &other.metadata {
            Metadata::OfTensor => match other.tensor.get() {
                Some(Ok(tensor)) => Metadata::Known(tensor.metadata()),
                _ => Metadata::OfTensor,
            },
            known => known.clone(),
        };
        Self::of_parts(tensor, metadata)
    }

    /// The same tensor, which is or will be on that device.
    #[must_use]
    pub fn on(self, device: &Arc<dyn Device>) -> Self {
        let host = device.name() == tfrt_host::device::HOST_DEVICE;
        let place = if host { Place::Host } else { Place::On(Arc::clone(device)) };
        Self { place, ..self }
    }

    /// The same tensor, on a device that is known later.
    #[must_use]
    pub fn on_later(self, device: AsyncRef<DeviceRef>) -> Self {
        Self { place: Place::Later(device), ..self }
    }

    /// The tensor.
    #[must_use]
    pub fn tensor(&self) -> &AsyncRef<MutableTensor> {
        &self.tensor
    }

    /// The tensor, without the handle.
    #[must_use]
    pub fn into_tensor(self) -> AsyncRef<MutableTensor> {
        self.tensor
    }

    /// The element type and shape, or the error that the handle is; `None` if they are not known yet.
    #[must_use]
    pub fn metadata(&self) -> Option<Result<TensorMetadata, Error>> {
        match &self.metadata {
            Metadata::Known(metadata) => Some(Ok(metadata.clone())),
            Metadata::Later(later) => match later.get()? {
                Ok(KnownMetadata(Some(metadata))) => Some(Ok(metadata.clone())),
                Ok(KnownMetadata(None)) => self.metadata_of_tensor(),
                Err(error) => Some(Err(error.clone())),
            },
            Metadata::OfTensor => self.metadata_of_tensor(),
        }
    }

    fn metadata_of_tensor(&self) -> Option<Result<TensorMetadata, Error>> {
        let tensor = self.tensor.get()?;
        Some(tensor.map(MutableTensor::metadata).map_err(Error::clone))
    }

    /// What to wait for until the metadata are known; `None` if they are.
    #[must_use]
    pub fn pending_metadata(&self) -> Option<&AnyRef> {
        match &self.metadata {
            Metadata::Known(_) => None,
            Metadata::Later(later) => match later.get() {
                None => Some(later.as_any()),
                Some(Ok(KnownMetadata(None))) => self.pending_tensor(),
                Some(_) => None,
            },
            Metadata::OfTensor => self.pending_tensor(),
        }
    }

    /// What to wait for until the tensor is there; `None` if it is, or is an error.
    #[must_use]
    pub fn pending_tensor(&self) -> Option<&AnyRef> {
        (!self.tensor.is_available()).then(|| self.tensor.as_any())
    }

    /// The handle as a value that is there when its tensor is, and an error if that is one.
    pub fn when_there(self) -> MaybeDone<Self> {
        match self.tensor.get() {
            Some(Ok(_)) => MaybeDone::Done(Ok(self)),
            Some(Err(error)) => MaybeDone::Done(Err(error.clone())),
            None => {
                let (promise, value) = AsyncRef::pending();
                let tensor = self.tensor.clone();
                tensor.and_then(move || match self.as_error().cloned() {
                    Some(error) => promise.fail(error),
                    None => promise.set(self),
                });
                MaybeDone::Pending(value)
            }
        }
    }

    /// The name of the device; `None` if it is not known yet.
    #[must_use]
    pub fn device_name(&self) -> Option<Result<&str, &Error>> {
        match &self.place {
            Place::Host => Some(Ok(tfrt_host::device::HOST_DEVICE)),
            Place::On(device) => Some(Ok(device.name())),
            Place::Later(later) => Some(later.get()?.map(|device| device.name())),
        }
    }

    /// The error that it is, because its device, metadata or tensor is one.
    #[must_use]
    pub fn as_error(&self) -> Option<&Error> {
        if let Place::Later(later) = &self.place
            && let Some(Err(error)) = later.get()
        {
            return Some(error);
        }
        if let Metadata::Later(later) = &self.metadata
            && let Some(Err(error)) = later.get()
        {
            return Some(error);
        }
        self.tensor.get()?.err()
    }
}

impl From<MutableTensor> for TensorHandle {
    fn from(tensor: MutableTensor) -> Self {
        Self::new(tensor)
    }
}

/// As `corert.print_tensorhandle` prints it, without a newline of its own.
impl fmt::Display for TensorHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tensor.get() {
            Some(Ok(tensor)) => tensor.fmt(f),
            Some(Err(error)) => write!(f, "Error TensorHandle: '{}'", error.message()),
            None => match self.metadata() {
                Some(Ok(metadata)) => write!(f, "future TensorHandle with metadata {metadata}"),
                Some(Err(error)) => {
                    write!(f, "future TensorHandle with error metadata '{}'", error.message())
                }
                None => f.write_str("fully future TensorHandle with unresolved metadata"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tfrt_host::error::ErrorCode;
    use tfrt_tensor::{DType, DenseHostTensor, TensorShape};

    #[test]
    fn a_handle_is_small() {
        // Eight bytes less where another crate asks for unions in small vectors.
        assert!(size_of::<TensorHandle>() <= 120);
    }

    #[test]
    fn each_part_may_be_there_later() {
        let shape = TensorShape::new(&[2]).unwrap();
        let metadata = TensorMetadata { dtype: DType::I32, shape: shape.clone() };
        let (promise, tensor) = AsyncRef::pending();
        let known = TensorHandle::with_metadata(tensor.clone(), metadata);
        let later = TensorHandle::later(tensor);
        assert_eq!(known.to_string(), "future TensorHandle with metadata i32 [2]");
        let unknown = "fully future TensorHandle with unresolved metadata";
        assert_eq!(later.to_string(), unknown);
        assert!(later.pending_metadata().is_some() && known.pending_metadata().is_none());
        promise.set(DenseHostTensor::from_vec(shape, vec![1, 2]).unwrap().into());
        let text = "DenseHostTensor dtype = i32, shape = [2], values = [1, 2]";
        assert_eq!((known.to_string().as_str(), later.to_string().as_str()), (text, text));
        let error = TensorHandle::error(Error::new(ErrorCode::Internal, "lost"));
        assert_eq!(error.to_string(), "Error TensorHandle: 'lost'");
        assert_eq!(error.metadata().unwrap().unwrap_err().message(), "lost");
    }
}
