//! Calls of functions that need their arguments available: until they are, the call is suspended and its
//! results are promises.

use super::Value;
use crate::context::RequestContext;
use crate::value::{AnyPromise, AnyRef, Suspended, resume_when_ready};
use smallvec::SmallVec;

/// The unresolved results of suspended work. If they are dropped, they become errors.
///
/// ```
/// use tfrt_host::kernel::{Promises, Value};
///
/// let mut results = [Value::Empty];
/// let promises = Promises::of(&mut results);
/// assert!(results[0].pending().is_some());
/// promises.forward([Value::new(42)]);
/// assert_eq!(results[0].get::<i32>().as_deref(), Some(&42));
/// ```
#[derive(Debug)]
#[must_use = "dropped, the results become errors"]
pub struct Promises(SmallVec<[AnyPromise; 4]>);

impl Promises {
    /// Replaces each result by a pending value.
    pub fn of(results: &mut [Value]) -> Self {
        let promise = |result: &mut Value| {
            let (promise, value) = AnyRef::indirect();
            *result = Value::Ref(value);
            promise
        };
        Self(results.iter_mut().map(promise).collect())
    }

    /// The number of results.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Forwards each result to its value, which may be pending.
    pub fn forward(self, values: impl IntoIterator<Item = Value>) {
        for (promise, value) in self.0.into_iter().zip(values) {
            promise.forward(value.into_ref());
        }
    }
}

/// Calls `run` with the values when all of them are available, as values or errors: immediately if
/// they are, else on the thread that resolves the last of them.
pub fn when_available(values: Vec<Value>, run: impl FnOnce(Vec<Value>) + Send + 'static) {
    let next = values.iter().position(|value| value.pending().is_some());
    match next {
        None => run(values),
        Some(next) => resume_when_ready(Box::new(Awaiting { values, next, run })),
    }
}

/// Calls a function when all its arguments are available: immediately if they are. Otherwise the
/// results are pending until it has run, and are then forwarded to its results.
///
/// It receives arguments and results.
pub fn call_when_available(
    arguments: &mut [Value],
    results: &mut [Value],
    run: impl FnOnce(&mut [Value], &mut [Value]) + Send + 'static,
) {
    if arguments.iter().all(Value::is_available) {
        return run(arguments, results);
    }
    let promises = Promises::of(results);
    let arguments = arguments.iter_mut().map(std::mem::take).collect();
    when_available(arguments, move |mut arguments| {
        let mut results = vec![Value::Empty; promises.count()];
        run(&mut arguments, &mut results);
        drop(arguments);
        promises.forward(results);
    });
}

/// [`call_when_available`] for a function that is skipped if the run is cancelled while it waits:
/// then every result is the cancellation. An argument that is an error comes first, and the
/// function decides what to do with it.
pub fn call_strict(
    request: &RequestContext,
    arguments: &mut [Value],
    results: &mut [Value],
    run: impl FnOnce(&RequestContext, &mut [Value], &mut [Value]) + Send + 'static,
) {
    if arguments.iter().all(Value::is_available) {
        return run(request, arguments, results);
    }
    let request = request.clone();
    call_when_available(arguments, results, move |arguments, results| {
        let failed = arguments.iter().any(|argument| argument.error().is_some());
        match request.cancelled().filter(|_| !failed) {
            Some(error) => results.fill(Value::Error(error.clone())),
            None => run(&request, arguments, results),
        }
    });
}

/// `values[..next]` are available.
struct Awaiting<F> {
    values: Vec<Value>,
    next: usize,
    run: F,
}

impl<F: FnOnce(Vec<Value>) + Send + 'static> Suspended for Awaiting<F> {
    fn pending(&self) -> Option<&AnyRef> {
        self.values.get(self.next)?.pending()
    }

    fn resume(mut self: Box<Self>) -> Option<Box<Self>> {
        let later = self.values[self.next..].iter().position(|value| value.pending().is_some());
        if let Some(distance) = later {
            self.next += distance;
            return Some(self);
        }
        let Self { values, run, .. } = *self;
        run(values);
        None
    }
}
