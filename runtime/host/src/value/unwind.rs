//! What becomes of promises that are dropped because the code that held them panicked: they get
//! the panic's error, once it is known, rather than "promise dropped".
//!
//! While a thread unwinds, what the panic said is not known to the destructors that run. So a
//! promise that is dropped then is laid aside, on the thread, and whoever catches the panic fails
//! it. A thread that is about to block in a destructor fails what was laid aside first
//! ([`run_postponed`](super::run_postponed)).

use super::AnyPromise;
use crate::error::{Error, ErrorCode, drop_quietly, panic_message};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    /// How many [`caught`] there are on the stack: without one nobody would fail what is laid aside.
    static CATCHERS: Cell<u32> = const { Cell::new(0) };
    static LAID_ASIDE: RefCell<Vec<AnyPromise>> = const { RefCell::new(Vec::new()) };
    /// Whether that may hold something: asked after every task, and without a destructor.
    static ANY_LAID_ASIDE: Cell<bool> = const { Cell::new(false) };
    /// See [`dropped_because_of`].
    static CAUSE: RefCell<Option<Error>> = const { RefCell::new(None) };
}

/// Calls `f`. If it panics: the error that `error` makes of the panic's message, or the one that
/// the panic carries; so become the promises that were dropped on the way.
#[inline]
pub(crate) fn caught<R>(
    f: impl FnOnce() -> R,
    error: impl FnOnce(String) -> Error,
) -> Result<R, Error> {
    let outer = CATCHERS.with(|count| count.replace(count.get() + 1));
    let result = catch_unwind(AssertUnwindSafe(f));
    CATCHERS.with(|count| count.set(outer));
    result.map_err(|payload| {
        let error = error_of(payload, error);
        fail_laid_aside(|| error.clone());
        error
    })
}

/// The error of a panic of which no more is known than what it carries.
pub(crate) fn unknown_kernel(message: String) -> Error {
    Error::new(ErrorCode::Internal, message)
}

#[cold]
fn error_of(payload: Box<dyn Any + Send>, error: impl FnOnce(String) -> Error) -> Error {
    match payload.downcast::<Error>() {
        Ok(known) => *known,
        Err(payload) => {
            let message = panic_message(&*payload);
            drop_quietly(payload);
            error(message)
        }
    }
}

/// Calls `f`, which does not panic; promises that it drops get this error.
#[cold]
pub(crate) fn dropped_because_of(error: Error, f: impl FnOnce()) {
    let outer = CAUSE.replace(Some(error));
    f();
    CAUSE.set(outer);
}

/// The end of a promise that is dropped unused.
#[cold]
pub(super) fn give_up(promise: AnyPromise) {
    let cause = CAUSE.try_with(|cause| cause.borrow().clone()).ok().flatten();
    if let Some(cause) = cause {
        return promise.fail(cause);
    }
    let mut promise = Some(promise);
    if std::thread::panicking() && CATCHERS.try_with(Cell::get).unwrap_or(0) > 0 {
        let _ = LAID_ASIDE.try_with(|list| list.borrow_mut().extend(promise.take()));
        ANY_LAID_ASIDE.set(true);
    }
    if let Some(promise) = promise {
        promise.fail(Error::new(ErrorCode::Cancelled, "promise dropped"));
    }
}

/// Fails the promises that this thread has laid aside.
#[inline]
pub(crate) fn fail_laid_aside(error: impl Fn() -> Error) {
    if ANY_LAID_ASIDE.get() {
        fail_all_laid_aside(&error);
    }
}

#[cold]
fn fail_all_laid_aside(error: &dyn Fn() -> Error) {
    ANY_LAID_ASIDE.set(false);
    let take = || LAID_ASIDE.try_with(|list| std::mem::take(&mut *list.borrow_mut()));
    while let Ok(list) = take()
        && !list.is_empty()
    {
        for promise in list {
            promise.fail(error());
        }
    }
}
