//! Frames: order, joins, arrival at awkward moments, panics, dropping; loops; call depth.

use super::*;
use crate::context::Host;
use crate::context::RequestContext;
use crate::error::{Error, ErrorCode};
use crate::kernel::Value;
use crate::value::{AnyRef, AsyncRef, Promise};
use parking_lot::Mutex;
use std::cell::RefCell;
use std::sync::Arc;

fn request() -> RequestContext {
    Host::builder().build().unwrap().context()
}

const fn segment(waits: u32, after: u32, followers: &'static [u32]) -> SegmentDef {
    SegmentDef { waits, after, followers, gate: false }
}

/// A segment that all segments with a higher number follow.
const fn gate(waits: u32, after: u32, followers: &'static [u32]) -> SegmentDef {
    SegmentDef { gate: true, ..segment(waits, after, followers) }
}

/// Notes which segments run; each waits for the inputs listed for it.
struct Probe {
    segments: &'static [SegmentDef],
    inputs: Vec<Later<i32>>,
    /// For each segment, which inputs it waits for.
    waits: &'static [&'static [usize]],
    log: Arc<Mutex<Vec<u32>>>,
    result: LaterSlot<i32>,
    /// Run inside the segment of that number.
    inside: Option<(u32, Box<dyn FnOnce() + Send>)>,
}

impl Frame for Probe {
    fn segments(&self) -> &[SegmentDef] {
        self.segments
    }

    fn pending(&self, segment: u32, index: u32) -> Option<&AnyRef> {
        self.inputs[self.waits[segment as usize][index as usize]].pending()
    }

    fn run(&mut self, segment: u32, _: &RequestContext) {
        for &input in self.waits[segment as usize] {
            assert!(self.inputs[input].is_available());
        }
        self.log.lock().push(segment);
        if self.inside.as_ref().is_some_and(|(at, _)| *at == segment) {
            self.inside.take().unwrap().1();
        }
        if segment as usize + 1 == self.segments.len() {
            let inputs = self.inputs.drain(..);
            let sum = inputs.map(|input| input.take_available().unwrap()).sum::<Result<i32, _>>();
            self.result.deliver(sum.into());
        }
    }

    fn vacate(place: Place<Self>) {
        PLACES.with_borrow_mut(|places| places.push(place));
    }
}

thread_local! {
    /// What activations have left on this thread.
    static PLACES: RefCell<Vec<Place<Probe>>> = const { RefCell::new(Vec::new()) };
}

/// The ways to start a frame.
const WAYS: [fn(Probe, &RequestContext) -> Later<i32>; 2] = [start_anew, start_in_place];

fn start_anew(frame: Probe, request: &RequestContext) -> Later<i32> {
    start(frame, request, |frame| frame.result.take())
}

fn start_in_place(frame: Probe, request: &RequestContext) -> Later<i32> {
    match start_in(place(), || frame, request) {
        Ok(mut waiting) => {
            let result = waiting.frame().result.take();
            waiting.leave();
            result
        }
        Err(entered) => entered.go_on(request, |frame| frame.result.take()),
    }
}

/// What an activation leaves that has waited.
fn place() -> Place<Probe> {
    let (mut promises, inputs) = pending(1);
    let (frame, _) = probe(&PASS, &PASS_WAITS, inputs);
    let result = start_anew(frame, &request());
    set(&mut promises, 0);
    assert!(result.is_available());
    PLACES.with_borrow_mut(Vec::pop).expect("its place is left")
}

type Log = Arc<Mutex<Vec<u32>>>;

fn probe(
    segments: &'static [SegmentDef],
    waits: &'static [&'static [usize]],
    inputs: Vec<Later<i32>>,
) -> (Probe, Log) {
    let log = Log::default();
    let (result, inside) = (LaterSlot::EMPTY, None);
    (Probe { segments, inputs, waits, log: Arc::clone(&log), result, inside }, log)
}

fn pending(count: usize) -> (Vec<Option<Promise<i32>>>, Vec<Later<i32>>) {
    (0..count)
        .map(|_| {
            let (promise, value) = AsyncRef::pending();
            (Some(promise), Later::Pending(value))
        })
        .unzip()
}

fn set(promises: &mut [Option<Promise<i32>>], index: usize) {
    promises[index].take().unwrap().set(1 << index);
}

