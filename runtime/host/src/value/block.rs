//! Memory for values, waiters and tasks: a bounded stock of free blocks per thread for each of the
//! three smallest sizes, so that making and dropping a small value in a loop never reaches the global
//! allocator.
//!
//! A block freed on another thread joins that thread's stock. Where one thread makes values that
//! another drops, the stock of the one runs out and that of the other over: whole magazines of
//! blocks go from there to here by way of a depot, at one lock a magazine. (Magazines and depot are
//! Bonwick and Adams', "Magazines and Vmem", USENIX 2001.)
//!
//! A magazine is an array of pointers rather than a list linked through the blocks, so that taking a
//! block or giving one back does not touch it: what another thread has freed last is in that
//! thread's cache, and where a list goes on would be known only once it has come from there. For the
//! same reason a block is asked for some blocks before it is taken: whoever takes it writes to it, and
//! his next locked instruction would wait until it is here.
//!
//! The stock is freed when its thread ends; whatever is freed later than that (by other thread-local
//! destructors) goes straight to the global allocator.
#![expect(unsafe_code, reason = "magazines are reached by the pointers into them")]

use crate::sync::alloc;
use parking_lot::Mutex;
use std::alloc::{Layout, handle_alloc_error};
use std::cell::Cell;
use std::ptr::{self, NonNull};

/// Sizes of the pooled blocks, in bytes.
const SIZES: [usize; 3] = [32, 48, 64];
/// Alignment of every pooled block.
const ALIGN: usize = 16;
/// Blocks that a magazine takes. A thread has up to two magazines of a size.
const ROUNDS: usize = 512;
/// How many blocks before its turn a block is asked for.
const AHEAD: usize = 4;
/// Full magazines of a size that the depot keeps.
const DEPOT: usize = 8;
/// Models must see every allocation and every release, and Miri wants to.
const POOLED: bool = !cfg!(any(loom, miri));

/// What to ask the allocator for, and which stock serves it.
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
///
/// Neither this nor what it calls unwinds, as the ABI of the latter tells the compiler: what is to be
/// written into the block need not lie in memory until it is there, in case it had to be dropped. Copied
/// from there with wide loads right after it was written in narrow stores, it would also wait for all
/// stores before those.
#[inline(always)]
pub(crate) fn allocate(shape: Shape) -> NonNull<u8> {
    match shape.class {
        Some(class) => {
            // SAFETY: it is used here only.
            let stock = unsafe { at_hand(class) };
            stock.pop().unwrap_or_else(|| reload(class))
        }
        None => allocate_fresh(&shape.layout),
    }
}

/// This thread's stock of that class. All that is done under `with` is to find it: so little is done
/// in place wherever values are made, and what is done with the stock is as well.
///
/// # Safety
/// The stock is used only while the thread runs.
#[inline(always)]
unsafe fn at_hand<'a>(class: usize) -> &'a Stock {
    let stocks = STOCKS.with(ptr::from_ref);
    // SAFETY: the stocks need no drop, so they live as long as the thread.
    unsafe { &(*stocks).of[class] }
}

#[cold]
#[inline(never)]
extern "C" fn reload(class: usize) -> NonNull<u8> {
    STOCKS.with(|stocks| stocks.reload(class, &DEPOTS))
}

#[cold]
extern "C" fn allocate_fresh(layout: &Layout) -> NonNull<u8> {
    // SAFETY: no shape has size zero: values and tasks have a header, waiters a link.
    let block = unsafe { alloc::alloc(*layout) };
    NonNull::new(block).unwrap_or_else(|| handle_alloc_error(*layout))
}

