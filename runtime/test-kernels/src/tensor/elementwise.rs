//! Kernels that compute each element of a tensor from those at the same place.

use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::Chain;
use tfrt_numeric::Arithmetic;
use tfrt_numeric::functions::exp;
use tfrt_tensor::{Access, Element, MutableTensor};
use tfrt_tensor_kernels::{cost, each};

fn truth<T: Arithmetic + Element>(value: bool) -> T {
    if value { T::ONE } else { T::ZERO }
}

/// Sets `B` to `A`, and to zero where that is negative.
///
/// # Errors
/// `tensor shape mismatch: A vs. B`; a tensor of another kind or element type; a read-only output.
#[kernel("tfrt_test.relu.{T}", effects(writes), cost = cost::elementwise(a), T = [f32, i32, i64])]
pub fn relu<T: Arithmetic + Element>(
    ctx: ExecCtx<'_>,
    a: &MutableTensor,
    b: &MutableTensor,
    _chain: Chain,
) -> Result<Chain, KernelError> {
    each(ctx, [a], b, |[a]: [T; 1], b: &mut T| *b = a.relu())
}

/// Sets negative elements to zero.
///
/// # Errors
/// A tensor of another kind or element type, or a read-only one.
#[kernel("tfrt_test.relu_inplace.{T}", effects(writes), cost = cost::elementwise(a), T = [f32, i32, i64])]
pub fn relu_inplace<T: Arithmetic + Element>(
    ctx: ExecCtx<'_>,
    a: &MutableTensor,
    _chain: Chain,
) -> Result<Chain, KernelError> {
    each(ctx, [], a, |[]: [T; 0], a: &mut T| *a = a.relu())
}

/// Sets `C` to `A + B`.
///
/// # Errors
/// `tensor shape mismatch: A vs. B vs. C`; a tensor of another kind or element type; a read-only
/// output.
#[kernel("tfrt_test.add.{T}", effects(writes), cost = cost::elementwise(a), T = [f32, i32, i64])]
pub fn add<T: Arithmetic + Element>(
    ctx: ExecCtx<'_>,
    a: &MutableTensor,
    b: &MutableTensor,
    c: &MutableTensor,
    _chain: Chain,
) -> Result<Chain, KernelError> {
    each(ctx, [a, b], c, |[a, b]: [T; 2], c: &mut T| *c = a.plus(b))
}

/// Adds `A` to `B`.
///
/// # Errors
/// As `tfrt_test.relu`.
#[kernel("tfrt_test.add_inplace.{T}", effects(writes), cost = cost::elementwise(a), T = [f32, i32, i64])]
pub fn add_inplace<T: Arithmetic + Element>(
    ctx: ExecCtx<'_>,
    a: &MutableTensor,
    b: &MutableTensor,
    _chain: Chain,
) -> Result<Chain, KernelError> {
    each(ctx, [a], b, |[a]: [T; 1], b: &mut T| *b = b.plus(a))
}

/// Sets `C` to 1 where `A` and `B` are equal, else to 0.
///
/// # Errors
/// As `tfrt_test.add`.
#[kernel("tfrt_test.equal.{T}", effects(writes), cost = cost::elementwise(a), T = [f32, i32, i64])]
pub fn equal<T: Arithmetic + Element>(
    ctx: ExecCtx<'_>,
    a: &MutableTensor,
    b: &MutableTensor,
    c: &MutableTensor,
    _chain: Chain,
) -> Result<Chain, KernelError> {
    each(ctx, [a, b], c, |[a, b]: [T; 2], c: &mut T| *c = truth(a == b))
}

/// Sets `B` to 1 where it is equal to `A`, else to 0.
///
/// # Errors
/// As `tfrt_test.relu`.
#[kernel("tfrt_test.equal_inplace.{T}", effects(writes), cost = cost::elementwise(a), T = [f32, i32, i64])]
pub fn equal_inplace<T: Arithmetic + Element>(
    ctx: ExecCtx<'_>,
    a: &MutableTensor,
    b: &MutableTensor,
    _chain: Chain,
) -> Result<Chain, KernelError> {
    each(ctx, [a], b, |[a]: [T; 1], b: &mut T| *b = truth(*b == a))
}

