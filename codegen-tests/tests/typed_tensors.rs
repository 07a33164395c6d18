//! Random programs whose tensors are values (`tfrt_codegen_tests::random::typed`), as those of
//! `three_ways.rs` are: the executor and the JIT give the results of the evaluator, and what the caller
//! keeps of the arguments is as it was. Programs with an even seed run on the queue `s`, others on a
//! simulated one in an order that the seed decides.
//!
//! `TFRT_SEEDS` says how many programs, `TFRT_FIRST` the first seed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;
use tfrt_codegen_tests::evaluate::{Expected, evaluate_typed};
use tfrt_codegen_tests::random::typed::models::OPS;
use tfrt_codegen_tests::random::typed::ops::ops;
use tfrt_codegen_tests::random::typed::wrong::{Mistake, wrong};
use tfrt_codegen_tests::random::typed::{self, ELEMENTS, OTHERS, Program};
use tfrt_codegen_tests::{plan, run_typed, verified};
use tfrt_compiler::bef::EmitOptions;
use tfrt_host::context::Host;
use tfrt_host::kernel::{Catalogue, Function};
use tfrt_host::queue::SimWorkQueue;

/// Programs, if the environment does not say.
const SEEDS: u64 = if cfg!(debug_assertions) { 100 } else { 10_000 };

/// Calls that may nest: programs recurse deeper now and then.
const MAX_CALL_DEPTH: u32 = 24;

/// Of so many programs one is optimised, which takes most of the time.
const OPTIMIZED: u64 = 16;

/// Failures that are shown; more are only counted.
const SHOWN: u64 = 10;

/// What programs came to.
#[derive(Default)]
struct Statistics {
    programs: u64,
    mismatches: u64,
    runs: u64,
    /// Runs with a result that is an error, or that report one.
    errors: u64,
    /// Runs that were cancelled.
    cancelled: u64,
    /// How often each op ran.
    ran: BTreeMap<String, u64>,
    /// How often each error was reported, without numbers.
    reports: BTreeMap<String, u64>,
}

impl Statistics {
    fn text(&self) -> String {
        let share = |part: u64| 100.0 * part as f64 / self.runs.max(1) as f64;
        let mut text = format!(
            "{} programs, {} runs, {:.1} % with an error, {:.1} % are cancelled; {} mismatches\n",
            self.programs,
            self.runs,
            share(self.errors),
            share(self.cancelled),
            self.mismatches,
        );
        let tensors = self.ran.iter().filter(|(op, _)| op.contains(".tensor."));
        let rarest = tensors.clone().min_by_key(|(_, ran)| **ran);
        text.push_str(&format!(
            "{} ops of elements ran, each of them {:?} times or more\n",
            tensors.count(),
            rarest
        ));
        for (op, ran) in self.ran.iter().filter(|(op, _)| !op.contains(".tensor.")) {
            text.push_str(&format!("{op} {ran}\n"));
        }
        for (message, count) in &self.reports {
            text.push_str(&format!("{count} × {message}\n"));
        }
        text
    }

    fn count(&mut self, expected: &Expected) {
        self.runs += 1;
        let error = |(shown, _): &(String, bool)| shown.contains("' in ");
        self.errors +=
            u64::from(expected.results.iter().any(error) || expected.reports.iter().any(error));
        self.cancelled += u64::from(expected.cancelled);
        for (op, count) in &expected.ran {
            *self.ran.entry(op.to_string()).or_default() += count;
        }
        for (report, _) in &expected.reports {
            let message = report.split("' in ").next().unwrap_or_default();
            let message: String = message.chars().filter(|it| !it.is_ascii_digit()).collect();
            *self.reports.entry(message).or_default() += 1;
        }
    }
}

/// Runs one program every way; says what is wrong.
fn check(
    program: &Program,
    seed: u64,
    catalogue: &Catalogue,
    statistics: &mut Statistics,
) -> Result<(), String> {
    statistics.programs += 1;
    let checked = verified("random.mlir", &program.text, catalogue)?;
    let bytes = tfrt_compiler::bef::emit(&checked, &EmitOptions { optional_sections: true })
        .map_err(|errors| format!("no BEF: {errors:?}"))?;
    let loaded = tfrt_exec::Program::load(&bytes, catalogue, &tfrt_exec::LoadOptions::default())
        .map_err(|error| error.to_string())?;
    let plan = plan(&checked, catalogue)?;
    let checked = Arc::new(checked);
    let options = tfrt_jit::JitOptions::default().with_optimize(seed.is_multiple_of(OPTIMIZED));
    let jit = tfrt_jit::compile_lazily(Arc::clone(&checked), Arc::new(plan), catalogue, &options);
    let engines: [(&str, Option<Function>); 2] =
        [("executor", loaded.function("main")), ("JIT", jit.function("main"))];
    for input in &program.inputs {
        let expected = evaluate_typed(&checked, "main", input, MAX_CALL_DEPTH);
        statistics.count(&expected);
        for (engine, function) in &engines {
            let function = function.as_ref().ok_or("there is a main")?;
            let mut host = Host::builder().work_queue("s").max_call_depth(MAX_CALL_DEPTH);
            if seed % 2 == 1 {
                host = host.queue(Arc::new(SimWorkQueue::new(seed)));
            }
            if let Some(what) = expected.check(&run_typed(function, input, host)) {
                return Err(format!("{engine} on {input:?}: {what}"));
            }
        }
    }
    Ok(())
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number of seeds"))
}

