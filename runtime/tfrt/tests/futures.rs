//! Results as futures, on every engine: hosts with and without threads, cancellation, deadlines,
//! clients that go away, kernels that use tokio, combinators, hosts that have ended.
#![expect(clippy::unwrap_used, reason = "tests")]

use futures::future::join_all;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI32, AtomicU16, Ordering};
use std::time::{Duration, Instant};
use tfrt::{
    AsyncRef, Compiled, Engine, Error, ErrorCode, Host, KernelType, Later, Program, Promise,
    RequestContext, Shared, kernel, live_count,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::time::error::Elapsed;
use tokio::time::{sleep, timeout};

/// Far more than anything here takes, far less than a hang.
const LONG: Duration = Duration::from_secs(20);

/// The futures of kernels that exist.
static ALIVE: AtomicI32 = AtomicI32::new(0);
static PROMISED: Mutex<Vec<Promise<i32>>> = Mutex::new(Vec::new());

struct Alive;

impl Alive {
    fn new() -> Self {
        ALIVE.fetch_add(1, Ordering::SeqCst);
        Self
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        ALIVE.fetch_sub(1, Ordering::SeqCst);
    }
}

/// So many milliseconds.
#[kernel("t.sleep")]
async fn slept(x: i32) -> i32 {
    let _alive = Alive::new();
    sleep(Duration::from_millis(x.unsigned_abs().into())).await;
    x
}

#[kernel("t.work", task)]
fn work(x: i32) -> i32 {
    std::thread::sleep(Duration::from_millis(1));
    x
}

/// Nobody keeps the promise.
#[kernel("t.stuck")]
fn stuck(_x: i32) -> AsyncRef<i32> {
    let (promise, value) = AsyncRef::pending();
    PROMISED.lock().unwrap().push(promise);
    value
}

/// Waits for what never comes, with a waker that is kept.
#[kernel("t.gone")]
async fn gone(x: i32) -> i32 {
    let _alive = Alive::new();
    let kept = Mutex::new(BTreeMap::new());
    std::future::poll_fn(|cx| {
        WAKERS.lock().unwrap().push(cx.waker().clone());
        kept.lock().unwrap().insert(0, x);
        std::task::Poll::<()>::Pending
    })
    .await;
    x
}

/// The same, without a waker.
#[kernel("t.lost")]
async fn lost(_x: i32) -> i32 {
    let _alive = Alive::new();
    std::future::pending().await
}

static WAKERS: Mutex<Vec<std::task::Waker>> = Mutex::new(Vec::new());

/// Three awaits of tokio I/O.
#[kernel("t.echo")]
async fn echo(port: i32) -> Result<i32, std::io::Error> {
    let _alive = Alive::new();
    let mut stream = TcpStream::connect(("127.0.0.1", port as u16)).await?;
    stream.write_all(&port.to_le_bytes()).await?;
    let mut answer = [0; 4];
    stream.read_exact(&mut answer).await?;
    Ok(i32::from_le_bytes(answer))
}

/// Connects, and waits for an answer to nothing.
#[kernel("t.silence")]
async fn silence(port: i32) -> Result<i32, std::io::Error> {
    let _alive = Alive::new();
    let mut stream = TcpStream::connect(("127.0.0.1", port as u16)).await?;
    stream.read_i32().await
}

/// Cannot be cloned.
#[derive(Debug)]
pub struct Blob(i32);

impl KernelType for Blob {
    const NAME: &'static str = "!t.blob";
}

#[kernel("t.blob")]
async fn blob(x: i32) -> Result<Blob, String> {
    std::future::ready(()).await;
    if x < 0 { Err("it is negative".to_owned()) } else { Ok(Blob(x)) }
}

tfrt::kernels! {
    MY = [slept, work, stuck, gone, lost, echo, silence, blob, type Blob = "!t.blob"]
}

tfrt::tfrt_graph! {
    mod graph = "tests/futures.mlir";
    kernels = [MY];
}

type Generated = fn(&RequestContext, i32) -> Later<i32>;
type StartBlob<'a> = Box<dyn Fn(i32) -> Later<Shared<Blob>> + 'a>;
type Start = Box<dyn Fn(&RequestContext, i32) -> Later<i32> + Send + Sync>;

fn compiled(engine: Engine) -> Compiled {
    let catalogue = tfrt::catalogue().with(&MY);
    let text = include_str!("futures.mlir");
    let bytes = tfrt::mlir_to_bef("futures.mlir", text, &catalogue).unwrap();
    Program::load(&bytes, &catalogue).unwrap().compile(engine).unwrap()
}

/// A function on each engine.
fn engines(name: &str, generated: Generated) -> Vec<(&'static str, Start)> {
    let at_load = |engine| -> Start {
        let function = compiled(engine).function::<(i32,), (i32,)>(name).unwrap();
        Box::new(move |request, x| function.start(request, (x,)).0)
    };
    vec![
        ("generated", Box::new(generated)),
        ("executor", at_load(Engine::Executor)),
        ("jit", at_load(Engine::Jit)),
    ]
}

/// Tests count the live values and futures of the process, so they run one at a time.
fn alone() -> std::sync::MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn tokio() -> Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap()
}

