//! Passes that make programs for CUDA devices of dialects of MLIR, by the names and with the options of the original.
mod names;
mod ops;
pub use ops::DECLARED;
