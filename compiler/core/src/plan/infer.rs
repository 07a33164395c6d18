//! Class inference. Computes the class of each value in each body for each vector of parameter
//! classes in use, as the least fixed point over calls, regions and loops.
//!
//! An instance is analysed again whenever a summary that it read has changed. Classes only grow
//! (ready < fallible < later), so this terminates at the least fixed point.

use super::resolve::{Program, ResolvedBody, ResolvedOp};
use super::{BodyRef, Class, Panics};
use smallvec::{SmallVec, smallvec};
use std::collections::{BTreeMap, BTreeSet};
use tfrt_host::kernel::{Control, Effects, Outcome};

/// The most parameters that [`awaits_all`] tracks.
const FOLLOWED_PARAMS: usize = 8;

/// Index of an [`Instance`].
pub(super) type InstanceId = usize;

/// One body for one vector of parameter classes, with its current summary.
#[derive(Debug)]
pub(super) struct Instance {
    pub(super) body: BodyRef,
    pub(super) params: Vec<Class>,
    pub(super) summary: Summary,
    /// Instances whose analysis read this summary.
    dependents: BTreeSet<InstanceId>,
}

/// The part of an analysis that callers read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Summary {
    pub(super) results: Vec<Class>,
    /// It runs something that may have cancelled the run.
    pub(super) may_cancel: bool,
}

/// The result of analysing one body, per op and value.
#[derive(Debug)]
pub(super) struct Analysis {
    /// Per value: the class at the function's level: of an op that waits, later.
    pub(super) classes: Vec<Class>,
    /// Per value: the class once the producer's operands are available.
    pub(super) locals: Vec<Class>,
    /// Per op: the instances of its functions.
    pub(super) callees: Vec<Vec<InstanceId>>,
    /// Per op: check for cancellation before it.
    pub(super) checks_cancel: Vec<bool>,
    /// Per op: it calls functions that count in the call depth.
    pub(super) counts_depth: Vec<bool>,
    /// It runs something that may have cancelled the run.
    may_cancel: bool,
}

/// The instances of a program.
#[derive(Debug)]
pub(super) struct Inference<'p> {
    program: &'p Program,
    panics: Panics,
    pub(super) instances: Vec<Instance>,
    ids: BTreeMap<(BodyRef, Vec<Class>), InstanceId>,
    work: BTreeSet<InstanceId>,
    /// Per instance, the result of its last pass. At the fixed point this is the final result.
    found: Vec<Option<Analysis>>,
}

impl<'p> Inference<'p> {
    /// Infers all instances that the given entries reach. Entries are called from outside the
    /// program.
    pub(super) fn run(
        program: &'p Program,
        entries: &[BodyRef],
        panics: Panics,
    ) -> (Self, Vec<InstanceId>) {
        let mut inference = Self {
            program,
            panics,
            instances: Vec::new(),
            ids: BTreeMap::new(),
            work: BTreeSet::new(),
            found: Vec::new(),
        };
        let ids = entries.iter().map(|&body| inference.outer(body)).collect();
        // Callees mostly have higher indices than their callers, so take work from the back.
        while let Some(id) = inference.work.pop_last() {
            let analysis = inference.analyse(id);
            let summary = inference.summarise(id, &analysis);
            if summary != inference.instances[id].summary {
                inference.instances[id].summary = summary;
                let dependents = inference.instances[id].dependents.clone();
                inference.work.extend(dependents);
            }
            inference.found.resize_with(inference.instances.len(), || None);
            inference.found[id] = Some(analysis);
        }
        (inference, ids)
    }

    /// Takes the analysis of an instance. Must be called once per instance.
    pub(super) fn take(&mut self, id: InstanceId) -> Analysis {
        self.found[id].take().expect("each instance is analysed when it is made")
    }

    /// The instance of a body for these parameter classes. Created on first use.
    fn instance(&mut self, body: BodyRef, params: Vec<Class>) -> InstanceId {
        if let Some(&id) = self.ids.get(&(body, params.clone())) {
            return id;
        }
        let id = self.instances.len();
        let results = self.program.bodies[&body].returns.len();
        self.ids.insert((body, params.clone()), id);
        self.instances.push(Instance {
            body,
            params,
            summary: Summary { results: vec![Class::Ready; results], may_cancel: false },
            dependents: BTreeSet::new(),
        });
        self.work.insert(id);
        id
    }

