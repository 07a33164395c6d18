//! Kernels of CUDA C, compiled, against plain loops: equal bits for shapes and seeds.

use crate::exact::HALF;
use crate::support::{Arg, Buffers, Numbers, Shape, launch, launch_with, read};
use half::{bf16, f16};

const SEEDS: std::ops::Range<u64> = 0..8;

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

#[test]
fn saxpy() {
    let module = read(include_str!("saxpy.ptx"));
    for n in [0, 1, 31, 256, 1000] {
        for seed in SEEDS {
            let mut numbers = Numbers(n + 7);
            let (x, y) = (numbers.floats(n as usize), numbers.floats(n as usize));
            let memory = Buffers::default();
            let (dx, dy) = (memory.put(&x), memory.put(&y));
            let args = [Arg::Float(2.5), Arg::Address(dx), Arg::Address(dy), Arg::Int(n as i32)];
            launch(
                &module,
                "saxpy",
                &Shape::line(n.div_ceil(128) as u32 + 1, 128, seed),
                &args,
                &memory,
            )
            .unwrap();
            let expected: Vec<f32> =
                x.iter().zip(&y).map(|(x, y)| 2.5_f32.mul_add(*x, *y)).collect();
            assert_eq!(bits(&memory.get::<f32>(dy)), bits(&expected), "n {n}, seed {seed}");
        }
    }
}

#[test]
fn convolution() {
    let module = read(include_str!("convolution.ptx"));
    for (height, width) in [(1, 1), (3, 5), (16, 16), (17, 33)] {
        let mut numbers = Numbers(height as u64 * 100 + 9);
        let (input, filter) = (numbers.floats(height * width), numbers.floats(9));
        let mut expected = vec![0.0_f32; height * width];
        for y in 0..height {
            for x in 0..width {
                for dy in 0..3 {
                    for dx in 0..3 {
                        if (1..=height).contains(&(y + dy)) && (1..=width).contains(&(x + dx)) {
                            let value = input[(y + dy - 1) * width + x + dx - 1];
                            let sum = &mut expected[y * width + x];
                            *sum = value.mul_add(filter[dy * 3 + dx], *sum);
                        }
                    }
                }
            }
        }
        for seed in SEEDS {
            let memory = Buffers::default();
            let (input, filter) = (memory.put(&input), memory.put(&filter));
            let out = memory.put(&vec![0.0_f32; height * width]);
            let args = [
                Arg::Address(input),
                Arg::Address(filter),
                Arg::Address(out),
                Arg::Int(height as i32),
                Arg::Int(width as i32),
            ];
            let shape = Shape::line((height * width).div_ceil(64) as u32, 64, seed);
            launch(&module, "convolution", &shape, &args, &memory).unwrap();
            assert_eq!(
                bits(&memory.get::<f32>(out)),
                bits(&expected),
                "{height} x {width}, seed {seed}"
            );
        }
    }
}

