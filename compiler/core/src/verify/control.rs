//! Ops that hand their operands to functions: the functions must be there and fit.

use super::Checker;
use super::body::Walk;
use super::schema::is_stored;
use crate::graph::{Function, Op, RegionId, Type};
use tfrt_host::kernel::{Chain, Control, Form, KernelDef, KernelType, ParamKind};

/// A function that an op refers to.
enum Target<'a> {
    Function(&'a Function),
    Region(RegionId),
}

/// How messages speak of a target.
struct Words {
    /// `callee`, `true function`.
    what: String,
    /// After `operand type mismatch`; empty for a plain call.
    which: String,
}

/// Whether the regions of this kernel's ops return what the op gives.
pub(super) fn region_gives_results(kernel: &KernelDef) -> bool {
    matches!(kernel.control, Some(Control::If | Control::Repeat))
        || matches!(kernel.form, Form::If | Form::Repeat | Form::Region)
}

/// What a benchmark must return of whatever type.
const ONE_VALUE: &str = "incorrect number of return values. One return value is expected";

impl Checker<'_> {
    /// Checks the functions of an op.
    pub(super) fn control(&mut self, walk: &Walk<'_>, op: &Op, kernel: &KernelDef) {
        let Some(targets) = self.targets(walk, op, kernel) else { return };
        if !self.has_all_functions(op, kernel, targets.len()) || self.damage.lacks_operands(op.span)
        {
            return;
        }
        let all: Vec<&Type> = op.operands.iter().map(|&v| walk.type_of(v)).collect();
        let results: Vec<&Type> = op.results.iter().map(|&v| walk.type_of(v)).collect();
        let rest = all.get(1..).unwrap_or(&[]);
        match (kernel.control, kernel.form) {
            (Some(Control::Call), _) | (None, Form::Call | Form::Once) => {
                let words = Words { what: "callee".to_owned(), which: String::new() };
                for target in targets.iter().take(1) {
                    self.target(walk, op, target, &words, &all, &results);
                }
            }
            (Some(Control::If), _) | (None, Form::If | Form::Cond) => {
                for (target, which) in targets.iter().zip(["true", "false"]) {
                    let words = match target {
                        Target::Function(_) => Words::of(format!("{which} function")),
                        Target::Region(_) => {
                            let block = if which == "true" { "then" } else { "else" };
                            Words::of(format!("'{block}' block"))
                        }
                    };
                    self.target(walk, op, target, &words, rest, &results);
                }
            }
            (Some(Control::Case), _) | (None, Form::Case) => {
                for (index, target) in targets.iter().enumerate() {
                    let words = Words::of(format!("branch {index}"));
                    self.target(walk, op, target, &words, rest, &results);
                }
            }
            (Some(Control::Repeat), _) | (None, Form::Repeat) => {
                if !self.loop_values(op, rest, &results) {
                    return;
                }
                let words = Words::of("'body' block".to_owned());
                for target in targets.iter().take(1) {
                    self.target(walk, op, target, &words, rest, &results);
                }
            }
            (Some(Control::While), _) | (None, Form::While) => {
                if rest.is_empty() {
                    self.op_error(op, "requires at least one loop value");
                } else if self.loop_values(op, rest, &results) {
                    let condition = Type::new("i1");
                    let mut given = results.clone();
                    given.push(&condition);
                    let words = Words::of("body function".to_owned());
                    for target in targets.iter().take(1) {
                        self.target(walk, op, target, &words, rest, &given);
                    }
                }
            }
            (None, Form::Region) => {
                let words = Words::of("region".to_owned());
                for target in &targets {
                    self.target(walk, op, target, &words, &all, &results);
                }
            }
            (None, Form::ParallelFor) => {
                let taken = range_arguments(&all);
                let words = Words::of("'body' block".to_owned());
                for target in targets.iter().take(1) {
                    self.target(walk, op, target, &words, &taken, &[]);
                }
            }
            (None, Form::ParallelCall) => {
                if let Some(Target::Function(callee)) = targets.first() {
                    self.parallel_callee(op, callee, &range_arguments(&all));
                }
            }
            (None, Form::SyncBenchmark) => {
                if let Some(Target::Function(target)) = targets.first() {
                    if target.arguments.len() != all.len() {
                        self.op_error(op, "incorrect number of operands for target function");
                    } else if !target.arguments.iter().eq(all.iter().copied()) {
                        self.op_error(op, "operand type mismatch for target function");
                    }
                }
            }
            (None, Form::Benchmark) => {
                let words = Words::of("region".to_owned());
                for target in targets.iter().take(1) {
                    self.target(walk, op, target, &words, &all, &results);
                    self.one_value(walk, op, target);
                }
            }
            _ => {}
        }
    }

    /// Checks what is called for each block of a range.
    fn parallel_callee(&mut self, op: &Op, callee: &Function, given: &[&Type]) {
        let is = |ty: Option<&Type>, name: &str| ty.is_some_and(|ty| ty.as_str() == name);
        let taken = &callee.arguments;
        if taken.len() != given.len() {
            self.op_error(op, "incorrect number of callee operands");
        } else if !(is(taken.first(), "i32") && is(taken.get(1), "i32")) {
            // The original's own words.
            self.op_error(op, "callee must take stard and end indices first");
        } else if !taken.iter().eq(given.iter().copied()) {
            self.op_error(op, "operand type mismatch");
        }
        if callee.results.len() > 1 {
            self.op_error(op, "invalid callee result type");
        } else if !callee.results.is_empty() && !is(callee.results.first(), Chain::NAME) {
            self.op_error(op, "async callee must return a chain");
        }
    }

    /// Checks that a region returns one value.
    fn one_value(&mut self, walk: &Walk<'_>, op: &Op, target: &Target<'_>) {
        let Target::Region(region) = target else { return };
        let ops = walk.body.entry(*region).map(|block| &walk.body.block(block).ops);
        let last = ops.and_then(|ops| ops.last()).map(|&last| walk.body.op(last));
        match last.filter(|last| super::is_return(&last.name)) {
            // Said where the region is walked.
            None => {}
            Some(last) if last.operands.len() == 1 || self.damage.lacks_operands(last.span) => {}
            Some(_) => self.op_error(op, ONE_VALUE),
        }
    }

    /// The functions of an op, in order; `None` if one is missing.
    fn targets<'a>(
        &mut self,
        walk: &Walk<'a>,
        op: &'a Op,
        kernel: &KernelDef,
    ) -> Option<Vec<Target<'a>>> {
        let mut targets = Vec::new();
        let mut all_found = true;
        for (name, attribute) in op.attributes.iter().filter(|(name, _)| is_stored(name)) {
            let Some(names) = walk.symbols.function_names(attribute) else { continue };
            for symbol in names {
                if let Some(function) = walk.symbols.function(symbol) {
                    targets.push(Target::Function(function));
                    continue;
                }
                all_found = false;
                if self.damage.may_define(symbol) {
                    continue;
                }
                if symbol.is_empty() {
                    self.op_error(op, format!("attribute '{name}' must hold symbols only"));
                } else if kernel.form == Form::Generic {
                    self.error(op.span, format!("function @{symbol} not defined"));
                } else {
                    self.op_error(op, format!("'{symbol}' does not reference a valid function"));
                }
            }
        }
        targets.extend(op.regions.iter().map(|&region| Target::Region(region)));
        all_found.then_some(targets)
    }

    /// Whether an op has as many functions as its kernel takes: just as many where the op has a
    /// form of its own, which could not show more.
    fn has_all_functions(&mut self, op: &Op, kernel: &KernelDef, given: usize) -> bool {
        let (least, regions) = match kernel.form {
            Form::Call | Form::Once | Form::ParallelCall | Form::SyncBenchmark => (1, 0),
            Form::If => (2, 2),
            Form::Cond => (2, 0),
            Form::Case => (1, 0),
            Form::Repeat | Form::Region | Form::ParallelFor | Form::Benchmark => (1, 1),
            Form::While => (1, 0),
            Form::Generic
            | Form::Operands
            | Form::Constant
            | Form::Complex
            | Form::TypedOperands => {
                let count = |kind| match kind {
                    ParamKind::Function { index } => index + 1,
                    _ => 0,
                };
                (kernel.params.iter().map(|param| count(param.kind)).max().unwrap_or(0), 0)
            }
        };
        let of_known_form = !matches!(
            kernel.form,
            Form::Generic | Form::Operands | Form::Constant | Form::Complex | Form::TypedOperands
        );
        if of_known_form && op.regions.len() != regions {
            self.op_error(op, format!("expected {regions} regions, but got {}", op.regions.len()));
            return false;
        }
        if of_known_form && kernel.form != Form::Case && given > least {
            self.op_error(op, format!("expected {least} functions, but got {given}"));
            return false;
        }
        if given >= least {
            return true;
        }
        let symbol = match kernel.form {
            Form::Call | Form::ParallelCall => callee_attribute(kernel),
            Form::Once => "function",
            Form::Cond if op.attributes.get("a_true_fn").is_some() => "b_false_fn",
            Form::Cond => "a_true_fn",
            Form::Case => "branches",
            Form::SyncBenchmark => "target_fn",
            Form::While => "body_fn",
            _ => {
                self.op_error(op, format!("expected {least} functions, but got {given}"));
                return false;
            }
        };
        self.op_error(op, format!("requires a '{symbol}' symbol reference attribute"));
        false
    }

    /// Whether a loop gives back the types that it takes.
    fn loop_values(&mut self, op: &Op, values: &[&Type], results: &[&Type]) -> bool {
        if values.len() != results.len() {
            self.op_error(op, "incorrect number of operands");
        } else if values != results {
            self.op_error(op, "operand/result type mismatch");
        } else {
            return true;
        }
        false
    }

    /// Checks that a function takes `arguments` and gives `results`. What a region gives is
    /// checked at its return.
    fn target(
        &mut self,
        walk: &Walk<'_>,
        op: &Op,
        target: &Target<'_>,
        words: &Words,
        arguments: &[&Type],
        results: &[&Type],
    ) {
        let Words { what, which } = words;
        match target {
            Target::Function(function) => {
                if function.arguments.len() != arguments.len() {
                    self.op_error(op, format!("incorrect number of operands for {what}"));
                } else if !function.arguments.iter().eq(arguments.iter().copied()) {
                    self.op_error(op, format!("operand type mismatch{which}"));
                }
                if function.results.len() != results.len() {
                    self.op_error(op, format!("incorrect number of results for {what}"));
                } else if !function.results.iter().eq(results.iter().copied()) {
                    self.op_error(op, format!("result type mismatch{which}"));
                }
            }
            Target::Region(region) => {
                let Some(block) = walk.body.entry(*region) else { return };
                let taken = &walk.body.block(block).arguments;
                if taken.len() != arguments.len() {
                    self.op_error(op, format!("incorrect number of arguments to {what}"));
                } else if !taken.iter().map(|&v| walk.type_of(v)).eq(arguments.iter().copied()) {
                    self.op_error(op, "operand/argument type mismatch");
                }
            }
        }
    }
}

/// What each block of a range is given: its bounds, then the operands after the block size.
fn range_arguments<'a>(operands: &[&'a Type]) -> Vec<&'a Type> {
    let bounds = operands.iter().take(2);
    bounds.chain(operands.iter().skip(3)).copied().collect()
}

impl Words {
    fn of(what: String) -> Self {
        let which = format!(" for {what}");
        Self { what, which }
    }
}

/// The name of the attribute that names the function of a call, by the kernel's own parameter.
pub(crate) fn callee_attribute(kernel: &KernelDef) -> &'static str {
    let parameter = kernel
        .params
        .iter()
        .find(|param| matches!(param.kind, ParamKind::Function { .. }))
        .map(|param| param.name);
    match (kernel.control, parameter) {
        (None, Some(name)) if !name.is_empty() => name,
        _ => "callee",
    }
}
