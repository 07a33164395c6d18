//! Tensors in host memory: the type `!tfrt_tensor.tensor`.

use tfrt_host::alloc::HostBuffer;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, DType, Dense, KernelDef, KernelType};

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

/// Minimum alignment of a tensor's elements.
const ALIGNMENT: usize = 16;

/// The attribute `value` as a tensor.
///
/// # Errors
/// `Cannot allocate tensor`.
#[kernel("tfrt_test.const_dense_attr")]
pub fn const_dense_attr(
    ctx: ExecCtx<'_>,
    value: Attr<&Dense>,
) -> Result<DenseHostTensor, KernelError> {
    let Dense { dtype, shape, data } = value.0;
    let buffer = HostBuffer::copy_of(data, ALIGNMENT, ctx.host().allocator())
        .ok_or("Cannot allocate tensor")?;
    Ok(DenseHostTensor { dtype: *dtype, shape: shape.clone(), buffer })
}

pub(crate) const KERNELS: &[KernelDef] = &[CONST_DENSE_ATTR];
