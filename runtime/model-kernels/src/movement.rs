//! Elements that move, of any type: nothing is computed.

use crate::cost;
use crate::moved::moved;
use crate::output::{broadcast_strides, index, indices, invalid, list, strides};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::shapes::SliceLists;
use tfrt_host::kernel::{Assembly, Attr, shapes};
use tfrt_numeric::Strides;
use tfrt_tensor::{I1, Tensor, TensorShape};

/// The tensor, repeated along dimensions of size 1, or that it lacks, so that its shape and the sizes `shape`
/// broadcast to each other: ONNX's `Expand`.
///
/// # Errors
/// `shapes [2, 3] and [2] do not broadcast`.
#[kernel("nn.broadcast", pure, cost = cost::moved(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "expand(*, i64) -> *")]
pub fn broadcast(ctx: ExecCtx<'_>, tensor: &Tensor, shape: &Tensor) -> Result<Tensor, KernelError> {
    let from = tensor.shape().dimensions();
    let wanted = shapes::sizes(list(shape)?).map_err(invalid)?;
    let to = shapes::broadcast_all([from, wanted]).map_err(invalid)?;
    gathered(ctx, tensor, &to, |rank| (broadcast_strides(from, rank), 0))
}

/// The tensor with its dimensions in the order `perm`: dimension `i` of the result is `perm[i]` of the
/// operand. ONNX's `Transpose`.
///
/// # Errors
/// `attribute 'perm' is [0, 0], no permutation of the dimensions of shape [2, 3]`.
#[kernel("nn.transpose", pure, cost = cost::moved(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "transpose(*) -> *")]
pub fn transpose(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    perm: Attr<&[i64]>,
) -> Result<Tensor, KernelError> {
    let from = tensor.shape().dimensions();
    let to = shapes::transpose(from, perm.0).map_err(invalid)?;
    gathered(ctx, tensor, &to, |_| {
        let strides = strides(from);
        (perm.0.iter().map(|&dimension| strides[index(dimension)]).collect(), 0)
    })
}

/// The same elements, row by row, as a tensor of the sizes `shape`: ONNX's `Reshape`. One size may be -1:
/// what the others leave. A 0 is the operand's size there or, with `allowzero`, none. No element is copied.
///
/// # Errors
/// `a tensor of shape [2, 3] has no shape [4]`.
#[kernel("nn.reshape", pure, assembly = Assembly::TYPED_RESULTS, infer = "reshape(*, i64) -> *")]
pub fn reshape(
    tensor: Tensor,
    shape: &Tensor,
    allowzero: Attr<bool>,
) -> Result<Tensor, KernelError> {
    let shape = shapes::reshape(tensor.shape().dimensions(), list(shape)?, allowzero.0);
    Ok(tensor.with_shape(TensorShape::new(&shape.map_err(invalid)?)?)?)
}

/// The same elements as a matrix: the dimensions before `axis` become its rows, the others its columns.
/// ONNX's `Flatten`. No element is copied.
///
/// # Errors
/// `axis 3 is no place between the dimensions of shape [2, 3]`.
#[kernel("nn.flatten", pure, assembly = Assembly::TYPED_RESULTS, infer = "flatten(*) -> *")]
pub fn flatten(tensor: Tensor, axis: Attr<i64>) -> Result<Tensor, KernelError> {
    let shape = shapes::flatten(tensor.shape().dimensions(), axis.0).map_err(invalid)?;
    Ok(tensor.with_shape(TensorShape::new(&shape)?)?)
}

/// The part of the tensor from `starts` to `ends`, without these, along `axes`, by `steps`: ONNX's
/// `Slice`. Without axes, these are the first; without steps, they are 1. Negative numbers count from the
/// end, what lies beyond is cut off, and a negative step goes backwards.
///
/// # Errors
/// `'starts' has 1 elements, expected 2, one for each axis`; `'steps' has 0`; `axis 2 is no dimension of
/// shape [2, 3]`; `axis 1 is there twice`.
#[kernel("nn.slice", pure, cost = cost::moved(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "slice(*, i64) -> *")]
pub fn slice(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    starts: &Tensor,
    ends: &Tensor,
    axes: Option<&Tensor>,
    steps: Option<&Tensor>,
) -> Result<Tensor, KernelError> {
    let from = tensor.shape().dimensions();
    let [axes, steps] = [axes, steps].map(|it| it.map(list).transpose());
    let lists = SliceLists::new(list(starts)?, list(ends)?, axes?, steps?);
    let to = shapes::slice(from, &lists).map_err(invalid)?;
    let dimensions = shapes::dimensions(from, &lists.axes).map_err(invalid)?;
    gathered(ctx, tensor, &to, |_| {
        let (mut strides, mut first) = (strides(from), 0);
        for (at, &dimension) in dimensions.iter().enumerate() {
            let (start, end, step) = (lists.starts[at], lists.ends[at], lists.steps[at]);
            let (start, _) = shapes::slice_of(from[dimension], start, end, step);
            // Of one element there is no neighbour, however far.
            let step = isize::try_from(step).unwrap_or(0);
            first += index(start) * strides[dimension].unsigned_abs();
            strides[dimension] = if to[dimension] > 1 { strides[dimension] * step } else { 0 };
        }
        (strides, first)
    })
}

