//! Assembly formats: the text form of an op, declared once and interpreted by one parser and one
//! printer.
//!
//! The notation is a subset of MLIR's ODS:
//!
//! | element | its text in an op |
//! |---|---|
//! | `` `word` ``, `` `(` `` | that word or character |
//! | `` ` ` `` | nothing; printed as an extra blank |
//! | ` `` ` | nothing; what follows is printed without a blank before it |
//! | `$name` | the parameter of that name: an operand, all remaining operands, an attribute (numbers without their type) or, by the name of a callee, `@f` or `[@f, @g]` |
//! | `operands` | all operands, with commas between |
//! | `typed($name)` | the operands, each with its type: `%a : i32, %b : i32` |
//! | `typed-attr($name)` | the attribute with its type: `7 : i64` |
//! | `type($name)`, `type(operands)`, `type(results)` | their types, with commas between |
//! | `functional-type($name, results)` | `(i32) -> i32`; with `(results)`, one result is printed in parentheses as well |
//! | `more-results`, in place of `results` | the results that follow those of declared types |
//! | `result-count` | ` : 2`, how many results of one type follow those of declared types; nothing if none do |
//! | `word($name, TABLE)` | the attribute, an integer, as a word of that table of [`words`](crate::words) |
//! | `word($name, TABLE, $x, $y)` | the same; the word also says the type of these operands, one or two |
//! | `pairs($name)` | the attribute, an array of pairs `[["k", 1], ["f", 2.0]]`, as a dictionary in its order: `{k = 1, f = 2.0}`, or nothing. An empty one is printed as `{}` where braces follow |
//! | `attr-dict` | the attributes that no other element names: `{k = 1 : i32}`, or nothing |
//! | `attr-dict-with-keyword` | the same, also read with the word `attributes` in front: where a region follows, it must be there |
//! | `attr-list($a, $b = 1)` | attributes as `a = 5, b = 1`, each at most once and in any order; omitted ones have the default of the format |
//! | `async` | that word, if the op has the result that its [layout](super::Layout) says of it |
//! | `as($name)` | operands, and what the region calls what they are around: `(%a as %x: !async.value<f32>)`, or nothing |
//! | `content($name)` | the type of that operand; the result is of the type that it is around: `memref<2xf32>`, then `f32` |
//! | `arrow(results)` | their types: `-> i32`, `-> (i32, f32)`, or nothing |
//! | `unit(word, $name)` | that word, if the op has that unit attribute; or nothing |
//! | `symbol($name)` | the attribute, a string, as `@name` |
//! | `signature($name, $type)` | the attributes, a string and a function type, and names for the region's arguments: `@f(%a: i32) -> i32` |
//! | `dimensions($name, $numbers)` | an attribute `array<i64: …>`, and operands for those of its numbers that are the least there is: `[2, %n]` |
//! | `initial($value, $type)` | the elements of a memref of that type: `dense<[1, 2]>`, `uninitialized` |
//! | `region` | the op's next region. Its arguments take the names of the operands passed to them |
//! | ``(`word` … $name^ …)?`` | an optional group: parsed if the text has its first word, or a string where it begins with an attribute that is one, printed if the element with `^` is not empty. An omitted region only returns, and the op then has no results |
//!
//! Everything else follows from the definition: the types of operands and results or, for a loop,
//! the types of its carried values. An op that its format cannot express exactly is printed in the
//! generic form.

mod read;

use super::{CalleeSource, Group, OpTraits};
use crate::is_same;
use crate::param::{ParamDef, ParamKind};
use crate::words::Words;
use read::{Builder, Reader};
use tfrt_bef::DType;

/// The maximum number of elements of a format.
const MAX: usize = 64;

/// A format: its elements, in order.
///
/// ```
/// use tfrt_op::{Assembly, Directive};
///
/// // `my.scale %x by 2.0`
/// const FORMAT: Assembly = Assembly::new("$x `by` $factor");
/// assert_eq!(FORMAT.elements()[1], Directive::Literal("by"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Assembly {
    elements: [Directive; MAX],
    count: usize,
}

/// A defect of a format.
///
/// ```
/// use tfrt_op::{Assembly, AssemblyError};
///
/// let error = Assembly::parse("operand").err();
/// assert_eq!(error, Some(AssemblyError("assembly format: unknown directive")));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssemblyError(pub &'static str);