/// 0, then 1 and 2 (each waits for one value), then 3 (after both, waits for two more).
static DIAMOND: [SegmentDef; 4] =
    [gate(0, 0, &[1, 2]), segment(1, 1, &[3]), gate(1, 1, &[3]), gate(2, 2, &[])];
static DIAMOND_WAITS: [&[usize]; 4] = [&[], &[0], &[1], &[2, 3]];

#[test]
fn what_is_there_runs_straight_on() {
    for start in WAYS {
        let inputs = vec![1.into(), Later::Pending(AsyncRef::available(2)), 4.into(), 8.into()];
        let (frame, log) = probe(&DIAMOND, &DIAMOND_WAITS, inputs);
        let result = start(frame, &request());
        assert!(matches!(result, Later::Done(Ok(15))));
        assert_eq!(*log.lock(), [0, 1, 2, 3]);
    }
}

#[test]
fn a_place_goes_from_one_activation_to_the_next() {
    let left = || PLACES.with_borrow(Vec::len);
    let (mut promises, inputs) = pending(1);
    let (frame, log) = probe(&PASS, &PASS_WAITS, inputs);
    let result = start_in_place(frame, &request());
    assert_eq!(left(), 0, "it waits there");
    set(&mut promises, 0);
    assert_eq!(result.take_available().unwrap().unwrap(), 1);
    assert_eq!((left(), Arc::strong_count(&log)), (1, 1), "the frame is gone");

    PLACES.with_borrow_mut(Vec::clear);
    let (frame, _) = probe(&PASS, &PASS_WAITS, vec![1.into()]);
    assert!(matches!(start_in_place(frame, &request()), Later::Done(Ok(1))));
    assert_eq!(left(), 1, "it has not waited");
}

/// Who has taken a promise and does not leave the activation to itself has ended it.
#[test]
fn what_is_not_left_to_itself_ends() {
    let (mut promises, inputs) = pending(1);
    let (frame, log) = probe(&PASS, &PASS_WAITS, inputs);
    let mut waiting = start_in(place(), || frame, &request()).expect("it waits");
    let result = waiting.frame().result.take();
    drop(waiting);
    assert!(result.take_available().unwrap().is_err());
    set(&mut promises, 0);
    assert_eq!((log.lock().len(), Arc::strong_count(&log)), (1, 1), "the frame is gone");
    drop(place());
}

/// Values set in every order: the frame ends exactly when the last is there. To know the gates
/// makes frames cheaper and nothing else.
#[test]
fn every_order_of_arrival() {
    for start in WAYS {
        every_order_of(&DIAMOND, start);
        every_order_of(DIAMOND.map(|def| SegmentDef { gate: false, ..def }).to_vec().leak(), start);
    }
}

fn every_order_of(
    segments: &'static [SegmentDef],
    start: fn(Probe, &RequestContext) -> Later<i32>,
) {
    let orders = (0..24).map(|n: usize| {
        let mut left = vec![0, 1, 2, 3];
        [n / 6, n % 6 / 2, n % 2, 0].map(|index| left.remove(index))
    });
    for order in orders {
        let (mut promises, inputs) = pending(4);
        let (frame, log) = probe(segments, &DIAMOND_WAITS, inputs);
        let result = start(frame, &request());
        assert_eq!(*log.lock(), [0]);
        for (step, index) in order.into_iter().enumerate() {
            assert!(!result.is_available());
            set(&mut promises, index);
            assert_eq!(log.lock().contains(&1), order[..=step].contains(&0));
            assert_eq!(log.lock().contains(&2), order[..=step].contains(&1));
        }
        assert_eq!(result.take_available().unwrap().unwrap(), 15);
        assert_eq!(log.lock().len(), 4);
        assert_eq!(log.lock()[3], 3);
    }
}

#[test]
fn a_later_segment_runs_while_an_earlier_one_waits() {
    let (mut promises, mut inputs) = pending(1);
    inputs.extend([2.into(), 4.into(), 8.into()]);
    let (frame, log) = probe(&DIAMOND, &DIAMOND_WAITS, inputs);
    let result = start(frame, &request(), |frame| frame.result.take());
    assert_eq!(*log.lock(), [0, 2]);
    set(&mut promises, 0);
    assert_eq!(*log.lock(), [0, 2, 1, 3]);
    assert_eq!(result.take_available().unwrap().unwrap(), 15);
}

