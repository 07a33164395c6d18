//! Launches of kernels, and their arguments.
#![expect(unsafe_code, reason = "a kernel can write anywhere")]

use crate::error::CudaError;
use crate::launches::Launched;
use crate::memory::Buffer;
use crate::module::DeviceFunction;
use crate::raw;
use crate::stream::Stream;
use smallvec::SmallVec;
use std::ffi::c_void;
use std::sync::Arc;

/// How many blocks of how many threads run a kernel.
///
/// ```
/// use tfrt_cuda::Grid;
/// let grid = Grid::over(1000, 256);
/// assert_eq!((grid.blocks, grid.threads), ([4, 1, 1], [256, 1, 1]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The blocks in each dimension.
    pub blocks: [u32; 3],
    /// The threads of a block in each dimension.
    pub threads: [u32; 3],
    /// The bytes of shared memory of a block that the kernel does not state itself.
    pub shared: u32,
}

impl Grid {
    /// Blocks of so many threads, enough for a thread for each of `count` elements; at least one.
    #[must_use]
    pub fn over(count: usize, threads: u32) -> Self {
        let threads = threads.max(1);
        let blocks = count.div_ceil(threads as usize).max(1);
        let blocks = u32::try_from(blocks).unwrap_or(u32::MAX);
        Self { blocks: [blocks, 1, 1], threads: [threads, 1, 1], shared: 0 }
    }
}

/// An argument of a kernel.
///
/// ```
/// use tfrt_cuda::Arg;
/// assert_eq!(Arg::from(1.5_f32).size(), 4);
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Arg<'a> {
    /// The address of a buffer.
    Buffer(&'a Buffer),
    /// The same, of a buffer that the kernel does not write: [`Input`].
    Input(&'a Buffer),
    /// So many low bytes of a word.
    Bits(u64, usize),
}

impl Arg<'_> {
    /// The bytes that the kernel gets.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Self::Buffer(_) | Self::Input(_) => size_of::<u64>(),
            Self::Bits(_, size) => *size,
        }
    }
}

impl<'a> From<&'a Buffer> for Arg<'a> {
    fn from(buffer: &'a Buffer) -> Self {
        Self::Buffer(buffer)
    }
}

/// A buffer that a kernel does not write, as its argument: what only reads it needs no order among each other in a
/// [`GraphBuilder`](crate::GraphBuilder). Elsewhere it is the same as `&Buffer`.
///
/// ```
/// use tfrt_cuda::{Args, Buffer, Input};
/// fn args<'a>(x: &'a Buffer, y: &'a Buffer) -> usize {
///     (Input(x), y, 3_i32).into_args().len()
/// }
/// # let _ = args;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Input<'a>(pub &'a Buffer);

impl<'a> From<Input<'a>> for Arg<'a> {
    fn from(input: Input<'a>) -> Self {
        Self::Input(input.0)
    }
}

macro_rules! bits {
    ($($ty:ident |$value:ident| $bits:expr;)*) => {$(
        impl From<$ty> for Arg<'_> {
            fn from($value: $ty) -> Self {
                Self::Bits($bits, size_of::<$ty>())
            }
        }
    )*};
}

bits! {
    i32 |value| u64::from(value.cast_unsigned());
    u32 |value| u64::from(value);
    i64 |value| value.cast_unsigned();
    u64 |value| value;
    f32 |value| u64::from(value.to_bits());
    f64 |value| value.to_bits();
}

/// A type of arguments of kernels: `&Buffer`, `Input`, `i32`, `u32`, `i64`, `u64`, `f32`, `f64`.
///
/// ```
/// use tfrt_cuda::{Arg, IntoArg};
/// assert!(matches!(7_i32.into_arg(), Arg::Bits(7, 4)));
/// ```
pub trait IntoArg<'a> {
    /// The argument.
    fn into_arg(self) -> Arg<'a>;
}

impl<'a, T: Into<Arg<'a>>> IntoArg<'a> for T {
    fn into_arg(self) -> Arg<'a> {
        self.into()
    }
}

/// The arguments of a kernel: a tuple, or a slice of [`Arg`]s.
///
/// ```
/// use tfrt_cuda::Args;
/// assert_eq!((2.0_f32, 3_i32).into_args().len(), 2);
/// ```
pub trait Args<'a> {
    /// The arguments in order.
    fn into_args(self) -> SmallVec<[Arg<'a>; 8]>;
}

impl<'a> Args<'a> for &[Arg<'a>] {
    fn into_args(self) -> SmallVec<[Arg<'a>; 8]> {
        self.iter().copied().collect()
    }
}

