//! Models, graphs and nodes: the messages of a file, with ONNX's names of their fields.

use crate::data_type::numbered;
use crate::error::{Fault, fault};
use crate::tensor::{Entry, SparseTensor, Tensor};
use crate::types::Type;
use crate::wire::{Decoder, Field, Item, Offset, Reader, Sink, Wire, message};

message! {
    /// A model (`ModelProto`). What is said of training and of devices is skipped.
    pub struct Model<'a> {
        /// The version of the format.
        1 ir_version: i64,
        /// The sets of operators that the model's nodes mean.
        8 opset_import: Vec<OperatorSet<'a>>,
        /// The name of the tool that wrote the model.
        2 producer_name: &'a str,
        /// That tool's version.
        3 producer_version: &'a str,
        /// Whose model it is, such as `org.example`.
        4 domain: &'a str,
        /// The model's own version.
        5 model_version: i64,
        /// Documentation.
        6 doc_string: &'a str,
        /// What the model computes.
        7 graph: Graph<'a>,
        /// Names with values, for tools.
        14 metadata_props: Vec<Entry<'a>>,
        /// Functions of the model's own, which nodes call like operators.
        25 functions: Vec<Function<'a>>,
    }

    /// A set of operators in one version (`OperatorSetIdProto`).
    pub struct OperatorSet<'a> {
        /// Whose operators they are; ONNX's own have no domain, or `ai.onnx`.
        1 domain: &'a str,
        /// The version.
        2 version: i64,
    }

    /// A graph of nodes in topological order (`GraphProto`). Annotations for quantisation are skipped.
    pub struct Graph<'a> {
        /// The nodes.
        1 node: Vec<Node<'a>>,
        /// The name.
        2 name: &'a str,
        /// Constants, each named. Those that are inputs too are the inputs' defaults.
        5 initializer: Vec<Tensor<'a>>,
        /// Constants of which few elements are not zero.
        15 sparse_initializer: Vec<SparseTensor<'a>>,
        /// Documentation.
        10 doc_string: &'a str,
        /// The inputs.
        11 input: Vec<ValueInfo<'a>>,
        /// The outputs.
        12 output: Vec<ValueInfo<'a>>,
        /// Types of other values.
        13 value_info: Vec<ValueInfo<'a>>,
        /// Names with values, for tools.
        16 metadata_props: Vec<Entry<'a>>,
        at
        /// Where the graph is in the file; 0 if it is not there.
        offset,
    }

    /// A node: a call of an operator or of a function (`NodeProto`).
    pub struct Node<'a> {
        /// The names of the operands. One that is left out has an empty name.
        1 input: Vec<&'a str>,
        /// The names that the results get. One that is not wanted has an empty name.
        2 output: Vec<&'a str>,
        /// The node's name, if it has one.
        3 name: &'a str,
        /// The operator or function that is called.
        4 op_type: &'a str,
        /// Whose operator it is.
        7 domain: &'a str,
        /// Which of several functions of that name.
        8 overload: &'a str,
        /// The attributes.
        5 attribute: Vec<Attribute<'a>>,
        /// Documentation.
        6 doc_string: &'a str,
        /// Names with values, for tools.
        9 metadata_props: Vec<Entry<'a>>,
        at
        /// Where the node is in the file.
        offset,
        end Node::counted,
    }

    /// A function of nodes (`FunctionProto`).
    pub struct Function<'a> {
        /// The name, which nodes have as `op_type`.
        1 name: &'a str,
        /// The names of the arguments.
        4 input: Vec<&'a str>,
        /// The names of the results.
        5 output: Vec<&'a str>,
        /// The names of attributes without a default.
        6 attribute: Vec<&'a str>,
        /// Attributes with their defaults.
        11 attribute_proto: Vec<Attribute<'a>>,
        /// The nodes.
        7 node: Vec<Node<'a>>,
        /// Documentation.
        8 doc_string: &'a str,
        /// The sets of operators that the function's nodes mean.
        9 opset_import: Vec<OperatorSet<'a>>,
        /// The domain, which nodes have too.
        10 domain: &'a str,
        /// Which of several functions of that name it is.
        13 overload: &'a str,
        /// Types of the function's values.
        12 value_info: Vec<ValueInfo<'a>>,
        /// Names with values, for tools.
        14 metadata_props: Vec<Entry<'a>>,
        at
        /// Where the function is in the file.
        offset,
    }

    /// A value with its type (`ValueInfoProto`).
    pub struct ValueInfo<'a> {
        /// The name.
        1 name: &'a str,
        /// The type.
        2 ty "type": Option<Type<'a>>,
        /// Documentation.
        3 doc_string: &'a str,
        /// Names with values, for tools.
        4 metadata_props: Vec<Entry<'a>>,
        at
        /// Where the value is in the file.
        offset,
        end ValueInfo::counted,
    }
}

