//! The lowering of one function: it is built anew from the source's ops.
//!
//! Where assertions may fail, *ok* is a value of type `i1` that is true or the error of the first
//! failed one; what must not be seen after a failure is selected by it.

use crate::Importer;
use crate::assertions::Assertions;
use crate::legal::{Action, SELECT, constant_kernel, own_attributes};
use std::sync::Arc;
use tfrt_compiler::builder::{FunctionBuilder, Origin, Reported, Value};
use tfrt_compiler::graph::{
    Attribute, Attributes, BlockId, Body, Function, Op, OpId, RegionId, Type, ValueId, Visibility,
    is_return,
};

/// The lowering of one function in progress.
pub(crate) struct Lowering<'m, 'a> {
    pub(crate) builder: FunctionBuilder<'m, 'a>,
    pub(crate) source: &'a Body,
    importer: &'m Importer<'a>,
    function: &'a Function,
    actions: &'m [Action],
    assertions: &'m Assertions,
    /// What each value of the source has become.
    values: Vec<Option<Value>>,
    /// Whether all assertions so far hold, if there are any.
    ok: Option<Value>,
}

/// The type of *ok*.
const OK: &str = "i1";

/// What ends regions of this project's ops, by any of its names.
const RETURN: &str = "tfrt.return";

/// Lowers a function with a body. One that may fail an assertion becomes two: one takes and gives *ok*
/// last, for callers that are imported, and one takes and gives what the source's function does.
pub(crate) fn function<'m, 'a>(
    importer: &'m Importer<'a>,
    builder: FunctionBuilder<'m, 'a>,
    function: &'a Function,
    body: &'a Body,
    actions: &'m [Action],
    assertions: &'m Assertions,
) -> Result<(), Reported> {
    let values = vec![None; body.value_count()];
    let source = body;
    let ok = None;
    let mut this =
        Lowering { builder, source, importer, function, actions, assertions, values, ok };
    let checked = importer.checked.contains_key(function.name.as_str());
    this.builder.set_origin(importer.origin(&function.into()));
    if checked {
        this.builder.set_visibility(Visibility::Private);
    } else {
        this.builder.set_visibility(function.visibility);
        let own = |list| own(list);
        let (arguments, results) =
            (own(&function.argument_attributes), own(&function.result_attributes));
        this.builder.set_attributes(own_attributes(&function.attributes), arguments, results);
    }
    let Some(entry) = body.entry(Body::ROOT) else {
        return Err(this.builder.report(format!("function @{} has no block", function.name)));
    };
    this.arguments(&body.block(entry).arguments);
    if checked {
        this.take_ok();
    }
    let mut results = this.run(entry, RETURN, None)?;
    if checked {
        results.push(this.ok()?);
    }
    this.builder.finish(&results)
}

/// The function that callers from outside know, of one that may fail an assertion.
pub(crate) fn unchecked(
    importer: &Importer<'_>,
    mut builder: FunctionBuilder<'_, '_>,
    function: &Function,
    checked: &str,
) -> Result<(), Reported> {
    let types =
        |list: &[Type]| -> Vec<Type> { list.iter().map(|ty| importer.types.of(ty)).collect() };
    builder.set_visibility(function.visibility);
    let (arguments, results) =
        (own(&function.argument_attributes), own(&function.result_attributes));
    builder.set_attributes(own_attributes(&function.attributes), arguments, results);
    builder.set_origin(importer.origin(&function.into()));
    let mut arguments = Vec::new();
    for ty in types(&function.arguments) {
        arguments.push(builder.argument(ty, None));
    }
    arguments.push(truth(&mut builder)?);
    let mut types = types(&function.results);
    types.push(Type::new(OK));
    let call = builder.op("tfrt.call").attribute("callee", symbol(checked));
    let mut results = call.operands(arguments).types(types).results()?;
    let ok = results.pop();
    for result in &mut results {
        if let Some(ok) = ok {
            *result = select(&mut builder, ok, *result, *result)?;
        }
    }
    if results.is_empty() {
        results.extend(ok);
    }
    builder.finish(&results)
}

