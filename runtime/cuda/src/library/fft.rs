//! Fourier transforms: cuFFT.
#![expect(unsafe_code, reason = "calls a library")]
#![expect(non_snake_case, reason = "the names are the library's")]

use super::extent::{array, check};
use super::{Bound, Object};
use crate::context::Context;
use crate::error::CudaError;
use crate::libraries::{call, library};
use crate::library::blas::enumerations;
use crate::memory::Buffer;
use crate::raw::{Handle, StreamHandle};
use crate::stream::Stream;
use cudarc::driver::sys::CUstream;
use std::ffi::{c_int, c_longlong};
use std::fmt;
use std::ptr;
use std::sync::Arc;

library! {
    /// Functions of cuFFT.
    Fft = "cufft" [12, 11], codes {
        1 CUFFT_INVALID_PLAN
        2 CUFFT_ALLOC_FAILED
        3 CUFFT_INVALID_TYPE
        4 CUFFT_INVALID_VALUE
        5 CUFFT_INTERNAL_ERROR
        6 CUFFT_EXEC_FAILED
        7 CUFFT_SETUP_FAILED
        8 CUFFT_INVALID_SIZE
        9 CUFFT_UNALIGNED_DATA
        11 CUFFT_INVALID_DEVICE
        13 CUFFT_NO_WORKSPACE
        14 CUFFT_NOT_IMPLEMENTED
        16 CUFFT_NOT_SUPPORTED
    }
    cufftCreate(plan: *mut c_int);
    cufftDestroy(plan: c_int);
    cufftSetAutoAllocation(plan: c_int, auto: c_int);
    cufftMakePlanMany64(plan: c_int, rank: c_int, sizes: *mut c_longlong, in_embed: *mut c_longlong, in_stride: c_longlong, in_distance: c_longlong, out_embed: *mut c_longlong, out_stride: c_longlong, out_distance: c_longlong, ty: c_int, batch: c_longlong, size: *mut usize);
    cufftSetStream(plan: c_int, stream: CUstream);
    cufftSetWorkArea(plan: c_int, area: u64);
    cufftExecC2C(plan: c_int, from: u64, to: u64, direction: c_int);
    cufftExecR2C(plan: c_int, from: u64, to: u64);
    cufftExecC2R(plan: c_int, from: u64, to: u64);
    cufftExecZ2Z(plan: c_int, from: u64, to: u64, direction: c_int);
    cufftExecD2Z(plan: c_int, from: u64, to: u64);
    cufftExecZ2D(plan: c_int, from: u64, to: u64);
}

enumerations! {
    /// What a transform takes and gives (`cufftType`): R and D are real, C and Z are complex, of 32 and 64 bits.
    ///
    /// ```
    /// assert_eq!(tfrt_cuda::FftType::C2C, tfrt_cuda::FftType(41));
    /// ```
    FftType { C2C = 41, R2C = 42, C2R = 44, Z2Z = 105, D2Z = 106, Z2D = 108 }
    /// Which way a complex transform goes.
    ///
    /// ```
    /// assert_eq!(tfrt_cuda::FftDirection::INVERSE, tfrt_cuda::FftDirection(1));
    /// ```
    FftDirection { FORWARD = -1, INVERSE = 1 }
}

/// The most dimensions of a transform.
const RANK: usize = 3;

/// A plan of transforms of one size. Cheap to clone. Thread-safe: calls from several threads come one after the other.
///
/// ```
/// # use tfrt_cuda::*;
/// /// The transform of n complex numbers, in their place.
/// fn transform(stream: &Stream, n: i64, numbers: &Buffer) -> Result<(), CudaError> {
///     let plan = FftHandle::new(stream.context(), FftType::C2C, 1, &[n], &[n, 1], &[n, 1])?;
///     let workspace = stream.context().allocator()?.allocate(stream, plan.workspace_size())?;
///     plan.execute(stream, numbers, numbers, &workspace, FftDirection::FORWARD)
/// }
/// # let _ = transform;
/// ```
#[derive(Clone)]
pub struct FftHandle(Arc<Plan>);

struct Plan {
    /// The object is the plan's number.
    bound: Arc<Bound<Fft>>,
    ty: FftType,
    /// The bytes of what is read, written and needed besides.
    bytes: [usize; 3],
}

/// One side of a plan, as the library takes it.
struct Side {
    embed: [c_longlong; RANK],
    stride: i64,
    distance: i64,
}

impl Side {
    /// Strides of a batch and of each dimension: the last is that of neighbours, and each other one a multiple of the
    /// next.
    fn new(strides: &[i64]) -> Result<Self, CudaError> {
        let layout = || CudaError::misuse("Only row-major layout is supported");
        let [distance, dimensions @ ..] = strides else { return Err(layout()) };
        let stride = *dimensions.last().ok_or_else(layout)?;
        let mut embed = [1; RANK];
        // What is above the first dimension is not used by the library.
        for (index, pair) in dimensions.windows(2).enumerate() {
            let [outer, inner] = *pair else { return Err(layout()) };
            if inner <= 0 || outer < inner || outer % inner != 0 {
                return Err(layout());
            }
            embed[index + 1] = outer / inner;
        }
        if stride <= 0 || *distance < 0 {
            return Err(layout());
        }
        Ok(Self { embed, stride, distance: *distance })
    }
}

