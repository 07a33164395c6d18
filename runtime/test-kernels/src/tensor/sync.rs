//! Twins of kernels for functions whose ops run in order, which need no chains.

use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_numeric::Arithmetic;
use tfrt_tensor::{Element, MutableTensor};
use tfrt_tensor_kernels::eigen::product;

/// The product of matrices: `C = alpha * A * B + beta * C`. `C` is not read if `beta` is zero.
///
/// # Errors
/// As `eigen.matmul`.
#[kernel("tfrt_test_sync.matmul.{T}.{RANK}", effects(writes), T = [f32, i32, i64], RANK = [2])]
pub fn matmul<T: Arithmetic + Element, const RANK: usize>(
    ctx: ExecCtx<'_>,
    alpha: T,
    a: &MutableTensor,
    b: &MutableTensor,
    beta: T,
    c: &MutableTensor,
) -> Result<(), KernelError> {
    product(ctx, (alpha, a, b), (beta, c)).map(drop)
}
