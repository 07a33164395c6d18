//! Exponentials, powers and hyperbolic functions. An argument is n ln 2 / 64 and a rest of at most
//! ln 2 / 128; the exponential is a power of two, an entry of a table, and a short Taylor series of
//! the rest. Tang (1989) describes the method.

use super::dd::{Dd, finish, polynomial};
use super::logarithm::log_parts;
use super::tables::{LN_2, LN_2_64, POWERS};

/// 1 / 3! and so on.
const TAYLOR: [f64; 5] = [1.0 / 2.0, 1.0 / 6.0, 1.0 / 24.0, 1.0 / 120.0, 1.0 / 720.0];

/// The exponential as a number near 1 and a power of two, with a relative error below 2^-59. For
/// magnitudes up to 2000.
fn exp_parts(x: Dd) -> (Dd, i32) {
    let n = (x.hi / LN_2_64.hi).round_ties_even();
    let rest = x.minus(LN_2_64.scaled(n));
    let n = n as i32;
    let entry = POWERS[(n & 63) as usize];
    let r = rest.hi;
    let less_one = r + (rest.lo + r * r * polynomial(&TAYLOR, r));
    (Dd::ordered(entry.hi, entry.lo + entry.hi * less_one), n >> 6)
}

/// The same as one number, for magnitudes up to 700.
fn exp_whole(x: f64) -> Dd {
    let (number, exponent) = exp_parts(x.into());
    number.doubled(exponent)
}

/// Beyond, exponentials overflow or are zero.
const LIMIT: f64 = 750.0;

/// The exponential.
pub fn exp(x: f64) -> f64 {
    exp_of(x.into())
}

fn exp_of(x: Dd) -> f64 {
    if x.hi.is_nan() {
        return x.hi;
    }
    if x.hi.abs() > LIMIT {
        return if x.hi > 0.0 { f64::INFINITY } else { 0.0 };
    }
    let (number, exponent) = exp_parts(x);
    finish(number, exponent)
}

/// exp(-x^2) times a number, for x up to 28.
pub(super) fn gauss(x: f64, factor: Dd) -> f64 {
    let (number, exponent) = exp_parts(Dd::product(x, x).negated());
    finish(number.times(factor), exponent)
}

/// 2^x.
pub fn exp2(x: f64) -> f64 {
    if x.is_nan() || x.abs() > 1100.0 {
        return exp(x);
    }
    exp_of(LN_2.scaled(x))
}

/// exp(x) - 1.
pub fn expm1(x: f64) -> f64 {
    if x.is_nan() || x > 700.0 {
        // One is nothing here.
        return exp(x);
    }
    if x < -50.0 {
        // The exponential is nothing beside one.
        return -1.0;
    }
    if x.abs() < 0.3 {
        // x + x^2 / 2 + x^3 (1 / 6 + …)
        const REST: [f64; 13] = [
            1.0 / 6.0,
            1.0 / 24.0,
            1.0 / 120.0,
            1.0 / 720.0,
            1.0 / 5040.0,
            1.0 / 40_320.0,
            1.0 / 362_880.0,
            1.0 / 3_628_800.0,
            1.0 / 39_916_800.0,
            1.0 / 479_001_600.0,
            1.0 / 6_227_020_800.0,
            1.0 / 87_178_291_200.0,
            1.0 / 1_307_674_368_000.0,
        ];
        if x.abs() < 1.0e-150 {
            return x;
        }
        let square = Dd::product(x, x);
        let cube = square.hi * x * polynomial(&REST, x);
        return Dd::from(x).plus(square.scaled(0.5)).plus(cube.into()).value();
    }
    exp_whole(x).minus(1.0.into()).value()
}

/// sinh(x) / x - 1, for magnitudes up to 0.3: a series in x^2 that begins with x^2 / 6.
fn sinh_series(square: f64) -> f64 {
    const REST: [f64; 6] = [
        1.0 / 6.0,
        1.0 / 120.0,
        1.0 / 5040.0,
        1.0 / 362_880.0,
        1.0 / 39_916_800.0,
        1.0 / 6_227_020_800.0,
    ];
    square * polynomial(&REST, square)
}

