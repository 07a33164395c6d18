//! Integer instructions, one at a time, against Rust's own arithmetic, with edge values.

use crate::single::{self, check, operands};

const EDGES: &[u64] = &[
    0,
    1,
    2,
    3,
    7,
    15,
    16,
    17,
    31,
    32,
    33,
    63,
    64,
    65,
    255,
    256,
    0x7F,
    0x80,
    0x7FFF,
    0x8000,
    0xFFFF,
    0x7FFF_FFFF,
    0x8000_0000,
    0xFFFF_FFFF,
    0x1_0000_0000,
    i64::MAX as u64,
    1 << 63,
    u64::MAX,
    u64::MAX - 1,
    0xFFFF_FFFE,
    0xAAAA_5555_1234_8765,
];

/// Tests that hold for each integer type.
macro_rules! for_types {
    ($($name:ident: $kind:ident $unsigned:ident $wide:ident $reg:literal $wide_reg:literal $bits:literal;)*) => {$(
        #[test]
        fn $name() {
            let t = stringify!($name);
            let values = operands(EDGES, $bits, 17 + $bits);
            let regs = [$reg; 4];
            let get = |x: u64| x as $kind;
            let put = |x: $kind| u64::from(x as $unsigned);
            check(&format!("add.{t} %d, %a, %b;"), regs, &values, |a, b, _| put(get(a).wrapping_add(get(b))));
            check(&format!("sub.{t} %d, %a, %b;"), regs, &values, |a, b, _| put(get(a).wrapping_sub(get(b))));
            check(&format!("mul.lo.{t} %d, %a, %b;"), regs, &values, |a, b, _| put(get(a).wrapping_mul(get(b))));
            check(&format!("mad.lo.{t} %d, %a, %b, %c;"), regs, &values, |a, b, c| {
                put(get(a).wrapping_mul(get(b)).wrapping_add(get(c)))
            });
            let high = |a: u64, b: u64| {
                // The upper half of a 128-bit product, from unsigned parts.
                let (x, y) = (i128::from(get(a)), i128::from(get(b)));
                (x.wrapping_mul(y) >> $bits) as $kind
            };
            check(&format!("mul.hi.{t} %d, %a, %b;"), regs, &values, |a, b, _| put(high(a, b)));
            check(&format!("mad.hi.{t} %d, %a, %b, %c;"), regs, &values, |a, b, c| {
                put(high(a, b).wrapping_add(get(c)))
            });
            check(&format!("div.{t} %d, %a, %b;"), regs, &values, |a, b, _| {
                put(if get(b) == 0 { get(u64::MAX) } else { get(a).wrapping_div(get(b)) })
            });
            check(&format!("rem.{t} %d, %a, %b;"), regs, &values, |a, b, _| {
                put(if get(b) == 0 { get(a) } else { get(a).wrapping_rem(get(b)) })
            });
            check(&format!("min.{t} %d, %a, %b;"), regs, &values, |a, b, _| put(get(a).min(get(b))));
            check(&format!("max.{t} %d, %a, %b;"), regs, &values, |a, b, _| put(get(a).max(get(b))));
            check(&format!("sad.{t} %d, %a, %b, %c;"), regs, &values, |a, b, c| {
                put((get(a).abs_diff(get(b)) as $kind).wrapping_add(get(c)))
            });
            let by = operands(EDGES, 32, 3);
            let shifts: Vec<_> = values.iter().zip(&by).map(|(v, by)| [v[0], by[1], 0]).collect();
            let shift_regs = [$reg, $reg, "b32", "b32"];
            check(&format!("shr.{t} %d, %a, %b;"), shift_regs, &shifts, |a, b, _| {
                let clamped = b.min($bits - 1) as u32;
                put(if b < $bits { get(a) >> clamped } else { (get(a) >> clamped) >> 1 })
            });
            check(&format!("shl.b{} %d, %a, %b;", $bits), shift_regs, &shifts, |a, b, _| {
                put(get(a).checked_shl(b as u32).unwrap_or(0))
            });
            check(&format!("not.b{} %d, %a;", $bits), regs, &values, |a, _, _| put(!get(a)));
            check(&format!("cnot.b{} %d, %a;", $bits), regs, &values, |a, _, _| u64::from(a == 0));
            check(&format!("and.b{} %d, %a, %b;", $bits), regs, &values, |a, b, _| a & b);
            check(&format!("or.b{} %d, %a, %b;", $bits), regs, &values, |a, b, _| a | b);
            check(&format!("xor.b{} %d, %a, %b;", $bits), regs, &values, |a, b, _| a ^ b);
            check(&format!("selp.{t} %d, %a, %b, %c;"), [$reg, $reg, $reg, "pred"], &values, |a, b, c| {
                if c & 0xFF != 0 { a } else { b }
            });
            let pred = ["pred", $reg, $reg, $reg];
            for (name, f) in [
                ("eq", (|a, b| a == b) as fn($kind, $kind) -> bool),
                ("ne", |a, b| a != b),
                ("lt", |a, b| a < b),
                ("le", |a, b| a <= b),
                ("gt", |a, b| a > b),
                ("ge", |a, b| a >= b),
            ] {
                check(&format!("setp.{name}.{t} %d, %a, %b;"), pred, &values, |a, b, _| f(get(a), get(b)).into());
                // Both results, combined with a predicate.
                let both = format!(
                    ".reg .pred %p, %q, %s; setp.ne.b{0} %s, %c, 0; setp.{name}.xor.{t} %p|%q, %a, %b, %s;\n\
                     and.pred %q, %q, !%s; or.pred %d, %p, %q;",
                    $bits
                );
                let both = both.replace("and.pred %q, %q, !%s;", "not.pred %s, %s; and.pred %q, %q, %s;");
                check(&both, pred, &values, |a, b, c| {
                    let (result, with) = (f(get(a), get(b)), get(c) != 0);
                    ((result ^ with) || (!result ^ with) && !with).into()
                });
                check(&format!("set.{name}.u32.{t} %d, %a, %b;"), ["b32", $reg, $reg, $reg], &values, |a, b, _| {
                    if f(get(a), get(b)) { 0xFFFF_FFFF } else { 0 }
                });
            }
            if $bits < 64 {
                let wide = |x: $wide| x as u64 & (u64::MAX >> (64 - 2 * $bits.min(32_u32)));
                let mul = |a: u64, b: u64| (get(a) as $wide).wrapping_mul(get(b) as $wide);
                check(&format!("mul.wide.{t} %d, %a, %b;"), [$wide_reg, $reg, $reg, $reg], &values, |a, b, _| {
                    wide(mul(a, b))
                });
                let regs = [$wide_reg, $reg, $reg, $wide_reg];
                check(&format!("mad.wide.{t} %d, %a, %b, %c;"), regs, &values, |a, b, c| {
                    // The upper half of `c` is zero in memory.
                    wide(mul(a, b).wrapping_add(c as $wide))
                });
            }
        }
    )*};
}