/// A segment that resolves what its own frame waits for: on the stack and when suspended.
#[test]
fn a_segment_may_bring_about_arrivals() {
    for resolving in 0..3 {
        let (mut promises, inputs) = pending(4);
        let (mut frame, log) = probe(&DIAMOND, &DIAMOND_WAITS, inputs);
        let mut rest: Vec<usize> = vec![0, 1, 2, 3];
        if resolving > 0 {
            rest.retain(|index| *index != resolving - 1);
        }
        let (first, later): (Vec<_>, Vec<_>) =
            promises.drain(..).enumerate().partition(|(index, _)| rest.contains(index));
        let inside = move || {
            for (index, mut promise) in first {
                promise.take().unwrap().set(1 << index);
            }
        };
        frame.inside = Some((resolving as u32, Box::new(inside)));
        let result = start(frame, &request(), |frame| frame.result.take());
        for (index, mut promise) in later {
            promise.take().unwrap().set(1 << index);
        }
        assert_eq!(result.take_available().unwrap().unwrap(), 15);
        assert_eq!(log.lock().len(), 4);
    }
}

#[test]
fn more_segments_than_fit_inline() {
    const N: usize = 40;
    // A chain: every segment but the entry waits for its own value and follows the one before. Not
    // every gate need be known.
    let segments: Vec<SegmentDef> = (0..=N)
        .map(|index| {
            let followers: &'static [u32] =
                if index < N { Box::leak(Box::new([index as u32 + 1])) } else { &[] };
            let waits = u32::from(index > 0);
            SegmentDef { gate: index % 3 != 1, ..segment(waits, waits, followers) }
        })
        .collect();
    let mut waits: Vec<&'static [usize]> = vec![&[]];
    waits.extend((0..N).map(|index| vec![index].leak() as &[usize]));
    let (segments, waits) = (segments.leak(), waits.leak());
    let (promises, inputs) = pending(N);
    let (frame, log) = probe(segments, waits, inputs);
    let result = start(frame, &request(), |frame| frame.result.take());
    for promise in promises.into_iter().rev() {
        assert_eq!(*log.lock(), [0]);
        promise.unwrap().set(1);
    }
    assert_eq!(result.take_available().unwrap().unwrap(), N as i32);
    assert_eq!(*log.lock(), (0..=N as u32).collect::<Vec<_>>());
}

#[test]
fn a_panic_ends_the_frame_only() {
    for (at, start) in (0..4).flat_map(|at| WAYS.map(|way| (at, way))) {
        let (mut promises, inputs) = pending(4);
        let (mut frame, log) = probe(&DIAMOND, &DIAMOND_WAITS, inputs);
        frame.inside = Some((at, Box::new(|| panic!("expected by the test"))));
        let result = start(frame, &request());
        for index in 0..4 {
            set(&mut promises, index);
        }
        assert!(result.take_available().unwrap().is_err());
        assert_eq!(log.lock().last(), Some(&at));
    }
}

/// Values that nobody will bring: dropping the promises makes errors of them, and the frame runs
/// to its end with those.
#[test]
fn dropped_promises_end_the_frame() {
    let (promises, inputs) = pending(4);
    let (frame, log) = probe(&DIAMOND, &DIAMOND_WAITS, inputs);
    let result = start(frame, &request(), |frame| frame.result.take());
    let weak = Arc::downgrade(&log);
    drop((promises, log));
    assert!(result.take_available().unwrap().is_err());
    assert_eq!(weak.strong_count(), 0, "the frame is gone");
}

/// Four threads bring four values at once, against registration and against each other.
#[test]
fn arrivals_from_many_threads() {
    let request = request();
    for round in 0..2_000 {
        let (promises, inputs) = pending(4);
        let (frame, log) = probe(&DIAMOND, &DIAMOND_WAITS, inputs);
        let result = std::thread::scope(|scope| {
            let chunks = if round % 4 < 2 { 1 } else { 2 };
            let mut promises = promises.into_iter().enumerate().collect::<Vec<_>>();
            while !promises.is_empty() {
                let chunk = promises.split_off(promises.len() - chunks);
                scope.spawn(|| {
                    for (index, promise) in chunk {
                        promise.unwrap().set(1 << index);
                    }
                });
            }
            WAYS[round % 2](frame, &request)
        });
        assert_eq!(result.take_available().unwrap().unwrap(), 15);
        assert_eq!(log.lock().len(), 4);
        assert_eq!(Arc::strong_count(&log), 1, "the frame is gone");
    }
}

