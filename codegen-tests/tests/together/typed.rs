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
func.func @sum(%a: i32, %b: i32, %c: i32, %d: i32, %e: i32, %f: i32, %g: i32, %h: i32, %i: i32) -> (i32, i32) {
  %ab = tfrt.add.i32 %a, %b
  %cd = tfrt.add.i32 %c, %d
  %ef = tfrt.add.i32 %e, %f
  %gh = tfrt.add.i32 %g, %h
  %abcd = tfrt.add.i32 %ab, %cd
  %efgh = tfrt.add.i32 %ef, %gh
  %most = tfrt.add.i32 %abcd, %efgh
  %all = tfrt.add.i32 %most, %i
  tfrt.return %all, %ab : i32, i32
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
    let lazily = CompileOptions::default().with_lazy(true);
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
fn nine_arguments_as_a_tuple_and_as_an_array() {
    type Nine = (i32, i32, i32, i32, i32, i32, i32, i32, i32);
    for (engine, compiled) in engines() {
        let (host, request) = run();
        let sum = compiled.function::<Nine, (i32, i32)>("sum").expect("it is there");
        let sums = sum.call(&request, (1, 2, 3, 4, 5, 6, 7, 8, 9));
        assert_eq!(sums.ok(), Some((45, 3)), "{engine}");
        let sum = compiled.function::<[i32; 9], [i32; 2]>("sum").expect("it is there");
        assert_eq!(sum.call(&request, [1; 9]).ok(), Some([9, 2]), "{engine}");
        let [all, first] = sum.start(&request, [2; 9]);
        host.quiesce();
        assert_eq!(all.take_available().and_then(Result::ok), Some(18), "{engine}");
        assert_eq!(first.take_available().and_then(Result::ok), Some(4), "{engine}");
        assert!(compiled.function::<[i32; 8], [i32; 2]>("sum").is_err(), "{engine}");
    }
}

#[test]
fn arguments_that_are_not_there_yet() {
    for (engine, compiled) in engines() {
        let (host, request) = run();
        let one = compiled.function::<(i32,), (i32,)>("one").expect("it is there");
        let sum = compiled.function::<[Later<i32>; 9], [i32; 2]>("sum").expect("it is there");
        let halves = compiled.function::<(AsyncRef<i32>, i32), (i32, i32)>("halves");
        let halves = halves.expect("it is there");

        // The result of a function goes into the next one, and nobody awaits it.
        let mut given = Vec::new();
        for x in 0..9 {
            given.push(one.start(&request, (x,)).0);
        }
        let given: [Later<i32>; 9] = given.try_into().expect("there are nine");
        let [all, first] = sum.start(&request, given);
        let kept: Vec<Promise<i32>> = (0..9).map(|_| promised().1).collect();
        assert!(!first.is_available() && !all.is_available(), "{engine}");
        kept.into_iter().for_each(|promise| promise.set(1));
        host.quiesce();
        assert_eq!(all.take_available().and_then(Result::ok), Some(45), "{engine}");
        assert_eq!(first.take_available().and_then(Result::ok), Some(3), "{engine}");

        let (promise, number) = AsyncRef::pending();
        let (both, half) = halves.start(&request, (number, 2));
        host.quiesce();
        assert!(!both.is_available(), "{engine}");
        promise.set(-8);
        host.quiesce();
        assert_eq!(both.take_available().and_then(Result::ok), Some(-6), "{engine}");
        assert_eq!(half.take_available().and_then(Result::ok), Some(-4), "{engine}");

        let (promise, number) = AsyncRef::pending();
        let (both, half) = halves.start(&request, (number, 2));
        promise.fail(Error::new(ErrorCode::Internal, "it did not come"));
        host.quiesce();
        assert_eq!(message(&both.into_ref()).as_deref(), Some("it did not come"), "{engine}");
        assert_eq!(message(&half.into_ref()).as_deref(), Some("it did not come"), "{engine}");
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
