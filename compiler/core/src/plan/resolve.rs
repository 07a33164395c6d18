//! The resolved program, input of inference and planning: bodies flattened, kernels and functions
//! looked up once, values numbered densely per body.

use super::{BodyRef, Constant};
use crate::bef::KernelAttributes;
use crate::graph::{
    Body, Function, NONSTRICT_ATTRIBUTE, Op, OpId, RegionId, Type, ValueId, is_native, is_sync,
};
use crate::infer::{self, Operands};
use crate::source::Diagnostic;
use crate::verify::{Verified, unknown_kernel};
use smallvec::SmallVec;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use tfrt_host::kernel::{
    Catalogue, Chain, Control, KernelDef, KernelType, NativeDef, Outcome, is_checked_family,
};

/// Calls that nest no deeper than this need not be counted: it is below any useful call depth
/// limit.
const UNCOUNTED_HEIGHT: u32 = 256;

/// A program, resolved.
#[derive(Debug)]
pub(super) struct Program {
    /// Names of the module's functions.
    pub(super) names: Vec<String>,
    /// Every body of every function, regions and native functions too.
    pub(super) bodies: BTreeMap<BodyRef, ResolvedBody>,
    /// For each function: recursion can reach it, so entering it counts against the call depth.
    pub(super) deep: Vec<bool>,
}

/// One body, flattened to a single list of ops.
#[derive(Debug, Default)]
pub(super) struct ResolvedBody {
    /// Types and names of all values: parameters, then op results in order.
    pub(super) values: Vec<Value>,
    /// How many of `values` are parameters.
    pub(super) params: usize,
    /// Ops in order, without the terminator.
    pub(super) ops: Vec<ResolvedOp>,
    /// What the terminator returns.
    pub(super) returns: Vec<usize>,
    /// The terminator; a native function has none.
    terminator: Option<OpId>,
    /// Its ops run strictly in program order (`tfrt.sync`).
    pub(super) sync: bool,
    /// The native function that computes the results; there are no ops.
    pub(super) native: Option<&'static NativeDef>,
}

/// The type of a value, and its name in the text.
pub(super) type Value = (Type, Option<Arc<str>>);

/// One op.
#[derive(Debug)]
pub(super) struct ResolvedOp {
    pub(super) op: OpId,
    /// `None`: the results are the operands.
    pub(super) kernel: Option<&'static KernelDef>,
    /// Indices into `values`.
    pub(super) operands: SmallVec<[usize; 2]>,
    /// Values that the op waits for and whose errors it propagates, but does not read.
    pub(super) guards: Vec<usize>,
    /// Index of the first result in `values`.
    pub(super) first_result: usize,
    pub(super) results: usize,
    /// Functions in BEF order: symbol attributes alphabetically, then regions.
    pub(super) functions: Vec<BodyRef>,
    /// This call is proved not to fail.
    pub(super) proved: bool,
    /// It is pure, and its types rule out every error but want of memory, a panic and the end of the run:
    /// it may be merged with an equal one, or dropped.
    pub(super) total: bool,
    /// No rule infers the types of its results, of which some are members of families: they are compared
    /// when they are made.
    pub(super) checks_results: bool,
    /// Its results are constants; its operands have been removed.
    pub(super) constant: Option<Vec<Constant>>,
    /// It has operands, but does not wait for all of them (`bef.nonstrict`).
    pub(super) eager: bool,
}

impl ResolvedOp {
    /// It is pure and infallible: a constant, or instructions that neither fail nor panic.
    pub(super) fn is_silent(&self) -> bool {
        let Some(kernel) = self.kernel.filter(|_| !self.eager && self.control().is_none()) else {
            return false;
        };
        let succeeds = kernel.outcome == Outcome::Ready || self.proved;
        self.constant.is_some()
            || kernel.pure && kernel.intrinsic.is_some() && succeeds && self.functions.is_empty()
    }

