//! [`start()`]: runs an activation as far as it goes, and the rest when what it waits for is there.
//!
//! A segment waits for its values one after the other: it needs them all, and most are there when
//! the first has come.
//!
//! While the segment that waits is a [gate](SegmentDef::gate), nothing else of the frame can run,
//! and the frame simply belongs to the waiter: no count, no lock, one allocation for the call
//! however often it waits.
//!
//! Where several segments wait at a time, the frame is shared. Still at most one thread runs its
//! segments at any time, so its slots and join counters are plain memory. A value that becomes
//! available *posts* its segment to the frame's mailbox; if nobody runs the frame, the posting
//! thread becomes its runner, else it leaves and the runner finds the post before it retires,
//! under the mailbox's lock.
//!
//! Nothing but the waiters of pending values keeps a suspended frame alive: when the last of them
//! is gone, so is the frame, and promises it still holds become errors.

use super::place::Place;
use crate::context::RequestContext;
use crate::error::Error;
use crate::stack::{grow_stack, has_room};
use crate::sync::Mutex;
use crate::value::AnyRef;
use crate::value::unwind::{caught, dropped_because_of, unknown_kernel};
use std::fmt;
use std::mem::ManuallyDrop;
use std::sync::Arc;

/// A segment's static shape.
#[derive(Clone, Copy, Debug)]
pub struct SegmentDef {
    /// How many later values it waits for; [`Frame::pending`] says which.
    pub waits: u32,
    /// How many earlier segments it follows.
    pub after: u32,
    /// The segments that follow this one; all have higher numbers.
    pub followers: &'static [u32],
    /// Every segment with a higher number follows this one, itself or through others: while it
    /// waits, none of them can run.
    pub gate: bool,
}

/// The state of one activation, and its code.
pub trait Frame: Send + 'static {
    /// The segments, entry first. A method rather than a constant so that loaded code works too.
    fn segments(&self) -> &[SegmentDef];
    /// The `index`-th value that `segment` waits for, if it is not available yet. Asked only when
    /// all segments that it follows have run.
    fn pending(&self, segment: u32, index: u32) -> Option<&AnyRef>;
    /// What the segment after the entry waits for first, if it is not available yet. Asked when the entry
    /// has run.
    #[inline]
    fn entered(&self) -> Option<&AnyRef> {
        self.pending(1, 0)
    }
    /// Runs one segment: reads and writes slots, delivers results.
    fn run(&mut self, segment: u32, request: &RequestContext);
    /// Runs the entry, before all others; gives what [`Frame::step`] does.
    #[inline]
    fn enter(&mut self, request: &RequestContext) -> Option<&AnyRef> {
        self.step(0, request)
    }
    /// Runs one segment when all with a lower number have run. Then, if the next is a gate, what
    /// that waits for first, if it is not available yet. Code that is made for the frame does it in
    /// one go.
    #[inline]
    fn step(&mut self, segment: u32, request: &RequestContext) -> Option<&AnyRef> {
        self.run(segment, request);
        let next = self.segments().get(segment as usize + 1);
        if next.is_some_and(|next| next.gate && next.waits > 0) {
            self.pending(segment + 1, 0)
        } else {
            None
        }
    }
    /// [`Frame::step`] as a trip of a loop that `more` may follow. If the segment is the last, no
    /// result was taken, and all are values that the parameters take (a condition after them is
    /// true), it may begin the next trip in this frame, unless the run is cancelled: it runs the
    /// entry, counts `more` down, and gives what [`Frame::enter`] does.
    #[inline]
    fn step_on(
        &mut self,
        segment: u32,
        more: &mut u32,
        request: &RequestContext,
    ) -> Option<&AnyRef> {
        let _ = more;
        self.step(segment, request)
    }
    /// Where an activation has waited that has ended: for who can [start another there](start_in).
    #[inline]
    fn vacate(place: Place<Self>)
    where
        Self: Sized,
    {
        drop(place);
    }
}

