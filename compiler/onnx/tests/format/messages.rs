//! What the decoder makes of messages: protobuf's rules, ONNX's own, and errors with their places.

use crate::support::{bytes, float, int, message, model, tag, varint};
use crate::{decoded, refusal, refused};
use tfrt_onnx::{
    Attribute, AttributeKind, AttributeValue, Content, DataType, Limits, Size, Tensor, Type,
    TypeKind, decode, decode_tensor, decode_value, encode, looks_like_model,
};

/// The value of the only attribute of the only node, whose fields these are.
#[track_caller]
fn attribute(fields: &[Vec<u8>]) -> Result<AttributeValue<'static>, String> {
    let file = model(&[message(1, &[message(5, fields)])]).leak();
    match decode(file, &Limits::default()) {
        Ok(model) => Ok(model.graph.node[0].attribute[0].value.clone()),
        Err(error) => Err(error.to_string()),
    }
}

fn tensor(fields: &[Vec<u8>]) -> Tensor<'static> {
    decode_tensor(fields.concat().leak(), &Limits::default()).unwrap()
}

#[test]
fn unknown_fields_are_skipped() {
    let group = [tag(77, 3), int(1, 5), tag(78, 3), bytes(2, "x"), tag(78, 4), tag(77, 4)].concat();
    let eight = [tag(50, 1), vec![0; 8]].concat();
    let unknown = [int(100, -1), eight, bytes(101, "text"), float(102, 1.0), group].concat();
    let node = message(1, &[unknown.clone(), bytes(4, "Relu"), unknown.clone()]);
    let file = [unknown.clone(), model(&[unknown.clone(), node, unknown])].concat();
    let model = decoded(&file);
    assert_eq!(model.graph.node[0].op_type, "Relu");
    assert_eq!(model.graph.node.len(), 1);
    // What the format says of training and of devices.
    let file = [file, bytes(20, "\x0A\x00"), bytes(26, "")].concat();
    assert_eq!(decoded(&file).graph.node.len(), 1);
}

#[test]
fn repeated_numbers_may_be_packed_or_not() {
    let packed = [varint(1), varint(300), varint(u64::MAX)].concat();
    let fields = [int(8, 7), bytes(8, &packed), int(8, -9), bytes(8, ""), int(20, 7)];
    assert_eq!(attribute(&fields), Ok(AttributeValue::Ints(vec![7, 1, 300, -1, -9])));
    let floats = [1.5_f32.to_le_bytes(), 2.5_f32.to_le_bytes()].concat();
    let fields = [float(7, 0.5), bytes(7, &floats), float(7, -0.0), int(20, 6)];
    assert_eq!(attribute(&fields), Ok(AttributeValue::Floats(vec![0.5, 1.5, 2.5, -0.0])));
    let fields = [int(1, 2), bytes(1, varint(3)), int(1, 4), int(5, -1), bytes(5, packed)];
    let found = tensor(&fields);
    assert_eq!(found.dims, [2, 3, 4]);
    let Content::Int32s(numbers) = found.content else { panic!("{found:?}") };
    // An integer of 32 bits is the low half of what is written.
    assert_eq!(numbers.iter().collect::<Vec<_>>(), [-1, 1, 300, -1]);
    assert_eq!((numbers.len(), numbers.is_empty()), (4, false));
}

#[test]
fn the_last_scalar_counts_and_messages_are_merged() {
    let first = model(&[bytes(2, "a"), message(1, &[bytes(4, "Relu")])]);
    let second = model(&[message(1, &[bytes(4, "Neg"), bytes(4, "Abs")]), bytes(2, "b")]);
    let file = [first, second, int(1, 11)].concat();
    let model = decoded(&file);
    assert_eq!((model.ir_version, model.graph.name), (11, "b"));
    let operators: Vec<_> = model.graph.node.iter().map(|node| node.op_type).collect();
    assert_eq!(operators, ["Relu", "Abs"]);
    let parts = [message(5, &[int(1, 2)]), message(5, &[int(1, 3), int(2, 1)]), int(20, 4)];
    let Ok(AttributeValue::Tensor(found)) = attribute(&parts) else { panic!("no tensor") };
    assert_eq!((found.dims.clone(), found.data_type), (vec![2, 3], DataType::Float));
}

