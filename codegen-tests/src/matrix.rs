//! The edge matrix: for each kernel of one or two scalars a program that applies it to the
//! arguments of `main`, and to one argument and each edge as a constant; for each constant kernel a
//! program of all edges of its type. The build script includes this file too.

use crate::random::{Scalar, edges};
use std::fmt::Write;
use tfrt_host::kernel::{Catalogue, KernelDef, ParamKind};

/// A program of the matrix.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The kernel.
    pub kernel: String,
    /// What `main` takes, and each function with a constant takes first; empty for constants.
    pub operands: Vec<&'static str>,
    /// Its text.
    pub text: String,
}

/// Kernels of scalars that sleep, or whose result nothing here can show.
const LEFT_OUT: [&str; 3] = ["allocate_buffer", "delay", "sleep"];

/// Scalars that functions can be called with.
const SCALARS: [&str; 5] = ["i1", "i32", "i64", "f32", "f64"];

/// All programs, from the kernels' own definitions.
#[must_use]
pub fn entries(catalogue: &Catalogue) -> Vec<Entry> {
    let mut entries: Vec<Entry> = catalogue.kernels().filter_map(of_kernel).collect();
    entries.push(applied("tfrt_test.sum", &["i32"], &["i32"], false));
    entries.push(applied("tfrt_test.sum", &["i32", "i32"], &["i32"], false));
    let constants = catalogue.kernels().filter(|kernel| kernel.name.starts_with("tfrt.constant."));
    entries.extend(constants.map(|kernel| constant(kernel.name)));
    entries
}

impl Entry {
    /// The name of the program's module in generated Rust.
    #[must_use]
    pub fn module(&self) -> String {
        let operands = self.operands.len();
        format!("edges_{}_{operands}", self.kernel.replace('.', "_"))
    }
}

/// Every edge of a scalar type.
#[must_use]
pub fn inputs(ty: &str) -> Vec<Scalar> {
    match ty {
        "i1" => vec![Scalar::I1(false), Scalar::I1(true)],
        "i32" => edges::INTEGERS_32.map(Scalar::I32).to_vec(),
        "i64" => edges::INTEGERS_64.map(Scalar::I64).to_vec(),
        "f32" => edges::FLOATS_32.map(|bits| Scalar::F32(f32::from_bits(bits))).to_vec(),
        "f64" => edges::FLOATS_64.map(|bits| Scalar::F64(f64::from_bits(bits))).to_vec(),
        _ => Vec::new(),
    }
}

/// Every edge of a type as the text of a constant.
fn literals(ty: &str) -> Vec<String> {
    fn texts<T: Copy>(values: &[T], text: impl Fn(T) -> String) -> Vec<String> {
        values.iter().map(|&value| text(value)).collect()
    }
    let single = |bits: u32| format!("{bits:#010x}");
    let double = |bits: u64| format!("{bits:#018x}");
    match ty {
        "i1" => vec!["false".to_owned(), "true".to_owned()],
        "i32" => texts(&edges::INTEGERS_32, |value| value.to_string()),
        "i64" => texts(&edges::INTEGERS_64, |value| value.to_string()),
        "ui32" => texts(&edges::UNSIGNED_32, |value| value.to_string()),
        "ui64" => texts(&edges::UNSIGNED_64, |value| value.to_string()),
        "f16" => texts(&edges::FLOATS_16, |bits| format!("{bits:#06x}")),
        "bf16" => texts(&edges::BRAIN_FLOATS, |bits| format!("{bits:#06x}")),
        "f32" => texts(&edges::FLOATS_32, single),
        "f64" => texts(&edges::FLOATS_64, double),
        "complex64" | "complex<f32>" => {
            let (all, turned) = (edges::FLOATS_32, edges::FLOATS_32.iter().rev());
            all.iter().zip(turned).map(|(&a, &b)| [single(a), single(b)].join(", ")).collect()
        }
        _ => {
            let (all, turned) = (edges::FLOATS_64, edges::FLOATS_64.iter().rev());
            all.iter().zip(turned).map(|(&a, &b)| [double(a), double(b)].join(", ")).collect()
        }
    }
}

fn constant_op(ty: &str) -> String {
    let ty = match ty {
        "complex<f32>" => "complex64",
        "complex<f64>" => "complex128",
        ty => ty,
    };
    format!("tfrt.constant.{ty}")
}

