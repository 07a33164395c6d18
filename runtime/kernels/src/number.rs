//! Numbers that Rust has no type for: `f16`, `bf16` and the complex types.

use tfrt_host::kernel::KernelType;

pub use tfrt_host::kernel::{Bf16, F16};

/// A complex number of single precision: `complex<f32>`.
///
/// ```
/// use tfrt_kernels::number::Complex64;
/// let i = Complex64 { real: 0.0, imaginary: 1.0 };
/// assert_eq!(i.imaginary, 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Complex64 {
    /// The real part.
    pub real: f32,
    /// The imaginary part.
    pub imaginary: f32,
}

/// A complex number of double precision: `complex<f64>`.
///
/// ```
/// use tfrt_kernels::number::Complex128;
/// let i = Complex128 { real: 0.0, imaginary: 1.0 };
/// assert_eq!(i.imaginary, 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Complex128 {
    /// The real part.
    pub real: f64,
    /// The imaginary part.
    pub imaginary: f64,
}

impl KernelType for Complex64 {
    const NAME: &'static str = "complex<f32>";
    const PATH: Option<&'static str> = Some("tfrt::kernels::number::Complex64");
}

impl KernelType for Complex128 {
    const NAME: &'static str = "complex<f64>";
    const PATH: Option<&'static str> = Some("tfrt::kernels::number::Complex128");
}
