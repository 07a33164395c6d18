//! The tool `tfrt`: runs, translates, imports, transforms, shows, compares and measures host
//! programs.
//!
//! Exit status: 0 done; 1 the program or a check failed; 2 the input could not be used.

mod allocations;
mod arguments;
mod bench;
mod called;
mod check;
mod devices;
mod dialects;
mod diff;
mod dot;
mod dump;
mod engine;
mod entry_point;
mod expectations;
mod failure;
mod fmt;
mod import;
mod info;
mod input;
mod manual;
mod memory;
mod model;
mod onnx;
mod operators;
mod ops;
mod opt;
mod output;
mod passes;
mod program;
mod reference;
mod resources;
mod run;
mod session;
mod show;
mod trace;
mod translate;

use clap::{CommandFactory, Parser, Subcommand};
use failure::Failure;
use std::process::ExitCode;
use tfrt_host::kernel::Catalogue;

/// Runs, translates, imports, transforms, shows, compares and measures host programs.
#[derive(Debug, Parser)]
#[command(name = "tfrt", version = env!("TFRT_VERSION"))]
struct Cli {
    /// Print one JSON document on standard output, for scripts.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run every function that takes no arguments.
    Run(run::Arguments),
    /// Translate text to BEF or BEF to text.
    Translate(translate::Arguments),
    /// Make a program of upstream MLIR, or list the ops that can be imported.
    Import(import::Arguments),
    /// Say what is in a file: functions, or a model's inputs, outputs, operators and weights.
    Info(info::Arguments),
    /// Run passes over a program and print it as MLIR's tool does, with values numbered.
    Opt(opt::Arguments),
    /// Print a form that the program goes through.
    Show(show::Arguments),
    /// Run every function without arguments on each engine and compare.
    Diff(diff::Arguments),
    /// Measure the time of one function.
    Bench(bench::Arguments),
    /// Run models on the inputs beside them and compare with the outputs beside them.
    Check(check::Arguments),
    /// Format programs in text; names and comments stay.
    Fmt(fmt::Arguments),
    /// List the devices that programs can use.
    Devices(devices::Arguments),
    /// List or describe the types, kernels and ops that programs can use.
    Ops(ops::Arguments),
    /// Print a manual page.
    Man(manual::ManArguments),
    /// Print completions of commands and flags for a shell.
    Completions(manual::CompletionsArguments),
}

/// The tool with every kernel of this workspace, those for tests too: see [`main_with`].
#[must_use]
pub fn main() -> ExitCode {
    main_with(&tfrt_test_kernels::catalogue().with(&tfrt_streamify::DECLARED))
}

/// The tool, for programs that use this catalogue: what the process was started with decides what
/// it does. Writes to the process's own standard output and standard error.
///
/// A project with kernels of its own has a binary of this one line, and passes the list that
/// `tfrt_graph!` and load time use:
///
/// ```no_run
/// #[tfrt_host::kernel("my.square", pure)]
/// fn square(x: i32) -> i32 {
///     x.wrapping_mul(x)
/// }
///
/// tfrt_host::kernels! { MY = [square] }
///
/// fn main() -> std::process::ExitCode {
///     tfrt_cli::main_with(&tfrt_test_kernels::catalogue().with(&MY))
/// }
/// ```
#[must_use]
pub fn main_with(catalogue: &Catalogue) -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // There is no other place to report to if this cannot be written.
            let _ = error.print();
            let status = u8::try_from(error.exit_code()).unwrap_or(2);
            if status != 0 && std::env::args_os().any(|argument| argument == "--json") {
                let message = error.render().to_string();
                output::json(&Failure::unusable(message.trim_end()).json());
            }
            return ExitCode::from(status);
        }
    };
    let mut outcome = match &cli.command {
        Command::Run(arguments) => run::run(arguments, catalogue, cli.json),
        Command::Translate(arguments) => translate::run(arguments, catalogue, cli.json),
        Command::Import(arguments) => import::run(arguments, catalogue, cli.json),
        Command::Info(arguments) => info::run(arguments, catalogue, cli.json),
        Command::Opt(arguments) => opt::run(arguments, catalogue, cli.json),
        Command::Show(arguments) => show::run(arguments, catalogue, cli.json),
        Command::Diff(arguments) => diff::run(arguments, catalogue, cli.json),
        Command::Bench(arguments) => bench::run(arguments, catalogue, cli.json),
        Command::Check(arguments) => check::run(arguments, catalogue, cli.json),
        Command::Fmt(arguments) => fmt::run(arguments, catalogue, cli.json),
        Command::Devices(arguments) => devices::run(arguments, cli.json),
        Command::Ops(arguments) => ops::run(arguments, catalogue, cli.json),
        Command::Man(arguments) => manual::man(arguments, Cli::command(), cli.json),
        Command::Completions(arguments) => {
            manual::completions(arguments, Cli::command(), cli.json);
            Ok(())
        }
    };
    if let Err(failure) = &outcome {
        failure.print();
        if cli.json && !output::has_document() {
            output::json(&failure.json());
        }
    }
    if let Some(error) = output::failure() {
        let unwritten = Failure::unusable(format!("cannot write standard output: {error}"));
        unwritten.print();
        outcome = outcome.and(Err(unwritten));
    }
    outcome.map_or_else(|failure| ExitCode::from(failure.status()), |()| ExitCode::SUCCESS)
}

/// The flags of each command, as `command --flag`, those that every command has left out.
#[must_use]
pub fn flags() -> Vec<String> {
    let cli = Cli::command();
    let flags = cli.get_subcommands().flat_map(|command| {
        let flags = command.get_arguments().filter_map(|argument| argument.get_long());
        flags.map(move |flag| format!("{} --{flag}", command.get_name()))
    });
    flags.collect()
}
