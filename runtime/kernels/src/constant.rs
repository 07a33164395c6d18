//! Constants: the attribute `value` as a value.

use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, KernelDef};

/// The attribute `value`.
#[kernel("tfrt.constant.f32", pure, form = Constant, intrinsic = Constant)]
pub fn constant_f32(value: Attr<f32>) -> f32 {
    value.0
}

/// The attribute `value`.
#[kernel("tfrt.constant.f64", pure, form = Constant, intrinsic = Constant)]
pub fn constant_f64(value: Attr<f64>) -> f64 {
    value.0
}

/// The attribute `value`.
#[kernel("tfrt.constant.i1", pure, form = Constant, intrinsic = Constant)]
pub fn constant_i1(value: Attr<bool>) -> bool {
    value.0
}

/// The attribute `value`.
#[kernel("tfrt.constant.i32", pure, form = Constant, intrinsic = Constant)]
pub fn constant_i32(value: Attr<i32>) -> i32 {
    value.0
}

/// The attribute `value`.
#[kernel("tfrt.constant.i64", pure, form = Constant, intrinsic = Constant)]
pub fn constant_i64(value: Attr<i64>) -> i64 {
    value.0
}

pub(crate) const KERNELS: &[KernelDef] =
    &[CONSTANT_F32, CONSTANT_F64, CONSTANT_I1, CONSTANT_I32, CONSTANT_I64];
