//! The shapes of results that depend on more than equality: products, windows, moved and reduced
//! elements, as ONNX defines them. A size that is not known is negative, in operands and results alike;
//! where all sizes are known, so are those of the result. Verifier, loaders and plan ask these rules
//! through [`Infer`](crate::Infer), kernels with the shapes of their operands, so the message of a
//! mistake is the same wherever it is found.

mod indexed;
mod sequences;
mod windows;

pub use indexed::{flatten, gather, gather_nd, pad, part_of_shape, squeeze, tile, unsqueeze};
pub use sequences::{det, dft, einsum, linear_attention, recurrent, sizes_of_labels};
pub use windows::{Window, convolution_transposed, grid, parts};

use std::borrow::Cow;
use std::ops::Range;

/// The most dimensions that these ops take.
pub const MAX_RANK: usize = 8;

/// The most dimensions of a window.
pub const MAX_WINDOW: usize = 3;

/// A size that is not known.
pub(crate) const UNKNOWN: i64 = -1;

/// The shape of a convolution of images `[N, C, …]` with filters `[M, C / group, …]` and a bias `[M]`. The
/// window's kernel is that of the filters.
///
/// # Errors
/// The shapes do not fit each other, or the window's attributes.
///
/// ```
/// use tfrt_op::shapes::{Window, convolution};
///
/// let window =
///     Window { kernel: &[], strides: &[1], pads: &[0, 0], dilations: &[1], ceil_mode: false, auto_pad: 0 };
/// let shape = convolution(&[1, 4, 10], &[6, 2, 3], Some(&[6]), 2, &window);
/// assert_eq!(shape, Ok(vec![1, 6, 8]));
/// ```
pub fn convolution(
    images: &[i64],
    filters: &[i64],
    bias: Option<&[i64]>,
    group: i64,
    window: &Window<'_>,
) -> Result<Vec<i64>, String> {
    spatial(images)?;
    let both =
        || format!("images of shape {} and filters of shape {}", text(images), text(filters));
    if filters.len() != images.len() {
        return Err(format!("{} have different ranks", both()));
    }
    if group < 1 {
        return Err(format!("attribute 'group' is {group}, expected 1 or more"));
    }
    let (channels, outputs, inputs) = (images[1], filters[0], filters[1]);
    let known = |sizes: &[i64]| sizes.iter().all(|&size| size >= 0);
    if known(&[channels, inputs]) && inputs.checked_mul(group) != Some(channels) {
        let groups = if group == 1 { String::new() } else { format!(" in {group} groups") };
        return Err(format!("{} differ in channels: {channels} is not {inputs}{groups}", both()));
    }
    if outputs >= 0 && outputs % group != 0 {
        return Err(format!("{outputs} filters are not {group} groups of equal size"));
    }
    if let Some(bias) = bias
        && !matches!(bias, [size] if *size == outputs || *size < 0 || outputs < 0)
    {
        return Err(format!("a bias of shape {}, expected [{}]", text(bias), size_text(outputs)));
    }
    // Where the filters' sizes are not known, nor are those of the result.
    let kernel: Vec<i64> = filters[2..].iter().map(|&size| size.max(1)).collect();
    if let Some(zero) = filters[2..].iter().find(|&&size| size == 0) {
        return Err(format!("{} have a window of size {zero}", both()));
    }
    let mut seen = images.to_vec();
    for (size, &kernel) in seen[2..].iter_mut().zip(&filters[2..]) {
        if kernel < 0 {
            *size = UNKNOWN;
        }
    }
    let mut shape = Window { kernel: &kernel, ..*window }.pooled(&seen)?;
    shape[1] = match (outputs, bias) {
        (..0, Some([size])) => *size,
        _ => outputs,
    };
    Ok(shape)
}

