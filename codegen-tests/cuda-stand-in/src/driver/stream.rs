//! Streams, their work, and events.

use crate::driver::clock::{Clock, Point, Stamp};
use crate::driver::code::{Code, Result};
use crate::driver::memory::View;
use crate::driver::work::{Failure, Op, Place, Work, pick};
use crate::driver::{DRIVER, State};
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::sync::Arc;
use std::thread;

#[derive(Debug)]
pub(crate) struct Stream {
    pub(crate) number: u32,
    pub(crate) context: u64,
    /// The stream that a context has without asking.
    pub(crate) is_default: bool,
    pub(crate) destroyed: bool,
    pub(crate) capture: Option<u64>,
    queue: VecDeque<Work>,
    busy: bool,
    submitted: u64,
    done: u64,
    /// What is before the next work.
    clock: Clock,
}

#[derive(Debug)]
pub(crate) struct Event {
    pub(crate) context: u64,
    pub(crate) recorded: Recorded,
}

#[derive(Clone, Debug)]
pub(crate) enum Recorded {
    Never,
    At(Stamp),
    /// In a capture, after these nodes.
    InCapture(u64, Vec<usize>),
}

/// Work to do without the lock.
pub(crate) struct Job {
    op: Op,
    stamp: Stamp,
    view: View,
    seed: u64,
    /// It is skipped: the context has failed.
    skip: bool,
    fault: Option<Code>,
}

/// Handles of streams are these and the number of the stream.
const FIRST: u64 = 0x5d00_0000_0000;
const STEP: u64 = 16;
/// Handles of a context's own stream: null, the legacy one and that of the thread.
const DEFAULT: std::ops::RangeInclusive<u64> = 0..=2;

impl State {
    pub(crate) fn create_stream(&mut self, context: u64, is_default: bool) -> Result<u64> {
        // None is used again: events and memory know streams that are gone.
        let number = self.objects.streams_made + 1;
        if number >= Point::STREAMS {
            return Err(Code::OUT_OF_MEMORY);
        }
        self.objects.streams_made = number;
        let stream = Stream {
            number,
            context,
            is_default,
            destroyed: false,
            capture: None,
            queue: VecDeque::new(),
            busy: false,
            submitted: 0,
            done: 0,
            clock: Clock::default(),
        };
        self.objects.streams.insert(number, stream);
        let thread = thread::Builder::new().name(format!("stand-in stream {number}"));
        thread.spawn(move || DRIVER.serve(number)).map_err(|_| Code::OUT_OF_MEMORY)?;
        Ok(FIRST + u64::from(number) * STEP)
    }

    /// The number of a stream by its handle.
    pub(crate) fn stream(&mut self, handle: u64) -> Result<u32> {
        if DEFAULT.contains(&handle) {
            let context = self.current()?;
            if let Some(number) = self.objects.context(context)?.default_stream {
                return Ok(number);
            }
            let handle = self.create_stream(context, true)?;
            let number = self.stream(handle)?;
            self.objects.context_mut(context)?.default_stream = Some(number);
            return Ok(number);
        }
        let offset = handle.checked_sub(FIRST).ok_or(Code::INVALID_HANDLE)?;
        let number = u32::try_from(offset / STEP).map_err(|_| Code::INVALID_HANDLE)?;
        let stream = self.objects.streams.get(&number).filter(|it| !it.destroyed);
        let stream = stream.ok_or(Code::INVALID_HANDLE)?;
        self.usable(stream.context)?;
        Ok(number)
    }

    pub(crate) fn stream_of(&self, number: u32) -> Result<&Stream> {
        self.objects.streams.get(&number).ok_or(Code::INVALID_HANDLE)
    }

    pub(crate) fn stream_mut(&mut self, number: u32) -> Result<&mut Stream> {
        self.objects.streams.get_mut(&number).ok_or(Code::INVALID_HANDLE)
    }

    pub(crate) fn destroy_stream(&mut self, number: u32) -> Result<()> {
        let stream = self.stream_mut(number)?;
        stream.destroyed = true;
        let capture = stream.capture.take();
        if let Some(capture) = capture {
            self.invalidate(capture);
        }
        Ok(())
    }

    /// Logs what the call gives a stream to do.
    pub(crate) fn note(&mut self, stream: u32, detail: String) {
        if let Some(logged) = self.log.last_mut() {
            logged.stream = Some(stream);
            logged.detail = detail;
        }
    }

