//! Functions that a program declares (`tfrt.native`) and its catalogue provides.

use super::{TypeChecks, Value, call_when_available};
use crate::context::RequestContext;
use crate::error::{Error, ErrorCode, counted, drop_quietly, panic_text};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A native function of a catalogue.
///
/// ```
/// # use tfrt_host::context::{Host, RequestContext};
/// # use tfrt_host::kernel::{Native, NativeDef, TypeChecks, Value};
/// fn twice(_: &RequestContext, arguments: &[Value]) -> Vec<Value> {
///     let x = arguments[0].get::<i32>().map_or(0, |x| *x);
///     vec![Value::new(x * 2)]
/// }
///
/// let def = NativeDef { name: "twice", rust: "crate::twice", function: twice };
/// let native = Native { def, results: TypeChecks::default() };
/// let host = Host::builder().build()?;
/// let mut results = [Value::Empty];
/// native.call(&host.context(), vec![Value::new(21_i32)], &mut results);
/// assert_eq!(results[0].get::<i32>().map(|x| *x), Some(42));
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NativeDef {
    /// The name by which programs declare it.
    pub name: &'static str,
    /// The function as an absolute Rust path, for calls in generated Rust.
    pub rust: &'static str,
    /// Takes values and errors, none of them pending, and returns one value per result. Unlike a
    /// kernel it is not strict: it is called with errors and must propagate them itself.
    pub function: fn(&RequestContext, &[Value]) -> Vec<Value>,
}

/// A native function as a program declares it.
///
/// ```
/// # use tfrt_host::context::RequestContext;
/// # use tfrt_host::kernel::{Catalogue, Native, NativeDef, TypeChecks, Value};
/// fn same(_: &RequestContext, arguments: &[Value]) -> Vec<Value> {
///     arguments.to_vec()
/// }
///
/// let def = NativeDef { name: "same", rust: "crate::same", function: same };
/// let native = Native { def, results: TypeChecks::new(&Catalogue::new(), ["i32"]) };
/// assert!(native.results.is_empty()); // only members of families are checked
/// ```
#[derive(Clone, Debug)]
pub struct Native {
    /// The function.
    pub def: NativeDef,
    /// The checks of its results against the types of the declaration.
    pub results: TypeChecks,
}

impl Native {
    /// Calls the function now if all arguments are available. Otherwise the results are pending,
    /// and the call happens when the arguments are available. It never unwinds: a function that
    /// panics, or returns another number of results, makes each result an error, and so is a result
    /// of another type than declared.
    pub fn call(&self, request: &RequestContext, arguments: Vec<Value>, results: &mut [Value]) {
        let (native, request) = (self.clone(), request.clone());
        let mut arguments = arguments;
        call_when_available(&mut arguments, results, move |arguments, results| {
            let values = native.def.run(&request, arguments, results.len());
            for (result, value) in results.iter_mut().zip(values) {
                *result = value;
            }
            native.results.check_values(results);
        });
    }
}

impl NativeDef {
    /// Returns one value per result.
    fn run(&self, request: &RequestContext, arguments: &[Value], count: usize) -> Vec<Value> {
        let name = self.name;
        let message = match catch_unwind(AssertUnwindSafe(|| (self.function)(request, arguments))) {
            Ok(values) if values.len() == count => return values,
            Ok(values) => {
                let given = counted(values.len(), "result");
                format!("native function '{name}' gave {given}, expected {count}")
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
