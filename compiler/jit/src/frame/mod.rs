//! Activations of compiled functions that wait, as the runtime's frames: slots that segments
//! work on, and results that are delivered before or after the function has returned.

#![expect(unsafe_code, reason = "slots own words that machine code leaves in them")]

mod entrance;
mod record;
mod room;
mod spare;

pub(crate) use entrance::Entrance;
pub(crate) use record::{FrameRecord, SegmentRecord};
pub(crate) use room::{Large, Room, SMALL_SLOTS, Small};

use crate::abi::{Activation, Form, SegmentCode, Slot, pack, ref_in, ref_word, unboxed, unpack};
use crate::code::Code;
use record::{Delivery, Shape};
use smallvec::SmallVec;
use std::mem::take;
use std::sync::Arc;
use tfrt_host::context::RequestContext;
use tfrt_host::error::Error;
use tfrt_host::frame::{Frame, Place, SegmentDef};
use tfrt_host::kernel::{ScalarPromise, Value};
use tfrt_host::value::AnyRef;

/// One activation.
#[derive(Debug)]
pub(crate) struct JitFrame<R: Room> {
    shape: Shape,
    code: Arc<Code>,
    /// See [`Activation::void`].
    void: Option<Error>,
    depth: u32,
    room: R,
}

/// Calls the function of frame record `record`: takes what `arguments` own, and leaves each
/// result in the form callers see.
///
/// # Safety
/// `arguments` hold the parameters in the forms of the record.
pub(crate) unsafe fn call(
    activation: &Activation<'_>,
    record: usize,
    depth: u32,
    arguments: &[Slot],
    results: &mut [Slot],
) {
    let argument = |index: usize| arguments.get(index).copied();
    let start = Start { code: activation.code, request: activation.request, depth };
    let record = &activation.code.frames[record];
    // SAFETY: the first slots are the parameters', and the record is of that code.
    if let Some(error) = unsafe { start.run(record, argument, results) } {
        // Whoever entered the caller's activation replaces its results.
        activation.make_void(error);
    }
}

/// What a frame starts with, beside its arguments.
struct Start<'a> {
    code: &'a Arc<Code>,
    request: &'a RequestContext,
    depth: u32,
}

impl Start<'_> {
    /// Starts a frame and hands its results over; why they are void, if they are.
    ///
    /// # Safety
    /// `record` is of the code, and `arguments` are there for the parameters only, in their forms.
    #[inline(always)]
    unsafe fn run<G: Given>(
        self,
        record: &FrameRecord,
        arguments: impl Fn(usize) -> Option<Slot>,
        results: &mut [G],
    ) -> Option<Error> {
        if record.small
            && let Some(place) = spare::take()
        {
            let Self { code, request, depth } = self;
            // SAFETY: passed on from the caller.
            let make = || unsafe {
                JitFrame::new(code, record, None, depth, Small::new(record, arguments))
            };
            match tfrt_host::frame::start_in(place, make, request) {
                Ok(mut waiting) => {
                    let void = waiting.frame().hand_over(results);
                    waiting.leave();
                    void
                }
                Err(halted) => halted.go_on(request, |frame| frame.hand_over(results)),
            }
        } else {
            // SAFETY: passed on from the caller.
            unsafe { self.run_anew(record, arguments, results) }
        }
    }

    /// The same of a frame that has no place to wait yet.
    ///
    /// # Safety
    /// As for [`Start::run`].
    #[inline(never)]
    unsafe fn run_anew<G: Given>(
        self,
        record: &FrameRecord,
        arguments: impl Fn(usize) -> Option<Slot>,
        results: &mut [G],
    ) -> Option<Error> {
        // SAFETY: passed on from the caller.
        unsafe {
            if record.small {
                self.run_in(record, Small::new(record, arguments), results)
            } else {
                self.run_in(record, Large::new(record, arguments), results)
            }
        }
    }

    /// # Safety
    /// As for [`Start::run`], with the arguments in the slots of `room`.
    unsafe fn run_in<R: Room, G: Given>(
        self,
        record: &FrameRecord,
        room: R,
        results: &mut [G],
    ) -> Option<Error> {
        let Self { code, request, depth } = self;
        // SAFETY: passed on from the caller.
        let frame = unsafe { JitFrame::new(code, record, None, depth, room) };
        tfrt_host::frame::start(frame, request, |frame| frame.hand_over(results))
    }
}

