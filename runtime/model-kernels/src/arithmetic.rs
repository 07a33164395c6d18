//! Arithmetic of the elements of tensors that are broadcast to one shape.

use crate::cost;
use crate::element::Scalar;
use crate::output::{broadcast_strides, indices, invalid, output};
use half::{bf16, f16};
use std::sync::atomic::{AtomicBool, Ordering};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, shapes};
use tfrt_numeric::{Arithmetic, Combination, Extremes, Strides};
use tfrt_tensor::{Element, I1, Tensor};

/// A tensor of what `of` returns for the elements at each place of both, broadcast to one shape.
pub(crate) fn combined<T: Element, U: Element>(
    ctx: ExecCtx<'_>,
    [a, b]: [&Tensor; 2],
    of: impl Fn(T, T) -> U + Sync,
) -> Result<Tensor, KernelError> {
    combined_rows(ctx, [a, b], &|a: &[T], b: &[T], row: &mut [U]| {
        for (element, (a, b)) in row.iter_mut().zip(a.iter().zip(b)) {
            *element = of(*a, *b);
        }
    })
}

/// [`combined`] of a function of neighbours. It does not depend on the function's type: rustc compiles it once
/// for each pair of types, and not for each of some hundred kernels.
fn combined_rows<T: Element, U: Element>(
    ctx: ExecCtx<'_>,
    [a, b]: [&Tensor; 2],
    of: &Combination<'_, T, T, U>,
) -> Result<Tensor, KernelError> {
    let elements = (a.elements::<T>()?, b.elements::<T>()?);
    let (shape, places) = broadcast([a, b].map(|tensor| tensor.shape().dimensions()))?;
    output(ctx, &shape, |output| tfrt_numeric::combine(&ctx, elements, &places, of, output))
}

/// The shape that both are broadcast to, and the places of their elements.
pub(crate) fn broadcast([left, right]: [&[i64]; 2]) -> Result<(Vec<i64>, Strides<2>), KernelError> {
    let shape = shapes::broadcast_all([left, right]).map_err(invalid)?;
    let strides = [left, right].map(|from| broadcast_strides(from, shape.len()));
    let places = Strides::new(&indices(&shape), [&strides[0], &strides[1]], [0, 0]);
    Ok((shape, places))
}

/// [`combined`] of a function that has no result by zero.
///
/// # Errors
/// As [`combined`]; `Divide by zero`.
pub(crate) fn try_combined<T: Element>(
    ctx: ExecCtx<'_>,
    operands: [&Tensor; 2],
    of: impl Fn(T, T) -> Option<T> + Sync,
) -> Result<Tensor, KernelError> {
    let by_zero = AtomicBool::new(false);
    let results = combined(ctx, operands, |a: T, b: T| {
        of(a, b).unwrap_or_else(|| {
            // Read when all parts are done, which is a synchronisation of its own.
            by_zero.store(true, Ordering::Relaxed);
            T::zeroed()
        })
    })?;
    if by_zero.into_inner() { Err("Divide by zero".into()) } else { Ok(results) }
}

/// Ops that compute each element of the operands' type.
macro_rules! arithmetic {
    ($($(#[$doc:meta])* $name:ident = $op:literal, $bound:ident, $method:ident, $types:tt;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// `shapes [2, 3] and [2] do not broadcast`; a tensor of another element type.
        #[kernel($op, pure, cost = cost::moved(a), assembly = Assembly::TYPED_RESULTS,
            infer = "broadcast({T}) -> {T}", T = $types)]
        pub fn $name<T: Scalar<Work: $bound>>(
            ctx: ExecCtx<'_>,
            a: &Tensor,
            b: &Tensor,
        ) -> Result<Tensor, KernelError> {
            combined(ctx, [a, b], |a: T, b: T| T::rounded_from(a.work().$method(b.work())))
        }
    )*};
}

arithmetic! {
    /// The sums: ONNX's `Add`; integers wrap.
    add = "nn.add.{T}", Arithmetic, plus,
        [i8, i16, i32, i64, u8, u16, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64];
    /// The differences: ONNX's `Sub`; integers wrap.
    sub = "nn.sub.{T}", Arithmetic, minus,
        [i8, i16, i32, i64, u8, u16, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64];
    /// The products: ONNX's `Mul`; integers wrap.
    mul = "nn.mul.{T}", Arithmetic, times,
        [i8, i16, i32, i64, u8, u16, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64];
    /// The greater of both, as `nn.reduce_max` has it: ONNX's `Max`.
    max = "nn.max.{T}", Extremes, greatest,
        [i8, i16, i32, i64, u8, u16, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64];
    /// The lesser of both, as `nn.reduce_min` has it: ONNX's `Min`.
    min = "nn.min.{T}", Extremes, least,
        [i8, i16, i32, i64, u8, u16, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64];
}

