//! Quantised arithmetic, made of products of integers and of floats that are rounded.

use super::super::call::{Call, Lowered, flag, int, ints, ones_but};
use super::images;
use tfrt_compiler::builder::{Reported, Value};
use tfrt_compiler::graph::Type;

type Made = Result<Value, Reported>;

/// The least and the greatest number of integers of a type.
fn range(element: &str) -> Option<[f64; 2]> {
    Some(match element {
        "i8" => [f64::from(i8::MIN), f64::from(i8::MAX)],
        "ui8" => [0.0, f64::from(u8::MAX)],
        "i16" => [f64::from(i16::MIN), f64::from(i16::MAX)],
        "ui16" => [0.0, f64::from(u16::MAX)],
        "i32" => [f64::from(i32::MIN), f64::from(i32::MAX)],
        _ => return None,
    })
}

impl Call<'_, '_, '_, '_> {
    /// A scale or a zero point in the rank of a tensor: of one number for all, of one for each place along an
    /// axis, or of one for each block along it.
    fn spread(&mut self, parameter: Value, like: Value, axis: i64, block: i64) -> Made {
        let rank = self.rank(like)? as i64;
        let of = self.rank(parameter)? as i64;
        if block > 0 && of == rank {
            // Each along the axis as often as its block has elements.
            let place = self.checked_axis(axis, rank)?;
            let behind = place.saturating_add(1);
            let apart = self.unsqueezed(parameter, &[behind])?;
            let times = self.list(&ones_but(rank.saturating_add(1), behind, block))?;
            let repeated = self.simple("nn.broadcast", [apart, times])?;
            // The last block may have fewer.
            let all = self.merged(repeated, parameter, place)?;
            let (start, end) = (self.list(&[0])?, self.size(like, place)?);
            let axes = self.list(&[place])?;
            return self.simple("nn.slice", [all, start, end, axes]);
        }
        if of != 1 || rank < 1 {
            return Ok(parameter);
        }
        let one = self.shape(parameter).is_some_and(|shape| shape == [1]);
        if one {
            let none = self.list(&[])?;
            return self.reshaped(parameter, none);
        }
        let place = self.checked_axis(axis, rank)?;
        self.reshaped_to(parameter, &ones_but(rank, place, -1))
    }

    /// Blocks of a dimension one after the other: those behind it, which the tensor does not have, are part of it.
    fn merged(&mut self, x: Value, like: Value, place: i64) -> Made {
        let rank = self.rank(like)? as i64;
        let mut sizes = Vec::new();
        for at in 0..rank {
            sizes.push(if at == place { self.list(&[-1])? } else { self.size(like, at)? });
        }
        let sizes = self.joined(sizes, 0)?;
        let merged = self.op("nn.reshape").operands([x, sizes]);
        merged.attribute("allowzero", flag(false)).result()
    }

    /// Floats, rounded to even, moved by the zero point and cut off, as integers of a type.
    fn quantized(&mut self, x: Value, zero: Option<Value>, to: &Type) -> Made {
        let Some([least, greatest]) = range(to.as_str()) else {
            return Err(self.report(format!("quantisation to '{to}' is not supported")));
        };
        let mut rounded = self.simple("math.roundeven.tensor", [x])?;
        if let Some(zero) = zero {
            let element = self.element(rounded)?;
            let zero = self.cast(zero, &element)?;
            rounded = self.simple("nn.add", [rounded, zero])?;
        }
        let above = self.with("nn.max", rounded, least)?;
        let inside = self.with("nn.min", above, greatest)?;
        self.cast(inside, to)
    }

    /// Integers of 32 bits, less their zero point.
    fn less_zero(&mut self, x: Value, zero: Option<Value>) -> Made {
        let wide = Type::new("i32");
        let x = self.cast(x, &wide)?;
        match zero {
            Some(zero) => {
                let zero = self.cast(zero, &wide)?;
                self.simple("nn.sub", [x, zero])
            }
            None => Ok(x),
        }
    }
}

