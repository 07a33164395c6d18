//! Random programs as generated Rust, some hundreds at a time, which is what takes long: what the
//! build script made of the range of seeds that the environment names. `tests/bulk.rs` runs them;
//! `cargo xtask bulk` goes through many ranges.

#[path = "../../src/compiled.rs"]
mod compiled;

pub use compiled::Functions;

/// The seed of each program, and its functions.
#[must_use]
pub fn programs() -> &'static [(u64, Functions)] {
    compiled::PROGRAMS
}
