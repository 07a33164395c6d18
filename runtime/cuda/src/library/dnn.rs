//! Convolutions and pooling: cuDNN.
#![expect(unsafe_code, reason = "calls a library")]
#![expect(non_snake_case, reason = "the names are the library's")]

use super::extent::{array, check};
use super::{Bound, Object, handle};
use crate::call::Call;
use crate::driver::Driver;
use crate::error::CudaError;
use crate::libraries::{Library, call, library};
use crate::library::blas::{Scalar, enumerations};
use crate::memory::Buffer;
use crate::raw::Handle;
use crate::stream::Stream;
use cudarc::driver::sys::CUstream;
use std::ffi::{c_double, c_int, c_void};
use std::fmt;
use std::ptr;
use std::sync::Arc;

library! {
    /// Functions of cuDNN.
    Dnn = "cudnn" [9], codes {
        1 CUDNN_STATUS_NOT_INITIALIZED
        1001 CUDNN_STATUS_NOT_INITIALIZED
        2000 CUDNN_STATUS_BAD_PARAM
        3000 CUDNN_STATUS_NOT_SUPPORTED
        4000 CUDNN_STATUS_INTERNAL_ERROR
        5000 CUDNN_STATUS_EXECUTION_FAILED
    }
    cudnnCreate(handle: *mut *mut c_void);
    cudnnDestroy(handle: *mut c_void);
    cudnnSetStream(handle: *mut c_void, stream: CUstream);
    cudnnCreateTensorDescriptor(descriptor: *mut *mut c_void);
    cudnnSetTensorNdDescriptor(descriptor: *mut c_void, ty: c_int, rank: c_int, sizes: *const c_int, strides: *const c_int);
    cudnnDestroyTensorDescriptor(descriptor: *mut c_void);
    cudnnCreateFilterDescriptor(descriptor: *mut *mut c_void);
    cudnnSetFilterNdDescriptor(descriptor: *mut c_void, ty: c_int, format: c_int, rank: c_int, sizes: *const c_int);
    cudnnDestroyFilterDescriptor(descriptor: *mut c_void);
    cudnnCreateConvolutionDescriptor(descriptor: *mut *mut c_void);
    cudnnSetConvolutionNdDescriptor(descriptor: *mut c_void, rank: c_int, pads: *const c_int, strides: *const c_int, dilations: *const c_int, mode: c_int, compute: c_int);
    cudnnSetConvolutionMathType(descriptor: *mut c_void, math: c_int);
    cudnnDestroyConvolutionDescriptor(descriptor: *mut c_void);
    cudnnCreatePoolingDescriptor(descriptor: *mut *mut c_void);
    cudnnSetPoolingNdDescriptor(descriptor: *mut c_void, mode: c_int, nan: c_int, rank: c_int, window: *const c_int, pads: *const c_int, strides: *const c_int);
    cudnnDestroyPoolingDescriptor(descriptor: *mut c_void);
    cudnnCreateActivationDescriptor(descriptor: *mut *mut c_void);
    cudnnSetActivationDescriptor(descriptor: *mut c_void, mode: c_int, nan: c_int, coefficient: c_double);
    cudnnDestroyActivationDescriptor(descriptor: *mut c_void);
    cudnnConvolutionForward(handle: *mut c_void, alpha: *const c_void, x_type: *mut c_void, x: u64, w_type: *mut c_void, w: u64, convolution: *mut c_void, algorithm: c_int, workspace: u64, size: usize, beta: *const c_void, y_type: *mut c_void, y: u64);
    cudnnConvolutionBackwardData(handle: *mut c_void, alpha: *const c_void, w_type: *mut c_void, w: u64, dy_type: *mut c_void, dy: u64, convolution: *mut c_void, algorithm: c_int, workspace: u64, size: usize, beta: *const c_void, dx_type: *mut c_void, dx: u64);
    cudnnConvolutionBackwardFilter(handle: *mut c_void, alpha: *const c_void, x_type: *mut c_void, x: u64, dy_type: *mut c_void, dy: u64, convolution: *mut c_void, algorithm: c_int, workspace: u64, size: usize, beta: *const c_void, dw_type: *mut c_void, dw: u64);
    cudnnConvolutionBiasActivationForward(handle: *mut c_void, alpha: *const c_void, x_type: *mut c_void, x: u64, w_type: *mut c_void, w: u64, convolution: *mut c_void, algorithm: c_int, workspace: u64, size: usize, side_alpha: *const c_void, z_type: *mut c_void, z: u64, bias_type: *mut c_void, bias: u64, activation: *mut c_void, y_type: *mut c_void, y: u64);
    cudnnPoolingForward(handle: *mut c_void, pooling: *mut c_void, alpha: *const c_void, x_type: *mut c_void, x: u64, beta: *const c_void, y_type: *mut c_void, y: u64);
    cudnnPoolingBackward(handle: *mut c_void, pooling: *mut c_void, alpha: *const c_void, y_type: *mut c_void, y: u64, dy_type: *mut c_void, dy: u64, x_type: *mut c_void, x: u64, beta: *const c_void, dx_type: *mut c_void, dx: u64);
}

