//! Tensors whose elements are in other files.

use crate::support::{constants, errors, imported, model, node, value};
use std::cell::RefCell;
use std::ops::Range;
use tfrt_bef::Blob;
use tfrt_onnx::{
    Attribute, AttributeValue, DataLocation, DataType, Entry, Graph, ImportOptions, Limits, Model,
    Tensor,
};

fn outside(
    name: &'static str,
    data_type: DataType,
    size: i64,
    entries: &[(&'static str, &'static str)],
) -> Tensor<'static> {
    Tensor {
        name,
        dims: vec![size],
        data_type,
        data_location: DataLocation::External,
        external_data: entries.iter().map(|&(key, value)| Entry { key, value }).collect(),
        ..Tensor::default()
    }
}

/// A model with these initializers and one such Constant, each of which is used.
fn using(initializers: Vec<Tensor<'static>>, constant: Tensor<'static>) -> Model<'static> {
    let value_of = AttributeValue::Tensor(Box::new(constant));
    let attribute = Attribute { name: "value", value: value_of, ..Attribute::default() };
    let mut of_node = node("c", "Constant", &[], &["k"]);
    of_node.attribute.push(attribute);
    let mut nodes = vec![of_node];
    for tensor in &initializers {
        nodes.push(node("", "Add", &["k", tensor.name], &["y"]));
    }
    let graph = Graph {
        node: nodes,
        initializer: initializers,
        output: vec![value("y", &[2])],
        ..Graph::default()
    };
    model(21, graph)
}

#[test]
fn elements_of_other_files_are_shared_with_them() {
    let file = Blob::from((0..64).collect::<Vec<u8>>());
    let asked = RefCell::new(0);
    let read = |path: &str, range: Range<u64>| {
        *asked.borrow_mut() += 1;
        assert_eq!(path, "w.bin");
        Ok(file.part(range.start as usize..range.end as usize).unwrap())
    };
    let w = [("location", "w.bin"), ("offset", "8")];
    let k = [("location", "w.bin"), ("offset", "32"), ("length", "8")];
    let tensors = vec![outside("a", DataType::Float, 2, &w), outside("b", DataType::Float, 2, &w)];
    let model = using(tensors, outside("", DataType::Float, 2, &k));
    let module = imported(&model, &ImportOptions::new().files(&read)).unwrap();
    // A Constant's elements, and one value for each initializer.
    let mut starts: Vec<usize> = constants(&module)
        .iter()
        .map(|data| data.bytes().as_ptr().addr() - file.bytes().as_ptr().addr())
        .collect();
    starts.sort_unstable();
    starts.dedup();
    assert_eq!(starts, [8, 32]);
    assert_eq!(*asked.borrow(), 2);
}

#[test]
fn everything_wrong_with_tensors_is_said_at_once() {
    let float = |name, entries: &[_]| outside(name, DataType::Float, 2, entries);
    let tensors = || {
        vec![
            float("a", &[("location", "w.bin")]),
            float("b", &[("location", "../w.bin")]),
            float("c", &[("location", "w.bin"), ("length", "7")]),
            outside("d", DataType::Bool, 2, &[("location", "w.bin"), ("offset", "6")]),
            outside("e", DataType::Int4, 2, &[]),
        ]
    };
    let constant = || float("f", &[("location", "missing")]);
    let without = |errors: Vec<String>| -> Vec<String> {
        let text = |it: String| {
            it.split_once("tensor").map_or(it.clone(), |(_, it)| format!("tensor{it}"))
        };
        errors.into_iter().map(text).collect()
    };
    let [b, c, e] = [
        "tensor 'b': '../w.bin' is not a path below the model's folder",
        "tensor 'c': it has 7 bytes in 'w.bin'; the shape needs 8",
        "tensor 'e' of type INT4 is not supported",
    ];
    let no_folder = |name, bytes, file| {
        format!(
            "tensor '{name}': bytes {bytes} of '{file}': elements are in another file, and no folder is \
             given"
        )
    };
    let expected = [
        no_folder("a", "0 to 8", "w.bin"),
        b.to_owned(),
        c.to_owned(),
        no_folder("d", "6 to 8", "w.bin"),
        e.to_owned(),
        no_folder("f", "0 to 8", "missing"),
    ];
    assert_eq!(without(errors(&using(tensors(), constant()))), expected);
    let read = |path: &str, _: Range<u64>| match path {
        "w.bin" => Ok(Blob::from(vec![0, 2])),
        _ => Err("there is no such file".to_owned()),
    };
    let model = using(tensors(), constant());
    let found = imported(&model, &ImportOptions::new().files(&read)).unwrap_err();
    let expected = [
        "tensor 'a': bytes 0 to 8 of 'w.bin': 2 bytes were read",
        b,
        c,
        "tensor 'd': element 1 of type BOOL is neither 0 nor 1",
        e,
        "tensor 'f': bytes 0 to 8 of 'missing': there is no such file",
    ];
    assert_eq!(without(found), expected);
}

#[test]
fn limits_hold_for_what_is_in_other_files() {
    let read =
        |_: &str, range: Range<u64>| Ok(Blob::from(vec![0; (range.end - range.start) as usize]));
    let model = using(
        vec![outside("a", DataType::Float, 2, &[("location", "w.bin")])],
        outside("k", DataType::Float, 2, &[("location", "k.bin")]),
    );
    let options = |tensor_bytes| {
        ImportOptions::new().limits(Limits { tensor_bytes, ..Limits::default() }).files(&read)
    };
    assert!(imported(&model, &options(16)).is_ok());
    let errors = imported(&model, &options(15)).unwrap_err();
    let what = "the model has more than 15 bytes in other files";
    assert_eq!(errors.len(), 1);
    assert!(errors[0].starts_with("node 'c': byte ") && errors[0].ends_with(what), "{errors:?}");
}
