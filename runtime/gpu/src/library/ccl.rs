//! Collectives between devices: NCCL. Ops note what is to be done; `tfrt_gpu.ccl.execute` does it.
#![expect(non_snake_case, reason = "attributes have the original's names")]

use super::enumerator;
use crate::device;
use tfrt_cuda::{Buffer, CclDataType, CclHandle, CclId, CclReduction, Context, CudaError, Stream};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Chain, KernelType};
use tfrt_host::value::AsyncRef;

/// By which the peers of a collective find each other.
///
/// # Errors
/// `Unsupported platform`; there is no such library; the library's.
#[kernel(
    "tfrt_gpu.ccl.unique_id",
    effects(device),
    assembly = "word($platform, gpu_platform) attr-dict"
)]
pub fn unique_id(ctx: ExecCtx<'_>, platform: Attr<i32>) -> Result<CclId, KernelError> {
    // A platform is the word of its zeroth enumerator.
    enumerator(platform.0)?;
    Ok(CclId::new(&device::driver(ctx.host())?)?)
}

/// A peer of that rank, of so many, with a context. It is there when all are.
///
/// # Errors
/// A rank beyond their number; there is no such library; the library's.
#[kernel("tfrt_gpu.ccl.create", effects(device), assembly = Assembly::OPERANDS)]
pub fn create(
    ctx: ExecCtx<'_>,
    context: &Context,
    rank: i32,
    count: i32,
    id: &CclId,
) -> AsyncRef<CclHandle> {
    let (of, id) = (context.clone(), *id);
    together(ctx, context, move || CclHandle::new(&of, rank, count, id))
}

/// The result of work that peers take part in, on a thread of its own: in a queue it could be behind theirs.
fn together<T: KernelType>(
    ctx: ExecCtx<'_>,
    context: &Context,
    work: impl FnOnce() -> Result<T, CudaError> + Send + 'static,
) -> AsyncRef<T> {
    let (promise, value) = AsyncRef::pending();
    let (promise, owned) = (promise.on(ctx.host().queue()), ctx.to_owned());
    let started = context.run_apart(move || {
        promise.resolve(work().map_err(|error| owned.as_ctx().report(error)));
    });
    match started {
        Ok(()) => value,
        Err(error) => AsyncRef::from_error(ctx.report(error)),
    }
}

/// Notes that the output becomes what all peers have, by rank.
///
/// # Errors
/// `Unsupported platform`.
#[kernel(
    "tfrt_gpu.ccl.all_gather",
    effects(device),
    assembly = "$handle `,` $input `,` $output `,` word($dataType, gpu_ccl_data_type) `,` $chain attr-dict"
)]
pub fn all_gather(
    handle: &CclHandle,
    input: &Buffer,
    output: &Buffer,
    chain: Chain,
    dataType: Attr<i32>,
) -> Result<Chain, KernelError> {
    handle.all_gather(input, output, CclDataType(enumerator(dataType.0)?));
    Ok(chain)
}

/// Notes that the output becomes what the elements of all peers are together.
///
/// # Errors
/// `Unsupported platform`.
#[kernel(
    "tfrt_gpu.ccl.all_reduce",
    effects(device),
    assembly = "$handle `,` $input `,` $output `,` word($dataType, gpu_ccl_data_type) `,` \
                word($reductionOp, gpu_ccl_reduction) `,` $chain attr-dict"
)]
pub fn all_reduce(
    handle: &CclHandle,
    input: &Buffer,
    output: &Buffer,
    chain: Chain,
    dataType: Attr<i32>,
    reductionOp: Attr<i32>,
) -> Result<Chain, KernelError> {
    let reduction = CclReduction(enumerator(reductionOp.0)?);
    handle.all_reduce(input, output, CclDataType(enumerator(dataType.0)?), reduction);
    Ok(chain)
}

/// The same, of which each peer gets the part of its rank.
///
/// # Errors
/// `Unsupported platform`.
#[kernel(
    "tfrt_gpu.ccl.reduce_scatter",
    effects(device),
    assembly = "$handle `,` $input `,` $output `,` word($dataType, gpu_ccl_data_type) `,` \
                word($reductionOp, gpu_ccl_reduction) `,` $chain attr-dict"
)]
pub fn reduce_scatter(
    handle: &CclHandle,
    input: &Buffer,
    output: &Buffer,
    chain: Chain,
    dataType: Attr<i32>,
    reductionOp: Attr<i32>,
) -> Result<Chain, KernelError> {
    let reduction = CclReduction(enumerator(reductionOp.0)?);
    handle.reduce_scatter(input, output, CclDataType(enumerator(dataType.0)?), reduction);
    Ok(chain)
}

/// Notes that a peer is sent a buffer.
///
/// # Errors
/// `Unsupported platform`.
#[kernel(
    "tfrt_gpu.ccl.send",
    effects(device),
    assembly = "$handle `,` $input `,` $peer `,` word($dataType, gpu_ccl_data_type) `,` $chain attr-dict"
)]
pub fn send(
    handle: &CclHandle,
    input: &Buffer,
    peer: i32,
    chain: Chain,
    dataType: Attr<i32>,
) -> Result<Chain, KernelError> {
    handle.send(input, peer, CclDataType(enumerator(dataType.0)?));
    Ok(chain)
}

/// Notes that a buffer comes from a peer.
///
/// # Errors
/// `Unsupported platform`.
#[kernel(
    "tfrt_gpu.ccl.recv",
    effects(device),
    assembly = "$handle `,` $output `,` $peer `,` word($dataType, gpu_ccl_data_type) `,` $chain attr-dict"
)]
pub fn recv(
    handle: &CclHandle,
    output: &Buffer,
    peer: i32,
    chain: Chain,
    dataType: Attr<i32>,
) -> Result<Chain, KernelError> {
    handle.receive(output, peer, CclDataType(enumerator(dataType.0)?));
    Ok(chain)
}

/// Notes that each peer gets the part of the input of its rank, and that theirs come into the output.
///
/// # Errors
/// `Unsupported platform`.
#[kernel(
    "tfrt_gpu.ccl.all_to_all",
    effects(device),
    assembly = "$handle `,` $input `,` $output `,` word($dataType, gpu_ccl_data_type) `,` $chain attr-dict"
)]
pub fn all_to_all(
    handle: &CclHandle,
    input: &Buffer,
    output: &Buffer,
    chain: Chain,
    dataType: Attr<i32>,
) -> Result<Chain, KernelError> {
    handle.all_to_all(input, output, CclDataType(enumerator(dataType.0)?));
    Ok(chain)
}

/// Gives a stream all that was noted, as one group. The chain is there when the peers have done the same.
///
/// # Errors
/// `Input size must be output size times ranks.`, `Output size must be input size times ranks.`, `Input size must equal
/// output size.`, `Total element count must be exact multiple of comm count.`; there is no such peer; the library's.
#[kernel("tfrt_gpu.ccl.execute", effects(device), assembly = Assembly::OPERANDS)]
pub fn execute(
    ctx: ExecCtx<'_>,
    stream: &Stream,
    handle: &CclHandle,
    _chain: Chain,
) -> AsyncRef<Chain> {
    let (of, handle) = (stream.clone(), handle.clone());
    together(ctx, stream.context(), move || handle.execute(&of).map(|()| Chain))
}
