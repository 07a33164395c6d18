//! `--inline`: see [`Pass::Inline`](super::Pass::Inline).
//!
//! Functions are processed callees first, so an inlined body is already inlined into and
//! canonicalized. An inlined op keeps its location.

use super::canonicalize::canonicalize;
use super::references::References;
use crate::graph::{
    Attribute, Attributes, Body, Copier, Function, Item, Module, Op, OpId, RegionId, is_compiled,
    is_return, is_sync,
};
use tfrt_host::error::Location;
use tfrt_host::kernel::Catalogue;
use tfrt_op::Control;

/// How much may be copied into callers in one program, in ops and what they hold: functions that
/// call each other twice at each of thirty levels would fill any memory.
const MAX_COPIED: usize = 1 << 20;

/// Inlines in a module and in the modules in it.
pub(super) fn run(module: &mut Module, catalogue: &Catalogue) {
    in_module(module, catalogue, &mut { MAX_COPIED });
}

fn in_module(module: &mut Module, catalogue: &Catalogue, budget: &mut usize) {
    if is_compiled(module) {
        return;
    }
    let references = References::of(module);
    let order = references.callees_first();
    let mut recursive = vec![false; module.items.len()];
    for &(item, is_recursive) in &order {
        recursive[item] = is_recursive;
    }
    // Inlining keeps the order of blocks' ops, and puts what a return gives in the place of results.
    let straight = module.items.iter().map(|item| match item {
        Item::Function(Function { body: Some(body), .. }) => is_straight(body),
        _ => false,
    });
    let straight: Vec<bool> = straight.collect();
    let mut sizes = vec![0; module.items.len()];
    for (item, _) in order {
        let body = match &module.items[item] {
            Item::Module(_) | Item::Op(_) => None,
            Item::Function(_) if !straight[item] => None,
            Item::Function(caller) => {
                let (references, recursive) = (&references, &recursive);
                let calls = Calls { module, references, recursive, straight: &straight };
                inlined(caller, &calls, &sizes, catalogue, budget)
            }
        };
        match &mut module.items[item] {
            Item::Module(nested) => in_module(nested, catalogue, budget),
            Item::Op(_) => {}
            Item::Function(function) => {
                if body.is_some() {
                    function.body = body;
                }
                if let Some(body) = &mut function.body {
                    canonicalize(body, catalogue);
                    sizes[item] = body.preorder().iter().map(|&op| size(body, op)).sum();
                }
            }
        }
    }
    // References are known only after inlining.
    let unused = References::of(module).unused(module);
    let mut unused = unused.into_iter();
    module.items.retain(|_| unused.next() != Some(true));
}

/// The calls that may be inlined.
struct Calls<'a> {
    module: &'a Module,
    references: &'a References,
    recursive: &'a [bool],
    straight: &'a [bool],
}

impl<'a> Calls<'a> {
    /// The function whose body may stand in the place of an op, and its item.
    fn target(
        &self,
        caller: &Function,
        op: &Op,
        catalogue: &Catalogue,
    ) -> Option<(usize, &'a Body)> {
        let kernel = catalogue.kernel(&op.name)?;
        if kernel.control != Some(Control::Call) || !op.regions.is_empty() {
            return None;
        }
        // The target of a call with several functions is unknown.
        let mut symbols = op.attributes.iter().filter_map(|(_, attribute)| match attribute {
            Attribute::Symbol { root, .. } => self.references.function(root),
            _ => None,
        });
        let item = symbols.next().filter(|_| symbols.next().is_none())?;
        let Item::Function(callee) = &self.module.items[item] else { return None };
        let body = callee.body.as_ref().filter(|_| !self.recursive[item] && self.straight[item])?;
        (is_sync(caller) == is_sync(callee)).then_some((item, body))
    }
}

/// A function's body with callees in the place of its calls; nothing if there is no such call.
fn inlined(
    caller: &Function,
    calls: &Calls<'_>,
    sizes: &[usize],
    catalogue: &Catalogue,
    budget: &mut usize,
) -> Option<Body> {
    let source = caller.body.as_ref()?;
    let entry = source.entry(Body::ROOT)?;
    let ops = &source.block(entry).ops;
    let target = |op: OpId| calls.target(caller, source.op(op), catalogue);
    if !ops.iter().any(|&op| target(op).is_some()) {
        return None;
    }
    let mut body = Body::new();
    let root = body.add_region(None);
    let block = body.add_block(root);
    let mut copier = Copier::new(source);
    copier.arguments(entry, &mut body, block);
    for &id in ops {
        let callee = target(id).and_then(|(item, callee)| {
            *budget = budget.checked_sub(sizes[item])?;
            Some((callee, callee.entry(Body::ROOT)?))
        });
        let Some((callee, callee_entry)) = callee else {
            copier.op(id, &mut body, block);
            continue;
        };
        let call = source.op(id);
        let callee_block = callee.block(callee_entry);
        let mut inner = Copier::new(callee);
        for (&argument, &operand) in callee_block.arguments.iter().zip(&call.operands) {
            inner.map(argument, copier.value(operand));
        }
        let (&last, others) =
            callee_block.ops.split_last().expect("the body of a straight function has a return");
        for &op in others {
            inner.op(op, &mut body, block);
        }
        for (&result, &returned) in call.results.iter().zip(&callee.op(last).operands) {
            copier.map(result, inner.value(returned));
        }
    }
    Some(body)
}

/// Whether a body ends with a return and no region in it has several blocks.
fn is_straight(body: &Body) -> bool {
    let regions = (0u32..).map(RegionId).take(body.region_count());
    let single = regions.map(|region| body.region(region).blocks.len()).all(|count| count <= 1);
    let last = body.entry(Body::ROOT).and_then(|entry| body.block(entry).ops.last());
    single && last.is_some_and(|&last| is_return(&body.op(last).name))
}

/// The copy cost of an op without the contents of its regions.
fn size(body: &Body, op: OpId) -> usize {
    let op = body.op(op);
    let arguments = op.regions.iter().filter_map(|&region| body.entry(region));
    let arguments: usize = arguments.map(|block| body.block(block).arguments.len()).sum();
    let values = op.operands.len() + op.results.len() + arguments;
    1 + values + attributes_size(&op.attributes) + location_size(&op.location)
}

/// Locations own their texts; a path of usual length counts as nothing.
fn location_size(location: &Location) -> usize {
    let mut pending = vec![location];
    let mut size = 0;
    while let Some(location) = pending.pop() {
        size += match location {
            Location::Unknown => 0,
            Location::FileLineCol { file, .. } => file.len() / 256,
            Location::Name { name, child } => {
                pending.push(child);
                1 + name.len() / 256
            }
            Location::CallSite { callee, caller } => {
                pending.extend([&**callee, &**caller]);
                1
            }
            Location::Fused(places) => {
                pending.extend(places);
                1 + places.len()
            }
        };
    }
    size
}

fn attributes_size(attributes: &Attributes) -> usize {
    let mut pending: Vec<&Attribute> = attributes.iter().map(|(_, attribute)| attribute).collect();
    let mut size = 0;
    while let Some(attribute) = pending.pop() {
        size += 1;
        match attribute {
            Attribute::Array(elements) => pending.extend(elements),
            Attribute::Dictionary(entries) => {
                pending.extend(entries.iter().map(|(_, attribute)| attribute));
            }
            _ => {}
        }
    }
    size
}
