//! Why a launch ends early. Uses nothing.

use std::fmt;

/// What a thread did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// The memory refused an address.
    Address,
    /// An address is no multiple of the size of the access.
    Misaligned,
    /// An address outside of the block's shared memory.
    SharedBounds,
    /// An address outside of the thread's local memory, or of the parameters.
    LocalBounds,
    /// Two warps touch a word of shared memory, one of them writes, and no barrier is between them.
    SharedRace,
    /// Threads wait for others that never come.
    Standstill,
    /// A barrier or a warp-level instruction that its threads do not agree on.
    Divergence,
    /// `trap`.
    Trap,
    /// More instructions than the launch allows.
    Limit,
    /// Calls nest too deep, or need too much local memory.
    Stack,
    /// The geometry or the parameters of the launch do not fit the function.
    Launch,
}

/// Why a launch ends early, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What happened.
    pub kind: FaultKind,
    /// What was found.
    pub message: String,
    /// The line in the text, zero before the first instruction.
    pub line: u32,
    /// The block, and the thread in it.
    pub thread: ([u32; 3], [u32; 3]),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (block, thread) = self.thread;
        write!(f, "line {}, block {block:?}, thread {thread:?}: {}", self.line, self.message)
    }
}

impl std::error::Error for Fault {}
