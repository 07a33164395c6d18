//! Tensors of strings.

use crate::{TensorError, TensorShape};
use parking_lot::RwLock;
use std::fmt;
use std::sync::Arc;

/// Strings that are printed.
const SHOWN: usize = 16;

/// Up to this many strings are cut without a sign that there are more, as in the original.
const SILENT: usize = 32;

/// A tensor of strings, which are bytes. Copies share them.
///
/// ```
/// use tfrt_tensor::{StringHostTensor, TensorShape};
/// let names = StringHostTensor::new(TensorShape::new(&[2])?, vec![b"a".to_vec(), b"b".to_vec()])?;
/// let copy = names.clone();
/// names.set(vec![b"c".to_vec(), b"d".to_vec()])?;
/// assert_eq!(copy.strings()[1], b"d");
/// # Ok::<(), tfrt_tensor::TensorError>(())
/// ```
#[derive(Clone, Debug)]
pub struct StringHostTensor {
    shape: TensorShape,
    /// A reader clones the inner `Arc`, so it holds no lock while it reads strings.
    strings: Arc<RwLock<Arc<[Vec<u8>]>>>,
}

impl PartialEq for StringHostTensor {
    fn eq(&self, other: &Self) -> bool {
        self.shape == other.shape && self.strings() == other.strings()
    }
}

impl Eq for StringHostTensor {}

impl StringHostTensor {
    /// A tensor of those strings, in row-major order.
    ///
    /// # Errors
    /// Their number is not that of the shape's elements.
    pub fn new(shape: TensorShape, strings: Vec<Vec<u8>>) -> Result<Self, TensorError> {
        fit(&shape, &strings)?;
        Ok(Self { shape, strings: Arc::new(RwLock::new(strings.into())) })
    }

    /// Replaces the strings of this tensor and of its copies.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn set(&self, strings: Vec<Vec<u8>>) -> Result<(), TensorError> {
        fit(&self.shape, &strings)?;
        *self.strings.write() = strings.into();
        Ok(())
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> &TensorShape {
        &self.shape
    }

    /// The strings, of which later writes change nothing.
    #[must_use]
    pub fn strings(&self) -> Arc<[Vec<u8>]> {
        Arc::clone(&self.strings.read())
    }
}

/// Checks the number of strings.
fn fit(shape: &TensorShape, strings: &[Vec<u8>]) -> Result<(), TensorError> {
    if shape.elements() != Some(strings.len()) {
        return Err(TensorError::from("Shape mismatch"));
    }
    Ok(())
}

/// `StringHostTensor shape = [2], values = ["a", "b"]`, without escapes; at most 16 strings.
impl fmt::Display for StringHostTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StringHostTensor shape = {}, values = [", self.shape)?;
        let strings = self.strings();
        for (index, string) in strings.iter().take(SHOWN).enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}\"{}\"", String::from_utf8_lossy(string))?;
        }
        f.write_str(if strings.len() > SILENT { ", ... ]" } else { "]" })
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
        let one = StringHostTensor::new(TensorShape::default(), vec![b"a".to_vec()]).unwrap();
        let read = one.strings();
        assert_eq!(one.set(Vec::new()).unwrap_err().to_string(), "Shape mismatch");
        one.set(vec![b"b".to_vec()]).unwrap();
        assert_eq!((&read[0][..], &one.strings()[0][..]), (&b"a"[..], &b"b"[..]));
    }
}
