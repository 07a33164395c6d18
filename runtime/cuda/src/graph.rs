//! Graphs: work of streams, noted once and then given to a stream by one call.

use crate::capture::{HeldSet, Holding, Kept};
use crate::context::Context;
use crate::core::Core;
use crate::error::CudaError;
use crate::launches::Launched;
use crate::raw::{self, ExecutableHandle, GraphHandle, StreamHandle};
use crate::stream::Stream;
use crate::table::Table;
use parking_lot::Mutex;
use std::fmt;
use std::mem;
use std::sync::Arc;

/// Work that a stream is given by one call: launches, copies and fills, with the buffers and numbers that they had
/// when they were noted. Cheap to clone. Thread-safe.
///
/// It holds the buffers and the code that it uses. New input is copied into those buffers.
///
/// ```
/// # use tfrt_cuda::{Buffer, Context, CudaError, Graph};
/// /// Fills a buffer, and copies it to another, ten times.
/// fn replay(context: &Context, x: &Buffer, y: &Buffer) -> Result<(), CudaError> {
///     let graph = Graph::capture(context, |stream| {
///         stream.set_words(x, 7)?;
///         stream.copy(y, x)
///     })?;
///     let stream = context.stream()?;
///     (0..10).try_for_each(|_| stream.launch_graph(&graph))
/// }
/// # let _ = replay;
/// ```
#[derive(Clone)]
pub struct Graph(Arc<Inner>);

struct Inner {
    /// The driver wants one call at a time for an executable graph. Not held over a capture.
    state: Mutex<State>,
    context: Context,
}

/// Dropped in this order.
struct State {
    executable: Executable,
    template: Template,
    held: Arc<HeldSet>,
}

/// The nodes and edges of a graph, as the driver has them.
pub(crate) struct Template {
    core: Arc<Core>,
    handle: GraphHandle,
}

/// A graph that the driver can launch.
struct Executable {
    core: Arc<Core>,
    handle: ExecutableHandle,
}

impl Graph {
    /// What a function gives to the stream that it gets, and to streams that wait for that stream's events, as a
    /// graph; nothing of it is done. Streams that take part come together again in the first one, by an event for
    /// which that waits.
    ///
    /// Launches, copies on the device, fills, other graphs and events can be captured. Anything else is an error of the
    /// call, which the function passes on. Calls that act on the whole context, such as loading a module, wait on
    /// other threads until the capture is over; so the function must not wait for such a thread.
    ///
    /// # Errors
    /// The function's; the driver's; this thread is in a capture.
    pub fn capture<E: From<CudaError>>(
        context: &Context,
        give: impl FnOnce(&Stream) -> Result<(), E>,
    ) -> Result<Self, E> {
        let (template, holding) = record(context, give)?;
        Ok(Self::of(context, template, holding)?)
    }

    /// A graph of nodes and what they touch.
    pub(crate) fn of(
        context: &Context,
        template: Template,
        holding: Holding,
    ) -> Result<Self, CudaError> {
        let executable = Executable::of(&template)?;
        let state = Mutex::new(State { executable, template, held: holding.finish() });
        Ok(Self(Arc::new(Inner { state, context: context.clone() })))
    }

    /// Captures again: from now on a launch does that. True if the driver could change the graph, which it can if the
    /// kinds of work and their order are the same; otherwise it has made another, which takes it longer. What was
    /// launched before is not changed.
    ///
    /// # Errors
    /// As [`capture`](Self::capture). The graph is then as before.
    pub fn update<E: From<CudaError>>(
        &self,
        give: impl FnOnce(&Stream) -> Result<(), E>,
    ) -> Result<bool, E> {
        let context = &self.0.context;
        let (template, holding) = record(context, give)?;
        let mut state = self.0.state.lock();
        let executable = state.executable.handle;
        let updated = context.call(|table| raw::update(table, executable, template.handle));
        let other = match &updated {
            Ok(()) => None,
            Err(_) => Some(Executable::of(&template)?),
        };
        let other = other.map(|other| mem::replace(&mut state.executable, other));
        let before = (
            other,
            mem::replace(&mut state.template, template),
            mem::replace(&mut state.held, holding.finish()),
        );
        // Dropping what it held may free memory.
        drop(state);
        drop(before);
        Ok(updated.is_ok())
    }

