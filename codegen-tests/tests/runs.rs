//! What a run has of its own, on each engine: a limit of memory, an output, a queue. Under a limit a run
//! fails, gives everything back and leaves others alone.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};
use tfrt::alloc::ProfiledAllocator;
use tfrt::live_count;
use tfrt::{
    AsyncRef, Chain, Engine, Error, ErrorCode, ExecCtx, Host, InlineQueue, KernelError, Program,
    RequestContext, Tensor,
};

/// Where the kernels of a run were.
#[derive(Default)]
struct Threads(Mutex<Vec<ThreadId>>);

fn note(request: &RequestContext) {
    if let Some(threads) = request.data::<Threads>() {
        threads.0.lock().unwrap_or_else(PoisonError::into_inner).push(thread::current().id());
    }
}

#[tfrt::kernel("runs.task", task, effects())]
fn task(ctx: ExecCtx<'_>, x: i32) -> i32 {
    note(ctx.request);
    x + 1
}

#[tfrt::kernel("runs.blocking", effects())]
fn blocking(ctx: ExecCtx<'_>, x: i32) -> Result<AsyncRef<i32>, KernelError> {
    let (promise, value) = AsyncRef::pending();
    let request = ctx.request.clone();
    let work = move || {
        note(&request);
        promise.set(x + 1);
    };
    ctx.spawn_blocking(work).map_err(|_| "the queue refuses blocking work")?;
    Ok(value)
}

