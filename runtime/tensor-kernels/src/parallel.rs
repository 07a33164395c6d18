//! The rows of an output, on several threads.

use tfrt_host::context::ExecCtx;
use tfrt_host::queue::{Piece, fork_join};
use tfrt_tensor::Element;

/// Operations that are not worth a second thread.
const LITTLE: usize = 1 << 16;

/// Calls `each` for every row of `output`, with its index and elements; idle threads help if there
/// is much to do. Each row is computed by one thread, so results do not depend on how many there
/// are.
///
/// `length`: the elements of a row. `work`: the operations that a row takes.
pub fn rows<T: Element>(
    ctx: ExecCtx<'_>,
    output: &mut [T],
    length: usize,
    work: usize,
    each: impl Fn(usize, &mut [T]) + Sync,
) {
    let bytes = bytemuck::cast_slice_mut(output);
    rows_of_bytes(ctx, bytes, length.saturating_mul(size_of::<T>()), work, &|index, row| {
        each(index, bytemuck::cast_slice_mut(row));
    });
}

/// [`rows`] of any elements: rustc compiles it once, and not for each kernel.
pub(crate) fn rows_of_bytes(
    ctx: ExecCtx<'_>,
    output: &mut [u8],
    length: usize,
    work: usize,
    each: &(dyn Fn(usize, &mut [u8]) + Sync),
) {
    if output.is_empty() || length == 0 {
        return;
    }
    let queue = ctx.host().queue();
    let count = output.len() / length;
    let threads = if work.saturating_mul(count) < LITTLE { 1 } else { queue.parallelism() };
    let share = count.div_ceil(threads.clamp(1, count));
    let parts = output.chunks_mut(share.saturating_mul(length)).enumerate();
    let mut parts: Vec<_> = parts
        .map(|(part, rows)| {
            move || {
                for (index, row) in rows.chunks_exact_mut(length).enumerate() {
                    each(part * share + index, row);
                }
            }
        })
        .collect();
    let mut pieces: Vec<Piece<'_>> = parts.iter_mut().map(|part| part as Piece<'_>).collect();
    fork_join(&**queue, &mut pieces);
}
