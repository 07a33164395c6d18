//! Kernels of tensors that are values: each element by what the evaluator has for scalars.

use super::super::kernels::{Failure, Outputs};
use super::super::scalar::{Content, Scalar};
use super::super::{arith, math};
use super::kernels::{constant, dense, of_type, sizes, zeros};
use super::{Dense, Dtype, Number, Tensor, count, models, shape_text};
use crate::random::typed::Argument;
use std::rc::Rc;
use tfrt_compiler::graph::Op;

type Failed<T> = Result<T, Failure>;

/// Runs a kernel, if it is one of tensors that are values.
pub(in super::super) fn apply(op: &Op, operands: &[Content]) -> Option<Outputs> {
    let results = match &*op.name {
        "arith.constant.tensor" => vec![Ok(typed(constant(op)?))],
        "tensor.print" => return print(operands),
        "tensor.thaw" => vec![Ok(Content::Tensor(Rc::new(Tensor::Dense(copy(value(operands)?)))))],
        "tensor.dim.i64" => vec![size(value(operands)?, operands)],
        name if name.starts_with("nn.") => vec![models::apply(op, operands)?],
        name => match name.split_once('.')? {
            ("tensor", rest) => of_tensor(op, rest.split_once('.')?, operands)?,
            _ => elementwise(name, operands)?,
        },
    };
    Some(Outputs { results, lines: Vec::new() })
}

/// What a function is called with.
pub(in super::super) fn argument(argument: &Argument) -> Content {
    match argument {
        Argument::Scalar(scalar) => Content::Scalar(*scalar),
        Argument::Tensor { element, shape, elements, .. } => {
            let dtype = Dtype::of_attribute(element).expect("there is that type");
            let numbers: Vec<Number> = elements.iter().map(|&it| number(it)).collect();
            typed(Dense::new(dtype, shape, &numbers))
        }
    }
}

pub(super) fn typed(dense: Dense) -> Content {
    Content::Typed(Rc::new(dense))
}

/// A tensor with bytes of its own.
fn copy(dense: &Dense) -> Dense {
    Dense::new(dense.dtype, &dense.shape, &dense.numbers())
}

/// The first operand.
fn value(operands: &[Content]) -> Option<&Dense> {
    match operands.first()? {
        Content::Typed(dense) => Some(dense),
        _ => None,
    }
}

/// The operands from that one on.
fn indices(operands: &[Content], first: usize) -> Vec<i64> {
    let index = |content: &Content| match content {
        Content::Scalar(Scalar::I64(index)) => *index,
        _ => panic!("indices and sizes are i64"),
    };
    operands[first..].iter().map(index).collect()
}

pub(super) fn scalar(dtype: Dtype, number: Number) -> Scalar {
    let integer = match number {
        Number::Integer(integer) => integer,
        Number::Float(float) if dtype.name == "f32" => return Scalar::F32(float as f32),
        Number::Float(float) => return Scalar::F64(float),
        Number::Complex(..) => panic!("elements of values are not complex"),
    };
    match dtype.name {
        "i1" => Scalar::I1(integer != 0),
        "i8" => Scalar::I8(integer as i8),
        "i16" => Scalar::I16(integer as i16),
        "i32" => Scalar::I32(integer as i32),
        "i64" => Scalar::I64(integer as i64),
        "f16" => Scalar::F16(integer as u16),
        "bf16" => Scalar::Bf16(integer as u16),
        other => panic!("no scalar of type {other}"),
    }
}

pub(super) fn number(scalar: Scalar) -> Number {
    Number::Integer(match scalar {
        Scalar::I1(value) => value.into(),
        Scalar::I8(value) => value.into(),
        Scalar::I16(value) => value.into(),
        Scalar::I32(value) => value.into(),
        Scalar::I64(value) => value.into(),
        Scalar::F16(bits) | Scalar::Bf16(bits) => bits.into(),
        Scalar::F32(value) => return Number::Float(value.into()),
        Scalar::F64(value) => return Number::Float(value),
    })
}

fn print(operands: &[Content]) -> Option<Outputs> {
    let dense = value(operands)?;
    let (name, shape) = (dense.dtype.name, shape_text(&dense.shape));
    let elements = dense.printed(16);
    let line = format!("Tensor dtype = {name}, shape = {shape}, values = [{elements}]");
    Some(Outputs { results: vec![Ok(Content::Chain)], lines: vec![line] })
}

fn size(dense: &Dense, operands: &[Content]) -> Failed<Content> {
    let dimension = indices(operands, 1)[0];
    let size = usize::try_from(dimension).ok().and_then(|at| dense.shape.get(at));
    size.map(|&size| Content::Scalar(Scalar::I64(size))).ok_or_else(|| {
        let shape = shape_text(&dense.shape);
        Failure::invalid(format!("a tensor of shape {shape} has no dimension {dimension}"))
    })
}

