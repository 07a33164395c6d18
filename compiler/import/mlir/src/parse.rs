//! The call of MLIR's parser. melior's takes text without zero bytes only, which bytecode is not.
#![expect(unsafe_code, reason = "calls MLIR's C interface")]

use melior::Context;
use melior::ir::Module;
use mlir_sys::{MlirStringRef, mlirModuleCreateParse};

/// Parses and verifies text or bytecode. `None` if MLIR has reported why it cannot.
pub(crate) fn module<'c>(context: &'c Context, source: &[u8]) -> Option<Module<'c>> {
    // MLIR's lexer reads on to a zero byte, which is not counted.
    let mut terminated = Vec::with_capacity(source.len() + 1);
    terminated.extend_from_slice(source);
    terminated.push(0);
    let text = MlirStringRef { data: terminated.as_ptr().cast(), length: source.len() };
    // SAFETY: the context is alive, and the text is for as long as the parser runs: MLIR copies what a
    // module keeps. The module is new, so it has one owner; `Module` does not outlive its context.
    unsafe { Module::from_option_raw(mlirModuleCreateParse(context.to_raw(), text)) }
}
