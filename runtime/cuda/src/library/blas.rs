//! Products and solutions of dense linear algebra: cuBLAS.
//!
//! Matrices are column-major, as BLAS has them. Numbers of enumerations are those of the vendor's headers.
#![expect(unsafe_code, reason = "calls a library")]
#![expect(non_snake_case, reason = "the names are the library's")]

use super::extent::{self, check, matrix, vector};
use super::{Bound, handle};
use crate::call::Call;
use crate::error::CudaError;
use crate::libraries::{self, call, library};
use crate::memory::Buffer;
use crate::stream::Stream;
use cudarc::driver::sys::CUstream;
use std::ffi::{c_int, c_longlong, c_void};
use std::ptr;
use std::sync::Arc;

library! {
    /// Functions of cuBLAS.
    Blas = "cublas" [13, 12], codes {
        1 CUBLAS_STATUS_NOT_INITIALIZED
        3 CUBLAS_STATUS_ALLOC_FAILED
        7 CUBLAS_STATUS_INVALID_VALUE
        8 CUBLAS_STATUS_ARCH_MISMATCH
        11 CUBLAS_STATUS_MAPPING_ERROR
        13 CUBLAS_STATUS_EXECUTION_FAILED
        14 CUBLAS_STATUS_INTERNAL_ERROR
        15 CUBLAS_STATUS_NOT_SUPPORTED
        16 CUBLAS_STATUS_LICENSE_ERROR
    }
    cublasCreate_v2(handle: *mut *mut c_void);
    cublasDestroy_v2(handle: *mut c_void);
    cublasSetStream_v2(handle: *mut c_void, stream: CUstream);
    cublasAxpyEx(handle: *mut c_void, n: c_int, alpha: *const c_void, alpha_type: c_int, x: u64, x_type: c_int, x_step: c_int, y: u64, y_type: c_int, y_step: c_int, execution: c_int);
    cublasScalEx(handle: *mut c_void, n: c_int, alpha: *const c_void, alpha_type: c_int, x: u64, x_type: c_int, x_step: c_int, execution: c_int);
    cublasGemmEx(handle: *mut c_void, a_op: c_int, b_op: c_int, m: c_int, n: c_int, k: c_int, alpha: *const c_void, a: u64, a_type: c_int, lda: c_int, b: u64, b_type: c_int, ldb: c_int, beta: *const c_void, c: u64, c_type: c_int, ldc: c_int, compute: c_int, algorithm: c_int);
    cublasGemmStridedBatchedEx(handle: *mut c_void, a_op: c_int, b_op: c_int, m: c_int, n: c_int, k: c_int, alpha: *const c_void, a: u64, a_type: c_int, lda: c_int, a_stride: c_longlong, b: u64, b_type: c_int, ldb: c_int, b_stride: c_longlong, beta: *const c_void, c: u64, c_type: c_int, ldc: c_int, c_stride: c_longlong, batch: c_int, compute: c_int, algorithm: c_int);
    cublasStrsm_v2(handle: *mut c_void, side: c_int, fill: c_int, op: c_int, diagonal: c_int, m: c_int, n: c_int, alpha: *const c_void, a: u64, lda: c_int, b: u64, ldb: c_int);
    cublasDtrsm_v2(handle: *mut c_void, side: c_int, fill: c_int, op: c_int, diagonal: c_int, m: c_int, n: c_int, alpha: *const c_void, a: u64, lda: c_int, b: u64, ldb: c_int);
    cublasCtrsm_v2(handle: *mut c_void, side: c_int, fill: c_int, op: c_int, diagonal: c_int, m: c_int, n: c_int, alpha: *const c_void, a: u64, lda: c_int, b: u64, ldb: c_int);
    cublasZtrsm_v2(handle: *mut c_void, side: c_int, fill: c_int, op: c_int, diagonal: c_int, m: c_int, n: c_int, alpha: *const c_void, a: u64, lda: c_int, b: u64, ldb: c_int);
}