/// `QuantizeLinear`.
pub(crate) fn quantize(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (x, scale, zero) = (call.operand(0)?, call.operand(1)?, call.optional(2)?);
    let to = match (zero, call.element_of("output_dtype")?) {
        (Some(zero), _) => call.element(zero)?,
        (None, Some(to)) => to,
        (None, None) => Type::new("ui8"),
    };
    let axis = call.int("axis")?.unwrap_or(1);
    let block = call.int("block_size")?.unwrap_or(0);
    let wide = match call.element(x)?.as_str() {
        "f32" | "f64" => x,
        _ => call.cast(x, &Type::new("f32"))?,
    };
    let scale = call.spread(scale, x, axis, block)?;
    let element = call.element(wide)?;
    let scale = call.cast(scale, &element)?;
    let zero = match zero {
        Some(zero) => Some(call.spread(zero, x, axis, block)?),
        None => None,
    };
    let scaled = call.simple("nn.div", [wide, scale])?;
    Ok(vec![call.quantized(scaled, zero, &to)?])
}

/// `DequantizeLinear`.
pub(crate) fn dequantize(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (x, scale, zero) = (call.operand(0)?, call.operand(1)?, call.optional(2)?);
    let axis = call.int("axis")?.unwrap_or(1);
    let block = call.int("block_size")?.unwrap_or(0);
    let to = call.element_of("output_dtype")?;
    let to = match to {
        Some(to) => to,
        None => call.element(scale)?,
    };
    let zero = match zero {
        Some(zero) => Some(call.spread(zero, x, axis, block)?),
        None => None,
    };
    let whole = call.less_zero(x, zero)?;
    let scale = call.spread(scale, x, axis, block)?;
    let wide = Type::new("f32");
    let (whole, scale) = (call.cast(whole, &wide)?, call.cast(scale, &wide)?);
    let product = call.simple("nn.mul", [whole, scale])?;
    Ok(vec![call.cast(product, &to)?])
}

/// `DynamicQuantizeLinear`: the scale and the zero point of bytes that have all elements, and zero, between
/// them.
pub(crate) fn quantize_dynamically(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let x = call.operand(0)?;
    let mut ends = Vec::new();
    for (reduce, join) in [("nn.reduce_min", "nn.min"), ("nn.reduce_max", "nn.max")] {
        let end = call.op(reduce).operands([x]).attribute("keepdims", flag(false));
        let end = end.attribute("noop_with_empty_axes", flag(false)).result()?;
        ends.push(call.with(join, end, 0.0)?);
    }
    let width = call.simple("nn.sub", [ends[1], ends[0]])?;
    let scale = call.with("nn.div", width, 255.0)?;
    let from = call.simple("nn.div", [ends[0], scale])?;
    let from = call.simple("arith.negf.tensor", [from])?;
    let byte = Type::new("ui8");
    let zero = call.quantized(from, None, &byte)?;
    let scaled = call.simple("nn.div", [x, scale])?;
    let result = call.quantized(scaled, Some(zero), &byte)?;
    Ok(vec![result, scale, zero])
}

/// `MatMulInteger`.
pub(crate) fn matmul(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (a, b) = (call.operand(0)?, call.operand(1)?);
    let (of_a, of_b) = (call.optional(2)?, call.optional(3)?);
    let of_a = match of_a {
        Some(zero) => Some(by_row(call, zero)?),
        None => None,
    };
    let (a, b) = (call.less_zero(a, of_a)?, call.less_zero(b, of_b)?);
    Ok(vec![call.simple("nn.matmul", [a, b])?])
}

/// A zero point or a scale, which may be one for each row of a matrix.
fn by_row(call: &mut Call<'_, '_, '_, '_>, parameter: Value) -> Made {
    match call.shape(parameter).as_deref() {
        Some([1]) => Ok(parameter),
        Some([_]) => call.unsqueezed(parameter, &[1]),
        _ => Ok(parameter),
    }
}

