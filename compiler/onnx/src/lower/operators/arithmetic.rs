//! Arithmetic of elements, and products.

use super::super::call::{Call, Lowered, flag, ints};
use tfrt_bef::{Blob, DType};
use tfrt_compiler::builder::{Reported, Value};
use tfrt_compiler::graph::{Attribute, Type};
use tfrt_numeric::Float;

/// Two operands, broadcast to each other.
pub(crate) fn broadcast(call: &mut Call<'_, '_, '_, '_>, op: &str) -> Lowered {
    let operands = [call.operand(0)?, call.operand(1)?];
    Ok(vec![call.simple(op, operands)?])
}

/// Any number of operands, from the first on.
pub(crate) fn all(call: &mut Call<'_, '_, '_, '_>, op: &str) -> Lowered {
    let operands = call.operands()?;
    let mut all = call.operand(0)?;
    for &operand in &operands[1..] {
        all = call.simple(op, [all, operand])?;
    }
    Ok(vec![all])
}

/// A function of truth values or of integers, whose name is what a float's has.
pub(crate) fn bits(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let op = match call.text("direction")? {
        Some("LEFT") => "nn.shift_left",
        Some("RIGHT") => "nn.shift_right",
        other => {
            let other = other.unwrap_or_default();
            return Err(call.report(format!("attribute 'direction' is '{other}'")));
        }
    };
    broadcast(call, op)
}

/// `Mod`.
pub(crate) fn modulo(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operands = [call.operand(0)?, call.operand(1)?];
    let fmod = call.flag("fmod", false)?;
    let result = call.op("nn.mod").operands(operands).attribute("fmod", flag(fmod));
    Ok(vec![result.result()?])
}

/// `Pow`, whose exponent may have another element type: both are computed in that of the base, or in doubles
/// if the base is an integer and the exponent is not.
pub(crate) fn pow(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (base, exponent) = (call.operand(0)?, call.operand(1)?);
    let (of_base, of_exponent) = (call.element(base)?, call.element(exponent)?);
    if of_base == of_exponent {
        return Ok(vec![call.simple("nn.pow", [base, exponent])?]);
    }
    let between = match (is_float(of_base.as_str()), is_float(of_exponent.as_str())) {
        (false, true) => Type::new("f64"),
        _ => of_base.clone(),
    };
    let (wide_base, exponent) = (call.cast(base, &between)?, call.cast(exponent, &between)?);
    let power = call.simple("nn.pow", [wide_base, exponent])?;
    Ok(vec![call.cast(power, &of_base)?])
}

/// One divided by each element.
pub(crate) fn reciprocal(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operand = call.operand(0)?;
    let one = call.number(operand, 1.0)?;
    Ok(vec![call.simple("nn.div", [one, operand])?])
}

/// The elements with the other sign.
pub(crate) fn negate(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operand = call.operand(0)?;
    if is_float(call.element(operand)?.as_str()) {
        return Ok(vec![call.simple("arith.negf.tensor", [operand])?]);
    }
    let zero = call.number(operand, 0.0)?;
    Ok(vec![call.simple("nn.sub", [zero, operand])?])
}

/// `Abs`.
pub(crate) fn abs(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operand = call.operand(0)?;
    let element = call.element(operand)?;
    let op = match element.as_str() {
        unsigned if unsigned.starts_with("ui") => return Ok(vec![operand]),
        float if is_float(float) => "math.absf.tensor",
        _ => "math.absi.tensor",
    };
    Ok(vec![call.simple(op, [operand])?])
}

/// `Clip`: between the least and the greatest, of which each may be left out.
pub(crate) fn clip(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let mut result = call.operand(0)?;
    // In the first versions the bounds are attributes, with the ends of f32 as defaults.
    let old = call.opset() < 11;
    for (position, name, op, usual) in
        [(1, "min", "nn.max", f32::MIN), (2, "max", "nn.min", f32::MAX)]
    {
        let bound = if old {
            let bound = call.float(name)?.unwrap_or(usual);
            Some(call.number(result, bound.into())?)
        } else {
            call.optional(position)?
        };
        if let Some(bound) = bound {
            result = call.simple(op, [result, bound])?;
        }
    }
    Ok(vec![result])
}

