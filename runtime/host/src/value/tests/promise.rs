//! Promises: setting, failing, forwarding, dropping, and the order of waiters.

use super::*;

#[test]
fn waiters_run_last_registered_first() {
    let (promise, value) = AsyncRef::<i32>::pending();
    let log = Arc::new(Mutex::new(Vec::new()));
    for index in 0..4 {
        let (log, seen) = (log.clone(), value.clone());
        value.and_then(move || log.lock().unwrap().push((index, *seen.get().unwrap().unwrap())));
    }
    assert!(log.lock().unwrap().is_empty());
    promise.set(9);
    assert_eq!(*log.lock().unwrap(), [(3, 9), (2, 9), (1, 9), (0, 9)]);
    let late = log.clone();
    value.and_then(move || late.lock().unwrap().push((4, 0)));
    assert_eq!(log.lock().unwrap().last(), Some(&(4, 0)), "available: at once");
}

#[test]
fn waiters_see_the_value_without_the_promise() {
    let (promise, value) = AsyncRef::<String>::pending();
    let unique = Arc::new(Mutex::new(None));
    let (answer, outer) = (unique.clone(), value.clone());
    outer.and_then(move || *answer.lock().unwrap() = Some(value.as_any().is_unique()));
    drop(outer);
    promise.set("x".to_owned());
    assert_eq!(*unique.lock().unwrap(), Some(true));
}

#[test]
fn waiter_that_panics_ends_alone() {
    let (promise, value) = AsyncRef::<i32>::pending();
    let runs = counter();
    for index in 0..3 {
        let runs = runs.clone();
        value.and_then(move || {
            runs.fetch_add(1, Ordering::Relaxed);
            assert!(index != 1, "in the middle");
        });
    }
    promise.set(1);
    assert_eq!(read(&runs), 3);
    value.and_then(|| panic!("at once"));
    struct Payload;
    impl Drop for Payload {
        fn drop(&mut self) {
            panic!("a payload's own");
        }
    }
    value.and_then(|| std::panic::panic_any(Payload));
}

#[test]
fn dropped_promise_is_an_error() {
    let (promise, value) = AsyncRef::<i32>::pending();
    let (untyped, any) = AnyRef::indirect();
    let runs = counter();
    for value in [value.as_any(), &any] {
        let runs = runs.clone();
        value.and_then(move || _ = runs.fetch_add(1, Ordering::Relaxed));
    }
    drop((promise, untyped));
    for value in [value.as_any(), &any] {
        let error = value.error().unwrap();
        assert_eq!((error.code(), error.message()), (ErrorCode::Cancelled, "promise dropped"));
        assert!(value.is_unique());
    }
    assert_eq!(read(&runs), 2);
}

#[test]
fn content_is_dropped_once_with_the_last_reference() {
    let drops = counter();
    let (promise, value) = AsyncRef::pending();
    drop(value);
    promise.set(Counted(drops.clone()));
    assert_eq!(read(&drops), 1, "no reader was left");
    let (promise, value) = AsyncRef::pending();
    promise.set(Counted(drops.clone()));
    assert_eq!(read(&drops), 1);
    drop(value.clone());
    drop(value);
    assert_eq!(read(&drops), 2);
}

#[test]
fn forward_to_an_available_value() {
    let (promise, any) = AnyRef::indirect();
    let target = AsyncRef::available(3_i32).into_any();
    promise.forward(target.clone());
    assert_eq!(any.get::<i32>(), Some(&3));
    assert_eq!(any.type_name(), Some("i32"));
    assert!(!any.is_unique(), "the target is shared");
    drop(target);
    assert!(any.is_unique());

    let error = oops();
    let (promise, any) = AnyRef::indirect();
    promise.forward(AnyRef::from_error(error.clone()));
    assert!(any.error().unwrap().ptr_eq(&error));
}

#[test]
fn forward_to_a_pending_value() {
    let (first, one) = AnyRef::indirect();
    let (second, two) = AnyRef::indirect();
    let (source, three) = AsyncRef::<i32>::pending();
    let runs = counter();
    let (seen, waited) = (runs.clone(), one.clone());
    one.and_then(move || {
        assert_eq!(waited.get::<i32>(), Some(&8));
        seen.fetch_add(1, Ordering::Relaxed);
    });
    first.forward(two.clone());
    second.forward(three.clone().into_any());
    assert!(!one.is_available() && !two.is_available());
    source.set(8);
    assert_eq!(read(&runs), 1);
    assert_eq!((one.get::<i32>(), two.get::<i32>()), (Some(&8), Some(&8)));
    drop(three);
    assert!(!one.is_unique());
    drop(two);
    assert!(one.is_unique(), "the link between has gone");
}

#[test]
fn forward_through_a_forwarded_value_reaches_its_end() {
    let (first, one) = AnyRef::indirect();
    let (second, two) = AnyRef::indirect();
    second.forward(AsyncRef::available(1_u8).into_any());
    assert!(two.is_unique());
    first.forward(two);
    assert!(one.is_unique());
    assert_eq!(one.get::<u8>(), Some(&1));
}

#[test]
fn error_and_cancellation_travel_along_forwarding() {
    let (first, one) = AnyRef::indirect();
    let (second, two) = AsyncRef::<i32>::pending();
    first.forward(two.clone().into_any());
    second.fail(oops());
    assert_eq!(one.error().unwrap().message(), "oops");
    assert!(one.error().unwrap().ptr_eq(two.get().unwrap().unwrap_err()));

    let (first, one) = AsyncRef::<i32>::pending();
    let (second, two) = AsyncRef::<i32>::pending();
    first.forward(two);
    drop(second);
    assert_eq!(one.get().unwrap().unwrap_err().code(), ErrorCode::Cancelled);
}

#[test]
fn forward_to_itself_is_an_error() {
    let (promise, any) = AnyRef::indirect();
    promise.forward(any.clone());
    assert_eq!(any.error().unwrap().code(), ErrorCode::InvalidArgument);
    assert!(any.is_unique());
    let (promise, value) = AsyncRef::<i32>::pending();
    promise.forward(value.clone());
    assert_eq!(value.state(), State::Error);
}

#[test]
fn resolve_is_set_or_fail() {
    let (promise, value) = AsyncRef::pending();
    promise.resolve(Ok(1_i64));
    assert_eq!(value.take().unwrap().unwrap(), 1);
    let (promise, value) = AsyncRef::<i64>::pending();
    promise.resolve(Err(oops()));
    assert_eq!(value.take().unwrap().unwrap_err().message(), "oops");
}