    /// The entry for callers with dynamic values: the instance for ready parameters. Also creates
    /// the instance for later parameters if [`nonstrict_instance`] requires one.
    ///
    /// [`nonstrict_instance`]: Self::nonstrict_instance
    fn outer(&mut self, body: BodyRef) -> InstanceId {
        let resolved = &self.program.bodies[&body];
        let params = resolved.params;
        if !awaits_all(resolved) {
            self.instance(body, vec![Class::Later; params]);
        }
        self.instance(body, vec![Class::Ready; params])
    }

    /// The instance of the same body with all parameters later, if it differs and outside callers
    /// need it.
    pub(super) fn nonstrict_instance(&self, id: InstanceId) -> Option<InstanceId> {
        let Instance { body, params, .. } = &self.instances[id];
        let later = vec![Class::Later; params.len()];
        let all_ready = params.iter().all(|&class| class == Class::Ready);
        self.ids.get(&(*body, later)).copied().filter(|_| all_ready && !params.is_empty())
    }

    fn summarise(&self, id: InstanceId, analysis: &Analysis) -> Summary {
        let body = &self.program.bodies[&self.instances[id].body];
        Summary {
            results: body.returns.iter().map(|&value| analysis.classes[value]).collect(),
            may_cancel: analysis.may_cancel,
        }
    }

    fn may_cancel(&self, op: &ResolvedOp, callees: &[InstanceId]) -> bool {
        match op.control() {
            None => op.kernel.is_some_and(|kernel| {
                kernel.effects.is_none_or(|effects| effects.contains(Effects::HOST))
            }),
            Some(_) => callees.iter().any(|&callee| self.instances[callee].summary.may_cancel),
        }
    }

    /// One pass over a body, with the current summaries of its callees.
    fn analyse(&mut self, id: InstanceId) -> Analysis {
        let program = self.program;
        let body = &program.bodies[&self.instances[id].body];
        let mut analysis = Analysis {
            classes: self.instances[id].params.clone(),
            locals: self.instances[id].params.clone(),
            callees: Vec::with_capacity(body.ops.len()),
            checks_cancel: Vec::with_capacity(body.ops.len()),
            counts_depth: Vec::with_capacity(body.ops.len()),
            may_cancel: body.native.is_some(),
        };
        if body.native.is_some() {
            // It may do anything.
            analysis.classes.resize(body.values.len(), Class::Later);
            analysis.locals.resize(body.values.len(), Class::Later);
        }
        let mut after_cancel = vec![false; body.params];
        // In program order: true if an earlier op may have cancelled the run and no result reflects
        // that yet.
        let mut check_next = false;
        for op in &body.ops {
            let (callees, base) = self.outcome(id, op);
            // A nonstrict op has its results at once, whatever the classes of its operands.
            let checked = || op.checked().filter(|_| !op.eager);
            let late = checked().any(|v| analysis.classes[v] == Class::Later);
            let waits = checked().any(|v| analysis.locals[v] == Class::Later);
            let kernel = op.kernel.is_some();
            let checks_cancel =
                kernel && (waits || check_next || checked().any(|v| after_cancel[v]));
            let counts_depth = op.control().is_some()
                && op.functions.iter().any(|target| {
                    target.region == crate::graph::Body::ROOT && program.deep[target.function]
                });
            let guarded = checks_cancel
                || counts_depth
                || checked().any(|v| analysis.locals[v] != Class::Ready);
            for class in base {
                let local = if guarded { class.max(Class::Fallible) } else { class };
                analysis.locals.push(local);
                analysis.classes.push(if late { Class::Later } else { local });
            }
            let may_cancel = self.may_cancel(op, &callees);
            after_cancel.resize(analysis.classes.len(), may_cancel);
            if body.sync {
                check_next = may_cancel || check_next && !(checks_cancel && op.results > 0);
            }
            analysis.may_cancel |= may_cancel;
            analysis.callees.push(callees);
            analysis.checks_cancel.push(checks_cancel);
            analysis.counts_depth.push(counts_depth);
        }
        analysis
    }

