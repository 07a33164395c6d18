//! Running sums, the greatest elements, and elements that are chosen.

use super::super::call::{Call, Lowered, flag, int};
use tfrt_compiler::graph::{Attribute, Type};

/// `CumSum` and `CumProd`.
pub(crate) fn running(call: &mut Call<'_, '_, '_, '_>, op: &str) -> Lowered {
    let (operand, axis) = (call.operand(0)?, call.operand(1)?);
    let axis = call.cast(axis, &Type::new("i64"))?;
    let (exclusive, reverse) = (call.flag("exclusive", false)?, call.flag("reverse", false)?);
    let result = call.op(op).operands([operand, axis]).attribute("exclusive", flag(exclusive));
    Ok(vec![result.attribute("reverse", flag(reverse)).result()?])
}

/// `TopK`. The number is an attribute in the first version.
pub(crate) fn topk(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operand = call.operand(0)?;
    let k = match call.int("k")? {
        Some(k) => call.list(&[k])?,
        None => call.operand(1)?,
    };
    let axis = call.int("axis")?.unwrap_or(-1);
    let largest = call.flag("largest", true)?;
    let result = call.op("nn.topk").operands([operand, k]).attribute("axis", int(axis));
    result.attribute("largest", flag(largest)).results()
}

/// `NonZero`.
pub(crate) fn nonzero(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operand = call.operand(0)?;
    let truths = call.cast(operand, &Type::new("i1"))?;
    Ok(vec![call.simple("nn.nonzero", [truths])?])
}

/// `Compress`. Without an axis, it is one of all elements.
pub(crate) fn compress(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (mut operand, condition) = (call.operand(0)?, call.operand(1)?);
    let axis = match call.int("axis")? {
        Some(axis) => axis,
        None => {
            operand = call.reshaped_to(operand, &[-1])?;
            0
        }
    };
    let result = call.op("nn.compress").operands([operand, condition]);
    Ok(vec![result.attribute("axis", int(axis)).result()?])
}

/// `ReverseSequence`.
pub(crate) fn reverse(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operands = [call.operand(0)?, call.operand(1)?];
    let batch = call.int("batch_axis")?.unwrap_or(1);
    let time = call.int("time_axis")?.unwrap_or(0);
    let result = call.op("nn.reverse_sequence").operands(operands);
    let result = result.attribute("batch_axis", int(batch)).attribute("time_axis", int(time));
    Ok(vec![result.result()?])
}

/// `Unique`.
pub(crate) fn unique(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operand = call.operand(0)?;
    let axis = call.int("axis")?;
    let sorted = call.flag("sorted", true)?;
    let result = call.op("nn.unique").operands([operand]);
    let result = result.attribute("axis", int(axis.unwrap_or(0)));
    result.attribute("flat", flag(axis.is_none())).attribute("sorted", flag(sorted)).results()
}

/// `BitCast`.
pub(crate) fn bitcast(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operand = call.operand(0)?;
    let to = call.element_of("to")?;
    let Some(to) = to else {
        return Err(call.report("the attribute 'to' is missing"));
    };
    let result = call.op("nn.bitcast").operands([operand]);
    Ok(vec![result.attribute("to", Attribute::Type(to)).result()?])
}

/// `EyeLike`: whether the place is on the diagonal, as a number.
pub(crate) fn eye(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operand = call.operand(0)?;
    let element = call.element(operand)?;
    let to = call.element_of("dtype")?.unwrap_or(element);
    let k = call.int("k")?.unwrap_or(0);
    let rows = call.counted(operand, 0, 2)?;
    let columns = call.counted(operand, 1, 2)?;
    let ahead = call.simple("nn.sub", [columns, rows])?;
    let same = call.with("nn.equal", ahead, k as f64)?;
    Ok(vec![call.cast(same, &to)?])
}
