//! Floats of the dialects `arith` and `math`, by way of doubles and integers, and rounded by a search
//! among the values of the result's type.

use super::scalar::Scalar;
use std::cmp::Ordering;

/// A float type: the digits of its fraction and its least and greatest exponents.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Format {
    name: &'static str,
    fraction: u32,
    least: i32,
    greatest: i32,
}

const FORMATS: [Format; 4] = [
    Format { name: "f16", fraction: 10, least: -14, greatest: 15 },
    Format { name: "bf16", fraction: 7, least: -126, greatest: 127 },
    Format { name: "f32", fraction: 23, least: -126, greatest: 127 },
    Format { name: "f64", fraction: 52, least: -1022, greatest: 1023 },
];

/// A power of two, also where it is subnormal.
pub(super) fn power(exponent: i32) -> f64 {
    let biased = exponent + 1023;
    match biased {
        1..=2046 => f64::from_bits((biased as u64) << 52),
        -51..=0 => f64::from_bits(1 << (biased + 51)),
        _ => 0.0,
    }
}

impl Format {
    pub(super) fn of(ty: &str) -> Option<Self> {
        FORMATS.into_iter().find(|format| format.name == ty)
    }

    /// The least normal value above zero.
    pub(super) fn least_normal(self) -> f64 {
        power(self.least)
    }

    fn infinity(self) -> u64 {
        ((self.greatest - self.least + 2) as u64) << self.fraction
    }

    /// The magnitude of these bits, which are no NaN's: as if there were a greater exponent than the
    /// greatest, in place of infinity.
    fn magnitude(self, bits: u64) -> f64 {
        let (exponent, fraction) =
            ((bits >> self.fraction) as i32, bits & ((1 << self.fraction) - 1));
        let unit = self.least - self.fraction as i32;
        match exponent {
            0 => fraction as f64 * power(unit),
            _ => {
                let mantissa = (fraction | 1 << self.fraction) as f64;
                mantissa * power(-(self.fraction as i32)) * power(self.least + exponent - 1)
            }
        }
    }

    /// The value and whether its sign is negative.
    pub(super) fn value(self, scalar: Scalar) -> Option<f64> {
        let (bits, width) = match (scalar, self.name) {
            (Scalar::F16(bits), "f16") | (Scalar::Bf16(bits), "bf16") => (u64::from(bits), 16),
            (Scalar::F32(value), "f32") => (value.to_bits().into(), 32),
            (Scalar::F64(value), "f64") => return Some(value),
            _ => return None,
        };
        let magnitude = bits & ((1 << (width - 1)) - 1);
        let value = match magnitude.cmp(&self.infinity()) {
            Ordering::Less => self.magnitude(magnitude),
            Ordering::Equal => f64::INFINITY,
            Ordering::Greater => f64::NAN,
        };
        Some(if bits >> (width - 1) == 1 { -value } else { value })
    }

    /// The scalar of these bits.
    pub(super) fn scalar(self, negative: bool, magnitude: u64) -> Scalar {
        match self.name {
            "f16" => Scalar::F16(u16::from(negative) << 15 | magnitude as u16),
            "bf16" => Scalar::Bf16(u16::from(negative) << 15 | magnitude as u16),
            "f32" => Scalar::F32(f32::from_bits(u32::from(negative) << 31 | magnitude as u32)),
            _ => Scalar::F64(f64::from_bits(u64::from(negative) << 63 | magnitude)),
        }
    }

    /// The nearest value, ties to even, of a magnitude that is compared with doubles. Not for `f64`.
    pub(super) fn nearest(self, negative: bool, compare: impl Fn(f64) -> Ordering) -> Scalar {
        // The greatest magnitude that is not above.
        let (mut low, mut high) = (0, self.infinity());
        while high - low > 1 {
            let middle = u64::midpoint(low, high);
            if compare(self.magnitude(middle)) == Ordering::Less {
                high = middle;
            } else {
                low = middle;
            }
        }
        let halfway = f64::midpoint(self.magnitude(low), self.magnitude(high));
        let up = match compare(halfway) {
            Ordering::Less => false,
            Ordering::Greater => true,
            Ordering::Equal => low % 2 == 1,
        };
        self.scalar(negative, if up { high } else { low })
    }

    /// The nearest value to a double.
    pub(super) fn rounded(self, value: f64) -> Scalar {
        if self.name == "f64" {
            return Scalar::F64(value);
        }
        if value.is_nan() {
            return self.scalar(false, self.infinity() + 1);
        }
        let magnitude = value.abs();
        self.nearest(value.is_sign_negative(), |other| {
            magnitude.partial_cmp(&other).expect("neither is NaN")
        })
    }

