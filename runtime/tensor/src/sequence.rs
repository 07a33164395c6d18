//! Sequences of tensors, and values that may be missing: the types of ONNX that are no tensors.

use crate::tensor::Tensor;
use std::fmt::{self, Display};
use std::sync::Arc;
use tfrt_host::kernel::KernelType;

/// Tensors in order. A clone shares them.
///
/// ```
/// use tfrt_tensor::{Sequence, Tensor};
///
/// let tensor = Tensor::from_vec(&[2], vec![1, 2])?;
/// let sequence: Sequence = [tensor.clone(), tensor].into_iter().collect();
/// assert_eq!(sequence.tensors().len(), 2);
/// # Ok::<(), tfrt_tensor::TensorError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sequence(Arc<Vec<Tensor>>);

impl Sequence {
    /// The tensors.
    #[must_use]
    pub fn tensors(&self) -> &[Tensor] {
        &self.0
    }

    /// The tensors, to be changed. They are no longer shared then.
    pub fn tensors_mut(&mut self) -> &mut Vec<Tensor> {
        Arc::make_mut(&mut self.0)
    }
}

impl FromIterator<Tensor> for Sequence {
    fn from_iter<I: IntoIterator<Item = Tensor>>(tensors: I) -> Self {
        Self(Arc::new(tensors.into_iter().collect()))
    }
}

impl KernelType for Sequence {
    const NAME: &'static str = "!nn.sequence<..>";

    fn text(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (at, tensor) in self.0.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            write!(f, "{comma}{tensor}")?;
        }
        f.write_str("]")
    }
}

/// A tensor or a sequence of tensors, or neither.
///
/// ```
/// use tfrt_tensor::{Optional, Tensor};
///
/// let tensor = Tensor::from_vec(&[1], vec![7])?;
/// assert_eq!(Optional::Tensor(tensor.clone()).to_string(), tensor.to_string());
/// assert_eq!(Optional::None.to_string(), "none");
/// # Ok::<(), tfrt_tensor::TensorError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub enum Optional {
    /// There is no value.
    #[default]
    None,
    /// A tensor.
    Tensor(Tensor),
    /// A sequence.
    Sequence(Sequence),
}

impl KernelType for Optional {
    const NAME: &'static str = "!nn.optional<..>";

    fn text(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl Display for Optional {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Tensor(tensor) => tensor.fmt(f),
            Self::Sequence(sequence) => sequence.fmt(f),
        }
    }
}
