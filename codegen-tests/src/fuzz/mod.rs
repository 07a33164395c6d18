//! The bodies of the fuzz targets. The targets in `fuzz/` run these functions under libFuzzer; the
//! tests run them on the corpus and on every input that once broke something. Each takes any bytes,
//! and panics if it finds a promise broken.
//!
//! Nothing here may use the crate's compiled programs: `fuzz/` includes this module and
//! [`random`](crate::random) alone, so that it need not build them with a sanitizer.

mod bytes;
mod execute;
mod lies;
mod programs;
mod raw;
mod text;

pub use bytes::bef_bytes;
pub use lies::{LIES, Lie, bef_lies, tell_one};
pub use programs::SMALL;
pub use text::{mlir_text, text_bef_text};

use std::sync::OnceLock;
use tfrt_host::kernel::Catalogue;

/// The kernels that programs under test may use: all but those that sleep, that measure time, or
/// that keep a value alive for good.
#[must_use]
pub fn catalogue() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(|| {
        let waits = |name: &&str| {
            let words = ["delay", "sleep", "benchmark", "memory_leak", "thread_id"];
            words.iter().any(|word| name.contains(word))
        };
        let declared = tfrt_kernels::CORE.declared().iter().map(|op| op.name);
        tfrt_kernels::catalogue()
            .with(&tfrt_test_kernels::TEST)
            .without(tfrt_test_kernels::TEST.names().filter(waits).chain(declared))
    })
}
