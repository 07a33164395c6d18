//! Recurrent layers: their kernels compute steps, batches and activations, one layout of each.

use super::super::call::{Call, Lowered, flag, float, text};
use tfrt_bef::Blob;
use tfrt_compiler::builder::{Reported, Value};
use tfrt_compiler::graph::{Attribute, Type};

/// What differs between the layers.
pub(crate) struct Layer {
    op: &'static str,
    /// The functions of a direction.
    activations: &'static [&'static str],
    /// The attribute that only this layer has: its name there and in the kernel.
    own: Option<&'static str>,
    /// How many operands a node has, of which the kernel takes each.
    operands: usize,
}

pub(crate) static RNN: Layer =
    Layer { op: "nn.rnn", activations: &["Tanh"], own: None, operands: 6 };
pub(crate) static GRU: Layer = Layer {
    op: "nn.gru",
    activations: &["Sigmoid", "Tanh"],
    own: Some("linear_before_reset"),
    operands: 6,
};
pub(crate) static LSTM: Layer = Layer {
    op: "nn.lstm",
    activations: &["Sigmoid", "Tanh", "Tanh"],
    own: Some("input_forget"),
    operands: 8,
};

/// The position of the operand that has the lengths of sequences.
const LENGTHS: usize = 4;

/// What activations are computed with if a node does not say: those that take an `alpha`, and those that take
/// a `beta`.
const ALPHAS: [(&str, f32); 6] = [
    ("Affine", 1.0),
    ("Elu", 1.0),
    ("HardSigmoid", 0.2),
    ("LeakyRelu", 0.01),
    ("ScaledTanh", 1.0),
    ("ThresholdedRelu", 1.0),
];
const BETAS: [(&str, f32); 3] = [("Affine", 0.0), ("HardSigmoid", 0.5), ("ScaledTanh", 1.0)];

/// The number of each activation: the next of those that are given, or the usual one; 0 of those that take
/// none.
fn numbers(names: &[&str], given: Option<Vec<f32>>, usual: &[(&str, f32)]) -> Attribute {
    let mut given = given.unwrap_or_default().into_iter();
    let number = |name: &&str| match usual.iter().find(|(other, _)| other == name) {
        Some((_, usual)) => given.next().unwrap_or(*usual),
        None => 0.0,
    };
    Attribute::Array(names.iter().map(number).map(float).collect())
}

/// A layer. With `layout`, batches come first.
pub(crate) fn layer(call: &mut Call<'_, '_, '_, '_>, layer: &Layer) -> Lowered {
    let direction = call.text("direction")?.unwrap_or("forward");
    let directions = match direction {
        "forward" | "reverse" => 1,
        "bidirectional" => 2,
        other => return Err(call.report(format!("attribute 'direction' is '{other}'"))),
    };
    let given = call.texts("activations")?;
    let names = given.unwrap_or_else(|| layer.activations.repeat(directions));
    let wanted = layer.activations.len().saturating_mul(directions);
    // The usual ones of RNN are two, for any direction.
    let names = names.get(..wanted).ok_or(names.len()).map(<[_]>::to_vec);
    let names = match names {
        Ok(names) => names,
        Err(found) => {
            let what = format!("attribute 'activations' has {found} names, expected {wanted}");
            return Err(call.report(what));
        }
    };
    let alphas = numbers(&names, call.floats("activation_alpha")?, &ALPHAS);
    let betas = numbers(&names, call.floats("activation_beta")?, &BETAS);
    let clip = call.float("clip")?.unwrap_or(0.0);
    let batch_first = call.int("layout")?.unwrap_or(0) != 0;

    let mut operands = Vec::new();
    for position in 0..layer.operands {
        let operand = match position {
            0..=2 => Some(call.operand(position)?),
            _ => call.optional(position)?,
        };
        operands.push(match operand {
            // The input and the states.
            Some(operand) if batch_first && matches!(position, 0 | 5 | 6) => {
                call.transposed(operand, &[1, 0, 2])?
            }
            Some(operand) => operand,
            None => {
                let like = operands[0];
                absent(call, position, like)?
            }
        });
    }
    let own = match layer.own {
        Some(name) => Some((name, call.flag(name, false)?)),
        None => None,
    };
    let mut op = call
        .op(layer.op)
        .operands(operands)
        .attribute("activation_alpha", alphas)
        .attribute("activation_beta", betas)
        .attribute("activations", text(&names.join(",")))
        .attribute("clip", float(clip))
        .attribute("direction", text(direction));
    if let Some((name, value)) = own {
        op = op.attribute(name, flag(value));
    }
    let mut results = op.results()?;
    if batch_first {
        for (position, result) in results.iter_mut().enumerate() {
            let order: &[i64] = if position == 0 { &[2, 0, 1, 3] } else { &[1, 0, 2] };
            *result = call.transposed(*result, order)?;
        }
    }
    Ok(results)
}

/// What the kernel takes for an operand that is left out: a list without elements.
fn absent(
    call: &mut Call<'_, '_, '_, '_>,
    position: usize,
    like: Value,
) -> Result<Value, Reported> {
    let element = if position == LENGTHS { Type::new("i32") } else { call.element(like) };
    call.dense(element, vec![0], Blob::from(Vec::new()))
}
