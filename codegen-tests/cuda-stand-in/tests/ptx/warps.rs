//! Warp-level instructions, atomic operations and special registers against plain loops.

use crate::support::{Arg, Buffers, Numbers, Shape, launch, read};
use cuda_stand_in::ptx::Module;

const SEEDS: std::ops::Range<u64> = 0..8;

/// An entry in which each thread has its number in `%t`, its word of the input in `%x`, and stores `%y`.
fn kernel(body: &str) -> Module {
    read(&format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 from, .param .u64 to) {{\n\
         .reg .pred %p<4>; .reg .b32 %t, %x, %y, %r<8>; .reg .b64 %from, %to, %d<4>;\n\
         mov.u32 %t, %tid.x; mov.u32 %r0, %ctaid.x; mov.u32 %r1, %ntid.x; mad.lo.u32 %r0, %r0, %r1, %t;\n\
         mul.wide.u32 %d0, %r0, 4; ld.param.u64 %from, [from]; ld.param.u64 %to, [to];\n\
         add.u64 %d1, %from, %d0; ld.global.u32 %x, [%d1]; add.u64 %d1, %to, %d0;\n\
         {body}\nst.global.u32 [%d1], %y;\nret;\n}}\n"
    ))
}

fn run(module: &Module, block: u32, input: &[u32], seed: u64) -> Vec<u32> {
    let memory = Buffers::default();
    let (from, to) = (memory.put(input), memory.put(&vec![0_u32; input.len()]));
    let shape = Shape::line(input.len() as u32 / block, block, seed);
    launch(module, "k", &shape, &[Arg::Address(from), Arg::Address(to)], &memory)
        .expect("no fault");
    memory.get::<u32>(to)
}

/// Compares each warp's results with those of a function of its 32 inputs and the lane.
fn check(body: &str, input: &[u32], expected: impl Fn(&[u32], usize) -> u32) {
    let module = kernel(body);
    for seed in SEEDS {
        let found = run(&module, 64, input, seed);
        for (warp, found) in input.chunks(32).zip(found.chunks(32)) {
            for (lane, &found) in found.iter().enumerate() {
                assert_eq!(found, expected(warp, lane), "{body}, seed {seed}, lane {lane}");
            }
        }
    }
}

fn inputs(seed: u64, below: u64) -> Vec<u32> {
    let mut numbers = Numbers(seed);
    (0..128).map(|i| if i < 32 { 9 } else { (numbers.next() % below) as u32 }).collect()
}

#[test]
fn shuffles() {
    let input = inputs(5, 1 << 32);
    for width in [1_usize, 2, 8, 16, 32] {
        for by in [0_usize, 1, 3, 7, 31] {
            let c = (32 - width) << 8;
            let text = |mode: &str, c: usize| {
                format!(
                    "shfl.sync.{mode}.b32 %y|%p1, %x, {by}, {c}, 0xFFFFFFFF; selp.u32 %r2, 1, 0, %p1; xor.b32 %y, %y, %r2;"
                )
            };
            // The lane itself, where the source is out of its segment.
            let pick = |warp: &[u32], lane: usize, source: Option<usize>| match source {
                Some(source) => warp[source] ^ 1,
                None => warp[lane],
            };
            check(&text("up", c), &input, |warp, lane| {
                pick(warp, lane, (lane % width >= by).then(|| lane - by))
            });
            check(&text("down", c | 31), &input, |warp, lane| {
                pick(warp, lane, (lane % width + by < width).then_some(lane + by))
            });
            check(&text("bfly", c | 31), &input, |warp, lane| {
                let source = lane ^ by;
                pick(warp, lane, (source / width <= lane / width).then_some(source))
            });
            check(&text("idx", c | 31), &input, |warp, lane| {
                pick(warp, lane, Some(lane / width * width + by % width))
            });
        }
    }
}

#[test]
fn votes_and_matches() {
    for input in [inputs(7, 2), inputs(8, 4), inputs(9, 40)] {
        let predicate =
            |rest: &str| format!("setp.ne.u32 %p1, %x, 0; {rest}; selp.u32 %y, 1, 0, %p2;");
        let set = |warp: &[u32]| warp.iter().filter(|&&x| x != 0).count();
        check(&predicate("vote.sync.all.pred %p2, %p1, 0xFFFFFFFF"), &input, |w, _| {
            u32::from(set(w) == 32)
        });
        check(&predicate("vote.sync.any.pred %p2, !%p1, 0xFFFFFFFF"), &input, |w, _| {
            u32::from(set(w) < 32)
        });
        check(&predicate("vote.sync.uni.pred %p2, %p1, 0xFFFFFFFF"), &input, |w, _| {
            u32::from(matches!(set(w), 0 | 32))
        });
        let mask = |f: &dyn Fn(usize) -> bool| {
            (0..32).filter(|&lane| f(lane)).fold(0, |all, lane| all | 1 << lane)
        };
        check(
            "setp.ne.u32 %p1, %x, 0; vote.sync.ballot.b32 %y, %p1, 0xFFFFFFFF;",
            &input,
            |w, _| mask(&|lane| w[lane] != 0),
        );
        check("match.any.sync.b32 %y, %x, 0xFFFFFFFF;", &input, |w, lane| {
            mask(&|at| w[at] == w[lane])
        });
        let all = "match.all.sync.b32 %y|%p1, %x, 0xFFFFFFFF; selp.u32 %y, %y, 5, %p1;";
        check(all, &input, |w, _| if w.iter().all(|&x| x == w[0]) { u32::MAX } else { 5 });
        // Half of the lanes vote with masks of their own.
        let halves = "and.b32 %r2, %t, 1; setp.ne.u32 %p2, %r2, 0; selp.b32 %r3, 0xAAAAAAAA, 0x55555555, %p2; \
                      setp.ne.u32 %p1, %x, 0; vote.sync.ballot.b32 %y, %p1, %r3;";
        check(halves, &input, |w, lane| mask(&|at| at % 2 == lane % 2 && w[at] != 0));
    }
}

