//! Kernels for functions whose ops run in order (`tfrt.sync`): dialects `ts_sync`, `tfrt_dht_sync`
//! and `tfrt_sht_sync`. They are those of `ts`, `tfrt_dht` and `tfrt_sht` without chains.

use crate::dht::{allocated, complex, counted, made, paired, uninitialized};
use crate::{Literal, Numbers, Strings, dht, sht, ts};
use half::{bf16, f16};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Chain};
use tfrt_tensor::{
    Complex, DenseHostTensor, Element, HostBuffer, MutableTensor, PartialTensorShape,
    ScalarHostTensor, Stored, StringHostTensor, TensorError, TensorShape,
};

/// The shape of the attribute `value`.
///
/// # Errors
/// More than 255 dimensions.
#[kernel("ts_sync.build_shape", pure, assembly = Assembly::CONSTANT)]
pub fn build_shape(value: Attr<Vec<i64>>) -> Result<TensorShape, KernelError> {
    ts::build_shape(value)
}

/// The partial shape of the attribute `value`, where -1 is an unknown size.
///
/// # Errors
/// More than 255 dimensions.
#[kernel("ts_sync.build_partial_shape", pure, assembly = Assembly::CONSTANT)]
pub fn build_partial_shape(value: Attr<Vec<i64>>) -> Result<PartialTensorShape, KernelError> {
    ts::build_partial_shape(value)
}

/// The shape as a partial one.
#[kernel("ts_sync.to_partial_shape", pure, assembly = Assembly::OPERANDS)]
pub fn to_partial_shape(shape: &TensorShape) -> PartialTensorShape {
    ts::to_partial_shape(shape)
}

/// A dense tensor of the attribute `shape`, whose elements are to be set. They are zero.
///
/// # Errors
/// `Cannot allocate tensor`.
#[kernel("tfrt_dht_sync.create_uninitialized_tensor.{T}.{RANK}", effects(),
    assembly = "$shape attr-dict",
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
#[kernel("tfrt_dht_sync.create_uninitialized_tensor.{T}.{RANK}", effects(),
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
#[kernel("tfrt_dht_sync.create_uninitialized_tensor.{T}.{RANK}", effects(),
    T = [u8, u32, u64, i32, i64, f32, bool as "bool", Complex<f32> as "complex64",
        Complex<f64> as "complex128"],
    RANK = [5])]
pub fn create_uninitialized_tensor_rank_5<T: Stored, const RANK: usize>(
    ctx: ExecCtx<'_>,
    shape: Attr<Vec<i64>>,
) -> Result<MutableTensor, KernelError> {
    uninitialized::<T::Element>(ctx, &shape.0)
}

/// A dense tensor of the attributes `shape` and `values`. One value is that of all elements.
///
/// # Errors
/// `Incorrect number of values for the tensor: N, but expected M`, `Cannot allocate tensor`.
#[kernel("tfrt_dht_sync.create_dense_tensor.{T}", effects(),
    T = [u8, u32, u64, i8, i32, i64, f32, f64, bool as "bool", f16, bf16])]
pub fn create_dense_tensor<T: Literal>(
    ctx: ExecCtx<'_>,
    shape: Attr<Vec<i64>>,
    values: Attr<&Numbers<T>>,
) -> Result<MutableTensor, KernelError> {
    let shape = TensorShape::new(&shape.0)?;
    let allocator = ctx.allocator();
    if let [value] = values.0.0[..] {
        return allocated(ScalarHostTensor::new(shape, value).to_dense(allocator));
    }
    counted(values.0.0.len(), shape.elements().unwrap_or(0))?;
    Ok(DenseHostTensor::copy_of(shape, &values.0.0, allocator)?.into())
}

/// A dense tensor of the attributes `shape` and `values`: real and imaginary parts in turn. One
/// number is that of all elements.
///
/// # Errors
/// `Incorrect number of real and imaginary values for the complex tensor: N, but expected 2M`,
/// `Cannot allocate tensor`.
#[kernel("tfrt_dht_sync.create_dense_tensor.{T}", effects(),
    T = [f32 as "complex64", f64 as "complex128"])]
