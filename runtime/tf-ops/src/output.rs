//! Results: where they are written, and who writes.

use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::value::AsyncRef;
use tfrt_numeric::Ended;
use tfrt_tensor::{Access, DenseHostTensor, Element, MutableTensor, TensorError, TensorMetadata};

/// What an op returns whose error may be one that is not reported.
pub(crate) type Quiet = Result<AsyncRef<MutableTensor>, KernelError>;

/// The error of a result that nobody reports. The end of the run is one anyway.
pub(crate) fn quiet(ctx: ExecCtx<'_>, error: impl Into<KernelError>) -> AsyncRef<MutableTensor> {
    let error = error.into();
    match error.ended_run() {
        Some(end) => AsyncRef::from_error(end.clone()),
        None => AsyncRef::from_error(ctx.error(error)),
    }
}

/// A new tensor of zeros.
///
/// # Errors
/// `out of memory allocating result`; a size is negative.
pub(crate) fn allocated(
    ctx: ExecCtx<'_>,
    result: &TensorMetadata,
) -> Result<DenseHostTensor, KernelError> {
    let TensorMetadata { dtype, shape } = result.clone();
    let made = DenseHostTensor::zeroed(dtype, shape, ctx.allocator());
    Ok(made.map_err(out_of_memory)?)
}

/// Want of memory, as ops say it.
pub(crate) fn out_of_memory(error: TensorError) -> TensorError {
    if error == TensorError::OUT_OF_MEMORY {
        return TensorError::exhausted("out of memory allocating result");
    }
    error
}

/// Whether the result may be written over an argument.
pub(crate) fn may_overwrite(argument: &mut DenseHostTensor, result: &TensorMetadata) -> bool {
    argument.metadata() == result && argument.is_exclusive()
}

/// The elements of a tensor that [may be overwritten](may_overwrite).
///
/// # Errors
/// They are of another type, or somebody else has them.
pub(crate) fn own<T: Element>(tensor: &mut DenseHostTensor) -> Result<&mut [T], KernelError> {
    let elements = tensor.get_mut()?;
    Ok(elements.ok_or("the elements of an argument are shared")?)
}

/// Calls `write` with the elements of inputs and those of the output, under the locks of all.
///
/// # Errors
/// A tensor of another type, a read-only output, or that of `write`.
pub(crate) fn write<T: Element, U: Element, const N: usize>(
    inputs: [&DenseHostTensor; N],
    output: &DenseHostTensor,
    write: impl FnOnce([&[T]; N], &mut [U]) -> Result<(), KernelError>,
) -> Result<(), KernelError> {
    inputs.iter().try_for_each(|input| input.expect::<T>())?;
    output.expect::<U>()?;
    write_raw(inputs, output, write)
}

/// [`write`] for elements as bits, whatever they are.
///
/// # Errors
/// A read-only output, or that of `write`.
pub(crate) fn write_raw<T: Element, U: Element, const N: usize>(
    inputs: [&DenseHostTensor; N],
    output: &DenseHostTensor,
    write: impl FnOnce([&[T]; N], &mut [U]) -> Result<(), KernelError>,
) -> Result<(), KernelError> {
    let buffers = inputs.map(DenseHostTensor::buffer);
    let mut access = Access::new(&buffers, &[output.buffer()])?;
    let (elements, output) = access.split::<U>(0)?;
    let mut slices = [&[][..]; N];
    for (index, slice) in slices.iter_mut().enumerate() {
        *slice = elements.get::<T>(index)?;
    }
    write(slices, output)
}

/// What a function on slices says, as a kernel's error.
pub(crate) trait OrEnd {
    /// The end of the run, if it has ended.
    fn or_end(self, ctx: ExecCtx<'_>) -> Result<(), KernelError>;
}

impl OrEnd for Result<(), Ended> {
    fn or_end(self, ctx: ExecCtx<'_>) -> Result<(), KernelError> {
        self.map_err(|ended| ctx.end_of_run(ended))
    }
}

/// Checks the tensor that a kernel writes.
///
/// # Errors
/// `output tensor has the wrong shape`; another element type.
pub(crate) fn expect(output: &DenseHostTensor, result: &TensorMetadata) -> Result<(), KernelError> {
    output.metadata().expect(result.dtype)?;
    if output.shape() != &result.shape {
        return Err("output tensor has the wrong shape".into());
    }
    Ok(())
}
