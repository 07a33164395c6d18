//! Constant folding, CSE and dead-code elimination.
//!
//! The transformations, and why they are not observable:
//!
//! * **fold**: a pure kernel over known values is run here, by its own function, and its results
//!   replace the op. A kernel that fails, or whose results do not match the op, is left in place
//!   and fails at run time. Known are scalars and, for an engine that links kernels before it plans,
//!   values of other builtin types (tensors) whose results are no larger than their operands together
//!   and than [`FOLDED`];
//! * **merge**: of two ops of one body with the same kernel, attributes, operands and guards, the
//!   second is replaced by the first, if the kernel is lowered to instructions: such a kernel
//!   neither panics nor reports. A fallible op is kept, because its error is reported at its own
//!   location, unless its types rule out every error but want of memory, a panic and the end of the
//!   run ([`ResolvedOp::total`]);
//! * **drop**: such an op is removed if its results are unused.
//!
//! Only values of builtin types are affected (scalars and immutable tensors), because kernels could
//! mutate or count others. It never touches
//! an op that does not wait for its operands (`bef.nonstrict`), nor merges the operands of such an
//! op, because it can observe when a value becomes available. Of a body that runs in order
//! (`tfrt.sync`) it only folds ops without operands, because each op there also waits for the
//! previous one. A chain is a constant if its producer is pure. A chain of any other producer is
//! not, and orders ops as before.

use super::resolve::{Program, ResolvedBody, ResolvedOp, Value as ResolvedValue};
use super::{Constant, Panics, Scalar};
use crate::bef::KernelAttributes;
use crate::encode::dtype;
use crate::evaluate::Evaluator;
use crate::graph::{Attribute, Function, Op, Type, TypeKind};
use crate::verify::Verified;
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::collections::hash_map::{Entry, HashMap};
use tfrt_host::kernel::{Catalogue, Chain, Intrinsic, KernelDef, KernelType, ScalarType, Value};

/// Simplifies every body.
pub(super) fn run(
    program: &mut Program,
    source: &Verified,
    catalogue: &Catalogue,
    attributes: KernelAttributes<'_>,
    panics: Panics,
) {
    let Some(evaluator) = Evaluator::new(None) else { return };
    let functions: Vec<&Function> = source.module().functions().collect();
    // Generated Rust links kernels after the plan is made.
    let budget = if panics == Panics::AreErrors { FOLDED_IN_ALL } else { 0 };
    let mut folder = ConstantFolder { evaluator, catalogue, attributes, budget };
    for (place, body) in &mut program.bodies {
        if let Some(graph) = &functions[place.function].body {
            let op = |op: &ResolvedOp| graph.op(op.op);
            folder.body(body, op);
        }
    }
}

struct ConstantFolder<'a> {
    evaluator: Evaluator,
    catalogue: &'a Catalogue,
    attributes: KernelAttributes<'a>,
    /// The bytes that folded values other than scalars may still have.
    budget: usize,
}

/// The bytes that a folded value other than a scalar has at most.
const FOLDED: usize = 1 << 16;

/// The bytes that all such values of a program have together at most.
const FOLDED_IN_ALL: usize = 1 << 24;

/// The CSE key: constant results, or else everything that determines the results.
#[derive(PartialEq, Eq, Hash)]
struct Computed<'g> {
    constant: Option<Vec<Constant>>,
    /// Compared by address: a catalogue has one definition per name.
    kernel: Option<*const KernelDef>,
    attributes: Vec<(&'g str, &'g Attribute)>,
    operands: SmallVec<[usize; 2]>,
    types: SmallVec<[Type; 1]>,
}

/// The bytes of a constant up to which it is compared with others.
const COMPARED: usize = 1 << 16;

/// Whether an op has a constant that is too large to be compared with others.
fn is_large(op: &Op) -> bool {
    op.attributes.iter().any(|(_, value)| match value {
        Attribute::Dense { data, .. } => data.len() > COMPARED,
        Attribute::Resource(resource) => {
            resource.data.as_ref().is_none_or(|data| data.len() > COMPARED)
        }
        _ => false,
    })
}

