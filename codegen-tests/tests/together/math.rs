//! The functions of the dialect `math` that are not exact, against values with more digits: those of
//! `math/cases.txt`, or of the file that `TFRT_MATH_CASES` names. `math/cases.py` says what it has;
//! `cargo xtask math` makes a large one and runs this test.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use half::{bf16, f16};
use std::collections::BTreeMap;
use tfrt_mlir_kernels::math::elementary;
use tfrt_numeric::Float;

/// What is promised, in units in the last place.
const MOST: f64 = 2.0;

struct Case {
    function: String,
    arguments: [f64; 2],
    nearest: f64,
    /// How far the value is from that, in units in its last place.
    distance: f64,
}

fn cases() -> Vec<Case> {
    let text = match std::env::var_os("TFRT_MATH_CASES") {
        Some(path) => std::fs::read_to_string(path).unwrap(),
        None => include_str!("../../math/cases.txt").to_owned(),
    };
    let case = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let [function, a, b, nearest, distance] = words.as_slice() else {
            panic!("no case: {line}")
        };
        let double = |bits: &str| f64::from_bits(u64::from_str_radix(bits, 16).unwrap());
        Case {
            function: (*function).to_owned(),
            arguments: [double(a), double(b)],
            nearest: double(nearest),
            distance: distance.parse::<i64>().unwrap() as f64 / 4_294_967_296.0,
        }
    };
    text.lines().map(case).collect()
}

fn call<T: Float>(function: &str, [a, b]: [f64; 2]) -> T {
    let (x, y) = (T::nearest(a), T::nearest(b));
    match function {
        "acos" => elementary::acos(x),
        "acosh" => elementary::acosh(x),
        "asin" => elementary::asin(x),
        "asinh" => elementary::asinh(x),
        "atan" => elementary::atan(x),
        "atan2" => elementary::atan2(x, y),
        "atanh" => elementary::atanh(x),
        "cbrt" => elementary::cbrt(x),
        "cos" => elementary::cos(x),
        "cosh" => elementary::cosh(x),
        "erf" => elementary::erf(x),
        "erfc" => elementary::erfc(x),
        "exp" => elementary::exp(x),
        "exp2" => elementary::exp2(x),
        "expm1" => elementary::expm1(x),
        "fpowi" => elementary::fpowi(x, b as i64),
        "log" => elementary::log(x),
        "log10" => elementary::log10(x),
        "log1p" => elementary::log1p(x),
        "log2" => elementary::log2(x),
        "powf" => elementary::powf(x, y),
        "rsqrt" => elementary::rsqrt(x),
        "sin" => elementary::sin(x),
        "sinh" => elementary::sinh(x),
        "tan" => elementary::tan(x),
        "tanh" => elementary::tanh(x),
        other => panic!("no function {other}"),
    }
}

/// The error of a result in units in the last place of a type with that many digits, or nothing if
/// the arguments are no values of the type. `least` is the exponent of its least normal value.
fn error<T: Float>(case: &Case, digits: i32, least: i32) -> Option<f64> {
    let exact = |value: f64| T::nearest(value).to_f64() == value;
    let integer = case.function == "fpowi";
    if !exact(case.arguments[0]) || !integer && !exact(case.arguments[1]) {
        return None;
    }
    let found = call::<T>(&case.function, case.arguments).to_f64();
    let nearest = case.nearest;
    if found.is_infinite() || T::nearest(nearest).to_f64().is_infinite() {
        let right = found == T::nearest(nearest).to_f64();
        return Some(if right { 0.0 } else { f64::INFINITY });
    }
    // A power of two for the double of the value, and one for the type; both may be subnormal.
    let exponent = ((nearest.abs().to_bits() >> 52) as i32).max(1) - 1023;
    let steps = (found - nearest) / double_unit(exponent - 52) - case.distance;
    let narrower = (exponent.max(least) + 1 - digits) - (exponent - 52);
    Some((steps * 2.0_f64.powi(-narrower)).abs())
}

/// A power of two down to the least subnormal.
fn double_unit(exponent: i32) -> f64 {
    if exponent >= -1022 {
        f64::from_bits(((exponent + 1023) as u64) << 52)
    } else {
        f64::from_bits(1 << (exponent + 1074))
    }
}

#[test]
fn functions_are_within_two_units() {
    let mut worst: BTreeMap<(String, &str), (f64, u32)> = BTreeMap::new();
    for case in cases() {
        let errors = [
            ("f64", error::<f64>(&case, 53, -1022)),
            ("f32", error::<f32>(&case, 24, -126)),
            ("f16", error::<f16>(&case, 11, -14)),
            ("bf16", error::<bf16>(&case, 8, -126)),
        ];
        for (ty, error) in errors {
            let Some(error) = error else { continue };
            let (a, b) = (case.arguments[0], case.arguments[1]);
            assert!(error <= MOST, "{}.{ty} of {a:e}, {b:e}: {error} units", case.function);
            let (most, count) = worst.entry((case.function.clone(), ty)).or_default();
            *most = most.max(error);
            *count += 1;
        }
    }
    for ((function, ty), (error, count)) in &worst {
        println!("math.{function}.{ty}: {error:.3} of {count}");
    }
    assert_eq!(worst.len(), 4 * 26, "every function of every type");
}
