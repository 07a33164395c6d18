//! Normalisations and losses, made of reductions and arithmetic.

use super::super::call::{Call, Lowered, flag, int, ones_but};
use tfrt_compiler::builder::{Reported, Value};
use tfrt_compiler::graph::Type;

type Made = Result<Value, Reported>;

impl Call<'_, '_, '_, '_> {
    /// A reduction along axes that keeps its dimensions.
    pub(crate) fn reduced(&mut self, op: &str, x: Value, axes: &[i64]) -> Made {
        let axes = self.list(axes)?;
        let reduced = self.op(op).operands([x, axes]).attribute("keepdims", flag(true));
        reduced.attribute("noop_with_empty_axes", flag(true)).result()
    }

    /// The list of a tensor's sizes.
    pub(crate) fn sizes(&mut self, x: Value) -> Made {
        let sizes = self.op("nn.shape").operands([x]).attribute("end", int(i64::MAX));
        sizes.attribute("start", int(0)).result()
    }

    /// A tensor with other sizes.
    pub(crate) fn reshaped(&mut self, x: Value, sizes: Value) -> Made {
        let reshaped = self.op("nn.reshape").operands([x, sizes]);
        reshaped.attribute("allowzero", flag(true)).result()
    }

    /// A tensor with sizes that are numbers, of which one may be -1 and a 0 is the tensor's own.
    pub(crate) fn reshaped_to(&mut self, x: Value, sizes: &[i64]) -> Made {
        let sizes = self.list(sizes)?;
        let reshaped = self.op("nn.reshape").operands([x, sizes]);
        reshaped.attribute("allowzero", flag(false)).result()
    }

    /// An axis of a tensor, counted from the first, and its rank.
    pub(crate) fn axis_of(&mut self, x: Value, usual: i64) -> Result<(i64, i64), Reported> {
        let rank = i64::try_from(self.rank(x)?).unwrap_or(i64::MAX);
        let axis = self.int("axis")?.unwrap_or(usual);
        Ok((self.checked_axis(axis, rank)?, rank))
    }

    /// The tensor less its mean along axes, and the mean of the squares of that.
    pub(crate) fn centred(&mut self, x: Value, axes: &[i64]) -> Result<[Value; 3], Reported> {
        let mean = self.reduced("nn.reduce_mean", x, axes)?;
        let centred = self.simple("nn.sub", [x, mean])?;
        let squares = self.simple("nn.mul", [centred, centred])?;
        let variance = self.reduced("nn.reduce_mean", squares, axes)?;
        Ok([mean, centred, variance])
    }

    /// One over the root of a tensor and a number.
    fn inverse_root(&mut self, x: Value, epsilon: f64) -> Made {
        let above = self.with("nn.add", x, epsilon)?;
        let root = self.simple("math.sqrt.tensor", [above])?;
        self.number_over("nn.div", 1.0, root)
    }

    /// A tensor in the type that normalisations are computed in: of floats of 16 bits, `f32`.
    fn widened(&mut self, x: Value) -> Made {
        match self.element(x)?.as_str() {
            "f16" | "bf16" => self.cast(x, &Type::new("f32")),
            _ => Ok(x),
        }
    }
}

/// `LayerNormalization`, along the axis and those behind it.
pub(crate) fn layer(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (operand, scale) = (call.operand(0)?, call.operand(1)?);
    let element = call.element(operand)?;
    let (axis, rank) = call.axis_of(operand, -1)?;
    let axes: Vec<i64> = (axis..rank).collect();
    let epsilon = call.float("epsilon")?.unwrap_or(1e-5);
    let wide = call.widened(operand)?;
    let [mean, centred, variance] = call.centred(wide, &axes)?;
    let factor = call.inverse_root(variance, epsilon.into())?;
    let normal = call.simple("nn.mul", [centred, factor])?;
    let normal = call.cast(normal, &element)?;
    let mut result = call.simple("nn.mul", [normal, scale])?;
    if let Some(bias) = call.optional(2)? {
        result = call.simple("nn.add", [result, bias])?;
    }
    // In the type of the first stage.
    let stage = call.element_of("stash_type")?.unwrap_or_else(|| Type::new("f32"));
    Ok(vec![result, call.cast(mean, &stage)?, call.cast(factor, &stage)?])
}

