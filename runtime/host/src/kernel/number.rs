//! The floats of 16 bits, which Rust has no stable types for.

use super::{Attribute, DType, FromAttribute};
use crate::error::{ErrorCode, KernelError};

/// A half-precision float, by its bits: `f16`.
///
/// ```
/// use tfrt_host::kernel::F16;
/// let one = F16(0x3C00);
/// assert_eq!(one.0, 0x3C00);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct F16(pub u16);

/// A bfloat16, by its bits: `bf16`.
///
/// ```
/// use tfrt_host::kernel::Bf16;
/// let one = Bf16((1.0_f32.to_bits() >> 16) as u16);
/// assert_eq!(one, Bf16(0x3F80));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Bf16(pub u16);

/// The format of a float of 16 bits.
struct Format {
    fraction: u32,
    /// The exponents of the least and the greatest normal value.
    exponents: (i64, i64),
}

const HALF: Format = Format { fraction: 10, exponents: (-14, 15) };
const BRAIN: Format = Format { fraction: 7, exponents: (-126, 127) };

impl F16 {
    /// The same value.
    ///
    /// ```
    /// # use tfrt_host::kernel::F16;
    /// assert_eq!(F16(0x0001).to_f32(), 2.0_f32.powi(-24));
    /// ```
    #[must_use]
    pub fn to_f32(self) -> f32 {
        let bits = u32::from(self.0);
        let (sign, exponent, fraction) = (bits >> 15 << 31, bits >> 10 & 0x1f, bits & 0x3ff);
        let magnitude = match exponent {
            0 => (fraction as f32 / 16_777_216.0).to_bits(),
            0x1f => 0x7f80_0000 | fraction << 13,
            _ => (exponent + 112) << 23 | fraction << 13,
        };
        f32::from_bits(sign | magnitude)
    }

    /// The nearest value, ties to even.
    ///
    /// ```
    /// # use tfrt_host::kernel::F16;
    /// assert_eq!(F16::from_f64(65519.0), F16(0x7bff));
    /// assert_eq!(F16::from_f64(65520.0), F16(0x7c00)); // infinity
    /// ```
    #[must_use]
    pub fn from_f64(value: f64) -> Self {
        Self(nearest(value, &HALF))
    }
}

impl Bf16 {
    /// The same value.
    ///
    /// ```
    /// # use tfrt_host::kernel::Bf16;
    /// assert_eq!(Bf16(0x0001).to_f32(), f32::from_bits(0x0001_0000));
    /// ```
    #[must_use]
    pub fn to_f32(self) -> f32 {
        f32::from_bits(u32::from(self.0) << 16)
    }

    /// The nearest value, ties to even.
    ///
    /// ```
    /// # use tfrt_host::kernel::Bf16;
    /// assert_eq!(Bf16::from_f64(1.0 + 2.0_f64.powi(-8)), Bf16(0x3f80));
    /// assert_eq!(Bf16::from_f64(1.0 + 3.0 * 2.0_f64.powi(-8)), Bf16(0x3f82));
    /// ```
    #[must_use]
    pub fn from_f64(value: f64) -> Self {
        Self(nearest(value, &BRAIN))
    }
}

/// The bits of the nearest value of a format, ties to even.
fn nearest(value: f64, format: &Format) -> u16 {
    let bits = value.to_bits();
    let sign = ((bits >> 63) as u16) << 15;
    let infinity = 0x7fff >> format.fraction << format.fraction;
    if value.is_nan() {
        return sign | infinity | 1 << (format.fraction - 1);
    }
    let (biased, fraction) = (bits >> 52 & 0x7ff, bits & ((1 << 52) - 1));
    let (exponent, mantissa) = match biased {
        0 => (-1022, fraction),
        biased => (biased as i64 - 1023, fraction | 1 << 52),
    };
    let (least, greatest) = format.exponents;
    if exponent > greatest {
        return sign | infinity;
    }
    let scale = exponent.max(least);
    // The mantissa in units of the format's last place, rounded; beyond 54 bits nothing is left.
    let dropped = i64::from(52 - format.fraction) + (scale - exponent);
    let rounded = if dropped > 54 {
        0
    } else {
        let (kept, rest) = (mantissa >> dropped, mantissa & ((1 << dropped) - 1));
        let half = 1 << (dropped - 1);
        kept + u64::from(rest > half || rest == half && kept & 1 == 1)
    };
    // A carry out of the fraction, and the leading bit of a normal value, increase the exponent.
    let exponent = ((scale - least) as u64) << format.fraction;
    sign | (exponent + rounded) as u16
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