/// The dimensions besides `[N, C]`.
fn spatial(images: &[i64]) -> Result<&[i64], String> {
    match images {
        [_, _, spatial @ ..] if (1..=MAX_WINDOW).contains(&spatial.len()) => Ok(spatial),
        _ => Err(format!("images of shape {}, expected [N, C] and 1 to 3 more", text(images))),
    }
}

/// The shape of a product of matrices, as NumPy's `matmul` defines it: the last two dimensions are those of
/// matrices, those before are broadcast. A vector on the left is a row, one on the right a column, and the
/// result lacks that dimension.
///
/// # Errors
/// The inner sizes or the batches do not fit each other, or an operand has rank 0.
///
/// ```
/// use tfrt_op::shapes::matmul;
///
/// assert_eq!(matmul(&[7, 1, 2, 3], &[5, 3, 4]), Ok(vec![7, 5, 2, 4]));
/// assert_eq!(matmul(&[3], &[3, 4]), Ok(vec![4]));
/// let error = "shapes [2, 3] and [4, 5] have no product: 3 is not 4";
/// assert_eq!(matmul(&[2, 3], &[4, 5]), Err(error.to_owned()));
/// ```
pub fn matmul(a: &[i64], b: &[i64]) -> Result<Vec<i64>, String> {
    expect_rank(a)?;
    expect_rank(b)?;
    let fails = |why: &str| format!("shapes {} and {} have no product: {why}", text(a), text(b));
    let (batch_a, rows, inner_a) = match a {
        [] => return Err(fails("a scalar is no matrix")),
        [inner] => (&[][..], None, *inner),
        [batch @ .., rows, inner] => (batch, Some(*rows), *inner),
    };
    let (batch_b, inner_b, columns) = match b {
        [] => return Err(fails("a scalar is no matrix")),
        [inner] => (&[][..], *inner, None),
        [batch @ .., inner, columns] => (batch, *inner, Some(*columns)),
    };
    if inner_a >= 0 && inner_b >= 0 && inner_a != inner_b {
        return Err(fails(&format!("{inner_a} is not {inner_b}")));
    }
    let mut shape = broadcast_all([batch_a, batch_b]).map_err(|why| fails(&why))?;
    shape.extend(rows);
    shape.extend(columns);
    Ok(shape)
}

/// The shape that all these are broadcast to: dimensions are compared from the last on, and one of size 1,
/// or that is missing, is repeated.
///
/// # Errors
/// `shapes [2, 3] and [2] do not broadcast`.
///
/// ```
/// use tfrt_op::shapes::broadcast_all;
///
/// assert_eq!(broadcast_all([&[2, 1][..], &[3], &[]]), Ok(vec![2, 3]));
/// assert_eq!(broadcast_all([&[-1][..], &[1]]), Ok(vec![-1]));
/// ```
pub fn broadcast_all<'a>(
    shapes: impl IntoIterator<Item = &'a [i64], IntoIter: Clone>,
) -> Result<Vec<i64>, String> {
    let shapes = shapes.into_iter();
    let rank = shapes.clone().map(<[i64]>::len).max().unwrap_or(0);
    let mut all = vec![1; rank];
    for shape in shapes.clone() {
        expect_rank(shape)?;
        let missing = rank - shape.len();
        for (size, &other) in all[missing..].iter_mut().zip(shape) {
            *size = match (*size, other) {
                (1, other) => other,
                (size, 1) => size,
                (size, other) if size < 0 => other.max(UNKNOWN),
                (size, other) if other < 0 || size == other => size,
                _ => {
                    let texts: Vec<String> = shapes.map(text).collect();
                    return Err(format!("shapes {} do not broadcast", texts.join(" and ")));
                }
            };
        }
    }
    Ok(all)
}

