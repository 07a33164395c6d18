//! Functions of integers, and of tensors of them.

use crate::elementwise::{elementwise, map, try_map};
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::Assembly;
use tfrt_kernels::arithmetic::divide_by_zero;
use tfrt_numeric::Integer;

/// The magnitude of a signed integer; of the least one, itself.
#[kernel("math.absi.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = SAbs)]
pub fn absi<T: Integer>(a: T) -> T {
    T::wrap(a.signed().unsigned_abs())
}

/// The number of zeros before the first 1; of 0, the width.
#[kernel("math.ctlz.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = LeadingZeros)]
pub fn ctlz<T: Integer>(a: T) -> T {
    T::wrap(u64::from(a.unsigned().leading_zeros() - (64 - T::WIDTH)))
}

/// The number of zeros after the last 1; of 0, the width.
#[kernel("math.cttz.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = TrailingZeros)]
pub fn cttz<T: Integer>(a: T) -> T {
    T::wrap(u64::from(a.unsigned().trailing_zeros().min(T::WIDTH)))
}

/// The number of ones.
#[kernel("math.ctpop.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64], intrinsic = Ones)]
pub fn ctpop<T: Integer>(a: T) -> T {
    T::wrap(u64::from(a.unsigned().count_ones()))
}

/// `a` to the power of `b`, both signed, wrapping. A negative power of 1 and -1 is 1 or -1, of another
/// integer 0.
///
/// # Errors
/// `Divide by zero`: a negative power of 0.
#[kernel("math.ipowi.{T}", pure, assembly = Assembly::OPERANDS, T = [bool, i8, i16, i32, i64])]
pub fn ipowi<T: Integer>(a: T, b: T) -> Result<T, KernelError> {
    let (base, mut exponent) = (a.signed(), b.signed());
    if exponent < 0 {
        let power = match (base, exponent & 1) {
            (0, _) => return Err(divide_by_zero()),
            (1, _) | (-1, 0) => 1,
            (-1, _) => -1,
            _ => 0,
        };
        return Ok(T::wrap_signed(power));
    }
    let (mut square, mut power) = (base, 1_i64);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = power.wrapping_mul(square);
        }
        square = square.wrapping_mul(square);
        exponent >>= 1;
    }
    Ok(T::wrap_signed(power))
}

elementwise! { Integer, [bool, i8, i16, i32, i64], elementwise, map, "elementwise({T}) -> {T}";
    /// As `math.absi`, for each element.
    absi_tensor(a) = "math.absi.tensor.{T}", absi;
    /// As `math.ctlz`, for each element.
    ctlz_tensor(a) = "math.ctlz.tensor.{T}", ctlz;
    /// As `math.ctpop`, for each element.
    ctpop_tensor(a) = "math.ctpop.tensor.{T}", ctpop;
    /// As `math.cttz`, for each element.
    cttz_tensor(a) = "math.cttz.tensor.{T}", cttz;
}

elementwise! { Integer, [bool, i8, i16, i32, i64], elementwise, try_map, "elementwise({T}) -> {T} or error";
    /// As `math.ipowi`, for each element.
    ipowi_tensor(a, b) = "math.ipowi.tensor.{T}", ipowi;
}
