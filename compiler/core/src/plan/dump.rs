//! Prints the plan as readable text, for `tfrt show --as plan`.

use super::{Class, Constant, FnPlan, LocalId, Operand, Plan, Scalar, Step, StepKind};
use crate::graph::{Function, TypeKind};
use crate::verify::Verified;
use std::fmt::{self, Write};
use tfrt_bef::element_types;
use tfrt_host::kernel::{KernelDef, KernelType, ParamKind, ScalarType, bf16, f16};

/// Prints, for every instance: each value with its class, segments with what they wait for, what
/// lives in the frame, where results are delivered.
#[must_use]
#[expect(clippy::missing_panics_doc, reason = "writing to a string does not fail")]
pub fn dump(plan: &Plan, program: &Verified) -> String {
    let functions: Vec<&Function> = program.module().functions().collect();
    let mut out = String::new();
    for function in &plan.functions {
        print_function(&mut out, plan, function, functions[function.body.function])
            .expect("writing to a string does not fail");
    }
    out
}

fn print_function(out: &mut String, plan: &Plan, function: &FnPlan, of: &Function) -> fmt::Result {
    write!(out, "fn {}(", function.name)?;
    for index in 0..function.params {
        let separator = if index > 0 { ", " } else { "" };
        let id = LocalId::new(index);
        write!(out, "{separator}{}: {}", show(function, id), typed(function, id))?;
    }
    write!(out, ") -> (")?;
    for (index, &result) in function.results.iter().enumerate() {
        let separator = if index > 0 { ", " } else { "" };
        write!(out, "{separator}{}", typed(function, result))?;
    }
    write!(out, ")  // of @{}", of.name)?;
    for (flag, text) in [
        (function.is_region, "region"),
        (function.native.is_some(), "native"),
        (function.inlined, "inlined"),
        (function.needs_context, "context"),
        (function.needs_depth, "depth"),
        (function.checks_cancel_on_entry, "checks cancel on entry"),
        (function.is_loop, "loop"),
        (function.has_frame(), "frame"),
    ] {
        if flag {
            write!(out, ", {text}")?;
        }
    }
    if let Some(id) = function.nonstrict_entry {
        write!(out, ", else {}", plan.function(id).name)?;
    }
    writeln!(out, " {{")?;
    if function.has_frame() {
        let mut frame = String::new();
        for (index, value) in function.values.iter().enumerate() {
            if value.in_frame {
                let id = LocalId::new(index);
                write!(frame, " {}", show(function, id))?;
            }
        }
        writeln!(out, "  frame:{frame}")?;
    }
    for (index, segment) in function.segments.iter().enumerate() {
        write!(out, "  segment {index}")?;
        if !segment.waits.is_empty() {
            let waits: Vec<String> = segment.waits.iter().map(|&w| show(function, w)).collect();
            write!(out, " waits {}", waits.join(" "))?;
        }
        if !segment.after.is_empty() {
            let after: Vec<String> = segment.after.iter().map(|s| s.0.to_string()).collect();
            write!(out, " after segments {}", after.join(" "))?;
        }
        let joins = segment.waits.len() + segment.after.len();
        if joins > 1 {
            write!(out, " (join of {joins})")?;
        }
        writeln!(out, ":")?;
        for (index, step) in segment.steps.iter().enumerate() {
            if let Some(group) = segment.parallel.iter().find(|group| group.start == index) {
                writeln!(out, "    the next {} in parallel:", group.len())?;
            }
            print_step(out, plan, function, step, of)?;
        }
        if !segment.delivers.is_empty() {
            let delivers: Vec<String> = segment
                .delivers
                .iter()
                .map(|&i| format!("{} as #{i}", show(function, function.results[i])))
                .collect();
            writeln!(out, "    deliver {}", delivers.join(", "))?;
        }
    }
    writeln!(out, "}}\n")
}

