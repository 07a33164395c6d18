//! Memory that is not the interpreter's own. Uses nothing.

/// Global memory. *Thread-safe*: launches on several streams may use it at once.
pub trait Memory: Sync {
    /// Reads bytes.
    ///
    /// # Errors
    /// Why the address is refused.
    fn load(&self, address: u64, bytes: &mut [u8]) -> Result<(), String>;

    /// Writes bytes.
    ///
    /// # Errors
    /// Why the address is refused.
    fn store(&self, address: u64, bytes: &[u8]) -> Result<(), String>;

    /// Replaces a little-endian number of `size` bytes, 2, 4 or 8, by a function of it, and returns the old one.
    /// No other access comes in between.
    ///
    /// # Errors
    /// Why the address is refused.
    fn atomic(
        &self,
        address: u64,
        size: usize,
        change: &mut dyn FnMut(u64) -> u64,
    ) -> Result<u64, String>;
}
