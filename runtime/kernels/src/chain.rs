//! Chains: values without data that order side effects.

use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Chain, StreamCost, Value};

/// The operand after the chain: the same value, not a copy.
///
/// # Errors
/// The number of such operands is not one.
#[kernel("tfrt.alias.value", effects())]
pub fn alias_value(_chain: Chain, values: &[Value]) -> Result<Vec<Value>, KernelError> {
    match values {
        [value] => Ok(vec![value.clone()]),
        _ => Err(KernelError::from(format!(
            "tfrt.alias.value takes a chain and one value, given {}",
            values.len()
        ))),
    }
}

/// A chain that is ready when all operands are available.
#[kernel(
    "tfrt.merge.chains",
    pure,
    assembly = Assembly::TYPED_OPERANDS,
    traits(joins_operands, stream_cost(StreamCost::Fixed(1))),
    intrinsic = Chain
)]
pub fn merge_chains(_operands: &[Value]) -> Chain {
    // The kernel is strict: it runs when all operands are available and is skipped if one is an
    // error.
    Chain
}

/// A ready chain.
#[kernel("tfrt.new.chain", pure, assembly = Assembly::OPERANDS, intrinsic = Chain)]
pub fn new_chain() -> Chain {
    Chain
}