/// Runs the frame as far as it goes; `finish`, which does not panic, takes the results (or promises
/// of them) out while the frame is still here; then, if segments are left, the frame moves to the
/// heap and waits. The entry waits for nothing.
///
/// Of the segments that can run, the one with the lowest number runs first. If a segment panics,
/// the frame is dropped: results not delivered by then become errors.
#[inline]
pub fn start<F: Frame, R>(
    frame: F,
    request: &RequestContext,
    finish: impl FnOnce(&mut F) -> R,
) -> R {
    let mut frame = ManuallyDrop::new(frame);
    match caught(|| frame.enter(request).is_some(), unknown_kernel) {
        Ok(true) => {
            // The place first: from there on nothing can unwind, so the frame is moved once, to where
            // it waits.
            let place = Box::new_uninit();
            let request = request.clone();
            let activation =
                Running { frame: ManuallyDrop::into_inner(frame), next: Position::at(1) };
            let mut away = Box::write(place, Away { activation, request });
            // Not to be dropped by what does not unwind, so that it is written where the caller wants
            // it, and not copied there.
            let results = ManuallyDrop::new(finish(&mut away.activation.frame));
            away.entered();
            ManuallyDrop::into_inner(results)
        }
        Ok(false) => go_on(ManuallyDrop::into_inner(frame), None, request, finish),
        Err(error) => go_on(ManuallyDrop::into_inner(frame), Some(error), request, finish),
    }
}

/// The same in two steps, where there is a place to wait already: `make` makes the frame there, and it is
/// not moved if it has to wait after its entry.
///
/// # Errors
/// It has not to wait yet, or its entry has panicked.
#[inline(always)]
pub fn start_in<F: Frame>(
    place: Place<F>,
    make: impl FnOnce() -> F,
    request: &RequestContext,
) -> Result<Waiting<F>, Entered<F>> {
    let mut occupied = place.occupy(make);
    match caught(|| occupied.frame().enter(request).is_some(), unknown_kernel) {
        Ok(true) => Ok(Waiting(occupied.wait(request.clone()))),
        entered => {
            let (frame, place) = occupied.leave();
            F::vacate(place);
            Err(Entered { frame, panicked: entered.err() })
        }
    }
}

/// An activation that has to wait after its entry, and that nothing resumes yet: its results, or promises
/// of them, are to be taken first.
#[must_use = "dropped, it ends: results that were promised become errors"]
pub struct Waiting<F: Frame>(Box<Away<F>>);

impl<F: Frame> Waiting<F> {
    /// To take the results of.
    #[inline(always)]
    pub fn frame(&mut self) -> &mut F {
        &mut self.0.activation.frame
    }

    /// Leaves it to itself.
    #[inline(always)]
    pub fn leave(self) {
        self.0.entered();
    }
}

/// An activation of which the entry has run, or panicked, and the next segment may.
#[must_use = "dropped, it ends before its results are taken"]
pub struct Entered<F> {
    frame: F,
    panicked: Option<Error>,
}

impl<F: Frame> Entered<F> {
    /// Does the rest of what [`start`] does.
    pub fn go_on<R>(self, request: &RequestContext, finish: impl FnOnce(&mut F) -> R) -> R {
        go_on(self.frame, self.panicked, request, finish)
    }
}

impl<F: Frame> fmt::Debug for Waiting<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Waiting")
    }
}

impl<F> fmt::Debug for Entered<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entered").field("panicked", &self.panicked).finish_non_exhaustive()
    }
}

/// [`start`] when the entry has run, or panicked, and the next segment may.
#[inline(never)]
fn go_on<F: Frame, R>(
    frame: F,
    panicked: Option<Error>,
    request: &RequestContext,
    finish: impl FnOnce(&mut F) -> R,
) -> R {
    let mut activation = Running { frame, next: Position::at(1) };
    let stop = match panicked {
        None => activation.go_on(request, &mut { NO_MORE }),
        Some(error) => Err(error),
    };
    let results = finish(&mut activation.frame);
    activation.leave(stop, request);
    results
}

/// An activation that nothing waits for yet. Whoever has it runs it.
pub(super) struct Running<F> {
    pub(super) frame: F,
    /// The first segment that has not run, and the first of its values that is not known to be
    /// there.
    pub(super) next: Position,
}

/// Where an activation has come by one segment. Small, unlike [`Halt`], so that whoever asks after each
/// segment has it in registers.
#[derive(Clone, Copy)]
pub(super) enum Reached {
    /// The next segment is a gate, and a value of it is not there.
    Wait,
    /// It is not known whether more can run: [`Running::go_on`].
    More,
    /// All have run.
    End,
}

/// The same, or the error of a segment that panicked: then only the results that were delivered are
/// left to take.
pub(super) type Outcome = Result<Reached, Error>;

