//! What remains of many elements, and softmax.
#![expect(clippy::too_many_arguments, reason = "the ops' operands and attributes")]

use super::{Others, Places, Run, Weights};
use crate::element::Rational;
use crate::output::{elements, elements_mut, indices, invalid};
use crate::reduction::Reducing;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Chain, shapes};
use tfrt_numeric::{
    Arithmetic, Exponential, Extremes, Fold, Greatest, InstructionSet, Reduction, Sum,
};
use tfrt_tensor::{Element, Tensor};

/// A reduction, and along which axes.
#[derive(Debug)]
pub struct Along {
    reduction: Reduction,
    axes: Vec<i64>,
    flags: [bool; 2],
}

/// Sets what remains of the elements along some axes, which are an operand.
fn reduce<T: Element>(
    ctx: ExecCtx<'_>,
    run: &Run,
    others: Others<'_>,
    places: &Places<Along>,
    flags: [Attr<bool>; 2],
    (fold, finish): (impl Fold<T>, impl Fn(T, usize) -> T),
) -> Result<Chain, KernelError> {
    let flags = flags.map(|flag| flag.0);
    run.compute(places, others, |reads, write| {
        let axes: &[i64] = match reads {
            [_, axes] => elements(axes)?,
            _ => &[],
        };
        let fits = |along: &Along| along.axes == axes && along.flags == flags;
        let along = places.made(fits, || {
            let shape = match places.reads() {
                [operand] => &operand.shape,
                [operand, axes] if axes.dtype == i64::DTYPE => &operand.shape,
                _ => return Err(invalid(format!("'{places}' are no tensor and axes"))),
            };
            places.reads()[0].expect::<T>()?;
            places.reads()[0].in_rows()?;
            let Reducing { shape, reduction } = Reducing::new(shape, axes, flags[0], flags[1])?;
            places.gives::<T>(&shape)?;
            Ok(Along { reduction, axes: axes.to_vec(), flags })
        })?;
        let (from, to) = (elements::<T>(reads[0])?, elements_mut::<T>(write)?);
        let done = along.reduction.run(&ctx, InstructionSet::chosen(), fold, from, to);
        done.map_err(|ended| ctx.end_of_run(ended))?;
        to.iter_mut().for_each(|element| *element = finish(*element, along.reduction.count));
        Ok(())
    })?;
    Ok(Chain)
}

macro_rules! reductions {
    ($($name:ident = $op:literal, $like:literal, $bound:ident, $fold:ident, $finish:expr;)*) => {$(
        #[doc = concat!("As `", $like, "`.")]
        ///
        /// # Errors
        /// Places that do not fit each other, or that are not there.
        #[kernel($op, effects(), assembly = Assembly::TYPED_OPERANDS, traits(result_names(&["next"])), T = [f32])]
        pub fn $name<T: $bound + Element>(
            ctx: ExecCtx<'_>,
            run: &Run,
            chain: Chain,
            tensors: &[&Tensor],
            keepdims: Attr<bool>,
            noop_with_empty_axes: Attr<bool>,
            places: Attr<&Places<Along>>,
            weights_0: Attr<Option<Weights>>,
        ) -> Result<Chain, KernelError> {
            let Chain = chain;
            let flags = [keepdims, noop_with_empty_axes];
            let others = Others { tensors, weights: &[weights_0.0.as_ref()] };
            reduce::<T>(ctx, run, others, places.0, flags, ($fold, $finish))
        }
    )*};
}

reductions! {
    reduce_max = "arena.reduce_max.{T}", "nn.reduce_max", Extremes, Greatest, |all, _| all;
    reduce_mean = "arena.reduce_mean.{T}", "nn.reduce_mean", Rational, Sum,
        |sum, count| sum.divided_by(count);
    reduce_sum = "arena.reduce_sum.{T}", "nn.reduce_sum", Arithmetic, Sum, |sum, _| sum;
}

/// As `nn.softmax`.
///
/// # Errors
/// Places that do not fit each other, or that are not there.
#[kernel("arena.softmax.{T}", effects(), assembly = Assembly::TYPED_OPERANDS, traits(result_names(&["next"])), T = [f32])]
pub fn softmax<T: Exponential + Element>(
    ctx: ExecCtx<'_>,
    run: &Run,
    chain: Chain,
    tensors: &[&Tensor],
    axis: Attr<i64>,
    places: Attr<&Places<(i64, [usize; 2])>>,
) -> Result<Chain, KernelError> {
    let places = places.0;
    let along = places.made(
        |(of, _)| *of == axis.0,
        || {
            let [shape] = places.shapes::<T, 1>()?;
            places.gives::<T>(shape)?;
            let dimension = shapes::dimension(shape, axis.0).map_err(invalid)?;
            let sizes = indices(shape);
            Ok((axis.0, [sizes[dimension], sizes[dimension + 1..].iter().product()]))
        },
    )?;
    run.compute(places, tensors, |reads, write| {
        let (from, to) = (elements::<T>(reads[0])?, elements_mut::<T>(write)?);
        let [count, apart] = along.1;
        let done = tfrt_numeric::softmax(&ctx, InstructionSet::chosen(), from, (count, apart), to);
        done.map_err(|ended| ctx.end_of_run(ended))
    })?;
    Ok(chain)
}
