//! Models at random: operators of one version, most of their operands of one rank and type, attributes whose
//! values are of the kind that their names mean, bodies, and a function. Now and then all of this is otherwise.

use crate::random::Random;
use std::sync::LazyLock;
use tfrt_onnx::{
    Attribute, AttributeValue, Content, DataType, Dimension, Function, Graph, Model, Node,
    OPERATORS, OperatorSet, Shape, Size, Tensor, TensorType, Type, TypeKind, ValueInfo, encode,
};

const INTS: &str = "axes pads strides kernel_shape dilations output_padding output_shape perm \
    value_ints split scales starts ends image_shape scan_input_axes scan_output_axes \
    scan_input_directions scan_output_directions pool_int64s ngram_counts ngram_indexes";

const NUMBERS: &str = "axis keepdims group ceil_mode count_include_pad storage_order largest sorted k \
    allowzero start end value_int hidden_size layout linear_before_reset input_forget num_heads \
    q_num_heads kv_num_heads is_causal left_window_size right_window_size qk_matmul_output_mode \
    block_size blocksize p size num_groups stash_type batch_dims exclusive reverse fmod upper \
    noop_with_empty_axes select_last_index exclude_outside antialias align_corners output_height \
    output_width sampling_ratio dtype to onesided inverse transA transB training_mode new_axis \
    offset_group detect_positive detect_negative center_point_box interleaved rotary_embedding_dim \
    output_datatype periodic min_gram_length max_gram_length max_skip_count num_scan_inputs \
    num_outputs saturate time_axis batch_axis output_dtype precision";

const FLOATS: &str = "alpha beta epsilon scale softcap bias value_float clip gamma lambd momentum \
    cubic_coeff_a extrapolation_value spatial_scale min max ratio";

const TEXTS: &str = "auto_pad mode equation direction reduction coordinate_transformation_mode \
    nearest_mode keep_aspect_ratio_policy padding_mode approximate update_rule activation";

/// What texts mean something to some operator.
const WORDS: &str = "SAME_UPPER SAME_LOWER VALID linear nearest cubic constant reflect wrap edge forward \
    bidirectional reverse add mul ij,jk->ik ...ij->...ji ii->i bij,bjk->bik asymmetric half_pixel \
    tf_crop_and_resize mean sum none zeros border RIGHT tanh silu circular TFIDF DCR CRD avg max floor ceil";

const TYPES: [DataType; 6] = [
    DataType::Float,
    DataType::Int64,
    DataType::Bool,
    DataType::Int32,
    DataType::Uint8,
    DataType::Double,
];

/// More names than a model has values.
static NAMES: LazyLock<Vec<String>> =
    LazyLock::new(|| (0..200).map(|at| format!("v{at}")).collect());

/// A constant: type, sizes, bytes.
type Constant = (DataType, Vec<i64>, Vec<u8>);

/// The file of a model.
pub(super) fn drawn(random: &mut Random) -> Vec<u8> {
    let usual = (TYPES[[0, 0, 0, 0, 1, 2, 3, 4, 5][random.below(9)]], random.below(5));
    // Tensors borrow their elements.
    let constants: Vec<Constant> = (0..6).map(|_| elements(random, usual)).collect();
    let version = 7 + random.below(22) as i64;
    let named = random.below(4);
    let mut drawer = Drawer { random, constants: &constants, version, fresh: 0 };
    let (mut known, mut input, mut initializer) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..1 + drawer.random.below(3) {
        let name = drawer.name();
        known.push(name);
        input.push(info(name, usual, drawer.random));
    }
    for constant in &constants[..named] {
        let name = drawer.name();
        known.push(name);
        initializer.push(tensor(name, constant));
    }
    let called = drawer.random.below(6) == 0;
    let functions = if called { vec![drawer.function()] } else { Vec::new() };
    let count = 1 + drawer.random.below(3);
    let mut node = drawer.nodes(&mut known, count, 2);
    if called {
        let input = (0..2).map(|_| drawer.one_of(&known)).collect();
        let output = vec![drawer.name()];
        known.extend(&output);
        node.push(Node { op_type: "F", domain: "f", input, output, ..Node::default() });
    }
    let last = known.last().copied().unwrap_or("v0");
    let output = vec![ValueInfo { name: last, ..ValueInfo::default() }];
    let graph = Graph { node, initializer, input, output, ..Graph::default() };
    let opset_import = opsets(version);
    encode(&Model { ir_version: 10, opset_import, graph, functions, ..Model::default() })
}

fn opsets(version: i64) -> Vec<OperatorSet<'static>> {
    let set = |(domain, version)| OperatorSet { domain, version };
    [("", version), ("ai.onnx.preview", 1), ("f", 1)].map(set).into()
}

