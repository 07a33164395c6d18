//! The dialect `tensor`: tensors made of scalars, and scalars taken out of tensors.
//!
//! The attribute `shape` has a tensor's sizes, outermost first; one that is negative is not known
//! before the program runs.

use crate::Stored;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::Attr;
use tfrt_kernels::number::{Bf16, F16};
use tfrt_tensor::{Access, DenseHostTensor, MutableTensor, ScalarHostTensor, TensorShape};

/// The tensor itself, which must be dense and have the sizes that are known.
///
/// # Errors
/// `a tensor of shape [2], expected [3]`; a tensor of another kind.
#[kernel("tensor.cast.tensor", effects())]
pub fn cast(tensor: &MutableTensor, shape: Attr<&[i64]>) -> Result<MutableTensor, KernelError> {
    let found = tensor.dense()?.shape();
    let mut sizes = found.dimensions().iter().zip(shape.0);
    if found.rank() == shape.0.len() && sizes.all(|(size, known)| known == size || *known < 0) {
        return Ok(tensor.clone());
    }
    let known: Vec<String> = shape
        .0
        .iter()
        .map(|&size| if size < 0 { "?".to_owned() } else { size.to_string() })
        .collect();
    let message = format!("a tensor of shape {found}, expected [{}]", known.join(", "));
    Err(KernelError::new(ErrorCode::InvalidArgument, message))
}

/// The size of a dimension, counted from zero.
///
/// # Errors
/// `a tensor of shape [2, 3] has no dimension 2`; a tensor of another kind.
#[kernel("tensor.dim.i64", effects())]
pub fn dim(tensor: &MutableTensor, dimension: i64) -> Result<i64, KernelError> {
    let shape = tensor.dense()?.shape();
    let at = usize::try_from(dimension).ok();
    at.and_then(|at| shape.dimensions().get(at).copied()).ok_or_else(|| {
        KernelError::new(
            ErrorCode::InvalidArgument,
            format!("a tensor of shape {shape} has no dimension {dimension}"),
        )
    })
}

/// The element at an index for each dimension, counted from zero.
///
/// # Errors
/// `a tensor of shape [2, 3] has no element [1, 3]`; a tensor of another kind or element type.
#[kernel("tensor.extract.{T}", effects(),
    T = [bool, i8, i16, i32, i64, F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn extract<T: Stored>(tensor: &MutableTensor, indices: &[&i64]) -> Result<T, KernelError> {
    let dense = tensor.dense()?;
    dense.expect::<T::Element>()?;
    let shape = dense.shape();
    let place = place(shape, indices).ok_or_else(|| {
        KernelError::new(
            ErrorCode::InvalidArgument,
            format!("a tensor of shape {shape} has no element {indices:?}"),
        )
    })?;
    let access = Access::new(&[dense.buffer()], &[])?;
    Ok(T::loaded(access.input::<T::Element>(0)?[place]))
}

/// A tensor of the operands, row by row.
///
/// # Errors
/// The shape has another number of elements.
#[kernel("tensor.from_elements.{T}", effects(),
    T = [bool, i8, i16, i32, i64, F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn from_elements<T: Stored>(
    ctx: ExecCtx<'_>,
    elements: &[&T],
    shape: Attr<&[i64]>,
) -> Result<MutableTensor, KernelError> {
    let elements: Vec<T::Element> = elements.iter().map(|&&element| element.stored()).collect();
    let shape = TensorShape::new(shape.0)?;
    Ok(DenseHostTensor::copy_of(shape, &elements, ctx.host().allocator())?.into())
}

/// A tensor with the first operand everywhere. The other operands are the sizes that are not known, in
/// order.
///
/// # Errors
/// `shape [2, -1] has a negative size`; `Cannot allocate tensor`; `N sizes for a shape with M unknown`.
#[kernel("tensor.splat.{T}", effects(),
    T = [bool, i8, i16, i32, i64, F16 as "f16", Bf16 as "bf16", f32, f64])]
pub fn splat<T: Stored>(
    ctx: ExecCtx<'_>,
    value: T,
    sizes: &[&i64],
    shape: Attr<&[i64]>,
) -> Result<MutableTensor, KernelError> {
    let unknown = shape.0.iter().filter(|&&size| size < 0).count();
    if unknown != sizes.len() {
        let message = format!("{} sizes for a shape with {unknown} unknown", sizes.len());
        return Err(KernelError::new(ErrorCode::InvalidArgument, message));
    }
    let mut sizes = sizes.iter();
    let of = |&size: &i64| if size < 0 { sizes.next().map_or(size, |&&size| size) } else { size };
    let shape: Vec<i64> = shape.0.iter().map(of).collect();
    let scalar = ScalarHostTensor::new(TensorShape::new(&shape)?, value.stored());
    Ok(scalar.to_dense(ctx.host().allocator())?.into())
}

/// The place of an element among all.
fn place(shape: &TensorShape, indices: &[&i64]) -> Option<usize> {
    if indices.len() != shape.rank() {
        return None;
    }
    indices.iter().zip(shape.dimensions()).try_fold(0_usize, |place, (&&index, &size)| {
        let inside = (0..size).contains(&index);
        let (index, size) = (usize::try_from(index).ok()?, usize::try_from(size).ok()?);
        place.checked_mul(size)?.checked_add(index).filter(|_| inside)
    })
}
