//! Elements of formats that only ops with a layout have: groups of operands, and what names the
//! arguments of a region that is part of the function around it.

use super::assembly::Said;
use super::op::Draft;
use super::region::Argument;
use super::scope::Use;
use super::{Kind, Parse, Parser};
use crate::graph::{Attribute, Attributes, Op, RegionId, Type, array_of, is_return};
use crate::source::Span;
use crate::syntax::assembly::{DYNAMIC, Named, groups_of, named, tensor_of};
use std::sync::Arc;
use tfrt_op::{OpDef, OperandSet, content_of};

impl<'a> Parser<'a> {
    /// Sets the operands of a group, of which there may be so many.
    pub(super) fn set_group(
        &mut self,
        index: usize,
        operands: Vec<Use<'a>>,
        at: Span,
        said: &mut Said<'a>,
    ) -> Parse<()> {
        let group = &groups_of(said.def)[index];
        if !group.allows(operands.len()) {
            let name = group.name;
            return self.fail_at(at, format!("'{}' takes one '{name}'", said.def.name));
        }
        said.groups[index].0 = operands;
        Ok(())
    }

    /// Puts the operands of all groups into the draft, and how many each has.
    pub(super) fn complete_groups(&mut self, said: &mut Said<'a>, draft: &mut Draft<'a>) {
        let layout = said.def.traits.layout;
        let mut sizes = Vec::with_capacity(said.groups.len());
        for ((operands, types), group) in said.groups.drain(..).zip(groups_of(said.def)) {
            sizes.push(i64::try_from(operands.len()).unwrap_or(i64::MAX));
            let declared = (!group.ty.is_empty()).then(|| Type::new(group.ty));
            let types = types.into_iter().map(Some).chain(std::iter::repeat(declared));
            draft.operands.extend(operands.into_iter().zip(types));
        }
        if let Some(name) = layout.and_then(|layout| layout.sizes) {
            draft.attributes.insert(name, array_of("i32", &sizes));
        }
    }

    /// `(%a as %x: !async.value<T>)`, or nothing.
    pub(super) fn named_contents(&mut self, name: &'static str, said: &mut Said<'a>) -> Parse<()> {
        let at = self.token.span;
        let mut arguments = Vec::new();
        let (mut operands, mut types) = (Vec::new(), Vec::new());
        if self.eat(b'(') {
            self.list(b')', |this| {
                operands.push(this.operand()?);
                this.expect_word("as")?;
                let name = this.operand()?;
                this.expect(b':')?;
                let at = this.token.span;
                let ty = this.ty()?;
                let Some(content) = content_of(ty.as_str()) else {
                    return this.fail_at(at, format!("'{ty}' is around no other type"));
                };
                let location = Some(Arc::new(this.location(name.span)));
                arguments.push(Argument { name, ty: Type::new(content), location });
                types.push(ty);
                Ok(())
            })?;
        }
        said.arguments = Some(arguments);
        if let Named::Group(group) = named(said.def, name) {
            self.set_group(group, operands, at, said)?;
        }
        self.set_types(OperandSet::Name(name), types, at, said)
    }

    /// `@f(%a: T) -> T`, whose arguments are those of the next region.
    pub(super) fn signature(
        &mut self,
        name: &'static str,
        ty: &'static str,
        draft: &mut Draft<'a>,
    ) -> Parse<Vec<Argument<'a>>> {
        let (symbol, at) = self.expect_symbol()?;
        let arguments = self.arguments()?;
        let results = match self.token.kind {
            Kind::Arrow => {
                self.advance();
                self.result_types()?
            }
            _ => Vec::new(),
        };
        if arguments.names.len() != arguments.types.len() {
            return self.fail_at(at, "the arguments of a function with a body need names");
        }
        let text = crate::syntax::printer::signature(&arguments.types, &results);
        draft.attributes.insert(name, Attribute::String(Arc::from(symbol.into_bytes())));
        draft.attributes.insert(ty, Attribute::Type(Type::new(&text)));
        if arguments.attributes.iter().any(|attributes| !attributes.is_empty()) {
            let all = arguments.attributes.into_iter().map(Attribute::Dictionary).collect();
            draft.attributes.insert("arg_attrs", Attribute::Array(all));
        }
        let named = arguments.names.into_iter().zip(arguments.types).zip(arguments.locations);
        let argument = |((name, ty), location)| Argument { name, ty, location: Some(location) };
        Ok(named.map(argument).collect())
    }

    /// `[2, %n]`.
    pub(super) fn dimension_list(
        &mut self,
        operands: &'static str,
        numbers: &'static str,
        said: &mut Said<'a>,
        draft: &mut Draft<'a>,
    ) -> Parse<()> {
        let at = self.token.span;
        let (mut given, mut uses) = (Vec::new(), Vec::new());
        self.expect(b'[')?;
        let i64 = Type::new("i64");
        self.list(b']', |this| {
            if this.token.kind == Kind::Value {
                uses.push(this.operand()?);
                given.push(DYNAMIC);
                return Ok(());
            }
            let at = this.token.span;
            match this.typed_attribute(&i64)? {
                Attribute::Integer { value, .. } if value != i128::from(DYNAMIC) => {
                    given.push(i64::try_from(value).unwrap_or(i64::MAX));
                    Ok(())
                }
                _ => this.fail_at(at, "expected a number or an operand"),
            }
        })?;
        draft.attributes.insert(numbers, array_of("i64", &given));
        match named(said.def, operands) {
            Named::Group(group) => self.set_group(group, uses, at, said),
            _ => Ok(()),
        }
    }

    /// `uninitialized`, or the elements of a memref of the type that an attribute has.
    pub(super) fn initial_value(
        &mut self,
        value: &'static str,
        ty: &'static str,
        draft: &mut Draft<'a>,
    ) -> Parse<()> {
        let read = if self.eat_word("uninitialized") {
            Attribute::Unit
        } else {
            let at = self.token.span;
            let tensor = match draft.attributes.get(ty) {
                Some(Attribute::Type(ty)) => tensor_of(ty),
                _ => None,
            };
            let Some(tensor) = tensor else {
                return self.fail_at(at, "only a memref of known size has elements");
            };
            self.dense_of(&tensor)?
        };
        draft.attributes.insert(value, read);
        Ok(())
    }

    /// Lets the region of an op return its first argument, if the op says that it does so where the text
    /// says nothing.
    pub(super) fn implied_return(&mut self, def: Option<&'static OpDef>, draft: &Draft<'a>) {
        let inner = def.and_then(|def| def.traits.inner_region());
        let ([region], true) = (&draft.regions[..], inner.is_some_and(|inner| inner.returns))
        else {
            return;
        };
        let Some(block) = self.last_block(*region) else { return };
        let ops = &self.body.block(block).ops;
        if ops.last().is_some_and(|&last| is_return(&self.body.op(last).name)) {
            return;
        }
        let Some(&first) = self.body.block(block).arguments.first() else { return };
        let (name, location) = (self.name("tfrt.return"), self.location(draft.span));
        let op = Op {
            name,
            operands: vec![first],
            results: Vec::new(),
            attributes: Attributes::new(),
            regions: Vec::new(),
            properties: Vec::new(),
            successors: Vec::new(),
            location,
            span: draft.span,
        };
        self.body.add_op(block, op);
    }

    /// The one block of a region.
    fn last_block(&self, region: RegionId) -> Option<crate::graph::BlockId> {
        match self.body.region(region).blocks[..] {
            [block] => Some(block),
            _ => None,
        }
    }
}