/// The hyperbolic sine.
pub fn sinh(x: f64) -> f64 {
    let magnitude = x.abs();
    if magnitude < 0.3 {
        return x + x * sinh_series(x * x);
    }
    halves(x, magnitude, Dd::minus)
}

/// The hyperbolic cosine.
pub fn cosh(x: f64) -> f64 {
    let magnitude = x.abs();
    halves(magnitude, magnitude, Dd::plus)
}

/// Half the exponential of the magnitude and, by the operation, half its inverse, with a sign.
fn halves(sign: f64, magnitude: f64, operation: fn(Dd, Dd) -> Dd) -> f64 {
    if magnitude.is_nan() || magnitude > LIMIT {
        return (magnitude + magnitude).copysign(sign);
    }
    let (number, exponent) = exp_parts(magnitude.into());
    let value = if magnitude > 40.0 {
        finish(number, exponent - 1)
    } else {
        let whole = number.doubled(exponent);
        operation(whole, Dd::from(1.0).over(whole)).value() * 0.5
    };
    value.copysign(sign)
}

/// The hyperbolic tangent.
pub fn tanh(x: f64) -> f64 {
    let magnitude = x.abs();
    if magnitude.is_nan() {
        return x;
    }
    let value = if magnitude > 22.0 {
        1.0
    } else if magnitude < 1.0e-8 {
        magnitude
    } else if magnitude < 0.3 {
        let square = magnitude * magnitude;
        let sinh = Dd::ordered(magnitude, magnitude * sinh_series(square));
        // cosh^2 is 1 + sinh^2
        let cosh = Dd::from(1.0).plus(sinh.times(sinh)).root();
        sinh.over(cosh).value()
    } else {
        let whole = exp_whole(2.0 * magnitude);
        let one = Dd::from(1.0);
        whole.minus(one).over(whole.plus(one)).value()
    };
    value.copysign(x)
}

/// x to the power of y, as IEEE 754 says: 1 if y is 0 or x is 1, even if the other is NaN; NaN of a
/// negative number to a power that is no integer.
pub fn pow(x: f64, y: f64) -> f64 {
    let whole = y.trunc() == y;
    // Doubles from 2^53 on are even.
    let odd = whole && y.abs() < 9_007_199_254_740_992.0 && (y as i64) & 1 == 1;
    if x < 0.0 && x.is_finite() && y.is_finite() && !whole {
        return f64::NAN;
    }
    power(x, y.into(), odd)
}

/// x to an integer power.
pub fn pow_integer(x: f64, n: i64) -> f64 {
    let hi = n as f64;
    power(x, Dd::of(hi, (i128::from(n) - hi as i128) as f64), n & 1 == 1)
}

/// A power, of which is known whether it is an odd integer, and that it is an integer if `x` is
/// finite and negative.
fn power(x: f64, y: Dd, odd: bool) -> f64 {
    if y.hi == 0.0 || x == 1.0 {
        return 1.0;
    }
    if x.is_nan() || y.hi.is_nan() {
        return f64::NAN;
    }
    let magnitude = x.abs();
    let sign = if odd && x.is_sign_negative() { -1.0 } else { 1.0 };
    if magnitude == 1.0 {
        return sign;
    }
    let infinite_or_zero = |infinite| sign * if infinite { f64::INFINITY } else { 0.0 };
    if y.hi.is_infinite() || magnitude == 0.0 || magnitude.is_infinite() {
        return infinite_or_zero((magnitude > 1.0) == (y.hi > 0.0));
    }
    let logarithm = log_parts(magnitude);
    // The logarithm is at least 2^-53 and at most 745: outside, powers overflow or are 0 or 1.
    if y.hi.abs() > 1.0e20 {
        return infinite_or_zero((logarithm.hi > 0.0) == (y.hi > 0.0));
    }
    if y.hi.abs() < 1.0e-30 {
        return sign;
    }
    sign * exp_of(logarithm.times(y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_one_is_exact_far_from_zero() {
        for x in [-50.1, -700.0, -709.1, -749.9, -1.0e300, f64::NEG_INFINITY] {
            assert_eq!(expm1(x), -1.0, "{x}");
        }
        assert_eq!(expm1(-49.0), -1.0);
        assert_eq!(expm1(710.0), f64::INFINITY);
        assert!(expm1(709.5).is_finite() && expm1(f64::NAN).is_nan());
    }
}
