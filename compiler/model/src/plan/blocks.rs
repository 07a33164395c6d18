//! Which values of a plan are images in blocks, and which ops a convolution, or a product by a packed matrix, does with
//! its result, as it has it in registers; elementwise ops that are left are done in groups (`groups`).

use super::groups::{Elementwise, Group, number, operation};
use super::{ADD, CONVOLUTION, LINEAR, Order, Role};
use crate::attributes::with_window;
use crate::fold::{CONSTANT, tensor};
use std::collections::{HashMap, HashSet};
use tfrt_compiler::graph::{Body, Op, ValueId};
use tfrt_model_kernels::arena::{self, InBlocks, MOST_HALO, Then};

const POOLS: [&str; 2] = ["nn.max_pool.f32", "nn.average_pool.f32"];

/// A convolution, or a product by a packed matrix, and the ops that follow it, which it does too. The last one's result
/// is its.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    /// The place of the first op in the function.
    pub(super) head: usize,
    /// How a convolution can read and write blocks; a product has rows.
    in_blocks: Option<InBlocks>,
    /// What is added to each row of a product.
    bias: Option<ValueId>,
    /// What is added then.
    residual: Option<ValueId>,
    /// What becomes of the sum.
    pub(super) then: Option<Then>,
}

impl Chain {
    /// Whether the result can be in blocks.
    fn writes(&self) -> bool {
        self.in_blocks.is_some_and(|it| it.writes)
    }

    /// How what is added lies.
    fn order(&self) -> Order {
        if self.in_blocks.is_some() { Order::Blocks } else { Order::Rows }
    }
}

/// Which values of a function are in blocks, and which ops its convolutions do too.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// By the place of the last op.
    pub(super) chains: HashMap<usize, Chain>,
    /// The heads of the chains of ops that add something, the numbers of the operands which that is, and how it lies.
    pub(super) added: HashMap<usize, (usize, usize, Order)>,
    /// Elementwise ops that are done in one pass, by the place of the last one.
    pub(super) groups: HashMap<usize, Group>,
    /// The least halo of the images of convolutions which can be in blocks.
    reads: HashMap<usize, usize>,
    /// Ops that are done by another, which comes behind them.
    pub(super) done: HashSet<usize>,
    /// The values in blocks, with their halos.
    pub(super) halos: HashMap<ValueId, usize>,
    /// Those of them that are read in row-major order, too.
    pub(super) rows: HashSet<ValueId>,
}

impl Layout {
    /// That of the ops of a function.
    pub(super) fn of(body: &Body, all: &[&Op], roles: &[Role]) -> Self {
        let mut layout = Self::default();
        let mut uses: HashMap<ValueId, usize> = HashMap::new();
        for id in body.preorder() {
            for &operand in &body.op(id).operands {
                *uses.entry(operand).or_default() += 1;
            }
        }
        let constants = all.iter().filter(|op| *op.name == *CONSTANT);
        let constants: HashMap<ValueId, &Op> =
            constants.filter_map(|op| op.results.first().map(|&value| (value, *op))).collect();
        // The chains whose results only one op reads, by these.
        let mut open: HashMap<ValueId, Chain> = HashMap::new();
        let mut made: HashMap<ValueId, usize> = HashMap::new();
        for (at, (op, role)) in all.iter().zip(roles).enumerate() {
            let (Role::Computes(_), &[result]) = (role, &op.results[..]) else { continue };
            let first = op.operands.first();
            let begun =
                |in_blocks| Chain { head: at, in_blocks, bias: None, residual: None, then: None };
            let chain = if *op.name == *CONVOLUTION {
                in_blocks(body, op).map(|in_blocks| {
                    let reads = in_blocks.reads.filter(|least| *least <= MOST_HALO);
                    layout.reads.extend(reads.map(|least| (at, least)));
                    begun(Some(in_blocks))
                })
            } else if *role == Role::Computes(LINEAR) {
                Some(begun(None))
            } else {
                let known = Known { body, constants: &constants, open: &open, made: &made };
                known.longer(op, &layout.halos).map(|(value, chain)| {
                    open.remove(&value);
                    layout.halos.remove(&value);
                    layout.chains.remove(&made[&value]);
                    layout.done.insert(made[&value]);
                    if *op.name == *ADD {
                        let other = usize::from(op.operands.first() == Some(&value));
                        layout.added.insert(at, (chain.head, other, chain.order()));
                    }
                    chain
                })
            };
            made.insert(result, at);
            let pools = POOLS.contains(&&*op.name)
                && first.is_some_and(|images| layout.halos.contains_key(images));
            if pools || chain.as_ref().is_some_and(Chain::writes) {
                layout.halos.insert(result, 0);
            }
            if let Some(chain) = chain {
                if uses.get(&result) == Some(&1) {
                    open.insert(result, chain.clone());
                }
                layout.chains.insert(at, chain);
            }
        }
        let operations = roles.iter().enumerate().filter_map(|(at, role)| {
            let result = all[at].results.first()?;
            let is_own = !layout.done.contains(&at) && !layout.chains.contains_key(&at);
            let operation = operation(role).filter(|_| is_own)?;
            (!layout.halos.contains_key(result)).then_some((at, operation))
        });
        let (operations, constants) = (operations.collect(), &constants);
        let elementwise = Elementwise { body, all, operations, uses: &uses, constants };
        let (groups, others) = elementwise.groups();
        layout.groups = groups;
        layout.done.extend(others);
        layout.readers(all, roles);
        layout
    }

