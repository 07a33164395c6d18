//! Linear algebra: cuBLAS. Matrices are column-major.
#![expect(non_snake_case, reason = "attributes have the original's names")]
#![expect(clippy::too_many_arguments, reason = "the ops have so many operands")]

use super::{enumerator, scalar};
use tfrt_cuda::{
    BlasHandle, Buffer, ComputeType, Context, DataType, Diagonal, Fill, Gemm, GemmAlgorithm,
    Operation, Side, Stream, Strided, Trsm,
};
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Chain, OpTypes, Value};

/// A handle of the library of linear algebra for a context.
///
/// # Errors
/// There is no such library; the library's.
#[kernel("tfrt_gpu.blas.create", effects(device), assembly = Assembly::OPERANDS)]
pub fn create(context: &Context) -> Result<BlasHandle, KernelError> {
    Ok(BlasHandle::new(context)?)
}

/// Elements of a buffer, of the type of that word.
fn elements(buffer: &Buffer, ty: i32, stride: i32) -> Result<Strided<'_>, KernelError> {
    Ok(Strided { buffer, ty: DataType(enumerator(ty)?), stride })
}

/// Whether attributes are equal.
fn equal<const N: usize>(op: &OpTypes<'_>, names: [&str; N]) -> bool {
    let mut numbers = names.iter().map(|name| op.number(name).ok());
    let first = numbers.next().flatten();
    numbers.all(|number| number == first)
}

fn check_axpy(op: &OpTypes<'_>) -> Option<&'static str> {
    let same = equal(op, ["typeAlpha", "typeX", "typeY", "executionType"]);
    (!same).then_some("typeAlpha, typeX, typeY and executionType need to match")
}

/// Adds a vector of n elements, scaled, to another: `y += alpha x`, in the order of the stream.
///
/// # Errors
/// A buffer is too short; `unexpected argument type`; `Unsupported platform`; the library's.
#[kernel(
    "tfrt_gpu.blas.axpy",
    effects(device),
    assembly = "$handle `,` $stream `,` $n `,` $alpha `,` word($typeAlpha, gpu_data_type, $alpha) `,` \
                $x `,` word($typeX, gpu_data_type) `,` $strideX `,` \
                $y `,` word($typeY, gpu_data_type) `,` $strideY `,` \
                word($executionType, gpu_data_type) `,` $chain attr-dict",
    traits(checked_by(check_axpy), capturable(&["f16", "f32", "f64", "complex<f32>", "complex<f64>"]))
)]
pub fn axpy(
    handle: &BlasHandle,
    stream: &Stream,
    n: i32,
    alpha: &Value,
    x: &Buffer,
    strideX: i32,
    y: &Buffer,
    strideY: i32,
    chain: Chain,
    executionType: Attr<i32>,
    typeAlpha: Attr<i32>,
    typeX: Attr<i32>,
    typeY: Attr<i32>,
) -> Result<Chain, KernelError> {
    let alpha = (scalar(alpha)?, DataType(enumerator(typeAlpha.0)?));
    let (x, y) = (elements(x, typeX.0, strideX)?, elements(y, typeY.0, strideY)?);
    handle.axpy(stream, n, alpha, x, y, DataType(enumerator(executionType.0)?))?;
    Ok(chain)
}

