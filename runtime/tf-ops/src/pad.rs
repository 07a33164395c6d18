//! Images with zeros around them.

use crate::metadata::pad::{fixed_pad as infer, padded};
use crate::number::{is_numeric, with_bits};
use crate::output::{OrEnd, allocated, write_raw};
use tfrt_core_runtime::op;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_numeric::{Ended, Workers, rows};
use tfrt_tensor::{DenseHostTensor, Element, TensorMetadata};

/// Images with so many zeros before and behind their two middle dimensions as the second argument says. Its metadata
/// function does not know how many and assumes 3.
///
/// # Errors
/// `Could not guess channel order.`, `padding shape shoulsd be (4, 2)`, `unsupported dtype for TfPadOp`; padding of the
/// outer dimensions, or one that is negative.
#[op("tf.Pad", pure, infer = infer)]
pub fn pad(
    ctx: ExecCtx<'_>,
    x: &DenseHostTensor,
    paddings: &DenseHostTensor,
) -> Result<DenseHostTensor, KernelError> {
    if paddings.shape().dimensions() != [4, 2] {
        return Err("padding shape shoulsd be (4, 2)".into());
    }
    let paddings = paddings.to_vec::<i32>()?;
    let sides: Vec<[i64; 2]> = paddings.as_chunks().0.iter().map(|it| it.map(i64::from)).collect();
    let &[images, height, width, channels] = x.shape().dimensions() else {
        return Err(format!("tf.Pad of rank {}, expected 4", x.shape().rank()).into());
    };
    let &[[0, 0], rows, columns, [0, 0]] = &sides[..] else {
        return Err("tf.Pad pads only the two middle dimensions".into());
    };
    if !is_numeric(x.dtype()) {
        return Err("unsupported dtype for TfPadOp".into());
    }
    let shape = padded(x.shape(), sides)?;
    let size = |size: i64| usize::try_from(size).unwrap_or(0);
    let [_, height, width, channels] = [images, height, width, channels].map(size);
    let frame = Frame {
        rows: [size(rows[0]), height, size(rows[1])],
        columns: [size(columns[0]), width, size(columns[1])].map(|it| it.saturating_mul(channels)),
    };
    let made = allocated(ctx, &TensorMetadata { dtype: x.dtype(), shape })?;
    let written = with_bits!(x.dtype(), T => write_raw([x], &made, |[x], made: &mut [T]| {
        frame.around(&ctx, x, made).or_end(ctx)
    }));
    written.ok_or("unsupported dtype for TfPadOp")??;
    Ok(made)
}

/// Zeros around images: how many rows, and elements of a row, are before them, theirs and behind them.
struct Frame {
    rows: [usize; 3],
    columns: [usize; 3],
}

impl Frame {
    fn around<T: Element>(
        &self,
        workers: &dyn Workers,
        images: &[T],
        output: &mut [T],
    ) -> Result<(), Ended> {
        let [top, height, bottom] = self.rows;
        let [left, width, right] = self.columns;
        let length = left.saturating_add(width).saturating_add(right);
        rows(workers, output, length, length, &|first, output| {
            for (index, output) in (first..).zip(output.chunks_exact_mut(length)) {
                let all = top + height + bottom;
                let (image, row) = (index / all, index % all);
                output.fill(T::zeroed());
                if let Some(row) = row.checked_sub(top).filter(|&row| row < height) {
                    let from = (image * height + row) * width;
                    output[left..][..width].copy_from_slice(&images[from..][..width]);
                }
            }
        })
    }
}
