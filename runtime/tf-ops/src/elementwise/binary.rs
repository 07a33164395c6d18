//! Ops of two operands, broadcast against each other.

use crate::metadata::elementwise::{binary, broadcast, comparison};
use crate::number::{Number, with_type};
use crate::output::{OrEnd, Quiet, allocated, expect, may_overwrite, own, quiet, write};
use std::sync::atomic::{AtomicBool, Ordering};
use tfrt_core_runtime::{ScalarOrDense, op};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::value::AsyncRef;
use tfrt_numeric::{Combination, Strides, combine, combine_onto};
use tfrt_tensor::{
    Access, DType, DenseHostTensor, Element, I1, MutableTensor, ScalarHostTensor, TensorMetadata,
    TensorShape,
};

/// What is computed of two numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operator {
    Add,
    Sub,
    Mul,
    Div,
}

/// The sum.
///
/// # Errors
/// `incompatible dtypes for binary operation`, `Dimensions must be equal, but are 2 and 3`, `Unsupported binary kernel
/// broadcasting: …`, `Unsupported operand types`, `Unsupported input dtype: X`.
#[op("tf.AddV2", pure, infer = binary)]
pub fn add_v2(ctx: ExecCtx<'_>, lhs: ScalarOrDense, rhs: ScalarOrDense) -> Quiet {
    arithmetic(ctx, Operator::Add, [lhs.0, rhs.0])
}

/// The difference.
///
/// # Errors
/// As `tf.AddV2`.
#[op("tf.Sub", pure, infer = binary)]
pub fn sub(ctx: ExecCtx<'_>, lhs: ScalarOrDense, rhs: ScalarOrDense) -> Quiet {
    arithmetic(ctx, Operator::Sub, [lhs.0, rhs.0])
}

/// The product.
///
/// # Errors
/// As `tf.AddV2`.
#[op("tf.Mul", pure, infer = binary)]
pub fn mul(ctx: ExecCtx<'_>, lhs: ScalarOrDense, rhs: ScalarOrDense) -> Quiet {
    arithmetic(ctx, Operator::Mul, [lhs.0, rhs.0])
}

/// The quotient; of integers, truncated.
///
/// # Errors
/// As `tf.AddV2`; `Divide by zero` of integers.
#[op("tf.RealDiv", pure, infer = binary)]
pub fn real_div(ctx: ExecCtx<'_>, lhs: ScalarOrDense, rhs: ScalarOrDense) -> Quiet {
    arithmetic(ctx, Operator::Div, [lhs.0, rhs.0])
}

/// Whether the left element is less than the right one.
///
/// # Errors
/// As `tf.AddV2`.
#[op("tf.Less", pure, infer = comparison)]
pub fn less(ctx: ExecCtx<'_>, lhs: ScalarOrDense, rhs: ScalarOrDense) -> Quiet {
    let operands = [lhs.0, rhs.0];
    let both = checked([&operands[0], &operands[1]])?;
    let result = TensorMetadata { dtype: DType::I1, shape: both.shape };
    let compared = with_type!(numeric both.dtype, T => {
        let less = |a: &[T], b: &[T], truths: &mut [I1]| each(a, b, truths, |a, b| (a < b).into());
        fresh::<T, I1>(ctx, [&operands[0], &operands[1]], &result, &less)
    });
    compared.map_or_else(|| Ok(unsupported(ctx, both.dtype)), |made| made.map(AsyncRef::available))
}

fn unsupported(ctx: ExecCtx<'_>, dtype: DType) -> AsyncRef<MutableTensor> {
    quiet(ctx, format!("Unsupported input dtype: {}", dtype.tensor_name()))
}

/// The metadata of both operands, broadcast.
///
/// # Errors
/// `Unsupported operand types`, `Unsupported binary kernel broadcasting: …`, and those of [`broadcast`].
fn checked([lhs, rhs]: [&MutableTensor; 2]) -> Result<TensorMetadata, KernelError> {
    let host = |it| matches!(it, &MutableTensor::Scalar(_) | &MutableTensor::Dense(_));
    if !host(lhs) || !host(rhs) {
        return Err("Unsupported operand types".into());
    }
    let [left, right] = [lhs, rhs].map(MutableTensor::metadata);
    let result = broadcast(&left, &right)?;
    let one = |it: &MutableTensor, metadata: &TensorMetadata| {
        matches!(it, MutableTensor::Scalar(_)) || metadata.shape.elements() == Some(1)
    };
    let whole = |it: &MutableTensor, metadata: &TensorMetadata| {
        one(it, metadata) || metadata.shape.elements() == result.shape.elements()
    };
    let value = one(lhs, &left) && whole(rhs, &right) || one(rhs, &right) && whole(lhs, &left);
    if left.shape == right.shape || value || (2..=5).contains(&result.shape.rank()) {
        return Ok(result);
    }
    let (left, right, out) = (left.shape, right.shape, result.shape);
    let message =
        format!("Unsupported binary kernel broadcasting: lhs={left} rhs={right} out={out}");
    Err(message.into())
}

