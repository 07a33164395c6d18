//! Elements that move, of any type.

use super::{Place, Places, Run};
use crate::moved::of_size;
use crate::output::{elements, elements_mut, index, indices, invalid, product, strides};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Chain, shapes};
use tfrt_numeric::Strides;
use tfrt_tensor::{DType, Tensor};

/// The size of an element of what the op writes, where all that it reads is of that type and it writes that shape.
fn size<G>(places: &Places<G>, shape: &[i64]) -> Result<usize, KernelError> {
    let write = places.write().ok_or_else(|| invalid("it writes nothing".to_owned()))?;
    let same = |dtype: DType| dtype == write.dtype;
    if write.shape != shape || !places.reads().iter().all(|read| same(read.dtype)) {
        return Err(invalid(format!(
            "its result has shape {shape:?}, and its places are '{places}'"
        )));
    }
    places.reads().iter().chain([write]).try_for_each(Place::in_rows)?;
    Ok(write.dtype.size().unwrap_or(1))
}

/// The places of a transposed tensor, and how.
#[derive(Debug)]
pub struct Transposed {
    perm: Vec<i64>,
    places: Strides<1>,
    size: usize,
}

/// As `nn.transpose`.
///
/// # Errors
/// Places that do not fit each other, or that are not there.
#[kernel("arena.transpose", effects(), assembly = Assembly::TYPED_OPERANDS, traits(result_names(&["next"])))]
pub fn transpose(
    ctx: ExecCtx<'_>,
    run: &Run,
    chain: Chain,
    tensors: &[&Tensor],
    perm: Attr<&[i64]>,
    places: Attr<&Places<Transposed>>,
) -> Result<Chain, KernelError> {
    let places = places.0;
    let made = places.made(
        |made| made.perm == perm.0,
        || {
            let [from] = places.reads() else {
                return Err(invalid(format!("expected one operand, got '{places}'")));
            };
            let to = shapes::transpose(&from.shape, perm.0).map_err(invalid)?;
            let from = strides(&from.shape);
            let strides: Vec<isize> =
                perm.0.iter().map(|&dimension| from[index(dimension)]).collect();
            let moved = Strides::new(&indices(&to), [&strides], [0]);
            Ok(Transposed { perm: perm.0.to_vec(), places: moved, size: size(places, &to)? })
        },
    )?;
    run.compute(places, tensors, |reads, write| {
        let done = of_size!(made.size, T => {
            let (from, to) = (elements::<T>(reads[0])?, elements_mut::<T>(write)?);
            tfrt_numeric::gather(&ctx, from, &made.places, to)
        });
        done.map_err(|ended| ctx.end_of_run(ended))
    })?;
    Ok(chain)
}

/// How tensors are joined.
#[derive(Debug)]
pub struct Joined {
    axis: i64,
    /// The elements of a row of each.
    lengths: Vec<usize>,
    size: usize,
}

/// As `nn.concatenate`.
///
/// # Errors
/// Places that do not fit each other, or that are not there.
#[kernel("arena.concatenate", effects(), assembly = Assembly::TYPED_OPERANDS, traits(result_names(&["next"])))]
pub fn concatenate(
    ctx: ExecCtx<'_>,
    run: &Run,
    chain: Chain,
    tensors: &[&Tensor],
    axis: Attr<i64>,
    places: Attr<&Places<Joined>>,
) -> Result<Chain, KernelError> {
    let places = places.0;
    let made = places.made(
        |made| made.axis == axis.0,
        || {
            let all = || places.reads().iter().map(|read| &read.shape[..]);
            let shape = shapes::concatenate(all(), axis.0).map_err(invalid)?;
            let dimension = shapes::dimension(&shape, axis.0).map_err(invalid)?;
            let lengths = all().map(|shape| product(&indices(&shape[dimension..]))).collect();
            Ok(Joined { axis: axis.0, lengths, size: size(places, &shape)? })
        },
    )?;
    run.compute(places, tensors, |reads, write| {
        let done = of_size!(made.size, T => {
            let rows = reads.iter().zip(&made.lengths);
            let rows = rows.map(|(read, &length)| Ok((elements::<T>(read)?, length)));
            let rows = rows.collect::<Result<Vec<_>, KernelError>>()?;
            tfrt_numeric::join(&ctx, &rows, elements_mut(write)?)
        });
        done.map_err(|ended| ctx.end_of_run(ended))
    })?;
    Ok(chain)
}
