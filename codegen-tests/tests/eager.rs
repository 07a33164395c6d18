//! Ops one by one from Rust: metadata at once, values later, errors with the caller's place, the end of a run, faults,
//! many threads.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tfrt_core_runtime::{Attr, Eager, MetadataCall, OpChain, OpList, Ops, ResultMetadata, op};
use tfrt_host::context::{ExecCtx, Host};
use tfrt_host::error::{Error, ErrorCode, KernelError};
use tfrt_host::kernel::Chain;
use tfrt_host::queue::SimWorkQueue;
use tfrt_host::value::{AsyncRef, live_count};
use tfrt_tensor::{DenseHostTensor, MutableTensor, Tensor, TensorError};
use tfrt_test_kernels::ops::OPS;

fn same(call: &MetadataCall<'_>) -> Result<ResultMetadata, KernelError> {
    Ok(call.arguments[0].clone().into())
}

/// Its argument, plus the attribute `by`, over it if nobody else has it.
#[op("eager.shift", pure, infer = same)]
fn shift(x: DenseHostTensor, by: Attr<i32>) -> Result<DenseHostTensor, TensorError> {
    let mut x = x;
    if let Some(elements) = x.get_mut::<i32>()? {
        elements.iter_mut().for_each(|x| *x = x.wrapping_add(by.0));
        return Ok(x);
    }
    let shifted = x.to_vec::<i32>()?.iter().map(|x| x.wrapping_add(by.0)).collect();
    DenseHostTensor::from_vec(x.shape().clone(), shifted)
}

static TOLD: AtomicUsize = AtomicUsize::new(0);

/// Counts its calls, in a task.
#[op("eager.tell")]
fn tell(ctx: ExecCtx<'_>, _x: &DenseHostTensor) -> AsyncRef<Chain> {
    let (promise, chain) = AsyncRef::pending();
    ctx.spawn(move || {
        TOLD.fetch_add(1, Ordering::SeqCst);
        promise.set(Chain);
    });
    chain
}

/// Its argument, after a task, or an error if its first element is negative.
#[op("eager.late", pure, infer = same)]
fn late(ctx: ExecCtx<'_>, x: DenseHostTensor) -> Result<AsyncRef<MutableTensor>, KernelError> {
    let (promise, later) = AsyncRef::pending();
    let owned = ctx.to_owned();
    let negative = x.to_vec::<i32>()?[0] < 0;
    ctx.spawn(move || {
        if negative {
            promise.fail(owned.as_ctx().report("a negative element"));
        } else {
            promise.set(x.into());
        }
    });
    Ok(later)
}

static OWN: OpList = OpList::new(&[SHIFT, TELL, LATE]);

fn ops() -> Ops {
    Ops::new().with(&OPS).with(&OWN)
}

fn host(threads: usize) -> Host {
    let builder = if threads == 0 { Host::builder() } else { Host::builder().threads(threads) };
    builder.diagnostics(|_| ()).build().unwrap()
}

fn vector(elements: &[i32]) -> Tensor {
    Tensor::from_slice(&[elements.len()], elements).unwrap()
}

/// One test at a time: the count of live values is the process's.
static TURN: Mutex<()> = Mutex::new(());

#[test]
fn shapes_are_there_at_once_and_values_later() {
    let _turn = TURN.lock();
    let host = host(1);
    let (eager, ctx) = (Eager::new(&host, ops()), host.context());
    let x = vector(&[1, 2, 3]);
    let later = eager.op("eager.late").unwrap().call(&ctx, [&x]).unwrap();
    assert_eq!(later.shape().unwrap().unwrap().dimensions(), [3]);
    let sum = eager.op("tfrt_test.add").unwrap().call(&ctx, [&later, &later]).unwrap();
    assert_eq!(sum.shape().unwrap().unwrap().dimensions(), [3]);
    // Its metadata follow from the data.
    let odd = eager.op("tfrt_test.odd_collector").unwrap().call(&ctx, [&later]).unwrap();
    let doubled = eager.op("tfrt_test.add").unwrap().call(&ctx, [&odd, &odd]).unwrap();
    assert_eq!(host.block_on(doubled.into_future()).unwrap().elements::<i32>().unwrap(), [2, 6]);
    assert_eq!(sum.wait().unwrap().elements::<i32>().unwrap(), [2, 4, 6]);
    assert_eq!(later.wait().unwrap().elements::<i32>().unwrap(), [1, 2, 3]);
}

