//! The sinks, and what the host sends to them. Traces of programs are tested with the engines.

use super::{ChromeTrace, TextTrace, TraceEvent, TraceKind, TraceLevel, TraceScope, TraceSink};
use crate::context::{ExecCtx, Host, Site, SiteRef};
use crate::error::{ErrorCode, Location};
use crate::queue::Task;
use parking_lot::Mutex;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

type Log = Arc<Mutex<String>>;

fn text() -> (Log, Arc<dyn TraceSink>) {
    let log = Log::default();
    let write = Arc::clone(&log);
    (log, Arc::new(TextTrace::new(move |line: &str| write.lock().push_str(line))))
}

/// A writer whose content can be read.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn site() -> SiteRef<'static> {
    static SITE: Site = Site::new("my.kernel", Location::at("f.mlir", 3, 7));
    SiteRef::Static(&SITE)
}

#[test]
fn a_kernels_own_scopes_and_events() {
    for (level, expected) in [
        (TraceLevel::Default, ""),
        (TraceLevel::Verbose, "Scope:part\nEvent:half\nEnd Scope\nEvent:runtime error: no\n"),
    ] {
        let (log, sink) = text();
        let host =
            Host::builder().work_queue("s").trace(level, sink).diagnostics(|_| ()).build().unwrap();
        let request = host.context();
        let ctx = ExecCtx { request: &request, site: site(), depth: 0 };
        let scope = ctx.trace_scope(TraceLevel::Verbose, "part");
        ctx.trace_event(TraceLevel::Verbose, "half");
        ctx.trace_event(TraceLevel::Debug, "never");
        drop(scope);
        assert_eq!(ctx.report("no").code(), ErrorCode::Internal);
        assert_eq!(*log.lock(), expected);
    }
}

#[test]
fn the_end_of_a_run_is_reported_once() {
    let (log, sink) = text();
    let host = Host::builder().work_queue("s").trace(TraceLevel::Verbose, sink).build().unwrap();
    let request = host.context();
    request.cancel();
    request.cancel();
    assert_eq!(*log.lock(), "Event:Cancelled\n");
}

#[test]
fn tasks_are_scopes_also_when_they_panic() {
    let (log, sink) = text();
    let host = Host::builder().work_queue("s").trace(TraceLevel::Verbose, sink).build().unwrap();
    assert_eq!(host.queue().name(), "single-threaded");
    host.queue().add_task(Task::new(|| panic!("expected by the test")));
    host.queue().add_blocking_task(Task::new(|| ()), true).unwrap();
    let refused = host.queue().add_blocking_task(Task::new(|| ()), false).unwrap_err();
    host.quiesce();
    assert_eq!(*log.lock(), "Scope:Task\nEnd Scope\nScope:Blocking task\nEnd Scope\n");
    drop(refused);
    host.shutdown();
    assert_eq!(log.lock().lines().count(), 4);
}

#[test]
fn tasks_bear_the_names_of_the_kernels_that_started_them() {
    let (log, sink) = text();
    let host = Host::builder()
        .work_queue("s")
        .trace(TraceLevel::Verbose, sink)
        .diagnostics(|_| ())
        .build()
        .unwrap();
    let request = host.context();
    let shared = Arc::new(Site::new("my.other", Location::Unknown));
    let kernel = ExecCtx { request: &request, site: site(), depth: 0 };
    let other = ExecCtx { site: SiteRef::Shared(&shared), ..kernel };
    kernel.spawn(|| ());
    other.spawn_blocking(|| ()).unwrap();
    drop(kernel.spawn_value(1_000_000, || 1));
    host.quiesce();
    let task = |name: &str| format!("Scope:{name}\nEnd Scope\n");
    let expected = ["Task: my.kernel", "Blocking task: my.other", "Task: my.kernel"].map(task);
    assert_eq!(*log.lock(), expected.concat());

    // A future is first polled here, then by tasks.
    log.lock().clear();
    let mut polls = 0;
    let later = other.spawn_future(std::future::poll_fn(move |cx| {
        polls += 1;
        cx.waker().wake_by_ref();
        if polls < 3 { std::task::Poll::Pending } else { std::task::Poll::Ready(Ok::<_, &str>(7)) }
    }));
    host.await_all(&[later.into_any()]);
    host.quiesce();
    assert_eq!(*log.lock(), task("Task: my.other").repeat(2));
}

