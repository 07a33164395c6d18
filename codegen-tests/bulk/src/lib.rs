//! Programs as generated Rust, some hundreds at a time, which is what takes long: what the build
//! script made of the seeds and the folder that the environment names. `tests/bulk.rs` runs them;
//! `cargo xtask bulk` goes through many seeds.

#[allow(
    warnings,
    clippy::allow_attributes,
    reason = "generated from random programs; which lints it breaks depends on the programs"
)]
mod compiled {
    use super::Functions;

    include!(concat!(env!("OUT_DIR"), "/programs.rs"));
}

use tfrt_host::kernel::Function;

/// Lists a generated module's functions, callable with dynamic values.
pub type Functions = fn() -> Vec<(&'static str, Function)>;

/// The seed of each random host program, and its functions.
#[must_use]
pub fn random() -> &'static [(u64, Functions)] {
    compiled::RANDOM
}

/// The seed of each random host program with tensors that are values, and its functions.
#[must_use]
pub fn typed() -> &'static [(u64, Functions)] {
    compiled::TYPED
}

/// The seed of each random program of upstream dialects, and its functions.
#[must_use]
pub fn imported() -> &'static [(u64, Functions)] {
    compiled::IMPORTED
}

/// The path of each program of the folder, and its functions.
#[must_use]
pub fn files() -> &'static [(&'static str, Functions)] {
    compiled::FILES
}
