//! Tasks: closures in pooled blocks, behind a thin pointer.
#![expect(unsafe_code, reason = "a task's closure is type-erased in its block")]

use crate::error::{Error, ErrorCode, drop_quietly};
use crate::site::{Site, TaskSite};
use crate::value::block::{self, Shape};
use crate::value::run_postponed;
use crate::value::unwind::{caught, dropped_because_of, dropped_or_else, unknown_kernel};
use std::cell::RefCell;
use std::fmt;
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{self, NonNull};

/// A unit of work, run once or dropped unrun: then its promises become errors that say so.
///
/// ```
/// use tfrt_host::queue::Task;
/// let task = Task::new(|| println!("it runs"));
/// task.run();
/// ```
pub struct Task(Option<Unrun>);

/// The work of a task.
struct Unrun(NonNull<Head>);

// SAFETY: it owns its block and the contents, which are `Send` (bounds of the constructors).
unsafe impl Send for Unrun {}
// SAFETY: a shared reference gives access to nothing.
unsafe impl Sync for Unrun {}

/// The header of every task's block.
struct Head {
    /// Runs or drops the work and frees the block, or only says whose work it is.
    serve: unsafe fn(NonNull<Head>, Request<'_>),
}

enum Request<'a> {
    Run,
    Drop,
    Site(&'a mut Option<Site>),
}

#[repr(C)]
struct Block<W> {
    head: Head,
    work: W,
}

/// The work of a task. It does not unwind.
trait Work: Send + 'static {
    fn run(self);

    /// The kernel that the work belongs to.
    fn site(&self) -> Option<Site> {
        None
    }
}

struct Plain<F>(F);

impl<F: FnOnce() + Send + 'static> Work for Plain<F> {
    #[inline]
    fn run(self) {
        let _ = caught(self.0, &unknown_kernel);
    }
}

struct OfKernel<F, S>(F, S);

impl<F: FnOnce() + Send + 'static, S: TaskSite> Work for OfKernel<F, S> {
    #[inline]
    fn run(self) {
        let Self(work, site) = self;
        let _ = caught(work, &|message| site.error(message));
    }

    fn site(&self) -> Option<Site> {
        Some(self.1.site())
    }
}

/// # Safety
/// `task` is the head of a live `Block<W>`, which is not used afterwards unless the request is for
/// the site.
unsafe fn serve<W: Work>(task: NonNull<Head>, request: Request<'_>) {
    let block = task.cast::<Block<W>>();
    if let Request::Site(site) = request {
        // SAFETY: the block is alive and holds its work.
        *site = unsafe { &(*block.as_ptr()).work }.site();
        return;
    }
    // SAFETY: the block is alive and its work is moved out exactly once, here.
    let work = unsafe { ptr::read(&raw const (*block.as_ptr()).work) };
    // SAFETY: the work has been moved out and the head needs no drop. The block is freed first, so
    // that the next task or value that the work makes reuses warm memory.
    unsafe { block::release(block.cast(), const { Shape::of::<Block<W>>() }) };
    match request {
        Request::Run => work.run(),
        Request::Drop | Request::Site(_) => drop(work),
    }
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Task")
    }
}

impl Unrun {
    #[inline]
    fn run(self) {
        let block = ManuallyDrop::new(self).0;
        // SAFETY: the block is owned by this work, which is consumed.
        unsafe { (block.as_ref().serve)(block, Request::Run) };
    }
}

impl Drop for Unrun {
    fn drop(&mut self) {
        // SAFETY: the block is owned by this work, which is not used afterwards.
        unsafe { (self.0.as_ref().serve)(self.0, Request::Drop) };
    }
}

impl Task {
    /// Wraps a closure.
    #[inline]
    pub fn new(f: impl FnOnce() + Send + 'static) -> Self {
        Self::of(Plain(f))
    }

    /// Wraps a closure of the kernel at that site: if it panics, its promises become an error of
    /// the kernel.
    #[inline]
    pub(crate) fn of_kernel(f: impl FnOnce() + Send + 'static, site: impl TaskSite) -> Self {
        Self::of(OfKernel(f, site))
    }

    #[inline]
    fn of<W: Work>(work: W) -> Self {
        let block = block::allocate(const { Shape::of::<Block<W>>() }).cast::<Block<W>>();
        // SAFETY: the block has this shape and is not shared yet.
        unsafe { block.write(Block { head: Head { serve: serve::<W> }, work }) };
        Self(Some(Unrun(block.cast())))
    }

    /// The kernel that started it, if one did.
    pub(crate) fn site(&self) -> Option<Site> {
        let mut site = None;
        let block = self.0.as_ref()?.0;
        // SAFETY: the block is alive, and stays so.
        unsafe { (block.as_ref().serve)(block, Request::Site(&mut site)) };
        site
    }

    /// Runs it. A panic is caught: the panic hook has reported it, and the closure's promises have
    /// become errors.
    #[inline]
    pub fn run(mut self) {
        if let Some(work) = self.0.take() {
            work.run();
        }
        // The task may run on top of a waiter whose value depends on work that the task has
        // postponed.
        run_postponed();
    }
}

impl Drop for Task {
    #[inline]
    fn drop(&mut self) {
        if let Some(work) = self.0.take() {
            drop_unrun(work);
        }
    }
}

/// Drops a task of a queue that has been shut down.
#[cold]
pub(crate) fn drop_ended(task: Task) {
    let message = "the host has ended: keep a `Host` as long as its runs have work";
    dropped_because_of(Error::new(ErrorCode::Cancelled, message), || drop(task));
}

/// Dropping an unrun task may queue and drop further tasks. Those are dropped afterwards in a loop,
/// so a chain of any length costs no stack.
#[cold]
fn drop_unrun(work: Unrun) {
    thread_local! {
        static DROPPED: RefCell<Option<Vec<Unrun>>> = const { RefCell::new(None) };
    }
    // If this thread's locals are destroyed already, the thread is exiting and the nesting is
    // shallow.
    let nested = DROPPED.try_with(|list| match &mut *list.borrow_mut() {
        Some(list) => {
            list.push(work);
            None
        }
        list @ None => {
            *list = Some(Vec::new());
            Some(work)
        }
    });
    let mut next = nested.ok().flatten();
    let error = || Error::new(ErrorCode::Cancelled, "the work queue dropped the task");
    dropped_or_else(error, || {
        while let Some(work) = next {
            if let Err(payload) = catch_unwind(AssertUnwindSafe(|| drop(work))) {
                drop_quietly(payload);
            }
            next = DROPPED.with(|list| {
                let mut list = list.borrow_mut();
                let work = list.as_mut().and_then(Vec::pop);
                if work.is_none() {
                    *list = None;
                }
                work
            });
        }
    });
}
