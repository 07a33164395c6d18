//! Arithmetic of elements, and products.

use super::super::call::{Call, Lowered, ints};
use tfrt_bef::{Blob, DType};
use tfrt_compiler::builder::{Reported, Value};

/// Two operands, broadcast to each other.
pub(crate) fn broadcast(call: &mut Call<'_, '_, '_, '_, '_>, op: &str) -> Lowered {
    let operands = [call.operand(0)?, call.operand(1)?];
    Ok(vec![call.simple(op, operands)?])
}

/// Any number of operands, from the first on.
pub(crate) fn all(call: &mut Call<'_, '_, '_, '_, '_>, op: &str) -> Lowered {
    let operands = call.operands()?;
    let mut all = call.operand(0)?;
    for &operand in &operands[1..] {
        all = call.simple(op, [all, operand])?;
    }
    Ok(vec![all])
}

/// A function of each element: the first of the ops that takes the elements.
pub(crate) fn function(call: &mut Call<'_, '_, '_, '_, '_>, ops: &[&str]) -> Lowered {
    let operand = call.operand(0)?;
    let element = call.element(operand);
    let float = matches!(element.as_str(), "f16" | "bf16" | "f32" | "f64");
    let op = if float { ops[0] } else { ops[ops.len() - 1] };
    Ok(vec![call.simple(op, [operand])?])
}

/// The product of matrices, each of which may be transposed, and a matrix that is added.
pub(crate) fn gemm(call: &mut Call<'_, '_, '_, '_, '_>) -> Lowered {
    let mut factors = [call.operand(0)?, call.operand(1)?];
    for (factor, name) in factors.iter_mut().zip(["transA", "transB"]) {
        if call.flag(name, false)? {
            let transposed = call.op("nn.transpose").operands([*factor]);
            *factor = transposed.attribute("perm", ints(&[1, 0])).result()?;
        }
    }
    let product = call.simple("nn.matmul", factors)?;
    let alpha = call.float("alpha")?.unwrap_or(1.0);
    let mut result = scaled(call, product, alpha)?;
    if let Some(added) = call.optional(2)? {
        let beta = call.float("beta")?.unwrap_or(1.0);
        let added = scaled(call, added, beta)?;
        result = call.simple("nn.add", [result, added])?;
    }
    Ok(vec![result])
}

/// A tensor times a number.
fn scaled(
    call: &mut Call<'_, '_, '_, '_, '_>,
    value: Value,
    factor: f32,
) -> Result<Value, Reported> {
    if factor == 1.0 {
        return Ok(value);
    }
    let factor = call.number(value, factor.into())?;
    call.simple("nn.mul", [value, factor])
}

impl Call<'_, '_, '_, '_, '_> {
    /// A number as a tensor of rank 0, of the element type of another.
    pub(crate) fn number(&mut self, like: Value, number: f64) -> Result<Value, Reported> {
        let element = self.element(like);
        let bytes = match element.as_str() {
            "f64" => number.to_le_bytes().to_vec(),
            "f32" => (number as f32).to_le_bytes().to_vec(),
            "f16" => half::f16::from_f64(number).to_le_bytes().to_vec(),
            "bf16" => half::bf16::from_f64(number).to_le_bytes().to_vec(),
            _ => {
                let mut all = (0..=u8::MAX).filter_map(DType::from_number);
                let dtype = all.find(|dtype| dtype.name() == element.as_str());
                let size = dtype.and_then(DType::size).unwrap_or(1);
                (number as i64).to_le_bytes()[..size.min(8)].to_vec()
            }
        };
        self.dense(element, Vec::new(), Blob::from(bytes))
    }
}
