//! Calls of compiled functions that suspend: results that may arrive later, frames and their
//! segments, loops whose bodies suspend, and the call depth.
//!
//! A compiled function that may suspend is cut into *segments*. Segment 0 is the entry. Every other
//! segment waits for some later values and runs after some earlier segments. One [`Frame`] holds
//! what is live across waits. [`start`] runs the segments that can run while the frame is still on
//! the caller's stack; only if a segment must wait is the frame moved to the heap, and its
//! continuation registered with the value that is missing.

mod eager;
mod joins;
mod later;
mod loops;
mod start;

pub use crate::stack::{grow_stack, grow_stack_for};
pub use crate::value::{Later, LaterFuture};
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
