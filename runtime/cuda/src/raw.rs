//! Each call of the driver, once: what is passed is checked or made here, and codes become errors.
//!
//! A [`Handle`] is made by the driver, and its owner destroys it once; so the functions here are safe for the rest
//! of the crate. Those by which a device touches memory say what their callers promise.
#![expect(unsafe_code, reason = "calls the driver")]

use crate::error::CudaError;
use crate::table::Table;
use crate::version::Version;
use cudarc::driver::sys::{
    CUDA_KERNEL_NODE_PARAMS, CUDA_MEMCPY3D, CUDA_MEMSET_NODE_PARAMS, CUctx_st, CUdevice_attribute,
    CUevent_st, CUfunc_st, CUgraph_st, CUgraphExec_st, CUgraphExecUpdateResultInfo, CUgraphNode,
    CUgraphNode_st, CUjit_option, CUmemAllocationType, CUmemLocationType, CUmemPool_attribute,
    CUmemPoolHandle_st, CUmemPoolProps, CUmemorytype, CUmod_st, CUresult, CUstream_st,
    CUstreamCaptureMode,
};
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicU8, Ordering};

/// What the driver knows an object by.
#[derive(Debug)]
#[repr(transparent)]
pub(crate) struct Handle<T>(*mut T);

impl<T> Handle<T> {
    /// What a library has made.
    pub(crate) fn of(place: *mut T) -> Self {
        Self(place)
    }

    /// As the library takes it.
    pub(crate) fn place(self) -> *mut T {
        self.0
    }
}

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Handle<T> {}

impl<T> PartialEq for Handle<T> {
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self.0, other.0)
    }
}

// SAFETY: it is a name; the driver may be called from any thread.
unsafe impl<T> Send for Handle<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Handle<T> {}

pub(crate) type ContextHandle = Handle<CUctx_st>;
pub(crate) type StreamHandle = Handle<CUstream_st>;
pub(crate) type EventHandle = Handle<CUevent_st>;
pub(crate) type PoolHandle = Handle<CUmemPoolHandle_st>;
pub(crate) type HostHandle = Handle<u8>;
pub(crate) type ModuleHandle = Handle<CUmod_st>;
pub(crate) type FunctionHandle = Handle<CUfunc_st>;
pub(crate) type GraphHandle = Handle<CUgraph_st>;
pub(crate) type NodeHandle = Handle<CUgraphNode_st>;
pub(crate) type ExecutableHandle = Handle<CUgraphExec_st>;

type Result<T> = std::result::Result<T, CudaError>;

/// Calls a function of the table.
macro_rules! call {
    ($table:ident.$name:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: the arguments are made here or are handles, out-parameters are places of this function, and what
        // else the call asks for is promised by the caller.
        check($table, stringify!($name), unsafe { ($table.$name)($($argument),*) })
    };
}

/// Calls a function that stores one result.
macro_rules! get {
    ($table:ident.$name:ident($ty:ty $(, $argument:expr)* $(,)?)) => {{
        let mut place = MaybeUninit::<$ty>::uninit();
        call!($table.$name(place.as_mut_ptr() $(, $argument)*))
            // SAFETY: the call has succeeded, and has stored it.
            .map(|()| unsafe { place.assume_init() })
    }};
}

fn check(table: &Table, call: &'static str, code: u32) -> Result<()> {
    if code == 0 { Ok(()) } else { Err(CudaError::of_call(call, code, name(table, code))) }
}

/// The name of a code.
fn name(table: &Table, code: u32) -> Option<String> {
    let mut name: *const c_char = ptr::null();
    // The declared type of the code is an enumeration that lacks codes of newer drivers.
    // SAFETY: both are functions of C of the same parameters; an enumeration is passed as its number.
    let ask: unsafe extern "C" fn(u32, *mut *const c_char) -> u32 = unsafe {
        std::mem::transmute::<
            unsafe extern "C" fn(CUresult, *mut *const c_char) -> u32,
            unsafe extern "C" fn(u32, *mut *const c_char) -> u32,
        >(table.cuGetErrorName)
    };
    // SAFETY: the place is ours.
    if unsafe { ask(code, &raw mut name) } != 0 || name.is_null() {
        return None;
    }
    // SAFETY: the driver has stored a constant text.
    Some(unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned())
}

