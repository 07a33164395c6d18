//! Immutable tensors.

use crate::buffer::Frozen;
use crate::dense::print;
use crate::element::{alignment, with_element};
use crate::{
    DenseHostTensor, Element, HostBuffer, MutableTensor, TensorError, TensorMetadata, TensorShape,
};
use std::fmt;
use std::sync::Arc;
use tfrt_bef::{DType, Dense};
use tfrt_host::alloc::{HostAllocator, SystemAllocator};
use tfrt_host::kernel::{KernelType, Type, TypeKind};

/// A dense tensor whose elements never change: MLIR's `tensor<2x?xf32>`. Elements are in row-major
/// order and are read without a lock. Cheap to clone; thread-safe.
///
/// ```
/// use tfrt_tensor::Tensor;
///
/// let tensor = Tensor::from_vec(&[2, 2], vec![1.0_f32, 2.0, 3.0, 4.0])?; // without a copy
/// assert_eq!(tensor.elements::<f32>()?, [1.0, 2.0, 3.0, 4.0]);
/// assert_eq!(tensor.shape().dimensions(), [2, 2]);
/// assert!(tensor.elements::<i32>().is_err());
///
/// let mut out = [0.0_f32; 4];
/// tensor.copy_to(&mut out)?;
/// assert_eq!(out[3], 4.0);
/// # Ok::<(), tfrt_tensor::TensorError>(())
/// ```
#[derive(Clone)]
pub struct Tensor {
    /// Shared, so that a tensor is small and a kernel whose result is like its operand copies nothing.
    metadata: Arc<TensorMetadata>,
    /// As many bytes as the metadata asks for, at an address that fits an element.
    elements: Frozen,
}

impl KernelType for Tensor {
    const NAME: &'static str = "tensor<..>";
    const PATH: Option<&'static str> = Some("tfrt::Tensor");

    fn text(&self) -> Option<String> {
        Some(self.to_string())
    }

    fn check_member(&self, ty: &Type) -> Result<(), String> {
        let TensorMetadata { dtype, shape } = &*self.metadata;
        let belongs = match ty.kind() {
            TypeKind::Unranked { element } => element.as_str() == dtype.name(),
            TypeKind::Shaped { shape: sizes, element } => {
                let mut pairs = shape.dimensions().iter().zip(sizes);
                element.as_str() == dtype.name()
                    && shape.rank() == sizes.len()
                    && pairs.all(|(found, known)| *known < 0 || found == known)
            }
            _ => false,
        };
        if belongs {
            return Ok(());
        }
        let found = Type::tensor(&Type::new(dtype.name()), shape.dimensions());
        Err(format!("a tensor of type {found}, expected {ty}"))
    }
}

impl Tensor {
    /// A tensor of a vector's elements, without a copy.
    ///
    /// # Errors
    /// The number of elements is not that of the shape, or there are more than 255 dimensions.
    pub fn from_vec<T: Element>(shape: &[usize], elements: Vec<T>) -> Result<Self, TensorError> {
        Self::of(T::DTYPE, self::shape(shape)?, HostBuffer::from_vec(elements))
    }

    /// A tensor of copies of the elements.
    ///
    /// # Errors
    /// As [`from_vec`](Self::from_vec), or `Cannot allocate tensor`.
    pub fn from_slice<T: Element>(shape: &[usize], elements: &[T]) -> Result<Self, TensorError> {
        let allocator: Arc<dyn HostAllocator> = Arc::new(SystemAllocator);
        Self::copy_of(self::shape(shape)?, elements, &allocator)
    }

    /// A tensor of copies of the elements, in memory of that allocator.
    ///
    /// # Errors
    /// As [`from_slice`](Self::from_slice).
    pub fn copy_of<T: Element>(
        shape: TensorShape,
        elements: &[T],
        allocator: &Arc<dyn HostAllocator>,
    ) -> Result<Self, TensorError> {
        let bytes = bytemuck::cast_slice(elements);
        let buffer = HostBuffer::copy_of(bytes, align_of::<T>(), allocator);
        Self::of(T::DTYPE, shape, buffer?)
    }

