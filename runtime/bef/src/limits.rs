//! What a reader is willing to take.

/// Bounds on a file; whatever exceeds one is an error. All sizes are in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The whole file.
    pub file: usize,
    /// Functions in the file, regions and natives included.
    pub functions: usize,
    /// Kernels in one function.
    pub kernels: usize,
    /// Registers in one function.
    pub registers: usize,
    /// Levels of nested aggregates, locations or regions. A value above
    /// [`MAX_NESTING`](crate::MAX_NESTING) counts as that.
    pub nesting: usize,
    /// A name, a type text or a string of a location.
    pub string: usize,
    /// One attribute.
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
            // 64 MiB of elements, and what describes them.
            attribute: (64 << 20) + (64 << 10),
        }
    }
}
