//! Models that a command runs: their inputs and outputs by name, values in files, and how results are
//! compared with those of others.

use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use tfrt_bef::Blob;
use tfrt_compiler::bef;
use tfrt_compiler::graph::{Attribute, Module, Type, TypeKind};
use tfrt_compiler::source::{Diagnostic, Span};
use tfrt_compiler::verify;
use tfrt_exec::{LoadOptions, Program};
use tfrt_host::context::Host;
use tfrt_host::kernel::{Catalogue, DType, Dense, Function, Value};
use tfrt_onnx::{self as onnx, Data, Elements, ImportOptions};
use tfrt_tensor::{Element, Optional, Sequence, Tensor};

/// The program of kernels that a model is. The files of `folder` have elements that are not in the model.
///
/// # Errors
/// Everything that is wrong with the model.
pub(crate) fn program(bytes: &Blob, folder: Option<&Path>) -> Result<Module, Vec<Diagnostic>> {
    let limits = tfrt_onnx::Limits::default();
    let model = tfrt_onnx::decode(bytes, &limits)
        .map_err(|error| vec![Diagnostic::error(Span::default(), error.to_string())])?;
    let read = folder.map(tfrt_onnx::folder);
    let mut options = ImportOptions::new().limits(limits);
    if let Some(read) = &read {
        options = options.files(read);
    }
    let graph = tfrt_onnx::import(&model, bytes, &options)?;
    tfrt_model::lower(&graph)
}

/// A model, ready on the executor.
pub(crate) struct Model {
    /// The names of its outputs, in order.
    pub(crate) outputs: Vec<String>,
    /// The types of its inputs and of its outputs.
    pub(crate) types: [Vec<Type>; 2],
    function: Function,
}

impl Model {
    /// Loads a model, whose other files are in that folder.
    ///
    /// # Errors
    /// What is wrong with it, a line each.
    pub(crate) fn load(
        bytes: &Blob,
        folder: &Path,
        catalogue: &Catalogue,
    ) -> Result<Self, Vec<String>> {
        let lines = |list: Vec<Diagnostic>| -> Vec<String> {
            list.into_iter().map(|diagnostic| diagnostic.message).collect()
        };
        let module = program(bytes, Some(folder)).map_err(lines)?;
        let names = |attribute: &str| -> Vec<String> {
            let main = module.function("main");
            match main.and_then(|main| main.attributes.get(attribute)) {
                Some(Attribute::Array(names)) => names.iter().filter_map(text).collect(),
                _ => Vec::new(),
            }
        };
        let outputs = names("model.outputs");
        let main = module.function("main");
        let types =
            main.map(|main| [main.arguments.clone(), main.results.clone()]).unwrap_or_default();
        let verified = verify::verify(module, catalogue).map_err(lines)?;
        let bef = bef::emit_loadable(&verified).map_err(lines)?;
        let program = Program::load_shared(&Blob::from(bef), catalogue, &LoadOptions::default())
            .map_err(|error| vec![error.to_string()])?;
        let function =
            program.function("main").ok_or_else(|| vec!["no function main".to_owned()])?;
        Ok(Self { outputs, types, function })
    }

    /// Runs the model on inputs in order.
    ///
    /// # Errors
    /// The message of the run's error.
    pub(crate) fn run(&self, host: &Host, inputs: Vec<Datum>) -> Result<Vec<Datum>, String> {
        let argument = |datum| match datum {
            Datum::Tensor(tensor) => Value::new(tensor),
            Datum::Sequence(sequence) => Value::new(sequence),
            Datum::Optional(optional) => Value::new(optional),
        };
        let mut arguments: Vec<Value> = inputs.into_iter().map(argument).collect();
        let mut results = vec![Value::Empty; self.outputs.len()];
        let request = host.context();
        let call = || self.function.call(&request, 0, &mut arguments, &mut results);
        catch_unwind(AssertUnwindSafe(call)).map_err(|_| "the run panicked".to_owned())?;
        let pending: Vec<_> = results
            .iter()
            .filter_map(|value| match value {
                Value::Ref(any) => Some(any.clone()),
                _ => None,
            })
            .collect();
        host.await_all(&pending);
        results.iter().map(datum).collect()
    }
}