macro_rules! tuples {
    ($(($($ty:ident $value:ident),*))*) => {$(
        impl<'a, $($ty: IntoArg<'a>),*> Args<'a> for ($($ty,)*) {
            fn into_args(self) -> SmallVec<[Arg<'a>; 8]> {
                let ($($value,)*) = self;
                SmallVec::from_iter([$($value.into_arg()),*])
            }
        }
    )*};
}

tuples! {
    (A a)
    (A a, B b)
    (A a, B b, C c)
    (A a, B b, C c, D d)
    (A a, B b, C c, D d, E e)
    (A a, B b, C c, D d, E e, F f)
    (A a, B b, C c, D d, E e, F f, G g)
    (A a, B b, C c, D d, E e, F f, G g, H h)
    (A a, B b, C c, D d, E e, F f, G g, H h, I i)
    (A a, B b, C c, D d, E e, F f, G g, H h, I i, J j)
    (A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k)
    (A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k, L l)
}

impl Stream {
    /// Gives the stream a call of a kernel. The number and the sizes of the arguments are compared with those of the
    /// kernel's parameters first.
    ///
    /// ```
    /// # use tfrt_cuda::{Buffer, CudaError, DeviceFunction, Grid, Stream};
    /// fn saxpy(stream: &Stream, saxpy: &DeviceFunction, x: &Buffer, y: &Buffer) -> Result<(), CudaError> {
    ///     let n = y.size() / 4;
    ///     // SAFETY: the kernel reads x and writes y, of which it takes n elements each.
    ///     unsafe { stream.launch(saxpy, Grid::over(n, 256), (2.0_f32, x, y, n as i32)) }
    /// }
    /// # let _ = saxpy;
    /// ```
    ///
    /// # Errors
    /// The driver's; a function or buffer of another context; other arguments than the kernel has; a grid without
    /// blocks or threads.
    ///
    /// # Safety
    /// A kernel can write anywhere on the device, and in memory of the host that the device reaches. What it does with
    /// these arguments must be allowed; in a [capture](crate::Graph::capture), whenever the graph is launched.
    pub unsafe fn launch<'a>(
        &self,
        function: &DeviceFunction,
        grid: Grid,
        args: impl Args<'a>,
    ) -> Result<(), CudaError> {
        let args = args.into_args();
        check(function, grid, &args)?;
        self.check_context(function.module().context(), "function")?;
        match self.recording() {
            Some(recording) => recording.hold(|holding| function.module().hold(holding))?,
            None => function.module().note_use(1 << self.bit()),
        }
        let mut call = self.prepare();
        let mut words = words(&args, |buffer| call.use_buffer(buffer))?;
        let mut params = params(&mut words);
        let Grid { blocks, threads, shared } = grid;
        self.note_launch(|| Launched::Kernel(Arc::clone(function.shared_name())));
        call.give(|table, stream| {
            // SAFETY: there is a word for each parameter, which has at most its size; the rest is the caller's.
            unsafe {
                raw::launch(table, function.handle(), blocks, threads, shared, stream, &mut params)
            }
        })
    }
}

/// The value of each argument, of which a kernel gets the low bytes.
pub(crate) fn words(
    args: &[Arg<'_>],
    mut use_buffer: impl FnMut(&Buffer) -> Result<u64, CudaError>,
) -> Result<SmallVec<[u64; 8]>, CudaError> {
    let mut words = SmallVec::new();
    for arg in args {
        words.push(match arg {
            Arg::Buffer(buffer) | Arg::Input(buffer) => use_buffer(buffer)?,
            Arg::Bits(bits, _) => *bits,
        });
    }
    Ok(words)
}

/// Where the values of arguments are, for the driver.
pub(crate) fn params(words: &mut [u64]) -> SmallVec<[*mut c_void; 8]> {
    words.iter_mut().map(|word| std::ptr::from_mut(word).cast()).collect()
}

/// Compares arguments with the parameters of a kernel.
pub(crate) fn check(
    function: &DeviceFunction,
    grid: Grid,
    args: &[Arg<'_>],
) -> Result<(), CudaError> {
    let name = function.name();
    let expected = function.parameters();
    if args.len() != expected.len() {
        let message =
            format!("kernel '{name}' has {} parameters, got {}", expected.len(), args.len());
        return Err(CudaError::misuse(message));
    }
    for (index, (arg, &size)) in args.iter().zip(expected).enumerate() {
        if arg.size() != size {
            let message = format!(
                "parameter {index} of kernel '{name}' has {size} bytes, got {}",
                arg.size()
            );
            return Err(CudaError::misuse(message));
        }
    }
    if grid.blocks.contains(&0) || grid.threads.contains(&0) {
        let message = format!("kernel '{name}' is launched without blocks or threads: {grid:?}");
        return Err(CudaError::misuse(message));
    }
    Ok(())
}
