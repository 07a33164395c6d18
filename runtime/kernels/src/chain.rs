//! Chains: values without content that order side effects.

use tfrt_host::kernel;
use tfrt_host::kernel::{Chain, KernelDef, Value};

/// A chain that is ready once all operands are.
#[kernel("tfrt.merge.chains", pure, form = TypedOperands, intrinsic = Chain)]
pub fn merge_chains(_operands: &[Value]) -> Chain {
    // Kernels start when all operands are there and are skipped for an error among them, so all
    // there was to wait for has happened.
    Chain
}

/// A ready chain.
#[kernel("tfrt.new.chain", pure, form = Operands, intrinsic = Chain)]
pub fn new_chain() -> Chain {
    Chain
}

pub(crate) const KERNELS: &[KernelDef] = &[MERGE_CHAINS, NEW_CHAIN];
