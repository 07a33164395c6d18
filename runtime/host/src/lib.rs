//! The core of the runtime: async values, work queues, allocators, the host and request contexts,
//! and the interface between kernels and engines.
//!
//! Layers, each of which uses only earlier ones: `sync` (std or loom), `stack` · `site` · [`resource`]
//! · [`value`] · [`alloc`] · [`device`] · [`queue`] · [`trace`] · [`context`] · [`kernel`](mod@kernel) · [`frame`].
//! The definitions of ops and [`error`] are those of `tfrt-op`.

#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate self as tfrt_host;

pub mod alloc;
pub mod context;
pub mod device;
pub mod frame;
pub mod kernel;
pub mod queue;
pub mod resource;
mod site;
mod stack;
#[doc(hidden)]
pub mod sync;
pub mod trace;
pub mod value;

#[doc(hidden)]
pub use tfrt_kernel_macro::{__define_kernels, __gather_kernels};
pub use tfrt_kernel_macro::{kernel, kernel_for_tfrt, kernels, kernels_for_tfrt};
#[doc(inline)]
pub use tfrt_op::error;
