//! Legality: what becomes of each op of a function, or why it cannot be imported. Every op of the
//! program is checked before anything is built.

use crate::dialects;
use crate::helper::Caller;
use crate::lower::Lowering;
use crate::types::{Elements, Types};
use std::collections::HashMap;
use tfrt_compiler::builder::{ModuleBuilder, Origin, Reported, shown};
use tfrt_compiler::graph::{
    Attribute, Attributes, Body, Function, Op, OpId, Type, ValueId, is_native, is_return,
};
use tfrt_compiler::source::Source;
use tfrt_compiler::suggest::{lacks, list_of_type};
use tfrt_host::kernel::Catalogue;

/// What becomes of an op.
pub(crate) enum Action {
    /// What this builds.
    Lower {
        lower: Lower,
        /// Whether an assertion may fail in the op itself.
        assertion: Assertion,
    },
    /// A branch to a block that nothing else leads to.
    Branch,
    /// The end of a region.
    End,
}

type Lower = Box<dyn Fn(&mut Lowering<'_, '_>, OpId) -> Result<(), Reported>>;

/// Whether an op may fail an assertion.
pub(crate) enum Assertion {
    /// It does not.
    None,
    /// It is one.
    Own,
    /// If this function does.
    OfCallee(String),
}

impl Action {
    /// What a function builds.
    pub(crate) fn lower(
        lower: impl Fn(&mut Lowering<'_, '_>, OpId) -> Result<(), Reported> + 'static,
    ) -> Self {
        Self::Lower { lower: Box::new(lower), assertion: Assertion::None }
    }

    /// An assertion.
    pub(crate) fn asserting(
        lower: impl Fn(&mut Lowering<'_, '_>, OpId) -> Result<(), Reported> + 'static,
    ) -> Self {
        Self::Lower { lower: Box::new(lower), assertion: Assertion::Own }
    }

    /// A call of that function.
    pub(crate) fn calling(
        callee: String,
        lower: impl Fn(&mut Lowering<'_, '_>, OpId) -> Result<(), Reported> + 'static,
    ) -> Self {
        Self::Lower { lower: Box::new(lower), assertion: Assertion::OfCallee(callee) }
    }

    /// That kernel, with the op's operands and results.
    pub(crate) fn kernel(kernel: &'static str) -> Self {
        Self::lower(move |lowering, id| {
            let op = lowering.source.op(id);
            let operands = lowering.operands(op)?;
            lowering.add(op, kernel, operands)
        })
    }

    /// Nothing: the results are the operands.
    pub(crate) fn forward() -> Self {
        Self::lower(|lowering, id| {
            let op = lowering.source.op(id);
            let operands = lowering.operands(op)?;
            lowering.bind_results(op, &operands)
        })
    }

    /// A constant.
    pub(crate) fn constant(constant: Constant) -> Self {
        Self::lower(move |lowering, id| {
            let op = lowering.source.op(id);
            let value = constant.build(lowering)?;
            lowering.bind_results(op, &[value])
        })
    }

    /// A tensor of one repeated constant. The kernel gets the op's operands, which are sizes, and the
    /// shape, of which sizes that are not known are negative.
    pub(crate) fn splat(kernel: &'static str, element: Constant, shape: Vec<i64>) -> Self {
        let ty = Type::new("i64");
        let size = |size: i64| Attribute::Integer { value: size.into(), ty: ty.clone() };
        let shape = Attribute::Array(shape.into_iter().map(size).collect());
        Self::lower(move |lowering, id| {
            let op = lowering.source.op(id);
            let mut operands = vec![element.build(lowering)?];
            operands.extend(lowering.operands(op)?);
            let types = lowering.result_types(op);
            let splat = lowering.builder.op(kernel).attribute("shape", shape.clone());
            let results = splat.operands(operands).types(types).results()?;
            lowering.bind_results(op, &results)
        })
    }

    /// Whether an assertion may fail in the op itself.
    pub(crate) fn assertion(&self) -> &Assertion {
        match self {
            Self::Lower { assertion, .. } => assertion,
            Self::Branch | Self::End => &Assertion::None,
        }
    }
}

