//! The face for Rust: ops by name, handles that can be awaited.

use crate::attrs::{IntoOpAttr, OpAttrs};
use crate::dispatch::{Arguments, Attributes, Handles, OpInvocation};
use crate::handle::TensorHandle;
use crate::handler::{CoreRuntimeOp, DeviceOpHandler, OpHandlerRef};
use crate::ops::Ops;
use crate::runtime::CoreRuntime;
use parking_lot::RwLock;
use std::collections::HashMap;
use std::fmt;
use std::panic::Location as Caller;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tfrt_host::context::{
    ExecCtx, HostHandle, LazySite, OpIndex, RequestContext, Site, SiteRef, Sites, UntilEnd,
};
use tfrt_host::device::HOST_DEVICE;
use tfrt_host::error::{Error, Location};
use tfrt_host::kernel::{Chain, Value};
use tfrt_tensor::{MutableTensor, Tensor, TensorMetadata, TensorShape};

/// Calls ops one by one, by name. Cheap to clone. Thread-safe.
///
/// ```
/// use tfrt_core_runtime::{Eager, MetadataCall, OpList, Ops, ResultMetadata, op};
/// use tfrt_host::context::Host;
/// use tfrt_host::error::{Error, KernelError};
/// use tfrt_tensor::{DenseHostTensor, Tensor, TensorError};
///
/// /// The metadata of the argument.
/// fn same(call: &MetadataCall<'_>) -> Result<ResultMetadata, KernelError> {
///     Ok(call.arguments[0].clone().into())
/// }
///
/// /// The argument times the attribute `by`.
/// #[op("my.scale", pure, infer = same)]
/// fn scale(
///     x: &DenseHostTensor,
///     by: tfrt_core_runtime::Attr<f32>,
/// ) -> Result<DenseHostTensor, TensorError> {
///     let scaled = x.to_vec::<f32>()?.iter().map(|x| by.0 * x).collect();
///     DenseHostTensor::from_vec(x.shape().clone(), scaled)
/// }
///
/// static MY: OpList = OpList::new(&[SCALE]);
///
/// let host = Host::builder().build()?;
/// let eager = Eager::new(&host, Ops::new().with(&MY));
/// let ctx = host.context();
/// let x = Tensor::from_vec(&[3], vec![1.0_f32, 2.0, 3.0])?;
/// let doubled = eager.op("my.scale")?.attr("by", 2.0_f32).call(&ctx, [&x])?;
/// assert_eq!(doubled.shape()?.expect("it is known").dimensions(), [3]); // at once
/// assert_eq!(doubled.wait()?.elements::<f32>()?, [2.0, 4.0, 6.0]);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Eager(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    handler: OpHandlerRef,
    /// The ops that were called, by name.
    made: RwLock<HashMap<Arc<str>, CoreRuntimeOp>>,
}

impl Eager {
    /// Calls these ops on the host's processors.
    #[must_use]
    pub fn new(host: &HostHandle, ops: Ops) -> Self {
        let null = OpHandlerRef::null();
        let Some(device) = host.devices().get(HOST_DEVICE) else {
            // The host has ended.
            return Self::with_handler(null);
        };
        let cpu = DeviceOpHandler::new("cpu", device, ops, null);
        Self::with_handler(OpHandlerRef(Arc::new(cpu)))
    }

    /// Calls the ops of a handler.
    #[must_use]
    pub fn with_handler(handler: OpHandlerRef) -> Self {
        Self(Arc::new(Inner { handler, made: RwLock::default() }))
    }

    /// The op of that name, to be called as often as one likes.
    ///
    /// # Errors
    /// There is none. The error names the caller's place.
    #[track_caller]
    pub fn op(&self, name: &str) -> Result<EagerOp, Error> {
        if let Some((name, op)) = self.0.made.read().get_key_value(name) {
            return Ok(EagerOp::new(Arc::clone(name), op.clone()));
        }
        let caller = Caller::caller();
        let made = self.0.handler.make_op(name);
        let made = made.map_err(|error| Error::at(error, name.to_owned().into(), at(caller)))?;
        let name: Arc<str> = name.into();
        self.0.made.write().insert(Arc::clone(&name), made.clone());
        Ok(EagerOp::new(name, made))
    }

