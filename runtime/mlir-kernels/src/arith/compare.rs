//! Comparisons of scalars, and of the elements of tensors. The predicate is part of the op's name.

use crate::cost;
use crate::elementwise::map;
use half::{bf16, f16};
use std::cmp::Ordering;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::Assembly;
use tfrt_numeric::{Float, Integer};
use tfrt_tensor::{Stored, Tensor};

/// A predicate of integers.
pub trait IntegerPredicate {
    /// Whether it holds, from the order of the operands as signed and as unsigned integers.
    fn holds(signed: Ordering, unsigned: Ordering) -> bool;
}

macro_rules! integer_predicates {
    ($($(#[$doc:meta])* $name:ident = |$signed:pat_param, $unsigned:pat_param| $holds:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl IntegerPredicate for $name {
            #[inline]
            fn holds($signed: Ordering, $unsigned: Ordering) -> bool {
                $holds
            }
        }
    )*};
}

integer_predicates! {
    /// `eq`: equal.
    Eq = |signed, _| signed.is_eq();
    /// `ne`: not equal.
    Ne = |signed, _| signed.is_ne();
    /// `slt`: signed, less.
    Slt = |signed, _| signed.is_lt();
    /// `sle`: signed, less or equal.
    Sle = |signed, _| signed.is_le();
    /// `sgt`: signed, greater.
    Sgt = |signed, _| signed.is_gt();
    /// `sge`: signed, greater or equal.
    Sge = |signed, _| signed.is_ge();
    /// `ult`: unsigned, less.
    Ult = |_, unsigned| unsigned.is_lt();
    /// `ule`: unsigned, less or equal.
    Ule = |_, unsigned| unsigned.is_le();
    /// `ugt`: unsigned, greater.
    Ugt = |_, unsigned| unsigned.is_gt();
    /// `uge`: unsigned, greater or equal.
    Uge = |_, unsigned| unsigned.is_ge();
}

/// Whether `a` and `b` are equal (`eq`) or not (`ne`); `a` is less (`lt`), less or equal (`le`),
/// greater (`gt`), greater or equal (`ge`) than `b`, as signed (`s…`) or unsigned (`u…`) integers.
#[kernel("arith.cmpi.{P}.{T}", pure, assembly = Assembly::OPERANDS,
    P = [Eq as "eq", Ne as "ne", Slt as "slt", Sle as "sle", Sgt as "sgt", Sge as "sge",
        Ult as "ult", Ule as "ule", Ugt as "ugt", Uge as "uge"],
    T = [bool, i8, i16, i32, i64],
    intrinsic = [Eq: IEq, Ne: INe, Slt: SLt, Sle: SLe, Sgt: SGt, Sge: SGe,
        Ult: ULt, Ule: ULe, Ugt: UGt, Uge: UGe])]
pub fn cmpi<P: IntegerPredicate, T: Integer>(a: T, b: T) -> bool {
    P::holds(a.signed().cmp(&b.signed()), a.unsigned().cmp(&b.unsigned()))
}

/// A predicate of floats.
pub trait FloatPredicate {
    /// Whether it holds, from the order of the operands: none if either is NaN.
    fn holds(order: Option<Ordering>) -> bool;
}

macro_rules! float_predicates {
    ($($(#[$doc:meta])* $name:ident = |$order:pat_param| $holds:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl FloatPredicate for $name {
            #[inline]
            fn holds($order: Option<Ordering>) -> bool {
                $holds
            }
        }
    )*};
}

