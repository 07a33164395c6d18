//! What can be chosen before a model is loaded, and the way from its file to a function.

use super::programs::{self, Programs, Ready};
use super::{Loaded, Model, ModelError, Port};
use crate::{CompileOptions, Engine, Program};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use tfrt_bef::Blob;
use tfrt_compiler::graph::Module;
use tfrt_compiler::source::{Source, render};
use tfrt_compiler::{bef, verify};
use tfrt_exec::LoadOptions;
use tfrt_host::kernel::Catalogue;
use tfrt_host::resource::{Folder, Resolver};
use tfrt_model::{Binding, Form, MAIN, Math, Prepared, Weights};
use tfrt_model_kernels::arena::Pool;
use tfrt_numeric::InstructionSet;
use tfrt_onnx::{ImportOptions, Limits};

/// What can be chosen before a model is loaded. Of threads nothing is said here: those of the host of a run
/// compute.
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
    every_value: bool,
    bindings: Vec<Binding>,
    math: Option<Math>,
    form: Option<Form>,
    plans: usize,
    instructions: Option<InstructionSet>,
}

/// How many programs for inputs of certain sizes a model keeps, if the builder does not say.
const PLANS: usize = 16;

impl Default for ModelBuilder {
    fn default() -> Self {
        Self {
            engine: Engine::Executor,
            options: CompileOptions::default(),
            every_value: false,
            bindings: Vec::new(),
            math: None,
            form: None,
            plans: PLANS,
            instructions: None,
        }
    }
}

impl ModelBuilder {
    /// Gives a size that the model leaves open a number: `name` is a symbol, or INPUT.AXIS, an input and the
    /// number of one of its dimensions. The model then takes inputs of that size only, and more of it can be
    /// computed beforehand. A name or number that does not fit is an error when the model is loaded.
    pub fn bind(mut self, name: impl Into<String>, size: i64) -> Self {
        self.bindings.push(Binding { name: name.into(), size });
        self
    }

    /// Whether results of an ONNX model may have other last bits than its ops give, which is faster:
    /// [`Math::Default`], unless this says otherwise.
    pub fn math(self, math: Math) -> Self {
        Self { math: Some(math), ..self }
    }

    /// How the program of an ONNX model keeps what it computes. [`Form::Planned`], unless this says otherwise; results
    /// do not depend on it.
    pub fn form(self, form: Form) -> Self {
        Self { form: Some(form), ..self }
    }

    /// For how many combinations of sizes that an ONNX model leaves open it keeps a program whose memory is planned;
    /// 16, unless this says otherwise. A run with inputs of other sizes than those makes one, which takes
    /// milliseconds, and the one that was not used for longest goes. With 0 none is made: what has open sizes is a new
    /// tensor in each run. Results do not depend on it.
    pub fn plans(self, plans: usize) -> Self {
        Self { plans, ..self }
    }

    /// Which of the processor's instructions kernels use: the widest that it has, unless this or the environment says
    /// otherwise. They are those of the process, and are chosen once: by the first kernel that runs, or when the first
    /// model that asks for some is loaded. It is an error then if the processor has no such instructions, or others
    /// were chosen before. Results do not depend on it.
    ///
    /// ```
    /// use tfrt::{InstructionSet, Model};
    ///
    /// let builder = Model::builder().instructions(InstructionSet::Scalar);
    /// # let _ = builder;
    /// ```
    pub fn instructions(self, instructions: InstructionSet) -> Self {
        Self { instructions: Some(instructions), ..self }
    }

    /// The engine that runs it: the executor, unless this says otherwise.
    pub fn engine(self, engine: Engine) -> Self {
        Self { engine, ..self }
    }

    /// How the engine compiles it.
    pub fn compile_options(self, options: CompileOptions) -> Self {
        Self { options, ..self }
    }

    /// Makes an output of every result of a node, in the order of the nodes: to find where two models, or two
    /// runtimes, begin to differ.
    pub fn every_value(self, every_value: bool) -> Self {
        Self { every_value, ..self }
    }

    /// Loads the model in a file: see [`Model::load`]. The file may also be a program in text that `tfrt
    /// import` has made of a model, with its file of weights beside it.
    ///
    /// # Errors
    /// As [`Model::load`].
    pub fn load(&self, path: impl AsRef<Path>) -> Result<Model, ModelError> {
        let path = path.as_ref();
        let bytes = read(path)
            .map_err(|error| ModelError::new(format_args!("{}: {error}", path.display())))?;
        // A path of one part has an empty parent.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        self.model(&path.to_string_lossy(), &bytes.into(), Some(folder))
    }

    /// Loads the model in these bytes: see [`Model::from_bytes`].
    ///
    /// # Errors
    /// As [`Model::from_bytes`].
    pub fn from_bytes(&self, bytes: impl Into<Blob>) -> Result<Model, ModelError> {
        self.model("-", &bytes.into(), None)
    }

