//! Attributes of ops that are called by name: any text between the braces of a call, and texts as bytes choose.

use super::execute::{self, Turn};
use super::text::{prefix, refused};
use crate::random::Random;
use std::fmt::Write;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use tfrt_bef::Limits;
use tfrt_compiler::bef::{EmitOptions, emit, lift};
use tfrt_compiler::front_end;
use tfrt_compiler::graph::Module;
use tfrt_compiler::plan::{self, Panics};
use tfrt_compiler::source::Source;
use tfrt_compiler::syntax::{PrintOptions, print};
use tfrt_compiler::verify::Verified;
use tfrt_core_runtime::{CoreRuntimeOp, OpAttrsRef, OpHandler, OpHandlerRef};
use tfrt_exec::{LoadOptions, Program};
use tfrt_host::error::{Error, ErrorCode, KernelError};
use tfrt_host::kernel::{Catalogue, Function, Value};

static CATALOGUE: LazyLock<Catalogue> =
    LazyLock::new(|| tfrt_kernels::catalogue().with(&tfrt_core_runtime_kernels::CORERT));

/// Takes the bytes for what stands between the braces of a call, up to the first that is not UTF-8; or, if the first
/// is 255, the others for choices of attributes. Whether the text is a call and nothing else.
///
/// # Panics
/// A promise is broken.
pub fn op_attributes(data: &[u8]) -> bool {
    if let Some((255, choices)) = data.split_first() {
        let (text, names) = chosen(&mut Random::chosen(choices));
        let Some(read) = called(&text) else { panic!("{text} are attributes") };
        let found: Vec<&str> = read.names().collect();
        assert_eq!(found, names, "{text}");
        return true;
    }
    called(prefix(data)).is_some()
}

/// The attributes that a call with that text has, which are the same on each engine, and after the program was
/// turned into BEF and back into text.
fn called(text: &str) -> Option<OpAttrsRef> {
    let text = format!(
        "func.func @f(%h: !corert.ophandler) {{\n  corert.executeop(%h) \"fuzz.op\"() {{{text}}} : 0\n  \
         tfrt.return\n}}\n"
    );
    let source = Source::new("fuzz.mlir", text);
    let program = match front_end(&source, &CATALOGUE) {
        Ok(program) => program,
        Err(errors) => {
            refused(&errors, &source);
            return None;
        }
    };
    // Braces in the text can make it any program.
    if !is_a_call(program.module()) {
        return None;
    }
    let (bytes, read) = on_the_executor(&program)?;
    checked(&read);
    let shown = read.to_string();
    assert_eq!(on_the_jit(&program).to_string(), shown, "by the JIT");
    let file = tfrt_bef::read(&bytes, &Limits::default()).expect("what is emitted can be read");
    let module = lift(&file, &CATALOGUE).expect("what is emitted can be lifted");
    let lifted = print(&module, &CATALOGUE, PrintOptions::default());
    let source = Source::new("lifted.mlir", lifted.clone());
    let Ok(program) = front_end(&source, &CATALOGUE) else { panic!("no program:\n{lifted}") };
    let again = on_the_executor(&program).map(|(_, read)| read.to_string());
    assert_eq!(again, Some(shown), "after\n{lifted}");
    Some(read)
}

/// Whether the program is one function with a call and a return.
fn is_a_call(module: &Module) -> bool {
    let mut functions = module.functions();
    let (Some(function), None) = (functions.next(), functions.next()) else { return false };
    let Some(body) = &function.body else { return false };
    let ops = body.preorder();
    let names: Vec<&str> = ops.into_iter().map(|op| &*body.op(op).name).collect();
    function.name == "f" && names == ["corert.executeop", "tfrt.return"]
}

/// They are sorted, each of one name, of one type, and either a number, an array or neither.
fn checked(read: &OpAttrsRef) {
    let names: Vec<&str> = read.names().collect();
    assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
    for name in &names {
        assert!(read.ty(name).is_some());
        assert!(read.number(name).is_none() || read.numbers(name).is_none());
        assert!(read.numbers(name).is_none() || read.is_array(name));
    }
    let head = match names.len() {
        0 => "OpAttrs is empty\n".to_owned(),
        count => format!("OpAttrs contains {count} entries:\n"),
    };
    assert!(read.to_string().starts_with(&head));
}

/// The program's file, and the attributes that the op has; `None` if it cannot be emitted or loaded.
fn on_the_executor(program: &Verified) -> Option<(Vec<u8>, OpAttrsRef)> {
    let bytes = emit(program, &EmitOptions { optional_sections: true }).ok()?;
    let loaded = Program::load(&bytes, &CATALOGUE, &LoadOptions::default()).ok()?;
    let function = loaded.function("f").expect("it is in the file");
    Some((bytes, seen(&Turn::take(), &function)))
}