#[test]
fn of_several_fields_the_last_counts() {
    let value = |fields: &[Vec<u8>]| {
        let file = model(&[message(11, &[bytes(1, "x"), message(2, fields)])]).leak();
        decoded(file).graph.input[0].ty.clone().unwrap()
    };
    let whole = message(1, &[int(1, 1), message(2, &[message(1, &[int(1, 5), bytes(2, "n")])])]);
    let TypeKind::Tensor(found) = value(&[whole]).kind else { panic!("no tensor") };
    assert_eq!(found.shape.unwrap().dim[0].size, Size::Symbol("n"));
    // The same field again is merged.
    let parts = [message(1, &[int(1, 1)]), message(1, &[message(2, &[message(1, &[])])])];
    let TypeKind::Tensor(found) = value(&parts).kind else { panic!("no tensor") };
    assert_eq!(found.elem_type, DataType::Float);
    assert_eq!(found.shape.unwrap().dim[0].size, Size::Unknown);
    // Another one takes its place, and an earlier part is gone.
    let parts = [message(1, &[int(1, 1)]), message(4, &[]), message(1, &[])];
    let TypeKind::Tensor(found) = value(&parts).kind else { panic!("no tensor") };
    assert_eq!((found.elem_type, found.shape), (DataType::Undefined, None));
}

#[test]
fn texts_and_elements_are_the_files_own() {
    let fields = [bytes(8, "weights"), bytes(9, [1, 2, 3, 4]), int(2, 1), int(1, 1)];
    let file = fields.concat();
    let found = decode_tensor(&file, &Limits::default()).unwrap();
    let inside = |part: &[u8]| file.as_ptr_range().contains(&part.as_ptr());
    assert!(inside(found.name.as_bytes()));
    let Content::Raw(raw) = found.content else { panic!("{found:?}") };
    assert!(inside(raw));
    let file = [int(1, 2), int(2, 1), bytes(4, [0; 8])].concat();
    let found = decode_tensor(&file, &Limits::default()).unwrap();
    let Content::Floats(numbers) = &found.content else { panic!("{found:?}") };
    assert!(file.as_ptr_range().contains(&numbers.bytes().as_ptr()));
}

#[test]
fn an_attribute_has_the_value_of_its_type() {
    // Types came with a later version, and some writers leave defaults out.
    assert_eq!(attribute(&[int(3, 5)]), Ok(AttributeValue::Int(5)));
    assert_eq!(attribute(&[int(20, 1)]), Ok(AttributeValue::Float(0.0)));
    assert_eq!(attribute(&[int(20, 3)]), Ok(AttributeValue::String(b"")));
    assert_eq!(attribute(&[int(20, 7)]), Ok(AttributeValue::Ints(Vec::new())));
    assert_eq!(attribute(&[bytes(4, [0xFF])]), Ok(AttributeValue::String(&[0xFF])));
    let reference = AttributeValue::Reference { name: "outer", kind: AttributeKind::Int };
    assert_eq!(attribute(&[bytes(21, "outer"), int(20, 2)]), Ok(reference));
    let wrong = |fields: &[Vec<u8>]| {
        let message = attribute(fields).unwrap_err();
        message.split_once("is unclear: ").unwrap().1.to_owned()
    };
    assert_eq!(wrong(&[int(20, 7), int(3, 1)]), "it has the type INTS, but a value in 'i'");
    assert_eq!(wrong(&[float(2, 1.0), int(3, 1)]), "it has the type FLOAT, but a value in 'i'");
    assert_eq!(wrong(&[int(20, 5)]), "it has the type GRAPH, but no value");
    assert_eq!(wrong(&[bytes(1, "x")]), "it has neither type nor value");
    let both = [bytes(21, "outer"), int(3, 1)];
    assert_eq!(wrong(&both), "it refers to another attribute, but has a value in 'i'");
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let nodes = |node: &[Vec<u8>]| model(&[message(1, &[]), message(1, node)]);
    let named = |fields: &[Vec<u8>]| nodes(&[message(5, &[]), message(5, fields)]);
    // Before the attribute without a value, the one under test.
    let inner = |fields: &[Vec<u8>]| nodes(&[message(5, fields)]);
    for (file, expected) in [
        (vec![], "byte 0: the model's ir_version is 0, not one of 1 to 14"),
        (int(1, 15), "byte 0: the model's ir_version is 15, not one of 1 to 14"),
        (int(1, -1), "byte 0: the model's ir_version is -1, not one of 1 to 14"),
        (int(1, 7), "byte 0: the model has no graph"),
        (vec![0x00], "byte 0: no field of protobuf starts here"),
        (vec![0x0E], "byte 0: no field of protobuf starts here"),
        (varint(1 << 40), "byte 0: no field of protobuf starts here"),
        (vec![0x08], "byte 1: ir_version: the data ends inside an integer"),
        (
            [&[0x08][..], &[0xFF; 9], &[0x02]].concat(),
            "byte 1: ir_version: an integer has more than 64 bits",
        ),
        (bytes(1, "x"), "byte 0: ir_version: expected a varint, found bytes with a length"),
        (tag(3, 4), "byte 0: producer_version: expected bytes with a length, found a group"),
        (tag(99, 4), "byte 0: a group ends that did not start"),
        ([tag(99, 3), tag(98, 4)].concat(), "byte 2: a group ends that did not start"),
        (tag(99, 1), "byte 2: the data ends: 8 bytes are needed, 0 are left"),
        (nodes(&[bytes(3, [b'a', 0xFF])]), "byte 11: graph.node[1].name: the text is not UTF-8"),
        (
            nodes(&[bytes(1, "a"), bytes(1, [0xC3])]),
            "byte 13: graph.node[1].input[1]: the text is not UTF-8",
        ),
        (nodes(&[vec![0x1A, 9]]), "byte 10: graph.node[1].name: 9 bytes are announced, 0 are left"),
        (
            inner(&[int(20, 15)]),
            "byte 12: graph.node[1].attribute[0].type: ONNX has no type of attributes 15",
        ),
        (
            named(&[int(3, 1)]),
            "byte 10: graph.node[1].attribute[0]: attribute '' is unclear: it has neither type nor \
             value",
        ),
        (
            inner(&[message(5, &[int(2, 29)])]),
            "byte 13: graph.node[1].attribute[0].t.data_type: ONNX has no element type 29",
        ),
        (
            inner(&[message(5, &[bytes(9, "ab"), bytes(4, [0; 4])])]),
            "byte 16: graph.node[1].attribute[0].t.float_data: the tensor has elements in raw_data \
             too",
        ),
        (
            inner(&[message(5, &[bytes(4, [0; 5])])]),
            "byte 14: graph.node[1].attribute[0].t.float_data: the data ends inside a number",
        ),
        (
            inner(&[bytes(8, [1, 0x80])]),
            "byte 14: graph.node[1].attribute[0].ints[1]: the data ends inside an integer",
        ),
        (
            model(&[message(5, &[int(14, 2)])]),
            "byte 7: graph.initializer[0].data_location: ONNX has no location of data 2",
        ),
    ] {
        assert_eq!(refusal(&file), expected, "{file:?}");
    }
}