/// What a future gives on tokio, unless it hangs.
fn in_time<F: IntoFuture>(runtime: &Runtime, future: F) -> Result<F::Output, Elapsed> {
    runtime.block_on(async { timeout(LONG, future).await })
}

/// Waits until a condition holds.
fn eventually(what: &str, condition: impl Fn() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(begin.elapsed() < LONG, "{what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn no_future_is_left(what: &str) {
    eventually(&format!("{what}: {ALIVE:?} futures are left"), || {
        ALIVE.load(Ordering::SeqCst) == 0
    });
}

/// Answers each connection with what it sends. Its port.
fn echo_server(runtime: &Runtime) -> i32 {
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let port = listener.local_addr().unwrap().port();
    runtime.spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut bytes = [0; 4];
                while stream.read_exact(&mut bytes).await.is_ok() {
                    let _ = stream.write_all(&bytes).await;
                }
            });
        }
    });
    port.into()
}

#[test]
fn the_default_host_runs_what_is_awaited_anywhere() {
    let _alone = alone();
    let runtime = tokio();
    let host = Host::builder().runtime(runtime.handle().clone()).build().unwrap();
    for (engine, slept) in engines("slept", graph::slept) {
        let awaited = in_time(&runtime, slept(&host.context(), 5));
        assert_eq!(awaited.unwrap().unwrap(), 10, "{engine}");
    }
    for (engine, worked) in engines("worked", graph::worked) {
        let request = host.context();
        let both = async { tokio::join!(worked(&request, 1), worked(&request, 2)) };
        let (first, second) = in_time(&runtime, both).unwrap();
        assert_eq!((first.unwrap(), second.unwrap()), (2, 4), "{engine}");
    }
}

#[test]
fn a_host_without_threads_says_so() {
    let _alone = alone();
    let runtime = tokio();
    let host = Host::builder().work_queue("s").runtime(runtime.handle().clone()).build().unwrap();
    for (engine, worked) in engines("worked", graph::worked) {
        let request = host.context();
        let awaited = in_time(&runtime, worked(&request, 1));
        let error = awaited.expect("it does not hang").unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidArgument, "{engine}");
        assert!(error.message().contains("a host without threads"), "{engine}: {error}");
        assert!(error.message().contains(".threads(n)"), "{engine}: {error}");
        assert_eq!(host.block_on(worked(&request, 1)).unwrap(), 2, "{engine}");
    }
    for engine in [Engine::Executor, Engine::Jit] {
        let worked = compiled(engine).function::<(i32,), (i32,)>("worked").unwrap();
        assert_eq!(worked.call(&host.context(), (3,)).unwrap(), (6,), "{engine:?}");
    }
    host.quiesce();
}

