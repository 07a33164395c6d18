//! Every kernel of one to three scalars on all edge values, every constant kernel on all
//! edges, and every integer attribute in the place of every other: the executor, the JIT and
//! generated Rust agree with the evaluator, bit for bit except in NaNs, and in the messages of
//! errors.
//!
//! `TFRT_EDGE_STEP` says of how many inputs of a kernel one is tried.

use tfrt_codegen_tests::evaluate::{Expected, Scalar, evaluate};
use tfrt_codegen_tests::matrix::{self, Entry};
use tfrt_codegen_tests::{STEP, on_jit, programs, run_with, verified};
use tfrt_compiler::bef::EmitOptions;
use tfrt_compiler::verify::Verified;
use tfrt_host::context::Host;
use tfrt_host::kernel::{Catalogue, Function};

/// Of how many inputs one is tried, if the environment does not say. An optimised build tries all, without
/// generated Rust; `cargo xtask ci` has all tried in both.
const INPUT_STEP: usize = if cfg!(debug_assertions) { 12 } else { 1 };

/// A program on every engine.
struct Subject {
    checked: Verified,
    executor: tfrt_exec::Program,
    jit: tfrt_jit::JitProgram,
    generated: Option<Vec<(&'static str, Function)>>,
}

impl Subject {
    fn new(text: &str, catalogue: &Catalogue) -> Result<Self, String> {
        let checked = verified("edges.mlir", text, catalogue)?;
        let bytes = tfrt_compiler::bef::emit(&checked, &EmitOptions { optional_sections: true })
            .map_err(|errors| format!("{errors:?}"))?;
        let options = tfrt_exec::LoadOptions::default();
        let executor = tfrt_exec::Program::load(&bytes, catalogue, &options)
            .map_err(|error| error.to_string())?;
        let jit = on_jit(&checked, catalogue)?;
        let generated = programs().find(|program| program.text == text);
        let generated = generated.map(|program| (program.functions)());
        Ok(Self { checked, executor, jit, generated })
    }

    /// Holds every engine to the evaluator.
    fn check(&self, function: &str, arguments: &[Scalar]) -> Expected {
        let expected = evaluate(&self.checked, function, arguments, 100);
        let generated = self.generated.as_ref().and_then(|functions| {
            functions
                .iter()
                .find(|(name, _)| *name == function)
                .map(|(_, function)| function.clone())
        });
        let engines = [
            ("executor", self.executor.function(function)),
            ("JIT", self.jit.function(function)),
            ("generated Rust", generated),
        ];
        for (engine, compiled) in engines {
            let Some(compiled) = compiled else {
                assert!(self.generated.is_none(), "no @{function} on {engine}");
                continue;
            };
            let run = run_with(&compiled, arguments, Host::builder().work_queue("s"));
            let what = expected.check(&run);
            assert_eq!(what, None, "@{function} on {engine} of {arguments:?}");
        }
        expected
    }

