//! What `tfrt_graph!` and build scripts have in common: the lists of kernels that a program names,
//! and the way from a host program to the tokens of a Rust module. Part of `tfrt`'s own machinery;
//! nothing here is for users.

mod lists;
mod model;
mod module;
mod program;
mod schema;
mod tokens;
mod traits;

pub use lists::Lists;
pub use model::{ModelChoices, is_model, lists as model_lists};
#[cfg(feature = "mlir")]
pub use module::generic;
pub use module::{File, module, salvaged, verified};
pub use program::Program;
#[cfg(feature = "mlir")]
pub use tfrt_import::Helper;
pub use tokens::{Failure, Tokens};
