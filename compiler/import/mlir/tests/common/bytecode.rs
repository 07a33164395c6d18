//! MLIR's bytecode.

use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::Module;
use melior::ir::operation::OperationLike as _;
use melior::utility::register_all_dialects;

/// Bytecode of a text whose ops MLIR need not know.
pub(crate) fn bytecode(text: &str) -> Vec<u8> {
    let registry = DialectRegistry::new();
    register_all_dialects(&registry);
    let context = Context::new_with_registry(&registry, false);
    context.set_allow_unregistered_dialects(true);
    Module::parse(&context, text).expect("MLIR reads it").as_operation().write_bytecode()
}
