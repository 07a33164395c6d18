//! Products of matrices, and convolutions.

use super::DeviceCode;
use super::images::Window;
use super::launch::{FLOATS, File, Kernel, NUMBERS, args};
use super::operand::{Operand, invalid, small};
use smallvec::SmallVec;
use tfrt_cuda::{Grid, Stream};
use tfrt_host::error::KernelError;

/// The rows and columns of a tile, and the threads that compute it: `product.cu`.
const TILE: u32 = 64;
const THREADS: u32 = 256;

/// The most blocks along the second and third dimension of a grid.
const BLOCKS: u32 = 65_535;

/// Which matrices are transposed before they are multiplied.
///
/// ```
/// use tfrt_gpu::device_code::Transposed;
/// let right = Transposed { right: true, ..Transposed::default() };
/// assert!(!right.left);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Transposed {
    /// The left ones.
    pub left: bool,
    /// The right ones.
    pub right: bool,
}

/// A filter, and the order of its dimensions.
///
/// ```
/// # use tfrt_gpu::device_code::{Filter, Operand};
/// /// As TensorFlow has it.
/// fn rows_first(weights: Operand<'_>) -> Filter<'_> {
///     Filter { weights, outputs_last: true }
/// }
/// # let _ = rows_first;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Filter<'a> {
    /// Its elements.
    pub weights: Operand<'a>,
    /// They are `[H, W, I, O]`; else `[O, I, H, W]`.
    pub outputs_last: bool,
}

