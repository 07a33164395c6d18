//! Tensors of any representation.

use crate::{
    CooHostTensor, DenseHostTensor, DeviceTensor, ScalarHostTensor, StringHostTensor, TensorError,
    TensorMetadata,
};
use std::any::Any;
use std::fmt;
use std::sync::Arc;
use tfrt_bef::DType;
use tfrt_host::device::Device;
use tfrt_host::kernel::KernelType;

/// A tensor: `!tfrt_tensor.tensor`.
///
/// ```
/// use tfrt_tensor::{DenseHostTensor, MutableTensor, TensorShape};
/// let dense = DenseHostTensor::from_vec(TensorShape::new(&[2])?, vec![1, 2])?;
/// let tensor = MutableTensor::Dense(dense);
/// assert_eq!(tensor.metadata().shape.dimensions(), [2]);
/// assert!(tensor.coo().is_err());
/// # Ok::<(), tfrt_tensor::TensorError>(())
/// ```
#[derive(Clone, Debug)]
pub enum MutableTensor {
    /// All elements in a buffer.
    Dense(DenseHostTensor),
    /// One value for all elements.
    Scalar(ScalarHostTensor),
    /// Strings.
    String(StringHostTensor),
    /// Coordinates and values.
    Coo(CooHostTensor),
    /// In the memory of a device.
    Device(Arc<dyn DeviceTensor>),
}

impl KernelType for MutableTensor {
    const NAME: &'static str = "!tfrt_tensor.tensor";
    const PATH: Option<&'static str> = Some("tfrt::tensor::MutableTensor");

    fn text(&self) -> Option<String> {
        Some(self.to_string().trim_end().to_owned())
    }
}

impl MutableTensor {
    /// The element type and shape.
    #[must_use]
    pub fn metadata(&self) -> TensorMetadata {
        match self {
            Self::Dense(tensor) => tensor.metadata().clone(),
            Self::Scalar(tensor) => tensor.metadata().clone(),
            Self::String(tensor) => {
                TensorMetadata { dtype: DType::String, shape: tensor.shape().clone() }
            }
            Self::Coo(tensor) => tensor.metadata(),
            Self::Device(tensor) => tensor.metadata().clone(),
        }
    }

    /// The name of the representation: `DenseHost`.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Dense(_) => "DenseHost",
            Self::Scalar(_) => "ScalarHost",
            Self::String(_) => "StringHost",
            Self::Coo(_) => "CooHost",
            Self::Device(tensor) => tensor.type_name(),
        }
    }

    /// Where the elements are, if that is not the host's memory.
    #[must_use]
    pub fn device(&self) -> Option<&Arc<dyn Device>> {
        match self {
            Self::Device(tensor) => Some(tensor.device()),
            Self::Dense(_) | Self::Scalar(_) | Self::String(_) | Self::Coo(_) => None,
        }
    }

    /// The tensor, if it is one of that type on a device.
    #[must_use]
    pub fn on_device<T: DeviceTensor>(&self) -> Option<&T> {
        match self {
            Self::Device(tensor) => (&**tensor as &dyn Any).downcast_ref(),
            Self::Dense(_) | Self::Scalar(_) | Self::String(_) | Self::Coo(_) => None,
        }
    }

    /// The tensor, if it is dense.
    ///
    /// # Errors
    /// `a tensor of kind CooHost, expected DenseHost`.
    pub fn dense(&self) -> Result<&DenseHostTensor, TensorError> {
        match self {
            Self::Dense(tensor) => Ok(tensor),
            other => {
                let name = other.type_name();
                Err(TensorError::from(format!("a tensor of kind {name}, expected DenseHost")))
            }
        }
    }

    /// The tensor itself, if it is dense.
    ///
    /// # Errors
    /// As [`dense`](Self::dense).
    pub fn into_dense(self) -> Result<DenseHostTensor, TensorError> {
        match self {
            Self::Dense(tensor) => Ok(tensor),
            other => other.dense().cloned(),
        }
    }

    /// The tensor, if it is sparse.
    ///
    /// # Errors
    /// `a tensor of kind DenseHost, expected CooHost`.
    pub fn coo(&self) -> Result<&CooHostTensor, TensorError> {
        match self {
            Self::Coo(tensor) => Ok(tensor),
            other => {
                let name = other.type_name();
                Err(TensorError::from(format!("a tensor of kind {name}, expected CooHost")))
            }
        }
    }
}

impl fmt::Display for MutableTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dense(tensor) => tensor.fmt(f),
            Self::Scalar(tensor) => tensor.fmt(f),
            Self::String(tensor) => tensor.fmt(f),
            Self::Coo(tensor) => tensor.fmt(f),
            Self::Device(tensor) => tensor.fmt(f),
        }
    }
}

impl From<DenseHostTensor> for MutableTensor {
    fn from(tensor: DenseHostTensor) -> Self {
        Self::Dense(tensor)
    }
}
