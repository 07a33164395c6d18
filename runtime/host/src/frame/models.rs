//! Loom models of suspended frames and loops: values resolved by several threads, the runner,
//! cancellation, and dropped results. And of what a run's end wakes.

use super::*;
use crate::context::{ExecCtx, Host, RequestContext, Site, SiteRef};
use crate::error::{Error, ErrorCode, KernelError, Location};
use crate::kernel::{Value, call_strict};
use crate::value::{AnyRef, AsyncRef, live_count};
use loom::sync::atomic::{AtomicUsize, Ordering};
use loom::thread;
use std::sync::Arc;

/// Runs the model and checks that its executions leave no live value. One model at a time, because
/// the count is per process.
fn check(model: impl Fn() + Send + Sync + 'static) {
    static ONE_AT_A_TIME: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let before = live_count();
    crate::sync::check(model);
    assert_eq!(live_count(), before, "every value ended");
}

fn request() -> RequestContext {
    Host::builder().work_queue("s").build().unwrap().context()
}

fn oops() -> Error {
    Error::new(ErrorCode::Internal, "oops")
}

/// Counts its drops.
struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Adds its inputs in its last segment; each earlier segment waits for one.
struct Sum {
    segments: &'static [SegmentDef],
    inputs: Vec<MaybeDone<i32>>,
    runs: Vec<u32>,
    result: LaterSlot<i32>,
    _end: Counted,
}

impl Sum {
    /// The input that a segment waits for.
    fn input(&self, segment: u32, index: u32) -> usize {
        let first = if self.segments.len() == 2 { 0 } else { segment as usize - 1 };
        first + index as usize
    }
}

impl Frame for Sum {
    fn segments(&self) -> &[SegmentDef] {
        self.segments
    }

    fn pending(&self, segment: u32, index: u32) -> Option<&AnyRef> {
        self.inputs[self.input(segment, index)].pending()
    }

    fn run(&mut self, segment: u32, request: &RequestContext) {
        self.runs.push(segment);
        if segment as usize + 1 == self.segments.len() {
            assert_eq!(self.runs.len(), self.segments.len(), "each segment runs once");
            let inputs = self.inputs.drain(..);
            let sum = inputs.map(|input| input.take_available().unwrap()).sum::<Result<i32, _>>();
            let cancelled = request.cancelled().cloned();
            self.result.deliver(cancelled.map_or(sum, Err).into());
        }
    }
}

const fn segment(waits: u32, joins: u32, followers: &'static [u32]) -> SegmentDef {
    SegmentDef::fixed(waits, joins, followers, false)
}

const fn barrier(waits: u32, joins: u32, followers: &'static [u32]) -> SegmentDef {
    SegmentDef::fixed(waits, joins, followers, true)
}

/// One segment waits for both, in a shared frame.
const ONE_JOIN: &[SegmentDef] = &[segment(0, 0, &[1]), segment(2, 1, &[])];
/// The same as a barrier, so that the frame is not shared.
const ONE_BARRIER: &[SegmentDef] = &[segment(0, 0, &[1]), barrier(2, 1, &[])];
/// One segment waits for one value.
const PASS: &[SegmentDef] = &[segment(0, 0, &[1]), barrier(1, 1, &[])];
/// Two segments wait for one value each; a third joins both.
const TWO_JOINS: &[SegmentDef] =
    &[segment(0, 0, &[1, 2]), segment(1, 1, &[3]), segment(1, 1, &[3]), segment(0, 2, &[])];

fn sum(
    segments: &'static [SegmentDef],
    request: &RequestContext,
    inputs: [AsyncRef<i32>; 2],
    ends: &Arc<AtomicUsize>,
) -> MaybeDone<i32> {
    start(frame(segments, inputs, ends), request, |frame| frame.result.take())
}

fn frame<const N: usize>(
    segments: &'static [SegmentDef],
    inputs: [AsyncRef<i32>; N],
    ends: &Arc<AtomicUsize>,
) -> Sum {
    let (inputs, runs) = (inputs.map(MaybeDone::Pending).into(), Vec::new());
    let (result, _end) = (LaterSlot::EMPTY, Counted(Arc::clone(ends)));
    Sum { segments, inputs, runs, result, _end }
}

/// Two threads resolve two values while the frame is suspending.
fn two_arrivals(segments: &'static [SegmentDef], fails: bool) {
    check(move || {
        let ends = Arc::new(AtomicUsize::new(0));
        let ((left, a), (right, b)) = (AsyncRef::pending(), AsyncRef::pending());
        let one = thread::spawn(move || left.set(1));
        let two = thread::spawn(move || right.resolve(if fails { Err(oops()) } else { Ok(2) }));
        let result = sum(segments, &request(), [a, b], &ends);
        one.join().unwrap();
        two.join().unwrap();
        let result = result.take_available().expect("both have arrived");
        match result {
            Ok(sum) => assert!(sum == 3 && !fails),
            Err(error) => assert!(fails && error.message() == "oops"),
        }
        assert_eq!(ends.load(Ordering::Relaxed), 1);
    });
}

