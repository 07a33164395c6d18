//! Waiters: closures in intrusive nodes, and the thread-local runner that bounds how deeply they
//! nest.
#![expect(unsafe_code, reason = "a waiter's closure lives in its list node, without its type")]

use super::block::{self, Shape};
use super::unwind::{caught, unknown_kernel};
use std::cell::Cell;
use std::marker::PhantomData;
use std::ptr::{self, NonNull};

/// How many waiters may run inside each other on one thread. Those beyond are run by the
/// outermost one, so resolving a chain of any length takes a constant amount of stack.
const MAX_NESTING: u32 = 100;

/// The head of a node: its link and how to run what follows. Eight-byte aligned, which leaves the
/// low bits of a pointer to it free for the value's phase.
#[repr(C, align(8))]
pub(super) struct Waiter {
    /// Written by the thread that pushes the node, before it publishes it; read by the thread
    /// that took the list.
    next: *mut Waiter,
    run: unsafe fn(NonNull<Waiter>),
}

#[repr(C)]
struct Node<F> {
    head: Waiter,
    closure: F,
}

/// What a waiter does when it is run.
pub(super) trait Resume: Send + 'static {
    fn resume(self);
}

impl<F: FnOnce() + Send + 'static> Resume for F {
    #[inline]
    fn resume(self) {
        self();
    }
}

/// A continuation and the box that it goes on with: can be taken apart again.
pub(super) struct OfBox<T, F> {
    pub(super) owner: Box<T>,
    pub(super) then: F,
}

impl<T: Send + 'static, F: FnOnce(Box<T>) + Send + 'static> Resume for OfBox<T, F> {
    #[inline]
    fn resume(self) {
        (self.then)(self.owner);
    }
}

/// A node that is on no list. Must be run, queued or taken apart: dropping it would leak the closure.
#[must_use]
pub(super) struct Unqueued(NonNull<Waiter>);

impl Unqueued {
    #[inline(always)]
    pub(super) fn new<F: Resume>(closure: F) -> Self {
        let node = block::allocate(const { Shape::of::<Node<F>>() }).cast::<Node<F>>();
        let head = Waiter { next: ptr::null_mut(), run: run_node::<F> };
        // SAFETY: the block has the node's shape and is ours.
        unsafe { node.write(Node { head, closure }) };
        Self(node.cast())
    }

    /// As a list head, in front of `next`. The node is still this thread's alone.
    pub(super) fn before(&self, next: *mut Waiter) -> *mut Waiter {
        // SAFETY: nobody else knows of the node before it is queued.
        unsafe { (*self.0.as_ptr()).next = next };
        self.0.as_ptr()
    }

    /// The closure, which is not run.
    ///
    /// # Safety
    /// The node was made of an `F`.
    pub(super) unsafe fn into_closure<F: Resume>(self) -> F {
        // SAFETY: the node is alive, on no list, and consumed here; its type is the caller's word.
        unsafe { take_closure(self.0) }
    }

    /// Runs the closure now, on any depth.
    pub(super) fn run(self) {
        // SAFETY: the node is alive, on no list, and consumed here.
        unsafe { (self.0.as_ref().run)(self.0) };
    }
}

/// # Safety
/// `node` is the head of a live `Node<F>` on no list, and is not used afterwards.
unsafe fn run_node<F: Resume>(node: NonNull<Waiter>) {
    // SAFETY: passed on from the caller.
    let closure: F = unsafe { take_closure(node) };
    shielded(|| closure.resume());
}

/// Takes a node apart.
///
/// # Safety
/// As for [`run_node`].
#[inline]
unsafe fn take_closure<F: Resume>(node: NonNull<Waiter>) -> F {
    let node = node.cast::<Node<F>>();
    // SAFETY: the node is alive and its closure is moved out exactly once, here.
    let closure = unsafe { ptr::read(&raw const (*node.as_ptr()).closure) };
    // SAFETY: the closure has been moved out and the head needs no drop. Freed before the closure
    // runs, so that the next value made in it finds warm memory.
    unsafe { block::release(node.cast(), const { Shape::of::<Node<F>>() }) };
    closure
}

/// The waiters taken off a value, last registered first. Must be run.
#[must_use]
pub(super) struct Waiters(*mut Waiter);

impl Waiters {
    /// # Safety
    /// `head` is null or starts a list that the caller has taken, with an acquire that pairs with
    /// the release of every push.
    pub(super) unsafe fn taken(head: *mut Waiter) -> Self {
        Self(head)
    }

    /// Runs them on this thread, or, when too many already nest, leaves them to the outermost.
    #[inline]
    pub(super) fn run(self) {
        if !self.0.is_null() {
            RUNNER.with(|runner| runner.run(self));
        }
    }

    fn pop(&mut self) -> Option<Unqueued> {
        let node = NonNull::new(self.0)?;
        // SAFETY: the list is this thread's, its nodes are alive.
        self.0 = unsafe { node.as_ref().next };
        Some(Unqueued(node))
    }
}

/// Runs `f` now as a waiter would be run: counted, and left to the outermost waiter of this
/// thread when too many nest. For work that a work queue may run on the thread that submits it.
pub(super) fn run_nested(f: impl FnOnce() + Send + 'static) {
    RUNNER.with(|runner| {
        if runner.depth.get() >= MAX_NESTING {
            let node = Unqueued::new(f);
            runner.postpone(Waiters(node.before(ptr::null_mut())));
        } else {
            runner.nested(|| shielded(f));
        }
    });
}

/// One of an engine's continuations, of which only so many nest, for as long as it runs. It does not
/// count as one of the hundred waiters that may, nor do those around it: waiters inside it nest as if
/// it were the outermost, but leave what is too deep to the one that is.
///
/// Single-owner; those of a thread end in the reverse order of their beginnings.
#[derive(Debug)]
pub struct Continuation {
    /// The waiters around it.
    depth: u32,
    /// It is the thread's.
    thread: PhantomData<*const ()>,
}

impl Continuation {
    /// Begins one, if not `most` run inside each other on this thread already.
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

/// Runs what this thread has postponed.
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
    let _ = caught(f, unknown_kernel);
}

/// One thread's nesting depth and its postponed waiters, first come first served.
struct Runner {
    depth: Cell<u32>,
    /// An engine's, which count themselves and not as depth.
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
    /// Without a destructor: the lists are empty whenever no waiter runs on the thread.
    static RUNNER: Runner = const { Runner::idle() };
}

#[cfg(loom)]
loom::thread_local! {
    /// The same for the threads of a model, which share one of the system's: in that, what one of
    /// them adds to the depth while another takes it away would stay, model after model.
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

    /// Calls `f`, which must not unwind, one level deeper; the outermost level then runs what the
    /// deeper ones postponed.
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
        // SAFETY: the list is not empty, this thread's alone, and its nodes are alive; so is the
        // tail, which stays queued until it is popped.
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
