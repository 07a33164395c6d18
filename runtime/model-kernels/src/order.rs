//! Running sums, the greatest elements, and elements that are chosen by what they are.

use crate::cost;
use crate::element::Scalar;
use crate::moved::moved;
use crate::output::{filled, index, indices, invalid, list, output, product};
use half::{bf16, f16};
use std::cmp::Ordering;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, DType, shapes};
use tfrt_numeric::Arithmetic;
use tfrt_tensor::{Element, I1, Tensor};

/// A tensor as rows along a dimension: how many there are before it, its size, and how many behind.
fn along(tensor: &Tensor, axis: i64) -> Result<[usize; 3], KernelError> {
    let shape = tensor.shape().dimensions();
    let dimension = shapes::dimension(shape, axis).map_err(invalid)?;
    let sizes = indices(shape);
    let [outer, inner] = [&sizes[..dimension], &sizes[dimension + 1..]].map(product);
    Ok([outer, sizes[dimension], inner])
}

/// The one number of a tensor.
fn number(tensor: &Tensor) -> Result<i64, KernelError> {
    match tensor.elements::<i64>()? {
        [number] => Ok(*number),
        _ => Err(invalid(format!("expected one number, got {}", tensor.metadata()))),
    }
}

/// What the elements up to each come to along a dimension.
fn running<T: Scalar>(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    (axis, exclusive, reverse): (&Tensor, bool, bool),
    start: T::Work,
    join: impl Fn(T::Work, T::Work) -> T::Work,
) -> Result<Tensor, KernelError> {
    let [outer, size, inner] = along(tensor, number(axis)?)?;
    let elements = tensor.elements::<T>()?;
    output::<T>(ctx, tensor.shape().dimensions(), |output| {
        for row in 0..outer {
            for column in 0..inner {
                let mut all = start;
                for step in 0..size {
                    let at = if reverse { size - 1 - step } else { step };
                    let place = (row * size + at) * inner + column;
                    let joined = join(all, elements[place].work());
                    output[place] = T::rounded_from(if exclusive { all } else { joined });
                    all = joined;
                }
            }
            if ctx.request.cancelled().is_some() {
                return Err(tfrt_numeric::Ended);
            }
        }
        Ok(())
    })
}