    /// Learns from those who read values in blocks what halos these have, and which are read in row-major order.
    fn readers(&mut self, all: &[&Op], roles: &[Role]) {
        for (at, role) in roles.iter().enumerate() {
            // One that stays gets a tensor.
            if self.done.contains(&at) || *role == Role::Kept {
                continue;
            }
            let least = self.reads.get(&self.own(at)).copied().unwrap_or(0);
            for (number, (operand, order)) in self.operands(all, at).into_iter().enumerate() {
                match (self.halos.get_mut(&operand), order) {
                    (Some(halo), Order::Blocks) if number == 0 => *halo = least.max(*halo),
                    (Some(_), Order::Rows) => {
                        self.rows.insert(operand);
                    }
                    _ => {}
                }
            }
        }
    }

    /// The place of the head of the chain that an op is the last of, or the op's.
    fn own(&self, at: usize) -> usize {
        self.chains.get(&at).map_or(at, |chain| chain.head)
    }

    /// What an op in the memory reads, with the ops that it does too, and how.
    pub(super) fn operands(&self, all: &[&Op], at: usize) -> Vec<(ValueId, Order)> {
        if let Some(group) = self.groups.get(&at) {
            return group.operands.iter().map(|&operand| (operand, Order::Rows)).collect();
        }
        let own = self.own(at);
        let operands = (0..all[own].operands.len())
            .map(|number| (all[own].operands[number], self.order(all[own], own, number)));
        let added = self.chains.get(&at).into_iter().flat_map(|chain| {
            let both = [chain.bias, chain.residual].into_iter().flatten();
            both.map(|value| (value, chain.order()))
        });
        operands.chain(added).collect()
    }

    /// How an op by itself reads an operand of that number.
    pub(super) fn order(&self, op: &Op, at: usize, number: usize) -> Order {
        let reads = self.reads.contains_key(&at) || POOLS.contains(&&*op.name);
        match op.operands.get(number) {
            Some(value) if number == 0 && reads && self.halos.contains_key(value) => Order::Blocks,
            _ => Order::Rows,
        }
    }

    /// The shape of the memory that an op needs besides what it reads and writes.
    pub(super) fn scratch(&self, all: &[&Op], at: usize) -> Option<[i64; 1]> {
        let chain = self.chains.get(&at)?;
        let own = chain.head;
        let images = self.order(all[own], own, 0) == Order::Blocks;
        let result = all[at].results.first().is_some_and(|it| self.halos.contains_key(it));
        chain.in_blocks?.scratch(images, result)
    }

