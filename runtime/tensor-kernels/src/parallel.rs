//! The rows of an output, on several threads.

use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;

/// Calls `each` for every row of `output`, with its index and elements, as [`tfrt_numeric::rows`] does.
///
/// `length`: the elements of a row. `work`: the operations that a row takes.
///
/// # Errors
/// The run has ended.
pub fn rows<T: Send>(
    ctx: ExecCtx<'_>,
    output: &mut [T],
    length: usize,
    work: usize,
    each: impl Fn(usize, &mut [T]) + Sync,
) -> Result<(), KernelError> {
    let all = |first: usize, rows: &mut [T]| {
        for (index, row) in (first..).zip(rows.chunks_exact_mut(length)) {
            each(index, row);
        }
    };
    tfrt_numeric::rows(&ctx, output, length, work, &all).map_err(|ended| ctx.end_of_run(ended))
}
