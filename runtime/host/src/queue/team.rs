//! Teams: a caller and some workers of a queue that divide one job after the other.
//!
//! A job is a function that is called once for each number below some count. The caller publishes it, takes part, and
//! returns when all calls have ended. It waits only for calls that a member is in already, so a job ends whatever the
//! queue does, and nested jobs cannot deadlock: a call that a caller waits for is on top of another thread's stack and
//! returns without anything below it.
//!
//! Members are tasks of the queue. They stay from job to job: a member without work spins, and leaves when its patience
//! is at an end, or when the queue has other work for its thread. So a run of many short jobs wakes its helpers once,
//! and a team without jobs takes no processor time. Each seat has its slice of a job's numbers, the same for jobs of
//! equal counts, so that what a thread has read for one job is near for the next; a member without numbers of its own
//! takes those of others.
//!
//! # The protocol
//!
//! Each seat has a word: the number of a job, and how many numbers are left in the seat's slice of that job.
//!
//! * Only the caller publishes. It writes where the job is and the seats' words, then stores the job's number with
//!   release. A member that loads it with acquire sees all that, or what is later.
//! * A thread that decrements a word from `(job, left)` to `(job, left - 1)`, for the job it has loaded, has taken a number of
//!   that job, alone. The job has not ended then, and does not until this number's call has: only then does the caller
//!   write where the next job is. So what the member loaded before, where the job is, is that of this job, and it may
//!   access the job until it says that the call has ended.
//! * A word of an ended job has nothing left. A member that comes late, or never, accesses nothing of the caller's.
//! * A call that has ended decrements `unfinished` with release; the caller returns when it reads zero with acquire. So
//!   all that the calls wrote happens before the return. The thread that decrements to zero unparks the
//!   caller, whose handle it has cloned before.
//! * A job's number comes again after 2^44 jobs, half a year of jobs of a microsecond. No member takes that long from
//!   loading a number to taking one of its calls.
//!
//! Loom models are in `models.rs`.
#![expect(unsafe_code, reason = "members call a function on the caller's stack")]

use super::{Task, WorkQueue, stealing};
use crate::error::{drop_quietly, panic_message};
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use crate::sync::thread::{self, Thread};
use crate::value::unwind::{fail_deferred, unknown_kernel};
use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The bits of a seat's word that say how many numbers are left.
const LEFT: u32 = 20;

/// The most numbers of a job.
const MOST: usize = (1 << LEFT) - 1;

/// The most seats: the bits of the set of those that are taken.
const SEATS: usize = 32;

/// How long a member without work stays, and how long a caller spins for the last calls: about what it costs to wake a
/// thread.
const PATIENCE: Duration = Duration::from_micros(50);

/// Loads between two readings of the clock.
const SPINS: u32 = 64;

thread_local! {
    /// The team of this thread's jobs, and the address of its queue. None while a job has it.
    static KEPT: Cell<Option<(usize, Arc<Team>)>> = const { Cell::new(None) };
}

/// Calls `each` once for each number below `count`, and returns when all calls have. Calls are on this thread and on at
/// most so many helpers of the queue, together no more threads than the queue has. Without helpers, as always on queue `s`
/// and on simulated queues, all calls are on this thread, in order.
///
/// Calls may use what the caller borrows. They must not wait for each other, nor for anything that the caller does
/// later. Allocates only where the thread has no team for the queue, and where it invites members.
///
/// # Panics
/// If calls panic, with the panic of the one with the least number; later ones that have not started are skipped. This
/// matches a loop, except that later ones may have run.
pub(crate) fn divide(
    queue: &dyn WorkQueue,
    helpers: usize,
    count: usize,
    each: &(dyn Fn(usize) + Sync),
) {
    // This thread counts as one of the queue's.
    let helpers = helpers.min(count.saturating_sub(1)).min(queue.parallelism().saturating_sub(1));
    let helpers = helpers.min(SEATS - 1);
    if helpers == 0 {
        return (0..count).for_each(each);
    }
    let id = ptr::from_ref(queue).addr();
    let seats = queue.parallelism().min(SEATS);
    // A new queue may be at the address of one that was dropped.
    let kept = KEPT.take().filter(|(of, team)| *of == id && team.seats.len() == seats);
    let team = match kept {
        Some((_, team)) => team,
        None => Team::new(seats),
    };
    let invite = |task| queue.add_task(task);
    let panic = if count <= MOST {
        team.run(helpers, count, each, invite)
    } else {
        // Some neighbouring numbers in one.
        let together = count.div_ceil(MOST);
        let some = |at: usize| (at * together..count.min((at + 1) * together)).for_each(each);
        team.run(helpers, count.div_ceil(together), &some, invite)
    };
    if cfg!(not(loom)) {
        KEPT.set(Some((id, team)));
    }
    if let Some(panic) = panic {
        resume_unwind(panic);
    }
}

