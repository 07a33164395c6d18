//! The cube root, by Newton's method with a last step in twice the precision, and the inverse of the
//! square root.

use super::dd::{Dd, normalized, power_of_two};

/// The cube root, with the sign of `x`.
pub fn cbrt(x: f64) -> f64 {
    let magnitude = x.abs();
    if !magnitude.is_finite() || magnitude == 0.0 {
        return x;
    }
    let (fraction, exponent) = normalized(magnitude);
    let number = fraction * power_of_two(exponent.rem_euclid(3)); // in [1, 8)
    // Each step doubles the digits of a start that is right to a tenth.
    let mut root = 0.7 + number * (0.32 - 0.02 * number);
    for _ in 0..5 {
        root -= (root - number / (root * root)) / 3.0;
    }
    let cube = Dd::product(root, root).scaled(root);
    let rest = Dd::from(number).minus(cube);
    let root = root + rest.hi / (3.0 * root * root);
    (root * power_of_two(exponent.div_euclid(3))).copysign(x)
}

/// 1 / sqrt(x): an infinity of a zero, NaN below.
pub fn rsqrt(x: f64) -> f64 {
    if x.is_nan() || x < 0.0 {
        return f64::NAN;
    }
    if x == 0.0 || x.is_infinite() {
        return 1.0 / x;
    }
    let (fraction, exponent) = normalized(x);
    let number = Dd::from(fraction * power_of_two(exponent.rem_euclid(2)));
    Dd::from(1.0).over(number.root()).value() * power_of_two(-exponent.div_euclid(2))
}
