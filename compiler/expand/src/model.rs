//! ONNX models as programs. A build without the feature refuses them by name.

use crate::lists::Lists;
#[cfg(feature = "onnx")]
use crate::program::Program;
use proc_macro2::TokenStream;
use std::path::Path;
#[cfg(feature = "onnx")]
use {
    std::cell::RefCell, std::collections::BTreeMap, std::collections::btree_map::Entry,
    std::ops::Range, tfrt_bef::Blob, tfrt_compiler::source::Diagnostic,
    tfrt_host::kernel::Catalogue, tfrt_model::Binding,
};

/// How a model becomes a program. Of any other file nothing is chosen.
#[derive(Clone, Debug, Default)]
pub struct ModelChoices {
    /// Sizes that the model leaves open, by a symbol or INPUT.AXIS.
    pub bind: Vec<(String, i64)>,
    /// `exact`, `default` or `fast`.
    pub math: Option<String>,
}

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

/// A model's program.
///
/// # Errors
/// Everything that is wrong with the model, a message each.
#[cfg(feature = "onnx")]
pub(crate) fn program(
    path: &Path,
    bytes: Blob,
    choices: &ModelChoices,
    catalogue: &Catalogue,
) -> Result<Program, Vec<String>> {
    let messages = |errors: Vec<Diagnostic>| -> Vec<String> {
        errors.into_iter().map(|error| error.message).collect()
    };
    let shown = |path: &Path| path.to_string_lossy().into_owned();
    let folder = path.parent().unwrap_or(path);
    // Whole files, since generated code takes in whole files.
    let others = RefCell::new(BTreeMap::new());
    let read = |name: &str, range: Range<u64>| {
        let mut others = others.borrow_mut();
        let file = match others.entry(shown(&folder.join(name))) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(tfrt_onnx::whole_file(folder, name)?),
        };
        let part = |at: u64| usize::try_from(at).ok();
        let range = part(range.start).zip(part(range.end));
        let part = range.and_then(|(start, end)| file.part(start..end));
        part.ok_or_else(|| format!("the file has {} bytes", file.len()))
    };
    let importing = tfrt_onnx::ImportOptions::new().files(&read);
    let binding = |(name, size): &(String, i64)| Binding { name: name.clone(), size: *size };
    let math = choices.math.as_deref().map(str::parse).transpose();
    let options = tfrt_model::Options {
        bindings: choices.bind.iter().map(binding).collect(),
        math: math.map_err(|error| vec![error])?.unwrap_or_default(),
        fold: tfrt_model::FoldLimits::IN_MACROS,
        ..Default::default()
    };
    let module = tfrt_onnx::compile(&bytes, &importing, &options).map_err(messages)?;
    let verified = tfrt_compiler::verify::verify(module, catalogue).map_err(messages)?;
    let own = (shown(path), bytes);
    let files = std::iter::once(own).chain(others.into_inner()).collect();
    Ok(Program { verified, files })
}