#[test]
fn halves() {
    let module = read(include_str!("halves.ptx"));
    let mut numbers = Numbers(77);
    let n = 600;
    let mut values =
        |count: usize| -> Vec<u16> { (0..count).map(|_| numbers.next() as u16).collect() };
    let (a, b) = (values(n), values(n));
    let half = |bits: u16| f16::from_bits(bits);
    // A sum or product of halves in f32 has all bits that decide the second rounding.
    let same = |found: u16, expected: f16, what: &str, at: usize| {
        let equal = found == expected.to_bits() || expected.is_nan() && half(found).is_nan();
        assert!(
            equal,
            "{what} of {:#x} and {:#x}: {found:#x}, expected {expected:?}",
            a[at], b[at]
        );
    };
    for seed in SEEDS {
        let memory = Buffers::default();
        let (da, db) = (memory.put(&a), memory.put(&b));
        let (out, wide) = (memory.put(&vec![0_u16; 4 * n]), memory.put(&vec![0.0_f32; n]));
        let args = [
            Arg::Address(da),
            Arg::Address(db),
            Arg::Address(out),
            Arg::Address(wide),
            Arg::Int(n as i32),
        ];
        launch(&module, "halves", &Shape::line(5, 128, seed), &args, &memory).unwrap();
        let (found, wide) = (memory.get::<u16>(out), memory.get::<f32>(wide));
        for i in 0..n {
            let (x, y) = (half(a[i]), half(b[i]));
            let (fx, fy) = (x.to_f32(), y.to_f32());
            same(found[4 * i], f16::from_f32(fx + fy), "sum", i);
            same(found[4 * i + 1], f16::from_f32(fx * fy), "product", i);
            let third =
                if fx < fy { f16::from_bits(a[i] ^ 0x8000) } else { f16::from_bits(b[i] & 0x7FFF) };
            same(found[4 * i + 2], third, "choice", i);
            same(found[4 * i + 3], f16::from_f32(fx / 3.0), "quotient", i);
            assert!(
                wide[i].to_bits() == (fx * fy).to_bits() || wide[i].is_nan() && (fx * fy).is_nan()
            );
        }
        let out = memory.put(&vec![0_u16; n]);
        let args = [Arg::Address(da), Arg::Address(db), Arg::Address(out), Arg::Int(n as i32 / 2)];
        launch(&module, "pairs", &Shape::line(3, 128, seed), &args, &memory).unwrap();
        for (i, found) in memory.get::<u16>(out).into_iter().enumerate() {
            let difference = f16::from_f32(half(a[i]).to_f32() - half(b[i]).to_f32());
            if [half(a[i]), half(b[i]), difference].iter().all(|x| x.is_finite()) {
                let [x, y, z] = [a[i], b[i], difference.to_bits()].map(|x| HALF.fixed(x));
                let exact = x * y + (z << HALF.scale);
                if exact != 0 {
                    assert_eq!(
                        found,
                        HALF.nearest(exact),
                        "{} fma of {:#x} and {:#x}",
                        HALF.name,
                        a[i],
                        b[i]
                    );
                }
            } else {
                let wide = half(a[i]).to_f64() * half(b[i]).to_f64() + difference.to_f64();
                same(found, f16::from_f32(wide as f32), "fma", i);
            }
        }
    }
}

#[test]
fn brains() {
    let module = read(include_str!("brains.ptx"));
    let mut numbers = Numbers(5);
    let n = 300;
    let a: Vec<u16> = (0..n).map(|_| bf16::from_f32(numbers.float() * 30.0).to_bits()).collect();
    let b: Vec<u16> = (0..n).map(|_| bf16::from_f32(numbers.float() * 0.1).to_bits()).collect();
    for seed in SEEDS {
        let memory = Buffers::default();
        let (da, db, out) = (memory.put(&a), memory.put(&b), memory.put(&vec![0_u16; 2 * n]));
        let args = [Arg::Address(da), Arg::Address(db), Arg::Address(out), Arg::Int(n as i32)];
        launch(&module, "brains", &Shape::line(3, 128, seed), &args, &memory).unwrap();
        for (i, pair) in memory.get::<u16>(out).chunks(2).enumerate() {
            let (x, y) = (bf16::from_bits(a[i]).to_f32(), bf16::from_bits(b[i]).to_f32());
            assert_eq!(pair[0], bf16::from_f32(x * y + 1.0).to_bits(), "{x} {y}");
            assert_eq!(pair[1], bf16::from_f32(x.mul_add(y, -0.5)).to_bits(), "{x} {y}");
        }
    }
}

#[test]
fn doubles() {
    let module = read(include_str!("doubles.ptx"));
    let mut numbers = Numbers(11);
    let n = 200;
    let mut values = || -> Vec<f64> {
        (0..n)
            .map(|_| f64::from(numbers.float()) * 1e3 + f64::from(numbers.float()) * 1e-9)
            .collect()
    };
    let (a, b) = (values(), values());
    for seed in SEEDS {
        let memory = Buffers::default();
        let (da, db, out) = (memory.put(&a), memory.put(&b), memory.put(&vec![0.0_f64; 6 * n]));
        let args = [Arg::Address(da), Arg::Address(db), Arg::Address(out), Arg::Int(n as i32)];
        launch(&module, "doubles", &Shape::line(4, 64, seed), &args, &memory).unwrap();
        for (i, found) in memory.get::<f64>(out).chunks(6).enumerate() {
            let (x, y) = (a[i], b[i]);
            let expected = [
                x / y,
                x.abs().sqrt(),
                x.mul_add(y, x - y),
                x.min(y),
                (x * 1000.0) as i64 as f64 + f64::from(y as f32),
                x.floor() + y.trunc() + (x + y).round_ties_even(),
            ];
            let bits =
                |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(found), bits(&expected), "{x} {y}");
        }
    }
}