/// Where an activation has come that was run as far as it goes.
pub(super) enum Halt {
    /// The next segment is a gate, and a value of it is not there.
    Wait,
    /// Several segments are left that do not follow each other, of which one must wait.
    Fork(Joins),
    /// All have run.
    End,
}

impl<F: Frame> Running<F> {
    /// Of which nothing has run.
    #[inline]
    pub(super) fn new(frame: F) -> Self {
        Self { frame, next: Position::at(0) }
    }

    /// Runs the entry.
    #[inline]
    pub(super) fn enter(&mut self, request: &RequestContext) -> Outcome {
        self.next = Position::at(1);
        let waits = caught(|| self.frame.enter(request).is_some(), unknown_kernel)?;
        Ok(if waits { Reached::Wait } else { Reached::More })
    }

    /// What it waited for is available: runs the next segment, if that was all that it waits for, as
    /// [`Frame::step_on`] does. What it waits for then, if it does; and what it has `reached`.
    #[inline]
    pub(super) fn resume(
        &mut self,
        reached: &mut Outcome,
        request: &RequestContext,
        more: &mut u32,
    ) -> Option<&AnyRef> {
        let Self { frame, next } = self;
        next.wait += 1;
        let segment = next.segment;
        let segments = frame.segments();
        let (count, waits) = (segments.len(), segments.get(segment).map(|def| def.waits));
        if waits != Some(next.wait) {
            *reached = Ok(Reached::More);
            return None;
        }
        let left = *more;
        let stepped = caught(|| frame.step_on(segment as u32, more, request), unknown_kernel);
        next.pass(*more != left);
        match stepped {
            Ok(Some(value)) => {
                *reached = Ok(Reached::Wait);
                Some(value)
            }
            Ok(None) => {
                let end = next.segment == count;
                *reached = Ok(if end { Reached::End } else { Reached::More });
                None
            }
            Err(error) => {
                *reached = Err(error);
                None
            }
        }
    }

    /// Runs what can run, as [`Frame::step_on`] does.
    ///
    /// # Errors
    /// As for [`Outcome`].
    #[inline(never)]
    pub(super) fn go_on(
        &mut self,
        request: &RequestContext,
        more: &mut u32,
    ) -> Result<Halt, Error> {
        let Self { frame, next } = self;
        let run = || match advance(frame, next, request, more) {
            Stop::Wait => Halt::Wait,
            Stop::Fork => fork(frame, next.segment, request).map_or(Halt::End, Halt::Fork),
            Stop::End => Halt::End,
        };
        caught(run, unknown_kernel)
    }

    /// What it waits for, if that is not available yet.
    #[inline]
    pub(super) fn pending(&self) -> Option<&AnyRef> {
        self.frame.pending(self.next.segment as u32, self.next.wait)
    }

    #[inline]
    pub(super) fn frame(&mut self) -> &mut F {
        &mut self.frame
    }

    /// Leaves it to itself when its results, or promises of them, are taken.
    pub(super) fn leave(self, halt: Result<Halt, Error>, request: &RequestContext) {
        match halt {
            Ok(Halt::Wait) => {
                Box::new(Away { activation: self, request: request.clone() }).leave();
            }
            Ok(Halt::Fork(joins)) => {
                Suspended::begin(Activation { frame: self.frame, joins }, request.clone());
            }
            Ok(Halt::End) => {}
            Err(error) => drop_panicked(error, self.frame),
        }
    }
}

/// Drops a frame of which a segment panicked: results not delivered become that error.
#[cold]
fn drop_panicked<T>(error: Error, frame: T) {
    dropped_because_of(error, || {
        let _ = caught(|| drop(frame), unknown_kernel);
    });
}

/// The first segment that has not run, and the first of its values that is not known to be there.
#[derive(Clone, Copy, Default)]
pub(super) struct Position {
    segment: usize,
    wait: u32,
}

impl Position {
    /// Of its values nothing is known.
    pub(super) fn at(segment: usize) -> Self {
        Self { segment, wait: 0 }
    }

    /// The segment has run, and perhaps the entry of the next trip.
    #[inline]
    fn pass(&mut self, begun: bool) {
        *self = Self::at(if begun { 1 } else { self.segment + 1 });
    }
}

