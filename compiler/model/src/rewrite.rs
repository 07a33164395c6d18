//! How passes rewrite an op graph: each function is built anew, op by op, in the order of the old one. A rule
//! says what becomes of an op; what it says nothing of is copied, with types that are inferred anew.
//!
//! Types become more exact. Two places have the types that they had, because others rely on them:
//! what a function takes and returns that ops name, and what a region returns. There a value of a more exact
//! type is cast.
//!
//! An op that must fail, as its types now show, is an error; not so where a run may never come: inside regions
//! and private functions, it gets operands of the types that it had, and fails when it runs.

use crate::ops::ops;
use std::collections::{HashMap, HashSet};
use tfrt_compiler::builder::{Closure, FunctionBuilder, ModuleBuilder, Origin, Reported, Value};
use tfrt_compiler::graph::{
    Attribute, Body, Function, Item, Module, Op, OpId, RegionId, Type, TypeKind, ValueId, is_return,
};
use tfrt_compiler::source::Diagnostic;
use tfrt_op::{CalleeSource, OpDef};

/// What a pass does.
pub(crate) trait Rules {
    /// The function of that name begins, of whose values the rules know nothing yet.
    fn function(&mut self, _name: &str) {}

    /// The type that an argument of a function gets which no op names.
    fn argument(&mut self, _function: &Function, _position: usize, ty: &Type) -> Type {
        ty.clone()
    }

    /// The values that an op becomes; `None` if it is copied.
    fn op(
        &mut self,
        _function: &mut FunctionBuilder<'_, '_>,
        _old: &Old<'_>,
        _operands: &[Value],
    ) -> Result<Option<Vec<Value>>, Reported> {
        Ok(None)
    }
}

/// An op of the old graph.
pub(crate) struct Old<'a> {
    pub(crate) op: &'a Op,
    /// The types of its operands.
    pub(crate) operands: &'a [Type],
    /// The types of its results.
    pub(crate) types: &'a [Type],
    /// The region that it is in, of its function.
    pub(crate) region: RegionId,
    /// Whether a run may never come to it.
    pub(crate) conditional: bool,
}

/// The graph that the rules make of one.
///
/// # Errors
/// What the rules, or the builder, find wrong.
pub(crate) fn rewrite(module: &Module, rules: &mut dyn Rules) -> Result<Module, Vec<Diagnostic>> {
    let mut made = ModuleBuilder::new(ops(), "the model");
    for function in module.functions() {
        made.symbol(function.name.clone());
    }
    let named = named_functions(module);
    let mut others = Vec::new();
    for item in &module.items {
        match item {
            Item::Function(function) if function.body.is_some() => {
                rules.function(&function.name);
                // What is wrong is among the module's problems.
                let _ = copy(&mut made, function, named.contains(function.name.as_str()), rules);
            }
            Item::Function(function) => made.add(function.clone()),
            // Its content is another compiler's.
            Item::Module(_) | Item::Op(_) => others.push(item.clone()),
        }
    }
    let mut items = made.finish()?.items;
    for item in &mut items {
        // A function that is built takes the place of its first op.
        if let Item::Function(function) = item
            && let Some(old) = module.function(&function.name)
        {
            (function.location, function.span) = (old.location.clone(), old.span);
        }
    }
    items.extend(others);
    Ok(Module { items, ..module.clone() })
}

/// The names of the functions that ops name.
pub(crate) fn named_functions(module: &Module) -> HashSet<&str> {
    fn of<'a>(attribute: &'a Attribute, named: &mut HashSet<&'a str>) {
        match attribute {
            Attribute::Symbol { root, .. } => {
                named.insert(root);
            }
            // Recurses as deep as attributes nest, which the parser limits.
            Attribute::Array(all) => all.iter().for_each(|attribute| of(attribute, named)),
            _ => {}
        }
    }
    let mut named = HashSet::new();
    for body in module.functions().filter_map(|function| function.body.as_ref()) {
        for id in body.preorder() {
            body.op(id).attributes.iter().for_each(|(_, attribute)| of(attribute, &mut named));
        }
    }
    named
}

