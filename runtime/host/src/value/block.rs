//! Memory for values, waiters and tasks: a bounded free list per thread for each of the three
//! smallest sizes, so that allocating and freeing small values in a loop does not reach the global
//! allocator.
//!
//! A block freed on another thread joins that thread's list. Where one thread allocates values that
//! another frees, full batches move back through a shared depot, at one lock a batch. (Magazines
//! and depot are from Bonwick and Adams, "Magazines and Vmem", USENIX 2001.)
//!
//! The lists are emptied when their thread ends. Blocks freed later than that, by other
//! thread-local destructors, go directly to the global allocator.
#![expect(unsafe_code, reason = "free lists link raw blocks through their own first word")]

use crate::sync::alloc;
use parking_lot::Mutex;
use std::alloc::{Layout, handle_alloc_error};
use std::cell::Cell;
use std::ptr::{self, NonNull};

/// Sizes of the pooled blocks in bytes.
const SIZES: [usize; 3] = [32, 48, 64];
/// Alignment of every pooled block.
const ALIGN: usize = 16;
/// Free blocks in a batch. Per size, a thread keeps one full batch and one that is being filled.
const BATCH: u32 = 512;
/// Batches of one size that the depot keeps.
const DEPOT: usize = 8;
/// Loom models must see every allocation and every release; so must Miri.
const POOLED: bool = !cfg!(any(loom, miri));

/// The layout to allocate, and the free list that serves it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    layout: Layout,
    class: Option<usize>,
}

impl Shape {
    /// The shape of a block that holds a `T`.
    pub(crate) const fn of<T>() -> Self {
        let layout = Layout::new::<T>();
        let mut class = 0;
        while POOLED && class < SIZES.len() {
            if layout.size() <= SIZES[class] && layout.align() <= ALIGN {
                return Self { layout: class_layout(class), class: Some(class) };
            }
            class += 1;
        }
        Self { layout, class: None }
    }
}

const fn class_layout(class: usize) -> Layout {
    match Layout::from_size_align(SIZES[class], ALIGN) {
        Ok(layout) => layout,
        Err(_) => panic!("every pooled size and the alignment make a layout"),
    }
}

/// An uninitialised block of the given shape.
#[inline(always)]
pub(crate) fn allocate(shape: Shape) -> NonNull<u8> {
    match shape.class {
        Some(class) => {
            // SAFETY: the list is used only in this function.
            let list = unsafe { current_list(class) };
            list.pop().unwrap_or_else(|| refill(class))
        }
        None => allocate_fresh(shape.layout),
    }
}

/// This thread's list of that class. Only the lookup happens under `with`, so that both the lookup
/// and the list operation are small enough to inline at every allocation.
///
/// # Safety
/// The list is used only while the thread runs.
#[inline(always)]
unsafe fn current_list<'a>(class: usize) -> &'a List {
    let lists = LISTS.with(ptr::from_ref);
    // SAFETY: the lists need no drop, so they live as long as the thread.
    unsafe { &(*lists).of[class] }
}

#[cold]
#[inline(never)]
fn refill(class: usize) -> NonNull<u8> {
    LISTS.with(|lists| lists.refill(class, &DEPOTS))
}

#[cold]
fn allocate_fresh(layout: Layout) -> NonNull<u8> {
    // SAFETY: no shape has size zero: values and tasks have a header, waiters a link.
    let block = unsafe { alloc::alloc(layout) };
    NonNull::new(block).unwrap_or_else(|| handle_alloc_error(layout))
}

/// Releases a block.
///
/// # Safety
/// `block` came from [`allocate`] with the same shape, and nothing in it is used any more.
#[inline]
pub(crate) unsafe fn release(block: NonNull<u8>, shape: Shape) {
    match shape.class {
        Some(class) => {
            // SAFETY: the caller's contract; a block that the list did not take is still free. The
            // list is used only here.
            unsafe {
                if !current_list(class).push(block) {
                    release_elsewhere(class, block);
                }
            }
        }
        // SAFETY: a block without a class was allocated with exactly this layout.
        None => unsafe { alloc::dealloc(block.as_ptr(), shape.layout) },
    }
}

/// The slow path of [`release`], where the thread's list is full.
///
/// # Safety
/// As for [`release`], with `class` the class of the block's shape.
#[cold]
#[inline(never)]
unsafe fn release_elsewhere(class: usize, block: NonNull<u8>) {
    // SAFETY: the caller's contract.
    LISTS.with(|lists| unsafe { lists.release(class, block, &DEPOTS) });
}

/// A free block, seen as a link.
struct Free {
    next: *mut Free,
}