#[test]
fn reductions() {
    let input = inputs(11, 1 << 32);
    let fold = |w: &[u32], f: fn(u32, u32) -> u32| w.iter().copied().reduce(f).unwrap();
    let signed = |w: &[u32]| w.iter().map(|&x| x as i32).collect::<Vec<_>>();
    check("redux.sync.add.u32 %y, %x, 0xFFFFFFFF;", &input, |w, _| fold(w, u32::wrapping_add));
    check("redux.sync.add.s32 %y, %x, 0xFFFFFFFF;", &input, |w, _| fold(w, u32::wrapping_add));
    check("redux.sync.min.u32 %y, %x, 0xFFFFFFFF;", &input, |w, _| fold(w, u32::min));
    check("redux.sync.max.u32 %y, %x, 0xFFFFFFFF;", &input, |w, _| fold(w, u32::max));
    check("redux.sync.min.s32 %y, %x, 0xFFFFFFFF;", &input, |w, _| {
        *signed(w).iter().min().unwrap() as u32
    });
    check("redux.sync.max.s32 %y, %x, 0xFFFFFFFF;", &input, |w, _| {
        *signed(w).iter().max().unwrap() as u32
    });
    check("redux.sync.and.b32 %y, %x, 0xFFFFFFFF;", &input, |w, _| fold(w, |a, b| a & b));
    check("redux.sync.or.b32 %y, %x, 0xFFFFFFFF;", &input, |w, _| fold(w, |a, b| a | b));
    check("redux.sync.xor.b32 %y, %x, 0xFFFFFFFF;", &input, |w, _| fold(w, |a, b| a ^ b));
}

#[test]
fn masks_of_those_that_are_there() {
    let input = inputs(13, 2);
    let body = "setp.eq.u32 %p1, %x, 0; mov.u32 %y, 0; @%p1 bra E; activemask.b32 %y; \
                redux.sync.add.u32 %r2, %x, %y; shl.b32 %r2, %r2, 16; xor.b32 %y, %y, %r2; E: bar.warp.sync 0xFFFFFFFF;";
    check(body, &input, |w, lane| {
        let mask = (0..32).filter(|&at| w[at] != 0).fold(0_u32, |all, at| all | 1 << at);
        let sum: u32 = w.iter().sum();
        if w[lane] == 0 { 0 } else { mask ^ sum << 16 }
    });
    check(
        "mov.u32 %y, %lanemask_lt; popc.b32 %y, %y; mov.u32 %r2, %laneid; sub.u32 %y, %y, %r2;",
        &input,
        |_, _| 0,
    );
    check(
        "mov.u32 %y, %lanemask_ge; mov.u32 %r2, %lanemask_lt; add.u32 %y, %y, %r2;",
        &input,
        |_, _| u32::MAX,
    );
    check(
        "mov.u32 %y, %lanemask_gt; mov.u32 %r2, %lanemask_le; xor.b32 %y, %y, %r2;",
        &input,
        |_, _| u32::MAX,
    );
    check("mov.u32 %y, %lanemask_eq;", &input, |_, lane| 1 << lane);
    check("mov.u32 %y, %nwarpid; mov.u32 %r2, WARP_SZ; mul.lo.u32 %y, %y, %r2;", &input, |_, _| 64);
    check(
        "mov.u32 %r2, %clock; mov.u32 %r3, %clock; setp.gt.u32 %p1, %r3, %r2; selp.u32 %y, 1, 0, %p1;",
        &input,
        |_, _| 1,
    );
}

