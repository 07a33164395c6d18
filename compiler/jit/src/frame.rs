//! Activations of compiled functions that wait, as the runtime's frames: slots that segments
//! work on, and results that are delivered before or after the function has returned.

#![expect(unsafe_code, reason = "slots own words that machine code leaves in them")]

use crate::abi::{
    Activation, Form, Rep, SegmentCode, Slot, pack, ref_in, ref_word, release, unboxed,
};
use crate::code::{Code, EntryRecord};
use smallvec::SmallVec;
use std::mem::take;
use std::ptr::NonNull;
use std::sync::Arc;
use tfrt_compiler::plan::Class;
use tfrt_host::context::RequestContext;
use tfrt_host::error::Error;
use tfrt_host::frame::{Frame, SegmentDef};
use tfrt_host::kernel::{ScalarPromise, Value};
use tfrt_host::value::{AnyPromise, AnyRef};

/// Slots of a frame that need no allocation of their own.
const INLINE_SLOTS: usize = 4;

/// The same of results.
const INLINE_RESULTS: usize = 2;

/// The shape of a function's frames. Slots: the parameters, the values that live across waits,
/// the results.
#[derive(Debug)]
pub(crate) struct FrameRecord {
    /// The form of each slot.
    pub(crate) slots: Vec<Form>,
    pub(crate) params: usize,
    /// The segment that delivers each result; their slots are the last ones.
    pub(crate) results: Vec<u32>,
    pub(crate) segments: Vec<SegmentRecord>,
    /// The slots that can own something.
    owning: Vec<usize>,
    /// Bytes of stack that a segment needs.
    stack: usize,
    defs: Vec<SegmentDef>,
}

/// A segment of a frame.
#[derive(Debug)]
pub(crate) struct SegmentRecord {
    /// Slots of the values it waits for.
    pub(crate) waits: Vec<usize>,
    /// Results that it delivers.
    pub(crate) delivers: Vec<usize>,
    pub(crate) code: SegmentCode,
    /// Owned here, referred to from `defs`.
    followers: Box<[u32]>,
    /// See [`SegmentDef::gate`].
    gate: bool,
    /// The slot of what the next segment waits for first, if that is a gate.
    next: Option<usize>,
}

impl SegmentRecord {
    pub(crate) fn new(
        waits: Vec<usize>,
        delivers: Vec<usize>,
        followers: Vec<u32>,
        gate: bool,
        code: SegmentCode,
    ) -> Self {
        Self { waits, delivers, code, followers: followers.into_boxed_slice(), gate, next: None }
    }
}

