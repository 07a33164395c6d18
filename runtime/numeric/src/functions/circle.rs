//! Circular functions and their inverses. An argument is a multiple of pi / 2 and a rest of at most
//! pi / 4, by as many bits of 2 / pi as it needs (Payne and Hanek, 1983); the inverses add an entry
//! of a table to the arctangent of a small number.

use super::dd::{Dd, normalized, polynomial, power_of_two};
use super::tables::{ARCTANGENTS, HALF_PI, PI, TWO_OVER_PI};
use std::f64::consts::FRAC_PI_4;

/// The series of the sine after its first term, in the square: -1 / 3! and so on.
const SINE: [f64; 8] = [
    -1.0 / 6.0,
    1.0 / 120.0,
    -1.0 / 5040.0,
    1.0 / 362_880.0,
    -1.0 / 39_916_800.0,
    1.0 / 6_227_020_800.0,
    -1.0 / 1_307_674_368_000.0,
    1.0 / 355_687_428_096_000.0,
];

/// The series of the cosine after 1 - x^2 / 2, in the square: 1 / 4! and so on.
const COSINE: [f64; 8] = [
    1.0 / 24.0,
    -1.0 / 720.0,
    1.0 / 40_320.0,
    -1.0 / 3_628_800.0,
    1.0 / 479_001_600.0,
    -1.0 / 87_178_291_200.0,
    1.0 / 20_922_789_888_000.0,
    -1.0 / 6_402_373_705_728_000.0,
];

/// Bits of a number of words, the greatest first, from a place on.
fn window(words: &[u64], start: usize) -> u64 {
    let (word, bit) = (start / 64, start % 64);
    let of = |index: usize| words.get(index).copied().unwrap_or(0);
    if bit == 0 { of(word) } else { of(word) << bit | of(word + 1) >> (64 - bit) }
}

/// The quadrant of a finite argument, modulo 4, and the rest.
fn reduced(x: f64) -> (u32, Dd) {
    if x.abs() <= FRAC_PI_4 {
        return (0, x.into());
    }
    let bits = x.abs().to_bits();
    let exponent = (bits >> 52) as i32 - 1075;
    let mantissa = bits & ((1 << 52) - 1) | 1 << 52;
    // The argument is mantissa * 2^exponent. Bits of 2 / pi whose products are multiples of 4 are
    // left out; of the others 256 are enough: no argument is nearer than 2^-62 to a multiple.
    let skipped = (exponent - 2).max(0) as usize;
    let mut product = [0_u64; 5];
    let mut carry = 0_u128;
    for index in (0..4).rev() {
        let part = u128::from(window(&TWO_OVER_PI, skipped + 64 * index));
        let sum = part * u128::from(mantissa) + carry;
        product[index + 1] = sum as u64;
        carry = sum >> 64;
    }
    product[0] = carry as u64;
    // How many bits of the product are before the point: 11 to 66.
    let whole = (64 + exponent - skipped as i32) as usize;
    let quadrant = match whole {
        0..64 => product[0] >> (64 - whole),
        _ => window(&product, whole - 64),
    };
    let fraction =
        u128::from(window(&product, whole)) << 64 | u128::from(window(&product, whole + 64));
    let above = fraction >> 127 == 1;
    let distance = if above { fraction.wrapping_neg() } else { fraction };
    let hi = distance as f64;
    let lo = distance.wrapping_sub(hi as u128).cast_signed() as f64;
    let turn = Dd::of(hi, lo).doubled(-128);
    let rest = turn.times(HALF_PI);
    let (quadrant, rest) =
        if above { (quadrant.wrapping_add(1), rest.negated()) } else { (quadrant, rest) };
    let quadrant = (quadrant & 3) as u32;
    if x < 0.0 { (quadrant.wrapping_neg() & 3, rest.negated()) } else { (quadrant, rest) }
}

/// The sine of a rest.
fn sine(r: Dd) -> Dd {
    let square = r.hi * r.hi;
    let series = r.hi * (square * polynomial(&SINE, square));
    Dd::ordered(r.hi, r.lo * (1.0 - 0.5 * square) + series)
}

/// The cosine of a rest.
fn cosine(r: Dd) -> Dd {
    let square = Dd::product(r.hi, r.hi);
    let series = square.hi * square.hi * polynomial(&COSINE, square.hi);
    let start = Dd::ordered(1.0, -0.5 * square.hi);
    Dd::ordered(start.hi, start.lo + (series - 0.5 * square.lo - r.hi * r.lo))
}

