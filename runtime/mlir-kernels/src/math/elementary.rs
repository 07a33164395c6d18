//! Functions that are not exact. Each is computed in `f64`, with an error below 2 units in the last
//! place, and rounded to the type: see `functions`.

use super::functions;
use crate::cost;
use crate::elementwise::{elementwise, map};
use half::{bf16, f16};
use std::marker::PhantomData;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::Assembly;
use tfrt_numeric::Float;
use tfrt_numeric::vector::{self, BLOCK, Function};
use tfrt_tensor::{BlockFunction, Stored, Tensor, blockwise};

/// The sine; NaN of an infinity.
#[kernel("math.sin.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn sin<T: Float>(a: T) -> T {
    T::nearest(functions::sin(a.to_f64()))
}

/// The cosine; NaN of an infinity.
#[kernel("math.cos.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn cos<T: Float>(a: T) -> T {
    T::nearest(functions::cos(a.to_f64()))
}

/// The sine and the cosine; NaN of an infinity.
#[kernel("math.sincos.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn sincos<T: Float>(a: T) -> (T, T) {
    (sin(a), cos(a))
}

/// The tangent; NaN of an infinity.
#[kernel("math.tan.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn tan<T: Float>(a: T) -> T {
    T::nearest(functions::tan(a.to_f64()))
}

/// The arcsine; NaN beyond -1 and 1.
#[kernel("math.asin.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn asin<T: Float>(a: T) -> T {
    T::nearest(functions::asin(a.to_f64()))
}

/// The arccosine; NaN beyond -1 and 1.
#[kernel("math.acos.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn acos<T: Float>(a: T) -> T {
    T::nearest(functions::acos(a.to_f64()))
}

/// The arctangent.
#[kernel("math.atan.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn atan<T: Float>(a: T) -> T {
    T::nearest(functions::atan(a.to_f64()))
}

/// The hyperbolic sine.
#[kernel("math.sinh.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn sinh<T: Float>(a: T) -> T {
    T::nearest(functions::sinh(a.to_f64()))
}

/// The hyperbolic cosine.
#[kernel("math.cosh.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn cosh<T: Float>(a: T) -> T {
    T::nearest(functions::cosh(a.to_f64()))
}

/// The hyperbolic tangent.
#[kernel("math.tanh.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn tanh<T: Float>(a: T) -> T {
    T::nearest(functions::tanh(a.to_f64()))
}

/// The inverse hyperbolic sine.
#[kernel("math.asinh.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn asinh<T: Float>(a: T) -> T {
    T::nearest(functions::asinh(a.to_f64()))
}

/// The inverse hyperbolic cosine; NaN below 1.
#[kernel("math.acosh.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn acosh<T: Float>(a: T) -> T {
    T::nearest(functions::acosh(a.to_f64()))
}

/// The inverse hyperbolic tangent: infinities of -1 and 1, NaN beyond.
#[kernel("math.atanh.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn atanh<T: Float>(a: T) -> T {
    T::nearest(functions::atanh(a.to_f64()))
}

/// The exponential.
#[kernel("math.exp.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn exp<T: Float>(a: T) -> T {
    T::nearest(functions::exp(a.to_f64()))
}

/// 2 to the power of `a`.
#[kernel("math.exp2.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn exp2<T: Float>(a: T) -> T {
    T::nearest(functions::exp2(a.to_f64()))
}

/// The exponential less 1.
#[kernel("math.expm1.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn expm1<T: Float>(a: T) -> T {
    T::nearest(functions::expm1(a.to_f64()))
}

/// The natural logarithm: -infinity of a zero, NaN below.
#[kernel("math.log.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn log<T: Float>(a: T) -> T {
    T::nearest(functions::log(a.to_f64()))
}

/// The logarithm to base 2: -infinity of a zero, NaN below.
#[kernel("math.log2.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn log2<T: Float>(a: T) -> T {
    T::nearest(functions::log2(a.to_f64()))
}

/// The logarithm to base 10: -infinity of a zero, NaN below.
#[kernel("math.log10.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn log10<T: Float>(a: T) -> T {
    T::nearest(functions::log10(a.to_f64()))
}

/// The natural logarithm of 1 + `a`: -infinity of -1, NaN below.
#[kernel("math.log1p.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn log1p<T: Float>(a: T) -> T {
    T::nearest(functions::log1p(a.to_f64()))
}