/// `RMSNormalization`, along the axis and those behind it.
pub(crate) fn root_mean_square(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (operand, scale) = (call.operand(0)?, call.operand(1)?);
    let element = call.element(operand)?;
    let (axis, rank) = call.axis_of(operand, -1)?;
    let axes: Vec<i64> = (axis..rank).collect();
    let epsilon = call.float("epsilon")?.unwrap_or(1e-5);
    let wide = call.widened(operand)?;
    let squares = call.simple("nn.mul", [wide, wide])?;
    let mean = call.reduced("nn.reduce_mean", squares, &axes)?;
    let factor = call.inverse_root(mean, epsilon.into())?;
    let normal = call.simple("nn.mul", [wide, factor])?;
    let normal = call.cast(normal, &element)?;
    // The result has the type of the scale.
    let element = call.element(scale)?;
    let normal = call.cast(normal, &element)?;
    Ok(vec![call.simple("nn.mul", [normal, scale])?])
}

/// A number for each channel, as images have them: dimensions of size 1 behind it.
fn of_channels(call: &mut Call<'_, '_, '_, '_>, x: Value, rank: i64) -> Made {
    call.reshaped_to(x, &ones_but(rank.saturating_sub(1).max(1), 0, -1))
}

/// `InstanceNormalization`, along the pixels of each channel.
pub(crate) fn instance(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (images, scale, bias) = (call.operand(0)?, call.operand(1)?, call.operand(2)?);
    let rank = i64::try_from(call.rank(images)?).unwrap_or(i64::MAX);
    let axes: Vec<i64> = (2..rank).collect();
    let epsilon = call.float("epsilon")?.unwrap_or(1e-5);
    let element = call.element(images)?;
    let wide = call.widened(images)?;
    let [_, centred, variance] = call.centred(wide, &axes)?;
    let factor = call.inverse_root(variance, epsilon.into())?;
    let normal = call.simple("nn.mul", [centred, factor])?;
    let normal = call.cast(normal, &element)?;
    let (scale, bias) = (of_channels(call, scale, rank)?, of_channels(call, bias, rank)?);
    let scaled = call.simple("nn.mul", [normal, scale])?;
    Ok(vec![call.simple("nn.add", [scaled, bias])?])
}

/// `GroupNormalization`, along the channels and pixels of each group. Before version 21, scale and bias are
/// those of groups.
pub(crate) fn group(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (images, scale, bias) = (call.operand(0)?, call.operand(1)?, call.operand(2)?);
    let rank = i64::try_from(call.rank(images)?).unwrap_or(i64::MAX);
    let Some(groups) = call.int("num_groups")? else {
        return Err(call.report("the attribute 'num_groups' is missing"));
    };
    let epsilon = call.float("epsilon")?.unwrap_or(1e-5);
    let element = call.element(images)?;
    let wide = call.widened(images)?;
    let grouped = call.reshaped_to(wide, &[0, groups, -1])?;
    let [_, centred, variance] = call.centred(grouped, &[2])?;
    let factor = call.inverse_root(variance, epsilon.into())?;
    let normal = call.simple("nn.mul", [centred, factor])?;
    let normal = call.cast(normal, &element)?;
    let sizes = call.sizes(images)?;
    if call.opset() < 21 {
        let (scale, bias) = (of_channels(call, scale, 3)?, of_channels(call, bias, 3)?);
        let scaled = call.simple("nn.mul", [normal, scale])?;
        let moved = call.simple("nn.add", [scaled, bias])?;
        return Ok(vec![call.reshaped(moved, sizes)?]);
    }
    let normal = call.reshaped(normal, sizes)?;
    let (scale, bias) = (of_channels(call, scale, rank)?, of_channels(call, bias, rank)?);
    let scaled = call.simple("nn.mul", [normal, scale])?;
    Ok(vec![call.simple("nn.add", [scaled, bias])?])
}

