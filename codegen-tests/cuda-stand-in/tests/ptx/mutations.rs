//! Kernels with one mistake each: a barrier removed, a bound off by one, an array too short. All are reported, whatever
//! the seed, and the kernels as they are give no alarm.

use crate::support::{Arg, Buffers, Shape, launch, launch_with, read};
use cuda_stand_in::ptx::{Fault, FaultKind, Module, Statistics};

const SEEDS: std::ops::Range<u64> = 0..16;

/// A kernel and a launch of it in which every thread and every element of its arrays takes part.
struct Case {
    name: &'static str,
    text: &'static str,
    run: fn(&Module, u64) -> Result<Statistics, Fault>,
}

macro_rules! case {
    ($name:literal, $memory:ident, $seed:ident => $shape:expr, [$($arg:expr),*]) => {
        Case {
            name: $name,
            text: include_str!(concat!("", $name, ".ptx")),
            run: |module, $seed| {
                let $memory = Buffers::default();
                let args = [$($arg),*];
                let cell = $memory.put(&[0_u32]);
                launch_with(module, $name, &$shape, &args, &$memory, &|_| Some(cell))
            },
        }
    };
}

/// The address of a buffer of zeros.
fn zeros(memory: &Buffers, bytes: usize) -> Arg {
    Arg::Address(memory.add(&vec![0; bytes]))
}

fn blocks(grid: [u32; 2], block: [u32; 2], dynamic: u32, seed: u64) -> Shape {
    Shape { grid: [grid[0], grid[1], 1], block: [block[0], block[1], 1], dynamic, seed }
}

fn cases() -> Vec<Case> {
    vec![
        case!("reduce", m, seed => Shape::line(2, 256, seed), [zeros(&m, 2048), zeros(&m, 8), Arg::Int(512)]),
        case!("matmul", m, seed => blocks([1, 2], [16, 16], 0, seed),
            [zeros(&m, 4096), zeros(&m, 2048), zeros(&m, 2048), Arg::Int(32), Arg::Int(16), Arg::Int(32)]),
        case!("transpose", m, seed => blocks([2, 1], [32, 8], 0, seed),
            [zeros(&m, 8192), zeros(&m, 8192), Arg::Int(32), Arg::Int(64)]),
        case!("histogram", m, seed => Shape::line(4, 96, seed), [zeros(&m, 1000), zeros(&m, 256), Arg::Int(1000)]),
        case!("scan", m, seed => Shape::line(1, 1024, seed), [zeros(&m, 4096), zeros(&m, 4096), Arg::Int(1024)]),
        case!("dynamic", m, seed => blocks([2, 1], [128, 1], 512, seed), [zeros(&m, 1024), zeros(&m, 1024)]),
        case!("last", m, seed => Shape::line(3, 128, seed),
            [zeros(&m, 1200), zeros(&m, 12), zeros(&m, 4), Arg::Int(300)]),
        case!("bytes", m, seed => Shape::line(2, 96, seed), [zeros(&m, 96), zeros(&m, 96)]),
    ]
}

fn lines_with(text: &str, part: &str) -> Vec<usize> {
    (0..).zip(text.lines()).filter(|(_, line)| line.contains(part)).map(|(at, _)| at).collect()
}

fn with_line(text: &str, at: usize, change: impl Fn(&str) -> String) -> String {
    let lines = text.lines().enumerate();
    lines
        .map(|(index, line)| if index == at { change(line) + "\n" } else { line.to_owned() + "\n" })
        .collect()
}

#[test]
fn kernels_as_they_are_give_no_alarm() {
    for case in cases() {
        let module = read(case.text);
        for seed in SEEDS {
            (case.run)(&module, seed)
                .unwrap_or_else(|fault| panic!("{}, seed {seed}: {fault}", case.name));
        }
    }
}

#[test]
fn each_barrier_removed_is_reported() {
    let mut removed = 0;
    for case in cases() {
        let barriers = lines_with(case.text, "bar.sync");
        assert!(!barriers.is_empty(), "{} has barriers", case.name);
        for at in barriers {
            removed += 1;
            let module = read(&with_line(case.text, at, |_| String::new()));
            for seed in SEEDS {
                let place =
                    format!("{} without the barrier of line {}, seed {seed}", case.name, at + 1);
                let fault = (case.run)(&module, seed).expect_err(&place);
                assert_eq!(fault.kind, FaultKind::SharedRace, "{place}: {fault}");
                assert!(fault.message.contains("at line "), "{place} names both places: {fault}");
            }
        }
    }
    assert!(removed >= 14, "{removed} barriers");
}

