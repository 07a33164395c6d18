//! ONNX models at load time: read, lowered to kernels, ready on the engine that the user chooses.

mod buffer;
mod builder;
mod error;
mod inputs;
mod programs;

pub use buffer::BufferMut;
pub use builder::ModelBuilder;
pub use error::ModelError;
pub use tfrt_model::{Form, Math, Port};

use crate::{CompileOptions, Engine, Tensor};
use programs::{Programs, Ready, Values};
use smallvec::{SmallVec, smallvec};
use std::future::Future;
use std::ops::Index;
use std::path::Path;
use std::sync::Arc;
use tfrt_bef::Blob;
use tfrt_host::alloc::ProfiledAllocator;
use tfrt_host::context::{HostHandle, RequestContext};
use tfrt_host::error::{Error, ErrorCode};
use tfrt_host::kernel::Value;
use tfrt_host::value::AnyRef;
use tfrt_model_kernels::arena::Pool;

/// A trained model, ready to run: cheap to clone, thread-safe, and without state that a caller could see, so that any
/// number of threads can run it at a time, each with inputs of its own.
///
/// A size that the model leaves open is that of a run's inputs. The first run with inputs of certain sizes makes a
/// program for them, which later ones use ([`ModelBuilder::plans`]); memory that a run has used is the next one's.
/// [`trim`](Self::trim) frees both.
///
/// The answer has the same bits on every engine and for any number of threads. How many threads compute is
/// the host's to say: [`HostBuilder::threads`](crate::HostBuilder::threads).
///
/// ```no_run
/// use tfrt::{Host, Model, Tensor};
///
/// let model = Model::load("resnet50.onnx")?;
/// let host = Host::builder().threads(2).build()?;
/// let image = Tensor::from_vec(&[1, 3, 224, 224], vec![0.0_f32; 150_528])?;
/// let answer = model.run(&host.context(), &[("input", &image)])?;
/// println!("{:?}", answer["output"].elements::<f32>()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Model(Arc<Loaded>);

#[derive(Debug)]
struct Loaded {
    engine: Engine,
    options: CompileOptions,
    inputs: Vec<Port>,
    outputs: Arc<[Port]>,
    /// Takes inputs of all sizes.
    program: Ready,
    /// Those for certain sizes, if the model leaves some open.
    programs: Option<Programs>,
    /// The memory of all of them.
    pool: Pool,
}