/// The shape with its dimensions in the order `permutation`: dimension `i` of the result is
/// `permutation[i]` of the operand.
///
/// # Errors
/// `attribute 'perm' is no permutation of the dimensions of shape [2, 3]`.
///
/// ```
/// use tfrt_op::shapes::transpose;
/// assert_eq!(transpose(&[2, -1, 4], &[2, 0, 1]), Ok(vec![4, 2, -1]));
/// ```
pub fn transpose(shape: &[i64], permutation: &[i64]) -> Result<Vec<i64>, String> {
    expect_rank(shape)?;
    let mut taken = vec![false; shape.len()];
    let moved = permutation.iter().map(|&from| {
        let from = usize::try_from(from).ok().filter(|&from| from < shape.len())?;
        (!std::mem::replace(&mut taken[from], true)).then_some(shape[from])
    });
    let moved: Option<Vec<i64>> = moved.collect();
    moved.filter(|moved| moved.len() == shape.len()).ok_or_else(|| {
        let (permutation, shape) = (text(permutation), text(shape));
        format!(
            "attribute 'perm' is {permutation}, no permutation of the dimensions of shape {shape}"
        )
    })
}

/// The shape `wanted` for the elements of one of `shape`. One size may be -1: what the others leave. A
/// 0 is the operand's size there or, with `allow_zero`, none.
///
/// # Errors
/// `wanted` has other numbers, or another number of elements.
///
/// ```
/// use tfrt_op::shapes::reshape;
///
/// assert_eq!(reshape(&[2, 3, 4], &[0, -1], false), Ok(vec![2, 12]));
/// let error = "a tensor of shape [2, 3] has no shape [4]";
/// assert_eq!(reshape(&[2, 3], &[4], false), Err(error.to_owned()));
/// ```
pub fn reshape(shape: &[i64], wanted: &[i64], allow_zero: bool) -> Result<Vec<i64>, String> {
    expect_rank(shape)?;
    expect_rank(wanted)?;
    let fails = || format!("a tensor of shape {} has no shape {wanted:?}", text(shape));
    let rest = wanted.iter().filter(|&&size| size == -1).count();
    let zero = allow_zero && wanted.contains(&0);
    if rest > 1 || rest == 1 && zero || wanted.iter().any(|&size| size < -1) {
        return Err(fails());
    }
    let mut known = Vec::with_capacity(wanted.len());
    for (dimension, &size) in wanted.iter().enumerate() {
        let copied = || shape.get(dimension).copied().ok_or_else(fails);
        known.push(if size == 0 && !allow_zero { copied()? } else { size });
    }
    let product = |sizes: &mut dyn Iterator<Item = i64>| {
        elements(&sizes.collect::<Vec<i64>>()).ok_or_else(too_large)
    };
    let is_rest = |dimension: usize| wanted[dimension] == -1;
    // A size that is not known, and that a 0 has copied, is on both sides.
    let copied = |dimension: usize| {
        wanted.get(dimension).is_some_and(|&size| size == 0) && !allow_zero && shape[dimension] < 0
    };
    let unknown = (0..shape.len()).any(|dimension| shape[dimension] < 0 && !copied(dimension));
    if unknown {
        let size = |(dimension, &size): (usize, &i64)| {
            if is_rest(dimension) { UNKNOWN } else { size.max(UNKNOWN) }
        };
        return Ok(known.iter().enumerate().map(size).collect());
    }
    let given = product(&mut (0..shape.len()).filter(|&at| !copied(at)).map(|at| shape[at]))?;
    let others = (0..known.len()).filter(|&at| !copied(at) && !is_rest(at));
    let others = product(&mut others.map(|at| known[at]))?;
    match (0..known.len()).find(|&dimension| is_rest(dimension)) {
        Some(dimension) if others > 0 && given % others == 0 => known[dimension] = given / others,
        // What was copied may be 0.
        None if given == others || (0..shape.len()).any(copied) => {}
        _ => return Err(fails()),
    }
    Ok(known)
}

/// The product of sizes that are known; none is too large if one is 0.
fn elements(sizes: &[i64]) -> Option<i64> {
    if sizes.contains(&0) {
        return Some(0);
    }
    sizes.iter().try_fold(1_i64, |all, &size| all.checked_mul(size))
}

