//! Comparisons of the elements of dense tensors. The result is a tensor of `i1`.

use crate::arith::compare::{
    Always, Eq, FloatPredicate, IntegerPredicate, Ne, Never, Oeq, Oge, Ogt, Ole, Olt, One, Ord,
    Sge, Sgt, Sle, Slt, Ueq, Uge, UgeF, Ugt, UgtF, Ule, UleF, Ult, UltF, Une, Uno, cmpf, cmpi,
};
use crate::cost;
use crate::elementwise::map;
use crate::{Float, Integer, Stored};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::Assembly;
use tfrt_kernels::number::{Bf16, F16};
use tfrt_tensor::Tensor;

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
    T = [F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn cmpf_tensor<P: FloatPredicate, T: Float + Stored>(
    ctx: ExecCtx<'_>,
    a: Tensor,
    b: Tensor,
) -> Result<Tensor, KernelError> {
    map(ctx, [a, b], |[a, b]: [T; 2]| cmpf::<P, T>(a, b))
}
