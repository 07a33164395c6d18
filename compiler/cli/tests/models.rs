//! Models in files, with what lies beside them, and what the tool does with them.
#![expect(clippy::unwrap_used, reason = "a test")]

mod common;

use common::{err, json, out, scratch, tfrt};
use std::fs;
use tfrt_onnx::{
    Content, DataLocation, DataType, Dimension, Entry, Graph, Model, Node, OperatorSet, Shape,
    Size, Tensor, TensorType, Type, TypeKind, Value, ValueInfo, encode, encode_value,
};

fn floats(name: &'static str) -> ValueInfo<'static> {
    let dim = vec![Dimension { size: Size::Value(2), ..Dimension::default() }];
    let kind =
        TypeKind::Tensor(TensorType { elem_type: DataType::Float, shape: Some(Shape { dim }) });
    ValueInfo { name, ty: Some(Type { kind, ..Type::default() }), ..ValueInfo::default() }
}

/// A folder for a test of `tfrt check`: a model of one node with values in order, and `input_N.pb` of each.
fn test_of(
    name: &str,
    (op_type, version): (&str, i64),
    inputs: &[(&[i64], DataType, Vec<u8>)],
    output: (&[i64], DataType, Vec<u8>),
) -> String {
    const NAMES: [&str; 3] = ["a", "b", "c"];
    let folder = scratch(name);
    let data = folder.join("test_data_set_0");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&data).unwrap();
    let info = |name, sizes: &[i64], elem_type| {
        let dim =
            sizes.iter().map(|&size| Dimension { size: Size::Value(size), ..Dimension::default() });
        let shape = Some(Shape { dim: dim.collect() });
        let kind = TypeKind::Tensor(TensorType { elem_type, shape });
        ValueInfo { name, ty: Some(Type { kind, ..Type::default() }), ..ValueInfo::default() }
    };
    let write = |name: String, (sizes, data_type, bytes): &(&[i64], DataType, Vec<u8>)| {
        let tensor = Tensor {
            dims: sizes.to_vec(),
            data_type: *data_type,
            content: Content::Raw(bytes),
            ..Tensor::default()
        };
        fs::write(data.join(name), encode_value(&Value::Tensor(tensor))).unwrap();
    };
    for (at, input) in inputs.iter().enumerate() {
        write(format!("input_{at}.pb"), input);
    }
    write("output_0.pb".to_owned(), &output);
    let names = &NAMES[..inputs.len()];
    let graph = Graph {
        node: vec![Node { op_type, input: names.to_vec(), output: vec!["y"], ..Node::default() }],
        input: names.iter().zip(inputs).map(|(name, it)| info(*name, it.0, it.1)).collect(),
        output: vec![info("y", output.0, output.1)],
        ..Graph::default()
    };
    let opset_import = vec![OperatorSet { version, ..OperatorSet::default() }];
    let model = Model { ir_version: 10, opset_import, graph, ..Model::default() };
    fs::write(folder.join("model.onnx"), encode(&model)).unwrap();
    let lines = out(&tfrt(&["check", folder.to_str().unwrap()], b""));
    lines.lines().next().unwrap_or_default().to_owned()
}

