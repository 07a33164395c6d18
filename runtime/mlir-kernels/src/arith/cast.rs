//! Casts of scalars, and of the elements of tensors. The name of each has both types. MLIR's
//! `index_cast` and `index_castui` are the casts from or to `i64`.

use crate::cost;
use crate::elementwise::map;
use half::{bf16, f16};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::Assembly;
use tfrt_numeric::{Float, Integer};
use tfrt_tensor::{Stored, Tensor};

/// The same signed integer: -1 for the `i1` true.
#[kernel("arith.extsi.i1.{T}", pure, assembly = Assembly::OPERANDS, T = [i8, i16, i32, i64],
    intrinsic = SExtend)]
pub fn extsi_i1<T: Integer>(a: bool) -> T {
    T::wrap_signed(a.signed())
}

/// The same signed integer.
#[kernel("arith.extsi.i8.{T}", pure, assembly = Assembly::OPERANDS, T = [i16, i32, i64],
    intrinsic = SExtend)]
pub fn extsi_i8<T: Integer>(a: i8) -> T {
    T::wrap_signed(a.signed())
}

/// The same signed integer.
#[kernel("arith.extsi.i16.{T}", pure, assembly = Assembly::OPERANDS, T = [i32, i64],
    intrinsic = SExtend)]
pub fn extsi_i16<T: Integer>(a: i16) -> T {
    T::wrap_signed(a.signed())
}

/// The same signed integer.
#[kernel("arith.extsi.i32.{T}", pure, assembly = Assembly::OPERANDS, T = [i64],
    intrinsic = SExtend)]
pub fn extsi_i32<T: Integer>(a: i32) -> T {
    T::wrap_signed(a.signed())
}

/// The same unsigned integer: 1 for the `i1` true.
#[kernel("arith.extui.i1.{T}", pure, assembly = Assembly::OPERANDS, T = [i8, i16, i32, i64],
    intrinsic = ZExtend)]
pub fn extui_i1<T: Integer>(a: bool) -> T {
    T::wrap(a.unsigned())
}

/// The same unsigned integer.
#[kernel("arith.extui.i8.{T}", pure, assembly = Assembly::OPERANDS, T = [i16, i32, i64],
    intrinsic = ZExtend)]
pub fn extui_i8<T: Integer>(a: i8) -> T {
    T::wrap(a.unsigned())
}

/// The same unsigned integer.
#[kernel("arith.extui.i16.{T}", pure, assembly = Assembly::OPERANDS, T = [i32, i64],
    intrinsic = ZExtend)]
pub fn extui_i16<T: Integer>(a: i16) -> T {
    T::wrap(a.unsigned())
}

/// The same unsigned integer.
#[kernel("arith.extui.i32.{T}", pure, assembly = Assembly::OPERANDS, T = [i64],
    intrinsic = ZExtend)]
pub fn extui_i32<T: Integer>(a: i32) -> T {
    T::wrap(a.unsigned())
}

/// The low bits.
#[kernel("arith.trunci.i64.{T}", pure, assembly = Assembly::OPERANDS, T = [bool, i8, i16, i32],
    intrinsic = Truncate)]
pub fn trunci_i64<T: Integer>(a: i64) -> T {
    T::wrap(a.unsigned())
}

/// The low bits.
#[kernel("arith.trunci.i32.{T}", pure, assembly = Assembly::OPERANDS, T = [bool, i8, i16],
    intrinsic = Truncate)]
pub fn trunci_i32<T: Integer>(a: i32) -> T {
    T::wrap(a.unsigned())
}

/// The low bits.
#[kernel("arith.trunci.i16.{T}", pure, assembly = Assembly::OPERANDS, T = [bool, i8],
    intrinsic = Truncate)]
pub fn trunci_i16<T: Integer>(a: i16) -> T {
    T::wrap(a.unsigned())
}

/// The lowest bit.
#[kernel("arith.trunci.i8.{T}", pure, assembly = Assembly::OPERANDS, T = [bool],
    intrinsic = Truncate)]
pub fn trunci_i8<T: Integer>(a: i8) -> T {
    T::wrap(a.unsigned())
}

