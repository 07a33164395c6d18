//! Shapes.

use crate::TensorError;
use smallvec::SmallVec;
use std::fmt;
use tfrt_bef::DType;
use tfrt_host::kernel::KernelType;

/// The maximum number of dimensions.
const MAX_RANK: usize = 255;

/// Dimensions stored without an allocation.
const INLINE: usize = 8;

/// The sizes of a tensor's dimensions, outermost first. Negative sizes can be stored and printed, as
/// programs can build them, but no tensor has such a shape.
///
/// ```
/// # use tfrt_tensor::TensorShape;
/// let shape = TensorShape::new(&[2, 3]).unwrap();
/// assert_eq!((shape.to_string().as_str(), shape.elements()), ("[2, 3]", Some(6)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct TensorShape(SmallVec<[i64; INLINE]>);

impl TensorShape {
    /// A shape of those dimensions. Negative ones are kept, as the original keeps them: such a shape has no
    /// number of elements, and no tensor has it.
    ///
    /// # Errors
    /// There are more than 255.
    pub fn new(dimensions: &[i64]) -> Result<Self, TensorError> {
        let rank = dimensions.len();
        if rank > MAX_RANK {
            let message = format!("a shape of rank {rank}, at most {MAX_RANK} is possible");
            return Err(TensorError::from(message));
        }
        Ok(Self(SmallVec::from_slice(dimensions)))
    }

    /// The dimensions.
    #[must_use]
    pub fn dimensions(&self) -> &[i64] {
        &self.0
    }

    /// The number of dimensions.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.0.len()
    }

    /// The number of elements: 1 for rank 0, 0 if any dimension is 0. `None` if a dimension is
    /// negative or the product exceeds `usize`.
    #[must_use]
    pub fn elements(&self) -> Option<usize> {
        if self.0.iter().any(|&size| size < 0) {
            return None;
        }
        if self.0.contains(&0) {
            return Some(0);
        }
        self.0.iter().try_fold(1_usize, |all, &size| all.checked_mul(usize::try_from(size).ok()?))
    }

    /// The bytes of a dense tensor of this shape; `None` if they exceed the address space or the
    /// elements have no fixed size.
    #[must_use]
    pub fn bytes(&self, dtype: DType) -> Option<usize> {
        let bytes = self.elements()?.checked_mul(dtype.size()?)?;
        isize::try_from(bytes).is_ok().then_some(bytes)
    }

    /// The bytes to allocate for a dense tensor of this shape.
    ///
    /// # Errors
    /// `shape [-1] has a negative size`; `Cannot allocate tensor`: they exceed the address space, or the
    /// elements have no fixed size.
    pub(crate) fn bytes_to_allocate(&self, dtype: DType) -> Result<usize, TensorError> {
        if self.0.iter().any(|&size| size < 0) {
            return Err(TensorError::from(format!("shape {self} has a negative size")));
        }
        self.bytes(dtype).ok_or(TensorError::OUT_OF_MEMORY)
    }

    /// The row-major distance between neighbours in each dimension, in elements.
    ///
    /// ```
    /// # use tfrt_tensor::TensorShape;
    /// assert_eq!(TensorShape::new(&[2, 3, 4]).unwrap().strides(), Some(vec![12, 4, 1]));
    /// ```
    #[must_use]
    pub fn strides(&self) -> Option<Vec<usize>> {
        self.elements()?;
        let mut strides = vec![1_usize; self.rank()];
        for index in (1..self.rank()).rev() {
            let size = usize::try_from(self.0[index]).ok()?;
            strides[index - 1] = strides[index].checked_mul(size.max(1))?;
        }
        Some(strides)
    }
}

impl fmt::Display for TensorShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, &self.0)
    }
}

impl KernelType for TensorShape {
    const NAME: &'static str = "!ts.shape";
    const PATH: Option<&'static str> = Some("tfrt::tensor::TensorShape");
}

impl KernelType for PartialTensorShape {
    const NAME: &'static str = "!ts.partial_shape";
    const PATH: Option<&'static str> = Some("tfrt::tensor::PartialTensorShape");
}

/// A shape whose rank is known when a program is compiled: `!ts.fixed_rank_shape.N`.
///
/// ```
/// use tfrt_tensor::{FixedRankShape, TensorShape};
/// let shape = FixedRankShape::<2>::try_from(&TensorShape::new(&[2, 3])?)?;
/// assert_eq!(shape.0, [2, 3]);
/// # Ok::<(), tfrt_tensor::TensorError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FixedRankShape<const RANK: usize>(pub [i64; RANK]);

macro_rules! fixed_rank_shapes {
    ($($rank:literal, $name:literal;)*) => {$(
        impl KernelType for FixedRankShape<$rank> {
            const NAME: &'static str = $name;
            const PATH: Option<&'static str> =
                Some(concat!("tfrt::tensor::FixedRankShape<", $rank, ">"));
        }
    )*};
}

fixed_rank_shapes! {
    0, "!ts.fixed_rank_shape.0";
    1, "!ts.fixed_rank_shape.1";
    2, "!ts.fixed_rank_shape.2";
    3, "!ts.fixed_rank_shape.3";
}

impl<const RANK: usize> TryFrom<&TensorShape> for FixedRankShape<RANK> {
    type Error = TensorError;

    fn try_from(shape: &TensorShape) -> Result<Self, TensorError> {
        let dimensions = <[i64; RANK]>::try_from(shape.dimensions());
        let wrong = |_| TensorError::from(format!("shape {shape} has not rank {RANK}"));
        dimensions.map(Self).map_err(wrong)
    }
}

