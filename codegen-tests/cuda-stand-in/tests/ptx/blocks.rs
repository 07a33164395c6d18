//! Kernels whose threads work together, by shared memory, barriers, shuffles, votes and atomics, against plain loops.

use crate::support::{Arg, Buffers, Numbers, Shape, launch, launch_with, read};

const SEEDS: std::ops::Range<u64> = 0..16;

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// What a tree of that many threads adds up.
fn tree(part: &mut [f32], steps: impl Iterator<Item = usize>) {
    for step in steps {
        for t in 0..step {
            part[t] += part[t + step];
        }
    }
}

fn halvings(from: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(from), |step| Some(step / 2)).take_while(|&step| step > 0)
}

#[test]
fn reduction() {
    let module = read(include_str!("reduce.ptx"));
    for (n, block) in [(1, 32), (700, 256), (513, 64), (4096, 128)] {
        let x = Numbers(n as u64 + 3).floats(n);
        let blocks = n.div_ceil(block);
        let expected: Vec<f32> = (0..blocks)
            .map(|at| {
                let start = at * block;
                let mut part: Vec<f32> =
                    (start..start + block).map(|i| x.get(i).copied().unwrap_or(0.0)).collect();
                tree(&mut part, halvings(block / 2));
                part[0]
            })
            .collect();
        for seed in SEEDS {
            let memory = Buffers::default();
            let (dx, sums) = (memory.put(&x), memory.put(&vec![0.0_f32; blocks]));
            let args = [Arg::Address(dx), Arg::Address(sums), Arg::Int(n as i32)];
            launch(
                &module,
                "reduce",
                &Shape::line(blocks as u32, block as u32, seed),
                &args,
                &memory,
            )
            .unwrap();
            assert_eq!(
                bits(&memory.get::<f32>(sums)),
                bits(&expected),
                "n {n}, block {block}, seed {seed}"
            );
        }
    }
}

#[test]
fn tiled_product() {
    let module = read(include_str!("matmul.ptx"));
    for (m, n, k) in [(1, 1, 1), (16, 16, 16), (17, 33, 40), (5, 31, 18)] {
        let mut numbers = Numbers((m * n * k) as u64);
        let (a, b) = (numbers.floats(m * k), numbers.floats(k * n));
        let mut expected = vec![0.0_f32; m * n];
        for row in 0..m {
            for column in 0..n {
                // Past the end, the tiles add products of zero, which change nothing but a negative zero.
                let sum = &mut expected[row * n + column];
                for i in 0..k {
                    *sum = a[row * k + i].mul_add(b[i * n + column], *sum);
                }
            }
        }
        for seed in SEEDS {
            let memory = Buffers::default();
            let (a, b, c) = (memory.put(&a), memory.put(&b), memory.put(&vec![0.0_f32; m * n]));
            let sizes = [m, n, k].map(|size| Arg::Int(size as i32));
            let args =
                [Arg::Address(a), Arg::Address(b), Arg::Address(c), sizes[0], sizes[1], sizes[2]];
            let grid = [n.div_ceil(16) as u32, m.div_ceil(16) as u32, 1];
            let shape = Shape { grid, block: [16, 16, 1], dynamic: 0, seed };
            launch(&module, "matmul", &shape, &args, &memory).unwrap();
            assert_eq!(bits(&memory.get::<f32>(c)), bits(&expected), "{m} {n} {k}, seed {seed}");
        }
    }
}

#[test]
fn transpose() {
    let module = read(include_str!("transpose.ptx"));
    for (rows, columns) in [(1, 1), (32, 32), (33, 70), (64, 5)] {
        let input = Numbers(rows as u64 + 1).floats(rows * columns);
        let expected: Vec<f32> =
            (0..rows * columns).map(|i| input[i % rows * columns + i / rows]).collect();
        for seed in SEEDS {
            let memory = Buffers::default();
            let (from, to) = (memory.put(&input), memory.put(&vec![0.0_f32; rows * columns]));
            let args = [
                Arg::Address(from),
                Arg::Address(to),
                Arg::Int(rows as i32),
                Arg::Int(columns as i32),
            ];
            let grid = [columns.div_ceil(32) as u32, rows.div_ceil(32) as u32, 1];
            let shape = Shape { grid, block: [32, 8, 1], dynamic: 0, seed };
            launch(&module, "transpose", &shape, &args, &memory).unwrap();
            assert_eq!(memory.get::<f32>(to), expected, "{rows} {columns}, seed {seed}");
        }
    }
}

/// The tree of a butterfly over 32 lanes: every lane has the same bits, since sums and maxima are symmetric.
fn butterfly(lanes: &mut [f32; 32], f: fn(f32, f32) -> f32) {
    for by in halvings(16) {
        let old = *lanes;
        for lane in 0..32 {
            lanes[lane] = f(old[lane], old[lane ^ by]);
        }
    }
}

