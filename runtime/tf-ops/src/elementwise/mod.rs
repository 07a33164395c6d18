//! Ops that compute each element from those at its place.

pub(crate) mod binary;
pub(crate) mod unary;
