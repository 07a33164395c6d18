//! Sparse tensors: dialect `coo`.

use crate::dht::close;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Chain};
use tfrt_tensor::{CooHostTensor, Element, MutableTensor};

/// Checks the rank of a tensor against that of the kernel's name.
fn has_rank(tensor: &MutableTensor, rank: usize) -> Result<(), KernelError> {
    let shape = tensor.metadata().shape;
    if shape.rank() == rank {
        return Ok(());
    }
    Err(KernelError::new(
        ErrorCode::InvalidArgument,
        format!("a tensor of shape {shape}, expected rank {rank}"),
    ))
}

/// The non-zero elements of a dense tensor, with their coordinates.
///
/// # Errors
/// A tensor of another kind, element type or rank; `Cannot allocate tensor`.
#[kernel("coo.convert_dht_to_coo.{T}.{RANK}", effects(), assembly = Assembly::OPERANDS, T = [i32, f32],
    RANK = [0, 1, 2, 3])]
pub fn convert_dht_to_coo<T: Element, const RANK: usize>(
    ctx: ExecCtx<'_>,
    tensor: &MutableTensor,
    _chain: Chain,
) -> (Result<MutableTensor, KernelError>, Chain) {
    let convert = || {
        has_rank(tensor, RANK)?;
        let dense = tensor.dense()?;
        Ok(MutableTensor::Coo(CooHostTensor::from_dense::<T>(dense, ctx.allocator())?))
    };
    (convert(), Chain)
}

/// A dense tensor with the values at their coordinates.
///
/// # Errors
/// A tensor of another kind, element type or rank; `Cannot allocate tensor`.
#[kernel("coo.convert_coo_to_dht.{T}.{RANK}", effects(), assembly = Assembly::OPERANDS, T = [i32, f32],
    RANK = [0, 1, 2, 3])]
pub fn convert_coo_to_dht<T: Element, const RANK: usize>(
    ctx: ExecCtx<'_>,
    tensor: &MutableTensor,
    _chain: Chain,
) -> (Result<MutableTensor, KernelError>, Chain) {
    let convert = || {
        has_rank(tensor, RANK)?;
        let dense = tensor.coo()?.to_dense::<T>(ctx.allocator())?;
        Ok(MutableTensor::Dense(dense))
    };
    (convert(), Chain)
}

/// Whether both have the same coordinates and values, floats within 2 ulp. The dense shape is not
/// compared.
///
/// # Errors
/// A tensor of another kind or element type.
#[kernel("coo.tensor_equal.{T}.{RANK}", effects(), assembly = Assembly::OPERANDS, T = [i32, f32],
    RANK = [0, 1, 2, 3])]
pub fn coo_equal<T: Element, const RANK: usize>(
    a: &MutableTensor,
    b: &MutableTensor,
    _chain: Chain,
) -> (Result<bool, KernelError>, Chain) {
    let equal = || {
        let (a, b) = (a.coo()?, b.coo()?);
        Ok(close::<i64>(a.indices(), b.indices(), 0)? && close::<T>(a.values(), b.values(), 2)?)
    };
    (equal(), Chain)
}
