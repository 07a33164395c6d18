//! The driver's functions, found by name in a library that is loaded at run time.
//!
//! Types and constants are cudarc's; its own loader is not used, because it panics where there is no driver. A
//! function's code is a number here: a newer driver has codes that the bindings do not know.
#![expect(unsafe_code, reason = "functions of a C library are declared")]
#![expect(non_snake_case, reason = "the names are the driver's")]

use cudarc::driver::sys::{
    self, CUDA_KERNEL_NODE_PARAMS, CUDA_MEMCPY3D, CUDA_MEMSET_NODE_PARAMS, CUcontext, CUdevice,
    CUdevice_attribute, CUdeviceptr, CUevent, CUfunction, CUgraph, CUgraphExec,
    CUgraphExecUpdateResultInfo, CUgraphNode, CUjit_option, CUmemPool_attribute, CUmemPoolProps,
    CUmemoryPool, CUmodule, CUresult, CUstream, CUstreamCaptureMode, CUstreamCaptureStatus,
};
use libloading::Library;
use std::ffi::{c_char, c_int, c_uchar, c_uint, c_ulonglong, c_void};
use std::path::Path;

/// The path by which tests, the tool and unusual systems name the driver.
pub(crate) const PATH_VARIABLE: &str = "TFRT_CUDA_DRIVER";
/// Lets each call that gives a stream something wait until that is done, unless it is `0`.
pub(crate) const WAIT_VARIABLE: &str = "TFRT_CUDA_SYNC";
/// The driver's own name. The one without a number would also find a toolkit's stub.
pub(crate) const NAME: &str = "libcuda.so.1";

/// One line a function: a field, how it is found, and, but for old ones, a check that cudarc declares it so.
macro_rules! table {
    ($($name:ident($($argument:ident: $ty:ty),*);)* ; $($old:ident($($old_argument:ident: $old_ty:ty),*);)*) => {
        fields! {
            /// Functions of the driver, each of which gives a code.
            Table { $($name($($argument: $ty),*);)* $($old($($old_argument: $old_ty),*);)* }
        }

        $(const _: unsafe fn($($ty),*) -> CUresult = sys::$name;)*
    };
}

