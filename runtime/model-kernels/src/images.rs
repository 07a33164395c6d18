//! Windows over images `[N, C, …]`: convolutions and pools.
#![expect(clippy::too_many_arguments, reason = "the ops' operands and attributes")]

use crate::cost;
use crate::element::{Number, Rational};
use crate::output::{elements_mut, filled, index, indices, invalid, output, product};
use half::{bf16, f16};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::shapes::{MAX_WINDOW, Window};
use tfrt_host::kernel::{Assembly, Attr, shapes};
use tfrt_numeric::{
    Activation, Arithmetic, Blocks, Ended, Extremes, Filters, Float, Fold, Fused, Greatest, Images,
    InstructionSet, Operands, Slide, Sum, Winograd, Workers, pool,
};
use tfrt_tensor::{Element, Tensor};

/// How a window moves over the dimensions after `[N, C]`, which are the last of three.
pub(crate) fn slides(
    images: &[i64],
    output: &[i64],
    window: &Window<'_>,
) -> Result<[Slide; MAX_WINDOW], KernelError> {
    let rank = images.len() - 2;
    let pads = window.padding(images).map_err(invalid)?;
    let mut slides = [Slide::NONE; MAX_WINDOW];
    for (dimension, slide) in slides[MAX_WINDOW - rank..].iter_mut().enumerate() {
        let [stride, dilation] = [window.strides, window.dilations].map(|it| index(it[dimension]));
        *slide = Slide {
            input: index(images[2 + dimension]),
            output: index(output[2 + dimension]),
            window: index(window.kernel[dimension]),
            stride,
            before: index(pads[dimension]),
            after: index(pads[rank + dimension]),
            dilation,
        };
    }
    Ok(slides)
}

/// A convolution of images of one shape.
#[derive(Debug)]
pub struct Convolution {
    /// The shape of the result.
    pub(crate) shape: Vec<i64>,
    filters: Filters,
    /// By which algorithm, if not as a sum.
    winograd: Option<Winograd>,
    images: usize,
}

impl Convolution {
    /// Of images and filters of these shapes, with a bias; by the algorithm of Winograd that may be, if they are large
    /// enough.
    ///
    /// # Errors
    /// They do not fit each other; there is no such algorithm.
    pub(crate) fn new(
        [images, filters]: [&[i64]; 2],
        bias: Option<&[i64]>,
        (group, winograd): (i64, Option<i64>),
        window: &Window<'_>,
    ) -> Result<Self, KernelError> {
        let shape = shapes::convolution(images, filters, bias, group, window).map_err(invalid)?;
        let filters = Filters {
            groups: index(group),
            inputs: index(filters[1]),
            outputs: index(filters[0] / group),
            slides: slides(images, &shape, window)?,
        };
        let winograd = match winograd {
            None => None,
            Some(outputs @ (2 | 4)) => filters.winograd(index(outputs)),
            Some(other) => {
                return Err(invalid(format!("attribute 'winograd' is {other}, expected 2 or 4")));
            }
        };
        Ok(Self { shape, filters, winograd, images: index(images[0]) })
    }

    /// The algorithm of Winograd by which it is computed, by the outputs of a tile along each side.
    pub(crate) fn winograd(&self) -> Option<usize> {
        self.winograd.map(|winograd| winograd.outputs())
    }

    /// How many weights are packed.
    pub(crate) fn packed(&self) -> usize {
        self.winograd.map_or_else(|| self.filters.packed(), |winograd| winograd.packed())
    }

    /// Puts weights in the order in which they are used.
    ///
    /// # Errors
    /// Nobody wants the result any more.
    pub(crate) fn pack<T: Arithmetic + Float + Send + Sync>(
        &self,
        workers: &dyn Workers,
        weights: &[T],
        packed: &mut [T],
    ) -> Result<(), Ended> {
        match &self.winograd {
            Some(winograd) => winograd.pack(workers, weights, packed),
            None => self.filters.pack(workers, weights, packed),
        }
    }

    /// The halo that images in blocks must have; `None` if these filters take only such that are laid out.
    pub(crate) fn halo(&self) -> Option<usize> {
        let blocks = Blocks {
            images: self.images,
            channels: self.filters.groups.saturating_mul(self.filters.inputs),
            sizes: self.filters.slides.map(|slide| slide.input),
            halo: self.filters.halo(),
        };
        self.filters.takes(&blocks).then(|| blocks.halo.into_iter().max().unwrap_or(0))
    }

