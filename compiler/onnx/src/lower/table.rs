//! The table of operators.

use super::call::{Call, Lowered};
use super::operators::{arithmetic, images, movement, reduction};

/// An operator of ONNX that is supported.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Operator {
    /// The name.
    pub name: &'static str,
    /// How a node becomes ops.
    pub(super) lower: Rule,
}

/// How a node becomes ops.
pub(super) type Rule = fn(&mut Call<'_, '_, '_, '_, '_>) -> Lowered;

macro_rules! operators {
    ($($name:ident => $rule:expr,)*) => {
        /// The operators that are supported, by name.
        pub static OPERATORS: &[Operator] =
            &[$(Operator { name: stringify!($name), lower: $rule },)*];
    };
}

operators! {
    Abs => |call| arithmetic::function(call, &["math.absf.tensor", "math.absi.tensor"]),
    Add => |call| arithmetic::broadcast(call, "nn.add"),
    ArgMax => |call| reduction::place(call, "nn.argmax"),
    ArgMin => |call| reduction::place(call, "nn.argmin"),
    AveragePool => |call| images::pool(call, "nn.average_pool"),
    BatchNormalization => images::batch_norm,
    Concat => movement::concatenate,
    Constant => movement::constant,
    Conv => images::convolution,
    Div => |call| arithmetic::broadcast(call, "nn.div"),
    Equal => |call| arithmetic::broadcast(call, "nn.equal"),
    Erf => |call| arithmetic::function(call, &["math.erf.tensor"]),
    Exp => |call| arithmetic::function(call, &["math.exp.tensor"]),
    Expand => movement::expand,
    Flatten => movement::flatten,
    Gemm => arithmetic::gemm,
    GlobalAveragePool => |call| images::global(call, "nn.reduce_mean"),
    GlobalMaxPool => |call| images::global(call, "nn.reduce_max"),
    Greater => |call| arithmetic::broadcast(call, "nn.greater"),
    GreaterOrEqual => |call| arithmetic::broadcast(call, "nn.greater_or_equal"),
    Identity => movement::identity,
    Less => |call| arithmetic::broadcast(call, "nn.less"),
    LessOrEqual => |call| arithmetic::broadcast(call, "nn.less_or_equal"),
    Log => |call| arithmetic::function(call, &["math.log.tensor"]),
    MatMul => |call| arithmetic::broadcast(call, "nn.matmul"),
    Max => |call| arithmetic::all(call, "nn.max"),
    MaxPool => |call| images::pool(call, "nn.max_pool"),
    Min => |call| arithmetic::all(call, "nn.min"),
    Mul => |call| arithmetic::broadcast(call, "nn.mul"),
    Neg => |call| arithmetic::function(call, &["arith.negf.tensor"]),
    ReduceL1 => |call| reduction::reduce(call, "nn.reduce_l1"),
    ReduceL2 => |call| reduction::reduce(call, "nn.reduce_l2"),
    ReduceMax => |call| reduction::reduce(call, "nn.reduce_max"),
    ReduceMean => |call| reduction::reduce(call, "nn.reduce_mean"),
    ReduceMin => |call| reduction::reduce(call, "nn.reduce_min"),
    ReduceProd => |call| reduction::reduce(call, "nn.reduce_prod"),
    ReduceSum => |call| reduction::reduce(call, "nn.reduce_sum"),
    ReduceSumSquare => |call| reduction::reduce(call, "nn.reduce_sum_square"),
    Relu => |call| arithmetic::function(call, &["nn.relu"]),
    Reshape => movement::reshape,
    Slice => movement::slice,
    Softmax => reduction::softmax,
    Sqrt => |call| arithmetic::function(call, &["math.sqrt.tensor"]),
    Sub => |call| arithmetic::broadcast(call, "nn.sub"),
    Sum => |call| arithmetic::all(call, "nn.add"),
    Tanh => |call| arithmetic::function(call, &["math.tanh.tensor"]),
    Transpose => movement::transpose,
    Where => movement::select,
}

/// The operator of that name.
pub(super) fn operator(name: &str) -> Option<&'static Operator> {
    OPERATORS.iter().find(|operator| operator.name == name)
}
