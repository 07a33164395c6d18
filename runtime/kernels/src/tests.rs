//! Tests of the catalogue as a whole, and of every family against the specification.

mod catalogue;
mod control;
mod scalar;
mod shared;
