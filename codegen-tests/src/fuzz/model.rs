//! Fuzzes what becomes of ONNX models: one is refused with errors, or becomes a program that runs under a
//! limit of memory and a deadline, with the same bits on both engines, and leaves no value.

use super::drawn::drawn;
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
use tfrt_onnx::{ImportOptions, Limits};
use tfrt_tensor::{DType, Element, I1, Tensor};

/// What a run may take.
const DEADLINE: Duration = Duration::from_millis(50);
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

/// Compiles and runs a model of operators with operands and attributes as these choices say. Says whether it
/// ran.
///
/// # Panics
/// A promise is broken.
pub fn onnx_choices(data: &[u8]) -> bool {
    onnx_model(&drawn(&mut Random::chosen(data)))
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
    let text = tensor.metadata().to_string().into_bytes();
    let elements = match tensor.dtype() {
        DType::F16 => one_nan(tensor, half::f16::is_nan),
        DType::Bf16 => one_nan(tensor, half::bf16::is_nan),
        DType::F32 => one_nan(tensor, f32::is_nan),
        DType::F64 => one_nan(tensor, f64::is_nan),
        _ => tensor.bytes().to_vec(),
    };
    [text, elements].concat()
}

/// The bytes of the elements; each NaN has the same.
fn one_nan<T: Element>(tensor: &Tensor, is_nan: fn(T) -> bool) -> Vec<u8> {
    let mut bytes = tensor.bytes().to_vec();
    let elements = tensor.elements::<T>().expect("its elements are of its type");
    for (element, bytes) in elements.iter().zip(bytes.chunks_exact_mut(size_of::<T>())) {
        if is_nan(*element) {
            // These are a NaN's, too.
            bytes.fill(0xff);
        }
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
