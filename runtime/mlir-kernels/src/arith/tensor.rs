//! Arithmetic on the elements of dense tensors of one shape. The result is a new tensor.

use super::{float, integer};
use crate::elementwise::{map, try_map};
use crate::{Float, Integer};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_tensor::{Element, Tensor};

macro_rules! of_integers {
    ($($(#[$doc:meta])* $name:ident = $op:literal, $map:ident, $scalar:path;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// `tensor shape mismatch: A vs. B`; a tensor of another kind or element type; `Divide by
        /// zero` of any element.
        #[kernel($op, effects(), T = [i8, i16, i32, i64])]
        pub fn $name<T: Integer + Element>(
            ctx: ExecCtx<'_>,
            a: &Tensor,
            b: &Tensor,
        ) -> Result<Tensor, KernelError> {
            $map(ctx, [a, b], |[a, b]: [T; 2]| $scalar(a, b))
        }
    )*};
}

of_integers! {
    /// As `arith.addi`, for each element.
    addi_tensor = "arith.addi.tensor.{T}", map, integer::addi;
    /// As `arith.andi`, for each element.
    andi_tensor = "arith.andi.tensor.{T}", map, integer::andi;
    /// As `arith.divsi`, for each element.
    divsi_tensor = "arith.divsi.tensor.{T}", try_map, integer::divsi;
    /// As `arith.divui`, for each element.
    divui_tensor = "arith.divui.tensor.{T}", try_map, integer::divui;
    /// As `arith.maxsi`, for each element.
    maxsi_tensor = "arith.maxsi.tensor.{T}", map, integer::maxsi;
    /// As `arith.maxui`, for each element.
    maxui_tensor = "arith.maxui.tensor.{T}", map, integer::maxui;
    /// As `arith.minsi`, for each element.
    minsi_tensor = "arith.minsi.tensor.{T}", map, integer::minsi;
    /// As `arith.minui`, for each element.
    minui_tensor = "arith.minui.tensor.{T}", map, integer::minui;
    /// As `arith.muli`, for each element.
    muli_tensor = "arith.muli.tensor.{T}", map, integer::muli;
    /// As `arith.ori`, for each element.
    ori_tensor = "arith.ori.tensor.{T}", map, integer::ori;
    /// As `arith.remsi`, for each element.
    remsi_tensor = "arith.remsi.tensor.{T}", try_map, integer::remsi;
    /// As `arith.remui`, for each element.
    remui_tensor = "arith.remui.tensor.{T}", try_map, integer::remui;
    /// As `arith.subi`, for each element.
    subi_tensor = "arith.subi.tensor.{T}", map, integer::subi;
    /// As `arith.xori`, for each element.
    xori_tensor = "arith.xori.tensor.{T}", map, integer::xori;
}

macro_rules! of_floats {
    ($($(#[$doc:meta])* $name:ident = $op:literal, $scalar:path;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// `tensor shape mismatch: A vs. B`; a tensor of another kind or element type.
        #[kernel($op, effects(), T = [f32, f64])]
        pub fn $name<T: Float + Element>(
            ctx: ExecCtx<'_>,
            a: &Tensor,
            b: &Tensor,
        ) -> Result<Tensor, KernelError> {
            map(ctx, [a, b], |[a, b]: [T; 2]| $scalar(a, b))
        }
    )*};
}

of_floats! {
    /// As `arith.addf`, for each element.
    addf_tensor = "arith.addf.tensor.{T}", float::addf;
    /// As `arith.divf`, for each element.
    divf_tensor = "arith.divf.tensor.{T}", float::divf;
    /// As `arith.maximumf`, for each element.
    maximumf_tensor = "arith.maximumf.tensor.{T}", float::maximumf;
    /// As `arith.minimumf`, for each element.
    minimumf_tensor = "arith.minimumf.tensor.{T}", float::minimumf;
    /// As `arith.mulf`, for each element.
    mulf_tensor = "arith.mulf.tensor.{T}", float::mulf;
    /// As `arith.subf`, for each element.
    subf_tensor = "arith.subf.tensor.{T}", float::subf;
}

/// As `arith.negf`, for each element.
///
/// # Errors
/// A tensor of another kind or element type.
#[kernel("arith.negf.tensor.{T}", effects(), T = [f32, f64])]
pub fn negf_tensor<T: Float + Element>(
    ctx: ExecCtx<'_>,
    a: &Tensor,
) -> Result<Tensor, KernelError> {
    map(ctx, [a], |[a]: [T; 1]| float::negf(a))
}
