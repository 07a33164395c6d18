//! [`AsyncRef`]: a reference to a value of a statically known type.
#![expect(unsafe_code, reason = "reads the content without checking its type again")]

use super::cell::{Indirect, Invariant, Object, Phase, VTable};
use super::future::{Arrival, Content};
use super::{AnyRef, Promise, State};
use crate::error::{Error, ErrorCode};
use parking_lot::Mutex;
use std::any::TypeId;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// A counted reference to an async value of type `T`. Eight bytes.
///
/// It can be awaited: `value.await` is a `Result<T, Error>`; the value is moved out if this is the
/// only reference, else cloned.
///
/// Thread-safe.
///
/// ```
/// use tfrt_host::value::AsyncRef;
///
/// let (promise, value) = AsyncRef::pending();
/// assert!(value.get().is_none());
/// std::thread::spawn(move || promise.set(7)).join().unwrap();
/// assert!(matches!(value.get(), Some(Ok(7))));
/// ```
pub struct AsyncRef<T> {
    /// If its object is concrete *itself*, its type is `T`: `downcast` accepts no other object, and
    /// the object of a `Promise<T>` has that type. If it is forwarded, the target's type is unknown
    /// and must be checked.
    any: AnyRef,
    marker: Invariant<T>,
}

impl<T: Send + Sync + 'static> AsyncRef<T> {
    /// A pending value with room for its content, and the promise that sets it.
    #[inline]
    pub fn pending() -> (Promise<T>, Self) {
        let object = Object::pending::<T>();
        (Promise::of(AnyRef::of(object)), Self::of(AnyRef::of(object)))
    }

    /// An available value.
    #[inline]
    #[must_use]
    pub fn available(value: T) -> Self {
        Self::of(AnyRef::of(Object::concrete(value)))
    }

    /// A value that is an error.
    #[must_use]
    pub fn from_error(error: Error) -> Self {
        Self::of(AnyRef::from_error(error))
    }

    /// See [`AnyRef::state`]. A value that turned out to be of another type is an error here.
    #[inline]
    #[must_use]
    pub fn state(&self) -> State {
        match self.any.object().phase() {
            Phase::Pending => State::Pending,
            Phase::Concrete => State::Concrete,
            Phase::Error => State::Error,
            Phase::Forwarded if self.type_error().is_none() => State::Concrete,
            Phase::Forwarded => State::Error,
        }
    }

    /// See [`AnyRef::is_available`].
    #[inline]
    #[must_use]
    pub fn is_available(&self) -> bool {
        self.any.is_available()
    }

    /// The content or the error, if available.
    ///
    /// A value that was [downcast](AnyRef::downcast) while pending and turned out to be of
    /// another type gives an error with code `InvalidArgument`.
    #[inline]
    #[must_use]
    pub fn get(&self) -> Option<Result<&T, &Error>> {
        let object = self.any.object();
        match object.phase() {
            Phase::Pending => None,
            // SAFETY: the object is concrete, so its type is `T` (see `any`); this reference
            // keeps it for the borrow.
            Phase::Concrete => Some(Ok(unsafe { object.value() })),
            // SAFETY: the object is an error; this reference keeps it for the borrow.
            Phase::Error => Some(Err(unsafe { object.as_error() })),
            Phase::Forwarded => Some(match self.type_error() {
                None => Ok(self.any.get()?),
                Some(error) => Err(error),
            }),
        }
    }

    /// See [`AnyRef::and_then`].
    pub fn and_then(&self, f: impl FnOnce() + Send + 'static) {
        self.any.and_then(f);
    }

    /// Completes when the value is available. Holds a reference of its own.
    pub fn wait_ready(&self) -> Arrival {
        self.any.wait_ready()
    }

    /// The content moved out if this is the only reference, else cloned; `None` if pending.
    #[must_use]
    pub fn take(self) -> Option<Result<T, Error>>
    where
        T: Clone,
    {
        match self.get()? {
            Ok(_) if self.any.is_unique() => {
                let object = self.any.into_object();
                // SAFETY: the value is available and is a `T`; this is its only reference and the
                // only one to what it was forwarded to, and both are used up.
                Some(Ok(unsafe { object.into_value() }))
            }
            Ok(value) => Some(Ok(value.clone())),
            Err(error) => Some(Err(error.clone())),
        }
    }

    /// Type-erased.
    #[inline]
    #[must_use]
    pub fn into_any(self) -> AnyRef {
        self.any
    }

    /// Converts back from [`AsyncRef::into_any`], in whatever state the value is by now.
    ///
    /// # Errors
    /// Returns the reference if it is, or can only become, of another type.
    #[inline]
    pub fn from_any(any: AnyRef) -> Result<Self, AnyRef> {
        let object = any.object();
        let fits = match object.phase() {
            Phase::Pending => object.vtable().is::<T>() || object.vtable().is::<Indirect>(),
            Phase::Concrete => object.vtable().is::<T>(),
            // Readers check the type of the forwarding target.
            Phase::Error | Phase::Forwarded => true,
        };
        if fits { Ok(Self::of(any)) } else { Err(any) }
    }

    /// Type-erased, borrowed.
    #[inline]
    #[must_use]
    pub fn as_any(&self) -> &AnyRef {
        &self.any
    }

    /// The error for a concrete value that is no `T`, if it is one.
    #[inline]
    pub(super) fn type_error(&self) -> Option<&'static Error> {
        let found = self.any.resolved_vtable()?;
        (!found.is::<T>()).then(|| mismatch(VTable::of::<T>(), found))
    }
}

impl<T> AsyncRef<T> {
    /// The caller guarantees the invariant of `any`.
    #[inline]
    pub(super) fn of(any: AnyRef) -> Self {
        Self { any, marker: PhantomData }
    }
}

/// The error for a value of an unexpected type. Made once per pair of types and kept forever,
/// because values without room for it return it by reference.
#[cold]
fn mismatch(expected: &VTable, found: &VTable) -> &'static Error {
    static ERRORS: Mutex<BTreeMap<(TypeId, TypeId), &'static Error>> = Mutex::new(BTreeMap::new());
    ERRORS.lock().entry((expected.type_id(), found.type_id())).or_insert_with(|| {
        let message = format!(
            "expected a value of type {}, found {}",
            expected.type_name(),
            found.type_name()
        );
        Box::leak(Box::new(Error::new(ErrorCode::InvalidArgument, message)))
    })
}

impl<T> Clone for AsyncRef<T> {
    #[inline]
    fn clone(&self) -> Self {
        Self::of(self.any.clone())
    }
}

impl<T> fmt::Debug for AsyncRef<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AsyncRef").field(&self.any).finish()
    }
}

impl<T: Clone + Send + Sync + 'static> IntoFuture for AsyncRef<T> {
    type Output = Result<T, Error>;
    type IntoFuture = Content<T>;

    fn into_future(self) -> Content<T> {
        Content::new(self)
    }
}