    /// A constant of a program as a tensor. It shares the constant's bytes, unless they are not
    /// aligned for its elements.
    ///
    /// # Errors
    /// `Cannot allocate tensor`.
    pub fn of_constant(
        constant: &Dense,
        allocator: &Arc<dyn HostAllocator>,
    ) -> Result<Self, TensorError> {
        let Dense { dtype, shape, data } = constant;
        let aligned = data.as_ptr().addr().is_multiple_of(alignment(*dtype));
        let buffer = if aligned {
            HostBuffer::from_owner(data.clone())
        } else {
            HostBuffer::copy_of(data, alignment(*dtype), allocator)?
        };
        Self::of(*dtype, TensorShape::new(shape)?, buffer)
    }

    /// A tensor of a buffer that nobody else can write.
    pub(crate) fn of(
        dtype: DType,
        shape: TensorShape,
        buffer: HostBuffer,
    ) -> Result<Self, TensorError> {
        let dense = DenseHostTensor::new(dtype, shape, buffer)?;
        let (metadata, buffer) = dense.into_parts();
        let elements = Frozen::new(buffer).map_err(|_| "the elements of a tensor are shared")?;
        Ok(Self::written(Arc::new(metadata), elements))
    }

    /// A tensor of elements that were all written.
    pub(crate) fn written(metadata: Arc<TensorMetadata>, elements: Frozen) -> Self {
        Self { metadata, elements }
    }

    /// The metadata, which other tensors may share.
    pub(crate) fn shared_metadata(&self) -> &Arc<TensorMetadata> {
        &self.metadata
    }

    /// The same elements, row by row, as a tensor of another shape. None is copied.
    ///
    /// # Errors
    /// The shape has another number of elements.
    ///
    /// ```
    /// use tfrt_tensor::{Tensor, TensorShape};
    /// let row = Tensor::from_vec(&[4], vec![1, 2, 3, 4])?.with_shape(TensorShape::new(&[2, 2])?)?;
    /// assert_eq!(row.shape().dimensions(), [2, 2]);
    /// # Ok::<(), tfrt_tensor::TensorError>(())
    /// ```
    pub fn with_shape(self, shape: TensorShape) -> Result<Self, TensorError> {
        let (found, dtype) = (self.shape().elements(), self.dtype());
        if found != shape.elements() {
            let metadata = &self.metadata;
            return Err(TensorError::from(format!("a tensor {metadata} has no shape {shape}")));
        }
        Ok(Self { metadata: Arc::new(TensorMetadata { dtype, shape }), elements: self.elements })
    }

    /// The metadata and the elements.
    pub(crate) fn into_parts(self) -> (Arc<TensorMetadata>, Frozen) {
        (self.metadata, self.elements)
    }

    /// The content of a mutable tensor, of which later writes change nothing. Without a copy if this
    /// is the only reference to the elements or nobody can write them; else with one, under the lock.
    /// A tensor of equal elements is filled.
    ///
    /// # Errors
    /// A tensor of strings or of coordinates; `Cannot allocate tensor`.
    ///
    /// ```
    /// # use tfrt_tensor::{DenseHostTensor, MutableTensor, Tensor, TensorShape};
    /// # use tfrt_host::alloc::{HostAllocator, SystemAllocator};
    /// # let allocator: std::sync::Arc<dyn HostAllocator> = std::sync::Arc::new(SystemAllocator);
    /// let dense = DenseHostTensor::from_vec(TensorShape::new(&[2])?, vec![1, 2])?;
    /// let address = dense.buffer().address();
    /// let tensor = Tensor::freeze(dense.into(), &allocator)?; // `allocator` of a host
    /// assert_eq!(tensor.elements::<i32>()?.as_ptr().addr(), address);
    /// # Ok::<(), tfrt_tensor::TensorError>(())
    /// ```
    pub fn freeze(
        tensor: MutableTensor,
        allocator: &Arc<dyn HostAllocator>,
    ) -> Result<Self, TensorError> {
        let dense = match tensor {
            MutableTensor::Scalar(scalar) => scalar.to_dense(allocator)?,
            other => other.into_dense()?,
        };
        let aligned = dense.buffer().address().is_multiple_of(alignment(dense.dtype()));
        let (metadata, buffer) = dense.into_parts();
        let frozen = if aligned { Frozen::new(buffer) } else { Err(buffer) };
        let elements = match frozen {
            Ok(elements) => elements,
            Err(shared) => Frozen::copy_of(&shared, allocator)?,
        };
        Ok(Self::written(Arc::new(metadata), elements))
    }

