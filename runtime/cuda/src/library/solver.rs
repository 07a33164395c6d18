//! Factors of dense matrices: cuSOLVER.
#![expect(unsafe_code, reason = "calls a library")]
#![expect(non_snake_case, reason = "the names are the library's")]

use super::extent::{self, check, matrix};
use super::{Bound, handle};
use crate::error::CudaError;
use crate::libraries::{self, call, library};
use crate::library::blas::{DataType, Fill, Strided};
use crate::memory::Buffer;
use crate::stream::Stream;
use cudarc::driver::sys::CUstream;
use std::ffi::{c_int, c_void};
use std::sync::Arc;

library! {
    /// Functions of cuSOLVER.
    Solver = "cusolver" [12, 11], codes {
        1 CUSOLVER_STATUS_NOT_INITIALIZED
        2 CUSOLVER_STATUS_ALLOC_FAILED
        3 CUSOLVER_STATUS_INVALID_VALUE
        4 CUSOLVER_STATUS_ARCH_MISMATCH
        5 CUSOLVER_STATUS_MAPPING_ERROR
        6 CUSOLVER_STATUS_EXECUTION_FAILED
        7 CUSOLVER_STATUS_INTERNAL_ERROR
        8 CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED
        9 CUSOLVER_STATUS_NOT_SUPPORTED
        10 CUSOLVER_STATUS_ZERO_PIVOT
        11 CUSOLVER_STATUS_INVALID_LICENSE
    }
    cusolverDnCreate(handle: *mut *mut c_void);
    cusolverDnDestroy(handle: *mut c_void);
    cusolverDnSetStream(handle: *mut c_void, stream: CUstream);
    cusolverDnSpotrf_bufferSize(handle: *mut c_void, fill: c_int, n: c_int, a: u64, lda: c_int, size: *mut c_int);
    cusolverDnDpotrf_bufferSize(handle: *mut c_void, fill: c_int, n: c_int, a: u64, lda: c_int, size: *mut c_int);
    cusolverDnCpotrf_bufferSize(handle: *mut c_void, fill: c_int, n: c_int, a: u64, lda: c_int, size: *mut c_int);
    cusolverDnZpotrf_bufferSize(handle: *mut c_void, fill: c_int, n: c_int, a: u64, lda: c_int, size: *mut c_int);
    cusolverDnSpotrf(handle: *mut c_void, fill: c_int, n: c_int, a: u64, lda: c_int, workspace: u64, size: c_int, info: u64);
    cusolverDnDpotrf(handle: *mut c_void, fill: c_int, n: c_int, a: u64, lda: c_int, workspace: u64, size: c_int, info: u64);
    cusolverDnCpotrf(handle: *mut c_void, fill: c_int, n: c_int, a: u64, lda: c_int, workspace: u64, size: c_int, info: u64);
    cusolverDnZpotrf(handle: *mut c_void, fill: c_int, n: c_int, a: u64, lda: c_int, workspace: u64, size: c_int, info: u64);
    cusolverDnSpotrfBatched(handle: *mut c_void, fill: c_int, n: c_int, a: u64, lda: c_int, info: u64, batch: c_int);
    cusolverDnDpotrfBatched(handle: *mut c_void, fill: c_int, n: c_int, a: u64, lda: c_int, info: u64, batch: c_int);
    cusolverDnCpotrfBatched(handle: *mut c_void, fill: c_int, n: c_int, a: u64, lda: c_int, info: u64, batch: c_int);
    cusolverDnZpotrfBatched(handle: *mut c_void, fill: c_int, n: c_int, a: u64, lda: c_int, info: u64, batch: c_int);
}

/// The bytes of what is said of a factorisation: a number.
const INFO: usize = size_of::<c_int>();

/// A handle of cuSOLVER for a context. Cheap to clone. Thread-safe: calls from several threads come one after the other.
///
/// ```
/// # use tfrt_cuda::*;
/// /// The lower Cholesky factor of a matrix of n rows, in its place. `info` is 0 if there is one.
/// fn factor(stream: &Stream, n: i32, a: &Buffer, info: &Buffer) -> Result<(), CudaError> {
///     let solver = SolverHandle::new(stream.context())?;
///     let a = Strided { buffer: a, ty: DataType::R_32F, stride: n };
///     let size = solver.potrf_size(stream, Fill::LOWER, n, a.ty, a.stride)?;
///     let workspace = stream.context().allocator()?.allocate(stream, size)?;
///     solver.potrf(stream, Fill::LOWER, n, a, &workspace, info)
/// }
/// # let _ = factor;
/// ```
#[derive(Clone)]
pub struct SolverHandle(Arc<Bound<Solver>>);

/// The function of a type of elements, out of four.
fn of_type<T>(ty: DataType, functions: [T; 4]) -> Result<T, CudaError> {
    let [single, double, complex, double_complex] = functions;
    Ok(match ty {
        DataType::R_32F => single,
        DataType::R_64F => double,
        DataType::C_32F => complex,
        DataType::C_64F => double_complex,
        DataType(other) => {
            return Err(CudaError::misuse(format!("Unsupported data type {other}")));
        }
    })
}