/// The same value.
#[kernel("arith.extf.{F}.f64", pure, assembly = Assembly::OPERANDS,
    F = [f16, bf16, f32], intrinsic = [f32: FPromote])]
pub fn extf_f64<F: Float>(a: F) -> f64 {
    a.to_f64()
}

/// The same value.
#[kernel("arith.extf.{F}.f32", pure, assembly = Assembly::OPERANDS,
    F = [f16, bf16])]
pub fn extf_f32<F: Float<Work = f32>>(a: F) -> f32 {
    a.work()
}

/// The nearest float, ties to even; an infinity beyond the greatest.
#[kernel("arith.truncf.f64.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16, f32], intrinsic = [f32: FDemote])]
pub fn truncf_f64<T: Float>(a: f64) -> T {
    T::nearest(a)
}

/// The nearest float, ties to even; an infinity beyond the greatest.
#[kernel("arith.truncf.f32.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16])]
pub fn truncf_f32<T: Float<Work = f32>>(a: f32) -> T {
    T::rounded(a)
}

/// The nearest float to a signed integer, ties to even; an infinity beyond the greatest.
#[kernel("arith.sitofp.{F}.{T}", pure, assembly = Assembly::OPERANDS,
    F = [bool, i8, i16, i32, i64], T = [f16, bf16, f32, f64],
    intrinsic = [f32: IntToFloat, f64: IntToFloat])]
pub fn sitofp<F: Integer, T: Float>(a: F) -> T {
    let a = a.signed();
    T::from_integer(a.unsigned_abs(), a < 0)
}

/// The nearest float to an unsigned integer, ties to even; an infinity beyond the greatest.
#[kernel("arith.uitofp.{F}.{T}", pure, assembly = Assembly::OPERANDS,
    F = [bool, i8, i16, i32, i64], T = [f16, bf16, f32, f64],
    intrinsic = [f32: UIntToFloat, f64: UIntToFloat])]
pub fn uitofp<F: Integer, T: Float>(a: F) -> T {
    T::from_integer(a.unsigned(), false)
}

/// The signed integer toward zero. What is out of range is the nearest integer in it, NaN is 0.
#[kernel("arith.fptosi.{F}.{T}", pure, assembly = Assembly::OPERANDS,
    F = [f16, bf16, f32, f64], T = [bool, i8, i16, i32, i64],
    intrinsic = [f32: FloatToInt, f64: FloatToInt])]
pub fn fptosi<F: Float, T: Integer>(a: F) -> T {
    let most = i64::MAX >> (64 - T::WIDTH);
    T::wrap_signed((a.to_f64() as i64).clamp(!most, most))
}

/// The unsigned integer toward zero. What is out of range is the nearest integer in it, NaN is 0.
#[kernel("arith.fptoui.{F}.{T}", pure, assembly = Assembly::OPERANDS,
    F = [f16, bf16, f32, f64], T = [bool, i8, i16, i32, i64],
    intrinsic = [f32: FloatToUInt, f64: FloatToUInt])]
pub fn fptoui<F: Float, T: Integer>(a: F) -> T {
    T::wrap((a.to_f64() as u64).min(u64::MAX >> (64 - T::WIDTH)))
}

/// A scalar of 16 bits.
pub trait Bits16 {
    /// The scalar of these bits.
    fn of_bits(bits: u16) -> Self;
}

impl Bits16 for i16 {
    #[inline]
    fn of_bits(bits: u16) -> Self {
        bits.cast_signed()
    }
}

impl Bits16 for f16 {
    #[inline]
    fn of_bits(bits: u16) -> Self {
        Self::from_bits(bits)
    }
}

impl Bits16 for bf16 {
    #[inline]
    fn of_bits(bits: u16) -> Self {
        Self::from_bits(bits)
    }
}

/// The same bits.
#[kernel("arith.bitcast.i16.{T}", pure, assembly = Assembly::OPERANDS,
    T = [f16, bf16], intrinsic = Bitcast)]
pub fn bitcast_i16<T: Bits16>(a: i16) -> T {
    T::of_bits(a.cast_unsigned())
}

