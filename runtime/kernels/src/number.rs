//! The numbers that Rust has no stable types for, as users and generated code name them.

pub use tfrt_host::kernel::{Complex, bf16, f16};
