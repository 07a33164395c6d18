//! Inference: the class of every value of every body, for every vector of parameter classes that
//! occurs, as the least fixed point over calls, regions and loops.
//!
//! Classes only grow (ready < fallible < later), so re-analysing an instance whenever something
//! that it depends on has grown ends, at the least solution.

use super::resolve::{Program, ResolvedBody, ResolvedOp};
use super::{BodyRef, Class, Panics};
use smallvec::{SmallVec, smallvec};
use std::collections::{BTreeMap, BTreeSet};
use tfrt_host::kernel::{Control, Outcome};

/// How many parameters [`awaits_all`] follows.
const FOLLOWED_PARAMS: usize = 8;

/// Index of an [`Instance`].
pub(super) type InstanceId = usize;

/// One body for one vector of parameter classes, and what is known of it.
#[derive(Debug)]
pub(super) struct Instance {
    pub(super) body: BodyRef,
    pub(super) params: Vec<Class>,
    pub(super) summary: Summary,
    /// Instances whose analysis read this summary.
    dependents: BTreeSet<InstanceId>,
}

/// What callers need to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Summary {
    pub(super) results: Vec<Class>,
    /// It runs something that is not pure, and so may have cancelled the run.
    pub(super) may_cancel: bool,
}

/// What one analysis of a body found, per op and value.
#[derive(Debug)]
pub(super) struct Analysis {
    /// Per value: the class at the function's level: of an op that waits, later.
    pub(super) classes: Vec<Class>,
    /// Per value: the class as its producer leaves it, operands' lateness set aside.
    pub(super) locals: Vec<Class>,
    /// Per op: the instances of its functions.
    pub(super) callees: Vec<Vec<InstanceId>>,
    /// Per op: check for cancellation before it.
    pub(super) checks_cancel: Vec<bool>,
    /// Per op: it enters functions that count in the call depth.
    pub(super) counts_depth: Vec<bool>,
    /// It runs something that is not pure, and so may have cancelled the run.
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
    /// By instance, what its last pass found: what holds in the end, because an instance is
    /// analysed again when something that it read has grown.
    found: Vec<Option<Analysis>>,
}

impl<'p> Inference<'p> {
    /// Infers from the given entries on, each for callers from outside.
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
        // Later instances are callees of earlier ones more often than not: from the back.
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

    /// What is known of an instance. Can be asked for once.
    pub(super) fn take(&mut self, id: InstanceId) -> Analysis {
        self.found[id].take().expect("each instance is analysed when it is made")
    }

    /// The instance of a body for these parameter classes, made if need be.
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

    /// What a caller that passes dynamic values enters: the instance for ready parameters. The
    /// one for parameters that may come later is made as well, if [`nonstrict_instance`] asks for it.
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

    /// The instance of the same body whose parameters may all come later, if that is another and
    /// callers from outside need it.
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
            None => op.kernel.is_some_and(|kernel| !kernel.pure),
            Some(_) => callees.iter().any(|&callee| self.instances[callee].summary.may_cancel),
        }
    }

    /// One pass over a body with what is known of the others now.
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
        // In order: something may have cancelled the run, and no result yet says whether it has.
        let mut check_next = false;
        for op in &body.ops {
            let (callees, base) = self.outcome(id, op);
            // An op that does not wait has results of its own at once, whatever comes.
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

    /// The instances that an op enters, and the class of each of its results when all its
    /// operands are there and none is an error.
    fn outcome(&mut self, user: InstanceId, op: &ResolvedOp) -> (Vec<InstanceId>, Vec<Class>) {
        match op.control() {
            None => {
                // Their summaries are of no interest: kernels may pass a function anything.
                let callees = op.functions.iter().map(|&target| self.outer(target)).collect();
                let classes = (0..op.results)
                    .map(|index| match op.kernel {
                        None => Class::Ready,
                        Some(_) if op.constant.is_some() => Class::Ready,
                        Some(_) if op.eager => Class::Later,
                        Some(_) if op.proved => Class::Ready,
                        Some(kernel) => {
                            let declared = kernel.results.get(index).map(|result| result.outcome);
                            let class = class(declared.unwrap_or(kernel.outcome));
                            // What becomes instructions cannot panic.
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
                        // Between iterations the loop waits, so what arrives late is fallible then.
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

/// Whether a body does the same if its caller waits for all arguments and, instead of entering, hands
/// on the last error of them, or that the run was cancelled meanwhile: it has no parameter, or all it
/// does waits for all parameters but what cannot be observed, of several that are errors each result takes
/// the last, and each result is of a kernel, before which cancellation is checked, or follows one.
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
    // And whether it is an error of a run that was cancelled before.
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
