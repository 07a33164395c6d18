//! Attributes of the graph as kernels receive them.

use crate::CompileError;
use tfrt_bef::Attribute;
use tfrt_compiler::bef::{encode_attribute, kernel_attributes};
use tfrt_compiler::graph::Op;

/// The attributes of an op in the order in which kernels index them.
pub(crate) fn of_op(op: &Op) -> Result<Vec<Attribute>, CompileError> {
    kernel_attributes(op)
        .map(|(name, attribute)| {
            encode_attribute(attribute).ok_or_else(|| {
                CompileError::new(format!("{}: attribute {name} has no binary form", op.name))
            })
        })
        .collect()
}