handle!(SolverHandle of Solver: cusolverDnCreate, cusolverDnDestroy, cusolverDnSetStream);

impl SolverHandle {
    /// The bytes that [`potrf`](Self::potrf) needs besides.
    ///
    /// # Errors
    /// `Unsupported data type N`; the library's.
    pub fn potrf_size(
        &self,
        stream: &Stream,
        fill: Fill,
        n: i32,
        ty: DataType,
        stride: i32,
    ) -> Result<usize, CudaError> {
        let bytes = ty.bytes()?;
        let mut size = 0;
        self.on(stream.prepare(), |table, handle| {
            let ask = of_type(
                ty,
                [
                    table.cusolverDnSpotrf_bufferSize,
                    table.cusolverDnDpotrf_bufferSize,
                    table.cusolverDnCpotrf_bufferSize,
                    table.cusolverDnZpotrf_bufferSize,
                ],
            )?;
            // SAFETY: as in `call!`; the matrix is not read.
            let code = unsafe { ask(handle, fill.0, n, 0, stride, &raw mut size) };
            libraries::checked(table, "cusolverDnPotrf_bufferSize", code)
        })?;
        Ok(usize::try_from(size).unwrap_or(0).saturating_mul(bytes))
    }

    /// The Cholesky factor of a matrix of n rows, in its place. `info` then has a number: 0 if there is one.
    ///
    /// # Errors
    /// A buffer is too short, or of another context; `Unsupported data type N`; the library's.
    pub fn potrf(
        &self,
        stream: &Stream,
        fill: Fill,
        n: i32,
        a: Strided<'_>,
        workspace: &Buffer,
        info: &Buffer,
    ) -> Result<(), CudaError> {
        let bytes = a.ty.bytes()?;
        check(a.buffer, "the matrix", matrix(n.into(), n.into(), a.stride.into()), bytes)?;
        check(info, "the information", 1, INFO)?;
        let size = self.potrf_size(stream, fill, n, a.ty, a.stride)?;
        check(workspace, "the workspace", size as i128, 1)?;
        let size = c_int::try_from(workspace.size() / bytes).unwrap_or(c_int::MAX);
        let mut call = stream.prepare();
        let [at, workspace, info] =
            [call.use_buffer(a.buffer)?, call.use_buffer(workspace)?, call.use_buffer(info)?];
        self.on(call, |table, handle| {
            let factor = of_type(
                a.ty,
                [
                    table.cusolverDnSpotrf,
                    table.cusolverDnDpotrf,
                    table.cusolverDnCpotrf,
                    table.cusolverDnZpotrf,
                ],
            )?;
            // SAFETY: as in `call!`.
            let code = unsafe { factor(handle, fill.0, n, at, a.stride, workspace, size, info) };
            libraries::checked(table, "cusolverDnPotrf", code)
        })
    }

    /// The Cholesky factors of so many matrices of n rows, each in its place and behind the one before. `info` then has
    /// a number for each.
    ///
    /// # Errors
    /// As of [`potrf`](Self::potrf).
    pub fn potrf_batch(
        &self,
        stream: &Stream,
        fill: Fill,
        n: i32,
        a: Strided<'_>,
        info: &Buffer,
        batch: i32,
    ) -> Result<(), CudaError> {
        let bytes = a.ty.bytes()?;
        // A product of two 32-bit numbers.
        let step = i64::from(a.stride) * i64::from(n);
        let part = matrix(n.into(), n.into(), a.stride.into());
        let elements = extent::batch(part, batch.into(), step);
        check(a.buffer, "the matrices", elements, bytes)?;
        check(info, "the information", i128::from(batch.max(0)), INFO)?;
        if elements == 0 {
            return Ok(());
        }
        let mut call = stream.prepare();
        let (at, info) = (call.use_buffer(a.buffer)?, call.use_buffer(info)?);
        // They lie inside the buffer.
        let step = step.cast_unsigned() * bytes as u64;
        let places: Vec<u64> =
            (0..u64::from(batch.unsigned_abs())).map(|index| at + index * step).collect();
        // Freed in the order of the stream.
        let places = stream.upload(&places)?;
        let places_at = call.use_buffer(&places)?;
        self.on(call, |table, handle| {
            let factor = of_type(
                a.ty,
                [
                    table.cusolverDnSpotrfBatched,
                    table.cusolverDnDpotrfBatched,
                    table.cusolverDnCpotrfBatched,
                    table.cusolverDnZpotrfBatched,
                ],
            )?;
            // SAFETY: as in `call!`.
            let code = unsafe { factor(handle, fill.0, n, places_at, a.stride, info, batch) };
            libraries::checked(table, "cusolverDnPotrfBatched", code)
        })
    }
}
