//! Elementary functions that vectorise: one sequence of operations for every argument, with selections
//! where others branch. They take and give doubles, but are made for numbers of up to 32 bits: the relative
//! error is about 1e-14, that of the error function 1e-9. So a result that is rounded to `f32` has the
//! error of the rounding, half a unit in the last place, and at most a thousandth more;
//! [`functions`] differ in few arguments.
//!
//! The polynomials are series around zero after a reduction of the argument; those of the error function
//! are interpolations at the zeros of Chebyshev polynomials.

use crate::functions;
use crate::instructions::{Body, InstructionSet};

/// The numbers that a function is computed of at a time.
pub const BLOCK: usize = 64;

/// A function of one number.
///
/// ```
/// use tfrt_numeric::vector::{Exp, Function};
/// assert_eq!(Exp.block([0.0; 64]), [1.0; 64]);
/// ```
pub trait Function: Copy + Sync {
    /// Its values at numbers that an `f32` can be. It is `#[inline(always)]`.
    #[must_use]
    fn block(self, x: [f64; BLOCK]) -> [f64; BLOCK];
    /// Its value at any double, with the error of one.
    #[must_use]
    fn double(self, x: f64) -> f64;
}

/// Sets each element of `output` to the function's value at that of `input`.
///
/// ```
/// use tfrt_numeric::InstructionSet;
/// use tfrt_numeric::vector::{Log, map};
/// let mut output = [0.0; 3];
/// map(InstructionSet::chosen(), Log, &[1.0, 0.0, -1.0], &mut output);
/// assert!(output[0] == 0.0 && output[1] == f32::NEG_INFINITY && output[2].is_nan());
/// ```
///
/// # Panics
/// The slices are of different lengths.
pub fn map(
    instructions: InstructionSet,
    function: impl Function,
    input: &[f32],
    output: &mut [f32],
) {
    assert_eq!(input.len(), output.len(), "a result for each number");
    instructions.run(Map { function, input, output });
}

struct Map<'a, F> {
    function: F,
    input: &'a [f32],
    output: &'a mut [f32],
}

impl<F: Function> Body for Map<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let Self { function, input, output } = self;
        let (inputs, rest) = input.as_chunks::<BLOCK>();
        let (outputs, results) = output.as_chunks_mut::<BLOCK>();
        for (x, y) in inputs.iter().zip(outputs) {
            *y = of_singles(function, x);
        }
        let mut last = [0.0; BLOCK];
        last[..rest.len()].copy_from_slice(rest);
        let last = of_singles(function, &last);
        results.copy_from_slice(&last[..results.len()]);
    }
}

#[inline(always)]
pub(crate) fn of_singles(function: impl Function, x: &[f32; BLOCK]) -> [f32; BLOCK] {
    let mut wide = [0.0; BLOCK];
    for (wide, x) in wide.iter_mut().zip(x) {
        *wide = f64::from(*x);
    }
    let wide = function.block(wide);
    let mut y = [0.0; BLOCK];
    for (y, wide) in y.iter_mut().zip(wide) {
        *y = wide as f32;
    }
    y
}

/// Functions that are computed of each number by itself.
macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident = $single:ident, $double:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl Function for $name {
            #[inline(always)]
            fn block(self, mut x: [f64; BLOCK]) -> [f64; BLOCK] {
                for x in &mut x {
                    *x = $single(*x);
                }
                x
            }

            fn double(self, x: f64) -> f64 {
                functions::$double(x)
            }
        }
    )*};
}

functions! {
    /// The error function.
    Erf = erf, erf;
    /// The exponential.
    Exp = exp, exp;
    /// The power of two.
    Exp2 = exp2, exp2;
    /// The exponential, less one.
    Expm1 = expm1, expm1;
    /// The natural logarithm; minus infinity of zero, NaN of what is less.
    Log = log, log;
    /// The logarithm to base ten.
    Log10 = log10, log10;
    /// The natural logarithm of one more.
    Log1p = log1p, log1p;
    /// The logarithm to base two.
    Log2 = log2, log2;
    /// The hyperbolic tangent.
    Tanh = tanh, tanh;
}

/// The sine; NaN of an infinity.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sin;

/// The cosine; NaN of an infinity.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cos;