enumerations! {
    /// The type of elements (`cudnnDataType_t`).
    ///
    /// ```
    /// assert_eq!(tfrt_cuda::DnnDataType::DOUBLE, tfrt_cuda::DnnDataType(1));
    /// ```
    DnnDataType { FLOAT = 0, DOUBLE = 1, HALF = 2 }
    /// How a convolution is computed: a number of `cudnnConvolutionFwdAlgo_t` and of those backward.
    ///
    /// ```
    /// assert_eq!(tfrt_cuda::ConvolutionAlgorithm::FIRST, tfrt_cuda::ConvolutionAlgorithm(0));
    /// ```
    ConvolutionAlgorithm { FIRST = 0 }
}

impl DnnDataType {
    /// The bytes of an element.
    fn bytes(self) -> Result<usize, CudaError> {
        Ok(match self.0 {
            3 | 6 => 1,
            2 | 9 => 2,
            0 | 4 | 5 | 7 => 4,
            1 | 10 => 8,
            8 => 32,
            other => return Err(CudaError::misuse(format!("elements of the type {other}"))),
        })
    }

    /// A number of the type that scales elements of this one: 64 bits for 64, 32 bits for all others.
    #[must_use]
    pub fn scale(self, number: f32) -> Scalar {
        if self == Self::DOUBLE { f64::from(number).into() } else { number.into() }
    }
}

/// A description of the library's.
struct Described {
    table: Arc<Dnn>,
    object: Object,
    destroy: fn(&Dnn, Object) -> Result<(), CudaError>,
}

impl Described {
    fn new(
        driver: &Driver,
        create: unsafe extern "C" fn(*mut *mut c_void) -> u32,
        destroy: fn(&Dnn, Object) -> Result<(), CudaError>,
        set: impl FnOnce(&Dnn, *mut c_void) -> Result<(), CudaError>,
    ) -> Result<Self, CudaError> {
        let table = driver.library::<Dnn>()?;
        let mut object = ptr::null_mut();
        // SAFETY: a function of the library that makes a description; the place is ours.
        let code = unsafe { create(&raw mut object) };
        if code != 0 {
            return Err(Dnn::error("cudnnCreateDescriptor", code));
        }
        let described = Self { table, object: Handle::of(object), destroy };
        set(&described.table, object)?;
        Ok(described)
    }

    fn place(&self) -> *mut c_void {
        self.object.place()
    }
}

impl Drop for Described {
    fn drop(&mut self) {
        // A drop has nobody to tell.
        let _ = (self.destroy)(&self.table, self.object);
    }
}

