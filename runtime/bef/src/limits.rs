//! Limits of the reader.

/// Limits on a file; exceeding one is an error. All sizes are in bytes.
///
/// ```
/// let limits = tfrt_bef::Limits { file: 64 << 20, functions: 100, ..tfrt_bef::Limits::default() };
/// assert!(limits.kernels > 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Size of the whole file.
    pub file: usize,
    /// Functions in the file, including regions and natives.
    pub functions: usize,
    /// Kernels in one function.
    pub kernels: usize,
    /// Registers in one function.
    pub registers: usize,
    /// Levels of nested aggregates, locations or regions, capped at
    /// [`MAX_NESTING`](crate::MAX_NESTING).
    pub nesting: usize,
    /// Size of a name, a type text or a string of a location.
    pub string: usize,
    /// Size of one attribute.
    pub attribute: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            file: 256 << 20,
            functions: 65_536,
            kernels: 1_000_000,
            registers: 1_000_000,
            nesting: crate::MAX_NESTING,
            string: 64 << 10,
            // 64 MiB of elements, plus their description.
            attribute: (64 << 20) + (64 << 10),
        }
    }
}
