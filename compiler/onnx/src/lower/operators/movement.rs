//! Elements that move, and constants.

use super::super::call::{Call, Lowered, flag, int, ints};
use tfrt_compiler::builder::{Reported, Value};

/// `Identity`.
pub(crate) fn identity(call: &mut Call<'_, '_, '_, '_, '_>) -> Lowered {
    Ok(vec![call.operand(0)?])
}

/// `Constant`.
pub(crate) fn constant(call: &mut Call<'_, '_, '_, '_, '_>) -> Lowered {
    if let Some(value) = call.tensor("value")? {
        return Ok(vec![value]);
    }
    if let Some(numbers) = call.ints("value_ints")? {
        return Ok(vec![call.list(&numbers)?]);
    }
    Err(call.report("a Constant of this kind is not supported"))
}

/// An operand that is a list, as integers of 64 bits.
fn list(call: &mut Call<'_, '_, '_, '_, '_>, position: usize) -> Result<Option<Value>, Reported> {
    let Some(list) = call.optional(position)? else { return Ok(None) };
    if call.element(list).as_str() == "i32" {
        return call.simple("arith.extsi.tensor", [list]).map(Some);
    }
    Ok(Some(list))
}

/// `Transpose`.
pub(crate) fn transpose(call: &mut Call<'_, '_, '_, '_, '_>) -> Lowered {
    let operand = call.operand(0)?;
    let order = match call.ints("perm")? {
        Some(order) => order,
        None => (0..i64::try_from(call.rank(operand)?).unwrap_or(i64::MAX)).rev().collect(),
    };
    let result = call.op("nn.transpose").operands([operand]).attribute("perm", ints(&order));
    Ok(vec![result.result()?])
}

/// `Reshape`.
pub(crate) fn reshape(call: &mut Call<'_, '_, '_, '_, '_>) -> Lowered {
    let operand = call.operand(0)?;
    let sizes = match call.ints("shape")? {
        Some(sizes) => call.list(&sizes)?,
        None => call.operand(1)?,
    };
    let allow_zero = call.flag("allowzero", false)?;
    let result = call.op("nn.reshape").operands([operand, sizes]);
    Ok(vec![result.attribute("allowzero", flag(allow_zero)).result()?])
}

/// `Expand`.
pub(crate) fn expand(call: &mut Call<'_, '_, '_, '_, '_>) -> Lowered {
    let operands = [call.operand(0)?, call.operand(1)?];
    Ok(vec![call.simple("nn.broadcast", operands)?])
}

/// `Flatten`.
pub(crate) fn flatten(call: &mut Call<'_, '_, '_, '_, '_>) -> Lowered {
    let operand = call.operand(0)?;
    let axis = call.int("axis")?.unwrap_or(1);
    let result = call.op("nn.flatten").operands([operand]).attribute("axis", int(axis));
    Ok(vec![result.result()?])
}

/// `Concat`.
pub(crate) fn concatenate(call: &mut Call<'_, '_, '_, '_, '_>) -> Lowered {
    let operands = call.operands()?;
    // The first version has a default.
    let axis = call.int("axis")?.unwrap_or(1);
    let result = call.op("nn.concatenate").operands(operands).attribute("axis", int(axis));
    Ok(vec![result.result()?])
}

/// `Slice`.
pub(crate) fn slice(call: &mut Call<'_, '_, '_, '_, '_>) -> Lowered {
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
                    let first = call.shape(operands[1]).and_then(|shape| shape.first().copied());
                    let Some(count @ 0..) = first else {
                        return Err(call.report("a Slice by steps without axes is not supported"));
                    };
                    let axes: Vec<i64> = (0..count.min(64)).collect();
                    operands.push(call.list(&axes)?);
                }
                None => break,
            }
        }
    }
    Ok(vec![call.simple("nn.slice", operands)?])
}

/// `Where`.
pub(crate) fn select(call: &mut Call<'_, '_, '_, '_, '_>) -> Lowered {
    let operands = [call.operand(0)?, call.operand(1)?, call.operand(2)?];
    Ok(vec![call.simple("nn.select", operands)?])
}
