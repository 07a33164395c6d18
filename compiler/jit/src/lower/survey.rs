//! What one look at the steps of a function tells about it. There can be many, and by the time they are
//! looked at they are out of the processor's caches: what is asked of all of them is asked at once.

use rustc_hash::FxHashMap;
use std::rc::Rc;
use tfrt_compiler::plan::{FnId, FnPlan, Step, StepKind};

/// Surveys of functions, made when they are first asked for.
#[derive(Debug, Default)]
pub(crate) struct Surveys(FxHashMap<FnId, Rc<Survey>>);

/// One function.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    /// How many steps there are.
    pub(crate) steps: usize,
    /// How many operands, guards and results a step has at most,
    pub(crate) widest: usize,
    /// and the steps of a segment together.
    pub(crate) most: usize,
    /// What steps enter, and whether the step looks at the call depth, as often as they do.
    pub(crate) callees: Vec<(FnId, bool)>,
    /// What is handed to kernels, as often as it is.
    pub(crate) handed: Vec<FnId>,
}

impl Surveys {
    /// Whether it was asked for already.
    pub(crate) fn has(&self, id: FnId) -> bool {
        self.0.contains_key(&id)
    }

    /// Of that function of a plan, which is the same for all.
    pub(crate) fn of(&mut self, id: FnId, function: &FnPlan) -> Rc<Survey> {
        Rc::clone(self.0.entry(id).or_insert_with(|| Rc::new(Survey::new(function))))
    }
}

impl Survey {
    fn new(function: &FnPlan) -> Self {
        let mut survey = Self::default();
        for segment in &function.segments {
            let values = segment.steps.iter().map(|step| survey.add(step)).sum();
            survey.most = survey.most.max(values);
            survey.steps += segment.steps.len();
        }
        survey
    }

    /// One step more; its width.
    fn add(&mut self, step: &Step) -> usize {
        let width = step.operands.len() + step.guards.len() + step.results.len();
        self.widest = self.widest.max(width);
        match &step.kind {
            StepKind::Kernel { functions, .. } => self.handed.extend(functions),
            kind => self.callees.extend(kind.callees().iter().map(|&callee| (callee, step.enters))),
        }
        width
    }
}