fn check_scal(op: &OpTypes<'_>) -> Option<&'static str> {
    let same = equal(op, ["typeAlpha", "typeX", "executionType"]);
    (!same).then_some("typeAlpha, typeX, and executionType need to match")
}

/// Scales a vector of n elements: `x *= alpha`, in the order of the stream.
///
/// # Errors
/// As of `tfrt_gpu.blas.axpy`.
#[kernel(
    "tfrt_gpu.blas.scal",
    effects(device),
    assembly = "$handle `,` $stream `,` $n `,` $alpha `,` word($typeAlpha, gpu_data_type, $alpha) `,` \
                $x `,` word($typeX, gpu_data_type) `,` $strideX `,` \
                word($executionType, gpu_data_type) `,` $chain attr-dict",
    traits(checked_by(check_scal), capturable(&["f16", "f32", "f64", "complex<f32>", "complex<f64>"]))
)]
pub fn scal(
    handle: &BlasHandle,
    stream: &Stream,
    n: i32,
    alpha: &Value,
    x: &Buffer,
    strideX: i32,
    chain: Chain,
    executionType: Attr<i32>,
    typeAlpha: Attr<i32>,
    typeX: Attr<i32>,
) -> Result<Chain, KernelError> {
    let alpha = (scalar(alpha)?, DataType(enumerator(typeAlpha.0)?));
    let x = elements(x, typeX.0, strideX)?;
    handle.scal(stream, n, alpha, x, DataType(enumerator(executionType.0)?))?;
    Ok(chain)
}

/// How products of matrices are computed.
///
/// # Errors
/// `Unsupported platform`.
#[kernel(
    "tfrt_gpu.blas.gemm.algo",
    effects(device),
    assembly = "word($algo, gpu_blas_algorithm) attr-dict"
)]
pub fn gemm_algo(algo: Attr<i32>) -> Result<GemmAlgorithm, KernelError> {
    Ok(GemmAlgorithm(enumerator(algo.0)?))
}

fn check_gemm(op: &OpTypes<'_>) -> Option<&'static str> {
    (!equal(op, ["typeA", "typeB"])).then_some("typeA and typeB need to match")
}

/// A product of a matrix of m rows and k columns and one of k rows and n columns, each as it becomes by its operation:
/// `C = alpha A B + beta C`, in the order of the stream.
///
/// # Errors
/// As of `tfrt_gpu.blas.axpy`.
#[kernel(
    "tfrt_gpu.blas.gemm",
    effects(device),
    assembly = "$handle `,` $stream `,` \
                word($transA, gpu_blas_operation) `,` word($transB, gpu_blas_operation) `,` \
                $m `,` $n `,` $k `,` $alpha `,` $A `,` word($typeA, gpu_data_type) `,` $heightA `,` \
                $B `,` word($typeB, gpu_data_type) `,` $heightB `,` $beta `,` \
                $C `,` word($typeC, gpu_data_type) `,` $heightC `,` \
                word($computeType, gpu_blas_compute, $alpha, $beta) `,` $algo `,` $chain attr-dict",
    traits(checked_by(check_gemm), capturable(&["f16", "f32", "f64", "complex<f32>", "complex<f64>"]))
)]
pub fn gemm(
    handle: &BlasHandle,
    stream: &Stream,
    m: i32,
    n: i32,
    k: i32,
    alpha: &Value,
    A: &Buffer,
    heightA: i32,
    B: &Buffer,
    heightB: i32,
    beta: &Value,
    C: &Buffer,
    heightC: i32,
    algo: &GemmAlgorithm,
    chain: Chain,
    computeType: Attr<i32>,
    transA: Attr<i32>,
    transB: Attr<i32>,
    typeA: Attr<i32>,
    typeB: Attr<i32>,
    typeC: Attr<i32>,
) -> Result<Chain, KernelError> {
    let gemm = Gemm {
        operations: [Operation(enumerator(transA.0)?), Operation(enumerator(transB.0)?)],
        sizes: [m, n, k],
        alpha: scalar(alpha)?,
        a: elements(A, typeA.0, heightA)?,
        b: elements(B, typeB.0, heightB)?,
        beta: scalar(beta)?,
        c: elements(C, typeC.0, heightC)?,
        compute: ComputeType(enumerator(computeType.0)?),
        algorithm: *algo,
    };
    handle.gemm(stream, &gemm)?;
    Ok(chain)
}