impl<'m> Lowering<'m, '_> {
    /// Gives what is being built the arguments of a block of the source.
    pub(crate) fn arguments(&mut self, arguments: &[ValueId]) {
        for &argument in arguments {
            let info = self.source.value(argument);
            let ty = self.importer.types.of(&info.ty);
            let value = self.builder.argument(ty, info.name.clone());
            self.values[argument.index()] = Some(value);
        }
    }

    /// Lowers the ops from the beginning of a block of `parent` up to the end of the region, over
    /// branches. The results are the operands of the last op, whose name is `expected`.
    pub(crate) fn run(
        &mut self,
        mut block: BlockId,
        expected: &str,
        parent: Option<&Op>,
    ) -> Result<Vec<Value>, Reported> {
        loop {
            let ops = &self.source.block(block).ops;
            let Some((&end, ops)) = ops.split_last() else {
                let origin = parent.map_or_else(|| self.function.into(), Origin::from);
                let problems = self.builder.module().problems();
                return Err(problems.report(&origin, "a block has no op that ends it"));
            };
            for &id in ops {
                let op = self.source.op(id);
                self.at(op);
                match &self.actions[id.index()] {
                    Action::Lower { lower, .. } => lower(self, id)?,
                    Action::End | Action::Branch => {
                        let message = format!("'{}' must be the last op of its block", op.name);
                        return Err(self.report(op, message));
                    }
                }
            }
            let op = self.source.op(end);
            self.at(op);
            if let (Action::Branch, [to]) = (&self.actions[end.index()], &op.successors[..]) {
                let values = self.operands(op)?;
                self.bind(op, &self.source.block(*to).arguments, &values)?;
                block = *to;
                continue;
            }
            if *op.name == *expected || expected == RETURN && is_return(&op.name) {
                return self.operands(op);
            }
            let what = parent.map_or("a function", |parent| &parent.name);
            return Err(self.report(op, format!("'{}' cannot end a block of {what}", op.name)));
        }
    }

    /// Ops from here on are made from this one.
    pub(crate) fn at(&mut self, op: &Op) {
        self.builder.set_origin(self.importer.origin(&op.into()));
    }

    /// Reports what is wrong with an op of the source.
    pub(crate) fn report(&mut self, op: &Op, message: impl Into<String>) -> Reported {
        self.builder.module().problems().report(&op.into(), message)
    }

    /// Reports an op that MLIR would refuse.
    pub(crate) fn malformed(&mut self, op: &Op) -> Reported {
        let message =
            format!("'{}' has operands, results or regions that MLIR would refuse", op.name);
        self.report(op, message)
    }

    /// The first block of a region of an op.
    pub(crate) fn entry(&mut self, op: &Op, region: RegionId) -> Result<BlockId, Reported> {
        self.source
            .entry(region)
            .ok_or_else(|| self.report(op, format!("a region of '{}' has no block", op.name)))
    }

    /// What an operand of an op has become.
    pub(crate) fn value(&mut self, op: &Op, value: ValueId) -> Result<Value, Reported> {
        self.values[value.index()].ok_or_else(|| {
            let message = format!("an operand of '{}' is not defined before it", op.name);
            self.report(op, message)
        })
    }

    /// What the operands of an op have become.
    pub(crate) fn operands(&mut self, op: &Op) -> Result<Vec<Value>, Reported> {
        op.operands.iter().map(|&operand| self.value(op, operand)).collect()
    }

    /// The types that the results of an op have in the program that is made.
    pub(crate) fn result_types(&self, op: &Op) -> Vec<Type> {
        let types = op.results.iter().map(|&result| &self.source.value(result).ty);
        types.map(|ty| self.importer.types.of(ty)).collect()
    }

    /// Says what values of the source have become.
    pub(crate) fn bind(
        &mut self,
        op: &Op,
        names: &[ValueId],
        values: &[Value],
    ) -> Result<(), Reported> {
        let types = &self.importer.types;
        let named = names.iter().map(|&name| types.of(&self.source.value(name).ty));
        if !named.eq(values.iter().map(|&value| self.builder.type_of(value).clone())) {
            let message = format!("the types of '{}' do not match those of its regions", op.name);
            return Err(self.report(op, message));
        }
        for (name, value) in names.iter().zip(values) {
            self.values[name.index()] = Some(*value);
        }
        Ok(())
    }

    /// The results of an op are these values, which get their names.
    pub(crate) fn bind_results(&mut self, op: &Op, values: &[Value]) -> Result<(), Reported> {
        self.bind(op, &op.results, values)?;
        for (&result, &value) in op.results.iter().zip(values) {
            if let Some(name) = &self.source.value(result).name {
                self.builder.set_name(value, name);
            }
        }
        Ok(())
    }

    /// Adds the op that one of the source becomes, with its results.
    pub(crate) fn add(
        &mut self,
        op: &Op,
        name: &str,
        operands: Vec<Value>,
    ) -> Result<(), Reported> {
        let types = self.result_types(op);
        let results = self.builder.op(name).operands(operands).types(types).results()?;
        self.bind_results(op, &results)
    }

    /// An op that stays what it is.
    pub(crate) fn same(&mut self, id: OpId) -> Result<(), Reported> {
        let op = self.source.op(id);
        if self.is_checked(id) {
            let message =
                format!("'cf.assert' and calls of what has it cannot be in '{}'", op.name);
            return Err(self.report(op, message));
        }
        let operands = self.operands(op)?;
        let mut regions = Vec::new();
        for &region in &op.regions {
            self.builder.begin_region();
            let mut results = Vec::new();
            if let Some(entry) = self.source.entry(region) {
                self.arguments(&self.source.block(entry).arguments);
                results = tfrt_host::frame::grow_stack(|| self.run(entry, RETURN, Some(op)))?;
            }
            let region = self.builder.end(&results)?;
            if region.has_captures() {
                let message =
                    format!("the regions of '{}' take what they use as arguments", op.name);
                return Err(self.report(op, message));
            }
            regions.push(region);
        }
        let types = self.result_types(op);
        let new = self.builder.op(&op.name).operands(operands).attributes(&op.attributes);
        let new = new.properties(&op.properties).callees(regions).types(types);
        let results = new.results()?;
        self.bind_results(op, &results)
    }

    /// The function that a checked call of this one calls.
    pub(crate) fn checked_function(&self, name: &str) -> Option<&'m str> {
        self.importer.checked.get(name).map(String::as_str)
    }

    /// Whether an op may fail an assertion, in it or in what it calls.
    pub(crate) fn is_checked(&self, op: OpId) -> bool {
        self.assertions.may_fail(op)
    }

    /// Whether all assertions so far hold, if there are any.
    pub(crate) fn ok_so_far(&self) -> Option<Value> {
        self.ok
    }

    /// Says whether they do.
    pub(crate) fn set_ok(&mut self, ok: Option<Value>) {
        self.ok = ok;
    }

    /// True, or the error of an assertion before.
    pub(crate) fn ok(&mut self) -> Result<Value, Reported> {
        if let Some(ok) = self.ok {
            return Ok(ok);
        }
        let ok = truth(&mut self.builder)?;
        self.ok = Some(ok);
        Ok(ok)
    }

    /// The type of that.
    pub(crate) fn ok_type(&self) -> Type {
        Type::new(OK)
    }

    /// Takes *ok* as the next argument of what is being built.
    pub(crate) fn take_ok(&mut self) {
        self.ok = Some(self.builder.argument(Type::new(OK), None));
    }

    /// A condition that is the error of a failed assertion before, so that a loop ends.
    pub(crate) fn and_ok(&mut self, checked: bool, condition: Value) -> Result<Value, Reported> {
        if !checked {
            return Ok(condition);
        }
        let ok = self.ok()?;
        self.both(condition, ok)
    }

    /// An assertion; the result is true or the error.
    pub(crate) fn assertion(
        &mut self,
        condition: Value,
        message: &Arc<[u8]>,
    ) -> Result<Value, Reported> {
        let message = Attribute::String(Arc::clone(message));
        self.builder.op("tfrt.assert").attribute("message", message).operands([condition]).result()
    }

    /// An integer constant.
    pub(crate) fn integer(&mut self, ty: &Type, value: i128) -> Result<Value, Reported> {
        let Some(kernel) = constant_kernel(self.builder.module().catalogue(), ty) else {
            let message = format!("it needs constants of type '{ty}', which do not exist");
            return Err(self.builder.report(message));
        };
        let value = Attribute::Integer { value, ty: ty.clone() };
        self.builder.op(kernel).attribute("value", value).constant()
    }

    /// The result of a kernel of two values of one type.
    pub(crate) fn binary(&mut self, kernel: &str, [a, b]: [Value; 2]) -> Result<Value, Reported> {
        let name = format!("{kernel}.{}", self.builder.type_of(a));
        self.builder.op(name).operands([a, b]).result()
    }

    /// The comparison of two integers.
    pub(crate) fn compare(
        &mut self,
        predicate: &str,
        operands: [Value; 2],
    ) -> Result<Value, Reported> {
        self.binary(&format!("arith.cmpi.{predicate}"), operands)
    }

    /// Both conditions. Of two errors, that of the second wins.
    pub(crate) fn both(&mut self, a: Value, b: Value) -> Result<Value, Reported> {
        self.binary("arith.andi", [a, b])
    }

    /// `a` if the condition is true, else `b`; the error of the condition if it is one.
    pub(crate) fn select(
        &mut self,
        condition: Value,
        a: Value,
        b: Value,
    ) -> Result<Value, Reported> {
        select(&mut self.builder, condition, a, b)
    }
}

