//! Frames: order, joins, values resolved at every point, panics, drops; loops; call depth.

use super::*;
use crate::context::Host;
use crate::context::RequestContext;
use crate::error::{Error, ErrorCode};
use crate::kernel::Value;
use crate::value::{AnyRef, AsyncRef, Promise};
use parking_lot::Mutex;
use std::sync::Arc;

fn request() -> RequestContext {
    Host::builder().work_queue("s").build().unwrap().context()
}

const fn segment(waits: u32, joins: u32, followers: &'static [u32]) -> SegmentDef {
    SegmentDef::fixed(waits, joins, followers, false)
}

/// A segment that all segments with a higher number depend on.
const fn barrier(waits: u32, joins: u32, followers: &'static [u32]) -> SegmentDef {
    SegmentDef::fixed(waits, joins, followers, true)
}

/// Records which segments run; each waits for the inputs listed for it.
struct Probe {
    segments: &'static [SegmentDef],
    inputs: Vec<MaybeDone<i32>>,
    /// The inputs that each segment waits for.
    waits: &'static [&'static [usize]],
    log: Arc<Mutex<Vec<u32>>>,
    result: LaterSlot<i32>,
    /// Runs inside the segment of that number.
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
}

fn start_probe(frame: Probe, request: &RequestContext) -> MaybeDone<i32> {
    start(frame, request, |frame| frame.result.take())
}

type Log = Arc<Mutex<Vec<u32>>>;

fn probe(
    segments: &'static [SegmentDef],
    waits: &'static [&'static [usize]],
    inputs: Vec<MaybeDone<i32>>,
) -> (Probe, Log) {
    let log = Log::default();
    let (result, inside) = (LaterSlot::EMPTY, None);
    (Probe { segments, inputs, waits, log: Arc::clone(&log), result, inside }, log)
}

fn pending(count: usize) -> (Vec<Option<Promise<i32>>>, Vec<MaybeDone<i32>>) {
    (0..count)
        .map(|_| {
            let (promise, value) = AsyncRef::pending();
            (Some(promise), MaybeDone::Pending(value))
        })
        .unzip()
}

fn set(promises: &mut [Option<Promise<i32>>], index: usize) {
    promises[index].take().unwrap().set(1 << index);
}

/// 0, then 1 and 2 (each waits for one value), then 3 (joins both, waits for two more).
static DIAMOND: [SegmentDef; 4] =
    [barrier(0, 0, &[1, 2]), segment(1, 1, &[3]), barrier(1, 1, &[3]), barrier(2, 2, &[])];
static DIAMOND_WAITS: [&[usize]; 4] = [&[], &[0], &[1], &[2, 3]];

#[test]
fn available_segments_run_without_suspending() {
    let inputs = vec![1.into(), MaybeDone::Pending(AsyncRef::available(2)), 4.into(), 8.into()];
    let (frame, log) = probe(&DIAMOND, &DIAMOND_WAITS, inputs);
    let result = start_probe(frame, &request());
    assert!(matches!(result, MaybeDone::Done(Ok(15))));
    assert_eq!(*log.lock(), [0, 1, 2, 3]);
}

/// Values set in every order: the frame ends exactly when the last is set. Declaring barriers only
/// makes frames cheaper.
#[test]
fn every_order_of_arrival() {
    every_order_of(&DIAMOND);
    let without = DIAMOND.each_ref().map(|def| SegmentDef { barrier: false, ..def.clone() });
    every_order_of(without.to_vec().leak());
}

