//! Kernels of small networks, on images (NHWC) and matrices of `f32`.

use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Chain};
use tfrt_numeric::{Arithmetic, Axis, Maxima};
use tfrt_tensor::{Access, Element, HostBuffer, MutableTensor};
use tfrt_tensor_kernels::eigen::{pad, padded, product};
use tfrt_tensor_kernels::{View, cost, sizes};

/// The product of matrices: `C = alpha * A * B + beta * C`. `C` is not read if `beta` is zero.
///
/// # Errors
/// As `eigen.matmul`.
#[kernel("tfrt_test.matmul.{T}.{RANK}", effects(writes), cost = cost::product(a, b), T = [f32, i32, i64], RANK = [2])]
pub fn matmul<T: Arithmetic + Element, const RANK: usize>(
    ctx: ExecCtx<'_>,
    alpha: T,
    a: &MutableTensor,
    b: &MutableTensor,
    beta: T,
    c: &MutableTensor,
    _chain: Chain,
) -> Result<Chain, KernelError> {
    product(ctx, (alpha, a, b), (beta, c))
}

/// An output and what its shape must be, by a relation to the input.
///
/// # Errors
/// `Flatten output shape S does not match the input shape T`.
fn fits(kernel: &str, output: &[i64], input: &[i64], holds: bool) -> Result<(), KernelError> {
    if holds {
        return Ok(());
    }
    Err(KernelError::new(
        ErrorCode::InvalidArgument,
        format!("{kernel} output shape {output:?} does not match the input shape {input:?}"),
    ))
}

/// An output, which must have the shape.
///
/// # Errors
/// `ZeroPadding output shape S does not match the expected output shape E`.
fn expected(kernel: &str, output: [i64; 4], expected: [i64; 4]) -> Result<(), KernelError> {
    if output == expected {
        return Ok(());
    }
    Err(KernelError::new(
        ErrorCode::InvalidArgument,
        format!(
            "{kernel} output shape {output:?} does not match the expected output shape {expected:?}"
        ),
    ))
}

/// Copies the elements to a tensor of another shape, with the same first dimension.
///
/// # Errors
/// `Flatten output shape S does not match the input shape T`; a tensor of another kind or element
/// type; a read-only output.
#[kernel("tfrt_test.flatten.f32", effects(writes))]
pub fn flatten_f32(
    input: &MutableTensor,
    output: &MutableTensor,
    _chain: Chain,
) -> Result<Chain, KernelError> {
    let (input, output) = (input.dense()?, output.dense()?);
    input.expect::<f32>()?;
    output.expect::<f32>()?;
    let [from, to] = [input.shape(), output.shape()];
    let same =
        from.elements() == to.elements() && from.dimensions().first() == to.dimensions().first();
    fits("Flatten", to.dimensions(), from.dimensions(), same)?;
    let mut access = Access::new(&[input.buffer()], &[output.buffer()])?;
    let (elements, output) = access.split::<f32>(0)?;
    output.copy_from_slice(elements.get(0)?);
    Ok(Chain)
}

/// Images with `padding` rows and columns of zeros on each side.
///
/// # Errors
/// `ZeroPadding expects padding of length 2`, `ZeroPadding output shape S does not match the
/// expected output shape E`; a tensor of another kind, element type or rank; a read-only output.
#[kernel("tfrt_test.zero_padding.f32", effects(writes))]
pub fn zero_padding_f32(
    ctx: ExecCtx<'_>,
    input: &MutableTensor,
    output: &MutableTensor,
    _chain: Chain,
    padding: Attr<Vec<i64>>,
) -> Result<Chain, KernelError> {
    let (input, output) = (View::<4>::new::<f32>(input)?, View::<4>::new::<f32>(output)?);
    expected("ZeroPadding", output.shape, padded(input.shape, &padding.0)?)?;
    pad(ctx, input, output)
}

