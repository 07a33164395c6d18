//! Frames in which several segments wait at the same time.
//!
//! Such a frame is shared by the waiters of the values. At most one thread runs its segments at any
//! time, so its slots and join counts are plain memory. A value that becomes available *posts* its
//! segment to the frame's mailbox. If no thread runs the frame, the posting thread becomes its
//! runner; otherwise the runner finds the post before it retires, under the mailbox's lock.
//!
//! | field of [`Shared`] | accessed by | ordered by |
//! |---|---|---|
//! | `mailbox` | the runner and posting threads | its lock |
//! | `state` | the runner | `Mailbox::running`, under the mailbox's lock; its own lock is never contended |

use super::start::{Frame, Position, SegmentDef, SuspendedFrame, drop_panicked, first_pending};
use crate::stack::grow_stack;
use crate::sync::Mutex;
use crate::value::unwind::{caught, unknown_kernel};
use std::sync::Arc;

/// Shares a frame among the waiters of its values: runs the runnable segments and registers waiters for the
/// rest.
pub(super) fn share(frame: Box<SuspendedFrame<dyn Frame>>) {
    let done = frame.running.done();
    let segments = frame.running.frame.segments();
    let (count, joins) = (segments.len(), Joins::new(segments, done));
    let shared = Arc::new(Shared {
        mailbox: Mutex::new(Mailbox { running: true, posts: Posts::default() }),
        state: Mutex::new(Some(State { frame, joins })),
    });
    shared.work(|state| {
        for segment in done..count {
            if state.joins.get(segment) == 0 {
                state.admit(Position::of(segment), &shared);
            }
        }
    });
}

/// Runnable. Lower counts mean that joined segments have not run.
const RUNNABLE: u32 = u32::MAX - 2;
/// Waits for a value.
const BLOCKED: u32 = u32::MAX - 1;
/// Has run.
const DONE: u32 = u32::MAX;

/// The number of segments that each segment still joins, or one of the states above.
struct Joins {
    counts: Counts,
    /// No runnable segment has a lower number.
    lowest: usize,
    runnable: usize,
    /// Segments that have not run.
    left: usize,
}

/// Up to eight counts are stored inline.
enum Counts {
    Inline([u32; 8]),
    Heap(Vec<u32>),
}

impl Joins {
    /// The counts when exactly the segments below `done` have run.
    fn new(segments: &[SegmentDef], done: usize) -> Self {
        let counts = if segments.len() <= 8 {
            Counts::Inline([DONE; 8])
        } else {
            Counts::Heap(vec![DONE; segments.len()])
        };
        let left = segments.len() - done;
        let mut joins = Self { counts, lowest: done, runnable: 0, left };
        for (segment, def) in segments.iter().enumerate().skip(done) {
            *joins.slot(segment).expect("one count per segment") = def.joins;
        }
        for def in &segments[..done] {
            for &follower in &*def.followers {
                joins.count_down(follower as usize);
            }
        }
        joins
    }

    fn slot(&mut self, segment: usize) -> Option<&mut u32> {
        match &mut self.counts {
            Counts::Inline(counts) => counts.get_mut(segment),
            Counts::Heap(counts) => counts.get_mut(segment),
        }
    }

    fn get(&mut self, segment: usize) -> u32 {
        self.slot(segment).map_or(DONE, |count| *count)
    }

    fn set(&mut self, segment: usize, count: u32) {
        if count == RUNNABLE {
            self.runnable += 1;
            self.lowest = self.lowest.min(segment);
        }
        if let Some(slot) = self.slot(segment) {
            *slot = count;
        }
    }

    /// Decrements the count of a segment; true if it reached zero.
    fn count_down(&mut self, segment: usize) -> bool {
        let Some(slot) = self.slot(segment) else { return false };
        if *slot == 0 || *slot >= RUNNABLE {
            return false;
        }
        *slot -= 1;
        *slot == 0
    }

    /// The lowest runnable segment.
    fn next(&mut self) -> Option<usize> {
        if self.runnable == 0 {
            return None;
        }
        let mut segment = self.lowest;
        while self.get(segment) != RUNNABLE {
            segment += 1;
        }
        self.lowest = segment;
        Some(segment)
    }

    /// Marks a runnable segment as run.
    fn finish(&mut self, segment: usize) {
        self.set(segment, DONE);
        self.runnable -= 1;
        self.left -= 1;
    }
}

