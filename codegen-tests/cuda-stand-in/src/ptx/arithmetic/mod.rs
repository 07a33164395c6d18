//! Instructions that are functions of their operands: which there are, with which types, and what they compute.

mod approximate;
pub(super) mod compare;
pub(super) mod convert;
mod float;
mod half;
mod integer;
mod rounding;

use super::error::ReadError;
use super::opcode::{Opcode, Pure};
use super::types::Type;

/// The instruction, or none where it is not a function of its operands.
pub(super) fn find(op: &mut Opcode<'_>) -> Result<Option<Pure>, ReadError> {
    let float = op.peek_kind().is_some_and(Type::is_float);
    let found = if float { float::find(op)? } else { None };
    if found.is_some() { Ok(found) } else { integer::find(op) }
}
