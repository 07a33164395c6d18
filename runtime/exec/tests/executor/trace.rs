//! Traces of programs.

use crate::support::{file, load, one_stream, program, shown};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::io::Write;
use std::sync::Arc;
use std::thread::ThreadId;
use tfrt_host::context::{Host, HostBuilder};
use tfrt_host::kernel::{Function, Value};
use tfrt_host::trace::{
    ChromeTrace, TextTrace, TraceEvent, TraceKind, TraceLevel, TraceScope, TraceSink,
};
use tfrt_host::value::AnyRef;

const PROGRAM: &str = r#"
func.func @g(%x: i32) -> i32 {
  %y = tfrt.add.i32 %x, %x
  tfrt.return %y : i32
}
func.func @f() -> (i32, i32, i32, i32) {
  %one = tfrt.constant.i32 1
  %later = "tfrt_test.async_add.i32"(%one, %one) : (i32, i32) -> i32
  %two = tfrt.call @g(%later) : (i32) -> i32
  %bad = "t.fail"() {id = 7 : i32} : () -> i32
  %skipped = tfrt.add.i32 %bad, %one
  %dead = "t.panic"(%two) : (i32) -> i32
  %true = tfrt.constant.i1 true
  %chosen = tfrt.if %true, %one : (i32) -> (i32) {
    %z = tfrt.add.i32 %one, %one
    tfrt.return %z : i32
  } else {
    tfrt.return %one : i32
  }
  tfrt.return %two, %skipped, %dead, %chosen : i32, i32, i32, i32
}"#;

/// Runs a function without arguments until everything that it starts has ended.
fn run(host: &Host, function: &Function) -> Vec<Value> {
    let mut results = vec![Value::Empty; function.signature().results.len()];
    function.call(&host.context(), 0, &mut [], &mut results);
    let refs: Vec<AnyRef> = results.iter().map(|value| value.clone().into_ref()).collect();
    host.await_all(&refs);
    host.quiesce();
    results
}

fn host() -> HostBuilder {
    Host::builder().work_queue("s").output(|_| ()).diagnostics(|_| ())
}

#[test]
fn text_at_each_level() {
    let program = load(&one_stream(file(PROGRAM)));
    let function = program.function("f").unwrap();
    for (level, expected) in [
        (TraceLevel::Default, ""),
        (
            TraceLevel::Verbose,
            "Scope:Call: f\n\
             Event:runtime error: 7\n\
             Scope:Region\nEnd Scope\n\
             End Scope\n\
             Scope:Task: tfrt_test.async_add.i32\n\
             Scope:Resume: f\n\
             Scope:Call: g\nEnd Scope\n\
             Event:runtime error: kernel panicked: \
             assertion `left == right` failed: nobody passes that\\n  left: 4\\n right: -2147483648\n\
             End Scope\n\
             End Scope\n",
        ),
        (
            TraceLevel::Debug,
            "Scope:Call: f\n\
             Scope:tfrt.constant.i1\nEnd Scope\n\
             Scope:t.fail\nEvent:runtime error: 7\nEnd Scope\n\
             Scope:tfrt.constant.i32\nEnd Scope\n\
             Scope:tfrt_test.async_add.i32\nEnd Scope\n\
             Scope:tfrt.if\nScope:Region\nScope:tfrt.add.i32\nEnd Scope\nEnd Scope\nEnd Scope\n\
             End Scope\n\
             Scope:Task: tfrt_test.async_add.i32\n\
             Scope:Resume: f\n\
             Scope:tfrt.call\nScope:Call: g\nScope:tfrt.add.i32\nEnd Scope\nEnd Scope\n\
             End Scope\n\
             Scope:t.panic\nEvent:runtime error: kernel panicked: \
             assertion `left == right` failed: nobody passes that\\n  left: 4\\n right: -2147483648\n\
             End Scope\n\
             End Scope\n\
             End Scope\n",
        ),
    ] {
        let log = Arc::new(Mutex::new(String::new()));
        let write = Arc::clone(&log);
        let sink = TextTrace::new(move |line: &str| write.lock().push_str(line));
        let host = host().trace(level, Arc::new(sink)).build().unwrap();
        let results = run(&host, &function);
        assert!(shown(&results).starts_with("4 <7> <kernel panicked"), "{}", shown(&results));
        assert_eq!(results[3].get::<i32>().as_deref(), Some(&2));
        assert_eq!(*log.lock(), expected, "{level:?}");
    }
}