/// An element of a format.
///
/// ```
/// use tfrt_op::{Assembly, Directive};
///
/// assert_eq!(
///     Assembly::new("$x `by` $factor attr-dict").elements(),
///     [
///         Directive::Name("x"),
///         Directive::Literal("by"),
///         Directive::Name("factor"),
///         Directive::AttrDict { keyword: false },
///     ]
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directive {
    /// A literal word or character.
    Literal(&'static str),
    /// An extra blank.
    Blank,
    /// No blank.
    NoBlank,
    /// A parameter or a callee, by its name.
    Name(&'static str),
    /// All operands.
    Operands,
    /// An attribute with its type.
    TypedAttribute(&'static str),
    /// An attribute as a word of a table.
    Word {
        /// Its name.
        name: &'static str,
        /// The table.
        table: &'static Words,
        /// The operands whose type the word says; empty names are of none.
        types: [&'static str; 2],
    },
    /// Operands with their types.
    Typed(OperandSet),
    /// Types.
    Types(OperandSet),
    /// A function type.
    FunctionalType {
        /// Whose types are its arguments.
        operands: OperandSet,
        /// Whose types are its results.
        results: OperandSet,
        /// One result is printed in parentheses.
        parenthesized: bool,
    },
    /// The attributes that no other element names.
    AttrDict {
        /// The word `attributes` may precede it.
        keyword: bool,
    },
    /// The number of [`Directive::Entry`]s that follow.
    AttrList(usize),
    /// One attribute of a list.
    Entry {
        /// Its name.
        name: &'static str,
        /// Its value if it is omitted.
        default: Option<i64>,
    },
    /// An attribute that is an array of pairs, as a dictionary.
    Pairs(&'static str),
    /// How many results follow those of declared types.
    ResultCount,
    /// The word `async`, for the result of that layout.
    Async,
    /// Operands and the names of what they are around in the region.
    As(&'static str),
    /// The type of an operand that is around that of the result.
    Content(&'static str),
    /// An arrow and types, or nothing.
    Arrow(OperandSet),
    /// A unit attribute as a word.
    Unit {
        /// The word.
        word: &'static str,
        /// The attribute.
        name: &'static str,
    },
    /// A string attribute as a symbol.
    Symbol(&'static str),
    /// The signature of a function.
    Signature {
        /// The attribute with its name.
        name: &'static str,
        /// The attribute with its type.
        ty: &'static str,
    },
    /// Numbers, some of which are operands.
    Dimensions {
        /// The operands.
        operands: &'static str,
        /// The attribute.
        numbers: &'static str,
    },
    /// The elements of a memref.
    Initial {
        /// The attribute with the elements.
        value: &'static str,
        /// The attribute with the memref's type.
        ty: &'static str,
    },
    /// The next region.
    Region,
    /// The elements up to `end`, or nothing.
    Group {
        /// The element that says whether the group is printed.
        anchor: usize,
        /// The first element after the group.
        end: usize,
    },
}

/// Values whose types an element writes.
///
/// ```
/// use tfrt_op::{Assembly, Directive, OperandSet};
///
/// let format = Assembly::new("operands attr-dict `:` type($rest)");
/// assert_eq!(format.elements().last(), Some(&Directive::Types(OperandSet::Name("rest"))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandSet {
    /// All operands.
    Operands,
    /// The operands of that parameter.
    Name(&'static str),
    /// The results.
    Results,
    /// The results that follow those of declared types.
    MoreResults,
}

impl OperandSet {
    /// Whether these are results.
    #[must_use]
    pub const fn is_results(self) -> bool {
        matches!(self, Self::Results | Self::MoreResults)
    }
}

impl Assembly {
    /// Operands only; their types and those of the results are as declared.
    pub const OPERANDS: &'static Self = &Self::new("operands attr-dict");
    /// The attribute `value`.
    pub const CONSTANT: &'static Self = &Self::new("$value attr-dict");
    /// Any operands, with their types.
    pub const TYPED_OPERANDS: &'static Self = &Self::new("operands attr-dict `:` type(operands)");
    /// `%a, %b : T`: all operands, and the types of the results, from which the operands' follow.
    pub const TYPED_RESULTS: &'static Self = &Self::new("operands attr-dict `:` type(results)");

    /// Parses a format.
    ///
    /// # Panics
    /// The text is not a format. In a constant, as in `#[kernel]`, that is a compile error.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        match Self::parse(text) {
            Ok(assembly) => assembly,
            Err(error) => panic!("{}", error.0),
        }
    }

    /// Parses a format.
    ///
    /// # Errors
    /// The text is not a format.
    pub const fn parse(text: &'static str) -> Result<Self, AssemblyError> {
        let mut reader = Reader { text, at: 0 };
        let mut builder = Builder {
            assembly: Self { elements: [Directive::Blank; MAX], count: 0 },
            group: None,
            anchor: None,
        };
        loop {
            match builder.element(&mut reader) {
                Ok(true) => {}
                Ok(false) if builder.group.is_some() => {
                    return Err(AssemblyError("assembly format: a group is not closed"));
                }
                Ok(false) => return Ok(builder.assembly),
                Err(error) => return Err(error),
            }
        }
    }

    /// The elements.
    #[must_use]
    pub const fn elements(&self) -> &[Directive] {
        self.elements.split_at(self.count).0
    }

    /// Checks that the format covers everything about an op with these traits and parameters, and
    /// names nothing else. `more` is the type of the results whose number the op decides, empty if it
    /// decides that, too; none if it decides neither.
    ///
    /// # Errors
    /// It does not.
    pub const fn check(
        &self,
        traits: &OpTraits,
        params: &[ParamDef],
        more: Option<&str>,
    ) -> Result<(), AssemblyError> {
        let of_attribute = matches!(traits.layout, Some(layout) if layout.typed_by.is_some());
        let (mut all, mut regions) = (0, 0);
        let mut results = traits.carries.is_some() || of_attribute;
        let owned = traits.regions() + if traits.inner_region().is_some() { 1 } else { 0 };
        let mut index = 0;
        while index < self.count {
            match self.elements[index] {
                Directive::Operands if regions > 0 => {
                    return Err(AssemblyError(
                        "assembly format: operands and callees come before regions",
                    ));
                }
                Directive::Operands => all += 1,
                Directive::AttrDict { keyword: false } if owned > 0 => {
                    return Err(AssemblyError(
                        "assembly format: with regions it is 'attr-dict-with-keyword'",
                    ));
                }
                Directive::Region => regions += 1,
                Directive::Types(OperandSet::MoreResults)
                | Directive::FunctionalType { results: OperandSet::MoreResults, .. }
                    if more.is_none() =>
                {
                    return Err(AssemblyError("assembly format: the op has no more results"));
                }
                Directive::Types(OperandSet::Results | OperandSet::MoreResults) => results = true,
                Directive::ResultCount => match more {
                    Some(ty) if !ty.is_empty() => results = true,
                    _ => {
                        return Err(AssemblyError(
                            "assembly format: only results of one type are counted",
                        ));
                    }
                },
                Directive::Pairs(name) => {
                    if !matches!(find(params, name), Some(ParamKind::Attribute { .. })) {
                        return Err(AssemblyError("assembly format: no attribute has that name"));
                    }
                    if owned > 0 {
                        return Err(AssemblyError(
                            "assembly format: 'pairs' and regions cannot be told apart",
                        ));
                    }
                }
                Directive::Typed(_) if !self.is_literal(index + 1, ")") => {
                    return Err(AssemblyError("assembly format: ')' comes after 'typed(…)'"));
                }
                Directive::Types(set)
                | Directive::Typed(set)
                | Directive::FunctionalType { operands: set, .. } => {
                    results |= matches!(self.elements[index], Directive::FunctionalType { .. });
                    if matches!(self.elements[index], Directive::Typed(OperandSet::Operands)) {
                        all += 1;
                    }
                    if !names_operands(set, params, traits) {
                        return Err(AssemblyError("assembly format: types of no operand"));
                    }
                    if regions > 0 {
                        return Err(AssemblyError(
                            "assembly format: the types of operands come before regions",
                        ));
                    }
                }
                Directive::Name(name) => {
                    let kind = find_operands(params, traits, name);
                    if kind.is_none() && !names_callee(traits, name) {
                        return Err(AssemblyError(
                            "assembly format: no parameter or callee has that name",
                        ));
                    }
                    let colon = self.is_literal(index + 1, ":") || self.is_count(index + 1);
                    if is_open(params, name) && colon {
                        return Err(AssemblyError(
                            "assembly format: ':' after an attribute of any kind is part of it",
                        ));
                    }
                    if regions > 0 && !matches!(kind, Some(ParamKind::Attribute { .. })) {
                        return Err(AssemblyError(
                            "assembly format: operands and callees come before regions",
                        ));
                    }
                }
                Directive::Async => match traits.layout {
                    Some(layout) if layout.token.is_some() => results = true,
                    _ => {
                        return Err(AssemblyError("assembly format: the op has no 'async' result"));
                    }
                },
                Directive::Arrow(OperandSet::MoreResults) if more.is_none() => {
                    return Err(AssemblyError("assembly format: the op has no more results"));
                }
                Directive::Arrow(_) => results = true,
                Directive::As(name)
                | Directive::Content(name)
                | Directive::Dimensions { operands: name, .. }
                    if !names_operands(OperandSet::Name(name), params, traits) =>
                {
                    return Err(AssemblyError("assembly format: types of no operand"));
                }
                Directive::As(_) | Directive::Signature { .. }
                    if regions > 0 || traits.inner_region().is_none() =>
                {
                    return Err(AssemblyError("assembly format: names for no region"));
                }
                Directive::Content(_) => results = true,
                Directive::TypedAttribute(name)
                | Directive::Unit { name, .. }
                | Directive::Symbol(name)
                | Directive::Signature { name, .. }
                | Directive::Dimensions { numbers: name, .. }
                | Directive::Initial { value: name, .. }
                    if !matches!(find(params, name), Some(ParamKind::Attribute { .. })) =>
                {
                    return Err(AssemblyError("assembly format: no attribute has that name"));
                }
                Directive::Word { name, .. } if !is_integer(params, name) => {
                    return Err(AssemblyError("assembly format: only an integer is a word"));
                }
                Directive::Word { types: [first, second], .. }
                    if !first.is_empty() && !is_any(params, first)
                        || !second.is_empty() && !is_any(params, second) =>
                {
                    return Err(AssemblyError(
                        "assembly format: a word says the type of any operand",
                    ));
                }
                Directive::Entry { name, default } => {
                    if !matches!(find(params, name), Some(ParamKind::Attribute { .. })) {
                        return Err(AssemblyError("assembly format: no attribute has that name"));
                    }
                    if default.is_some() && !is_integer(params, name) {
                        return Err(AssemblyError(
                            "assembly format: only an integer has a default",
                        ));
                    }
                }
                Directive::Group { end, .. }
                    if index + 1 == end
                        || !matches!(self.elements[index + 1], Directive::Literal(_))
                            && !self.is_string(index + 1, params) =>
                {
                    return Err(AssemblyError("assembly format: a group begins with a literal"));
                }
                _ => {}
            }
            index += 1;
        }
        if more.is_some() && !results {
            return Err(AssemblyError("assembly format: the types of the results are not said"));
        }
        if regions != owned {
            return Err(AssemblyError("assembly format: not as many regions as the op has"));
        }
        let mut index = 0;
        while index < traits.callees.len() {
            if let Some(name) = traits.callees[index].symbol_name()
                && self.mentions(name) != 1
            {
                return Err(AssemblyError("assembly format: each callee must be named once"));
            }
            index += 1;
        }
        let groups = match traits.layout {
            Some(layout) => layout.groups,
            None => &[],
        };
        let mut index = 0;
        while index < groups.len() {
            let Group { name, ty, .. } = groups[index];
            if self.mentions(name) != 1 {
                return Err(AssemblyError("assembly format: each operand must be said once"));
            }
            if ty.is_empty() && !self.types_are_said(name) {
                return Err(AssemblyError(
                    "assembly format: the types of the operands are not said",
                ));
            }
            index += 1;
        }
        let mut index = 0;
        while index < params.len() {
            let param = &params[index];
            let mentions = self.mentions(param.name);
            if !groups.is_empty() && matches!(param.kind, ParamKind::Variadic) {
                // The groups are these operands.
            } else if param.kind.is_operand() || matches!(param.kind, ParamKind::Variadic) {
                if mentions + all != 1 {
                    return Err(AssemblyError("assembly format: each operand must be said once"));
                }
                if matches!(param.kind, ParamKind::Variadic | ParamKind::Any)
                    && !self.types_are_said(param.name)
                {
                    return Err(AssemblyError(
                        "assembly format: the types of the operands are not said",
                    ));
                }
            } else if matches!(param.kind, ParamKind::Attribute { .. }) && mentions > 1 {
                return Err(AssemblyError("assembly format: an attribute is said twice"));
            }
            index += 1;
        }
        Ok(())
    }

    /// Whether that element is that literal.
    const fn is_literal(&self, index: usize, expected: &str) -> bool {
        index < self.count
            && matches!(self.elements[index], Directive::Literal(text) if is_same(text, expected))
    }

    /// Whether that element is an attribute that is a string.
    const fn is_string(&self, index: usize, params: &[ParamDef]) -> bool {
        let Directive::Name(name) = self.elements[index] else { return false };
        let mut index = 0;
        while index < params.len() {
            let ParamDef { name: it, kind, ty, .. } = params[index];
            if is_same(it, name) && matches!(kind, ParamKind::Attribute { .. }) {
                return is_same(ty, "string");
            }
            index += 1;
        }
        false
    }

    /// Whether that element is the number of results.
    const fn is_count(&self, index: usize) -> bool {
        index < self.count && matches!(self.elements[index], Directive::ResultCount)
    }

    /// How often the format writes the value of a parameter or callee.
    const fn mentions(&self, name: &str) -> usize {
        let (mut count, mut index) = (0, 0);
        while index < self.count {
            let found = match self.elements[index] {
                Directive::Name(it)
                | Directive::TypedAttribute(it)
                | Directive::Pairs(it)
                | Directive::As(it)
                | Directive::Unit { name: it, .. }
                | Directive::Symbol(it)
                | Directive::Initial { value: it, .. }
                | Directive::Word { name: it, .. }
                | Directive::Entry { name: it, .. } => it,
                Directive::Typed(OperandSet::Name(it)) => it,
                Directive::Signature { name: it, ty: other }
                | Directive::Dimensions { operands: it, numbers: other } => {
                    if is_same(other, name) {
                        count += 1;
                    }
                    it
                }
                _ => "",
            };
            if is_same(found, name) {
                count += 1;
            }
            index += 1;
        }
        count
    }

    /// Whether the format writes the types of the operands of a parameter.
    const fn types_are_said(&self, name: &str) -> bool {
        let mut index = 0;
        while index < self.count {
            match self.elements[index] {
                Directive::Types(set)
                | Directive::Typed(set)
                | Directive::FunctionalType { operands: set, .. } => match set {
                    OperandSet::Operands => return true,
                    OperandSet::Name(it) if is_same(it, name) => return true,
                    _ => {}
                },
                Directive::As(it) | Directive::Content(it) if is_same(it, name) => return true,
                Directive::Word { types: [first, second], .. }
                    if is_same(first, name) || is_same(second, name) =>
                {
                    return true;
                }
                _ => {}
            }
            index += 1;
        }
        false
    }
}

/// Whether that is an operand of any type.
const fn is_any(params: &[ParamDef], name: &str) -> bool {
    matches!(find(params, name), Some(ParamKind::Any))
}

/// The kind of the operand or attribute of that name.
const fn find(params: &[ParamDef], name: &str) -> Option<ParamKind> {
    let mut index = 0;
    while index < params.len() {
        let kind = params[index].kind;
        let is_said =
            kind.is_operand() || matches!(kind, ParamKind::Variadic | ParamKind::Attribute { .. });
        if is_said && is_same(params[index].name, name) {
            return Some(kind);
        }
        index += 1;
    }
    None
}

/// The same, where a layout may name operands.
const fn find_operands(params: &[ParamDef], traits: &OpTraits, name: &str) -> Option<ParamKind> {
    if let Some(layout) = traits.layout {
        let mut index = 0;
        while index < layout.groups.len() {
            if is_same(layout.groups[index].name, name) {
                return Some(ParamKind::Variadic);
            }
            index += 1;
        }
    }
    find(params, name)
}

/// Whether the attribute of that name is an integer.
const fn is_integer(params: &[ParamDef], name: &str) -> bool {
    let mut index = 0;
    while index < params.len() {
        if is_same(params[index].name, name) {
            return matches!(params[index].ty.as_bytes(), [b'i', b'1'..=b'9', ..] | [b'u', ..]);
        }
        index += 1;
    }
    false
}

/// Whether the attribute of that name may be of several kinds, so that its text may end with a
/// type.
const fn is_open(params: &[ParamDef], name: &str) -> bool {
    let mut index = 0;
    while index < params.len() {
        let ParamDef { name: it, kind, ty, .. } = params[index];
        if is_same(it, name) && matches!(kind, ParamKind::Attribute { .. }) {
            let number = matches!(DType::from_mlir(ty), Some(dtype) if dtype.is_number());
            return !number && !is_same(ty, "string");
        }
        index += 1;
    }
    false
}

const fn names_callee(traits: &OpTraits, name: &str) -> bool {
    let mut index = 0;
    while index < traits.callees.len() {
        match traits.callees[index].source {
            CalleeSource::Symbol(it) | CalleeSource::Symbols(it) if is_same(it, name) => {
                return true;
            }
            _ => index += 1,
        }
    }
    false
}

/// Whether such operands exist.
const fn names_operands(set: OperandSet, params: &[ParamDef], traits: &OpTraits) -> bool {
    match set {
        OperandSet::Operands => true,
        OperandSet::Results | OperandSet::MoreResults => false,
        OperandSet::Name(name) => match find_operands(params, traits, name) {
            Some(kind) => !matches!(kind, ParamKind::Attribute { .. }),
            None => false,
        },
    }
}
