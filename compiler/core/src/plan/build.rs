//! Builds the plan from inferred classes: segments, live ranges, frame slots and delivery of
//! results.

use super::infer::{Analysis, Inference, Instance, InstanceId};
use super::resolve::{Program, ResolvedBody, ResolvedOp, resolve};
use super::slots::last_readers;
use super::stats::Stats;
use super::{
    BodyRef, Class, FnId, FnPlan, LocalId, Operand, Panics, Plan, Segment, SegmentId, Step,
    StepKind, Value, inline, parallel, signature, simplify, tail, unique_name,
};
use crate::bef::KernelAttributes;
use crate::graph::Body;
use crate::source::Diagnostic;
use crate::verify::Verified;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use tfrt_host::kernel::{Catalogue, Control, ParamKind};

/// Infers and plans a program for compiled engines.
///
/// # Errors
/// A kernel that the catalogue does not know, or an op that compiled engines do not support, with
/// its location.
pub fn build(
    program: &Verified,
    catalogue: &Catalogue,
    panics: Panics,
) -> Result<Plan, Vec<Diagnostic>> {
    let attributes = KernelAttributes::new(program);
    let mut resolved = resolve(program, catalogue, &attributes)?;
    simplify::run(&mut resolved, program, catalogue, attributes, panics);
    let entries: Vec<BodyRef> =
        resolved.bodies.keys().filter(|body| body.region == Body::ROOT).copied().collect();
    let (mut inference, entry_ids) = Inference::run(&resolved, &entries, panics);

    // Number the reachable instances: entries first, in module order, then callees in the order of
    // their first use.
    let mut order: Vec<InstanceId> = Vec::new();
    let mut ids: HashMap<InstanceId, FnId> = HashMap::new();
    let mut analyses: Vec<Analysis> = Vec::new();
    let mut pending: std::collections::VecDeque<InstanceId> = entry_ids.iter().copied().collect();
    pending.extend(entry_ids.iter().filter_map(|&id| inference.nonstrict_instance(id)));
    while let Some(instance) = pending.pop_front() {
        if ids.contains_key(&instance) {
            continue;
        }
        ids.insert(instance, FnId::new(order.len()));
        order.push(instance);
        let analysis = inference.take(instance);
        for &callee in analysis.callees.iter().flatten() {
            pending.push_back(callee);
            pending.extend(inference.nonstrict_instance(callee));
        }
        analyses.push(analysis);
    }

    if panics == Panics::PassThrough {
        let found =
            signature::Found { program, catalogue, resolved: &resolved, inference: &inference };
        found.check(&entry_ids, |id| &analyses[ids[&id].index()])?;
    }
    let names = names(&resolved, &inference.instances, &order);
    let mut functions: Vec<FnPlan> = order
        .iter()
        .zip(&analyses)
        .zip(names)
        .map(|((&id, analysis), name)| {
            let instance = &inference.instances[id];
            let body = &resolved.bodies[&instance.body];
            let mut plan = plan_body(body, instance, analysis, &ids, name);
            plan.nonstrict_entry =
                inference.nonstrict_instance(id).and_then(|id| ids.get(&id).copied());
            plan
        })
        .collect();
    find_needs(&mut functions);
    let entries = entries.iter().zip(&entry_ids).map(|(body, i)| (body.function, ids[i])).collect();
    let mut plan = Plan { functions, entries };
    signature::pin(&mut plan, program, catalogue);
    tail::run(&mut plan);
    inline::run(&mut plan);
    for function in &mut plan.functions {
        function.stats = Stats::of(function);
    }
    Ok(plan)
}

/// Unique identifiers for all instances. An entry keeps its function's name.
fn names(program: &Program, instances: &[Instance], order: &[InstanceId]) -> Vec<String> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    order
        .iter()
        .map(|&id| {
            let instance = &instances[id];
            let mut name: String = program.names[instance.body.function]
                .chars()
                .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
                .collect();
            if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
                name.insert(0, '_');
            }
            if instance.body.region != Body::ROOT {
                name.push_str(&format!("_region{}", instance.body.region.0));
            }
            if instance.params.contains(&Class::Later) {
                name.push_str("_later");
            } else if instance.params.contains(&Class::Fallible) {
                name.push_str("_fallible");
            }
            unique_name(&mut taken, name)
        })
        .collect()
}

