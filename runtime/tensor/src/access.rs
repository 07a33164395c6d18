//! Access to the bytes of several buffers at once.
#![expect(unsafe_code, reason = "reads and writes memory under locks")]

use crate::buffer::Inner;
use crate::{Element, HostBuffer, TensorError};
use parking_lot::lock_api::RawRwLock as _;
use smallvec::SmallVec;
use std::ptr;
use tfrt_bef::DType;

/// Buffers that a kernel uses without an allocation.
const INLINE: usize = 4;

/// The right to read some buffers and to write others, held until it is dropped.
///
/// The locks are taken in the order of their addresses, so that two kernels never wait for each
/// other. A thread must hold one `Access` at a time. An input that shares bytes with an output is
/// copied: what is read are its elements before the write.
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
    /// An output is read-only, or two outputs share bytes.
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
        for &(root, writes) in &locked {
            if writes {
                root.lock().lock_exclusive();
            } else {
                root.lock().lock_shared();
            }
        }
        // From here on, dropping it unlocks.
        let mut access = Self { inputs: SmallVec::new(), outputs: outputs.into(), locked };
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
    let name = crate::dtype_name(dtype);
    TensorError::from(format!("the buffer is not aligned for elements of type {name}"))
}

impl Drop for Access<'_> {
    fn drop(&mut self) {
        for &(root, writes) in &self.locked {
            // SAFETY: `new` took the lock in this mode.
            unsafe {
                if writes {
                    root.lock().unlock_exclusive();
                } else {
                    root.lock().unlock_shared();
                }
            }
        }
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
