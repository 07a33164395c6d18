//! Kernels compiled by NVRTC, whose text has what `clang` does not print: tables of functions, classes, line information.

use crate::support::{Arg, Buffers, Numbers, Shape, launch_with, read};
use cuda_stand_in::ptx::Module;

const SEEDS: std::ops::Range<u64> = 0..8;

fn module() -> Module {
    read(include_str!("nvrtc/kernels.ptx"))
}

fn run(module: &Module, name: &str, shape: &Shape, memory: &Buffers, args: &[Arg]) {
    let addresses = memory.globals(module);
    launch_with(module, name, shape, args, memory, &|name| addresses.get(name).copied())
        .unwrap_or_else(|fault| panic!("{name}: {fault}"));
}

#[test]
fn structs_by_value() {
    let module = module();
    assert_eq!(module.function("records").unwrap().params()[0].size, 28);
    for i in 0..5_usize {
        let (x, y, k) = (1.5_f32, -0.25_f32, [3, 1, 4, 2, 0_i32]);
        let changed = |(x, mut k): (f32, [i32; 5]), i: usize| {
            let x = x + k[i] as f32;
            k[i & 3] = 7;
            (x, k)
        };
        let (sum, q) = changed(changed((x, k), i), (k[i % 5] % 5) as usize);
        let expected = sum + q[i] as f32 + k[(i + 1) % 5] as f32 + y;
        for seed in SEEDS {
            let memory = Buffers::default();
            let out = memory.put(&[0.0_f32]);
            let words: Vec<u32> =
                [x.to_bits(), y.to_bits()].into_iter().chain(k.map(i32::cast_unsigned)).collect();
            let args =
                [Arg::Words(words.try_into().unwrap()), Arg::Address(out), Arg::Int(i as i32)];
            run(&module, "records", &Shape::line(1, 1, seed), &memory, &args);
            assert_eq!(memory.get::<f32>(out), [expected], "{i}");
        }
    }
}

#[test]
fn calls_by_address() {
    let module = module();
    let mut numbers = Numbers(91);
    let input: Vec<i32> = (0..100).map(|_| numbers.next() as i32).collect();
    let expected: Vec<i32> = (0..100)
        .map(|i| {
            let (x, a) = (input[i as usize], i & 7);
            let value = match i % 3 {
                0 => x.wrapping_add(i + 2),
                1 => x.wrapping_mul(i + 2),
                _ => x.wrapping_sub(i + 2),
            };
            value.wrapping_add(if x & 1 == 1 { a * a } else { a * a - i })
        })
        .collect();
    for seed in SEEDS {
        let memory = Buffers::default();
        let (from, to) = (memory.put(&input), memory.put(&[0_i32; 100]));
        let args = [Arg::Address(from), Arg::Address(to), Arg::Int(100)];
        run(&module, "pointers", &Shape::line(2, 64, seed), &memory, &args);
        assert_eq!(memory.get::<i32>(to), expected);
    }
}

#[test]
fn sums_of_blocks() {
    let module = module();
    assert_eq!(module.function("sums").unwrap().max_threads(), 256);
    for n in [1, 300, 2000] {
        let input = Numbers(n as u64).floats(n);
        let expected: Vec<u32> = (0..3)
            .map(|block| {
                let of_thread = |t: usize| {
                    input.iter().skip(block * 128 + t).step_by(384).fold(0.0, |sum, x| sum + x)
                };
                let warp = |warp: usize| {
                    let mut lanes: Vec<f32> =
                        (0..32).map(|lane| of_thread(warp * 32 + lane)).collect();
                    for by in [16, 8, 4, 2, 1] {
                        lanes = (0..32).map(|lane| lanes[lane] + lanes[lane ^ by]).collect();
                    }
                    lanes[0]
                };
                (0..4).map(warp).fold(0.0_f32, |sum, part| sum + part).to_bits()
            })
            .collect();
        for seed in SEEDS {
            let memory = Buffers::default();
            let (from, to) = (memory.put(&input), memory.put(&[0.0_f32; 3]));
            let args = [Arg::Address(from), Arg::Address(to), Arg::Int(n as i32)];
            run(&module, "sums", &Shape::line(3, 128, seed), &memory, &args);
            assert_eq!(memory.get::<u32>(to), expected, "{n}, seed {seed}");
        }
    }
}