#[test]
fn threads_have_three_coordinates() {
    let body = "mov.u32 %r2, %tid.z; mad.lo.u32 %y, %r2, 100, 0; mov.u32 %r2, %tid.y; mad.lo.u32 %y, %r2, 10, %y; \
                add.u32 %y, %y, %t; mov.u32 %r2, %ctaid.y; mad.lo.u32 %y, %r2, 1000, %y; \
                mov.u32 %r2, %tid.z; mad.lo.u32 %r2, %r2, 3, 0; mov.u32 %r3, %tid.y; add.u32 %r2, %r2, %r3; \
                mad.lo.u32 %r2, %r2, 2, %t; mov.u32 %r3, %ctaid.y; mad.lo.u32 %r2, %r3, 24, %r2; \
                mul.wide.u32 %d0, %r2, 4; add.u64 %d1, %to, %d0;";
    let module = kernel(body);
    for seed in SEEDS {
        let memory = Buffers::default();
        let (from, to) = (memory.put(&[0_u32; 4]), memory.put(&[0_u32; 48]));
        let shape = Shape { grid: [1, 2, 1], block: [2, 3, 4], dynamic: 0, seed };
        launch(&module, "k", &shape, &[Arg::Address(from), Arg::Address(to)], &memory).unwrap();
        let expected: Vec<u32> =
            (0..48).map(|i| i / 24 * 1000 + i % 24 / 6 * 100 + i % 6 / 2 * 10 + i % 2).collect();
        assert_eq!(memory.get::<u32>(to), expected);
    }
}

/// All threads change one number, in global memory and, through a generic address, in shared memory.
#[test]
fn atomics() {
    let input = inputs(17, 1 << 32);
    let signed = |x: u32| x as i32;
    type Change = Box<dyn Fn(u32, u32) -> u32>;
    let cases: Vec<(&str, u32, Change)> = vec![
        ("add.u32", 7, Box::new(u32::wrapping_add)),
        ("and.b32", u32::MAX, Box::new(|a, b| a & b)),
        ("or.b32", 0, Box::new(|a, b| a | b)),
        ("xor.b32", 1, Box::new(|a, b| a ^ b)),
        ("min.u32", u32::MAX, Box::new(u32::min)),
        ("max.u32", 0, Box::new(u32::max)),
        ("min.s32", 5, Box::new(move |a, b| signed(a).min(signed(b)) as u32)),
        ("max.s32", 5, Box::new(move |a, b| signed(a).max(signed(b)) as u32)),
    ];
    for (name, start, change) in cases {
        let expected = input[..64].iter().fold(start, |all, &x| change(all, x));
        let shared = format!(
            ".shared .align 4 .b32 box; setp.ne.u32 %p1, %t, 0; \
             mov.u64 %d2, box; cvta.shared.u64 %d2, %d2; @!%p1 st.shared.u32 [box], {start}; bar.sync 0; \
             red.relaxed.cta.{name} [%d2], %x; bar.sync 0; ld.shared.u32 %y, [box];"
        );
        let global = format!(
            "atom.global.{name} %y, [%to+256], %x; bar.sync 0; ld.volatile.global.u32 %y, [%to+256];"
        );
        for seed in SEEDS {
            assert_eq!(
                run(&kernel(&shared), 64, &input[..64], seed),
                [expected; 64],
                "{name} shared"
            );
            let memory = Buffers::default();
            let mut cells = vec![0_u32; 65];
            cells[64] = start;
            let (from, to) = (memory.put(&input[..64]), memory.put(&cells));
            let args = [Arg::Address(from), Arg::Address(to)];
            launch(&kernel(&global), "k", &Shape::line(1, 64, seed), &args, &memory).unwrap();
            assert_eq!(memory.get::<u32>(to), [expected; 65], "{name} global");
        }
    }
}

/// What one thread sees of each operation: the old value, and the new one.
#[test]
fn atomic_results() {
    let input: Vec<u32> = vec![0, 1, 5, 6, 7, 0x7FFF_FFFF, 0x8000_0000, u32::MAX];
    let cell = |body: &str| {
        format!(
            ".shared .align 8 .b64 box; .reg .b32 %old; .reg .f32 %f<3>; .reg .b64 %q<3>; st.shared.u32 [box], %x; \
             {body} ld.shared.u32 %y, [box]; shl.b32 %old, %old, 1; xor.b32 %y, %y, %old;"
        )
    };
    let check = |body: &str, expected: &dyn Fn(u32) -> u32| {
        let module = kernel(&cell(body));
        let found = run(&module, 1, &input, 3);
        for (x, found) in input.iter().zip(found) {
            assert_eq!(found, expected(*x) ^ x << 1, "{body} of {x:#x}");
        }
    };
    check("atom.shared.inc.u32 %old, [box], 6;", &|x| if x >= 6 { 0 } else { x + 1 });
    check("atom.shared.dec.u32 %old, [box], 6;", &|x| if x == 0 || x > 6 { 6 } else { x - 1 });
    check("atom.shared.exch.b32 %old, [box], 3;", &|_| 3);
    check("atom.acq_rel.cta.shared.cas.b32 %old, [box], 5, 9;", &|x| if x == 5 { 9 } else { x });
    check(
        "mov.b32 %f0, 0f3F800000; atom.shared.add.f32 %f1, [box], %f0; mov.b32 %old, %f1;",
        &|x| {
            let sum = f32::from_bits(x) + 1.0;
            if sum.is_nan() { 0x7FFF_FFFF } else { sum.to_bits() }
        },
    );
    check(
        "st.shared.u32 [box+4], %x; mov.u64 %q0, 0x100000001; atom.shared.add.u64 %q1, [box], %q0; cvt.u32.u64 %old, %q1;",
        &|x| x.wrapping_add(1),
    );
}