/// Frames that each wait for the one before: resolving the first nests no deeper than allowed.
#[test]
fn a_long_chain_of_frames() {
    let host = Host::builder().build().unwrap();
    let request = host.context();
    let (promise, value) = AsyncRef::pending();
    let mut last = Later::Pending(value);
    for _ in 0..50_000 {
        let (frame, _) = probe(&PASS, &PASS_WAITS, vec![last]);
        last = start(frame, &request, |frame| frame.result.take());
    }
    promise.set(7);
    assert_eq!(last.take_available().unwrap().unwrap(), 7);
}

#[test]
fn later_values() {
    let host = Host::builder().build().unwrap();
    assert_eq!(host.block_on(Later::from(3)).unwrap(), 3);
    let (promise, value) = AsyncRef::pending();
    let later = Later::Pending(value);
    assert!(later.pending().is_some());
    assert!(later.clone().take_available().is_none());
    host.queue().add_task(crate::queue::Task::new(move || promise.set(4)));
    assert_eq!(host.block_on(later.clone()).unwrap(), 4);
    assert!(later.pending().is_none());
    assert!(matches!(later.clone().into_value(), Value::Ref(_)));
    assert_eq!(later.into_ref().take().unwrap().unwrap(), 4);
    assert_eq!(Later::<i32>::from_value(Value::new(5_i32)).take_available().unwrap().unwrap(), 5);
    assert!(Later::<i32>::from_value(Value::new(5_i64)).take_available().unwrap().is_err());

    let mut slot = LaterSlot::EMPTY;
    slot.deliver(Later::from(1));
    assert!(matches!(slot.take(), Later::Done(Ok(1))));
    let promised = slot.take();
    let (promise, value) = AsyncRef::pending();
    slot.deliver(Later::Pending(value));
    assert!(!promised.is_available());
    promise.set(2);
    assert_eq!(promised.take_available().unwrap().unwrap(), 2);
}

fn now((a, b): (Result<i32, Error>, Result<i32, Error>)) -> (Later<i32>, Later<i32>) {
    (a.clone().map(|a| a + 1).into(), b.and_then(|b| Ok(b + a?)).into())
}

#[test]
fn loops_that_never_wait() {
    let request = request();
    let (a, b) = repeat_later(&request, 1_000_000, (Ok(0), Ok(0)), |_, values| {
        let (a, _) = now(values);
        (a, 0.into())
    });
    assert!(matches!((a, b), (Later::Done(Ok(1_000_000)), Later::Done(Ok(0)))));
    for count in [0, -1, i32::MIN] {
        let (a,) = repeat_later(&request, count, (Ok(5),), |_, _| (6.into(),));
        assert!(matches!(a, Later::Done(Ok(5))));
    }
    let (a, b) = while_later(&request, Ok(true), (Ok(0), Ok(0)), |_, values| {
        let go_on = *values.0.as_ref().unwrap() < 9;
        (now(values), go_on.into())
    });
    assert!(matches!((a, b), (Later::Done(Ok(10)), Later::Done(Ok(45)))));
    () = repeat_later(&request, 3, (), |_, ()| ());
}

/// Every third iteration's result comes from the queue.
fn sometimes_later(request: &RequestContext, value: i32) -> Later<i32> {
    if value % 3 != 0 {
        return (value + 1).into();
    }
    let (promise, later) = AsyncRef::pending();
    request.host().queue().add_task(crate::queue::Task::new(move || promise.set(value + 1)));
    Later::Pending(later)
}

#[test]
fn loops_that_wait() {
    for queue in ["s", "mstd:2"] {
        let host = Host::builder().work_queue(queue).build().unwrap();
        let request = host.context();
        let (result,) = repeat_later(&request, 30_000, (Ok(0),), |request, (value,)| {
            (sometimes_later(request, value.unwrap()),)
        });
        assert_eq!(host.block_on(result).unwrap(), 30_000);

        let (result,) = while_later(&request, Ok(true), (Ok(0),), |request, (value,)| {
            let value = value.unwrap();
            let (promise, go_on) = AsyncRef::pending();
            let task = crate::queue::Task::new(move || promise.set(value < 2_999));
            request.host().queue().add_task(task);
            ((sometimes_later(request, value),), Later::Pending(go_on))
        });
        assert_eq!(host.block_on(result).unwrap(), 3_000);
        host.quiesce();
    }
}

