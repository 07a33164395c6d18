//! Memory for values, waiters and tasks: a bounded free list per thread for the three smallest
//! sizes, so that making and dropping a small value in a loop never reaches the global allocator.
//!
//! A block freed on another thread joins that thread's list. Where one thread makes values that
//! another drops, the lists of the one run empty and those of the other over: whole batches of
//! blocks go from there to here by way of a depot, at one lock a batch. (Magazines and depot are
//! Bonwick and Adams', "Magazines and Vmem", USENIX 2001.)
//!
//! The lists are emptied when their thread ends; whatever is freed later than that (by other
//! thread-local destructors) goes straight to the global allocator.
#![expect(unsafe_code, reason = "free lists link raw blocks through their own first word")]

use crate::sync::alloc;
use parking_lot::Mutex;
use std::alloc::{Layout, handle_alloc_error};
use std::cell::Cell;
use std::ptr::{self, NonNull};

/// Sizes of the pooled blocks, in bytes.
const SIZES: [usize; 3] = [32, 48, 64];
/// Alignment of every pooled block.
const ALIGN: usize = 16;
/// Free blocks in a batch. A thread keeps one batch of a size, and has another that is not full.
const BATCH: u32 = 512;
/// Batches of a size that the depot keeps.
const DEPOT: usize = 8;
/// Models must see every allocation and every release, and Miri wants to.
const POOLED: bool = !cfg!(any(loom, miri));

/// What to ask the allocator for, and which free list serves it.
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

/// A block of the given shape, uninitialised.
#[inline(always)]
pub(crate) fn allocate(shape: Shape) -> NonNull<u8> {
    match shape.class {
        Some(class) => {
            // SAFETY: it is used here only.
            let list = unsafe { at_hand(class) };
            list.pop().unwrap_or_else(|| refill(class))
        }
        None => allocate_fresh(shape.layout),
    }
}

