//! The dialect `tfrt_gpu`: CUDA devices in host programs.
//!
//! Chains order what the host gives to devices; streams order what devices do. A kernel's chain means that the work is
//! *given*; it is done when `tfrt_gpu.stream.synchronize` or `tfrt_gpu.event.synchronize` says so.
//!
//! A program finds devices by the driver that its host was built with (`Host::builder().with(driver)`), or else by
//! [`Driver::open`](tfrt_cuda::Driver::open). Where there is none, `tfrt_gpu.device.get` is the error that says so.
//!
//! A program brings device code with it, which can write anywhere on the device: it is trusted code. So no catalogue
//! has these kernels by default.

pub mod code;
pub mod device;
pub mod device_code;
pub mod graph;
pub mod memory;
mod registry;
pub mod stream;
pub mod tensor;

pub use device::open_context;
pub use tensor::DenseGpuTensor;

tfrt_host::kernels! {
    /// The kernels and types of CUDA devices.
    pub GPU = [
        type tfrt_cuda::Allocator = "!tfrt_gpu.allocator",
        type tfrt_cuda::Buffer = "!tfrt_gpu.buffer",
        type tfrt_cuda::Context = "!tfrt_gpu.context",
        type tfrt_cuda::Device = "!tfrt_gpu.device",
        type tfrt_cuda::Event = "!tfrt_gpu.event",
        type tfrt_cuda::DeviceFunction = "!tfrt_gpu.function",
        type tfrt_cuda::Graph = "!tfrt_gpu.graph",
        type tfrt_cuda::Module = "!tfrt_gpu.module",
        type tfrt_cuda::Stream = "!tfrt_gpu.stream",
        code::launch,
        code::get_function,
        code::get_global,
        code::load,
        device::create,
        device::get,
        device::primary,
        graph::create,
        graph::launch,
        memory::allocate,
        memory::allocate_host,
        memory::copy,
        memory::create,
        memory::deallocate,
        memory::print_metadata,
        memory::set,
        memory::view,
        stream::create,
        stream::event_create,
        stream::event_record,
        stream::event_synchronize,
        stream::get_context,
        stream::synchronize,
        stream::wait,
        tensor::make,
        tensor::print_metadata,
    ]
}