    /// A tensor that may be written, with the same elements: these elements if this is the only
    /// reference to memory of an allocator, else copies.
    ///
    /// # Errors
    /// `Cannot allocate tensor`.
    pub fn thaw(self, allocator: &Arc<dyn HostAllocator>) -> Result<DenseHostTensor, TensorError> {
        let TensorMetadata { dtype, shape } = Arc::unwrap_or_clone(self.metadata);
        let buffer = match self.elements.into_exclusive() {
            Ok(buffer) => buffer,
            Err(shared) => HostBuffer::copy_of(shared.bytes(), alignment(dtype), allocator)?,
        };
        DenseHostTensor::new(dtype, shape, buffer)
    }

    /// The same elements as a dense tensor, without a copy: one that may be written if this is the only reference to
    /// memory of an allocator, else one of read-only memory.
    ///
    /// ```
    /// # use tfrt_tensor::Tensor;
    /// let tensor = Tensor::from_vec(&[2], vec![1, 2])?;
    /// let address = tensor.elements::<i32>()?.as_ptr().addr();
    /// assert_eq!(tensor.into_dense()?.buffer().address(), address);
    /// # Ok::<(), tfrt_tensor::TensorError>(())
    /// ```
    ///
    /// # Errors
    /// None is known.
    pub fn into_dense(self) -> Result<DenseHostTensor, TensorError> {
        let TensorMetadata { dtype, shape } = Arc::unwrap_or_clone(self.metadata);
        let buffer = self.elements.into_exclusive().unwrap_or_else(HostBuffer::from_owner);
        DenseHostTensor::new(dtype, shape, buffer)
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

    /// The elements.
    ///
    /// # Errors
    /// They are of another type: `a tensor of type f32, expected i32`.
    pub fn elements<T: Element>(&self) -> Result<&[T], TensorError> {
        self.expect::<T>()?;
        // The constructors have checked size and alignment.
        bytemuck::try_cast_slice(self.elements.bytes())
            .map_err(|_| TensorError::from("the elements of a tensor are not aligned"))
    }

    /// Copies the elements to the caller's memory.
    ///
    /// # Errors
    /// They are of another type, or as many as `out` has.
    pub fn copy_to<T: Element>(&self, out: &mut [T]) -> Result<(), TensorError> {
        let elements = self.elements::<T>()?;
        if elements.len() != out.len() {
            let (found, expected) = (elements.len(), out.len());
            return Err(TensorError::from(format!("{found} elements, expected {expected}")));
        }
        out.copy_from_slice(elements);
        Ok(())
    }

    /// The bytes of the elements, to be written, if nobody else has them and they are in memory of an allocator.
    ///
    /// ```
    /// let mut tensor = tfrt_tensor::Tensor::from_slice(&[2], &[1_u8, 2])?;
    /// tensor.bytes_mut().expect("nobody else has it")[0] = 7;
    /// let other = tensor.clone();
    /// assert!(tensor.bytes_mut().is_none());
    /// assert_eq!(other.elements::<u8>()?, [7, 2]);
    /// # Ok::<(), tfrt_tensor::TensorError>(())
    /// ```
    #[must_use]
    pub fn bytes_mut(&mut self) -> Option<&mut [u8]> {
        self.elements.bytes_mut()
    }

    /// The bytes of the elements.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.elements.bytes()
    }

    /// Checks the element type.
    ///
    /// # Errors
    /// `a tensor of type i32, expected f32`.
    pub fn expect<T: Element>(&self) -> Result<(), TensorError> {
        self.metadata.expect(T::DTYPE)
    }
}

