//! [`AnyRef`]: a reference to a value of dynamic type.
#![expect(unsafe_code, reason = "counts references by hand")]

use super::cell::{Indirect, Object, Phase, Registration, VTable};
use super::future::Arrival;
use super::waiter::{OfBox, Unqueued, shielded};
use super::{AnyPromise, AsyncRef, State};
use crate::error::Error;
use std::fmt;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

/// A counted reference to an async value of dynamic type. Eight bytes.
///
/// Thread-safe.
///
/// ```
/// use tfrt_host::value::{AnyRef, AsyncRef};
///
/// let value: AnyRef = AsyncRef::available(7_i32).into_any();
/// assert_eq!(value.get::<i32>(), Some(&7));
/// assert_eq!(value.get::<f32>(), None);
/// ```
#[repr(transparent)]
pub struct AnyRef {
    object: Object,
}

// SAFETY: all content is `Send + Sync` (bounds of the constructors), the count and the state word
// are atomic, and waiters are `Send`.
unsafe impl Send for AnyRef {}
// SAFETY: as above; a shared reference only gives shared access to the content or a new reference.
unsafe impl Sync for AnyRef {}

impl AnyRef {
    /// A pending value of unknown type and the promise that resolves it.
    pub fn indirect() -> (AnyPromise, Self) {
        let object = Object::pending::<Indirect>();
        (AnyPromise::of(Self { object }), Self { object })
    }

    /// A value that is an error from the start.
    #[must_use]
    pub fn from_error(error: Error) -> Self {
        Self { object: Object::error(error) }
    }

    /// The current state. An acquire load: after `Concrete` the content may be read.
    #[inline]
    #[must_use]
    pub fn state(&self) -> State {
        match self.object.phase() {
            Phase::Pending => State::Pending,
            Phase::Concrete | Phase::Forwarded => State::Concrete,
            Phase::Error => State::Error,
        }
    }

    /// `state() != Pending`.
    #[inline]
    #[must_use]
    pub fn is_available(&self) -> bool {
        self.object.phase() != Phase::Pending
    }

    /// The error, if it is one.
    #[inline]
    #[must_use]
    pub fn error(&self) -> Option<&Error> {
        // SAFETY: the phase is error, and this reference outlives the result.
        (self.object.phase() == Phase::Error).then(|| unsafe { self.object.as_error() })
    }

    /// The content, if it is available and of type `T`. Follows forwarding.
    #[inline]
    #[must_use]
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<&T> {
        let object = self.resolved()?;
        // SAFETY: the object is concrete and its type was checked; this reference keeps it alive.
        object.vtable().is::<T>().then(|| unsafe { object.value() })
    }

    /// Runs `f` now if the value is available, else on the thread that resolves it. Waiters run in
    /// reverse order of registration.
    ///
    /// A panic in `f` is caught and dropped. `f` should not block. Waiters may resolve values
    /// themselves; beyond a hundred nested levels the rest is queued for the outermost one, on the
    /// same thread.
    pub fn and_then(&self, f: impl FnOnce() + Send + 'static) {
        if self.is_available() {
            shielded(f);
            return;
        }
        match self.object.register(Unqueued::new(f)) {
            Registration::Queued => {}
            Registration::Available(waiter) => waiter.run(),
        }
    }

    /// Completes when the value is available. Holds a reference of its own.
    pub fn wait_ready(&self) -> Arrival {
        Arrival::new(self.clone())
    }

    /// Whether this is the only reference, also through forwarding. A promise counts as a
    /// reference.
    #[inline]
    #[must_use]
    pub fn is_unique(&self) -> bool {
        self.object.is_unique()
            && (self.object.phase() != Phase::Forwarded
                // SAFETY: the phase is forwarded, and this reference outlives the borrow.
                || unsafe { self.object.target() }.object.is_unique())
    }

    /// Whether both refer to the same object.
    #[must_use]
    pub fn ptr_eq(&self, other: &Self) -> bool {
        self.object == other.object
    }

