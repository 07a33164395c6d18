//! Products of matrices with what follows them in one kernel: cuBLASLt.
#![expect(unsafe_code, reason = "calls a library")]
#![expect(non_snake_case, reason = "the names are the library's")]

use super::blas::{Blas, DataType, Gemm, Operation, enumerations};
use super::{Bound, extent, handle};
use crate::error::CudaError;
use crate::libraries::{Library, call, library};
use crate::memory::Buffer;
use crate::stream::Stream;
use cudarc::driver::sys::CUstream;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::Arc;

library! {
    /// Functions of cuBLASLt.
    Lt = "cublasLt" [13, 12], codes of Blas
    cublasLtCreate(handle: *mut *mut c_void);
    cublasLtDestroy(handle: *mut c_void);
    cublasLtMatmulDescCreate(description: *mut *mut c_void, compute: c_int, scale: c_int);
    cublasLtMatmulDescDestroy(description: *mut c_void);
    cublasLtMatmulDescSetAttribute(description: *mut c_void, attribute: c_int, value: *const c_void, size: usize);
    cublasLtMatrixLayoutCreate(layout: *mut *mut c_void, ty: c_int, rows: u64, columns: u64, stride: i64);
    cublasLtMatrixLayoutDestroy(layout: *mut c_void);
    cublasLtMatrixLayoutSetAttribute(layout: *mut c_void, attribute: c_int, value: *const c_void, size: usize);
    cublasLtMatmulPreferenceCreate(preference: *mut *mut c_void);
    cublasLtMatmulPreferenceDestroy(preference: *mut c_void);
    cublasLtMatmulPreferenceSetAttribute(preference: *mut c_void, attribute: c_int, value: *const c_void, size: usize);
    cublasLtMatmulAlgoGetHeuristic(handle: *mut c_void, description: *mut c_void, a: *mut c_void, b: *mut c_void, c: *mut c_void, d: *mut c_void, preference: *mut c_void, wanted: c_int, found: *mut Found, count: *mut c_int);
    cublasLtMatmul(handle: *mut c_void, description: *mut c_void, alpha: *const c_void, a: u64, a_layout: *mut c_void, b: u64, b_layout: *mut c_void, beta: *const c_void, c: u64, c_layout: *mut c_void, d: u64, d_layout: *mut c_void, algorithm: *const [u64; 8], workspace: u64, size: usize, stream: CUstream);
}

/// An algorithm (`cublasLtMatmulHeuristicResult_t`).
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Found {
    algorithm: [u64; 8],
    workspace: usize,
    state: u32,
    waves: f32,
    reserved: [c_int; 4],
}

/// Attributes of a product (`cublasLtMatmulDescAttributes_t`).
const TRANSPOSE_A: c_int = 3;
const TRANSPOSE_B: c_int = 4;
const EPILOGUE: c_int = 7;
const BIAS: c_int = 8;
/// Attributes of a layout (`cublasLtMatrixLayoutAttribute_t`).
const BATCH: c_int = 5;
const STEP: c_int = 6;
/// An attribute of a preference (`cublasLtMatmulPreferenceAttributes_t`).
const WORKSPACE: c_int = 1;

/// Numbers that scale products of integers.
const R_32I: DataType = DataType(10);

/// No product can be computed as it is asked for.
const NOT_SUPPORTED: u32 = 15;

enumerations! {
    /// What becomes of a product in the same kernel (`cublasLtEpilogue_t`).
    ///
    /// ```
    /// assert_eq!(tfrt_cuda::LtEpilogue::RELU_BIAS, tfrt_cuda::LtEpilogue(6));
    /// ```
    LtEpilogue { DEFAULT = 1, RELU = 2, BIAS = 4, RELU_BIAS = 6, GELU = 32, GELU_BIAS = 36 }
}

/// What a product does besides: [`BlasLtHandle::matmul`].
///
/// ```
/// use tfrt_cuda::{Fused, LtEpilogue};
///
/// let relu = Fused { epilogue: LtEpilogue::RELU, ..Fused::default() };
/// assert_eq!((relu.batch, relu.workspace), (1, 32 << 20));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Fused<'a> {
    /// What becomes of each element.
    pub epilogue: LtEpilogue,
    /// A number for each row of the result, of its type, which an epilogue with a bias adds.
    pub bias: Option<&'a Buffer>,
    /// How many products there are.
    pub batch: i32,
    /// How many elements of `a`, `b` and `c` each is behind the one before.
    pub steps: [i64; 3],
    /// The most bytes of memory that the library may use besides. A capture takes none.
    pub workspace: usize,
}

