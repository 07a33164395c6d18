//! The list of the ops.

use crate::{folded, ops};
use tfrt_core_runtime::OpList;

/// The ops of CUDA devices.
///
/// ```
/// assert!(tfrt_gpu_ops::OPS.ops().iter().any(|op| op.name == "tf.MatMul"));
/// ```
pub static OPS: OpList = OpList::new(&[
    ops::ADD_V2,
    ops::BIAS_ADD,
    ops::CAST,
    ops::CONV2D,
    folded::MEAN,
    folded::PAD,
    folded::TRANSPOSE,
    ops::FUSED_BATCH_NORM_EX,
    ops::FUSED_BATCH_NORM_V3,
    ops::LOG,
    ops::LOG_SOFTMAX,
    ops::MATMUL,
    ops::MAX_POOL,
    ops::MEAN,
    ops::MUL,
    ops::PAD,
    ops::REAL_DIV,
    ops::RELU,
    ops::SIGMOID,
    ops::SOFTMAX,
    ops::SUB,
    ops::TANH,
    ops::TRANSPOSE,
]);
