//! Latency in compiled code: each result resolves as soon as its inputs do, and a loop resumes as soon as
//! its values are available, whatever else of an iteration is pending.

use std::cell::RefCell;
use tfrt::{AsyncRef, Engine, Host, Later, Program, Promise, RequestContext, kernel};

thread_local! {
    /// What was asked for and has not come, with what it will be.
    static ASKED: RefCell<Vec<(Promise<i32>, i32)>> = const { RefCell::new(Vec::new()) };
}

/// One more, when the test says so.
#[kernel("my.held")]
fn held(x: i32) -> AsyncRef<i32> {
    let (promise, value) = AsyncRef::pending();
    ASKED.with_borrow_mut(|asked| asked.push((promise, x + 1)));
    value
}

/// What is held: the value that each will be.
fn asked_for() -> Vec<i32> {
    ASKED.with_borrow(|held| held.iter().map(|(_, value)| *value).collect())
}

/// Lets the first that will be `value` come.
fn let_come(value: i32) {
    let (promise, value) = ASKED.with_borrow_mut(|held| {
        let place = held.iter().position(|(_, other)| *other == value);
        held.remove(place.expect("it was asked for"))
    });
    promise.set(value);
}

fn value(result: Later<i32>) -> Option<i32> {
    result.take_available().map(|value| value.expect("no error"))
}

tfrt::kernels! { MY = [held] }

tfrt::tfrt_graph! {
    mod graph = "programs/delivery.mlir";
    kernels = [MY];
}

type One = Later<i32>;
type Two = (Later<i32>, Later<i32>);
type Start<A, R> = Box<dyn Fn(&RequestContext, A) -> R>;

/// The functions of the program, as one engine has them.
struct Subject {
    apart: Start<(i32, i32), Two>,
    together: Start<(i32, i32), One>,
    early: Start<(i32, i32), One>,
    in_turn: Start<(i32, i32, i32), Two>,
    aside: Start<(i32, i32), Option<i32>>,
}

/// Runs a test on generated Rust and on the JIT.
fn on_both(test: impl Fn(&str, &Subject, &RequestContext)) {
    let request = Host::builder().work_queue("s").build().expect("a host").context();
    let generated = Subject {
        apart: Box::new(|run, (x, y)| graph::apart(run, x, y)),
        together: Box::new(|run, (x, n)| graph::together(run, x, n)),
        early: Box::new(|run, (x, n)| graph::early(run, x, n)),
        in_turn: Box::new(|run, (x, y, n)| graph::in_turn(run, x, y, n)),
        aside: Box::new(|run, (x, n)| graph::aside(run, x, n).ok()),
    };
    test("generated Rust", &generated, &request);
    let catalogue = tfrt::catalogue().with(&MY);
    let text = include_str!("../../programs/delivery.mlir");
    let bytes = tfrt::mlir_to_bef("delivery.mlir", text, &catalogue).expect("it is valid");
    let program = Program::load(&bytes, &catalogue).expect("it loads");
    let jit = program.compile(Engine::Jit).expect("it compiles");
    let apart = jit.function::<(i32, i32), (i32, i32)>("apart").expect("it is there");
    let one = |name: &str| jit.function::<(i32, i32), (i32,)>(name).expect("it is there");
    let (together, early, aside) = (one("together"), one("early"), one("aside"));
    let in_turn = jit.function::<(i32, i32, i32), (i32, i32)>("in_turn").expect("it is there");
    let jit = Subject {
        apart: Box::new(move |run, arguments| apart.start(run, arguments)),
        together: Box::new(move |run, arguments| together.start(run, arguments).0),
        early: Box::new(move |run, arguments| early.start(run, arguments).0),
        in_turn: Box::new(move |run, arguments| in_turn.start(run, arguments)),
        aside: Box::new(move |run, arguments| value(aside.start(run, arguments).0)),
    };
    test("JIT", &jit, &request);
}

#[test]
fn each_result_is_delivered_by_itself() {
    on_both(|engine, graph, request| {
        let (a, b) = (graph.apart)(request, (1, 5));
        assert_eq!(asked_for(), [2, 6], "{engine}");
        let_come(6);
        assert!(!a.is_available(), "{engine}");
        assert_eq!(value(b), Some(12), "{engine}");
        let_come(2);
        assert_eq!(value(a), Some(4), "{engine}");
    });
}

#[test]
fn an_iteration_begins_when_the_one_before_has_its_values() {
    on_both(|engine, graph, request| {
        let result = (graph.together)(request, (0, 2));
        for value in [1, 2, 13, 14] {
            assert!(!result.is_available(), "{engine}");
            assert_eq!(asked_for(), [value], "{engine}");
            let_come(value);
        }
        assert_eq!(asked_for(), [0; 0], "{engine}");
        assert_eq!(value(result), Some(24), "{engine}");
    });
}

#[test]
fn an_iteration_begins_before_the_one_before_has_ended() {
    on_both(|engine, graph, request| {
        let result = (graph.early)(request, (0, 2));
        let_come(1);
        let begun = "the first iteration continues, and the second has begun";
        assert_eq!(asked_for(), [12, 12], "{engine}: {begun}");
        let_come(12);
        let_come(12);
        assert_eq!(value(result), Some(22), "{engine}: the last iteration has not ended either");
        while let Some(&next) = asked_for().first() {
            let_come(next);
        }
    });
}

#[test]
fn a_loop_delivers_each_result_of_its_last_iteration_by_itself() {
    on_both(|engine, graph, request| {
        let (a, b) = (graph.in_turn)(request, (1, 5, 2));
        let_come(2);
        assert_eq!(asked_for(), [3], "{engine}: the second iteration waits for both values");
        let_come(3);
        assert_eq!(asked_for(), [5], "{engine}");
        let_come(5);
        assert!(!b.is_available(), "{engine}");
        assert_eq!(value(a), Some(10), "{engine}");
        let_come(6);
        assert_eq!(value(b), Some(14), "{engine}");
    });
}

#[test]
fn a_loop_does_not_wait_for_what_it_does_not_carry() {
    on_both(|engine, graph, request| {
        assert_eq!((graph.aside)(request, (0, 3)), Some(3), "{engine}");
        assert_eq!(asked_for(), [1, 2, 3], "{engine}");
        for value in [1, 2, 3] {
            let_come(value);
        }
        assert_eq!(asked_for(), [2, 3, 4], "{engine}");
        ASKED.with_borrow_mut(Vec::clear);
    });
}
