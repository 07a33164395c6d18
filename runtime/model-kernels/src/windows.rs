//! Windows over images that are no plain convolutions: put back together, and at places of their own.
#![expect(clippy::too_many_arguments, reason = "the ops' operands and attributes")]

use crate::cost;
use crate::element::{Number, Sampled};
use crate::output::{index, indices, invalid, list, output, product};
use half::{bf16, f16};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::shapes::Window;
use tfrt_host::kernel::{Assembly, Attr, shapes};
use tfrt_numeric::{Arithmetic, Ended};
use tfrt_tensor::Tensor;

/// Images `[N, C, …]` of the sizes `image_shape`, each element of which is the sum of what the windows of the
/// sizes `block_shape` have for it: ONNX's `Col2Im`. The operand is `[N, C · window, windows]`. Sums have the
/// order of the windows' elements.
///
/// # Errors
/// Sizes and attributes that do not fit each other; a tensor of another element type.
#[kernel("nn.col2im.{T}", pure, cost = cost::moved(columns), assembly = Assembly::TYPED_RESULTS,
    infer = "images({T}, i64, i64) -> {T} or error",
    T = [i8, i16, i32, i64, u8, u16, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn col2im<T: Number<Work: Arithmetic>>(
    ctx: ExecCtx<'_>,
    columns: &Tensor,
    image_shape: &Tensor,
    block_shape: &Tensor,
    dilations: Attr<&[i64]>,
    pads: Attr<&[i64]>,
    strides: Attr<&[i64]>,
) -> Result<Tensor, KernelError> {
    let (sizes, kernel) = (list(image_shape)?, list(block_shape)?);
    let columns = T::widened(ctx, columns)?;
    let from = columns.shape().dimensions();
    let window = Window {
        kernel,
        strides: strides.0,
        pads: pads.0,
        dilations: dilations.0,
        ceil_mode: false,
        auto_pad: 0,
    };
    // The windows over such images.
    let places = window.pooled(&[&[1, 1], sizes].concat()).map_err(invalid)?;
    let (places, kernel, sizes) = (indices(&places[2..]), indices(kernel), indices(sizes));
    let (taps, count) = (product(&kernel), product(&places));
    let fits = |channels: i64| taps > 0 && index(channels).is_multiple_of(taps);
    let (&[batch, channels, windows], true) = (from, from.len() == 3) else {
        return Err(invalid(format!("windows of shape {from:?}, expected three dimensions")));
    };
    if !fits(channels) || index(windows) != count {
        return Err(invalid(format!(
            "windows of shape {from:?}, expected {count} of {taps} elements"
        )));
    }
    let channels = index(channels) / taps;
    let mut shape = vec![batch, channels as i64];
    shape.extend(sizes.iter().map(|&size| size as i64));
    let pixels = product(&sizes);
    let [strides, dilations, before] =
        [strides.0, dilations.0, &pads.0[..sizes.len()]].map(indices);
    let elements = columns.elements::<T::Work>()?;
    let result = output::<T::Work>(ctx, &shape, |output| {
        for plane in 0..index(batch) * channels {
            for tap in 0..taps {
                for window in 0..count {
                    let (mut rest, mut of, mut pixel, mut apart) = (window, tap, Some(0), 1);
                    for at in (0..sizes.len()).rev() {
                        let reach =
                            rest % places[at] * strides[at] + of % kernel[at] * dilations[at];
                        let along =
                            reach.checked_sub(before[at]).filter(|&along| along < sizes[at]);
                        pixel = pixel.zip(along).map(|(pixel, along)| pixel + along * apart);
                        apart *= sizes[at];
                        rest /= places[at];
                        of /= kernel[at];
                    }
                    if let Some(pixel) = pixel {
                        let sum = &mut output[plane * pixels + pixel];
                        *sum = sum.plus(elements[(plane * taps + tap) * count + window]);
                    }
                }
            }
            if ctx.request.cancelled().is_some() {
                return Err(Ended);
            }
        }
        Ok(())
    })?;
    T::rounded(ctx, result)
}

/// The convolution of images `[N, C, H, W]` with filters, each element of whose window is moved by an offset and
/// multiplied by a factor: ONNX's `DeformConv`. Offsets are `[N, groups · window · 2, …]`, down and across;
/// `mask` is `[N, groups · window, …]`, `bias` `[M]`; the padding is as that of `nn.conv`. Pixels between others are mixed of four, those beyond the
/// edges are zero. Computed in `f64`, in the order of the channels and of the window, and rounded once.
///
/// # Errors
/// Sizes and attributes that do not fit each other; a tensor of another element type.
#[kernel("nn.deform_conv.{T}", pure, cost = cost::convolution(images, filters),
    assembly = Assembly::TYPED_RESULTS, infer = "convolution_at({T}) -> {T} or error",
    T = [f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn deform_conv<T: Sampled>(
    ctx: ExecCtx<'_>,
    images: &Tensor,
    filters: &Tensor,
    offsets: &Tensor,
    bias: &Tensor,
    mask: &Tensor,
    auto_pad: Attr<i64>,
    dilations: Attr<&[i64]>,
    group: Attr<i64>,
    offset_group: Attr<i64>,
    pads: Attr<&[i64]>,
    strides: Attr<&[i64]>,
) -> Result<Tensor, KernelError> {
    let [from, weights] = [images, filters].map(|tensor| tensor.shape().dimensions());
    let window = Window {
        kernel: weights.get(2..).unwrap_or_default(),
        strides: strides.0,
        pads: pads.0,
        dilations: dilations.0,
        ceil_mode: false,
        auto_pad: auto_pad.0,
    };
    let starts = Some(bias.shape().dimensions());
    let shape = shapes::convolution(from, weights, starts, group.0, &window).map_err(invalid)?;
    let pads = window.padding(from).map_err(invalid)?;
    let (&[batch, channels, height, width], &[_, inputs, rows, columns]) = (from, weights) else {
        return Err(invalid(format!("images of shape {from:?}, expected four dimensions")));
    };
    let groups = offset_group.0;
    let fits = |tensor: &Tensor, each: i64| {
        let count = groups
            .checked_mul(rows)
            .and_then(|it| it.checked_mul(columns))
            .and_then(|it| it.checked_mul(each));
        count.is_some_and(|count| tensor.shape().dimensions() == [batch, count, shape[2], shape[3]])
    };
    if groups < 1 || channels % groups != 0 || !fits(offsets, 2) || !fits(mask, 1) {
        let (offsets, mask) = (offsets.metadata(), mask.metadata());
        return Err(invalid(format!(
            "offsets {offsets} and factors {mask} for {groups} groups of {from:?}"
        )));
    }
    let area = [height, width].map(index);
    let [channels, inputs, outputs] = [channels, inputs, shape[1]].map(index);
    let (groups, taps) = (index(groups), index(rows) * index(columns));
    let [across, high, wide] = [columns, shape[2], shape[3]].map(index);
    let per_filter = outputs / index(group.0).max(1);
    let [strides, dilations] = [strides.0, dilations.0].map(indices);
    let (elements, weights) = (images.elements::<T>()?, filters.elements::<T>()?);
    let (offsets, factors) = (offsets.elements::<T>()?, mask.elements::<T>()?);
    let bias = bias.elements::<T>()?;
    output::<T>(ctx, &shape, |output| {
        for (at, element) in output.iter_mut().enumerate() {
            let place = at % (high * wide);
            let (image, filter) = (at / (high * wide) / outputs, at / (high * wide) % outputs);
            let (y, x) = (place / wide, place % wide);
            let mut sum = bias[filter].wide();
            for input in 0..inputs {
                let channel = filter / per_filter * inputs + input;
                let part = channel / (channels / groups);
                let plane = &elements[(image * channels + channel) * area[0] * area[1]..]
                    [..area[0] * area[1]];
                for tap in 0..taps {
                    let of_tap = (image * groups + part) * taps + tap;
                    let offset =
                        |which: usize| offsets[(of_tap * 2 + which) * high * wide + place].wide();
                    let down =
                        (y * strides[0] + tap / across * dilations[0]) as f64 - pads[0] as f64;
                    let right =
                        (x * strides[1] + tap % across * dilations[1]) as f64 - pads[1] as f64;
                    let value = mixed(plane, area, [down + offset(0), right + offset(1)]);
                    let factor = factors[of_tap * high * wide + place].wide();
                    sum += value * weights[(filter * inputs + input) * taps + tap].wide() * factor;
                }
            }
            *element = T::narrow(sum);
            if at.is_multiple_of(1 << 10) && ctx.request.cancelled().is_some() {
                return Err(Ended);
            }
        }
        Ok(())
    })
}

/// A pixel between four others, of which those beyond the edges are zero.
fn mixed<T: Sampled>(plane: &[T], area: [usize; 2], at: [f64; 2]) -> f64 {
    let low = at.map(f64::floor);
    let mut sum = 0.0;
    for corner in 0..4 {
        let (mut weight, mut place) = (1.0, 0);
        for side in 0..2 {
            let far = f64::from(corner >> (1 - side) & 1);
            let along = low[side] + far;
            if !(0.0..area[side] as f64).contains(&along) {
                weight = 0.0;
                break;
            }
            weight *= 1.0 - (at[side] - along).abs();
            place = place * area[side] + along as usize;
        }
        if weight != 0.0 {
            sum += plane[place].wide() * weight;
        }
    }
    sum
}
