//! Graphs of explicit nodes, whose edges follow from what they read and write.
#![expect(unsafe_code, reason = "a kernel can write anywhere")]

use crate::capture::Holding;
use crate::context::Context;
use crate::copy::check_sizes;
use crate::error::CudaError;
use crate::graph::{Graph, Template};
use crate::launch::{self, Arg, Args, Grid};
use crate::memory::Buffer;
use crate::module::DeviceFunction;
use crate::raw::{self, GraphHandle, NodeHandle};
use crate::table::Table;
use smallvec::SmallVec;
use std::fmt;
use std::sync::Arc;

/// Makes a graph of launches, copies and fills. The result is that of doing them one after the other, but nodes wait
/// only for those that they need: a node that reads or writes bytes comes after the last one that wrote them, and one
/// that writes bytes also after those that read them. Others may run at the same time.
///
/// ```
/// # use tfrt_cuda::{Buffer, Context, CudaError, Graph, GraphBuilder};
/// /// Two copies that may run at the same time.
/// fn spread(context: &Context, x: &Buffer, y: &Buffer, z: &Buffer) -> Result<Graph, CudaError> {
///     let mut builder = GraphBuilder::new(context)?;
///     builder.set_words(x, 7)?;
///     builder.copy(y, x)?;
///     builder.copy(z, x)?;
///     builder.build()
/// }
/// # let _ = spread;
/// ```
pub struct GraphBuilder {
    context: Context,
    template: Template,
    holding: Holding,
    /// What nodes have touched, but for what a later node has written over.
    accesses: Vec<Access>,
}

/// Bytes that a node touches.
#[derive(Clone, Copy)]
struct Access {
    begin: u64,
    end: u64,
    writes: bool,
    node: NodeHandle,
}

/// The same, of a node that is added.
type Range = (u64, usize, bool);

impl GraphBuilder {
    /// A graph without nodes.
    ///
    /// # Errors
    /// The driver's.
    pub fn new(context: &Context) -> Result<Self, CudaError> {
        let handle = context.call(raw::create_graph)?;
        Ok(Self {
            context: context.clone(),
            template: Template::of(Arc::clone(context.core()), handle),
            holding: Holding::default(),
            accesses: Vec::new(),
        })
    }