fn every_order_of(segments: &'static [SegmentDef]) {
    let orders = (0..24).map(|n: usize| {
        let mut left = vec![0, 1, 2, 3];
        [n / 6, n % 6 / 2, n % 2, 0].map(|index| left.remove(index))
    });
    for order in orders {
        let (mut promises, inputs) = pending(4);
        let (frame, log) = probe(segments, &DIAMOND_WAITS, inputs);
        let result = start_probe(frame, &request());
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
    let result = start_probe(frame, &request());
    assert_eq!(*log.lock(), [0, 2]);
    set(&mut promises, 0);
    assert_eq!(*log.lock(), [0, 2, 1, 3]);
    assert_eq!(result.take_available().unwrap().unwrap(), 15);
}

/// A segment that resolves values that its own frame waits for: on the stack and when suspended.
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
        let result = start_probe(frame, &request());
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
    // A chain: every segment but the entry waits for its own value and joins the one before.
    // Barriers may be left undeclared.
    let segments: Vec<SegmentDef> = (0..=N)
        .map(|index| {
            let followers: &'static [u32] =
                if index < N { Box::leak(Box::new([index as u32 + 1])) } else { &[] };
            let waits = u32::from(index > 0);
            SegmentDef::fixed(waits, waits, followers, index % 3 != 1)
        })
        .collect();
    let mut waits: Vec<&'static [usize]> = vec![&[]];
    waits.extend((0..N).map(|index| vec![index].leak() as &[usize]));
    let (segments, waits) = (segments.leak(), waits.leak());
    let (promises, inputs) = pending(N);
    let (frame, log) = probe(segments, waits, inputs);
    let result = start_probe(frame, &request());
    for promise in promises.into_iter().rev() {
        assert_eq!(*log.lock(), [0]);
        promise.unwrap().set(1);
    }
    assert_eq!(result.take_available().unwrap().unwrap(), N as i32);
    assert_eq!(*log.lock(), (0..=N as u32).collect::<Vec<_>>());
}

#[test]
fn a_panic_ends_the_frame_only() {
    for at in 0..4 {
        let (mut promises, inputs) = pending(4);
        let (mut frame, log) = probe(&DIAMOND, &DIAMOND_WAITS, inputs);
        frame.inside = Some((at, Box::new(|| panic!("expected by the test"))));
        let result = start_probe(frame, &request());
        for index in 0..4 {
            set(&mut promises, index);
        }
        assert!(result.take_available().unwrap().is_err());
        assert_eq!(log.lock().last(), Some(&at));
    }
}

/// Values that are never set: dropping the promises makes them errors, and the frame runs to its
/// end with those.
#[test]
fn dropped_promises_end_the_frame() {
    let (promises, inputs) = pending(4);
    let (frame, log) = probe(&DIAMOND, &DIAMOND_WAITS, inputs);
    let result = start_probe(frame, &request());
    let weak = Arc::downgrade(&log);
    drop((promises, log));
    assert!(result.take_available().unwrap().is_err());
    assert_eq!(weak.strong_count(), 0, "the frame is gone");
}

/// Four threads resolve four values at once, racing with registration and with each other.
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
            start_probe(frame, &request)
        });
        assert_eq!(result.take_available().unwrap().unwrap(), 15);
        assert_eq!(log.lock().len(), 4);
        assert_eq!(Arc::strong_count(&log), 1, "the frame is gone");
    }
}

/// Each frame waits for the previous one: resolving the first nests no deeper than allowed.
#[test]
fn a_long_chain_of_frames() {
    let host = Host::builder().work_queue("s").build().unwrap();
    let request = host.context();
    let (promise, value) = AsyncRef::pending();
    let mut last = MaybeDone::Pending(value);
    for _ in 0..50_000 {
        let (frame, _) = probe(&PASS, &PASS_WAITS, vec![last]);
        last = start_probe(frame, &request);
    }
    promise.set(7);
    assert_eq!(last.take_available().unwrap().unwrap(), 7);
}

#[test]
fn later_values() {
    let host = Host::builder().work_queue("s").build().unwrap();
    assert_eq!(host.block_on(MaybeDone::from(3).into_ref()).unwrap(), 3);
    let (promise, value) = AsyncRef::pending();
    let later = MaybeDone::Pending(value);
    assert!(later.pending().is_some());
    assert!(later.clone().take_available().is_none());
    host.queue().add_task(crate::queue::Task::new(move || promise.set(4)));
    assert_eq!(host.block_on(later.clone().into_ref()).unwrap(), 4);
    assert!(later.pending().is_none());
    assert!(matches!(later.clone().into_value(), Value::Ref(_)));
    assert_eq!(later.into_ref().take().unwrap().unwrap(), 4);
    assert_eq!(
        MaybeDone::<i32>::from_value(Value::new(5_i32)).take_available().unwrap().unwrap(),
        5
    );
    assert!(MaybeDone::<i32>::from_value(Value::new(5_i64)).take_available().unwrap().is_err());

    let mut slot = LaterSlot::EMPTY;
    slot.deliver(MaybeDone::from(1));
    assert!(matches!(slot.take(), MaybeDone::Done(Ok(1))));
    let promised = slot.take();
    let (promise, value) = AsyncRef::pending();
    slot.deliver(MaybeDone::Pending(value));
    assert!(!promised.is_available());
    promise.set(2);
    assert_eq!(promised.take_available().unwrap().unwrap(), 2);
}

