//! Reductions, and the softmax of rows.

use super::DeviceCode;
use super::launch::{FLOATS, File, Kernel, NUMBERS, args, over};
use super::operand::{Operand, invalid, small};
use std::ops::Range;
use tfrt_cuda::{Grid, Stream};
use tfrt_host::error::KernelError;

/// What remains of many elements.
///
/// ```
/// use tfrt_gpu::device_code::Fold;
/// assert_ne!(Fold::Sum, Fold::Mean);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// The sum; integers wrap.
    Sum,
    /// The sum, divided once by the number of elements, of floats; that of none is NaN.
    Mean,
    /// The greatest. NaN is greater than all numbers, and +0 than -0; of none it is the least of the type.
    Max,
}

/// In which order elements are joined.
///
/// ```
/// use tfrt_gpu::device_code::Order;
/// assert_ne!(Order::Sequential, Order::Lanes);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// One after the other: that of TensorFlow's ops.
    Sequential,
    /// Element `i` goes to lane `i % 16`, and lanes are joined pairwise, 8, 4, 2 and 1 apart: that of models.
    Lanes,
}

impl DeviceCode {
    /// What remains of the elements along adjacent dimensions. The shape of the result has others, or these with size 1.
    ///
    /// # Errors
    /// There are no such dimensions; another type or number of elements of the result; `device code has no 'max' in
    /// sequence`; the driver's.
    pub fn reduce(
        &self,
        stream: &Stream,
        (fold, order): (Fold, Order),
        x: Operand<'_>,
        dimensions: Range<usize>,
        out: Operand<'_>,
    ) -> Result<(), KernelError> {
        let sizes = x.sizes();
        let reduced = sizes.get(dimensions.clone());
        let reduced = reduced
            .ok_or_else(|| invalid(format!("{:?} has no dimensions {dimensions:?}", x.shape)))?;
        // Without elements, what remains of none may be asked for any number of times.
        let all =
            |sizes: &[usize]| sizes.iter().fold(1_usize, |all, size| all.saturating_mul(*size));
        let (count, outer, inner) =
            (all(reduced), all(&sizes[..dimensions.start]), all(&sizes[dimensions.end..]));
        if out.dtype != x.dtype || out.count != outer.saturating_mul(inner) {
            let [from, to] = [x, out].map(|it| format!("{} {:?}", it.dtype.name(), it.shape));
            return Err(invalid(format!("{from} without dimensions {dimensions:?} is not {to}")));
        }
        let name = match (fold, order, inner) {
            (Fold::Sum, Order::Sequential, _) => "sum_in_order",
            (Fold::Mean, Order::Sequential, _) => "mean_in_order",
            (Fold::Max, Order::Sequential, _) => {
                return Err(invalid("device code has no 'max' in sequence"));
            }
            (Fold::Sum, Order::Lanes, 1) => "sum_rows",
            (Fold::Mean, Order::Lanes, 1) => "mean_rows",
            (Fold::Max, Order::Lanes, 1) => "max_rows",
            (Fold::Sum, Order::Lanes, _) => "sum_columns",
            (Fold::Mean, Order::Lanes, _) => "mean_columns",
            (Fold::Max, Order::Lanes, _) => "max_columns",
        };
        let types =
            if fold == Fold::Mean || order == Order::Sequential { &FLOATS[..] } else { &NUMBERS };
        let kernel = Kernel::of(File::Reduction, name, x.dtype, types)?;
        if out.count == 0 {
            return Ok(());
        }
        let (outputs, count) = (out.small()?, small(count)?);
        if order == Order::Lanes && inner == 1 {
            // Sixteen threads an output.
            let grid = over(out.count.saturating_mul(16));
            return self.0.launch(stream, kernel, grid, &args![x, out, outputs, count]);
        }
        let args = args![x, out, outputs, count, small(inner)?];
        self.0.launch(stream, kernel, over(out.count), &args)
    }

    /// The exponentials of rows along the last dimension, each less the row's maximum, times one over their sum; or the
    /// elements less the maximum and the logarithm of that sum. Its result may be over the operand.
    ///
    /// # Errors
    /// Another type or shape of the result; elements that are no floats; the driver's.
    pub fn softmax(
        &self,
        stream: &Stream,
        logarithm: bool,
        x: Operand<'_>,
        out: Operand<'_>,
    ) -> Result<(), KernelError> {
        out.expect(x.dtype, x.shape)?;
        let name = if logarithm { "log_softmax" } else { "softmax" };
        let kernel = Kernel::of(File::Reduction, name, x.dtype, &FLOATS)?;
        if out.count == 0 {
            return Ok(());
        }
        let length = x.sizes().last().copied().unwrap_or(1);
        let rows = small(out.count / length)?;
        let grid = Grid { blocks: [rows, 1, 1], threads: [PART, 1, 1], shared: 0 };
        self.0.launch(stream, kernel, grid, &args![x, out, small(length)?])
    }
}

/// The threads of a block of a softmax: `PART` of `reduction.cu`.
const PART: u32 = 128;