impl Node<'_> {
    fn counted(&mut self, decoder: &mut Decoder) -> Result<(), Fault> {
        decoder.node(self.offset.0, self.output.len())
    }
}

impl ValueInfo<'_> {
    fn counted(&mut self, decoder: &mut Decoder) -> Result<(), Fault> {
        decoder.values(self.offset.0, 1)
    }
}

/// A named value of a node that is known when the model is made (`AttributeProto`).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attribute<'a> {
    /// The name.
    pub name: &'a str,
    /// Documentation.
    pub doc_string: &'a str,
    /// The value.
    pub value: AttributeValue<'a>,
    /// Where the attribute is in the file.
    pub offset: Offset,
}

/// The value of an attribute. The file has a field for each kind; one that has another kind's field than
/// its type says is refused.
#[derive(Clone, Debug, PartialEq)]
pub enum AttributeValue<'a> {
    /// That of an attribute of the function that the node is in.
    Reference {
        /// The name of the function's attribute.
        name: &'a str,
        /// What it is said to be.
        kind: AttributeKind,
    },
    /// A number.
    Float(f32),
    /// An integer.
    Int(i64),
    /// A text, which should be UTF-8.
    String(&'a [u8]),
    /// A tensor.
    Tensor(Box<Tensor<'a>>),
    /// A graph, for control flow.
    Graph(Box<Graph<'a>>),
    /// A sparse tensor.
    SparseTensor(Box<SparseTensor<'a>>),
    /// A type.
    Type(Box<Type<'a>>),
    /// Numbers.
    Floats(Vec<f32>),
    /// Integers.
    Ints(Vec<i64>),
    /// Texts.
    Strings(Vec<&'a [u8]>),
    /// Tensors.
    Tensors(Vec<Tensor<'a>>),
    /// Graphs.
    Graphs(Vec<Graph<'a>>),
    /// Sparse tensors.
    SparseTensors(Vec<SparseTensor<'a>>),
    /// Types.
    Types(Vec<Type<'a>>),
}

impl Default for AttributeValue<'_> {
    fn default() -> Self {
        AttributeValue::Int(0)
    }
}

numbered! {
    /// What an attribute is (`AttributeProto.AttributeType`).
    "type of attributes" pub enum AttributeKind {
        /// It is not said.
        #[default]
        Undefined = 0, "UNDEFINED";
        /// A number.
        Float = 1, "FLOAT";
        /// An integer.
        Int = 2, "INT";
        /// A text.
        String = 3, "STRING";
        /// A tensor.
        Tensor = 4, "TENSOR";
        /// A graph.
        Graph = 5, "GRAPH";
        /// Numbers.
        Floats = 6, "FLOATS";
        /// Integers.
        Ints = 7, "INTS";
        /// Texts.
        Strings = 8, "STRINGS";
        /// Tensors.
        Tensors = 9, "TENSORS";
        /// Graphs.
        Graphs = 10, "GRAPHS";
        /// A sparse tensor.
        SparseTensor = 11, "SPARSE_TENSOR";
        /// Sparse tensors.
        SparseTensors = 12, "SPARSE_TENSORS";
        /// A type.
        Type = 13, "TYPE_PROTO";
        /// Types.
        Types = 14, "TYPE_PROTOS";
    }
}

message! {
    /// An attribute as it is written: with a field for each kind of values.
    struct AttributeFields<'a> {
        1 name: &'a str,
        21 ref_attr_name: &'a str,
        13 doc_string: &'a str,
        20 kind "type": AttributeKind,
        2 f: Option<f32>,
        3 i: Option<i64>,
        4 s: Option<&'a [u8]>,
        5 t: Option<Box<Tensor<'a>>>,
        6 g: Option<Box<Graph<'a>>>,
        22 sparse_tensor: Option<Box<SparseTensor<'a>>>,
        14 tp: Option<Box<Type<'a>>>,
        7 floats: Vec<f32>,
        8 ints: Vec<i64>,
        9 strings: Vec<&'a [u8]>,
        10 tensors: Vec<Tensor<'a>>,
        11 graphs: Vec<Graph<'a>>,
        23 sparse_tensors: Vec<SparseTensor<'a>>,
        15 type_protos: Vec<Type<'a>>,
        at offset,
    }
}

impl<'a> AttributeFields<'a> {
    /// The kind of each field that is there, with the field's name.
    fn present(&self) -> impl Iterator<Item = (AttributeKind, &'static str)> {
        use AttributeKind as Kind;
        let fields = [
            (self.f.is_some(), Kind::Float, "f"),
            (self.i.is_some(), Kind::Int, "i"),
            (self.s.is_some(), Kind::String, "s"),
            (self.t.is_some(), Kind::Tensor, "t"),
            (self.g.is_some(), Kind::Graph, "g"),
            (self.sparse_tensor.is_some(), Kind::SparseTensor, "sparse_tensor"),
            (self.tp.is_some(), Kind::Type, "tp"),
            (!self.floats.is_empty(), Kind::Floats, "floats"),
            (!self.ints.is_empty(), Kind::Ints, "ints"),
            (!self.strings.is_empty(), Kind::Strings, "strings"),
            (!self.tensors.is_empty(), Kind::Tensors, "tensors"),
            (!self.graphs.is_empty(), Kind::Graphs, "graphs"),
            (!self.sparse_tensors.is_empty(), Kind::SparseTensors, "sparse_tensors"),
            (!self.type_protos.is_empty(), Kind::Types, "type_protos"),
        ];
        fields.into_iter().filter(|field| field.0).map(|(_, kind, name)| (kind, name))
    }

    /// The value, in the field that belongs to the type. A number, a text or a list that is not there is
    /// the default: some writers leave defaults out.
    fn value(self) -> Result<AttributeValue<'a>, String> {
        use AttributeKind as Kind;
        if !self.ref_attr_name.is_empty() {
            if let Some((_, field)) = self.present().next() {
                return Err(format!(
                    "it refers to another attribute, but has a value in '{field}'"
                ));
            }
            return Ok(AttributeValue::Reference { name: self.ref_attr_name, kind: self.kind });
        }
        let kind = match self.kind {
            // The first versions of the format have no types.
            Kind::Undefined => match self.present().next() {
                Some((kind, _)) => kind,
                None => return Err("it has neither type nor value".to_owned()),
            },
            kind => kind,
        };
        if let Some((_, field)) = self.present().find(|&(present, _)| present != kind) {
            return Err(format!("it has the type {kind}, but a value in '{field}'"));
        }
        let missing = || format!("it has the type {kind}, but no value");
        Ok(match kind {
            Kind::Undefined => return Err(missing()),
            Kind::Float => AttributeValue::Float(self.f.unwrap_or_default()),
            Kind::Int => AttributeValue::Int(self.i.unwrap_or_default()),
            Kind::String => AttributeValue::String(self.s.unwrap_or_default()),
            Kind::Tensor => AttributeValue::Tensor(self.t.ok_or_else(missing)?),
            Kind::Graph => AttributeValue::Graph(self.g.ok_or_else(missing)?),
            Kind::SparseTensor => {
                AttributeValue::SparseTensor(self.sparse_tensor.ok_or_else(missing)?)
            }
            Kind::Type => AttributeValue::Type(self.tp.ok_or_else(missing)?),
            Kind::Floats => AttributeValue::Floats(self.floats),
            Kind::Ints => AttributeValue::Ints(self.ints),
            Kind::Strings => AttributeValue::Strings(self.strings),
            Kind::Tensors => AttributeValue::Tensors(self.tensors),
            Kind::Graphs => AttributeValue::Graphs(self.graphs),
            Kind::SparseTensors => AttributeValue::SparseTensors(self.sparse_tensors),
            Kind::Types => AttributeValue::Types(self.type_protos),
        })
    }
}

/// A field with that message, empty or not.
fn message<'a, T: Item<'a>>(value: &T, number: u32, sink: &mut Sink<'_>) {
    sink.tag(number, T::WIRE);
    value.write_value(sink);
}

impl<'a> Item<'a> for Attribute<'a> {
    const WIRE: Wire = Wire::Delimited;

    fn merge_value(&mut self, reader: &mut Reader<'a>, decoder: &mut Decoder) -> Result<(), Fault> {
        let mut fields = AttributeFields::default();
        fields.merge_value(reader, decoder)?;
        let AttributeFields { name, doc_string, offset, .. } = fields;
        let value = fields
            .value()
            .map_err(|what| fault(offset.0, format!("attribute '{name}' is unclear: {what}")))?;
        *self = Attribute { name, doc_string, value, offset };
        Ok(())
    }

    fn write_value(&self, sink: &mut Sink<'_>) {
        sink.delimited(|sink| {
            Field::write(&self.name, 1, sink);
            Field::write(&self.doc_string, 13, sink);
            Field::write(&self.value.kind(), 20, sink);
            match &self.value {
                AttributeValue::Reference { name, .. } => Field::write(name, 21, sink),
                AttributeValue::Float(value) => Field::write(&Some(*value), 2, sink),
                AttributeValue::Int(value) => Field::write(&Some(*value), 3, sink),
                AttributeValue::String(value) => Field::write(&Some(*value), 4, sink),
                AttributeValue::Tensor(value) => message(&**value, 5, sink),
                AttributeValue::Graph(value) => message(&**value, 6, sink),
                AttributeValue::SparseTensor(value) => message(&**value, 22, sink),
                AttributeValue::Type(value) => message(&**value, 14, sink),
                AttributeValue::Floats(values) => values.write(7, sink),
                AttributeValue::Ints(values) => values.write(8, sink),
                AttributeValue::Strings(values) => values.write(9, sink),
                AttributeValue::Tensors(values) => values.write(10, sink),
                AttributeValue::Graphs(values) => values.write(11, sink),
                AttributeValue::SparseTensors(values) => values.write(23, sink),
                AttributeValue::Types(values) => values.write(15, sink),
            }
        });
    }

    fn is_default(&self) -> bool {
        false
    }
}

impl AttributeValue<'_> {
    /// What it is.
    #[must_use]
    pub fn kind(&self) -> AttributeKind {
        match self {
            AttributeValue::Reference { kind, .. } => *kind,
            AttributeValue::Float(_) => AttributeKind::Float,
            AttributeValue::Int(_) => AttributeKind::Int,
            AttributeValue::String(_) => AttributeKind::String,
            AttributeValue::Tensor(_) => AttributeKind::Tensor,
            AttributeValue::Graph(_) => AttributeKind::Graph,
            AttributeValue::SparseTensor(_) => AttributeKind::SparseTensor,
            AttributeValue::Type(_) => AttributeKind::Type,
            AttributeValue::Floats(_) => AttributeKind::Floats,
            AttributeValue::Ints(_) => AttributeKind::Ints,
            AttributeValue::Strings(_) => AttributeKind::Strings,
            AttributeValue::Tensors(_) => AttributeKind::Tensors,
            AttributeValue::Graphs(_) => AttributeKind::Graphs,
            AttributeValue::SparseTensors(_) => AttributeKind::SparseTensors,
            AttributeValue::Types(_) => AttributeKind::Types,
        }
    }
}