    /// The instances that an op calls, and the class of each result when all operands are available
    /// and none is an error.
    fn outcome(&mut self, user: InstanceId, op: &ResolvedOp) -> (Vec<InstanceId>, Vec<Class>) {
        match op.control() {
            None => {
                // The summaries are not used, because a kernel may pass any arguments to a
                // function.
                let callees = op.functions.iter().map(|&target| self.outer(target)).collect();
                let classes = (0..op.results)
                    .map(|index| match op.kernel {
                        None => Class::Ready,
                        Some(_) if op.constant.is_some() => Class::Ready,
                        Some(_) if op.eager => Class::Later,
                        Some(_) if op.proved => Class::Ready,
                        Some(kernel) => {
                            let declared = kernel.result(index).map(|result| result.outcome);
                            let class = class(declared.unwrap_or(kernel.outcome));
                            // A result that is not of its type becomes an error.
                            let least =
                                if op.checks_results { Class::Fallible } else { Class::Ready };
                            let class = class.max(least);
                            // A kernel lowered to instructions cannot panic.
                            let may_panic = kernel.intrinsic.is_none();
                            match self.panics {
                                Panics::AreErrors if may_panic => class.max(Class::Fallible),
                                Panics::AreErrors | Panics::PassThrough => class,
                            }
                        }
                    })
                    .collect();
                (callees, classes)
            }
            Some(Control::Call | Control::If | Control::Case) => {
                let mut classes = vec![Class::Ready; op.results];
                let callees: Vec<InstanceId> = op
                    .functions
                    .iter()
                    .map(|&target| {
                        let params = self.program.bodies[&target].params;
                        self.enter(user, target, vec![Class::Ready; params])
                    })
                    .collect();
                for &callee in &callees {
                    for (class, &result) in
                        classes.iter_mut().zip(&self.instances[callee].summary.results)
                    {
                        *class = (*class).max(result);
                    }
                }
                (callees, classes)
            }
            Some(Control::Repeat | Control::While) => {
                let target = op.functions[0];
                let mut params = vec![Class::Ready; self.program.bodies[&target].params];
                loop {
                    let callee = self.enter(user, target, params.clone());
                    let results = &self.instances[callee].summary.results;
                    let mut grown = false;
                    for (param, &result) in params.iter_mut().zip(results) {
                        // The loop waits between iterations, so a later value is fallible in the
                        // next one.
                        let next = (*param).max(result.min(Class::Fallible));
                        grown |= next != *param;
                        *param = next;
                    }
                    if !grown {
                        let late = results.contains(&Class::Later);
                        let class = if late { Class::Later } else { Class::Fallible };
                        return (vec![callee], vec![class; op.results]);
                    }
                }
            }
        }
    }

    fn enter(&mut self, user: InstanceId, target: BodyRef, params: Vec<Class>) -> InstanceId {
        let id = self.instance(target, params);
        self.instances[id].dependents.insert(user);
        id
    }
}

/// Whether strict entry is equivalent: the caller waits for all arguments and, if one is an error
/// or the run is cancelled, returns that error without entering the body. This holds for a body
/// without parameters. Otherwise every observable op must wait for all parameters, each result must
/// take the last of several errors, and each result must come from, or depend on, a kernel before
/// which cancellation is checked.
fn awaits_all(body: &ResolvedBody) -> bool {
    if body.params == 0 || body.native.is_some() {
        return true;
    }
    if body.params > FOLLOWED_PARAMS {
        return false;
    }
    // For each value: the parameters whose errors become its own, the winner first.
    let mut wins: Vec<SmallVec<[usize; 2]>> =
        (0..body.params).map(|param| smallvec![param]).collect();
    // And whether the value becomes the cancellation error if the run was cancelled before.
    let mut checked_run = vec![false; body.params];
    for op in &body.ops {
        let mut order: SmallVec<[usize; 2]> = SmallVec::new();
        if !op.eager {
            let operands = op.operands.iter().chain(&op.guards).rev();
            for &param in operands.flat_map(|&value| &wins[value]) {
                if !order.contains(&param) {
                    order.push(param);
                }
            }
        }
        if order.len() < body.params && !op.is_silent() && op.kernel.is_some() {
            return false;
        }
        let checks_cancel = op.kernel.is_some() || op.checked().any(|value| checked_run[value]);
        checked_run.resize(op.first_result + op.results, checks_cancel);
        wins.resize(op.first_result + op.results, order);
    }
    body.returns
        .iter()
        .all(|&value| checked_run[value] && wins[value].iter().copied().eq((0..body.params).rev()))
}

/// A kernel's outcome as a class.
fn class(outcome: Outcome) -> Class {
    match outcome {
        Outcome::Ready => Class::Ready,
        Outcome::Fallible => Class::Fallible,
        Outcome::Later => Class::Later,
    }
}
