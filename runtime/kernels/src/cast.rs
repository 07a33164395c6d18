//! Casts between integers and floats. A float out of range saturates; NaN gives 0.

use tfrt_host::kernel;

/// Truncates toward zero, saturating; NaN gives 0.
#[kernel("tfrt.cast.f32_to_i64", pure, intrinsic = FloatToInt)]
pub fn cast_f32_to_i64(a: f32) -> i64 {
    a as i64
}

/// Truncates toward zero, saturating; NaN gives 0.
#[kernel("tfrt.cast.f64_to_i64", pure, intrinsic = FloatToInt)]
pub fn cast_f64_to_i64(a: f64) -> i64 {
    a as i64
}

/// The nearest float, ties to even.
#[kernel("tfrt.cast.i64_to_f32", pure, intrinsic = IntToFloat)]
pub fn cast_i64_to_f32(a: i64) -> f32 {
    a as f32
}

/// The nearest float, ties to even.
#[kernel("tfrt.cast.i64_to_f64", pure, intrinsic = IntToFloat)]
pub fn cast_i64_to_f64(a: i64) -> f64 {
    a as f64
}