    /// The control flow that compiled engines lower themselves, if it is such.
    pub(super) fn control(&self) -> Option<Control> {
        self.kernel.filter(|_| !self.eager).and_then(|kernel| kernel.control)
    }

    /// All values that the op waits for: operands, then guards.
    pub(super) fn checked(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        self.operands.iter().chain(&self.guards).copied()
    }
}

/// Resolves every function that has a body.
pub(super) fn resolve(
    program: &Verified,
    catalogue: &Catalogue,
    attributes: &KernelAttributes<'_>,
) -> Result<Program, Vec<Diagnostic>> {
    let functions: Vec<&Function> = program.module().functions().collect();
    let names: HashMap<&str, usize> =
        functions.iter().enumerate().map(|(i, f)| (f.name.as_str(), i)).collect();
    let mut resolver = Resolver {
        catalogue,
        attributes,
        names,
        functions: &functions,
        numbers: Vec::new(),
        bodies: BTreeMap::new(),
        errors: Vec::new(),
    };
    let mut calls = Vec::with_capacity(functions.len());
    for index in 0..functions.len() {
        calls.push(resolver.function(index));
    }
    if !resolver.errors.is_empty() {
        return Err(resolver.errors);
    }
    let names = functions.iter().map(|f| f.name.clone()).collect();
    Ok(Program { names, bodies: resolver.bodies, deep: deep(&calls) })
}

struct Resolver<'a> {
    catalogue: &'a Catalogue,
    attributes: &'a KernelAttributes<'a>,
    names: HashMap<&'a str, usize>,
    functions: &'a [&'a Function],
    /// By the values of the function: their numbers in the body that is resolved.
    numbers: Vec<Option<usize>>,
    bodies: BTreeMap<BodyRef, ResolvedBody>,
    errors: Vec<Diagnostic>,
}