/// Where a slice begins, and how many elements it takes along a dimension of that size.
///
/// Negative numbers count from the end. What lies beyond is cut off.
///
/// ```
/// use tfrt_op::shapes::slice_of;
///
/// assert_eq!(slice_of(10, 1, -1, 3), (1, 3));
/// assert_eq!(slice_of(10, -1, i64::MIN, -4), (9, 3));
/// assert_eq!(slice_of(4, 3, 1, 1), (3, 0));
/// ```
///
/// # Panics
/// The size is negative, or the step is 0.
#[must_use]
pub fn slice_of(size: i64, start: i64, end: i64, step: i64) -> (i64, i64) {
    assert!(size >= 0 && step != 0);
    let from_end = |place: i64| if place < 0 { place.saturating_add(size) } else { place };
    let (least, most) = if step > 0 { (0, size) } else { (-1, size - 1) };
    let [start, end] = [start, end].map(|place| from_end(place).clamp(least, most));
    let (distance, step) = (i128::from(end) - i128::from(start), i128::from(step));
    let count = if distance.signum() == step.signum() {
        (distance.abs() + step.abs() - 1) / step.abs()
    } else {
        0
    };
    // At most the size.
    (start.max(0), i64::try_from(count).unwrap_or(size))
}

/// What a slice takes: from `starts` to `ends`, without these, by `steps`, along `axes`.
///
/// ```
/// use tfrt_op::shapes::SliceLists;
/// let lists = SliceLists::new(&[1, 0], &[5, 3], None, None);
/// assert_eq!((&*lists.axes, &*lists.steps), (&[0, 1][..], &[1, 1][..]));
/// ```
#[derive(Clone, Debug)]
pub struct SliceLists<'a> {
    /// The first place along each axis.
    pub starts: &'a [i64],
    /// The place behind the last.
    pub ends: &'a [i64],
    /// The axes.
    pub axes: Cow<'a, [i64]>,
    /// From one place to the next.
    pub steps: Cow<'a, [i64]>,
}

impl<'a> SliceLists<'a> {
    /// Without axes, the first ones; without steps, 1.
    #[must_use]
    pub fn new(
        starts: &'a [i64],
        ends: &'a [i64],
        axes: Option<&'a [i64]>,
        steps: Option<&'a [i64]>,
    ) -> Self {
        let first = || (0..starts.len() as i64).collect();
        let axes: Cow<'a, [i64]> = axes.map_or_else(|| Cow::Owned(first()), Cow::Borrowed);
        let ones = || vec![1; axes.len()];
        let steps = steps.map_or_else(|| Cow::Owned(ones()), Cow::Borrowed);
        Self { starts, ends, axes, steps }
    }
}

/// The shape of a slice.
///
/// # Errors
/// The lists have different lengths, an axis is none or there twice, or a step is 0.
///
/// ```
/// use tfrt_op::shapes::{SliceLists, slice};
///
/// let lists = SliceLists::new(&[1], &[5], Some(&[-1]), Some(&[2]));
/// assert_eq!(slice(&[4, 6], &lists), Ok(vec![4, 2]));
/// ```
pub fn slice(shape: &[i64], lists: &SliceLists<'_>) -> Result<Vec<i64>, String> {
    let SliceLists { starts, ends, axes, steps } = lists;
    let dimensions = dimensions(shape, axes)?;
    for (name, list) in [("starts", &starts[..]), ("ends", ends), ("steps", steps)] {
        if list.len() != axes.len() {
            let (found, expected) = (list.len(), axes.len());
            return Err(format!(
                "'{name}' has {found} elements, expected {expected}, one for each axis"
            ));
        }
    }
    if steps.contains(&0) {
        return Err("'steps' has 0".to_owned());
    }
    let mut sliced = shape.to_vec();
    for (at, &dimension) in dimensions.iter().enumerate() {
        if shape[dimension] >= 0 {
            sliced[dimension] = slice_of(shape[dimension], starts[at], ends[at], steps[at]).1;
        }
    }
    Ok(sliced)
}

