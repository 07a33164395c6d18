//! Pinned signatures (`tfrt.signature`): a function whose results are to be of one class for its
//! Rust callers, whatever its body is. A body that is better is widened where Rust calls it; one
//! that does not fit is an error at the op to blame.

use super::infer::{Analysis, Inference, InstanceId};
use super::resolve::{Program, ResolvedOp};
use super::{Class, Plan};
use crate::graph::{Body, Function, SIGNATURE_ATTRIBUTE, Type, signature};
use crate::source::{Diagnostic, Span};
use crate::verify::Verified;
use std::collections::BTreeSet;
use tfrt_host::kernel::{Catalogue, Control, Outcome, is_checked_family};

/// The class to which a function's results are pinned, and the word that says so.
fn pinned(function: &Function) -> Option<(Class, &'static str)> {
    let word = signature(function.attributes.get(SIGNATURE_ATTRIBUTE)?)?;
    let class = match word {
        "ready" => Class::Ready,
        "fallible" => Class::Fallible,
        _ => Class::Later,
    };
    Some((class, word))
}

/// Notes in the plan which functions are pinned, and which arguments are checked.
pub(super) fn pin(plan: &mut Plan, program: &Verified, catalogue: &Catalogue) {
    let functions: Vec<&Function> = program.module().functions().collect();
    for &(function, id) in &plan.entries {
        let plan = &mut plan.functions[id.index()];
        plan.pinned = pinned(functions[function]).map(|(class, _)| class);
        let arguments = functions[function].arguments.iter().enumerate();
        let checked = arguments.filter(|(_, ty)| is_checked(ty, catalogue));
        plan.checked = checked.map(|(index, _)| index).collect();
    }
}

/// Whether what callers from outside pass for that type may be of another: a member of a family.
fn is_checked(ty: &Type, catalogue: &Catalogue) -> bool {
    let is_family = || catalogue.ty(ty.as_str()).is_some_and(|def| is_checked_family(def.name));
    ty.as_str().ends_with('>') && is_family()
}

/// A program whose classes are known.
pub(super) struct Found<'a, 'p> {
    pub(super) program: &'a Verified,
    pub(super) catalogue: &'a Catalogue,
    pub(super) resolved: &'a Program,
    pub(super) inference: &'a Inference<'p>,
}

/// Why a value is of its class.
struct Blame {
    span: Span,
    /// `'my.op' can fail`.
    what: String,
    /// The calls on the way to the op, by the name of the function that they enter.
    calls: Vec<(String, Span)>,
}

impl Found<'_, '_> {
    /// Checks that the results of pinned functions fit.
    pub(super) fn check<'x>(
        &self,
        entries: &[InstanceId],
        analysis: impl Fn(InstanceId) -> &'x Analysis,
    ) -> Result<(), Vec<Diagnostic>> {
        let functions: Vec<&Function> = self.program.module().functions().collect();
        let mut errors: Vec<Diagnostic> = Vec::new();
        for &id in entries {
            let body = self.inference.instances[id].body;
            let function = functions[body.function];
            let Some((pin, word)) = pinned(function) else { continue };
            let checked = function.arguments.iter().find(|ty| is_checked(ty, self.catalogue));
            if let (Class::Ready, Some(ty)) = (pin, checked) {
                let name = &function.name;
                let message = format!(
                    "an argument of another type than '{ty}' is an error, but tfrt.signature of \
                     @{name} is \"{word}\""
                );
                errors.push(Diagnostic::error(function.span, message));
                continue;
            }
            for &result in &self.resolved.bodies[&body].returns {
                let class = analysis(id).classes[result];
                if class <= pin {
                    continue;
                }
                let Blame { span, what, calls } =
                    self.blame(&functions, (id, result), class, &analysis);
                let name = &function.name;
                let message = format!("{what}, but tfrt.signature of @{name} is \"{word}\"");
                let mut error = Diagnostic::error(span, message);
                for (callee, span) in calls {
                    error = error.with_note(span, format!("@{callee} is called here"));
                }
                let same =
                    |other: &Diagnostic| other.span == error.span && other.message == error.message;
                if !errors.iter().any(same) {
                    errors.push(error);
                }
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    /// Follows a value of this class, which is not ready, back to the op that makes it so: through
    /// operands, and into what is called.
    fn blame<'x>(
        &self,
        functions: &[&Function],
        (mut id, mut value): (InstanceId, usize),
        class: Class,
        analysis: &impl Fn(InstanceId) -> &'x Analysis,
    ) -> Blame {
        let body = self.inference.instances[id].body;
        let mut blame = Blame {
            span: functions[body.function].span,
            what: "a native function may wait".to_owned(),
            calls: Vec::new(),
        };
        let mut calls = Vec::new();
        let mut seen = BTreeSet::new();
        while seen.insert((id, value)) {
            let body = self.inference.instances[id].body;
            let resolved = &self.resolved.bodies[&body];
            let classes = &analysis(id).classes;
            // Ops are in the order of their results.
            let after = resolved.ops.partition_point(|op| op.first_result <= value);
            // Neither a parameter nor a result of a native function is to blame: what calls it is.
            let Some(index) = after.checked_sub(1) else { break };
            let op = &resolved.ops[index];
            if !op.eager
                && let Some(operand) = op.checked().find(|&operand| classes[operand] == class)
            {
                value = operand;
                continue;
            }
            let function = functions[body.function];
            let Some(graph) = &function.body else { break };
            let node = graph.op(op.op);
            let what =
                format!("'{}' {}", node.name, reason(op, class, &analysis(id).counts_depth, index));
            blame = Blame { span: node.span, what, calls: calls.clone() };
            let Some(control) = op.control() else { break };
            let at = value - op.first_result;
            let enters = analysis(id).callees[index].iter().find_map(|&callee| {
                let results = &self.inference.instances[callee].summary.results;
                let result = match control {
                    Control::Repeat | Control::While => results.iter().position(|&c| c == class)?,
                    Control::Call | Control::If | Control::Case => at,
                };
                (results[result] == class).then_some((callee, result))
            });
            let Some((callee, result)) = enters else { break };
            let entered = self.inference.instances[callee].body;
            if entered.region == Body::ROOT {
                calls.push((functions[entered.function].name.clone(), node.span));
            }
            (id, value) = (callee, self.resolved.bodies[&entered].returns[result]);
        }
        blame
    }
}

/// Why the results of an op are of this class, if its operands are not to blame.
fn reason(op: &ResolvedOp, class: Class, counts_depth: &[bool], index: usize) -> &'static str {
    let fails = op.kernel.is_some_and(|kernel| {
        kernel.outcome > Outcome::Ready
            || kernel.results.iter().any(|result| result.outcome > Outcome::Ready)
    });
    match op.control() {
        _ if class == Class::Later => "may wait",
        None if fails && !op.proved => "can fail",
        Some(Control::Repeat | Control::While) => "can be cancelled",
        _ if counts_depth[index] => "can exceed the call depth",
        Some(_) => "can fail",
        None => "does not run if what runs before it cancels the run",
    }
}