pub fn create_dense_tensor_complex<T: Literal>(
    ctx: ExecCtx<'_>,
    shape: Attr<Vec<i64>>,
    values: Attr<&Numbers<T>>,
) -> Result<MutableTensor, KernelError>
where
    Complex<T::Element>: Element,
{
    let shape = TensorShape::new(&shape.0)?;
    let allocator = ctx.allocator();
    if let Ok(value) = complex(&values.0.0) {
        return allocated(ScalarHostTensor::new(shape, value).to_dense(allocator));
    }
    let elements = paired(&values.0.0, &shape)?;
    Ok(DenseHostTensor::copy_of(shape, &elements, allocator)?.into())
}

/// A scalar tensor of the attributes `shape` and `value`.
///
/// # Errors
/// More than 255 dimensions.
#[kernel("tfrt_dht_sync.create_from_scalar.{T}", effects(),
    T = [u8, u32, u64, i8, i32, i64, f32, f64, bool as "bool", f16, bf16])]
pub fn create_from_scalar<T: Literal>(
    shape: Attr<Vec<i64>>,
    value: Attr<T>,
) -> Result<MutableTensor, KernelError> {
    Ok(MutableTensor::Scalar(ScalarHostTensor::new(TensorShape::new(&shape.0)?, value.0.stored())))
}

/// A scalar tensor of the attributes `shape` and `value`: its real and imaginary part.
///
/// # Errors
/// More than 255 dimensions; `value` has not two numbers.
#[kernel("tfrt_dht_sync.create_from_scalar.{T}", effects(),
    T = [f32 as "complex64", f64 as "complex128"])]
pub fn create_from_scalar_complex<T: Literal>(
    shape: Attr<Vec<i64>>,
    value: Attr<&Numbers<T>>,
) -> Result<MutableTensor, KernelError>
where
    Complex<T::Element>: Element,
{
    Ok(MutableTensor::Scalar(ScalarHostTensor::new(
        TensorShape::new(&shape.0)?,
        complex(&value.0.0)?,
    )))
}

/// A dense tensor that shares the bytes of a buffer.
///
/// # Errors
/// `tfrt_dht_sync.make_tensor failed: …`: the sizes do not match.
#[kernel("tfrt_dht_sync.make_tensor.{T}", effects(), assembly = Assembly::OPERANDS,
    T = [u8, u32, u64, i32, i64, f32, bool as "bool", Complex<f32> as "complex64",
        Complex<f64> as "complex128"])]
pub fn make_tensor<T: Stored>(
    buffer: &HostBuffer,
    shape: &TensorShape,
) -> Result<MutableTensor, KernelError> {
    made::<T::Element>("tfrt_dht_sync", buffer, shape)
}

/// A dense tensor that shares the bytes of a buffer.
///
/// # Errors
/// `tfrt_dht_sync.make_tensor failed: …`: the sizes do not match.
#[kernel("tfrt_dht_sync.make_tensor.{T}", effects(),
    T = [i8, f64, f16, bf16])]
pub fn make_tensor_generic<T: Stored>(
    buffer: &HostBuffer,
    shape: &TensorShape,
) -> Result<MutableTensor, KernelError> {
    made::<T::Element>("tfrt_dht_sync", buffer, shape)
}

/// Sets the elements of a dense tensor to the attribute `values`.
///
/// # Errors
/// `Incorrect number of values for the tensor: N, but expected M`; the tensor is of another kind or
/// element type, or read-only.
#[kernel("tfrt_dht_sync.set_tensor_with_constant_values.{T}", effects(writes),
    assembly = "operands $values attr-dict",
    T = [u8, u32, u64, i32, i64, f32, bool as "bool"])]
pub fn set_tensor_with_constant_values<T: Literal>(
    tensor: &MutableTensor,
    values: Attr<&Numbers<T>>,
) -> Result<(), KernelError> {
    dht::set_tensor_with_constant_values(tensor, Chain, values).map(drop)
}

