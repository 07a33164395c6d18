//! Constant folding, CSE and dead-code elimination.
//!
//! The transformations, and why they are not observable:
//!
//! * **fold**: a pure kernel over known scalars is run here, by its own function, and its results
//!   replace the op. A kernel that fails, or whose results do not match the op, is left in place
//!   and fails at run time;
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

use super::Scalar;
use super::resolve::{Program, ResolvedBody, ResolvedOp};
use crate::bef::KernelAttributes;
use crate::graph::{Attribute, Function, Op, Type};
use crate::verify::Verified;
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::collections::hash_map::{Entry, HashMap};
use std::sync::Arc;
use tfrt_host::context::{Host, RequestContext, Site, SiteRef};
use tfrt_host::kernel::{
    Catalogue, Intrinsic, KernelDef, KernelFrame, Operands, Outcome, ParamKind, ScalarType, Value,
};

/// Simplifies every body.
pub(super) fn run(
    program: &mut Program,
    source: &Verified,
    catalogue: &Catalogue,
    attributes: KernelAttributes<'_>,
) {
    // The error is dropped: the op stays and reports it at run time.
    let Ok(host) = Host::builder().work_queue("s").diagnostics(|_| {}).output(|_| {}).build()
    else {
        return;
    };
    let functions: Vec<&Function> = source.module().functions().collect();
    let mut folder = Folder { request: host.context(), catalogue, attributes };
    for (place, body) in &mut program.bodies {
        if let Some(graph) = &functions[place.function].body {
            let op = |op: &ResolvedOp| graph.op(op.op);
            folder.body(body, op);
        }
    }
}

struct Folder<'a> {
    request: RequestContext,
    catalogue: &'a Catalogue,
    attributes: KernelAttributes<'a>,
}

/// The CSE key: constant results, or else everything that determines the results.
#[derive(PartialEq, Eq, Hash)]
struct Computed<'g> {
    constant: Option<Vec<Scalar>>,
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

impl Folder<'_> {
    fn body<'g>(&mut self, body: &mut ResolvedBody, graph: impl Fn(&ResolvedOp) -> &'g Op) {
        let mut known: Vec<Option<Scalar>> = vec![None; body.values.len()];
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
                for (known, &scalar) in known[results.clone()].iter_mut().zip(constant) {
                    *known = Some(scalar);
                }
            }
            let proved = kernel
                .intrinsic
                .and_then(Intrinsic::fails_only_if_zero)
                .and_then(|operand| known[*op.operands.get(operand)?])
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
        if op.is_silent() {
            results.all(|(ty, _)| self.scalar(ty.as_str()).is_some())
        } else {
            op.total && results.all(|(ty, _)| !ty.as_str().starts_with('!'))
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
        known: &[Option<Scalar>],
        values: &[(Type, Option<Arc<str>>)],
    ) -> Option<Vec<Scalar>> {
        let plain = |kind| {
            matches!(kind, ParamKind::Value | ParamKind::Borrow | ParamKind::Attribute { .. })
        };
        if !kernel.pure
            || kernel.outcome == Outcome::Later
            || kernel.variadic_results
            || !kernel.params.iter().all(|param| plain(param.kind))
            || kernel.operands().count() != op.operands.len()
            || kernel.results.len() != op.results
            || !op.functions.is_empty()
            || op.operands.iter().any(|&value| known[value].is_none())
        {
            return None;
        }
        let types: Vec<ScalarType> = (op.first_result..op.first_result + op.results)
            .map(|value| self.scalar(values[value].0.as_str()))
            .collect::<Option<_>>()?;
        let operand =
            |&value: &usize| known[value].map(|known| Value::Scalar(known.ty, known.bits));
        let mut arguments: Vec<Value> = op.operands.iter().map(operand).collect::<Option<_>>()?;
        let attributes: Vec<_> = self.attributes.of(graph).map(|(_, value)| value).collect();
        let attributes: Vec<_> = attributes
            .into_iter()
            .map(|attribute| self.attributes.encode(attribute))
            .collect::<Option<_>>()?;
        let attributes = kernel.bind(attributes);
        let mut results = vec![Value::Empty; op.results];
        let site = Site { kernel: graph.name.to_string().into(), location: graph.location.clone() };
        kernel.invoke(&mut KernelFrame {
            request: &self.request,
            site: SiteRef::Shared(&Arc::new(site)),
            depth: 0,
            operands: Operands::owned(&mut arguments),
            attributes: &attributes,
            functions: &[],
            results: &mut results,
        });
        results
            .into_iter()
            .zip(types)
            .map(|(result, ty)| match result {
                Value::Scalar(found, bits) if found == ty => Some(Scalar { ty, bits }),
                _ => None,
            })
            .collect()
    }
}
