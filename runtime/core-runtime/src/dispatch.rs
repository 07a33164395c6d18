//! How a call of an op proceeds, from its arguments to its results.
//!
//! # What becomes of a call
//!
//! *Metadata* and *tensors* are those of the arguments: there, late, or one of them an error. The *chain* is that of
//! the call, if it has one. An op *with side effects* gives a chain; the chain of a call of another op stays
//! the object that it was.
//!
//! An op with a metadata function first passes through this table, from the top:
//!
//! | metadata | function | results | chain |
//! |---|---|---|---|
//! | there, or one is an error; none is late | of an error: not called | the first error | the error |
//! | all there | error | the error, reported | the error |
//! | all there | metadata | have these metadata when the call returns | below |
//! | late | — | have late metadata; the call continues when all are there and, with side effects, the chain | pending, with side effects |
//! | late, then an error | not called | metadata and tensor: the first error | the error, with side effects |
//! | late, then there | error | metadata and tensor: the error, reported | the error, with side effects |
//! | late, then there | metadata | have these metadata | below |
//!
//! An op without one begins here; the metadata of its results are those of its tensors:
//!
//! | tensors | chain | run | results | chain, with side effects |
//! |---|---|---|---|---|
//! | late | any | any | pending; the call continues when all tensors and the chain are there | pending |
//! | any there | late | any | the same | pending |
//! | one is an error | any there | any | the first error in the order of the arguments | the error |
//! | all there | error | any | the error of the chain | the error |
//! | all there | there or absent | ended | the error of the run | the error of the run |
//! | all there | there or absent | continues | the op runs: its results | that of the op |
//!
//! A call that waits for nothing runs the op before it returns. One that waits continues on the thread that resolves
//! the last value that it waits for.

use crate::attrs::{OpAttrs, OpAttrsRef};
use crate::convert;
use crate::handle::{KnownMetadata, Metadata, TensorHandle};
use crate::op::{MetadataCall, OpFrame, OpKernel, ResultMetadata, tensor_of};
use smallvec::{SmallVec, smallvec};
use std::mem;
use std::ops::Deref;
use tfrt_host::context::{ExecCtx, OwnedCtx};
use tfrt_host::error::Error;
use tfrt_host::kernel::{Chain, KernelFrame, Operands, Suspended, Value, resume_when_ready};
use tfrt_host::trace::{TraceKind, TraceLevel};
use tfrt_host::value::{AnyPromise, AnyRef, AsyncRef, Promise};
use tfrt_tensor::{MutableTensor, TensorMetadata};

/// The arguments of a call.
pub type Arguments = SmallVec<[TensorHandle; 2]>;

/// The results of a call.
pub type Handles = SmallVec<[TensorHandle; 1]>;

/// One call of an op: [`CoreRuntimeOp::call`](crate::CoreRuntimeOp::call).
///
/// ```
/// use tfrt_core_runtime::{CoreRuntimeOp, OpInvocation};
///
/// /// Calls an op with the same arguments in the other order.
/// fn swapped(op: CoreRuntimeOp) -> CoreRuntimeOp {
///     CoreRuntimeOp::new(move |mut call: OpInvocation<'_>| {
///         call.arguments.reverse();
///         op.call(call)
///     })
/// }
/// # let _ = swapped;
/// ```
#[derive(Debug)]
pub struct OpInvocation<'a> {
    /// The run, and the position of the call.
    pub context: ExecCtx<'a>,
    /// The arguments. The op may overwrite a tensor to which it gets the only handle.
    pub arguments: Arguments,
    /// The attributes.
    pub attributes: Attributes<'a>,
    /// The number of results.
    pub results: usize,
    /// What the op waits for, which an op with side effects replaces by its own.
    pub chain: Option<&'a mut Value>,
}

/// The attributes of a call.
///
/// ```
/// use tfrt_core_runtime::{Attributes, OpAttrs};
///
/// let mut attributes = OpAttrs::new();
/// attributes.set("axis", 1_i32);
/// let own = Attributes::Own(&attributes);
/// assert_eq!(own.get::<i32>("axis"), Some(1));
/// let shared = own.share();
/// assert_eq!(Attributes::Shared(&shared).len(), 1);
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Attributes<'a> {
    /// Which are copied if the call outlives the caller.
    Own(&'a OpAttrs),
    /// Which are shared.
    Shared(&'a OpAttrsRef),
}

impl Attributes<'_> {
    /// The attributes, shared.
    #[must_use]
    pub fn share(self) -> OpAttrsRef {
        match self {
            Self::Own(attributes) => attributes.freeze(),
            Self::Shared(attributes) => attributes.clone(),
        }
    }
}

impl Deref for Attributes<'_> {
    type Target = OpAttrs;

    fn deref(&self) -> &OpAttrs {
        match self {
            Self::Own(attributes) => attributes,
            Self::Shared(attributes) => attributes,
        }
    }
}

