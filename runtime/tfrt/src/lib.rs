//! **tfrt**: the host runtime for machine-learning dataflow.
//!
//! A *host program* is a dataflow graph of kernels over asynchronous values, written as MLIR text
//! or stored as BEF. Three engines execute it with the same results:
//!
//! * [`tfrt_graph!`] turns it into Rust at build time (feature `macros`, on by default);
//! * [`Program::compile`] with `Engine::Jit` turns it into machine code at load time
//!   (feature `jit`, not on Windows);
//! * [`Engine::Executor`] interprets it: the reference that the other two are tested against.
//!
//! A [`trace`] shows which kernel runs when and on which thread: as text, as a file for Perfetto
//! or, with the feature `tracing`, through the `tracing` crate.
//!
//! ```
//! tfrt::tfrt_graph! {
//!     pub mod demo;
//!     func.func @twice(%x: i32) -> i32 {
//!         %y = tfrt.add.i32 %x, %x
//!         tfrt.return %y : i32
//!     }
//! }
//! assert_eq!(demo::twice(21), 42); // ready throughout: an ordinary function
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]

// Generated code names this crate by its public name, here too.
extern crate self as tfrt;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod convert;
mod engine;
#[cfg(feature = "mlir")]
pub mod import;
mod later;
#[cfg(feature = "live")]
#[doc(hidden)]
pub mod live;
#[cfg(feature = "onnx")]
mod model;
mod shared;
#[cfg(any(feature = "jit", feature = "live", feature = "mlir"))]
mod translate;

pub use engine::{Arguments, CompileOptions, Compiled, Engine, Program, Returns, TypedFunction};
pub use later::{Later, ReturnValue};
#[cfg(feature = "onnx")]
pub use model::{BufferMut, Form, Math, Model, ModelBuilder, ModelError, Outputs, Port};
pub use shared::Shared;
pub use tfrt_bef::{Blob, Limits as LoadLimits};
#[cfg(feature = "core-runtime")]
pub use tfrt_core_runtime_kernels::CORERT;
pub use tfrt_exec::{LoadError, LoadOptions};
#[cfg(feature = "gpu")]
pub use tfrt_gpu::GPU;
#[cfg(feature = "gpu-ops")]
pub use tfrt_gpu_ops::GPU_OPS;
pub use tfrt_host::alloc::{AllocError, HostAllocator};
pub use tfrt_host::context::{
    CancelOnDrop, Cancellation, Diagnostic, ExecCtx, Host, HostBuilder, HostHandle, OwnedCtx,
    RequestBuilder, RequestContext, Started,
};
pub use tfrt_host::device::Device;
pub use tfrt_host::error::{Error, ErrorCode, KernelError, Location};
pub use tfrt_host::frame::MaybeDone;
pub use tfrt_host::kernel::{
    ArgumentValue, Attr, Borrowed, Catalogue, Chain, Dense, Effects, EngineKind, Function,
    FunctionBody, KernelDef, KernelList, KernelType, OpDef, ResultCount, Results, ScalarType,
    Signature, TypeDef, Value, ValueState,
};
pub use tfrt_host::kernel_for_tfrt as kernel;
pub use tfrt_host::kernels_for_tfrt as kernels;
pub use tfrt_host::queue::{InlineQueue, PromiseOn, Signal, Task, WorkQueue};
pub use tfrt_host::resource::{Folder, Resolver, StatedType};
pub use tfrt_host::value::{AnyRef, AsyncRef, Promise, live_count};
pub use tfrt_host::{alloc, device, queue, trace};
pub use tfrt_kernels::catalogue;
pub use tfrt_kernels::string::HostString;
#[cfg(feature = "macros")]
pub use tfrt_macros::tfrt_graph;
#[cfg(any(feature = "mlir", feature = "onnx"))]
pub use tfrt_mlir_kernels::MLIR;
#[cfg(feature = "tensor")]
pub use tfrt_model_kernels::NN;
#[cfg(feature = "onnx")]
pub use tfrt_numeric::InstructionSet;
#[cfg(feature = "tensor")]
pub use tfrt_tensor::Tensor;
#[cfg(feature = "tensor")]
pub use tfrt_tensor_kernels::{BTF, TENSOR};
#[cfg(feature = "core-runtime")]
pub use tfrt_tf_ops::TF_SYNC;
#[cfg(any(feature = "jit", feature = "live", feature = "mlir"))]
pub use translate::{
    TranslateError, TranslateOptions, Translated, mlir_to_bef, mlir_to_bef_with, translate,
};

/// The types of the core dialects, by the dialect's module.
pub mod kernels {
    /// Devices.
    pub mod device {
        pub use tfrt_kernels::device::DeviceRef;
    }
    /// The numbers that Rust has no stable types for.
    pub mod number {
        pub use tfrt_kernels::number::{Complex, bf16, f16};
    }
    /// Types of tensors as values.
    pub mod tensor_type {
        pub use tfrt_kernels::tensor_type::TensorType;
    }
}

