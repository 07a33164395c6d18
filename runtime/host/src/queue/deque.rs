//! A worker's deque: a ring of fixed size, whose owner adds and takes at the one end and from whose
//! other end thieves take the older half at once.
//!
//! Both ends lie in one word. Every step changes that word in one read-modify-write, so an end is
//! never seen without the other and the last task needs no rule of its own, as it does where the ends
//! are words apart (Chase and Lev, "Dynamic Circular Work-Stealing Deque", SPAA 2005). Nothing is
//! allocated after the ring is made.
//!
//! # Who touches what
//!
//! `top` and `bottom` count tasks, modulo 2^16; the tasks are `top..bottom`, each in the slot of its
//! number modulo the capacity. `read` is a third such number, at most `top`: thieves have read all
//! slots before it.
//!
//! - Only the owner moves `bottom`: up in [`Owner::push`], down in [`Owner::pop`].
//! - Only who holds the lock `thieves` moves `top` and `read`, both up. A number in `read..top` is one
//!   that the holder has claimed and is still reading.
//! - A slot in `top..bottom` is written already and not touched before somebody moves an end over
//!   it, which makes it his to read. All others but those of `read..top` are the owner's to write.
//!   He writes `bottom`'s slot if `bottom - read` is less than the capacity, by what he knows of
//!   `read`, which is never too much.
//!
//! A thief's exchange of the word cannot take an old one for the present one: the word's `top` is
//! what the thief, who has the lock, found, and equal `bottom`s with that say that the same slots are
//! full now, with whatever. The owner's cannot either: 2^16 tasks would have to be taken meanwhile
//! from a deque that gets none.
//!
//! # Orderings
//!
//! - [`Owner::push`] releases the slot that it has written; a thief's exchange of the word acquires
//!   it, also if the owner or other thieves changed the word in between, since all changes are
//!   read-modify-writes. The owner needs nothing of that for his own slots.
//! - A thief's store of `read` releases the slots he has read; the owner's load acquires them before
//!   he writes into them again. One thief's reading and the next one's are ordered by the lock.
//! - The change of the word in a push is sequentially consistent: who adds a task and then looks for
//!   sleepers needs that the two are not taken out of order, see the event count.
#![expect(unsafe_code, reason = "slots are written and read without a lock")]

use crate::sync::atomic::{AtomicU32, Ordering};
use crate::sync::{AccessCheck, Mutex, MutexGuard};
use crossbeam_utils::CachePadded;
use std::cell::{Cell, UnsafeCell};
use std::fmt;
use std::mem::MaybeUninit;
use std::sync::Arc;

/// A deque of so many at most, which is a power of two and at most 2^15.
pub(super) fn deque<T: Send>(capacity: u16) -> (Owner<T>, Stealer<T>) {
    assert!(capacity.is_power_of_two(), "numbers of slots wrap around as those of tasks do");
    let slots = (0..capacity).map(|_| Slot::new()).collect();
    let ring = Arc::new(Ring {
        ends: CachePadded::new(AtomicU32::new(0)),
        read: CachePadded::new(AtomicU32::new(0)),
        thieves: Mutex::new(()),
        slots,
    });
    let stealer = Stealer { ring: Arc::clone(&ring) };
    (Owner { ring, read: Cell::new(0) }, stealer)
}

struct Ring<T> {
    /// `top` and `bottom`, see [`Ends`]. Written by all.
    ends: CachePadded<AtomicU32>,
    /// See above; 16 bits of it are used. Written by thieves.
    read: CachePadded<AtomicU32>,
    /// Held by the one who moves `top`.
    thieves: Mutex<()>,
    slots: Box<[Slot<T>]>,
}

struct Slot<T> {
    check: AccessCheck,
    task: UnsafeCell<MaybeUninit<T>>,
}

