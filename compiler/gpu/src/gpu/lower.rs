//! The ops of `gpu` and `memref` in functions.

use super::memref::Memref;
use crate::rewrite::{Edit, are_of, attributes, definition, integer, symbol};
use crate::{Context, names};
use std::collections::HashMap;
use tfrt_compiler::graph::{Attribute, Attributes, Body, Op, OpId, Type, ValueId, operand_groups};

/// Whether the pass reads the ops of that name, so that it matters what their values are.
pub(super) fn is_read(name: &str) -> bool {
    name == names::CAST || name.starts_with("gpu.") || name.starts_with("memref.")
}

/// The chain and the stream that a token is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct At {
    pub(super) chain: ValueId,
    pub(super) stream: ValueId,
}

/// The state of the lowering of one function.
pub(super) struct Lowering<'a> {
    pub(super) context: &'a Context<'a>,
    /// The functions that are called once, with a context.
    pub(super) once: &'a HashMap<String, Type>,
    /// The stream that the function takes after its chain.
    pub(super) stream: Option<ValueId>,
    /// Its context, made where the function begins, and whether anything uses it.
    device: Option<(OpId, ValueId)>,
    begun: bool,
    used: bool,
    /// The types of values that were memrefs.
    memrefs: HashMap<ValueId, Type>,
    /// The returns of streamify regions that are part of the block around them now.
    returns: HashMap<OpId, (OpId, ValueId)>,
    /// The uses of each token of a `gpu.wait` in other blocks and in terminators.
    pub(super) elsewhere: HashMap<ValueId, Vec<OpId>>,
}

impl<'a> Lowering<'a> {
    pub(super) fn new(
        context: &'a Context<'a>,
        once: &'a HashMap<String, Type>,
        memrefs: Vec<(ValueId, Type)>,
    ) -> Self {
        Self {
            context,
            once,
            stream: None,
            device: None,
            begun: false,
            used: false,
            memrefs: memrefs.into_iter().collect(),
            returns: HashMap::new(),
            elsewhere: HashMap::new(),
        }
    }

    /// What makes the context of the function, if nothing uses that.
    pub(super) fn unused_context(&self) -> Option<OpId> {
        self.device.map(|(op, _)| op).filter(|_| !self.used)
    }

    /// The context of the function's stream.
    pub(super) fn device(&mut self) -> Option<ValueId> {
        let (_, context) = self.device?;
        self.used = true;
        Some(context)
    }

    /// Whether a function that is called once gives a value of that type.
    pub(super) fn gives(&self, function: &str, ty: &str) -> bool {
        self.once.get(function).is_some_and(|given| given.as_str() == ty)
    }

    /// Keeps or replaces an op.
    pub(super) fn op(&mut self, edit: &mut Edit<'_>, id: OpId) {
        if !std::mem::replace(&mut self.begun, true)
            && let Some(stream) = self.stream
        {
            let types = [Type::new(names::CONTEXT)];
            let made = edit.add(names::GET_CONTEXT, vec![stream], Attributes::new(), &types);
            self.device = edit.body.op(made).results.first().map(|&context| (made, context));
        }
        if let Some((streamify, stream)) = self.returns.remove(&id) {
            return self.end_streamify(edit, id, streamify, stream);
        }
        let name = edit.body.op(id).name.clone();
        let lowered = match &*name {
            names::GPU_ALLOC => self.alloc(edit, id),
            names::GPU_DEALLOC => self.dealloc(edit, id),
            names::GPU_MEMCPY => self.copy(edit, id),
            names::GPU_MEMSET => self.set(edit, id),
            names::GPU_LAUNCH_FUNC => self.launch(edit, id),
            names::GPU_WAIT => self.wait(edit, id),
            names::STREAMIFY => self.streamify(edit, id),
            names::MEMREF_GET_GLOBAL => self.get_global(edit, id),
            names::MEMREF_VIEW => self.view(edit, id),
            names::MEMREF_REINTERPRET_CAST => self.reinterpret(edit, id),
            names::CAST => is_nothing(edit, id),
            _ => None,
        };
        if lowered.is_none() {
            self.keep(edit, id);
        }
    }

