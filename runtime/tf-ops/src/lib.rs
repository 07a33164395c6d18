//! The ops of TensorFlow on the CPU, [`TF`]; and the functions of their metadata, which ops of other devices share.
//!
//! An op computes its result in memory of its run, or over an argument that nobody else has: a unary op over its
//! argument, a binary one over the left or else the right, of the result's element type and shape.
//!
//! # Results
//!
//! They have the same bits for any number of threads and any instructions. Integers wrap. Sums are sequential and of
//! the element type; those of `f16` are computed in `f32` and rounded once. Products are rounded before they are
//! added. Exponentials and logarithms are those of `f64`, rounded once.

pub mod metadata;
mod number;

use tfrt_core_runtime::OpList;

/// The ops.
pub static TF: OpList = OpList::new(&[]);
