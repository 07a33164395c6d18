//! Kernels that write to a tensor in place and give a chain.

use super::super::kernels::{Failure, message};
use super::super::scalar::{Content, Scalar, single, to_f32};
use super::kernels::{aligned, arithmetic, dense, elements, of_type, pairs, product, sum, view};
use super::{Class, Dense, Dtype, Number, Tensor, count, shape_text};
use std::rc::Rc;
use tfrt_compiler::graph::Op;

type Failed<T> = Result<T, Failure>;

/// Runs a kernel, if it is one that writes.
pub(super) fn apply(op: &Op, operands: &[Content]) -> Option<Failed<()>> {
    let parts: Vec<&str> = op.name.split('.').collect();
    let dtype = || Dtype::of_suffix(parts.get(2)?);
    let tensors: Vec<&Rc<Tensor>> = operands
        .iter()
        .filter_map(|content| match content {
            Content::Tensor(tensor) => Some(tensor),
            _ => None,
        })
        .collect();
    Some(match (parts[0], parts[1], &*tensors) {
        ("tfrt_dht", "fill_tensor_with_constant", [tensor]) => {
            let dtype = dtype()?;
            let value = pairs(dtype, elements(op, "value")?)[0];
            output(tensor, dtype).map(|dense| dense.put(&vec![value; dense.numbers().len()]))
        }
        ("tfrt_dht", "set_tensor_with_constant_values", [tensor]) => {
            constants(tensor, dtype()?, elements(op, "values")?)
        }
        ("tfrt_dht", "set_tensor_with_values", [tensor]) => {
            set(tensor, dtype()?, &operands[2..].iter().map(number).collect::<Vec<_>>())
        }
        ("tfrt_test", name, _) if parts.len() == 3 && elementwise(name).is_some() => {
            let (of, types) = elementwise(name)?;
            let (input, result) = match types {
                Some((input, result)) => (Dtype::of_suffix(input)?, Dtype::of_suffix(result)?),
                None => (dtype()?, dtype()?),
            };
            each(&tensors, input, result, of)
        }
        ("tfrt_test", "gradient_descent", [gradient, rate, out]) => descent(gradient, rate, out),
        ("tfrt_test", "slice_inplace", [input, begin, out]) => slice(input, begin, out, dtype()?),
        ("tfrt_test" | "eigen", "matmul", [a, b, c]) => {
            let [alpha, beta] = [0, 3].map(|index| number(&operands[index]));
            matmul(dtype()?, (alpha, a, b), (beta, c))
        }
        ("tfrt_test", "flatten", [input, out]) => flatten(input, out),
        ("tfrt_test", "tensor_transpose", [input, out]) => transpose(input, out),
        ("tfrt_test", "mean_axis_zero", [input, out]) => mean_axis_zero(input, out),
        _ => return None,
    })
}

fn number(content: &Content) -> Number {
    match content {
        Content::Scalar(Scalar::I1(value)) => Number::Integer((*value).into()),
        Content::Scalar(Scalar::I32(value)) => Number::Integer((*value).into()),
        Content::Scalar(Scalar::I64(value)) => Number::Integer((*value).into()),
        Content::Scalar(Scalar::F32(value)) => Number::Float((*value).into()),
        Content::Scalar(Scalar::F64(value)) => Number::Float(*value),
        Content::U32(value) => Number::Integer((*value).into()),
        Content::U64(value) => Number::Integer((*value).into()),
        Content::Scalar(Scalar::F16(bits) | Scalar::Bf16(bits)) => Number::Integer((*bits).into()),
        Content::Complex64(re, im) => Number::Complex((*re).into(), (*im).into()),
        Content::Complex128(re, im) => Number::Complex(*re, *im),
        _ => panic!("elements are numbers"),
    }
}

/// A tensor of that type that can be written.
fn output(tensor: &Tensor, dtype: Dtype) -> Failed<&Dense> {
    let dense = dense(tensor)?;
    of_type(dense, dtype)?;
    aligned(dense)?;
    Ok(dense)
}

fn set(tensor: &Tensor, dtype: Dtype, numbers: &[Number]) -> Failed<()> {
    let dense = output(tensor, dtype)?;
    let (given, expected) = (numbers.len(), dense.numbers().len());
    if given != expected {
        return Err(message(format!(
            "Incorrect number of values for the tensor: {given}, but expected {expected}"
        )));
    }
    dense.put(numbers);
    Ok(())
}

fn constants(tensor: &Tensor, dtype: Dtype, numbers: Vec<Number>) -> Failed<()> {
    if dtype.class == Class::Complex {
        let (given, expected) = (numbers.len(), 2 * count(&dense(tensor)?.shape).unwrap_or(0));
        if given != expected {
            return Err(message(format!(
                "Incorrect number of real and imaginary values for the complex tensor: {given}, \
                 but expected {expected}"
            )));
        }
    }
    set(tensor, dtype, &pairs(dtype, numbers))
}

/// What an element becomes: of the inputs', and what it is.
type Change = fn(Dtype, &[Number], Number) -> Number;

