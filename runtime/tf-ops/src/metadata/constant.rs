//! Constants.

use super::{Inferred, one};
use crate::number::is_numeric;
use tfrt_bef::Dense;
use tfrt_core_runtime::MetadataCall;
use tfrt_tensor::{DType, TensorShape};

/// That of the attribute `value`.
///
/// # Errors
/// ``tf.Const needs a `value` dense attribute``; `dtype attribute mismatch with expected tensor dtype`: the attribute
/// `dtype` is another type of numbers.
pub fn constant(call: &MetadataCall<'_>) -> Inferred {
    let value = call.attributes.get::<&Dense>("value");
    let value = value.ok_or("tf.Const needs a `value` dense attribute")?;
    let dtype = call.attributes.get::<DType>("dtype").filter(|&dtype| is_numeric(dtype));
    if dtype.is_some_and(|dtype| dtype != value.dtype) {
        return Err("dtype attribute mismatch with expected tensor dtype".into());
    }
    one(value.dtype, TensorShape::new(&value.shape)?)
}

/// The argument's shape, with the element type of the attribute `T` if there is one.
///
/// # Errors
/// None.
pub fn zeros_like(call: &MetadataCall<'_>) -> Inferred {
    let argument = &call.arguments[0];
    let dtype = call.attributes.get::<DType>("T").unwrap_or(argument.dtype);
    one(dtype, argument.shape.clone())
}

#[cfg(test)]
mod tests {
    use super::super::testing::{attributes, infer};
    use super::*;

    #[test]
    fn a_constant_is_its_attribute() {
        let value = Dense { dtype: DType::F32, shape: vec![2], data: vec![0_u8; 8].into() };
        let all = attributes().with("value", value.clone()).with("dtype", DType::F32);
        assert_eq!(infer(constant, &[], &all).as_deref(), Ok("f32 [2]"));
        let other = attributes().with("value", value.clone()).with("dtype", DType::I32);
        let mismatch = "dtype attribute mismatch with expected tensor dtype";
        assert_eq!(infer(constant, &[], &other).unwrap_err(), mismatch);
        // Only types of numbers are compared.
        let other = attributes().with("value", value).with("dtype", DType::String);
        assert_eq!(infer(constant, &[], &other).as_deref(), Ok("f32 [2]"));
        let missing = "tf.Const needs a `value` dense attribute";
        assert_eq!(infer(constant, &[], &attributes()).unwrap_err(), missing);
        let number = attributes().with("value", 1.0_f32);
        assert_eq!(infer(constant, &[], &number).unwrap_err(), missing);
    }

    #[test]
    fn zeros_have_the_type_that_is_asked_for() {
        let x: &[(DType, &[i64])] = &[(DType::F32, &[2, 3])];
        let asked = attributes().with("T", DType::I32);
        assert_eq!(infer(zeros_like, x, &asked).as_deref(), Ok("i32 [2, 3]"));
        assert_eq!(infer(zeros_like, x, &attributes()).as_deref(), Ok("f32 [2, 3]"));
    }
}
