//! Results that are rounded once, in any direction: computed to odd in 53 bits, then narrowed. A result to odd keeps
//! what decides the second rounding, so the two together are one.

use super::super::instruction::Rounding;

/// A format of at most 24 bits of precision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Format {
    /// Without the hidden one.
    pub(super) fraction: u32,
    pub(super) exponent: u32,
}

pub(super) const SINGLE: Format = Format { fraction: 23, exponent: 8 };
pub(super) const HALF: Format = Format { fraction: 10, exponent: 5 };
pub(super) const BRAIN: Format = Format { fraction: 7, exponent: 8 };

impl Format {
    fn infinity(self) -> u64 {
        ((1 << self.exponent) - 1) << self.fraction
    }

    /// The bits of all NaNs that instructions make.
    pub(super) fn nan(self) -> u64 {
        (1 << (self.fraction + self.exponent)) - 1
    }

    /// The bits of a value in this format.
    pub(super) fn narrow(self, value: f64, rounding: Rounding) -> u64 {
        if value.is_nan() {
            return self.nan();
        }
        let bits = value.to_bits();
        let negative = bits >> 63 == 1;
        let sign = u64::from(negative) << (self.fraction + self.exponent);
        if value == 0.0 {
            return sign;
        }
        if value.is_infinite() {
            return sign | self.infinity();
        }
        let raw = ((bits >> 52) & 0x7FF) as i32;
        let significand = bits & ((1 << 52) - 1) | u64::from(raw != 0) << 52;
        // The value is significand · 2^power.
        let power = raw.max(1) - 1075;
        let bias = (1 << (self.exponent - 1)) - 1;
        let least = 1 - bias - self.fraction as i32;
        // How far the unit of the result is above the unit of the significand. A subnormal double is far below.
        let normal = 52 - self.fraction as i32;
        let shift = normal.max(least - power);
        let (kept, rest, half) = if shift > 60 {
            (0, 1, 2)
        } else {
            let unit = 1_u64 << shift;
            (significand >> shift, significand & (unit - 1), unit >> 1)
        };
        let away = match rounding {
            Rounding::Nearest => rest > half || rest == half && kept & 1 == 1,
            Rounding::Zero => false,
            Rounding::Down => negative && rest != 0,
            Rounding::Up => !negative && rest != 0,
        };
        let magnitude = kept + u64::from(away);
        // The exponent of the unit, from that of the smallest number. A carry moves into it by itself.
        let scale = u64::try_from(power + shift - least).unwrap_or(0);
        let result = magnitude + (scale << self.fraction);
        if result < self.infinity() {
            return sign | result;
        }
        let to_infinity = match rounding {
            Rounding::Nearest => true,
            Rounding::Zero => false,
            Rounding::Down => negative,
            Rounding::Up => !negative,
        };
        sign | if to_infinity { self.infinity() } else { self.infinity() - 1 }
    }
}

/// Makes the last bit odd where `error`, the exact value less `value`, is not zero.
fn odd(value: f64, error: f64) -> f64 {
    if error == 0.0 || error.is_nan() || value.is_infinite() || value.to_bits() & 1 == 1 {
        return value;
    }
    // Of the two neighbours of the exact value, this one is even, so the other is odd.
    let grows = (error > 0.0) == (value > 0.0);
    let bits = value.to_bits();
    f64::from_bits(if grows { bits.wrapping_add(1) } else { bits.wrapping_sub(1) })
}

/// A sum to odd. Neither operand nor the sum is subnormal as a double, since they come from narrower formats.
pub(super) fn add_odd(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let of_b = sum - a;
    let error = (a - (sum - of_b)) + (b - of_b);
    odd(sum, error)
}

/// `a · b + c` to odd, of formats whose products a double holds.
pub(super) fn fma_odd(a: f64, b: f64, c: f64) -> f64 {
    add_odd(a * b, c)
}

/// A quotient to odd.
pub(super) fn div_odd(a: f64, b: f64) -> f64 {
    let quotient = a / b;
    if !quotient.is_finite() || quotient == 0.0 || !b.is_finite() {
        return quotient;
    }
    // a - quotient · b has one rounding, and its sign is right. Divided by b it has the sign of the error.
    let rest = (-quotient).mul_add(b, a);
    odd(quotient, if (rest > 0.0) == (b > 0.0) { rest.abs() } else { -rest.abs() })
}

/// A root to odd.
pub(super) fn sqrt_odd(a: f64) -> f64 {
    let root = a.sqrt();
    if !root.is_finite() || root == 0.0 {
        return root;
    }
    odd(root, (-root).mul_add(root, a))
}