/// `MeanVarianceNormalization`.
pub(crate) fn mean_variance(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operand = call.operand(0)?;
    let axes = call.ints("axes")?.unwrap_or_else(|| vec![0, 2, 3]);
    let element = call.element(operand)?;
    let wide = call.widened(operand)?;
    let [_, centred, variance] = call.centred(wide, &axes)?;
    let root = call.simple("math.sqrt.tensor", [variance])?;
    let below = call.with("nn.add", root, 1e-9)?;
    let normal = call.simple("nn.div", [centred, below])?;
    Ok(vec![call.cast(normal, &element)?])
}

/// `LpNormalization`, which leaves zeros alone.
pub(crate) fn lp(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operand = call.operand(0)?;
    let axis = call.int("axis")?.unwrap_or(-1);
    let op = match call.int("p")?.unwrap_or(2) {
        1 => "nn.reduce_l1",
        2 => "nn.reduce_l2",
        other => return Err(call.report(format!("attribute 'p' is {other}, expected 1 or 2"))),
    };
    let norm = call.reduced(op, operand, &[axis])?;
    let is_zero = call.with("nn.equal", norm, 0.0)?;
    let one = call.number(norm, 1.0)?;
    let below = call.simple("nn.select", [is_zero, one, norm])?;
    Ok(vec![call.simple("nn.div", [operand, below])?])
}

/// The logarithm of softmax along an axis: less the greatest, and less the logarithm of the sum of
/// exponentials.
fn log_softmax_of(call: &mut Call<'_, '_, '_, '_>, x: Value, axis: i64) -> Made {
    let most = call.reduced("nn.reduce_max", x, &[axis])?;
    let less = call.simple("nn.sub", [x, most])?;
    let exponentials = call.exp(less)?;
    let sum = call.reduced("nn.reduce_sum", exponentials, &[axis])?;
    let log = call.simple("math.log.tensor", [sum])?;
    call.simple("nn.sub", [less, log])
}

/// What `make` adds for the operand along the attribute `axis`. Before version 13 the operators mean the rows of
/// a matrix, whose columns are all dimensions from that axis on.
fn along_axis<'m, 'a, 'f>(
    call: &mut Call<'_, 'm, 'a, 'f>,
    make: impl FnOnce(&mut Call<'_, 'm, 'a, 'f>, Value, i64) -> Made,
) -> Lowered {
    let operand = call.operand(0)?;
    let old = call.opset() < 13;
    let axis = call.int("axis")?.unwrap_or(if old { 1 } else { -1 });
    if !old {
        return Ok(vec![make(call, operand, axis)?]);
    }
    let sizes = call.sizes(operand)?;
    let matrix = call.op("nn.flatten").operands([operand]).attribute("axis", int(axis)).result()?;
    let result = make(call, matrix, 1)?;
    Ok(vec![call.reshaped(result, sizes)?])
}

/// `Softmax`.
pub(crate) fn softmax(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    along_axis(call, |call, x, axis| {
        call.op("nn.softmax").operands([x]).attribute("axis", int(axis)).result()
    })
}

/// `LogSoftmax`.
pub(crate) fn log_softmax(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    along_axis(call, |call, x, axis| log_softmax_of(call, x, axis))
}

/// `Hardmax`: 1 at the first of the greatest elements along an axis, 0 elsewhere.
pub(crate) fn hardmax(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    along_axis(call, |call, x, axis| {
        let places = call.op("nn.argmax").operands([x]).attribute("axis", int(axis));
        let places = places.attribute("keepdims", flag(true));
        let places = places.attribute("select_last_index", flag(false)).result()?;
        let rank = i64::try_from(call.rank(x)?).unwrap_or(i64::MAX);
        let axis = call.checked_axis(axis, rank)?;
        let all = call.counted(x, axis, rank)?;
        let same = call.simple("nn.equal", [places, all])?;
        let element = call.element(x)?;
        call.cast(same, &element)
    })
}