#[test]
fn tasks_are_not_wrapped_where_they_are_not_traced() {
    let (log, sink) = text();
    let host = Host::builder().work_queue("s").trace(TraceLevel::Default, sink).build().unwrap();
    host.queue().add_task(Task::new(|| ()));
    host.quiesce();
    assert_eq!(*log.lock(), "");
    assert!(format!("{:?}", host.queue()).starts_with("SingleThreadedQueue"));
}

/// Panics at the `n`th scope or event.
#[derive(Default)]
struct Faulty {
    begun: AtomicU32,
    ended: AtomicU32,
}

impl TraceSink for Faulty {
    fn begin(&self, _: &TraceScope<'_>) {
        assert!(self.begun.fetch_add(1, Ordering::Relaxed) < 2, "expected by the test");
    }

    fn end(&self) {
        self.ended.fetch_add(1, Ordering::Relaxed);
        panic!("expected by the test");
    }

    fn event(&self, _: &TraceEvent<'_>) {
        panic!("expected by the test");
    }
}

#[test]
fn a_sink_that_panics_is_left_alone() {
    let sink = Arc::new(Faulty::default());
    let host =
        Host::builder().work_queue("s").trace(TraceLevel::Debug, sink.clone()).build().unwrap();
    let tracer = host.tracer(TraceLevel::Debug).unwrap();
    let scope = || tracer.scope(TraceLevel::Default, TraceKind::Program, "x");
    let (first, second) = (scope(), scope());
    let third = scope();
    drop((first, second, third));
    drop(scope());
    tracer.event(TraceLevel::Default, "x");
    host.queue().add_task(Task::new(|| ()));
    host.quiesce();
    assert_eq!(sink.begun.load(Ordering::Relaxed), 3, "nothing after the panic");
    assert_eq!(sink.ended.load(Ordering::Relaxed), 2, "those that it knows of");
}

#[test]
fn chrome_events_have_what_viewers_need() {
    let out = Shared::default();
    let sink = Arc::new(ChromeTrace::new(out.clone()));
    let host =
        Host::builder().work_queue("s").trace(TraceLevel::Debug, sink.clone()).build().unwrap();
    let tracer = host.tracer(TraceLevel::Debug).unwrap();
    let odd = "q\"uo\\te\n\u{1}\u{e9}";
    let function = tracer.scope(TraceLevel::Default, TraceKind::Function, odd);
    drop(tracer.kernel("my.kernel", &site().location));
    tracer.event(TraceLevel::Verbose, odd);
    drop(function);
    std::thread::Builder::new()
        .name("other \"thread\"".to_owned())
        .spawn({
            let tracer = tracer.clone();
            move || tracer.event(TraceLevel::Verbose, "there")
        })
        .unwrap()
        .join()
        .unwrap();
    sink.finish().unwrap();
    tracer.event(TraceLevel::Verbose, "too late");
    sink.finish().unwrap();

    let text = String::from_utf8(out.0.lock().clone()).unwrap();
    let events: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
    let phases: Vec<_> = events.iter().map(|event| event["ph"].as_str().unwrap()).collect();
    assert_eq!(phases, ["M", "M", "B", "B", "E", "i", "E", "M", "i"]);
    for event in &events {
        assert_eq!(event["pid"], std::process::id());
        assert!(event["tid"].is_u64(), "{event}");
        assert_eq!(event["ts"].is_f64(), event["ph"] != "M", "{event}");
    }
    assert_eq!(events[0]["name"], "process_name");
    assert_eq!(events[1]["name"], "thread_name");
    assert_eq!(events[2]["name"], format!("Function: {odd}"));
    assert_eq!(events[2]["cat"], "function");
    assert_eq!(events[3]["name"], "my.kernel");
    assert_eq!(events[3]["args"]["location"], "f.mlir:3:7");
    assert_eq!(events[5]["name"], odd);
    assert_eq!(events[5]["s"], "t");
    assert_eq!(events[7]["args"]["name"], "other \"thread\"");
    assert_ne!(events[8]["tid"], events[6]["tid"]);
    let times = events.iter().filter_map(|event| event["ts"].as_f64());
    assert!(times.is_sorted());
}

