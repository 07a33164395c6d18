//! The pretty forms, one function for each.

use super::op::Draft;
use super::region::{Argument, Entry};
use super::scope::Use;
use super::{Kind, Parse, Parser};
use crate::graph::{Attribute, Op, Type};
use std::sync::Arc;
use tfrt_host::error::Location;
use tfrt_host::kernel::{Chain, Form, KernelDef, KernelType, ParamKind};

impl<'a> Parser<'a> {
    /// What follows the op's name.
    pub(super) fn form(&mut self, kernel: &KernelDef, draft: &mut Draft<'a>) -> Parse<()> {
        match kernel.form {
            Form::Generic | Form::Operands => self.operands_form(kernel, draft),
            Form::Constant => self.constant_form(kernel, draft),
            Form::TypedOperands => self.typed_operands_form(kernel, draft),
            Form::Complex => self.complex_form(kernel, draft),
            Form::Call => self.call_form(draft, "callee"),
            Form::Once => self.call_form(draft, "function"),
            Form::If => self.if_form(draft),
            Form::Cond => self.cond_form(draft),
            Form::Case => self.case_form(draft),
            Form::Repeat => self.repeat_form(draft),
            Form::While => self.while_form(draft),
            Form::Region => self.region_form(draft),
            Form::ParallelFor => self.parallel_for_form(draft),
            Form::ParallelCall => self.parallel_call_form(draft),
            Form::Benchmark => self.benchmark_form(kernel, draft),
            Form::SyncBenchmark => self.sync_benchmark_form(kernel, draft),
        }
    }

    /// `%a, %b : T, T`, or nothing.
    pub(super) fn return_op(&mut self, draft: &mut Draft<'a>) -> Parse<()> {
        let operands = self.operands()?;
        if operands.is_empty() {
            return Ok(());
        }
        self.expect(b':')?;
        let at = self.token.span;
        let types = self.types()?;
        self.type_operands(draft, operands, &types, at)
    }

    /// `%a, %b {attributes}`.
    fn operands_form(&mut self, kernel: &KernelDef, draft: &mut Draft<'a>) -> Parse<()> {
        let types = operand_types(kernel);
        for (index, ty) in types.iter().enumerate() {
            if index > 0 {
                self.expect(b',')?;
            }
            draft.operands.push((self.operand()?, ty.clone()));
        }
        let more = self.token.kind == Kind::Value && !self.at_op();
        if self.at(b',') || (types.is_empty() && more) {
            return self.fail(format!("'{}' takes {} operands", draft.name, types.len()));
        }
        self.optional_dictionary(&mut draft.attributes)?;
        draft.results = result_types(kernel);
        Ok(())
    }

    /// `42 {attributes}`.
    fn constant_form(&mut self, kernel: &KernelDef, draft: &mut Draft<'a>) -> Parse<()> {
        draft.results = result_types(kernel);
        let value = match draft.results.first() {
            Some(ty) => self.typed_attribute(&ty.clone())?,
            None => self.attribute()?,
        };
        draft.attributes.insert("value", value);
        self.optional_dictionary(&mut draft.attributes)
    }

    /// `%a, %b {attributes} : T, T`.
    fn typed_operands_form(&mut self, kernel: &KernelDef, draft: &mut Draft<'a>) -> Parse<()> {
        let operands = self.operands()?;
        self.optional_dictionary(&mut draft.attributes)?;
        self.expect(b':')?;
        let at = self.token.span;
        let types = self.types()?;
        draft.results = result_types(kernel);
        self.type_operands(draft, operands, &types, at)
    }

    /// `1.0, 2.0 {attributes}`.
    fn complex_form(&mut self, kernel: &KernelDef, draft: &mut Draft<'a>) -> Parse<()> {
        for (index, name) in ["real", "imaginary"].into_iter().enumerate() {
            if index > 0 {
                self.expect(b',')?;
            }
            let ty = kernel.attributes().iter().find(|param| param.name == name).map(|p| p.ty);
            let part = self.typed_attribute(&Type::new(ty.unwrap_or("f64")))?;
            draft.attributes.insert(name, part);
        }
        draft.results = result_types(kernel);
        self.optional_dictionary(&mut draft.attributes)
    }