    /// The context.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.0.context
    }

    /// Uses the nodes, and what they touch.
    pub(crate) fn with_nodes<T>(&self, call: impl FnOnce(GraphHandle, &Arc<HeldSet>) -> T) -> T {
        let state = self.0.state.lock();
        call(state.template.handle, &state.held)
    }
}

impl Stream {
    /// Gives the stream the work of a graph, by one call of the driver.
    ///
    /// # Errors
    /// The driver's; a graph of another context.
    pub fn launch_graph(&self, graph: &Graph) -> Result<(), CudaError> {
        self.check_context(&graph.0.context, "graph")?;
        let state = graph.0.state.lock();
        match self.recording() {
            Some(recording) => recording.hold(|holding| holding.graph(&state.held)),
            None => state.held.note_use(1 << self.bit()),
        }
        let executable = state.executable.handle;
        self.note_launch(|| Launched::Graph);
        self.call(|table, stream| raw::launch_graph(table, executable, stream))?;
        drop(state);
        self.wait_if_asked()
    }
}

/// Captures what a function gives.
fn record<E: From<CudaError>>(
    context: &Context,
    give: impl FnOnce(&Stream) -> Result<(), E>,
) -> Result<(Template, Holding), E> {
    context.health()?;
    let open = context.device().driver().gate().capture()?;
    let stream = context.stream()?;
    let mut capture = Capture::begin(&stream)?;
    let given = give(&stream);
    let ended = capture.end();
    drop(open);
    let ended =
        ended.map(|(handle, holding)| (Template::of(Arc::clone(context.core()), handle), holding));
    given?;
    Ok(ended?)
}

/// A capture of a stream that this thread has begun. It ends when it is dropped, also by a panic.
struct Capture<'a> {
    stream: &'a Stream,
    number: u64,
    ended: bool,
}

impl<'a> Capture<'a> {
    fn begin(stream: &'a Stream) -> Result<Self, CudaError> {
        let captures = &stream.context().0.captures;
        let begin = || stream.call(raw::begin_capture);
        let number = captures.begin(stream.bit(), stream.kept(), begin)?;
        Ok(Self { stream, number, ended: false })
    }

    /// What was noted, which the caller destroys.
    fn end(&mut self) -> Result<(GraphHandle, Holding), CudaError> {
        self.ended = true;
        let captures = &self.stream.context().0.captures;
        captures.end(self.number, || self.stream.call(end_capture))
    }
}

/// Ends a capture, so that no stream is left in it.
fn end_capture(table: &Table, stream: StreamHandle) -> Result<GraphHandle, CudaError> {
    match raw::end_capture(table, stream) {
        Err(_) if raw::is_capturing(table, stream)? => raw::end_capture(table, stream),
        ended => ended,
    }
}

impl Drop for Capture<'_> {
    fn drop(&mut self) {
        if !self.ended
            && let Ok((graph, _)) = self.end()
        {
            self.stream.context().call_in_drop(|table| raw::destroy_graph(table, graph));
        }
    }
}

impl Template {
    pub(crate) fn of(core: Arc<Core>, handle: GraphHandle) -> Self {
        Self { core, handle }
    }

    pub(crate) fn handle(&self) -> GraphHandle {
        self.handle
    }
}

impl Executable {
    fn of(template: &Template) -> Result<Self, CudaError> {
        let core = Arc::clone(&template.core);
        let handle = core.call(|table| raw::instantiate(table, template.handle))?;
        Ok(Self { core, handle })
    }
}

impl Drop for Template {
    fn drop(&mut self) {
        self.core.call_in_drop(|table| raw::destroy_graph(table, self.handle));
    }
}

impl Drop for Executable {
    fn drop(&mut self) {
        self.core.call_in_drop(|table| raw::destroy_executable(table, self.handle));
    }
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Graph").field("context", &self.0.context).finish_non_exhaustive()
    }
}