/// This thread's list of that class. All that is done under `with` is to find it: so little is done
/// in place wherever values are made, and what is done with the list is as well.
///
/// # Safety
/// The list is used only while the thread runs.
#[inline(always)]
unsafe fn at_hand<'a>(class: usize) -> &'a List {
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

/// Gives a block back.
///
/// # Safety
/// `block` came from [`allocate`] with the same shape, and nothing in it is used any more.
#[inline]
pub(crate) unsafe fn release(block: NonNull<u8>, shape: Shape) {
    match shape.class {
        Some(class) => {
            // SAFETY: passed on from the caller; what the list has not taken is still free. The list is
            // used here only.
            unsafe {
                if !at_hand(class).push(block) {
                    release_elsewhere(class, block);
                }
            }
        }
        // SAFETY: a block without a class was allocated with exactly this layout.
        None => unsafe { alloc::dealloc(block.as_ptr(), shape.layout) },
    }
}

/// The same where the list at hand takes no more.
///
/// # Safety
/// As for [`release`], with `class` the class of the block's shape.
#[cold]
#[inline(never)]
unsafe fn release_elsewhere(class: usize, block: NonNull<u8>) {
    // SAFETY: passed on from the caller.
    LISTS.with(|lists| unsafe { lists.release(class, block, &DEPOTS) });
}

/// A free block, seen as a link.
struct Free {
    next: *mut Free,
}

/// The free blocks of one size that a thread has.
struct List {
    head: Cell<*mut Free>,
    /// How many more blocks `head` takes, until it is a batch. Zero until the thread's end is being
    /// watched for, and zero again once it has come: one test on the way covers all three reasons
    /// not to keep.
    room: Cell<u32>,
    /// A batch, or null.
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
        // SAFETY: what is on the list is a free block that `release` wrote a link into, and the
        // list belongs to this thread.
        self.head.set(unsafe { (*head.as_ptr()).next });
        self.room.set(self.room.get() + 1);
        Some(head.cast())
    }

    /// Whether there was room.
    ///
    /// # Safety
    /// The block is a free one of the list's size.
    #[inline(always)]
    unsafe fn push(&self, block: NonNull<u8>) -> bool {
        let room = self.room.get();
        if room == 0 {
            return false;
        }
        let free = block.cast::<Free>().as_ptr();
        // SAFETY: the block is free and larger and stricter aligned than a link.
        unsafe { free.write(Free { next: self.head.get() }) };
        self.head.set(free);
        self.room.set(room - 1);
        true
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Life {
    /// The thread's end is not watched for yet.
    New,
    /// It is.
    Watched,
    /// It has come.
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

    /// A block of a size of which the list at hand is empty.
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

    /// Takes a block where [`List::push`] has no room.
    ///
    /// # Safety
    /// As for the free function [`release`], with `class` the class of the block's shape.
    unsafe fn release(&self, class: usize, block: NonNull<u8>, depots: &Depots) {
        // SAFETY: passed on from the caller; a pooled block is allocated with its class's layout.
        unsafe {
            if !(self.make_room(class, depots) && self.of[class].push(block)) {
                alloc::dealloc(block.as_ptr(), class_layout(class));
            }
        }
    }

    /// Whether the thread keeps blocks: until its end, which is watched for from here on.
    fn keeps(&self) -> bool {
        if self.life.get() == Life::New && AT_EXIT.try_with(|_| ()).is_ok() {
            self.life.set(Life::Watched);
            for list in &self.of {
                list.room.set(BATCH);
            }
        }
        self.life.get() == Life::Watched
    }

    /// Whether the list takes another block after all: on the thread's first release, and when the
    /// list at hand has become a batch.
    fn make_room(&self, class: usize, depots: &Depots) -> bool {
        let list = &self.of[class];
        if !self.keeps() {
            return false;
        }
        if list.room.get() == 0 {
            let before = list.full.replace(list.head.replace(ptr::null_mut()));
            list.room.set(BATCH);
            if !before.is_null() {
                // SAFETY: the blocks were this list's, which has them no more.
                unsafe { depots[class].give(before, class) };
            }
        }
        true
    }

    fn close(&self) {
        self.life.set(Life::Ended);
        for (class, list) in self.of.iter().enumerate() {
            for blocks in [&list.head, &list.full] {
                // SAFETY: what is on a list are free blocks of its class, which are on no other.
                unsafe { free_all(blocks.replace(ptr::null_mut()), class) };
            }
            list.room.set(0);
        }
    }
}

/// Gives linked blocks back to the global allocator.
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

/// Batches of one size that some thread has too many of and another may have too few of.
struct Depot(Mutex<Batches>);

/// The first so many are batches, the others null.
struct Batches {
    count: usize,
    of: [*mut Free; DEPOT],
}

// SAFETY: a batch in the depot is nobody else's, and blocks are memory, which no thread owns.
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

    /// Keeps a batch of the class, or frees it if there are enough.
    ///
    /// # Safety
    /// It is one, of free blocks that are on no list any more, and this is the class's depot.
    unsafe fn give(&self, batch: *mut Free, class: usize) {
        {
            let Batches { count, of } = &mut *self.0.lock();
            if let Some(place) = of.get_mut(*count) {
                *place = batch;
                *count += 1;
                return;
            }
        }
        // SAFETY: as the caller promises.
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
    /// Without a destructor, so that it can be used for as long as the thread runs.
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
            // SAFETY: they come from `take`, which took them of this class.
            unsafe {
                if !lists.of[CLASS].push(block) {
                    lists.release(CLASS, block, depots);
                }
            }
        }
    }

    fn empty(depots: &Depots) -> usize {
        let batches = std::iter::from_fn(|| NonNull::new(depots[CLASS].take()));
        // SAFETY: whatever is in the depot is in no list.
        batches.map(|batch| unsafe { free_all(batch.as_ptr(), CLASS) }).count()
    }

    #[test]
    fn what_one_thread_drops_another_finds() {
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
    fn a_batch_goes_to_and_fro_without_the_depot() {
        let (lists, depots) = (Lists::new(), depots());
        for count in [BATCH, 2 * BATCH, 1, BATCH + 1] {
            let blocks = take(&lists, &depots, count);
            give(&lists, &depots, blocks);
            assert_eq!(empty(&depots), 0);
        }
        lists.close();
        // Whatever is freed afterwards is kept by nobody.
        let blocks = take(&lists, &depots, 3);
        give(&lists, &depots, blocks);
        assert!(lists.of[CLASS].pop().is_none());
    }
}
