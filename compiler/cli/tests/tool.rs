//! The tool's own behaviour: flags, exit status, where what is written.

mod common;

use common::{FAILS, GOOD, err, json, out, scratch, tfrt};

#[test]
fn standard_input_is_run() {
    for arguments in [&["run", "--reference-output"][..], &["run", "--reference-output", "-"]] {
        let output = tfrt(arguments, GOOD);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        assert_eq!(
            out(&output),
            "Choosing memory leak check allocator.\nChoosing single-threaded work queue.\n\
             --- Running 'two':\n'two' returned 2,2.500000e+00\n\
             --- Not running 'id' because it has arguments.\n\
             --- Running 'print':\nint32 = 7\n"
        );
    }
}

#[test]
fn named_functions_run_in_their_order() {
    let arguments =
        ["run", "--reference-output", "--functions=print,two", "--host-allocator=malloc"];
    let output = tfrt(&arguments, GOOD);
    assert_eq!(
        out(&output),
        "Choosing malloc.\nChoosing single-threaded work queue.\n\
         --- Running 'print':\nint32 = 7\n--- Running 'two':\n'two' returned 2,2.500000e+00\n"
    );
    let output = tfrt(&["run", "--functions", "none"], GOOD);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(err(&output), "tfrt: couldn't find function none\n");
}

const LEAKS: &[u8] = b"func.func @f() {
  \"tfrt_test.memory_leak_one_int32\"() : () -> ()
  tfrt.return
}
";

#[test]
fn memory_that_is_not_given_back_is_a_failure() {
    let profile = "HostAllocator profile:\nCurrent number of allocations = 1\n\
                   Max number of allocations = 1\nTotal number of allocations = 1\n\
                   Current number of bytes allocated = 4\nMax number of bytes allocated = 4\n";
    let complaint = "Memory leak detected: 1 alive allocations, 4 alive bytes\n";
    let run = "Choosing single-threaded work queue.\n--- Running 'f':\n";
    for (allocator, chosen, end, status) in [
        (None, "memory leak check allocator", format!("{profile}{complaint}"), 1),
        (
            Some("leak_check_allocator"),
            "memory leak check allocator",
            format!("{profile}{complaint}"),
            1,
        ),
        (Some("profiled_allocator"), "profiled allocator based on malloc", profile.to_owned(), 0),
        // What is this small is free of charge.
        (Some("test_fixed_size_1k"), "fixed size malloc", String::new(), 0),
        (Some("malloc"), "malloc", String::new(), 0),
    ] {
        let flag = allocator.map(|allocator| format!("--host-allocator={allocator}"));
        let mut arguments = vec!["run", "--reference-output"];
        arguments.extend(flag.as_deref());
        let output = tfrt(&arguments, LEAKS);
        assert_eq!(out(&output), format!("Choosing {chosen}.\n{run}{end}"));
        assert_eq!((output.status.code(), err(&output)), (Some(status), String::new()));
        arguments.remove(1);
        let output = tfrt(&arguments, LEAKS);
        assert_eq!((out(&output).as_str(), err(&output)), ("@f: done\n", end));
        assert_eq!(output.status.code(), Some(status));
    }
    let output = tfrt(&["run", "--json"], LEAKS);
    assert_eq!(json(&output)["ok"], false);
    let output = tfrt(&["run", "--reference-output", "--host-allocator=profiled_allocator"], GOOD);
    assert!(out(&output).ends_with("Max number of bytes allocated = 0\n"), "{}", out(&output));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_initial_function_runs_first_and_once() {
    let output = tfrt(&["run", "--reference-output", "--init-function=print"], GOOD);
    let running: Vec<_> =
        out(&output).lines().filter(|l| l.starts_with("---")).map(str::to_owned).collect();
    assert_eq!(
        running,
        [
            "--- Running 'print':",
            "--- Running 'two':",
            "--- Not running 'id' because it has arguments."
        ]
    );
    assert_eq!(tfrt(&["run", "--init-function=absent"], GOOD).status.code(), Some(0));
}

#[test]
fn a_returned_error_is_a_failure() {
    let output = tfrt(&["run", "--reference-output", "--print-error-code"], FAILS);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).ends_with("'f' returned <<error: Divide by zero, code: INTERNAL>>\n"));
    assert_eq!(
        err(&output),
        "-:3:12: error: runtime error: Divide by zero\n  %q, %r = tfrt.div.i32 %zero, %zero\n           ^\n"
    );
    let output = tfrt(&["run"], FAILS);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).contains("error: Divide by zero\n    in tfrt.div.i32 at -:3:12"));
}