#[test]
fn softmax() {
    let module = read(include_str!("softmax.ptx"));
    let power = |x: f32| f64::from(x).exp2() as f32;
    for columns in [1, 31, 64, 100] {
        let rows = 3;
        let input = Numbers(columns as u64).floats(rows * columns);
        let mut expected = Vec::new();
        for row in input.chunks(columns) {
            let of_lane = |lane: usize| row.iter().skip(lane).step_by(32);
            let mut top = std::array::from_fn(|lane| {
                of_lane(lane).fold(f32::NEG_INFINITY, |top, &x| top.max(x))
            });
            butterfly(&mut top, f32::max);
            let mut sum = std::array::from_fn(|lane| {
                of_lane(lane).fold(0.0, |sum, &x| sum + power(x - top[0]))
            });
            butterfly(&mut sum, |a, b| a + b);
            expected.extend(row.iter().enumerate().map(|(i, x)| power(x - top[0]) / sum[i % 32]));
        }
        for seed in SEEDS {
            let memory = Buffers::default();
            let (from, to) = (memory.put(&input), memory.put(&vec![0.0_f32; rows * columns]));
            let args = [Arg::Address(from), Arg::Address(to), Arg::Int(columns as i32)];
            launch(&module, "softmax", &Shape::line(rows as u32, 32, seed), &args, &memory)
                .unwrap();
            assert_eq!(bits(&memory.get::<f32>(to)), bits(&expected), "{columns}, seed {seed}");
        }
    }
}

#[test]
fn histogram() {
    let module = read(include_str!("histogram.ptx"));
    for n in [0, 5, 1000] {
        let mut numbers = Numbers(n as u64 + 1);
        let input: Vec<u8> = (0..n).map(|_| numbers.next() as u8).collect();
        let mut expected = [0_u32; 64];
        input.iter().for_each(|&x| expected[usize::from(x & 63)] += 1);
        for seed in SEEDS {
            let memory = Buffers::default();
            let (from, counts) = (memory.put(&input), memory.put(&[0_u32; 64]));
            let args = [Arg::Address(from), Arg::Address(counts), Arg::Int(n)];
            // Four blocks, since the kernel's stride is four blocks long.
            launch(&module, "histogram", &Shape::line(4, 96, seed), &args, &memory).unwrap();
            assert_eq!(memory.get::<u32>(counts), expected, "{n}, seed {seed}");
        }
    }
}

#[test]
fn scan() {
    let module = read(include_str!("scan.ptx"));
    for (n, block) in [(1, 32), (100, 128), (1024, 1024)] {
        let mut numbers = Numbers(n + 41);
        let input: Vec<i32> = (0..n).map(|_| numbers.next() as i32).collect();
        let mut sum = 0_i32;
        let sums = input.iter().map(|&x| {
            sum = sum.wrapping_add(x);
            sum
        });
        let expected: Vec<i32> = sums.collect();
        for seed in SEEDS {
            let memory = Buffers::default();
            let (from, to) = (memory.put(&input), memory.put(&vec![0_i32; n as usize]));
            let args = [Arg::Address(from), Arg::Address(to), Arg::Int(n as i32)];
            launch(&module, "scan", &Shape::line(1, block, seed), &args, &memory).unwrap();
            assert_eq!(memory.get::<i32>(to), expected, "{n}, seed {seed}");
        }
    }
}

#[test]
fn votes_masks_and_reductions() {
    let module = read(include_str!("compact.ptx"));
    let mut numbers = Numbers(43);
    let input: Vec<u32> = (0..250).map(|_| numbers.next() as u32 % 500).collect();
    let mut odd: Vec<u32> = input.iter().copied().filter(|x| x & 1 == 1).collect();
    odd.sort_unstable();
    for seed in SEEDS {
        let memory = Buffers::default();
        let (from, to) = (memory.put(&input), memory.put(&vec![0_u32; odd.len()]));
        let (count, by_block) = (memory.put(&[0_u32]), memory.put(&[0_u32; 4]));
        let args = [
            Arg::Address(from),
            Arg::Address(to),
            Arg::Address(count),
            Arg::Address(by_block),
            Arg::Int(250),
        ];
        launch(&module, "compact", &Shape::line(4, 64, seed), &args, &memory).unwrap();
        let mut found = memory.get::<u32>(to);
        found.sort_unstable();
        assert_eq!(found, odd);
        assert_eq!(memory.get::<u32>(count), [odd.len() as u32]);
        let expected: Vec<u32> = (0..4)
            .map(|block| {
                let x: Vec<u32> =
                    (0..64).map(|t| input.get(block * 64 + t).copied().unwrap_or(0)).collect();
                let odd = x.iter().filter(|&&x| x & 1 == 1).count() as u32;
                let any = if x.contains(&77) { 10000 } else { 0 };
                let most = x[..32].iter().max().unwrap();
                let same = (0..4)
                    .filter(|&lane| x[lane] & 3 == x[0] & 3)
                    .fold(0, |all, lane| all | 1 << lane);
                (odd + any + 100_000 + same * 3).wrapping_add(most.wrapping_mul(1_000_000))
            })
            .collect();
        assert_eq!(memory.get::<u32>(by_block), expected);
    }
}

