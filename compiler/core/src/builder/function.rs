//! A function in progress: a stack of regions and functions that are being built, each inside the one
//! before, and the values that they know.
//!
//! A value has one handle in the function builder and, in each region that uses it, one value of that
//! region's body: where it was made, the result or argument itself; further inside, an argument by which it was
//! captured. Captures are added at the first use, so no analysis of the source comes first.

use super::{ModuleBuilder, OpBuilder, Origin, Reported};
use crate::graph::{
    Attribute, Attributes, BlockId, Body, Function, Item, Op, OpId, RETURNS, RegionId, Type,
    ValueId, Visibility,
};
use crate::infer;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// How many times on average a value may be captured. Each capture becomes a few values, so regions
/// that nest could make a program far larger than its source.
const CAPTURES: usize = 16;

/// What any function may capture.
const LEAST: usize = 1 << 16;

/// A value of a function in progress, wherever it is used in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value(u32);

/// A value while its function is built.
#[derive(Debug)]
struct Known {
    ty: Type,
    name: Option<Arc<str>>,
    /// How it is made again in another region.
    constant: Option<Arc<Constant>>,
}

/// An op without operands.
#[derive(Debug)]
struct Constant {
    op: Arc<str>,
    attributes: Attributes,
    origin: Origin,
}

/// A finished region, for one op, or a private function that was made of one, for any number of ops.
#[derive(Clone, Debug)]
pub struct Closure {
    place: Place,
    block: BlockId,
    /// What it takes from around it, as the last of its arguments: what each is there.
    captures: Vec<(Value, ValueId)>,
    /// Whether the captures are also results.
    carries: bool,
    results: Vec<Type>,
}

/// Where a closure is.
#[derive(Clone, Copy, Debug)]
enum Place {
    Region {
        /// The number of the body that it is in.
        body: usize,
        region: RegionId,
    },
    /// Its number among those made of the function's regions.
    Function(usize),
}

/// A private function that was made of a region.
#[derive(Debug)]
struct Outlined {
    function: Function,
    /// Whether an op has it, so that it can take no more.
    used: bool,
}

/// The body around a function that is being built.
#[derive(Debug)]
struct Around {
    /// The name of that function.
    name: String,
    body: Body,
    number: usize,
}

/// A region, or a function of its own, that is being built.
#[derive(Debug)]
struct Scope {
    /// If it is a function: its name and the body around it.
    function: Option<Around>,
    region: RegionId,
    block: BlockId,
    /// Its arguments, without captures.
    arguments: Vec<ValueId>,
    captures: Vec<(Value, ValueId)>,
    /// What values are in it.
    values: HashMap<Value, ValueId>,
    /// What it is made from.
    origin: Origin,
}

/// A function in progress. Nothing of it is in the module until it is
/// [finished](FunctionBuilder::finish), so one with problems can be dropped anywhere.
///
/// A loop, whose body becomes a function and captures `%limit`:
///
/// ```
/// use tfrt_compiler::builder::{ModuleBuilder, Reported};
/// use tfrt_compiler::graph::{Attribute, Type};
///
/// /// Doubles a number while the result is at most the limit.
/// fn grow(module: &mut ModuleBuilder<'_>) -> Result<(), Reported> {
///     let mut f = module.function("grow");
///     let (x, limit) = (f.argument(Type::new("i32"), None), f.argument(Type::new("i32"), None));
///     let start = f.op("tfrt.lessequal.i32").operands([x, limit]).result()?;
///     f.begin_function("body");
///     let x_now = f.argument(Type::new("i32"), None);
///     let twice = f.op("tfrt.add.i32").operands([x_now, x_now]).result()?;
///     let more = f.op("tfrt.lessequal.i32").operands([twice, limit]).result()?;
///     let body = f.end_loop(&[twice], more)?;
///     let one = Attribute::Integer { value: 1, ty: Type::new("i64") };
///     let repeat = f.op("tfrt.while").attribute("parallel_iterations", one);
///     // The captured limit is neither an operand nor a result here.
///     let grown = repeat.operands([start, x]).callees([body]).result()?;
///     f.finish(&[grown])
/// }
/// let catalogue = tfrt_kernels::catalogue();
/// let mut module = ModuleBuilder::new(&catalogue, "an example");
/// let _ = grow(&mut module);
/// let module = module.finish().map_err(|errors| errors[0].message.clone())?;
/// let body = module.function("grow.body1").ok_or("it was made of the region")?;
/// assert_eq!(body.arguments.len(), 2);
/// let program = tfrt_compiler::verified(module, &catalogue, None, &Default::default());
/// assert!(program.is_ok());
/// # Ok::<(), String>(())
/// ```
#[derive(Debug)]
pub struct FunctionBuilder<'m, 'a> {
    module: &'m mut ModuleBuilder<'a>,
    function: Function,
    /// The body of the innermost function that is being built, and its number.
    body: Body,
    number: usize,
    scopes: Vec<Scope>,
    values: Vec<Known>,
    /// Functions that were made of its regions.
    outlined: Vec<Outlined>,
    /// How many were begun.
    begun: usize,
    captured: usize,
    origin: Origin,
}

