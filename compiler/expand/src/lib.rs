//! What `tfrt_graph!` and build scripts have in common: declarations of the user's types and
//! kernels, and the way from a host program to the tokens of a Rust module. Part of `tfrt`'s own
//! machinery; nothing here is for users.

mod declarations;
mod module;
mod tokens;

pub use declarations::Declarations;
pub use module::{File, module};
pub use tokens::{Failure, Tokens};
