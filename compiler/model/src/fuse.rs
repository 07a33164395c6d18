//! The pass `fuse`: a convolution by constant filters takes in what is done with its result by constants of each
//! channel: `nn.batch_norm`, `nn.mul`, `nn.add`, `nn.sub` and `nn.div`. Its filters and bias become others.
//!
//! This rounds once what was rounded at each step, so the bits of results change. A result that was NaN or infinite may
//! be another of these, as sums of large numbers are scaled before they are added.

use crate::fold::{CONSTANT, Elements, dense, tensor};
use crate::rewrite::{Old, Rules, rewrite};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tfrt_compiler::builder::{FunctionBuilder, Reported, Value};
use tfrt_compiler::graph::{Attribute, Attributes, Body, Module, Op, Type, TypeKind, ValueId};
use tfrt_compiler::source::Diagnostic;
use tfrt_host::alloc::{HostAllocator, SystemAllocator};
use tfrt_host::kernel::{Blob, DType};
use tfrt_tensor::Tensor;

const CONVOLUTION: &str = "nn.conv";

/// The graph whose convolutions take in what follows them.
pub(crate) fn fuse(module: &Module) -> Result<Module, Vec<Diagnostic>> {
    rewrite(module, &mut Fuse { module, lines: HashMap::new(), held: HashMap::new() })
}

/// What becomes of each channel of a convolution's result: `scale * x + offset`.
#[derive(Clone, Debug)]
struct Line {
    /// The result of the convolution.
    convolution: ValueId,
    scale: Vec<f64>,
    offset: Vec<f64>,
    /// Another op has taken it in.
    is_taken: bool,
}

struct Fuse<'a> {
    module: &'a Module,
    /// What values of the function are, which only one op reads or which are the last.
    lines: HashMap<ValueId, Line>,
    /// What convolutions become that are taken in, by their results.
    held: HashMap<ValueId, (Vec<Value>, Attributes)>,
}

impl Rules for Fuse<'_> {
    fn function(&mut self, name: &str) {
        self.held.clear();
        let body = self.module.function(name).and_then(|function| function.body.as_ref());
        self.lines = body.map(lines).unwrap_or_default();
    }

    fn op(
        &mut self,
        function: &mut FunctionBuilder<'_, '_>,
        old: &Old<'_>,
        operands: &[Value],
    ) -> Result<Option<Vec<Value>>, Reported> {
        // What a run may never come to may be wrong, and is found wrong when it runs.
        let is_taken_in = old.region == Body::ROOT && !old.conditional;
        let result = old.op.results.first().filter(|_| is_taken_in);
        let Some(line) = result.and_then(|result| self.lines.get(result)).cloned() else {
            return Ok(None);
        };
        if *old.op.name == *CONVOLUTION {
            if !line.is_taken {
                return Ok(None);
            }
            self.held.insert(line.convolution, (operands.to_vec(), old.op.attributes.clone()));
        }
        if line.is_taken {
            // Only the next op reads it, which is not made either.
            return Ok(Some(operands[..1].to_vec()));
        }
        let Some((operands, attributes)) = self.held.remove(&line.convolution) else {
            return Ok(None);
        };
        let of = |function: &FunctionBuilder<'_, '_>, value: Value| {
            function.constant_of(value, "value").and_then(constant)
        };
        let filters = operands.get(1).and_then(|&value| of(function, value));
        let bias = operands.get(2).map(|&value| of(function, value));
        let (Some((shape, filters)), Some(bias)) =
            (filters, bias.map_or(Some(None), |it| it.map(Some)))
        else {
            return Err(function.report("the filters of a convolution are no constant any more"));
        };
        let of_filter = filters.len() / line.scale.len().max(1);
        let scaled = filters.chunks(of_filter.max(1)).zip(&line.scale);
        let scaled = scaled.flat_map(|(filter, scale)| filter.iter().map(move |w| w * scale));
        let bias = bias.map(|(_, bias)| bias);
        let starts = line.scale.iter().zip(&line.offset).enumerate();
        let starts = starts.map(|(channel, (scale, offset))| match &bias {
            Some(bias) => bias[channel] * scale + offset,
            None => *offset,
        });
        let channels = [shape[0]];
        let (scaled, starts) = (scaled.collect(), starts.collect());
        let new = [made(function, &shape, scaled)?, made(function, &channels, starts)?];
        if let Some(name) = function.name_of(operands[1]).cloned() {
            function.set_name(new[0], &name);
        }
        let convolution = function.op(CONVOLUTION).operands([operands[0], new[0], new[1]]);
        let convolution = convolution.attributes(&attributes).expected(old.types.iter().cloned());
        convolution.results().map(Some)
    }
}

