//! Every kernel of `arith`, and every exact one of `math`, by way of the op that becomes it, on the edges
//! of its types: wherever MLIR defines the result, its own execution engine gives what the executor and
//! the JIT give, bit for bit except in NaNs. The same of the ops that take `index`.

mod common;

use common::{Compiled, Kind, LOWER};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use tfrt_codegen_tests::evaluate::Scalar;
use tfrt_codegen_tests::{bef, matrix, on_jit, run_with, verified};
use tfrt_host::context::Host;
use tfrt_host::kernel::{Catalogue, Function, KernelDef, ParamKind};

/// Whether MLIR 22 computes the op at all, and what its documentation says.
fn is_lowered(case: &Case) -> bool {
    match (case.op.as_str(), case.results[0]) {
        // No pass lowers them.
        ("math.isinf" | "math.isnormal", _) => false,
        // They become calls of a runtime library that processes do not have.
        ("arith.truncf", "bf16") => case.operands[0] != "f64",
        ("math.fma", "bf16") => false,
        // `maxf(minf(value, min), max)`, the formula of its documentation and of its lowering, is never
        // less than `max`. The same documentation calls it clamping `value to [min, max]`; kernels do
        // that.
        ("math.clampf", _) => false,
        _ => true,
    }
}

/// An op on these types, as a function `fN` of its operands.
#[derive(Clone, Debug)]
struct Case {
    op: String,
    properties: String,
    operands: Vec<&'static str>,
    results: Vec<&'static str>,
}

