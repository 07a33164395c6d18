//! The vendor's libraries: linear algebra, neural networks, Fourier transforms, solvers and collectives.
//!
//! A library is loaded when its first handle is made. Attributes have the original's names, and enumerations are
//! numbers with a platform in them, which programs write as words.

pub mod blas;
pub mod ccl;
pub mod dnn;
pub mod fft;
pub mod solver;

use half::f16;
use num_complex::Complex;
use tfrt_cuda::{Context, Driver, Scalar};
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel::Value;

/// The number of the platform CUDA, and how far enumerators are apart.
const CUDA: i32 = 1;
const STEP: i32 = 4;

/// The enumerator of a word.
///
/// # Errors
/// `Unsupported platform`: it is another platform's.
pub(crate) fn enumerator(word: i32) -> Result<i32, KernelError> {
    if word.rem_euclid(STEP) == CUDA {
        return Ok(word.div_euclid(STEP));
    }
    Err(KernelError::new(ErrorCode::Unavailable, "Unsupported platform"))
}

/// A number that scales, of the type that a word says.
fn scalar(value: &Value) -> Result<Scalar, KernelError> {
    let single = || value.get::<f32>().map(|it| Scalar::from(*it));
    let double = || value.get::<f64>().map(|it| Scalar::from(*it));
    let half = || value.get::<f16>().map(|it| Scalar::of_bytes(&it.to_ne_bytes()));
    let complex = || {
        let number = value.get::<Complex<f32>>()?;
        let bytes = [number.re.to_ne_bytes(), number.im.to_ne_bytes()];
        Some(Scalar::of_bytes(bytes.as_flattened()))
    };
    let double_complex = || {
        let number = value.get::<Complex<f64>>()?;
        let bytes = [number.re.to_ne_bytes(), number.im.to_ne_bytes()];
        Some(Scalar::of_bytes(bytes.as_flattened()))
    };
    let found = single().or_else(double).or_else(half).or_else(complex).or_else(double_complex);
    found.ok_or_else(|| KernelError::new(ErrorCode::InvalidArgument, "unexpected argument type"))
}

/// The driver of a context.
fn driver(context: &Context) -> &Driver {
    context.device().driver()
}
