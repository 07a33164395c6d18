//! Captures: the work of streams becomes a graph.

use crate::driver::State;
use crate::driver::code::{Code, Result};
use crate::driver::work::{Graph, Node, Op};
use std::collections::BTreeMap;
use std::thread::{self, ThreadId};

#[derive(Debug)]
pub(crate) struct Capture {
    pub(crate) origin: u32,
    mode: Mode,
    thread: ThreadId,
    graph: Graph,
    /// For each stream that takes part, the nodes that the next one comes after.
    frontiers: BTreeMap<u32, Vec<usize>>,
    invalid: bool,
}

/// Which calls that act on more than the stream a capture forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Those of every thread.
    Global,
    /// Those of its own thread.
    ThreadLocal,
    Relaxed,
}

impl State {
    pub(crate) fn begin_capture(&mut self, number: u32, mode: Mode) -> Result<()> {
        let stream = self.stream_of(number)?;
        if stream.is_default {
            return Err(Code::STREAM_CAPTURE_UNSUPPORTED);
        }
        if stream.capture.is_some() {
            return Err(Code::INVALID_VALUE);
        }
        let handle = self.objects.make();
        let capture = Capture {
            origin: number,
            mode,
            thread: thread::current().id(),
            graph: Graph::default(),
            frontiers: BTreeMap::from([(number, Vec::new())]),
            invalid: false,
        };
        self.objects.captures.insert(handle, capture);
        self.stream_mut(number)?.capture = Some(handle);
        Ok(())
    }

    pub(crate) fn end_capture(&mut self, number: u32) -> Result<u64> {
        let handle = self.stream_of(number)?.capture.ok_or(Code::INVALID_VALUE)?;
        let capture = self.objects.captures.get(&handle).ok_or(Code::INVALID_VALUE)?;
        if capture.origin != number {
            return Err(Code::STREAM_CAPTURE_UNMATCHED);
        }
        if capture.mode != Mode::Relaxed && capture.thread != thread::current().id() {
            return Err(Code::STREAM_CAPTURE_WRONG_THREAD);
        }
        let capture = self.objects.captures.remove(&handle).ok_or(Code::INVALID_VALUE)?;
        for stream in self.objects.streams.values_mut().filter(|it| it.capture == Some(handle)) {
            stream.capture = None;
        }
        if capture.invalid {
            return Err(Code::STREAM_CAPTURE_INVALIDATED);
        }
        if !capture.is_joined() {
            return Err(Code::STREAM_CAPTURE_UNJOINED);
        }
        let graph = self.objects.make();
        self.objects.graphs.insert(graph, capture.graph);
        Ok(graph)
    }

    /// Whether a stream captures: 0 no, 1 yes, 2 it did until something went wrong.
    pub(crate) fn capture_status(&self, number: u32) -> Result<u32> {
        let Some(capture) = self.stream_of(number)?.capture else { return Ok(0) };
        Ok(self.objects.captures.get(&capture).map_or(0, |it| if it.invalid { 2 } else { 1 }))
    }

    pub(crate) fn invalidate(&mut self, capture: u64) {
        if let Some(capture) = self.objects.captures.get_mut(&capture) {
            capture.invalid = true;
        }
    }

    fn capture(&mut self, handle: u64) -> Result<&mut Capture> {
        let capture = self.objects.captures.get_mut(&handle).ok_or(Code::CAPTURED_EVENT)?;
        if capture.invalid { Err(Code::STREAM_CAPTURE_INVALIDATED) } else { Ok(capture) }
    }

    /// Adds a node to the capture of a stream, after what the stream did last.
    pub(crate) fn add_node(&mut self, number: u32, op: Op) -> Result<()> {
        let handle = self.stream_of(number)?.capture.ok_or(Code::INVALID_VALUE)?;
        let capture = self.capture(handle)?;
        let index = capture.graph.nodes.len();
        let after = capture.frontiers.insert(number, vec![index]).unwrap_or_default();
        capture.graph.nodes.push(Node { op, after });
        Ok(())
    }

    pub(crate) fn frontier(&mut self, handle: u64, number: u32) -> Result<Vec<usize>> {
        Ok(self.capture(handle)?.frontiers.get(&number).cloned().unwrap_or_default())
    }

    /// Lets the next node of a stream come after others, too. A stream that does not capture takes part from then on.
    pub(crate) fn join(&mut self, handle: u64, number: u32, nodes: Vec<usize>) -> Result<()> {
        let own = self.stream_of(number)?.capture;
        if own.is_some_and(|own| own != handle) {
            self.invalidate(handle);
            if let Some(own) = own {
                self.invalidate(own);
            }
            return Err(Code::STREAM_CAPTURE_MERGE);
        }
        let frontier = self.capture(handle)?.frontiers.entry(number).or_default();
        for node in nodes {
            if !frontier.contains(&node) {
                frontier.push(node);
            }
        }
        self.stream_mut(number)?.capture = Some(handle);
        Ok(())
    }

    /// A call that acts on more than one stream. In a capture that forbids it, it ends that.
    pub(crate) fn unsafe_in_capture(&mut self) -> Result<()> {
        let here = thread::current().id();
        let forbids = |capture: &&mut Capture| match capture.mode {
            Mode::Global => true,
            Mode::ThreadLocal => capture.thread == here,
            Mode::Relaxed => false,
        };
        let mut found = false;
        for capture in self.objects.captures.values_mut().filter(forbids) {
            capture.invalid = true;
            found = true;
        }
        if found { Err(Code::STREAM_CAPTURE_UNSUPPORTED) } else { Ok(()) }
    }

    /// A call that no stream in a capture allows: it ends the capture.
    pub(crate) fn not_in_capture(&mut self, number: u32) -> Result<()> {
        let Some(capture) = self.stream_of(number)?.capture else { return Ok(()) };
        self.invalidate(capture);
        Err(Code::STREAM_CAPTURE_UNSUPPORTED)
    }
}

impl Capture {
    /// Whether the last nodes of each stream are before the last ones of the first stream.
    fn is_joined(&self) -> bool {
        let mut before = vec![false; self.graph.nodes.len()];
        let mut open = self.frontiers.get(&self.origin).cloned().unwrap_or_default();
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut before[node], true) {
                open.extend(&self.graph.nodes[node].after);
            }
        }
        self.frontiers.values().flatten().all(|&node| before[node])
    }
}
