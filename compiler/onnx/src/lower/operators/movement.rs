//! Elements that move, and constants.

use super::super::call::{Call, Lowered, flag, int, ints, rounded_up, text};
use tfrt_bef::Blob;
use tfrt_compiler::builder::{Reported, Value};
use tfrt_compiler::graph::Type;

/// `Identity`.
pub(crate) fn identity(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    Ok(vec![call.operand(0)?])
}

/// `Constant`.
pub(crate) fn constant(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    if let Some(value) = call.tensor("value")? {
        return Ok(vec![value]);
    }
    if let Some(numbers) = call.ints("value_ints")? {
        return Ok(vec![call.list(&numbers)?]);
    }
    if let Some(number) = call.int("value_int")? {
        let data = Blob::from(number.to_le_bytes().to_vec());
        return Ok(vec![call.dense(Type::new("i64"), Vec::new(), data)?]);
    }
    if let Some(number) = call.float("value_float")? {
        let data = Blob::from(number.to_le_bytes().to_vec());
        return Ok(vec![call.dense(Type::new("f32"), Vec::new(), data)?]);
    }
    if let Some(numbers) = call.floats("value_floats")? {
        let length = i64::try_from(numbers.len()).unwrap_or(i64::MAX);
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        return Ok(vec![call.dense(Type::new("f32"), vec![length], Blob::from(bytes))?]);
    }
    Err(call.report("a Constant of this kind is not supported"))
}

/// `ConstantOfShape`: one number, zero if it is not given, repeated.
pub(crate) fn constant_of_shape(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let sizes = call.operand(0)?;
    let number = match call.tensor("value")? {
        Some(number) => {
            let none = call.list(&[])?;
            let scalar = call.op("nn.reshape").operands([number, none]);
            scalar.attribute("allowzero", flag(true)).result()?
        }
        None => call.dense(Type::new("f32"), Vec::new(), Blob::from(vec![0; 4]))?,
    };
    Ok(vec![call.simple("nn.broadcast", [number, sizes])?])
}

/// `Shape`.
pub(crate) fn shape(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operand = call.operand(0)?;
    let (start, end) = (call.int("start")?.unwrap_or(0), call.int("end")?.unwrap_or(i64::MAX));
    let sizes = call.op("nn.shape").operands([operand]).attribute("end", int(end));
    Ok(vec![sizes.attribute("start", int(start)).result()?])
}

/// `Cast`, and `CastLike` to the element type of another tensor.
pub(crate) fn cast(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operand = call.operand(0)?;
    let to = match call.element_of("to")? {
        Some(to) => to,
        None => {
            let like = call.operand(1)?;
            call.element(like)
        }
    };
    Ok(vec![call.cast(operand, &to)?])
}

/// An op of a tensor and axes, which are an attribute in older versions.
pub(crate) fn with_axes(call: &mut Call<'_, '_, '_, '_>, op: &str) -> Lowered {
    let operand = call.operand(0)?;
    let axes = match call.ints("axes")? {
        Some(axes) => Some(call.list(&axes)?),
        None => call.optional(1)?,
    };
    // Some models give one axis as a number.
    let axes = match axes {
        Some(axis) if call.shape(axis).is_some_and(|shape| shape.is_empty()) => {
            Some(call.reshaped_to(axis, &[1])?)
        }
        other => other,
    };
    Ok(vec![call.simple(op, [operand].into_iter().chain(axes))?])
}

/// An op of a tensor and indices along the attribute `axis`.
pub(crate) fn gather(call: &mut Call<'_, '_, '_, '_>, op: &str) -> Lowered {
    let (operand, places) = (call.operand(0)?, call.operand(1)?);
    let places = call.cast(places, &Type::new("i64"))?;
    let axis = call.int("axis")?.unwrap_or(0);
    let result = call.op(op).operands([operand, places]).attribute("axis", int(axis));
    Ok(vec![result.result()?])
}

