//! Elements that are computed one by one.
#![expect(clippy::too_many_arguments, reason = "the ops' operands and attributes")]

use super::{Others, Places, Run, Steps, Weights};
use crate::arithmetic::broadcast;
use crate::element::{Rational, Scalar};
use crate::output::{broadcast_strides, elements, elements_mut, indices, invalid};
use smallvec::SmallVec;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Chain, shapes};
use tfrt_numeric::vector::{self, Function};
use tfrt_numeric::{Arithmetic, Combination, Extremes, InstructionSet, MOST_OPERANDS, Strides};
use tfrt_tensor::{Element, Tensor};

/// Elements of a part that one thread computes.
const PART: usize = 1 << 12;

/// The operations that a function of an element is worth.
const FUNCTION: usize = 16;

/// Sets each element to what becomes of those of two operands, broadcast to one shape.
fn combine<T: Element>(
    ctx: ExecCtx<'_>,
    run: &Run,
    others: Others<'_>,
    places: &Places<Strides<2>>,
    of: &Combination<'_, T, T, T>,
) -> Result<Chain, KernelError> {
    let strides = places.made(
        |_| true,
        || {
            let (shape, strides) = broadcast(places.shapes::<T, 2>()?)?;
            places.gives::<T>(&shape)?;
            Ok(strides)
        },
    )?;
    run.compute(places, others, |reads, write| {
        let operands = (elements::<T>(reads[0])?, elements::<T>(reads[1])?);
        let done = tfrt_numeric::combine(&ctx, operands, &strides, of, elements_mut(write)?);
        done.map_err(|ended| ctx.end_of_run(ended))
    })?;
    Ok(Chain)
}

/// Sets elements to what becomes of those of the operand, some of them at a time.
fn map<T: Element>(
    ctx: ExecCtx<'_>,
    run: &Run,
    tensors: &[&Tensor],
    places: &Places,
    work: usize,
    of: &(dyn Fn(&[T], &mut [T]) + Sync),
) -> Result<Chain, KernelError> {
    places.made(
        |()| true,
        || {
            let [shape] = places.shapes::<T, 1>()?;
            places.gives::<T>(shape)
        },
    )?;
    run.compute(places, tensors, |reads, write| {
        let (from, to) = (elements::<T>(reads[0])?, elements_mut::<T>(write)?);
        let part = PART.min(to.len());
        // The last part may be shorter, so that parts are no rows.
        let (whole, rest) = to.split_at_mut(to.len() - to.len() % part);
        let behind = whole.len();
        let done = tfrt_numeric::rows(&ctx, whole, part, part * work, &|first, to| {
            of(&from[first * part..][..to.len()], to);
        });
        done.map_err(|ended| ctx.end_of_run(ended))?;
        of(&from[behind..], rest);
        Ok(())
    })?;
    Ok(Chain)
}

/// Ops of two operands.
macro_rules! arithmetic {
    ($($name:ident = $op:literal, $like:literal, $bound:ident, |$a:ident, $b:ident| $of:expr;)*) => {$(
        #[doc = concat!("As `", $like, "`.")]
        ///
        /// # Errors
        /// Places that do not fit each other, or that are not there.
        #[kernel($op, effects(), assembly = Assembly::TYPED_OPERANDS, traits(result_names(&["next"])), T = [f32])]
        pub fn $name<T: Scalar<Work: $bound>>(
            ctx: ExecCtx<'_>,
            run: &Run,
            chain: Chain,
            tensors: &[&Tensor],
            places: Attr<&Places<Strides<2>>>,
            weights_0: Attr<Option<Weights>>,
        ) -> Result<Chain, KernelError> {
            let Chain = chain;
            let others = Others { tensors, weights: &[weights_0.0.as_ref()] };
            combine(ctx, run, others, places.0, &|a: &[T], b: &[T], row: &mut [T]| {
                for (element, (&$a, &$b)) in row.iter_mut().zip(a.iter().zip(b)) {
                    *element = $of;
                }
            })
        }
    )*};
}

arithmetic! {
    add = "arena.add.{T}", "nn.add", Arithmetic, |a, b| T::rounded_from(a.work().plus(b.work()));
    sub = "arena.sub.{T}", "nn.sub", Arithmetic, |a, b| T::rounded_from(a.work().minus(b.work()));
    mul = "arena.mul.{T}", "nn.mul", Arithmetic, |a, b| T::rounded_from(a.work().times(b.work()));
    max = "arena.max.{T}", "nn.max", Extremes, |a, b| T::rounded_from(a.work().greatest(b.work()));
    min = "arena.min.{T}", "nn.min", Extremes, |a, b| T::rounded_from(a.work().least(b.work()));
    div = "arena.div.{T}", "nn.div", Arithmetic,
        // Floats have a quotient by zero.
        |a, b| a.work().over(b.work()).map_or(T::zeroed(), T::rounded_from);
}

