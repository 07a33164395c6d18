//! Arithmetic on integers, and on tensors of them.

use crate::cost;
use crate::elementwise::{elementwise, map, try_map};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::Assembly;
use tfrt_kernels::arithmetic::divide_by_zero;
use tfrt_numeric::Integer;
use tfrt_tensor::{Stored, Tensor};

/// The sum, wrapping.
#[kernel("arith.addi.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = IAdd)]
pub fn addi<T: Integer>(a: T, b: T) -> T {
    T::wrap(a.unsigned().wrapping_add(b.unsigned()))
}

/// The difference, wrapping.
#[kernel("arith.subi.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = ISub)]
pub fn subi<T: Integer>(a: T, b: T) -> T {
    T::wrap(a.unsigned().wrapping_sub(b.unsigned()))
}

/// The product, wrapping.
#[kernel("arith.muli.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = IMul)]
pub fn muli<T: Integer>(a: T, b: T) -> T {
    T::wrap(a.unsigned().wrapping_mul(b.unsigned()))
}

/// The signed quotient, toward zero. The least integer divided by -1 is itself.
///
/// # Errors
/// `Divide by zero`.
#[kernel("arith.divsi.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = SDiv)]
pub fn divsi<T: Integer>(a: T, b: T) -> Result<T, KernelError> {
    let (a, b) = (a.signed(), divisor(b)?.signed());
    Ok(T::wrap_signed(a.wrapping_div(b)))
}

/// The unsigned quotient, toward zero.
///
/// # Errors
/// `Divide by zero`.
#[kernel("arith.divui.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = UDiv)]
pub fn divui<T: Integer>(a: T, b: T) -> Result<T, KernelError> {
    Ok(T::wrap(a.unsigned() / divisor(b)?.unsigned()))
}

/// The remainder of the signed division toward zero: its sign is that of `a`. By -1 it is 0.
///
/// # Errors
/// `Divide by zero`.
#[kernel("arith.remsi.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = SRem)]
pub fn remsi<T: Integer>(a: T, b: T) -> Result<T, KernelError> {
    let (a, b) = (a.signed(), divisor(b)?.signed());
    Ok(T::wrap_signed(a.wrapping_rem(b)))
}

/// The remainder of the unsigned division.
///
/// # Errors
/// `Divide by zero`.
#[kernel("arith.remui.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = URem)]
pub fn remui<T: Integer>(a: T, b: T) -> Result<T, KernelError> {
    Ok(T::wrap(a.unsigned() % divisor(b)?.unsigned()))
}

/// The signed quotient, toward positive infinity. The least integer divided by -1 is itself.
///
/// # Errors
/// `Divide by zero`.
#[kernel("arith.ceildivsi.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = SDivCeil)]
pub fn ceildivsi<T: Integer>(a: T, b: T) -> Result<T, KernelError> {
    let (a, b) = (a.signed(), divisor(b)?.signed());
    let rest = a.wrapping_rem(b);
    let up = rest != 0 && (rest < 0) == (b < 0);
    Ok(T::wrap_signed(a.wrapping_div(b).wrapping_add(i64::from(up))))
}

/// The unsigned quotient, toward positive infinity.
///
/// # Errors
/// `Divide by zero`.
#[kernel("arith.ceildivui.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = UDivCeil)]
pub fn ceildivui<T: Integer>(a: T, b: T) -> Result<T, KernelError> {
    Ok(T::wrap(a.unsigned().div_ceil(divisor(b)?.unsigned())))
}

/// The signed quotient, toward negative infinity. The least integer divided by -1 is itself.
///
/// # Errors
/// `Divide by zero`.
#[kernel("arith.floordivsi.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = SDivFloor)]
pub fn floordivsi<T: Integer>(a: T, b: T) -> Result<T, KernelError> {
    let (a, b) = (a.signed(), divisor(b)?.signed());
    let rest = a.wrapping_rem(b);
    let down = rest != 0 && (rest < 0) != (b < 0);
    Ok(T::wrap_signed(a.wrapping_div(b).wrapping_sub(i64::from(down))))
}

