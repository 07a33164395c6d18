//! The metadata functions of the ops, a file a family: element types and shapes of results from those of
//! arguments and from attributes. Ops of other devices share them.
//!
//! Each is called with as many arguments as its op takes.

mod attribute;
mod constant;
pub mod elementwise;
pub mod matmul;
pub mod mean;
mod movement;
pub mod normalization;
pub mod pad;
#[cfg(test)]
mod testing;
pub mod windows;

pub use attribute::integers;
pub use constant::{constant, zeros_like};
pub use movement::{CHANNELS_FIRST, cast, fixed_transpose, shape, transpose, transposed};

use tfrt_core_runtime::ResultMetadata;
use tfrt_host::error::KernelError;
use tfrt_tensor::{DType, TensorMetadata, TensorShape};

/// What a metadata function returns.
pub type Inferred = Result<ResultMetadata, KernelError>;

/// The metadata of one result.
fn one(dtype: DType, shape: TensorShape) -> Inferred {
    Ok(TensorMetadata { dtype, shape }.into())
}
