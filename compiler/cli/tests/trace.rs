//! `tfrt run --trace`.

mod common;

use common::{FAILS, GOOD, err, json, out, scratch, tfrt};

const CALLS: &[u8] = b"func.func @g(%x: i32, %ch: !tfrt.chain) -> !tfrt.chain {
  %done = tfrt.print.i32 %x, %ch
  tfrt.return %done : !tfrt.chain
}
func.func @f() -> !tfrt.chain {
  %x = tfrt.constant.i32 7
  %ch = tfrt.new.chain
  %done = tfrt.call @g(%x, %ch) : (i32, !tfrt.chain) -> !tfrt.chain
  tfrt.return %done : !tfrt.chain
}
";

/// Two ops that are called by name, of which the second has a side effect.
const OPS: &[u8] = b"func.func @f() -> !tfrt.chain {
  %null = \"corert.create_null_op_handler\"() : () -> !corert.ophandler
  %h = \"corert.create_cpu_op_handler\"(%null) : (!corert.ophandler) -> !corert.ophandler
  %x = corert.create_dense_tensor.i32 {shape = [1], value = [-3 : i32]}
  %y = corert.executeop(%h) \"tf.Relu\"(%x) : 1
  %ch = tfrt.new.chain
  %done = corert.executeop.seq(%h, %ch) \"tfrt_test.print\"(%y) : 0
  tfrt.return %done : !tfrt.chain
}
";

fn trace(engine: &str, level: &str) -> String {
    trace_of(CALLS, engine, level)
}

fn trace_of(program: &[u8], engine: &str, level: &str) -> String {
    let engine = format!("--engine={engine}");
    let level = format!("--trace-level={level}");
    let arguments = ["run", "--functions=f", &engine, "--trace=text", &level];
    let output = tfrt(&arguments, program);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    out(&output)
}

#[test]
fn text_is_among_what_kernels_print() {
    assert_eq!(
        trace("executor", "default"),
        "Scope:Bef Executor\nScope:Function: f\nint32 = 7\n@f:\n  chain : !tfrt.chain\n\
         End Scope\nEnd Scope\n"
    );
    assert_eq!(
        trace("executor", "verbose"),
        "Scope:Bef Executor\nScope:Function: f\nScope:Call: f\nEnd Scope\n\
         Scope:Task\nScope:Resume: f\nScope:Call: g\nint32 = 7\nEnd Scope\nEnd Scope\n\
         End Scope\n@f:\n  chain : !tfrt.chain\nEnd Scope\nEnd Scope\n"
    );
    assert_eq!(
        trace("executor", "debug"),
        "Scope:Bef Executor\nScope:Function: f\n\
         Scope:Call: f\nScope:tfrt.constant.i32\nEnd Scope\nEnd Scope\n\
         Scope:Task\nScope:Resume: f\n\
         Scope:tfrt.new.chain\nEnd Scope\n\
         Scope:tfrt.call\nScope:Call: g\nScope:tfrt.print.i32\nint32 = 7\nEnd Scope\n\
         End Scope\nEnd Scope\nEnd Scope\nEnd Scope\n\
         @f:\n  chain : !tfrt.chain\nEnd Scope\nEnd Scope\n"
    );
    // Calls between compiled functions are jumps; instructions are no kernels.
    assert_eq!(
        trace("jit", "debug"),
        "Scope:Jit\nScope:Function: f\nScope:Call: f\n\
         Scope:tfrt.print.i32\nint32 = 7\nEnd Scope\nEnd Scope\n\
         @f:\n  chain : !tfrt.chain\nEnd Scope\nEnd Scope\n"
    );
}