/// The sine; NaN of an infinity.
pub fn sin(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    if x.abs() < 1.0e-8 {
        return x;
    }
    let (quadrant, rest) = reduced(x);
    let value = if quadrant & 1 == 0 { sine(rest) } else { cosine(rest) }.value();
    if quadrant & 2 == 0 { value } else { -value }
}

/// The cosine; NaN of an infinity.
pub fn cos(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    if x.abs() < 1.0e-8 {
        return 1.0;
    }
    let (quadrant, rest) = reduced(x);
    let value = if quadrant & 1 == 0 { cosine(rest) } else { sine(rest) }.value();
    if (quadrant + 1) & 2 == 0 { value } else { -value }
}

/// The tangent; NaN of an infinity.
pub fn tan(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    if x.abs() < 1.0e-8 {
        return x;
    }
    let (quadrant, rest) = reduced(x);
    let (sine, cosine) = (sine(rest), cosine(rest));
    if quadrant & 1 == 0 { sine.over(cosine).value() } else { cosine.over(sine).negated().value() }
}

/// The arctangent of a quotient from 0 to 1.
fn arctangent(numerator: Dd, denominator: Dd) -> Dd {
    let index = (numerator.hi / denominator.hi * 32.0).round_ties_even();
    let near = index / 32.0;
    // tan(a - b) = (tan a - tan b) / (1 + tan a tan b)
    let small = if index == 0.0 {
        numerator.over(denominator)
    } else {
        let numerator_less = numerator.minus(denominator.scaled(near));
        numerator_less.over(denominator.plus(numerator.scaled(near)))
    };
    const SERIES: [f64; 5] = [-1.0 / 3.0, 1.0 / 5.0, -1.0 / 7.0, 1.0 / 9.0, -1.0 / 11.0];
    let square = small.hi * small.hi;
    let series = small.hi * (square * polynomial(&SERIES, square));
    let small = Dd::ordered(small.hi, small.lo + series);
    ARCTANGENTS[index as usize].plus(small)
}

/// The angle from 0 to pi / 2 of a point in the first quadrant other than the origin.
fn angle(y: Dd, x: Dd) -> Dd {
    if y.hi <= x.hi { arctangent(y, x) } else { HALF_PI.minus(arctangent(x, y)) }
}

/// The arctangent.
pub fn atan(x: f64) -> f64 {
    atan2(x, 1.0)
}

/// The angle of the point (x, y), from -pi to pi, with the sign of y.
pub fn atan2(y: f64, x: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    let behind = x.is_sign_negative();
    let turned = |angle: Dd| if behind { PI.minus(angle) } else { angle };
    let (up, ahead) = (y.abs(), x.abs());
    let angle = match (up == 0.0, ahead == 0.0, up.is_infinite(), ahead.is_infinite()) {
        (true, ..) | (_, _, false, true) => turned(0.0.into()).value(),
        (_, true, ..) | (_, _, true, false) => HALF_PI.value(),
        (_, _, true, true) => turned(HALF_PI.scaled(0.5)).value(),
        _ => {
            let ((up_fraction, up_exponent), (fraction, exponent)) =
                (normalized(up), normalized(ahead));
            match up_exponent - exponent {
                64.. => HALF_PI.value(),
                ..=-64 if behind => PI.value(),
                // The angle is the quotient, and may be subnormal.
                ..=-64 => up / ahead,
                apart => {
                    let up = up_fraction * power_of_two(apart);
                    turned(angle(up.into(), fraction.into())).value()
                }
            }
        }
    };
    angle.copysign(y)
}

/// The root of 1 - x^2.
fn other_leg(magnitude: f64) -> Dd {
    Dd::sum(1.0, magnitude).times(Dd::sum(1.0, -magnitude)).root()
}

/// The arcsine; NaN beyond 1 and -1.
pub fn asin(x: f64) -> f64 {
    let magnitude = x.abs();
    if magnitude.is_nan() || magnitude > 1.0 {
        return f64::NAN;
    }
    if magnitude < 1.0e-8 {
        return x;
    }
    angle(magnitude.into(), other_leg(magnitude)).value().copysign(x)
}

/// The arccosine; NaN beyond 1 and -1.
pub fn acos(x: f64) -> f64 {
    let magnitude = x.abs();
    if magnitude.is_nan() || magnitude > 1.0 {
        return f64::NAN;
    }
    if magnitude < 1.0e-30 {
        return HALF_PI.value();
    }
    let angle = angle(other_leg(magnitude), magnitude.into());
    if x < 0.0 { PI.minus(angle).value() } else { angle.value() }
}
