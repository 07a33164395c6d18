//! Frame layout. Values with disjoint live ranges share a slot, constants need none, and the last
//! reader of a value may move it out.

use super::{Class, FnPlan, LocalId, Scalar, Segment, SegmentId, Step, StepKind};
use crate::graph::Type;
use std::collections::BTreeMap;

/// The frame layout of one body.
#[derive(Clone, Debug)]
pub struct Slots {
    /// Of each value.
    places: Vec<Place>,
    /// Per value, the segment that reads it last, if that is known statically.
    last: Vec<Option<SegmentId>>,
    /// Of each slot, the first value that it holds. All have the same type and local class.
    first: Vec<LocalId>,
}

/// Where a value is stored between segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Nowhere: only its own segment uses it.
    Local,
    /// In this slot.
    Slot(usize),
    /// Nowhere: it is a constant, which each segment rematerializes.
    Known(Scalar),
}

impl Slots {
    /// The number of slots.
    #[must_use]
    pub fn count(&self) -> usize {
        self.first.len()
    }

    /// A value that stands for what a slot holds: its type and its local class.
    #[must_use]
    pub fn like(&self, slot: usize) -> LocalId {
        self.first[slot]
    }

    /// Where a value is.
    #[must_use]
    pub fn place(&self, value: LocalId) -> Place {
        self.places[value.index()]
    }

    /// The slot of a value, if it has one.
    #[must_use]
    pub fn of(&self, value: LocalId) -> Option<usize> {
        match self.places[value.index()] {
            Place::Slot(slot) => Some(slot),
            Place::Local | Place::Known(_) => None,
        }
    }

    /// Whether a segment may move a value out of its slot, because no other segment reads it
    /// afterwards.
    #[must_use]
    pub fn is_last(&self, value: LocalId, segment: SegmentId) -> bool {
        self.last[value.index()] == Some(segment)
    }
}

impl FnPlan {
    /// Lays out the frame. Parameters have slots, from which the entry takes them.
    ///
    /// A segment reads all its slots before it writes any, so it may reuse the slots of values that
    /// it reads last.
    #[must_use]
    pub fn slots(&self) -> Slots {
        let last = last_readers(&self.segments, self.values.len(), self.params);
        let mut places = vec![Place::Local; self.values.len()];
        for step in self.segments.iter().flat_map(|segment| &segment.steps) {
            if let StepKind::Constant(constants) = &step.kind {
                for (constant, result) in constants.iter().zip(&step.results) {
                    let ready = self.value(*result).local == Class::Ready;
                    if let Some(scalar) = constant.scalar().filter(|_| ready) {
                        places[result.index()] = Place::Known(scalar);
                    }
                }
            }
        }
        let mut first: Vec<LocalId> = Vec::new();
        let mut free: BTreeMap<(&Type, Class), Vec<usize>> = BTreeMap::new();
        // By the segment after which their slots are free.
        let mut dying: Vec<Vec<LocalId>> = vec![Vec::new(); self.segments.len()];
        // Values come in the order of the segments that make them.
        let mut reached = 0;
        for (index, value) in self.values.iter().enumerate() {
            let keeps = index < self.params || value.in_frame;
            if !keeps || places[index] != Place::Local {
                continue;
            }
            while index >= self.params && reached <= value.segment.index() {
                for &dead in &dying[reached] {
                    if let Place::Slot(slot) = places[dead.index()] {
                        let dead = self.value(dead);
                        free.entry((&dead.ty, dead.local)).or_default().push(slot);
                    }
                }
                reached += 1;
            }
            let id = LocalId::new(index);
            let again = free.get_mut(&(&value.ty, value.local)).and_then(Vec::pop);
            let slot = again.unwrap_or_else(|| {
                first.push(id);
                first.len() - 1
            });
            places[index] = Place::Slot(slot);
            // Every segment with a higher number than a barrier runs after the barrier.
            let barrier = |segment: &SegmentId| self.segments[segment.index()].barrier;
            if let Some(segment) = last[index].filter(barrier) {
                dying[segment.index()].push(id);
            }
        }
        Slots { places, last, first }
    }
}

/// Per value, the segment that reads it last in every possible order of segments, if there is one: its only reader, or
/// the last of several readers that are all barriers. The entry reads so many parameters.
pub(super) fn last_readers(
    segments: &[Segment],
    values: usize,
    params: usize,
) -> Vec<Option<SegmentId>> {
    // The last so far, and whether it is that for certain.
    let mut readers: Vec<Option<(SegmentId, bool)>> = vec![None; values];
    for reader in readers.iter_mut().take(params) {
        *reader = Some((SegmentId(0), true));
    }
    for (index, segment) in segments.iter().enumerate() {
        let id = SegmentId::new(index);
        let operands = segment.steps.iter().flat_map(Step::checked).map(|o| o.value);
        for value in operands.chain(segment.waits.iter().copied()) {
            let reader = &mut readers[value.index()];
            *reader = match *reader {
                Some((before, certain)) if before != id => {
                    Some((id, certain && segments[before.index()].barrier && segment.barrier))
                }
                Some(same) => Some(same),
                None => Some((id, true)),
            };
        }
    }
    let certain = |reader: Option<(SegmentId, bool)>| match reader {
        Some((id, true)) => Some(id),
        _ => None,
    };
    readers.into_iter().map(certain).collect()
}
