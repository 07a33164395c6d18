//! Memory for values, waiters and tasks: a bounded free list per thread for the three smallest
//! sizes, so that making and dropping a small value in a loop never reaches the global allocator.
//!
//! A block freed on another thread joins that thread's list. The lists are emptied when their
//! thread ends; whatever is freed later than that (by other thread-local destructors) goes
//! straight to the global allocator.
#![expect(unsafe_code, reason = "free lists link raw blocks through their own first word")]

use crate::sync::alloc;
use std::alloc::{Layout, handle_alloc_error};
use std::cell::Cell;
use std::ptr::{self, NonNull};

/// Sizes of the pooled blocks, in bytes.
const SIZES: [usize; 3] = [32, 48, 64];
/// Alignment of every pooled block.
const ALIGN: usize = 16;
/// How many free blocks of a size a thread keeps.
const KEEP: u32 = 1024;
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
#[inline]
pub(crate) fn allocate(shape: Shape) -> NonNull<u8> {
    if let Some(class) = shape.class
        && let Some(block) = LISTS.with(|lists| lists.of[class].pop())
    {
        return block;
    }
    allocate_fresh(shape.layout)
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
    if let Some(class) = shape.class {
        LISTS.with(|lists| {
            // SAFETY: passed on from the caller.
            unsafe { lists.release(class, block) };
        });
        return;
    }
    // SAFETY: a block without a class was allocated with exactly this layout.
    unsafe { alloc::dealloc(block.as_ptr(), shape.layout) };
}

/// A free block, seen as a link.
struct Free {
    next: *mut Free,
}

struct List {
    head: Cell<*mut Free>,
    /// How many more blocks the list takes. Zero until the thread's end is being watched for, and
    /// zero again once it has come: one test on the way covers all three reasons not to keep.
    room: Cell<u32>,
}

impl List {
    const fn new() -> Self {
        Self { head: Cell::new(ptr::null_mut()), room: Cell::new(0) }
    }

    #[inline]
    fn pop(&self) -> Option<NonNull<u8>> {
        let head = NonNull::new(self.head.get())?;
        // SAFETY: what is on the list is a free block that `release` wrote a link into, and the
        // list belongs to this thread.
        self.head.set(unsafe { (*head.as_ptr()).next });
        self.room.set(self.room.get() + 1);
        Some(head.cast())
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
    /// # Safety
    /// As for the free function, with `class` the class of the block's shape.
    #[inline]
    unsafe fn release(&self, class: usize, block: NonNull<u8>) {
        let list = &self.of[class];
        if list.room.get() == 0 && !self.make_room(class) {
            // SAFETY: a pooled block is allocated with its class's layout.
            unsafe { alloc::dealloc(block.as_ptr(), class_layout(class)) };
            return;
        }
        let free = block.cast::<Free>().as_ptr();
        // SAFETY: the block is free and larger and stricter aligned than a link.
        unsafe { free.write(Free { next: list.head.get() }) };
        list.head.set(free);
        list.room.set(list.room.get() - 1);
    }

    /// Whether the list takes another block after all: on the thread's first release.
    #[cold]
    fn make_room(&self, class: usize) -> bool {
        if self.life.get() != Life::New || AT_EXIT.try_with(|_| ()).is_err() {
            return false;
        }
        self.life.set(Life::Watched);
        for list in &self.of {
            list.room.set(KEEP);
        }
        self.of[class].room.get() > 0
    }

    fn close(&self) {
        self.life.set(Life::Ended);
        for (class, list) in self.of.iter().enumerate() {
            while let Some(block) = list.pop() {
                // SAFETY: a pooled block is allocated with its class's layout.
                unsafe { alloc::dealloc(block.as_ptr(), class_layout(class)) };
            }
            list.room.set(0);
        }
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
    static LISTS: Lists = const {
        Lists { of: [const { List::new() }; SIZES.len()], life: Cell::new(Life::New) }
    };
    /// Empties the lists when the thread ends.
    static AT_EXIT: AtExit = const { AtExit };
}
