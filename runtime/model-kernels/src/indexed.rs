//! Elements that are found by indices, or at places that indices say.

use crate::cost;
use crate::element::Scalar;
use crate::moved::moved;
use crate::output::{filled, index, indices, invalid, list, product};
use half::{bf16, f16};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, shapes};
use tfrt_numeric::{Arithmetic, Ended, Extremes};
use tfrt_tensor::{Element, I1, Tensor};

/// The place that an index is in a dimension of that size; negative ones count from the end.
pub(crate) fn place(at: i64, size: i64) -> Result<usize, KernelError> {
    let from_end = if at < 0 { at.saturating_add(size) } else { at };
    if (0..size).contains(&from_end) {
        return Ok(index(from_end));
    }
    Err(invalid(format!("index {at} is beyond a dimension of size {size}")))
}

/// The products of the sizes behind each dimension: from one element to its neighbour.
fn distances(sizes: &[usize]) -> Vec<usize> {
    let mut all = vec![1_usize; sizes.len()];
    for at in (1..sizes.len()).rev() {
        all[at - 1] = all[at].saturating_mul(sizes[at]);
    }
    all
}

/// The slices of a tensor at indices along `axis`, whose dimensions take that one's place: ONNX's `Gather`.
/// Negative indices count from the end.
///
/// # Errors
/// `axis 2 is no dimension of shape [2, 3]`; `index 3 is beyond a dimension of size 3`.
#[kernel("nn.gather", pure, cost = cost::moved(places), assembly = Assembly::TYPED_RESULTS,
    infer = "gather(*, i64) -> * or error")]
pub fn gather(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    places: &Tensor,
    axis: Attr<i64>,
) -> Result<Tensor, KernelError> {
    let from = tensor.shape().dimensions();
    let shape = shapes::gather(from, places.shape().dimensions(), axis.0).map_err(invalid)?;
    let dimension = shapes::dimension(from, axis.0).map_err(invalid)?;
    let places = places.elements::<i64>()?.iter().map(|&at| place(at, from[dimension]));
    let places: Vec<usize> = places.collect::<Result<_, _>>()?;
    let sizes = indices(from);
    let inner: usize = product(&sizes[dimension + 1..]);
    moved(ctx, tensor.dtype(), &shape, |output| {
        output.arrange(ctx, tensor, None, &|at| {
            let (row, column) = (at / inner, at % inner);
            let (outer, of) = (row / places.len(), row % places.len());
            Some((outer * sizes[dimension] + places[of]) * inner + column)
        })
    })
}

/// The element at each place, whose index along `axis` `places` has instead: ONNX's `GatherElements`. Negative
/// indices count from the end.
///
/// # Errors
/// Tensors of different ranks; places beyond another dimension; `index 3 is beyond a dimension of size 3`.
#[kernel("nn.gather_elements", pure, cost = cost::moved(places), assembly = Assembly::TYPED_RESULTS,
    infer = "at(*, i64) -> * or error")]
pub fn gather_elements(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    places: &Tensor,
    axis: Attr<i64>,
) -> Result<Tensor, KernelError> {
    let (from, shape) = (tensor.shape().dimensions(), places.shape().dimensions());
    let along = Along::new(from, places, axis.0)?;
    moved(ctx, tensor.dtype(), shape, |output| {
        output.arrange(ctx, tensor, None, &|at| Some(along.of(at)))
    })
}

/// Places along one dimension.
struct Along {
    /// For each element of the places, that along the dimension.
    places: Vec<usize>,
    dimension: usize,
    /// The sizes of the places.
    sizes: Vec<usize>,
    /// Of the tensor.
    distances: Vec<usize>,
}

impl Along {
    fn new(from: &[i64], places: &Tensor, axis: i64) -> Result<Self, KernelError> {
        let shape = places.shape().dimensions();
        let dimension = shapes::dimension(from, axis).map_err(invalid)?;
        let fits = from.len() == shape.len()
            && (0..from.len()).all(|at| at == dimension || shape[at] <= from[at]);
        if !fits {
            return Err(invalid(format!(
                "places of shape {shape:?} for a tensor of shape {from:?}"
            )));
        }
        let all = places.elements::<i64>()?.iter().map(|&at| place(at, from[dimension]));
        Ok(Self {
            places: all.collect::<Result<_, _>>()?,
            dimension,
            sizes: indices(shape),
            distances: distances(&indices(from)),
        })
    }