fn truth(builder: &mut FunctionBuilder<'_, '_>) -> Result<Value, Reported> {
    let truth = Attribute::Integer { value: 1, ty: Type::new(OK) };
    builder.op("tfrt.constant.i1").attribute("value", truth).constant()
}

fn select(
    builder: &mut FunctionBuilder<'_, '_>,
    condition: Value,
    a: Value,
    b: Value,
) -> Result<Value, Reported> {
    let name = format!("{SELECT}.{}", builder.type_of(a));
    if builder.module().catalogue().kernel(&name).is_some() {
        return builder.op(name).operands([condition, a, b]).result();
    }
    let mut regions = Vec::new();
    for value in [a, b] {
        builder.begin_region();
        regions.push(builder.end(&[value])?);
    }
    builder.op("tfrt.if").operands([condition]).callees(regions).result()
}

/// The attributes of arguments or results that this project knows.
fn own(list: &[Attributes]) -> Vec<Attributes> {
    let list: Vec<Attributes> = list.iter().map(own_attributes).collect();
    if list.iter().all(Attributes::is_empty) { Vec::new() } else { list }
}

/// The name of a function.
pub(crate) fn symbol(name: &str) -> Attribute {
    Attribute::Symbol { root: name.to_owned(), nested: Vec::new() }
}