/// Multiplies a gradient by 1 where the activation is positive, else by 0: a NaN or an
/// infinity becomes a NaN.
///
/// # Errors
/// As `tfrt_test.relu`.
#[kernel("tfrt_test.relu_grad_inplace.{T}", effects(writes), cost = cost::elementwise(gradient), T = [f32, i32, i64])]
pub fn relu_grad_inplace<T: Arithmetic + Element>(
    ctx: ExecCtx<'_>,
    activation: &MutableTensor,
    gradient: &MutableTensor,
    _chain: Chain,
) -> Result<Chain, KernelError> {
    each(ctx, [activation], gradient, |[x]: [T; 1], gradient: &mut T| {
        *gradient = gradient.times(truth(x > T::ZERO));
    })
}

/// Sets `B` to the numbers of `A` as floats.
///
/// # Errors
/// As `tfrt_test.relu`.
#[kernel("tfrt_test.cast.i32_to_f32", effects(writes), cost = cost::elementwise(a))]
pub fn cast_i32_to_f32(
    ctx: ExecCtx<'_>,
    a: &MutableTensor,
    b: &MutableTensor,
    _chain: Chain,
) -> Result<Chain, KernelError> {
    each(ctx, [a], b, |[a]: [i32; 1], b: &mut f32| *b = a as f32)
}

/// Subtracts the input from the output.
///
/// # Errors
/// As `tfrt_test.relu`.
#[kernel("tfrt_test.subtract_inplace.f32", effects(writes), cost = cost::elementwise(input))]
pub fn subtract_inplace_f32(
    ctx: ExecCtx<'_>,
    input: &MutableTensor,
    output: &MutableTensor,
    _chain: Chain,
) -> Result<Chain, KernelError> {
    each(ctx, [input], output, |[input]: [f32; 1], output: &mut f32| *output -= input)
}

/// Subtracts `gradient * lr` from the output.
///
/// # Errors
/// `GradientDescent lr should have only one element`, and as `tfrt_test.relu`.
#[kernel("tfrt_test.gradient_descent.f32", effects(writes), cost = cost::elementwise(gradient))]
pub fn gradient_descent_f32(
    ctx: ExecCtx<'_>,
    gradient: &MutableTensor,
    lr: &MutableTensor,
    output: &MutableTensor,
    _chain: Chain,
) -> Result<Chain, KernelError> {
    let rate = lr.dense()?;
    if rate.shape().elements() != Some(1) {
        return Err(KernelError::new(
            ErrorCode::InvalidArgument,
            "GradientDescent lr should have only one element",
        ));
    }
    let rate = rate.to_vec::<f32>()?[0];
    each(ctx, [gradient], output, |[gradient]: [f32; 1], output: &mut f32| {
        *output -= gradient * rate;
    })
}

/// Sets the elements to their exponentials divided by the sum of all. The maximum is not
/// subtracted, so that large elements overflow.
///
/// # Errors
/// As `tfrt_test.relu_inplace`.
#[kernel("tfrt_test.softmax_inplace.f32", effects(writes), cost = cost::elementary(a))]
pub fn softmax_inplace_f32(a: &MutableTensor, _chain: Chain) -> Result<Chain, KernelError> {
    let dense = a.dense()?;
    dense.expect::<f32>()?;
    let mut access = Access::new(&[], &[dense.buffer()])?;
    let elements = access.output::<f32>(0)?;
    let mut sum = 0.0;
    for element in &mut *elements {
        *element = exp(f64::from(*element)) as f32;
        sum += *element;
    }
    elements.iter_mut().for_each(|element| *element /= sum);
    Ok(Chain)
}
