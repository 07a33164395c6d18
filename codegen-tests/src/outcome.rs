//! The outcome of a run, as far as engines must agree on it.

use crate::evaluate::Scalar;
use crate::random::typed::{Argument, Held};
use cuda_stand_in::StandIn;
use half::{bf16, f16};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use tfrt_cuda::Driver;
use tfrt_host::context::{Host, HostBuilder, RequestContext};
use tfrt_host::kernel::{Function, KernelType, Value};
use tfrt_kernels::string::HostString;
use tfrt_tensor::{
    Access, Complex, DType, DenseHostTensor, Element, HostBuffer, I1, MutableTensor, Tensor,
    TensorShape,
};

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
    /// A tensor that the caller keeps has other elements than before.
    pub overwritten: bool,
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
    let arguments: Vec<Argument> = arguments.iter().map(|&it| Argument::Scalar(it)).collect();
    run_of(function, &arguments, host, |_| {})
}

/// [`run_with`] of a function that takes tensors, too.
///
/// # Panics
/// As [`run_with`].
#[must_use]
pub fn run_typed(function: &Function, arguments: &[Argument], host: HostBuilder) -> Run {
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

/// The driver of devices: one without a card, which the tests of a process share.
static DRIVER: LazyLock<(Driver, &'static StandIn)> = LazyLock::new(|| {
    let stand_in = StandIn::new().expect("cargo builds it with this crate");
    let driver = Driver::open_at(stand_in.path()).expect("it is a driver");
    (driver, stand_in.leak())
});

/// What the streams of devices were given since this was last asked, by all runs of the process: a list for each
/// stream, of the kernels, copies, fills, graphs and calls of libraries, which chains order. The lists are sorted,
/// because streams have no names. Memory that comes and goes is left out, and so are events and waits: the log does not
/// tell those of the program from those of what is dropped.
#[must_use]
pub fn given_to_streams() -> Vec<Vec<String>> {
    let (_, stand_in) = &*DRIVER;
    let log = stand_in.control("log");
    stand_in.control("forget");
    let mut streams: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for line in log.lines() {
        let mut words = line.splitn(4, ' ');
        let (Some(_), Some(stream), Some(code), Some(given)) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            continue;
        };
        let of_the_runtime = ["record", "wait", "allocate", "free", "empty"];
        let kind = given.split(' ').next().unwrap_or_default();
        if stream != "-" && !kind.is_empty() && !of_the_runtime.contains(&kind) {
            streams.entry(stream).or_default().push(format!("{given}: {code}"));
        }
    }
    let mut lists: Vec<Vec<String>> = streams.into_values().collect();
    lists.sort();
    lists
}

