//! Waits for tokens: a stream waits for the events of others.

use super::lower::{At, Lowering, cast_of, stream_of};
use crate::rewrite::{Edit, Replaced, block_of, rebuild, uses};
use crate::{Context, names};
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
            self.waited.insert(token);
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
        self.waited.insert(token);
        Some(())
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

/// Makes events of the tokens of waits for other blocks and for what ends a block: these have streams of
/// their own.
pub(super) fn pass_on(body: &mut Body, context: &Context<'_>, waited: &HashSet<ValueId>) {
    if waited.is_empty() {
        return;
    }
    let (uses, blocks) = (uses(body), block_of(body));
    // The users of each token that are elsewhere, by the op that gives it.
    let mut elsewhere: HashMap<OpId, (ValueId, HashSet<OpId>)> = HashMap::new();
    for &token in waited {
        let ValueDef::Result { op, .. } = body.value(token).def else { continue };
        let here = blocks.get(&op);
        let users = uses.get(&token).into_iter().flatten().copied().filter(|user| {
            let name = &body.op(*user).name;
            blocks.get(user) != here || is_return(name) || **name == *names::ASYNC_YIELD
        });
        let users: HashSet<OpId> = users.collect();
        if !users.is_empty() {
            elsewhere.insert(op, (token, users));
        }
    }
    if elsewhere.is_empty() {
        return;
    }
    let mut events: HashMap<OpId, Vec<(ValueId, ValueId)>> = HashMap::new();
    rebuild(body, Some(context.catalogue), &mut Replaced::default(), &mut |edit, id| {
        for (token, by) in events.remove(&id).unwrap_or_default() {
            for operand in &mut edit.body.op_mut(id).operands {
                if *operand == token {
                    *operand = by;
                }
            }
        }
        edit.keep(id);
        let Some((token, users)) = elsewhere.remove(&id) else { return };
        let types = [names::CHAIN, names::EVENT];
        let pair = edit.op(names::CAST, &[token], Attributes::new(), types);
        let [by] = edit.op(names::CAST, &pair, Attributes::new(), [names::GPU_TOKEN]);
        for user in users {
            events.entry(user).or_default().push((token, by));
        }
    });
}