/// CUDA devices, whose driver is loaded at run time.
#[cfg(feature = "gpu")]
pub mod gpu {
    pub use tfrt_cuda::{
        ActivationDescriptor, Allocator, Arg, Args, BlasHandle, BlasLtHandle, Buffer, CclDataType,
        CclHandle, CclId, CclReduction, ComputeType, Context, Convolution, ConvolutionAlgorithm,
        ConvolutionDescriptor, CudaError, CudaSource, DataType, Device, DeviceFunction, Diagonal,
        DnnDataType, DnnHandle, Download, Driver, Epilogue, ErrorClass, Event, FftDirection,
        FftHandle, FftType, Fill, FilterDescriptor, Fused, Gemm, GemmAlgorithm, Graph,
        GraphBuilder, Grid, Health, HostMemory, Input, IntoArg, LtEpilogue, Module, Operation,
        PoolingDescriptor, Ptx, Scalar, Side, SolverHandle, Stream, Strided, Tensor,
        TensorDescriptor, Trsm, Usage, Version,
    };
    pub use tfrt_gpu::{DenseGpuTensor, EntryPoint, device_code, entry_point, open_context};
    #[cfg(feature = "gpu-ops")]
    pub use tfrt_gpu_ops::{OPS, op_handler};
}

/// Ops, called one by one.
#[cfg(feature = "core-runtime")]
pub mod core_runtime {
    #[doc(hidden)]
    pub use tfrt_core_runtime::__private;
    pub use tfrt_core_runtime::op_for_tfrt as op;
    pub use tfrt_core_runtime::{
        Arguments, Attributes, Awaited, Conversion, ConversionRow, CoreRuntime, CoreRuntimeOp,
        DeviceOpHandler, Eager, EagerOp, FromOpAttr, Handle, Handles, HostTensor, IntoArgument,
        IntoOpAttr, Kinds, LoggingOpHandler, MetadataCall, MetadataFunction, NumericTensor,
        OpArgument, OpAttrType, OpAttrs, OpAttrsRef, OpChain, OpEntry, OpFrame, OpHandler,
        OpHandlerRef, OpInvocation, OpKernel, OpList, OpOutput, Ops, ResultMetadata, ScalarOrDense,
        StringOrDense, TensorHandle, TensorOf, composite,
    };
    /// The ops of TensorFlow on the host's processors, and their calls.
    pub use tfrt_tf_ops::{FusedOps, TF, tf};
}

/// What the definition of an op is made of, for `#[tfrt::kernel]` and for definitions by hand.
pub mod op {
    pub use tfrt_host::kernel::{
        Assembly, AssemblyError, Attribute, AttributeCheck, AttributeDecoder, AttributeTarget,
        Callee, CalleeCheck, CalleeSource, Carries, Control, Cost, CostFunction, DType, DTypeKind,
        Decoded, Directive, Entry, Fold, FromAttribute, Gives, Infer, Intrinsic, KernelFrame,
        Numbers, OpAttribute, OpTraits, OpTypes, OperandSet, Operands, Outcome, ParamDef,
        ParamKind, ResultDef, ResultList, ResultSlot, StreamCost, SymbolRef, Type, TypeKind,
    };
}

/// The options of the JIT, and what it says of what it has compiled.
#[cfg(feature = "jit")]
pub mod jit {
    pub use tfrt_jit::{JitOptions, JitProgram, Limits, Progress, Symbols, Timing};
}

/// Texts of programs, and what is wrong with them.
#[cfg(any(feature = "jit", feature = "live", feature = "mlir"))]
pub mod source {
    pub use tfrt_compiler::source::{Diagnostic, Diagnostics, Position, Severity, Source, Span};
}

/// Tensors in host memory.
#[cfg(feature = "tensor")]
pub mod tensor {
    #[cfg(feature = "dlpack")]
    pub use tfrt_tensor::dlpack;
    #[cfg(feature = "ndarray")]
    pub use tfrt_tensor::ndarray;
    #[cfg(feature = "safetensors")]
    pub use tfrt_tensor::safetensors;
    pub use tfrt_tensor::{
        Access, BLOCK, BlockFunction, Complex, CooHostTensor, DType, DTypeKind, DenseHostTensor,
        Element, FixedRankShape, HostBuffer, I1, Inputs, MutableTensor, PartialTensorShape, Piece,
        Point, ScalarHostTensor, Stored, StringHostTensor, Tensor, TensorError, TensorMetadata,
        TensorShape, TensorWriter, blockwise, npy, pointwise, try_pointwise,
    };
}

/// Includes the modules that a build script generated from host programs with `tfrt-build`.
///
/// The name is that of the compiled folder or file, without extension:
/// `tfrt::include_graphs!("graphs");` after `tfrt_build::compile("graphs/")`.
#[macro_export]
macro_rules! include_graphs {
    ($name:literal) => {
        ::core::include!(::core::concat!(::core::env!("OUT_DIR"), "/", $name, ".rs"));
    };
}
