//! Waiters: closures in intrusive list nodes, and the per-thread runner that bounds how deeply they
//! nest.
#![expect(unsafe_code, reason = "a waiter's closure is type-erased in its list node")]

use super::block::{self, Shape};
use super::unwind::{caught, unknown_kernel};
use std::cell::Cell;
use std::marker::PhantomData;
use std::ptr::{self, NonNull};

/// How many waiters may nest on one thread. The outermost one runs those beyond, so resolving a
/// chain of any length takes constant stack.
const MAX_NESTING: u32 = 100;

/// The head of a node: its link and the function that runs the closure behind it. Its alignment of
/// eight leaves the low bits of a pointer to it free for the value's phase.
#[repr(C, align(8))]
pub(super) struct Waiter {
    /// Written by the pushing thread before it publishes the node; read by the thread that took the
    /// list.
    next: *mut Waiter,
    run: unsafe fn(NonNull<Waiter>),
}

#[repr(C)]
struct Node<F> {
    head: Waiter,
    closure: F,
}

/// A waiter's closure.
pub(super) trait Resume: Send + 'static {
    fn resume(self);
}

impl<F: FnOnce() + Send + 'static> Resume for F {
    #[inline]
    fn resume(self) {
        self();
    }
}

/// A continuation and the box that it resumes with. Can be taken apart again.
pub(super) struct OfBox<T: ?Sized, F> {
    pub(super) owner: Box<T>,
    pub(super) then: F,
}

impl<T: Send + ?Sized + 'static, F: FnOnce(Box<T>) + Send + 'static> Resume for OfBox<T, F> {
    #[inline]
    fn resume(self) {
        (self.then)(self.owner);
    }
}

/// A node that is on no list. It must be run, queued or taken apart: dropping it would leak the
/// closure.
#[must_use]
pub(super) struct Unqueued(NonNull<Waiter>);

impl Unqueued {
    #[inline(always)]
    pub(super) fn new<F: Resume>(closure: F) -> Self {
        let node = block::allocate(const { Shape::of::<Node<F>>() }).cast::<Node<F>>();
        let head = Waiter { next: ptr::null_mut(), run: run_node::<F> };
        // SAFETY: the block has the node's shape and is not shared yet.
        unsafe { node.write(Node { head, closure }) };
        Self(node.cast())
    }

    /// Sets the link to `next` and returns the node as the new list head. The node must not be
    /// published yet.
    pub(super) fn before(&self, next: *mut Waiter) -> *mut Waiter {
        // SAFETY: no other thread knows the node before it is queued.
        unsafe { (*self.0.as_ptr()).next = next };
        self.0.as_ptr()
    }

    /// Returns the closure without running it.
    ///
    /// # Safety
    /// The node was made of an `F`.
    pub(super) unsafe fn into_closure<F: Resume>(self) -> F {
        // SAFETY: the node is alive, on no list, and consumed here; the caller guarantees its type.
        unsafe { take_closure(self.0) }
    }

    /// Runs the closure now, at any nesting depth.
    pub(super) fn run(self) {
        // SAFETY: the node is alive, on no list, and consumed here.
        unsafe { (self.0.as_ref().run)(self.0) };
    }
}

/// # Safety
/// `node` is the head of a live `Node<F>` on no list, and is not used afterwards.
unsafe fn run_node<F: Resume>(node: NonNull<Waiter>) {
    // SAFETY: the caller's contract.
    let closure: F = unsafe { take_closure(node) };
    shielded(|| closure.resume());
}

/// Moves the closure out of a node and frees the node.
///
/// # Safety
/// As for [`run_node`].
#[inline]
unsafe fn take_closure<F: Resume>(node: NonNull<Waiter>) -> F {
    let node = node.cast::<Node<F>>();
    // SAFETY: the node is alive and its closure is moved out exactly once, here.
    let closure = unsafe { ptr::read(&raw const (*node.as_ptr()).closure) };
    // SAFETY: the closure has been moved out and the head needs no drop. The block is freed before
    // the closure runs, so that the next value made there reuses warm memory.
    unsafe { block::release(node.cast(), const { Shape::of::<Node<F>>() }) };
    closure
}

/// The waiters taken off a value, last registered first. They must be run.
#[must_use]
pub(super) struct Waiters(*mut Waiter);

impl Waiters {
    /// # Safety
    /// `head` is null, or starts a list that the caller has taken with an acquire that pairs with the release of every push.
    pub(super) unsafe fn taken(head: *mut Waiter) -> Self {
        Self(head)
    }

    /// Runs them on this thread; when too many waiters nest already, queues them for the outermost.
    #[inline]
    pub(super) fn run(self) {
        if !self.0.is_null() {
            RUNNER.with(|runner| runner.run(self));
        }
    }

    fn pop(&mut self) -> Option<Unqueued> {
        let node = NonNull::new(self.0)?;
        // SAFETY: the list is owned by this thread and its nodes are alive.
        self.0 = unsafe { node.as_ref().next };
        Some(Unqueued(node))
    }
}