/// The handler's scope has that of the metadata function, at a higher level, and that of the op itself.
#[test]
fn ops_have_scopes_of_their_own() {
    let prints = "DenseHostTensor dtype = i32, shape = [1], values = [0]\n";
    let relu = |inside: &str| {
        format!(
            "Scope:tf.Relu#op_handler=cpu#\n{inside}Scope:RunDispatch: tf.Relu\nEnd Scope\n\
             End Scope\n"
        )
    };
    let print = format!(
        "Scope:tfrt_test.print#op_handler=cpu#\nScope:RunDispatch: tfrt_test.print\n{prints}\
         End Scope\nEnd Scope\n"
    );
    let metadata = "Scope:RunMetadataFunction\nEnd Scope\n";
    for engine in ["executor", "jit"] {
        let found = trace_of(OPS, engine, "default");
        assert!(found.contains(&(relu("") + &print)), "{engine}:\n{found}");
        assert!(!found.contains("RunMetadataFunction"), "{engine}:\n{found}");
        let found = trace_of(OPS, engine, "verbose");
        for scopes in [relu(metadata), print.clone()] {
            assert!(found.contains(&scopes), "{engine}:\n{found}");
        }
        // The kernel's scope is around them; there is no longer form of them.
        let found = trace_of(OPS, engine, "debug");
        let kernel = format!("Scope:corert.executeop\n{}End Scope\n", relu(metadata));
        let next = format!("Scope:corert.executeop.seq\n{print}End Scope\n");
        for scopes in [kernel, next] {
            assert!(found.contains(&scopes), "{engine}:\n{found}");
        }
        assert!(!found.contains("RunDispatchFunction"), "{engine}:\n{found}");
    }
}

#[test]
fn tasks_and_what_waits() {
    let text = b"func.func @f() -> i32 {
  %one = tfrt.constant.i32 1
  %later = \"tfrt_test.async_add.i32\"(%one, %one) : (i32, i32) -> i32
  %more = tfrt.add.i32 %later, %one
  tfrt.return %more : i32
}
";
    let arguments = ["run", "--reference-output", "--trace=text", "--trace-level=verbose"];
    let output = tfrt(&arguments, text);
    assert_eq!(
        out(&output),
        "Choosing memory leak check allocator.\nChoosing single-threaded work queue.\n\
         Scope:Bef Executor\n--- Running 'f':\nScope:Function: f\n\
         Scope:Call: f\nEnd Scope\n\
         Scope:Task: tfrt_test.async_add.i32\nScope:Resume: f\nEnd Scope\nEnd Scope\n\
         'f' returned 3\nEnd Scope\nEnd Scope\n"
    );
}

#[test]
fn a_file_for_perfetto() {
    let path = scratch("trace.json");
    let target = format!("--trace=chrome:{}", path.display());
    let arguments = ["run", &target, "--trace-level=debug", "--work-queue=mstd:2"];
    let output = tfrt(&arguments, GOOD);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = std::fs::read_to_string(&path).unwrap();
    let events: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
    let named = |name: &str| events.iter().filter(|event| event["name"] == name).count();
    assert_eq!(named("Bef Executor"), 1);
    assert_eq!(named("Function: two"), 1);
    assert!(named("Task") > 0);
    assert_eq!(named("tfrt.print.i32"), 1);
    let phase = |phase: &str| events.iter().filter(|event| event["ph"] == phase).count();
    assert_eq!(phase("B"), phase("E"));

    // A program that fails leaves a whole file too.
    let output = tfrt(&["run", &target, "--trace-level=verbose"], FAILS);
    assert_eq!(output.status.code(), Some(1));
    let text = std::fs::read_to_string(&path).unwrap();
    let events: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
    assert!(events.iter().any(|event| event["name"] == "runtime error: Divide by zero"));
}

#[test]
fn within_a_json_document_text_has_its_own_place() {
    let output = tfrt(&["run", "--json", "--trace=text"], GOOD);
    let document = json(&output);
    assert_eq!(
        document["trace"],
        "Scope:Bef Executor\nScope:Function: two\nEnd Scope\nScope:Function: print\nEnd Scope\n\
         End Scope\n"
    );
    assert_eq!(document["functions"][2]["output"], "int32 = 7\n");
    assert!(json(&tfrt(&["run", "--json"], GOOD))["trace"].is_null());
}

#[test]
fn bad_targets_are_refused() {
    for arguments in [
        &["run", "--trace=xml"][..],
        &["run", "--trace=chrome:"],
        &["run", "--trace=chrome"],
        &["run", "--trace=text", "--trace-level=all"],
        &["run", "--trace-level=debug"],
        &["run", "--trace=chrome:/no/such/folder/trace.json"],
    ] {
        let output = tfrt(arguments, GOOD);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!err(&output).is_empty());
        assert_eq!(out(&output), "", "{arguments:?}");
    }
    // Opened, but full.
    if std::path::Path::new("/dev/full").exists() {
        let output = tfrt(&["run", "--trace=chrome:/dev/full"], GOOD);
        assert_eq!(output.status.code(), Some(2));
        assert!(err(&output).starts_with("tfrt: cannot write /dev/full: "), "{}", err(&output));
    }
}
