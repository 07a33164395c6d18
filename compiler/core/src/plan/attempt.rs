//! Recursion that is tried without errors first.
//!
//! A function that recursion can reach pays for its errors at every call: the depth is counted,
//! each result may be an error, an error waits in a register until the next operand has been
//! looked at. Where all that recursion reaches is *pure and scalar*, nothing of a run can be seen
//! but its results, so it may be begun, given up and begun anew. Such a function is planned three
//! times:
//!
//! * the **attempt** has no error values at all. Where the exact function would make one (the run
//!   is cancelled, calls nest too deeply, an operand must not be zero), the whole attempt gives up
//!   and leaves nothing behind. So it may be unrolled: a level of calls stands in place in the
//!   one above, and depth, stack and cancellation are looked at once for all levels of it;
//! * the **exact** function is what the program says, error by error. It calls exact functions, so
//!   that what an attempt has given up is not tried again at each level: a call that fails runs at
//!   most twice;
//! * the function itself, by its old id, tries the attempt, and runs the exact one if that gives
//!   up.
//!
//! What may be attempted: kernels that are pure, take and give scalars, become instructions (and so
//! do not panic), and are ready, or fail only at an operand that an engine can look at itself;
//! control flow over bodies of such. Attempts report nothing: a report is the exact function's.
//!
//! A [loop](FnPlan::is_loop) in which nothing else recurses is one in an attempt as well. It stands
//! on no level but the first, since another trip costs less than another level, and counts its trips
//! for itself: as many as calls are left, of which what it calls takes none. A loop that also calls
//! what recurses is one in its exact form only: in an attempt its last call is a call, so that it
//! has levels, and the calls that are left to those in it are its own less one.

use super::{Class, FnId, FnPlan, LocalId, Plan, Segment, Step, StepKind, Tries, Value};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use tfrt_host::kernel::{Catalogue, Intrinsic, KernelDef, Outcome, ParamKind};

/// Levels of calls that stand in one function at most.
const LEVELS: u32 = 4;

/// Values of an attempt, with all levels. Engines look at the stack every so many calls, and rely
/// on a frame of not much more than this.
const VALUES: usize = 96;

/// Adds attempts where they may be.
pub(super) fn plan(plan: &mut Plan, catalogue: &Catalogue) {
    let candidates = candidates(&plan.functions, catalogue);
    let mut taken: BTreeSet<String> = plan.functions.iter().map(|f| f.name.clone()).collect();
    for group in groups(&plan.functions, &candidates) {
        let is_loop = |id: &&FnId| is_whole_loop(&plan.functions, **id);
        let loops: BTreeSet<FnId> = group.iter().filter(is_loop).copied().collect();
        let Some(levels) = levels(&plan.functions, &group, &loops) else { continue };
        let (functions, taken) = (&mut plan.functions, &mut taken);
        Copies { functions, taken, loops: &loops, levels }.group(&group);
    }
}

/// The named functions that may be attempted: of those whose entering counts and whose own steps
/// allow it, the ones all of whose callees are among them.
fn candidates(functions: &[FnPlan], catalogue: &Catalogue) -> BTreeSet<FnId> {
    let scalar = |value: &Value| {
        let known = catalogue.ty(value.ty.as_str());
        known.is_some_and(|def| def.scalar.is_some()) && value.local < Class::Later
    };
    let allowed = |function: &FnPlan| {
        function.native.is_none()
            && !function.has_frame()
            && function.values.iter().all(scalar)
            && function.values[..function.params].iter().all(|p| p.local == Class::Ready)
            && steps(function).all(|step| may_attempt(functions, step))
    };
    let counted = functions.iter().flat_map(steps).filter(|step| step.enters);
    let mut candidates: BTreeSet<FnId> = counted
        .flat_map(|step| step.kind.callees().iter().copied())
        .filter(|id| !functions[id.index()].is_region)
        .collect::<BTreeSet<_>>()
        .into_iter()
        .filter(|&id| bodies(functions, id).iter().all(|body| allowed(&functions[body.index()])))
        .collect();
    let mut callers: BTreeMap<FnId, Vec<FnId>> = BTreeMap::new();
    let mut refused: Vec<FnId> = Vec::new();
    for &id in &candidates {
        for callee in calls(functions, id) {
            callers.entry(callee).or_default().push(id);
            if !candidates.contains(&callee) {
                refused.push(callee);
            }
        }
    }
    while let Some(id) = refused.pop() {
        let callers = callers.remove(&id).into_iter().flatten();
        refused.extend(callers.filter(|caller| candidates.remove(caller)));
    }
    candidates
}

