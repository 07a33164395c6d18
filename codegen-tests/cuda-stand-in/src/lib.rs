//! A CUDA driver without a card, for tests.
//!
//! Built as a library that is loaded by its path in place of the driver's. It has the functions of the driver that
//! we call, those of the libraries beside it as plain loops, an interpreter of PTX, and functions by which tests control it.

mod abi;
mod driver;
mod host;
mod library;
pub mod ptx;
mod test;

pub use test::StandIn;
