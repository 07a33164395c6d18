//! Arithmetic on integers and floats, as the numeric contract has it: integers wrap, a division by
//! zero is an error for both, floats are computed as written.

use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::KernelDef;

/// Adds two integers, wrapping on overflow.
#[kernel("tfrt.add.i32", pure, form = Operands, intrinsic = IAdd)]
pub fn add_i32(a: i32, b: i32) -> i32 {
    a.wrapping_add(b)
}

/// Adds two integers, wrapping on overflow.
#[kernel("tfrt.add.i64", pure, form = Operands, intrinsic = IAdd)]
pub fn add_i64(a: i64, b: i64) -> i64 {
    a.wrapping_add(b)
}

/// Adds two floats.
#[kernel("tfrt.add.f32", pure, form = Operands, intrinsic = FAdd)]
pub fn add_f32(a: f32, b: f32) -> f32 {
    a + b
}

/// Adds two floats.
#[kernel("tfrt.add.f64", pure, form = Operands, intrinsic = FAdd)]
pub fn add_f64(a: f64, b: f64) -> f64 {
    a + b
}

/// Subtracts the second integer from the first, wrapping on overflow.
#[kernel("tfrt.minus.i32", pure, intrinsic = ISub)]
pub fn minus_i32(a: i32, b: i32) -> i32 {
    a.wrapping_sub(b)
}

/// Subtracts the second integer from the first, wrapping on overflow.
#[kernel("tfrt.minus.i64", pure, intrinsic = ISub)]
pub fn minus_i64(a: i64, b: i64) -> i64 {
    a.wrapping_sub(b)
}

/// Multiplies two integers, wrapping on overflow.
#[kernel("tfrt.mul.i32", pure, form = Operands, intrinsic = IMul)]
pub fn mul_i32(a: i32, b: i32) -> i32 {
    a.wrapping_mul(b)
}

/// Multiplies two integers, wrapping on overflow.
#[kernel("tfrt.mul.i64", pure, form = Operands, intrinsic = IMul)]
pub fn mul_i64(a: i64, b: i64) -> i64 {
    a.wrapping_mul(b)
}

/// Multiplies two floats.
#[kernel("tfrt.multiply.f32", pure, intrinsic = FMul)]
pub fn multiply_f32(a: f32, b: f32) -> f32 {
    a * b
}

/// Multiplies two floats.
#[kernel("tfrt.multiply.f64", pure, intrinsic = FMul)]
pub fn multiply_f64(a: f64, b: f64) -> f64 {
    a * b
}

/// The greater of two integers.
#[kernel("tfrt.max.i32", pure, form = Operands)]
pub fn max_i32(a: i32, b: i32) -> i32 {
    a.max(b)
}

/// The second float if it is less than the first, else the first: with NaN on either side, the
/// first. (`f32::min` would drop a NaN.)
#[kernel("tfrt.minimum.f32", pure, intrinsic = FMin)]
pub fn minimum_f32(a: f32, b: f32) -> f32 {
    if b < a { b } else { a }
}

/// The second float if it is less than the first, else the first: with NaN on either side, the
/// first. (`f64::min` would drop a NaN.)
#[kernel("tfrt.minimum.f64", pure, intrinsic = FMin)]
pub fn minimum_f64(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// Quotient, truncated toward zero, and remainder. The least integer divided by -1 gives itself
/// and 0.
///
/// # Errors
/// `Divide by zero`.
#[kernel("tfrt.div.i32", pure, form = Operands, intrinsic = IDiv)]
pub fn div_i32(a: i32, b: i32) -> Result<(i32, i32), KernelError> {
    if b == 0 {
        return Err(divide_by_zero());
    }
    Ok((a.wrapping_div(b), a.wrapping_rem(b)))
}

/// Quotient, truncated toward zero, and remainder. The least integer divided by -1 gives itself
/// and 0.
///
/// # Errors
/// `Divide by zero`.
#[kernel("tfrt.div.i64", pure, form = Operands, intrinsic = IDiv)]
pub fn div_i64(a: i64, b: i64) -> Result<(i64, i64), KernelError> {
    if b == 0 {
        return Err(divide_by_zero());
    }
    Ok((a.wrapping_div(b), a.wrapping_rem(b)))
}

/// Divides the first float by the second.
///
/// # Errors
/// `Divide by zero`, for a zero of either sign.
#[kernel("tfrt.div.f32", pure, intrinsic = FDiv)]
pub fn div_f32(a: f32, b: f32) -> Result<f32, KernelError> {
    if b == 0.0 { Err(divide_by_zero()) } else { Ok(a / b) }
}

/// Divides the first float by the second.
///
/// # Errors
/// `Divide by zero`, for a zero of either sign.
#[kernel("tfrt.div.f64", pure, intrinsic = FDiv)]
pub fn div_f64(a: f64, b: f64) -> Result<f64, KernelError> {
    if b == 0.0 { Err(divide_by_zero()) } else { Ok(a / b) }
}

/// Logical and.
#[kernel("tfrt.and.i1", pure, form = Operands, intrinsic = And)]
pub fn and_i1(a: bool, b: bool) -> bool {
    a && b
}

#[cold]
fn divide_by_zero() -> KernelError {
    KernelError::from("Divide by zero")
}

pub(crate) const KERNELS: &[KernelDef] = &[
    ADD_F32,
    ADD_F64,
    ADD_I32,
    ADD_I64,
    AND_I1,
    DIV_F32,
    DIV_F64,
    DIV_I32,
    DIV_I64,
    MAX_I32,
    MINIMUM_F32,
    MINIMUM_F64,
    MINUS_I32,
    MINUS_I64,
    MUL_I32,
    MUL_I64,
    MULTIPLY_F32,
    MULTIPLY_F64,
];
