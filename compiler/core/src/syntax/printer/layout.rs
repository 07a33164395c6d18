//! Elements of formats that only ops with a layout have.

use super::assembly::{Writer, types};
use super::attribute::symbol;
use super::{list, signature};
use crate::graph::{Attribute, Type, ValueId, numbers};
use crate::syntax::assembly::{DYNAMIC, Named, named, tensor_of};
use tfrt_op::{Directive, OperandSet, content_of};

impl<'a> Writer<'a> {
    /// The result that `async` stands for.
    pub(super) fn token(&self) -> Option<ValueId> {
        let token = self.def.traits.layout?.token?;
        let &last = self.op.results.last()?;
        (self.scope.body.value(last).ty.as_str() == token).then_some(last)
    }

    /// The other results.
    pub(super) fn results(&self) -> &'a [ValueId] {
        let count = self.op.results.len() - usize::from(self.token().is_some());
        &self.op.results[..count]
    }

    /// Whether the text names the arguments of the region outside.
    pub(super) fn names_arguments(&self) -> bool {
        let names =
            |element: &Directive| matches!(element, Directive::As(_) | Directive::Signature { .. });
        self.elements.iter().any(names)
    }

    /// Whether the format says all of the op's operands, results and regions.
    pub(super) fn layout_fits(&mut self) -> bool {
        let Some(layout) = self.def.traits.layout else { return false };
        if layout.groups.is_empty() != self.groups.is_none() {
            return false;
        }
        // What the groups are says it too.
        self.said.extend(layout.sizes);
        let body = self.scope.body;
        let said = |name: &'static str| {
            self.elements.iter().any(|element| match *element {
                Directive::Types(set) | Directive::Typed(set) => {
                    set == OperandSet::Operands || set == OperandSet::Name(name)
                }
                Directive::As(it) | Directive::Content(it) => it == name,
                _ => false,
            })
        };
        let typed = layout.groups.iter().all(|group| {
            let values = self.values(OperandSet::Name(group.name));
            said(group.name) || types(body, values).all(|ty| ty.as_str() == group.ty)
        });
        typed && self.layout_results_fit() && self.inner_region_fits()
    }

    /// Whether the format says the types of the results.
    fn layout_results_fit(&self) -> bool {
        let results = || types(self.scope.body, self.results());
        let declared = || self.def.results.iter().map(|result| result.ty);
        if let Some(name) = self.def.traits.layout.and_then(|layout| layout.typed_by) {
            let ty = match named(self.def, name) {
                Named::Group(_) => {
                    types(self.scope.body, self.values(OperandSet::Name(name))).next()
                }
                _ => self.op.attributes.get(name).and_then(Attribute::ty),
            };
            return results().eq(ty);
        }
        let said = self.elements.iter().find_map(|element| match *element {
            Directive::Content(name) => Some((OperandSet::Results, Some(name))),
            Directive::Arrow(set) => Some((set, None)),
            Directive::Types(set) if set.is_results() => Some((set, None)),
            _ => None,
        });
        match said {
            Some((_, Some(name))) => match named(self.def, name) {
                Named::Group(_) => {
                    let mut operands = types(self.scope.body, self.values(OperandSet::Name(name)));
                    let content = operands.next().and_then(|ty| content_of(ty.as_str()));
                    results().map(Type::as_str).eq(content)
                }
                _ => false,
            },
            Some((OperandSet::MoreResults, None)) => {
                results().take(self.def.results.len()).map(Type::as_str).eq(declared())
            }
            Some(_) => true,
            None => results().map(Type::as_str).eq(declared()),
        }
    }

    /// Whether the op has its region, whose first block has the arguments that the format names.
    fn inner_region_fits(&self) -> bool {
        let body = self.scope.body;
        let (inner, &[region]) = (self.def.traits.inner_region(), &self.op.regions[..]) else {
            return self.def.traits.inner_region().is_none() && self.op.regions.is_empty();
        };
        let blocks = &body.region(region).blocks;
        let entry = blocks.first().map_or(&[][..], |&entry| &body.block(entry).arguments);
        let arguments = || types(body, entry).map(Type::as_str);
        let named = self.elements.iter().find_map(|element| match *element {
            Directive::As(name) => {
                let operands = types(body, self.values(OperandSet::Name(name)));
                let contents: Option<Vec<&str>> =
                    operands.map(|ty| content_of(ty.as_str())).collect();
                Some(contents.is_some_and(|contents| arguments().eq(contents)))
            }
            // What it says is compared where it is printed.
            Directive::Signature { .. } => Some(true),
            _ => None,
        });
        // Names outside make a block of a region without one.
        inner.is_some() && named.is_none_or(|fits| fits && !blocks.is_empty())
    }

    /// ` (%a as %x: !async.value<T>)`, or nothing.
    pub(super) fn named_contents(&mut self, name: &'static str) -> Option<()> {
        let (body, names) = (self.scope.body, &self.scope.names);
        let operands = self.values(OperandSet::Name(name));
        if operands.is_empty() {
            return Some(());
        }
        let entry = body.entry(*self.op.regions.first()?)?;
        let arguments = &body.block(entry).arguments;
        let shown = operands.iter().zip(arguments).map(|(&operand, &argument)| {
            let ty = &body.value(operand).ty;
            format!("{} as {}: {ty}", names.show(operand), names.show(argument))
        });
        let shown = format!("({})", list(shown));
        self.put(&shown);
        Some(())
    }

    /// `@name` of an attribute that is a string.
    pub(super) fn symbol(&mut self, name: &'static str) -> Option<String> {
        let Attribute::String(text) = self.op.attributes.get(name)? else { return None };
        let text = std::str::from_utf8(text).ok().filter(|text| !text.is_empty())?;
        self.said.push(name);
        Some(symbol(text))
    }

    /// `@f(%a: T) -> T`.
    pub(super) fn signature(&mut self, name: &'static str, ty: &'static str) -> Option<()> {
        let body = self.scope.body;
        let symbol = self.symbol(name)?;
        let Attribute::Type(written) = self.op.attributes.get(ty)? else { return None };
        let entry = body.entry(*self.op.regions.first()?)?;
        let arguments = &body.block(entry).arguments;
        let inputs: Vec<Type> = types(body, arguments).cloned().collect();
        let start = signature(&inputs, &[]);
        let start = start.strip_suffix("()")?;
        let results = written.as_str().strip_prefix(start)?;
        let results = if results == "()" { String::new() } else { format!(" -> {results}") };
        let shown = arguments.iter().map(|&argument| {
            let ty = &body.value(argument).ty;
            format!("{}: {ty}", self.scope.names.show(argument))
        });
        let shown = format!("{symbol}({}){results}", list(shown));
        self.said.push(ty);
        self.put(&shown);
        Some(())
    }

    /// `[2, %n]`.
    pub(super) fn dimension_list(
        &mut self,
        operands: &'static str,
        attribute: &'static str,
    ) -> Option<()> {
        let numbers = numbers(self.op.attributes.get(attribute)?, "i64")?;
        let mut operands = self.values(OperandSet::Name(operands)).iter();
        let shown: Option<Vec<String>> = numbers
            .iter()
            .map(|&number| match number {
                DYNAMIC => operands.next().map(|&value| self.scope.names.show(value)),
                number => Some(number.to_string()),
            })
            .collect();
        let shown = format!("[{}]", list(shown?));
        if operands.next().is_some() {
            return None;
        }
        self.said.push(attribute);
        self.put(&shown);
        Some(())
    }

    /// `dense<[1, 2]>` or `uninitialized`.
    pub(super) fn initial_value(&mut self, value: &'static str, ty: &'static str) -> Option<()> {
        let shown = match self.op.attributes.get(value)? {
            Attribute::Unit => "uninitialized".to_owned(),
            elements @ Attribute::Dense { ty: own, .. } => {
                let Attribute::Type(memref) = self.op.attributes.get(ty)? else { return None };
                tensor_of(memref).filter(|tensor| tensor == own)?;
                let text = elements.to_string();
                text.strip_suffix(&format!(" : {own}"))?.to_owned()
            }
            _ => return None,
        };
        self.said.push(value);
        self.put(&shown);
        Some(())
    }
}
