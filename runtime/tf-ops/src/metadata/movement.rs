//! Shapes, casts and transposed tensors.

use super::attribute::integers;
use super::{Inferred, one};
use tfrt_bef::Dense;
use tfrt_core_runtime::MetadataCall;
use tfrt_host::error::KernelError;
use tfrt_tensor::{DType, TensorMetadata, TensorShape};

/// A vector of as many integers of the type of the attribute `out_type`, by default `i32`, as the argument has
/// dimensions.
///
/// # Errors
/// ``Unsupported `out_type` value: X``.
pub fn shape(call: &MetadataCall<'_>) -> Inferred {
    let dtype = call.attributes.get::<DType>("out_type").unwrap_or(DType::I32);
    if !matches!(dtype, DType::I32 | DType::I64) {
        return Err(format!("Unsupported `out_type` value: {}", dtype.tensor_name()).into());
    }
    let rank = i64::try_from(call.arguments[0].shape.rank()).unwrap_or(i64::MAX);
    one(dtype, TensorShape::new(&[rank])?)
}

/// The argument's shape, with the element type of the attribute `DstT`.
///
/// # Errors
/// `cannot get destination type`.
pub fn cast(call: &MetadataCall<'_>) -> Inferred {
    let dtype = call.attributes.get::<DType>("DstT").ok_or("cannot get destination type")?;
    one(dtype, call.arguments[0].shape.clone())
}

/// The first argument with its channels second, whatever the second says: those of `tf.Transpose`.
///
/// # Errors
/// ``tf.Transpose `perm` must size must match input rank``.
pub fn fixed_transpose(call: &MetadataCall<'_>) -> Inferred {
    transposed(&call.arguments[0], &CHANNELS_FIRST).map(Into::into)
}

/// The argument with its dimensions in the order of the attribute `perm`: those of `_tf.Transpose`.
///
/// # Errors
/// ``tf.Transpose needs a `perm` dense attribute``, ``tf.Transpose `perm` must size must match input rank``; it is no
/// permutation.
pub fn transpose(call: &MetadataCall<'_>) -> Inferred {
    let permutation = call.attributes.get::<&Dense>("perm").and_then(integers);
    let permutation = permutation.ok_or("tf.Transpose needs a `perm` dense attribute")?;
    transposed(&call.arguments[0], &permutation).map(Into::into)
}

/// Where dimensions of images come from whose channels become the second one.
pub const CHANNELS_FIRST: [i64; 4] = [0, 3, 1, 2];

/// Those of a tensor with its dimensions in another order.
///
/// # Errors
/// ``tf.Transpose `perm` must size must match input rank``; a dimension twice, or one that there is not.
pub fn transposed(
    argument: &TensorMetadata,
    permutation: &[i64],
) -> Result<TensorMetadata, KernelError> {
    let sizes = argument.shape.dimensions();
    if permutation.len() != sizes.len() {
        return Err("tf.Transpose `perm` must size must match input rank".into());
    }
    let mut taken = vec![false; sizes.len()];
    let size = |&dimension: &i64| {
        let dimension = usize::try_from(dimension).ok()?;
        let first = !std::mem::replace(taken.get_mut(dimension)?, true);
        first.then(|| sizes[dimension])
    };
    let sizes: Option<Vec<i64>> = permutation.iter().map(size).collect();
    let sizes = sizes.ok_or_else(|| {
        let rank = permutation.len();
        format!("tf.Transpose `perm` is {permutation:?}, expected the numbers below {rank}")
    })?;
    Ok(TensorMetadata { dtype: argument.dtype, shape: TensorShape::new(&sizes)? })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{attributes, infer, integers};
    use super::*;

    #[test]
    fn a_shape_is_a_vector() {
        let x: &[(DType, &[i64])] = &[(DType::String, &[2, 3, 4])];
        let typed = |dtype: DType| infer(shape, x, &attributes().with("out_type", dtype));
        assert_eq!(infer(shape, x, &attributes()).as_deref(), Ok("i32 [3]"));
        assert_eq!(typed(DType::I64).as_deref(), Ok("i64 [3]"));
        assert_eq!(typed(DType::Ui8).unwrap_err(), "Unsupported `out_type` value: u8");
        let scalar: &[(DType, &[i64])] = &[(DType::F32, &[])];
        assert_eq!(infer(shape, scalar, &attributes()).as_deref(), Ok("i32 [0]"));
    }

    #[test]
    fn a_cast_names_its_type() {
        let x: &[(DType, &[i64])] = &[(DType::F32, &[2])];
        let to = attributes().with("DstT", DType::I64);
        assert_eq!(infer(cast, x, &to).as_deref(), Ok("i64 [2]"));
        assert_eq!(infer(cast, x, &attributes()).unwrap_err(), "cannot get destination type");
    }

    #[test]
    fn dimensions_are_permuted() {
        let images: &[(DType, &[i64])] = &[(DType::F32, &[2, 3, 4, 5]), (DType::I32, &[4])];
        let fixed = infer(fixed_transpose, images, &attributes());
        assert_eq!(fixed.as_deref(), Ok("f32 [2, 5, 3, 4]"));
        let by = |permutation: &[i64]| {
            let given = integers(DType::I32, &[permutation.len() as i64], permutation);
            infer(transpose, &[(DType::F32, &[2, 3, 4])], &attributes().with("perm", given))
        };
        assert_eq!(by(&[2, 0, 1]).as_deref(), Ok("f32 [4, 2, 3]"));
        let size = "tf.Transpose `perm` must size must match input rank";
        assert_eq!(by(&[1, 0]).unwrap_err(), size);
        assert_eq!(infer(fixed_transpose, &[images[1]], &attributes()).unwrap_err(), size);
        for wrong in [[0, 0, 1], [0, 1, 3], [-1, 0, 1], [i64::from(i32::MIN), 0, 1]] {
            let message = format!("tf.Transpose `perm` is {wrong:?}, expected the numbers below 3");
            assert_eq!(by(&wrong).unwrap_err(), message);
        }
        let message = "tf.Transpose needs a `perm` dense attribute";
        assert_eq!(infer(transpose, images, &attributes()).unwrap_err(), message);
    }
}