/// The same bits.
#[kernel("arith.bitcast.f16.{T}", pure, assembly = Assembly::OPERANDS, T = [i16, bf16], intrinsic = Bitcast)]
pub fn bitcast_f16<T: Bits16>(a: f16) -> T {
    T::of_bits(a.to_bits())
}

/// The same bits.
#[kernel("arith.bitcast.bf16.{T}", pure, assembly = Assembly::OPERANDS, T = [i16, f16], intrinsic = Bitcast)]
pub fn bitcast_bf16<T: Bits16>(a: bf16) -> T {
    T::of_bits(a.to_bits())
}

/// The same bits.
#[kernel("arith.bitcast.i32.f32", pure, assembly = Assembly::OPERANDS, intrinsic = Bitcast)]
pub fn bitcast_i32_f32(a: i32) -> f32 {
    f32::from_bits(a.cast_unsigned())
}

/// The same bits.
#[kernel("arith.bitcast.f32.i32", pure, assembly = Assembly::OPERANDS, intrinsic = Bitcast)]
pub fn bitcast_f32_i32(a: f32) -> i32 {
    a.to_bits().cast_signed()
}

/// The same bits.
#[kernel("arith.bitcast.i64.f64", pure, assembly = Assembly::OPERANDS, intrinsic = Bitcast)]
pub fn bitcast_i64_f64(a: i64) -> f64 {
    f64::from_bits(a.cast_unsigned())
}

/// The same bits.
#[kernel("arith.bitcast.f64.i64", pure, assembly = Assembly::OPERANDS, intrinsic = Bitcast)]
pub fn bitcast_f64_i64(a: f64) -> i64 {
    a.to_bits().cast_signed()
}

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
            map(ctx, [a], |[a]: [$from; 1]| $scalar::<T>(a))
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
    extf_f64_tensor: T = "arith.extf.tensor.{T}.f64", "elementwise({T}) -> f64", [f16, bf16, f32]: [Float], extf_f64;
    /// As `arith.extf`, for each element.
    extf_f32_tensor: T = "arith.extf.tensor.{T}.f32", "elementwise({T}) -> f32", [f16, bf16]: [Float<Work = f32>], extf_f32;
    /// As `arith.truncf`, for each element.
    truncf_f64_tensor: f64 = "arith.truncf.tensor.f64.{T}", "elementwise(f64) -> {T}", [f16, bf16, f32]: [Float], truncf_f64;
    /// As `arith.truncf`, for each element.
    truncf_f32_tensor: f32 = "arith.truncf.tensor.f32.{T}", "elementwise(f32) -> {T}", [f16, bf16]: [Float<Work = f32>], truncf_f32;
    /// As `arith.bitcast`, for each element.
    bitcast_i16_tensor: i16 = "arith.bitcast.tensor.i16.{T}", "elementwise(i16) -> {T}", [f16, bf16]: [Bits16], bitcast_i16;
    /// As `arith.bitcast`, for each element.
    bitcast_f16_tensor: f16 = "arith.bitcast.tensor.f16.{T}", "elementwise(f16) -> {T}", [i16, bf16]: [Bits16], bitcast_f16;
    /// As `arith.bitcast`, for each element.
    bitcast_bf16_tensor: bf16 = "arith.bitcast.tensor.bf16.{T}", "elementwise(bf16) -> {T}", [i16, f16]: [Bits16], bitcast_bf16;
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
            map(ctx, [a], |[a]: [F; 1]| $scalar::<F, T>(a))
        }
    )*};
}

between_numbers! {
    Integer [bool, i8, i16, i32, i64], Float [f16, bf16, f32, f64];
    /// As `arith.sitofp`, for each element.
    sitofp_tensor = "arith.sitofp.tensor.{F}.{T}", sitofp;
    /// As `arith.uitofp`, for each element.
    uitofp_tensor = "arith.uitofp.tensor.{F}.{T}", uitofp;
}

between_numbers! {
    Float [f16, bf16, f32, f64], Integer [bool, i8, i16, i32, i64];
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
            map(ctx, [a], |[a]: [$from; 1]| $scalar(a))
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