float_predicates! {
    /// `false`: never.
    Never = |_| false;
    /// `oeq`: neither is NaN, and equal.
    Oeq = |order| order == Some(Ordering::Equal);
    /// `ogt`: neither is NaN, and greater.
    Ogt = |order| order == Some(Ordering::Greater);
    /// `oge`: neither is NaN, and greater or equal.
    Oge = |order| order.is_some_and(Ordering::is_ge);
    /// `olt`: neither is NaN, and less.
    Olt = |order| order == Some(Ordering::Less);
    /// `ole`: neither is NaN, and less or equal.
    Ole = |order| order.is_some_and(Ordering::is_le);
    /// `one`: neither is NaN, and not equal.
    One = |order| order.is_some_and(Ordering::is_ne);
    /// `ord`: neither is NaN.
    Ord = |order| order.is_some();
    /// `ueq`: either is NaN, or equal.
    Ueq = |order| order.is_none_or(Ordering::is_eq);
    /// `ugt`: either is NaN, or greater.
    UgtF = |order| order.is_none_or(Ordering::is_gt);
    /// `uge`: either is NaN, or greater or equal.
    UgeF = |order| order.is_none_or(Ordering::is_ge);
    /// `ult`: either is NaN, or less.
    UltF = |order| order.is_none_or(Ordering::is_lt);
    /// `ule`: either is NaN, or less or equal.
    UleF = |order| order.is_none_or(Ordering::is_le);
    /// `une`: either is NaN, or not equal.
    Une = |order| order.is_none_or(Ordering::is_ne);
    /// `uno`: either is NaN.
    Uno = |order| order.is_none();
    /// `true`: always.
    Always = |_| true;
}

/// Whether neither is NaN (`ord`); neither is NaN and `a` is equal (`oeq`), not equal (`one`), less
/// (`olt`), less or equal (`ole`), greater (`ogt`), greater or equal (`oge`) to `b`; either is NaN
/// (`uno`), or the same holds (`ueq`, …). Never (`false`) or always (`true`). 0 equals -0.
#[kernel("arith.cmpf.{P}.{T}", pure, assembly = Assembly::OPERANDS,
    P = [Never as "false", Oeq as "oeq", Ogt as "ogt", Oge as "oge", Olt as "olt", Ole as "ole",
        One as "one", Ord as "ord", Ueq as "ueq", UgtF as "ugt", UgeF as "uge", UltF as "ult",
        UleF as "ule", Une as "une", Uno as "uno", Always as "true"],
    T = [f16, bf16, f32, f64],
    intrinsic = [Oeq: FOeq, Ogt: FOgt, Oge: FOge, Olt: FOlt, Ole: FOle, One: FOne, Ord: FOrd,
        Ueq: FUeq, UgtF: FUgt, UgeF: FUge, UltF: FUlt, UleF: FUle, Une: FUne, Uno: FUno])]
pub fn cmpf<P: FloatPredicate, T: Float>(a: T, b: T) -> bool {
    P::holds(a.work().partial_cmp(&b.work()))
}

/// As `arith.cmpi`, for each element.
///
/// # Errors
/// `tensor shape mismatch: A vs. B`; a tensor of another element type.
#[kernel("arith.cmpi.{P}.tensor.{T}", pure, cost = cost::elementwise(a), assembly = Assembly::TYPED_RESULTS,
    infer = "elementwise({T}) -> i1",
    P = [Eq as "eq", Ne as "ne", Slt as "slt", Sle as "sle", Sgt as "sgt", Sge as "sge",
        Ult as "ult", Ule as "ule", Ugt as "ugt", Uge as "uge"],
    T = [bool, i8, i16, i32, i64])]
pub fn cmpi_tensor<P: IntegerPredicate, T: Integer + Stored>(
    ctx: ExecCtx<'_>,
    a: Tensor,
    b: Tensor,
) -> Result<Tensor, KernelError> {
    map(ctx, [a, b], |[a, b]: [T; 2]| cmpi::<P, T>(a, b))
}

/// As `arith.cmpf`, for each element.
///
/// # Errors
/// `tensor shape mismatch: A vs. B`; a tensor of another element type.
#[kernel("arith.cmpf.{P}.tensor.{T}", pure, cost = cost::elementwise(a), assembly = Assembly::TYPED_RESULTS,
    infer = "elementwise({T}) -> i1",
    P = [Never as "false", Oeq as "oeq", Ogt as "ogt", Oge as "oge", Olt as "olt", Ole as "ole",
        One as "one", Ord as "ord", Ueq as "ueq", UgtF as "ugt", UgeF as "uge", UltF as "ult",
        UleF as "ule", Une as "une", Uno as "uno", Always as "true"],
    T = [f16, bf16, f32, f64])]
pub fn cmpf_tensor<P: FloatPredicate, T: Float + Stored>(
    ctx: ExecCtx<'_>,
    a: Tensor,
    b: Tensor,
) -> Result<Tensor, KernelError> {
    map(ctx, [a, b], |[a, b]: [T; 2]| cmpf::<P, T>(a, b))
}
