//! Rules of shapes of sequences, signals and sums of products.

use super::{UNKNOWN, dimension, expect_rank, text};

/// The three dimensions of an operand.
fn three(name: &str, sizes: &[i64]) -> Result<[i64; 3], String> {
    let fits = sizes.try_into();
    fits.map_err(|_| format!("{name} of shape {}, expected three dimensions", text(sizes)))
}

/// All states of a recurrent layer over sequences, `[steps, directions, batch, units]`, and the last ones,
/// `[directions, batch, units]`. Sequences are `[steps, batch, size]`, the weights of states `[directions, rows,
/// units]`.
///
/// ```
/// use tfrt_op::shapes::recurrent;
/// assert_eq!(recurrent(&[5, 2, 7], &[1, 12, 3]), Ok([vec![5, 1, 2, 3], vec![1, 2, 3]]));
/// ```
///
/// # Errors
/// Another number of dimensions.
pub fn recurrent(x: &[i64], r: &[i64]) -> Result<[Vec<i64>; 2], String> {
    let ([steps, batch, _], [directions, _, units]) = (three("x", x)?, three("r", r)?);
    Ok([vec![steps, directions, batch, units], vec![directions, batch, units]])
}

/// The answers of linear attention, `[batch, steps, query heads * value size]`, and the state, `[batch, key
/// heads, key size, value size]`. Queries, keys and values are `[batch, steps, heads * size]`.
///
/// ```
/// use tfrt_op::shapes::linear_attention;
/// let shapes = linear_attention([&[1, 5, 8], &[1, 5, 4], &[1, 5, 6]], [4, 2]);
/// assert_eq!(shapes, Ok([vec![1, 5, 12], vec![1, 2, 2, 3]]));
/// ```
///
/// # Errors
/// Sizes that do not fit each other, or are none of so many heads.
pub fn linear_attention(
    [query, key, value]: [&[i64]; 3],
    [q_heads, kv_heads]: [i64; 2],
) -> Result<[Vec<i64>; 2], String> {
    if q_heads < 1 || kv_heads < 1 || q_heads % kv_heads != 0 {
        return Err(format!("{q_heads} heads of queries do not share {kv_heads} of keys"));
    }
    let names = ["queries", "keys", "values"];
    let mut all = [[UNKNOWN; 3]; 3];
    for ((sizes, name), found) in all.iter_mut().zip(names).zip([query, key, value]) {
        *sizes = three(name, found)?;
    }
    let size = |name: &str, width: i64, heads: i64| match width {
        ..0 => Ok(UNKNOWN),
        width if width % heads == 0 => Ok(width / heads),
        width => Err(format!("{name} of {width} numbers are not {heads} heads")),
    };
    let of_query = size("queries", all[0][2], q_heads)?;
    let of_key = size("keys", all[1][2], kv_heads)?;
    let of_value = size("values", all[2][2], kv_heads)?;
    let same = |mut sizes: [i64; 3]| {
        sizes.sort_unstable();
        let known = sizes.iter().find(|&&size| size >= 0).copied().unwrap_or(UNKNOWN);
        (known == sizes[2]).then_some(known).ok_or_else(|| {
            let [q, k, v] = [query, key, value].map(text);
            format!("queries of shape {q}, keys of shape {k} and values of shape {v} do not fit")
        })
    };
    let batch = same([all[0][0], all[1][0], all[2][0]])?;
    let steps = same([all[0][1], all[1][1], all[2][1]])?;
    let depth = same([of_query, of_key, UNKNOWN])?;
    let width = if of_value < 0 {
        UNKNOWN
    } else {
        of_value.checked_mul(q_heads).ok_or_else(|| format!("{q_heads} heads are too many"))?
    };
    Ok([vec![batch, steps, width], vec![batch, kv_heads, depth, of_value]])
}

