//! Shapes of tensors: dialect `ts`.

use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Chain};
use tfrt_tensor::{FixedRankShape, PartialTensorShape, TensorShape};

/// The shape of the attribute `value`.
///
/// # Errors
/// More than 255 dimensions.
#[kernel("ts.build_shape", pure, assembly = Assembly::CONSTANT)]
pub fn build_shape(value: Attr<Vec<i64>>) -> Result<TensorShape, KernelError> {
    Ok(TensorShape::new(&value.0)?)
}

/// The partial shape of the attribute `value`, where -1 is an unknown size.
///
/// # Errors
/// More than 255 dimensions.
#[kernel("ts.build_partial_shape", pure, assembly = Assembly::CONSTANT)]
pub fn build_partial_shape(value: Attr<Vec<i64>>) -> Result<PartialTensorShape, KernelError> {
    Ok(PartialTensorShape::new(&value.0)?)
}

/// A partial shape of unknown rank.
#[kernel("ts.build_unranked_partial_shape", pure, assembly = Assembly::OPERANDS)]
pub fn build_unranked_partial_shape() -> PartialTensorShape {
    PartialTensorShape::UNRANKED
}

/// Prints `shape = [1, 57]`.
#[kernel("ts.print_shape", effects(prints), assembly = Assembly::OPERANDS)]
pub fn print_shape(ctx: ExecCtx<'_>, shape: &TensorShape, _chain: Chain) -> Chain {
    ctx.request.print(&format!("shape = {shape}\n"));
    Chain
}

/// Prints `partial_tensor_shape = [-1, 57]`, or `partial_tensor_shape = Unknown rank`.
#[kernel("ts.print_partial_shape", effects(prints), assembly = Assembly::OPERANDS)]
pub fn print_partial_shape(ctx: ExecCtx<'_>, shape: &PartialTensorShape, _chain: Chain) -> Chain {
    ctx.request.print(&format!("partial_tensor_shape = {shape}\n"));
    Chain
}

/// The shape with its rank in the type.
///
/// # Errors
/// The shape has another rank.
#[kernel("ts.as_fixed_rank_shape.{RANK}", pure, assembly = Assembly::OPERANDS, RANK = [1, 2, 3])]
pub fn as_fixed_rank_shape<const RANK: usize>(
    shape: &TensorShape,
) -> Result<FixedRankShape<RANK>, KernelError> {
    Ok(FixedRankShape::try_from(shape)?)
}

/// Prints `fixed_rank_shape = [1, 57]`.
#[kernel("ts.print_fixed_rank_shape.{RANK}", effects(prints), assembly = Assembly::OPERANDS, RANK = [1, 2, 3])]
pub fn print_fixed_rank_shape<const RANK: usize>(
    ctx: ExecCtx<'_>,
    shape: &FixedRankShape<RANK>,
    _chain: Chain,
) -> Chain {
    ctx.request.print(&format!("fixed_rank_shape = {shape}\n"));
    Chain
}

/// Whether both have the same dimensions.
#[kernel("ts.equal_shape", pure, assembly = Assembly::OPERANDS)]
pub fn equal_shape(a: &TensorShape, b: &TensorShape) -> bool {
    a == b
}

/// The size of the dimension of that index.
///
/// # Errors
/// There is no such dimension.
#[kernel("ts.get_dimension", pure, assembly = Assembly::OPERANDS)]
pub fn get_dimension(shape: &TensorShape, index: i32) -> Result<i64, KernelError> {
    let dimension = usize::try_from(index).ok().and_then(|index| shape.dimensions().get(index));
    let missing = || {
        KernelError::new(
            ErrorCode::InvalidArgument,
            format!("shape {shape} has no dimension {index}"),
        )
    };
    dimension.copied().ok_or_else(missing)
}

/// The number of elements of a tensor of that shape: 1 for rank 0.
///
/// # Errors
/// A dimension is negative, or the product exceeds `i64`.
#[kernel("ts.get_num_elements", pure, assembly = Assembly::OPERANDS)]
pub fn get_num_elements(shape: &TensorShape) -> Result<i64, KernelError> {
    let elements = shape.elements().and_then(|elements| i64::try_from(elements).ok());
    elements.ok_or_else(|| {
        let message = format!("no tensor can have the shape {shape}");
        KernelError::new(ErrorCode::InvalidArgument, message)
    })
}

/// The shape, if all of it is known.
///
/// # Errors
/// `Unknown rank`, `Unknown dimensions at following indices = [0, 2]`.
#[kernel("ts.to_shape", pure, assembly = Assembly::OPERANDS)]
pub fn to_shape(partial: &PartialTensorShape) -> Result<TensorShape, KernelError> {
    Ok(partial.to_shape()?)
}

/// The shape as a partial one.
#[kernel("ts.to_partial_shape", pure, assembly = Assembly::OPERANDS)]
pub fn to_partial_shape(shape: &TensorShape) -> PartialTensorShape {
    PartialTensorShape::from(shape.clone())
}
