//! Objects of devices as values of programs.

use crate::{
    ActivationDescriptor, Allocator, BlasHandle, Buffer, CclHandle, CclId, Context,
    ConvolutionAlgorithm, ConvolutionDescriptor, Device, DeviceFunction, DnnHandle, Event,
    FftHandle, FilterDescriptor, GemmAlgorithm, Graph, Module, PoolingDescriptor, SolverHandle,
    Stream, TensorDescriptor,
};
use tfrt_host::kernel::KernelType;

macro_rules! types {
    ($($ty:ident $name:literal;)*) => {$(
        impl KernelType for $ty {
            const NAME: &'static str = concat!("!tfrt_gpu.", $name);
            const PATH: Option<&'static str> = Some(concat!("tfrt::gpu::", stringify!($ty)));
        }
    )*};
}

types! {
    ActivationDescriptor "dnn.activation.descriptor";
    Allocator "allocator";
    BlasHandle "blas.handle";
    Buffer "buffer";
    CclHandle "ccl.handle";
    CclId "ccl.id";
    Context "context";
    ConvolutionAlgorithm "dnn.convolution.algorithm";
    ConvolutionDescriptor "dnn.convolution.descriptor";
    Device "device";
    Event "event";
    DeviceFunction "function";
    DnnHandle "dnn.handle";
    FftHandle "fft.handle";
    FilterDescriptor "dnn.filter.descriptor";
    GemmAlgorithm "blas.gemm.algo";
    Graph "graph";
    Module "module";
    PoolingDescriptor "dnn.pooling.descriptor";
    SolverHandle "solver.handle";
    Stream "stream";
    TensorDescriptor "dnn.tensor.descriptor";
}
