//! Elements that move, of any type.

use super::{Others, Place, Places, Run, Weights};
use crate::convert::{self, Conversion};
use crate::indexed;
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

/// How slices of a tensor are gathered.
#[derive(Debug)]
pub struct Slices {
    axis: i64,
    /// Of the dimension.
    size: i64,
    /// How many indices there are.
    count: usize,
    /// The bytes of a slice.
    bytes: usize,
}

/// As `nn.gather`.
///
/// # Errors
/// Places that do not fit each other, or that are not there; `index 3 is beyond a dimension of size 3`.
#[kernel("arena.gather", effects(), assembly = Assembly::TYPED_OPERANDS, traits(result_names(&["next"])))]
pub fn gather(
    ctx: ExecCtx<'_>,
    run: &Run,
    chain: Chain,
    tensors: &[&Tensor],
    axis: Attr<i64>,
    places: Attr<&Places<Slices>>,
    weights_0: Attr<Option<Weights>>,
) -> Result<Chain, KernelError> {
    let (places, others) = (places.0, Others { tensors, weights: &[weights_0.0.as_ref()] });
    let made = places.made(
        |made| made.axis == axis.0,
        || {
            let ([from, of], Some(write)) = (places.reads(), places.write()) else {
                return Err(invalid(format!("'{places}' are no tensor and indices")));
            };
            of.expect::<i64>()?;
            [from, of, write].into_iter().try_for_each(Place::in_rows)?;
            let shape = shapes::gather(&from.shape, &of.shape, axis.0).map_err(invalid)?;
            if write.shape != shape || write.dtype != from.dtype {
                return Err(invalid(format!("the result of '{places}' has shape {shape:?}")));
            }
            let dimension = shapes::dimension(&from.shape, axis.0).map_err(invalid)?;
            let inner = product(&indices(&from.shape[dimension + 1..]));
            Ok(Slices {
                axis: axis.0,
                size: from.shape[dimension],
                count: product(&indices(&of.shape)),
                bytes: inner.saturating_mul(from.dtype.size().unwrap_or(1)),
            })
        },
    )?;
    run.compute(places, others, |reads, write| {
        let (from, of) = (reads[0], elements::<i64>(reads[1])?);
        let Slices { size, count, bytes, .. } = *made;
        for &at in of {
            indexed::place(at, size)?;
        }
        let done = tfrt_numeric::rows(&ctx, write, bytes, bytes, &|first, slices| {
            for (slice, at) in slices.chunks_exact_mut(bytes).zip(first..) {
                // All were asked above.
                let within = indexed::place(of[at % count], size).unwrap_or(0);
                let start = (at / count * index(size) + within) * bytes;
                slice.copy_from_slice(&from[start..][..bytes]);
            }
        });
        done.map_err(|ended| ctx.end_of_run(ended))
    })?;
    Ok(chain)
}

/// As `nn.cast`.
///
/// # Errors
/// Places that do not fit each other, or that are not there; elements that are no numbers.
#[kernel("arena.cast", effects(), assembly = Assembly::TYPED_OPERANDS, traits(result_names(&["next"])))]
pub fn cast(
    ctx: ExecCtx<'_>,
    run: &Run,
    chain: Chain,
    tensors: &[&Tensor],
    places: Attr<&Places<Conversion>>,
    to: Attr<DType>,
) -> Result<Chain, KernelError> {
    let places = places.0;
    let conversion = places.made(
        |_| true,
        || {
            let ([from], Some(write)) = (places.reads(), places.write()) else {
                return Err(invalid(format!("expected one operand, got '{places}'")));
            };
            [from, write].into_iter().try_for_each(Place::in_rows)?;
            if from.shape != write.shape || write.dtype != to.0 {
                return Err(invalid(format!("'{places}' are no tensor and one of type {}", to.0)));
            }
            convert::conversion([from.dtype, write.dtype])
        },
    )?;
    run.compute(places, tensors, |reads, write| conversion.run(ctx, reads[0], write))?;
    Ok(chain)
}
