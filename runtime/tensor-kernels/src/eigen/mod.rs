//! Convolution, pooling, normalization and products: dialect `eigen`.
//!
//! Images are NHWC, filters HWIO. These are plain loops and define the results: the sum of an output
//! element is sequential, in `f32`, and so independent of the number of threads.

pub mod batch_norm;
pub mod convolution;
pub mod gradient;
pub mod pooling;
pub mod product;
mod sum;

pub use pooling::{Pool, pad, padded};
pub use product::product;
