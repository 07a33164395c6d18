//! The ops that programs call by name (`corert.executeop`), as `tfrt ops` shows them.

use serde_json::json;
use std::fmt::Write;
use tfrt_core_runtime::OpKernel;
use tfrt_host::kernel::{ParamDef, ParamKind};

/// The ops whose names begin so.
pub(crate) fn beginning(start: &str) -> Vec<&'static OpKernel> {
    let ops = tfrt_test_kernels::core_ops();
    if let Some(exact) = ops.get(start) {
        return vec![exact];
    }
    ops.iter().filter(|op| op.name.starts_with(start)).collect()
}

fn arguments(op: &OpKernel) -> Vec<String> {
    let argument = |param: &ParamDef| match param {
        _ if param.kind != ParamKind::Value => None,
        ParamDef { optional: true, name, .. } => Some(format!("({name})?")),
        ParamDef { variadic: true, name, .. } => Some(format!("{name}...")),
        ParamDef { name, .. } => Some((*name).to_owned()),
    };
    op.params.iter().filter_map(argument).collect()
}

fn attributes(op: &OpKernel) -> Vec<String> {
    let attribute = |param: &ParamDef| {
        let left_out = if param.optional { ", may be left out" } else { "" };
        let is_attribute = matches!(param.kind, ParamKind::Attribute { .. });
        is_attribute.then(|| format!("{}: {}{left_out}", param.name, param.ty))
    };
    op.params.iter().filter_map(attribute).collect()
}

/// What else a definition says.
fn facts(op: &OpKernel) -> Vec<(&'static str, String)> {
    let mut facts = vec![("called by", "corert.executeop, core_runtime::Eager".to_owned())];
    let attributes = attributes(op);
    if !attributes.is_empty() {
        facts.push(("attributes", attributes.join("; ")));
    }
    let metadata = if op.infer.is_some() { "known before the data" } else { "those of the data" };
    facts.push(("metadata", metadata.to_owned()));
    let effects =
        if op.has_side_effects() { "side effects, in the order of a chain" } else { "none" };
    facts.push(("effects", effects.to_owned()));
    facts
}

/// A line of a list.
pub(crate) fn line(text: &mut String, op: &OpKernel) {
    let doc = op.doc.trim();
    let end = doc.find(". ").or_else(|| doc.find(".\n")).map_or(doc.len(), |at| at + 1);
    let sentence: Vec<_> = doc[..end].split_whitespace().collect();
    let (name, arguments) = (op.name, arguments(op).join(", "));
    let _ = writeln!(text, "op {name}({arguments})\n    {}", sentence.join(" "));
}

/// All of one op.
pub(crate) fn describe(text: &mut String, op: &OpKernel) {
    let (name, arguments) = (op.name, arguments(op).join(", "));
    let _ = writeln!(text, "{name}({arguments})\n\n{}\n", op.doc.trim().replace("# ", ""));
    for (label, what) in facts(op) {
        let _ = writeln!(text, "{label:12}{what}");
    }
}

/// A part of a page of the reference.
pub(crate) fn part(text: &mut String, op: &OpKernel) {
    let doc = op.doc.trim().replace("[`", "`").replace("`]", "`").replace("# ", "### ");
    let (name, arguments) = (op.name, arguments(op).join(", "));
    let _ = writeln!(text, "\n## `{name}`\n\n```text\n\"{name}\"({arguments})\n```\n\n{doc}\n");
    for (label, what) in facts(op) {
        let _ = writeln!(text, "- {label}: {what}");
    }
}

/// For scripts.
pub(crate) fn json(op: &OpKernel) -> serde_json::Value {
    json!({
        "name": op.name,
        "doc": op.doc.trim(),
        "arguments": arguments(op),
        "attributes": attributes(op),
        "metadata_before_data": op.infer.is_some(),
        "side_effects": op.has_side_effects(),
    })
}
