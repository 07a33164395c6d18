//! Memory of the host that devices reach at once, kept for the next who asks.
#![expect(unsafe_code, reason = "memory of the host is read and written while a device may use it")]

use crate::core::Core;
use crate::error::CudaError;
use crate::raw::{self, HostHandle};
use parking_lot::Mutex;
use std::fmt;
use std::sync::Arc;

/// Blocks that nobody uses. They are freed with their context.
#[derive(Default)]
pub(crate) struct Pool {
    free: Mutex<Vec<(usize, HostHandle)>>,
}

/// A block in use. It goes back to the pool when it is dropped, which is after all streams that use it.
pub(crate) struct Block {
    core: Arc<Core>,
    pool: Arc<Pool>,
    place: HostHandle,
    size: usize,
}

/// How many times larger a block may be than what is asked for.
const LARGER: usize = 4;

impl Pool {
    /// So many bytes, at least one. What was in use before may still be in them.
    pub(crate) fn take(
        self: &Arc<Self>,
        core: &Arc<Core>,
        size: usize,
    ) -> Result<Block, CudaError> {
        let block =
            |size, place| Block { core: Arc::clone(core), pool: Arc::clone(self), place, size };
        let most = size.saturating_mul(LARGER);
        {
            let mut free = self.free.lock();
            let fits = free.iter().enumerate().filter(|(_, (it, _))| (size..=most).contains(it));
            if let Some((index, _)) = fits.min_by_key(|(_, (it, _))| *it) {
                let (size, place) = free.swap_remove(index);
                return Ok(block(size, place));
            }
        }
        core.call_alone(|table| raw::allocate_host(table, size)).map(|place| block(size, place))
    }

    /// Frees what nobody uses: the context ends.
    pub(crate) fn clear(&self, core: &Arc<Core>) {
        for (_, place) in self.free.lock().drain(..) {
            core.call_alone_in_drop(move |table| raw::free_host(table, place));
        }
    }
}

impl Block {
    pub(crate) fn place(&self) -> HostHandle {
        self.place
    }
}

impl Block {
    /// Copies bytes out from an offset on; what is behind the end is left out.
    pub(crate) fn load(&self, offset: usize, bytes: &mut [u8]) {
        let count = bytes.len().min(self.size.saturating_sub(offset));
        // SAFETY: so many bytes of the block are there.
        unsafe { raw::load_host(self.place, offset, &mut bytes[..count]) };
    }

    /// Copies bytes in from the start on; what is behind the end is left out.
    pub(crate) fn store(&self, bytes: &[u8]) {
        let count = bytes.len().min(self.size);
        // SAFETY: so many bytes of the block are there.
        unsafe { raw::store_host(self.place, &bytes[..count]) };
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        if self.core.health().is_ok() {
            self.pool.free.lock().push((self.size, self.place));
            if Arc::strong_count(&self.pool) == 1 {
                // Its context is gone.
                self.pool.clear(&self.core);
            }
        }
    }
}

impl fmt::Debug for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Block").field("size", &self.size).finish_non_exhaustive()
    }
}