/// A sum of products: each dimension of the operands, one after the other, has a label. Those with one label
/// have one size, or 1, and the result has the dimensions of `output`.
///
/// ```
/// use tfrt_op::shapes::einsum;
/// // ij, jk -> ki
/// assert_eq!(einsum(&[vec![2, 3], vec![3, 4]], &[0, 1, 1, 2], &[2, 0]), Ok(vec![4, 2]));
/// ```
///
/// # Errors
/// Sizes that differ; another number of labels than of dimensions; a label of the result that no operand has
/// or that is there twice; a result of too many dimensions.
pub fn einsum(operands: &[Vec<i64>], labels: &[i64], output: &[i64]) -> Result<Vec<i64>, String> {
    let shape = sizes_of_labels(operands, labels, output)?;
    expect_rank(&shape).map(|()| shape)
}

/// The sizes of the dimensions with the labels `wanted`, of which there may be more than a tensor has.
///
/// # Errors
/// As [`einsum`].
pub fn sizes_of_labels(
    operands: &[Vec<i64>],
    labels: &[i64],
    wanted: &[i64],
) -> Result<Vec<i64>, String> {
    let sizes: Vec<i64> = operands.concat();
    if sizes.len() != labels.len() {
        let (found, expected) = (labels.len(), sizes.len());
        return Err(format!("{found} labels for {expected} dimensions"));
    }
    let size = |label: &i64| -> Result<i64, String> {
        let mut all = 1;
        for (&size, _) in sizes.iter().zip(labels).filter(|(_, other)| *other == label) {
            all = match (all, size) {
                (all, 1) => all,
                (1, size) => size,
                (all, size) if all == size || size < 0 => all,
                (all, size) if all < 0 => size,
                (all, size) => {
                    return Err(format!("dimensions of one label have {all} and {size}"));
                }
            };
        }
        Ok(all)
    };
    // Those that are summed over fit each other, too.
    labels.iter().try_for_each(|label| size(label).map(drop))?;
    for (at, label) in wanted.iter().enumerate() {
        if !labels.contains(label) || wanted[..at].contains(label) {
            return Err(format!("label {label} of the result is not there, or there twice"));
        }
    }
    wanted.iter().map(size).collect()
}

/// The transform of signals, whose last dimension has the real parts, or these and the imaginary ones, along an
/// axis, with the length that is given or its own. `part` says whether it is the inverse, and whether one half is
/// left out, which the other has.
///
/// ```
/// use tfrt_op::shapes::dft;
/// assert_eq!(dft(&[3, 10, 1], Some(&[]), &[1], (false, true)), Ok(vec![3, 6, 2]));
/// assert_eq!(dft(&[3, 6, 2], Some(&[]), &[1], (true, true)), Ok(vec![3, 10, 1]));
/// ```
///
/// # Errors
/// No axis of a signal; no length; other parts.
pub fn dft(
    from: &[i64],
    length: Option<&[i64]>,
    axis: &[i64],
    (inverse, onesided): (bool, bool),
) -> Result<Vec<i64>, String> {
    let at = match axis {
        [axis] => dimension(from, *axis)?,
        _ => return Err(format!("expected one axis, got {}", axis.len())),
    };
    let mut shape = from.to_vec();
    match shape.split_last_mut() {
        Some((parts, signal)) if at < signal.len() && *parts <= 2 && *parts != 0 => {
            *parts = if inverse && onesided { 1 } else { 2 };
        }
        _ => return Err(format!("a tensor of shape {} has no signal along axis {at}", text(from))),
    }
    let whole = match length {
        None => UNKNOWN,
        Some([]) if from[at] < 0 => UNKNOWN,
        Some([]) if inverse && onesided => from[at].saturating_sub(1).saturating_mul(2),
        Some([]) => from[at],
        Some([length]) if *length >= 0 => *length,
        Some(_) => return Err("a signal has one length of 0 or more".to_owned()),
    };
    shape[at] = if onesided && !inverse && whole >= 0 { whole / 2 + 1 } else { whole };
    Ok(shape)
}

/// The dimensions before those of matrices.
///
/// ```
/// use tfrt_op::shapes::det;
/// assert_eq!(det(&[3, 2, 2]), Ok(vec![3]));
/// ```
///
/// # Errors
/// No square matrices.
pub fn det(from: &[i64]) -> Result<Vec<i64>, String> {
    match from {
        [outer @ .., rows, columns] if rows == columns || *rows < 0 || *columns < 0 => {
            Ok(outer.to_vec())
        }
        _ => Err(format!("a tensor of shape {} has no square matrices", text(from))),
    }
}