fn plan_body(
    body: &ResolvedBody,
    instance: &Instance,
    analysis: &Analysis,
    ids: &HashMap<InstanceId, FnId>,
    name: String,
) -> FnPlan {
    let mut segments = Segments::new(analysis, body.params);
    // The segment of each op, in order.
    let places: Vec<SegmentId> = body
        .ops
        .iter()
        .map(|op| {
            let place = if op.eager { SegmentId(0) } else { segments.place(op.checked()) };
            segments.of_value.resize(op.first_result + op.results, place);
            place
        })
        .collect();

    // Values are renumbered so that they come in the order in which segments produce them.
    let mut by_segment: Vec<Vec<usize>> = vec![Vec::new(); segments.list.len()];
    for (op, place) in places.iter().enumerate() {
        by_segment[place.index()].push(op);
    }
    let mut groups: Vec<Vec<Range<usize>>> =
        by_segment.iter_mut().map(|ops| parallel::group(body, ops)).collect();
    let mut renumber: Vec<usize> = (0..body.values.len()).collect();
    let mut values: Vec<Value> = Vec::with_capacity(body.values.len());
    let push = |values: &mut Vec<Value>, index: usize, segment: SegmentId| {
        let (ty, name) = body.values[index].clone();
        let local = analysis.locals[index];
        values.push(Value { ty, name, local, segment, in_frame: false, uses: 0, promised: false });
    };
    // No op produces a native function's results.
    for index in 0..if body.native.is_some() { body.values.len() } else { body.params } {
        push(&mut values, index, SegmentId(0));
    }
    for (segment, ops) in by_segment.iter().enumerate() {
        for &op in ops {
            let op = &body.ops[op];
            let results = op.first_result..op.first_result + op.results;
            for (index, number) in results.clone().zip(&mut renumber[results]) {
                *number = values.len();
                push(&mut values, index, SegmentId::new(segment));
            }
        }
    }
    let local = |index: usize| LocalId::new(renumber[index]);

    let results: Vec<LocalId> = body.returns.iter().map(|&index| local(index)).collect();
    let mut plans: Vec<Segment> = segments
        .list
        .iter()
        .enumerate()
        .map(|(index, key)| {
            let mut waits: Vec<LocalId> = key.waits.iter().map(|&index| local(index)).collect();
            waits.sort_unstable();
            let parallel = std::mem::take(&mut groups[index]);
            Segment { waits, after: key.after.clone(), parallel, ..Segment::default() }
        })
        .collect();
    for (segment, ops) in by_segment.iter().enumerate() {
        for &index in ops {
            let op = &body.ops[index];
            let operand = |&operand: &usize| {
                let value = local(operand);
                let class = analysis.locals[operand];
                let class = if op.eager { class } else { class.min(Class::Fallible) };
                Operand { value, class, last: false }
            };
            let is_checked = |operand: &Operand| operand.class == Class::Fallible;
            let callees: Vec<FnId> = analysis.callees[index].iter().map(|i| ids[i]).collect();
            plans[segment].steps.push(Step {
                op: op.op,
                kind: kind(op, callees),
                operands: op.operands.iter().map(operand).collect(),
                guards: op.guards.iter().map(operand).filter(is_checked).collect(),
                results: (op.first_result..op.first_result + op.results).map(local).collect(),
                checks_cancel: analysis.checks_cancel[index],
                counts_depth: analysis.counts_depth[index],
                checks_results: op.checks_results,
                tail_of: None,
            });
        }
    }
    for (index, &result) in results.iter().enumerate() {
        let segment = values[result.index()].segment;
        plans[segment.index()].delivers.push(index);
    }
    join_segments(&mut plans);
    count_uses(&mut values, &mut plans, &results);
    FnPlan {
        body: instance.body,
        name,
        is_region: instance.body.region != Body::ROOT,
        params: body.params,
        values,
        results,
        needs_context: false,
        needs_depth: false,
        checks_cancel_on_entry: false,
        is_loop: false,
        inlined: instance.body.region != Body::ROOT && plans.len() == 1,
        nonstrict_entry: None,
        pinned: None,
        checked: Vec::new(),
        native: body.native,
        segments: plans,
        stats: Stats::default(),
    }
}

fn kind(op: &ResolvedOp, callees: Vec<FnId>) -> StepKind {
    let Some(kernel) = op.kernel else { return StepKind::Pass };
    if let Some(constant) = &op.constant {
        return StepKind::Constant(constant.clone());
    }
    match op.control() {
        None => {
            let (proved, eager) = (op.proved, op.eager);
            StepKind::Kernel { kernel, functions: callees, proved, eager }
        }
        Some(Control::Call) => StepKind::Call { callee: callees[0] },
        Some(Control::If) => StepKind::If { arms: callees },
        Some(Control::Case) => StepKind::Case { arms: callees },
        Some(Control::Repeat) => StepKind::Repeat { body: callees[0] },
        Some(Control::While) => StepKind::While { body: callees[0] },
    }
}