/// What a panic says.
type Payload = Box<dyn Any + Send>;

/// A caller and its members. One caller at a time has it.
#[derive(Debug)]
pub(super) struct Team {
    /// The number of the last job. Stored by the caller.
    published: AtomicU64,
    /// The last job. Stored by the caller, before `published`.
    job: AtomicPtr<Job<'static>>,
    /// The first is the caller's.
    seats: Box<[Seat]>,
    /// The set of seats that are taken, the caller's always.
    taken: AtomicUsize,
    /// Members that were invited and have not come.
    invited: AtomicUsize,
}

/// The number of a job, and how many numbers are left of the seat's slice. On cache lines of its own.
#[derive(Debug)]
#[repr(align(128))]
struct Seat(AtomicU64);

/// On the caller's stack.
struct Job<'a> {
    each: &'a (dyn Fn(usize) + Sync),
    count: usize,
    /// The seats that have a slice.
    slices: usize,
    /// Calls that have not ended and were not skipped.
    unfinished: AtomicUsize,
    caller: Thread,
    /// The least number whose call has panicked.
    first: AtomicUsize,
    panic: Mutex<Option<(usize, Payload)>>,
}

impl Team {
    pub(super) fn new(seats: usize) -> Arc<Self> {
        Arc::new(Self {
            published: AtomicU64::new(0),
            job: AtomicPtr::new(ptr::null_mut()),
            seats: (0..seats).map(|_| Seat(AtomicU64::new(0))).collect(),
            taken: AtomicUsize::new(1),
            invited: AtomicUsize::new(0),
        })
    }

    #[cfg(all(test, loom))]
    pub(super) fn seats(&self) -> usize {
        self.seats.len()
    }

    /// As [`divide`], with at most so many helpers, which must be fewer than seats; returns the panic.
    pub(super) fn run(
        self: &Arc<Self>,
        helpers: usize,
        count: usize,
        each: &(dyn Fn(usize) + Sync),
        invite: impl Fn(Task),
    ) -> Option<Payload> {
        assert!(helpers < self.seats.len(), "a seat for each slice");
        let job = Job {
            each,
            count,
            slices: helpers + 1,
            unfinished: AtomicUsize::new(count),
            caller: thread::current(),
            first: AtomicUsize::new(usize::MAX),
            panic: Mutex::new(None),
        };
        let number = self.published.load(Ordering::Relaxed).wrapping_add(1) & (u64::MAX >> LEFT);
        self.job.store(ptr::from_ref(&job).cast_mut().cast(), Ordering::Relaxed);
        for (at, seat) in self.seats.iter().enumerate() {
            let left = if at < job.slices { job.slice(at + 1) - job.slice(at) } else { 0 };
            seat.0.store(number << LEFT | left as u64, Ordering::Relaxed);
        }
        self.published.store(number, Ordering::Release);
        let here = self.taken.load(Ordering::Relaxed).count_ones() as usize - 1;
        let there = here + self.invited.load(Ordering::Relaxed);
        for _ in there..helpers {
            let invitation = Invitation::of(self);
            invite(Task::new(move || invitation.accept()));
        }
        self.work(number, 0);
        job.wait();
        job.panic.lock().take().map(|(_, payload)| payload)
    }

    /// Takes numbers of a job, those of this seat first; whether there were some.
    fn work(&self, number: u64, seat: usize) -> bool {
        let job = self.job.load(Ordering::Relaxed);
        let mut caller = None;
        let mut worked = false;
        for step in 0..self.seats.len() {
            let slice = (seat + step) % self.seats.len();
            while let Some(left) = self.take(slice, number) {
                // SAFETY: this thread has taken a number of the job, whose call has not ended: the job is alive, and
                // it is where `job` says.
                let job = unsafe { &*job };
                if seat > 0 && caller.is_none() {
                    caller = Some(job.caller.clone());
                }
                job.call(job.slice(slice + 1) - left, seat == 0);
                // The job may be gone behind this.
                if job.unfinished.fetch_sub(1, Ordering::AcqRel) == 1
                    && let Some(caller) = &caller
                {
                    caller.unpark();
                }
                worked = true;
            }
        }
        worked
    }

