//! The static layout of a function's frames: slots, segments, and the delivery of each result.

#![expect(unsafe_code, reason = "slots own words that machine code leaves in them")]

use crate::abi::{Form, Slot, pack, release};
use crate::run::activation::SegmentCode;
use std::mem::{replace, take};
use tfrt_compiler::plan::{Class, FnPlan, LocalId, Segment, Slots};
use tfrt_host::error::Error;
use tfrt_host::frame::SegmentDef;
use tfrt_host::kernel::Value;
use tfrt_host::value::{AnyPromise, AnyRef};

/// The shape of a function's frames. Slots: the parameters, the values that live across waits,
/// the results.
#[derive(Debug)]
pub(crate) struct FrameRecord {
    /// The form of each slot.
    pub(crate) slots: Vec<Form>,
    pub(crate) params: usize,
    pub(crate) results: Vec<ResultRecord>,
    pub(super) segments: Vec<SegmentRecord>,
    /// The same segments for the runtime.
    pub(super) defs: Vec<SegmentDef>,
    /// The slots that can own something.
    pub(super) owning: Vec<usize>,
    /// Bytes of stack that a segment needs.
    pub(super) stack: usize,
}

/// A result of a frame.
#[derive(Debug)]
pub(crate) struct ResultRecord {
    /// It is available when the entry returns.
    pub(super) at_once: bool,
    pub(super) slot: usize,
    pub(super) form: Form,
}

/// A segment of a frame.
#[derive(Debug)]
pub(super) struct SegmentRecord {
    /// Slots of the values it waits for.
    pub(super) waits: Vec<usize>,
    /// Results that it delivers; none for the entry, which returns them.
    pub(super) delivers: Vec<usize>,
    pub(super) code: SegmentCode,
}

impl FrameRecord {
    /// The record of a function's frames, with these slots, of which the last are those of its results,
    /// and the code of each segment, which needs so many bytes of stack.
    pub(crate) fn new(
        function: &FnPlan,
        slots: Vec<Form>,
        places: &Slots,
        code: impl Iterator<Item = SegmentCode>,
        stack: usize,
    ) -> Self {
        let results: Vec<_> = (slots.len() - function.results.len()..)
            .zip(&function.results)
            .map(|(slot, &result)| {
                let at_once = function.value(result).segment.0 == 0;
                ResultRecord { at_once, slot, form: slots[slot] }
            })
            .collect();
        let segment = |(segment, code): (&Segment, _)| {
            let slot = |&wait: &LocalId| places.of(wait).expect("what is waited for has a slot");
            let late = |&index: &usize| !results[index].at_once;
            SegmentRecord {
                waits: segment.waits.iter().map(slot).collect(),
                delivers: segment.delivers.iter().copied().filter(late).collect(),
                code,
            }
        };
        let segments = function.segments.iter().zip(code).map(segment).collect();
        let owns = |form: &Form| !form.is_unboxed() || form.class == Class::Fallible;
        let owning = (0..slots.len()).filter(|&slot| owns(&slots[slot])).collect();
        let defs = function.segments.iter().map(definition).collect();
        let params = function.params;
        Self { slots, params, results, segments, defs, owning, stack }
    }
}

fn definition(segment: &Segment) -> SegmentDef {
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let followers: Vec<u32> = segment.followers.iter().map(|follower| follower.0).collect();
    let (waits, joins) = (number(segment.waits.len()), number(segment.after.len()));
    SegmentDef::new(waits, joins, followers.into(), segment.barrier)
}

/// Where a result of a later segment is.
#[derive(Debug)]
pub(super) enum Delivery {
    /// Neither produced nor requested.
    Open,
    /// In its slot.
    Here,
    /// The caller has a reference already.
    Promised(AnyPromise),
    /// Handed over.
    Done,
}

impl ResultRecord {
    /// The value if it is in its slot, else a promise of it.
    pub(super) fn take_or_promise(
        &self,
        delivery: &mut Delivery,
        slots: &mut [Slot],
        poisoned: Option<&Error>,
    ) -> Value {
        if matches!(delivery, Delivery::Here) {
            *delivery = Delivery::Done;
            return self.take(slots, poisoned);
        }
        let (promise, value) = AnyRef::indirect();
        *delivery = Delivery::Promised(promise);
        Value::Ref(value)
    }

    /// It is in its slot: resolves the promise, if there is one.
    pub(super) fn deliver(
        &self,
        delivery: &mut Delivery,
        slots: &mut [Slot],
        poisoned: Option<&Error>,
    ) {
        match replace(delivery, Delivery::Done) {
            Delivery::Open | Delivery::Here => *delivery = Delivery::Here,
            Delivery::Promised(promise) => match self.take(slots, poisoned) {
                Value::Error(error) => promise.fail(error),
                value => promise.forward(value.into_ref()),
            },
            Delivery::Done => {}
        }
    }

    /// The value in its slot, which is left empty.
    fn take(&self, slots: &mut [Slot], poisoned: Option<&Error>) -> Value {
        let held = take(&mut slots[self.slot]);
        match poisoned {
            None => {
                // SAFETY: slots are zero or hold what their form says; this one is emptied.
                unsafe { pack(self.form, held) }
            }
            Some(error) => {
                // SAFETY: as above.
                unsafe { release(self.form, held) };
                Value::Error(error.clone())
            }
        }
    }
}
