//! The table of operators.

use super::call::{Call, Lowered};
use super::operators::{
    activation, arithmetic, attention, contraction, control, grid, images, movement, normalization,
    order, quantized, recurrent, reduction, sequence, signal, states,
};
use crate::DataType;
use std::ops::RangeInclusive;

/// An operator of ONNX that is supported.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Operator {
    /// The domain.
    pub domain: &'static str,
    /// The name.
    pub name: &'static str,
    /// The first version of the domain in which a node may have the operator. Nodes of each version are
    /// lowered with the meaning that the operator has in it.
    pub first: i64,
    /// The last one.
    pub last: i64,
    /// The types that ONNX allows for some of the operator's elements, and that are not supported there.
    /// [Those](DataType::dtype) that no operator supports are not among them.
    pub lacks: &'static [DataType],
    /// What else is not supported, in a few words.
    pub limits: &'static str,
    /// How a node becomes ops.
    pub(super) lower: Rule,
}

impl Operator {
    /// Whether nodes of that version are supported.
    pub(super) fn has(&self, version: i64) -> bool {
        (self.first..=self.last).contains(&version)
    }

    /// The versions that are supported, in words.
    pub(super) fn versions(&self) -> String {
        let Self { first, last, .. } = self;
        if first == last {
            format!("version {first}")
        } else {
            format!("versions {first} to {last}")
        }
    }
}

/// How a node becomes ops.
pub(super) type Rule = fn(&mut Call<'_, '_, '_, '_>) -> Lowered;

/// The domain of ONNX's own operators, which nodes may leave out.
pub(super) const ONNX: &str = "ai.onnx";

/// The versions of ONNX's own operators in which models are read. Those of an older model are, too, if they
/// have had their meaning since then, which the table says of each.
pub const OPSETS: RangeInclusive<i64> = 7..=28;

/// The domain of those that may still change.
const PREVIEW: &str = "ai.onnx.preview";

macro_rules! operators {
    ($($domain:ident { $(
        $name:ident (
            $first:literal to $last:literal $(; without $($lacks:ident)+)? $(; $limits:literal)?
        ) => $rule:expr,
    )* })*) => {
        /// The operators that are supported, by domain and name.
        pub static OPERATORS: &[Operator] = &[$($(
            Operator {
                domain: $domain,
                name: stringify!($name),
                first: $first,
                last: $last,
                lacks: &[$($(DataType::$lacks),+)?],
                limits: concat!($($limits)?),
                lower: $rule,
            },
        )*)*];
    };
}

