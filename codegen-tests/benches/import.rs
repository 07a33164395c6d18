//! What importing upstream MLIR costs: 10,000 ops with the locations of their source, straight and in
//! loops and branches with captured values, from text to a verified program. Beside it what parsing
//! alone takes. Where the MLIR helper is installed, or `TFRT_MLIR` names it, the same ops in their pretty
//! form too: through a child process, which MLIR starts in.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

#[path = "support/bars.rs"]
mod bars;

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};
use tfrt_compiler::source::Source;
use tfrt_compiler::syntax::{self, ParseOptions};
use tfrt_import::{Helper, Options};

/// Ops of a program.
const OPS: usize = 10_000;

/// The most that an import may take.
const LIMIT: Duration = Duration::from_millis(60);

/// The same with the helper.
const HELPED: Duration = Duration::from_millis(100);

/// The best of so many.
const RUNS: usize = 20;

fn main() {
    bars::print_processor();
    println!("{:<24}{:>10}{:>10} {}", "10,000 ops", "parse ms", "ms", bars::heads("of limit"));
    let helper = Helper::find();
    let row = |name: &str, text: &str, helper: Option<Helper>, limit: Duration| {
        let catalogue = tfrt_test_kernels::catalogue();
        let source = Source::new("bench.mlir", text);
        let parse = helper.is_none().then(|| {
            best(|| drop(black_box(syntax::parse(&source, &catalogue, ParseOptions::new()))))
        });
        let options = Options::new().helper(helper);
        let import = best(|| {
            let program = tfrt_import::front_end(&source, &catalogue, None, &options);
            drop(black_box(program.expect("it can be imported")));
        });
        let ms = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1e3);
        println!(
            "{name:<24}{:>10}{:>10} {}",
            parse.map_or_else(String::new, ms),
            ms(import),
            bars::columns(Some(import.as_secs_f64() / limit.as_secs_f64()), Some(1.0)),
        );
    };
    row("straight", &straight(), None, LIMIT);
    row("loops and branches", &nested(), None, LIMIT);
    match helper {
        Some(helper) => row("straight, helper", &pretty(), Some(helper), HELPED),
        None => println!("the helper is not installed"),
    }
    bars::print_legend();
}

fn best(run: impl Fn()) -> Duration {
    let times = (0..RUNS).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed()
    });
    times.min().unwrap_or_default()
}

/// Functions of 100 ops each.
fn straight() -> String {
    let mut text = String::new();
    for function in 0..OPS / 100 {
        let _ = writeln!(text, "func.func @f{function}(%x: i32) -> i32 {{");
        let _ = writeln!(text, "  %v0 = {}", add("%x", "%x", 0));
        for op in 1..98 {
            let _ = writeln!(text, "  %v{op} = {}", add(&format!("%v{}", op - 1), "%x", op));
        }
        text.push_str("  \"func.return\"(%v97) : (i32) -> ()\n}\n");
    }
    text
}

/// The same in the form that only MLIR itself reads.
fn pretty() -> String {
    let mut text = String::new();
    for function in 0..OPS / 100 {
        let _ = writeln!(text, "func.func @f{function}(%x: i32) -> i32 {{");
        text.push_str("  %v0 = arith.addi %x, %x : i32\n");
        for op in 1..98 {
            let _ = writeln!(text, "  %v{op} = arith.addi %v{}, %x : i32", op - 1);
        }
        text.push_str("  return %v97 : i32\n}\n");
    }
    text
}

/// Functions with a loop that has a branch, which uses values from around both.
fn nested() -> String {
    let mut text = String::new();
    for function in 0..OPS / 100 {
        let _ = write!(
            text,
            "func.func @f{function}(%x: i32, %y: i32) -> i32 {{
  %zero = \"arith.constant\"() <{{value = 0 : i32}}> : () -> i32
  %one = \"arith.constant\"() <{{value = 1 : i32}}> : () -> i32
  %r = \"scf.for\"(%zero, %x, %one, %y) ({{
  ^bb0(%i: i32, %a: i32):
    %less = \"arith.cmpi\"(%a, %x) <{{predicate = 2 : i64}}> : (i32, i32) -> i1
    %s = \"scf.if\"(%less) ({{\n"
        );
        let _ = writeln!(text, "      %v0 = {}", add("%a", "%y", 0));
        for op in 1..90 {
            let _ = writeln!(text, "      %v{op} = {}", add(&format!("%v{}", op - 1), "%x", op));
        }
        text.push_str(
            "      \"scf.yield\"(%v89) : (i32) -> ()
    }, {
      \"scf.yield\"(%i) : (i32) -> ()
    }) : (i1) -> i32
    \"scf.yield\"(%s) : (i32) -> ()
  }) : (i32, i32, i32, i32) -> i32
  \"func.return\"(%r) : (i32) -> ()\n}\n",
        );
    }
    text
}

fn add(a: &str, b: &str, line: usize) -> String {
    format!(
        "\"arith.addi\"({a}, {b}) <{{overflowFlags = #arith.overflow<none>}}> : (i32, i32) -> i32 \
         loc(\"source.py\":{line}:7)"
    )
}
