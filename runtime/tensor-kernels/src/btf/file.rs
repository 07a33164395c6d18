//! The format of binary tensor files. A file is untrusted: no allocation is larger than the rest of
//! the file.
//!
//! All little endian: the number of tensors and the offset of each, as `u64`. A tensor is its rank
//! (`u64`), element type and layout (a byte each), six bytes of padding, its dimensions (`u64`), and
//! its elements in row-major order. A sparse one has instead of the elements two tensors without
//! rank, element type and layout: a matrix of `i64` coordinates and a vector of values.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::io::{Read, Seek, SeekFrom};
use std::sync::Arc;
use tfrt_host::alloc::HostAllocator;
use tfrt_host::error::KernelError;
use tfrt_tensor::{
    CooHostTensor, DType, DenseHostTensor, Element, MutableTensor, TensorError, TensorShape,
};

/// The element types by their numbers.
const DTYPES: [DType; 10] = [
    DType::I8,
    DType::I16,
    DType::I32,
    DType::I64,
    DType::F32,
    DType::F64,
    DType::Ui8,
    DType::Ui16,
    DType::Ui32,
    DType::Ui64,
];

/// The layouts by their numbers.
const LAYOUTS: [&str; 2] = ["Row-Major Dense tensor", "COOrdinate list sparse tensor"];

/// Dense tensors.
const DENSE: u8 = 0;

/// Sparse tensors.
const COO: u8 = 1;

const OUT_OF_MEMORY: &str = "cannot allocate result tensor";

/// A binary tensor file: something to read from, and its path, which errors name.
///
/// ```
/// use std::io::Cursor;
/// use std::sync::Arc;
/// use tfrt_host::alloc::{HostAllocator, SystemAllocator};
/// use tfrt_tensor_kernels::btf::BtfFile;
///
/// // One tensor at byte 16: rank 1, `i8`, dense, of two elements.
/// let mut bytes = Vec::new();
/// for word in [1_u64, 16, 1, 0, 2] {
///     bytes.extend(word.to_le_bytes());
/// }
/// bytes.extend([7, 8]);
/// let allocator: Arc<dyn HostAllocator> = Arc::new(SystemAllocator);
/// let mut file = BtfFile::new(Cursor::new(bytes), "two.btf").unwrap();
/// let tensor = file.dense::<i8, 1>(0, &allocator).unwrap();
/// assert_eq!(tensor.dense().unwrap().to_vec::<i8>().unwrap(), [7, 8]);
/// ```
#[derive(Debug)]
pub struct BtfFile<'a, R> {
    source: R,
    path: &'a str,
    size: u64,
    /// Where the next bytes are read; at most the size.
    position: u64,
}

impl<'a, R: Read + Seek> BtfFile<'a, R> {
    /// A file, all of it.
    ///
    /// # Errors
    /// `failed to read tensor num_tensors from path P`: its size is unknown.
    pub fn new(mut source: R, path: &'a str) -> Result<Self, KernelError> {
        let size = source.seek(SeekFrom::End(0));
        let size = size.map_err(|_| no_count(path))?;
        Ok(Self { source, path, size, position: 0 })
    }

    /// The dense tensor of that index.
    ///
    /// # Errors
    /// There is no such tensor, or one of another element type, rank or layout; the file ends too
    /// early; `cannot allocate result tensor`.
    pub fn dense<T: Element, const RANK: usize>(
        &mut self,
        index: i32,
        allocator: &Arc<dyn HostAllocator>,
    ) -> Result<MutableTensor, KernelError> {
        self.header::<T>(index, RANK, DENSE)?;
        let shape = self.shape::<RANK>()?;
        Ok(self.elements::<T>(shape, allocator)?.into())
    }

    /// The sparse tensor of that index.
    ///
    /// # Errors
    /// As [`dense`](Self::dense), or coordinates and values do not match each other, or a coordinate
    /// is out of bounds.
    pub fn coo<T: Element, const RANK: usize>(
        &mut self,
        index: i32,
        allocator: &Arc<dyn HostAllocator>,
    ) -> Result<MutableTensor, KernelError> {
        self.header::<T>(index, RANK, COO)?;
        let shape = self.shape::<RANK>()?;
        let matrix = self.shape::<2>()?;
        let indices = self.elements::<i64>(matrix, allocator)?;
        let vector = self.shape::<1>()?;
        let values = self.elements::<T>(vector, allocator)?;
        let (rows, all) = (indices.shape().dimensions(), values.shape().dimensions());
        if rows.first() != all.first() || rows.last() != i64::try_from(RANK).ok().as_ref() {
            return Err(KernelError::from(format!(
                "the tensor is not corectly formatted, the indices and values tensors do not match \
                 in size {} vs. {}",
                indices.shape(),
                values.shape()
            )));
        }
        let listed = indices.to_vec::<i64>()?;
        for (row, coordinates) in listed.chunks(RANK.max(1)).enumerate() {
            let bounds = coordinates.iter().zip(shape.dimensions()).enumerate();
            for (column, (element, limit)) in bounds {
                if !(0..*limit).contains(element) {
                    return Err(KernelError::from(format!(
                        "the indices tensor has an element at position {row}, {column} that bigger \
                         than the respective dimension. Element: {element}, limit: {limit}"
                    )));
                }
            }
        }
        drop(listed);
        Ok(MutableTensor::Coo(CooHostTensor::new(shape, indices, values)?))
    }

