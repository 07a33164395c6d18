//! Graphs.

use super::{functions, launch, put};
use crate::driver::State;
use crate::driver::code::{Code, Result};
use crate::driver::work::{Graph, Node, Op, Place};
use crate::host::HostRange;
use std::ffi::{c_uint, c_ulonglong, c_void};
use std::slice;
use std::sync::Arc;

type GraphHandle = u64;
type Executable = u64;
/// A node is its number in its graph, from one on.
type NodeHandle = u64;

/// A kernel of a graph (`CUDA_KERNEL_NODE_PARAMS_v2`).
#[repr(C)]
struct KernelParams {
    function: u64,
    grid: [c_uint; 3],
    block: [c_uint; 3],
    shared: c_uint,
    params: *const *const c_void,
    extra: *const *const c_void,
    kernel: u64,
    context: u64,
}

/// A set of a graph (`CUDA_MEMSET_NODE_PARAMS`).
#[repr(C)]
struct SetParams {
    address: u64,
    pitch: usize,
    value: c_uint,
    width: c_uint,
    count: usize,
    height: usize,
}

/// One end of a copy of a graph, as `CUDA_MEMCPY3D` has it.
#[repr(C)]
struct CopyEnd {
    x: usize,
    y: usize,
    z: usize,
    lod: usize,
    /// 1 host, 2 device, 4 either.
    kind: c_uint,
    host: *mut c_void,
    device: u64,
    array: u64,
    reserved: u64,
    pitch: usize,
    height: usize,
}

/// A copy of a graph (`CUDA_MEMCPY3D`).
#[repr(C)]
struct CopyParams {
    from: CopyEnd,
    to: CopyEnd,
    width: usize,
    height: usize,
    depth: usize,
}

/// What an update says (`CUgraphExecUpdateResultInfo`).
#[repr(C)]
struct UpdateInfo {
    /// 0 done, 1 some error, 2 other edges or nodes.
    result: c_uint,
    error_node: u64,
    error_from: u64,
}

