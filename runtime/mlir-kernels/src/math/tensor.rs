//! Functions of the elements of dense tensors of one shape. The result is a new tensor.

use super::{elementary, float, integer};
use crate::cost;
use crate::elementwise::{elementwise, map, try_map};
use crate::{Float, Integer, Stored};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::Assembly;
use tfrt_kernels::number::{Bf16, F16};
use tfrt_tensor::Tensor;

elementwise! { Float, [F16 as "f16", Bf16 as "bf16", f32, f64], elementwise, map, "elementwise({T}) -> {T}";
    /// As `math.absf`, for each element.
    absf_tensor(a) = "math.absf.tensor.{T}", float::absf;
    /// As `math.ceil`, for each element.
    ceil_tensor(a) = "math.ceil.tensor.{T}", float::ceil;
    /// As `math.clampf`, for each element.
    clampf_tensor(value, low, high) = "math.clampf.tensor.{T}", float::clampf;
    /// As `math.copysign`, for each element.
    copysign_tensor(a, b) = "math.copysign.tensor.{T}", float::copysign;
    /// As `math.floor`, for each element.
    floor_tensor(a) = "math.floor.tensor.{T}", float::floor;
    /// As `math.fma`, for each element.
    fma_tensor(a, b, c) = "math.fma.tensor.{T}", float::fma;
    /// As `math.round`, for each element.
    round_tensor(a) = "math.round.tensor.{T}", float::round;
    /// As `math.roundeven`, for each element.
    roundeven_tensor(a) = "math.roundeven.tensor.{T}", float::roundeven;
    /// As `math.sqrt`, for each element.
    sqrt_tensor(a) = "math.sqrt.tensor.{T}", float::sqrt;
    /// As `math.trunc`, for each element.
    trunc_tensor(a) = "math.trunc.tensor.{T}", float::trunc;
}

elementwise! { Float, [F16 as "f16", Bf16 as "bf16", f32, f64], elementwise, map, "elementwise({T}) -> i1";
    /// As `math.isfinite`, for each element.
    isfinite_tensor(a) = "math.isfinite.tensor.{T}", float::isfinite;
    /// As `math.isinf`, for each element.
    isinf_tensor(a) = "math.isinf.tensor.{T}", float::isinf;
    /// As `math.isnan`, for each element.
    isnan_tensor(a) = "math.isnan.tensor.{T}", float::isnan;
    /// As `math.isnormal`, for each element.
    isnormal_tensor(a) = "math.isnormal.tensor.{T}", float::isnormal;
}

elementwise! { Float, [F16 as "f16", Bf16 as "bf16", f32, f64], elementary, map, "elementwise({T}) -> {T}";
    /// As `math.acos`, for each element.
    acos_tensor(a) = "math.acos.tensor.{T}", elementary::acos;
    /// As `math.acosh`, for each element.
    acosh_tensor(a) = "math.acosh.tensor.{T}", elementary::acosh;
    /// As `math.asin`, for each element.
    asin_tensor(a) = "math.asin.tensor.{T}", elementary::asin;
    /// As `math.asinh`, for each element.
    asinh_tensor(a) = "math.asinh.tensor.{T}", elementary::asinh;
    /// As `math.atan`, for each element.
    atan_tensor(a) = "math.atan.tensor.{T}", elementary::atan;
    /// As `math.atan2`, for each element.
    atan2_tensor(a, b) = "math.atan2.tensor.{T}", elementary::atan2;
    /// As `math.atanh`, for each element.
    atanh_tensor(a) = "math.atanh.tensor.{T}", elementary::atanh;
    /// As `math.cbrt`, for each element.
    cbrt_tensor(a) = "math.cbrt.tensor.{T}", elementary::cbrt;
    /// As `math.cos`, for each element.
    cos_tensor(a) = "math.cos.tensor.{T}", elementary::cos;
    /// As `math.cosh`, for each element.
    cosh_tensor(a) = "math.cosh.tensor.{T}", elementary::cosh;
    /// As `math.erf`, for each element.
    erf_tensor(a) = "math.erf.tensor.{T}", elementary::erf;
    /// As `math.erfc`, for each element.
    erfc_tensor(a) = "math.erfc.tensor.{T}", elementary::erfc;
    /// As `math.exp`, for each element.
    exp_tensor(a) = "math.exp.tensor.{T}", elementary::exp;
    /// As `math.exp2`, for each element.
    exp2_tensor(a) = "math.exp2.tensor.{T}", elementary::exp2;
    /// As `math.expm1`, for each element.
    expm1_tensor(a) = "math.expm1.tensor.{T}", elementary::expm1;
    /// As `math.log`, for each element.
    log_tensor(a) = "math.log.tensor.{T}", elementary::log;
    /// As `math.log10`, for each element.
    log10_tensor(a) = "math.log10.tensor.{T}", elementary::log10;
    /// As `math.log1p`, for each element.
    log1p_tensor(a) = "math.log1p.tensor.{T}", elementary::log1p;
    /// As `math.log2`, for each element.
    log2_tensor(a) = "math.log2.tensor.{T}", elementary::log2;
    /// As `math.powf`, for each element.
    powf_tensor(a, b) = "math.powf.tensor.{T}", elementary::powf;
    /// As `math.rsqrt`, for each element.
    rsqrt_tensor(a) = "math.rsqrt.tensor.{T}", elementary::rsqrt;
    /// As `math.sin`, for each element.
    sin_tensor(a) = "math.sin.tensor.{T}", elementary::sin;
    /// As `math.sinh`, for each element.
    sinh_tensor(a) = "math.sinh.tensor.{T}", elementary::sinh;
    /// As `math.tan`, for each element.
    tan_tensor(a) = "math.tan.tensor.{T}", elementary::tan;
    /// As `math.tanh`, for each element.
    tanh_tensor(a) = "math.tanh.tensor.{T}", elementary::tanh;
}

/// As `math.fpowi`, for each element.
///
/// # Errors
/// `tensor shape mismatch: A vs. B`; a tensor of another element type.
#[kernel("math.fpowi.tensor.{T}", pure, cost = cost::elementary(a), assembly = Assembly::TYPED_RESULTS,
    infer = "elementwise({T}, i64) -> {T}",
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn fpowi_tensor<T: Float + Stored>(
    ctx: ExecCtx<'_>,
    a: Tensor,
    b: Tensor,
) -> Result<Tensor, KernelError> {
    map(ctx, [a, b], |([a], [b]): ([T; 1], [i64; 1])| elementary::fpowi(a, b))
}

elementwise! { Integer, [bool, i8, i16, i32, i64], elementwise, map, "elementwise({T}) -> {T}";
    /// As `math.absi`, for each element.
    absi_tensor(a) = "math.absi.tensor.{T}", integer::absi;
    /// As `math.ctlz`, for each element.
    ctlz_tensor(a) = "math.ctlz.tensor.{T}", integer::ctlz;
    /// As `math.ctpop`, for each element.
    ctpop_tensor(a) = "math.ctpop.tensor.{T}", integer::ctpop;
    /// As `math.cttz`, for each element.
    cttz_tensor(a) = "math.cttz.tensor.{T}", integer::cttz;
}

elementwise! { Integer, [bool, i8, i16, i32, i64], elementwise, try_map, "elementwise({T}) -> {T} or error";
    /// As `math.ipowi`, for each element.
    ipowi_tensor(a, b) = "math.ipowi.tensor.{T}", integer::ipowi;
}