/// One wait at a gate.
static PASS: [SegmentDef; 2] = [gate(0, 0, &[1]), gate(1, 1, &[])];
static PASS_WAITS: [&[usize]; 2] = [&[], &[0]];

/// Trips that are frames: their result is one more than `value`; what they wait for comes from the
/// queue or is there, and every other one divides.
fn trip(request: &RequestContext, value: i32, log: &Log) -> Probe {
    let mut inputs = vec![sometimes_later(request, value)];
    let (segments, waits) = if value % 2 == 0 {
        (&PASS[..], &PASS_WAITS[..])
    } else {
        let rest = (0..3).map(|place| match sometimes_later(request, value + place) {
            Later::Done(_) => 0.into(),
            Later::Pending(_) => {
                let (promise, zero) = AsyncRef::pending();
                request.host().queue().add_task(crate::queue::Task::new(move || promise.set(0)));
                Later::Pending(zero)
            }
        });
        inputs.extend(rest);
        (&DIAMOND[..], &DIAMOND_WAITS[..])
    };
    let (result, log) = (LaterSlot::EMPTY, Arc::clone(log));
    Probe { segments, inputs, waits, log, result, inside: None }
}

#[test]
fn loops_over_frames() {
    for queue in ["s", "mstd:2"] {
        let host = Host::builder().work_queue(queue).build().unwrap();
        let (request, log) = (host.context(), Log::default());
        let begin = |count: i32| {
            let (request, log) = (request.clone(), Arc::clone(&log));
            move |(value,): (Result<i32, Error>,)| {
                let value = value.unwrap();
                assert!(value < count);
                trip(&request, value, &log)
            }
        };
        let (result,) =
            repeat_frames(&request, 3_000, (Ok(0),), begin(3_000), |frame| (frame.result.take(),));
        assert_eq!(host.block_on(result).unwrap(), 3_000);
        // Two segments of half the trips, four of the others.
        assert_eq!(log.lock().len(), 9_000);

        let (result,) = while_frames(&request, Ok(true), (Ok(0),), begin(500), |frame| {
            let (promise, go_on) = AsyncRef::pending();
            let value = frame.result.take().into_ref();
            let awaited = value.clone();
            value.as_any().and_then(move || promise.set(*awaited.get().unwrap().unwrap() < 500));
            ((Later::Pending(value),), Later::Pending(go_on))
        });
        assert_eq!(host.block_on(result).unwrap(), 500);
        host.quiesce();
    }
}

/// Trips that follow each other in one frame, up to a value that is a multiple of `anew`.
struct Walk {
    request: RequestContext,
    value: i32,
    input: Later<i32>,
    anew: i32,
    /// Where the condition becomes false, and where the run is cancelled.
    ends: [i32; 2],
}

impl Frame for Walk {
    fn segments(&self) -> &[SegmentDef] {
        &PASS
    }

    fn pending(&self, _: u32, _: u32) -> Option<&AnyRef> {
        self.input.pending()
    }

    fn run(&mut self, segment: u32, request: &RequestContext) {
        if segment == 0 {
            self.input = sometimes_later(&self.request, self.value);
            return;
        }
        let input = std::mem::replace(&mut self.input, 0.into());
        self.value = input.take_available().unwrap().unwrap();
        if self.value == self.ends[1] {
            request.cancel();
        }
    }

    fn step_on(
        &mut self,
        segment: u32,
        more: &mut u32,
        request: &RequestContext,
    ) -> Option<&AnyRef> {
        self.run(segment, request);
        let goes_on = self.value % self.anew != 0 && self.value != self.ends[0];
        if segment == 1 && goes_on && *more > 0 && request.cancelled().is_none() {
            *more -= 1;
            self.run(0, request);
        }
        self.input.pending()
    }
}