#[test]
fn integers() {
    let module = read(include_str!("integers.ptx"));
    let mut numbers = Numbers(13);
    let n = 400;
    let edges = [0, 1, 2, 7, 31, 32, 33, 255, 256, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF];
    let mut values = || -> Vec<u32> {
        (0..n)
            .map(|i| {
                if i % 3 == 0 { edges[numbers.next() as usize % 12] } else { numbers.next() as u32 }
            })
            .collect()
    };
    let (a, b) = (values(), values());
    for seed in SEEDS {
        let memory = Buffers::default();
        let (da, db, out) = (memory.put(&a), memory.put(&b), memory.put(&vec![0_u64; 12 * n]));
        let args = [Arg::Address(da), Arg::Address(db), Arg::Address(out), Arg::Int(n as i32)];
        launch(&module, "integers", &Shape::line(4, 128, seed), &args, &memory).unwrap();
        for (i, found) in memory.get::<u64>(out).chunks(12).enumerate() {
            let (x, y) = (a[i], b[i]);
            let (s, t) = (x as i32, y as i32 | 1);
            let (wx, both) = (u64::from(x), u64::from(x) << 32 | u64::from(y));
            let expected = [
                wx.wrapping_mul(y.into()).wrapping_add(both / u64::from(y | 1)),
                (i64::from(s) * i64::from(t)).cast_unsigned() % 1_000_003,
                (x.count_ones()
                    + 100 * (x | 1).leading_zeros()
                    + 10000 * (y | 1 << 31).trailing_zeros())
                .into(),
                (x.reverse_bits() ^ y.swap_bytes()).into(),
                (s.wrapping_div(t).cast_unsigned() ^ s.wrapping_rem(t).cast_unsigned() << 3).into(),
                ((u128::from(x) << 60).wrapping_mul(y.into()) >> 64) as u64,
                x.rotate_left(y & 31)
                    .wrapping_add((s >> (y & 31)).cast_unsigned())
                    .wrapping_add(x << (y & 31))
                    .into(),
                i64::from(
                    i32::from(x as u8) * i32::from(y as i8)
                        + i32::from(y as u16)
                        + i32::from(x as i16),
                )
                .cast_unsigned(),
                (both.count_ones() + (wx << 20 | 1).leading_zeros()).into(),
                if x > y {
                    if s < t { 3 } else { 5 }
                } else if s == t {
                    7
                } else {
                    11
                },
                both.reverse_bits(),
                (x / 10)
                    .wrapping_mul(3)
                    .wrapping_add(y % 7)
                    .wrapping_add((s.min(t).cast_unsigned()).wrapping_sub(x.max(y)))
                    .into(),
            ];
            assert_eq!(found, expected, "{x:#x} {y:#x}");
        }
    }
}

#[test]
fn divergent_loops() {
    let module = read(include_str!("collatz.ptx"));
    let mut numbers = Numbers(17);
    let input: Vec<u32> =
        (0..300).map(|i| if i < 40 { i } else { numbers.next() as u32 >> 8 }).collect();
    let steps = |start: u32| {
        let (mut x, mut count) = (u64::from(start), 0);
        while x > 1 && count <= 500 {
            x = if x & 1 == 1 { 3 * x + 1 } else { x / 2 };
            count += 1;
        }
        count
    };
    let expected: Vec<u32> = input.iter().map(|&x| steps(x)).collect();
    for seed in SEEDS {
        let memory = Buffers::default();
        let (from, to) = (memory.put(&input), memory.put(&vec![0_u32; input.len()]));
        let args = [Arg::Address(from), Arg::Address(to), Arg::Int(300)];
        launch(&module, "collatz", &Shape::line(3, 128, seed), &args, &memory).unwrap();
        assert_eq!(memory.get::<u32>(to), expected);
    }
}

#[test]
fn calls_and_recursion() {
    let module = read(include_str!("calls.ptx"));
    let x = Numbers(19).floats(70);
    let fibonacci = [0, 1, 1, 2, 3, 5, 8, 13, 21];
    let expected: Vec<u64> = (0..70)
        .map(|i| {
            let b = i as i32 + 3;
            // The sum is of float and int first, then in double.
            let first = (x[i] * 2.0 + 1.0) + (b / 2) as f32;
            (f64::from(first) + 0.25 * f64::from(b) + f64::from(fibonacci[i % 9])).to_bits()
        })
        .collect();
    for seed in SEEDS {
        let memory = Buffers::default();
        let (from, to) = (memory.put(&x), memory.put(&[0.0_f64; 70]));
        let args = [Arg::Address(from), Arg::Address(to), Arg::Int(70)];
        launch(&module, "calls", &Shape::line(2, 64, seed), &args, &memory).unwrap();
        assert_eq!(memory.get::<u64>(to), expected);
    }
}

