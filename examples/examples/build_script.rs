//! A folder of host programs, compiled by the build script: see `build.rs` and `graphs/`.
#![expect(clippy::print_stdout, reason = "an example prints")]

use tfrt_examples::graphs::{collatz, fizzbuzz};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let host = tfrt::Host::builder().build()?;
    let steps = collatz::main(&host.context())?;
    assert_eq!(steps, 111, "27 takes 111 steps to reach 1");
    let (fizz, buzz, both) = fizzbuzz::fizzbuzz(&host.context(), 15);
    let counts = (fizz?, buzz?, both?);
    assert_eq!(counts, (4, 2, 1));
    println!("27 reaches 1 in {steps} steps; of 15 numbers: {counts:?}");
    Ok(())
}