impl Resolver<'_> {
    /// Resolves all bodies of one function; returns the functions that its control flow enters.
    fn function(&mut self, function: usize) -> BTreeSet<usize> {
        let mut calls = BTreeSet::new();
        let definition = self.functions[function];
        let Some(body) = &definition.body else {
            self.native(function);
            return calls;
        };
        self.numbers.clear();
        self.numbers.resize(body.value_count(), None);
        let mut pending = vec![Body::ROOT];
        while let Some(region) = pending.pop() {
            let mut resolved = self.region(function, body, region, &mut pending, &mut calls);
            if resolved.sync {
                put_in_order(&mut resolved);
            }
            self.bodies.insert(BodyRef { function, region }, resolved);
        }
        calls
    }

    /// A function that the catalogue supplies.
    fn native(&mut self, function: usize) {
        let definition = self.functions[function];
        let name = &definition.name;
        if !is_native(definition) {
            // It cannot be called; an op that refers to it is an error.
            return;
        }
        let Some(native) = self.catalogue.native(name) else {
            let message = format!("unable to find native function in global registry: '{name}'");
            self.errors.push(Diagnostic::error(definition.span, message));
            return;
        };
        let params = definition.arguments.len();
        let types = definition.arguments.iter().chain(&definition.results);
        let body = ResolvedBody {
            values: types.map(|ty| (ty.clone(), None)).collect(),
            params,
            returns: (params..params + definition.results.len()).collect(),
            native: Some(native),
            ..ResolvedBody::default()
        };
        self.bodies.insert(BodyRef { function, region: Body::ROOT }, body);
    }

    fn region(
        &mut self,
        function: usize,
        body: &Body,
        region: RegionId,
        pending: &mut Vec<RegionId>,
        calls: &mut BTreeSet<usize>,
    ) -> ResolvedBody {
        let mut resolved = ResolvedBody::default();
        let Some(entry) = body.entry(region) else { return resolved };
        let block = body.block(entry);
        let mut numbers = std::mem::take(&mut self.numbers);
        let add = |values: &mut Vec<Value>, numbers: &mut [Option<usize>], id: ValueId| {
            numbers[id.index()] = Some(values.len());
            let info = body.value(id);
            values.push((info.ty.clone(), info.name.clone()));
        };
        for &argument in &block.arguments {
            add(&mut resolved.values, &mut numbers, argument);
        }
        resolved.params = block.arguments.len();
        resolved.sync = region == Body::ROOT && is_sync(self.functions[function]);
        for (position, &id) in block.ops.iter().enumerate() {
            let op = body.op(id);
            let operands: SmallVec<[usize; 2]> =
                op.operands.iter().filter_map(|value| numbers[value.index()]).collect();
            if position + 1 == block.ops.len() {
                resolved.returns = operands.into_vec();
                resolved.terminator = Some(id);
                break;
            }
            let Some(kernel) = self.catalogue.kernel(&op.name) else {
                self.errors.push(unknown_kernel(op, self.catalogue, self.errors.len()));
                for &result in &op.results {
                    add(&mut resolved.values, &mut numbers, result);
                }
                continue;
            };
            let functions = self.targets(function, body, id, kernel, pending, calls);
            let first_result = resolved.values.len();
            for &result in &op.results {
                add(&mut resolved.values, &mut numbers, result);
            }
            // What follows in order waits for it, and takes its error.
            if resolved.sync && op.results.is_empty() && kernel.allows_extra_chain_result() {
                resolved.values.push((Type::new(Chain::NAME), None));
            }
            let eager = !operands.is_empty() && op.attributes.get(NONSTRICT_ATTRIBUTE).is_some();
            let total = self.infer(kernel, body, op, &operands, first_result, &mut resolved.values);
            resolved.ops.push(ResolvedOp {
                op: id,
                kernel: Some(kernel),
                operands,
                guards: Vec::new(),
                first_result,
                results: resolved.values.len() - first_result,
                total: total && functions.is_empty() && !eager,
                functions,
                proved: false,
                checks_results: self.checks_results(kernel, body, op),
                constant: None,
                eager,
            });
        }
        // No other body uses them.
        let results = block.ops.iter().flat_map(|&op| &body.op(op).results);
        for value in block.arguments.iter().chain(results) {
            numbers[value.index()] = None;
        }
        self.numbers = numbers;
        resolved
    }

    /// Gives the results of an op the types that are inferred from its operands', which may say more than
    /// those that are written. Whether the op is [total](ResolvedOp::total).
    fn infer(
        &self,
        kernel: &KernelDef,
        body: &Body,
        op: &Op,
        operands: &[usize],
        first_result: usize,
        values: &mut [Value],
    ) -> bool {
        if kernel.infer.is_none() {
            return false;
        }
        let types = operands.iter().map(|&value| values[value].0.clone()).collect();
        let operands = Operands::new(types);
        let operands = operands.with_values(kernel, &op.operands, body, self.catalogue);
        let written: Vec<Type> = values[first_result..].iter().map(|(ty, _)| ty.clone()).collect();
        // Types that contradict each other more exactly than they are written are an error when the op
        // runs.
        let Ok(exact) = infer::results(kernel, &op.attributes, &operands, &written) else {
            return false;
        };
        for ((ty, _), exact) in values[first_result..].iter_mut().zip(exact) {
            *ty = exact;
        }
        kernel.pure && infer::never_fails(kernel, &op.attributes, &operands)
    }

    /// Whether the results of an op are compared with their types when they are made. Those of control flow
    /// are what functions return.
    fn checks_results(&self, kernel: &KernelDef, body: &Body, op: &Op) -> bool {
        let open =
            kernel.variadic_results || kernel.results.iter().any(|it| is_checked_family(it.ty));
        open && kernel.infer.is_none()
            && kernel.control.is_none()
            && op.results.iter().any(|&result| {
                let ty = body.value(result).ty.as_str();
                let is_family =
                    || self.catalogue.ty(ty).is_some_and(|def| is_checked_family(def.name));
                ty.ends_with('>') && is_family()
            })
    }

    fn targets(
        &mut self,
        function: usize,
        body: &Body,
        id: OpId,
        kernel: &KernelDef,
        pending: &mut Vec<RegionId>,
        calls: &mut BTreeSet<usize>,
    ) -> Vec<BodyRef> {
        let op = body.op(id);
        let errors_before = self.errors.len();
        let mut targets = Vec::new();
        let symbols = self.attributes.symbols();
        let names = op.attributes.iter().filter_map(|(_, value)| symbols.function_names(value));
        for name in names.flatten() {
            match self.names.get(name) {
                Some(&target)
                    if self.functions[target].body.is_none()
                        && !is_native(self.functions[target]) =>
                {
                    let message = "external functions are not allowed";
                    self.errors.push(Diagnostic::error(op.span, message));
                }
                Some(&target) => {
                    targets.push(BodyRef { function: target, region: Body::ROOT });
                    // A kernel that takes a function is assumed to call it.
                    calls.insert(target);
                }
                None => {
                    let message = format!("function @{name} not defined");
                    self.errors.push(Diagnostic::error(op.span, message));
                }
            }
        }
        for &region in &op.regions {
            targets.push(BodyRef { function, region });
            pending.push(region);
        }
        let needed = match kernel.control {
            None => 0,
            Some(Control::If) => 2,
            Some(Control::Call | Control::Case | Control::Repeat | Control::While) => 1,
        };
        if targets.len() < needed && self.errors.len() == errors_before {
            self.errors.push(Diagnostic::error(
                op.span,
                format!("'{}' needs {needed} functions, but has {}", op.name, targets.len()),
            ));
        }
        targets
    }
}

