//! ONNX models as graphs.

use crate::failure::Failure;
use crate::input::Input;
use std::path::Path;
use tfrt::ModelBuilder;
use tfrt_bef::Blob;
use tfrt_compiler::graph::Module;
use tfrt_compiler::source::Diagnostic;
use tfrt_model::{Binding, Form, Math, Options};
use tfrt_onnx::ImportOptions;

/// How an ONNX model becomes a program.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Choices {
    /// A size that the model leaves open: a symbol's, or that of a dimension of an input.
    #[arg(long, value_name = "NAME=N|INPUT.AXIS=N", value_parser = binding)]
    bind: Vec<Binding>,
    /// Whether results of an ONNX model may have other last bits than its ops give, which is faster: `exact`, they have
    /// not. [default: default]
    #[arg(long, value_name = "exact|default|fast")]
    math: Option<Math>,
    /// How the program of an ONNX model keeps what it computes: `values`, each result is a new tensor; `planned`, in one
    /// memory, where sizes are known. Results do not depend on it. [default: planned]
    #[arg(long, value_name = "values|planned")]
    form: Option<Form>,
}

impl Choices {
    pub(crate) fn are_given(&self) -> bool {
        let Self { bind, math, form } = self;
        !bind.is_empty() || math.is_some() || form.is_some()
    }

    /// Refuses them for what is no ONNX model.
    ///
    /// # Errors
    /// One is given, and the input is another.
    pub(crate) fn only_of_models(&self, input: &Input) -> Result<(), Failure> {
        if !self.are_given() || matches!(input, Input::Model { .. }) {
            return Ok(());
        }
        Err(Failure::unusable("`--bind`, `--math` and `--form` are of ONNX models only"))
    }

    /// The mode that the model computes in.
    pub(crate) fn math(&self) -> Math {
        self.math.unwrap_or_default()
    }

    pub(crate) fn options(&self) -> Options {
        Options {
            bindings: self.bind.clone(),
            math: self.math(),
            form: self.form.unwrap_or_default(),
            ..Options::default()
        }
    }

    /// A builder that chooses the same.
    pub(crate) fn choose(&self, builder: ModelBuilder) -> ModelBuilder {
        let bind = |builder: ModelBuilder, it: &Binding| builder.bind(&it.name, it.size);
        let builder = self.bind.iter().fold(builder, bind);
        let builder = self.math.into_iter().fold(builder, ModelBuilder::math);
        self.form.into_iter().fold(builder, ModelBuilder::form)
    }
}

/// The binding that `NAME=N` is.
///
/// # Errors
/// It is none.
pub(crate) fn binding(text: &str) -> Result<Binding, String> {
    let (name, size) = text.split_once('=').ok_or("expected NAME=N or INPUT.AXIS=N")?;
    let size = size.parse().map_err(|_| format!("'{size}' is no size of '{name}'"))?;
    Ok(Binding { name: name.to_owned(), size })
}

/// The program of kernels that a model is. The files of `folder` have elements that are not in the model.
///
/// # Errors
/// Everything that is wrong with the model.
pub(crate) fn program(
    bytes: &Blob,
    folder: Option<&Path>,
    options: &Options,
) -> Result<Module, Vec<Diagnostic>> {
    tfrt_model::compile(&graph(bytes, folder)?, options)
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