    /// The tensor on the device of that name, such as `GPU:0` or `CPU:0`, of the kind that dense tensors have there. It is
    /// the tensor itself if it is there already.
    ///
    /// # Errors
    /// The host has no such device; the transfer fails at once. A later error is that of the handle.
    #[track_caller]
    pub fn transfer(
        &self,
        ctx: &RequestContext,
        tensor: impl IntoArgument,
        device: &str,
    ) -> Result<Handle, Error> {
        let sites = Place { name: "transfer".into(), caller: Caller::caller() };
        let site = LazySite::new((0, 0));
        let context = ExecCtx { request: ctx, site: SiteRef::Lazy(&sites, &site), depth: 0 };
        let device = ctx.device(device)?;
        let runtime = ctx.host().shared::<CoreRuntime>();
        let handle = runtime.transfer_inferred(context, &tensor.into_argument(), &device);
        match handle.as_error() {
            Some(error) => Err(error.clone()),
            None => Ok(Handle { handle, run: ctx.clone() }),
        }
    }
}

/// A call by the struct that `#[op]` makes.
///
/// # Errors
/// Those of [`Eager::op`] and [`EagerOp::call_for`].
#[track_caller]
pub fn call<const RESULTS: usize>(
    eager: &Eager,
    name: &str,
    ctx: &RequestContext,
    chain: Option<&mut OpChain>,
    arguments: Arguments,
    attributes: OpAttrs,
) -> Result<[Handle; RESULTS], Error> {
    let op = EagerOp { attributes, ..eager.op(name)? };
    op.run(ctx, arguments, chain.map(|chain| &mut chain.0))
}

fn at(caller: &'static Caller<'static>) -> Location {
    Location::at(caller.file(), caller.line(), caller.column())
}

/// An op with the attributes of its calls: [`Eager::op`].
///
/// ```
/// use tfrt_core_runtime::{Eager, EagerOp};
/// use tfrt_host::context::RequestContext;
/// use tfrt_host::error::Error;
/// use tfrt_tensor::Tensor;
///
/// /// The mean over the rows of a matrix.
/// fn mean(eager: &Eager, ctx: &RequestContext, x: &Tensor) -> Result<Tensor, Error> {
///     let rows = Tensor::from_vec(&[], vec![0_i32])?;
///     let op: EagerOp = eager.op("tf.Mean")?.attr("keep_dims", false);
///     op.call(ctx, [x, &rows])?.wait()
/// }
/// # let _ = mean;
/// ```
#[derive(Clone, Debug)]
#[must_use = "an op does nothing until it is called"]
pub struct EagerOp {
    name: Arc<str>,
    op: CoreRuntimeOp,
    attributes: OpAttrs,
}

impl EagerOp {
    fn new(name: Arc<str>, op: CoreRuntimeOp) -> Self {
        Self { name, op, attributes: OpAttrs::new() }
    }

    /// Sets an attribute, unless there is one of that name.
    pub fn attr(mut self, name: &str, value: impl IntoOpAttr) -> Self {
        self.attributes.set(name, value);
        self
    }

    /// Calls the op, which has one result. Returns before the work is done, if it takes long or an argument is late.
    ///
    /// An argument by value may be overwritten by the result.
    ///
    /// # Errors
    /// The op fails at once: because of the element types and shapes of arguments, say. A later error is that of
    /// the handle. Both name the op and the caller's place.
    #[track_caller]
    pub fn call<A: IntoArgument, const N: usize>(
        &self,
        ctx: &RequestContext,
        arguments: [A; N],
    ) -> Result<Handle, Error> {
        let [handle] = self.call_for(ctx, arguments)?;
        Ok(handle)
    }

    /// Calls the op for as many results as the caller takes: `let [mean, variance] = op.call_for(…)?`.
    ///
    /// # Errors
    /// As [`call`](Self::call); also if the op has another number of results.
    #[track_caller]
    pub fn call_for<A: IntoArgument, const N: usize, const RESULTS: usize>(
        &self,
        ctx: &RequestContext,
        arguments: [A; N],
    ) -> Result<[Handle; RESULTS], Error> {
        self.run(ctx, all(arguments), None)
    }

    /// Calls an op with side effects after those that the chain stands for. The chain then stands for its own.
    ///
    /// # Errors
    /// As [`call_for`](Self::call_for).
    #[track_caller]
    pub fn call_after<A: IntoArgument, const N: usize, const RESULTS: usize>(
        &self,
        ctx: &RequestContext,
        chain: &mut OpChain,
        arguments: [A; N],
    ) -> Result<[Handle; RESULTS], Error> {
        self.run(ctx, all(arguments), Some(&mut chain.0))
    }

