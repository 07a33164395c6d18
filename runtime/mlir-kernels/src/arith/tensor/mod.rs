//! Arithmetic on the elements of dense tensors of one shape. The result is a new tensor.

pub mod cast;
pub mod compare;

use super::{float, integer, select};
use crate::cost;
use crate::elementwise::{elementwise, map, try_map};
use crate::{Float, Integer, Stored};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Dense};
use tfrt_kernels::number::{Bf16, F16};
use tfrt_tensor::Tensor;

/// The attribute `value` as a tensor that shares its elements.
///
/// # Errors
/// `Cannot allocate tensor`.
#[kernel("arith.constant.tensor", pure, assembly = Assembly::CONSTANT, infer = "constant()")]
pub fn constant_tensor(ctx: ExecCtx<'_>, value: Attr<&Dense>) -> Result<Tensor, KernelError> {
    Ok(Tensor::of_constant(value.0, ctx.allocator())?)
}

elementwise! { Integer, [bool, i8, i16, i32, i64], elementwise, map, "elementwise({T}) -> {T}";
    /// As `arith.addi`, for each element.
    addi_tensor(a, b) = "arith.addi.tensor.{T}", integer::addi;
    /// As `arith.andi`, for each element.
    andi_tensor(a, b) = "arith.andi.tensor.{T}", integer::andi;
    /// As `arith.maxsi`, for each element.
    maxsi_tensor(a, b) = "arith.maxsi.tensor.{T}", integer::maxsi;
    /// As `arith.maxui`, for each element.
    maxui_tensor(a, b) = "arith.maxui.tensor.{T}", integer::maxui;
    /// As `arith.minsi`, for each element.
    minsi_tensor(a, b) = "arith.minsi.tensor.{T}", integer::minsi;
    /// As `arith.minui`, for each element.
    minui_tensor(a, b) = "arith.minui.tensor.{T}", integer::minui;
    /// As `arith.muli`, for each element.
    muli_tensor(a, b) = "arith.muli.tensor.{T}", integer::muli;
    /// As `arith.ori`, for each element.
    ori_tensor(a, b) = "arith.ori.tensor.{T}", integer::ori;
    /// As `arith.shli`, for each element.
    shli_tensor(a, b) = "arith.shli.tensor.{T}", integer::shli;
    /// As `arith.shrsi`, for each element.
    shrsi_tensor(a, b) = "arith.shrsi.tensor.{T}", integer::shrsi;
    /// As `arith.shrui`, for each element.
    shrui_tensor(a, b) = "arith.shrui.tensor.{T}", integer::shrui;
    /// As `arith.subi`, for each element.
    subi_tensor(a, b) = "arith.subi.tensor.{T}", integer::subi;
    /// As `arith.xori`, for each element.
    xori_tensor(a, b) = "arith.xori.tensor.{T}", integer::xori;
}

elementwise! { Integer, [bool, i8, i16, i32, i64], elementwise, try_map, "elementwise({T}) -> {T} or error";
    /// As `arith.ceildivsi`, for each element.
    ceildivsi_tensor(a, b) = "arith.ceildivsi.tensor.{T}", integer::ceildivsi;
    /// As `arith.ceildivui`, for each element.
    ceildivui_tensor(a, b) = "arith.ceildivui.tensor.{T}", integer::ceildivui;
    /// As `arith.divsi`, for each element.
    divsi_tensor(a, b) = "arith.divsi.tensor.{T}", integer::divsi;
    /// As `arith.divui`, for each element.
    divui_tensor(a, b) = "arith.divui.tensor.{T}", integer::divui;
    /// As `arith.floordivsi`, for each element.
    floordivsi_tensor(a, b) = "arith.floordivsi.tensor.{T}", integer::floordivsi;
    /// As `arith.remsi`, for each element.
    remsi_tensor(a, b) = "arith.remsi.tensor.{T}", integer::remsi;
    /// As `arith.remui`, for each element.
    remui_tensor(a, b) = "arith.remui.tensor.{T}", integer::remui;
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
    addui_extended_tensor = "arith.addui_extended.tensor.{T}", "elementwise({T}) -> {T}, i1", integer::addui_extended;
    /// As `arith.mulsi_extended`, for each element.
    mulsi_extended_tensor = "arith.mulsi_extended.tensor.{T}", "elementwise({T}) -> {T}, {T}", integer::mulsi_extended;
    /// As `arith.mului_extended`, for each element.
    mului_extended_tensor = "arith.mului_extended.tensor.{T}", "elementwise({T}) -> {T}, {T}", integer::mului_extended;
}

elementwise! { Float, [F16 as "f16", Bf16 as "bf16", f32, f64], elementwise, map, "elementwise({T}) -> {T}";
    /// As `arith.addf`, for each element.
    addf_tensor(a, b) = "arith.addf.tensor.{T}", float::addf;
    /// As `arith.divf`, for each element.
    divf_tensor(a, b) = "arith.divf.tensor.{T}", float::divf;
    /// As `arith.maximumf`, for each element.
    maximumf_tensor(a, b) = "arith.maximumf.tensor.{T}", float::maximumf;
    /// As `arith.maxnumf`, for each element.
    maxnumf_tensor(a, b) = "arith.maxnumf.tensor.{T}", float::maxnumf;
    /// As `arith.minimumf`, for each element.
    minimumf_tensor(a, b) = "arith.minimumf.tensor.{T}", float::minimumf;
    /// As `arith.minnumf`, for each element.
    minnumf_tensor(a, b) = "arith.minnumf.tensor.{T}", float::minnumf;
    /// As `arith.mulf`, for each element.
    mulf_tensor(a, b) = "arith.mulf.tensor.{T}", float::mulf;
    /// As `arith.negf`, for each element.
    negf_tensor(a) = "arith.negf.tensor.{T}", float::negf;
    /// As `arith.remf`, for each element.
    remf_tensor(a, b) = "arith.remf.tensor.{T}", float::remf;
    /// As `arith.subf`, for each element.
    subf_tensor(a, b) = "arith.subf.tensor.{T}", float::subf;
}

/// As `arith.select`, for each element.
///
/// # Errors
/// `tensor shape mismatch: A vs. B vs. C`; a tensor of another element type.
#[kernel("arith.select.tensor.{T}", pure, cost = cost::elementwise(a), assembly = Assembly::TYPED_RESULTS,
    infer = "elementwise(i1, {T}) -> {T}",
    T = [bool, i8, i16, i32, i64, F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn select_tensor<T: Stored>(
    ctx: ExecCtx<'_>,
    condition: Tensor,
    a: Tensor,
    b: Tensor,
) -> Result<Tensor, KernelError> {
    map(ctx, [condition, a, b], |([condition], [a, b]): ([bool; 1], [T; 2])| {
        select::select(condition, a, b)
    })
}
