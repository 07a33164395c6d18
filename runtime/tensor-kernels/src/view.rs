//! Dense tensors of the element type and rank that a kernel computes with.

use std::fmt;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_numeric::Axis;
use tfrt_tensor::{Element, FixedRankShape, HostBuffer, MutableTensor, TensorError};

/// A dense tensor whose element type and rank were checked.
#[derive(Clone, Copy, Debug)]
pub struct View<'a, const RANK: usize> {
    /// The sizes of its dimensions.
    pub shape: [i64; RANK],
    /// Its elements.
    pub buffer: &'a HostBuffer,
}

impl<'a, const RANK: usize> View<'a, RANK> {
    /// The tensor, if its elements are of that type.
    ///
    /// # Errors
    /// The tensor is of another kind, element type or rank.
    pub fn new<T: Element>(tensor: &'a MutableTensor) -> Result<Self, TensorError> {
        let dense = tensor.dense()?;
        dense.expect::<T>()?;
        let FixedRankShape(shape) = FixedRankShape::try_from(dense.shape())?;
        Ok(Self { shape, buffer: dense.buffer() })
    }
}

/// The sizes as indices into a tensor with elements. A tensor without any may have a dimension that
/// is no index; nothing is read from it.
#[must_use]
pub fn sizes<const RANK: usize>(shape: [i64; RANK]) -> [usize; RANK] {
    shape.map(|size| usize::try_from(size).unwrap_or(usize::MAX))
}

/// A window along rows and columns, as [`tfrt_numeric::axes`].
///
/// # Errors
/// As there.
pub(crate) fn axes(
    sizes: [i64; 2],
    window: [i64; 2],
    padding: &str,
    strides: &[i64],
) -> Result<[Axis; 2], KernelError> {
    tfrt_numeric::axes(sizes, window, padding, strides)
        .map_err(|message| KernelError::new(ErrorCode::InvalidArgument, message))
}

/// Two shapes, with what they are called, which must be equal.
///
/// # Errors
/// `Tensor shapes do not match: A is [1] and B is [2]`.
pub(crate) fn same_shape(a: (&str, &[i64]), b: (&str, &[i64])) -> Result<(), KernelError> {
    agree("Tensor shapes do not match", a, b)
}

/// Two sizes, with what they are called, which must be equal.
///
/// # Errors
/// `Dimensions does not match: A is 1 and B is 2`.
pub(crate) fn same_size(a: (&str, i64), b: (&str, i64)) -> Result<(), KernelError> {
    agree("Dimensions does not match", a, b)
}

fn agree<T: PartialEq + fmt::Debug>(
    what: &str,
    (a_name, a): (&str, T),
    (b_name, b): (&str, T),
) -> Result<(), KernelError> {
    if a == b {
        return Ok(());
    }
    Err(KernelError::new(
        ErrorCode::InvalidArgument,
        format!("{what}: {a_name} is {a:?} and {b_name} is {b:?}"),
    ))
}

/// An output, which must have the shape.
///
/// # Errors
/// `output tensor has the wrong shape`.
pub(crate) fn has_shape(output: &[i64], expected: &[i64]) -> Result<(), KernelError> {
    if output == expected {
        return Ok(());
    }
    Err(KernelError::new(ErrorCode::InvalidArgument, "output tensor has the wrong shape"))
}
