//! Where a frame has its slots.

#![expect(unsafe_code, reason = "slots own words that machine code leaves in them")]

use super::record::{Delivery, FrameRecord};
use super::{JitFrame, spare};
use crate::abi::{Form, Slot, release};
use smallvec::SmallVec;
use std::mem::take;
use tfrt_host::frame::Place;

/// Slots of a [`Small`] frame.
pub(crate) const SMALL_SLOTS: usize = 4;

/// Results of another that need no allocation of their own.
const INLINE_RESULTS: usize = 2;

/// Where a frame has its slots, and the state of each result that comes later.
pub(crate) trait Room: Send + 'static {
    /// For that shape: the first slots hold what there is of `arguments`, the others are empty.
    fn new(record: &FrameRecord, arguments: impl Fn(usize) -> Option<Slot>) -> Self;
    /// The slots.
    fn slots(&self) -> &[Slot];
    /// Both.
    fn parts(&mut self) -> (&mut [Slot], &mut [Delivery]);
    /// Releases what the slots still own.
    fn release(&mut self, record: &FrameRecord);
    /// See [`Frame::vacate`](tfrt_host::frame::Frame::vacate).
    #[inline]
    fn vacate(place: Place<JitFrame<Self>>)
    where
        Self: Sized,
    {
        drop(place);
    }
}

/// Room for most functions that wait: few values live across a wait, since those that never meet
/// share a slot.
#[derive(Debug)]
pub(crate) struct Small {
    slots: [Slot; SMALL_SLOTS],
    delivery: [Delivery; 1],
}

impl Room for Small {
    // One by one, without an index that varies: so the frame is built where it stays.
    #[inline(always)]
    fn new(_: &FrameRecord, arguments: impl Fn(usize) -> Option<Slot>) -> Self {
        let slot = |index| arguments(index).unwrap_or_default();
        Self { slots: [slot(0), slot(1), slot(2), slot(3)], delivery: [Delivery::Open] }
    }

    #[inline(always)]
    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    #[inline(always)]
    fn parts(&mut self) -> (&mut [Slot], &mut [Delivery]) {
        (&mut self.slots, &mut self.delivery)
    }

    #[inline(always)]
    fn release(&mut self, record: &FrameRecord) {
        let owns = |(index, slot): (usize, &Slot)| {
            record.owning_small >> index & 1 != 0 && slot.word | slot.err != 0
        };
        // Nearly always all are empty by now.
        if self.slots.iter().enumerate().any(owns) {
            release_slots(record, &mut self.slots);
        }
    }

    #[inline(always)]
    fn vacate(place: Place<JitFrame<Self>>) {
        spare::keep(place);
    }
}

/// Room for any function.
#[derive(Debug)]
pub(crate) struct Large {
    slots: Box<[Slot]>,
    deliveries: SmallVec<[Delivery; INLINE_RESULTS]>,
}

impl Room for Large {
    fn new(record: &FrameRecord, arguments: impl Fn(usize) -> Option<Slot>) -> Self {
        let slots = (0..record.slots.len()).map(|index| arguments(index).unwrap_or_default());
        Self {
            slots: slots.collect(),
            deliveries: record.results.iter().map(|_| Delivery::Open).collect(),
        }
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn parts(&mut self) -> (&mut [Slot], &mut [Delivery]) {
        (&mut self.slots, &mut self.deliveries)
    }

    fn release(&mut self, record: &FrameRecord) {
        release_slots(record, &mut self.slots);
    }
}

/// Releases what a frame's slot of that form still owns.
#[inline]
pub(super) fn empty(form: Form, slot: &mut Slot) {
    // Most are empty by now.
    if slot.word | slot.err != 0 {
        // SAFETY: slots are zero or hold what their form says; this one is emptied.
        unsafe { release(form, take(slot)) };
    }
}

/// Releases what the slots of a frame still own.
#[inline(never)]
fn release_slots(record: &FrameRecord, slots: &mut [Slot]) {
    for &slot in &record.owning {
        empty(record.slots[slot], &mut slots[slot]);
    }
}