fn of_floats(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn of_integers(numbers: &[i64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

#[test]
fn what_an_operator_does_not_allow_is_an_error_of_the_run() {
    use DataType::{Float, Int64};
    let crop = |name: &str, size: i64| {
        let inputs = [
            (&[3][..], Float, of_floats(&[1.0, 2.0, 3.0])),
            (&[1][..], Int64, of_integers(&[size])),
        ];
        test_of(name, ("CenterCropPad", 18), &inputs, (&[1], Float, of_floats(&[2.0])))
    };
    assert_eq!(crop("crop", 1), "pass crop");
    assert_eq!(crop("crop_less", -1), "fail crop_less: a size of CenterCropPad is negative");

    // A cache of four rows, of which two are written.
    let scatter = |name: &str, index: i64| {
        let inputs = [
            (&[1, 4, 1][..], Float, of_floats(&[0.0; 4])),
            (&[1, 2, 1][..], Float, of_floats(&[5.0, 6.0])),
            (&[1][..], Int64, of_integers(&[index])),
        ];
        let output = (&[1, 4, 1][..], Float, of_floats(&[0.0, 0.0, 5.0, 6.0]));
        test_of(name, ("TensorScatter", 24), &inputs, output)
    };
    assert_eq!(scatter("scatter", 2), "pass scatter");
    for (name, index) in [("beyond", 3), ("before", -1), ("far", i64::MIN), ("farther", i64::MAX)] {
        let message = "the update of TensorScatter is not inside of the cache";
        assert_eq!(scatter(name, index), format!("fail {name}: {message}"));
    }
}

#[test]
fn elements_are_read_from_files_in_the_models_folder() {
    let weights = Tensor {
        name: "w",
        dims: vec![2],
        data_type: DataType::Float,
        data_location: DataLocation::External,
        external_data: vec![Entry { key: "location", value: "w.bin" }],
        ..Tensor::default()
    };
    let add = Node { op_type: "Add", input: vec!["x", "w"], output: vec!["y"], ..Node::default() };
    let graph = Graph {
        node: vec![add],
        initializer: vec![weights],
        input: vec![floats("x")],
        output: vec![floats("y")],
        ..Graph::default()
    };
    let opset_import = vec![OperatorSet { version: 21, ..OperatorSet::default() }];
    let model = Model { ir_version: 10, opset_import, graph, ..Model::default() };
    let folder = scratch("external");
    let data = folder.join("test_data_set_0");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&data).unwrap();
    fs::write(folder.join("model.onnx"), encode(&model)).unwrap();
    let value = |name, numbers: [f32; 2]| {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let tensor = Tensor {
            dims: vec![2],
            data_type: DataType::Float,
            content: Content::Raw(&bytes),
            ..Tensor::default()
        };
        fs::write(data.join(name), encode_value(&Value::Tensor(tensor))).unwrap();
    };
    value("input_0.pb", [1.0, 2.0]);
    value("output_0.pb", [11.0, 22.0]);
    let path = folder.to_str().unwrap();
    let missing = out(&tfrt(&["check", path], b""));
    assert!(missing.starts_with("fail external: byte "), "{missing}");
    assert!(missing.contains("tensor 'w': bytes 0 to 8 of 'w.bin': "), "{missing}");
    let elements: Vec<u8> = [10.0_f32, 20.0].iter().flat_map(|it| it.to_le_bytes()).collect();
    fs::write(folder.join("w.bin"), elements).unwrap();
    assert_eq!(out(&tfrt(&["check", path], b"")), "pass external\n1 passed, 0 failed\n");
    let model = folder.join("model.onnx");
    let shown = tfrt(&["show", "--as", "graph", model.to_str().unwrap()], b"");
    assert!(out(&shown).contains("1.000000e+01, 2.000000e+01"), "{}{}", out(&shown), err(&shown));
    // Nothing is beside standard input.
    let refused = tfrt(&["show", "--as", "graph", "-"], &fs::read(&model).unwrap());
    assert!(err(&refused).contains("no folder is given"), "{}", err(&refused));
}

/// `m = x + w`, `y = m + m`, of two floats.
fn sums() -> Vec<u8> {
    let elements: Vec<u8> = [10.0_f32, 20.0].iter().flat_map(|it| it.to_le_bytes()).collect();
    let weights = Tensor {
        name: "w",
        dims: vec![2],
        data_type: DataType::Float,
        content: Content::Raw(&elements),
        ..Tensor::default()
    };
    let add = |input, output| Node {
        op_type: "Add",
        name: output,
        input,
        output: vec![output],
        ..Node::default()
    };
    let graph = Graph {
        node: vec![add(vec!["x", "w"], "m"), add(vec!["m", "m"], "y")],
        initializer: vec![weights],
        input: vec![floats("x")],
        output: vec![floats("y")],
        ..Graph::default()
    };
    let opset_import = vec![OperatorSet { version: 21, ..OperatorSet::default() }];
    encode(&Model { ir_version: 10, opset_import, graph, ..Model::default() })
}

/// A tensor in a file of ONNX's.
fn tensor(numbers: &[f32]) -> Vec<u8> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let tensor = Tensor {
        dims: vec![i64::try_from(numbers.len()).unwrap()],
        data_type: DataType::Float,
        content: Content::Raw(&bytes),
        ..Tensor::default()
    };
    encode_value(&Value::Tensor(tensor))
}

/// A folder with the model `m.onnx` and its input `x.pb`; their paths.
fn folder(name: &str) -> (std::path::PathBuf, String, String) {
    let folder = scratch(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    fs::write(path("m.onnx"), sums()).unwrap();
    fs::write(path("x.pb"), tensor(&[1.0, 2.0])).unwrap();
    let (model, input) = (path("m.onnx"), format!("x={}", path("x.pb")));
    (folder, model, input)
}

#[test]
fn a_model_runs_and_its_outputs_are_compared() {
    let (folder, model, input) = folder("model-runs");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let shown = "y: Tensor dtype = f32, shape = [2], values = [2.200000e+01, 4.400000e+01]\n";
    for engine in ["executor", "jit"] {
        for threads in ["1", "2"] {
            let flags =
                ["run", &model, "--input", &input, "--engine", engine, "--threads", threads];
            assert_eq!(out(&tfrt(&flags, b"")), shown);
        }
    }
    // From standard input, and on other instructions.
    let bytes = fs::read(&model).unwrap();
    let flags = ["run", "-", "--input", &input, "--instructions", "scalar"];
    assert_eq!(out(&tfrt(&flags, &bytes)), shown);
    let ran = json(&tfrt(&[&flags[..], &["--json"]].concat(), &bytes));
    assert_eq!(ran["instructions"], "scalar");

    let y = path("y.npz");
    let written = tfrt(&["run", &model, "--input", &input, "--outputs", &y], b"");
    assert_eq!((out(&written).as_str(), written.status.code()), ("", Some(0)));
    let same = tfrt(&["run", &model, "--input", &input, "--expect", &y], b"");
    assert_eq!((err(&same).as_str(), same.status.code()), ("", Some(0)));
    fs::write(path("x2.pb"), tensor(&[1.0, 2.5])).unwrap();
    let other = format!("x={}", path("x2.pb"));
    let differs = tfrt(&["run", &model, "--input", &other, "--expect", &y], b"");
    let message =
        "tfrt: output 'y': 1 of 2 elements differ, the first at [1]: 4.5e1, expected 4.4e1\n";
    assert_eq!((err(&differs).as_str(), differs.status.code()), (message, Some(1)));
    let near = ["run", &model, "--input", &other, "--expect", &y, "--rtol", "0.1"];
    assert_eq!(tfrt(&near, b"").status.code(), Some(0));
}

#[test]
fn hashes_are_the_same_on_each_engine_and_differ_by_input() {
    let (folder, model, input) = folder("model-hashes");
    let hashes = |input: &str, more: &[&str]| {
        out(&tfrt(&[&["run", &model, "--input", input, "--hash=all"], more].concat(), b""))
    };
    let all = hashes(&input, &[]);
    let names: Vec<&str> = all.lines().map(|line| line.split(": ").next().unwrap()).collect();
    assert_eq!(names, ["m", "y"]);
    assert!(all.lines().all(|line| line.len() == 3 + 32), "{all}");
    for more in [["--engine", "jit"], ["--threads", "2"], ["--instructions", "scalar"]] {
        assert_eq!(hashes(&input, &more), all);
    }
    let outputs = tfrt(&["run", &model, "--input", &input, "--hash"], b"");
    assert_eq!(all.lines().last(), out(&outputs).lines().last());
    let x2 = folder.join("x2.pb");
    fs::write(&x2, tensor(&[1.0, 2.5])).unwrap();
    assert_ne!(hashes(&format!("x={}", x2.to_str().unwrap()), &[]), all);
}

#[test]
fn the_first_value_that_differs_is_named() {
    let (folder, model, input) = folder("model-diff");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    // Of the same graph, and of one whose weights are others.
    let theirs = path("theirs.npz");
    let every = |model: &str, input: &str| {
        let text = out(&tfrt(&["run", model, "--input", input, "--outputs", &theirs], b""));
        assert_eq!(text, "");
    };
    every(&model, &input);
    let equal = tfrt(&["diff", &model, "--input", &input, "--against", &theirs], b"");
    assert_eq!(out(&equal), "1 values are equal within the tolerances\n");
    fs::write(path("x2.pb"), tensor(&[1.0, 3.0])).unwrap();
    every(&model, &format!("x={}", path("x2.pb")));
    let differs = tfrt(&["diff", &model, "--input", &input, "--against", &theirs], b"");
    let message = "'y' is the first value that differs, after 0 that are equal: 1 of 2 elements differ, \
                   the first at [1]: 4.4e1, expected 4.6e1\n";
    assert_eq!((err(&differs).as_str(), differs.status.code()), (message, Some(1)));
    let alone = tfrt(&["diff", &model], b"");
    assert_eq!(alone.status.code(), Some(2));
}

#[test]
fn what_a_model_cannot_be_given_is_named() {
    let (folder, model, input) = folder("model-wrong");
    let wrong = folder.join("wrong.pb");
    fs::write(&wrong, tensor(&[1.0])).unwrap();
    let wrong = format!("x={}", wrong.to_str().unwrap());
    let z = input.replacen("x=", "z=", 1);
    let cases: [(&[&str], &str); 7] = [
        (&[], "tfrt: input 'x' is missing: x: f32 [2]\n"),
        (
            &["--input", &z],
            "tfrt: input 'x' is missing: x: f32 [2]\ntfrt: there is no input 'z', only 'x'\n",
        ),
        (&["--input", &wrong], "tfrt: input 'x' is f32 [1], expected x: f32 [2]\n"),
        (&["--input", "x"], "tfrt: --input is NAME=FILE, not 'x'\n"),
        (
            &["--input", &input, "--math=exacter"],
            "error: invalid value 'exacter' for '--math <exact|default|fast>': 'exacter' is none of exact, \
             default, fast\n\nFor more information, try '--help'.\n",
        ),
        (
            &["--bind", "n=2"],
            "error: 'n' is neither a symbol of the model nor INPUT.AXIS; the model has no symbols\n",
        ),
        (
            &["--input", "x=missing.pb"],
            "tfrt: missing.pb: No such file or directory (os error 2)\n",
        ),
    ];
    for (flags, message) in cases {
        let refused = tfrt(&[&["run", &model], flags].concat(), b"");
        assert!(err(&refused).ends_with(message), "{}", err(&refused));
        assert_eq!(refused.status.code(), Some(2), "{message}");
    }
}

#[test]
fn flags_of_programs_are_refused_with_models() {
    let (_, model, _) = folder("model-flags");
    let of = "of programs: a model has one function, takes --input and computes in --threads\n";
    let cases: [(&[&str], &str); 6] = [
        (&["run", "--functions=main"], "--functions is"),
        (&["run", "--arg=1", "--verify-diagnostics"], "--verify-diagnostics, --arg are"),
        (
            &["run", "--reference-output", "--init-function=f", "--print-error-code"],
            "--reference-output, --init-function, --print-error-code are",
        ),
        (
            &["run", "--work-queue=s", "--host-allocator=malloc", "--trace=text"],
            "--work-queue, --host-allocator, --trace are",
        ),
        (
            &["diff", "--functions=f", "--arg=1", "--init-function=g", "--work-queue=s"],
            "--functions, --arg, --init-function, --work-queue are",
        ),
        (
            &["bench", "--function=f", "--arg=1", "--work-queue=s"],
            "--function, --arg, --work-queue are",
        ),
    ];
    for (flags, message) in cases {
        let refused = tfrt(&[flags, &[&model]].concat(), b"");
        assert_eq!(err(&refused), format!("tfrt: {message} {of}"));
        assert_eq!(refused.status.code(), Some(2), "{message}");
    }
}

#[test]
fn what_is_wrong_with_another_form_of_a_model_names_its_file_once() {
    let (folder, model, input) = folder("model-forms");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (text, bef, wrong) = (path("m.mlir"), path("m.bef"), path("wrong.mlir"));
    for to in [&text, &bef] {
        assert_eq!(err(&tfrt(&["import", &model, "-o", to], b"")), "");
    }
    fs::write(&wrong, "func.func @main() {\n  none.such\n}\n").unwrap();
    for (file, flag, expected) in [
        (
            &text,
            "--bind=n=1",
            "error: sizes are bound, form and mode chosen, and every value made an output, of ONNX models only",
        ),
        (
            &text,
            "--hash=all",
            "error: sizes are bound, form and mode chosen, and every value made an output, of ONNX models only",
        ),
        (
            &bef,
            "--hash",
            "error: it is a BEF file, which has no names of inputs and outputs and is loaded by",
        ),
        (&wrong, "--hash", "error:"),
    ] {
        let refused = tfrt(&["run", file, "--input", &input, flag], b"");
        let text = err(&refused);
        assert!(text.starts_with(&format!("{file}:")) && text.contains(expected), "{text}");
        assert_eq!(
            (text.matches(file.as_str()).count(), refused.status.code()),
            (1, Some(2)),
            "{text}"
        );
    }
}

#[test]
fn large_constants_are_shown_by_name() {
    let digits = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/networks/digits.onnx");
    for (form, op) in [("ops", "nn.matmul %image"), ("graph", "nn.matmul.f32 %image")] {
        let shown = out(&tfrt(&["show", "--as", form, digits], b""));
        assert!(shown.len() < 4000 && shown.contains(op), "{shown}");
        assert!(shown.contains("dense_resource<w1> : tensor<784x64xf32>"), "{shown}");
        assert!(shown.contains("dense<[-0.0411200896, 0.284737021"), "{shown}");
    }
}

#[test]
fn a_model_is_described_measured_and_imported() {
    let (folder, model, input) = folder("model-info");
    let info = out(&tfrt(&["info", &model], b""));
    let expected = "ONNX model, format version 10\ninputs:\n  x: f32 [2]\noutputs:\n  y: f32 [2]\n\
                    operators:\n  Add x2 (ai.onnx 21)\nweights: 1 tensors of 2 elements, 8 bytes\n";
    assert_eq!(info, expected);
    let measured = out(&tfrt(&["bench", &model, "--input", &input, "--json"], b""));
    let measured: serde_json::Value = serde_json::from_str(&measured).unwrap();
    for field in ["ms_min", "ms_median", "runs", "load_to_first_result_ms"] {
        assert!(measured[field].as_f64().is_some_and(|it| it > 0.0), "{field}: {measured}");
    }
    // The elements are few, so no file of weights is needed.
    let text = folder.join("m.mlir").to_str().unwrap().to_owned();
    assert_eq!(err(&tfrt(&["import", &model, "-o", &text], b"")), "");
    assert!(!folder.join("m.weights").exists());
    let shown = "y: Tensor dtype = f32, shape = [2], values = [2.200000e+01, 4.400000e+01]\n";
    assert_eq!(out(&tfrt(&["run", &text, "--input", &input], b"")), shown);
}

#[test]
fn everything_that_is_not_supported_is_listed_at_once() {
    let node = |op_type, name, input, output| Node {
        op_type,
        name,
        input: vec![input],
        output: vec![output],
        ..Node::default()
    };
    let graph = Graph {
        node: vec![
            node("Bernoulli", "first", "x", "a"),
            node("Relu", "fine", "a", "b"),
            node("Multinomial", "second", "b", "c"),
            node("Nonsense", "third", "c", "y"),
        ],
        input: vec![floats("x")],
        output: vec![floats("y")],
        ..Graph::default()
    };
    let opset_import = vec![OperatorSet { version: 21, ..OperatorSet::default() }];
    let model = encode(&Model { ir_version: 10, opset_import, graph, ..Model::default() });
    let refused = tfrt(&["run", "-"], &model);
    let text = err(&refused);
    assert_eq!((text.lines().count(), refused.status.code()), (3, Some(2)), "{text}");
    for ((node, operator), line) in
        [("first", "Bernoulli"), ("second", "Multinomial"), ("third", "Nonsense")]
            .iter()
            .zip(text.lines())
    {
        assert!(line.contains(node) && line.contains(operator) && line.contains("21"), "{line}");
    }
    let info = out(&tfrt(&["info", "-"], &model));
    assert!(info.contains("not supported:\n") && info.contains("Multinomial"), "{info}");
}
