//! Which ops and functions may fail an assertion, in them or in what they call: they take and give
//! whether all assertions so far hold.

use crate::legal::{Action, Assertion};
use std::collections::{HashMap, HashSet};
use tfrt_compiler::graph::{Body, OpId};

/// The ops of a body that may fail an assertion.
#[derive(Debug)]
pub(crate) struct Assertions(HashSet<OpId>);

impl Assertions {
    /// Those of a body, of whose ops this becomes. `checked`: the functions that may fail one.
    pub(crate) fn new(body: &Body, actions: &[Action], checked: &HashMap<&str, String>) -> Self {
        let mut fail = HashSet::new();
        let order = body.preorder();
        let mut owners: HashMap<OpId, OpId> = HashMap::new();
        for &owner in &order {
            for &region in &body.op(owner).regions {
                let blocks = body.region(region).blocks.iter();
                let inside = blocks.flat_map(|&block| &body.block(block).ops);
                owners.extend(inside.map(|&op| (op, owner)));
            }
        }
        for op in order {
            let fails = match actions[op.index()].assertion() {
                Assertion::None => false,
                Assertion::Own => true,
                Assertion::OfCallee(callee) => checked.contains_key(callee.as_str()),
            };
            let mut around = Some(op).filter(|_| fails);
            while let Some(op) = around.filter(|&op| fail.insert(op)) {
                around = owners.get(&op).copied();
            }
        }
        Self(fail)
    }

    /// Whether an op may fail one.
    pub(crate) fn may_fail(&self, op: OpId) -> bool {
        self.0.contains(&op)
    }
}

/// The functions that may fail an assertion.
pub(crate) fn functions<'a>(actions: &'a [(&'a str, Vec<Action>)]) -> HashSet<&'a str> {
    let mut callers: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut pending = Vec::new();
    for (name, actions) in actions {
        for action in actions {
            match action.assertion() {
                Assertion::None => {}
                Assertion::Own => pending.push(*name),
                Assertion::OfCallee(callee) => callers.entry(callee).or_default().push(name),
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
