//! The runtime's heart: values that may arrive later, the queues that run work, allocators,
//! the host and the per-run context, and the interface between kernels and engines.
//!
//! Layers, each knowing only those above it in this list:
//! `sync` (std or loom), `stack` · [`error`] · `site` · [`value`] · [`alloc`] · [`queue`] ·
//! [`trace`] · [`context`] · [`kernel`](mod@kernel) · [`frame`].

extern crate self as tfrt_host;

pub mod alloc;
pub mod context;
pub mod error;
pub mod frame;
pub mod kernel;
pub mod queue;
mod site;
mod stack;
mod sync;
pub mod trace;
pub mod value;

#[doc(hidden)]
pub use tfrt_kernel_macro::{__define_kernels, __gather_kernels};
pub use tfrt_kernel_macro::{kernel, kernel_for_tfrt, kernels, kernels_for_tfrt};