/// Kernels whose names end with an element type.
fn of_tensor(
    op: &Op,
    (name, element): (&str, &str),
    operands: &[Content],
) -> Option<Vec<Failed<Content>>> {
    let dtype = Dtype::of_attribute(element)?;
    let shape = sizes(op, "shape");
    Some(match name {
        "cast" => {
            let dense = value(operands)?;
            let checked = of_type(dense, dtype).and_then(|()| fits(dense, shape.as_deref()));
            vec![checked.map(|()| operands[0].clone())]
        }
        "freeze" => {
            let Content::Tensor(tensor) = operands.first()? else { return None };
            let frozen = dense(tensor).and_then(|dense| {
                of_type(dense, dtype)?;
                fits(dense, shape.as_deref())?;
                Ok(typed(copy(dense)))
            });
            match frozen {
                Ok(frozen) => vec![Ok(frozen), Ok(Content::Chain)],
                Err(failure) => vec![Err(failure.clone()), Err(failure)],
            }
        }
        "extract" => vec![element_at(value(operands)?, &indices(operands, 1))],
        "from_elements" => {
            let numbers = operands.iter().map(|content| match content {
                Content::Scalar(scalar) => number(*scalar),
                _ => panic!("elements are scalars"),
            });
            let numbers: Vec<Number> = numbers.collect();
            assert_eq!(
                count(&shape.clone()?),
                Some(numbers.len()),
                "the verifier has counted them"
            );
            vec![Ok(typed(Dense::new(dtype, &shape?, &numbers)))]
        }
        "splat" => {
            let Content::Scalar(scalar) = operands.first()? else { return None };
            let mut given = indices(operands, 1).into_iter();
            let known =
                |size: i64| if size < 0 { given.next().expect("one for each") } else { size };
            let shape: Vec<i64> = shape?.into_iter().map(known).collect();
            vec![zeros(dtype, &shape).map(|dense| {
                dense.put(&vec![number(*scalar); dense.numbers().len()]);
                typed(dense)
            })]
        }
        _ => return None,
    })
}

/// Whether the tensor has the sizes that are known, of which the others are negative.
fn fits(dense: &Dense, expected: Option<&[i64]>) -> Failed<()> {
    let Some(expected) = expected else { return Ok(()) };
    let same = |(found, known): (&i64, &i64)| *known < 0 || found == known;
    if dense.shape.len() == expected.len() && dense.shape.iter().zip(expected).all(same) {
        return Ok(());
    }
    let sizes = expected.iter().map(|&size| match size {
        ..0 => "?".to_owned(),
        size => size.to_string(),
    });
    let (found, sizes) = (shape_text(&dense.shape), sizes.collect::<Vec<_>>().join(", "));
    Err(Failure::invalid(format!("a tensor of shape {found}, expected [{sizes}]")))
}

fn element_at(dense: &Dense, indices: &[i64]) -> Failed<Content> {
    let inside = indices.len() == dense.shape.len()
        && indices.iter().zip(&dense.shape).all(|(index, size)| (0..*size).contains(index));
    if !inside {
        let shape = shape_text(&dense.shape);
        let message = format!("a tensor of shape {shape} has no element {indices:?}");
        return Err(Failure::invalid(message));
    }
    // From the last dimension on: how far apart its elements are.
    let (mut place, mut stride) = (0, 1);
    for (index, size) in indices.iter().zip(&dense.shape).rev() {
        place += index * stride;
        stride *= size;
    }
    Ok(Content::Scalar(scalar(dense.dtype, dense.numbers()[place as usize])))
}

/// The element types of the results: that which the name ends with, but for what is said to be true.
fn results(parts: &[&str]) -> Option<Vec<Dtype>> {
    let last = Dtype::of_attribute(parts.last()?)?;
    let truth = Dtype::of_attribute("i1")?;
    Some(match parts[1] {
        "cmpi" | "cmpf" | "isfinite" | "isinf" | "isnan" | "isnormal" => vec![truth],
        "addui_extended" => vec![last, truth],
        "mulsi_extended" | "mului_extended" | "sincos" => vec![last, last],
        _ => vec![last],
    })
}

/// Kernels that compute each element.
fn elementwise(name: &str, operands: &[Content]) -> Option<Vec<Failed<Content>>> {
    let of_scalars = name.replacen(".tensor.", ".", 1);
    if of_scalars == name {
        return None;
    }
    let tensors = operands.iter().map(|content| match content {
        Content::Typed(dense) => Some(&**dense),
        _ => None,
    });
    let tensors: Vec<&Dense> = tensors.collect::<Option<_>>()?;
    let parts: Vec<&str> = name.split('.').collect();
    let types = results(&parts)?;
    let shape = &tensors[0].shape;
    let failed = |failure: Failure| Some(vec![Err(failure); types.len()]);
    if tensors.iter().any(|dense| dense.shape != *shape) {
        let shapes: Vec<String> = tensors.iter().map(|dense| shape_text(&dense.shape)).collect();
        return failed(Failure::invalid(format!(
            "tensor shape mismatch: {}",
            shapes.join(" vs. ")
        )));
    }
    let (dialect, rest) = of_scalars.split_once('.')?;
    let of = match dialect {
        "arith" => arith::apply,
        "math" => math::of_elements,
        _ => return None,
    };
    let columns: Vec<Vec<Scalar>> = tensors
        .iter()
        .map(|dense| dense.numbers().into_iter().map(|it| scalar(dense.dtype, it)).collect())
        .collect();
    let mut elements: Vec<Vec<Number>> = vec![Vec::new(); types.len()];
    for place in 0..columns[0].len() {
        let row: Vec<Scalar> = columns.iter().map(|column| column[place]).collect();
        for (at, result) in of(rest, &row)?.into_iter().enumerate() {
            match result {
                Ok(Content::Scalar(scalar)) => elements[at].push(number(scalar)),
                Ok(_) => return None,
                Err(failure) => return failed(failure),
            }
        }
    }
    let made = types.iter().zip(elements);
    Some(made.map(|(&dtype, numbers)| Ok(typed(Dense::new(dtype, shape, &numbers)))).collect())
}
