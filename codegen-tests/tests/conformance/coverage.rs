//! Facts that can be listed, from the one place where each lives: a program must hold each.

use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use tfrt_bef::{AttributeType, DType};
use tfrt_codegen_tests::conformance::Program;
use tfrt_codegen_tests::{bef, matrix, on_executor, run, run_on};
use tfrt_compiler::graph::Attribute;
use tfrt_compiler::source::Source;
use tfrt_core_runtime::OpList;
use tfrt_host::context::Host;
use tfrt_host::kernel::{Catalogue, KernelDef, KernelFrame, KernelList};
use tfrt_host::trace::{TraceEvent, TraceLevel, TraceScope, TraceSink};

/// The kernels that ran.
static RAN: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

static ORIGINALS: LazyLock<Catalogue> = LazyLock::new(tfrt_test_kernels::catalogue);

/// Every kernel of the catalogue runs in some program. The dialects `arith` and `math` have a kernel
/// for each op and type; those of the edge matrix, and those that compute each element of tensors, run
/// in tests of their own.
pub(crate) fn kernels(programs: &[Program]) -> Result<(), String> {
    let noted: Vec<KernelDef> =
        ORIGINALS.kernels().map(|kernel| kernel.with_entry(noting)).collect();
    let catalogue = ORIGINALS.clone().with(&KernelList::new(noted.leak()));
    for program in programs {
        // A program that does not load names kernels that its steps speak of.
        let Ok(bytes) = bef(&program.file, &program.text, &catalogue) else { continue };
        let Ok(functions) = on_executor(&bytes, &catalogue) else { continue };
        for (_, function) in functions {
            let _ = run(&function, "s");
        }
    }
    let ran = RAN.lock().unwrap_or_else(PoisonError::into_inner);
    let entries = matrix::entries(&ORIGINALS);
    let mut matrix: HashSet<&str> = entries.iter().map(|entry| entry.kernel.as_str()).collect();
    matrix.extend(matrix::elementwise(&ORIGINALS).map(|(tensor, _)| tensor.name));
    let in_matrix = |name: &str| {
        matrix.contains(name) && ["arith.", "math."].iter().any(|dialect| name.starts_with(dialect))
    };
    let kernels = ORIGINALS.kernels().map(|kernel| kernel.name);
    let missing: Vec<&str> =
        kernels.filter(|name| !ran.contains(name) && !in_matrix(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!("no program of conformance/ runs these:\n  {}\n", missing.join("\n  ")))
}

/// Every kernel's entry: notes which it is and enters the kernel itself.
fn noting(frame: &mut KernelFrame<'_>) {
    let kernel = ORIGINALS.kernel(&frame.site.kernel).expect("the catalogue is a copy");
    RAN.lock().unwrap_or_else(PoisonError::into_inner).insert(kernel.name);
    (kernel.entry)(frame);
}

/// Ops that no program of the suite calls, and why.
const NOT_CALLED: [(&str, &str); 2] = [
    ("tfrt_test.never", "its result never comes; `eager.rs`"),
    ("tfrt_test.panic", "a panic also goes to standard error; `eager.rs`"),
];

/// Notes the ops that are dispatched.
#[derive(Default)]
struct Dispatched(Mutex<BTreeSet<String>>);

impl TraceSink for Dispatched {
    fn begin(&self, scope: &TraceScope<'_>) {
        if let Some(op) = scope.name.strip_prefix("RunDispatch: ") {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(op.to_owned());
        }
    }

    fn end(&self) {}

    fn event(&self, _: &TraceEvent<'_>) {}
}

/// Every op of TensorFlow runs in a program that every engine takes, and every test op in some program.
pub(crate) fn ops(programs: &[Program]) -> Result<(), String> {
    let ran = |chosen: &dyn Fn(&Program) -> bool| {
        let sink = Arc::new(Dispatched::default());
        for program in programs.iter().filter(|program| chosen(program)) {
            let Ok(bytes) = bef(&program.file, &program.text, &ORIGINALS) else { continue };
            let Ok(functions) = on_executor(&bytes, &ORIGINALS) else { continue };
            for (_, function) in functions {
                let host = Host::builder().work_queue("s");
                let _ = run_on(&function, host.trace(TraceLevel::Default, sink.clone()), |_| {});
            }
        }
        std::mem::take(&mut *sink.0.lock().unwrap_or_else(PoisonError::into_inner))
    };
    let calls = |program: &Program| program.text.contains("executeop");
    let everywhere = ran(&|program| calls(program) && program.executor_only.is_none());
    let somewhere = ran(&calls);
    let exempt = |op: &&str| NOT_CALLED.iter().any(|(name, _)| name == op);
    let names = |list: &OpList| list.ops().iter().map(|op| op.name).collect::<Vec<_>>();
    let of_tensorflow = names(&tfrt_tf_ops::TF).into_iter();
    let of_tests = names(&tfrt_test_kernels::ops::OPS).into_iter().filter(|op| !exempt(op));
    let missing: Vec<&str> = of_tensorflow
        .filter(|op| !everywhere.contains(*op))
        .chain(of_tests.filter(|op| !somewhere.contains(*op)))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!(
        "no program of conformance/ calls these on every engine:\n  {}\n",
        missing.join("\n  ")
    ))
}

/// Every flag of the tool is used by some program.
pub(crate) fn flags(programs: &[Program]) -> Result<(), String> {
    let mut used = BTreeSet::new();
    let steps = programs.iter().flat_map(|program| &program.steps).filter(|step| step.exit != 2);
    for words in steps.flat_map(|step| &step.commands) {
        // A flag that stands before the command belongs to every command.
        let Some(command) = words.iter().find(|word| !word.starts_with('-')) else { continue };
        for word in words.iter().filter(|word| word.starts_with("--")) {
            let flag = word.split('=').next().unwrap_or(word);
            used.insert(format!("{command} {flag}"));
        }
    }
    let missing: Vec<String> =
        tfrt_cli::flags().into_iter().filter(|flag| !used.contains(flag)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!(
        "no step of conformance/ that is no mistake uses these:\n  {}\n",
        missing.join("\n  ")
    ))
}

/// Attributes that no text makes, and why.
const NOT_FROM_TEXT: [(AttributeType, &str); 1] =
    [(AttributeType::Function, "functions are no attributes in this format")];

/// Every kind of attribute of the graph and of the format is in some program, of which the format's
/// came there by way of text.
pub(crate) fn attributes(programs: &[Program]) -> Result<(), String> {
    let (mut graph, mut format) = (BTreeSet::new(), HashSet::new());
    for program in programs {
        let source = Source::new(&program.file, &program.text);
        if let Ok(checked) = tfrt_compiler::check(&source, &ORIGINALS) {
            for function in checked.module().functions() {
                let Some(body) = &function.body else { continue };
                for op in body.preorder() {
                    body.op(op).attributes.iter().for_each(|(_, value)| kinds(value, &mut graph));
                }
            }
        }
        let Ok(bytes) = bef(&program.file, &program.text, &ORIGINALS) else { continue };
        let file = tfrt_bef::read(&bytes, &tfrt_bef::Limits::default());
        let file = file.map_err(|error| format!("{}: {error}", program.name))?;
        format.extend(file.attributes.entries().iter().filter_map(|entry| entry.attribute_type));
    }
    let exempt = |kind: &AttributeType| NOT_FROM_TEXT.iter().any(|(other, _)| other == kind);
    let all = (0..=u8::MAX).filter_map(AttributeType::from_number);
    let mut missing: Vec<String> = all
        .filter(|kind| !format.contains(kind) && !exempt(kind) && !is_only_an_element(*kind))
        .map(|kind| format!("{kind:?} in BEF"))
        .collect();
    missing
        .extend(KINDS.iter().filter(|kind| !graph.contains(*kind)).map(|kind| (*kind).to_owned()));
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!("no program of conformance/ has these attributes:\n  {}\n", missing.join("\n  ")))
}

