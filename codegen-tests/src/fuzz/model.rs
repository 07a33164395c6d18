//! Fuzzes what becomes of ONNX models: one is refused with errors, or becomes a program that runs under a
//! limit of memory and a deadline, with the same bits on both engines, and leaves no value.

use super::execute::Turn;
use crate::random::Random;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tfrt_bef::Blob;
use tfrt_compiler::graph::{Type, TypeKind};
use tfrt_compiler::{bef, plan, verify};
use tfrt_exec::{LoadOptions, Program};
use tfrt_host::context::Host;
use tfrt_host::error::{Error, ErrorCode};
use tfrt_host::kernel::{Catalogue, Function, Value};
use tfrt_host::value::live_count;
use tfrt_jit::JitOptions;
use tfrt_model::{FoldLimits, MAIN, Options, Weights, face};
use tfrt_onnx::{
    Attribute, AttributeValue, Content, DataType, Dimension, Graph, ImportOptions, Limits, Model,
    Node, OPERATORS, OperatorSet, Shape, Size, Tensor as OnnxTensor, TensorType, Type as OnnxType,
    TypeKind as OnnxKind, ValueInfo, encode,
};
use tfrt_tensor::{Element, I1, Tensor};

/// What a run may take.
const DEADLINE: Duration = Duration::from_millis(200);
const MEMORY: usize = 32 << 20;

/// How long a run may continue after its deadline: a sanitizer is slow.
const GRACE: Duration = Duration::from_secs(20);

fn catalogue() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(|| {
        tfrt_kernels::catalogue().with(&tfrt_mlir_kernels::MLIR).with(&tfrt_model_kernels::NN)
    })
}

/// Compiles and runs the model in these bytes. Says whether it ran.
///
/// # Panics
/// A promise is broken.
pub fn onnx_model(data: &[u8]) -> bool {
    let limits = Limits {
        file: 1 << 20,
        nodes: 200,
        values: 2000,
        tensor_bytes: 1 << 18,
        ..Limits::default()
    };
    let fold = FoldLimits { operations: 1 << 20, bytes: 1 << 16 };
    let (file, importing) = (Blob::from(data), ImportOptions::new().limits(limits));
    let options = Options { fold, ..Options::default() };
    let _turn = Turn::take();
    let before = live_count();
    let module = tfrt_onnx::compile(&file, &importing, &options);
    assert_eq!(live_count(), before, "folding leaves values");
    let mut module = match module {
        Ok(module) => module,
        Err(errors) => {
            assert!(!errors.is_empty() && errors.iter().all(|error| !error.message.is_empty()));
            return false;
        }
    };
    let Some((inputs, outputs)) = face(&module) else { return false };
    let weights = Arc::new(Weights::take(&mut module));
    let verified = match verify::verify(module, catalogue()) {
        Ok(verified) => verified,
        Err(errors) => panic!("a model became a wrong program: {}", errors[0].message),
    };
    let file = bef::emit_loadable(&verified).expect("a program becomes BEF");
    let loading = LoadOptions::default().with_resolver(weights);
    let program = Program::load(&file, catalogue(), &loading).expect("what was verified is loaded");
    let main = program.function(MAIN).expect("it has a main");
    let arguments: Option<Vec<Value>> =
        inputs.iter().enumerate().map(|(at, input)| argument(&input.ty, at)).collect();
    let Some(arguments) = arguments else { return false };

    let host = Host::builder().work_queue("s").diagnostics(|_| ()).output(|_| ()).build();
    let host = host.expect("the queue exists");
    let found = run(&host, &main, &arguments, outputs.len());
    let plan = plan::build(&verified, catalogue(), plan::Panics::AreErrors).expect("a plan");
    let compiled = tfrt_jit::compile(&verified, &plan, catalogue(), &JitOptions::default());
    let compiled = compiled.unwrap_or_else(|error| panic!("a model is not compiled: {error}"));
    let compiled_main = compiled.function(MAIN).expect("it has a main");
    let other = run(&host, &compiled_main, &arguments, outputs.len());
    // A deadline ends a run anywhere, and the limit counts what each engine keeps.
    let ended = |outcome: &[Result<Vec<u8>, ErrorCode>]| {
        let early = [ErrorCode::DeadlineExceeded, ErrorCode::ResourceExhausted];
        outcome.iter().any(|result| result.as_ref().is_err_and(|code| early.contains(code)))
    };
    if !ended(&found) && !ended(&other) {
        assert_eq!(found, other, "the engines differ");
    }
    drop((compiled_main, compiled, plan, main, program, arguments, verified));
    host.quiesce();
    drop(host);
    assert_eq!(live_count(), before, "a run leaves values");
    true
}

