//! Async values: values that may arrive later, and the promises that bring them.
//!
//! # Who refers to a value
//!
//! | Type | Counted | May |
//! |---|---|---|
//! | [`AsyncRef<T>`], [`AnyRef`] | 1 | look, wait, copy itself |
//! | [`Promise<T>`], [`AnyPromise`] | 1 | resolve, once; there is at most one per value |
//! | a waiter's closure | what it captured | run, once |
//!
//! There are no weak references, so new references come only from references, and one that is
//! alone stays alone until it is copied. All of them are thread-safe.
//!
//! # The object
//!
//! One heap block: table, state word, count, payload. 32 bytes for a payload of up to eight, which
//! is what an error and a forwarding take as well. The *state word* is a phase in its two low bits
//! and, while the phase is pending, the head of the list of waiters in the others.
//!
//! ```text
//!                 set / fail / forward / drop of the promise
//!   Pending  ─────────────────────────────────────────────►  Concrete    payload: a T
//!   payload: none       one atomic swap                      Error       payload: an Error
//!   waiters: a list                                          Forwarded   payload: an AnyRef
//!                                                                        to a concrete object
//! ```
//!
//! That swap is the only transition; an object may also be made concrete or an error from the
//! start. What follows it is final. `Forwarded` looks like `Concrete` from outside and is always
//! one step: forwarding to a forwarded value refers to the end, forwarding to an error shares the
//! error, and forwarding to a pending value stays pending, as a waiter there, until the end is
//! known. (So a ring of promises forwarding to each other stays pending for ever; a value
//! forwarded to itself becomes an error.)
//!
//! # Fields, and who may touch them when
//!
//! * **table**: written when the object is made, read by anyone.
//! * **state word**: read by anyone. While pending: a waiter is pushed by compare-and-swap, by
//!   anyone; the list is taken by the swap, by the holder of the promise. After the last reference
//!   has gone: the thread that ends the object, alone, may use it to link objects to be ended.
//! * **count**: changed by anyone who has a reference. Zero is never written by the fast path: a
//!   sole holder ends the object without touching the count.
//! * **payload**: while pending, written by the holder of the promise, read by nobody. Afterwards
//!   read by anyone, until a sole holder moves it out or drops it.
//! * **a waiter's link**: written by the pushing thread before it publishes the node, read by the
//!   thread that has taken the list.
//!
//! # Orderings, and what pairs with what
//!
//! | Release | Acquire | Carries |
//! |---|---|---|
//! | swap in `publish` | load in `phase`, load and failed exchange in `register` | the payload; what the resolver did before |
//! | exchange in `register` | swap in `publish` | the node and its closure (earlier pushes through the release sequence) |
//! | decrement in `leave` | decrement in `leave`, load in `is_unique` | what other holders did, before the end |
//!
//! Increments are relaxed. There are no stand-alone fences, which the thread sanitizer does not
//! understand. The loom models fail when any of these is weakened.
//!
//! # Resolving
//!
//! 1. The payload is written.
//! 2. The swap publishes it and takes the waiters.
//! 3. The promise's reference is given back, so that a waiter with the only other one finds it
//!    unique. From here on the resolver has nothing but the list.
//! 4. The waiters run, on this thread, last registered first.
//!
//! Waiters nest: one that resolves a value runs that value's waiters, up to a hundred levels; what
//! lies deeper is queued on the thread, first come first served, for the outermost level to run
//! before it returns. An engine that counts its continuations itself says so
//! ([`Continuation`]), and the levels around such a one do not count. A panic ends the waiter
//! and nothing else.
//!
//! # The end
//!
//! The holder of the last reference drops the payload and frees the block. The payload may hold
//! references whose end nests in this one, up to sixteen levels; deeper ones are listed for the
//! outermost. A pending object never ends: its promise has a reference, and a promise that is
//! dropped makes the value an error first. So waiters always run, unless a promise is leaked.
//!
//! Both limits mean that a thread inside a waiter or a destructor may owe work to others; one that
//! is about to block calls [`run_postponed`].
//!
//! # Types
//!
//! An object has one type for life; that of `AnyRef::indirect` is one that no value has.
//! [`AnyRef::get`] asks. [`AsyncRef::get`] asks only if the object is forwarded: an `AsyncRef<T>`
//! is made from an object of type `T`, an error, or a pending indirect value, and the last can
//! become nothing but an error or forwarded.

mod any;
pub(crate) mod block;
mod cell;
mod future;
mod later;
mod live;
mod promise;
mod spawn;
mod typed;
pub(crate) mod unwind;
mod waiter;

pub use any::AnyRef;
pub use future::{Arrival, Content};
pub use later::{Later, LaterFuture};
pub use live::live_count;
pub use promise::{AnyPromise, Promise};
pub use spawn::Spawn;
pub use typed::AsyncRef;
pub use waiter::Continuation;

/// What is known of a value now. Once `Concrete` or `Error`, for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Not there yet.
    Pending,
    /// There.
    Concrete,
    /// There, as an error.
    Error,
}

/// Runs what this thread has postponed: waiters that nest too deeply, and the ends of values in
/// long chains. Whoever blocks a thread calls it first, because the thread may be inside a waiter
/// and what it is about to wait for may be among what was postponed.
#[inline]
pub fn run_postponed() {
    unwind::fail_laid_aside(|| unwind::unknown_kernel("kernel panicked".to_owned()));
    waiter::run_postponed();
    cell::run_postponed_ends();
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests;
