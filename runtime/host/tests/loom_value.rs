//! Loom models of async values: every interleaving of a few threads, within the bound on
//! preemptions, of the shipped code. Loom itself reports data races (through the marks that `sync`
//! sets), leaks, double frees and deadlocks; the models assert the rest.
//!
//! `RUSTFLAGS="--cfg loom" LOOM_MAX_PREEMPTIONS=2 cargo test -p tfrt-host --release --test loom_value`
#![cfg(loom)]

use loom::sync::Arc;
use loom::sync::atomic::{AtomicUsize, Ordering};
use loom::thread;
use std::pin::pin;
use std::task::{Context, Poll, Wake, Waker};
use tfrt_host::error::{Error, ErrorCode};
use tfrt_host::value::{AnyRef, AsyncRef, Spawn, State, live_count};

/// Runs the model and checks that its executions leave no live value. One model at a time, because
/// the count is per process.
fn check(model: impl Fn() + Send + Sync + 'static) {
    static ONE_AT_A_TIME: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let before = live_count();
    tfrt_host::sync::check(model);
    assert_eq!(live_count(), before, "every value ended");
}

/// Content whose reads and drop loom checks.
struct Watched {
    content: loom::cell::UnsafeCell<u32>,
    drops: Arc<AtomicUsize>,
}

#[expect(unsafe_code, reason = "loom's cell leaves `Sync` to its user")]
// SAFETY: loom checks that the cell is not read while it is written.
unsafe impl Sync for Watched {}
#[expect(unsafe_code, reason = "loom's cell leaves `Sync` to its user")]
// SAFETY: as above.
unsafe impl Send for Watched {}

impl Watched {
    fn new(drops: &Arc<AtomicUsize>) -> Self {
        Self { content: loom::cell::UnsafeCell::new(42), drops: drops.clone() }
    }

    #[expect(unsafe_code, reason = "loom's cell gives a raw pointer")]
    fn read(&self) -> u32 {
        // SAFETY: loom checks that it is not written meanwhile.
        self.content.with(|content| unsafe { *content })
    }

    #[expect(unsafe_code, reason = "loom's cell gives a raw pointer")]
    fn write(&self) {
        // SAFETY: loom checks that it is not read meanwhile.
        self.content.with_mut(|content| unsafe { *content += 1 });
    }
}

impl Clone for Watched {
    fn clone(&self) -> Self {
        assert_eq!(self.read(), 42);
        Self::new(&self.drops)
    }
}

impl Drop for Watched {
    #[expect(unsafe_code, reason = "loom's cell gives a raw pointer")]
    fn drop(&mut self) {
        // SAFETY: loom checks that there are no other users.
        self.content.with_mut(|content| unsafe { *content = 0 });
        self.drops.fetch_add(1, Ordering::Relaxed);
    }
}

fn counter() -> Arc<AtomicUsize> {
    Arc::new(AtomicUsize::new(0))
}

fn count(counter: &Arc<AtomicUsize>) -> impl FnOnce() + Send + 'static {
    let counter = counter.clone();
    move || _ = counter.fetch_add(1, Ordering::Relaxed)
}

fn read(counter: &AtomicUsize) -> usize {
    counter.load(Ordering::Relaxed)
}

fn oops() -> Error {
    Error::new(ErrorCode::Internal, "oops")
}

#[test]
fn set_against_get() {
    check(|| {
        let drops = counter();
        let (promise, value) = AsyncRef::pending();
        let content = Watched::new(&drops);
        let setter = thread::spawn(move || promise.set(content));
        if let Some(Ok(seen)) = value.get() {
            assert_eq!(seen.read(), 42);
        }
        setter.join().unwrap();
        assert_eq!(value.get().unwrap().ok().unwrap().read(), 42);
        drop(value);
        assert_eq!(read(&drops), 1);
    });
}

#[test]
fn set_against_and_then() {
    check(|| {
        let runs = counter();
        let (promise, value) = AsyncRef::<u32>::pending();
        let setter = thread::spawn(move || promise.set(7));
        let (ran, seen) = (count(&runs), value.clone());
        value.and_then(move || {
            assert_eq!(*seen.get().unwrap().unwrap(), 7);
            ran();
        });
        setter.join().unwrap();
        assert_eq!(read(&runs), 1);
    });
}

/// A waiter sees everything that the resolver did before, even without reading the value.
#[test]
fn what_came_before_set_is_seen_by_a_waiter() {
    check(|| {
        let runs = counter();
        let (promise, value) = AsyncRef::<u32>::pending();
        let written = Arc::new(Watched::new(&runs));
        let seen = written.clone();
        let setter = thread::spawn(move || {
            written.write();
            promise.set(7);
        });
        value.and_then(move || assert_eq!(seen.read(), 43));
        setter.join().unwrap();
    });
}

