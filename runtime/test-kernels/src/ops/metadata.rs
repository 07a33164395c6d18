//! The metadata functions of the test ops.

use tfrt_core_runtime::{MetadataCall, ResultMetadata};
use tfrt_host::error::KernelError;
use tfrt_tensor::{DType, TensorMetadata, TensorShape};

type Inferred = Result<ResultMetadata, KernelError>;

fn known(dtype: DType, shape: TensorShape) -> Inferred {
    Ok(TensorMetadata { dtype, shape }.into())
}

/// Those of the first argument.
pub(super) fn same(call: &MetadataCall<'_>) -> Inferred {
    Ok(call.arguments[0].clone().into())
}

/// Those of `tfrt_test.add`.
pub(super) fn add(call: &MetadataCall<'_>) -> Inferred {
    let [a, b] = [0, 1].map(|index| &call.arguments[index]);
    if a.dtype != b.dtype {
        return Err("incompatible dtypes for test.add".into());
    }
    if a.shape != b.shape {
        return Err("arguments of test.add must have same shape".into());
    }
    Ok(a.clone().into())
}

/// Those of `tfrt_test.equal`.
pub(super) fn equal(call: &MetadataCall<'_>) -> Inferred {
    let [a, b] = [0, 1].map(|index| &call.arguments[index]);
    if a.dtype != b.dtype {
        return Err("incompatible dtypes for element-wise op".into());
    }
    if a.shape != b.shape {
        return Err("arguments to element-wise op must have identical shapes".into());
    }
    Ok(a.clone().into())
}

/// Those of `tfrt_test.cast`.
pub(super) fn cast(call: &MetadataCall<'_>) -> Inferred {
    let dtype = match call.attributes.get::<DType>("type") {
        Some(dtype) => dtype,
        None => {
            let name = call.attributes.get::<&str>("type").ok_or("missing 'type' attribute")?;
            DType::from_mlir(name).unwrap_or(DType::I1)
        }
    };
    if !matches!(dtype, DType::F32 | DType::F16) {
        return Err("only casting to f32/f16 is supported".into());
    }
    known(dtype, call.arguments[0].shape.clone())
}

/// Those of `tfrt_test.broadcast`.
pub(super) fn broadcast(call: &MetadataCall<'_>) -> Inferred {
    let TensorMetadata { dtype, shape } = &call.arguments[0];
    let target = call.attributes.get::<&[i64]>("shape").ok_or("missing 'shape' attribute")?;
    let [_, columns] = target else {
        return Err("result shape must be 2 dimensional (for now)".into());
    };
    if shape.dimensions() != [*columns] {
        return Err("input dimension and target shape mismatch".into());
    }
    known(*dtype, TensorShape::new(target)?)
}

/// The argument's without the dimension of the attribute `axis`.
fn without_axis(call: &MetadataCall<'_>, dtype: DType) -> Inferred {
    let axis = call.attributes.get::<i32>("axis").ok_or("missing 'axis' attribute")?;
    let mut sizes = call.arguments[0].shape.dimensions().to_vec();
    let axis = usize::try_from(axis).ok().filter(|&axis| axis < sizes.len());
    sizes.remove(axis.ok_or("axis must less than input rank")?);
    known(dtype, TensorShape::new(&sizes)?)
}

/// Those of `tfrt_test.argmax`.
pub(super) fn argmax(call: &MetadataCall<'_>) -> Inferred {
    without_axis(call, DType::I32)
}

/// Those of `tfrt_test.reduce_mean`.
pub(super) fn reduce_mean(call: &MetadataCall<'_>) -> Inferred {
    without_axis(call, call.arguments[0].dtype)
}

/// Those of `tfrt_test.matmul`.
pub(super) fn matmul(call: &MetadataCall<'_>) -> Inferred {
    let [a, b] = [0, 1].map(|index| &call.arguments[index]);
    if a.dtype != b.dtype {
        return Err("incompatible dtypes for MatMul".into());
    }
    let sizes = |index: usize| match *call.arguments[index].shape.dimensions() {
        [rows, columns] => Ok([rows, columns]),
        _ => {
            Err(KernelError::from(format!("argument {index} of matmul op is not a rank-2 tensor")))
        }
    };
    let transposed = |name: &str| {
        let missing = || format!("'{name}' attribute is not specified for MatMul op");
        call.attributes.get::<bool>(name).ok_or_else(missing)
    };
    let ([mut a_sizes, mut b_sizes], dtype) = ([sizes(0)?, sizes(1)?], a.dtype);
    if transposed("transpose_a")? {
        a_sizes.reverse();
    }
    if transposed("transpose_b")? {
        b_sizes.reverse();
    }
    if a_sizes[1] != b_sizes[0] {
        return Err("matmul arguments have incompatible shapes".into());
    }
    known(dtype, TensorShape::new(&[a_sizes[0], b_sizes[1]])?)
}

/// Whether a tensor can be made of such elements.
fn is_trivial(dtype: DType) -> bool {
    dtype.is_number() && !matches!(dtype, DType::F16 | DType::Bf16)
}

/// Those of `tfrt_test.create_from_scalar`.
pub(super) fn create_from_scalar(call: &MetadataCall<'_>) -> Inferred {
    let shape = call.attributes.get::<&[i64]>("shape");
    let shape = shape.ok_or("tfrt_test.create_from_scalar must have 'shape' attribute")?;
    let value = call.attributes.number("value");
    let (dtype, _) = value.ok_or("tfrt_test.create_from_scalar must have 'value' attribute")?;
    if !is_trivial(dtype) {
        return Err("tfrt_test.create_from_scalar unsupported dtype".into());
    }
    known(dtype, TensorShape::new(shape)?)
}

/// Those of `tfrt_test.create_dense_tensor`.
pub(super) fn create_dense_tensor(call: &MetadataCall<'_>) -> Inferred {
    let shape = call.attributes.get::<&[i64]>("shape").ok_or("missing 'shape' attribute")?;
    let shape = TensorShape::new(shape)?;
    if call.attributes.ty("values").is_none() {
        return Err("missing 'values' attribute".into());
    }
    let values = call.attributes.numbers("values");
    let (dtype, bytes) = values.ok_or("'values' attribute should be an array of values")?;
    let count = bytes.len() / dtype.size().unwrap_or(1).max(1);
    if count != 1 && Some(count) != shape.elements() {
        return Err("size of 'values' must either be 1 or match num of elements.".into());
    }
    if !is_trivial(dtype) {
        return Err("tfrt_test.create_dense_tensor unsupported dtype".into());
    }
    known(dtype, shape)
}

/// Those of `tfrt_test.create_coo_tensor`.
pub(super) fn create_coo_tensor(call: &MetadataCall<'_>) -> Inferred {
    let [indices, values] = [0, 1].map(|index| &call.arguments[index]);
    let [_, columns] = *indices.shape.dimensions() else {
        return Err("test.create_coo_tensor indices input must be rank 2".into());
    };
    if values.shape.rank() != 1 {
        return Err("test.create_coo_tensor values input must be rank 1".into());
    }
    let shape = call.attributes.get::<&[i64]>("shape");
    let shape = shape.ok_or("test.create_coo_tensor must have 'shape' attribute")?;
    if i64::try_from(shape.len()) != Ok(columns) {
        return Err(
            "each test.create_coo_tensor index must have the same size as shape attribute".into()
        );
    }
    known(values.dtype, TensorShape::new(shape)?)
}
