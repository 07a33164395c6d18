//! Random programs on MLIR's own execution engine: wherever MLIR defines their results, they are those of
//! the evaluator to which the executor, the JIT and generated Rust are held.
//!
//! `TFRT_ORACLE_SEEDS` says how many programs.

mod common;
#[path = "../../../../codegen-tests/src/random/mod.rs"]
#[expect(dead_code, unreachable_pub, reason = "a module of another crate, of which this is a part")]
mod random;
#[path = "../../../../codegen-tests/src/upstream/mod.rs"]
#[expect(dead_code, unreachable_pub, reason = "a module of another crate, of which this is a part")]
mod upstream;

use common::{Compiled, Kind, LOWER};
use std::collections::BTreeMap;
use upstream::evaluate::evaluate;
use upstream::{Program, Ty};

fn kind(ty: Ty) -> Kind {
    Kind(ty.width().unwrap_or(if ty == Ty::F32 { 32 } else { 64 }))
}

/// What has been compared.
#[derive(Default)]
struct Counts {
    runs: u64,
    undefined: u64,
    ops: BTreeMap<&'static str, u64>,
}

fn compare(seed: u64, program: &Program, counts: &mut Counts) {
    let main = program.functions.last().expect("there is main");
    let expected: Vec<_> = program.inputs.iter().map(|input| evaluate(program, input)).collect();
    // MLIR's code runs on after what it leaves undefined, and a failed assertion ends the process.
    let defined = |run: &Option<upstream::evaluate::Expected>| {
        run.as_ref().is_some_and(|run| !run.undefined && !run.asserted)
    };
    if !expected.iter().any(defined) {
        counts.undefined += expected.len() as u64;
        return;
    }
    let compiled = Compiled::new(&upstream::text(program), LOWER);
    let kinds: Vec<Kind> = main.results.iter().map(|&ty| kind(ty)).collect();
    for (number, run) in expected.iter().enumerate() {
        let Some(run) = run.as_ref().filter(|run| !run.undefined && !run.asserted) else {
            counts.undefined += 1;
            continue;
        };
        let found = compiled.call(&format!("run{number}"), &[], &kinds);
        let shown = |bits: &[u64]| -> Vec<String> {
            let results = bits.iter().zip(&main.results);
            results.map(|(&bits, &ty)| upstream::evaluate::shown(bits, ty)).collect()
        };
        let bits: Vec<u64> = run.results.iter().filter_map(|value| value.bits).collect();
        assert_eq!(
            shown(&found),
            shown(&bits),
            "program {seed}, input {number}:\n{}",
            upstream::text(program)
        );
        counts.runs += 1;
        for (&op, times) in &run.ran {
            *counts.ops.entry(op).or_default() += times;
        }
    }
}

#[test]
fn the_evaluator_is_right_wherever_mlir_defines_the_result() {
    let seeds = std::env::var("TFRT_ORACLE_SEEDS").ok().and_then(|count| count.parse().ok());
    let seeds: u64 = seeds.unwrap_or(300);
    let mut counts = Counts::default();
    for seed in 0..seeds {
        compare(seed, &upstream::program(seed, false), &mut counts);
    }
    println!("{seeds} programs, {} runs, {} undefined", counts.runs, counts.undefined);
    for (op, count) in &counts.ops {
        println!("{count:>10} {op}");
    }
    assert!(counts.runs > seeds / 4, "hardly anything was compared");
    assert!(seeds < 300 || counts.ops.len() > 40, "only {} ops ran", counts.ops.len());
}
