//! Convolution, pooling, normalization and products: dialect `eigen`.
//!
//! Images are NHWC, filters HWIO. The sum of an output element is sequential, in `f32`, and so
//! independent of the number of threads and of the processor: see `tfrt_numeric`.

pub mod batch_norm;
pub mod convolution;
pub mod gradient;
pub mod pooling;
pub mod product;

pub use pooling::{pad, padded};
pub use product::product;
