//! Chains of a million links on a small stack: resolving, failing, forwarding, dropping.

use super::*;

const LINKS: usize = 1_000_000;

fn on_small_stack(f: impl FnOnce() + Send + 'static) {
    thread::Builder::new().stack_size(512 << 10).spawn(f).unwrap().join().unwrap();
}

/// A chain of values; the waiter of each resolves the next.
fn waiter_chain() -> (Promise<usize>, AsyncRef<usize>) {
    let (first, mut last) = AsyncRef::<usize>::pending();
    for _ in 0..LINKS {
        let (promise, next) = AsyncRef::pending();
        last.clone().and_then(move || promise.resolve(last.take().unwrap().map(|n| n + 1)));
        last = next;
    }
    (first, last)
}

#[test]
fn waiters_that_resolve_the_next_value() {
    on_small_stack(|| {
        let (first, last) = waiter_chain();
        first.set(0);
        assert_eq!(last.take().unwrap().unwrap(), LINKS);
        let (first, last) = waiter_chain();
        first.fail(oops());
        assert_eq!(last.take().unwrap().unwrap_err().message(), "oops");
        let (first, last) = waiter_chain();
        drop(first);
        assert_eq!(last.take().unwrap().unwrap_err().code(), ErrorCode::Cancelled);
    });
}

#[test]
fn forwarding_chain() {
    on_small_stack(|| {
        let (source, end) = AsyncRef::<i32>::pending();
        let mut links = vec![end.into_any()];
        for _ in 0..LINKS {
            let (promise, next) = AnyRef::indirect();
            promise.forward(links[links.len() - 1].clone());
            links.push(next);
        }
        source.set(4);
        assert!(links.iter().all(|link| link.get::<i32>() == Some(&4)));
    });
}

#[test]
fn forwarding_chain_from_the_other_end() {
    on_small_stack(|| {
        let (mut promise, first) = AnyRef::indirect();
        for _ in 0..LINKS {
            let (next_promise, next) = AnyRef::indirect();
            promise.forward(next);
            promise = next_promise;
        }
        promise.fail(oops());
        assert_eq!(first.error().unwrap().message(), "oops");
    });
}

struct Link {
    _next: Option<AsyncRef<Link>>,
    _drop: Counted,
}

#[test]
fn contents_that_hold_the_next_value() {
    on_small_stack(|| {
        let drops = counter();
        let mut head = None;
        for _ in 0..LINKS {
            head = Some(AsyncRef::available(Link { _next: head, _drop: Counted(drops.clone()) }));
        }
        assert_eq!(read(&drops), 0);
        drop(head);
        assert_eq!(read(&drops), LINKS);
    });
}

#[test]
fn contents_that_hold_the_next_value_through_forwarding() {
    on_small_stack(|| {
        let drops = counter();
        let mut head = None;
        for _ in 0..LINKS {
            let (promise, forwarded) = AsyncRef::pending();
            let link = Link { _next: head, _drop: Counted(drops.clone()) };
            promise.forward(AsyncRef::available(link));
            head = Some(forwarded);
        }
        drop(head);
        assert_eq!(read(&drops), LINKS);
    });
}

/// Each drop of a value drops a promise, whose waiter drops the next value.
#[test]
fn ends_and_waiters_that_nest_in_turn() {
    struct Holder {
        _promise: Promise<i32>,
    }
    on_small_stack(|| {
        let (mut promise, last) = AsyncRef::<i32>::pending();
        for _ in 0..LINKS / 4 {
            let holder = AsyncRef::available(Holder { _promise: promise });
            let (outer, value) = AsyncRef::<i32>::pending();
            value.and_then(move || drop(holder));
            promise = outer;
        }
        drop(promise);
        assert_eq!(last.state(), State::Error);
    });
}

#[test]
fn postponed_work_can_be_run_early() {
    on_small_stack(|| {
        let (first, last) = waiter_chain();
        let (done, all) = AsyncRef::<i32>::pending();
        // Registered last, so it runs before the chain's own waiter, inside the outermost level.
        let (source, gate) = AsyncRef::<i32>::pending();
        let gate_again = gate.clone();
        gate.and_then(move || {
            assert!(gate_again.is_available());
            first.set(0);
            assert!(!last.is_available(), "postponed to the outermost waiter");
            run_postponed();
            assert!(last.is_available());
            done.set(1);
        });
        source.set(0);
        assert!(all.is_available());
    });
}
