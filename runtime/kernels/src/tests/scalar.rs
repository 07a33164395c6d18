//! Constants, arithmetic, comparisons, casts, chains, printing: the numeric contract.

use crate::string::HostString;
use crate::testing::{Bench, get, int, int_attribute, message};
use tfrt_bef::{Attribute, DType};
use tfrt_host::kernel::{Chain, Value};

fn value<T: tfrt_host::kernel::KernelType>(value: T) -> Value {
    Value::new(value)
}

#[test]
fn integers_wrap() {
    let bench = Bench::new();
    let i32s = |name, a, b| bench.one::<i32>(name, &[int(a), int(b)]);
    assert_eq!(i32s("tfrt.add.i32", i32::MAX, 1), i32::MIN);
    assert_eq!(i32s("tfrt.minus.i32", i32::MIN, 1), i32::MAX);
    assert_eq!(i32s("tfrt.mul.i32", 46341, 46341), -2_147_479_015);
    let i64s = |name, a, b| bench.one::<i64>(name, &[value::<i64>(a), value::<i64>(b)]);
    assert_eq!(i64s("tfrt.add.i64", i64::MAX, 1), i64::MIN);
    assert_eq!(i64s("tfrt.minus.i64", 5, 7), -2);
    assert_eq!(i64s("tfrt.mul.i64", i64::MIN, -1), i64::MIN);
}

#[test]
fn division_truncates_and_never_traps() {
    let bench = Bench::new();
    let div = |a, b| {
        let results = bench.call("tfrt.div.i32", &[int(a), int(b)], &[], &[], 2);
        (get::<i32>(&results[0]), get::<i32>(&results[1]))
    };
    assert_eq!(div(7, -2), (-3, 1));
    assert_eq!(div(-7, 2), (-3, -1));
    assert_eq!(div(i32::MIN, -1), (i32::MIN, 0));
    let long = [value(i64::MIN), value(-1i64)];
    let results = bench.call("tfrt.div.i64", &long, &[], &[], 2);
    assert_eq!((get::<i64>(&results[0]), get::<i64>(&results[1])), (i64::MIN, 0));
    assert!(bench.reported().is_empty());
    assert_eq!(bench.error("tfrt.div.i32", &[int(1), int(0)], 2), "Divide by zero");
    assert_eq!(bench.error("tfrt.div.i64", &[value(0i64), value(0i64)], 2), "Divide by zero");
    assert_eq!(bench.error("tfrt.div.f32", &[value(1f32), value(-0f32)], 1), "Divide by zero");
    assert_eq!(bench.error("tfrt.div.f64", &[value(0f64), value(0f64)], 1), "Divide by zero");
    assert_eq!(bench.reported().len(), 4);
    assert_eq!(bench.one::<f64>("tfrt.div.f64", &[value(1f64), value(-4f64)]), -0.25);
    assert!(bench.one::<f32>("tfrt.div.f32", &[value(1f32), value(f32::NAN)]).is_nan());
}

#[test]
fn floats_are_computed_as_written() {
    let bench = Bench::new();
    assert_eq!(bench.one::<f32>("tfrt.add.f32", &[value(0.1f32), value(0.2f32)]), 0.1f32 + 0.2);
    let big = bench.one::<f64>("tfrt.multiply.f64", &[value(1e308), value(-10.0)]);
    assert_eq!(big, f64::NEG_INFINITY);
    let minimum = |a, b| bench.one::<f32>("tfrt.minimum.f32", &[value::<f32>(a), value::<f32>(b)]);
    assert_eq!(minimum(2.0, 1.0), 1.0);
    assert!(minimum(f32::NAN, 1.0).is_nan());
    assert_eq!(minimum(1.0, f32::NAN), 1.0);
    assert!(minimum(0.0, -0.0).is_sign_positive());
    assert!(minimum(-0.0, 0.0).is_sign_negative());
    let wide = bench.one::<f64>("tfrt.minimum.f64", &[value(1.0), value(f64::NEG_INFINITY)]);
    assert_eq!(wide, f64::NEG_INFINITY);
}

