//! A CUDA driver without a card, for tests.
//!
//! Built as a library that is loaded by its path in place of the driver's. It has the functions of the driver that
//! we call, an interpreter of PTX, and functions by which tests control it.

mod abi;
mod driver;
mod host;
pub mod ptx;
mod test;

pub use test::StandIn;
