//! Upstream MLIR as generic text, by MLIR itself.
//!
//! MLIR's parser and verifier read text in any form, or bytecode. What they read is printed in the
//! generic form, with the locations of its source: that is what `tfrt-import` reads. Passes may run
//! between, above all `lift-cf-to-scf`.
//!
//! MLIR trusts its input: deep nesting overflows its stack, and some passes crash. So programs do not
//! call [`normalise`]; they run the binary `tfrt-mlir` as a child process, which limits its own time
//! and memory, and whose death is an error like another.
//!
//! ```
//! let text = "func.func @next(%n: i32) -> i32 {
//!   %one = arith.constant 1 : i32
//!   %next = arith.addi %n, %one : i32
//!   return %next : i32
//! }";
//! let generic = tfrt_mlir::normalise(text.as_bytes(), "next.mlir", &[])?;
//! assert!(generic.contains(r#""arith.addi"(%arg0, %0)"#));
//! assert!(generic.contains(r#"loc("next.mlir":3:11)"#));
//! # Ok::<(), Vec<tfrt_mlir::Diagnostic>>(())
//! ```
#![deny(unsafe_code)]
#![warn(missing_docs)]

mod check;
mod diagnostic;
mod parse;
mod passes;

pub use check::MAX_NESTING;
pub use diagnostic::{Diagnostic, Place};
pub use passes::Pass;

use check::Source;
use diagnostic::Collector;
use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::operation::{OperationLike, OperationPrintingFlags, WalkOrder, WalkResult};
use melior::utility::register_all_dialects;

/// Reads MLIR text or bytecode, verifies it, runs the passes in order, and prints the module in the
/// generic form with locations. `name` is the source's name in locations and diagnostics.
///
/// Ops of dialects that MLIR does not bring pass through, from text and without passes.
///
/// # Errors
/// What MLIR's parser, verifier or a pass reports; nesting deeper than [`MAX_NESTING`]; an
/// unregistered op in bytecode, where its properties are lost, or with passes, which may crash on it.
pub fn normalise(source: &[u8], name: &str, passes: &[Pass]) -> Result<String, Vec<Diagnostic>> {
    let kind = check::source(source, name)?;
    let registry = DialectRegistry::new();
    register_all_dialects(&registry);
    let context = Context::new_with_registry(&registry, false);
    context.set_allow_unregistered_dialects(true);
    let collector = Collector::attach(&context, name);
    let Some(mut module) = parse::module(&context, source) else {
        return Err(collector.errors("MLIR cannot read this"));
    };
    if kind == Source::Bytecode || !passes.is_empty() {
        let mut unregistered = None;
        module.as_operation().walk(WalkOrder::PreOrder, |op| {
            let op_name = op.name();
            let op_name = op_name.as_string_ref().as_str().unwrap_or_default();
            if context.is_registered_operation(op_name) {
                return WalkResult::Advance;
            }
            unregistered = Some((op_name.to_owned(), diagnostic::place(op.location(), name)));
            WalkResult::Interrupt
        });
        if let Some((op, place)) = unregistered {
            return Err(vec![Diagnostic::error(place, unregistered_message(&op, kind))]);
        }
    }
    passes::run(&context, &mut module, passes)
        .map_err(|pass| collector.errors(&format!("pass '{pass}' fails")))?;
    let flags =
        OperationPrintingFlags::new().enable_debug_info(true, false).print_generic_operation_form();
    let text = module.as_operation().to_string_with_flags(flags);
    let text = text.map_err(|error| collector.errors(&error.to_string()))?;
    Ok(diagnostic::name_source(&text, name))
}

fn unregistered_message(op: &str, kind: Source) -> String {
    match kind {
        Source::Bytecode => format!(
            "op '{op}' is of no dialect that MLIR brings, so bytecode does not keep its properties; \
             {}",
            check::WRITE_TEXT
        ),
        Source::Text => format!(
            "op '{op}' is of no dialect that MLIR brings: passes run only where all ops are known"
        ),
    }
}
