//! String tensors: dialect `tfrt_sht`.

use crate::Strings;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::Attr;
use tfrt_tensor::{MutableTensor, StringHostTensor, TensorShape};

/// A tensor of the strings of the attribute `values`.
///
/// # Errors
/// `Shape mismatch`: another number of strings.
#[kernel("tfrt_sht.create_tensor", effects())]
pub fn create_tensor(
    shape: Attr<Vec<i64>>,
    values: Attr<&Strings>,
) -> Result<MutableTensor, KernelError> {
    let shape = TensorShape::new(&shape.0)?;
    Ok(MutableTensor::String(StringHostTensor::new(shape, values.0.0.clone())?))
}