impl Model {
    /// Loads the model in a file, for the executor, the reference engine. Tensors that the model has in other
    /// files are read from the model's folder.
    ///
    /// # Errors
    /// The file cannot be read; or everything that is wrong with the model, such as each node whose operator
    /// is not supported.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, ModelError> {
        Self::builder().load(path)
    }

    /// Loads the model in these bytes. It keeps them: a slice is copied, a [`Blob`] is shared.
    ///
    /// # Errors
    /// As [`load`](Self::load); a model with tensors in other files is refused.
    pub fn from_bytes(bytes: impl Into<Blob>) -> Result<Self, ModelError> {
        Self::builder().from_bytes(bytes)
    }

    /// What can be chosen before a model is loaded.
    pub fn builder() -> ModelBuilder {
        ModelBuilder::default()
    }

    /// The engine.
    #[must_use]
    pub fn engine(&self) -> Engine {
        self.0.engine
    }

    /// What the model takes, in its order.
    #[must_use]
    pub fn inputs(&self) -> &[Port] {
        &self.0.inputs
    }

    /// What the model gives, in its order.
    #[must_use]
    pub fn outputs(&self) -> &[Port] {
        &self.0.outputs
    }

    /// The names of sizes that each run takes from its inputs, in the order of their first places.
    #[must_use]
    pub fn symbols(&self) -> Vec<&str> {
        tfrt_model::symbols(self.inputs())
    }

    /// Compares inputs with what the model takes, as a run does before it begins.
    ///
    /// # Errors
    /// All that [`run`](Self::run) would refuse, a problem each.
    pub fn check(&self, inputs: &[(&str, &Tensor)]) -> Result<(), ModelError> {
        inputs::in_order(self.inputs(), inputs).map(drop)
    }

    /// Runs the model on inputs by their names, in any order, and waits for its outputs.
    ///
    /// # Errors
    /// `InvalidArgument`: inputs that are missing, unknown, given twice, of other types or shapes, or that
    /// disagree about the size of a symbol, all of them in the message. What a kernel says; or the run is
    /// cancelled, or its deadline passes, before the outputs are there.
    pub fn run(&self, ctx: &RequestContext, inputs: &[(&str, &Tensor)]) -> Result<Outputs, Error> {
        let values = self.values(ctx, self.in_order(inputs)?, false)?;
        let tensors: Result<Vec<Tensor>, Error> = values.iter().map(tensor).collect();
        Ok(Outputs { ports: Arc::clone(&self.0.outputs), tensors: tensors? })
    }

    /// Inputs in the model's order.
    fn in_order(&self, inputs: &[(&str, &Tensor)]) -> Result<Values, Error> {
        inputs::in_order(self.inputs(), inputs)
            .map_err(|error| Error::new(ErrorCode::InvalidArgument, error.problems().join("; ")))
    }

    /// How many bytes the tensors of a run on these inputs have at most at a time: a run is made, and what it
    /// allocates is counted. Inputs and weights, which are there before, do not count; outputs do.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let (model, host) = (tfrt::Model::load("m.onnx")?, tfrt::Host::builder().build()?);
    /// # let image = tfrt::Tensor::from_vec(&[1], vec![0.0_f32])?;
    /// let most = model.peak_memory(&host, &[("input", &image)])?;
    /// // A little more: engines free tensors at different moments.
    /// let limited = host.request().memory_limit(most + most / 4).build();
    /// model.run(&limited, &[("input", &image)])?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn peak_memory(
        &self,
        host: &HostHandle,
        inputs: &[(&str, &Tensor)],
    ) -> Result<usize, Error> {
        let counted = Arc::new(ProfiledAllocator::new());
        let allocator = Arc::<ProfiledAllocator>::clone(&counted);
        self.run(&host.request().allocator(allocator).build(), inputs)?;
        Ok(usize::try_from(counted.counts().max_bytes).unwrap_or(usize::MAX))
    }

    /// Runs the model and copies outputs into the caller's memory; those that are not named are dropped. The
    /// buffers are written by this thread, after the model has run, so nothing writes them once it returns.
    ///
    /// What the model has computed stays with it, for later runs: if every op of the model is
    /// planned, later runs on inputs of the same sizes allocate nothing on one thread.
    ///
    /// # Errors
    /// As [`run`](Self::run); or an output is unknown, named twice, or of another type or number of elements
    /// than its buffer has. Then no buffer was written.
    pub fn run_into(
        &self,
        ctx: &RequestContext,
        inputs: &[(&str, &Tensor)],
        outputs: &mut [(&str, BufferMut<'_>)],
    ) -> Result<(), Error> {
        let places = buffer::places(self.outputs(), outputs)?;
        let values = self.values(ctx, self.in_order(inputs)?, true)?;
        let tensors =
            values.iter().map(tensor).collect::<Result<SmallVec<[Tensor; 8]>, Error>>()?;
        drop(values);
        buffer::fill(&tensors, &places, outputs)
    }

    /// Frees what the model keeps for later runs: the memories of those that have ended, and the programs for inputs
    /// of certain sizes ([`ModelBuilder::plans`]). The next run needs them anew.
    pub fn trim(&self) {
        self.0.programs.iter().for_each(Programs::trim);
        self.0.pool.trim();
    }

    /// Starts a run as a task of the run's queue; the future gives its outputs. For callers that are `async`:
    /// a model computes in the call. The run ends early only by its context
    /// ([`cancel_on_drop`](RequestContext::cancel_on_drop), a deadline), not with the future.
    ///
    /// # Errors
    /// Those of the future: as [`run`](Self::run).
    pub fn start(
        &self,
        ctx: &RequestContext,
        inputs: impl IntoIterator<Item = (impl Into<String>, Tensor)>,
    ) -> impl Future<Output = Result<Outputs, Error>> + Send + 'static {
        let inputs = inputs.into_iter().map(|(name, tensor)| (name.into(), tensor));
        let inputs: Vec<(String, Tensor)> = inputs.collect();
        let model = self.clone();
        let started = ctx.start(move |ctx| {
            let inputs: Vec<(&str, &Tensor)> =
                inputs.iter().map(|(name, tensor)| (name.as_str(), tensor)).collect();
            model.run(ctx, &inputs)
        });
        async move { started.await? }
    }

    /// Runs the model on values in the order of its inputs, which need not be tensors, and waits for all its
    /// outputs.
    ///
    /// # Errors
    /// The first output that is an error; or the run ends before all are there.
    pub fn call(&self, ctx: &RequestContext, inputs: Vec<Value>) -> Result<Vec<Value>, Error> {
        self.values(ctx, inputs.into(), false).map(SmallVec::into_vec)
    }

    /// The outputs, which the caller drops before it returns if the pool `lends` them.
    fn values(
        &self,
        ctx: &RequestContext,
        mut inputs: Values,
        lends: bool,
    ) -> Result<Values, Error> {
        let Loaded { engine, options, inputs: ports, program, programs, pool, .. } = &*self.0;
        let make = |module| builder::ready(module, *engine, options).ok();
        let exact = programs.as_ref().and_then(|programs| programs.of(ports, &inputs, make));
        let mut outputs: Values = smallvec![Value::Empty; self.0.outputs.len()];
        let program = exact.as_ref().unwrap_or(program);
        program.call(ctx, (pool, lends), &mut inputs, &mut outputs)?;
        let pending = outputs.iter().filter(|output| !output.is_available());
        let pending: Vec<AnyRef> = pending.map(|output| output.clone().into_ref()).collect();
        if !pending.is_empty() {
            ctx.await_all(&pending)?;
        }
        match outputs.iter().find_map(Value::error) {
            Some(error) => Err(error.clone()),
            None => Ok(outputs),
        }
    }
}

