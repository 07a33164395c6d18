//! The numeric contract at its edges: all pairs of edge values, for every operation.

mod common;

use common::setup;
use tfrt_host::kernel::{KernelType, Value};

const INTS: [i64; 17] = [
    0,
    1,
    -1,
    2,
    -2,
    3,
    -3,
    7,
    10,
    i32::MAX as i64,
    i32::MIN as i64,
    i32::MAX as i64 - 1,
    i32::MIN as i64 + 1,
    i64::MAX,
    i64::MIN,
    i64::MAX - 1,
    i64::MIN + 1,
];

const FLOATS: [f64; 19] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    1.5,
    3.0,
    1e10,
    -1e10,
    1e19,
    -1e19,
    1e300,
    -1e300,
    f64::MIN_POSITIVE,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    -9_223_372_036_854_775_808.0,
];

const PROGRAM: &str = r#"
func.func @int32(%a: i32, %b: i32) -> (i32, i32, i32, i1, i1, i32, i32) {
  %s = tfrt.add.i32 %a, %b
  %d = "tfrt.minus.i32"(%a, %b) : (i32, i32) -> i32
  %m = tfrt.mul.i32 %a, %b
  %l = "tfrt.lessequal.i32"(%a, %b) : (i32, i32) -> i1
  %e = tfrt.equal.i32 %a, %b
  %q, %r = tfrt.div.i32 %a, %b
  tfrt.return %s, %d, %m, %l, %e, %q, %r : i32, i32, i32, i1, i1, i32, i32
}
func.func @int64(%a: i64, %b: i64) -> (i64, i64, i64, i1, i1, i64, i64) {
  %s = tfrt.add.i64 %a, %b
  %d = "tfrt.minus.i64"(%a, %b) : (i64, i64) -> i64
  %m = tfrt.mul.i64 %a, %b
  %l = "tfrt.lessequal.i64"(%a, %b) : (i64, i64) -> i1
  %e = tfrt.equal.i64 %a, %b
  %q, %r = tfrt.div.i64 %a, %b
  tfrt.return %s, %d, %m, %l, %e, %q, %r : i64, i64, i64, i1, i1, i64, i64
}
func.func @float32(%a: f32, %b: f32) -> (f32, f32, f32, f32, i64) {
  %s = tfrt.add.f32 %a, %b
  %m = "tfrt.multiply.f32"(%a, %b) : (f32, f32) -> f32
  %n = "tfrt.minimum.f32"(%a, %b) : (f32, f32) -> f32
  %q = "tfrt.div.f32"(%a, %b) : (f32, f32) -> f32
  %i = "tfrt.cast.f32_to_i64"(%a) : (f32) -> i64
  tfrt.return %s, %m, %n, %q, %i : f32, f32, f32, f32, i64
}
func.func @float64(%a: f64, %b: f64) -> (f64, f64, f64, f64, i64) {
  %s = tfrt.add.f64 %a, %b
  %m = "tfrt.multiply.f64"(%a, %b) : (f64, f64) -> f64
  %n = "tfrt.minimum.f64"(%a, %b) : (f64, f64) -> f64
  %q = "tfrt.div.f64"(%a, %b) : (f64, f64) -> f64
  %i = "tfrt.cast.f64_to_i64"(%a) : (f64) -> i64
  tfrt.return %s, %m, %n, %q, %i : f64, f64, f64, f64, i64
}
func.func @proved(%a: i32) -> (i32, i32, i32, i32) {
  %c = tfrt.constant.i32 -1
  %d = tfrt.constant.i32 7
  %q, %r = tfrt.div.i32 %a, %c
  %s, %t = tfrt.div.i32 %a, %d
  tfrt.return %q, %r, %s, %t : i32, i32, i32, i32
}
func.func @casts(%a: i64) -> (f32, f64) {
  %x = "tfrt.cast.i64_to_f32"(%a) : (i64) -> f32
  %y = "tfrt.cast.i64_to_f64"(%a) : (i64) -> f64
  tfrt.return %x, %y : f32, f64
}
"#;

fn get<T: KernelType + Copy>(value: &Value) -> Option<T> {
    value.get::<T>().map(|v| *v)
}

macro_rules! integers {
    ($setup:expr, $function:literal, $ty:ty) => {
        let values = || INTS.iter().map(|&value| value as $ty);
        for a in values() {
            for b in values() {
                let results = $setup.call($function, vec![Value::new(a), Value::new(b)]);
                assert_eq!(get(&results[0]), Some(a.wrapping_add(b)));
                assert_eq!(get(&results[1]), Some(a.wrapping_sub(b)));
                assert_eq!(get(&results[2]), Some(a.wrapping_mul(b)));
                assert_eq!(get(&results[3]), Some(a <= b));
                assert_eq!(get(&results[4]), Some(a == b));
                if b == 0 {
                    for result in &results[5..] {
                        let error = result.error().expect("a division by zero fails");
                        assert_eq!(error.message(), "Divide by zero");
                        assert!(error.kernel().is_some_and(|name| name.starts_with("tfrt.div")));
                    }
                } else {
                    assert_eq!(get(&results[5]), Some(a.wrapping_div(b)), "{a} / {b}");
                    assert_eq!(get(&results[6]), Some(a.wrapping_rem(b)), "{a} % {b}");
                }
            }
        }
    };
}

