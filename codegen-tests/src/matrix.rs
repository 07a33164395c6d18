//! The edge matrix: for each kernel of one to three scalars a program that applies it to the
//! arguments of `main`, and with each edge as a constant in the place of the last; for each constant kernel a
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
const SCALARS: [&str; 9] = ["i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"];

/// Of the operands.
const NAMES: [&str; 3] = ["%a", "%b", "%c"];

/// All programs, from the kernels' own definitions.
#[must_use]
pub fn entries(catalogue: &Catalogue) -> Vec<Entry> {
    let mut entries: Vec<Entry> = catalogue.kernels().filter_map(of_kernel).collect();
    entries.push(applied("tfrt_test.sum", &["i32"], &["i32"], false));
    entries.push(applied("tfrt_test.sum", &["i32", "i32"], &["i32"], false));
    let constants = catalogue.kernels().map(|kernel| kernel.name);
    entries.extend(constants.filter_map(|name| Some(constant(name, type_of_constant(name)?))));
    entries
}

/// The kernels that compute each element of tensors, each with the kernel of scalars that it computes
/// it by: `arith.addi.tensor.i8`, `arith.addi.i8`. Their test is `tests/together/elementwise.rs`.
pub fn elementwise(catalogue: &Catalogue) -> impl Iterator<Item = (&KernelDef, &KernelDef)> {
    catalogue.kernels().filter_map(|tensor| {
        let scalar = tensor.name.replacen(".tensor.", ".", 1);
        Some((tensor, catalogue.kernel(&scalar).filter(|scalar| scalar.name != tensor.name)?))
    })
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
        "i8" => edges::INTEGERS_8.map(Scalar::I8).to_vec(),
        "i16" => edges::INTEGERS_16.map(Scalar::I16).to_vec(),
        "i32" => edges::INTEGERS_32.map(Scalar::I32).to_vec(),
        "i64" => edges::INTEGERS_64.map(Scalar::I64).to_vec(),
        "f16" => edges::FLOATS_16.map(Scalar::F16).to_vec(),
        "bf16" => edges::BRAIN_FLOATS.map(Scalar::Bf16).to_vec(),
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
        "i8" => texts(&edges::INTEGERS_8, |value| value.to_string()),
        "i16" => texts(&edges::INTEGERS_16, |value| value.to_string()),
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
    if matches!(ty, "i8" | "i16") {
        return format!("arith.constant.{ty}");
    }
    let ty = match ty {
        "complex<f32>" => "complex64",
        "complex<f64>" => "complex128",
        ty => ty,
    };
    format!("tfrt.constant.{ty}")
}

fn is_scalar(ty: &str) -> bool {
    SCALARS.contains(&ty) || matches!(ty, "complex<f32>" | "complex<f64>")
}

/// The program of a kernel of one to three scalars, and perhaps a chain.
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
    if !matches!(operands.len(), 1..=3) || results.is_empty() || chain_first && chain {
        // A chain before the scalar is `tfrt_test.print_bool`, which has its place here too.
        return (operands.len() == 1 && chain_first)
            .then(|| applied_to(kernel.name, &operands, &results, "%ch, %a", true));
    }
    Some(applied(kernel.name, &operands, &results, chain))
}

/// Parameters of those types.
fn parameters(types: &[&str]) -> String {
    let parameters = NAMES.iter().zip(types).map(|(name, ty)| format!("{name}: {ty}"));
    parameters.collect::<Vec<_>>().join(", ")
}

fn applied(name: &str, operands: &[&'static str], results: &[&'static str], chain: bool) -> Entry {
    let given = NAMES[..operands.len()].join(", ") + if chain { ", %ch" } else { "" };
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
        .map(|operand| match NAMES.iter().position(|name| *name == operand) {
            Some(index) => operands[index],
            None => "!tfrt.chain",
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
        let _ = writeln!(text, "func.func @main({}) -> ({gives}) {{", parameters(operands));
        body(&mut text);
    }
    // The last operand as a constant. Of dialects with many kernels, only what may be treated
    // specially: 0, 1 and -1 are the first of the edges.
    let (last, rest) = operands.split_last().expect("kernels here have an operand");
    let most = if name.starts_with("arith.") || name.starts_with("math.") { 3 } else { usize::MAX };
    for (index, literal) in literals(last).iter().take(most).enumerate() {
        let _ = writeln!(text, "func.func @constant_{index}({}) -> ({gives}) {{", parameters(rest));
        let which = NAMES[rest.len()];
        let _ = writeln!(text, "  {which} = {} {literal}", constant_op(last));
        body(&mut text);
    }
    Entry { kernel: name.to_owned(), operands: operands.to_vec(), text }
}

/// What comes after the name of a constant's op: its type, in another form if it is complex.
fn type_of_constant(name: &str) -> Option<&str> {
    let kernels = ["tfrt.constant.", "tfrt.constant_s.", "arith.constant."];
    let scalar = kernels.iter().find_map(|kernel| name.strip_prefix(kernel));
    scalar.filter(|&ty| ty != "tensor")
}

/// The program of a constant kernel: a function for each edge.
fn constant(name: &str, short: &str) -> Entry {
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
