//! Functions that a program declares (`tfrt.native`) and its catalogue supplies.

use super::{Value, call_when_available};
use crate::context::RequestContext;
use crate::error::{Error, ErrorCode, drop_quietly, panic_text};
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
        let (native, request) = (*self, request.clone());
        let mut arguments = arguments;
        call_when_available(&mut arguments, results, move |arguments, results| {
            let values = native.run(&request, arguments, results.len());
            for (result, value) in results.iter_mut().zip(values) {
                *result = value;
            }
        });
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
