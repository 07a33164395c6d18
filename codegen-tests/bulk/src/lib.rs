//! Random programs as generated Rust, some hundreds at a time, which is what takes long: what the
//! build script made of the range of seeds that the environment names. `tests/bulk.rs` runs them;
//! `cargo xtask bulk` goes through many ranges.

use tfrt_host::kernel::Function;

/// Lists a generated module's functions, callable with dynamic values.
pub type Functions = fn() -> Vec<(&'static str, Function)>;

#[allow(
    clippy::all,
    clippy::pedantic,
    clippy::allow_attributes,
    dead_code,
    missing_docs,
    non_camel_case_types,
    non_snake_case,
    unused,
    unused_qualifications,
    unreachable_pub,
    reason = "generated from host programs; which of these occur depends on the programs"
)]
mod compiled {
    use super::Functions;
    include!(concat!(env!("OUT_DIR"), "/programs.rs"));
}

/// The seed of each program, and its functions.
#[must_use]
pub fn programs() -> &'static [(u64, Functions)] {
    compiled::PROGRAMS
}
