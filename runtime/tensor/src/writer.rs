//! Tensors in the making: memory that is written before anybody reads it.
#![expect(unsafe_code, reason = "writes memory that is not initialised")]

use crate::buffer::Unwritten;
use crate::{DType, Element, Tensor, TensorError, TensorMetadata};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tfrt_host::alloc::HostAllocator;

/// Elements that are computed before the first of them is written.
const BLOCK: usize = 16;

/// The elements of a new tensor, which can only be written. [`finish`](Self::finish) gives the tensor
/// once every element was written; an unfinished writer frees its memory.
///
/// ```
/// use std::sync::Arc;
/// use tfrt_host::alloc::{HostAllocator, SystemAllocator};
/// use tfrt_tensor::{DType, TensorMetadata, TensorShape, TensorWriter};
///
/// let allocator: Arc<dyn HostAllocator> = Arc::new(SystemAllocator); // or `host.allocator()`
/// let metadata = TensorMetadata { dtype: DType::I64, shape: TensorShape::new(&[2, 3])? };
/// let mut writer = TensorWriter::new(metadata, &allocator)?;
/// for mut row in writer.pieces::<i64>(3)? {
///     row.push(row.start() as i64);
///     row.fill_with(|place| place as i64 * 10); // the rest of the row
/// }
/// assert_eq!(writer.finish()?.elements::<i64>()?, [0, 10, 20, 3, 40, 50]);
/// # Ok::<(), tfrt_tensor::TensorError>(())
/// ```
#[derive(Debug)]
pub struct TensorWriter {
    metadata: Arc<TensorMetadata>,
    /// As many bytes as the metadata asks for, aligned for its elements.
    memory: Unwritten,
    elements: usize,
    /// How many elements pieces have written. Each piece adds its own when it is dropped. Relaxed:
    /// pieces borrow the writer, so whoever calls `finish` has joined their threads.
    written: AtomicUsize,
}

impl TensorWriter {
    /// Memory for a tensor.
    ///
    /// # Errors
    /// `shape [-1] has a negative size`; `Cannot allocate tensor`: the allocator refuses, or no tensor can
    /// have that shape or elements.
    pub fn new(
        metadata: impl Into<Arc<TensorMetadata>>,
        allocator: &Arc<dyn HostAllocator>,
    ) -> Result<Self, TensorError> {
        let metadata = metadata.into();
        let TensorMetadata { dtype, shape } = &*metadata;
        let bytes = shape.bytes_to_allocate(*dtype)?;
        let elements = shape.elements().ok_or(TensorError::OUT_OF_MEMORY)?;
        let memory = Unwritten::allocate(bytes, allocator)?;
        Ok(Self { metadata, memory, elements, written: AtomicUsize::new(0) })
    }

    /// The memory of a tensor for another of the same shape, with elements of that type, if nobody
    /// else has it and it may be written. Until [`pieces`](Self::pieces) are written, it holds the
    /// elements of the tensor.
    ///
    /// # Errors
    /// The tensor, which cannot be overwritten.
    pub(crate) fn reusing<T: Element>(tensor: Tensor) -> Result<Self, Tensor> {
        let size = tensor.dtype().size();
        if size != Some(size_of::<T>()) {
            return Err(tensor);
        }
        let (metadata, elements) = tensor.into_parts();
        let memory = match elements.into_exclusive() {
            Ok(buffer) => Unwritten::reusing(buffer),
            Err(elements) => return Err(Tensor::written(metadata, elements)),
        };
        let elements = memory.size() / size_of::<T>();
        let metadata = with_dtype(&metadata, T::DTYPE);
        Ok(Self { metadata, memory, elements, written: AtomicUsize::new(0) })
    }

    /// The number of elements.
    #[must_use]
    pub fn elements(&self) -> usize {
        self.elements
    }

