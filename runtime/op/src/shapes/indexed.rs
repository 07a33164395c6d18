//! Shapes of what is added and removed of size 1, of elements that are found by indices, padded and repeated.

use super::{UNKNOWN, dimension, dimensions, elements, expect_rank, text, too_large};

/// The part of a shape from `start` to `end`, without this, as a list of sizes: how many there are. Negative
/// numbers count from the end; what lies beyond is cut off.
///
/// ```
/// use tfrt_op::shapes::part_of_shape;
/// assert_eq!(part_of_shape(4, 1, -1), 1..3);
/// ```
#[must_use]
pub fn part_of_shape(rank: usize, start: i64, end: i64) -> std::ops::Range<usize> {
    let place = |place: i64| {
        let from_end = if place < 0 { place.saturating_add(rank as i64) } else { place };
        usize::try_from(from_end.max(0)).unwrap_or(rank).min(rank)
    };
    let (start, end) = (place(start), place(end));
    start..end.max(start)
}

/// The shape without the dimensions `axes`, which have size 1; without axes, all that have it go.
///
/// # Errors
/// An axis is none or there twice, or has another size.
///
/// ```
/// use tfrt_op::shapes::squeeze;
///
/// assert_eq!(squeeze(&[1, 3, 1], Some(&[0])), Ok(vec![3, 1]));
/// assert_eq!(squeeze(&[1, 3, 1], None), Ok(vec![3]));
/// ```
pub fn squeeze(shape: &[i64], axes: Option<&[i64]>) -> Result<Vec<i64>, String> {
    let gone = match axes {
        Some(axes) => dimensions(shape, axes)?,
        None => (0..shape.len()).filter(|&at| shape[at] == 1).collect(),
    };
    if let Some(&at) = gone.iter().find(|&&at| shape[at] >= 0 && shape[at] != 1) {
        return Err(format!("dimension {at} of shape {} has not size 1", text(shape)));
    }
    Ok((0..shape.len()).filter(|at| !gone.contains(at)).map(|at| shape[at]).collect())
}

/// The shape with dimensions of size 1 at the places `axes` of the result.
///
/// # Errors
/// An axis is none of the result's or there twice.
///
/// ```
/// use tfrt_op::shapes::unsqueeze;
/// assert_eq!(unsqueeze(&[3], &[0, -1]), Ok(vec![1, 3, 1]));
/// ```
pub fn unsqueeze(shape: &[i64], axes: &[i64]) -> Result<Vec<i64>, String> {
    let rank = shape.len().saturating_add(axes.len());
    let mut all = super::unknown(rank)?;
    for at in dimensions(&all, axes)? {
        all[at] = 1;
    }
    let mut rest = shape.iter();
    // A size that is not known keeps its place: those of the new dimensions are.
    let mut sizes = Vec::with_capacity(rank);
    for size in all {
        sizes.push(if size == 1 { 1 } else { rest.next().copied().unwrap_or(UNKNOWN) });
    }
    Ok(sizes)
}

/// The shape of a matrix of a tensor's elements: the dimensions before `axis`, which may be the rank too,
/// become its rows.
///
/// # Errors
/// `axis 3 is no place between the dimensions of shape [2, 3]`; the result is too large.
///
/// ```
/// use tfrt_op::shapes::flatten;
///
/// assert_eq!(flatten(&[2, 3, 4], -1), Ok(vec![6, 4]));
/// assert_eq!(flatten(&[2, -1, 4], 1), Ok(vec![2, -1]));
/// ```
pub fn flatten(shape: &[i64], axis: i64) -> Result<Vec<i64>, String> {
    expect_rank(shape)?;
    let rank = shape.len() as i64;
    let from_end = if axis < 0 { axis.saturating_add(rank) } else { axis };
    let at = usize::try_from(from_end).ok().filter(|&at| at <= shape.len()).ok_or_else(|| {
        format!("axis {axis} is no place between the dimensions of shape {}", text(shape))
    })?;
    let (rows, columns) = shape.split_at(at);
    let product = |sizes: &[i64]| match sizes.iter().find(|&&size| size < 0) {
        Some(_) if sizes.contains(&0) => Ok(0),
        Some(_) => Ok(UNKNOWN),
        None => elements(sizes).ok_or_else(too_large),
    };
    Ok(vec![product(rows)?, product(columns)?])
}