#[test]
fn a_sync_function_and_a_stream_of_its_own() {
    let text = r#"
func.func @s(%x: i32) -> i32 attributes {tfrt.sync} {
  %y = tfrt.add.i32 %x, %x
  tfrt.return %y : i32
}
func.func @f() -> (i32, i32) {
  %a = "t.note"() {id = 1 : i32} : () -> i32
  %b = "t.note"() {id = 2 : i32} : () -> i32
  %c = tfrt.call @s(%b) : (i32) -> i32
  tfrt.return %a, %c : i32, i32
}"#;
    let mut file = one_stream(file(text));
    let body = file.functions.iter_mut().filter_map(|function| function.body.as_mut()).last();
    body.unwrap().kernels.set_stream(0, 3);
    let log = Arc::new(Mutex::new(String::new()));
    let write = Arc::clone(&log);
    let sink = TextTrace::new(move |line: &str| write.lock().push_str(line));
    let host = host().trace(TraceLevel::Debug, Arc::new(sink)).build().unwrap();
    run(&host, &load(&file).function("f").unwrap());
    assert_eq!(
        *log.lock(),
        "Scope:Call: f\n\
         Scope:t.note\nEnd Scope\n\
         Scope:tfrt.call\nScope:Call: s\nScope:tfrt.add.i32\nEnd Scope\nEnd Scope\nEnd Scope\n\
         End Scope\n\
         Scope:Task\nScope:Resume: f\nScope:t.note\nEnd Scope\nEnd Scope\nEnd Scope\n"
    );
}

/// A loop whose iterations wait, several times at once.
const LOOPS: &str = r#"
func.func @step(%i: i32) -> i32 {
  %one = tfrt.constant.i32 1
  %x = "tfrt_test.async_add.i32"(%i, %one) : (i32, i32) -> i32
  %y = "tfrt_test.async_add.i32"(%i, %one) : (i32, i32) -> i32
  %bad = "t.fail"() {id = 7 : i32} : () -> i32
  %dead = "t.panic"(%x) : (i32) -> i32
  %z = tfrt.add.i32 %x, %y
  tfrt.return %z : i32
}
func.func @f() -> (i32, i32) {
  %zero = tfrt.constant.i32 0
  %n = tfrt.constant.i32 20
  %a = tfrt.repeat.i32 %n, %zero : i32 {
    %next = tfrt.call @step(%zero) : (i32) -> i32
    tfrt.return %next : i32
  }
  %b = tfrt.repeat.i32 %n, %zero : i32 {
    %next = tfrt.call @step(%zero) : (i32) -> i32
    tfrt.return %next : i32
  }
  tfrt.return %a, %b : i32, i32
}"#;