fn run_of(
    function: &Function,
    arguments: &[Argument],
    host: HostBuilder,
    meanwhile: impl FnOnce(&RequestContext),
) -> Run {
    let before = tfrt_host::value::live_count();
    let output: Arc<Mutex<String>> = Arc::default();
    let reports: Arc<Mutex<Vec<String>>> = Arc::default();
    let (sink, diagnostics) = (Arc::clone(&output), Arc::clone(&reports));
    let host = host
        .with(tfrt_test_kernels::core_ops())
        .with(DRIVER.0.clone())
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
    let mut kept: Vec<Kept> = Vec::new();
    let mut arguments: Vec<Value> =
        arguments.iter().map(|it| argument(it, &host, &mut kept)).collect();
    function.call(&request, 0, &mut arguments, &mut results);
    host.quiesce();
    let shown = results.iter().zip(&types).map(|(value, ty)| show(value, ty)).collect();
    drop(results);
    drop(arguments);
    let overwritten = kept.iter().any(|unchanged| !unchanged());
    drop(kept);
    drop(request);
    drop(host);
    let text = std::mem::take(&mut *output.lock().unwrap_or_else(PoisonError::into_inner));
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // Any not-a-number is the same answer; only its sign shows in print.
    let mut sorted: Vec<String> = lines.iter().map(|line| line.replace("-nan", "nan")).collect();
    sorted.iter_mut().for_each(|line| *line = without_bits_of_nan(line));
    sorted.sort();
    let mut reports = std::mem::take(&mut *reports.lock().unwrap_or_else(PoisonError::into_inner));
    reports.sort();
    let leaked = tfrt_host::value::live_count() - before;
    let outcome = Outcome { results: shown, output: sorted, reports };
    Run { outcome, lines, leaked, overwritten }
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

/// Whether a tensor that the caller keeps has the elements that it had.
type Kept = Box<dyn Fn() -> bool>;

/// Elements of the caller's.
struct Slice<T>(Arc<[T]>);

impl<T: Element> AsRef<[u8]> for Slice<T> {
    fn as_ref(&self) -> &[u8] {
        bytemuck::cast_slice(&self.0)
    }
}

fn argument(argument: &Argument, host: &Host, kept: &mut Vec<Kept>) -> Value {
    let (element, shape, scalars, held) = match argument {
        Argument::Scalar(scalar) => return self::scalar(*scalar),
        Argument::Tensor { element, shape, elements, held } => (*element, shape, elements, *held),
    };
    let shape = TensorShape::new(shape).expect("its rank is small");
    macro_rules! of {
        ($variant:ident, $of:expr) => {{
            let elements = scalars.iter().map(|scalar| match *scalar {
                Scalar::$variant(value) => $of(value),
                _ => panic!("a tensor has elements of one type"),
            });
            tensor(shape, elements.collect(), held, host, kept)
        }};
    }
    match element {
        "i1" => of!(I1, I1::from),
        "i8" => of!(I8, i8::from),
        "i16" => of!(I16, i16::from),
        "i32" => of!(I32, i32::from),
        "i64" => of!(I64, i64::from),
        "f16" => of!(F16, f16::from_bits),
        "bf16" => of!(Bf16, bf16::from_bits),
        "f32" => of!(F32, f32::from),
        _ => of!(F64, f64::from),
    }
}

/// A tensor in memory of the host's or the caller's.
fn tensor<T: Element>(
    shape: TensorShape,
    elements: Vec<T>,
    held: Held,
    host: &Host,
    kept: &mut Vec<Kept>,
) -> Value {
    if held == Held::Callers {
        let before = elements.clone();
        let slice: Arc<[T]> = elements.into();
        let buffer = HostBuffer::from_owner(Slice(Arc::clone(&slice)));
        let dense = DenseHostTensor::new(T::DTYPE, shape, buffer);
        let dense = dense.expect("the shape has as many elements");
        let tensor = Tensor::freeze(dense.into(), host.allocator()).expect("nothing is copied");
        kept.push(Box::new(move || same(&before, &slice)));
        return Value::new(tensor);
    }
    let tensor = Tensor::copy_of(shape, &elements, host.allocator());
    let tensor = tensor.expect("the shape has as many elements");
    if held == Held::Elements {
        let value = Value::new(tensor.clone());
        let now = move || same(&elements, tensor.elements().expect("they are of that type"));
        kept.push(Box::new(now));
        return value;
    }
    let value = Value::new(tensor);
    if held == Held::Value {
        let value = value.clone();
        kept.push(Box::new(move || {
            let tensor = value.get::<Tensor>().expect("it is a tensor");
            same(&elements, tensor.elements().expect("they are of that type"))
        }));
    }
    value
}

/// Whether elements have the same bits.
fn same<T: Element>(a: &[T], b: &[T]) -> bool {
    bytemuck::cast_slice::<T, u8>(a) == bytemuck::cast_slice::<T, u8>(b)
}

fn scalar(scalar: Scalar) -> Value {
    match scalar {
        Scalar::I1(value) => Value::new(value),
        Scalar::I8(value) => Value::new(value),
        Scalar::I16(value) => Value::new(value),
        Scalar::I32(value) => Value::new(value),
        Scalar::I64(value) => Value::new(value),
        Scalar::F16(bits) => Value::new(f16::from_bits(bits)),
        Scalar::Bf16(bits) => Value::new(bf16::from_bits(bits)),
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
        "f16" => value.get::<f16>().map(|half| bits_of_half(half.to_bits(), 0x7c00)),
        "bf16" => value.get::<bf16>().map(|half| bits_of_half(half.to_bits(), 0x7f80)),
        "f32" => value.get::<f32>().map(|float| single(*float)),
        "f64" => value.get::<f64>().map(|float| double(*float)),
        "complex<f32>" => value
            .get::<Complex<f32>>()
            .map(|complex| format!("{}+{}i", single(complex.re), single(complex.im))),
        "complex<f64>" => value
            .get::<Complex<f64>>()
            .map(|complex| format!("{}+{}i", double(complex.re), double(complex.im))),
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
            let all = strings.strings();
            let texts: Vec<_> = all.iter().map(|bytes| String::from_utf8_lossy(bytes)).collect();
            format!("str {}: {texts:?}", strings.shape())
        }
        MutableTensor::Scalar(scalar) => scalar.to_string(),
        MutableTensor::Device(tensor) => tensor.to_string(),
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
        DType::F16 | DType::Bf16 if is_nan(dtype, word(bytes)) => "nan".to_owned(),
        _ => word(bytes).to_string(),
    });
    let shown = shown.collect::<Vec<_>>().join(" ");
    format!("{} {shape}: {shown}", dtype.tensor_name())
}

/// Whether sixteen bits are those of no number.
fn is_nan(dtype: DType, bits: u64) -> bool {
    let infinity = if dtype == DType::F16 { 0x7c00 } else { 0x7f80 };
    bits & 0x7fff > infinity
}

/// A line that was printed, with `fp16(nan)` and `bf16(nan)` for the bits of any not-a-number.
fn without_bits_of_nan(line: &str) -> String {
    let mut parts = line.split('(');
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let dtype = match &shown {
            shown if shown.ends_with("bf16") => Some(DType::Bf16),
            shown if shown.ends_with("fp16") => Some(DType::F16),
            _ => None,
        };
        let bits = part.split_once(')').and_then(|(bits, rest)| Some((bits.parse().ok()?, rest)));
        match (dtype, bits) {
            (Some(dtype), Some((bits, rest))) if is_nan(dtype, bits) => {
                shown.push_str("(nan)");
                shown.push_str(rest);
            }
            _ => {
                shown.push('(');
                shown.push_str(part);
            }
        }
    }
    shown
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
