//! `Value`: the content of a register in a dynamic engine: an unboxed scalar, a reference or an
//! error.

use super::{KernelType, ScalarType};
use crate::error::{Error, ErrorCode};
use crate::value::{AnyRef, AsyncRef, MaybeDone, State};

/// A dynamically typed value of a running program. Sixteen bytes.
///
/// A ready scalar needs no allocation and no reference count.
///
/// ```
/// use tfrt_host::kernel::{Value, ValueState};
///
/// let value = Value::new(7_i32);
/// assert_eq!(value.get::<i32>().as_deref(), Some(&7));
/// assert!(value.get::<f32>().is_none());
/// assert!(matches!(value.state(), ValueState::Ready));
/// ```
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// No value: an unset result.
    #[default]
    Empty,
    /// An unboxed scalar: its type and its bits.
    Scalar(ScalarType, u64),
    /// An error without an async value.
    Error(Error),
    /// A reference to an async value of any type, available or not. Scalars may be boxed too.
    Ref(AnyRef),
}

/// The state of a [`Value`].
///
/// ```
/// use tfrt_host::kernel::{Value, ValueState};
/// use tfrt_host::value::AsyncRef;
///
/// let (promise, number) = AsyncRef::<i32>::pending();
/// let number = Value::Ref(number.into_any());
/// assert!(matches!(number.state(), ValueState::Pending));
/// promise.set(7);
/// assert!(matches!(number.state(), ValueState::Ready));
/// ```
#[derive(Debug)]
pub enum ValueState<'a> {
    /// Not available yet.
    Pending,
    /// Available.
    Ready,
    /// An error.
    Error(&'a Error),
}

/// Access to a value of type `T` inside a [`Value`].
///
/// ```
/// use tfrt_host::kernel::{Borrowed, Value};
/// use tfrt_host::value::AsyncRef;
///
/// let unboxed = Value::new(7);
/// assert!(matches!(unboxed.get::<i32>(), Some(Borrowed::Scalar(7))));
/// let boxed = Value::Ref(AsyncRef::available(7).into_any());
/// assert!(matches!(boxed.get::<i32>(), Some(Borrowed::Ref(7))));
/// assert_eq!(unboxed.get::<i32>().as_deref(), boxed.get::<i32>().as_deref());
/// ```
#[derive(Debug)]
pub enum Borrowed<'a, T> {
    /// A scalar, by value.
    Scalar(T),
    /// The content of an async value, borrowed.
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

    /// A copy of an unboxed scalar. Of its parts: reading a whole value that was just written in parts
    /// stalls store forwarding.
    #[inline(always)]
    #[must_use]
    pub fn copied(&self) -> Option<Self> {
        match self {
            Self::Scalar(scalar, bits) => Some(Self::Scalar(*scalar, *bits)),
            Self::Empty | Self::Error(_) | Self::Ref(_) => None,
        }
    }

    /// Replaces the value, which is most often `Empty`.
    #[inline(always)]
    pub fn set(&mut self, value: Self) {
        if let Self::Error(_) | Self::Ref(_) = self {
            self.clear();
        }
        // There is nothing to drop any more, and an assignment would still call the drop of the value
        // before. A scalar is written field by field: a value that is kept in memory meanwhile is
        // copied as a whole right after it was written in parts, which stalls store forwarding.
        let plain = match value {
            Self::Scalar(scalar, bits) => std::mem::replace(self, Self::Scalar(scalar, bits)),
            other => std::mem::replace(self, other),
        };
        let _plain = std::mem::ManuallyDrop::new(plain);
    }

    #[cold]
    #[inline(never)]
    fn clear(&mut self) {
        *self = Self::Empty;
    }

    /// The current state. `Empty` counts as pending.
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

    /// Whether it is a value or an error, not pending.
    #[inline]
    #[must_use]
    pub fn is_available(&self) -> bool {
        match self {
            Self::Empty => false,
            Self::Scalar(..) | Self::Error(_) => true,
            Self::Ref(any) => any.is_available(),
        }
    }

    /// The async value to wait for, if it is not available yet.
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

    /// The content, if it is available and of type `T`.
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

    /// The name of its type for messages: the MLIR type of a scalar, the Rust type of other
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

    /// Converts into a counted reference; boxes a scalar. `Empty` becomes an error (a bug).
    #[must_use]
    pub fn into_ref(self) -> AnyRef {
        match self {
            Self::Ref(any) => any,
            Self::Error(error) => AnyRef::from_error(error),
            Self::Empty => AnyRef::from_error(Error::bug("an unset value was used")),
            Self::Scalar(scalar, bits) => scalar.boxed(bits),
        }
    }

    /// Runs `f` now if the value is available, else on the thread that resolves it.
    pub fn and_then(&self, f: impl FnOnce() + Send + 'static) {
        match self {
            Self::Ref(any) => any.and_then(f),
            Self::Empty | Self::Scalar(..) | Self::Error(_) => f(),
        }
    }
}

impl<T: KernelType> MaybeDone<T> {
    /// Converts into a dynamic value.
    #[inline]
    #[must_use]
    pub fn into_value(self) -> Value {
        match self {
            Self::Done(Ok(value)) => Value::new(value),
            Self::Done(Err(error)) => Value::Error(error),
            Self::Pending(value) => Value::Ref(value.into_any()),
        }
    }

    /// Converts from a dynamic value. A value of another type becomes an error.
    // Matched by parts, as in [`Value::copied`].
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

    /// The value is of another type, or has become an error meanwhile.
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