impl DeviceCode {
    /// The products of matrices. Each element is one chain of fused multiplications and additions along the inner
    /// dimension, from zero; integers wrap. Outer dimensions are those of both, or of one if the other has one matrix.
    ///
    /// # Errors
    /// Shapes that have no product, or another one; another element type; the driver's.
    pub fn matmul(
        &self,
        stream: &Stream,
        [a, b]: [Operand<'_>; 2],
        transposed: Transposed,
        out: Operand<'_>,
    ) -> Result<(), KernelError> {
        let wrong = || {
            let [a, b, out] = [a, b, out].map(|it| format!("{} {:?}", it.dtype.name(), it.shape));
            invalid(format!("the product of {a} and {b} is not {out}"))
        };
        let ([a_sizes, b_sizes, c_sizes], Some(rank)) =
            ([a, b, out].map(|it| it.sizes()), out.shape.len().checked_sub(2))
        else {
            return Err(wrong());
        };
        let matrix = |sizes: &[usize]| match *sizes {
            [.., rows, columns] => Some([rows, columns]),
            _ => None,
        };
        let all = matrix(&a_sizes).zip(matrix(&b_sizes)).zip(matrix(&c_sizes));
        let (([a0, a1], [b0, b1]), [rows, columns]) = all.ok_or_else(wrong)?;
        let (a_rows, inner) = if transposed.left { (a1, a0) } else { (a0, a1) };
        let (b_inner, b_columns) = if transposed.right { (b1, b0) } else { (b0, b1) };
        let batch = |sizes: &[usize]| {
            let outer = &sizes[..sizes.len() - 2];
            let one = outer.iter().all(|&size| size == 1) && outer.len() <= rank;
            if outer == &c_sizes[..rank] { Some(1) } else { one.then_some(0) }
        };
        let fits = a_rows == rows && b_columns == columns && inner == b_inner;
        let steps = batch(&a_sizes).zip(batch(&b_sizes));
        let (a_step, b_step) = steps
            .filter(|_| fits && a.dtype == b.dtype && a.dtype == out.dtype)
            .ok_or_else(wrong)?;
        if a_step == 0 && b_step == 0 && c_sizes[..rank].iter().any(|&size| size != 1) {
            return Err(wrong());
        }
        let kernel = Kernel::of(File::Product, "matmul", out.dtype, &NUMBERS)?;
        if out.count == 0 {
            return Ok(());
        }
        let sizes = [rows * inner, inner * columns, rows * columns];
        for size in sizes {
            small(size)?;
        }
        let matrices = out.count / (rows * columns);
        let [rows, inner, columns] = [small(rows)?, small(inner)?, small(columns)?];
        let (a_row, a_inner) = if transposed.left { (1, rows) } else { (inner, 1) };
        let (b_inner, b_column) = if transposed.right { (1, inner) } else { (columns, 1) };
        let [a_matrix, b_matrix] = [a_step * sizes[0] as u64, b_step * sizes[1] as u64];
        let tiles_of_one = rows.div_ceil(TILE);
        let all = small(matrices.saturating_mul(tiles_of_one as usize))?;
        let grid = grid([all, columns.div_ceil(TILE), 1])?;
        let args = args![
            a,
            b,
            out,
            tiles_of_one,
            rows,
            inner,
            columns,
            a_row,
            a_inner,
            b_inner,
            b_column,
            a_matrix,
            b_matrix
        ];
        self.0.launch(stream, kernel, grid, &args)
    }

    /// The convolution of images with a filter, and a bias for each output channel. If the images have more channels than
    /// the filter takes, they are in groups that do not meet. There are as many windows as the result has places; the
    /// window's size is the filter's.
    ///
    /// Each element is one chain of fused multiplications and additions, from the bias or zero, in the order: 16 channels of
    /// the group at a time, the window's rows and columns, the channel. Elements of the padding are zeros. In a group of 16
    /// channels or more, the last of these steps is filled with channels of zeros.
    ///
    /// # Errors
    /// Shapes that do not fit each other; another element type; elements that are no floats; the driver's.
    pub fn convolution(
        &self,
        stream: &Stream,
        window: &Window,
        x: Operand<'_>,
        filter: Filter<'_>,
        bias: Option<Operand<'_>>,
        out: Operand<'_>,
    ) -> Result<(), KernelError> {
        let Filter { weights, outputs_last } = filter;
        let wrong = || {
            let [x, filter, out] =
                [x, weights, out].map(|it| format!("{} {:?}", it.dtype.name(), it.shape));
            invalid(format!("no convolution of {x} with {filter} is {out}"))
        };
        let [images, channels, height, width] = window.images(x)?;
        let [results, all, rows, columns] = window.images(out)?;
        let sizes = <[usize; 4]>::try_from(weights.sizes()).map_err(|_| wrong())?;
        let [outputs, inputs, filter_rows, filter_columns] = match (outputs_last, sizes) {
            (true, [h, w, i, o]) => [o, i, h, w],
            (false, sizes) => sizes,
        };
        // Of no channels there is one group.
        let groups = channels.checked_div(inputs).unwrap_or(1).max(1);
        let fits = images == results
            && all == outputs
            && channels == groups * inputs
            && outputs % groups == 0
            && window.size == [filter_rows, filter_columns]
            && [weights, out].iter().all(|it| it.dtype == x.dtype);
        if !fits {
            return Err(wrong());
        }
        if let Some(bias) = bias {
            bias.expect(x.dtype, &[i64::try_from(outputs).unwrap_or(i64::MAX)])?;
        }
        let kernel = Kernel::of(File::Product, "convolution", x.dtype, &FLOATS)?;
        let [_, _, steps @ .., top, left] = window.numbers([rows, columns])?;
        if out.count == 0 {
            return Ok(());
        }
        for tensor in [x, weights, out] {
            tensor.small()?;
        }
        // With its channels of zeros, a chain is longer than the filter.
        let padded = if inputs < 16 { inputs } else { inputs.next_multiple_of(16) };
        small(padded.saturating_mul(filter_rows).saturating_mul(filter_columns))?;
        let of_image = |channels: usize, height: usize, width: usize| {
            if window.channels_last {
                [channels * height * width, 1, width * channels, channels]
            } else {
                [channels * height * width, height * width, width, 1]
            }
        };
        let [y_image, y_channel, _, y_pixel] = of_image(outputs, rows, columns);
        let of_filter = if outputs_last {
            [1, outputs, filter_columns * inputs * outputs, inputs * outputs]
        } else {
            [inputs * filter_rows * filter_columns, filter_rows * filter_columns, filter_columns, 1]
        };
        let mut numbers = SmallVec::<[u32; 32]>::new();
        let pixels = images * rows * columns;
        let own = outputs / groups;
        for number in
            [pixels, own, inputs, padded, height, width, rows, columns, filter_rows, filter_columns]
        {
            numbers.push(small(number)?);
        }
        numbers.extend(steps);
        numbers.extend([top, left]);
        for number in of_image(channels, height, width).into_iter().chain(of_filter) {
            numbers.push(small(number)?);
        }
        for number in [y_image, y_channel, y_pixel] {
            numbers.push(small(number)?);
        }
        let grid = grid([numbers[0].div_ceil(TILE), numbers[1].div_ceil(TILE), small(groups)?])?;
        let args = args![x, weights, bias.unwrap_or(x), out, u32::from(bias.is_some()); numbers];
        self.0.launch(stream, kernel, grid, &args)
    }
}

/// So many blocks, of which each computes a tile.
fn grid(blocks: [u32; 3]) -> Result<Grid, KernelError> {
    if blocks[1..].iter().any(|&blocks| blocks > BLOCKS) {
        return Err(invalid(format!("{blocks:?} tiles are more than a grid has")));
    }
    Ok(Grid { blocks, threads: [THREADS, 1, 1], shared: 0 })
}