fn number(value: &Value) -> i32 {
    *value.get().expect("a number that is available")
}

/// The values of a loop over `i32`.
fn values<const N: usize>(values: [i32; N]) -> LoopValues {
    values.into_iter().map(Value::new).collect()
}

fn await_all(host: &Host, values: &LoopValues) {
    let refs: Vec<AnyRef> = values.iter().map(|value| value.clone().into_ref()).collect();
    host.await_all(&refs);
}

/// The result of a loop with one value.
fn last(host: &Host, results: LoopValues) -> i32 {
    await_all(host, &results);
    number(&results[0])
}

/// Adds one to the first value, and the first to the second.
fn next(values: &LoopValues) -> LoopValues {
    let (a, b) = (number(&values[0]), number(&values[1]));
    [a + 1, a + b].map(Value::new).into_iter().collect()
}

#[test]
fn loops_that_never_wait() {
    let request = request();
    let count = LoopControl::count(1_000_000);
    let results = run_loop_of_calls(&request, count, values([0, 0]), |_, values| {
        Ok([number(&values[0]) + 1, 0].map(Value::new).into_iter().collect())
    });
    assert_eq!((number(&results[0]), number(&results[1])), (1_000_000, 0));
    for count in [0, -1, i32::MIN] {
        let count = LoopControl::count(count);
        let results = run_loop_of_calls(&request, count, values([5]), |_, _| Ok(values([6])));
        assert_eq!(number(&results[0]), 5);
    }
    let control = LoopControl::condition(true);
    let results = run_loop_of_calls(&request, control, values([0, 0]), |_, values| {
        let again = number(&values[0]) < 9;
        let mut results = next(&values);
        results.push(Value::new(again));
        Ok(results)
    });
    assert_eq!((number(&results[0]), number(&results[1])), (10, 45));
    let none = run_loop_of_calls(&request, LoopControl::count(3), values([]), |_, none| Ok(none));
    assert!(none.is_empty());
    let control = LoopControl::condition(false);
    let results = run_loop_of_calls(&request, control, values([5]), |_, _| Ok(values([6])));
    assert_eq!(number(&results[0]), 5);
}

/// The result of every third iteration comes from the queue.
fn sometimes_later(request: &RequestContext, value: i32) -> MaybeDone<i32> {
    if value % 3 != 0 {
        return (value + 1).into();
    }
    let (promise, later) = AsyncRef::pending();
    request.host().queue().add_task(crate::queue::Task::new(move || promise.set(value + 1)));
    MaybeDone::Pending(later)
}

#[test]
fn loops_that_wait() {
    for queue in ["s", "mstd:2"] {
        let host = Host::builder().work_queue(queue).build().unwrap();
        let request = host.context();
        let count = LoopControl::count(30_000);
        let results = run_loop_of_calls(&request, count, values([0]), |request, values| {
            Ok([sometimes_later(request, number(&values[0])).into_value()].into_iter().collect())
        });
        assert_eq!(last(&host, results), 30_000);

        let control = LoopControl::condition(true);
        let results = run_loop_of_calls(&request, control, values([0]), |request, values| {
            let value = number(&values[0]);
            let (promise, again) = AsyncRef::pending();
            let task = crate::queue::Task::new(move || promise.set(value < 2_999));
            request.host().queue().add_task(task);
            let again = Value::Ref(again.into_any());
            Ok([sometimes_later(request, value).into_value(), again].into_iter().collect())
        });
        assert_eq!(last(&host, results), 3_000);
        host.quiesce();
    }
}

/// One wait at a barrier.
static PASS: [SegmentDef; 2] = [barrier(0, 0, &[1]), barrier(1, 1, &[])];
static PASS_WAITS: [&[usize]; 2] = [&[], &[0]];

