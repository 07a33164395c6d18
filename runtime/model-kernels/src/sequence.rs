//! Sequences of tensors. The tensors of one have one element type, and shapes of their own. Positions may
//! be negative, and count from the end then.

use crate::movement::{concatenate, slice};
use crate::output::{invalid, list};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, shapes};
use tfrt_tensor::{Sequence, Tensor, TensorShape};

/// The most tensors that a sequence has: parts of a tensor without elements cost no memory but their own.
const MOST: usize = 1 << 20;

/// The sequence of the tensors: ONNX's `SequenceConstruct`, and `SequenceEmpty` of none.
///
/// # Errors
/// A tensor of another element type than the first.
#[kernel("nn.sequence", pure)]
pub fn sequence(tensors: &[&Tensor]) -> Result<Sequence, KernelError> {
    for tensor in tensors {
        tensor.metadata().expect(tensors[0].dtype())?;
    }
    Ok(tensors.iter().copied().cloned().collect())
}

/// The sequence with the tensor before the one at `position`, or behind all others: ONNX's
/// `SequenceInsert`.
///
/// # Errors
/// `position 3 is not in a sequence of 2 tensors, nor at its end`; a tensor of another element type.
#[kernel("nn.sequence_insert", pure)]
pub fn sequence_insert(
    sequence: Sequence,
    tensor: &Tensor,
    position: Option<&Tensor>,
) -> Result<Sequence, KernelError> {
    let length = sequence.tensors().len();
    if let Some(first) = sequence.tensors().first() {
        tensor.metadata().expect(first.dtype())?;
    }
    let at = match position {
        None => length,
        Some(position) => {
            let position = number(position)?;
            place(position, length).filter(|&at| at <= length).ok_or_else(|| {
                let what = format!("of {length} tensors, nor at its end");
                invalid(format!("position {position} is not in a sequence {what}"))
            })?
        }
    };
    if length >= MOST {
        return Err(invalid(format!("a sequence has at most {MOST} tensors")));
    }
    let mut sequence = sequence;
    sequence.tensors_mut().insert(at, tensor.clone());
    Ok(sequence)
}

/// The sequence without the tensor at `position`, or without the last one: ONNX's `SequenceErase`.
///
/// # Errors
/// `position 2 is not in a sequence of 2 tensors`.
#[kernel("nn.sequence_erase", pure)]
pub fn sequence_erase(
    sequence: Sequence,
    position: Option<&Tensor>,
) -> Result<Sequence, KernelError> {
    let at = within(&sequence, position.map_or(Ok(-1), number)?)?;
    let mut sequence = sequence;
    sequence.tensors_mut().remove(at);
    Ok(sequence)
}

/// The tensor at `position`: ONNX's `SequenceAt`.
///
/// # Errors
/// `position 2 is not in a sequence of 2 tensors`.
#[kernel("nn.sequence_at", pure)]
pub fn sequence_at(sequence: &Sequence, position: &Tensor) -> Result<Tensor, KernelError> {
    let at = within(sequence, number(position)?)?;
    Ok(sequence.tensors()[at].clone())
}

/// The number of tensors: ONNX's `SequenceLength`.
///
/// # Errors
/// `Cannot allocate tensor`.
#[kernel("nn.sequence_length", pure)]
pub fn sequence_length(ctx: ExecCtx<'_>, sequence: &Sequence) -> Result<Tensor, KernelError> {
    let count = [i64::try_from(sequence.tensors().len()).unwrap_or(i64::MAX)];
    Ok(Tensor::copy_of(TensorShape::new(&[])?, &count, ctx.allocator())?)
}

