//! Products of matrices.

use super::{Places, Run};
use crate::matmul::Product;
use crate::output::{elements, elements_mut};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Chain};
use tfrt_numeric::{Arithmetic, InstructionSet, Matmul};
use tfrt_tensor::{Element, Tensor};

/// As `nn.matmul`.
///
/// # Errors
/// Places that do not fit each other, or that are not there.
#[kernel("arena.matmul.{T}", effects(), assembly = Assembly::TYPED_OPERANDS, traits(result_names(&["next"])), T = [f32])]
pub fn matmul<T: Element + Arithmetic>(
    ctx: ExecCtx<'_>,
    run: &Run,
    chain: Chain,
    tensors: &[&Tensor],
    places: Attr<&Places<Matmul>>,
) -> Result<Chain, KernelError> {
    let places = places.0;
    let product = places.made(
        |_| true,
        || {
            let product = Product::new(places.shapes::<T, 2>()?)?;
            places.gives::<T>(&product.shape)?;
            Ok(product.matmul)
        },
    )?;
    run.compute(places, tensors, |reads, write| {
        let factors = [elements::<T>(reads[0])?, elements::<T>(reads[1])?];
        let sums = elements_mut::<T>(write)?;
        sums.fill(T::ZERO);
        let done = product.add_to(&ctx, InstructionSet::chosen(), factors, sums);
        done.map_err(|ended| ctx.end_of_run(ended))
    })?;
    Ok(chain)
}
