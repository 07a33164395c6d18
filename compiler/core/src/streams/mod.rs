//! Stream analysis: groups the ops of a block into streams, each worth one task.
//!
//! The executor runs the ops of one stream on one thread and hands other streams to the work queue;
//! BEF stores the stream of every kernel. The grouping depends on op costs and on uses of results.
//! It must equal the original's in every id, because it determines the executor's order on one
//! thread.
//!
//! - An op's parent is the definition of its most expensive operand, counted from the root (the
//!   pseudo op that defines the block's arguments); ops without operands hang on the root.
//! - From the last op to the first, each op joins one of its children's streams: the one that
//!   contains the return, else the most expensive. Other children's streams that are too cheap to
//!   be worth a task are merged with each other.
//! - A stream is worth a task if its cost reaches `tfrt.cost_threshold`; without a threshold, if
//!   the path through it is a critical path.
//!
//! Costs: the root and returns cost 1; an op what its definition says ([`StreamCost`]): a fixed cost, its
//! `_tfrt_cost` attribute, or the threshold, or 1 without one.
//! The analysis is linear in the number of operands unless `tfrt.merge_inter_dependent_streams`
//! is set.

mod analysis;
#[cfg(test)]
mod tests;

use crate::graph::{
    Attribute, Attributes, BlockId, Body, COST_ATTRIBUTE, Function, Module, OpId, ValueDef,
    is_return,
};
use tfrt_op::{OpDef, StreamCost};

/// Options of the analysis of one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamOptions {
    /// The least cost of a stream worth a task; not positive: the critical path decides.
    pub cost_threshold: i64,
    /// Merge cheap sibling streams that depend on each other first.
    pub merge_inter_dependent_streams: bool,
}

/// One stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    /// The sum of the costs of its ops.
    pub cost: i64,
    /// The stream that it branches off; `None` for the root's.
    pub parent: Option<u32>,
}

/// The streams of one block. Ids are not dense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Streams {
    root: u32,
    of: Vec<u32>,
    streams: Vec<Stream>,
    root_children: Vec<u32>,
    children: Vec<Vec<u32>>,
    longest_path: i64,
}

impl Streams {
    /// The stream of the block's arguments.
    #[must_use]
    pub fn root(&self) -> u32 {
        self.root
    }

    /// The stream of the op at that position of the block.
    ///
    /// # Panics
    /// If the block has no such op.
    #[must_use]
    pub fn of(&self, position: usize) -> u32 {
        self.of[position]
    }

    /// A stream by an id from [`Streams::root`] or [`Streams::of`].
    ///
    /// # Panics
    /// If no analysis of this block gave that id.
    #[must_use]
    pub fn stream(&self, id: u32) -> Stream {
        self.streams[id as usize]
    }

    /// The streams that branch off at the root.
    #[must_use]
    pub fn root_children(&self) -> &[u32] {
        &self.root_children
    }

    /// The streams that branch off at the op at that position of the block.
    ///
    /// # Panics
    /// If the block has no such op.
    #[must_use]
    pub fn children(&self, position: usize) -> &[u32] {
        &self.children[position]
    }

    /// The cost of the most expensive path from the root.
    #[must_use]
    pub fn longest_path(&self) -> i64 {
        self.longest_path
    }

    /// The remark of `tfrt-print-stream` for the root (`None`) or the op at that position.
    ///
    /// # Panics
    /// If the block has no such op.
    #[must_use]
    pub fn remark(&self, position: Option<usize>) -> String {
        let (id, children) = match position {
            None => (self.root, self.root_children()),
            Some(position) => (self.of(position), self.children(position)),
        };
        let Stream { cost, parent } = self.stream(id);
        let parent = parent.map_or(-1, i64::from);
        let mut text = format!("stream id: {id}, stream cost: {cost}, parent stream: {parent}");
        if !children.is_empty() {
            let children: Vec<String> = children.iter().map(u32::to_string).collect();
            text.push_str(&format!(", child streams: [{}]", children.join(", ")));
        }
        text
    }
}

impl StreamOptions {
    /// The options of a function's own block: the function's attributes come before its module's.
    #[must_use]
    pub fn of_function(function: &Function, module: &Module) -> Self {
        Self::from_attributes(&[&function.attributes, &module.attributes])
    }

    /// The options of a block in an op's region: only the module's attributes count.
    #[must_use]
    pub fn of_region(module: &Module) -> Self {
        Self::from_attributes(&[&module.attributes])
    }

    fn from_attributes(nearest_first: &[&Attributes]) -> Self {
        let integer = |name: &str| {
            nearest_first.iter().find_map(|attributes| match attributes.get(name) {
                Some(Attribute::Integer { value, .. }) => Some(saturate(*value)),
                _ => None,
            })
        };
        Self {
            cost_threshold: integer("tfrt.cost_threshold").unwrap_or(-1),
            merge_inter_dependent_streams: integer("tfrt.merge_inter_dependent_streams")
                .is_some_and(|value| value != 0),
        }
    }
}

/// Analyses one block. `definition_of` says what an op is.
#[must_use]
pub fn analyze(
    body: &Body,
    block: BlockId,
    options: StreamOptions,
    definition_of: impl Fn(OpId) -> Option<&'static OpDef>,
) -> Streams {
    let ops = &body.block(block).ops;
    let mut position = std::collections::HashMap::with_capacity(ops.len());
    let mut input = analysis::Input::with_capacity(ops.len());
    for (index, &id) in ops.iter().enumerate() {
        let op = body.op(id);
        let is_return = is_return(&op.name);
        input.add_op(cost(&op.attributes, is_return, definition_of(id)), is_return);
        for &operand in &op.operands {
            let value = body.value(operand);
            let def = match value.def {
                ValueDef::Result { op, .. } => position.get(&op).copied(),
                ValueDef::Argument { .. } => None,
            };
            input.add_operand(def, value.ty.as_str() == "!tfrt.chain");
        }
        position.insert(id, index);
    }
    analysis::run(&input, options)
}

/// An op's cost; `None` for the default.
fn cost(attributes: &Attributes, is_return: bool, def: Option<&OpDef>) -> Option<i64> {
    if is_return {
        return Some(1);
    }
    match (def?.traits.stream_cost, attributes.get(COST_ATTRIBUTE)) {
        (StreamCost::Fixed(cost), _) => Some(i64::from(cost)),
        (StreamCost::Attribute, Some(Attribute::Integer { value, .. })) => {
            Some(saturate(*value)).filter(|&cost| cost > 0)
        }
        (StreamCost::Default | StreamCost::Attribute, _) => None,
    }
}

fn saturate(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX })
}