    /// Gives a stream work, or its capture a node.
    pub(crate) fn submit(&mut self, stream: u32, op: Op) -> Result<()> {
        self.note(stream, op.kind());
        if self.stream_of(stream)?.capture.is_some() {
            return self.add_node(stream, op);
        }
        self.push(stream, op, Vec::new()).map(|_| ())
    }

    fn push(&mut self, number: u32, op: Op, waits: Vec<(u32, u64)>) -> Result<Stamp> {
        let host = self.host.clone();
        let stream = self.stream_mut(number)?;
        stream.submitted += 1;
        stream.clock.merge(&host);
        stream.clock.set(number, stream.submitted);
        let point = Point { stream: number, work: stream.submitted };
        let stamp = Stamp { point, clock: Arc::new(stream.clock.clone()) };
        stream.queue.push_back(Work { op, waits, stamp: stamp.clone() });
        Ok(stamp)
    }

    /// Where the stream is now, as what comes before the next work.
    pub(crate) fn now(&mut self, number: u32) -> Result<Stamp> {
        let stream = self.stream_mut(number)?;
        let point = Point { stream: number, work: stream.submitted };
        Ok(Stamp { point, clock: Arc::new(stream.clock.clone()) })
    }

    /// Work that comes before the next work of a stream, and is done by nobody.
    pub(crate) fn next_point(&mut self, number: u32) -> Result<Point> {
        self.push(number, Op::Empty, Vec::new()).map(|stamp| stamp.point)
    }

    pub(crate) fn record(&mut self, event: u64, number: u32) -> Result<()> {
        self.note(number, "record".to_owned());
        let recorded = match self.stream_of(number)?.capture {
            Some(capture) => Recorded::InCapture(capture, self.frontier(capture, number)?),
            None => Recorded::At(self.now(number)?),
        };
        self.objects.events.get_mut(&event).ok_or(Code::INVALID_HANDLE)?.recorded = recorded;
        Ok(())
    }

    pub(crate) fn wait_event(&mut self, number: u32, event: u64) -> Result<()> {
        self.note(number, "wait".to_owned());
        match self.objects.event(event)?.recorded.clone() {
            Recorded::InCapture(capture, nodes) => self.join(capture, number, nodes),
            _ if self.stream_of(number)?.capture.is_some() => Err(Code::STREAM_CAPTURE_ISOLATION),
            Recorded::Never => Ok(()),
            Recorded::At(stamp) => {
                self.stream_mut(number)?.clock.merge(&stamp.clock);
                let Point { stream, work } = stamp.point;
                self.push(number, Op::Wait, vec![(stream, work)]).map(|_| ())
            }
        }
    }

    /// Whether so much work of a stream is done.
    pub(crate) fn is_done(&self, Point { stream, work }: Point) -> bool {
        self.objects.streams.get(&stream).is_none_or(|it| it.done >= work)
    }

    /// Whether what an event was last recorded after is done.
    pub(crate) fn is_passed(&self, event: u64) -> Result<bool> {
        let event = self.objects.event(event)?;
        self.usable(event.context)?;
        match &event.recorded {
            Recorded::Never => Ok(true),
            Recorded::At(stamp) => Ok(self.is_done(stamp.point)),
            Recorded::InCapture(..) => Err(Code::CAPTURED_EVENT),
        }
    }

    /// Whether a question about an event that has passed is answered as if it had not. What the host knows to be done
    /// stays so, and so does what is before it.
    pub(crate) fn is_late(&mut self, event: u64) -> Result<bool> {
        let is_known = match &self.objects.event(event)?.recorded {
            Recorded::At(stamp) => self.host.has(stamp.point),
            Recorded::Never | Recorded::InCapture(..) => true,
        };
        Ok(!is_known && self.settings.late.as_mut().is_some_and(|random| pick(random, 4) > 0))
    }

    /// Streams whose next work can be done.
    pub(crate) fn ready(&self) -> Vec<u32> {
        let ready = |stream: &&Stream| {
            let next = stream.queue.front();
            !stream.busy && next.is_some_and(|work| self.may_begin(stream, work))
        };
        self.objects.streams.values().filter(ready).map(|stream| stream.number).collect()
    }

