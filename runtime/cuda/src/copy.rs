//! What streams do with memory: copies between host and device, and fills.
#![expect(unsafe_code, reason = "the device reads and writes memory of the host")]

use crate::completion::Release;
use crate::download::{self, Download};
use crate::error::CudaError;
use crate::memory::Buffer;
use crate::raw;
use crate::stream::Stream;
use bytemuck::Pod;
use std::ptr;

impl Stream {
    /// A buffer with the bytes of a slice, of the context's allocator. The slice is copied before this returns.
    ///
    /// # Errors
    /// The driver's; there is not so much memory.
    pub fn upload<T: Pod>(&self, elements: &[T]) -> Result<Buffer, CudaError> {
        let bytes: &[u8] = bytemuck::cast_slice(elements);
        let buffer = self.context().allocator()?.allocate(self, bytes.len())?;
        self.copy_from_host(&buffer, bytes)?;
        Ok(buffer)
    }

    /// Writes bytes to a buffer of the same size. They are copied before this returns.
    ///
    /// # Errors
    /// The driver's; another size, or a buffer of another context.
    pub fn copy_from_host(&self, to: &Buffer, bytes: &[u8]) -> Result<(), CudaError> {
        check_sizes(to.size(), bytes.len())?;
        let mut call = self.prepare();
        let address = call.use_buffer(to)?;
        if bytes.is_empty() {
            return Ok(());
        }
        let staged: Box<[u8]> = bytes.into();
        let from = ptr::from_ref(&*staged);
        let release: Release = Box::new(move |told| match told {
            Ok(()) => drop(staged),
            Err(_) => {
                Box::leak(staged);
            }
        });
        call.complete(
            // SAFETY: the entry owns the bytes until the stream has passed the copy.
            |table, stream| unsafe { raw::copy_in(table, address, from, stream) },
            Some(release),
            None,
        )
    }

    /// The elements of a buffer, when the stream has come so far. The bytes past the last whole element are left out.
    ///
    /// # Errors
    /// The driver's; a buffer of another context.
    pub fn download<T: Pod + Send>(&self, from: &Buffer) -> Result<Download<T>, CudaError> {
        let (download, arrival) = download::channel();
        let size = from.size() - from.size() % size_of::<T>().max(1);
        let part = from.view(0, size)?;
        let elements = vec![T::zeroed(); size / size_of::<T>().max(1)];
        self.copy_to_host(&part, elements, |arrived| arrival.give(arrived))?;
        Ok(download)
    }

    /// Copies a buffer into elements of the same size, and calls a function with them when the stream has come so far.
    /// It is called by a thread of the context, on which it must not wait.
    ///
    /// # Errors
    /// The driver's; another size, or a buffer of another context. The function is then dropped.
    pub fn copy_to_host<T: Pod + Send>(
        &self,
        from: &Buffer,
        mut elements: Vec<T>,
        arrive: impl FnOnce(Result<Vec<T>, CudaError>) + Send + 'static,
    ) -> Result<(), CudaError> {
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut elements);
        check_sizes(bytes.len(), from.size())?;
        let mut call = self.prepare();
        let address = call.use_buffer(from)?;
        let to = ptr::from_mut(bytes);
        // They are given away when they are the host's again.
        let release: Release = Box::new(move |told| match told {
            Ok(()) => arrive(Ok(elements)),
            Err(error) => {
                Vec::leak(elements);
                arrive(Err(error.clone()));
            }
        });
        call.complete(
            |table, stream| {
                if to.is_empty() {
                    return Ok(());
                }
                // SAFETY: the entry owns the elements until the stream has passed the copy.
                unsafe { raw::copy_out(table, to, address, stream) }
            },
            Some(release),
            None,
        )
    }

    /// Copies a buffer to another of the same size.
    ///
    /// # Errors
    /// The driver's; `buffer sizes …`; a buffer of another context.
    pub fn copy(&self, to: &Buffer, from: &Buffer) -> Result<(), CudaError> {
        check_sizes(to.size(), from.size())?;
        let mut call = self.prepare();
        let (to, from, size) = (call.use_buffer(to)?, call.use_buffer(from)?, to.size());
        if size == 0 || to == from {
            return Ok(());
        }
        call.give(|table, stream| raw::copy(table, to, from, size, stream))
    }

    /// Writes a byte to each byte of a buffer.
    ///
    /// # Errors
    /// The driver's; a buffer of another context.
    pub fn set_bytes(&self, buffer: &Buffer, value: u8) -> Result<(), CudaError> {
        let mut call = self.prepare();
        let address = call.use_buffer(buffer)?;
        match buffer.size() {
            0 => Ok(()),
            size => call.give(|table, stream| raw::set_8(table, address, value, size, stream)),
        }
    }

    /// Writes a word of 32 bits to each whole word of a buffer.
    ///
    /// # Errors
    /// The driver's; a buffer of another context, or one that begins between words.
    pub fn set_words(&self, buffer: &Buffer, value: u32) -> Result<(), CudaError> {
        let mut call = self.prepare();
        let address = call.use_buffer(buffer)?;
        match buffer.size() / size_of::<u32>() {
            0 => Ok(()),
            count => call.give(|table, stream| raw::set_32(table, address, value, count, stream)),
        }
    }
}

pub(crate) fn check_sizes(to: usize, from: usize) -> Result<(), CudaError> {
    if to == from {
        return Ok(());
    }
    let message = format!("Buffer sizes don't match: {to} (dst size) vs {from} (src size)");
    Err(CudaError::misuse(message))
}
