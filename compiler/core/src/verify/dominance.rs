//! Dominance in regions of several blocks, which only text can contain. A value may be used later
//! in its own block, in blocks that its definition dominates, and in regions nested in either.

use super::Checker;
use super::body::Walk;
use crate::graph::{BlockId, Body, OpId, RegionId, ValueDef, ValueId};

/// Dominance information of a function's blocks.
struct Blocks<'a> {
    body: &'a Body,
    /// The block of each op and its position there; `None` for an op in no block.
    places: Vec<Option<(BlockId, usize)>>,
    /// Preorder and postorder numbers of each block in the dominator tree of its region; `None` for
    /// an unreachable block.
    tree: Vec<Option<(usize, usize)>>,
}

impl Checker<'_> {
    /// Checks every operand of a function.
    pub(super) fn dominance(&mut self, walk: &Walk<'_>) {
        let blocks = Blocks::of(walk.body);
        for (id, place) in (0u32..).map(OpId).zip(&blocks.places) {
            let Some(place) = place else { continue };
            let op = walk.body.op(id);
            for (index, &operand) in op.operands.iter().enumerate() {
                let exists = operand.index() < walk.body.value_count();
                if exists && !blocks.may_use(operand, *place) {
                    let message = format!("operand #{index} does not dominate this use");
                    self.error(op.span, message);
                }
            }
        }
    }
}

impl<'a> Blocks<'a> {
    fn of(body: &'a Body) -> Self {
        let mut places = vec![None; body.op_count()];
        let mut tree = vec![None; body.block_count()];
        for region in (0u32..).map(RegionId).take(body.region_count()) {
            for &block in &body.region(region).blocks {
                for (position, op) in body.block(block).ops.iter().enumerate() {
                    places[op.index()] = Some((block, position));
                }
            }
            dominators(body, region, &mut tree);
        }
        Self { body, places, tree }
    }

    /// Whether an op may use a value.
    fn may_use(&self, value: ValueId, (mut block, mut position): (BlockId, usize)) -> bool {
        let (defined, after) = match self.body.value(value).def {
            ValueDef::Argument { block, .. } => (block, None),
            ValueDef::Result { op, .. } => match self.places[op.index()] {
                Some((block, position)) => (block, Some(position)),
                None => return false,
            },
        };
        // Walk out of nested regions, up to the region of the definition.
        let region = self.body.block(defined).region;
        while self.body.block(block).region != region {
            let owner = self.body.block(block).region.and_then(|r| self.body.region(r).owner);
            let Some(outside) = owner.and_then(|owner| self.places[owner.index()]) else {
                return false;
            };
            (block, position) = outside;
        }
        if block == defined {
            return after.is_none_or(|after| after < position);
        }
        match (self.tree[defined.index()], self.tree[block.index()]) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some((from, to)), Some((first, last))) => from < first && last < to,
        }
    }
}

/// The dominator tree of a region, by the algorithm of Cooper, Harvey and Kennedy.
fn dominators(body: &Body, region: RegionId, tree: &mut [Option<(usize, usize)>]) {
    let Some(entry) = body.entry(region) else { return };
    let order = postorder(body, entry, region);
    // From here on a block is its number in postorder; the entry is the last.
    let mut number = std::collections::HashMap::new();
    number.extend(order.iter().enumerate().map(|(number, &block)| (block, number)));
    let mut before = vec![Vec::new(); order.len()];
    for (from, &block) in order.iter().enumerate() {
        for to in successors(body, block).filter_map(|to| number.get(&to)) {
            before[*to].push(from);
        }
    }
    let last = order.len() - 1;
    let mut above: Vec<Option<usize>> = vec![None; order.len()];
    above[last] = Some(last);
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for at in (0..last).rev() {
            let known = before[at].iter().copied().filter(|&from| above[from].is_some());
            let meet = known.reduce(|mut a, mut b| {
                while a != b {
                    let lower = if a < b { &mut a } else { &mut b };
                    *lower = above[*lower].expect("whatever is met has a dominator");
                }
                a
            });
            if meet.is_some() && above[at] != meet {
                above[at] = meet;
                changed = true;
            }
        }
    }
    let mut below = vec![Vec::new(); order.len()];
    for (at, above) in above.iter().enumerate().take(last) {
        if let Some(above) = above {
            below[*above].push(at);
        }
    }
    let mut clock = 0;
    let mut path = vec![(last, 0)];
    let mut entered = vec![0; order.len()];
    while let Some((at, next)) = path.pop() {
        clock += 1;
        if next == 0 {
            entered[at] = clock;
        }
        match below[at].get(next) {
            Some(&inner) => path.extend([(at, next + 1), (inner, 0)]),
            None => tree[order[at].index()] = Some((entered[at], clock)),
        }
    }
}

/// The reachable blocks in postorder.
fn postorder(body: &Body, entry: BlockId, region: RegionId) -> Vec<BlockId> {
    let mut seen = std::collections::HashSet::from([entry]);
    let mut path = vec![(entry, successors(body, entry))];
    let mut order = Vec::new();
    while let Some((block, rest)) = path.last_mut() {
        match rest.next() {
            Some(next) if body.block(next).region == Some(region) && seen.insert(next) => {
                path.push((next, successors(body, next)));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                path.pop();
            }
        }
    }
    order
}

/// The successors of a block.
fn successors(body: &Body, block: BlockId) -> impl Iterator<Item = BlockId> {
    let last = body.block(block).ops.last();
    last.into_iter().flat_map(|&op| body.op(op).successors.iter().copied())
}
