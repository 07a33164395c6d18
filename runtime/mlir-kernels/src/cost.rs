//! What kernels of tensors take, from the shapes of their operands: estimates for one thread, in powers of
//! two. They decide only whether a kernel is worth a thread.

use tfrt_tensor::Tensor;

/// The time of a kernel that computes each element from those at the same place, in nanoseconds.
pub(crate) fn elementwise(tensor: &Tensor) -> u64 {
    elements(tensor) / 4
}

/// The time of an exponential, or another elementary function, of each element, in nanoseconds.
pub(crate) fn elementary(tensor: &Tensor) -> u64 {
    elements(tensor).saturating_mul(32)
}

/// The time of an elementary function that vectorises, of each element, in nanoseconds.
pub(crate) fn vectorised(tensor: &Tensor) -> u64 {
    elements(tensor).saturating_mul(2)
}

fn elements(tensor: &Tensor) -> u64 {
    tensor.shape().elements().unwrap_or(0) as u64
}