/// Iterations that are frames with result `value + 1`; their inputs come from the queue or are
/// available, and every other frame has segments that wait at the same time.
fn iteration(request: &RequestContext, value: i32, log: &Log) -> Probe {
    let mut inputs = vec![sometimes_later(request, value)];
    let (segments, waits) = if value % 2 == 0 {
        (&PASS[..], &PASS_WAITS[..])
    } else {
        let rest = (0..3).map(|place| match sometimes_later(request, value + place) {
            MaybeDone::Done(_) => 0.into(),
            MaybeDone::Pending(_) => {
                let (promise, zero) = AsyncRef::pending();
                request.host().queue().add_task(crate::queue::Task::new(move || promise.set(0)));
                MaybeDone::Pending(zero)
            }
        });
        inputs.extend(rest);
        (&DIAMOND[..], &DIAMOND_WAITS[..])
    };
    let (result, log) = (LaterSlot::EMPTY, Arc::clone(log));
    Probe { segments, inputs, waits, log, result, inside: None }
}

/// Takes the result of an iteration of a loop with one value.
fn finish(frame: &mut Probe) -> Result<LoopValues, Error> {
    Ok([frame.result.take().into_value()].into_iter().collect())
}

#[test]
fn loops_over_frames() {
    for queue in ["s", "mstd:2"] {
        let host = Host::builder().work_queue(queue).build().unwrap();
        let (request, log) = (host.context(), Log::default());
        let begin = |count: i32| {
            let (request, log) = (request.clone(), Arc::clone(&log));
            move |values: LoopValues| {
                let value = number(&values[0]);
                assert!(value < count);
                Ok(iteration(&request, value, &log))
            }
        };
        let count = LoopControl::count(3_000);
        let results = run_loop(&request, count, values([0]), begin(3_000), finish);
        assert_eq!(last(&host, results), 3_000);
        // Half the iterations have two segments, the others four.
        assert_eq!(log.lock().len(), 9_000);

        let control = LoopControl::condition(true);
        let results = run_loop(&request, control, values([0]), begin(500), |frame| {
            let (promise, again) = AsyncRef::pending();
            let value = frame.result.take().into_ref();
            let awaited = value.clone();
            value.as_any().and_then(move || promise.set(*awaited.get().unwrap().unwrap() < 500));
            Ok([Value::Ref(value.into_any()), Value::Ref(again.into_any())].into_iter().collect())
        });
        assert_eq!(last(&host, results), 500);
        host.quiesce();
    }
}

/// A panic in a segment ends the iteration with that error, suspended or not; the loop continues
/// with it.
#[test]
fn a_panic_ends_the_iteration_only() {
    for at in 0..4 {
        for waits in [false, true] {
            let (mut promises, inputs) = pending(4);
            let mut inputs = Some(inputs);
            if !waits {
                (0..4).for_each(|index| set(&mut promises, index));
            }
            let log = Log::default();
            let (iterations, kept) = (Arc::clone(&log), Arc::clone(&log));
            let begin = move |values: LoopValues| {
                let (frame, _) = probe(&DIAMOND, &DIAMOND_WAITS, Vec::new());
                Ok(match values[0].error().cloned() {
                    None => {
                        let inside: Box<dyn FnOnce() + Send> =
                            Box::new(|| panic!("expected by the test"));
                        let (inputs, log) = (inputs.take().unwrap(), Arc::clone(&iterations));
                        Probe { inputs, log, inside: Some((at, inside)), ..frame }
                    }
                    Some(error) => {
                        iterations.lock().push(100);
                        let failed = || MaybeDone::Done(Err(error.clone()));
                        Probe { inputs: (0..4).map(|_| failed()).collect(), ..frame }
                    }
                })
            };
            let results = run_loop(&request(), LoopControl::count(2), values([0]), begin, finish);
            promises.iter_mut().flat_map(Option::take).for_each(|promise| promise.set(1));
            let error = results[0].error().expect("it has failed");
            assert_eq!(error.message(), "kernel panicked: expected by the test");
            assert!(kept.lock().ends_with(&[at, 100]));
        }
    }
}

