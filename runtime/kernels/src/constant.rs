//! Constants: the attribute `value` as a value.

use crate::number::{Bf16, Complex64, Complex128, F16};
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, KernelDef};

/// The attribute `value`.
#[kernel("tfrt.constant.bf16", pure, form = Constant)]
pub fn constant_bf16(value: Attr<Bf16>) -> Bf16 {
    value.0
}

/// The number whose parts are the attributes `real` and `imaginary`.
#[kernel("tfrt.constant.complex128", pure, form = Complex)]
pub fn constant_complex128(imaginary: Attr<f64>, real: Attr<f64>) -> Complex128 {
    Complex128 { real: real.0, imaginary: imaginary.0 }
}

/// The number whose parts are the attributes `real` and `imaginary`.
#[kernel("tfrt.constant.complex64", pure, form = Complex)]
pub fn constant_complex64(imaginary: Attr<f32>, real: Attr<f32>) -> Complex64 {
    Complex64 { real: real.0, imaginary: imaginary.0 }
}

/// The attribute `value`.
#[kernel("tfrt.constant.f16", pure, form = Constant)]
pub fn constant_f16(value: Attr<F16>) -> F16 {
    value.0
}

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

/// The attribute `value`.
#[kernel("tfrt.constant.ui32", pure, form = Constant)]
pub fn constant_ui32(value: Attr<u32>) -> u32 {
    value.0
}

/// The attribute `value`.
#[kernel("tfrt.constant.ui64", pure, form = Constant)]
pub fn constant_ui64(value: Attr<u64>) -> u64 {
    value.0
}

pub(crate) const KERNELS: &[KernelDef] = &[
    CONSTANT_BF16,
    CONSTANT_COMPLEX128,
    CONSTANT_COMPLEX64,
    CONSTANT_F16,
    CONSTANT_F32,
    CONSTANT_F64,
    CONSTANT_I1,
    CONSTANT_I32,
    CONSTANT_I64,
    CONSTANT_UI32,
    CONSTANT_UI64,
];
