//! Access to the bytes of several buffers at once.
#![expect(unsafe_code, reason = "reads and writes memory under locks")]

use crate::buffer::{Frozen, HEADER, Inner};
use crate::{Element, HostBuffer, TensorError};
use parking_lot::MutexGuard;
use parking_lot::lock_api::{RawRwLock as _, RawRwLockRecursive as _};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::ptr;
use std::sync::Arc;
use tfrt_bef::DType;
use tfrt_host::alloc::HostAllocator;

/// Buffers that a kernel uses without an allocation.
const INLINE: usize = 4;

thread_local! {
    /// The addresses of the buffers whose locks this thread holds, and whether for writing.
    static HELD: RefCell<Vec<(usize, bool)>> = const { RefCell::new(Vec::new()) };
}

/// The right to read some buffers and to write others, held until it is dropped.
///
/// The locks are taken in the order of their addresses, so that two kernels never wait for each
/// other, as long as each has one `Access` at a time. A thread that holds another `Access` may read
/// what it reads already; what conflicts is an error, because it would wait for itself. Threads that
/// hold several may wait for each other: hold none over a call that uses other tensors. The end of a
/// run does not end the wait for another thread.
///
/// An input that shares bytes with an output is copied: what is read are its elements before the
/// write.
///
/// It stays on its thread; others may read through a reference to it.
///
/// ```
/// # use tfrt_tensor::{Access, DenseHostTensor, TensorShape};
/// let shape = TensorShape::new(&[2])?;
/// let a = DenseHostTensor::from_vec(shape.clone(), vec![1, 2])?;
/// let b = DenseHostTensor::from_vec(shape, vec![0, 0])?;
/// let mut access = Access::new(&[a.buffer()], &[b.buffer()])?;
/// let (inputs, output) = access.split::<i32>(0)?;
/// output.copy_from_slice(inputs.get(0)?);
/// drop(access);
/// assert_eq!(b.to_vec::<i32>()?, [1, 2]);
/// # Ok::<(), tfrt_tensor::TensorError>(())
/// ```
#[derive(Debug)]
pub struct Access<'a> {
    inputs: SmallVec<[Input<'a>; INLINE]>,
    outputs: SmallVec<[&'a HostBuffer; INLINE]>,
    locked: SmallVec<[(&'a Inner, bool); INLINE]>,
    /// The thread that took the locks gives them back.
    of_thread: PhantomData<MutexGuard<'static, ()>>,
}

#[derive(Debug)]
enum Input<'a> {
    Shared(&'a HostBuffer),
    /// The bytes, in words so that they are aligned for any element.
    Copied(Vec<u128>, usize),
}

impl<'a> Access<'a> {
    /// Waits until nobody else writes the inputs or uses the outputs.
    ///
    /// # Errors
    /// An output is read-only, or two outputs share bytes, or this thread already holds the elements of
    /// one of the tensors and either writes them.
    pub fn new(inputs: &[&'a HostBuffer], outputs: &[&'a HostBuffer]) -> Result<Self, TensorError> {
        for (index, output) in outputs.iter().enumerate() {
            if !output.root().is_writable() {
                return Err(TensorError::from("the tensor is read-only"));
            }
            if outputs[..index].iter().any(|other| output.overlaps(other)) {
                return Err(TensorError::from("two outputs are the same tensor"));
            }
        }
        let written = outputs.iter().map(|output| (output.root(), true));
        let read = inputs.iter().map(|input| (input.root(), false));
        let mut locked: SmallVec<[(&Inner, bool); INLINE]> = written.chain(read).collect();
        // Of equal roots, the one that is written comes first and stays.
        locked.sort_by_key(|&(root, writes)| (ptr::from_ref(root).addr(), !writes));
        locked.dedup_by_key(|&mut (root, _)| ptr::from_ref(root).addr());
        for (count, &(root, writes)) in locked.iter().enumerate() {
            let lock = root.lock();
            let free = if writes { lock.try_lock_exclusive() } else { lock.try_lock_shared() };
            if !free && let Err(error) = wait(root, writes) {
                locked[..count].iter().for_each(unlock);
                return Err(error);
            }
        }
        // None while the thread ends, where nothing but its destructors can conflict.
        let _ = HELD.try_with(|held| held.borrow_mut().extend(locked.iter().map(identity)));
        // From here on, dropping it unlocks.
        let of_thread = PhantomData;
        let mut access =
            Self { inputs: SmallVec::new(), outputs: outputs.into(), locked, of_thread };
        access.inputs = inputs
            .iter()
            .map(|&input| {
                if !outputs.iter().any(|output| output.overlaps(input)) {
                    return Input::Shared(input);
                }
                // SAFETY: the lock is held, and nothing is written yet.
                let bytes = unsafe { input.bytes().as_ref() };
                let mut words = vec![0_u128; bytes.len().div_ceil(size_of::<u128>())];
                bytemuck::cast_slice_mut(&mut words)[..bytes.len()].copy_from_slice(bytes);
                Input::Copied(words, bytes.len())
            })
            .collect();
        Ok(access)
    }

    /// The elements of an input.
    ///
    /// # Errors
    /// Its bytes are not aligned for the type or no whole number of elements.
    ///
    /// # Panics
    /// There is no such input.
    pub fn input<T: Element>(&self, index: usize) -> Result<&[T], TensorError> {
        let bytes = match &self.inputs[index] {
            // SAFETY: this holds the lock for reading, or, if another range of the same memory is an
            // output, for writing; the outputs do not overlap this range.
            Input::Shared(buffer) => unsafe { buffer.bytes().as_ref() },
            Input::Copied(words, size) => &bytemuck::cast_slice(words)[..*size],
        };
        bytemuck::try_cast_slice(bytes).map_err(|_| not_elements(T::DTYPE))
    }

    /// The elements of an output.
    ///
    /// # Errors
    /// As [`input`](Self::input).
    ///
    /// # Panics
    /// There is no such output.
    pub fn output<T: Element>(&mut self, index: usize) -> Result<&mut [T], TensorError> {
        self.split::<T>(index).map(|(_, output)| output)
    }

    /// The elements of all inputs, and those of an output.
    ///
    /// # Errors
    /// As [`input`](Self::input).
    ///
    /// # Panics
    /// There is no such output.
    pub fn split<T: Element>(
        &mut self,
        index: usize,
    ) -> Result<(Inputs<'_, 'a>, &mut [T]), TensorError> {
        let mut bytes = self.outputs[index].bytes();
        // SAFETY: this holds the lock for writing, no other output or uncopied input overlaps the
        // range, and the result borrows this mutably.
        let bytes = unsafe { bytes.as_mut() };
        let output = bytemuck::try_cast_slice_mut(bytes).map_err(|_| not_elements(T::DTYPE))?;
        Ok((Inputs(self), output))
    }
}

/// The inputs of an [`Access`] while an output is written.
///
/// ```
/// # use tfrt_tensor::{Access, DenseHostTensor, Inputs, TensorError, TensorShape};
/// fn add(inputs: &Inputs<'_, '_>, output: &mut [f32]) -> Result<(), TensorError> {
///     let (a, b) = (inputs.get::<f32>(0)?, inputs.get::<f32>(1)?);
///     for (sum, (a, b)) in output.iter_mut().zip(a.iter().zip(b)) {
///         *sum = a + b;
///     }
///     Ok(())
/// }
///
/// let a = DenseHostTensor::from_vec(TensorShape::new(&[2])?, vec![1.0_f32, 2.0])?;
/// let sum = DenseHostTensor::from_vec(TensorShape::new(&[2])?, vec![0.0_f32; 2])?;
/// let mut access = Access::new(&[a.buffer(), a.buffer()], &[sum.buffer()])?;
/// let (inputs, output) = access.split(0)?;
/// add(&inputs, output)?;
/// drop(access);
/// assert_eq!(sum.to_vec::<f32>()?, [2.0, 4.0]);
/// # Ok::<(), TensorError>(())
/// ```
#[derive(Debug)]
pub struct Inputs<'a, 'b>(&'a Access<'b>);

impl<'a> Inputs<'a, '_> {
    /// The elements of an input.
    ///
    /// # Errors
    /// As [`Access::input`].
    ///
    /// # Panics
    /// There is no such input.
    pub fn get<T: Element>(&self, index: usize) -> Result<&'a [T], TensorError> {
        self.0.input(index)
    }
}

fn not_elements(dtype: DType) -> TensorError {
    let name = dtype.tensor_name();
    TensorError::from(format!("the buffer is not aligned for elements of type {name}"))
}

fn identity(&(root, writes): &(&Inner, bool)) -> (usize, bool) {
    (ptr::from_ref(root).addr(), writes)
}

/// Takes a lock that is not free, unless this thread itself keeps it from being free.
#[cold]
fn wait(root: &Inner, writes: bool) -> Result<(), TensorError> {
    let (this, _) = identity(&(root, writes));
    let held = HELD.try_with(|held| {
        let held = held.borrow();
        held.iter().find(|(root, _)| *root == this).map(|&(_, writes)| writes)
    });
    match held.unwrap_or_default() {
        None if writes => root.lock().lock_exclusive(),
        None => root.lock().lock_shared(),
        // Another thread waits until it may write, and would wait for this one.
        Some(false) if !writes => root.lock().lock_shared_recursive(),
        Some(_) => return Err(TensorError::HELD),
    }
    Ok(())
}

/// Gives back a lock that [`Access::new`] took in this mode.
fn unlock(&(root, writes): &(&Inner, bool)) {
    // SAFETY: only `Access` calls this, once for each lock that it took.
    unsafe {
        if writes {
            root.lock().unlock_exclusive();
        } else {
            root.lock().unlock_shared();
        }
    }
}

impl Drop for Access<'_> {
    fn drop(&mut self) {
        let _ = HELD.try_with(|held| {
            let mut held = held.borrow_mut();
            for locked in self.locked.iter().map(identity).rev() {
                // It is mostly the last one.
                if let Some(place) = held.iter().rposition(|held| *held == locked) {
                    held.swap_remove(place);
                }
            }
        });
        self.locked.iter().for_each(unlock);
    }
}

