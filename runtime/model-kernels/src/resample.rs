//! Elements between elements: images of other sizes, and at places that a tensor has.
#![expect(clippy::too_many_arguments, reason = "the ops' operands and attributes")]

use crate::cost;
use crate::element::Sampled;
use crate::output::{elements_mut, filled, index, indices, invalid, output, product, strides};
use half::{bf16, f16};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, shapes};
use tfrt_numeric::Ended;
use tfrt_tensor::{Element, Tensor};

/// What an element of a result is made of along a dimension: places of the tensor with their weights.
type Taps = Vec<(usize, f64)>;

/// How elements between others are made.
#[derive(Clone, Copy)]
enum Kernel {
    Nearest(Round),
    Linear { antialias: bool },
    Cubic { antialias: bool, a: f64 },
}

#[derive(Clone, Copy)]
enum Round {
    PreferFloor,
    PreferCeil,
    Floor,
    Ceil,
}

impl Kernel {
    fn new(mode: &str, nearest: &str, antialias: bool, a: f64) -> Result<Self, String> {
        Ok(match mode {
            "nearest" => Self::Nearest(match nearest {
                "round_prefer_floor" => Round::PreferFloor,
                "round_prefer_ceil" => Round::PreferCeil,
                "floor" => Round::Floor,
                "ceil" => Round::Ceil,
                other => return Err(format!("attribute 'nearest_mode' is '{other}'")),
            }),
            "linear" => Self::Linear { antialias },
            "cubic" => Self::Cubic { antialias, a },
            other => return Err(format!("attribute 'mode' is '{other}'")),
        })
    }

    /// The weights of neighbours of a place, and the place of the first.
    fn weights(self, at: f64, scale: f64) -> (f64, Vec<f64>) {
        // Between the place below, or the one before if it is a whole number, and that behind it.
        let mut below = at.floor();
        let mut rest = at - below;
        if let Self::Nearest(round) = self {
            let up = rest > 0.0
                && match round {
                    Round::PreferFloor => rest > 0.5,
                    Round::PreferCeil => rest >= 0.5,
                    Round::Floor => false,
                    Round::Ceil => true,
                };
            return (if up { below + 1.0 } else { below }, vec![1.0]);
        }
        if rest == 0.0 {
            (below, rest) = (below - 1.0, 1.0);
        }
        let (reach, antialias) = match self {
            Self::Linear { antialias } => (1.0, antialias),
            _ => (2.0, matches!(self, Self::Cubic { antialias: true, .. })),
        };
        // A smaller image is made of wider neighbourhoods.
        let scale = if antialias { scale.min(1.0) } else { 1.0 };
        let start = (-reach / scale).floor() + 1.0;
        let count = (2.0 - 2.0 * start) as usize;
        let weight = |step: usize| {
            let distance = ((start + step as f64 - rest) * scale).abs();
            match self {
                Self::Cubic { a, .. } if distance <= 1.0 => {
                    ((a + 2.0) * distance - (a + 3.0)) * distance * distance + 1.0
                }
                Self::Cubic { a, .. } if distance < 2.0 => {
                    ((a * distance - 5.0 * a) * distance + 8.0 * a) * distance - 4.0 * a
                }
                Self::Cubic { .. } => 0.0,
                _ => (1.0 - distance).max(0.0),
            }
        };
        let mut weights: Vec<f64> = (0..count).map(weight).collect();
        if antialias {
            let sum: f64 = weights.iter().sum();
            weights.iter_mut().for_each(|weight| *weight /= sum);
        }
        (below + start, weights)
    }

    /// The places with their weights. Those beyond the edges count as the edges or, if `exclude`, not at all.
    fn taps(self, at: f64, scale: f64, size: usize, exclude: bool) -> Taps {
        let (first, mut weights) = self.weights(at, scale);
        let last = size as f64 - 1.0;
        if exclude {
            for (step, weight) in weights.iter_mut().enumerate() {
                if !(0.0..=last).contains(&(first + step as f64)) {
                    *weight = 0.0;
                }
            }
            let sum: f64 = weights.iter().sum();
            if sum != 0.0 {
                weights.iter_mut().for_each(|weight| *weight /= sum);
            }
        }
        let place = |step: usize| (first + step as f64).clamp(0.0, last.max(0.0)) as usize;
        weights.into_iter().enumerate().map(|(step, weight)| (place(step), weight)).collect()
    }
}

