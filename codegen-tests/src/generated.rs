//! The test programs as generated Rust, written by the build script.

#[path = "compiled.rs"]
mod compiled;

pub use compiled::Functions;

/// A test program: its source and its generated functions.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// The module's name: kind and stem.
    pub module: &'static str,
    /// The name that locations give the source.
    pub name: &'static str,
    /// The source.
    pub text: &'static str,
    /// Its functions through generated Rust.
    pub functions: Functions,
}

/// The program of [`faults`](crate::faults).
#[must_use]
pub fn faulty() -> Program {
    let (module, name, text, functions) = compiled::FAULTS;
    Program { module, name, text, functions }
}

/// Of so many programs of the edge matrix one is among the [`programs`]; 0: none is.
pub const STEP: usize = compiled::STEP;

/// All test programs that were compiled.
pub fn programs() -> impl Iterator<Item = Program> {
    compiled::PROGRAMS.iter().map(|&(module, name, text, functions)| Program {
        module,
        name,
        text,
        functions,
    })
}