#[test]
fn two_arrivals_at_one_join() {
    two_arrivals(ONE_JOIN, false);
}

#[test]
fn two_arrivals_at_one_barrier() {
    two_arrivals(ONE_BARRIER, false);
}

#[test]
fn two_joins_race() {
    two_arrivals(TWO_JOINS, false);
}

#[test]
fn an_error_races_a_value() {
    two_arrivals(ONE_JOIN, true);
    two_arrivals(ONE_BARRIER, true);
}

#[test]
fn resume_against_cancel() {
    for segments in [ONE_JOIN, ONE_BARRIER] {
        resumed_or_cancelled(segments);
    }
}

fn resumed_or_cancelled(segments: &'static [SegmentDef]) {
    check(move || {
        let ends = Arc::new(AtomicUsize::new(0));
        let (request, (promise, a)) = (request(), AsyncRef::pending());
        let result = sum(segments, &request, [a, AsyncRef::available(2)], &ends);
        let setter = thread::spawn(move || promise.set(1));
        request.cancel();
        setter.join().unwrap();
        match result.take_available().expect("it was resumed") {
            Ok(sum) => assert_eq!(sum, 3),
            Err(error) => assert_eq!(error.code(), ErrorCode::Cancelled),
        }
        assert_eq!(ends.load(Ordering::Relaxed), 1);
    });
}

#[test]
fn a_result_that_nobody_keeps() {
    for segments in [ONE_JOIN, ONE_BARRIER] {
        kept_by_nobody(segments);
    }
}

fn kept_by_nobody(segments: &'static [SegmentDef]) {
    check(move || {
        let ends = Arc::new(AtomicUsize::new(0));
        let (promise, a) = AsyncRef::pending();
        let setter = thread::spawn(move || promise.set(1));
        drop(sum(segments, &request(), [a, AsyncRef::available(2)], &ends));
        setter.join().unwrap();
        assert_eq!(ends.load(Ordering::Relaxed), 1);
    });
}

/// The values of a loop with one value.
fn one(value: Value) -> LoopValues {
    [value].into_iter().collect()
}

fn zero() -> LoopValues {
    one(Value::new(0_i32))
}

fn finish(frame: &mut Sum) -> Result<LoopValues, Error> {
    Ok(one(frame.result.take().into_value()))
}

/// The result of a loop that has ended.
fn ended(results: &LoopValues) -> Result<i32, Error> {
    assert!(results[0].is_available(), "it was resumed");
    match results[0].error() {
        Some(error) => Err(error.clone()),
        None => Ok(*results[0].get::<i32>().expect("a number")),
    }
}

/// Two values that another thread sets one after the other; the second is the last.
fn two_inputs() -> (Vec<AsyncRef<i32>>, thread::JoinHandle<()>) {
    let ((first, a), (second, b)) = (AsyncRef::<i32>::pending(), AsyncRef::<i32>::pending());
    let setter = thread::spawn(move || {
        first.set(1);
        second.set(2);
    });
    (vec![b, a], setter)
}

/// The value that a loop waits for is resolved while the loop suspends, twice.
#[test]
fn a_loop_waits_against_arrivals() {
    check(|| {
        let (inputs, setter) = two_inputs();
        let inputs = Arc::new(std::sync::Mutex::new(inputs));
        let count = LoopControl::count(2);
        let results = run_loop_of_calls(&request(), count, zero(), move |_, _| {
            let input = inputs.lock().unwrap().pop().expect("two iterations");
            Ok(one(Value::Ref(input.into_any())))
        });
        setter.join().unwrap();
        assert_eq!(ended(&results).unwrap(), 2);
    });
}

#[test]
fn a_loop_that_waits_against_cancel() {
    check(|| {
        let (request, (promise, value)) = (request(), AsyncRef::<i32>::pending());
        let input = Arc::new(std::sync::Mutex::new(Some(value)));
        let count = LoopControl::count(2);
        let results = run_loop_of_calls(&request, count, zero(), move |_, _| {
            let input = input.lock().unwrap().take();
            Ok(one(input.map_or(Value::new(7_i32), |input| Value::Ref(input.into_any()))))
        });
        let setter = thread::spawn(move || promise.set(1));
        request.cancel();
        setter.join().unwrap();
        match ended(&results) {
            Ok(last) => assert_eq!(last, 7),
            Err(error) => assert_eq!(error.code(), ErrorCode::Cancelled),
        }
    });
}

/// The same for a loop whose iterations are frames.
#[test]
fn a_loop_over_frames_waits_against_arrivals() {
    check(|| {
        let ((mut inputs, setter), ends) = (two_inputs(), Arc::new(AtomicUsize::new(0)));
        let counted = Arc::clone(&ends);
        let begin = move |_| Ok(frame(PASS, [inputs.pop().expect("two iterations")], &counted));
        let results = run_loop(&request(), LoopControl::count(2), zero(), begin, finish);
        setter.join().unwrap();
        assert_eq!(ended(&results).unwrap(), 2);
        assert_eq!(ends.load(Ordering::Relaxed), 2, "the frame of each iteration ended");
    });
}

