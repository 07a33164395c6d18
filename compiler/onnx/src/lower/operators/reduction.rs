//! Reductions, and places of the least and greatest elements.

use super::super::call::{Call, Lowered, flag, int};
use super::arithmetic::is_float;
use tfrt_compiler::graph::Type;

/// `ReduceSum` and its like. Axes are an attribute in older versions.
pub(crate) fn reduce(call: &mut Call<'_, '_, '_, '_>, op: &str) -> Lowered {
    let operand = call.operand(0)?;
    let axes = match call.ints("axes")? {
        Some(axes) => Some(call.list(&axes)?),
        None => call.optional(1)?,
    };
    let keep = call.flag("keepdims", true)?;
    let noop = call.flag("noop_with_empty_axes", false)?;
    // The greatest truth value is that of bytes.
    let truth = Type::new("i1");
    let element = call.element(operand)?;
    let between = match op {
        _ if element == truth => Type::new("ui8"),
        // Quotients and roots of integers.
        "nn.reduce_mean" | "nn.reduce_l2" if !is_float(element.as_str()) => Type::new("f64"),
        _ => element.clone(),
    };
    let operand = call.cast(operand, &between)?;
    let reduced = call.op(op).operands([operand].into_iter().chain(axes));
    let reduced = reduced.attribute("keepdims", flag(keep));
    let reduced = reduced.attribute("noop_with_empty_axes", flag(noop)).result()?;
    Ok(vec![call.cast(reduced, &element)?])
}

/// `ArgMax` and `ArgMin`.
pub(crate) fn place(call: &mut Call<'_, '_, '_, '_>, op: &str) -> Lowered {
    let operand = call.operand(0)?;
    let axis = call.int("axis")?.unwrap_or(0);
    let keep = call.flag("keepdims", true)?;
    let last = call.flag("select_last_index", false)?;
    let places = call.op(op).operands([operand]).attribute("axis", int(axis));
    let places = places.attribute("keepdims", flag(keep));
    Ok(vec![places.attribute("select_last_index", flag(last)).result()?])
}
