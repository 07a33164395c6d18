//! The test dialect's native functions, which programs declare as `tfrt.native`.

use tfrt_host::context::RequestContext;
use tfrt_host::error::{Error, ErrorCode};
use tfrt_host::kernel::Value;
use tfrt_host::queue::Task;
use tfrt_host::value::AsyncRef;

/// The sum of two integers, wrapping.
#[must_use]
pub fn add(_: &RequestContext, arguments: &[Value]) -> Vec<Value> {
    vec![sum(arguments).map_or_else(Value::Error, Value::new)]
}

/// The sum of two integers, wrapping, in a task.
#[must_use]
pub fn async_add(request: &RequestContext, arguments: &[Value]) -> Vec<Value> {
    let arguments = arguments.to_vec();
    let (promise, result) = AsyncRef::pending();
    request.queue().add_task(Task::new(move || promise.resolve(sum(&arguments))));
    vec![Value::Ref(result.into_any())]
}

/// Takes its arguments and drops them in a task.
#[must_use]
pub fn async_sink(request: &RequestContext, arguments: &[Value]) -> Vec<Value> {
    let arguments = arguments.to_vec();
    request.queue().add_task(Task::new(move || drop(arguments)));
    Vec::new()
}

/// Fails, without a diagnostic.
#[must_use]
pub fn error(_: &RequestContext, _: &[Value]) -> Vec<Value> {
    vec![Value::Error(Error::new(ErrorCode::Internal, "something bad happened"))]
}

/// Takes its arguments and drops them.
#[must_use]
pub fn sink(_: &RequestContext, _: &[Value]) -> Vec<Value> {
    Vec::new()
}

fn sum(arguments: &[Value]) -> Result<i32, Error> {
    if let Some(error) = arguments.iter().rev().find_map(Value::error) {
        return Err(error.clone());
    }
    match arguments {
        [a, b] => match (a.get::<i32>(), b.get::<i32>()) {
            (Some(a), Some(b)) => Ok(a.wrapping_add(*b)),
            _ => Err(invalid("native addition takes two 'i32'")),
        },
        _ => Err(invalid("native addition takes two arguments")),
    }
}

fn invalid(message: &'static str) -> Error {
    Error::new(ErrorCode::InvalidArgument, message)
}