#[test]
fn casts_saturate() {
    let bench = Bench::new();
    let from_f64 = |x| bench.one::<i64>("tfrt.cast.f64_to_i64", &[value::<f64>(x)]);
    assert_eq!(from_f64(-2.9), -2);
    assert_eq!(from_f64(1e300), i64::MAX);
    assert_eq!(from_f64(f64::NEG_INFINITY), i64::MIN);
    assert_eq!(from_f64(f64::NAN), 0);
    assert_eq!(bench.one::<i64>("tfrt.cast.f32_to_i64", &[value(f32::INFINITY)]), i64::MAX);
    let exact = 9_007_199_254_740_993i64;
    assert_eq!(bench.one::<f64>("tfrt.cast.i64_to_f64", &[value(exact)]), 9_007_199_254_740_992.0);
    assert_eq!(bench.one::<f32>("tfrt.cast.i64_to_f32", &[value(16_777_217i64)]), 16_777_216.0);
}

#[test]
fn comparisons_and_logic() {
    let bench = Bench::new();
    assert!(bench.one::<bool>("tfrt.lessequal.i32", &[int(-1), int(0)]));
    assert!(!bench.one::<bool>("tfrt.lessequal.i64", &[value(2i64), value(1i64)]));
    assert!(bench.one::<bool>("tfrt.equal.i32", &[int(3), int(3)]));
    assert!(!bench.one::<bool>("tfrt.equal.i64", &[value(3i64), value(4i64)]));
    assert!(bench.one::<bool>("tfrt.and.i1", &[value(true), value(true)]));
    assert!(!bench.one::<bool>("tfrt.and.i1", &[value(true), value(false)]));
}

#[test]
fn constants_are_their_attributes() {
    let bench = Bench::new();
    let constant = |name, dtype, bits| {
        let attribute = Attribute::Scalar { dtype, bits };
        bench.call(name, &[], &[attribute], &[], 1).remove(0)
    };
    assert!(get::<bool>(&constant("tfrt.constant.i1", DType::I1, 1)));
    assert_eq!(get::<i32>(&constant("tfrt.constant.i32", DType::I32, 0xffff_ffff)), -1);
    assert_eq!(get::<i64>(&constant("tfrt.constant.i64", DType::I64, 1 << 40)), 1 << 40);
    let half = u64::from(0.5f32.to_bits());
    assert_eq!(get::<f32>(&constant("tfrt.constant.f32", DType::F32, half)), 0.5);
    assert_eq!(get::<f64>(&constant("tfrt.constant.f64", DType::F64, 0.25f64.to_bits())), 0.25);
    let wide = constant("tfrt.constant.i32", DType::I64, 1 << 40);
    assert!(message(&wide).starts_with("attribute 'value' of tfrt.constant.i32 is 1099511627776"));
}

#[test]
fn chains_and_printing() {
    let bench = Bench::new();
    let chain = bench.call("tfrt.new.chain", &[], &[], &[], 1).remove(0);
    let operands = [chain.clone(), chain.clone(), int(1)];
    assert_eq!(bench.one::<Chain>("tfrt.merge.chains", &operands), Chain);
    assert_eq!(bench.one::<Chain>("tfrt.merge.chains", &[]), Chain);
    for (kernel, value) in [
        ("tfrt.print.i1", value(true)),
        ("tfrt.print.i32", int(-5)),
        ("tfrt.print.i64", value(i64::MIN)),
        ("tfrt.print.f32", value(1.5f32)),
        ("tfrt.print.f64", value(f64::NAN.copysign(-1.0))),
    ] {
        bench.one::<Chain>(kernel, &[value, chain.clone()]);
    }
    let expected =
        "int1 = 1\nint32 = -5\nint64 = -9223372036854775808\nf32 = 1.500000\nf64 = -nan\n";
    assert_eq!(bench.printed(), expected);
}

#[test]
fn strings() {
    let bench = Bench::new();
    let string = |text: &str| {
        let attribute = Attribute::String(text.as_bytes().to_vec());
        bench.call("tfrt.string.constant", &[], &[attribute], &[], 1).remove(0)
    };
    let (data, flow) = (string("data"), string("flow"));
    let joined = bench.call("tfrt.string.append", &[data.clone(), flow], &[], &[], 1).remove(0);
    assert_eq!(get::<HostString>(&joined), HostString("dataflow".to_owned()));
    bench.one::<Chain>("tfrt.string.print", &[joined.clone(), value(Chain)]);
    assert_eq!(bench.printed(), "string = dataflow\n");
    assert!(bench.one::<bool>("tfrt.string.equal", &[joined, string("dataflow")]));
    assert!(!bench.one::<bool>("tfrt.string.equal", &[data, string("flow")]));
    let number = bench.call("tfrt.string.constant", &[], &[int_attribute(1)], &[], 1);
    let expected = "attribute 'value' of tfrt.string.constant is 'i64', expected 'string'";
    assert_eq!(message(&number[0]), expected);
}