    /// Whether images can be in these blocks.
    pub(crate) fn takes_blocks(&self, blocks: &Blocks) -> bool {
        self.filters.takes(blocks)
    }

    /// Whether the result can be in such blocks.
    pub(crate) fn gives_blocks(&self) -> bool {
        let channels = self.filters.groups.saturating_mul(self.filters.outputs);
        self.filters.gives(&Blocks { channels, ..self.filters.output(self.images, [0; 3]) })
    }

    /// How many numbers images have that are laid out.
    pub(crate) fn laid_out(&self) -> usize {
        self.filters.laid_out(self.images)
    }

    /// Lays images out as filters read them.
    ///
    /// # Errors
    /// Nobody wants the result any more.
    pub(crate) fn lay_out<T: Element + Arithmetic>(
        &self,
        workers: &dyn Workers,
        images: &[T],
        laid: &mut [T],
    ) -> Result<(), Ended> {
        self.filters.lay_out(workers, images, laid)
    }

    /// How many numbers it needs besides.
    pub(crate) fn besides(&self) -> usize {
        self.winograd.map_or(0, |winograd| winograd.scratch())
    }

    /// Sets the result, in blocks with that halo, by way of what it needs [besides](Self::besides).
    ///
    /// # Errors
    /// Nobody wants the result any more.
    pub(crate) fn convolve<T: Element + Arithmetic>(
        &self,
        workers: &dyn Workers,
        operands: &Operands<'_, T>,
        besides: &mut [T],
        (halo, result): ([usize; 3], &mut [T]),
    ) -> Result<(), Ended> {
        let (blocks, chosen) = (self.filters.output(self.images, halo), InstructionSet::chosen());
        let output = (&blocks, result);
        match &self.winograd {
            Some(winograd) => winograd.convolve(workers, chosen, operands, besides, output),
            None => self.filters.convolve(workers, chosen, operands, output),
        }
    }

    /// How many numbers the result has in blocks without a halo.
    pub(crate) fn in_blocks(&self) -> usize {
        self.filters.output(self.images, [0; 3]).len()
    }

    /// Sets the result, in row-major order, by way of `blocks` and what it needs besides.
    ///
    /// # Errors
    /// Nobody wants the result any more.
    pub(crate) fn convolve_to_rows<T: Element + Arithmetic>(
        &self,
        workers: &dyn Workers,
        operands: &Operands<'_, T>,
        [besides, blocks]: [&mut [T]; 2],
        result: &mut [T],
    ) -> Result<(), Ended> {
        self.convolve(workers, operands, besides, ([0; 3], blocks))?;
        self.filters.output(self.images, [0; 3]).take(workers, blocks, result)
    }
}

/// The shape of so many elements that are kept for a while.
fn scratch(count: usize) -> [i64; 1] {
    [i64::try_from(count).unwrap_or(i64::MAX)]
}

