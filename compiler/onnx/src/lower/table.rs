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
    Abs => arithmetic::abs,
    Acos => |call| arithmetic::function(call, "math.acos.tensor"),
    Acosh => |call| arithmetic::function(call, "math.acosh.tensor"),
    Add => |call| arithmetic::broadcast(call, "nn.add"),
    And => |call| arithmetic::broadcast(call, "nn.and"),
    ArgMax => |call| reduction::place(call, "nn.argmax"),
    ArgMin => |call| reduction::place(call, "nn.argmin"),
    Asin => |call| arithmetic::function(call, "math.asin.tensor"),
    Asinh => |call| arithmetic::function(call, "math.asinh.tensor"),
    Atan => |call| arithmetic::function(call, "math.atan.tensor"),
    Atanh => |call| arithmetic::function(call, "math.atanh.tensor"),
    AveragePool => |call| images::pool(call, "nn.average_pool"),
    BatchNormalization => images::batch_norm,
    BitShift => arithmetic::bits,
    BitwiseAnd => |call| arithmetic::broadcast(call, "nn.bitwise_and"),
    BitwiseNot => |call| arithmetic::function(call, "nn.bitwise_not"),
    BitwiseOr => |call| arithmetic::broadcast(call, "nn.bitwise_or"),
    BitwiseXor => |call| arithmetic::broadcast(call, "nn.bitwise_xor"),
    Cast => movement::cast,
    CastLike => movement::cast,
    Ceil => |call| arithmetic::function(call, "math.ceil.tensor"),
    Clip => arithmetic::clip,
    Concat => movement::concatenate,
    Constant => movement::constant,
    ConstantOfShape => movement::constant_of_shape,
    Conv => images::convolution,
    Cos => |call| arithmetic::function(call, "math.cos.tensor"),
    Cosh => |call| arithmetic::function(call, "math.cosh.tensor"),
    Div => |call| arithmetic::broadcast(call, "nn.div"),
    Equal => |call| arithmetic::broadcast(call, "nn.equal"),
    Erf => |call| arithmetic::function(call, "math.erf.tensor"),
    Exp => |call| arithmetic::function(call, "math.exp.tensor"),
    Expand => movement::expand,
    Flatten => movement::flatten,
    Floor => |call| arithmetic::function(call, "math.floor.tensor"),
    Gather => |call| movement::gather(call, "nn.gather"),
    GatherElements => |call| movement::gather(call, "nn.gather_elements"),
    GatherND => movement::gather_nd,
    Gemm => arithmetic::gemm,
    GlobalAveragePool => |call| images::global(call, "nn.reduce_mean"),
    GlobalMaxPool => |call| images::global(call, "nn.reduce_max"),
    Greater => |call| arithmetic::broadcast(call, "nn.greater"),
    GreaterOrEqual => |call| arithmetic::broadcast(call, "nn.greater_or_equal"),
    Identity => movement::identity,
    IsNaN => |call| arithmetic::function(call, "math.isnan.tensor"),
    Less => |call| arithmetic::broadcast(call, "nn.less"),
    LessOrEqual => |call| arithmetic::broadcast(call, "nn.less_or_equal"),
    Log => |call| arithmetic::function(call, "math.log.tensor"),
    MatMul => |call| arithmetic::broadcast(call, "nn.matmul"),
    Max => |call| arithmetic::all(call, "nn.max"),
    MaxPool => |call| images::pool(call, "nn.max_pool"),
    Mean => arithmetic::mean,
    Min => |call| arithmetic::all(call, "nn.min"),
    Mod => arithmetic::modulo,
    Mul => |call| arithmetic::broadcast(call, "nn.mul"),
    Neg => arithmetic::negate,
    Not => |call| arithmetic::function(call, "nn.not"),
    Or => |call| arithmetic::broadcast(call, "nn.or"),
    Pad => movement::pad,
    Pow => arithmetic::pow,
    Range => movement::range,
    Reciprocal => arithmetic::reciprocal,
    ReduceL1 => |call| reduction::reduce(call, "nn.reduce_l1"),
    ReduceL2 => |call| reduction::reduce(call, "nn.reduce_l2"),
    ReduceMax => |call| reduction::reduce(call, "nn.reduce_max"),
    ReduceMean => |call| reduction::reduce(call, "nn.reduce_mean"),
    ReduceMin => |call| reduction::reduce(call, "nn.reduce_min"),
    ReduceProd => |call| reduction::reduce(call, "nn.reduce_prod"),
    ReduceSum => |call| reduction::reduce(call, "nn.reduce_sum"),
    ReduceSumSquare => |call| reduction::reduce(call, "nn.reduce_sum_square"),
    Relu => |call| arithmetic::function(call, "nn.relu"),
    Reshape => movement::reshape,
    Round => |call| arithmetic::function(call, "math.roundeven.tensor"),
    Scatter => |call| movement::scatter(call, "nn.scatter_elements"),
    ScatterElements => |call| movement::scatter(call, "nn.scatter_elements"),
    ScatterND => |call| movement::scatter(call, "nn.scatter_nd"),
    Shape => movement::shape,
    Sign => arithmetic::sign,
    Sin => |call| arithmetic::function(call, "math.sin.tensor"),
    Sinh => |call| arithmetic::function(call, "math.sinh.tensor"),
    Size => |call| arithmetic::function(call, "nn.size"),
    Slice => movement::slice,
    Softmax => reduction::softmax,
    Split => movement::split,
    Sqrt => |call| arithmetic::function(call, "math.sqrt.tensor"),
    Squeeze => |call| movement::with_axes(call, "nn.squeeze"),
    Sub => |call| arithmetic::broadcast(call, "nn.sub"),
    Sum => |call| arithmetic::all(call, "nn.add"),
    Tan => |call| arithmetic::function(call, "math.tan.tensor"),
    Tanh => |call| arithmetic::function(call, "math.tanh.tensor"),
    Tile => movement::tile,
    Transpose => movement::transpose,
    Trilu => movement::trilu,
    Unsqueeze => |call| movement::with_axes(call, "nn.unsqueeze"),
    Where => movement::select,
    Xor => |call| arithmetic::broadcast(call, "nn.xor"),
}

/// The operator of that name.
pub(super) fn operator(name: &str) -> Option<&'static Operator> {
    OPERATORS.iter().find(|operator| operator.name == name)
}
