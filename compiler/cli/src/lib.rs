//! The tool `tfrt`: runs, translates, transforms, shows, compares and measures host programs.
//!
//! Exit status: 0 done; 1 the program or a check failed; 2 the input could not be used.

mod allocations;
mod bench;
mod dialects;
mod diff;
mod dot;
mod dump;
mod engine;
mod expectations;
mod failure;
mod input;
mod opt;
mod output;
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

/// Runs, translates, transforms, shows, compares and measures host programs.
#[derive(Debug, Parser)]
#[command(name = "tfrt", version)]
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
    /// Run passes over a program and print it.
    Opt(opt::Arguments),
    /// Print a form that the program goes through.
    Show(show::Arguments),
    /// Run every function without arguments on each engine and compare.
    Diff(diff::Arguments),
    /// Measure the time of one function.
    Bench(bench::Arguments),
}

/// The tool: what the process was started with decides what it does. Writes to the process's own
/// standard output and standard error.
#[must_use]
pub fn main() -> ExitCode {
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
        Command::Run(arguments) => run::run(arguments, cli.json),
        Command::Translate(arguments) => translate::run(arguments, cli.json),
        Command::Opt(arguments) => opt::run(arguments, cli.json),
        Command::Show(arguments) => show::run(arguments, cli.json),
        Command::Diff(arguments) => diff::run(arguments, cli.json),
        Command::Bench(arguments) => bench::run(arguments, cli.json),
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
