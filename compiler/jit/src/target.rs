//! Cranelift's configuration for this processor, at two optimization levels.

use crate::CompileError;
use cranelift_codegen::ir::Function;
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use std::sync::{Arc, OnceLock};

/// Larger functions are compiled with algorithms of linear time.
const HUGE: usize = 60_000;

/// Code generators for this processor.
pub(crate) struct Target {
    /// For functions of the usual size.
    pub(crate) usual: OwnedTargetIsa,
    /// For huge functions, and for all without optimization: linear-time algorithms that produce
    /// slower code.
    pub(crate) linear: OwnedTargetIsa,
}

/// Created once per process: without and with optimization.
static TARGETS: [OnceLock<Target>; 2] = [const { OnceLock::new() }; 2];

impl Target {
    /// The code generators for all programs.
    pub(crate) fn get(optimize: bool) -> Result<&'static Self, CompileError> {
        let made = &TARGETS[usize::from(optimize)];
        match made.get() {
            Some(target) => Ok(target),
            None => {
                let target = Self::new(optimize)?;
                Ok(made.get_or_init(|| target))
            }
        }
    }

    fn new(optimize: bool) -> Result<Self, CompileError> {
        let linear = isa("none", "single_pass")?;
        let usual = if optimize { isa("speed", "backtracking")? } else { Arc::clone(&linear) };
        Ok(Self { usual, linear })
    }

    /// The one for a function.
    pub(crate) fn isa(&self, function: &Function) -> &OwnedTargetIsa {
        if function.dfg.num_insts() > HUGE { &self.linear } else { &self.usual }
    }
}

fn isa(effort: &str, registers: &str) -> Result<OwnedTargetIsa, CompileError> {
    let settings = |e: &dyn std::fmt::Display| CompileError::of("cranelift's settings", e);
    let processor = |e: &dyn std::fmt::Display| CompileError::of("this processor", e);
    let mut flags = settings::builder();
    let verify = if cfg!(debug_assertions) { "true" } else { "false" };
    for (name, value) in [
        ("opt_level", effort),
        ("regalloc_algorithm", registers),
        ("is_pic", "false"),
        ("use_colocated_libcalls", "false"),
        ("enable_verifier", verify),
        // Nothing unwinds through compiled code.
        ("unwind_info", "false"),
        // A large frame must hit the guard page, not jump over it.
        ("enable_probestack", "true"),
        ("probestack_strategy", "inline"),
    ] {
        flags.set(name, value).map_err(|e| settings(&e))?;
    }
    cranelift_native::builder()
        .map_err(|e| processor(&e))?
        .finish(settings::Flags::new(flags))
        .map_err(|e| processor(&e))
}
