//! Compares tensors with those of others.

use std::fmt::Write;
use tfrt_host::kernel::{DType, Value};
use tfrt_tensor::{Element, Optional, Sequence, Tensor};

/// How far elements may be apart: `|a - b| <= absolute + relative * |b|`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tolerance {
    pub(crate) relative: f64,
    pub(crate) absolute: f64,
}

impl Tolerance {
    /// ONNX's own.
    pub(crate) const USUAL: Self = Self { relative: 1e-3, absolute: 1e-7 };
}

/// What is different between two values, if anything: their kinds, how many tensors they have, or one of these.
pub(crate) fn different(found: &Value, expected: &Value, within: Tolerance) -> Option<String> {
    let (found, expected) = match (Tensors::of(found), Tensors::of(expected)) {
        (Some(found), Some(expected)) => (found, expected),
        _ => return Some(format!("it is a {}, no value of a model", found.type_name())),
    };
    if found.kind != expected.kind {
        return Some(format!("it is a {}, expected a {}", found.kind, expected.kind));
    }
    let (found, expected) = (found.tensors, expected.tensors);
    if found.len() != expected.len() {
        return Some(format!("it has {} tensors, expected {}", found.len(), expected.len()));
    }
    let alone = found.len() == 1;
    let mut pairs = found.iter().zip(&expected).enumerate();
    pairs.find_map(|(at, (found, expected))| {
        let what = difference(found, expected, within)?;
        Some(if alone { what } else { format!("tensor {at}: {what}") })
    })
}

/// The tensors that a value consists of.
struct Tensors {
    kind: &'static str,
    tensors: Vec<Tensor>,
}

impl Tensors {
    fn of(value: &Value) -> Option<Self> {
        if let Some(tensor) = value.get::<Tensor>() {
            return Some(Self { kind: "tensor", tensors: vec![Tensor::clone(&tensor)] });
        }
        if let Some(sequence) = value.get::<Sequence>() {
            return Some(Self { kind: "sequence", tensors: sequence.tensors().to_vec() });
        }
        let optional = value.get::<Optional>()?;
        Some(match &*optional {
            Optional::None => Self { kind: "missing value", tensors: Vec::new() },
            Optional::Tensor(tensor) => {
                Self { kind: "optional tensor", tensors: vec![tensor.clone()] }
            }
            Optional::Sequence(sequence) => {
                Self { kind: "optional sequence", tensors: sequence.tensors().to_vec() }
            }
        })
    }
}

/// What is different, if anything: type, shape, or the first element.
pub(crate) fn difference(found: &Tensor, expected: &Tensor, within: Tolerance) -> Option<String> {
    if found.metadata() != expected.metadata() {
        return Some(format!("it is {}, expected {}", found.metadata(), expected.metadata()));
    }
    let pairs: Vec<[f64; 2]> = match (numbers(found), numbers(expected)) {
        (Some(found), Some(expected)) => {
            found.into_iter().zip(expected).map(|(a, b)| [a, b]).collect()
        }
        _ if found.bytes() == expected.bytes() => return None,
        _ => return Some("its bytes differ".to_owned()),
    };
    let Tolerance { relative, absolute } = within;
    let apart = |[a, b]: [f64; 2]| {
        // Also of infinities, whose difference is no number.
        let same = a == b || a.is_nan() && b.is_nan();
        !(same || (a - b).abs() <= absolute + relative * b.abs())
    };
    let mut different = (0..pairs.len()).filter(|&at| apart(pairs[at])).peekable();
    let first = *different.peek()?;
    let count = different.count();
    let mut index = String::new();
    let mut rest = first;
    let parts = expected.shape().dimensions().iter().rev().map(|&size| {
        let size = usize::try_from(size).unwrap_or(1).max(1);
        let at = rest % size;
        rest /= size;
        // Of a complex number there are two parts.
        at
    });
    let parts: Vec<usize> = parts.collect();
    for (position, at) in parts.iter().rev().enumerate() {
        let _ = write!(index, "{}{at}", if position == 0 { "" } else { ", " });
    }
    let [a, b] = pairs[first];
    Some(format!(
        "{count} of {} elements differ, the first at [{index}]: {a:e}, expected {b:e}",
        pairs.len()
    ))
}

/// The elements as doubles; of complex ones each part. `None` of types without numbers.
fn numbers(tensor: &Tensor) -> Option<Vec<f64>> {
    fn all<T: Element>(tensor: &Tensor, of: impl Fn(T) -> f64) -> Option<Vec<f64>> {
        Some(tensor.elements::<T>().ok()?.iter().map(|&element| of(element)).collect())
    }
    match tensor.dtype() {
        DType::F16 => all(tensor, half::f16::to_f64),
        DType::Bf16 => all(tensor, half::bf16::to_f64),
        DType::F32 => all::<f32>(tensor, f64::from),
        DType::F64 => all(tensor, |element: f64| element),
        DType::I8 => all::<i8>(tensor, f64::from),
        DType::I16 => all::<i16>(tensor, f64::from),
        DType::I32 => all::<i32>(tensor, f64::from),
        DType::I64 => all(tensor, |element: i64| element as f64),
        DType::Ui8 => all::<u8>(tensor, f64::from),
        DType::Ui16 => all::<u16>(tensor, f64::from),
        DType::Ui32 => all::<u32>(tensor, f64::from),
        DType::Ui64 => all(tensor, |element: u64| element as f64),
        _ => None,
    }
}
