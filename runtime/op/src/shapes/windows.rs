//! Shapes of transposed convolutions, and of images at other places.

use super::{UNKNOWN, Window, expect_rank, spatial, text, too_large};

/// The shape of a transposed convolution of images `[N, C, …]` with filters `[C, M / group, …]`. `more` is what
/// is added to each size. The window's kernel is that of the filters.
///
/// # Errors
/// The shapes do not fit each other, or the window's attributes.
///
/// ```
/// use tfrt_op::shapes::{Window, convolution_transposed};
///
/// let window = Window { kernel: &[], strides: &[2], pads: &[0, 0], dilations: &[1], ceil_mode: false };
/// let shape = convolution_transposed(&[1, 4, 5], &[4, 6, 3], None, (1, &[1]), &window);
/// assert_eq!(shape, Ok(vec![1, 6, 12]));
/// ```
pub fn convolution_transposed(
    images: &[i64],
    filters: &[i64],
    bias: Option<&[i64]>,
    (group, more): (i64, &[i64]),
    window: &Window<'_>,
) -> Result<Vec<i64>, String> {
    let rank = spatial(images)?.len();
    let both =
        || format!("images of shape {} and filters of shape {}", text(images), text(filters));
    if filters.len() != images.len() {
        return Err(format!("{} have different ranks", both()));
    }
    if group < 1 {
        return Err(format!("attribute 'group' is {group}, expected 1 or more"));
    }
    let (channels, inputs) = (images[1], filters[0]);
    if channels >= 0 && inputs >= 0 && (channels != inputs || channels % group != 0) {
        return Err(format!("{} differ in channels, or are not {group} groups", both()));
    }
    for (name, numbers, least, count) in [
        ("strides", window.strides, 1, rank),
        ("pads", window.pads, 0, 2 * rank),
        ("dilations", window.dilations, 1, rank),
        ("output_padding", more, 0, rank),
    ] {
        if numbers.len() != count {
            let (found, images) = (numbers.len(), text(images));
            return Err(format!(
                "attribute '{name}' has {found} numbers, expected {count} for images of shape {images}"
            ));
        }
        if let Some(wrong) = numbers.iter().find(|&&number| number < least) {
            return Err(format!("attribute '{name}' has {wrong}, expected {least} or more"));
        }
    }
    let outputs = if filters[1] < 0 {
        UNKNOWN
    } else {
        filters[1].checked_mul(group).ok_or_else(too_large)?
    };
    if let Some(bias) = bias
        && !matches!(bias, [size] if *size == outputs || *size < 0 || outputs < 0)
    {
        return Err(format!("a bias of shape {}, expected [{outputs}]", text(bias)));
    }
    let mut shape = vec![images[0], outputs];
    for at in 0..rank {
        let (size, kernel) = (images[2 + at], filters[2 + at]);
        if size < 0 || kernel < 0 {
            shape.push(UNKNOWN);
            continue;
        }
        let [size, kernel, stride, before, after, dilation, more] = [
            size,
            kernel,
            window.strides[at],
            window.pads[at],
            window.pads[rank + at],
            window.dilations[at],
            more[at],
        ]
        .map(i128::from);
        let all = stride * (size - 1) + more + (kernel - 1) * dilation + 1 - before - after;
        let all = if size == 0 { 0 } else { all.max(0) };
        shape.push(i64::try_from(all).map_err(|_| too_large())?);
    }
    Ok(shape)
}

/// The shape of images `[N, C, …]` at the places of a grid `[N, …, rank]`.
///
/// # Errors
/// The shapes do not fit each other.
///
/// ```
/// use tfrt_op::shapes::grid;
/// assert_eq!(grid(&[1, 3, 4, 4], &[1, 2, 5, 2]), Ok(vec![1, 3, 2, 5]));
/// ```
pub fn grid(images: &[i64], grid: &[i64]) -> Result<Vec<i64>, String> {
    let rank = spatial(images)?.len();
    let same = |a: i64, b: i64| a < 0 || b < 0 || a == b;
    let fits = grid.len() == images.len()
        && same(grid[0], images[0])
        && same(grid[grid.len() - 1], rank as i64);
    if !fits {
        return Err(format!("images of shape {} and a grid of shape {}", text(images), text(grid)));
    }
    expect_rank(grid)?;
    Ok([&images[..2], &grid[1..=rank]].concat())
}

/// The shape of parts `[R, 4]` of images `[N, C, H, W]` that are resized.
///
/// # Errors
/// The shapes do not fit each other; a size is less than 1.
///
/// ```
/// use tfrt_op::shapes::parts;
/// assert_eq!(parts(&[1, 3, 9, 9], &[5, 4], [2, 2]), Ok(vec![5, 3, 2, 2]));
/// ```
pub fn parts(images: &[i64], parts: &[i64], sizes: [i64; 2]) -> Result<Vec<i64>, String> {
    let (&[_, channels, _, _], &[count, 4 | ..0]) = (images, parts) else {
        return Err(format!("images of shape {} and parts of shape {}", text(images), text(parts)));
    };
    if let Some(wrong) = sizes.iter().find(|&&size| size < 1) {
        return Err(format!("parts of size {wrong}, expected 1 or more"));
    }
    Ok(vec![count, channels, sizes[0], sizes[1]])
}
