//! The table of what can be imported: the importer's own rules and what the catalogue has.

use crate::dialects::{self, ENTRIES, Rule};
use crate::legal::{SELECT, TENSORS, constant_kernel, suffixes, types};
use std::collections::BTreeMap;
use tfrt_compiler::graph::Type;
use tfrt_host::kernel::Catalogue;

/// An op that can be imported.
///
/// ```
/// let ops = tfrt_import::ops(&tfrt_kernels::catalogue());
/// let branch = ops.iter().find(|op| op.name == "scf.if").unwrap();
/// assert_eq!(branch.becomes, "tfrt.if");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedOp {
    /// Its name, `arith.addi`.
    pub name: String,
    /// What it becomes: the name of an op or kernel, without types.
    pub becomes: String,
    /// The types that it takes; those that a conversion takes and gives, with an arrow. Empty if
    /// any type will do.
    pub types: Vec<String>,
    /// The same of the tensors that it takes, element by element.
    pub tensors: Vec<String>,
    /// Limits, and what is defined where MLIR does not.
    pub note: String,
}

/// Every op that can be imported with a catalogue, by name.
#[must_use]
pub fn ops(catalogue: &Catalogue) -> Vec<ImportedOp> {
    let mut table: BTreeMap<String, ImportedOp> = BTreeMap::new();
    for kernel in catalogue.kernels() {
        let mut parts = kernel.name.splitn(3, '.');
        let (Some(dialect), Some(op), Some(_)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        let name = format!("{dialect}.{op}");
        if dialects::is_elementwise(&name) && !table.contains_key(&name) {
            let types = types(catalogue, &name).into_iter().map(str::to_owned).collect();
            let (becomes, note) = (name.clone(), String::new());
            let tensors = tensors(catalogue, &name);
            table.insert(name.clone(), ImportedOp { name, becomes, types, tensors, note });
        }
    }
    for entry in ENTRIES {
        let (becomes, types) = match entry.rule {
            Rule::Typed { kernel, .. } => (kernel, types(catalogue, kernel)),
            Rule::Cast { kernel: dialects::Conversion::Own } => {
                (entry.name, types(catalogue, entry.name))
            }
            Rule::Cast { kernel: dialects::Conversion::Widening(kernel) } => {
                (kernel, types(catalogue, kernel))
            }
            Rule::Compare { kernel, .. } => {
                let mut all = types(catalogue, kernel);
                all.iter_mut().for_each(|ty| *ty = ty.split_once('.').map_or(*ty, |it| it.1));
                all.sort_unstable();
                all.dedup();
                (kernel, all)
            }
            Rule::TensorExtract => (entry.name, types(catalogue, entry.name)),
            Rule::TensorMake { kernel, .. } => (kernel, types(catalogue, kernel)),
            Rule::TensorCast | Rule::TensorDim => (entry.name, Vec::new()),
            Rule::Select => (SELECT, types(catalogue, SELECT)),
            Rule::Power => (entry.name, types(catalogue, entry.name)),
            Rule::Constant | Rule::Poison | Rule::IndexWidth => {
                let mut all = types(catalogue, "tfrt.constant");
                all.extend(types(catalogue, "arith.constant"));
                let known = |ty: &str| !ty.starts_with("ui") && !ty.starts_with("complex");
                all.retain(|ty| known(ty));
                ("tfrt.constant", all)
            }
            Rule::Assert => ("tfrt.assert", Vec::new()),
            Rule::Call => ("tfrt.call", Vec::new()),
            Rule::If => ("tfrt.if", Vec::new()),
            Rule::For | Rule::While => ("tfrt.while", Vec::new()),
            Rule::Switch => ("tfrt.case", Vec::new()),
            Rule::End => ("tfrt.return", Vec::new()),
            Rule::Inline | Rule::Branch | Rule::Same => ("", Vec::new()),
            // No rule takes it as it is.
            Rule::Lift => continue,
        };
        let constant = matches!(entry.rule, Rule::Constant | Rule::Poison);
        let computes = matches!(
            entry.rule,
            Rule::Typed { .. }
                | Rule::Cast { .. }
                | Rule::Compare { .. }
                | Rule::Select
                | Rule::TensorExtract
                | Rule::TensorMake { .. }
                | Rule::Power
        );
        if computes && types.is_empty() {
            continue;
        }
        let arrow = |ty: &str| match (entry.rule, ty.split_once('.')) {
            (Rule::Cast { .. }, Some((from, to))) => format!("{from} -> {to}"),
            _ => ty.to_owned(),
        };
        let types: Vec<String> = types.into_iter().map(arrow).collect();
        let tensors = if computes {
            tensors(catalogue, becomes).iter().map(|ty| arrow(ty)).collect()
        } else if constant && constant_kernel(catalogue, &Type::new("tensor<f32>")).is_some() {
            types.clone()
        } else {
            Vec::new()
        };
        let (name, note) = (entry.name.to_owned(), entry.note.to_owned());
        let becomes = becomes.to_owned();
        table.insert(name.clone(), ImportedOp { name, becomes, types, tensors, note });
    }
    table.into_values().collect()
}

/// The types of elements for which the catalogue has a kernel of that name on tensors.
fn tensors(catalogue: &Catalogue, base: &str) -> Vec<String> {
    let types = suffixes(catalogue, base).filter_map(|suffix| {
        // A comparison has its predicate before.
        let at = suffix.find(TENSORS)?;
        suffix[at + TENSORS.len()..].strip_prefix('.')
    });
    let mut types: Vec<String> = types.map(str::to_owned).collect();
    types.sort_unstable();
    types.dedup();
    types
}