/// With fences, a lock orders what is under it, and a missing barrier is seen unless thread 0 is the last to hold it.
#[test]
fn locks_order_what_is_under_them() {
    let text = include_str!("turns.ptx");
    let run = |text: &str, seed| {
        let memory = Buffers::default();
        let args = [zeros(&memory, 12)];
        launch(&read(text), "turns", &Shape::line(3, 128, seed), &args, &memory)
    };
    for seed in SEEDS {
        run(text, seed).unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
    }
    let without = |at| {
        let changed = with_line(text, at, |_| String::new());
        SEEDS.filter_map(|seed| run(&changed, seed).err()).collect::<Vec<_>>()
    };
    let (barriers, fences) = (lines_with(text, "bar.sync"), lines_with(text, "membar"));
    assert_eq!((barriers.len(), fences.len()), (2, 2));
    for at in [barriers[0], barriers[1], fences[1]] {
        let found = without(at);
        assert!(found.len() >= 10, "line {}: {} of 16 seeds", at + 1, found.len());
        assert!(found.iter().all(|fault| fault.kind == FaultKind::SharedRace), "{found:?}");
    }
    // The compare and swap acquires by itself.
    assert_eq!(without(fences[0]), []);
}

#[test]
fn each_bound_off_by_one_is_reported() {
    fn check(name: &str, text: &str, args: &dyn Fn(&Buffers) -> Vec<Arg>) {
        let at = lines_with(text, "setp.ge.s32")[0];
        let changed = with_line(text, at, |line| line.replace("setp.ge.s32", "setp.gt.s32"));
        for (module, fails) in [(read(text), false), (read(&changed), true)] {
            for seed in SEEDS {
                let memory = Buffers::default();
                let result =
                    launch(&module, name, &Shape::line(2, 64, seed), &args(&memory), &memory);
                match result {
                    Ok(_) => assert!(!fails, "{name}, seed {seed}: no fault"),
                    Err(fault) => assert!(
                        fails && fault.kind == FaultKind::Address,
                        "{name}, seed {seed}: {fault}"
                    ),
                }
            }
        }
    }
    let n = Arg::Int(100);
    check("saxpy", include_str!("saxpy.ptx"), &|m| {
        vec![Arg::Float(1.0), zeros(m, 400), zeros(m, 400), n]
    });
    check("integers", include_str!("integers.ptx"), &|m| {
        vec![zeros(m, 400), zeros(m, 400), zeros(m, 9600), n]
    });
    check("doubles", include_str!("doubles.ptx"), &|m| {
        vec![zeros(m, 800), zeros(m, 800), zeros(m, 4800), n]
    });
    check("collatz", include_str!("collatz.ptx"), &|m| vec![zeros(m, 400), zeros(m, 400), n]);
    check("calls", include_str!("calls.ptx"), &|m| vec![zeros(m, 400), zeros(m, 800), n]);
    check("depot", include_str!("depot.ptx"), &|m| vec![zeros(m, 400), zeros(m, 400), n]);
    let vectors =
        |m: &Buffers| vec![zeros(m, 1600), zeros(m, 400), zeros(m, 1600), zeros(m, 400), n];
    check("vectors", include_str!("vectors.ptx"), &vectors);
    let convolution =
        |m: &Buffers| vec![zeros(m, 400), zeros(m, 36), zeros(m, 400), Arg::Int(10), Arg::Int(10)];
    check("convolution", include_str!("convolution.ptx"), &convolution);
}

#[test]
fn arrays_one_element_too_short_are_reported() {
    for (name, from, to) in [
        ("reduce", "[1024]", "[1020]"),
        ("histogram", "[256]", "[252]"),
        ("scan", "[128]", "[124]"),
        ("bytes", "[96]", "[95]"),
    ] {
        let case = cases().into_iter().find(|case| case.name == name).unwrap();
        let line = lines_with(case.text, ".shared .align")[0];
        assert!(case.text.lines().nth(line).unwrap().contains(from));
        let module = read(&with_line(case.text, line, |line| line.replace(from, to)));
        for seed in SEEDS {
            let fault = (case.run)(&module, seed).expect_err(name);
            assert_eq!(fault.kind, FaultKind::SharedBounds, "{name}, seed {seed}: {fault}");
        }
    }
}