#[test]
fn two_waiters_against_set() {
    check(|| {
        let runs = counter();
        let (promise, value) = AsyncRef::<u32>::pending();
        let waiters = [(); 2].map(|()| {
            let (ran, value) = (count(&runs), value.clone());
            thread::spawn(move || {
                let seen = value.clone();
                value.and_then(move || {
                    assert_eq!(*seen.get().unwrap().unwrap(), 7);
                    ran();
                });
            })
        });
        promise.set(7);
        for waiter in waiters {
            waiter.join().unwrap();
        }
        assert_eq!(read(&runs), 2);
    });
}

#[test]
fn two_waiters_of_one_thread_run_in_reverse() {
    check(|| {
        let order = Arc::new(loom::sync::Mutex::new(Vec::new()));
        let (promise, value) = AsyncRef::<u32>::pending();
        let setter = thread::spawn(move || promise.set(7));
        let queued = [1, 2].map(|number| {
            let order = order.clone();
            let before = value.is_available();
            value.and_then(move || order.lock().unwrap().push(number));
            !before && !value.is_available()
        });
        setter.join().unwrap();
        let order = order.lock().unwrap();
        assert_eq!(order.len(), 2);
        if queued == [true, true] {
            assert_eq!(*order, [2, 1]);
        }
    });
}

#[test]
fn fail_against_and_then() {
    check(|| {
        let runs = counter();
        let (promise, value) = AsyncRef::<Watched>::pending();
        let failer = thread::spawn(move || promise.fail(oops()));
        let (ran, seen) = (count(&runs), value.clone());
        value.and_then(move || {
            assert_eq!(seen.state(), State::Error);
            assert_eq!(seen.get().unwrap().err().unwrap().message(), "oops");
            ran();
        });
        failer.join().unwrap();
        assert_eq!(read(&runs), 1);
    });
}

#[test]
fn dropped_promise_against_waiter() {
    check(|| {
        let runs = counter();
        let (promise, value) = AsyncRef::<u32>::pending();
        let dropper = thread::spawn(move || drop(promise));
        let (ran, seen) = (count(&runs), value.clone());
        value.and_then(move || {
            assert_eq!(seen.get().unwrap().unwrap_err().code(), ErrorCode::Cancelled);
            ran();
        });
        dropper.join().unwrap();
        assert_eq!(read(&runs), 1);
    });
}

#[test]
fn last_drop_on_two_threads() {
    check(|| {
        let drops = counter();
        let value = AsyncRef::available(Watched::new(&drops));
        let other = value.clone();
        let thread = thread::spawn(move || {
            assert_eq!(other.get().unwrap().ok().unwrap().read(), 42);
            drop(other);
        });
        assert_eq!(value.get().unwrap().ok().unwrap().read(), 42);
        drop(value);
        thread.join().unwrap();
        assert_eq!(read(&drops), 1);
    });
}

#[test]
fn take_against_take() {
    check(|| {
        let drops = counter();
        let value = AsyncRef::available(Watched::new(&drops));
        let other = value.clone();
        let thread = thread::spawn(move || other.take().unwrap().ok().unwrap().read());
        assert_eq!(value.take().unwrap().ok().unwrap().read(), 42);
        assert_eq!(thread.join().unwrap(), 42);
        assert!((2..=3).contains(&read(&drops)), "one or both were clones");
    });
}

#[test]
fn last_reference_against_resolver() {
    check(|| {
        let drops = counter();
        let (promise, value) = AsyncRef::pending();
        let content = Watched::new(&drops);
        let setter = thread::spawn(move || promise.set(content));
        drop(value);
        setter.join().unwrap();
        assert_eq!(read(&drops), 1);
    });
}

#[test]
fn waiter_registered_then_last_drop_against_resolver() {
    check(|| {
        let (drops, runs) = (counter(), counter());
        let (promise, value) = AsyncRef::pending();
        let content = Watched::new(&drops);
        let setter = thread::spawn(move || promise.set(content));
        value.and_then(count(&runs));
        drop(value);
        setter.join().unwrap();
        assert_eq!((read(&drops), read(&runs)), (1, 1));
    });
}

#[test]
fn forward_of_an_indirect_against_waiter() {
    check(|| {
        let runs = counter();
        let (promise, value) = AnyRef::indirect();
        let forwarder =
            thread::spawn(move || promise.forward(AsyncRef::available(5_u32).into_any()));
        let (ran, seen) = (count(&runs), value.clone());
        value.and_then(move || {
            assert_eq!(seen.get::<u32>(), Some(&5));
            ran();
        });
        forwarder.join().unwrap();
        assert_eq!(read(&runs), 1);
        assert!(value.is_unique());
    });
}