/// The types of the inputs and of the output, if they are not that of the name.
type Types = Option<(&'static str, &'static str)>;

fn elementwise(name: &str) -> Option<(Change, Types)> {
    Some(match name {
        "relu" => (|dtype, from, _| positive(dtype, from[0]), None),
        "relu_inplace" => (|dtype, _, it| positive(dtype, it), None),
        "add" => (|dtype, from, _| sum(dtype, from[0], from[1]), None),
        "add_inplace" => (|dtype, from, it| sum(dtype, it, from[0]), None),
        "equal" => (|dtype, from, _| truth(dtype, from[0] == from[1]), None),
        "equal_inplace" => (|dtype, from, it| truth(dtype, from[0] == it), None),
        "relu_grad_inplace" => (
            |dtype, from, it| {
                let active = match from[0] {
                    Number::Integer(value) => value > 0,
                    Number::Float(value) => value > 0.0,
                    Number::Complex(..) => false,
                };
                product(dtype, it, truth(dtype, active))
            },
            None,
        ),
        "subtract_inplace" => (|dtype, from, it| difference(dtype, it, from[0]), None),
        "cast" => (
            |_, from, _| match from[0] {
                Number::Integer(value) => Number::Float(to_f32(value as i64).into()),
                other => other,
            },
            Some(("i32", "f32")),
        ),
        _ => return None,
    })
}

fn truth(dtype: Dtype, value: bool) -> Number {
    match dtype.zero() {
        Number::Float(_) => Number::Float(value.into()),
        _ => Number::Integer(value.into()),
    }
}

fn difference(dtype: Dtype, a: Number, b: Number) -> Number {
    arithmetic(dtype, a, b, |a, b| a - b, |a, b| a - b)
}

fn positive(dtype: Dtype, it: Number) -> Number {
    match it {
        Number::Integer(value) if value < 0 => dtype.zero(),
        Number::Float(value) if value < 0.0 => dtype.zero(),
        other => other,
    }
}

/// An input that shares bytes with the output is read as a copy, wherever it is.
fn readable(input: &Dense, output: &Dense) -> Failed<Vec<Number>> {
    if !input.bytes.overlaps(&output.bytes) {
        aligned(input)?;
    }
    Ok(input.numbers())
}

/// Sets each element of the last tensor by those of the others.
fn each(tensors: &[&Rc<Tensor>], from: Dtype, to: Dtype, of: Change) -> Failed<()> {
    let (out, inputs) = tensors.split_last().expect("kernels write to a tensor");
    let out = dense(out)?;
    of_type(out, to)?;
    let mut all = Vec::new();
    for input in inputs {
        let input = dense(input)?;
        of_type(input, from)?;
        all.push(input);
    }
    if all.iter().any(|input| input.shape != out.shape) {
        let shapes: Vec<String> =
            all.iter().chain([&out]).map(|dense| shape_text(&dense.shape)).collect();
        return Err(message(format!("tensor shape mismatch: {}", shapes.join(" vs. "))));
    }
    aligned(out)?;
    let all = all.into_iter().map(|input| readable(input, out)).collect::<Failed<Vec<_>>>()?;
    let results: Vec<Number> = out
        .numbers()
        .into_iter()
        .enumerate()
        .map(|(place, it)| {
            let from: Vec<Number> = all.iter().map(|numbers| numbers[place]).collect();
            of(to, &from, it)
        })
        .collect();
    out.put(&results);
    Ok(())
}

fn float() -> Dtype {
    Dtype::of_suffix("f32").expect("there is that type")
}

fn descent(gradient: &Rc<Tensor>, rate: &Tensor, out: &Rc<Tensor>) -> Failed<()> {
    let rate = dense(rate)?;
    if count(&rate.shape) != Some(1) {
        return Err("GradientDescent lr should have only one element".into());
    }
    of_type(rate, float())?;
    aligned(rate)?;
    let rate = rate.numbers()[0];
    // The scaled gradient is an intermediate of this kernel.
    let scaled = dense(out).and_then(|out| {
        of_type(out, float())?;
        let gradient = dense(gradient)?;
        of_type(gradient, float())?;
        let numbers = gradient.numbers().into_iter().map(|it| product(float(), it, rate));
        if gradient.shape == out.shape {
            aligned(out)?;
            readable(gradient, out)?;
        }
        Ok(Dense::new(float(), &gradient.shape, &numbers.collect::<Vec<_>>()))
    })?;
    each(&[&Rc::new(Tensor::Dense(scaled)), out], float(), float(), |dtype, from, it| {
        difference(dtype, it, from[0])
    })
}

