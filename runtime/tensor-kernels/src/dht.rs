//! Dense tensors: dialect `tfrt_dht`, and buffers of dialect `ht`.
//!
//! The original declares custom forms for some element types only. A family whose name ends in
//! `_generic` has the others, in the generic form.

use crate::{Literal, Numbers};
use half::{bf16, f16};
use std::borrow::Cow;
use tfrt_host::alloc::AllocError;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Chain};
use tfrt_tensor::{
    Access, Complex, DenseHostTensor, Element, HostBuffer, MutableTensor, Stored, TensorError,
    TensorShape,
};

pub(crate) fn uninitialized<T: Element>(
    ctx: ExecCtx<'_>,
    shape: &[i64],
) -> Result<MutableTensor, KernelError> {
    let shape = TensorShape::new(shape)?;
    allocated(DenseHostTensor::zeroed(T::DTYPE, shape, ctx.allocator()))
}

/// A dense tensor of the attribute `shape`, whose elements are to be set. They are zero: what is
/// not written can be read. The rank in the name is not compared with the shape.
///
/// # Errors
/// `Cannot allocate tensor`.
#[kernel("tfrt_dht.create_uninitialized_tensor.{T}.{RANK}", effects(), assembly = "$shape attr-dict",
    T = [u8, u32, u64, i32, i64, f32, bool as "bool", Complex<f32> as "complex64",
        Complex<f64> as "complex128"],
    RANK = [0, 1, 2, 3, 4])]
pub fn create_uninitialized_tensor<T: Stored, const RANK: usize>(
    ctx: ExecCtx<'_>,
    shape: Attr<Vec<i64>>,
) -> Result<MutableTensor, KernelError> {
    uninitialized::<T::Element>(ctx, &shape.0)
}

/// A dense tensor of the attribute `shape`, whose elements are to be set.
///
/// # Errors
/// `Cannot allocate tensor`.
#[kernel("tfrt_dht.create_uninitialized_tensor.{T}.{RANK}", effects(),
    T = [i8, f64, f16, bf16], RANK = [0, 1, 2, 3, 4, 5])]
pub fn create_uninitialized_tensor_generic<T: Stored, const RANK: usize>(
    ctx: ExecCtx<'_>,
    shape: Attr<Vec<i64>>,
) -> Result<MutableTensor, KernelError> {
    uninitialized::<T::Element>(ctx, &shape.0)
}

/// A dense tensor of the attribute `shape`, whose elements are to be set.
///
/// # Errors
/// `Cannot allocate tensor`.
#[kernel("tfrt_dht.create_uninitialized_tensor.{T}.{RANK}", effects(),
    T = [u8, u32, u64, i32, i64, f32, bool as "bool", Complex<f32> as "complex64",
        Complex<f64> as "complex128"],
    RANK = [5])]
pub fn create_uninitialized_tensor_rank_5<T: Stored, const RANK: usize>(
    ctx: ExecCtx<'_>,
    shape: Attr<Vec<i64>>,
) -> Result<MutableTensor, KernelError> {
    uninitialized::<T::Element>(ctx, &shape.0)
}

/// A new tensor. The original has one message for all shapes that no tensor has.
pub(crate) fn allocated(
    tensor: Result<DenseHostTensor, TensorError>,
) -> Result<MutableTensor, KernelError> {
    let tensor = tensor.map_err(|error| match error.code() {
        ErrorCode::ResourceExhausted => error,
        _ => TensorError::OUT_OF_MEMORY,
    });
    Ok(tensor?.into())
}

/// Sets each element to the same value.
fn fill<T: Element>(tensor: &MutableTensor, value: T) -> Result<Chain, KernelError> {
    let tensor = tensor.dense()?;
    tensor.expect::<T>()?;
    Access::new(&[], &[tensor.buffer()])?.output::<T>(0)?.fill(value);
    Ok(Chain)
}

/// Sets all elements of a dense tensor to the attribute `value`.
///
/// # Errors
/// The tensor is of another kind or element type, or read-only.
#[kernel("tfrt_dht.fill_tensor_with_constant.{T}", effects(writes),
    assembly = "operands typed-attr($value) attr-dict",
    T = [u8, u32, u64, i32, i64, f32, bool as "bool"])]