/// Why [`advance`] stops.
#[derive(Clone, Copy)]
enum Stop {
    /// The next segment is a gate, and a value of it is not there.
    Wait,
    /// Several segments are left that do not follow each other, of which one must wait.
    Fork,
    /// All have run.
    End,
}

/// No trip follows where there is no loop.
const NO_MORE: u32 = 0;

/// Runs what can run, from `next` on, below which all have run.
fn advance<F: Frame>(
    frame: &mut F,
    next: &mut Position,
    request: &RequestContext,
    more: &mut u32,
) -> Stop {
    while let Some(&SegmentDef { waits, gate, .. }) = frame.segments().get(next.segment) {
        if first_pending(frame, next, waits).is_some() {
            return if gate { Stop::Wait } else { Stop::Fork };
        }
        let left = *more;
        let waits = frame.step_on(next.segment as u32, more, request).is_some();
        next.pass(*more != left);
        if waits {
            return Stop::Wait;
        }
    }
    Stop::End
}

/// What the segment must wait for; `position` moves over what is there.
fn first_pending<'f, F: Frame>(
    frame: &'f F,
    position: &mut Position,
    waits: u32,
) -> Option<&'f AnyRef> {
    while position.wait < waits {
        if let Some(value) = frame.pending(position.segment as u32, position.wait) {
            return Some(value);
        }
        position.wait += 1;
    }
    None
}

/// Runs what can run when exactly the segments below `done` have; the join counters if segments
/// are left.
fn fork<F: Frame>(frame: &mut F, done: usize, request: &RequestContext) -> Option<Joins> {
    let count = frame.segments().len();
    let mut joins = Joins::new(frame.segments(), done);
    let admit = |joins: &mut Joins, frame: &F, segment: usize| {
        let waits = frame.segments().get(segment).map_or(0, |def| def.waits);
        let blocked = first_pending(frame, &mut Position::at(segment), waits).is_some();
        joins.set(segment, if blocked { BLOCKED } else { RUNNABLE });
    };
    for segment in done..count {
        if joins.get(segment) == 0 {
            admit(&mut joins, frame, segment);
        }
    }
    while let Some(segment) = joins.next() {
        frame.run(segment as u32, request);
        for &follower in joins.finish(frame.segments(), segment) {
            if joins.count_down(follower as usize) {
                admit(&mut joins, frame, follower as usize);
            }
        }
    }
    (joins.left > 0).then_some(joins)
}

/// An activation that waits at a gate. Whoever has the box runs it.
pub(super) struct Away<F> {
    pub(super) activation: Running<F>,
    pub(super) request: RequestContext,
}

impl<F: Frame> Away<F> {
    /// Waits when only the entry has run. What it waits for may have come meanwhile; then it goes on at
    /// once.
    #[inline(always)]
    fn entered(self: Box<Self>) {
        if let Err(away) = AnyRef::and_then_in(self, Self::awaited_first, Self::arrived) {
            away.go_on_at_once();
        }
    }

    #[inline(always)]
    fn awaited_first(&mut self) -> Option<&AnyRef> {
        self.activation.frame.entered()
    }

    /// Waits for the first time. What it waits for may have come meanwhile; then it goes on at once.
    fn leave(self: Box<Self>) {
        if let Err(away) = self.wait() {
            away.go_on_at_once();
        }
    }

    #[cold]
    fn go_on_at_once(self: Box<Self>) {
        let _ = caught(|| self.go_on(), unknown_kernel);
    }

    /// Goes on when the next value is available; gives the box back if it is.
    #[inline]
    fn wait(self: Box<Self>) -> Result<(), Box<Self>> {
        AnyRef::and_then_in(self, |away| away.activation.pending(), Self::arrived)
    }

    /// The next value is available: as a waiter of it, who has caught what unwinds from here. A
    /// frame of which a segment panics is dropped on the way, and the results that it has not
    /// delivered become that error, as of any promise that a waiter drops.
    #[inline(always)]
    fn arrived(mut self: Box<Self>) {
        let Running { frame, next } = &mut self.activation;
        let Position { segment, wait } = *next;
        let last = frame.segments().get(segment).is_some_and(|def| def.waits == wait + 1);
        // Continuations nest, where one resolves what the next waits for, as deep as waiters may.
        if !last || !has_room() {
            next.wait = wait + 1;
            return self.go_on_below();
        }
        *next = Position::at(segment + 1);
        let gone = AnyRef::and_then_in(
            self,
            |Self { activation, request }| activation.frame.step(segment as u32, request),
            Self::arrived,
        );
        if let Err(away) = gone {
            if segment + 1 < away.activation.frame.segments().len() {
                away.go_on();
            } else {
                F::vacate(Place::vacated(away));
            }
        }
    }