    fn functions(&self) -> impl Iterator<Item = &str> {
        self.checked.module().functions().map(|function| function.name.as_str())
    }
}

/// Runs one program, which is or is not among those in generated Rust, on one of so many edges; says how many runs
/// that were and how many of them failed.
fn check(entry: &Entry, generated: bool, catalogue: &Catalogue, step: usize) -> (u64, u64) {
    let subject = Subject::new(&entry.text, catalogue)
        .unwrap_or_else(|error| panic!("{error}\n{}", entry.text));
    assert_eq!(subject.generated.is_some(), generated, "{}", entry.kernel);
    let (mut runs, mut failed) = (0, 0);
    let mut count = |expected: &Expected| {
        runs += 1;
        failed += u64::from(expected.results.iter().any(|(shown, _)| shown.contains("' in ")));
    };
    for function in subject.functions() {
        let (last, rest) = match entry.operands.split_last() {
            Some((last, rest)) => (Some(last), rest),
            None => (None, &[][..]),
        };
        let last = last.filter(|_| function == "main");
        let mut all = vec![Vec::new()];
        for ty in rest.iter().chain(last) {
            let inputs = matrix::inputs(ty);
            let with = |before: &Vec<Scalar>| {
                let before = before.clone();
                inputs.iter().map(move |&input| [&before[..], &[input]].concat())
            };
            all = all.iter().flat_map(with).collect();
        }
        for arguments in all.into_iter().step_by(step) {
            count(&subject.check(function, &arguments));
        }
    }
    (runs, failed)
}

/// An integer type, its least and greatest.
const INTEGERS: [(&str, i128, i128); 8] = [
    ("i8", i8::MIN as i128, i8::MAX as i128),
    ("i16", i16::MIN as i128, i16::MAX as i128),
    ("i32", i32::MIN as i128, i32::MAX as i128),
    ("i64", i64::MIN as i128, i64::MAX as i128),
    ("ui8", 0, u8::MAX as i128),
    ("ui16", 0, u16::MAX as i128),
    ("ui32", 0, u32::MAX as i128),
    ("ui64", 0, u64::MAX as i128),
];

/// An integer attribute of any type suits a kernel if its value fits, and is refused otherwise.
fn attributes(catalogue: &Catalogue) -> (u64, u64) {
    let kernels = [
        ("tfrt.constant.i32", "i32"),
        ("tfrt.constant.i64", "i64"),
        ("tfrt.constant.ui32", "ui32"),
        ("tfrt.constant.ui64", "ui64"),
        ("tfrt_test.async_constant.i32", "i32"),
    ];
    let (mut taken, mut refused) = (0, 0);
    for (kernel, wanted) in kernels {
        let of = |name: &str| INTEGERS.iter().find(|ty| ty.0 == name).expect("it is listed");
        let &(_, least, greatest) = of(wanted);
        for &(ty, from, to) in &INTEGERS {
            let ends = INTEGERS.iter().flat_map(|&(_, from, to)| [from, to]);
            let around = ends.flat_map(|end| [end - 1, end, end + 1]);
            let mut values: Vec<i128> =
                around.filter(|value| (from..=to).contains(value)).collect();
            values.sort_unstable();
            values.dedup();
            for value in values {
                let text = format!(
                    "func.func @main() -> {wanted} {{\n  \
                     %a = \"{kernel}\"() {{value = {value} : {ty}}} : () -> {wanted}\n  \
                     tfrt.return %a : {wanted}\n}}\n"
                );
                let fits = (least..=greatest).contains(&value);
                match Subject::new(&text, catalogue) {
                    Ok(subject) => {
                        assert!(fits, "{kernel} takes {value} : {ty}");
                        let expected = subject.check("main", &[]);
                        assert_eq!(expected.results, [(value.to_string(), false)], "{text}");
                        taken += 1;
                    }
                    Err(error) => {
                        assert!(!fits, "{kernel} refuses {value} : {ty}: {error}");
                        assert!(error.contains("'value'"), "{error}");
                        refused += 1;
                    }
                }
            }
        }
    }
    (taken, refused)
}

// One test, because the count of live values is the process's: nothing else may run meanwhile.
#[test]
fn every_engine_agrees_on_edges() {
    let catalogue = tfrt_test_kernels::catalogue();
    let entries = matrix::entries(&catalogue);
    let step = std::env::var("TFRT_EDGE_STEP");
    let step = step.map_or(INPUT_STEP, |text| text.parse().expect("a number"));
    let (mut runs, mut failed) = (0, 0);
    for (index, entry) in entries.iter().enumerate() {
        let generated = STEP != 0 && index % STEP == 0;
        let (more, errors) = check(entry, generated, &catalogue, step);
        println!("{} of {:?}: {more} runs, {errors} errors", entry.kernel, entry.operands);
        runs += more;
        failed += errors;
    }
    println!("{} programs, {runs} runs on each of three engines, {failed} errors", entries.len());
    let least = |all: usize| (all / step) as u64;
    assert!(entries.len() > 50 && runs > least(10_000) && failed > least(200));
    let (taken, refused) = attributes(&catalogue);
    println!("attributes: {taken} taken, {refused} refused");
    assert!(taken > 100 && refused > 100);
}
