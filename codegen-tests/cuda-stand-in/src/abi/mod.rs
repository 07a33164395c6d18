//! The functions of the driver, as C has them. Each reads its arguments and calls the state; nothing is decided
//! here.
#![expect(unsafe_code, reason = "the interface is C's")]

mod control;
mod graph;
mod launch;
mod library;
mod memory;
mod objects;
mod products;
mod stream;

use crate::driver::code::{Code, Result};
use std::ffi::{CStr, c_char};

/// Functions of the driver: each is exported under its name, is counted and logged, and gives the code of what its
/// body gives.
macro_rules! functions {
    ($(fn $name:ident($($argument:ident: $ty:ty),* $(,)?) |$state:ident| $body:block)*) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name($($argument: $ty),*) -> u32 {
            crate::driver::DRIVER.call(stringify!($name), |$state| $body)
        }
    )*};
}
use functions;

/// Stores a result.
///
/// # Safety
/// Null, or a place that can be written.
unsafe fn put<T>(place: *mut T, value: T) -> Result<()> {
    if place.is_null() {
        return Err(Code::INVALID_VALUE);
    }
    // SAFETY: it is not null, and the caller's promise.
    unsafe { place.write(value) };
    Ok(())
}

/// A name.
///
/// # Safety
/// Null, or a text that ends with a zero, and stays while the result is used.
unsafe fn text<'a>(name: *const c_char) -> Result<&'a str> {
    if name.is_null() {
        return Err(Code::INVALID_VALUE);
    }
    // SAFETY: it is not null, and the caller's promise.
    let name = unsafe { CStr::from_ptr(name) };
    name.to_str().map_err(|_| Code::NOT_FOUND)
}