    /// Runs what can run, where the stack has room for it. May unwind.
    #[inline(never)]
    fn go_on_below(self: Box<Self>) {
        grow_stack(|| self.go_on());
    }

    /// Runs what can run. May unwind.
    fn go_on(self: Box<Self>) {
        let mut away = self;
        loop {
            let Self { activation: Running { frame, next }, request } = &mut *away;
            match advance(frame, next, request, &mut { NO_MORE }) {
                Stop::Wait => match away.wait() {
                    Ok(()) => return,
                    Err(back) => away = back,
                },
                Stop::Fork => {
                    let Self { activation: Running { mut frame, next }, request } = *away;
                    if let Some(joins) = fork(&mut frame, next.segment, &request) {
                        Suspended::begin(Activation { frame, joins }, request);
                    }
                    return;
                }
                Stop::End => return F::vacate(Place::vacated(away)),
            }
        }
    }
}

/// Can run. Lower counts are of segments still to come.
const RUNNABLE: u32 = u32::MAX - 2;
/// Waits for a value.
const BLOCKED: u32 = u32::MAX - 1;
/// Has run.
const DONE: u32 = u32::MAX;

/// What each segment still needs.
pub(super) struct Joins {
    counts: Counts,
    /// No runnable segment has a lower number.
    lowest: usize,
    runnable: usize,
    /// Segments that have not run.
    left: usize,
}

/// Up to eight counters need no allocation of their own.
enum Counts {
    Inline([u32; 8]),
    Heap(Vec<u32>),
}

impl Joins {
    /// Counters when exactly the segments below `done` have run.
    fn new(segments: &[SegmentDef], done: usize) -> Self {
        let counts = if segments.len() <= 8 {
            Counts::Inline([DONE; 8])
        } else {
            Counts::Heap(vec![DONE; segments.len()])
        };
        let left = segments.len() - done;
        let mut joins = Self { counts, lowest: done, runnable: 0, left };
        for (segment, def) in segments.iter().enumerate().skip(done) {
            *joins.slot(segment).expect("one counter per segment") = def.after;
        }
        for def in &segments[..done] {
            for &follower in def.followers {
                joins.count_down(follower as usize);
            }
        }
        joins
    }

    fn slot(&mut self, segment: usize) -> Option<&mut u32> {
        match &mut self.counts {
            Counts::Inline(counts) => counts.get_mut(segment),
            Counts::Heap(counts) => counts.get_mut(segment),
        }
    }

    fn get(&mut self, segment: usize) -> u32 {
        self.slot(segment).map_or(DONE, |count| *count)
    }

    fn set(&mut self, segment: usize, count: u32) {
        if count == RUNNABLE {
            self.runnable += 1;
            self.lowest = self.lowest.min(segment);
        }
        if let Some(slot) = self.slot(segment) {
            *slot = count;
        }
    }

    /// One thing fewer to wait for; whether it was the last.
    fn count_down(&mut self, segment: usize) -> bool {
        let Some(slot) = self.slot(segment) else { return false };
        if *slot == 0 || *slot >= RUNNABLE {
            return false;
        }
        *slot -= 1;
        *slot == 0
    }

    /// The lowest segment that can run.
    fn next(&mut self) -> Option<usize> {
        if self.runnable == 0 {
            return None;
        }
        let mut segment = self.lowest;
        while self.get(segment) != RUNNABLE {
            segment += 1;
        }
        self.lowest = segment;
        Some(segment)
    }

    /// Notes that a runnable segment has run; the segments to count down.
    fn finish(&mut self, segments: &[SegmentDef], segment: usize) -> &'static [u32] {
        self.set(segment, DONE);
        self.runnable -= 1;
        self.left -= 1;
        segments.get(segment).map_or(&[], |def| def.followers)
    }
}

/// A frame and what its segments still need. Touched by one thread at a time.
struct Activation<F> {
    frame: F,
    joins: Joins,
}