/// The bitwise and.
#[kernel("arith.andi.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = And)]
pub fn andi<T: Integer>(a: T, b: T) -> T {
    T::wrap(a.unsigned() & b.unsigned())
}

/// The bitwise or.
#[kernel("arith.ori.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = Or)]
pub fn ori<T: Integer>(a: T, b: T) -> T {
    T::wrap(a.unsigned() | b.unsigned())
}

/// The bitwise exclusive or.
#[kernel("arith.xori.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = Xor)]
pub fn xori<T: Integer>(a: T, b: T) -> T {
    T::wrap(a.unsigned() ^ b.unsigned())
}

/// `a` shifted left by `b`, read as unsigned. By its width or more, 0.
#[kernel("arith.shli.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = Shl)]
pub fn shli<T: Integer>(a: T, b: T) -> T {
    T::wrap(if in_width(b) { a.unsigned() << b.unsigned() } else { 0 })
}

/// `a` shifted right by `b`, read as unsigned; the sign comes in from the left. By its width or
/// more, all bits are the sign.
#[kernel("arith.shrsi.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = ShrS)]
pub fn shrsi<T: Integer>(a: T, b: T) -> T {
    T::wrap_signed(a.signed() >> if in_width(b) { b.unsigned() } else { 63 })
}

/// `a` shifted right by `b`, read as unsigned; zeros come in from the left. By its width or more, 0.
#[kernel("arith.shrui.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = ShrU)]
pub fn shrui<T: Integer>(a: T, b: T) -> T {
    T::wrap(if in_width(b) { a.unsigned() >> b.unsigned() } else { 0 })
}

/// The greater of two signed integers.
#[kernel("arith.maxsi.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = SMax)]
pub fn maxsi<T: Integer>(a: T, b: T) -> T {
    if a.signed() < b.signed() { b } else { a }
}

/// The greater of two unsigned integers.
#[kernel("arith.maxui.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = UMax)]
pub fn maxui<T: Integer>(a: T, b: T) -> T {
    if a.unsigned() < b.unsigned() { b } else { a }
}

/// The lesser of two signed integers.
#[kernel("arith.minsi.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = SMin)]
pub fn minsi<T: Integer>(a: T, b: T) -> T {
    if b.signed() < a.signed() { b } else { a }
}

/// The lesser of two unsigned integers.
#[kernel("arith.minui.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = UMin)]
pub fn minui<T: Integer>(a: T, b: T) -> T {
    if b.unsigned() < a.unsigned() { b } else { a }
}

/// The sum of two unsigned integers, wrapping, and whether it wrapped.
#[kernel("arith.addui_extended.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = UAddCarry)]
pub fn addui_extended<T: Integer>(a: T, b: T) -> (T, bool) {
    let sum = addi(a, b);
    (sum, sum.unsigned() < a.unsigned())
}

/// The product of two signed integers in twice their width: its low and its high half.
#[kernel("arith.mulsi_extended.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = SMulExtended)]
pub fn mulsi_extended<T: Integer>(a: T, b: T) -> (T, T) {
    halves((i128::from(a.signed()) * i128::from(b.signed())).cast_unsigned())
}

/// The product of two unsigned integers in twice their width: its low and its high half.
#[kernel("arith.mului_extended.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = UMulExtended)]
pub fn mului_extended<T: Integer>(a: T, b: T) -> (T, T) {
    halves(u128::from(a.unsigned()) * u128::from(b.unsigned()))
}

/// Checks that it is not zero.
#[inline]
fn divisor<T: Integer>(b: T) -> Result<T, KernelError> {
    if b.unsigned() == 0 { Err(divide_by_zero()) } else { Ok(b) }
}

/// Whether a shift by so much leaves any bit.
#[inline]
fn in_width<T: Integer>(shift: T) -> bool {
    shift.unsigned() < u64::from(T::WIDTH)
}

#[inline]
fn halves<T: Integer>(product: u128) -> (T, T) {
    (T::wrap(product as u64), T::wrap((product >> T::WIDTH) as u64))
}

