//! Arithmetic on floats, and on tensors of them.

use crate::elementwise::{elementwise, map};
use half::{bf16, f16};
use tfrt_host::kernel;
use tfrt_host::kernel::Assembly;
use tfrt_numeric::{Float, Real};

/// The sum.
#[kernel("arith.addf.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64], intrinsic = [f32: FAdd, f64: FAdd])]
pub fn addf<T: Float>(a: T, b: T) -> T {
    T::rounded(a.work() + b.work())
}

/// The difference.
#[kernel("arith.subf.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64], intrinsic = [f32: FSub, f64: FSub])]
pub fn subf<T: Float>(a: T, b: T) -> T {
    T::rounded(a.work() - b.work())
}

/// The product.
#[kernel("arith.mulf.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64], intrinsic = [f32: FMul, f64: FMul])]
pub fn mulf<T: Float>(a: T, b: T) -> T {
    T::rounded(a.work() * b.work())
}

/// The quotient. By zero it is an infinity or NaN, not an error.
#[kernel("arith.divf.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64], intrinsic = [f32: FQuotient, f64: FQuotient])]
pub fn divf<T: Float>(a: T, b: T) -> T {
    T::rounded(a.work() / b.work())
}

/// What the quotient toward zero leaves of `a`: exact, with the sign of `a`. NaN if `a` is infinite
/// or `b` is zero.
#[kernel("arith.remf.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn remf<T: Float>(a: T, b: T) -> T {
    T::rounded(a.work() % b.work())
}

/// The same with the other sign.
#[kernel("arith.negf.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64], intrinsic = [f32: FNeg, f64: FNeg])]
pub fn negf<T: Float>(a: T) -> T {
    T::rounded(a.work().negated())
}

/// The greater one, NaN if either is NaN. 0 is greater than -0.
#[kernel("arith.maximumf.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64], intrinsic = [f32: FMaximum, f64: FMaximum])]
pub fn maximumf<T: Float>(a: T, b: T) -> T {
    let (left, right) = (a.work(), b.work());
    if left.is_nan() || !right.is_nan() && exceeds(left, right) { a } else { b }
}

/// The lesser one, NaN if either is NaN. -0 is less than 0.
#[kernel("arith.minimumf.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64], intrinsic = [f32: FMinimum, f64: FMinimum])]
pub fn minimumf<T: Float>(a: T, b: T) -> T {
    let (left, right) = (a.work(), b.work());
    if left.is_nan() || !right.is_nan() && exceeds(right, left) { a } else { b }
}

/// The greater one; if one is NaN, the other. 0 is greater than -0.
#[kernel("arith.maxnumf.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64], intrinsic = [f32: FMaxNum, f64: FMaxNum])]
pub fn maxnumf<T: Float>(a: T, b: T) -> T {
    let (left, right) = (a.work(), b.work());
    if right.is_nan() || exceeds(left, right) { a } else { b }
}

/// The lesser one; if one is NaN, the other. -0 is less than 0.
#[kernel("arith.minnumf.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64], intrinsic = [f32: FMinNum, f64: FMinNum])]
pub fn minnumf<T: Float>(a: T, b: T) -> T {
    let (left, right) = (a.work(), b.work());
    if right.is_nan() || exceeds(right, left) { a } else { b }
}

/// Whether `a` is greater, 0 than -0 too. Not if either is NaN.
#[inline]
fn exceeds<R: Real>(a: R, b: R) -> bool {
    a > b || a == b && b.is_sign_negative()
}

elementwise! { Float, [f16, bf16, f32, f64], elementwise, map, "elementwise({T}) -> {T}";
    /// As `arith.addf`, for each element.
    addf_tensor(a, b) = "arith.addf.tensor.{T}", addf;
    /// As `arith.divf`, for each element.
    divf_tensor(a, b) = "arith.divf.tensor.{T}", divf;
    /// As `arith.maximumf`, for each element.
    maximumf_tensor(a, b) = "arith.maximumf.tensor.{T}", maximumf;
    /// As `arith.maxnumf`, for each element.
    maxnumf_tensor(a, b) = "arith.maxnumf.tensor.{T}", maxnumf;
    /// As `arith.minimumf`, for each element.
    minimumf_tensor(a, b) = "arith.minimumf.tensor.{T}", minimumf;
    /// As `arith.minnumf`, for each element.
    minnumf_tensor(a, b) = "arith.minnumf.tensor.{T}", minnumf;
    /// As `arith.mulf`, for each element.
    mulf_tensor(a, b) = "arith.mulf.tensor.{T}", mulf;
    /// As `arith.negf`, for each element.
    negf_tensor(a) = "arith.negf.tensor.{T}", negf;
    /// As `arith.remf`, for each element.
    remf_tensor(a, b) = "arith.remf.tensor.{T}", remf;
    /// As `arith.subf`, for each element.
    subf_tensor(a, b) = "arith.subf.tensor.{T}", subf;
}
