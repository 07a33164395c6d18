//! Bytes to models and values, and how a model is told from other files.

use crate::error::DecodeError;
use crate::limits::{Limits, MAX_NESTING};
use crate::model::Model;
use crate::tensor::Tensor;
use crate::types::{Type, TypeKind};
use crate::value::Value;
use crate::wire::{Reader, Wire, read};

/// The last version of the format that is known. Versions start at 1.
pub const IR_VERSION: i64 = 14;

/// Decodes a model. What it returns borrows from the bytes: texts, and elements of tensors.
///
/// ```
/// use tfrt_onnx::{Graph, Limits, Model, Node, decode, encode};
///
/// let node = Node { op_type: "Relu", input: vec!["x"], output: vec!["y"], ..Default::default() };
/// let graph = Graph { node: vec![node], ..Default::default() };
/// let file = encode(&Model { ir_version: 10, graph, ..Default::default() });
///
/// let model = decode(&file, &Limits::default())?;
/// assert_eq!(model.graph.node[0].op_type, "Relu");
/// # Ok::<(), tfrt_onnx::DecodeError>(())
/// ```
///
/// # Errors
/// The bytes are no protobuf, a text is not UTF-8, an attribute or a tensor contradicts itself, ONNX has
/// no such type, the model has no graph or a version that is not known, or a limit is exceeded.
pub fn decode<'a>(bytes: &'a [u8], limits: &Limits) -> Result<Model<'a>, DecodeError> {
    let model: Model<'a> = read(bytes, limits)?;
    let refused = |message| Err(DecodeError { offset: 0, message });
    if !(1..=IR_VERSION).contains(&model.ir_version) {
        let found = model.ir_version;
        return refused(format!("the model's ir_version is {found}, not one of 1 to {IR_VERSION}"));
    }
    if model.graph.offset.0 == 0 {
        return refused("the model has no graph".to_owned());
    }
    Ok(model)
}

/// Decodes a tensor in a file of its own.
///
/// ```
/// use tfrt_onnx::{Content, DataType, Limits, Tensor, Value, decode_tensor, encode_value};
///
/// let tensor = Tensor { data_type: DataType::Uint8, content: Content::Raw(&[7]), ..Default::default() };
/// let file = encode_value(&Value::Tensor(tensor.clone()));
/// assert_eq!(decode_tensor(&file, &Limits::default())?, tensor);
/// # Ok::<(), tfrt_onnx::DecodeError>(())
/// ```
///
/// # Errors
/// As [`decode`].
pub fn decode_tensor<'a>(bytes: &'a [u8], limits: &Limits) -> Result<Tensor<'a>, DecodeError> {
    read(bytes, limits)
}

/// Decodes a value of that type in a file of its own. The file does not say what it is.
///
/// # Errors
/// As [`decode`]; or values of the type cannot be in files.
pub fn decode_value<'a>(
    bytes: &'a [u8],
    ty: &Type<'_>,
    limits: &Limits,
) -> Result<Value<'a>, DecodeError> {
    Ok(match &ty.kind {
        TypeKind::Tensor(_) => Value::Tensor(read(bytes, limits)?),
        TypeKind::SparseTensor(_) => Value::SparseTensor(read(bytes, limits)?),
        TypeKind::Sequence(_) => Value::Sequence(read(bytes, limits)?),
        TypeKind::Map(_) => Value::Map(read(bytes, limits)?),
        TypeKind::Optional(_) => Value::Optional(read(bytes, limits)?),
        TypeKind::Missing | TypeKind::Opaque(_) => {
            let message = "a value without a known type cannot be read".to_owned();
            return Err(DecodeError { offset: 0, message });
        }
    })
}

/// Whether a file that may be a model, MLIR text or BEF is a model. Everything that [`decode`] reads is
/// one, and so are most damaged models.
///
/// ```
/// use tfrt_onnx::looks_like_model;
/// assert!(looks_like_model(&tfrt_onnx::encode(&tfrt_onnx::Model { ir_version: 7, ..Default::default() })));
/// assert!(!looks_like_model(b"func.func @main() { tfrt.return }"));
/// assert!(!looks_like_model(&[0x0B, 0xEF]));
/// ```
#[must_use]
pub fn looks_like_model(bytes: &[u8]) -> bool {
    // The version comes first wherever fields are written in order. No text starts with a backspace.
    const VERSION: u8 = 0x08;
    if bytes.first() == Some(&VERSION) {
        return true;
    }
    let mut reader = Reader::new(bytes);
    let (mut version, mut graph) = (false, false);
    while !reader.is_empty() {
        let Ok(tag) = reader.tag() else { return false };
        if reader.skip(tag, MAX_NESTING).is_err() {
            return false;
        }
        version |= tag.number == 1 && tag.wire == Wire::Varint;
        graph |= tag.number == 7 && tag.wire == Wire::Delimited;
    }
    version && graph
}