// SAFETY: a slot is touched by one thread at a time, as the module's documentation says, and what is
// in it may go from thread to thread.
unsafe impl<T: Send> Sync for Ring<T> {}
// SAFETY: as above.
unsafe impl<T: Send> Send for Ring<T> {}

/// What the word of that name says.
#[derive(Clone, Copy)]
struct Ends {
    top: u16,
    bottom: u16,
}

/// One more in `bottom`, in the word: what is carried leaves it.
const ONE_BELOW: u32 = 1 << 16;

impl Ends {
    fn of(word: u32) -> Self {
        Self { top: word as u16, bottom: (word >> 16) as u16 }
    }

    fn word(self) -> u32 {
        u32::from(self.bottom) << 16 | u32::from(self.top)
    }

    fn len(self) -> u16 {
        self.bottom.wrapping_sub(self.top)
    }
}

impl<T> Slot<T> {
    fn new() -> Self {
        Self { check: AccessCheck::new(), task: UnsafeCell::new(MaybeUninit::uninit()) }
    }
}

impl<T> Ring<T> {
    fn slot(&self, number: u16) -> &Slot<T> {
        &self.slots[usize::from(number) & (self.slots.len() - 1)]
    }

    /// # Safety
    /// The slot of that number is the caller's to write.
    unsafe fn write(&self, number: u16, task: T) {
        let slot = self.slot(number);
        slot.check.write();
        // SAFETY: passed on from the caller.
        unsafe { (*slot.task.get()).write(task) };
    }

    /// Moves a task out.
    ///
    /// # Safety
    /// The slot of that number is the caller's to read, and was not read since it was written.
    unsafe fn read(&self, number: u16) -> T {
        let slot = self.slot(number);
        slot.check.write();
        // SAFETY: passed on from the caller.
        unsafe { (*slot.task.get()).assume_init_read() }
    }

    fn capacity(&self) -> u16 {
        self.slots.len() as u16
    }

    fn ends(&self) -> Ends {
        Ends::of(self.ends.load(Ordering::Relaxed))
    }

    /// Claims the oldest tasks, as many as `share` says of their number, and gives them to `take`,
    /// which is not to panic, oldest last. Says how many they were. `_alone` is this ring's lock.
    fn claim(
        &self,
        _alone: &MutexGuard<'_, ()>,
        share: impl Fn(u16) -> u16,
        mut take: impl FnMut(T),
    ) -> u16 {
        let claimed = |word| {
            let ends = Ends::of(word);
            let count = share(ends.len());
            (count > 0).then(|| Ends { top: ends.top.wrapping_add(count), ..ends }.word())
        };
        let update = self.ends.fetch_update(Ordering::Acquire, Ordering::Relaxed, claimed);
        let Ok(ends) = update.map(Ends::of) else { return 0 };
        let count = share(ends.len());
        for step in (0..count).rev() {
            // SAFETY: `top`, which only the holder of the lock moves, has just been moved over it; it
            // was written before `bottom` was moved over it.
            take(unsafe { self.read(ends.top.wrapping_add(step)) });
        }
        self.read.store(u32::from(ends.top.wrapping_add(count)), Ordering::Release);
        count
    }
}

impl<T> Drop for Ring<T> {
    fn drop(&mut self) {
        let alone = self.thieves.lock();
        while self.claim(&alone, |len| len.min(1), drop) > 0 {}
    }
}

/// The end of the worker whose deque it is.
pub(super) struct Owner<T> {
    ring: Arc<Ring<T>>,
    /// What `Ring::read` was when it was looked at last. That this is not `Sync` keeps the owner to
    /// one thread at a time.
    read: Cell<u16>,
}

impl<T: Send> Owner<T> {
    /// Adds a task, or hands it back if there is no room.
    #[inline]
    pub(super) fn push(&self, task: T) -> Result<(), T> {
        let ring = &*self.ring;
        let bottom = ring.ends().bottom;
        if self.room(bottom) == 0 {
            self.look();
            if self.room(bottom) == 0 {
                return Err(task);
            }
        }
        // SAFETY: it is `bottom`'s slot, there is room, and this is the owner.
        unsafe { ring.write(bottom, task) };
        ring.ends.fetch_add(ONE_BELOW, Ordering::SeqCst);
        Ok(())
    }