/// A number of one of the library's enumerations, as its headers have it.
macro_rules! enumerations {
    ($($(#[$doc:meta])* $name:ident { $($constant:ident = $value:literal),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(
            /// The number.
            pub i32,
        );

        impl $name {
            $(
                #[doc = concat!("`", stringify!($constant), "`.")]
                pub const $constant: Self = Self($value);
            )*
        }
    )*};
}
pub(crate) use enumerations;

enumerations! {
    /// The type of elements (`cudaDataType`).
    ///
    /// ```
    /// assert_eq!(tfrt_cuda::DataType::R_64F.size(), Some(8));
    /// ```
    DataType { R_32F = 0, R_64F = 1, R_16F = 2, C_32F = 4, C_64F = 5, R_16BF = 14 }
    /// In which type sums are computed (`cublasComputeType_t`).
    ///
    /// ```
    /// assert_eq!(tfrt_cuda::ComputeType::F32, tfrt_cuda::ComputeType(68));
    /// ```
    ComputeType { F16 = 64, F32 = 68, F64 = 70 }
    /// What becomes of a matrix before it is used (`cublasOperation_t`).
    ///
    /// ```
    /// assert_eq!(tfrt_cuda::Operation::TRANSPOSE, tfrt_cuda::Operation(1));
    /// ```
    Operation { NONE = 0, TRANSPOSE = 1, CONJUGATE_TRANSPOSE = 2 }
    /// How a product is computed (`cublasGemmAlgo_t`).
    ///
    /// ```
    /// assert_eq!(tfrt_cuda::GemmAlgorithm::DEFAULT, tfrt_cuda::GemmAlgorithm(-1));
    /// ```
    GemmAlgorithm { DEFAULT = -1 }
    /// On which side the matrix of equations is (`cublasSideMode_t`).
    ///
    /// ```
    /// assert_eq!(tfrt_cuda::Side::RIGHT, tfrt_cuda::Side(1));
    /// ```
    Side { LEFT = 0, RIGHT = 1 }
    /// Which triangle of a matrix is used (`cublasFillMode_t`).
    ///
    /// ```
    /// assert_eq!(tfrt_cuda::Fill::UPPER, tfrt_cuda::Fill(1));
    /// ```
    Fill { LOWER = 0, UPPER = 1 }
    /// Whether the diagonal is of ones (`cublasDiagType_t`).
    ///
    /// ```
    /// assert_eq!(tfrt_cuda::Diagonal::UNIT, tfrt_cuda::Diagonal(1));
    /// ```
    Diagonal { NON_UNIT = 0, UNIT = 1 }
}

impl DataType {
    /// The bytes of an element; `None` if it has no whole ones, or the type is not known here.
    #[must_use]
    pub const fn size(self) -> Option<usize> {
        Some(match self.0 {
            3 | 8 => 1,
            2 | 7 | 9 | 14 | 20 | 22 => 2,
            0 | 6 | 10 | 12 | 15 | 21 | 23 => 4,
            1 | 4 | 11 | 13 | 24 | 26 => 8,
            5 | 25 | 27 => 16,
            _ => return None,
        })
    }

    pub(crate) fn bytes(self) -> Result<usize, CudaError> {
        self.size().ok_or_else(|| CudaError::misuse(format!("elements of the type {}", self.0)))
    }
}

/// A number of the host that scales, of the type that the call says: alpha, beta.
///
/// ```
/// use tfrt_cuda::Scalar;
/// assert_ne!(Scalar::from(1.0_f32), Scalar::from(1.0_f64));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(16))]
pub struct Scalar([u8; 16]);

impl Scalar {
    /// The number of these bytes, at most 16.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Self {
        let mut scalar = [0; 16];
        scalar.iter_mut().zip(bytes).for_each(|(to, byte)| *to = *byte);
        Self(scalar)
    }

    pub(crate) fn place(&self) -> *const c_void {
        ptr::from_ref(&self.0).cast()
    }
}

impl From<f32> for Scalar {
    fn from(number: f32) -> Self {
        Self::of_bytes(&number.to_ne_bytes())
    }
}

