//! Tensors in host memory, and what is known of those that are not.
//!
//! A [`MutableTensor`] has one of four representations in host memory ([`DenseHostTensor`],
//! [`ScalarHostTensor`], [`StringHostTensor`], [`CooHostTensor`]), or is on a device ([`DeviceTensor`]). Copies of a tensor share its elements: a dense tensor
//! is metadata and a [`HostBuffer`], which is reference-counted.
//!
//! # Who may write
//!
//! Kernels write to tensors in place, and only the chains of a program order them. A program without
//! such chains must not become a data race, so a buffer has a lock: [`Access`] takes the locks of all
//! buffers that a kernel uses, in the order of their addresses, which excludes deadlock. A kernel
//! holds them while it runs and never while it waits. In a program with chains no lock is contended.
//!
//! ```
//! use tfrt_tensor::{Access, DenseHostTensor, TensorShape};
//!
//! let shape = TensorShape::new(&[2, 2]).unwrap();
//! let a = DenseHostTensor::from_vec(shape, vec![1.0_f32, 2.0, 3.0, 4.0]).unwrap();
//! {
//!     let mut access = Access::new(&[], &[a.buffer()]).unwrap();
//!     access.output::<f32>(0).unwrap()[3] = 7.5;
//! }
//! let text = "DenseHostTensor dtype = f32, shape = [2, 2], \
//!     values = [1.000000e+00, 2.000000e+00, 3.000000e+00, 7.500000e+00]";
//! assert_eq!(a.to_string(), text);
//! ```

mod access;
mod buffer;
mod coo;
mod dense;
mod device;
mod element;
mod error;
mod interchange;
mod mutable;
mod pointwise;
mod scalar;
mod sequence;
mod shape;
mod string;
mod tensor;
mod writer;

pub use access::{Access, Inputs};
pub use buffer::HostBuffer;
pub use coo::CooHostTensor;
pub use dense::DenseHostTensor;
pub use device::DeviceTensor;
pub use element::{Element, I1, Stored, write_element};
pub use error::TensorError;
#[cfg(feature = "dlpack")]
pub use interchange::dlpack;
#[cfg(feature = "ndarray")]
pub use interchange::ndarray;
pub use interchange::npy;
#[cfg(feature = "safetensors")]
pub use interchange::safetensors;
pub use mutable::MutableTensor;
pub use num_complex::Complex;
pub use pointwise::{BlockFunction, Point, blockwise, pointwise, try_pointwise};
pub use scalar::ScalarHostTensor;
pub use sequence::{Optional, Sequence};
pub use shape::{FixedRankShape, PartialTensorShape, TensorMetadata, TensorShape};
pub use string::StringHostTensor;
pub use tensor::Tensor;
pub use tfrt_bef::{DType, DTypeKind};
pub use tfrt_numeric::vector::BLOCK;
pub use writer::{Piece, TensorWriter};