/// How a dimension is resized.
struct Axis {
    dimension: usize,
    scale: f64,
    size: usize,
    /// The part that is shown, from 0 to 1.
    part: [f64; 2],
}

impl Axis {
    /// Where an element of the result is in the tensor; `None` if there is nothing.
    fn place(&self, at: usize, from: usize, mode: &str) -> Result<Option<f64>, String> {
        let (x, last, size) = (at as f64, from as f64 - 1.0, self.scale * from as f64);
        let half = (x + 0.5) / self.scale - 0.5;
        Ok(Some(match mode {
            "half_pixel" => half,
            "pytorch_half_pixel" => {
                if size == 1.0 {
                    -0.5
                } else {
                    half
                }
            }
            "half_pixel_symmetric" => {
                let adjustment = self.size as f64 / size;
                from as f64 / 2.0 * (1.0 - adjustment) + half
            }
            "asymmetric" => x / self.scale,
            "align_corners" => {
                if size == 1.0 {
                    0.0
                } else {
                    x * last / (size - 1.0)
                }
            }
            "tf_crop_and_resize" => {
                let [start, end] = self.part;
                let inside = if size == 1.0 {
                    (end - start) * last / 2.0
                } else {
                    x * (end - start) * last / (size - 1.0)
                };
                let place = inside + start * last;
                if !(0.0..=last).contains(&place) {
                    return Ok(None);
                }
                place
            }
            other => {
                return Err(format!("attribute 'coordinate_transformation_mode' is '{other}'"));
            }
        }))
    }
}

/// The tensor with other sizes, its elements between those that it has: ONNX's `Resize`. One of `scales`, in
/// `f32`, and `sizes` has a number for each of `axes`, all if there are none; the other one is empty. `roi` has
/// the starts and the ends of the part that `tf_crop_and_resize` shows, or is empty. Computed in `f64`, a
/// dimension after the other, and rounded once; the nearest elements are those of the tensor.
///
/// # Errors
/// Lists of other lengths; a scale that is not positive; `attribute 'mode' is 'x'`, and so on; a tensor of
/// another element type.
#[kernel("nn.resize.{T}", pure, cost = cost::exponential(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "resize({T}, f32, f32, i64) -> {T} or error",
    T = [i8, i16, i32, i64, u8, u16, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn resize<T: Sampled>(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    roi: &Tensor,
    scales: &Tensor,
    sizes: &Tensor,
    antialias: Attr<bool>,
    axes: Attr<&[i64]>,
    coordinate_transformation_mode: Attr<&str>,
    cubic_coeff_a: Attr<f32>,
    exclude_outside: Attr<bool>,
    extrapolation_value: Attr<f32>,
    keep_aspect_ratio_policy: Attr<&str>,
    mode: Attr<&str>,
    nearest_mode: Attr<&str>,
) -> Result<Tensor, KernelError> {
    let from = indices(tensor.shape().dimensions());
    let kernel = Kernel::new(mode.0, nearest_mode.0, antialias.0, cubic_coeff_a.0.into());
    let kernel = kernel.map_err(invalid)?;
    let (roi, scales, sizes) =
        (roi.elements::<f32>()?, scales.elements::<f32>()?, sizes.elements::<i64>()?);
    let dimensions = if axes.0.is_empty() {
        (0..from.len()).collect()
    } else {
        shapes::dimensions(tensor.shape().dimensions(), axes.0).map_err(invalid)?
    };
    let lists = Lists { roi, scales, sizes, policy: keep_aspect_ratio_policy.0 };
    let all = lists.axes(&from, &dimensions).map_err(invalid)?;
    let (transform, exclude) = (coordinate_transformation_mode.0, exclude_outside.0);
    let outside = f64::from(extrapolation_value.0);
    if let Kernel::Nearest(_) = kernel {
        // Not by way of doubles, which have not all integers.
        let resampling = Resampling { kernel, transform, exclude, outside: T::narrow(outside) };
        let nearest = |taps: &Taps, column: &[T], apart: usize| match taps.first() {
            Some(&(place, _)) => column[place * apart],
            None => T::narrow(0.0),
        };
        tensor.metadata().expect(T::DTYPE)?;
        return resampling.resized(ctx, tensor.clone(), &all, nearest);
    }
    let elements = tensor.elements::<T>()?;
    let wide = output::<f64>(ctx, tensor.shape().dimensions(), |output| {
        output.iter_mut().zip(elements).for_each(|(wide, element)| *wide = element.wide());
        Ok(())
    })?;
    let resampling = Resampling { kernel, transform, exclude, outside };
    let mixed = |taps: &Taps, column: &[f64], apart: usize| {
        taps.iter().map(|&(place, weight)| column[place * apart] * weight).sum()
    };
    let values = resampling.resized(ctx, wide, &all, mixed)?;
    let elements = values.elements::<f64>()?;
    output::<T>(ctx, values.shape().dimensions(), |output| {
        output.iter_mut().zip(elements).for_each(|(element, &value)| *element = T::narrow(value));
        Ok(())
    })
}

/// What is the same for all dimensions that are resized.
struct Resampling<'a, V> {
    kernel: Kernel,
    transform: &'a str,
    exclude: bool,
    /// What is beyond the part that is shown.
    outside: V,
}