/// Whether a step may stand in an attempt, its callees aside.
fn may_attempt(functions: &[FnPlan], step: &Step) -> bool {
    match &step.kind {
        StepKind::Kernel { kernel, functions, proved, eager } => {
            let plain = |kind| {
                matches!(kind, ParamKind::Value | ParamKind::Borrow)
                    || matches!(kind, ParamKind::Attribute { .. })
            };
            !eager
                && functions.is_empty()
                && kernel.pure
                && kernel.intrinsic.is_some()
                && !kernel.variadic_results
                && kernel.params.iter().all(|param| plain(param.kind))
                && (kernel.outcome == Outcome::Ready || *proved || fails_visibly(kernel))
        }
        StepKind::Constant(_)
        | StepKind::Pass
        | StepKind::Call { .. }
        | StepKind::If { .. }
        | StepKind::Case { .. } => true,
        // What a loop carries is ready in an attempt only if it is from the first trip on.
        StepKind::Repeat { body } | StepKind::While { body } => {
            let body = &functions[body.index()];
            body.values[..body.params].iter().all(|param| param.local == Class::Ready)
        }
    }
}

/// Whether an engine can see from the operands that the kernel fails.
fn fails_visibly(kernel: &KernelDef) -> bool {
    kernel.returns_result && kernel.intrinsic.and_then(Intrinsic::fails_only_if_zero).is_some()
}

fn steps(function: &FnPlan) -> impl Iterator<Item = &Step> {
    function.segments.iter().flat_map(|segment| &segment.steps)
}

/// A function and the regions in it.
fn bodies(functions: &[FnPlan], id: FnId) -> Vec<FnId> {
    let mut bodies = vec![id];
    let mut next = 0;
    while let Some(&body) = bodies.get(next) {
        next += 1;
        let callees = steps(&functions[body.index()]).flat_map(|step| step.kind.callees());
        bodies.extend(callees.filter(|callee| functions[callee.index()].is_region));
    }
    bodies
}

/// Whether a function is a loop in which nothing recurses but that.
fn is_whole_loop(functions: &[FnPlan], id: FnId) -> bool {
    let bodies = bodies(functions, id);
    let mut steps = bodies.iter().flat_map(|body| steps(&functions[body.index()]));
    functions[id.index()].is_loop
        && steps.all(|step| {
            step.kind.callees().iter().all(|&callee| {
                let function = &functions[callee.index()];
                let is_tail = callee == id && step.tail_of == Some(id);
                is_tail || function.is_region || !function.needs_depth
            })
        })
}

/// The named functions that a function calls, once for each place.
fn calls(functions: &[FnPlan], id: FnId) -> Vec<FnId> {
    let bodies = bodies(functions, id);
    let steps = bodies.iter().flat_map(|body| steps(&functions[body.index()]));
    let callees = steps.flat_map(|step| step.kind.callees().iter().copied());
    callees.filter(|callee| !functions[callee.index()].is_region).collect()
}

