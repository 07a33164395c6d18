//! The dialect `arena`: what kernels of `nn` and `math` do, on the memory of one run. Where each value of a
//! function lies is known before it runs, so a run allocates little, and takes what earlier runs have left.
//!
//! An op takes the run's memory and a chain, and gives the next: all ops of a run are in one order. Its attribute
//! `places` says what it reads, in the order of the operands of the `nn` kernel, and what it writes ([`Places`]).
//! Constants that it reads are its attributes ([`Weights`]); what else is in no memory of the run, such as inputs, are
//! its tensors. Results have the bits of the kernel of `nn`.
//!
//! Nothing relies on places: each op checks that what it reads was written in this run, and is neither beyond the
//! memory nor where it writes itself; and that no other op has the memory.

mod algorithm;
pub mod elements;
pub mod images;
pub mod moves;
mod places;
pub mod products;
pub mod reductions;
mod run;
mod steps;
mod then;

pub use algorithm::Algorithm;
pub use images::{InBlocks, blocks_of_convolution, pack, winograd};
pub use places::{ALIGNMENT, MOST_HALO, MOST_WEIGHTS, Place, Places};
pub use products::pack_matrix;
use run::Others;
pub use run::{Pool, Run, Size, Weights};
pub use steps::Steps;
pub use tfrt_numeric::{Formula, Input, MOST_STEPS, Operation};
pub use then::Then;

use crate::output::{elements, elements_mut, filled, invalid};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Chain};
use tfrt_tensor::Tensor;

/// Begins a run of so many bytes of memory, which are zero or what an earlier run of the program has left there. They
/// count as the run's until it is over, when nobody refers to `run` any more.
///
/// # Errors
/// `Cannot allocate memory of a run: memory is exhausted`, or that the run may not have so much.
#[kernel("arena.begin", effects(), assembly = "attr-dict", traits(result_names(&["run", "chain"])))]
pub fn begin(ctx: ExecCtx<'_>, bytes: Attr<&Size>) -> Result<(Run, Chain), KernelError> {
    Ok((Run::of(ctx, bytes.0)?, Chain))
}

/// A copy of what is at a place of the run's memory; of images in blocks in row-major order.
///
/// # Errors
/// `f32[2]@64 is read, and was not written before`, and other places that are not there; `Cannot allocate tensor`.
#[kernel("arena.load", effects(), assembly = Assembly::TYPED_RESULTS,
    traits(result_names(&["tensor", "next"])))]
pub fn load(
    ctx: ExecCtx<'_>,
    run: &Run,
    chain: Chain,
    places: Attr<&Places>,
) -> Result<(Tensor, Chain), KernelError> {
    let [place] = places.0.reads() else {
        return Err(invalid(format!("expected one place, got '{}'", places.0)));
    };
    let set = |from: &[u8], bytes: &mut [u8]| match place.blocks() {
        Some(blocks) => {
            let taken = blocks.take(&ctx, elements::<f32>(from)?, elements_mut(bytes)?);
            taken.map_err(|ended| ctx.end_of_run(ended))
        }
        None => {
            bytes.copy_from_slice(from);
            Ok(())
        }
    };
    let tensor = match run.lend(place)? {
        Some(mut tensor) => {
            let bytes = tensor.bytes_mut().unwrap_or_default();
            run.compute(places.0, &[][..], |reads, _| set(reads[0], bytes))?;
            run.lent(tensor)
        }
        None => run.compute(places.0, &[][..], |reads, _| {
            filled(ctx, place.dtype, &place.shape, &mut |bytes| set(reads[0], bytes))
        })?,
    };
    Ok((tensor, chain))
}
