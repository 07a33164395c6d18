//! Every program that was compiled, on several inputs each: generated Rust and the executor come to
//! what the evaluator says. What the programs of a folder come to stands in their first lines.

use std::fmt::Debug;
use tfrt_bulk::{Functions, files, imported, random, typed};
use tfrt_codegen_tests::evaluate::{Scalar, evaluate, evaluate_typed};
use tfrt_codegen_tests::imported::{arguments, check};
use tfrt_codegen_tests::random::typed::{self as values, Argument};
use tfrt_codegen_tests::random::{Options, program};
use tfrt_codegen_tests::{Run, bef, run_typed, upstream, verified};
use tfrt_host::context::{Host, HostBuilder};
use tfrt_host::kernel::{Catalogue, Function};

/// Calls that may nest: random host programs recurse deeper now and then.
const MAX_CALL_DEPTH: u32 = 24;

/// What is wrong with a run, if anything.
type Check<'a> = &'a dyn Fn(&Run) -> Option<String>;

/// Runs of programs on both engines.
struct Runs {
    catalogue: Catalogue,
    runs: u64,
    failures: Vec<String>,
}

/// `main` of a program on both engines.
struct Subject<'a> {
    key: &'a dyn Debug,
    text: &'a str,
    engines: [(&'static str, Function); 2],
}

impl Runs {
    fn subject<'a>(&self, key: &'a dyn Debug, text: &'a str, functions: Functions) -> Subject<'a> {
        let bytes = bef("bulk.mlir", text, &self.catalogue).expect("it is valid");
        let options = tfrt_exec::LoadOptions::default();
        let loaded = tfrt_exec::Program::load(&bytes, &self.catalogue, &options);
        let generated = functions().into_iter().find(|(name, _)| *name == "main");
        let engines = [
            ("executor", loaded.expect("it loads").function("main").expect("there is a main")),
            ("generated Rust", generated.expect("main is compiled").1),
        ];
        Subject { key, text, engines }
    }

    fn run(
        &mut self,
        subject: &Subject<'_>,
        input: &[Argument],
        host: fn() -> HostBuilder,
        check: Check<'_>,
    ) {
        let Subject { key, text, engines } = subject;
        for (engine, function) in engines {
            self.runs += 1;
            if let Some(what) = check(&run_typed(function, input, host().work_queue("s"))) {
                self.failures.push(format!("{key:?}: {engine} on {input:?}: {what}\n{text}"));
            }
        }
    }

    fn random(&mut self, seed: u64, functions: Functions) {
        let program = program(seed, Options::wide(seed));
        let checked = verified("bulk.mlir", &program.text, &self.catalogue).expect("it is valid");
        let subject = self.subject(&seed, &program.text, functions);
        for input in &program.inputs {
            let expected = evaluate(&checked, "main", input, MAX_CALL_DEPTH);
            let host = || Host::builder().max_call_depth(MAX_CALL_DEPTH);
            self.run(&subject, &scalars(input), host, &|run| expected.check(run));
        }
    }

    fn typed(&mut self, seed: u64, functions: Functions) {
        let program = values::program(seed);
        let checked = verified("bulk.mlir", &program.text, &self.catalogue).expect("it is valid");
        let subject = self.subject(&seed, &program.text, functions);
        for input in &program.inputs {
            let expected = evaluate_typed(&checked, "main", input, MAX_CALL_DEPTH);
            let host = || Host::builder().max_call_depth(MAX_CALL_DEPTH);
            self.run(&subject, input, host, &|run| expected.check(run));
        }
    }

    fn imported(&mut self, seed: u64, functions: Functions) {
        let program = upstream::program(seed / 2, seed % 2 == 1);
        let bare = upstream::Program { inputs: Vec::new(), ..program.clone() };
        let text = upstream::text(&bare);
        let subject = self.subject(&seed, &text, functions);
        for input in &program.inputs {
            let Some(expected) = upstream::evaluate::evaluate(&program, input) else { continue };
            let arguments = arguments(&program, input);
            self.run(&subject, &scalars(&arguments), Host::builder, &|run| {
                check(&program, &expected, run)
            });
        }
    }

    /// A program that begins with lines `// ARGUMENTS = RESULTS`.
    fn file(&mut self, path: &'static str, functions: Functions) {
        let text = std::fs::read_to_string(path).expect("it was there");
        let subject = self.subject(&path, &text, functions);
        let types = subject.engines[0].1.signature().arguments.clone();
        let lines = text.lines().map_while(|line| line.strip_prefix("// "));
        let mut expected = 0;
        for (arguments, results) in lines.filter_map(|line| line.split_once(" = ")) {
            let arguments = arguments.split(' ').zip(&types);
            let input: Vec<Scalar> = arguments.map(|(text, ty)| scalar(text, ty)).collect();
            let results: Vec<&str> = results.split(' ').collect();
            expected += 1;
            self.run(&subject, &scalars(&input), Host::builder, &|run| {
                let found = &run.outcome.results;
                let same = *found == results && run.leaked == 0;
                (!same).then(|| format!("{found:?} and {} left alive, not {results:?}", run.leaked))
            });
        }
        assert!(expected > 0, "{path} does not say what it comes to");
    }
}

fn scalars(input: &[Scalar]) -> Vec<Argument> {
    input.iter().map(|&scalar| Argument::Scalar(scalar)).collect()
}

fn scalar(text: &str, ty: &str) -> Scalar {
    let number = text.parse::<i64>().expect("arguments are integers");
    match ty {
        "i32" => Scalar::I32(i32::try_from(number).expect("it is of its type")),
        "i64" => Scalar::I64(number),
        other => panic!("no arguments of type {other}"),
    }
}

// One test, because the count of live values is the process's: nothing else may run meanwhile.
#[test]
fn generated_rust_comes_to_what_is_expected() {
    let catalogue = tfrt_test_kernels::catalogue();
    let mut runs = Runs { catalogue, runs: 0, failures: Vec::new() };
    random().iter().for_each(|&(seed, functions)| runs.random(seed, functions));
    typed().iter().for_each(|&(seed, functions)| runs.typed(seed, functions));
    imported().iter().for_each(|&(seed, functions)| runs.imported(seed, functions));
    files().iter().for_each(|&(path, functions)| runs.file(path, functions));
    let Runs { runs, failures, .. } = runs;
    let (host, typed, upstream) = (random().len(), typed().len(), imported().len());
    let files = files().len();
    println!(
        "bulk: {host} host programs, {typed} with tensors that are values, {upstream} of upstream \
         dialects, {files} files; {runs} runs, {} mismatches",
        failures.len()
    );
    assert!(runs > 0, "nothing was compiled");
    let shown = failures.iter().take(10).map(String::as_str).collect::<Vec<_>>().join("\n----\n");
    assert!(failures.is_empty(), "{shown}");
}