/// A constant of numbers, each rounded once.
#[expect(clippy::cast_possible_truncation, reason = "that is the rounding")]
fn made(
    function: &mut FunctionBuilder<'_, '_>,
    shape: &[i64],
    numbers: Vec<f64>,
) -> Result<Value, Reported> {
    let sizes: Option<Vec<usize>> = shape.iter().map(|&size| usize::try_from(size).ok()).collect();
    let numbers: Vec<f32> = numbers.into_iter().map(|number| number as f32).collect();
    let tensor = sizes.and_then(|sizes| Tensor::from_vec(&sizes, numbers).ok());
    let Some(tensor) = tensor else {
        return Err(function.report("a constant of a convolution cannot be made"));
    };
    let element = Type::new("f32");
    let (ty, data) = (Type::tensor(&element, shape), Blob::new(Elements(tensor)));
    let value = Attribute::Dense { ty, element, shape: shape.to_vec(), data, splat: false };
    function.op(CONSTANT).attribute("value", value).constant()
}

/// The shape and the elements of a constant of f32.
fn constant(value: &Attribute) -> Option<(Vec<i64>, Vec<f64>)> {
    let dense = dense(value).filter(|dense| dense.dtype == DType::F32)?;
    let system: Arc<dyn HostAllocator> = Arc::new(SystemAllocator);
    let tensor = Tensor::of_constant(&dense, &system).ok()?;
    let elements = tensor.elements::<f32>().ok()?;
    Some((dense.shape, elements.iter().copied().map(f64::from).collect()))
}

/// Convolutions of a function whose results become others by constants of each channel.
fn lines(body: &Body) -> HashMap<ValueId, Line> {
    let [block] = body.region(Body::ROOT).blocks[..] else { return HashMap::new() };
    let mut uses: HashMap<ValueId, usize> = HashMap::new();
    for id in body.preorder() {
        for &operand in &body.op(id).operands {
            *uses.entry(operand).or_default() += 1;
        }
    }
    let mut constants: HashMap<ValueId, &Op> = HashMap::new();
    let mut lines: HashMap<ValueId, Line> = HashMap::new();
    for op in body.block(block).ops.iter().map(|&id| body.op(id)) {
        let &[result] = &op.results[..] else { continue };
        if *op.name == *CONSTANT {
            constants.insert(result, op);
            continue;
        }
        let line = if *op.name == *CONVOLUTION {
            begun(body, op, &constants).map(|line| (None, line))
        } else {
            let read = |value: &ValueId| uses.get(value) == Some(&1) && lines.contains_key(value);
            let value = op.operands.iter().copied().find(read);
            value.and_then(|value| {
                let longer = longer(body, op, value, &lines[&value], &constants)?;
                Some((Some(value), longer))
            })
        };
        let Some((before, line)) = line else { continue };
        if let Some(before) = before.and_then(|before| lines.get_mut(&before)) {
            before.is_taken = true;
        }
        lines.insert(result, line);
    }
    // Of what nothing becomes, nothing need be known.
    let taken: HashSet<ValueId> =
        lines.values().filter(|line| line.is_taken).map(|line| line.convolution).collect();
    lines.retain(|_, line| taken.contains(&line.convolution));
    lines
}

