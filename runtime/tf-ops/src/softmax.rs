//! Softmax, and its logarithm.

use crate::metadata::elementwise::unary;
use crate::number::with_type;
use crate::output::{OrEnd, allocated, expect, write};
use tfrt_core_runtime::op;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_numeric::{Arithmetic, Ended, Float, Workers, functions, rows};
use tfrt_tensor::{DenseHostTensor, Element};

/// The operations that an element is worth, of which one is an exponential.
const WORK: usize = 32;

/// The exponentials of rows along the last dimension, each less the row's maximum, times one over their sum.
///
/// # Errors
/// `unsupported dtype`.
#[op("tf.Softmax", pure, infer = unary)]
pub fn softmax(ctx: ExecCtx<'_>, logits: &DenseHostTensor) -> Result<DenseHostTensor, KernelError> {
    made(ctx, logits, false)
}

/// The elements of rows along the last dimension, each less the row's maximum, less the logarithm of the sum of their
/// exponentials.
///
/// # Errors
/// `unsupported dtype`.
#[op("tf.LogSoftmax", pure, infer = unary)]
pub fn log_softmax(
    ctx: ExecCtx<'_>,
    logits: &DenseHostTensor,
) -> Result<DenseHostTensor, KernelError> {
    made(ctx, logits, true)
}

fn made(
    ctx: ExecCtx<'_>,
    logits: &DenseHostTensor,
    log: bool,
) -> Result<DenseHostTensor, KernelError> {
    let made = with_type!(float logits.dtype(), T => {
        let made = allocated(ctx, logits.metadata())?;
        softmax_into::<T>(ctx, logits, &made, log)?;
        made
    });
    Ok(made.ok_or("unsupported dtype")?)
}

/// Sets the tensor that is given to the softmax, or its logarithm.
///
/// # Errors
/// `output tensor has the wrong shape`; another element type; a read-only output.
pub(crate) fn softmax_into<T: Element + Arithmetic + Float>(
    ctx: ExecCtx<'_>,
    logits: &DenseHostTensor,
    output: &DenseHostTensor,
    log: bool,
) -> Result<(), KernelError> {
    expect(output, logits.metadata())?;
    let length = logits.shape().dimensions().last().copied().unwrap_or(1);
    let length = usize::try_from(length).unwrap_or(0);
    write([logits], output, |[logits], output| {
        normalize::<T>(&ctx, logits, length, output, log).or_end(ctx)
    })
}

/// Sets rows of that length; sums are sequential.
fn normalize<T: Element + Arithmetic + Float>(
    workers: &dyn Workers,
    logits: &[T],
    length: usize,
    output: &mut [T],
    log: bool,
) -> Result<(), Ended> {
    rows(workers, output, length, length.saturating_mul(WORK), &|first, output| {
        let logits = &logits[first * length..];
        for (row, output) in logits.chunks_exact(length).zip(output.chunks_exact_mut(length)) {
            let greatest = row[1..].iter().fold(row[0], |max, &x| if x > max { x } else { max });
            let mut sum = T::ZERO;
            for (output, x) in output.iter_mut().zip(row) {
                let distance = x.minus(greatest);
                let exponential = T::nearest(functions::exp(distance.to_f64()));
                sum = sum.plus(exponential);
                *output = if log { distance } else { exponential };
            }
            let sum = sum.to_f64();
            let last = T::nearest(if log { functions::log(sum) } else { 1.0 / sum });
            for output in output {
                *output = if log { output.minus(last) } else { output.times(last) };
            }
        }
    })
}