/// An attribute with a graph in it, in a node of a graph, and so on.
fn nested_graphs(depth: usize) -> Vec<u8> {
    let mut graph = Vec::new();
    for _ in 0..depth {
        graph = message(1, &[message(5, &[bytes(6, graph)])]);
    }
    model(&[graph])
}

/// Sequences of sequences of tensors.
fn nested_types(depth: usize) -> Vec<u8> {
    let mut ty = message(1, &[]);
    for _ in 0..depth {
        ty = message(4, &[bytes(1, ty)]);
    }
    model(&[message(11, &[bytes(2, ty)])])
}

#[test]
fn levels_have_a_limit() {
    // The graph, and three for each graph inside.
    let (deepest, deeper) = (nested_graphs(33), nested_graphs(34));
    decoded(&deepest);
    assert!(refusal(&deeper).ends_with("messages are nested too deep"), "{}", refusal(&deeper));
    let limits = Limits { nesting: 1 << 30, ..Limits::default() };
    assert!(decode(&deeper, &limits).is_err(), "no limit is above the greatest");
    let limits = Limits { nesting: 4, ..Limits::default() };
    assert!(decode(&nested_graphs(1), &limits).is_ok());
    assert!(decode(&nested_graphs(2), &limits).is_err());
    decoded(&nested_types(48));
    assert!(refusal(&nested_types(49)).ends_with("messages are nested too deep"));
    for (count, fits) in [(100, true), (101, false)] {
        let groups = [tag(99, 3).repeat(count), tag(99, 4).repeat(count)].concat();
        let file = [model(&[]), groups].concat();
        assert_eq!(decode(&file, &Limits::default()).is_ok(), fits, "{count}");
    }
    let model = decoded(&deepest);
    assert_eq!(decoded(&encode(&model)), model);
}

/// Threads of servers and of engines have small stacks.
#[test]
fn the_deepest_model_needs_little_stack() {
    let work = || {
        for file in [nested_graphs(33), nested_types(48)] {
            let model = decoded(&file);
            assert_eq!(decoded(&encode(&model)), model.clone());
            assert!(!format!("{model:?}").is_empty());
        }
    };
    let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(work).unwrap();
    thread.join().unwrap();
}

