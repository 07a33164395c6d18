//! What stands beside functions: device code and memory with a name become functions that are called
//! once.

use super::memref::Memref;
use crate::rewrite::{Maker, Place, attributes, integer, string, symbol};
use crate::{Context, names};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tfrt_compiler::graph::{Attribute, Attributes, Function, Item, Module, Op, Type, ValueId};
use tfrt_compiler::source::Diagnostic;

/// Makes a function of each module of device code; one without code is left out.
pub(super) fn device_code(
    module: &mut Module,
    context: &Context<'_>,
) -> Result<(), Vec<Diagnostic>> {
    let globals = module.items.iter().filter_map(|item| match item {
        Item::Op(top) if *top.op().name == *names::MEMREF_GLOBAL => {
            Some((top.name()?.to_owned(), top.op().clone()))
        }
        _ => None,
    });
    let globals: HashMap<String, Op> = globals.collect();
    replace(module, names::GPU_MODULE, &mut |name, op| {
        let code = match op.attributes.get("binary") {
            Some(Attribute::String(code)) => code,
            _ => return Err(error(op, "needs a string attribute 'binary'")),
        };
        if code.is_empty() {
            return Ok(None);
        }
        let mut data = code.to_vec();
        data.push(0);
        let (mut made, arguments) = Maker::new(&[names::CONTEXT], Place::of(op));
        let data = attributes([("data", Attribute::String(Arc::from(data)))]);
        let [mut loaded] = made.op(names::MODULE_LOAD, &arguments, data, [names::MODULE]);
        if let Some(constants) = op.attributes.get("constants") {
            let Attribute::Array(constants) = constants else {
                return Err(error(op, "needs an array of symbols as its attribute 'constants'"));
            };
            let [mut chain] = made.op(names::NEW_CHAIN, &[], Attributes::new(), [names::CHAIN]);
            let [stream] =
                made.op(names::STREAM_CREATE, &arguments, Attributes::new(), [names::STREAM]);
            for constant in constants {
                let global = match constant {
                    Attribute::Symbol { root, nested } if nested.is_empty() => {
                        globals.get(root).map(|global| (root, global))
                    }
                    _ => None,
                };
                let Some((name, global)) = global else {
                    return Err(error(op, &format!("has no constant {constant}")));
                };
                let name = attributes([("name", string(name))]);
                let [buffer] = made.op(names::GET_GLOBAL, &[loaded], name, [names::BUFFER]);
                chain = initialize(&mut made, global, buffer, stream, chain, context)?;
            }
            let done = [stream, chain];
            let [done] = made.op(names::SYNCHRONIZE, &done, Attributes::new(), [names::CHAIN]);
            [loaded] = made.op(names::ALIAS, &[loaded, done], Attributes::new(), [names::MODULE]);
        }
        Ok(Some(made.finish(name, &[loaded])))
    })
}

/// Makes a function of each memory with a name.
pub(super) fn globals(module: &mut Module, context: &Context<'_>) -> Result<(), Vec<Diagnostic>> {
    let code: HashSet<String> = super::once(module)
        .into_iter()
        .filter(|(_, given)| given.as_str() == names::MODULE)
        .map(|(name, _)| name)
        .collect();
    replace(module, names::MEMREF_GLOBAL, &mut |name, op| {
        let (mut made, arguments) = Maker::new(&[names::CONTEXT], Place::of(op));
        let buffer = match op.attributes.get("gpu_module") {
            Some(Attribute::Symbol { root, nested })
                if nested.is_empty() && code.contains(root) =>
            {
                let once = attributes([("function", symbol(root))]);
                let [loaded] = made.op(names::ONCE, &arguments, once, [names::MODULE]);
                let name = attributes([("name", string(name))]);
                let [buffer] = made.op(names::GET_GLOBAL, &[loaded], name, [names::BUFFER]);
                buffer
            }
            Some(other) => return Err(error(op, &format!("is in {other}, which has no code"))),
            None => allocated(&mut made, op, &arguments, context)?,
        };
        Ok(Some(made.finish(name, &[buffer])))
    })
}

/// Memory of its own, with what is in it.
fn allocated(
    made: &mut Maker,
    op: &Op,
    arguments: &[ValueId],
    context: &Context<'_>,
) -> Result<ValueId, Diagnostic> {
    let bytes = match op.attributes.get("type") {
        Some(Attribute::Type(ty)) => Memref::of(ty.as_str()).and_then(|of| of.bytes()),
        _ => None,
    };
    let Some(bytes) = bytes else {
        return Err(error(op, "needs a memref of known size as its type"));
    };
    let none = Attributes::new;
    let [allocator] = made.op(names::ALLOCATOR_CREATE, arguments, none(), [names::ALLOCATOR]);
    let [stream] = made.op(names::STREAM_CREATE, arguments, none(), [names::STREAM]);
    let size = attributes([("value", integer(bytes.into(), "i64"))]);
    let [size] = made.op(names::CONSTANT_I64, &[], size, ["i64"]);
    let [chain] = made.op(names::NEW_CHAIN, &[], none(), [names::CHAIN]);
    let operands = [allocator, stream, size, chain];
    let [buffer] = made.op(names::ALLOCATE, &operands, none(), [names::BUFFER]);
    let chain = initialize(made, op, buffer, stream, chain, context)?;
    let [done] = made.op(names::SYNCHRONIZE, &[stream, chain], none(), [names::CHAIN]);
    let [buffer] = made.op(names::ALIAS, &[buffer, done], none(), [names::BUFFER]);
    Ok(buffer)
}