pub(crate) fn version(table: &Table) -> Result<Version> {
    let code = get!(table.cuDriverGetVersion(c_int))?;
    Ok(Version::of_code(u32::try_from(code).unwrap_or(0)))
}

pub(crate) fn init(table: &Table) -> Result<()> {
    call!(table.cuInit(0))
}

pub(crate) fn device_count(table: &Table) -> Result<u32> {
    Ok(u32::try_from(get!(table.cuDeviceGetCount(c_int))?).unwrap_or(0))
}

pub(crate) fn device(table: &Table, ordinal: i32) -> Result<i32> {
    get!(table.cuDeviceGet(c_int, ordinal))
}

pub(crate) fn device_name(table: &Table, device: i32) -> Result<String> {
    let mut text = [0 as c_char; 256];
    call!(table.cuDeviceGetName(text.as_mut_ptr(), 255, device))?;
    // SAFETY: the last byte was left zero.
    Ok(unsafe { CStr::from_ptr(text.as_ptr()) }.to_string_lossy().into_owned())
}

pub(crate) fn device_memory(table: &Table, device: i32) -> Result<usize> {
    get!(table.cuDeviceTotalMem_v2(usize, device))
}

pub(crate) fn device_attribute(
    table: &Table,
    attribute: CUdevice_attribute,
    device: i32,
) -> Result<i32> {
    get!(table.cuDeviceGetAttribute(c_int, attribute, device))
}

pub(crate) fn retain_primary(table: &Table, device: i32) -> Result<ContextHandle> {
    get!(table.cuDevicePrimaryCtxRetain(*mut CUctx_st, device)).map(Handle)
}

pub(crate) fn release_primary(table: &Table, device: i32) -> Result<()> {
    call!(table.cuDevicePrimaryCtxRelease_v2(device))
}

/// Makes a context, which is then the thread's.
pub(crate) fn create_context(table: &Table, device: i32) -> Result<ContextHandle> {
    get!(table.cuCtxCreate_v2(*mut CUctx_st, 0, device)).map(Handle)
}

pub(crate) fn destroy_context(table: &Table, context: ContextHandle) -> Result<()> {
    call!(table.cuCtxDestroy_v2(context.0))
}

/// Makes the context the thread's. Others in the process may have changed it.
pub(crate) fn bind(table: &Table, context: ContextHandle) -> Result<()> {
    if get!(table.cuCtxGetCurrent(*mut CUctx_st))? == context.0 {
        return Ok(());
    }
    call!(table.cuCtxSetCurrent(context.0))
}

/// Makes a stream that waits for no other.
pub(crate) fn create_stream(table: &Table) -> Result<StreamHandle> {
    const NON_BLOCKING: c_uint = 1;
    get!(table.cuStreamCreate(*mut CUstream_st, NON_BLOCKING)).map(Handle)
}

pub(crate) fn destroy_stream(table: &Table, stream: StreamHandle) -> Result<()> {
    call!(table.cuStreamDestroy_v2(stream.0))
}

pub(crate) fn query_stream(table: &Table, stream: StreamHandle) -> Result<()> {
    call!(table.cuStreamQuery(stream.0))
}

/// Waits until a stream has done what it was given.
pub(crate) fn synchronize(table: &Table, stream: StreamHandle) -> Result<()> {
    call!(table.cuStreamSynchronize(stream.0))
}

pub(crate) fn wait_event(table: &Table, stream: StreamHandle, event: EventHandle) -> Result<()> {
    call!(table.cuStreamWaitEvent(stream.0, event.0, 0))
}