#[test]
fn conversions() {
    let module = module();
    let mut numbers = Numbers(93);
    let f: Vec<f32> = (0..64).map(|_| numbers.float() * 1000.0).collect();
    let d: Vec<f64> = (0..64).map(|_| f64::from(numbers.float()) * 30.0 + 1e-9).collect();
    let memory = Buffers::default();
    let (from, doubles, to) = (memory.put(&f), memory.put(&d), memory.put(&[0_i64; 512]));
    let args = [Arg::Address(from), Arg::Address(doubles), Arg::Address(to), Arg::Int(64)];
    run(&module, "conversions", &Shape::line(1, 64, 1), &memory, &args);
    // Toward zero and up, from the exact sum and product in double.
    let toward_zero = |exact: f64| {
        let near = exact as f32;
        if f64::from(near).abs() > exact.abs() { f32::from_bits(near.to_bits() - 1) } else { near }
    };
    let up = |exact: f64| {
        if f64::from(exact as f32) < exact { (exact as f32).next_up() } else { exact as f32 }
    };
    for (i, found) in memory.get::<i64>(to).chunks(8).enumerate() {
        let (x, y) = (f[i], d[i]);
        let bits = |value: f32| i64::from(value.to_bits().cast_signed());
        let mut o = [0_i64; 8];
        o[0] = i64::from(x.floor() as i32) + i64::from(x.abs().ceil() as u32);
        o[1] = y.round_ties_even() as i64 + y as i64;
        o[2] = i64::from((bits(toward_zero(y)) as i32).wrapping_add(i32::from(x as i32 as u8) * 3));
        o[3] = bits(toward_zero(f64::from(x) + f64::from(1.1_f32)))
            ^ bits(up(f64::from(x) * f64::from(1.7_f32))) << 32;
        o[4] = (y.floor() + f64::from(x).ceil()).to_bits().cast_signed();
        let high = (u128::from(o[3].cast_unsigned()) * 0x0123_4567_89ab_cdef) >> 64;
        o[5] = (high as u64).wrapping_add(o[4].count_ones().into()).cast_signed();
        let bytes = [i as u8, x.to_bits().to_le_bytes()[0], x.to_bits().to_le_bytes()[1], 0];
        // Selectors from the lowest: 0, 4, 1, 5.
        let (low, second) = (x.to_bits().to_le_bytes()[0], x.to_bits().to_le_bytes()[1]);
        let permuted = u32::from_le_bytes([low, bytes[0], second, (i >> 8) as u8]);
        let first = if i == 0 { 0 } else { i.trailing_zeros() + 1 };
        let sum = u32::from(x > 0.0 && y < 5.0).wrapping_add(permuted).wrapping_add(first);
        o[6] = sum.into();
        let saturated = if x > 0.0 { x.min(1.0) } else { 0.0 };
        let product = (i as i64 * 77777) as i32;
        let high = ((i64::from(product) * 99_999_999) >> 32) as i32;
        let sum =
            (bits(saturated) as i32).wrapping_add(bits(x.min(y as f32)) as i32).wrapping_add(high);
        o[7] = sum.into();
        assert_eq!(found[..6], o[..6], "{i}: {x:e} {y:e}");
        assert_eq!(found[6] as u32, o[6] as u32, "{i}: {x:e} {y:e}");
        assert_eq!(found[7], o[7], "{i}: {x:e} {y:e}");
    }
}

#[test]
fn switches_and_counts() {
    let module = module();
    let input: Vec<i32> = (0..64).map(|i| i % 9).collect();
    for n in [1_i32, 6, 20] {
        let before: Vec<i32> = input
            .iter()
            .map(|&x| {
                let mut r = match x {
                    0 => n * 3,
                    1 => n ^ 5,
                    2 => n / 3,
                    3 => n << 2,
                    4 => n % 7,
                    5 => -n,
                    6 => n | 9,
                    _ => n & 3,
                };
                let local: Vec<i32> =
                    (0..8).map(|k| (k * r).wrapping_add(input[k as usize])).collect();
                for k in 0..n {
                    r = r.wrapping_add(local[(r.wrapping_add(k) & 7) as usize]);
                }
                r
            })
            .collect();
        let odd = before.iter().filter(|&&r| r & 1 == 1).count() as i32;
        let expected: Vec<i32> = before.iter().map(|r| r.wrapping_add(odd)).collect();
        for seed in SEEDS {
            let memory = Buffers::default();
            let (from, to) = (memory.put(&input), memory.put(&[0_i32; 64]));
            let args = [Arg::Address(from), Arg::Address(to), Arg::Int(n)];
            run(&module, "switches", &Shape::line(1, 64, seed), &memory, &args);
            assert_eq!(memory.get::<i32>(to), expected, "{n}, seed {seed}");
        }
    }
}