    /// How an op writes a value.
    pub(super) fn written(&self, value: ValueId) -> Order {
        if self.halos.contains_key(&value) { Order::Blocks } else { Order::Rows }
    }
}

/// How a convolution can read and write blocks.
fn in_blocks(body: &Body, op: &Op) -> Option<InBlocks> {
    let shape = |at: usize| tensor(&body.value(*op.operands.get(at)?).ty).map(|(_, shape)| shape);
    let (images, filters) = (shape(0)?, shape(1)?);
    with_window(&op.attributes, filters.get(2..)?, |window, how| {
        arena::blocks_of_convolution([images, filters], how, window).ok()
    })
}

/// The function as far as an op: its constants, and what has been made in the memory.
struct Known<'a> {
    body: &'a Body,
    constants: &'a HashMap<ValueId, &'a Op>,
    /// The chains whose results only one op reads, by these.
    open: &'a HashMap<ValueId, Chain>,
    /// The ops that make values in the memory.
    made: &'a HashMap<ValueId, usize>,
}

impl Known<'_> {
    /// The value of a chain that an op reads, and the chain with this op.
    fn longer(&self, op: &Op, halos: &HashMap<ValueId, usize>) -> Option<(ValueId, Chain)> {
        let ty = |value: ValueId| &self.body.value(value).ty;
        let bound = |value| self.constants.get(&value).and_then(|op| number(op));
        let (value, longer) = match (&*op.name, &op.operands[..]) {
            ("nn.relu.f32", &[value]) => {
                let chain = self.open.get(&value).filter(|chain| chain.then.is_none())?;
                (value, Chain { then: Some(Then::RELU), ..chain.clone() })
            }
            (ADD, &[a, b]) => {
                let fits = |&(value, other): &(ValueId, ValueId)| {
                    let plain = self.open.get(&value).filter(|chain| {
                        chain.residual.is_none() && chain.then.is_none() && value != other
                    });
                    plain.is_some_and(|chain| match chain.order() {
                        Order::Blocks => {
                            let same = ty(value) == ty(other);
                            chain.writes() && same && halos.contains_key(&other)
                        }
                        Order::Rows => {
                            let is_bias = chain.bias.is_none() && self.is_row(value, other);
                            is_bias || ty(value) == ty(other)
                        }
                    })
                };
                // The one that is made last: the other is there then.
                let both = [(a, b), (b, a)].into_iter().filter(fits);
                let (value, other) = both.max_by_key(|(value, _)| self.made.get(value))?;
                let chain = self.open[&value].clone();
                let is_bias = chain.in_blocks.is_none() && self.is_row(value, other);
                let chain = match is_bias {
                    true => Chain { bias: Some(other), ..chain },
                    false => Chain { residual: Some(other), ..chain },
                };
                (value, chain)
            }
            ("nn.max.f32", &[a, b]) => {
                let (value, other) = if self.open.contains_key(&a) { (a, b) } else { (b, a) };
                let chain = self.open.get(&value).filter(|chain| chain.then.is_none())?;
                let then = Then::clip(bound(other)?, f32::INFINITY)?;
                (value, Chain { then: Some(then), ..chain.clone() })
            }
            ("nn.min.f32", &[a, b]) => {
                let (value, other) = if self.open.contains_key(&a) { (a, b) } else { (b, a) };
                let chain = self.open.get(&value)?;
                let least = chain.then.map_or(Some(f32::NEG_INFINITY), Then::least)?;
                let then = Then::clip(least, bound(other)?)?;
                (value, Chain { then: Some(then), ..chain.clone() })
            }
            _ => return None,
        };
        let result = *op.results.first()?;
        (ty(result) == ty(value)).then_some((value, longer))
    }

    /// Whether a value has one number for each column of another.
    fn is_row(&self, value: ValueId, row: ValueId) -> bool {
        let shape = |value: ValueId| tensor(&self.body.value(value).ty).map(|(_, shape)| shape);
        match (shape(value), shape(row)) {
            (Some([_, .., columns]), Some([size])) => size == columns,
            _ => false,
        }
    }
}