    /// Where the element of the tensor is that belongs to that of the places.
    fn of(&self, at: usize) -> usize {
        let (mut rest, mut all) = (at, 0);
        for dimension in (0..self.sizes.len()).rev() {
            let along = rest % self.sizes[dimension];
            rest /= self.sizes[dimension];
            let along = if dimension == self.dimension { self.places[at] } else { along };
            all += along * self.distances[dimension];
        }
        all
    }
}

/// Parts of a tensor.
struct Parts {
    /// Where each begins.
    starts: Vec<usize>,
    /// The elements of each.
    length: usize,
}

impl Parts {
    /// Those at indices, whose last dimension has places along the first dimensions behind the `batch` ones.
    fn new(from: &[i64], places: &Tensor, batch: usize) -> Result<Self, KernelError> {
        let shape = places.shape().dimensions();
        let count = index(shape[shape.len() - 1]);
        let sizes = indices(from);
        let distances = distances(&sizes);
        let length = product(&sizes[batch + count..]);
        let elements = places.elements::<i64>()?;
        let each: usize = product(&indices(&shape[batch..shape.len() - 1]));
        // Without a place for each and without elements nothing bounds how many there are.
        let empty = count == 0 && length == 0;
        let all = if empty { 0 } else { product(&indices(&shape[..shape.len() - 1])) };
        let mut starts = Vec::new();
        starts.try_reserve_exact(all).map_err(|_| "Cannot allocate tensor")?;
        for at in 0..all {
            let mut rest = at.checked_div(each).unwrap_or(0);
            let mut start = 0;
            for dimension in (0..batch).rev() {
                start += rest % sizes[dimension] * distances[dimension];
                rest /= sizes[dimension];
            }
            for (place_at, &of) in elements[at * count..][..count].iter().enumerate() {
                start += place(of, from[batch + place_at])? * distances[batch + place_at];
            }
            starts.push(start);
        }
        Ok(Self { starts, length })
    }
}

/// Parts of a tensor at indices, whose last dimension has the places along the tensor's first dimensions
/// behind the `batch_dims` ones, which both have: ONNX's `GatherND`. Negative indices count from the end.
///
/// # Errors
/// `indices of shape [2, 3] and 'batch_dims' 0 do not fit a tensor of shape [2, 3]`; `index 3 is beyond a
/// dimension of size 3`.
#[kernel("nn.gather_nd", pure, cost = cost::moved(places), assembly = Assembly::TYPED_RESULTS,
    infer = "gather_nd(*, i64) -> * or error")]
pub fn gather_nd(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    places: &Tensor,
    batch_dims: Attr<i64>,
) -> Result<Tensor, KernelError> {
    let from = tensor.shape().dimensions();
    let shape = places.shape().dimensions();
    let result = shapes::gather_nd(from, shape, batch_dims.0).map_err(invalid)?;
    let batch = index(batch_dims.0);
    if from[..batch] != shape[..batch] {
        return Err(invalid(format!("indices of shape {shape:?} for a tensor of shape {from:?}")));
    }
    let parts = || Parts::new(from, places, batch);
    if result.contains(&0) {
        // An index may be wrong all the same.
        parts()?;
    }
    // There are no more parts than elements of the result, which is allocated first.
    moved(ctx, tensor.dtype(), &result, |output| {
        let parts = parts()?;
        output.arrange(ctx, tensor, None, &|at| {
            Some(parts.starts[at / parts.length] + at % parts.length)
        })
    })
}

/// What becomes of an element and an update of it.
pub trait Update: Element {
    /// Both together; `None` if elements of the type have no such.
    #[must_use]
    fn updated(self, update: Self, how: &str) -> Option<Self>;
}

macro_rules! updates {
    ($($number:ty)*) => {$(
        impl Update for $number {
            fn updated(self, update: Self, how: &str) -> Option<Self> {
                let (a, b) = (self.work(), update.work());
                Some(match how {
                    "none" => update,
                    "add" => Self::rounded_from(a.plus(b)),
                    "mul" => Self::rounded_from(a.times(b)),
                    "max" => Self::rounded_from(a.greatest(b)),
                    "min" => Self::rounded_from(a.least(b)),
                    _ => return None,
                })
            }
        }
    )*};
}

updates! { i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 }

impl Update for I1 {
    fn updated(self, update: Self, how: &str) -> Option<Self> {
        let (a, b) = (bool::from(self), bool::from(update));
        Some(Self::from(match how {
            "none" => b,
            "add" | "max" => a || b,
            "mul" | "min" => a && b,
            _ => return None,
        }))
    }
}

