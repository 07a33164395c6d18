//! A boxed value in generated Rust: a counted reference to an available value.

use std::fmt;
use std::ops::Deref;
use tfrt_host::value::AsyncRef;

/// A counted reference to an available value. Generated functions take and return it for types that
/// are not scalars: the value itself is never copied, and is dropped once, with the last reference.
/// Thread-safe if `T` is.
///
/// ```
/// let name = tfrt::Shared::new("shared".to_owned());
/// let same = name.clone(); // another reference, no copy
/// assert_eq!(same.len(), 6);
/// drop(name);
/// assert_eq!(same.take(), "shared"); // moved out: it was the last reference
/// ```
pub struct Shared<T>(AsyncRef<T>);

impl<T: Send + Sync + 'static> Shared<T> {
    /// Shares a value.
    #[must_use]
    pub fn new(value: T) -> Self {
        Self(AsyncRef::available(value))
    }

    /// A reference to a value that is known to be available.
    pub(crate) fn from_available(value: AsyncRef<T>) -> Option<Self> {
        matches!(value.get(), Some(Ok(_))).then_some(Self(value))
    }

    /// Converts into a reference to an async value.
    #[must_use]
    pub fn into_ref(self) -> AsyncRef<T> {
        self.0
    }

    /// The value itself: moved out if this is the only reference, else cloned.
    #[must_use]
    pub fn take(self) -> T
    where
        T: Clone,
    {
        match self.0.take() {
            Some(Ok(value)) => value,
            Some(Err(_)) | None => unreachable!("a shared value is there and is no error"),
        }
    }
}

impl<T: Send + Sync + 'static> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self.0.get() {
            Some(Ok(value)) => value,
            Some(Err(_)) | None => unreachable!("a shared value is there and is no error"),
        }
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: Send + Sync + 'static> From<T> for Shared<T> {
    fn from(value: T) -> Self {
        Self::new(value)
    }
}

impl<T: Send + Sync + fmt::Debug + 'static> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