impl FrameRecord {
    /// `after[i]` counts the segments that segment `i` follows.
    pub(crate) fn new(
        slots: Vec<Form>,
        params: usize,
        results: Vec<u32>,
        mut segments: Vec<SegmentRecord>,
        after: &[u32],
        stack: usize,
    ) -> Self {
        for index in 1..segments.len() {
            let next = &segments[index];
            segments[index - 1].next = next.waits.first().copied().filter(|_| next.gate);
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
        let owning = (0..slots.len()).filter(|&slot| owns(&slots[slot])).collect();
        Self { slots, params, results, segments, owning, stack, defs }
    }

    /// Empty slots.
    #[inline]
    pub(crate) fn room(&self) -> Slots {
        let count = self.slots.len();
        if count <= INLINE_SLOTS {
            Slots::from_buf_and_len([Slot::default(); INLINE_SLOTS], count)
        } else {
            Slots::from_vec(vec![Slot::default(); count])
        }
    }

    fn first_result(&self) -> usize {
        self.slots.len() - self.results.len()
    }
}

/// Where a result of a later segment is.
#[derive(Debug)]
enum Delivery {
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

/// One activation.
#[derive(Debug)]
struct JitFrame {
    shape: Shape,
    code: Arc<Code>,
    depth: u32,
    held: Held,
}

/// A frame's record, which is in the code that the frame holds: at hand without a look into that.
#[derive(Clone, Copy, Debug)]
struct Shape(NonNull<FrameRecord>);

// SAFETY: as `&FrameRecord`, which it stands for.
unsafe impl Send for Shape where FrameRecord: Sync {}
// SAFETY: as above.
unsafe impl Sync for Shape where FrameRecord: Sync {}

impl Shape {
    #[inline]
    fn record(&self) -> &FrameRecord {
        // SAFETY: shapes are only in frames, beside the code that the record is part of; it neither
        // moves nor changes.
        unsafe { self.0.as_ref() }
    }
}

/// The slots of a frame.
pub(crate) type Slots = SmallVec<[Slot; INLINE_SLOTS]>;

/// What changes while it runs; apart from the code, which stays.
#[derive(Debug)]
struct Held {
    slots: Slots,
    deliveries: SmallVec<[Delivery; INLINE_RESULTS]>,
    /// See [`Activation::void`].
    void: Option<Error>,
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
    let mut slots = activation.code.frames[record].room();
    for (slot, &argument) in slots.iter_mut().zip(arguments) {
        *slot = argument;
    }
    // SAFETY: the first slots are the parameters'.
    let void = unsafe { start(activation.code, activation.request, record, depth, slots, results) };
    if let Some(error) = void {
        // Whoever entered the caller's activation replaces its results.
        activation.make_void(error);
    }
}

/// The same from Rust, on arguments that are there unboxed; false if they are not, or these are not as
/// many as the entry has: then nothing has happened. `entry` is entered at that frame, perhaps after a
/// look whether the run is cancelled.
pub(crate) fn call_unboxed(
    code: &Arc<Code>,
    entry: &EntryRecord,
    (record, looks): (usize, bool),
    request: &RequestContext,
    depth: u32,
    arguments: &[Value],
    results: &mut [Value],
) -> bool {
    if arguments.len() != entry.params.len() || results.len() != entry.results.len() {
        return false;
    }
    let mut slots = code.frames[record].room();
    for ((slot, &form), argument) in slots.iter_mut().zip(&entry.params).zip(arguments) {
        match unboxed(form, argument) {
            Some(word) => slot.word = word,
            None => return false,
        }
    }
    let void = tfrt_host::frame::grow_stack_for(entry.stack, || {
        match request.cancelled().filter(|_| looks) {
            Some(error) => Some(error.clone()),
            // SAFETY: the parameters' slots, which come first, have been filled in their forms.
            None => unsafe { start(code, request, record, depth, slots, results) },
        }
    });
    if let Some(error) = void {
        results.fill(Value::Error(error));
    }
    true
}

/// Starts a frame and hands its results over; why they are void, if they are.
///
/// # Safety
/// The first slots hold the parameters in the forms of the record; the others are empty.
#[inline(always)]
unsafe fn start<R: Given>(
    code: &Arc<Code>,
    request: &RequestContext,
    record: usize,
    depth: u32,
    slots: Slots,
    results: &mut [R],
) -> Option<Error> {
    let record = &code.frames[record];
    let count = record.results.len();
    let deliveries = if count <= INLINE_RESULTS {
        SmallVec::from_buf_and_len([const { Delivery::Open }; INLINE_RESULTS], count)
    } else {
        record.results.iter().map(|_| Delivery::Open).collect()
    };
    let held = Held { slots, deliveries, void: None };
    let shape = Shape(NonNull::from(record));
    let frame = JitFrame { shape, code: Arc::clone(code), depth, held };
    tfrt_host::frame::start(frame, request, |frame| frame.hand_over(results))
}

/// How a caller gets a result.
trait Given {
    /// What a slot holds in that form, which is left to the caller.
    ///
    /// # Safety
    /// It does.
    unsafe fn here(form: Form, slot: Slot) -> Self;
    /// What comes later, or is a value already.
    fn later(any: AnyRef) -> Self;
}

impl Given for Slot {
    unsafe fn here(_: Form, slot: Slot) -> Self {
        slot
    }

    fn later(any: AnyRef) -> Self {
        Self { word: ref_word(any), err: 0 }
    }
}

impl Given for Value {
    unsafe fn here(form: Form, slot: Slot) -> Self {
        // SAFETY: as the caller promises.
        unsafe { pack(form, slot) }
    }

    fn later(any: AnyRef) -> Self {
        Self::Ref(any)
    }
}

impl JitFrame {
    /// Its shape, and what is in it.
    #[inline]
    fn parts(&mut self) -> (&FrameRecord, &mut Held) {
        (self.shape.record(), &mut self.held)
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
        let any = unsafe { ref_in(&self.held.slots[slot].word) }?;
        (!any.is_available()).then_some(any)
    }

