//! Between the values of engines and those that Rust code holds.

use crate::Shared;
use tfrt_host::error::Error;
use tfrt_host::frame::MaybeDone;
use tfrt_host::kernel::{KernelType, Value};

/// A later value as a dynamic one.
pub fn later_value<T: KernelType>(value: MaybeDone<T>) -> Value {
    value.into_value()
}

/// A dynamic value as a typed one; an error if there is none.
pub fn from_value<T: KernelType>(value: Option<Value>) -> MaybeDone<T> {
    MaybeDone::from_value(value.unwrap_or(Value::Empty))
}

/// A scalar argument out of dynamic values that are available.
///
/// # Errors
/// It is an error or of another type.
pub fn argument<T: KernelType + Clone>(value: Option<&Value>) -> Result<T, Error> {
    scalar(from_value(value.cloned()))
}

/// A boxed argument out of dynamic values that are available.
///
/// # Errors
/// It is an error or of another type.
pub fn argument_shared<T: KernelType>(value: Option<&Value>) -> Result<Shared<T>, Error> {
    shared(from_value(value.cloned()))
}

/// An available value by itself.
#[inline]
pub(crate) fn scalar<T: Clone + Send + Sync + 'static>(value: MaybeDone<T>) -> Result<T, Error> {
    value.take_available().unwrap_or_else(|| Err(missing()))
}

/// An available value, shared.
pub(crate) fn shared<T: Send + Sync + 'static>(value: MaybeDone<T>) -> Result<Shared<T>, Error> {
    let value = match value {
        MaybeDone::Done(result) => return result.map(Shared::new),
        MaybeDone::Pending(value) => value,
    };
    if let Some(Err(error)) = value.get() {
        return Err(error.clone());
    }
    Shared::from_available(value).ok_or_else(missing)
}

#[cold]
pub(crate) fn missing() -> Error {
    Error::bug("a segment ran before what it waits for")
}