/// Gives a block back.
///
/// # Safety
/// `block` came from [`allocate`] with the same shape, and nothing in it is used any more.
#[inline]
pub(crate) unsafe fn release(block: NonNull<u8>, shape: Shape) {
    match shape.class {
        Some(class) => {
            // SAFETY: passed on from the caller; what the stock has not taken is still free. The stock
            // is used here only.
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

/// The same where the magazine at hand takes no more.
///
/// # Safety
/// As for [`release`], with `class` the class of the block's shape.
#[cold]
#[inline(never)]
unsafe fn release_elsewhere(class: usize, block: NonNull<u8>) {
    // SAFETY: passed on from the caller.
    STOCKS.with(|stocks| unsafe { stocks.release(class, block, &DEPOTS) });
}

/// A free block, which is nobody's but the magazine's that it is in.
type Free = NonNull<u8>;

/// Room for null where there is no block [`AHEAD`], then for the blocks. Reached by the address of the
/// first block.
type Magazine = [*mut u8; AHEAD + ROUNDS];

/// The free blocks of one size that a thread has.
struct Stock {
    /// The magazine at hand: blocks from `first` to `top`, room from there to `end`. All three are
    /// null before the thread's first release and once its end has come, so that one test on the way
    /// covers all three reasons not to keep a block.
    first: Cell<*mut Free>,
    top: Cell<*mut Free>,
    end: Cell<*mut Free>,
    /// Another magazine, empty or full; or null.
    other: Cell<*mut Free>,
    other_is_full: Cell<bool>,
}

impl Stock {
    const fn new() -> Self {
        const NONE: *mut Free = ptr::null_mut();
        let (first, top, end) = (Cell::new(NONE), Cell::new(NONE), Cell::new(NONE));
        Self { first, top, end, other: Cell::new(NONE), other_is_full: Cell::new(false) }
    }

    #[inline(always)]
    fn pop(&self) -> Option<Free> {
        let top = self.top.get();
        if top == self.first.get() {
            return None;
        }
        // SAFETY: a block lies between `first` and `top`. In front of `first` are null pointers for
        // those that are asked for.
        unsafe {
            self.top.set(top.sub(1));
            prefetch(top.sub(1 + AHEAD).cast::<*const i8>().read());
            Some(top.sub(1).read())
        }
    }

    /// Whether there was room.
    ///
    /// # Safety
    /// The block is a free one of the stock's size, and from here on the stock's.
    #[inline(always)]
    unsafe fn push(&self, block: Free) -> bool {
        let top = self.top.get();
        if top == self.end.get() {
            return false;
        }
        // SAFETY: there is room between `top` and `end`.
        unsafe {
            top.write(block);
            self.top.set(top.add(1));
        }
        true
    }

    /// Takes a magazine to hand.
    ///
    /// # Safety
    /// It is nobody else's, and full or empty.
    unsafe fn load(&self, magazine: *mut Free, full: bool) {
        // SAFETY: that is where the magazine ends.
        let end = unsafe { magazine.add(ROUNDS) };
        self.first.set(magazine);
        self.top.set(if full { end } else { magazine });
        self.end.set(end);
    }

    /// Changes the magazine at hand for the other one.
    ///
    /// # Safety
    /// There is another one, and the one at hand is full or empty.
    unsafe fn swap(&self) {
        let full = self.top.get() != self.first.get();
        let magazine = self.other.replace(self.first.get());
        // SAFETY: the other one is always full or empty.
        unsafe { self.load(magazine, self.other_is_full.replace(full)) };
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

struct Stocks {
    of: [Stock; SIZES.len()],
    life: Cell<Life>,
}

impl Stocks {
    const fn new() -> Self {
        Self { of: [const { Stock::new() }; SIZES.len()], life: Cell::new(Life::New) }
    }

    /// A block of a size of which there is none in the magazine at hand.
    #[cold]
    fn reload(&self, class: usize, depots: &Depots) -> NonNull<u8> {
        let stock = &self.of[class];
        if stock.other_is_full.get() {
            // SAFETY: there is one, and the one at hand is empty.
            unsafe { stock.swap() };
        } else if self.keeps()
            && let Some(full) = depots[class].take()
        {
            // SAFETY: what was at hand is null or an empty magazine, and not at hand after that; what
            // was in the depot is full.
            unsafe {
                free_magazine(stock.first.get());
                stock.load(full, true);
            }
        }
        stock.pop().unwrap_or_else(|| allocate_fresh(&class_layout(class)))
    }

    /// Takes a block where [`Stock::push`] has no room.
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
        }
        self.life.get() == Life::Watched
    }

    /// Whether the stock takes another block after all: on the thread's first release, and when the
    /// magazine at hand is full.
    fn make_room(&self, class: usize, depots: &Depots) -> bool {
        let stock = &self.of[class];
        if !self.keeps() {
            return false;
        }
        if stock.first.get().is_null() {
            // SAFETY: it is new.
            unsafe { stock.load(new_magazine(), false) };
            return true;
        }
        if stock.other_is_full.replace(false) {
            // SAFETY: the magazine was this stock's, which has it no more.
            unsafe { depots[class].give(stock.other.replace(ptr::null_mut()), class) };
        }
        if stock.other.get().is_null() {
            stock.other.set(new_magazine());
        }
        // SAFETY: there is one now, and the one at hand is full.
        unsafe { stock.swap() };
        true
    }

    fn close(&self) {
        self.life.set(Life::Ended);
        for (class, stock) in self.of.iter().enumerate() {
            let Stock { first, top, end, other, other_is_full } = stock;
            end.set(ptr::null_mut());
            let (first, top) = (first.replace(ptr::null_mut()), top.replace(ptr::null_mut()));
            let other = other.replace(ptr::null_mut());
            // SAFETY: the two were this stock's, which has them no more, and these are their blocks.
            unsafe {
                free_blocks(first, top.offset_from_unsigned(first), class);
                free_magazine(first);
                free_blocks(other, if other_is_full.replace(false) { ROUNDS } else { 0 }, class);
                free_magazine(other);
            }
        }
    }
}

/// An empty one.
fn new_magazine() -> *mut Free {
    let magazine =
        Box::into_raw(Box::<Magazine>::new([ptr::null_mut(); AHEAD + ROUNDS])).cast::<Free>();
    // SAFETY: the magazine is larger.
    unsafe { magazine.add(AHEAD) }
}

/// Asks for the cache line at an address, to write to it. Any address will do.
#[inline(always)]
fn prefetch(address: *const i8) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_ET0, _mm_prefetch};
        // SAFETY: a hint, which touches no memory. A processor that does not know this one takes it
        // for another or for nothing.
        unsafe { _mm_prefetch::<_MM_HINT_ET0>(address) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = address;
}

/// # Safety
/// It is null, or a magazine that is used by nobody any more.
unsafe fn free_magazine(magazine: *mut Free) {
    if !magazine.is_null() {
        // SAFETY: as the caller promises, and it comes from `new_magazine`.
        drop(unsafe { Box::from_raw(magazine.sub(AHEAD).cast::<Magazine>()) });
    }
}

/// Gives a magazine's first so many blocks back to the global allocator.
///
/// # Safety
/// They are free blocks of the class, and nobody takes them from the magazine any more.
unsafe fn free_blocks(magazine: *mut Free, count: usize, class: usize) {
    for place in 0..count {
        // SAFETY: as the caller promises; a pooled block is allocated with its class's layout.
        unsafe { alloc::dealloc(magazine.add(place).read().as_ptr(), class_layout(class)) };
    }
}

/// Full magazines of one size that some thread has too many of and another may have too few of.
struct Depot(Mutex<Magazines>);

/// The first so many are full magazines, the others null.
struct Magazines {
    count: usize,
    of: [*mut Free; DEPOT],
}

// SAFETY: a magazine in the depot is nobody else's, and blocks are memory, which no thread owns.
unsafe impl Send for Magazines {}

type Depots = [Depot; SIZES.len()];

static DEPOTS: Depots = [const { Depot::new() }; SIZES.len()];

impl Depot {
    const fn new() -> Self {
        Self(Mutex::new(Magazines { count: 0, of: [ptr::null_mut(); DEPOT] }))
    }

    /// A full magazine.
    fn take(&self) -> Option<*mut Free> {
        let Magazines { count, of } = &mut *self.0.lock();
        *count = count.checked_sub(1)?;
        Some(std::mem::replace(&mut of[*count], ptr::null_mut()))
    }

    /// Keeps a full magazine of the class, or frees it with its blocks if there are enough.
    ///
    /// # Safety
    /// It is one, which is used by nobody any more, and this is the class's depot.
    unsafe fn give(&self, magazine: *mut Free, class: usize) {
        {
            let Magazines { count, of } = &mut *self.0.lock();
            if let Some(place) = of.get_mut(*count) {
                *place = magazine;
                *count += 1;
                return;
            }
        }
        // SAFETY: as the caller promises.
        unsafe {
            free_blocks(magazine, ROUNDS, class);
            free_magazine(magazine);
        }
    }
}

struct AtExit;

impl Drop for AtExit {
    fn drop(&mut self) {
        STOCKS.with(Stocks::close);
    }
}

thread_local! {
    /// Without a destructor, so that it can be used for as long as the thread runs.
    static STOCKS: Stocks = const { Stocks::new() };
    /// Frees the stocks when the thread ends.
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

    fn take(stocks: &Stocks, depots: &Depots, count: usize) -> Vec<NonNull<u8>> {
        let block = |_| stocks.of[CLASS].pop().unwrap_or_else(|| stocks.reload(CLASS, depots));
        (0..count).map(block).collect()
    }

    fn give(stocks: &Stocks, depots: &Depots, blocks: Vec<NonNull<u8>>) {
        for block in blocks {
            // SAFETY: they come from `take`, which took them of this class.
            unsafe {
                if !stocks.of[CLASS].push(block) {
                    stocks.release(CLASS, block, depots);
                }
            }
        }
    }

    fn empty(depots: &Depots) -> usize {
        let free = |magazine| {
            // SAFETY: whatever was in the depot was full and nobody else's.
            unsafe {
                free_blocks(magazine, ROUNDS, CLASS);
                free_magazine(magazine);
            }
        };
        std::iter::from_fn(|| depots[CLASS].take()).map(free).count()
    }

    #[test]
    fn what_one_thread_drops_another_finds() {
        const COUNT: usize = 6 * ROUNDS;
        let (maker, dropper, depots) = (Stocks::new(), Stocks::new(), depots());
        let mut seen = BTreeSet::new();
        // Nothing, all but what the dropper keeps, and all.
        for found in [0, COUNT - 2 * ROUNDS, COUNT] {
            let blocks = take(&maker, &depots, COUNT);
            let now: BTreeSet<_> = blocks.iter().copied().collect();
            assert_eq!(now.len(), COUNT, "no block is given twice");
            assert_eq!(now.intersection(&seen).count(), found);
            seen.extend(now);
            give(&dropper, &depots, blocks);
        }
        maker.close();
        dropper.close();
        assert_eq!(empty(&depots), 6);
    }

    #[test]
    fn the_depot_has_a_bound() {
        let (stocks, depots) = (Stocks::new(), depots());
        let many = 2 * ROUNDS * DEPOT;
        let blocks = take(&stocks, &depots, many);
        give(&stocks, &depots, blocks);
        stocks.close();
        assert_eq!(empty(&depots), DEPOT);
    }

    #[test]
    fn a_magazine_goes_to_and_fro_without_the_depot() {
        let (stocks, depots) = (Stocks::new(), depots());
        for count in [ROUNDS, 2 * ROUNDS, 1, ROUNDS + 1] {
            let blocks = take(&stocks, &depots, count);
            give(&stocks, &depots, blocks);
            assert_eq!(empty(&depots), 0);
        }
        stocks.close();
        // Whatever is freed afterwards is kept by nobody.
        let blocks = take(&stocks, &depots, 3);
        give(&stocks, &depots, blocks);
        assert!(stocks.of[CLASS].pop().is_none());
    }
}
