//! Values in files: `.npy`, `.npz`, and ONNX's tensors, sequences and optionals (`.pb`).

use crate::failure::Failure;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Cursor, Read, Write};
use std::sync::Arc;
use tfrt_bef::Blob;
use tfrt_compiler::graph::{Type, TypeKind};
use tfrt_host::alloc::HostAllocator;
use tfrt_host::kernel::{Dense, Value};
use tfrt_onnx::{self as onnx, Data, Elements, Limits};
use tfrt_tensor::{Optional, Sequence, Tensor, npy};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// The first bytes of NumPy's files.
const NUMPY: &[u8] = b"\x93NUMPY";

/// Larger arrays of an archive are refused: its sizes are not to be trusted.
const MAX_BYTES: u64 = 4 << 30;

/// The tensor in a file of NumPy's or ONNX's.
///
/// # Errors
/// The file cannot be read or used.
pub(super) fn tensor_in(path: &str, allocator: &Arc<dyn HostAllocator>) -> Result<Tensor, Failure> {
    let unusable = |what: &dyn std::fmt::Display| Failure::unusable(format!("{path}: {what}"));
    let file = fs::read(path).map_err(|error| unusable(&error))?;
    if file.starts_with(NUMPY) {
        return npy::read(&file).map_err(|error| unusable(&error));
    }
    of_onnx(&file, allocator).map_err(|what| unusable(&what))
}

/// The value of that type of a program in a file of ONNX's: a tensor, sequence or optional.
///
/// # Errors
/// What is wrong with the file.
pub(crate) fn value_of(
    file: &[u8],
    ty: &Type,
    allocator: &Arc<dyn HostAllocator>,
) -> Result<Value, String> {
    let kind = match ty.kind() {
        TypeKind::Dialect { dialect: "nn", name: "sequence", .. } => {
            onnx::TypeKind::Sequence(onnx::ElementType::default())
        }
        TypeKind::Dialect { dialect: "nn", name: "optional", .. } => {
            onnx::TypeKind::Optional(onnx::ElementType::default())
        }
        _ => onnx::TypeKind::Tensor(onnx::TensorType::default()),
    };
    let of = onnx::Type { kind, ..onnx::Type::default() };
    let value = onnx::decode_value(file, &of, &Limits::default());
    match value.map_err(|error| error.to_string())? {
        onnx::Value::Tensor(value) => tensor(&value, allocator).map(Value::new),
        onnx::Value::Sequence(value) => sequence(&value, allocator).map(Value::new),
        onnx::Value::Optional(value) => optional(&value, allocator).map(Value::new),
        _ => Err("a value of this kind is not supported".to_owned()),
    }
}

fn of_onnx(file: &[u8], allocator: &Arc<dyn HostAllocator>) -> Result<Tensor, String> {
    let decoded = onnx::decode_tensor(file, &Limits::default());
    tensor(&decoded.map_err(|error| error.to_string())?, allocator)
}

fn optional(
    value: &onnx::Optional<'_>,
    allocator: &Arc<dyn HostAllocator>,
) -> Result<Optional, String> {
    if let Some(value) = &value.tensor_value {
        return Ok(Optional::Tensor(tensor(value, allocator)?));
    }
    if let Some(value) = &value.sequence_value {
        return Ok(Optional::Sequence(sequence(value, allocator)?));
    }
    match value.elem_type {
        onnx::ValueKind::Undefined | onnx::ValueKind::Tensor | onnx::ValueKind::Sequence => {
            Ok(Optional::None)
        }
        other => Err(format!("an optional value of type {other} is not supported")),
    }
}

fn sequence(
    value: &onnx::Sequence<'_>,
    allocator: &Arc<dyn HostAllocator>,
) -> Result<Sequence, String> {
    match value.elem_type {
        onnx::ValueKind::Undefined | onnx::ValueKind::Tensor => {
            value.tensor_values.iter().map(|value| tensor(value, allocator)).collect()
        }
        other => Err(format!("a sequence of type {other} is not supported")),
    }
}

fn tensor(tensor: &onnx::Tensor<'_>, allocator: &Arc<dyn HostAllocator>) -> Result<Tensor, String> {
    let Elements { data_type, dims, data } =
        tensor.elements(&Limits::default()).map_err(|error| error.to_string())?;
    let (Data::Bytes(bytes), Some(dtype)) = (data, data_type.dtype()) else {
        return Err(format!("a tensor of type {data_type} is not supported"));
    };
    let shape: Result<Vec<i64>, _> = dims.into_iter().map(i64::try_from).collect();
    let shape = shape.map_err(|error| error.to_string())?;
    let elements = Dense { dtype, shape, data: Blob::from(bytes.into_owned()) };
    Tensor::of_constant(&elements, allocator).map_err(|error| error.to_string())
}

/// The arrays of an archive, by name.
///
/// # Errors
/// The file cannot be read, or an array of it.
pub(super) fn archive(path: &str) -> Result<BTreeMap<String, Tensor>, Failure> {
    let unusable = |what: &dyn std::fmt::Display| Failure::unusable(format!("{path}: {what}"));
    let file = File::open(path).map_err(|error| unusable(&error))?;
    let mut archive = ZipArchive::new(file).map_err(|error| unusable(&error))?;
    let mut arrays = BTreeMap::new();
    for index in 0..archive.len() {
        let member = archive.by_index(index).map_err(|error| unusable(&error))?;
        let name = member.name().map_err(|error| unusable(&error))?.into_owned();
        let name = name.strip_suffix(".npy").unwrap_or(&name).to_owned();
        let mut bytes = Vec::new();
        let read = member.take(MAX_BYTES + 1).read_to_end(&mut bytes);
        read.map_err(|error| unusable(&format_args!("'{name}': {error}")))?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(unusable(&format_args!("'{name}' has more than 4 GiB")));
        }
        let tensor = npy::read(&bytes);
        let tensor = tensor.map_err(|what| unusable(&format_args!("'{name}': {what}")))?;
        arrays.insert(name, tensor);
    }
    Ok(arrays)
}

/// Writes an archive that `numpy.load` reads.
///
/// # Errors
/// The file cannot be written, or NumPy has no such elements.
pub(super) fn write_archive<'t>(
    path: &str,
    tensors: impl Iterator<Item = (&'t str, &'t Tensor)>,
) -> Result<(), Failure> {
    let unusable = |what: &dyn std::fmt::Display| Failure::unusable(format!("{path}: {what}"));
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, tensor) in tensors {
        let array =
            npy::write(tensor).map_err(|what| unusable(&format_args!("'{name}': {what}")))?;
        let large = options.large_file(array.len() as u64 >= u64::from(u32::MAX));
        writer.start_file(format!("{name}.npy"), large).map_err(|error| unusable(&error))?;
        writer.write_all(&array).map_err(|error| unusable(&error))?;
    }
    let archive = writer.finish().map_err(|error| unusable(&error))?;
    fs::write(path, archive.into_inner()).map_err(|error| unusable(&error))
}