/// For how many places along a dimension the taps are kept at a time: the list is no part of what the run may
/// allocate.
const PLACES: usize = 1024;

impl<V: Element> Resampling<'_, V> {
    /// A tensor of other sizes, one dimension after the other. `mix` makes each element of its taps, which are
    /// so far apart in a column.
    fn resized(
        &self,
        ctx: ExecCtx<'_>,
        mut tensor: Tensor,
        all: &[Axis],
        mix: impl Fn(&Taps, &[V], usize) -> V,
    ) -> Result<Tensor, KernelError> {
        for axis in all {
            let mut shape = tensor.shape().dimensions().to_vec();
            let from = indices(&shape);
            let size = from[axis.dimension];
            let same = axis.scale == 1.0 && axis.size == size && axis.part == [0.0, 1.0];
            if same {
                continue;
            }
            if size == 0 && axis.size > 0 {
                return Err(invalid(
                    "a dimension without elements cannot be made larger".to_owned(),
                ));
            }
            if axis.size > 0 {
                // It is wrong also where another dimension leaves nothing to compute.
                axis.place(0, size, self.transform).map_err(invalid)?;
            }
            shape[axis.dimension] =
                i64::try_from(axis.size).map_err(|_| "Cannot allocate tensor")?;
            let (outer, inner) =
                (product(&from[..axis.dimension]), product(&from[axis.dimension + 1..]));
            let values = tensor.elements::<V>()?;
            let resized = filled(ctx, V::DTYPE, &shape, &mut |bytes| {
                let resized = elements_mut::<V>(bytes)?;
                for first in (0..axis.size).step_by(PLACES) {
                    let mut taps = Vec::new();
                    for at in (first..axis.size).take(PLACES) {
                        let place = axis.place(at, size, self.transform).map_err(invalid)?;
                        let taps_at = |at| self.kernel.taps(at, axis.scale, size, self.exclude);
                        taps.push(place.map(taps_at));
                    }
                    for row in 0..outer {
                        let to = &mut resized[(row * axis.size + first) * inner..];
                        for (to, taps) in to.chunks_exact_mut(inner).zip(&taps) {
                            for (column, to) in to.iter_mut().enumerate() {
                                let values = &values[row * size * inner + column..];
                                *to = match taps {
                                    Some(taps) => mix(taps, values, inner),
                                    None => self.outside,
                                };
                            }
                        }
                        if ctx.request.cancelled().is_some() {
                            return Err(ctx.end_of_run(Ended));
                        }
                    }
                }
                Ok(())
            })?;
            tensor = resized;
        }
        Ok(tensor)
    }
}

