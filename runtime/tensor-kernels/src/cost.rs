//! What kernels of tensors take, from the shapes of their operands: estimates for the plain loops of
//! this crate on one thread, in powers of two. They decide only whether a kernel is worth a thread.

use tfrt_tensor::MutableTensor;

/// The time of a kernel that computes each element from those at the same place, in nanoseconds.
///
/// ```
/// use tfrt_tensor::{ScalarHostTensor, MutableTensor, TensorShape};
/// let tensor = |size| MutableTensor::Scalar(ScalarHostTensor::new(TensorShape::new(&[size]).unwrap(), 0.0));
/// assert!(tfrt_tensor_kernels::cost::elementwise(&tensor(1 << 20)) > 100_000);
/// assert!(tfrt_tensor_kernels::cost::elementwise(&tensor(1 << 10)) < 1_000);
/// ```
#[must_use]
pub fn elementwise(tensor: &MutableTensor) -> u64 {
    elements(tensor) / 4
}

/// The time of an exponential, or another elementary function, of each element, in nanoseconds.
#[must_use]
pub fn elementary(tensor: &MutableTensor) -> u64 {
    elements(tensor).saturating_mul(32)
}

/// The time of the product of two matrices, in nanoseconds.
#[must_use]
pub fn product(a: &MutableTensor, b: &MutableTensor) -> u64 {
    let columns = b.metadata().shape.dimensions().last().copied().unwrap_or(1);
    elements(a).saturating_mul(u64::try_from(columns).unwrap_or(0)) / 4
}

/// The time of a convolution, or of a gradient of one, in nanoseconds: each filter slides over each
/// place of the images (NHWC), whose channels are the filters' last.
#[must_use]
pub fn convolution(filter: &MutableTensor, images: &MutableTensor) -> u64 {
    let channels = filter.metadata().shape.dimensions().last().copied().unwrap_or(1);
    let channels = u64::try_from(channels).unwrap_or(0).max(1);
    (elements(images) / channels).saturating_mul(elements(filter)) / 2
}

fn elements(tensor: &MutableTensor) -> u64 {
    tensor.metadata().shape.elements().unwrap_or(0) as u64
}