impl FftHandle {
    /// A plan of `batch` transforms of these sizes, of one to three dimensions. Strides are in elements: first from one
    /// transform to the next, then of each dimension.
    ///
    /// # Errors
    /// `Only row-major layout is supported`; `Inconsistent dims/strides lengths`; sizes that are not positive; there is
    /// no such library; the library's.
    pub fn new(
        context: &Context,
        ty: FftType,
        batch: i64,
        sizes: &[i64],
        in_strides: &[i64],
        out_strides: &[i64],
    ) -> Result<Self, CudaError> {
        let rank = sizes.len();
        if !(1..=RANK).contains(&rank)
            || in_strides.len() != rank + 1
            || out_strides.len() != rank + 1
        {
            return Err(CudaError::misuse("Inconsistent dims/strides lengths"));
        }
        if batch <= 0 || sizes.iter().any(|&size| size <= 0) {
            return Err(CudaError::misuse("a transform of no elements"));
        }
        let (mut from, mut to) = (Side::new(in_strides)?, Side::new(out_strides)?);
        // Of each half as many numbers, and one, are complex where the others are real.
        let half = || {
            let mut sizes = sizes.to_vec();
            sizes.iter_mut().last().into_iter().for_each(|last| *last = *last / 2 + 1);
            sizes
        };
        let (in_sizes, out_sizes, in_bytes, out_bytes) = match ty {
            FftType::C2C => (sizes.to_vec(), sizes.to_vec(), 8, 8),
            FftType::R2C => (sizes.to_vec(), half(), 4, 8),
            FftType::C2R => (half(), sizes.to_vec(), 8, 4),
            FftType::Z2Z => (sizes.to_vec(), sizes.to_vec(), 16, 16),
            FftType::D2Z => (sizes.to_vec(), half(), 8, 16),
            FftType::Z2D => (half(), sizes.to_vec(), 16, 8),
            FftType(other) => {
                return Err(CudaError::misuse(format!("a transform of the type {other}")));
            }
        };
        let bytes = |sizes: &[i64], strides: &[i64], bytes: i128| {
            let all: Vec<i64> = std::iter::once(batch).chain(sizes.iter().copied()).collect();
            // More than there are is more than any buffer has.
            usize::try_from(array(&all, strides).saturating_mul(bytes)).unwrap_or(usize::MAX)
        };
        let (in_all, out_all) =
            (bytes(&in_sizes, in_strides, in_bytes), bytes(&out_sizes, out_strides, out_bytes));
        let mut lengths: [c_longlong; RANK] = [1; RANK];
        lengths.iter_mut().zip(sizes).for_each(|(to, size)| *to = *size);
        let mut workspace = 0;
        let create = |table: &Fft| {
            let mut plan = 0;
            call!(table.cufftCreate(&raw mut plan))?;
            let made = call!(table.cufftSetAutoAllocation(plan, 0)).and_then(|()| {
                call!(table.cufftMakePlanMany64(
                    plan,
                    rank as c_int,
                    lengths.as_mut_ptr(),
                    from.embed.as_mut_ptr(),
                    from.stride,
                    from.distance,
                    to.embed.as_mut_ptr(),
                    to.stride,
                    to.distance,
                    ty.0,
                    batch,
                    &raw mut workspace,
                ))
            });
            if let Err(error) = made {
                call!(table.cufftDestroy(plan))?;
                return Err(error);
            }
            Ok(Handle::of(ptr::without_provenance_mut(number_of(plan))))
        };
        let destroy = |table: &Fft, plan: Object| call!(table.cufftDestroy(plan_of(plan)));
        let bound = Bound::new(context, create, destroy)?;
        Ok(Self(Arc::new(Plan { bound, ty, bytes: [in_all, out_all, workspace] })))
    }

    /// The context.
    #[must_use]
    pub fn context(&self) -> &Context {
        self.0.bound.context()
    }

    /// The bytes that a transform needs besides.
    #[must_use]
    pub fn workspace_size(&self) -> usize {
        self.0.bytes[2]
    }

    /// Transforms numbers. The direction is that of complex ones; others have only one.
    ///
    /// # Errors
    /// A buffer is too short, or of another context; the library's.
    pub fn execute(
        &self,
        stream: &Stream,
        from: &Buffer,
        to: &Buffer,
        workspace: &Buffer,
        direction: FftDirection,
    ) -> Result<(), CudaError> {
        let mut call = stream.prepare();
        let mut at = [0; 3];
        let buffers = [(from, "the input"), (to, "the output"), (workspace, "the workspace")];
        for ((at, (buffer, what)), bytes) in at.iter_mut().zip(buffers).zip(self.0.bytes) {
            check(buffer, what, bytes as i128, 1)?;
            *at = call.use_buffer(buffer)?;
        }
        let [from, to, workspace] = at;
        let set = |table: &Fft, plan: Object, stream: StreamHandle| {
            call!(table.cufftSetStream(plan_of(plan), stream.place()))
        };
        self.0.bound.on(call, set, |table, plan, _| {
            let plan = plan_of(plan);
            call!(table.cufftSetWorkArea(plan, workspace))?;
            match self.0.ty {
                FftType::C2C => call!(table.cufftExecC2C(plan, from, to, direction.0)),
                FftType::R2C => call!(table.cufftExecR2C(plan, from, to)),
                FftType::C2R => call!(table.cufftExecC2R(plan, from, to)),
                FftType::Z2Z => call!(table.cufftExecZ2Z(plan, from, to, direction.0)),
                FftType::D2Z => call!(table.cufftExecD2Z(plan, from, to)),
                _ => call!(table.cufftExecZ2D(plan, from, to)),
            }
        })
    }
}

/// A plan's number where other libraries have a pointer.
fn number_of(plan: c_int) -> usize {
    plan.cast_unsigned() as usize
}

fn plan_of(object: Object) -> c_int {
    // It was made of one.
    u32::try_from(object.place().addr()).unwrap_or(0).cast_signed()
}

impl fmt::Debug for FftHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FftHandle").field("type", &self.0.ty).finish_non_exhaustive()
    }
}
