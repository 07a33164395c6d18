//! The passes that may run.

use melior::Context;
use melior::ir::Module;
use melior::pass::{self, PassManager};
use std::fmt;
use std::str::FromStr;

/// A pass of MLIR that keeps to the numeric contract. `canonicalize` does not: it folds `math.sin` and
/// others by the machine's own library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Merges equal ops without side effects, and removes unused ones. It computes nothing.
    Cse,
    /// Turns branches between blocks (`cf`) into structured control flow (`scf`).
    LiftCfToScf,
    /// Removes private functions without callers.
    SymbolDce,
    /// Replaces calls by the bodies of functions.
    Inline,
}

const NAMES: [(Pass, &str); 4] = [
    (Pass::Cse, "cse"),
    (Pass::LiftCfToScf, "lift-cf-to-scf"),
    (Pass::SymbolDce, "symbol-dce"),
    (Pass::Inline, "inline"),
];

impl fmt::Display for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(pass, _)| pass == self).map_or("", |(_, name)| name);
        f.write_str(name)
    }
}

impl FromStr for Pass {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        if let Some((pass, _)) = NAMES.iter().find(|(_, known)| *known == name) {
            return Ok(*pass);
        }
        let why = match name {
            "canonicalize" => "; it folds transcendental functions by the machine's own library",
            _ => "",
        };
        let known = NAMES.map(|(_, name)| name).join(", ");
        Err(format!("pass '{name}' may not run{why}; these may: {known}"))
    }
}

/// Runs the passes one after the other.
///
/// # Errors
/// The pass that fails; MLIR has reported why.
pub(crate) fn run(context: &Context, module: &mut Module<'_>, passes: &[Pass]) -> Result<(), Pass> {
    for &pass in passes {
        let manager = PassManager::new(context);
        manager.add_pass(match pass {
            Pass::Cse => pass::transform::create_cse(),
            Pass::LiftCfToScf => pass::conversion::create_lift_control_flow_to_scf(),
            Pass::SymbolDce => pass::transform::create_symbol_dce(),
            Pass::Inline => pass::transform::create_inliner(),
        });
        manager.run(module).map_err(|_| pass)?;
    }
    Ok(())
}