fn copy(
    module: &mut ModuleBuilder<'_>,
    function: &Function,
    is_named: bool,
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
    let arguments = function.arguments.iter().enumerate();
    let arguments: Vec<Type> = if is_named {
        function.arguments.clone()
    } else {
        arguments.map(|(position, ty)| rules.argument(function, position, ty)).collect()
    };
    let mut copier = Copier {
        body,
        values: HashMap::new(),
        rules,
        conditional: !function.visibility.is_public(),
    };
    let mut results = copier.block(&mut made, Body::ROOT, &arguments)?;
    if is_named {
        results = cast_all(&mut made, &results, &function.results)?;
    }
    made.finish(&results)
}

struct Copier<'a> {
    body: &'a Body,
    /// What the values of the old body have become.
    values: HashMap<ValueId, Value>,
    rules: &'a mut dyn Rules,
    /// Whether a run may never come to the function.
    conditional: bool,
}

impl Copier<'_> {
    /// Builds the one block of a region, with arguments of these types; what it returns.
    fn block(
        &mut self,
        made: &mut FunctionBuilder<'_, '_>,
        region: RegionId,
        arguments: &[Type],
    ) -> Result<Vec<Value>, Reported> {
        let [block] = self.body.region(region).blocks[..] else {
            return Err(made.report("a region of an op graph has one block"));
        };
        let block = self.body.block(block);
        for (position, &argument) in block.arguments.iter().enumerate() {
            let info = self.body.value(argument);
            let ty = arguments.get(position).unwrap_or(&info.ty);
            let value = made.argument(ty.clone(), info.name.clone());
            self.values.insert(argument, value);
        }
        for &id in &block.ops {
            let op = self.body.op(id);
            let operands = self.operands(made, op)?;
            if is_return(&op.name) {
                made.set_origin(Origin::from(op));
                return match region {
                    Body::ROOT => Ok(operands),
                    _ => cast_all(made, &operands, &self.types(&op.operands)),
                };
            }
            made.set_origin(Origin::from(op));
            self.op(made, id, region, operands)?;
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

    fn types(&self, values: &[ValueId]) -> Vec<Type> {
        values.iter().map(|&value| self.body.value(value).ty.clone()).collect()
    }

    fn op(
        &mut self,
        made: &mut FunctionBuilder<'_, '_>,
        id: OpId,
        region: RegionId,
        mut operands: Vec<Value>,
    ) -> Result<(), Reported> {
        let op = self.body.op(id);
        let (old_operands, types) = (self.types(&op.operands), self.types(&op.results));
        let old = Old {
            op,
            operands: &old_operands,
            types: &types,
            region,
            conditional: self.conditional || region != Body::ROOT,
        };
        let def = made.module().catalogue().op(&op.name);
        if def.is_some_and(passes_on) {
            operands = cast_all(made, &operands, &old_operands)?;
        }
        let values = match self.rules.op(made, &old, &operands)? {
            Some(values) => values,
            None => {
                let regions = self.regions(made, op, def, &operands)?;
                again(made, &old, &op.name, &operands, regions)?
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

    /// The regions of an op, which take what it gives them.
    fn regions(
        &mut self,
        made: &mut FunctionBuilder<'_, '_>,
        op: &Op,
        def: Option<&OpDef>,
        operands: &[Value],
    ) -> Result<Vec<Closure>, Reported> {
        if op.regions.is_empty() {
            return Ok(Vec::new());
        }
        let given: Vec<Type> = operands.iter().map(|&it| made.type_of(it).clone()).collect();
        let callees = def.map_or(&[][..], |def| def.traits.callees).iter();
        let mut callees = callees.filter(|callee| callee.source == CalleeSource::Region);
        let mut closures = Vec::new();
        for &region in &op.regions {
            let taken = callees.next().map(|callee| callee.taken(&given).cloned().collect());
            let taken: Vec<Type> = taken.unwrap_or_default();
            made.begin_region();
            let results = self.block(made, region, &taken)?;
            closures.push(made.end(&results)?);
        }
        Ok(closures)
    }
}

/// Whether an op passes operands to functions, which have types of their own, or round a loop.
fn passes_on(def: &OpDef) -> bool {
    let functions = |callee: &tfrt_op::Callee| callee.source != CalleeSource::Region;
    def.traits.carries.is_some() || def.traits.callees.iter().any(functions)
}

/// Values as such of these types, which they are or must turn out to be.
fn cast_all(
    made: &mut FunctionBuilder<'_, '_>,
    values: &[Value],
    types: &[Type],
) -> Result<Vec<Value>, Reported> {
    values.iter().zip(types).map(|(&value, ty)| cast(made, value, ty)).collect()
}

fn cast(made: &mut FunctionBuilder<'_, '_>, value: Value, ty: &Type) -> Result<Value, Reported> {
    let element = match ty.kind() {
        _ if made.type_of(value) == ty => return Ok(value),
        TypeKind::Shaped { element, .. } | TypeKind::Unranked { element } => element.clone(),
        _ => return Ok(value),
    };
    hidden(made, value, &element, ty)
}

/// A value as the result of a cast, so that nothing is known of it but its type.
fn hidden(
    made: &mut FunctionBuilder<'_, '_>,
    value: Value,
    element: &Type,
    ty: &Type,
) -> Result<Value, Reported> {
    made.op(format!("{CAST}{element}")).operands([value]).types([ty.clone()]).result()
}

/// The ops that give a tensor another type, before their element types.
pub(crate) const CAST: &str = "tensor.cast.";

/// Adds an op as another was, under a name and with other operands.
pub(crate) fn again(
    made: &mut FunctionBuilder<'_, '_>,
    old: &Old<'_>,
    name: &str,
    operands: &[Value],
    regions: Vec<Closure>,
) -> Result<Vec<Value>, Reported> {
    let Old { op, types, .. } = *old;
    let infer = made.module().catalogue().op(name).and_then(|def| def.infer);
    let operands = match infer {
        Some(infer) if old.conditional && !infer.takes_shape() && !infer.is_constant() => {
            possible(made, old, name, operands)?
        }
        _ => operands.to_vec(),
    };
    let added = made.op(name).operands(operands).attributes(&op.attributes);
    let added = added.properties(&op.properties).callees(regions);
    match infer {
        Some(infer) if infer.is_constant() => Ok(vec![added.constant()?]),
        // The type says what the op does.
        Some(infer) if infer.takes_shape() => added.types(types.iter().cloned()).results(),
        _ => added.expected(types.iter().cloned()).results(),
    }
}

/// Operands with which an op that a run may never come to need not fail: these, or as they were.
fn possible(
    made: &mut FunctionBuilder<'_, '_>,
    old: &Old<'_>,
    name: &str,
    operands: &[Value],
) -> Result<Vec<Value>, Reported> {
    let added = made.op(name).operands(operands.iter().copied()).attributes(&old.op.attributes);
    if added.expected(old.types.iter().cloned()).inferred().is_ok() {
        return Ok(operands.to_vec());
    }
    let mut hiding = Vec::new();
    for (&value, ty) in operands.iter().zip(old.operands) {
        hiding.push(match ty.kind() {
            TypeKind::Shaped { element, .. } | TypeKind::Unranked { element } => {
                let element = element.clone();
                hidden(made, value, &element, ty)?
            }
            _ => value,
        });
    }
    Ok(hiding)
}

/// Whether nobody sees that an op does not run, or runs once for several: it is pure, calls nothing, and
/// takes and gives values of builtin types only.
pub(crate) fn is_silent<'a>(op: &Op, mut types: impl Iterator<Item = &'a Type>) -> bool {
    let Some(def) = ops().op(&op.name) else { return false };
    def.pure
        && def.traits.callees.is_empty()
        && op.regions.is_empty()
        // It waits for all its operands.
        && op.attributes.get("bef.nonstrict").is_none()
        && types.all(|ty| !ty.as_str().starts_with('!'))
}

impl Old<'_> {
    /// See [`is_silent`].
    pub(crate) fn is_silent(&self) -> bool {
        is_silent(self.op, self.types.iter().chain(self.operands))
    }
}
