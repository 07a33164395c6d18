//! Float instructions, one at a time: those to the nearest against Rust's own, directed ones by what brackets the exact
//! result, halves against exact fixed-point numbers.

use crate::exact::{HALF, Small};
use crate::single::{apply, check, operands};
use half::{bf16, f16};

const EDGES: &[u64] = &[
    0x0000_0000,
    0x8000_0000,
    0x0000_0001,
    0x8000_0001,
    0x007F_FFFF,
    0x0080_0000,
    0x3F80_0000,
    0xBF80_0000,
    0x3F7F_FFFF,
    0x3F80_0001,
    0x7F7F_FFFF,
    0xFF7F_FFFF,
    0x7F80_0000,
    0xFF80_0000,
    0x7FC0_0000,
    0xFFFF_FFFF,
    0x7F80_0001,
    0x4F00_0000,
    0x4F80_0000,
    0xCF00_0000,
    0x5F00_0000,
    0x3F00_0000,
    0x3FC0_0000,
    0x4020_0000,
    0xC020_0000,
    0x7E80_0000,
    0x7E80_0001,
    0x0040_0000,
    0x4B00_0001,
];
const DOUBLE_EDGES: &[u64] = &[
    0,
    1 << 63,
    1,
    0x000F_FFFF_FFFF_FFFF,
    0x0010_0000_0000_0000,
    0x3FF0_0000_0000_0000,
    0xBFF0_0000_0000_0001,
    0x7FEF_FFFF_FFFF_FFFF,
    0x7FF0_0000_0000_0000,
    0xFFF0_0000_0000_0000,
    0x7FF8_0000_0000_0000,
    0x43E0_0000_0000_0000,
    0x43F0_0000_0000_0000,
    0xC3E0_0000_0000_0000,
    0x41DF_FFFF_FFC0_0000,
    0x41EF_FFFF_FFF0_0000,
    0x3FE0_0000_0000_0000,
    0x4004_0000_0000_0000,
    0x380F_FFFF_FFFF_FFFF,
    0x47EF_FFFF_F000_0000,
    0x36A0_0000_0000_0000,
    0x3690_0000_0000_0001,
];
const HALF_EDGES: &[u64] = &[
    0, 0x8000, 1, 0x8001, 0x3FF, 0x400, 0x3C00, 0xBC00, 0x3BFF, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00,
    0x7E00, 0x5140,
];

const W: [&str; 4] = ["f32"; 4];