/// The parts of the tensor along `axis`: ONNX's `SplitToSequence`. A list `sizes` has the size of each.
/// A single number is the size of all but the last, which takes the rest. Without `sizes` each part has size 1,
/// and `keepdims` says whether the dimension stays.
///
/// # Errors
/// `the sizes of 2 parts are not the whole of dimension 0 of shape [3, 2]`; `axis 2 is no dimension of shape
/// [3, 2]`; a size that is negative, or is 0 for all; too many parts.
#[kernel("nn.sequence_split", pure)]
pub fn sequence_split(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    sizes: Option<&Tensor>,
    axis: Attr<i64>,
    keepdims: Attr<bool>,
) -> Result<Sequence, KernelError> {
    let shape = tensor.shape().dimensions();
    let dimension = shapes::dimensions(shape, &[axis.0]).map_err(invalid)?[0];
    let whole = shape[dimension];
    let sizes = match sizes {
        Some(sizes) if sizes.shape().rank() > 0 => list(sizes)?.to_vec(),
        sizes => equal_parts(whole, sizes.map_or(Ok(1), number)?)?,
    };
    let sum = sizes.iter().try_fold(0_i64, |sum, size| sum.checked_add(*size));
    if sum != Some(whole) || sizes.iter().any(|&size| size < 0) {
        let what = format!("not the whole of dimension {dimension} of shape {shape:?}");
        return Err(invalid(format!("the sizes of {} parts are {what}", sizes.len())));
    }
    if sizes.len() > MOST {
        return Err(invalid(format!("a sequence has at most {MOST} tensors")));
    }
    let allocator = ctx.allocator();
    let number = |number| Tensor::copy_of(TensorShape::new(&[1])?, &[number], allocator);
    let axis = number(axis.0)?;
    let squeezed = !keepdims.0 && sizes.iter().all(|&size| size == 1);
    let mut start = 0;
    let mut parts = Vec::with_capacity(sizes.len());
    for size in sizes {
        let end = start + size;
        let part = slice(ctx, tensor, &number(start)?, &number(end)?, Some(&axis), None)?;
        parts.push(if squeezed {
            let mut shape = shape.to_vec();
            shape.remove(dimension);
            part.with_shape(TensorShape::new(&shape)?)?
        } else {
            part
        });
        start = end;
    }
    Ok(parts.into_iter().collect())
}

/// The sizes of equal parts of a dimension, of which the last may be smaller.
fn equal_parts(whole: i64, size: i64) -> Result<Vec<i64>, KernelError> {
    if size < 1 {
        return Err(invalid(format!("parts of size {size} are not possible")));
    }
    let (count, rest) = (whole / size, whole % size);
    let fits = usize::try_from(count).ok().filter(|&count| count < MOST);
    let count = fits.ok_or_else(|| invalid(format!("a sequence has at most {MOST} tensors")))?;
    let mut sizes = vec![size; count];
    sizes.extend((rest > 0).then_some(rest));
    Ok(sizes)
}

/// The tensors of the sequence, one after the other along `axis`, or along a new dimension there: ONNX's
/// `ConcatFromSequence`.
///
/// # Errors
/// `the sequence has no tensors`; those of `nn.concatenate`.
#[kernel("nn.sequence_concatenate", pure)]
pub fn sequence_concatenate(
    ctx: ExecCtx<'_>,
    sequence: &Sequence,
    axis: Attr<i64>,
    new_axis: Attr<bool>,
) -> Result<Tensor, KernelError> {
    if sequence.tensors().is_empty() {
        return Err(invalid("the sequence has no tensors".to_owned()));
    }
    let widened = |tensor: &Tensor| -> Result<Tensor, KernelError> {
        if !new_axis.0 {
            return Ok(tensor.clone());
        }
        let shape = shapes::unsqueeze(tensor.shape().dimensions(), &[axis.0]).map_err(invalid)?;
        Ok(tensor.clone().with_shape(TensorShape::new(&shape)?)?)
    };
    let tensors = sequence.tensors().iter().map(widened).collect::<Result<Vec<_>, _>>()?;
    concatenate(ctx, &tensors.iter().collect::<Vec<_>>(), axis)
}

/// The one number of a tensor of positions or sizes.
fn number(tensor: &Tensor) -> Result<i64, KernelError> {
    match tensor.elements::<i64>()? {
        &[number] => Ok(number),
        other => Err(invalid(format!("expected one number, got {} of them", other.len()))),
    }
}

/// A position from the start; a negative one counts from the end.
fn place(position: i64, length: usize) -> Option<usize> {
    let from_start =
        if position < 0 { position.checked_add(i64::try_from(length).ok()?)? } else { position };
    usize::try_from(from_start).ok()
}

/// The place of a tensor that is there.
fn within(sequence: &Sequence, position: i64) -> Result<usize, KernelError> {
    let length = sequence.tensors().len();
    place(position, length).filter(|&at| at < length).ok_or_else(|| {
        invalid(format!("position {position} is not in a sequence of {length} tensors"))
    })
}
