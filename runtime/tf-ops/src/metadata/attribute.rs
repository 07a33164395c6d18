//! Attributes that several ops have.

use tfrt_bef::{DType, Dense};
use tfrt_core_runtime::OpAttrs;
use tfrt_host::error::KernelError;

/// A list of integers, if there is an attribute of that name.
///
/// # Errors
/// It is another attribute.
pub(super) fn list<'a>(
    attributes: &'a OpAttrs,
    name: &str,
) -> Result<Option<&'a [i64]>, KernelError> {
    let list = attributes.get::<&[i64]>(name);
    if list.is_none() && attributes.ty(name).is_some() {
        return Err(format!("'{name}' attribute should be an array of i64").into());
    }
    Ok(list)
}

/// The elements of a dense attribute of `i32` or `i64`; `None` for another type.
pub fn integers(dense: &Dense) -> Option<Vec<i64>> {
    match dense.dtype {
        DType::I32 => {
            let elements = dense.data.as_chunks().0.iter();
            Some(elements.map(|bytes| i32::from_le_bytes(*bytes).into()).collect())
        }
        DType::I64 => {
            let elements = dense.data.as_chunks().0.iter();
            Some(elements.map(|bytes| i64::from_le_bytes(*bytes)).collect())
        }
        _ => None,
    }
}