/// The sums of the elements up to each along `axis`, in order; with `exclusive` without the element itself, with
/// `reverse` from the end. ONNX's `CumSum`; integers wrap.
///
/// # Errors
/// `axis 2 is no dimension of shape [2, 3]`; a tensor of another element type.
#[kernel("nn.cumsum.{T}", pure, cost = cost::moved(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "like({T}, i64) -> {T} or error",
    T = [i32, i64, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn cumsum<T: Scalar<Work: Arithmetic>>(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    axis: &Tensor,
    exclusive: Attr<bool>,
    reverse: Attr<bool>,
) -> Result<Tensor, KernelError> {
    let options = (axis, exclusive.0, reverse.0);
    running::<T>(ctx, tensor, options, T::Work::ZERO, Arithmetic::plus)
}

/// The products of the elements up to each along `axis`, as [`cumsum`] has sums: ONNX's `CumProd`.
///
/// # Errors
/// As `nn.cumsum`.
#[kernel("nn.cumprod.{T}", pure, cost = cost::moved(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "like({T}, i64) -> {T} or error",
    T = [i32, i64, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn cumprod<T: Scalar<Work: Arithmetic>>(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    axis: &Tensor,
    exclusive: Attr<bool>,
    reverse: Attr<bool>,
) -> Result<Tensor, KernelError> {
    let options = (axis, exclusive.0, reverse.0);
    running::<T>(ctx, tensor, options, T::Work::ONE, Arithmetic::times)
}

/// Less first; NaN is greater than all numbers.
fn compared<T: PartialOrd>(a: &T, b: &T) -> Ordering {
    a.partial_cmp(b).unwrap_or_else(|| {
        #[expect(clippy::eq_op, reason = "NaN is not equal to itself")]
        let numbers = (a == a, b == b);
        match numbers {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            _ => Ordering::Equal,
        }
    })
}

/// Sorts places, equal ones in ascending order. One function for all types: the standard library's is large.
fn sort(places: &mut [usize], order: &dyn Fn(usize, usize) -> Ordering) {
    places.sort_by(|&a, &b| order(a, b).then(a.cmp(&b)));
}

/// The `k` greatest elements along `axis`, or the least unless `largest`, and their places: ONNX's `TopK`. They
/// are sorted, with equal ones in the order of their places.
///
/// # Errors
/// `the 4 greatest of 3`; `axis 2 is no dimension of shape [2, 3]`; a tensor of another element type.
#[kernel("nn.topk.{T}", pure, cost = cost::exponential(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "topk({T}, i64) -> {T}, i64 or error",
    T = [i8, i16, i32, i64, u8, u16, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn topk<T: Element + PartialOrd>(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    k: &Tensor,
    axis: Attr<i64>,
    largest: Attr<bool>,
) -> Result<(Tensor, Tensor), KernelError> {
    let elements = tensor.elements::<T>()?;
    let order = |a: usize, b: usize| {
        let order = compared(&elements[a], &elements[b]);
        if largest.0 { order.reverse() } else { order }
    };
    first_of(ctx, tensor, number(k)?, axis.0, &order)
}

/// The first `wanted` elements along an axis in an order of their indices, and their places along it.
fn first_of(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    wanted: i64,
    axis: i64,
    order: &dyn Fn(usize, usize) -> Ordering,
) -> Result<(Tensor, Tensor), KernelError> {
    let [outer, size, inner] = along(tensor, axis)?;
    let count = usize::try_from(wanted).ok().filter(|&count| count <= size);
    let count = count.ok_or_else(|| invalid(format!("the {wanted} greatest of {size}")))?;
    let mut shape = tensor.shape().dimensions().to_vec();
    let dimension = shapes::dimension(&shape, axis).map_err(invalid)?;
    shape[dimension] = wanted;
    let mut places = vec![0_usize; outer * count * inner];
    let mut all: Vec<usize> = Vec::with_capacity(size);
    for row in 0..outer {
        for column in 0..inner {
            let element = |at: usize| (row * size + at) * inner + column;
            all.clear();
            all.extend(0..size);
            sort(&mut all, &|a, b| order(element(a), element(b)));
            for (at, &place) in all[..count].iter().enumerate() {
                places[(row * count + at) * inner + column] = place;
            }
            if ctx.request.cancelled().is_some() {
                return Err(ctx.end_of_run(tfrt_numeric::Ended));
            }
        }
    }
    let values = moved(ctx, tensor.dtype(), &shape, |output| {
        output.arrange(ctx, tensor, None, &|at| {
            let (row, column) = (at / inner / count, at % inner);
            Some((row * size + places[at]) * inner + column)
        })
    })?;
    let places = output::<i64>(ctx, &shape, |output| {
        output.iter_mut().zip(&places).for_each(|(element, &place)| *element = place as i64);
        Ok(())
    })?;
    Ok((values, places))
}

/// The indices of the elements that are not zero, a column each, in their order: ONNX's `NonZero`.
///
/// # Errors
/// `Cannot allocate tensor`.
#[kernel("nn.nonzero", pure, cost = cost::moved(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "nonzero(i1) -> i64")]
pub fn nonzero(ctx: ExecCtx<'_>, tensor: &Tensor) -> Result<Tensor, KernelError> {
    let elements = tensor.elements::<I1>()?;
    let found: Vec<usize> = (0..elements.len()).filter(|&at| bool::from(elements[at])).collect();
    let sizes = indices(tensor.shape().dimensions());
    // A number is an element of a row.
    let sizes = if sizes.is_empty() { vec![1] } else { sizes };
    let shape = [sizes.len() as i64, found.len() as i64];
    output::<i64>(ctx, &shape, |output| {
        for (column, &at) in found.iter().enumerate() {
            let mut rest = at;
            for dimension in (0..sizes.len()).rev() {
                output[dimension * found.len() + column] = (rest % sizes[dimension]) as i64;
                rest /= sizes[dimension];
            }
        }
        Ok(())
    })
}

/// The slices along `axis` whose condition is true: ONNX's `Compress`. A condition may be shorter than the
/// dimension.
///
/// # Errors
/// `axis 2 is no dimension of shape [2, 3]`; a condition that is longer than the dimension.
#[kernel("nn.compress", pure, cost = cost::moved(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "resized(*, i1) -> * or error")]
pub fn compress(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    condition: &Tensor,
    axis: Attr<i64>,
) -> Result<Tensor, KernelError> {
    let [_, size, inner] = along(tensor, axis.0)?;
    let conditions = condition.elements::<I1>()?;
    if conditions.len() > size {
        return Err(invalid(format!("{} conditions for {size} slices", conditions.len())));
    }
    let kept: Vec<usize> = (0..conditions.len()).filter(|&at| bool::from(conditions[at])).collect();
    let mut shape = tensor.shape().dimensions().to_vec();
    let dimension = shapes::dimension(&shape, axis.0).map_err(invalid)?;
    shape[dimension] = kept.len() as i64;
    moved(ctx, tensor.dtype(), &shape, |output| {
        output.arrange(ctx, tensor, None, &|at| {
            let (row, column) = (at / inner, at % inner);
            Some((row / kept.len() * size + kept[row % kept.len()]) * inner + column)
        })
    })
}

/// The tensor with the first elements along `time_axis` in the other order, so many as `lengths` says for each
/// place along `batch_axis`: ONNX's `ReverseSequence`.
///
/// # Errors
/// A length that is beyond the dimension; another number of lengths; axes that are none, or the same.
#[kernel("nn.reverse_sequence", pure, cost = cost::moved(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "like(*, i64) -> * or error")]
pub fn reverse_sequence(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    lengths: &Tensor,
    batch_axis: Attr<i64>,
    time_axis: Attr<i64>,
) -> Result<Tensor, KernelError> {
    let shape = tensor.shape().dimensions();
    let dimension = |axis: i64| shapes::dimension(shape, axis).map_err(invalid);
    let (batch, time) = (dimension(batch_axis.0)?, dimension(time_axis.0)?);
    let lengths = list(lengths)?;
    let fits = lengths.iter().all(|length| (0..=shape[time]).contains(length));
    if batch == time || lengths.len() as i64 != shape[batch] || !fits {
        return Err(invalid(format!("lengths {lengths:?} for a tensor of shape {shape:?}")));
    }
    let sizes = indices(shape);
    let behind = |at: usize| product(&sizes[at + 1..]);
    let (of_batch, of_time) = (behind(batch), behind(time));
    moved(ctx, tensor.dtype(), shape, |output| {
        output.arrange(ctx, tensor, None, &|at| {
            let length = index(lengths[at / of_batch % sizes[batch]]);
            let place = at / of_time % sizes[time];
            Some(if place < length {
                at - place * of_time + (length - 1 - place) * of_time
            } else {
                at
            })
        })
    })
}

/// The different slices along `axis`, or elements, if there is none; the first place of each; for each slice the
/// place of the one that is equal among the different ones; and how often each is there. ONNX's `Unique`: they
/// are in ascending order, or with `sorted` false in that of their first places.
///
/// # Errors
/// `axis 2 is no dimension of shape [2, 3]`; a tensor of another element type.
#[kernel("nn.unique.{T}", pure, cost = cost::exponential(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "unique({T}) -> {T}, i64, i64, i64 or error",
    T = [I1 as "i1", i8, i16, i32, i64, u8, u16, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn unique<T: Element + Ordered>(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    axis: Attr<i64>,
    flat: Attr<bool>,
    sorted: Attr<bool>,
) -> Result<(Tensor, Tensor, Tensor, Tensor), KernelError> {
    let elements = tensor.elements::<T>()?;
    let order = |a: usize, b: usize| elements[a].order(&elements[b]);
    different(ctx, tensor, (!flat.0).then_some(axis.0), sorted.0, &order)
}

/// [`unique`] along an axis, or of all elements, by an order of their indices.
fn different(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    axis: Option<i64>,
    sorted: bool,
    order: &dyn Fn(usize, usize) -> Ordering,
) -> Result<(Tensor, Tensor, Tensor, Tensor), KernelError> {
    let [outer, size, inner] = match axis {
        Some(axis) => along(tensor, axis)?,
        None => [1, product(&indices(tensor.shape().dimensions())), 1],
    };
    let slice = |at: usize| {
        (0..outer * inner).map(move |of| {
            let (row, column) = (of / inner, of % inner);
            (row * size + at) * inner + column
        })
    };
    let order = |a: usize, b: usize| {
        slice(a)
            .zip(slice(b))
            .map(|(a, b)| order(a, b))
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    };
    let mut all: Vec<usize> = (0..size).collect();
    sort(&mut all, &order);
    // The first place of each different slice, and the places that are equal.
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for at in all {
        match groups.last_mut() {
            Some(group) if order(group[0], at).is_eq() => group.push(at),
            _ => groups.push(vec![at]),
        }
    }
    if !sorted {
        groups.sort_by_key(|group| group[0]);
    }
    let mut inverse = vec![0_i64; size];
    for (number, group) in groups.iter().enumerate() {
        group.iter().for_each(|&at| inverse[at] = number as i64);
    }
    let count = groups.len() as i64;
    let shape = match axis {
        None => vec![count],
        Some(axis) => {
            let mut shape = tensor.shape().dimensions().to_vec();
            let dimension = shapes::dimension(&shape, axis).map_err(invalid)?;
            shape[dimension] = count;
            shape
        }
    };
    let different = moved(ctx, tensor.dtype(), &shape, |output| {
        output.arrange(ctx, tensor, None, &|at| {
            let (row, column) = (at / inner, at % inner);
            let (outer, of) = (row / groups.len(), row % groups.len());
            Some((outer * size + groups[of][0]) * inner + column)
        })
    })?;
    let numbers = |length: i64, number: &dyn Fn(usize) -> i64| {
        output::<i64>(ctx, &[length], |output| {
            output.iter_mut().enumerate().for_each(|(at, element)| *element = number(at));
            Ok(())
        })
    };
    Ok((
        different,
        numbers(count, &|at| groups[at][0] as i64)?,
        numbers(size as i64, &|at| inverse[at])?,
        numbers(count, &|at| groups[at].len() as i64)?,
    ))
}

/// An element type that can be sorted.
pub trait Ordered {
    /// Less first; NaN is greater than all numbers.
    fn order(&self, other: &Self) -> Ordering;
}

macro_rules! ordered {
    ($($number:ty)*) => {$(
        impl Ordered for $number {
            fn order(&self, other: &Self) -> Ordering {
                compared(self, other)
            }
        }
    )*};
}

ordered! { i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 }

impl Ordered for I1 {
    fn order(&self, other: &Self) -> Ordering {
        bool::from(*self).cmp(&bool::from(*other))
    }
}

/// The same bytes as elements of the type `to`, of the same size: ONNX's `BitCast`.
///
/// # Errors
/// Elements of another size.
#[kernel("nn.bitcast", pure, cost = cost::moved(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "convert(*) -> * or error")]
pub fn bitcast(ctx: ExecCtx<'_>, tensor: &Tensor, to: Attr<DType>) -> Result<Tensor, KernelError> {
    let (from, to) = (tensor.dtype(), to.0);
    if from.size() != to.size() || from.size().is_none() {
        return Err(invalid(format!(
            "elements of {} and {} have different sizes",
            from.name(),
            to.name()
        )));
    }
    filled(ctx, to, tensor.shape().dimensions(), &mut |bytes| {
        bytes.copy_from_slice(tensor.bytes());
        Ok(())
    })
}
