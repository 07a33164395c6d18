//! Memory of devices.

use std::sync::Arc;
use tfrt_cuda::{Allocator, Buffer, Context, HostMemory, Stream};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Chain, Value};
use tfrt_tensor::{Access, HostBuffer};

/// An allocator of a context's device, with a pool of its own.
///
/// # Errors
/// The driver's.
#[kernel("tfrt_gpu.allocator.create", effects(device), assembly = Assembly::OPERANDS)]
pub fn create(context: &Context) -> Result<Allocator, KernelError> {
    Ok(Allocator::new(context, None)?)
}

/// A buffer of so many bytes, whose content is undefined. Another stream that uses it must wait for this one once.
///
/// # Errors
/// There is not so much memory; a negative size; the driver's.
#[kernel("tfrt_gpu.mem.allocate", effects(device), assembly = Assembly::OPERANDS)]
pub fn allocate(
    allocator: &Allocator,
    stream: &Stream,
    size: i64,
    _chain: Chain,
) -> Result<Buffer, KernelError> {
    Ok(allocator.allocate(stream, bytes(size)?)?)
}

/// A buffer of so many bytes of the host's memory that the device reaches at once, whose content is undefined.
///
/// # Errors
/// A negative size; the driver's.
#[kernel("tfrt_gpu.mem.allocate_host", effects(device), assembly = Assembly::OPERANDS)]
pub fn allocate_host(context: &Context, size: i64, _chain: Chain) -> Result<Buffer, KernelError> {
    Ok(context.allocate_host(bytes(size)?)?)
}

fn bytes(size: i64) -> Result<usize, KernelError> {
    usize::try_from(size).map_err(|_| {
        let message = format!("a buffer of {size} bytes");
        KernelError::new(ErrorCode::InvalidArgument, message)
    })
}

/// Gives the memory of a buffer back when the stream has come so far. What uses it from then on is an error.
///
/// # Errors
/// The driver's; it was deallocated before.
#[kernel("tfrt_gpu.mem.deallocate", effects(device), assembly = Assembly::OPERANDS)]
pub fn deallocate(buffer: &Buffer, stream: &Stream, _chain: Chain) -> Result<Chain, KernelError> {
    buffer.deallocate(stream)?;
    Ok(Chain)
}

/// Memory of the host as a buffer: a device reads what it is when a stream is given work that uses the buffer, and what
/// it writes is in it when a chain of `tfrt_gpu.stream.synchronize` is there.
///
/// # Errors
/// A buffer of the host that is read-only; the driver's.
#[kernel("tfrt_gpu.mem.register", effects(device), assembly = Assembly::OPERANDS)]
pub fn register(context: &Context, buffer: &HostBuffer) -> Result<Buffer, KernelError> {
    // What cannot be written is refused now rather than when a device has.
    drop(Access::new(&[], &[buffer])?);
    Ok(context.register(Arc::new(Host(buffer.clone())))?)
}

/// A buffer of the host, as a device's.
struct Host(HostBuffer);

impl HostMemory for Host {
    fn size(&self) -> usize {
        self.0.size()
    }

    fn read(&self, bytes: &mut [u8]) -> bool {
        let read = |access: Access<'_>| access.input::<u8>(0).map(|all| bytes.copy_from_slice(all));
        Access::new(&[&self.0], &[]).and_then(read).is_ok()
    }

    fn write(&self, bytes: &[u8]) {
        // The access waits for kernels that use the buffer now, none of which waits for a device.
        if let Ok(mut access) = Access::new(&[], &[&self.0])
            && let Ok(output) = access.output::<u8>(0)
        {
            output.copy_from_slice(bytes);
        }
    }
}

/// Copies a buffer to another of the same size, in the order of the stream. One of them may be of the host: it is
/// read before the kernel returns, and written before anything that waits for the copy continues.
///
/// # Errors
/// `Buffer sizes don't match: D (dst size) vs S (src size)`; a buffer of the host that is read-only; the driver's.
#[kernel(
    "tfrt_gpu.mem.copy",
    effects(device),
    assembly = "operands attr-dict `:` type($dst) `,` type($src)",
    traits(capturable(&["!tfrt_gpu.buffer"]))
)]
pub fn copy(
    dst: &Value,
    src: &Value,
    stream: &Stream,
    _chain: Chain,
) -> Result<Chain, KernelError> {
    let (to, from) = (dst.get::<Buffer>(), src.get::<Buffer>());
    let (to_host, from_host) = (dst.get::<HostBuffer>(), src.get::<HostBuffer>());
    match (to.as_deref(), from.as_deref(), to_host.as_deref(), from_host.as_deref()) {
        (Some(to), Some(from), ..) => stream.copy(to, from)?,
        (Some(to), None, _, Some(from)) => {
            let access = Access::new(&[from], &[])?;
            stream.copy_from_host(to, access.input::<u8>(0)?)?;
        }
        (None, Some(from), Some(to), _) => copy_out(to, from, stream)?,
        _ => {
            let message =
                "one buffer of a copy is on the device, and the other there or on the host";
            return Err(KernelError::new(ErrorCode::InvalidArgument, message));
        }
    }
    Ok(Chain)
}