fn on_the_jit(program: &Verified) -> OpAttrsRef {
    let turn = Turn::take();
    let plan = plan::build(program, &CATALOGUE, Panics::AreErrors).expect("it has a plan");
    let options = tfrt_jit::JitOptions::default().with_optimize(false);
    let code = tfrt_jit::compile(program, &plan, &CATALOGUE, &options).expect("it is compiled");
    seen(&turn, &code.function("f").expect("it is in the program"))
}

/// Keeps the attributes of the last call.
#[derive(Debug, Default)]
struct Catches(Arc<Mutex<Option<OpAttrsRef>>>);

impl OpHandler for Catches {
    fn name(&self) -> &str {
        "catches"
    }

    fn make_op(&self, _: &str) -> Result<CoreRuntimeOp, KernelError> {
        let seen = Arc::clone(&self.0);
        Ok(CoreRuntimeOp::new(move |call| {
            let attributes = call.attributes.share();
            *seen.lock().unwrap_or_else(PoisonError::into_inner) = Some(attributes);
            call.fail(&Error::new(ErrorCode::Cancelled, "it only looks at attributes"))
        }))
    }
}

fn seen(turn: &Turn, function: &Function) -> OpAttrsRef {
    let handler = Catches::default();
    let kept = Arc::clone(&handler.0);
    execute::call_with(turn, function, || vec![Value::new(OpHandlerRef(Arc::new(handler)))]);
    let seen = kept.lock().unwrap_or_else(PoisonError::into_inner).take();
    seen.expect("the op was called")
}

/// Attributes as text, and their names, sorted.
fn chosen(random: &mut Random) -> (String, Vec<String>) {
    let (mut text, mut names) = (String::new(), Vec::new());
    for index in 0..random.below(9) {
        let name = format!("{}{index}", ["k", "T", "_x", "a.b", "a$"][random.below(5)]);
        if index > 0 {
            text.push_str(", ");
        }
        write!(text, "{name} = ").expect("strings take it");
        value(random, &mut text, 0);
        names.push(name);
    }
    names.sort();
    (text, names)
}

const INTEGERS: [&str; 8] = ["i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"];
const FLOATS: [&str; 4] = ["f16", "bf16", "f32", "f64"];
const TYPES: [&str; 6] = ["i1", "f32", "bf16", "complex<f64>", "!corert.string", "!corert.qint8"];

/// How deep arrays are in arrays.
const DEPTH: usize = 3;

/// Writes a value of some kind.
fn value(random: &mut Random, text: &mut String, depth: usize) {
    let kind = random.below(if depth < DEPTH { 8 } else { 6 });
    let ty = match kind {
        0 => INTEGERS[random.below(INTEGERS.len())],
        1 => FLOATS[random.below(FLOATS.len())],
        _ => TYPES[random.below(TYPES.len())],
    };
    match (kind, random.below(3)) {
        // One, or an array of its kind.
        (0..=4, 0 | 1) => scalar(random, text, kind, ty),
        (0..=4, _) => list(random, text, |random, text| scalar(random, text, kind, ty)),
        (5, _) => dense(random, text),
        _ => list(random, text, |random, text| value(random, text, depth + 1)),
    }
}

/// Writes an array of up to six elements.
fn list(random: &mut Random, text: &mut String, element: impl Fn(&mut Random, &mut String)) {
    text.push('[');
    for index in 0..random.below(7) {
        text.push_str(if index > 0 { ", " } else { "" });
        element(random, text);
    }
    text.push(']');
}

fn scalar(random: &mut Random, text: &mut String, kind: usize, ty: &str) {
    let written = match kind {
        0 => write!(text, "{} : {ty}", random.below(128)),
        1 => write!(text, "{}.{} : {ty}", random.below(100), [0, 5, 25][random.below(3)]),
        2 => write!(text, "{}", random.below(2) == 1),
        3 => text.write_str(ty),
        _ => {
            let letters = ["a", "\\00", "\\\"", "ä", "\\n", " ", "}", "\\FF"];
            let word: Vec<&str> =
                (0..random.below(6)).map(|_| letters[random.below(letters.len())]).collect();
            write!(text, "\"{}\"", word.concat())
        }
    };
    written.expect("strings take it");
}

/// Writes a tensor of up to four elements, or a shape.
fn dense(random: &mut Random, text: &mut String) {
    let sizes = [random.below(3), random.below(3)];
    let [rows, columns] = sizes;
    let written = match random.below(3) {
        0 => write!(text, "#corert.shape<{rows}x?x{columns}>"),
        1 => write!(text, "#corert.shape<*>"),
        _ => write!(text, "dense<{}> : tensor<{rows}x{columns}xi32>", random.below(100)),
    };
    written.expect("strings take it");
}
