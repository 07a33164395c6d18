//! The kernels of models: the dialect `nn`, on immutable tensors. An op means what the ONNX operator of the
//! newest opset means that stands in its documentation, attributes included: images are `[N, C, …]`. What
//! ONNX passes as a tensor of indices or sizes is an attribute. Kernels that compute are named after their
//! element type, `nn.matmul.f32`; those that only move elements take any: `nn.transpose`.
//!
//! The dialect [`arena`] has the same for programs whose memory is planned.
//!
//! # Results
//!
//! They have the same bits on every engine, for any number of threads and with any of the processor's
//! instructions. `f16` and `bf16` are computed in `f32` and rounded once, at the end.

pub mod arena;
pub mod arithmetic;
pub mod contraction;
mod convert;
mod cost;
mod element;
pub mod images;
pub mod indexed;
pub mod linear_attention;
pub mod logic;
pub mod matmul;
mod moved;
pub mod movement;
pub mod ngrams;
pub mod normalization;
pub mod optional;
pub mod order;
mod output;
pub mod recurrent;
pub mod reduction;
pub mod resample;
pub mod sequence;
pub mod signal;
pub mod softmax;
pub mod structure;
pub mod windows;

pub use element::{Elementary, Number, Rational, Sampled, Scalar};

tfrt_host::kernels! {
    /// The kernels of the dialects `nn` and `arena`.
    pub NN = [
        type arena::Run = "!arena.run",
        type tfrt_tensor::Optional = "!nn.optional<..>",
        type tfrt_tensor::Sequence = "!nn.sequence<..>",
        type tfrt_tensor::Tensor = "tensor<..>",
        arena::begin,
        arena::elements::add,
        arena::elements::div,
        arena::elements::elementwise,
        arena::elements::erf,
        arena::elements::exp,
        arena::elements::log,
        arena::elements::max,
        arena::elements::min,
        arena::elements::mul,
        arena::elements::relu,
        arena::elements::sqrt,
        arena::elements::sub,
        arena::elements::tanh,
        arena::images::average_pool,
        arena::images::batch_norm,
        arena::images::conv,
        arena::images::max_pool,
        arena::images::rows,
        arena::moves::cast,
        arena::moves::concatenate,
        arena::moves::gather,
        arena::moves::transpose,
        arena::products::linear, arena::products::matmul,
        arena::reductions::reduce_max,
        arena::reductions::reduce_mean,
        arena::reductions::reduce_sum,
        arena::reductions::softmax,
        arena::load,
        arithmetic::add,
        arithmetic::div,
        arithmetic::equal,
        arithmetic::greater,
        arithmetic::greater_or_equal,
        arithmetic::less,
        arithmetic::less_or_equal,
        arithmetic::max,
        arithmetic::min,
        arithmetic::mul,
        arithmetic::relu,
        arithmetic::sub,
        contraction::det,
        contraction::einsum,
        images::average_pool,
        images::conv,
        images::conv_transpose,
        images::max_pool_places,
        images::max_pool,
        indexed::gather,
        indexed::gather_elements,
        indexed::gather_nd,
        indexed::pad,
        indexed::scatter_elements,
        indexed::scatter_nd,
        indexed::tile,
        indexed::trilu,
        linear_attention::linear_attention,
        logic::and,
        logic::bitwise_and,
        logic::bitwise_not,
        logic::bitwise_or,
        logic::bitwise_xor,
        logic::modulo,
        logic::not,
        logic::or,
        logic::pow,
        logic::shift_left,
        logic::shift_right,
        logic::xor,
        matmul::matmul,
        movement::append,
        movement::broadcast,
        movement::concatenate,
        movement::flatten,
        movement::reshape,
        movement::select,
        movement::slice,
        movement::transpose,
        ngrams::ngrams,
        normalization::batch_norm,
        optional::optional_has_value,
        optional::optional_none,
        optional::optional_of_sequence,
        optional::optional_of_tensor,
        optional::optional_sequence,
        optional::optional_tensor,
        order::bitcast,
        order::compress,
        order::cumprod,
        order::cumsum,
        order::nonzero,
        order::reverse_sequence,
        order::topk,
        order::unique,
        recurrent::gru,
        recurrent::lstm,
        recurrent::rnn,
        reduction::argmax,
        reduction::argmin,
        reduction::reduce_l1,
        reduction::reduce_l2,
        reduction::reduce_max,
        reduction::reduce_mean,
        reduction::reduce_min,
        reduction::reduce_prod,
        reduction::reduce_sum,
        reduction::reduce_sum_square,
        resample::grid_sample,
        resample::non_max_suppression,
        resample::resize,
        resample::roi_align,
        sequence::sequence,
        sequence::sequence_at,
        sequence::sequence_concatenate,
        sequence::sequence_erase,
        sequence::sequence_insert,
        sequence::sequence_length,
        sequence::sequence_split,
        signal::dft,
        softmax::softmax,
        structure::cast,
        structure::range,
        structure::require,
        structure::shape,
        structure::size,
        structure::squeeze,
        structure::unsqueeze,
        windows::col2im,
        windows::deform_conv,
    ]
}