/// Makes an event that keeps no time.
pub(crate) fn create_event(table: &Table) -> Result<EventHandle> {
    const BLOCKING: c_uint = 1;
    const NO_TIMING: c_uint = 2;
    get!(table.cuEventCreate(*mut CUevent_st, BLOCKING | NO_TIMING)).map(Handle)
}

pub(crate) fn destroy_event(table: &Table, event: EventHandle) -> Result<()> {
    call!(table.cuEventDestroy_v2(event.0))
}

pub(crate) fn record(table: &Table, event: EventHandle, stream: StreamHandle) -> Result<()> {
    call!(table.cuEventRecord(event.0, stream.0))
}

pub(crate) fn query_event(table: &Table, event: EventHandle) -> Result<()> {
    call!(table.cuEventQuery(event.0))
}

/// The bytes that are free, and all.
pub(crate) fn memory(table: &Table) -> Result<(usize, usize)> {
    let (mut free, mut total) = (0, 0);
    call!(table.cuMemGetInfo_v2(&raw mut free, &raw mut total))?;
    Ok((free, total))
}

/// Makes a pool of a device's memory that keeps what is freed.
pub(crate) fn create_pool(table: &Table, device: i32) -> Result<PoolHandle> {
    // SAFETY: zeros are its documented defaults.
    let mut props: CUmemPoolProps = unsafe { MaybeUninit::zeroed().assume_init() };
    props.allocType = CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
    props.location.type_ = CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
    props.location.__bindgen_anon_1.id = device;
    let pool =
        get!(table.cuMemPoolCreate(*mut CUmemPoolHandle_st, &raw const props)).map(Handle)?;
    let mut threshold = u64::MAX;
    let attribute = CUmemPool_attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
    let set = call!(table.cuMemPoolSetAttribute(pool.0, attribute, (&raw mut threshold).cast()));
    if let Err(error) = set {
        destroy_pool(table, pool)?;
        return Err(error);
    }
    Ok(pool)
}

pub(crate) fn destroy_pool(table: &Table, pool: PoolHandle) -> Result<()> {
    call!(table.cuMemPoolDestroy(pool.0))
}

/// The bytes that a pool holds.
pub(crate) fn pool_reserved(table: &Table, pool: PoolHandle) -> Result<u64> {
    let mut bytes = 0_u64;
    let attribute = CUmemPool_attribute::CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT;
    call!(table.cuMemPoolGetAttribute(pool.0, attribute, (&raw mut bytes).cast()))?;
    Ok(bytes)
}

pub(crate) fn trim_pool(table: &Table, pool: PoolHandle) -> Result<()> {
    call!(table.cuMemPoolTrimTo(pool.0, 0))
}

pub(crate) fn allocate(
    table: &Table,
    size: usize,
    pool: PoolHandle,
    stream: StreamHandle,
) -> Result<u64> {
    get!(table.cuMemAllocFromPoolAsync(u64, size, pool.0, stream.0))
}

/// Frees memory of a pool when the stream has come so far.
pub(crate) fn free(table: &Table, address: u64, stream: StreamHandle) -> Result<()> {
    call!(table.cuMemFreeAsync(address, stream.0))
}

/// Memory of the host that the device reaches at once.
pub(crate) fn allocate_host(table: &Table, size: usize) -> Result<HostHandle> {
    get!(table.cuMemHostAlloc(*mut c_void, size, 0)).map(|place| Handle(place.cast()))
}

pub(crate) fn free_host(table: &Table, place: HostHandle) -> Result<()> {
    call!(table.cuMemFreeHost(place.0.cast()))
}

/// Where memory of the host is that the driver has allocated: the same for the device.
pub(crate) fn host_address(place: HostHandle) -> u64 {
    place.0.expose_provenance() as u64
}

/// Copies bytes out of memory of the host that the driver has allocated, one by one: a device may write others, or
/// these, at the same time.
///
/// # Safety
/// So many bytes are there, from that offset on.
pub(crate) unsafe fn load_host(place: HostHandle, offset: usize, bytes: &mut [u8]) {
    for (index, byte) in bytes.iter_mut().enumerate() {
        // SAFETY: the byte is there. It is zero or was written, as the driver's memory begins as zeros.
        let at = unsafe { AtomicU8::from_ptr(place.0.add(offset + index)) };
        *byte = at.load(Ordering::Relaxed);
    }
}

