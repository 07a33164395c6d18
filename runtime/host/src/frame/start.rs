//! [`start`]: runs the segments of a frame in order until one must wait, and suspends the frame
//! there.
//!
//! A segment waits for its values one after the other: it needs all of them, and most are available
//! by the time the first is.
//!
//! | state of a frame | owner | cost |
//! |---|---|---|
//! | running ([`Running`]) | the caller of `start`, on its stack | nothing |
//! | suspended at a [barrier](SegmentDef::barrier) ([`SuspendedFrame`]) | the waiter of the pending value | one allocation per call, however often it waits; no count, no lock |
//! | several segments wait at the same time (`joins.rs`) | shared by the waiters of their values | one allocation more, a count and two locks |
//!
//! Suspended frames are of one type, `SuspendedFrame<dyn Frame>`: what resumes them is compiled once,
//! not again for each function of a program.
//!
//! A suspended frame is kept alive only by the waiters of its pending values: when the last of them
//! is dropped, so is the frame, and its unresolved promises become errors.

use super::joins;
use crate::context::RequestContext;
use crate::error::Error;
use crate::value::unwind::{caught, dropped_because_of, unknown_kernel};
use crate::value::{AnyRef, Suspended, resume_when_ready};
use std::borrow::Cow;

/// The static shape of a segment.
///
/// ```
/// use std::sync::mpsc::{Sender, channel};
/// use tfrt_host::context::{Host, RequestContext};
/// use tfrt_host::frame::{Frame, SegmentDef, start};
/// use tfrt_host::value::{AnyRef, AsyncRef};
///
/// /// The entry, two segments that wait for a value each, and one that joins these two.
/// static SEGMENTS: [SegmentDef; 4] = [
///     SegmentDef::fixed(0, 0, &[1, 2], true),
///     SegmentDef::fixed(1, 1, &[3], false),
///     SegmentDef::fixed(1, 1, &[3], false),
///     SegmentDef::fixed(0, 2, &[], true),
/// ];
///
/// /// Reports the segments that run.
/// struct Report(Sender<u32>, [AsyncRef<i32>; 2]);
///
/// impl Frame for Report {
///     fn segments(&self) -> &[SegmentDef] {
///         &SEGMENTS
///     }
///
///     fn pending(&self, segment: u32, _index: u32) -> Option<&AnyRef> {
///         let value = &self.1[segment as usize - 1];
///         (!value.is_available()).then(|| value.as_any())
///     }
///
///     fn run(&mut self, segment: u32, _: &RequestContext) {
///         self.0.send(segment).expect("the receiver lives");
///     }
/// }
///
/// let host = Host::builder().build()?;
/// let (first, second) = (AsyncRef::pending(), AsyncRef::pending());
/// let (sender, ran) = channel();
/// start(Report(sender, [first.1, second.1]), &host.context(), |_| ());
/// assert!(ran.try_iter().eq([0]));
/// second.0.set(2);
/// assert!(ran.try_iter().eq([2]));
/// first.0.set(1);
/// assert!(ran.try_iter().eq([1, 3]));
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SegmentDef {
    pub(super) waits: u32,
    pub(super) joins: u32,
    pub(super) followers: Cow<'static, [u32]>,
    pub(super) barrier: bool,
}

impl SegmentDef {
    /// A segment that waits for `waits` values (see [`Frame::pending`]) and joins `joins` earlier
    /// segments. `followers` are the segments that join this one; all have higher numbers.
    /// `barrier`: every segment with a higher number depends on this one, directly or indirectly,
    /// so none of them can run while it waits.
    #[must_use]
    pub const fn new(
        waits: u32,
        joins: u32,
        followers: Cow<'static, [u32]>,
        barrier: bool,
    ) -> Self {
        Self { waits, joins, followers, barrier }
    }

    /// [`SegmentDef::new`] with followers from a constant.
    #[must_use]
    pub const fn fixed(waits: u32, joins: u32, followers: &'static [u32], barrier: bool) -> Self {
        Self::new(waits, joins, Cow::Borrowed(followers), barrier)
    }
}

/// The state of one call of a function that may suspend, and its code.
///
/// ```
/// use tfrt_host::context::{Host, RequestContext};
/// use tfrt_host::frame::{Frame, LaterSlot, MaybeDone, SegmentDef, start};
/// use tfrt_host::value::{AnyRef, AsyncRef};
///
/// /// Doubles a number that may be pending.
/// struct Double {
///     x: MaybeDone<i32>,
///     result: LaterSlot<i32>,
/// }
///
/// impl Frame for Double {
///     fn segments(&self) -> &[SegmentDef] {
///         // The entry, then a segment that waits for one value.
///         const { &[SegmentDef::fixed(0, 0, &[1], true), SegmentDef::fixed(1, 1, &[], true)] }
///     }
///
///     fn pending(&self, _segment: u32, _index: u32) -> Option<&AnyRef> {
///         self.x.pending()
///     }
///
///     fn run(&mut self, segment: u32, _: &RequestContext) {
///         if segment == 1 {
///             let x = self.x.clone().take_available().expect("the segment has waited for it");
///             self.result.deliver(x.map(|x| 2 * x).into());
///         }
///     }
/// }
///
/// let host = Host::builder().build()?;
/// let (promise, x) = AsyncRef::pending();
/// let frame = Double { x: x.into(), result: LaterSlot::EMPTY };
/// let result = start(frame, &host.context(), |frame| frame.result.take());
/// assert!(!result.is_available());
/// promise.set(21);
/// assert_eq!(result.take_available().expect("its segments have run").ok(), Some(42));
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
pub trait Frame: Send + 'static {
    /// The segments, entry first. A method rather than a constant, for code that is compiled at run
    /// time.
    fn segments(&self) -> &[SegmentDef];
    /// The `index`-th value of `segment`, if it is not available yet. Called only when all joined
    /// segments have run.
    fn pending(&self, segment: u32, index: u32) -> Option<&AnyRef>;
    /// Runs one segment: reads and writes slots, delivers results.
    fn run(&mut self, segment: u32, request: &RequestContext);
}

