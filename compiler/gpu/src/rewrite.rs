//! How passes change bodies: block by block, each built anew from its ops, so that nothing is inserted
//! into the middle of a list.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use tfrt_compiler::graph::{
    Attribute, Attributes, BlockId, Body, Function, Op, OpId, RegionId, Type, ValueDef, ValueId,
    Visibility, is_return,
};
use tfrt_compiler::source::Span;
use tfrt_host::error::Location;
use tfrt_host::kernel::Catalogue;

/// Where new ops stand: at the place of one that they come from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    pub(crate) location: Location,
    pub(crate) span: Span,
}

impl Place {
    pub(crate) fn of(op: &Op) -> Self {
        Self { location: op.location.clone(), span: op.span }
    }
}

/// Attributes of these names.
pub(crate) fn attributes<const N: usize>(entries: [(&str, Attribute); N]) -> Attributes {
    let mut attributes = Attributes::new();
    for (name, value) in entries {
        attributes.insert(name, value);
    }
    attributes
}

/// An integer of a type.
pub(crate) fn integer(value: i128, ty: &str) -> Attribute {
    Attribute::Integer { value, ty: Type::new(ty) }
}

/// `@name`.
pub(crate) fn symbol(name: &str) -> Attribute {
    Attribute::Symbol { root: name.to_owned(), nested: Vec::new() }
}

/// A string.
pub(crate) fn string(text: &str) -> Attribute {
    Attribute::String(Arc::from(text.as_bytes()))
}

/// Adds an op to the end of a block; returns its results.
pub(crate) fn add(
    body: &mut Body,
    block: BlockId,
    place: &Place,
    name: &str,
    operands: Vec<ValueId>,
    attributes: Attributes,
    results: &[Type],
) -> OpId {
    let op = Op {
        name: Arc::from(name),
        operands,
        results: Vec::new(),
        attributes,
        regions: Vec::new(),
        properties: Vec::new(),
        successors: Vec::new(),
        location: place.location.clone(),
        span: place.span,
    };
    let id = body.add_op(block, op);
    for ty in results {
        body.add_result(id, ty.clone(), None);
    }
    id
}

/// A function that is built op by op.
pub(crate) struct Maker {
    body: Body,
    block: BlockId,
    place: Place,
}

impl Maker {
    /// A function with arguments of these types.
    pub(crate) fn new(arguments: &[&str], place: Place) -> (Self, Vec<ValueId>) {
        let mut body = Body::new();
        let region = body.add_region(None);
        let block = body.add_block(region);
        let values = arguments.iter().map(|ty| body.add_argument(block, Type::new(ty), None));
        let values = values.collect();
        (Self { body, block, place }, values)
    }

    /// Adds an op.
    pub(crate) fn op<const N: usize>(
        &mut self,
        name: &str,
        operands: &[ValueId],
        attributes: Attributes,
        results: [&str; N],
    ) -> [ValueId; N] {
        let values = self.many(name, operands, attributes, &results.map(Type::new));
        std::array::from_fn(|index| values[index])
    }

    /// The same for any number of results.
    pub(crate) fn many(
        &mut self,
        name: &str,
        operands: &[ValueId],
        attributes: Attributes,
        results: &[Type],
    ) -> Vec<ValueId> {
        let Self { body, block, place } = self;
        let id = add(body, *block, place, name, operands.to_vec(), attributes, results);
        self.body.op(id).results.clone()
    }

    /// The function, which returns these values.
    pub(crate) fn finish(mut self, name: &str, returned: &[ValueId]) -> Function {
        let results = returned.iter().map(|&value| self.body.value(value).ty.clone()).collect();
        let Self { body, block, place } = &mut self;
        add(body, *block, place, "tfrt.return", returned.to_vec(), Attributes::new(), &[]);
        let arguments = &self.body.block(self.block).arguments;
        let arguments = arguments.iter().map(|&value| self.body.value(value).ty.clone()).collect();
        Function {
            name: name.to_owned(),
            visibility: Visibility::Public,
            arguments,
            results,
            argument_attributes: Vec::new(),
            result_attributes: Vec::new(),
            attributes: Attributes::new(),
            body: Some(self.body),
            location: self.place.location,
            span: self.place.span,
        }
    }
}

