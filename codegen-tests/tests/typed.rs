//! Functions that wait, called through typed handles: on every engine that has such handles, each
//! result resolves as soon as it is available, and equals that of a call with dynamic values.

use std::cell::RefCell;
use tfrt::{
    AsyncRef, CompileOptions, Compiled, Engine, Error, ErrorCode, Host, KernelDef, Later, Program,
    Promise, RequestContext, kernel,
};

thread_local! {
    /// What calls wait for, in the order in which they began to.
    static PROMISED: RefCell<Vec<(i32, Promise<i32>)>> = const { RefCell::new(Vec::new()) };
}

/// The number, when the test says so; one below zero at once.
#[kernel("test.later")]
fn later(x: i32) -> AsyncRef<i32> {
    if x < 0 {
        return AsyncRef::available(x);
    }
    let (promise, value) = AsyncRef::pending();
    PROMISED.with_borrow_mut(|promised| promised.push((x, promise)));
    value
}

const KERNELS: &[KernelDef] = &[LATER];

const TEXT: &str = r#"
func.func @one(%x: i32) -> i32 {
  %y = "test.later"(%x) : (i32) -> i32
  %z = tfrt.add.i32 %y, %x
  tfrt.return %z : i32
}
func.func @halves(%x: i32, %by: i32) -> (i32, i32) {
  %y = "test.later"(%x) : (i32) -> i32
  %both = tfrt.add.i32 %x, %by
  %half, %rest = tfrt.div.i32 %y, %by
  tfrt.return %both, %half : i32, i32
}
func.func @wide(%a: i32, %b: i32, %c: i32, %d: i32, %e: i64, %f: i1) -> i1 {
  %x = "test.later"(%a) : (i32) -> i32
  %y = "test.later"(%b) : (i32) -> i32
  %ab = tfrt.add.i32 %x, %y
  %cd = tfrt.add.i32 %c, %d
  %less = "tfrt.lessequal.i32"(%ab, %cd) : (i32, i32) -> i1
  tfrt.return %less : i1
}
func.func @none() -> i32 {
  %x = tfrt.constant.i32 3
  %y = "test.later"(%x) : (i32) -> i32
  tfrt.return %y : i32
}
"#;

/// The program on each engine, and one whose functions are compiled when they are called.
fn engines() -> Vec<(&'static str, Compiled)> {
    let catalogue = tfrt::catalogue().with(&tfrt::KernelList::new(KERNELS));
    let bytes = tfrt::mlir_to_bef("typed.mlir", TEXT, &catalogue).expect("the program is valid");
    let program = Program::load(&bytes, &catalogue).expect("the program loads");
    let mut lazily = CompileOptions::default();
    lazily.lazy = true;
    let compile = |engine, options: &CompileOptions| {
        program.compile_with(engine, options).expect("it compiles")
    };
    vec![
        ("executor", compile(Engine::Executor, &CompileOptions::default())),
        ("jit", compile(Engine::Jit, &CompileOptions::default())),
        ("jit, lazily", compile(Engine::Jit, &lazily)),
    ]
}

/// A host, which must live as long as what runs, and a run.
fn run() -> (Host, RequestContext) {
    let host = Host::builder().work_queue("s").diagnostics(|_| {}).build();
    let host = host.expect("the queue exists");
    let request = host.context();
    (host, request)
}

/// What is waited for first. (The executor may leave what can run to the queue, which the caller runs.)
fn promised() -> (i32, Promise<i32>) {
    PROMISED.with_borrow_mut(|promised| promised.remove(0))
}

fn message<T>(result: &AsyncRef<T>) -> Option<String>
where
    T: Send + Sync + 'static,
{
    Some(result.get()?.err()?.message().to_string())
}

#[test]
fn a_result_comes_with_what_it_waits_for() {
    for (engine, compiled) in engines() {
        let (_host, request) = run();
        let one = compiled.function::<(i32,), (i32,)>("one").expect("it is there");
        for x in [0, 7, i32::MAX] {
            let (result,) = one.start(&request, (x,));
            assert!(!result.is_available(), "{engine}: {result:?}");
            let (asked, promise) = promised();
            assert_eq!(asked, x, "{engine}");
            promise.set(5);
            let result = result.take_available().map(|result| result.expect("no error"));
            assert_eq!(result, Some(x.wrapping_add(5)), "{engine}");
        }
        let (result,) = one.start(&request, (-4,));
        assert_eq!(result.take_available().and_then(Result::ok), Some(-8), "{engine}");
        let none = compiled.function::<(), (i32,)>("none").expect("it is there");
        let (result,) = none.start(&request, ());
        promised().1.set(9);
        assert_eq!(result.take_available().and_then(Result::ok), Some(9), "{engine}");
    }
}

#[test]
fn each_result_comes_by_itself() {
    for (engine, compiled) in engines() {
        let (host, request) = run();
        let halves = compiled.function::<(i32, i32), (i32, i32)>("halves").expect("it is there");
        let (both, half) = halves.start(&request, (20, 2));
        host.quiesce();
        assert_eq!(both.take_available().and_then(Result::ok), Some(22), "{engine}");
        assert!(!half.is_available(), "{engine}");
        promised().1.set(9);
        assert_eq!(half.take_available().and_then(Result::ok), Some(4), "{engine}");
        let (both, half) = halves.start(&request, (20, 0));
        host.quiesce();
        assert_eq!(both.take_available().and_then(Result::ok), Some(20), "{engine}");
        let half = half.into_ref();
        promised().1.set(9);
        assert_eq!(message(&half).as_deref(), Some("Divide by zero"), "{engine}");
    }
}

#[test]
fn more_arguments_than_a_small_frame_has_room_for() {
    for (engine, compiled) in engines() {
        let (host, request) = run();
        let wide = compiled
            .function::<(i32, i32, i32, i32, i64, bool), (bool,)>("wide")
            .expect("it is there");
        for (y, less) in [(2, true), (3, false)] {
            let (result,) = wide.start(&request, (1, 2, 3, 4, 5, true));
            host.quiesce();
            let (first, second) = (promised(), promised());
            assert_eq!((first.0, second.0), (1, 2), "{engine}");
            second.1.set(y);
            assert!(!result.is_available(), "{engine}");
            first.1.set(5);
            host.quiesce();
            assert_eq!(result.take_available().and_then(Result::ok), Some(less), "{engine}");
        }
    }
}

#[test]
fn what_fails_and_what_is_cancelled() {
    for (engine, compiled) in engines() {
        let one = compiled.function::<(i32,), (i32,)>("one").expect("it is there");
        let (_host, run) = run();
        let (result,) = one.start(&run, (1,));
        let result = result.into_ref();
        promised().1.fail(Error::new(ErrorCode::Internal, "it did not come"));
        assert_eq!(message(&result).as_deref(), Some("it did not come"), "{engine}");
        // Nobody resolves it.
        let (result,) = one.start(&run, (1,));
        let result = result.into_ref();
        drop(promised());
        assert!(message(&result).is_some(), "{engine}");
        let (result,) = one.start(&run, (1,));
        let result = result.into_ref();
        run.cancel();
        promised().1.set(1);
        assert!(message(&result).is_some_and(|message| message.contains("Cancelled")), "{engine}");
        let (result,) = one.start(&run, (1,));
        let message = message(&Later::into_ref(result));
        assert!(message.is_some_and(|message| message.contains("Cancelled")), "{engine}");
        PROMISED.with_borrow_mut(Vec::clear);
    }
}
