//! Legality: what becomes of each op of a function, or why it cannot be imported. Every op of the
//! program is checked before anything is built.

use crate::dialects::{self, Conversion, Entry, Rule};
use crate::helper;
use crate::problems::{Noted, Problems, shown};
use crate::types::{MUTABLE, Types};
use std::collections::HashMap;
use std::sync::Arc;
use tfrt_compiler::graph::{
    Attribute, Attributes, Body, Function, Op, Type, TypeKind, ValueId, is_native, is_return,
};
use tfrt_compiler::source::Source;
use tfrt_host::kernel::Catalogue;

/// What becomes of an op.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// This kernel, with the op's operands and results.
    Kernel(Arc<str>),
    /// This kernel, whose last operand is first cast by another.
    Cast {
        /// The kernel.
        kernel: Arc<str>,
        /// The cast, whose result has the type of the kernel's operand.
        cast: Arc<str>,
        /// That type.
        ty: Type,
    },
    /// The second operand if the first is true, else the third.
    Select,
    /// This kernel, with the op's operands and results and a tensor's sizes, of which those that are not
    /// known are negative. The constant, if there is one, comes before the operands.
    Shaped {
        /// The kernel.
        kernel: Arc<str>,
        /// The constant.
        first: Option<Constant>,
        /// Its attribute `shape`.
        shape: Vec<i64>,
    },
    /// Nothing: the results are the operands.
    Forward,
    /// A constant, made in each region that uses it.
    Constant(Constant),
    /// An assertion with this message.
    Assert(Arc<[u8]>),
    /// A call of this function.
    Call(String),
    /// A conditional.
    If,
    /// A loop that counts, unsigned or not.
    For {
        /// The bounds are compared as unsigned numbers.
        unsigned: bool,
    },
    /// A conditional loop.
    While,
    /// A selection by these values; the first region is for all others.
    Switch(Vec<i64>),
    /// The ops of its region.
    Inline,
    /// A branch to a block that nothing else leads to.
    Branch,
    /// The end of a region.
    End,
    /// Itself: an op of the catalogue, or of a dialect that is not upstream's.
    Same,
}

/// A constant.
#[derive(Clone, Debug)]
pub(crate) struct Constant {
    /// The kernel.
    pub(crate) kernel: Arc<str>,
    /// Its attribute `value`.
    pub(crate) value: Attribute,
    /// Its result.
    pub(crate) ty: Type,
}

/// Names of ops, each in memory once.
#[derive(Debug, Default)]
pub(crate) struct Names(HashMap<Box<str>, Arc<str>>);

impl Names {
    pub(crate) fn get(&mut self, name: &str) -> Arc<str> {
        if let Some(known) = self.0.get(name) {
            return Arc::clone(known);
        }
        let shared: Arc<str> = Arc::from(name);
        self.0.insert(name.into(), Arc::clone(&shared));
        shared
    }
}

/// Checks every op and decides its action.
pub(crate) struct Judge<'a, 'b> {
    pub(crate) source: &'a Source,
    pub(crate) catalogue: &'a Catalogue,
    pub(crate) functions: &'b HashMap<&'a str, &'a Function>,
    pub(crate) types: &'b Types,
    pub(crate) names: &'b mut Names,
    /// What was said of kernels that the catalogue does not have, by their names.
    pub(crate) lacking: &'b mut HashMap<String, String>,
    pub(crate) problems: &'b mut Problems<'a>,
}

impl Judge<'_, '_> {
    /// What becomes of each op of a body, by [`OpId`](tfrt_compiler::graph::OpId).
    pub(crate) fn body(&mut self, body: &Body) -> Vec<Action> {
        let mut actions = vec![Action::Same; body.op_count()];
        let mut predecessors = vec![0_usize; body.block_count()];
        let ops = body.preorder();
        for successor in ops.iter().flat_map(|&op| &body.op(op).successors) {
            if let Some(count) = predecessors.get_mut(successor.index()) {
                *count += 1;
            }
        }
        for id in ops {
            let op = body.op(id);
            if let Ok(action) = self.op(body, op, &predecessors) {
                actions[id.index()] = action;
            }
        }
        actions
    }

