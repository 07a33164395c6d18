//! Functions that are worth no call: small ones that do nothing but compute.
//!
//! A pure function is inlined where it is called if it needs nothing of a run: no context, so it
//! neither reports nor checks for cancellation nor counts the call depth, and every value in it is
//! ready. Then a call cannot be observed. The body stays the function's own, so its ops keep their
//! names and locations. It is still a function for callers from outside and through
//! a kernel.

use super::{Class, FnId, Plan};

/// Values that a function may have with all that is inlined in it.
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

/// The values of a body that may be inlined, with those of what is inlined in it; too many for one
/// that may not. Recurses as deep as calls nest that recursion does not reach, which is not far:
/// a program whose calls nest deeper counts them all.
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
        // What is too large for this is called from here.
        if inner <= VALUES || plan.function(callee).is_region {
            total = total.saturating_add(inner);
        }
    }
    sizes[id.index()] = Some(total);
    total
}
