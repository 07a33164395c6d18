//! Passes: transformations and analyses of a graph that somebody asks for by name.
//!
//! They exist so that programs can be inspected as with the original's tool. None is ever applied
//! on the way to an engine: inlining changes what happens to errors (a call with an error among
//! its operands is skipped as a whole, an inlined one only where the error arrives), and
//! [`Pass::Canonicalize`] drops waits that a program asked for. An engine runs what was written.

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
    /// the place of a join that would have none left, and removes constants without uses.
    ///
    /// This is what the original does, to the order in which joins are looked at. It does not keep
    /// the meaning of a program: an operand that is gone is not waited for.
    Canonicalize,
    /// Remarks on the streams of each function and of each op in its own block; into the log, the cost
    /// of each function's critical path.
    PrintStreams,
}

/// What a pass says about a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The place.
    pub location: Location,
    /// What there is to say, in one line.
    pub message: String,
}

/// What passes made of a program.
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
