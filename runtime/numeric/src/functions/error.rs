//! The error function and its complement: a Taylor series below 0.65, and polynomials for
//! exp(x^2) erfc(x), which is smooth, above 0.5.

use super::dd::{Dd, polynomial};
use super::exponential::gauss;
use super::tables::{ERF, FAR_ERFC, FAR_MIDDLE, SCALED_ERFC, SQRT_PI, TWO_SQRT_PI};

/// The error function of a magnitude below 0.65.
fn near(x: f64) -> Dd {
    let square = x * x;
    let start = TWO_SQRT_PI.scaled(x);
    start.plus((x * (square * polynomial(&ERF, square))).into())
}

/// The complement, for x from 0.5.
fn far(x: f64) -> f64 {
    if x >= 28.0 {
        return 0.0;
    }
    if x < 6.0 {
        let index = ((x - 0.5) * 4.0) as usize;
        let distance = x - (0.625 + index as f64 * 0.25);
        let (first, rest) = &SCALED_ERFC[index];
        return gauss(x, first.plus((distance * polynomial(rest, distance)).into()));
    }
    let inverse = 1.0 / x;
    let distance = inverse * inverse - FAR_MIDDLE;
    let (first, rest) = &FAR_ERFC;
    let scaled = first.plus((distance * polynomial(rest, distance)).into());
    gauss(x, scaled.times(SQRT_PI).over(x.into()))
}

/// The error function.
pub fn erf(x: f64) -> f64 {
    let magnitude = x.abs();
    if magnitude.is_nan() || magnitude == 0.0 {
        return x;
    }
    if magnitude < 1.0e-20 {
        // Without products that underflow.
        return x * TWO_SQRT_PI.hi;
    }
    let value = if magnitude < 0.65 { near(magnitude).value() } else { 1.0 - far(magnitude) };
    value.copysign(x)
}

/// 1 - erf(x).
pub fn erfc(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x.abs() < 1.0e-20 {
        return 1.0;
    }
    if x.abs() < 0.5 {
        return Dd::from(1.0).minus(near(x)).value();
    }
    if x < 0.0 { 2.0 - far(-x) } else { far(x) }
}
