//! A reference evaluator, independent of the three engines, that computes the expected outcome of a
//! program. It reads the verified graph and implements the specification again; it uses no kernel,
//! value, queue, plan or executor of the runtime.
//!
//! # Why it is right
//!
//! * A body is evaluated op by op in the order of the text. Values are in SSA form and regions are
//!   isolated, so that order is one of those that data and chains allow. What is observed is the
//!   same for all of them: a kernel's results depend on its operands alone, except where chains
//!   order state (counters, tensors that are written in place), and lines are compared as a multiset. So a kernel that gives its value
//!   later is one that gives it now, and so are a task, a parallel loop and its blocks.
//! * An error is a value. An op with an error operand is not run; the last such operand is every
//!   result. An op that does not wait (`bef.nonstrict`) and enters a function is entered with it.
//! * Loops and calls recurse in the evaluator as they do in the program; depth counts activations
//!   of named functions.
//! * **Cancellation.** What the cancelling kernel's results reach is cancelled for sure; what it
//!   waited for has run for sure; anything else may have run or be cancelled. The first falls out of
//!   evaluation (`after`). For the second, the ops that run are numbered and each notes what it
//!   waited for, and if the run was cancelled the program is evaluated again: numbers are the same,
//!   and each op that the cancellation did not wait for marks what it gives, prints and reports as
//!   possible only (`may`). An error operand beats cancellation, so that its error is as sure as
//!   the operands are.
//!
//! Not supported here, and so not in random programs: kernels that sleep, measure time, read files
//! or tell about threads, addresses and reference counts, which are the executor's alone or not the
//! same twice.

mod arith;
mod float;
mod kernels;
mod math;
mod run;
mod scalar;
mod tensor;

use crate::Run;
use crate::random::typed::Argument;
use std::collections::BTreeMap;
use std::rc::Rc;
use tfrt_compiler::verify::Verified;

pub use scalar::Scalar;

/// What a run must come to.
#[derive(Clone, Debug, Default)]
pub struct Expected {
    /// Each result as [`crate::Outcome`] shows it, and whether it may be cancelled instead.
    pub results: Vec<(String, bool)>,
    /// Lines that may be printed, and whether each must be.
    pub lines: Vec<(String, bool)>,
    /// Errors that may be reported, and whether each must be.
    pub reports: Vec<(String, bool)>,
    /// How often each op was run, not skipped.
    pub ran: BTreeMap<Rc<str>, u64>,
    /// The run was cancelled.
    pub cancelled: bool,
}

/// Evaluates a function of the program on these arguments.
///
/// # Panics
/// There is no such function, or it uses what the evaluator does not know.
#[must_use]
pub fn evaluate(
    program: &Verified,
    function: &str,
    arguments: &[Scalar],
    max_call_depth: u32,
) -> Expected {
    let arguments: Vec<Argument> = arguments.iter().map(|&it| Argument::Scalar(it)).collect();
    evaluate_typed(program, function, &arguments, max_call_depth)
}

/// [`evaluate`] of a function that takes tensors, too.
///
/// # Panics
/// As [`evaluate`].
#[must_use]
pub fn evaluate_typed(
    program: &Verified,
    function: &str,
    arguments: &[Argument],
    max_call_depth: u32,
) -> Expected {
    let first = run::Evaluation::new(program, max_call_depth, None);
    let (expected, waited_for) = first.function(function, arguments);
    let Some(waited_for) = waited_for else { return expected };
    run::Evaluation::new(program, max_call_depth, Some(waited_for)).function(function, arguments).0
}

/// How the error of a cancelled run begins, as shown.
const CANCELLED: &str = "Cancelled 'Cancelled'";

impl Expected {
    /// What is wrong with a run, if anything.
    #[must_use]
    pub fn check(&self, run: &Run) -> Option<String> {
        if run.leaked != 0 {
            return Some(format!("{} values left alive", run.leaked));
        }
        if run.overwritten {
            return Some("a tensor that the caller keeps has other elements".to_owned());
        }
        let found = &run.outcome;
        if self.results.len() != found.results.len() {
            return Some(format!("{} results", found.results.len()));
        }
        for (index, ((normal, may), found)) in self.results.iter().zip(&found.results).enumerate() {
            let ended = found.starts_with(CANCELLED);
            let right = found == normal || ended && (*may || normal.starts_with(CANCELLED));
            if !right {
                let or = if *may { " or cancelled" } else { "" };
                return Some(format!("result {index} is {found}, expected {normal}{or}"));
            }
        }
        differs("line", &self.lines, &found.output)
            .or_else(|| differs("report", &self.reports, &found.reports))
    }
}

/// A line that should be there and is not, or the other way round.
fn differs(what: &str, expected: &[(String, bool)], found: &[String]) -> Option<String> {
    let mut counts: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
    for (line, must) in expected {
        let (least, most) = counts.entry(line).or_default();
        *least += i64::from(*must);
        *most += 1;
    }
    for line in found {
        let (least, most) = counts.entry(line).or_default();
        *least -= 1;
        *most -= 1;
    }
    counts.iter().find_map(|(line, &(least, most))| match (least, most) {
        (1.., _) => Some(format!("{what} '{line}' is missing")),
        (_, ..0) => Some(format!("{what} '{line}' is one too many")),
        _ => None,
    })
}