    /// How many slots from `bottom`'s on are free, by what is known of `read`.
    #[inline]
    fn room(&self, bottom: u16) -> u16 {
        self.ring.capacity() - bottom.wrapping_sub(self.read.get())
    }

    /// Looks how far thieves have read.
    fn look(&self) {
        self.read.set(self.ring.read.load(Ordering::Acquire) as u16);
    }

    /// The newest task.
    #[inline]
    pub(super) fn pop(&self) -> Option<T> {
        let ring = &*self.ring;
        let shorter = |word| (Ends::of(word).len() > 0).then(|| u32::wrapping_sub(word, ONE_BELOW));
        let update = ring.ends.fetch_update(Ordering::Relaxed, Ordering::Relaxed, shorter);
        let newest = Ends::of(update.ok()?).bottom.wrapping_sub(1);
        // SAFETY: this is the owner, who wrote it and has just moved `bottom` over it.
        Some(unsafe { ring.read(newest) })
    }
}

impl<T> fmt::Debug for Owner<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Owner").field("len", &self.ring.ends().len()).finish()
    }
}

/// The end that everybody may take from.
pub(super) struct Stealer<T> {
    ring: Arc<Ring<T>>,
}

impl<T: Send> Stealer<T> {
    pub(super) fn is_empty(&self) -> bool {
        self.ring.ends().len() == 0
    }

    /// The oldest task; the others of the older half become the newest of `thief`'s, the oldest of
    /// them the newest. `None` also if another thief is about it.
    pub(super) fn steal_half(&self, thief: &Owner<T>) -> Option<T> {
        let alone = self.ring.thieves.try_lock()?;
        thief.look();
        let into = &*thief.ring;
        let bottom = into.ends().bottom;
        let room = thief.room(bottom);
        let mut next = bottom;
        self.ring.claim(
            &alone,
            |len| len.div_ceil(2).min(room),
            |task| {
                // SAFETY: there is room for it in the thief's ring from `bottom` on, and the caller has
                // the thief's end.
                unsafe { into.write(next, task) };
                next = next.wrapping_add(1);
            },
        );
        let oldest = (next != bottom).then(|| next.wrapping_sub(1))?;
        // SAFETY: it has just been written, and the thief's end is not moved over it.
        let task = unsafe { into.read(oldest) };
        into.ends.fetch_add(u32::from(oldest.wrapping_sub(bottom)) << 16, Ordering::SeqCst);
        Some(task)
    }

    /// The oldest task. Waits for thieves that are about it.
    pub(super) fn steal(&self) -> Option<T> {
        let alone = self.ring.thieves.lock();
        let mut oldest = None;
        self.ring.claim(&alone, |len| len.min(1), |task| oldest = Some(task));
        oldest
    }
}

impl<T> fmt::Debug for Stealer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stealer").field("len", &self.ring.ends().len()).finish()
    }
}

#[cfg(all(test, loom))]
mod models {
    use super::super::event_count::EventCount;
    use super::{Owner, Stealer, deque};
    use loom::sync::Arc;
    use loom::thread;

    /// A task that a model must see the end of: loom finds what is never dropped.
    type Task = (u32, Arc<()>);

    fn task(number: u32) -> Task {
        (number, Arc::new(()))
    }

    fn drain(owner: &Owner<Task>) -> Vec<u32> {
        std::iter::from_fn(|| owner.pop().map(|task| task.0)).collect()
    }