impl Call<'_, '_, '_, '_> {
    /// The numbers from 0 along an axis of a tensor, in its rank.
    pub(crate) fn counted(&mut self, x: Value, axis: i64, rank: i64) -> Made {
        let size = self.op("nn.shape").operands([x]).attribute("end", int(axis.saturating_add(1)));
        let size = size.attribute("start", int(axis)).result()?;
        let none = self.list(&[])?;
        let size = self.reshaped(size, none)?;
        let (zero, one) = (self.number(size, 0.0)?, self.number(size, 1.0)?);
        let numbers = self.simple("nn.range", [zero, size, one])?;
        self.reshaped_to(numbers, &ones_but(rank, axis, -1))
    }
}

/// `ReduceLogSum`, and with exponentials `ReduceLogSumExp`, from the greatest on.
pub(crate) fn log_sum(call: &mut Call<'_, '_, '_, '_>, exponentials: bool) -> Lowered {
    let operand = call.operand(0)?;
    let axes = match call.ints("axes")? {
        Some(axes) => Some(call.list(&axes)?),
        None => call.optional(1)?,
    };
    let keep = call.flag("keepdims", true)?;
    let noop = call.flag("noop_with_empty_axes", false)?;
    let reduce = |call: &mut Call<'_, '_, '_, '_>, op: &str, x: Value, keep: bool| {
        let reduced = call.op(op).operands([x].into_iter().chain(axes));
        let reduced = reduced.attribute("keepdims", flag(keep));
        reduced.attribute("noop_with_empty_axes", flag(noop)).result()
    };
    let element = call.element(operand)?;
    let operand = call.real(operand)?;
    if !exponentials {
        let sum = reduce(call, "nn.reduce_sum", operand, keep)?;
        let log = call.simple("math.log.tensor", [sum])?;
        return Ok(vec![call.cast(log, &element)?]);
    }
    let most = reduce(call, "nn.reduce_max", operand, true)?;
    // Infinity less infinity is no number.
    let infinite = call.simple("math.isinf.tensor", [most])?;
    let zero = call.number(most, 0.0)?;
    let most = call.simple("nn.select", [infinite, zero, most])?;
    let less = call.simple("nn.sub", [operand, most])?;
    let exponentials = call.exp(less)?;
    let sum = reduce(call, "nn.reduce_sum", exponentials, keep)?;
    let log = call.simple("math.log.tensor", [sum])?;
    let most = reduce(call, "nn.reduce_max", most, keep)?;
    let most = if keep || noop {
        most
    } else {
        // The same elements in the shape of the result.
        let sizes = call.sizes(log)?;
        call.reshaped(most, sizes)?
    };
    let result = call.simple("nn.add", [log, most])?;
    Ok(vec![call.cast(result, &element)?])
}

/// The mean, sum or each of the losses, by the attribute `reduction`, with their weights.
fn reduced_loss(call: &mut Call<'_, '_, '_, '_>, loss: Value, weights: Option<Value>) -> Made {
    let all = |call: &mut Call<'_, '_, '_, '_>, op: &str, x: Value| {
        let reduced = call.op(op).operands([x]).attribute("keepdims", flag(false));
        reduced.attribute("noop_with_empty_axes", flag(false)).result()
    };
    match call.text("reduction")?.unwrap_or("mean") {
        "none" => Ok(loss),
        "sum" => all(call, "nn.reduce_sum", loss),
        "mean" => match weights {
            None => all(call, "nn.reduce_mean", loss),
            Some(weights) => {
                let (sum, weight) =
                    (all(call, "nn.reduce_sum", loss)?, all(call, "nn.reduce_sum", weights)?);
                call.simple("nn.div", [sum, weight])
            }
        },
        other => Err(call.report(format!("attribute 'reduction' is '{other}'"))),
    }
}