impl OpInvocation<'_> {
    /// Makes each result the error, and the chain of the call.
    pub fn fail(self, error: &Error) -> Handles {
        if let Some(chain) = self.chain {
            *chain = Value::Error(error.clone());
        }
        failed(self.results, error)
    }
}

fn failed(results: usize, error: &Error) -> Handles {
    (0..results).map(|_| TensorHandle::error(error.clone())).collect()
}

/// Calls an op.
pub(crate) fn execute(op: &'static OpKernel, mut call: OpInvocation<'_>) -> Handles {
    if let Err(error) = op.check_arguments(call.arguments.len()) {
        let error = call.context.report(error);
        return call.fail(&error);
    }
    convert::implicitly(op, call.context, &mut call.arguments);
    let metadata = match infer_now(op, &call) {
        Some(Err(error)) => return call.fail(&error),
        Some(Ok(metadata)) => Some(metadata),
        None => None,
    };
    let waits = metadata.is_none()
        || call.arguments.iter().any(|argument| argument.pending_tensor().is_some())
        || call.chain.as_ref().is_some_and(|chain| !chain.is_available());
    if waits {
        return Waiting::begin(op, call, metadata);
    }
    let metadata = metadata.unwrap_or_default();
    let OpInvocation { context, arguments, attributes, results, chain } = call;
    let ready = Ready { op, context, attributes: &attributes, metadata: &metadata, results };
    let mut values = ready.results(arguments, chain.as_deref());
    if op.has_side_effects()
        && let (Some(new), Some(chain)) = (values.pop(), chain)
    {
        *chain = new;
    }
    let mut metadata = metadata.0.into_iter();
    let handle = |value| match metadata.next().flatten() {
        Some(metadata) => TensorHandle::with_metadata(tensor_of(value), metadata),
        None => TensorHandle::later(tensor_of(value)),
    };
    values.into_iter().map(handle).collect()
}

/// The metadata of the results, if those of all arguments are known.
fn infer_now(op: &OpKernel, call: &OpInvocation<'_>) -> Option<Result<ResultMetadata, Error>> {
    if op.infer.is_none() {
        return Some(Ok(ResultMetadata::default()));
    }
    if call.arguments.iter().any(|argument| argument.pending_metadata().is_some()) {
        return None;
    }
    Some(infer(op, call.context, &call.arguments, &call.attributes, call.results))
}

/// Calls the metadata function. All metadata of the arguments are known.
fn infer(
    op: &OpKernel,
    context: ExecCtx<'_>,
    arguments: &[TensorHandle],
    attributes: &OpAttrs,
    results: usize,
) -> Result<ResultMetadata, Error> {
    let Some(function) = op.infer else { return Ok(ResultMetadata::default()) };
    let mut known = SmallVec::<[TensorMetadata; 2]>::new();
    for argument in arguments {
        if let Some(metadata) = argument.metadata() {
            known.push(metadata?);
        }
    }
    let _scope = context.trace_scope(TraceLevel::Verbose, "RunMetadataFunction");
    let call = MetadataCall { arguments: &known, attributes };
    let inferred = convert::caught(|| function(&call)).and_then(|inferred| {
        if inferred.len() == results {
            return Ok(inferred);
        }
        let message = format!("{} has {} results, the call has {results}", op.name, inferred.len());
        Err(message.into())
    });
    inferred.map_err(|error| context.report(error))
}

/// A call that waits for nothing any more.
struct Ready<'a> {
    op: &'static OpKernel,
    context: ExecCtx<'a>,
    attributes: &'a OpAttrs,
    metadata: &'a [Option<TensorMetadata>],
    results: usize,
}

/// The results, and the chain of an op with side effects.
type Values = SmallVec<[Value; 2]>;

impl Ready<'_> {
    /// The values of the results, and behind them the chain of an op with side effects.
    fn results(&self, arguments: Arguments, chain: Option<&Value>) -> Values {
        let count = self.results + usize::from(self.op.has_side_effects());
        let mut errors = arguments.iter().map(TensorHandle::as_error);
        let error = errors.find_map(|error| error).or(chain.and_then(Value::error));
        let error = error.or_else(|| self.context.request.cancelled());
        if let Some(error) = error {
            return smallvec![Value::Error(error.clone()); count];
        }
        drop(errors);
        self.dispatch(arguments, count)
    }

    fn dispatch(&self, arguments: Arguments, count: usize) -> Values {
        let _scope = self.context.request.tracer(TraceLevel::Default).map(|tracer| {
            let name = format!("RunDispatch: {}", self.op.name);
            tracer.scope(TraceLevel::Default, TraceKind::User, &name)
        });
        let mut operands: SmallVec<[Value; 2]> = arguments
            .into_iter()
            .map(|argument| Value::Ref(argument.into_tensor().into_any()))
            .collect();
        let mut results: Values = smallvec![Value::Empty; count];
        let ExecCtx { request, site, depth } = self.context;
        self.op.invoke(&mut OpFrame {
            kernel: KernelFrame {
                request,
                site,
                depth,
                operands: Operands::owned(&mut operands),
                attributes: &[],
                functions: &[],
                results: &mut results,
            },
            attributes: self.attributes,
            metadata: self.metadata,
        });
        results
    }
}

