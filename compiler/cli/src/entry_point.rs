//! `tfrt run --entry-point`: runs the function that a program's entry point names, on a device.

use crate::engine::Engine;
use crate::failure::Failure;
use crate::session::Session;
use std::sync::mpsc;
use tfrt::gpu::{Buffer, EntryPoint, Stream, entry_point, open_context};
use tfrt_exec::Program;
use tfrt_host::kernel::{Chain, Function, KernelType, Signature, Value};

/// The number of the device.
const DEVICE: u32 = 0;

/// Calls the functions of an entry point: what makes the program's resources, then the one that it names, with a chain,
/// a stream and its buffers, whose content is undefined; and waits until the device is done.
pub(crate) fn run(
    program: &Program,
    engine: &dyn Engine,
    session: &Session,
) -> Result<(), Failure> {
    let calls = Calls { program, engine, session };
    let entry = calls.find(entry_point::FUNCTION).ok_or_else(|| {
        Failure::check(format!("tfrt: {} function not found\n", entry_point::FUNCTION))
    })?;
    let found = calls.call(&entry, &[])?;
    let Some(entry) = found.first().and_then(|value| value.get::<EntryPoint>()) else {
        let message = format!("tfrt: {} gives no {}\n", entry_point::FUNCTION, EntryPoint::NAME);
        return Err(Failure::check(message));
    };
    let function = calls.find(&entry.function);
    let function =
        function.ok_or_else(|| Failure::check(format!("tfrt: {} not found\n", entry.function)))?;
    check(function.signature(), entry.buffer_sizes.len())?;

    let wrong = |error: &dyn std::fmt::Display| Failure::check(format!("tfrt: {error}\n"));
    let host = session.host();
    let (context, _device) =
        open_context(host.handle(), DEVICE).map_err(|error| wrong(&error.message))?;
    if let Some(preload) = calls.find(entry_point::PRELOAD) {
        calls.call(&preload, &[Value::new(context.clone())])?;
    }
    let stream = context.stream().map_err(|error| wrong(&error))?;
    let allocator = context.allocator().map_err(|error| wrong(&error))?;
    let mut arguments = vec![Value::new(Chain), Value::new(stream.clone())];
    for &size in &entry.buffer_sizes {
        let buffer = allocator.allocate(&stream, size).map_err(|error| wrong(&error))?;
        arguments.push(Value::new(buffer));
    }
    calls.call(&function, &arguments)?;
    drop(arguments);
    let (tell, told) = mpsc::channel();
    let passed = stream.when_passed(move |passed| {
        // The receiver is there until it is told.
        let _ = tell.send(passed);
    });
    passed.map_err(|error| wrong(&error))?;
    match told.recv() {
        Ok(passed) => passed.map_err(|error| wrong(&error)),
        Err(error) => Err(wrong(&error)),
    }
}

/// Whether a function can be called by an entry point with so many buffers.
fn check(signature: &Signature, buffers: usize) -> Result<(), Failure> {
    let is = |ty: &String, expected: &str| ty == expected;
    let types = &signature.arguments;
    let wrong = match (&signature.results[..], types.as_slice()) {
        ([result], _) if !is(result, Chain::NAME) => "Expected result to be !tfrt.chain",
        ([] | [_, _, ..], _) => "Expected result to be !tfrt.chain",
        (_, [] | [_]) => "Expected at least two arguments",
        (_, [first, ..]) if !is(first, Chain::NAME) => "Expected first argument to be !tfrt.chain",
        (_, [_, second, ..]) if !is(second, Stream::NAME) => {
            "Expected second argument to be !tfrt_gpu.stream"
        }
        (_, [_, _, rest @ ..]) if !rest.iter().all(|ty| is(ty, Buffer::NAME)) => {
            "Expected tail arguments to be !tfrt_gpu.buffer"
        }
        (_, [_, _, rest @ ..]) if rest.len() != buffers => "Incorrect number of arguments",
        _ => return Ok(()),
    };
    Err(Failure::check(format!("tfrt: {wrong}\n")))
}

/// The functions of a program on an engine.
struct Calls<'a> {
    program: &'a Program,
    engine: &'a dyn Engine,
    session: &'a Session,
}

impl Calls<'_> {
    fn find(&self, name: &str) -> Option<Function> {
        let functions = self.program.functions();
        let index = functions.iter().position(|it| it.signature().name == name)?;
        self.engine.function(index, functions[index].signature())
    }

    /// The results of a call that has ended.
    fn call(&self, function: &Function, arguments: &[Value]) -> Result<Vec<Value>, Failure> {
        let mut kept = Vec::new();
        let ran = self.session.run(function, arguments, |results| kept = results.to_vec());
        // What is kept is alive afterwards, and is no leak.
        let _ = ran.leak;
        match kept.iter().find_map(Value::error) {
            Some(error) => {
                Err(Failure::check(format!("tfrt: result has error: {}\n", error.message())))
            }
            None => Ok(kept),
        }
    }
}