    /// Takes the next number of a slice of a job; says how many were left.
    fn take(&self, slice: usize, number: u64) -> Option<usize> {
        let word = &self.seats[slice].0;
        let mut seen = word.load(Ordering::Relaxed);
        while seen >> LEFT == number && seen as usize & MOST > 0 {
            // Relaxed: what the job reads was written before it was published.
            match word.compare_exchange_weak(seen, seen - 1, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some(seen as usize & MOST),
                Err(now) => seen = now,
            }
        }
        None
    }

    /// On a member's thread: works on jobs until there have been none for a while.
    pub(super) fn stay(&self, seat: usize) {
        let (mut last, mut since) = (0, Instant::now());
        let mut spins = 0;
        loop {
            let number = self.published.load(Ordering::Acquire);
            if number != last {
                last = number;
                if self.work(number, seat) {
                    since = Instant::now();
                }
                continue;
            }
            spins += 1;
            if cfg!(loom) || spins % SPINS == 0 {
                let is_over = cfg!(loom) || since.elapsed() > PATIENCE;
                if is_over || stealing::has_work_here() {
                    break;
                }
            }
            std::hint::spin_loop();
        }
        self.taken.fetch_and(!(1 << seat), Ordering::Relaxed);
    }

    /// Takes a free seat.
    pub(super) fn sit(&self) -> Option<usize> {
        let mut taken = self.taken.load(Ordering::Relaxed);
        loop {
            let seat = taken.trailing_ones() as usize;
            if seat >= self.seats.len() {
                return None;
            }
            let with = taken | 1 << seat;
            match self.taken.compare_exchange(taken, with, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some(seat),
                Err(now) => taken = now,
            }
        }
    }
}

impl Job<'_> {
    /// Where a seat's slice begins.
    fn slice(&self, seat: usize) -> usize {
        self.count * seat / self.slices
    }

    fn call(&self, number: usize, is_caller: bool) {
        // Those before a call that has panicked are called still: one may be the first that does.
        if number > self.first.load(Ordering::Relaxed) {
            return;
        }
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| (self.each)(number))) {
            self.keep_panic(number, payload, is_caller);
        }
    }

    #[cold]
    fn keep_panic(&self, number: usize, payload: Payload, is_caller: bool) {
        // Promises that the call held. On the caller's thread, the code that catches the panic fails them.
        if !is_caller {
            fail_deferred(|| unknown_kernel(panic_message(&*payload)));
        }
        self.first.fetch_min(number, Ordering::Relaxed);
        let mut panic = self.panic.lock();
        let later = match &*panic {
            Some((first, _)) if *first < number => Some(payload),
            _ => panic.replace((number, payload)).map(|(_, payload)| payload),
        };
        drop(panic);
        if let Some(payload) = later {
            drop_quietly(payload);
        }
    }

    /// On the caller's thread: waits for the calls that members are in.
    fn wait(&self) {
        let (mut spins, mut since) = (0, None);
        while self.unfinished.load(Ordering::Acquire) > 0 {
            spins += 1;
            if cfg!(loom) || spins % SPINS == 0 {
                let since = *since.get_or_insert_with(Instant::now);
                if cfg!(loom) || since.elapsed() > PATIENCE {
                    // Spurious unparks are harmless here, and ours are harmless elsewhere: every park is in a loop.
                    thread::park();
                    continue;
                }
            }
            std::hint::spin_loop();
        }
    }
}

/// A member that has not come. It may never: tasks are dropped when a queue is shut down.
struct Invitation(Arc<Team>);

impl Invitation {
    fn of(team: &Arc<Team>) -> Self {
        team.invited.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(team))
    }

    fn accept(self) {
        let (team, seat) = (Arc::clone(&self.0), self.0.sit());
        drop(self);
        if let Some(seat) = seat {
            team.stay(seat);
        }
    }
}

impl Drop for Invitation {
    fn drop(&mut self) {
        self.0.invited.fetch_sub(1, Ordering::Relaxed);
    }
}
