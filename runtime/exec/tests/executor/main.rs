//! The executor on small programs: order, errors, lifetimes, limits, and refused files.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod errors;
mod lifetimes;
mod limits;
mod load;
mod native;
mod nonstrict;
mod order;
mod straight;
mod support;
mod trace;
