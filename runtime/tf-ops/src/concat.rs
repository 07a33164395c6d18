//! Tensors, one behind the other.

use crate::number::{is_numeric, with_bits};
use crate::output::{OrEnd, allocated, expect};
use crate::shape::integers;
use tfrt_core_runtime::{StringOrDense, op};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_numeric::join;
use tfrt_tensor::{
    Access, DType, DenseHostTensor, MutableTensor, StringHostTensor, TensorError, TensorMetadata,
    TensorShape,
};

/// All arguments but the last, one behind the other along the dimension that the last says; a negative one counts from
/// the last. Tensors without dimensions make a vector.
///
/// # Errors
/// `axis must be a dense host tensor`, `Unsupported axis data type`, `Input dtypes do not match`, `Input ranks do not
/// match`, `Wrong non-concatenating dimension. …`, `Unsupported dtype: X`, `Unsupported output tensor rank`; no such
/// dimension.
#[op("tf.ConcatV2", pure)]
pub fn concat_v2(
    ctx: ExecCtx<'_>,
    first: StringOrDense,
    second: StringOrDense,
    others: Vec<StringOrDense>,
) -> Result<MutableTensor, KernelError> {
    let mut inputs: Vec<MutableTensor> = vec![first.0, second.0];
    inputs.extend(others.into_iter().map(|other| other.0));
    let axis = inputs.pop().ok_or("axis must be a dense host tensor")?;
    let axis = integers(axis_of(&axis)?, "Unsupported axis data type")?;
    let &[axis] = &axis[..] else {
        return Err(format!("axis has {} elements, expected 1", axis.len()).into());
    };
    let metadata: Vec<TensorMetadata> = inputs.iter().map(MutableTensor::metadata).collect();
    let joined = Joined::new(&metadata, axis)?;
    if joined.result.dtype == DType::String {
        let strings = inputs.iter().map(|input| match input {
            MutableTensor::String(strings) => Ok(strings),
            _ => Err(KernelError::from("Input dtypes do not match")),
        });
        let strings = strings.collect::<Result<Vec<_>, _>>()?;
        return Ok(MutableTensor::String(joined.strings(&strings)?));
    }
    let dense = inputs.iter().map(MutableTensor::dense);
    let dense = dense.collect::<Result<Vec<_>, TensorError>>()?;
    let made = allocated(ctx, &joined.result)?;
    joined.dense_into(ctx, &dense, &made)?;
    Ok(made.into())
}

/// The axis, if it is dense.
fn axis_of(axis: &MutableTensor) -> Result<&MutableTensor, KernelError> {
    axis.dense().map_err(|_| "axis must be a dense host tensor")?;
    Ok(axis)
}

/// Sets the tensor that is given to dense tensors, one behind the other.
///
/// # Errors
/// `output tensor has the wrong shape`, and those of the op.
pub(crate) fn concat_into(
    ctx: ExecCtx<'_>,
    inputs: &[&DenseHostTensor],
    axis: i64,
    output: &DenseHostTensor,
) -> Result<(), KernelError> {
    let metadata: Vec<TensorMetadata> =
        inputs.iter().map(|input| input.metadata().clone()).collect();
    let joined = Joined::new(&metadata, axis)?;
    expect(output, &joined.result)?;
    joined.dense_into(ctx, inputs, output)
}

/// Tensors, one behind the other.
struct Joined {
    result: TensorMetadata,
    /// The elements of each input that follow one another in the result.
    lengths: Vec<usize>,
}

impl Joined {
    fn new(inputs: &[TensorMetadata], axis: i64) -> Result<Self, KernelError> {
        let [first, ..] = inputs else { return Err("there are no tensors to concatenate".into()) };
        if inputs.iter().any(|input| input.dtype != first.dtype) {
            return Err("Input dtypes do not match".into());
        }
        if inputs.iter().any(|input| input.shape.rank() != first.shape.rank()) {
            return Err("Input ranks do not match".into());
        }
        let shapes: Vec<&[i64]> = inputs.iter().map(|input| vector(&input.shape)).collect();
        let rank = shapes[0].len();
        let place = isize::try_from(axis)
            .ok()
            .and_then(|axis| (if axis < 0 { rank } else { 0 }).checked_add_signed(axis));
        let place = place.filter(|&place| place < rank).ok_or_else(|| {
            KernelError::from(format!("there is no axis {axis} of tensors of rank {rank}"))
        })?;
        let mut sizes = shapes[0].to_vec();
        for (index, (shape, input)) in shapes.iter().zip(inputs).enumerate().skip(1) {
            let differ = |at: &usize| *at != place && shape[*at] != sizes[*at];
            if let Some(dimension) = (0..rank).find(differ) {
                let (left, right) = (&first.shape, &input.shape);
                let message = format!(
                    "Wrong non-concatenating dimension. Dimension {dimension} for argument {index} \
                     doesn't match the dimension of argument 0 (concatenate {left} and {right} on \
                     axis {axis})"
                );
                return Err(message.into());
            }
            let sum = sizes[place].checked_add(shape[place]);
            sizes[place] = sum.ok_or(TensorError::OUT_OF_MEMORY)?;
        }
        let dtype = first.dtype;
        if !is_numeric(dtype) && !matches!(dtype, DType::I1 | DType::String) {
            return Err(format!("Unsupported dtype: {}", dtype.tensor_name()).into());
        }
        if rank > 5 {
            return Err("Unsupported output tensor rank".into());
        }
        let length = |shape: &&[i64]| {
            let inner = shape[place..].iter().map(|&size| usize::try_from(size).unwrap_or(0));
            // Of a tensor without elements, none is read.
            inner.fold(1_usize, usize::saturating_mul)
        };
        let lengths = shapes.iter().map(length).collect();
        Ok(Self { result: TensorMetadata { dtype, shape: TensorShape::new(&sizes)? }, lengths })
    }

    fn dense_into(
        &self,
        ctx: ExecCtx<'_>,
        inputs: &[&DenseHostTensor],
        output: &DenseHostTensor,
    ) -> Result<(), KernelError> {
        let buffers: Vec<_> = inputs.iter().map(|input| input.buffer()).collect();
        let mut access = Access::new(&buffers, &[output.buffer()])?;
        let written = with_bits!(self.result.dtype, T => {
            let (elements, output) = access.split::<T>(0)?;
            let part = |(index, &length): (usize, &usize)| Ok((elements.get::<T>(index)?, length));
            let parts = self.lengths.iter().enumerate().map(part);
            let parts = parts.collect::<Result<Vec<_>, TensorError>>()?;
            join(&ctx, &parts, output).or_end(ctx)
        });
        written.ok_or("Unsupported tensor type")?
    }

    fn strings(self, inputs: &[&StringHostTensor]) -> Result<StringHostTensor, KernelError> {
        let inputs: Vec<_> = inputs.iter().map(|input| input.strings()).collect();
        let count: usize = inputs.iter().map(|input| input.len()).sum();
        let mut strings = Vec::with_capacity(count);
        let parts = inputs.iter().zip(&self.lengths);
        let mut parts: Vec<_> = parts.map(|(input, &length)| input.chunks(length.max(1))).collect();
        while strings.len() < count {
            strings.extend(parts.iter_mut().filter_map(Iterator::next).flatten().cloned());
        }
        Ok(StringHostTensor::new(self.result.shape, strings)?)
    }
}

/// The sizes, or those of a vector of one element.
fn vector(shape: &TensorShape) -> &[i64] {
    if shape.rank() == 0 { &[1] } else { shape.dimensions() }
}
