//! Biases and normalized images.

use super::Inferred;
use tfrt_core_runtime::{MetadataCall, ResultMetadata};
use tfrt_host::error::KernelError;
use tfrt_tensor::TensorMetadata;

/// Those of the value to which a bias is added.
///
/// # Errors
/// `incompatible dtypes for tf.BiasAdd`, `invalid data format. Currently only support NHWC`, `bias must be 1-D`, `bias
/// must has the size of the last dimension of value`.
pub fn bias_add(call: &MetadataCall<'_>) -> Inferred {
    let format = call.attributes.get::<&str>("data_format");
    biased(&call.arguments[0], &call.arguments[1], format)?;
    Ok(call.arguments[0].clone().into())
}

/// Checks a value and its bias.
///
/// # Errors
/// As [`bias_add`].
pub fn biased(
    value: &TensorMetadata,
    bias: &TensorMetadata,
    format: Option<&str>,
) -> Result<(), KernelError> {
    if value.dtype != bias.dtype {
        return Err("incompatible dtypes for tf.BiasAdd".into());
    }
    if format.is_some_and(|format| format != "NHWC") {
        return Err("invalid data format. Currently only support NHWC".into());
    }
    let &[size] = bias.shape.dimensions() else { return Err("bias must be 1-D".into()) };
    if value.shape.dimensions().last() != Some(&size) {
        return Err("bias must has the size of the last dimension of value".into());
    }
    Ok(())
}

/// Results of a normalization: of the six only the first has metadata, those of the images.
const RESULTS: usize = 6;

/// Those of `tf.FusedBatchNormV3`: the first result has the images' metadata, the other five none.
///
/// # Errors
/// `BatchNorm training not currently supported`, `Mean, variance, bias, and scale are expected to have the same shape`.
pub fn fused_batch_norm(call: &MetadataCall<'_>) -> Inferred {
    if call.attributes.get("is_training") == Some(true) {
        return Err("BatchNorm training not currently supported".into());
    }
    let shapes = call.arguments[1..5].iter().map(|parameter| &parameter.shape);
    if shapes.clone().zip(shapes.skip(1)).any(|(a, b)| a != b) {
        return Err("Mean, variance, bias, and scale are expected to have the same shape".into());
    }
    let first = std::iter::once(Some(call.arguments[0].clone()));
    Ok(ResultMetadata::of(first.chain(std::iter::repeat_n(None, RESULTS - 1))))
}

/// Those of `tf._FusedBatchNormEx`, which may have a sixth argument.
///
/// # Errors
/// As [`fused_batch_norm`], and `Input and side_input are expected to have the same shape`.
pub fn fused_batch_norm_ex(call: &MetadataCall<'_>) -> Inferred {
    let results = fused_batch_norm(call)?;
    let side = call.arguments.get(5);
    if side.is_some_and(|side| side.shape != call.arguments[0].shape) {
        return Err("Input and side_input are expected to have the same shape".into());
    }
    Ok(results)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{attributes, infer};
    use super::*;
    use tfrt_tensor::DType;

    #[test]
    fn a_bias_is_a_vector_of_the_last_size() {
        let added = |value: (DType, &[i64]), bias: (DType, &[i64]), format: &str| {
            infer(bias_add, &[value, bias], &attributes().with("data_format", format))
        };
        let images = (DType::F32, &[2_i64, 4, 4, 3][..]);
        assert_eq!(added(images, (DType::F32, &[3]), "NHWC").as_deref(), Ok("f32 [2, 4, 4, 3]"));
        let default = infer(bias_add, &[images, (DType::F32, &[3])], &attributes());
        assert_eq!(default.as_deref(), Ok("f32 [2, 4, 4, 3]"));
        let message = "incompatible dtypes for tf.BiasAdd";
        assert_eq!(added(images, (DType::F64, &[3]), "NHWC").unwrap_err(), message);
        let message = "invalid data format. Currently only support NHWC";
        assert_eq!(added(images, (DType::F32, &[3]), "NCHW").unwrap_err(), message);
        assert_eq!(added(images, (DType::F32, &[1, 3]), "NHWC").unwrap_err(), "bias must be 1-D");
        let message = "bias must has the size of the last dimension of value";
        assert_eq!(added(images, (DType::F32, &[4]), "NHWC").unwrap_err(), message);
        let scalar = (DType::F32, &[][..]);
        assert_eq!(added(scalar, (DType::F32, &[1]), "NHWC").unwrap_err(), message);
    }

    #[test]
    fn only_the_first_result_of_a_normalization_is_known() {
        let mut arguments = vec![(DType::F32, &[1_i64, 2, 2, 3][..])];
        arguments.extend([(DType::F32, &[3_i64][..]); 4]);
        let not = attributes().with("is_training", false);
        let expected = Ok("f32 [1, 2, 2, 3], ?, ?, ?, ?, ?");
        assert_eq!(infer(fused_batch_norm, &arguments, &not).as_deref(), expected);
        let training = attributes().with("is_training", true);
        let message = "BatchNorm training not currently supported";
        assert_eq!(infer(fused_batch_norm, &arguments, &training).unwrap_err(), message);
        assert_eq!(infer(fused_batch_norm_ex, &arguments, &not).as_deref(), expected);
        arguments.push((DType::F32, &[1, 2, 2, 3]));
        assert_eq!(infer(fused_batch_norm_ex, &arguments, &not).as_deref(), expected);
        arguments[5] = (DType::F32, &[1, 2, 3]);
        let message = "Input and side_input are expected to have the same shape";
        assert_eq!(infer(fused_batch_norm_ex, &arguments, &not).unwrap_err(), message);
        for parameter in 1..5 {
            let mut other = arguments.clone();
            other[parameter] = (DType::F32, &[4]);
            let message = "Mean, variance, bias, and scale are expected to have the same shape";
            assert_eq!(infer(fused_batch_norm, &other, &not).unwrap_err(), message);
        }
    }
}