/// Finds the followers of each segment, and which segments are barriers.
fn join_segments(segments: &mut [Segment]) {
    for index in 0..segments.len() {
        for before in 0..segments[index].after.len() {
            let before = segments[index].after[before].index();
            segments[before].followers.push(SegmentId::new(index));
        }
    }
    // "Follows" is transitive: if each segment above `s` follows one at or above `s`, all of them
    // follow `s`.
    let mut least = usize::MAX;
    for (index, segment) in segments.iter_mut().enumerate().rev() {
        segment.barrier = index <= least;
        least = least.min(segment.after.last().map_or(0, |last| last.index()));
    }
}

/// Counts uses, marks last ones, and finds what must live in the frame.
fn count_uses(values: &mut [Value], segments: &mut [Segment], results: &[LocalId]) {
    for (index, segment) in segments.iter().enumerate() {
        let operands = segment.steps.iter().flat_map(Step::checked).map(|o| o.value);
        for value in operands.clone() {
            values[value.index()].uses += 1;
        }
        for value in operands.chain(segment.waits.iter().copied()) {
            let slot = value.index();
            let producer = values[slot].segment.index();
            // Only eager steps use values that later steps produce.
            values[slot].promised |= producer > index;
            values[slot].in_frame |= producer < index;
        }
    }
    // The segment in which each value is used last; none for results, and none for what eager steps take, which
    // the segment that produces it gives them at its end.
    let mut last = last_readers(segments, values.len(), 0);
    for &result in results {
        values[result.index()].uses += 1;
        last[result.index()] = None;
    }
    for (last, _) in last.iter_mut().zip(&*values).filter(|(_, value)| value.promised) {
        *last = None;
    }
    // The last segment that was seen to use a value.
    let mut seen: Vec<Option<usize>> = vec![None; values.len()];
    for (index, segment) in segments.iter_mut().enumerate() {
        for step in segment.steps.iter_mut().rev() {
            for operand in step.guards.iter_mut().rev().chain(step.operands.iter_mut().rev()) {
                let value = operand.value.index();
                let latest = seen[value].replace(index) != Some(index);
                operand.last = latest && last[value] == Some(SegmentId::new(index));
            }
        }
    }
}

/// Finds the functions that need the context and the call depth, as a fixed point over calls.
fn find_needs(functions: &mut [FnPlan]) {
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); functions.len()];
    let mut work: Vec<usize> = Vec::new();
    for (index, function) in functions.iter_mut().enumerate() {
        let steps = || function.segments.iter().flat_map(|segment| &segment.steps);
        let parallel = function.segments.iter().any(|segment| !segment.parallel.is_empty());
        let mut context = parallel || function.has_frame() || function.native.is_some();
        let mut depth = false;
        for step in steps() {
            context |= step.checks_cancel || step.counts_depth || step.checks_results;
            depth |= step.counts_depth;
            for callee in step.kind.callees() {
                users[callee.index()].push(index);
            }
            match &step.kind {
                StepKind::Kernel { kernel, functions, proved, eager } => {
                    context |= !functions.is_empty()
                        || *eager
                        || kernel.variadic_results
                        || kernel.outcome > tfrt_host::kernel::Outcome::Ready && !proved
                        || kernel.params.iter().any(|p| p.kind == ParamKind::Context);
                    depth |= !functions.is_empty();
                }
                StepKind::Repeat { .. } | StepKind::While { .. } => context = true,
                StepKind::Constant(_)
                | StepKind::Pass
                | StepKind::Call { .. }
                | StepKind::If { .. }
                | StepKind::Case { .. } => {}
            }
        }
        function.needs_context = context || depth;
        function.needs_depth = depth;
        if function.needs_context {
            work.push(index);
        }
    }
    while let Some(index) = work.pop() {
        let (context, depth) = (functions[index].needs_context, functions[index].needs_depth);
        for &user in &users[index] {
            let function = &mut functions[user];
            let grown = context && !function.needs_context || depth && !function.needs_depth;
            function.needs_context |= context;
            function.needs_depth |= depth;
            if grown {
                work.push(user);
            }
        }
    }
    for function in functions {
        // A function that only forwards its arguments does no work that cancellation could stop.
        // Native functions are not checked on entry.
        function.checks_cancel_on_entry = !function.is_region
            && function.needs_context
            && function.native.is_none()
            && function.results.iter().all(|result| result.index() >= function.params)
            && function.result_classes().all(|class| class != Class::Ready);
    }
}

