//! Padded tensors.

use super::attribute::integers;
use super::{Inferred, one};
use tfrt_bef::Dense;
use tfrt_core_runtime::MetadataCall;
use tfrt_host::error::KernelError;
use tfrt_tensor::TensorShape;

/// The padding that is assumed on each side of rows and columns.
const ASSUMED: i64 = 3;

/// Dimensions of a tensor that is padded by an attribute.
const MAX_RANK: usize = 8;

/// The first argument with 3 places on each side of its rows and columns, whatever the second says: those of `tf.Pad`.
/// Rows and columns are equal, and the last dimensions or those before the last.
///
/// # Errors
/// `Could not guess channel order.`
pub fn fixed_pad(call: &MetadataCall<'_>) -> Inferred {
    let images = &call.arguments[0];
    one(images.dtype, padded(&images.shape, guessed(&images.shape)?)?)
}

/// What images are padded by whose order of dimensions is guessed.
///
/// # Errors
/// `Could not guess channel order.`
pub fn guessed(images: &TensorShape) -> Result<[[i64; 2]; 4], KernelError> {
    let guessed = match *images.dimensions() {
        [_, _, rows, columns] if rows == columns => Some([0, 0, ASSUMED, ASSUMED]),
        [_, rows, columns, _] if rows == columns => Some([0, ASSUMED, ASSUMED, 0]),
        _ => None,
    };
    Ok(guessed.ok_or("Could not guess channel order.")?.map(|side| [side, side]))
}

/// The argument with the padding of the attribute `paddings`, a row for each dimension: those of `_tf.Pad`.
///
/// # Errors
/// ``tf.Pad is missing a required attribute `paddings` ``, `tf.Pad input rank over 8 is not supported. Given value: R`,
/// `tf.Pad paddings must be a matrix with 2 columns. Actual shape: S`, `For tf.Pad operation, the first dimension of
/// paddings must equal to the rank of inputs. …`, `tf.Pad paddings type must be either int32 or int64. …`.
pub fn pad(call: &MetadataCall<'_>) -> Inferred {
    let argument = &call.arguments[0];
    let paddings = call.attributes.get::<&Dense>("paddings");
    let paddings = paddings.ok_or("tf.Pad is missing a required attribute `paddings`")?;
    let (rank, input) = (argument.shape.rank(), &argument.shape);
    if rank > MAX_RANK {
        let message = format!("tf.Pad input rank over 8 is not supported. Given value: {rank}");
        return Err(message.into());
    }
    let shape = TensorShape::new(&paddings.shape)?;
    let &[rows, 2] = shape.dimensions() else {
        let message =
            format!("tf.Pad paddings must be a matrix with 2 columns. Actual shape: {shape}");
        return Err(message.into());
    };
    if usize::try_from(rows) != Ok(rank) {
        let message = format!(
            "For tf.Pad operation, the first dimension of paddings must equal to the rank of inputs. \
             Input shape: {input}. Paddings shape: {shape}"
        );
        return Err(message.into());
    }
    let numbers = integers(paddings).ok_or_else(|| {
        let dtype = paddings.dtype.tensor_name();
        format!("tf.Pad paddings type must be either int32 or int64. Actual type is: {dtype}")
    })?;
    one(argument.dtype, padded(input, numbers.as_chunks().0.iter().copied())?)
}

/// A shape with padding before and behind each dimension.
///
/// # Errors
/// A padding is negative, or a size is too large.
pub fn padded(
    shape: &TensorShape,
    sides: impl IntoIterator<Item = [i64; 2]>,
) -> Result<TensorShape, KernelError> {
    let side = |(&size, [before, after]): (&i64, [i64; 2])| {
        let valid = before >= 0 && after >= 0;
        let both = before.checked_add(after).filter(|_| valid);
        both.and_then(|both| size.checked_add(both)).ok_or_else(|| {
            KernelError::from(format!("tf.Pad cannot add {before} and {after} to a size of {size}"))
        })
    };
    let sizes = shape.dimensions().iter().zip(sides).map(side);
    Ok(TensorShape::new(&sizes.collect::<Result<Vec<_>, _>>()?)?)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{attributes, infer, integers};
    use super::*;
    use tfrt_tensor::DType;

    #[test]
    fn the_order_of_channels_is_guessed() {
        let guess = |sizes: &[i64]| {
            infer(fixed_pad, &[(DType::F32, sizes), (DType::I32, &[4, 2])], &attributes())
        };
        assert_eq!(guess(&[1, 3, 8, 8]).as_deref(), Ok("f32 [1, 3, 14, 14]"));
        assert_eq!(guess(&[1, 8, 8, 3]).as_deref(), Ok("f32 [1, 14, 14, 3]"));
        assert_eq!(guess(&[1, 8, 8, 8]).as_deref(), Ok("f32 [1, 8, 14, 14]"));
        let message = "Could not guess channel order.";
        for sizes in [&[1, 2, 3, 4][..], &[2, 2, 2], &[]] {
            assert_eq!(guess(sizes).unwrap_err(), message);
        }
        assert!(guess(&[1, 1, i64::MAX, i64::MAX]).is_err());
    }

    #[test]
    fn paddings_are_a_row_for_each_dimension() {
        let by = |sizes: &[i64], dtype: DType, shape: &[i64], paddings: &[i64]| {
            let paddings = integers(dtype, shape, paddings);
            infer(pad, &[(DType::F32, sizes)], &attributes().with("paddings", paddings))
        };
        for dtype in [DType::I32, DType::I64] {
            assert_eq!(by(&[2, 0], dtype, &[2, 2], &[1, 2, 0, 3]).as_deref(), Ok("f32 [5, 3]"));
        }
        let message = "tf.Pad input rank over 8 is not supported. Given value: 9";
        assert_eq!(by(&[1; 9], DType::I32, &[9, 2], &[0; 18]).unwrap_err(), message);
        let message = "tf.Pad paddings must be a matrix with 2 columns. Actual shape: [4]";
        assert_eq!(by(&[1, 1], DType::I32, &[4], &[0; 4]).unwrap_err(), message);
        let message = "tf.Pad paddings must be a matrix with 2 columns. Actual shape: [2, 3]";
        assert_eq!(by(&[1, 1], DType::I32, &[2, 3], &[0; 6]).unwrap_err(), message);
        let message = "For tf.Pad operation, the first dimension of paddings must equal to the rank of \
                       inputs. Input shape: [1, 1]. Paddings shape: [3, 2]";
        assert_eq!(by(&[1, 1], DType::I32, &[3, 2], &[0; 6]).unwrap_err(), message);
        let message = "tf.Pad paddings type must be either int32 or int64. Actual type is: i16";
        assert_eq!(by(&[1, 1], DType::I16, &[2, 2], &[0; 4]).unwrap_err(), message);
        let message = "tf.Pad is missing a required attribute `paddings`";
        let missing = infer(pad, &[(DType::F32, &[1, 1])], &attributes());
        assert_eq!(missing.unwrap_err(), message);
        for wrong in [[-1, 1], [1, -1], [i64::MAX, 1], [i64::MAX, i64::MAX], [i64::MIN, 0]] {
            let [before, after] = wrong;
            let message = format!("tf.Pad cannot add {before} and {after} to a size of 1");
            assert_eq!(by(&[1], DType::I64, &[1, 2], &wrong).unwrap_err(), message);
        }
    }
}
