//! `tfrt ops --onnx`: the operators of ONNX that models may have, from the importer's table.

use crate::failure::Failure;
use crate::output;
use serde_json::json;
use std::fmt::Write;
use tfrt_onnx::{OPERATORS, OPSETS, Operator};

/// Lists the operators whose names begin so.
pub(crate) fn list(start: &str, markdown: bool, json: bool) -> Result<(), Failure> {
    let picked: Vec<&Operator> = OPERATORS.iter().filter(|it| it.name.starts_with(start)).collect();
    if picked.is_empty() {
        let message =
            format!("no operator of ONNX that is supported has a name that begins with {start}");
        return Err(Failure::unusable(message));
    }
    if json {
        let operators = picked.iter().map(|operator| {
            let Operator { domain, name, first, last, lacks, limits, .. } = operator;
            let lacks: Vec<&str> = lacks.iter().map(|ty| ty.name()).collect();
            json!({
                "domain": domain, "name": name, "first": first, "last": last, "lacks": lacks,
                "limits": limits,
            })
        });
        output::json(&json!({ "operators": operators.collect::<Vec<_>>() }));
        return Ok(());
    }
    let mut text = String::new();
    if markdown {
        page(&mut text, &picked);
    } else {
        for operator in picked {
            let Operator { domain, name, limits, .. } = operator;
            let _ = write!(text, "{domain} {name} {}", versions(operator));
            let types = Some(types(operator)).filter(|types| !types.is_empty());
            let types = types.map(|types| format!("; not of {types}")).unwrap_or_default();
            let limits = Some(*limits).filter(|limits| !limits.is_empty());
            let limits = limits.map(|limits| format!("; {limits}")).unwrap_or_default();
            let _ = writeln!(text, "{types}{limits}");
        }
    }
    output::print(&text);
    Ok(())
}

fn page(text: &mut String, operators: &[&Operator]) {
    let (first, last) = (OPSETS.start(), OPSETS.end());
    let _ = write!(
        text,
        "# Operators of ONNX\n\n\
         Made from the importer's table by `tfrt ops --onnx --markdown`; `tfrt ops --onnx NAME` prints \
         a part of it.\n\n\
         Models of versions {first} to {last} of ONNX's own operators are read, and older ones whose operators \
         have had their meaning since. A node has the meaning that its operator has in the model's version; \
         the table says in which versions it may be there. Functions that a model defines are put in place of the nodes that call them. Elements \
         are floats of 16 (also bfloat16), 32 and 64 bits, integers of 8 to 64 bits, and truth values. \
         Not supported are texts, elements of less than 8 bits, floats of 8 bits, sparse tensors, \
         `ai.onnx.ml` and the operators of training.\n\n\
         | operator | versions | not of | limits |\n|---|---|---|---|\n",
    );
    for operator in operators {
        let domain = if operator.domain == "ai.onnx" {
            String::new()
        } else {
            format!(" of `{}`", operator.domain)
        };
        let Operator { name, limits, .. } = operator;
        let (versions, types) = (versions(operator), types(operator));
        let _ = writeln!(text, "| `{name}`{domain} | {versions} | {types} | {limits} |");
    }
}

fn versions(operator: &Operator) -> String {
    let Operator { first, last, .. } = operator;
    if first == last { first.to_string() } else { format!("{first} to {last}") }
}

/// The types that are not supported.
fn types(operator: &Operator) -> String {
    let types = operator.lacks.iter().map(|ty| ty.name().to_lowercase());
    types.collect::<Vec<String>>().join(", ")
}