fn arithmetic(ctx: ExecCtx<'_>, operator: Operator, operands: [MutableTensor; 2]) -> Quiet {
    let result = checked([&operands[0], &operands[1]])?;
    let dtype = result.dtype;
    let computed = with_type!(arithmetic dtype, T => {
        computed::<T>(ctx, operator, operands, &result)
    });
    computed.map_or_else(|| Ok(unsupported(ctx, dtype)), |made| made.map(AsyncRef::available))
}

/// A tensor that an operator makes: over one of the operands, or new.
pub(crate) fn computed<T: Number>(
    ctx: ExecCtx<'_>,
    operator: Operator,
    [mut lhs, mut rhs]: [MutableTensor; 2],
    result: &TensorMetadata,
) -> Result<MutableTensor, KernelError> {
    operator.apply(|of| {
        if let MutableTensor::Dense(left) = &mut lhs
            && may_overwrite(left, result)
        {
            onto::<T>(ctx, left, &rhs, of)?;
            return Ok(lhs);
        }
        if let MutableTensor::Dense(right) = &mut rhs
            && may_overwrite(right, result)
        {
            let turned = |b: &[T], a: &[T], out: &mut [T]| of(a, b, out);
            onto::<T>(ctx, right, &lhs, &turned)?;
            return Ok(rhs);
        }
        fresh::<T, T>(ctx, [&lhs, &rhs], result, of)
    })
}

/// Sets the tensor that is given to what an operator makes of both operands.
///
/// # Errors
/// `output tensor has the wrong shape`, and those of the ops.
pub(crate) fn compute_into<T: Number>(
    ctx: ExecCtx<'_>,
    operator: Operator,
    operands: [&MutableTensor; 2],
    output: &DenseHostTensor,
) -> Result<(), KernelError> {
    let result = checked(operands)?;
    result.expect(T::DTYPE)?;
    expect(output, &result)?;
    operator.apply::<T, ()>(|of| into::<T, T>(ctx, operands, output, of))
}

impl Operator {
    /// Calls `run` with the loop over elements that are as many.
    fn apply<T: Number, R>(
        self,
        run: impl FnOnce(&Combination<'_, T, T, T>) -> Result<R, KernelError>,
    ) -> Result<R, KernelError> {
        match self {
            Self::Add => run(&|a, b, out| each(a, b, out, T::plus)),
            Self::Sub => run(&|a, b, out| each(a, b, out, T::minus)),
            Self::Mul => run(&|a, b, out| each(a, b, out, T::times)),
            Self::Div => {
                let by_zero = AtomicBool::new(false);
                let none = || {
                    by_zero.store(true, Ordering::Relaxed);
                    T::zeroed()
                };
                let made = run(&|a, b, out| {
                    each(a, b, out, |a, b| a.over(b).unwrap_or_else(none));
                })?;
                // All threads that computed have been joined.
                if by_zero.into_inner() { Err("Divide by zero".into()) } else { Ok(made) }
            }
        }
    }
}

/// Calls `set` for each place.
#[inline(always)]
fn each<T: Copy, U>(a: &[T], b: &[T], out: &mut [U], set: impl Fn(T, T) -> U) {
    for (out, (&a, &b)) in out.iter_mut().zip(a.iter().zip(b)) {
        *out = set(a, b);
    }
}

/// An operand: one value for all places, or a tensor.
enum Operand<'a, T> {
    Value([T; 1]),
    Dense(&'a DenseHostTensor),
}

impl<'a, T: Element> Operand<'a, T> {
    fn of(tensor: &'a MutableTensor) -> Result<Self, KernelError> {
        Ok(match tensor {
            MutableTensor::Scalar(scalar) => {
                Self::Value([scalar.value().ok_or("Unsupported operand types")?])
            }
            other => Self::Dense(other.dense().map_err(|_| "Unsupported operand types")?),
        })
    }