/// Copies bytes into such memory, one by one.
///
/// # Safety
/// So many bytes are there.
pub(crate) unsafe fn store_host(place: HostHandle, bytes: &[u8]) {
    for (index, byte) in bytes.iter().enumerate() {
        // SAFETY: the byte is there.
        let at = unsafe { AtomicU8::from_ptr(place.0.add(index)) };
        at.store(*byte, Ordering::Relaxed);
    }
}

/// Copies to the device.
///
/// # Safety
/// The bytes stay, and nobody writes them, until the stream has passed the copy.
pub(crate) unsafe fn copy_in(
    table: &Table,
    to: u64,
    from: *const [u8],
    stream: StreamHandle,
) -> Result<()> {
    call!(table.cuMemcpyHtoDAsync_v2(to, from.cast(), from.len(), stream.0))
}

/// Copies to the host.
///
/// # Safety
/// The bytes stay, and nobody uses them, until the stream has passed the copy.
pub(crate) unsafe fn copy_out(
    table: &Table,
    to: *mut [u8],
    from: u64,
    stream: StreamHandle,
) -> Result<()> {
    call!(table.cuMemcpyDtoHAsync_v2(to.cast(), from, to.len(), stream.0))
}

pub(crate) fn copy(
    table: &Table,
    to: u64,
    from: u64,
    size: usize,
    stream: StreamHandle,
) -> Result<()> {
    call!(table.cuMemcpyDtoDAsync_v2(to, from, size, stream.0))
}

pub(crate) fn set_8(
    table: &Table,
    address: u64,
    value: u8,
    count: usize,
    stream: StreamHandle,
) -> Result<()> {
    call!(table.cuMemsetD8Async(address, value, count, stream.0))
}

pub(crate) fn set_32(
    table: &Table,
    address: u64,
    value: u32,
    count: usize,
    stream: StreamHandle,
) -> Result<()> {
    call!(table.cuMemsetD32Async(address, value, count, stream.0))
}

/// The bytes of what the assembler says.
const LOG: usize = 8 << 10;

/// Loads device code; an error has what the assembler says as notes.
pub(crate) fn load(table: &Table, image: &CStr) -> Result<ModuleHandle> {
    let mut log = vec![0_u8; LOG];
    let mut options =
        [CUjit_option::CU_JIT_ERROR_LOG_BUFFER, CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
    let mut values = [log.as_mut_ptr().cast::<c_void>(), ptr::without_provenance_mut(LOG - 1)];
    let module = get!(table.cuModuleLoadDataEx(
        *mut CUmod_st,
        image.as_ptr().cast(),
        2,
        options.as_mut_ptr(),
        values.as_mut_ptr(),
    ));
    module.map(Handle).map_err(|error| {
        let text = CStr::from_bytes_until_nul(&log).map(CStr::to_string_lossy).unwrap_or_default();
        error.with_notes(text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned))
    })
}

pub(crate) fn unload(table: &Table, module: ModuleHandle) -> Result<()> {
    call!(table.cuModuleUnload(module.0))
}

pub(crate) fn function(table: &Table, module: ModuleHandle, name: &CStr) -> Result<FunctionHandle> {
    get!(table.cuModuleGetFunction(*mut CUfunc_st, module.0, name.as_ptr())).map(Handle)
}

/// The address and the bytes of a global.
pub(crate) fn global(table: &Table, module: ModuleHandle, name: &CStr) -> Result<(u64, usize)> {
    let (mut address, mut size) = (0, 0);
    call!(table.cuModuleGetGlobal_v2(&raw mut address, &raw mut size, module.0, name.as_ptr()))?;
    Ok((address, size))
}

