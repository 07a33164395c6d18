//! Cancellation, deadlines, reports, output, and futures on a host.

use super::*;
use crate::error::Location;
use crate::queue::SimWorkQueue;
use crate::value::Promise;
use parking_lot::Mutex;

static SITE: Site = Site::new("my.kernel", Location::at("a.mlir", 3, 5));

/// A host, and the diagnostics that it has sent.
fn host(queue: &str) -> (Host, Arc<Mutex<Vec<String>>>) {
    let sent = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&sent);
    let host = Host::builder()
        .work_queue(queue)
        .diagnostics(move |diagnostic| sink.lock().push(diagnostic.to_string()))
        .build();
    (host.unwrap(), sent)
}

fn ctx(request: &RequestContext) -> ExecCtx<'_> {
    ExecCtx { request, site: SiteRef::Static(&SITE), depth: 0 }
}

#[test]
fn a_run_is_cancelled_once() {
    let (host, _) = host("s");
    let request = host.context();
    assert!(request.cancelled().is_none());
    request.cancel();
    let error = request.cancelled().unwrap().clone();
    assert_eq!((error.message(), error.code()), ("Cancelled", ErrorCode::Cancelled));
    let request = request.with_deadline(Duration::ZERO);
    request.cancel();
    assert!(request.cancelled().unwrap().ptr_eq(&error));
    assert!(host.context().cancelled().is_none());
}

#[test]
fn deadlines() {
    let (host, _) = host("s");
    let late = host.context().with_deadline(Duration::MAX);
    assert!(late.cancelled().is_none());
    let passed = late.clone().with_deadline(Duration::ZERO);
    for request in [&late, &passed] {
        let error = request.cancelled().unwrap();
        assert_eq!(error.message(), "Deadline exceeded");
        assert_eq!(error.code(), ErrorCode::DeadlineExceeded);
    }
    late.cancel();
    assert_eq!(late.cancelled().unwrap().code(), ErrorCode::DeadlineExceeded);
}

/// No kernel runs and nothing checks: the wait ends at the deadline.
#[test]
fn a_deadline_ends_a_wait_for_what_never_comes() {
    for queue in ["s", "mstd:1"] {
        let (host, _) = host(queue);
        let (promise, never) = AsyncRef::<i32>::pending();
        let there = AsyncRef::available(1).into_any();
        let request = host.context().with_deadline(Duration::from_millis(20));
        request.await_all(std::slice::from_ref(&there)).unwrap();
        let error = request.await_all(&[there, never.as_any().clone()]).unwrap_err();
        assert_eq!(error.code(), ErrorCode::DeadlineExceeded);
        assert!(request.cancelled().unwrap().ptr_eq(&error));
        // From now on it returns immediately.
        assert!(request.await_all(&[never.as_any().clone()]).unwrap_err().ptr_eq(&error));
        promise.set(2);
        request.await_all(&[never.into_any()]).unwrap();
    }
}

#[test]
fn cancelling_ends_every_wait() {
    for queue in ["s", "mstd:2"] {
        let (host, _) = host(queue);
        let request = host.context();
        let (_promise, never) = AsyncRef::<i32>::pending();
        std::thread::scope(|scope| {
            let wait = || request.await_all(&[never.as_any().clone()]).unwrap_err().code();
            let waits: Vec<_> = (0..4).map(|_| scope.spawn(wait)).collect();
            std::thread::sleep(Duration::from_millis(5));
            request.cancel();
            for wait in waits {
                assert_eq!(wait.join().unwrap(), ErrorCode::Cancelled);
            }
        });
    }
}

#[test]
fn a_sleeper_wakes_when_its_run_is_cancelled() {
    let hour = Duration::from_secs(3600);
    for stopped in [false, true] {
        let (host, _) = host("s");
        host.context().sleep(Duration::from_millis(1)).unwrap();
        let request = host.context();
        std::thread::scope(|scope| {
            let sleeper = scope.spawn(|| request.sleep(hour).unwrap_err().code());
            std::thread::sleep(Duration::from_millis(5));
            request.cancel();
            assert_eq!(sleeper.join().unwrap(), ErrorCode::Cancelled);
        });
        request.sleep(hour).unwrap_err();
        // Without the timer, nothing reports the deadline.
        if stopped {
            host.shutdown();
        }
        let late = host.context().with_deadline(Duration::from_millis(5));
        assert_eq!(late.sleep(hour).unwrap_err().code(), ErrorCode::DeadlineExceeded);
        assert_eq!(late.0.waiting.count(), 0);
    }
}

#[test]
fn runs_end_in_the_order_of_their_deadlines() {
    let (host, _) = host("s");
    let late = host.context().with_deadline(Duration::from_secs(3600));
    let soon = host.context().with_deadline(Duration::from_millis(30));
    let sooner = host.context().with_deadline(Duration::from_secs(3600));
    let sooner = sooner.with_deadline(Duration::from_millis(10));
    let (_promise, never) = AsyncRef::<i32>::pending();
    let never = [never.into_any()];
    assert_eq!(sooner.await_all(&never).unwrap_err().code(), ErrorCode::DeadlineExceeded);
    assert_eq!(soon.await_all(&never).unwrap_err().code(), ErrorCode::DeadlineExceeded);
    assert!(late.cancelled().is_none());
    assert_eq!(host.timer().watched(), 1);
    drop(late);
    assert_eq!(host.timer().watched(), 0);
}

