//! [`Promise`] and [`AnyPromise`]: the right to resolve a value.
#![expect(unsafe_code, reason = "owns the right to resolve that the object's writers require")]

use super::cell::{Invariant, Object, Phase};
use super::{AnyRef, AsyncRef};
use crate::error::{Error, ErrorCode};
use std::fmt;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;

/// The unique right to resolve a pending value. If it is dropped unresolved, the value becomes an
/// error: "promise dropped", or that of the panic that dropped it.
///
/// Waiters run on the resolving thread after the promise has released its own reference, so that a
/// waiter with the only other reference sees it as unique.
///
/// Thread-safe.
///
/// ```
/// use tfrt_host::value::AsyncRef;
///
/// let (promise, value) = AsyncRef::<i32>::pending();
/// drop(promise);
/// assert!(matches!(value.get(), Some(Err(error)) if error.message() == "promise dropped"));
/// ```
#[must_use = "a promise dropped unused makes its value an error"]
pub struct Promise<T> {
    /// The object has type `T`.
    any: AnyPromise,
    marker: Invariant<T>,
}

/// The unique right to resolve a pending value of unknown type. It can only be forwarded to another
/// value or become an error. (The original's indirect async value.)
///
/// Thread-safe.
///
/// ```
/// use tfrt_host::value::{AnyRef, AsyncRef};
///
/// let (promise, value) = AnyRef::indirect();
/// assert!(!value.is_available());
/// promise.forward(AsyncRef::available(7).into_any());
/// assert_eq!(value.get::<i32>(), Some(&7));
/// ```
#[must_use = "a promise dropped unused makes its value an error"]
pub struct AnyPromise {
    /// Pending as long as the promise exists. Not dropped automatically: resolving releases the
    /// reference at the right moment.
    any: ManuallyDrop<AnyRef>,
}

impl<T: Send + Sync + 'static> Promise<T> {
    /// `any` is a pending object of type `T` that has no other promise.
    #[inline]
    pub(super) fn of(any: AnyRef) -> Self {
        Self { any: AnyPromise::of(any), marker: PhantomData }
    }

    /// Sets the value and runs the waiters on this thread.
    pub fn set(self, value: T) {
        let object = self.any.any.object();
        // SAFETY: the promise is the right to resolve, and the object's type is `T`.
        unsafe { object.write_value(value) };
        // SAFETY: the value is written.
        unsafe { self.any.publish(Phase::Concrete) };
    }

    /// Makes the value an error and runs the waiters on this thread.
    pub fn fail(self, error: Error) {
        self.any.fail(error);
    }

    /// `set` or `fail`.
    pub fn resolve(self, result: Result<T, Error>) {
        match result {
            Ok(value) => self.set(value),
            Err(error) => self.fail(error),
        }
    }

    /// The value becomes the same as `target`, now or when `target` is available.
    ///
    /// If it is forwarded to itself, it becomes an error.
    pub fn forward(self, target: AsyncRef<T>) {
        if self.any.any.ptr_eq(target.as_any()) {
            self.any.fail_forwarded_to_itself();
        } else if target.is_available() {
            self.finish(target);
        } else {
            target.into_any().and_then_with(move |target| self.finish(AsyncRef::of(target)));
        }
    }

    /// Forwards to an available target.
    fn finish(self, target: AsyncRef<T>) {
        match target.type_error() {
            Some(error) => self.fail(error.clone()),
            None => self.any.finish(target.into_any()),
        }
    }
}

impl<T> Promise<T> {
    /// Drops it unresolved: that is the error, unless there is a better one.
    pub(super) fn abandon(self, why: &'static str) {
        super::unwind::fail_dropped(self.any, why);
    }
}

impl AnyPromise {
    /// `any` is a pending object that has no other promise.
    #[inline]
    pub(super) fn of(any: AnyRef) -> Self {
        Self { any: ManuallyDrop::new(any) }
    }

    /// Makes the value an error and runs the waiters on this thread.
    pub fn fail(self, error: Error) {
        // SAFETY: the promise is the right to resolve.
        unsafe { self.any.object().write_error(error) };
        // SAFETY: the error is written.
        unsafe { self.publish(Phase::Error) };
    }

    /// The value becomes the same as `target`, now or when `target` is available.
    ///
    /// If it is forwarded to itself, it becomes an error. A longer ring of promises that forward to
    /// each other never resolves, just as a ring of `Arc`s is never freed.
    pub fn forward(self, target: AnyRef) {
        if self.any.ptr_eq(&target) {
            self.fail_forwarded_to_itself();
        } else if target.is_available() {
            self.finish(target);
        } else {
            target.and_then_with(move |target| self.finish(target));
        }
    }

    #[cold]
    fn fail_forwarded_to_itself(self) {
        self.fail(Error::new(ErrorCode::InvalidArgument, "value forwarded to itself"));
    }

    /// Forwards to an available target. If the target was itself forwarded, its final target is
    /// used, so a forwarded object always refers to a concrete one. References that are not kept
    /// are dropped before the waiters run.
    fn finish(self, target: AnyRef) {
        if let Some(error) = target.error().cloned() {
            drop(target);
            self.fail(error);
            return;
        }
        let target = match target.resolved() {
            Some(end) if end != target.object() => {
                end.retain();
                let end = AnyRef::of(end);
                drop(target);
                end
            }
            _ => target,
        };
        // SAFETY: the promise is the right to resolve, and the target is concrete: it is available,
        // no error, and the final target.
        unsafe { self.any.object().write_target(target) };
        // SAFETY: the target is written.
        unsafe { self.publish(Phase::Forwarded) };
    }

    /// Consumes the right to resolve, releases the promise's reference and runs the waiters.
    ///
    /// # Safety
    /// The payload for `phase` has been written.
    #[inline]
    unsafe fn publish(self, phase: Phase) {
        let object: Object = ManuallyDrop::new(self).any.object();
        // SAFETY: the promise is the right to resolve and is consumed; the rest is the caller's
        // contract.
        let waiters = unsafe { object.publish(phase) };
        // SAFETY: the promise's reference was counted and is not used again.
        unsafe { object.release() };
        waiters.run();
    }
}

impl Drop for AnyPromise {
    #[cold]
    fn drop(&mut self) {
        let unused = Self { any: ManuallyDrop::new(AnyRef::of(self.any.object())) };
        super::unwind::fail_dropped(unused, "promise dropped");
    }
}

impl<T> fmt::Debug for Promise<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Promise").field(&*self.any.any).finish()
    }
}

impl fmt::Debug for AnyPromise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyPromise").field(&*self.any).finish()
    }
}
