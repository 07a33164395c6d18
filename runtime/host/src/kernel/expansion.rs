//! What the code that `#[kernel]` writes calls. Not for use by hand: it changes with the macro.
//!
//! The reading functions are small enough to inline into a thunk. Whatever goes wrong takes one
//! shared cold path, [`reject`], so that a thunk of scalars stays a handful of instructions.

use super::{
    Answer, Borrowed, Chain, Failure, FromAttribute, IntoResults, KernelFrame, KernelOp,
    KernelType, Lent, Operands, Owned, Referred, Registers, ScalarType, Value,
};
use crate::error::KernelError;
use crate::value::AsyncRef;
use std::any::Any;
use std::mem::{self, MaybeUninit};
use std::panic::{AssertUnwindSafe, catch_unwind};
use tfrt_bef::Attribute;

/// Why a thunk did not call its kernel.
#[derive(Debug)]
pub enum Fault {
    /// There are not as many operands as the kernel takes.
    OperandCount(usize),
    /// The operand of that index is not of the MLIR type.
    Operand(usize, &'static str),
    /// The attribute of that name could not be read.
    Attribute(&'static str, KernelError),
    /// There are fewer functions than that.
    FunctionCount(usize),
}

/// An operand by value: moved out if nobody else holds it, else cloned.
#[inline(always)]
pub fn value<T: KernelType + Clone>(operand: &mut Value) -> Option<T> {
    match operand {
        Value::Scalar(scalar, bits) if T::SCALAR == Some(*scalar) => T::from_bits(*bits),
        _ => referenced(operand),
    }
}

/// Kept out of the thunk, which is to be short where scalars are in registers.
#[inline(never)]
fn referenced<T: KernelType + Clone>(operand: &mut Value) -> Option<T> {
    let Value::Ref(any) = operand else { return None };
    let content = any.get::<T>()?;
    if T::SCALAR.is_some() {
        // There is nothing that moving it out would save.
        return Some(content.clone());
    }
    let Value::Ref(any) = mem::take(operand) else { return None };
    any.downcast::<T>().ok()?.take()?.ok()
}

/// An operand borrowed.
#[inline]
pub fn borrowed<T: KernelType>(operand: &Value) -> Option<Borrowed<'_, T>> {
    operand.get::<T>()
}

/// An operand as a reference; a scalar is boxed. A kernel that starts on its first operand
/// (`bef.nonstrict`) may get errors here and values that are still to come; such a value is an
/// error of the reference if it turns out to be of another type.
#[inline]
pub fn reference<T: KernelType>(operand: &mut Value) -> Option<AsyncRef<T>> {
    match operand {
        Value::Scalar(scalar, bits) if T::SCALAR == Some(*scalar) => {
            T::from_bits(*bits).map(AsyncRef::available)
        }
        Value::Error(error) => Some(AsyncRef::from_error(error.clone())),
        Value::Ref(_) => {
            let Value::Ref(any) = mem::take(operand) else { return None };
            match any.downcast() {
                Ok(reference) => Some(reference),
                Err(other) => {
                    *operand = Value::Ref(other);
                    None
                }
            }
        }
        Value::Scalar(..) | Value::Empty => None,
    }
}

/// Whether there are as many operands for a direct entry as the kernel takes.
#[inline(always)]
#[must_use]
pub fn has_operands(operands: Operands<'_>, count: usize) -> bool {
    operands.count() == count
}

/// An operand for a direct entry.
#[inline(always)]
#[must_use]
pub fn scalar<T: KernelType>(
    registers: Registers<'_>,
    operands: Operands<'_>,
    position: usize,
) -> Option<T> {
    operands.scalar(registers, position)
}

/// Writes the result of a direct entry.
#[inline(always)]
pub fn write_scalar<R: IntoResults>(results: R, result: &mut MaybeUninit<Value>) {
    results.write_scalar(result);
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

#[cold]
#[inline(never)]
fn not_that(index: usize, kernel: &str, actual: &str, expected: &str) -> Box<Failure> {
    Box::new(Failure::Error(mistyped(kernel, index, actual, expected)))
}

/// The attribute at a position.
#[inline]
pub fn attribute<T: FromAttribute>(
    attributes: &[Attribute],
    index: usize,
) -> Result<T, KernelError> {
    match attributes.get(index) {
        Some(attribute) => T::from_attribute(attribute),
        None => T::absent().ok_or_else(missing_attribute),
    }
}

#[cold]
fn missing_attribute() -> KernelError {
    KernelError::from("is missing")
}

/// The trailing-chain rule: a kernel that declares no chain among its operands ignores one more
/// operand that is a chain, so that side effects can be ordered after it is a program's choice.
#[cold]
#[must_use]
pub fn is_extra_chain(surplus: &[Value], declared: &[Option<ScalarType>]) -> bool {
    !declared.contains(&Some(ScalarType::Chain))
        && matches!(surplus, [chain] if chain.get::<Chain>().is_some())
}

/// Reports why the kernel was not called and puts the error into every result.
#[cold]
pub fn reject(frame: &mut KernelFrame<'_>, kernel: &str, fault: Fault) {
    let error = match fault {
        Fault::OperandCount(count) => {
            let given = frame.arguments.len();
            KernelError::from(format!("{kernel} has {given} operands, expected {count}"))
        }
        Fault::Operand(index, expected) => {
            let actual = frame.arguments.get(index).map_or("nothing", Value::type_name);
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
