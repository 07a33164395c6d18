//! Tensors in the host's memory: the type `!tfrt_tensor.tensor`.

use tfrt_host::alloc::HostBuffer;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Attribute, DType, Dense, FromAttribute, KernelDef, KernelType};

/// A dense tensor: `!tfrt_tensor.tensor`.
#[derive(Debug)]
pub struct DenseHostTensor {
    /// The type of an element.
    pub dtype: DType,
    /// The size of each dimension.
    pub shape: Vec<i64>,
    /// The elements, little endian and row by row; an `i1` takes a byte.
    pub buffer: HostBuffer,
}

impl KernelType for DenseHostTensor {
    const NAME: &'static str = "!tfrt_tensor.tensor";
}

/// The content of a dense attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DenseElements {
    /// The type of an element.
    pub dtype: DType,
    /// The size of each dimension.
    pub shape: Vec<i64>,
    /// The elements, as a tensor has them.
    pub data: Vec<u8>,
}

impl FromAttribute for DenseElements {
    const KIND: &'static str = "dense";

    fn check(attribute: &Attribute) -> Result<(), KernelError> {
        match attribute {
            Attribute::Dense(_) => Ok(()),
            other => Self::from_attribute(other).map(drop),
        }
    }

    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        match attribute {
            Attribute::Dense(dense) => {
                let Dense { dtype, shape, data } = (**dense).clone();
                Ok(Self { dtype, shape, data })
            }
            other => Err(KernelError {
                message: format!("is '{}', expected 'dense'", other.attribute_type()).into(),
                code: ErrorCode::InvalidArgument,
            }),
        }
    }
}

/// Least alignment of a tensor's elements.
const ALIGNMENT: usize = 16;

/// The attribute `value` as a tensor.
///
/// # Errors
/// `Cannot allocate tensor`.
#[kernel("tfrt_test.const_dense_attr")]
pub fn const_dense_attr(
    ctx: ExecCtx<'_>,
    value: Attr<DenseElements>,
) -> Result<DenseHostTensor, KernelError> {
    let DenseElements { dtype, shape, data } = value.0;
    let buffer = HostBuffer::copy_of(&data, ALIGNMENT, ctx.host().allocator())
        .ok_or("Cannot allocate tensor")?;
    Ok(DenseHostTensor { dtype, shape, buffer })
}

pub(crate) const KERNELS: &[KernelDef] = &[CONST_DENSE_ATTR];
