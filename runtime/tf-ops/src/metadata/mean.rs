//! Means.

use super::attribute::integers;
use super::{Inferred, one};
use tfrt_bef::Dense;
use tfrt_core_runtime::MetadataCall;
use tfrt_host::error::KernelError;
use tfrt_tensor::TensorShape;

/// The argument without the dimensions of the attribute `reduction_indices`, or with 1 in their place if `keep_dims`
/// is true: those of `_tf.Mean`.
///
/// # Errors
/// ``tf.Mean needs a `reduction_indices` dense attribute``, `tf.Mean reduction index must be in [0, input_rank) range`,
/// `tf.Mean reduction indices must be unique`.
pub fn mean(call: &MetadataCall<'_>) -> Inferred {
    let argument = &call.arguments[0];
    let indices = call.attributes.get::<&Dense>("reduction_indices");
    let indices = indices.ok_or("tf.Mean needs a `reduction_indices` dense attribute")?;
    let indices = self::indices(indices, argument.shape.rank())?;
    let keep = call.attributes.get("keep_dims").unwrap_or(false);
    let (_, shape) = reduced(&argument.shape, &indices, keep)?;
    one(argument.dtype, shape)
}

/// The dimensions that an attribute names, of a tensor of that rank.
///
/// # Errors
/// As [`mean`].
pub fn indices(attribute: &Dense, rank: usize) -> Result<Vec<usize>, KernelError> {
    let named = integers(attribute);
    let named = named.ok_or("tf.Mean needs a `reduction_indices` dense attribute")?;
    let index = |&index: &i64| {
        let index = usize::try_from(index).ok().filter(|&index| index < rank);
        index.ok_or_else(|| "tf.Mean reduction index must be in [0, input_rank) range".into())
    };
    named.iter().map(index).collect()
}

/// Those of a mean along the rows and columns of images, whose order of dimensions is guessed.
///
/// # Errors
/// `Could not guess channel order.`
pub fn fixed_mean(call: &MetadataCall<'_>) -> Inferred {
    let images = &call.arguments[0];
    let (_, shape) = reduced(&images.shape, &guessed(&images.shape)?, false)?;
    one(images.dtype, shape)
}

/// The rows and columns of images whose order of dimensions is guessed.
///
/// # Errors
/// `Could not guess channel order.`
pub fn guessed(images: &TensorShape) -> Result<[usize; 2], KernelError> {
    match *images.dimensions() {
        [_, _, rows, columns] if rows == columns => Ok([2, 3]),
        [_, rows, columns, _] if rows == columns => Ok([1, 2]),
        _ => Err("Could not guess channel order.".into()),
    }
}

/// Which dimensions are reduced, and the shape without them, or with 1 in their place.
///
/// # Errors
/// `tf.Mean reduction indices must be unique`.
pub fn reduced(
    shape: &TensorShape,
    indices: &[usize],
    keep: bool,
) -> Result<(Vec<bool>, TensorShape), KernelError> {
    let mut gone = vec![false; shape.rank()];
    for &index in indices {
        if std::mem::replace(&mut gone[index], true) {
            return Err("tf.Mean reduction indices must be unique".into());
        }
    }
    let sizes = shape.dimensions().iter().zip(&gone);
    let kept = sizes.filter(|(_, gone)| keep || !**gone);
    let kept: Vec<i64> = kept.map(|(&size, &gone)| if gone { 1 } else { size }).collect();
    Ok((gone, TensorShape::new(&kept)?))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{attributes, infer, integers};
    use super::*;
    use tfrt_tensor::DType;

    #[test]
    fn reduced_dimensions_are_gone_or_one() {
        let result = |indices: &[i64], keep: bool| {
            let indices = integers(DType::I64, &[indices.len() as i64], indices);
            let attributes =
                attributes().with("reduction_indices", indices).with("keep_dims", keep);
            infer(mean, &[(DType::F32, &[2, 3, 4])], &attributes)
        };
        assert_eq!(result(&[1], false).as_deref(), Ok("f32 [2, 4]"));
        assert_eq!(result(&[2, 0], true).as_deref(), Ok("f32 [1, 3, 1]"));
        assert_eq!(result(&[], false).as_deref(), Ok("f32 [2, 3, 4]"));
        assert_eq!(result(&[0, 1, 2], false).as_deref(), Ok("f32 []"));
        for wrong in [3, -1, i64::MAX, i64::MIN] {
            let message = "tf.Mean reduction index must be in [0, input_rank) range";
            assert_eq!(result(&[wrong], false).unwrap_err(), message);
        }
        let message = "tf.Mean reduction indices must be unique";
        assert_eq!(result(&[1, 1], false).unwrap_err(), message);
    }

    #[test]
    fn the_indices_are_an_attribute() {
        let message = "tf.Mean needs a `reduction_indices` dense attribute";
        let x: &[(DType, &[i64])] = &[(DType::F32, &[2])];
        assert_eq!(infer(mean, x, &attributes()).unwrap_err(), message);
        let floats = Dense { dtype: DType::F32, shape: vec![1], data: vec![0_u8; 4].into() };
        let other = attributes().with("reduction_indices", floats);
        assert_eq!(infer(mean, x, &other).unwrap_err(), message);
    }
}
