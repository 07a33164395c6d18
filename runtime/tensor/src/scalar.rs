//! Tensors whose elements are all equal.

use crate::element::{Printed, with_element};
use crate::{Access, DenseHostTensor, Element, TensorError, TensorMetadata, TensorShape};
use std::fmt;
use std::sync::Arc;
use tfrt_bef::DType;
use tfrt_host::alloc::HostAllocator;

/// The largest element, in words: `complex128`.
const WORDS: usize = 2;

/// A tensor of equal elements: one value and a shape.
///
/// ```
/// use tfrt_tensor::{ScalarHostTensor, TensorShape};
/// let ones = ScalarHostTensor::new(TensorShape::new(&[100, 100])?, 1.0_f32);
/// assert_eq!(ones.value::<f32>(), Some(1.0));
/// # Ok::<(), tfrt_tensor::TensorError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScalarHostTensor {
    metadata: TensorMetadata,
    /// The element's bytes from the first on; the others are zero.
    value: [u64; WORDS],
}

impl ScalarHostTensor {
    /// A tensor with that value everywhere.
    #[must_use]
    pub fn new<T: Element>(shape: TensorShape, value: T) -> Self {
        let mut words = [0; WORDS];
        bytemuck::cast_slice_mut(&mut words)[..size_of::<T>()]
            .copy_from_slice(bytemuck::bytes_of(&value));
        Self { metadata: TensorMetadata { dtype: T::DTYPE, shape }, value: words }
    }

    /// The element type and shape.
    #[must_use]
    pub fn metadata(&self) -> &TensorMetadata {
        &self.metadata
    }

    /// The value, if it is of this type.
    #[must_use]
    pub fn value<T: Element>(&self) -> Option<T> {
        let bytes: &[u8] = bytemuck::cast_slice(&self.value);
        (self.metadata.dtype == T::DTYPE)
            .then(|| bytemuck::pod_read_unaligned(&bytes[..size_of::<T>()]))
    }

    /// A dense tensor with the value in each place.
    ///
    /// # Errors
    /// As [`DenseHostTensor::zeroed`].
    pub fn to_dense(
        &self,
        allocator: &Arc<dyn HostAllocator>,
    ) -> Result<DenseHostTensor, TensorError> {
        let TensorMetadata { dtype, shape } = self.metadata.clone();
        let dense = DenseHostTensor::zeroed(dtype, shape, allocator)?;
        with_element!(dtype, T => fill::<T>(self, &dense)).transpose()?;
        Ok(dense)
    }
}

fn fill<T: Element>(scalar: &ScalarHostTensor, dense: &DenseHostTensor) -> Result<(), TensorError> {
    if let Some(value) = scalar.value::<T>() {
        Access::new(&[], &[dense.buffer()])?.output::<T>(0)?.fill(value);
    }
    Ok(())
}

/// `ScalarHostTensor dtype = i32, shape = [2, 2], value = 3`.
impl fmt::Display for ScalarHostTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TensorMetadata { dtype, shape } = &self.metadata;
        let name = dtype.tensor_name();
        write!(f, "ScalarHostTensor dtype = {name}, shape = {shape}, value = ")?;
        let value =
            with_element!(*dtype, T => self.value::<T>().map(|it| Printed(&it).to_string()));
        f.write_str(&value.flatten().unwrap_or_default())
    }
}

/// A scalar tensor of any element type with a fixed size, all bits zero.
#[must_use]
pub(crate) fn zero(dtype: DType, shape: TensorShape) -> ScalarHostTensor {
    ScalarHostTensor { metadata: TensorMetadata { dtype, shape }, value: [0; WORDS] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Complex;
    use tfrt_host::alloc::SystemAllocator;

    #[test]
    fn the_value_fills_a_dense_tensor() {
        let shape = TensorShape::new(&[2, 2]).unwrap();
        let scalar = ScalarHostTensor::new(shape.clone(), 3);
        assert_eq!(scalar.to_string(), "ScalarHostTensor dtype = i32, shape = [2, 2], value = 3");
        assert_eq!((scalar.value::<i32>(), scalar.value::<f32>()), (Some(3), None));
        let allocator: Arc<dyn HostAllocator> = Arc::new(SystemAllocator);
        assert_eq!(scalar.to_dense(&allocator).unwrap().to_vec::<i32>().unwrap(), [3; 4]);
        let complex = ScalarHostTensor::new(shape, Complex { re: 1.0, im: -2.0_f64 });
        assert!(complex.to_string().ends_with("value = (1.000000e+00,-2.000000e+00)"));
    }
}