    /// The shape, unless it is one element, which stands for any number of them.
    fn shape(&self) -> Option<&'a TensorShape> {
        match self {
            Self::Value(_) => None,
            Self::Dense(tensor) => Some(tensor.shape()).filter(|it| it.elements() != Some(1)),
        }
    }
}

/// A new tensor of what `of` makes of both operands; of two tensors of equal elements, one too.
fn fresh<T: Element, U: Element>(
    ctx: ExecCtx<'_>,
    operands: [&MutableTensor; 2],
    result: &TensorMetadata,
    of: &Combination<'_, T, T, U>,
) -> Result<MutableTensor, KernelError> {
    if let [MutableTensor::Scalar(a), MutableTensor::Scalar(b)] = operands
        && let (Some(a), Some(b)) = (a.value::<T>(), b.value::<T>())
    {
        let mut value = [U::zeroed()];
        of(&[a], &[b], &mut value);
        let scalar = ScalarHostTensor::new(result.shape.clone(), value[0]);
        return Ok(MutableTensor::Scalar(scalar));
    }
    let made = allocated(ctx, result)?;
    into(ctx, operands, &made, of)?;
    Ok(made.into())
}

/// Sets the output to what `of` makes of both operands, which can be broadcast to it.
fn into<T: Element, U: Element>(
    ctx: ExecCtx<'_>,
    [lhs, rhs]: [&MutableTensor; 2],
    output: &DenseHostTensor,
    of: &Combination<'_, T, T, U>,
) -> Result<(), KernelError> {
    let (lhs, rhs) = (Operand::of(lhs)?, Operand::of(rhs)?);
    let places = places(output.shape(), [lhs.shape(), rhs.shape()]);
    let run = |a: &[T], b: &[T], out: &mut [U]| combine(&ctx, (a, b), &places, of, out).or_end(ctx);
    match (lhs, rhs) {
        (Operand::Dense(a), Operand::Dense(b)) => {
            write([a, b], output, |[a, b], out| run(a, b, out))
        }
        (Operand::Dense(a), Operand::Value(b)) => write([a], output, |[a], out| run(a, &b, out)),
        (Operand::Value(a), Operand::Dense(b)) => write([b], output, |[b], out| run(&a, b, out)),
        (Operand::Value(a), Operand::Value(b)) => {
            write::<T, U, 0>([], output, |[], out| run(&a, &b, out))
        }
    }
}

/// Sets a tensor to what `of` makes of its elements and those of the other, which can be broadcast to it.
fn onto<T: Element>(
    ctx: ExecCtx<'_>,
    tensor: &mut DenseHostTensor,
    other: &MutableTensor,
    of: &Combination<'_, T, T, T>,
) -> Result<(), KernelError> {
    let other = Operand::of(other)?;
    let places = places(tensor.shape(), [other.shape()]);
    let output = own::<T>(tensor)?;
    let mut run = |other: &[T]| combine_onto(&ctx, other, &places, of, output).or_end(ctx);
    match other {
        Operand::Value(value) => run(&value),
        Operand::Dense(other) => {
            other.expect::<T>()?;
            run(Access::new(&[other.buffer()], &[])?.input(0)?)
        }
    }
}

/// Where the elements of operands are for each of the result, to which they can be broadcast. An operand without a
/// shape is one element.
fn places<const N: usize>(result: &TensorShape, operands: [Option<&TensorShape>; N]) -> Strides<N> {
    let count = result.elements().unwrap_or(0);
    // With as many elements, it has no dimension that the result does not have, but for those of size 1.
    if operands.iter().flatten().all(|shape| shape.elements() == Some(count)) {
        let strides = operands.map(|operand| [isize::from(operand.is_some())]);
        return Strides::new(&[count], std::array::from_fn(|at| &strides[at][..]), [0; N]);
    }
    let size = |size: &i64| usize::try_from(*size).unwrap_or(0);
    let sizes: Vec<usize> = result.dimensions().iter().map(size).collect();
    let strides = operands.map(|operand| {
        let own: Vec<usize> =
            operand.map_or(Vec::new(), |shape| shape.dimensions().iter().map(size).collect());
        let mut strides = vec![0_isize; sizes.len()];
        let mut distance = 1_isize;
        for (stride, &size) in strides.iter_mut().rev().zip(own.iter().rev()) {
            if size != 1 {
                *stride = distance;
            }
            // Of a tensor without elements, none is read.
            distance = distance.wrapping_mul(size.cast_signed());
        }
        strides
    });
    Strides::new(&sizes, std::array::from_fn(|at| &strides[at][..]), [0; N])
}