operators! { ONNX {
    Abs (6 to 28) => arithmetic::abs,
    Acos (7 to 28) => |call| arithmetic::function(call, "math.acos.tensor"),
    Acosh (9 to 28) => |call| arithmetic::function(call, "math.acosh.tensor"),
    Add (7 to 28) => |call| arithmetic::broadcast(call, "nn.add"),
    AffineGrid (20 to 28) => grid::affine,
    And (7 to 28) => |call| arithmetic::broadcast(call, "nn.and"),
    ArgMax (1 to 28) => |call| reduction::place(call, "nn.argmax"),
    ArgMin (1 to 28) => |call| reduction::place(call, "nn.argmin"),
    Asin (7 to 28) => |call| arithmetic::function(call, "math.asin.tensor"),
    Asinh (9 to 28) => |call| arithmetic::function(call, "math.asinh.tensor"),
    Atan (7 to 28) => |call| arithmetic::function(call, "math.atan.tensor"),
    Atanh (9 to 28) => |call| arithmetic::function(call, "math.atanh.tensor"),
    Attention (23 to 28) => attention::attention,
    AveragePool (7 to 28) => |call| images::pool(call, "nn.average_pool"),
    BatchNormalization (7 to 28; "not for each element apart, by spatial = 0 of versions 7 and 8") => images::batch_norm,
    BitCast (26 to 28) => order::bitcast,
    BitShift (11 to 28) => arithmetic::bits,
    BitwiseAnd (18 to 28) => |call| arithmetic::broadcast(call, "nn.bitwise_and"),
    BitwiseNot (18 to 28) => |call| arithmetic::function(call, "nn.bitwise_not"),
    BitwiseOr (18 to 28) => |call| arithmetic::broadcast(call, "nn.bitwise_or"),
    BitwiseXor (18 to 28) => |call| arithmetic::broadcast(call, "nn.bitwise_xor"),
    BlackmanWindow (17 to 28) => |call| signal::window(call, [0.42, 0.5, 0.08]),
    Cast (6 to 28) => movement::cast,
    CastLike (15 to 28) => movement::cast,
    CausalConvWithState (27 to 28; "filters of known size") => states::causal_convolution,
    Ceil (6 to 28) => |call| arithmetic::function(call, "math.ceil.tensor"),
    Celu (12 to 28) => activation::celu,
    CenterCropPad (18 to 28) => grid::centre,
    Clip (6 to 28) => arithmetic::clip,
    Col2Im (18 to 28; without Bool; "the number of dimensions must be known") => images::col2im,
    Compress (9 to 28) => order::compress,
    Concat (4 to 28) => movement::concatenate,
    ConcatFromSequence (11 to 28) => sequence::concatenate,
    Constant (1 to 28; "no texts, no sparse tensors") => movement::constant,
    ConstantOfShape (9 to 28) => movement::constant_of_shape,
    Conv (1 to 28) => images::convolution,
    ConvInteger (10 to 28) => quantized::convolve,
    ConvTranspose (1 to 28; "output_shape needs images of known size") => images::convolution_transposed,
    Cos (7 to 28) => |call| arithmetic::function(call, "math.cos.tensor"),
    Cosh (9 to 28) => |call| arithmetic::function(call, "math.cosh.tensor"),
    CumProd (26 to 28) => |call| order::running(call, "nn.cumprod"),
    CumSum (11 to 28) => |call| order::running(call, "nn.cumsum"),
    DFT (17 to 28) => signal::fourier,
    DeformConv (19 to 28) => images::deformed,
    DepthToSpace (1 to 28) => |call| attention::depth_to_space(call, false),
    DequantizeLinear (10 to 28) => quantized::dequantize,
    Det (11 to 28) => |call| arithmetic::function(call, "nn.det"),
    Div (7 to 28) => |call| arithmetic::broadcast(call, "nn.div"),
    Dropout (7 to 28; "in training only with ratio 0") => activation::dropout,
    DynamicQuantizeLinear (11 to 28) => quantized::quantize_dynamically,
    Einsum (12 to 28) => contraction::einsum,
    Elu (6 to 28) => activation::elu,
    Equal (7 to 28) => |call| arithmetic::broadcast(call, "nn.equal"),
    Erf (9 to 28) => |call| arithmetic::real_function(call, "math.erf.tensor"),
    Exp (6 to 28) => |call| arithmetic::function(call, "math.exp.tensor"),
    Expand (8 to 28) => movement::expand,
    EyeLike (9 to 28) => order::eye,
    Flatten (1 to 28) => movement::flatten,
    Floor (6 to 28) => |call| arithmetic::function(call, "math.floor.tensor"),
    GRU (7 to 28) => |call| recurrent::layer(call, &recurrent::GRU),
    Gather (1 to 28) => |call| movement::gather(call, "nn.gather"),
    GatherElements (11 to 28) => |call| movement::gather(call, "nn.gather_elements"),
    GatherND (11 to 28) => movement::gather_nd,
    Gelu (20 to 28) => activation::gelu,
    Gemm (7 to 28) => arithmetic::gemm,
    GlobalAveragePool (1 to 28) => |call| images::global(call, "nn.reduce_mean"),
    GlobalLpPool (2 to 28) => images::global_lp,
    GlobalMaxPool (1 to 28) => |call| images::global(call, "nn.reduce_max"),
    Greater (7 to 28) => |call| arithmetic::broadcast(call, "nn.greater"),
    GreaterOrEqual (12 to 28) => |call| arithmetic::broadcast(call, "nn.greater_or_equal"),
    GridSample (16 to 28) => images::grid_sample,
    GroupNormalization (18 to 28) => normalization::group,
    HammingWindow (17 to 28) => |call| signal::window(call, [25.0 / 46.0, 21.0 / 46.0, 0.0]),
    HannWindow (17 to 28) => |call| signal::window(call, [0.5, 0.5, 0.0]),
    HardSigmoid (6 to 28) => activation::hard_sigmoid,
    HardSwish (14 to 28) => activation::hard_swish,
    Hardmax (1 to 28) => normalization::hardmax,
    Identity (1 to 28) => movement::identity,
    If (1 to 28) => control::branch,
    InstanceNormalization (6 to 28) => normalization::instance,
    IsInf (10 to 28) => activation::is_infinite,
    IsNaN (9 to 28) => |call| arithmetic::function(call, "math.isnan.tensor"),
    LRN (1 to 28) => normalization::local_response,
    LSTM (7 to 28) => |call| recurrent::layer(call, &recurrent::LSTM),
    LayerNormalization (17 to 28) => normalization::layer,
    LeakyRelu (6 to 28) => activation::leaky,
    Less (7 to 28) => |call| arithmetic::broadcast(call, "nn.less"),
    LessOrEqual (12 to 28) => |call| arithmetic::broadcast(call, "nn.less_or_equal"),
    LinearAttention (27 to 28) => states::linear_attention,
    Log (6 to 28) => |call| arithmetic::function(call, "math.log.tensor"),
    LogSoftmax (1 to 28) => normalization::log_softmax,
    Loop (1 to 28) => control::repeat,
    LpNormalization (1 to 28) => normalization::lp,
    LpPool (2 to 28) => images::lp_pool,
    MatMul (1 to 28) => |call| arithmetic::broadcast(call, "nn.matmul"),
    MatMulInteger (10 to 28) => quantized::matmul,
    Max (6 to 28) => |call| arithmetic::all(call, "nn.max"),
    MaxPool (1 to 28) => |call| images::pool(call, "nn.max_pool"),
    MaxUnpool (9 to 28; "images of known size") => images::max_unpool,
    Mean (6 to 28) => arithmetic::mean,
    MeanVarianceNormalization (9 to 28) => normalization::mean_variance,
    MelWeightMatrix (17 to 28) => signal::mel,
    Min (6 to 28) => |call| arithmetic::all(call, "nn.min"),
    Mish (18 to 28) => activation::mish,
    Mod (10 to 28) => arithmetic::modulo,
    Mul (7 to 28) => |call| arithmetic::broadcast(call, "nn.mul"),
    Neg (6 to 28) => arithmetic::negate,
    NegativeLogLikelihoodLoss (12 to 28) => normalization::negative_log_likelihood,
    NonMaxSuppression (10 to 28) => images::non_max_suppression,
    NonZero (9 to 28) => order::nonzero,
    Not (1 to 28) => |call| arithmetic::function(call, "nn.not"),
    OneHot (9 to 28) => attention::one_hot,
    Optional (15 to 28) => sequence::optional,
    OptionalGetElement (15 to 28) => sequence::get_element,
    OptionalHasElement (15 to 28) => sequence::has_element,
    Or (7 to 28) => |call| arithmetic::broadcast(call, "nn.or"),
    PRelu (7 to 28) => activation::leaky,
    Pad (2 to 28) => movement::pad,
    Pow (7 to 28) => arithmetic::pow,
    QLinearConv (10 to 28) => quantized::scaled_convolve,
    QLinearMatMul (10 to 28) => quantized::scaled_matmul,
    QuantizeLinear (10 to 28) => quantized::quantize,
    RMSNormalization (23 to 28) => normalization::root_mean_square,
    RNN (7 to 28) => |call| recurrent::layer(call, &recurrent::RNN),
    Range (11 to 28) => movement::range,
    Reciprocal (6 to 28) => arithmetic::reciprocal,
    ReduceL1 (1 to 28) => |call| reduction::reduce(call, "nn.reduce_l1"),
    ReduceL2 (1 to 28) => |call| reduction::reduce(call, "nn.reduce_l2"),
    ReduceLogSum (1 to 28) => |call| normalization::log_sum(call, false),
    ReduceLogSumExp (1 to 28) => |call| normalization::log_sum(call, true),
    ReduceMax (1 to 28) => |call| reduction::reduce(call, "nn.reduce_max"),
    ReduceMean (1 to 28) => |call| reduction::reduce(call, "nn.reduce_mean"),
    ReduceMin (1 to 28) => |call| reduction::reduce(call, "nn.reduce_min"),
    ReduceProd (1 to 28) => |call| reduction::reduce(call, "nn.reduce_prod"),
    ReduceSum (1 to 28) => |call| reduction::reduce(call, "nn.reduce_sum"),
    ReduceSumSquare (1 to 28) => |call| reduction::reduce(call, "nn.reduce_sum_square"),
    Relu (6 to 28) => |call| arithmetic::function(call, "nn.relu"),
    Reshape (5 to 28) => movement::reshape,
    Resize (10 to 28; without Bool) => images::resize,
    ReverseSequence (10 to 28) => order::reverse,
    RoiAlign (10 to 28) => images::roi_align,
    RotaryEmbedding (23 to 28) => attention::rotary,
    Round (11 to 28) => |call| arithmetic::function(call, "math.roundeven.tensor"),
    STFT (17 to 28) => signal::short_time,
    Scan (8 to 28; "of version 8 without lengths of sequences") => control::scan,
    Scatter (9 to 10) => |call| movement::scatter(call, "nn.scatter_elements"),
    ScatterElements (11 to 28) => |call| movement::scatter(call, "nn.scatter_elements"),
    ScatterND (11 to 28) => |call| movement::scatter(call, "nn.scatter_nd"),
    Selu (6 to 28) => activation::selu,
    SequenceAt (11 to 28) => sequence::at,
    SequenceConstruct (11 to 28) => sequence::construct,
    SequenceEmpty (11 to 28) => sequence::empty,
    SequenceErase (11 to 28) => sequence::erase,
    SequenceInsert (11 to 28) => sequence::insert,
    SequenceLength (11 to 28) => sequence::length,
    SequenceMap (17 to 28) => sequence::map,
    Shape (1 to 28) => movement::shape,
    Shrink (9 to 28) => activation::shrink,
    Sigmoid (6 to 28) => activation::sigmoid,
    Sign (9 to 28) => arithmetic::sign,
    Sin (7 to 28) => |call| arithmetic::function(call, "math.sin.tensor"),
    Sinh (9 to 28) => |call| arithmetic::function(call, "math.sinh.tensor"),
    Size (1 to 28) => |call| arithmetic::function(call, "nn.size"),
    Slice (1 to 28) => movement::slice,
    Softmax (1 to 28) => normalization::softmax,
    SoftmaxCrossEntropyLoss (12 to 28) => normalization::softmax_cross_entropy,
    Softplus (1 to 28) => activation::softplus,
    Softsign (1 to 28) => activation::softsign,
    SpaceToDepth (1 to 28) => |call| attention::depth_to_space(call, true),
    Split (2 to 28) => movement::split,
    SplitToSequence (11 to 28) => sequence::split,
    Sqrt (6 to 28) => |call| arithmetic::function(call, "math.sqrt.tensor"),
    Squeeze (1 to 28) => |call| movement::with_axes(call, "nn.squeeze"),
    Sub (7 to 28) => |call| arithmetic::broadcast(call, "nn.sub"),
    Sum (6 to 28) => |call| arithmetic::all(call, "nn.add"),
    SwiGLU (28 to 28) => activation::swish,
    Swish (24 to 28) => activation::swish,
    Tan (7 to 28) => |call| arithmetic::function(call, "math.tan.tensor"),
    Tanh (6 to 28) => |call| arithmetic::function(call, "math.tanh.tensor"),
    TensorScatter (24 to 28) => states::write_cache,
    TfIdfVectorizer (9 to 28; "of integers") => signal::ngrams,
    ThresholdedRelu (10 to 28) => activation::thresholded,
    Tile (6 to 28) => movement::tile,
    TopK (1 to 28) => order::topk,
    Transpose (1 to 28) => movement::transpose,
    Trilu (14 to 28) => movement::trilu,
    Unique (11 to 28) => order::unique,
    Unsqueeze (1 to 28) => |call| movement::with_axes(call, "nn.unsqueeze"),
    Upsample (7 to 9) => images::resize,
    Where (9 to 28) => movement::select,
    Xor (7 to 28) => |call| arithmetic::broadcast(call, "nn.xor"),
} PREVIEW {
    FlexAttention (1 to 1) => attention::flexible,
} }

/// The operator of that domain and name.
pub(super) fn operator(domain: &str, name: &str) -> Option<&'static Operator> {
    OPERATORS.iter().find(|operator| operator.name == name && operator.domain == domain)
}
