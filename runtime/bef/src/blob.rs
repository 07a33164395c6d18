//! Shared bytes: passed between layers without copying, and kept alive while any part of them is
//! referenced.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, Range};
use std::sync::Arc;

/// Shared bytes of an owner: a buffer, a mapped file, a constant. Cheap to clone.
///
/// ```
/// let file = tfrt_bef::Blob::from(vec![1, 2, 3, 4]);
/// let part = file.part(1..3).expect("it is in range"); // shares the bytes
/// assert_eq!(&part[..], [2, 3]);
/// assert!(file.part(3..9).is_none());
/// ```
#[derive(Clone)]
pub struct Blob {
    owner: Owner,
    start: usize,
    length: usize,
}

#[derive(Clone)]
enum Owner {
    Constant(&'static [u8]),
    Shared(Arc<dyn AsRef<[u8]> + Send + Sync>),
}

impl Blob {
    /// All bytes of an owner, which must return the same bytes each time.
    #[must_use]
    pub fn new(owner: impl AsRef<[u8]> + Send + Sync + 'static) -> Blob {
        let length = owner.as_ref().len();
        Blob { owner: Owner::Shared(Arc::new(owner)), start: 0, length }
    }

    /// Static bytes.
    #[must_use]
    pub const fn constant(bytes: &'static [u8]) -> Blob {
        Blob { owner: Owner::Constant(bytes), start: 0, length: bytes.len() }
    }

    /// A part of the bytes; `None` if the range is out of bounds.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> Option<Blob> {
        let length = range.end.checked_sub(range.start)?;
        if range.end > self.length {
            return None;
        }
        let start = self.start.checked_add(range.start)?;
        Some(Blob { owner: self.owner.clone(), start, length })
    }

    /// Where these bytes are in `whole`, if they are a part of its memory.
    ///
    /// ```
    /// let file = tfrt_bef::Blob::from(vec![1, 2, 1, 2]);
    /// let part = file.part(2..4).expect("it is in range");
    /// assert_eq!(part.range_in(&file), Some(2..4));
    /// assert_eq!(tfrt_bef::Blob::from(vec![1, 2]).range_in(&file), None); // equal bytes elsewhere
    /// ```
    #[must_use]
    pub fn range_in(&self, whole: &Blob) -> Option<Range<usize>> {
        let (part, whole) = (self.bytes(), whole.bytes());
        let start = part.as_ptr().addr().checked_sub(whole.as_ptr().addr())?;
        let end = start.checked_add(part.len())?;
        (!part.is_empty() && end <= whole.len()).then_some(start..end)
    }

    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        let whole = match &self.owner {
            Owner::Constant(bytes) => bytes,
            Owner::Shared(owner) => (**owner).as_ref(),
        };
        let end = self.start.saturating_add(self.length);
        whole.get(self.start..end).unwrap_or_default()
    }
}

impl Default for Blob {
    fn default() -> Blob {
        Blob::constant(&[])
    }
}

impl From<Vec<u8>> for Blob {
    fn from(bytes: Vec<u8>) -> Blob {
        Blob::new(bytes)
    }
}

/// Copies the bytes.
impl From<&[u8]> for Blob {
    fn from(bytes: &[u8]) -> Blob {
        Blob::from(bytes.to_vec())
    }
}

/// Copies the bytes.
impl From<&Vec<u8>> for Blob {
    fn from(bytes: &Vec<u8>) -> Blob {
        Blob::from(bytes.clone())
    }
}

/// Copies the bytes.
impl<const N: usize> From<&[u8; N]> for Blob {
    fn from(bytes: &[u8; N]) -> Blob {
        Blob::from(bytes.to_vec())
    }
}

impl Deref for Blob {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        self.bytes()
    }
}

impl AsRef<[u8]> for Blob {
    fn as_ref(&self) -> &[u8] {
        self.bytes()
    }
}

impl PartialEq for Blob {
    fn eq(&self, other: &Blob) -> bool {
        self.bytes() == other.bytes()
    }
}

impl Eq for Blob {}

impl Hash for Blob {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bytes().hash(state);
    }
}

impl fmt::Debug for Blob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 16;
        let shown = self.bytes().get(..SHOWN).unwrap_or_else(|| self.bytes());
        write!(f, "{} bytes {shown:?}", self.length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_share_their_owner() {
        let whole = Blob::from(vec![1, 2, 3, 4, 5]);
        let part = whole.part(1..4).unwrap();
        let inner = part.part(2..3).unwrap();
        assert_eq!((part.bytes(), inner.bytes()), (&[2, 3, 4][..], &[4][..]));
        assert_eq!(inner.as_ptr(), whole[3..].as_ptr());
        assert!(part.part(1..4).is_none());
        #[expect(clippy::reversed_empty_ranges, reason = "a range that is none")]
        let reversed = part.part(2..1);
        assert!(reversed.is_none());
        drop((whole, part));
        assert_eq!(inner, Blob::constant(&[4]));
    }
}