/// A constant.
#[derive(Clone, Debug)]
pub(crate) struct Constant {
    /// The kernel.
    kernel: &'static str,
    /// Its attribute `value`.
    value: Attribute,
    /// Its result.
    ty: Type,
}

impl Constant {
    fn build(
        &self,
        lowering: &mut Lowering<'_, '_>,
    ) -> Result<tfrt_compiler::builder::Value, Reported> {
        let op = lowering.builder.op(self.kernel).attribute("value", self.value.clone());
        op.types([self.ty.clone()]).constant()
    }
}

/// An op of the source that is checked.
#[derive(Clone, Copy)]
pub(crate) struct Site<'b> {
    pub(crate) body: &'b Body,
    pub(crate) op: &'b Op,
    /// How many branches lead to each block.
    pub(crate) predecessors: &'b [usize],
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

/// Why an op is illegal that is on tensors in part.
pub(crate) const MIXED: &str = "some of its operands and results are tensors, some are not";

/// Why an op is illegal that is not on tensors.
pub(crate) const TENSOR_EXPECTED: &str = "it must be on tensors with a rank, of scalars";

/// The bytes of a constant of one repeated element up to which the program has them all: a kernel
/// would allocate and fill a tensor in each run.
const KEPT: usize = 1 << 10;

/// Checks every op and decides its action.
pub(crate) struct Legality<'a, 'b> {
    pub(crate) source: &'a Source,
    pub(crate) caller: Caller,
    pub(crate) module: &'b mut ModuleBuilder<'a>,
    pub(crate) functions: &'b HashMap<&'a str, &'a Function>,
    pub(crate) types: &'b Types,
    /// What was said of kernels that the catalogue does not have, by their names.
    pub(crate) lacking: HashMap<String, String>,
    /// Whether MLIR itself could help.
    pub(crate) needs_helper: bool,
}