fn copy_out(to: &HostBuffer, from: &Buffer, stream: &Stream) -> Result<(), KernelError> {
    // Refused now rather than when the bytes are there.
    drop(Access::new(&[], &[to])?);
    let (bytes, to) = (vec![0_u8; to.size()], to.clone());
    stream.copy_to_host(from, bytes, move |arrived| {
        let Ok(bytes) = arrived else { return };
        // Both have the same size, and the buffer can be written: that was asked before. The access waits for kernels
        // that use the buffer now, none of which waits for a device.
        if let Ok(mut access) = Access::new(&[], &[&to])
            && let Ok(output) = access.output::<u8>(0)
        {
            output.copy_from_slice(&bytes);
        }
    })?;
    Ok(())
}

/// Writes a value of 32 bits to each word of a buffer, in the order of the stream.
///
/// # Errors
/// `Expected 32 bit value.`; the driver's.
#[kernel(
    "tfrt_gpu.mem.set",
    effects(device),
    assembly = "operands attr-dict `:` type($value)",
    traits(capturable(&[]))
)]
pub fn set(
    buffer: &Buffer,
    value: &Value,
    stream: &Stream,
    _chain: Chain,
) -> Result<Chain, KernelError> {
    let word = value.get::<i32>().map(|it| it.cast_unsigned());
    let word = word.or_else(|| value.get::<u32>().map(|it| *it));
    let word = word.or_else(|| value.get::<f32>().map(|it| it.to_bits()));
    let word =
        word.ok_or_else(|| KernelError::new(ErrorCode::InvalidArgument, "Expected 32 bit value."))?;
    stream.set_words(buffer, word)?;
    Ok(Chain)
}

/// A part of a buffer, which keeps the whole.
///
/// # Errors
/// `buffer size (N) is smaller than offset (O) plus size (S)`.
#[kernel(
    "tfrt_gpu.mem.view",
    effects(device),
    assembly = Assembly::OPERANDS,
    traits(capturable(&[]))
)]
pub fn view(buffer: &Buffer, offset: u64, size: u64) -> Result<Buffer, KernelError> {
    let part = usize::try_from(offset).ok().zip(usize::try_from(size).ok());
    let (offset, size) = part.unwrap_or((usize::MAX, usize::MAX));
    Ok(buffer.view(offset, size)?)
}

/// A value, once the chain is available.
#[kernel(
    "tfrt_gpu.alias",
    effects(device),
    assembly = "$value `,` $chain attr-dict `:` type($value)",
    traits(passes(1))
)]
pub fn alias(value: &Value, chain: Chain) -> Vec<Value> {
    let Chain = chain;
    vec![value.clone()]
}

/// The number in a buffer of the host's memory: an `i1` of one byte, an `i32` of four. A stream that writes it must have
/// come so far.
///
/// # Errors
/// `unsupported type`: other buffers; the memory is the device's.
#[kernel("tfrt_gpu.mem.load", effects(device), assembly = "operands attr-dict `:` type(results)")]
pub fn load(buffer: &Buffer, _chain: Chain) -> Result<Vec<Value>, KernelError> {
    let value = match buffer.size() {
        1 => {
            let mut byte = [0];
            buffer.load(0, &mut byte)?;
            Value::new(byte != [0])
        }
        4 => {
            let mut bytes = [0; 4];
            buffer.load(0, &mut bytes)?;
            Value::new(i32::from_ne_bytes(bytes))
        }
        _ => return Err(KernelError::new(ErrorCode::InvalidArgument, "unsupported type")),
    };
    Ok(vec![value])
}

/// Prints where a buffer is, without a newline.
#[kernel("tfrt_gpu.mem.print_metadata", effects(prints, device), assembly = Assembly::OPERANDS)]
pub fn print_metadata(ctx: ExecCtx<'_>, buffer: &Buffer, chain: Chain) -> Chain {
    ctx.request.print(&buffer.to_string());
    chain
}
