//! Handlers: what finds an op by its name and calls it.

use crate::dispatch::{self, Handles, OpInvocation};
use crate::op::OpKernel;
use crate::ops::Ops;
use std::fmt;
use std::sync::Arc;
use tfrt_host::device::Device;
use tfrt_host::error::{Error, ErrorCode, KernelError};
use tfrt_host::kernel::{Chain, KernelType, Value};
use tfrt_host::trace::{TraceKind, TraceLevel};

/// Finds ops by name. Handlers form a chain: one that does not know an op asks its fallback.
///
/// Thread-safe. Made known to programs by [`CoreRuntime::register`](crate::CoreRuntime::register).
///
/// ```
/// use tfrt_core_runtime::{CoreRuntimeOp, OpHandler};
/// use tfrt_host::error::KernelError;
///
/// /// Knows no op but `my.stop`.
/// #[derive(Debug)]
/// struct Stops;
///
/// impl OpHandler for Stops {
///     fn name(&self) -> &str {
///         "stops"
///     }
///
///     fn make_op(&self, name: &str) -> Result<CoreRuntimeOp, KernelError> {
///         if name != "my.stop" {
///             return Err(format!("there is no op {name}").into());
///         }
///         Ok(CoreRuntimeOp::new(|call| {
///             let error = call.context.report("stopped");
///             call.fail(&error)
///         }))
///     }
/// }
/// assert!(Stops.make_op("my.go").is_err());
/// ```
pub trait OpHandler: Send + Sync + fmt::Debug {
    /// Its name in logs and traces: that of its kind.
    fn name(&self) -> &str;

    /// The op of that name, to be called as often as one likes.
    ///
    /// # Errors
    /// There is none.
    fn make_op(&self, name: &str) -> Result<CoreRuntimeOp, KernelError>;
}

/// A reference to a handler: `!corert.ophandler`.
///
/// ```
/// use tfrt_core_runtime::OpHandlerRef;
/// let null = OpHandlerRef::null();
/// assert_eq!(null.name(), "null");
/// ```
#[derive(Clone, Debug)]
pub struct OpHandlerRef(pub Arc<dyn OpHandler>);

impl KernelType for OpHandlerRef {
    const NAME: &'static str = "!corert.ophandler";
    const PATH: Option<&'static str> = Some("tfrt::core_runtime::OpHandlerRef");
}

impl OpHandlerRef {
    /// The handler that knows no op.
    #[must_use]
    pub fn null() -> Self {
        Self(Arc::new(NullOpHandler))
    }

    /// The address of the handler, which no other has while it lives.
    #[must_use]
    pub fn address(&self) -> usize {
        Arc::as_ptr(&self.0).cast::<()>().addr()
    }
}

impl std::ops::Deref for OpHandlerRef {
    type Target = dyn OpHandler;

    fn deref(&self) -> &(dyn OpHandler + 'static) {
        &*self.0
    }
}

/// An op to call. Cheap to clone. Thread-safe. `!corert.op`.
///
/// ```
/// use tfrt_core_runtime::CoreRuntimeOp;
/// use smallvec::smallvec;
///
/// /// Its first argument.
/// let first = CoreRuntimeOp::new(|mut call| smallvec![call.arguments.swap_remove(0)]);
/// # let _ = first;
/// ```
#[derive(Clone)]
pub struct CoreRuntimeOp(Arc<dyn Fn(OpInvocation<'_>) -> Handles + Send + Sync>);

impl CoreRuntimeOp {
    /// An op that is a function. It returns as many handles as the call has results, and does not panic.
    pub fn new(call: impl Fn(OpInvocation<'_>) -> Handles + Send + Sync + 'static) -> Self {
        Self(Arc::new(call))
    }

    /// Calls the op, which takes the arguments. Returns handles of its results, which may be there later.
    #[must_use]
    pub fn call(&self, call: OpInvocation<'_>) -> Handles {
        (self.0)(call)
    }
}

impl KernelType for CoreRuntimeOp {
    const NAME: &'static str = "!corert.op";
    const PATH: Option<&'static str> = Some("tfrt::core_runtime::CoreRuntimeOp");
}

impl fmt::Debug for CoreRuntimeOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CoreRuntimeOp").finish_non_exhaustive()
    }
}

/// The end of a chain of handlers: knows no op.
#[derive(Debug)]
struct NullOpHandler;

impl OpHandler for NullOpHandler {
    fn name(&self) -> &'static str {
        "null"
    }

    fn make_op(&self, name: &str) -> Result<CoreRuntimeOp, KernelError> {
        let message = format!("{name} was not supported by NullOpHandler.");
        Err(KernelError::new(ErrorCode::NotFound, message))
    }
}

