//! Functions that end in a call of themselves: loops.
//!
//! What a function does last is a *tail* of it: the last step of its body if that gives exactly
//! the function's results in their order, and the last step of a region in which such a step ends,
//! if it gives exactly the region's. A function that is entered by a tail of its own has nothing
//! left to do in between: the entry is a jump to its start with other parameters, and takes no
//! stack. It counts as a call like any other, so the depth grows with the iterations.
//!
//! Classes cannot differ. A step enters functions with ready parameters, so an instance for ready
//! parameters enters itself; one for other parameters enters that one, which is a call. And by the
//! fixed point of inference the results of a tail are of the classes of the function's results,
//! which they become.
//!
//! No loops are: functions that call each other in turn; and functions, or regions in them, with
//! a frame, which return to their caller before they have come to their end.

use super::{FnId, FnPlan, Plan, Step};

/// How deep regions may be nested in which a tail stands. Engines inline all of them.
pub(crate) const TAIL_NESTING: u32 = 16;

/// Marks tails, and the functions that they make loops of.
pub(super) fn run(plan: &mut Plan) {
    for index in 0..plan.functions.len() {
        let id = FnId::new(index);
        if plan.functions[index].is_region {
            continue;
        }
        let mut pending = vec![(id, 0)];
        while let Some((body, nesting)) = pending.pop() {
            let Some(last) = tail(plan.function(body)) else { continue };
            let callees = last.kind.callees();
            let regions = callees.iter().filter(|&&callee| plan.function(callee).is_region);
            if nesting < TAIL_NESTING {
                pending.extend(regions.map(|&region| (region, nesting + 1)));
            }
            if callees.contains(&id) {
                let steps = &mut plan.functions[body.index()].segments[0].steps;
                steps.last_mut().expect("a tail is a step").tail_of = Some(id);
                plan.functions[index].is_loop = true;
            }
        }
    }
}

/// The step that is all that is left to do when a body comes to it.
fn tail(function: &FnPlan) -> Option<&Step> {
    let [segment] = function.segments.as_slice() else { return None };
    let last = segment.steps.last()?;
    (last.branches() && last.results.as_slice() == function.results).then_some(last)
}