#[test]
fn an_error_that_nobody_returns_is_none() {
    let text = String::from_utf8_lossy(FAILS).replace("%q : i32", "%zero : i32");
    assert_eq!(tfrt(&["run"], text.as_bytes()).status.code(), Some(0));
}

#[test]
fn expected_errors_are_verified_in_both_directions() {
    let text = String::from_utf8_lossy(FAILS).into_owned();
    let met = text.replace("%zero, %zero\n", "%zero, %zero // expected-error {{by zero}}\n");
    let output = tfrt(&["run", "--verify-diagnostics"], met.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let output = tfrt(&["run", "--verify-diagnostics"], FAILS);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("unexpected error: runtime error: Divide by zero"));
    // Checked although nothing is reported.
    let unmet = String::from_utf8_lossy(GOOD).into_owned() + "// expected-error@-2 {{never}}\n";
    let output = tfrt(&["run", "--verify-diagnostics"], unmet.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("\"never\" was not produced"), "{}", err(&output));
}

#[test]
fn a_bef_finds_the_expectations_of_the_source_that_it_names() {
    let path = scratch("expected.mlir");
    let name = path.to_str().unwrap();
    let text = String::from_utf8_lossy(FAILS).into_owned();
    let met = text.replace("%zero, %zero\n", "%zero, %zero // expected-error {{by zero}}\n");
    std::fs::write(&path, &met).unwrap();
    let bef = tfrt(&["translate", name], b"").stdout;
    let verify = ["run", "--verify-diagnostics"];
    assert_eq!(tfrt(&verify, &bef).status.code(), Some(0));
    // Neither a folder nor a file that is gone has any; standard input is not read again.
    std::fs::remove_file(&path).unwrap();
    assert_eq!(tfrt(&verify, &bef).status.code(), Some(1));
    std::fs::create_dir(&path).unwrap();
    assert_eq!(tfrt(&verify, &bef).status.code(), Some(1));
    std::fs::remove_dir(&path).unwrap();
    let bef = tfrt(&["translate"], met.as_bytes()).stdout;
    let output = tfrt(&verify, &bef);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).starts_with("-:3:12: error: unexpected error"), "{}", err(&output));
}

#[test]
fn load_errors_are_verified_too() {
    let path = scratch("unknown.mlir");
    let name = path.to_str().unwrap();
    let text = "func.func @f() -> i32 {
  %x = \"demo.none\"() : () -> i32 // expected-error {{unknown kernel name 'demo.none'}}
  tfrt.return %x : i32
}
";
    let verify = ["run", "--verify-diagnostics"];
    let run = |text: &str| {
        std::fs::write(&path, text).unwrap();
        let bef = tfrt(&["translate", name], b"").stdout;
        [tfrt(&["run", "--verify-diagnostics", name], b""), tfrt(&verify, &bef)]
    };
    for output in run(text) {
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        assert!(output.stderr.is_empty(), "{}", err(&output));
    }
    for output in run(&text.replace("expected-error", "expected-error@+1")) {
        assert_eq!(output.status.code(), Some(1));
        assert!(err(&output).contains("unexpected error: runtime error: unknown kernel name"));
        assert!(err(&output).contains("was not produced"), "{}", err(&output));
    }
    // Errors of the text are expected like those of the program.
    let output = tfrt(&verify, b"func.func @f() { // expected-error {{expected}}\n");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    // What is no diagnostic is nothing to be expected.
    let output = tfrt(&["run", "--verify-diagnostics", "--work-queue=x"], GOOD);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_region_cannot_be_named() {
    let text = b"func.func @f(%x: i1) -> i1 {
  %y = tfrt.if %x, %x : (i1) -> (i1) {
    tfrt.return %x : i1
  } else {
    tfrt.return %x : i1
  }
  tfrt.return %y : i1
}
";
    let output = tfrt(&["run", "--functions="], text);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(err(&output), "tfrt: couldn't find function \n");
    let output = tfrt(&["run", "--reference-output"], text);
    let not_run = "--- Not running '' because it has arguments.\n";
    assert!(out(&output).contains(&not_run.repeat(2)), "{}", out(&output));
}

