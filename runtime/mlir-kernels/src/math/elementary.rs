//! Functions that are not exact. Each is computed in `f64`, with an error below 2 units in the last
//! place, and rounded to the type: see `functions`.

use super::functions;
use crate::Float;
use tfrt_host::kernel;
use tfrt_host::kernel::Assembly;
use tfrt_kernels::number::{Bf16, F16};

/// The sine; NaN of an infinity.
#[kernel("math.sin.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn sin<T: Float>(a: T) -> T {
    T::from_f64(functions::sin(a.to_f64()))
}

/// The cosine; NaN of an infinity.
#[kernel("math.cos.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn cos<T: Float>(a: T) -> T {
    T::from_f64(functions::cos(a.to_f64()))
}

/// The tangent; NaN of an infinity.
#[kernel("math.tan.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn tan<T: Float>(a: T) -> T {
    T::from_f64(functions::tan(a.to_f64()))
}

/// The arcsine; NaN beyond -1 and 1.
#[kernel("math.asin.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn asin<T: Float>(a: T) -> T {
    T::from_f64(functions::asin(a.to_f64()))
}

/// The arccosine; NaN beyond -1 and 1.
#[kernel("math.acos.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn acos<T: Float>(a: T) -> T {
    T::from_f64(functions::acos(a.to_f64()))
}

/// The arctangent.
#[kernel("math.atan.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn atan<T: Float>(a: T) -> T {
    T::from_f64(functions::atan(a.to_f64()))
}

/// The hyperbolic sine.
#[kernel("math.sinh.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn sinh<T: Float>(a: T) -> T {
    T::from_f64(functions::sinh(a.to_f64()))
}

/// The hyperbolic cosine.
#[kernel("math.cosh.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn cosh<T: Float>(a: T) -> T {
    T::from_f64(functions::cosh(a.to_f64()))
}

/// The hyperbolic tangent.
#[kernel("math.tanh.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn tanh<T: Float>(a: T) -> T {
    T::from_f64(functions::tanh(a.to_f64()))
}

/// The inverse hyperbolic sine.
#[kernel("math.asinh.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn asinh<T: Float>(a: T) -> T {
    T::from_f64(functions::asinh(a.to_f64()))
}

/// The inverse hyperbolic cosine; NaN below 1.
#[kernel("math.acosh.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn acosh<T: Float>(a: T) -> T {
    T::from_f64(functions::acosh(a.to_f64()))
}

/// The inverse hyperbolic tangent: infinities of -1 and 1, NaN beyond.
#[kernel("math.atanh.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn atanh<T: Float>(a: T) -> T {
    T::from_f64(functions::atanh(a.to_f64()))
}

/// The exponential.
#[kernel("math.exp.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn exp<T: Float>(a: T) -> T {
    T::from_f64(functions::exp(a.to_f64()))
}

/// 2 to the power of `a`.
#[kernel("math.exp2.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn exp2<T: Float>(a: T) -> T {
    T::from_f64(functions::exp2(a.to_f64()))
}

/// The exponential less 1.
#[kernel("math.expm1.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn expm1<T: Float>(a: T) -> T {
    T::from_f64(functions::expm1(a.to_f64()))
}

/// The natural logarithm: -infinity of a zero, NaN below.
#[kernel("math.log.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn log<T: Float>(a: T) -> T {
    T::from_f64(functions::log(a.to_f64()))
}

/// The logarithm to base 2: -infinity of a zero, NaN below.
#[kernel("math.log2.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn log2<T: Float>(a: T) -> T {
    T::from_f64(functions::log2(a.to_f64()))
}

/// The logarithm to base 10: -infinity of a zero, NaN below.
#[kernel("math.log10.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn log10<T: Float>(a: T) -> T {
    T::from_f64(functions::log10(a.to_f64()))
}

/// The natural logarithm of 1 + `a`: -infinity of -1, NaN below.
#[kernel("math.log1p.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn log1p<T: Float>(a: T) -> T {
    T::from_f64(functions::log1p(a.to_f64()))
}

/// The inverse of the square root: an infinity of a zero, with its sign; NaN below.
#[kernel("math.rsqrt.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn rsqrt<T: Float>(a: T) -> T {
    T::from_f64(functions::rsqrt(a.to_f64()))
}

/// The cube root.
#[kernel("math.cbrt.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn cbrt<T: Float>(a: T) -> T {
    T::from_f64(functions::cbrt(a.to_f64()))
}

/// The error function.
#[kernel("math.erf.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn erf<T: Float>(a: T) -> T {
    T::from_f64(functions::erf(a.to_f64()))
}

/// The complement of the error function: 1 - erf.
#[kernel("math.erfc.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn erfc<T: Float>(a: T) -> T {
    T::from_f64(functions::erfc(a.to_f64()))
}

/// The angle of the point (`b`, `a`): the arctangent of `a` / `b` in all four quadrants, from -pi to
/// pi, with the sign of `a`.
#[kernel("math.atan2.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn atan2<T: Float>(a: T, b: T) -> T {
    T::from_f64(functions::atan2(a.to_f64(), b.to_f64()))
}

/// `a` to the power of `b`, with the special values of IEEE 754: 1 if `b` is 0 or `a` is 1, even if
/// the other is NaN; NaN of a number below zero unless `b` is an integer.
#[kernel("math.powf.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn powf<T: Float>(a: T, b: T) -> T {
    T::from_f64(functions::pow(a.to_f64(), b.to_f64()))
}

/// `a` to the power of the signed integer `b`.
#[kernel("math.fpowi.{T}", pure, assembly = Assembly::OPERANDS,
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn fpowi<T: Float>(a: T, b: i64) -> T {
    T::from_f64(functions::pow_integer(a.to_f64(), b))
}
