//! Numbers that programs can hold, create and print, but that no kernel computes with: `f16`,
//! `bf16` and the complex types.

use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel::{Attribute, DType, FromAttribute, KernelType};

/// A half-precision float, by its bits: `f16`.
///
/// ```
/// use tfrt_kernels::number::F16;
/// let one = F16(0x3C00);
/// assert_eq!(one.0, 0x3C00);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct F16(pub u16);

/// A bfloat16, by its bits: `bf16`.
///
/// ```
/// use tfrt_kernels::number::Bf16;
/// let one = Bf16((1.0_f32.to_bits() >> 16) as u16);
/// assert_eq!(one, Bf16(0x3F80));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Bf16(pub u16);

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

impl KernelType for F16 {
    const NAME: &'static str = "f16";
}

impl KernelType for Bf16 {
    const NAME: &'static str = "bf16";
}

impl KernelType for Complex64 {
    const NAME: &'static str = "complex<f32>";
}

impl KernelType for Complex128 {
    const NAME: &'static str = "complex<f64>";
}

impl FromAttribute for F16 {
    const KIND: &'static str = "f16";
    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        bits(attribute, DType::F16).map(Self)
    }
}

impl FromAttribute for Bf16 {
    const KIND: &'static str = "bf16";
    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        bits(attribute, DType::Bf16).map(Self)
    }
}

/// The bits of a 16-bit float.
fn bits(attribute: &Attribute, expected: DType) -> Result<u16, KernelError> {
    let found = match attribute {
        Attribute::Scalar { dtype, bits } if *dtype == expected => u16::try_from(*bits).ok(),
        _ => None,
    };
    found.ok_or_else(|| {
        KernelError::new(
            ErrorCode::InvalidArgument,
            format!("is '{}', expected '{}'", attribute.attribute_type(), expected.name()),
        )
    })
}
