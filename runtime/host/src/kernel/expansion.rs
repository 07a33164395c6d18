//! What the code that `#[kernel]` writes calls. Not for use by hand: it changes with the macro.
//!
//! The reading functions are small enough to inline into an entry. Whatever goes wrong takes one
//! shared cold path, [`reject`], so that an entry of scalars stays a handful of instructions.

use super::{
    AttributeTarget, Chain, FromAttribute, KernelFrame, OpAttribute, Operands, ScalarType, Value,
};
use crate::error::KernelError;
use tfrt_bef::Attribute;

/// Why an entry did not call its kernel.
#[derive(Debug)]
pub enum Fault {
    /// There are not as many operands as the kernel takes.
    OperandCount(usize),
    /// The operands do not follow each other in memory, as the kernel takes them.
    Scattered,
    /// The operand of that index is not of the MLIR type.
    Operand(usize, &'static str),
    /// The attribute of that name could not be read.
    Attribute(&'static str, KernelError),
    /// There are fewer functions than that.
    FunctionCount(usize),
}

/// The attribute at a position.
#[inline]
pub fn attribute<T: FromAttribute>(
    attributes: &[OpAttribute],
    index: usize,
) -> Result<T, KernelError> {
    match attributes.get(index) {
        Some(attribute) => attribute.read(),
        None => T::absent().ok_or_else(missing_attribute),
    }
}

/// The attribute at a position, borrowed.
///
/// # Errors
/// There is none, or it cannot be read as what the kernel borrows.
#[inline]
pub fn borrowed_attribute<B: ?Sized + AttributeTarget>(
    attributes: &[OpAttribute],
    index: usize,
) -> Result<&B, KernelError> {
    attributes.get(index).ok_or_else(missing_attribute)?.borrow()
}

/// All attributes of an op.
#[must_use]
pub fn all_attributes(attributes: &[OpAttribute]) -> &[Attribute] {
    match attributes {
        [OpAttribute::All(all)] => all,
        _ => &[],
    }
}

#[cold]
fn missing_attribute() -> KernelError {
    KernelError::from("is missing")
}

/// Whether a kernel can be called with so many operands. The trailing-chain rule: a kernel that
/// declares no chain among its operands ignores one more operand that is a chain, so that side
/// effects can be ordered after it is a program's choice.
#[inline(always)]
#[must_use]
pub fn has_operands(
    operands: &Operands<'_>,
    count: usize,
    declared: &[Option<ScalarType>],
) -> bool {
    operands.len() == count || has_extra_chain(operands, count, declared)
}

#[cold]
#[inline(never)]
fn has_extra_chain(operands: &Operands<'_>, count: usize, declared: &[Option<ScalarType>]) -> bool {
    !declared.contains(&Some(ScalarType::Chain))
        && operands.len() == count + 1
        && operands.get(count).is_some_and(|chain| chain.get::<Chain>().is_some())
}

/// Reports why the kernel was not called and puts the error into every result.
#[cold]
pub fn reject(frame: &mut KernelFrame<'_>, kernel: &str, fault: Fault) {
    let error = match fault {
        Fault::OperandCount(count) => {
            let given = frame.operands.len();
            KernelError::from(format!("{kernel} has {given} operands, expected {count}"))
        }
        Fault::Scattered => {
            KernelError::from(format!("the operands of {kernel} do not follow each other"))
        }
        Fault::Operand(index, expected) => {
            let actual = frame.operands.get(index).map_or("nothing", Value::type_name);
            mistyped(kernel, index, actual, expected)
        }
        Fault::Attribute(name, error) => unreadable(kernel, name, &error),
        Fault::FunctionCount(count) => {
            let given = frame.functions.len();
            KernelError::from(format!("{kernel} has {given} functions, expected {count}"))
        }
    };
    frame.fail(error);
}

#[cold]
fn mistyped(kernel: &str, index: usize, actual: &str, expected: &str) -> KernelError {
    KernelError::from(format!("operand {index} of {kernel} is '{actual}', expected '{expected}'"))
}

#[cold]
fn unreadable(kernel: &str, name: &str, error: &KernelError) -> KernelError {
    KernelError {
        message: format!("attribute '{name}' of {kernel} {}", error.message).into(),
        code: error.code,
    }
}

/// Whether two texts are the same, at compile time.
#[must_use]
pub const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut index = 0;
    while index < a.len() {
        if a[index] != b[index] {
            return false;
        }
        index += 1;
    }
    true
}