impl ConstantFolder<'_> {
    fn body<'g>(&mut self, body: &mut ResolvedBody, graph: impl Fn(&ResolvedOp) -> &'g Op) {
        let mut known: Vec<Option<Constant>> = vec![None; body.values.len()];
        // The replacement of each value.
        let mut same: Vec<usize> = (0..body.values.len()).collect();
        // The first result of what has been computed.
        let mut seen: HashMap<Computed<'g>, usize> = HashMap::with_capacity(body.ops.len());
        let eager: BTreeSet<usize> =
            body.ops.iter().filter(|op| op.eager).flat_map(ResolvedOp::checked).collect();
        for index in 0..body.ops.len() {
            let op = &mut body.ops[index];
            for operand in op.operands.iter_mut().chain(&mut op.guards) {
                *operand = same[*operand];
            }
            let op = &body.ops[index];
            let results = op.first_result..op.first_result + op.results;
            let Some(kernel) = op.kernel.filter(|_| !op.eager && op.control().is_none()) else {
                continue;
            };
            let constant = match self.fold(kernel, op, graph(op), &known, &body.values) {
                Some(constant) if !body.sync || op.operands.is_empty() => Some(constant),
                _ => None,
            };
            if let Some(constant) = &constant {
                for (known, constant) in known[results.clone()].iter_mut().zip(constant) {
                    *known = Some(constant.clone());
                }
            }
            let proved = kernel
                .intrinsic
                .and_then(Intrinsic::fails_only_if_zero)
                .and_then(|operand| known[*op.operands.get(operand)?].as_ref()?.scalar())
                .is_some_and(|divisor| !divisor.is_zero());
            let op = &mut body.ops[index];
            op.proved |= proved;
            if constant.is_some() {
                op.operands.clear();
            }
            op.constant = constant;
            let op = &body.ops[index];
            if body.sync || !self.is_removable(body, op) || is_large(graph(op)) {
                continue;
            }
            let types = results.clone().map(|value| body.values[value].0.clone()).collect();
            let mut computed = Computed {
                constant: op.constant.clone(),
                kernel: None,
                attributes: Vec::new(),
                operands: op.operands.clone(),
                types,
            };
            if op.constant.is_none() {
                computed.attributes = self.attributes.of(graph(op)).collect();
                computed.kernel = Some(kernel);
            }
            match seen.entry(computed) {
                Entry::Occupied(_) if results.clone().any(|value| eager.contains(&value)) => {}
                Entry::Occupied(first) => {
                    for (position, value) in results.enumerate() {
                        same[value] = first.get() + position;
                    }
                }
                Entry::Vacant(place) => {
                    place.insert(op.first_result);
                }
            }
        }
        for value in &mut body.returns {
            *value = same[*value];
        }
        if !body.sync {
            self.drop_unused(body);
        }
    }

    /// Dead-code elimination: removes unused ops and renumbers the values.
    fn drop_unused(&self, body: &mut ResolvedBody) {
        let mut used = vec![false; body.values.len()];
        for &value in &body.returns {
            used[value] = true;
        }
        let mut kept = vec![true; body.ops.len()];
        for (index, op) in body.ops.iter().enumerate().rev() {
            let results = op.first_result..op.first_result + op.results;
            kept[index] = used[results.clone()].contains(&true) || !self.is_removable(body, op);
            if kept[index] {
                op.checked().for_each(|value| used[value] = true);
            }
        }
        if !kept.contains(&false) {
            return;
        }
        let mut numbers: Vec<usize> = (0..body.values.len()).collect();
        let mut values = body.values[..body.params].to_vec();
        let ops = std::mem::take(&mut body.ops);
        for (mut op, _) in ops.into_iter().zip(kept).filter(|&(_, kept)| kept) {
            for operand in op.operands.iter_mut().chain(&mut op.guards) {
                *operand = numbers[*operand];
            }
            let results = op.first_result..op.first_result + op.results;
            op.first_result = values.len();
            for value in results {
                numbers[value] = values.len();
                values.push(body.values[value].clone());
            }
            body.ops.push(op);
        }
        body.values = values;
        for value in &mut body.returns {
            *value = numbers[*value];
        }
    }

    /// Whether nobody sees that an op does not run: it is silent and its results are scalars, or it is
    /// total and its results are values of builtin types.
    fn is_removable(&self, body: &ResolvedBody, op: &ResolvedOp) -> bool {
        let mut results = body.values[op.first_result..op.first_result + op.results].iter();
        if op.constant.is_some() || (op.total && !op.is_silent()) {
            results.all(|(ty, _)| !ty.as_str().starts_with('!') || ty.as_str() == Chain::NAME)
        } else {
            op.is_silent() && results.all(|(ty, _)| self.scalar(ty.as_str()).is_some())
        }
    }

    /// The scalar of a type that is held as the scalar itself.
    fn scalar(&self, ty: &str) -> Option<ScalarType> {
        self.catalogue.ty(ty)?.scalar.filter(|scalar| scalar.name() == ty)
    }

    /// The results of a kernel over known operands.
    fn fold(
        &mut self,
        kernel: &KernelDef,
        op: &ResolvedOp,
        graph: &Op,
        known: &[Option<Constant>],
        values: &[ResolvedValue],
    ) -> Option<Vec<Constant>> {
        if !Evaluator::takes(kernel, op.operands.len(), op.results)
            || !op.functions.is_empty()
            || op.operands.iter().any(|&value| known[value].is_none())
        {
            return None;
        }
        let types = &values[op.first_result..op.first_result + op.results];
        let types: Vec<(&Type, Option<ScalarType>)> =
            types.iter().map(|(ty, _)| (ty, self.scalar(ty.as_str()))).collect();
        let bytes = self.folded_bytes(kernel, op, &types, values)?;
        let operand = |&value: &usize| match known[value].clone()? {
            Constant::Scalar(known) => Some(Value::Scalar(known.ty, known.bits)),
            Constant::Shared(any) => Some(Value::Ref(any)),
        };
        let mut arguments: Vec<Value> = op.operands.iter().map(operand).collect::<Option<_>>()?;
        let attributes: Vec<_> = self.attributes.of(graph).map(|(_, value)| value).collect();
        let attributes: Vec<_> = attributes
            .into_iter()
            .map(|attribute| self.attributes.encode(attribute))
            .collect::<Option<_>>()?;
        let results = self.evaluator.call(kernel, attributes, &mut arguments, op.results);
        let constants =
            results.into_iter().zip(types).map(|(result, (_, ty))| match (result, ty) {
                (Value::Scalar(found, bits), Some(ty)) if found == ty => {
                    Some(Constant::Scalar(Scalar { ty, bits }))
                }
                (Value::Ref(any), None) if any.is_available() && any.error().is_none() => {
                    Some(Constant::Shared(any))
                }
                _ => None,
            });
        let constants: Vec<Constant> = constants.collect::<Option<_>>()?;
        self.budget -= bytes;
        Some(constants)
    }

    /// The bytes that the results of an op have which are no scalars, if the op may be folded.
    fn folded_bytes(
        &self,
        kernel: &KernelDef,
        op: &ResolvedOp,
        results: &[(&Type, Option<ScalarType>)],
        values: &[ResolvedValue],
    ) -> Option<usize> {
        let mut results = results.iter().filter(|(_, scalar)| scalar.is_none()).peekable();
        if results.peek().is_none() {
            return Some(0);
        }
        if self.budget == 0 {
            return None;
        }
        let bytes = results.try_fold(0_usize, |all, (ty, _)| all.checked_add(bytes_of(ty)?))?;
        let given = op.operands.iter().map(|&value| match self.scalar(values[value].0.as_str()) {
            Some(scalar) => scalar.bytes(),
            None => bytes_of(&values[value].0).unwrap_or(0),
        });
        let given = given.fold(0_usize, usize::saturating_add);
        // A constant shares the bytes of its attribute.
        if kernel.infer.is_some_and(|infer| infer.is_constant()) {
            return Some(0);
        }
        let small = bytes <= given && bytes <= FOLDED && bytes <= self.budget;
        small.then_some(bytes)
    }
}

/// The bytes of a tensor of that type, if all its sizes are known.
fn bytes_of(ty: &Type) -> Option<usize> {
    let TypeKind::Shaped { shape, element } = ty.kind() else { return None };
    let element = dtype(element)?.size()?;
    shape.iter().try_fold(element, |all, &size| all.checked_mul(usize::try_from(size).ok()?))
}
