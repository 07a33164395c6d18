//! Each kernel that computes the elements of tensors, on tensors of all edges of its operands, one
//! combination at each place: each element is what the kernel of scalars gives, on the executor and on
//! the JIT, bit for bit except in NaNs; and an element that is an error is the result's error.

use tfrt_codegen_tests::evaluate::Scalar;
use tfrt_codegen_tests::{bef, matrix, on_executor, on_jit, run_with, verified};
use tfrt_host::context::Host;
use tfrt_host::kernel::{Catalogue, Function, KernelDef};

/// Combinations with an error that are tried.
const FAILING: usize = 4;

/// All combinations of values.
fn combinations(of: &[Vec<Scalar>]) -> Vec<Vec<Scalar>> {
    of.iter().fold(vec![Vec::new()], |all, values| {
        let with = |one: &Vec<Scalar>, value: &Scalar| [&one[..], &[*value]].concat();
        all.iter().flat_map(|one| values.iter().map(move |value| with(one, value))).collect()
    })
}

/// The bytes of an element, as hexadecimal digits.
fn digits(scalar: Scalar) -> String {
    let bytes = match scalar {
        Scalar::I1(value) => vec![value.into()],
        Scalar::I8(value) => value.to_le_bytes().to_vec(),
        Scalar::I16(value) => value.to_le_bytes().to_vec(),
        Scalar::I32(value) => value.to_le_bytes().to_vec(),
        Scalar::I64(value) => value.to_le_bytes().to_vec(),
        Scalar::F16(bits) | Scalar::Bf16(bits) => bits.to_le_bytes().to_vec(),
        Scalar::F32(value) => value.to_le_bytes().to_vec(),
        Scalar::F64(value) => value.to_le_bytes().to_vec(),
    };
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A constant with these elements.
fn constant(ty: &str, elements: &[Scalar]) -> String {
    let truth = |scalar: &Scalar| matches!(scalar, Scalar::I1(true)).to_string();
    let literal = if ty == "i1" {
        format!("[{}]", elements.iter().map(truth).collect::<Vec<_>>().join(", "))
    } else {
        format!("\"0x{}\"", elements.iter().map(|&it| digits(it)).collect::<String>())
    };
    let count = elements.len();
    format!(
        "\"arith.constant.tensor\"() {{value = dense<{literal}> : tensor<{count}x{ty}>}} : () -> \
         tensor<{count}x{ty}>"
    )
}

/// A kernel's types.
struct Types {
    operands: Vec<String>,
    results: Vec<String>,
}

impl Types {
    fn of(kernel: &KernelDef) -> Self {
        let operands = kernel.params.iter().map(|param| param.ty.to_owned()).collect();
        Self { operands, results: kernel.results.iter().map(|it| it.ty.to_owned()).collect() }
    }

    /// Tensors of so many elements of these types.
    fn shaped(&self, count: usize) -> Self {
        let all =
            |types: &[String]| types.iter().map(|ty| format!("tensor<{count}x{ty}>")).collect();
        Self { operands: all(&self.operands), results: all(&self.results) }
    }

    /// A function that applies the kernel to what its arguments and ops are.
    fn function(&self, name: &str, arguments: &str, ops: &str, kernel: &str) -> String {
        let operands: Vec<String> = (0..self.operands.len()).map(|at| format!("%a{at}")).collect();
        let count = self.results.len();
        let given: Vec<String> = (0..count).map(|at| format!("%r#{at}")).collect();
        let results = self.results.join(", ");
        format!(
            "func.func @{name}({arguments}) -> ({results}) {{\n{ops}  %r:{count} = \"{kernel}\"({}) : \
             ({}) -> ({results})\n  tfrt.return {} : {results}\n}}\n",
            operands.join(", "),
            self.operands.join(", "),
            given.join(", "),
        )
    }
}

/// What a function gives.
fn results(function: &Function, arguments: &[Scalar]) -> Vec<String> {
    let host = Host::builder().work_queue("s").diagnostics(|_| {});
    run_with(function, arguments, host).outcome.results
}

/// The elements of a tensor, floats of 16 bits as scalars of these are shown.
fn as_scalars(tensor: &str) -> String {
    let infinity = match tensor.split(' ').next() {
        Some("f16") => 0x7c00,
        Some("bf16") => 0x7f80,
        _ => return tensor.to_owned(),
    };
    let Some((head, elements)) = tensor.split_once(": ") else { return tensor.to_owned() };
    let shown = elements.split(' ').map(|bits| match bits.parse::<u16>() {
        Ok(bits) if bits & 0x7fff > infinity => "nan".to_owned(),
        Ok(bits) => format!("{bits:#x}"),
        Err(_) => bits.to_owned(),
    });
    format!("{head}: {}", shown.collect::<Vec<_>>().join(" "))
}

/// The text of the error that a result is.
fn error(result: &str) -> Option<&str> {
    Some(result.split_once("' in ")?.0.split_once(" '")?.1)
}

/// A function of the scalar kernel.
fn scalar_function(kernel: &KernelDef, catalogue: &Catalogue) -> Result<Function, String> {
    let types = Types::of(kernel);
    let arguments: Vec<String> =
        types.operands.iter().enumerate().map(|(at, ty)| format!("%a{at}: {ty}")).collect();
    let text = types.function("scalar", &arguments.join(", "), "", kernel.name);
    let bytes = bef("scalar.mlir", &text, catalogue)?;
    let options = tfrt_exec::LoadOptions::default();
    let program = tfrt_exec::Program::load(&bytes, catalogue, &options);
    let program = program.map_err(|error| error.to_string())?;
    program.function("scalar").ok_or_else(|| "it is not there".to_owned())
}

/// Compares a kernel of tensors with that of scalars; says how many elements and errors those were.
fn check(
    tensor: &KernelDef,
    scalar: &KernelDef,
    catalogue: &Catalogue,
) -> Result<(usize, usize), String> {
    let types = Types::of(scalar);
    let function = scalar_function(scalar, catalogue)?;
    let inputs: Vec<Vec<Scalar>> = types.operands.iter().map(|ty| matrix::inputs(ty)).collect();
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for combination in combinations(&inputs) {
        let results = results(&function, &combination);
        match error(&results[0]) {
            Some(message) => bad.push((combination, message.to_owned())),
            None => good.push((combination, results)),
        }
    }
    let column = |combinations: &[&Vec<Scalar>], at: usize| {
        let elements: Vec<Scalar> =
            combinations.iter().map(|combination| combination[at]).collect();
        format!("  %a{at} = {}\n", constant(&types.operands[at], &elements))
    };
    let all = |name: &str, combinations: &[&Vec<Scalar>]| {
        let ops: String = (0..types.operands.len()).map(|at| column(combinations, at)).collect();
        types.shaped(combinations.len()).function(name, "", &ops, tensor.name)
    };
    let whole: Vec<&Vec<Scalar>> = good.iter().map(|(combination, _)| combination).collect();
    let mut text = all("whole", &whole);
    bad.truncate(FAILING);
    for (at, (combination, _)) in bad.iter().enumerate() {
        text.push_str(&all(&format!("failing{at}"), &[whole[0], combination, whole[1]]));
    }
    let expected: Vec<String> = (0..types.results.len())
        .map(|at| {
            let shown = |(_, results): &(_, Vec<String>)| match results[at].as_str() {
                "true" => "1".to_owned(),
                "false" => "0".to_owned(),
                other => other.to_owned(),
            };
            let elements: Vec<String> = good.iter().map(shown).collect();
            format!("{} [{}]: {}", types.results[at], good.len(), elements.join(" "))
        })
        .collect();
    let checked = verified("tensor.mlir", &text, catalogue)?;
    let jit = on_jit(&checked, catalogue)?;
    let executor = on_executor(&bef("tensor.mlir", &text, catalogue)?, catalogue)?;
    for (name, on_executor) in executor {
        let on_jit = jit.function(&name).ok_or("the JIT lacks a function")?;
        for (engine, function) in [("executor", on_executor), ("JIT", on_jit)] {
            let found: Vec<String> =
                results(&function, &[]).iter().map(|result| as_scalars(result)).collect();
            match name.strip_prefix("failing").and_then(|at| bad.get(at.parse::<usize>().ok()?)) {
                None if found != expected => {
                    return Err(format!("{engine}: {found:#?}, expected {expected:#?}"));
                }
                Some((of, message)) if error(&found[0]) != Some(message) => {
                    return Err(format!("{engine}, {of:?}: {}, expected {message}", found[0]));
                }
                _ => {}
            }
        }
    }
    Ok((good.len(), bad.len()))
}

#[test]
fn each_element_is_what_the_kernel_of_scalars_gives() {
    let catalogue = tfrt_test_kernels::catalogue();
    let (mut kernels, mut elements, mut errors) = (0, 0, 0);
    let mut wrong = Vec::new();
    for (tensor, scalar) in matrix::elementwise(&catalogue) {
        match check(tensor, scalar, &catalogue) {
            Ok((good, bad)) => {
                kernels += 1;
                elements += good;
                errors += bad;
            }
            Err(what) => wrong.push(format!("{}: {what}", tensor.name)),
        }
    }
    println!("{kernels} kernels, {elements} elements, {errors} errors");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(kernels > 500 && errors > 100, "{kernels} kernels, {errors} errors");
}
