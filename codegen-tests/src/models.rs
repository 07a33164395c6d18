//! Small models with weights from a seed, as files: the build script compiles them to Rust, and tests load
//! them.

use tfrt_onnx::{
    Attribute, AttributeValue, Content, DataType, Dimension, Graph, Model, Node, OperatorSet,
    Shape, Size, Tensor, TensorType, Type, TypeKind, ValueInfo, encode,
};

/// Makes a model with weights from a seed.
pub type Make = fn(u64) -> Vec<u8>;

/// The models, by the names of their modules.
pub const MODELS: [(&str, Make); 5] = [
    ("perceptron", perceptron),
    ("images", images),
    ("sizes", sizes),
    ("normalized", normalized),
    ("tiles", tiles),
];

/// Two layers: `x: f32 [batch, 24]` to `y: f32 [batch, 10]`.
#[must_use]
pub fn perceptron(seed: u64) -> Vec<u8> {
    let mut model = Maker::new(seed);
    model.weight("w1", &[24, 32]);
    model.weight("b1", &[32]);
    model.weight("w2", &[10, 32]);
    model.weight("b2", &[10]);
    model.node("MatMul", &["x", "w1"], "m", &[]);
    model.node("Add", &["m", "b1"], "a", &[]);
    model.node("Tanh", &["a"], "t", &[]);
    model.node("Gemm", &["t", "w2", "b2"], "y", &[("transB", Int(1))]);
    model.finish(("x", &[Symbol("batch"), Known(24)]), ("y", &[Symbol("batch"), Known(10)]))
}

/// Convolutions with a residual, pools and a softmax: `x: f32 [batch, 3, 16, 16]` to `y: f32 [batch, 5]`. One
/// value's name is no identifier.
#[must_use]
pub fn images(seed: u64) -> Vec<u8> {
    let mut model = Maker::new(seed);
    model.weight("c1", &[16, 3, 3, 3]);
    model.weight("c1.bias", &[16]);
    model.weight("c2", &[16, 8, 3, 3]);
    model.weight("dense", &[16, 5]);
    let padded = || ("pads", Ints(vec![1, 1, 1, 1]));
    model.node("Conv", &["x", "c1", "c1.bias"], "conv:1", &[padded()]);
    model.node("Relu", &["conv:1"], "r1", &[]);
    let window = [("kernel_shape", Ints(vec![2, 2])), ("strides", Ints(vec![2, 2]))];
    model.node("MaxPool", &["r1"], "p1", &window);
    model.node("Conv", &["p1", "c2"], "c2.out", &[padded(), ("group", Int(2))]);
    model.node("Add", &["c2.out", "p1"], "sum", &[]);
    model.node("Relu", &["sum"], "r2", &[]);
    model.node("GlobalAveragePool", &["r2"], "mean", &[]);
    model.node("Flatten", &["mean"], "flat", &[]);
    model.node("MatMul", &["flat", "dense"], "logits", &[]);
    model.node("Softmax", &["logits"], "y", &[]);
    let x = [Symbol("batch"), Known(3), Known(16), Known(16)];
    model.finish(("x", &x), ("y", &[Symbol("batch"), Known(5)]))
}

/// Windows whose padding and number follow from the sizes of images, which nobody knows: `x: f32 [batch, 3, height,
/// width]` to `y: f32 [batch, 16]`.
#[must_use]
pub fn sizes(seed: u64) -> Vec<u8> {
    let mut model = Maker::new(seed);
    model.weight("filters", &[16, 3, 3, 3]);
    let window = |more| [("kernel_shape", Ints(vec![2, 2])), ("strides", Ints(vec![2, 2])), more];
    let upper = [("strides", Ints(vec![2, 2])), ("auto_pad", Text("SAME_UPPER"))];
    model.node("Conv", &["x", "filters"], "conv", &upper);
    model.node("MaxPool", &["conv"], "most", &window(("auto_pad", Text("SAME_LOWER"))));
    model.node("LpPool", &["most"], "norm", &window(("ceil_mode", Int(1))));
    model.node("GlobalAveragePool", &["norm"], "mean", &[]);
    model.node("Flatten", &["mean"], "y", &[]);
    let x = [Symbol("batch"), Known(3), Symbol("height"), Symbol("width")];
    model.finish(("x", &x), ("y", &[Symbol("batch"), Known(16)]))
}

/// A convolution and what normalizes its result: `x: f32 [batch, 3, 16, 16]` to `y: f32 [batch, 16, 14, 14]`.
#[must_use]
pub fn normalized(seed: u64) -> Vec<u8> {
    let mut model = Maker::new(seed);
    model.weight("filters", &[16, 3, 3, 3]);
    model.weight("scale", &[16, 1, 1]);
    model.weight("offset", &[16, 1, 1]);
    model.node("Conv", &["x", "filters"], "conv", &[]);
    model.node("Mul", &["conv", "scale"], "scaled", &[]);
    model.node("Add", &["scaled", "offset"], "moved", &[]);
    model.node("Relu", &["moved"], "y", &[]);
    let x = [Symbol("batch"), Known(3), Known(16), Known(16)];
    model.finish(("x", &x), ("y", &[Symbol("batch"), Known(16), Known(14), Known(14)]))
}

