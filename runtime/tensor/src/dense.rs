//! Dense tensors.

use crate::element::{Printed, alignment, with_element};
use crate::{Access, Element, HostBuffer, TensorError, TensorMetadata, TensorShape};
use std::fmt;
use std::sync::Arc;
use tfrt_bef::DType;
use tfrt_host::alloc::HostAllocator;

/// The alignment that a tensor asks of its buffer, as the original's does.
const ALIGNMENT: usize = 16;

/// Elements that are printed.
const SHOWN: usize = 16;

/// A tensor with all its elements in a buffer, in row-major order.
///
/// ```
/// use tfrt_tensor::{DenseHostTensor, TensorShape};
///
/// let mut tensor = DenseHostTensor::from_vec(TensorShape::new(&[3])?, vec![1, 2, 3])?;
/// if let Some(elements) = tensor.get_mut::<i32>()? {
///     elements[0] = 10; // nobody shares them
/// }
/// assert_eq!(tensor.to_vec::<i32>()?, [10, 2, 3]);
/// # Ok::<(), tfrt_tensor::TensorError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DenseHostTensor {
    metadata: TensorMetadata,
    /// As many bytes as the metadata asks for.
    buffer: HostBuffer,
}

impl DenseHostTensor {
    /// A tensor of zeros.
    ///
    /// # Errors
    /// `shape [-1] has a negative size`; `Cannot allocate tensor`: the allocator refuses, or the
    /// elements exceed the address space.
    pub fn zeroed(
        dtype: DType,
        shape: TensorShape,
        allocator: &Arc<dyn HostAllocator>,
    ) -> Result<Self, TensorError> {
        let bytes = shape.bytes_to_allocate(dtype)?;
        let buffer = HostBuffer::zeroed(bytes, ALIGNMENT, allocator)?;
        Ok(Self { metadata: TensorMetadata { dtype, shape }, buffer })
    }

    /// A tensor of copies of the elements.
    ///
    /// # Errors
    /// As [`zeroed`](Self::zeroed), and as [`new`](Self::new).
    pub fn copy_of<T: Element>(
        shape: TensorShape,
        elements: &[T],
        allocator: &Arc<dyn HostAllocator>,
    ) -> Result<Self, TensorError> {
        let buffer = HostBuffer::copy_of(bytemuck::cast_slice(elements), ALIGNMENT, allocator);
        Self::new(T::DTYPE, shape, buffer?)
    }

    /// A tensor of copies of the bytes of its elements.
    ///
    /// # Errors
    /// As [`zeroed`](Self::zeroed), and as [`new`](Self::new).
    pub fn copy_of_bytes(
        dtype: DType,
        shape: TensorShape,
        bytes: &[u8],
        allocator: &Arc<dyn HostAllocator>,
    ) -> Result<Self, TensorError> {
        Self::new(dtype, shape, HostBuffer::copy_of(bytes, ALIGNMENT, allocator)?)
    }

    /// A tensor of a vector's elements, without a copy.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn from_vec<T: Element>(shape: TensorShape, elements: Vec<T>) -> Result<Self, TensorError> {
        Self::new(T::DTYPE, shape, HostBuffer::from_vec(elements))
    }

    /// A tensor of a buffer's bytes, which it shares.
    ///
    /// # Errors
    /// The buffer's size is not that of a tensor of this shape.
    pub fn new(dtype: DType, shape: TensorShape, buffer: HostBuffer) -> Result<Self, TensorError> {
        if shape.bytes(dtype) != Some(buffer.size()) {
            let size = buffer.size();
            let metadata = TensorMetadata { dtype, shape };
            let message = format!("a buffer of {size} bytes is no tensor {metadata}");
            return Err(TensorError::from(message));
        }
        Ok(Self { metadata: TensorMetadata { dtype, shape }, buffer })
    }

    /// The element type and shape.
    #[must_use]
    pub fn metadata(&self) -> &TensorMetadata {
        &self.metadata
    }

    /// The element type.
    #[must_use]
    pub fn dtype(&self) -> DType {
        self.metadata.dtype
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> &TensorShape {
        &self.metadata.shape
    }

    /// The buffer.
    #[must_use]
    pub fn buffer(&self) -> &HostBuffer {
        &self.buffer
    }

    /// The elements, if this is the only reference to them.
    ///
    /// # Errors
    /// The elements are of another type.
    pub fn get_mut<T: Element>(&mut self) -> Result<Option<&mut [T]>, TensorError> {
        self.expect::<T>()?;
        // An odd alignment, which only slices of other buffers have, makes no slice of elements.
        Ok(self.buffer.get_mut().and_then(|bytes| bytemuck::try_cast_slice_mut(bytes).ok()))
    }

    /// Whether a result may be written over the elements: this is the only reference to them, and they are in
    /// memory of an allocator, at an address that fits an element.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use tfrt_host::alloc::{HostAllocator, SystemAllocator};
    /// # use tfrt_tensor::{DenseHostTensor, TensorShape};
    /// let allocator: Arc<dyn HostAllocator> = Arc::new(SystemAllocator); // or `ctx.allocator()`
    /// let mut tensor = DenseHostTensor::copy_of(TensorShape::new(&[2])?, &[1, 2], &allocator)?;
    /// assert!(tensor.is_exclusive());
    /// let _copy = tensor.clone();
    /// assert!(!tensor.is_exclusive());
    /// # Ok::<(), tfrt_tensor::TensorError>(())
    /// ```
    #[must_use]
    pub fn is_exclusive(&mut self) -> bool {
        self.buffer.is_exclusive()
            && self.buffer.address().is_multiple_of(alignment(self.metadata.dtype))
    }

    /// A copy of the elements.
    ///
    /// # Errors
    /// The elements are of another type.
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>, TensorError> {
        self.expect::<T>()?;
        Ok(Access::new(&[&self.buffer], &[])?.input::<T>(0)?.to_vec())
    }

    /// Checks the element type.
    ///
    /// # Errors
    /// `a tensor of type i32, expected f32`.
    pub fn expect<T: Element>(&self) -> Result<(), TensorError> {
        self.metadata.expect(T::DTYPE)
    }

    /// The metadata and the buffer.
    pub(crate) fn into_parts(self) -> (TensorMetadata, HostBuffer) {
        (self.metadata, self.buffer)
    }
}