#[test]
fn constants_and_globals() {
    let module = read(include_str!("constants.ptx"));
    assert!(
        module
            .globals()
            .iter()
            .any(|global| global.constant && global.name == "weights" && global.size == 20)
    );
    for seed in SEEDS {
        let memory = Buffers::default();
        let addresses = memory.globals(&module);
        let out = memory.put(&[0.0_f32; 50]);
        let args = [Arg::Address(out), Arg::Int(50)];
        let find = |name: &str| addresses.get(name).copied();
        launch_with(&module, "constants", &Shape::line(2, 32, seed), &args, &memory, &find)
            .unwrap();
        let (weights, table) = ([1.5, -2.0, 0.25, 3.0, -0.125], [7.0, 11.0, 13.0, 17.0]);
        let expected: Vec<f32> = (0..50).map(|i| weights[i % 5] * table[i & 3] + -2.0).collect();
        assert_eq!(memory.get::<f32>(out), expected);
        assert_eq!(memory.get::<i32>(addresses["counter"]), [90]);
    }
}

#[test]
fn vectors() {
    let module = read(include_str!("vectors.ptx"));
    let mut numbers = Numbers(23);
    let a = numbers.floats(4 * 50);
    let b: Vec<u8> = (0..4 * 50).map(|_| numbers.next() as u8).collect();
    for seed in SEEDS {
        let memory = Buffers::default();
        let (da, db) = (memory.put(&a), memory.put(&b));
        let (out, shorts) = (memory.put(&[0.0_f32; 200]), memory.put(&[0_i16; 100]));
        let args = [
            Arg::Address(da),
            Arg::Address(db),
            Arg::Address(out),
            Arg::Address(shorts),
            Arg::Int(50),
        ];
        launch(&module, "vectors", &Shape::line(2, 32, seed), &args, &memory).unwrap();
        let (out, shorts) = (memory.get::<f32>(out), memory.get::<i16>(shorts));
        for i in 0..50 {
            let (x, y) = (&a[4 * i..4 * i + 4], &b[4 * i..4 * i + 4]);
            for k in 0..4 {
                let expected = x[3 - k] * f32::from(y[k]) + 0.5;
                assert_eq!(out[4 * i + k].to_bits(), expected.to_bits());
            }
            let expected =
                [i16::from(y[0]) - i16::from(y[1]), (i32::from(y[2]) * i32::from(y[3])) as i16];
            assert_eq!(shorts[2 * i..2 * i + 2], expected);
        }
    }
}

#[test]
fn local_arrays_and_jump_tables() {
    let text = include_str!("depot.ptx");
    assert!(
        text.contains("brx.idx") && text.contains(".local"),
        "the kernel has what the test is for"
    );
    let module = read(text);
    let mut numbers = Numbers(29);
    let input: Vec<u32> = (0..200).map(|_| numbers.next() as u32).collect();
    let expected: Vec<u32> = input
        .iter()
        .map(|&x| {
            let mut local: [u32; 16] = std::array::from_fn(|k| x.wrapping_mul(k as u32 + 1));
            let mut sum = 0_u32;
            for k in 0..20_usize {
                let at = (x >> (k & 7)) as usize & 15;
                match at & 7 {
                    0 => local[at] = local[at].wrapping_add(3),
                    1 => local[at] ^= x,
                    2 => sum = sum.wrapping_add(local[15 - at]),
                    3 => local[(at + k) & 15] = sum,
                    4 => sum = sum.wrapping_mul(5).wrapping_add(1),
                    5 => local[k & 15] = local[k & 15].wrapping_sub(at as u32),
                    _ => sum ^= local[at],
                }
            }
            local.iter().fold(sum, |sum, &part| sum.wrapping_mul(31).wrapping_add(part))
        })
        .collect();
    for seed in SEEDS {
        let memory = Buffers::default();
        let (from, to) = (memory.put(&input), memory.put(&[0_u32; 200]));
        let args = [Arg::Address(from), Arg::Address(to), Arg::Int(200)];
        launch(&module, "depot", &Shape::line(2, 128, seed), &args, &memory).unwrap();
        assert_eq!(memory.get::<u32>(to), expected);
    }
}
