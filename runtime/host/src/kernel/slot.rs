//! Scalars in memory: how callers that know the types pass them to a function.

/// A scalar in memory, as machine code reads and writes it.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Slot {
    /// Its bits; as an argument, zero-extended.
    pub word: u64,
    /// For a result that may be an error: zero or the error. Internal to the engine.
    pub err: u64,
}