/// `DenseHostTensor dtype = f32, shape = [2], values = [a, b]`; at most 16 elements.
impl fmt::Display for DenseHostTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TensorMetadata { dtype, shape } = &self.metadata;
        write!(f, "DenseHostTensor dtype = {}, shape = {shape}, ", dtype.tensor_name())?;
        f.write_str("values = [")?;
        let access = Access::new(&[&self.buffer], &[]).map_err(|_| fmt::Error)?;
        let bytes = access.input::<u8>(0).map_err(|_| fmt::Error)?;
        with_element!(*dtype, T => print::<T>(bytes, f)).unwrap_or(Ok(()))?;
        f.write_str("]")
    }
}

/// Prints at most 16 elements.
pub(crate) fn print<T: Element>(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let elements = bytes.chunks_exact(size_of::<T>());
    let more = elements.len() > SHOWN;
    for (index, bytes) in elements.take(SHOWN).enumerate() {
        let comma = if index > 0 { ", " } else { "" };
        // A buffer that is a slice of another may be at any address.
        write!(f, "{comma}{}", Printed::<T>(&bytemuck::pod_read_unaligned(bytes)))?;
    }
    f.write_str(if more { ", ... " } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tfrt_host::alloc::SystemAllocator;

    fn shape(dimensions: &[i64]) -> TensorShape {
        TensorShape::new(dimensions).unwrap()
    }

    #[test]
    fn tensors_print_at_most_sixteen_elements() {
        let text = |count: i64| {
            let elements: Vec<i64> = (0..count).collect();
            DenseHostTensor::from_vec(shape(&[count]), elements).unwrap().to_string()
        };
        assert_eq!(text(0), "DenseHostTensor dtype = i64, shape = [0], values = []");
        assert!(text(16).ends_with("14, 15]"));
        assert!(text(17).ends_with("14, 15, ... ]"));
        let scalar = DenseHostTensor::from_vec(shape(&[]), vec![7_u8]).unwrap();
        assert_eq!(scalar.to_string(), "DenseHostTensor dtype = u8, shape = [], values = [7]");
    }

    #[test]
    fn sizes_are_checked() {
        let allocator: Arc<dyn HostAllocator> = Arc::new(SystemAllocator);
        let zeroed = |dimensions: &[i64]| {
            DenseHostTensor::zeroed(DType::F64, shape(dimensions), &allocator).err()
        };
        assert_eq!(zeroed(&[2, 3]), None);
        assert_eq!(zeroed(&[1 << 40, 1 << 40, 0]), None);
        let negative = zeroed(&[2, -1]).unwrap();
        assert_eq!(negative.to_string(), "shape [2, -1] has a negative size");
        for dimensions in [&[1 << 61][..], &[i64::MAX, i64::MAX], &[1 << 59]] {
            assert_eq!(zeroed(dimensions), Some(TensorError::OUT_OF_MEMORY), "{dimensions:?}");
        }
        let wrong = DenseHostTensor::from_vec(shape(&[3]), vec![1_i32]).unwrap_err();
        assert_eq!(wrong.to_string(), "a buffer of 4 bytes is no tensor i32 [3]");
    }

    #[test]
    fn elements_are_written_without_a_copy() {
        let elements = vec![1.0_f32; 8];
        let address = elements.as_ptr().addr();
        let mut tensor = DenseHostTensor::from_vec(shape(&[2, 4]), elements).unwrap();
        assert_eq!(tensor.buffer().address(), address);
        tensor.get_mut::<f32>().unwrap().unwrap()[7] = 2.0;
        let copy = tensor.clone();
        assert!(tensor.get_mut::<f32>().unwrap().is_none());
        assert_eq!(copy.to_vec::<f32>().unwrap()[6..], [1.0, 2.0]);
        assert_eq!(
            copy.to_vec::<i32>().unwrap_err().to_string(),
            "a tensor of type f32, expected i32"
        );
    }
}