for_types! {
    u16: u16 u16 u32 "b16" "b32" 16;
    s16: i16 u16 i32 "b16" "b32" 16;
    u32: u32 u32 u64 "b32" "b64" 32;
    s32: i32 u32 i64 "b32" "b64" 32;
    u64: u64 u64 u64 "b64" "b64" 64;
    s64: i64 u64 i64 "b64" "b64" 64;
}

/// A mask of that many bits, in 128.
fn ones(count: u64) -> u128 {
    if count >= 128 { u128::MAX } else { (1 << count) - 1 }
}

#[test]
fn bits_of_words() {
    let (w, d) = (["b32"; 4], ["b32", "b64", "b64", "b64"]);
    let (words, doubles) = (operands(EDGES, 32, 5), operands(EDGES, 64, 6));
    check("popc.b32 %d, %a;", w, &words, |a, _, _| a.count_ones().into());
    check("popc.b64 %d, %a;", d, &doubles, |a, _, _| a.count_ones().into());
    check("clz.b32 %d, %a;", w, &words, |a, _, _| (a as u32).leading_zeros().into());
    check("clz.b64 %d, %a;", d, &doubles, |a, _, _| a.leading_zeros().into());
    check("brev.b32 %d, %a;", w, &words, |a, _, _| (a as u32).reverse_bits().into());
    check("brev.b64 %d, %a;", ["b64"; 4], &doubles, |a, _, _| a.reverse_bits());
    check("abs.s32 %d, %a;", w, &words, |a, _, _| (a as i32).wrapping_abs().cast_unsigned().into());
    check("neg.s32 %d, %a;", w, &words, |a, _, _| (a as i32).wrapping_neg().cast_unsigned().into());
    check("abs.s64 %d, %a;", ["b64"; 4], &doubles, |a, _, _| {
        a.cast_signed().wrapping_abs().cast_unsigned()
    });
    check("add.sat.s32 %d, %a, %b;", w, &words, |a, b, _| {
        (a as i32).saturating_add(b as i32).cast_unsigned().into()
    });
    check("sub.sat.s32 %d, %a, %b;", w, &words, |a, b, _| {
        (a as i32).saturating_sub(b as i32).cast_unsigned().into()
    });
    check("bfind.u32 %d, %a;", w, &words, |a, _, _| {
        (a as u32).checked_ilog2().unwrap_or(u32::MAX).into()
    });
    check("bfind.s64 %d, %a;", d, &doubles, |a, _, _| {
        let a = a.cast_signed();
        (if a < 0 { !a } else { a }).checked_ilog2().unwrap_or(u32::MAX).into()
    });
    check("bfind.shiftamt.u32 %d, %a;", w, &words, |a, _, _| match a as u32 {
        0 => 0xFFFF_FFFF,
        a => a.leading_zeros().into(),
    });
    check("mul24.lo.s32 %d, %a, %b;", w, &words, |a, b, _| {
        let cut = |x: u64| i64::from((x as i32) << 8 >> 8);
        (cut(a) * cut(b)).cast_unsigned() & 0xFFFF_FFFF
    });
    check("mad24.hi.u32 %d, %a, %b, %c;", w, &words, |a, b, c| {
        let product = (a & 0xFF_FFFF) * (b & 0xFF_FFFF);
        ((product >> 16) & 0xFFFF_FFFF).wrapping_add(c) & 0xFFFF_FFFF
    });
    check("shf.l.wrap.b32 %d, %a, %b, %c;", w, &words, |a, b, c| ((b << 32 | a) << (c & 31)) >> 32);
    check("shf.r.wrap.b32 %d, %a, %b, %c;", w, &words, |a, b, c| {
        ((b << 32 | a) >> (c & 31)) & 0xFFFF_FFFF
    });
    check("shf.l.clamp.b32 %d, %a, %b, %c;", w, &words, |a, b, c| {
        ((b << 32 | a) << c.min(32)) >> 32
    });
    check("shf.r.clamp.b32 %d, %a, %b, %c;", w, &words, |a, b, c| {
        ((b << 32 | a) >> c.min(32)) & 0xFFFF_FFFF
    });
    check("lop3.b32 %d, %a, %b, %c, 0xCA;", w, &words, |a, b, c| a & b | !a & 0xFFFF_FFFF & c);
    check("lop3.b32 %d, %a, %b, %c, 0x96;", w, &words, |a, b, c| a ^ b ^ c);
    check("prmt.b32 %d, %a, %b, %c;", w, &words, |a, b, c| {
        let all: Vec<u8> =
            [a as u32, b as u32].iter().flat_map(|word| word.to_le_bytes()).collect();
        let byte = |at: u32| {
            let selector = c >> (4 * at) & 15;
            let found = all[(selector & 7) as usize];
            if selector & 8 == 0 { found } else { (found.cast_signed() >> 7).cast_unsigned() }
        };
        u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)]).into()
    });
    check("prmt.b32.rc16 %d, %a, %b, %c;", w, &words, |a, _, c| {
        let half = a >> (16 * (c & 1)) & 0xFFFF;
        half << 16 | half
    });
    check("dp4a.s32.u32 %d, %a, %b, %c;", w, &words, |a, b, c| {
        let (x, y) = ((a as u32).to_le_bytes(), (b as u32).to_le_bytes());
        let sum = (0..4).map(|i| i32::from(x[i].cast_signed()) * i32::from(y[i])).sum::<i32>();
        sum.wrapping_add(c as i32).cast_unsigned().into()
    });
    check("slct.b32.s32 %d, %a, %b, %c;", w, &words, |a, b, c| if (c as i32) < 0 { b } else { a });
}