/// The bytes of a function's parameter; `None` if it has not so many.
pub(crate) fn param(
    table: &Table,
    function: FunctionHandle,
    index: usize,
) -> Result<Option<usize>> {
    const INVALID_VALUE: u32 = 1;
    let (mut offset, mut size) = (0, 0);
    match call!(table.cuFuncGetParamInfo(function.0, index, &raw mut offset, &raw mut size)) {
        Ok(()) => Ok(Some(size)),
        Err(error) if error.code() == Some(INVALID_VALUE) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Launches a kernel.
///
/// # Safety
/// The words are values of the function's parameters, in their number and sizes; and what the kernel does is allowed.
pub(crate) unsafe fn launch(
    table: &Table,
    function: FunctionHandle,
    [gx, gy, gz]: [u32; 3],
    [bx, by, bz]: [u32; 3],
    shared: u32,
    stream: StreamHandle,
    params: &mut [*mut c_void],
) -> Result<()> {
    call!(table.cuLaunchKernel(
        function.0,
        gx,
        gy,
        gz,
        bx,
        by,
        bz,
        shared,
        stream.0,
        params.as_mut_ptr(),
        ptr::null_mut(),
    ))
}

/// Lets a stream note what it is given instead of doing it.
pub(crate) fn begin_capture(table: &Table, stream: StreamHandle) -> Result<()> {
    let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
    call!(table.cuStreamBeginCapture_v2(stream.0, mode))
}

/// What a stream has noted.
pub(crate) fn end_capture(table: &Table, stream: StreamHandle) -> Result<GraphHandle> {
    let mut graph = ptr::null_mut();
    call!(table.cuStreamEndCapture(stream.0, &raw mut graph))?;
    Ok(Handle(graph))
}

/// Whether a stream captures, also if nothing comes of it any more.
pub(crate) fn is_capturing(table: &Table, stream: StreamHandle) -> Result<bool> {
    const NONE: c_uint = 0;
    let mut status = NONE;
    // The status is read as a number: a newer driver may have others.
    call!(table.cuStreamIsCapturing(stream.0, (&raw mut status).cast()))?;
    Ok(status != NONE)
}

pub(crate) fn create_graph(table: &Table) -> Result<GraphHandle> {
    get!(table.cuGraphCreate(*mut CUgraph_st, 0)).map(Handle)
}

pub(crate) fn destroy_graph(table: &Table, graph: GraphHandle) -> Result<()> {
    call!(table.cuGraphDestroy(graph.0))
}

/// Handles as an array of C.
fn nodes(after: &[NodeHandle]) -> *const CUgraphNode {
    // A handle is a pointer and nothing else: `Handle` is transparent.
    after.as_ptr().cast()
}

/// Adds the launch of a kernel to a graph, after other nodes of it.
///
/// # Safety
/// As [`launch`], whenever the graph is launched.
#[expect(clippy::too_many_arguments, reason = "the driver's call has so many")]
pub(crate) unsafe fn add_launch(
    table: &Table,
    graph: GraphHandle,
    after: &[NodeHandle],
    function: FunctionHandle,
    [gx, gy, gz]: [u32; 3],
    [bx, by, bz]: [u32; 3],
    shared: u32,
    params: &mut [*mut c_void],
) -> Result<NodeHandle> {
    let params = CUDA_KERNEL_NODE_PARAMS {
        func: function.0,
        gridDimX: gx,
        gridDimY: gy,
        gridDimZ: gz,
        blockDimX: bx,
        blockDimY: by,
        blockDimZ: bz,
        sharedMemBytes: shared,
        kernelParams: params.as_mut_ptr(),
        extra: ptr::null_mut(),
        kern: ptr::null_mut(),
        ctx: ptr::null_mut(),
    };
    get!(table.cuGraphAddKernelNode_v2(
        *mut CUgraphNode_st,
        graph.0,
        nodes(after),
        after.len(),
        &raw const params,
    ))
    .map(Handle)
}

/// Adds a copy to a graph of the current context, after other nodes of it.
pub(crate) fn add_copy(
    table: &Table,
    graph: GraphHandle,
    after: &[NodeHandle],
    to: u64,
    from: u64,
    size: usize,
) -> Result<NodeHandle> {
    // SAFETY: zeros are its documented defaults, but for the kinds of memory, which are set below.
    let mut params: CUDA_MEMCPY3D = unsafe {
        let mut params = MaybeUninit::<CUDA_MEMCPY3D>::zeroed();
        let place = params.as_mut_ptr();
        // The address says which memory it is.
        (*place).srcMemoryType = CUmemorytype::CU_MEMORYTYPE_UNIFIED;
        (*place).dstMemoryType = CUmemorytype::CU_MEMORYTYPE_UNIFIED;
        params.assume_init()
    };
    (params.srcDevice, params.dstDevice) = (from, to);
    (params.WidthInBytes, params.Height, params.Depth) = (size, 1, 1);
    let context = get!(table.cuCtxGetCurrent(*mut CUctx_st))?;
    get!(table.cuGraphAddMemcpyNode(
        *mut CUgraphNode_st,
        graph.0,
        nodes(after),
        after.len(),
        &raw const params,
        context,
    ))
    .map(Handle)
}

/// Adds a fill with elements of so many bytes to a graph of the current context, after other nodes of it.
pub(crate) fn add_set(
    table: &Table,
    graph: GraphHandle,
    after: &[NodeHandle],
    address: u64,
    value: u32,
    width: u32,
    count: usize,
) -> Result<NodeHandle> {
    let params = CUDA_MEMSET_NODE_PARAMS {
        dst: address,
        pitch: 0,
        value,
        elementSize: width,
        width: count,
        height: 1,
    };
    let context = get!(table.cuCtxGetCurrent(*mut CUctx_st))?;
    get!(table.cuGraphAddMemsetNode(
        *mut CUgraphNode_st,
        graph.0,
        nodes(after),
        after.len(),
        &raw const params,
        context,
    ))
    .map(Handle)
}

/// Adds a copy of another graph to a graph, after other nodes of it.
pub(crate) fn add_child(
    table: &Table,
    graph: GraphHandle,
    after: &[NodeHandle],
    child: GraphHandle,
) -> Result<NodeHandle> {
    get!(table.cuGraphAddChildGraphNode(
        *mut CUgraphNode_st,
        graph.0,
        nodes(after),
        after.len(),
        child.0,
    ))
    .map(Handle)
}

/// Makes a graph that can be launched.
pub(crate) fn instantiate(table: &Table, graph: GraphHandle) -> Result<ExecutableHandle> {
    get!(table.cuGraphInstantiateWithFlags(*mut CUgraphExec_st, graph.0, 0)).map(Handle)
}

/// Lets a graph that can be launched do what another one does, if both have the same edges and kinds of nodes.
pub(crate) fn update(
    table: &Table,
    executable: ExecutableHandle,
    graph: GraphHandle,
) -> Result<()> {
    // What it says besides its code is not read.
    let mut info = MaybeUninit::<CUgraphExecUpdateResultInfo>::zeroed();
    call!(table.cuGraphExecUpdate_v2(executable.0, graph.0, info.as_mut_ptr()))
}

/// If a launch of it is under way, the driver frees it after that.
pub(crate) fn destroy_executable(table: &Table, executable: ExecutableHandle) -> Result<()> {
    call!(table.cuGraphExecDestroy(executable.0))
}

pub(crate) fn launch_graph(
    table: &Table,
    executable: ExecutableHandle,
    stream: StreamHandle,
) -> Result<()> {
    call!(table.cuGraphLaunch(executable.0, stream.0))
}

/// A name for the driver.
pub(crate) fn text(name: &str) -> Result<CString> {
    // As the original's programs write them, names may end with a zero.
    CString::new(name.strip_suffix('\0').unwrap_or(name))
        .map_err(|_| CudaError::misuse(format!("the name {name:?} has a zero in it")))
}