/// One test, because the count of live values is the process's: nothing else may run meanwhile. So
/// those of verifiers, which run nothing, are in it too.
#[test]
fn evaluator_executor_and_jit_agree() {
    let catalogue = tfrt_test_kernels::catalogue();
    every_kernel_is_in_the_list(&catalogue);
    mutable_tensors_are_no_operands(&catalogue);
    let (seeds, first) = (setting("TFRT_SEEDS", SEEDS), setting("TFRT_FIRST", 0));
    let mut statistics = Statistics::default();
    let begin = Instant::now();
    for seed in first..first + seeds {
        let program = typed::program(seed);
        if let Err(what) = check(&program, seed, &catalogue, &mut statistics) {
            statistics.mismatches += 1;
            if statistics.mismatches <= SHOWN {
                println!("seed {seed}: {what}\n{}", program.text);
            }
        }
    }
    println!("seeds {first} to {} in {:?}", first + seeds - 1, begin.elapsed());
    println!("{}", statistics.text());
    assert_eq!(statistics.mismatches, 0, "the programs are above");
    if seeds >= SEEDS {
        assert!(statistics.ran.len() >= 150, "only {} ops ran", statistics.ran.len());
        assert!(statistics.errors * 20 > statistics.runs, "few errors");
        assert!(statistics.errors * 3 < statistics.runs * 2, "many errors");
    }
    if seeds >= 10_000 {
        assert!(statistics.cancelled > 0, "no cancellations");
        let elementwise = ops().iter().map(|op| op.name.clone());
        let never = elementwise.chain(models()).find(|op| !statistics.ran.contains_key(op));
        assert!(never.is_none(), "{never:?} never ran");
    }
}

/// What random programs choose from is what the catalogue has.
fn every_kernel_is_in_the_list(catalogue: &Catalogue) {
    let there: BTreeSet<&str> = catalogue
        .kernels()
        .map(|kernel| kernel.name)
        .filter(|name| name.contains(".tensor.") && !name.starts_with("tfrt"))
        .collect();
    let listed: BTreeSet<&str> = ops().iter().map(|op| op.name.as_str()).collect();
    let missing: Vec<_> = there.difference(&listed).collect();
    let unknown: Vec<_> = listed.difference(&there).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "missing {missing:?}, unknown {unknown:?}");
    let models: BTreeSet<String> = models().collect();
    let there = catalogue.kernels().map(|kernel| kernel.name.to_owned());
    let there: BTreeSet<String> = there.filter(|name| name.starts_with("nn.")).collect();
    // The others of that dialect are what ONNX's operators become; `onnx.rs` compares them.
    let unknown: Vec<&String> = models.difference(&there).collect();
    assert_eq!(unknown, [""; 0], "random programs have ops that there are");
    let of_tensor = catalogue.kernels().map(|kernel| kernel.name);
    for name in of_tensor.filter(|name| name.starts_with("tensor.")) {
        let (family, last) = name.rsplit_once('.').expect("the name has a dot");
        let listed = OTHERS.contains(&name) || OTHERS.contains(&family) && last_is_known(last);
        assert!(listed, "random programs have no {name}");
    }
}

/// The names of the kernels of models that random programs have.
fn models() -> impl Iterator<Item = String> {
    OPS.iter().flat_map(|(op, elements)| {
        let all = elements.iter().map(move |element| format!("{op}.{element}"));
        all.chain(elements.is_empty().then(|| (*op).to_owned()))
    })
}

/// Elements without a sign are only models'; `single.py` draws these.
fn last_is_known(element: &str) -> bool {
    ELEMENTS.contains(&element) || element.starts_with("ui")
}

/// Checks that programs with a mistake are refused, and the same ones without it are not; says how many
/// there were.
fn refused(catalogue: &Catalogue, seeds: u64, is: impl Fn(Mistake) -> bool) -> Result<u64, String> {
    let (mut tried, mut accepted) = (0, BTreeMap::<Mistake, (u64, String)>::new());
    for seed in 0..seeds {
        let program = wrong(seed);
        if !is(program.mistake) {
            continue;
        }
        tried += 1;
        if let Err(what) = verified("right.mlir", &program.right, catalogue) {
            return Err(format!(
                "seed {seed} without {:?}: {what}\n{}",
                program.mistake, program.right
            ));
        }
        if verified("wrong.mlir", &program.text, catalogue).is_ok() {
            let first = format!("seed {seed}:\n{}", program.text);
            accepted.entry(program.mistake).or_insert((0, first)).0 += 1;
        }
    }
    if accepted.is_empty() { Ok(tried) } else { Err(format!("of {tried} accepted: {accepted:#?}")) }
}

fn mutable_tensors_are_no_operands(catalogue: &Catalogue) {
    let refused = refused(catalogue, 500, |mistake| mistake == Mistake::Mutable);
    assert_eq!(refused, Ok(50));
}

#[test]
fn mistakes_in_types_are_refused() {
    let seeds = setting("TFRT_SEEDS", if cfg!(debug_assertions) { 500 } else { 2_000 });
    match refused(&tfrt_test_kernels::catalogue(), seeds, |_| true) {
        Ok(tried) => println!("{tried} programs are refused"),
        Err(what) => panic!("{what}"),
    }
}