    #[track_caller]
    fn run<const RESULTS: usize>(
        &self,
        ctx: &RequestContext,
        arguments: Arguments,
        chain: Option<&mut Value>,
    ) -> Result<[Handle; RESULTS], Error> {
        let sites = Place { name: Arc::clone(&self.name), caller: Caller::caller() };
        let site = LazySite::new((0, 0));
        let context = ExecCtx { request: ctx, site: SiteRef::Lazy(&sites, &site), depth: 0 };
        let mut handles: Handles = self.op.call(OpInvocation {
            context,
            arguments,
            attributes: Attributes::Own(&self.attributes),
            results: RESULTS,
            chain,
        });
        if handles.len() != RESULTS {
            let message = format!("the op has {} results, expected {RESULTS}", handles.len());
            return Err(context.error(message));
        }
        if let Some(error) = handles.iter().find_map(TensorHandle::as_error) {
            return Err(error.clone());
        }
        handles.reverse();
        Ok(std::array::from_fn(|_| {
            let handle =
                handles.pop().unwrap_or_else(|| TensorHandle::error(Error::bug("no result")));
            Handle { handle, run: ctx.clone() }
        }))
    }
}

fn all<A: IntoArgument, const N: usize>(arguments: [A; N]) -> Arguments {
    arguments.into_iter().map(IntoArgument::into_argument).collect()
}

/// The place of a call in the caller's source.
#[derive(Clone)]
struct Place {
    name: Arc<str>,
    caller: &'static Caller<'static>,
}

impl Sites for Place {
    fn site(&self, _: OpIndex) -> Site {
        Site { kernel: self.name.to_string().into(), location: at(self.caller) }
    }

    fn address(&self, _: OpIndex) -> usize {
        std::ptr::from_ref(self.caller).addr()
    }

    fn keep(&self) -> Arc<dyn Sites> {
        Arc::new(self.clone())
    }
}

/// What calls with side effects follow: [`EagerOp::call_after`].
///
/// ```
/// let chain = tfrt_core_runtime::OpChain::new();
/// assert!(chain.is_available());
/// ```
#[derive(Clone, Debug)]
pub struct OpChain(Value);

impl OpChain {
    /// The begin of a sequence.
    #[must_use]
    pub fn new() -> Self {
        Self(Value::new(Chain))
    }

    /// Whether the side effects are done, or one failed.
    #[must_use]
    pub fn is_available(&self) -> bool {
        self.0.is_available()
    }

    /// Waits until the side effects are done.
    ///
    /// # Errors
    /// One failed, or the run has ended.
    pub fn wait(&self, ctx: &RequestContext) -> Result<(), Error> {
        if let Some(pending) = self.0.pending() {
            ctx.await_all(std::slice::from_ref(pending))?;
        }
        self.0.error().map_or(Ok(()), |error| Err(error.clone()))
    }
}

impl Default for OpChain {
    fn default() -> Self {
        Self::new()
    }
}

/// A result of a call, which belongs to the call's run: a future of its tensor.
///
/// If it is dropped, the op runs nevertheless. When the run ends first, it is the run's error, also after the caller
/// has continued with [another](RequestContext::restart).
///
/// Cheap to clone. Thread-safe.
///
/// ```
/// use tfrt_core_runtime::Handle;
/// use tfrt_host::error::Error;
/// use tfrt_tensor::Tensor;
///
/// /// The only element of a result, which is there later.
/// async fn loss(handle: Handle) -> Result<f32, Error> {
///     let loss: Tensor = handle.await?;
///     Ok(loss.elements::<f32>()?[0])
/// }
/// # let _ = loss;
/// ```
#[derive(Clone)]
#[must_use = "the op runs if it is dropped, but its error is then lost"]
pub struct Handle {
    handle: TensorHandle,
    run: RequestContext,
}

impl Handle {
    /// The element type and shape; `None` if they are not known yet.
    ///
    /// # Errors
    /// That of the op, or of the run if it has ended.
    pub fn metadata(&self) -> Result<Option<TensorMetadata>, Error> {
        match self.handle.metadata() {
            Some(metadata) => metadata.map(Some),
            None => self.run.cancelled().map_or(Ok(None), |error| Err(error.clone())),
        }
    }

    /// The shape; `None` if it is not known yet.
    ///
    /// # Errors
    /// As [`metadata`](Self::metadata).
    pub fn shape(&self) -> Result<Option<TensorShape>, Error> {
        Ok(self.metadata()?.map(|metadata| metadata.shape))
    }

