//! Modules of device code, and their functions.

use crate::capture::{Holding, Kept};
use crate::context::Context;
use crate::core::Core;
use crate::error::CudaError;
use crate::raw::{self, FunctionHandle, ModuleHandle};
use smallvec::SmallVec;
use std::any::Any;
use std::ffi::CString;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Device code that is loaded in a context. Cheap to clone. Thread-safe.
///
/// ```
/// # use tfrt_cuda::{Context, CudaError, DeviceFunction};
/// fn saxpy(context: &Context, ptx: &str) -> Result<DeviceFunction, CudaError> {
///     context.load(ptx)?.function("saxpy")
/// }
/// # let _ = saxpy;
/// ```
#[derive(Clone)]
pub struct Module(Arc<Inner>);

struct Inner {
    context: Context,
    /// The streams that use its kernels and globals: the same as [`Memory`](crate::memory)'s.
    used: AtomicU64,
    code: Arc<Code>,
}

/// What is unloaded when nobody needs it any more.
struct Code {
    core: Arc<Core>,
    handle: ModuleHandle,
}

/// A kernel of a module, with the sizes of its parameters. Cheap to clone. Thread-safe.
///
/// ```
/// # use tfrt_cuda::DeviceFunction;
/// fn parameters(function: &DeviceFunction) -> usize {
///     function.parameters().len()
/// }
/// # let _ = parameters;
/// ```
#[derive(Clone)]
pub struct DeviceFunction(Arc<FunctionInner>);

struct FunctionInner {
    module: Module,
    handle: FunctionHandle,
    name: Arc<str>,
    parameters: SmallVec<[usize; 8]>,
}

/// The driver takes at most 4 KiB of parameters.
const PARAMETERS: usize = 4096;

impl Context {
    /// Loads device code: PTX, or what the device executes itself.
    ///
    /// # Errors
    /// The driver's, with what its assembler says as notes; also if there is a zero in the text before its end.
    pub fn load(&self, code: impl AsRef<[u8]>) -> Result<Module, CudaError> {
        Module::load(self, code.as_ref())
    }
}

impl Module {
    fn load(context: &Context, code: &[u8]) -> Result<Self, CudaError> {
        let code = code.strip_suffix(b"\0").unwrap_or(code);
        let image = CString::new(code)
            .map_err(|_| CudaError::misuse("there is a zero in the device code before its end"))?;
        let handle = context.core().call_alone(|table| raw::load(table, &image))?;
        let code = Arc::new(Code { core: Arc::clone(context.core()), handle });
        Ok(Self(Arc::new(Inner { context: context.clone(), used: AtomicU64::new(0), code })))
    }

    /// The context.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.0.context
    }

    /// The kernel of that name.
    ///
    /// # Errors
    /// There is none; the driver's.
    pub fn function(&self, name: &str) -> Result<DeviceFunction, CudaError> {
        let text = raw::text(name)?;
        let (handle, parameters) = self.0.context.call(|table| {
            let handle = raw::function(table, self.0.code.handle, &text)?;
            let mut parameters = SmallVec::new();
            while parameters.len() < PARAMETERS
                && let Some(size) = raw::param(table, handle, parameters.len())?
            {
                parameters.push(size);
            }
            Ok((handle, parameters))
        })?;
        let name = text.to_string_lossy().into();
        Ok(DeviceFunction(Arc::new(FunctionInner {
            module: self.clone(),
            handle,
            name,
            parameters,
        })))
    }

    /// The address and the size of a global.
    pub(crate) fn find_global(&self, name: &str) -> Result<(u64, usize), CudaError> {
        let name = raw::text(name)?;
        self.0.context.call(|table| raw::global(table, self.0.code.handle, &name))
    }

    /// Lets a graph hold it.
    pub(crate) fn hold(&self, holding: &mut Holding) -> Result<(), CudaError> {
        holding.keep(Arc::as_ptr(&self.0).addr(), || Ok(self.clone()))
    }

    /// Notes that streams use it.
    pub(crate) fn note_use(&self, bits: u64) {
        if self.0.used.load(Ordering::Relaxed) & bits != bits {
            self.0.used.fetch_or(bits, Ordering::Relaxed);
        }
    }
}

impl Kept for Module {
    fn note_use(&self, bits: u64) {
        Self::note_use(self, bits);
    }
}

impl DeviceFunction {
    /// The module.
    #[must_use]
    pub fn module(&self) -> &Module {
        &self.0.module
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    pub(crate) fn shared_name(&self) -> &Arc<str> {
        &self.0.name
    }

    /// The bytes of each parameter.
    #[must_use]
    pub fn parameters(&self) -> &[usize] {
        &self.0.parameters
    }

    pub(crate) fn handle(&self) -> FunctionHandle {
        self.0.handle
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // What streams were given to do needs the code until it is done.
        let code: Arc<dyn Any + Send + Sync> = Arc::<Code>::clone(&self.code);
        self.context.keep_for_streams(*self.used.get_mut(), code);
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        let handle = self.handle;
        self.core.call_alone_in_drop(move |table| raw::unload(table, handle));
    }
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Module").field("context", &self.0.context).finish_non_exhaustive()
    }
}

impl fmt::Debug for DeviceFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DeviceFunction").field(&self.0.name).finish()
    }
}