/// Serializes the body of a function that runs in order: each op waits for the results of the
/// previous one and propagates their errors; the return waits for the last op.
fn put_in_order(body: &mut ResolvedBody) {
    let mut latest: Vec<usize> = (0..body.params).collect();
    for op in &mut body.ops {
        op.eager = false;
        op.guards.clone_from(&latest);
        if op.results > 0 {
            latest = (op.first_result..op.first_result + op.results).collect();
        }
    }
    let Some(terminator) = body.terminator else { return };
    let first_result = body.values.len();
    let returned = body.returns.iter().map(|&index| body.values[index].clone());
    body.values.extend(returned.collect::<Vec<_>>());
    let results = body.returns.len();
    body.ops.push(ResolvedOp {
        op: terminator,
        kernel: None,
        operands: std::mem::take(&mut body.returns).into(),
        guards: latest,
        first_result,
        results,
        functions: Vec::new(),
        proved: false,
        total: false,
        checks_results: false,
        constant: None,
        eager: false,
    });
    body.returns = (first_result..first_result + results).collect();
}

/// Marks functions on a call cycle or reachable from one. Marks all functions of a program whose
/// calls nest deeper than is safe to leave uncounted.
fn deep(calls: &[BTreeSet<usize>]) -> Vec<bool> {
    // Kahn's algorithm from callers to callees. The nodes that it cannot remove lie on a cycle or
    // are reachable from one.
    let mut callers = vec![0usize; calls.len()];
    for callees in calls {
        for &callee in callees {
            callers[callee] += 1;
        }
    }
    let mut height = vec![0u32; calls.len()];
    let mut ready: Vec<usize> = (0..calls.len()).filter(|&f| callers[f] == 0).collect();
    let mut deep = vec![true; calls.len()];
    let mut highest = 0;
    while let Some(function) = ready.pop() {
        deep[function] = false;
        for &callee in &calls[function] {
            height[callee] = height[callee].max(height[function] + 1);
            highest = highest.max(height[callee]);
            callers[callee] -= 1;
            if callers[callee] == 0 {
                ready.push(callee);
            }
        }
    }
    if highest > UNCOUNTED_HEIGHT {
        deep.fill(true);
    }
    deep
}