struct Drawer<'r, 'c> {
    random: &'r mut Random,
    constants: &'c [Constant],
    version: i64,
    /// How many names are used.
    fresh: usize,
}

impl<'c> Drawer<'_, 'c> {
    fn name(&mut self) -> &'static str {
        self.fresh += 1;
        &NAMES[self.fresh % NAMES.len()]
    }

    /// One of the names, most often one of the last ones.
    fn one_of(&mut self, known: &[&'static str]) -> &'static str {
        let from = if self.random.below(2) == 0 { known.len().saturating_sub(3) } else { 0 };
        known[from + self.random.below(known.len() - from)]
    }

    fn nodes(
        &mut self,
        known: &mut Vec<&'static str>,
        count: usize,
        depth: usize,
    ) -> Vec<Node<'c>> {
        (0..count).map(|_| self.node(known, depth)).collect()
    }

    fn node(&mut self, known: &mut Vec<&'static str>, depth: usize) -> Node<'c> {
        if depth > 0 && self.random.below(10) == 0 {
            return self.with_bodies(known, depth - 1);
        }
        let versions = |at: usize| OPERATORS[at].first..=OPERATORS[at].last;
        let mut at = self.random.below(OPERATORS.len());
        for _ in 0..4 {
            if versions(at).contains(&self.version) {
                break;
            }
            at = self.random.below(OPERATORS.len());
        }
        let operator = &OPERATORS[at];
        // Most operators take one to three.
        let operands = [1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 0][self.random.below(12)];
        let mut input = Vec::new();
        for _ in 0..operands {
            let left_out = self.random.below(24) == 0;
            input.push(if left_out { "" } else { self.one_of(known) });
        }
        let attributes = [0, 0, 1, 2, 4, 8, 12][self.random.below(7)];
        let attribute = (0..attributes).map(|_| self.attribute()).collect();
        let output: Vec<&str> =
            (0..[1, 1, 1, 2, 3][self.random.below(5)]).map(|_| self.name()).collect();
        known.extend(&output);
        let domain = if operator.domain == "ai.onnx" { "" } else { operator.domain };
        Node { op_type: operator.name, domain, input, output, attribute, ..Node::default() }
    }

    /// A node of control flow.
    fn with_bodies(&mut self, known: &mut Vec<&'static str>, depth: usize) -> Node<'c> {
        let operands: Vec<&str> = (0..3).map(|_| self.one_of(known)).collect();
        let (op_type, input, bodies, taken, given) = match self.random.below(4) {
            0 => ("If", operands[..1].to_vec(), &["then_branch", "else_branch"][..], 0, 1),
            1 => ("Loop", vec!["", "", operands[2]], &["body"][..], 3, 2),
            2 => ("Loop", operands, &["body"][..], 3, 3),
            _ => ("Scan", operands[..2].to_vec(), &["body"][..], 2, 2),
        };
        let graph = |drawer: &mut Self, &name: &&'static str| {
            let body = drawer.body(known, (taken, given), depth);
            Attribute { name, value: AttributeValue::Graph(Box::new(body)), ..Attribute::default() }
        };
        let mut attribute: Vec<Attribute<'c>> =
            bodies.iter().map(|name| graph(self, name)).collect();
        if op_type == "Scan" {
            let (name, value) = ("num_scan_inputs", AttributeValue::Int(1));
            attribute.push(Attribute { name, value, ..Attribute::default() });
        }
        let output: Vec<&str> = (0..1 + self.random.below(2)).map(|_| self.name()).collect();
        known.extend(&output);
        Node { op_type, input, output, attribute, ..Node::default() }
    }

    /// A body with so many inputs and outputs, which sees the names around it.
    fn body(
        &mut self,
        known: &[&'static str],
        (taken, given): (usize, usize),
        depth: usize,
    ) -> Graph<'c> {
        let inputs: Vec<&'static str> = (0..taken).map(|_| self.name()).collect();
        let mut known: Vec<&'static str> = known.iter().chain(&inputs).copied().collect();
        let count = self.random.below(3);
        let node = self.nodes(&mut known, count, depth);
        // The condition of a loop that continues is its own input.
        let continues = taken == 3 && self.random.below(4) > 0;
        let output = |drawer: &mut Self, at: usize| match at {
            0 if continues => inputs[1],
            _ => drawer.one_of(&known),
        };
        let output = (0..given).map(|at| untyped(output(self, at))).collect();
        let input = inputs.iter().map(|name| untyped(name)).collect();
        Graph { node, input, output, ..Graph::default() }
    }

    /// A function of two arguments and one result.
    fn function(&mut self) -> Function<'c> {
        let input = vec![self.name(), self.name()];
        let mut known = input.clone();
        let count = 1 + self.random.below(2);
        let node = self.nodes(&mut known, count, 1);
        let output = vec![self.one_of(&known)];
        let opset_import = opsets(self.version);
        Function {
            name: "F",
            domain: "f",
            input,
            output,
            node,
            opset_import,
            ..Function::default()
        }
    }

    fn int(&mut self) -> i64 {
        match self.random.below(40) {
            0 => i64::MAX,
            1 => i64::MIN,
            2 => 1 << 40,
            3..=6 => -1,
            other => other as i64 / 8 - 1,
        }
    }

    fn attribute(&mut self) -> Attribute<'c> {
        let lists = [INTS, NUMBERS, FLOATS, TEXTS, "value value"];
        let kind = [0, 0, 0, 1, 1, 1, 1, 2, 3, 3, 4][self.random.below(11)];
        let mut word = |words: &'static str| {
            let all: Vec<&'static str> = words.split_whitespace().collect();
            all[self.random.below(all.len())]
        };
        let (name, text) = (word(lists[kind]), word(WORDS));
        let kind = if self.random.below(30) == 0 { self.random.below(5) } else { kind };
        let value = match kind {
            0 => {
                let count = [1, 1, 2, 2, 2, 3, 4, 4, 6, 0][self.random.below(10)];
                AttributeValue::Ints((0..count).map(|_| self.int()).collect())
            }
            1 => AttributeValue::Int(self.int()),
            2 => AttributeValue::Float(
                [0.0, 0.5, 1.0, -1.5, f32::NAN, f32::INFINITY][self.random.below(6)],
            ),
            3 => AttributeValue::String(text.as_bytes()),
            _ => {
                let constant = &self.constants[self.random.below(self.constants.len())];
                AttributeValue::Tensor(Box::new(tensor("", constant)))
            }
        };
        Attribute { name, value, ..Attribute::default() }
    }
}

