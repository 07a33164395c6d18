//! Reads ONNX's own files, and models at random, as Python's protobuf and numpy do: says of each file in
//! `TFRT_ONNX_FILES` what our decoder reads in it, in the words of `onnx/files.py`, which wrote it.
//! `cargo xtask onnx` makes the file and runs this test.

use std::collections::BTreeMap;
use tfrt_codegen_tests::cases::Reader;
use tfrt_onnx::{
    Attribute, AttributeValue, Data, Dimension, Entry, Function, Graph, Limits, Map, Model, Node,
    OperatorSet, Optional, Sequence, Size, SparseTensor, Tensor, Type, TypeKind, Value, ValueInfo,
    decode, decode_value, encode, encode_value, looks_like_model,
};

/// A text in quotes, with everything but plain characters as bytes.
fn text(bytes: impl AsRef<[u8]>) -> String {
    let plain = |&byte: &u8| match byte {
        b'"' | b'\\' => format!("\\{byte:02x}"),
        32..127 => char::from(byte).to_string(),
        _ => format!("\\{byte:02x}"),
    };
    let inner: String = bytes.as_ref().iter().map(plain).collect();
    format!("\"{inner}\"")
}

fn list<T>(values: impl IntoIterator<Item = T>, write: impl Fn(T) -> String) -> String {
    let values: Vec<_> = values.into_iter().map(write).collect();
    format!("[{}]", values.join(", "))
}

fn texts<T: AsRef<[u8]>>(values: &[T]) -> String {
    list(values, text)
}

fn numbers(values: &[i64]) -> String {
    list(values, i64::to_string)
}

