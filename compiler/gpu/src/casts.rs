//! `--cast-tfrt-streamify`: ends the casts that other passes leave. A token that goes from a stream to an event
//! is recorded.

use crate::rewrite::{
    Edit, Replaced, are_of, attributes, definition, integer, rebuild, sweep, uses,
};
use crate::{Context, in_modules, names};
use std::collections::{HashMap, HashSet};
use tfrt_compiler::graph::{
    Attribute, Attributes, Body, Item, Module, OpId, Type, ValueDef, ValueId,
};
use tfrt_compiler::source::Diagnostic;

/// Runs the pass.
pub(crate) fn run(module: &mut Module, _: &Context<'_>) -> Result<(), Vec<Diagnostic>> {
    in_modules(module, &mut |module| {
        let mut errors = Vec::new();
        for item in &mut module.items {
            let Item::Function(function) = item else { continue };
            let Some(body) = &mut function.body else { continue };
            in_body(body);
            for op in body.preorder() {
                let op = body.op(op);
                if *op.name == *names::CAST {
                    let message = format!(
                        "failed to legalize operation '{}' that was explicitly marked illegal",
                        op.name
                    );
                    errors.push(Diagnostic::error(op.span, message));
                }
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    })
}

fn in_body(body: &mut Body) {
    let recorded = recorded(body);
    let mut events: HashMap<ValueId, [ValueId; 2]> = HashMap::new();
    rebuild(body, None, &mut Replaced::default(), &mut |edit, id| {
        if *edit.body.op(id).name == *names::CAST {
            cast(edit, id, &recorded, &mut events);
        } else {
            edit.keep(id);
        }
    });
    sweep(body, &[names::CAST, names::ARITH_CONSTANT]);
}

/// The tokens of streams that are used as events, and otherwise at most as what they are of.
fn recorded(body: &Body) -> HashSet<ValueId> {
    let mut recorded = HashSet::new();
    for (value, users) in uses(body) {
        let of_stream = definition(body, value).is_some_and(|op| {
            *op.name == *names::CAST
                && op.results.len() == 1
                && are_of(body, &op.operands, &[names::CHAIN, names::STREAM])
        });
        let gives = |user: &OpId, types: &[&str]| {
            let op = body.op(*user);
            *op.name == *names::CAST && op.operands.len() == 1 && are_of(body, &op.results, types)
        };
        let event = |user: &OpId| gives(user, &[names::CHAIN, names::EVENT]);
        let stream = |user: &OpId| gives(user, &[names::CHAIN, names::STREAM]);
        if of_stream && users.iter().any(event) && users.iter().all(|it| event(it) || stream(it)) {
            recorded.insert(value);
        }
    }
    recorded
}

fn cast(
    edit: &mut Edit<'_>,
    id: OpId,
    recorded: &HashSet<ValueId>,
    events: &mut HashMap<ValueId, [ValueId; 2]>,
) {
    let op = edit.body.op(id);
    let (operands, results) = (op.operands.clone(), op.results.clone());
    if let Some(values) = undone(edit.body, &operands, &results) {
        for (&result, &value) in results.iter().zip(&values) {
            edit.replaced.set(result, value);
        }
        return;
    }
    if let (&[token], true) =
        (&operands[..], are_of(edit.body, &results, &[names::CHAIN, names::EVENT]))
        && let Some(pair) = events.get(&token)
    {
        for (&result, &value) in results.iter().zip(pair) {
            edit.replaced.set(result, value);
        }
        return;
    }
    if let (&[value], &[result]) = (&operands[..], &results[..])
        && let Some((name, number)) = constant(edit.body, value, result)
    {
        let ty = Type::new(edit.ty(result));
        let number = attributes([("value", integer(number, ty.as_str()))]);
        let [made] = edit.op(&name, &[], number, [ty.as_str()]);
        edit.replaced.set(result, made);
        return;
    }
    edit.keep(id);
    if let (&[chain, stream], &[token]) = (&operands[..], &results[..])
        && recorded.contains(&token)
    {
        let none = Attributes::new;
        let [context] = edit.op(names::GET_CONTEXT, &[stream], none(), [names::CONTEXT]);
        let [event] = edit.op(names::EVENT_CREATE, &[context], none(), [names::EVENT]);
        let [chain] = edit.op(names::EVENT_RECORD, &[event, stream, chain], none(), [names::CHAIN]);
        events.insert(token, [chain, event]);
    }
}

/// What a cast gives if it only undoes another, or does nothing.
fn undone(body: &Body, operands: &[ValueId], results: &[ValueId]) -> Option<Vec<ValueId>> {
    let types = |values: &[ValueId]| -> Vec<Type> {
        values.iter().map(|&value| body.value(value).ty.clone()).collect()
    };
    let given = types(results);
    if types(operands) == given {
        return Some(operands.to_vec());
    }
    let ValueDef::Result { op, .. } = body.value(*operands.first()?).def else { return None };
    let first = body.op(op);
    let undoes =
        *first.name == *names::CAST && first.results == operands && types(&first.operands) == given;
    undoes.then(|| first.operands.clone())
}

/// The constant that a cast makes of another, and its number.
fn constant(body: &Body, value: ValueId, result: ValueId) -> Option<(String, i128)> {
    let op = definition(body, value).filter(|op| *op.name == *names::ARITH_CONSTANT)?;
    let Attribute::Integer { value, .. } = op.attributes.get("value")? else { return None };
    let ty = body.value(result).ty.as_str();
    let fits = match ty {
        "i32" => i32::try_from(*value).is_ok(),
        "i64" => i64::try_from(*value).is_ok(),
        "ui32" => u32::try_from(*value).is_ok(),
        "ui64" => u64::try_from(*value).is_ok(),
        _ => false,
    };
    fits.then(|| (format!("tfrt.constant.{ty}"), *value))
}