impl From<f64> for Scalar {
    fn from(number: f64) -> Self {
        Self::of_bytes(&number.to_ne_bytes())
    }
}

/// A handle of cuBLAS for a context. Cheap to clone. Thread-safe: calls from several threads come one after the other.
///
/// ```
/// # use tfrt_cuda::*;
/// /// y += 2 x
/// fn axpy(context: &Context, stream: &Stream, x: &Buffer, y: &Buffer) -> Result<(), CudaError> {
///     let (n, ty) = ((x.size() / 4) as i32, DataType::R_32F);
///     let (x, y) = (Strided { buffer: x, ty, stride: 1 }, Strided { buffer: y, ty, stride: 1 });
///     BlasHandle::new(context)?.axpy(stream, n, (2.0_f32.into(), ty), x, y, ty)
/// }
/// # let _ = axpy;
/// ```
#[derive(Clone)]
pub struct BlasHandle(Arc<Bound<Blas>>);

/// Elements of a buffer: those of a vector, or the columns of a matrix, are `stride` elements apart.
///
/// ```
/// # use tfrt_cuda::{Buffer, DataType, Strided};
/// fn column_major<'a>(buffer: &'a Buffer, rows: i32) -> Strided<'a> {
///     Strided { buffer, ty: DataType::R_32F, stride: rows }
/// }
/// # let _ = column_major;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Strided<'a> {
    /// Where they are.
    pub buffer: &'a Buffer,
    /// Their type.
    pub ty: DataType,
    /// How far they are apart.
    pub stride: i32,
}

impl Strided<'_> {
    /// Where they are, if so many elements are inside.
    fn on(self, call: &mut Call<'_>, what: &str, elements: i128) -> Result<u64, CudaError> {
        check(self.buffer, what, elements, self.ty.bytes()?)?;
        call.use_buffer(self.buffer)
    }
}

/// What a product of matrices is of: `c = alpha a b + beta c`, where `a` is of m rows and k columns and `b` of k rows
/// and n columns.
///
/// ```
/// # use tfrt_cuda::*;
/// /// The product of square matrices.
/// fn square<'a>(n: i32, a: Strided<'a>, b: Strided<'a>, c: Strided<'a>) -> Gemm<'a> {
///     let (operations, sizes) = ([Operation::NONE; 2], [n; 3]);
///     let (alpha, beta) = (1.0_f32.into(), 0.0_f32.into());
///     let (compute, algorithm) = (ComputeType::F32, GemmAlgorithm::DEFAULT);
///     Gemm { operations, sizes, alpha, a, b, beta, c, compute, algorithm }
/// }
/// # let _ = square;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Gemm<'a> {
    /// What becomes of `a` and `b` first.
    pub operations: [Operation; 2],
    /// m, n and k.
    pub sizes: [i32; 3],
    /// Scales the product.
    pub alpha: Scalar,
    /// The first matrix.
    pub a: Strided<'a>,
    /// The second matrix.
    pub b: Strided<'a>,
    /// Scales what was there.
    pub beta: Scalar,
    /// The result.
    pub c: Strided<'a>,
    /// In which type sums are computed.
    pub compute: ComputeType,
    /// How.
    pub algorithm: GemmAlgorithm,
}

/// Equations whose matrix is a triangle: `a x = alpha b`, or `x a = alpha b`, where `x` takes the place of `b`, which
/// has m rows and n columns.
///
/// ```
/// # use tfrt_cuda::*;
/// fn lower<'a>(m: i32, n: i32, a: Strided<'a>, b: Strided<'a>) -> Trsm<'a> {
///     let (side, fill) = (Side::LEFT, Fill::LOWER);
///     let (operation, diagonal) = (Operation::NONE, Diagonal::NON_UNIT);
///     Trsm { side, fill, operation, diagonal, m, n, alpha: 1.0_f32.into(), a, b }
/// }
/// # let _ = lower;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Trsm<'a> {
    /// Where `a` stands.
    pub side: Side,
    /// Which of its triangles is used.
    pub fill: Fill,
    /// What becomes of it first.
    pub operation: Operation,
    /// What its diagonal is.
    pub diagonal: Diagonal,
    /// The rows of `b`.
    pub m: i32,
    /// The columns of `b`.
    pub n: i32,
    /// Scales `b`.
    pub alpha: Scalar,
    /// The triangle.
    pub a: Strided<'a>,
    /// The right sides, then the solutions.
    pub b: Strided<'a>,
}

