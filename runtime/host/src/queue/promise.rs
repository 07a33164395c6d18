//! [`PromiseOn`]: a promise that a foreign thread keeps, and whose waiters run on a queue.

use super::{Task, WorkQueue};
use crate::error::Error;
use crate::value::Promise;
use std::fmt;
use std::sync::Arc;

/// A promise whose value is resolved by a task of a queue: [`Promise::on`]. Waiters of a value run on the
/// thread that resolves it, and with them kernels: a thread of a device or of a client, which has other
/// things to do, keeps its promises this way.
///
/// Dropped unresolved, its value becomes the error "promise dropped", by a task too. If the queue drops the
/// task, because it has been shut down, the value becomes the error that says so, on the thread that drops it.
///
/// Thread-safe.
///
/// ```
/// use tfrt_host::context::Host;
/// use tfrt_host::value::AsyncRef;
///
/// let host = Host::builder().threads(1).build()?;
/// let (promise, value) = AsyncRef::pending();
/// let promise = promise.on(host.queue());
/// let foreign = std::thread::spawn(move || {
///     promise.set(7);
///     std::thread::current().id()
/// });
/// let (send, resumed) = std::sync::mpsc::channel();
/// value.and_then(move || send.send(std::thread::current().id()).expect("it is awaited"));
/// assert_ne!(resumed.recv(), foreign.join().map_err(|_| std::sync::mpsc::RecvError));
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
#[must_use = "a promise dropped unused makes its value an error"]
pub struct PromiseOn<T: Send + Sync + 'static> {
    /// There until it is resolved.
    promise: Option<Promise<T>>,
    queue: Arc<dyn WorkQueue>,
}

impl<T: Send + Sync + 'static> Promise<T> {
    /// The same promise, whose value is resolved by a task of that queue: for a thread on which no kernels
    /// may run.
    pub fn on(self, queue: &Arc<dyn WorkQueue>) -> PromiseOn<T> {
        PromiseOn { promise: Some(self), queue: Arc::clone(queue) }
    }
}

impl<T: Send + Sync + 'static> PromiseOn<T> {
    /// Sets the value.
    pub fn set(self, value: T) {
        self.keep(|promise| promise.set(value));
    }

    /// Makes the value an error.
    pub fn fail(self, error: Error) {
        self.keep(|promise| promise.fail(error));
    }

    /// `set` or `fail`.
    pub fn resolve(self, result: Result<T, Error>) {
        self.keep(|promise| promise.resolve(result));
    }

    fn keep(mut self, how: impl FnOnce(Promise<T>) + Send + 'static) {
        self.add(how);
    }

    /// Queues the task that resolves the value, unless it is resolved.
    fn add(&mut self, how: impl FnOnce(Promise<T>) + Send + 'static) {
        if let Some(promise) = self.promise.take() {
            self.queue.add_task(Task::new(move || how(promise)));
        }
    }
}

impl<T: Send + Sync + 'static> Drop for PromiseOn<T> {
    fn drop(&mut self) {
        self.add(drop);
    }
}

impl<T: Send + Sync + 'static> fmt::Debug for PromiseOn<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PromiseOn")
            .field("promise", &self.promise)
            .field("queue", &self.queue)
            .finish()
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use crate::context::Host;
    use crate::error::{Error, ErrorCode};
    use crate::value::{AsyncRef, Promise};
    use std::thread::{self, ThreadId};

    /// What a value becomes that another thread resolves, and whether its waiter ran on that thread.
    fn on_another_thread(
        host: &Host,
        resolve: impl FnOnce(Promise<i32>) + Send,
    ) -> (Result<i32, Error>, bool) {
        let (promise, value) = AsyncRef::pending();
        let (send, ran) = std::sync::mpsc::channel::<ThreadId>();
        value.and_then(move || send.send(thread::current().id()).unwrap());
        let foreign = thread::scope(|scope| {
            let foreign = scope.spawn(|| {
                resolve(promise);
                thread::current().id()
            });
            foreign.join().unwrap()
        });
        host.await_all(&[value.as_any().clone()]);
        (value.take().unwrap(), ran.recv().unwrap() == foreign)
    }

    #[test]
    fn waiters_run_on_the_queue() {
        for queue in ["s", "mstd:1", "mstd:2"] {
            let host = Host::builder().work_queue(queue).build().unwrap();
            let queue = host.queue();
            let (value, there) = on_another_thread(&host, |promise| promise.set(1));
            assert!(value.unwrap() == 1 && there, "without a queue it is that thread");
            let (value, there) = on_another_thread(&host, |promise| promise.on(queue).set(2));
            assert!(value.unwrap() == 2 && !there);
            let oops = || Error::new(ErrorCode::Internal, "oops");
            let fail = |promise: Promise<i32>| promise.on(queue).fail(oops());
            let (value, there) = on_another_thread(&host, fail);
            assert!(value.unwrap_err().message() == "oops" && !there);
            let (value, there) = on_another_thread(&host, |promise| drop(promise.on(queue)));
            assert!(value.unwrap_err().message() == "promise dropped" && !there);
            host.shutdown();
            let (value, _) = on_another_thread(&host, |promise| promise.on(queue).set(3));
            assert!(value.unwrap_err().message().starts_with("the host has ended"));
        }
    }
}
