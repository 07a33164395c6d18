//! Windows without weights: maxima, and padding with zeros.

use crate::parallel::rows;
use crate::view::{View, axes, has_shape, sizes};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Chain};
use tfrt_numeric::Maxima;
use tfrt_tensor::{Access, MutableTensor};

/// The maxima of the windows of images. What is no number stays one. `padding` is `same` or
/// `valid`, in either case; `pool_size` and `strides` are those of rows and columns.
///
/// # Errors
/// `ksize should have 2 elements`, `ksize should be > 0, but got 0`, those of `padding` and
/// `strides` of `eigen.conv2d.f32`, `output tensor has the wrong shape`; a tensor of another kind,
/// element type or rank; a read-only output.
#[kernel("eigen.max_pooling_2d.f32", effects(writes))]
pub fn max_pooling_2d_f32(
    ctx: ExecCtx<'_>,
    input: &MutableTensor,
    output: &MutableTensor,
    _chain: Chain,
    padding: Attr<&str>,
    pool_size: Attr<Vec<i64>>,
    strides: Attr<Vec<i64>>,
) -> Result<Chain, KernelError> {
    let (input, output) = (View::<4>::new::<f32>(input)?, View::<4>::new::<f32>(output)?);
    let window =
        <[i64; 2]>::try_from(pool_size.0.as_slice()).map_err(|_| "ksize should have 2 elements")?;
    if let Some(size) = window.iter().find(|&&size| size <= 0) {
        return Err(KernelError::new(
            ErrorCode::InvalidArgument,
            format!("ksize should be > 0, but got {size}"),
        ));
    }
    let [images, height, width, channels] = input.shape;
    let [rows, columns] = axes([height, width], window, padding.0, &strides.0)?;
    let size = |size| i64::try_from(size).unwrap_or(i64::MAX);
    has_shape(&output.shape, &[images, size(rows.output), size(columns.output), channels])?;
    let [channels] = sizes([channels]);
    let mut access = Access::new(&[input.buffer], &[output.buffer])?;
    let (elements, output) = access.split(0)?;
    let greater = |value: f32, maximum: f32| value > maximum || value.is_nan();
    Maxima { rows, columns, channels }
        .find(&ctx, elements.get(0)?, output, f32::NEG_INFINITY, greater)
        .map_err(|ended| ctx.end_of_run(ended))?;
    Ok(Chain)
}

/// Images with `padding` rows and columns of zeros on each side.
///
/// # Errors
/// `ZeroPadding expects padding of length 2`, `output tensor has the wrong shape`; a tensor of
/// another kind, element type or rank; a read-only output.
#[kernel("eigen.zero_padding.f32", effects(writes))]
pub fn zero_padding_f32(
    ctx: ExecCtx<'_>,
    input: &MutableTensor,
    output: &MutableTensor,
    _chain: Chain,
    padding: Attr<Vec<i64>>,
) -> Result<Chain, KernelError> {
    let (input, output) = (View::<4>::new::<f32>(input)?, View::<4>::new::<f32>(output)?);
    let shape = padded(input.shape, &padding.0)?;
    has_shape(&output.shape, &shape)?;
    pad(ctx, input, output)
}

/// The shape of images with padding on each side.
///
/// # Errors
/// `ZeroPadding expects padding of length 2`; the padding is negative, or no shape can have it.
pub fn padded(shape: [i64; 4], padding: &[i64]) -> Result<[i64; 4], KernelError> {
    let &[rows, columns] = padding else {
        return Err(KernelError::new(
            ErrorCode::InvalidArgument,
            "ZeroPadding expects padding of length 2",
        ));
    };
    let [images, height, width, channels] = shape;
    let side = |size: i64, padding: i64| {
        let both = padding.checked_mul(2).filter(|both| *both >= 0);
        both.and_then(|both| size.checked_add(both)).ok_or_else(|| {
            let message = format!("ZeroPadding cannot add {padding} to each side of {size}");
            KernelError::new(ErrorCode::InvalidArgument, message)
        })
    };
    Ok([images, side(height, rows)?, side(width, columns)?, channels])
}

/// Sets the output to the input with zeros around it, as many on each side.
///
/// # Errors
/// A read-only output.
pub fn pad(
    ctx: ExecCtx<'_>,
    input: View<'_, 4>,
    output: View<'_, 4>,
) -> Result<Chain, KernelError> {
    let [_, height, width, channels] = sizes(input.shape);
    let [_, all_rows, all_columns, _] = sizes(output.shape);
    let (top, left) = ((all_rows - height) / 2, (all_columns - width) / 2);
    let mut access = Access::new(&[input.buffer], &[output.buffer])?;
    let (elements, output) = access.split::<f32>(0)?;
    let pixels = elements.get::<f32>(0)?;
    rows(ctx, output, channels, channels, |pixel, to| {
        let (row, column) = (pixel / all_columns, pixel % all_columns);
        let (image, row) = (row / all_rows, row % all_rows);
        let from = row.checked_sub(top).zip(column.checked_sub(left));
        match from.filter(|&(row, column)| row < height && column < width) {
            Some((row, column)) => {
                let from = (image * height + row) * width + column;
                to.copy_from_slice(&pixels[from * channels..][..channels]);
            }
            None => to.fill(0.0),
        }
    })?;
    Ok(Chain)
}
