//! The programs of a model: that for inputs of any sizes, and those for inputs of certain shapes, whose memory is
//! planned.

use super::Port;
use crate::Tensor;
use smallvec::SmallVec;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use tfrt_compiler::graph::TypeKind;
use tfrt_host::context::RequestContext;
use tfrt_host::error::{Error, Location};
use tfrt_host::kernel::{Chain, Function, Value};
use tfrt_model::{Form, Prepared};
use tfrt_model_kernels::arena::{Pool, Run};

/// Inputs or outputs; for a few, nothing is allocated.
pub(super) type Values = SmallVec<[Value; 8]>;

/// A program, ready on an engine.
#[derive(Clone, Debug)]
pub(super) struct Ready {
    pub(super) function: Function,
    /// The bytes of the memory that the function takes before the inputs, if it does.
    pub(super) memory: Option<usize>,
}

impl Ready {
    /// Calls the function, with memory of the pool if it takes some; then outputs may be the pool's.
    pub(super) fn call(
        &self,
        ctx: &RequestContext,
        (pool, lends): (&Pool, bool),
        inputs: &mut Values,
        outputs: &mut [Value],
    ) -> Result<(), Error> {
        if let Some(bytes) = self.memory {
            let run = Run::begin(ctx.allocator(), pool, bytes);
            let run =
                run.map_err(|error| Error::at(error, "arena.begin".into(), Location::Unknown))?;
            let run = if lends { run.lending() } else { run };
            inputs.insert_many(0, [Value::new(run), Value::new(Chain)]);
        }
        self.function.call(ctx, 0, inputs, outputs);
        Ok(())
    }
}

/// Makes programs for inputs of certain shapes when they come, and keeps those that were used last.
///
/// Thread-safe: the list is locked to look and to change it, not while a program is made; a run that needs the same
/// program meanwhile waits for it.
#[derive(Debug)]
pub(super) struct Programs {
    prepared: Prepared,
    most: usize,
    /// In the order of their last uses.
    kept: Mutex<VecDeque<Kept>>,
}

#[derive(Debug)]
struct Kept {
    /// The sizes of the dimensions that the model leaves open, in the order of its inputs.
    sizes: Vec<i64>,
    program: Arc<Made>,
}

/// A program, once it is made; `None` if there is none for inputs of such shapes.
type Made = OnceLock<Option<Ready>>;

impl Programs {
    pub(super) fn new(prepared: Prepared, most: usize) -> Self {
        Self { prepared, most, kept: Mutex::default() }
    }

    /// The program for these inputs, which `make` makes ready. `None` if they are better given to that for any
    /// sizes: its errors are those of the model, or nothing of it would be planned.
    pub(super) fn of(
        &self,
        ports: &[Port],
        inputs: &[Value],
        make: impl FnOnce(tfrt_compiler::graph::Module) -> Option<Ready>,
    ) -> Option<Ready> {
        let sizes = open_sizes(ports, inputs)?;
        let program = self.entry(&sizes);
        let made = program.get_or_init(|| {
            let shapes = shapes(ports, &sizes);
            let shapes: Vec<&[i64]> = shapes.iter().map(Vec::as_slice).collect();
            let module = self.prepared.program_for(&shapes, Form::Planned).ok()?;
            make(module).filter(|ready| ready.memory.is_some())
        });
        made.clone()
    }

    /// Where the program for these sizes is, or will be.
    fn entry(&self, sizes: &[i64]) -> Arc<Made> {
        let mut kept = self.kept();
        let known = kept.iter().position(|known| known.sizes[..] == *sizes);
        let found = known.and_then(|at| kept.remove(at));
        let found =
            found.unwrap_or_else(|| Kept { sizes: sizes.to_vec(), program: Arc::default() });
        let program = Arc::clone(&found.program);
        let oldest = if kept.len() >= self.most { kept.pop_front() } else { None };
        kept.push_back(found);
        drop(kept);
        drop(oldest);
        program
    }

    /// Forgets all programs. Runs that have one keep it.
    pub(super) fn trim(&self) {
        drop(std::mem::take(&mut *self.kept()));
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Kept>> {
        // Nothing that can panic is called under the lock.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a run binds sizes.
pub(super) fn are_open(ports: &[Port]) -> bool {
    ports.iter().flat_map(sizes_of).any(|&size| size < 0)
}

/// The sizes in a port's type; none if it has any rank, or is no tensor.
fn sizes_of(port: &Port) -> &[i64] {
    match port.ty.kind() {
        TypeKind::Shaped { shape, .. } => shape,
        _ => &[],
    }
}

/// The sizes of the dimensions of inputs that the model leaves open. `None` if an input that has some is no tensor
/// that is there, or another than the port takes.
fn open_sizes(ports: &[Port], inputs: &[Value]) -> Option<SmallVec<[i64; 8]>> {
    let mut sizes = SmallVec::new();
    for (port, input) in ports.iter().zip(inputs) {
        let known = sizes_of(port);
        if known.iter().all(|&size| size >= 0) {
            continue;
        }
        let tensor = input.get::<Tensor>()?;
        let shape = tensor.shape().dimensions();
        if shape.len() != known.len() {
            return None;
        }
        let open = known.iter().zip(shape).filter(|(known, _)| **known < 0);
        sizes.extend(open.map(|(_, &size)| size));
    }
    Some(sizes)
}

/// The shapes of inputs with these numbers for the sizes that are open.
fn shapes(ports: &[Port], sizes: &[i64]) -> Vec<Vec<i64>> {
    let mut sizes = sizes.iter();
    let mut size = |known: &i64| if *known < 0 { *sizes.next().unwrap_or(known) } else { *known };
    ports.iter().map(|port| sizes_of(port).iter().map(&mut size).collect()).collect()
}