/// The wait set of a segment. Ops with equal wait sets share a segment.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    /// Values (of the resolved body).
    waits: Vec<usize>,
    after: Vec<SegmentId>,
}

/// Assigns ops to segments. A segment's index is greater than those of all segments before it, so
/// walks towards the entry end.
struct Segments<'a> {
    analysis: &'a Analysis,
    list: Vec<Key>,
    ids: BTreeMap<Key, SegmentId>,
    /// The producing segment of each value so far.
    of_value: Vec<SegmentId>,
}

impl<'a> Segments<'a> {
    /// How many segments a walk towards the entry may visit. An implication that is not found
    /// within it costs a redundant join, nothing else.
    const WALK: usize = 64;

    fn new(analysis: &'a Analysis, params: usize) -> Self {
        Self {
            analysis,
            list: vec![Key::default()],
            ids: BTreeMap::from([(Key::default(), SegmentId(0))]),
            of_value: vec![SegmentId(0); params],
        }
    }

    /// The segment of an op with these operands.
    fn place(&mut self, operands: impl Iterator<Item = usize> + Clone) -> SegmentId {
        // Fast path: most ops wait for nothing beyond what their operands' producers waited for.
        let mut producers = operands.clone().map(|operand| self.of_value[operand]);
        let producer = producers.next().unwrap_or(SegmentId(0));
        if producers.all(|other| other == producer)
            && operands.clone().all(|operand| self.analysis.locals[operand] != Class::Later)
        {
            return producer;
        }
        let mut waits: BTreeSet<usize> = BTreeSet::new();
        let mut after: BTreeSet<SegmentId> = BTreeSet::new();
        for operand in operands {
            after.insert(self.of_value[operand]);
            if self.analysis.locals[operand] == Class::Later {
                waits.insert(operand);
            }
        }
        after.remove(&SegmentId(0));
        // These segments have run once the requirements hold: those in `after`, and the producers
        // of the awaited values.
        let known: BTreeSet<SegmentId> =
            after.iter().copied().chain(waits.iter().map(|&wait| self.of_value[wait])).collect();
        let kept_waits: Vec<usize> = waits
            .iter()
            .copied()
            .filter(|&wait| !known.iter().any(|&segment| self.waited(segment, wait)))
            .collect();
        let kept_after: Vec<SegmentId> = known
            .iter()
            .copied()
            .filter(|&segment| segment.0 > 0)
            .filter(|&segment| {
                !known.iter().any(|&other| other != segment && self.follows(other, segment))
            })
            .collect();
        if kept_waits.is_empty() && kept_after.len() == 1 {
            return kept_after[0];
        }
        let key = Key { waits: kept_waits, after: kept_after };
        if let Some(&segment) = self.ids.get(&key) {
            return segment;
        }
        let segment = SegmentId::new(self.list.len());
        self.list.push(key.clone());
        self.ids.insert(key, segment);
        segment
    }

    /// Whether `segment`, or one before it, waited for `value`.
    fn waited(&self, segment: SegmentId, value: usize) -> bool {
        self.walk(segment, self.of_value[value], |_, key| key.waits.contains(&value))
    }

    /// Whether `earlier` has run whenever `segment` has.
    fn follows(&self, segment: SegmentId, earlier: SegmentId) -> bool {
        self.walk(segment, earlier, |other, _| other == earlier)
    }

    /// Searches `from` and its predecessors, down to `floor`, for a segment that satisfies `found`.
    fn walk(
        &self,
        from: SegmentId,
        floor: SegmentId,
        found: impl Fn(SegmentId, &Key) -> bool,
    ) -> bool {
        let mut pending = vec![from];
        let mut seen = BTreeSet::from([from]);
        while let Some(segment) = pending.pop() {
            let key = &self.list[segment.index()];
            if found(segment, key) {
                return true;
            }
            if seen.len() > Self::WALK {
                return false;
            }
            let producers = key.waits.iter().map(|&wait| self.of_value[wait]);
            for before in key.after.iter().copied().chain(producers) {
                if before >= floor && seen.insert(before) {
                    pending.push(before);
                }
            }
        }
        false
    }
}
