//! What one look at the steps of a function tells about it.

use super::{FnId, FnPlan, Step, StepKind};

/// What there is in a function's steps. There can be many of them, and by the time they are printed they
/// are out of the processor's caches: what is asked of all of them is asked once.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// How many steps there are.
    pub steps: usize,
    /// How many operands, guards and results a step has at most,
    pub widest: usize,
    /// and the steps of a segment together.
    pub most: usize,
    /// What steps enter, and whether the step looks at the call depth, as often as they do.
    pub callees: Vec<(FnId, bool)>,
    /// What is handed to kernels, as often as it is.
    pub handed: Vec<FnId>,
}

impl Survey {
    pub(super) fn of(function: &FnPlan) -> Self {
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
            kind => {
                self.callees.extend(kind.callees().iter().map(|&callee| (callee, step.enters)));
            }
        }
        width
    }
}
