//! What is known of a function's frames before there is one: their slots, their segments, and how each
//! result is delivered.

#![expect(unsafe_code, reason = "slots own words that machine code leaves in them")]

use super::room::SMALL_SLOTS;
use crate::abi::{Form, Rep, SegmentCode, Slot, pack, release};
use std::mem::take;
use std::ptr::NonNull;
use tfrt_compiler::plan::Class;
use tfrt_host::error::Error;
use tfrt_host::frame::SegmentDef;
use tfrt_host::kernel::{ScalarPromise, ScalarType, Value};
use tfrt_host::value::{AnyPromise, AnyRef};

/// The shape of a function's frames. Slots: the parameters, the values that live across waits,
/// the results.
#[derive(Debug)]
pub(crate) struct FrameRecord {
    /// The form of each slot.
    pub(crate) slots: Vec<Form>,
    pub(crate) params: usize,
    pub(crate) results: Vec<ResultRecord>,
    pub(crate) segments: Vec<SegmentRecord>,
    /// The slots that can own something.
    pub(super) owning: Vec<usize>,
    /// The same of the first [`SMALL_SLOTS`], as bits.
    pub(super) owning_small: u8,
    /// Bytes of stack that a segment needs.
    pub(super) stack: usize,
    pub(super) defs: Vec<SegmentDef>,
    /// Its frames are [`Small`](super::Small).
    pub(crate) small: bool,
    /// The scalar that is its only result, and comes later.
    pub(super) sole: Option<ScalarType>,
    /// The first segment's code.
    pub(super) entry: SegmentCode,
    /// The slot of what the second segment waits for first, if that is a gate.
    pub(super) entered: Option<usize>,
}

/// A result of a frame.
#[derive(Debug)]
pub(crate) struct ResultRecord {
    /// It is there when the entry has run.
    pub(super) at_once: bool,
    pub(super) slot: usize,
    pub(super) form: Form,
}

/// A segment of a frame.
#[derive(Debug)]
pub(crate) struct SegmentRecord {
    /// Slots of the values it waits for.
    pub(crate) waits: Vec<usize>,
    /// Results that it delivers; none of the entry, whose caller has not left.
    pub(super) delivers: Vec<usize>,
    /// It delivers the function's only result, a scalar, from that slot.
    pub(super) sole: Option<(usize, ScalarType)>,
    pub(crate) code: SegmentCode,
    /// Owned here, referred to from `defs`.
    followers: Box<[u32]>,
    /// See [`SegmentDef::gate`].
    gate: bool,
    /// The slot of what the next segment waits for first, if that is a gate.
    pub(super) next: Option<usize>,
}

impl SegmentRecord {
    pub(crate) fn new(
        waits: Vec<usize>,
        delivers: Vec<usize>,
        followers: Vec<u32>,
        gate: bool,
        code: SegmentCode,
    ) -> Self {
        let followers = followers.into_boxed_slice();
        Self { waits, delivers, sole: None, code, followers, gate, next: None }
    }
}

impl FrameRecord {
    /// `after[i]` counts the segments that segment `i` follows, and `results` are the segments that
    /// deliver the results, whose slots are the last ones.
    pub(crate) fn new(
        slots: Vec<Form>,
        params: usize,
        results: &[u32],
        mut segments: Vec<SegmentRecord>,
        after: &[u32],
        stack: usize,
    ) -> Self {
        for index in 1..segments.len() {
            let next = &segments[index];
            segments[index - 1].next = next.waits.first().copied().filter(|_| next.gate);
        }
        for segment in &mut segments {
            segment.delivers.retain(|&index| results[index] > 0);
        }
        let defs = segments
            .iter()
            .zip(after)
            .map(|(segment, &after)| SegmentDef {
                waits: u32::try_from(segment.waits.len()).unwrap_or(u32::MAX),
                after,
                // SAFETY: the boxed slice neither moves nor changes while the record lives, and
                // definitions are only seen through a frame, which owns the record's code.
                followers: unsafe { &*std::ptr::from_ref::<[u32]>(&segment.followers) },
                gate: segment.gate,
            })
            .collect();
        let owns = |form: &Form| !form.is_unboxed() || form.class == Class::Fallible;
        let owning: Vec<_> = (0..slots.len()).filter(|&slot| owns(&slots[slot])).collect();
        let owning_small = owning
            .iter()
            .filter(|&&slot| slot < SMALL_SLOTS)
            .fold(0, |bits, slot| bits | 1 << slot);
        let results: Vec<_> = (slots.len() - results.len()..)
            .zip(results)
            .map(|(slot, &segment)| ResultRecord { at_once: segment == 0, slot, form: slots[slot] })
            .collect();
        let small = slots.len() <= SMALL_SLOTS && results.len() <= 1;
        let sole = match results[..] {
            [ResultRecord { at_once: false, slot, form }] => match form.rep {
                Rep::Scalar(scalar) if form.class != Class::Later => Some((slot, scalar)),
                _ => None,
            },
            _ => None,
        };
        for segment in &mut segments {
            segment.sole = sole.filter(|_| !segment.delivers.is_empty());
        }
        let sole = sole.map(|(_, scalar)| scalar);
        let (entry, entered) = (segments[0].code, segments[0].next);
        Self {
            slots,
            params,
            results,
            segments,
            owning,
            owning_small,
            stack,
            defs,
            small,
            sole,
            entry,
            entered,
        }
    }