/// The line of a convolution by constants.
fn begun(body: &Body, op: &Op, constants: &HashMap<ValueId, &Op>) -> Option<Line> {
    let (dtype, shape) = tensor(&body.value(*op.operands.get(1)?).ty)?;
    let known = op.operands.iter().skip(1).all(|operand| constants.contains_key(operand));
    let channels = usize::try_from(*shape.first()?).ok()?;
    // Types that do not fit each other are reported when the convolution is built.
    let bias = op.operands.get(2).map(|&bias| tensor(&body.value(bias).ty));
    let fits = bias.is_none_or(|bias| bias == Some((DType::F32, &shape[..1])));
    if dtype != DType::F32 || !known || !fits || channels == 0 {
        return None;
    }
    let convolution = *op.results.first()?;
    let (scale, offset) = (vec![1.0; channels], vec![0.0; channels]);
    Some(Line { convolution, scale, offset, is_taken: false })
}

/// The line of what an op makes of the value of one.
fn longer(
    body: &Body,
    op: &Op,
    value: ValueId,
    line: &Line,
    constants: &HashMap<ValueId, &Op>,
) -> Option<Line> {
    // Their sizes may be open, so that programs of all sizes compute the same. What has one number for each channel
    // or for all changes the shape only if it has more dimensions.
    let rank = |value: ValueId| match body.value(value).ty.kind() {
        TypeKind::Shaped { shape, .. } => Some(shape.len()),
        _ => None,
    };
    let (channels, rank_of_result) = (line.scale.len(), rank(*op.results.first()?)?);
    let rank = rank(value).filter(|rank| *rank == rank_of_result)?;
    let mut line = Line { is_taken: false, ..line.clone() };
    let elements = |at: usize| {
        let op = constants.get(op.operands.get(at)?)?;
        constant(op.attributes.get("value")?)
    };
    if *op.name == *"nn.batch_norm" {
        if op.operands.first() != Some(&value) || op.operands.len() != 5 {
            return None;
        }
        let Attribute::Float { bits, .. } = op.attributes.get("epsilon")? else { return None };
        let epsilon = f64::from(f32::from_bits(u32::try_from(*bits).ok()?));
        let parameter = |at| elements(at).map(|(_, all)| all).filter(|all| all.len() == channels);
        let (scale, offset) = (parameter(1)?, parameter(2)?);
        let (mean, variance) = (parameter(3)?, parameter(4)?);
        for at in 0..channels {
            let factor = scale[at] / (variance[at] + epsilon).sqrt();
            line.scale[at] *= factor;
            line.offset[at] = (line.offset[at] - mean[at]) * factor + offset[at];
        }
        return Some(line);
    }
    let &[a, b] = &op.operands[..] else { return None };
    let numbers = of_channels(elements(usize::from(a == value))?, rank, channels)?;
    let number = |at: usize| numbers[if numbers.len() == 1 { 0 } else { at }];
    for (at, (scale, offset)) in line.scale.iter_mut().zip(&mut line.offset).enumerate() {
        let number = number(at);
        match &*op.name {
            "nn.mul" => (*scale, *offset) = (*scale * number, *offset * number),
            "nn.div" if a == value => (*scale, *offset) = (*scale / number, *offset / number),
            "nn.add" => *offset += number,
            "nn.sub" if a == value => *offset -= number,
            "nn.sub" if b == value => (*scale, *offset) = (-*scale, number - *offset),
            _ => return None,
        }
    }
    Some(line)
}

/// The numbers of a constant, if it has one for all channels of images of that rank, or one for each.
fn of_channels(
    (shape, numbers): (Vec<i64>, Vec<f64>),
    rank: usize,
    channels: usize,
) -> Option<Vec<f64>> {
    // The channels are the second dimension.
    let size = shape.len().checked_add(1)?.checked_sub(rank).and_then(|at| shape.get(at)).copied();
    let each = numbers.len() == channels && size.map(usize::try_from) == Some(Ok(channels));
    (numbers.len() == 1 || each).then_some(numbers)
}
