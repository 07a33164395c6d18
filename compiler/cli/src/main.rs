//! The binary `tfrt`. The code is in the library, so that test binaries can act as the tool.

use std::process::ExitCode;

fn main() -> ExitCode {
    tfrt_cli::main()
}