#[test]
fn bit_fields() {
    for (bits, kind, seed) in [(32, "32", 8), (64, "64", 9)] {
        let values = operands(EDGES, bits, seed);
        let fields: Vec<_> =
            values.iter().map(|v| [v[0], v[1] & 0xFFFF_FFFF, v[2] & 0xFFFF_FFFF]).collect();
        let reg = format!("b{kind}");
        let regs = [reg.as_str(), &reg, "b32", "b32"];
        check(&format!("bfe.u{kind} %d, %a, %b, %c;"), regs, &fields, |a, start, length| {
            (u128::from(a) >> (start & 0xFF).min(127) & ones(length & 0xFF)) as u64
        });
        check(&format!("bfe.s{kind} %d, %a, %b, %c;"), regs, &fields, |a, start, length| {
            // Above the word there are copies of the sign.
            let wide = i128::from((a << (64 - bits)).cast_signed() >> (64 - bits));
            let moved = wide >> (start & 0xFF).min(127);
            let length = length & 0xFF;
            let kept = if length >= 128 {
                moved
            } else {
                (moved << (127 - length) << 1) >> (127 - length) >> 1
            };
            let kept = if length == 0 { 0 } else { kept };
            kept as u64 & (u64::MAX >> (64 - bits))
        });
        let both: Vec<_> = values.iter().map(|v| [v[0], v[1], v[2] & 0xFFFF_FFFF]).collect();
        for length in [0, 1, 5, 31, 32, 64, 255] {
            let text = format!("bfi.b{kind} %d, %a, %b, %c, {length};");
            check(&text, [&reg, &reg, &reg, "b32"], &both, |a, b, start| {
                let start = start & 0xFF;
                let field = if start >= 128 { 0 } else { ones(length) << start };
                let moved = if start >= 128 { 0 } else { u128::from(a) << start };
                let all = u128::from(b) & !field | moved & field;
                all as u64 & (u64::MAX >> (64 - bits))
            });
        }
    }
}