impl<'m, 'a> FunctionBuilder<'m, 'a> {
    pub(super) fn new(module: &'m mut ModuleBuilder<'a>, name: String) -> Self {
        let function = private(name, Origin::default());
        let mut body = Body::new();
        let scope = Scope::new(None, &mut body, Origin::default());
        Self {
            module,
            function: Function { visibility: Visibility::Public, ..function },
            body,
            number: 0,
            scopes: vec![scope],
            values: Vec::new(),
            outlined: Vec::new(),
            begun: 0,
            captured: 0,
            origin: Origin::default(),
        }
    }

    /// The module that it will be in.
    pub fn module(&mut self) -> &mut ModuleBuilder<'a> {
        self.module
    }

    /// Sets its visibility, which is public otherwise.
    pub fn set_visibility(&mut self, visibility: Visibility) {
        self.function.visibility = visibility;
    }

    /// Sets its attributes, and those of each argument and result: empty lists if none has any.
    pub fn set_attributes(
        &mut self,
        attributes: Attributes,
        arguments: Vec<Attributes>,
        results: Vec<Attributes>,
    ) {
        self.function.attributes = attributes;
        self.function.argument_attributes = arguments;
        self.function.result_attributes = results;
    }

    /// Ops, regions and functions from here on are made from this. Before the first op, so is the
    /// function itself.
    pub fn set_origin(&mut self, origin: Origin) {
        if self.body.op_count() == 0 && self.scopes.len() == 1 {
            self.function.location = origin.location.clone();
            self.function.span = origin.span;
        }
        self.origin = origin;
    }

    /// What ops are made from at present.
    #[must_use]
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Reports what is wrong with what ops are made from at present.
    pub fn report(&mut self, message: impl Into<String>) -> Reported {
        self.module.problems.report(&self.origin, message)
    }

    /// Adds an argument of what is being built: of the innermost region or function that was begun, else
    /// of the function. Captures come after all arguments.
    pub fn argument(&mut self, ty: Type, name: Option<Arc<str>>) -> Value {
        let value = self.known(ty.clone(), name.clone());
        let block = self.innermost().block;
        let argument = self.body.add_argument(block, ty, name);
        let scope = self.innermost();
        scope.arguments.push(argument);
        scope.values.insert(value, argument);
        value
    }

    /// Begins an op of that name.
    pub fn op(&mut self, name: impl AsRef<str>) -> OpBuilder<'_, 'm, 'a> {
        let name = self.module.name(name.as_ref());
        OpBuilder::new(self, name)
    }

    /// The type of a value.
    ///
    /// # Panics
    /// It is a value of another function's builder.
    #[must_use]
    pub fn type_of(&self, value: Value) -> &Type {
        &self.values[value.0 as usize].ty
    }

    /// The attribute of that name, if the value is a [constant](OpBuilder::constant).
    #[must_use]
    pub fn constant_of(&self, value: Value, attribute: &str) -> Option<&Attribute> {
        self.values.get(value.0 as usize)?.constant.as_ref()?.attributes.get(attribute)
    }

    /// The elements of a value that is a constant list.
    pub(super) fn list_of(&mut self, value: Value) -> Option<Vec<i64>> {
        let constant = self.values.get(value.0 as usize)?.constant.clone()?;
        let def = self.module().catalogue().op(&constant.op)?;
        infer::constant_list(def, &constant.attributes)
    }

    /// The name of a value, if it has one.
    #[must_use]
    pub fn name_of(&self, value: Value) -> Option<&Arc<str>> {
        self.values.get(value.0 as usize)?.name.as_ref()
    }

    /// Gives a value a name, if it has none, which printed and generated code keep where they can.
    pub fn set_name(&mut self, value: Value, name: &Arc<str>) {
        let Some(known) = self.values.get_mut(value.0 as usize) else { return };
        if known.name.is_some() {
            return;
        }
        known.name = Some(Arc::clone(name));
        if let Some(&made) = self.scopes.last().and_then(|scope| scope.values.get(&value)) {
            self.body.value_mut(made).name = Some(Arc::clone(name));
        }
    }

    /// Begins a region of an op that is added after its [end](Self::end).
    pub fn begin_region(&mut self) {
        let scope = Scope::new(None, &mut self.body, self.origin.clone());
        self.scopes.push(scope);
    }

    /// Begins a private function, called like this one and `what`, which an op names that is added after
    /// its [end](Self::end).
    pub fn begin_function(&mut self, what: &str) {
        self.begun += 1;
        let name = self.module.symbol(format!("{}.{what}{}", self.function.name, self.begun));
        let body = std::mem::take(&mut self.body);
        let around = Around { name, body, number: self.number };
        self.number = self.begun;
        let scope = Scope::new(Some(around), &mut self.body, self.origin.clone());
        self.scopes.push(scope);
    }

    /// Ends what was begun last; it returns these values.
    ///
    /// # Errors
    /// A value is not visible there, or nothing was begun.
    pub fn end(&mut self, results: &[Value]) -> Result<Closure, Reported> {
        self.end_with(results, None)
    }

    /// Ends the body of a loop, which was begun last: it returns the values of the next iteration, its
    /// captures, and last the condition of that iteration. It is the only closure of its op.
    ///
    /// # Errors
    /// As [`end`](Self::end).
    pub fn end_loop(&mut self, next: &[Value], condition: Value) -> Result<Closure, Reported> {
        self.end_with(next, Some(condition))
    }

    /// Leaves what was begun last, which has a problem, so that what is around it can continue.
    pub fn abandon(&mut self) {
        if self.scopes.len() == 1 {
            return;
        }
        let Some(scope) = self.scopes.pop() else { return };
        self.origin = scope.origin;
        if let Some(Around { body, number, .. }) = scope.function {
            (self.body, self.number) = (body, number);
        }
    }

    fn end_with(&mut self, results: &[Value], last: Option<Value>) -> Result<Closure, Reported> {
        if self.scopes.len() == 1 {
            return Err(self.report("what ends here was not begun"));
        }
        let mut results = self.here_all(results)?;
        if let Some(last) = last {
            let last = self.here(last)?;
            results.extend(self.captures().iter().map(|(_, argument)| argument));
            results.push(last);
        }
        let results_types = self.return_values(results);
        let scope = self.scopes.pop().expect("something was begun");
        self.origin = scope.origin.clone();
        let arguments = scope.arguments.iter().chain(scope.captures.iter().map(|(_, it)| it));
        self.body.order_arguments(scope.block, arguments.copied().collect());
        let place = match scope.function {
            None => Place::Region { body: self.number, region: scope.region },
            Some(Around { name, body: around, number }) => {
                let body = std::mem::replace(&mut self.body, around);
                self.number = number;
                let mut function = private(name, scope.origin);
                function.arguments = argument_types(&body, scope.block);
                function.results.clone_from(&results_types);
                function.body = Some(body);
                self.outlined.push(Outlined { function, used: false });
                Place::Function(self.outlined.len() - 1)
            }
        };
        Ok(Closure {
            place,
            block: scope.block,
            captures: scope.captures,
            carries: last.is_some(),
            results: results_types,
        })
    }

    /// Ends the function; it returns these values. It, and after it those that were made of its regions, are
    /// in the module.
    ///
    /// # Errors
    /// A value is not visible there, or something was begun and not ended.
    pub fn finish(mut self, results: &[Value]) -> Result<(), Reported> {
        if self.scopes.len() > 1 {
            return Err(self.report("what was begun has no end"));
        }
        let results = self.here_all(results)?;
        self.function.results = self.return_values(results);
        self.function.arguments = argument_types(&self.body, self.scopes[0].block);
        self.function.body = Some(self.body);
        let functions =
            std::iter::once(self.function).chain(self.outlined.into_iter().map(|it| it.function));
        self.module.items.extend(functions.map(Item::Function));
        Ok(())
    }

    /// Adds the op that returns values of the innermost region; their types.
    fn return_values(&mut self, values: Vec<ValueId>) -> Vec<Type> {
        let types = values.iter().map(|&value| self.body.value(value).ty.clone()).collect();
        let name = self.module.name(RETURNS[0]);
        let origin = self.origin.clone();
        self.push(name, values, Attributes::new(), origin);
        types
    }

    /// A new value.
    fn known(&mut self, ty: Type, name: Option<Arc<str>>) -> Value {
        let value = Value(u32::try_from(self.values.len()).unwrap_or(u32::MAX));
        self.values.push(Known { ty, name, constant: None });
        value
    }

    /// A value that each region makes for itself by this op.
    pub(super) fn made_constant(
        &mut self,
        op: Arc<str>,
        attributes: Attributes,
        ty: Type,
    ) -> Value {
        let origin = self.origin.clone();
        let value = self.known(ty, None);
        let constant = Constant { op, attributes, origin };
        self.values[value.0 as usize].constant = Some(Arc::new(constant));
        value
    }

    fn innermost(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("the function's own is there")
    }

    fn captures(&self) -> &[(Value, ValueId)] {
        self.scopes.last().map_or(&[], |scope| &scope.captures)
    }

    /// What values are in the innermost region.
    pub(super) fn here_all(&mut self, values: &[Value]) -> Result<Vec<ValueId>, Reported> {
        values.iter().map(|&value| self.here(value)).collect()
    }

    /// What a value is in the innermost region, which captures it if it has to.
    fn here(&mut self, value: Value) -> Result<ValueId, Reported> {
        let innermost = self.scopes.len() - 1;
        if let Some(&made) = self.scopes[innermost].values.get(&value) {
            return Ok(made);
        }
        let known = self.values.get(value.0 as usize);
        if let Some(constant) = known.and_then(|known| known.constant.clone()) {
            let Constant { op, attributes, origin } = &*constant;
            let op = self.push(Arc::clone(op), Vec::new(), attributes.clone(), origin.clone());
            let Known { ty, name, .. } = &self.values[value.0 as usize];
            let made = self.body.add_result(op, ty.clone(), name.clone());
            self.scopes[innermost].values.insert(value, made);
            return Ok(made);
        }
        let knows = |scope: &Scope| scope.values.contains_key(&value);
        let Some(home) = self.scopes.iter().rposition(knows) else {
            return Err(self.report("a value is used outside of the region that makes it"));
        };
        self.captured += innermost - home;
        if self.captured > self.values.len().saturating_mul(CAPTURES).saturating_add(LEAST) {
            let origin = Origin::from(&self.function);
            let message = "the regions of this function take too many values from around them";
            return Err(self.module.problems.report(&origin, message));
        }
        for inner in home + 1..=innermost {
            self.capture(inner, value);
        }
        Ok(self.scopes[innermost].values[&value])
    }

    /// Makes a value of the scope around it an argument of a scope.
    fn capture(&mut self, scope: usize, value: Value) {
        // A body is in its own scope's hands while a function is built inside it.
        let (before, within) = self.scopes.split_at_mut(scope + 1);
        let around = within.iter_mut().find_map(|it| it.function.as_mut());
        let body = around.map_or(&mut self.body, |around| &mut around.body);
        let Some(scope) = before.last_mut() else { return };
        let Known { ty, name, .. } = &self.values[value.0 as usize];
        let argument = body.add_argument(scope.block, ty.clone(), name.clone());
        scope.captures.push((value, argument));
        scope.values.insert(value, argument);
    }

    /// Gives all closures of an op the captures of each, in one order: these are operands of the op.
    pub(super) fn share_captures(
        &mut self,
        closures: &mut [Closure],
    ) -> Result<Vec<Value>, Reported> {
        let mut all: Vec<Value> = Vec::new();
        let mut seen = HashSet::new();
        for (value, _) in closures.iter().flat_map(|closure| &closure.captures) {
            if seen.insert(*value) {
                all.push(*value);
            }
        }
        for closure in closures {
            if closure.captures.iter().map(|(value, _)| value).ne(&all) {
                self.take_captures(closure, &all)?;
            }
            if let Place::Function(index) = closure.place {
                self.outlined[index].used = true;
            }
        }
        Ok(all)
    }

    /// Makes these the captures of a closure, in this order.
    fn take_captures(&mut self, closure: &mut Closure, captures: &[Value]) -> Result<(), Reported> {
        let fixed = match closure.place {
            Place::Region { body, .. } => body != self.number,
            Place::Function(index) => self.outlined[index].used,
        };
        if fixed || closure.carries {
            return Err(self.report("an op has closures that must take the same and cannot"));
        }
        let body = match closure.place {
            Place::Region { .. } => &mut self.body,
            Place::Function(index) => {
                self.outlined[index].function.body.as_mut().expect("it was finished with one")
            }
        };
        let known: HashMap<Value, ValueId> = closure.captures.iter().copied().collect();
        let mut arguments = body.block(closure.block).arguments.clone();
        arguments.truncate(arguments.len() - known.len());
        closure.captures.clear();
        for &value in captures {
            let argument = known.get(&value).copied().unwrap_or_else(|| {
                let Known { ty, name, .. } = &self.values[value.0 as usize];
                body.add_argument(closure.block, ty.clone(), name.clone())
            });
            arguments.push(argument);
            closure.captures.push((value, argument));
        }
        body.order_arguments(closure.block, arguments);
        if let Place::Function(index) = closure.place {
            let types = argument_types(body, closure.block);
            self.outlined[index].function.arguments = types;
        }
        Ok(())
    }

    /// Gives an op of the innermost region a closure that is a region.
    pub(super) fn own_region(&mut self, op: OpId, closure: &Closure) -> Result<(), Reported> {
        match closure.place {
            Place::Region { body, region }
                if body == self.number && self.body.region(region).owner.is_none() =>
            {
                self.body.own_region(op, region);
                Ok(())
            }
            _ => Err(self.report("an op takes a region that is not its own")),
        }
    }

    /// Adds an op without results to the innermost region.
    pub(super) fn push(
        &mut self,
        name: Arc<str>,
        operands: Vec<ValueId>,
        attributes: Attributes,
        origin: Origin,
    ) -> OpId {
        let op = Op {
            name,
            operands,
            results: Vec::new(),
            attributes,
            properties: Vec::new(),
            regions: Vec::new(),
            successors: Vec::new(),
            location: origin.location,
            span: origin.span,
        };
        let block = self.innermost().block;
        self.body.add_op(block, op)
    }

    pub(super) fn set_properties(&mut self, op: OpId, names: Vec<String>) {
        self.body.op_mut(op).properties = names;
    }

    /// Adds a result to an op of the innermost region.
    pub(super) fn add_result(&mut self, op: OpId, ty: Type) -> Value {
        let value = self.known(ty.clone(), None);
        let made = self.body.add_result(op, ty, None);
        self.innermost().values.insert(value, made);
        value
    }

    /// The symbol of a closure, if it is a function.
    pub(super) fn symbol_of(&self, closure: &Closure) -> Option<Attribute> {
        let Place::Function(index) = closure.place else { return None };
        let root = self.outlined[index].function.name.clone();
        Some(Attribute::Symbol { root, nested: Vec::new() })
    }
}