    /// `@callee(%a) {attributes} : (T) -> T`.
    fn call_form(&mut self, draft: &mut Draft<'a>, attribute: &str) -> Parse<()> {
        self.function_attribute(draft, attribute)?;
        let operands = self.parenthesized_operands()?;
        self.optional_dictionary(&mut draft.attributes)?;
        self.signature(draft, None, operands)
    }

    /// `%c @t @f (%a) {attributes} : (T) -> (T)`.
    fn cond_form(&mut self, draft: &mut Draft<'a>) -> Parse<()> {
        let condition = self.operand()?;
        self.function_attribute(draft, "a_true_fn")?;
        self.function_attribute(draft, "b_false_fn")?;
        let operands = self.parenthesized_operands()?;
        self.optional_dictionary(&mut draft.attributes)?;
        self.signature(draft, Some((condition, "i1")), operands)
    }

    /// `%i [@a, @b] (%x) {attributes} : (T) -> (T)`.
    fn case_form(&mut self, draft: &mut Draft<'a>) -> Parse<()> {
        let index = self.operand()?;
        self.expect(b'[')?;
        let branches = self.list(b']', Self::flat_symbol)?;
        draft.attributes.insert("branches", Attribute::Array(branches));
        let operands = self.parenthesized_operands()?;
        self.optional_dictionary(&mut draft.attributes)?;
        self.signature(draft, Some((index, "i32")), operands)
    }

    /// `%c @body(%x) parallel_iterations(1) {attributes} : (T) -> (T)`.
    fn while_form(&mut self, draft: &mut Draft<'a>) -> Parse<()> {
        let condition = self.operand()?;
        self.function_attribute(draft, "body_fn")?;
        let operands = self.parenthesized_operands()?;
        self.expect_word("parallel_iterations")?;
        self.expect(b'(')?;
        let iterations = self.typed_attribute(&Type::new("i64"))?;
        draft.attributes.insert("parallel_iterations", iterations);
        self.expect(b')')?;
        self.optional_dictionary(&mut draft.attributes)?;
        self.signature(draft, Some((condition, "i1")), operands)
    }

    /// `%c, %a : (T) -> (T) {…} else {…}`. Without results, the second region may be left out:
    /// it then only returns.
    fn if_form(&mut self, draft: &mut Draft<'a>) -> Parse<()> {
        let mut operands = self.operands()?;
        if operands.is_empty() {
            return self.fail_at(draft.span, "expected condition");
        }
        let condition = operands.remove(0);
        self.region_attributes(draft)?;
        self.signature(draft, Some((condition, "i1")), operands)?;
        self.isolated_region(draft, &[], 1)?;
        if self.eat_word("else") {
            return self.isolated_region(draft, &[], 1);
        }
        if !draft.results.is_empty() {
            return self.fail("expected 'else' in 'tfrt.if' with result values");
        }
        self.returning_region(draft, 1);
        Ok(())
    }

    /// `%n, %x : T {…}`: the results are of the types of the operands after the count.
    fn repeat_form(&mut self, draft: &mut Draft<'a>) -> Parse<()> {
        let mut operands = self.operands()?;
        if operands.is_empty() {
            return self.fail_at(draft.span, "expected trip count");
        }
        let count = operands.remove(0);
        if operands.is_empty() {
            // No types follow: a brace begins the region.
            self.keyword_dictionary(&mut draft.attributes)?;
        } else {
            self.region_attributes(draft)?;
        }
        let colon = self.token.span;
        let types = if self.eat(b':') { self.types()? } else { Vec::new() };
        draft.operands.push((count, Some(Type::new("i32"))));
        self.type_operands(draft, operands, &types, colon)?;
        draft.results = types;
        self.isolated_region(draft, &[], 1)
    }

    /// `%a, %b : (T, T) -> (T) {…}`.
    fn region_form(&mut self, draft: &mut Draft<'a>) -> Parse<()> {
        let operands = self.operands()?;
        self.region_attributes(draft)?;
        self.signature(draft, None, operands)?;
        self.isolated_region(draft, &[], 0)
    }

