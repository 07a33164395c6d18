//! Reductions, places and softmax.

use super::super::call::{Call, Lowered, flag, int};
use tfrt_compiler::graph::Type;

/// `ReduceSum` and its like. Axes are an attribute in older versions.
pub(crate) fn reduce(call: &mut Call<'_, '_, '_, '_, '_>, op: &str) -> Lowered {
    let operand = call.operand(0)?;
    let axes = match call.ints("axes")? {
        Some(axes) => Some(call.list(&axes)?),
        None => call.optional(1)?,
    };
    let keep = call.flag("keepdims", true)?;
    let noop = call.flag("noop_with_empty_axes", false)?;
    // The greatest truth value is that of bytes.
    let truth = Type::new("i1");
    let of_truths = call.element(operand) == truth;
    let operand = if of_truths { call.cast(operand, &Type::new("ui8"))? } else { operand };
    let reduced = call.op(op).operands([operand].into_iter().chain(axes));
    let reduced = reduced.attribute("keepdims", flag(keep));
    let reduced = reduced.attribute("noop_with_empty_axes", flag(noop)).result()?;
    Ok(vec![if of_truths { call.cast(reduced, &truth)? } else { reduced }])
}

/// `ArgMax` and `ArgMin`.
pub(crate) fn place(call: &mut Call<'_, '_, '_, '_, '_>, op: &str) -> Lowered {
    let operand = call.operand(0)?;
    let axis = call.int("axis")?.unwrap_or(0);
    let keep = call.flag("keepdims", true)?;
    let last = call.flag("select_last_index", false)?;
    let places = call.op(op).operands([operand]).attribute("axis", int(axis));
    let places = places.attribute("keepdims", flag(keep));
    Ok(vec![places.attribute("select_last_index", flag(last)).result()?])
}

/// `Softmax`. Before version 13 it is one of the rows of a matrix: all dimensions from the axis on.
pub(crate) fn softmax(call: &mut Call<'_, '_, '_, '_, '_>) -> Lowered {
    let operand = call.operand(0)?;
    let old = call.opset() < 13;
    let axis = call.int("axis")?.unwrap_or(if old { 1 } else { -1 });
    if !old {
        let softmax = call.op("nn.softmax").operands([operand]).attribute("axis", int(axis));
        return Ok(vec![softmax.result()?]);
    }
    let sizes = call.sizes(operand)?;
    let matrix = call.op("nn.flatten").operands([operand]).attribute("axis", int(axis)).result()?;
    let softmax = call.op("nn.softmax").operands([matrix]).attribute("axis", int(1)).result()?;
    Ok(vec![call.reshaped(softmax, sizes)?])
}
