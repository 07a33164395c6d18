//! `tfrt-mlir`: reads MLIR on standard input, writes generic text with locations on standard output.
//! Errors go to standard error, a line each: `FILE:LINE:COLUMN: error: MESSAGE`.

use clap::Parser;
use rustix::process::{Resource, Rlimit, setrlimit};
use std::io::{self, Read as _, Write as _};
use std::process::ExitCode;
use tfrt_mlir::{Pass, normalise};

/// What MLIR's parser, passes and printer need at the deepest nesting that is let through.
const STACK: usize = 256 << 20;

/// Reads upstream MLIR, as text or bytecode, and writes it in the generic form with locations.
#[derive(Parser)]
#[command(version)]
struct Options {
    /// The source's name in locations and errors
    #[arg(long, default_value = "-")]
    name: String,
    /// Passes to run, in this order: cse, lift-cf-to-scf, symbol-dce, inline
    #[arg(long, value_delimiter = ',')]
    passes: Vec<Pass>,
    /// The most bytes to read, in MiB
    #[arg(long, default_value_t = 128)]
    input_mib: u64,
    /// The most memory to use, in MiB
    #[arg(long, default_value_t = 8192)]
    memory_mib: u64,
    /// The most processor time to use, in seconds
    #[arg(long, default_value_t = 60)]
    seconds: u64,
}

fn main() -> ExitCode {
    match run(Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: Options) -> Result<(), String> {
    for (resource, limit) in
        [(Resource::As, options.memory_mib << 20), (Resource::Cpu, options.seconds)]
    {
        setrlimit(resource, Rlimit { current: Some(limit), maximum: Some(limit) })
            .map_err(|error| format!("error: cannot set limits: {error}"))?;
    }
    let (most, mut source) = (options.input_mib << 20, Vec::new());
    let read = io::stdin().lock().take(most + 1).read_to_end(&mut source);
    read.map_err(|error| format!("error: cannot read standard input: {error}"))?;
    if source.len() as u64 > most {
        return Err(format!("{}:1:1: error: more than {most} bytes", options.name));
    }
    let work = move || normalise(&source, &options.name, &options.passes);
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
    let thread = thread.map_err(|error| format!("error: cannot start a thread: {error}"))?;
    let text = match thread.join() {
        Ok(Ok(text)) => text,
        Ok(Err(errors)) => {
            let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
            return Err(errors.join("\n"));
        }
        Err(_) => return Err("error: the helper panicked".into()),
    };
    let written = io::stdout().lock().write_all(text.as_bytes());
    written.map_err(|error| format!("error: cannot write standard output: {error}"))
}
