//! The table of what can be imported: the rows of the dialects' rules, and what the catalogue has.

use crate::dialects::{self, SUPPORTED};
use crate::legal::{TENSORS, constant_kernel, suffixes, types};
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

/// What a rule says of its op.
#[derive(Debug)]
pub(crate) struct Row {
    /// As [`ImportedOp::becomes`].
    becomes: String,
    /// As [`ImportedOp::types`].
    pub(crate) types: Vec<String>,
    /// As [`ImportedOp::tensors`].
    pub(crate) tensors: Vec<String>,
}

impl Row {
    /// An op of that name, for any types.
    pub(crate) fn of_op(name: &str) -> Self {
        Self { becomes: name.to_owned(), types: Vec::new(), tensors: Vec::new() }
    }

    /// The kernels of that name that the catalogue has; `None` if it has none of scalars.
    pub(crate) fn of_kernels(name: &str, catalogue: &Catalogue) -> Option<Self> {
        let types: Vec<String> = types(catalogue, name).into_iter().map(str::to_owned).collect();
        let tensors = tensors(catalogue, name);
        (!types.is_empty()).then(|| Self { becomes: name.to_owned(), types, tensors })
    }

    /// Constants.
    pub(crate) fn constants(catalogue: &Catalogue) -> Self {
        let mut all = types(catalogue, "tfrt.constant");
        all.extend(types(catalogue, "arith.constant"));
        all.retain(|ty| !ty.starts_with("ui") && !ty.starts_with("complex"));
        let types: Vec<String> = all.into_iter().map(str::to_owned).collect();
        let of_tensors = constant_kernel(catalogue, &Type::new("tensor<f32>")).is_some();
        let tensors = if of_tensors { types.clone() } else { Vec::new() };
        Self { becomes: "tfrt.constant".to_owned(), types, tensors }
    }
}

/// Every op that can be imported with a catalogue, by name.
#[must_use]
pub fn ops(catalogue: &Catalogue) -> Vec<ImportedOp> {
    let mut table: BTreeMap<String, ImportedOp> = BTreeMap::new();
    let mut add = |name: &str, Row { becomes, types, tensors }, note: &str| {
        let (name, note) = (name.to_owned(), note.to_owned());
        table.insert(name.clone(), ImportedOp { name, becomes, types, tensors, note });
    };
    let mut last = String::new();
    for kernel in catalogue.kernels() {
        let mut parts = kernel.name.splitn(3, '.');
        let (Some(dialect), Some(op), Some(_)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        let name = format!("{dialect}.{op}");
        // Kernels are in the order of their names.
        if name != last && dialects::is_elementwise(&name) {
            let any = || Row { tensors: tensors(catalogue, &name), ..Row::of_op(&name) };
            add(&name, Row::of_kernels(&name, catalogue).unwrap_or_else(any), "");
        }
        last = name;
    }
    for entry in SUPPORTED.iter().flat_map(|dialect| dialect.ops) {
        if let Some(row) = entry.rule.row(entry.name, catalogue) {
            add(entry.name, row, entry.note);
        }
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