/// The inverse of the square root: an infinity of a zero, with its sign; NaN below.
#[kernel("math.rsqrt.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn rsqrt<T: Float>(a: T) -> T {
    T::nearest(functions::rsqrt(a.to_f64()))
}

/// The cube root.
#[kernel("math.cbrt.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn cbrt<T: Float>(a: T) -> T {
    T::nearest(functions::cbrt(a.to_f64()))
}

/// The error function.
#[kernel("math.erf.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn erf<T: Float>(a: T) -> T {
    T::nearest(functions::erf(a.to_f64()))
}

/// The complement of the error function: 1 - erf.
#[kernel("math.erfc.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn erfc<T: Float>(a: T) -> T {
    T::nearest(functions::erfc(a.to_f64()))
}

/// The angle of the point (`b`, `a`): the arctangent of `a` / `b` in all four quadrants, from -pi to
/// pi, with the sign of `a`.
#[kernel("math.atan2.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn atan2<T: Float>(a: T, b: T) -> T {
    T::nearest(functions::atan2(a.to_f64(), b.to_f64()))
}

/// `a` to the power of `b`, with the special values of IEEE 754: 1 if `b` is 0 or `a` is 1, even if
/// the other is NaN; NaN of a number below zero unless `b` is an integer.
#[kernel("math.powf.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn powf<T: Float>(a: T, b: T) -> T {
    T::nearest(functions::pow(a.to_f64(), b.to_f64()))
}

/// `a` to the power of the signed integer `b`.
#[kernel("math.fpowi.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32, f64])]
pub fn fpowi<T: Float>(a: T, b: i64) -> T {
    T::nearest(functions::pow_integer(a.to_f64(), b))
}

elementwise! { Float, [f16, bf16, f32, f64], elementary, map, "elementwise({T}) -> {T}";
    /// As `math.acos`, for each element.
    acos_tensor(a) = "math.acos.tensor.{T}", acos;
    /// As `math.acosh`, for each element.
    acosh_tensor(a) = "math.acosh.tensor.{T}", acosh;
    /// As `math.asin`, for each element.
    asin_tensor(a) = "math.asin.tensor.{T}", asin;
    /// As `math.asinh`, for each element.
    asinh_tensor(a) = "math.asinh.tensor.{T}", asinh;
    /// As `math.atan`, for each element.
    atan_tensor(a) = "math.atan.tensor.{T}", atan;
    /// As `math.atan2`, for each element.
    atan2_tensor(a, b) = "math.atan2.tensor.{T}", atan2;
    /// As `math.atanh`, for each element.
    atanh_tensor(a) = "math.atanh.tensor.{T}", atanh;
    /// As `math.cbrt`, for each element.
    cbrt_tensor(a) = "math.cbrt.tensor.{T}", cbrt;
    /// As `math.cosh`, for each element.
    cosh_tensor(a) = "math.cosh.tensor.{T}", cosh;
    /// As `math.erfc`, for each element.
    erfc_tensor(a) = "math.erfc.tensor.{T}", erfc;
    /// As `math.powf`, for each element.
    powf_tensor(a, b) = "math.powf.tensor.{T}", powf;
    /// As `math.rsqrt`, for each element.
    rsqrt_tensor(a) = "math.rsqrt.tensor.{T}", rsqrt;
    /// As `math.sinh`, for each element.
    sinh_tensor(a) = "math.sinh.tensor.{T}", sinh;
    /// As `math.tan`, for each element.
    tan_tensor(a) = "math.tan.tensor.{T}", tan;
}

/// Kernels of functions that vectorise.
macro_rules! vectorised {
    ($($name:ident = $op:literal, $like:literal, $function:ident;)*) => {$(
        #[doc = concat!("As `", $like, "`, for each element, but for the last bit of few results of up to 32 bits.")]
        ///
        /// # Errors
        /// A tensor of another element type.
        #[kernel($op, pure, cost = cost::vectorised(a), assembly = Assembly::TYPED_RESULTS,
            infer = "elementwise({T}) -> {T}",
            T = [f16, bf16, f32, f64])]
        pub fn $name<T: Vectorised>(ctx: ExecCtx<'_>, a: Tensor) -> Result<Tensor, KernelError> {
            T::each(ctx, a, vector::$function)
        }
    )*};
}