    /// `%s to %e fixed %b, %v : T {…}`: the region takes all but the block size.
    fn parallel_for_form(&mut self, draft: &mut Draft<'a>) -> Parse<()> {
        self.range(draft)?;
        let operands = if self.eat(b',') { self.operands()? } else { Vec::new() };
        if operands.is_empty() {
            // No types follow: a brace begins the region.
            self.keyword_dictionary(&mut draft.attributes)?;
        } else {
            self.region_attributes(draft)?;
        }
        let colon = self.token.span;
        let types = if self.eat(b':') { self.types()? } else { Vec::new() };
        self.type_operands(draft, operands, &types, colon)?;
        draft.results = vec![Type::new(Chain::NAME)];
        self.isolated_region(draft, &[0, 1], 3)
    }

    /// `%s to %e fixed %b @callee(%v) {attributes} : T`.
    fn parallel_call_form(&mut self, draft: &mut Draft<'a>) -> Parse<()> {
        self.range(draft)?;
        self.function_attribute(draft, "callee")?;
        let operands = self.parenthesized_operands()?;
        self.optional_dictionary(&mut draft.attributes)?;
        let colon = self.token.span;
        let types = if self.eat(b':') { self.types()? } else { Vec::new() };
        draft.results = vec![Type::new(Chain::NAME)];
        self.type_operands(draft, operands, &types, colon)
    }

    /// `%start to %end fixed %block`.
    fn range(&mut self, draft: &mut Draft<'a>) -> Parse<()> {
        for word in [None, Some("to"), Some("fixed")] {
            if let Some(word) = word {
                self.expect_word(word)?;
            }
            draft.operands.push((self.operand()?, Some(Type::new("i32"))));
        }
        Ok(())
    }

    /// `"name"(%x : T) duration_secs = 1, max_count = 100 {…}`. Numbers that are left out are as
    /// the kernel's attributes of those names say.
    fn benchmark_form(&mut self, kernel: &KernelDef, draft: &mut Draft<'a>) -> Parse<()> {
        let name = self.attribute()?;
        draft.attributes.insert("name", name);
        self.benchmark_operands(draft)?;
        if !self.at(b'{') && !self.at_word("attributes") {
            self.benchmark_numbers(draft)?;
        }
        self.keyword_dictionary(&mut draft.attributes)?;
        one_warm_up(draft);
        draft.results = result_types(kernel);
        self.isolated_region(draft, &[], 0)
    }

    /// `@function(%x : T) duration_secs = 1, max_count = 100 {attributes}`.
    fn sync_benchmark_form(&mut self, kernel: &KernelDef, draft: &mut Draft<'a>) -> Parse<()> {
        self.function_attribute(draft, "target_fn")?;
        self.benchmark_operands(draft)?;
        // What follows may be the next op.
        if BENCHMARK_NUMBERS.iter().any(|word| self.at_word(word)) {
            self.benchmark_numbers(draft)?;
        }
        self.optional_dictionary(&mut draft.attributes)?;
        one_warm_up(draft);
        draft.results = result_types(kernel);
        Ok(())
    }

    /// `(%x : T, %y : T)`.
    fn benchmark_operands(&mut self, draft: &mut Draft<'a>) -> Parse<()> {
        self.expect(b'(')?;
        let operands = self.list(b')', |this| {
            let operand = this.operand()?;
            this.expect(b':')?;
            Ok((operand, Some(this.ty()?)))
        })?;
        draft.operands.extend(operands);
        Ok(())
    }

    /// `duration_secs = 1, max_count = 100`, in any order.
    fn benchmark_numbers(&mut self, draft: &mut Draft<'a>) -> Parse<()> {
        loop {
            let at = self.token;
            let keyword = BENCHMARK_NUMBERS.into_iter().find(|word| self.at_word(word));
            let Some(keyword) = keyword else {
                let known = BENCHMARK_NUMBERS.join("', '");
                return self.fail(format!("expected one of '{known}'"));
            };
            if draft.attributes.get(keyword).is_some() {
                return self.fail_at(at.span, format!("'{keyword}' is given twice"));
            }
            self.advance();
            self.expect(b'=')?;
            let number = self.typed_attribute(&Type::new("i32"))?;
            draft.attributes.insert(keyword, number);
            if !self.eat(b',') {
                return Ok(());
            }
        }
    }