/// So many products of matrices, each so many elements behind the one before, in the order of the stream.
///
/// # Errors
/// As of `tfrt_gpu.blas.axpy`.
#[kernel(
    "tfrt_gpu.blas.gemm.batch",
    effects(device),
    assembly = "$handle `,` $stream `,` \
                word($transA, gpu_blas_operation) `,` word($transB, gpu_blas_operation) `,` \
                $m `,` $n `,` $k `,` $alpha `,` $A `,` word($typeA, gpu_data_type) `,` $heightA `,` $strideA `,` \
                $B `,` word($typeB, gpu_data_type) `,` $heightB `,` $strideB `,` $beta `,` \
                $C `,` word($typeC, gpu_data_type) `,` $heightC `,` $strideC `,` $batchCount `,` \
                word($computeType, gpu_blas_compute, $alpha, $beta) `,` $algo `,` $chain attr-dict",
    traits(checked_by(check_gemm), capturable(&["f16", "f32", "f64", "complex<f32>", "complex<f64>"]))
)]
pub fn gemm_batch(
    handle: &BlasHandle,
    stream: &Stream,
    m: i32,
    n: i32,
    k: i32,
    alpha: &Value,
    A: &Buffer,
    heightA: i32,
    strideA: i64,
    B: &Buffer,
    heightB: i32,
    strideB: i64,
    beta: &Value,
    C: &Buffer,
    heightC: i32,
    strideC: i64,
    batchCount: i32,
    algo: &GemmAlgorithm,
    chain: Chain,
    computeType: Attr<i32>,
    transA: Attr<i32>,
    transB: Attr<i32>,
    typeA: Attr<i32>,
    typeB: Attr<i32>,
    typeC: Attr<i32>,
) -> Result<Chain, KernelError> {
    let gemm = Gemm {
        operations: [Operation(enumerator(transA.0)?), Operation(enumerator(transB.0)?)],
        sizes: [m, n, k],
        alpha: scalar(alpha)?,
        a: elements(A, typeA.0, heightA)?,
        b: elements(B, typeB.0, heightB)?,
        beta: scalar(beta)?,
        c: elements(C, typeC.0, heightC)?,
        compute: ComputeType(enumerator(computeType.0)?),
        algorithm: *algo,
    };
    handle.gemm_batch(stream, &gemm, batchCount, [strideA, strideB, strideC])?;
    Ok(chain)
}

/// Solves equations whose matrix is a triangle so many times: `A x = alpha B`, or with `A` on the right, where `x` takes
/// the place of `B`, of m rows and n columns. Each matrix follows the one before. In the order of the stream.
///
/// # Errors
/// As of `tfrt_gpu.blas.axpy`.
#[kernel(
    "tfrt_gpu.blas.trsm.batch",
    effects(device),
    assembly = "$handle `,` $stream `,` word($sideMode, gpu_blas_side) `,` word($fillMode, gpu_blas_fill) `,` \
                word($trans, gpu_blas_operation) `,` word($diagType, gpu_blas_diagonal) `,` \
                $m `,` $n `,` word($dataType, gpu_data_type, $alpha) `,` $alpha `,` \
                $A `,` $heightA `,` $B `,` $heightB `,` $batchCount `,` $chain attr-dict",
    traits(capturable(&["f16", "f32", "f64", "complex<f32>", "complex<f64>"]))
)]
pub fn trsm_batch(
    handle: &BlasHandle,
    stream: &Stream,
    m: i32,
    n: i32,
    alpha: &Value,
    A: &Buffer,
    heightA: i32,
    B: &Buffer,
    heightB: i32,
    batchCount: i32,
    chain: Chain,
    dataType: Attr<i32>,
    diagType: Attr<i32>,
    fillMode: Attr<i32>,
    sideMode: Attr<i32>,
    trans: Attr<i32>,
) -> Result<Chain, KernelError> {
    let trsm = Trsm {
        side: Side(enumerator(sideMode.0)?),
        fill: Fill(enumerator(fillMode.0)?),
        operation: Operation(enumerator(trans.0)?),
        diagonal: Diagonal(enumerator(diagType.0)?),
        m,
        n,
        alpha: scalar(alpha)?,
        a: elements(A, dataType.0, heightA)?,
        b: elements(B, dataType.0, heightB)?,
    };
    handle.trsm_batch(stream, &trsm, batchCount)?;
    Ok(chain)
}
