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
