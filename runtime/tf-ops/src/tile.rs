//! Tensors, several times along each dimension.

use crate::number::{is_numeric, with_bits};
use crate::output::{OrEnd, allocated, expect, out_of_memory, write_raw};
use crate::shape::integers;
use tfrt_core_runtime::{StringOrDense, op};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_numeric::{Ended, Workers, rows};
use tfrt_tensor::{
    DType, DenseHostTensor, MutableTensor, StringHostTensor, TensorError, TensorMetadata,
    TensorShape,
};

/// The operations that finding a row is worth.
const FAR_WORK: usize = 32;

/// The first argument, as often along each dimension as the second says.
///
/// # Errors
/// `Tile multiples must be a vector`, `Unsupported multiples data type`, `Tile multiples must have the same size as
/// input rank`, `Unsupported dtype: X`, `Unsupported tensor rank`, `Unsupported tensor type`; a multiple is negative.
#[op("tf.Tile", pure)]
pub fn tile(
    ctx: ExecCtx<'_>,
    x: StringOrDense,
    multiples: &StringOrDense,
) -> Result<MutableTensor, KernelError> {
    let result = tiled(&x.metadata(), multiples)?;
    match x.0 {
        MutableTensor::Dense(dense) => {
            let made = allocated(ctx, &result)?;
            dense_into(ctx, &dense, &made)?;
            Ok(made.into())
        }
        MutableTensor::String(strings) => {
            let made = repeated(ctx, &strings, &result.shape)?;
            Ok(MutableTensor::String(StringHostTensor::new(result.shape, made)?))
        }
        _ => Err("Unsupported tensor type".into()),
    }
}

/// Sets the tensor that is given to a dense tensor, as often along each dimension as the multiples say.
///
/// # Errors
/// `output tensor has the wrong shape`, and those of the op.
pub(crate) fn tile_into(
    ctx: ExecCtx<'_>,
    x: &DenseHostTensor,
    multiples: &MutableTensor,
    output: &DenseHostTensor,
) -> Result<(), KernelError> {
    expect(output, &tiled(x.metadata(), multiples)?)?;
    dense_into(ctx, x, output)
}

/// The metadata of the result.
fn tiled(x: &TensorMetadata, multiples: &MutableTensor) -> Result<TensorMetadata, KernelError> {
    if multiples.metadata().shape.rank() != 1 {
        return Err("Tile multiples must be a vector".into());
    }
    let multiples = integers(multiples, "Unsupported multiples data type")?;
    let TensorMetadata { dtype, shape } = x;
    if multiples.len() != shape.rank() {
        return Err("Tile multiples must have the same size as input rank".into());
    }
    if !is_numeric(*dtype) && !matches!(dtype, DType::I1 | DType::String) {
        return Err(format!("Unsupported dtype: {}", dtype.tensor_name()).into());
    }
    if !(1..=5).contains(&shape.rank()) {
        return Err("Unsupported tensor rank".into());
    }
    if multiples.iter().any(|&multiple| multiple < 0) {
        return Err(format!("Tile multiples must not be negative, but are {multiples:?}").into());
    }
    let sizes = shape.dimensions().iter().zip(multiples);
    let sizes: Option<Vec<i64>> =
        sizes.map(|(size, multiple)| size.checked_mul(multiple)).collect();
    let sizes = sizes.ok_or_else(|| out_of_memory(TensorError::OUT_OF_MEMORY))?;
    Ok(TensorMetadata { dtype: *dtype, shape: TensorShape::new(&sizes)? })
}

/// Sets a dense tensor whose sizes are multiples of those of another.
fn dense_into(
    ctx: ExecCtx<'_>,
    x: &DenseHostTensor,
    output: &DenseHostTensor,
) -> Result<(), KernelError> {
    let [from, to] = [x, output].map(|tensor| sizes(tensor.shape()));
    let written = with_bits!(x.dtype(), T => write_raw([x], output, |[x], output: &mut [T]| {
        repeat(&ctx, (x, &from), (output, &to)).or_end(ctx)
    }));
    written.ok_or("Unsupported tensor type")?
}

/// Sets the tensor that is given to strings, as often along each dimension as fit into it.
///
/// # Errors
/// `Unsupported tensor rank`, `output tensor has the wrong shape`: its sizes are no multiples.
pub(crate) fn strings_into(
    ctx: ExecCtx<'_>,
    x: &StringHostTensor,
    output: &StringHostTensor,
) -> Result<(), KernelError> {
    let (from, to) = (x.shape(), output.shape());
    if !(1..=5).contains(&from.rank()) {
        return Err("Unsupported tensor rank".into());
    }
    let multiple = |(&from, &to): (&i64, &i64)| if from == 0 { to == 0 } else { to % from == 0 };
    let multiples = from.dimensions().iter().zip(to.dimensions()).all(multiple);
    if from.rank() != to.rank() || !multiples {
        return Err("output tensor has the wrong shape".into());
    }
    Ok(output.set(repeated(ctx, x, to)?)?)
}

/// Strings, as often as fit into a shape.
fn repeated(
    ctx: ExecCtx<'_>,
    x: &StringHostTensor,
    shape: &TensorShape,
) -> Result<Vec<Vec<u8>>, KernelError> {
    let none = || out_of_memory(TensorError::OUT_OF_MEMORY);
    let count = shape.elements().ok_or_else(none)?;
    let mut output: Vec<Vec<u8>> = Vec::new();
    output.try_reserve_exact(count).map_err(|_| none())?;
    output.resize(count, Vec::new());
    let (from, to) = (sizes(x.shape()), sizes(shape));
    repeat(&ctx, (&x.strings(), &from), (&mut output, &to)).or_end(ctx)?;
    Ok(output)
}

fn sizes(shape: &TensorShape) -> Vec<usize> {
    shape.dimensions().iter().map(|&size| usize::try_from(size).unwrap_or(0)).collect()
}

/// Sets each element to the one at its place, counted from anew behind the end of each dimension.
fn repeat<T: Clone + Send + Sync>(
    workers: &dyn Workers,
    (input, from): (&[T], &[usize]),
    (output, to): (&mut [T], &[usize]),
) -> Result<(), Ended> {
    let (Some((&width, from)), Some((&length, to))) = (from.split_last(), to.split_last()) else {
        return Ok(());
    };
    rows(workers, output, length, length.max(FAR_WORK), &|first, output| {
        for (mut index, output) in (first..).zip(output.chunks_exact_mut(length)) {
            let (mut row, mut rows) = (0, 1);
            for (from, to) in from.iter().zip(to).rev() {
                row += index % to % from * rows;
                index /= to;
                rows *= from;
            }
            let input = &input[row * width..][..width];
            output.chunks_exact_mut(width).for_each(|part| part.clone_from_slice(input));
        }
    })
}
