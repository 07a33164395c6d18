//! Functions that a program declares (`tfrt.native`) and its catalogue supplies.

use super::Value;
use crate::context::RequestContext;
use crate::error::{Error, ErrorCode, drop_quietly, panic_text};
use crate::value::{AnyPromise, AnyRef};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A native function.
#[derive(Clone, Copy, Debug)]
pub struct NativeDef {
    /// The name by which programs declare it.
    pub name: &'static str,
    /// The function as an absolute Rust path: generated Rust calls it by that.
    pub rust: &'static str,
    /// Gets values and errors, none of them pending, and gives one value for each result. Unlike a
    /// kernel it is called whatever the arguments are: to hand on their errors is its own affair.
    pub function: fn(&RequestContext, &[Value]) -> Vec<Value>,
}

impl NativeDef {
    /// Calls the function if all arguments are available; else it is called when they are, and
    /// until then the results are pending. Nothing unwinds out of it: a function that panics, or
    /// gives another number of results, makes each result an error.
    pub fn call(&self, request: &RequestContext, arguments: Vec<Value>, results: &mut [Value]) {
        if arguments.iter().all(Value::is_available) {
            let values = self.run(request, &arguments, results.len());
            for (result, value) in results.iter_mut().zip(values) {
                *result = value;
            }
            return;
        }
        let (promises, pending): (Vec<AnyPromise>, Vec<AnyRef>) =
            results.iter().map(|_| AnyRef::indirect()).unzip();
        for (result, value) in results.iter_mut().zip(pending) {
            *result = Value::Ref(value);
        }
        self.call_later(request.clone(), arguments, promises);
    }

    fn call_later(self, request: RequestContext, arguments: Vec<Value>, promises: Vec<AnyPromise>) {
        match arguments.iter().find(|argument| !argument.is_available()).cloned() {
            Some(missing) => {
                missing.and_then(move || self.call_later(request, arguments, promises));
            }
            None => {
                let values = self.run(&request, &arguments, promises.len());
                drop(arguments);
                for (promise, value) in promises.into_iter().zip(values) {
                    promise.forward(value.into_ref());
                }
            }
        }
    }

    /// One value for each of `count` results.
    fn run(&self, request: &RequestContext, arguments: &[Value], count: usize) -> Vec<Value> {
        let name = self.name;
        let message = match catch_unwind(AssertUnwindSafe(|| (self.function)(request, arguments))) {
            Ok(values) if values.len() == count => return values,
            Ok(values) => {
                format!("native function '{name}' gave {} results, expected {count}", values.len())
            }
            Err(payload) => {
                let message =
                    format!("native function '{name}' panicked: {}", panic_text(&*payload));
                drop_quietly(payload);
                message
            }
        };
        vec![Value::Error(Error::new(ErrorCode::Internal, message)); count]
    }
}