    /// Writers of so many elements each, in order; the last may have fewer. Each can be given to
    /// another thread.
    ///
    /// # Errors
    /// The elements are of another type.
    ///
    /// # Panics
    /// `length` is 0.
    pub fn pieces<T: Element>(
        &mut self,
        length: usize,
    ) -> Result<impl ExactSizeIterator<Item = Piece<'_, T>>, TensorError> {
        self.metadata.expect(T::DTYPE)?;
        assert!(length > 0, "a piece has elements");
        // All pieces anew: what earlier ones wrote does not count.
        self.written = AtomicUsize::new(0);
        let (first, elements, written) =
            (First(self.memory.data().cast::<T>()), self.elements, &self.written);
        Ok((0..elements.div_ceil(length)).map(move |index| {
            let start = index * length;
            let length = length.min(elements - start);
            let First(data) = { first };
            // SAFETY: the memory has `elements` elements, and the start is one of them.
            let data = unsafe { data.add(start) };
            Piece { data, start, length, written: 0, total: written, memory: PhantomData }
        }))
    }

    /// Writes zeros to all elements, whose bytes can then be read and written as any others.
    #[must_use]
    pub fn zeroed(&mut self) -> &mut [u8] {
        let (data, size) = (self.memory.data(), self.memory.size());
        // SAFETY: the memory has so many bytes.
        unsafe { data.write_bytes(0, size) };
        // Any bytes are elements.
        self.written = AtomicUsize::new(self.elements);
        // SAFETY: the writer is the only one to use its memory, and every byte was written.
        unsafe { std::slice::from_raw_parts_mut(data.as_ptr(), size) }
    }

    /// The tensor.
    ///
    /// # Errors
    /// Some elements were not written.
    pub fn finish(self) -> Result<Tensor, TensorError> {
        let (written, elements) = (self.written.into_inner(), self.elements);
        if written != elements {
            let message = format!("{written} of {elements} elements of a tensor were written");
            return Err(TensorError::from(message));
        }
        // SAFETY: the pieces do not overlap, and each counts the elements that it has written, one
        // after the other, once. So every element was written.
        let elements = unsafe { self.memory.written() };
        Ok(Tensor::written(self.metadata, elements))
    }
}

/// The first element of the memory that an iterator of pieces borrows.
#[derive(Clone, Copy)]
struct First<T>(NonNull<T>);

// SAFETY: it is used as a mutable slice is.
unsafe impl<T: Send> Send for First<T> {}

/// The metadata with that element type.
pub(crate) fn with_dtype(metadata: &Arc<TensorMetadata>, dtype: DType) -> Arc<TensorMetadata> {
    if metadata.dtype == dtype {
        return Arc::clone(metadata);
    }
    Arc::new(TensorMetadata { dtype, shape: metadata.shape.clone() })
}

/// Some elements of a tensor in the making, in a row. They are written from the first on.
///
/// ```
/// # use std::sync::Arc;
/// # use tfrt_host::alloc::{HostAllocator, SystemAllocator};
/// # use tfrt_tensor::{DType, TensorMetadata, TensorShape, TensorWriter};
/// # let allocator: Arc<dyn HostAllocator> = Arc::new(SystemAllocator);
/// # let metadata = TensorMetadata { dtype: DType::F32, shape: TensorShape::new(&[2])? };
/// let mut writer = TensorWriter::new(metadata, &allocator)?;
/// for mut piece in writer.pieces::<f32>(2)? {
///     piece.push(0.5); // the second is missing
/// }
/// assert_eq!(writer.finish().unwrap_err().to_string(), "1 of 2 elements of a tensor were written");
/// # Ok::<(), tfrt_tensor::TensorError>(())
/// ```
#[derive(Debug)]
pub struct Piece<'a, T> {
    /// The first element. `length` elements from here belong to this piece alone.
    data: NonNull<T>,
    start: usize,
    length: usize,
    /// The elements that were written, from the first on.
    written: usize,
    total: &'a AtomicUsize,
    memory: PhantomData<&'a mut [T]>,
}

// SAFETY: it is the only one to use its elements, as a mutable slice is.
unsafe impl<T: Send> Send for Piece<'_, T> {}