    /// Keeps an op, which is given memrefs if it reads them, and buffers if not.
    fn keep(&mut self, edit: &mut Edit<'_>, id: OpId) {
        let op = edit.body.op(id);
        let reads = is_read(&op.name);
        if *op.name != *names::CAST {
            let mut operands = op.operands.clone();
            for operand in &mut operands {
                *operand = match (self.memrefs.get(operand), reads) {
                    (Some(ty), true) => {
                        let ty = ty.clone();
                        let cast = [ty.as_str()];
                        edit.op(names::CAST, &[*operand], Attributes::new(), cast)[0]
                    }
                    (None, false) if edit.ty(*operand).starts_with("memref<") => {
                        self.buffer(edit, *operand)
                    }
                    _ => *operand,
                };
            }
            edit.body.op_mut(id).operands = operands;
        }
        edit.keep(id);
    }

    /// The groups of an op's operands.
    pub(super) fn groups(&self, op: &Op) -> Option<Vec<Vec<ValueId>>> {
        let groups = operand_groups(self.context.catalogue.op(&op.name)?, op)?;
        Some(groups.into_iter().map(|range| op.operands[range].to_vec()).collect())
    }

    /// The groups of an op that comes after one token and gives one, and where that is.
    pub(super) fn ordered(&self, edit: &Edit<'_>, id: OpId) -> Option<(At, Vec<Vec<ValueId>>)> {
        let op = edit.body.op(id);
        let groups = self.groups(op)?;
        let &[token] = &groups.first()?[..] else { return None };
        let gives = op.results.last().is_some_and(|&last| edit.ty(last) == names::GPU_TOKEN);
        Some((stream_of(edit.body, token).filter(|_| gives)?, groups))
    }

    /// Lets a token stand for an op's, after a chain.
    pub(super) fn done(&self, edit: &mut Edit<'_>, id: OpId, at: At) -> ValueId {
        let [token] =
            edit.op(names::CAST, &[at.chain, at.stream], Attributes::new(), [names::GPU_TOKEN]);
        if let Some(&last) = edit.body.op(id).results.last() {
            edit.replaced.set(last, token);
        }
        token
    }

    /// A memref as a buffer.
    pub(super) fn buffer(&self, edit: &mut Edit<'_>, value: ValueId) -> ValueId {
        match edit.ty(value) {
            names::BUFFER => value,
            _ => edit.op(names::CAST, &[value], Attributes::new(), [names::BUFFER])[0],
        }
    }

    /// The type that a value had as a memref.
    fn memref(&self, body: &Body, value: ValueId) -> Type {
        self.memrefs.get(&value).cloned().unwrap_or_else(|| body.value(value).ty.clone())
    }

    /// Lets a buffer stand for the first result of an op, a memref.
    fn give(&mut self, edit: &mut Edit<'_>, id: OpId, buffer: ValueId) -> Option<()> {
        let &result = edit.body.op(id).results.first()?;
        self.memrefs.insert(buffer, Type::new(edit.ty(result)));
        edit.replaced.set(result, buffer);
        Some(())
    }

    fn alloc(&mut self, edit: &mut Edit<'_>, id: OpId) -> Option<()> {
        let (at, groups) = self.ordered(edit, id)?;
        let &[memref, token] = &edit.body.op(id).results[..] else { return None };
        let bytes = Memref::of(edit.ty(memref))?.bytes().filter(|_| groups[1].is_empty())?;
        let none = Attributes::new;
        let [context] = edit.op(names::GET_CONTEXT, &[at.stream], none(), [names::CONTEXT]);
        let [allocator] = edit.op(names::ALLOCATOR_CREATE, &[context], none(), [names::ALLOCATOR]);
        let size = attributes([("value", integer(bytes.into(), "i64"))]);
        let [size] = edit.op(names::CONSTANT_I64, &[], size, ["i64"]);
        let operands = [allocator, at.stream, size, at.chain];
        let [buffer] = edit.op(names::ALLOCATE, &operands, none(), [names::BUFFER]);
        edit.replaced.set(token, groups[0][0]);
        self.give(edit, id, buffer)
    }