#[test]
fn loops_in_one_frame() {
    for (queue, anew) in [("s", 7), ("s", 1), ("mstd:2", 7), ("mstd:2", i32::MAX)] {
        let host = Host::builder().work_queue(queue).build().unwrap();
        let walk = |ends| {
            let (request, begun) = (host.context(), Arc::<Mutex<i32>>::default());
            let (inner, counted) = (request.clone(), Arc::clone(&begun));
            let begin = move |(value,): (Result<i32, Error>,)| {
                *counted.lock() += 1;
                let (request, value) = (inner.clone(), value.unwrap());
                Walk { request, value, input: 0.into(), anew, ends }
            };
            (request, begin, begun)
        };
        let (request, begin, begun) = walk([0, 0]);
        let (result,) =
            repeat_frames(&request, 3_000, (Ok(0),), begin, |frame| (frame.value.into(),));
        assert_eq!(host.block_on(result).unwrap(), 3_000);
        assert_eq!(*begun.lock(), 1 + 2_999 / anew);

        let (request, begin, begun) = walk([500, 0]);
        let (result,) = while_frames(&request, Ok(true), (Ok(0),), begin, |frame| {
            ((frame.value.into(),), (frame.value != 500).into())
        });
        assert_eq!(host.block_on(result).unwrap(), 500);
        assert_eq!(*begun.lock(), 1 + 499 / anew);

        let (request, begin, begun) = walk([0, 400]);
        let (result,) =
            repeat_frames(&request, 3_000, (Ok(0),), begin, |frame| (frame.value.into(),));
        assert_eq!(host.block_on(result).unwrap_err().code(), ErrorCode::Cancelled);
        assert_eq!(*begun.lock(), 1 + 399 / anew, "no trip begins after the cancellation");
        host.quiesce();
    }
}

/// A trip of which a segment panics ends with that error, whether it waited or not; the loop goes
/// on with it.
#[test]
fn a_panic_ends_the_trip_only() {
    for at in 0..4 {
        for waits in [false, true] {
            let (mut promises, inputs) = pending(4);
            let mut inputs = Some(inputs);
            if !waits {
                (0..4).for_each(|index| set(&mut promises, index));
            }
            let log = Log::default();
            let (trips, kept) = (Arc::clone(&log), Arc::clone(&log));
            let begin = move |(value,): (Result<i32, Error>,)| {
                let (frame, _) = probe(&DIAMOND, &DIAMOND_WAITS, Vec::new());
                match (value, inputs.take()) {
                    (Ok(_), inputs) => {
                        let inside: Box<dyn FnOnce() + Send> =
                            Box::new(|| panic!("expected by the test"));
                        let (inputs, log) = (inputs.unwrap(), Arc::clone(&trips));
                        Probe { inputs, log, inside: Some((at, inside)), ..frame }
                    }
                    (Err(error), _) => {
                        trips.lock().push(100);
                        let failed = || Later::Done(Err(error.clone()));
                        Probe { inputs: (0..4).map(|_| failed()).collect(), ..frame }
                    }
                }
            };
            let (result,) =
                repeat_frames(&request(), 2, (Ok(0),), begin, |frame| (frame.result.take(),));
            promises.iter_mut().flat_map(Option::take).for_each(|promise| promise.set(1));
            let error = result.take_available().unwrap().unwrap_err();
            assert_eq!(error.message(), "kernel panicked: expected by the test");
            assert!(kept.lock().ends_with(&[at, 100]));
        }
    }
}

/// Loops whose values nobody brings, and that nobody waits for.
#[test]
fn a_loop_ends_with_what_it_waits_for() {
    let (mut promises, inputs) = pending(1);
    let (frame, log) = probe(&PASS, &PASS_WAITS, inputs);
    let mut frame = Some(frame);
    let (result,) = repeat_frames(
        &request(),
        1,
        (Ok(0),),
        move |_| frame.take().unwrap(),
        |frame| (frame.result.take(),),
    );
    assert!(!result.is_available());
    promises.clear();
    assert!(result.take_available().unwrap().is_err());
    assert_eq!(Arc::strong_count(&log), 1, "the loop is gone");
}