fn print_step(
    out: &mut String,
    plan: &Plan,
    function: &FnPlan,
    step: &Step,
    of: &Function,
) -> fmt::Result {
    write!(out, "    ")?;
    for (index, &result) in step.results.iter().enumerate() {
        let separator = if index > 0 { ", " } else { "" };
        let end = if index + 1 == step.results.len() { " = " } else { "" };
        write!(out, "{separator}{}: {}{end}", show(function, result), typed(function, result))?;
    }
    let name = of.body.as_ref().map_or("", |body| &body.op(step.op).name);
    write!(out, "{name}(")?;
    print_operands(out, function, &step.operands)?;
    write!(out, ")")?;
    if let StepKind::Constant(constant) = &step.kind {
        let known = |constant: &Constant| constant.scalar().map_or("known".to_owned(), known);
        let known: Vec<String> = constant.iter().map(known).collect();
        write!(out, " is {}", known.join(", "))?;
    }
    if !step.guards.is_empty() {
        write!(out, " after (")?;
        print_operands(out, function, &step.guards)?;
        write!(out, ")")?;
    }
    let (callees, proved) = match &step.kind {
        StepKind::Kernel { functions, proved, .. } => (functions.as_slice(), *proved),
        kind => (kind.callees(), false),
    };
    for &callee in callees {
        write!(out, " {}", plan.function(callee).name)?;
    }
    if let StepKind::Kernel { kernel, .. } = &step.kind {
        for (index, operand) in step.operands.iter().enumerate() {
            let uses = step.operands.iter().filter(|other| other.value == operand.value).count();
            if uses == 1 && may_write(kernel, index, operand, function) {
                write!(out, " [may write over {}]", show(function, operand.value))?;
            }
        }
    }
    for (flag, text) in [
        (step.checks_cancel, "checks cancel"),
        (step.counts_depth, "counts depth"),
        (proved, "proved not to fail"),
        (step.is_eager(), "does not wait"),
    ] {
        if flag {
            write!(out, " [{text}]")?;
        }
    }
    if let Some(id) = step.tail_of {
        write!(out, " [tail of {}]", plan.function(id).name)?;
    }
    writeln!(out)
}

/// Whether a kernel may write its result over an operand, a tensor: it receives it by value, and this is the
/// last use. It does if nobody else has the value and its memory.
fn may_write(kernel: &KernelDef, index: usize, operand: &Operand, function: &FnPlan) -> bool {
    let by_value = kernel.operand(index).is_some_and(|param| param.kind == ParamKind::Value);
    let ty = &function.value(operand.value).ty;
    let is_tensor = matches!(ty.kind(), TypeKind::Shaped { .. } | TypeKind::Unranked { .. });
    operand.last && by_value && is_tensor && kernel.pure
}

fn print_operands(out: &mut String, function: &FnPlan, operands: &[Operand]) -> fmt::Result {
    for (index, operand) in operands.iter().enumerate() {
        let Operand { value, class, last } = *operand;
        let separator = if index > 0 { ", " } else { "" };
        let check = if class == Class::Ready { "" } else { "?" };
        let moved = if last { "move " } else { "" };
        write!(out, "{separator}{moved}{}{check}", show(function, value))?;
    }
    Ok(())
}

macro_rules! numbers {
    (
        []
        numbers { $($(#[$doc:meta])*
            $scalar:ident = $id:literal, $mlir:literal, $name:literal,
            $kind:ident, $size:literal, $rust:ident;)* }
        $($others:tt)*
    ) => {
        fn known(Scalar { ty, bits }: Scalar) -> String {
            match ty {
                ScalarType::Chain => "a chain".to_owned(),
                $(ScalarType::$scalar => {
                    <$rust as KernelType>::from_bits(bits).unwrap_or_default().to_string()
                })*
            }
        }
    };
}

element_types!(numbers []);

fn show(function: &FnPlan, id: LocalId) -> String {
    match &function.value(id).name {
        Some(name) => format!("%{name}.{}", id.0),
        None => format!("%{}", id.0),
    }
}

fn typed(function: &FnPlan, id: LocalId) -> String {
    let value = function.value(id);
    let class = match value.class() {
        Class::Ready => "ready",
        Class::Fallible => "fallible",
        Class::Later => "later",
    };
    format!("{class} {}", value.ty)
}
