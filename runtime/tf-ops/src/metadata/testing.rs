//! What the tests of metadata functions share.

use tfrt_bef::Dense;
use tfrt_core_runtime::{IntoOpAttr, MetadataCall, MetadataFunction, OpAttrs};
use tfrt_tensor::{DType, TensorMetadata, TensorShape};

/// Attributes, set one after the other.
pub(super) struct Attributes(OpAttrs);

pub(super) fn attributes() -> Attributes {
    Attributes(OpAttrs::new())
}

impl Attributes {
    pub(super) fn with(mut self, name: &str, value: impl IntoOpAttr) -> Self {
        assert!(self.0.set(name, value));
        self
    }
}

/// The metadata of all results as text, `?` where there are none; or the message.
pub(super) fn infer(
    function: MetadataFunction,
    arguments: &[(DType, &[i64])],
    attributes: &Attributes,
) -> Result<String, String> {
    let metadata = |&(dtype, sizes): &(DType, &[i64])| TensorMetadata {
        dtype,
        shape: TensorShape::new(sizes).unwrap(),
    };
    let arguments: Vec<TensorMetadata> = arguments.iter().map(metadata).collect();
    let call = MetadataCall { arguments: &arguments, attributes: &attributes.0 };
    let results = function(&call).map_err(|error| error.message.to_string())?;
    let text = |result: &Option<TensorMetadata>| {
        result.as_ref().map_or("?".to_owned(), ToString::to_string)
    };
    Ok(results.iter().map(text).collect::<Vec<_>>().join(", "))
}

/// An attribute of integers.
pub(super) fn integers(dtype: DType, shape: &[i64], elements: &[i64]) -> Dense {
    let size = dtype.size().unwrap();
    let bytes: Vec<u8> =
        elements.iter().flat_map(|element| element.to_le_bytes().into_iter().take(size)).collect();
    Dense { dtype, shape: shape.to_vec(), data: bytes.into() }
}