/// What never comes within the time of a test.
fn endless() -> Vec<(&'static str, &'static str, Start)> {
    let mut all = Vec::new();
    let functions: [(&str, Generated); 3] =
        [("slept", graph::slept), ("stuck", graph::stuck), ("gone", graph::gone)];
    for (name, generated) in functions {
        all.extend(engines(name, generated).into_iter().map(|(engine, f)| (name, engine, f)));
    }
    all
}

/// Drops what kernels that never end are resolved or woken with.
fn give_up() {
    PROMISED.lock().unwrap().clear();
    WAKERS.lock().unwrap().clear();
}

#[test]
fn cancellation_and_deadlines_end_what_is_awaited() {
    let _alone = alone();
    let runtime = tokio();
    let host = Host::builder().threads(1).runtime(runtime.handle().clone()).build().unwrap();
    for (name, engine, start) in endless() {
        let what = format!("{name} on {engine}");
        let before = live_count();
        // In tokio, cancelled.
        let request = host.context();
        let later = start(&request, 60_000);
        let cancelled = async {
            tokio::spawn(async move {
                sleep(Duration::from_millis(20)).await;
                request.cancel();
            });
            later.await
        };
        let error = in_time(&runtime, cancelled).expect(&what).unwrap_err();
        assert_eq!(error.code(), ErrorCode::Cancelled, "{what}");
        no_future_is_left(&what);
        // In tokio, past its deadline.
        let request = host.context().with_deadline(Duration::from_millis(20));
        let later = in_time(&runtime, start(&request, 60_000));
        let error = later.expect(&what).unwrap_err();
        assert_eq!(error.code(), ErrorCode::DeadlineExceeded, "{what}");
        drop(request);
        no_future_is_left(&what);
        // On a plain thread, past its deadline; and cancelled before it is awaited.
        let request = host.context().with_deadline(Duration::from_millis(20));
        let error = host.block_on(start(&request, 60_000)).unwrap_err();
        assert_eq!(error.code(), ErrorCode::DeadlineExceeded, "{what}");
        let request = host.context();
        let later = start(&request, 60_000);
        request.cancel();
        assert_eq!(host.block_on(later).unwrap_err().code(), ErrorCode::Cancelled, "{what}");
        drop(request);
        no_future_is_left(&what);
        give_up();
        host.quiesce();
        eventually(&format!("{what}: values are left"), || live_count() <= before);
        assert_eq!(live_count(), before, "{what}");
    }
}

#[test]
fn the_error_of_a_deadline_names_the_kernel_that_is_late() {
    let _alone = alone();
    let runtime = tokio();
    let host = Host::builder().threads(1).runtime(runtime.handle().clone()).build().unwrap();
    for (engine, in_turn) in engines("in_turn", graph::in_turn) {
        let request = host.context().with_deadline(Duration::from_millis(300));
        let error = host.block_on(in_turn(&request, 1)).unwrap_err();
        assert_eq!(error.code(), ErrorCode::DeadlineExceeded, "{engine}");
        assert_eq!(error.kernel(), Some("t.gone"), "{engine}");
        let place = error.location().file_line_col().map(|(_, line, column)| (line, column));
        assert_eq!(place, Some((52, 8)), "{engine}");
        assert!(error.report().contains("in t.gone at"), "{engine}: {error:?}");
        give_up();
    }
    for (engine, stuck) in engines("stuck", graph::stuck) {
        let request = host.context().with_deadline(Duration::from_millis(20));
        let error = host.block_on(stuck(&request, 1)).unwrap_err();
        assert_eq!((error.message(), error.kernel()), ("Deadline exceeded", None), "{engine}");
        give_up();
    }
    host.quiesce();
}

