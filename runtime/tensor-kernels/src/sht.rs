//! String tensors: dialect `tfrt_sht`.

use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Attribute};
use tfrt_tensor::{StringHostTensor, Tensor, TensorShape};

/// A tensor of the strings of the attribute `values`.
///
/// # Errors
/// `Shape mismatch`: another number of strings. `Failed to create SHT`: no strings.
#[kernel("tfrt_sht.create_tensor", effects())]
pub fn create_tensor(
    shape: Attr<Vec<i64>>,
    values: Attr<Attribute>,
) -> Result<Tensor, KernelError> {
    let strings = match &values.0 {
        Attribute::EmptyArray => Vec::new(),
        Attribute::Aggregate(elements) => {
            let strings = elements.iter().map(|element| match element {
                Attribute::String(bytes) => Some(bytes.clone()),
                _ => None,
            });
            strings.collect::<Option<_>>().ok_or("Failed to create SHT")?
        }
        _ => return Err("Failed to create SHT".into()),
    };
    Ok(Tensor::String(StringHostTensor::new(TensorShape::new(&shape.0)?, strings)?))
}