/// A window of pooling along one dimension, and the output's size.
fn axis(same: bool, input: i64, window: i32, stride: i32) -> (Axis, i64) {
    // No sum of these overflows an `i128`.
    let (size, step) = (i128::from(input), i128::from(stride));
    let window = i128::from(window);
    let (before, after) = if same {
        let left = size % step;
        let total = window - if left == 0 { step } else { left };
        (total / 2, (total + 1) / 2)
    } else {
        (0, 0)
    };
    let output = (size + before + after - window) / step + 1;
    let index = |size: i128| usize::try_from(size).unwrap_or_default();
    let axis = Axis {
        input: index(size),
        window: index(window),
        output: index(output),
        stride: index(step),
        dilation: 1,
        before: i64::try_from(before).unwrap_or_default(),
    };
    (axis, i64::try_from(output).unwrap_or(i64::MAX))
}

/// The maxima of the windows of images, and of the smallest normal number. `padding` is `same` or
/// `valid`.
///
/// # Errors
/// `MaxPool2D expects pool_size to have 2 elements`, `MaxPool2D expects strides to have 2 elements`,
/// `MaxPool2D padding 'x' is not recognized`, `MaxPool2D expects pool_size and strides to be > 0`,
/// `MaxPool2D output shape S does not match the expected output shape E`; a tensor of another kind,
/// element type or rank; a read-only output.
#[kernel("tfrt_test.max_pooling_2d.f32", effects(writes))]
pub fn max_pooling_2d_f32(
    ctx: ExecCtx<'_>,
    input: &MutableTensor,
    output: &MutableTensor,
    _chain: Chain,
    padding: Attr<&str>,
    pool_size: Attr<Vec<i32>>,
    strides: Attr<Vec<i32>>,
) -> Result<Chain, KernelError> {
    let (input, output) = (View::<4>::new::<f32>(input)?, View::<4>::new::<f32>(output)?);
    let &[window_rows, window_columns] = pool_size.0.as_slice() else {
        return Err(KernelError::new(
            ErrorCode::InvalidArgument,
            "MaxPool2D expects pool_size to have 2 elements",
        ));
    };
    let &[row_stride, column_stride] = strides.0.as_slice() else {
        return Err(KernelError::new(
            ErrorCode::InvalidArgument,
            "MaxPool2D expects strides to have 2 elements",
        ));
    };
    let same = match padding.0 {
        "same" => true,
        "valid" => false,
        other => {
            let message = format!("MaxPool2D padding '{other}' is not recognized");
            return Err(KernelError::new(ErrorCode::InvalidArgument, message));
        }
    };
    if pool_size.0.iter().chain(&strides.0).any(|&size| size <= 0) {
        return Err(KernelError::new(
            ErrorCode::InvalidArgument,
            "MaxPool2D expects pool_size and strides to be > 0",
        ));
    }
    let [images, height, width, channels] = input.shape;
    let (rows, all_rows) = axis(same, height, window_rows, row_stride);
    let (columns, all_columns) = axis(same, width, window_columns, column_stride);
    expected("MaxPool2D", output.shape, [images, all_rows, all_columns, channels])?;
    let [channels] = sizes([channels]);
    let mut access = Access::new(&[input.buffer], &[output.buffer])?;
    let (elements, output) = access.split(0)?;
    let greater = |value: f32, maximum: f32| value > maximum;
    Maxima { rows, columns, channels }
        .find(&ctx, elements.get(0)?, output, f32::MIN_POSITIVE, greater)
        .map_err(|ended| ctx.end_of_run(ended))?;
    Ok(Chain)
}

/// Sets an output of images and channels to the means over rows and columns.
///
/// # Errors
/// `GlobalAveragePooling output shape S does not match the input shape T`; a tensor of another kind,
/// element type or rank; a read-only output.
#[kernel("tfrt_test.global_average_pooling.f32", effects(writes))]
pub fn global_average_pooling_f32(
    input: &MutableTensor,
    output: &MutableTensor,
    _chain: Chain,
) -> Result<Chain, KernelError> {
    let (input, output) = (View::<4>::new::<f32>(input)?, View::<2>::new::<f32>(output)?);
    let [images, _, _, channels] = input.shape;
    let same = output.shape == [images, channels];
    fits("GlobalAveragePooling", &output.shape, &input.shape, same)?;
    let [images] = sizes([images]);
    means([input.buffer, output.buffer], images, sizes([channels])[0])
}