#[test]
fn clients_that_go_away_cancel_their_runs() {
    const CLIENTS: usize = 1000;
    let _alone = alone();
    let runtime = tokio();
    let host = Host::builder().threads(1).runtime(runtime.handle().clone()).build().unwrap();
    for (engine, slept) in engines("slept", graph::slept) {
        let before = live_count();
        let slept = std::sync::Arc::new(slept);
        let requests: Vec<RequestContext> = (0..CLIENTS).map(|_| host.context()).collect();
        let clients: Vec<_> = requests
            .iter()
            .map(|request| {
                let (request, slept) = (request.clone(), std::sync::Arc::clone(&slept));
                runtime.spawn(async move {
                    let _guard = request.cancel_on_drop();
                    slept(&request, 60_000).await
                })
            })
            .collect();
        eventually("every client waits", || ALIVE.load(Ordering::SeqCst) == CLIENTS as i32);
        for client in &clients {
            client.abort();
        }
        for client in clients {
            assert!(runtime.block_on(client).unwrap_err().is_cancelled(), "{engine}");
        }
        assert!(requests.iter().all(|request| request.cancelled().is_some()), "{engine}");
        no_future_is_left(engine);
        host.quiesce();
        eventually(&format!("{engine}: values are left"), || live_count() == before);
        // A guard that is not needed any more.
        let request = host.context();
        request.cancel_on_drop().disarm();
        assert!(request.cancelled().is_none());
    }
}

#[test]
fn kernels_do_tokio_io_wherever_they_are_started() {
    let _alone = alone();
    let runtime = tokio();
    let port = echo_server(&runtime);
    let host = Host::builder().threads(1).runtime(runtime.handle().clone()).build().unwrap();
    for (engine, echoed) in engines("echoed", graph::echoed) {
        let on_tokio = in_time(&runtime, echoed(&host.context(), port));
        assert_eq!(on_tokio.unwrap().unwrap(), port, "{engine}");
        let on_plain = std::thread::scope(|scope| {
            scope.spawn(|| host.block_on(echoed(&host.context(), port))).join().unwrap()
        });
        assert_eq!(on_plain.unwrap(), port, "{engine}");
    }
    no_future_is_left("echo");
}

#[test]
fn without_a_runtime_the_error_says_what_to_do() {
    let _alone = alone();
    let runtime = tokio();
    let port = echo_server(&runtime);
    let host = Host::builder().threads(1).diagnostics(|_| {}).build().unwrap();
    for (engine, echoed) in engines("echoed", graph::echoed) {
        let error = host.block_on(echoed(&host.context(), port)).unwrap_err();
        assert!(error.message().contains("Host::builder().runtime(handle)"), "{engine}: {error}");
        assert_eq!(error.kernel(), Some("t.echo"), "{engine}");
    }
}

#[test]
fn cancellation_stops_the_io() {
    let _alone = alone();
    let runtime = tokio();
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let port = AtomicU16::new(listener.local_addr().unwrap().port());
    let host = Host::builder().threads(1).runtime(runtime.handle().clone()).build().unwrap();
    for (engine, silence) in engines("silence", graph::silence) {
        let request = host.context().with_deadline(Duration::from_millis(50));
        let later = silence(&request, port.load(Ordering::Relaxed).into());
        let closed = in_time(&runtime, async {
            let (mut stream, _) = listener.accept().await.unwrap();
            stream.read(&mut [0]).await
        });
        assert_eq!(closed.expect("the kernel's connection is closed").unwrap(), 0, "{engine}");
        let error = runtime.block_on(later).unwrap_err();
        assert_eq!(error.code(), ErrorCode::DeadlineExceeded, "{engine}");
    }
    no_future_is_left("silence");
}