/// Sizes that are a list's elements: none is negative.
///
/// # Errors
/// `'shape' has -1, expected 0 or more`.
pub fn sizes(list: &[i64]) -> Result<&[i64], String> {
    match list.iter().find(|&&size| size < 0) {
        Some(negative) => Err(format!("'shape' has {negative}, expected 0 or more")),
        None => Ok(list),
    }
}

/// The shape of tensors one after the other along an axis.
///
/// # Errors
/// They differ in another dimension, or there is none.
///
/// ```
/// use tfrt_op::shapes::concatenate;
/// assert_eq!(concatenate([&[2, 3][..], &[2, 4]], -1), Ok(vec![2, 7]));
/// ```
pub fn concatenate<'a>(
    shapes: impl IntoIterator<Item = &'a [i64], IntoIter: Clone>,
    axis: i64,
) -> Result<Vec<i64>, String> {
    let shapes = shapes.into_iter();
    let mut all = shapes.clone().next().ok_or("it has no operands")?.to_vec();
    let axis_of = dimension(&all, axis)?;
    for shape in shapes.clone().skip(1) {
        let merged = all.iter().zip(shape).enumerate().map(|(dimension, (&a, &b))| match (a, b) {
            _ if dimension == axis_of && (a < 0 || b < 0) => Some(UNKNOWN),
            _ if dimension == axis_of => a.checked_add(b),
            (a, b) if a < 0 || b < 0 => Some(a.max(b).max(UNKNOWN)),
            (a, b) => (a == b).then_some(a),
        });
        let merged: Option<Vec<i64>> = merged.collect();
        all = merged.filter(|_| all.len() == shape.len()).ok_or_else(|| {
            let texts: Vec<String> = shapes.clone().map(text).collect();
            format!("shapes {} cannot be joined along axis {axis}", texts.join(" and "))
        })?;
    }
    Ok(all)
}

/// The shape without the dimensions `axes`; with `keep`, they have size 1. If the list is empty, these are
/// all dimensions or, with `none`, none.
///
/// # Errors
/// An axis is none or there twice.
///
/// ```
/// use tfrt_op::shapes::reduce;
///
/// assert_eq!(reduce(&[2, 3, 4], &[-1, 0], true, false), Ok(vec![1, 3, 1]));
/// assert_eq!(reduce(&[2, 3, 4], &[], false, false), Ok(vec![]));
/// ```
pub fn reduce(shape: &[i64], axes: &[i64], keep: bool, none: bool) -> Result<Vec<i64>, String> {
    let mut reduced = vec![axes.is_empty() && !none; shape.len()];
    for dimension in dimensions(shape, axes)? {
        reduced[dimension] = true;
    }
    let sizes = shape.iter().zip(reduced);
    let size = |(&size, reduced): (&i64, bool)| match reduced {
        true => keep.then_some(1),
        false => Some(size),
    };
    Ok(sizes.filter_map(size).collect())
}

/// The shape of the places of elements along an axis, of which there must be some.
///
/// # Errors
/// The axis is none, or has no elements.
///
/// ```
/// use tfrt_op::shapes::place;
///
/// assert_eq!(place(&[2, 3], 1, false), Ok(vec![2]));
/// let error = "a tensor of shape [2, 0] has no elements along axis 1";
/// assert_eq!(place(&[2, 0], 1, false), Err(error.to_owned()));
/// ```
pub fn place(shape: &[i64], axis: i64, keep: bool) -> Result<Vec<i64>, String> {
    if shape[dimension(shape, axis)?] == 0 {
        return Err(format!("a tensor of shape {} has no elements along axis {axis}", text(shape)));
    }
    reduce(shape, &[axis], keep, false)
}