/// The value is set while, or just after, the loop registers with it.
#[test]
fn loops_against_arrivals_from_another_thread() {
    let host = Host::builder().build().unwrap();
    let request = host.context();
    let (send, receive) = std::sync::mpsc::channel::<(Promise<i32>, i32)>();
    let again = send.clone();
    let resolver = std::thread::spawn(move || {
        for (promise, value) in receive {
            promise.set(value);
        }
    });
    let (result,) = repeat_later(&request, 50_000, (Ok(0),), move |_, (value,)| {
        let (promise, later) = AsyncRef::pending();
        send.send((promise, value.unwrap() + 1)).unwrap();
        (Later::Pending(later),)
    });
    assert_eq!(host.block_on(result).unwrap(), 50_000);
    let begin = move |(value,): (Result<i32, Error>,)| {
        let (promise, later) = AsyncRef::pending();
        again.send((promise, value.unwrap() + 1)).unwrap();
        probe(&PASS, &PASS_WAITS, vec![Later::Pending(later)]).0
    };
    let (result,) =
        repeat_frames(&request, 50_000, (Ok(0),), begin, |frame| (frame.result.take(),));
    assert_eq!(host.block_on(result).unwrap(), 50_000);
    resolver.join().unwrap();
}

#[test]
fn loops_are_cancelled_between_iterations() {
    let request = request();
    let (a, b) = repeat_later(&request, 10, (Ok(0), Ok(0)), |request, values| {
        if values.0.as_ref().is_ok_and(|value| *value == 3) {
            request.cancel();
        }
        now(values)
    });
    for result in [a, b] {
        assert_eq!(result.take_available().unwrap().unwrap_err().message(), "Cancelled");
    }
    // No iteration is left to look before.
    let (a,) = repeat_later(&request, 0, (Ok(1),), |_, _| (2.into(),));
    assert!(matches!(a, Later::Done(Ok(1))));
}

#[test]
fn an_error_condition_ends_the_loop_once_the_values_are_there() {
    let request = request();
    let error = Error::new(ErrorCode::Internal, "no condition");
    let initial = Err(error.clone());
    let (a,) = while_later(&request, initial, (Ok(1),), |_, _| ((2.into(),), true.into()));
    assert!(a.take_available().unwrap().unwrap_err().ptr_eq(&error));

    let (promise, value) = AsyncRef::pending();
    let (mut value, second) = (Some(value), error.clone());
    let (a,) = while_later(&request, Ok(true), (Ok(1),), move |_, _| {
        ((Later::Pending(value.take().unwrap()),), Later::Done(Err(second.clone())))
    });
    assert!(!a.is_available());
    promise.set(1);
    assert!(a.take_available().unwrap().unwrap_err().ptr_eq(&error));
}

#[test]
fn a_panicking_loop_body_is_an_error() {
    let request = request();
    let (a,) = repeat_later(&request, 3, (Ok(1),), |_, _| panic!("expected by the test"));
    assert!(a.take_available().unwrap().is_err());
    let (promise, value) = AsyncRef::pending();
    let mut value = Some(value);
    let (a,) = repeat_later(&request, 3, (Ok(1),), move |_, _| {
        (Later::Pending(value.take().expect("panics when called again")),)
    });
    promise.set(1);
    assert!(a.take_available().unwrap().is_err());
}

#[test]
fn loops_over_values_of_any_type() {
    let host = Host::builder().build().unwrap();
    let request = host.context();
    let next = |request: &RequestContext, values: &[Value]| {
        sometimes_later(request, *values[0].get::<i32>().unwrap()).into_value()
    };
    let init = || vec![Value::new(0_i32), Value::new(true)];
    let results = repeat_values(&request, 100, init(), move |request, values| {
        vec![next(request, &values), values[1].clone()]
    });
    let refs: Vec<AnyRef> = results.iter().map(|value| value.clone().into_ref()).collect();
    host.await_all(&refs);
    assert_eq!(results[0].get::<i32>().as_deref(), Some(&100));
    assert_eq!(results[1].get::<bool>().as_deref(), Some(&true));

    let results = while_values(&request, Ok(true), init(), move |request, values| {
        let go_on = *values[0].get::<i32>().unwrap() < 99;
        vec![next(request, &values), values[1].clone(), Value::new(go_on)]
    });
    let refs: Vec<AnyRef> = results.iter().map(|value| value.clone().into_ref()).collect();
    host.await_all(&refs);
    assert_eq!(results[0].get::<i32>().as_deref(), Some(&100));

    let results = while_values(&request, Ok(true), init(), |_, _| vec![]);
    assert_eq!(results.len(), 2);
    assert!(results[0].error().is_some());
}
