//! The parts of a text that its graph lacks because of syntax errors. The verifier does not report
//! these as missing.

use crate::source::Span;
use std::collections::HashSet;

/// The incomplete parts of a graph. Ops and functions are identified by the positions of their
/// names, as in [`Op::span`](super::Op::span) and [`Function::span`](super::Function::span).
#[derive(Clone, Debug, Default)]
pub(crate) struct Damage {
    unfinished: HashSet<u32>,
    operands: HashSet<u32>,
    ends: HashSet<u32>,
    words: HashSet<String>,
}

impl Damage {
    /// The op at that place is in the graph without all of its parts.
    pub(crate) fn leave_unfinished(&mut self, op: Span) {
        self.unfinished.insert(op.start);
    }

    /// The op at that place lacks operands, or arguments of its regions.
    pub(crate) fn lose_operands(&mut self, op: Span) {
        self.operands.insert(op.start);
    }

    /// A region of the op or function at that place may have had a return.
    pub(crate) fn lose_end(&mut self, owner: u32) {
        self.ends.insert(owner);
    }

    /// A function or module was skipped; this is one of the words in it.
    pub(crate) fn lose_word(&mut self, word: String) {
        self.words.insert(word);
    }

    /// Whether only the regions of an op can be verified.
    pub(crate) fn is_unfinished(&self, op: Span) -> bool {
        self.unfinished.contains(&op.start)
    }

    /// Whether the operands of an op cannot be verified.
    pub(crate) fn lacks_operands(&self, op: Span) -> bool {
        self.operands.contains(&op.start)
    }

    /// Whether a region of that op or function may have ended with a return.
    pub(crate) fn lacks_end(&self, owner: Span) -> bool {
        self.ends.contains(&owner.start)
    }

    /// Whether a symbol may have been defined in what was skipped.
    pub(crate) fn may_define(&self, symbol: &str) -> bool {
        self.words.contains(symbol)
    }
}
