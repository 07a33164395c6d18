//! Where an op reads and writes.

use crate::output::invalid;
use parking_lot::Mutex;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use tfrt_bef::Attribute;
use tfrt_host::error::KernelError;
use tfrt_host::kernel::FromAttribute;
use tfrt_numeric::Blocks;
use tfrt_tensor::{DType, Element};

/// The largest halo.
pub const MOST_HALO: usize = 8;

/// The attributes of an op that can be what it reads.
pub const MOST_WEIGHTS: usize = 4;

/// Where memory that ops read and write begins: on a cache line.
pub const ALIGNMENT: usize = 64;

/// The attribute `places` of an op: what it reads and what it writes, `f32[1,64]@0, f32[64,10] -> f32[1,10]@256`.
/// Each has an element type and sizes; what is in the run's memory, also the byte at which it begins. The others
/// are the op's tensors, in their order. Images may be [in blocks](Blocks), which is said with the sizes:
/// `f32[1,64,56,56; halo 1]@64`. What an op reads may be an attribute of it, one of `weights_0` to `weights_3`, which
/// then stands in place of the byte: `f32[64] weights_0`. Some ops need memory besides: `… -> f32[1,10]@256 with f32[64]@512`.
///
/// An op keeps with it what it has computed from them at its first call.
pub struct Places<G = ()>(Arc<Inner<G>>);

struct Inner<G> {
    reads: Box<[Place]>,
    write: Option<Place>,
    scratch: Option<Place>,
    /// Ops of one kernel may share it, if their places are equal.
    made: Mutex<Option<Arc<G>>>,
}

/// Elements, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The element type.
    pub dtype: DType,
    /// The sizes.
    pub shape: Vec<i64>,
    /// For images `[N, C, …]` in [blocks](Blocks) the zeros before and behind each dimension but the first two;
    /// else the elements are in row-major order.
    pub halo: Option<usize>,
    /// The bytes of the run's memory, if the elements are there.
    pub bytes: Option<Range<usize>>,
    /// Which of the op's attributes the elements are, if they are one.
    pub weights: Option<usize>,
}

impl Place {
    /// Elements of that type and shape, in blocks with that halo or in row-major order, that begin at that byte.
    ///
    /// # Errors
    /// There is no such place.
    pub fn new(
        dtype: DType,
        shape: &[i64],
        halo: Option<usize>,
        at: Option<usize>,
    ) -> Result<Self, String> {
        let mut size =
            dtype.size().ok_or_else(|| format!("elements of type {dtype} have no size"))?;
        let too_large = || format!("no memory has shape {shape:?}");
        for &dimension in shape {
            let dimension = usize::try_from(dimension);
            let all = dimension.ok().and_then(|dimension| size.checked_mul(dimension));
            size = all.ok_or_else(too_large)?;
        }
        if size == 0 {
            return Err(format!("shape {shape:?} has no elements, and so no place"));
        }
        if let Some(halo) = halo {
            let blocks = blocks(shape, halo)
                .ok_or_else(|| format!("shape {shape:?} with a halo of {halo} has no blocks"))?;
            if dtype != DType::F32 {
                return Err(format!("only f32 is in blocks, not {dtype}"));
            }
            size = blocks.len().checked_mul(size_of::<f32>()).ok_or_else(too_large)?;
        }
        let bytes = at.map(|start| match start.checked_add(size) {
            Some(end) if start.is_multiple_of(ALIGNMENT) && isize::try_from(end).is_ok() => {
                Ok(start..end)
            }
            _ => Err(format!("nothing of {size} bytes begins at {start}")),
        });
        Ok(Self { dtype, shape: shape.to_vec(), halo, bytes: bytes.transpose()?, weights: None })
    }

    /// The same elements, which are an attribute of that number.
    #[must_use]
    pub fn of_weights(self, number: usize) -> Self {
        Self { bytes: None, weights: Some(number), ..self }
    }

    /// How images lie that are in blocks.
    #[must_use]
    pub fn blocks(&self) -> Option<Blocks> {
        self.halo.and_then(|halo| blocks(&self.shape, halo))
    }

    /// Compares its element type.
    pub(super) fn expect<T: Element>(&self) -> Result<(), KernelError> {
        if self.dtype == T::DTYPE {
            return Ok(());
        }
        Err(invalid(format!("{self} has another element type than {}", T::DTYPE)))
    }

    /// Whether it is in row-major order.
    pub(super) fn in_rows(&self) -> Result<(), KernelError> {
        match self.halo {
            None => Ok(()),
            Some(_) => Err(invalid(format!("{self} is in blocks, expected rows"))),
        }
    }
}

