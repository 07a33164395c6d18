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

pub mod batch_norm;
pub mod bias;
pub mod concat;
pub mod constant;
pub mod elementwise;
pub mod matmul;
pub mod mean;
pub mod metadata;
mod number;
mod output;
pub mod pad;
pub mod shape;
pub mod softmax;
pub mod sync;
pub mod tile;
mod wide;
pub mod windows;

#[cfg(test)]
mod tests;

use elementwise::{binary, unary};
use tfrt_core_runtime::OpList;

pub use matmul::{Activated, FusedOps, Multiplied};
pub use number::{Number, Real};
pub use sync::TF_SYNC;

/// The ops as calls from Rust: a struct each, whose fields are the op's attributes.
///
/// ```
/// use tfrt_core_runtime::{Eager, Ops};
/// use tfrt_host::context::Host;
/// use tfrt_host::error::Error;
/// use tfrt_tensor::Tensor;
/// use tfrt_tf_ops::{TF, tf};
///
/// let host = Host::builder().build()?;
/// let (eager, ctx) = (Eager::new(&host, Ops::new().with(&TF)), host.context());
/// let x = Tensor::from_vec(&[2, 2], vec![1.0_f32, 2.0, 3.0, 4.0])?;
/// let product = tf::MatMul { transpose_a: true, transpose_b: false }.call(&eager, &ctx, &x, &x)?;
/// let result = tf::AddV2.call(&eager, &ctx, product, &x)?;
/// assert_eq!(result.wait()?.elements::<f32>()?, [11.0, 16.0, 17.0, 24.0]);
/// # Ok::<(), Error>(())
/// ```
pub mod tf {
    pub use crate::batch_norm::FusedBatchNormV3;
    pub use crate::bias::BiasAdd;
    pub use crate::concat::ConcatV2;
    pub use crate::constant::{Const, ZerosLike};
    pub use crate::elementwise::binary::{AddV2, Less, Mul, RealDiv, Sub};
    pub use crate::elementwise::unary::{Log, Log1p, Relu, Rsqrt, Sigmoid};
    pub use crate::matmul::{FusedMatMul, MatMul};
    pub use crate::mean::Mean;
    pub use crate::pad::Pad;
    pub use crate::shape::{ExpandDims, Shape};
    pub use crate::softmax::{LogSoftmax, Softmax};
    pub use crate::tile::Tile;
    pub use crate::windows::{Conv2D, MaxPool};
}

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