impl<F: Frame> Activation<F> {
    /// Runs what can run and registers what must wait.
    fn run(&mut self, suspended: &Arc<Suspended<F>>) {
        while let Some(segment) = self.joins.next() {
            self.frame.run(segment as u32, &suspended.request);
            for &follower in self.joins.finish(self.frame.segments(), segment) {
                if self.joins.count_down(follower as usize) {
                    self.register(Position::at(follower as usize), suspended);
                }
            }
        }
    }

    /// Waits for the next value of a segment whose predecessors have all run, or lets it run if
    /// there is none. A value that arrives at once posts to the mailbox, since this thread is the
    /// frame's runner.
    fn register(&mut self, mut position: Position, suspended: &Arc<Suspended<F>>) {
        let segment = position.segment;
        let waits = self.frame.segments().get(segment).map_or(0, |def| def.waits);
        let Some(value) = first_pending(&self.frame, &mut position, waits) else {
            self.joins.set(segment, RUNNABLE);
            return;
        };
        let value = value.clone();
        self.joins.set(segment, BLOCKED);
        let suspended = Arc::clone(suspended);
        value.and_then_with(move |value| {
            drop(value);
            suspended.arrived(Position { segment, wait: position.wait + 1 });
        });
    }
}

/// A frame of which several segments wait.
struct Suspended<F> {
    request: RequestContext,
    mailbox: Mutex<Mailbox>,
    /// Locked by the runner only, so never contended. None once the frame is finished.
    activation: Mutex<Option<Activation<F>>>,
}

/// Segments that values have arrived for while the frame had a runner, and their next values.
#[derive(Default)]
struct Mailbox {
    running: bool,
    posts: Posts,
}

/// A list whose first elements need no allocation.
#[derive(Default)]
struct Posts {
    first: [Position; 4],
    count: usize,
    more: Vec<Position>,
}

impl<F: Frame> Suspended<F> {
    /// Registers the blocked segments of a frame that has run on the stack.
    fn begin(activation: Activation<F>, request: RequestContext) {
        let suspended = Arc::new(Self {
            request,
            mailbox: Mutex::new(Mailbox { running: true, posts: Posts::default() }),
            activation: Mutex::new(Some(activation)),
        });
        suspended.work(|activation| {
            for segment in 0..activation.frame.segments().len() {
                if activation.joins.get(segment) == BLOCKED {
                    activation.register(Position::at(segment), &suspended);
                }
            }
        });
    }

    /// The value before `position` is available.
    fn arrived(self: Arc<Self>, position: Position) {
        {
            let mut mailbox = self.mailbox.lock();
            if mailbox.running {
                mailbox.posts.push(position);
                return;
            }
            mailbox.running = true;
        }
        // Continuations nest, where one resolves what the next waits for, as deep as waiters may.
        grow_stack(|| self.work(|activation| activation.register(position, &self)));
    }

    /// As the frame's runner: does `first`, then what follows from it and from further posts.
    fn work(self: &Arc<Self>, first: impl FnOnce(&mut Activation<F>)) {
        let mut posts = Posts::default();
        let mut first = Some(first);
        loop {
            let mut slot = self.activation.lock();
            if let Some(activation) = slot.as_mut() {
                let run = || {
                    if let Some(first) = first.take() {
                        first(activation);
                    }
                    posts.drain(|position| activation.register(position, self));
                    activation.run(self);
                    activation.joins.left == 0
                };
                match caught(run, unknown_kernel) {
                    Ok(false) => {}
                    Ok(true) => {
                        let activation = slot.take();
                        let _ = caught(|| drop(activation), unknown_kernel);
                    }
                    Err(error) => drop_panicked(error, slot.take()),
                }
            }
            drop(slot);
            let mut mailbox = self.mailbox.lock();
            if mailbox.posts.count == 0 {
                mailbox.running = false;
                return;
            }
            posts = std::mem::take(&mut mailbox.posts);
        }
    }
}

impl Posts {
    fn push(&mut self, position: Position) {
        match self.first.get_mut(self.count) {
            Some(slot) => *slot = position,
            None => self.more.push(position),
        }
        self.count += 1;
    }

    fn drain(&mut self, mut f: impl FnMut(Position)) {
        let posts = std::mem::take(self);
        let inline = posts.count.min(posts.first.len());
        for position in posts.first.into_iter().take(inline).chain(posts.more) {
            f(position);
        }
    }
}
