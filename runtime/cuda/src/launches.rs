//! What the streams of a context were given last. A fault of device code appears at some later call, whose error names
//! the launches that may be its cause.
//!
//! A stream's launches are under a lock of their own: a launch takes it before the driver is called, and the error that
//! ends the context takes it. Nothing is called under it.

use crate::error::CudaError;
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::sync::Arc;

/// Streams that a context can have: buffers note in one word which of them used them.
pub(crate) const STREAMS: usize = 64;

/// In place of a stream's bit: for what is about none.
pub(crate) const NO_STREAM: u32 = u32::MAX;

/// Launches that are remembered of a stream.
const REMEMBERED: usize = 16;

/// The last launches of each stream, by its bit, the oldest first.
pub(crate) struct Launches([Mutex<VecDeque<Launched>>; STREAMS]);

/// A launch.
#[derive(Clone)]
pub(crate) enum Launched {
    /// Of the kernel of that name.
    Kernel(Arc<str>),
    Graph,
}

impl Launches {
    pub(crate) fn new() -> Self {
        Self(std::array::from_fn(|_| Mutex::new(VecDeque::new())))
    }

    /// A new stream has the bit. Launches allocate nothing.
    pub(crate) fn begin(&self, stream: u32) {
        if let Some(launches) = self.0.get(stream as usize) {
            let mut launches = launches.lock();
            launches.clear();
            launches.reserve_exact(REMEMBERED);
        }
    }

    /// A stream was given something.
    pub(crate) fn add(&self, stream: u32, launched: Launched) {
        let Some(launches) = self.0.get(stream as usize) else { return };
        let mut launches = launches.lock();
        if launches.len() == REMEMBERED {
            launches.pop_front();
        }
        launches.push_back(launched);
    }

    /// An error by which the context is lost, of a call that was about a stream, with the stream's last launches.
    pub(crate) fn explain(&self, stream: u32, error: CudaError) -> CudaError {
        let Some(launches) = self.0.get(stream as usize) else { return error };
        let launches = launches.lock();
        let names = launches.iter().map(|launched| match launched {
            Launched::Kernel(name) => name,
            Launched::Graph => "a graph",
        });
        let names: Vec<&str> = names.collect();
        if names.is_empty() {
            return error;
        }
        let note = format!("the last launches of the stream, in order: {}", names.join(", "));
        error.with_notes([note])
    }
}
