//! ONNX models as graphs.

use std::path::Path;
use tfrt_bef::Blob;
use tfrt_compiler::graph::Module;
use tfrt_compiler::source::Diagnostic;
use tfrt_onnx::ImportOptions;

/// The program of kernels that a model is. The files of `folder` have elements that are not in the model.
///
/// # Errors
/// Everything that is wrong with the model.
pub(crate) fn program(bytes: &Blob, folder: Option<&Path>) -> Result<Module, Vec<Diagnostic>> {
    tfrt_model::compile(&graph(bytes, folder)?, &tfrt_model::Options::default())
}

/// The op graph of a model, as it is imported.
///
/// # Errors
/// Everything that is wrong with the model.
pub(crate) fn graph(bytes: &Blob, folder: Option<&Path>) -> Result<Module, Vec<Diagnostic>> {
    let read = folder.map(tfrt_onnx::folder);
    let mut options = ImportOptions::new();
    if let Some(read) = &read {
        options = options.files(read);
    }
    tfrt_onnx::read(bytes, &options)
}
