//! Inlining of small pure functions.
//!
//! A pure function is inlined where it is called if it needs nothing of a run: no context, so it
//! neither reports nor checks for cancellation nor counts the call depth, and every value in it is
//! ready. Such a call is not observable. Ops of the inlined body keep their names and locations.
//! The function itself is still compiled for callers from outside and for kernels that take
//! functions.

use super::{Class, FnId, Plan};

/// The most values that an inlined function may have, nested inlined functions included.
const VALUES: usize = 32;

/// Marks the functions that are inlined.
pub(super) fn run(plan: &mut Plan) {
    let mut sizes: Vec<Option<usize>> = vec![None; plan.functions.len()];
    for index in 0..plan.functions.len() {
        let size = size(plan, FnId::new(index), &mut sizes);
        let function = &mut plan.functions[index];
        function.inlined |= size <= VALUES;
    }
}

/// The number of values of an inlinable body, nested inlined functions included; above the limit
/// for a body that must not be inlined. Recursion is bounded: it only follows uncounted calls, and
/// a program whose calls nest deeper than a limit counts all of them.
fn size(plan: &Plan, id: FnId, sizes: &mut [Option<usize>]) -> usize {
    const NEVER: usize = usize::MAX;
    if let Some(size) = sizes[id.index()] {
        return size;
    }
    let function = plan.function(id);
    if function.needs_context
        || function.has_frame()
        || function.native.is_some()
        || function.values.iter().any(|value| value.local != Class::Ready)
    {
        sizes[id.index()] = Some(NEVER);
        return NEVER;
    }
    let steps = function.segments.iter().flat_map(|segment| &segment.steps);
    let mut total = function.values.len();
    for &callee in steps.flat_map(|step| step.kind.callees()) {
        let inner = tfrt_host::frame::grow_stack(|| size(plan, callee, sizes));
        // A callee above the limit is called instead.
        if inner <= VALUES || plan.function(callee).is_region {
            total = total.saturating_add(inner);
        }
    }
    sizes[id.index()] = Some(total);
    total
}
