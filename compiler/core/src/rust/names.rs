//! Names in generated Rust. Functions keep their names where those are identifiers; no other item
//! has a name that a function could have.

use crate::graph::Function;
use crate::plan::{FnId, FnPlan, Plan};
use proc_macro2::{Ident, Span};
use quote::format_ident;
use std::collections::{BTreeMap, BTreeSet};

/// The names of functions, those that users see and those that only generated code does.
pub(super) struct Names {
    entries: BTreeMap<FnId, Ident>,
    /// Those entries whose face is a function of its own.
    apart: BTreeSet<FnId>,
    /// The prefix of internal functions. No entry's name has it.
    prefix: String,
}

impl Names {
    pub(super) fn new(plan: &Plan, functions: &[&Function], apart: BTreeSet<FnId>) -> Self {
        let mut taken: BTreeSet<String> = BTreeSet::new();
        let mut entries: BTreeMap<FnId, Ident> = BTreeMap::new();
        let (kept, changed): (Vec<_>, Vec<_>) = plan
            .entries
            .iter()
            .map(|&(function, id)| (functions[function].name.as_str(), id))
            .partition(|(name, _)| is_identifier(name));
        for (name, id) in kept {
            taken.insert(name.to_owned());
            entries.insert(id, ident(name));
        }
        for (name, id) in changed {
            let name = as_identifier(name);
            let mut unique = name.clone();
            let mut count = 2;
            while !taken.insert(unique.clone()) {
                unique = format!("{name}_{count}");
                count += 1;
            }
            entries.insert(id, ident(&unique));
        }
        let mut prefix = "__".to_owned();
        while taken.iter().any(|name| name.starts_with(&prefix)) {
            prefix.push('_');
        }
        Self { entries, apart, prefix }
    }

    /// The public face of an entry.
    pub(super) fn entry(&self, id: FnId) -> &Ident {
        self.entries.get(&id).expect("entries are named")
    }

    /// Whether the public face of an entry is not the function that generated code calls.
    pub(super) fn is_apart(&self, id: FnId) -> bool {
        self.apart.contains(&id)
    }

    /// The function by which generated code calls an instance.
    pub(super) fn inner(&self, id: FnId, plan: &FnPlan) -> Ident {
        match self.entries.get(&id) {
            Some(name) if !self.is_apart(id) => name.clone(),
            _ => format_ident!("{}fn_{}", self.prefix, plan.name),
        }
    }

    /// The entry of an instance for dynamic values.
    pub(super) fn dynamic(&self, plan: &FnPlan) -> Ident {
        format_ident!("{}call_{}", self.prefix, plan.name)
    }

    /// The live runner of the program's file.
    pub(super) fn live(&self) -> Ident {
        format_ident!("{}live", self.prefix)
    }

    /// How the names of statics with elements of tensors begin.
    pub(super) fn data(&self) -> Ident {
        format_ident!("{}DATA", self.prefix)
    }

    /// The function that lists all entries.
    pub(super) fn list(&self) -> Ident {
        format_ident!("{}functions", self.prefix)
    }
}

/// Whether a function's name is one in Rust too, raw if need be.
fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !NEVER_RAW.contains(&name)
}

/// A name made an identifier.
fn as_identifier(name: &str) -> String {
    let mut name: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if NEVER_RAW.contains(&name.as_str()) {
        name.push('_');
    } else if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert(0, '_');
        if name == "_" {
            name.push('_');
        }
    }
    name
}

const NEVER_RAW: &[&str] = &["self", "Self", "super", "crate", "_"];

/// The keywords of all editions. `syn` knows them, but the compiler has no other use for it.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

/// The variable of a value: its name in the text where that is an identifier, made unique by its
/// index. A parameter has the name itself, which users see, where that is no other variable's.
pub(super) fn value(plan: &FnPlan, index: usize) -> Ident {
    let name = plan.values[index].name.as_deref().filter(|name| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    });
    let Some(name) = name else { return format_ident!("v{index}") };
    let params = &plan.values[..plan.params];
    let same = || params.iter().filter(|param| param.name.as_deref() == Some(name)).count();
    if index < plan.params && can_stand_alone(name) && same() == 1 {
        return ident(name);
    }
    format_ident!("{name}_{index}")
}

/// Whether a value's name is a variable's that no other value can have, and no pattern that matches
/// a constant.
fn can_stand_alone(name: &str) -> bool {
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && !(letters.len() < name.len() && (letters == "v" || letters.ends_with('_')))
        && !KEYWORDS.contains(&name)
        && !NEVER_RAW.contains(&name)
}

/// An identifier, raw if it is a keyword in any edition.
fn ident(name: &str) -> Ident {
    if KEYWORDS.contains(&name) {
        Ident::new_raw(name, Span::call_site())
    } else {
        Ident::new(name, Span::call_site())
    }
}
