//! Structural and value rules, checked in one walk over a function's body.

use super::{Checker, MAX_NESTING, Rules, Symbols};
use crate::graph::{
    BlockId, Body, Function, Op, OpId, RegionId, TopOp, Type, ValueDef, ValueId, is_native,
    is_return,
};
use crate::source::Span;
use tfrt_op::{Callee, CalleeSource, Gives, OpDef};

/// The walk's view of one function.
pub(super) struct Walk<'a> {
    /// The function; `None` around an op beside functions.
    pub(super) function: Option<&'a Function>,
    /// Where that stands.
    span: Span,
    pub(super) body: &'a Body,
    pub(super) symbols: &'a Symbols<'a>,
    /// The kernel of each op.
    defs: Vec<Option<&'static OpDef>>,
    /// The block in which each value can be used by now.
    visible: Vec<Option<BlockId>>,
    /// The block of each op, of blocks that were entered.
    block_of: Vec<Option<BlockId>>,
}

impl Checker<'_> {
    /// Checks a function; returns the definition of each op of its body.
    pub(super) fn function(
        &mut self,
        function: &Function,
        symbols: &Symbols<'_>,
    ) -> Vec<Option<&'static OpDef>> {
        let Some(body) = &function.body else { return Vec::new() };
        if is_native(function) {
            self.error(function.span, "a native function has no body");
            return Vec::new();
        }
        let mut walk = Walk { function: Some(function), ..Walk::new(body, symbols, function.span) };
        if body.region_count() == 0 || body.region(Body::ROOT).owner.is_some() {
            self.error(function.span, "all functions need to have a tfrt.return");
            return Vec::new();
        }
        if let Some(entry) = body.entry(Body::ROOT) {
            let arguments = &body.block(entry).arguments;
            let types = arguments.iter().map(|&value| &body.value(value).ty);
            if !types.eq(&function.arguments) {
                self.error(
                    function.span,
                    format!(
                        "entry block must have {} arguments to match function signature",
                        function.arguments.len()
                    ),
                );
            }
        }
        self.region(&mut walk, Body::ROOT, None, 0);
        if self.rules == Rules::Text {
            self.dominance(&walk);
        }
        walk.defs
    }

    /// Checks an op beside functions, as deep as modules nest around it.
    pub(super) fn top_op(&mut self, top: &TopOp, symbols: &Symbols<'_>, depth: usize) {
        let op = top.op();
        let may = |def: &OpDef| def.traits.layout.is_some_and(|layout| layout.top_level);
        if !self.catalogue.op(&op.name).is_some_and(may) {
            self.op_error(op, "stands beside functions, where it may not");
            return;
        }
        if self.rules != Rules::Text {
            self.op_error(op, "cannot be executed: only passes read it");
            return;
        }
        let mut walk = Walk::new(top.body(), symbols, op.span);
        if let Some(entry) = top.body().entry(Body::ROOT) {
            self.block(&mut walk, entry, None, depth);
        }
        self.dominance(&walk);
    }

    /// Checks a region of the function or of `owner`.
    fn region(&mut self, walk: &mut Walk<'_>, region: RegionId, owner: Option<OpId>, depth: usize) {
        let body = walk.body;
        let owner_span = owner.map_or(walk.span, |op| body.op(op).span);
        if depth > MAX_NESTING {
            self.error(owner_span, format!("regions nested deeper than {MAX_NESTING} levels"));
            return;
        }
        let blocks = &body.region(region).blocks;
        if blocks.len() > 1 && self.rules != Rules::Text {
            let first = blocks.iter().find_map(|&block| body.block(block).ops.first());
            let span = first.map_or(owner_span, |&op| body.op(op).span);
            self.error(span, "multi-block regions cannot be emitted to BEF files");
            return;
        }
        if blocks.is_empty() {
            self.end(walk, &[], owner, true);
        }
        for &block in blocks {
            self.block(walk, block, owner, depth);
            self.end(walk, &body.block(block).ops, owner, blocks.len() == 1);
        }
    }

    /// Checks a block of a region except for its terminator.
    fn block(&mut self, walk: &mut Walk<'_>, block: BlockId, owner: Option<OpId>, depth: usize) {
        let body = walk.body;
        let ops = &body.block(block).ops;
        for &argument in &body.block(block).arguments {
            walk.visible[argument.index()] = Some(block);
        }
        for &op in ops {
            walk.block_of[op.index()] = Some(block);
        }
        for (position, &id) in ops.iter().enumerate() {
            let op = body.op(id);
            self.attribute_depth(op.span, &op.attributes);
            if !is_return(&op.name) {
                walk.defs[id.index()] = self.catalogue.op(&op.name);
            }
            let sound = self.operands(walk, op, block) & self.parts(walk, id);
            if !sound {
                continue;
            }
            let last = position + 1 == ops.len();
            self.successors(walk, op, block, last);
            if is_return(&op.name) {
                if last {
                    self.return_op(walk, op, owner);
                } else {
                    self.error(op.span, "return op must be at the end of its block");
                }
            } else if let Some(def) = walk.defs[id.index()]
                && !self.damage.is_unfinished(op.span)
            {
                self.op(walk, op, def);
            }
            for &region in &op.regions {
                self.region(walk, region, Some(id), depth + 1);
            }
            for &result in &op.results {
                walk.visible[result.index()] = Some(block);
            }
        }
    }

    /// Checks the terminator of a block. `only`: it is the single block of its region.
    fn end(&mut self, walk: &Walk<'_>, ops: &[OpId], owner: Option<OpId>, only: bool) {
        let owner_span = owner.map_or(walk.span, |op| walk.body.op(op).span);
        let inner =
            |op: OpId| walk.defs[op.index()].is_some_and(|def| def.traits.inner_region().is_some());
        let ends = match ops.last() {
            Some(&last) if is_return(&walk.body.op(last).name) => true,
            _ if owner.is_some_and(inner) => true,
            _ if self.rules != Rules::Text => false,
            // An unknown op may be a terminator, and its regions need none.
            Some(&last) if walk.defs[last.index()].is_none() => true,
            _ => only && owner.is_some_and(|owner| walk.defs[owner.index()].is_none()),
        };
        if !ends && !self.damage.lacks_end(owner_span) {
            let last = ops.last().map_or(owner_span, |&last| walk.body.op(last).span);
            self.missing_return(walk, owner, last);
        }
    }

    /// Checks the successors of an op.
    fn successors(&mut self, walk: &Walk<'_>, op: &Op, block: BlockId, last: bool) {
        if op.successors.is_empty() {
            return;
        }
        let region = walk.body.block(block).region;
        let entry = region.and_then(|region| walk.body.entry(region));
        if !last {
            self.error(op.span, "op with successors must terminate its parent block");
        }
        if is_return(&op.name) || self.catalogue.op(&op.name).is_some() {
            let count = op.successors.len();
            let message = format!("'{}' op requires 0 successors but found {count}", op.name);
            self.error(op.span, message);
        }
        for &successor in &op.successors {
            let there = successor.index() < walk.body.block_count();
            if !there || walk.body.block(successor).region != region {
                self.error(op.span, "an op cannot branch to a block of another region");
            } else if Some(successor) == entry {
                self.error(op.span, "entry block of region may not have predecessors");
            }
        }
    }

    /// Reports a block without a return, whose last op stands at `last`.
    fn missing_return(&mut self, walk: &Walk<'_>, owner: Option<OpId>, last: Span) {
        let known = owner.and_then(|op| Some((op, walk.defs[op.index()]?)));
        match known {
            Some((op, def)) if def.traits.regions() > 0 => {
                let Op { name, span, .. } = walk.body.op(op);
                let one = def.traits.callees.iter().any(|callee| callee.gives == Gives::One);
                let what =
                    if one { "missing return statement" } else { "expected tfrt.return in body" };
                self.error(*span, format!("'{name}' op {what}"));
            }
            _ => self.error(last, "all functions need to have a tfrt.return"),
        }
    }

    /// Checks that operands are defined; returns whether all of them exist.
    fn operands(&mut self, walk: &Walk<'_>, op: &Op, block: BlockId) -> bool {
        let mut exist = true;
        for (index, &operand) in op.operands.iter().enumerate() {
            match walk.visible.get(operand.index()) {
                None => {
                    exist = false;
                    self.error(op.span, format!("operand #{index} is no value of this function"));
                }
                Some(&Some(defined)) if defined == block => {}
                // The dominance check reports this.
                Some(_) if self.rules == Rules::Text => {}
                Some(_) if walk.is_defined_in(operand, block) => {
                    self.error(op.span, format!("operand #{index} does not dominate this use"));
                }
                Some(_) => self.error(
                    op.span,
                    "BEF executor only supports references to kernels within the current region",
                ),
            }
        }
        exist
    }

    /// Checks that results and regions belong to the op; returns whether they do.
    fn parts(&mut self, walk: &Walk<'_>, id: OpId) -> bool {
        let (body, op) = (walk.body, walk.body.op(id));
        let results = (0u32..).zip(&op.results).all(|(index, &result)| {
            result.index() < body.value_count()
                && body.value(result).def == ValueDef::Result { op: id, index }
        });
        if !results {
            self.error(op.span, format!("'{}' op lists a result that is not its own", op.name));
        }
        let mut listed = std::collections::HashSet::new();
        let regions = op.regions.iter().all(|&region| {
            region.index() < body.region_count()
                && body.region(region).owner == Some(id)
                && listed.insert(region)
        });
        if !regions {
            self.error(op.span, format!("'{}' op lists a region that is not its own", op.name));
        }
        results && regions
    }

    fn return_op(&mut self, walk: &Walk<'_>, op: &Op, owner: Option<OpId>) {
        if self.damage.lacks_operands(op.span) || self.damage.is_unfinished(op.span) {
            return;
        }
        let types: Vec<&Type> = op.operands.iter().map(|&v| walk.type_of(v)).collect();
        let Some(owner) = owner else {
            let Some(function) = walk.function else { return };
            let expected = &function.results;
            // MLIR's own verifier names the function here.
            let name = &function.name;
            let (which, at) = match &*op.name {
                "tfrt.return" => (String::new(), String::new()),
                _ => (format!(" (@{name})"), format!(" in function @{name}")),
            };
            if types.len() != expected.len() {
                self.error(
                    op.span,
                    format!(
                        "'{}' op has {} operands, but enclosing function{which} returns {}",
                        op.name,
                        types.len(),
                        expected.len()
                    ),
                );
                return;
            }
            for (index, (ty, expected)) in types.iter().zip(expected).enumerate() {
                if *ty != expected {
                    self.error(
                        op.span,
                        format!(
                            "type of return operand {index} ('{ty}') doesn't match function \
                             result type ('{expected}'){at}"
                        ),
                    );
                }
            }
            return;
        };
        let def = walk.defs[owner.index()];
        if &*op.name != "tfrt.return" {
            if def.is_some_and(|def| def.traits.regions() > 0) {
                self.missing_return(walk, Some(owner), op.span);
            } else {
                self.op_error(op, "expects parent op 'func.func'");
            }
            return;
        }
        let Some(def) = def else { return };
        let owner = walk.body.op(owner);
        if self.damage.is_unfinished(owner.span) {
            return;
        }
        if region_gives_results(def)
            && !types.iter().copied().eq(owner.results.iter().map(|&v| walk.type_of(v)))
        {
            self.error(
                op.span,
                format!("'{}' op operand types don't match '{}' result", op.name, owner.name),
            );
        }
    }
}

impl<'a> Walk<'a> {
    /// A walk that has not begun.
    fn new(body: &'a Body, symbols: &'a Symbols<'a>, span: Span) -> Self {
        Self {
            function: None,
            span,
            body,
            symbols,
            defs: vec![None; body.op_count()],
            visible: vec![None; body.value_count()],
            block_of: vec![None; body.op_count()],
        }
    }

    /// The type of a value that exists.
    pub(super) fn type_of(&self, value: ValueId) -> &'a Type {
        &self.body.value(value).ty
    }

    fn is_defined_in(&self, value: ValueId, block: BlockId) -> bool {
        match self.body.value(value).def {
            ValueDef::Argument { .. } => false,
            ValueDef::Result { op, .. } => {
                self.block_of.get(op.index()).copied().flatten() == Some(block)
            }
        }
    }
}

/// Whether regions of this kernel's ops return the results of the op.
fn region_gives_results(def: &OpDef) -> bool {
    let gives =
        |callee: &Callee| callee.source == CalleeSource::Region && callee.gives == Gives::Results;
    def.traits.callees.iter().any(gives)
}
