//! The decoded form of a function. Uses types. Registers, constants and special registers of a frame are slots of one
//! array, so that an instruction names each of its operands by a number.

use super::types::{Space, Type};

/// A place in a frame.
pub(super) type Slot = u32;

/// No slot.
pub(super) const NONE: Slot = Slot::MAX;

pub(super) type Unary = fn(u64) -> u64;
pub(super) type Binary = fn(u64, u64) -> u64;
pub(super) type Ternary = fn(u64, u64, u64) -> u64;
pub(super) type Quaternary = fn(u64, u64, u64, u64) -> u64;

/// An instruction.
#[derive(Debug, Clone)]
pub(super) struct Instruction {
    /// A predicate, or none.
    pub(super) guard: Slot,
    /// What the guard must be.
    pub(super) wanted: u64,
    pub(super) line: u32,
    pub(super) op: Op,
}

/// What an instruction does.
#[derive(Debug, Clone)]
pub(super) enum Op {
    Move {
        to: Slot,
        a: Slot,
    },
    Unary {
        f: Unary,
        to: Slot,
        a: Slot,
    },
    Binary {
        f: Binary,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Ternary {
        f: Ternary,
        to: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    Quaternary {
        f: Quaternary,
        to: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
        d: Slot,
    },
    /// `b` is none, or the lower of two halves.
    Convert {
        conversion: Conversion,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    /// `to = f(a, b) combine c`, `other = !f(a, b) combine c`.
    Compare {
        f: Binary,
        combine: Binary,
        to: Slot,
        other: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    /// Addition and its like with a carry in and out.
    Carry {
        f: Carry,
        to: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
        sets: bool,
    },
    /// Parts of `width` bits into one, the first lowest.
    Pack {
        to: Slot,
        parts: [Slot; 4],
        width: u32,
    },
    /// The other way round.
    Unpack {
        to: [Slot; 4],
        a: Slot,
        width: u32,
    },
    Load(Access, Unary),
    Store(Access),
    Atomic(Atomic),
    /// A fence orders accesses of shared memory in the shadow.
    Fence,
    Branch(u32),
    /// An index of `tables`.
    Switch {
        table: u32,
        index: Slot,
    },
    /// An index of `calls`.
    Call(u32),
    /// The same, of a function whose address is in a slot.
    CallAt {
        call: u32,
        target: Slot,
    },
    Return,
    Exit,
    Trap,
    Barrier(Barrier),
    Warp(Warp),
    /// The instructions that the thread has run.
    Clock {
        to: Slot,
        mask: u64,
    },
    /// Lets others run.
    Yield,
    Nothing,
}

/// From one type to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Conversion {
    pub(super) to: Type,
    pub(super) from: Type,
    /// Of the register that takes the result, in bytes. A signed result is extended to it.
    pub(super) register: u32,
    pub(super) rounding: Rounding,
    /// To an integer, even where the result is a float.
    pub(super) integral: bool,
    pub(super) saturate: bool,
    pub(super) relu: bool,
    pub(super) flush: bool,
}

/// A direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rounding {
    /// To the nearest, ties to even.
    Nearest,
    Zero,
    Down,
    Up,
}

/// `(result, carry out) = f(a, b, c, carry in)`.
pub(super) type Carry = fn(u64, u64, u64, bool) -> (u64, bool);

/// How an access takes part in the order of shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Plain,
    /// Races with plain accesses only.
    Relaxed,
    Acquire,
    Release,
    AcquireRelease,
}

/// A load or a store.
#[derive(Debug, Clone, Copy)]
pub(super) struct Access {
    pub(super) space: Space,
    pub(super) order: Order,
    /// Of one element, in bytes.
    pub(super) size: u8,
    pub(super) lanes: u8,
    /// Where elements go or come from.
    pub(super) slots: [Slot; 4],
    pub(super) base: Slot,
    pub(super) offset: i64,
}

/// What a read-modify-write stores.
#[derive(Debug, Clone, Copy)]
pub(super) enum Change {
    /// `f(old, b)`.
    Two(Binary),
    /// `c` where the old value is `b`.
    Swap,
    /// `b`.
    Exchange,
    /// Up to `b`, then zero.
    Increment,
    /// Down from `b`.
    Decrement,
}

/// A read-modify-write.
#[derive(Debug, Clone, Copy)]
pub(super) struct Atomic {
    pub(super) change: Change,
    pub(super) space: Space,
    pub(super) order: Order,
    pub(super) size: u8,
    /// Or none.
    pub(super) to: Slot,
    pub(super) base: Slot,
    pub(super) offset: i64,
    pub(super) b: Slot,
    pub(super) c: Slot,
}

/// What a barrier does besides to wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BarrierKind {
    Sync,
    Arrive,
    Count,
    And,
    Or,
}

