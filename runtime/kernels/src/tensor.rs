//! Tensors in host memory: the type `!tfrt_tensor.tensor`.

use tfrt_host::alloc::HostBuffer;
use tfrt_host::kernel::{DType, KernelType};

/// A dense tensor: `!tfrt_tensor.tensor`.
#[derive(Debug)]
pub struct DenseHostTensor {
    /// The element type.
    pub dtype: DType,
    /// The size of each dimension.
    pub shape: Vec<i64>,
    /// The elements, little endian in row-major order; an `i1` takes a byte.
    pub buffer: HostBuffer,
}

impl KernelType for DenseHostTensor {
    const NAME: &'static str = "!tfrt_tensor.tensor";
}
