//! Comparisons of integers.

use tfrt_host::kernel;
use tfrt_host::kernel::Assembly;

/// Whether the integers are equal.
#[kernel("tfrt.equal.{T}", pure, assembly = Assembly::OPERANDS, T = [i32, i64], intrinsic = IEq)]
pub fn equal<T: Ord>(a: T, b: T) -> bool {
    a == b
}

/// Whether the first integer is at most the second.
#[kernel("tfrt.lessequal.{T}", pure, T = [i32, i64], intrinsic = SLe)]
pub fn lessequal<T: Ord>(a: T, b: T) -> bool {
    a <= b
}