pub fn fill_tensor_with_constant<T: Literal>(
    tensor: &MutableTensor,
    _chain: Chain,
    value: Attr<T>,
) -> Result<Chain, KernelError> {
    fill(tensor, value.0.stored())
}

/// Sets all elements of a dense tensor to the attribute `value`.
///
/// # Errors
/// The tensor is of another kind or element type, or read-only.
#[kernel("tfrt_dht.fill_tensor_with_constant.{T}", effects(writes),
    T = [i8, f64, f16, bf16])]
pub fn fill_tensor_with_constant_generic<T: Literal>(
    tensor: &MutableTensor,
    _chain: Chain,
    value: Attr<T>,
) -> Result<Chain, KernelError> {
    fill(tensor, value.0.stored())
}

/// Sets all elements of a dense tensor to the attribute `value`: its real and imaginary part.
///
/// # Errors
/// The tensor is of another kind or element type, or read-only; `value` has not two numbers.
#[kernel("tfrt_dht.fill_tensor_with_constant.{T}", effects(writes), assembly = "operands typed-attr($value) attr-dict",
    T = [f32 as "complex64", f64 as "complex128"])]
pub fn fill_tensor_with_constant_complex<T: Literal>(
    tensor: &MutableTensor,
    _chain: Chain,
    value: Attr<&Numbers<T>>,
) -> Result<Chain, KernelError>
where
    Complex<T::Element>: Element,
{
    fill(tensor, complex(&value.0.0)?)
}

/// The complex number of its real and imaginary part.
///
/// # Errors
/// There are not two.
pub(crate) fn complex<T: Copy>(parts: &[T]) -> Result<Complex<T>, KernelError> {
    match *parts {
        [re, im] => Ok(Complex { re, im }),
        _ => {
            let message = format!("a complex number of {} parts, expected 2", parts.len());
            Err(KernelError::new(ErrorCode::InvalidArgument, message))
        }
    }
}

/// A number of values, which must be that of the elements.
///
/// # Errors
/// `Incorrect number of values for the tensor: N, but expected M`.
pub(crate) fn counted(given: usize, expected: usize) -> Result<(), KernelError> {
    if given == expected {
        return Ok(());
    }
    let message =
        format!("Incorrect number of values for the tensor: {given}, but expected {expected}");
    Err(KernelError::new(ErrorCode::InvalidArgument, message))
}

/// Sets the elements to those values.
fn set<T: Element>(tensor: &MutableTensor, values: &[T]) -> Result<Chain, KernelError> {
    let tensor = tensor.dense()?;
    tensor.expect::<T>()?;
    let mut access = Access::new(&[], &[tensor.buffer()])?;
    let elements = access.output::<T>(0)?;
    counted(values.len(), elements.len())?;
    elements.copy_from_slice(values);
    Ok(Chain)
}

/// Sets the elements of a dense tensor to the attribute `values`.
///
/// # Errors
/// `Incorrect number of values for the tensor: N, but expected M`; the tensor is of another kind or
/// element type, or read-only.
#[kernel("tfrt_dht.set_tensor_with_constant_values.{T}", effects(writes),
    assembly = "operands $values attr-dict",
    T = [u8, u32, u64, i32, i64, f32, bool as "bool"])]
pub fn set_tensor_with_constant_values<T: Literal>(
    tensor: &MutableTensor,
    _chain: Chain,
    values: Attr<&Numbers<T>>,
) -> Result<Chain, KernelError> {
    set(tensor, &values.0.0)
}

/// Sets the elements of a dense tensor to the attribute `values`.
///
/// # Errors
/// As for the other element types.
#[kernel("tfrt_dht.set_tensor_with_constant_values.{T}", effects(writes),
    T = [i8, f64, f16, bf16])]
pub fn set_tensor_with_constant_values_generic<T: Literal>(
    tensor: &MutableTensor,
    _chain: Chain,
    values: Attr<&Numbers<T>>,
) -> Result<Chain, KernelError> {
    set(tensor, &values.0.0)
}

