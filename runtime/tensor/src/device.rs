//! Tensors in the memory of a device.

use crate::TensorMetadata;
use std::any::Any;
use std::fmt;
use std::sync::Arc;
use tfrt_host::device::Device;

/// A tensor whose elements only its device can read and write. Kernels of the device find out what it is by
/// [`MutableTensor::on_device`](crate::MutableTensor::on_device); all others give an error that names its kind.
///
/// Its text ([`fmt::Display`]) is what `tfrt_dht.print_tensor` prints. It waits for nothing.
///
/// Thread-safe. The content belongs to the device: the program's chains order what is done with it.
///
/// ```
/// use std::fmt;
/// use std::sync::Arc;
/// use tfrt_host::device::Device;
/// use tfrt_tensor::{DeviceTensor, MutableTensor, TensorMetadata};
///
/// /// Elements at an address of a card.
/// #[derive(Debug)]
/// struct CardTensor {
///     metadata: TensorMetadata,
///     card: Arc<dyn Device>,
///     address: u64,
/// }
///
/// impl DeviceTensor for CardTensor {
///     fn type_name(&self) -> &'static str {
///         "DenseCard"
///     }
///     fn metadata(&self) -> &TensorMetadata {
///         &self.metadata
///     }
///     fn device(&self) -> &Arc<dyn Device> {
///         &self.card
///     }
/// }
///
/// impl fmt::Display for CardTensor {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         write!(f, "DenseCardTensor shape = {}", self.metadata.shape)
///     }
/// }
///
/// /// What a kernel of the card asks.
/// fn address(tensor: &MutableTensor) -> Option<u64> {
///     tensor.on_device::<CardTensor>().map(|tensor| tensor.address)
/// }
/// ```
pub trait DeviceTensor: Any + Send + Sync + fmt::Debug + fmt::Display {
    /// The name of the representation: `DenseGpu`.
    fn type_name(&self) -> &'static str;

    /// The element type and shape.
    fn metadata(&self) -> &TensorMetadata;

    /// Where the elements are.
    fn device(&self) -> &Arc<dyn Device>;
}
