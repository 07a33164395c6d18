//! The catalogue as a whole, and every family against the specification.

mod catalogue;
mod control;
mod outside;
mod scalar;
mod shared;
mod test_family;