#[test]
fn a_synchronous_function_shows_its_error_once() {
    let text = b"func.func @f() -> (i32, i32) attributes {tfrt.sync} {
  %zero = tfrt.constant.i32 0
  %q, %r = tfrt.div.i32 %zero, %zero
  tfrt.return %q, %r : i32, i32
}
";
    let output = tfrt(&["run", "--reference-output"], text);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).ends_with("'f' returned <<error: Divide by zero>>\n"), "{}", out(&output));
}

#[test]
fn bad_input_and_flags_are_refused() {
    let output = tfrt(&["run"], b"func.func @f() {\n  %x = \n}\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).starts_with("-:"), "{}", err(&output));
    for arguments in [
        &["run", "--no-such-flag"][..],
        &["run", "--work-queue=x"],
        &["run", "--work-queue=s:1"],
        &["run", "--host-allocator=none"],
        &["run", "/no/such/file"],
        &["translate", "--bef-to-mlir"],
        &["show", "--as=all"],
        &["bench"],
    ] {
        let output = tfrt(arguments, GOOD);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!err(&output).is_empty());
    }
    let output = tfrt(
        &["run"],
        b"func.func @f() -> i32 {\n  %a = \"no.such\"() : () -> i32\n  tfrt.return %a : i32\n}\n",
    );
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(err(&output).lines().next(), Some("-:2:8: error: unknown kernel name 'no.such'"));
    let output = tfrt(&["run"], b"\x0B\xEF\x07");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn translation_goes_both_ways() {
    let bef = tfrt(&["translate"], GOOD);
    assert_eq!(bef.status.code(), Some(0), "{}", err(&bef));
    assert_eq!(&bef.stdout[..2], [0x0B, 0xEF]);
    let text = tfrt(&["translate", "--bef-to-mlir"], &bef.stdout);
    assert_eq!(text.status.code(), Some(0), "{}", err(&text));
    assert!(out(&text).contains("func.func @two() -> (i32, f32)"), "{}", out(&text));
    let path = scratch("two_ways.bef");
    let written = tfrt(&["translate", "--mlir-to-bef", "-o", path.to_str().unwrap()], GOOD);
    assert_eq!(written.status.code(), Some(0));
    assert!(written.stdout.is_empty());
    assert_eq!(std::fs::read(&path).unwrap(), bef.stdout);

    let small = tfrt(&["translate", "--disable-optional-sections"], GOOD);
    assert!(small.stdout.len() < bef.stdout.len());
    let text = tfrt(&["translate"], &small.stdout);
    assert!(
        err(&text).contains("Missing AttributeTypes, AttributeNames or RegisterTypes sections.")
    );
}

#[test]
fn nothing_is_written_after_an_error() {
    let path = scratch("not_written.bef");
    let output = tfrt(&["translate", "-o", path.to_str().unwrap()], b"func.func @f( {\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(!path.exists());
}

#[test]
fn unknown_sections_are_skipped_with_a_warning() {
    let mut bef = tfrt(&["translate"], GOOD).stdout;
    bef.extend([0x55, 0x04, 1, 2]);
    let output = tfrt(&["translate"], &bef);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(err(&output).contains("warning: skipped a section of unknown kind 85"));
    assert_eq!(tfrt(&["run"], &bef).status.code(), Some(0));
}

#[test]
fn pieces_are_verified_by_themselves() {
    let text = "func.func @f() {\n  %x = tfrt.constant.i32 1\n  // expected-error@+1 {{}}\n  \
                tfrt.return %x : i32\n}\n// -----\nfunc.func @f() {\n  tfrt.return\n}\n";
    let arguments = ["translate", "--mlir-to-bef", "--split-input-file", "--verify-diagnostics"];
    let output = tfrt(&arguments, text.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(output.stdout.is_empty());
    let wrong = text.replace("@+1", "@+2");
    assert_eq!(tfrt(&arguments, wrong.as_bytes()).status.code(), Some(1));
}

#[test]
fn bef_is_verified_too_and_nothing_is_written() {
    let path = scratch("verified.mlir");
    let arguments = ["translate", "--verify-diagnostics", "-o", path.to_str().unwrap()];
    let bef = tfrt(&["translate"], GOOD).stdout;
    let output = tfrt(&arguments, &bef);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(output.stdout.is_empty() && !path.exists());
    let output = tfrt(&arguments, &bef[..bef.len() - 9]);
    assert_eq!(output.status.code(), Some(1));
    assert!(!err(&output).is_empty() && !path.exists());
}

#[test]
fn every_form_is_shown() {
    for form in ["graph", "plan", "bef", "rust", "clif", "asm", "dot"] {
        let output = tfrt(&["show", "--as", form], GOOD);
        assert_eq!(output.status.code(), Some(0), "{form}: {}", err(&output));
        assert!(out(&output).contains("two"), "{form}: {}", out(&output));
        let output = tfrt(&["show", "--as", form, "--function=id"], GOOD);
        assert_eq!(output.status.code(), Some(0), "{form}: {}", err(&output));
        let output = tfrt(&["show", "--as", form, "--function=absent"], GOOD);
        assert_eq!(output.status.code(), Some(2), "{form}");
    }
}

#[test]
fn engines_are_compared() {
    let output = tfrt(&["diff"], GOOD);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(out(&output), "two: equal\nprint: equal\n");
    let output = tfrt(&["diff", "--json"], FAILS);
    assert_eq!(json(&output)["functions"][0]["equal"], true, "{}", out(&output));
}

/// A file of one array of two singles, 1 and -2.5.
fn array(name: &str) -> String {
    let header = b"{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }\n";
    let length = u16::try_from(header.len()).expect("it is short").to_le_bytes();
    let elements = [1.0_f32, -2.5].map(f32::to_le_bytes).concat();
    let path = scratch(name);
    let bytes = [&b"\x93NUMPY\x01\x00"[..], &length, header, &elements].concat();
    std::fs::write(&path, bytes).expect("the folder can be written");
    path.to_str().expect("the path is text").to_owned()
}

const DOUBLES: &[u8] = b"func.func @doubles(%a: !tfrt_tensor.tensor, %ch: !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt.chain) {
  %ch1 = \"tfrt_test.add_inplace.f32\"(%a, %a, %ch) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %a, %ch1 : !tfrt_tensor.tensor, !tfrt.chain
}
";

#[test]
fn a_tensor_is_given_as_a_file() {
    let argument = format!("@{}", array("doubles.npy"));
    let given = ["--functions=doubles", "--arg", &argument, "--arg=chain"];
    for engine in ["executor", "jit"] {
        let engine = format!("--engine={engine}");
        let output = tfrt(&[&["run", &engine][..], &given].concat(), DOUBLES);
        assert_eq!(
            out(&output),
            "@doubles:\n  DenseHostTensor dtype = f32, shape = [1, 2], values = [2.000000e+00, \
             -5.000000e+00] : !tfrt_tensor.tensor\n  chain : !tfrt.chain\n",
            "{}",
            err(&output)
        );
        assert_eq!(output.status.code(), Some(0));
    }
    // Each engine has a tensor of its own to write to.
    let output = tfrt(&[&["diff"][..], &given].concat(), DOUBLES);
    assert_eq!(out(&output), "doubles: equal\n", "{}", err(&output));

    for (argument, message) in [
        ("@none.npy", "tfrt: none.npy cannot be read: "),
        ("5", "tfrt: '5' is no tensor, which is given as @FILE.npy\n"),
        ("@Cargo.toml", "tfrt: Cargo.toml: it is no .npy file\n"),
    ] {
        let given = ["run", "--functions=doubles", "--arg", argument, "--arg=chain"];
        let output = tfrt(&given, DOUBLES);
        assert_eq!(output.status.code(), Some(2));
        assert!(err(&output).starts_with(message), "{}", err(&output));
    }
}

#[test]
fn a_function_is_measured() {
    let arguments = ["bench", "-", "--function=id", "--arg=-5", "--json"];
    let output = tfrt(&arguments, GOOD);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let measured = json(&output);
    for key in ["ns_per_call_min", "ns_per_call_median", "malloc_free_ns", "calls"] {
        assert!(measured[key].as_f64().unwrap() > 0.0, "{key}: {measured}");
    }
    assert_eq!(measured["kernels_per_call"], 0);
    assert!(measured["allocations_per_call"].is_number());
    assert_eq!(tfrt(&["bench", "-", "--function=id"], GOOD).status.code(), Some(2));
    assert_eq!(tfrt(&["bench", "-", "--function=id", "--arg=x"], GOOD).status.code(), Some(2));
    let cancels = b"func.func @f() {
  %ch = tfrt.new.chain
  %zero, %after = \"tfrt_test.cancel\"(%ch) : (!tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return
}
";
    let output = tfrt(&["bench", "-", "--function=f"], cancels);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("cancels its run"), "{}", err(&output));
}

