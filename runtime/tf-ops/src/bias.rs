//! Biases.

use crate::elementwise::binary::{Operator, computed};
use crate::metadata::normalization::{bias_add as infer, biased};
use crate::number::with_type;
use tfrt_core_runtime::op;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel::Attr;
use tfrt_tensor::{DenseHostTensor, MutableTensor};

/// A value with a bias for each place of its last dimension added.
///
/// # Errors
/// `incompatible dtypes for tf.BiasAdd`, `invalid data format. Currently only support NHWC`, `bias must be 1-D`, `bias
/// must has the size of the last dimension of value`, `unsupported dtype for TfBiasAddOp`; a rank that is not 2 to 5.
#[op("tf.BiasAdd", pure, infer = infer)]
pub fn bias_add(
    ctx: ExecCtx<'_>,
    value: DenseHostTensor,
    bias: DenseHostTensor,
    data_format: Attr<Option<&str>>,
) -> Result<MutableTensor, KernelError> {
    biased(value.metadata(), bias.metadata(), data_format.0)?;
    let (rank, result) = (value.shape().rank(), value.metadata().clone());
    if !(2..=5).contains(&rank) {
        return Err(format!("unsupported rank for TfBiasAddOp: {rank}").into());
    }
    let sum = with_type!(numeric result.dtype, T => {
        computed::<T>(ctx, Operator::Add, [value.into(), bias.into()], &result)
    });
    sum.ok_or("unsupported dtype for TfBiasAddOp")?
}
