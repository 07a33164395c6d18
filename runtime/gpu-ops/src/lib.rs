//! Ops one by one on CUDA devices: the ops of TensorFlow on device code of our own, and the handler that finds them.
//!
//! A handler has a device, a stream and an allocator. An op gives the stream its work and returns; its result is a handle
//! of a tensor that is there, and whose elements are there when the stream has come so far. So nothing has a chain: the
//! stream orders what devices do, and a transfer to the host's memory waits for it.
//!
//! # Results
//!
//! Elementwise ops, means, softmaxes, pools and normalizations have the bits of the CPU's ops. Products and convolutions
//! are chains of fused multiplications and additions, where the CPU's op rounds each product: they differ by at most
//! 1e-5 of the largest element of the result.

mod compute;
mod folded;
pub mod handler;
mod list;
mod ops;

pub use handler::op_handler;
pub use list::OPS;

tfrt_host::kernels! {
    /// The kernel that makes handlers of CUDA devices.
    pub GPU_OPS = [
        handler::create_gpu_op_handler,
    ]
}
