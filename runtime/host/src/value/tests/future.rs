//! Values as futures and futures as values.

use super::*;
use std::future::{poll_fn, ready};
use std::pin::pin;
use std::task::{Context, Poll, Wake, Waker};

struct CountingWaker(AtomicUsize);

impl Wake for CountingWaker {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

fn counting() -> (Arc<CountingWaker>, Waker) {
    let count = Arc::new(CountingWaker(AtomicUsize::new(0)));
    (count.clone(), Waker::from(count))
}

#[test]
fn await_gives_the_content() {
    let (_, waker) = counting();
    let mut cx = Context::from_waker(&waker);
    let mut there = pin!(AsyncRef::available("a".to_owned()).into_future());
    assert!(matches!(there.as_mut().poll(&mut cx), Poll::Ready(Ok(text)) if text == "a"));
    let mut failed = pin!(AsyncRef::<i32>::from_error(oops()).into_future());
    assert!(matches!(failed.as_mut().poll(&mut cx), Poll::Ready(Err(_))));
}

#[test]
fn await_moves_out_of_the_only_reference() {
    let drops = counter();
    let (promise, value) = AsyncRef::pending();
    let (_, waker) = counting();
    let mut cx = Context::from_waker(&waker);
    let mut future = pin!(value.into_future());
    assert!(future.as_mut().poll(&mut cx).is_pending());
    promise.set(Counted(drops.clone()));
    let Poll::Ready(Ok(_kept)) = future.as_mut().poll(&mut cx) else { panic!("not ready") };
    assert_eq!(read(&drops), 0, "no clone was made");
}

#[test]
fn latest_waker_is_woken_once() {
    let (promise, value) = AsyncRef::<i32>::pending();
    let (old, old_waker) = counting();
    let (new, new_waker) = counting();
    let mut future = pin!(value.wait_ready());
    for _ in 0..100 {
        assert!(future.as_mut().poll(&mut Context::from_waker(&old_waker)).is_pending());
    }
    for _ in 0..100 {
        assert!(future.as_mut().poll(&mut Context::from_waker(&new_waker)).is_pending());
    }
    assert_eq!(Arc::strong_count(&old), 2, "a replaced waker is let go");
    promise.set(1);
    assert_eq!((read(&old.0), read(&new.0)), (0, 1));
    assert!(future.as_mut().poll(&mut Context::from_waker(&new_waker)).is_ready());
}

#[test]
fn dropped_future_wakes_nobody() {
    let (promise, value) = AsyncRef::<i32>::pending();
    let (count, waker) = counting();
    {
        let mut future = pin!(value.wait_ready());
        assert!(future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
        assert!(!value.as_any().is_unique());
    }
    assert_eq!(Arc::strong_count(&count), 2);
    promise.set(1);
    assert_eq!(read(&count.0), 0);
    assert!(value.as_any().is_unique());
}

type Job = Box<dyn FnOnce() + Send>;

/// A queue that runs tasks on request.
fn queue() -> (Arc<Mutex<Vec<Job>>>, Arc<Spawn>) {
    let jobs = Arc::new(Mutex::new(Vec::<Job>::new()));
    let filled = jobs.clone();
    (jobs, Arc::new(move |job| filled.lock().unwrap().push(job)))
}

fn run_all(jobs: &Mutex<Vec<Job>>) -> usize {
    let mut count = 0;
    while let Some(job) = { jobs.lock().unwrap().pop() } {
        job();
        count += 1;
    }
    count
}

#[test]
fn ready_future_is_a_value_at_once() {
    let (jobs, spawn) = queue();
    let value = AsyncRef::spawn_future(spawn.clone(), ready(Ok(1_i32)));
    assert_eq!(value.take().unwrap().unwrap(), 1);
    let value = AsyncRef::<i32>::spawn_future(spawn, ready(Err(oops())));
    assert_eq!(value.take().unwrap().unwrap_err().message(), "oops");
    assert!(jobs.lock().unwrap().is_empty());
}

#[test]
fn future_that_waits_for_values() {
    let (jobs, spawn) = queue();
    let (left_promise, left) = AsyncRef::<i32>::pending();
    let (right_promise, right) = AsyncRef::<i32>::pending();
    let sum = AsyncRef::spawn_future(spawn, async move { Ok(left.await? + right.await?) });
    right_promise.set(2);
    assert_eq!(run_all(&jobs), 0, "it waits for the left one");
    left_promise.set(1);
    assert!(!sum.is_available());
    assert_eq!(run_all(&jobs), 1);
    assert_eq!(sum.take().unwrap().unwrap(), 3);
}

#[test]
fn many_wakes_are_one_poll() {
    let (jobs, spawn) = queue();
    let polls = counter();
    let slot = Arc::new(Mutex::new(None::<Waker>));
    let (counted, given) = (polls.clone(), slot.clone());
    let value = AsyncRef::spawn_future(
        spawn,
        poll_fn(move |cx| {
            *given.lock().unwrap() = Some(cx.waker().clone());
            if counted.fetch_add(1, Ordering::SeqCst) < 2 {
                Poll::Pending
            } else {
                Poll::Ready(Ok(()))
            }
        }),
    );
    let wake = || slot.lock().unwrap().clone().unwrap().wake();
    assert_eq!(read(&polls), 1);
    (0..5).for_each(|_| wake());
    assert_eq!(run_all(&jobs), 1);
    assert_eq!(read(&polls), 2);
    wake();
    assert_eq!(run_all(&jobs), 1);
    assert!(value.is_available());
    wake();
    assert_eq!(run_all(&jobs), 0, "it is done");
}

fn yielding(mut times: usize) -> impl Future<Output = Result<(), Error>> + Send + 'static {
    poll_fn(move |cx| {
        if times == 0 {
            return Poll::Ready(Ok(()));
        }
        times -= 1;
        cx.waker().wake_by_ref();
        cx.waker().wake_by_ref();
        Poll::Pending
    })
}

#[test]
fn wake_during_a_poll_is_one_more_poll() {
    let (jobs, spawn) = queue();
    let value = AsyncRef::spawn_future(spawn, yielding(3));
    assert_eq!(run_all(&jobs), 3);
    assert!(value.is_available());
}

#[test]
fn queue_that_runs_at_once_does_not_grow_the_stack() {
    let spawn: Arc<Spawn> = Arc::new(|job| job());
    thread::Builder::new()
        .stack_size(512 << 10)
        .spawn(|| {
            let value = AsyncRef::spawn_future(spawn, yielding(100_000));
            assert!(value.is_available());
        })
        .unwrap()
        .join()
        .unwrap();
}

#[test]
fn panic_in_a_future_is_an_error() {
    async fn panics(after: AsyncRef<i32>, text: bool) -> Result<i32, Error> {
        let number = after.await?;
        if text {
            panic!("static");
        }
        panic!("number {number}")
    }
    let (jobs, spawn) = queue();
    let (promise, value) = AsyncRef::pending();
    let later = AsyncRef::spawn_future(spawn.clone(), panics(value.clone(), false));
    promise.set(7);
    run_all(&jobs);
    let now = AsyncRef::spawn_future(spawn, panics(value, true));
    let message = |value: AsyncRef<i32>| {
        let error = value.take().unwrap().unwrap_err();
        assert_eq!(error.code(), ErrorCode::Internal);
        error.message().to_owned()
    };
    assert_eq!(message(later), "kernel panicked: number 7");
    assert_eq!(message(now), "kernel panicked: static");
}

#[test]
fn dropped_poll_cancels() {
    let (jobs, spawn) = queue();
    let drops = counter();
    let held = Counted(drops.clone());
    let (promise, value) = AsyncRef::<i32>::pending();
    let result = AsyncRef::spawn_future(spawn, async move {
        let _held = held;
        value.await
    });
    promise.set(1);
    jobs.lock().unwrap().clear();
    assert_eq!(result.take().unwrap().unwrap_err().code(), ErrorCode::Cancelled);
    assert_eq!(read(&drops), 1);
}

#[test]
fn future_nobody_can_wake_cancels() {
    let (_, spawn) = queue();
    let result = AsyncRef::<i32>::spawn_future(spawn, std::future::pending());
    assert_eq!(result.take().unwrap().unwrap_err().code(), ErrorCode::Cancelled);
}
