//! Ops of one operand.

use crate::metadata::elementwise::unary;
use crate::number::{Number, with_type};
use crate::output::{OrEnd, allocated, expect, may_overwrite, own, write};
use tfrt_core_runtime::op;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_numeric::{Ended, Float, Workers, functions, rows};
use tfrt_tensor::{DenseHostTensor, Element};

/// The operations that a function of `f64` is worth.
const WORK: usize = 32;

/// Zero where an element is less, else the element. NaN and -0 stay.
///
/// # Errors
/// `unsupported dtype for relu`.
#[op("tf.Relu", pure, infer = unary)]
pub fn relu(ctx: ExecCtx<'_>, x: DenseHostTensor) -> Result<DenseHostTensor, KernelError> {
    let result = with_type!(numeric x.dtype(), T => made(ctx, x, 1, positive::<T>));
    result.ok_or("unsupported dtype for relu")?
}

/// Zero if a number is less, else the number.
#[inline(always)]
pub(crate) fn positive<T: Number + PartialOrd>(x: T) -> T {
    if x < T::zeroed() { T::zeroed() } else { x }
}

/// The natural logarithm.
///
/// # Errors
/// `unsupported dtype`.
#[op("tf.Log", pure, infer = unary)]
pub fn log(ctx: ExecCtx<'_>, x: DenseHostTensor) -> Result<DenseHostTensor, KernelError> {
    real(ctx, x, functions::log)
}

/// The natural logarithm of 1 and the element.
///
/// # Errors
/// `unsupported dtype`.
#[op("tf.Log1p", pure, infer = unary)]
pub fn log1p(ctx: ExecCtx<'_>, x: DenseHostTensor) -> Result<DenseHostTensor, KernelError> {
    real(ctx, x, functions::log1p)
}

/// One over the square root.
///
/// # Errors
/// `unsupported dtype`.
#[op("tf.Rsqrt", pure, infer = unary)]
pub fn rsqrt(ctx: ExecCtx<'_>, x: DenseHostTensor) -> Result<DenseHostTensor, KernelError> {
    real(ctx, x, functions::rsqrt)
}

/// `1 / (1 + exp(-x))`.
///
/// # Errors
/// `unsupported dtype`.
#[op("tf.Sigmoid", pure, infer = unary)]
pub fn sigmoid(ctx: ExecCtx<'_>, x: DenseHostTensor) -> Result<DenseHostTensor, KernelError> {
    real(ctx, x, logistic)
}

pub(crate) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + functions::exp(-x))
}

/// The elements of a function of `f64`, rounded once.
fn real(
    ctx: ExecCtx<'_>,
    x: DenseHostTensor,
    function: fn(f64) -> f64,
) -> Result<DenseHostTensor, KernelError> {
    let result = with_type!(float x.dtype(), T => {
        made(ctx, x, WORK, |x: T| T::nearest(function(x.to_f64())))
    });
    result.ok_or("unsupported dtype")?
}

/// Sets the tensor that is given to the elements of a function of `f64`, rounded once.
///
/// # Errors
/// `output tensor has the wrong shape`; another element type; a read-only output.
pub(crate) fn real_into<T: Element + Float>(
    ctx: ExecCtx<'_>,
    x: &DenseHostTensor,
    output: &DenseHostTensor,
    function: fn(f64) -> f64,
) -> Result<(), KernelError> {
    expect(output, x.metadata())?;
    into(ctx, x, output, WORK, &|x: T| T::nearest(function(x.to_f64())))
}

/// The tensor of a function of each element, over the argument or new. `work`: the operations that it is worth.
fn made<T: Element>(
    ctx: ExecCtx<'_>,
    mut x: DenseHostTensor,
    work: usize,
    function: impl Fn(T) -> T + Sync,
) -> Result<DenseHostTensor, KernelError> {
    let result = x.metadata().clone();
    if may_overwrite(&mut x, &result) {
        let elements = own::<T>(&mut x)?;
        rows(&ctx, elements, 1, work, &|_, elements| {
            elements.iter_mut().for_each(|x| *x = function(*x));
        })
        .or_end(ctx)?;
        return Ok(x);
    }
    let made = allocated(ctx, &result)?;
    into(ctx, &x, &made, work, &function)?;
    Ok(made)
}

fn into<T: Element>(
    ctx: ExecCtx<'_>,
    x: &DenseHostTensor,
    output: &DenseHostTensor,
    work: usize,
    function: &(impl Fn(T) -> T + Sync),
) -> Result<(), KernelError> {
    write([x], output, |[x], output| map(&ctx, x, output, work, function).or_end(ctx))
}

/// Sets each element to the function of that at its place.
fn map<T: Element>(
    workers: &dyn Workers,
    x: &[T],
    output: &mut [T],
    work: usize,
    function: impl Fn(T) -> T + Sync,
) -> Result<(), Ended> {
    rows(workers, output, 1, work, &|first, output| {
        for (output, &x) in output.iter_mut().zip(&x[first..]) {
            *output = function(x);
        }
    })
}