/// Tensors one after the other along a dimension: ONNX's `Concat`.
///
/// # Errors
/// `shapes [2, 3] and [2] cannot be joined along axis 0`; `axis 2 is no dimension of shape [2, 3]`; a tensor
/// of another element type.
#[kernel("nn.concatenate", pure, assembly = Assembly::TYPED_RESULTS, infer = "concatenate(*) -> *")]
pub fn concatenate(
    ctx: ExecCtx<'_>,
    tensors: &[&Tensor],
    axis: Attr<i64>,
) -> Result<Tensor, KernelError> {
    let all: Vec<&[i64]> = tensors.iter().map(|tensor| tensor.shape().dimensions()).collect();
    let shape = shapes::concatenate(all.iter().copied(), axis.0).map_err(invalid)?;
    let (first, others) = tensors.split_first().ok_or("it has no operands")?;
    others.iter().try_for_each(|tensor| tensor.metadata().expect(first.dtype()))?;
    let dimension = shapes::dimension(&shape, axis.0).map_err(invalid)?;
    moved(ctx, first.dtype(), &shape, |output| {
        let row = |shape: &&[i64]| indices(&shape[dimension..]).into_iter().product::<usize>();
        let lengths: Vec<usize> = all.iter().map(row).collect();
        output.join(ctx, tensors, &lengths)
    })
}

/// The tensor with one more slice along its first dimension; one of rank 1 without elements stands for a tensor
/// that has none yet. Loops collect their results so.
///
/// # Errors
/// `shapes [2, 3] and [1, 4] cannot be joined along axis 0`; a tensor of another element type.
#[kernel("nn.append", pure, assembly = Assembly::TYPED_RESULTS, infer = "append(*, *) -> * or error")]
pub fn append(ctx: ExecCtx<'_>, tensor: &Tensor, slice: &Tensor) -> Result<Tensor, KernelError> {
    let shape = [&[1][..], slice.shape().dimensions()].concat();
    let slice = slice.clone().with_shape(TensorShape::new(&shape)?)?;
    if tensor.shape().dimensions() == [0] && tensor.dtype() == slice.dtype() {
        return Ok(slice);
    }
    concatenate(ctx, &[tensor, &slice], Attr(0))
}

/// The elements of `a` where the condition is true, those of `b` elsewhere, all three broadcast to one
/// shape: ONNX's `Where`.
///
/// # Errors
/// `shapes [2, 3] and [3] and [2] do not broadcast`; a tensor of another element type.
#[kernel("nn.select", pure, cost = cost::moved(a), assembly = Assembly::TYPED_RESULTS,
    infer = "broadcast(i1, *) -> *")]
pub fn select(
    ctx: ExecCtx<'_>,
    condition: &Tensor,
    a: &Tensor,
    b: &Tensor,
) -> Result<Tensor, KernelError> {
    condition.expect::<I1>()?;
    b.metadata().expect(a.dtype())?;
    let all = [condition, a, b].map(|tensor| tensor.shape().dimensions());
    let shape = shapes::broadcast_all(all).map_err(invalid)?;
    moved(ctx, a.dtype(), &shape, |output| {
        let strides = all.map(|from| broadcast_strides(from, shape.len()));
        let strides = [&strides[0][..], &strides[1], &strides[2]];
        let places = Strides::new(&indices(&shape), strides, [0; 3]);
        output.select(ctx, condition.bytes(), [a, b], &places)
    })
}

/// A tensor of that shape, of which each element is one of the tensor's. `places` gives the strides, for a
/// rank, and where the first is.
fn gathered(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    shape: &[i64],
    places: impl Fn(usize) -> (Vec<isize>, usize),
) -> Result<Tensor, KernelError> {
    moved(ctx, tensor.dtype(), shape, |output| {
        let (strides, start) = places(shape.len());
        let places = Strides::new(&indices(shape), [&strides], [start]);
        output.gather(ctx, tensor, &places)
    })
}