    /// Tells who waits for these results that they are in their slots.
    #[inline(never)]
    pub(super) fn deliver(
        &self,
        results: &[usize],
        deliveries: &mut [Delivery],
        slots: &mut [Slot],
        void: Option<&Error>,
    ) {
        for &index in results {
            self.results[index].deliver(&mut deliveries[index], slots, void);
        }
    }
}

/// A frame's record, which is in the code that whoever has the shape holds: at hand without a look into
/// that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape(NonNull<FrameRecord>);

// SAFETY: as `&FrameRecord`, which it stands for.
unsafe impl Send for Shape where FrameRecord: Sync {}
// SAFETY: as above.
unsafe impl Sync for Shape where FrameRecord: Sync {}

impl Shape {
    /// Whoever keeps it keeps the code that the record is part of.
    #[inline]
    pub(super) fn of(record: &FrameRecord) -> Self {
        Self(NonNull::from(record))
    }

    #[inline]
    pub(super) fn record(&self) -> &FrameRecord {
        // SAFETY: shapes are only in frames and entrances, beside the code that the record is part of;
        // it neither moves nor changes.
        unsafe { self.0.as_ref() }
    }
}

/// Where a result of a later segment is.
#[derive(Debug)]
pub(crate) enum Delivery {
    /// Neither produced nor asked for.
    Open,
    /// In its slot.
    Here,
    /// The caller has a reference already.
    Promised(AnyPromise),
    /// The same to a scalar.
    PromisedScalar(ScalarPromise),
    /// Handed over.
    Done,
}

impl Delivery {
    /// The promise, if it is one of a scalar, which is then done.
    #[inline(always)]
    pub(super) fn take_scalar(&mut self) -> Option<ScalarPromise> {
        match std::mem::replace(self, Self::Done) {
            Self::PromisedScalar(promise) => Some(promise),
            other => {
                *self = other;
                None
            }
        }
    }
}

impl ResultRecord {
    /// Promises it.
    #[inline(always)]
    pub(super) fn promise(&self, delivery: &mut Delivery) -> AnyRef {
        let (promised, any) = match self.form {
            Form { rep: Rep::Scalar(scalar), class: Class::Ready | Class::Fallible } => {
                let (promise, any) = ScalarPromise::pending(scalar);
                (Delivery::PromisedScalar(promise), any)
            }
            _ => Self::promise_any(),
        };
        *delivery = promised;
        any
    }

    #[inline(never)]
    fn promise_any() -> (Delivery, AnyRef) {
        let (promise, any) = AnyRef::indirect();
        (Delivery::Promised(promise), any)
    }

    /// It is in its slot: tells who waits for it.
    pub(super) fn deliver(
        &self,
        delivery: &mut Delivery,
        slots: &mut [Slot],
        void: Option<&Error>,
    ) {
        match std::mem::replace(delivery, Delivery::Done) {
            Delivery::Open | Delivery::Here => *delivery = Delivery::Here,
            Delivery::PromisedScalar(promise) => match self.take(slots, void) {
                Value::Scalar(scalar, bits) => promise.set(scalar, bits),
                Value::Error(error) => promise.fail(error),
                _ => promise.fail(Error::bug("a scalar is no scalar")),
            },
            Delivery::Promised(promise) => match self.take(slots, void) {
                Value::Error(error) => promise.fail(error),
                value => promise.forward(value.into_ref()),
            },
            Delivery::Done => {}
        }
    }

    /// The value in its slot, which is left empty.
    #[inline]
    pub(super) fn take(&self, slots: &mut [Slot], void: Option<&Error>) -> Value {
        let held = take(&mut slots[self.slot]);
        match void {
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
