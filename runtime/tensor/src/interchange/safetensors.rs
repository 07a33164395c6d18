//! Files of tensors in the format safetensors (feature `safetensors`).

use crate::element::alignment;
use crate::{DType, DenseHostTensor, HostBuffer, TensorError, TensorShape};
use std::collections::BTreeMap;
use std::fmt::Display;
use tfrt_bef::Blob;
use tfrt_host::error::{Error, ErrorCode};
use tfrt_host::resource::{Entry, Header, Resolver, StatedType};

/// A file of named tensors, whose elements stay where they are: in a mapping, a vector, a constant.
///
/// The sizes and places that the file states are checked; what it says of elements is not trusted.
///
/// It resolves a program's resources ([`Resolver`]): a file that the program names is the tensor of
/// that name, whose type and shape must be the program's. The elements of the program's constants are
/// then those in the file, not a copy.
///
/// ```
/// use tfrt_tensor::safetensors::SafeTensors;
///
/// let header = r#"{"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}  "#;
/// let mut file = (header.len() as u64).to_le_bytes().to_vec();
/// file.extend(header.bytes());
/// file.extend([0, 0, 128, 63, 0, 0, 0, 192]);
///
/// // Or a mapping of a file, with the trait `Resolver` in scope, where nobody changes files of the folder:
/// // `SafeTensors::new(unsafe { Folder::mapped("models") }.file("w.safetensors")?)`.
/// let file = SafeTensors::new(file).unwrap();
/// let w = file.tensor("w").unwrap();
/// assert_eq!(w.to_vec::<f32>().unwrap(), [1.0, -2.0]);
/// assert_eq!(file.names().collect::<Vec<_>>(), ["w"]);
/// ```
#[derive(Debug)]
pub struct SafeTensors {
    file: Blob,
    header: Header,
}

impl SafeTensors {
    /// Reads the header of a file, whose bytes the tensors share. The owner must return the same
    /// bytes each time; it is dropped with the last tensor.
    ///
    /// # Errors
    /// `not a file of tensors: …`: the header is damaged, sizes do not match types and shapes, or
    /// tensors overlap, leave gaps or exceed the file.
    pub fn new(owner: impl AsRef<[u8]> + Send + Sync + 'static) -> Result<Self, TensorError> {
        let file = Blob::new(owner);
        let header = Header::read(&file)?;
        Ok(Self { file, header })
    }

    /// The names of the tensors, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.header.tensors.keys().map(String::as_str)
    }

    /// What the file says of itself.
    #[must_use]
    pub fn metadata(&self) -> &BTreeMap<String, String> {
        &self.header.metadata
    }

    /// A tensor, read-only, which shares the bytes of the file. If they are not aligned for its
    /// elements, which no common writer causes, it is a copy.
    ///
    /// # Errors
    /// There is no such tensor, its type is none of [`DType`], or a truth value is neither 0 nor 1.
    pub fn tensor(&self, name: &str) -> Result<DenseHostTensor, TensorError> {
        let missing = || TensorError::from(format!("there is no tensor '{name}'"));
        let Entry { ty, .. } = self.header.tensors.get(name).ok_or_else(missing)?;
        let dtype = ty.dtype.ok_or_else(|| {
            TensorError::from(format!("tensor '{name}' has the type {}", ty.name))
        })?;
        let dimension = |&size: &u64| i64::try_from(size).map_err(|_| damaged(&"a huge shape"));
        let shape = ty.shape.iter().map(dimension).collect::<Result<Vec<i64>, _>>()?;
        let shape = TensorShape::new(&shape)?;
        let elements = self.elements(name).ok_or_else(missing)?;
        if dtype == DType::I1 && elements.iter().any(|&byte| byte > 1) {
            return Err(damaged(&format!("tensor '{name}' has truth values other than 0 and 1")));
        }
        let elements = if elements.as_ptr().addr().is_multiple_of(alignment(dtype)) {
            HostBuffer::from_owner(elements)
        } else {
            aligned(&elements).slice(0..elements.len()).ok_or(TensorError::OUT_OF_MEMORY)?
        };
        DenseHostTensor::new(dtype, shape, elements)
    }

    /// The bytes of a tensor; `None` if there is none of that name.
    fn elements(&self, name: &str) -> Option<Blob> {
        self.file.part(self.header.tensors.get(name)?.bytes.clone())
    }
}

impl Resolver for SafeTensors {
    /// The elements of the tensor of that name.
    fn file(&self, name: &str) -> Result<Blob, Error> {
        let elements = self.elements(name);
        elements.ok_or_else(|| Error::new(ErrorCode::NotFound, "there is no such tensor"))
    }

    /// What the file says of the tensor of that name.
    fn stated_type(&self, name: &str) -> Option<StatedType> {
        Some(self.header.tensors.get(name)?.ty.clone())
    }
}

