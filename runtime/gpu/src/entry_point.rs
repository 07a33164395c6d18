//! By what a program is run: a function, a platform, and the sizes of the buffers that the function takes.

use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, KernelType};

/// What the function of this name of a program gives.
pub const FUNCTION: &str = "get_tfrt_gpu_entry_point";
/// The function of this name of a program, if there is one, is called with a context before all others: it makes what is
/// made once.
pub const PRELOAD: &str = "tfrt_gpu_preload_resources";
/// The version of entry points that is read here.
pub const VERSION: i64 = 410_724_080;

/// By what a program is run.
///
/// ```
/// use tfrt_gpu::EntryPoint;
///
/// let entry = EntryPoint { function: "main".to_owned(), buffer_sizes: vec![16] };
/// assert_eq!(entry.buffer_sizes.len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryPoint {
    /// The function: it takes a chain, a stream and buffers, and gives a chain.
    pub function: String,
    /// The bytes of its buffers.
    pub buffer_sizes: Vec<usize>,
}

impl KernelType for EntryPoint {
    const NAME: &'static str = "!tfrt_gpu.entry_point";
    const PATH: Option<&'static str> = Some("tfrt::gpu::EntryPoint");
}

/// By what the program is run.
///
/// # Errors
/// `Expected version V, got W`; `Unsupported platform`; a negative size.
#[kernel("tfrt_gpu.get_entry_point", effects(device))]
pub fn get(
    buffer_sizes: Attr<&[i64]>,
    function_name: Attr<&str>,
    platform: Attr<i32>,
    version: Attr<i64>,
) -> Result<EntryPoint, KernelError> {
    let invalid = |message: String| KernelError::new(ErrorCode::InvalidArgument, message);
    if version.0 != VERSION {
        return Err(invalid(format!("Expected version {VERSION}, got {}", version.0)));
    }
    crate::library::enumerator(platform.0)?;
    let bytes = |size: &i64| {
        usize::try_from(*size).map_err(|_| invalid(format!("a buffer of {size} bytes")))
    };
    let buffer_sizes = buffer_sizes.0.iter().map(bytes).collect::<Result<_, _>>()?;
    Ok(EntryPoint { function: function_name.0.to_owned(), buffer_sizes })
}
