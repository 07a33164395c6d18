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
pub mod entry_point;
pub mod graph;
pub mod library;
pub mod memory;
mod registry;
pub mod stream;
pub mod tensor;

pub use device::open_context;
pub use entry_point::EntryPoint;
pub use tensor::DenseGpuTensor;

tfrt_host::kernels! {
    /// The kernels and types of CUDA devices.
    pub GPU = [
        type tfrt_cuda::Allocator = "!tfrt_gpu.allocator",
        type tfrt_cuda::Buffer = "!tfrt_gpu.buffer",
        type tfrt_cuda::Context = "!tfrt_gpu.context",
        type tfrt_cuda::Device = "!tfrt_gpu.device",
        type EntryPoint = "!tfrt_gpu.entry_point",
        type tfrt_cuda::Event = "!tfrt_gpu.event",
        type tfrt_cuda::DeviceFunction = "!tfrt_gpu.function",
        type tfrt_cuda::Graph = "!tfrt_gpu.graph",
        type tfrt_cuda::Module = "!tfrt_gpu.module",
        type tfrt_cuda::Stream = "!tfrt_gpu.stream",
        type tfrt_cuda::ActivationDescriptor = "!tfrt_gpu.dnn.activation.descriptor",
        type tfrt_cuda::BlasHandle = "!tfrt_gpu.blas.handle",
        type tfrt_cuda::CclHandle = "!tfrt_gpu.ccl.handle",
        type tfrt_cuda::CclId = "!tfrt_gpu.ccl.id",
        type tfrt_cuda::ConvolutionAlgorithm = "!tfrt_gpu.dnn.convolution.algorithm",
        type tfrt_cuda::ConvolutionDescriptor = "!tfrt_gpu.dnn.convolution.descriptor",
        type tfrt_cuda::DnnHandle = "!tfrt_gpu.dnn.handle",
        type tfrt_cuda::FftHandle = "!tfrt_gpu.fft.handle",
        type tfrt_cuda::FilterDescriptor = "!tfrt_gpu.dnn.filter.descriptor",
        type tfrt_cuda::GemmAlgorithm = "!tfrt_gpu.blas.gemm.algo",
        type tfrt_cuda::PoolingDescriptor = "!tfrt_gpu.dnn.pooling.descriptor",
        type tfrt_cuda::SolverHandle = "!tfrt_gpu.solver.handle",
        type tfrt_cuda::TensorDescriptor = "!tfrt_gpu.dnn.tensor.descriptor",
        code::launch,
        code::get_function,
        code::get_global,
        code::load,
        device::create,
        device::get,
        device::primary,
        entry_point::get,
        graph::create,
        graph::launch,
        library::blas::axpy,
        library::blas::create,
        library::blas::gemm,
        library::blas::gemm_algo,
        library::blas::gemm_batch,
        library::blas::scal,
        library::blas::trsm_batch,
        library::ccl::all_gather,
        library::ccl::all_reduce,
        library::ccl::all_to_all,
        library::ccl::create,
        library::ccl::execute,
        library::ccl::recv,
        library::ccl::reduce_scatter,
        library::ccl::send,
        library::ccl::unique_id,
        library::dnn::convolution_backward_data,
        library::dnn::convolution_backward_data_algorithm,
        library::dnn::convolution_backward_filter,
        library::dnn::convolution_backward_filter_algorithm,
        library::dnn::convolution_bias_activation_forward,
        library::dnn::convolution_forward,
        library::dnn::convolution_forward_algorithm,
        library::dnn::create,
        library::dnn::create_activation_descriptor,
        library::dnn::create_convolution_descriptor,
        library::dnn::create_filter_descriptor,
        library::dnn::create_pooling_descriptor,
        library::dnn::create_tensor_descriptor,
        library::dnn::pooling_backward,
        library::dnn::pooling_forward,
        library::fft::create,
        library::fft::execute,
        library::fft::get_workspace_size,
        library::solver::create,
        library::solver::potrf,
        library::solver::potrf_batch,
        library::solver::potrf_buffer_size,
        memory::alias,
        memory::allocate,
        memory::allocate_host,
        memory::copy,
        memory::create,
        memory::deallocate,
        memory::load,
        memory::print_metadata,
        memory::register,
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
