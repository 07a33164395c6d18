//! Factors of matrices: cuSOLVER. Matrices are column-major.
#![expect(non_snake_case, reason = "attributes have the original's names")]
#![expect(clippy::too_many_arguments, reason = "the ops have so many operands")]

use super::enumerator;
use tfrt_cuda::{Buffer, Context, DataType, Fill, SolverHandle, Stream, Strided};
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Chain};

/// A handle of the library of solvers for a context.
///
/// # Errors
/// There is no such library; the library's.
#[kernel("tfrt_gpu.solver.create", effects(device), assembly = Assembly::OPERANDS)]
pub fn create(context: &Context) -> Result<SolverHandle, KernelError> {
    Ok(SolverHandle::new(context)?)
}

/// The bytes that `tfrt_gpu.solver.potrf` needs besides.
///
/// # Errors
/// `Unsupported platform`; `Unsupported data type N`; the library's.
#[kernel(
    "tfrt_gpu.solver.potrf.buffer_size",
    effects(device),
    assembly = "$handle `,` $stream `,` word($fillMode, gpu_blas_fill) `,` $n `,` \
                word($dataType, gpu_data_type) `,` $stride `,` $chain attr-dict"
)]
pub fn potrf_buffer_size(
    handle: &SolverHandle,
    stream: &Stream,
    n: i32,
    stride: i32,
    chain: Chain,
    dataType: Attr<i32>,
    fillMode: Attr<i32>,
) -> Result<i64, KernelError> {
    let Chain = chain;
    let (fill, ty) = (Fill(enumerator(fillMode.0)?), DataType(enumerator(dataType.0)?));
    let size = handle.potrf_size(stream, fill, n, ty, stride)?;
    Ok(i64::try_from(size).unwrap_or(i64::MAX))
}

/// The Cholesky factor of a matrix of n rows, in its place, in the order of the stream. The information then is a
/// number: 0 if there is one.
///
/// # Errors
/// A buffer is too short; `Unsupported platform`; `Unsupported data type N`; the library's.
#[kernel(
    "tfrt_gpu.solver.potrf",
    effects(device),
    assembly = "$handle `,` $stream `,` word($fillMode, gpu_blas_fill) `,` $n `,` \
                word($dataType, gpu_data_type) `,` $buffer `,` $stride `,` $workspace `,` $devInfo `,` $chain \
                attr-dict"
)]
pub fn potrf(
    handle: &SolverHandle,
    stream: &Stream,
    n: i32,
    buffer: &Buffer,
    stride: i32,
    workspace: &Buffer,
    devInfo: &Buffer,
    chain: Chain,
    dataType: Attr<i32>,
    fillMode: Attr<i32>,
) -> Result<Chain, KernelError> {
    let a = Strided { buffer, ty: DataType(enumerator(dataType.0)?), stride };
    handle.potrf(stream, Fill(enumerator(fillMode.0)?), n, a, workspace, devInfo)?;
    Ok(chain)
}

/// The Cholesky factors of so many matrices of n rows, each in its place and behind the one before, in the order of the
/// stream. The information then is a number for each.
///
/// # Errors
/// As of `tfrt_gpu.solver.potrf`.
#[kernel(
    "tfrt_gpu.solver.potrf.batch",
    effects(device),
    assembly = "$handle `,` $stream `,` word($fillMode, gpu_blas_fill) `,` $n `,` \
                word($dataType, gpu_data_type) `,` $buffer `,` $stride `,` $devInfo `,` $batchCount `,` $chain \
                attr-dict"
)]
pub fn potrf_batch(
    handle: &SolverHandle,
    stream: &Stream,
    n: i32,
    buffer: &Buffer,
    stride: i32,
    devInfo: &Buffer,
    batchCount: i32,
    chain: Chain,
    dataType: Attr<i32>,
    fillMode: Attr<i32>,
) -> Result<Chain, KernelError> {
    let a = Strided { buffer, ty: DataType(enumerator(dataType.0)?), stride };
    handle.potrf_batch(stream, Fill(enumerator(fillMode.0)?), n, a, devInfo, batchCount)?;
    Ok(chain)
}