/// Sets the elements of a dense tensor to the attribute `values`: real and imaginary parts in turn.
///
/// # Errors
/// `Incorrect number of real and imaginary values for the complex tensor: N, but expected 2M`; the
/// tensor is of another kind or element type, or read-only.
#[kernel("tfrt_dht.set_tensor_with_constant_values.{T}", effects(writes),
    assembly = "operands $values attr-dict", T = [f32 as "complex64", f64 as "complex128"])]
pub fn set_tensor_with_constant_values_complex<T: Literal>(
    tensor: &MutableTensor,
    _chain: Chain,
    values: Attr<&Numbers<T>>,
) -> Result<Chain, KernelError>
where
    Complex<T::Element>: Element,
{
    set(tensor, &paired(&values.0.0, tensor.dense()?.shape())?)
}

/// The complex numbers of real and imaginary parts in turn: one for each element of a shape.
///
/// # Errors
/// `Incorrect number of real and imaginary values for the complex tensor: N, but expected 2M`.
pub(crate) fn paired<T: Copy>(
    values: &[T],
    shape: &TensorShape,
) -> Result<Vec<Complex<T>>, KernelError> {
    let (given, expected) = (values.len(), shape.elements().unwrap_or(0).saturating_mul(2));
    if given != expected {
        let message = format!(
            "Incorrect number of real and imaginary values for the complex tensor: {given}, \
             but expected {expected}"
        );
        return Err(KernelError::new(ErrorCode::InvalidArgument, message));
    }
    Ok(values.chunks_exact(2).map(|pair| Complex { re: pair[0], im: pair[1] }).collect())
}

/// Sets the elements of a dense tensor to the operands after the chain.
///
/// # Errors
/// `Incorrect number of values for the tensor: N, but expected M`; the tensor is of another kind or
/// element type, or read-only.
#[kernel("tfrt_dht.set_tensor_with_values.{T}", effects(writes),
    T = [u8, u32, u64, i8, i32, i64, f32, f64, bool as "bool", f16, bf16, Complex<f32> as "complex64",
        Complex<f64> as "complex128"])]
pub fn set_tensor_with_values<T: Stored>(
    tensor: &MutableTensor,
    _chain: Chain,
    values: Vec<T>,
) -> Result<Chain, KernelError> {
    set(tensor, &values.into_iter().map(T::stored).collect::<Vec<_>>())
}

/// A tensor of a buffer's bytes. `dialect`: what errors begin with.
pub(crate) fn made<T: Element>(
    dialect: &str,
    buffer: &HostBuffer,
    shape: &TensorShape,
) -> Result<MutableTensor, KernelError> {
    if shape.bytes(T::DTYPE) != Some(buffer.size()) {
        let message = format!(
            "{dialect}.make_tensor failed: buffer_size ({}) is not equal to the number of elements in \
             shape ({shape}) times element size ({})",
            buffer.size(),
            size_of::<T>()
        );
        return Err(KernelError::new(ErrorCode::InvalidArgument, message));
    }
    Ok(DenseHostTensor::new(T::DTYPE, shape.clone(), buffer.clone())?.into())
}

/// A dense tensor that shares the bytes of a buffer.
///
/// # Errors
/// `dht.make_tensor failed: …`: the sizes do not match.
#[kernel("tfrt_dht.make_tensor.{T}", effects(), assembly = Assembly::OPERANDS,
    T = [u8, u32, u64, i32, i64, f32, bool as "bool", Complex<f32> as "complex64",
        Complex<f64> as "complex128"])]
pub fn make_tensor<T: Stored>(
    buffer: &HostBuffer,
    shape: &TensorShape,
    _chain: Chain,
) -> (Result<MutableTensor, KernelError>, Chain) {
    (made::<T::Element>("dht", buffer, shape), Chain)
}

