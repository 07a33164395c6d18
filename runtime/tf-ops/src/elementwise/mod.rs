//! Ops that compute each element from those at its place.

pub mod binary;
pub mod unary;