/// An iteration with two waiting segments continues by itself, and the loop waits for its result.
#[test]
fn a_loop_over_frames_that_are_shared() {
    check(|| {
        let ((inputs, setter), ends) = (two_inputs(), Arc::new(AtomicUsize::new(0)));
        let (mut inputs, counted) = (inputs.try_into().ok(), Arc::clone(&ends));
        let begin = move |_| {
            let inputs: [AsyncRef<i32>; 2] = inputs.take().expect("one iteration");
            Ok(frame(ONE_JOIN, inputs, &counted))
        };
        let results = run_loop(&request(), LoopControl::count(1), zero(), begin, finish);
        setter.join().unwrap();
        assert_eq!(ended(&results).unwrap(), 3);
        assert_eq!(ends.load(Ordering::Relaxed), 1, "the frame ended");
    });
}

#[test]
fn a_loop_over_frames_against_cancel() {
    check(|| {
        let (request, (promise, value)) = (request(), AsyncRef::<i32>::pending());
        let (mut input, ends) = (Some(value), Arc::new(AtomicUsize::new(0)));
        let begin = move |_| {
            let input = input.take().unwrap_or_else(|| AsyncRef::available(7));
            Ok(frame(PASS, [input], &ends))
        };
        let results = run_loop(&request, LoopControl::count(2), zero(), begin, finish);
        let setter = thread::spawn(move || promise.set(1));
        request.cancel();
        setter.join().unwrap();
        match ended(&results) {
            Ok(last) => assert_eq!(last, 7),
            Err(error) => assert_eq!(error.code(), ErrorCode::Cancelled),
        }
    });
}

/// Two threads resolve the arguments that a call waits for, in either order.
#[test]
fn a_call_that_waits_for_its_arguments() {
    check(|| {
        let ((left, a), (right, b)) = (AsyncRef::<i32>::pending(), AsyncRef::<i32>::pending());
        let request = request();
        let one = thread::spawn(move || left.set(1));
        let two = thread::spawn(move || right.set(2));
        let mut arguments = [a, b].map(|value| Value::Ref(value.into_any()));
        let mut results = [Value::Empty];
        call_strict(&request, &mut arguments, &mut results, |_, arguments, results| {
            let [a, b] = arguments else { panic!("two arguments") };
            let [a, b] = [a, b].map(|value| *value.get::<i32>().expect("it is available"));
            results[0] = Value::new(a + b);
        });
        one.join().unwrap();
        two.join().unwrap();
        assert!(results[0].is_available());
        assert_eq!(results[0].get::<i32>().as_deref(), Some(&3));
    });
}

static SITE: Site = Site::new("t.never", Location::at("models.mlir", 1, 1));

/// The end of a run races with the first poll of a kernel's future: it is dropped in any case, and
/// its result is the cause.
#[test]
fn cancellation_against_a_kernels_first_poll() {
    check(|| {
        let host = Host::builder().work_queue("s").build().unwrap();
        let (request, drops) = (host.context(), Arc::new(AtomicUsize::new(0)));
        let held = Counted(Arc::clone(&drops));
        let other = request.clone();
        let canceller = thread::spawn(move || other.cancel());
        let ctx = ExecCtx { request: &request, site: SiteRef::Static(&SITE), depth: 0 };
        let (promise, never) = AsyncRef::<i32>::pending();
        let value: AsyncRef<i32> = ctx.spawn_future(async move {
            let _held = held;
            never.await.map_err(|_| KernelError::from("not here"))
        });
        canceller.join().unwrap();
        host.quiesce();
        assert_eq!(value.take().unwrap().unwrap_err().code(), ErrorCode::Cancelled);
        assert_eq!(drops.load(Ordering::Relaxed), 1);
        drop(promise);
    });
}

/// The same race with a result that is resolved meanwhile, by a wake-up of its own: one of the two
/// wins, and no wait hangs.
#[test]
fn cancellation_against_a_kernels_wake_up() {
    check(|| {
        let host = Host::builder().work_queue("s").build().unwrap();
        let request = host.context();
        let (promise, value) = AsyncRef::pending();
        let ctx = ExecCtx { request: &request, site: SiteRef::Static(&SITE), depth: 0 };
        let next: AsyncRef<i32> = ctx.spawn_future(async move {
            value.await.map(|value: i32| value + 1).map_err(|_| KernelError::from("not here"))
        });
        let other = request.clone();
        let canceller = thread::spawn(move || other.cancel());
        promise.set(1);
        canceller.join().unwrap();
        host.quiesce();
        match next.take().unwrap() {
            Ok(value) => assert_eq!(value, 2),
            Err(error) => assert_eq!(error.code(), ErrorCode::Cancelled),
        }
    });
}

/// Whoever waits for the end of a run is woken, also if it ends while it registers.
#[test]
fn cancellation_against_its_future() {
    check(|| {
        let host = Host::builder().work_queue("s").build().unwrap();
        let request = host.context();
        let other = request.clone();
        let canceller = thread::spawn(move || other.cancel());
        assert_eq!(host.block_on(request.cancellation()).code(), ErrorCode::Cancelled);
        canceller.join().unwrap();
    });
}
