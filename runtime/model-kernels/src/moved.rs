//! Results whose elements are moved, by their size: what they are does not matter.

use crate::output::{elements, elements_mut, filled};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_numeric::{Ended, Strides};
use tfrt_tensor::{DType, Tensor};

/// The elements of a new tensor, zero at first.
pub(crate) struct Moved<'a> {
    bytes: &'a mut [u8],
    /// Of an element.
    size: usize,
}

/// A new tensor, whose elements `fill` sets if there are any.
///
/// # Errors
/// `Cannot allocate tensor`; the run has ended.
pub(crate) fn moved(
    ctx: ExecCtx<'_>,
    dtype: DType,
    shape: &[i64],
    mut fill: impl FnMut(Moved<'_>) -> Result<(), KernelError>,
) -> Result<Tensor, KernelError> {
    let size = dtype.size().unwrap_or(1);
    filled(ctx, dtype, shape, &mut |bytes| fill(Moved { bytes, size }))
}

/// Evaluates an expression with `T` a type of elements of that size. What has 8 bytes may be a pair of
/// singles, whose address is a multiple of 4 alone, and what has 16 a pair of doubles.
macro_rules! of_size {
    ($size:expr, $T:ident => $call:expr) => {
        match $size {
            1 => {
                type $T = u8;
                $call
            }
            2 => {
                type $T = u16;
                $call
            }
            4 => {
                type $T = u32;
                $call
            }
            8 => {
                type $T = [u32; 2];
                $call
            }
            _ => {
                type $T = [u64; 2];
                $call
            }
        }
    };
}

pub(crate) use of_size;

impl Moved<'_> {
    /// Sets each element to that of the tensor at its place.
    pub(crate) fn gather(
        self,
        ctx: ExecCtx<'_>,
        tensor: &Tensor,
        places: &Strides<1>,
    ) -> Result<(), KernelError> {
        of_size!(self.size, T => {
            let (from, to) = (elements::<T>(tensor.bytes())?, elements_mut::<T>(self.bytes)?);
            end(ctx, tfrt_numeric::gather(&ctx, from, places, to))
        })
    }

    /// Sets each element to that of the first tensor where the condition is true, else of the second.
    pub(crate) fn select(
        self,
        ctx: ExecCtx<'_>,
        condition: &[u8],
        [a, b]: [&Tensor; 2],
        places: &Strides<3>,
    ) -> Result<(), KernelError> {
        of_size!(self.size, T => {
            let from = [elements::<T>(a.bytes())?, elements(b.bytes())?];
            let to = elements_mut(self.bytes)?;
            end(ctx, tfrt_numeric::select(&ctx, condition, from, places, to))
        })
    }

    /// Sets each element to that of the tensor at the place that `place` gives for its index, or where that is
    /// none to the element of `other`; without that, it stays zero.
    pub(crate) fn arrange(
        self,
        ctx: ExecCtx<'_>,
        tensor: &Tensor,
        other: Option<&Tensor>,
        place: &(dyn Fn(usize) -> Option<usize> + Sync),
    ) -> Result<(), KernelError> {
        of_size!(self.size, T => {
            let (from, to) = (elements::<T>(tensor.bytes())?, elements_mut::<T>(self.bytes)?);
            let other = match other {
                Some(other) => elements::<T>(other.bytes())?.first().copied(),
                None => None,
            };
            end(ctx, tfrt_numeric::arrange(&ctx, from, other, place, to))
        })
    }

    /// Sets the elements to one row of each tensor after the other. Rows have so many elements.
    pub(crate) fn join(
        self,
        ctx: ExecCtx<'_>,
        tensors: &[&Tensor],
        lengths: &[usize],
    ) -> Result<(), KernelError> {
        of_size!(self.size, T => {
            let tensors = tensors.iter().zip(lengths);
            let rows = tensors.map(|(tensor, &length)| Ok((elements::<T>(tensor.bytes())?, length)));
            let rows = rows.collect::<Result<Vec<_>, KernelError>>()?;
            end(ctx, tfrt_numeric::join(&ctx, &rows, elements_mut(self.bytes)?))
        })
    }
}

fn end(ctx: ExecCtx<'_>, result: Result<(), Ended>) -> Result<(), KernelError> {
    result.map_err(|ended| ctx.end_of_run(ended))
}