/// A copy of a tensor in which the elements at places are updated, one after the other.
fn updated<T: Update>(
    ctx: ExecCtx<'_>,
    (tensor, updates): (&Tensor, &Tensor),
    how: &str,
    mut places: impl Iterator<Item = usize>,
) -> Result<Tensor, KernelError> {
    let unknown = || invalid(format!("attribute 'reduction' is '{how}'"));
    let updates = updates.elements::<T>()?;
    let elements = tensor.elements::<T>()?;
    filled(ctx, T::DTYPE, tensor.shape().dimensions(), &mut |bytes| {
        let output = crate::output::elements_mut::<T>(bytes)?;
        output.copy_from_slice(elements);
        for (count, (place, &update)) in places.by_ref().zip(updates).enumerate() {
            output[place] = output[place].updated(update, how).ok_or_else(unknown)?;
            if count.is_multiple_of(1 << 16) && ctx.request.cancelled().is_some() {
                return Err(ctx.end_of_run(Ended));
            }
        }
        Ok(())
    })
}

/// A copy of the tensor in which the elements at places, whose index along `axis` `places` has, are updated in
/// order: ONNX's `ScatterElements`. `reduction` is `none`, `add`, `mul`, `max` or `min`.
///
/// # Errors
/// As `nn.gather_elements`; updates of another shape than the places; `attribute 'reduction' is 'x'`.
#[kernel("nn.scatter_elements.{T}", pure, cost = cost::moved(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "like({T}, i64, {T}) -> {T} or error",
    T = [I1 as "i1", i8, i16, i32, i64, u8, u16, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn scatter_elements<T: Update>(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    places: &Tensor,
    updates: &Tensor,
    axis: Attr<i64>,
    reduction: Attr<&str>,
) -> Result<Tensor, KernelError> {
    let along = Along::new(tensor.shape().dimensions(), places, axis.0)?;
    if updates.shape() != places.shape() {
        let (updates, places) = (updates.metadata(), places.metadata());
        return Err(invalid(format!("updates are {updates}, places {places}")));
    }
    let all = (0..along.places.len()).map(|at| along.of(at));
    updated::<T>(ctx, (tensor, updates), reduction.0, all)
}

/// A copy of the tensor in which parts at indices are updated in order: ONNX's `ScatterND`. `reduction` is
/// `none`, `add`, `mul`, `max` or `min`.
///
/// # Errors
/// As `nn.gather_nd`; updates of another shape than the parts; `attribute 'reduction' is 'x'`.
#[kernel("nn.scatter_nd.{T}", pure, cost = cost::moved(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "like({T}, i64, {T}) -> {T} or error",
    T = [I1 as "i1", i8, i16, i32, i64, u8, u16, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn scatter_nd<T: Update>(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    places: &Tensor,
    updates: &Tensor,
    reduction: Attr<&str>,
) -> Result<Tensor, KernelError> {
    let from = tensor.shape().dimensions();
    let shape = shapes::gather_nd(from, places.shape().dimensions(), 0).map_err(invalid)?;
    if updates.shape().dimensions() != shape {
        let found = updates.metadata();
        return Err(invalid(format!("updates are {found}, expected a shape of {shape:?}")));
    }
    let Parts { starts, length } = Parts::new(from, places, 0)?;
    let all = starts.into_iter().flat_map(|start| start..start + length);
    updated::<T>(ctx, (tensor, updates), reduction.0, all)
}

/// The tensor with `pads` before and behind each dimension, or each of `axes`; negative ones take away. ONNX's
/// `Pad`. `mode` says what they consist of: `constant`, the one element of `value`; `edge`, the nearest
/// element; `reflect`, the elements from the edge on; `wrap`, those from the other edge on.
///
/// # Errors
/// `'pads' has 2 elements, expected 4`; `attribute 'mode' is 'x'`; a tensor without elements that is padded
/// with its own.
#[kernel("nn.pad", pure, cost = cost::moved(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "pad(*, i64, *, i64) -> * or error")]
pub fn pad(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    pads: &Tensor,
    value: &Tensor,
    axes: Option<&Tensor>,
    mode: Attr<&str>,
) -> Result<Tensor, KernelError> {
    let from = tensor.shape().dimensions();
    let (pads, axes) = (list(pads)?, axes.map(list).transpose()?);
    let shape = shapes::pad(from, pads, axes).map_err(invalid)?;
    value.metadata().expect(tensor.dtype())?;
    if value.shape().elements() != Some(1) {
        return Err(invalid(format!("the value of a pad is {}", value.metadata())));
    }
    let mut before = vec![0_i64; from.len()];
    let dimensions = match axes {
        Some(axes) => shapes::dimensions(from, axes).map_err(invalid)?,
        None => (0..from.len()).collect(),
    };
    for (at, dimension) in dimensions.into_iter().enumerate() {
        before[dimension] = pads[at];
    }
    let mode = match mode.0 {
        "constant" => Mode::Constant,
        "edge" => Mode::Edge,
        "reflect" => Mode::Reflect,
        "wrap" => Mode::Wrap,
        other => return Err(invalid(format!("attribute 'mode' is '{other}'"))),
    };
    let (sizes, distances) = (indices(&shape), distances(&indices(from)));
    let lacks = mode != Mode::Constant && from.contains(&0) && !shape.contains(&0);
    if lacks {
        return Err(invalid(format!("a tensor of shape {from:?} has nothing to be padded with")));
    }
    moved(ctx, tensor.dtype(), &shape, |output| {
        output.arrange(ctx, tensor, Some(value), &|at| {
            let (mut rest, mut place) = (at, 0);
            for dimension in (0..sizes.len()).rev() {
                let along = (rest % sizes[dimension]) as i64 - before[dimension];
                rest /= sizes[dimension];
                place += mode.place(along, from[dimension])? * distances[dimension];
            }
            Some(place)
        })
    })
}

/// What pads consist of.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Constant,
    Edge,
    Reflect,
    Wrap,
}

impl Mode {
    /// Where the element at a place along a dimension comes from; `None` if it is the constant.
    fn place(self, at: i64, size: i64) -> Option<usize> {
        if (0..size).contains(&at) {
            return Some(index(at));
        }
        match self {
            Self::Constant => None,
            Self::Edge => Some(index(at.clamp(0, size - 1))),
            Self::Wrap => Some(index(at.rem_euclid(size))),
            Self::Reflect => {
                // There and back, without the edges twice.
                let period = (2 * size - 2).max(1);
                let at = at.rem_euclid(period);
                Some(index(at.min(period - at).min(size - 1)))
            }
        }
    }
}

/// The tensor, repeated along each dimension: ONNX's `Tile`.
///
/// # Errors
/// `'repeats' has 1 elements, expected 2`; `'repeats' has -1, expected 0 or more`.
#[kernel("nn.tile", pure, cost = cost::moved(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "tile(*, i64) -> *")]
pub fn tile(ctx: ExecCtx<'_>, tensor: &Tensor, repeats: &Tensor) -> Result<Tensor, KernelError> {
    let from = tensor.shape().dimensions();
    let shape = shapes::tile(from, list(repeats)?).map_err(invalid)?;
    let (sizes, own) = (indices(&shape), indices(from));
    let distances = distances(&own);
    moved(ctx, tensor.dtype(), &shape, |output| {
        output.arrange(ctx, tensor, None, &|at| {
            let (mut rest, mut place) = (at, 0);
            for dimension in (0..sizes.len()).rev() {
                place += rest % sizes[dimension] % own[dimension] * distances[dimension];
                rest /= sizes[dimension];
            }
            Some(place)
        })
    })
}

/// The elements on one side of a diagonal of matrices, zeros elsewhere: ONNX's `Trilu`. `k` is the number of
/// the diagonal, counted from the main one upward.
///
/// # Errors
/// A tensor of less than two dimensions; a number of another shape.
#[kernel("nn.trilu", pure, cost = cost::moved(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "like(*, i64) -> * or error")]
pub fn trilu(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    k: &Tensor,
    upper: Attr<bool>,
) -> Result<Tensor, KernelError> {
    let shape = tensor.shape().dimensions();
    let ([.., rows, columns], &[k]) = (shape, k.elements::<i64>()?) else {
        return Err(invalid(format!(
            "matrices of shape {shape:?} and a diagonal {}",
            k.metadata()
        )));
    };
    let (rows, columns) = (index(*rows), index(*columns));
    moved(ctx, tensor.dtype(), shape, |output| {
        output.arrange(ctx, tensor, None, &|at| {
            let (row, column) = (at / columns % rows, at % columns);
            let above = (column as i64).saturating_sub(row as i64);
            (if upper.0 { above >= k } else { above <= k }).then_some(at)
        })
    })
}