    /// Adds a call of a kernel. A buffer among its arguments is taken for one that it reads and writes, an
    /// [`Input`](crate::Input) for one that it reads.
    ///
    /// # Errors
    /// As [`Stream::launch`](crate::Stream::launch).
    ///
    /// # Safety
    /// As [`Stream::launch`](crate::Stream::launch), whenever the graph is launched.
    pub unsafe fn launch<'a>(
        &mut self,
        function: &DeviceFunction,
        grid: Grid,
        args: impl Args<'a>,
    ) -> Result<(), CudaError> {
        let args = args.into_args();
        launch::check(function, grid, &args)?;
        self.check_context(function.module().context(), "function")?;
        let mut words = launch::words(&args, |buffer| self.use_buffer(buffer))?;
        function.module().hold(&mut self.holding)?;
        let touched: SmallVec<[Range; 8]> = args
            .iter()
            .filter_map(|arg| match arg {
                Arg::Buffer(buffer) => Some((buffer.address(), buffer.size(), true)),
                Arg::Input(buffer) => Some((buffer.address(), buffer.size(), false)),
                Arg::Bits(..) => None,
            })
            .collect();
        let mut params = launch::params(&mut words);
        let Grid { blocks, threads, shared } = grid;
        let function = function.handle();
        self.add(&touched, |table, graph, after| {
            // SAFETY: there is a word for each parameter, which has at most its size; the rest is the caller's.
            unsafe {
                raw::add_launch(table, graph, after, function, blocks, threads, shared, &mut params)
            }
        })
    }

    /// Adds a copy of a buffer to another of the same size.
    ///
    /// # Errors
    /// As [`Stream::copy`](crate::Stream::copy).
    pub fn copy(&mut self, to: &Buffer, from: &Buffer) -> Result<(), CudaError> {
        check_sizes(to.size(), from.size())?;
        let (to, from, size) = (self.use_buffer(to)?, self.use_buffer(from)?, to.size());
        if size == 0 || to == from {
            return Ok(());
        }
        self.add(&[(to, size, true), (from, size, false)], |table, graph, after| {
            raw::add_copy(table, graph, after, to, from, size)
        })
    }

    /// Adds a fill of a buffer with a byte.
    ///
    /// # Errors
    /// As [`Stream::set_bytes`](crate::Stream::set_bytes).
    pub fn set_bytes(&mut self, buffer: &Buffer, value: u8) -> Result<(), CudaError> {
        self.set(buffer, u32::from(value), 1)
    }

    /// Adds a fill of each whole word of 32 bits of a buffer.
    ///
    /// # Errors
    /// As [`Stream::set_words`](crate::Stream::set_words).
    pub fn set_words(&mut self, buffer: &Buffer, value: u32) -> Result<(), CudaError> {
        self.set(buffer, value, 4)
    }

    /// Adds what another graph does now; what becomes of that graph changes nothing. It is taken to read and write all
    /// of the memory of which it uses a part.
    ///
    /// # Errors
    /// The driver's; a graph of another context.
    pub fn child(&mut self, graph: &Graph) -> Result<(), CudaError> {
        self.check_context(graph.context(), "graph")?;
        graph.with_nodes(|child, held| {
            self.holding.graph(held);
            let touched: Vec<Range> =
                held.ranges().into_iter().map(|(address, size)| (address, size, true)).collect();
            self.add(&touched, |table, graph, after| raw::add_child(table, graph, after, child))
        })
    }

    /// The graph.
    ///
    /// # Errors
    /// The driver's.
    pub fn build(self) -> Result<Graph, CudaError> {
        Graph::of(&self.context, self.template, self.holding)
    }

    fn set(&mut self, buffer: &Buffer, value: u32, width: u32) -> Result<(), CudaError> {
        let address = self.use_buffer(buffer)?;
        match buffer.size() / width as usize {
            0 => Ok(()),
            count => {
                let size = count * width as usize;
                self.add(&[(address, size, true)], |table, graph, after| {
                    raw::add_set(table, graph, after, address, value, width, count)
                })
            }
        }
    }

    /// Adds a node after those whose bytes it touches.
    fn add(
        &mut self,
        touched: &[Range],
        add: impl FnOnce(&Table, GraphHandle, &[NodeHandle]) -> Result<NodeHandle, CudaError>,
    ) -> Result<(), CudaError> {
        let mut after = Vec::new();
        for earlier in &self.accesses {
            if touched.iter().any(|range| earlier.is_before(*range))
                && !after.contains(&earlier.node)
            {
                after.push(earlier.node);
            }
        }
        let graph = self.template.handle();
        let node = self.context.call(|table| add(table, graph, &after))?;
        // What comes later and touches bytes that are written now comes after this node, and so after the others.
        self.accesses.retain(|earlier| !touched.iter().any(|range| earlier.is_covered(*range)));
        self.accesses.extend(touched.iter().filter(|(_, size, _)| *size > 0).map(
            |&(begin, size, writes)| Access { begin, end: begin + size as u64, writes, node },
        ));
        Ok(())
    }

    /// The address of a buffer that a node uses.
    fn use_buffer(&mut self, buffer: &Buffer) -> Result<u64, CudaError> {
        self.check_context(buffer.context(), "buffer")?;
        buffer.hold(&mut self.holding)?;
        Ok(buffer.address())
    }

    fn check_context(&self, other: &Context, what: &str) -> Result<(), CudaError> {
        if self.context.is(other) {
            return Ok(());
        }
        Err(CudaError::misuse(format!("the {what} is of another context than the builder")))
    }
}

impl Access {
    /// Whether a node that touches the range must come after this one.
    fn is_before(&self, (begin, size, writes): Range) -> bool {
        (writes || self.writes) && self.begin < begin + size as u64 && begin < self.end
    }

    /// Whether a node writes all of its bytes.
    fn is_covered(&self, (begin, size, writes): Range) -> bool {
        writes && begin <= self.begin && self.end <= begin + size as u64
    }
}

impl fmt::Debug for GraphBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GraphBuilder").field("context", &self.context).finish_non_exhaustive()
    }
}
