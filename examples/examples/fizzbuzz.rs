//! One program on each engine: `graphs/fizzbuzz.mlir` through `tfrt_graph!` at build time, and
//! through the executor from BEF, with the counts and each engine's cost side by side. With the
//! feature `jit` also through the JIT.
//!
//! Usage: `fizzbuzz [N]`, N = 1,000,000 by default.
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};
use tfrt::{Engine, Host, Program};

tfrt::tfrt_graph! { pub mod graph = "graphs/fizzbuzz.mlir"; }

type Counts = (i32, i32, i32);

fn main() -> Result<(), Box<dyn Error>> {
    let n: i32 = match std::env::args().nth(1) {
        Some(n) => n.parse()?,
        None => 1_000_000,
    };
    let host = Host::builder().build()?;
    let request = host.context();

    // At load time: text to BEF (a build step would do this), BEF to a checked program.
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/graphs/fizzbuzz.mlir"))?;
    let catalogue = tfrt::catalogue();
    let bef = tfrt::mlir_to_bef("fizzbuzz.mlir", &text, &catalogue)?;
    let program = Program::load(&bef, &catalogue)?;
    let executor = program.compile(Engine::Executor)?.function::<(i32,), Counts>("fizzbuzz")?;

    let rows: Vec<(&str, Counts, Duration)> = vec![
        best("hand-written Rust", 5, || Ok(by_hand(black_box(n))))?,
        best("generated Rust", 5, || {
            let (fizz, buzz, both) = graph::fizzbuzz(&request, black_box(n));
            Ok((fizz?, buzz?, both?))
        })?,
        #[cfg(feature = "jit")]
        {
            let jit = program.compile(Engine::Jit)?.function::<(i32,), Counts>("fizzbuzz")?;
            best("JIT", 5, || jit.call(&request, (black_box(n),)))?
        },
        best("executor", 1, || executor.call(&request, (black_box(n),)))?,
    ];
    let (_, expected, yardstick) = rows[0];
    println!("n = {n}");
    println!(
        "{:<18} {:>9} {:>9} {:>9} {:>12} {:>8}",
        "engine", "fizz", "buzz", "both", "time", "ratio"
    );
    for (engine, (fizz, buzz, both), time) in rows {
        let ratio = time.as_secs_f64() / yardstick.as_secs_f64().max(f64::MIN_POSITIVE);
        println!("{engine:<18} {fizz:>9} {buzz:>9} {both:>9} {time:>12.3?} {ratio:>7.2}x");
        if (fizz, buzz, both) != expected {
            return Err(format!("{engine} counts otherwise than hand-written Rust").into());
        }
    }
    Ok(())
}

/// What a Rust programmer would write.
fn by_hand(n: i32) -> Counts {
    let (mut fizz, mut buzz, mut both) = (0i32, 0i32, 0i32);
    for i in 1..=n {
        match (i % 3 == 0, i % 5 == 0) {
            (true, true) => both += 1,
            (true, false) => fizz += 1,
            (false, true) => buzz += 1,
            (false, false) => {}
        }
    }
    (fizz, buzz, both)
}

/// The counts and the shortest of several runs.
fn best(
    engine: &'static str,
    runs: u32,
    mut run: impl FnMut() -> Result<Counts, tfrt::Error>,
) -> Result<(&'static str, Counts, Duration), tfrt::Error> {
    let mut best: Option<(Counts, Duration)> = None;
    for _ in 0..runs {
        let start = Instant::now();
        let counts = run()?;
        let time = start.elapsed();
        if best.is_none_or(|(_, shortest)| time < shortest) {
            best = Some((counts, time));
        }
    }
    let (counts, time) = best.unwrap_or_default();
    Ok((engine, counts, time))
}