macro_rules! floats {
    ($setup:expr, $function:literal, $ty:ty) => {
        for a in FLOATS {
            for b in FLOATS {
                let (a, b) = (a as $ty, b as $ty);
                let results = $setup.call($function, vec![Value::new(a), Value::new(b)]);
                let same = |index: usize, expected: $ty| {
                    let got: $ty = get(&results[index]).expect("a value");
                    let equal = got.to_bits() == expected.to_bits();
                    assert!(equal || (got.is_nan() && expected.is_nan()), "{index}: {a} {b} {got}");
                };
                same(0, a + b);
                same(1, a * b);
                same(2, if b < a { b } else { a });
                if b == 0.0 {
                    assert!(results[3].error().is_some());
                } else {
                    same(3, a / b);
                }
                assert_eq!(get(&results[4]), Some(a as i64), "{a}");
            }
        }
    };
}

#[test]
fn integer_edges() {
    let setup = setup(PROGRAM);
    integers!(setup, "int32", i32);
    integers!(setup, "int64", i64);
    for a in INTS.iter().filter_map(|&a| i32::try_from(a).ok()) {
        let results = setup.call("proved", vec![Value::new(a)]);
        assert_eq!(get(&results[0]), Some(a.wrapping_neg()));
        assert_eq!(get(&results[1]), Some(0));
        assert_eq!(get(&results[2]), Some(a / 7));
        assert_eq!(get(&results[3]), Some(a % 7));
    }
}

#[test]
fn float_edges() {
    let setup = setup(PROGRAM);
    floats!(setup, "float32", f32);
    floats!(setup, "float64", f64);
    for a in INTS {
        let results = setup.call("casts", vec![Value::new(a)]);
        assert_eq!(get(&results[0]), Some(a as f32));
        assert_eq!(get(&results[1]), Some(a as f64));
    }
}

/// Whether a number is divisible by a constant is found without a division, and where it is, so is
/// the quotient. Some products are no multiplications.
#[test]
fn divisibility_by_constants() {
    const DIVISORS: [i64; 13] = [1, 2, 3, 5, 6, 7, 9, 10, 12, 1024, 3 << 28, i32::MAX as i64, -3];
    let mut program = String::new();
    for ty in ["i32", "i64"] {
        for divisor in DIVISORS {
            let name = divisor.to_string().replace('-', "minus_");
            program += &format!(
                "func.func @{ty}_by_{name}(%a: {ty}) -> (i1, i1, {ty}, {ty}, {ty}, {ty}) {{
  %d = tfrt.constant.{ty} {divisor}
  %zero = tfrt.constant.{ty} 0
  %q, %r = tfrt.div.{ty} %a, %d
  %b = tfrt.equal.{ty} %r, %zero
  %c = tfrt.equal.{ty} %zero, %r
  %cheap = tfrt.if %b, %a, %q : ({ty}, {ty}) -> ({ty}) {{
    tfrt.return %q : {ty}
  }} else {{
    %sum = tfrt.add.{ty} %a, %q
    tfrt.return %sum : {ty}
  }}
  %dear = tfrt.if %c, %a, %q : ({ty}, {ty}) -> ({ty}) {{
    %five = tfrt.constant.{ty} 5
    %x, %y = tfrt.div.{ty} %q, %five
    tfrt.return %x : {ty}
  }} else {{
    %five = tfrt.constant.{ty} 5
    %x, %y = tfrt.div.{ty} %q, %five
    tfrt.return %y : {ty}
  }}
  %product = tfrt.mul.{ty} %d, %a
  tfrt.return %b, %c, %r, %cheap, %dear, %product : i1, i1, {ty}, {ty}, {ty}, {ty}
}}\n"
            );
        }
    }
    let setup = setup(&program);
    for divisor in DIVISORS {
        let name = divisor.to_string().replace('-', "minus_");
        let near = (-40..40).flat_map(|i| [i, i * divisor, i * divisor + 1]);
        for a in INTS.into_iter().chain(near) {
            let results = setup.call(&format!("i64_by_{name}"), vec![Value::new(a)]);
            let (quotient, rest) = (a.wrapping_div(divisor), a.wrapping_rem(divisor));
            assert_eq!(get(&results[0]), Some(rest == 0), "{a} by {divisor}");
            assert_eq!(get(&results[1]), Some(rest == 0), "{a} by {divisor}");
            assert_eq!(get(&results[2]), Some(rest), "{a} by {divisor}");
            let cheap = if rest == 0 { quotient } else { a.wrapping_add(quotient) };
            assert_eq!(get(&results[3]), Some(cheap), "{a} by {divisor}");
            let dear = if rest == 0 { quotient / 5 } else { quotient % 5 };
            assert_eq!(get(&results[4]), Some(dear), "{a} by {divisor}");
            assert_eq!(get(&results[5]), Some(a.wrapping_mul(divisor)), "{a} by {divisor}");
            let a = a as i32;
            let divisor = divisor as i32;
            let results = setup.call(&format!("i32_by_{name}"), vec![Value::new(a)]);
            let (quotient, rest) = (a.wrapping_div(divisor), a.wrapping_rem(divisor));
            assert_eq!(get(&results[0]), Some(rest == 0), "{a} by {divisor}");
            assert_eq!(get(&results[1]), Some(rest == 0), "{a} by {divisor}");
            assert_eq!(get(&results[2]), Some(rest), "{a} by {divisor}");
            let cheap = if rest == 0 { quotient } else { a.wrapping_add(quotient) };
            assert_eq!(get(&results[3]), Some(cheap), "{a} by {divisor}");
            let dear = if rest == 0 { quotient / 5 } else { quotient % 5 };
            assert_eq!(get(&results[4]), Some(dear), "{a} by {divisor}");
            assert_eq!(get(&results[5]), Some(a.wrapping_mul(divisor)), "{a} by {divisor}");
        }
    }
}
