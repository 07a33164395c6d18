//! Work that an activation sends to the work queue: kernels of other streams than the thread's
//! current one, and values that become available when too many continuations nest on the thread.
//!
//! Each stream becomes a task, in the order of the streams: on a single-threaded queue the order is
//! observable. A queue with several threads gets the streams as one task, which splits off half of
//! its streams until one is left. So the first thread does not fill a queue that others drain
//! meanwhile, a thief takes half of the work at once, and unstarted work is in the queue, where a
//! thread that waits inside a kernel finds it.

use super::Activation;
use super::run::{NONE, Work, run_stream};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use tfrt_host::kernel::Value;
use tfrt_host::queue::Task;
use tfrt_host::value::AnyRef;

/// Queues the streams that have ready kernels.
pub(super) fn queue_streams(activation: &Arc<Activation>, stacks: Stacks) {
    // The caller keeps the host, and so the queue, alive.
    let queue = &**activation.request.queue();
    if queue.parallelism() == 1 {
        stacks.in_order(|stream, inline| {
            let work = Some((Arc::clone(activation), Work::Kernels(inline)));
            queue.add_task(Queued { stream, work }.into());
        });
        return;
    }
    let mut ready = Vec::new();
    stacks.in_order(|stream, inline| ready.push((stream, inline)));
    let range = 0..ready.len();
    if !range.is_empty() {
        let streams = Arc::new(Streams { activation: Arc::clone(activation), ready });
        queue.add_task(Part { streams, range }.into());
    }
}

/// Streams that became ready together.
struct Streams {
    activation: Arc<Activation>,
    /// Each with its stack of ready kernels.
    ready: Vec<(u32, u32)>,
}

/// A range of them in a queue task. If it is dropped unrun, its kernels fail as described at
/// [`Queued`].
struct Part {
    streams: Arc<Streams>,
    /// None once they run.
    range: Range<usize>,
}

impl From<Part> for Task {
    fn from(mut part: Part) -> Self {
        Self::new(move || part.run())
    }
}

impl Part {
    fn run(&mut self) {
        let activation = &self.streams.activation;
        let queue = activation.request.queue();
        while self.range.len() > 1 {
            let middle = self.range.start + self.range.len() / 2;
            let range = middle..self.range.end;
            self.range.end = middle;
            queue.add_task(Part { streams: Arc::clone(&self.streams), range }.into());
        }
        if let Some(index) = self.range.next() {
            let (stream, inline) = self.streams.ready[index];
            run_stream(activation, stream, inline, None);
        }
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if !self.range.is_empty() {
            let dropped = dropped();
            for &(stream, inline) in &self.streams.ready[self.range.clone()] {
                run_stream(&self.streams.activation, stream, inline, Some(&dropped));
            }
        }
    }
}

/// The error of a promise that is dropped here.
fn dropped() -> Value {
    let (promise, dropped) = AnyRef::indirect();
    drop(promise);
    Value::Ref(dropped)
}

/// Work in a queue task. A queue that is shut down drops it; then its kernels fail, and so do all
/// their users. Dropping only the reference to the activation would not suffice: another activation
/// may wait for a promise of this one and this one for a result of the other (`bef.nonstrict`), so
/// that each keeps the other alive.
pub(super) struct Queued {
    pub(super) stream: u32,
    /// None once it runs.
    pub(super) work: Option<(Arc<Activation>, Work)>,
}

impl From<Queued> for Task {
    fn from(mut queued: Queued) -> Self {
        Self::new(move || queued.run(None))
    }
}

impl Queued {
    fn run(&mut self, abandoned: Option<&Value>) {
        if let Some((activation, work)) = self.work.take() {
            work.run(activation, self.stream, abandoned);
        }
    }
}

impl Drop for Queued {
    fn drop(&mut self) {
        if self.work.is_some() {
            self.run(Some(&dropped()));
        }
    }
}

/// A map from streams to their stacks of ready kernels, used while streams are sorted.
pub(super) enum Stacks {
    /// Indexed by stream.
    All(Vec<u32>),
    /// The non-empty ones, in the order of their streams.
    Some(BTreeMap<u32, u32>),
}

impl Stacks {
    /// `count` is the number of streams, if a table of all is cheap.
    pub(super) fn new(count: Option<u32>) -> Self {
        match count {
            Some(count) => Self::All(vec![NONE; count as usize]),
            None => Self::Some(BTreeMap::new()),
        }
    }

    pub(super) fn top(&mut self, stream: u32) -> &mut u32 {
        match self {
            Self::All(tops) => &mut tops[stream as usize],
            Self::Some(tops) => tops.entry(stream).or_insert(NONE),
        }
    }

    /// Calls `give` with each stream that has ready kernels.
    pub(super) fn in_order(self, mut give: impl FnMut(u32, u32)) {
        match self {
            Self::All(tops) => {
                for (stream, top) in (0..).zip(tops).filter(|&(_, top)| top != NONE) {
                    give(stream, top);
                }
            }
            Self::Some(tops) => tops.into_iter().for_each(|(stream, top)| give(stream, top)),
        }
    }
}