impl Default for Fused<'_> {
    /// One product and nothing besides, with 32 MiB, as much as the vendor advises for its newest devices.
    fn default() -> Self {
        let epilogue = LtEpilogue::DEFAULT;
        Self { epilogue, bias: None, batch: 1, steps: [0; 3], workspace: 32 << 20 }
    }
}

/// A handle of cuBLASLt for a context. Cheap to clone. Thread-safe: calls from several threads come one after the other.
///
/// ```
/// # use tfrt_cuda::*;
/// /// c = max(a b + bias, 0), of square matrices.
/// fn layer(stream: &Stream, n: i32, [a, b, c]: [&Buffer; 3], bias: &Buffer) -> Result<(), CudaError> {
///     let [a, b, c] = [a, b, c].map(|buffer| Strided { buffer, ty: DataType::R_32F, stride: n });
///     let (operations, sizes) = ([Operation::NONE; 2], [n; 3]);
///     let (alpha, beta) = (1.0_f32.into(), 0.0_f32.into());
///     let (compute, algorithm) = (ComputeType::F32, GemmAlgorithm::DEFAULT);
///     let product = Gemm { operations, sizes, alpha, a, b, beta, c, compute, algorithm };
///     let fused = Fused { epilogue: LtEpilogue::RELU_BIAS, bias: Some(bias), ..Fused::default() };
///     BlasLtHandle::new(stream.context())?.matmul(stream, &product, &fused)
/// }
/// # let _ = layer;
/// ```
#[derive(Clone)]
pub struct BlasLtHandle(Arc<Bound<Lt>>);

handle!(BlasLtHandle of Lt: cublasLtCreate, cublasLtDestroy);

impl BlasLtHandle {
    /// Products of matrices, and what becomes of them. The library chooses the algorithm; that of the product is not
    /// used.
    ///
    /// # Errors
    /// A buffer is too short, or of another context; a bias is missing or not used; the library's, with
    /// `CUBLAS_STATUS_NOT_SUPPORTED` if it has no algorithm.
    pub fn matmul(
        &self,
        stream: &Stream,
        product: &Gemm<'_>,
        fused: &Fused<'_>,
    ) -> Result<(), CudaError> {
        let mut call = stream.prepare();
        let at = product.places(&mut call, fused.batch, fused.steps)?;
        let adds = fused.epilogue.0 & LtEpilogue::BIAS.0 != 0;
        if adds != fused.bias.is_some() {
            let message =
                if adds { "the epilogue adds a bias" } else { "the epilogue adds no bias" };
            return Err(CudaError::misuse(message));
        }
        let bias = fused.bias.map(|bias| {
            let rows = i128::from(product.sizes[0].max(0));
            extent::check(bias, "the bias", rows, product.c.ty.bytes()?)?;
            call.use_buffer(bias)
        });
        let bias = bias.transpose()?;
        if product.sizes[0] == 0 || product.sizes[1] == 0 || fused.batch == 0 {
            return Ok(());
        }
        let (found, described) = self.algorithm(product, fused, bias)?;
        let workspace = match found.workspace {
            0 => None,
            size => Some(self.context().allocator()?.allocate(stream, size)?),
        };
        let place = workspace.as_ref().map(|it| call.use_buffer(it)).transpose()?.unwrap_or(0);
        let Described { product: what, layouts: [a, b, c] } = &described;
        self.0.on(
            call,
            |_, _, _| Ok(()),
            |table, handle, stream| {
                call!(table.cublasLtMatmul(
                    handle.place(),
                    what.place,
                    product.alpha.place(),
                    at[0],
                    a.place,
                    at[1],
                    b.place,
                    product.beta.place(),
                    at[2],
                    c.place,
                    at[2],
                    c.place,
                    &raw const found.algorithm,
                    place,
                    found.workspace,
                    stream.place(),
                ))
            },
        )
    }

    /// The algorithm that the library prefers, and the descriptions that it is for.
    fn algorithm(
        &self,
        product: &Gemm<'_>,
        fused: &Fused<'_>,
        bias: Option<u64>,
    ) -> Result<(Found, Described<'_>), CudaError> {
        let table = self.0.table();
        let described = Described::new(table, product, fused, bias)?;
        let preference = Owned::new(table, table.cublasLtMatmulPreferenceDestroy, |place| {
            call!(table.cublasLtMatmulPreferenceCreate(place))
        })?;
        set(
            table,
            table.cublasLtMatmulPreferenceSetAttribute,
            &preference,
            WORKSPACE,
            &fused.workspace,
        )?;
        let (mut found, mut count) = (Found::default(), 0);
        let Described { product: what, layouts: [a, b, c] } = &described;
        self.0.ask(|table, handle| {
            call!(table.cublasLtMatmulAlgoGetHeuristic(
                handle.place(),
                what.place,
                a.place,
                b.place,
                c.place,
                c.place,
                preference.place,
                1,
                &raw mut found,
                &raw mut count,
            ))
        })?;
        let state = if count == 0 { NOT_SUPPORTED } else { found.state };
        if state != 0 {
            return Err(Lt::error("cublasLtMatmulAlgoGetHeuristic", state));
        }
        if found.workspace > fused.workspace {
            return Err(CudaError::misuse("the library asks for more memory than it may have"));
        }
        Ok((found, described))
    }
}

