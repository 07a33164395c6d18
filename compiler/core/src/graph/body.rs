//! The body of a function: an arena of ops, values, blocks and regions.

use super::{Attributes, Type};
use crate::source::Span;
use std::sync::Arc;
use tfrt_host::error::Location;

macro_rules! id {
    ($($(#[$doc:meta])* $name:ident),*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
        impl $name {
            /// As an index.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

id! {
    /// An op of a body.
    OpId,
    /// A value of a body.
    ValueId,
    /// A block of a body.
    BlockId,
    /// A region of a body.
    RegionId
}

/// The contents of one function. `regions[0]` is the function's own region.
#[derive(Clone, Debug, Default)]
pub struct Body {
    ops: Vec<Op>,
    values: Vec<ValueInfo>,
    blocks: Vec<Block>,
    regions: Vec<Region>,
}

/// An op.
#[derive(Clone, Debug)]
pub struct Op {
    /// The full name, `tfrt.add.i32`.
    pub name: Arc<str>,
    /// Operands.
    pub operands: Vec<ValueId>,
    /// Results.
    pub results: Vec<ValueId>,
    /// Attributes, functions among them.
    pub attributes: Attributes,
    /// The names of attributes written as properties, if the op has no definition that decides it.
    pub properties: Vec<String>,
    /// Regions.
    pub regions: Vec<RegionId>,
    /// Successors: blocks of its own region. Executable programs have none.
    pub successors: Vec<BlockId>,
    /// Its location: the position of its name, or the text's `loc(…)`.
    pub location: Location,
    /// Where its name stands in the text that was parsed; empty if it was not.
    pub span: Span,
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueDef {
    /// A block's argument.
    Argument {
        /// The block.
        block: BlockId,
        /// Which argument.
        index: u32,
    },
    /// An op's result.
    Result {
        /// The op.
        op: OpId,
        /// Which result.
        index: u32,
    },
}

/// A value.
#[derive(Clone, Debug)]
pub struct ValueInfo {
    /// Its type.
    pub ty: Type,
    /// Where it comes from.
    pub def: ValueDef,
    /// Its name in the text, without `%`, if it was parsed: generated code keeps it.
    pub name: Option<Arc<str>>,
    /// Where an argument is said to come from, if it was parsed. A result comes from its op.
    pub location: Option<Arc<Location>>,
}

/// A block: arguments, then ops.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Arguments.
    pub arguments: Vec<ValueId>,
    /// Ops in order.
    pub ops: Vec<OpId>,
    /// The region that holds it.
    pub region: Option<RegionId>,
}

/// A region: blocks. Only single-block regions can be executed.
#[derive(Clone, Debug, Default)]
pub struct Region {
    /// Blocks, entry first.
    pub blocks: Vec<BlockId>,
    /// The op that owns it; `None` for the function's own region.
    pub owner: Option<OpId>,
}

impl Body {
    /// The function's own region, always `RegionId(0)` in a finished body.
    pub const ROOT: RegionId = RegionId(0);

    /// An empty body.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a region.
    pub fn add_region(&mut self, owner: Option<OpId>) -> RegionId {
        self.regions.push(Region { blocks: Vec::new(), owner });
        RegionId(index(self.regions.len()))
    }

    /// Adds an empty block to a region.
    pub fn add_block(&mut self, region: RegionId) -> BlockId {
        self.blocks.push(Block { region: Some(region), ..Block::default() });
        let id = BlockId(index(self.blocks.len()));
        self.regions[region.index()].blocks.push(id);
        id
    }

    /// Adds an argument to a block.
    pub fn add_argument(&mut self, block: BlockId, ty: Type, name: Option<Arc<str>>) -> ValueId {
        let position = index(self.blocks[block.index()].arguments.len() + 1);
        self.values.push(ValueInfo {
            ty,
            def: ValueDef::Argument { block, index: position },
            name,
            location: None,
        });
        let id = ValueId(index(self.values.len()));
        self.blocks[block.index()].arguments.push(id);
        id
    }

    /// Adds an op without results to the end of a block; regions must be added with it as owner.
    pub fn add_op(&mut self, block: BlockId, mut op: Op) -> OpId {
        op.results.clear();
        self.ops.push(op);
        let id = OpId(index(self.ops.len()));
        self.blocks[block.index()].ops.push(id);
        id
    }

    /// Takes all ops out of a block, to put them into blocks again. What is not put anywhere stays in the
    /// arena, where nothing refers to it any more.
    pub fn take_ops(&mut self, block: BlockId) -> Vec<OpId> {
        std::mem::take(&mut self.blocks[block.index()].ops)
    }

    /// Puts an op that is in no block to the end of one.
    pub fn put_op(&mut self, block: BlockId, op: OpId) {
        self.blocks[block.index()].ops.push(op);
    }

    /// Adds a result to an op.
    pub fn add_result(&mut self, op: OpId, ty: Type, name: Option<Arc<str>>) -> ValueId {
        let position = index(self.ops[op.index()].results.len() + 1);
        let def = ValueDef::Result { op, index: position };
        self.values.push(ValueInfo { ty, def, name, location: None });
        let id = ValueId(index(self.values.len()));
        self.ops[op.index()].results.push(id);
        id
    }

    /// Gives an op a region that has no owner, after those that it has.
    pub fn own_region(&mut self, op: OpId, region: RegionId) {
        self.regions[region.index()].owner = Some(op);
        self.ops[op.index()].regions.push(region);
    }

    /// Sets the arguments of a block, of those that were added to it, and their order.
    pub fn order_arguments(&mut self, block: BlockId, arguments: Vec<ValueId>) {
        for (argument, position) in arguments.iter().zip(0..) {
            self.values[argument.index()].def = ValueDef::Argument { block, index: position };
        }
        self.blocks[block.index()].arguments = arguments;
    }

    /// An op.
    #[must_use]
    pub fn op(&self, id: OpId) -> &Op {
        &self.ops[id.index()]
    }

    /// An op, to change.
    pub fn op_mut(&mut self, id: OpId) -> &mut Op {
        &mut self.ops[id.index()]
    }

    /// Gives ops the spans that `span` finds for their locations. What has none there stands at the start.
    pub(super) fn relocate(&mut self, span: &dyn Fn(&Location) -> Option<Span>) {
        for op in &mut self.ops {
            op.span = span(&op.location).unwrap_or_default();
            op.attributes.forget_spans();
        }
    }

    /// A value.
    #[must_use]
    pub fn value(&self, id: ValueId) -> &ValueInfo {
        &self.values[id.index()]
    }

    /// A value, to change.
    pub fn value_mut(&mut self, id: ValueId) -> &mut ValueInfo {
        &mut self.values[id.index()]
    }

    /// A block.
    #[must_use]
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    /// A region.
    #[must_use]
    pub fn region(&self, id: RegionId) -> &Region {
        &self.regions[id.index()]
    }

    /// The first block of a region.
    #[must_use]
    pub fn entry(&self, region: RegionId) -> Option<BlockId> {
        self.region(region).blocks.first().copied()
    }

    /// Takes ops out of a block. They stay in the arena, where nothing refers to them any more.
    pub fn retain_ops(&mut self, block: BlockId, mut keep: impl FnMut(OpId) -> bool) {
        self.blocks[block.index()].ops.retain(|&op| keep(op));
    }

    /// Every op that stands in a block of the function, each before those in its regions.
    #[must_use]
    pub fn preorder(&self) -> Vec<OpId> {
        let mut order = Vec::with_capacity(self.ops.len());
        let mut pending: Vec<OpId> = Vec::new();
        let reversed = |region: RegionId| {
            let blocks = self.region(region).blocks.iter().rev();
            blocks.flat_map(|block| self.block(*block).ops.iter().rev().copied())
        };
        if !self.regions.is_empty() {
            pending.extend(reversed(Self::ROOT));
        }
        while let Some(op) = pending.pop() {
            order.push(op);
            pending.extend(self.op(op).regions.iter().rev().flat_map(|&region| reversed(region)));
        }
        order
    }

    /// How many values there are, for side tables indexed by [`ValueId`].
    #[must_use]
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// How many blocks there are, for side tables indexed by [`BlockId`].
    #[must_use]
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// How many regions there are.
    #[must_use]
    pub fn region_count(&self) -> usize {
        self.regions.len()
    }

    /// How many ops there are, for side tables indexed by [`OpId`].
    #[must_use]
    pub fn op_count(&self) -> usize {
        self.ops.len()
    }
}

/// The id of the element that was just pushed. Programs are limited to far fewer than 2^32
/// elements by the parser's and reader's limits.
fn index(len: usize) -> u32 {
    u32::try_from(len - 1).expect("limits keep programs below 2^32 elements")
}