impl Function for Sin {
    #[inline(always)]
    fn block(self, x: [f64; BLOCK]) -> [f64; BLOCK] {
        circular(x, 0, functions::sin)
    }

    fn double(self, x: f64) -> f64 {
        functions::sin(x)
    }
}

impl Function for Cos {
    #[inline(always)]
    fn block(self, x: [f64; BLOCK]) -> [f64; BLOCK] {
        circular(x, 1, functions::cos)
    }

    fn double(self, x: f64) -> f64 {
        functions::cos(x)
    }
}

/// Sines, or cosines a quarter later; of a block with a number that is far from zero, by `far`.
#[inline(always)]
fn circular(mut x: [f64; BLOCK], quarters: u64, far: fn(f64) -> f64) -> [f64; BLOCK] {
    // Up to here the parts of half of pi times the quarter are exact but the last.
    const NEAR: f64 = 1_048_576.0;
    if x.iter().fold(true, |near, x| near & (x.abs() <= NEAR)) {
        for x in &mut x {
            *x = sine(*x, quarters);
        }
    } else {
        // A value does not depend on its neighbours.
        for x in &mut x {
            *x = if x.abs() <= NEAR { sine(*x, quarters) } else { far(*x) };
        }
    }
    x
}

/// A double whose lowest bit has the value 1, so that a sum with it is rounded to an integer, which its
/// low bits are.
const INTEGER: f64 = 6_755_399_441_055_744.0;

/// The value of a polynomial with these coefficients, from the lowest on.
#[inline(always)]
fn polynomial<const N: usize>(coefficients: &[f64; N], x: f64) -> f64 {
    let mut sum = coefficients[N - 1];
    for index in (0..N - 1).rev() {
        sum = sum * x + coefficients[index];
    }
    sum
}

/// The value within bounds; NaN stays.
#[inline(always)]
fn between(x: f64, least: f64, most: f64) -> f64 {
    let x = if x < least { least } else { x };
    if x > most { most } else { x }
}

/// Two to the power of the integer that was rounded by [`INTEGER`].
#[inline(always)]
fn power_of_two(rounded: f64) -> f64 {
    f64::from_bits(rounded.to_bits().wrapping_add(1023) << 52)
}

/// `(e^r - 1) / r`, for `r` up to half of the logarithm of 2.
const EXPM1: [f64; 12] = [
    1.0,
    0.5,
    0.16666666666666666,
    0.041666666666666664,
    0.008333333333333333,
    0.001388888888888889,
    0.0001984126984126984,
    2.48015873015873e-05,
    2.7557319223985893e-06,
    2.755731922398589e-07,
    2.505210838544172e-08,
    2.08767569878681e-09,
];

/// `x` divided by the logarithm of 2, rounded to an integer by [`INTEGER`], and the rest of `x`.
#[inline(always)]
fn in_logarithms_of_two(x: f64) -> (f64, f64) {
    // The high part has few bits: its products with these integers are exact.
    const HIGH: f64 = 0.6931471805592082;
    const LOW: f64 = 7.371002565167799e-13;
    let rounded = x * std::f64::consts::LOG2_E + INTEGER;
    let count = rounded - INTEGER;
    (rounded, x - count * HIGH - count * LOW)
}

#[inline(always)]
fn exp(x: f64) -> f64 {
    let (rounded, r) = in_logarithms_of_two(between(x, -200.0, 200.0));
    power_of_two(rounded) * (1.0 + r * polynomial(&EXPM1, r))
}

#[inline(always)]
fn exp2(x: f64) -> f64 {
    let x = between(x, -300.0, 300.0);
    let rounded = x + INTEGER;
    let r = (x - (rounded - INTEGER)) * std::f64::consts::LN_2;
    power_of_two(rounded) * (1.0 + r * polynomial(&EXPM1, r))
}

#[inline(always)]
fn expm1(x: f64) -> f64 {
    let (rounded, r) = in_logarithms_of_two(between(x, -200.0, 200.0));
    let power = power_of_two(rounded);
    let value = power * (r * polynomial(&EXPM1, r)) + (power - 1.0);
    // The sign of zero.
    if x == 0.0 { x } else { value }
}

