//! Sparse tensors as lists of coordinates.

use crate::element::{Printed, with_element};
use crate::scalar::zero;
use crate::{
    Access, DenseHostTensor, Element, ScalarHostTensor, TensorError, TensorMetadata, TensorShape,
};
use std::fmt;
use std::sync::Arc;
use tfrt_host::alloc::HostAllocator;

/// A tensor that is zero except at the listed coordinates.
///
/// ```
/// # use std::sync::Arc;
/// # use tfrt_host::alloc::{HostAllocator, SystemAllocator};
/// use tfrt_tensor::{CooHostTensor, DenseHostTensor, TensorShape};
///
/// let allocator: Arc<dyn HostAllocator> = Arc::new(SystemAllocator);
/// let dense = DenseHostTensor::from_vec(TensorShape::new(&[2, 2])?, vec![0, 0, 5, 0])?;
/// let sparse = CooHostTensor::from_dense::<i32>(&dense, &allocator)?;
/// assert_eq!(sparse.indices().to_vec::<i64>()?, [1, 0]);
/// assert_eq!(sparse.values().to_vec::<i32>()?, [5]);
/// # Ok::<(), tfrt_tensor::TensorError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CooHostTensor {
    shape: TensorShape,
    /// A matrix of i64: a row for each value, a column for each dimension.
    indices: DenseHostTensor,
    /// As many as the matrix has rows.
    values: DenseHostTensor,
}

impl CooHostTensor {
    /// A tensor of that dense shape.
    ///
    /// # Errors
    /// Indices and values do not match each other or the shape, or an index is out of bounds.
    pub fn new(
        shape: TensorShape,
        indices: DenseHostTensor,
        values: DenseHostTensor,
    ) -> Result<Self, TensorError> {
        let rank = i64::try_from(shape.rank()).unwrap_or(i64::MAX);
        let rows = match *values.shape().dimensions() {
            [rows] => rows,
            _ => return Err(TensorError::from("the values are no tensor of rank 1")),
        };
        if indices.shape().dimensions() != [rows, rank] {
            let message = format!(
                "indices of shape {} do not match {rows} values of rank {rank}",
                indices.shape()
            );
            return Err(TensorError::from(message));
        }
        let listed = indices.to_vec::<i64>()?;
        let mut within = listed.iter().zip(shape.dimensions().iter().cycle());
        if let Some((index, size)) = within.find(|&(index, size)| !(0..*size).contains(index)) {
            let message = format!("index {index} is out of bounds in a dimension of size {size}");
            return Err(TensorError::from(message));
        }
        Ok(Self { shape, indices, values })
    }

    /// The element type and the dense shape.
    #[must_use]
    pub fn metadata(&self) -> TensorMetadata {
        TensorMetadata { dtype: self.values.dtype(), shape: self.shape.clone() }
    }

    /// The coordinates.
    #[must_use]
    pub fn indices(&self) -> &DenseHostTensor {
        &self.indices
    }

    /// The values.
    #[must_use]
    pub fn values(&self) -> &DenseHostTensor {
        &self.values
    }

    /// The non-zero elements of a dense tensor, in row-major order. As in the original, the
    /// coordinates are right only for square shapes: the last one is computed by the first
    /// dimension's size, and so on.
    ///
    /// # Errors
    /// The elements are of another type, or `Cannot allocate tensor`.
    pub fn from_dense<T: Element>(
        dense: &DenseHostTensor,
        allocator: &Arc<dyn HostAllocator>,
    ) -> Result<Self, TensorError> {
        let shape = dense.shape().clone();
        let rank = shape.rank();
        let (mut indices, mut values) = (Vec::new(), Vec::new());
        for (place, element) in (0_i64..).zip(dense.to_vec::<T>()?) {
            if element == T::zeroed() {
                continue;
            }
            values.push(element);
            let first = indices.len();
            indices.resize(first + rank, 0);
            let mut rest = place;
            for (index, &size) in shape.dimensions().iter().enumerate() {
                indices[first + rank - 1 - index] = rest % size;
                rest /= size;
            }
        }
        let rows = i64::try_from(values.len()).map_err(|_| TensorError::OUT_OF_MEMORY)?;
        let columns = i64::try_from(rank).map_err(|_| TensorError::OUT_OF_MEMORY)?;
        let matrix = TensorShape::new(&[rows, columns])?;
        let indices = DenseHostTensor::copy_of(matrix, &indices, allocator)?;
        let values = DenseHostTensor::copy_of(TensorShape::new(&[rows])?, &values, allocator)?;
        Ok(Self { shape, indices, values })
    }

    /// Zeros, and each value at its place; the last one if several have the same. A coordinate that
    /// is out of bounds, as [`from_dense`](Self::from_dense) gives for shapes that are not square,
    /// counts by its row-major distance.
    ///
    /// # Errors
    /// The values are of another type, a place is outside the tensor, or `Cannot allocate tensor`.
    pub fn to_dense<T: Element>(
        &self,
        allocator: &Arc<dyn HostAllocator>,
    ) -> Result<DenseHostTensor, TensorError> {
        let dense = DenseHostTensor::zeroed(T::DTYPE, self.shape.clone(), allocator)?;
        let strides = self.shape.strides().ok_or(TensorError::OUT_OF_MEMORY)?;
        let (indices, values) = (self.indices.to_vec::<i64>()?, self.values.to_vec::<T>()?);
        let mut access = Access::new(&[], &[dense.buffer()])?;
        let elements = access.output::<T>(0)?;
        for (row, value) in values.into_iter().enumerate() {
            let index = &indices[row * strides.len()..(row + 1) * strides.len()];
            let place = index.iter().zip(&strides).try_fold(0_usize, |place, (&index, stride)| {
                place.checked_add(usize::try_from(index).ok()?.checked_mul(*stride)?)
            });
            let element = place.and_then(|place| elements.get_mut(place));
            *element.ok_or("a coordinate is outside the tensor")? = value;
        }
        drop(access);
        Ok(dense)
    }