/// The bytes, or the code of the error, of each output.
fn run(
    host: &Host,
    main: &Function,
    arguments: &[Value],
    outputs: usize,
) -> Vec<Result<Vec<u8>, ErrorCode>> {
    let ctx = host.request().memory_limit(MEMORY).build().with_deadline(DEADLINE);
    let mut results = vec![Value::Empty; outputs];
    let start = Instant::now();
    main.call(&ctx, 0, &mut arguments.to_vec(), &mut results);
    host.quiesce();
    assert!(start.elapsed() < DEADLINE + GRACE, "a run does not end at its deadline");
    let outcome = |value: &Value| match (value.error(), value.get::<Tensor>()) {
        (Some(error), _) => Err(code(error)),
        (None, Some(tensor)) => Ok(bits(&tensor)),
        (None, None) => Ok(Vec::new()),
    };
    results.iter().map(outcome).collect()
}

/// A panic of a kernel is an error value, and not allowed.
fn code(error: &Error) -> ErrorCode {
    let message = error.message();
    assert!(!message.contains("panicked"), "a kernel panics: {message}");
    error.code()
}

/// Type, shape and elements; NaNs count as one.
fn bits(tensor: &Tensor) -> Vec<u8> {
    let mut bytes = tensor.metadata().to_string().into_bytes();
    match tensor.elements::<f32>() {
        Ok(all) => {
            let one = |x: &f32| if x.is_nan() { f32::NAN } else { *x };
            bytes.extend(all.iter().flat_map(|x| one(x).to_bits().to_le_bytes()));
        }
        Err(_) if tensor.dtype().fraction_bits().is_some() => {}
        Err(_) => bytes.extend(tensor.bytes()),
    }
    bytes
}

/// A tensor for an input; what is not known is 2. `None` of large ones and of what is no tensor.
fn argument(ty: &Type, at: usize) -> Option<Value> {
    let (shape, element) = match ty.kind() {
        TypeKind::Shaped { shape, element } => (shape.to_vec(), element.clone()),
        TypeKind::Unranked { element } => (vec![2, 2], element.clone()),
        _ => return None,
    };
    let sizes: Option<Vec<usize>> = shape
        .iter()
        .map(|&size| if size < 0 { Some(2) } else { usize::try_from(size).ok() })
        .collect();
    let sizes = sizes?;
    let count = sizes.iter().try_fold(1_usize, |all, &size| all.checked_mul(size))?;
    if count > 4096 {
        return None;
    }
    fn of<T: Element>(sizes: &[usize], elements: impl Iterator<Item = T>) -> Option<Value> {
        Tensor::from_vec(sizes, elements.collect()).ok().map(Value::new)
    }
    let numbers = (0..count).map(|index| (index * 7 + at * 3) % 11);
    match element.as_str() {
        "f32" => of(&sizes, numbers.map(|number| number as f32 - 4.5)),
        "f64" => of(&sizes, numbers.map(|number| number as f64 - 4.5)),
        "i64" => of(&sizes, numbers.map(|number| number as i64 - 2)),
        "i32" => of(&sizes, numbers.map(|number| number as i32 - 2)),
        "i8" => of(&sizes, numbers.map(|number| number as i8 - 2)),
        "ui8" => of(&sizes, numbers.map(|number| number as u8)),
        "i1" => of(&sizes, numbers.map(|number| I1::from(number % 2 == 0))),
        _ => None,
    }
}

