//! The dialect `tensor`: tensors made of scalars, scalars taken out of tensors, and the ways between
//! immutable tensors and those of the original's type.
//!
//! The attribute `shape` has a tensor's sizes, outermost first; one that is negative is not known
//! before the program runs. Without it, the rank is not known either.

use half::{bf16, f16};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Chain};
use tfrt_tensor::{MutableTensor, Stored, Tensor, TensorMetadata, TensorShape, TensorWriter};

/// The tensor itself, which must have the sizes that are known.
///
/// # Errors
/// `a tensor of shape [2], expected [3]`; a tensor of another element type.
#[kernel("tensor.cast.{T}", pure, assembly = Assembly::TYPED_RESULTS, infer = "cast({T}) -> {T}",
    T = [bool, i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64])]
pub fn cast<T: Stored>(
    tensor: Tensor,
    shape: Attr<Option<Vec<i64>>>,
) -> Result<Tensor, KernelError> {
    tensor.expect::<T::Element>()?;
    expect_shape(tensor.shape(), shape.0.as_deref())?;
    Ok(tensor)
}

/// The content of a mutable tensor, of which later writes change nothing. It must have the sizes that
/// are known. Without a copy if nobody else has the tensor or its elements are read-only.
///
/// # Errors
/// `a tensor of shape [2], expected [3]`; a tensor of strings, of coordinates or of another element
/// type; `Cannot allocate tensor`.
#[kernel("tensor.freeze.{T}", effects(), assembly = Assembly::TYPED_RESULTS, infer = "shaped() -> {T} or error",
    T = [bool, i8, i16, i32, i64, f16, bf16, f32, f64])]
pub fn freeze<T: Stored>(
    ctx: ExecCtx<'_>,
    tensor: MutableTensor,
    _chain: Chain,
    shape: Attr<Option<Vec<i64>>>,
) -> Result<(Tensor, Chain), KernelError> {
    if !matches!(tensor, MutableTensor::Scalar(_)) {
        tensor.dense()?;
    }
    let metadata = tensor.metadata();
    metadata.expect(<T::Element as tfrt_tensor::Element>::DTYPE)?;
    expect_shape(&metadata.shape, shape.0.as_deref())?;
    Ok((Tensor::freeze(tensor, ctx.allocator())?, Chain))
}

/// A mutable tensor with the same elements, which nobody else has.
///
/// # Errors
/// `Cannot allocate tensor`.
#[kernel("tensor.thaw", effects(), assembly = Assembly::OPERANDS)]
pub fn thaw(ctx: ExecCtx<'_>, tensor: Tensor) -> Result<MutableTensor, KernelError> {
    Ok(tensor.thaw(ctx.allocator())?.into())
}

/// Prints a tensor: at most 16 elements.
#[kernel("tensor.print", effects(prints), assembly = Assembly::OPERANDS)]
pub fn print(ctx: ExecCtx<'_>, tensor: &Tensor, _chain: Chain) -> Chain {
    ctx.request.print(&format!("{tensor}\n"));
    Chain
}

/// The size of a dimension, counted from zero.
///
/// # Errors
/// `a tensor of shape [2, 3] has no dimension 2`.
#[kernel("tensor.dim.i64", pure, assembly = Assembly::OPERANDS, infer = "reads() or error")]
pub fn dim(tensor: &Tensor, dimension: i64) -> Result<i64, KernelError> {
    let shape = tensor.shape();
    let at = usize::try_from(dimension).ok();
    at.and_then(|at| shape.dimensions().get(at).copied())
        .ok_or_else(|| invalid(format!("a tensor of shape {shape} has no dimension {dimension}")))
}

/// The element at an index for each dimension, counted from zero.
///
/// # Errors
/// `a tensor of shape [2, 3] has no element [1, 3]`; a tensor of another element type.
#[kernel("tensor.extract.{T}", pure, infer = "extract({T}) or error",
    T = [bool, i8, i16, i32, i64, f16, bf16, f32, f64])]
pub fn extract<T: Stored>(tensor: &Tensor, indices: &[&i64]) -> Result<T, KernelError> {
    let elements = tensor.elements::<T::Element>()?;
    let shape = tensor.shape();
    let element = place(shape, indices).and_then(|place| elements.get(place));
    element
        .map(|&element| T::loaded(element))
        .ok_or_else(|| invalid(format!("a tensor of shape {shape} has no element {indices:?}")))
}

/// A tensor of the operands, row by row.
///
/// # Errors
/// The shape has another number of elements.
#[kernel("tensor.from_elements.{T}", pure, infer = "elements() -> {T}",
    T = [bool, i8, i16, i32, i64, f16, bf16, f32, f64])]
pub fn from_elements<T: Stored>(
    ctx: ExecCtx<'_>,
    elements: &[&T],
    shape: Attr<&[i64]>,
) -> Result<Tensor, KernelError> {
    let elements: Vec<T::Element> = elements.iter().map(|&&element| element.stored()).collect();
    Ok(Tensor::copy_of(TensorShape::new(shape.0)?, &elements, ctx.allocator())?)
}

/// A tensor with the first operand everywhere. The other operands are the sizes that are not known, in
/// order.
///
/// # Errors
/// `shape [2, -3] has a negative size`; `Cannot allocate tensor`; `N sizes for a shape with M unknown`.
#[kernel("tensor.splat.{T}", pure, infer = "splat() -> {T}",
    T = [bool, i8, i16, i32, i64, f16, bf16, f32, f64])]
pub fn splat<T: Stored>(
    ctx: ExecCtx<'_>,
    value: T,
    sizes: &[&i64],
    shape: Attr<&[i64]>,
) -> Result<Tensor, KernelError> {
    let unknown = shape.0.iter().filter(|&&size| size < 0).count();
    if unknown != sizes.len() {
        let message = format!("{} sizes for a shape with {unknown} unknown", sizes.len());
        return Err(invalid(message));
    }
    let mut sizes = sizes.iter();
    let of = |&size: &i64| if size < 0 { sizes.next().map_or(size, |&&size| size) } else { size };
    let shape: Vec<i64> = shape.0.iter().map(of).collect();
    let dtype = <T::Element as tfrt_tensor::Element>::DTYPE;
    let metadata = TensorMetadata { dtype, shape: TensorShape::new(&shape)? };
    let mut writer = TensorWriter::new(metadata, ctx.allocator())?;
    let element = value.stored();
    let whole = writer.elements().max(1);
    writer.pieces(whole)?.for_each(|piece| piece.fill_with(|_| element));
    Ok(writer.finish()?)
}

/// Checks a tensor's shape: it has the sizes that are known.
fn expect_shape(found: &TensorShape, expected: Option<&[i64]>) -> Result<(), KernelError> {
    let Some(expected) = expected else { return Ok(()) };
    let mut sizes = found.dimensions().iter().zip(expected);
    if found.rank() == expected.len() && sizes.all(|(size, known)| known == size || *known < 0) {
        return Ok(());
    }
    let size = |&size: &i64| if size < 0 { "?".to_owned() } else { size.to_string() };
    let expected: Vec<String> = expected.iter().map(size).collect();
    Err(invalid(format!("a tensor of shape {found}, expected [{}]", expected.join(", "))))
}

fn invalid(message: String) -> KernelError {
    KernelError::new(ErrorCode::InvalidArgument, message)
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
