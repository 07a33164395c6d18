//! Our device code, as functions: each checks the shapes and types of its operands, and gives a stream a call of a kernel
//! of `runtime/gpu/ptx/`. An operation without results launches nothing.
//!
//! # Results
//!
//! They have the bits of the CPU: an elementwise operation, a reduction in order, a softmax, a normalization and a pool
//! those of TensorFlow's op, a reduction in lanes, a product and a convolution those of the dialect `nn`. Elements of
//! `f16` are computed in `f32`, functions of them in `f64`, and rounded once.
//!
//! # How to add a kernel
//!
//! Write it into a `.cu` of `runtime/gpu/ptx/`, one entry for each type, named `NAME_TYPE`, and let `cargo xtask ptx`
//! compile it. Give it a function here, which checks all that its memory accesses rely on, and a case in
//! `runtime/gpu/tests/device_code/`, which compares it with the CPU and takes away its barriers, bounds and stores.

mod cast;
mod elementwise;
mod images;
mod launch;
mod movement;
mod operand;
mod product;
mod reduction;

use launch::Code;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use tfrt_cuda::Context;

pub use elementwise::{Binary, Unary};
pub use images::{Normalization, Window};
pub use operand::Operand;
pub use product::{Filter, Transposed};
pub use reduction::{Fold, Order};

/// Our device code in a context; each part is loaded when it is first used. Cheap to clone. Thread-safe.
///
/// ```
/// # use tfrt_cuda::{CudaError, Stream};
/// # use tfrt_gpu::device_code::{Binary, DeviceCode, Operand};
/// # use tfrt_host::error::KernelError;
/// # use tfrt_tensor::DType;
/// /// Doubles numbers on the device.
/// fn doubled(stream: &Stream, numbers: &[f32]) -> Result<Vec<f32>, KernelError> {
///     let code = DeviceCode::new(stream.context());
///     let buffer = stream.upload(numbers)?;
///     let shape = [numbers.len() as i64];
///     let x = Operand::new(&buffer, DType::F32, &shape)?;
///     code.binary(stream, Binary::Add, [x, x], x)?;
///     Ok(stream.download(&buffer)?.wait()?)
/// }
/// # let _ = doubled;
/// ```
#[derive(Clone)]
pub struct DeviceCode(Arc<Code>);

impl DeviceCode {
    /// Our code in a context. Keep it: each of these loads the modules again.
    #[must_use]
    pub fn new(context: &Context) -> Self {
        Self(Arc::new(Code::new(context, None)))
    }

    /// The same with another text for each part, by its name: for tests of what a mistake there does.
    #[doc(hidden)]
    #[must_use]
    pub fn with_texts(
        context: &Context,
        texts: impl Fn(&'static str) -> Cow<'static, str> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(Code::new(context, Some(Box::new(texts)))))
    }
}

impl fmt::Debug for DeviceCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeviceCode").finish_non_exhaustive()
    }
}