    /// Gives the caller its results, or promises of them; and why they are void, if they are.
    fn hand_over<R: Given>(&mut self, results: &mut [R]) -> Option<Error> {
        let (record, held) = self.parts();
        for (index, result) in results.iter_mut().enumerate() {
            let slot = record.first_result() + index;
            if record.results[index] == 0 {
                // SAFETY: the slot holds what its form says, and is emptied.
                *result = unsafe { R::here(record.slots[slot], take(&mut held.slots[slot])) };
            } else if matches!(held.deliveries[index], Delivery::Here) {
                *result = R::later(held.take(record, slot).into_ref());
                held.deliveries[index] = Delivery::Done;
            } else {
                let (delivery, any) = promised(record.slots[slot]);
                *result = R::later(any);
                held.deliveries[index] = delivery;
            }
        }
        held.void.clone()
    }
}

/// A promise of a result that will be in a slot of that form.
#[inline]
fn promised(form: Form) -> (Delivery, AnyRef) {
    match form {
        Form { rep: Rep::Scalar(scalar), class: Class::Ready | Class::Fallible } => {
            let (promise, any) = ScalarPromise::pending(scalar);
            (Delivery::PromisedScalar(promise), any)
        }
        _ => {
            let (promise, any) = AnyRef::indirect();
            (Delivery::Promised(promise), any)
        }
    }
}

impl Held {
    /// A result of a later segment is in its slot: tells who waits for it.
    fn deliver(&mut self, record: &FrameRecord, index: usize) {
        let slot = record.first_result() + index;
        match std::mem::replace(&mut self.deliveries[index], Delivery::Done) {
            Delivery::Open | Delivery::Here => self.deliveries[index] = Delivery::Here,
            Delivery::Done => {}
            Delivery::Promised(promise) => match self.take(record, slot) {
                Value::Error(error) => promise.fail(error),
                value => promise.forward(value.into_ref()),
            },
            Delivery::PromisedScalar(promise) => match self.take(record, slot) {
                Value::Scalar(_, bits) => promise.set(bits),
                Value::Error(error) => promise.fail(error),
                _ => promise.fail(Error::bug("a scalar is no scalar")),
            },
        }
    }

    /// The value in a slot, which is left empty.
    fn take(&mut self, record: &FrameRecord, slot: usize) -> Value {
        let form = record.slots[slot];
        let held = take(&mut self.slots[slot]);
        match &self.void {
            None => {
                // SAFETY: slots are zero or hold what their form says; this one is emptied.
                unsafe { pack(form, held) }
            }
            Some(error) => {
                // SAFETY: as above.
                unsafe { release(form, held) };
                Value::Error(error.clone())
            }
        }
    }
}

impl Frame for JitFrame {
    fn segments(&self) -> &[SegmentDef] {
        &self.record().defs
    }

    fn pending(&self, segment: u32, index: u32) -> Option<&AnyRef> {
        self.pending_in(self.record().segments[segment as usize].waits[index as usize])
    }

    #[inline]
    fn step(&mut self, segment: u32, request: &RequestContext) -> Option<&AnyRef> {
        self.run(segment, request);
        self.pending_in(self.record().segments[segment as usize].next?)
    }

    fn run(&mut self, segment: u32, request: &RequestContext) {
        let Self { shape, code, depth, held } = self;
        let record = shape.record();
        let segment = &record.segments[segment as usize];
        if held.void.is_none() {
            let activation = Activation::new(code, request);
            code.run_segment(segment.code, record.stack, &activation, *depth, &mut held.slots);
            if let Some(error) = activation.into_void() {
                held.void = Some(error);
            }
        }
        for &index in &segment.delivers {
            if record.results[index] > 0 {
                held.deliver(record, index);
            }
        }
    }
}

impl Drop for JitFrame {
    fn drop(&mut self) {
        let (record, held) = self.parts();
        for &slot in &record.owning {
            let left = take(&mut held.slots[slot]);
            // Most are empty by now.
            if left.word != 0 || left.err != 0 {
                // SAFETY: slots are zero or hold what their form says; this one is emptied.
                unsafe { release(record.slots[slot], left) };
            }
        }
    }
}
