//! What importing upstream MLIR costs: 10,000 ops with the locations of their source, straight and in
//! loops and branches with captured values, from text to a verified program. Beside it what parsing
//! alone takes.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

#[path = "support/bars.rs"]
mod bars;

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};
use tfrt_compiler::source::Source;
use tfrt_compiler::syntax::{self, ParseOptions};
use tfrt_import::Options;

/// Ops of a program.
const OPS: usize = 10_000;

/// The most that an import may take.
const LIMIT: Duration = Duration::from_millis(60);

/// The best of so many.
const RUNS: usize = 20;

fn main() {
    bars::print_processor();
    println!("{:<24}{:>10}{:>10} {}", "10,000 ops", "parse ms", "ms", bars::heads("of limit"));
    let catalogue = tfrt_test_kernels::catalogue();
    for (name, text) in [("straight", straight()), ("loops and branches", nested())] {
        let source = Source::new("bench.mlir", text);
        let parse = best(|| {
            drop(black_box(syntax::parse(&source, &catalogue, ParseOptions::new())));
        });
        let import = best(|| {
            let program = tfrt_import::front_end(&source, &catalogue, None, &Options::new());
            drop(black_box(program.expect("it can be imported")));
        });
        println!(
            "{name:<24}{:>10.1}{:>10.1} {}",
            parse.as_secs_f64() * 1e3,
            import.as_secs_f64() * 1e3,
            bars::columns(Some(import.as_secs_f64() / LIMIT.as_secs_f64()), Some(1.0)),
        );
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