#[test]
fn a_run_is_one_json_document() {
    let output = tfrt(&["--json", "run"], GOOD);
    let document = json(&output);
    assert_eq!(document["ok"], true);
    assert_eq!(document["functions"][0]["results"][0]["value"], "2");
    assert_eq!(document["functions"][2]["output"], "int32 = 7\n");
    let output = tfrt(&["run", "--json"], FAILS);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(json(&output)["functions"][0]["results"][0]["error"], "Divide by zero");
}

#[test]
fn errors_of_a_text_have_their_places_in_json() {
    let text = b"func.func @f() {\n  tfrt.nothing\n  tfrt.return 1\n}\nfunc.func @g(%x: i32) {\n  tfrt.return\n}\nx\n";
    for command in ["run", "diff", "translate", "opt"] {
        let output = tfrt(&[command, "--json"], text);
        assert_eq!(output.status.code(), Some(2), "{command}");
        let document = json(&output);
        let listed = document["diagnostics"].as_array().expect("they are listed");
        let places: Vec<_> =
            listed.iter().map(|it| (it["line"].clone(), it["column"].clone())).collect();
        assert_eq!(places, [(2.into(), 3.into()), (3.into(), 15.into()), (8.into(), 1.into())]);
        assert_eq!(document["diagnostics"][2]["file"], "-", "{command}");
        assert_eq!(document["diagnostics"][2]["severity"], "error", "{command}");
        let message = "expected a function or a module, found 'x'";
        assert_eq!(document["diagnostics"][2]["message"], message, "{command}");
    }
    let unknown = b"func.func @f() {\n  \"no.such\"() : () -> ()\n  tfrt.return\n}\n";
    let document = json(&tfrt(&["run", "--json"], unknown));
    assert_eq!(document["diagnostics"][0]["line"], 2, "{document}");
    // What has no place.
    let document = json(&tfrt(&["run", "--json", "--work-queue=x"], GOOD));
    assert_eq!(document["diagnostics"], serde_json::json!([]));
}

