//! ONNX models as programs. A build without the feature refuses them by name.

use crate::lists::Lists;
use proc_macro2::TokenStream;
use std::path::Path;
use tfrt_bef::Blob;
use tfrt_compiler::verify::Verified;
use tfrt_host::kernel::Catalogue;

/// Whether a file is a model, by its name: which lists of kernels a program has is known before its file is
/// read.
#[must_use]
pub fn is_model(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "onnx")
}

/// The lists of kernels that models consist of.
///
/// # Errors
/// The feature `onnx` is missing.
pub fn lists(runtime: Option<&TokenStream>) -> Result<Lists, String> {
    #[cfg(feature = "onnx")]
    return Ok(Lists::of_models(runtime));
    #[cfg(not(feature = "onnx"))]
    {
        let _ = runtime;
        Err("ONNX models are read with the feature `onnx` of `tfrt`, or of `tfrt-build`".into())
    }
}

/// The verified program of a model, which reads its tensors in other files from `folder`.
///
/// # Errors
/// Everything that is wrong with the model, a message each.
#[cfg(feature = "onnx")]
pub(crate) fn verified(
    bytes: &Blob,
    folder: &Path,
    catalogue: &Catalogue,
) -> Result<Verified, Vec<String>> {
    use tfrt_compiler::source::Diagnostic;
    let messages = |errors: Vec<Diagnostic>| -> Vec<String> {
        errors.into_iter().map(|error| error.message).collect()
    };
    let _ = folder;
    let limits = tfrt_onnx::Limits::default();
    let model = tfrt_onnx::decode(bytes, &limits).map_err(|error| vec![error.to_string()])?;
    let graph = tfrt_onnx::import(&model, bytes, &limits).map_err(messages)?;
    let module = tfrt_model::lower(&graph).map_err(messages)?;
    tfrt_compiler::verify::verify(module, catalogue).map_err(messages)
}
