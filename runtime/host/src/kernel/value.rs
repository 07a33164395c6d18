//! `Value`: what a register of a dynamic engine holds: an unboxed scalar, a reference, an error.

use super::{KernelType, ScalarType};
use crate::error::{Error, ErrorCode};
use crate::value::{AnyRef, AsyncRef, Later, State};

/// One value of a running program, of a type known only at run time. Sixteen bytes.
///
/// A ready scalar costs no allocation and no reference count.
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// Nothing: an unset result.
    #[default]
    Empty,
    /// An unboxed scalar: its type and its bits.
    Scalar(ScalarType, u64),
    /// An error that needs no async value.
    Error(Error),
    /// A reference to an async value, available or not, of any type (scalars too).
    Ref(AnyRef),
}

/// What a [`Value`] is now.
#[derive(Debug)]
pub enum ValueState<'a> {
    /// Not there yet.
    Pending,
    /// There.
    Ready,
    /// An error.
    Error(&'a Error),
}

/// Access to a value of type `T` inside a [`Value`].
#[derive(Debug)]
pub enum Borrowed<'a, T> {
    /// A scalar, by value.
    Scalar(T),
    /// Content of an async value.
    Ref(&'a T),
}

impl<T> std::ops::Deref for Borrowed<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        match self {
            Self::Scalar(value) => value,
            Self::Ref(value) => value,
        }
    }
}

impl Value {
    /// A ready value: unboxed if `T` is a scalar, else in a new async value.
    #[inline]
    pub fn new<T: KernelType>(value: T) -> Self {
        match T::SCALAR {
            Some(scalar) => Self::Scalar(scalar, value.to_bits()),
            None => Self::Ref(AsyncRef::available(value).into_any()),
        }
    }

    /// What it is now. `Empty` counts as pending.
    #[must_use]
    pub fn state(&self) -> ValueState<'_> {
        match self {
            Self::Empty => ValueState::Pending,
            Self::Scalar(..) => ValueState::Ready,
            Self::Error(error) => ValueState::Error(error),
            Self::Ref(any) => match any.state() {
                State::Pending => ValueState::Pending,
                State::Concrete => ValueState::Ready,
                State::Error => any.error().map_or(ValueState::Pending, ValueState::Error),
            },
        }
    }

    /// Whether it is a value or an error now.
    #[inline]
    #[must_use]
    pub fn is_available(&self) -> bool {
        match self {
            Self::Empty => false,
            Self::Scalar(..) | Self::Error(_) => true,
            Self::Ref(any) => any.is_available(),
        }
    }

    /// The reference to wait for, if it is not available now.
    #[inline]
    #[must_use]
    pub fn pending(&self) -> Option<&AnyRef> {
        match self {
            Self::Ref(any) if !any.is_available() => Some(any),
            _ => None,
        }
    }

    /// The error, if it is one.
    #[inline]
    #[must_use]
    pub fn error(&self) -> Option<&Error> {
        match self {
            Self::Error(error) => Some(error),
            Self::Ref(any) => any.error(),
            Self::Empty | Self::Scalar(..) => None,
        }
    }

    /// The content, if it is there and of type `T`.
    #[inline]
    #[must_use]
    pub fn get<T: KernelType>(&self) -> Option<Borrowed<'_, T>> {
        match self {
            Self::Scalar(scalar, bits) if T::SCALAR == Some(*scalar) => {
                T::from_bits(*bits).map(Borrowed::Scalar)
            }
            Self::Ref(any) => any.get::<T>().map(Borrowed::Ref),
            _ => None,
        }
    }

    /// What its type is called, for messages: the MLIR type of a scalar, the Rust type of other
    /// content.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Empty => "nothing",
            Self::Scalar(scalar, _) => scalar.name(),
            Self::Error(_) => "error",
            Self::Ref(any) => any.type_name().unwrap_or("unknown"),
        }
    }

    /// As a counted reference, boxing a scalar. `Empty` becomes an error value (a bug).
    #[must_use]
    pub fn into_ref(self) -> AnyRef {
        match self {
            Self::Ref(any) => any,
            Self::Error(error) => AnyRef::from_error(error),
            Self::Empty => AnyRef::from_error(Error::bug("an unset value was used")),
            Self::Scalar(scalar, bits) => super::types::box_scalar(scalar, bits),
        }
    }

    /// Runs `f` now if available, else when it is, on the thread that makes it so.
    pub fn and_then(&self, f: impl FnOnce() + Send + 'static) {
        match self {
            Self::Ref(any) => any.and_then(f),
            Self::Empty | Self::Scalar(..) | Self::Error(_) => f(),
        }
    }
}

impl<T: KernelType> Later<T> {
    /// As what a dynamic engine holds.
    #[inline]
    #[must_use]
    pub fn into_value(self) -> Value {
        match self {
            Self::Done(Ok(value)) => Value::new(value),
            Self::Done(Err(error)) => Value::Error(error),
            Self::Pending(value) => Value::Ref(value.into_any()),
        }
    }

    /// From what a dynamic engine holds. A value of another type becomes an error.
    // In place, and by what the value is: one that was written piece by piece is read so, too, which
    // takes less time than as a whole.
    #[inline(always)]
    pub fn from_value(value: Value) -> Self {
        match value {
            Value::Ref(any) => match any.downcast() {
                Ok(value) => Self::Pending(value),
                Err(any) => Self::Done(Err(Self::no_such(any))),
            },
            Value::Scalar(scalar, bits) => Self::Done(Self::of_bits(scalar, bits)),
            Value::Error(error) => Self::Done(Err(error)),
            Value::Empty => Self::Done(Err(Self::mismatch())),
        }
    }

    #[inline]
    fn of_bits(scalar: ScalarType, bits: u64) -> Result<T, Error> {
        let value = if T::SCALAR == Some(scalar) { T::from_bits(bits) } else { None };
        value.ok_or_else(Self::mismatch)
    }

    /// It is of another type, or has failed just now.
    #[cold]
    fn no_such(any: AnyRef) -> Error {
        any.error().cloned().unwrap_or_else(Self::mismatch)
    }

    #[cold]
    fn mismatch() -> Error {
        let message = format!("expected a value of type {}", T::NAME);
        Error::new(ErrorCode::InvalidArgument, message)
    }
}
