//! The passes for devices and the ops that they read, on texts. What each pattern makes of what is in the
//! conformance suite (`tool/opt_devices_…`).

mod bef;
mod hostile;
mod text;

use tfrt_compiler::graph::Module;
use tfrt_compiler::source::{Diagnostic, Source, render};
use tfrt_compiler::syntax::{PrintOptions, print};
use tfrt_compiler::verify::Checked;
use tfrt_host::kernel::Catalogue;

fn catalogue() -> Catalogue {
    tfrt_test_kernels::catalogue().with(&tfrt_streamify::DECLARED).with(&tfrt_streamify::UPSTREAM)
}

fn check(text: &str, catalogue: &Catalogue) -> Result<Checked, Vec<Diagnostic>> {
    tfrt_compiler::check(&Source::new("t.mlir", text), catalogue)
}

fn checked(text: &str, catalogue: &Catalogue) -> Checked {
    check(text, catalogue).unwrap_or_else(|errors| {
        panic!("{text}\n{}", render(&errors, &Source::new("t.mlir", text)))
    })
}

fn shown(module: &Module, catalogue: &Catalogue, generic: bool) -> String {
    print(module, catalogue, PrintOptions { generic, ..PrintOptions::default() })
}