/// Runs `f` now as a waiter: it counts as a nesting level, and is queued for the outermost waiter
/// of this thread when too many nest. For work that a work queue may run on the submitting thread.
pub(crate) fn run_nested(f: impl FnOnce() + Send + 'static) {
    RUNNER.with(|runner| {
        if runner.depth.get() >= MAX_NESTING {
            let node = Unqueued::new(f);
            runner.postpone(Waiters(node.before(ptr::null_mut())));
        } else {
            runner.nested(|| shielded(f));
        }
    });
}

/// A scope for one continuation of an engine that bounds the nesting itself. It does not count
/// towards the hundred nested waiters, nor do the waiters around it: waiters inside it nest from
/// zero, but those that are too deep are queued for the outermost waiter.
///
/// Single-owner; scopes of a thread are dropped in reverse order.
///
/// ```
/// use tfrt_host::value::Continuation;
///
/// let outer = Continuation::enter(1).expect("none is open on this thread");
/// assert!(Continuation::enter(1).is_none());
/// drop(outer);
/// assert!(Continuation::enter(1).is_some());
/// ```
#[derive(Debug)]
pub struct Continuation {
    /// The waiter depth around it.
    depth: u32,
    /// It is bound to its thread.
    thread: PhantomData<*const ()>,
}

impl Continuation {
    /// Enters a scope, unless `most` are nested on this thread already.
    #[inline]
    #[must_use]
    pub fn enter(most: u32) -> Option<Self> {
        RUNNER.with(|runner| {
            let around = runner.continuations.get();
            (around < most).then(|| {
                runner.continuations.set(around + 1);
                Self { depth: runner.depth.replace(1), thread: PhantomData }
            })
        })
    }
}

impl Drop for Continuation {
    #[inline]
    fn drop(&mut self) {
        RUNNER.with(|runner| {
            runner.depth.set(self.depth);
            runner.continuations.set(runner.continuations.get() - 1);
        });
    }
}

/// Runs the waiters that this thread has postponed.
#[inline]
pub(super) fn run_postponed() {
    RUNNER.with(|runner| {
        if !runner.head.get().is_null() {
            runner.drain();
        }
    });
}

/// Calls `f`; a panic is caught and its payload dropped. The panic hook has reported it.
pub(super) fn shielded(f: impl FnOnce()) {
    let _ = caught(f, &unknown_kernel);
}

/// One thread's nesting depth and its FIFO queue of postponed waiters.
struct Runner {
    depth: Cell<u32>,
    /// Nested [`Continuation`]s, which do not count as depth.
    continuations: Cell<u32>,
    head: Cell<*mut Waiter>,
    tail: Cell<*mut Waiter>,
}

impl Runner {
    const fn idle() -> Self {
        Self {
            depth: Cell::new(0),
            continuations: Cell::new(0),
            head: Cell::new(ptr::null_mut()),
            tail: Cell::new(ptr::null_mut()),
        }
    }
}

#[cfg(not(loom))]
thread_local! {
    /// Without a destructor: the queue is empty whenever no waiter runs on the thread.
    static RUNNER: Runner = const { Runner::idle() };
}

#[cfg(loom)]
loom::thread_local! {
    /// For the threads of a loom model, which share one system thread. A plain thread-local would
    /// leak depth from model to model.
    static RUNNER: Runner = Runner::idle();
}

impl Runner {
    fn run(&self, mut waiters: Waiters) {
        if self.depth.get() >= MAX_NESTING {
            self.postpone(waiters);
            return;
        }
        self.nested(|| {
            while let Some(waiter) = waiters.pop() {
                waiter.run();
            }
        });
    }

    /// Calls `f`, which must not unwind, one level deeper. The outermost level then runs the
    /// postponed waiters.
    fn nested(&self, f: impl FnOnce()) {
        let depth = self.depth.get();
        self.depth.set(depth + 1);
        f();
        if depth == 0 && !self.head.get().is_null() {
            self.drain();
        }
        self.depth.set(depth);
    }

    #[cold]
    fn drain(&self) {
        while let Some(waiter) = self.pop() {
            waiter.run();
        }
    }

    fn postpone(&self, waiters: Waiters) {
        let (first, mut last) = (waiters.0, waiters.0);
        // SAFETY: the list is not empty and owned by this thread, and its nodes are alive; so is
        // the tail, which stays queued until it is popped.
        unsafe {
            while !(*last).next.is_null() {
                last = (*last).next;
            }
            if self.head.get().is_null() {
                self.head.set(first);
            } else {
                (*self.tail.get()).next = first;
            }
        }
        self.tail.set(last);
    }

    fn pop(&self) -> Option<Unqueued> {
        let mut postponed = Waiters(self.head.get());
        let first = postponed.pop();
        self.head.set(postponed.0);
        first
    }
}
