//! Kernels of CUDA C, compiled, against plain loops: equal bits for shapes and seeds.

#[path = "ptx/support.rs"]
mod support;

use support::{Arg, Buffers, Numbers, Shape, launch, read};

const SEEDS: std::ops::Range<u64> = 0..8;

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

#[test]
fn saxpy() {
    let module = read(include_str!("ptx/saxpy.ptx"));
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
fn reduction() {
    let module = read(include_str!("ptx/reduce.ptx"));
    for (n, block) in [(1, 32), (700, 256), (513, 64), (4096, 128)] {
        for seed in SEEDS {
            let x = Numbers(n + 3).floats(n as usize);
            let blocks = (n as u32).div_ceil(block);
            let memory = Buffers::default();
            let (dx, sums) = (memory.put(&x), memory.put(&vec![0.0_f32; blocks as usize]));
            let args = [Arg::Address(dx), Arg::Address(sums), Arg::Int(n as i32)];
            launch(&module, "reduce", &Shape::line(blocks, block, seed), &args, &memory).unwrap();
            let expected: Vec<f32> = (0..blocks as usize)
                .map(|at| {
                    let start = at * block as usize;
                    let mut part: Vec<f32> = (start..start + block as usize)
                        .map(|i| x.get(i).copied().unwrap_or(0.0))
                        .collect();
                    let mut step = block as usize / 2;
                    while step > 0 {
                        for t in 0..step {
                            part[t] += part[t + step];
                        }
                        step /= 2;
                    }
                    part[0]
                })
                .collect();
            assert_eq!(
                bits(&memory.get::<f32>(sums)),
                bits(&expected),
                "n {n}, block {block}, seed {seed}"
            );
        }
    }
}