vectorised! {
    cos_tensor = "math.cos.tensor.{T}", "math.cos", Cos;
    erf_tensor = "math.erf.tensor.{T}", "math.erf", Erf;
    exp_tensor = "math.exp.tensor.{T}", "math.exp", Exp;
    exp2_tensor = "math.exp2.tensor.{T}", "math.exp2", Exp2;
    expm1_tensor = "math.expm1.tensor.{T}", "math.expm1", Expm1;
    log_tensor = "math.log.tensor.{T}", "math.log", Log;
    log10_tensor = "math.log10.tensor.{T}", "math.log10", Log10;
    log1p_tensor = "math.log1p.tensor.{T}", "math.log1p", Log1p;
    log2_tensor = "math.log2.tensor.{T}", "math.log2", Log2;
    sin_tensor = "math.sin.tensor.{T}", "math.sin", Sin;
    tanh_tensor = "math.tanh.tensor.{T}", "math.tanh", Tanh;
}

/// As `math.sincos`, for each element, but for the last bit of few results of up to 32 bits.
///
/// # Errors
/// A tensor of another element type.
#[kernel("math.sincos.tensor.{T}", pure, cost = cost::vectorised(a), assembly = Assembly::TYPED_RESULTS,
    infer = "elementwise({T}) -> {T}, {T}",
    T = [f16, bf16, f32, f64])]
pub fn sincos_tensor<T: Vectorised>(
    ctx: ExecCtx<'_>,
    a: Tensor,
) -> Result<(Tensor, Tensor), KernelError> {
    Ok((T::each(ctx, a.clone(), vector::Sin)?, T::each(ctx, a, vector::Cos)?))
}

/// A float, and how functions of tensors of it are computed.
pub trait Vectorised: Float + Stored {
    /// The function of each element.
    ///
    /// # Errors
    /// A tensor of another element type.
    fn each(ctx: ExecCtx<'_>, a: Tensor, function: impl Function) -> Result<Tensor, KernelError>;
}

impl Vectorised for f64 {
    fn each(ctx: ExecCtx<'_>, a: Tensor, function: impl Function) -> Result<Tensor, KernelError> {
        map(ctx, [a], |[x]: [Self; 1]| function.double(x))
    }
}

macro_rules! vectorised_types {
    ($($float:ty)*) => {$(
        impl Vectorised for $float {
            fn each(
                ctx: ExecCtx<'_>,
                a: Tensor,
                function: impl Function,
            ) -> Result<Tensor, KernelError> {
                blockwise(ctx, a, OfDoubles::<_, Self>(function, PhantomData))
            }
        }
    )*};
}

vectorised_types! { f16 bf16 f32 }

/// A function of doubles as one of narrower floats, rounded once.
#[derive(Clone, Copy)]
struct OfDoubles<F, T>(F, PhantomData<fn() -> T>);

impl<F: Function, T: Float + Stored> BlockFunction<T::Element> for OfDoubles<F, T> {
    #[inline(always)]
    fn block(self, x: [T::Element; BLOCK]) -> [T::Element; BLOCK] {
        let mut wide = [0.0; BLOCK];
        for (wide, x) in wide.iter_mut().zip(x) {
            *wide = T::loaded(x).to_f64();
        }
        let wide = self.0.block(wide);
        let mut narrow = x;
        for (narrow, wide) in narrow.iter_mut().zip(wide) {
            *narrow = T::nearest(wide).stored();
        }
        narrow
    }
}

/// As `math.fpowi`, for each element.
///
/// # Errors
/// `tensor shape mismatch: A vs. B`; a tensor of another element type.
#[kernel("math.fpowi.tensor.{T}", pure, cost = cost::elementary(a), assembly = Assembly::TYPED_RESULTS,
    infer = "elementwise({T}, i64) -> {T}",
    T = [f16, bf16, f32, f64])]
pub fn fpowi_tensor<T: Float + Stored>(
    ctx: ExecCtx<'_>,
    a: Tensor,
    b: Tensor,
) -> Result<Tensor, KernelError> {
    map(ctx, [a, b], |([a], [b]): ([T; 1], [i64; 1])| fpowi(a, b))
}