    fn dealloc(&mut self, edit: &mut Edit<'_>, id: OpId) -> Option<()> {
        let (at, groups) = self.ordered(edit, id)?;
        let operands = [self.buffer(edit, groups[1][0]), at.stream, at.chain];
        let [chain] = edit.op(names::DEALLOCATE, &operands, Attributes::new(), [names::CHAIN]);
        self.done(edit, id, At { chain, ..at });
        Some(())
    }

    fn copy(&mut self, edit: &mut Edit<'_>, id: OpId) -> Option<()> {
        let (at, groups) = self.ordered(edit, id)?;
        let (to, from) = (groups[1][0], groups[2][0]);
        let nothing = |value| {
            let ty = self.memref(edit.body, value);
            Memref::of(ty.as_str()).is_some_and(|of| of.shape.contains(&Some(0)))
        };
        if nothing(to) || nothing(from) {
            let &token = edit.body.op(id).results.last()?;
            edit.replaced.set(token, groups[0][0]);
            return Some(());
        }
        let operands = [self.buffer(edit, to), self.buffer(edit, from), at.stream, at.chain];
        let [chain] = edit.op(names::COPY, &operands, Attributes::new(), [names::CHAIN]);
        self.done(edit, id, At { chain, ..at });
        Some(())
    }

    fn set(&mut self, edit: &mut Edit<'_>, id: OpId) -> Option<()> {
        let (at, groups) = self.ordered(edit, id)?;
        let value = groups[2][0];
        if !matches!(edit.ty(value), "i32" | "ui32" | "f32") {
            return None;
        }
        let operands = [self.buffer(edit, groups[1][0]), value, at.stream, at.chain];
        let [chain] = edit.op(names::SET, &operands, Attributes::new(), [names::CHAIN]);
        self.done(edit, id, At { chain, ..at });
        Some(())
    }

    fn get_global(&mut self, edit: &mut Edit<'_>, id: OpId) -> Option<()> {
        let Attribute::Symbol { root, nested } = edit.body.op(id).attributes.get("name")? else {
            return None;
        };
        let name = symbol(root);
        if !nested.is_empty() || !self.gives(root, names::BUFFER) {
            return None;
        }
        let context = self.device()?;
        let once = attributes([("function", name)]);
        let [buffer] = edit.op(names::ONCE, &[context], once, [names::BUFFER]);
        self.give(edit, id, buffer)
    }

    fn view(&mut self, edit: &mut Edit<'_>, id: OpId) -> Option<()> {
        let op = edit.body.op(id);
        let (groups, &result) = (self.groups(op)?, op.results.first()?);
        let size = Memref::of(edit.ty(result))?.bytes().filter(|_| groups[2].is_empty())?;
        let source = self.buffer(edit, groups[0][0]);
        let offset = number(edit, groups[1][0]);
        let size = attributes([("value", integer(size.into(), "ui64"))]);
        let [size] = edit.op(names::CONSTANT_UI64, &[], size, ["ui64"]);
        let operands = [source, offset, size];
        let [buffer] = edit.op(names::VIEW, &operands, Attributes::new(), [names::BUFFER]);
        self.give(edit, id, buffer)
    }

