//! CUDA devices: the driver, loaded at run time, and its objects.
//!
//! Nothing is linked: on a machine without a driver, [`Driver::open`] and [`Device::open`] give an error that says
//! what was tried. Objects are handles that can be cloned, are thread-safe, and give their memory back when the last
//! handle is dropped, in the order that streams need.
//!
//! # Order
//!
//! A call gives a stream something to do, and returns. What one stream is given, it does in order; between streams,
//! [`Event`]s order. [`Stream::download`] is a future of what was copied; [`Stream::when_passed`] tells when a stream
//! has come so far.
//!
//! # Errors
//!
//! An error of the class [`Lost`](ErrorClass::Lost) is the end of its context: all waiters get it at once,
//! every later call gets it without asking the driver, and drops do nothing.
//!
//! # Locks
//!
//! Where more than one is held, they are taken in this order: the gate of a driver (`gate.rs`), the state of a graph,
//! the captures of a context, its slots, its completions. No lock but the gate is held over a call that can wait for a
//! device, and the thread that tells what is done never waits for the gate.

mod call;
mod capture;
mod completion;
mod context;
mod copy;
mod core;
mod device;
mod download;
mod driver;
mod error;
mod event;
mod gate;
mod graph;
mod graph_builder;
mod launch;
mod launches;
mod libraries;
mod library;
mod memory;
mod module;
mod pinned;
mod raw;
mod registered;
mod stream;
mod table;
mod types;
mod version;

pub use context::{Activity, Context, Health};
pub use device::Device;
pub use download::Download;
pub use driver::Driver;
pub use error::{CudaError, ErrorClass};
pub use event::Event;
pub use graph::Graph;
pub use graph_builder::GraphBuilder;
pub use launch::{Arg, Args, Grid, Input, IntoArg};
pub use library::blas::{
    BlasHandle, ComputeType, DataType, Diagonal, Fill, Gemm, GemmAlgorithm, Operation, Scalar,
    Side, Strided, Trsm,
};
pub use library::ccl::{CclDataType, CclHandle, CclId, CclReduction};
pub use library::dnn::{
    ActivationDescriptor, Convolution, ConvolutionAlgorithm, ConvolutionDescriptor, DnnDataType,
    DnnHandle, Epilogue, FilterDescriptor, PoolingDescriptor, Tensor, TensorDescriptor,
};
pub use library::fft::{FftDirection, FftHandle, FftType};
pub use library::lt::{BlasLtHandle, Fused, LtEpilogue};
pub use library::rtc::{CudaSource, Ptx};
pub use library::solver::SolverHandle;
pub use memory::{Allocator, Buffer, Usage};
pub use module::{DeviceFunction, Module};
pub use registered::HostMemory;
pub use stream::Stream;
pub use version::Version;
