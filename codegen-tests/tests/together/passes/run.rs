//! Runs a program of kernels on the executor, and reads a graph as it prints.

use std::sync::LazyLock;
use tfrt_compiler::bef;
use tfrt_compiler::graph::Module;
use tfrt_compiler::source::Source;
use tfrt_compiler::syntax::{PrintOptions, print};
use tfrt_compiler::verify;
use tfrt_exec::{LoadOptions, Program};
use tfrt_host::context::Host;
use tfrt_host::kernel::{Catalogue, DType, Value};
use tfrt_tensor::Tensor;

/// The type, sizes and bytes of each result; what is said of a failure may differ.
pub(crate) type Outcome = Result<Vec<(DType, Vec<i64>, Vec<u8>)>, Failed>;

/// A run that failed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Failed;

/// What `@main` comes to.
///
/// # Errors
/// The program cannot be run at all.
pub(crate) fn run(program: &Module, host: &Host, inputs: &[Tensor]) -> Result<Outcome, String> {
    static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(tfrt_test_kernels::catalogue);
    let verified = verify::verify(program.clone(), &CATALOGUE).map_err(super::messages)?;
    let bytes = bef::emit_loadable(&verified).map_err(super::messages)?;
    let program = Program::load(&bytes, &CATALOGUE, &LoadOptions::default());
    let main = program.map_err(|error| error.to_string())?.function("main").ok_or("no @main")?;
    let mut arguments: Vec<Value> = inputs.iter().cloned().map(Value::new).collect();
    let mut results = vec![Value::Empty; main.signature().results.len()];
    main.call(&host.context(), 0, &mut arguments, &mut results);
    let pending: Vec<_> = results
        .iter()
        .filter_map(|value| match value {
            Value::Ref(any) => Some(any.clone()),
            _ => None,
        })
        .collect();
    host.await_all(&pending);
    let result = |value: &Value| {
        let tensor = Tensor::clone(&*value.get::<Tensor>().ok_or(Failed)?);
        Ok((tensor.dtype(), tensor.shape().dimensions().to_vec(), tensor.bytes().to_vec()))
    };
    Ok(results.iter().map(result).collect())
}

/// Whether a graph is verified, and so is what is read of its text, which prints the same.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn valid(graph: &Module) -> Result<(), String> {
    let ops = tfrt_model::ops();
    verify::verify(graph.clone(), ops).map_err(super::messages)?;
    let options = PrintOptions::default();
    let text = print(graph, ops, options);
    let source = Source::new("graph.mlir", text.clone());
    let read = tfrt_compiler::front_end(&source, ops);
    let read = read.map_err(|errors| super::messages(errors) + &text)?;
    let again = print(read.module(), ops, options);
    if again == text { Ok(()) } else { Err(format!("{text}reads as\n{again}")) }
}