/// A handler of ops of one device: `cpu`, or that of another device.
///
/// It converts arguments to kinds of tensors that the op takes. A tensor of another device goes to the op as it is.
///
/// ```
/// use tfrt_core_runtime::{DeviceOpHandler, OpHandler, OpHandlerRef, Ops};
/// # let host = tfrt_host::context::Host::builder().build()?;
/// let device = host.devices().get("CPU:0").expect("the host is one");
/// let cpu = DeviceOpHandler::new("cpu", device, Ops::new(), OpHandlerRef::null());
/// let error = cpu.make_op("my.op").unwrap_err();
/// assert_eq!(error.message, "my.op was not supported by NullOpHandler.");
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
#[derive(Debug)]
pub struct DeviceOpHandler {
    name: Arc<str>,
    device: Arc<dyn Device>,
    ops: Ops,
    fallback: OpHandlerRef,
    chains: bool,
}

impl DeviceOpHandler {
    /// A handler of these ops, which run on that device. It asks the fallback for others.
    #[must_use]
    pub fn new(name: &str, device: Arc<dyn Device>, ops: Ops, fallback: OpHandlerRef) -> Self {
        Self { name: name.into(), device, ops, fallback, chains: true }
    }

    /// Lets something else order the side effects of its ops, such as a stream of the device: no call waits for a
    /// chain or gives one.
    #[must_use]
    pub fn without_chains(self) -> Self {
        Self { chains: false, ..self }
    }

    /// The device.
    #[must_use]
    pub fn device(&self) -> &Arc<dyn Device> {
        &self.device
    }
}

impl OpHandler for DeviceOpHandler {
    fn name(&self) -> &str {
        &self.name
    }

    fn make_op(&self, name: &str) -> Result<CoreRuntimeOp, KernelError> {
        let Some(op) = self.ops.get(name) else { return self.fallback.make_op(name) };
        let called = Called {
            op,
            handler: Arc::clone(&self.name),
            device: Arc::clone(&self.device),
            chains: self.chains,
        };
        Ok(CoreRuntimeOp::new(move |call| called.call(call)))
    }
}

/// An op of a handler.
struct Called {
    op: &'static OpKernel,
    handler: Arc<str>,
    device: Arc<dyn Device>,
    chains: bool,
}

impl Called {
    fn call(&self, mut call: OpInvocation<'_>) -> Handles {
        let context = call.context;
        let _scope = context.request.tracer(TraceLevel::Default).map(|tracer| {
            let name = format!("{}#op_handler={}#", self.op.name, self.handler);
            tracer.scope(TraceLevel::Default, TraceKind::User, &name)
        });
        if !self.chains {
            call.chain = None;
        }
        for argument in &call.arguments {
            if let Some(Ok(device)) = argument.device_name()
                && device != self.device.name()
            {
                let to = self.device.name();
                let warning = format!("Cannot implictly convert from device {device} to {to}");
                context.trace_event(TraceLevel::Default, &warning);
            }
        }
        let handles = dispatch::execute(self.op, call);
        if self.device.name() == tfrt_host::device::HOST_DEVICE {
            return handles;
        }
        handles.into_iter().map(|handle| handle.on(&self.device)).collect()
    }
}

/// Calls an op of a handler by its name.
///
/// An op that the handler does not know is reported, and the error of each result and of the chain.
pub fn execute(handler: &dyn OpHandler, name: &str, call: OpInvocation<'_>) -> Handles {
    match handler.make_op(name) {
        Ok(op) => op.call(call),
        Err(error) => {
            let error = call.context.report(error);
            call.fail(&error)
        }
    }
}

/// A ready chain, for calls that begin a sequence.
#[must_use]
pub fn new_chain() -> Value {
    Value::new(Chain)
}

/// The error of a handler's name that is not known.
pub(crate) fn not_found(name: &str) -> Error {
    Error::new(ErrorCode::NotFound, format!("op_handler not found: {name}"))
}
