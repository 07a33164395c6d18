//! Constants: the attribute `value` as a result.

use crate::number::{Complex, bf16, f16};
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr};

/// The attribute `value`.
#[kernel("tfrt.constant.{T}", pure, assembly = Assembly::CONSTANT, traits(no_effect),
    T = [bf16, f16, f32, f64, bool, i32, i64, u32, u64],
    intrinsic = [f32: Constant, f64: Constant, bool: Constant, i32: Constant, i64: Constant])]
pub fn constant<T>(value: Attr<T>) -> T {
    value.0
}

/// The attribute `value`, for functions whose ops run in order.
#[kernel("tfrt.constant_s.{T}", pure, assembly = Assembly::CONSTANT, traits(no_effect),
    T = [bf16, f16, f32, f64, i32, i64],
    intrinsic = [f32: Constant, f64: Constant, i32: Constant, i64: Constant])]
pub fn constant_s<T>(value: Attr<T>) -> T {
    value.0
}

/// The complex number of the attributes `real` and `imaginary`.
#[kernel("tfrt.constant.complex128", pure, assembly = "$real `,` $imaginary attr-dict")]
pub fn constant_complex128(imaginary: Attr<f64>, real: Attr<f64>) -> Complex<f64> {
    Complex { re: real.0, im: imaginary.0 }
}

/// The complex number of the attributes `real` and `imaginary`.
#[kernel("tfrt.constant.complex64", pure, assembly = "$real `,` $imaginary attr-dict")]
pub fn constant_complex64(imaginary: Attr<f32>, real: Attr<f32>) -> Complex<f32> {
    Complex { re: real.0, im: imaginary.0 }
}
