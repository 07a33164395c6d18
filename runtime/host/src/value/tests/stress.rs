//! Many threads on the same values, and the count of live values.

use super::*;
use std::sync::Barrier;
use std::sync::mpsc;

/// Every reader sees the value, every waiter runs once, the content is dropped once.
#[test]
fn readers_waiters_and_resolver_on_four_threads() {
    const ROUNDS: usize = 2_000;
    let drops = counter();
    let runs = counter();
    let (promises, to_resolve) = mpsc::channel::<(Promise<(usize, Counted)>, usize)>();
    let resolver = {
        let drops = drops.clone();
        thread::spawn(move || {
            for (promise, round) in to_resolve {
                promise.set((round, Counted(drops.clone())));
            }
        })
    };
    let readers: Vec<_> = (0..3)
        .map(|_| {
            let (send, values) = mpsc::channel::<(AsyncRef<(usize, Counted)>, usize)>();
            let runs = runs.clone();
            let thread = thread::spawn(move || {
                for (value, round) in values {
                    let (runs, seen) = (runs.clone(), value.clone());
                    value.and_then(move || {
                        assert_eq!(seen.get().unwrap().ok().unwrap().0, round);
                        runs.fetch_add(1, Ordering::Relaxed);
                    });
                    if let Some(Ok((number, _))) = value.get() {
                        assert_eq!(*number, round);
                    }
                }
            });
            (send, thread)
        })
        .collect();
    for round in 0..ROUNDS {
        let (promise, value) = AsyncRef::pending();
        for (send, _) in &readers {
            send.send((value.clone(), round)).unwrap();
        }
        promises.send((promise, round)).unwrap();
    }
    drop(promises);
    for (send, thread) in readers {
        drop(send);
        thread.join().unwrap();
    }
    resolver.join().unwrap();
    assert_eq!(read(&runs), 3 * ROUNDS);
    assert_eq!(read(&drops), ROUNDS);
}

#[test]
fn forwarding_races_resolving() {
    for _ in 0..500 {
        let (front, value) = AnyRef::indirect();
        let (middle, link) = AnyRef::indirect();
        let (back, source) = AsyncRef::<String>::pending();
        let start = Arc::new(Barrier::new(3));
        let run = |f: Box<dyn FnOnce() + Send>| {
            let start = start.clone();
            thread::spawn(move || {
                start.wait();
                f();
            })
        };
        let threads = [
            run(Box::new(move || front.forward(link))),
            run(Box::new(move || middle.forward(source.into_any()))),
            run(Box::new(move || back.set("there".to_owned()))),
        ];
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(value.get::<String>().unwrap(), "there");
        assert!(value.is_unique());
    }
}

#[test]
fn await_on_other_threads() {
    struct Unpark(thread::Thread);
    impl std::task::Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    fn block_on<F: Future>(future: F) -> F::Output {
        let waker = std::task::Waker::from(Arc::new(Unpark(thread::current())));
        let mut cx = std::task::Context::from_waker(&waker);
        let mut future = std::pin::pin!(future);
        loop {
            match future.as_mut().poll(&mut cx) {
                std::task::Poll::Ready(output) => return output,
                std::task::Poll::Pending => thread::park(),
            }
        }
    }
    for round in 0..300 {
        let (promise, value) = AsyncRef::<i32>::pending();
        let waiting: Vec<_> = (0..2)
            .map(|_| {
                let value = value.clone();
                thread::spawn(move || block_on(value.into_future()).unwrap())
            })
            .collect();
        promise.set(round);
        for thread in waiting {
            assert_eq!(thread.join().unwrap(), round);
        }
    }
}

/// Runs in a process of its own, because the count is per process and other tests run at the same
/// time.
#[test]
fn live_count_is_exact_when_others_rest() {
    const NAME: &str = "value::tests::stress::live_count_is_exact_when_others_rest";
    const MARK: &str = "TFRT_TEST_LIVE_COUNT";
    if std::env::var_os(MARK).is_none() {
        let status = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", NAME, "--test-threads=1"])
            .env(MARK, "1")
            .status()
            .unwrap();
        assert!(status.success());
        return;
    }
    assert_eq!(live_count(), 0);
    let value = AsyncRef::available(1_i32);
    let (promise, pending) = AsyncRef::<String>::pending();
    assert_eq!(live_count(), 2);
    let moved = thread::spawn(move || {
        drop(value);
        assert_eq!(live_count(), 1);
        let made: Vec<_> = (0..10).map(AsyncRef::available).collect();
        promise.set("x".to_owned());
        made
    })
    .join()
    .unwrap();
    assert_eq!(live_count(), 11, "ended threads keep their part");
    assert_eq!(pending.take().unwrap().unwrap(), "x");
    drop(moved);
    assert_eq!(live_count(), 0);
    for _ in 0..20 {
        thread::spawn(|| drop(AnyRef::from_error(oops()))).join().unwrap();
    }
    assert_eq!(live_count(), 0);
}