/// A frame and the progress of its segments.
struct State {
    frame: Box<SuspendedFrame<dyn Frame>>,
    joins: Joins,
}

impl State {
    /// Runs the runnable segments and registers waiters for the rest.
    fn run(&mut self, shared: &Arc<Shared>) {
        while let Some(segment) = self.joins.next() {
            let SuspendedFrame { request, running } = &mut *self.frame;
            running.frame.run(segment as u32, request);
            self.joins.finish(segment);
            let def = self.segments().get(segment);
            let followers = def.map_or(0, |def| def.followers.len());
            for index in 0..followers {
                let follower = self.segments()[segment].followers[index] as usize;
                if self.joins.count_down(follower) {
                    self.admit(Position::of(follower), shared);
                }
            }
        }
    }

    /// Waits for the next pending value of a segment whose joins are done, or makes the segment
    /// runnable if none is pending. A value that becomes available during registration posts to the
    /// mailbox, since this thread is the frame's runner.
    fn admit(&mut self, mut position: Position, shared: &Arc<Shared>) {
        let segment = position.segment;
        let waits = self.segments().get(segment).map_or(0, |def| def.waits);
        let Some(value) = first_pending(&self.frame.running.frame, &mut position, waits) else {
            self.joins.set(segment, RUNNABLE);
            return;
        };
        let value = value.clone();
        self.joins.set(segment, BLOCKED);
        let shared = Arc::clone(shared);
        value.and_then_with(move |value| {
            drop(value);
            shared.on_ready(Position { segment, wait: position.wait + 1 });
        });
    }

    fn segments(&self) -> &[SegmentDef] {
        self.frame.running.frame.segments()
    }
}

/// A frame that is shared by several waiters.
struct Shared {
    mailbox: Mutex<Mailbox>,
    /// None once the frame is finished.
    state: Mutex<Option<State>>,
}

/// Segments whose values became available while the frame had a runner, with the next value to
/// check.
#[derive(Default)]
struct Mailbox {
    running: bool,
    posts: Posts,
}

/// A list whose first elements are stored inline.
#[derive(Default)]
struct Posts {
    first: [Position; 4],
    count: usize,
    more: Vec<Position>,
}

impl Shared {
    /// The value before `position` is available.
    fn on_ready(self: Arc<Self>, position: Position) {
        {
            let mut mailbox = self.mailbox.lock();
            if mailbox.running {
                mailbox.posts.push(position);
                return;
            }
            mailbox.running = true;
        }
        // Waiters nest, up to the value module's limit, where one resolves the value of the next.
        grow_stack(|| self.work(|state| state.admit(position, &self)));
    }

    /// As the frame's runner: does `first`, then runs everything that it and further posts make
    /// runnable.
    fn work(self: &Arc<Self>, first: impl FnOnce(&mut State)) {
        let mut posts = Posts::default();
        let mut first = Some(first);
        loop {
            let mut slot = self.state.lock();
            if let Some(state) = slot.as_mut() {
                let run = || {
                    if let Some(first) = first.take() {
                        first(state);
                    }
                    posts.drain(|position| state.admit(position, self));
                    state.run(self);
                    state.joins.left == 0
                };
                let end = caught(run, &unknown_kernel);
                let mut frame = || slot.take().map(|state| state.frame);
                match end {
                    Ok(false) => {}
                    Ok(true) => {
                        let frame = frame();
                        let _ = caught(|| drop(frame), &unknown_kernel);
                    }
                    Err(error) => {
                        if let Some(frame) = frame() {
                            drop_panicked(error, frame);
                        }
                    }
                }
            }
            drop(slot);
            let mut mailbox = self.mailbox.lock();
            if mailbox.posts.count == 0 {
                mailbox.running = false;
                return;
            }
            posts = std::mem::take(&mut mailbox.posts);
        }
    }
}

impl Posts {
    fn push(&mut self, position: Position) {
        match self.first.get_mut(self.count) {
            Some(slot) => *slot = position,
            None => self.more.push(position),
        }
        self.count += 1;
    }

    fn drain(&mut self, mut f: impl FnMut(Position)) {
        let posts = std::mem::take(self);
        let inline = posts.count.min(posts.first.len());
        for position in posts.first.into_iter().take(inline).chain(posts.more) {
            f(position);
        }
    }
}