/// As a shape, but `[]` if a dimension is zero: what the original prints.
impl<const RANK: usize> fmt::Display for FixedRankShape<RANK> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, if self.0.contains(&0) { &[] } else { &self.0 })
    }
}

/// `[a, b]`.
fn list(f: &mut fmt::Formatter<'_>, dimensions: &[i64]) -> fmt::Result {
    f.write_str("[")?;
    for (index, dimension) in dimensions.iter().enumerate() {
        let comma = if index > 0 { ", " } else { "" };
        write!(f, "{comma}{dimension}")?;
    }
    f.write_str("]")
}

/// A shape that may be unknown in part: no rank, or dimensions of size -1.
///
/// ```
/// use tfrt_tensor::PartialTensorShape;
/// assert_eq!(PartialTensorShape::new(&[2, 3])?.to_shape()?.dimensions(), [2, 3]);
/// assert!(PartialTensorShape::new(&[-1, 3])?.to_shape().is_err()); // one size is not known
/// # Ok::<(), tfrt_tensor::TensorError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PartialTensorShape(Option<TensorShape>);

impl PartialTensorShape {
    /// A shape whose rank is unknown.
    pub const UNRANKED: Self = Self(None);

    /// A shape whose dimensions are known or -1.
    ///
    /// # Errors
    /// As [`TensorShape::new`].
    pub fn new(dimensions: &[i64]) -> Result<Self, TensorError> {
        TensorShape::new(dimensions).map(Some).map(Self)
    }

    /// The shape, if all of it is known.
    ///
    /// # Errors
    /// `Unknown rank`, `Unknown dimensions at following indices = [0, 2]`.
    pub fn to_shape(&self) -> Result<TensorShape, TensorError> {
        let shape = self.0.as_ref().ok_or("Unknown rank")?;
        let unknown = (0_i64..).zip(shape.dimensions()).filter(|&(_, &size)| size == -1);
        let unknown: SmallVec<[i64; INLINE]> = unknown.map(|(index, _)| index).collect();
        if unknown.is_empty() {
            return Ok(shape.clone());
        }
        let unknown = TensorShape(unknown);
        Err(TensorError::from(format!("Unknown dimensions at following indices = {unknown}")))
    }
}

impl From<TensorShape> for PartialTensorShape {
    fn from(shape: TensorShape) -> Self {
        Self(Some(shape))
    }
}

impl fmt::Display for PartialTensorShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(shape) => shape.fmt(f),
            None => f.write_str("Unknown rank"),
        }
    }
}

/// The element type and shape of a tensor.
///
/// ```
/// use tfrt_tensor::{DType, TensorMetadata, TensorShape};
/// let metadata = TensorMetadata { dtype: DType::F32, shape: TensorShape::new(&[2])? };
/// assert_eq!(metadata.shape.bytes(metadata.dtype), Some(8));
/// # Ok::<(), tfrt_tensor::TensorError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorMetadata {
    /// The element type.
    pub dtype: DType,
    /// The shape.
    pub shape: TensorShape,
}

impl TensorMetadata {
    /// Checks the element type.
    ///
    /// # Errors
    /// `a tensor of type i32, expected f32`.
    pub fn expect(&self, dtype: DType) -> Result<(), TensorError> {
        if self.dtype == dtype {
            return Ok(());
        }
        let [found, expected] = [self.dtype, dtype].map(DType::tensor_name);
        Err(TensorError::from(format!("a tensor of type {found}, expected {expected}")))
    }
}

impl fmt::Display for TensorMetadata {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.dtype.tensor_name(), self.shape)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_never_overflow() {
        let elements = |dimensions: &[i64]| TensorShape::new(dimensions).unwrap().elements();
        assert_eq!(elements(&[]), Some(1));
        assert_eq!(elements(&[3, 0, 2]), Some(0));
        assert_eq!(elements(&[i64::MAX, 0]), Some(0));
        assert_eq!(elements(&[i64::MAX, 4]), None);
        assert_eq!(elements(&[i64::MAX, 2, 0]), Some(0));
        assert_eq!(elements(&[-1, 0]), None);
        assert_eq!(elements(&[2, -1]), None);
        assert_eq!(elements(&[65535; 7]), None);
        let large = TensorShape::new(&[i64::MAX]).unwrap();
        assert_eq!((large.bytes(DType::I8).is_some(), large.bytes(DType::I16)), (true, None));
        assert!(TensorShape::new(&[1; 255]).is_ok() && TensorShape::new(&[1; 256]).is_err());
    }

    #[test]
    fn partial_shapes_say_what_is_unknown() {
        let partial = |dimensions: &[i64]| PartialTensorShape::new(dimensions).unwrap();
        let error = partial(&[-1, 57, -1]).to_shape().unwrap_err();
        assert_eq!(error.to_string(), "Unknown dimensions at following indices = [0, 2]");
        let error = PartialTensorShape::UNRANKED.to_shape().unwrap_err();
        assert_eq!(error.to_string(), "Unknown rank");
        assert_eq!(partial(&[-2, 3]).to_shape().unwrap().to_string(), "[-2, 3]");
        assert_eq!(PartialTensorShape::UNRANKED.to_string(), "Unknown rank");
        assert_eq!(partial(&[-1, 57]).to_string(), "[-1, 57]");
    }
}