fn bits(value: f32) -> String {
    hex(&value.to_le_bytes())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Bytes: all of them if they are few, else their number and a checksum (Adler's).
fn data(bytes: &[u8]) -> String {
    if bytes.len() <= 256 {
        return hex(bytes);
    }
    let (mut a, mut b) = (1_u32, 0_u32);
    for &byte in bytes {
        a = (a + u32::from(byte)) % 65521;
        b = (b + a) % 65521;
    }
    format!("{} bytes {:08x}", bytes.len(), b << 16 | a)
}

fn entries(values: &[Entry<'_>]) -> String {
    let one = |it: &Entry<'_>| format!("{}: {}", text(it.key), text(it.value));
    format!("{{{}}}", values.iter().map(one).collect::<Vec<_>>().join(", "))
}

fn operators(values: &[OperatorSet<'_>]) -> String {
    let one = |it: &OperatorSet<'_>| format!("{}: {}", text(it.domain), it.version);
    format!("{{{}}}", values.iter().map(one).collect::<Vec<_>>().join(", "))
}

fn type_text(ty: &Type<'_>) -> String {
    let inner = |ty: &Option<Box<Type<'_>>>| ty.as_deref().map_or("none".to_owned(), type_text);
    let found = match &ty.kind {
        TypeKind::Missing => "none".to_owned(),
        TypeKind::Tensor(it) | TypeKind::SparseTensor(it) => {
            let sparse = if matches!(ty.kind, TypeKind::Tensor(_)) { "" } else { "sparse_" };
            let shape = it.shape.as_ref();
            let shape = shape.map_or("*".to_owned(), |shape| list(&shape.dim, dimension));
            format!("{sparse}tensor_type({} {shape})", it.elem_type)
        }
        TypeKind::Sequence(it) => format!("sequence_type({})", inner(&it.elem_type)),
        TypeKind::Optional(it) => format!("optional_type({})", inner(&it.elem_type)),
        TypeKind::Map(it) => format!("map_type({} {})", it.key_type, inner(&it.value_type)),
        TypeKind::Opaque(it) => format!("opaque_type({} {})", text(it.domain), text(it.name)),
    };
    found + &text(ty.denotation)
}

fn dimension(dim: &Dimension<'_>) -> String {
    let size = match dim.size {
        Size::Unknown => "?".to_owned(),
        Size::Value(value) => value.to_string(),
        Size::Symbol(symbol) => text(symbol),
    };
    size + &text(dim.denotation)
}

/// Lines with a depth each.
struct Writer<'n> {
    /// The file's name, for failures.
    name: &'n str,
    lines: Vec<String>,
    depth: usize,
    tensors: usize,
    nodes: usize,
}

impl<'n> Writer<'n> {
    fn new(name: &'n str) -> Self {
        Writer { name, lines: Vec::new(), depth: 0, tensors: 0, nodes: 0 }
    }

    fn line(&mut self, words: &[&str]) {
        self.lines.push("  ".repeat(self.depth) + &words.join(" "));
    }

    fn inner<'t, T: 't>(
        &mut self,
        values: impl IntoIterator<Item = &'t T>,
        write: fn(&mut Self, &T),
    ) {
        self.depth += 1;
        values.into_iter().for_each(|value| write(self, value));
        self.depth -= 1;
    }

    fn tensor(&mut self, it: &Tensor<'_>) {
        self.tensors += 1;
        let (ty, dims) = (it.data_type.name(), numbers(&it.dims));
        let (doc, props) = (text(it.doc_string), entries(&it.metadata_props));
        self.line(&["tensor", &text(it.name), ty, &dims, &doc, &props]);
        self.depth += 1;
        let name = self.name;
        let elements = it.elements(&Limits::default());
        let elements = elements.unwrap_or_else(|error| panic!("{name}: {error}"));
        match elements.data {
            Data::Unsupported => {
                let strings = match &it.content {
                    tfrt_onnx::Content::Strings(strings) => texts(strings),
                    _ => "[]".to_owned(),
                };
                self.line(&["unsupported", &strings]);
            }
            Data::External(it) => {
                let (start, end) = (it.range.start.to_string(), it.range.end.to_string());
                self.line(&["outside", &text(it.location), &start, &end]);
            }
            Data::Bytes(bytes) => self.line(&["elements", &data(&bytes)]),
        }
        self.depth -= 1;
    }

    fn sparse(&mut self, it: &SparseTensor<'_>) {
        self.line(&["sparse", &numbers(&it.dims)]);
        self.inner(it.values.as_deref(), Self::tensor);
        self.inner(it.indices.as_deref(), Self::tensor);
    }

    fn value(&mut self, it: &ValueInfo<'_>) {
        let ty = it.ty.as_ref().map_or("untyped".to_owned(), type_text);
        let (doc, props) = (text(it.doc_string), entries(&it.metadata_props));
        self.line(&["value", &text(it.name), &ty, &doc, &props]);
    }

    fn attribute(&mut self, it: &Attribute<'_>) {
        let kind = it.value.kind().name();
        let (name, doc) = (text(it.name), text(it.doc_string));
        let value = match &it.value {
            AttributeValue::Reference { name, .. } => format!("of {}", text(name)),
            AttributeValue::Float(value) => bits(*value),
            AttributeValue::Int(value) => value.to_string(),
            AttributeValue::String(value) => text(value),
            AttributeValue::Type(value) => type_text(value),
            AttributeValue::Floats(values) => list(values, |value| bits(*value)),
            AttributeValue::Ints(values) => numbers(values),
            AttributeValue::Strings(values) => texts(values),
            AttributeValue::Types(values) => list(values, type_text),
            _ => String::new(),
        };
        let words = ["attribute", &name, kind, &doc, &value];
        self.line(if value.is_empty() { &words[..4] } else { &words });
        match &it.value {
            AttributeValue::Tensor(value) => self.inner([&**value], Self::tensor),
            AttributeValue::Tensors(values) => self.inner(values, Self::tensor),
            AttributeValue::Graph(value) => self.inner([&**value], Self::graph),
            AttributeValue::Graphs(values) => self.inner(values, Self::graph),
            AttributeValue::SparseTensor(value) => self.inner([&**value], Self::sparse),
            AttributeValue::SparseTensors(values) => self.inner(values, Self::sparse),
            _ => {}
        }
    }

    fn node(&mut self, it: &Node<'_>) {
        self.nodes += 1;
        let [op, domain, overload, name, doc] =
            [it.op_type, it.domain, it.overload, it.name, it.doc_string].map(text);
        self.line(&["node", &op, &domain, &overload, &name, &doc]);
        self.line(&[" ", &texts(&it.input), &texts(&it.output), &entries(&it.metadata_props)]);
        self.inner(&it.attribute, Self::attribute);
    }

    fn graph(&mut self, it: &Graph<'_>) {
        let (doc, props) = (text(it.doc_string), entries(&it.metadata_props));
        self.line(&["graph", &text(it.name), &doc, &props]);
        self.inner(&it.input, Self::value);
        self.inner(&it.output, Self::value);
        self.inner(&it.value_info, Self::value);
        self.inner(&it.initializer, Self::tensor);
        self.inner(&it.sparse_initializer, Self::sparse);
        self.inner(&it.node, Self::node);
    }

    fn function(&mut self, it: &Function<'_>) {
        let [name, domain, overload, doc] =
            [it.name, it.domain, it.overload, it.doc_string].map(text);
        self.line(&["function", &name, &domain, &overload, &doc]);
        let attributes = texts(&it.attribute);
        let props = entries(&it.metadata_props);
        self.line(&[" ", &texts(&it.input), &texts(&it.output), &attributes, &props]);
        self.line(&[" ", &operators(&it.opset_import)]);
        self.inner(&it.attribute_proto, Self::attribute);
        self.inner(&it.value_info, Self::value);
        self.inner(&it.node, Self::node);
    }

    fn model(&mut self, it: &Model<'_>) {
        let (version, props) = (it.ir_version.to_string(), entries(&it.metadata_props));
        self.line(&["model", &version, &operators(&it.opset_import), &props]);
        let [name, tool, domain] = [it.producer_name, it.producer_version, it.domain].map(text);
        self.line(&[" ", &name, &tool, &domain, &it.model_version.to_string()]);
        self.line(&[" ", &text(it.doc_string)]);
        self.graph(&it.graph);
        self.inner(&it.functions, Self::function);
    }

    fn sequence(&mut self, it: &Sequence<'_>) {
        self.line(&["sequence", &text(it.name), &it.elem_type.number().to_string()]);
        self.inner(&it.tensor_values, Self::tensor);
        self.inner(&it.sparse_tensor_values, Self::sparse);
        self.inner(&it.sequence_values, Self::sequence);
        self.inner(&it.map_values, Self::map);
        self.inner(&it.optional_values, Self::optional);
    }

    fn map(&mut self, it: &Map<'_>) {
        let (key, keys) = (it.key_type.name(), numbers(&it.keys));
        self.line(&["map", &text(it.name), key, &keys, &texts(&it.string_keys)]);
        self.inner(it.values.as_deref(), Self::sequence);
    }

    fn optional(&mut self, it: &Optional<'_>) {
        self.line(&["optional", &text(it.name), &it.elem_type.number().to_string()]);
        self.inner(it.tensor_value.as_deref(), Self::tensor);
        self.inner(it.sparse_tensor_value.as_deref(), Self::sparse);
        self.inner(it.sequence_value.as_deref(), Self::sequence);
        self.inner(it.map_value.as_deref(), Self::map);
        self.inner(it.optional_value.as_deref(), Self::optional);
    }

    /// Reads a file of that kind, says what it is, and gives the bytes that our encoder makes of it.
    fn file(&mut self, kind: &str, file: &[u8]) -> Vec<u8> {
        let (name, limits) = (self.name, Limits::default());
        let ty = |kind| Type { denotation: "", kind };
        let ty = match kind {
            "model" => {
                assert!(looks_like_model(file));
                let model = decode(file, &limits).unwrap_or_else(|error| panic!("{name}: {error}"));
                self.model(&model);
                return encode(&model);
            }
            "tensor_type" => ty(TypeKind::Tensor(Default::default())),
            "sparse_tensor_type" => ty(TypeKind::SparseTensor(Default::default())),
            "sequence_type" => ty(TypeKind::Sequence(Default::default())),
            "map_type" => ty(TypeKind::Map(Default::default())),
            "optional_type" => ty(TypeKind::Optional(Default::default())),
            other => panic!("no kind {other}"),
        };
        let value = decode_value(file, &ty, &limits);
        let value = value.unwrap_or_else(|error| panic!("{name}: {error}"));
        match &value {
            Value::Tensor(it) => self.tensor(it),
            Value::SparseTensor(it) => self.sparse(it),
            Value::Sequence(it) => self.sequence(it),
            Value::Map(it) => self.map(it),
            Value::Optional(it) => self.optional(it),
        }
        encode_value(&value)
    }
}

#[test]
#[ignore = "needs ONNX: cargo xtask onnx"]
fn files_are_read_as_python_reads_them() {
    let path = std::env::var_os("TFRT_ONNX_FILES").expect("cargo xtask onnx sets it");
    let files = std::fs::read(path).unwrap();
    let mut reader = Reader(&files);
    let mut part = || {
        (!reader.0.is_empty()).then(|| {
            let count = reader.count();
            reader.bytes(count)
        })
    };
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut nodes, mut tensors) = (0, 0);
    while let Some(kind) = part() {
        let [name, file, expected] = [part(), part(), part()].map(Option::unwrap);
        let [kind, name, expected] = [kind, name, expected].map(|it| str::from_utf8(it).unwrap());
        let mut writer = Writer::new(name);
        let written = writer.file(kind, file);
        let expected: Vec<&str> = expected.split('\n').collect();
        for (line, (found, expected)) in writer.lines.iter().zip(&expected).enumerate() {
            assert_eq!(found, expected, "{kind} {name}, line {line}");
        }
        assert_eq!(writer.lines.len(), expected.len(), "{kind} {name}");
        let mut again = Writer::new(name);
        again.file(kind, &written);
        assert_eq!(again.lines, writer.lines, "{kind} {name}, written and read again");
        *kinds.entry(kind).or_default() += 1;
        (nodes, tensors) = (nodes + writer.nodes, tensors + writer.tensors);
    }
    println!("{kinds:?}: {nodes} nodes, {tensors} tensors");
    assert!(kinds["model"] >= 2000 && kinds.len() == 6, "{kinds:?}");
}