/// Runs the frame until a segment must wait. Then `finish`, which does not panic, takes the results
/// (or promises of them) while the frame is on the stack; if segments are left, the frame moves to
/// the heap and waits. The entry segment does not wait.
///
/// The runnable segment with the lowest number runs first. If a segment panics, the frame is
/// dropped and undelivered results become errors.
#[inline]
pub fn start<F: Frame, R>(
    frame: F,
    request: &RequestContext,
    finish: impl FnOnce(&mut F) -> R,
) -> R {
    let mut running = Running::new(frame);
    let stop = running.run(request);
    let results = finish(&mut running.frame);
    running.detach(stop, request);
    results
}

/// A frame that its holder runs: no waiter refers to it.
pub(super) struct Running<F: ?Sized> {
    next: Position,
    pub(super) frame: F,
}

/// Why a frame stops.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// The next segment is a barrier with a pending value.
    Barrier,
    /// The next segment has a pending value, and others may run before it.
    Join,
    /// All segments have run.
    End,
}

impl<F: Frame> Running<F> {
    /// A frame before its entry segment.
    pub(super) fn new(frame: F) -> Self {
        Self { next: Position::of(0), frame }
    }

    /// Suspends the frame after its results, or promises of them, have been taken.
    #[inline]
    pub(super) fn detach(self, stop: Result<Stop, Error>, request: &RequestContext) {
        if !matches!(stop, Ok(Stop::End)) {
            suspend(stop, Box::new(SuspendedFrame { request: request.clone(), running: self }));
        }
    }
}

impl<F: Frame + ?Sized> Running<F> {
    /// Runs segments in order until one must wait.
    ///
    /// # Errors
    /// A segment panicked. Only delivered results are left to take.
    #[inline]
    pub(super) fn run(&mut self, request: &RequestContext) -> Result<Stop, Error> {
        caught(|| self.advance(request), &unknown_kernel)
    }

    /// [`Running::run`] for callers that catch panics themselves.
    #[inline]
    fn advance(&mut self, request: &RequestContext) -> Stop {
        let Self { next, frame } = self;
        while let Some(&SegmentDef { waits, barrier, .. }) = frame.segments().get(next.segment) {
            if first_pending(frame, next, waits).is_some() {
                return if barrier { Stop::Barrier } else { Stop::Join };
            }
            frame.run(next.segment as u32, request);
            *next = Position::of(next.segment + 1);
        }
        Stop::End
    }

    /// The number of segments that have run.
    pub(super) fn done(&self) -> usize {
        self.next.segment
    }

    /// The value that the next segment waits for, unless it is available by now.
    #[inline]
    pub(super) fn pending(&self) -> Option<&AnyRef> {
        self.frame.pending(self.next.segment as u32, self.next.wait)
    }
}

/// Suspends a frame, or drops one in which a segment panicked.
fn suspend(stop: Result<Stop, Error>, frame: Box<SuspendedFrame<dyn Frame>>) {
    match stop {
        Ok(Stop::End) => {}
        Ok(Stop::Barrier) => resume_when_ready(frame),
        Ok(Stop::Join) => joins::share(frame),
        Err(error) => drop_panicked(error, frame),
    }
}

/// Drops a frame in which a segment panicked: undelivered results become that error.
#[cold]
pub(super) fn drop_panicked(error: Error, frame: Box<SuspendedFrame<dyn Frame>>) {
    dropped_because_of(error, || {
        let _ = caught(|| drop(frame), &unknown_kernel);
    });
}

/// A segment and the first of its values that is not known to be available.
#[derive(Clone, Copy, Default)]
pub(super) struct Position {
    pub(super) segment: usize,
    pub(super) wait: u32,
}

impl Position {
    /// The position at a segment's first value.
    pub(super) fn of(segment: usize) -> Self {
        Self { segment, wait: 0 }
    }
}

/// The first pending value of a segment with `waits` values; `position` skips the available ones.
#[inline]
pub(super) fn first_pending<'f, F: Frame + ?Sized>(
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

/// A frame on the heap, and the run that it belongs to.
pub(super) struct SuspendedFrame<F: ?Sized> {
    pub(super) request: RequestContext,
    pub(super) running: Running<F>,
}

/// At a barrier.
impl Suspended for SuspendedFrame<dyn Frame> {
    fn pending(&self) -> Option<&AnyRef> {
        self.running.pending()
    }

    fn resume(mut self: Box<Self>) -> Option<Box<Self>> {
        let Self { request, running } = &mut *self;
        match running.advance(request) {
            Stop::Barrier => return Some(self),
            Stop::Join => joins::share(self),
            Stop::End => {}
        }
        None
    }
}
