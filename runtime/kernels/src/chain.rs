//! Chains: values without content that order side effects.

use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Chain, KernelDef, StreamCost, Value};

/// The operand after the chain: the same value, not a copy.
///
/// # Errors
/// There is not exactly one such operand.
#[kernel("tfrt.alias.value")]
pub fn alias_value(_chain: Chain, values: &[Value]) -> Result<Vec<Value>, KernelError> {
    match values {
        [value] => Ok(vec![value.clone()]),
        _ => Err(KernelError::from(format!(
            "tfrt.alias.value takes a chain and one value, given {}",
            values.len()
        ))),
    }
}

/// A chain that is ready once all operands are.
#[kernel(
    "tfrt.merge.chains",
    pure,
    assembly = Assembly::TYPED_OPERANDS,
    traits(joins_operands, stream_cost(StreamCost::Fixed(1))),
    intrinsic = Chain
)]
pub fn merge_chains(_operands: &[Value]) -> Chain {
    // Kernels start when all operands are there and are skipped for an error among them, so all
    // there was to wait for has happened.
    Chain
}

/// A ready chain.
#[kernel("tfrt.new.chain", pure, assembly = Assembly::OPERANDS, intrinsic = Chain)]
pub fn new_chain() -> Chain {
    Chain
}

pub(crate) const KERNELS: &[KernelDef] = &[ALIAS_VALUE, MERGE_CHAINS, NEW_CHAIN];
