//! Descriptions of products with what follows them.

use super::Call;
use super::blas::Function;
use super::numbers::Elements;
use crate::driver::work::Op;

/// What a program describes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Object {
    Product(Product),
    Layout(Layout),
    /// How many bytes of memory an algorithm may use.
    Preference(u64),
}

/// A product.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Product {
    /// A number of `cublasComputeType_t`.
    pub(crate) compute: i32,
    pub(crate) operations: [i32; 2],
    /// A number of `cublasLtEpilogue_t`.
    pub(crate) epilogue: i32,
    pub(crate) bias: u64,
}

/// Matrices: their elements are of a number of `cudaDataType`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(crate) ty: i32,
    pub(crate) rows: u64,
    pub(crate) columns: u64,
    pub(crate) stride: i64,
    pub(crate) batch: i32,
    pub(crate) step: i64,
}

/// The bytes that the algorithm of these products uses, if it may.
pub(crate) const WORKSPACE: u64 = 256;

/// Which of both algorithms a number says: with memory, and without.
pub(crate) const ALGORITHMS: [u64; 2] = [71, 70];

/// The function of a number of `cublasLtEpilogue_t`, and whether it adds a bias.
pub(crate) fn epilogue(number: i32) -> Option<(Function, bool)> {
    Some(match number {
        1 => (Function::Identity, false),
        2 => (Function::Relu, false),
        4 => (Function::Identity, true),
        6 => (Function::Relu, true),
        32 => (Function::Gelu, false),
        36 => (Function::Gelu, true),
        _ => return None,
    })
}

/// Writes to the memory that an algorithm has besides: the memory must be there, and nobody else's.
pub(crate) fn scratch(at: Elements) -> Op {
    Call::op("scratch", move |view| {
        let numbers = 0..(WORKSPACE as i64) / 8;
        numbers.into_iter().try_for_each(|index| at.set(view, index, (1.0, 0.0)))
    })
}
