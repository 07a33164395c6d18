//! Counts live async values: one counter per thread, written by that thread alone and summed on
//! demand. Counting a value costs a plain load and a plain store.
// tidy: std atomics. The counters outlive loom's threads and order nothing.

use parking_lot::Mutex;
use std::cell::Cell;
use std::sync::atomic::{AtomicI64, Ordering};

/// Number of live async values in this process; exact when no other thread runs.
pub fn live_count() -> i64 {
    let registry = REGISTRY.lock();
    let counted = registry.slots.iter().map(|slot| slot.0.load(Ordering::Relaxed));
    registry.ended + counted.sum::<i64>()
}

/// Adds to this thread's count. A value made here and dropped elsewhere leaves one counter above
/// zero and the other below.
#[inline]
pub(super) fn add(delta: i64) {
    match SLOT.get() {
        Some(slot) => slot.add(delta),
        None => add_first(delta),
    }
}

/// One thread's counter, alone on its cache lines to avoid false sharing.
#[repr(align(128))]
struct Slot(AtomicI64);

impl Slot {
    /// Not a read-modify-write: only the thread that owns the slot writes it. Relaxed is enough:
    /// the sum is exact only for a reader that has otherwise synchronised with the counting
    /// threads.
    #[inline]
    fn add(&self, delta: i64) {
        self.0.store(self.0.load(Ordering::Relaxed) + delta, Ordering::Relaxed);
    }
}

struct Registry {
    /// All slots ever made. Slots are never freed but reused by later threads, so there are at most
    /// as many as there were threads at one time.
    slots: Vec<&'static Slot>,
    /// Slots whose thread has ended.
    idle: Vec<&'static Slot>,
    /// The sum of the counts of ended threads.
    ended: i64,
}

static REGISTRY: Mutex<Registry> =
    Mutex::new(Registry { slots: Vec::new(), idle: Vec::new(), ended: 0 });

#[cold]
fn add_first(delta: i64) {
    if AT_EXIT.try_with(|_| ()).is_err() {
        // Another thread-local destructor drops values after this one has run.
        REGISTRY.lock().ended += delta;
        return;
    }
    let slot = {
        let mut registry = REGISTRY.lock();
        registry.idle.pop().unwrap_or_else(|| {
            let slot: &'static Slot = Box::leak(Box::new(Slot(AtomicI64::new(0))));
            registry.slots.push(slot);
            slot
        })
    };
    slot.add(delta);
    SLOT.with(|own| own.set(Some(slot)));
}

struct AtExit;

impl Drop for AtExit {
    fn drop(&mut self) {
        let Some(slot) = SLOT.with(Cell::take) else { return };
        let mut registry = REGISTRY.lock();
        registry.ended += slot.0.swap(0, Ordering::Relaxed);
        registry.idle.push(slot);
    }
}

thread_local! {
    /// Without a destructor, so that it is usable until the thread ends.
    static SLOT: Cell<Option<&'static Slot>> = const { Cell::new(None) };
    /// Returns the slot when the thread ends.
    static AT_EXIT: AtExit = const { AtExit };
}