/// What says the sizes of a result.
struct Lists<'a> {
    roi: &'a [f32],
    scales: &'a [f32],
    sizes: &'a [i64],
    policy: &'a str,
}

impl Lists<'_> {
    fn axes(&self, from: &[usize], dimensions: &[usize]) -> Result<Vec<Axis>, String> {
        let count = dimensions.len();
        let given = [self.scales.len(), self.sizes.len()];
        if given != [count, 0] && given != [0, count] {
            return Err(format!("{} scales and {} sizes for {count} axes", given[0], given[1]));
        }
        if ![0, 2 * count].contains(&self.roi.len()) {
            return Err(format!("a part of {} numbers for {count} axes", self.roi.len()));
        }
        let own = |at: usize| match self.sizes.get(at) {
            Some(&size) => size as f64 / from[dimensions[at]] as f64,
            None => self.scales[at].into(),
        };
        let common = match (self.sizes.is_empty(), self.policy) {
            (true, _) | (false, "stretch") => None,
            (false, "not_larger") => Some((0..count).map(own).fold(f64::INFINITY, f64::min)),
            (false, "not_smaller") => Some((0..count).map(own).fold(0.0, f64::max)),
            (false, other) => {
                return Err(format!("attribute 'keep_aspect_ratio_policy' is '{other}'"));
            }
        };
        let mut all = Vec::new();
        for (at, &dimension) in dimensions.iter().enumerate() {
            let scale = common.unwrap_or_else(|| own(at));
            let size = from[dimension] as f64;
            let part = match self.roi {
                [] => [0.0, 1.0],
                roi => [roi[at].into(), roi[count + at].into()],
            };
            let size = match (self.sizes.get(at), common) {
                (Some(&size), None) => {
                    usize::try_from(size).map_err(|_| format!("'sizes' has {size}"))?
                }
                (Some(_), Some(common)) => (common * size + 0.5) as usize,
                (None, _) => (scale * size) as usize,
            };
            let nothing = size == 0 || from[dimension] == 0;
            let usable = scale > 0.0 && scale.is_finite();
            if !nothing && !usable {
                return Err(format!("'scales' has {scale}"));
            }
            all.push(Axis { dimension, scale, size, part });
        }
        Ok(all)
    }
}

/// What is beyond the edges of images.
#[derive(Clone, Copy)]
enum Beyond {
    Zeros,
    Border,
    Reflection,
}

impl Beyond {
    /// A place between two edges, and back from each.
    fn reflected(at: f64, [low, high]: [f64; 2]) -> f64 {
        let range = high - low;
        if range.is_nan() || range <= 0.0 || !at.is_finite() {
            return low;
        }
        let over = (at - low).rem_euclid(2.0 * range);
        low + if over > range { 2.0 * range - over } else { over }
    }

    /// The element that a place along a dimension means.
    fn element(self, at: f64, size: usize, edges: [f64; 2]) -> Option<usize> {
        let last = size as f64 - 1.0;
        if (0.0..=last).contains(&at) {
            return Some(at as usize);
        }
        match self {
            Self::Zeros => None,
            Self::Border => Some(at.clamp(0.0, last.max(0.0)) as usize),
            Self::Reflection => Some(Self::reflected(at, edges).clamp(0.0, last.max(0.0)) as usize),
        }
    }
}

