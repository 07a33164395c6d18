//! Async values, which may become available later, and the promises that resolve them.
//!
//! # Ownership
//!
//! | Type | Counted | Can |
//! |---|---|---|
//! | [`AsyncRef<T>`], [`AnyRef`] | 1 | read, wait, be cloned |
//! | [`Promise<T>`], [`AnyPromise`] | 1 | resolve once; at most one per value |
//! | a waiter's closure | its captures | run once |
//!
//! There are no weak references. A new reference is always cloned from an existing one, so a unique
//! reference stays unique until its holder clones it. All of these types are thread-safe.
//!
//! # Layout
//!
//! An object is one heap block: vtable pointer, state word, reference count, payload. It takes 32
//! bytes for a payload of up to eight bytes; errors and forwarding targets fit in the same size.
//! The *state word* holds a phase in its two low bits and, while the phase is pending, the head of
//! the waiter list in the others.
//!
//! ```text
//!                 set / fail / forward / drop of the promise
//!   Pending  ─────────────────────────────────────────────►  Concrete    payload: a T
//!   payload: none       one atomic swap                      Error       payload: an Error
//!   waiters: a list                                          Forwarded   payload: an AnyRef
//!                                                                        to a concrete object
//! ```
//!
//! That swap is the only transition; an object may also start out concrete or an error. The
//! resolved state is final. `Forwarded` looks like `Concrete` from outside and is always a single
//! hop: forwarding to a forwarded value refers to the final target, forwarding to an error shares
//! the error, and forwarding to a pending value registers a waiter there and stays pending until
//! that value is resolved. (A ring of promises that forward to each other therefore stays pending
//! forever; a value forwarded to itself becomes an error.)
//!
//! # Fields and their access rules
//!
//! * **table**: written when the object is made, read by anyone.
//! * **state word**: read by anyone. While pending: a waiter is pushed by compare-and-swap, by
//!   anyone; the list is taken by the swap, by the holder of the promise. After the last
//!   reference is dropped: used by the destroying thread alone to link objects to destroy.
//! * **count**: changed by any holder of a reference. The fast path never writes zero: a unique
//!   holder destroys the object without touching the count.
//! * **payload**: while pending, written by the holder of the promise, never read. Afterwards
//!   read by anyone, until a unique holder moves it out or drops it.
//! * **a waiter's link**: written by the pushing thread before it publishes the node, read by the
//!   thread that has taken the list.
//!
//! # Orderings and what they pair with
//!
//! | Release | Acquire | Carries |
//! |---|---|---|
//! | swap in `publish` | load in `phase`, load and failed exchange in `register` | the payload; what the resolver did before |
//! | exchange in `register` | swap in `publish` | the node and its closure (earlier pushes through the release sequence) |
//! | `decrement` | `decrement`, load in `is_unique` | what other holders did before the drop |
//!
//! Increments are relaxed. There are no stand-alone fences, because the thread sanitizer does not
//! support them. The loom models fail when any of these orderings is weakened.
//!
//! # Resolving
//!
//! 1. The payload is written.
//! 2. The swap publishes it and takes the waiter list.
//! 3. The promise releases its reference, so that a waiter with the only other one sees it as unique.
//!    From here on the resolver owns nothing but the list.
//! 4. The waiters run on this thread, last registered first.
//!
//! Waiters nest: a waiter that resolves another value runs that value's waiters, up to a hundred
//! levels. Deeper ones are queued per thread in FIFO order, and the outermost level runs them
//! before it returns. An engine that bounds its continuations itself marks them with
//! [`Continuation`]; the levels around a continuation are not counted. A panic ends only the waiter
//! that panicked.
//!
//! # Destruction
//!
//! The drop of the last reference drops the payload and frees the block. The payload may hold
//! references whose drop nests in this one, up to sixteen levels; deeper ones are queued for the
//! outermost drop. A pending object is never destroyed: its promise holds a reference, and dropping
//! the promise turns the value into an error first. So waiters always run, unless a promise is
//! leaked.
//!
//! Because of both limits, a thread inside a waiter or a destructor may hold postponed work that
//! other threads wait for. A thread that is about to block calls [`run_postponed`] first.
//!
//! # Types
//!
//! The type of an object never changes; `AnyRef::indirect` uses a type that no value has.
//! [`AnyRef::get`] checks the type. [`AsyncRef::get`] checks it only if the object is forwarded: an
//! `AsyncRef<T>` is created from an object of type `T`, an error, or a pending indirect value, and
//! the last can only become an error or forwarded.
// tidy: one unit. A cell holds waiters and errors, waiters hold values, and each kind of reference becomes the others.

mod any;
pub(crate) mod block;
mod cell;
mod future;
mod live;
mod maybe_done;
mod promise;
mod spawn;
mod suspend;
mod typed;
pub(crate) mod unwind;
mod waiter;

pub use any::AnyRef;
pub use future::{Arrival, Content};
pub use live::live_count;
pub use maybe_done::MaybeDone;
pub use promise::{AnyPromise, Promise};
pub use spawn::Spawn;
pub(crate) use spawn::WeakWaker;
pub use suspend::{Suspended, resume_when_ready};
pub use typed::AsyncRef;
pub use waiter::Continuation;
pub(crate) use waiter::run_nested;

/// The state of a value. `Concrete` and `Error` are final.
///
/// ```
/// use tfrt_host::value::{AsyncRef, State};
/// let (promise, value) = AsyncRef::<i32>::pending();
/// assert_eq!(value.state(), State::Pending);
/// promise.set(1);
/// assert_eq!(value.state(), State::Concrete);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Not available yet.
    Pending,
    /// Available.
    Concrete,
    /// Available, as an error.
    Error,
}

/// Runs the work that this thread has postponed: deeply nested waiters and the drops of long chains
/// of values. Call it before blocking a thread: the thread may be inside a waiter, and the value it
/// blocks on may depend on postponed work.
#[inline]
pub fn run_postponed() {
    unwind::fail_deferred(|| unwind::unknown_kernel("kernel panicked".to_owned()));
    waiter::run_postponed();
    cell::run_postponed_ends();
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests;