/// Where a caller gets a result, which is written there piece by piece: what was written in pieces and
/// is moved as a whole has to wait until the pieces are in the cache.
pub(crate) trait Given {
    /// What a slot holds in that form, which is left to the caller.
    ///
    /// # Safety
    /// It does.
    unsafe fn give_here(&mut self, form: Form, slot: Slot);
    /// What comes later, and is there by now.
    fn give_come(&mut self, value: Value);
    /// What is still to come.
    fn give_later(&mut self, any: AnyRef);
}

impl Given for Slot {
    #[inline(always)]
    unsafe fn give_here(&mut self, _: Form, slot: Slot) {
        *self = slot;
    }

    #[inline(always)]
    fn give_come(&mut self, value: Value) {
        self.give_later(value.into_ref());
    }

    #[inline(always)]
    fn give_later(&mut self, any: AnyRef) {
        *self = Self { word: ref_word(any), err: 0 };
    }
}

impl Given for Value {
    #[inline(always)]
    unsafe fn give_here(&mut self, form: Form, slot: Slot) {
        // SAFETY: as the caller promises.
        *self = unsafe { pack(form, slot) };
    }

    #[inline(always)]
    fn give_come(&mut self, value: Value) {
        *self = value;
    }

    #[inline(always)]
    fn give_later(&mut self, any: AnyRef) {
        *self = Self::Ref(any);
    }
}

impl<R: Room> JitFrame<R> {
    /// # Safety
    /// `record` is of the code, and each of `room`'s first slots holds a parameter in its form, or is
    /// zero if the activation is void from the start.
    #[inline(always)]
    unsafe fn new(
        code: &Arc<Code>,
        record: &FrameRecord,
        void: Option<Error>,
        depth: u32,
        room: R,
    ) -> Self {
        let shape = Shape::of(record);
        Self { shape, code: Arc::clone(code), void, depth, room }
    }

    /// The frame of frame record `record` on `arguments`, any that are available, which are taken; for
    /// an activation that is void if one is an error that the function does not take, as of several
    /// the last, or of another type.
    #[inline]
    pub(crate) fn on(code: &Arc<Code>, record: usize, depth: u32, arguments: &mut [Value]) -> Self {
        let record = &code.frames[record];
        let forms = &record.slots[..record.params];
        let word = |index: usize| unboxed(forms.get(index)?.scalar(), arguments.get(index)?);
        if arguments.len() != forms.len() || !(0..forms.len()).all(|index| word(index).is_some()) {
            return Self::on_any(code, record, depth, arguments);
        }
        let room = R::new(record, |index| word(index).map(|word| Slot { word, err: 0 }));
        // SAFETY: the record is of the code, and the arguments are there unboxed, as it says.
        unsafe { Self::new(code, record, None, depth, room) }
    }

    /// The same where not all are there unboxed.
    #[inline(never)]
    fn on_any(code: &Arc<Code>, record: &FrameRecord, depth: u32, arguments: &mut [Value]) -> Self {
        let mut void = None;
        if arguments.len() != record.params {
            void = Some(Error::bug("a function is entered with too few arguments, or too many"));
        }
        let mut slots: SmallVec<[Slot; SMALL_SLOTS]> = SmallVec::new();
        for (argument, &form) in arguments.iter_mut().zip(&record.slots[..record.params]) {
            slots.push(unpack(form, take(argument)).unwrap_or_else(|error| {
                void = Some(error);
                Slot::default()
            }));
        }
        let room = R::new(record, |index| slots.get(index).copied());
        // SAFETY: the record is of the code, and the slots were made in the forms that it says.
        unsafe { Self::new(code, record, void, depth, room) }
    }

    #[inline]
    fn record(&self) -> &FrameRecord {
        self.shape.record()
    }

    /// What is waited for in a slot, if it is not there.
    #[inline]
    fn pending_in(&self, slot: usize) -> Option<&AnyRef> {
        // SAFETY: what is waited for is held as a later value, a reference that the slot owns for
        // as long as it is not written to.
        let any = unsafe { ref_in(&self.room.slots()[slot].word) }?;
        (!any.is_available()).then_some(any)
    }

    /// Runs the code of the segment of that number, in a trip that `more` may follow; whether it has
    /// begun the next.
    #[inline(always)]
    fn run_code(
        &mut self,
        segment: (u32, SegmentCode),
        more: u32,
        request: &RequestContext,
    ) -> bool {
        let Self { shape, code, void, depth, room } = self;
        if void.is_some() {
            return false;
        }
        let activation = Activation::of_trip(code, request, more);
        let (slots, _) = room.parts();
        let begun = code.run_segment(segment, shape.record().stack, &activation, *depth, slots);
        if let Some(error) = activation.into_void() {
            *void = Some(error);
        }
        begun
    }

