//! Functions on slices of numbers: elementary functions, sums of products, windows. They write into
//! memory that they are given; what they allocate is small beside it. They know no tensor and no host:
//! who computes, and whether the result is still wanted, [`Workers`] say.
//!
//! Results have the same bits on every machine, for any number of threads and any
//! [instruction set](InstructionSet): integers wrap, floats follow IEEE 754, each operation rounds, and
//! each sum has one order.

mod arithmetic;
mod blocks;
mod convolution;
mod elementwise;
mod extremes;
mod filters;
mod float;
mod formula;
pub mod functions;
mod images;
mod instructions;
mod integer;
mod linear;
mod matmul;
mod maxima;
mod movement;
mod normalization;
mod outputs;
mod parts;
mod product;
mod reduction;
mod registers;
mod softmax;
mod strides;
mod tile;
pub mod vector;
mod window;
mod workers;

pub use arithmetic::Arithmetic;
pub use blocks::Blocks;
pub use convolution::Convolution;
pub use elementwise::{Places, each};
pub use extremes::Extremes;
pub use filters::{Filters, Images, Operands, Winograd};
pub use float::{Float, Real};
pub use formula::{Formula, Input, MOST_OPERANDS, MOST_STEPS, Operation};
pub use images::{Slide, pool, pool_blocks};
pub use instructions::{Body, InstructionSet};
pub use integer::Integer;
pub use linear::{Factors, Linear};
pub use matmul::Matmul;
pub use maxima::Maxima;
pub use movement::{Combination, arrange, combine, combine_onto, gather, join, select};
pub use normalization::Normalization;
pub use product::product;
pub use reduction::{
    Fold, Greatest, Least, Product, Reduction, Sum, SumOfSizes, SumOfSquares, place,
};
pub use registers::Fused;
pub use softmax::{Exponential, softmax};
pub use strides::Strides;
pub use tile::Activation;
pub use window::{Axis, Padding, axes};
pub use workers::{Ended, ThisThread, Workers, rows};
