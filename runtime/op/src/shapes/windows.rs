//! Windows over images; shapes of transposed convolutions, and of images at other places.

use super::{UNKNOWN, expect_rank, spatial, text, too_large};

/// How a window moves over the dimensions of images, which are `[N, C, …]`.
///
/// ```
/// use tfrt_op::shapes::Window;
///
/// let window = Window {
///     kernel: &[3, 3],
///     strides: &[2, 2],
///     pads: &[1, 1, 1, 1],
///     dilations: &[1, 1],
///     ceil_mode: false,
///     auto_pad: 0,
/// };
/// assert_eq!(window.pooled(&[1, 8, 224, -1]), Ok(vec![1, 8, 112, -1]));
/// let same = Window { auto_pad: 1, ..window };
/// assert_eq!(same.padding(&[1, 8, 224, 225]), Ok(vec![0, 1, 1, 1]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Window<'a> {
    /// Its sizes.
    pub kernel: &'a [i64],
    /// From one window to the next.
    pub strides: &'a [i64],
    /// The padding before each dimension, then that behind each.
    pub pads: &'a [i64],
    /// From one of its elements to the next.
    pub dilations: &'a [i64],
    /// The last window may reach beyond the padding; if it begins behind the image, it is left out.
    pub ceil_mode: bool,
    /// With 1 or -1, the padding is not `pads` but as little as gives `size / stride` windows, rounded up: the
    /// odd one of it behind or before. These are ONNX's `SAME_UPPER` and `SAME_LOWER`. Else 0.
    pub auto_pad: i64,
}

impl Window<'_> {
    /// The shape of images whose windows become one element each.
    ///
    /// # Errors
    /// The images have no 1 to 3 dimensions besides `[N, C]`, or the attributes do not fit them.
    pub fn pooled(&self, images: &[i64]) -> Result<Vec<i64>, String> {
        let spatial = spatial(images)?;
        let rank = spatial.len();
        expect_lists(
            images,
            [
                ("kernel_shape", self.kernel, 1, rank),
                ("strides", self.strides, 1, rank),
                ("pads", self.pads, 0, 2 * rank),
                ("dilations", self.dilations, 1, rank),
            ],
        )?;
        if !(-1..=1).contains(&self.auto_pad) {
            let found = self.auto_pad;
            return Err(format!("attribute 'auto_pad' is {found}, expected -1, 0 or 1"));
        }
        let mut shape = images[..2].to_vec();
        for (dimension, &size) in spatial.iter().enumerate() {
            shape.push(self.outputs(dimension, size)?);
        }
        Ok(shape)
    }

    /// The padding before each dimension of images, whose sizes are known, then that behind each.
    ///
    /// # Errors
    /// As [`pooled`](Self::pooled).
    pub fn padding(&self, images: &[i64]) -> Result<Vec<i64>, String> {
        self.pooled(images)?;
        let sizes = images[2..].iter().enumerate();
        let pads = sizes.map(|(dimension, &size)| self.around(dimension, size));
        let pads: Vec<[i128; 2]> = pads.collect();
        let (before, behind) = (pads.iter().map(|pads| pads[0]), pads.iter().map(|pads| pads[1]));
        let pads = before.chain(behind).map(|pad| i64::try_from(pad).map_err(|_| too_large()));
        pads.collect()
    }

    /// How far a window reaches along a dimension.
    fn extent(&self, dimension: usize) -> i128 {
        let [kernel, dilation] = [self.kernel, self.dilations].map(|it| i128::from(it[dimension]));
        (kernel - 1) * dilation + 1
    }

    /// The padding before and behind a dimension of that size.
    fn around(&self, dimension: usize, size: i64) -> [i128; 2] {
        if self.auto_pad == 0 {
            let behind = self.kernel.len() + dimension;
            return [dimension, behind].map(|at| i128::from(self.pads[at]));
        }
        let [size, stride] = [size, self.strides[dimension]].map(i128::from);
        let windows = (size + stride - 1) / stride;
        let all = ((windows - 1) * stride + self.extent(dimension) - size).max(0);
        let [less, more] = [all / 2, all - all / 2];
        if self.auto_pad > 0 { [less, more] } else { [more, less] }
    }

    /// How many windows there are along a dimension of that size.
    fn outputs(&self, dimension: usize, size: i64) -> Result<i64, String> {
        if size < 0 {
            return Ok(UNKNOWN);
        }
        // No sum or product of these overflows an `i128`.
        let ([before, after], extent) = (self.around(dimension, size), self.extent(dimension));
        let [size, stride] = [size, self.strides[dimension]].map(i128::from);
        let padded = size + before + after;
        if padded > i128::from(i64::MAX) {
            return Err(too_large());
        }
        if extent > padded {
            return Err(format!(
                "a window of {extent} is larger than {padded}, which is {size} with padding"
            ));
        }
        let mut outputs = (padded - extent) / stride + 1;
        if self.ceil_mode {
            outputs = (padded - extent + stride - 1) / stride + 1;
            if (outputs - 1) * stride >= size + before {
                outputs -= 1;
            }
        }
        i64::try_from(outputs).map_err(|_| too_large())
    }
}

/// Checks attributes of a window over images: the name of each, its numbers, the least that one may be, and how
/// many there must be.
fn expect_lists(images: &[i64], lists: [(&str, &[i64], i64, usize); 4]) -> Result<(), String> {
    for (name, numbers, least, count) in lists {
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
    Ok(())
}

/// The shape of a transposed convolution of images `[N, C, …]` with filters `[C, M / group, …]`. `more` is what
/// is added to each size. The window's kernel is that of the filters.
///
/// # Errors
/// The shapes do not fit each other, or the window's attributes.
///
/// ```
/// use tfrt_op::shapes::{Window, convolution_transposed};
///
/// let window = Window { kernel: &[], strides: &[2], pads: &[0, 0], dilations: &[1], ceil_mode: false, auto_pad: 0 };
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
    expect_lists(
        images,
        [
            ("strides", window.strides, 1, rank),
            ("pads", window.pads, 0, 2 * rank),
            ("dilations", window.dilations, 1, rank),
            ("output_padding", more, 0, rank),
        ],
    )?;
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
