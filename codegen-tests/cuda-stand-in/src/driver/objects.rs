//! What programs have handles of.

use crate::driver::capture::Capture;
use crate::driver::code::{Code, Result};
use crate::driver::context::Context;
use crate::driver::memory::Pool;
use crate::driver::module::{Function, Module};
use crate::driver::stream::{Event, Stream};
use crate::driver::work::Graph;
use crate::host::HostRange;
use crate::library::Libraries;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Objects by handle. A handle is no address of anything, and is not used again.
#[derive(Debug, Default)]
pub(crate) struct Objects {
    made: u64,
    /// The number of the last stream.
    pub(crate) streams_made: u32,
    pub(crate) contexts: BTreeMap<u64, Context>,
    pub(crate) pools: BTreeMap<u64, (u64, Pool)>,
    pub(crate) events: BTreeMap<u64, Event>,
    pub(crate) modules: BTreeMap<u64, Module>,
    pub(crate) functions: BTreeMap<u64, Function>,
    pub(crate) graphs: BTreeMap<u64, Graph>,
    pub(crate) executables: BTreeMap<u64, Arc<Graph>>,
    pub(crate) captures: BTreeMap<u64, Capture>,
    /// Streams by number.
    pub(crate) streams: BTreeMap<u32, Stream>,
    pub(crate) libraries: Libraries,
    /// Memory of the host that the driver has allocated, by address.
    pub(crate) pinned: BTreeMap<u64, HostRange>,
}

/// Handles are between these, so that no other pointer is taken for one.
const FIRST: u64 = 0x5c00_0000_0000;
const STEP: u64 = 16;

impl Objects {
    /// A handle that was not used.
    pub(crate) fn make(&mut self) -> u64 {
        self.made += 1;
        FIRST + self.made * STEP
    }

    pub(crate) fn context(&self, handle: u64) -> Result<&Context> {
        self.contexts.get(&handle).ok_or(Code::INVALID_CONTEXT)
    }

    pub(crate) fn context_mut(&mut self, handle: u64) -> Result<&mut Context> {
        self.contexts.get_mut(&handle).ok_or(Code::INVALID_CONTEXT)
    }

    pub(crate) fn event(&self, handle: u64) -> Result<&Event> {
        self.events.get(&handle).ok_or(Code::INVALID_HANDLE)
    }

    pub(crate) fn function(&self, handle: u64) -> Result<&Function> {
        self.functions.get(&handle).ok_or(Code::INVALID_HANDLE)
    }

    /// How many of each kind there are, as `kind=count`.
    pub(crate) fn counts(&self) -> Vec<(&'static str, usize)> {
        let created = self.contexts.values().filter(|it| it.primary.is_none()).count();
        let retained: usize =
            self.contexts.values().map(|it| it.primary.map_or(0, |(_, count)| count)).sum();
        let streams = self.streams.values().filter(|it| !it.destroyed && !it.is_default).count();
        vec![
            ("contexts", created + retained),
            ("streams", streams),
            ("events", self.events.len()),
            ("modules", self.modules.len()),
            ("pools", self.pools.len()),
            ("graphs", self.graphs.len()),
            ("executables", self.executables.len()),
            ("pinned", self.pinned.len()),
            ("handles", self.libraries.handles.len()),
            ("descriptors", self.libraries.descriptors.len()),
            ("products", self.libraries.products.len()),
        ]
    }
}