/// Images at the places of a grid, whose last dimension has a number from -1 to 1 for each of the images'
/// dimensions, the last first: ONNX's `GridSample`. Computed in `f64` and rounded once.
///
/// # Errors
/// `images of shape [1, 1, 2, 2] and a grid of shape [1, 2, 2, 3]`; `attribute 'mode' is 'x'`, and so on; a
/// tensor of another element type.
#[kernel("nn.grid_sample.{T}", pure, cost = cost::exponential(grid), assembly = Assembly::TYPED_RESULTS,
    infer = "grid({T}, {T}) -> {T} or error", T = [f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn grid_sample<T: Sampled>(
    ctx: ExecCtx<'_>,
    images: &Tensor,
    grid: &Tensor,
    align_corners: Attr<bool>,
    mode: Attr<&str>,
    padding_mode: Attr<&str>,
) -> Result<Tensor, KernelError> {
    let [from, places] = [images, grid].map(|tensor| tensor.shape().dimensions());
    let shape = shapes::grid(from, places).map_err(invalid)?;
    let rank = from.len() - 2;
    let kernel = match mode.0 {
        "nearest" => None,
        "linear" | "bilinear" => Some(Kernel::Linear { antialias: false }),
        "cubic" | "bicubic" => Some(Kernel::Cubic { antialias: false, a: -0.75 }),
        other => return Err(invalid(format!("attribute 'mode' is '{other}'"))),
    };
    let beyond = match padding_mode.0 {
        "zeros" => Beyond::Zeros,
        "border" => Beyond::Border,
        "reflection" => Beyond::Reflection,
        other => return Err(invalid(format!("attribute 'padding_mode' is '{other}'"))),
    };
    let (sizes, apart) = (indices(from), strides(from));
    let (elements, grid) = (images.elements::<T>()?, grid.elements::<T>()?);
    let channels = sizes[1];
    let points: usize = product(&indices(&places[1..=rank]));
    output::<T>(ctx, &shape, |output| {
        for batch in 0..sizes[0] {
            for point in 0..points {
                let at = &grid[(batch * points + point) * rank..][..rank];
                // For each combination of taps: where the element is in a channel, and its weight.
                let mut all: Vec<(usize, f64)> = vec![(0, 1.0)];
                for dimension in 0..rank {
                    let size = sizes[2 + dimension];
                    let last = size as f64 - 1.0;
                    let number = at[rank - 1 - dimension].wide();
                    let (mut place, edges) = if align_corners.0 {
                        ((number + 1.0) / 2.0 * last, [0.0, last])
                    } else {
                        (((number + 1.0) * size as f64 - 1.0) / 2.0, [-0.5, last + 0.5])
                    };
                    if kernel.is_none() {
                        place = place.round_ties_even();
                    }
                    if !(edges[0]..=edges[1]).contains(&place) {
                        place = match beyond {
                            Beyond::Zeros => place,
                            Beyond::Border => place.clamp(0.0, last.max(0.0)),
                            Beyond::Reflection => Beyond::reflected(place, edges),
                        };
                    }
                    let (first, weights) = match kernel {
                        Some(kernel) => kernel.weights(place, 1.0),
                        None => (place.round_ties_even(), vec![1.0]),
                    };
                    let step = apart[2 + dimension].unsigned_abs();
                    let taps = weights.iter().enumerate().filter_map(|(tap, &weight)| {
                        let element = beyond.element(first + tap as f64, size, edges)?;
                        Some((element * step, weight))
                    });
                    let taps: Vec<(usize, f64)> = taps.collect();
                    let joined = all.iter().flat_map(|&(place, weight)| {
                        taps.iter().map(move |&(other, factor)| (place + other, weight * factor))
                    });
                    all = joined.collect();
                }
                for channel in 0..channels {
                    let start = (batch * channels + channel) * apart[1].unsigned_abs();
                    let value =
                        all.iter().map(|&(place, weight)| elements[start + place].wide() * weight);
                    output[(batch * channels + channel) * points + point] = T::narrow(value.sum());
                }
            }
            if ctx.request.cancelled().is_some() {
                return Err(Ended);
            }
        }
        Ok(())
    })
}

/// Parts of images, each resized: ONNX's `RoiAlign`. `parts` has a row for each: left, top, right and bottom;
/// `batch` the image of each. Computed in `f64` and rounded once.
///
/// # Errors
/// Tensors of other shapes; `index 2 is beyond a dimension of size 1`; `attribute 'mode' is 'x'`; a tensor of
/// another element type.
#[kernel("nn.roi_align.{T}", pure, cost = cost::exponential(images), assembly = Assembly::TYPED_RESULTS,
    infer = "parts({T}, {T}, i64) -> {T} or error", T = [f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn roi_align<T: Sampled>(
    ctx: ExecCtx<'_>,
    images: &Tensor,
    parts: &Tensor,
    batch: &Tensor,
    half_pixel: Attr<bool>,
    mode: Attr<&str>,
    output_height: Attr<i64>,
    output_width: Attr<i64>,
    sampling_ratio: Attr<i64>,
    spatial_scale: Attr<f32>,
) -> Result<Tensor, KernelError> {
    let shape = shapes::parts(
        images.shape().dimensions(),
        parts.shape().dimensions(),
        [output_height.0, output_width.0],
    );
    let shape = shape.map_err(invalid)?;
    let greatest = match mode.0 {
        "avg" => false,
        "max" => true,
        other => return Err(invalid(format!("attribute 'mode' is '{other}'"))),
    };
    let sizes = indices(images.shape().dimensions());
    let [count, channels] = [sizes[0], sizes[1]];
    let area = [sizes[2], sizes[3]];
    let batch = batch.elements::<i64>()?;
    if batch.len() as i64 != shape[0] {
        return Err(invalid(format!("{} images for {} parts", batch.len(), shape[0])));
    }
    if let Some(wrong) = batch.iter().find(|&&at| !(0..count as i64).contains(&at)) {
        return Err(invalid(format!("index {wrong} is beyond a dimension of size {count}")));
    }
    let (elements, parts) = (images.elements::<T>()?, parts.elements::<T>()?);
    let bins = [index(shape[2]), index(shape[3])];
    output::<T>(ctx, &shape, |output| {
        for (part, &image) in batch.iter().enumerate() {
            let scale = f64::from(spatial_scale.0);
            let offset = if half_pixel.0 { 0.5 } else { 0.0 };
            let edge = |at: usize| parts[part * 4 + at].wide() * scale - offset;
            let starts = [edge(1), edge(0)];
            let mut lengths = [edge(3) - starts[0], edge(2) - starts[1]];
            if !half_pixel.0 {
                lengths = lengths.map(|length| length.max(1.0));
            }
            let sides = [0, 1].map(|at| lengths[at] / bins[at] as f64);
            // No more samples than an element has places for.
            let samples = [0, 1].map(|at| match sampling_ratio.0 {
                ratio @ 1.. => ratio.min(1 << 10) as usize,
                _ => sides[at].ceil().clamp(0.0, area[at] as f64 + 1.0) as usize,
            });
            for channel in 0..channels {
                let start = (index(image) * channels + channel) * area[0] * area[1];
                let pixels = &elements[start..][..area[0] * area[1]];
                for bin in 0..bins[0] * bins[1] {
                    let at = [bin / bins[1], bin % bins[1]];
                    let mut all = if greatest { f64::NEG_INFINITY } else { 0.0 };
                    for sample in 0..samples[0] * samples[1] {
                        let of = [sample / samples[1], sample % samples[1]];
                        let place = [0, 1].map(|it| {
                            let inside = (of[it] as f64 + 0.5) / samples[it] as f64;
                            starts[it] + (at[it] as f64 + inside) * sides[it]
                        });
                        let terms = corners(place, area).map(|(place, weight)| {
                            if weight == 0.0 { 0.0 } else { pixels[place].wide() * weight }
                        });
                        all = if greatest {
                            terms.into_iter().fold(all, f64::max)
                        } else {
                            all + terms.into_iter().sum::<f64>()
                        };
                    }
                    let count = samples[0] * samples[1];
                    let value = match (greatest, count) {
                        (_, 0) => 0.0,
                        (true, _) => all,
                        (false, count) => all / count as f64,
                    };
                    output[(part * channels + channel) * bins[0] * bins[1] + bin] =
                        T::narrow(value);
                }
            }
            if ctx.request.cancelled().is_some() {
                return Err(Ended);
            }
        }
        Ok(())
    })
}

/// The four pixels around a place, with their weights; none beyond the edges.
fn corners(place: [f64; 2], area: [usize; 2]) -> [(usize, f64); 4] {
    let outside = (0..2).any(|at| !(-1.0..=area[at] as f64).contains(&place[at]));
    if outside || area.contains(&0) {
        return [(0, 0.0); 4];
    }
    let ends = [0, 1].map(|at| {
        let place = place[at].max(0.0);
        let low = place as usize;
        if low + 1 >= area[at] {
            (area[at] - 1, area[at] - 1, 0.0)
        } else {
            (low, low + 1, place - low as f64)
        }
    });
    let [(top, bottom, down), (left, right, across)] = ends;
    [
        (top * area[1] + left, (1.0 - down) * (1.0 - across)),
        (top * area[1] + right, (1.0 - down) * across),
        (bottom * area[1] + left, down * (1.0 - across)),
        (bottom * area[1] + right, down * across),
    ]
}

/// The boxes that are kept: each with its image, class and number. The one with the highest score comes first,
/// and those that overlap it by more than the threshold are dropped. ONNX's `NonMaxSuppression`. The thresholds
/// and the number have one element each.
///
/// # Errors
/// Boxes and scores of other shapes; a tensor of another element type.
#[kernel("nn.non_max_suppression", pure, cost = cost::exponential(scores), assembly = Assembly::TYPED_RESULTS,
    infer = "rows(f32, f32, i64, f32, f32) -> i64 or error")]
