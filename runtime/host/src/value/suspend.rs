//! Suspended work: its state is boxed until a value is available, and then resumes on the thread
//! that resolves the value. Kernels, native functions, frames, loops and the executor all suspend
//! this way.
//!
//! The holder of the box owns the work: first the thread that suspends it, then the waiter of the
//! pending value. So there is no lock and no count, and one allocation suffices however often the
//! work suspends. If the value becomes available while the waiter is being registered, the box is
//! returned and the work continues in a loop: neither stack nor heap grows with the number of
//! suspensions.

use super::AnyRef;
use super::unwind::{caught, unknown_kernel};
use crate::stack::grow_stack;

/// Work that runs until it needs a pending value. If it panics it is dropped, and its unresolved
/// results become that error.
///
/// ```
/// use tfrt_host::error::Error;
/// use tfrt_host::value::{AnyRef, AsyncRef, Promise, Suspended, resume_when_ready};
///
/// struct Double {
///     x: AsyncRef<i32>,
///     result: Promise<i32>,
/// }
///
/// impl Suspended for Double {
///     fn pending(&self) -> Option<&AnyRef> {
///         (!self.x.is_available()).then(|| self.x.as_any())
///     }
///
///     fn resume(self: Box<Self>) -> Option<Box<Self>> {
///         let Some(x) = self.x.get() else { return Some(self) };
///         let doubled = x.map(|x| 2 * x).map_err(Error::clone);
///         self.result.resolve(doubled);
///         None
///     }
/// }
///
/// let (promise, x) = AsyncRef::pending();
/// let (result, doubled) = AsyncRef::pending();
/// resume_when_ready(Box::new(Double { x, result }));
/// assert!(!doubled.is_available());
/// promise.set(21);
/// assert!(matches!(doubled.get(), Some(Ok(42))));
/// ```
pub trait Suspended: Send + 'static {
    /// The value that it waits for, unless that is available by now.
    fn pending(&self) -> Option<&AnyRef>;
    /// Continues. Returns the box if the work must wait again, and keeps it when it has finished.
    #[must_use]
    fn resume(self: Box<Self>) -> Option<Box<Self>>;
}

/// Resumes the work when its pending value is available: immediately if it is.
pub fn resume_when_ready<S: Suspended + ?Sized>(work: Box<S>) {
    if let Err(ready) = wait(work) {
        let _ = caught(|| run(ready), &unknown_kernel);
    }
}

/// Registers the work as a waiter of its pending value.
///
/// # Errors
/// The value is available: the work is returned.
fn wait<S: Suspended + ?Sized>(work: Box<S>) -> Result<(), Box<S>> {
    AnyRef::and_then_in(work, |work| work.pending(), on_ready)
}

/// The waiter. Its caller catches panics.
fn on_ready<S: Suspended + ?Sized>(work: Box<S>) {
    // Waiters nest, up to the value module's limit, where one resolves the value of the next.
    grow_stack(|| run(work));
}

/// May unwind.
fn run<S: Suspended + ?Sized>(work: Box<S>) {
    let mut work = work;
    while let Some(suspended) = work.resume() {
        match wait(suspended) {
            Ok(()) => return,
            Err(ready) => work = ready,
        }
    }
}
