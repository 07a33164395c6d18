//! Models: the *op graph*, and its passes down to kernels.
//!
//! An op graph is a [`Module`](tfrt_compiler::graph::Module) of ops that say what is computed and not in
//! which element type: `nn.conv`, `math.exp.tensor`. Each such op stands for a family of kernels,
//! `nn.conv.f32` and so on, and has their definition: parameters, attributes, and the rule of types of the
//! member that takes its operands. So shapes are inferred here as everywhere else. [`ops`] has these ops,
//! beside those kernels that have no family, such as `nn.reshape`.
//!
//! Data flows one way: an importer builds the op graph with [`ops`], passes rewrite it, [`lower`] gives each
//! op its kernel. What comes out is a program like any other.

mod face;
mod lower;
mod ops;
mod rewrite;
mod weights;

pub use face::{DIMENSIONS, INPUTS, MAIN, OUTPUTS, Port, face};
pub use lower::lower;
pub use ops::ops;
pub use weights::{LAYOUT, Weights, WeightsFile};
