//! Shapes as tensors, dimensions of size 1, other element types.

use crate::convert::converted;
use crate::cost;
use crate::element::Scalar;
use crate::output::{invalid, list, output};
use half::{bf16, f16};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, DType, shapes};
use tfrt_numeric::Arithmetic;
use tfrt_tensor::{I1, Tensor, TensorShape};

/// The sizes of the tensor's dimensions from `start` to `end`, without this: ONNX's `Shape`. Negative
/// numbers count from the end, what lies beyond is cut off.
///
/// # Errors
/// `Cannot allocate tensor`.
#[kernel("nn.shape", pure, assembly = Assembly::TYPED_RESULTS, infer = "dimensions(*) -> i64")]
pub fn shape(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    end: Attr<i64>,
    start: Attr<i64>,
) -> Result<Tensor, KernelError> {
    let sizes = tensor.shape().dimensions();
    let part = &sizes[shapes::part_of_shape(sizes.len(), start.0, end.0)];
    let length = i64::try_from(part.len()).unwrap_or(i64::MAX);
    Ok(Tensor::copy_of(TensorShape::new(&[length])?, part, ctx.allocator())?)
}

/// The number of elements: ONNX's `Size`.
///
/// # Errors
/// `Cannot allocate tensor`.
#[kernel("nn.size", pure, assembly = Assembly::TYPED_RESULTS, infer = "count(*) -> i64")]
pub fn size(ctx: ExecCtx<'_>, tensor: &Tensor) -> Result<Tensor, KernelError> {
    let count = tensor.shape().elements().and_then(|count| i64::try_from(count).ok());
    let count = [count.unwrap_or(i64::MAX)];
    Ok(Tensor::copy_of(TensorShape::new(&[])?, &count, ctx.allocator())?)
}

/// The tensor without the dimensions `axes`, which have size 1; without axes, all that have it go. ONNX's
/// `Squeeze`. No element is copied.
///
/// # Errors
/// `dimension 1 of shape [1, 2] has not size 1`; `axis 2 is no dimension of shape [1, 2]`.
#[kernel("nn.squeeze", pure, assembly = Assembly::TYPED_RESULTS, infer = "squeeze(*, i64) -> *")]
pub fn squeeze(tensor: Tensor, axes: Option<&Tensor>) -> Result<Tensor, KernelError> {
    let axes = axes.map(list).transpose()?;
    let shape = shapes::squeeze(tensor.shape().dimensions(), axes).map_err(invalid)?;
    Ok(tensor.with_shape(TensorShape::new(&shape)?)?)
}

/// The tensor with dimensions of size 1 at the places `axes` of the result: ONNX's `Unsqueeze`. No element is
/// copied.
///
/// # Errors
/// `axis 1 is there twice`, and so on.
#[kernel("nn.unsqueeze", pure, assembly = Assembly::TYPED_RESULTS, infer = "unsqueeze(*, i64) -> *")]
pub fn unsqueeze(tensor: Tensor, axes: &Tensor) -> Result<Tensor, KernelError> {
    let shape = shapes::unsqueeze(tensor.shape().dimensions(), list(axes)?).map_err(invalid)?;
    Ok(tensor.with_shape(TensorShape::new(&shape)?)?)
}

/// The same values, as near as they can be, as elements of the type `to`: ONNX's `Cast`. Integers that do not
/// fit wrap; floats become integers by truncation, those that do not fit the nearest that does and NaN 0; what
/// is not 0 is true.
///
/// # Errors
/// Elements that are no numbers.
#[kernel("nn.cast", pure, cost = cost::moved(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "convert(*) -> *")]
pub fn cast(ctx: ExecCtx<'_>, tensor: &Tensor, to: Attr<DType>) -> Result<Tensor, KernelError> {
    converted(ctx, tensor, to.0)
}

/// The tensor, if all conditions are true.
///
/// # Errors
/// What the attribute `message` says, if one is not.
#[kernel("nn.require", pure, assembly = Assembly::TYPED_RESULTS, infer = "like(*, i1) -> * or error")]
pub fn require(
    tensor: Tensor,
    conditions: &Tensor,
    message: Attr<&str>,
) -> Result<Tensor, KernelError> {
    if conditions.elements::<I1>()?.iter().all(|&condition| condition.into()) {
        Ok(tensor)
    } else {
        Err(invalid(message.0.to_owned()))
    }
}

/// The numbers from `start` to `limit`, without this, by `delta`: ONNX's `Range`. Each is `start` and a
/// multiple of `delta`.
///
/// # Errors
/// `a range by steps of 0`; more numbers than fit; `Cannot allocate tensor`; a tensor of another element
/// type, or with more than one element.
#[kernel("nn.range.{T}", pure, assembly = Assembly::TYPED_RESULTS, infer = "list({T}) -> {T}",
    T = [i16, i32, i64, f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn range<T: Scalar<Work: Arithmetic + Steps>>(
    ctx: ExecCtx<'_>,
    start: &Tensor,
    limit: &Tensor,
    delta: &Tensor,
) -> Result<Tensor, KernelError> {
    let number = |tensor: &Tensor| match tensor.elements::<T>()? {
        [number] => Ok(number.work()),
        _ => Err(invalid(format!("a range needs numbers, got {}", tensor.metadata()))),
    };
    let (start, limit, delta) = (number(start)?, number(limit)?, number(delta)?);
    let count = T::Work::steps(start, limit, delta);
    let count = count.ok_or_else(|| invalid("a range by steps of 0".to_owned()))?;
    output::<T>(ctx, &[count], |output| {
        let mut at = T::Work::ZERO;
        for element in output {
            *element = T::rounded_from(start.plus(at.times(delta)));
            at = at.plus(T::Work::ONE);
        }
        Ok(())
    })
}

/// How many steps there are from one number to another.
pub trait Steps: Sized {
    /// None by 0.
    fn steps(start: Self, limit: Self, delta: Self) -> Option<i64>;
}

macro_rules! steps {
    ($($integer:ty)*; $($float:ty)*) => {
        $(impl Steps for $integer {
            fn steps(start: Self, limit: Self, delta: Self) -> Option<i64> {
                let [start, limit, delta] = [start, limit, delta].map(i128::from);
                if delta == 0 {
                    return None;
                }
                let distance = limit - start;
                let count = if (distance > 0) == (delta > 0) && distance != 0 {
                    (distance.abs() + delta.abs() - 1) / delta.abs()
                } else {
                    0
                };
                Some(i64::try_from(count).unwrap_or(i64::MAX))
            }
        })*
        $(impl Steps for $float {
            fn steps(start: Self, limit: Self, delta: Self) -> Option<i64> {
                // A cast saturates, and NaN is no step.
                (delta != 0.0).then(|| ((limit - start) / delta).ceil().max(0.0) as i64)
            }
        })*
    };
}

steps! { i16 i32 i64; f32 f64 }