/// As `nn.relu`.
///
/// # Errors
/// Places that do not fit each other, or that are not there.
#[kernel("arena.relu.{T}", effects(), assembly = Assembly::TYPED_OPERANDS, traits(result_names(&["next"])), T = [f32])]
pub fn relu<T: Scalar<Work: Arithmetic>>(
    ctx: ExecCtx<'_>,
    run: &Run,
    chain: Chain,
    tensors: &[&Tensor],
    places: Attr<&Places>,
) -> Result<Chain, KernelError> {
    let Chain = chain;
    map(ctx, run, tensors, places.0, 1, &|from: &[T], to: &mut [T]| {
        for (to, &from) in to.iter_mut().zip(from) {
            *to = T::rounded_from(from.work().relu());
        }
    })
}

/// As `math.sqrt.tensor`.
///
/// # Errors
/// Places that do not fit each other, or that are not there.
#[kernel("arena.sqrt.{T}", effects(), assembly = Assembly::TYPED_OPERANDS, traits(result_names(&["next"])), T = [f32])]
pub fn sqrt<T: Rational>(
    ctx: ExecCtx<'_>,
    run: &Run,
    chain: Chain,
    tensors: &[&Tensor],
    places: Attr<&Places>,
) -> Result<Chain, KernelError> {
    let Chain = chain;
    map(ctx, run, tensors, places.0, FUNCTION, &|from: &[T], to: &mut [T]| {
        for (to, &from) in to.iter_mut().zip(from) {
            *to = from.root();
        }
    })
}

/// A function of each element.
fn function(
    ctx: ExecCtx<'_>,
    run: &Run,
    tensors: &[&Tensor],
    places: &Places,
    function: impl Function,
) -> Result<Chain, KernelError> {
    let chosen = InstructionSet::chosen();
    map(ctx, run, tensors, places, FUNCTION, &|from: &[f32], to: &mut [f32]| {
        vector::map(chosen, function, from, to);
    })
}

macro_rules! functions {
    ($($name:ident = $op:literal, $like:literal, $function:ident;)*) => {$(
        #[doc = concat!("As `", $like, "`.")]
        ///
        /// # Errors
        /// Places that do not fit each other, or that are not there.
        #[kernel($op, effects(), assembly = Assembly::TYPED_OPERANDS, traits(result_names(&["next"])))]
        pub fn $name(
            ctx: ExecCtx<'_>,
            run: &Run,
            chain: Chain,
            tensors: &[&Tensor],
            places: Attr<&Places>,
        ) -> Result<Chain, KernelError> {
            let Chain = chain;
            function(ctx, run, tensors, places.0, vector::$function)
        }
    )*};
}

functions! {
    erf = "arena.erf.f32", "math.erf.tensor.f32", Erf;
    exp = "arena.exp.f32", "math.exp.tensor.f32", Exp;
    log = "arena.log.f32", "math.log.tensor.f32", Log;
    tanh = "arena.tanh.f32", "math.tanh.tensor.f32", Tanh;
}

/// Several ops of each element, of operands that are broadcast to one shape: what [`Steps`] say. Only the result of the
/// last one is written.
///
/// # Errors
/// Places that do not fit each other or the steps, or that are not there.
#[kernel("arena.elementwise.f32", effects(), assembly = Assembly::TYPED_OPERANDS, traits(result_names(&["next"])))]
pub fn elementwise(
    ctx: ExecCtx<'_>,
    run: &Run,
    chain: Chain,
    tensors: &[&Tensor],
    of: Attr<&Steps>,
    places: Attr<&Places<Strides<MOST_OPERANDS>>>,
    weights_0: Attr<Option<Weights>>,
    weights_1: Attr<Option<Weights>>,
    weights_2: Attr<Option<Weights>>,
    weights_3: Attr<Option<Weights>>,
) -> Result<Chain, KernelError> {
    let weights = [&weights_0, &weights_1, &weights_2, &weights_3].map(|it| it.0.as_ref());
    let (places, formula) = (places.0, &of.0.0);
    let reads = places.reads();
    if reads.len() != formula.operands() {
        let (found, expected) = (reads.len(), formula.operands());
        return Err(invalid(format!("it has {found} operands, expected {expected}")));
    }
    let strides = places.made(
        |_| true,
        || {
            for read in reads {
                read.expect::<f32>()?;
                read.in_rows()?;
            }
            let all = shapes::broadcast_all(reads.iter().map(|read| &read.shape[..]));
            let shape = all.map_err(invalid)?;
            places.gives::<f32>(&shape)?;
            let own = reads.iter().map(|read| broadcast_strides(&read.shape, shape.len()));
            let own: Vec<Vec<isize>> = own.collect();
            // Those that are not there do not move.
            let none = vec![0; shape.len()];
            let strides = std::array::from_fn(|at| own.get(at).unwrap_or(&none).as_slice());
            Ok(Strides::new(&indices(&shape), strides, [0; MOST_OPERANDS]))
        },
    )?;
    run.compute(places, Others { tensors, weights: &weights }, |reads, write| {
        let operands = reads.iter().map(|read| elements::<f32>(read));
        let operands: SmallVec<[&[f32]; MOST_OPERANDS]> = operands.collect::<Result<_, _>>()?;
        let set = InstructionSet::chosen();
        let done = formula.run(&ctx, set, &operands, &strides, elements_mut(write)?);
        done.map_err(|ended| ctx.end_of_run(ended))
    })?;
    Ok(chain)
}