/// Types of descriptions that differ by name.
macro_rules! descriptors {
    ($($(#[$doc:meta])* $name:ident $destroy:ident { $($field:ident: $ty:ty),* })*) => {$(
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name(Arc<Description<($($ty,)*)>>);

        impl $name {
            fn destroy(table: &Dnn, descriptor: Object) -> Result<(), CudaError> {
                call!(table.$destroy(descriptor.place()))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }
    )*};
}

/// What the library knows, and what we do.
struct Description<T> {
    described: Described,
    known: T,
}

descriptors! {
    /// Elements of a tensor: their type, sizes and strides. Cheap to clone. Thread-safe.
    ///
    /// ```
    /// # use tfrt_cuda::*;
    /// fn image(driver: &Driver) -> Result<TensorDescriptor, CudaError> {
    ///     TensorDescriptor::new(driver, DnnDataType::FLOAT, &[1, 3, 8, 8], &[192, 64, 8, 1])
    /// }
    /// # let _ = image;
    /// ```
    TensorDescriptor cudnnDestroyTensorDescriptor { bytes: i128, ty: DnnDataType }
    /// Filters of a convolution. Cheap to clone. Thread-safe.
    ///
    /// ```
    /// # use tfrt_cuda::*;
    /// fn filters(driver: &Driver) -> Result<FilterDescriptor, CudaError> {
    ///     FilterDescriptor::new(driver, DnnDataType::FLOAT, 0, &[8, 3, 3, 3])
    /// }
    /// # let _ = filters;
    /// ```
    FilterDescriptor cudnnDestroyFilterDescriptor { bytes: i128, ty: DnnDataType }
    /// How a window moves over images in a convolution. Cheap to clone. Thread-safe.
    ///
    /// ```
    /// # use tfrt_cuda::*;
    /// fn padded(driver: &Driver) -> Result<ConvolutionDescriptor, CudaError> {
    ///     ConvolutionDescriptor::new(driver, DnnDataType::FLOAT, 1, 0, [&[1, 1], &[1, 1], &[1, 1]])
    /// }
    /// # let _ = padded;
    /// ```
    ConvolutionDescriptor cudnnDestroyConvolutionDescriptor { }
    /// How a window moves over images in pooling. Cheap to clone. Thread-safe.
    ///
    /// ```
    /// # use tfrt_cuda::*;
    /// fn halves(driver: &Driver) -> Result<PoolingDescriptor, CudaError> {
    ///     PoolingDescriptor::new(driver, 0, 0, [&[2, 2], &[0, 0], &[2, 2]])
    /// }
    /// # let _ = halves;
    /// ```
    PoolingDescriptor cudnnDestroyPoolingDescriptor { }
    /// What becomes of each element after a convolution. Cheap to clone. Thread-safe.
    ///
    /// ```
    /// # use tfrt_cuda::*;
    /// fn relu(driver: &Driver) -> Result<ActivationDescriptor, CudaError> {
    ///     ActivationDescriptor::new(driver, 1, false, 0.0)
    /// }
    /// # let _ = relu;
    /// ```
    ActivationDescriptor cudnnDestroyActivationDescriptor { }
}

/// The rank of arrays, which the library reads so long; all are of one.
fn rank(arrays: &[&[i32]]) -> Result<c_int, CudaError> {
    let first = arrays.first().map_or(0, |array| array.len());
    if first == 0 || arrays.iter().any(|array| array.len() != first) {
        return Err(CudaError::misuse("Inconsistent dims/strides lengths"));
    }
    c_int::try_from(first).map_err(|_| CudaError::misuse("Inconsistent dims/strides lengths"))
}

fn wide(numbers: &[i32]) -> Vec<i64> {
    numbers.iter().copied().map(i64::from).collect()
}

impl TensorDescriptor {
    /// Elements of a type, of these sizes, whose neighbours are so many elements apart in each dimension.
    ///
    /// # Errors
    /// `Inconsistent dims/strides lengths`; there is no such library; the library's.
    pub fn new(
        driver: &Driver,
        ty: DnnDataType,
        sizes: &[i32],
        strides: &[i32],
    ) -> Result<Self, CudaError> {
        let rank = rank(&[sizes, strides])?;
        let bytes = array(&wide(sizes), &wide(strides)).saturating_mul(ty.bytes()? as i128);
        let create = driver.library::<Dnn>()?.cudnnCreateTensorDescriptor;
        let described = Described::new(driver, create, Self::destroy, |table, descriptor| {
            let (sizes, strides) = (sizes.as_ptr(), strides.as_ptr());
            call!(table.cudnnSetTensorNdDescriptor(descriptor, ty.0, rank, sizes, strides))
        })?;
        Ok(Self(Arc::new(Description { described, known: (bytes, ty) })))
    }
}

impl FilterDescriptor {
    /// Filters of a type and these sizes: outputs, inputs, then the window. `format` is a number of
    /// `cudnnTensorFormat_t`.
    ///
    /// # Errors
    /// As of [`TensorDescriptor::new`].
    pub fn new(
        driver: &Driver,
        ty: DnnDataType,
        format: i32,
        sizes: &[i32],
    ) -> Result<Self, CudaError> {
        let rank = rank(&[sizes])?;
        let product = sizes.iter().map(|&size| i128::from(size.max(0)));
        let elements = product.fold(1_i128, i128::saturating_mul);
        let bytes = elements.saturating_mul(ty.bytes()? as i128);
        let create = driver.library::<Dnn>()?.cudnnCreateFilterDescriptor;
        let described = Described::new(driver, create, Self::destroy, |table, descriptor| {
            call!(table.cudnnSetFilterNdDescriptor(descriptor, ty.0, format, rank, sizes.as_ptr()))
        })?;
        Ok(Self(Arc::new(Description { described, known: (bytes, ty) })))
    }
}

impl ConvolutionDescriptor {
    /// Pads, strides and dilations of a convolution whose sums are of a type. `mode` is 0 for a convolution and 1 for a
    /// cross-correlation, and `math` a number of `cudnnMathType_t`.
    ///
    /// # Errors
    /// As of [`TensorDescriptor::new`].
    pub fn new(
        driver: &Driver,
        compute: DnnDataType,
        mode: i32,
        math: i32,
        arrays: [&[i32]; 3],
    ) -> Result<Self, CudaError> {
        let rank = rank(&arrays)?;
        let create = driver.library::<Dnn>()?.cudnnCreateConvolutionDescriptor;
        let described = Described::new(driver, create, Self::destroy, |table, descriptor| {
            let [pads, strides, dilations] = arrays.map(<[i32]>::as_ptr);
            call!(table.cudnnSetConvolutionNdDescriptor(
                descriptor, rank, pads, strides, dilations, mode, compute.0
            ))?;
            call!(table.cudnnSetConvolutionMathType(descriptor, math))
        })?;
        Ok(Self(Arc::new(Description { described, known: () })))
    }
}

impl PoolingDescriptor {
    /// A window, pads and strides. `mode` is a number of `cudnnPoolingMode_t`, and `nan` of `cudnnNanPropagation_t`.
    ///
    /// # Errors
    /// As of [`TensorDescriptor::new`].
    pub fn new(
        driver: &Driver,
        mode: u32,
        nan: u32,
        arrays: [&[i32]; 3],
    ) -> Result<Self, CudaError> {
        let rank = rank(&arrays)?;
        // Numbers that no enumeration has are the library's to refuse.
        let [mode, nan] = [mode, nan].map(|number| c_int::try_from(number).unwrap_or(c_int::MAX));
        let create = driver.library::<Dnn>()?.cudnnCreatePoolingDescriptor;
        let described =
            Described::new(driver, create, Self::destroy, |table, descriptor| {
                let [window, pads, strides] = arrays.map(<[i32]>::as_ptr);
                call!(table.cudnnSetPoolingNdDescriptor(
                    descriptor, mode, nan, rank, window, pads, strides
                ))
            })?;
        Ok(Self(Arc::new(Description { described, known: () })))
    }
}

impl ActivationDescriptor {
    /// A function of elements: `mode` is a number of `cudnnActivationMode_t`, and the coefficient is of those that have
    /// one.
    ///
    /// # Errors
    /// There is no such library; the library's.
    pub fn new(driver: &Driver, mode: i32, nan: bool, coefficient: f64) -> Result<Self, CudaError> {
        let create = driver.library::<Dnn>()?.cudnnCreateActivationDescriptor;
        let described = Described::new(driver, create, Self::destroy, |table, descriptor| {
            let nan = c_int::from(nan);
            call!(table.cudnnSetActivationDescriptor(descriptor, mode, nan, coefficient))
        })?;
        Ok(Self(Arc::new(Description { described, known: () })))
    }
}

/// A buffer, and what is in it.
///
/// ```
/// # use tfrt_cuda::*;
/// fn of<'a>(descriptor: &'a TensorDescriptor, buffer: &'a Buffer) -> Tensor<'a> {
///     Tensor { descriptor, buffer }
/// }
/// # let _ = of;
/// ```
#[derive(Debug)]
pub struct Tensor<'a, D = TensorDescriptor> {
    /// What is in it.
    pub descriptor: &'a D,
    /// Where it is.
    pub buffer: &'a Buffer,
}

impl<D> Clone for Tensor<'_, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D> Copy for Tensor<'_, D> {}

/// A description of what is in a buffer.
trait Describes {
    fn bytes(&self) -> i128;
    fn place(&self) -> *mut c_void;
}

macro_rules! describes {
    ($($name:ident)*) => {$(
        impl Describes for $name {
            fn bytes(&self) -> i128 {
                self.0.known.0
            }

            fn place(&self) -> *mut c_void {
                self.0.described.place()
            }
        }
    )*};
}

describes!(TensorDescriptor FilterDescriptor);

/// The description and the address, if the buffer has room for what it says.
fn place_of<D: Describes>(
    tensor: Tensor<'_, D>,
    call: &mut Call<'_>,
    what: &str,
) -> Result<(*mut c_void, u64), CudaError> {
    check(tensor.buffer, what, tensor.descriptor.bytes(), 1)?;
    Ok((tensor.descriptor.place(), call.use_buffer(tensor.buffer)?))
}

/// How a convolution of any direction is computed, and the memory for that.
///
/// ```
/// # use tfrt_cuda::*;
/// fn plain<'a>(descriptor: &'a ConvolutionDescriptor, workspace: &'a Buffer) -> Convolution<'a> {
///     Convolution { descriptor, algorithm: ConvolutionAlgorithm::FIRST, workspace }
/// }
/// # let _ = plain;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Convolution<'a> {
    /// Its window.
    pub descriptor: &'a ConvolutionDescriptor,
    /// How.
    pub algorithm: ConvolutionAlgorithm,
    /// Memory that it may use. How much is enough the library knows, which refuses less.
    pub workspace: &'a Buffer,
}