    fn op(&mut self, body: &Body, op: &Op, predecessors: &[usize]) -> Result<Action, Noted> {
        let name = &*op.name;
        if is_return(name) {
            return Ok(Action::End);
        }
        if self.catalogue.op(name).is_some() {
            return Ok(Action::Same);
        }
        if dialects::is_elementwise(name) {
            self.rounding(op)?;
            return self.typed(body, op, name, 0);
        }
        let Some(Entry { rule, .. }) = dialects::find(name) else {
            if !dialects::is_upstream(name, self.catalogue) {
                return Ok(Action::Same);
            }
            let remedy = dialects::remedy(name).unwrap_or("not supported");
            return Err(self.illegal(op, remedy));
        };
        match *rule {
            Rule::Typed { kernel, operand } => self.typed(body, op, kernel, operand),
            Rule::Cast { kernel } => self.cast(body, op, kernel),
            Rule::Compare { kernel, predicates } => {
                let Some(predicate) = predicate(op, predicates) else {
                    return Err(self.illegal(op, "its predicate is not known"));
                };
                self.typed(body, op, &format!("{kernel}.{predicate}"), 0)
            }
            Rule::Select => self.select(body, op),
            Rule::TensorCast => self.tensor_cast(body, op),
            Rule::TensorDim => self.tensor_dim(body, op),
            Rule::TensorExtract => self.tensor_extract(body, op),
            Rule::TensorMake { kernel, value } => self.tensor_make(body, op, kernel, value),
            Rule::Power => self.power(body, op),
            Rule::Same => {
                let types = |values: &[ValueId]| -> Vec<Type> {
                    values.iter().map(|&value| self.types.of(&body.value(value).ty)).collect()
                };
                let (from, to) = (types(&op.operands), types(&op.results));
                if from == to {
                    return Ok(Action::Forward);
                }
                match (&from[..], &to[..]) {
                    ([from], [to]) if self.types.is_tensor(from) && to.as_str() == MUTABLE => {
                        return self.named(op, "tensor.thaw").map(Action::Kernel);
                    }
                    ([from], [to]) if from.as_str() == MUTABLE && self.types.is_tensor(to) => {
                        let why = "'tensor.freeze' makes it of a tensor that may be written, at the \
                                   place that its chain says";
                        return Err(self.illegal(op, why));
                    }
                    _ => {}
                }
                Err(self.illegal(op, "its types are not the same in the program that is made"))
            }
            Rule::Constant => self.constant(body, op, op.attributes.get("value").cloned()),
            Rule::Poison => self.poison(body, op),
            Rule::IndexWidth => {
                let width = Attribute::Integer { value: 64, ty: Type::new("index") };
                self.constant(body, op, Some(width))
            }
            Rule::Assert => match op.attributes.get("msg") {
                Some(Attribute::String(message)) => Ok(Action::Assert(Arc::clone(message))),
                _ => Err(self.illegal(op, "it has no message 'msg'")),
            },
            Rule::Call => self.call(op),
            Rule::If => self.regions(op, 2, Action::If),
            Rule::For => {
                let unsigned = op.attributes.get("unsignedCmp").is_some_and(is_set);
                self.regions(op, 1, Action::For { unsigned })
            }
            Rule::While => self.regions(op, 2, Action::While),
            Rule::Switch => match op.attributes.get("cases").and_then(numbers) {
                Some(cases) => {
                    let count = cases.len() + 1;
                    self.regions(op, count, Action::Switch(cases))
                }
                None => Err(self.illegal(op, "it has no 'cases', an array of i64")),
            },
            Rule::Inline => self.regions(op, 1, Action::Inline),
            Rule::End => Ok(Action::End),
            Rule::Branch if matches!(op.successors[..], [to] if predecessors[to.index()] == 1) => {
                Ok(Action::Branch)
            }
            Rule::Branch | Rule::Lift => {
                let message = helper::lift(name, &self.source.name);
                self.problems.needs_helper = true;
                Err(self.problems.of_op(op, message))
            }
        }
    }

    /// Notes that an op cannot be imported.
    pub(crate) fn illegal(&mut self, op: &Op, why: &str) -> Noted {
        self.problems.of_op(op, format!("'{}' cannot be imported: {why}", shown(&op.name)))
    }

    /// What an op computes with, by the type of a value.
    pub(crate) fn computed(&self, body: &Body, value: Option<&ValueId>) -> Option<Computed> {
        let ty = &body.value(*value?).ty;
        Some(match self.types.elements(ty) {
            Some(elements) => Computed { scalar: elements.ty, tensors: true },
            None => Computed { scalar: self.types.of(ty), tensors: false },
        })
    }