handle!(BlasHandle of Blas: cublasCreate_v2, cublasDestroy_v2, cublasSetStream_v2);

impl BlasHandle {
    /// Adds a vector, scaled, to another: `y += alpha x`.
    ///
    /// # Errors
    /// A buffer is too short, or of another context; the library's.
    pub fn axpy(
        &self,
        stream: &Stream,
        n: i32,
        (alpha, alpha_type): (Scalar, DataType),
        x: Strided<'_>,
        y: Strided<'_>,
        execution: DataType,
    ) -> Result<(), CudaError> {
        let mut call = stream.prepare();
        let at_x = x.on(&mut call, "x", vector(n.into(), x.stride.into()))?;
        let at_y = y.on(&mut call, "y", vector(n.into(), y.stride.into()))?;
        self.on(call, |table, handle| {
            let (alpha, ty) = (alpha.place(), alpha_type.0);
            call!(table.cublasAxpyEx(
                handle,
                n,
                alpha,
                ty,
                at_x,
                x.ty.0,
                x.stride,
                at_y,
                y.ty.0,
                y.stride,
                execution.0
            ))
        })
    }

    /// Scales a vector: `x *= alpha`.
    ///
    /// # Errors
    /// As of [`axpy`](Self::axpy).
    pub fn scal(
        &self,
        stream: &Stream,
        n: i32,
        (alpha, alpha_type): (Scalar, DataType),
        x: Strided<'_>,
        execution: DataType,
    ) -> Result<(), CudaError> {
        let mut call = stream.prepare();
        let at_x = x.on(&mut call, "x", vector(n.into(), x.stride.into()))?;
        self.on(call, |table, handle| {
            let (alpha, ty) = (alpha.place(), alpha_type.0);
            call!(table.cublasScalEx(handle, n, alpha, ty, at_x, x.ty.0, x.stride, execution.0))
        })
    }

    /// A product of matrices.
    ///
    /// # Errors
    /// As of [`axpy`](Self::axpy).
    pub fn gemm(&self, stream: &Stream, gemm: &Gemm<'_>) -> Result<(), CudaError> {
        let mut call = stream.prepare();
        let at = gemm.places(&mut call, 1, [0; 3])?;
        let Gemm { operations: [a_op, b_op], sizes: [m, n, k], alpha, a, b, beta, c, .. } = gemm;
        self.on(call, |table, handle| {
            call!(table.cublasGemmEx(
                handle,
                a_op.0,
                b_op.0,
                *m,
                *n,
                *k,
                alpha.place(),
                at[0],
                a.ty.0,
                a.stride,
                at[1],
                b.ty.0,
                b.stride,
                beta.place(),
                at[2],
                c.ty.0,
                c.stride,
                gemm.compute.0,
                gemm.algorithm.0,
            ))
        })
    }

    /// So many products of matrices, each `strides` elements of `a`, `b` and `c` behind the one before.
    ///
    /// # Errors
    /// As of [`axpy`](Self::axpy).
    pub fn gemm_batch(
        &self,
        stream: &Stream,
        gemm: &Gemm<'_>,
        batch: i32,
        strides: [i64; 3],
    ) -> Result<(), CudaError> {
        let mut call = stream.prepare();
        let at = gemm.places(&mut call, batch, strides)?;
        let Gemm { operations: [a_op, b_op], sizes: [m, n, k], alpha, a, b, beta, c, .. } = gemm;
        self.on(call, |table, handle| {
            call!(table.cublasGemmStridedBatchedEx(
                handle,
                a_op.0,
                b_op.0,
                *m,
                *n,
                *k,
                alpha.place(),
                at[0],
                a.ty.0,
                a.stride,
                strides[0],
                at[1],
                b.ty.0,
                b.stride,
                strides[1],
                beta.place(),
                at[2],
                c.ty.0,
                c.stride,
                strides[2],
                batch,
                gemm.compute.0,
                gemm.algorithm.0,
            ))
        })
    }