    /// What a thief takes with one grasp.
    fn thief(stealer: Arc<Stealer<Task>>) -> thread::JoinHandle<Vec<u32>> {
        thread::spawn(move || {
            let (own, _) = deque(4);
            let oldest = stealer.steal_half(&own).map(|task| task.0);
            oldest.into_iter().chain(drain(&own)).collect()
        })
    }

    fn assert_each_once(taken: impl IntoIterator<Item = u32>, count: u32) {
        let mut taken: Vec<u32> = taken.into_iter().collect();
        taken.sort_unstable();
        assert_eq!(taken, (0..count).collect::<Vec<_>>());
    }

    #[test]
    fn owner_against_a_thief() {
        loom::model(|| {
            let (owner, stealer) = deque(4);
            let thief = thief(Arc::new(stealer));
            for number in 0..3 {
                owner.push(task(number)).expect("there is room");
            }
            let own = drain(&owner);
            assert_each_once(own.into_iter().chain(thief.join().unwrap()), 3);
        });
    }

    /// A slot is written again only once a thief has read it.
    #[test]
    fn a_full_deque_against_a_thief() {
        loom::model(|| {
            let (owner, stealer) = deque(1);
            owner.push(task(0)).expect("there is room");
            let thief = thief(Arc::new(stealer));
            let refused = owner.push(task(1)).err().map(|task| task.0);
            let own = drain(&owner);
            assert_each_once(own.into_iter().chain(refused).chain(thief.join().unwrap()), 2);
        });
    }

    /// One thief gets what is there, the other that or nothing.
    #[test]
    fn two_thieves() {
        loom::model(|| {
            let (owner, stealer) = deque(2);
            owner.push(task(0)).expect("there is room");
            owner.push(task(1)).expect("there is room");
            let stealer = Arc::new(stealer);
            let thieves = [thief(Arc::clone(&stealer)), thief(stealer)];
            let own = owner.pop().map(|task| task.0);
            let stolen = thieves.into_iter().flat_map(|thief| thief.join().unwrap());
            let taken: Vec<u32> = own.into_iter().chain(stolen).collect();
            assert_each_once(taken.into_iter().chain(drain(&owner)), 2);
        });
    }

    /// What is left when all ends are gone is dropped, by whom ever.
    #[test]
    fn the_last_end_against_a_thief() {
        loom::model(|| {
            let (owner, stealer) = deque(2);
            owner.push(task(0)).expect("there is room");
            owner.push(task(1)).expect("there is room");
            let thief = thread::spawn(move || drop(stealer.steal()));
            drop(owner);
            thief.join().unwrap();
        });
    }

