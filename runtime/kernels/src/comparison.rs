//! Comparisons of integers.

use tfrt_host::kernel;
use tfrt_host::kernel::KernelDef;

/// Whether the integers are equal.
#[kernel("tfrt.equal.i32", pure, form = Operands, intrinsic = IEq)]
pub fn equal_i32(a: i32, b: i32) -> bool {
    a == b
}

/// Whether the integers are equal.
#[kernel("tfrt.equal.i64", pure, form = Operands, intrinsic = IEq)]
pub fn equal_i64(a: i64, b: i64) -> bool {
    a == b
}

/// Whether the first integer is at most the second.
#[kernel("tfrt.lessequal.i32", pure, intrinsic = ILe)]
pub fn lessequal_i32(a: i32, b: i32) -> bool {
    a <= b
}

/// Whether the first integer is at most the second.
#[kernel("tfrt.lessequal.i64", pure, intrinsic = ILe)]
pub fn lessequal_i64(a: i64, b: i64) -> bool {
    a <= b
}

pub(crate) const KERNELS: &[KernelDef] = &[EQUAL_I32, EQUAL_I64, LESSEQUAL_I32, LESSEQUAL_I64];