    /// Solves equations so many times: each matrix follows the one before.
    ///
    /// # Errors
    /// As of [`axpy`](Self::axpy); elements other than of 32 or 64 bits, real or complex.
    pub fn trsm_batch(
        &self,
        stream: &Stream,
        trsm: &Trsm<'_>,
        batch: i32,
    ) -> Result<(), CudaError> {
        let Trsm { side, fill, operation, diagonal, m, n, alpha, a, b } = trsm;
        let (m64, n64, batch64) = (i64::from(*m), i64::from(*n), i64::from(batch));
        let order = if *side == Side::LEFT { m64 } else { n64 };
        let (lda, ldb) = (i64::from(a.stride), i64::from(b.stride));
        // A product of two 32-bit numbers.
        let (a_step, b_step) = (lda * order, ldb * n64);
        let a_part = matrix(order, order, lda);
        let mut call = stream.prepare();
        let at_a = a.on(&mut call, "A", extent::batch(a_part, batch64, a_step))?;
        let at_b = b.on(&mut call, "B", extent::batch(matrix(m64, n64, ldb), batch64, b_step))?;
        let bytes = a.ty.bytes()? as u64;
        if *m == 0 || *n == 0 {
            // So many calls would do nothing.
            return Ok(());
        }
        self.on(call, |table, handle| {
            let solve = match a.ty {
                DataType::R_32F => table.cublasStrsm_v2,
                DataType::R_64F => table.cublasDtrsm_v2,
                DataType::C_32F => table.cublasCtrsm_v2,
                DataType::C_64F => table.cublasZtrsm_v2,
                DataType(other) => {
                    let message = format!("equations of elements of the type {other}");
                    return Err(CudaError::misuse(message));
                }
            };
            for index in 0..u64::try_from(batch).unwrap_or(0) {
                // A stride that the library refuses may lead anywhere.
                let step = |step: i64| index.wrapping_mul(step.cast_unsigned()).wrapping_mul(bytes);
                let (at_a, at_b) = (at_a + step(a_step), at_b + step(b_step));
                let (fill, operation, diagonal) = (fill.0, operation.0, diagonal.0);
                // SAFETY: as in `call!`: the extents were compared with the buffers.
                let code = unsafe {
                    solve(
                        handle,
                        side.0,
                        fill,
                        operation,
                        diagonal,
                        *m,
                        *n,
                        alpha.place(),
                        at_a,
                        a.stride,
                        at_b,
                        b.stride,
                    )
                };
                libraries::checked(table, "cublasTrsm", code)?;
            }
            Ok(())
        })
    }
}

impl Gemm<'_> {
    /// Where the matrices are, if they are inside their buffers.
    pub(crate) fn places(
        &self,
        call: &mut Call<'_>,
        batch: i32,
        strides: [i64; 3],
    ) -> Result<[u64; 3], CudaError> {
        let [m, n, k] = self.sizes.map(i64::from);
        let [a_op, b_op] = self.operations;
        let stored = |operation: Operation, rows: i64, columns: i64, stride: i32| match operation {
            Operation::NONE => matrix(rows, columns, stride.into()),
            _ => matrix(columns, rows, stride.into()),
        };
        let parts = [
            stored(a_op, m, k, self.a.stride),
            stored(b_op, k, n, self.b.stride),
            matrix(m, n, self.c.stride.into()),
        ];
        let mut at = [0; 3];
        let operands = [(self.a, "A"), (self.b, "B"), (self.c, "C")];
        for (index, (operand, what)) in operands.into_iter().enumerate() {
            let elements = extent::batch(parts[index], batch.into(), strides[index]);
            at[index] = operand.on(call, what, elements)?;
        }
        Ok(at)
    }
}
