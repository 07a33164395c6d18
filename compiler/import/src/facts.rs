//! What the lowering of a function has to know beforehand: where each value is defined, what regions
//! take from around them, and which ops may fail an assertion.

use crate::legal::Action;
use std::collections::{HashMap, HashSet};
use tfrt_compiler::graph::{Block, BlockId, Body, OpId, RegionId, ValueDef, ValueId};

/// How many times on average a value may be captured. Each capture becomes a few values.
const CAPTURES: usize = 16;

/// Facts of one function's body.
#[derive(Debug)]
pub(crate) struct Facts {
    /// What becomes of each op.
    pub(crate) actions: Vec<Action>,
    /// For each op, the values that its regions use and that are defined outside them, in the order of
    /// their first uses. Constants are not among them: each region makes its own.
    captures: HashMap<OpId, Vec<ValueId>>,
    /// The ops that may fail an assertion, in them or in what they call.
    checked: HashSet<OpId>,
}

/// The blocks of a body, and the block of each op.
struct Tree<'a> {
    body: &'a Body,
    blocks: Vec<Option<BlockId>>,
}

impl<'a> Tree<'a> {
    fn new(body: &'a Body) -> Self {
        let mut blocks = vec![None; body.op_count()];
        for block in (0u32..).map(BlockId).take(body.block_count()) {
            for op in &body.block(block).ops {
                blocks[op.index()] = Some(block);
            }
        }
        Self { body, blocks }
    }

    /// The block that holds an op.
    fn block(&self, op: OpId) -> Option<&'a Block> {
        self.blocks[op.index()].map(|block| self.body.block(block))
    }

    /// The op around a region.
    fn owner(&self, region: Option<RegionId>) -> Option<OpId> {
        self.body.region(region?).owner
    }

    /// The region in which a value is defined.
    fn region_of(&self, value: ValueId) -> Option<RegionId> {
        match self.body.value(value).def {
            ValueDef::Argument { block, .. } => self.body.block(block).region,
            ValueDef::Result { op, .. } => self.block(op)?.region,
        }
    }
}

/// The op that defines a value.
pub(crate) fn definition(body: &Body, value: ValueId) -> Option<OpId> {
    match body.value(value).def {
        ValueDef::Result { op, .. } => Some(op),
        ValueDef::Argument { .. } => None,
    }
}

impl Facts {
    /// The facts of a body. `checked`: the functions that may fail an assertion. `None` if regions
    /// that nest capture so much that the result would be far larger than the source.
    pub(crate) fn new(
        body: &Body,
        actions: Vec<Action>,
        checked: &HashMap<&str, String>,
    ) -> Option<Self> {
        let tree = Tree::new(body);
        let mut facts = Self { actions, captures: HashMap::new(), checked: HashSet::new() };
        let mut seen = HashSet::new();
        let most = body.value_count().saturating_mul(CAPTURES).saturating_add(1 << 16);
        for op in body.preorder() {
            facts.capture(&tree, op, &mut seen);
            if seen.len() > most {
                return None;
            }
            let fails = match &facts.actions[op.index()] {
                Action::Assert(_) => true,
                Action::Call(callee) => checked.contains_key(callee.as_str()),
                _ => false,
            };
            let mut around = Some(op).filter(|_| fails);
            while let Some(op) = around.filter(|&op| facts.checked.insert(op)) {
                around = tree.owner(tree.block(op).and_then(|block| block.region));
            }
        }
        Some(facts)
    }

    /// Notes the operands of an op for the ops around it that they come into.
    fn capture(&mut self, tree: &Tree<'_>, op: OpId, seen: &mut HashSet<(OpId, ValueId)>) {
        for &value in &tree.body.op(op).operands {
            if self.constant(tree.body, value) {
                continue;
            }
            let home = tree.region_of(value);
            let mut region = tree.block(op).and_then(|block| block.region);
            while region != home
                && let Some(owner) = tree.owner(region)
            {
                // What an op captures, those around it have captured too.
                if !seen.insert((owner, value)) {
                    break;
                }
                self.captures.entry(owner).or_default().push(value);
                region = tree.block(owner).and_then(|block| block.region);
            }
        }
    }

    /// Whether a value is a constant, which each region makes for itself.
    fn constant(&self, body: &Body, value: ValueId) -> bool {
        definition(body, value)
            .is_some_and(|op| matches!(self.actions[op.index()], Action::Constant(_)))
    }

    /// The values that an op's regions take from around it, and these others if they are no
    /// constants; each once.
    pub(crate) fn captures(&self, body: &Body, op: OpId, others: &[ValueId]) -> Vec<ValueId> {
        let mut seen = HashSet::new();
        let captures = self.captures.get(&op).into_iter().flatten().chain(others).copied();
        let variables = captures.filter(|&value| !self.constant(body, value));
        variables.filter(|&value| seen.insert(value)).collect()
    }

    /// Whether an op may fail an assertion.
    pub(crate) fn is_checked(&self, op: OpId) -> bool {
        self.checked.contains(&op)
    }
}

/// The functions that may fail an assertion, in them or in what they call.
pub(crate) fn checked<'a>(actions: &'a [(&'a str, Vec<Action>)]) -> HashSet<&'a str> {
    let mut callers: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut pending = Vec::new();
    for (name, actions) in actions {
        for action in actions {
            match action {
                Action::Assert(_) => pending.push(*name),
                Action::Call(callee) => callers.entry(callee).or_default().push(name),
                _ => {}
            }
        }
    }
    let mut checked = HashSet::new();
    while let Some(name) = pending.pop() {
        if checked.insert(name) {
            pending.extend(callers.get(name).into_iter().flatten());
        }
    }
    checked
}
