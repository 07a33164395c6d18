//! Kernels that make a tensor of another shape: reductions, broadcasts and slices.

use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::Chain;
use tfrt_numeric::Arithmetic;
use tfrt_tensor::{Access, DenseHostTensor, Element, FixedRankShape, MutableTensor, TensorShape};
use tfrt_tensor_kernels::{View, sizes};

/// A tensor of that shape whose last dimension is that of `A`, and which has copies of `A` along
/// all others.
///
/// # Errors
/// `broadcast input tensor dimension and target shape mismatch: [a] vs. S`, `Cannot allocate
/// tensor`; a shape of another rank; a tensor of another kind, element type or rank.
#[kernel("tfrt_test.broadcast.{T}.{RANK}", effects(), T = [f32, i32, i64], RANK = [2, 3])]
pub fn broadcast<T: Element, const RANK: usize>(
    ctx: ExecCtx<'_>,
    a: &MutableTensor,
    shape: &TensorShape,
    _chain: Chain,
) -> Result<MutableTensor, KernelError> {
    let a = View::<1>::new::<T>(a)?;
    let FixedRankShape(target) = FixedRankShape::<RANK>::try_from(shape)?;
    if target.last() != Some(&a.shape[0]) {
        return Err(KernelError::new(
            ErrorCode::InvalidArgument,
            format!(
                "broadcast input tensor dimension and target shape mismatch: {:?} vs. {shape}",
                a.shape
            ),
        ));
    }
    let result = DenseHostTensor::zeroed(T::DTYPE, shape.clone(), ctx.allocator())?;
    {
        let mut access = Access::new(&[a.buffer], &[result.buffer()])?;
        let (elements, output) = access.split::<T>(0)?;
        let row = elements.get::<T>(0)?;
        output.chunks_mut(row.len().max(1)).for_each(|copy| copy.copy_from_slice(row));
    }
    Ok(result.into())
}

/// The column of the first maximum of each row of a matrix, as `i32`.
///
/// # Errors
/// Rows without elements or with more than an `i32` can count, `Cannot allocate tensor`; a tensor
/// of another kind, element type or rank.
#[kernel("tfrt_test.argmax.{T}.{RANK}", effects(), T = [f32, i32, i64], RANK = [2])]
pub fn argmax<T: Arithmetic + Element, const RANK: usize>(
    ctx: ExecCtx<'_>,
    a: &MutableTensor,
    _chain: Chain,
) -> Result<MutableTensor, KernelError> {
    let a = View::<2>::new::<T>(a)?;
    let [rows, columns] = a.shape;
    if columns == 0 || i32::try_from(columns).is_err() {
        return Err(KernelError::new(
            ErrorCode::InvalidArgument,
            format!("argmax of rows of {columns} elements"),
        ));
    }
    let shape = TensorShape::new(&[rows])?;
    let result = DenseHostTensor::zeroed(i32::DTYPE, shape, ctx.allocator())?;
    {
        let mut access = Access::new(&[a.buffer], &[result.buffer()])?;
        let (elements, output) = access.split::<i32>(0)?;
        let [columns] = sizes([columns]);
        let rows = elements.get::<T>(0)?.chunks_exact(columns);
        for (index, row) in output.iter_mut().zip(rows) {
            let mut maximum = row[0];
            for (column, &element) in (0..).zip(row) {
                if element > maximum {
                    (*index, maximum) = (column, element);
                }
            }
        }
    }
    Ok(result.into())
}

/// The sum of a vector divided by the number of its elements, as a tensor of rank 0. The quotient
/// of integers is truncated.
///
/// # Errors
/// The vector is empty and its elements are integers; a tensor of another kind, element type or
/// rank.
#[kernel("tfrt_test.reduce_mean.{T}.{RANK}", effects(), T = [f32, i32, i64], RANK = [1])]
pub fn reduce_mean<T: Arithmetic + Element, const RANK: usize>(
    ctx: ExecCtx<'_>,
    a: &MutableTensor,
    _chain: Chain,
) -> Result<MutableTensor, KernelError> {
    let a = View::<1>::new::<T>(a)?;
    let mean = {
        let access = Access::new(&[a.buffer], &[])?;
        let elements = access.input::<T>(0)?;
        let sum = elements.iter().fold(T::ZERO, |sum, &element| sum.plus(element));
        let none = || KernelError::new(ErrorCode::InvalidArgument, "the mean of no integers");
        sum.shared_by(elements.len()).ok_or_else(none)?
    };
    let shape = TensorShape::default();
    Ok(DenseHostTensor::copy_of(shape, &[mean], ctx.allocator())?.into())
}

/// Sets the output to the elements of the input from the indices `begin` on.
///
/// # Errors
/// `the size of 'begin_index' should match the input tensor rank`; the slice is not within the
/// input; a tensor of another kind, element type or rank; a read-only output.
#[kernel("tfrt_test.slice_inplace.{T}.{RANK}", effects(writes), T = [f32, i32, i64], RANK = [3])]
pub fn slice_inplace<T: Element, const RANK: usize>(
    input: &MutableTensor,
    begin: &MutableTensor,
    _chain: Chain,
    output: &MutableTensor,
) -> Result<Chain, KernelError> {
    let (input, output) = (View::<3>::new::<T>(input)?, View::<3>::new::<T>(output)?);
    let start = View::<1>::new::<i64>(begin)?;
    if start.shape != [3] {
        let message = "the size of 'begin_index' should match the input tensor rank";
        return Err(KernelError::new(ErrorCode::InvalidArgument, message));
    }
    let begin = begin.dense()?.to_vec::<i64>()?;
    let begin = <[i64; 3]>::try_from(begin).unwrap_or_default();
    for ((&begin, size), all) in begin.iter().zip(output.shape).zip(input.shape) {
        if begin < 0 || begin.checked_add(size).is_none_or(|end| end > all) {
            return Err(KernelError::new(
                ErrorCode::InvalidArgument,
                format!("a slice of {size} elements from {begin} on is not within {all}"),
            ));
        }
    }
    let ([_, rows, columns], [_, all_rows, all_columns]) =
        (sizes(output.shape), sizes(input.shape));
    let begin = sizes(begin);
    let mut access = Access::new(&[input.buffer], &[output.buffer])?;
    let (elements, output) = access.split::<T>(0)?;
    let input = elements.get::<T>(0)?;
    // Without elements there is no row, whatever the other dimensions are.
    for (index, row) in output.chunks_exact_mut(columns.max(1)).enumerate() {
        let (layer, line) = (begin[0] + index / rows, begin[1] + index % rows);
        let from = (layer * all_rows + line) * all_columns + begin[2];
        row.copy_from_slice(&input[from..][..columns]);
    }
    Ok(Chain)
}