/// `GatherND`.
pub(crate) fn gather_nd(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operands = [call.operand(0)?, call.operand(1)?];
    let batch = call.int("batch_dims")?.unwrap_or(0);
    let result = call.op("nn.gather_nd").operands(operands).attribute("batch_dims", int(batch));
    Ok(vec![result.result()?])
}

/// `ScatterElements` and its predecessor, and `ScatterND`.
pub(crate) fn scatter(call: &mut Call<'_, '_, '_, '_>, op: &str) -> Lowered {
    let (operand, places, updates) = (call.operand(0)?, call.operand(1)?, call.operand(2)?);
    let places = call.cast(places, &Type::new("i64"))?;
    let axis = call.int("axis")?.unwrap_or(0);
    let reduction = call.text("reduction")?.unwrap_or("none");
    let scatter = call.op(op).operands([operand, places, updates]);
    let scatter = match op {
        "nn.scatter_elements" => scatter.attribute("axis", int(axis)),
        _ => scatter,
    };
    Ok(vec![scatter.attribute("reduction", text(reduction)).result()?])
}

/// `Range`.
pub(crate) fn range(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operands = [call.operand(0)?, call.operand(1)?, call.operand(2)?];
    Ok(vec![call.simple("nn.range", operands)?])
}

/// `Tile`.
pub(crate) fn tile(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operands = [call.operand(0)?, call.operand(1)?];
    Ok(vec![call.simple("nn.tile", operands)?])
}

/// `Trilu`.
pub(crate) fn trilu(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operand = call.operand(0)?;
    let k = match call.optional(1)? {
        Some(k) => k,
        None => call.dense(Type::new("i64"), Vec::new(), Blob::from(vec![0; 8]))?,
    };
    let upper = call.flag("upper", true)?;
    let result = call.op("nn.trilu").operands([operand, k]).attribute("upper", flag(upper));
    Ok(vec![result.result()?])
}

/// `Pad`. Pads and value are attributes in the first versions.
pub(crate) fn pad(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operand = call.operand(0)?;
    let pads = match call.ints("pads")? {
        Some(pads) => call.list(&pads)?,
        None => call.operand(1)?,
    };
    let value = match call.float("value")? {
        Some(value) => Some(call.number(operand, value.into())?),
        None => call.optional(2)?,
    };
    let value = match value {
        Some(value) => value,
        None => call.number(operand, 0.0)?,
    };
    let axes = match call.optional(3)? {
        Some(axes) => Some(call.cast(axes, &Type::new("i64"))?),
        None => None,
    };
    let mode = call.text("mode")?.unwrap_or("constant");
    let result = call.op("nn.pad").operands([operand, pads, value].into_iter().chain(axes));
    Ok(vec![result.attribute("mode", text(mode)).result()?])
}

/// `Split`: slices one after the other. Their sizes are an attribute in older versions; without them they are
/// equal, but for the last.
pub(crate) fn split(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operand = call.operand(0)?;
    let axis = call.int("axis")?.unwrap_or(0);
    let given = match call.ints("split")? {
        Some(sizes) => Some(call.list(&sizes)?),
        None => call.optional(1)?,
    };
    let count = i64::try_from(call.result_count()).unwrap_or(i64::MAX);
    let axes = call.list(&[axis])?;
    let mut results = Vec::new();
    if let Some(sizes) = given {
        // Where each begins is the sum of the sizes before.
        let mut start = call.list(&[0])?;
        for at in 0..count {
            let places = [call.list(&[at])?, call.list(&[at.saturating_add(1)])?];
            let size = call.simple("nn.slice", [sizes, places[0], places[1]])?;
            let end = call.simple("nn.add", [start, size])?;
            results.push(call.simple("nn.slice", [operand, start, end, axes])?);
            start = end;
        }
        return Ok(results);
    }
    let size = call.shape(operand).and_then(|shape| {
        let rank = i64::try_from(shape.len()).ok()?;
        let from_start = if axis < 0 { axis.saturating_add(rank) } else { axis };
        shape.get(usize::try_from(from_start).ok()?).copied()
    });
    let Some(size @ 0..) = size else {
        // The size over the number, rounded up.
        let size = call.size(operand, axis)?;
        let more = call.with("nn.add", size, count.saturating_sub(1) as f64)?;
        let each = call.with("nn.div", more, count as f64)?;
        for at in 0..count {
            let start = call.with("nn.mul", each, at as f64)?;
            let end = call.simple("nn.add", [start, each])?;
            results.push(call.simple("nn.slice", [operand, start, end, axes])?);
        }
        return Ok(results);
    };
    let count = count.max(1);
    let each = rounded_up(size, count);
    for at in 0..count {
        let start = call.list(&[each.saturating_mul(at)])?;
        let end = call.list(&[each.saturating_mul(at.saturating_add(1))])?;
        results.push(call.simple("nn.slice", [operand, start, end, axes])?);
    }
    Ok(results)
}

