//! Casts of the elements of dense tensors. The name of each has both element types.

use crate::arith::cast;
use crate::arith::cast::Bits16;
use crate::cost;
use crate::elementwise::map;
use crate::{Float, Integer, Stored};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::Assembly;
use tfrt_kernels::number::{Bf16, F16};
use tfrt_tensor::Tensor;

/// Casts from a type, with several types `T` that it is to or from.
macro_rules! casts {
    ($($(#[$doc:meta])* $name:ident: $from:ty = $op:literal, $infer:literal, $types:tt: [$($bound:tt)+], $scalar:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// A tensor of another element type.
        #[kernel($op, pure, cost = cost::elementwise(a), assembly = Assembly::TYPED_RESULTS, infer = $infer, T = $types)]
        pub fn $name<T: $($bound)+ + Stored>(
            ctx: ExecCtx<'_>,
            a: Tensor,
        ) -> Result<Tensor, KernelError> {
            map(ctx, [a], |[a]: [$from; 1]| cast::$scalar::<T>(a))
        }
    )*};
}

casts! {
    /// As `arith.extsi`, for each element.
    extsi_i1_tensor: bool = "arith.extsi.tensor.i1.{T}", "elementwise(i1) -> {T}", [i8, i16, i32, i64]: [Integer], extsi_i1;
    /// As `arith.extsi`, for each element.
    extsi_i8_tensor: i8 = "arith.extsi.tensor.i8.{T}", "elementwise(i8) -> {T}", [i16, i32, i64]: [Integer], extsi_i8;
    /// As `arith.extsi`, for each element.
    extsi_i16_tensor: i16 = "arith.extsi.tensor.i16.{T}", "elementwise(i16) -> {T}", [i32, i64]: [Integer], extsi_i16;
    /// As `arith.extsi`, for each element.
    extsi_i32_tensor: i32 = "arith.extsi.tensor.i32.{T}", "elementwise(i32) -> {T}", [i64]: [Integer], extsi_i32;
    /// As `arith.extui`, for each element.
    extui_i1_tensor: bool = "arith.extui.tensor.i1.{T}", "elementwise(i1) -> {T}", [i8, i16, i32, i64]: [Integer], extui_i1;
    /// As `arith.extui`, for each element.
    extui_i8_tensor: i8 = "arith.extui.tensor.i8.{T}", "elementwise(i8) -> {T}", [i16, i32, i64]: [Integer], extui_i8;
    /// As `arith.extui`, for each element.
    extui_i16_tensor: i16 = "arith.extui.tensor.i16.{T}", "elementwise(i16) -> {T}", [i32, i64]: [Integer], extui_i16;
    /// As `arith.extui`, for each element.
    extui_i32_tensor: i32 = "arith.extui.tensor.i32.{T}", "elementwise(i32) -> {T}", [i64]: [Integer], extui_i32;
    /// As `arith.trunci`, for each element.
    trunci_i64_tensor: i64 = "arith.trunci.tensor.i64.{T}", "elementwise(i64) -> {T}", [bool, i8, i16, i32]: [Integer], trunci_i64;
    /// As `arith.trunci`, for each element.
    trunci_i32_tensor: i32 = "arith.trunci.tensor.i32.{T}", "elementwise(i32) -> {T}", [bool, i8, i16]: [Integer], trunci_i32;
    /// As `arith.trunci`, for each element.
    trunci_i16_tensor: i16 = "arith.trunci.tensor.i16.{T}", "elementwise(i16) -> {T}", [bool, i8]: [Integer], trunci_i16;
    /// As `arith.trunci`, for each element.
    trunci_i8_tensor: i8 = "arith.trunci.tensor.i8.{T}", "elementwise(i8) -> {T}", [bool]: [Integer], trunci_i8;
    /// As `arith.extf`, for each element.
    extf_f64_tensor: T = "arith.extf.tensor.{T}.f64", "elementwise({T}) -> f64", [F16 as "f16", Bf16 as "bf16", f32]: [Float], extf_f64;
    /// As `arith.extf`, for each element.
    extf_f32_tensor: T = "arith.extf.tensor.{T}.f32", "elementwise({T}) -> f32", [F16 as "f16", Bf16 as "bf16"]: [Float<Work = f32>], extf_f32;
    /// As `arith.truncf`, for each element.
    truncf_f64_tensor: f64 = "arith.truncf.tensor.f64.{T}", "elementwise(f64) -> {T}", [F16 as "f16", Bf16 as "bf16", f32]: [Float], truncf_f64;
    /// As `arith.truncf`, for each element.
    truncf_f32_tensor: f32 = "arith.truncf.tensor.f32.{T}", "elementwise(f32) -> {T}", [F16 as "f16", Bf16 as "bf16"]: [Float<Work = f32>], truncf_f32;
    /// As `arith.bitcast`, for each element.
    bitcast_i16_tensor: i16 = "arith.bitcast.tensor.i16.{T}", "elementwise(i16) -> {T}", [F16 as "f16", Bf16 as "bf16"]: [Bits16], bitcast_i16;
    /// As `arith.bitcast`, for each element.
    bitcast_f16_tensor: F16 = "arith.bitcast.tensor.f16.{T}", "elementwise(f16) -> {T}", [i16, Bf16 as "bf16"]: [Bits16], bitcast_f16;
    /// As `arith.bitcast`, for each element.
    bitcast_bf16_tensor: Bf16 = "arith.bitcast.tensor.bf16.{T}", "elementwise(bf16) -> {T}", [i16, F16 as "f16"]: [Bits16], bitcast_bf16;
}

macro_rules! between_numbers {
    ($from:ident $from_types:tt, $to:ident $to_types:tt;
        $($(#[$doc:meta])* $name:ident = $op:literal, $scalar:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// A tensor of another element type.
        #[kernel($op, pure, cost = cost::elementwise(a), assembly = Assembly::TYPED_RESULTS, infer = "elementwise({F}) -> {T}", F = $from_types, T = $to_types)]
        pub fn $name<F: $from + Stored, T: $to + Stored>(
            ctx: ExecCtx<'_>,
            a: Tensor,
        ) -> Result<Tensor, KernelError> {
            map(ctx, [a], |[a]: [F; 1]| cast::$scalar::<F, T>(a))
        }
    )*};
}

between_numbers! {
    Integer [bool, i8, i16, i32, i64], Float [F16 as "f16", Bf16 as "bf16", f32, f64];
    /// As `arith.sitofp`, for each element.
    sitofp_tensor = "arith.sitofp.tensor.{F}.{T}", sitofp;
    /// As `arith.uitofp`, for each element.
    uitofp_tensor = "arith.uitofp.tensor.{F}.{T}", uitofp;
}

between_numbers! {
    Float [F16 as "f16", Bf16 as "bf16", f32, f64], Integer [bool, i8, i16, i32, i64];
    /// As `arith.fptosi`, for each element.
    fptosi_tensor = "arith.fptosi.tensor.{F}.{T}", fptosi;
    /// As `arith.fptoui`, for each element.
    fptoui_tensor = "arith.fptoui.tensor.{F}.{T}", fptoui;
}

macro_rules! bits {
    ($($(#[$doc:meta])* $name:ident = $op:literal, $infer:literal, $scalar:ident of $from:ty;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// A tensor of another element type.
        #[kernel($op, pure, cost = cost::elementwise(a), assembly = Assembly::TYPED_RESULTS, infer = $infer)]
        pub fn $name(ctx: ExecCtx<'_>, a: Tensor) -> Result<Tensor, KernelError> {
            map(ctx, [a], |[a]: [$from; 1]| cast::$scalar(a))
        }
    )*};
}

bits! {
    /// As `arith.bitcast`, for each element.
    bitcast_f32_i32_tensor = "arith.bitcast.tensor.f32.i32", "elementwise(f32) -> i32", bitcast_f32_i32 of f32;
    /// As `arith.bitcast`, for each element.
    bitcast_f64_i64_tensor = "arith.bitcast.tensor.f64.i64", "elementwise(f64) -> i64", bitcast_f64_i64 of f64;
    /// As `arith.bitcast`, for each element.
    bitcast_i32_f32_tensor = "arith.bitcast.tensor.i32.f32", "elementwise(i32) -> f32", bitcast_i32_f32 of i32;
    /// As `arith.bitcast`, for each element.
    bitcast_i64_f64_tensor = "arith.bitcast.tensor.i64.f64", "elementwise(i64) -> f64", bitcast_i64_f64 of i64;
}