    /// The same memory, if it begins at the same place.
    fn reinterpret(&mut self, edit: &mut Edit<'_>, id: OpId) -> Option<()> {
        let op = edit.body.op(id);
        let groups = self.groups(op)?;
        let at_start = matches!(op.attributes.get("static_offsets"), Some(Attribute::Opaque(text)) if **text == *"array<i64: 0>");
        if !at_start || !groups[1].is_empty() {
            return None;
        }
        let &result = op.results.first()?;
        let buffer = self.buffer(edit, groups[0][0]);
        edit.replaced.set(result, buffer);
        Some(())
    }

    /// Puts the ops of a streamify region that comes after a stream's token into the block around it.
    fn streamify(&mut self, edit: &mut Edit<'_>, id: OpId) -> Option<()> {
        let (at, _) = self.ordered(edit, id)?;
        let &[region] = &edit.body.op(id).regions[..] else { return None };
        let &[block] = &edit.body.region(region).blocks[..] else { return None };
        let &[chain, stream] = &edit.body.block(block).arguments[..] else { return None };
        let ops = edit.body.take_ops(block);
        let &last = ops.last()?;
        edit.replaced.set(chain, at.chain);
        edit.replaced.set(stream, at.stream);
        self.returns.insert(last, (id, at.stream));
        for op in ops.into_iter().rev() {
            edit.rest.push_front(op);
        }
        Some(())
    }

    /// Ends the ops of a streamify region, with what it returns.
    fn end_streamify(&self, edit: &mut Edit<'_>, id: OpId, streamify: OpId, stream: ValueId) {
        let returned = edit.body.op(id).operands.clone();
        let Some((&chain, values)) = returned.split_first() else { return };
        let results = edit.body.op(streamify).results.clone();
        for (&result, &value) in results.iter().zip(values) {
            let value = match edit.ty(result) {
                names::BUFFER => self.buffer(edit, value),
                _ => value,
            };
            edit.replaced.set(result, value);
        }
        self.done(edit, streamify, At { chain, stream });
    }
}

/// The chain and the stream that a token is a cast of.
pub(super) fn stream_of(body: &Body, token: ValueId) -> Option<At> {
    let [chain, stream] = cast_of(body, token, &[names::CHAIN, names::STREAM])?;
    Some(At { chain, stream })
}

/// What a token is a cast of, if that has these types.
pub(super) fn cast_of(body: &Body, token: ValueId, types: &[&str]) -> Option<[ValueId; 2]> {
    let op = definition(body, token).filter(|op| *op.name == *names::CAST)?;
    let of_token = op.results.len() == 1 && body.value(token).ty.as_str() == names::GPU_TOKEN;
    match op.operands[..] {
        [first, second] if of_token && are_of(body, &op.operands, types) => Some([first, second]),
        _ => None,
    }
}

/// A number of type index as an unsigned one.
pub(super) fn number(edit: &mut Edit<'_>, value: ValueId) -> ValueId {
    let constant = definition(edit.body, value).filter(|op| *op.name == *names::ARITH_CONSTANT);
    let constant = constant.and_then(|op| match op.attributes.get("value")? {
        Attribute::Integer { value, .. } => u64::try_from(*value).ok(),
        _ => None,
    });
    match constant {
        Some(number) => {
            let number = attributes([("value", integer(number.into(), "ui64"))]);
            edit.op(names::CONSTANT_UI64, &[], number, ["ui64"])[0]
        }
        None => edit.op(names::CAST, &[value], Attributes::new(), ["ui64"])[0],
    }
}

/// Leaves out a cast that changes nothing.
fn is_nothing(edit: &mut Edit<'_>, id: OpId) -> Option<()> {
    let op = edit.body.op(id);
    let (operands, results) = (op.operands.clone(), op.results.clone());
    let ty = |value: &ValueId| &edit.body.value(*value).ty;
    if !operands.iter().map(ty).eq(results.iter().map(ty)) {
        return None;
    }
    for (&result, &operand) in results.iter().zip(&operands) {
        edit.replaced.set(result, operand);
    }
    Some(())
}
