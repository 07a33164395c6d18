//! Arithmetic on integers and floats by the numeric contract: integers wrap, a division by zero is
//! an error for both, floats follow IEEE 754.

use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::Assembly;
use tfrt_numeric::{Arithmetic, Integer};

/// Adds two numbers; integers wrap on overflow.
#[kernel("tfrt.add.{T}", pure, assembly = Assembly::OPERANDS, T = [i32, i64, f32, f64],
    intrinsic = [i32: IAdd, i64: IAdd, f32: FAdd, f64: FAdd])]
pub fn add<T: Arithmetic>(a: T, b: T) -> T {
    a.plus(b)
}

/// Adds two integers, wrapping on overflow, for functions whose ops run in order.
#[kernel("tfrt.add_s.{T}", pure, assembly = Assembly::OPERANDS, T = [i32, i64], intrinsic = IAdd)]
pub fn add_s<T: Arithmetic>(a: T, b: T) -> T {
    a.plus(b)
}

/// Subtracts the second integer from the first, wrapping on overflow.
#[kernel("tfrt.minus.{T}", pure, T = [i32, i64], intrinsic = ISub)]
pub fn minus<T: Arithmetic>(a: T, b: T) -> T {
    a.minus(b)
}

/// Multiplies two integers, wrapping on overflow.
#[kernel("tfrt.mul.{T}", pure, assembly = Assembly::OPERANDS, T = [i32, i64], intrinsic = IMul)]
pub fn mul<T: Arithmetic>(a: T, b: T) -> T {
    a.times(b)
}

/// Multiplies two integers, wrapping on overflow, for functions whose ops run in order.
#[kernel("tfrt.mul_s.{T}", pure, assembly = Assembly::OPERANDS, T = [i32, i64], intrinsic = IMul)]
pub fn mul_s<T: Arithmetic>(a: T, b: T) -> T {
    a.times(b)
}

/// Multiplies two floats.
#[kernel("tfrt.multiply.{T}", pure, T = [f32, f64], intrinsic = FMul)]
pub fn multiply<T: Arithmetic>(a: T, b: T) -> T {
    a.times(b)
}

/// Clamps the integer to the bounds. If the bounds contradict each other, the upper one counts.
#[kernel("tfrt.clamp.{T}", pure, assembly = "$value `between` $low `and` $high attr-dict",
    T = [i32, i64])]
pub fn clamp<T: Ord>(value: T, low: T, high: T) -> T {
    Ord::min(Ord::max(value, low), high)
}

/// The greater of two integers.
#[kernel("tfrt.max.{T}", pure, assembly = Assembly::OPERANDS, T = [i32])]
pub fn max<T: Ord>(a: T, b: T) -> T {
    a.max(b)
}

/// The second float if it is less than the first, else the first: with NaN on either side, the
/// first. (`f32::min` would drop a NaN.)
#[kernel("tfrt.minimum.{T}", pure, T = [f32, f64], intrinsic = FMin)]
pub fn minimum<T: PartialOrd>(a: T, b: T) -> T {
    if b < a { b } else { a }
}

/// Quotient, truncated toward zero, and remainder. The minimum integer divided by -1 gives itself
/// and 0.
///
/// # Errors
/// `Divide by zero`.
#[kernel("tfrt.div.{T}", pure, assembly = Assembly::OPERANDS, T = [i32, i64], intrinsic = IDiv)]
pub fn div<T: Integer>(a: T, b: T) -> Result<(T, T), KernelError> {
    a.divided_by(b).ok_or_else(divide_by_zero)
}

/// Float kernels whose function names are also used by integer kernels.
pub mod float {
    use super::divide_by_zero;
    use std::ops::Div;
    use tfrt_host::error::KernelError;
    use tfrt_host::kernel;

    /// Divides the first float by the second.
    ///
    /// # Errors
    /// `Divide by zero`, for a zero of either sign.
    #[kernel("tfrt.div.{T}", pure, T = [f32, f64], intrinsic = FDiv)]
    pub fn div<T: Div<Output = T> + Default + PartialEq>(a: T, b: T) -> Result<T, KernelError> {
        if b == T::default() { Err(divide_by_zero()) } else { Ok(a / b) }
    }
}

/// Logical and.
#[kernel("tfrt.and.i1", pure, assembly = Assembly::OPERANDS, intrinsic = And)]
pub fn and_i1(a: bool, b: bool) -> bool {
    a && b
}

/// The error of a division by zero.
///
/// ```
/// assert_eq!(tfrt_kernels::arithmetic::divide_by_zero().message, "Divide by zero");
/// ```
#[cold]
#[must_use]
pub fn divide_by_zero() -> KernelError {
    KernelError::from("Divide by zero")
}