#[test]
fn carries() {
    let values = operands(EDGES, 64, 10);
    let (add, sub) = (
        "add.cc.u32 %l, %l, %m; addc.u32 %h, %h, %n;",
        "sub.cc.u32 %l, %l, %m; subc.u32 %h, %h, %n;",
    );
    for (text, f) in [(add, u64::wrapping_add as fn(u64, u64) -> u64), (sub, u64::wrapping_sub)] {
        let text = format!(
            ".reg .b32 %l, %h, %m, %n; mov.b64 {{%l, %h}}, %a; mov.b64 {{%m, %n}}, %b; {text} mov.b64 %d, {{%l, %h}};"
        );
        check(&text, ["b64"; 4], &values, |a, b, _| f(a, b));
    }
    let product = ".reg .b32 %l, %h, %m, %n, %x, %y; mov.b64 {%l, %h}, %a; mov.b64 {%m, %n}, %b; \
                   mov.b64 {%x, %y}, %c; mad.lo.cc.u32 %x, %l, %m, %x; madc.hi.u32 %y, %l, %m, %y; \
                   mov.b64 %d, {%x, %y};";
    check(product, ["b64"; 4], &values, |a, b, c| {
        (a & 0xFFFF_FFFF).wrapping_mul(b & 0xFFFF_FFFF).wrapping_add(c)
    });
}

/// Conversions between all integer types, with and without saturation, into registers that are wide enough.
#[test]
fn conversions() {
    let types = [("u8", 8, false), ("s8", 8, true), ("u16", 16, false), ("s16", 16, true)];
    let types = types.into_iter().chain([
        ("u32", 32, false),
        ("s32", 32, true),
        ("u64", 64, false),
        ("s64", 64, true),
    ]);
    let register = |bits: u32| match bits {
        8 | 16 => "b16",
        32 => "b32",
        _ => "b64",
    };
    let cut = |bits: u32, signed: bool, value: u64| {
        let above = 64 - bits;
        if signed {
            i128::from((value << above).cast_signed() >> above)
        } else {
            i128::from(value << above >> above)
        }
    };
    let values = operands(EDGES, 64, 12);
    for (to, to_bits, to_signed) in types.clone() {
        for (from, from_bits, from_signed) in types.clone() {
            let source = register(from_bits);
            let result = register(to_bits);
            let width: u32 = result[1..].parse().unwrap();
            for saturate in ["", ".sat"] {
                let text = format!("cvt{saturate}.{to}.{from} %d, %a;");
                let holds = to_bits > from_bits && (to_signed || !from_signed) || to == from;
                if holds && !saturate.is_empty() {
                    // Nothing can be out of range, which PTX refuses.
                    let text = single::text(&text, [result, source, source, source]);
                    let error = cuda_stand_in::ptx::Module::read(text.as_bytes()).expect_err(&text);
                    assert!(error.message.contains("cvt.sat"), "{error}");
                    continue;
                }
                check(&text, [result, source, source, source], &values, |a, _, _| {
                    let value = cut(from_bits, from_signed, a);
                    let (low, high) = if to_signed {
                        (-(1_i128 << (to_bits - 1)), (1_i128 << (to_bits - 1)) - 1)
                    } else {
                        (0, (1_i128 << to_bits) - 1)
                    };
                    let value = if saturate.is_empty() { value } else { value.clamp(low, high) };
                    cut(to_bits, to_signed, value as u64) as u64 & (u64::MAX >> (64 - width))
                });
            }
        }
    }
}
