//! Which elementwise ops of a plan are done in one pass: the results of all but the last are read by others of them alone.

use super::Role;
use crate::fold::dense;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tfrt_compiler::graph::{Attribute, Body, Op, ValueId};
use tfrt_host::alloc::{HostAllocator, SystemAllocator};
use tfrt_model_kernels::arena::{Formula, Input, MOST_STEPS, Operation};
use tfrt_tensor::Tensor;

/// The kernel that does what a group does.
pub(super) const ELEMENTWISE: &str = "arena.elementwise.f32";

/// Ops that are done by the last of them.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// What it reads.
    pub(super) operands: Vec<ValueId>,
    /// What it computes of these.
    pub(super) formula: Formula,
    /// The places of the others in the function.
    others: Vec<usize>,
}

/// Elementwise ops that may be in groups, by their places in the function, and what they do.
pub(super) struct Elementwise<'a> {
    pub(super) body: &'a Body,
    pub(super) all: &'a [&'a Op],
    pub(super) operations: HashMap<usize, Operation>,
    /// How often each value is read.
    pub(super) uses: &'a HashMap<ValueId, usize>,
    pub(super) constants: &'a HashMap<ValueId, &'a Op>,
}

/// What an op in the memory does with each element.
pub(super) fn operation(role: &Role) -> Option<Operation> {
    let Role::Computes(kernel) = role else { return None };
    kernel.strip_prefix("arena.")?.strip_suffix(".f32")?.parse().ok()
}

impl Elementwise<'_> {
    /// The groups, by the places of their last ops, and the places of all others.
    pub(super) fn groups(&self) -> (HashMap<usize, Group>, HashSet<usize>) {
        let makers = self.operations.keys().map(|&at| (self.all[at].results[0], at));
        let makers: HashMap<ValueId, usize> = makers.collect();
        let (mut groups, mut done) = (HashMap::new(), HashSet::new());
        for last in (0..self.all.len()).rev() {
            if !self.operations.contains_key(&last) || done.contains(&last) {
                continue;
            }
            if let Some(group) = self.group(last, &makers, &done) {
                done.extend(group.others.iter().copied());
                groups.insert(last, group);
            }
        }
        (groups, done)
    }

    /// That of an op and others, if there are some that are not in a group yet.
    fn group(
        &self,
        last: usize,
        makers: &HashMap<ValueId, usize>,
        done: &HashSet<usize>,
    ) -> Option<Group> {
        let ty = |value: ValueId| &self.body.value(value).ty;
        let result = self.all[last].results[0];
        let mut others = Vec::new();
        // How often the group reads values, and those of which it may do what makes them.
        let mut within: HashMap<ValueId, usize> = HashMap::new();
        let mut open: Vec<ValueId> = self.all[last].operands.clone();
        while let Some(value) = open.pop() {
            let reads = within.entry(value).or_default();
            *reads += 1;
            let is_own = self.uses.get(&value) == Some(reads) && ty(value) == ty(result);
            let maker = makers.get(&value).filter(|maker| is_own && !done.contains(*maker));
            if let Some(&maker) = maker.filter(|_| others.len() + 1 < MOST_STEPS) {
                others.push(maker);
                open.extend(&self.all[maker].operands);
            }
        }
        if others.is_empty() {
            return None;
        }
        others.sort_unstable();
        let (mut operands, mut steps) = (Vec::new(), Vec::new());
        let mut made: HashMap<ValueId, usize> = HashMap::new();
        for (step, at) in others.iter().copied().chain([last]).enumerate() {
            let inputs: Vec<Input> = self.all[at]
                .operands
                .iter()
                .map(|value| {
                    let constant = self.constants.get(value).and_then(|op| number(op));
                    if let Some(&step) = made.get(value) {
                        Input::Step(step)
                    } else if let Some(number) = constant.filter(|number| !number.is_nan()) {
                        Input::Number(number)
                    } else {
                        let known = operands.iter().position(|operand| operand == value);
                        Input::Operand(known.unwrap_or_else(|| {
                            operands.push(*value);
                            operands.len() - 1
                        }))
                    }
                })
                .collect();
            steps.push((self.operations[&at], inputs));
            made.insert(self.all[at].results[0], step);
        }
        // Of one that reads too much, smaller groups may be left.
        let formula = Formula::new(steps).ok()?;
        Some(Group { operands, formula, others })
    }
}

/// The number that a constant is, which has no other.
pub(super) fn number(op: &Op) -> Option<f32> {
    let value = op.attributes.get("value")?;
    let Attribute::Dense { shape, .. } = value else { return None };
    if shape.iter().any(|&size| size != 1) {
        return None;
    }
    let dense = dense(value)?;
    let system: Arc<dyn HostAllocator> = Arc::new(SystemAllocator);
    let constant = Tensor::of_constant(&dense, &system).ok()?;
    constant.elements::<f32>().ok()?.first().copied()
}
