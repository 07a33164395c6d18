//! Activations of compiled functions that wait, as the runtime's frames: slots that segments
//! work on, and results that are delivered before or after the function has returned.

#![expect(unsafe_code, reason = "slots own words that machine code leaves in them")]

use crate::abi::{
    Activation, Form, Rep, SegmentCode, Slot, mask, pack, ref_in, ref_word, release, unboxed,
    unpack,
};
use crate::code::{Code, EntryRecord};
use smallvec::SmallVec;
use std::mem::take;
use std::ptr::NonNull;
use std::sync::Arc;
use tfrt_compiler::plan::Class;
use tfrt_host::context::RequestContext;
use tfrt_host::error::Error;
use tfrt_host::frame::{Frame, SegmentDef, has_room_for};
use tfrt_host::kernel::{ScalarPromise, ScalarType, Value};
use tfrt_host::value::{AnyPromise, AnyRef};

/// Slots of a [`Small`] frame.
pub(crate) const SMALL_SLOTS: usize = 4;

/// Arguments that need no allocation.
const MANY: usize = 16;

/// Results of another that need no allocation of their own.
const INLINE_RESULTS: usize = 2;

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
    owning: Vec<usize>,
    /// Of the first slots, as bits.
    owning_small: u8,
    /// Bytes of stack that a segment needs.
    stack: usize,
    defs: Vec<SegmentDef>,
    /// Its frames are [`Small`].
    pub(crate) small: bool,
    /// The scalar that is its only result, and comes later.
    sole: Option<ScalarType>,
    /// The first segment's code.
    entry: SegmentCode,
    /// The slot of what the second segment waits for first, if that is a gate.
    entered: Option<usize>,
    /// The parameters take what the results' slots hold, if that is no error.
    carries: bool,
    /// The same but for the last result, which is a condition.
    carries_on: bool,
}

/// A result of a frame.
#[derive(Debug)]
pub(crate) struct ResultRecord {
    /// It is there when the entry has run.
    at_once: bool,
    slot: usize,
    form: Form,
}

/// A segment of a frame.
#[derive(Debug)]
pub(crate) struct SegmentRecord {
    /// Slots of the values it waits for.
    pub(crate) waits: Vec<usize>,
    /// Results that it delivers; none of the entry, whose caller has not left.
    delivers: Vec<usize>,
    /// It delivers the function's only result, a scalar, from that slot.
    sole: Option<(usize, ScalarType)>,
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
        let carried = |results: &[ResultRecord]| {
            let takes = |(param, result): (&Form, &ResultRecord)| {
                let later = [param.class, result.form.class].contains(&Class::Later);
                param.rep == result.form.rep && !later
            };
            results.len() == params && slots[..params].iter().zip(results).all(takes)
        };
        let carries = carried(&results);
        let carries_on = results.split_last().is_some_and(|(condition, values)| {
            let is_condition = condition.form.rep == Rep::Scalar(ScalarType::I1);
            is_condition && condition.form.class != Class::Later && carried(values)
        });
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
            carries,
            carries_on,
        }
    }
}