/// What stands for values that are no longer there.
#[derive(Debug, Default)]
pub(crate) struct Replaced(HashMap<ValueId, ValueId>);

impl Replaced {
    /// Lets `by` stand for a value. Nothing that `value` stands for may stand for `by`.
    pub(crate) fn set(&mut self, value: ValueId, by: ValueId) {
        let by = self.of(by);
        if by != value {
            self.0.insert(value, by);
        }
    }

    /// What stands for a value.
    pub(crate) fn of(&self, mut value: ValueId) -> ValueId {
        while let Some(&by) = self.0.get(&value) {
            value = by;
        }
        value
    }

    /// Replaces the operands of all ops.
    pub(crate) fn apply(&self, body: &mut Body) {
        for op in body.preorder() {
            for operand in &mut body.op_mut(op).operands {
                *operand = self.of(*operand);
            }
        }
    }
}

/// A block that is built anew.
pub(crate) struct Edit<'a> {
    pub(crate) body: &'a mut Body,
    pub(crate) replaced: &'a mut Replaced,
    /// The block.
    pub(crate) block: BlockId,
    /// The ops that have not been put into it.
    pub(crate) rest: &'a mut VecDeque<OpId>,
    /// Where new ops stand.
    pub(crate) place: Place,
}

impl Edit<'_> {
    /// Adds an op.
    pub(crate) fn op<const N: usize>(
        &mut self,
        name: &str,
        operands: &[ValueId],
        attributes: Attributes,
        results: [&str; N],
    ) -> [ValueId; N] {
        let types = results.map(Type::new);
        let id = self.add(name, operands.to_vec(), attributes, &types);
        let results = &self.body.op(id).results;
        std::array::from_fn(|index| results[index])
    }

    /// The same for any number of results.
    pub(crate) fn add(
        &mut self,
        name: &str,
        operands: Vec<ValueId>,
        attributes: Attributes,
        results: &[Type],
    ) -> OpId {
        add(self.body, self.block, &self.place, name, operands, attributes, results)
    }

    /// Keeps an op.
    pub(crate) fn keep(&mut self, op: OpId) {
        self.body.put_op(self.block, op);
    }

    /// The type of a value.
    pub(crate) fn ty(&self, value: ValueId) -> &str {
        self.body.value(value).ty.as_str()
    }
}

