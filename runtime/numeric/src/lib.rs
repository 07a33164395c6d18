//! Functions on slices of numbers: elementary functions, sums of products, windows. They write into
//! memory that they are given and allocate nothing that grows with it. They know no tensor and no host:
//! who computes, and whether the result is still wanted, [`Workers`] say.
//!
//! Results have the same bits on every machine, for any number of threads and any
//! [instruction set](InstructionSet): integers wrap, floats follow IEEE 754, each operation rounds, and
//! each sum has one order.

mod arithmetic;
mod convolution;
pub mod functions;
mod instructions;
mod product;
pub mod vector;
mod window;
mod workers;

pub use arithmetic::Arithmetic;
pub use convolution::Convolution;
pub use instructions::{Body, InstructionSet};
pub use product::product;
pub use window::{Axis, axes};
pub use workers::{Ended, Piece, ThisThread, Workers, rows};