/// A barrier of the block.
#[derive(Debug, Clone, Copy)]
pub(super) struct Barrier {
    pub(super) kind: BarrierKind,
    /// All threads of a warp must be at the same instruction.
    pub(super) aligned: bool,
    pub(super) id: Slot,
    /// Or none: the whole block.
    pub(super) count: Slot,
    /// Of a reduction.
    pub(super) value: Slot,
    pub(super) to: Slot,
}

/// What the threads of a warp do together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WarpKind {
    Sync,
    ShuffleUp,
    ShuffleDown,
    ShuffleButterfly,
    ShuffleIndex,
    VoteAll,
    VoteAny,
    VoteUniform,
    Ballot,
    MatchAny,
    MatchAll,
    /// Mask of those that are there.
    Active,
    Add,
    MinUnsigned,
    MaxUnsigned,
    MinSigned,
    MaxSigned,
    And,
    Or,
    Xor,
}

/// A warp-level instruction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Warp {
    pub(super) kind: WarpKind,
    pub(super) to: Slot,
    /// A second result, or none.
    pub(super) other: Slot,
    pub(super) a: Slot,
    pub(super) b: Slot,
    pub(super) c: Slot,
    pub(super) mask: Slot,
}

/// Where an argument, a parameter or a result is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Slot(Slot),
    /// Bytes of the frame's local memory.
    Local(u32),
}

/// A value that a call hands over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Transfer {
    pub(super) place: Place,
    pub(super) size: u32,
}

/// A call.
#[derive(Debug, Clone)]
pub(super) struct Call {
    /// An index of the module's functions, or none of a call by address.
    pub(super) function: Slot,
    pub(super) arguments: Vec<Transfer>,
    pub(super) results: Vec<Transfer>,
}

/// A slot whose value is known at launch.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Known {
    Special(Special),
    /// An address of a global, by its index, and an offset.
    Global(u32, i64),
    /// An address in shared memory, by the index of its variable, and an offset.
    Shared(u32, i64),
    /// An offset in the frame's local memory.
    Local(u32, i64),
}

/// A special register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Special {
    ThreadId(u8),
    BlockSize(u8),
    BlockId(u8),
    GridSize(u8),
    Lane,
    Warp,
    Warps,
    Multiprocessor,
    Multiprocessors,
    Grid,
    LaneMaskEq,
    LaneMaskLe,
    LaneMaskLt,
    LaneMaskGe,
    LaneMaskGt,
    DynamicShared,
    TotalShared,
}

/// A function's code.
#[derive(Debug, Clone, Default)]
pub(super) struct Body {
    pub(super) instructions: Vec<Instruction>,
    pub(super) tables: Vec<Vec<u32>>,
    pub(super) calls: Vec<Call>,
    /// What a frame starts with.
    pub(super) slots: Vec<u64>,
    pub(super) known: Vec<(Slot, Known)>,
    /// In bytes.
    pub(super) local: u32,
    pub(super) parameters: Vec<Transfer>,
    pub(super) results: Vec<Transfer>,
    /// Shared variables that the function names, by index.
    pub(super) shared: Vec<u32>,
    /// Register count, as the text declares it.
    pub(super) registers: u32,
}
