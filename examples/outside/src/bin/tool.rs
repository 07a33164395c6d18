//! The tool `tfrt`, with the kernels of this project.

fn main() -> std::process::ExitCode {
    tfrt_cli::main_with(&tfrt::catalogue().with(&outside::MY))
}