/// The candidates by who calls whom, in whichever direction: recursive groups only.
fn groups(functions: &[FnPlan], candidates: &BTreeSet<FnId>) -> Vec<BTreeSet<FnId>> {
    let mut neighbours: BTreeMap<FnId, Vec<FnId>> = BTreeMap::new();
    let counts = |id: FnId| {
        let bodies = bodies(functions, id);
        bodies.iter().any(|body| steps(&functions[body.index()]).any(|step| step.enters))
    };
    for &id in candidates {
        for callee in calls(functions, id) {
            neighbours.entry(id).or_default().push(callee);
            neighbours.entry(callee).or_default().push(id);
        }
    }
    let mut seen = BTreeSet::new();
    let mut groups = Vec::new();
    for &id in candidates {
        let mut group = BTreeSet::new();
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            if seen.insert(id) {
                group.insert(id);
                pending.extend(neighbours.get(&id).into_iter().flatten());
            }
        }
        if group.iter().any(|&id| counts(id)) {
            groups.push(group);
        }
    }
    groups
}

/// How many levels each function of a group can hold: the same for all, so that each call of one
/// stands for as many calls of the program.
fn levels(functions: &[FnPlan], group: &BTreeSet<FnId>, loops: &BTreeSet<FnId>) -> Option<u32> {
    // Nothing of a loop stands on another level.
    let most = if group.len() > loops.len() { LEVELS } else { 1 };
    let own: BTreeMap<FnId, (usize, Vec<FnId>)> = group
        .iter()
        .map(|&id| {
            let bodies = bodies(functions, id);
            let values = bodies.iter().map(|body| functions[body.index()].values.len()).sum();
            (id, (values, calls(functions, id)))
        })
        .collect();
    // The size of each with one level, two, and so on.
    let mut sizes: BTreeMap<FnId, usize> = own.iter().map(|(&id, own)| (id, own.0)).collect();
    let mut fitting = None;
    for levels in 1..=most {
        if sizes.values().any(|&size| size > VALUES) {
            break;
        }
        fitting = Some(levels);
        let deeper = |(&id, (values, calls)): (&FnId, &(usize, Vec<FnId>))| {
            let inner = calls.iter().filter(|&callee| !loops.contains(callee));
            let inner = inner.map(|callee| sizes[callee]);
            (id, inner.fold(*values, usize::saturating_add))
        };
        sizes = own.iter().map(deeper).collect();
    }
    fitting
}

/// Copies of the functions of one group.
struct Copies<'p> {
    functions: &'p mut Vec<FnPlan>,
    taken: &'p mut BTreeSet<String>,
    /// Those of them that are loops in attempts.
    loops: &'p BTreeSet<FnId>,
    levels: u32,
}

