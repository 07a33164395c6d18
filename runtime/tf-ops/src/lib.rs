//! The ops of TensorFlow on the CPU, [`TF`], and kernels with their bits, [`TF_SYNC`]; and the functions of their metadata, which ops of other devices share.
//!
//! An op computes its result in memory of its run, or over an argument that nobody else has: a unary op over its
//! argument, a binary one over the left or else the right, of the result's element type and shape.
//!
//! # Results
//!
//! They have the same bits for any number of threads and any instructions. Integers wrap. Sums are sequential and of
//! the element type; those of `f16` are computed in `f32` and rounded once. Products are rounded before they are
//! added. Exponentials and logarithms are those of `f64`, rounded once.

mod batch_norm;
mod bias;
mod concat;
mod constant;
mod elementwise;
mod matmul;
mod mean;
pub mod metadata;
mod number;
mod output;
mod pad;
mod shape;
mod softmax;
pub mod sync;
mod tile;
mod wide;
mod windows;

#[cfg(test)]
mod tests;

use elementwise::{binary, unary};
use tfrt_core_runtime::OpList;

pub use matmul::{Activated, FusedOps, Multiplied};
pub use number::{Number, Real};
pub use sync::TF_SYNC;

/// The ops.
pub static TF: OpList = OpList::new(&[
    batch_norm::FUSED_BATCH_NORM_V3,
    bias::BIAS_ADD,
    binary::ADD_V2,
    binary::LESS,
    binary::MUL,
    binary::REAL_DIV,
    binary::SUB,
    concat::CONCAT_V2,
    constant::CONSTANT,
    constant::ZEROS_LIKE,
    matmul::FUSED_MATMUL,
    matmul::MATMUL,
    mean::MEAN,
    pad::PAD,
    shape::EXPAND_DIMS,
    shape::SHAPE,
    softmax::LOG_SOFTMAX,
    softmax::SOFTMAX,
    tile::TILE,
    unary::LOG,
    unary::LOG1P,
    unary::RELU,
    unary::RSQRT,
    unary::SIGMOID,
    windows::CONV2D,
    windows::MAX_POOL,
]);
