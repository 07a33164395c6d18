//! The names of the ops and types that the passes read and write: their one place.

pub(crate) const ARITH_CONSTANT: &str = "arith.constant";
pub(crate) const ASYNC_AWAIT: &str = "async.await";
pub(crate) const ASYNC_EXECUTE: &str = "async.execute";
pub(crate) const ASYNC_YIELD: &str = "async.yield";
pub(crate) const CAST: &str = "builtin.unrealized_conversion_cast";
pub(crate) const GPU_ALLOC: &str = "gpu.alloc";
pub(crate) const GPU_DEALLOC: &str = "gpu.dealloc";
pub(crate) const GPU_FUNC: &str = "gpu.func";
pub(crate) const GPU_LAUNCH_FUNC: &str = "gpu.launch_func";
pub(crate) const GPU_MEMCPY: &str = "gpu.memcpy";
pub(crate) const GPU_MEMSET: &str = "gpu.memset";
pub(crate) const GPU_MODULE: &str = "gpu.module";
pub(crate) const GPU_RETURN: &str = "gpu.return";
pub(crate) const GPU_WAIT: &str = "gpu.wait";
pub(crate) const MEMREF_ALLOC: &str = "memref.alloc";
pub(crate) const MEMREF_ALLOCA: &str = "memref.alloca";
pub(crate) const MEMREF_DEALLOC: &str = "memref.dealloc";
pub(crate) const MEMREF_GET_GLOBAL: &str = "memref.get_global";
pub(crate) const MEMREF_GLOBAL: &str = "memref.global";
pub(crate) const MEMREF_LOAD: &str = "memref.load";
pub(crate) const MEMREF_REINTERPRET_CAST: &str = "memref.reinterpret_cast";
pub(crate) const MEMREF_VIEW: &str = "memref.view";

pub(crate) const ALIAS: &str = "tfrt_gpu.alias";
pub(crate) const ALLOCATE_HOST: &str = "tfrt_gpu.mem.allocate_host";
pub(crate) const BLAS_CREATE: &str = "tfrt_gpu.blas.create";
pub(crate) const DNN_CREATE: &str = "tfrt_gpu.dnn.create";
pub(crate) const GET_ENTRY_POINT: &str = "tfrt_gpu.get_entry_point";
pub(crate) const LOAD: &str = "tfrt_gpu.mem.load";
pub(crate) const SOLVER_CREATE: &str = "tfrt_gpu.solver.create";
pub(crate) const STREAMIFY: &str = "tfrt_gpu.streamify";

pub(crate) const ASYNC_TOKEN: &str = "!async.token";
pub(crate) const BUFFER: &str = "!tfrt_gpu.buffer";
pub(crate) const CHAIN: &str = "!tfrt.chain";
pub(crate) const CONTEXT: &str = "!tfrt_gpu.context";
pub(crate) const ENTRY_POINT: &str = "!tfrt_gpu.entry_point";
pub(crate) const STREAM: &str = "!tfrt_gpu.stream";
