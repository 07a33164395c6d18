//! Promises dropped by a panic: they receive the panic's error instead of "promise dropped".
//!
//! While a thread unwinds, destructors do not know the panic's message. A promise that is dropped
//! then is deferred on the thread, and the code that catches the panic fails it with the error. A
//! thread that is about to block in a destructor fails its deferred promises first
//! ([`run_postponed`](super::run_postponed)).

use super::AnyPromise;
use crate::error::{Error, ErrorCode, drop_quietly, panic_message};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    /// Number of [`caught`] frames on the stack: without one, nothing would fail the deferred
    /// promises.
    static CATCHERS: Cell<u32> = const { Cell::new(0) };
    static DEFERRED: RefCell<Vec<AnyPromise>> = const { RefCell::new(Vec::new()) };
    /// Whether the list may be non-empty. Read after every task; has no destructor.
    static ANY_DEFERRED: Cell<bool> = const { Cell::new(false) };
    /// See [`dropped_because_of`].
    static CAUSE: RefCell<Option<Error>> = const { RefCell::new(None) };
}

/// Calls `f`. If it panics, returns the error that `error` makes of the panic's message, or the
/// error that the panic carries. Promises dropped during unwinding get the same error.
///
/// Compiled for each `f`, hence short.
#[inline]
pub(crate) fn caught<R>(
    f: impl FnOnce() -> R,
    error: &dyn Fn(String) -> Error,
) -> Result<R, Error> {
    let outer = enter();
    let result = catch_unwind(AssertUnwindSafe(f));
    CATCHERS.set(outer);
    match result {
        Ok(result) => Ok(result),
        Err(payload) => Err(panicked(payload, error)),
    }
}

/// Counts a [`caught`] frame; returns the number of those around it.
#[inline]
fn enter() -> u32 {
    let outer = CATCHERS.get();
    CATCHERS.set(outer + 1);
    outer
}

/// The error of a panic, which the promises that it dropped get too.
#[cold]
fn panicked(payload: Box<dyn Any + Send>, error: &dyn Fn(String) -> Error) -> Error {
    let error = error_of(payload, error);
    fail_deferred(|| error.clone());
    error
}

/// The error of a panic whose kernel is not known.
pub(crate) fn unknown_kernel(message: String) -> Error {
    Error::new(ErrorCode::Internal, message)
}

fn error_of(payload: Box<dyn Any + Send>, error: &dyn Fn(String) -> Error) -> Error {
    match payload.downcast::<Error>() {
        Ok(known) => *known,
        Err(payload) => {
            let message = panic_message(&*payload);
            drop_quietly(payload);
            error(message)
        }
    }
}

/// Calls `f`, which does not panic. Promises that it drops get this error.
#[cold]
pub(crate) fn dropped_because_of(error: Error, f: impl FnOnce()) {
    // Not there while the thread's locals are destroyed, one of which may hold a host.
    let outer = CAUSE.try_with(|cause| cause.replace(Some(error)));
    f();
    if let Ok(outer) = outer {
        let _ = CAUSE.try_with(|cause| cause.replace(outer));
    }
}

/// The same, unless another reason is known: a cause further out, or a panic.
#[cold]
pub(crate) fn dropped_or_else(error: impl FnOnce() -> Error, f: impl FnOnce()) {
    let known = CAUSE.try_with(|cause| cause.borrow().is_some()).unwrap_or(true);
    if known || std::thread::panicking() { f() } else { dropped_because_of(error(), f) }
}

/// Fails or defers a promise that was dropped unresolved. `why` is its error if nothing else is
/// known.
#[cold]
pub(super) fn fail_dropped(promise: AnyPromise, why: &'static str) {
    let cause = CAUSE.try_with(|cause| cause.borrow().clone()).ok().flatten();
    if let Some(cause) = cause {
        return promise.fail(cause);
    }
    let mut promise = Some(promise);
    if std::thread::panicking() && CATCHERS.try_with(Cell::get).unwrap_or(0) > 0 {
        let _ = DEFERRED.try_with(|list| list.borrow_mut().extend(promise.take()));
        ANY_DEFERRED.set(true);
    }
    if let Some(promise) = promise {
        promise.fail(Error::new(ErrorCode::Cancelled, why));
    }
}

/// Fails the promises that this thread has deferred.
#[inline]
pub(crate) fn fail_deferred(error: impl Fn() -> Error) {
    if ANY_DEFERRED.get() {
        fail_all_deferred(&error);
    }
}

#[cold]
fn fail_all_deferred(error: &dyn Fn() -> Error) {
    ANY_DEFERRED.set(false);
    let take = || DEFERRED.try_with(|list| std::mem::take(&mut *list.borrow_mut()));
    while let Ok(list) = take()
        && !list.is_empty()
    {
        for promise in list {
            promise.fail(error());
        }
    }
}