/// The names of attributes of operators, some with a kind of value that is likely.
const ATTRIBUTES: [&str; 78] = [
    "axis",
    "axes",
    "keepdims",
    "pads",
    "strides",
    "kernel_shape",
    "dilations",
    "group",
    "auto_pad",
    "mode",
    "to",
    "perm",
    "alpha",
    "beta",
    "transA",
    "transB",
    "epsilon",
    "ceil_mode",
    "count_include_pad",
    "storage_order",
    "output_padding",
    "output_shape",
    "largest",
    "sorted",
    "k",
    "allowzero",
    "start",
    "end",
    "value",
    "value_int",
    "value_ints",
    "value_float",
    "value_floats",
    "equation",
    "direction",
    "hidden_size",
    "activations",
    "layout",
    "linear_before_reset",
    "clip",
    "num_heads",
    "q_num_heads",
    "kv_num_heads",
    "is_causal",
    "scale",
    "softcap",
    "blocksize",
    "p",
    "size",
    "bias",
    "num_groups",
    "stash_type",
    "reduction",
    "batch_dims",
    "exclusive",
    "reverse",
    "fmod",
    "upper",
    "noop_with_empty_axes",
    "select_last_index",
    "coordinate_transformation_mode",
    "nearest_mode",
    "cubic_coeff_a",
    "exclude_outside",
    "antialias",
    "keep_aspect_ratio_policy",
    "extrapolation_value",
    "align_corners",
    "padding_mode",
    "output_height",
    "output_width",
    "sampling_ratio",
    "spatial_scale",
    "block_size",
    "dtype",
    "sample_size",
    "onesided",
    "inverse",
];

const TEXTS: [&str; 16] = [
    "SAME_UPPER",
    "SAME_LOWER",
    "VALID",
    "linear",
    "nearest",
    "cubic",
    "constant",
    "reflect",
    "wrap",
    "edge",
    "bidirectional",
    "reverse",
    "add",
    "ij,jk->ik",
    "asymmetric",
    "mean",
];

const TYPES: [DataType; 6] = [
    DataType::Float,
    DataType::Int64,
    DataType::Bool,
    DataType::Int32,
    DataType::Uint8,
    DataType::Double,
];

const NAMES: [&str; 24] = [
    "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14",
    "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23",
];

/// Compiles and runs a model of operators with operands and attributes as these choices say. Says whether it
/// ran.
///
/// # Panics
/// A promise is broken.
pub fn onnx_choices(data: &[u8]) -> bool {
    onnx_model(&drawn(&mut Random::chosen(data)))
}

/// The file of a model.
fn drawn(random: &mut Random) -> Vec<u8> {
    let mut names: Vec<&'static str> = Vec::new();
    let mut input = Vec::new();
    for &name in &NAMES[..1 + random.below(3)] {
        names.push(name);
        input.push(info(name, random));
    }
    // Elements are borrowed by the tensors.
    let constants: Vec<(DataType, Vec<i64>, Vec<u8>)> =
        (0..random.below(4)).map(|_| elements(random)).collect();
    let mut initializer = Vec::new();
    for (index, (data_type, dims, bytes)) in constants.iter().enumerate() {
        let name = NAMES[4 + index];
        names.push(name);
        initializer.push(tensor(name, *data_type, dims, bytes));
    }
    let values: Vec<(DataType, Vec<i64>, Vec<u8>)> = (0..4).map(|_| elements(random)).collect();
    let mut node = Vec::new();
    for index in 0..1 + random.below(3) {
        let operator = &OPERATORS[random.below(OPERATORS.len())];
        let output = [NAMES[8 + 2 * index], NAMES[9 + 2 * index]];
        // Most operators take one to three.
        let operands = [1, 1, 2, 2, 2, 3, 3, 4, 5, 0][random.below(10)];
        let operands = (0..operands).map(|_| match random.below(24) {
            0 => "",
            _ => names[random.below(names.len())],
        });
        let input = operands.collect();
        let attribute = (0..[0, 0, 0, 1, 1, 2, 4][random.below(7)])
            .map(|_| attribute(random, &values))
            .collect();
        let count = 1 + random.below(2);
        node.push(Node {
            op_type: operator.name,
            domain: if operator.domain == "ai.onnx" { "" } else { operator.domain },
            input,
            output: output[..count].to_vec(),
            attribute,
            ..Node::default()
        });
        names.extend(&output[..count]);
    }
    let last = names.last().copied().unwrap_or("v0");
    let output = vec![ValueInfo { name: last, ..ValueInfo::default() }];
    let graph = Graph { node, initializer, input, output, ..Graph::default() };
    let version = 7 + random.below(22) as i64;
    let opset_import = vec![OperatorSet { domain: "", version }];
    encode(&Model { ir_version: 10, opset_import, graph, ..Model::default() })
}

