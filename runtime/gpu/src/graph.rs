//! Graphs: functions that give work to streams, whose work is noted and given again by one call.

use std::sync::Arc;
use tfrt_cuda::{CudaError, Graph, Stream};
use tfrt_host::context::{ExecCtx, RequestContext};
use tfrt_host::error::{Error, KernelError};
use tfrt_host::frame::grow_stack;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Callee, Chain, Function, Gives, Value};
use tfrt_host::queue::InlineQueue;
use tfrt_host::value::MaybeDone;

/// The work that a function gives to a stream, as a graph. The function takes a chain, a stream and the arguments. It
/// is called twice, in a run of its own whose tasks run in place: first with the stream, so that it works once as it
/// is, then with one that only notes what it is given. The graph has the buffers and numbers of that call; new input is
/// copied into those buffers.
///
/// All ops of the function, and of those that it calls, can be captured: launches, copies between buffers of the
/// device, fills, views, events that other streams wait for and are waited for, other graphs, pure kernels and calls.
///
/// # Errors
/// Those of the function; the driver's.
#[kernel(
    "tfrt_gpu.graph.create",
    effects(device),
    assembly = "$function `(` $stream (`,` $arguments^)? `)` `,` $chain attr-dict (`:` type($arguments)^)?",
    traits(callees(&[Callee::symbol("function")
        .takes(&[1, 0], 2)
        .gives(Gives::Types(&["!tfrt.chain"]))
        .captured()]))
)]
pub fn create(
    ctx: ExecCtx<'_>,
    stream: &Stream,
    chain: Chain,
    function: &Function,
    arguments: &[Value],
) -> MaybeDone<Graph> {
    let run = ctx.host().request().queue(Arc::new(InlineQueue::new())).build();
    let give = |stream: &Stream| {
        let mut values = vec![Value::new(chain), Value::new(stream.clone())];
        values.extend_from_slice(arguments);
        give(ctx, &run, function, &mut values)
    };
    let graph = give(stream).and_then(|()| Graph::capture(stream.context(), give));
    MaybeDone::from(graph.map_err(|failure| match failure {
        Failure::Function(error) => error,
        Failure::Driver(error) => ctx.report(error),
    }))
}

/// Gives a stream the work of a graph.
///
/// # Errors
/// The driver's; a graph of another context.
#[kernel(
    "tfrt_gpu.graph.launch",
    effects(device),
    assembly = Assembly::OPERANDS,
    traits(capturable(&[]))
)]
pub fn launch(stream: &Stream, graph: &Graph, _chain: Chain) -> Result<Chain, KernelError> {
    stream.launch_graph(graph)?;
    Ok(Chain)
}

/// Why there is no graph.
enum Failure {
    /// An error that was reported.
    Function(Error),
    Driver(CudaError),
}

impl From<CudaError> for Failure {
    fn from(error: CudaError) -> Self {
        Self::Driver(error)
    }
}

/// Calls the function, which has ended when this returns.
fn give(
    ctx: ExecCtx<'_>,
    run: &RequestContext,
    function: &Function,
    values: &mut [Value],
) -> Result<(), Failure> {
    let signature = function.signature();
    let depth = ctx.enter_call().map_err(Failure::Function)?;
    if values.len() != signature.arguments.len() {
        let (name, expected) = (&signature.name, signature.arguments.len());
        let message =
            format!("function '{name}' takes {expected} arguments, given {}", values.len());
        return Err(Failure::Function(ctx.report(message)));
    }
    let mut results = vec![Value::Empty; signature.results.len()];
    grow_stack(|| function.call(run, depth, values, &mut results));
    for result in &results {
        if let Some(error) = result.error() {
            let (name, location) = (signature.name.clone(), ctx.site.location.clone());
            return Err(Failure::Function(error.through(name, location)));
        }
        if !result.is_available() {
            let message = format!("function '{}' waits for something in a capture", signature.name);
            return Err(Failure::Function(ctx.report(message)));
        }
    }
    Ok(())
}
