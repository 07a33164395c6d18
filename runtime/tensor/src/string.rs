//! Tensors of strings.

use crate::{TensorError, TensorShape};
use std::fmt;
use std::sync::Arc;

/// Strings that are printed.
const SHOWN: usize = 16;

/// Up to this many strings are cut without a sign that there are more, as in the original.
const SILENT: usize = 32;

/// A tensor of strings, which are bytes.
///
/// ```
/// use tfrt_tensor::{StringHostTensor, TensorShape};
/// let names = StringHostTensor::new(TensorShape::new(&[2])?, vec![b"a".to_vec(), b"b".to_vec()])?;
/// assert_eq!(names.strings()[1], b"b");
/// # Ok::<(), tfrt_tensor::TensorError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringHostTensor {
    shape: TensorShape,
    strings: Arc<[Vec<u8>]>,
}

impl StringHostTensor {
    /// A tensor of those strings, in row-major order.
    ///
    /// # Errors
    /// Their number is not that of the shape's elements.
    pub fn new(shape: TensorShape, strings: Vec<Vec<u8>>) -> Result<Self, TensorError> {
        if shape.elements() != Some(strings.len()) {
            return Err(TensorError::from("Shape mismatch"));
        }
        Ok(Self { shape, strings: strings.into() })
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> &TensorShape {
        &self.shape
    }

    /// The strings.
    #[must_use]
    pub fn strings(&self) -> &[Vec<u8>] {
        &self.strings
    }
}

/// `StringHostTensor shape = [2], values = ["a", "b"]`, without escapes; at most 16 strings.
impl fmt::Display for StringHostTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StringHostTensor shape = {}, values = [", self.shape)?;
        for (index, string) in self.strings.iter().take(SHOWN).enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}\"{}\"", String::from_utf8_lossy(string))?;
        }
        f.write_str(if self.strings.len() > SILENT { ", ... ]" } else { "]" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_tensors_are_cut() {
        let text = |count: i64| {
            let strings = (0..count).map(|index| index.to_string().into_bytes()).collect();
            let shape = TensorShape::new(&[count]).unwrap();
            StringHostTensor::new(shape, strings).unwrap().to_string()
        };
        assert_eq!(text(2), "StringHostTensor shape = [2], values = [\"0\", \"1\"]");
        assert!(text(32).ends_with("\"15\"]"));
        assert!(text(33).ends_with("\"15\", ... ]"));
        let mismatch = StringHostTensor::new(TensorShape::default(), Vec::new());
        assert_eq!(mismatch.unwrap_err().to_string(), "Shape mismatch");
    }
}
