//! Products of matrices.
#![expect(clippy::too_many_arguments, reason = "the ops' operands and attributes")]

use super::{Others, Place, Places, Run, Then, Weights};
use crate::matmul::Product;
use crate::output::{elements, elements_mut, index, invalid};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Chain};
use tfrt_numeric::{Arithmetic, Factors, InstructionSet, Linear, Matmul, ThisThread};
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
    weights_0: Attr<Option<Weights>>,
) -> Result<Chain, KernelError> {
    let (places, others) = (places.0, Others { tensors, weights: &[weights_0.0.as_ref()] });
    let product = places.made(
        |_| true,
        || {
            let product = Product::new(places.shapes::<T, 2>()?)?;
            places.gives::<T>(&product.shape)?;
            Ok(product.matmul)
        },
    )?;
    run.compute(places, others, |reads, write| {
        let factors = [elements::<T>(reads[0])?, elements::<T>(reads[1])?];
        let sums = elements_mut::<T>(write)?;
        sums.fill(T::ZERO);
        let done = product.add_to(&ctx, InstructionSet::chosen(), factors, sums);
        done.map_err(|ended| ctx.end_of_run(ended))
    })?;
    Ok(chain)
}

/// The elements of a matrix `[K, N]` in the order in which `arena.linear` takes them.
///
/// ```
/// let packed = tfrt_model_kernels::arena::pack_matrix([1, 2], &[1.0, 2.0])?;
/// assert_eq!(packed[..2], [1.0, 2.0]);
/// # Ok::<(), tfrt_host::error::KernelError>(())
/// ```
///
/// # Errors
/// Another number of elements than the matrix has.
pub fn pack_matrix(shape: [i64; 2], matrix: &[f32]) -> Result<Vec<f32>, KernelError> {
    let [inner, columns] = shape.map(index);
    if inner.checked_mul(columns) != Some(matrix.len()) || matrix.is_empty() {
        return Err(invalid(format!("a matrix of shape {shape:?}, and {} elements", matrix.len())));
    }
    let linear = Linear { inner, columns };
    let mut packed = vec![0.0; linear.packed()];
    // This thread wants the result.
    let _ = linear.pack(&ThisThread, matrix, &mut packed);
    Ok(packed)
}

/// As `nn.matmul` by a matrix that is [packed](pack_matrix), then as `nn.add` of one number for each column, and of
/// something like the result, as far as it reads these, and then as [`then`](Then) says.
///
/// # Errors
/// Places that do not fit each other, or that are not there.
#[kernel("arena.linear.f32", effects(), assembly = Assembly::TYPED_OPERANDS, traits(result_names(&["next"])))]
pub fn linear(
    ctx: ExecCtx<'_>,
    run: &Run,
    chain: Chain,
    tensors: &[&Tensor],
    places: Attr<&Places<Linear>>,
    then: Attr<Then>,
    weights_0: Attr<Option<Weights>>,
    weights_1: Attr<Option<Weights>>,
    weights_2: Attr<Option<Weights>>,
) -> Result<Chain, KernelError> {
    let weights = &[weights_0.0.as_ref(), weights_1.0.as_ref(), weights_2.0.as_ref()];
    let (places, others) = (places.0, Others { tensors, weights });
    let linear = places.made(|_| true, || linear_at(places))?;
    let activation = then.0.0;
    run.compute(places, others, |reads, write| {
        let mut factors = Factors {
            rows: elements::<f32>(reads[0])?,
            packed: elements::<f32>(reads[1])?,
            bias: None,
            residual: None,
            activation,
        };
        for (place, read) in places.reads().iter().zip(reads).skip(2) {
            match place.shape.len() {
                1 => factors.bias = Some(elements(read)?),
                _ => factors.residual = Some(elements(read)?),
            }
        }
        let done = linear.run(&ctx, InstructionSet::chosen(), &factors, elements_mut(write)?);
        done.map_err(|ended| ctx.end_of_run(ended))
    })?;
    Ok(chain)
}

/// The product whose operands and result are at these places.
fn linear_at<G>(places: &Places<G>) -> Result<Linear, KernelError> {
    let ([rows, packed, others @ ..], Some(write)) = (places.reads(), places.write()) else {
        return Err(invalid(format!("'{places}' are no rows and matrix")));
    };
    for place in places.reads().iter().chain([write]) {
        place.expect::<f32>()?;
        place.in_rows()?;
    }
    let ([outer @ .., inner], [outer_of_result @ .., columns]) =
        (&rows.shape[..], &write.shape[..])
    else {
        return Err(invalid(format!("'{places}' are no rows and matrix")));
    };
    if outer != outer_of_result || outer.is_empty() {
        return Err(invalid(format!("{rows} has other rows than {write}")));
    }
    let linear = Linear { inner: index(*inner), columns: index(*columns) };
    if packed.shape.len() != 1 || usize::try_from(packed.shape[0]) != Ok(linear.packed()) {
        let (expected, found) = (linear.packed(), &packed.shape);
        return Err(invalid(format!("expected {expected} packed elements, got {found:?}")));
    }
    let is_bias = |place: &Place| place.shape == [*columns];
    let fits = match others {
        [] => true,
        [other] => is_bias(other) || other.shape == write.shape,
        [bias, residual] => is_bias(bias) && residual.shape == write.shape,
        _ => false,
    };
    if fits { Ok(linear) } else { Err(invalid(format!("'{places}' cannot all be added"))) }
}