impl FrameRecord {
    /// Tells who waits for these results that they are in their slots.
    #[inline(never)]
    fn deliver(
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

/// Compiled code, and how Rust enters one function of it if that waits and takes scalars only: what it
/// takes is at hand without a look into the tables of the code.
#[derive(Clone, Debug)]
pub(crate) struct Entrance {
    code: Arc<Code>,
    waiting: Option<Waiting>,
}

#[derive(Clone, Debug)]
struct Waiting {
    /// Of the code.
    shape: Shape,
    params: usize,
    /// As which scalars the first parameters come.
    scalars: [ScalarType; SMALL_SLOTS],
    results: usize,
    /// It looks whether the run is cancelled before.
    looks: bool,
    /// Bytes of stack that it needs.
    stack: usize,
}

impl Waiting {
    fn of(code: &Code, entry: &EntryRecord) -> Option<Self> {
        let (record, looks) = entry.frame()?;
        let record = &code.frames[record];
        let mut scalars = [ScalarType::Chain; SMALL_SLOTS];
        for (index, form) in record.slots[..record.params].iter().enumerate() {
            let scalar = form.scalar()?;
            if let Some(place) = scalars.get_mut(index) {
                *place = scalar;
            }
        }
        Some(Self {
            shape: Shape(NonNull::from(record)),
            params: record.params,
            scalars,
            results: record.results.len(),
            looks,
            stack: entry.stack,
        })
    }
}

impl Entrance {
    /// To that entry of the code.
    pub(crate) fn new(code: &Arc<Code>, entry: u32) -> Self {
        Self { code: Arc::clone(code), waiting: Waiting::of(code, code.entry(entry)) }
    }

    pub(crate) fn code(&self) -> &Arc<Code> {
        &self.code
    }

    /// The function waits and takes scalars only: otherwise the rest is of no use.
    pub(crate) fn waits(&self) -> bool {
        self.waiting.is_some()
    }

    /// Calls the function on arguments that are there unboxed, as their words; false if these are not as
    /// many as it has, or if there is not the stack for it: then nothing has happened.
    #[inline(always)]
    pub(crate) fn call(
        &self,
        request: &RequestContext,
        depth: u32,
        arguments: &[Slot],
        results: &mut [Value],
    ) -> bool {
        let Self { code, waiting } = self;
        let Some(waiting) = waiting else { return false };
        if arguments.len() != waiting.params
            || results.len() != waiting.results
            || !has_room_for(waiting.stack)
        {
            return false;
        }
        let void = if waiting.looks
            && let Some(error) = request.cancelled()
        {
            Some(error.clone())
        } else {
            // What else there is in a slot would be owned.
            let argument =
                |index: usize| arguments.get(index).map(|slot| Slot { word: slot.word, err: 0 });
            let start = Start { code, request, depth };
            // SAFETY: the first slots are the parameters', all scalars, and the record is of that code.
            unsafe { start.run(waiting.shape.record(), argument, results) }
        };
        if let Some(error) = void {
            results.fill(Value::Error(error));
        }
        true
    }

    /// The words of arguments that are there unboxed, for [`Entrance::call`], in front of the others;
    /// false if one is not, or if they are not as many as it has, or not so few.
    #[inline(always)]
    pub(crate) fn few_words(&self, arguments: &[Value], words: &mut [Slot; SMALL_SLOTS]) -> bool {
        let Some(waiting) = &self.waiting else { return false };
        if arguments.len() != waiting.params || arguments.len() > SMALL_SLOTS {
            return false;
        }
        let mut places = words.iter_mut().zip(arguments).zip(&waiting.scalars);
        places.all(|((word, argument), &scalar)| {
            unboxed(Some(scalar), argument).map(|bits| word.word = bits).is_some()
        })
    }

    /// The same for any number.
    pub(crate) fn words(&self, arguments: &[Value]) -> Option<SmallVec<[Slot; MANY]>> {
        let Waiting { shape, params, .. } = self.waiting.as_ref()?;
        let forms = &shape.record().slots[..*params];
        let word = |(argument, form): (&Value, &Form)| unboxed(form.scalar(), argument);
        let words = arguments.iter().zip(forms).map(word);
        let words = words.map(|word| Some(Slot { word: word?, err: 0 }));
        if arguments.len() == forms.len() { words.collect() } else { None }
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
        // SAFETY: passed on from the caller.
        unsafe {
            if record.small {
                self.run_in(record, Small::new(record, arguments), results)
            } else {
                let Self { code, request, depth } = self;
                run_large(code, request, depth, record, Large::new(record, arguments), results)
            }
        }
    }

    /// # Safety
    /// As for [`Start::run`], with the arguments in the slots of `room`.
    #[inline(always)]
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

/// [`Start::run_in`], not in place.
///
/// # Safety
/// As for that.
#[inline(never)]
unsafe fn run_large<G: Given>(
    code: &Arc<Code>,
    request: &RequestContext,
    depth: u32,
    record: &FrameRecord,
    room: Large,
    results: &mut [G],
) -> Option<Error> {
    // SAFETY: passed on from the caller.
    unsafe { Start { code, request, depth }.run_in(record, room, results) }
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
        let shape = Shape(NonNull::from(record));
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

    /// Runs the code of the segment of that number.
    #[inline(always)]
    fn run_code(&mut self, segment: (u32, SegmentCode), request: &RequestContext) {
        let Self { shape, code, void, depth, room } = self;
        if void.is_some() {
            return;
        }
        let activation = Activation::new(code, request);
        let (slots, _) = room.parts();
        code.run_segment(segment, shape.record().stack, &activation, *depth, slots);
        if let Some(error) = activation.into_void() {
            *void = Some(error);
        }
    }

    /// Runs a segment; its [`SegmentRecord::next`].
    #[inline(always)]
    fn run_here(&mut self, segment: u32, request: &RequestContext) -> Option<usize> {
        let shape = self.shape;
        let record = shape.record();
        let number = segment;
        let segment = &record.segments[number as usize];
        self.run_code((number, segment.code), request);
        let Self { void, room, .. } = self;
        let (slots, deliveries) = room.parts();
        // What most functions that wait deliver.
        if let Some((slot, scalar)) = segment.sole
            && let [Delivery::PromisedScalar(_)] = deliveries
            && void.is_none()
            && slots[slot].err == 0
        {
            let slot = take(&mut slots[slot]);
            if let Delivery::PromisedScalar(promise) =
                std::mem::replace(&mut deliveries[0], Delivery::Done)
            {
                promise.set(scalar, slot.word);
            }
        } else if !segment.delivers.is_empty() {
            record.deliver(&segment.delivers, deliveries, slots, void.as_ref());
        }
        segment.next
    }

    /// Gives the caller its results, or promises of them; and why they are void, if they are.
    #[inline]
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

impl ResultRecord {
    /// Promises it.
    #[inline(always)]
    fn promise(&self, delivery: &mut Delivery) -> AnyRef {
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
    fn deliver(&self, delivery: &mut Delivery, slots: &mut [Slot], void: Option<&Error>) {
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

    /// Whether its slot, when it is delivered, holds a value and no error.
    #[inline]
    fn is_there(&self, slot: &Slot) -> bool {
        let fails = self.form.class == Class::Fallible && slot.err != 0;
        !fails && (self.form.rep != Rep::Boxed || slot.word != 0)
    }

    /// The word of a value that is there, as an argument has it.
    #[inline]
    fn word(&self, slot: Slot) -> u64 {
        match self.form.rep {
            Rep::Scalar(scalar) => mask(scalar, slot.word),
            _ => slot.word,
        }
    }

    /// The value in its slot, which is left empty.
    #[inline]
    fn take(&self, slots: &mut [Slot], void: Option<&Error>) -> Value {
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
        self.run_here(segment, request);
    }

    // As `step`, but the entry delivers nothing.
    #[inline(always)]
    fn enter(&mut self, request: &RequestContext) -> Option<&AnyRef> {
        let shape = self.shape;
        self.run_code((0, shape.record().entry), request);
        self.entered()
    }

    #[inline(always)]
    fn step(&mut self, segment: u32, request: &RequestContext) -> Option<&AnyRef> {
        let next = self.run_here(segment, request)?;
        self.pending_in(next)
    }

    #[inline]
    fn again(&mut self, condition: bool) -> bool {
        let Self { shape, void, room, .. } = self;
        let record = shape.record();
        let (slots, deliveries) = room.parts();
        let first = record.slots.len() - record.results.len();
        let (others, left) = slots[..record.slots.len()].split_at_mut(first);
        let mut results = record.results.iter().zip(&*left).zip(&*deliveries);
        let here = results.all(|((record, slot), delivery)| {
            matches!(delivery, Delivery::Here) && record.is_there(slot)
        });
        let goes_on = match left.last() {
            Some(last) if condition => record.carries_on && last.word & 1 != 0,
            _ => record.carries && !condition,
        };
        if !here || !goes_on || void.is_some() {
            return false;
        }
        for &slot in record.owning.iter().take_while(|&&slot| slot < first) {
            empty(record.slots[slot], &mut others[slot]);
        }
        // As the parameters of a new frame: of the same representations, there, and without errors.
        for ((param, result), slot) in
            others[..record.params].iter_mut().zip(&record.results).zip(left)
        {
            *param = Slot { word: result.word(take(slot)), err: 0 };
        }
        deliveries.fill_with(|| Delivery::Open);
        true
    }
}

impl<R: Room> Drop for JitFrame<R> {
    #[inline(always)]
    fn drop(&mut self) {
        self.room.release(self.shape.record());
    }
}

/// Releases what a frame's slot of that form still owns.
#[inline]
fn empty(form: Form, slot: &mut Slot) {
    // Most are empty by now.
    if slot.word | slot.err != 0 {
        // SAFETY: slots are zero or hold what their form says; this one is emptied.
        unsafe { release(form, take(slot)) };
    }
}

#[inline(never)]
fn release_slots(record: &FrameRecord, slots: &mut [Slot]) {
    for &slot in &record.owning {
        empty(record.slots[slot], &mut slots[slot]);
    }
}