/// Images of a shape in blocks with a halo.
fn blocks(shape: &[i64], halo: usize) -> Option<Blocks> {
    let [images, channels, sizes @ ..] = shape else { return None };
    if sizes.is_empty() || sizes.len() > 3 || halo > MOST_HALO {
        return None;
    }
    let index = |size: i64| usize::try_from(size).ok();
    let mut blocks = Blocks {
        images: index(*images)?,
        channels: index(*channels)?,
        sizes: [1; 3],
        halo: [0; 3],
    };
    for (at, &size) in (3 - sizes.len()..).zip(sizes) {
        (blocks.sizes[at], blocks.halo[at]) = (index(size)?, halo);
    }
    Some(blocks)
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[", self.dtype)?;
        for (at, size) in self.shape.iter().enumerate() {
            write!(f, "{}{size}", if at > 0 { "," } else { "" })?;
        }
        self.halo.map_or(Ok(()), |halo| write!(f, "; halo {halo}"))?;
        f.write_str("]")?;
        self.weights.map_or(Ok(()), |number| write!(f, " weights_{number}"))?;
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

    /// What it has besides, of whose elements nothing is known before or behind.
    #[must_use]
    pub fn scratch(&self) -> Option<&Place> {
        self.0.scratch.as_ref()
    }

    /// The places that a text says.
    ///
    /// ```
    /// use tfrt_model_kernels::arena::Places;
    /// let places: Places = Places::of_text("f32[2]@0 -> f32[2]@64")?;
    /// assert_eq!(places.write().map(ToString::to_string).as_deref(), Some("f32[2]@64"));
    /// # Ok::<(), tfrt_host::error::KernelError>(())
    /// ```
    ///
    /// # Errors
    /// It says none.
    pub fn of_text(text: &str) -> Result<Self, KernelError> {
        let inner = parse(text).map_err(|error| invalid(format!("is '{text}': {error}")))?;
        Ok(Self(Arc::new(inner)))
    }

    /// The shapes of what it reads, all of that element type and in row-major order.
    pub(super) fn shapes<T: Element, const N: usize>(&self) -> Result<[&[i64]; N], KernelError> {
        let reads = <&[Place; N]>::try_from(self.reads());
        let reads = reads.map_err(|_| {
            invalid(format!("it has {} operands, expected {N}", self.reads().len()))
        })?;
        reads.iter().try_for_each(|read| read.expect::<T>().and_then(|()| read.in_rows()))?;
        Ok(reads.each_ref().map(|read| &read.shape[..]))
    }

    /// Compares what it writes with what it should.
    pub(super) fn gives<T: Element>(&self, shape: &[i64]) -> Result<(), KernelError> {
        self.gives_images::<T>(shape)?.in_rows()
    }

    /// Compares what it writes, which may be in blocks, with what it should.
    pub(super) fn gives_images<T: Element>(&self, shape: &[i64]) -> Result<&Place, KernelError> {
        let write = self.write().ok_or_else(|| invalid("it writes nothing".to_owned()))?;
        write.expect::<T>()?;
        if write.shape == shape {
            return Ok(write);
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
        self.write().map_or(Ok(()), |write| write!(f, " -> {write}"))?;
        self.scratch().map_or(Ok(()), |scratch| write!(f, " with {scratch}"))
    }
}

impl<G: Send + Sync + 'static> FromAttribute for Places<G> {
    const KIND: &'static str = "places";

    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        let Attribute::String(text) = attribute else { return Err(Self::wrong_kind(attribute)) };
        let text = std::str::from_utf8(text).map_err(|_| invalid("is no text".to_owned()))?;
        Self::of_text(text)
    }
}

/// The places that a text says.
fn parse<G>(text: &str) -> Result<Inner<G>, String> {
    let (reads, write) = match text.split_once("->") {
        Some((reads, write)) => (reads, Some(write)),
        None => (text, None),
    };
    let (write, scratch) = match write.and_then(|write| write.split_once("with")) {
        Some((write, scratch)) => (Some(write), Some(scratch)),
        None => (write, None),
    };
    let mut places = Vec::new();
    let mut rest = reads.trim();
    while !rest.is_empty() {
        let bracket = rest.find(']').ok_or("expected ']' behind the sizes")?;
        let end = rest[bracket..].find(',').map_or(rest.len(), |comma| bracket + comma);
        places.push(place(rest[..end].trim())?);
        rest = rest[end..].strip_prefix(',').unwrap_or_default().trim();
    }
    let [write, scratch] = [write, scratch].map(|it| it.map(|it| place(it.trim())).transpose());
    let (write, scratch) = (write?, scratch?);
    if write.iter().chain(&scratch).any(|it| it.bytes.is_none() || it.weights.is_some()) {
        return Err("what is written is in memory: expected '@' and its first byte".to_owned());
    }
    Ok(Inner { reads: places.into(), write, scratch, made: Mutex::new(None) })
}

fn place(text: &str) -> Result<Place, String> {
    let expected = || format!("'{text}' is no place, such as f32[2,3]@64");
    let (dtype, rest) = text.split_once('[').ok_or_else(expected)?;
    let (sizes, at) = rest.split_once(']').ok_or_else(expected)?;
    let (sizes, halo) = match sizes.split_once("; halo ") {
        Some((sizes, halo)) => (sizes, Some(halo.parse().map_err(|_| expected())?)),
        None => (sizes, None),
    };
    let dtype = DType::from_mlir(dtype).ok_or_else(|| format!("'{dtype}' is no element type"))?;
    let sizes = Some(sizes).filter(|sizes| !sizes.is_empty()).into_iter();
    let sizes = sizes.flat_map(|sizes| sizes.split(',')).map(|size| size.trim().parse().ok());
    let shape: Vec<i64> = sizes.collect::<Option<_>>().ok_or_else(expected)?;
    if let Some(number) = at.strip_prefix(" weights_") {
        let number = number.parse().ok().filter(|number| *number < MOST_WEIGHTS);
        let number = number.ok_or_else(|| {
            format!("'{text}' is no place: there are weights_0 to weights_{}", MOST_WEIGHTS - 1)
        })?;
        return Ok(Place::new(dtype, &shape, halo, None)?.of_weights(number));
    }
    let at = match at.strip_prefix('@') {
        Some(at) => Some(at.parse().map_err(|_| expected())?),
        None if at.is_empty() => None,
        None => return Err(expected()),
    };
    Place::new(dtype, &shape, halo, at)
}
