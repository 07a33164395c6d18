//! The bodies of the fuzz targets. The targets in `fuzz/` run these functions under libFuzzer; the
//! tests run them on the corpus and on every input that once broke something. Each takes any bytes,
//! and panics if it finds a promise broken.
//!
//! Nothing here may use the crate's compiled programs: `fuzz/` includes this module and
//! [`random`](crate::random) alone, so that it need not build them with a sanitizer.

mod attributes;
mod btf;
mod bytes;
mod drawn;
mod execute;
mod lies;
mod model;
mod onnx;
mod programs;
mod raw;
mod tensors;
mod text;
mod upstream;

pub use attributes::op_attributes;
pub use btf::{btf_bytes, btf_seeds};
pub use bytes::bef_bytes;
pub use lies::{LIES, Lie, bef_lies, tell_one};
pub use model::{onnx_choices, onnx_model};
pub use onnx::{onnx_bytes, onnx_mutated, onnx_seeds};
pub use programs::SMALL;
pub use tensors::safetensors;
pub use text::{mlir_text, text_bef_text};
pub use upstream::upstream_text;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use tfrt_bef::Blob;
use tfrt_exec::LoadOptions;
use tfrt_host::kernel::Catalogue;
use tfrt_host::resource::Resolver;

/// The files that programs under test may refer to: `w.bin`, of 64 bytes.
pub fn resolver() -> Arc<dyn Resolver> {
    let bytes = (0..64).map(|byte| byte % 2).collect::<Vec<u8>>();
    Arc::new(BTreeMap::from([("w.bin".to_owned(), Blob::from(bytes))]))
}

/// The options of loads under test.
fn load_options() -> LoadOptions {
    LoadOptions::default().with_resolver(resolver())
}

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
            .with(&tfrt_mlir_kernels::MLIR)
            .with(&tfrt_test_kernels::TEST)
            .without(tfrt_test_kernels::TEST.names().filter(waits).chain(declared))
    })
}
