//! Values as the evaluator has them, how they are shown, and arithmetic by the numeric contract,
//! in other ways than the runtime's: integers by way of wider ones, `f32` by way of `f64`, casts
//! by the bits.

use super::tensor::{Bytes, Dense, Tensor, shape_text};
pub use crate::random::Scalar;
use std::cell::Cell;
use std::rc::Rc;

/// The content of a value.
#[derive(Clone, Debug)]
pub(super) enum Content {
    Scalar(Scalar),
    U32(u32),
    U64(u64),
    Complex64(f32, f32),
    Complex128(f64, f64),
    Chain,
    Text(Rc<str>),
    Counter(Rc<Cell<i32>>),
    /// `!vt.value`.
    Traced(i32),
    Point(i32, i32),
    /// A resource, and whether it has been given back.
    Resource(Rc<Cell<bool>>),
    Tensor(Rc<Tensor>),
    /// A tensor that is a value: its bytes are not written any more.
    Typed(Rc<Dense>),
    Shape(Rc<[i64]>),
    Buffer(Bytes),
}

impl Content {
    /// As a result of that type is shown.
    pub(super) fn show(&self, ty: &str) -> String {
        match self {
            Self::Scalar(Scalar::I1(value)) => value.to_string(),
            Self::Scalar(Scalar::I8(value)) => value.to_string(),
            Self::Scalar(Scalar::I16(value)) => value.to_string(),
            Self::Scalar(Scalar::I32(value)) => value.to_string(),
            Self::Scalar(Scalar::I64(value)) => value.to_string(),
            Self::Scalar(Scalar::F16(bits)) => show_half(*bits, 0x7c00),
            Self::Scalar(Scalar::Bf16(bits)) => show_half(*bits, 0x7f80),
            Self::Scalar(Scalar::F32(value)) => show_f32(*value),
            Self::Scalar(Scalar::F64(value)) => show_f64(*value),
            Self::U32(value) => value.to_string(),
            Self::U64(value) => value.to_string(),
            Self::Complex64(real, imaginary) => {
                format!("{}+{}i", show_f32(*real), show_f32(*imaginary))
            }
            Self::Complex128(real, imaginary) => {
                format!("{}+{}i", show_f64(*real), show_f64(*imaginary))
            }
            Self::Text(text) => format!("{text:?}"),
            Self::Tensor(tensor) => tensor.show(),
            Self::Typed(dense) => dense.show(),
            Self::Shape(shape) => shape_text(shape),
            _ => format!("{ty} value"),
        }
    }
}

fn show_half(bits: u16, infinity: u16) -> String {
    if bits & 0x7fff > infinity { "nan".to_owned() } else { format!("{bits:#x}") }
}

pub(super) fn show_f32(value: f32) -> String {
    if value.is_nan() { "nan".to_owned() } else { format!("{:#x}", value.to_bits()) }
}

pub(super) fn show_f64(value: f64) -> String {
    if value.is_nan() { "nan".to_owned() } else { format!("{:#x}", value.to_bits()) }
}

/// The low bits of a sum, difference or product.
pub(super) fn low32(wide: i128) -> i32 {
    (wide & 0xffff_ffff) as u32 as i32
}

/// The low bits of a sum, difference or product. (Of two `i64` a product fits 127 bits.)
pub(super) fn low64(wide: i128) -> i64 {
    (wide & 0xffff_ffff_ffff_ffff) as u64 as i64
}

/// Quotient toward zero and remainder, by magnitudes, or nothing for a division by zero.
pub(super) fn divided(a: i128, b: i128) -> Option<(i128, i128)> {
    if b == 0 {
        return None;
    }
    let (quotient, remainder) =
        (a.unsigned_abs() / b.unsigned_abs(), a.unsigned_abs() % b.unsigned_abs());
    let sign = |magnitude: u128, negative: bool| {
        let magnitude = magnitude as i128;
        if negative { -magnitude } else { magnitude }
    };
    Some((sign(quotient, (a < 0) != (b < 0)), sign(remainder, a < 0)))
}

/// A double toward zero, at the ends of the range if it is beyond them, 0 if it is none.
pub(super) fn truncated(value: f64) -> i64 {
    let bits = value.to_bits();
    let negative = bits >> 63 == 1;
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1075;
    let fraction = bits & ((1 << 52) - 1);
    if exponent == 0x7ff - 1075 && fraction != 0 {
        return 0;
    }
    let mantissa = u128::from(fraction | 1 << 52);
    // Beyond 2^63 whatever the fraction; and what is less than 1 has nothing left.
    let magnitude = match exponent {
        12.. => u128::from(u64::MAX),
        0..12 => mantissa << exponent,
        -52..0 => mantissa >> -exponent,
        _ => 0,
    };
    match (negative, magnitude >= 1 << 63) {
        (false, true) => i64::MAX,
        (true, true) => i64::MIN,
        (false, false) => magnitude as i64,
        (true, false) => -(magnitude as i64),
    }
}

/// The nearest float with that many bits of fraction, ties to even: its magnitude's exponent and
/// fraction, from which the bits of either width are put together.
fn nearest(magnitude: u64, fraction: u32) -> (u64, u64) {
    if magnitude == 0 {
        return (0, 0);
    }
    let exponent = 63 - magnitude.leading_zeros();
    let mut mantissa = if exponent <= fraction {
        magnitude << (fraction - exponent)
    } else {
        let dropped = exponent - fraction;
        let (kept, rest) = (magnitude >> dropped, magnitude & ((1 << dropped) - 1));
        let half = 1u64 << (dropped - 1);
        kept + u64::from(rest > half || rest == half && kept & 1 == 1)
    };
    let mut exponent = u64::from(exponent);
    if mantissa >> (fraction + 1) == 1 {
        mantissa >>= 1;
        exponent += 1;
    }
    (exponent, mantissa & ((1 << fraction) - 1))
}

/// The nearest single to an integer.
pub(super) fn to_f32(value: i64) -> f32 {
    if value == 0 {
        return 0.0;
    }
    let (exponent, fraction) = nearest(value.unsigned_abs(), 23);
    let sign = u32::from(value < 0) << 31;
    f32::from_bits(sign | (exponent as u32 + 127) << 23 | fraction as u32)
}

/// The nearest double to an integer.
pub(super) fn to_f64(value: i64) -> f64 {
    if value == 0 {
        return 0.0;
    }
    let (exponent, fraction) = nearest(value.unsigned_abs(), 52);
    let sign = u64::from(value < 0) << 63;
    f64::from_bits(sign | (exponent + 1023) << 52 | fraction)
}

/// A single's operation, computed in double and rounded once more, which changes nothing: 53 bits
/// are more than twice 24 and two.
pub(super) fn single(a: f32, b: f32, of: fn(f64, f64) -> f64) -> f32 {
    of(f64::from(a), f64::from(b)) as f32
}

/// As C's `%f`; the sign of a NaN is unspecified.
pub(super) fn fixed(value: f64) -> String {
    if value.is_nan() { "nan".to_owned() } else { format!("{value:.6}") }
}