fn single(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// All NaNs of a card are one.
fn word(value: f32) -> u64 {
    if value.is_nan() { 0x7FFF_FFFF } else { value.to_bits().into() }
}

fn flushed(value: f32) -> f32 {
    if value.is_subnormal() { 0.0_f32.copysign(value) } else { value }
}

#[test]
fn to_the_nearest() {
    let values = operands(EDGES, 32, 21);
    type Flush = fn(f32) -> f32;
    for (ftz, z) in [("", (|x| x) as Flush), (".ftz", flushed)] {
        let two = |name: &str, f: fn(f32, f32) -> f32| {
            check(&format!("{name}{ftz}.f32 %d, %a, %b;"), W, &values, |a, b, _| {
                word(z(f(z(single(a)), z(single(b)))))
            });
        };
        two("add.rn", |a, b| a + b);
        two("add", |a, b| a + b);
        two("sub.rn", |a, b| a - b);
        two("mul.rn", |a, b| a * b);
        two("div.rn", |a, b| a / b);
        two("div.full", |a, b| a / b);
        let one = |name: &str, f: fn(f32) -> f32| {
            check(&format!("{name}{ftz}.f32 %d, %a;"), W, &values, |a, _, _| {
                word(z(f(z(single(a)))))
            });
        };
        one("sqrt.rn", f32::sqrt);
        one("rcp.rn", |a| 1.0 / a);
        one("rcp.approx", |a| (1.0 / f64::from(a)) as f32);
        one("rsqrt.approx", |a| (1.0 / f64::from(a).sqrt()) as f32);
        one("ex2.approx", |a| f64::from(a).exp2() as f32);
        one("lg2.approx", |a| f64::from(a).log2() as f32);
        one("sin.approx", |a| f64::from(a).sin() as f32);
        one("cos.approx", |a| f64::from(a).cos() as f32);
        check(&format!("fma.rn{ftz}.f32 %d, %a, %b, %c;"), W, &values, |a, b, c| {
            word(z(z(single(a)).mul_add(z(single(b)), z(single(c)))))
        });
        let sat = |x: f32| if x > 0.0 { x.min(1.0) } else { 0.0 };
        check(&format!("add.rn{ftz}.sat.f32 %d, %a, %b;"), W, &values, |a, b, _| {
            word(z(sat(z(single(a)) + z(single(b)))))
        });
        let order = |a: f32, b: f32, less: bool| {
            if a.is_nan() || b.is_nan() {
                return if a.is_nan() { b } else { a };
            }
            let key = |x: f32| (x, !x.is_sign_negative());
            if (key(a) < key(b)) == less { a } else { b }
        };
        for (name, less) in [("min", true), ("max", false)] {
            check(&format!("{name}{ftz}.f32 %d, %a, %b;"), W, &values, |a, b, _| {
                word(order(z(single(a)), z(single(b)), less))
            });
            check(&format!("{name}{ftz}.NaN.f32 %d, %a, %b;"), W, &values, |a, b, _| {
                let (a, b) = (z(single(a)), z(single(b)));
                word(if a.is_nan() || b.is_nan() { f32::NAN } else { order(a, b, less) })
            });
        }
    }
    check("abs.f32 %d, %a;", W, &values, |a, _, _| a & 0x7FFF_FFFF);
    check("neg.f32 %d, %a;", W, &values, |a, _, _| a ^ 0x8000_0000);
    check("copysign.f32 %d, %a, %b;", W, &values, |a, b, _| {
        word_raw(single(b).copysign(single(a)))
    });
    check(
        "tanh.approx.f32 %d, %a;",
        W,
        &values,
        |a, _, _| word(f64::from(single(a)).tanh() as f32),
    );
    let large = operands(
        &[0x7E80_0001, 0x7F00_0000, 0x3F80_0000, 0x7F80_0000, 0xFF80_0000, 0x7E80_0000],
        32,
        22,
    );
    check("div.approx.f32 %d, %a, %b;", W, &large, |a, b, _| {
        let (a, b) = (single(a), single(b));
        let limit = 2.0_f32.powi(126);
        word(if b.is_finite() && b.abs() > limit {
            if a.is_finite() { 0.0 * (a.signum() * b.signum()) } else { f32::NAN }
        } else {
            a / b
        })
    });
    for (name, f) in [
        ("finite", f32::is_finite as fn(f32) -> bool),
        ("infinite", f32::is_infinite),
        ("number", |a| !a.is_nan()),
        ("notanumber", f32::is_nan),
        ("normal", f32::is_normal),
        ("subnormal", f32::is_subnormal),
    ] {
        let regs = ["pred", "f32", "f32", "f32"];
        check(&format!("testp.{name}.f32 %d, %a;"), regs, &values, |a, _, _| f(single(a)).into());
    }
}

fn word_raw(value: f32) -> u64 {
    value.to_bits().into()
}

/// Checks that a result is the exact one rounded in that direction. `compare` says where the exact result is, seen from
/// a float.
fn bracketed(what: &str, direction: &str, found: f32, compare: impl Fn(f32) -> std::cmp::Ordering) {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let place = compare(found);
    let right = match direction {
        "rm" => {
            place == Equal
                || place == Greater && (compare(found.next_up()) == Less || found == f32::MAX)
        }
        "rp" => {
            place == Equal
                || place == Less && (compare(found.next_down()) == Greater || found == f32::MIN)
        }
        _ => {
            let outer = if found > 0.0 || found == 0.0 && found.is_sign_positive() {
                place == Greater && (compare(found.next_up()) == Less || found == f32::MAX)
            } else {
                place == Less && (compare(found.next_down()) == Greater || found == f32::MIN)
            };
            place == Equal || outer
        }
    };
    assert!(right, "{what}: {found:e} is {place:?} of exact in direction {direction}");
}

/// The sign of `x + y - z` for numbers of 24 and 48 bits: sums of two doubles with what they lose.
fn compare_sum(x: f64, y: f64, z: f64) -> std::cmp::Ordering {
    let sum = x + y;
    let part = sum - x;
    let lost = (x - (sum - part)) + (y - part);
    // The difference of near numbers is exact, that of far ones decides by itself.
    ((sum - z) + lost).partial_cmp(&0.0).expect("finite")
}

#[test]
fn directed() {
    let values: Vec<_> = operands(EDGES, 32, 23)
        .into_iter()
        .filter(|v| v.iter().all(|&x| single(x).is_finite()))
        .collect();
    for direction in ["rz", "rm", "rp"] {
        let run = |name: &str, rest: &str| {
            apply(&format!("{name}.{direction}.f32 %d, %a{rest};"), W, &values)
        };
        let all =
            |name: &str,
             rest: &str,
             compare: &dyn Fn(f64, f64, f64, f64) -> Option<std::cmp::Ordering>| {
                for (v, found) in values.iter().zip(run(name, rest)) {
                    let [a, b, c] = v.map(|x| f64::from(single(x)));
                    let found = single(found);
                    if found.is_infinite() {
                        if name == "div" && b == 0.0 {
                            continue;
                        }
                        // Past the largest number, in a direction away from zero.
                        let away = if found > 0.0 { "rp" } else { "rm" };
                        let exact =
                            compare(a, b, c, f64::from(f32::MAX.copysign(found))).expect("not NaN");
                        let past = if found > 0.0 { exact.is_gt() } else { exact.is_lt() };
                        assert!(past && away == direction, "{name} of {a:e} and {b:e}");
                        continue;
                    }
                    if found.is_nan() {
                        assert!(compare(a, b, c, 0.0).is_none(), "{name} {a:e} {b:e} is NaN");
                        continue;
                    }
                    let what = format!("{name} of {a:e}, {b:e}, {c:e}");
                    bracketed(&what, direction, found, |at| {
                        compare(a, b, c, f64::from(at)).expect("a number")
                    });
                }
            };
        all("add", ", %b", &|a, b, _, z| Some(compare_sum(a, b, z)));
        all("sub", ", %b", &|a, b, _, z| Some(compare_sum(a, -b, z)));
        all("mul", ", %b", &|a, b, _, z| (a * b).partial_cmp(&z));
        all("fma", ", %b, %c", &|a, b, c, z| Some(compare_sum(a * b, c, z)));
        all("div", ", %b", &|a, b, _, z| {
            let order = a.partial_cmp(&(z * b)).filter(|_| b != 0.0)?;
            Some(if b < 0.0 { order.reverse() } else { order })
        });
        all("sqrt", "", &|a, _, _, z| match z {
            _ if a < 0.0 => None,
            z if z < 0.0 => Some(std::cmp::Ordering::Greater),
            z => a.partial_cmp(&(z * z)),
        });
        // Numbers that cancel give a zero of the direction's sign.
        let zeros =
            apply(&format!("add.{direction}.f32 %d, %a, %b;"), W, &[[0x3F80_0000, 0xBF80_0000, 0]]);
        assert_eq!(zeros, [if direction == "rm" { 0x8000_0000 } else { 0 }]);
    }
}

#[test]
fn doubles() {
    let values = operands(DOUBLE_EDGES, 64, 24);
    let regs = ["f64"; 4];
    let get = f64::from_bits;
    // Which NaN comes out is not said.
    let compare = |text: &str, f: &dyn Fn(f64, f64, f64) -> f64| {
        for (v, found) in values.iter().zip(apply(text, regs, &values)) {
            let wanted = f(get(v[0]), get(v[1]), get(v[2]));
            let same = found == wanted.to_bits() || wanted.is_nan() && get(found).is_nan();
            assert!(same, "{text} of {v:x?}: {found:#x}, expected {wanted:e}");
        }
    };
    compare("add.rn.f64 %d, %a, %b;", &|a, b, _| a + b);
    compare("sub.f64 %d, %a, %b;", &|a, b, _| a - b);
    compare("mul.rn.f64 %d, %a, %b;", &|a, b, _| a * b);
    compare("div.rn.f64 %d, %a, %b;", &|a, b, _| a / b);
    compare("fma.rn.f64 %d, %a, %b, %c;", &|a, b, c| a.mul_add(b, c));
    compare("sqrt.rn.f64 %d, %a;", &|a, _, _| a.sqrt());
    compare("rcp.rn.f64 %d, %a;", &|a, _, _| 1.0 / a);
    compare("rsqrt.approx.f64 %d, %a;", &|a, _, _| 1.0 / a.sqrt());
    compare("abs.f64 %d, %a;", &|a, _, _| a.abs());
    compare("neg.f64 %d, %a;", &|a, _, _| -a);
    compare("copysign.f64 %d, %a, %b;", &|a, b, _| b.copysign(a));
    for (name, less) in [("min", true), ("max", false)] {
        compare(&format!("{name}.f64 %d, %a, %b;"), &|a, b, _| {
            if a.is_nan() || b.is_nan() {
                return if a.is_nan() { b } else { a };
            }
            let key = |x: f64| (x, !x.is_sign_negative());
            if (key(a) < key(b)) == less { a } else { b }
        });
    }
    check("testp.subnormal.f64 %d, %a;", ["pred", "f64", "f64", "f64"], &values, |a, _, _| {
        get(a).is_subnormal().into()
    });
}

#[test]
fn comparisons() {
    type Test = fn(Option<std::cmp::Ordering>) -> bool;
    let tests: [(&str, Test); 14] = [
        ("eq", |o| o.is_some_and(|o| o.is_eq())),
        ("ne", |o| o.is_some_and(|o| o.is_ne())),
        ("lt", |o| o.is_some_and(|o| o.is_lt())),
        ("le", |o| o.is_some_and(|o| o.is_le())),
        ("gt", |o| o.is_some_and(|o| o.is_gt())),
        ("ge", |o| o.is_some_and(|o| o.is_ge())),
        ("equ", |o| o.is_none_or(|o| o.is_eq())),
        ("neu", |o| o.is_none_or(|o| o.is_ne())),
        ("ltu", |o| o.is_none_or(|o| o.is_lt())),
        ("leu", |o| o.is_none_or(|o| o.is_le())),
        ("gtu", |o| o.is_none_or(|o| o.is_gt())),
        ("geu", |o| o.is_none_or(|o| o.is_ge())),
        ("num", |o| o.is_some()),
        ("nan", |o| o.is_none()),
    ];
    let (singles, wide, halves) =
        (operands(EDGES, 32, 25), operands(DOUBLE_EDGES, 64, 26), operands(HALF_EDGES, 16, 27));
    let pair = |v: &[u64; 3]| v.map(|x| x & 0xFFFF | (x.wrapping_mul(0x9E37) & 0xFFFF) << 16);
    let pairs: Vec<_> = halves.iter().map(pair).collect();
    for (name, test) in tests {
        let p = |kind: &'static str| ["pred", kind, kind, kind];
        check(&format!("setp.{name}.f32 %d, %a, %b;"), p("f32"), &singles, |a, b, _| {
            test(single(a).partial_cmp(&single(b))).into()
        });
        check(&format!("setp.{name}.ftz.f32 %d, %a, %b;"), p("f32"), &singles, |a, b, _| {
            test(flushed(single(a)).partial_cmp(&flushed(single(b)))).into()
        });
        check(&format!("set.{name}.f32.f32 %d, %a, %b;"), W, &singles, |a, b, _| {
            word(f32::from(u8::from(test(single(a).partial_cmp(&single(b))))))
        });
        check(&format!("setp.{name}.f64 %d, %a, %b;"), p("f64"), &wide, |a, b, _| {
            test(f64::from_bits(a).partial_cmp(&f64::from_bits(b))).into()
        });
        let half = |x: u64| f16::from_bits(x as u16).to_f32();
        check(&format!("setp.{name}.f16 %d, %a, %b;"), p("b16"), &halves, |a, b, _| {
            test(half(a).partial_cmp(&half(b))).into()
        });
        let text =
            format!(".reg .pred %p, %q; setp.{name}.f16x2 %p|%q, %a, %b; and.pred %d, %p, %q;");
        check(&text, p("b32"), &pairs, |a, b, _| {
            let both = [0, 16].map(|shift| test(half(a >> shift).partial_cmp(&half(b >> shift))));
            (both[0] && both[1]).into()
        });
        check(&format!("set.{name}.u32.f16x2 %d, %a, %b;"), ["b32"; 4], &pairs, |a, b, _| {
            let one = |shift: u32| {
                if test(half(a >> shift).partial_cmp(&half(b >> shift))) {
                    0xFFFF << shift
                } else {
                    0
                }
            };
            one(0) | one(16)
        });
    }
}

#[test]
fn halves_are_rounded_once() {
    // Numbers between 2^-20 and 2^20 only, so that fixed-point numbers hold them.
    let brain =
        Small { name: "bf16", scale: 27, widen: |x| bf16::from_bits(x).to_f64(), infinity: 0x4980 };
    for small in [HALF, brain] {
        let finite = |x: u64| {
            let value = (small.widen)(x as u16);
            value.is_finite()
                && (small.name == "f16" || value.abs() >= 1e-6 && value.abs() < 1024.0)
        };
        let edges: Vec<u64> = if small.name == "f16" {
            HALF_EDGES.to_vec()
        } else {
            vec![0x3F80, 0xBF80, 0x3F81, 0x4400]
        };
        let values: Vec<_> = (0..4)
            .flat_map(|seed| operands(&edges, 16, 30 + seed))
            .filter(|v| v.iter().all(|&x| finite(x)))
            .take(1024)
            .collect();
        assert!(values.len() > 60, "{} of {}", values.len(), small.name);
        let regs = ["b16"; 4];
        let unit = 1_i128 << small.scale;
        let run = |text: String, exact: &dyn Fn(i128, i128, i128) -> i128| {
            for (v, found) in values.iter().zip(apply(&text, regs, &values)) {
                let [a, b, c] = v.map(|x| small.fixed(x as u16));
                let exact = exact(a, b, c);
                // The sign of a zero is checked by the kernels' tests.
                let wanted = small.nearest(exact);
                let same = found as u16 == wanted || exact == 0 && found & 0x7FFF == 0;
                let outside = small.name == "bf16" && wanted & 0x7FFF >= small.infinity;
                assert!(same || outside, "{text} of {v:x?}: {found:#x}, expected {wanted:#x}");
            }
        };
        let name = small.name;
        run(format!("fma.rn.{name} %d, %a, %b, %c;"), &|a, b, c| a * b + c * unit);
        run(format!("mul.rn.{name} %d, %a, %b;"), &|a, b, _| a * b);
        run(format!("add.rn.{name} %d, %a, %b;"), &|a, b, _| (a + b) * unit);
        run(format!("sub.{name} %d, %a, %b;"), &|a, b, _| (a - b) * unit);
        run(format!("min.{name} %d, %a, %b;"), &|a, b, _| a.min(b) * unit);
        run(format!("max.NaN.{name} %d, %a, %b;"), &|a, b, _| a.max(b) * unit);
        run(format!("neg.{name} %d, %a;"), &|a, _, _| -a * unit);
        run(format!("abs.{name} %d, %a;"), &|a, _, _| a.abs() * unit);
        // Two lanes are two numbers.
        let pairs: Vec<_> =
            values.windows(2).map(|v| [0, 1, 2].map(|i| v[0][i] | v[1][i] << 16)).collect();
        for op in ["fma.rn", "add.rn", "mul.rn", "max"] {
            let operands = if op == "fma.rn" { "%a, %b, %c" } else { "%a, %b" };
            let one = apply(&format!("{op}.{name} %d, {operands};"), regs, &values);
            let two = apply(&format!("{op}.{name}x2 %d, {operands};"), ["b32"; 4], &pairs);
            for (at, found) in two.iter().enumerate() {
                assert_eq!(*found, one[at] | one[at + 1] << 16, "{op}.{name}x2");
            }
        }
    }
}

#[test]
fn floats_to_integers() {
    type Round = fn(f64) -> f64;
    let rounds: [(&str, Round); 4] = [
        ("rni", f64::round_ties_even),
        ("rzi", f64::trunc),
        ("rmi", f64::floor),
        ("rpi", f64::ceil),
    ];
    let (singles, wide) = (operands(EDGES, 32, 41), operands(DOUBLE_EDGES, 64, 42));
    for (name, round) in rounds {
        macro_rules! into {
            ($($name:literal $kind:ident $reg:literal $unsigned:ident,)*) => {$(
                // Rust's conversions clamp and make zero of NaN, as the cards do.
                check(&format!("cvt.{name}.{}.f32 %d, %a;", $name), [$reg, "f32", "f32", "f32"],
                    &singles, |a, _, _| u64::from(round(f64::from(single(a))) as $kind as $unsigned));
                check(&format!("cvt.{name}.{}.f64 %d, %a;", $name), [$reg, "f64", "f64", "f64"],
                    &wide, |a, _, _| u64::from(round(f64::from_bits(a)) as $kind as $unsigned));
            )*};
        }
        into!("u16" u16 "b16" u16, "u32" u32 "b32" u32, "u64" u64 "b64" u64,);
        into!("s16" i16 "b16" u16, "s32" i32 "b32" u32, "s64" i64 "b64" u64,);
        check(&format!("cvt.{name}.f32.f32 %d, %a;"), W, &singles, |a, _, _| {
            word(round(f64::from(single(a))) as f32)
        });
    }
}

#[test]
fn integers_to_floats() {
    let integers = operands(
        &[0, 1, 1 << 24, (1 << 24) + 1, (1 << 53) + 1, i64::MAX as u64, 1 << 63, u64::MAX],
        64,
        43,
    );
    check("cvt.rn.f32.s64 %d, %a;", ["f32", "b64", "b64", "b64"], &integers, |a, _, _| {
        word(a.cast_signed() as f32)
    });
    check("cvt.rn.f32.u64 %d, %a;", ["f32", "b64", "b64", "b64"], &integers, |a, _, _| {
        word(a as f32)
    });
    check("cvt.rn.f32.u32 %d, %a;", ["f32", "b32", "b32", "b32"], &integers, |a, _, _| {
        word(a as u32 as f32)
    });
    check("cvt.rn.f64.s64 %d, %a;", ["f64", "b64", "b64", "b64"], &integers, |a, _, _| {
        (a.cast_signed() as f64).to_bits()
    });
    check("cvt.rn.f64.u64 %d, %a;", ["f64", "b64", "b64", "b64"], &integers, |a, _, _| {
        (a as f64).to_bits()
    });
    for direction in ["rz", "rm", "rp"] {
        let found = apply(
            &format!("cvt.{direction}.f32.s64 %d, %a;"),
            ["f32", "b64", "b64", "b64"],
            &integers,
        );
        let wide = apply(
            &format!("cvt.{direction}.f64.u64 %d, %a;"),
            ["f64", "b64", "b64", "b64"],
            &integers,
        );
        for ((v, found), wide) in integers.iter().zip(found).zip(wide) {
            let exact = i128::from(v[0].cast_signed());
            bracketed("s64", direction, single(found), |at| exact.cmp(&(f64::from(at) as i128)));
            let (exact, value) = (i128::from(v[0]), f64::from_bits(wide));
            let right = match direction {
                "rp" => value as i128 > exact && (value.next_down() as i128) < exact,
                _ => (value as i128) < exact && value.next_up() as i128 > exact,
            };
            let right = right || value as i128 == exact;
            assert!(right, "{exact} in direction {direction} is {value:e}");
        }
    }
}

#[test]
fn floats_to_floats() {
    let (singles, wide) = (operands(EDGES, 32, 44), operands(DOUBLE_EDGES, 64, 45));
    let halves = operands(HALF_EDGES, 16, 46);
    check("cvt.rn.f32.f64 %d, %a;", ["f32", "f64", "f64", "f64"], &wide, |a, _, _| {
        word(f64::from_bits(a) as f32)
    });
    for direction in ["rz", "rm", "rp"] {
        let text = format!("cvt.{direction}.f32.f64 %d, %a;");
        for (v, found) in wide.iter().zip(apply(&text, ["f32", "f64", "f64", "f64"], &wide)) {
            let exact = f64::from_bits(v[0]);
            let found = single(found);
            if exact.is_nan() || found.is_infinite() {
                assert_eq!(exact.is_nan(), found.is_nan());
                assert!(exact.is_nan() || exact.abs() > f64::from(f32::MAX));
                continue;
            }
            bracketed("f64", direction, found, |at| {
                exact.partial_cmp(&f64::from(at)).expect("a number")
            });
        }
    }
    let half = |value: f32| {
        if value.is_nan() { 0x7FFF } else { u64::from(f16::from_f32(value).to_bits()) }
    };
    let brain = |value: f32| {
        if value.is_nan() { 0x7FFF } else { u64::from(bf16::from_f32(value).to_bits()) }
    };
    let regs = ["b16", "f32", "f32", "f32"];
    check("cvt.rn.f16.f32 %d, %a;", regs, &singles, |a, _, _| half(single(a)));
    check("cvt.rn.bf16.f32 %d, %a;", regs, &singles, |a, _, _| brain(single(a)));
    check("cvt.rn.relu.f16.f32 %d, %a;", regs, &singles, |a, _, _| {
        half(if single(a) < 0.0 { 0.0 } else { single(a) })
            & if single(a) == 0.0 { 0xFFFF } else { u64::MAX }
    });
    let regs = ["b32", "f32", "f32", "f32"];
    check("cvt.rn.f16x2.f32 %d, %a, %b;", regs, &singles, |a, b, _| {
        half(single(a)) << 16 | half(single(b))
    });
    check("cvt.rn.bf16x2.f32 %d, %a, %b;", regs, &singles, |a, b, _| {
        brain(single(a)) << 16 | brain(single(b))
    });
    check("cvt.f32.f16 %d, %a;", ["f32", "b16", "b16", "b16"], &halves, |a, _, _| {
        word(f16::from_bits(a as u16).to_f32())
    });
    check("cvt.sat.f32.f32 %d, %a;", W, &singles, |a, _, _| {
        let a = single(a);
        word(if a > 0.0 { a.min(1.0) } else { 0.0 })
    });
    check("cvt.ftz.f64.f32 %d, %a;", ["f64", "f32", "f32", "f32"], &singles, |a, _, _| {
        let a = single(a);
        if a.is_nan() { f64::from(a).to_bits() } else { f64::from(flushed(a)).to_bits() }
    });
}