    /// Whether the tensor is there, or is an error.
    #[must_use]
    pub fn is_available(&self) -> bool {
        self.handle.pending_tensor().is_none()
    }

    /// Waits for the tensor; meanwhile this thread runs tasks if the queue has no threads. Its elements are those of
    /// the handle, without a copy, if this is the only handle of it.
    ///
    /// # Errors
    /// That of the op, or of the run if it ends before; a tensor of strings or of coordinates.
    pub fn wait(self) -> Result<Tensor, Error> {
        if let Some(pending) = self.handle.pending_tensor() {
            self.run.await_all(std::slice::from_ref(pending))?;
        }
        self.take()
    }

    /// The handle, without its run.
    #[must_use]
    pub fn into_inner(self) -> TensorHandle {
        self.handle
    }

    /// The tensor, which is there.
    fn take(self) -> Result<Tensor, Error> {
        let Self { handle, run } = self;
        let tensor = handle.into_tensor().take();
        let tensor = tensor.ok_or_else(|| Error::bug("the tensor is not there"))??;
        Ok(Tensor::freeze(tensor, run.allocator())?)
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Handle").field(&self.handle).finish()
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.handle.fmt(f)
    }
}

impl IntoFuture for Handle {
    type Output = Result<Tensor, Error>;
    type IntoFuture = Awaited;

    fn into_future(self) -> Awaited {
        let wait = UntilEnd::new(&self.run);
        Awaited { handle: Some(self), wait }
    }
}

/// The future of a [`Handle`].
///
/// # Panics
/// When polled again after completion.
///
/// # Examples
/// ```
/// use tfrt_core_runtime::{Awaited, Handle};
///
/// /// The tensors of several handles, whose ops run at the same time.
/// fn started(handles: Vec<Handle>) -> Vec<Awaited> {
///     handles.into_iter().map(IntoFuture::into_future).collect()
/// }
/// # let _ = started;
/// ```
#[derive(Debug)]
pub struct Awaited {
    handle: Option<Handle>,
    wait: UntilEnd,
}

impl Future for Awaited {
    type Output = Result<Tensor, Error>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { handle, wait } = &mut *self;
        let handle = handle.take().expect("a completed future is not polled again");
        match wait.poll(handle.handle.tensor().as_any(), cx) {
            Poll::Pending => {
                self.handle = Some(handle);
                Poll::Pending
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Ready(Ok(())) => {
                // The arrival has a reference to the tensor.
                self.wait = UntilEnd::new(&handle.run);
                Poll::Ready(handle.take())
            }
        }
    }
}

/// An argument of a call: a handle or a tensor, by value or borrowed.
///
/// ```
/// use tfrt_core_runtime::{EagerOp, Handle, IntoArgument};
/// use tfrt_host::context::RequestContext;
/// use tfrt_host::error::Error;
///
/// /// Calls an op twice: with its own result, which it may overwrite.
/// fn twice<A: IntoArgument>(op: &EagerOp, ctx: &RequestContext, x: A) -> Result<Handle, Error> {
///     op.call(ctx, [op.call(ctx, [x])?])
/// }
/// # let _ = twice::<Handle>;
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no argument of an op",
    note = "an op takes `Handle`, `&Handle`, `Tensor`, `&Tensor`, `TensorHandle` or `&TensorHandle`"
)]
pub trait IntoArgument {
    /// The handle.
    #[doc(hidden)]
    fn into_argument(self) -> TensorHandle;
}

impl IntoArgument for TensorHandle {
    fn into_argument(self) -> TensorHandle {
        self
    }
}

impl IntoArgument for &TensorHandle {
    fn into_argument(self) -> TensorHandle {
        self.clone()
    }
}

impl IntoArgument for Handle {
    fn into_argument(self) -> TensorHandle {
        // What a run has not made before its end is its error.
        match self.run.cancelled() {
            Some(error) if !self.is_available() => TensorHandle::error(error.clone()),
            _ => self.handle,
        }
    }
}

impl IntoArgument for &Handle {
    fn into_argument(self) -> TensorHandle {
        self.clone().into_argument()
    }
}

impl IntoArgument for Tensor {
    fn into_argument(self) -> TensorHandle {
        match self.into_dense() {
            Ok(dense) => TensorHandle::new(MutableTensor::Dense(dense)),
            Err(error) => TensorHandle::error(error.into()),
        }
    }
}

impl IntoArgument for &Tensor {
    fn into_argument(self) -> TensorHandle {
        self.clone().into_argument()
    }
}