    /// [`to_dense`](Self::to_dense), whatever the type of the values.
    ///
    /// # Errors
    /// As there.
    pub fn to_any_dense(
        &self,
        allocator: &Arc<dyn HostAllocator>,
    ) -> Result<DenseHostTensor, TensorError> {
        with_element!(self.values.dtype(), T => self.to_dense::<T>(allocator))
            .unwrap_or(Err(TensorError::OUT_OF_MEMORY))
    }

    /// One value for the whole tensor: zero without any coordinate, the first value if the dense
    /// shape has at most one element.
    ///
    /// # Errors
    /// `failed to convert coo tensor to scalar host tensor`.
    pub fn to_scalar(&self) -> Result<ScalarHostTensor, TensorError> {
        let dtype = self.values.dtype();
        let count = self.values.shape().elements().unwrap_or(0);
        if count == 0 {
            return Ok(zero(dtype, self.shape.clone()));
        }
        if self.shape.elements() != Some(1) {
            return Err(TensorError::from("failed to convert coo tensor to scalar host tensor"));
        }
        let first = with_element!(dtype, T => {
            let value = self.values.to_vec::<T>()?;
            ScalarHostTensor::new(self.shape.clone(), value[0])
        });
        first.ok_or_else(|| "failed to convert coo tensor to scalar host tensor".into())
    }
}

/// `CooHostTensor dtype = i32, shape = [2, 3], indices = [0, 0], values = [4]` and a newline.
impl fmt::Display for CooHostTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dtype = self.values.dtype();
        let name = dtype.tensor_name();
        write!(f, "CooHostTensor dtype = {name}, shape = {}, indices = ", self.shape)?;
        all(f, &self.indices.to_vec::<i64>().map_err(|_| fmt::Error)?)?;
        f.write_str(", values = ")?;
        let values = with_element!(dtype, T => {
            all(f, &self.values.to_vec::<T>().map_err(|_| fmt::Error)?)
        });
        values.unwrap_or(Ok(()))?;
        f.write_str("\n")
    }
}

/// `[a, b]`, however many.
fn all<T: Element>(f: &mut fmt::Formatter<'_>, elements: &[T]) -> fmt::Result {
    f.write_str("[")?;
    for (index, element) in elements.iter().enumerate() {
        let comma = if index > 0 { ", " } else { "" };
        write!(f, "{comma}{}", Printed(element))?;
    }
    f.write_str("]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tfrt_host::alloc::SystemAllocator;

    fn dense(dimensions: &[i64], elements: Vec<i32>) -> DenseHostTensor {
        DenseHostTensor::from_vec(TensorShape::new(dimensions).unwrap(), elements).unwrap()
    }

    #[test]
    fn coordinates_are_those_of_the_original() {
        let allocator: Arc<dyn HostAllocator> = Arc::new(SystemAllocator);
        let fours = dense(&[3, 2], vec![4; 6]);
        let coo = CooHostTensor::from_dense::<i32>(&fours, &allocator).unwrap();
        let expected = [0, 0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 2];
        assert_eq!(coo.indices().to_vec::<i64>().unwrap(), expected);
        let square = dense(&[2, 2], vec![0, 7, 0, 8]);
        let coo = CooHostTensor::from_dense::<i32>(&square, &allocator).unwrap();
        let text = "CooHostTensor dtype = i32, shape = [2, 2], indices = [0, 1, 1, 1], \
                    values = [7, 8]\n";
        assert_eq!(coo.to_string(), text);
        assert_eq!(coo.to_dense::<i32>(&allocator).unwrap().to_vec::<i32>().unwrap(), [0, 7, 0, 8]);
        assert!(coo.to_scalar().is_err());
        let single = dense(&[1, 1], vec![5]);
        let coo = CooHostTensor::from_dense::<i32>(&single, &allocator).unwrap();
        assert_eq!(coo.to_scalar().unwrap().value::<i32>(), Some(5));
    }

    #[test]
    fn indices_are_checked() {
        let shape = TensorShape::new(&[2, 2]).unwrap();
        let matrix = |indices: Vec<i64>| {
            let rows = i64::try_from(indices.len() / 2).unwrap();
            DenseHostTensor::from_vec(TensorShape::new(&[rows, 2]).unwrap(), indices).unwrap()
        };
        let values = dense(&[2], vec![1, 2]);
        let coo = |indices| CooHostTensor::new(shape.clone(), matrix(indices), values.clone());
        assert!(coo(vec![0, 1, 1, 1]).is_ok());
        let error = coo(vec![0, 1, 2, 1]).unwrap_err();
        assert_eq!(error.to_string(), "index 2 is out of bounds in a dimension of size 2");
        assert!(coo(vec![0, 1]).is_err() && coo(vec![0, -1, 1, 1]).is_err());
    }
}