/// A dense tensor that shares the bytes of a buffer.
///
/// # Errors
/// `dht.make_tensor failed: …`: the sizes do not match.
#[kernel("tfrt_dht.make_tensor.{T}", effects(), T = [i8, f64, f16, bf16])]
pub fn make_tensor_generic<T: Stored>(
    buffer: &HostBuffer,
    shape: &TensorShape,
    _chain: Chain,
) -> (Result<MutableTensor, KernelError>, Chain) {
    (made::<T::Element>("dht", buffer, shape), Chain)
}

/// Whether both have the same metadata, and all elements within that many ulps of each other.
///
/// # Errors
/// A buffer is not aligned for the elements.
pub(crate) fn close<T: Element>(
    a: &DenseHostTensor,
    b: &DenseHostTensor,
    ulps: u32,
) -> Result<bool, KernelError> {
    if a.metadata() != b.metadata() {
        return Ok(false);
    }
    a.expect::<T>()?;
    let access = Access::new(&[a.buffer(), b.buffer()], &[])?;
    let mut pairs = access.input::<T>(0)?.iter().zip(access.input::<T>(1)?);
    Ok(pairs.all(|(&a, &b)| if ulps == 0 { a == b } else { a.is_close(b, ulps) }))
}

/// Whether both tensors have the same metadata and equal elements: NaN equals nothing, -0 equals 0.
///
/// # Errors
/// A tensor is not dense, or of another element type.
#[kernel("tfrt_dht.tensor_equal.{T}", effects(), assembly = Assembly::OPERANDS,
    T = [u8, u32, u64, i32, i64, f32, bool as "bool", Complex<f32> as "complex64",
        Complex<f64> as "complex128"])]
pub fn tensor_equal<T: Stored>(
    a: &MutableTensor,
    b: &MutableTensor,
    _chain: Chain,
) -> (Result<bool, KernelError>, Chain) {
    let equal = || close::<T::Element>(a.dense()?, b.dense()?, 0);
    (equal(), Chain)
}

/// Whether both tensors have the same metadata and equal elements.
///
/// # Errors
/// A tensor is not dense, or of another element type.
#[kernel("tfrt_dht.tensor_equal.{T}", effects(), T = [i8, f64])]
pub fn tensor_equal_generic<T: Stored>(
    a: &MutableTensor,
    b: &MutableTensor,
    _chain: Chain,
) -> (Result<bool, KernelError>, Chain) {
    let equal = || close::<T::Element>(a.dense()?, b.dense()?, 0);
    (equal(), Chain)
}

/// Whether both tensors have the same metadata and elements within 2 ulp of each other:
/// `|x-y| <= eps * |x+y| * 2`, or the difference is less than the smallest normal number.
///
/// # Errors
/// A tensor is not dense, or of another element type.
#[kernel("tfrt_dht.tensor_allclose.{T}", effects(),
    T = [u8, u32, u64, i8, i32, i64, f32, f64, bool as "bool", Complex<f32> as "complex64",
        Complex<f64> as "complex128"])]
pub fn tensor_allclose<T: Stored>(
    a: &MutableTensor,
    b: &MutableTensor,
    _chain: Chain,
) -> (Result<bool, KernelError>, Chain) {
    let close = || close::<T::Element>(a.dense()?, b.dense()?, 2);
    (close(), Chain)
}

/// Whether both tensors have the same metadata and elements within so many ulps of each other.
///
/// # Errors
/// A tensor is not dense, or of another element type.
#[kernel("tfrt_dht.tensor_allclose.{ULPS}ulp.{T}", effects(), ULPS = [3, 1000, 2000, 100_000],
    T = [u8, u32, u64, i8, i32, i64, f32, f64, bool as "bool", Complex<f32> as "complex64",
        Complex<f64> as "complex128"])]
pub fn tensor_allclose_within<const ULPS: u32, T: Stored>(
    a: &MutableTensor,
    b: &MutableTensor,
    _chain: Chain,
) -> (Result<bool, KernelError>, Chain) {
    let close = || close::<T::Element>(a.dense()?, b.dense()?, ULPS);
    (close(), Chain)
}

