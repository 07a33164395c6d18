//! Functions of floats, and of tensors of them, whose results are exact, or rounded once.

use crate::arith::float::{maximumf, minimumf};
use crate::elementwise::{elementwise, map};
use half::{bf16, f16};
use tfrt_host::kernel;
use tfrt_host::kernel::Assembly;
use tfrt_numeric::{Float, Real};

/// The magnitude.
#[kernel("math.absf.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64], intrinsic = [f32: FAbs, f64: FAbs])]
pub fn absf<T: Float>(a: T) -> T {
    T::rounded(a.work().magnitude())
}

/// The least integer that is not less.
#[kernel("math.ceil.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64], intrinsic = [f32: Ceil, f64: Ceil])]
pub fn ceil<T: Float>(a: T) -> T {
    T::rounded(a.work().rounded_up())
}

/// The greatest integer that is not greater.
#[kernel("math.floor.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64], intrinsic = [f32: Floor, f64: Floor])]
pub fn floor<T: Float>(a: T) -> T {
    T::rounded(a.work().rounded_down())
}

/// The nearest integer, ties away from zero.
#[kernel("math.round.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn round<T: Float>(a: T) -> T {
    T::rounded(a.work().rounded_away())
}

/// The nearest integer, ties to even.
#[kernel("math.roundeven.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64], intrinsic = [f32: RoundEven, f64: RoundEven])]
pub fn roundeven<T: Float>(a: T) -> T {
    T::rounded(a.work().rounded_to_even())
}

/// The integer toward zero.
#[kernel("math.trunc.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64], intrinsic = [f32: Trunc, f64: Trunc])]
pub fn trunc<T: Float>(a: T) -> T {
    T::rounded(a.work().rounded_toward_zero())
}

/// The square root, correctly rounded; NaN of a number below zero.
#[kernel("math.sqrt.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64], intrinsic = [f32: Sqrt, f64: Sqrt])]
pub fn sqrt<T: Float>(a: T) -> T {
    T::rounded(a.work().root())
}

/// The magnitude of `a` with the sign of `b`.
#[kernel("math.copysign.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64], intrinsic = [f32: CopySign, f64: CopySign])]
pub fn copysign<T: Float>(a: T, b: T) -> T {
    T::rounded(a.work().with_sign_of(b.work()))
}

/// The product of `a` and `b` plus `c`, rounded once.
#[kernel("math.fma.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64], intrinsic = [f32: Fma, f64: Fma])]
pub fn fma<T: Float>(a: T, b: T, c: T) -> T {
    T::fused(a, b, c)
}

/// The value between the bounds, NaN if any operand is NaN. If the bounds contradict each other, the
/// upper one counts. (The formula in the documentation of MLIR 22, `maxf(minf(value, min), max)`, is
/// never less than the upper bound: it is taken for a mistake.)
#[kernel("math.clampf.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn clampf<T: Float>(value: T, low: T, high: T) -> T {
    minimumf(maximumf(value, low), high)
}

/// Whether it is NaN.
#[kernel("math.isnan.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn isnan<T: Float>(a: T) -> bool {
    a.to_f64().is_nan()
}

/// Whether it is an infinity.
#[kernel("math.isinf.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn isinf<T: Float>(a: T) -> bool {
    a.to_f64().is_infinite()
}

/// Whether it is neither NaN nor an infinity.
#[kernel("math.isfinite.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn isfinite<T: Float>(a: T) -> bool {
    a.to_f64().is_finite()
}

/// Whether it is a number, and neither zero, subnormal nor an infinity.
#[kernel("math.isnormal.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn isnormal<T: Float>(a: T) -> bool {
    (T::LEAST_NORMAL..f64::INFINITY).contains(&a.to_f64().abs())
}

elementwise! { Float, [f16, bf16, f32, f64], elementwise, map, "elementwise({T}) -> {T}";
    /// As `math.absf`, for each element.
    absf_tensor(a) = "math.absf.tensor.{T}", absf;
    /// As `math.ceil`, for each element.
    ceil_tensor(a) = "math.ceil.tensor.{T}", ceil;
    /// As `math.clampf`, for each element.
    clampf_tensor(value, low, high) = "math.clampf.tensor.{T}", clampf;
    /// As `math.copysign`, for each element.
    copysign_tensor(a, b) = "math.copysign.tensor.{T}", copysign;
    /// As `math.floor`, for each element.
    floor_tensor(a) = "math.floor.tensor.{T}", floor;
    /// As `math.fma`, for each element.
    fma_tensor(a, b, c) = "math.fma.tensor.{T}", fma;
    /// As `math.round`, for each element.
    round_tensor(a) = "math.round.tensor.{T}", round;
    /// As `math.roundeven`, for each element.
    roundeven_tensor(a) = "math.roundeven.tensor.{T}", roundeven;
    /// As `math.sqrt`, for each element.
    sqrt_tensor(a) = "math.sqrt.tensor.{T}", sqrt;
    /// As `math.trunc`, for each element.
    trunc_tensor(a) = "math.trunc.tensor.{T}", trunc;
}

elementwise! { Float, [f16, bf16, f32, f64], elementwise, map, "elementwise({T}) -> i1";
    /// As `math.isfinite`, for each element.
    isfinite_tensor(a) = "math.isfinite.tensor.{T}", isfinite;
    /// As `math.isinf`, for each element.
    isinf_tensor(a) = "math.isinf.tensor.{T}", isinf;
    /// As `math.isnan`, for each element.
    isnan_tensor(a) = "math.isnan.tensor.{T}", isnan;
    /// As `math.isnormal`, for each element.
    isnormal_tensor(a) = "math.isnormal.tensor.{T}", isnormal;
}