/// Sets an output to the means over the first dimension of a matrix.
///
/// # Errors
/// `MeanAxisZero output shape S does not match the input shape T`; a tensor of another kind, element
/// type or rank; a read-only output.
#[kernel("tfrt_test.mean_axis_zero.f32", effects(writes))]
pub fn mean_axis_zero_f32(
    input: &MutableTensor,
    output: &MutableTensor,
    _chain: Chain,
) -> Result<Chain, KernelError> {
    let (input, output) = (View::<2>::new::<f32>(input)?, View::<1>::new::<f32>(output)?);
    let same = output.shape == input.shape[1..];
    fits("MeanAxisZero", &output.shape, &input.shape, same)?;
    means([input.buffer, output.buffer], 1, sizes(output.shape)[0])
}

/// Sets each group of the output to the means of the rows of a group of the input. Without rows they
/// are no numbers.
fn means(
    [input, output]: [&HostBuffer; 2],
    groups: usize,
    length: usize,
) -> Result<Chain, KernelError> {
    let mut access = Access::new(&[input], &[output])?;
    let (elements, output) = access.split::<f32>(0)?;
    let input = elements.get::<f32>(0)?;
    if output.is_empty() {
        return Ok(Chain);
    }
    let size = input.len() / groups;
    for (group, means) in output.chunks_exact_mut(length).enumerate() {
        means.fill(0.0);
        for row in input[group * size..][..size].chunks_exact(length) {
            means.iter_mut().zip(row).for_each(|(sum, element)| *sum += element);
        }
        let count = (size / length) as f32;
        means.iter_mut().for_each(|sum| *sum /= count);
    }
    Ok(Chain)
}

/// Sets an output to the transposed matrix.
///
/// # Errors
/// `TensorTranspose output shape S does not match the input shape T`; a tensor of another kind,
/// element type or rank; a read-only output.
#[kernel("tfrt_test.tensor_transpose.f32", effects(writes))]
pub fn tensor_transpose_f32(
    input: &MutableTensor,
    output: &MutableTensor,
    _chain: Chain,
) -> Result<Chain, KernelError> {
    let (input, output) = (View::<2>::new::<f32>(input)?, View::<2>::new::<f32>(output)?);
    let [rows, columns] = input.shape;
    fits("TensorTranspose", &output.shape, &input.shape, output.shape == [columns, rows])?;
    let [rows, columns] = sizes(input.shape);
    let mut access = Access::new(&[input.buffer], &[output.buffer])?;
    let (elements, output) = access.split::<f32>(0)?;
    let input = elements.get::<f32>(0)?;
    for (index, element) in output.iter_mut().enumerate() {
        *element = input[index % rows * columns + index / rows];
    }
    Ok(Chain)
}

/// Sets each row and column of images to the input of images and channels.
///
/// # Errors
/// `Broadcast2D output shape S does not match the input shape T`; a tensor of another kind, element
/// type or rank; a read-only output.
#[kernel("tfrt_test.broadcast_2d.f32", effects(writes))]
pub fn broadcast_2d_f32(
    input: &MutableTensor,
    output: &MutableTensor,
    _chain: Chain,
) -> Result<Chain, KernelError> {
    let (input, output) = (View::<2>::new::<f32>(input)?, View::<4>::new::<f32>(output)?);
    let [images, _, _, channels] = output.shape;
    fits("Broadcast2D", &output.shape, &input.shape, input.shape == [images, channels])?;
    let [images, channels] = sizes(input.shape);
    let mut access = Access::new(&[input.buffer], &[output.buffer])?;
    let (elements, output) = access.split::<f32>(0)?;
    let input = elements.get::<f32>(0)?;
    if output.is_empty() {
        return Ok(Chain);
    }
    let size = output.len() / images;
    for (image, copies) in output.chunks_exact_mut(size).enumerate() {
        let row = &input[image * channels..][..channels];
        copies.chunks_exact_mut(channels).for_each(|copy| copy.copy_from_slice(row));
    }
    Ok(Chain)
}
