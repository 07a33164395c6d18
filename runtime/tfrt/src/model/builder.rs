//! What can be chosen before a model is loaded, and the way from its file to a function.

use super::{Loaded, Model, ModelError};
use crate::{CompileOptions, Engine, Program};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use tfrt_bef::Blob;
use tfrt_compiler::graph::Module;
use tfrt_compiler::{bef, verify};
use tfrt_exec::LoadOptions;
use tfrt_host::kernel::Catalogue;
use tfrt_model::{MAIN, Weights};
use tfrt_onnx::ImportOptions;

/// What can be chosen before a model is loaded.
///
/// ```no_run
/// let model = tfrt::Model::builder().bind("batch", 1).load("model.onnx")?;
/// # Ok::<(), tfrt::ModelError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "it loads nothing by itself"]
pub struct ModelBuilder {
    engine: Engine,
    options: CompileOptions,
}

impl Default for ModelBuilder {
    fn default() -> Self {
        Self { engine: Engine::Executor, options: CompileOptions::default() }
    }
}

impl ModelBuilder {
    /// The engine that runs it: the executor, unless this says otherwise.
    pub fn engine(self, engine: Engine) -> Self {
        Self { engine, ..self }
    }

    /// How the engine compiles it.
    pub fn compile_options(self, options: CompileOptions) -> Self {
        Self { options, ..self }
    }

    /// Loads the model in a file: see [`Model::load`].
    ///
    /// # Errors
    /// As [`Model::load`].
    pub fn load(&self, path: impl AsRef<Path>) -> Result<Model, ModelError> {
        let path = path.as_ref();
        let bytes = fs::read(path)
            .map_err(|error| ModelError::new(format_args!("{}: {error}", path.display())))?;
        // A path of one part has an empty parent.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let read = tfrt_onnx::folder(folder.unwrap_or(Path::new(".")));
        self.model(&Blob::from(bytes), ImportOptions::new().files(&read))
    }

    /// Loads the model in these bytes: see [`Model::from_bytes`].
    ///
    /// # Errors
    /// As [`Model::from_bytes`].
    pub fn from_bytes(&self, bytes: impl Into<Blob>) -> Result<Model, ModelError> {
        self.model(&bytes.into(), ImportOptions::new())
    }

    fn model(&self, file: &Blob, options: ImportOptions<'_>) -> Result<Model, ModelError> {
        let limits = tfrt_onnx::Limits::default();
        let model = tfrt_onnx::decode(file, &limits).map_err(ModelError::new)?;
        let graph = tfrt_onnx::import(&model, file, &options).map_err(ModelError::of)?;
        let program = tfrt_model::lower(&graph).map_err(ModelError::of)?;
        self.program(program)
    }

    /// A program of kernels, made ready for the engine.
    fn program(&self, mut module: Module) -> Result<Model, ModelError> {
        let catalogue = catalogue();
        let none = || ModelError::new("there is no function @main");
        let (inputs, outputs) = tfrt_model::face(&module).ok_or_else(none)?;
        let weights = Weights::take(&mut module);
        let verified = verify::verify(module, &catalogue).map_err(ModelError::of)?;
        let file = bef::emit_loadable(&verified).map_err(ModelError::of)?;
        drop(verified);
        let options = LoadOptions::default().with_resolver(Arc::new(weights));
        let program = Program::load_with(file, &catalogue, &options)
            .map_err(|error| ModelError::at(error.location(), &error))?;
        let compiled = program
            .compile_with(self.engine, &self.options)
            .map_err(|error| ModelError::at(error.location(), error.message()))?;
        let function = compiled.dynamic(MAIN).ok_or_else(none)?;
        let loaded = Loaded { engine: self.engine, function, inputs, outputs: outputs.into() };
        Ok(Model(Arc::new(loaded)))
    }
}

/// The kernels that models consist of.
fn catalogue() -> Catalogue {
    crate::catalogue().with(&tfrt_mlir_kernels::MLIR).with(&tfrt_model_kernels::NN)
}