/// The dimension that an axis is; a negative one counts from the end.
///
/// # Errors
/// `axis 2 is no dimension of shape [2, 3]`.
///
/// ```
/// use tfrt_op::shapes::dimension;
/// assert_eq!(dimension(&[2, 3], -1), Ok(1));
/// ```
pub fn dimension(shape: &[i64], axis: i64) -> Result<usize, String> {
    expect_rank(shape)?;
    let rank = shape.len() as i64;
    let inside: Range<i64> = -rank..rank;
    if !inside.contains(&axis) {
        return Err(format!("axis {axis} is no dimension of shape {}", text(shape)));
    }
    usize::try_from(axis.rem_euclid(rank)).map_err(|_| too_large())
}

/// The dimensions that axes are, each at most once.
///
/// # Errors
/// As [`dimension`]; `axis 1 is there twice`.
///
/// ```
/// use tfrt_op::shapes::dimensions;
/// assert_eq!(dimensions(&[2, 3], &[-1, 0]), Ok(vec![1, 0]));
/// ```
pub fn dimensions(shape: &[i64], axes: &[i64]) -> Result<Vec<usize>, String> {
    expect_rank(shape)?;
    let mut all = Vec::new();
    for &axis in axes {
        let dimension = dimension(shape, axis)?;
        if all.contains(&dimension) {
            return Err(format!("axis {axis} is there twice"));
        }
        all.push(dimension);
    }
    Ok(all)
}

/// So many sizes that are not known.
///
/// # Errors
/// `a tensor of rank 9, at most 8 is possible`.
pub(crate) fn unknown(rank: usize) -> Result<Vec<i64>, String> {
    let shape = vec![UNKNOWN; rank.min(MAX_RANK + 1)];
    expect_rank(&shape).map(|()| shape)
}

fn expect_rank(shape: &[i64]) -> Result<(), String> {
    let rank = shape.len();
    if rank <= MAX_RANK {
        Ok(())
    } else {
        Err(format!("a tensor of rank {rank}, at most {MAX_RANK} is possible"))
    }
}

fn too_large() -> String {
    "the result is too large".to_owned()
}

fn size_text(size: i64) -> String {
    if size < 0 { "?".to_owned() } else { size.to_string() }
}

