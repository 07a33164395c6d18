//! `--func-tfrt-streamify`: functions that wait for a device get a chain and a stream, and give a chain.

use crate::rewrite::{
    Place, Replaced, add, open_blocks, prepend_arguments, prepend_results, rebuild, return_of,
};
use crate::{Context, in_modules, names};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tfrt_compiler::graph::{
    Attribute, Attributes, BlockId, Body, Function, Item, Module, Op, OpId, Type, ValueId,
};
use tfrt_compiler::source::Diagnostic;
use tfrt_op::Control;

/// Runs the pass.
pub(crate) fn run(module: &mut Module, context: &Context<'_>) -> Result<(), Vec<Diagnostic>> {
    in_modules(module, &mut |module| in_module(module, context))
}

/// How the signature of a function changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// A chain and a stream come in, a chain goes out.
    Function,
    /// The body of a loop also hands on the stream, because loops carry all that their bodies take.
    LoopBody,
}

fn in_module(module: &mut Module, context: &Context<'_>) -> Result<(), Vec<Diagnostic>> {
    let waits = |function: &Function| Waits::of(function.body.as_ref()?, context);
    let functions = module.functions();
    let changing = functions.filter(|it| waits(it).is_some() || returns_nothing(it));
    let mut changes: HashMap<String, Change> =
        changing.map(|function| (function.name.clone(), Change::Function)).collect();
    for body in module.functions().filter_map(|function| function.body.as_ref()) {
        for op in body.preorder() {
            let op = body.op(op);
            if let Some((name, Control::While)) = callee(op, context)
                && let Some(change) = changes.get_mut(name)
            {
                *change = Change::LoopBody;
            }
        }
    }
    let mut errors = Vec::new();
    for item in &mut module.items {
        let Item::Function(function) = item else { continue };
        if let Some(&change) = changes.get(&function.name) {
            streamify(function, change, context);
        }
        if let Some(body) = &mut function.body {
            calls(body, &changes, context, &mut errors);
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Whether a function is nothing but a return of nothing.
fn returns_nothing(function: &Function) -> bool {
    let Some(body) = function.body.as_ref().filter(|body| body.region_count() > 0) else {
        return false;
    };
    let only = body.entry(Body::ROOT).is_some_and(|entry| body.block(entry).ops.len() == 1);
    let last = return_of(body, Body::ROOT);
    only && last.is_some_and(|last| body.op(last).operands.is_empty())
}

/// The waits of a function that take a stream in or give it back.
struct Waits {
    /// Those without dependencies.
    first: HashSet<OpId>,
    /// The one that gives no token.
    last: OpId,
}

impl Waits {
    fn of(body: &Body, context: &Context<'_>) -> Option<Self> {
        if body.region_count() == 0 {
            return None;
        }
        return_of(body, Body::ROOT)?;
        let entry = body.entry(Body::ROOT)?;
        let blocks: HashSet<BlockId> = open_blocks(body, context.catalogue).into_iter().collect();
        let seen = blocks.iter().flat_map(|&block| &body.block(block).ops);
        let seen: HashSet<OpId> = seen.copied().collect();
        let ends = |op: &Op| op.results.is_empty() || op.operands.is_empty();
        let waits = body.preorder().into_iter().filter(|id| {
            let op = body.op(*id);
            *op.name == *names::GPU_WAIT && ends(op) && seen.contains(id)
        });
        let waits: Vec<OpId> = waits.collect();
        let (&last, others) = waits.split_last()?;
        let fits = !others.is_empty()
            && body.op(last).results.is_empty()
            && others.iter().all(|&other| !body.op(other).results.is_empty())
            && body.block(entry).ops.contains(&last);
        let free = waits.iter().copied().filter(|&wait| body.op(wait).operands.is_empty());
        fits.then(|| Self { first: free.collect(), last })
    }
}

/// Gives a function its chain and stream.
fn streamify(function: &mut Function, change: Change, context: &Context<'_>) {
    let Some(body) = &function.body else { return };
    let waits = Waits::of(body, context);
    let [chain, stream] = prepend_arguments(function, &[names::CHAIN, names::STREAM])[..] else {
        return;
    };
    let results: &[&str] = match change {
        Change::Function => &[names::CHAIN],
        Change::LoopBody => &[names::CHAIN, names::STREAM],
    };
    prepend_results(function, results);
    let Some(body) = &mut function.body else { return };
    let Some(last) = return_of(body, Body::ROOT) else { return };
    let (returned, stream_out) = match waits {
        Some(waits) => in_waits(body, &waits, chain, stream, context),
        None => (chain, stream),
    };
    let given = match change {
        Change::Function => vec![returned],
        Change::LoopBody => vec![returned, stream_out],
    };
    let op = body.op_mut(last);
    op.name = Arc::from("tfrt.return");
    op.operands.splice(0..0, given);
}

/// Hands the stream from the first waits to the last; returns the chain and the stream after that.
fn in_waits(
    body: &mut Body,
    waits: &Waits,
    chain: ValueId,
    stream: ValueId,
    context: &Context<'_>,
) -> (ValueId, ValueId) {
    let mut after = None;
    let mut out = (chain, stream);
    let mut begun = false;
    let token = Type::new(names::GPU_TOKEN);
    rebuild(body, Some(context.catalogue), &mut Replaced::default(), &mut |edit, id| {
        if !std::mem::replace(&mut begun, true) {
            let [cast] =
                edit.op(names::CAST, &[chain, stream], Attributes::new(), [names::GPU_TOKEN]);
            let [wait] = edit.op(names::GPU_WAIT, &[cast], Attributes::new(), [names::GPU_TOKEN]);
            after = Some(wait);
        }
        edit.keep(id);
        if waits.first.contains(&id) {
            edit.body.op_mut(id).operands.extend(after);
        }
        if id == waits.last {
            let given = edit.body.add_result(id, token.clone(), None);
            let types = [names::CHAIN, names::STREAM];
            let [chain, stream] = edit.op(names::CAST, &[given], Attributes::new(), types);
            out = (chain, stream);
        }
    });
    out
}

/// The function that an op calls or loops over.
fn callee<'a>(op: &'a Op, context: &Context<'_>) -> Option<(&'a str, Control)> {
    let def = context.catalogue.op(&op.name)?;
    let control = def.control.filter(|it| matches!(it, Control::Call | Control::While))?;
    let name = def.traits.symbols().next()?;
    match op.attributes.get(name)? {
        Attribute::Symbol { root, nested } if nested.is_empty() => Some((root, control)),
        _ => None,
    }
}

/// Hands the chain and the stream of streamify regions to calls in them.
fn calls(
    body: &mut Body,
    changes: &HashMap<String, Change>,
    context: &Context<'_>,
    errors: &mut Vec<Diagnostic>,
) {
    for block in (0u32..).map(BlockId).take(body.block_count()) {
        let found = body.block(block).ops.iter().any(|&op| {
            callee(body.op(op), context).is_some_and(|(name, _)| changes.contains_key(name))
        });
        if !found {
            continue;
        }
        let owner = body.block(block).region.and_then(|region| body.region(region).owner);
        let owner = owner.filter(|&owner| *body.op(owner).name == *names::STREAMIFY);
        let (Some(_), &[mut chain, mut stream]) = (owner, &body.block(block).arguments[..]) else {
            for &op in &body.block(block).ops {
                let op = body.op(op);
                if let Some((name, _)) = callee(op, context)
                    && changes.contains_key(name)
                {
                    let message = format!(
                        "calls @{name}, which takes a chain and a stream, outside of a \
                         {} region",
                        names::STREAMIFY
                    );
                    errors.push(Diagnostic::error(op.span, message));
                }
            }
            continue;
        };
        let mut replaced = Replaced::default();
        for id in body.take_ops(block) {
            for operand in &mut body.op_mut(id).operands {
                *operand = replaced.of(*operand);
            }
            let change = callee(body.op(id), context)
                .and_then(|(name, control)| Some((*changes.get(name)?, control)));
            let Some((change, control)) = change else {
                body.put_op(block, id);
                continue;
            };
            let old = body.op(id).clone();
            // A loop's condition comes first.
            let at = usize::from(control == Control::While).min(old.operands.len());
            let mut operands = old.operands.clone();
            operands.splice(at..at, [chain, stream]);
            let more: &[&str] = match change {
                Change::Function => &[names::CHAIN],
                Change::LoopBody => &[names::CHAIN, names::STREAM],
            };
            let results = old.results.iter().map(|&result| body.value(result).ty.clone());
            let results: Vec<Type> = more.iter().map(|ty| Type::new(ty)).chain(results).collect();
            let place = Place::of(&old);
            let call = add(body, block, &place, &old.name, operands, old.attributes, &results);
            let given = body.op(call).results.clone();
            chain = given[0];
            if change == Change::LoopBody {
                stream = given[1];
            }
            for (&result, &by) in old.results.iter().zip(&given[more.len()..]) {
                replaced.set(result, by);
            }
        }
        if let Some(&last) = body.block(block).ops.last()
            && let Some(first) = body.op_mut(last).operands.first_mut()
        {
            *first = chain;
        }
        replaced.apply(body);
    }
}
