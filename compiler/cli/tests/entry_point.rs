//! `tfrt run --entry-point`: what it refuses, before a driver is asked for and where there is none.

mod common;

use common::{err, out, tfrt};

/// A program whose entry point names `f`, which is that function.
fn program(function: &str) -> String {
    format!(
        "func.func @get_tfrt_gpu_entry_point() -> !tfrt_gpu.entry_point {{
  %0 = \"tfrt_gpu.get_entry_point\"() {{buffer_sizes = [16], function_name = \"f\", platform = 1 : si32, \
         version = 410724080 : i64}} : () -> !tfrt_gpu.entry_point
  tfrt.return %0 : !tfrt_gpu.entry_point
}}
{function}"
    )
}

/// A function with these arguments, that gives its first one.
fn function(arguments: &[&str]) -> String {
    let named = arguments.iter().enumerate().map(|(number, ty)| format!("%{number}: {ty}"));
    let named: Vec<_> = named.collect();
    let first = arguments[0];
    format!("func.func @f({}) -> {first} {{\n  tfrt.return %0 : {first}\n}}\n", named.join(", "))
}

#[test]
fn what_cannot_be_run_is_said() {
    let (chain, stream, buffer) = ("!tfrt.chain", "!tfrt_gpu.stream", "!tfrt_gpu.buffer");
    let cases = [
        (String::new(), "tfrt: get_tfrt_gpu_entry_point function not found\n"),
        (program(""), "tfrt: f not found\n"),
        (program(&function(&[stream, stream])), "tfrt: Expected result to be !tfrt.chain\n"),
        (program(&function(&[chain])), "tfrt: Expected at least two arguments\n"),
        (
            program(&format!(
                "func.func @f(%s: {stream}, %c: {chain}) -> {chain} {{\n  tfrt.return %c : {chain}\n}}\n"
            )),
            "tfrt: Expected first argument to be !tfrt.chain\n",
        ),
        (
            program(&function(&[chain, buffer])),
            "tfrt: Expected second argument to be !tfrt_gpu.stream\n",
        ),
        (
            program(&function(&[chain, stream, chain])),
            "tfrt: Expected tail arguments to be !tfrt_gpu.buffer\n",
        ),
        (program(&function(&[chain, stream])), "tfrt: Incorrect number of arguments\n"),
        (
            program("").replace("410724080", "1"),
            "tfrt: result has error: Expected version 410724080, got 1\n",
        ),
    ];
    for (program, message) in cases {
        let run = tfrt(&["run", "--entry-point", "-"], program.as_bytes());
        assert_eq!(run.status.code(), Some(1), "{program}");
        assert!(err(&run).ends_with(message), "{message}: {}", err(&run));
        assert_eq!(out(&run), "");
    }
}

#[test]
fn it_is_no_list_of_functions() {
    let run = tfrt(&["run", "--entry-point", "--functions=f", "-"], b"");
    assert_eq!(run.status.code(), Some(2));
    assert!(err(&run).contains("--entry-point"), "{}", err(&run));
}