#[tfrt::kernel("runs.future", effects())]
async fn future(ctx: tfrt::OwnedCtx, x: i32) -> i32 {
    let mut polls = 0;
    std::future::poll_fn(|cx| {
        note(ctx.as_ctx().request);
        polls += 1;
        cx.waker().wake_by_ref();
        if polls == 3 { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    x + 1
}

tfrt::kernels! { RUNS = [task, blocking, future] }

tfrt::tfrt_graph! {
    mod compiled = "programs/runs.mlir";
    kernels = [tfrt::MLIR, tfrt::TENSOR, RUNS];
}

const TEXT: &str = include_str!("../programs/runs.mlir");

/// The limit of a run, and the blocks of the programs above with the 64 bytes before the elements.
const LIMIT: usize = 64 << 20;
const LARGE: usize = (40 << 20) + 64;

type Printed = Box<dyn Fn(&RequestContext, i32) -> Result<(), Error> + Send + Sync>;
type Call<R> = Box<dyn Fn(&RequestContext) -> Result<R, Error> + Send + Sync>;

/// The functions of the program on one engine; each call waits for its result.
struct Functions {
    engine: &'static str,
    values: Call<f32>,
    written: Call<()>,
    buffer: Call<()>,
    small: Call<f32>,
    made: Call<Tensor>,
    printed: Printed,
    noted: Call<i32>,
}

fn functions() -> Vec<Functions> {
    let mut all = vec![Functions {
        engine: "generated Rust",
        values: Box::new(|ctx| compiled::values(ctx, 1.0)),
        written: Box::new(|ctx| compiled::written(ctx, Chain).map(drop)),
        buffer: Box::new(|ctx| compiled::buffer(ctx).map(drop)),
        small: Box::new(|ctx| compiled::small(ctx, 1.0)),
        made: Box::new(|ctx| compiled::made(ctx, 1.0).map(tfrt::Shared::take)),
        printed: Box::new(|ctx, x| {
            compiled::printed(ctx, x, Chain);
            Ok(())
        }),
        noted: Box::new(|ctx| ctx.host().block_on(compiled::noted(ctx, 1))),
    }];
    let catalogue = tfrt::catalogue().with(&tfrt::MLIR).with(&tfrt::TENSOR).with(&RUNS);
    let bytes = tfrt::mlir_to_bef("runs.mlir", TEXT, &catalogue).expect("it is valid");
    let program = Program::load(bytes, &catalogue).expect("it loads");
    for (engine, name) in [(Engine::Executor, "executor"), (Engine::Jit, "JIT")] {
        let compiled = program.compile(engine).expect("it compiles");
        let known = "the program has it";
        let values = compiled.function::<(f32,), (f32,)>("values").expect(known);
        let written = compiled.function::<(Chain,), (Chain,)>("written").expect(known);
        let buffer = compiled.function::<(), (tfrt::tensor::HostBuffer,)>("buffer").expect(known);
        let small = compiled.function::<(f32,), (f32,)>("small").expect(known);
        let made = compiled.function::<(f32,), (Tensor,)>("made").expect(known);
        let printed = compiled.function::<(i32, Chain), (Chain,)>("printed").expect(known);
        let noted = compiled.function::<(i32,), (i32,)>("noted").expect(known);
        all.push(Functions {
            engine: name,
            values: Box::new(move |ctx| Ok(values.call(ctx, (1.0,))?.0)),
            written: Box::new(move |ctx| written.call(ctx, (Chain,)).map(drop)),
            buffer: Box::new(move |ctx| buffer.call(ctx, ()).map(drop)),
            small: Box::new(move |ctx| Ok(small.call(ctx, (1.0,))?.0)),
            made: Box::new(move |ctx| Ok(made.call(ctx, (1.0,))?.0)),
            printed: Box::new(move |ctx, x| printed.call(ctx, (x, Chain)).map(drop)),
            noted: Box::new(move |ctx| Ok(noted.call(ctx, (1,))?.0)),
        });
    }
    all
}

/// A host whose allocator counts.
fn counted(queue: &str) -> (Host, Arc<ProfiledAllocator>) {
    let memory = Arc::new(ProfiledAllocator::new());
    let host =
        Host::builder().work_queue(queue).allocator(Arc::<ProfiledAllocator>::clone(&memory));
    (host.build().expect("the queue exists"), memory)
}

fn assert_refused(error: &Error, engine: &str) {
    assert_eq!(error.code(), ErrorCode::ResourceExhausted, "{engine}: {}", error.message());
    let expected =
        format!("Cannot allocate tensor: {LARGE} bytes asked, {LARGE} of the run's {LIMIT} in use");
    assert_eq!(error.message(), expected, "{engine}");
}

/// A run beyond its limit fails; nothing is leaked; the next run works, and so does the same one.
fn limits(queue: &str, functions: &[Functions]) {
    for Functions { engine, values, written, buffer, small, .. } in functions {
        let (host, memory) = counted(queue);
        let values_before = live_count();
        let run = host.request().memory_limit(LIMIT).build();
        assert_refused(&values(&run).expect_err("two such tensors exceed the limit"), engine);
        assert_refused(&written(&run).expect_err("two such tensors exceed the limit"), engine);
        host.quiesce();
        let error = buffer(&run).expect_err("it exceeds the limit");
        let message = format!(
            "Cannot allocate host buffer: 83886144 bytes asked, 0 of the run's {LIMIT} in use"
        );
        assert_eq!((error.code(), error.message()), (ErrorCode::ResourceExhausted, &*message));
        host.quiesce();
        let counts = memory.counts();
        assert!(counts.max_bytes <= LIMIT as u64, "{engine}: {counts:?}");
        assert_eq!(memory.leaks(), None, "{engine}");
        assert_eq!(small(&run).expect("what was freed can be had again"), 2.0, "{engine}");
        assert_eq!(small(&host.context()).expect("there is no limit"), 2.0, "{engine}");
        drop(run);
        host.quiesce();
        assert_eq!((memory.leaks(), live_count()), (None, values_before), "{engine}");
    }
}

#[test]
fn a_run_has_what_it_was_given() {
    let functions = functions();
    for queue in ["s", "mstd:2"] {
        limits(queue, &functions);
        results_count_until_they_are_freed(queue, &functions);
    }
    threads_have_limits_of_their_own(&functions);
    output_goes_to_the_run(&functions);
    work_runs_on_the_queue_of_the_run(&functions);
}

/// A result counts until it is freed, also after its run; arguments of the caller do not count.
fn results_count_until_they_are_freed(queue: &str, functions: &[Functions]) {
    for Functions { engine, made, .. } in functions {
        let (host, memory) = counted(queue);
        let run = host.request().memory_limit(25 << 20).build();
        let kept: Vec<Tensor> = (0..2).map(|_| made(&run).expect("two fit")).collect();
        assert_eq!(made(&run).expect_err("three do not").code(), ErrorCode::ResourceExhausted);
        let allocator = Arc::clone(run.allocator());
        drop(run);
        thread::spawn(move || drop(kept)).join().expect("it drops tensors");
        let block = allocator.allocate(25 << 20, 64).expect("all of it is free again");
        #[expect(unsafe_code, reason = "gives a block back")]
        // SAFETY: allocated above with this size and alignment.
        unsafe {
            allocator.deallocate(block, 25 << 20, 64);
        }
        host.quiesce();
        assert_eq!(memory.leaks(), None, "{engine}");
    }
}

/// Eight threads, each with runs of its own on one host: every other one has too little.
fn threads_have_limits_of_their_own(functions: &[Functions]) {
    for Functions { engine, small, .. } in functions {
        let (host, memory) = counted("mstd:2");
        thread::scope(|scope| {
            for index in 0..8 {
                let host = &host;
                scope.spawn(move || {
                    for _ in 0..3 {
                        let enough = index % 2 == 0;
                        let limit = if enough { 3 << 20 } else { (3 << 19) + index };
                        match small(&host.request().memory_limit(limit).build()) {
                            Ok(two) => assert!(enough && two == 2.0, "{engine}"),
                            Err(error) => {
                                assert!(!enough, "{engine}: {}", error.message());
                                let end = format!("of the run's {limit} in use");
                                assert!(error.message().ends_with(&end), "{}", error.message());
                            }
                        }
                    }
                });
            }
        });
        host.quiesce();
        assert_eq!(memory.leaks(), None, "{engine}");
    }
}

fn output_goes_to_the_run(functions: &[Functions]) {
    for Functions { engine, printed, .. } in functions {
        let [of_host, one, two] = [(); 3].map(|()| Arc::new(Mutex::new(String::new())));
        let sink = |lines: &Arc<Mutex<String>>| {
            let lines = Arc::clone(lines);
            move |text: &str| lines.lock().unwrap_or_else(PoisonError::into_inner).push_str(text)
        };
        let read =
            |lines: &Mutex<String>| lines.lock().map(|text| text.clone()).unwrap_or_default();
        let host = Host::builder().output(sink(&of_host)).build().expect("the queue exists");
        let runs = [&one, &two].map(|lines| host.request().output(sink(lines)).build());
        for (number, run) in (1..).zip([&runs[0], &runs[1], &host.context()]) {
            printed(run, number).expect("it only prints");
        }
        let lines = [&one, &two, &of_host].map(|lines| read(lines));
        assert_eq!(lines, ["int32 = 1\n", "int32 = 2\n", "int32 = 3\n"], "{engine}");
    }
}

/// On a queue that runs tasks inline every kernel is on this thread, on another of its threads.
fn work_runs_on_the_queue_of_the_run(functions: &[Functions]) {
    for Functions { engine, noted, .. } in functions {
        let host = Host::builder().threads(2).build().expect("the queue exists");
        let threads = |run: RequestContext| {
            let run = run.with_data(Threads::default());
            assert_eq!(noted(&run).expect("it adds"), 4, "{engine}");
            let threads = run.data::<Threads>().expect("it was given");
            let threads = threads.0.lock().unwrap_or_else(PoisonError::into_inner);
            assert_eq!(threads.len(), 5, "{engine}: a task, blocking work, and three polls");
            threads.clone()
        };
        let here = thread::current().id();
        let inlined = threads(host.request().queue(Arc::new(InlineQueue::new())).build());
        assert!(inlined.iter().all(|thread| *thread == here), "{engine}");
        let elsewhere = threads(host.context());
        assert!(elsewhere[..2].iter().all(|thread| *thread != here), "{engine}");
    }
}
