//! The binary `tfrt`: all of it is in the library, so that tests can be the tool themselves.

use std::process::ExitCode;

fn main() -> ExitCode {
    tfrt_cli::main()
}