#[inline(always)]
fn tanh(x: f64) -> f64 {
    let twice = expm1(2.0 * between(x.abs(), 0.0, 40.0));
    (twice / (twice + 2.0)).copysign(x)
}

/// `atanh(s) / s` in powers of the square of `s`.
const ATANH: [f64; 11] = [
    1.0,
    0.3333333333333333,
    0.2,
    0.14285714285714285,
    0.1111111111111111,
    0.09090909090909091,
    0.07692307692307693,
    0.06666666666666667,
    0.058823529411764705,
    0.05263157894736842,
    0.047619047619047616,
];

/// The exponent and the natural logarithm of the mantissa, which is between the roots of one half and of
/// two, of a number that is greater than zero.
#[inline(always)]
fn parts(x: f64) -> (f64, f64) {
    const ROOT: u64 = 0x3fe6_a09e_667f_3bcd; // of one half
    const HIGH: u64 = 0xfff << 52;
    let exponent = x.to_bits().wrapping_sub(ROOT);
    let mantissa = f64::from_bits(x.to_bits().wrapping_sub(exponent & HIGH));
    // By the mantissa of a great number: no instruction converts an integer of 64 bits everywhere.
    let biased = exponent.wrapping_add(1023 << 52) >> 52 | 0x4330_0000_0000_0000;
    let exponent = f64::from_bits(biased) - (4_503_599_627_370_496.0 + 1023.0);
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    (exponent, 2.0 * s * polynomial(&ATANH, s * s))
}

/// The logarithm, or what it is where there is none.
#[inline(always)]
fn logarithm(x: f64, value: f64) -> f64 {
    let value = if x == f64::INFINITY { x } else { value };
    let value = if x == 0.0 { f64::NEG_INFINITY } else { value };
    if x >= 0.0 { value } else { f64::NAN }
}

#[inline(always)]
fn log(x: f64) -> f64 {
    let (exponent, mantissa) = parts(x);
    logarithm(x, exponent * std::f64::consts::LN_2 + mantissa)
}

#[inline(always)]
fn log2(x: f64) -> f64 {
    let (exponent, mantissa) = parts(x);
    logarithm(x, exponent + mantissa * std::f64::consts::LOG2_E)
}

#[inline(always)]
fn log10(x: f64) -> f64 {
    let (exponent, mantissa) = parts(x);
    logarithm(x, exponent * std::f64::consts::LOG10_2 + mantissa * std::f64::consts::LOG10_E)
}

#[inline(always)]
fn log1p(x: f64) -> f64 {
    let more = 1.0 + x;
    let (exponent, mantissa) = parts(more);
    // What the sum has lost.
    let rest = (x - (more - 1.0)) / more;
    let value = logarithm(more, exponent * std::f64::consts::LN_2 + mantissa + rest);
    let value = if x == -1.0 { f64::NEG_INFINITY } else { value };
    let value = if x == f64::INFINITY { x } else { value };
    if x == 0.0 { x } else { value }
}

/// The error function over its argument, in powers of its square, for arguments up to 1.
const ERF: [f64; 11] = [
    1.1283791670955121,
    -0.37612638903174545,
    0.11283791670585167,
    -0.026866170587102625,
    0.0052239771580349795,
    -0.0008548305018244803,
    0.00012054685242167439,
    -1.4913347600220913e-05,
    1.6310752968714664e-06,
    -1.5190145066332113e-07,
    9.432321288548624e-09,
];

/// The error function of `2.5 + 1.5 t`, in powers of `t`.
const ERF_FAR: [f64; 18] = [
    0.9995930478582277,
    0.0032674262997314085,
    -0.012252828389550075,
    0.02818155464312288,
    -0.043651326904356864,
    0.04645357811647974,
    -0.03187075519242349,
    0.009267782605764047,
    0.006650058150218002,
    -0.0096221821271832,
    0.004635940381626011,
    0.00044344739867411783,
    -0.0019913923461667227,
    0.0009188635448303457,
    0.00023024139986910357,
    -0.0002938109408135523,
    7.403919715087578e-06,
    3.2936280501746225e-05,
];

