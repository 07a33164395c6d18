//! Where an op reads and writes.

use crate::output::invalid;
use parking_lot::Mutex;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use tfrt_bef::Attribute;
use tfrt_host::error::KernelError;
use tfrt_host::kernel::FromAttribute;
use tfrt_tensor::{DType, Element};

/// Where memory that ops read and write begins: on a cache line.
pub const ALIGNMENT: usize = 64;

/// The attribute `places` of an op: what it reads and what it writes, `f32[1,64]@0, f32[64,10] -> f32[1,10]@256`.
/// Each has an element type and sizes; what is in the run's memory, also the byte at which it begins. The others
/// are the op's tensors, in their order.
///
/// An op keeps with it what it has computed from them at its first call.
pub struct Places<G = ()>(Arc<Inner<G>>);

struct Inner<G> {
    reads: Box<[Place]>,
    write: Option<Place>,
    /// Ops of one kernel may share it, if their places are equal.
    made: Mutex<Option<Arc<G>>>,
}

/// Elements in row-major order, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The element type.
    pub dtype: DType,
    /// The sizes.
    pub shape: Vec<i64>,
    /// The bytes of the run's memory, if the elements are there.
    pub bytes: Option<Range<usize>>,
}

impl Place {
    /// Elements of that type and shape that begin at that byte.
    ///
    /// # Errors
    /// There is no such place.
    pub fn new(dtype: DType, shape: &[i64], at: Option<usize>) -> Result<Self, String> {
        let mut size =
            dtype.size().ok_or_else(|| format!("elements of type {dtype} have no size"))?;
        for &dimension in shape {
            let dimension = usize::try_from(dimension);
            let all = dimension.ok().and_then(|dimension| size.checked_mul(dimension));
            size = all.ok_or_else(|| format!("no memory has shape {shape:?}"))?;
        }
        if size == 0 {
            return Err(format!("shape {shape:?} has no elements, and so no place"));
        }
        let bytes = at.map(|start| match start.checked_add(size) {
            Some(end) if start.is_multiple_of(ALIGNMENT) && isize::try_from(end).is_ok() => {
                Ok(start..end)
            }
            _ => Err(format!("nothing of {size} bytes begins at {start}")),
        });
        Ok(Self { dtype, shape: shape.to_vec(), bytes: bytes.transpose()? })
    }

    /// Compares its element type.
    pub(super) fn expect<T: Element>(&self) -> Result<(), KernelError> {
        if self.dtype == T::DTYPE {
            return Ok(());
        }
        Err(invalid(format!("{self} has another element type than {}", T::DTYPE)))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[", self.dtype)?;
        for (at, size) in self.shape.iter().enumerate() {
            write!(f, "{}{size}", if at > 0 { "," } else { "" })?;
        }
        f.write_str("]")?;
        self.bytes.as_ref().map_or(Ok(()), |bytes| write!(f, "@{}", bytes.start))
    }
}

impl<G> Places<G> {
    /// What the op reads, in the order of its operands.
    #[must_use]
    pub fn reads(&self) -> &[Place] {
        &self.0.reads
    }

    /// What it writes.
    #[must_use]
    pub fn write(&self) -> Option<&Place> {
        self.0.write.as_ref()
    }

    /// The shapes of what it reads, all of that element type.
    pub(super) fn shapes<T: Element, const N: usize>(&self) -> Result<[&[i64]; N], KernelError> {
        let reads = <&[Place; N]>::try_from(self.reads());
        let reads = reads.map_err(|_| {
            invalid(format!("it has {} operands, expected {N}", self.reads().len()))
        })?;
        reads.iter().try_for_each(|read| read.expect::<T>())?;
        Ok(reads.each_ref().map(|read| &read.shape[..]))
    }

    /// Compares what it writes with what it should.
    pub(super) fn gives<T: Element>(&self, shape: &[i64]) -> Result<(), KernelError> {
        let write = self.write().ok_or_else(|| invalid("it writes nothing".to_owned()))?;
        write.expect::<T>()?;
        if write.shape == shape {
            return Ok(());
        }
        Err(invalid(format!("its result has shape {shape:?}, and is written to {write}")))
    }

    /// What an earlier call made, if it fits, else what this one makes.
    pub(super) fn made(
        &self,
        fits: impl FnOnce(&G) -> bool,
        make: impl FnOnce() -> Result<G, KernelError>,
    ) -> Result<Arc<G>, KernelError> {
        let mut made = self.0.made.lock();
        if let Some(made) = &*made
            && fits(made)
        {
            return Ok(Arc::clone(made));
        }
        let new = Arc::new(make()?);
        *made = Some(Arc::clone(&new));
        Ok(new)
    }
}

impl<G> Clone for Places<G> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<G> fmt::Debug for Places<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<G> fmt::Display for Places<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, read) in self.reads().iter().enumerate() {
            write!(f, "{}{read}", if at > 0 { ", " } else { "" })?;
        }
        self.write().map_or(Ok(()), |write| write!(f, " -> {write}"))
    }
}

impl<G: Send + Sync + 'static> FromAttribute for Places<G> {
    const KIND: &'static str = "places";

    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        let Attribute::String(text) = attribute else { return Err(Self::wrong_kind(attribute)) };
        let text = std::str::from_utf8(text).map_err(|_| invalid("is no text".to_owned()))?;
        let (reads, write) =
            parse(text).map_err(|error| invalid(format!("is '{text}': {error}")))?;
        Ok(Self(Arc::new(Inner { reads: reads.into(), write, made: Mutex::new(None) })))
    }
}

/// The places that a text says.
fn parse(text: &str) -> Result<(Vec<Place>, Option<Place>), String> {
    let (reads, write) = match text.split_once("->") {
        Some((reads, write)) => (reads, Some(write)),
        None => (text, None),
    };
    let mut places = Vec::new();
    let mut rest = reads.trim();
    while !rest.is_empty() {
        let bracket = rest.find(']').ok_or("expected ']' behind the sizes")?;
        let end = rest[bracket..].find(',').map_or(rest.len(), |comma| bracket + comma);
        places.push(place(rest[..end].trim())?);
        rest = rest[end..].strip_prefix(',').unwrap_or_default().trim();
    }
    let write = write.map(|write| place(write.trim())).transpose()?;
    if write.as_ref().is_some_and(|write| write.bytes.is_none()) {
        return Err("what is written is in memory: expected '@' and its first byte".to_owned());
    }
    Ok((places, write))
}

fn place(text: &str) -> Result<Place, String> {
    let expected = || format!("'{text}' is no place, such as f32[2,3]@64");
    let (dtype, rest) = text.split_once('[').ok_or_else(expected)?;
    let (sizes, at) = rest.split_once(']').ok_or_else(expected)?;
    let dtype = DType::from_mlir(dtype).ok_or_else(|| format!("'{dtype}' is no element type"))?;
    let sizes = Some(sizes).filter(|sizes| !sizes.is_empty()).into_iter();
    let sizes = sizes.flat_map(|sizes| sizes.split(',')).map(|size| size.trim().parse().ok());
    let shape: Vec<i64> = sizes.collect::<Option<_>>().ok_or_else(expected)?;
    let at = match at.strip_prefix('@') {
        Some(at) => Some(at.parse().map_err(|_| expected())?),
        None if at.is_empty() => None,
        None => return Err(expected()),
    };
    Place::new(dtype, &shape, at)
}