impl<'a> Legality<'a, '_> {
    /// Checks a function that has no body, or types that no value can have.
    pub(crate) fn function(&mut self, function: &Function) {
        let name = &function.name;
        if function.body.is_none() && !is_native(function) {
            let message = format!(
                "function @{name} has no body: link the module that defines it, or remove its \
                 calls (--symbol-dce removes unused declarations)"
            );
            self.module.problems().report(&function.into(), message);
        }
        for ty in function.arguments.iter().chain(&function.results) {
            let known = self.catalogue().ty(self.types.of(ty).as_str()).is_some();
            if !known || (ty.as_str().starts_with("tensor<") && !self.types.is_tensor(ty)) {
                let list = list_of_type(ty.as_str()).filter(|_| !known);
                let list = list.map(|list| lacks("their type", list));
                let list = list.map(|list| format!(": {list}")).unwrap_or_default();
                let message = format!("values of type '{ty}' cannot be imported{list}");
                self.module.problems().report(&function.into(), message);
            }
        }
    }

    /// What becomes of each op of a body, by [`OpId`].
    pub(crate) fn body(&mut self, body: &Body) -> Vec<Action> {
        let mut predecessors = vec![0_usize; body.block_count()];
        let ops = body.preorder();
        for successor in ops.iter().flat_map(|&op| &body.op(op).successors) {
            if let Some(count) = predecessors.get_mut(successor.index()) {
                *count += 1;
            }
        }
        // No op that stands in a block keeps this.
        let mut actions: Vec<Action> = (0..body.op_count()).map(|_| Action::End).collect();
        for id in ops {
            let site = Site { body, op: body.op(id), predecessors: &predecessors };
            if let Ok(action) = self.op(site) {
                actions[id.index()] = action;
            }
        }
        actions
    }

    fn op(&mut self, site: Site<'_>) -> Result<Action, Reported> {
        let name = &*site.op.name;
        if is_return(name) {
            return Ok(Action::End);
        }
        // An op of the catalogue, or of a dialect that is not upstream's.
        if !dialects::is_upstream(name, self.catalogue()) {
            return Ok(Action::lower(|lowering, id| lowering.same(id)));
        }
        if dialects::is_elementwise(name) {
            return dialects::by_name(self, site);
        }
        match dialects::find(name) {
            Some(entry) => entry.rule.check(self, site),
            None => {
                let why = dialects::refusal(name, self.catalogue());
                Err(self.illegal(site, &why.unwrap_or_default()))
            }
        }
    }

    /// The catalogue.
    pub(crate) fn catalogue(&self) -> &'a Catalogue {
        self.module.catalogue()
    }

    /// Reports what is wrong with an op.
    pub(crate) fn report(&mut self, site: Site<'_>, message: String) -> Reported {
        self.module.problems().report(&Origin::from(site.op), message)
    }

    /// Reports that an op cannot be imported.
    pub(crate) fn illegal(&mut self, site: Site<'_>, why: &str) -> Reported {
        self.report(site, illegal(&site.op.name, why))
    }

    /// What an op computes with, by the type of a value.
    pub(crate) fn computed(&self, site: Site<'_>, value: Option<&ValueId>) -> Option<Computed> {
        let ty = &site.body.value(*value?).ty;
        Some(match self.types.elements(ty) {
            Some(elements) => Computed { scalar: elements.ty, tensors: true },
            None => Computed { scalar: self.types.of(ty), tensors: false },
        })
    }

    /// A value's elements, if it is a tensor.
    pub(crate) fn elements(&self, site: Site<'_>, value: Option<&ValueId>) -> Option<Elements> {
        self.types.elements(&site.body.value(*value?).ty)
    }

    /// The kernel `base.TYPE`, TYPE being that of an operand.
    pub(crate) fn typed(
        &mut self,
        site: Site<'_>,
        base: &str,
        operand: usize,
    ) -> Result<&'static str, Reported> {
        match self.computed(site, site.op.operands.get(operand)) {
            Some(on) => self.kernel(site, base, on.scalar.as_str(), &on),
            None => Err(self.illegal(site, "it has too few operands")),
        }
    }

    /// The kernel `base.SUFFIX` or, on tensors, `base.tensor.SUFFIX`.
    pub(crate) fn kernel(
        &mut self,
        site: Site<'_>,
        base: &str,
        suffix: &str,
        on: &Computed,
    ) -> Result<&'static str, Reported> {
        let catalogue = self.catalogue();
        let scalar = format!("{base}.{suffix}");
        let base = if on.tensors { format!("{base}.{TENSORS}") } else { base.to_owned() };
        let name = format!("{base}.{suffix}");
        if let Some(kernel) = catalogue.kernel(&name) {
            if on.tensors {
                let scalar = catalogue.kernel(&scalar);
                let operands = scalar.into_iter().flat_map(|it| it.params).map(|it| it.ty);
                let results = scalar.into_iter().flat_map(|it| it.results).map(|it| it.ty);
                let scalars: Vec<&str> = operands.chain(results).collect();
                self.elementwise(site, &site.op.operands, &scalars)?;
            }
            return Ok(kernel.name);
        }
        let why = self.lacking.entry(name).or_insert_with(|| {
            let others = types(catalogue, &base);
            let of = if on.tensors { "tensors of " } else { "" };
            if others.is_empty() {
                let missing = dialects::missing_list(catalogue, &base);
                let of = if on.tensors { " on tensors" } else { "" };
                missing.unwrap_or_else(|| format!("there is no kernel for it{of}"))
            } else {
                format!(
                    "there is no kernel for {of}'{}', only for {of}{}",
                    on.scalar,
                    others.join(", ")
                )
            }
        });
        let message = illegal(&site.op.name, why);
        Err(self.report(site, message))
    }

    /// Checks that operands and the results of an op are tensors of these scalars, all of one shape.
    pub(crate) fn elementwise(
        &mut self,
        site: Site<'_>,
        operands: &[ValueId],
        scalars: &[&str],
    ) -> Result<(), Reported> {
        let values = operands.iter().chain(&site.op.results);
        let tensors: Option<Vec<Elements>> =
            values.map(|value| self.elements(site, Some(value))).collect();
        let Some(tensors) = tensors else { return Err(self.illegal(site, MIXED)) };
        if !tensors.iter().map(|tensor| tensor.ty.as_str()).eq(scalars.iter().copied()) {
            let why = format!("its tensors must have elements of {}", scalars.join(", "));
            return Err(self.illegal(site, &why));
        }
        let same = |a: &Elements, b: &Elements| {
            let mut sizes = a.shape.iter().zip(&b.shape);
            a.shape.len() == b.shape.len() && sizes.all(|(&a, &b)| a == b || a < 0 || b < 0)
        };
        if tensors.iter().all(|a| tensors.iter().all(|b| same(a, b))) {
            return Ok(());
        }
        Err(self.illegal(site, "its tensors have different shapes"))
    }

    /// A constant of that value.
    pub(crate) fn constant(
        &mut self,
        site: Site<'_>,
        value: Option<Attribute>,
    ) -> Result<Action, Reported> {
        let [result] = site.op.results[..] else {
            return Err(self.illegal(site, "it has not one result"));
        };
        let source = &site.body.value(result).ty;
        let ty = self.types.of(source);
        let Some(kernel) = constant_kernel(self.catalogue(), &ty) else {
            return Err(self.illegal(site, &format!("there are no constants of type '{source}'")));
        };
        match value.and_then(|value| self.types.value(value, source)) {
            Some(value) => match self.splat(&value) {
                Some(splat) => Ok(splat),
                None => Ok(Action::constant(Constant { kernel, value, ty })),
            },
            None => Err(self.illegal(site, &format!("its value is not of type '{source}'"))),
        }
    }

    /// A constant of one repeated element, as a kernel that fills a tensor; `None` if its elements are
    /// better kept in the program, because they are few, or if a kernel is missing.
    fn splat(&self, value: &Attribute) -> Option<Action> {
        let Attribute::Dense { element: ty, shape, data, splat: true, .. } = value else {
            return None;
        };
        let mut sizes = shape.iter().map(|&size| usize::try_from(size).ok());
        let bytes = sizes.try_fold(data.len(), |bytes, size| bytes.checked_mul(size?));
        if bytes.is_some_and(|bytes| bytes <= KEPT) {
            return None;
        }
        let splat = self.catalogue().kernel(&format!("tensor.splat.{ty}"))?.name;
        let kernel = constant_kernel(self.catalogue(), ty)?;
        let element = Constant { kernel, value: Types::scalar(ty, data)?, ty: ty.clone() };
        Some(Action::splat(splat, element, shape.clone()))
    }

    /// Zero of a type of elements.
    pub(crate) fn zero(&mut self, site: Site<'_>, ty: &Type) -> Result<Constant, Reported> {
        match (constant_kernel(self.catalogue(), ty), Types::zero(ty)) {
            (Some(kernel), Some(value)) => Ok(Constant { kernel, value, ty: ty.clone() }),
            _ => Err(self.illegal(site, &format!("there are no constants of type '{ty}'"))),
        }
    }

    /// The kernel of that name.
    pub(crate) fn named(&mut self, site: Site<'_>, name: &str) -> Result<&'static str, Reported> {
        match self.catalogue().kernel(name) {
            Some(kernel) => Ok(kernel.name),
            None => {
                let missing = dialects::missing_list(self.catalogue(), name);
                let why = missing.unwrap_or_else(|| format!("there is no kernel '{name}'"));
                Err(self.illegal(site, &why))
            }
        }
    }

    /// Checks the number of an op's regions.
    pub(crate) fn regions(&mut self, site: Site<'_>, count: usize) -> Result<(), Reported> {
        let given = site.op.regions.len();
        if given == count {
            return Ok(());
        }
        Err(self.illegal(site, &format!("it has {given} regions, expected {count}")))
    }
}

/// Why an op cannot be imported, as a message.
pub(crate) fn illegal(name: &str, why: &str) -> String {
    format!("'{}' cannot be imported: {why}", shown(name))
}

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

/// The attributes of a function that this project knows.
pub(crate) fn own_attributes(attributes: &Attributes) -> Attributes {
    let mut own = Attributes::new();
    for (name, value) in attributes.iter().filter(|(name, _)| name.starts_with("tfrt.")) {
        own.insert(name, value.clone());
    }
    own
}
