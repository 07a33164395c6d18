//! Totals over the steps of a function.

use super::{FnId, FnPlan, Step, StepKind};

/// Totals over a function's steps, computed once while the steps are in cache.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// How many steps there are.
    pub steps: usize,
    /// How many operands, guards and results a step, or a group of steps that run in parallel, has
    /// at most.
    pub widest_step: usize,
    /// How many the steps of a segment have together at most.
    pub widest_segment: usize,
    /// Each call of a body, and whether the step counts the call depth.
    pub callees: Vec<(FnId, bool)>,
    /// Each function that a step passes to a kernel.
    pub passed: Vec<FnId>,
}

impl Stats {
    pub(super) fn of(function: &FnPlan) -> Self {
        let mut stats = Self::default();
        for segment in &function.segments {
            let mut values = 0;
            for run in segment.runs() {
                let width: usize = run.iter().map(|step| stats.add(step)).sum();
                stats.widest_step = stats.widest_step.max(width);
                values += width;
            }
            stats.widest_segment = stats.widest_segment.max(values);
            stats.steps += segment.steps.len();
        }
        stats
    }

    /// Adds a step; returns its width.
    fn add(&mut self, step: &Step) -> usize {
        let width = step.operands.len() + step.guards.len() + step.results.len();
        match &step.kind {
            StepKind::Kernel { functions, .. } => self.passed.extend(functions),
            kind => {
                self.callees
                    .extend(kind.callees().iter().map(|&callee| (callee, step.counts_depth)));
            }
        }
        width
    }
}