impl Frozen {
    /// A copy of the bytes of a buffer, which are read under its lock.
    pub(crate) fn copy_of(
        buffer: &HostBuffer,
        allocator: &Arc<dyn HostAllocator>,
    ) -> Result<Self, TensorError> {
        let access = Access::new(&[buffer], &[])?;
        let copy = HostBuffer::copy_of(access.input::<u8>(0)?, HEADER, allocator)?;
        Ok(Self::new(copy).unwrap_or_else(|_| unreachable!("nobody else has a new copy")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_that_is_the_output_is_read_as_before() {
        let buffer = HostBuffer::from_vec(vec![1_i32, 2, 3, 4]);
        let (low, high) = (buffer.slice(0..12).unwrap(), buffer.slice(4..16).unwrap());
        let mut access = Access::new(&[&low], &[&high]).unwrap();
        let (inputs, output) = access.split::<i32>(0).unwrap();
        output[0] = 9;
        assert_eq!((inputs.get::<i32>(0).unwrap(), &*output), (&[1, 2, 3][..], &[9, 3, 4][..]));
        drop(access);
        let access = Access::new(&[&buffer, &low], &[]).unwrap();
        assert_eq!(access.input::<i32>(0).unwrap(), [1, 9, 3, 4]);
        assert_eq!(access.input::<i32>(1).unwrap(), [1, 9, 3]);
    }

    #[test]
    fn what_cannot_be_accessed_is_an_error() {
        let buffer = HostBuffer::from_vec(vec![1_i32, 2]);
        let same = Access::new(&[], &[&buffer, &buffer]).err().unwrap();
        assert_eq!(same.to_string(), "two outputs are the same tensor");
        let constant = HostBuffer::from_owner(&[0_u8; 8][..]);
        let read_only = Access::new(&[], &[&constant]).err().unwrap();
        assert_eq!(read_only.to_string(), "the tensor is read-only");
        let odd = buffer.slice(1..5).unwrap();
        let access = Access::new(&[&odd], &[]).unwrap();
        let message = "the buffer is not aligned for elements of type i32";
        assert_eq!(access.input::<i32>(0).unwrap_err().to_string(), message);
    }

    #[test]
    fn a_thread_does_not_wait_for_itself() {
        const MESSAGE: &str = "this thread already holds the tensor's elements";
        let [a, b] = [vec![1_i32, 2], vec![3, 4]].map(HostBuffer::from_vec);
        let part = a.slice(0..4).unwrap();
        let refusal = |inputs: &[&HostBuffer], outputs: &[&HostBuffer]| {
            Access::new(inputs, outputs).err().map(|error| error.to_string())
        };
        let reads = Access::new(&[&a], &[]).unwrap();
        assert_eq!(refusal(&[], &[&a]).as_deref(), Some(MESSAGE));
        assert_eq!(refusal(&[&a], &[&part]).as_deref(), Some(MESSAGE));
        // What it took before is free again.
        assert_eq!(refusal(&[], &[&b, &part]).as_deref(), Some(MESSAGE));
        assert_eq!(refusal(&[], &[&b]), None);
        let again = Access::new(&[&part, &a], &[&b]).unwrap();
        assert_eq!(refusal(&[&b], &[]).as_deref(), Some(MESSAGE));
        drop(reads);
        assert_eq!(refusal(&[], &[&a]).as_deref(), Some(MESSAGE));
        drop(again);
        assert_eq!(refusal(&[&a], &[&b]), None);
        let mut writes = Access::new(&[], &[&a]).unwrap();
        writes.output::<i32>(0).unwrap()[0] = 7;
        for conflict in [refusal(&[&a], &[]), refusal(&[], &[&a]), refusal(&[&b, &part], &[])] {
            assert_eq!(conflict.as_deref(), Some(MESSAGE));
        }
        drop(writes);
        assert_eq!(Access::new(&[&a], &[]).unwrap().input::<i32>(0).unwrap(), [7, 2]);
        HELD.with(|held| assert!(held.borrow().is_empty()));
    }

    #[test]
    fn a_reader_reads_again_while_another_thread_waits_to_write() {
        let buffer = HostBuffer::from_vec(vec![1_i32]);
        std::thread::scope(|scope| {
            let first = Access::new(&[&buffer], &[]).unwrap();
            let writer = scope.spawn(|| {
                let mut access = Access::new(&[], &[&buffer]).unwrap();
                access.output::<i32>(0).unwrap()[0] = 2;
            });
            // Until it waits; another reader would then wait behind it.
            while buffer.root().lock().try_lock_shared() {
                // SAFETY: it was taken in this mode.
                unsafe { buffer.root().lock().unlock_shared() };
                std::thread::yield_now();
            }
            let second = Access::new(&[&buffer], &[]).unwrap();
            drop(first);
            assert_eq!(second.input::<i32>(0).unwrap(), [1]);
            assert!(!writer.is_finished());
            drop(second);
            writer.join().unwrap();
        });
        assert_eq!(Access::new(&[&buffer], &[]).unwrap().input::<i32>(0).unwrap(), [2]);
    }

    #[test]
    fn threads_that_cross_do_not_wait_for_each_other() {
        let [a, b] = [vec![0_u64; 64], vec![0_u64; 64]].map(HostBuffer::from_vec);
        std::thread::scope(|scope| {
            for (from, to) in [(&a, &b), (&b, &a)] {
                scope.spawn(move || {
                    for _ in 0..1000 {
                        let mut access = Access::new(&[from], &[to]).unwrap();
                        let (inputs, output) = access.split::<u64>(0).unwrap();
                        let input = inputs.get::<u64>(0).unwrap();
                        output.iter_mut().zip(input).for_each(|(to, from)| *to = from + 1);
                    }
                });
            }
        });
        let access = Access::new(&[&a, &b], &[]).unwrap();
        let (a, b) = (access.input::<u64>(0).unwrap(), access.input::<u64>(1).unwrap());
        assert!(a.iter().all(|x| x == &a[0]) && b.iter().all(|x| x == &b[0]));
        assert!(a[0].abs_diff(b[0]) >= 1);
    }
}