functions! {
    fn cuGraphCreate(graph: *mut GraphHandle, _flags: c_uint) |state| {
        let handle = state.objects.make();
        state.objects.graphs.insert(handle, Graph::default());
        // SAFETY: the caller's.
        unsafe { put(graph, handle) }
    }

    fn cuGraphDestroy(graph: GraphHandle) |state| {
        state.objects.graphs.remove(&graph).map(|_| ()).ok_or(Code::INVALID_VALUE)
    }

    fn cuGraphGetNodes(graph: GraphHandle, nodes: *mut NodeHandle, count: *mut usize) |state| {
        let graph = state.objects.graphs.get(&graph).ok_or(Code::INVALID_VALUE)?;
        if count.is_null() {
            return Err(Code::INVALID_VALUE);
        }
        // SAFETY: the caller's, and it is not null.
        let room = unsafe { *count };
        if !nodes.is_null() {
            for index in 0..room.min(graph.nodes.len()) {
                // SAFETY: the caller has room for so many.
                unsafe { put(nodes.add(index), index as u64 + 1)? };
            }
        }
        // SAFETY: the caller's.
        unsafe { put(count, graph.nodes.len()) }
    }

    fn cuGraphAddKernelNode_v2(
        node: *mut NodeHandle,
        graph: GraphHandle,
        after: *const NodeHandle,
        count: usize,
        params: *const KernelParams,
    ) |state| {
        if params.is_null() {
            return Err(Code::INVALID_VALUE);
        }
        // SAFETY: the caller's, and it is not null.
        let params = unsafe { &*params };
        if !params.extra.is_null() {
            return Err(Code::NOT_SUPPORTED);
        }
        // SAFETY: the caller has a value for each parameter of the function.
        let call = unsafe {
            let KernelParams { function, grid, block, shared, params, .. } = *params;
            launch::call(state, function, grid, block, shared, params)?
        };
        // SAFETY: the caller's.
        unsafe { add(state, node, graph, after, count, Op::Kernel(Arc::new(call))) }
    }

    fn cuGraphAddMemsetNode(
        node: *mut NodeHandle,
        graph: GraphHandle,
        after: *const NodeHandle,
        count: usize,
        params: *const SetParams,
        _context: u64,
    ) |state| {
        if params.is_null() {
            return Err(Code::INVALID_VALUE);
        }
        // SAFETY: the caller's, and it is not null.
        let SetParams { address, value, width, count: elements, height, .. } =
            unsafe { params.read() };
        if height != 1 || !matches!(width, 1 | 2 | 4) {
            return Err(Code::NOT_SUPPORTED);
        }
        let width = width as usize;
        state.inside(address, elements.checked_mul(width).ok_or(Code::INVALID_VALUE)?)?;
        let op = Op::Set { address, value, width, count: elements };
        // SAFETY: the caller's.
        unsafe { add(state, node, graph, after, count, op) }
    }

    fn cuGraphAddMemcpyNode(
        node: *mut NodeHandle,
        graph: GraphHandle,
        after: *const NodeHandle,
        count: usize,
        params: *const CopyParams,
        _context: u64,
    ) |state| {
        if params.is_null() {
            return Err(Code::INVALID_VALUE);
        }
        // SAFETY: the caller's, and it is not null.
        let CopyParams { from, to, width, height, depth } = unsafe { params.read() };
        if (height, depth) != (1, 1) {
            return Err(Code::NOT_SUPPORTED);
        }
        let (from, to) = (place(state, &from, width)?, place(state, &to, width)?);
        // SAFETY: the caller's.
        unsafe { add(state, node, graph, after, count, Op::Copy { to, from, size: width }) }
    }

    fn cuGraphAddChildGraphNode(
        node: *mut NodeHandle,
        graph: GraphHandle,
        after: *const NodeHandle,
        count: usize,
        child: GraphHandle,
    ) |state| {
        let child = state.objects.graphs.get(&child).ok_or(Code::INVALID_VALUE)?.clone();
        // SAFETY: the caller's.
        unsafe { add(state, node, graph, after, count, Op::Graph(Arc::new(child))) }
    }

    fn cuGraphInstantiateWithFlags(
        executable: *mut Executable,
        graph: GraphHandle,
        _flags: c_ulonglong,
    ) |state| {
        state.current()?;
        let graph = state.objects.graphs.get(&graph).ok_or(Code::INVALID_VALUE)?.clone();
        let handle = state.objects.make();
        state.objects.executables.insert(handle, Arc::new(graph));
        // SAFETY: the caller's.
        unsafe { put(executable, handle) }
    }

    fn cuGraphExecDestroy(executable: Executable) |state| {
        state.objects.executables.remove(&executable).map(|_| ()).ok_or(Code::INVALID_VALUE)
    }

    fn cuGraphExecUpdate_v2(
        executable: Executable,
        graph: GraphHandle,
        info: *mut UpdateInfo,
    ) |state| {
        let new = state.objects.graphs.get(&graph).ok_or(Code::INVALID_VALUE)?.clone();
        let old = state.objects.executables.get_mut(&executable).ok_or(Code::INVALID_VALUE)?;
        let fits = old.is_like(&new);
        let result = if fits { 0 } else { 2 };
        // SAFETY: the caller's.
        unsafe { put(info, UpdateInfo { result, error_node: 0, error_from: 0 })? };
        if !fits {
            return Err(Code::GRAPH_EXEC_UPDATE_FAILURE);
        }
        *old = Arc::new(new);
        Ok(())
    }

    fn cuGraphLaunch(executable: Executable, stream: u64) |state| {
        let number = state.stream(stream)?;
        let graph = state.objects.executables.get(&executable).ok_or(Code::INVALID_VALUE)?;
        let graph = Arc::clone(graph);
        state.submit(number, Op::Graph(graph))
    }
}

fn place(state: &State, end: &CopyEnd, size: usize) -> Result<Place> {
    match end.kind {
        1 => {
            // SAFETY: the caller keeps the memory while the graph is used.
            let range = unsafe { HostRange::new(end.host.expose_provenance() as u64, size) };
            Ok(Place::Host(range))
        }
        2 | 4 => {
            state.inside(end.device, size)?;
            Ok(Place::Device(end.device))
        }
        _ => Err(Code::NOT_SUPPORTED),
    }
}

/// Adds a node after others.
///
/// # Safety
/// So many nodes can be read, and one be written.
unsafe fn add(
    state: &mut State,
    node: *mut NodeHandle,
    graph: GraphHandle,
    after: *const NodeHandle,
    count: usize,
    op: Op,
) -> Result<()> {
    let graph = state.objects.graphs.get_mut(&graph).ok_or(Code::INVALID_VALUE)?;
    let mut nodes = Vec::new();
    if count > 0 {
        if after.is_null() {
            return Err(Code::INVALID_VALUE);
        }
        // SAFETY: the caller's, and it is not null.
        for &before in unsafe { slice::from_raw_parts(after, count) } {
            let index = usize::try_from(before).ok().and_then(|it| it.checked_sub(1));
            let index = index.filter(|it| *it < graph.nodes.len()).ok_or(Code::INVALID_VALUE)?;
            nodes.push(index);
        }
    }
    graph.nodes.push(Node { op, after: nodes });
    // SAFETY: the caller's.
    unsafe { put(node, graph.nodes.len() as u64) }
}