fn slice(input: &Tensor, begin: &Tensor, out: &Tensor, dtype: Dtype) -> Failed<()> {
    let (input, out) = (view(input, dtype, 3)?, view(out, dtype, 3)?);
    let begin = view(begin, Dtype::of_suffix("i64").expect("there is that type"), 1)?;
    if begin.shape != [3] {
        return Err("the size of 'begin_index' should match the input tensor rank".into());
    }
    aligned(begin)?;
    let begin: Vec<i128> = begin
        .numbers()
        .into_iter()
        .map(|number| match number {
            Number::Integer(value) => value,
            _ => panic!("indices are integers"),
        })
        .collect();
    for ((&start, &size), &all) in begin.iter().zip(&out.shape).zip(&input.shape) {
        if start < 0 || start + i128::from(size) > i128::from(all) {
            return Err(message(format!(
                "a slice of {size} elements from {start} on is not within {all}"
            )));
        }
    }
    aligned(out)?;
    let numbers = readable(input, out)?;
    let mut results = Vec::new();
    let whole = |sizes: &[i64], axis: usize| i128::from(sizes[axis]);
    for layer in 0..whole(&out.shape, 0) {
        for row in 0..whole(&out.shape, 1) {
            for column in 0..whole(&out.shape, 2) {
                let place = (begin[0] + layer) * whole(&input.shape, 1) + begin[1] + row;
                let place = place * whole(&input.shape, 2) + begin[2] + column;
                results.push(numbers[place as usize]);
            }
        }
    }
    out.put(&results);
    Ok(())
}

/// Each sum in the order of the inner dimension, then times `alpha`, then plus `beta * c`.
fn matmul(
    dtype: Dtype,
    (alpha, a, b): (Number, &Tensor, &Tensor),
    (beta, c): (Number, &Tensor),
) -> Failed<()> {
    let (a, b, c) = (view(a, dtype, 2)?, view(b, dtype, 2)?, view(c, dtype, 2)?);
    let (left, right) = (shape_text(&a.shape), shape_text(&b.shape));
    if a.shape[1] != b.shape[0] {
        return Err(message(format!(
            "MatMul input tensors inner dimension mismatch: {left} vs. {right}"
        )));
    }
    if c.shape != [a.shape[0], b.shape[1]] {
        return Err(message(format!(
            "MatMul output shape {} does not match product shape of inputs: {left} * {right}",
            shape_text(&c.shape)
        )));
    }
    aligned(c)?;
    let (inner, columns) = (a.shape[1] as usize, b.shape[1] as usize);
    let (a, b) = (readable(a, c)?, readable(b, c)?);
    let results = c.numbers().into_iter().enumerate().map(|(place, it)| {
        let (row, column) = (place / columns, place % columns);
        let total = (0..inner).fold(dtype.zero(), |total, at| {
            sum(dtype, total, product(dtype, a[row * inner + at], b[at * columns + column]))
        });
        let scaled = product(dtype, alpha, total);
        let unread = matches!(beta, Number::Integer(0)) || beta == Number::Float(0.0);
        if unread { scaled } else { sum(dtype, scaled, product(dtype, beta, it)) }
    });
    c.put(&results.collect::<Vec<_>>());
    Ok(())
}

fn unlike(kernel: &str, out: &Dense, input: &Dense) -> Failure {
    message(format!(
        "{kernel} output shape {} does not match the input shape {}",
        shape_text(&out.shape),
        shape_text(&input.shape)
    ))
}

fn flatten(input: &Tensor, out: &Tensor) -> Failed<()> {
    let (input, out) = (dense(input)?, dense(out)?);
    of_type(input, float())?;
    of_type(out, float())?;
    let same = count(&input.shape) == count(&out.shape) && input.shape.first() == out.shape.first();
    if !same {
        return Err(unlike("Flatten", out, input));
    }
    aligned(out)?;
    out.put(&readable(input, out)?);
    Ok(())
}

fn transpose(input: &Tensor, out: &Tensor) -> Failed<()> {
    let (input, out) = (view(input, float(), 2)?, view(out, float(), 2)?);
    let (rows, columns) = (input.shape[0] as usize, input.shape[1] as usize);
    if out.shape[0] as usize != columns || out.shape[1] as usize != rows {
        return Err(unlike("TensorTranspose", out, input));
    }
    aligned(out)?;
    let numbers = readable(input, out)?;
    let mut results = Vec::new();
    for column in 0..columns {
        results.extend((0..rows).map(|row| numbers[row * columns + column]));
    }
    out.put(&results);
    Ok(())
}

fn mean_axis_zero(input: &Tensor, out: &Tensor) -> Failed<()> {
    let (input, out) = (view(input, float(), 2)?, view(out, float(), 1)?);
    let (rows, columns) = (input.shape[0] as usize, input.shape[1] as usize);
    if out.shape[0] as usize != columns {
        return Err(unlike("MeanAxisZero", out, input));
    }
    aligned(out)?;
    let numbers = readable(input, out)?;
    let means = (0..columns).map(|column| {
        let total = (0..rows).fold(0.0_f32, |total, row| match numbers[row * columns + column] {
            Number::Float(value) => single(total, value as f32, |a, b| a + b),
            _ => panic!("the elements are floats"),
        });
        Number::Float(single(total, rows as f32, |a, b| a / b).into())
    });
    out.put(&means.collect::<Vec<_>>());
    Ok(())
}