fn is_scalar(ty: &str) -> bool {
    SCALARS.contains(&ty) || matches!(ty, "f16" | "bf16" | "complex<f32>" | "complex<f64>")
}

/// The program of a kernel of one or two scalars, and perhaps a chain.
fn of_kernel(kernel: &KernelDef) -> Option<Entry> {
    if LEFT_OUT.iter().any(|word| kernel.name.contains(word)) {
        return None;
    }
    let mut operands = Vec::new();
    let mut chain_first = false;
    for param in kernel.params {
        match param.kind {
            ParamKind::Context => {}
            ParamKind::Value if is_scalar(param.ty) => operands.push(param.ty),
            ParamKind::Value if param.ty == "!tfrt.chain" => chain_first |= operands.is_empty(),
            _ => return None,
        }
    }
    let chain = kernel.params.iter().any(|param| param.ty == "!tfrt.chain");
    let results: Vec<&'static str> = kernel.results.iter().map(|result| result.ty).collect();
    if !matches!(operands.len(), 1..=2) || results.is_empty() || chain_first && chain {
        // A chain before the scalar is `tfrt_test.print_bool`, which has its place here too.
        return (operands.len() == 1 && chain_first)
            .then(|| applied_to(kernel.name, &operands, &results, "%ch, %a", true));
    }
    Some(applied(kernel.name, &operands, &results, chain))
}

fn applied(name: &str, operands: &[&'static str], results: &[&'static str], chain: bool) -> Entry {
    let given = ["%a", "%b"][..operands.len()].join(", ") + if chain { ", %ch" } else { "" };
    applied_to(name, operands, results, &given, chain)
}

fn applied_to(
    name: &str,
    operands: &[&'static str],
    results: &[&'static str],
    given: &str,
    chain: bool,
) -> Entry {
    let types: Vec<&str> = given
        .split(", ")
        .map(|operand| match operand {
            "%a" => operands[0],
            "%b" => operands[1],
            _ => "!tfrt.chain",
        })
        .collect();
    let names: Vec<String> = (0..results.len()).map(|index| format!("%r{index}")).collect();
    let body = |text: &mut String| {
        if chain {
            text.push_str("  %ch = tfrt.new.chain\n");
        }
        let (left, gives) = (names.join(", "), results.join(", "));
        let _ = writeln!(
            text,
            "  {left} = \"{name}\"({given}) : ({}) -> ({gives})\n  tfrt.return {left} : {gives}\n}}",
            types.join(", ")
        );
    };
    let mut text = String::new();
    let gives = results.join(", ");
    let can_be_given = operands.iter().all(|ty| SCALARS.contains(ty));
    if can_be_given {
        let parameters: Vec<String> =
            ["%a", "%b"].iter().zip(operands).map(|(name, ty)| format!("{name}: {ty}")).collect();
        let _ = writeln!(text, "func.func @main({}) -> ({gives}) {{", parameters.join(", "));
        body(&mut text);
    }
    // The last operand as a constant.
    let (last, rest) = operands.split_last().expect("kernels here have an operand");
    for (index, literal) in literals(last).iter().enumerate() {
        let parameter = rest.first().map(|ty| format!("%a: {ty}")).unwrap_or_default();
        let _ = writeln!(text, "func.func @constant_{index}({parameter}) -> ({gives}) {{");
        let which = if rest.is_empty() { "%a" } else { "%b" };
        let _ = writeln!(text, "  {which} = {} {literal}", constant_op(last));
        body(&mut text);
    }
    Entry { kernel: name.to_owned(), operands: operands.to_vec(), text }
}

/// The program of a constant kernel: a function for each edge.
fn constant(name: &str) -> Entry {
    let short = name.trim_start_matches("tfrt.constant.");
    let ty = match short {
        "complex64" => "complex<f32>",
        "complex128" => "complex<f64>",
        ty => ty,
    };
    let mut text = String::new();
    for (index, literal) in literals(ty).iter().enumerate() {
        let _ = writeln!(
            text,
            "func.func @constant_{index}() -> {ty} {{\n  %a = {name} {literal}\n  tfrt.return %a : {ty}\n}}"
        );
    }
    Entry { kernel: name.to_owned(), operands: Vec::new(), text }
}
