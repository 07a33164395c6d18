//! Random programs three ways: the executor and the JIT come to what the evaluator says, which
//! shares nothing with either (`tfrt_codegen_tests::evaluate`). A program is what one seed makes: a
//! text of its own with a `main` and up to two functions more, which is parsed, verified, written
//! as BEF, loaded, planned and compiled for itself (what `main` reaches, most of it without
//! optimisation), and run on one to three sets of arguments: of programs with an even seed on the
//! queue `s`, of others on a simulated one in an order that the seed decides.
//!
//! `TFRT_SEEDS` says how many programs, `TFRT_FIRST` the first seed. `SOAK.md` says how far it has
//! been, and how long runs are made.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;
use tfrt_codegen_tests::evaluate::{Expected, evaluate};
use tfrt_codegen_tests::random::{self, Options, Program};
use tfrt_codegen_tests::{Run, plan, run_with, verified};
use tfrt_compiler::bef::EmitOptions;
use tfrt_compiler::plan::FnPlan;
use tfrt_host::context::Host;
use tfrt_host::kernel::{Catalogue, Function};
use tfrt_host::queue::SimWorkQueue;

/// Programs, if the environment does not say.
const SEEDS: u64 = if cfg!(debug_assertions) { 200 } else { 10_000 };

/// Calls that may nest: programs recurse deeper now and then.
const MAX_CALL_DEPTH: u32 = 24;

/// Of so many programs one is optimised. What the code generator is given does not depend on it; it
/// takes most of the time.
const OPTIMIZED: u64 = 16;

/// Failures that are told; more are only counted.
const TOLD: u64 = 10;

/// What programs came to.
#[derive(Default)]
struct Statistics {
    programs: u64,
    invalid: u64,
    mismatches: u64,
    runs: u64,
    /// Runs with a result that is an error.
    errors: u64,
    /// Runs that were cancelled.
    cancelled: u64,
    /// Programs with a kernel that gives its value later, or a task.
    later: u64,
    /// Programs with a function that compiled engines run as a loop.
    loops: u64,
    /// Programs with a body that a loop which waits makes the frames of itself.
    framed: u64,
    /// How often programs name each op.
    named: BTreeMap<String, u64>,
    /// How often each op ran.
    ran: BTreeMap<String, u64>,
}

impl Statistics {
    fn text(&self) -> String {
        let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let mut text = format!(
            "{} programs, {:.1} % valid, {:.1} % with something later, {:.1} % with a loop of calls, \
             {:.1} % with loops over frames; \
             {} runs, {:.1} % end in an error, {:.1} % are cancelled; {} mismatches\n\
             op, named, ran:\n",
            self.programs,
            share(self.programs - self.invalid, self.programs),
            share(self.later, self.programs),
            share(self.loops, self.programs),
            share(self.framed, self.programs),
            self.runs,
            share(self.errors, self.runs),
            share(self.cancelled, self.runs),
            self.mismatches,
        );
        for (op, named) in &self.named {
            let ran = op.split_whitespace().next().and_then(|op| self.ran.get(op));
            text.push_str(&format!("{op} {named} {}\n", ran.copied().unwrap_or(0)));
        }
        text
    }

    fn count(&mut self, expected: &Expected) {
        self.runs += 1;
        let error = |(shown, _): &(String, bool)| shown.contains("' in ");
        self.errors += u64::from(expected.results.iter().any(error));
        self.cancelled += u64::from(expected.cancelled);
        for (op, count) in &expected.ran {
            match self.ran.get_mut(&**op) {
                Some(total) => *total += count,
                None => drop(self.ran.insert(op.to_string(), *count)),
            }
        }
    }
}

fn is_later(op: &str) -> bool {
    ["async", "parallel"].iter().any(|word| op.contains(word))
}

/// Runs one program every way; says what is wrong.
fn check(
    program: &Program,
    seed: u64,
    catalogue: &Catalogue,
    statistics: &mut Statistics,
) -> Result<(), String> {
    statistics.programs += 1;
    statistics.later += u64::from(program.ops.keys().any(|op| is_later(op)));
    for (op, count) in &program.ops {
        match statistics.named.get_mut(op) {
            Some(total) => *total += count,
            None => drop(statistics.named.insert(op.clone(), *count)),
        }
    }
    let checked = verified("random.mlir", &program.text, catalogue).inspect_err(|_| {
        statistics.invalid += 1;
    })?;
    let bytes = tfrt_compiler::bef::emit(&checked, &EmitOptions { optional_sections: true })
        .map_err(|errors| format!("no BEF: {errors:?}"))?;
    let loaded = tfrt_exec::Program::load(&bytes, catalogue, &tfrt_exec::LoadOptions::default())
        .map_err(|error| error.to_string())?;
    let plan = plan(&checked, catalogue)?;
    statistics.loops += u64::from(plan.functions.iter().any(|function| function.is_loop));
    statistics.framed += u64::from(plan.functions.iter().any(FnPlan::is_framed_loop));
    let checked = Arc::new(checked);
    let options = tfrt_jit::JitOptions::default().with_optimize(seed.is_multiple_of(OPTIMIZED));
    let jit = tfrt_jit::compile_lazily(Arc::clone(&checked), Arc::new(plan), catalogue, &options);
    let engines: [(&str, Option<Function>); 2] =
        [("executor", loaded.function("main")), ("JIT", jit.function("main"))];
    for input in &program.inputs {
        let expected = evaluate(&checked, "main", input, MAX_CALL_DEPTH);
        statistics.count(&expected);
        for (engine, function) in &engines {
            let function = function.as_ref().ok_or("there is a main")?;
            let mut host = Host::builder().work_queue("s").max_call_depth(MAX_CALL_DEPTH);
            if seed % 2 == 1 {
                host = host.queue(Arc::new(SimWorkQueue::new(seed)));
            }
            let run: Run = run_with(function, input, host);
            if let Some(what) = expected.check(&run) {
                return Err(format!("{engine} on {input:?}: {what}"));
            }
        }
    }
    Ok(())
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number of seeds"))
}

// One test, because the count of live values is the process's: nothing else may run meanwhile.
#[test]
fn evaluator_executor_and_jit_agree() {
    let catalogue = tfrt_test_kernels::catalogue();
    let (seeds, first) = (setting("TFRT_SEEDS", SEEDS), setting("TFRT_FIRST", 0));
    let mut statistics = Statistics::default();
    let begin = Instant::now();
    for seed in first..first + seeds {
        let program = random::program(seed, Options::wide(seed));
        if let Err(what) = check(&program, seed, &catalogue, &mut statistics) {
            statistics.mismatches += 1;
            if statistics.mismatches <= TOLD {
                println!("seed {seed}: {what}\n{}", program.text);
            }
        }
    }
    println!("seeds {first} to {} in {:?}", first + seeds - 1, begin.elapsed());
    println!("{}", statistics.text());
    assert_eq!(statistics.mismatches, 0, "the programs are above");
    if seeds >= SEEDS {
        assert!(statistics.ran.len() >= 80, "only {} ops ran", statistics.ran.len());
        assert!(statistics.loops > 0, "no function ends in a call of itself");
        assert!(statistics.errors * 20 > statistics.runs, "few errors");
        assert!(statistics.cancelled * 100 > statistics.runs, "few cancellations");
    }
}