/// What follows a convolution: `activation(alpha conv(x, w) + side z + bias)`.
///
/// ```
/// # use tfrt_cuda::*;
/// fn relu<'a>(z: Tensor<'a>, bias: Tensor<'a>, relu: &'a ActivationDescriptor) -> Epilogue<'a> {
///     Epilogue { alpha: 1.0_f32.into(), side: 0.0_f32.into(), z, bias, activation: relu }
/// }
/// # let _ = relu;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Epilogue<'a> {
    /// Scales the convolution.
    pub alpha: Scalar,
    /// Scales what is added.
    pub side: Scalar,
    /// What is added.
    pub z: Tensor<'a>,
    /// The bias of each output.
    pub bias: Tensor<'a>,
    /// What becomes of the sum.
    pub activation: &'a ActivationDescriptor,
}

/// A handle of cuDNN for a context. Cheap to clone. Thread-safe: calls from several threads come one after the other.
///
/// ```
/// # use tfrt_cuda::*;
/// fn convolve(
///     stream: &Stream,
///     x: Tensor<'_>,
///     w: Tensor<'_, FilterDescriptor>,
///     how: &Convolution<'_>,
///     y: Tensor<'_>,
/// ) -> Result<(), CudaError> {
///     DnnHandle::new(stream.context())?.convolution_forward(stream, DnnDataType::FLOAT, x, w, how, y)
/// }
/// # let _ = convolve;
/// ```
#[derive(Clone)]
pub struct DnnHandle(Arc<Bound<Dnn>>);