impl<T: Element> Piece<'_, T> {
    /// The place of the first element in the tensor.
    #[must_use]
    pub fn start(&self) -> usize {
        self.start
    }

    /// The number of elements.
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// The place in the tensor of the element that is written next.
    pub(crate) fn place(&self) -> usize {
        self.start + self.written
    }

    /// How many elements are not written yet.
    pub(crate) fn left(&self) -> usize {
        self.length - self.written
    }

    /// Writes the next element.
    ///
    /// # Panics
    /// There is none.
    pub fn push(&mut self, element: T) {
        assert!(self.written < self.length, "a piece is not longer than its tensor");
        // SAFETY: the element is within the piece.
        unsafe { self.data.add(self.written).write(element) };
        self.written += 1;
    }

    /// Writes the next elements.
    ///
    /// # Panics
    /// There are not so many.
    pub fn extend_from_slice(&mut self, elements: &[T]) {
        let room = self.length - self.written;
        assert!(elements.len() <= room, "a piece is not longer than its tensor");
        // SAFETY: so many elements are within the piece, which nobody else refers to.
        unsafe {
            let next = self.data.add(self.written);
            next.copy_from_nonoverlapping(NonNull::from(elements).cast(), elements.len());
        }
        self.written += elements.len();
    }

    /// Writes all elements that were not written, of which `element` is given the place in the tensor.
    ///
    /// Elements come in blocks of 16: all of a block are computed before the first of it is written.
    /// So `element` may read the same place of memory that is written over.
    #[inline]
    pub fn fill_with(mut self, mut element: impl FnMut(usize) -> T) {
        while self.length - self.written >= BLOCK {
            let mut block = [MaybeUninit::<T>::uninit(); BLOCK];
            let place = self.start + self.written;
            for (index, slot) in block.iter_mut().enumerate() {
                slot.write(element(place + index));
            }
            // SAFETY: a whole block is within the piece, and was initialised by the loop.
            unsafe { self.data.add(self.written).cast::<[MaybeUninit<T>; BLOCK]>().write(block) };
            self.written += BLOCK;
        }
        while self.written < self.length {
            self.push(element(self.start + self.written));
        }
    }
}

impl<T> Drop for Piece<'_, T> {
    fn drop(&mut self) {
        self.total.fetch_add(self.written, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TensorShape;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use tfrt_host::alloc::ProfiledAllocator;

    fn writer(count: i64, allocator: &Arc<dyn HostAllocator>) -> TensorWriter {
        let shape = TensorShape::new(&[count]).unwrap();
        TensorWriter::new(TensorMetadata { dtype: DType::I32, shape }, allocator).unwrap()
    }

    #[test]
    fn only_a_whole_tensor_comes_out() {
        let profiled = Arc::new(ProfiledAllocator::new());
        let allocator: Arc<dyn HostAllocator> = Arc::<ProfiledAllocator>::clone(&profiled);
        let mut whole = writer(40, &allocator);
        whole.pieces::<i32>(20).unwrap().for_each(|piece| piece.fill_with(|place| place as i32));
        let whole = whole.finish().unwrap();
        assert!(whole.elements::<i32>().unwrap().iter().copied().eq(0..40));

        let mut short = writer(40, &allocator);
        for mut piece in short.pieces::<i32>(20).unwrap() {
            piece.extend_from_slice(&[1; 19]);
        }
        let message = "38 of 40 elements of a tensor were written";
        assert_eq!(short.finish().unwrap_err().to_string(), message);

        let mut forgotten = writer(2, &allocator);
        let pieces: Vec<_> = forgotten.pieces::<i32>(1).unwrap().collect();
        for (index, piece) in pieces.into_iter().enumerate() {
            if index > 0 {
                piece.fill_with(|_| 1);
            } else {
                let _forgotten = std::mem::ManuallyDrop::new(piece);
            }
        }
        assert!(forgotten.finish().is_err());

        let mut panicking = writer(40, &allocator);
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            for piece in panicking.pieces::<i32>(40).unwrap() {
                piece.fill_with(|place| if place < 20 { 1 } else { panic!("a piece panics") });
            }
        }));
        assert!(panicked.is_err() && panicking.finish().is_err());
        let again = catch_unwind(AssertUnwindSafe(|| {
            let mut full = writer(1, &allocator);
            let mut piece = full.pieces::<i32>(1).unwrap().next().unwrap();
            piece.push(1);
            piece.push(2);
        }));
        assert!(again.is_err());
        assert!(writer(1, &allocator).pieces::<f32>(1).is_err());
        drop(whole);
        assert_eq!(profiled.leaks(), None);
    }

    #[test]
    fn pieces_that_are_made_again_count_once() {
        let allocator: Arc<dyn HostAllocator> = Arc::new(ProfiledAllocator::new());
        let mut writer = writer(2, &allocator);
        writer.pieces::<i32>(1).unwrap().next().unwrap().push(1);
        writer.pieces::<i32>(1).unwrap().next().unwrap().push(1);
        assert!(writer.finish().is_err());
    }

    #[test]
    fn no_elements_are_a_whole_tensor() {
        let allocator: Arc<dyn HostAllocator> = Arc::new(ProfiledAllocator::new());
        assert!(writer(0, &allocator).finish().unwrap().bytes().is_empty());
    }
}
