//! Kernels that create, resolve and read async values and return what they observed.

use parking_lot::Mutex;
use std::sync::Arc;
use tfrt_host::error::Error;
use tfrt_host::kernel;
use tfrt_host::value::AsyncRef;

use tfrt_kernels::string::HostString;

/// Reads a value of a derived type as each of its base types: `base1:base2:final_class:3`.
///
/// # Errors
/// The value is an error.
#[kernel("tfrt_test.async_value_get", effects())]
pub fn async_value_get() -> Result<HostString, Error> {
    struct Base1(&'static str);
    struct Base2(&'static str);
    struct FinalClass {
        first: Base1,
        second: Base2,
        name: &'static str,
        number: i32,
    }
    let made = FinalClass {
        first: Base1("base1"),
        second: Base2("base2"),
        name: "final_class",
        number: 3,
    };
    let value = AsyncRef::available(made);
    match value.get() {
        Some(Ok(FinalClass { first, second, name, number })) => {
            Ok(HostString(format!("{}:{}:{name}:{number}", first.0, second.0)))
        }
        Some(Err(error)) => Err(error.clone()),
        None => Err(Error::bug("a value that was made available is pending")),
    }
}

/// The states of references to an available, a set and a forwarded value, before and after:
/// `available:2;unavailable;(3);available:3;unavailable;available:4`. The number in parentheses was
/// observed by a waiter.
#[kernel("tfrt_test.async_value_ref", effects())]
pub fn async_value_ref() -> HostString {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let record = |value: &AsyncRef<i32>| seen.lock().push(shown(value));

    record(&AsyncRef::available(2));

    let (promise, set) = AsyncRef::pending();
    record(&set);
    let (log, waited_for) = (Arc::clone(&seen), set.clone());
    set.and_then(move || {
        if let Some(Ok(number)) = waited_for.get() {
            log.lock().push(format!("({number})"));
        }
    });
    promise.set(3);
    record(&set);

    let (promise, forwarded) = AsyncRef::pending();
    record(&forwarded);
    promise.forward(AsyncRef::available(4));
    record(&forwarded);

    let text = seen.lock().join(";");
    HostString(text)
}

fn shown(value: &AsyncRef<i32>) -> String {
    match value.get() {
        Some(Ok(number)) => format!("available:{number}"),
        Some(Err(error)) => format!("error:{}", error.message()),
        None => "unavailable".to_owned(),
    }
}