handle!(DnnHandle of Dnn: cudnnCreate, cudnnDestroy, cudnnSetStream);

impl DnnHandle {
    /// `y = conv(x, w)`. Scales are of the type `scale`.
    ///
    /// # Errors
    /// A buffer is too short, or of another context; the library's.
    pub fn convolution_forward(
        &self,
        stream: &Stream,
        scale: DnnDataType,
        x: Tensor<'_>,
        w: Tensor<'_, FilterDescriptor>,
        how: &Convolution<'_>,
        y: Tensor<'_>,
    ) -> Result<(), CudaError> {
        let mut call = stream.prepare();
        let (x, w, y) = (
            place_of(x, &mut call, "x")?,
            place_of(w, &mut call, "w")?,
            place_of(y, &mut call, "y")?,
        );
        let workspace = call.use_buffer(how.workspace)?;
        let (one, zero) = (scale.scale(1.0), scale.scale(0.0));
        let (convolution, size) = (how.descriptor.0.described.place(), how.workspace.size());
        self.on(call, |table, handle| {
            let (one, zero, algorithm) = (one.place(), zero.place(), how.algorithm.0);
            call!(table.cudnnConvolutionForward(
                handle,
                one,
                x.0,
                x.1,
                w.0,
                w.1,
                convolution,
                algorithm,
                workspace,
                size,
                zero,
                y.0,
                y.1,
            ))
        })
    }

