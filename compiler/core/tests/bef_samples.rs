//! The reference samples through parser, verifier, emitter and back: bytes, text and streams must
//! be the original's.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "what fails here fails the test, and what is left out is said"
)]

use std::path::{Path, PathBuf};
use tfrt_bef::Limits;
use tfrt_compiler::bef::{EmitOptions, emit, lift};
use tfrt_compiler::graph::{Body, Module, OpId, is_return};
use tfrt_compiler::source::{Diagnostic, Source};
use tfrt_compiler::streams::{StreamOptions, analyze};
use tfrt_compiler::syntax::{ParseOptions, PrintOptions, parse, print};
use tfrt_compiler::verify::{Verified, verify};
use tfrt_host::error::Location;

/// The folder of samples, if this checkout has one.
fn samples() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/samples");
    if !path.exists() {
        println!("skipped: there are no samples here");
        return None;
    }
    Some(path)
}

/// All programs of a folder, by name. The name in locations is the file's name alone.
fn programs(folder: &Path) -> Vec<(PathBuf, Source)> {
    let mut programs = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if !name.ends_with(".mlir") || name.contains(".roundtrip.") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        programs.push((path, Source { name, text, first_line: 1 }));
    }
    programs.sort_by(|a, b| a.0.cmp(&b.0));
    programs
}

fn messages(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(|d| format!("\n  {}", d.message)).collect()
}

/// All programs that use only ops the catalogue knows, with their bytes.
fn known_programs() -> Vec<(String, Verified, Vec<u8>)> {
    let Some(folder) = samples() else { return Vec::new() };
    let mut known = Vec::new();
    for (path, source) in programs(&folder).into_iter().chain(programs(&folder.join("random"))) {
        let catalogue = tfrt_test_kernels::catalogue();
        let (module, diagnostics) = parse(&source, &catalogue, ParseOptions::new());
        if !diagnostics.is_empty() {
            println!("{}: not compared: {}", source.name, diagnostics[0].message);
            continue;
        }
        let program = verify(module, &catalogue)
            .unwrap_or_else(|d| panic!("{} does not verify: {}", source.name, messages(&d)));
        known.push((source.name, program, std::fs::read(path.with_extension("bef")).unwrap()));
    }
    assert!(known.len() >= 117, "only {} programs are compared", known.len());
    known
}

#[test]
fn bytes_are_the_original_s() {
    for (name, program, expected) in known_programs() {
        let bytes = emit(&program, &EmitOptions::default())
            .unwrap_or_else(|d| panic!("{name} has no BEF: {}", messages(&d)));
        assert!(bytes == expected, "{name}: first difference at byte {:?}", {
            bytes.iter().zip(&expected).position(|(a, b)| a != b)
        });
    }
}

#[test]
fn disassembly_is_the_original_s() {
    let Some(folder) = samples() else { return };
    for (name, program, bytes) in known_programs() {
        let path = folder.join(&name).with_extension("roundtrip.mlir");
        let Ok(expected) = std::fs::read_to_string(path) else { continue };
        let file = tfrt_bef::read(&bytes, &Limits::default()).unwrap();
        let module = lift(&file, program.catalogue()).unwrap();
        let text = print(&module, program.catalogue(), PrintOptions::default());
        assert_eq!(text, expected, "{name}");
    }
}

/// A program loses its costs on the way through BEF, and with them its streams.
fn has_costs(module: &Module) -> bool {
    let is_cost = |name: &str| {
        matches!(name, "tfrt.cost_threshold" | "tfrt.merge_inter_dependent_streams" | "_tfrt_cost")
    };
    module.attributes.iter().any(|(name, _)| is_cost(name))
        || module.functions().any(|function| {
            let body = function.body.as_ref();
            function.attributes.iter().any(|(name, _)| is_cost(name))
                || body.is_some_and(|body| {
                    (0..body.op_count()).any(|op| {
                        let op = body.op(OpId(u32::try_from(op).unwrap()));
                        op.attributes.get("_tfrt_cost").is_some()
                    })
                })
        })
}

/// Whether a file without types still says all: whether the catalogue knows every kernel, and
/// attributes are of the kernels' own types.
fn survives_without_types(name: &str, program: &Verified) -> bool {
    let knows_all = program.module().functions().all(|function| {
        let Some(body) = &function.body else { return true };
        program.definitions(&function.name).iter().enumerate().all(|(op, kernel)| {
            kernel.is_some() || is_return(&body.op(OpId(u32::try_from(op).unwrap())).name)
        })
    });
    // This one gives an `i64` to a kernel that takes an `i32`.
    knows_all && name != "async.mlir"
}

#[test]
fn a_lifted_program_gives_the_same_bytes_again() {
    let mut compared = 0;
    for (name, program, expected) in known_programs() {
        if has_costs(program.module()) {
            continue;
        }
        for optional_sections in [true, false] {
            let options = EmitOptions { optional_sections };
            let bytes = emit(&program, &options).unwrap();
            assert!(optional_sections == (bytes == expected), "{name}");
            let file = tfrt_bef::read(&bytes, &Limits::default()).unwrap();
            let lifted = lift(&file, program.catalogue()).unwrap();
            if !optional_sections && !survives_without_types(&name, &program) {
                continue;
            }
            match verify(lifted, program.catalogue()).map(|lifted| emit(&lifted, &options)) {
                Ok(Ok(again)) => assert!(again == bytes, "{name}, {options:?}"),
                Ok(Err(d)) | Err(d) => panic!("{name}, {options:?}: {}", messages(&d)),
            }
            compared += 1;
        }
    }
    assert!(compared == 0 || compared >= 30, "only {compared} are compared");
}

#[test]
fn streams_are_the_original_s() {
    let Some(folder) = samples() else { return };
    for (name, program, _) in known_programs() {
        let path = folder.join("opt").join(&name).with_extension("streams.txt");
        let Ok(expected) = std::fs::read_to_string(path) else { continue };
        let mut remarks = String::new();
        for function in program.module().functions() {
            let Some(body) = &function.body else { continue };
            let block = body.entry(Body::ROOT).unwrap();
            let options = StreamOptions::of_function(function, program.module());
            let streams =
                analyze(body, block, options, |op| program.definition_of(&function.name, op));
            let mut remark = |location: &Location, position: Option<usize>| {
                let Location::FileLineCol { file, line, column } = location else {
                    panic!("{name}: an op without a place")
                };
                let text = streams.remark(position);
                remarks += &format!("{file}:{line}:{column}: remark: {text}\n");
            };
            remark(&function.location, None);
            for (position, &op) in body.block(block).ops.iter().enumerate() {
                remark(&body.op(op).location, Some(position));
            }
        }
        assert_eq!(remarks, expected, "{name}");
    }
}
