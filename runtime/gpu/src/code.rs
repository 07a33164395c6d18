//! Device code: modules, functions, launches.
#![expect(unsafe_code, reason = "a program brings device code, and is trusted with it")]

use smallvec::SmallVec;
use tfrt_cuda::{Arg, Buffer, Context, DeviceFunction, Grid, Module, Stream};
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Chain, Value};

/// Loads device code: PTX, or what the device executes itself.
///
/// # Errors
/// `data attribute must be null-terminated`; the driver's, with what its assembler says.
#[kernel("tfrt_gpu.module.load", effects(device), assembly = Assembly::OPERANDS)]
pub fn load(context: &Context, data: Attr<Vec<u8>>) -> Result<Module, KernelError> {
    if data.0.last() != Some(&0) {
        let message = "data attribute must be null-terminated";
        return Err(KernelError::new(ErrorCode::InvalidArgument, message));
    }
    Ok(context.load(&data.0)?)
}

/// A kernel of a module.
///
/// # Errors
/// There is none of that name.
#[kernel("tfrt_gpu.module.get_function", effects(device), assembly = Assembly::OPERANDS)]
pub fn get_function(module: &Module, name: Attr<&str>) -> Result<DeviceFunction, KernelError> {
    Ok(module.function(name.0)?)
}

/// A global of a module.
///
/// # Errors
/// There is none of that name.
#[kernel("tfrt_gpu.module.get_global", effects(device), assembly = Assembly::OPERANDS)]
pub fn get_global(module: &Module, name: Attr<&str>) -> Result<Buffer, KernelError> {
    Ok(module.global(name.0)?)
}

/// Gives a stream a call of a kernel.
///
/// # Errors
/// Other arguments than the kernel has; `Unsupported argument type`; a grid without blocks or threads; the driver's.
#[kernel(
    "tfrt_gpu.function.launch",
    effects(device),
    assembly = "$stream `,` $function `,` `blocks` `in` ` ` `(` $grid_x `,` $grid_y `,` $grid_z `)` `,` \
                `threads` `in` ` ` `(` $block_x `,` $block_y `,` $block_z `)` `,` $shared `,` $chain `,` \
                `args` `(` $arguments `)` attr-dict `:` `(` type($arguments) `)`",
    traits(capturable(&[]))
)]
#[expect(clippy::too_many_arguments, reason = "the op has so many operands")]
pub fn launch(
    stream: &Stream,
    function: &DeviceFunction,
    grid_x: u64,
    grid_y: u64,
    grid_z: u64,
    block_x: u64,
    block_y: u64,
    block_z: u64,
    shared: u32,
    chain: Chain,
    arguments: &[Value],
) -> Result<Chain, KernelError> {
    let grid = Grid {
        blocks: extent([grid_x, grid_y, grid_z])?,
        threads: extent([block_x, block_y, block_z])?,
        shared,
    };
    let buffers: SmallVec<[_; 8]> = arguments.iter().map(|value| value.get::<Buffer>()).collect();
    let mut args = SmallVec::<[Arg<'_>; 8]>::new();
    for (value, buffer) in arguments.iter().zip(&buffers) {
        args.push(match buffer {
            Some(buffer) => Arg::Buffer(buffer),
            None => scalar(value).ok_or("Unsupported argument type")?,
        });
    }
    // SAFETY: a program with device code is trusted with what it does: `Effects::DEVICE`.
    unsafe { stream.launch(function, grid, &args[..])? };
    Ok(chain)
}

fn extent(sizes: [u64; 3]) -> Result<[u32; 3], KernelError> {
    let mut extent = [0; 3];
    for (to, size) in extent.iter_mut().zip(sizes) {
        *to = u32::try_from(size).map_err(|_| {
            let message = format!("{size} blocks or threads are more than a grid has");
            KernelError::new(ErrorCode::InvalidArgument, message)
        })?;
    }
    Ok(extent)
}

fn scalar(value: &Value) -> Option<Arg<'static>> {
    let i32 = value.get::<i32>().map(|it| Arg::from(*it));
    let f32 = || value.get::<f32>().map(|it| Arg::from(*it));
    let f64 = || value.get::<f64>().map(|it| Arg::from(*it));
    i32.or_else(f32).or_else(f64)
}
