//! Arrays of the crate `ndarray` (feature `ndarray`).
//!
//! ```
//! use ndarray::arr2;
//! use tfrt_tensor::ndarray::{to_array, view, view_mut};
//! use tfrt_tensor::{Access, DenseHostTensor};
//!
//! let matrix = arr2(&[[1.0_f32, 2.0], [3.0, 4.0]]);
//! let tensor = DenseHostTensor::try_from(matrix)?; // the same memory
//! {
//!     let mut access = Access::new(&[], &[tensor.buffer()])?;
//!     view_mut(tensor.shape(), access.output::<f32>(0)?)?[[1, 0]] = 7.5;
//! }
//! let access = Access::new(&[tensor.buffer()], &[])?;
//! assert_eq!(view(tensor.shape(), access.input::<f32>(0)?)?.sum(), 14.5);
//! drop(access);
//! assert_eq!(to_array::<f32>(&tensor)?[[0, 1]], 2.0); // a copy
//! # Ok::<(), tfrt_tensor::TensorError>(())
//! ```

use crate::{DenseHostTensor, Element, TensorError, TensorShape};
use ndarray::{Array, ArrayD, ArrayViewD, ArrayViewMutD, Dimension, IxDyn, ShapeError};

/// Elements in row-major order as an array that borrows them.
///
/// # Errors
/// Their number is not that of the shape.
pub fn view<'a, T: Element>(
    shape: &TensorShape,
    elements: &'a [T],
) -> Result<ArrayViewD<'a, T>, TensorError> {
    ArrayViewD::from_shape(sizes(shape, elements.len())?, elements)
        .map_err(|error| wrong(shape, &error))
}

/// Elements in row-major order as an array that borrows them to write.
///
/// # Errors
/// Their number is not that of the shape.
pub fn view_mut<'a, T: Element>(
    shape: &TensorShape,
    elements: &'a mut [T],
) -> Result<ArrayViewMutD<'a, T>, TensorError> {
    ArrayViewMutD::from_shape(sizes(shape, elements.len())?, elements)
        .map_err(|error| wrong(shape, &error))
}

/// An array of copies of the elements.
///
/// # Errors
/// The elements are of another type.
pub fn to_array<T: Element>(tensor: &DenseHostTensor) -> Result<ArrayD<T>, TensorError> {
    let (shape, elements) = (tensor.shape(), tensor.to_vec::<T>()?);
    ArrayD::from_shape_vec(sizes(shape, elements.len())?, elements)
        .map_err(|error| wrong(shape, &error))
}

/// The shape, if that many elements have it.
fn sizes(shape: &TensorShape, count: usize) -> Result<IxDyn, TensorError> {
    if shape.elements() != Some(count) {
        return Err(TensorError::from(format!("{count} elements do not have the shape {shape}")));
    }
    let size = |&size: &i64| usize::try_from(size).ok();
    let sizes = shape.dimensions().iter().map(size).collect::<Option<Vec<usize>>>();
    sizes.map(|sizes| IxDyn(&sizes)).ok_or_else(|| format!("no array has the shape {shape}").into())
}

#[cold]
fn wrong(shape: &TensorShape, error: &ShapeError) -> TensorError {
    TensorError::from(format!("no array of shape {shape}: {error}"))
}

/// A tensor with the elements of an array: in its memory if that has them all in row-major order,
/// else as a copy.
///
/// # Errors
/// More than 255 dimensions, or a size that exceeds `i64`.
impl<T: Element, D: Dimension> TryFrom<Array<T, D>> for DenseHostTensor {
    type Error = TensorError;

    fn try_from(array: Array<T, D>) -> Result<Self, TensorError> {
        let dimension = |&size: &usize| {
            i64::try_from(size).map_err(|_| TensorError::from("a dimension exceeds i64"))
        };
        let shape = array.shape().iter().map(dimension).collect::<Result<Vec<i64>, _>>()?;
        let shape = TensorShape::new(&shape)?;
        let count = array.len();
        let elements = if array.is_standard_layout() {
            match array.into_raw_vec_and_offset() {
                (elements, Some(0) | None) if elements.len() == count => elements,
                // A part of a larger array.
                (elements, offset) => {
                    elements.into_iter().skip(offset.unwrap_or(0)).take(count).collect()
                }
            }
        } else {
            array.iter().copied().collect()
        };
        Self::from_vec(shape, elements)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Access;
    use ndarray::{Array1, Array2, arr2, s};

    #[test]
    fn an_array_in_row_major_order_is_not_copied() {
        let array = arr2(&[[1_i32, 2, 3], [4, 5, 6]]);
        let address = array.as_ptr().addr();
        let tensor = DenseHostTensor::try_from(array).unwrap();
        assert_eq!(tensor.buffer().address(), address);
        assert_eq!(tensor.metadata().to_string(), "i32 [2, 3]");
        let access = Access::new(&[tensor.buffer()], &[]).unwrap();
        let view = view(tensor.shape(), access.input::<i32>(0).unwrap()).unwrap();
        assert_eq!(view.as_ptr().addr(), address);
        assert_eq!(view[[1, 0]], 4);
    }

    #[test]
    fn other_orders_and_parts_are_copied() {
        let array = arr2(&[[1_i64, 2, 3], [4, 5, 6]]);
        let elements =
            |array: Array2<i64>| DenseHostTensor::try_from(array).unwrap().to_vec::<i64>().unwrap();
        assert_eq!(elements(array.clone().reversed_axes()), [1, 4, 2, 5, 3, 6]);
        assert_eq!(elements(array.clone().slice_move(s![1.., ..])), [4, 5, 6]);
        assert_eq!(elements(array.clone().slice_move(s![.., ..;-1])), [3, 2, 1, 6, 5, 4]);
        assert_eq!(elements(array.slice_move(s![..1, 1..])), [2, 3]);
    }

    #[test]
    fn scalars_and_empty_arrays_are_ordinary() {
        let scalar = DenseHostTensor::try_from(ndarray::arr0(7_u8)).unwrap();
        assert_eq!((scalar.shape().rank(), to_array::<u8>(&scalar).unwrap()[[]]), (0, 7));
        let empty = DenseHostTensor::try_from(Array2::<f64>::zeros((0, 3))).unwrap();
        assert_eq!(to_array::<f64>(&empty).unwrap().shape(), [0, 3]);
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        let shape = |dimensions: &[i64]| TensorShape::new(dimensions).unwrap();
        assert!(view(&shape(&[3]), &[1_i32]).unwrap_err().to_string().contains("shape [3]"));
        assert!(view(&shape(&[-1]), &[1_i32]).is_err());
        assert!(view(&shape(&[i64::MAX, i64::MAX, 0]), &[0_i32; 0]).is_err());
        assert!(view_mut(&shape(&[2, 2]), &mut [0_u8; 5]).is_err());
        let tensor = DenseHostTensor::try_from(Array1::from(vec![1_i32])).unwrap();
        let message = "a tensor of type i32, expected f32";
        assert_eq!(to_array::<f32>(&tensor).unwrap_err().to_string(), message);
    }
}