#[test]
fn tensors_go_in_and_out_without_a_copy() {
    let _turn = TURN.lock();
    let host = host(0);
    let (eager, ctx) = (Eager::new(&host, ops()), host.context());
    let allocated = |elements: &[i32]| {
        let shape = vector(elements).shape().clone();
        Tensor::copy_of(shape, elements, host.allocator()).unwrap()
    };
    let address = |x: &Tensor| x.elements::<i32>().unwrap().as_ptr().addr();
    let shift = eager.op("eager.shift").unwrap().attr("by", 10_i32);
    // Of one owner: the op writes over it, again and again.
    let x = allocated(&[1, 2]);
    let before = address(&x);
    let once = shift.call(&ctx, [x]).unwrap();
    let twice = shift.call(&ctx, [once]).unwrap().wait().unwrap();
    assert_eq!((address(&twice), twice.elements::<i32>().unwrap()), (before, &[21, 22][..]));
    // Shared, the caller's, or with another user: never.
    let shared = allocated(&[1, 2]);
    let callers = vector(&[1, 2]);
    for x in [&shared, &callers] {
        let shifted = shift.call(&ctx, [x]).unwrap().wait().unwrap();
        assert_ne!(address(&shifted), address(x));
        assert_eq!(x.elements::<i32>().unwrap(), [1, 2]);
    }
    let kept = shift.call(&ctx, [allocated(&[1, 2])]).unwrap();
    let other = shift.call(&ctx, [&kept]).unwrap().wait().unwrap();
    let kept = kept.wait().unwrap();
    assert_eq!((kept.elements::<i32>().unwrap()[0], other.elements::<i32>().unwrap()[0]), (11, 21));
}

#[test]
fn errors_name_the_op_and_the_callers_place() {
    let _turn = TURN.lock();
    let host = host(1);
    let (eager, ctx) = (Eager::new(&host, ops()), host.context());
    let place = |error: &Error| {
        let (file, line, _) = error.location().file_line_col().unwrap();
        (file.to_owned(), line)
    };
    let (line, error) = (line!(), eager.op("tf.nonsense").unwrap_err());
    assert_eq!(error.message(), "tf.nonsense was not supported by NullOpHandler.");
    assert_eq!(place(&error), (file!().to_owned(), line));

    let add = eager.op("tfrt_test.add").unwrap();
    let (two, three) = (vector(&[1, 2]), vector(&[1, 2, 3]));
    let (line, error) = (line!(), add.call(&ctx, [&two, &three]).unwrap_err());
    assert_eq!(error.message(), "arguments of test.add must have same shape");
    assert_eq!(
        (error.kernel(), place(&error)),
        (Some("tfrt_test.add"), (file!().to_owned(), line))
    );

    let error = add.call(&ctx, [&two]).unwrap_err();
    assert_eq!(error.message(), "tfrt_test.add has 1 argument, expected 2");
    let error = eager.op("eager.shift").unwrap().call(&ctx, [&two]).unwrap_err();
    assert_eq!(error.message(), "missing 'by' attribute");
    let error = add.call_for::<_, 2, 2>(&ctx, [&two, &two]).unwrap_err();
    assert_eq!(error.message(), "tfrt_test.add has 1 results, the call has 2");

    // One that comes later.
    let negative = vector(&[-1]);
    let (line, later) = (line!(), eager.op("eager.late").unwrap().call(&ctx, [&negative]).unwrap());
    let error = later.wait().unwrap_err();
    assert_eq!((error.message(), error.kernel()), ("a negative element", Some("eager.late")));
    assert_eq!(place(&error), (file!().to_owned(), line));
}

#[test]
fn faulty_ops_give_errors() {
    let _turn = TURN.lock();
    let host = host(1);
    let (eager, ctx) = (Eager::new(&host, ops()), host.context());
    let x = vector(&[1]);
    let message = |name: &str| {
        let called = eager.op(name).unwrap().call(&ctx, [&x]);
        called.and_then(|handle| handle.wait()).unwrap_err().message().to_owned()
    };
    assert_eq!(message("tfrt_test.panic"), "kernel panicked: the op panics");
    assert_eq!(message("tfrt_test.too_few"), "kernel gave 0 results, the op has 1");
    let expected = "error from test.error.tensor implementation";
    assert_eq!(message("tfrt_test.error.tensor"), expected);
}

#[test]
fn the_end_of_a_run_ends_what_is_pending_and_a_new_run_continues() {
    let _turn = TURN.lock();
    let host = host(1);
    let eager = Eager::new(&host, ops());
    let first = host.context();
    let x = vector(&[1]);
    let never = eager.op("tfrt_test.never").unwrap().call(&first, [&x]).unwrap();
    let add = eager.op("tfrt_test.add").unwrap();
    let after = add.call(&first, [&never, &never]).unwrap();
    assert!(!never.is_available() && after.shape().unwrap().is_some());
    first.cancel();
    let error = after.clone().wait().unwrap_err();
    assert_eq!((error.message(), error.code()), ("Cancelled", ErrorCode::Cancelled));
    let second = first.restart();
    assert_eq!(
        add.call(&second, [&x, &x]).unwrap().wait().unwrap().elements::<i32>().unwrap(),
        [2]
    );
    // Handles of the old run keep its error, as arguments of the new one too.
    assert_eq!(never.clone().wait().unwrap_err().code(), ErrorCode::Cancelled);
    let error = add.call(&second, [&never, &never]).and_then(|sum| sum.wait()).unwrap_err();
    assert_eq!(error.code(), ErrorCode::Cancelled);
    let error = add.call(&first, [&x, &x]).unwrap_err();
    assert_eq!(error.code(), ErrorCode::Cancelled);
    // A deadline is an end, too.
    let third = host.context().with_deadline(Duration::from_millis(5));
    let late = eager.op("tfrt_test.never").unwrap().call(&third, [&x]).unwrap();
    assert_eq!(late.wait().unwrap_err().code(), ErrorCode::DeadlineExceeded);
}