    /// The nearest value to an integer of at most 64 bits.
    pub(super) fn of_integer(self, value: i128) -> Scalar {
        let magnitude = value.unsigned_abs();
        if self.name == "f64" {
            // The nearest of the doubles around it.
            let (low, rest) = (magnitude >> 12 << 12, magnitude & 0xfff);
            let sum = (low as f64) + (rest as f64);
            return Scalar::F64(if value < 0 { -sum } else { sum });
        }
        self.nearest(value < 0, |other| {
            // A double that is no integer is far below 2^53.
            let whole = other.trunc() as u128;
            magnitude.cmp(&whole).then(0.0_f64.total_cmp(&(other - other.trunc())))
        })
    }
}

/// An order of floats in which -0 is below 0.
pub(super) fn key(value: f64) -> i128 {
    let bits = i128::from(value.to_bits() & (u64::MAX >> 1));
    if value.is_sign_negative() { -1 - bits } else { bits }
}

/// Two operands of one type.
pub(super) fn binary(op: &str, format: Format, a: Scalar, b: Scalar) -> Option<Scalar> {
    let (x, y) = (format.value(a)?, format.value(b)?);
    // Doubles have more than twice the digits of each other type, and two more: rounding twice is as
    // rounding once.
    let arithmetic = |value: f64| Some(format.rounded(value));
    let (either, left) = (x.is_nan() || y.is_nan(), x.is_nan());
    let greater = if key(x) > key(y) { a } else { b };
    let lesser = if key(x) < key(y) { a } else { b };
    match op {
        "addf" => arithmetic(x + y),
        "subf" => arithmetic(x - y),
        "mulf" => arithmetic(x * y),
        "divf" => arithmetic(x / y),
        "remf" => arithmetic(remainder(x, y)),
        "maximumf" | "minimumf" if either => Some(format.rounded(f64::NAN)),
        "maxnumf" | "minnumf" if either => Some(if left { b } else { a }),
        "maximumf" | "maxnumf" => Some(greater),
        "minimumf" | "minnumf" => Some(lesser),
        _ => None,
    }
}

/// One operand.
pub(super) fn unary(op: &str, format: Format, a: Scalar) -> Option<Scalar> {
    let x = format.value(a)?;
    match op {
        "negf" => Some(format.rounded(f64::from_bits(x.to_bits() ^ 1 << 63))),
        _ => None,
    }
}

pub(super) fn compare(predicate: &str, x: f64, y: f64) -> Option<bool> {
    let ordered = !(x.is_nan() || y.is_nan());
    let (less, equal, greater) = (x < y, x == y, x > y);
    let holds = match predicate {
        "false" => return Some(false),
        "true" => return Some(true),
        "ord" => return Some(ordered),
        "uno" => return Some(!ordered),
        other => match &other[1..] {
            "eq" => equal,
            "gt" => greater,
            "ge" => greater || equal,
            "lt" => less,
            "le" => less || equal,
            "ne" => less || greater,
            _ => return None,
        },
    };
    match predicate.as_bytes()[0] {
        b'o' => Some(holds),
        b'u' => Some(holds || !ordered),
        _ => None,
    }
}

/// The mantissa and exponent of a finite magnitude.
pub(super) fn parts(value: f64) -> (u128, i32) {
    let (biased, fraction) = (value.to_bits() >> 52 & 0x7ff, value.to_bits() & ((1 << 52) - 1));
    match biased {
        0 => (fraction.into(), -1074),
        _ => ((fraction | 1 << 52).into(), biased as i32 - 1075),
    }
}

/// By long division.
fn remainder(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() || x.is_infinite() || y == 0.0 {
        return f64::NAN;
    }
    if y.is_infinite() {
        return x;
    }
    let ((mut rest, mut exponent), (divisor, unit)) = (parts(x), parts(y));
    if exponent < unit {
        // In units of the smaller place. So far apart, the dividend is the smaller one.
        if unit - exponent > 60 {
            return x;
        }
        rest %= divisor << (unit - exponent);
    } else {
        rest %= divisor;
        while exponent > unit {
            rest = rest * 2 % divisor;
            exponent -= 1;
        }
    }
    let magnitude = rest as f64 * power(exponent);
    if x.is_sign_negative() { -magnitude } else { magnitude }
}

/// Toward zero, and what is beyond 2^100, or infinite, there; 0 if it is NaN.
pub(super) fn truncated(value: f64) -> i128 {
    if value.is_nan() {
        return 0;
    }
    if value.is_infinite() || value.abs() >= power(100) {
        return if value < 0.0 { -(1 << 100) } else { 1 << 100 };
    }
    let (mantissa, exponent) = parts(value);
    let magnitude = match exponent {
        0.. => mantissa << exponent,
        -127..0 => mantissa >> -exponent,
        _ => 0,
    };
    if value < 0.0 { -(magnitude as i128) } else { magnitude as i128 }
}
