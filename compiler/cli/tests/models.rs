//! Models in files, with what lies beside them.

mod common;

use common::{err, out, scratch, tfrt};
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
