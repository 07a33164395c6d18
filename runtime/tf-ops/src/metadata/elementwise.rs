//! Ops that compute each element from those at its place.

use super::{Inferred, one};
use tfrt_core_runtime::MetadataCall;
use tfrt_host::error::KernelError;
use tfrt_tensor::{DType, TensorMetadata, TensorShape};

/// Those of the argument.
///
/// # Errors
/// None.
pub fn unary(call: &MetadataCall<'_>) -> Inferred {
    Ok(call.arguments[0].clone().into())
}

/// The element type of both arguments, broadcast against each other.
///
/// # Errors
/// `incompatible dtypes for binary operation`, `Dimensions must be equal, but are 2 and 3`.
pub fn binary(call: &MetadataCall<'_>) -> Inferred {
    broadcast(&call.arguments[0], &call.arguments[1]).map(Into::into)
}

/// Truth values of both arguments, broadcast against each other.
///
/// # Errors
/// As [`binary`].
pub fn comparison(call: &MetadataCall<'_>) -> Inferred {
    let operands = broadcast(&call.arguments[0], &call.arguments[1])?;
    one(DType::I1, operands.shape)
}

/// Two tensors broadcast against each other: from the last dimension on, each is the same or 1 in one of them.
///
/// # Errors
/// As [`binary`].
pub fn broadcast(
    lhs: &TensorMetadata,
    rhs: &TensorMetadata,
) -> Result<TensorMetadata, KernelError> {
    if lhs.dtype != rhs.dtype {
        return Err("incompatible dtypes for binary operation".into());
    }
    if lhs.shape == rhs.shape {
        return Ok(lhs.clone());
    }
    let [left, right] = [&lhs.shape, &rhs.shape].map(TensorShape::dimensions);
    let mut sizes = if left.len() > right.len() { left.to_vec() } else { right.to_vec() };
    let both = left.iter().rev().zip(right.iter().rev());
    for (size, (&a, &b)) in sizes.iter_mut().rev().zip(both) {
        if a != b && a != 1 && b != 1 {
            return Err(format!("Dimensions must be equal, but are {a} and {b}").into());
        }
        *size = if a == 1 { b } else { a };
    }
    Ok(TensorMetadata { dtype: lhs.dtype, shape: TensorShape::new(&sizes)? })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{attributes, infer};
    use super::*;

    #[test]
    fn shapes_are_broadcast_from_the_right() {
        let shape = |left: &[i64], right: &[i64]| {
            infer(binary, &[(DType::F32, left), (DType::F32, right)], &attributes())
        };
        assert_eq!(shape(&[2, 3], &[2, 3]).as_deref(), Ok("f32 [2, 3]"));
        assert_eq!(shape(&[], &[2]).as_deref(), Ok("f32 [2]"));
        assert_eq!(shape(&[4, 1, 3], &[2, 1]).as_deref(), Ok("f32 [4, 2, 3]"));
        assert_eq!(shape(&[1, 0], &[5, 1]).as_deref(), Ok("f32 [5, 0]"));
        assert_eq!(shape(&[2], &[3]).unwrap_err(), "Dimensions must be equal, but are 2 and 3");
        assert_eq!(shape(&[3, 0], &[2]).unwrap_err(), "Dimensions must be equal, but are 0 and 2");
        let max = i64::MAX;
        let large = format!("f32 [{max}, {max}]");
        assert_eq!(shape(&[max, 1], &[1, max]).as_deref(), Ok(large.as_str()));
        assert_eq!(shape(&[1; 255], &[1; 3]).map(|text| text.len()).unwrap(), 4 + 255 * 3);
        let different = [(DType::F32, &[2_i64][..]), (DType::I32, &[2])];
        let message = "incompatible dtypes for binary operation";
        for function in [binary, comparison] {
            assert_eq!(infer(function, &different, &attributes()).unwrap_err(), message);
        }
    }

    #[test]
    fn comparisons_give_truth_values() {
        let operands = [(DType::I8, &[2_i64, 1][..]), (DType::I8, &[3])];
        assert_eq!(infer(comparison, &operands, &attributes()).as_deref(), Ok("i1 [2, 3]"));
        assert_eq!(infer(unary, &operands[..1], &attributes()).as_deref(), Ok("i8 [2, 1]"));
    }
}