elementwise! { Integer, [bool, i8, i16, i32, i64], elementwise, map, "elementwise({T}) -> {T}";
    /// As `arith.addi`, for each element.
    addi_tensor(a, b) = "arith.addi.tensor.{T}", addi;
    /// As `arith.andi`, for each element.
    andi_tensor(a, b) = "arith.andi.tensor.{T}", andi;
    /// As `arith.maxsi`, for each element.
    maxsi_tensor(a, b) = "arith.maxsi.tensor.{T}", maxsi;
    /// As `arith.maxui`, for each element.
    maxui_tensor(a, b) = "arith.maxui.tensor.{T}", maxui;
    /// As `arith.minsi`, for each element.
    minsi_tensor(a, b) = "arith.minsi.tensor.{T}", minsi;
    /// As `arith.minui`, for each element.
    minui_tensor(a, b) = "arith.minui.tensor.{T}", minui;
    /// As `arith.muli`, for each element.
    muli_tensor(a, b) = "arith.muli.tensor.{T}", muli;
    /// As `arith.ori`, for each element.
    ori_tensor(a, b) = "arith.ori.tensor.{T}", ori;
    /// As `arith.shli`, for each element.
    shli_tensor(a, b) = "arith.shli.tensor.{T}", shli;
    /// As `arith.shrsi`, for each element.
    shrsi_tensor(a, b) = "arith.shrsi.tensor.{T}", shrsi;
    /// As `arith.shrui`, for each element.
    shrui_tensor(a, b) = "arith.shrui.tensor.{T}", shrui;
    /// As `arith.subi`, for each element.
    subi_tensor(a, b) = "arith.subi.tensor.{T}", subi;
    /// As `arith.xori`, for each element.
    xori_tensor(a, b) = "arith.xori.tensor.{T}", xori;
}

elementwise! { Integer, [bool, i8, i16, i32, i64], elementwise, try_map, "elementwise({T}) -> {T} or error";
    /// As `arith.ceildivsi`, for each element.
    ceildivsi_tensor(a, b) = "arith.ceildivsi.tensor.{T}", ceildivsi;
    /// As `arith.ceildivui`, for each element.
    ceildivui_tensor(a, b) = "arith.ceildivui.tensor.{T}", ceildivui;
    /// As `arith.divsi`, for each element.
    divsi_tensor(a, b) = "arith.divsi.tensor.{T}", divsi;
    /// As `arith.divui`, for each element.
    divui_tensor(a, b) = "arith.divui.tensor.{T}", divui;
    /// As `arith.floordivsi`, for each element.
    floordivsi_tensor(a, b) = "arith.floordivsi.tensor.{T}", floordivsi;
    /// As `arith.remsi`, for each element.
    remsi_tensor(a, b) = "arith.remsi.tensor.{T}", remsi;
    /// As `arith.remui`, for each element.
    remui_tensor(a, b) = "arith.remui.tensor.{T}", remui;
}

macro_rules! of_integers_twice {
    ($($(#[$doc:meta])* $name:ident = $op:literal, $infer:literal, $scalar:path;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// `tensor shape mismatch: A vs. B`; a tensor of another element type.
        #[kernel($op, pure, cost = cost::elementwise(a), assembly = Assembly::TYPED_RESULTS, infer = $infer, T = [bool, i8, i16, i32, i64])]
        pub fn $name<T: Integer + Stored>(
            ctx: ExecCtx<'_>,
            a: Tensor,
            b: Tensor,
        ) -> Result<(Tensor, Tensor), KernelError> {
            let first = map(ctx, [a.clone(), b.clone()], |[a, b]: [T; 2]| $scalar(a, b).0)?;
            Ok((first, map(ctx, [a, b], |[a, b]: [T; 2]| $scalar(a, b).1)?))
        }
    )*};
}

of_integers_twice! {
    /// As `arith.addui_extended`, for each element.
    addui_extended_tensor = "arith.addui_extended.tensor.{T}", "elementwise({T}) -> {T}, i1", addui_extended;
    /// As `arith.mulsi_extended`, for each element.
    mulsi_extended_tensor = "arith.mulsi_extended.tensor.{T}", "elementwise({T}) -> {T}, {T}", mulsi_extended;
    /// As `arith.mului_extended`, for each element.
    mului_extended_tensor = "arith.mului_extended.tensor.{T}", "elementwise({T}) -> {T}, {T}", mului_extended;
}
