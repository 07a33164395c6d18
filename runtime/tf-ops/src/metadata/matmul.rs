//! Products of matrices.

use super::Inferred;
use tfrt_core_runtime::MetadataCall;
use tfrt_host::error::KernelError;
use tfrt_tensor::{TensorMetadata, TensorShape};

/// A product of the first two arguments, each transposed if its attribute says so.
///
/// # Errors
/// `incompatible dtypes for MatMul: In[0]: X, In[1]: Y`, `argument 0 of matmul op is not a rank-2 tensor. Actual rank
/// is R`, `'transpose_a' attribute is not specified for MatMul op`, `matmul arguments have incompatible shapes: …`.
pub fn matmul(call: &MetadataCall<'_>) -> Inferred {
    let [a, b] = [0, 1].map(|index| &call.arguments[index]);
    let sizes = matrices(a, b)?;
    let transposed = |name: &str| {
        let missing = || format!("'{name}' attribute is not specified for MatMul op");
        call.attributes.get::<bool>(name).ok_or_else(missing)
    };
    let transposed = [transposed("transpose_a")?, transposed("transpose_b")?];
    Ok(of_sizes([a, b], sizes, transposed)?.into())
}

/// The metadata of a product.
///
/// # Errors
/// As [`matmul`].
pub fn product(
    a: &TensorMetadata,
    b: &TensorMetadata,
    transposed: [bool; 2],
) -> Result<TensorMetadata, KernelError> {
    of_sizes([a, b], matrices(a, b)?, transposed)
}

/// The sizes of two matrices of one type.
fn matrices(a: &TensorMetadata, b: &TensorMetadata) -> Result<[[i64; 2]; 2], KernelError> {
    if a.dtype != b.dtype {
        let [a, b] = [a, b].map(|it| it.dtype.tensor_name());
        return Err(format!("incompatible dtypes for MatMul: In[0]: {a}, In[1]: {b}").into());
    }
    let sizes = |index: usize, shape: &TensorShape| {
        <[i64; 2]>::try_from(shape.dimensions()).map_err(|_| {
            let rank = shape.rank();
            format!("argument {index} of matmul op is not a rank-2 tensor. Actual rank is {rank}")
        })
    };
    Ok([sizes(0, &a.shape)?, sizes(1, &b.shape)?])
}

fn of_sizes(
    [a, b]: [&TensorMetadata; 2],
    [mut left, mut right]: [[i64; 2]; 2],
    transposed: [bool; 2],
) -> Result<TensorMetadata, KernelError> {
    for (sizes, transposed) in [&mut left, &mut right].into_iter().zip(transposed) {
        if transposed {
            sizes.reverse();
        }
    }
    if left[1] != right[0] {
        let [in_a, in_b] = transposed.map(u8::from);
        let (a, b) = (&a.shape, &b.shape);
        let message = format!(
            "matmul arguments have incompatible shapes: In[0]: {a}, In[1]: {b}. \
             transpose_a: {in_a}, transpose_b: {in_b}"
        );
        return Err(message.into());
    }
    Ok(TensorMetadata { dtype: a.dtype, shape: TensorShape::new(&[left[0], right[1]])? })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{attributes, infer};
    use super::*;
    use tfrt_tensor::DType;

    #[test]
    fn inner_sizes_are_equal() {
        let product = |left: &[i64], right: &[i64], a: bool, b: bool| {
            let attributes = attributes().with("transpose_a", a).with("transpose_b", b);
            infer(matmul, &[(DType::F32, left), (DType::F32, right)], &attributes)
        };
        assert_eq!(product(&[2, 3], &[3, 5], false, false).as_deref(), Ok("f32 [2, 5]"));
        assert_eq!(product(&[3, 2], &[3, 5], true, false).as_deref(), Ok("f32 [2, 5]"));
        assert_eq!(product(&[2, 3], &[5, 3], false, true).as_deref(), Ok("f32 [2, 5]"));
        assert_eq!(product(&[3, 2], &[5, 3], true, true).as_deref(), Ok("f32 [2, 5]"));
        assert_eq!(product(&[2, 0], &[0, 5], false, false).as_deref(), Ok("f32 [2, 5]"));
        let message = "matmul arguments have incompatible shapes: In[0]: [2, 3], In[1]: [3, 5]. \
                       transpose_a: 1, transpose_b: 0";
        assert_eq!(product(&[2, 3], &[3, 5], true, false).unwrap_err(), message);
        let message = "argument 0 of matmul op is not a rank-2 tensor. Actual rank is 1";
        assert_eq!(product(&[2], &[3], false, false).unwrap_err(), message);
        let message = "argument 1 of matmul op is not a rank-2 tensor. Actual rank is 0";
        assert_eq!(product(&[2, 3], &[], false, false).unwrap_err(), message);
    }

    #[test]
    fn attributes_and_types_are_checked() {
        let operands = [(DType::F32, &[2_i64, 2][..]), (DType::F32, &[2, 2])];
        let message = "'transpose_a' attribute is not specified for MatMul op";
        assert_eq!(infer(matmul, &operands, &attributes()).unwrap_err(), message);
        let one = attributes().with("transpose_a", false);
        let message = "'transpose_b' attribute is not specified for MatMul op";
        assert_eq!(infer(matmul, &operands, &one).unwrap_err(), message);
        let mixed = [operands[0], (DType::Ui8, &[2, 2])];
        let message = "incompatible dtypes for MatMul: In[0]: f32, In[1]: u8";
        assert_eq!(infer(matmul, &mixed, &attributes()).unwrap_err(), message);
    }
}