#[inline(always)]
fn erf(x: f64) -> f64 {
    let size = between(x.abs(), 0.0, 4.0);
    let near = size * polynomial(&ERF, size * size);
    let far = polynomial(&ERF_FAR, (size - 2.5) * (2.0 / 3.0));
    let value = if size > 1.0 { far } else { near };
    let value = if size == 4.0 { 1.0 } else { value };
    value.copysign(x)
}

/// The sine over its argument, in powers of its square, for arguments up to a quarter of pi.
const SIN: [f64; 8] = [
    1.0,
    -0.16666666666666666,
    0.008333333333333333,
    -0.0001984126984126984,
    2.7557319223985893e-06,
    -2.505210838544172e-08,
    1.6059043836821613e-10,
    -7.647163731819816e-13,
];
/// The cosine, in powers of the square of its argument.
const COS: [f64; 9] = [
    1.0,
    -0.5,
    0.041666666666666664,
    -0.001388888888888889,
    2.48015873015873e-05,
    -2.755731922398589e-07,
    2.08767569878681e-09,
    -1.1470745597729725e-11,
    4.779477332387385e-14,
];

/// The sine of an argument so many quarters of a turn further.
#[inline(always)]
fn sine(x: f64, quarters: u64) -> f64 {
    // Half of pi in parts of few bits: the products of the first two with these integers are exact.
    const FIRST: f64 = 1.5707963267341256;
    const SECOND: f64 = 6.07710049817245e-11;
    const THIRD: f64 = 8.333742918520879e-20;
    let rounded = x * std::f64::consts::FRAC_2_PI + INTEGER;
    let count = rounded - INTEGER;
    let r = x - count * FIRST - count * SECOND - count * THIRD;
    let square = r * r;
    let sine = r * polynomial(&SIN, square);
    let cosine = polynomial(&COS, square);
    let quarter = rounded.to_bits().wrapping_add(quarters);
    let value = if quarter & 1 == 0 { sine } else { cosine };
    let value = f64::from_bits(value.to_bits() ^ (quarter & 2) << 62);
    // The sign of zero.
    if x == 0.0 && quarters == 0 { x } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In units in the last place of the second.
    fn distance(a: f32, b: f32) -> u64 {
        let place = |x: f32| {
            let bits = i64::from(x.to_bits() as i32);
            if bits < 0 { i64::from(i32::MIN) - bits } else { bits }
        };
        place(a).abs_diff(place(b))
    }

    fn check(name: &str, function: impl Function) {
        let special =
            [0.0, -0.0, 1.0, -1.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, f32::MAX, f32::MIN];
        let step = if cfg!(debug_assertions) { 8_191 } else { 127 };
        let numbers = (0..=u32::MAX).step_by(step).map(f32::from_bits);
        let input: Vec<f32> = special.into_iter().chain(numbers).collect();
        let mut results: Vec<Vec<f32>> = Vec::new();
        for set in InstructionSet::supported() {
            let mut output = vec![7.0; input.len()];
            map(set, function, &input, &mut output);
            results.push(output);
        }
        let mut differ = 0;
        for (index, (&x, &y)) in input.iter().zip(&results[0]).enumerate() {
            let exact = function.double(f64::from(x)) as f32;
            if exact.is_nan() || y.is_nan() {
                assert!(exact.is_nan() && y.is_nan(), "{name}({x:e}) is {y:e}, not {exact:e}");
                continue;
            }
            assert_eq!(y.is_sign_negative(), exact.is_sign_negative(), "{name}({x:e})");
            assert!(distance(y, exact) <= 1, "{name}({x:e}) is {y:e}, not {exact:e}");
            differ += usize::from(y.to_bits() != exact.to_bits());
            for other in &results {
                assert_eq!(other[index].to_bits(), y.to_bits(), "{name}({x:e})");
            }
        }
        assert!(differ * 200 < input.len(), "{name} differs in {differ} of {}", input.len());
        println!("{name}: {differ} of {} differ", input.len());
    }

    #[test]
    fn values_are_nearly_those_of_doubles() {
        check("cos", Cos);
        check("erf", Erf);
        check("exp", Exp);
        check("exp2", Exp2);
        check("expm1", Expm1);
        check("log", Log);
        check("log10", Log10);
        check("log1p", Log1p);
        check("log2", Log2);
        check("sin", Sin);
        check("tanh", Tanh);
    }
}
