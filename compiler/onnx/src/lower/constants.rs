//! The tensors of a model as constants of a program: parts of the files that have their elements, where
//! these are as they are in memory.

use super::address;
use super::types::element;
use crate::error::DecodeError;
use crate::external::ExternalFiles;
use crate::limits::Limits;
use crate::{Data, DataType, Tensor};
use std::borrow::Cow;
use std::collections::HashMap;
use tfrt_bef::Blob;
use tfrt_compiler::graph::Type;

/// What makes constants of tensors.
pub(super) struct Constants<'f> {
    /// The model's file.
    file: &'f Blob,
    limits: &'f Limits,
    files: ExternalFiles<'f>,
    /// Those whose elements are not in memory as they are in the file, by the tensor's address: functions
    /// use theirs again at each call.
    made: HashMap<usize, Constant>,
}

/// A constant.
#[derive(Clone)]
pub(super) struct Constant {
    pub(super) element: Type,
    pub(super) shape: Vec<i64>,
    pub(super) data: Blob,
}

impl<'f> Constants<'f> {
    /// Those of a model that was decoded from the bytes of `file`.
    pub(super) fn new(file: &'f Blob, limits: &'f Limits, files: ExternalFiles<'f>) -> Self {
        Self { file, limits, files, made: HashMap::new() }
    }

    /// A tensor as a constant.
    ///
    /// # Errors
    /// What is wrong with the tensor: its shape, elements or type, or the file that has its elements.
    pub(super) fn of(&mut self, tensor: &'f Tensor<'f>) -> Result<Constant, String> {
        if let Some(made) = self.made.get(&address(tensor)) {
            return Ok(made.clone());
        }
        let elements = tensor.elements(self.limits).map_err(|error| error.to_string())?;
        let unsupported =
            || format!("tensor '{}' of type {} is not supported", tensor.name, tensor.data_type);
        let element = element(elements.data_type).ok_or_else(unsupported)?;
        let shape = elements.dims.iter().map(|&size| i64::try_from(size));
        let shape = shape.collect::<Result<Vec<i64>, _>>().map_err(|_| unsupported())?;
        let data = match elements.data {
            Data::Bytes(Cow::Borrowed(bytes)) => self.shared(bytes),
            Data::Bytes(Cow::Owned(bytes)) => {
                let made = Constant { element, shape, data: Blob::from(bytes) };
                self.made.insert(address(tensor), made.clone());
                return Ok(made);
            }
            Data::External(external) => {
                let refused = |what: String| DecodeError {
                    offset: tensor.offset.0,
                    message: format!("tensor '{}': {what}", tensor.name),
                };
                let data = self.files.bytes(&external);
                let data = data.map_err(|error| refused(error.message).to_string())?;
                // Those of the model's own file were looked at with their number.
                let wrong = data.bytes().iter().position(|&byte| byte > 1);
                if let Some(at) = wrong.filter(|_| tensor.data_type == DataType::Bool) {
                    let what = format!("element {at} of type BOOL is neither 0 nor 1");
                    return Err(refused(what).to_string());
                }
                data
            }
            Data::Unsupported => return Err(unsupported()),
        };
        Ok(Constant { element, shape, data })
    }

    /// Bytes as they are in the file, if they are in it.
    fn shared(&self, bytes: &[u8]) -> Blob {
        let whole = self.file.bytes();
        let start = bytes.as_ptr().addr().checked_sub(whole.as_ptr().addr());
        let range = start.and_then(|start| Some(start..start.checked_add(bytes.len())?));
        range.and_then(|range| self.file.part(range)).unwrap_or_else(|| Blob::from(bytes.to_vec()))
    }
}
