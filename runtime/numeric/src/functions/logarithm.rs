//! Logarithms and the inverse hyperbolic functions. A number is a power of two and a fraction; the
//! fraction times a double of a table is near 1, and has a short series.

use super::dd::{Dd, normalized, polynomial};
use super::tables::{LN_2, LOG2_E, LOG10_E, LOGARITHMS};

/// 1 / 3, -1 / 4 and so on: what follows r - r^2 / 2.
const SERIES: [f64; 9] = [
    1.0 / 3.0,
    -1.0 / 4.0,
    1.0 / 5.0,
    -1.0 / 6.0,
    1.0 / 7.0,
    -1.0 / 8.0,
    1.0 / 9.0,
    -1.0 / 10.0,
    1.0 / 11.0,
];

/// The logarithm of a positive finite number, with a relative error below 2^-66.
pub(super) fn log_parts(x: f64) -> Dd {
    let (fraction, exponent) = normalized(x);
    let (fraction, exponent) =
        if fraction > 1.406_25 { (fraction * 0.5, exponent + 1) } else { (fraction, exponent) };
    let (inverse, table) = LOGARITHMS[(fraction * 128.0).round_ties_even() as usize - 90];
    let product = Dd::product(fraction, inverse);
    // Exact: the product is near 1.
    let rest = Dd::sum(product.hi - 1.0, product.lo);
    let square = rest.times(rest);
    let cube = square.hi * rest.hi * polynomial(&SERIES, rest.hi);
    let series = rest.minus(square.scaled(0.5)).plus(cube.into());
    LN_2.scaled(exponent.into()).plus(table.plus(series))
}

/// The logarithm of the sum of two doubles, of which the first is positive.
fn log_of(x: Dd) -> Dd {
    log_parts(x.hi).plus((x.lo / x.hi).into())
}

/// What logarithms give outside the positive finite numbers.
fn edge(x: f64) -> Option<f64> {
    if x.is_nan() || x == f64::INFINITY {
        Some(x)
    } else if x == 0.0 {
        Some(f64::NEG_INFINITY)
    } else if x < 0.0 {
        Some(f64::NAN)
    } else {
        None
    }
}

/// The natural logarithm.
pub fn log(x: f64) -> f64 {
    edge(x).unwrap_or_else(|| log_parts(x).value())
}

/// The logarithm to base 2.
pub fn log2(x: f64) -> f64 {
    edge(x).unwrap_or_else(|| log_parts(x).times(LOG2_E).value())
}

/// The logarithm to base 10.
pub fn log10(x: f64) -> f64 {
    edge(x).unwrap_or_else(|| log_parts(x).times(LOG10_E).value())
}

/// log(1 + x).
pub fn log1p(x: f64) -> f64 {
    if x == 0.0 || x.abs() < 1.0e-18 {
        return x;
    }
    edge(if x == f64::INFINITY { x } else { 1.0 + x })
        .unwrap_or_else(|| log_of(Dd::sum(1.0, x)).value())
}

/// The inverse hyperbolic sine.
pub fn asinh(x: f64) -> f64 {
    let magnitude = x.abs();
    if !magnitude.is_finite() {
        return x;
    }
    let value = if magnitude < 1.0e-3 {
        const SERIES: [f64; 4] = [-1.0 / 6.0, 3.0 / 40.0, -15.0 / 336.0, 105.0 / 3456.0];
        let square = magnitude * magnitude;
        magnitude + magnitude * (square * polynomial(&SERIES, square))
    } else if magnitude > 1.0e9 {
        log_parts(magnitude).plus(LN_2).value()
    } else {
        let root = Dd::product(magnitude, magnitude).plus(1.0.into()).root();
        log_of(root.plus(magnitude.into())).value()
    };
    value.copysign(x)
}

/// The inverse hyperbolic cosine; NaN below 1.
pub fn acosh(x: f64) -> f64 {
    if x.is_nan() || x == f64::INFINITY {
        return x;
    }
    if x < 1.0 {
        return f64::NAN;
    }
    if x > 1.0e9 {
        return log_parts(x).plus(LN_2).value();
    }
    let root = Dd::product(x, x).minus(1.0.into()).root();
    log_of(root.plus(x.into())).value()
}

/// The inverse hyperbolic tangent; NaN beyond 1 and -1.
pub fn atanh(x: f64) -> f64 {
    let magnitude = x.abs();
    if magnitude.is_nan() || magnitude > 1.0 {
        return f64::NAN;
    }
    let value = if magnitude == 1.0 {
        f64::INFINITY
    } else if magnitude < 1.0e-3 {
        const SERIES: [f64; 4] = [1.0 / 3.0, 1.0 / 5.0, 1.0 / 7.0, 1.0 / 9.0];
        let square = magnitude * magnitude;
        magnitude + magnitude * (square * polynomial(&SERIES, square))
    } else {
        let ratio = Dd::sum(1.0, magnitude).over(Dd::sum(1.0, -magnitude));
        log_of(ratio).value() * 0.5
    };
    value.copysign(x)
}