#[test]
fn after_shutdown_a_deadline_is_noticed_by_checks() {
    for used in [false, true] {
        let (host, _) = host("mstd:1");
        let deadline = Duration::from_millis(5);
        let before = used.then(|| host.context().with_deadline(deadline));
        host.shutdown();
        let after = host.context().with_deadline(deadline);
        std::thread::sleep(deadline);
        for request in before.iter().chain([&after]) {
            assert_eq!(request.cancelled().unwrap().code(), ErrorCode::DeadlineExceeded);
        }
    }
}

/// A run may drop the host's last reference on any thread, including the timer's.
#[test]
fn deadlines_that_pass_while_runs_end() {
    for round in 0..200 {
        let (host, _) = host("s");
        let after = Duration::from_micros(100 + round % 20);
        let runs: Vec<_> = (0..4).map(|_| host.context().with_deadline(after)).collect();
        drop(host);
        std::thread::sleep(Duration::from_micros(100));
        drop(runs);
    }
}

#[test]
fn cancelling_from_many_threads_gives_one_cause() {
    let (host, _) = host("s");
    for _ in 0..200 {
        let request = host.context();
        let errors: Vec<Error> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|_| {
                    scope.spawn(|| {
                        request.cancel();
                        request.cancelled().unwrap().clone()
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(errors.iter().all(|error| error.ptr_eq(&errors[0])));
    }
}

#[test]
fn errors_get_kernel_and_location_and_reports_one_diagnostic() {
    let (host, sent) = host("s");
    let request = host.context();
    let error = ctx(&request).error("quiet");
    assert_eq!((error.kernel(), error.location()), (Some("my.kernel"), &SITE.location));
    assert!(sent.lock().is_empty());
    let owned = ctx(&request).to_owned();
    owned.as_ctx().report("loud".to_owned());
    assert_eq!(*sent.lock(), ["a.mlir:3:5: error: runtime error: loud"]);
}

#[test]
fn output_goes_to_the_sink() {
    let text = Arc::new(Mutex::new(String::new()));
    let sink = Arc::clone(&text);
    let host =
        Host::builder().work_queue("s").output(move |text| *sink.lock() += text).build().unwrap();
    host.context().print("hello\n");
    assert_eq!(*text.lock(), "hello\n");
}

#[test]
fn a_bad_queue_is_an_error() {
    let error = Host::builder().threads(0).build().unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidArgument);
}

/// Queues of all kinds: never inline, always inline, and mixed.
fn all_queues() -> Vec<(String, HostBuilder)> {
    let simulated = [0, 1, usize::MAX].map(|capacity| {
        let queue = Arc::new(SimWorkQueue::new(7).capacity(capacity));
        (format!("room for {capacity}"), Host::builder().queue(queue))
    });
    let own = ["s", "mstd:1", "mstd:2"]
        .map(|queue| (queue.to_owned(), Host::builder().work_queue(queue)));
    simulated.into_iter().chain(own).collect()
}

#[test]
fn work_as_results() {
    for (queue, builder) in all_queues() {
        let sent = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&sent);
        let diagnostics = move |diagnostic: &Diagnostic| {
            sink.lock().push(diagnostic.error.message().to_owned());
        };
        let host = builder.diagnostics(diagnostics).build().unwrap();
        let request = host.context();
        let here = ctx(&request);
        let depth = here.depth;
        let mut values = vec![
            (here.spawn_value(0, move || 3), Ok(3)),
            (here.spawn_value(0, || panic!("boom")), Err("kernel panicked: boom")),
            (here.spawn_result(0, move |ctx| Ok::<_, KernelError>(ctx.depth)), Ok(depth)),
            (here.spawn_result(0, |_| Err("no good")), Err("no good")),
            (
                here.spawn_result(0, |_| -> Result<u32, KernelError> { panic!("bang") }),
                Err("kernel panicked: bang"),
            ),
        ];
        // Very many, spawned from inside: some are queued, some run inline, depending on cost and
        // queue.
        let (promise, sum) = AsyncRef::pending();
        let owned = here.to_owned();
        here.spawn(move || {
            let ctx = owned.as_ctx();
            let all: Vec<_> = (0..5000_u32)
                .map(|index| ctx.spawn_value(u64::from(index % 1000), move || index))
                .collect();
            let refs: Vec<_> =
                all.iter().map(|value| value.clone().into_ref().into_any()).collect();
            ctx.host().await_all(&refs);
            let sums = all.into_iter().map(|value| value.take_available().unwrap().unwrap());
            promise.set(sums.sum::<u32>());
        });
        values.push((MaybeDone::Pending(sum), Ok(4999 * 5000 / 2)));
        for (index, (value, expected)) in values.into_iter().enumerate() {
            let value = value.into_ref();
            host.await_all(&[value.as_any().clone()]);
            match (value.take().unwrap(), expected) {
                (Ok(value), expected) => assert_eq!(Ok(value), expected, "{index} on {queue}"),
                (Err(error), Err(message)) => {
                    assert_eq!(error.message(), message, "{index} on {queue}");
                    assert_eq!(error.kernel(), Some("my.kernel"), "{index} on {queue}");
                    assert_eq!(error.location(), &SITE.location, "{index} on {queue}");
                }
                (Err(error), Ok(_)) => panic!("{index} on {queue}: {error}"),
            }
        }
        let mut sent = std::mem::take(&mut *sent.lock());
        sent.sort();
        assert_eq!(sent, ["kernel panicked: bang", "no good"], "{queue}");
    }
}

#[test]
fn work_that_is_dropped_unrun_gives_an_error() {
    let (host, sent) = host("s");
    let request = host.context();
    let value = ctx(&request).spawn_value(0, || 1).into_ref();
    let other = ctx(&request).spawn_result(0, |_| Ok::<_, KernelError>(1)).into_ref();
    host.queue().shutdown();
    for value in [value, other] {
        assert_eq!(value.take().unwrap().unwrap_err().code(), ErrorCode::Cancelled);
    }
    assert!(sent.lock().is_empty());
}

#[test]
fn work_that_offers_work_does_not_nest_without_end() {
    fn spawn_chain(ctx: ExecCtx<'_>, left: u32, promise: Promise<u32>) {
        if left == 0 {
            return promise.set(7);
        }
        let _ = ctx.spawn_result(0, move |ctx| {
            spawn_chain(ctx, left - 1, promise);
            Ok::<_, KernelError>(())
        });
    }
    for (queue, builder) in all_queues() {
        let host = builder.build().unwrap();
        let request = host.context();
        let (promise, value) = AsyncRef::pending();
        let owned = ctx(&request).to_owned();
        host.queue().add_task(Task::new(move || spawn_chain(owned.as_ctx(), 100_000, promise)));
        host.await_all(&[value.as_any().clone()]);
        assert_eq!(value.take().unwrap().unwrap(), 7, "{queue}");
    }
}

/// Wakes its task from another thread, then from a queue task, then is ready.
async fn hops(ctx: OwnedCtx) -> i32 {
    let (promise, value) = AsyncRef::pending();
    std::thread::spawn(move || promise.set(1));
    let one = value.await.unwrap();
    let (promise, value) = AsyncRef::pending();
    ctx.as_ctx().spawn(move || promise.set(2));
    one + value.await.unwrap()
}

#[test]
fn block_on_runs_queued_work() {
    for queue in ["s", "mstd:2"] {
        let (host, _) = host(queue);
        let request = host.context();
        for _ in 0..100 {
            assert_eq!(host.block_on(hops(ctx(&request).to_owned())), 3);
        }
    }
}

#[test]
fn futures_as_results() {
    for queue in ["s", "mstd:2"] {
        let (host, sent) = host(queue);
        let request = host.context();
        let ctx = ctx(&request);
        let owned = ctx.to_owned();
        let sum = ctx.spawn_future(async move { Ok::<_, KernelError>(hops(owned).await) });
        let owned = ctx.to_owned();
        let failed = ctx.spawn_future(async move {
            hops(owned).await;
            Err::<i32, _>("no good")
        });
        let owned = ctx.to_owned();
        let panicked = ctx.spawn_future(async move {
            let hops = hops(owned).await;
            assert_eq!(hops, 0, "as expected");
            Ok::<_, KernelError>(hops)
        });
        host.await_all(&[sum.as_any().clone(), failed.as_any().clone(), panicked.as_any().clone()]);
        assert_eq!(sum.take().unwrap().unwrap(), 3);
        for (value, message) in [(failed, "no good"), (panicked, "kernel panicked: ")] {
            let error = value.take().unwrap().unwrap_err();
            assert!(error.message().starts_with(message), "{error}");
            assert_eq!((error.kernel(), error.location()), (Some("my.kernel"), &SITE.location));
        }
        assert_eq!(sent.lock().len(), 2);
    }
}

#[test]
fn calls_nest_to_the_limit() {
    let host =
        Host::builder().work_queue("s").max_call_depth(3).diagnostics(|_| {}).build().unwrap();
    let request = host.context();
    let at = |depth| ExecCtx { depth, ..ctx(&request) };
    assert_eq!(at(2).enter_call().unwrap(), 3);
    let error = at(3).enter_call().unwrap_err();
    assert_eq!(error.message(), "call depth exceeds 3");
    assert_eq!(error.code(), ErrorCode::ResourceExhausted);

    fn deep(context: ExecCtx<'_>) -> u32 {
        match context.enter_call() {
            Ok(depth) => crate::frame::grow_stack(|| {
                std::hint::black_box(deep(ExecCtx { depth, ..context }))
            }),
            Err(_) => context.depth,
        }
    }
    let host = Host::builder().work_queue("s").diagnostics(|_| {}).build().unwrap();
    assert_eq!(deep(ctx(&host.context())), 10_000);
}
