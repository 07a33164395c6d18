//! Activations, made of arithmetic.

use super::super::call::{Call, Lowered, text};
use tfrt_compiler::builder::{Reported, Value};

type Made = Result<Value, Reported>;

/// Arithmetic in the element type of a tensor, with numbers.
impl Call<'_, '_, '_, '_> {
    /// The tensor; a condition that is false is an error of the run.
    pub(crate) fn required(&mut self, x: Value, conditions: Value, message: &str) -> Made {
        let required = self.op("nn.require").operands([x, conditions]);
        required.attribute("message", text(message)).result()
    }

    /// An op of a tensor and a number.
    pub(crate) fn with(&mut self, op: &str, x: Value, number: f64) -> Made {
        let number = self.number(x, number)?;
        self.simple(op, [x, number])
    }

    /// An op of a number and a tensor.
    pub(crate) fn number_over(&mut self, op: &str, number: f64, x: Value) -> Made {
        let number = self.number(x, number)?;
        self.simple(op, [number, x])
    }

    /// The exponential.
    pub(crate) fn exp(&mut self, x: Value) -> Made {
        self.simple("math.exp.tensor", [x])
    }

    /// The logistic function: 1 / (1 + exp(-x)).
    pub(crate) fn sigmoid(&mut self, x: Value) -> Made {
        let negative = self.simple("arith.negf.tensor", [x])?;
        let exponential = self.exp(negative)?;
        let below = self.with("nn.add", exponential, 1.0)?;
        self.number_over("nn.div", 1.0, below)
    }

    /// The first where `x` compares so with a number, the second elsewhere.
    fn where_number(
        &mut self,
        compare: &str,
        (x, number): (Value, f64),
        [yes, no]: [Value; 2],
    ) -> Made {
        let condition = self.with(compare, x, number)?;
        self.simple("nn.select", [condition, yes, no])
    }

    /// An attribute that is a number.
    fn factor(&mut self, name: &str, usual: f64) -> Result<f64, Reported> {
        Ok(self.float(name)?.map_or(usual, f64::from))
    }
}

/// `Sigmoid`.
pub(crate) fn sigmoid(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let x = call.operand(0)?;
    Ok(vec![call.sigmoid(x)?])
}

/// `LeakyRelu` and `PRelu`: negative elements times a slope.
pub(crate) fn leaky(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let x = call.operand(0)?;
    let slope = match call.optional(1)? {
        Some(slope) => slope,
        None => {
            let alpha = call.factor("alpha", 0.01)?;
            call.number(x, alpha)?
        }
    };
    let scaled = call.simple("nn.mul", [slope, x])?;
    Ok(vec![call.where_number("nn.less", (x, 0.0), [scaled, x])?])
}

/// Negative elements become `alpha (exp(x / scale) - 1)`; all are multiplied by `gamma`.
fn exponential(call: &mut Call<'_, '_, '_, '_>, [alpha, scale, gamma]: [f64; 3]) -> Lowered {
    let x = call.operand(0)?;
    let scaled = if scale == 1.0 { x } else { call.with("nn.div", x, scale)? };
    let below = call.simple("math.expm1.tensor", [scaled])?;
    let below = call.with("nn.mul", below, alpha)?;
    let both = call.where_number("nn.less", (x, 0.0), [below, x])?;
    Ok(vec![if gamma == 1.0 { both } else { call.with("nn.mul", both, gamma)? }])
}

/// `Elu`.
pub(crate) fn elu(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let alpha = call.factor("alpha", 1.0)?;
    exponential(call, [alpha, 1.0, 1.0])
}

/// `Celu`.
pub(crate) fn celu(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let alpha = call.factor("alpha", 1.0)?;
    exponential(call, [alpha, alpha, 1.0])
}

/// `Selu`.
pub(crate) fn selu(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let alpha = call.factor("alpha", 1.673_263_192_176_818_8)?;
    let gamma = call.factor("gamma", 1.050_701_022_148_132_3)?;
    exponential(call, [alpha, 1.0, gamma])
}

/// `alpha x + beta`, between 0 and 1.
fn hard(call: &mut Call<'_, '_, '_, '_>, x: Value, [alpha, beta]: [f64; 2]) -> Made {
    let scaled = call.with("nn.mul", x, alpha)?;
    let moved = call.with("nn.add", scaled, beta)?;
    let above = call.with("nn.max", moved, 0.0)?;
    call.with("nn.min", above, 1.0)
}

/// `HardSigmoid`.
pub(crate) fn hard_sigmoid(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let x = call.operand(0)?;
    let factors = [call.factor("alpha", 0.2)?, call.factor("beta", 0.5)?];
    Ok(vec![hard(call, x, factors)?])
}

/// `HardSwish`.
pub(crate) fn hard_swish(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let x = call.operand(0)?;
    let factor = hard(call, x, [1.0 / 6.0, 0.5])?;
    Ok(vec![call.simple("nn.mul", [x, factor])?])
}

/// The logarithm of 1 + exp(x), which no x makes infinite: the greater of x and 0, and log(1 + exp(-|x|)).
fn soft_plus(call: &mut Call<'_, '_, '_, '_>, x: Value) -> Made {
    let size = call.simple("math.absf.tensor", [x])?;
    let negative = call.simple("arith.negf.tensor", [size])?;
    let exponential = call.exp(negative)?;
    let rest = call.simple("math.log1p.tensor", [exponential])?;
    let above = call.with("nn.max", x, 0.0)?;
    call.simple("nn.add", [above, rest])
}

