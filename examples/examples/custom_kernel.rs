//! The user's own type and kernels in a host program: at build time through `tfrt_graph!`, and at
//! load time through a catalogue, on both load-time engines.
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use tfrt::{Engine, Host, KernelError, KernelType, Program, kernel};

/// A value of the user's own type: it needs only its MLIR name.
#[derive(Clone, Debug, PartialEq)]
pub struct Interval {
    low: i32,
    high: i32,
}

impl KernelType for Interval {
    const NAME: &'static str = "!my.interval";
}

/// An interval from its ends.
///
/// # Errors
/// It would end before it starts.
#[kernel("my.interval", pure)]
pub fn interval(low: i32, high: i32) -> Result<Interval, KernelError> {
    if low <= high {
        Ok(Interval { low, high })
    } else {
        Err(format!("an interval cannot end at {high} before it starts at {low}").into())
    }
}

/// The number of integers in an interval.
#[kernel("my.width", pure)]
pub fn width(interval: &Interval) -> i32 {
    interval.high.wrapping_sub(interval.low).wrapping_add(1)
}

tfrt::kernels! {
    /// The kernels and types, for the macro and for catalogues.
    pub INTERVALS = [interval, width, type Interval = "!my.interval"]
}

tfrt::tfrt_graph! {
    pub mod graph;
    kernels = [INTERVALS];

    func.func @widths(%a: i32, %b: i32) -> (i32, !my.interval) {
        %i = "my.interval"(%a, %b) : (i32, i32) -> !my.interval
        %w = "my.width"(%i) : (!my.interval) -> i32
        tfrt.return %w, %i : i32, !my.interval
    }
}

/// The same program, for load time.
const TEXT: &str = r#"
func.func @widths(%a: i32, %b: i32) -> (i32, !my.interval) {
  %i = "my.interval"(%a, %b) : (i32, i32) -> !my.interval
  %w = "my.width"(%i) : (!my.interval) -> i32
  tfrt.return %w, %i : i32, !my.interval
}
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let host = Host::builder().build()?;
    let request = host.context();

    let (width, interval) = graph::widths(&request, 3, 12);
    println!("generated Rust: {} integers in {:?}", width?, *interval?);
    let (width, _) = graph::widths(&request, 12, 3);
    match width {
        Ok(width) => return Err(format!("a reversed interval has width {width}").into()),
        Err(error) => println!("generated Rust: {}", error.report()),
    }

    let catalogue = tfrt::catalogue().with(&INTERVALS);
    let bef = tfrt::mlir_to_bef("widths.mlir", TEXT, &catalogue)?;
    let program = Program::load(&bef, &catalogue)?;
    for engine in [Engine::Jit, Engine::Executor] {
        let widths = program.compile(engine)?.function::<(i32, i32), (i32, Interval)>("widths")?;
        let (width, interval) = widths.call(&request, (3, 12))?;
        println!("{engine:?}: {width} integers in {interval:?}");
    }
    Ok(())
}
