//! Optional passes over a graph, selected by name.
//!
//! They reproduce the original's tool. Engines never apply them: inlining changes error propagation
//! (a call with an error operand is skipped as a whole, an inlined body only where the error
//! arrives), and [`Pass::Canonicalize`] drops waits.

mod canonicalize;
mod inline;
mod print_streams;
mod references;
#[cfg(test)]
mod tests;

use crate::graph::Module;
use crate::verify::Checked;
use tfrt_host::error::Location;

/// A pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Puts the bodies of functions in the place of calls, canonicalizes, and removes private
    /// functions that nothing refers to.
    ///
    /// Calls in regions stay, as do calls of functions that may come to call themselves, of
    /// functions without a body, between functions of which only one is `tfrt.sync`, and in and of
    /// functions that have a region of several blocks or do not end with a return. A call
    /// whose inlining would make the program grow without proportion stays as well.
    Inline,
    /// Takes from a join of chains every operand that has other uses, puts its first operand in
    /// the place of a join that would have none left, makes constants of ops that are one
    /// ([`Fold`](tfrt_op::Fold)), and removes what has no effect and no uses, such as constants.
    ///
    /// Matches the original, including the order of joins. Not semantics-preserving: a removed
    /// operand is no longer waited for.
    Canonicalize,
    /// Remarks on the streams of each function and of each op in its own block; into the log, the cost
    /// of each function's critical path.
    PrintStreams,
}

/// A remark of a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The place.
    pub location: Location,
    /// What there is to say, in one line.
    pub message: String,
}

/// The result of running passes.
#[derive(Clone, Debug)]
pub struct Optimized {
    /// The program. The rules that held still hold.
    pub module: Module,
    /// What was said, in order.
    pub remarks: Vec<Remark>,
    /// What was logged, in order, a line each: about no place.
    pub log: Vec<String>,
}

/// Runs passes one after the other.
#[must_use]
pub fn run(program: Checked, passes: &[Pass]) -> Optimized {
    let (mut module, catalogue) = program.into_parts();
    let (mut remarks, mut log) = (Vec::new(), Vec::new());
    for pass in passes {
        match pass {
            Pass::Inline => inline::run(&mut module, &catalogue),
            Pass::Canonicalize => canonicalize::run(&mut module, &catalogue),
            Pass::PrintStreams => print_streams::run(&module, &catalogue, &mut remarks, &mut log),
        }
    }
    Optimized { module, remarks, log }
}