    /// The kernel `base.TYPE`.
    pub(crate) fn typed(
        &mut self,
        body: &Body,
        op: &Op,
        base: &str,
        operand: usize,
    ) -> Result<Action, Noted> {
        match self.computed(body, op.operands.get(operand)) {
            Some(on) => Ok(Action::Kernel(self.kernel(body, op, base, on.scalar.as_str(), &on)?)),
            None => Err(self.illegal(op, "it has too few operands")),
        }
    }

    /// The kernel `base.SUFFIX` or, on tensors, `base.tensor.SUFFIX`.
    pub(crate) fn kernel(
        &mut self,
        body: &Body,
        op: &Op,
        base: &str,
        suffix: &str,
        on: &Computed,
    ) -> Result<Arc<str>, Noted> {
        let catalogue = self.catalogue;
        let scalar = format!("{base}.{suffix}");
        let base = if on.tensors { format!("{base}.{TENSORS}") } else { base.to_owned() };
        let name = format!("{base}.{suffix}");
        if let Some(kernel) = catalogue.kernel(&name) {
            if on.tensors {
                let scalar = catalogue.kernel(&scalar);
                let operands = scalar.into_iter().flat_map(|it| it.params).map(|it| it.ty);
                let results = scalar.into_iter().flat_map(|it| it.results).map(|it| it.ty);
                let scalars: Vec<&str> = operands.chain(results).collect();
                self.elementwise(body, op, &op.operands, &scalars)?;
            }
            return Ok(self.names.get(kernel.name));
        }
        let why = self.lacking.entry(name).or_insert_with(|| {
            let others = types(catalogue, &base);
            let of = if on.tensors { "tensors of " } else { "" };
            if others.is_empty() {
                format!("there is no kernel for it{}", if on.tensors { " on tensors" } else { "" })
            } else {
                format!(
                    "there is no kernel for {of}'{}', only for {of}{}",
                    on.scalar,
                    others.join(", ")
                )
            }
        });
        let message = format!("'{}' cannot be imported: {why}", shown(&op.name));
        Err(self.problems.of_op(op, message))
    }

    fn cast(&mut self, body: &Body, op: &Op, kernel: Conversion) -> Result<Action, Noted> {
        self.rounding(op)?;
        let on = self.computed(body, op.operands.first());
        let (Some(on), Some(to)) = (on, self.computed(body, op.results.first())) else {
            return Err(self.illegal(op, "it has no operand or no result"));
        };
        if on == to {
            return if on.tensors { self.tensor_cast(body, op) } else { Ok(Action::Forward) };
        }
        let base = match kernel {
            Conversion::Own => &*op.name,
            Conversion::Widening(kernel) => match (width(&on.scalar), width(&to.scalar)) {
                (Some(from), Some(to)) if from > to => "arith.trunci",
                _ => kernel,
            },
        };
        let types = format!("{}.{}", on.scalar, to.scalar);
        Ok(Action::Kernel(self.kernel(body, op, base, &types, &on)?))
    }

    /// Floats round to the nearest, ties to even, and no op may ask for more.
    fn rounding(&mut self, op: &Op) -> Result<(), Noted> {
        let nearest = match op.attributes.get("roundingmode") {
            None => true,
            Some(Attribute::Integer { value, .. }) => *value == 0,
            Some(Attribute::Opaque(text)) => text.contains("to_nearest_even"),
            Some(_) => false,
        };
        if nearest { Ok(()) } else { Err(self.illegal(op, "its 'roundingmode' is not supported")) }
    }

    pub(crate) fn constant(
        &mut self,
        body: &Body,
        op: &Op,
        value: Option<Attribute>,
    ) -> Result<Action, Noted> {
        let [result] = op.results[..] else {
            return Err(self.illegal(op, "it has not one result"));
        };
        let source = &body.value(result).ty;
        let ty = self.types.of(source);
        let Some(kernel) = constant_kernel(self.catalogue, &ty) else {
            return Err(self.illegal(op, &format!("there are no constants of type '{source}'")));
        };
        match value.and_then(|value| self.types.value(value, source)) {
            Some(value) => {
                if let Some(splat) = self.splat(&value) {
                    return Ok(splat);
                }
                let kernel = self.names.get(kernel);
                Ok(Action::Constant(Constant { kernel, value, ty }))
            }
            None => Err(self.illegal(op, &format!("its value is not of type '{source}'"))),
        }
    }