impl Case {
    fn new(
        op: &str,
        properties: String,
        operands: &[&'static str],
        results: &[&'static str],
    ) -> Self {
        Self { op: op.into(), properties, operands: operands.into(), results: results.into() }
    }

    fn text(&self, number: usize) -> String {
        let (takes, gives) = (self.operands.join(", "), self.results.join(", "));
        let names: Vec<String> = (0..self.operands.len()).map(|at| format!("%a{at}")).collect();
        let typed = names.iter().zip(&self.operands).map(|(name, ty)| format!("{name}: {ty}"));
        let typed: Vec<String> = typed.collect();
        let results: Vec<String> = (0..self.results.len()).map(|at| format!("%r#{at}")).collect();
        format!(
            "\"func.func\"() <{{function_type = ({takes}) -> ({gives}), sym_name = \"f{number}\"}}> ({{\n\
             ^bb0({}):\n  %r:{} = \"{}\"({}){} : ({takes}) -> ({gives})\n  \
             \"func.return\"({}) : ({gives}) -> ()\n}}) : () -> ()\n",
            typed.join(", "),
            self.results.len(),
            self.op,
            names.join(", "),
            self.properties,
            results.join(", "),
        )
    }
}

fn is_integer(ty: &str) -> bool {
    ty.starts_with('i')
}

const PREDICATES: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
const FLOAT_PREDICATES: [&str; 16] = [
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule",
    "une", "uno", "true",
];

/// The op that becomes a kernel of scalars.
fn of_kernel(kernel: &'static KernelDef) -> Option<Case> {
    let mut parts = kernel.name.splitn(3, '.');
    let (dialect, op, rest) = (parts.next()?, parts.next()?, parts.next()?);
    let exact = dialect == "arith" && op != "constant"
        || ["math::float", "math::integer"].iter().any(|module| kernel.module.ends_with(module));
    let values = kernel.params.iter().filter(|param| param.kind == ParamKind::Value);
    let operands: Vec<&str> = values.map(|param| param.ty).collect();
    let results: Vec<&str> = kernel.results.iter().map(|result| result.ty).collect();
    let all = operands.len() == kernel.params.len() && !operands.is_empty();
    if !exact || !all || operands.iter().any(|ty| matrix::inputs(ty).is_empty()) {
        return None;
    }
    let predicate = rest.split('.').next()?;
    let number = |names: &[&str]| names.iter().position(|name| *name == predicate);
    let properties = match op {
        "cmpi" => format!(" <{{predicate = {} : i64}}>", number(&PREDICATES)?),
        "cmpf" => format!(" <{{predicate = {} : i64}}>", number(&FLOAT_PREDICATES)?),
        _ => String::new(),
    };
    Some(Case::new(&format!("{dialect}.{op}"), properties, &operands, &results))
}

/// The ops on `index`: those of the dialect of that name, and those of `arith` that take it.
fn of_index(cases: &[Case], catalogue: &Catalogue) -> Vec<Case> {
    let index = |types: &[&'static str]| -> Vec<&'static str> {
        types.iter().map(|ty| if *ty == "i64" { "index" } else { ty }).collect()
    };
    let mut made = Vec::new();
    let changes = ["ext", "trunc", "fpto", "itofp", "bitcast"];
    for case in cases {
        let takes = case.operands.contains(&"i64") && case.operands.iter().all(|ty| is_integer(ty));
        if takes && case.op.starts_with("arith.") && !changes.iter().any(|op| case.op.contains(op))
        {
            let (operands, results) = (index(&case.operands), index(&case.results));
            made.push(Case { operands, results, ..case.clone() });
        }
    }
    for op in tfrt_import::ops(catalogue) {
        let binary = op.becomes.starts_with("arith.") && !op.becomes.contains("ext");
        if op.name.starts_with("index.") && op.name != "index.cmp" && binary {
            made.push(Case::new(&op.name, String::new(), &["index", "index"], &["index"]));
        }
    }
    for name in PREDICATES {
        let properties = format!(" <{{pred = #index<cmp_predicate {name}>}}>");
        made.push(Case::new("index.cmp", properties, &["index", "index"], &["i1"]));
    }
    for ty in ["i1", "i8", "i16", "i32", "i64"] {
        for op in ["arith.index_cast", "arith.index_castui", "index.casts", "index.castu"] {
            made.push(Case::new(op, String::new(), &[ty], &["index"]));
            made.push(Case::new(op, String::new(), &["index"], &[ty]));
        }
    }
    made
}

fn kind(ty: &str) -> Kind {
    Kind(match ty {
        "index" => 64,
        "bf16" => 16,
        _ => ty[1..].parse().expect("the types of scalars end in their widths"),
    })
}

fn inputs(ty: &str) -> Vec<Scalar> {
    matrix::inputs(if ty == "index" { "i64" } else { ty })
}

fn bits(scalar: Scalar) -> u64 {
    match scalar {
        Scalar::I1(value) => value.into(),
        Scalar::I8(value) => (value as u8).into(),
        Scalar::I16(value) => (value as u16).into(),
        Scalar::I32(value) => (value as u32).into(),
        Scalar::I64(value) => value as u64,
        Scalar::F16(bits) | Scalar::Bf16(bits) => bits.into(),
        Scalar::F32(value) => value.to_bits().into(),
        Scalar::F64(value) => value.to_bits(),
    }
}

/// A float, which a double holds exactly.
fn float(bits: u64, ty: &str) -> f64 {
    let half = |fraction: u32, bias: i32| {
        let (sign, exponent) = (bits >> 15 & 1, (bits & 0x7fff) >> fraction);
        let (rest, all) = (bits & ((1 << fraction) - 1), (1 << (15 - fraction)) - 1);
        let unit = |exponent: i32| 2_f64.powi(exponent - bias - fraction as i32);
        let magnitude = match exponent {
            0 => rest as f64 * unit(1),
            _ if exponent == all && rest == 0 => f64::INFINITY,
            _ if exponent == all => f64::NAN,
            _ => (rest | 1 << fraction) as f64 * unit(exponent as i32),
        };
        if sign == 1 { -magnitude } else { magnitude }
    };
    match ty {
        "f16" => half(10, 15),
        "bf16" => half(7, 127),
        "f32" => f32::from_bits(bits as u32).into(),
        _ => f64::from_bits(bits),
    }
}

/// A result as a run shows it.
fn shown(bits: u64, ty: &str) -> String {
    match ty {
        "i1" => (bits == 1).to_string(),
        _ if is_integer(ty) => signed(bits, kind(ty)).to_string(),
        _ if float(bits, ty).is_nan() => "nan".to_owned(),
        _ => format!("{bits:#x}"),
    }
}

fn signed(bits: u64, Kind(width): Kind) -> i64 {
    let unused = 64 - width;
    ((bits << unused) as i64) >> unused
}

/// Whether MLIR's documentation leaves the result undefined, or any of several.
fn is_undefined(case: &Case, input: &[u64]) -> bool {
    let ty = case.operands[0];
    let double = |at: usize| float(input[at], ty);
    let (op, a, b) = (case.op.as_str(), input[0], input.get(1).copied().unwrap_or_default());
    let op = op.rsplit('.').next().unwrap_or_default();
    let least_by_minus_one = || {
        let kind = kind(ty);
        signed(b, kind) == -1 && signed(a, kind) == i64::MIN >> (64 - kind.0)
    };
    match op {
        "divui" | "remui" | "ceildivui" | "divu" | "remu" | "ceildivu" => b == 0,
        "divsi" | "remsi" | "ceildivsi" | "floordivsi" | "divs" | "rems" | "ceildivs"
        | "floordivs" => b == 0 || least_by_minus_one(),
        "shli" | "shrsi" | "shrui" | "shl" | "shrs" | "shru" => b >= kind(ty).0.into(),
        // What a negative power of zero is, is not said.
        "ipowi" => a == 0 && signed(b, kind(ty)) < 0,
        // Either of zeros of both signs.
        "maxnumf" | "minnumf" => double(0) == 0.0 && double(1) == 0.0 && a != b,
        "fptosi" | "fptoui" => {
            let (value, power) = (double(0).trunc(), 2_f64.powi(kind(case.results[0]).0 as i32));
            match op {
                "fptosi" => !(value >= -power / 2.0 && value < power / 2.0),
                _ => !(value >= 0.0 && value < power),
            }
        }
        _ => false,
    }
}

/// The ops that `arith-expand` lowers wrongly: it takes either of two zeros for the greater. Other passes
/// lower them too, but not for `bf16`.
const EXTREMES: [&str; 2] = ["arith.maximumf", "arith.minimumf"];

/// Lowers ops of `arith` that have a counterpart in LLVM's dialect.
const DIRECT: &str =
    "builtin.module(convert-arith-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)";

/// Whether MLIR 22 computes what its documentation excludes. `convert-index-to-llvm` rounds by way of negated dividends and such that are one off,
/// which overflow near the ends, and then even divides the least by -1, which ends the process.
fn is_lowered_wrongly(case: &Case, input: &[u64]) -> bool {
    let zero = |bits: u64| float(bits, case.operands[0]) == 0.0;
    match case.op.as_str() {
        op if EXTREMES.contains(&op) && case.operands[0] == "bf16" => {
            zero(input[0]) && zero(input[1]) && input[0] != input[1]
        }
        "index.ceildivs" | "index.floordivs" => {
            (input[0] as i64).checked_abs().is_none_or(|magnitude| magnitude == i64::MAX)
        }
        _ => false,
    }
}

/// What has been compared.
#[derive(Debug, Default)]
struct Counts {
    compared: u64,
    undefined: u64,
    wrong: u64,
    different: Vec<String>,
}

/// Compares cases, all of which are in one module.
fn compare(cases: &[Case], passes: &str, catalogue: &Catalogue, counts: &mut Counts) {
    let mut text = String::new();
    for (number, case) in cases.iter().enumerate() {
        let _ = write!(text, "{}", case.text(number));
    }
    let oracle = Compiled::new(&text, passes);
    let bytes = bef("matrix.mlir", &text, catalogue).expect("it can be imported");
    let options = tfrt_exec::LoadOptions::default();
    let loaded = tfrt_exec::Program::load(&bytes, catalogue, &options).expect("it loads");
    let checked = verified("matrix.mlir", &text, catalogue).expect("it can be imported");
    let jit = on_jit(&checked, catalogue).expect("it compiles");
    for (number, case) in cases.iter().enumerate() {
        let name = format!("f{number}");
        let engines = [("executor", loaded.function(&name)), ("JIT", jit.function(&name))];
        let engines: Vec<(&str, Function)> =
            engines.into_iter().map(|(engine, it)| (engine, it.expect("it is there"))).collect();
        let mut all = vec![Vec::new()];
        for ty in &case.operands {
            let inputs = inputs(ty);
            let with = |before: &Vec<Scalar>| {
                let before = before.clone();
                inputs.iter().map(move |&input| [&before[..], &[input]].concat())
            };
            all = all.iter().flat_map(with).collect();
        }
        let gives: Vec<Kind> = case.results.iter().map(|ty| kind(ty)).collect();
        for input in all {
            let words: Vec<u64> = input.iter().map(|&scalar| bits(scalar)).collect();
            if is_lowered_wrongly(case, &words) {
                counts.wrong += 1;
                continue;
            }
            if is_undefined(case, &words) {
                counts.undefined += 1;
                continue;
            }
            let theirs = oracle.call(&name, &words, &gives);
            let theirs = theirs.iter().zip(&case.results).map(|(&bits, ty)| shown(bits, ty));
            let theirs: Vec<String> = theirs.collect();
            counts.compared += 1;
            for (engine, function) in &engines {
                let run = run_with(function, &input, Host::builder().work_queue("s"));
                let ours = run.outcome.results;
                if ours != theirs {
                    counts.different.push(format!(
                        "{} {:?} of {input:x?}: {ours:?} on the {engine}, {theirs:?} on MLIR's engine",
                        case.op, case.operands
                    ));
                }
            }
        }
    }
}

#[test]
fn kernels_give_on_edges_what_mlir_gives() {
    let catalogue = tfrt::catalogue().with(&tfrt::MLIR);
    let mut cases: Vec<Case> = tfrt::MLIR.kernels().iter().filter_map(of_kernel).collect();
    cases.extend(of_index(&cases, &catalogue));
    cases.retain(is_lowered);
    let mut groups: BTreeMap<(&str, &str), Vec<Case>> = BTreeMap::new();
    for case in &cases {
        let direct = EXTREMES.contains(&case.op.as_str()) && case.operands[0] != "bf16";
        let passes = if direct { DIRECT } else { LOWER };
        groups.entry((&case.op, passes)).or_default().push(case.clone());
    }
    let mut counts = Counts::default();
    for ((op, passes), cases) in &groups {
        let before = (counts.compared, counts.undefined, counts.different.len());
        compare(cases, passes, &catalogue, &mut counts);
        println!(
            "{op}: {} functions, {} compared, {} undefined, {} different",
            cases.len(),
            counts.compared - before.0,
            counts.undefined - before.1,
            counts.different.len() - before.2
        );
    }
    let Counts { compared, undefined, wrong, different } = counts;
    println!(
        "{} functions, {compared} compared, {undefined} undefined, {wrong} lowered wrongly",
        cases.len()
    );
    assert!(compared > 50_000, "hardly anything was compared");
    let told = different.iter().take(40).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(different.is_empty(), "{} differ:\n{told}", different.len());
}