#[test]
fn what_a_chrome_trace_has_written_at_any_time_lacks_only_its_end() {
    let out = Shared::default();
    let sink = ChromeTrace::new(out.clone());
    let name = "x".repeat(1000);
    let event = TraceEvent { level: TraceLevel::Default, name: &name };
    let start = std::time::Instant::now();
    let mut writes = 0;
    let mut seen = 0;
    for _ in 0..1000 {
        sink.event(&event);
        let text = out.0.lock().clone();
        if text.len() > seen {
            seen = text.len();
            writes += 1;
            let closed = [&text[..], b"]"].concat();
            serde_json::from_slice::<Vec<serde_json::Value>>(&closed).unwrap();
        }
    }
    // One write whenever the buffer is full or a tenth of a second old, not one per event.
    let most = 200 + start.elapsed().as_millis() / 100;
    assert!((2..most).contains(&writes), "{writes} writes");
    drop(sink);
    serde_json::from_slice::<Vec<serde_json::Value>>(&out.0.lock()).unwrap();
}

#[test]
fn a_chrome_trace_that_cannot_be_written_says_so() {
    struct Full;
    impl io::Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let sink = ChromeTrace::new(Full);
    sink.event(&TraceEvent { level: TraceLevel::Default, name: "x" });
    assert_eq!(sink.finish().unwrap_err().kind(), io::ErrorKind::StorageFull);
    assert!(ChromeTrace::create("/no/such/folder/trace.json").is_err());
}

#[cfg(feature = "tracing")]
mod bridge {
    use super::*;
    use crate::trace::TracingBridge;
    use std::fmt::{Debug, Write};
    use tracing::field::{Field, Visit};
    use tracing::span::{Attributes, Id, Record};
    use tracing::{Event, Metadata, Subscriber};

    /// Records what it receives.
    #[derive(Default)]
    struct Subscribed {
        log: Log,
        spans: AtomicU32,
    }

    struct Fields<'a>(&'a mut String);

    impl Visit for Fields<'_> {
        fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
            let _ = write!(self.0, " {field}={value:?}");
        }
    }

    impl Subscriber for Subscribed {
        fn enabled(&self, metadata: &Metadata<'_>) -> bool {
            metadata.target() == "tfrt"
        }

        fn new_span(&self, span: &Attributes<'_>) -> Id {
            let id = self.spans.fetch_add(1, Ordering::Relaxed) + 1;
            let mut log = self.log.lock();
            let metadata = span.metadata();
            let _ = write!(log, "new {id} {} {}", metadata.level(), metadata.name());
            span.record(&mut Fields(&mut log));
            log.push('\n');
            Id::from_u64(id.into())
        }

        fn record(&self, _: &Id, _: &Record<'_>) {}

        fn record_follows_from(&self, _: &Id, _: &Id) {}

        fn event(&self, event: &Event<'_>) {
            let mut log = self.log.lock();
            let _ = write!(log, "event {}", event.metadata().level());
            event.record(&mut Fields(&mut log));
            log.push('\n');
        }

        fn enter(&self, span: &Id) {
            let _ = writeln!(self.log.lock(), "enter {}", span.into_u64());
        }

        fn exit(&self, span: &Id) {
            let _ = writeln!(self.log.lock(), "exit {}", span.into_u64());
        }
    }

    #[test]
    fn scopes_are_spans_of_the_tracing_crate() {
        let log = Log::default();
        let subscriber = Subscribed { log: Arc::clone(&log), ..Subscribed::default() };
        tracing::subscriber::with_default(subscriber, || {
            let sink = Arc::new(TracingBridge);
            let host =
                Host::builder().work_queue("s").trace(TraceLevel::Debug, sink).build().unwrap();
            let tracer = host.tracer(TraceLevel::Debug).unwrap();
            let function = tracer.scope(TraceLevel::Default, TraceKind::Function, "f");
            let kernel = tracer.kernel("my.kernel", &site().location);
            tracer.event(TraceLevel::Verbose, "now");
            drop(kernel);
            drop(function);
            let request = host.context();
            ExecCtx { request: &request, site: site(), depth: 0 }.spawn(|| ());
            host.quiesce();
        });
        assert_eq!(
            *log.lock(),
            "new 1 INFO function name=\"f\"\nenter 1\n\
             new 2 TRACE kernel name=\"my.kernel\" location=f.mlir:3:7\nenter 2\n\
             event DEBUG name=\"now\"\nexit 2\nexit 1\n\
             new 3 DEBUG task name=\"my.kernel\" location=f.mlir:3:7\nenter 3\nexit 3\n"
        );
    }
}