/// A copy at an address that fits every element.
fn aligned(bytes: &[u8]) -> HostBuffer {
    let mut words = vec![0_u128; bytes.len().div_ceil(size_of::<u128>())];
    bytemuck::cast_slice_mut(&mut words)[..bytes.len()].copy_from_slice(bytes);
    HostBuffer::from_vec(words)
}

#[cold]
fn damaged(what: &dyn Display) -> TensorError {
    TensorError::from(format!("not a file of tensors: {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Access;
    use std::sync::Arc;

    fn file(header: &str, data: &[u8]) -> Vec<u8> {
        [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), data].concat()
    }

    fn error(header: &str, data: &[u8]) -> String {
        match SafeTensors::new(file(header, data)) {
            Err(error) => error.to_string(),
            Ok(file) => {
                let name = file.names().next().unwrap().to_owned();
                file.tensor(&name).unwrap_err().to_string()
            }
        }
    }

    #[test]
    fn elements_are_not_copied() {
        let header = r#"{"__metadata__":{"tfrt.layout":"1"},"b":{"dtype":"I64","shape":[2,0],"data_offsets":[8,8]},"a":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}}"#;
        let header = format!("{header:<160}");
        let data = [1.5_f32, -2.0].map(f32::to_le_bytes).concat();
        let bytes = file(&header, &data);
        let mut words = vec![0_u64; bytes.len() / size_of::<u64>()];
        bytemuck::cast_slice_mut(&mut words).copy_from_slice(&bytes);
        let words: Arc<[u64]> = words.into();
        let address = words.as_ptr().addr();
        struct Owner(Arc<[u64]>);
        impl AsRef<[u8]> for Owner {
            fn as_ref(&self) -> &[u8] {
                bytemuck::cast_slice(&self.0)
            }
        }
        let file = SafeTensors::new(Owner(Arc::clone(&words))).unwrap();
        assert_eq!(file.names().collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(file.metadata()["tfrt.layout"], "1");
        let a = file.tensor("a").unwrap();
        assert_eq!(a.buffer().address(), address + 8 + 160);
        assert_eq!(file.tensor("b").unwrap().metadata().to_string(), "i64 [2, 0]");
        assert_eq!(file.tensor("c").unwrap_err().to_string(), "there is no tensor 'c'");
        drop(file);
        assert_eq!(a.to_vec::<f32>().unwrap(), [1.5, -2.0]);
        assert!(Access::new(&[], &[a.buffer()]).is_err(), "the file is read-only");
        drop(a);
        assert_eq!(Arc::strong_count(&words), 1);
    }

    #[test]
    fn elements_at_odd_addresses_are_copied() {
        let header = r#"{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"b":{"dtype":"F64","shape":[1],"data_offsets":[1,9]}}"#;
        let data = [&[3][..], &2.5_f64.to_le_bytes()].concat();
        let file = SafeTensors::new(file(header, &data)).unwrap();
        assert_eq!(file.tensor("a").unwrap().to_vec::<u8>().unwrap(), [3]);
        assert_eq!(file.tensor("b").unwrap().to_vec::<f64>().unwrap(), [2.5]);
    }

    #[test]
    fn damaged_files_are_errors() {
        let one = |dtype: &str, shape: &str, offsets: &str| {
            format!(r#"{{"a":{{"dtype":"{dtype}","shape":{shape},"data_offsets":{offsets}}}}}"#)
        };
        assert!(SafeTensors::new(&b"1234567"[..]).is_err());
        assert!(SafeTensors::new(u64::MAX.to_le_bytes()).is_err());
        for (header, data) in [
            ("", &[0; 4][..]),
            ("{", &[]),
            (&one("F32", "[1]", "[0,4]"), &[0; 3]),
            (&one("F32", "[1]", "[0,4]"), &[0; 5]),
            (&one("F32", "[2]", "[0,4]"), &[0; 4]),
            (&one("F32", "[1]", "[1,5]"), &[0; 5]),
            (&one("F32", "[1]", "[4,0]"), &[0; 4]),
            (&one("F32", "[4611686018427387904,4]", "[0,0]"), &[]),
            (&one("F99", "[1]", "[0,4]"), &[0; 4]),
        ] {
            let message = error(header, data);
            assert!(message.starts_with("not a file of tensors: "), "{header}: {message}");
        }
        let message = "not a file of tensors: tensor 'a' has truth values other than 0 and 1";
        assert_eq!(error(&one("BOOL", "[2]", "[0,2]"), &[1, 2]), message);
        assert_eq!(error(&one("F8_E5M2", "[1]", "[0,1]"), &[1]), "tensor 'a' has the type F8_E5M2");
        assert!(error(&one("U8", "[18446744073709551615,0]", "[0,0]"), &[]).contains("shape"));
        let ranks = vec!["1"; 256].join(",");
        let message = error(&one("U8", &format!("[{ranks}]"), "[0,1]"), &[1]);
        assert_eq!(message, "a shape of rank 256, at most 255 is possible");
    }
}
