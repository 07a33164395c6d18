//! Waits for tokens: a stream waits for the events of others.

use super::lower::{At, Lowering, cast_of, stream_of};
use crate::names;
use crate::rewrite::{Edit, block_of, uses};
use std::collections::{HashMap, HashSet};
use tfrt_compiler::graph::{Attributes, Body, OpId, ValueDef, ValueId, is_return};

impl Lowering<'_> {
    pub(super) fn wait(&mut self, edit: &mut Edit<'_>, id: OpId) -> Option<()> {
        let groups = self.groups(edit.body.op(id))?;
        let &[given] = &edit.body.op(id).results[..] else { return None };
        if edit.ty(given) != names::GPU_TOKEN || groups[0].is_empty() {
            return None;
        }
        let (mut on, mut events) = (None, Vec::new());
        let mut seen = HashSet::new();
        for &token in groups[0].iter().filter(|&&token| seen.insert(token)) {
            match stream_of(edit.body, token) {
                Some(at) if on.is_none() => on = Some((token, at)),
                Some(_) => return None,
                None => events.push(cast_of(edit.body, token, &[names::CHAIN, names::EVENT])?),
            }
        }
        if let (Some((token, _)), []) = (on, &events[..]) {
            edit.replaced.set(given, token);
            self.pass_on(edit, given, token);
            return Some(());
        }
        let stream = match on {
            Some((_, at)) => at.stream,
            None => self.stream_in(edit)?,
        };
        let mut chains: Vec<ValueId> = on.iter().map(|(_, at)| at.chain).collect();
        chains.extend(events.iter().map(|[chain, _]| *chain));
        let mut chain = match chains[..] {
            [only] => only,
            _ => edit.op(names::MERGE_CHAINS, &chains, Attributes::new(), [names::CHAIN])[0],
        };
        for [_, event] in events {
            let operands = [stream, event, chain];
            [chain] = edit.op(names::STREAM_WAIT, &operands, Attributes::new(), [names::CHAIN]);
        }
        let token = self.done(edit, id, At { chain, stream });
        self.pass_on(edit, given, token);
        Some(())
    }

    /// Gives those elsewhere that use the token of a wait an event in its place.
    fn pass_on(&mut self, edit: &mut Edit<'_>, given: ValueId, token: ValueId) {
        let Some(users) = self.elsewhere.remove(&given) else { return };
        let types = [names::CHAIN, names::EVENT];
        let pair = edit.op(names::CAST, &[token], Attributes::new(), types);
        let [by] = edit.op(names::CAST, &pair, Attributes::new(), [names::GPU_TOKEN]);
        for user in users {
            for operand in &mut edit.body.op_mut(user).operands {
                if *operand == given {
                    *operand = by;
                }
            }
        }
    }

    /// A stream that the block takes, or a new one.
    fn stream_in(&mut self, edit: &mut Edit<'_>) -> Option<ValueId> {
        let arguments = &edit.body.block(edit.block).arguments;
        let taken = arguments.iter().copied().find(|&it| edit.ty(it) == names::STREAM);
        if taken.is_some() {
            return taken;
        }
        let context = self.device()?;
        Some(edit.op(names::STREAM_CREATE, &[context], Attributes::new(), [names::STREAM])[0])
    }
}

/// For the token of each `gpu.wait`, the ops that use it in another block, and terminators that use it. These have
/// streams of their own, and get an event.
pub(super) fn users_elsewhere(body: &Body) -> HashMap<ValueId, Vec<OpId>> {
    let (uses, blocks) = (uses(body), block_of(body));
    // A streamify region after a token becomes part of the block around it.
    let home = |op: &OpId| {
        let mut block = *blocks.get(op)?;
        while let Some(owner) = body.block(block).region.and_then(|it| body.region(it).owner) {
            let op = body.op(owner);
            if *op.name != *names::STREAMIFY || op.operands.is_empty() {
                break;
            }
            block = *blocks.get(&owner)?;
        }
        Some(block)
    };
    let mut elsewhere = HashMap::new();
    for (&token, users) in &uses {
        let ValueDef::Result { op: wait, .. } = body.value(token).def else { continue };
        if *body.op(wait).name != *names::GPU_WAIT {
            continue;
        }
        let here = home(&wait);
        let users = users.iter().copied().filter(|user| {
            let name = &body.op(*user).name;
            is_return(name) || **name == *names::ASYNC_YIELD || home(user) != here
        });
        let users: Vec<OpId> = users.collect();
        if !users.is_empty() {
            elsewhere.insert(token, users);
        }
    }
    elsewhere
}