#[test]
fn a_handle_that_is_dropped_leaves_its_op_running() {
    let _turn = TURN.lock();
    let before = live_count();
    {
        let host = host(1);
        let (eager, ctx) = (Eager::new(&host, ops()), host.context());
        let x = vector(&[1]);
        let (told, mut chain) = (TOLD.load(Ordering::SeqCst), OpChain::new());
        let tell = eager.op("eager.tell").unwrap();
        let late = eager.op("eager.late").unwrap();
        for _ in 0..100 {
            let argument = late.call(&ctx, [&x]).unwrap();
            let [] = tell.call_after(&ctx, &mut chain, [argument]).unwrap();
            drop(late.call(&ctx, [&x]).unwrap());
        }
        chain.wait(&ctx).unwrap();
        assert_eq!(TOLD.load(Ordering::SeqCst) - told, 100);
        host.quiesce();
    }
    assert_eq!(live_count(), before);
}

/// Threads that call ops on handles that all of them have.
#[test]
fn many_threads_share_handles() {
    const THREADS: usize = 8;
    const CALLS: usize = 12_500;
    let _turn = TURN.lock();
    let before = live_count();
    {
        let host = host(2);
        let eager = Eager::new(&host, ops());
        let ctx = host.context();
        let shared: Vec<_> = (0..16)
            .map(|number| eager.op("eager.late").unwrap().call(&ctx, [&vector(&[number])]).unwrap())
            .collect();
        let wrong = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                let (eager, ctx, shared, wrong) = (&eager, &ctx, &shared, &wrong);
                scope.spawn(move || {
                    let (add, late) =
                        (eager.op("tfrt_test.add").unwrap(), eager.op("eager.late").unwrap());
                    for call in 0..CALLS / 2 {
                        let (a, b) = ((thread + call) % 16, call % 16);
                        let sum = add.call(ctx, [&shared[a], &shared[b]]).unwrap();
                        let sum = late.call(ctx, [sum]).unwrap();
                        let given = if call % 8 == 0 {
                            sum.wait().unwrap().elements::<i32>().unwrap()[0]
                        } else {
                            i32::try_from(a + b).unwrap()
                        };
                        wrong.fetch_add(
                            usize::from(given != i32::try_from(a + b).unwrap()),
                            Ordering::Relaxed,
                        );
                    }
                });
            }
        });
        assert_eq!(wrong.into_inner(), 0);
        host.quiesce();
    }
    assert_eq!(live_count(), before);
}

/// Chains of late ops, some of which fail, on simulated schedules: every handle resolves, and nothing is left.
#[test]
fn every_handle_resolves_on_every_schedule() {
    let _turn = TURN.lock();
    let before = live_count();
    for seed in 0..if cfg!(debug_assertions) { 50 } else { 1_000 } {
        let queue = Arc::new(SimWorkQueue::new(seed).capacity(7));
        let host = Host::builder().queue(queue).diagnostics(|_| ()).build().unwrap();
        let (eager, ctx) = (Eager::new(&host, ops()), host.context());
        let [add, late, odd] = ["tfrt_test.add", "eager.late", "tfrt_test.odd_collector"]
            .map(|it| eager.op(it).unwrap());
        let mut handles = vec![late.call(&ctx, [&vector(&[1, 3])]).unwrap()];
        handles.push(late.call(&ctx, [&vector(&[-1, 3])]).unwrap());
        let mut random = seed;
        for step in 0..40 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let pick = |shift: u32| usize::try_from(random >> shift).unwrap() % handles.len();
            let (a, b) = (&handles[pick(33)], &handles[pick(41)]);
            let called = match random >> 60 {
                0..=5 => add.call(&ctx, [a, b]),
                6..=11 => late.call(&ctx, [a]),
                _ => odd.call(&ctx, [a]),
            };
            // A sum of different shapes, or of an error, may fail at once.
            handles.extend(called);
            if step == 30 && seed % 3 == 0 {
                ctx.cancel();
            }
        }
        host.quiesce();
        assert!(handles.iter().all(tfrt_core_runtime::Handle::is_available), "seed {seed}");
    }
    assert_eq!(live_count(), before);
}
