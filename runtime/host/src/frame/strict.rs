//! [`call_strict`]: functions that do nothing before all their arguments are there.

use crate::context::RequestContext;
use crate::kernel::Value;
use crate::stack::grow_stack;
use crate::value::{AnyPromise, AnyRef};

/// Enters a function when all its arguments are there, as values or errors: at once if they are,
/// else on the thread that resolves the last of them; then the results are pending until it
/// returns. A run that was cancelled while it waited cancels the results instead, but an error
/// that was handed in comes first: what becomes of it, `enter` knows.
///
/// `enter` sets the results that it is given.
pub fn call_strict<F>(
    request: &RequestContext,
    arguments: &mut [Value],
    results: &mut [Value],
    enter: F,
) where
    F: FnOnce(&RequestContext, &mut [Value], &mut [Value]) + Send + 'static,
{
    if arguments.iter().all(Value::is_available) {
        enter(request, arguments, results);
        return;
    }
    let promise = |result: &mut Value| {
        let (promise, value) = AnyRef::indirect();
        *result = Value::Ref(value);
        promise
    };
    let promises = results.iter_mut().map(promise).collect();
    let arguments = arguments.iter_mut().map(std::mem::take).collect();
    Waiting { request: request.clone(), arguments, promises, enter }.proceed(0);
}

struct Waiting<F> {
    request: RequestContext,
    arguments: Vec<Value>,
    promises: Vec<AnyPromise>,
    enter: F,
}

impl<F> Waiting<F>
where
    F: FnOnce(&RequestContext, &mut [Value], &mut [Value]) + Send + 'static,
{
    /// Waits for the arguments from `next` on, one after the other: nests at most once for each.
    fn proceed(self, next: usize) {
        let pending = (next..self.arguments.len()).find(|&at| !self.arguments[at].is_available());
        match pending {
            Some(at) => {
                let argument = self.arguments[at].clone();
                argument.and_then(move || grow_stack(|| self.proceed(at + 1)));
            }
            None => self.enter(),
        }
    }

    fn enter(mut self) {
        let mut results = vec![Value::Empty; self.promises.len()];
        let failed = self.arguments.iter().any(|argument| argument.error().is_some());
        match self.request.cancelled().filter(|_| !failed) {
            Some(error) => results.fill(Value::Error(error.clone())),
            None => (self.enter)(&self.request, &mut self.arguments, &mut results),
        }
        for (promise, result) in self.promises.into_iter().zip(results) {
            promise.forward(result.into_ref());
        }
    }
}
