//! Functions of the elements of dense tensors of one shape. The result is a new tensor.

use super::{elementary, float, integer};
use crate::cost;
use crate::elementwise::{elementwise, map, try_map};
use crate::{Float, Integer, Stored};
use std::marker::PhantomData;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::Assembly;
use tfrt_kernels::number::{Bf16, F16};
use tfrt_numeric::vector::{self, BLOCK, Function};
use tfrt_tensor::{BlockFunction, Tensor, blockwise};

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
    /// As `math.cosh`, for each element.
    cosh_tensor(a) = "math.cosh.tensor.{T}", elementary::cosh;
    /// As `math.erfc`, for each element.
    erfc_tensor(a) = "math.erfc.tensor.{T}", elementary::erfc;
    /// As `math.powf`, for each element.
    powf_tensor(a, b) = "math.powf.tensor.{T}", elementary::powf;
    /// As `math.rsqrt`, for each element.
    rsqrt_tensor(a) = "math.rsqrt.tensor.{T}", elementary::rsqrt;
    /// As `math.sinh`, for each element.
    sinh_tensor(a) = "math.sinh.tensor.{T}", elementary::sinh;
    /// As `math.tan`, for each element.
    tan_tensor(a) = "math.tan.tensor.{T}", elementary::tan;
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
            T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
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

vectorised_types! { F16 Bf16 f32 }

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
            *narrow = T::from_f64(wide).stored();
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
