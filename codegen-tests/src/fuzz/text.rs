//! Fuzzes program texts: errors have locations, and valid programs survive every conversion and run
//! on every engine.

use super::{bytes, catalogue, execute};
use crate::random::{self, Options};
use tfrt_bef::Limits;
use tfrt_compiler::bef::{EmitOptions, emit, lift};
use tfrt_compiler::graph::{Body, Module};
use tfrt_compiler::opt::{self, Pass};
use tfrt_compiler::plan::{self, Panics, Plan};
use tfrt_compiler::source::{Diagnostic, Source, render};
use tfrt_compiler::syntax::{ParseOptions, PrintOptions, parse, print};
use tfrt_compiler::verify::{self, Checked, Verified, verify};
use tfrt_compiler::{check, front_end, rust};
use tfrt_exec::{LoadOptions, Program};

/// Programs with more ops than this are not compiled to machine code, which takes its time.
const COMPILED_OPS: usize = 200;

/// Takes the bytes for a text, up to the first that is not UTF-8, and follows it as far as it goes.
///
/// # Panics
/// A promise is broken.
pub fn mlir_text(data: &[u8]) {
    for source in Source::new("fuzz.mlir", prefix(data)).split() {
        one_text(&source);
    }
}

/// The bytes up to the first that is not UTF-8.
pub(super) fn prefix(data: &[u8]) -> &str {
    match std::str::from_utf8(data) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&data[..error.valid_up_to()]).unwrap_or_default(),
    }
}

fn one_text(source: &Source) {
    let (module, diagnostics) = parse(source, catalogue(), ParseOptions::new());
    placed(&diagnostics, source);
    if diagnostics.is_empty() {
        // The metadata of fused locations is not printed; without it, nested ones are merged.
        let exact = !source.text.contains("fused<");
        printed(&module, true, exact, source.text.len());
    }
    match check(source, catalogue()) {
        Ok(program) => {
            assert!(diagnostics.is_empty(), "a broken text has a program");
            optimized(program);
        }
        Err(errors) => refused(&errors, source),
    }
    match front_end(source, catalogue()) {
        Ok(program) => {
            assert!(diagnostics.is_empty(), "a broken text has a program");
            through_bef(&program);
            compiled(&program);
        }
        Err(errors) => refused(&errors, source),
    }
}

pub(super) fn refused(errors: &[Diagnostic], source: &Source) {
    assert!(!errors.is_empty(), "refused without a reason");
    placed(errors, source);
}

/// Every diagnostic lies in the text, and can be shown.
fn placed(diagnostics: &[Diagnostic], source: &Source) {
    for diagnostic in diagnostics {
        let notes = diagnostic.notes.iter().map(|note| note.1);
        for span in notes.chain([diagnostic.span]) {
            let inside = span.start <= span.end && span.end as usize <= source.text.len();
            assert!(inside, "{diagnostic:?} is not in the text");
        }
    }
    assert_eq!(render(diagnostics, source).is_empty(), diagnostics.is_empty());
}

/// What the printer writes can be read, and after one such way is written the same again. What
/// was text before is the same from the start, where `exact`.
pub(super) fn printed(module: &Module, was_text: bool, exact: bool, form: usize) {
    let short = PrintOptions::default();
    let forms = [
        short,
        PrintOptions { generic: true, ..short },
        PrintOptions { locations: true, ..short },
        PrintOptions { names: true, ..short },
        PrintOptions { names: true, generic: true, ..short },
    ];
    // One of the forms, as the input chooses: all of them take as many times as long.
    let options = forms[form % forms.len()];
    let first = print(module, catalogue(), options);
    let Some(second) = again(&first, options) else {
        // A graph that breaks the verifier's rules need not have a text.
        assert!(!was_text && verify(module.clone(), catalogue()).is_err(), "{first}");
        return;
    };
    assert!(second == first || !exact, "printed\n{first}then\n{second}");
    assert!(again(&second, options).as_ref() == Some(&second), "{second}");
}

/// A printed text read and printed.
fn again(text: &str, options: PrintOptions) -> Option<String> {
    let source = Source::new("printed.mlir", text);
    let (module, diagnostics) = parse(&source, catalogue(), ParseOptions::new());
    placed(&diagnostics, &source);
    diagnostics.is_empty().then(|| print(&module, catalogue(), options))
}

