//! Calls of compiled functions that suspend: late results, frames and their segments, loops whose
//! bodies suspend, and the call depth.
//!
//! A compiled function that may suspend is split into *segments*. Segment 0 is the entry. Every
//! other segment waits for some values and joins some earlier segments. One [`Frame`] holds the
//! values that are live across suspensions. [`start`] runs the runnable segments while the frame is
//! on the caller's stack; only if a segment must wait is the frame moved to the heap and its
//! continuation registered with the pending value.
// tidy: one unit. A frame that starts may join others, and a join continues frames.

mod eager;
mod joins;
mod later;
mod loops;
mod start;

pub use crate::stack::{grow_stack, grow_stack_for};
pub use crate::value::MaybeDone;
pub use eager::call_eager;
pub use later::LaterSlot;
pub use loops::{LoopControl, LoopValues, run_loop, run_loop_of_calls};
pub use start::{Frame, SegmentDef, start};

#[cfg(test)]
#[cfg(not(loom))]
mod tests;

#[cfg(test)]
#[cfg(loom)]
mod models;
