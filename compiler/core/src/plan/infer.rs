//! Inference: the class of every value of every body, for every vector of parameter classes that
//! occurs, as the least fixed point over calls, regions and loops.
//!
//! Classes only grow (ready < fallible < later), so re-analysing an instance whenever something
//! that it depends on has grown ends, at the least solution.

use super::resolve::{Program, ResolvedOp};
use super::{BodyRef, Class};
use std::collections::{BTreeMap, BTreeSet};
use tfrt_host::kernel::{Control, Outcome};

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
    pub(super) unsettling: bool,
}

/// What one analysis of a body found, per op and value.
#[derive(Debug)]
pub(super) struct Analysis {
    /// Per value: the class at the function's level (what waits is later).
    pub(super) classes: Vec<Class>,
    /// Per value: the class as its producer leaves it, operands' lateness set aside.
    pub(super) locals: Vec<Class>,
    /// Per op: the instances of its functions.
    pub(super) callees: Vec<Vec<InstanceId>>,
    /// Per op: look for cancellation before it.
    pub(super) looks: Vec<bool>,
    /// Per op: it enters functions that count against the call depth.
    pub(super) enters: Vec<bool>,
}

/// The instances of a program.
#[derive(Debug)]
pub(super) struct Inference<'p> {
    program: &'p Program,
    pub(super) instances: Vec<Instance>,
    ids: BTreeMap<(BodyRef, Vec<Class>), InstanceId>,
    work: BTreeSet<InstanceId>,
}

impl<'p> Inference<'p> {
    /// Infers from the given entries (each for ready parameters) on.
    pub(super) fn run(program: &'p Program, entries: &[BodyRef]) -> (Self, Vec<InstanceId>) {
        let mut inference =
            Self { program, instances: Vec::new(), ids: BTreeMap::new(), work: BTreeSet::new() };
        let ids = entries
            .iter()
            .map(|&body| {
                let params = vec![Class::Ready; program.bodies[&body].params];
                inference.instance(body, params)
            })
            .collect();
        // Later instances are callees of earlier ones more often than not: from the back.
        while let Some(id) = inference.work.pop_last() {
            let analysis = inference.analyse(id);
            let summary = inference.summarise(id, &analysis);
            if summary != inference.instances[id].summary {
                inference.instances[id].summary = summary;
                let dependents = inference.instances[id].dependents.clone();
                inference.work.extend(dependents);
            }
        }
        (inference, ids)
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
            summary: Summary { results: vec![Class::Ready; results], unsettling: false },
            dependents: BTreeSet::new(),
        });
        self.work.insert(id);
        id
    }

    fn summarise(&self, id: InstanceId, analysis: &Analysis) -> Summary {
        let body = &self.program.bodies[&self.instances[id].body];
        Summary {
            results: body.returns.iter().map(|&value| analysis.classes[value]).collect(),
            unsettling: body
                .ops
                .iter()
                .zip(&analysis.callees)
                .any(|(op, callees)| self.unsettling(op, callees)),
        }
    }

    fn unsettling(&self, op: &ResolvedOp, callees: &[InstanceId]) -> bool {
        match op.control() {
            None => !op.kernel.pure,
            Some(_) => callees.iter().any(|&callee| self.instances[callee].summary.unsettling),
        }
    }

    /// One pass over a body with what is known of the others now.
    pub(super) fn analyse(&mut self, id: InstanceId) -> Analysis {
        let program = self.program;
        let body = &program.bodies[&self.instances[id].body];
        let mut analysis = Analysis {
            classes: self.instances[id].params.clone(),
            locals: self.instances[id].params.clone(),
            callees: Vec::with_capacity(body.ops.len()),
            looks: Vec::with_capacity(body.ops.len()),
            enters: Vec::with_capacity(body.ops.len()),
        };
        let mut unsettled = vec![false; body.params];
        for op in &body.ops {
            let (callees, base) = self.outcome(id, op);
            let late = op.operands.iter().any(|&v| analysis.classes[v] == Class::Later);
            let waits = op.operands.iter().any(|&v| analysis.locals[v] == Class::Later);
            let looks = waits || op.operands.iter().any(|&v| unsettled[v]);
            let enters = op.control().is_some()
                && op.functions.iter().any(|target| {
                    target.region == crate::graph::Body::ROOT && program.deep[target.function]
                });
            let guarded =
                looks || enters || op.operands.iter().any(|&v| analysis.locals[v] != Class::Ready);
            for class in base {
                let local = if guarded { class.max(Class::Fallible) } else { class };
                analysis.locals.push(local);
                analysis.classes.push(if late { Class::Later } else { local });
            }
            let unsettling = self.unsettling(op, &callees);
            unsettled.resize(analysis.classes.len(), unsettling);
            analysis.callees.push(callees);
            analysis.looks.push(looks);
            analysis.enters.push(enters);
        }
        analysis
    }

    /// The instances that an op enters, and the class of each of its results when all its
    /// operands are there and none is an error.
    fn outcome(&mut self, user: InstanceId, op: &ResolvedOp) -> (Vec<InstanceId>, Vec<Class>) {
        match op.control() {
            None => {
                // Kernels may pass a function anything: its parameters count as fallible.
                let callees = op
                    .functions
                    .iter()
                    .map(|&target| {
                        let params = self.program.bodies[&target].params;
                        self.enter(user, target, vec![Class::Fallible; params])
                    })
                    .collect();
                let classes = (0..op.results)
                    .map(|index| {
                        if op.proved {
                            return Class::Ready;
                        }
                        let declared = op.kernel.results.get(index).map(|result| result.outcome);
                        class(declared.unwrap_or(op.kernel.outcome))
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
                        // Between trips the loop waits, so what arrives late is fallible then.
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

/// A kernel's outcome as a class.
fn class(outcome: Outcome) -> Class {
    match outcome {
        Outcome::Ready => Class::Ready,
        Outcome::Fallible => Class::Fallible,
        Outcome::Later => Class::Later,
    }
}