/// A value of a model.
#[derive(Clone, Debug)]
pub(crate) enum Datum {
    Tensor(Tensor),
    Sequence(Sequence),
    Optional(Optional),
}

/// The result of a run.
fn datum(value: &Value) -> Result<Datum, String> {
    if let Some(tensor) = value.get::<Tensor>() {
        return Ok(Datum::Tensor(Tensor::clone(&tensor)));
    }
    if let Some(sequence) = value.get::<Sequence>() {
        return Ok(Datum::Sequence(Sequence::clone(&sequence)));
    }
    if let Some(optional) = value.get::<Optional>() {
        return Ok(Datum::Optional(Optional::clone(&optional)));
    }
    Err(value.error().map_or_else(
        || format!("a result is no value of a model but {}", value.type_name()),
        |error| error.message().to_string(),
    ))
}

fn text(attribute: &Attribute) -> Option<String> {
    match attribute {
        Attribute::String(bytes) => String::from_utf8(bytes.to_vec()).ok(),
        _ => None,
    }
}

/// The value of that type of a program in a file of ONNX's.
///
/// # Errors
/// What is wrong with the file.
pub(crate) fn value(file: &[u8], ty: &Type, host: &Host) -> Result<Datum, String> {
    let limits = tfrt_onnx::Limits::default();
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
    let value = tfrt_onnx::decode_value(file, &of, &limits).map_err(|error| error.to_string())?;
    Ok(match value {
        onnx::Value::Tensor(value) => Datum::Tensor(tensor(&value, host)?),
        onnx::Value::Sequence(value) => Datum::Sequence(sequence(&value, host)?),
        onnx::Value::Optional(value) => Datum::Optional(optional(&value, host)?),
        _ => return Err("a value of this kind is not supported".to_owned()),
    })
}

fn optional(value: &onnx::Optional<'_>, host: &Host) -> Result<Optional, String> {
    if let Some(value) = &value.tensor_value {
        return Ok(Optional::Tensor(tensor(value, host)?));
    }
    if let Some(value) = &value.sequence_value {
        return Ok(Optional::Sequence(sequence(value, host)?));
    }
    match value.elem_type {
        onnx::ValueKind::Undefined | onnx::ValueKind::Tensor | onnx::ValueKind::Sequence => {
            Ok(Optional::None)
        }
        other => Err(format!("an optional value of type {other} is not supported")),
    }
}

fn sequence(value: &onnx::Sequence<'_>, host: &Host) -> Result<Sequence, String> {
    match value.elem_type {
        onnx::ValueKind::Undefined | onnx::ValueKind::Tensor => {
            value.tensor_values.iter().map(|value| tensor(value, host)).collect()
        }
        other => Err(format!("a sequence of type {other} is not supported")),
    }
}

fn tensor(tensor: &onnx::Tensor<'_>, host: &Host) -> Result<Tensor, String> {
    let limits = tfrt_onnx::Limits::default();
    let Elements { data_type, dims, data } =
        tensor.elements(&limits).map_err(|error| error.to_string())?;
    let (Data::Bytes(bytes), Some(dtype)) = (data, data_type.dtype()) else {
        return Err(format!("a tensor of type {data_type} is not supported"));
    };
    let shape: Result<Vec<i64>, _> = dims.into_iter().map(i64::try_from).collect();
    let shape = shape.map_err(|error| error.to_string())?;
    let elements = Dense { dtype, shape, data: Blob::from(bytes.into_owned()) };
    Tensor::of_constant(&elements, host.allocator()).map_err(|error| error.to_string())
}

/// How far elements may be apart: `|a - b| <= absolute + relative * |b|`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tolerance {
    pub(crate) relative: f64,
    pub(crate) absolute: f64,
}

