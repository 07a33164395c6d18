//! Dense attributes whose elements are outside the file: the extension section 0x41.

use super::decode;
use crate::blob::Blob;
use crate::cursor::{push_vbr, widen};
use crate::error::ErrorKind;
use crate::{Attribute, AttributeError, DType, Dense};

/// A dense attribute whose elements are in another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside {
    /// The name of the resource. Attributes of one name have the same elements.
    pub name: Box<str>,
    /// The name of the file with the elements.
    pub file: Box<str>,
    /// The offset of the first element in that file, in bytes.
    pub start: u64,
    /// The SHA-256 hash of the elements' bytes.
    pub hash: [u8; 32],
    /// The element type.
    pub dtype: DType,
    /// The size of each dimension.
    pub shape: Box<[i64]>,
    /// The offset of the attribute in the attribute section.
    pub(crate) offset: u32,
    pub(crate) data: Option<Blob>,
}

impl Outside {
    /// A resource of that name in `file`, from byte `start` on.
    #[must_use]
    pub fn new(
        name: &str,
        file: &str,
        start: u64,
        hash: [u8; 32],
        dtype: DType,
        shape: &[i64],
    ) -> Outside {
        let (name, file, shape) = (name.into(), file.into(), shape.into());
        Outside { name, file, start, hash, dtype, shape, offset: 0, data: None }
    }

    /// The number of bytes of the elements; `None` if there is no such type of tensor.
    #[must_use]
    pub fn length(&self) -> Option<u64> {
        let size = u64::try_from(self.dtype.dense_size()?).ok()?;
        let mut dimensions = self.shape.iter();
        let length = dimensions.try_fold(size, |product, dimension| {
            product.checked_mul(u64::try_from(*dimension).ok()?)
        });
        length.filter(|length| self.start.checked_add(*length).is_some())
    }

    /// The elements, if they were provided.
    #[must_use]
    pub fn data(&self) -> Option<&Blob> {
        self.data.as_ref()
    }

    /// Provides the elements, whose hash the caller has compared.
    ///
    /// # Errors
    /// The number of bytes is not that of the elements, or one of them is a boolean that is neither 0
    /// nor 1.
    pub(crate) fn provide(&mut self, data: Blob) -> Result<(), AttributeError> {
        let error = |kind| AttributeError { offset: widen(self.offset), kind };
        if self.length() != u64::try_from(data.len()).ok() {
            return Err(error(ErrorKind::ResourceLength));
        }
        decode::check_elements(self.dtype, &data, 0).map_err(|it| error(it.kind))?;
        self.data = Some(data);
        Ok(())
    }

    /// The attribute, if its elements were provided.
    pub(crate) fn attribute(&self) -> Result<Attribute, AttributeError> {
        let data = self.data.clone().ok_or(AttributeError {
            offset: widen(self.offset),
            kind: ErrorKind::MissingResource,
        })?;
        let (dtype, shape) = (self.dtype, self.shape.to_vec());
        Ok(Attribute::Dense(Box::new(Dense { dtype, shape, data })))
    }

    /// The size in memory, without this structure and the elements.
    pub(crate) fn owned(&self) -> usize {
        let texts = self.name.len().saturating_add(self.file.len());
        texts.saturating_add(size_of_val(&*self.shape))
    }

    /// Appends the record of the section.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        push_vbr(out, u64::from(self.offset));
        for text in [&self.name, &self.file] {
            out.extend_from_slice(text.as_bytes());
            out.push(0);
        }
        push_vbr(out, self.start);
        push_vbr(out, self.length().unwrap_or_default());
        out.extend_from_slice(&self.hash);
        out.push(self.dtype.number());
        push_vbr(out, u64::try_from(self.shape.len()).unwrap_or(u64::MAX));
        for dimension in &self.shape {
            out.extend_from_slice(&dimension.to_le_bytes());
        }
    }
}