impl Copies<'_> {
    fn group(&mut self, group: &BTreeSet<FnId>) {
        // What counts no calls is tried only as a part of others.
        let counting = |id: &FnId| self.functions[id.index()].needs_depth;
        let tried: Vec<FnId> = group.iter().copied().filter(counting).collect();
        let attempts = self.attempts(&tried);
        let exact: BTreeMap<FnId, FnId> = tried
            .iter()
            .map(|&id| {
                let mut copy = self.functions[id.index()].clone();
                copy.name = super::unique_name(self.taken, format!("{}_exact", copy.name));
                copy.anything = None;
                let exact = FnId::new(self.functions.len());
                self.functions.push(copy);
                (id, exact)
            })
            .collect();
        for (&id, &copy) in &exact {
            for body in bodies(self.functions, copy) {
                self.redirect(body, |callee| exact.get(&callee).copied());
            }
            self.choose(id, Tries { attempt: attempts[&id], exact: copy });
        }
    }

    /// The attempts of these functions and of all that they call, level by level. Returns those
    /// that are called.
    fn attempts(&mut self, tried: &[FnId]) -> BTreeMap<FnId, FnId> {
        // By function and level; the ids of its bodies, by those of the original's.
        let mut copies: BTreeMap<(FnId, u32), BTreeMap<FnId, FnId>> = BTreeMap::new();
        let mut pending: VecDeque<(FnId, u32)> = tried.iter().map(|&id| (id, 0)).collect();
        while let Some((id, level)) = pending.pop_front() {
            if copies.contains_key(&(id, level)) {
                continue;
            }
            let mut ids = BTreeMap::new();
            for body in bodies(self.functions, id) {
                let mut copy = self.attempted(body, self.loops.contains(&id));
                let level_name = if level == 0 { String::new() } else { level.to_string() };
                let name = format!("{}_try{level_name}", copy.name);
                copy.name = super::unique_name(self.taken, name);
                copy.in_place = level > 0 || copy.is_region;
                ids.insert(body, FnId::new(self.functions.len()));
                self.functions.push(copy);
            }
            copies.insert((id, level), ids);
            let callees = calls(self.functions, id).into_iter();
            pending.extend(callees.map(|callee| (callee, self.inner(callee, level))));
        }
        for (&(id, level), ids) in &copies {
            for &copy in ids.values() {
                // A region of this copy, or a function on the next level.
                let deeper = |callee| (callee, self.inner(callee, level));
                let to: BTreeMap<FnId, FnId> = steps(&self.functions[copy.index()])
                    .flat_map(|step| step.kind.callees())
                    .map(|&callee| match ids.get(&callee) {
                        Some(&region) if callee != id => (callee, region),
                        _ => (callee, copies[&deeper(callee)][&callee]),
                    })
                    .collect();
                self.redirect(copy, |callee| to.get(&callee).copied());
            }
        }
        let called = copies.iter().filter(|&(&(_, level), _)| level == 0);
        called.map(|(&(id, _), ids)| (id, ids[&id])).collect()
    }

    /// The level of `callee` where what stands on `level` calls it.
    fn inner(&self, callee: FnId, level: u32) -> u32 {
        let last = level + 1 == self.levels;
        if last || self.loops.contains(&callee) { 0 } else { level + 1 }
    }

    fn redirect(&mut self, body: FnId, to: impl Fn(FnId) -> Option<FnId>) {
        let segments = &mut self.functions[body.index()].segments;
        let steps = segments.iter_mut().flat_map(|segment| &mut segment.steps);
        for step in steps {
            let (tail, callees) = (step.tail_of.iter_mut(), step.kind.callees_mut().iter_mut());
            for callee in tail.chain(callees) {
                *callee = to(*callee).unwrap_or(*callee);
            }
        }
    }

    /// Makes the function itself a choice between its attempt and its exact form.
    fn choose(&mut self, id: FnId, tries: Tries) {
        let function = &mut self.functions[id.index()];
        let results = function.results.iter().map(|&result| function.value(result).clone());
        let results: Vec<Value> = results.collect();
        function.values.truncate(function.params);
        function.results = (0..results.len()).map(|i| LocalId::new(function.params + i)).collect();
        function.values.extend(results);
        function.segments = vec![Segment::default()];
        function.looks_on_entry = false;
        function.is_loop = false;
        function.tries = Some(tries);
    }

    /// A body as a part of an attempt: what gives up is no error.
    fn attempted(&self, body: FnId, is_loop: bool) -> FnPlan {
        let mut copy = self.functions[body.index()].clone();
        copy.attempt = true;
        copy.levels = self.levels;
        copy.anything = None;
        copy.looks_on_entry = false;
        copy.needs_context = true;
        copy.needs_depth = false;
        copy.is_loop &= is_loop;
        for value in &mut copy.values {
            value.local = Class::Ready;
        }
        for step in copy.segments.iter_mut().flat_map(|segment| &mut segment.steps) {
            for guard in step.guards.drain(..) {
                copy.values[guard.value.index()].uses -= 1;
            }
            step.enters = false;
            step.tail_of = step.tail_of.filter(|_| is_loop);
            for operand in &mut step.operands {
                operand.class = Class::Ready;
            }
        }
        copy
    }
}