/// The quotients: ONNX's `Div`. Those of integers are truncated.
///
/// # Errors
/// `shapes [2, 3] and [2] do not broadcast`; `Divide by zero`, of integers; a tensor of another element
/// type.
#[kernel("nn.div.{T}", pure, cost = cost::moved(a), assembly = Assembly::TYPED_RESULTS,
    infer = "broadcast({T}) -> {T} or error",
    T = [i8, i16, i32, i64, u8, u16, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn div<T: Scalar<Work: Arithmetic>>(
    ctx: ExecCtx<'_>,
    a: &Tensor,
    b: &Tensor,
) -> Result<Tensor, KernelError> {
    try_combined(ctx, [a, b], |a: T, b: T| a.work().over(b.work()).map(T::rounded_from))
}

/// Comparisons.
macro_rules! comparisons {
    ($($(#[$doc:meta])* $name:ident = $op:literal, $compare:expr, $types:tt;)*) => {$(
        $(#[$doc])*
        /// NaN is neither equal to, nor less or greater than anything.
        ///
        /// # Errors
        /// `shapes [2, 3] and [2] do not broadcast`; a tensor of another element type.
        #[kernel($op, pure, cost = cost::moved(a), assembly = Assembly::TYPED_RESULTS,
            infer = "broadcast({T}) -> i1", T = $types)]
        pub fn $name<T: Element + PartialOrd>(
            ctx: ExecCtx<'_>,
            a: &Tensor,
            b: &Tensor,
        ) -> Result<Tensor, KernelError> {
            let compare: fn(&T, &T) -> bool = $compare;
            combined(ctx, [a, b], |a: T, b: T| I1::from(compare(&a, &b)))
        }
    )*};
}

comparisons! {
    /// Whether the elements of `a` are greater: ONNX's `Greater`.
    greater = "nn.greater.{T}", |a, b| a > b,
        [i8, i16, i32, i64, u8, u16, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64];
    /// Whether the elements of `a` are greater or equal: ONNX's `GreaterOrEqual`.
    greater_or_equal = "nn.greater_or_equal.{T}", |a, b| a >= b,
        [i8, i16, i32, i64, u8, u16, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64];
    /// Whether the elements of `a` are less: ONNX's `Less`.
    less = "nn.less.{T}", |a, b| a < b,
        [i8, i16, i32, i64, u8, u16, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64];
    /// Whether the elements of `a` are less or equal: ONNX's `LessOrEqual`.
    less_or_equal = "nn.less_or_equal.{T}", |a, b| a <= b,
        [i8, i16, i32, i64, u8, u16, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64];
}

/// Whether the elements are equal: ONNX's `Equal`. NaN is equal to nothing.
///
/// # Errors
/// `shapes [2, 3] and [2] do not broadcast`; a tensor of another element type.
#[kernel("nn.equal.{T}", pure, cost = cost::moved(a), assembly = Assembly::TYPED_RESULTS,
    infer = "broadcast({T}) -> i1",
    T = [I1 as "i1", i8, i16, i32, i64, u8, u16, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn equal<T: Element>(ctx: ExecCtx<'_>, a: &Tensor, b: &Tensor) -> Result<Tensor, KernelError> {
    combined(ctx, [a, b], |a: T, b: T| I1::from(a == b))
}

/// The element, or zero if it is negative: ONNX's `Relu`. NaN and -0 stay.
///
/// # Errors
/// A tensor of another element type.
#[kernel("nn.relu.{T}", pure, cost = cost::moved(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "elementwise({T}) -> {T}",
    T = [i8, i16, i32, i64, f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn relu<T: Scalar<Work: Arithmetic>>(
    ctx: ExecCtx<'_>,
    tensor: Tensor,
) -> Result<Tensor, KernelError> {
    tfrt_tensor::pointwise(ctx, [tensor], |[x]: [T; 1]| T::rounded_from(x.work().relu()))
}