impl Closure {
    /// The types of what it returns; of the body of a loop, with its captures and the condition.
    #[must_use]
    pub fn results(&self) -> &[Type] {
        &self.results
    }

    /// Whether it uses values from around it.
    #[must_use]
    pub fn has_captures(&self) -> bool {
        !self.captures.is_empty()
    }

    pub(super) fn carries(&self) -> bool {
        self.carries
    }
}

impl Scope {
    fn new(function: Option<Around>, body: &mut Body, origin: Origin) -> Self {
        let region = body.add_region(None);
        let block = body.add_block(region);
        Self {
            function,
            region,
            block,
            arguments: Vec::new(),
            captures: Vec::new(),
            values: HashMap::new(),
            origin,
        }
    }
}

/// A function without a signature and a body.
fn private(name: String, origin: Origin) -> Function {
    Function {
        name,
        visibility: Visibility::Private,
        arguments: Vec::new(),
        results: Vec::new(),
        argument_attributes: Vec::new(),
        result_attributes: Vec::new(),
        attributes: Attributes::new(),
        body: None,
        location: origin.location,
        span: origin.span,
    }
}

fn argument_types(body: &Body, block: BlockId) -> Vec<Type> {
    let arguments = body.block(block).arguments.iter();
    arguments.map(|&argument| body.value(argument).ty.clone()).collect()
}