/// Whether an element type occurs only in dense attributes and types.
fn is_only_an_element(kind: AttributeType) -> bool {
    match kind {
        AttributeType::Scalar(dtype) | AttributeType::Array(dtype) => !matches!(
            dtype,
            DType::I1
                | DType::I8
                | DType::I16
                | DType::I32
                | DType::I64
                | DType::Ui8
                | DType::Ui16
                | DType::Ui32
                | DType::Ui64
                | DType::F16
                | DType::Bf16
                | DType::F32
                | DType::F64
        ),
        _ => false,
    }
}

/// What [`kinds`] says, all of it.
const KINDS: [&str; 11] = [
    "array",
    "dense",
    "dictionary",
    "float",
    "integer",
    "opaque",
    "resource",
    "string",
    "symbol",
    "type",
    "unit",
];

/// The kind of an attribute and of those in it.
fn kinds(attribute: &Attribute, into: &mut BTreeSet<&'static str>) {
    let kind = match attribute {
        Attribute::Unit => "unit",
        Attribute::Integer { .. } => "integer",
        Attribute::Float { .. } => "float",
        Attribute::String(_) => "string",
        Attribute::Type(_) => "type",
        Attribute::Array(elements) => {
            elements.iter().for_each(|element| kinds(element, into));
            "array"
        }
        Attribute::Dictionary(entries) => {
            entries.iter().for_each(|(_, value)| kinds(value, into));
            "dictionary"
        }
        Attribute::Symbol { .. } => "symbol",
        Attribute::Dense { .. } => "dense",
        Attribute::Resource(_) => "resource",
        Attribute::Opaque(_) => "opaque",
    };
    into.insert(kind);
}