    /// Finds a tensor and checks what it is.
    fn header<T: Element>(
        &mut self,
        index: i32,
        rank: usize,
        layout: u8,
    ) -> Result<(), KernelError> {
        let path = self.path;
        self.position = 0;
        let count = u64::from_le_bytes(self.take().ok_or_else(|| no_count(path))?);
        let place = u64::try_from(index).ok().filter(|&place| place < count);
        let place = place.ok_or_else(|| {
            format!(
                "invalid tensor index {index} to read tensor from path {path} which contains \
                 {count} tensors"
            )
        })?;
        // No `i32` makes this overflow.
        self.position = place.saturating_add(1).saturating_mul(8);
        let offset = self.take().map(u64::from_le_bytes).ok_or_else(|| {
            format!("failed to read tensor offset from {path} for tensor index {index}")
        })?;
        self.position = offset;
        let no_header = || format!("failed to read tensor header from stream at offset {offset}");
        let found_rank = u64::from_le_bytes(self.take().ok_or_else(no_header)?);
        let [dtype, found_layout, ..] = self.take::<8>().ok_or_else(no_header)?;
        let found = DTYPES.get(usize::from(dtype));
        if found != Some(&T::DTYPE) {
            let found = found.map_or(format!("BadDtype({dtype})"), |found| found.name().to_owned());
            let expected = T::DTYPE.name();
            return Err(KernelError::from(format!(
                "unexpected tensor dtype {found}. Expected dtype is {expected}"
            )));
        }
        if usize::try_from(found_rank) != Ok(rank) {
            return Err(KernelError::from(format!(
                "unexpected tensor rank {found_rank}. Expected rank is {rank}"
            )));
        }
        if found_layout != layout {
            let found = LAYOUTS.get(usize::from(found_layout)).unwrap_or(&"Unknown");
            return Err(KernelError::from(format!("unexpected tensor layout {found}")));
        }
        Ok(())
    }

    /// The next dimensions.
    fn shape<const RANK: usize>(&mut self) -> Result<TensorShape, KernelError> {
        let at = self.position;
        let mut dimensions = [0; RANK];
        for dimension in &mut dimensions {
            let size = self.take().map(u64::from_le_bytes);
            let size = size.ok_or_else(|| format!("failed to read tensor dims at offset {at}"))?;
            *dimension = i64::try_from(size).map_err(|_| OUT_OF_MEMORY)?;
        }
        Ok(TensorShape::new(&dimensions)?)
    }

    /// The next elements.
    fn elements<T: Element>(
        &mut self,
        shape: TensorShape,
        allocator: &Arc<dyn HostAllocator>,
    ) -> Result<DenseHostTensor, KernelError> {
        let at = self.position;
        let cut = || format!("failed to read tensor data from stream at offset {at}");
        let size = shape.bytes(T::DTYPE).ok_or(OUT_OF_MEMORY)?;
        // Before memory is asked for.
        let end = u64::try_from(size).ok().and_then(|size| at.checked_add(size));
        let end = end.filter(|end| *end <= self.size).ok_or_else(cut)?;
        let mut tensor = DenseHostTensor::zeroed(T::DTYPE, shape, allocator).map_err(|error| {
            // The original has one message, and no limits of runs.
            if error == TensorError::OUT_OF_MEMORY {
                OUT_OF_MEMORY.into()
            } else {
                KernelError::from(error)
            }
        })?;
        let elements = tensor.get_mut::<T>()?.expect("nobody else has it yet");
        let bytes = bytemuck::cast_slice_mut(elements);
        let read =
            self.source.seek(SeekFrom::Start(at)).and_then(|_| self.source.read_exact(bytes));
        read.map_err(|_| cut())?;
        self.position = end;
        Ok(tensor)
    }

    /// The next bytes, if there are as many.
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let end = self.position.checked_add(u64::try_from(N).ok()?)?;
        if end > self.size {
            return None;
        }
        let mut bytes = [0; N];
        self.source.seek(SeekFrom::Start(self.position)).ok()?;
        self.source.read_exact(&mut bytes).ok()?;
        self.position = end;
        Some(bytes)
    }
}

#[cold]
fn no_count(path: &str) -> KernelError {
    format!("failed to read tensor num_tensors from path {path}").into()
}
