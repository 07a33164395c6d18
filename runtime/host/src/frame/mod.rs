//! Activations of compiled functions that wait: results that may come later, frames and their
//! segments, loops whose bodies suspend, and the depth of calls.
//!
//! A compiled function that may suspend is cut into *segments*. Segment 0 is the entry. Every
//! other segment waits for some later values and for some earlier segments. One [`Frame`] holds
//! what lives across waits. [`start()`] runs the segments that can run while the frame is still on
//! the caller's stack; only if some segment must wait is the frame moved to the heap (one
//! allocation) and its continuation registered. Who has a [`Place`] where an activation has ended
//! makes the frame there ([`start_in`]).

mod eager;
mod later;
mod loops;
mod place;
mod start;
mod strict;

pub use crate::stack::{grow_stack, grow_stack_for, has_room_for};
pub use crate::value::{Later, LaterFuture};
pub use eager::call_eager;
pub use later::LaterSlot;
pub use loops::{
    LoopValues, repeat_frames, repeat_later, repeat_values, while_frames, while_later, while_values,
};
pub use place::Place;
pub use start::{Entered, Frame, SegmentDef, Waiting, start, start_in};
pub use strict::call_strict;

#[cfg(test)]
#[cfg(not(loom))]
mod tests;

#[cfg(test)]
#[cfg(loom)]
mod models;
