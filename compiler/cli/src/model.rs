//! Models that a command runs: their inputs and outputs by name, values in files, and how results are
//! compared with those of others.

use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tfrt_bef::Blob;
use tfrt_compiler::bef;
use tfrt_compiler::graph::{Attribute, Module};
use tfrt_compiler::source::{Diagnostic, Span};
use tfrt_compiler::verify;
use tfrt_exec::{LoadOptions, Program};
use tfrt_host::context::Host;
use tfrt_host::kernel::{Catalogue, DType, Dense, Function, Value};
use tfrt_onnx::{Data, Elements};
use tfrt_tensor::{Element, Tensor};

/// The program of kernels that a model is.
///
/// # Errors
/// Everything that is wrong with the model.
pub(crate) fn program(bytes: &Blob) -> Result<Module, Vec<Diagnostic>> {
    tfrt_model::compile(&graph(bytes)?, &tfrt_model::Options::default())
}

/// The op graph of a model, as it is imported.
///
/// # Errors
/// Everything that is wrong with the model.
pub(crate) fn graph(bytes: &Blob) -> Result<Module, Vec<Diagnostic>> {
    let limits = tfrt_onnx::Limits::default();
    let model = tfrt_onnx::decode(bytes, &limits)
        .map_err(|error| vec![Diagnostic::error(Span::default(), error.to_string())])?;
    tfrt_onnx::import(&model, bytes, &limits)
}

/// A model, ready on the executor.
pub(crate) struct Model {
    /// The names of its inputs, in order.
    pub(crate) inputs: Vec<String>,
    /// The names of its outputs, in order.
    pub(crate) outputs: Vec<String>,
    function: Function,
}

impl Model {
    /// Loads a model.
    ///
    /// # Errors
    /// What is wrong with it, a line each.
    pub(crate) fn load(bytes: &Blob, catalogue: &Catalogue) -> Result<Self, Vec<String>> {
        let lines = |list: Vec<Diagnostic>| -> Vec<String> {
            list.into_iter().map(|diagnostic| diagnostic.message).collect()
        };
        let module = program(bytes).map_err(lines)?;
        let names = |attribute: &str| -> Vec<String> {
            let main = module.function("main");
            match main.and_then(|main| main.attributes.get(attribute)) {
                Some(Attribute::Array(names)) => names.iter().filter_map(text).collect(),
                _ => Vec::new(),
            }
        };
        let (inputs, outputs) = (names("model.inputs"), names("model.outputs"));
        let verified = verify::verify(module, catalogue).map_err(lines)?;
        let bef = bef::emit_loadable(&verified).map_err(lines)?;
        let program = Program::load_shared(&Blob::from(bef), catalogue, &LoadOptions::default())
            .map_err(|error| vec![error.to_string()])?;
        let function =
            program.function("main").ok_or_else(|| vec!["no function main".to_owned()])?;
        Ok(Self { inputs, outputs, function })
    }

    /// Runs the model on inputs in order.
    ///
    /// # Errors
    /// The message of the run's error.
    pub(crate) fn run(&self, host: &Host, inputs: Vec<Tensor>) -> Result<Vec<Tensor>, String> {
        let mut arguments: Vec<Value> = inputs.into_iter().map(Value::new).collect();
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
        let tensor = |value: &Value| match value.get::<Tensor>() {
            Some(tensor) => Ok(Tensor::clone(&tensor)),
            None => Err(value.error().map_or_else(
                || format!("a result is no tensor but {}", value.type_name()),
                |error| error.message().to_string(),
            )),
        };
        results.iter().map(tensor).collect()
    }
}

fn text(attribute: &Attribute) -> Option<String> {
    match attribute {
        Attribute::String(bytes) => String::from_utf8(bytes.to_vec()).ok(),
        _ => None,
    }
}

/// The tensor in a file of ONNX's.
///
/// # Errors
/// What is wrong with the file.
pub(crate) fn tensor(file: &[u8], host: &Host) -> Result<Tensor, String> {
    let limits = tfrt_onnx::Limits::default();
    let tensor = tfrt_onnx::decode_tensor(file, &limits).map_err(|error| error.to_string())?;
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

/// What is different, if anything: type, shape, or the first element.
pub(crate) fn difference(found: &Tensor, expected: &Tensor, within: Tolerance) -> Option<String> {
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