    fn may_begin(&self, stream: &Stream, work: &Work) -> bool {
        let waits = |&(stream, work): &(u32, u64)| self.is_done(Point { stream, work });
        // A context that has failed waits for nothing any more.
        self.usable(stream.context).is_err() || work.waits.iter().all(waits) && work.op.is_ready()
    }

    /// Whether any stream does something now.
    pub(crate) fn is_busy(&self) -> bool {
        self.objects.streams.values().any(|stream| stream.busy)
    }

    /// The next work of a stream, if it can begin.
    pub(crate) fn take(&mut self, number: u32, atomic: &Arc<Mutex<()>>) -> Option<Job> {
        let stream = self.objects.streams.get(&number)?;
        let work = stream.queue.front()?;
        if stream.busy || !self.may_begin(stream, work) {
            return None;
        }
        let skip = self.usable(stream.context).is_err();
        let stream = self.objects.streams.get_mut(&number)?;
        stream.busy = true;
        let Work { op, stamp, .. } = stream.queue.pop_front()?;
        let fault = match op {
            Op::Kernel(_) | Op::Library(_) | Op::Graph(_) if !skip => self.inject_launch(),
            _ => None,
        };
        let mut seed = self.settings.stepped.unwrap_or(0) ^ stamp.point.pack();
        pick(&mut seed, 1);
        let view = View::new(self.space.share(), stamp.clone(), Arc::clone(atomic));
        Some(Job { op, stamp, view, seed, skip, fault })
    }

    pub(crate) fn finish(
        &mut self,
        number: u32,
        job: Job,
        result: std::result::Result<(), Failure>,
    ) {
        let Job { op, stamp, view, .. } = job;
        self.reports.extend(view.take_reports());
        let Some(stream) = self.objects.streams.get_mut(&number) else { return };
        stream.busy = false;
        stream.done = stamp.point.work;
        let context = stream.context;
        if let Op::Free(address) = op {
            self.freed(address, &stamp);
        }
        if let Err(Failure { code, message }) = result {
            self.reports.push(message);
            if let Ok(context) = self.objects.context_mut(context) {
                context.poisoned.get_or_insert(code);
            }
        }
        self.drop_stream(number);
    }

    /// Gives memory back whose turn has come on its stream.
    fn freed(&mut self, address: u64, stamp: &Stamp) {
        let Some(allocation) = self.space.remove(address) else { return };
        if let Err(report) = allocation.free(stamp) {
            self.reports.push(report);
        }
        if let Some((_, pool)) = allocation.pool.and_then(|pool| self.objects.pools.get_mut(&pool))
        {
            pool.give(allocation.size as u64);
        }
    }

    fn drop_stream(&mut self, number: u32) {
        if self.is_over(number) {
            // A stream that is not in the map has done all of its work: `is_done`.
            self.objects.streams.remove(&number);
        }
    }

    /// Whether the stream is destroyed and has nothing to do.
    pub(crate) fn is_over(&self, number: u32) -> bool {
        let stream = self.objects.streams.get(&number);
        stream.is_none_or(|it| it.destroyed && !it.busy && it.queue.is_empty())
    }

    /// Where a context's streams are now.
    pub(crate) fn work_of(&mut self, context: u64) -> Vec<Stamp> {
        let streams = self.objects.streams.values().filter(|it| it.context == context);
        let numbers: Vec<u32> = streams.map(|it| it.number).collect();
        numbers.into_iter().filter_map(|number| self.now(number).ok()).collect()
    }

    /// The host has seen that so much is done.
    pub(crate) fn seen(&mut self, stamp: &Stamp) {
        self.host.merge(&stamp.clock);
    }

    /// The host has seen that the event has passed.
    pub(crate) fn seen_event(&mut self, event: u64) {
        if let Ok(Event { recorded: Recorded::At(stamp), .. }) = self.objects.event(event) {
            let stamp = stamp.clone();
            self.seen(&stamp);
        }
    }
}

impl Job {
    /// Whether the host gets something by it.
    pub(crate) fn copies_to_the_host(&self) -> bool {
        matches!(self.op, Op::Copy { to: Place::Host(_), .. })
    }

    pub(crate) fn run(&self) -> std::result::Result<(), Failure> {
        if self.skip {
            return Ok(());
        }
        if let Some(code) = self.fault {
            return Err(Failure { code, message: "a launch fails as asked".to_owned() });
        }
        self.op.run(&self.view, self.seed, 0)
    }
}