#[test]
fn dynamic_shared_memory() {
    let module = read(include_str!("dynamic.ptx"));
    assert_eq!(module.function("dynamic").unwrap().shared_bytes(), 12);
    for block in [1, 33, 256] {
        let input = Numbers(47).floats(2 * block);
        let expected: Vec<f32> = (0..2 * block)
            .map(|i| {
                input[i / block * block + block - 1 - i % block] + (i % block % 3) as f32 * 0.5
            })
            .collect();
        // A block of one or two threads leaves a part of the fixed array as it was, and does not read it.
        for seed in SEEDS {
            let memory = Buffers::default();
            let (from, to) = (memory.put(&input), memory.put(&vec![0.0_f32; 2 * block]));
            let mut shape = Shape::line(2, block as u32, seed);
            shape.dynamic = 4 * block as u32;
            launch(&module, "dynamic", &shape, &[Arg::Address(from), Arg::Address(to)], &memory)
                .unwrap();
            assert_eq!(memory.get::<f32>(to), expected, "{block}, seed {seed}");
        }
    }
}

#[test]
fn named_barriers() {
    let module = read(include_str!("pipeline.ptx"));
    let input = Numbers(53).floats(32 * 6);
    let expected: Vec<f32> = (0..32 * 6).map(|i| input[i / 32 * 32 + 31 - i % 32] * 2.0).collect();
    for seed in SEEDS {
        let memory = Buffers::default();
        let (from, to) = (memory.put(&input), memory.put(&[0.0_f32; 192]));
        let args = [Arg::Address(from), Arg::Address(to), Arg::Int(6)];
        launch(&module, "pipeline", &Shape::line(2, 96, seed), &args, &memory).unwrap();
        assert_eq!(memory.get::<f32>(to), expected);
    }
}

#[test]
fn locks_of_compare_and_swap() {
    let module = read(include_str!("lock.ptx"));
    for seed in SEEDS {
        let memory = Buffers::default();
        let (out, order) = (memory.put(&[0_u32; 3]), memory.put(&[0_u32; 193]));
        launch(
            &module,
            "lock",
            &Shape::line(3, 64, seed),
            &[Arg::Address(out), Arg::Address(order)],
            &memory,
        )
        .unwrap();
        assert_eq!(memory.get::<u32>(out), [64 * 65 / 2; 3]);
        let order = memory.get::<u32>(order);
        assert_eq!(order[0], 192);
        assert!(order[1..].iter().all(|&taken| taken == 1));
    }
}

#[test]
fn last_block() {
    let module = read(include_str!("last.ptx"));
    for n in [1, 128, 1000] {
        let input = Numbers(n as u64 + 59).floats(n);
        let blocks = n.div_ceil(128);
        let parts = (0..blocks).map(|block| {
            let mut part: Vec<f32> =
                (0..128).map(|t| input.get(block * 128 + t).copied().unwrap_or(0.0)).collect();
            tree(&mut part, halvings(64));
            part[0]
        });
        let expected: f32 = parts.fold(0.0, |sum, part| sum + part);
        for seed in SEEDS {
            let memory = Buffers::default();
            let (from, parts) = (memory.put(&input), memory.put(&vec![0.0_f32; blocks]));
            let (to, finished) = (memory.put(&[0.0_f32]), memory.put(&[0_u32]));
            let args =
                [Arg::Address(from), Arg::Address(parts), Arg::Address(to), Arg::Int(n as i32)];
            let shape = Shape::line(blocks as u32, 128, seed);
            launch_with(&module, "last", &shape, &args, &memory, &|name| {
                (name == "finished").then_some(finished)
            })
            .unwrap();
            assert_eq!(bits(&memory.get::<f32>(to)), [expected.to_bits()], "{n}, seed {seed}");
        }
    }
}

#[test]
fn bytes_of_one_word_by_two_warps() {
    let module = read(include_str!("bytes.ptx"));
    let input: Vec<u8> = (0..96).map(|i| i * 2 + 1).collect();
    let mut tile = [0; 96];
    (0..96).for_each(|t| tile[t * 35 % 96] = input[t]);
    tile.reverse();
    for seed in SEEDS {
        let memory = Buffers::default();
        let (from, to) = (memory.put(&input), memory.put(&[0_u8; 96]));
        launch(
            &module,
            "bytes",
            &Shape::line(2, 96, seed),
            &[Arg::Address(from), Arg::Address(to)],
            &memory,
        )
        .unwrap();
        assert_eq!(memory.get::<u8>(to), tile);
    }
}
