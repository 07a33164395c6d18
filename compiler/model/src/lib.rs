//! Models: the *op graph*, and its passes down to kernels.
//!
//! An op graph is a [`Module`](tfrt_compiler::graph::Module) of ops that say what is computed and not in
//! which element type: `nn.conv`, `math.exp.tensor`. Each such op stands for a family of kernels,
//! `nn.conv.f32` and so on, and has their definition: parameters, attributes, and the rule of types of the
//! member that takes its operands. So shapes are inferred here as everywhere else. [`ops`] has these ops,
//! beside those kernels that have no family, such as `nn.reshape`.
//!
//! Data flows one way: an importer builds the op graph with [`ops`], the [`PASSES`] rewrite it, of which the
//! last gives each op its kernel. [`compile`] runs them all. What comes out is a program like any other.

mod attributes;
mod bind;
mod clean;
mod face;
mod fold;
mod fuse;
mod infer;
mod lower;
mod ops;
mod options;
mod passes;
mod plan;
mod rewrite;
mod symbols;
mod weights;
mod winograd;

pub use face::{Port, face, symbols};
pub use ops::ops;
pub use options::{Binding, FoldLimits, Form, Math, Options};
pub use passes::{PASSES, Pass, Prepared, compile};
pub use plan::{Entry, MemoryPlan, PlacedValue, RunTensor, entry};
pub use symbols::{DIMENSIONS, INPUTS, MAIN, OUTPUTS};
pub use weights::{LAYOUT, Weights, WeightsFile};