    /// A push and the look at the sleepers after it, without a fence between them, against a worker
    /// that goes to sleep: were the wake-up lost, the model would find both threads blocked.
    #[test]
    fn push_against_going_to_sleep() {
        loom::model(|| {
            let (owner, stealer) = deque(2);
            let sleep = Arc::new(EventCount::new());
            let worker = {
                let sleep = Arc::clone(&sleep);
                thread::spawn(move || {
                    let task: Task = loop {
                        if let Some(task) = stealer.steal() {
                            break task;
                        }
                        sleep.list(0);
                        if stealer.is_empty() {
                            thread::park();
                        }
                        sleep.unlist(0);
                    };
                    assert_eq!(task.0, 0);
                })
            };
            owner.push(task(0)).expect("there is room");
            sleep.wake_one_if(|| true);
            worker.join().unwrap();
        });
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::{Owner, deque};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    fn drain<T: Send>(owner: &Owner<T>) -> Vec<T> {
        std::iter::from_fn(|| owner.pop()).collect()
    }

    #[test]
    fn the_owner_takes_the_newest_and_a_thief_the_older_half_oldest_first() {
        let ((owner, stealer), (own, others)) = (deque(8), deque(8));
        for number in 0..7 {
            owner.push(number).expect("there is room");
        }
        assert_eq!(stealer.steal_half(&own), Some(0));
        assert_eq!(drain(&own), [1, 2, 3]);
        assert_eq!(stealer.steal(), Some(4));
        assert_eq!(drain(&owner), [6, 5]);
        assert!(stealer.is_empty() && others.is_empty());
        assert_eq!(stealer.steal_half(&own), None);
        assert_eq!(stealer.steal(), None);
    }

    #[test]
    fn a_full_deque_hands_back() {
        let (owner, stealer) = deque(4);
        for number in 0..4 {
            owner.push(number).expect("there is room");
        }
        assert_eq!(owner.push(4), Err(4));
        assert_eq!(stealer.steal(), Some(0));
        owner.push(4).expect("a thief has made room");
        assert_eq!(owner.push(5), Err(5));
        assert_eq!(drain(&owner), [4, 3, 2, 1]);
    }

    #[test]
    fn a_thief_takes_no_more_than_it_has_room_for() {
        let ((owner, stealer), (own, _)) = (deque(8), deque(2));
        for number in 0..8 {
            owner.push(number).expect("there is room");
        }
        assert_eq!(stealer.steal_half(&own), Some(0));
        own.push(8).expect("one was stolen besides, and there is room for two");
        assert_eq!(own.push(9), Err(9));
        assert_eq!(stealer.steal_half(&own), None);
        assert_eq!(drain(&own), [8, 1]);
        assert_eq!(drain(&owner), [7, 6, 5, 4, 3, 2]);
    }

    /// Numbers of tasks and slots wrap around.
    #[test]
    fn many_more_tasks_than_numbers() {
        let ((owner, stealer), (own, _)) = (deque(4), deque(4));
        let (mut next, mut sum, mut taken) = (0_u64, 0, 0);
        while next < 200_000 {
            while owner.push(next).is_ok() {
                next += 1;
            }
            let stolen = stealer.steal_half(&own).into_iter().chain(drain(&own));
            let popped = owner.pop().into_iter();
            for number in stolen.chain(popped) {
                sum += number;
                taken += 1;
            }
        }
        for number in drain(&owner) {
            sum += number;
            taken += 1;
        }
        assert_eq!((taken, sum), (next, next * (next - 1) / 2));
    }

    #[test]
    fn each_task_once_among_thieves() {
        const COUNT: u64 = if cfg!(miri) { 300 } else { 200_000 };
        let (owner, stealer) = deque::<Box<u64>>(64);
        let (count, sum, over) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
        let run = |task: Box<u64>| {
            count.fetch_add(1, Ordering::Relaxed);
            sum.fetch_add(*task, Ordering::Relaxed);
        };
        std::thread::scope(|scope| {
            for thief in 0..3 {
                let (stealer, over, run) = (&stealer, &over, &run);
                scope.spawn(move || {
                    let (own, _) = deque(64);
                    while !over.load(Ordering::Acquire) || !stealer.is_empty() {
                        if thief == 0 {
                            stealer.steal().into_iter().for_each(run);
                        }
                        stealer.steal_half(&own).into_iter().chain(drain(&own)).for_each(run);
                    }
                });
            }
            for number in 0..COUNT {
                if let Err(task) = owner.push(Box::new(number)) {
                    run(task);
                }
                if number.is_multiple_of(3) {
                    owner.pop().into_iter().for_each(run);
                }
            }
            over.store(true, Ordering::Release);
        });
        drain(&owner).into_iter().for_each(run);
        assert_eq!(count.into_inner(), COUNT);
        assert_eq!(sum.into_inner(), COUNT * (COUNT - 1) / 2);
    }

    #[test]
    fn what_is_left_is_dropped_once() {
        let (task, (owner, stealer)) = (Arc::new(()), deque(8));
        for _ in 0..5 {
            owner.push(Arc::clone(&task)).expect("there is room");
        }
        drop(owner.pop());
        drop(stealer.steal());
        drop((owner, stealer));
        assert_eq!(Arc::strong_count(&task), 1);
    }
}