pub fn non_max_suppression(
    ctx: ExecCtx<'_>,
    boxes: &Tensor,
    scores: &Tensor,
    most: &Tensor,
    overlap: &Tensor,
    least: &Tensor,
    center_point_box: Attr<bool>,
) -> Result<Tensor, KernelError> {
    let [of_boxes, of_scores] = [boxes, scores].map(|tensor| tensor.shape().dimensions());
    let (&[batch, count, 4], &[other, classes, same]) = (of_boxes, of_scores) else {
        return Err(invalid(format!(
            "boxes of shape {of_boxes:?} and scores of shape {of_scores:?}"
        )));
    };
    if batch != other || count != same {
        return Err(invalid(format!(
            "boxes of shape {of_boxes:?} and scores of shape {of_scores:?}"
        )));
    }
    let (&[most], &[overlap], &[least]) =
        (most.elements::<i64>()?, overlap.elements::<f32>()?, least.elements::<f32>()?)
    else {
        return Err(invalid("a threshold is not one number".to_owned()));
    };
    let (boxes, scores) = (boxes.elements::<f32>()?, scores.elements::<f32>()?);
    let [batch, classes, count] = [batch, classes, count].map(index);
    let most = usize::try_from(most).unwrap_or(0);
    // Top, left, bottom and right.
    let corners = |at: usize| {
        let &[a, b, c, d] = &boxes[at * 4..][..4] else { return [0.0; 4] };
        if center_point_box.0 {
            [b - d / 2.0, a - c / 2.0, b + d / 2.0, a + c / 2.0]
        } else {
            [a.min(c), b.min(d), a.max(c), b.max(d)]
        }
    };
    let overlaps = |a: usize, b: usize| {
        let (a, b) = (corners(a), corners(b));
        let side = |at: usize| (a[at + 2].min(b[at + 2]) - a[at].max(b[at])).max(0.0);
        let area = |of: [f32; 4]| (of[2] - of[0]) * (of[3] - of[1]);
        let both = side(0) * side(1);
        both / (area(a) + area(b) - both) > overlap
    };
    let mut kept: Vec<[i64; 3]> = Vec::new();
    for image in 0..batch {
        for class in 0..classes {
            let of_class = &scores[(image * classes + class) * count..][..count];
            let mut order: Vec<usize> = (0..count).filter(|&at| of_class[at] > least).collect();
            order.sort_by(|&a, &b| of_class[b].total_cmp(&of_class[a]).then(a.cmp(&b)));
            let mut chosen: Vec<usize> = Vec::new();
            for at in order {
                if chosen.len() >= most {
                    break;
                }
                if !chosen.iter().any(|&other| overlaps(image * count + at, image * count + other))
                {
                    chosen.push(at);
                }
            }
            kept.extend(chosen.into_iter().map(|at| [image as i64, class as i64, at as i64]));
            if ctx.request.cancelled().is_some() {
                return Err(ctx.end_of_run(Ended));
            }
        }
    }
    output::<i64>(ctx, &[kept.len() as i64, 3], |output| {
        output.copy_from_slice(kept.as_flattened());
        Ok(())
    })
}
