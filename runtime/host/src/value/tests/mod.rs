//! Tests of the public interface of values. Models of races are in `tests/loom_value.rs`.

mod deep;
mod future;
mod promise;
mod stress;

use super::*;
use crate::error::{Error, ErrorCode};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// Counts its own drops.
#[derive(Clone, Debug)]
struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

fn counter() -> Arc<AtomicUsize> {
    Arc::new(AtomicUsize::new(0))
}

fn read(counter: &AtomicUsize) -> usize {
    counter.load(Ordering::SeqCst)
}

fn oops() -> Error {
    Error::new(ErrorCode::Internal, "oops")
}

#[test]
fn an_available_value_is_readable() {
    let value = AsyncRef::available(7_i32);
    assert_eq!(value.state(), State::Concrete);
    assert_eq!(value.get().unwrap().unwrap(), &7);
    let any = value.clone().into_any();
    assert!(any.ptr_eq(value.as_any()));
    assert!(!any.is_unique());
    drop(value);
    assert!(any.is_unique());
    assert_eq!(any.get::<i32>(), Some(&7));
    assert_eq!(any.get::<u32>(), None);
    assert_eq!(any.type_name(), Some("i32"));
    assert!(any.error().is_none());
}

#[test]
fn payloads_of_any_alignment_and_size() {
    #[derive(Clone, Debug, PartialEq)]
    #[repr(align(64))]
    struct Wide([u8; 100]);
    let wide = AsyncRef::available(Wide([3; 100]));
    let content: *const Wide = wide.get().unwrap().unwrap();
    assert_eq!(content.addr() % 64, 0);
    assert_eq!(wide.take().unwrap().unwrap(), Wide([3; 100]));
    assert_eq!(AsyncRef::available(()).take().unwrap().ok(), Some(()));
    assert_eq!(AsyncRef::available(1_u128 << 100).take().unwrap().ok(), Some(1 << 100));
    let (promise, failed) = AsyncRef::<Wide>::pending();
    promise.fail(oops());
    assert_eq!(failed.get().unwrap().unwrap_err().message(), "oops");
    let (promise, forwarded) = AsyncRef::<Wide>::pending();
    promise.forward(AsyncRef::available(Wide([4; 100])));
    assert_eq!(forwarded.take().unwrap().unwrap(), Wide([4; 100]));
}

#[test]
fn error_is_shared_and_of_every_type() {
    let error = oops();
    let any = AnyRef::from_error(error.clone());
    assert_eq!(any.state(), State::Error);
    assert!(any.error().unwrap().ptr_eq(&error));
    assert_eq!(any.get::<i32>(), None);
    assert_eq!(any.type_name(), None);
    let typed = any.downcast::<String>().unwrap();
    assert!(typed.get().unwrap().unwrap_err().ptr_eq(&error));
    assert!(typed.take().unwrap().unwrap_err().ptr_eq(&error));
}

#[test]
fn downcast_checks_the_type() {
    let any = AsyncRef::available(1_i32).into_any();
    let any = any.downcast::<u32>().unwrap_err();
    assert_eq!(any.downcast::<i32>().unwrap().take().unwrap().unwrap(), 1);

    let (promise, value) = AsyncRef::<i32>::pending();
    let any = value.into_any().downcast::<u32>().unwrap_err();
    let value = any.downcast::<i32>().unwrap();
    promise.set(2);
    assert_eq!(value.take().unwrap().unwrap(), 2);
}

#[test]
fn value_of_another_type_than_awaited_is_an_error() {
    let (promise, any) = AnyRef::indirect();
    let wrong = any.clone().downcast::<String>().unwrap();
    let right = any.clone().downcast::<i32>().unwrap();
    promise.forward(AsyncRef::available(5_i32).into_any());
    assert_eq!(any.state(), State::Concrete);
    assert_eq!(right.get().unwrap().unwrap(), &5);
    assert_eq!(wrong.state(), State::Error);
    let error = wrong.get().unwrap().unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidArgument);
    assert_eq!(error.message(), "expected a value of type String, found i32");
    assert!(wrong.clone().take().unwrap().is_err());
    assert!(any.clone().downcast::<String>().is_err());

    let (promise, value) = AsyncRef::<String>::pending();
    promise.forward(wrong);
    assert_eq!(value.as_any().error().unwrap().code(), ErrorCode::InvalidArgument);
    assert_eq!(right.take().unwrap().unwrap(), 5);
}

