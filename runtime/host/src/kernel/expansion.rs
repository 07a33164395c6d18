//! What the code that `#[kernel]` writes calls. Not for use by hand: it changes with the macro.
//!
//! The reading functions are small enough to inline into an entry. Whatever goes wrong takes one
//! shared cold path, [`reject`], so that an entry of scalars stays a handful of instructions.

use super::{
    Answer, AttributeTarget, Borrowed, Chain, Failure, FromAttribute, KernelFrame, KernelOp,
    KernelType, Lent, OpAttribute, Operands, Owned, Referred, ScalarType, Value,
};
use crate::error::KernelError;
use crate::value::AsyncRef;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
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

/// Runs what a C entry does.
#[inline(always)]
pub fn enter(f: impl FnOnce() -> Result<u64, Box<Failure>>) -> Answer {
    match catch_unwind(AssertUnwindSafe(f)) {
        Ok(Ok(word)) => Answer { word, failure: None },
        Ok(Err(failure)) => Answer { word: 0, failure: Some(failure) },
        Err(payload) => panicked(payload),
    }
}

#[cold]
#[inline(never)]
fn panicked(payload: Box<dyn Any + Send>) -> Answer {
    Answer { word: 0, failure: Some(Box::new(Failure::Panic(payload))) }
}

/// An operand by value, for a C entry.
///
/// # Errors
/// It is of another type.
#[inline(always)]
pub fn owned<T: KernelType + Clone>(
    operand: Owned<T>,
    index: usize,
    kernel: &str,
) -> Result<T, Box<Failure>> {
    operand.value().map_err(|actual| not_that(index, kernel, actual, T::NAME))
}

/// An operand borrowed, for a C entry.
///
/// # Errors
/// It is of another type.
#[inline(always)]
pub fn lent<'a, T: KernelType>(
    operand: &'a Lent<T>,
    index: usize,
    kernel: &str,
) -> Result<Borrowed<'a, T>, Box<Failure>> {
    operand.borrowed().map_err(|actual| not_that(index, kernel, actual, T::NAME))
}

/// An operand as a reference, for a C entry.
///
/// # Errors
/// It is of another type.
#[inline(always)]
pub fn referred<T: KernelType>(
    operand: Referred<T>,
    index: usize,
    kernel: &str,
) -> Result<AsyncRef<T>, Box<Failure>> {
    operand.reference().map_err(|actual| not_that(index, kernel, actual, T::NAME))
}

/// An attribute, for a C entry.
///
/// # Errors
/// It cannot be read as a `T`.
#[inline]
pub fn attribute_of<T: FromAttribute>(
    op: &KernelOp,
    index: usize,
    name: &str,
    kernel: &str,
) -> Result<T, Box<Failure>> {
    attribute(&op.attributes, index)
        .map_err(|error| Box::new(Failure::Error(unreadable(kernel, name, &error))))
}

/// An attribute that the kernel borrows, for a C entry.
///
/// # Errors
/// It cannot be read as what the kernel borrows.
#[inline]
pub fn borrowed_attribute_of<'a, B: ?Sized + AttributeTarget>(
    op: &'a KernelOp,
    index: usize,
    name: &str,
    kernel: &str,
) -> Result<&'a B, Box<Failure>> {
    borrowed_attribute(&op.attributes, index)
        .map_err(|error| Box::new(Failure::Error(unreadable(kernel, name, &error))))
}

#[cold]
#[inline(never)]
fn not_that(index: usize, kernel: &str, actual: &str, expected: &str) -> Box<Failure> {
    Box::new(Failure::Error(mistyped(kernel, index, actual, expected)))
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