#[test]
fn forward_to_a_target_being_set() {
    check(|| {
        let drops = counter();
        let (promise, value) = AnyRef::indirect();
        let (source, target) = AsyncRef::pending();
        let content = Watched::new(&drops);
        let setter = thread::spawn(move || source.set(content));
        promise.forward(target.into_any());
        if let Some(seen) = value.get::<Watched>() {
            assert_eq!(seen.read(), 42);
        }
        setter.join().unwrap();
        assert_eq!(value.get::<Watched>().unwrap().read(), 42);
        assert!(value.is_unique());
        drop(value);
        assert_eq!(read(&drops), 1);
    });
}

#[test]
fn forwarding_chain_against_its_source_and_a_waiter() {
    check(|| {
        let runs = counter();
        let (first, value) = AnyRef::indirect();
        let (second, link) = AnyRef::indirect();
        let (source, target) = AsyncRef::<u32>::pending();
        let setter = thread::spawn(move || source.set(5));
        let forwarder = thread::spawn(move || second.forward(target.into_any()));
        let (ran, seen) = (count(&runs), value.clone());
        value.and_then(move || {
            assert_eq!(seen.get::<u32>(), Some(&5));
            ran();
        });
        first.forward(link);
        setter.join().unwrap();
        forwarder.join().unwrap();
        assert_eq!(read(&runs), 1);
        assert!(value.is_unique());
    });
}

#[test]
fn forward_to_a_target_whose_promise_is_dropped() {
    check(|| {
        let (promise, value) = AnyRef::indirect();
        let (source, target) = AnyRef::indirect();
        let dropper = thread::spawn(move || drop(source));
        promise.forward(target);
        dropper.join().unwrap();
        assert_eq!(value.error().unwrap().code(), ErrorCode::Cancelled);
    });
}

/// A waker that counts.
struct Count(std::sync::atomic::AtomicUsize);

impl Wake for Count {
    fn wake(self: std::sync::Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

fn waker() -> (std::sync::Arc<Count>, Waker) {
    let count = std::sync::Arc::new(Count(std::sync::atomic::AtomicUsize::new(0)));
    (count.clone(), Waker::from(count))
}

#[test]
fn replaced_waker_against_set() {
    check(|| {
        let (promise, value) = AsyncRef::<u32>::pending();
        let (_, old) = waker();
        let (woken, new) = waker();
        let mut future = pin!(value.into_future());
        let first = future.as_mut().poll(&mut Context::from_waker(&old));
        assert!(first.is_pending());
        let setter = thread::spawn(move || promise.set(3));
        let polled = future.as_mut().poll(&mut Context::from_waker(&new));
        setter.join().unwrap();
        match polled {
            Poll::Ready(result) => assert_eq!(result.unwrap(), 3),
            Poll::Pending => {
                assert_eq!(woken.0.load(Ordering::SeqCst), 1);
                let again = future.as_mut().poll(&mut Context::from_waker(&new));
                assert!(matches!(again, Poll::Ready(Ok(3))));
            }
        }
    });
}

/// Polls run on the waking thread, racing with the end of the first poll.
#[test]
fn spawned_future_against_wake() {
    check(|| {
        let (left, a) = AsyncRef::<u32>::pending();
        let (right, b) = AsyncRef::<u32>::pending();
        let at_once: std::sync::Arc<Spawn> = std::sync::Arc::new(|poll| poll());
        let setter = thread::spawn(move || left.set(1));
        let sum = AsyncRef::spawn_future(at_once, async move { Ok(a.await? + b.await?) });
        right.set(2);
        setter.join().unwrap();
        assert_eq!(sum.take().unwrap().unwrap(), 3);
    });
}

/// A queue that drops polls unrun, racing with a second wake-up.
#[test]
fn abandoned_future_against_wake() {
    check(|| {
        let drops = counter();
        let held = Watched::new(&drops);
        let (left, a) = AsyncRef::<u32>::pending();
        let (right, b) = AsyncRef::<u32>::pending();
        let never: std::sync::Arc<Spawn> = std::sync::Arc::new(drop);
        let sum = AsyncRef::spawn_future(never, async move {
            let _held = held;
            let both = (a.wait_ready(), b.wait_ready());
            let (mut a, mut b) = (pin!(both.0), pin!(both.1));
            std::future::poll_fn(|cx| {
                let (a, b) = (a.as_mut().poll(cx), b.as_mut().poll(cx));
                if a.is_ready() && b.is_ready() { Poll::Ready(Ok(())) } else { Poll::Pending }
            })
            .await
        });
        let setter = thread::spawn(move || left.set(1));
        right.set(2);
        setter.join().unwrap();
        assert_eq!(sum.take().unwrap().unwrap_err().code(), ErrorCode::Cancelled);
        assert_eq!(read(&drops), 1);
    });
}