#[test]
fn take_moves_when_unique_and_clones_otherwise() {
    let drops = counter();
    let value = AsyncRef::available(Counted(drops.clone()));
    let other = value.clone();
    drop(value.take());
    assert_eq!(read(&drops), 1, "the clone");
    let moved = other.take().unwrap().unwrap();
    assert_eq!(read(&drops), 1);
    drop(moved);
    assert_eq!(read(&drops), 2);

    let (promise, forwarded) = AsyncRef::pending();
    let target = AsyncRef::available(Counted(drops.clone()));
    promise.forward(target.clone());
    drop(forwarded.clone().take());
    assert_eq!(read(&drops), 3, "a clone: the target is shared");
    drop(target);
    let moved = forwarded.take().unwrap().unwrap();
    assert_eq!(read(&drops), 3);
    drop(moved);
    assert_eq!(read(&drops), 4);
    let (promise, pending) = AsyncRef::<i32>::pending();
    assert!(pending.take().is_none());
    drop(promise);
}

#[test]
fn raw_round_trip_keeps_the_count() {
    let drops = counter();
    let any = AsyncRef::available(Counted(drops.clone())).into_any();
    let raw = any.clone().into_raw();
    assert!(!any.is_unique());
    #[expect(unsafe_code, reason = "the function under test is unsafe")]
    // SAFETY: the word came from `into_raw` just now.
    let back = unsafe { AnyRef::from_raw(raw) };
    assert!(back.ptr_eq(&any));
    drop((any, back));
    assert_eq!(read(&drops), 1);
}

#[test]
fn debug_needs_no_debug_of_the_type() {
    struct Opaque;
    let value = AsyncRef::available(Opaque);
    assert!(format!("{value:?}").contains("Opaque"), "{value:?}");
    let (promise, pending) = AsyncRef::<Opaque>::pending();
    assert_eq!(format!("{pending:?}"), "AsyncRef(AnyRef(pending))");
    assert_eq!(format!("{promise:?}"), "Promise(AnyRef(pending))");
    assert_eq!(format!("{:?}", AnyRef::from_error(oops())), "AnyRef(error: oops)");
}

#[test]
fn references_are_small_and_free_of_threads() {
    fn free<T: Send + Sync + Unpin>() {}
    free::<AnyRef>();
    free::<AsyncRef<std::marker::PhantomPinned>>();
    free::<Promise<i32>>();
    free::<AnyPromise>();
    assert_eq!(size_of::<Option<AsyncRef<[u64; 9]>>>(), 8);
    assert_eq!(size_of::<Option<Promise<i32>>>(), 8);
}

#[test]
fn destructor_that_panics_ends_there() {
    struct Panics(Arc<AtomicUsize>);
    impl Drop for Panics {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::Relaxed);
            panic!("in drop");
        }
    }
    let drops = counter();
    drop(AsyncRef::available(Panics(drops.clone())));
    assert_eq!(read(&drops), 1);
    drop(AsyncRef::available((Panics(drops.clone()), Counted(drops.clone()))));
    assert_eq!(read(&drops), 3);
}

/// Freed blocks join their thread's list, are reused, and outlive the thread.
#[test]
fn memory_moves_between_threads() {
    for _ in 0..3 {
        let made: Vec<_> = thread::spawn(|| {
            drop(AsyncRef::available(0_i32));
            (0..3_000).map(AsyncRef::available).collect()
        })
        .join()
        .unwrap();
        for (expected, value) in made.into_iter().enumerate() {
            assert_eq!(value.take().unwrap().unwrap(), expected as i32);
        }
    }
    let address = |value: AsyncRef<i32>| {
        let content: *const i32 = value.get().unwrap().unwrap();
        content.addr()
    };
    assert_eq!(address(AsyncRef::available(1)), address(AsyncRef::available(2)), "used again");
}

/// Values in thread-local storage may be dropped after this module's destructors have run.
#[test]
fn values_may_outlive_their_thread_locals() {
    thread_local! {
        static KEPT: std::cell::RefCell<Vec<AsyncRef<String>>> = const { std::cell::RefCell::new(Vec::new()) };
    }
    thread::spawn(|| {
        KEPT.with_borrow_mut(|kept| kept.push(AsyncRef::available("first".to_owned())));
        drop(AsyncRef::available("registers the lists".to_owned()));
        KEPT.with_borrow_mut(|kept| kept.push(AsyncRef::available("last".to_owned())));
    })
    .join()
    .unwrap();
}
