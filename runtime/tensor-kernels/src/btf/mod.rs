//! Binary tensor files: dialect `btf`. Its kernels read files, so they have a list of their own,
//! [`BTF`](crate::BTF).

mod file;

pub use file::BtfFile;

use std::fs::File;
use std::path::Path;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::value::AsyncRef;
use tfrt_kernels::string::HostString;
use tfrt_tensor::{Element, MutableTensor};

/// The dense tensor of that index in a file, read by a thread that may block. A relative path starts
/// from the working directory. Only plain files are opened.
///
/// # Errors
/// `Failed to enqueue blocking work.`, `failed to open file P for reading`, and as
/// [`BtfFile::dense`].
#[kernel("btf.read_dense_tensor.{T}.{RANK}", effects(files, blocks), T = [f32, i32, i64, i8, u8],
    RANK = [0, 1, 2, 3, 4])]
pub fn read_dense_tensor<T: Element, const RANK: usize>(
    ctx: ExecCtx<'_>,
    path: &HostString,
    index: i32,
) -> AsyncRef<MutableTensor> {
    later(ctx, path, move |ctx, mut file| file.dense::<T, RANK>(index, ctx.allocator()))
}

/// The sparse tensor of that index in a file, read by a thread that may block.
///
/// # Errors
/// `Failed to enqueue blocking work.`, `failed to open file P for reading`, and as
/// [`BtfFile::coo`].
#[kernel("btf.read_coo_tensor.{T}.{RANK}", effects(files, blocks), T = [f32, i32, i8],
    RANK = [0, 1, 2, 3, 4])]
pub fn read_coo_tensor<T: Element, const RANK: usize>(
    ctx: ExecCtx<'_>,
    path: &HostString,
    index: i32,
) -> AsyncRef<MutableTensor> {
    later(ctx, path, move |ctx, mut file| file.coo::<T, RANK>(index, ctx.allocator()))
}

/// What `read` makes of the file.
fn later(
    ctx: ExecCtx<'_>,
    path: &HostString,
    read: impl FnOnce(ExecCtx<'_>, BtfFile<'_, File>) -> Result<MutableTensor, KernelError>
    + Send
    + 'static,
) -> AsyncRef<MutableTensor> {
    let (promise, value) = AsyncRef::pending();
    let (kept, path) = (ctx.to_owned(), path.0.clone());
    let task = move || {
        let ctx = kept.as_ctx();
        let tensor = open(&path).and_then(|file| read(ctx, file));
        promise.resolve(tensor.map_err(|error| ctx.report(error)));
    };
    match ctx.spawn_blocking(task) {
        Ok(()) => value,
        Err(_) => AsyncRef::from_error(ctx.report("Failed to enqueue blocking work.")),
    }
}

fn open(path: &str) -> Result<BtfFile<'_, File>, KernelError> {
    // Checked before opening: opening a pipe blocks until it has a writer.
    let plain = Path::new(path).metadata().is_ok_and(|metadata| metadata.is_file());
    let file = plain.then(|| File::open(path).ok()).flatten();
    let file = file.ok_or_else(|| format!("failed to open file {path} for reading"))?;
    BtfFile::new(file, path)
}
