//! The outcome of a run, as far as engines must agree on it.

use crate::evaluate::Scalar;
use std::fmt::Display;
use std::sync::{Arc, Mutex, PoisonError};
use tfrt_host::context::{Host, HostBuilder, RequestContext};
use tfrt_host::kernel::{Function, KernelType, Value};
use tfrt_kernels::number::{Bf16, Complex64, Complex128, F16};
use tfrt_kernels::string::HostString;
use tfrt_tensor::{Access, DType, DenseHostTensor, MutableTensor, Tensor, TensorShape, dtype_name};

/// What engines agree on: values and errors of each result, and what was printed and reported,
/// as far as data and chains order it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Each result: its value, or its error with code, kernel and place.
    pub results: Vec<String>,
    /// Lines printed, sorted: independent kernels may print in any order.
    pub output: Vec<String>,
    /// Errors reported, sorted.
    pub reports: Vec<String>,
}

/// One run.
#[derive(Clone, Debug)]
pub struct Run {
    /// What it came to.
    pub outcome: Outcome,
    /// Lines in the order in which they were printed.
    pub lines: Vec<String>,
    /// Async values alive at the end that were not at the start, if nothing else runs.
    pub leaked: i64,
}

/// Runs a function without arguments on a new host with this work queue, to the end of all work
/// that it started.
///
/// # Panics
/// The queue's configuration is wrong: a defect of the test.
#[must_use]
pub fn run(function: &Function, queue: &str) -> Run {
    run_on(function, Host::builder().work_queue(queue), |_| {})
}

/// [`run`] of a function that takes these arguments, on a host that is configured but for its
/// output.
///
/// # Panics
/// The host's configuration is wrong: a defect of the test.
#[must_use]
pub fn run_with(function: &Function, arguments: &[Scalar], host: HostBuilder) -> Run {
    run_of(function, arguments, host, |_| {})
}

/// [`run`] on a host that is configured but for its output, with concurrent work: what `meanwhile`
/// starts on the run. A result that never comes is shown as such.
///
/// # Panics
/// The queue's configuration is wrong: a defect of the test.
#[must_use]
pub fn run_on(
    function: &Function,
    host: HostBuilder,
    meanwhile: impl FnOnce(&RequestContext),
) -> Run {
    run_of(function, &[], host, meanwhile)
}

fn run_of(
    function: &Function,
    arguments: &[Scalar],
    host: HostBuilder,
    meanwhile: impl FnOnce(&RequestContext),
) -> Run {
    let before = tfrt_host::value::live_count();
    let output: Arc<Mutex<String>> = Arc::default();
    let reports: Arc<Mutex<Vec<String>>> = Arc::default();
    let (sink, diagnostics) = (Arc::clone(&output), Arc::clone(&reports));
    let host = host
        .output(move |text| {
            sink.lock().unwrap_or_else(PoisonError::into_inner).push_str(text);
        })
        .diagnostics(move |diagnostic| {
            let line = describe(&diagnostic.error);
            diagnostics.lock().unwrap_or_else(PoisonError::into_inner).push(line);
        })
        .build()
        .expect("tests name queues that exist");
    let request = host.context();
    let types = function.signature().results.clone();
    let mut results = vec![Value::Empty; types.len()];
    meanwhile(&request);
    let mut arguments: Vec<Value> = arguments.iter().map(|&scalar| argument(scalar)).collect();
    function.call(&request, 0, &mut arguments, &mut results);
    host.quiesce();
    let shown = results.iter().zip(&types).map(|(value, ty)| show(value, ty)).collect();
    drop(results);
    drop(arguments);
    drop(request);
    drop(host);
    let text = std::mem::take(&mut *output.lock().unwrap_or_else(PoisonError::into_inner));
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // Any not-a-number is the same answer; only its sign shows in print.
    let mut sorted: Vec<String> = lines.iter().map(|line| line.replace("-nan", "nan")).collect();
    sorted.sort();
    let mut reports = std::mem::take(&mut *reports.lock().unwrap_or_else(PoisonError::into_inner));
    reports.sort();
    let leaked = tfrt_host::value::live_count() - before;
    Run { outcome: Outcome { results: shown, output: sorted, reports }, lines, leaked }
}

fn describe(error: &tfrt_host::error::Error) -> String {
    format!(
        "{:?} '{}' in {} at {}",
        error.code(),
        error.message(),
        error.kernel().unwrap_or("nothing"),
        error.location()
    )
}

fn argument(scalar: Scalar) -> Value {
    match scalar {
        Scalar::I1(value) => Value::new(value),
        Scalar::I8(value) => Value::new(value),
        Scalar::I16(value) => Value::new(value),
        Scalar::I32(value) => Value::new(value),
        Scalar::I64(value) => Value::new(value),
        Scalar::F16(bits) => Value::new(F16(bits)),
        Scalar::Bf16(bits) => Value::new(Bf16(bits)),
        Scalar::F32(value) => Value::new(value),
        Scalar::F64(value) => Value::new(value),
    }
}

