//! Fourier transforms: cuFFT.

use super::enumerator;
use tfrt_cuda::{Buffer, Context, FftDirection, FftHandle, FftType, Stream};
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Chain, OpTypes};

fn check_create(op: &OpTypes<'_>) -> Option<&'static str> {
    let count = |name| op.numbers(name).map_or(0, <[i64]>::len);
    let rank = count("dims");
    if !(1..=3).contains(&rank) {
        return Some("dims should have rank 1, 2, or 3.");
    }
    if count("in_strides") != rank + 1 {
        return Some("in_strides should be one larger than dims.");
    }
    (count("out_strides") != rank + 1).then_some("out_strides should be one larger than dims.")
}

/// A plan of transforms of these sizes. Strides are in elements: first from one transform to the next, then of each
/// dimension.
///
/// # Errors
/// `Only row-major layout is supported`; sizes that are not positive; `Unsupported platform`; there is no such library;
/// the library's.
#[kernel(
    "tfrt_gpu.fft.create",
    effects(device),
    assembly = "$context `,` word($type, gpu_fft_type) `,` $batch `,` $dims `,` $in_strides `,` $out_strides attr-dict",
    traits(checked_by(check_create))
)]
pub fn create(
    context: &Context,
    batch: Attr<i64>,
    dims: Attr<&[i64]>,
    in_strides: Attr<&[i64]>,
    out_strides: Attr<&[i64]>,
    r#type: Attr<i32>,
) -> Result<FftHandle, KernelError> {
    let ty = FftType(enumerator(r#type.0)?);
    Ok(FftHandle::new(context, ty, batch.0, dims.0, in_strides.0, out_strides.0)?)
}

/// The bytes that a transform needs besides.
#[kernel("tfrt_gpu.fft.get_workspace_size", effects(device), assembly = Assembly::OPERANDS)]
pub fn get_workspace_size(handle: &FftHandle) -> i64 {
    i64::try_from(handle.workspace_size()).unwrap_or(i64::MAX)
}

/// Transforms numbers, in the order of the stream. The direction is that of complex ones.
///
/// # Errors
/// A buffer is too short; `Unsupported platform`; the library's.
#[kernel(
    "tfrt_gpu.fft.execute",
    effects(device),
    assembly = "$stream `,` $handle `,` $input `,` $output `,` $workspace `,` \
                word($direction, gpu_fft_direction) `,` $chain attr-dict",
    traits(capturable(&[]))
)]
pub fn execute(
    stream: &Stream,
    handle: &FftHandle,
    input: &Buffer,
    output: &Buffer,
    workspace: &Buffer,
    chain: Chain,
    direction: Attr<i32>,
) -> Result<Chain, KernelError> {
    let direction = FftDirection(enumerator(direction.0)?);
    handle.execute(stream, input, output, workspace, direction)?;
    Ok(chain)
}