/// Sets the elements of a dense tensor to the attribute `values`.
///
/// # Errors
/// As for the other element types.
#[kernel("tfrt_dht_sync.set_tensor_with_constant_values.{T}", effects(writes),
    T = [i8, f64, f16, bf16])]
pub fn set_tensor_with_constant_values_generic<T: Literal>(
    tensor: &MutableTensor,
    values: Attr<&Numbers<T>>,
) -> Result<(), KernelError> {
    dht::set_tensor_with_constant_values(tensor, Chain, values).map(drop)
}

/// Sets the elements of a dense tensor to the attribute `values`: real and imaginary parts in turn.
///
/// # Errors
/// `Incorrect number of real and imaginary values for the complex tensor: N, but expected 2M`; the
/// tensor is of another kind or element type, or read-only.
#[kernel("tfrt_dht_sync.set_tensor_with_constant_values.{T}", effects(writes),
    assembly = "operands $values attr-dict", T = [f32 as "complex64", f64 as "complex128"])]
pub fn set_tensor_with_constant_values_complex<T: Literal>(
    tensor: &MutableTensor,
    values: Attr<&Numbers<T>>,
) -> Result<(), KernelError>
where
    Complex<T::Element>: Element,
{
    dht::set_tensor_with_constant_values_complex(tensor, Chain, values).map(drop)
}

/// A new buffer of that size and alignment. Its bytes are zero.
///
/// # Errors
/// `Cannot allocate host buffer`.
#[kernel("tfrt_dht_sync.allocate_buffer", effects(), assembly = Assembly::OPERANDS)]
pub fn allocate_buffer(
    ctx: ExecCtx<'_>,
    size: i64,
    alignment: i64,
) -> Result<HostBuffer, KernelError> {
    dht::allocate_buffer(ctx, size, alignment)
}

/// A part of a buffer, which shares its bytes.
///
/// # Errors
/// `Cannot allocate host buffer.`: the part is not within the buffer.
#[kernel("tfrt_dht_sync.get_buffer_slice", effects(), assembly = Assembly::OPERANDS)]
pub fn get_buffer_slice(
    buffer: &HostBuffer,
    offset: i64,
    size: i64,
) -> Result<HostBuffer, KernelError> {
    dht::get_buffer_slice(buffer, offset, size)
}

/// Prints any tensor on a line.
#[kernel("tfrt_dht_sync.print_tensor", effects(prints), assembly = Assembly::OPERANDS)]
pub fn print_tensor(ctx: ExecCtx<'_>, tensor: &MutableTensor) {
    dht::print_tensor(ctx, tensor, Chain);
}

/// The shape of a dense tensor.
///
/// # Errors
/// The tensor is not dense.
#[kernel("tfrt_dht_sync.get_tensor_shape", effects(), assembly = Assembly::OPERANDS)]
pub fn get_tensor_shape(tensor: &MutableTensor) -> Result<TensorShape, KernelError> {
    dht::get_tensor_shape(tensor)
}

/// A tensor of the strings of the attribute `values`.
///
/// # Errors
/// `Shape mismatch`: another number of strings.
#[kernel("tfrt_sht_sync.create_tensor", effects())]
pub fn create_string_tensor(
    shape: Attr<Vec<i64>>,
    values: Attr<&Strings>,
) -> Result<MutableTensor, KernelError> {
    sht::create_tensor(shape, values)
}

/// A tensor of empty strings.
///
/// # Errors
/// `Cannot allocate tensor`.
#[kernel("tfrt_sht_sync.create_uninitialized_tensor", effects())]
pub fn create_uninitialized_string_tensor(
    shape: Attr<Vec<i64>>,
) -> Result<MutableTensor, KernelError> {
    let shape = TensorShape::new(&shape.0)?;
    let mut strings: Vec<Vec<u8>> = Vec::new();
    let count = shape.elements().ok_or(TensorError::OUT_OF_MEMORY)?;
    strings.try_reserve_exact(count).map_err(|_| TensorError::OUT_OF_MEMORY)?;
    strings.resize(count, Vec::new());
    Ok(MutableTensor::String(StringHostTensor::new(shape, strings)?))
}