    /// The attributes of an op with regions: with a keyword, as MLIR reads them, or without, as
    /// it prints them.
    fn region_attributes(&mut self, draft: &mut Draft<'a>) -> Parse<()> {
        self.keyword_dictionary(&mut draft.attributes)?;
        self.optional_dictionary(&mut draft.attributes)
    }

    /// `: (T) -> (T)` for operands, with one of a known type before them.
    fn signature(
        &mut self,
        draft: &mut Draft<'a>,
        first: Option<(Use<'a>, &str)>,
        operands: Vec<Use<'a>>,
    ) -> Parse<()> {
        self.expect(b':')?;
        let signature = self.function_type()?;
        draft.operands.extend(first.map(|(used, ty)| (used, Some(Type::new(ty)))));
        self.type_operands(draft, operands, &signature.arguments, signature.span)?;
        draft.results = signature.results;
        Ok(())
    }

    /// `{…}`, where the operands at `first` and those from `skip` on name the block's arguments.
    fn isolated_region(
        &mut self,
        draft: &mut Draft<'a>,
        first: &[usize],
        skip: usize,
    ) -> Parse<()> {
        let first = first.iter().filter_map(|&index| draft.operands.get(index));
        let arguments = first.chain(draft.operands.iter().skip(skip));
        let argument = |(name, ty): &(Use<'a>, Option<Type>)| {
            let location = Some(Arc::new(self.location(name.span)));
            Some(Argument { name: *name, ty: ty.clone()?, location })
        };
        let arguments = arguments.filter_map(argument).collect();
        let owner = self.place(draft);
        draft.regions.push(self.region(Some(owner), Entry::Implicit(arguments), true)?);
        Ok(())
    }

    /// A region that only returns, at the place of its owner.
    fn returning_region(&mut self, draft: &mut Draft<'a>, skip: usize) {
        let owner = self.place(draft);
        let region = self.body.add_region(Some(owner));
        let block = self.body.add_block(region);
        for (used, ty) in draft.operands.iter().skip(skip) {
            if let Some(ty) = ty {
                self.body.add_argument(block, ty.clone(), Some(Arc::from(used.name)));
            }
        }
        let location: Location = self.location(draft.span);
        let name = self.name("tfrt.return");
        self.body.add_op(
            block,
            Op {
                name,
                operands: Vec::new(),
                results: Vec::new(),
                attributes: crate::graph::Attributes::new(),
                regions: Vec::new(),
                properties: Vec::new(),
                successors: Vec::new(),
                location,
                span: draft.span,
            },
        );
        draft.regions.push(region);
    }

    /// `@name` as an attribute of the op.
    fn function_attribute(&mut self, draft: &mut Draft<'a>, name: &str) -> Parse<()> {
        let symbol = self.flat_symbol()?;
        draft.attributes.insert(name, symbol);
        Ok(())
    }

    /// `@name`, not nested.
    fn flat_symbol(&mut self) -> Parse<Attribute> {
        if self.token.kind != Kind::Symbol {
            return self.fail("expected a function, '@name'");
        }
        let span = self.token.span;
        match self.symbol_reference()? {
            Attribute::Symbol { nested, .. } if !nested.is_empty() => {
                self.fail_at(span, "expected a function of this module, '@name'")
            }
            symbol => Ok(symbol),
        }
    }
}

/// The numbers of a benchmark, as its form names them.
const BENCHMARK_NUMBERS: [&str; 3] = ["duration_secs", "max_count", "num_warmup_runs"];

/// A benchmark that says nothing of warming up does it once.
fn one_warm_up(draft: &mut Draft<'_>) {
    if draft.attributes.get("num_warmup_runs").is_none() {
        let one = Attribute::Integer { value: 1, ty: Type::new("i32") };
        draft.attributes.insert("num_warmup_runs", one);
    }
}

/// The types that operands must have; `None` where any will do.
fn operand_types(kernel: &KernelDef) -> Vec<Option<Type>> {
    let operands = kernel.params.iter().filter(|param| {
        matches!(param.kind, ParamKind::Value | ParamKind::Borrow | ParamKind::Async)
    });
    operands.map(|param| (!matches!(param.ty, "" | "any")).then(|| Type::new(param.ty))).collect()
}

/// The types of the results.
pub(super) fn result_types(kernel: &KernelDef) -> Vec<Type> {
    kernel.results.iter().map(|result| Type::new(result.ty)).collect()
}