/// Writes what a global says into a buffer, if it says anything; returns the chain after it.
fn initialize(
    made: &mut Maker,
    global: &Op,
    buffer: ValueId,
    stream: ValueId,
    chain: ValueId,
    context: &Context<'_>,
) -> Result<ValueId, Diagnostic> {
    let (element, shape, data, splat) = match global.attributes.get("initial_value") {
        Some(Attribute::Dense { element, shape, data, splat, .. }) => {
            (element, shape, data, *splat)
        }
        None | Some(Attribute::Unit) => return Ok(chain),
        Some(_) => return Err(error(global, "has elements that are no numbers")),
    };
    let numbers = numbers(element, shape, data, splat);
    let kernels = element_name(element.as_str()).map(|name| {
        let create = format!("{}.{name}.{}", names::CREATE_TENSOR, shape.len());
        [create, format!("{}.{name}", names::SET_TENSOR)]
    });
    let kernels = kernels.filter(|all| all.iter().all(|op| context.catalogue.op(op).is_some()));
    let (Some([create, set]), Some(numbers)) = (kernels, numbers) else {
        let rank = shape.len();
        let message =
            format!("has elements of type '{element}' and rank {rank}, which no kernel sets");
        return Err(error(global, &message));
    };
    let none = Attributes::new;
    let sizes = shape.iter().map(|&size| integer(size.into(), "i64")).collect();
    let sizes = attributes([("shape", Attribute::Array(sizes))]);
    let [tensor] = made.op(&create, &[], sizes, [names::TENSOR]);
    let values = attributes([("values", Attribute::Array(numbers))]);
    let [chain] = made.op(&set, &[tensor, chain], values, [names::CHAIN]);
    let results = [names::HOST_BUFFER, names::CHAIN];
    let [host, chain] = made.op(names::GET_BUFFER, &[tensor, chain], none(), results);
    let operands = [buffer, host, stream, chain];
    let [chain] = made.op(names::COPY, &operands, none(), [names::CHAIN]);
    Ok(chain)
}

/// What the kernels of tensors call an element.
fn element_name(element: &str) -> Option<&str> {
    Some(match element {
        "i1" => "bool",
        "complex<f32>" => "complex64",
        "complex<f64>" => "complex128",
        _ if element.contains('<') => return None,
        _ => element,
    })
}

/// The elements as attributes; of complex ones both parts. A program has as many as its text says, or those of
/// one element that stands for all up to the limit of what a file has.
fn numbers(ty: &Type, shape: &[i64], data: &[u8], splat: bool) -> Option<Vec<Attribute>> {
    const MOST: usize = 1 << 20;
    let part = ty.as_str().strip_prefix("complex<").and_then(|it| it.strip_suffix('>'));
    let (number, parts) = part.map_or((ty.clone(), 1), |part| (Type::new(part), 2));
    let count = shape
        .iter()
        .try_fold(1_usize, |count, &size| count.checked_mul(usize::try_from(size).ok()?))?;
    if count == 0 {
        return Some(Vec::new());
    }
    let given = if splat { 1 } else { count };
    let width = data.len().checked_div(given.checked_mul(parts)?)?;
    if width == 0 || width > 8 || count.checked_mul(parts)? > MOST {
        return None;
    }
    let read = |bytes: &[u8]| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        let bits = u64::from_le_bytes(word);
        if number.as_str().trim_start_matches('b').starts_with('f') {
            return Attribute::Float { bits, ty: number.clone() };
        }
        let unused = 64 - 8 * u32::try_from(bytes.len()).unwrap_or(8);
        let value = match number.as_str() {
            "i1" => i128::from(bits & 1),
            ty if ty.starts_with('u') => i128::from(bits),
            _ => i128::from((bits << unused).cast_signed() >> unused),
        };
        Attribute::Integer { value, ty: number.clone() }
    };
    let all = data.chunks_exact(width).map(read);
    let all: Vec<Attribute> = all.collect();
    Some(if splat { all.iter().cycle().take(count * parts).cloned().collect() } else { all })
}

/// Makes a function of an op and its name, or nothing.
type Make<'a> = dyn FnMut(&str, &Op) -> Result<Option<Function>, Diagnostic> + 'a;

/// Makes functions of the ops of that name beside functions, or nothing.
fn replace(module: &mut Module, name: &str, make: &mut Make<'_>) -> Result<(), Vec<Diagnostic>> {
    let (mut items, mut errors) = (Vec::new(), Vec::new());
    for item in std::mem::take(&mut module.items) {
        let top = match &item {
            Item::Op(top) if *top.op().name == *name => top,
            _ => {
                items.push(item);
                continue;
            }
        };
        let made = match top.name().filter(|name| !name.is_empty()) {
            Some(name) => make(name, top.op()),
            None => Err(error(top.op(), "needs a string attribute 'sym_name'")),
        };
        match made {
            Ok(function) => items.extend(function.map(Item::Function)),
            Err(error) => errors.push(error),
        }
    }
    module.items = items;
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn error(op: &Op, message: &str) -> Diagnostic {
    Diagnostic::error(op.span, format!("'{}' op {message}", op.name))
}