fn untyped(name: &str) -> ValueInfo<'_> {
    ValueInfo { name, ..ValueInfo::default() }
}

/// Some sizes, as many as usual or any.
fn sizes(random: &mut Random, rank: usize, least: i64) -> Vec<i64> {
    let rank = if random.below(4) == 0 { random.below(6) } else { rank };
    let size = |random: &mut Random| match random.below(16) {
        0 => 0,
        1 => least,
        2..=6 => 1,
        7..=12 => 2,
        other => other as i64 - 10,
    };
    (0..rank).map(|_| size(random)).collect()
}

fn data_type(random: &mut Random, usual: DataType) -> DataType {
    if random.below(4) == 0 { TYPES[random.below(TYPES.len())] } else { usual }
}

fn info(
    name: &'static str,
    (usual, rank): (DataType, usize),
    random: &mut Random,
) -> ValueInfo<'static> {
    let elem_type = data_type(random, usual);
    let size = |&size: &i64| Dimension {
        size: if size < 0 { Size::Unknown } else { Size::Value(size) },
        ..Dimension::default()
    };
    let dim = sizes(random, rank, -1).iter().map(size).collect();
    let shape = (random.below(16) > 0).then_some(Shape { dim });
    let kind = TypeKind::Tensor(TensorType { elem_type, shape });
    ValueInfo { name, ty: Some(Type { kind, ..Type::default() }), ..ValueInfo::default() }
}

/// A constant: of the usual type and rank, or a list of small integers. Numbers are small, or as large as
/// they can be.
fn elements(random: &mut Random, (usual, rank): (DataType, usize)) -> Constant {
    let list = random.below(3) == 0;
    let data_type = if list { DataType::Int64 } else { data_type(random, usual) };
    let dims = if list { vec![random.below(5) as i64] } else { sizes(random, rank, 1) };
    let count: i64 = dims.iter().product();
    let mut bytes = Vec::new();
    for _ in 0..count {
        let number = match random.below(40) {
            0 => i64::MAX,
            1 => i64::MIN,
            other => other as i64 / 8 - 1,
        };
        match data_type {
            DataType::Float => bytes.extend((number as f32 / 2.0).to_le_bytes()),
            DataType::Double => bytes.extend((number as f64 / 2.0).to_le_bytes()),
            DataType::Int64 => bytes.extend(number.to_le_bytes()),
            DataType::Int32 => bytes.extend((number as i32).to_le_bytes()),
            DataType::Bool => bytes.push((number & 1) as u8),
            _ => bytes.push(number as u8),
        }
    }
    (data_type, dims, bytes)
}

fn tensor<'a>(name: &'a str, (data_type, dims, bytes): &'a Constant) -> Tensor<'a> {
    let (dims, data_type, content) = (dims.clone(), *data_type, Content::Raw(bytes));
    Tensor { name, dims, data_type, content, ..Tensor::default() }
}
