//! The executor and the JIT behind one interface.

use crate::failure::Failure;
use crate::input::Input;
use crate::program;
use tfrt_compiler::plan;
use tfrt_exec::Program;
use tfrt_host::kernel::{Catalogue, Function, Signature};
use tfrt_jit::JitProgram;

/// Which engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum EngineName {
    /// The interpretive reference.
    Executor,
    /// Machine code made at load time.
    Jit,
}

impl EngineName {
    /// As on the command line.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Executor => "executor",
            Self::Jit => "jit",
        }
    }

    /// The name of the engine's scope in a trace.
    pub(crate) fn program(self) -> &'static str {
        match self {
            Self::Executor => "Bef Executor",
            Self::Jit => "Jit",
        }
    }
}

/// A program, ready on one engine.
pub(crate) trait Engine {
    /// The function at that place of the function index. A region is no function of its own
    /// except on the executor.
    fn function(&self, index: usize, signature: &Signature) -> Option<Function>;
}

/// Prepares a program for an engine. `loaded` is the same program on the executor.
pub(crate) fn prepare(
    name: EngineName,
    input: &Input,
    loaded: &Program,
    catalogue: &Catalogue,
) -> Result<Box<dyn Engine>, Failure> {
    Ok(match name {
        EngineName::Executor => Box::new(loaded.clone()),
        EngineName::Jit => Box::new(compile(input, catalogue)?),
    })
}

fn compile(input: &Input, catalogue: &Catalogue) -> Result<JitProgram, Failure> {
    let verified = program::verified(input, catalogue)?;
    let plan = plan::build(&verified, catalogue, plan::Panics::AreErrors)
        .map_err(|diagnostics| program::diagnosed(input, &diagnostics))?;
    tfrt_jit::compile(&verified, &plan, catalogue, &tfrt_jit::JitOptions::default())
        .map_err(|error| Failure::diagnosed(format!("{}: error: {error}\n", input.name())))
}

impl Engine for Program {
    fn function(&self, index: usize, _: &Signature) -> Option<Function> {
        self.function_at(index)
    }
}

impl Engine for JitProgram {
    fn function(&self, _: usize, signature: &Signature) -> Option<Function> {
        JitProgram::function(self, &signature.name)
    }
}