/// A program's file can be read, and gives a program that loads where this one does.
pub(super) fn through_bef(program: &Verified) {
    for optional_sections in [true, false] {
        let Ok(bytes) = emit(program, &EmitOptions { optional_sections }) else { continue };
        let file = tfrt_bef::read(&bytes, &Limits::default()).expect("what is emitted can be read");
        bytes::rewritten(&file);
        assert!(tfrt_bef::write(&file).as_ref() == Ok(&bytes), "not the writer's own bytes");
        assert!(lift(&file, catalogue()).is_ok() || !optional_sections, "a program is not lifted");
        if let Ok(loaded) = Program::load(&bytes, catalogue(), &LoadOptions::default()) {
            execute::program(&loaded);
        }
    }
}

/// The compiled engines' plan, or a reason why there is none. What works on bytes stops here: the
/// printing of Rust takes its time, and a code generator's counters would slow the fuzzer down.
pub(super) fn planned(program: &Verified, panics: Panics) -> Option<Plan> {
    let plan = plan::build(program, catalogue(), panics);
    plan.map_err(|errors| assert!(!errors.is_empty(), "refused without a reason")).ok()
}

/// Prints a program as Rust, compiles it to machine code, and runs that.
pub(super) fn compiled(program: &Verified) {
    let Some(plan) = planned(program, Panics::PassThrough) else { return };
    match rust::emit(
        &plan,
        program,
        catalogue(),
        &rust::RustOptions { entries: true, ..rust::RustOptions::default() },
    ) {
        Ok(tokens) => assert!(!tokens.is_empty() || plan.entries.is_empty()),
        Err(errors) => assert!(!errors.is_empty(), "refused without a reason"),
    }
    let bodies = program.module().functions().filter_map(|function| function.body.as_ref());
    if bodies.map(Body::op_count).sum::<usize>() > COMPILED_OPS {
        return;
    }
    let turn = execute::Turn::take();
    let Some(plan) = planned(program, Panics::AreErrors) else { return };
    let options = tfrt_jit::JitOptions::default().with_optimize(false);
    let Ok(code) = tfrt_jit::compile(program, &plan, catalogue(), &options) else { return };
    let runnable = code.functions().filter(|signature| signature.arguments.is_empty());
    let names: Vec<&str> = runnable.map(|signature| signature.name.as_str()).take(4).collect();
    names
        .iter()
        .filter_map(|name| code.function(name))
        .for_each(|code| execute::call(&turn, &code));
}

/// Passes keep the rules that held.
fn optimized(program: Checked) {
    let whole = verify(program.module().clone(), catalogue()).is_ok();
    let passes = [Pass::PrintStreams, Pass::Inline, Pass::Canonicalize];
    let module = opt::run(program, &passes).module;
    printed(&module, false, false, 0);
    let still = if whole {
        verify(module, catalogue()).map(drop)
    } else {
        verify::check(module, catalogue()).map(drop)
    };
    if let Err(errors) = still {
        panic!("a pass breaks the rules: {errors:?}");
    }
}

/// Makes a program as the bytes choose, and takes it to BEF, back to text, and to BEF again.
///
/// # Panics
/// A promise is broken.
pub fn text_bef_text(data: &[u8]) {
    let options = Options {
        cancel: data.first().is_some_and(|byte| byte % 8 == 7),
        // In the place of the op with a cost, which a file does not keep.
        extra: Some("tfrt_test.async_copy.i32"),
        wide: false,
    };
    let made = random::program_of(data, options);
    let first = bytes_of(&made.text);
    assert!(first == bytes_of(&made.text), "two files of one text");
    let text = text_of(&first);
    // Costs are not in the text of a file, nor are places.
    let second = bytes_of(&text);
    let again = text_of(&second);
    assert!(again == text, "first\n{text}then\n{again}");
    assert!(bytes_of(&again) == second, "two files of\n{text}");
    let program = Program::load(&second, catalogue(), &LoadOptions::default());
    execute::program(&program.expect("a valid program loads"));
}

fn bytes_of(text: &str) -> Vec<u8> {
    let source = Source::new("made.mlir", text);
    let program = match front_end(&source, catalogue()) {
        Ok(program) => program,
        Err(errors) => panic!("{text}\n{}", render(&errors, &source)),
    };
    match emit(&program, &EmitOptions::default()) {
        Ok(bytes) => bytes,
        Err(errors) => panic!("{text}\n{}", render(&errors, &source)),
    }
}

fn text_of(bytes: &[u8]) -> String {
    let file = tfrt_bef::read(bytes, &Limits::default()).expect("what is emitted can be read");
    let module = lift(&file, catalogue()).expect("what is emitted can be lifted");
    print(&module, catalogue(), PrintOptions::default())
}
