//! The texts of device code, loaded and launched.
#![expect(unsafe_code, reason = "a kernel can write anywhere")]

use super::operand::invalid;
use parking_lot::Mutex;
use std::borrow::Cow;
use std::collections::HashMap;
use tfrt_cuda::{Arg, Context, DeviceFunction, Grid, Module, Stream};
use tfrt_host::error::KernelError;
use tfrt_tensor::DType;

/// A text of device code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum File {
    Cast,
    Elementwise,
    Images,
    Movement,
    Product,
    Reduction,
}

impl File {
    /// Its name, and what is checked in.
    fn text(self) -> (&'static str, &'static str) {
        match self {
            Self::Cast => ("cast", include_str!("../../ptx/cast.ptx")),
            Self::Elementwise => ("elementwise", include_str!("../../ptx/elementwise.ptx")),
            Self::Images => ("images", include_str!("../../ptx/images.ptx")),
            Self::Movement => ("movement", include_str!("../../ptx/movement.ptx")),
            Self::Product => ("product", include_str!("../../ptx/product.ptx")),
            Self::Reduction => ("reduction", include_str!("../../ptx/reduction.ptx")),
        }
    }
}

/// A kernel: its text and its name, to which that of a type is appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Kernel {
    pub(super) file: File,
    pub(super) name: &'static str,
    /// None: the kernel is for all types.
    pub(super) suffix: Option<&'static str>,
}

impl Kernel {
    /// The kernel for elements of a type.
    ///
    /// # Errors
    /// `device code has no 'tanh' of i32`: it is not among the types.
    pub(super) fn of(
        file: File,
        name: &'static str,
        dtype: DType,
        types: &[DType],
    ) -> Result<Self, KernelError> {
        if types.contains(&dtype) {
            return Ok(Self { file, name, suffix: Some(dtype.name()) });
        }
        Err(invalid(format!("device code has no '{name}' of {}", dtype.name())))
    }
}

/// The types of kernels of floats.
pub(super) const FLOATS: [DType; 3] = [DType::F16, DType::F32, DType::F64];

/// The types of kernels of numbers.
pub(super) const NUMBERS: [DType; 5] = [DType::I32, DType::I64, DType::F16, DType::F32, DType::F64];

/// What of the texts is loaded in a context.
pub(super) struct Code {
    context: Context,
    /// In place of what is checked in.
    texts: Option<Texts>,
    /// Not locked while a text is loaded: that waits for captures of other threads, which may need this lock.
    loaded: Mutex<Loaded>,
}

pub(super) type Texts = Box<dyn Fn(&'static str) -> Cow<'static, str> + Send + Sync>;

#[derive(Default)]
struct Loaded {
    modules: HashMap<File, Module>,
    functions: HashMap<Kernel, DeviceFunction>,
}

impl Code {
    pub(super) fn new(context: &Context, texts: Option<Texts>) -> Self {
        Self { context: context.clone(), texts, loaded: Mutex::default() }
    }

    fn function(&self, kernel: Kernel) -> Result<DeviceFunction, KernelError> {
        let Kernel { file, name, suffix } = kernel;
        let known = {
            let loaded = self.loaded.lock();
            if let Some(function) = loaded.functions.get(&kernel) {
                return Ok(function.clone());
            }
            loaded.modules.get(&file).cloned()
        };
        let module = match known {
            Some(module) => module,
            None => {
                let module = self.load(file)?;
                // Another thread may have been first; its module stays.
                self.loaded.lock().modules.entry(file).or_insert(module).clone()
            }
        };
        let function = match suffix {
            Some(suffix) => module.function(&format!("{name}_{suffix}"))?,
            None => module.function(name)?,
        };
        self.loaded.lock().functions.insert(kernel, function.clone());
        Ok(function)
    }

    fn load(&self, file: File) -> Result<Module, KernelError> {
        let (name, text) = file.text();
        let text = self.texts.as_ref().map_or(Cow::Borrowed(text), |texts| texts(name));
        Ok(self.context.load(&*text)?)
    }

    /// Gives a stream a call of one of our kernels.
    ///
    /// The caller has checked what the kernel relies on: the places that it computes from these arguments are inside
    /// these buffers.
    ///
    /// # Errors
    /// The driver's; a stream or buffer of another context.
    pub(super) fn launch(
        &self,
        stream: &Stream,
        kernel: Kernel,
        grid: Grid,
        args: &[Arg<'_>],
    ) -> Result<(), KernelError> {
        let function = self.function(kernel)?;
        // SAFETY: our kernels access no memory but their arguments', and the caller has compared sizes and buffers.
        unsafe { stream.launch(&function, grid, args)? };
        Ok(())
    }
}

/// Threads of a block of kernels without shared memory.
const THREADS: u32 = 256;

/// A thread for each element; beyond the largest grid, the driver refuses it.
pub(super) fn over(count: usize) -> Grid {
    Grid::over(count, THREADS)
}

/// A list of arguments, of which each is one or an iterator of some.
macro_rules! args {
    ($($arg:expr),* $(; $rest:expr)*) => {{
        let mut all = smallvec::SmallVec::<[tfrt_cuda::Arg<'_>; 32]>::new();
        $(all.push(tfrt_cuda::Arg::from($arg));)*
        $(all.extend($rest.into_iter().map(tfrt_cuda::Arg::from));)*
        all
    }};
}
pub(super) use args;