    /// The gradient of a convolution's input, of that of its output.
    ///
    /// # Errors
    /// As of [`convolution_forward`](Self::convolution_forward).
    pub fn convolution_backward_data(
        &self,
        stream: &Stream,
        scale: DnnDataType,
        w: Tensor<'_, FilterDescriptor>,
        dy: Tensor<'_>,
        how: &Convolution<'_>,
        dx: Tensor<'_>,
    ) -> Result<(), CudaError> {
        let mut call = stream.prepare();
        let (w, dy, dx) = (
            place_of(w, &mut call, "w")?,
            place_of(dy, &mut call, "dy")?,
            place_of(dx, &mut call, "dx")?,
        );
        let workspace = call.use_buffer(how.workspace)?;
        let (one, zero) = (scale.scale(1.0), scale.scale(0.0));
        let (convolution, size) = (how.descriptor.0.described.place(), how.workspace.size());
        self.on(call, |table, handle| {
            let (one, zero, algorithm) = (one.place(), zero.place(), how.algorithm.0);
            call!(table.cudnnConvolutionBackwardData(
                handle,
                one,
                w.0,
                w.1,
                dy.0,
                dy.1,
                convolution,
                algorithm,
                workspace,
                size,
                zero,
                dx.0,
                dx.1,
            ))
        })
    }

    /// The gradient of a convolution's filters, of that of its output.
    ///
    /// # Errors
    /// As of [`convolution_forward`](Self::convolution_forward).
    pub fn convolution_backward_filter(
        &self,
        stream: &Stream,
        scale: DnnDataType,
        x: Tensor<'_>,
        dy: Tensor<'_>,
        how: &Convolution<'_>,
        dw: Tensor<'_, FilterDescriptor>,
    ) -> Result<(), CudaError> {
        let mut call = stream.prepare();
        let (x, dy, dw) = (
            place_of(x, &mut call, "x")?,
            place_of(dy, &mut call, "dy")?,
            place_of(dw, &mut call, "dw")?,
        );
        let workspace = call.use_buffer(how.workspace)?;
        let (one, zero) = (scale.scale(1.0), scale.scale(0.0));
        let (convolution, size) = (how.descriptor.0.described.place(), how.workspace.size());
        self.on(call, |table, handle| {
            let (one, zero, algorithm) = (one.place(), zero.place(), how.algorithm.0);
            call!(table.cudnnConvolutionBackwardFilter(
                handle,
                one,
                x.0,
                x.1,
                dy.0,
                dy.1,
                convolution,
                algorithm,
                workspace,
                size,
                zero,
                dw.0,
                dw.1,
            ))
        })
    }