/// `Sign`: from comparisons with zero.
pub(crate) fn sign(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operand = call.operand(0)?;
    let element = call.element(operand)?;
    let zero = call.number(operand, 0.0)?;
    let mut parts = Vec::new();
    for op in ["nn.greater", "nn.less"] {
        let truths = call.simple(op, [operand, zero])?;
        parts.push(call.cast(truths, &element)?);
    }
    let sign = call.simple("nn.sub", parts)?;
    if !is_float(element.as_str()) {
        return Ok(vec![sign]);
    }
    // What is no number has no sign.
    let none = call.simple("math.isnan.tensor", [operand])?;
    Ok(vec![call.simple("nn.select", [none, operand, sign])?])
}

/// `Mean`: the sum of the operands over their number.
pub(crate) fn mean(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let sum = all(call, "nn.add")?;
    let count = call.operand_count();
    let count = call.number(sum[0], count as f64)?;
    Ok(vec![call.simple("nn.div", [sum[0], count])?])
}

/// A function of each element.
pub(crate) fn function(call: &mut Call<'_, '_, '_, '_>, op: &str) -> Lowered {
    let operand = call.operand(0)?;
    Ok(vec![call.simple(op, [operand])?])
}

/// The product of matrices, each of which may be transposed, and a matrix that is added.
pub(crate) fn gemm(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
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
fn scaled(call: &mut Call<'_, '_, '_, '_>, value: Value, factor: f32) -> Result<Value, Reported> {
    if factor == 1.0 {
        return Ok(value);
    }
    let factor = call.number(value, factor.into())?;
    call.simple("nn.mul", [value, factor])
}

/// The elements' sizes to the power p, or to one over it.
pub(crate) fn power(
    call: &mut Call<'_, '_, '_, '_>,
    x: Value,
    p: i64,
    inverse: bool,
) -> Result<Value, Reported> {
    let exponent = if inverse { 1.0 / p as f64 } else { p as f64 };
    let size = call.simple("math.absf.tensor", [x])?;
    if p == 1 {
        return Ok(size);
    }
    call.with("nn.pow", size, exponent)
}

/// A function of floats; of integers, what it comes to in doubles, cut off.
pub(crate) fn real_function(call: &mut Call<'_, '_, '_, '_>, op: &str) -> Lowered {
    let operand = call.operand(0)?;
    let element = call.element(operand)?;
    let real = call.real(operand)?;
    let result = call.simple(op, [real])?;
    Ok(vec![call.cast(result, &element)?])
}

/// Whether elements of that type are floats.
pub(crate) fn is_float(element: &str) -> bool {
    matches!(element, "f16" | "bf16" | "f32" | "f64")
}

impl Call<'_, '_, '_, '_> {
    /// A tensor with elements of another type.
    pub(crate) fn cast(&mut self, value: Value, to: &Type) -> Result<Value, Reported> {
        if self.element(value)? == *to {
            return Ok(value);
        }
        let cast = self.op("nn.cast").operands([value]);
        cast.attribute("to", Attribute::Type(to.clone())).result()
    }

    /// Tensors of floats in one type that has the values of all.
    pub(crate) fn in_one_type<const N: usize>(
        &mut self,
        mut all: [Value; N],
    ) -> Result<[Value; N], Reported> {
        let types = all.iter().map(|&value| self.element(value));
        let types = types.collect::<Result<Vec<Type>, _>>()?;
        if types.windows(2).all(|pair| pair[0] == pair[1]) {
            return Ok(all);
        }
        let halves = ["f16", "bf16", "f32"];
        let narrow = types.iter().all(|element| halves.contains(&element.as_str()));
        let between = Type::new(if narrow { "f32" } else { "f64" });
        for value in &mut all {
            *value = self.cast(*value, &between)?;
        }
        Ok(all)
    }

    /// A tensor of floats: of integers, of doubles with their values.
    pub(crate) fn real(&mut self, value: Value) -> Result<Value, Reported> {
        if is_float(self.element(value)?.as_str()) {
            return Ok(value);
        }
        self.cast(value, &Type::new("f64"))
    }

    /// A number as a tensor of rank 0, of the element type of another.
    pub(crate) fn number(&mut self, like: Value, number: f64) -> Result<Value, Reported> {
        let element = self.element(like)?;
        let bytes = match element.as_str() {
            "f64" => number.to_le_bytes().to_vec(),
            "f32" => (number as f32).to_le_bytes().to_vec(),
            "f16" => half::f16::nearest(number).to_le_bytes().to_vec(),
            "bf16" => half::bf16::nearest(number).to_le_bytes().to_vec(),
            "complex<f32>" => [number as f32, 0.0].iter().flat_map(|it| it.to_le_bytes()).collect(),
            "complex<f64>" => [number, 0.0].iter().flat_map(|it| it.to_le_bytes()).collect(),
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
