//! The interpretation of assembly formats that the parser and the printer share.

use crate::graph::Type;
use tfrt_bef::DType;
use tfrt_op::{Directive, Group, OpDef, OperandSet, ParamKind, content_of, is_type_family};

/// The type of an attribute that is a word of a table.
pub(super) const WORD: &str = "si32";

/// The number of a dimension list that stands for an operand.
pub(super) const DYNAMIC: i64 = i64::MIN;

/// The meaning of a name in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// That operand.
    Operand(usize),
    /// The operands after those that have names.
    Rest,
    /// The operands of that group of the op's layout.
    Group(usize),
    /// An attribute with the kind of that parameter.
    Attribute(&'static str),
    /// An attribute that is a function.
    Symbol,
    /// An attribute that is a list of functions.
    Symbols,
}

/// Resolves a name. Definitions are checked to contain it.
pub(super) fn named(def: &OpDef, name: &str) -> Named {
    use tfrt_host::kernel::CalleeSource;
    for callee in def.traits.callees {
        match callee.source {
            CalleeSource::Symbol(it) if it == name => return Named::Symbol,
            CalleeSource::Symbols(it) if it == name => return Named::Symbols,
            _ => {}
        }
    }
    if let Some(group) = def.traits.layout.and_then(|layout| layout.group(name)) {
        return Named::Group(group);
    }
    let operand = def.operands().position(|param| param.name == name);
    let attribute = def
        .params
        .iter()
        .find(|param| matches!(param.kind, ParamKind::Attribute { .. }) && param.name == name);
    match (operand, attribute) {
        (Some(index), _) => Named::Operand(index),
        (None, Some(param)) => Named::Attribute(param.ty),
        (None, None) => Named::Rest,
    }
}

/// The groups of an op's operands; none for most ops.
pub(super) fn groups_of(def: &OpDef) -> &'static [Group] {
    def.traits.layout.map_or(&[], |layout| layout.groups)
}

/// The type of the elements of a memref of known size: `tensor<2xf32>` of `memref<2xf32, 1>`.
pub(super) fn tensor_of(memref: &Type) -> Option<Type> {
    let content = content_of(memref.as_str())?;
    let rest = memref.as_str().strip_prefix("memref<")?;
    let mut dimensions = 0;
    while rest[dimensions..].starts_with(|first: char| first.is_ascii_digit()) {
        dimensions += rest[dimensions..].find('x')? + 1;
    }
    if !rest[dimensions..].starts_with(content) {
        return None;
    }
    Some(Type::new(&format!("tensor<{}{content}>", &rest[..dimensions])))
}

/// Whether the set is exactly the operands without names.
pub(super) fn is_rest(def: &OpDef, set: OperandSet) -> bool {
    matches!(set, OperandSet::Name(name) if named(def, name) == Named::Rest)
}

/// Whether a definition leaves the type of an operand open: any type, or any member of a family.
pub(super) fn is_open(ty: &str) -> bool {
    matches!(ty, "" | "any") || is_type_family(ty)
}

/// Whether an attribute of that kind is a number, which is written without its type.
pub(super) fn is_number(kind: &str) -> bool {
    DType::from_mlir(kind).is_some_and(DType::is_number)
}

/// Whether the text of the elements from `from` on begins with a region. An attribute dictionary
/// there would be parsed as that region. `has_rest`: the op has operands without names.
pub(super) fn region_follows(
    def: &OpDef,
    elements: &[Directive],
    mut from: usize,
    has_rest: bool,
) -> bool {
    while let Some(element) = elements.get(from) {
        from = match element {
            Directive::Region => return true,
            Directive::Blank | Directive::NoBlank | Directive::AttrDict { .. } => from + 1,
            &Directive::Group { anchor, end } => match elements.get(anchor) {
                Some(&Directive::Types(set)) if is_rest(def, set) && has_rest => return false,
                _ => end,
            },
            _ => return false,
        };
    }
    false
}