    /// The model in a file, which refers to other files of that folder.
    fn model(&self, name: &str, file: &Blob, folder: Option<&Path>) -> Result<Model, ModelError> {
        if let Some(wanted) = self.instructions
            && !wanted.choose()
        {
            let has = InstructionSet::supported().any(|set| set == wanted);
            return Err(ModelError::new(if has {
                let chosen = InstructionSet::chosen();
                format!("this process uses {chosen} instructions already, and cannot use {wanted}")
            } else {
                format!("this processor has no {wanted}")
            }));
        }
        let catalogue = &catalogue();
        if tfrt_bef::looks_like_bef(file) {
            return Err(ModelError::new(
                "it is a BEF file, which has no names of inputs and outputs and is loaded by `Program`: a model \
                 is ONNX, or text that `tfrt import` writes",
            ));
        }
        if !tfrt_onnx::looks_like_model(file) {
            let text = std::str::from_utf8(file).map_err(|_| {
                ModelError::new("it is neither an ONNX model nor a program in text")
            })?;
            let chosen = self.form.is_some() || self.math.is_some() || !self.bindings.is_empty();
            if self.every_value || chosen {
                let what = "sizes are bound, form and mode chosen, and every value made an output, of ONNX models only";
                return Err(ModelError::new(what));
            }
            let source = Source::new(name, text);
            let files = folder.map(Folder::new);
            let files = files.as_ref().map(|files| -> &dyn Resolver { files });
            let program = tfrt_compiler::front_end_with(&source, catalogue, files);
            let program = program.map_err(|errors| ModelError::new(render(&errors, &source)))?;
            let module = program.into_module();
            let ports = tfrt_model::face(&module).ok_or_else(no_main)?;
            return self.loaded(ports, module, None);
        }
        let read = folder.map(tfrt_onnx::folder);
        let mut options = ImportOptions::new().every_value(self.every_value);
        if let Some(read) = &read {
            options = options.files(read);
        }
        let choices = tfrt_model::Options {
            bindings: self.bindings.clone(),
            math: self.math.unwrap_or_default(),
            ..Default::default()
        };
        let graph = tfrt_onnx::read(file, &options).map_err(ModelError::of)?;
        let prepared = Prepared::new(&graph, &choices).map_err(ModelError::of)?;
        drop(graph);
        let (inputs, outputs) = tfrt_model::face(prepared.graph()).ok_or_else(no_main)?;
        let is_planned = self.form.unwrap_or_default() == Form::Planned;
        let has_plans = is_planned && self.plans > 0 && programs::are_open(&inputs);
        // Programs for certain sizes are planned then.
        let form = if has_plans || !is_planned { Form::Values } else { Form::Planned };
        let program = prepared.program(form).map_err(ModelError::of)?;
        let programs = has_plans.then(|| Programs::new(prepared, self.plans));
        self.loaded((inputs, outputs), program, programs)
    }

    /// The model of a program.
    fn loaded(
        &self,
        (inputs, outputs): (Vec<Port>, Vec<Port>),
        program: Module,
        programs: Option<Programs>,
    ) -> Result<Model, ModelError> {
        let Self { engine, options, .. } = self;
        let program = ready(program, *engine, options)?;
        let (options, outputs, pool) = (options.clone(), outputs.into(), Pool::default());
        let engine = *engine;
        Ok(Model(Arc::new(Loaded { engine, options, inputs, outputs, program, programs, pool })))
    }
}

fn no_main() -> ModelError {
    ModelError::new("there is no function @main")
}

/// Makes a program of kernels ready for the engine.
pub(super) fn ready(
    mut module: Module,
    engine: Engine,
    options: &CompileOptions,
) -> Result<Ready, ModelError> {
    let catalogue = &catalogue();
    let weights = Weights::take(&mut module);
    let entry = tfrt_model::entry(&module);
    let (main, memory) = match &entry {
        Some(entry) => (&*entry.function, Some(entry.bytes)),
        None => (MAIN, None),
    };
    let verified = verify::verify(module, catalogue).map_err(ModelError::of)?;
    let file = bef::emit_loadable(&verified).map_err(ModelError::of)?;
    drop(verified);
    let loading = LoadOptions::default().with_resolver(Arc::new(weights));
    let program = Program::load_with(file, catalogue, &loading)
        .map_err(|error| ModelError::at(error.location(), &error))?;
    let compiled = program
        .compile_with(engine, options)
        .map_err(|error| ModelError::at(error.location(), error.message()))?;
    let function = compiled.dynamic(main).ok_or_else(no_main)?;
    Ok(Ready { function, memory })
}

/// The bytes of a file that is not larger than a model may be.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let most = Limits::default().file;
    let mut bytes = Vec::new();
    File::open(path)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most {
        let what = "more than 2 GiB; larger models have their tensors in other files";
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    Ok(bytes)
}

/// The kernels that models consist of.
fn catalogue() -> Catalogue {
    crate::catalogue().with(&tfrt_mlir_kernels::MLIR).with(&tfrt_model_kernels::NN)
}
