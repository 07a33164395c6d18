//! The dialect `arith`, by the numeric contract: integers wrap, a division of integers by zero is an
//! error, floats follow IEEE 754.

pub mod cast;
pub mod compare;
pub mod constant;
pub mod float;
pub mod integer;
pub mod select;
