//! Scalars in memory: how callers that know the types pass them to a function.

/// A scalar in memory, as machine code reads and writes it.
///
/// ```
/// # use std::sync::Arc;
/// # use tfrt_host::context::{Host, RequestContext};
/// # use tfrt_host::error::Error;
/// # use tfrt_host::kernel::{EngineKind, Function, FunctionBody, Signature, Slot, Value};
/// /// Adds two numbers of type `ui64`.
/// struct Add(Signature);
///
/// impl FunctionBody for Add {
///     fn call_scalars(
///         &self,
///         _: &RequestContext,
///         _depth: u32,
///         arguments: &[Slot],
///         results: &mut [Slot],
///     ) -> Option<Result<(), Error>> {
///         let ([a, b], [sum]) = (arguments, results) else { return None };
///         sum.word = a.word.wrapping_add(b.word);
///         Some(Ok(()))
///     }
/// #     fn signature(&self) -> &Signature {
/// #         &self.0
/// #     }
/// #     fn engine(&self) -> EngineKind {
/// #         EngineKind::Rust
/// #     }
/// #     fn call(&self, _: &RequestContext, _: u32, arguments: &mut [Value], results: &mut [Value]) {
/// #         let number = |value: &Value| value.get::<u64>().map_or(0, |number| *number);
/// #         results.fill(Value::new(arguments.iter().map(number).fold(0, u64::wrapping_add)));
/// #     }
///     // and `signature`, `engine` and `call`
/// }
///
/// # let (arguments, results) = (vec!["ui64".to_owned(); 2], vec!["ui64".to_owned()]);
/// # let signature = Signature { name: "add".to_owned(), arguments, results };
/// # let add = Function::new(Arc::new(Add(signature)));
/// # let host = Host::builder().build()?;
/// let arguments = [40, 2].map(|word| Slot { word, err: 0 });
/// let mut results = [Slot::default()];
/// let called = add.call_scalars(&host.context(), 0, &arguments, &mut results);
/// assert!(matches!(called, Some(Ok(()))));
/// assert_eq!(results[0].word, 42);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Slot {
    /// Its bits; as an argument, zero-extended.
    pub word: u64,
    /// For a result that may be an error: zero or the error. Internal to the engine.
    pub err: u64,
}