/// A call that waits.
struct Waiting {
    op: &'static OpKernel,
    context: OwnedCtx,
    arguments: Arguments,
    attributes: OpAttrsRef,
    metadata: Inferred,
    results: SmallVec<[Promise<MutableTensor>; 2]>,
    /// The chain that it waits for.
    after: Option<Value>,
    /// That of an op with side effects.
    chain: Option<AnyPromise>,
}

enum Inferred {
    Known(ResultMetadata),
    /// The promises of the results' metadata.
    Later(SmallVec<[Promise<KnownMetadata>; 2]>),
}

impl Waiting {
    /// Suspends a call and returns handles of its results.
    fn begin(
        op: &'static OpKernel,
        call: OpInvocation<'_>,
        known: Option<ResultMetadata>,
    ) -> Handles {
        let OpInvocation { context, arguments, attributes, results: count, chain } = call;
        let mut results = SmallVec::new();
        let mut later = SmallVec::new();
        let mut handles = Handles::new();
        for index in 0..count {
            let (promise, tensor) = AsyncRef::pending();
            results.push(promise);
            let metadata = match &known {
                Some(known) => match known.get(index).and_then(Option::as_ref) {
                    Some(metadata) => Metadata::Known(metadata.clone()),
                    None => Metadata::OfTensor,
                },
                None => {
                    let (promise, metadata) = AsyncRef::pending();
                    later.push(promise);
                    Metadata::Later(metadata)
                }
            };
            handles.push(TensorHandle::of_parts(tensor, metadata));
        }
        let after = chain.as_deref().cloned();
        let (mut promise, mut own) = (None, None);
        if op.has_side_effects() && chain.is_some() {
            let (made, value) = AnyRef::indirect();
            (promise, own) = (Some(made), Some(value));
        }
        if let (Some(chain), Some(own)) = (chain, own) {
            *chain = Value::Ref(own);
        }
        let metadata = known.map_or(Inferred::Later(later), Inferred::Known);
        resume_when_ready(Box::new(Self {
            op,
            context: context.to_owned(),
            arguments,
            attributes: attributes.share(),
            metadata,
            results,
            after,
            chain: promise,
        }));
        handles
    }

    /// Makes all results, their pending metadata and the chain that error.
    fn fail(self, error: &Error) {
        if let Inferred::Later(promises) = self.metadata {
            promises.into_iter().for_each(|promise| promise.fail(error.clone()));
        }
        self.results.into_iter().for_each(|promise| promise.fail(error.clone()));
        if let Some(chain) = self.chain {
            chain.fail(error.clone());
        }
    }

    fn finish(mut self) {
        let context = self.context.as_ctx();
        convert::implicitly(self.op, context, &mut self.arguments);
        let metadata = match &self.metadata {
            Inferred::Known(known) => known.clone(),
            Inferred::Later(_) => ResultMetadata::default(),
        };
        let ready = Ready {
            op: self.op,
            context,
            attributes: &self.attributes,
            metadata: &metadata,
            results: self.results.len(),
        };
        let mut values = ready.results(mem::take(&mut self.arguments), self.after.as_ref());
        let chain = if self.op.has_side_effects() { values.pop() } else { None };
        for (promise, value) in self.results.into_iter().zip(values) {
            promise.forward(tensor_of(value));
        }
        if let Some(promise) = self.chain {
            promise.forward(chain.unwrap_or(Value::new(Chain)).into_ref());
        }
    }
}

impl Suspended for Waiting {
    fn pending(&self) -> Option<&AnyRef> {
        let chain = || self.after.as_ref().and_then(Value::pending);
        if let Inferred::Later(_) = self.metadata {
            let metadata = self.arguments.iter().find_map(TensorHandle::pending_metadata);
            let chain = || chain().filter(|_| self.op.has_side_effects());
            return metadata.or_else(chain);
        }
        self.arguments.iter().find_map(TensorHandle::pending_tensor).or_else(chain)
    }

    fn resume(mut self: Box<Self>) -> Option<Box<Self>> {
        if self.pending().is_some() {
            return Some(self);
        }
        if let Inferred::Later(_) = self.metadata {
            let context = self.context.as_ctx();
            let inferred =
                infer(self.op, context, &self.arguments, &self.attributes, self.results.len());
            match inferred {
                Err(error) => {
                    self.fail(&error);
                    return None;
                }
                Ok(known) => {
                    let later = mem::replace(&mut self.metadata, Inferred::Known(known.clone()));
                    if let Inferred::Later(promises) = later {
                        for (promise, metadata) in promises.into_iter().zip(known.0) {
                            promise.set(KnownMetadata(metadata));
                        }
                    }
                    if self.pending().is_some() {
                        return Some(self);
                    }
                }
            }
        }
        self.finish();
        None
    }
}