/// The shape of the slices of a tensor at indices along an axis: the indices' dimensions take that one's
/// place.
///
/// # Errors
/// The axis is none; the result has too many dimensions.
///
/// ```
/// use tfrt_op::shapes::gather;
/// assert_eq!(gather(&[2, 9, 4], &[5, 6], 1), Ok(vec![2, 5, 6, 4]));
/// ```
pub fn gather(shape: &[i64], indices: &[i64], axis: i64) -> Result<Vec<i64>, String> {
    let at = dimension(shape, axis)?;
    let all = [&shape[..at], indices, &shape[at + 1..]].concat();
    expect_rank(&all)?;
    Ok(all)
}

/// The shape of parts of a tensor at indices whose last dimension has the places along the tensor's first
/// dimensions behind the `batch` ones, which both have.
///
/// # Errors
/// The ranks do not fit each other.
///
/// ```
/// use tfrt_op::shapes::gather_nd;
/// assert_eq!(gather_nd(&[2, 3, 4], &[5, 1], 0), Ok(vec![5, 3, 4]));
/// ```
pub fn gather_nd(shape: &[i64], indices: &[i64], batch: i64) -> Result<Vec<i64>, String> {
    let fails = || {
        let (shape, indices) = (text(shape), text(indices));
        format!(
            "indices of shape {indices} and 'batch_dims' {batch} do not fit a tensor of shape {shape}"
        )
    };
    let (&last, outer) = indices.split_last().ok_or_else(fails)?;
    let batch =
        usize::try_from(batch).ok().filter(|&batch| batch <= outer.len()).ok_or_else(fails)?;
    let length = usize::try_from(last).map_err(|_| fails())?;
    let taken =
        batch.checked_add(length).filter(|&taken| taken <= shape.len()).ok_or_else(fails)?;
    let all = [outer, &shape[taken..]].concat();
    expect_rank(&all)?;
    Ok(all)
}

/// The shape with `pads` before and behind each of the `axes`; negative ones take away.
///
/// # Errors
/// There are not two for each axis; a size becomes negative.
///
/// ```
/// use tfrt_op::shapes::pad;
/// assert_eq!(pad(&[2, 3], &[1, -1], Some(&[1])), Ok(vec![2, 3]));
/// ```
pub fn pad(shape: &[i64], pads: &[i64], axes: Option<&[i64]>) -> Result<Vec<i64>, String> {
    let at = match axes {
        Some(axes) => dimensions(shape, axes)?,
        None => (0..shape.len()).collect(),
    };
    if pads.len() != 2 * at.len() {
        let (found, expected) = (pads.len(), 2 * at.len());
        return Err(format!("'pads' has {found} elements, expected {expected}"));
    }
    let mut padded = shape.to_vec();
    for (place, &dimension) in at.iter().enumerate() {
        let size = shape[dimension];
        if size < 0 {
            continue;
        }
        let all = i128::from(size) + i128::from(pads[place]) + i128::from(pads[at.len() + place]);
        if all < 0 {
            return Err(format!(
                "'pads' takes more than dimension {dimension} of shape {} has",
                text(shape)
            ));
        }
        padded[dimension] = i64::try_from(all).map_err(|_| too_large())?;
    }
    Ok(padded)
}

/// The shape with each dimension repeated.
///
/// # Errors
/// There is not one number for each dimension, or one is negative; the result is too large.
///
/// ```
/// use tfrt_op::shapes::tile;
/// assert_eq!(tile(&[2, 3], &[1, 2]), Ok(vec![2, 6]));
/// ```
pub fn tile(shape: &[i64], repeats: &[i64]) -> Result<Vec<i64>, String> {
    if repeats.len() != shape.len() {
        let (found, expected) = (repeats.len(), shape.len());
        return Err(format!("'repeats' has {found} elements, expected {expected}"));
    }
    if let Some(wrong) = repeats.iter().find(|&&count| count < 0) {
        return Err(format!("'repeats' has {wrong}, expected 0 or more"));
    }
    let sizes = shape.iter().zip(repeats);
    let size = |(&size, &count): (&i64, &i64)| match size {
        ..0 => Ok(UNKNOWN),
        size => size.checked_mul(count).ok_or_else(too_large),
    };
    sizes.map(size).collect()
}
