//! What to run where a text needs MLIR itself: the messages that name the helper.

/// The helper's command.
const HELPER: &str = "tfrt-mlir";

/// The flags of MLIR's own tool that print what is imported.
const PRINT: &str = "--mlir-print-op-generic --mlir-print-debuginfo";

/// Why an op in a form of its own cannot be read.
pub(crate) fn pretty(name: &str, file: &str) -> String {
    format!(
        "custom op '{name}' in its pretty form needs the MLIR helper: run `{HELPER} {file}`, or \
         `mlir-opt {PRINT} {file}`, and import what it prints"
    )
}

/// Why an op between blocks cannot be imported.
pub(crate) fn lift(name: &str, file: &str) -> String {
    format!(
        "'{name}' between blocks needs the MLIR helper: run `{HELPER} --passes=lift-cf-to-scf \
         {file}`, or `mlir-opt --lift-cf-to-scf {PRINT} {file}`, and import what it prints"
    )
}