/// A struct of functions that give codes, found by their names.
macro_rules! fields {
    ($(#[$doc:meta])* $table:ident { $($name:ident($($argument:ident: $ty:ty),* $(,)?);)* }) => {
        $(#[$doc])*
        pub(crate) struct $table {
            $(pub(crate) $name: unsafe extern "C" fn($($ty),*) -> u32,)*
            /// Stays loaded as long as the functions.
            _library: libloading::Library,
        }

        impl $table {
            /// The functions of a library.
            ///
            /// # Errors
            /// The name of the first function that it has not.
            pub(crate) fn of(library: libloading::Library) -> Result<Self, $crate::table::Missing> {
                $(
                    // SAFETY: the vendor documents the function with this type.
                    let found = unsafe { library.get(concat!(stringify!($name), "\0").as_bytes()) };
                    let missing = |_| $crate::table::Missing::Function(stringify!($name));
                    let $name = *found.map_err(missing)?;
                )*
                Ok(Self { $($name,)* _library: library })
            }
        }
    };
}
pub(crate) use fields;

impl Table {
    /// Loads the driver.
    ///
    /// # Errors
    /// It cannot be loaded, or lacks a function.
    pub(crate) fn load(path: &Path) -> Result<Self, Missing> {
        Self::of(load(path)?)
    }
}

/// Loads a library.
///
/// # Errors
/// It cannot be loaded.
pub(crate) fn load(path: &Path) -> Result<Library, Missing> {
    // SAFETY: the driver, a library of its vendor's, or a stand-in that a person has named; their initialisers ask
    // nothing of us.
    unsafe { Library::new(path) }.map_err(Missing::Library)
}

/// Why a library is not a driver that can be used.
pub(crate) enum Missing {
    Library(libloading::Error),
    Function(&'static str),
}

table! {
    cuInit(flags: c_uint);
    cuDriverGetVersion(version: *mut c_int);
    cuGetErrorName(code: CUresult, name: *mut *const c_char);
    cuDeviceGetCount(count: *mut c_int);
    cuDeviceGet(device: *mut CUdevice, ordinal: c_int);
    cuDeviceGetName(name: *mut c_char, size: c_int, device: CUdevice);
    cuDeviceTotalMem_v2(bytes: *mut usize, device: CUdevice);
    cuDeviceGetAttribute(value: *mut c_int, attribute: CUdevice_attribute, device: CUdevice);
    cuDevicePrimaryCtxRetain(context: *mut CUcontext, device: CUdevice);
    cuDevicePrimaryCtxRelease_v2(device: CUdevice);
    cuCtxDestroy_v2(context: CUcontext);
    cuCtxGetCurrent(context: *mut CUcontext);
    cuCtxSetCurrent(context: CUcontext);
    cuStreamCreate(stream: *mut CUstream, flags: c_uint);
    cuStreamDestroy_v2(stream: CUstream);
    cuStreamQuery(stream: CUstream);
    cuStreamSynchronize(stream: CUstream);
    cuStreamWaitEvent(stream: CUstream, event: CUevent, flags: c_uint);
    cuEventCreate(event: *mut CUevent, flags: c_uint);
    cuEventDestroy_v2(event: CUevent);
    cuEventRecord(event: CUevent, stream: CUstream);
    cuEventQuery(event: CUevent);
    cuMemGetInfo_v2(free: *mut usize, total: *mut usize);
    cuMemPoolCreate(pool: *mut CUmemoryPool, props: *const CUmemPoolProps);
    cuMemPoolDestroy(pool: CUmemoryPool);
    cuMemPoolSetAttribute(pool: CUmemoryPool, attribute: CUmemPool_attribute, value: *mut c_void);
    cuMemPoolGetAttribute(pool: CUmemoryPool, attribute: CUmemPool_attribute, value: *mut c_void);
    cuMemPoolTrimTo(pool: CUmemoryPool, keep: usize);
    cuMemAllocFromPoolAsync(address: *mut CUdeviceptr, size: usize, pool: CUmemoryPool, stream: CUstream);
    cuMemFreeAsync(address: CUdeviceptr, stream: CUstream);
    cuMemHostAlloc(place: *mut *mut c_void, size: usize, flags: c_uint);
    cuMemFreeHost(place: *mut c_void);
    cuMemcpyHtoDAsync_v2(to: CUdeviceptr, from: *const c_void, size: usize, stream: CUstream);
    cuMemcpyDtoHAsync_v2(to: *mut c_void, from: CUdeviceptr, size: usize, stream: CUstream);
    cuMemcpyDtoDAsync_v2(to: CUdeviceptr, from: CUdeviceptr, size: usize, stream: CUstream);
    cuMemsetD8Async(address: CUdeviceptr, value: c_uchar, count: usize, stream: CUstream);
    cuMemsetD32Async(address: CUdeviceptr, value: c_uint, count: usize, stream: CUstream);
    cuModuleLoadDataEx(module: *mut CUmodule, image: *const c_void, count: c_uint, options: *mut CUjit_option, values: *mut *mut c_void);
    cuModuleUnload(module: CUmodule);
    cuModuleGetFunction(function: *mut CUfunction, module: CUmodule, name: *const c_char);
    cuModuleGetGlobal_v2(address: *mut CUdeviceptr, size: *mut usize, module: CUmodule, name: *const c_char);
    cuFuncGetParamInfo(function: CUfunction, index: usize, offset: *mut usize, size: *mut usize);
    cuLaunchKernel(function: CUfunction, gx: c_uint, gy: c_uint, gz: c_uint, bx: c_uint, by: c_uint, bz: c_uint, shared: c_uint, stream: CUstream, params: *mut *mut c_void, extra: *mut *mut c_void);
    cuStreamBeginCapture_v2(stream: CUstream, mode: CUstreamCaptureMode);
    cuStreamEndCapture(stream: CUstream, graph: *mut CUgraph);
    cuStreamIsCapturing(stream: CUstream, status: *mut CUstreamCaptureStatus);
    cuGraphCreate(graph: *mut CUgraph, flags: c_uint);
    cuGraphDestroy(graph: CUgraph);
    cuGraphAddKernelNode_v2(node: *mut CUgraphNode, graph: CUgraph, after: *const CUgraphNode, count: usize, params: *const CUDA_KERNEL_NODE_PARAMS);
    cuGraphAddMemcpyNode(node: *mut CUgraphNode, graph: CUgraph, after: *const CUgraphNode, count: usize, params: *const CUDA_MEMCPY3D, context: CUcontext);
    cuGraphAddMemsetNode(node: *mut CUgraphNode, graph: CUgraph, after: *const CUgraphNode, count: usize, params: *const CUDA_MEMSET_NODE_PARAMS, context: CUcontext);
    cuGraphAddChildGraphNode(node: *mut CUgraphNode, graph: CUgraph, after: *const CUgraphNode, count: usize, child: CUgraph);
    cuGraphInstantiateWithFlags(executable: *mut CUgraphExec, graph: CUgraph, flags: c_ulonglong);
    cuGraphExecUpdate_v2(executable: CUgraphExec, graph: CUgraph, info: *mut CUgraphExecUpdateResultInfo);
    cuGraphExecDestroy(executable: CUgraphExec);
    cuGraphLaunch(executable: CUgraphExec, stream: CUstream);

    // What the bindings have in their place is younger than the oldest driver that is accepted.
    ;
    cuCtxCreate_v2(context: *mut CUcontext, flags: c_uint, device: CUdevice);
}