    /// A convolution, and what follows it.
    ///
    /// # Errors
    /// As of [`convolution_forward`](Self::convolution_forward).
    pub fn convolution_bias_activation_forward(
        &self,
        stream: &Stream,
        x: Tensor<'_>,
        w: Tensor<'_, FilterDescriptor>,
        how: &Convolution<'_>,
        then: &Epilogue<'_>,
        y: Tensor<'_>,
    ) -> Result<(), CudaError> {
        let mut call = stream.prepare();
        let (x, w, y) = (
            place_of(x, &mut call, "x")?,
            place_of(w, &mut call, "w")?,
            place_of(y, &mut call, "y")?,
        );
        let (z, bias) =
            (place_of(then.z, &mut call, "z")?, place_of(then.bias, &mut call, "bias")?);
        let workspace = call.use_buffer(how.workspace)?;
        let (convolution, size) = (how.descriptor.0.described.place(), how.workspace.size());
        let activation = then.activation.0.described.place();
        self.on(call, |table, handle| {
            let (alpha, side, algorithm) = (then.alpha.place(), then.side.place(), how.algorithm.0);
            call!(table.cudnnConvolutionBiasActivationForward(
                handle,
                alpha,
                x.0,
                x.1,
                w.0,
                w.1,
                convolution,
                algorithm,
                workspace,
                size,
                side,
                z.0,
                z.1,
                bias.0,
                bias.1,
                activation,
                y.0,
                y.1,
            ))
        })
    }

    /// `y = alpha pool(x) + beta y`.
    ///
    /// # Errors
    /// A buffer is too short, or of another context; the library's.
    pub fn pooling_forward(
        &self,
        stream: &Stream,
        pooling: &PoolingDescriptor,
        alpha: f32,
        x: Tensor<'_>,
        beta: f32,
        y: Tensor<'_>,
    ) -> Result<(), CudaError> {
        let scale = y.descriptor.0.known.1;
        let (alpha, beta) = (scale.scale(alpha), scale.scale(beta));
        let mut call = stream.prepare();
        let (x, y) = (place_of(x, &mut call, "x")?, place_of(y, &mut call, "y")?);
        let pooling = pooling.0.described.place();
        self.on(call, |table, handle| {
            let (alpha, beta) = (alpha.place(), beta.place());
            call!(table.cudnnPoolingForward(handle, pooling, alpha, x.0, x.1, beta, y.0, y.1))
        })
    }

    /// The gradient of pooling's input, of its output, that one's gradient, and the input.
    ///
    /// # Errors
    /// As of [`pooling_forward`](Self::pooling_forward).
    #[expect(clippy::too_many_arguments, reason = "the library's function has them")]
    pub fn pooling_backward(
        &self,
        stream: &Stream,
        pooling: &PoolingDescriptor,
        alpha: f32,
        y: Tensor<'_>,
        dy: Tensor<'_>,
        x: Tensor<'_>,
        beta: f32,
        dx: Tensor<'_>,
    ) -> Result<(), CudaError> {
        let scale = dx.descriptor.0.known.1;
        let (alpha, beta) = (scale.scale(alpha), scale.scale(beta));
        let mut call = stream.prepare();
        let (y, dy) = (place_of(y, &mut call, "y")?, place_of(dy, &mut call, "dy")?);
        let (x, dx) = (place_of(x, &mut call, "x")?, place_of(dx, &mut call, "dx")?);
        let pooling = pooling.0.described.place();
        self.on(call, |table, handle| {
            let (alpha, beta) = (alpha.place(), beta.place());
            call!(table.cudnnPoolingBackward(
                handle, pooling, alpha, y.0, y.1, dy.0, dy.1, x.0, x.1, beta, dx.0, dx.1
            ))
        })
    }
}