#[test]
fn counts_have_limits() {
    let node = message(1, &[bytes(2, "a"), bytes(2, "b")]);
    let file = model(&[node.repeat(5), message(11, &[]), message(5, &[])]);
    let default = Limits::default();
    for (limits, what) in [
        (Limits { nodes: 4, ..default }, "graph.node[4]: there are more than 4 nodes"),
        (Limits { values: 9, ..default }, "graph.node[4]: there are more than 9 values"),
        (Limits { values: 10, ..default }, "graph.input[0]: there are more than 10 values"),
        (Limits { values: 11, ..default }, "graph.initializer[0]: there are more than 11 values"),
        (
            Limits { file: file.len() - 1, ..default },
            "byte 0: the file has 48 bytes; 47 are allowed",
        ),
    ] {
        let found = refused(decode(&file, &limits));
        assert!(found.ends_with(what), "{found}");
    }
    let enough = Limits { nodes: 5, values: 12, file: file.len(), ..default };
    assert!(decode(&file, &enough).is_ok());
}

#[test]
fn a_model_is_told_from_text_and_bef() {
    let file = model(&[message(1, &[bytes(4, "Relu")])]);
    for length in 1..=file.len() {
        assert!(looks_like_model(&file[..length]), "a part of {length} bytes");
    }
    // In another order.
    assert!(looks_like_model(&[bytes(2, "me"), message(7, &[]), int(1, 7)].concat()));
    assert!(looks_like_model(&[message(7, &[]), int(1, 7)].concat()));
    for other in [
        "",
        "\n",
        "module {\n}\n",
        "// -----\n",
        "\"builtin.module\"() ({\n}) : () -> ()\n",
        "  func.func @main() -> i32 {\n",
        "\t",
        "#map = affine_map<() -> ()>",
        "{-# external_resources: {} #-}",
        "\u{FEFF}module",
    ] {
        assert!(!looks_like_model(other.as_bytes()), "{other:?}");
    }
    assert!(!looks_like_model(&[0x0B, 0xEF, 1, 2]));
    assert!(!looks_like_model(b"ML\xEFR"));
}

#[test]
fn a_value_is_read_by_its_type() {
    let limits = Limits::default();
    let file = [bytes(1, "s"), int(2, 1), message(3, &[int(1, 2)])].concat();
    let ty = |kind| Type { denotation: "", kind };
    let sequence = ty(TypeKind::Sequence(Default::default()));
    let tfrt_onnx::Value::Sequence(found) = decode_value(&file, &sequence, &limits).unwrap() else {
        panic!("no sequence")
    };
    assert_eq!((found.name, found.tensor_values[0].dims.clone()), ("s", vec![2]));
    let optional = ty(TypeKind::Optional(Default::default()));
    let tfrt_onnx::Value::Optional(found) = decode_value(&file, &optional, &limits).unwrap() else {
        panic!("no optional")
    };
    assert_eq!(found.tensor_value.unwrap().dims, [2]);
    let missing = refused(decode_value(&file, &Type::default(), &limits));
    assert_eq!(missing, "byte 0: a value without a known type cannot be read");
    // The bytes of a tensor do not say that they are not a sequence.
    let file = [int(1, 2), int(1, 3)].concat();
    let wrong = refused(decode_value(&file, &sequence, &limits));
    assert_eq!(wrong, "byte 0: name: expected bytes with a length, found a varint");
}

#[test]
fn what_is_empty_comes_back() {
    // A model has a graph, also one of nothing; an input without a type is not one of an empty type.
    let typed = |fields: &[Vec<u8>]| model(&[message(11, fields)]);
    for file in [model(&[]), typed(&[message(2, &[])]), typed(&[])] {
        let found = decoded(&file);
        assert_eq!(encode(&found), file);
    }
    let shapes = [message(1, &[]), message(1, &[message(2, &[])])];
    for shape in shapes {
        let file = typed(&[message(2, &[shape])]);
        assert_eq!(encode(&decoded(&file)), file);
    }
    let attribute = |fields: &[Vec<u8>]| model(&[message(1, &[message(5, fields)])]);
    for (kind, value) in [
        (1, float(2, 0.0)),
        (2, int(3, 0)),
        (3, bytes(4, "")),
        (4, bytes(5, "")),
        (5, bytes(6, "")),
    ] {
        let file = attribute(&[int(20, kind), value]);
        assert_eq!(encode(&decoded(&file)), file);
    }
    let file = model(&[message(5, &[bytes(9, "")])]);
    assert_eq!(encode(&decoded(&file)), file);
}

#[test]
fn places_are_no_part_of_messages() {
    let attribute = |offset| Attribute { offset: tfrt_onnx::Offset(offset), ..Default::default() };
    assert_eq!(attribute(1), attribute(2));
    let file = model(&[bytes(99, "pad"), message(1, &[bytes(3, "n")])]);
    assert_eq!(decoded(&file).graph.node[0].offset.0, 12);
}
