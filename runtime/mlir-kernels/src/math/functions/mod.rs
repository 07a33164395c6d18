//! The functions that are not exact, on doubles: our own polynomials and tables, with one order of
//! operations on every machine, and no function of the platform's library. Most have an error of
//! little more than half a unit in the last place, because their last steps are computed in twice the
//! precision; `codegen-tests/tests/math.rs` says how much more.

mod circle;
mod cube;
mod dd;
mod error;
mod exponential;
mod logarithm;
mod tables;

pub(super) use circle::{acos, asin, atan, atan2, cos, sin, tan};
pub(super) use cube::{cbrt, rsqrt};
pub(super) use error::{erf, erfc};
pub(super) use exponential::{cosh, exp, exp2, expm1, pow, pow_integer, sinh, tanh};
pub(super) use logarithm::{acosh, asinh, atanh, log, log1p, log2, log10};
