//! What bounds a decoding: levels, counts and memory.

use crate::Limits;
use crate::error::{Fault, fault};
use crate::limits::MAX_NESTING;

/// How many times the size of the file what is decoded may take, besides the slack.
const EXPANSION: usize = 16;

/// Memory that files of any size may take.
const SLACK: usize = 1 << 20;

/// How much a file may still hold: levels, nodes, values and bytes.
#[derive(Debug)]
pub(crate) struct Decoder {
    limits: Limits,
    /// Levels that may still be entered.
    nesting: usize,
    nodes: usize,
    values: usize,
    memory: usize,
}

impl Decoder {
    /// Starts with a file of that size.
    pub(crate) fn new(limits: &Limits, size: usize) -> Result<Decoder, Fault> {
        if size > limits.file {
            let what = format!("the file has {size} bytes; {} are allowed", limits.file);
            return Err(fault(0, what));
        }
        Ok(Decoder {
            limits: *limits,
            nesting: limits.nesting.min(MAX_NESTING),
            nodes: limits.nodes,
            values: limits.values,
            memory: size.saturating_mul(EXPANSION).saturating_add(SLACK),
        })
    }

    /// Levels that may be below this one.
    pub(crate) fn nesting(&self) -> usize {
        self.nesting
    }

    /// Runs `body` one level deeper.
    pub(crate) fn deeper(
        &mut self,
        offset: usize,
        body: impl FnOnce(&mut Decoder) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let Some(below) = self.nesting.checked_sub(1) else {
            return Err(fault(offset, "messages are nested too deep"));
        };
        self.nesting = below;
        body(self)?;
        self.nesting = below.saturating_add(1);
        Ok(())
    }

    /// A node and its results.
    pub(crate) fn node(&mut self, offset: usize, results: usize) -> Result<(), Fault> {
        let Some(nodes) = self.nodes.checked_sub(1) else {
            let what = format!("there are more than {} nodes", self.limits.nodes);
            return Err(fault(offset, what));
        };
        self.nodes = nodes;
        self.values(offset, results)
    }

    /// So many values more.
    pub(crate) fn values(&mut self, offset: usize, count: usize) -> Result<(), Fault> {
        let Some(values) = self.values.checked_sub(count) else {
            let what = format!("there are more than {} values", self.limits.values);
            return Err(fault(offset, what));
        };
        self.values = values;
        Ok(())
    }

    /// Memory that is about to be allocated.
    pub(crate) fn charge(&mut self, offset: usize, bytes: usize) -> Result<(), Fault> {
        let Some(memory) = self.memory.checked_sub(bytes) else {
            let what =
                format!("the decoded model takes more than {EXPANSION} times the size of the file");
            return Err(fault(offset, what));
        };
        self.memory = memory;
        Ok(())
    }

    /// Memory for so many elements more of a list that is full.
    pub(crate) fn grow<T>(
        &mut self,
        list: &mut Vec<T>,
        more: usize,
        offset: usize,
    ) -> Result<(), Fault> {
        // At least twice as many: a list of a message that is merged from many parts grows often.
        let more = more.max(list.len());
        // While the elements move, the old memory is there too.
        let memory = more.saturating_add(list.capacity()).saturating_mul(size_of::<T>());
        self.charge(offset, memory)?;
        list.try_reserve_exact(more).map_err(|_| fault(offset, "there is no memory"))
    }
}