/// The shape of these sizes.
fn shape(sizes: &[usize]) -> Result<TensorShape, TensorError> {
    let sizes = sizes.iter().map(|&size| i64::try_from(size));
    let sizes = sizes.collect::<Result<Vec<i64>, _>>().map_err(|_| TensorError::OUT_OF_MEMORY)?;
    TensorShape::new(&sizes)
}

/// `Tensor dtype = f32, shape = [2], values = [a, b]`; at most 16 elements.
impl fmt::Display for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TensorMetadata { dtype, shape } = &*self.metadata;
        write!(f, "Tensor dtype = {}, shape = {shape}, values = [", dtype.tensor_name())?;
        with_element!(*dtype, T => print::<T>(self.bytes(), f)).unwrap_or(Ok(()))?;
        f.write_str("]")
    }
}

impl fmt::Debug for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allocator() -> Arc<dyn HostAllocator> {
        Arc::new(SystemAllocator)
    }

    fn dense(elements: Vec<i32>) -> DenseHostTensor {
        let count = i64::try_from(elements.len()).unwrap();
        DenseHostTensor::from_vec(TensorShape::new(&[count]).unwrap(), elements).unwrap()
    }

    #[test]
    fn freezing_copies_what_another_may_write() {
        let tensor = dense(vec![1, 2, 3]);
        let address = tensor.buffer().address();
        let other = tensor.clone();
        let frozen = Tensor::freeze(tensor.into(), &allocator()).unwrap();
        assert_ne!(frozen.bytes().as_ptr().addr(), address);
        crate::Access::new(&[], &[other.buffer()]).unwrap().output::<i32>(0).unwrap()[0] = 7;
        assert_eq!(frozen.elements::<i32>().unwrap(), [1, 2, 3]);
        let moved = Tensor::freeze(other.into(), &allocator()).unwrap();
        assert_eq!(moved.bytes().as_ptr().addr(), address);
        let constant = DenseHostTensor::new(
            DType::I8,
            TensorShape::new(&[4]).unwrap(),
            HostBuffer::from_owner(&b"abcd"[..]),
        );
        let constant = constant.unwrap();
        let shared = Tensor::freeze(constant.clone().into(), &allocator()).unwrap();
        assert_eq!(shared.bytes().as_ptr().addr(), constant.buffer().address());
    }

    #[test]
    fn thawing_never_writes_what_is_shared_or_the_callers() {
        let tensor = Tensor::copy_of(TensorShape::new(&[2]).unwrap(), &[1, 2], &allocator());
        let tensor = tensor.unwrap();
        let address = tensor.bytes().as_ptr().addr();
        let copy = tensor.clone().thaw(&allocator()).unwrap();
        assert_ne!(copy.buffer().address(), address);
        assert_eq!(tensor.thaw(&allocator()).unwrap().buffer().address(), address);
        let callers = Tensor::from_vec(&[2], vec![1, 2]).unwrap();
        let address = callers.bytes().as_ptr().addr();
        assert_ne!(callers.thaw(&allocator()).unwrap().buffer().address(), address);
    }

    #[test]
    fn sizes_and_types_are_checked() {
        let wrong = Tensor::from_vec(&[3], vec![1_i32]).unwrap_err();
        assert_eq!(wrong.to_string(), "a buffer of 4 bytes is no tensor i32 [3]");
        let tensor = Tensor::from_slice(&[2], &[1.0_f32, 2.0]).unwrap();
        let wrong = tensor.elements::<i32>().unwrap_err().to_string();
        assert_eq!(wrong, "a tensor of type f32, expected i32");
        let wrong = tensor.copy_to(&mut [0.0_f32; 3]).unwrap_err().to_string();
        assert_eq!(wrong, "2 elements, expected 3");
        let text = "Tensor dtype = f32, shape = [2], values = [1.000000e+00, 2.000000e+00]";
        assert_eq!(tensor.to_string(), text);
    }
}