    /// Runs a segment, as [`Frame::step_on`] does; the slot of what is waited for next, if that is known.
    #[inline(always)]
    fn run_here(
        &mut self,
        segment: u32,
        more: &mut u32,
        request: &RequestContext,
    ) -> Option<usize> {
        let shape = self.shape;
        let record = shape.record();
        let number = segment;
        let segment = &record.segments[number as usize];
        if self.run_code((number, segment.code), *more, request) {
            *more -= 1;
            return record.entered;
        }
        let Self { void, room, .. } = self;
        let (slots, deliveries) = room.parts();
        // What most functions that wait deliver.
        if let Some((slot, scalar)) = segment.sole
            && void.is_none()
            && slots[slot].err == 0
            && let [delivery] = &mut *deliveries
            && let Some(promise) = delivery.take_scalar()
        {
            promise.set(scalar, take(&mut slots[slot]).word);
        } else if !segment.delivers.is_empty() {
            record.deliver(&segment.delivers, deliveries, slots, void.as_ref());
        }
        segment.next
    }

    /// Gives the caller its results, or promises of them; and why they are void, if they are.
    #[inline(always)]
    fn hand_over<G: Given>(&mut self, results: &mut [G]) -> Option<Error> {
        self.give(results);
        self.void.clone()
    }

    /// Gives the results, or promises of them, unless they are [void](Self::void). None is given twice.
    #[inline(always)]
    pub(crate) fn give<G: Given>(&mut self, results: &mut [G]) {
        // What most functions that wait have.
        if let (Some(scalar), [given]) = (self.record().sole, &mut *results)
            && let [delivery @ Delivery::Open] = self.room.parts().1
        {
            let (promise, any) = ScalarPromise::pending(scalar);
            *delivery = Delivery::PromisedScalar(promise);
            given.give_later(any);
        } else {
            self.give_any(results);
        }
    }

    /// The same whatever the results are.
    #[inline(never)]
    fn give_any<G: Given>(&mut self, results: &mut [G]) {
        let Self { shape, void, room, .. } = self;
        let (slots, deliveries) = room.parts();
        for ((record, delivery), given) in
            shape.record().results.iter().zip(deliveries).zip(results)
        {
            if record.at_once {
                // SAFETY: the slot holds what its form says, and is emptied.
                unsafe { given.give_here(record.form, take(&mut slots[record.slot])) };
            } else if matches!(delivery, Delivery::Here) {
                *delivery = Delivery::Done;
                given.give_come(record.take(slots, void.as_ref()));
            } else {
                given.give_later(record.promise(delivery));
            }
        }
    }

    /// How many results it has.
    pub(crate) fn results(&self) -> usize {
        self.record().results.len()
    }

    /// Why every result is this error instead.
    pub(crate) fn void(&self) -> Option<&Error> {
        self.void.as_ref()
    }
}

impl<R: Room> Frame for JitFrame<R> {
    fn segments(&self) -> &[SegmentDef] {
        &self.record().defs
    }

    #[inline]
    fn entered(&self) -> Option<&AnyRef> {
        self.pending_in(self.record().entered?)
    }

    fn pending(&self, segment: u32, index: u32) -> Option<&AnyRef> {
        self.pending_in(self.record().segments[segment as usize].waits[index as usize])
    }

    fn run(&mut self, segment: u32, request: &RequestContext) {
        self.run_here(segment, &mut 0, request);
    }

    // As `step`, but the entry delivers nothing.
    #[inline(always)]
    fn enter(&mut self, request: &RequestContext) -> Option<&AnyRef> {
        let shape = self.shape;
        self.run_code((0, shape.record().entry), 0, request);
        self.entered()
    }

    #[inline(always)]
    fn step(&mut self, segment: u32, request: &RequestContext) -> Option<&AnyRef> {
        self.step_on(segment, &mut 0, request)
    }

    #[inline(always)]
    fn step_on(
        &mut self,
        segment: u32,
        more: &mut u32,
        request: &RequestContext,
    ) -> Option<&AnyRef> {
        let next = self.run_here(segment, more, request)?;
        self.pending_in(next)
    }

    #[inline(always)]
    fn vacate(place: Place<Self>) {
        R::vacate(place);
    }
}

impl<R: Room> Drop for JitFrame<R> {
    #[inline(always)]
    fn drop(&mut self) {
        self.room.release(self.shape.record());
    }
}