/// What is different, if anything: whether there is a value, how many tensors, or one of them.
pub(crate) fn difference(found: &Datum, expected: &Datum, within: Tolerance) -> Option<String> {
    let sequences = |found: &Sequence, expected: &Sequence| {
        let (found, expected) = (found.tensors(), expected.tensors());
        if found.len() != expected.len() {
            return Some(format!("it has {} tensors, expected {}", found.len(), expected.len()));
        }
        let mut pairs = found.iter().zip(expected).enumerate();
        pairs.find_map(|(at, (found, expected))| {
            Some(format!("tensor {at}: {}", difference_of_tensors(found, expected, within)?))
        })
    };
    match (found, expected) {
        (Datum::Tensor(found), Datum::Tensor(expected))
        | (Datum::Optional(Optional::Tensor(found)), Datum::Optional(Optional::Tensor(expected))) => {
            difference_of_tensors(found, expected, within)
        }
        (Datum::Sequence(found), Datum::Sequence(expected))
        | (
            Datum::Optional(Optional::Sequence(found)),
            Datum::Optional(Optional::Sequence(expected)),
        ) => sequences(found, expected),
        (Datum::Optional(Optional::None), Datum::Optional(Optional::None)) => None,
        _ => Some("it is of another kind than expected".to_owned()),
    }
}

/// What is different, if anything: type, shape, or the first element.
fn difference_of_tensors(found: &Tensor, expected: &Tensor, within: Tolerance) -> Option<String> {
    if found.metadata() != expected.metadata() {
        return Some(format!("it is {}, expected {}", found.metadata(), expected.metadata()));
    }
    let pairs: Vec<[f64; 2]> = match (numbers(found), numbers(expected)) {
        (Some(found), Some(expected)) => {
            found.into_iter().zip(expected).map(|(a, b)| [a, b]).collect()
        }
        _ if found.bytes() == expected.bytes() => return None,
        _ => return Some("its bytes differ".to_owned()),
    };
    let Tolerance { relative, absolute } = within;
    let apart = |[a, b]: [f64; 2]| {
        // Also of infinities, whose difference is no number.
        let same = a == b || a.is_nan() && b.is_nan();
        !(same || (a - b).abs() <= absolute + relative * b.abs())
    };
    let mut different = (0..pairs.len()).filter(|&at| apart(pairs[at])).peekable();
    let first = *different.peek()?;
    let count = different.count();
    let mut index = String::new();
    let mut rest = first;
    let parts = expected.shape().dimensions().iter().rev().map(|&size| {
        let size = usize::try_from(size).unwrap_or(1).max(1);
        let at = rest % size;
        rest /= size;
        // Of a complex number there are two parts.
        at
    });
    let parts: Vec<usize> = parts.collect();
    for (position, at) in parts.iter().rev().enumerate() {
        let _ = write!(index, "{}{at}", if position == 0 { "" } else { ", " });
    }
    let [a, b] = pairs[first];
    Some(format!(
        "{count} of {} elements differ, the first at [{index}]: {a:e}, expected {b:e}",
        pairs.len()
    ))
}

/// The elements as doubles; of complex ones each part. `None` of types without numbers.
fn numbers(tensor: &Tensor) -> Option<Vec<f64>> {
    fn all<T: Element>(tensor: &Tensor, of: impl Fn(T) -> f64) -> Option<Vec<f64>> {
        Some(tensor.elements::<T>().ok()?.iter().map(|&element| of(element)).collect())
    }
    match tensor.dtype() {
        DType::F16 => all(tensor, half::f16::to_f64),
        DType::Bf16 => all(tensor, half::bf16::to_f64),
        DType::F32 => all::<f32>(tensor, f64::from),
        DType::F64 => all(tensor, |element: f64| element),
        DType::I8 => all::<i8>(tensor, f64::from),
        DType::I16 => all::<i16>(tensor, f64::from),
        DType::I32 => all::<i32>(tensor, f64::from),
        DType::I64 => all(tensor, |element: i64| element as f64),
        DType::Ui8 => all::<u8>(tensor, f64::from),
        DType::Ui16 => all::<u16>(tensor, f64::from),
        DType::Ui32 => all::<u32>(tensor, f64::from),
        DType::Ui64 => all(tensor, |element: u64| element as f64),
        _ => None,
    }
}
