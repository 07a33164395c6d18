//! The dialect `math`. What is exact is computed in other ways than the runtime's; of the other
//! functions, which `tests/together/math.rs` compares with more digits, only the rounding to narrower types is.

use super::arith::{Integer, integer, width};
use super::float::{Format, key, parts, power, truncated};
use super::kernels::{DIVISION, Failure};
use super::scalar::{Content, Scalar};
use std::cmp::Ordering;
use tfrt_mlir_kernels::math::elementary;
use tfrt_numeric::vector;

/// The results of an op: `sqrt.f32`.
pub(super) fn apply(op: &str, scalars: &[Scalar]) -> Option<Vec<Result<Content, Failure>>> {
    let (op, ty) = op.split_once('.')?;
    if op == "sincos" {
        return both(apply, ty, scalars);
    }
    let result = match Format::of(ty) {
        Some(format) => Ok(of_floats(op, format, scalars)?),
        None => of_integers(op, width(ty)?, scalars)?,
    };
    Some(vec![result.map(Content::Scalar)])
}

/// The results of `sincos`: those of the two functions that it is named after.
fn both(
    apply: impl Fn(&str, &[Scalar]) -> Option<Vec<Result<Content, Failure>>>,
    ty: &str,
    scalars: &[Scalar],
) -> Option<Vec<Result<Content, Failure>>> {
    let mut results = apply(&format!("sin.{ty}"), scalars)?;
    results.extend(apply(&format!("cos.{ty}"), scalars)?);
    Some(results)
}

fn of_integers(op: &str, width: u32, scalars: &[Scalar]) -> Option<Result<Scalar, Failure>> {
    let a = Integer::of(*scalars.first()?, width)?;
    let bits: Vec<bool> = (0..width).map(|bit| a.unsigned >> bit & 1 == 1).collect();
    let count = |zeros: usize| integer(width, zeros as i128).map(Ok);
    match op {
        "absi" => Some(Ok(integer(width, a.signed.abs())?)),
        "ctlz" => count(bits.iter().rev().take_while(|bit| !**bit).count()),
        "cttz" => count(bits.iter().take_while(|bit| !**bit).count()),
        "ctpop" => count(bits.iter().filter(|bit| **bit).count()),
        "ipowi" => {
            let b = Integer::of(*scalars.get(1)?, width)?.signed;
            if b < 0 && a.signed == 0 {
                return Some(Err(DIVISION));
            }
            let size = 1_i128 << width;
            let power = match (b < 0, a.signed) {
                (true, 1) => 1,
                (true, -1) => 1 - 2 * b.rem_euclid(2),
                (true, _) => 0,
                // One bit of the exponent after another, the greatest first.
                (false, base) => (0..width).rev().fold(1, |power, bit| {
                    let square = multiplied(power, power, size);
                    if b >> bit & 1 == 1 { multiplied(square, base, size) } else { square }
                }),
            };
            Some(Ok(integer(width, power)?))
        }
        _ => None,
    }
}

/// The product modulo a power of two up to 2^64.
fn multiplied(a: i128, b: i128, size: i128) -> i128 {
    let (a, b) = (a.rem_euclid(size).unsigned_abs(), b.rem_euclid(size).unsigned_abs());
    (a.wrapping_mul(b) % size.unsigned_abs()) as i128
}

/// The value at one place of tensors. Functions that vectorise give others in the last bit of few results
/// of up to 32 bits.
pub(super) fn of_elements(op: &str, scalars: &[Scalar]) -> Option<Vec<Result<Content, Failure>>> {
    let (name, ty) = op.split_once('.')?;
    if name == "sincos" {
        return both(of_elements, ty, scalars);
    }
    let (&[a], Some(function)) = (scalars, vectorised(name).filter(|_| ty != "f64")) else {
        return apply(op, scalars);
    };
    let format = Format::of(ty)?;
    let result = format.rounded(function(format.value(a)?));
    Some(vec![Ok(Content::Scalar(result))])
}

fn vectorised(name: &str) -> Option<fn(f64) -> f64> {
    fn of(function: impl vector::Function, x: f64) -> f64 {
        function.block([x; vector::BLOCK])[0]
    }
    Some(match name {
        "cos" => |x| of(vector::Cos, x),
        "erf" => |x| of(vector::Erf, x),
        "exp" => |x| of(vector::Exp, x),
        "exp2" => |x| of(vector::Exp2, x),
        "expm1" => |x| of(vector::Expm1, x),
        "log" => |x| of(vector::Log, x),
        "log10" => |x| of(vector::Log10, x),
        "log1p" => |x| of(vector::Log1p, x),
        "log2" => |x| of(vector::Log2, x),
        "sin" => |x| of(vector::Sin, x),
        "tanh" => |x| of(vector::Tanh, x),
        _ => return None,
    })
}

