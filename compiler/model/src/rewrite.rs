//! How passes rewrite an op graph: each function is built anew, op by op, in the order of the old one. A rule
//! says what becomes of an op; what it says nothing of is copied, with types that are inferred anew.

use std::collections::HashMap;
use tfrt_compiler::builder::{Closure, FunctionBuilder, ModuleBuilder, Origin, Reported, Value};
use tfrt_compiler::graph::{
    Body, Function, Item, Module, Op, OpId, RegionId, Type, ValueId, is_return,
};
use tfrt_compiler::source::Diagnostic;
use tfrt_host::kernel::Catalogue;

/// What a pass does.
pub(crate) trait Rules {
    /// The values that an op becomes, whose results have these types in the old graph; `None` if it is copied.
    fn op(
        &mut self,
        function: &mut FunctionBuilder<'_, '_>,
        op: (&Op, &[Type]),
        operands: &[Value],
    ) -> Result<Option<Vec<Value>>, Reported>;
}

/// The graph that the rules make of one.
///
/// # Errors
/// What the rules, or the builder, find wrong.
pub(crate) fn rewrite(
    module: &Module,
    catalogue: &Catalogue,
    rules: &mut dyn Rules,
) -> Result<Module, Vec<Diagnostic>> {
    let mut made = ModuleBuilder::new(catalogue, "the model");
    for function in module.functions() {
        made.symbol(function.name.clone());
    }
    for item in &module.items {
        match item {
            Item::Function(function) if function.body.is_some() => {
                // What is wrong is among the module's problems.
                let _ = copy(&mut made, function, rules);
            }
            Item::Function(function) => made.add(function.clone()),
            Item::Module(_) => {}
        }
    }
    let made = made.finish()?;
    Ok(Module { items: made.items, ..module.clone() })
}

fn copy(
    module: &mut ModuleBuilder<'_>,
    function: &Function,
    rules: &mut dyn Rules,
) -> Result<(), Reported> {
    let Some(body) = &function.body else { return Ok(()) };
    let mut made = module.function(function.name.clone());
    made.set_origin(Origin::from(function));
    made.set_visibility(function.visibility);
    made.set_attributes(
        function.attributes.clone(),
        function.argument_attributes.clone(),
        function.result_attributes.clone(),
    );
    let mut copier = Copier { body, values: HashMap::new(), rules };
    let results = copier.block(&mut made, Body::ROOT)?;
    made.finish(&results)
}

struct Copier<'a> {
    body: &'a Body,
    /// What the values of the old body have become.
    values: HashMap<ValueId, Value>,
    rules: &'a mut dyn Rules,
}

impl Copier<'_> {
    /// Builds the one block of a region; what it returns.
    fn block(
        &mut self,
        made: &mut FunctionBuilder<'_, '_>,
        region: RegionId,
    ) -> Result<Vec<Value>, Reported> {
        let Some(block) = self.body.entry(region) else { return Ok(Vec::new()) };
        let block = self.body.block(block);
        for &argument in &block.arguments {
            let info = self.body.value(argument);
            let value = made.argument(info.ty.clone(), info.name.clone());
            self.values.insert(argument, value);
        }
        for &id in &block.ops {
            let op = self.body.op(id);
            let operands = self.operands(made, op)?;
            if is_return(&op.name) {
                return Ok(operands);
            }
            made.set_origin(Origin::from(op));
            self.op(made, id, &operands)?;
        }
        Ok(Vec::new())
    }

    fn operands(
        &self,
        made: &mut FunctionBuilder<'_, '_>,
        op: &Op,
    ) -> Result<Vec<Value>, Reported> {
        let value = |operand: &ValueId| self.values.get(operand).copied();
        let values: Option<Vec<Value>> = op.operands.iter().map(value).collect();
        values.ok_or_else(|| made.report(format!("'{}' uses a value from around it", op.name)))
    }

    fn op(
        &mut self,
        made: &mut FunctionBuilder<'_, '_>,
        id: OpId,
        operands: &[Value],
    ) -> Result<(), Reported> {
        let op = self.body.op(id);
        let types = op.results.iter().map(|&result| self.body.value(result).ty.clone());
        let types: Vec<Type> = types.collect();
        let values = match self.rules.op(made, (op, &types), operands)? {
            Some(values) => values,
            None => {
                let regions = self.regions(made, op)?;
                again(made, (op, &types), &op.name, operands, regions)?
            }
        };
        for (&result, value) in op.results.iter().zip(values) {
            if let Some(name) = &self.body.value(result).name {
                made.set_name(value, name);
            }
            self.values.insert(result, value);
        }
        Ok(())
    }

    fn regions(
        &mut self,
        made: &mut FunctionBuilder<'_, '_>,
        op: &Op,
    ) -> Result<Vec<Closure>, Reported> {
        let mut closures = Vec::new();
        for &region in &op.regions {
            made.begin_region();
            let results = self.block(made, region)?;
            closures.push(made.end(&results)?);
        }
        Ok(closures)
    }
}

/// Adds an op as another was, whose results had these types, under a name and with other operands.
pub(crate) fn again(
    made: &mut FunctionBuilder<'_, '_>,
    (op, types): (&Op, &[Type]),
    name: &str,
    operands: &[Value],
    regions: Vec<Closure>,
) -> Result<Vec<Value>, Reported> {
    let infer = made.module().catalogue().op(name).and_then(|def| def.infer);
    let added = made.op(name).operands(operands.iter().copied()).attributes(&op.attributes);
    let added = added.properties(&op.properties).callees(regions);
    match infer {
        Some(infer) if infer.is_constant() => Ok(vec![added.constant()?]),
        // The type says what the op does.
        Some(infer) if infer.takes_shape() => added.types(types.iter().cloned()).results(),
        _ => added.expected(types.iter().cloned()).results(),
    }
}
