//! [`AnyRef`]: a reference to a value of a type known only at run time.
#![expect(unsafe_code, reason = "counts references by hand")]

use super::cell::{Indirect, Object, Phase, Registration, VTable};
use super::future::Arrival;
use super::waiter::{OfBox, Unqueued, shielded};
use super::{AnyPromise, AsyncRef, State};
use crate::error::Error;
use std::fmt;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

/// A counted reference to an async value of a type known only at run time. Eight bytes.
///
/// Thread-safe.
#[repr(transparent)]
pub struct AnyRef {
    object: Object,
}

// SAFETY: everything that goes into a value is `Send + Sync` (the constructors' bounds), the
// count and the state word are atomic, and waiters are `Send`.
unsafe impl Send for AnyRef {}
// SAFETY: as above; a shared reference gives shared access to the content, or a new reference.
unsafe impl Sync for AnyRef {}

impl AnyRef {
    /// A pending value of unknown type, and the right to resolve it.
    pub fn indirect() -> (AnyPromise, Self) {
        let object = Object::pending::<Indirect>();
        (AnyPromise::of(Self { object }), Self { object })
    }

    /// A value that is an error from the start.
    #[must_use]
    pub fn from_error(error: Error) -> Self {
        Self { object: Object::error(error) }
    }

    /// What is known now; an acquire load, so what a `Concrete` answer promises may be read.
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
        // SAFETY: the phase is error, and this reference lives as long as the answer.
        (self.object.phase() == Phase::Error).then(|| unsafe { self.object.as_error() })
    }

    /// The content, if it is there and of type `T`. Follows forwarding.
    #[inline]
    #[must_use]
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<&T> {
        let object = self.resolved()?;
        // SAFETY: the object is concrete and its type was asked for; this reference keeps it.
        object.vtable().is::<T>().then(|| unsafe { object.value() })
    }

    /// Runs `f` now if the value is available, else on the thread that makes it available, in the
    /// reverse order of registration.
    ///
    /// A panic in `f` ends there: it is caught and dropped. `f` should not block. What runs on
    /// resolution may itself resolve values; beyond a hundred levels the rest is left to the
    /// outermost of them, still on the same thread.
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

    /// Whether this is the only reference, through forwardings too. A promise counts as one.
    #[inline]
    #[must_use]
    pub fn is_unique(&self) -> bool {
        self.object.is_unique()
            && (self.object.phase() != Phase::Forwarded
                // SAFETY: the phase is forwarded, and this reference outlives the borrow.
                || unsafe { self.object.target() }.object.is_unique())
    }

    /// Same value object.
    #[must_use]
    pub fn ptr_eq(&self, other: &Self) -> bool {
        self.object == other.object
    }

    /// Typed, if concrete and of that type, or if it is an error or pending and *may* be `T`
    /// (an indirect value answers when it is available).
    ///
    /// # Errors
    /// The reference comes back if it is, or can only become, something else.
    #[inline]
    pub fn downcast<T: Send + Sync + 'static>(self) -> Result<AsyncRef<T>, Self> {
        // What forwards or will is of another type itself.
        let fits = self.object.vtable().is::<T>() || self.becomes::<T>();
        if fits { Ok(AsyncRef::of(self)) } else { Err(self) }
    }

    /// It is no `T` itself, but an error, or leads to a `T`, or still may.
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

    /// As a raw word for machine code; keeps the count.
    #[must_use]
    pub fn into_raw(self) -> NonNull<u8> {
        self.into_object().as_raw()
    }

    /// Back from [`AnyRef::into_raw`].
    ///
    /// # Safety
    /// `raw` came from `into_raw` and was not taken back before.
    #[must_use]
    pub unsafe fn from_raw(raw: NonNull<u8>) -> Self {
        // SAFETY: passed on from the caller.
        Self { object: unsafe { Object::from_raw(raw) } }
    }

    /// The reference that is a raw word, where the word is.
    ///
    /// # Safety
    /// `raw` came from `into_raw`, and is not taken back for as long as what this gives is used.
    #[inline]
    #[must_use]
    pub unsafe fn in_raw(raw: &NonNull<u8>) -> &Self {
        // SAFETY: a reference is one pointer and nothing else, that of `into_raw`.
        unsafe { &*std::ptr::from_ref(raw).cast::<Self>() }
    }

    /// Like [`AnyRef::and_then`], with this reference passed on to `f`, which saves counting one
    /// for it.
    #[inline]
    pub fn and_then_with(self, f: impl FnOnce(Self) + Send + 'static) {
        let object = self.object;
        // The waiter keeps the object alive until it is queued; then it is not touched any more.
        match object.register(Unqueued::new(move || f(self))) {
            Registration::Queued => {}
            Registration::Available(waiter) => waiter.run(),
        }
    }

    /// Runs `then` with the box when the value that `find` finds in it is available. Until then the
    /// reference in the box keeps the value, which saves counting one for it.
    ///
    /// # Errors
    /// Nothing was found, or it is available by now: the box comes back, so that who waits again and
    /// again goes on in a loop of its own rather than ever deeper.
    #[inline(always)]
    pub(crate) fn and_then_in<T: Send + 'static, F: FnOnce(Box<T>) + Send + 'static>(
        mut owner: Box<T>,
        find: impl FnOnce(&mut T) -> Option<&Self>,
        then: F,
    ) -> Result<(), Box<T>> {
        // Whatever lifetime `find` is called with, what it gives has it: so it is in the box, or
        // kept by something in it, or lives for ever. The waiter keeps the box as it is until it
        // is queued; then the object is not touched any more.
        let Some(object) = find(&mut owner).map(|value| value.object) else { return Err(owner) };
        match object.register(Unqueued::new(OfBox { owner, then })) {
            Registration::Queued => Ok(()),
            Registration::Available(waiter) => {
                // SAFETY: the node was made of this above.
                let unused: OfBox<T, F> = unsafe { waiter.into_closure() };
                Err(unused.owner)
            }
        }
    }

    /// Takes over a reference that `object` counts already.
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

    /// The concrete object at the end of the forwarding, which is one step at most.
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
        // SAFETY: this is a counted reference, and it is gone after this.
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
