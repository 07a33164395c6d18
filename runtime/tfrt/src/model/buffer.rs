//! Memory of callers that outputs are copied into.

use super::Port;
use crate::Tensor;
use crate::tensor::{DType, Element};
use smallvec::SmallVec;
use std::fmt;
use tfrt_host::error::{Error, ErrorCode};

/// The caller's memory for the elements of one output, made of a slice.
///
/// ```
/// use tfrt::BufferMut;
/// let mut logits = [0.0_f32; 10];
/// let buffer = BufferMut::from(&mut logits[..]);
/// assert_eq!(format!("{buffer:?}"), "10 elements of type f32");
/// ```
pub struct BufferMut<'a> {
    dtype: DType,
    bytes: &'a mut [u8],
}

impl<'a> BufferMut<'a> {
    /// Bytes of elements of that type, as they are in memory: for callers that know the type at run time
    /// only. They need not be aligned.
    #[must_use]
    pub fn of_bytes(dtype: DType, bytes: &'a mut [u8]) -> Self {
        Self { dtype, bytes }
    }
}

impl<'a, T: Element> From<&'a mut [T]> for BufferMut<'a> {
    fn from(elements: &'a mut [T]) -> Self {
        Self { dtype: T::DTYPE, bytes: bytemuck::cast_slice_mut(elements) }
    }
}

impl<'a, T: Element> From<&'a mut Vec<T>> for BufferMut<'a> {
    fn from(elements: &'a mut Vec<T>) -> Self {
        Self::from(elements.as_mut_slice())
    }
}

impl<'a, T: Element, const N: usize> From<&'a mut [T; N]> for BufferMut<'a> {
    fn from(elements: &'a mut [T; N]) -> Self {
        Self::from(elements.as_mut_slice())
    }
}

impl fmt::Debug for BufferMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.dtype.size().unwrap_or(1).max(1);
        write!(f, "{} elements of type {}", self.bytes.len() / size, self.dtype)
    }
}

/// The positions of the outputs that are named.
pub(super) fn places(
    ports: &[Port],
    outputs: &[(&str, BufferMut<'_>)],
) -> Result<SmallVec<[usize; 8]>, Error> {
    let mut places = SmallVec::with_capacity(outputs.len());
    for (name, _) in outputs {
        let Some(place) = ports.iter().position(|port| port.name == *name) else {
            let known: Vec<String> = ports.iter().map(|port| format!("'{}'", port.name)).collect();
            return Err(invalid(format!("there is no output '{name}', only {}", known.join(", "))));
        };
        if places.contains(&place) {
            return Err(invalid(format!("output '{name}' is named twice")));
        }
        places.push(place);
    }
    Ok(places)
}

/// Copies outputs into buffers, all or none.
pub(super) fn fill(
    found: &[Tensor],
    places: &[usize],
    outputs: &mut [(&str, BufferMut<'_>)],
) -> Result<(), Error> {
    for (&place, (name, buffer)) in places.iter().zip(outputs.iter()) {
        let tensor = &found[place];
        if tensor.dtype() != buffer.dtype || tensor.bytes().len() != buffer.bytes.len() {
            let metadata = tensor.metadata();
            return Err(invalid(format!("output '{name}' is {metadata}; its buffer: {buffer:?}")));
        }
    }
    for (&place, (_, buffer)) in places.iter().zip(outputs) {
        buffer.bytes.copy_from_slice(found[place].bytes());
    }
    Ok(())
}

fn invalid(message: String) -> Error {
    Error::new(ErrorCode::InvalidArgument, message)
}