#[test]
fn formatting_writes_files_anew() {
    let folder = scratch("fmt");
    std::fs::create_dir_all(&folder).unwrap();
    let [good, other, wrong] = ["good.mlir", "other.mlir", "wrong.mlir"].map(|name| {
        let path = folder.join(name);
        path.to_str().expect("the path is text").to_owned()
    });
    let formatted = "func.func @f(%n: i32) -> i32 { // The same.\n  tfrt.return %n : i32\n}\n";
    std::fs::write(&good, formatted).unwrap();
    std::fs::write(&other, "func.func @f(%n:i32)->i32{// The same.\ntfrt.return %n:i32}\n")
        .unwrap();
    std::fs::write(&wrong, "func.func @f( {").unwrap();
    let read = |path: &str| std::fs::read_to_string(path).unwrap();

    let output = tfrt(&["fmt", "--check", &good], b"");
    assert_eq!((output.status.code(), out(&output)), (Some(0), String::new()));
    let before = read(&other);
    let output = tfrt(&["fmt", "--check", &good, &other], b"");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(err(&output), format!("tfrt: {other} is not formatted\n"));
    assert_eq!(read(&other), before);
    // A mistake in one file leaves all as they are.
    let output = tfrt(&["fmt", &other, &wrong], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("wrong.mlir:1:15: error: "), "{}", err(&output));
    assert_eq!((read(&other), read(&wrong)), (before, "func.func @f( {".to_owned()));

    let output = tfrt(&["fmt", &good, &other], b"");
    assert_eq!((output.status.code(), out(&output)), (Some(0), String::new()));
    let expected = "func.func @f(%n: i32) -> i32 { // The same.\n  tfrt.return %n: i32}\n";
    assert_eq!((read(&good).as_str(), read(&other).as_str()), (formatted, expected));

    let output = tfrt(&["fmt"], b"func.func @f(){tfrt.return}");
    assert_eq!(out(&output), "func.func @f() {tfrt.return}\n");
    let document = json(&tfrt(&["fmt", "--json", "--check", "-"], b"func.func @f(){tfrt.return}"));
    assert_eq!(document["ok"], false);
    assert_eq!(document["files"][0]["text"], "func.func @f() {tfrt.return}\n");
}