/// An entry with these instructions between its declarations and its end.
fn entry(body: &str) -> Module {
    let head =
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 a) {\n";
    let registers =
        ".reg .pred %p<8>; .reg .b32 %r<16>; .reg .b64 %rd<8>; .shared .align 4 .b8 box[64];\n";
    read(&format!("{head}{registers}{body}\nret;\n}}\n"))
}

fn fault_of(body: &str, threads: u32) -> Vec<FaultKind> {
    let module = entry(body);
    let kinds = SEEDS.map(|seed| {
        let memory = Buffers::default();
        let address = zeros(&memory, 64);
        let result = launch(&module, "k", &Shape::line(1, threads, seed), &[address], &memory);
        result.expect_err("a fault").kind
    });
    kinds.collect()
}

#[test]
fn threads_that_wait_for_ever() {
    let all = |kind| vec![kind; 16];
    let exit = "mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 40; @%p1 exit; bar.sync 0;";
    assert_eq!(fault_of(exit, 64), all(FaultKind::Standstill));
    let other = "mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 32; @%p1 bar.sync 1; @!%p1 bar.sync 0;";
    assert_eq!(fault_of(other, 64), all(FaultKind::Standstill));
    // A lane that is at a barrier never joins the shuffle.
    let lanes = "mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 3; @%p1 bra L; \
                 shfl.sync.idx.b32 %r2, %r1, 0, 31, 0xFFFFFFFF; L: bar.sync 0;";
    assert_eq!(fault_of(lanes, 32), all(FaultKind::Standstill));
}

#[test]
fn threads_that_do_not_agree() {
    let all = |kind| vec![kind; 16];
    let without = "mov.u32 %r1, %tid.x; shfl.sync.idx.b32 %r2, %r1, 0, 31, 1;";
    assert_eq!(fault_of(without, 32), all(FaultKind::Divergence));
    let odd = "bar.sync 1, 33;";
    assert_eq!(fault_of(odd, 64), all(FaultKind::Divergence));
    let sixteen = "mov.u32 %r1, 16; bar.sync %r1;";
    assert_eq!(fault_of(sixteen, 64), all(FaultKind::Divergence));
    let two_places = "mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 3; @%p1 bra L; bar.sync 0; bra E; L: bar.sync 0; E:";
    assert_eq!(fault_of(two_places, 32), all(FaultKind::Divergence));
}

/// The limit is checked at each branch of a thread, and before each block.
#[test]
fn straight_bodies_in_large_grids_end() {
    let module = entry(&"add.u32 %r1, %r1, 1;\n".repeat(500));
    let memory = Buffers::default();
    let shape = Shape { grid: [u32::MAX; 3], block: [1024, 1, 1], dynamic: 0, seed: 3 };
    let fault = launch(&module, "k", &shape, &[zeros(&memory, 4)], &memory).expect_err("the limit");
    assert_eq!(fault.kind, FaultKind::Limit);
}

#[test]
fn other_faults() {
    let all = |kind| vec![kind; 16];
    assert_eq!(fault_of("trap;", 1), all(FaultKind::Trap));
    assert_eq!(fault_of("L: bra L;", 1), all(FaultKind::Limit));
    assert_eq!(
        fault_of("ld.param.u64 %rd1, [a]; ld.global.u32 %r1, [%rd1+2];", 1),
        all(FaultKind::Misaligned)
    );
    assert_eq!(
        fault_of("ld.param.u64 %rd1, [a]; ld.global.u32 %r1, [%rd1+64];", 1),
        all(FaultKind::Address)
    );
    assert_eq!(
        fault_of("ld.param.u64 %rd1, [a]; st.global.u32 [%rd1+-4], %r1;", 1),
        all(FaultKind::Address)
    );
    assert_eq!(fault_of("ld.shared.u32 %r1, [box+64];", 1), all(FaultKind::SharedBounds));
    assert_eq!(
        fault_of("mov.u64 %rd1, 8; ld.local.u32 %r1, [%rd1];", 1),
        all(FaultKind::LocalBounds)
    );
    // Generic addresses find shared memory, and its end.
    let generic = "mov.u64 %rd1, box; cvta.shared.u64 %rd2, %rd1; st.u32 [%rd2+60], %r1; st.u32 [%rd2+64], %r1;";
    assert_eq!(fault_of(generic, 1), all(FaultKind::SharedBounds));
}
