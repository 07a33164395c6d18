//! What kernels take, from the shapes of their operands: estimates for one thread, in powers of two. They
//! decide only whether a kernel is worth a thread.

use tfrt_tensor::Tensor;

/// The time of a product, in nanoseconds.
pub(crate) fn matmul(a: &Tensor, b: &Tensor) -> u64 {
    let columns = b.shape().dimensions().last().copied().unwrap_or(1);
    elements(a).saturating_mul(u64::try_from(columns).unwrap_or(0)) / 8
}

/// The time of a convolution, in nanoseconds: each filter slides over each place of the images.
pub(crate) fn convolution(images: &Tensor, filters: &Tensor) -> u64 {
    let channels = images.shape().dimensions().get(1).copied().unwrap_or(1);
    let places = elements(images) / u64::try_from(channels).unwrap_or(1).max(1);
    places.saturating_mul(elements(filters)) / 8
}

/// The time of a pool, in nanoseconds.
pub(crate) fn pool(images: &Tensor) -> u64 {
    elements(images).saturating_mul(2)
}

/// The time of a reduction, in nanoseconds.
pub(crate) fn reduction(tensor: &Tensor) -> u64 {
    elements(tensor) / 2
}

/// The time of an exponential of each element, in nanoseconds.
pub(crate) fn exponential(tensor: &Tensor) -> u64 {
    elements(tensor).saturating_mul(2)
}

/// The time of moving each element, in nanoseconds.
pub(crate) fn moved(tensor: &Tensor) -> u64 {
    elements(tensor)
}

fn elements(tensor: &Tensor) -> u64 {
    tensor.shape().elements().unwrap_or(0) as u64
}