/// One thread's free blocks of one size.
struct List {
    head: Cell<*mut Free>,
    /// How many more blocks `head` takes until it is a full batch. It is zero before the thread's
    /// exit handler is registered and after it has run, so one test on the fast path covers all
    /// three cases.
    room: Cell<u32>,
    /// A full batch, or null.
    full: Cell<*mut Free>,
}

impl List {
    const fn new() -> Self {
        let (head, full) = (Cell::new(ptr::null_mut()), Cell::new(ptr::null_mut()));
        Self { head, room: Cell::new(0), full }
    }

    #[inline(always)]
    fn pop(&self) -> Option<NonNull<u8>> {
        let head = NonNull::new(self.head.get())?;
        // SAFETY: an entry of the list is a free block that `release` wrote a link into, and the
        // list is owned by this thread.
        self.head.set(unsafe { (*head.as_ptr()).next });
        self.room.set(self.room.get() + 1);
        Some(head.cast())
    }

    /// Pushes a block; false if there is no room.
    ///
    /// # Safety
    /// The block is free and of the list's size.
    #[inline(always)]
    unsafe fn push(&self, block: NonNull<u8>) -> bool {
        let room = self.room.get();
        if room == 0 {
            return false;
        }
        let free = block.cast::<Free>().as_ptr();
        // SAFETY: the block is free, and is larger and more strictly aligned than a link.
        unsafe { free.write(Free { next: self.head.get() }) };
        self.head.set(free);
        self.room.set(room - 1);
        true
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Life {
    /// The exit handler is not registered yet.
    New,
    /// The exit handler is registered.
    Watched,
    /// The exit handler has run.
    Ended,
}

struct Lists {
    of: [List; SIZES.len()],
    life: Cell<Life>,
}

impl Lists {
    const fn new() -> Self {
        Self { of: [const { List::new() }; SIZES.len()], life: Cell::new(Life::New) }
    }

    /// Allocates a block when the thread's current list is empty.
    #[cold]
    fn refill(&self, class: usize, depots: &Depots) -> NonNull<u8> {
        let list = &self.of[class];
        let mut batch = list.full.replace(ptr::null_mut());
        if batch.is_null() && self.keeps() {
            batch = depots[class].take();
        }
        if batch.is_null() {
            return allocate_fresh(class_layout(class));
        }
        list.head.set(batch);
        list.room.set(0);
        list.pop().expect("a batch is not empty")
    }

    /// Releases a block when [`List::push`] has no room.
    ///
    /// # Safety
    /// As for the free function [`release`], with `class` the class of the block's shape.
    unsafe fn release(&self, class: usize, block: NonNull<u8>, depots: &Depots) {
        // SAFETY: the caller's contract; a pooled block is allocated with its class's layout.
        unsafe {
            if !(self.make_room(class, depots) && self.of[class].push(block)) {
                alloc::dealloc(block.as_ptr(), class_layout(class));
            }
        }
    }

    /// Whether the thread keeps blocks. Registers the exit handler on first use.
    fn keeps(&self) -> bool {
        if self.life.get() == Life::New && AT_EXIT.try_with(|_| ()).is_ok() {
            self.life.set(Life::Watched);
            for list in &self.of {
                list.room.set(BATCH);
            }
        }
        self.life.get() == Life::Watched
    }

    /// Makes room in the list, if possible: on the thread's first release, and when the current
    /// list has become a full batch.
    fn make_room(&self, class: usize, depots: &Depots) -> bool {
        let list = &self.of[class];
        if !self.keeps() {
            return false;
        }
        if list.room.get() == 0 {
            let before = list.full.replace(list.head.replace(ptr::null_mut()));
            list.room.set(BATCH);
            if !before.is_null() {
                // SAFETY: the blocks were in this list and have been removed from it.
                unsafe { depots[class].put(before, class) };
            }
        }
        true
    }

    fn close(&self) {
        self.life.set(Life::Ended);
        for (class, list) in self.of.iter().enumerate() {
            for blocks in [&list.head, &list.full] {
                // SAFETY: entries of a list are free blocks of its class and on no other list.
                unsafe { free_all(blocks.replace(ptr::null_mut()), class) };
            }
            list.room.set(0);
        }
    }
}

/// Returns linked blocks to the global allocator.
///
/// # Safety
/// They are free blocks of the class, and on no list any more.
unsafe fn free_all(mut blocks: *mut Free, class: usize) {
    while !blocks.is_null() {
        // SAFETY: a free block that `release` wrote a link into.
        let next = unsafe { (*blocks).next };
        // SAFETY: a pooled block is allocated with its class's layout.
        unsafe { alloc::dealloc(blocks.cast(), class_layout(class)) };
        blocks = next;
    }
}

/// Full batches of one size, exchanged between threads.
struct Depot(Mutex<Batches>);

/// A prefix of batches, then nulls.
struct Batches {
    count: usize,
    of: [*mut Free; DEPOT],
}

// SAFETY: a batch in the depot has no other owner, and blocks are plain memory that no thread owns.
unsafe impl Send for Batches {}

type Depots = [Depot; SIZES.len()];

static DEPOTS: Depots = [const { Depot::new() }; SIZES.len()];

impl Depot {
    const fn new() -> Self {
        Self(Mutex::new(Batches { count: 0, of: [ptr::null_mut(); DEPOT] }))
    }

    /// A batch, or null.
    fn take(&self) -> *mut Free {
        let Batches { count, of } = &mut *self.0.lock();
        match of[..*count].last_mut() {
            Some(last) => {
                *count -= 1;
                std::mem::replace(last, ptr::null_mut())
            }
            None => ptr::null_mut(),
        }
    }

    /// Keeps a batch, or frees it if the depot is full.
    ///
    /// # Safety
    /// It is a list of free blocks that are on no other list, and of this depot's class.
    unsafe fn put(&self, batch: *mut Free, class: usize) {
        {
            let Batches { count, of } = &mut *self.0.lock();
            if let Some(place) = of.get_mut(*count) {
                *place = batch;
                *count += 1;
                return;
            }
        }
        // SAFETY: the caller's contract.
        unsafe { free_all(batch, class) };
    }
}

struct AtExit;

impl Drop for AtExit {
    fn drop(&mut self) {
        LISTS.with(Lists::close);
    }
}

thread_local! {
    /// Without a destructor, so that it is usable until the thread ends.
    static LISTS: Lists = const { Lists::new() };
    /// Empties the lists when the thread ends.
    static AT_EXIT: AtExit = const { AtExit };
}

#[cfg(test)]
#[cfg(not(any(loom, miri)))]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const CLASS: usize = 1;

    fn depots() -> Depots {
        [const { Depot::new() }; SIZES.len()]
    }

    fn take(lists: &Lists, depots: &Depots, count: u32) -> Vec<NonNull<u8>> {
        let block = |_| lists.of[CLASS].pop().unwrap_or_else(|| lists.refill(CLASS, depots));
        (0..count).map(block).collect()
    }

    fn give(lists: &Lists, depots: &Depots, blocks: Vec<NonNull<u8>>) {
        for block in blocks {
            // SAFETY: they come from `take`, which allocated them with this class.
            unsafe {
                if !lists.of[CLASS].push(block) {
                    lists.release(CLASS, block, depots);
                }
            }
        }
    }

    fn empty(depots: &Depots) -> usize {
        let batches = std::iter::from_fn(|| NonNull::new(depots[CLASS].take()));
        // SAFETY: batches in the depot are on no other list.
        batches.map(|batch| unsafe { free_all(batch.as_ptr(), CLASS) }).count()
    }

    #[test]
    fn blocks_freed_by_one_thread_serve_another() {
        const COUNT: u32 = 6 * BATCH;
        let (maker, dropper, depots) = (Lists::new(), Lists::new(), depots());
        let mut seen = BTreeSet::new();
        // Nothing, all but what the dropper keeps, and all.
        for found in [0, COUNT - 2 * BATCH, COUNT] {
            let blocks = take(&maker, &depots, COUNT);
            let now: BTreeSet<_> = blocks.iter().copied().collect();
            assert_eq!(now.len(), COUNT as usize, "no block is given twice");
            assert_eq!(now.intersection(&seen).count(), found as usize);
            seen.extend(now);
            give(&dropper, &depots, blocks);
        }
        maker.close();
        dropper.close();
        assert_eq!(empty(&depots), 6);
    }

    #[test]
    fn the_depot_has_a_bound() {
        let (lists, depots) = (Lists::new(), depots());
        let many = 2 * BATCH * DEPOT as u32;
        let blocks = take(&lists, &depots, many);
        give(&lists, &depots, blocks);
        lists.close();
        assert_eq!(empty(&depots), DEPOT);
    }

    #[test]
    fn alternating_bursts_do_not_use_the_depot() {
        let (lists, depots) = (Lists::new(), depots());
        for count in [BATCH, 2 * BATCH, 1, BATCH + 1] {
            let blocks = take(&lists, &depots, count);
            give(&lists, &depots, blocks);
            assert_eq!(empty(&depots), 0);
        }
        lists.close();
        // Blocks freed after this are kept by no list.
        let blocks = take(&lists, &depots, 3);
        give(&lists, &depots, blocks);
        assert!(lists.of[CLASS].pop().is_none());
    }
}