/// The convolution of images `[N, C, …]` of one to three dimensions more with filters `[M, C / group, …]`
/// and a bias `[M]`: ONNX's `Conv`. `pads` has the padding with zeros before each dimension, then that
/// behind each. With `auto_pad` 1 or -1, the padding is instead as little as gives `size / stride` windows,
/// rounded up, and the odd one of it is behind or before the images: `SAME_UPPER` and `SAME_LOWER`.
///
/// Each element is one chain of fused multiplications and additions, from the bias or zero, in the order:
/// 16 channels of the group at a time, the window's rows and columns, the channel. In a group of 16 or
/// more, the last of these steps is filled with channels of zeros.
///
/// With `winograd`, which is no attribute of ONNX's, it is computed by an algorithm of Winograd where it is large enough,
/// and has other last bits: with 2 or 4 by F(2,3) if it slides windows of 3 by 3 by single steps over images in one
/// group, and has at least 32 channels, 32 filters and a result of at least 7 by 7; with 4 by F(4,3) if that is at least
/// 28 by 28. A tile of 2 by 2 or 4 by 4 elements is made of products whose sums are one chain each, over the channels.
/// An element whose window has one that is infinite or NaN is one of these, too; by F(4,3), so may be all elements of
/// its tile.
///
/// # Errors
/// `images of shape [1, 3, 8, 8] and filters of shape [4, 2, 3, 3] differ in channels: 3 is not 2`; `a
/// window of 5 is larger than 3, which is 3 with padding`, and other attributes and shapes that do not fit
/// each other; `attribute 'winograd' is 3, expected 2 or 4`; a tensor of another element type.
#[kernel("nn.conv.{T}", pure, cost = cost::convolution(images, filters), assembly = Assembly::TYPED_RESULTS,
    infer = "convolution({T}) -> {T}", T = [f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn conv<T: Number<Work: Arithmetic + Float>>(
    ctx: ExecCtx<'_>,
    images: &Tensor,
    filters: &Tensor,
    bias: Option<&Tensor>,
    auto_pad: Attr<i64>,
    dilations: Attr<&[i64]>,
    group: Attr<i64>,
    pads: Attr<&[i64]>,
    strides: Attr<&[i64]>,
    winograd: Attr<Option<i64>>,
) -> Result<Tensor, KernelError> {
    let (images, filters) = (T::widened(ctx, images)?, T::widened(ctx, filters)?);
    let bias = bias.map(|bias| T::widened(ctx, bias)).transpose()?;
    let [from, weights] = [&images, &filters].map(|tensor| tensor.shape().dimensions());
    let window = Window {
        kernel: weights.get(2..).unwrap_or_default(),
        strides: strides.0,
        pads: pads.0,
        dilations: dilations.0,
        ceil_mode: false,
        auto_pad: auto_pad.0,
    };
    let starts = bias.as_ref().map(|bias| bias.shape().dimensions());
    let how = (group.0, winograd.0);
    let convolution = Convolution::new([from, weights], starts, how, &window)?;
    let weights = filters.elements::<T::Work>()?;
    let packed = output::<T::Work>(ctx, &scratch(convolution.packed()), |packed| {
        convolution.pack(&ctx, weights, packed)
    })?;
    let elements = images.elements::<T::Work>()?;
    let laid = output::<T::Work>(ctx, &scratch(convolution.laid_out()), |laid| {
        convolution.lay_out(&ctx, elements, laid)
    })?;
    let operands = Operands {
        images: Images::LaidOut(laid.elements::<T::Work>()?),
        packed: packed.elements::<T::Work>()?,
        bias: bias.as_ref().map(|bias| bias.elements::<T::Work>()).transpose()?,
        residual: None,
        activation: Activation::None,
    };
    let result = filled(ctx, T::Work::DTYPE, &convolution.shape, &mut |bytes| {
        let rows = elements_mut(bytes)?;
        let [besides, blocks] = [convolution.besides(), convolution.in_blocks()];
        let memory = output::<T::Work>(ctx, &scratch(besides.saturating_add(blocks)), |memory| {
            let (besides, blocks) = memory.split_at_mut(besides);
            convolution.convolve_to_rows(&ctx, &operands, [besides, blocks], rows)
        });
        memory.map(drop)
    })?;
    T::rounded(ctx, result)
}

/// What remains of each window's elements.
fn pooled<T: Element>(
    ctx: ExecCtx<'_>,
    fold: impl Fold<T>,
    finish: impl Fn(T, [usize; 2]) -> T + Sync,
    images: &Tensor,
    window: &Window<'_>,
) -> Result<Tensor, KernelError> {
    let from = images.shape().dimensions();
    let shape = window.pooled(from).map_err(invalid)?;
    let elements = images.elements::<T>()?;
    let slides = slides(from, &shape, window)?;
    output::<T>(ctx, &shape, |output| {
        pool(&ctx, InstructionSet::chosen(), &slides, fold, &finish, elements, output)
    })
}

/// The greatest element of each window, as `nn.reduce_max` has it: ONNX's `MaxPool`. Elements in the
/// padding, which is as that of `nn.conv`, do not count. With `ceil_mode`, the last window may reach beyond the
/// padding; if it begins behind the image, it is left out.
///
/// # Errors
/// `attribute 'strides' has 1 numbers, expected 2 for images of shape [1, 3, 8, 8]`; `a window of 5 is larger
/// than 3, which is 3 with padding`; a tensor of another element type.
#[kernel("nn.max_pool.{T}", pure, cost = cost::pool(images), assembly = Assembly::TYPED_RESULTS,
    infer = "pool({T}) -> {T}", T = [i8, u8, f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn max_pool<T: Number<Work: Extremes>>(
    ctx: ExecCtx<'_>,
    images: &Tensor,
    auto_pad: Attr<i64>,
    ceil_mode: Attr<bool>,
    dilations: Attr<&[i64]>,
    kernel_shape: Attr<&[i64]>,
    pads: Attr<&[i64]>,
    strides: Attr<&[i64]>,
) -> Result<Tensor, KernelError> {
    let images = T::widened(ctx, images)?;
    let window = Window {
        kernel: kernel_shape.0,
        strides: strides.0,
        pads: pads.0,
        dilations: dilations.0,
        ceil_mode: ceil_mode.0,
        auto_pad: auto_pad.0,
    };
    T::rounded(ctx, pooled::<T::Work>(ctx, Greatest, |greatest, _| greatest, &images, &window)?)
}

/// The mean of each window's elements, summed row by row and divided once: ONNX's `AveragePool`. Elements
/// in the padding count, as zeros, with `count_include_pad`. With `ceil_mode`, the last window may reach
/// beyond the padding, where nothing counts; if it begins behind the image, it is left out. The mean of no
/// elements is NaN.
///
/// # Errors
/// As `nn.max_pool`.
#[kernel("nn.average_pool.{T}", pure, cost = cost::pool(images),
    assembly = Assembly::TYPED_RESULTS, infer = "pool({T}) -> {T}",
    T = [f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn average_pool<T: Number<Work: Rational>>(
    ctx: ExecCtx<'_>,
    images: &Tensor,
    auto_pad: Attr<i64>,
    ceil_mode: Attr<bool>,
    count_include_pad: Attr<bool>,
    dilations: Attr<&[i64]>,
    kernel_shape: Attr<&[i64]>,
    pads: Attr<&[i64]>,
    strides: Attr<&[i64]>,
) -> Result<Tensor, KernelError> {
    let images = T::widened(ctx, images)?;
    let window = Window {
        kernel: kernel_shape.0,
        strides: strides.0,
        pads: pads.0,
        dilations: dilations.0,
        ceil_mode: ceil_mode.0,
        auto_pad: auto_pad.0,
    };
    let count = usize::from(count_include_pad.0);
    let mean = |sum: T::Work, counts: [usize; 2]| sum.divided_by(counts[count]);
    T::rounded(ctx, pooled::<T::Work>(ctx, Sum, mean, &images, &window)?)
}

/// The transposed convolution of images `[N, C, …]` with filters `[C, M / group, …]` and a bias `[M]`: ONNX's
/// `ConvTranspose`. `pads` are taken off, `output_padding` is added behind. Each element is one chain of fused
/// multiplications and additions, from the bias or zero, in the order of the channels and of the window.
///
/// # Errors
/// As `nn.conv`.
#[kernel("nn.conv_transpose.{T}", pure, cost = cost::convolution(images, filters),
    assembly = Assembly::TYPED_RESULTS, infer = "convolution_transposed({T}) -> {T}",
    T = [f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn conv_transpose<T: Number<Work: Arithmetic>>(
    ctx: ExecCtx<'_>,
    images: &Tensor,
    filters: &Tensor,
    bias: Option<&Tensor>,
    dilations: Attr<&[i64]>,
    group: Attr<i64>,
    output_padding: Attr<&[i64]>,
    pads: Attr<&[i64]>,
    strides: Attr<&[i64]>,
) -> Result<Tensor, KernelError> {
    let (images, filters) = (T::widened(ctx, images)?, T::widened(ctx, filters)?);
    let bias = bias.map(|bias| T::widened(ctx, bias)).transpose()?;
    let [from, weights] = [&images, &filters].map(|tensor| tensor.shape().dimensions());
    let window = Window {
        kernel: &[],
        strides: strides.0,
        pads: pads.0,
        dilations: dilations.0,
        ceil_mode: false,
        auto_pad: 0,
    };
    let starts = bias.as_ref().map(|bias| bias.shape().dimensions());
    let of = (group.0, output_padding.0);
    let shape =
        shapes::convolution_transposed(from, weights, starts, of, &window).map_err(invalid)?;
    let (sizes, kernel, result) =
        (indices(&from[2..]), indices(&weights[2..]), indices(&shape[2..]));
    let [strides, dilations, before] =
        [strides.0, dilations.0, &pads.0[..sizes.len()]].map(indices);
    let [channels, outputs] = [from[1] / group.0, weights[1]].map(index);
    let [pixels, taps, places] = [&sizes, &kernel, &result].map(|it| product(it));
    let (elements, weights) = (images.elements::<T::Work>()?, filters.elements::<T::Work>()?);
    let bias = bias.as_ref().map(|bias| bias.elements::<T::Work>()).transpose()?;
    // For each tap of the window, the pixel that reaches a place of the result by it, if one does.
    let source = |place: usize, tap: usize| {
        let (mut place, mut tap, mut source, mut apart) = (place, tap, 0, 1);
        for at in (0..sizes.len()).rev() {
            let reach = place % result[at] + before[at];
            let behind = reach.checked_sub(tap % kernel[at] * dilations[at])?;
            let pixel = behind / strides[at];
            if behind % strides[at] != 0 || pixel >= sizes[at] {
                return None;
            }
            source += pixel * apart;
            apart *= sizes[at];
            place /= result[at];
            tap /= kernel[at];
        }
        Some(source)
    };
    let all = index(shape[1]);
    let product = output::<T::Work>(ctx, &shape, |output| {
        let work = channels.saturating_mul(taps).saturating_mul(8);
        tfrt_numeric::rows(&ctx, output, 1, work, &|first, part| {
            for (at, element) in part.iter_mut().enumerate() {
                let (plane, place) = ((first + at) / places, (first + at) % places);
                let (image, channel) = (plane / all, plane % all);
                let (group, of) = (channel / outputs, channel % outputs);
                let mut sum = bias.map_or(T::Work::ZERO, |bias| bias[channel]);
                for tap in 0..taps {
                    let Some(pixel) = source(place, tap) else { continue };
                    for input in group * channels..(group + 1) * channels {
                        let x = elements[(image * index(from[1]) + input) * pixels + pixel];
                        sum = sum.fused(x, weights[(input * outputs + of) * taps + tap]);
                    }
                }
                *element = sum;
            }
        })
    })?;
    T::rounded(ctx, product)
}

/// Where the greatest element of each window is, which `nn.max_pool` has: the index among all elements of the
/// images, row by row or, with `storage_order`, column by column: the second result of ONNX's `MaxPool`. Of
/// equal ones it is the first.
///
/// # Errors
/// As `nn.max_pool`.
#[kernel("nn.max_pool_places.{T}", pure, cost = cost::pool(images), assembly = Assembly::TYPED_RESULTS,
    infer = "pool({T}) -> i64", T = [i8, u8, f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn max_pool_places<T: Element + PartialOrd>(
    ctx: ExecCtx<'_>,
    images: &Tensor,
    auto_pad: Attr<i64>,
    ceil_mode: Attr<bool>,
    dilations: Attr<&[i64]>,
    kernel_shape: Attr<&[i64]>,
    pads: Attr<&[i64]>,
    storage_order: Attr<bool>,
    strides: Attr<&[i64]>,
) -> Result<Tensor, KernelError> {
    let from = images.shape().dimensions();
    let window = Window {
        kernel: kernel_shape.0,
        strides: strides.0,
        pads: pads.0,
        dilations: dilations.0,
        ceil_mode: ceil_mode.0,
        auto_pad: auto_pad.0,
    };
    let shape = window.pooled(from).map_err(invalid)?;
    let pads = window.padding(from).map_err(invalid)?;
    let (sizes, result) = (indices(&from[2..]), indices(&shape[2..]));
    let [kernel, strides, dilations, before] =
        [kernel_shape.0, strides.0, dilations.0, &pads[..sizes.len()]].map(indices);
    let [pixels, taps, places] = [&sizes, &kernel, &result].map(|it| product(it));
    let elements = images.elements::<T>()?;
    // The pixel of a tap of the window at a place, if it is in the image: in rows and in columns.
    let pixel = |place: usize, tap: usize| {
        let (mut place, mut tap) = (place, tap);
        let mut along = [0; MAX_WINDOW];
        for at in (0..sizes.len()).rev() {
            let reach = place % result[at] * strides[at] + tap % kernel[at] * dilations[at];
            along[at] = reach.checked_sub(before[at]).filter(|&pixel| pixel < sizes[at])?;
            place /= result[at];
            tap /= kernel[at];
        }
        let along = &along[..sizes.len()];
        let rows = along.iter().zip(&sizes).fold(0, |all, (at, size)| all * size + at);
        let columns = along.iter().zip(&sizes).rev().fold(0, |all, (at, size)| all * size + at);
        Some((rows, columns))
    };
    output::<i64>(ctx, &shape, |output| {
        tfrt_numeric::rows(&ctx, output, 1, taps.saturating_mul(8), &|first, part| {
            for (at, element) in part.iter_mut().enumerate() {
                let (plane, place) = ((first + at) / places, (first + at) % places);
                let mut best: Option<(T, usize)> = None;
                for (rows, columns) in (0..taps).filter_map(|tap| pixel(place, tap)) {
                    let value = elements[plane * pixels + rows];
                    let found = if storage_order.0 { columns } else { rows };
                    if best.is_none_or(|(greatest, _)| value > greatest) {
                        best = Some((value, found));
                    }
                }
                *element = best.map_or(0, |(_, found)| (plane * pixels + found) as i64);
            }
        })
    })
}
