//! Scalars in memory, as callers who know their types hand them to a function.

/// A scalar in memory, as machine code takes it and leaves it.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Slot {
    /// Its bits; as an argument, zero above those of its type.
    pub word: u64,
    /// Of a result that may be an error, zero or the error: for the engine.
    pub err: u64,
}