/// An operand that is a list, as integers of 64 bits.
fn list(call: &mut Call<'_, '_, '_, '_>, position: usize) -> Result<Option<Value>, Reported> {
    let Some(list) = call.optional(position)? else { return Ok(None) };
    if call.element(list).as_str() == "i32" {
        return call.simple("arith.extsi.tensor", [list]).map(Some);
    }
    Ok(Some(list))
}

/// `Transpose`.
pub(crate) fn transpose(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operand = call.operand(0)?;
    let order = match call.ints("perm")? {
        Some(order) => order,
        None => (0..i64::try_from(call.rank(operand)?).unwrap_or(i64::MAX)).rev().collect(),
    };
    let result = call.op("nn.transpose").operands([operand]).attribute("perm", ints(&order));
    Ok(vec![result.result()?])
}

/// `Reshape`.
pub(crate) fn reshape(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (operand, sizes) = (call.operand(0)?, call.operand(1)?);
    let allow_zero = call.flag("allowzero", false)?;
    let result = call.op("nn.reshape").operands([operand, sizes]);
    Ok(vec![result.attribute("allowzero", flag(allow_zero)).result()?])
}

/// `Expand`.
pub(crate) fn expand(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operands = [call.operand(0)?, call.operand(1)?];
    Ok(vec![call.simple("nn.broadcast", operands)?])
}

/// `Flatten`.
pub(crate) fn flatten(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operand = call.operand(0)?;
    let axis = call.int("axis")?.unwrap_or(1);
    let result = call.op("nn.flatten").operands([operand]).attribute("axis", int(axis));
    Ok(vec![result.result()?])
}

/// `Concat`.
pub(crate) fn concatenate(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operands = call.operands()?;
    let Some(axis) = call.int("axis")? else {
        return Err(call.report("the attribute 'axis' is missing"));
    };
    let result = call.op("nn.concatenate").operands(operands).attribute("axis", int(axis));
    Ok(vec![result.result()?])
}

/// `Slice`.
pub(crate) fn slice(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let mut operands = vec![call.operand(0)?];
    if call.opset() < 10 {
        for name in ["starts", "ends", "axes"] {
            if let Some(numbers) = call.ints(name)? {
                operands.push(call.list(&numbers)?);
            }
        }
    } else {
        for position in 1..5 {
            match list(call, position)? {
                Some(list) => operands.push(list),
                None if position == 3 && call.operand_count() > 4 => {
                    // The first ones, as many as there are starts.
                    let count = call.size(operands[1], 0)?;
                    let none = call.list(&[])?;
                    let count = call.reshaped(count, none)?;
                    let (zero, one) = (call.number(count, 0.0)?, call.number(count, 1.0)?);
                    operands.push(call.simple("nn.range", [zero, count, one])?);
                }
                None => break,
            }
        }
    }
    Ok(vec![call.simple("nn.slice", operands)?])
}

/// `Where`.
pub(crate) fn select(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operands = [call.operand(0)?, call.operand(1)?, call.operand(2)?];
    Ok(vec![call.simple("nn.select", operands)?])
}
