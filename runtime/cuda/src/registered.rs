//! Memory of the host's own that devices reach.
//!
//! A device and the host must never touch the same bytes at once, and nothing of the host can wait for a device whose
//! streams wait for the host. So a device gets *its own copy*, in memory that it reaches at once: the bytes go there
//! when a stream is given something that uses them, and come back when that is done. A program that waits for streams
//! before it reads the memory, as it must, sees no difference.
//!
//! # What is counted
//!
//! How many pieces of work use the copy, under a lock. While there are any, the copy is not written by the host: work of
//! another stream, ordered by an event, finds what the work before it has left. When the last one is done, what was
//! written goes back. Both counts go down before anybody is told that the work is done (`completion.rs`).

use crate::core::Core;
use crate::error::CudaError;
use crate::pinned::Block;
use parking_lot::Mutex;
use std::sync::Arc;

/// Memory of the host, which its owner guards.
///
/// ```
/// use std::sync::Mutex;
/// use tfrt_cuda::HostMemory;
///
/// struct Bytes(Mutex<Vec<u8>>);
///
/// impl HostMemory for Bytes {
///     fn size(&self) -> usize {
///         self.0.lock().unwrap().len()
///     }
///     fn read(&self, bytes: &mut [u8]) -> bool {
///         bytes.copy_from_slice(&self.0.lock().unwrap());
///         true
///     }
///     fn write(&self, bytes: &[u8]) {
///         self.0.lock().unwrap().copy_from_slice(bytes);
///     }
/// }
/// # assert_eq!(Bytes(Mutex::new(vec![1, 2])).size(), 2);
/// ```
pub trait HostMemory: Send + Sync {
    /// The bytes, which are always so many.
    fn size(&self) -> usize;

    /// Copies all bytes out. False if they cannot be read now.
    fn read(&self, bytes: &mut [u8]) -> bool;

    /// Copies all bytes in. Called by a thread of the context, on which it must not wait for a device.
    fn write(&self, bytes: &[u8]);
}

/// Memory of the host with a copy for a device.
pub(crate) struct Registered {
    core: Arc<Core>,
    host: Arc<dyn HostMemory>,
    size: usize,
    block: Arc<Block>,
    /// Pieces of work that use the copy.
    uses: Mutex<usize>,
}

/// A use, from before the work is given until it is done.
pub(crate) struct Use(Arc<Registered>);

impl Registered {
    /// Reads bytes of the host's memory from an offset on.
    pub(crate) fn load(&self, offset: usize, bytes: &mut [u8]) -> Result<(), CudaError> {
        let mut all = vec![0; self.size];
        if !self.host.read(&mut all) {
            return Err(CudaError::misuse("the host's memory cannot be read now"));
        }
        let part = all.get(offset..).and_then(|rest| rest.get(..bytes.len()));
        bytes.copy_from_slice(part.unwrap_or_default());
        Ok(())
    }

    /// Memory of the host of so many bytes, and as much for a device.
    pub(crate) fn new(
        core: &Arc<Core>,
        host: Arc<dyn HostMemory>,
        size: usize,
        block: Arc<Block>,
    ) -> Arc<Self> {
        let (core, uses) = (Arc::clone(core), Mutex::new(0));
        Arc::new(Self { core, host, size, block, uses })
    }

    /// A use by work that is given next.
    pub(crate) fn begin(self: &Arc<Self>) -> Result<Use, CudaError> {
        let mut uses = self.uses.lock();
        if *uses == 0 && self.size > 0 {
            let mut bytes = vec![0; self.size];
            if !self.host.read(&mut bytes) {
                return Err(CudaError::misuse("the host's memory cannot be read now"));
            }
            self.block.store(&bytes);
        }
        *uses += 1;
        drop(uses);
        Ok(Use(Arc::clone(self)))
    }
}

impl Drop for Use {
    fn drop(&mut self) {
        let Self(registered) = self;
        let mut uses = registered.uses.lock();
        *uses -= 1;
        // A lost context has perhaps not written all.
        if *uses == 0 && registered.size > 0 && registered.core.health().is_ok() {
            let mut bytes = vec![0; registered.size];
            registered.block.load(0, &mut bytes);
            registered.host.write(&bytes);
        }
    }
}