fn of_floats(op: &str, format: Format, scalars: &[Scalar]) -> Option<Scalar> {
    let &[a, ref rest @ ..] = scalars else { return None };
    let x = format.value(a)?;
    match (op, rest) {
        ("isnan", []) => return Some(Scalar::I1(x.is_nan())),
        ("isinf", []) => return Some(Scalar::I1(key(x.abs()) == key(f64::INFINITY))),
        ("isfinite", []) => return Some(Scalar::I1(x.abs() < f64::INFINITY)),
        ("isnormal", []) => {
            return Some(Scalar::I1(x.abs() >= format.least_normal() && x.abs() < f64::INFINITY));
        }
        ("fma", &[b, c]) => return fused(format, [x, format.value(b)?, format.value(c)?]),
        ("clampf", &[b, c]) => {
            let (low, high) = (format.value(b)?, format.value(c)?);
            if x.is_nan() || low.is_nan() || high.is_nan() {
                return Some(format.rounded(f64::NAN));
            }
            let raised = if key(x) < key(low) { low } else { x };
            return Some(format.rounded(if key(raised) > key(high) { high } else { raised }));
        }
        ("copysign", &[b]) => {
            let magnitude = x.to_bits() << 1 >> 1;
            let sign = format.value(b)?.to_bits() >> 63 << 63;
            return Some(format.rounded(f64::from_bits(magnitude | sign)));
        }
        ("atan2", &[b]) => return Some(format.rounded(elementary::atan2(x, format.value(b)?))),
        ("powf", &[b]) => return Some(format.rounded(elementary::powf(x, format.value(b)?))),
        ("fpowi", &[Scalar::I64(n)]) => return Some(format.rounded(elementary::fpowi(x, n))),
        (_, []) => {}
        _ => return None,
    }
    // Below 2^52 a magnitude has a whole part and a fraction; from there on it is whole.
    let whole = |of: fn(i128, f64) -> i128| {
        if x.is_nan() || x.abs() >= power(52) {
            return x;
        }
        let part = truncated(x.abs());
        let rounded = of(if x < 0.0 { -part } else { part }, x.abs() - part as f64);
        // A zero keeps its sign.
        (rounded.unsigned_abs() as f64).copysign(x)
    };
    let negative = x < 0.0;
    let function: fn(f64) -> f64 = match op {
        "absf" => return Some(format.rounded(f64::from_bits(x.to_bits() << 1 >> 1))),
        "trunc" => return Some(format.rounded(whole(|part, _| part))),
        "ceil" if negative => return Some(format.rounded(whole(|part, _| part))),
        "floor" if !negative => return Some(format.rounded(whole(|part, _| part))),
        "ceil" => return Some(format.rounded(whole(|part, rest| part + i128::from(rest > 0.0)))),
        "floor" => return Some(format.rounded(whole(|part, rest| part - i128::from(rest > 0.0)))),
        "round" if negative => {
            return Some(format.rounded(whole(|part, rest| part - i128::from(rest >= 0.5))));
        }
        "round" => return Some(format.rounded(whole(|part, rest| part + i128::from(rest >= 0.5)))),
        "roundeven" => {
            let near = |part: i128, rest: f64| {
                part.abs() + i128::from(rest > 0.5 || rest == 0.5 && part % 2 != 0)
            };
            return Some(format.rounded(whole(near)));
        }
        "sqrt" => return Some(format.rounded(root(x))),
        "acos" => elementary::acos,
        "acosh" => elementary::acosh,
        "asin" => elementary::asin,
        "asinh" => elementary::asinh,
        "atan" => elementary::atan,
        "atanh" => elementary::atanh,
        "cbrt" => elementary::cbrt,
        "cos" => elementary::cos,
        "cosh" => elementary::cosh,
        "erf" => elementary::erf,
        "erfc" => elementary::erfc,
        "exp" => elementary::exp,
        "exp2" => elementary::exp2,
        "expm1" => elementary::expm1,
        "log" => elementary::log,
        "log10" => elementary::log10,
        "log1p" => elementary::log1p,
        "log2" => elementary::log2,
        "rsqrt" => elementary::rsqrt,
        "sin" => elementary::sin,
        "sinh" => elementary::sinh,
        "tan" => elementary::tan,
        "tanh" => elementary::tanh,
        _ => return None,
    };
    Some(format.rounded(function(x)))
}

/// The square root of a double by that of an integer of at most 110 bits.
pub(super) fn root(x: f64) -> f64 {
    if x.is_nan() || x < 0.0 {
        return f64::NAN;
    }
    if x == 0.0 || x.is_infinite() {
        return x;
    }
    let (mantissa, exponent) = parts(x);
    // An even exponent, and a root of at least 54 bits, of which the last says whether there is more.
    let mut shift = mantissa.leading_zeros() as i32 - 18;
    shift += (exponent - shift) & 1;
    let square = mantissa << shift;
    let root = square.isqrt();
    let sticky = root << 1 | u128::from(root * root != square);
    sticky as f64 * power((exponent - shift) / 2 - 1)
}

/// Products of narrow floats are exact in doubles, and the sum of two doubles is compared exactly with
/// others. Of doubles, the platform's.
pub(super) fn fused(format: Format, [a, b, c]: [f64; 3]) -> Option<Scalar> {
    if format == Format::of("f64")? {
        return Some(Scalar::F64(a.mul_add(b, c)));
    }
    let product = a * b;
    let sum = product + c;
    if sum.is_nan() || sum.is_infinite() || sum == 0.0 {
        return Some(format.rounded(sum));
    }
    // What the sum lost, by way of the greater operand.
    let (great, small) = if product.abs() > c.abs() { (product, c) } else { (c, product) };
    let lost = small - (sum - great);
    let sign = if sum < 0.0 { -1.0 } else { 1.0 };
    let compare = |other: f64| -> Ordering {
        let order = (sum * sign).partial_cmp(&other).expect("neither is NaN");
        order.then((lost * sign).partial_cmp(&0.0).expect("it is a number"))
    };
    Some(format.nearest(sum < 0.0, compare))
}