fn tensor(value: &Value) -> Result<Tensor, Error> {
    match value.get::<Tensor>() {
        Some(tensor) => Ok(Tensor::clone(&tensor)),
        None => {
            let message = format!("an output is a {}, no tensor", value.type_name());
            Err(Error::new(ErrorCode::InvalidArgument, message))
        }
    }
}

/// The outputs of a run, by name or in the model's order.
///
/// ```no_run
/// # fn shown(outputs: tfrt::Outputs) {
/// for (name, tensor) in outputs.iter() {
///     println!("{name}: {}", tensor.metadata());
/// }
/// let logits = &outputs["logits"]; // or `outputs[0]`
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Outputs {
    ports: Arc<[Port]>,
    tensors: Vec<Tensor>,
}

impl Outputs {
    /// The output of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Tensor> {
        self.iter().find(|(known, _)| *known == name).map(|(_, tensor)| tensor)
    }

    /// All, with their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Tensor)> {
        self.ports.iter().map(|port| port.name.as_str()).zip(&self.tensors)
    }

    /// All, in the model's order.
    #[must_use]
    pub fn into_vec(self) -> Vec<Tensor> {
        self.tensors
    }
}

/// # Panics
/// There is no output of that name; [`Outputs::get`] says so instead.
impl Index<&str> for Outputs {
    type Output = Tensor;

    fn index(&self, name: &str) -> &Tensor {
        match self.get(name) {
            Some(tensor) => tensor,
            None => panic!("the model has no output '{name}'"),
        }
    }
}

/// # Panics
/// There are not so many outputs.
impl Index<usize> for Outputs {
    type Output = Tensor;

    fn index(&self, position: usize) -> &Tensor {
        &self.tensors[position]
    }
}
