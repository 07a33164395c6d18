//! The lowering of one function: its body is built anew from the source's ops.
//!
//! Regions of the result are isolated: an op's captures become operands of it and arguments of its
//! regions, and loops carry them. Where assertions may fail, `ok` is a value of type `i1` that is true
//! or the error of the first failed one; what must not be seen after a failure is selected by it.

mod control;
mod scalar;

use crate::Importer;
use crate::facts::{Facts, definition};
use crate::legal::{Action, Constant, own_attributes};
use crate::problems::Noted;
use std::collections::HashMap;
use std::sync::Arc;
use tfrt_compiler::graph::{
    Attribute, Attributes, BlockId, Body, Function, Item, Op, OpId, Type, ValueId, Visibility,
    is_return,
};
use tfrt_host::error::Location;
use tfrt_host::frame::grow_stack;

/// The lowering of one function in progress.
pub(crate) struct Lowering<'a, 'b> {
    importer: &'b mut Importer<'a>,
    function: &'a Function,
    source: &'a Body,
    facts: Facts,
    /// What each value of the source is in the region that is being built.
    values: Vec<Option<ValueId>>,
    body: Body,
    block: BlockId,
    /// The constants of that region, by the source's values.
    constants: HashMap<ValueId, ValueId>,
    /// Whether all assertions so far hold in that region.
    ok: Option<ValueId>,
    /// How many functions were made of regions.
    outlined: usize,
}

/// The state of a region that is being built, while one inside it is.
struct Outer {
    block: BlockId,
    constants: HashMap<ValueId, ValueId>,
    ok: Option<ValueId>,
    values: Vec<(ValueId, Option<ValueId>)>,
}

/// What a function without results gives that may fail an assertion.
const OK: &str = "i1";

/// What ends regions of this project's ops, by any of its names.
const RETURN: &str = "tfrt.return";

/// What ends most regions of upstream's ops.
const YIELD: &str = "scf.yield";

/// Lowers a function; the functions that are made of its regions are added to the module first.
pub(crate) fn function<'a>(
    importer: &mut Importer<'a>,
    function: &'a Function,
    body: &'a Body,
    facts: Facts,
) -> Result<Function, Noted> {
    let values = vec![None; body.value_count()];
    let mut lowering = Lowering {
        importer,
        function,
        source: body,
        facts,
        values,
        body: Body::new(),
        block: BlockId(0),
        constants: HashMap::new(),
        ok: None,
        outlined: 0,
    };
    let root = lowering.body.add_region(None);
    lowering.block = lowering.body.add_block(root);
    let Some(entry) = body.entry(Body::ROOT) else {
        let message = format!("function @{} has no block", function.name);
        return Err(lowering.importer.problems.note(function.span, &function.location, message));
    };
    lowering.arguments(&body.block(entry).arguments);
    if lowering.importer.checked.contains_key(function.name.as_str()) {
        lowering.take_ok();
    }
    let end = lowering.run(entry, RETURN, None)?;
    lowering.finish(end)
}