/// `Softplus`.
pub(crate) fn softplus(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let x = call.operand(0)?;
    Ok(vec![soft_plus(call, x)?])
}

/// `Softsign`.
pub(crate) fn softsign(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let x = call.operand(0)?;
    let size = call.simple("math.absf.tensor", [x])?;
    let below = call.with("nn.add", size, 1.0)?;
    Ok(vec![call.simple("nn.div", [x, below])?])
}

/// `Mish`.
pub(crate) fn mish(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let x = call.operand(0)?;
    let soft = soft_plus(call, x)?;
    let factor = call.simple("math.tanh.tensor", [soft])?;
    Ok(vec![call.simple("nn.mul", [x, factor])?])
}

/// `Gelu`, by the error function or, with `approximate` `tanh`, by that.
pub(crate) fn gelu(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let x = call.operand(0)?;
    let part = match call.text("approximate")?.unwrap_or("none") {
        "none" => {
            let scaled = call.with("nn.mul", x, std::f64::consts::FRAC_1_SQRT_2)?;
            call.simple("math.erf.tensor", [scaled])?
        }
        "tanh" => {
            let square = call.simple("nn.mul", [x, x])?;
            let cube = call.simple("nn.mul", [square, x])?;
            let cube = call.with("nn.mul", cube, 0.044_715)?;
            let sum = call.simple("nn.add", [x, cube])?;
            let factor = std::f64::consts::FRAC_2_SQRT_PI * std::f64::consts::FRAC_1_SQRT_2;
            let scaled = call.with("nn.mul", sum, factor)?;
            call.simple("math.tanh.tensor", [scaled])?
        }
        other => return Err(call.report(format!("attribute 'approximate' is '{other}'"))),
    };
    let above = call.with("nn.add", part, 1.0)?;
    let product = call.simple("nn.mul", [x, above])?;
    Ok(vec![call.with("nn.mul", product, 0.5)?])
}

/// `Swish`: x times the logistic function of `alpha x`. `SwiGLU`: that times the second operand.
pub(crate) fn swish(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let x = call.operand(0)?;
    let alpha = call.factor("alpha", 1.0)?;
    let scaled = if alpha == 1.0 { x } else { call.with("nn.mul", x, alpha)? };
    let factor = call.sigmoid(scaled)?;
    let mut result = call.simple("nn.mul", [x, factor])?;
    if let Some(other) = call.optional(1)? {
        result = call.simple("nn.mul", [result, other])?;
    }
    Ok(vec![result])
}

/// `ThresholdedRelu`.
pub(crate) fn thresholded(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let x = call.operand(0)?;
    let alpha = call.factor("alpha", 1.0)?;
    let zero = call.number(x, 0.0)?;
    Ok(vec![call.where_number("nn.greater", (x, alpha), [x, zero])?])
}

/// `Shrink`.
pub(crate) fn shrink(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let x = call.operand(0)?;
    let (bias, lambd) = (call.factor("bias", 0.0)?, call.factor("lambd", 0.5)?);
    let (up, down) = (call.with("nn.add", x, bias)?, call.with("nn.sub", x, bias)?);
    let zero = call.number(x, 0.0)?;
    // An integer may have no sign, and is compared with any number.
    let real = call.real(x)?;
    let above = call.where_number("nn.greater", (real, lambd), [down, zero])?;
    Ok(vec![call.where_number("nn.less", (real, -lambd), [up, above])?])
}

/// `IsInf`, of either sign or both.
pub(crate) fn is_infinite(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let x = call.operand(0)?;
    let positive = call.flag("detect_positive", true)?;
    let negative = call.flag("detect_negative", true)?;
    let infinite = match (positive, negative) {
        (true, true) => call.simple("math.isinf.tensor", [x])?,
        (true, false) => call.with("nn.equal", x, f64::INFINITY)?,
        (false, true) => call.with("nn.equal", x, f64::NEG_INFINITY)?,
        (false, false) => {
            let (one, two) = (call.number(x, 1.0)?, call.number(x, 2.0)?);
            let no = call.simple("nn.equal", [one, two])?;
            let sizes = call.op("nn.shape").operands([x]);
            let sizes = sizes.attribute("end", super::super::call::int(i64::MAX));
            let sizes = sizes.attribute("start", super::super::call::int(0)).result()?;
            call.simple("nn.broadcast", [no, sizes])?
        }
    };
    Ok(vec![infinite])
}

/// `Dropout` of a model that is not trained: nothing is dropped.
pub(crate) fn dropout(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let x = call.operand(0)?;
    let mut results = vec![x];
    if let Some(trained) = call.optional(2)?
        && !call.is_false(2)?
    {
        // Without a ratio it is a half; with 0 every element is kept in training, too.
        let still = call.simple("nn.not", [trained])?;
        let kept = match call.optional(1)? {
            Some(ratio) => {
                let none = call.with("nn.equal", ratio, 0.0)?;
                call.simple("nn.or", [still, none])?
            }
            None => still,
        };
        results[0] = call.required(x, kept, "Dropout that is trained is not supported")?;
    }
    if call.result_count() > 1 {
        // Every element is kept.
        let (one, sizes) = (call.number(x, 1.0)?, call.sizes(x)?);
        let yes = call.simple("nn.equal", [one, one])?;
        results.push(call.simple("nn.broadcast", [yes, sizes])?);
    }
    Ok(results)
}