    fn call(&mut self, op: &Op) -> Result<Action, Noted> {
        let name = match op.attributes.get("callee") {
            Some(Attribute::Symbol { root, nested }) if nested.is_empty() => root,
            _ => return Err(self.illegal(op, "it has no 'callee', the symbol of a function")),
        };
        if self.functions.contains_key(name.as_str()) {
            return Ok(Action::Call(name.clone()));
        }
        Err(self.illegal(op, &format!("'{name}' does not reference a valid function")))
    }

    fn regions(&mut self, op: &Op, count: usize, action: Action) -> Result<Action, Noted> {
        if op.regions.len() == count {
            return Ok(action);
        }
        let why = format!("it has {} regions, expected {count}", op.regions.len());
        Err(self.illegal(op, &why))
    }

    /// Functions that have no body, or types that no value can have.
    pub(crate) fn function(&mut self, function: &Function) {
        let Function { name, span, location, .. } = function;
        if function.body.is_none() && !is_native(function) {
            let message = format!(
                "function @{name} has no body: link the module that defines it, or remove its \
                 calls (--symbol-dce removes unused declarations)"
            );
            self.problems.note(*span, location, message);
        }
        for ty in function.arguments.iter().chain(&function.results) {
            let known = self.catalogue.ty(self.types.of(ty).as_str()).is_some();
            if !known || (ty.as_str().starts_with("tensor<") && !self.types.is_tensor(ty)) {
                let message = format!("values of type '{ty}' cannot be imported");
                self.problems.note(*span, location, message);
            }
        }
    }
}

/// What an op computes with.
#[derive(PartialEq, Eq)]
pub(crate) struct Computed {
    /// Scalars of this type.
    pub(crate) scalar: Type,
    /// The elements of tensors.
    pub(crate) tensors: bool,
}

/// What the names of kernels of tensors have before their types.
pub(crate) const TENSORS: &str = "tensor";

/// What the names of kernels that select have before their types.
pub(crate) const SELECT: &str = "arith.select";

/// The kernel of constants of a type.
pub(crate) fn constant_kernel(catalogue: &Catalogue, ty: &Type) -> Option<&'static str> {
    let ty = if ty.as_str().starts_with("tensor<") { TENSORS } else { ty.as_str() };
    ["tfrt", "arith"].iter().find_map(|dialect| {
        catalogue.kernel(&format!("{dialect}.constant.{ty}")).map(|kernel| kernel.name)
    })
}

/// The types of scalars for which the catalogue has a kernel of that name.
pub(crate) fn types(catalogue: &Catalogue, base: &str) -> Vec<&'static str> {
    suffixes(catalogue, base).filter(|suffix| !suffix.contains(TENSORS)).collect()
}

/// What the catalogue's kernels of that name have after it.
pub(crate) fn suffixes<'a>(
    catalogue: &'a Catalogue,
    base: &'a str,
) -> impl Iterator<Item = &'static str> + 'a {
    catalogue.kernels().filter_map(move |kernel| kernel.name.strip_prefix(base)?.strip_prefix('.'))
}

fn width(ty: &Type) -> Option<u32> {
    match ty.kind() {
        TypeKind::Integer { width, .. } => Some(width),
        _ => None,
    }
}

/// The word for the attribute of a comparison.
fn predicate<'a>(op: &'a Op, predicates: &[&'a str]) -> Option<&'a str> {
    match op.attributes.get("predicate").or_else(|| op.attributes.get("pred"))? {
        Attribute::Integer { value, .. } => {
            usize::try_from(*value).ok().and_then(|at| predicates.get(at).copied())
        }
        Attribute::Opaque(text) => text.strip_suffix('>')?.rsplit_once([' ', '<']).map(|it| it.1),
        _ => None,
    }
}

fn is_set(attribute: &Attribute) -> bool {
    match attribute {
        Attribute::Unit => true,
        Attribute::Integer { value, .. } => *value != 0,
        _ => false,
    }
}

/// The numbers of `array<i64: …>`.
fn numbers(attribute: &Attribute) -> Option<Vec<i64>> {
    let Attribute::Opaque(text) = attribute else { return None };
    let numbers = text.strip_prefix("array<i64")?.strip_suffix('>')?;
    let Some(numbers) = numbers.strip_prefix(':') else {
        return numbers.is_empty().then(Vec::new);
    };
    numbers.split(',').map(|number| number.trim().parse().ok()).collect()
}

/// The attributes of a function that this project knows.
pub(crate) fn own_attributes(attributes: &Attributes) -> Attributes {
    let mut own = Attributes::new();
    for (name, value) in attributes.iter().filter(|(name, _)| name.starts_with("tfrt.")) {
        own.insert(name, value.clone());
    }
    own
}
