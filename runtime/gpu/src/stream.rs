//! Streams and events.

use tfrt_cuda::{Context, CudaError, Event, Stream};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Chain};
use tfrt_host::value::AsyncRef;

/// A stream that waits for no other.
///
/// # Errors
/// The driver's; a context has at most 64 streams at a time.
#[kernel("tfrt_gpu.stream.create", effects(device), assembly = Assembly::OPERANDS)]
pub fn create(context: &Context) -> Result<Stream, KernelError> {
    Ok(context.stream()?)
}

/// The context of a stream.
#[kernel("tfrt_gpu.stream.get_context", effects(device), assembly = Assembly::OPERANDS)]
pub fn get_context(stream: &Stream) -> Context {
    stream.context().clone()
}

/// Lets what the stream is given from now on wait for an event.
///
/// # Errors
/// The driver's.
#[kernel(
    "tfrt_gpu.stream.wait",
    effects(device),
    assembly = Assembly::OPERANDS,
    traits(capturable(&[]))
)]
pub fn wait(stream: &Stream, event: &Event, _chain: Chain) -> Result<Chain, KernelError> {
    stream.wait(event)?;
    Ok(Chain)
}

/// A chain that is there when the stream has done what it was given.
///
/// # Errors
/// The context is lost.
#[kernel("tfrt_gpu.stream.synchronize", effects(device), assembly = Assembly::OPERANDS)]
pub fn synchronize(ctx: ExecCtx<'_>, stream: &Stream, _chain: Chain) -> AsyncRef<Chain> {
    told(ctx, |tell| stream.when_passed(tell))
}

/// An event, which has passed until it is recorded.
///
/// # Errors
/// The driver's.
#[kernel("tfrt_gpu.event.create", effects(device), assembly = Assembly::OPERANDS)]
pub fn event_create(context: &Context) -> Result<Event, KernelError> {
    Ok(Event::new(context)?)
}

/// Notes in an event how far the stream has been given work.
///
/// # Errors
/// The driver's; an event of another context.
#[kernel(
    "tfrt_gpu.event.record",
    effects(device),
    assembly = Assembly::OPERANDS,
    traits(capturable(&[]))
)]
pub fn event_record(event: &Event, stream: &Stream, _chain: Chain) -> Result<Chain, KernelError> {
    stream.record(event)?;
    Ok(Chain)
}

/// A chain that is there when the event has passed.
///
/// # Errors
/// The context is lost.
#[kernel("tfrt_gpu.event.synchronize", effects(device), assembly = Assembly::OPERANDS)]
pub fn event_synchronize(ctx: ExecCtx<'_>, event: &Event, _chain: Chain) -> AsyncRef<Chain> {
    told(ctx, |tell| event.when_passed(tell))
}

/// A chain that is there when something was told, by a task of the host's queue.
fn told(
    ctx: ExecCtx<'_>,
    ask: impl FnOnce(Box<dyn FnOnce(Result<(), CudaError>) + Send>) -> Result<(), CudaError>,
) -> AsyncRef<Chain> {
    let (promise, chain) = AsyncRef::pending();
    let (promise, owned) = (promise.on(ctx.host().queue()), ctx.to_owned());
    let tell = move |told: Result<(), CudaError>| {
        let told = told.map_err(|error| owned.as_ctx().report(error));
        promise.resolve(told.map(|()| Chain));
    };
    match ask(Box::new(tell)) {
        Ok(()) => chain,
        Err(error) => AsyncRef::from_error(ctx.report(error)),
    }
}
