//! Kernels that make handles of tensors, print them and read their shapes.

use tfrt_core_runtime::{CoreRuntime, TensorHandle};
use tfrt_host::context::ExecCtx;
use tfrt_host::device::HOST_DEVICE;
use tfrt_host::error::{Error, ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Chain, Dense};
use tfrt_host::value::{AsyncRef, MaybeDone};
use tfrt_tensor::{DType, DenseHostTensor, MutableTensor, StringHostTensor, TensorShape};
use tfrt_tensor_kernels::{Literal, Numbers, Strings};

/// A dense tensor of the attribute `shape` with the elements of the attribute `value`.
///
/// # Errors
/// `Incorrect number of values for the tensor: N, but expected M`; `Cannot allocate tensor`.
#[kernel("corert.create_dense_tensor.{T}", effects(), assembly = "attr-dict",
    T = [u8, u16, u32, u64, i8, i16, i32, i64, f32, f64, bool as "i1", half::f16 as "f16", half::bf16 as "bf16"])]
pub fn create_dense_tensor<T: Literal>(
    ctx: ExecCtx<'_>,
    shape: Attr<Vec<i64>>,
    value: Attr<&Numbers<T>>,
) -> Result<TensorHandle, KernelError> {
    dense(ctx, &shape.0, &value.0.0)
}

pub(crate) fn dense<T: tfrt_tensor::Element>(
    ctx: ExecCtx<'_>,
    shape: &[i64],
    values: &[T],
) -> Result<TensorHandle, KernelError> {
    let shape = TensorShape::new(shape)?;
    let (given, expected) = (values.len(), shape.elements());
    if Some(given) != expected {
        let expected = expected.unwrap_or(0);
        let message =
            format!("Incorrect number of values for the tensor: {given}, but expected {expected}");
        return Err(KernelError::new(ErrorCode::InvalidArgument, message));
    }
    let tensor = DenseHostTensor::copy_of(shape, values, ctx.allocator())?;
    Ok(TensorHandle::new(tensor.into()))
}

/// A constant, whose elements are those of the program.
///
/// # Errors
/// `Cannot allocate tensor`.
#[kernel(
    "corert.const_dense_tensor",
    effects(),
    assembly = Assembly::CONSTANT,
    traits(no_effect())
)]
pub fn const_dense_tensor(
    ctx: ExecCtx<'_>,
    value: Attr<&Dense>,
) -> Result<TensorHandle, KernelError> {
    let Dense { dtype, shape, data } = value.0;
    let shape = TensorShape::new(shape)?;
    let tensor = DenseHostTensor::copy_of_bytes(*dtype, shape, data, ctx.allocator())?;
    Ok(TensorHandle::new(tensor.into()))
}

/// A tensor of strings. One fills the whole tensor.
///
/// # Errors
/// Another number of strings than elements.
#[kernel("corert.const_string_tensor", effects(), assembly = "attr-dict")]
pub fn const_string_tensor(
    shape: Attr<Vec<i64>>,
    value: Attr<&Strings>,
) -> Result<TensorHandle, KernelError> {
    let shape = TensorShape::new(&shape.0)?;
    let strings = match &*value.0.0 {
        [only] => vec![only.clone(); strings_of(&shape, only.len())?],
        strings => strings.to_vec(),
    };
    Ok(TensorHandle::new(MutableTensor::String(StringHostTensor::new(shape, strings)?)))
}

/// The number of strings that one of that size is repeated to, which may take 64 MiB: a few bytes of a program could
/// ask for any.
fn strings_of(shape: &TensorShape, size: usize) -> Result<usize, KernelError> {
    const MOST: usize = 64 << 20;
    let size = size_of::<Vec<u8>>().saturating_add(size);
    let count = shape.elements().filter(|count| count.saturating_mul(size) <= MOST);
    count.ok_or_else(|| KernelError::new(ErrorCode::ResourceExhausted, "Cannot allocate tensor"))
}

/// Prints the tensor and a newline.
#[kernel("corert.print_tensorhandle", effects(prints))]
pub fn print_tensorhandle(ctx: ExecCtx<'_>, handle: &TensorHandle, chain: Chain) -> Chain {
    ctx.request.print(&format!("{handle}\n"));
    chain
}

/// The shape of the tensor.
///
/// # Errors
/// That of the handle.
#[kernel("corert.tensorhandle_to_shape", effects())]
pub fn tensorhandle_to_shape(
    handle: &TensorHandle,
    chain: Chain,
) -> (MaybeDone<TensorShape>, MaybeDone<Chain>) {
    match handle.metadata() {
        Some(Ok(metadata)) => (MaybeDone::Done(Ok(metadata.shape)), MaybeDone::Done(Ok(chain))),
        Some(Err(error)) => (MaybeDone::Done(Err(error.clone())), MaybeDone::Done(Err(error))),
        // A handle is there when its tensor is.
        None => {
            let error = Error::new(ErrorCode::Internal, "the shape is not known yet");
            (MaybeDone::Done(Err(error.clone())), MaybeDone::Done(Err(error)))
        }
    }
}

/// The handle of a tensor, which it shares.
#[kernel("corert.ht_to_tensorhandle", effects())]
pub fn ht_to_tensorhandle(tensor: AsyncRef<MutableTensor>, chain: Chain) -> TensorHandle {
    let Chain = chain;
    TensorHandle::later(tensor)
}

/// The tensor of a handle, which shares it.
#[kernel("corert.tensorhandle_to_ht", effects())]
pub fn tensorhandle_to_ht(handle: &TensorHandle, chain: Chain) -> AsyncRef<MutableTensor> {
    let Chain = chain;
    handle.tensor().clone()
}

/// The only element of an `i32` tensor, after a conversion to a dense tensor.
///
/// # Errors
/// `Expecting a DenseHostTensor of int32 as branch index.`, `The tensor should have only one element, which is the
/// index.`, which are not reported.
#[kernel("corert.tensorhandle_to_int32", effects())]
pub fn tensorhandle_to_int32(ctx: ExecCtx<'_>, handle: &TensorHandle) -> MaybeDone<i32> {
    let dense = match as_dense(ctx, handle) {
        Ok(dense) => dense,
        Err(error) => return MaybeDone::Done(Err(error)),
    };
    let fail = |message: &'static str| {
        Err(ctx.error(KernelError::new(ErrorCode::InvalidArgument, message)))
    };
    MaybeDone::Done(match dense.get() {
        Some(Ok(MutableTensor::Dense(dense))) if dense.dtype() == DType::I32 => {
            match (dense.shape().dimensions(), dense.to_vec::<i32>().as_deref()) {
                ([] | [1], Ok([index])) => Ok(*index),
                _ => fail("The tensor should have only one element, which is the index."),
            }
        }
        Some(Err(error)) => Err(error.clone()),
        _ => fail("Expecting a DenseHostTensor of int32 as branch index."),
    })
}

/// The tensor of a handle, converted to a dense one in the host's memory; it is there, if the handle's is and was in
/// that memory.
pub(crate) fn as_dense(
    ctx: ExecCtx<'_>,
    handle: &TensorHandle,
) -> Result<AsyncRef<MutableTensor>, Error> {
    let host = ctx.request.device(HOST_DEVICE)?;
    let runtime = ctx.host().shared::<CoreRuntime>();
    Ok(runtime.transfer(ctx, handle, &host, "DenseHost").into_tensor())
}
