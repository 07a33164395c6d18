//! Values that may be missing: tensors and sequences.

use crate::output::invalid;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_tensor::{Optional, Sequence, Tensor, TensorShape};

/// No value: ONNX's `Optional` without an operand.
#[kernel("nn.optional_none", pure)]
pub fn optional_none() -> Optional {
    Optional::None
}

/// A tensor: ONNX's `Optional`.
#[kernel("nn.optional_of_tensor", pure)]
pub fn optional_of_tensor(tensor: Tensor) -> Optional {
    Optional::Tensor(tensor)
}

/// A sequence: ONNX's `Optional`.
#[kernel("nn.optional_of_sequence", pure)]
pub fn optional_of_sequence(sequence: Sequence) -> Optional {
    Optional::Sequence(sequence)
}

/// Whether there is a value: ONNX's `OptionalHasElement`.
///
/// # Errors
/// `Cannot allocate tensor`.
#[kernel("nn.optional_has_value", pure)]
pub fn optional_has_value(ctx: ExecCtx<'_>, value: &Optional) -> Result<Tensor, KernelError> {
    let has = !matches!(value, Optional::None);
    let element = [tfrt_tensor::I1::from(has)];
    Ok(Tensor::copy_of(TensorShape::new(&[])?, &element, ctx.allocator())?)
}

/// The tensor: ONNX's `OptionalGetElement`.
///
/// # Errors
/// `there is no value, expected a tensor`.
#[kernel("nn.optional_tensor", pure)]
pub fn optional_tensor(value: &Optional) -> Result<Tensor, KernelError> {
    match value {
        Optional::Tensor(tensor) => Ok(tensor.clone()),
        other => Err(other_value(other, "a tensor")),
    }
}

/// The sequence: ONNX's `OptionalGetElement`.
///
/// # Errors
/// `there is no value, expected a sequence`.
#[kernel("nn.optional_sequence", pure)]
pub fn optional_sequence(value: &Optional) -> Result<Sequence, KernelError> {
    match value {
        Optional::Sequence(sequence) => Ok(sequence.clone()),
        other => Err(other_value(other, "a sequence")),
    }
}

fn other_value(value: &Optional, expected: &str) -> KernelError {
    let found = match value {
        Optional::None => "there is no value",
        Optional::Tensor(_) => "the value is a tensor",
        Optional::Sequence(_) => "the value is a sequence",
    };
    invalid(format!("{found}, expected {expected}"))
}