fn show(value: &Value, ty: &str) -> String {
    if let Some(error) = value.error() {
        return describe(error);
    }
    let content = match ty {
        "i1" => number::<bool>(value),
        "i8" => number::<i8>(value),
        "i16" => number::<i16>(value),
        "i32" => number::<i32>(value),
        "i64" => number::<i64>(value),
        "ui32" => number::<u32>(value),
        "ui64" => number::<u64>(value),
        "f16" => value.get::<F16>().map(|half| bits_of_half(half.0, 0x7c00)),
        "bf16" => value.get::<Bf16>().map(|half| bits_of_half(half.0, 0x7f80)),
        "f32" => value.get::<f32>().map(|float| single(*float)),
        "f64" => value.get::<f64>().map(|float| double(*float)),
        "complex<f32>" => value
            .get::<Complex64>()
            .map(|complex| format!("{}+{}i", single(complex.real), single(complex.imaginary))),
        "complex<f64>" => value
            .get::<Complex128>()
            .map(|complex| format!("{}+{}i", double(complex.real), double(complex.imaginary))),
        "!tfrt_tensor.tensor" => value.get::<MutableTensor>().map(|tensor| whole(&tensor)),
        "!ts.shape" => value.get::<TensorShape>().map(|shape| shape.to_string()),
        "!tfrt.string" => value.get::<HostString>().map(|text| format!("{:?}", text.0)),
        _ if ty.starts_with("tensor<") => value
            .get::<Tensor>()
            .map(|tensor| elements(tensor.dtype(), tensor.shape(), tensor.bytes())),
        _ if value.is_available() => Some(format!("{ty} value")),
        _ => None,
    };
    content.unwrap_or_else(|| format!("no value of type {ty}: {value:?}"))
}

fn number<T: KernelType + Display>(value: &Value) -> Option<String> {
    value.get::<T>().map(|number| number.to_string())
}

/// All of a tensor.
fn whole(tensor: &MutableTensor) -> String {
    match tensor {
        MutableTensor::Dense(dense) => dense_elements(dense),
        MutableTensor::Coo(coo) => {
            let shape = coo.metadata().shape;
            format!(
                "coo {shape}: {}, {}",
                dense_elements(coo.indices()),
                dense_elements(coo.values())
            )
        }
        MutableTensor::String(strings) => {
            let texts = strings.strings().iter().map(|bytes| String::from_utf8_lossy(bytes));
            format!("str {}: {:?}", strings.shape(), texts.collect::<Vec<_>>())
        }
        MutableTensor::Scalar(scalar) => scalar.to_string(),
    }
}

fn dense_elements(dense: &DenseHostTensor) -> String {
    // A part of another buffer may be at any address.
    let access = Access::new(&[dense.buffer()], &[]).expect("nothing is written");
    let bytes = access.input::<u8>(0).expect("bytes may be anywhere");
    elements(dense.dtype(), dense.shape(), bytes)
}

fn elements(dtype: DType, shape: &TensorShape, bytes: &[u8]) -> String {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0_u64, |word, &it| word << 8 | u64::from(it));
    let half = |bytes: &[u8]| match bytes.len() {
        4 => single(f32::from_bits(word(bytes) as u32)),
        _ => double(f64::from_bits(word(bytes))),
    };
    let size = dtype.size().expect("dense tensors have elements of one size");
    let shown = bytes.chunks_exact(size).map(|bytes| match dtype {
        DType::F32 | DType::F64 => half(bytes),
        DType::Complex64 | DType::Complex128 => {
            let (re, im) = bytes.split_at(size / 2);
            format!("{}+{}i", half(re), half(im))
        }
        DType::I8 | DType::I16 | DType::I32 | DType::I64 => {
            let unused = 64 - 8 * bytes.len();
            (((word(bytes) << unused) as i64) >> unused).to_string()
        }
        DType::I1 => u8::from(bytes != [0]).to_string(),
        _ => word(bytes).to_string(),
    });
    let shown = shown.collect::<Vec<_>>().join(" ");
    format!("{} {shape}: {shown}", dtype_name(dtype))
}

/// The bits, but any not-a-number, whose magnitude is above infinity's, is the same answer.
fn bits_of_half(bits: u16, infinity: u16) -> String {
    if bits & 0x7fff > infinity { "nan".to_owned() } else { format!("{bits:#x}") }
}

/// The bits, but any not-a-number is the same answer.
fn single(value: f32) -> String {
    if value.is_nan() { "nan".to_owned() } else { format!("{:#x}", value.to_bits()) }
}

/// The bits, but any not-a-number is the same answer.
fn double(value: f64) -> String {
    if value.is_nan() { "nan".to_owned() } else { format!("{:#x}", value.to_bits()) }
}