/// Convolutions that Winograd's algorithms compute, with a residual: `x: f32 [batch, 3, height, width]` to `y: f32
/// [batch, 32]`. Their results have 12 rows and columns more than the images, and half as many.
#[must_use]
pub fn tiles(seed: u64) -> Vec<u8> {
    let mut model = Maker::new(seed);
    model.weight("c1", &[32, 3, 3, 3]);
    model.weight("c2", &[33, 32, 3, 3]);
    model.weight("c2.bias", &[33]);
    model.weight("c3", &[32, 33, 3, 3]);
    model.weight("c4", &[32, 32, 3, 3]);
    let padded = |by| ("pads", Ints(vec![by; 4]));
    model.node("Conv", &["x", "c1"], "m1", &[padded(7)]);
    model.node("Relu", &["m1"], "r1", &[]);
    model.node("Conv", &["r1", "c2", "c2.bias"], "m2", &[padded(1)]);
    model.node("Relu", &["m2"], "r2", &[]);
    model.node("Conv", &["r2", "c3"], "m3", &[padded(1), ("strides", Ints(vec![2, 2]))]);
    model.node("Conv", &["m3", "c4"], "m4", &[padded(1)]);
    model.node("Add", &["m4", "m3"], "sum", &[]);
    model.node("Relu", &["sum"], "r4", &[]);
    model.node("GlobalAveragePool", &["r4"], "mean", &[]);
    model.node("Flatten", &["mean"], "y", &[]);
    let x = [Symbol("batch"), Known(3), Symbol("height"), Symbol("width")];
    model.finish(("x", &x), ("y", &[Symbol("batch"), Known(32)]))
}

use Length::{Known, Symbol};
use Setting::{Int, Ints, Text};

/// A size of an input or output.
#[derive(Clone, Copy)]
enum Length {
    Known(i64),
    Symbol(&'static str),
}

/// The value of an attribute.
#[derive(Clone)]
enum Setting {
    Int(i64),
    Ints(Vec<i64>),
    Text(&'static str),
}

/// A model in progress.
struct Maker {
    state: u64,
    /// Names, sizes and elements.
    weights: Vec<(&'static str, Vec<i64>, Vec<u8>)>,
    nodes: Vec<Node<'static>>,
}

impl Maker {
    fn new(seed: u64) -> Self {
        Self { state: seed, weights: Vec::new(), nodes: Vec::new() }
    }

    /// Weights between -0.5 and 0.5, by splitmix64.
    fn weight(&mut self, name: &'static str, sizes: &[i64]) {
        let count: i64 = sizes.iter().product();
        let mut bytes = Vec::new();
        for _ in 0..count {
            self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = self.state;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            let high = (mixed >> 40) as f32;
            bytes.extend((high / 16_777_216.0 - 0.5).to_le_bytes());
        }
        self.weights.push((name, sizes.to_vec(), bytes));
    }

    fn node(
        &mut self,
        op_type: &'static str,
        input: &[&'static str],
        output: &'static str,
        attributes: &[(&'static str, Setting)],
    ) {
        let attribute = attributes.iter().map(|(name, value)| Attribute {
            name,
            value: match value {
                Int(value) => AttributeValue::Int(*value),
                Ints(values) => AttributeValue::Ints(values.clone()),
                Text(text) => AttributeValue::String(text.as_bytes()),
            },
            ..Attribute::default()
        });
        self.nodes.push(Node {
            op_type,
            name: output,
            input: input.to_vec(),
            output: vec![output],
            attribute: attribute.collect(),
            ..Node::default()
        });
    }

    fn finish(
        self,
        input: (&'static str, &[Length]),
        output: (&'static str, &[Length]),
    ) -> Vec<u8> {
        let initializer = self.weights.iter().map(|(name, sizes, bytes)| Tensor {
            name,
            dims: sizes.clone(),
            data_type: DataType::Float,
            content: Content::Raw(bytes),
            ..Tensor::default()
        });
        let graph = Graph {
            name: "main",
            node: self.nodes,
            initializer: initializer.collect(),
            input: vec![value(input)],
            output: vec![value(output)],
            ..Graph::default()
        };
        let set = OperatorSet { domain: "", version: 21 };
        encode(&Model { ir_version: 10, opset_import: vec![set], graph, ..Model::default() })
    }
}

fn value((name, sizes): (&'static str, &[Length])) -> ValueInfo<'static> {
    let size = |&size: &Length| Dimension {
        size: match size {
            Known(size) => Size::Value(size),
            Symbol(name) => Size::Symbol(name),
        },
        ..Dimension::default()
    };
    let shape = Shape { dim: sizes.iter().map(size).collect() };
    let kind = TypeKind::Tensor(TensorType { elem_type: DataType::Float, shape: Some(shape) });
    ValueInfo { name, ty: Some(Type { kind, ..Type::default() }), ..ValueInfo::default() }
}