/// Builds every block anew: `lower` keeps or replaces one op after the other, whose operands are replaced
/// already. With a catalogue, regions that see nothing outside stay as they are.
pub(crate) fn rebuild(
    body: &mut Body,
    catalogue: Option<&Catalogue>,
    replaced: &mut Replaced,
    lower: &mut dyn FnMut(&mut Edit<'_>, OpId),
) {
    if body.region_count() == 0 {
        return;
    }
    let mut pending: Vec<BlockId> = body.region(Body::ROOT).blocks.iter().rev().copied().collect();
    while let Some(block) = pending.pop() {
        let mut rest = VecDeque::from(body.take_ops(block));
        while let Some(op) = rest.pop_front() {
            for operand in &mut body.op_mut(op).operands {
                *operand = replaced.of(*operand);
            }
            let place = Place::of(body.op(op));
            lower(&mut Edit { body, replaced, block, rest: &mut rest, place }, op);
        }
        let inner = body.block(block).ops.iter().rev();
        let inner: Vec<RegionId> = inner
            .filter(|&&op| catalogue.is_none_or(|all| !isolates(body.op(op), all)))
            .flat_map(|&op| body.op(op).regions.iter().rev().copied())
            .collect();
        for region in inner {
            pending.extend(body.region(region).blocks.iter().rev());
        }
    }
    replaced.apply(body);
}

/// Whether the regions of an op see nothing of what is around them.
pub(crate) fn isolates(op: &Op, catalogue: &Catalogue) -> bool {
    catalogue.op(&op.name).is_some_and(|def| def.traits.isolates())
}

/// The blocks that [`rebuild`] comes to, each before those in it.
pub(crate) fn open_blocks(body: &Body, catalogue: &Catalogue) -> Vec<BlockId> {
    let mut blocks = Vec::new();
    if body.region_count() == 0 {
        return blocks;
    }
    let mut pending: Vec<BlockId> = body.region(Body::ROOT).blocks.iter().rev().copied().collect();
    while let Some(block) = pending.pop() {
        blocks.push(block);
        for &op in body.block(block).ops.iter().rev() {
            let op = body.op(op);
            if isolates(op, catalogue) {
                continue;
            }
            for &region in op.regions.iter().rev() {
                pending.extend(body.region(region).blocks.iter().rev());
            }
        }
    }
    blocks
}

/// The ops that use each value, in order.
pub(crate) fn uses(body: &Body) -> HashMap<ValueId, Vec<OpId>> {
    let mut uses: HashMap<ValueId, Vec<OpId>> = HashMap::new();
    for op in body.preorder() {
        for &operand in &body.op(op).operands {
            uses.entry(operand).or_default().push(op);
        }
    }
    uses
}

/// The block of each op.
pub(crate) fn block_of(body: &Body) -> HashMap<OpId, BlockId> {
    let blocks = (0u32..).map(BlockId).take(body.block_count());
    blocks.flat_map(|block| body.block(block).ops.iter().map(move |&op| (op, block))).collect()
}

/// The op that gives a value.
pub(crate) fn definition(body: &Body, value: ValueId) -> Option<&Op> {
    match body.value(value).def {
        ValueDef::Result { op, .. } => Some(body.op(op)),
        ValueDef::Argument { .. } => None,
    }
}

/// The types of values.
pub(crate) fn types(body: &Body, values: &[ValueId]) -> Vec<Type> {
    values.iter().map(|&value| body.value(value).ty.clone()).collect()
}

/// Whether values have these types.
pub(crate) fn are_of(body: &Body, values: &[ValueId], types: &[&str]) -> bool {
    values.iter().map(|&value| body.value(value).ty.as_str()).eq(types.iter().copied())
}

/// Removes ops of these names that nothing uses, and what only they use.
pub(crate) fn sweep(body: &mut Body, names: &[&str]) {
    let order = body.preorder();
    let mut counts: HashMap<ValueId, usize> = HashMap::new();
    for operand in order.iter().flat_map(|&op| &body.op(op).operands) {
        *counts.entry(*operand).or_default() += 1;
    }
    let mut gone = std::collections::HashSet::new();
    for &id in order.iter().rev() {
        let op = body.op(id);
        let unused = op.results.iter().all(|result| counts.get(result).is_none_or(|&n| n == 0));
        if unused && names.contains(&&*op.name) {
            gone.insert(id);
            for operand in &op.operands {
                if let Some(count) = counts.get_mut(operand) {
                    *count -= 1;
                }
            }
        }
    }
    if gone.is_empty() {
        return;
    }
    for block in (0u32..).map(BlockId).take(body.block_count()) {
        body.retain_ops(block, |op| !gone.contains(&op));
    }
}

/// Puts values in front of the arguments of a function, and attributes of none before theirs.
pub(crate) fn prepend_arguments(function: &mut Function, types: &[&str]) -> Vec<ValueId> {
    let Some(body) = &mut function.body else { return Vec::new() };
    let Some(entry) = body.entry(Body::ROOT) else { return Vec::new() };
    let old = body.block(entry).arguments.clone();
    let new = types.iter().map(|ty| body.add_argument(entry, Type::new(ty), None));
    let new: Vec<ValueId> = new.collect();
    body.order_arguments(entry, new.iter().copied().chain(old).collect());
    function.arguments.splice(0..0, types.iter().map(|ty| Type::new(ty)));
    if !function.argument_attributes.is_empty() {
        function.argument_attributes.splice(0..0, types.iter().map(|_| Attributes::new()));
    }
    new
}

/// Puts a type in front of the results of a function.
pub(crate) fn prepend_results(function: &mut Function, types: &[&str]) {
    function.results.splice(0..0, types.iter().map(|ty| Type::new(ty)));
    if !function.result_attributes.is_empty() {
        function.result_attributes.splice(0..0, types.iter().map(|_| Attributes::new()));
    }
}

/// The return at the end of the one block of a region.
pub(crate) fn return_of(body: &Body, region: RegionId) -> Option<OpId> {
    let [block] = body.region(region).blocks[..] else { return None };
    let &last = body.block(block).ops.last()?;
    is_return(&body.op(last).name).then_some(last)
}
