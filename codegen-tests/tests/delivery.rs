//! Latency in generated Rust: each result resolves as soon as its inputs do, and a loop resumes as
//! soon as its values are available, whatever else of an iteration is pending.

use std::cell::RefCell;
use tfrt::{AsyncRef, Host, Later, Promise, kernel};

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
    mod graph;
    kernels = [MY];

    func.func @apart(%x: i32, %y: i32) -> (i32, i32) {
        %a = "my.held"(%x) : (i32) -> i32
        %b = "my.held"(%y) : (i32) -> i32
        %c = tfrt.add.i32 %a, %a
        %d = tfrt.add.i32 %b, %b
        tfrt.return %c, %d : i32, i32
    }
    // An iteration has released everything when its value is available.
    func.func @together(%x: i32, %n: i32) -> i32 {
        %r = tfrt.repeat.i32 %n, %x : i32 {
            %one = tfrt.constant.i32 10
            %a = "my.held"(%x) : (i32) -> i32
            %b = "my.held"(%a) : (i32) -> i32
            %c = tfrt.add.i32 %b, %one
            tfrt.return %c : i32
        }
        tfrt.return %r : i32
    }
    // The value is available before the iteration ends.
    func.func @early(%x: i32, %n: i32) -> i32 {
        %r = tfrt.repeat.i32 %n, %x : i32 {
            %ten = tfrt.constant.i32 10
            %a = "my.held"(%x) : (i32) -> i32
            %b = tfrt.add.i32 %a, %ten
            %c = "my.held"(%b) : (i32) -> i32
            %d = "my.held"(%c) : (i32) -> i32
            tfrt.return %b : i32
        }
        tfrt.return %r : i32
    }
    // One is available before the other.
    func.func @in_turn(%x: i32, %y: i32, %n: i32) -> (i32, i32) {
        %r, %s = tfrt.repeat.i32 %n, %x, %y : i32, i32 {
            %a = "my.held"(%x) : (i32) -> i32
            %b = tfrt.add.i32 %a, %a
            %c = "my.held"(%a) : (i32) -> i32
            %d = tfrt.add.i32 %c, %y
            tfrt.return %b, %d : i32, i32
        }
        tfrt.return %r, %s : i32, i32
    }
    // Each iteration asks for something that nothing waits for.
    func.func @aside(%x: i32, %n: i32) -> i32 {
        %r = tfrt.repeat.i32 %n, %x : i32 {
            %one = tfrt.constant.i32 1
            %a = "my.held"(%x) : (i32) -> i32
            %b = "my.held"(%a) : (i32) -> i32
            %c = tfrt.add.i32 %x, %one
            tfrt.return %c : i32
        }
        tfrt.return %r : i32
    }
}

#[test]
fn each_result_is_delivered_by_itself() {
    let request = Host::builder().work_queue("s").build().expect("a host").context();
    let (a, b) = graph::apart(&request, 1, 5);
    assert_eq!(asked_for(), [2, 6]);
    let_come(6);
    assert!(!a.is_available());
    assert_eq!(value(b), Some(12));
    let_come(2);
    assert_eq!(value(a), Some(4));
}

#[test]
fn an_iteration_begins_when_the_one_before_has_its_values() {
    let request = Host::builder().work_queue("s").build().expect("a host").context();
    let result = graph::together(&request, 0, 2);
    for value in [1, 2, 13, 14] {
        assert!(!result.is_available());
        assert_eq!(asked_for(), [value]);
        let_come(value);
    }
    assert_eq!(asked_for(), [0; 0]);
    assert_eq!(value(result), Some(24));
}

#[test]
fn an_iteration_begins_before_the_one_before_has_ended() {
    let request = Host::builder().work_queue("s").build().expect("a host").context();
    let result = graph::early(&request, 0, 2);
    let_come(1);
    assert_eq!(asked_for(), [12, 12], "the first iteration continues, and the second has begun");
    let_come(12);
    let_come(12);
    assert_eq!(value(result), Some(22), "the last iteration has not ended either");
    while let Some(&next) = asked_for().first() {
        let_come(next);
    }
}

#[test]
fn a_loop_delivers_each_result_of_its_last_iteration_by_itself() {
    let request = Host::builder().work_queue("s").build().expect("a host").context();
    let (a, b) = graph::in_turn(&request, 1, 5, 2);
    let_come(2);
    assert_eq!(asked_for(), [3], "the second iteration waits for both values");
    let_come(3);
    assert_eq!(asked_for(), [5]);
    let_come(5);
    assert!(!b.is_available());
    assert_eq!(value(a), Some(10));
    let_come(6);
    assert_eq!(value(b), Some(14));
}

#[test]
fn a_loop_does_not_wait_for_what_it_does_not_carry() {
    let request = Host::builder().work_queue("s").build().expect("a host").context();
    assert_eq!(plain(graph::aside(&request, 0, 3)), Some(3));
    assert_eq!(asked_for(), [1, 2, 3]);
    for value in [1, 2, 3] {
        let_come(value);
    }
    assert_eq!(asked_for(), [2, 3, 4]);
    ASKED.with_borrow_mut(Vec::clear);
}

fn plain(result: Result<i32, tfrt::Error>) -> Option<i32> {
    result.ok()
}