impl<'a> Lowering<'a, '_> {
    /// The function's return, and the function.
    fn finish(mut self, end: OpId) -> Result<Function, Noted> {
        let op = self.source.op(end);
        let operands = self.operands(op)?;
        let types = &self.importer.types;
        let mut made = Function {
            name: self.function.name.clone(),
            visibility: self.function.visibility,
            arguments: self.function.arguments.iter().map(|ty| types.of(ty)).collect(),
            results: self.function.results.iter().map(|ty| types.of(ty)).collect(),
            argument_attributes: own(&self.function.argument_attributes),
            result_attributes: own(&self.function.result_attributes),
            attributes: own_attributes(&self.function.attributes),
            body: None,
            location: self.importer.place(&self.function.location, self.function.span),
            span: self.function.span,
        };
        match self.importer.checked.get(made.name.as_str()).cloned() {
            None => drop(self.emit(RETURN, operands, Attributes::new(), op)),
            Some(checked) => self.finish_checked(&mut made, checked, operands, op)?,
        }
        Ok(Function { body: Some(self.body), ..made })
    }

    /// A function that may fail an assertion is two: one takes and gives `ok` last, for callers that are
    /// imported, and one takes and gives what the source's function does. The latter's ops are those
    /// here.
    fn finish_checked(
        &mut self,
        made: &mut Function,
        checked: String,
        mut results: Vec<ValueId>,
        op: &Op,
    ) -> Result<(), Noted> {
        results.push(self.ok(op));
        self.emit(RETURN, results, Attributes::new(), op);
        let mut types = made.results.clone();
        types.push(Type::new(OK));
        let mut arguments = made.arguments.clone();
        arguments.push(Type::new(OK));
        let body = std::mem::take(&mut self.body);
        self.importer.made.push(Item::Function(Function {
            name: checked.clone(),
            visibility: Visibility::Private,
            arguments,
            results: types.clone(),
            argument_attributes: Vec::new(),
            result_attributes: Vec::new(),
            attributes: Attributes::new(),
            body: Some(body),
            ..made.clone()
        }));
        let root = self.body.add_region(None);
        self.block = self.body.add_block(root);
        self.ok = None;
        let arguments = made.arguments.iter();
        let mut arguments: Vec<ValueId> =
            arguments.map(|ty| self.body.add_argument(self.block, ty.clone(), None)).collect();
        arguments.push(self.ok(op));
        let call = self.emit("tfrt.call", arguments, callee(checked), op);
        let mut results: Vec<ValueId> =
            types.into_iter().map(|ty| self.body.add_result(call, ty, None)).collect();
        let ok = results.pop().expect("it was added last");
        for result in &mut results {
            *result = self.select(op, ok, *result, *result);
        }
        if results.is_empty() {
            results.push(ok);
            made.results.push(Type::new(OK));
        }
        self.emit(RETURN, results, Attributes::new(), op);
        Ok(())
    }

    /// Gives the block that is being built the arguments of one of the source.
    fn arguments(&mut self, arguments: &[ValueId]) {
        for &argument in arguments {
            let value = self.argument(argument);
            self.values[argument.index()] = Some(value);
        }
    }

    /// Adds an argument for a value of the source.
    fn argument(&mut self, value: ValueId) -> ValueId {
        let info = self.source.value(value);
        let ty = self.importer.types.of(&info.ty);
        self.body.add_argument(self.block, ty, info.name.clone())
    }

    /// Lowers the ops from the beginning of a block of `parent` up to the end of the region, over
    /// branches. The last op, of the name `expected`, is the result.
    fn run(
        &mut self,
        mut block: BlockId,
        expected: &str,
        parent: Option<&Op>,
    ) -> Result<OpId, Noted> {
        loop {
            let ops = &self.source.block(block).ops;
            let Some((&end, ops)) = ops.split_last() else {
                let message = "a block has no op that ends it".to_owned();
                let (span, location) = match parent {
                    Some(op) => (op.span, &op.location),
                    None => (self.function.span, &self.function.location),
                };
                return Err(self.importer.problems.note(span, location, message));
            };
            for &op in ops {
                self.op(op)?;
            }
            let op = self.source.op(end);
            if let (Action::Branch, [to]) = (&self.facts.actions[end.index()], &op.successors[..]) {
                let values = self.operands(op)?;
                self.bind(op, &self.source.block(*to).arguments, &values)?;
                block = *to;
                continue;
            }
            if *op.name == *expected || expected == RETURN && is_return(&op.name) {
                return Ok(end);
            }
            let what = parent.map_or("a function", |parent| &parent.name);
            let message = format!("'{}' cannot end a block of {what}", op.name);
            return Err(self.importer.problems.of_op(op, message));
        }
    }

    /// Lowers an op that ends no block.
    fn op(&mut self, id: OpId) -> Result<(), Noted> {
        let source = self.source;
        let op = source.op(id);
        let action = self.facts.actions[id.index()].clone();
        match action {
            Action::Kernel(kernel) => {
                let operands = self.operands(op)?;
                let new = self.emit_shared(kernel, operands, Attributes::new(), op);
                self.results(new, op);
            }
            Action::Cast { kernel, cast, ty } => {
                let mut operands = self.operands(op)?;
                if let Some(last) = operands.last_mut() {
                    let new = self.emit_shared(cast, vec![*last], Attributes::new(), op);
                    *last = self.body.add_result(new, ty, None);
                }
                let new = self.emit_shared(kernel, operands, Attributes::new(), op);
                self.results(new, op);
            }
            Action::Shaped { kernel, first, shape } => {
                let first = first.map(|constant| self.made_constant(constant, op));
                let operands = first.into_iter().chain(self.operands(op)?).collect();
                let i64 = &self.importer.types.i64;
                let size = |size| Attribute::Integer { value: i128::from(size), ty: i64.clone() };
                let shape = Attribute::Array(shape.into_iter().map(size).collect());
                let mut attributes = Attributes::new();
                attributes.insert("shape", shape);
                let new = self.emit_shared(kernel, operands, attributes, op);
                self.results(new, op);
            }
            Action::Select => {
                if let [condition, a, b] = self.operands(op)?[..] {
                    let value = self.select(op, condition, a, b);
                    self.bind_results(op, &[value])?;
                }
            }
            Action::Forward => {
                let operands = self.operands(op)?;
                self.bind(op, &op.results, &operands)?;
            }
            // Made where it is used.
            Action::Constant(_) => {}
            Action::Assert(message) => self.assert(op, message)?,
            Action::Call(callee) => self.call(id, callee)?,
            Action::If => self.conditional(id)?,
            Action::For { unsigned } => self.counted(id, unsigned)?,
            Action::While => self.conditional_loop(id)?,
            Action::Switch(cases) => self.switch(id, &cases)?,
            Action::Inline => self.inline(id)?,
            Action::Same => self.same(id)?,
            Action::End | Action::Branch => {
                let message = format!("'{}' must be the last op of its block", op.name);
                return Err(self.importer.problems.of_op(op, message));
            }
        }
        Ok(())
    }

    /// What a value of the source is in the region that is being built.
    fn value(&mut self, op: &Op, value: ValueId) -> Result<ValueId, Noted> {
        let defined = definition(self.source, value);
        if let Some(id) = defined
            && let Action::Constant(constant) = &self.facts.actions[id.index()]
        {
            if let Some(&made) = self.constants.get(&value) {
                return Ok(made);
            }
            let made = self.made_constant(constant.clone(), self.source.op(id));
            self.body.value_mut(made).name.clone_from(&self.source.value(value).name);
            self.constants.insert(value, made);
            return Ok(made);
        }
        match self.values[value.index()] {
            Some(value) => Ok(value),
            None => {
                let message = format!("an operand of '{}' is not defined before it", op.name);
                Err(self.importer.problems.of_op(op, message))
            }
        }
    }

    fn made_constant(&mut self, constant: Constant, from: &Op) -> ValueId {
        let Constant { kernel, value, ty } = constant;
        let mut attributes = Attributes::new();
        attributes.insert("value", value);
        let op = self.emit_shared(kernel, Vec::new(), attributes, from);
        self.body.add_result(op, ty, None)
    }

    fn operands(&mut self, op: &Op) -> Result<Vec<ValueId>, Noted> {
        op.operands.iter().map(|&operand| self.value(op, operand)).collect()
    }

    /// Says what values of the source are.
    fn bind(&mut self, op: &Op, names: &[ValueId], values: &[ValueId]) -> Result<(), Noted> {
        let types = &self.importer.types;
        let named = names.iter().map(|&name| types.of(&self.source.value(name).ty));
        let given = values.iter().map(|&value| self.body.value(value).ty.clone());
        if !named.eq(given) {
            let message = format!("the types of '{}' do not match those of its regions", op.name);
            return Err(self.importer.problems.of_op(op, message));
        }
        for (name, value) in names.iter().zip(values) {
            self.values[name.index()] = Some(*value);
        }
        Ok(())
    }

    /// Adds the results of an op of the source to one that was made of it.
    fn results(&mut self, new: OpId, op: &Op) {
        for &result in &op.results {
            let info = self.source.value(result);
            let (ty, name) = (self.importer.types.of(&info.ty), info.name.clone());
            self.values[result.index()] = Some(self.body.add_result(new, ty, name));
        }
    }

    /// Adds an op in the place of one of the source.
    fn emit(
        &mut self,
        name: &str,
        operands: Vec<ValueId>,
        attributes: Attributes,
        from: &Op,
    ) -> OpId {
        let name = self.importer.names.get(name);
        self.emit_shared(name, operands, attributes, from)
    }

    fn emit_shared(
        &mut self,
        name: Arc<str>,
        operands: Vec<ValueId>,
        attributes: Attributes,
        from: &Op,
    ) -> OpId {
        let op = Op {
            name,
            operands,
            results: Vec::new(),
            attributes,
            properties: Vec::new(),
            regions: Vec::new(),
            successors: Vec::new(),
            location: self.importer.place(&from.location, from.span),
            span: from.span,
        };
        self.body.add_op(self.block, op)
    }

    /// Adds an op of one result in the place of one of the source.
    fn emit_value(&mut self, name: &str, operands: Vec<ValueId>, ty: Type, from: &Op) -> ValueId {
        let op = self.emit(name, operands, Attributes::new(), from);
        self.body.add_result(op, ty, None)
    }

    /// Begins a region of an op that was added, whose block takes these values of the source.
    fn enter(&mut self, owner: OpId, captures: &[ValueId]) -> Outer {
        let region = self.body.add_region(Some(owner));
        self.body.op_mut(owner).regions.push(region);
        let block = self.body.add_block(region);
        self.enter_block(block, captures)
    }

    fn enter_block(&mut self, block: BlockId, captures: &[ValueId]) -> Outer {
        let values = captures.iter().map(|&value| (value, self.values[value.index()])).collect();
        let outer = Outer {
            block: std::mem::replace(&mut self.block, block),
            constants: std::mem::take(&mut self.constants),
            ok: self.ok.take(),
            values,
        };
        self.arguments(captures);
        outer
    }

    fn leave(&mut self, outer: Outer) {
        let Outer { block, constants, ok, values } = outer;
        (self.block, self.constants, self.ok) = (block, constants, ok);
        for (value, before) in values {
            self.values[value.index()] = before;
        }
    }

    /// Makes a function. `build` adds its arguments and its ops and gives its results.
    fn outline(
        &mut self,
        what: &str,
        from: &Op,
        build: impl FnOnce(&mut Self) -> Result<Vec<ValueId>, Noted>,
    ) -> Result<Attribute, Noted> {
        self.outlined += 1;
        let name = format!("{}.{what}{}", self.function.name, self.outlined);
        let name = self.importer.symbol(name);
        let body = std::mem::take(&mut self.body);
        let root = self.body.add_region(None);
        let block = self.body.add_block(root);
        let outer = self.enter_block(block, &[]);
        let results = grow_stack(|| build(&mut *self))?;
        let types = |body: &Body, values: &[ValueId]| -> Vec<Type> {
            values.iter().map(|&value| body.value(value).ty.clone()).collect()
        };
        let arguments = types(&self.body, &self.body.block(block).arguments);
        let result_types = types(&self.body, &results);
        self.emit(RETURN, results, Attributes::new(), from);
        self.leave(outer);
        let body = std::mem::replace(&mut self.body, body);
        self.importer.made.push(Item::Function(Function {
            name: name.clone(),
            visibility: Visibility::Private,
            arguments,
            results: result_types,
            argument_attributes: Vec::new(),
            result_attributes: Vec::new(),
            attributes: Attributes::new(),
            body: Some(body),
            location: self.importer.place(&from.location, from.span),
            span: from.span,
        }));
        Ok(Attribute::Symbol { root: name, nested: Vec::new() })
    }

    /// An op that stays what it is.
    fn same(&mut self, id: OpId) -> Result<(), Noted> {
        let source = self.source;
        let op = source.op(id);
        if self.facts.is_checked(id) {
            let message =
                format!("'cf.assert' and calls of what has it cannot be in '{}'", op.name);
            return Err(self.importer.problems.of_op(op, message));
        }
        let operands = self.operands(op)?;
        let new = self.emit_shared(Arc::clone(&op.name), operands, op.attributes.clone(), op);
        self.body.op_mut(new).properties.clone_from(&op.properties);
        for &region in &op.regions {
            let outer = self.enter(new, &[]);
            if let Some(entry) = source.entry(region) {
                self.arguments(&source.block(entry).arguments);
                let end = grow_stack(|| self.run(entry, RETURN, Some(op)))?;
                let end = source.op(end);
                let operands = self.operands(end)?;
                self.emit_shared(Arc::clone(&end.name), operands, end.attributes.clone(), end);
            }
            self.leave(outer);
        }
        self.results(new, op);
        Ok(())
    }
}

/// The attributes of arguments or results that this project knows.
fn own(list: &[Attributes]) -> Vec<Attributes> {
    let list: Vec<Attributes> = list.iter().map(own_attributes).collect();
    if list.iter().all(Attributes::is_empty) { Vec::new() } else { list }
}

/// The attributes of a call.
fn callee(name: String) -> Attributes {
    let mut attributes = Attributes::new();
    attributes.insert("callee", Attribute::Symbol { root: name, nested: Vec::new() });
    attributes
}

impl Importer<'_> {
    /// The file, line and column of an op: where it is said to come from, else where it stands.
    pub(crate) fn place(&self, location: &Location, span: tfrt_compiler::source::Span) -> Location {
        if let Location::FileLineCol { .. } = location {
            return location.clone();
        }
        if let Some((file, line, column)) = location.file_line_col() {
            return Location::FileLineCol { file: file.to_owned().into(), line, column };
        }
        let at = self.lines.position(span.start);
        let file = self.source.name.clone().into();
        Location::FileLineCol { file, line: at.line, column: at.column }
    }

    /// A symbol that no function has.
    pub(crate) fn symbol(&mut self, mut name: String) -> String {
        while !self.symbols.insert(name.clone()) {
            name.push('_');
        }
        name
    }
}