/// `QLinearMatMul`.
pub(crate) fn scaled_matmul(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let mut all = Vec::new();
    for position in 0..8 {
        all.push(call.operand(position)?);
    }
    let zero = by_row(call, all[2])?;
    let (a, b) = (call.less_zero(all[0], Some(zero))?, call.less_zero(all[3], Some(all[5]))?);
    let product = call.simple("nn.matmul", [a, b])?;
    // The product with a vector has no columns.
    let scale = if call.rank(b)? == 1 { all[1] } else { by_row(call, all[1])? };
    requantized(call, product, [scale, all[4], all[6]], all[7])
}

/// Sums of 32 bits times the scales of both operands over that of the result, quantised.
fn requantized(
    call: &mut Call<'_, '_, '_, '_>,
    sums: Value,
    [of_a, of_b, of_result]: [Value; 3],
    zero: Value,
) -> Lowered {
    let wide = Type::new("f32");
    let [of_a, of_b, of_result] =
        [call.cast(of_a, &wide)?, call.cast(of_b, &wide)?, call.cast(of_result, &wide)?];
    let scale = call.simple("nn.mul", [of_a, of_b])?;
    let scale = call.simple("nn.div", [scale, of_result])?;
    let sums = call.cast(sums, &wide)?;
    let scaled = call.simple("nn.mul", [sums, scale])?;
    let to = call.element(zero)?;
    Ok(vec![call.quantized(scaled, Some(zero), &to)?])
}

/// A convolution of integers in doubles, which have every sum.
fn convolution(
    call: &mut Call<'_, '_, '_, '_>,
    images: Value,
    filters: Value,
    bias: Option<Value>,
) -> Made {
    let wide = Type::new("f64");
    let (images, filters) = (call.cast(images, &wide)?, call.cast(filters, &wide)?);
    let bias = match bias {
        Some(bias) => Some(call.cast(bias, &wide)?),
        None => None,
    };
    let window = images::window_of_filters(call, filters)?;
    let group = call.int("group")?.unwrap_or(1);
    let result = call
        .op("nn.conv")
        .operands([images, filters].into_iter().chain(bias))
        .attribute("auto_pad", int(window.auto_pad))
        .attribute("dilations", ints(&window.dilations))
        .attribute("group", int(group))
        .attribute("pads", ints(&window.pads))
        .attribute("strides", ints(&window.strides))
        .result()?;
    call.cast(result, &Type::new("i32"))
}

/// A zero point of filters, one for all or one for each.
fn of_filters(call: &mut Call<'_, '_, '_, '_>, zero: Value, filters: Value) -> Made {
    call.spread(zero, filters, 0, 0)
}

/// `ConvInteger`.
pub(crate) fn convolve(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (images, filters) = (call.operand(0)?, call.operand(1)?);
    let (of_images, of_weights) = (call.optional(2)?, call.optional(3)?);
    let of_weights = match of_weights {
        Some(zero) => Some(of_filters(call, zero, filters)?),
        None => None,
    };
    let images = call.less_zero(images, of_images)?;
    let filters = call.less_zero(filters, of_weights)?;
    Ok(vec![convolution(call, images, filters, None)?])
}

/// `QLinearConv`.
pub(crate) fn scaled_convolve(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let mut all = Vec::new();
    for position in 0..8 {
        all.push(call.operand(position)?);
    }
    let bias = call.optional(8)?;
    let zero = of_filters(call, all[5], all[3])?;
    let (images, filters) =
        (call.less_zero(all[0], Some(all[2]))?, call.less_zero(all[3], Some(zero))?);
    let sums = convolution(call, images, filters, bias)?;
    let scales = call.spread(all[4], sums, 1, 0)?;
    requantized(call, sums, [all[1], scales, all[6]], all[7])
}