/// The negative of the elements that targets choose along the second dimension, times the weights of their
/// classes.
fn likelihood(
    call: &mut Call<'_, '_, '_, '_>,
    logs: Value,
    targets: Value,
    class_weights: Option<Value>,
) -> Made {
    let targets = call.cast(targets, &Type::new("i64"))?;
    let ignored = match call.int("ignore_index")? {
        Some(index) => Some(call.with("nn.equal", targets, index as f64)?),
        None => None,
    };
    let zero = call.number(targets, 0.0)?;
    let known = match ignored {
        Some(ignored) => call.simple("nn.select", [ignored, zero, targets])?,
        None => targets,
    };
    let axes = call.list(&[1])?;
    let places = call.simple("nn.unsqueeze", [known, axes])?;
    let chosen = call.op("nn.gather_elements").operands([logs, places]);
    let chosen = chosen.attribute("axis", int(1)).result()?;
    let chosen = call.simple("nn.squeeze", [chosen, axes])?;
    let mut loss = call.simple("arith.negf.tensor", [chosen])?;
    let mut weights = match class_weights {
        Some(weights) => {
            let gathered = call.op("nn.gather").operands([weights, known]);
            Some(gathered.attribute("axis", int(0)).result()?)
        }
        None => None,
    };
    if let Some(ignored) = ignored {
        let (zero, one) = (call.number(loss, 0.0)?, call.number(loss, 1.0)?);
        let of_known = weights.unwrap_or(one);
        weights = Some(call.simple("nn.select", [ignored, zero, of_known])?);
    }
    if let Some(weights) = weights {
        loss = call.simple("nn.mul", [loss, weights])?;
    }
    reduced_loss(call, loss, weights)
}

/// `NegativeLogLikelihoodLoss`.
pub(crate) fn negative_log_likelihood(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (logs, targets, weights) = (call.operand(0)?, call.operand(1)?, call.optional(2)?);
    Ok(vec![likelihood(call, logs, targets, weights)?])
}

/// `SoftmaxCrossEntropyLoss`.
pub(crate) fn softmax_cross_entropy(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (scores, targets, weights) = (call.operand(0)?, call.operand(1)?, call.optional(2)?);
    let logs = log_softmax_of(call, scores, 1)?;
    Ok(vec![likelihood(call, logs, targets, weights)?, logs])
}

/// `LRN`: each channel over a power of the mean of the squares of its neighbours.
pub(crate) fn local_response(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let images = call.operand(0)?;
    let Some(size) = call.int("size")?.filter(|size| (1..=1 << 20).contains(size)) else {
        return Err(call.report("the attribute 'size' is missing or too large"));
    };
    let rank = call.rank(images)?;
    let (alpha, beta) = (call.float("alpha")?.unwrap_or(1e-4), call.float("beta")?.unwrap_or(0.75));
    let bias = call.float("bias")?.unwrap_or(1.0);
    let squares = call.simple("nn.mul", [images, images])?;
    // A pool along channels: these become the pixels of one row.
    let sizes = call.sizes(squares)?;
    let rows = call.reshaped_to(squares, &[0, 0, -1])?;
    let turned = call.op("nn.transpose").operands([rows]);
    let turned = turned.attribute("perm", super::super::call::ints(&[0, 2, 1])).result()?;
    let others = size.saturating_sub(1);
    let before = others / 2;
    let after = others.saturating_sub(before);
    let pool = call.op("nn.average_pool").operands([turned]);
    let pool = pool.attribute("auto_pad", int(0));
    let pool = pool.attribute("ceil_mode", flag(false)).attribute("count_include_pad", flag(true));
    let pool = pool.attribute("dilations", super::super::call::ints(&[1]));
    let pool = pool.attribute("kernel_shape", super::super::call::ints(&[size]));
    let pool = pool.attribute("pads", super::super::call::ints(&[before, after]));
    let means = pool.attribute("strides", super::super::call::ints(&[1])).result()?;
    let back = call.op("nn.transpose").operands([means]);
    let back = back.attribute("perm", super::super::call::ints(&[0, 2, 1])).result()?;
    let means = call.reshaped(back, sizes)?;
    let _ = rank;
    let scaled = call.with("nn.mul", means, alpha.into())?;
    let below = call.with("nn.add", scaled, bias.into())?;
    let below = call.with("nn.pow", below, beta.into())?;
    Ok(vec![call.simple("nn.div", [images, below])?])
}