/// Loops whose values are never set and whose results are dropped.
#[test]
fn a_loop_ends_with_what_it_waits_for() {
    let (mut promises, inputs) = pending(1);
    let (frame, log) = probe(&PASS, &PASS_WAITS, inputs);
    let mut frame = Some(frame);
    let begin = move |_| Ok(frame.take().unwrap());
    let results = run_loop(&request(), LoopControl::count(1), values([0]), begin, finish);
    assert!(!results[0].is_available());
    promises.clear();
    assert!(results[0].error().is_some());
    assert_eq!(Arc::strong_count(&log), 1, "the loop is gone");
}

/// The value is set during, or just after, the registration of the loop's waiter.
#[test]
fn loops_against_arrivals_from_another_thread() {
    let host = Host::builder().work_queue("s").build().unwrap();
    let request = host.context();
    let (send, receive) = std::sync::mpsc::channel::<(Promise<i32>, i32)>();
    let again = send.clone();
    let resolver = std::thread::spawn(move || {
        for (promise, value) in receive {
            promise.set(value);
        }
    });
    let count = || LoopControl::count(50_000);
    let results = run_loop_of_calls(&request, count(), values([0]), move |_, values| {
        let (promise, later) = AsyncRef::pending();
        send.send((promise, number(&values[0]) + 1)).unwrap();
        Ok([Value::Ref(later.into_any())].into_iter().collect())
    });
    assert_eq!(last(&host, results), 50_000);
    let begin = move |values: LoopValues| {
        let (promise, later) = AsyncRef::pending();
        again.send((promise, number(&values[0]) + 1)).unwrap();
        Ok(probe(&PASS, &PASS_WAITS, vec![MaybeDone::Pending(later)]).0)
    };
    let results = run_loop(&request, count(), values([0]), begin, finish);
    assert_eq!(last(&host, results), 50_000);
    resolver.join().unwrap();
}

#[test]
fn loops_are_cancelled_between_iterations() {
    let request = request();
    let count = LoopControl::count(10);
    let results = run_loop_of_calls(&request, count, values([0, 0]), |request, values| {
        if number(&values[0]) == 3 {
            request.cancel();
        }
        Ok(next(&values))
    });
    for result in results {
        assert_eq!(result.error().unwrap().message(), "Cancelled");
    }
    // No iteration is left that could check.
    let count = LoopControl::count(0);
    let results = run_loop_of_calls(&request, count, values([1]), |_, _| Ok(values([2])));
    assert_eq!(number(&results[0]), 1);
}

#[test]
fn an_error_condition_ends_the_loop_once_the_values_are_available() {
    let error = Error::new(ErrorCode::Internal, "no condition");
    let (promise, value) = AsyncRef::<i32>::pending();
    let condition = error.clone();
    let control = LoopControl::condition(true);
    let results = run_loop_of_calls(&request(), control, values([1]), move |_, _| {
        let value = Value::Ref(value.clone().into_any());
        Ok([value, Value::Error(condition.clone())].into_iter().collect())
    });
    assert!(!results[0].is_available());
    promise.set(1);
    assert!(results[0].error().unwrap().ptr_eq(&error));
}

#[test]
fn a_body_that_fails_or_panics_ends_the_loop() {
    let request = request();
    let count = || LoopControl::count(3);
    let results =
        run_loop_of_calls(&request, count(), values([1]), |_, _| panic!("expected by the test"));
    assert!(results[0].error().is_some());
    let (promise, value) = AsyncRef::<i32>::pending();
    let value = Arc::new(Mutex::new(Some(value)));
    let results = run_loop_of_calls(&request, count(), values([1]), move |_, _| {
        let value = value.lock().take().expect("panics when called again");
        Ok([Value::Ref(value.into_any())].into_iter().collect())
    });
    promise.set(1);
    assert!(results[0].error().is_some());
    let calls = Arc::new(Mutex::new(0));
    let counted = Arc::clone(&calls);
    let results = run_loop_of_calls(&request, count(), values([1]), move |_, _| {
        *counted.lock() += 1;
        Err(Error::bug("no more"))
    });
    assert!(results[0].error().is_some());
    assert_eq!(*calls.lock(), 1);
}