/// `[2, ?]`.
pub(crate) fn text(shape: &[i64]) -> String {
    let sizes: Vec<String> = shape.iter().map(|&size| size_text(size)).collect();
    format!("[{}]", sizes.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random.
    struct Random(u64);

    impl Random {
        fn below(&mut self, end: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.0 >> 33) as usize % end
        }

        fn pick(&mut self, from: &[i64]) -> i64 {
            from[self.below(from.len())]
        }

        fn numbers(&mut self, from: &[i64], count: usize) -> Vec<i64> {
            (0..count).map(|_| self.pick(from)).collect()
        }
    }

    /// A rule, with attributes of its own.
    type Rule = Box<dyn Fn(&[Vec<i64>]) -> Result<Vec<i64>, String>>;

    /// A rule, and shapes for it that mostly fit.
    fn any(random: &mut Random) -> (Rule, Vec<Vec<i64>>) {
        let rank = 1 + random.below(3);
        let shape = random.numbers(&[0, 1, 2, 3], rank);
        let dimensions: Vec<i64> = (0..rank as i64).collect();
        let axis = random.below(rank) as i64;
        let mut other = shape.clone();
        other[axis as usize] = random.pick(&[0, 1, 1, 3]);
        let both = vec![shape.clone(), other];
        let one = vec![shape.clone()];
        match random.below(9) {
            0 => (Box::new(|of| broadcast_all(of.iter().map(Vec::as_slice))), both),
            1 => (Box::new(move |of| concatenate(of.iter().map(Vec::as_slice), axis)), both),
            2 => (Box::new(move |of| transpose(&of[0], &dimensions)), one),
            3 => {
                let mut wanted = shape;
                wanted[axis as usize] = random.pick(&[-1, 0, 1, 6]);
                wanted.insert(0, random.pick(&[1, 1, 2, 0]));
                let zero = random.below(2) == 0;
                (Box::new(move |of| reshape(&of[0], &wanted, zero)), one)
            }
            4 => {
                let numbers = [-4, -1, 0, 1, 2, i64::MIN, i64::MAX];
                let [start, end] = [random.pick(&numbers), random.pick(&numbers)];
                let step = random.pick(&[-2, -1, 1, 2]);
                (
                    Box::new(move |of| {
                        let [start, end, axis, step] = [start, end, axis, step].map(|it| [it]);
                        slice(&of[0], &SliceLists::new(&start, &end, Some(&axis), Some(&step)))
                    }),
                    one,
                )
            }
            5 => (Box::new(move |of| reduce(&of[0], &[axis], axis == 0, false)), one),
            6 => (Box::new(move |of| place(&of[0], axis, axis == 1)), one),
            7 => {
                let (rows, inner) = (random.pick(&[0, 1, 2]), random.pick(&[0, 1, 3]));
                let columns = random.pick(&[0, 1, 4]);
                let batch = random.pick(&[1, 2]);
                let shapes = vec![vec![batch, rows, inner], vec![2, inner, columns]];
                (Box::new(|of| matmul(&of[0], &of[1])), shapes)
            }
            _ => {
                let (strides, dilations) = (random.numbers(&[1, 2], 2), random.numbers(&[1, 2], 2));
                let pads = random.numbers(&[0, 1, 2], 4);
                let (group, inputs) = (random.pick(&[1, 2]), random.pick(&[0, 1, 3]));
                let outputs = group * random.pick(&[1, 2]);
                let images = [1, group * inputs, random.pick(&[1, 4]), random.pick(&[2, 5])];
                let filters = [outputs, inputs, random.pick(&[1, 2]), random.pick(&[1, 3])];
                let shapes = vec![images.to_vec(), filters.to_vec(), vec![outputs]];
                let rule = move |of: &[Vec<i64>]| {
                    let (strides, pads) = (&strides[..], &pads[..]);
                    let (dilations, kernel) = (&dilations[..], &[][..]);
                    let window =
                        Window { kernel, strides, pads, dilations, ceil_mode: false, auto_pad: 0 };
                    convolution(&of[0], &of[1], Some(&of[2]), group, &window)
                };
                (Box::new(rule), shapes)
            }
        }
    }

    #[test]
    fn what_is_not_known_contradicts_nothing() {
        let mut random = Random(1);
        let (mut right, mut wrong) = (0, 0);
        for _ in 0..20_000 {
            let (rule, shapes) = any(&mut random);
            let exact = rule(&shapes);
            let hidden: Vec<Vec<i64>> = shapes
                .iter()
                .map(|shape| {
                    let hide = |&size: &i64| if random.below(3) == 0 { -1 } else { size };
                    shape.iter().map(hide).collect()
                })
                .collect();
            let inferred = rule(&hidden);
            match &exact {
                Ok(exact) => {
                    right += 1;
                    let inferred = inferred.as_ref().expect("some sizes fit");
                    let mut sizes = inferred.iter().zip(exact);
                    assert!(
                        inferred.len() == exact.len() && sizes.all(|(a, b)| *a == -1 || a == b),
                        "{shapes:?} gives {exact:?}, but {hidden:?} gives {inferred:?}"
                    );
                }
                Err(_) => wrong += 1,
            }
        }
        assert!(right > 10_000 && wrong > 500, "{right} {wrong}");
    }

    #[test]
    fn windows_are_counted_as_onnx_does() {
        let outputs = |size, kernel, stride, [before, after]: [i64; 2], dilation, ceil_mode| {
            let (kernel, strides, dilations) = (&[kernel][..], &[stride][..], &[dilation][..]);
            let pads = &[before, after];
            let window = Window { kernel, strides, pads, dilations, ceil_mode, auto_pad: 0 };
            window.pooled(&[1, 1, size]).map(|shape| shape[2])
        };
        assert_eq!(outputs(5, 2, 2, [0, 0], 1, false), Ok(2));
        assert_eq!(outputs(5, 2, 2, [0, 0], 1, true), Ok(3));
        assert_eq!(outputs(5, 3, 2, [0, 0], 2, true), Ok(1));
        // The last window begins behind the image.
        assert_eq!(outputs(4, 1, 3, [0, 2], 1, true), Ok(2));
        assert_eq!(outputs(1, 2, 1, [2, 2], 1, true), Ok(3));
        let error = "a window of 3 is larger than 2, which is 1 with padding";
        assert_eq!(outputs(1, 3, 1, [1, 0], 1, true), Err(error.to_owned()));
        // With a padding that follows from the sizes, there are as many as strides that begin in the image.
        let mut different = 0;
        for size in 1..12 {
            for kernel in 1..6 {
                for stride in 1..5 {
                    let (kernel, strides) = (&[kernel][..], &[stride][..]);
                    let [upper, lower] = [1, -1].map(|auto_pad| {
                        let of = Window {
                            kernel,
                            strides,
                            pads: &[0, 0],
                            dilations: &[2],
                            ceil_mode: false,
                            auto_pad,
                        };
                        let shape = of.pooled(&[1, 1, size]).unwrap();
                        assert_eq!(shape[2], (size + stride - 1) / stride);
                        let pads = of.padding(&[1, 1, size]).unwrap();
                        let said = Window { pads: &pads, auto_pad: 0, ..of };
                        assert_eq!(said.pooled(&[1, 1, size]).unwrap(), shape);
                        pads
                    });
                    assert_eq!([upper[1], upper[0]], lower[..]);
                    different += i64::from(upper != lower);
                }
            }
        }
        assert!(different > 50);
        let huge = i64::MAX;
        let far = Window {
            kernel: &[huge],
            strides: &[1],
            pads: &[0, 0],
            dilations: &[huge],
            ceil_mode: false,
            auto_pad: 1,
        };
        assert_eq!(far.pooled(&[1, 1, huge]), Err(too_large()));
        assert_eq!(outputs(1, huge, 1, [0, 0], huge, true).map_err(|_| ()), Err(()));
        assert_eq!(outputs(huge, 1, 1, [huge, huge], 1, true), Err(too_large()));
        assert_eq!(outputs(huge, 1, huge, [0, 0], 1, true), Ok(1));
    }

    #[test]
    fn slices_are_cut_off() {
        for size in 0..5_i64 {
            for start in -7..7_i64 {
                for end in -7..7_i64 {
                    for step in [-3, -2, -1, 1, 2, 3_i64] {
                        let from_end = |place: i64| if place < 0 { place + size } else { place };
                        let mut place = from_end(start);
                        place = if step > 0 { place.max(0) } else { place.min(size - 1) };
                        let first = place;
                        let mut count = 0;
                        let end_at = from_end(end);
                        while (0..size).contains(&place)
                            && if step > 0 { place < end_at } else { place > end_at }
                        {
                            count += 1;
                            place += step;
                        }
                        let found = slice_of(size, start, end, step);
                        assert_eq!(found.1, count, "{size} {start} {end} {step}");
                        assert!(count == 0 || found.0 == first, "{size} {start} {end} {step}");
                    }
                }
            }
        }
        assert_eq!(slice_of(3, i64::MAX, i64::MIN, i64::MIN), (2, 1));
        assert_eq!(slice_of(i64::MAX, i64::MIN, i64::MAX, 1), (0, i64::MAX));
    }
}