#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn chrome_events_nest_on_every_thread() {
    let function = program(LOOPS).function("f").unwrap();
    let buffer = Buffer::default();
    let sink = Arc::new(ChromeTrace::new(buffer.clone()));
    let host = host().work_queue("mstd:4").trace(TraceLevel::Debug, sink.clone()).build().unwrap();
    run(&host, &function);
    host.shutdown();
    sink.finish().unwrap();

    let bytes = buffer.0.lock();
    let events: Vec<serde_json::Value> = serde_json::from_slice(&bytes).unwrap();
    let mut open: HashMap<u64, Vec<&str>> = HashMap::new();
    let mut count: HashMap<&str, u32> = HashMap::new();
    let mut names: HashMap<u64, &str> = HashMap::new();
    for event in &events {
        let thread = event["tid"].as_u64().unwrap();
        match event["ph"].as_str().unwrap() {
            "B" => {
                let name = event["name"].as_str().unwrap();
                let stack = open.entry(thread).or_default();
                if name == "tfrt.repeat.i32" {
                    assert!(stack.iter().any(|scope| scope.ends_with(": f")), "{stack:?}");
                    let location = event["args"]["location"].as_str().unwrap();
                    assert!(location.contains("t.mlir"), "{location}");
                }
                stack.push(name);
                *count.entry(name).or_default() += 1;
            }
            "E" => assert!(open.get_mut(&thread).unwrap().pop().is_some(), "{event}"),
            "M" => {
                names.insert(thread, event["args"]["name"].as_str().unwrap());
            }
            other => assert_eq!(other, "i"),
        }
    }
    assert!(open.values().all(Vec::is_empty), "{open:?}");
    assert!(open.keys().all(|thread| names.contains_key(thread)));
    assert_eq!(count["t.panic"], 40);
    assert_eq!(count["t.fail"], 40);
    assert_eq!(count["tfrt_test.async_add.i32"], 80);
    assert!(count["Call: step"] == 40, "{count:?}");
    assert_eq!(count["Task: tfrt_test.async_add.i32"], 80, "{count:?}");
    assert!(names.values().any(|name| name.starts_with("tfrt-worker-")), "{names:?}");
}

/// Counts calls, and checks that they nest on each thread.
#[derive(Default)]
struct Counting {
    open: Mutex<HashMap<ThreadId, u32>>,
    kinds: Mutex<HashMap<TraceKind, u32>>,
}

impl TraceSink for Counting {
    fn begin(&self, scope: &TraceScope<'_>) {
        *self.open.lock().entry(std::thread::current().id()).or_default() += 1;
        *self.kinds.lock().entry(scope.kind).or_default() += 1;
    }

    fn end(&self) {
        let mut open = self.open.lock();
        *open.get_mut(&std::thread::current().id()).expect("it began on this thread") -= 1;
    }

    fn event(&self, _: &TraceEvent<'_>) {}
}

#[test]
fn each_level_is_told_its_own_and_no_more() {
    let function = program(LOOPS).function("f").unwrap();
    for (level, kinds) in [
        (TraceLevel::Default, &[][..]),
        (TraceLevel::Verbose, &[TraceKind::Call, TraceKind::Resume, TraceKind::Task]),
        (
            TraceLevel::Debug,
            &[TraceKind::Call, TraceKind::Resume, TraceKind::Task, TraceKind::Kernel],
        ),
    ] {
        let sink = Arc::new(Counting::default());
        let host = host().work_queue("mstd:2").trace(level, sink.clone()).build().unwrap();
        run(&host, &function);
        host.shutdown();
        assert!(sink.open.lock().values().all(|open| *open == 0));
        let seen = sink.kinds.lock();
        assert_eq!(seen.len(), kinds.len(), "{level:?}: {seen:?}");
        assert!(kinds.iter().all(|kind| seen.contains_key(kind)), "{level:?}: {seen:?}");
    }
}

#[test]
fn a_sink_that_panics_does_not_change_the_run() {
    struct Panics;
    impl TraceSink for Panics {
        fn begin(&self, _: &TraceScope<'_>) {
            panic!("expected by the test");
        }
        fn end(&self) {}
        fn event(&self, _: &TraceEvent<'_>) {}
    }
    let program = load(&one_stream(file(PROGRAM)));
    let function = program.function("f").unwrap();
    let host = host().trace(TraceLevel::Debug, Arc::new(Panics)).build().unwrap();
    let results = run(&host, &function);
    assert!(shown(&results).starts_with("4 <7> "), "{}", shown(&results));
}