    /// Converts into a typed reference if the value is a concrete `T`, an error, or pending and
    /// *may* become a `T` (an indirect value is checked when it is available).
    ///
    /// # Errors
    /// Returns the reference if the value is, or can only become, of another type.
    #[inline]
    pub fn downcast<T: Send + Sync + 'static>(self) -> Result<AsyncRef<T>, Self> {
        // A forwarded or indirect object has another type itself.
        let fits = self.object.vtable().is::<T>() || self.becomes::<T>();
        if fits { Ok(AsyncRef::of(self)) } else { Err(self) }
    }

    /// Whether an object of another type is an error, is forwarded to a `T`, or may still be
    /// forwarded to one.
    fn becomes<T: Send + Sync + 'static>(&self) -> bool {
        match self.object.phase() {
            Phase::Pending => self.object.vtable().is::<Indirect>(),
            Phase::Concrete => false,
            Phase::Error => true,
            // SAFETY: the phase is forwarded, and this reference outlives the borrow.
            Phase::Forwarded => unsafe { self.object.target() }.object.vtable().is::<T>(),
        }
    }

    /// The Rust type's name, if concrete.
    #[must_use]
    pub fn type_name(&self) -> Option<&'static str> {
        self.resolved().map(|object| object.vtable().type_name())
    }

    /// Converts into a raw word for machine code; keeps the count.
    #[must_use]
    pub fn into_raw(self) -> NonNull<u8> {
        self.into_object().as_raw()
    }

    /// Converts back from [`AnyRef::into_raw`].
    ///
    /// # Safety
    /// `raw` came from `into_raw` and has not been converted back before.
    #[must_use]
    pub unsafe fn from_raw(raw: NonNull<u8>) -> Self {
        // SAFETY: the caller's contract.
        Self { object: unsafe { Object::from_raw(raw) } }
    }

    /// Borrows the reference that a raw word represents.
    ///
    /// # Safety
    /// `raw` came from `into_raw` and is not converted back as long as the result is used.
    #[inline]
    #[must_use]
    pub unsafe fn in_raw(raw: &NonNull<u8>) -> &Self {
        // SAFETY: a reference is one pointer and nothing else, that of `into_raw`.
        unsafe { &*std::ptr::from_ref(raw).cast::<Self>() }
    }

    /// Like [`AnyRef::and_then`], but passes this reference on to `f`, which saves a reference
    /// count.
    #[inline]
    pub fn and_then_with(self, f: impl FnOnce(Self) + Send + 'static) {
        let object = self.object;
        // The waiter keeps the object alive until it is queued; after that this function does not
        // touch it.
        match object.register(Unqueued::new(move || f(self))) {
            Registration::Queued => {}
            Registration::Available(waiter) => waiter.run(),
        }
    }

    /// Runs `then` with the box when the value that `find` finds in it is available. Until then the
    /// reference in the box keeps the value alive, which saves a reference count.
    ///
    /// # Errors
    /// Nothing was found, or it is available by now. The box is returned, so that a caller that waits repeatedly can loop instead of recursing.
    #[inline(always)]
    pub(crate) fn and_then_in<T: Send + ?Sized + 'static, F: FnOnce(Box<T>) + Send + 'static>(
        mut owner: Box<T>,
        find: impl FnOnce(&mut T) -> Option<&Self>,
        then: F,
    ) -> Result<(), Box<T>> {
        // `find` works for any lifetime, so the reference it returns is in the box, kept alive by
        // something in it, or static. The waiter keeps the box unchanged until it is queued; after
        // that this function does not touch the object.
        let Some(object) = find(&mut owner).map(|value| value.object) else { return Err(owner) };
        match object.register(Unqueued::new(OfBox { owner, then })) {
            Registration::Queued => Ok(()),
            Registration::Available(waiter) => {
                // SAFETY: the node was made of this closure type above.
                let unused: OfBox<T, F> = unsafe { waiter.into_closure() };
                Err(unused.owner)
            }
        }
    }

    /// Takes over a reference that is already counted in `object`.
    #[inline]
    pub(super) fn of(object: Object) -> Self {
        Self { object }
    }

    #[inline]
    pub(super) fn object(&self) -> Object {
        self.object
    }

    /// The object, with this reference still counted.
    #[inline]
    pub(super) fn into_object(self) -> Object {
        ManuallyDrop::new(self).object
    }

    /// The concrete object at the end of the forwarding, which is at most one hop.
    #[inline]
    pub(super) fn resolved(&self) -> Option<Object> {
        match self.object.phase() {
            Phase::Concrete => Some(self.object),
            // SAFETY: the phase is forwarded, and this reference outlives the borrow.
            Phase::Forwarded => Some(unsafe { self.object.target() }.object),
            Phase::Pending | Phase::Error => None,
        }
    }

    /// The table of the concrete object at the end of the forwarding.
    pub(super) fn resolved_vtable(&self) -> Option<&'static VTable> {
        self.resolved().map(Object::vtable)
    }
}

impl Clone for AnyRef {
    #[inline]
    fn clone(&self) -> Self {
        self.object.retain();
        Self { object: self.object }
    }
}

impl Drop for AnyRef {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: this is a counted reference and is not used afterwards.
        unsafe { self.object.release() };
    }
}

impl fmt::Debug for AnyRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyRef(")?;
        match (self.type_name(), self.error()) {
            (Some(name), _) => f.write_str(name)?,
            (None, Some(error)) => write!(f, "error: {}", error.message())?,
            (None, None) => f.write_str("pending")?,
        }
        f.write_str(")")
    }
}
