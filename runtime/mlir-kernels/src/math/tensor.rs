//! Functions of the elements of dense tensors. The result is a new tensor.

use super::{elementary, float};
use crate::Float;
use crate::elementwise::map;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_tensor::{Element, Tensor};

macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident = $op:literal, $scalar:path;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// A tensor of another kind or element type.
        #[kernel($op, effects(), T = [f32, f64])]
        pub fn $name<T: Float + Element>(
            ctx: ExecCtx<'_>,
            a: &Tensor,
        ) -> Result<Tensor, KernelError> {
            map(ctx, [a], |[a]: [T; 1]| $scalar(a))
        }
    )*};
}

functions! {
    /// As `math.absf`, for each element.
    absf_tensor = "math.absf.tensor.{T}", float::absf;
    /// As `math.acos`, for each element.
    acos_tensor = "math.acos.tensor.{T}", elementary::acos;
    /// As `math.acosh`, for each element.
    acosh_tensor = "math.acosh.tensor.{T}", elementary::acosh;
    /// As `math.asin`, for each element.
    asin_tensor = "math.asin.tensor.{T}", elementary::asin;
    /// As `math.asinh`, for each element.
    asinh_tensor = "math.asinh.tensor.{T}", elementary::asinh;
    /// As `math.atan`, for each element.
    atan_tensor = "math.atan.tensor.{T}", elementary::atan;
    /// As `math.atanh`, for each element.
    atanh_tensor = "math.atanh.tensor.{T}", elementary::atanh;
    /// As `math.cbrt`, for each element.
    cbrt_tensor = "math.cbrt.tensor.{T}", elementary::cbrt;
    /// As `math.ceil`, for each element.
    ceil_tensor = "math.ceil.tensor.{T}", float::ceil;
    /// As `math.cos`, for each element.
    cos_tensor = "math.cos.tensor.{T}", elementary::cos;
    /// As `math.cosh`, for each element.
    cosh_tensor = "math.cosh.tensor.{T}", elementary::cosh;
    /// As `math.erf`, for each element.
    erf_tensor = "math.erf.tensor.{T}", elementary::erf;
    /// As `math.erfc`, for each element.
    erfc_tensor = "math.erfc.tensor.{T}", elementary::erfc;
    /// As `math.exp`, for each element.
    exp_tensor = "math.exp.tensor.{T}", elementary::exp;
    /// As `math.exp2`, for each element.
    exp2_tensor = "math.exp2.tensor.{T}", elementary::exp2;
    /// As `math.expm1`, for each element.
    expm1_tensor = "math.expm1.tensor.{T}", elementary::expm1;
    /// As `math.floor`, for each element.
    floor_tensor = "math.floor.tensor.{T}", float::floor;
    /// As `math.log`, for each element.
    log_tensor = "math.log.tensor.{T}", elementary::log;
    /// As `math.log10`, for each element.
    log10_tensor = "math.log10.tensor.{T}", elementary::log10;
    /// As `math.log1p`, for each element.
    log1p_tensor = "math.log1p.tensor.{T}", elementary::log1p;
    /// As `math.log2`, for each element.
    log2_tensor = "math.log2.tensor.{T}", elementary::log2;
    /// As `math.round`, for each element.
    round_tensor = "math.round.tensor.{T}", float::round;
    /// As `math.roundeven`, for each element.
    roundeven_tensor = "math.roundeven.tensor.{T}", float::roundeven;
    /// As `math.rsqrt`, for each element.
    rsqrt_tensor = "math.rsqrt.tensor.{T}", elementary::rsqrt;
    /// As `math.sin`, for each element.
    sin_tensor = "math.sin.tensor.{T}", elementary::sin;
    /// As `math.sinh`, for each element.
    sinh_tensor = "math.sinh.tensor.{T}", elementary::sinh;
    /// As `math.sqrt`, for each element.
    sqrt_tensor = "math.sqrt.tensor.{T}", float::sqrt;
    /// As `math.tan`, for each element.
    tan_tensor = "math.tan.tensor.{T}", elementary::tan;
    /// As `math.tanh`, for each element.
    tanh_tensor = "math.tanh.tensor.{T}", elementary::tanh;
    /// As `math.trunc`, for each element.
    trunc_tensor = "math.trunc.tensor.{T}", float::trunc;
}

/// As `math.powf`, for each element.
///
/// # Errors
/// `tensor shape mismatch: A vs. B`; a tensor of another kind or element type.
#[kernel("math.powf.tensor.{T}", effects(), T = [f32, f64])]
pub fn powf_tensor<T: Float + Element>(
    ctx: ExecCtx<'_>,
    a: &Tensor,
    b: &Tensor,
) -> Result<Tensor, KernelError> {
    map(ctx, [a, b], |[a, b]: [T; 2]| elementary::powf(a, b))
}

/// As `math.fma`, for each element.
///
/// # Errors
/// `tensor shape mismatch: A vs. B vs. C`; a tensor of another kind or element type.
#[kernel("math.fma.tensor.{T}", effects(), T = [f32, f64])]
pub fn fma_tensor<T: Float + Element>(
    ctx: ExecCtx<'_>,
    a: &Tensor,
    b: &Tensor,
    c: &Tensor,
) -> Result<Tensor, KernelError> {
    map(ctx, [a, b, c], |[a, b, c]: [T; 3]| float::fma(a, b, c))
}
