//! What programs become, and what is said of those that cannot be imported.

use super::*;
use tfrt_compiler::source::render;
use tfrt_compiler::syntax::PrintOptions;
use tfrt_host::kernel::{KernelDef, KernelList, Outcome, ParamDef, ParamKind, ResultDef};

/// The core kernels, and some of `arith` by their schemas only.
fn catalogue() -> Catalogue {
    const INTEGERS: [&str; 5] = ["i1", "i8", "i16", "i32", "i64"];
    let mut kernels = Vec::new();
    let mut add = |name: String, operands: Vec<&'static str>, results: Vec<&'static str>| {
        let parameter = |ty| ParamDef::new("x", ParamKind::Value, ty);
        let result = |ty| ResultDef::new(ty, Outcome::Ready);
        let params: Vec<ParamDef> = operands.into_iter().map(parameter).collect();
        let results: Vec<ResultDef> = results.into_iter().map(result).collect();
        let kernel = KernelDef::new(name.leak()).with_params(params.leak());
        kernels.push(kernel.with_results(results.leak()));
    };
    for ty in INTEGERS {
        for op in ["addi", "subi", "muli", "divsi", "andi"] {
            add(format!("arith.{op}.{ty}"), vec![ty, ty], vec![ty]);
        }
        add(format!("arith.addui_extended.{ty}"), vec![ty, ty], vec![ty, "i1"]);
        add(format!("arith.select.{ty}"), vec!["i1", ty, ty], vec![ty]);
        for predicate in ["eq", "ne", "slt", "sgt", "ult", "ugt"] {
            add(format!("arith.cmpi.{predicate}.{ty}"), vec![ty, ty], vec!["i1"]);
        }
    }
    add("arith.addf.f32".into(), vec!["f32", "f32"], vec!["f32"]);
    add("arith.cmpf.olt.f32".into(), vec!["f32", "f32"], vec!["i1"]);
    add("arith.cmpf.true.f32".into(), vec!["f32", "f32"], vec!["i1"]);
    add("arith.trunci.i64.i32".into(), vec!["i64"], vec!["i32"]);
    add("arith.extsi.i32.i64".into(), vec!["i32"], vec!["i64"]);
    add("arith.extui.i32.i64".into(), vec!["i32"], vec!["i64"]);
    add("math.sqrt.f32".into(), vec!["f32"], vec!["f32"]);
    tfrt_kernels::catalogue().with(&KernelList::new(kernels.leak()))
}

/// The imported program as text, or its errors.
fn imported(text: &str) -> String {
    let source = Source::new("x.mlir", text);
    let catalogue = catalogue();
    match front_end(&source, &catalogue, None) {
        Ok(program) => syntax::print(program.module(), &catalogue, PrintOptions::default()),
        Err(errors) => render(&errors, &source),
    }
}

#[test]
fn show() {
    println!("{}", imported(include_str!("/tmp/t.mlir")));
}
