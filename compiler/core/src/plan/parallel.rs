//! Expensive kernels that may run at the same time.
//!
//! The steps of a segment wait for nothing, so one thread runs them one after the other. A kernel
//! whose [cost](tfrt_host::kernel::KernelDef::cost) is worth a hand-over may run on another thread
//! meanwhile. Those of a segment that do not depend on each other, through data, chains or guards,
//! are put next to each other as one group ([`Segment::parallel`](super::Segment::parallel)); the
//! other steps keep their order around them. Where a cost depends on operands, the group decides each
//! time whether it runs on several threads. Nothing is grouped in a function that runs in order
//! (`tfrt.sync`).

use super::resolve::{ResolvedBody, ResolvedOp};
use std::ops::Range;
use tfrt_host::kernel::Outcome;
use tfrt_host::queue::WORTH_A_THREAD;

/// How many kernels a group has at most: printers have all of its operands and results at once.
const GROUP: usize = 64;

/// Puts the ops of one segment, given in program order, into an order in which independent
/// expensive kernels are next to each other; gives where each such group is.
pub(super) fn group(body: &ResolvedBody, ops: &mut Vec<usize>) -> Vec<Range<usize>> {
    if body.sync || ops.iter().filter(|&&op| is_expensive(&body.ops[op])).count() < 2 {
        return Vec::new();
    }
    // For each value defined here: how many groups run before it is available.
    let mut groups_before = vec![0usize; body.values.len()];
    // Of each op, the groups that run before it.
    let mut before: Vec<(usize, usize)> = Vec::with_capacity(ops.len());
    let mut members: Vec<usize> = Vec::new();
    for &index in ops.iter() {
        let op = &body.ops[index];
        let groups = op.checked().map(|value| groups_before[value]).max().unwrap_or(0);
        let expensive = is_expensive(op);
        groups_before[op.first_result..][..op.results].fill(groups + usize::from(expensive));
        if expensive {
            members.resize(members.len().max(groups + 1), 0);
            members[groups] += 1;
        }
        before.push((groups, index));
    }
    if members.iter().all(|&count| count < 2) {
        return Vec::new();
    }
    // A call that is last stays last: it may be a call of the function itself, which is a jump.
    if let Some((groups, last)) = before.last_mut()
        && body.ops[*last].control().is_some()
    {
        *groups = members.len();
    }
    // What runs before a group comes before its members; both keep their order.
    before.sort_by_key(|&(groups, index)| (groups, is_expensive(&body.ops[index])));
    *ops = before.iter().map(|&(_, index)| index).collect();
    let mut parallel = Vec::new();
    for (group, &count) in members.iter().enumerate().filter(|&(_, &count)| count > 1) {
        let end = before.partition_point(|&(groups, _)| groups <= group);
        let starts = (end - count..end).step_by(GROUP);
        let chunks = starts.map(|start| start..end.min(start + GROUP));
        parallel.extend(chunks.filter(|chunk| chunk.len() > 1));
    }
    parallel
}

/// A synchronous kernel whose call is worth another thread.
fn is_expensive(op: &ResolvedOp) -> bool {
    let called = op.kernel.filter(|_| !op.eager && op.constant.is_none() && op.control().is_none());
    called.is_some_and(|kernel| {
        kernel.cost.may_reach(WORTH_A_THREAD)
            && kernel.outcome < Outcome::Later
            && kernel.results.iter().all(|result| result.outcome < Outcome::Later)
            && kernel.intrinsic.is_none()
            && op.functions.is_empty()
    })
}
