//! The functions that are not exact, on doubles: our own polynomials and tables, with one order of
//! operations on every machine, and no function of the platform's library. Most have an error of
//! little more than half a unit in the last place, because their last steps are computed in twice the
//! precision; `codegen-tests/tests/together/math.rs` says how much more. A result of `f32` is that of `f64`,
//! rounded once.
//!
//! ```
//! use tfrt_numeric::functions::{exp, log};
//! assert_eq!(exp(1.0), std::f64::consts::E);
//! assert_eq!(log(0.0), f64::NEG_INFINITY);
//! ```

mod circle;
mod cube;
mod dd;
mod error;
mod exponential;
mod logarithm;
mod tables;

pub use circle::{acos, asin, atan, atan2, cos, sin, tan};
pub use cube::{cbrt, rsqrt};
pub use error::{erf, erfc};
pub use exponential::{cosh, exp, exp2, expm1, pow, pow_integer, sinh, tanh};
pub use logarithm::{acosh, asinh, atanh, log, log1p, log2, log10};
