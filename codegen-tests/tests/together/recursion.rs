//! Random recursion, pure and scalar, on the executor and on the JIT: functions that call each
//! other in any arrangement, divide by what may be zero, and run out of depth here and there.

use std::fmt::Write;
use tfrt_codegen_tests::{bef, on_executor, on_jit, run_on, verified};
use tfrt_host::context::Host;

/// How many programs.
const SEEDS: u64 = if cfg!(debug_assertions) { 100 } else { 5_000 };

/// A small generator of numbers, the same for the same seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        usize::try_from(self.0 >> 33).expect("31 bits are an index") % end
    }
}

/// Writes pure ops on values in scope; later ops may use each result.
fn compute(text: &mut String, values: &mut Vec<String>, numbers: &mut Numbers, count: usize) {
    for _ in 0..count {
        let mut pick = || values[numbers.below(values.len())].clone();
        let (a, b) = (pick(), pick());
        let new = format!("%t{}", values.len());
        let line = match numbers.below(8) {
            0 | 1 => format!("{new} = tfrt.add.i32 {a}, {b}"),
            7 if a == b => format!("{new} = tfrt.mul.i32 {a}, {b}"),
            2 => format!("{new} = tfrt.mul.i32 {a}, {b}"),
            3 => format!("{new} = \"tfrt.minus.i32\"({a}, {b}) : (i32, i32) -> i32"),
            4 => format!("{new} = tfrt.constant.i32 {}", numbers.below(5)),
            5 => format!("{new}, {new}r = tfrt.div.i32 {a}, {b}"),
            6 => format!(
                "{new}d = tfrt.constant.i32 3\n    {new}q, {new} = tfrt.div.i32 {a}, {new}d"
            ),
            _ => format!(
                "{new}c = \"tfrt.lessequal.i32\"({a}, {b}) : (i32, i32) -> i1
    {new} = tfrt.if {new}c, {a}, {b} : (i32, i32) -> (i32) {{
      tfrt.return {a} : i32
    }} else {{
      {new}s = tfrt.add.i32 {a}, {b}
      tfrt.return {new}s : i32
    }}"
            ),
        };
        writeln!(text, "    {line}").expect("strings take it");
        values.push(new);
    }
}

/// Functions of a number that gets less and of another, and callers without arguments.
fn program(seed: u64) -> String {
    let mut numbers = Numbers(seed);
    let mut text = String::new();
    let functions = 1 + numbers.below(3);
    for function in 0..functions {
        let mut base = String::new();
        let mut values = vec!["%n".to_owned(), "%x".to_owned()];
        let count = numbers.below(3);
        compute(&mut base, &mut values, &mut numbers, count);
        let base_result = values[numbers.below(values.len())].clone();
        let mut step =
            String::from("    %m1 = tfrt.constant.i32 -1\n    %m = tfrt.add.i32 %n, %m1\n");
        let mut values = vec!["%n".to_owned(), "%x".to_owned(), "%m".to_owned()];
        for _ in 0..1 + numbers.below(2) {
            let count = numbers.below(3);
            compute(&mut step, &mut values, &mut numbers, count);
            let argument = values[numbers.below(values.len())].clone();
            let callee = numbers.below(functions);
            let new = format!("%t{}", values.len());
            writeln!(step, "    {new} = tfrt.call @r{callee}(%m, {argument}) : (i32, i32) -> i32")
                .expect("strings take it");
            values.push(new);
        }
        let count = 1 + numbers.below(3);
        compute(&mut step, &mut values, &mut numbers, count);
        let result = values[values.len() - 1 - numbers.below(2)].clone();
        write!(
            text,
            "func.func @r{function}(%n: i32, %x: i32) -> i32 {{
  %zero = tfrt.constant.i32 0
  %done = \"tfrt.lessequal.i32\"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %done, %n, %x : (i32, i32) -> (i32) {{
{base}    tfrt.return {base_result} : i32
  }} else {{
{step}    tfrt.return {result} : i32
  }}
  tfrt.return %r : i32
}}
"
        )
        .expect("strings take it");
    }
    for (caller, n) in [0, 1, 2, 3, 5, 7].into_iter().enumerate() {
        let x = numbers.below(6);
        write!(
            text,
            "func.func @main{caller}() -> (i32, i32) {{
  %n = tfrt.constant.i32 {n}
  %x = tfrt.constant.i32 {x}
  %r = tfrt.call @r0(%n, %x) : (i32, i32) -> i32
  %s = tfrt.add.i32 %r, %x
  tfrt.return %r, %s : i32, i32
}}
"
        )
        .expect("strings take it");
    }
    text
}

#[test]
fn recursion_is_the_same_on_both() {
    let catalogue = tfrt_test_kernels::catalogue();
    let (mut values, mut errors) = (0, 0);
    for seed in 0..SEEDS {
        let text = program(seed);
        let name = format!("recursion_{seed}.mlir");
        let checked =
            verified(&name, &text, &catalogue).unwrap_or_else(|errors| panic!("{errors}\n{text}"));
        let bytes = bef(&name, &text, &catalogue).expect("the program is valid");
        let jit = on_jit(&checked, &catalogue).expect("the JIT takes it");
        for (function, reference) in on_executor(&bytes, &catalogue).expect("it loads") {
            let compiled = jit.function(&function).expect("every function is compiled");
            for depth in [10_000, 4, 6] {
                let host = || Host::builder().work_queue("s").max_call_depth(depth);
                let expected = run_on(&reference, host(), |_| {}).outcome;
                let found = run_on(&compiled, host(), |_| {}).outcome;
                assert_eq!(expected, found, "@{function} at most {depth} deep\n{text}");
                let failed = !expected.reports.is_empty();
                errors += u32::from(failed);
                values += u32::from(!failed);
            }
        }
    }
    assert!(values > 100 && errors > 100, "both occur: {values} and {errors}");
}