/// What the library is told of a product.
struct Described<'a> {
    product: Owned<'a>,
    layouts: [Owned<'a>; 3],
}

impl<'a> Described<'a> {
    fn new(
        table: &'a Lt,
        product: &Gemm<'_>,
        fused: &Fused<'_>,
        bias: Option<u64>,
    ) -> Result<Self, CudaError> {
        let scale = match (product.c.ty, product.compute.0) {
            (complex @ (DataType::C_32F | DataType::C_64F), _) => complex,
            (_, 64 | 65) => DataType::R_16F,
            (_, 70 | 71) => DataType::R_64F,
            (_, 72 | 73) => R_32I,
            _ => DataType::R_32F,
        };
        let what = Owned::new(table, table.cublasLtMatmulDescDestroy, |place| {
            call!(table.cublasLtMatmulDescCreate(place, product.compute.0, scale.0))
        })?;
        let describe = table.cublasLtMatmulDescSetAttribute;
        let [a_op, b_op] = product.operations;
        set(table, describe, &what, TRANSPOSE_A, &a_op.0)?;
        set(table, describe, &what, TRANSPOSE_B, &b_op.0)?;
        set(table, describe, &what, EPILOGUE, &fused.epilogue.0)?;
        if let Some(bias) = bias {
            set(table, describe, &what, BIAS, &bias)?;
        }
        let [m, n, k] = product.sizes;
        let as_stored = |operation, rows, columns| match operation {
            Operation::NONE => [rows, columns],
            _ => [columns, rows],
        };
        let layout = |index: usize, [rows, columns]: [i32; 2]| {
            let of = [product.a, product.b, product.c][index];
            let [rows, columns] = [rows, columns].map(|size| u64::try_from(size).unwrap_or(0));
            let layout = Owned::new(table, table.cublasLtMatrixLayoutDestroy, |place| {
                let stride = of.stride.into();
                call!(table.cublasLtMatrixLayoutCreate(place, of.ty.0, rows, columns, stride))
            })?;
            let describe = table.cublasLtMatrixLayoutSetAttribute;
            set(table, describe, &layout, BATCH, &fused.batch)?;
            set(table, describe, &layout, STEP, &fused.steps[index])?;
            Ok::<_, CudaError>(layout)
        };
        let layouts = [
            layout(0, as_stored(a_op, m, k))?,
            layout(1, as_stored(b_op, k, n))?,
            layout(2, [m, n])?,
        ];
        Ok(Self { product: what, layouts })
    }
}

/// An object of the library that is destroyed when it is dropped.
struct Owned<'a> {
    place: *mut c_void,
    destroy: unsafe extern "C" fn(*mut c_void) -> u32,
    /// The function is the library's.
    _table: &'a Lt,
}

impl<'a> Owned<'a> {
    fn new(
        table: &'a Lt,
        destroy: unsafe extern "C" fn(*mut c_void) -> u32,
        create: impl FnOnce(*mut *mut c_void) -> Result<(), CudaError>,
    ) -> Result<Self, CudaError> {
        let mut place = ptr::null_mut();
        create(&raw mut place)?;
        Ok(Self { place, destroy, _table: table })
    }
}

impl Drop for Owned<'_> {
    fn drop(&mut self) {
        // SAFETY: it was made by the function that belongs to this one, and nobody has it any more. A drop has nobody to
        // tell of a failure.
        let _ = unsafe { (self.destroy)(self.place) };
    }
}

/// Sets an attribute, which is of that type.
fn set<T: Copy>(
    _table: &Lt,
    set: unsafe extern "C" fn(*mut c_void, c_int, *const c_void, usize) -> u32,
    object: &Owned<'_>,
    attribute: c_int,
    value: &T,
) -> Result<(), CudaError> {
    let value = ptr::from_ref(value).cast();
    // SAFETY: the library reads so many bytes of the value.
    let code = unsafe { set(object.place, attribute, value, size_of::<T>()) };
    if code == 0 { Ok(()) } else { Err(Lt::error("cublasLtSetAttribute", code)) }
}