fn sizes(random: &mut Random, least: i64) -> Vec<i64> {
    let size = |random: &mut Random| match random.below(10) {
        0 => 0,
        1 => least,
        other => other as i64 / 2,
    };
    (0..random.below(5)).map(|_| size(random)).collect()
}

fn info(name: &'static str, random: &mut Random) -> ValueInfo<'static> {
    let elem_type = TYPES[[0, 0, 0, 0, 0, 1, 2, 3, 4, 5][random.below(10)]];
    let size = |&size: &i64| Dimension {
        size: if size < 0 { Size::Unknown } else { Size::Value(size) },
        ..Dimension::default()
    };
    let dim = sizes(random, -1).iter().map(size).collect();
    let shape = (random.below(12) > 0).then_some(Shape { dim });
    let kind = OnnxKind::Tensor(TensorType { elem_type, shape });
    ValueInfo { name, ty: Some(OnnxType { kind, ..OnnxType::default() }), ..ValueInfo::default() }
}

/// The type, sizes and bytes of a constant. Numbers are small, or as large as they can be.
fn elements(random: &mut Random) -> (DataType, Vec<i64>, Vec<u8>) {
    let data_type = TYPES[[0, 0, 0, 1, 1, 1, 2, 3, 4, 5][random.below(10)]];
    let dims = sizes(random, 1);
    let count: i64 = dims.iter().product();
    let mut bytes = Vec::new();
    for _ in 0..count {
        let number = match random.below(24) {
            0 => i64::MAX,
            1 => i64::MIN,
            other => other as i64 / 3 - 2,
        };
        match data_type {
            DataType::Float => bytes.extend((number as f32 / 2.0).to_le_bytes()),
            DataType::Double => bytes.extend((number as f64 / 2.0).to_le_bytes()),
            DataType::Int64 => bytes.extend(number.to_le_bytes()),
            DataType::Int32 => bytes.extend((number as i32).to_le_bytes()),
            DataType::Bool => bytes.push((number & 1) as u8),
            _ => bytes.push(number as u8),
        }
    }
    (data_type, dims, bytes)
}

fn tensor<'a>(name: &'a str, data_type: DataType, dims: &[i64], bytes: &'a [u8]) -> OnnxTensor<'a> {
    let content = Content::Raw(bytes);
    OnnxTensor { name, dims: dims.to_vec(), data_type, content, ..OnnxTensor::default() }
}

fn attribute<'a>(
    random: &mut Random,
    values: &'a [(DataType, Vec<i64>, Vec<u8>)],
) -> Attribute<'a> {
    let name = ATTRIBUTES[random.below(ATTRIBUTES.len())];
    let int = |random: &mut Random| match random.below(16) {
        0 => i64::MAX,
        1 => i64::MIN,
        2 => -1,
        3 => 1 << 40,
        other => other as i64 / 3 - 1,
    };
    let value = match random.below(8) {
        0 | 1 => AttributeValue::Int(int(random)),
        2..=4 => AttributeValue::Ints((0..random.below(6)).map(|_| int(random)).collect()),
        5 => AttributeValue::Float([0.0, 0.5, -1.5, f32::NAN, f32::INFINITY][random.below(5)]),
        6 => AttributeValue::String(TEXTS[random.below(16)].as_bytes()),
        _ => {
            let (data_type, dims, bytes) = &values[random.below(values.len())];
            AttributeValue::Tensor(Box::new(tensor("", *data_type, dims, bytes)))
        }
    };
    Attribute { name, value, ..Attribute::default() }
}