#[test]
fn combinators_take_results_of_any_type() {
    let _alone = alone();
    let runtime = tokio();
    let host = Host::builder().diagnostics(|_| {}).build().unwrap();
    let request = host.context();
    let mut engines: Vec<(&str, StartBlob<'_>)> =
        vec![("generated", Box::new(|x| graph::blob(&request, x)))];
    for (name, engine) in [("executor", Engine::Executor), ("jit", Engine::Jit)] {
        let function = compiled(engine).function::<(i32,), (Shared<Blob>,)>("blob").unwrap();
        let (blob,) = function.call(&request, (1,)).unwrap();
        assert_eq!(blob.0, 1, "{name}");
        let request = &request;
        engines.push((name, Box::new(move |x| function.start(request, (x,)).0)));
    }
    for (engine, blob) in &engines {
        runtime.block_on(async {
            let spawned = tokio::spawn(blob(1)).await.unwrap().unwrap();
            assert_eq!(spawned.0, 1, "{engine}");
            let all = join_all((0..10).map(blob)).await;
            let all: Vec<i32> = all.into_iter().map(|blob| blob.unwrap().0).collect();
            assert_eq!(all, Vec::from_iter(0..10), "{engine}");
            let both: Result<_, Error> = futures::try_join!(blob(1), blob(2));
            let (first, second) = both.unwrap();
            assert_eq!(first.0 + second.0, 3, "{engine}");
            let failed = futures::try_join!(blob(1), blob(-1));
            assert_eq!(failed.unwrap_err().message(), "it is negative", "{engine}");
            let (first, second) = tokio::try_join!(blob(1), blob(2)).unwrap();
            assert_eq!(first.0 + second.0, 3, "{engine}");
        });
    }
}

#[test]
fn a_host_that_has_ended_is_named() {
    let _alone = alone();
    let runtime = tokio();
    let ended = || Host::builder().threads(1).build().unwrap().context();
    for (engine, worked) in engines("worked", graph::worked) {
        let error = in_time(&runtime, worked(&ended(), 1)).unwrap().unwrap_err();
        assert!(error.message().contains("the host has ended"), "{engine}: {error}");
        let host = Host::builder().threads(1).build().unwrap();
        let request = host.context();
        host.shutdown();
        let error = host.block_on(worked(&request, 1)).unwrap_err();
        assert!(error.message().contains("the host has ended"), "{engine}: {error}");
    }
    for (engine, slept) in engines("slept", graph::slept) {
        let host = Host::builder().threads(1).runtime(runtime.handle().clone()).build().unwrap();
        let later = slept(&host.context(), 20);
        drop(host);
        let error = in_time(&runtime, later).unwrap().unwrap_err();
        assert!(error.message().contains("the host has ended"), "{engine}: {error}");
    }
    no_future_is_left("ended");
}

#[test]
fn a_kernel_that_nothing_can_wake_is_an_error() {
    let _alone = alone();
    let host = Host::builder().threads(1).build().unwrap();
    for (engine, lost) in engines("lost", graph::lost) {
        let error = host.block_on(lost(&host.context(), 1)).unwrap_err();
        assert!(error.message().contains("nothing is left that could wake"), "{engine}: {error}");
    }
}

/// Under a deadline it waits for that, unless the host ends first.
#[test]
fn a_deadline_can_wake_a_kernel_that_nothing_else_can() {
    let _alone = alone();
    for (engine, lost) in engines("lost", graph::lost) {
        let host = Host::builder().threads(1).build().unwrap();
        let begin = Instant::now();
        let request = host.context().with_deadline(Duration::from_millis(20));
        let error = host.block_on(lost(&request, 1)).unwrap_err();
        assert_eq!(error.code(), ErrorCode::DeadlineExceeded, "{engine}: {error}");
        assert_eq!(error.kernel(), Some("t.lost"), "{engine}");
        assert!(begin.elapsed() >= Duration::from_millis(20), "{engine}");
        no_future_is_left(engine);
        // A cancellation is not delayed by a deadline far away.
        let request = host.context().with_deadline(Duration::from_secs(3600));
        let later = lost(&request, 1);
        request.cancel();
        assert_eq!(host.block_on(later).unwrap_err().code(), ErrorCode::Cancelled, "{engine}");
        no_future_is_left(engine);
        for end in [|host: Host| drop(host), |host: Host| host.shutdown()] {
            let host_of_run = Host::builder().threads(1).build().unwrap();
            let request = host_of_run.context().with_deadline(Duration::from_secs(3600));
            let before = live_count();
            let later = lost(&request, 1);
            drop(request);
            end(host_of_run);
            let error = host.block_on(later).unwrap_err();
            assert_eq!(error.code(), ErrorCode::Cancelled, "{engine}: {error}");
            no_future_is_left(engine);
            eventually(&format!("{engine}: values are left"), || live_count() <= before);
        }
    }
}
