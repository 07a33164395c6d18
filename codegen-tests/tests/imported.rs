//! Random programs of upstream dialects: the executor and the JIT must agree with the evaluator of
//! `tfrt_codegen_tests::upstream`, which interprets the statements that the text was printed from and
//! shares nothing with this project's graph. `cargo xtask bulk` compares generated Rust.
//!
//! `TFRT_SEEDS` says how many programs, `TFRT_FIRST` the first seed.

use std::collections::BTreeMap;
use std::sync::Arc;
use tfrt_codegen_tests::imported::{self, arguments};
use tfrt_codegen_tests::upstream::evaluate::{Expected, Value, evaluate};
use tfrt_codegen_tests::upstream::{self, Program, Stmt};
use tfrt_codegen_tests::{plan, run_with, verified};
use tfrt_compiler::bef::EmitOptions;
use tfrt_host::context::Host;
use tfrt_host::kernel::{Catalogue, Function};

/// Programs, if the environment does not say.
const SEEDS: u64 = if cfg!(debug_assertions) { 200 } else { 10_000 };

/// Failures that are told; more are only counted.
const TOLD: u64 = 5;

/// What programs came to.
#[derive(Default)]
struct Statistics {
    programs: u64,
    mismatches: u64,
    runs: u64,
    /// Runs that take too long for the evaluator.
    long: u64,
    /// Runs in which an assertion failed.
    asserted: u64,
    /// Results, and those of them that are errors.
    results: u64,
    errors: u64,
    /// Values that may be errors.
    inexact: u64,
    /// Ops on tensors that ran.
    elementwise: u64,
    /// How often programs have each op.
    named: BTreeMap<&'static str, u64>,
    /// How often each op ran.
    ran: BTreeMap<&'static str, u64>,
}

impl Statistics {
    fn name(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            *self.named.entry(stmt.op()).or_default() += 1;
            stmt.blocks().into_iter().for_each(|block| self.name(&block.stmts));
        }
    }

    fn count(&mut self, expected: &Expected) {
        self.asserted += u64::from(expected.asserted);
        self.results += expected.results.len() as u64;
        self.elementwise += expected.elementwise;
        let count = |is: fn(&&Value) -> bool| expected.results.iter().filter(is).count() as u64;
        self.errors += count(|result| result.bits.is_none());
        self.inexact += count(|result| result.bits.is_some() && result.inexact);
        for (op, count) in &expected.ran {
            *self.ran.entry(op).or_default() += count;
        }
    }

    fn text(&self) -> String {
        let Self { programs, runs, long, asserted, results, errors, inexact, mismatches, .. } =
            self;
        let elementwise = self.elementwise;
        let mut text = format!(
            "{programs} programs, {runs} runs, {long} too long, {asserted} end with an assertion; \
             {results} results, {errors} errors, {inexact} inexact; {elementwise} ops on \
             tensors; {mismatches} mismatches\nop, named, ran:\n"
        );
        for (op, named) in &self.named {
            text.push_str(&format!("{op} {named} {}\n", self.ran.get(op).unwrap_or(&0)));
        }
        text
    }
}

fn check(
    program: &Program,
    text: &str,
    catalogue: &Catalogue,
    statistics: &mut Statistics,
) -> Result<(), String> {
    program.functions.iter().for_each(|function| statistics.name(&function.block.stmts));
    let checked = verified("upstream.mlir", text, catalogue)?;
    let bytes = tfrt_compiler::bef::emit(&checked, &EmitOptions { optional_sections: true })
        .map_err(|errors| format!("no BEF: {errors:?}"))?;
    let loaded = tfrt_exec::Program::load(&bytes, catalogue, &tfrt_exec::LoadOptions::default())
        .map_err(|error| error.to_string())?;
    let plan = Arc::new(plan(&checked, catalogue)?);
    let checked = Arc::new(checked);
    let options = tfrt_jit::JitOptions::default().with_optimize(false);
    let jit = tfrt_jit::compile_lazily(checked, plan, catalogue, &options);
    let engines: [(&str, Option<Function>); 2] =
        [("executor", loaded.function("main")), ("JIT", jit.function("main"))];
    for input in &program.inputs {
        statistics.runs += 1;
        let Some(expected) = evaluate(program, input) else {
            statistics.long += 1;
            continue;
        };
        statistics.count(&expected);
        let arguments = arguments(program, input);
        let mut runs = Vec::new();
        for (engine, function) in &engines {
            let function = function.as_ref().ok_or("there is a main")?;
            let run = run_with(function, &arguments, Host::builder().work_queue("s"));
            if let Some(what) = imported::check(program, &expected, &run) {
                return Err(format!("{engine} on {input:?}: {what}"));
            }
            runs.push(run.outcome);
        }
        if runs[0].results != runs[1].results {
            let [executor, jit] = [&runs[0].results, &runs[1].results];
            return Err(format!(
                "on {input:?}: {executor:#?} on the executor, {jit:#?} on the JIT"
            ));
        }
    }
    Ok(())
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number of seeds"))
}

// One test, because the count of live values is the process's: nothing else may run meanwhile.
#[test]
fn evaluator_executor_and_jit_agree_on_imported_programs() {
    let catalogue = tfrt_test_kernels::catalogue();
    let (seeds, first) = (setting("TFRT_SEEDS", SEEDS), setting("TFRT_FIRST", 0));
    let mut statistics = Statistics::default();
    for seed in first..first + seeds {
        let program = upstream::program(seed / 2, seed % 2 == 1);
        let text = upstream::text(&program);
        statistics.programs += 1;
        if let Err(what) = check(&program, &text, &catalogue, &mut statistics) {
            statistics.mismatches += 1;
            if statistics.mismatches <= TOLD {
                println!("seed {seed}: {what}\n{text}");
            }
        }
    }
    println!("{}", statistics.text());
    assert_eq!(statistics.mismatches, 0, "the programs are above");
    if seeds >= SEEDS {
        assert!(statistics.ran.len() >= 60, "only {} ops ran", statistics.ran.len());
        assert!(statistics.long * 20 < statistics.runs, "many runs are too long");
        assert!(statistics.errors * 50 > statistics.results, "few errors");
        assert!(statistics.errors * 2 < statistics.results, "few values");
        assert!(statistics.inexact * 20 < statistics.results, "many results may be anything");
        assert!(statistics.elementwise > seeds, "few ops on tensors");
        assert!(statistics.asserted > 0, "no assertion fails");
        let loops = |op: &str| statistics.ran.get(op).is_some_and(|&count| count > 100);
        assert!(loops("scf.for") && loops("scf.while"), "few loops");
    }
}
