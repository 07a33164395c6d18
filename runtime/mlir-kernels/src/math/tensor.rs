//! Functions of the elements of dense tensors of one shape. The result is a new tensor.

use super::{elementary, float, integer};
use crate::cost;
use crate::elementwise::{elementwise, map, try_map};
use crate::{Float, Integer, Stored};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_kernels::number::{Bf16, F16};
use tfrt_tensor::Tensor;

elementwise! { Float, [F16 as "f16", Bf16 as "bf16", f32, f64], elementwise;
    /// As `math.absf`, for each element.
    absf_tensor(a) = "math.absf.tensor.{T}", map, float::absf;
    /// As `math.ceil`, for each element.
    ceil_tensor(a) = "math.ceil.tensor.{T}", map, float::ceil;
    /// As `math.clampf`, for each element.
    clampf_tensor(value, low, high) = "math.clampf.tensor.{T}", map, float::clampf;
    /// As `math.copysign`, for each element.
    copysign_tensor(a, b) = "math.copysign.tensor.{T}", map, float::copysign;
    /// As `math.floor`, for each element.
    floor_tensor(a) = "math.floor.tensor.{T}", map, float::floor;
    /// As `math.fma`, for each element.
    fma_tensor(a, b, c) = "math.fma.tensor.{T}", map, float::fma;
    /// As `math.isfinite`, for each element.
    isfinite_tensor(a) = "math.isfinite.tensor.{T}", map, float::isfinite;
    /// As `math.isinf`, for each element.
    isinf_tensor(a) = "math.isinf.tensor.{T}", map, float::isinf;
    /// As `math.isnan`, for each element.
    isnan_tensor(a) = "math.isnan.tensor.{T}", map, float::isnan;
    /// As `math.isnormal`, for each element.
    isnormal_tensor(a) = "math.isnormal.tensor.{T}", map, float::isnormal;
    /// As `math.round`, for each element.
    round_tensor(a) = "math.round.tensor.{T}", map, float::round;
    /// As `math.roundeven`, for each element.
    roundeven_tensor(a) = "math.roundeven.tensor.{T}", map, float::roundeven;
    /// As `math.sqrt`, for each element.
    sqrt_tensor(a) = "math.sqrt.tensor.{T}", map, float::sqrt;
    /// As `math.trunc`, for each element.
    trunc_tensor(a) = "math.trunc.tensor.{T}", map, float::trunc;
}

elementwise! { Float, [F16 as "f16", Bf16 as "bf16", f32, f64], elementary;
    /// As `math.acos`, for each element.
    acos_tensor(a) = "math.acos.tensor.{T}", map, elementary::acos;
    /// As `math.acosh`, for each element.
    acosh_tensor(a) = "math.acosh.tensor.{T}", map, elementary::acosh;
    /// As `math.asin`, for each element.
    asin_tensor(a) = "math.asin.tensor.{T}", map, elementary::asin;
    /// As `math.asinh`, for each element.
    asinh_tensor(a) = "math.asinh.tensor.{T}", map, elementary::asinh;
    /// As `math.atan`, for each element.
    atan_tensor(a) = "math.atan.tensor.{T}", map, elementary::atan;
    /// As `math.atan2`, for each element.
    atan2_tensor(a, b) = "math.atan2.tensor.{T}", map, elementary::atan2;
    /// As `math.atanh`, for each element.
    atanh_tensor(a) = "math.atanh.tensor.{T}", map, elementary::atanh;
    /// As `math.cbrt`, for each element.
    cbrt_tensor(a) = "math.cbrt.tensor.{T}", map, elementary::cbrt;
    /// As `math.cos`, for each element.
    cos_tensor(a) = "math.cos.tensor.{T}", map, elementary::cos;
    /// As `math.cosh`, for each element.
    cosh_tensor(a) = "math.cosh.tensor.{T}", map, elementary::cosh;
    /// As `math.erf`, for each element.
    erf_tensor(a) = "math.erf.tensor.{T}", map, elementary::erf;
    /// As `math.erfc`, for each element.
    erfc_tensor(a) = "math.erfc.tensor.{T}", map, elementary::erfc;
    /// As `math.exp`, for each element.
    exp_tensor(a) = "math.exp.tensor.{T}", map, elementary::exp;
    /// As `math.exp2`, for each element.
    exp2_tensor(a) = "math.exp2.tensor.{T}", map, elementary::exp2;
    /// As `math.expm1`, for each element.
    expm1_tensor(a) = "math.expm1.tensor.{T}", map, elementary::expm1;
    /// As `math.log`, for each element.
    log_tensor(a) = "math.log.tensor.{T}", map, elementary::log;
    /// As `math.log10`, for each element.
    log10_tensor(a) = "math.log10.tensor.{T}", map, elementary::log10;
    /// As `math.log1p`, for each element.
    log1p_tensor(a) = "math.log1p.tensor.{T}", map, elementary::log1p;
    /// As `math.log2`, for each element.
    log2_tensor(a) = "math.log2.tensor.{T}", map, elementary::log2;
    /// As `math.powf`, for each element.
    powf_tensor(a, b) = "math.powf.tensor.{T}", map, elementary::powf;
    /// As `math.rsqrt`, for each element.
    rsqrt_tensor(a) = "math.rsqrt.tensor.{T}", map, elementary::rsqrt;
    /// As `math.sin`, for each element.
    sin_tensor(a) = "math.sin.tensor.{T}", map, elementary::sin;
    /// As `math.sinh`, for each element.
    sinh_tensor(a) = "math.sinh.tensor.{T}", map, elementary::sinh;
    /// As `math.tan`, for each element.
    tan_tensor(a) = "math.tan.tensor.{T}", map, elementary::tan;
    /// As `math.tanh`, for each element.
    tanh_tensor(a) = "math.tanh.tensor.{T}", map, elementary::tanh;
}

/// As `math.fpowi`, for each element.
///
/// # Errors
/// `tensor shape mismatch: A vs. B`; a tensor of another element type.
#[kernel("math.fpowi.tensor.{T}", pure, cost = cost::elementary(a),
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn fpowi_tensor<T: Float + Stored>(
    ctx: ExecCtx<'_>,
    a: Tensor,
    b: Tensor,
) -> Result<Tensor, KernelError> {
    map(ctx, [a, b], |([a], [b]): ([T; 1], [i64; 1])| elementary::fpowi(a, b))
}

elementwise! { Integer, [bool, i8, i16, i32, i64], elementwise;
    /// As `math.absi`, for each element.
    absi_tensor(a) = "math.absi.tensor.{T}", map, integer::absi;
    /// As `math.ctlz`, for each element.
    ctlz_tensor(a) = "math.ctlz.tensor.{T}", map, integer::ctlz;
    /// As `math.ctpop`, for each element.
    ctpop_tensor(a) = "math.ctpop.tensor.{T}", map, integer::ctpop;
    /// As `math.cttz`, for each element.
    cttz_tensor(a) = "math.cttz.tensor.{T}", map, integer::cttz;
    /// As `math.ipowi`, for each element.
    ipowi_tensor(a, b) = "math.ipowi.tensor.{T}", try_map, integer::ipowi;
}