/// Prints any tensor on a line.
#[kernel("tfrt_dht.print_tensor", effects(prints), assembly = Assembly::OPERANDS)]
pub fn print_tensor(ctx: ExecCtx<'_>, tensor: &MutableTensor, _chain: Chain) -> Chain {
    ctx.request.print(&format!("{tensor}\n"));
    Chain
}

/// Prints the shape of a dense tensor: `[2, 3]`.
///
/// # Errors
/// The tensor is not dense.
#[kernel("tfrt_dht.print_tensor_shape", effects(prints))]
pub fn print_tensor_shape(
    ctx: ExecCtx<'_>,
    tensor: &MutableTensor,
    _chain: Chain,
) -> Result<Chain, KernelError> {
    ctx.request.print(&format!("{}\n", tensor.dense()?.shape()));
    Ok(Chain)
}

/// The shape of a dense tensor.
///
/// # Errors
/// The tensor is not dense.
#[kernel("tfrt_dht.get_tensor_shape", effects(), assembly = Assembly::OPERANDS)]
pub fn get_tensor_shape(tensor: &MutableTensor) -> Result<TensorShape, KernelError> {
    Ok(tensor.dense()?.shape().clone())
}

/// The buffer of a dense tensor, shared.
///
/// # Errors
/// The tensor is not dense.
#[kernel("tfrt_dht.get_buffer", effects(), assembly = Assembly::OPERANDS)]
pub fn get_buffer(
    tensor: &MutableTensor,
    _chain: Chain,
) -> (Result<HostBuffer, KernelError>, Chain) {
    let buffer = tensor.dense().map(|tensor| tensor.buffer().clone());
    (buffer.map_err(KernelError::from), Chain)
}

/// A new buffer of that size and alignment. Its bytes are zero, so elements can be read before they are written.
///
/// # Errors
/// `Cannot allocate host buffer`.
#[kernel("tfrt_dht.allocate_buffer", effects(), assembly = Assembly::OPERANDS)]
pub fn allocate_buffer(
    ctx: ExecCtx<'_>,
    size: i64,
    alignment: i64,
) -> Result<HostBuffer, KernelError> {
    let parts = usize::try_from(size).ok().zip(usize::try_from(alignment).ok());
    let parts = parts.filter(|(_, alignment)| alignment.is_power_of_two());
    let buffer = parts
        .ok_or(AllocError::Exhausted)
        .and_then(|(size, align)| HostBuffer::zeroed(size, align, ctx.allocator()));
    buffer.map_err(|refused| {
        let message = match refused {
            AllocError::Limit { .. } => format!("Cannot allocate host buffer: {refused}").into(),
            _ => Cow::Borrowed("Cannot allocate host buffer"),
        };
        KernelError::new(ErrorCode::ResourceExhausted, message)
    })
}

/// A part of a buffer, which shares its bytes.
///
/// # Errors
/// `Cannot allocate host buffer.`: the part is not within the buffer.
#[kernel("tfrt_dht.get_buffer_slice", effects(), assembly = Assembly::OPERANDS)]
pub fn get_buffer_slice(
    buffer: &HostBuffer,
    offset: i64,
    size: i64,
) -> Result<HostBuffer, KernelError> {
    let slice = || {
        let start = usize::try_from(offset).ok()?;
        buffer.slice(start..start.checked_add(usize::try_from(size).ok()?)?)
    };
    let code = ErrorCode::InvalidArgument;
    slice().ok_or_else(|| KernelError::new(code, "Cannot allocate host buffer."))
}

/// Prints `HostBuffer<pointer=0x7f0123456780, size=32>`.
#[kernel("tfrt_dht.print_buffer", effects(prints), assembly = Assembly::OPERANDS)]
pub fn print_buffer(ctx: ExecCtx<'_>, buffer: &HostBuffer, _chain: Chain) -> Chain {
    ctx.request.print(&format!("{buffer}\n"));
    Chain
}

/// A chain after the tensor and the chain.
#[kernel("tfrt_dht.no_op_ht", effects())]
pub fn no_op_ht(_tensor: &MutableTensor, _chain: Chain) -> Chain {
    Chain
}
