//! What kernels of tensors give; those that write are in `writes`.

use super::super::kernels::{Failure, Outputs, message};
use super::super::scalar::{Content, Scalar, low32, low64, single};
use super::{
    Bytes, Class, Dense, Dtype, Number, Tensor, byte_count, count, shape_text, values, writes,
};
use std::rc::Rc;
use tfrt_compiler::graph::{Attribute, Op};

type Failed<T> = Result<T, Failure>;

/// Runs a kernel, if it is one of tensors or shapes.
pub(in super::super) fn apply(op: &Op, operands: &[Content]) -> Option<Outputs> {
    if let Some(outputs) = values::apply(op, operands) {
        return Some(outputs);
    }
    if let Some(outputs) = of_shapes(op, operands) {
        return Some(outputs);
    }
    if let Some(written) = writes::apply(op, operands) {
        return Some(one(written.map(|()| Content::Chain)));
    }
    of_tensors(op, operands)
}

fn one(result: Failed<Content>) -> Outputs {
    Outputs { results: vec![result], lines: Vec::new() }
}

fn and_chain(result: Failed<Content>) -> Outputs {
    Outputs { results: vec![result, Ok(Content::Chain)], lines: Vec::new() }
}

fn printed(lines: Vec<String>) -> Outputs {
    Outputs { results: vec![Ok(Content::Chain)], lines }
}

fn truth(value: bool) -> Content {
    Content::Scalar(Scalar::I1(value))
}

fn of_dense(dense: Dense) -> Content {
    Content::Tensor(Rc::new(Tensor::Dense(dense)))
}

/// An attribute that is an array of integers.
pub(super) fn sizes(op: &Op, name: &str) -> Option<Vec<i64>> {
    let Attribute::Array(elements) = op.attributes.get(name)? else { return None };
    let sizes = elements.iter().map(|element| match element {
        Attribute::Integer { value, .. } => i64::try_from(*value).ok(),
        _ => None,
    });
    sizes.collect()
}

fn of_shapes(op: &Op, operands: &[Content]) -> Option<Outputs> {
    let i64 = |value: i64| Content::Scalar(Scalar::I64(value));
    Some(match (&*op.name, operands) {
        ("ts.build_shape", []) => one(Ok(Content::Shape(sizes(op, "value")?.into()))),
        ("ts.equal_shape", [Content::Shape(a), Content::Shape(b)]) => one(Ok(truth(a == b))),
        ("ts.print_shape", [Content::Shape(shape), _]) => {
            printed(vec![format!("shape = {}", shape_text(shape))])
        }
        ("ts.get_dimension", [Content::Shape(shape), Content::Scalar(Scalar::I32(index))]) => {
            let size = usize::try_from(*index).ok().and_then(|index| shape.get(index));
            let missing =
                || message(format!("shape {} has no dimension {index}", shape_text(shape)));
            one(size.map(|&size| i64(size)).ok_or_else(missing))
        }
        ("ts.get_num_elements", [Content::Shape(shape)]) => {
            let number = count(shape).and_then(|count| i64::try_from(count).ok()).map(i64);
            let none = || message(format!("no tensor can have the shape {}", shape_text(shape)));
            one(number.ok_or_else(none))
        }
        _ => return None,
    })
}

/// A tensor of zeros.
pub(super) fn zeros(dtype: Dtype, shape: &[i64]) -> Failed<Dense> {
    if shape.iter().any(|&size| size < 0) {
        return Err(format!("shape {} has a negative size", shape_text(shape)).into());
    }
    let bytes = byte_count(shape, dtype).ok_or("Cannot allocate tensor")?;
    Ok(Dense { dtype, shape: shape.to_vec(), bytes: Bytes::new(vec![0; bytes]) })
}

pub(super) fn dense(tensor: &Tensor) -> Failed<&Dense> {
    let kind = match tensor {
        Tensor::Dense(dense) => return Ok(dense),
        Tensor::Coo(..) => "CooHost",
        Tensor::Strings(..) => "StringHost",
    };
    Err(message(format!("a tensor of kind {kind}, expected DenseHost")))
}

fn coo(tensor: &Tensor) -> Failed<(&[i64], &Dense, &Dense)> {
    let kind = match tensor {
        Tensor::Dense(_) => "DenseHost",
        Tensor::Coo(shape, indices, values) => return Ok((shape, indices, values)),
        Tensor::Strings(..) => "StringHost",
    };
    Err(message(format!("a tensor of kind {kind}, expected CooHost")))
}

pub(super) fn of_type(dense: &Dense, dtype: Dtype) -> Failed<()> {
    if dense.dtype == dtype {
        return Ok(());
    }
    let (found, expected) = (dense.dtype.name, dtype.name);
    Err(message(format!("a tensor of type {found}, expected {expected}")))
}

/// A dense tensor of that type and rank.
pub(super) fn view(tensor: &Tensor, dtype: Dtype, rank: usize) -> Failed<&Dense> {
    let dense = dense(tensor)?;
    of_type(dense, dtype)?;
    of_rank(&dense.shape, rank)?;
    Ok(dense)
}

fn of_rank(shape: &[i64], rank: usize) -> Failed<()> {
    if shape.len() == rank {
        return Ok(());
    }
    Err(message(format!("shape {} has not rank {rank}", shape_text(shape))))
}

/// Memory begins at multiples of everything.
pub(super) fn aligned(dense: &Dense) -> Failed<()> {
    if dense.bytes.start.is_multiple_of(dense.dtype.alignment()) {
        return Ok(());
    }
    let name = dense.dtype.name;
    Err(message(format!("the buffer is not aligned for elements of type {name}")))
}

fn of_tensors(op: &Op, operands: &[Content]) -> Option<Outputs> {
    let parts: Vec<&str> = op.name.split('.').collect();
    let dtype = |index: usize| Dtype::of_suffix(parts.get(index)?);
    let rank = |index: usize| parts.get(index)?.parse::<usize>().ok();
    Some(match (parts[0], parts[1], operands) {
        ("tfrt_test", "const_dense_attr", []) => one(Ok(of_dense(constant(op)?))),
        ("tfrt_sht", "create_tensor", []) => one(strings(op)?),
        // Dense: that each element is the same shows nowhere but in what is printed.
        ("tfrt_dht_sync", "create_from_scalar", []) => {
            let dtype = dtype(2)?;
            let number = *elements(op, "value")?.first()?;
            one(zeros(dtype, &sizes(op, "shape")?).map(|dense| {
                dense.put(&vec![number; dense.numbers().len()]);
                of_dense(dense)
            }))
        }
        ("tfrt_dht", "create_uninitialized_tensor", []) => {
            one(zeros(dtype(2)?, &sizes(op, "shape")?).map(of_dense))
        }
        ("tfrt_dht", "tensor_equal", [Content::Tensor(a), Content::Tensor(b), _]) => {
            let dtype = dtype(2)?;
            let equal = || close(dense(a)?, dense(b)?, dtype, 0);
            and_chain(equal().map(truth))
        }
        ("tfrt_dht", "tensor_allclose", [Content::Tensor(a), Content::Tensor(b), _]) => {
            let dtype = Dtype::of_suffix(parts.last()?)?;
            let ulps = match parts[2].strip_suffix("ulp") {
                Some(ulps) => ulps.parse().ok()?,
                None => 2,
            };
            let close = || close(dense(a)?, dense(b)?, dtype, ulps);
            and_chain(close().map(truth))
        }
        ("tfrt_dht", "print_tensor", [Content::Tensor(tensor), _]) => printed(tensor.printed()),
        ("tfrt_dht", "print_tensor_shape", [Content::Tensor(tensor), _]) => match dense(tensor) {
            Ok(dense) => printed(vec![shape_text(&dense.shape)]),
            Err(failure) => one(Err(failure)),
        },
        ("tfrt_dht", "get_tensor_shape", [Content::Tensor(tensor)]) => {
            one(dense(tensor).map(|dense| Content::Shape(dense.shape.clone().into())))
        }
        ("tfrt_dht", "no_op_ht", [Content::Tensor(_), _]) => one(Ok(Content::Chain)),
        ("tfrt_dht", "get_buffer", [Content::Tensor(tensor), _]) => {
            and_chain(dense(tensor).map(|dense| Content::Buffer(dense.bytes.clone())))
        }
        ("tfrt_dht", "get_buffer_slice", [Content::Buffer(bytes), offset, size]) => {
            let number = |content: &Content| match content {
                Content::Scalar(Scalar::I64(value)) => i128::from(*value),
                _ => panic!("it is an i64"),
            };
            one(part(bytes, number(offset), number(size)))
        }
        ("tfrt_dht", "make_tensor", [Content::Buffer(bytes), Content::Shape(shape), _]) => {
            and_chain(made(bytes, shape, dtype(2)?).map(of_dense))
        }
        ("tfrt_test", "broadcast", [Content::Tensor(a), Content::Shape(shape), _]) => {
            one(broadcast(a, shape, dtype(2)?, rank(3)?).map(of_dense))
        }
        ("tfrt_test", "argmax", [Content::Tensor(a), _]) => one(argmax(a, dtype(2)?).map(of_dense)),
        ("tfrt_test", "reduce_mean", [Content::Tensor(a), _]) => {
            one(mean(a, dtype(2)?).map(of_dense))
        }
        ("coo", "convert_dht_to_coo", [Content::Tensor(tensor), _]) => {
            and_chain(sparse(tensor, dtype(2)?, rank(3)?))
        }
        ("coo", "convert_coo_to_dht", [Content::Tensor(tensor), _]) => {
            and_chain(filled(tensor, dtype(2)?, rank(3)?).map(of_dense))
        }
        ("coo", "tensor_equal", [Content::Tensor(a), Content::Tensor(b), _]) => {
            let (whole, dtype) = (Dtype::of_suffix("i64")?, dtype(2)?);
            let equal = || {
                let ((_, a_indices, a), (_, b_indices, b)) = (coo(a)?, coo(b)?);
                Ok(close(a_indices, b_indices, whole, 0)? && close(a, b, dtype, 2)?)
            };
            and_chain(equal().map(truth))
        }
        _ => return None,
    })
}

/// The attribute `value` as a tensor.
pub(super) fn constant(op: &Op) -> Option<Dense> {
    let Attribute::Dense { element, shape, data, splat, .. } = op.attributes.get("value")? else {
        return None;
    };
    let dtype = Dtype::of_attribute(element.as_str())?;
    let data: &[u8] = data;
    let bytes = if *splat { data.repeat(count(shape)?) } else { data.to_vec() };
    Some(Dense { dtype, shape: shape.clone(), bytes: Bytes::new(bytes) })
}

fn strings(op: &Op) -> Option<Failed<Content>> {
    let shape = sizes(op, "shape")?;
    let Attribute::Array(elements) = op.attributes.get("values")? else { return None };
    let strings = elements.iter().map(|element| match element {
        Attribute::String(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
        _ => None,
    });
    let strings = strings.collect::<Option<Rc<[String]>>>()?;
    if count(&shape) != Some(strings.len()) {
        return Some(Err("Shape mismatch".into()));
    }
    Some(Ok(Content::Tensor(Rc::new(Tensor::Strings(shape, strings)))))
}

fn part(bytes: &Bytes, offset: i128, size: i128) -> Failed<Content> {
    let within = offset >= 0 && size >= 0 && offset + size <= bytes.size as i128;
    if !within {
        return Err("Cannot allocate host buffer.".into());
    }
    let start = bytes.start + offset as usize;
    Ok(Content::Buffer(Bytes { memory: Rc::clone(&bytes.memory), start, size: size as usize }))
}

fn made(bytes: &Bytes, shape: &[i64], dtype: Dtype) -> Failed<Dense> {
    if byte_count(shape, dtype) != Some(bytes.size) {
        return Err(message(format!(
            "dht.make_tensor failed: buffer_size ({}) is not equal to the number of elements in \
             shape ({}) times element size ({})",
            bytes.size,
            shape_text(shape),
            dtype.size
        )));
    }
    Ok(Dense { dtype, shape: shape.to_vec(), bytes: bytes.clone() })
}

/// Whether all elements are equal or, within so many ulps, nearly so.
fn close(a: &Dense, b: &Dense, dtype: Dtype, ulps: u32) -> Failed<bool> {
    if a.dtype != b.dtype || a.shape != b.shape {
        return Ok(false);
    }
    of_type(a, dtype)?;
    aligned(a)?;
    aligned(b)?;
    let near = |a: f64, b: f64| {
        if ulps == 0 {
            return a == b;
        }
        let narrow = dtype.size == 4 || dtype.name == "complex64";
        let (epsilon, least) = if narrow {
            (f64::from(f32::EPSILON), f64::from(f32::MIN_POSITIVE))
        } else {
            (f64::EPSILON, f64::MIN_POSITIVE)
        };
        // Each operation rounds to the type.
        let round = |value: f64| if narrow { f64::from(value as f32) } else { value };
        let difference = round(a - b).abs();
        let bound = round(round(epsilon * round(a + b).abs()) * f64::from(ulps));
        difference <= bound || difference < least
    };
    Ok(a.numbers().into_iter().zip(b.numbers()).all(|pair| match pair {
        (Number::Float(a), Number::Float(b)) => near(a, b),
        (Number::Complex(a, b), Number::Complex(c, d)) => near(a, c) && near(b, d),
        (a, b) => a == b,
    }))
}

fn broadcast(a: &Tensor, shape: &[i64], dtype: Dtype, rank: usize) -> Failed<Dense> {
    let a = view(a, dtype, 1)?;
    of_rank(shape, rank)?;
    if shape[rank - 1] != a.shape[0] {
        return Err(message(format!(
            "broadcast input tensor dimension and target shape mismatch: {} vs. {}",
            shape_text(&a.shape),
            shape_text(shape)
        )));
    }
    let result = zeros(dtype, shape)?;
    aligned(a)?;
    let row = a.numbers();
    let copies = count(&shape[..rank - 1]).unwrap_or(0);
    result.put(&row.repeat(copies));
    Ok(result)
}

fn argmax(a: &Tensor, dtype: Dtype) -> Failed<Dense> {
    let a = view(a, dtype, 2)?;
    let columns = a.shape[1];
    if columns == 0 {
        return Err("argmax of rows of 0 elements".into());
    }
    aligned(a)?;
    let greater = |a: Number, b: Number| match (a, b) {
        (Number::Integer(a), Number::Integer(b)) => a > b,
        (Number::Float(a), Number::Float(b)) => a > b,
        _ => false,
    };
    let numbers = a.numbers();
    let places = numbers.chunks(columns as usize).map(|row| {
        let first =
            (0..row.len()).reduce(|most, at| if greater(row[at], row[most]) { at } else { most });
        Number::Integer(first.unwrap_or(0) as i128)
    });
    let places: Vec<Number> = places.collect();
    let i32 = Dtype::of_suffix("i32").expect("there is that type");
    Ok(Dense::new(i32, &a.shape[..1], &places))
}

/// The sum of two elements of a type.
pub(super) fn sum(dtype: Dtype, a: Number, b: Number) -> Number {
    arithmetic(dtype, a, b, |a, b| a + b, |a, b| a + b)
}

/// The product of two elements of a type.
pub(super) fn product(dtype: Dtype, a: Number, b: Number) -> Number {
    arithmetic(dtype, a, b, |a, b| a * b, |a, b| a * b)
}

pub(super) fn arithmetic(
    dtype: Dtype,
    a: Number,
    b: Number,
    whole: fn(i128, i128) -> i128,
    float: fn(f64, f64) -> f64,
) -> Number {
    match (a, b) {
        (Number::Integer(a), Number::Integer(b)) => match dtype.size {
            4 => Number::Integer(low32(whole(a, b)).into()),
            _ => Number::Integer(low64(whole(a, b)).into()),
        },
        (Number::Float(a), Number::Float(b)) => {
            Number::Float(single(a as f32, b as f32, float).into())
        }
        _ => panic!("kernels compute with i32, i64 and f32"),
    }
}

fn mean(a: &Tensor, dtype: Dtype) -> Failed<Dense> {
    let a = view(a, dtype, 1)?;
    aligned(a)?;
    let numbers = a.numbers();
    let total = numbers.iter().fold(dtype.zero(), |total, &it| sum(dtype, total, it));
    let number = numbers.len();
    let mean = match total {
        Number::Integer(_) if number == 0 => return Err("the mean of no integers".into()),
        // Toward zero.
        Number::Integer(total) => {
            let magnitude = (total.unsigned_abs() / number as u128) as i128;
            Number::Integer(if total < 0 { -magnitude } else { magnitude })
        }
        Number::Float(total) => {
            Number::Float(single(total as f32, number as f32, |a, b| a / b).into())
        }
        Number::Complex(..) => panic!("kernels compute with i32, i64 and f32"),
    };
    Ok(Dense::new(dtype, &[], &[mean]))
}

fn named_rank(tensor: &Tensor, rank: usize) -> Failed<()> {
    let shape = tensor.shape();
    if shape.len() == rank {
        return Ok(());
    }
    Err(message(format!("a tensor of shape {}, expected rank {rank}", shape_text(shape))))
}

/// What is not zero. Coordinates are as the original computes them: the last one by the first
/// dimension.
fn sparse(tensor: &Tensor, dtype: Dtype, rank: usize) -> Failed<Content> {
    named_rank(tensor, rank)?;
    let dense = dense(tensor)?;
    of_type(dense, dtype)?;
    aligned(dense)?;
    let (mut coordinates, mut values) = (Vec::new(), Vec::new());
    for (place, number) in dense.numbers().into_iter().enumerate() {
        let zero = match number {
            Number::Integer(value) => value == 0,
            Number::Float(value) => value == 0.0,
            Number::Complex(re, im) => re == 0.0 && im == 0.0,
        };
        if zero {
            continue;
        }
        values.push(number);
        let mut rest = place as i128;
        let mut reversed = Vec::new();
        for &size in &dense.shape {
            reversed.push(Number::Integer(rest % i128::from(size)));
            rest /= i128::from(size);
        }
        coordinates.extend(reversed.into_iter().rev());
    }
    let rows = values.len() as i64;
    let whole = Dtype::of_suffix("i64").expect("there is that type");
    let indices = Dense::new(whole, &[rows, rank as i64], &coordinates);
    let values = Dense::new(dtype, &[rows], &values);
    Ok(Content::Tensor(Rc::new(Tensor::Coo(dense.shape.clone(), indices, values))))
}

/// Zeros, and the values at the places that row-major order gives their coordinates.
fn filled(tensor: &Tensor, dtype: Dtype, rank: usize) -> Failed<Dense> {
    named_rank(tensor, rank)?;
    let (shape, indices, values) = coo(tensor)?;
    let result = zeros(dtype, shape)?;
    of_type(values, dtype)?;
    let mut numbers = result.numbers();
    let indices = indices.numbers();
    for (row, value) in values.numbers().into_iter().enumerate() {
        let mut place = 0_i128;
        for (&size, index) in shape.iter().zip(&indices[row * rank..]) {
            let Number::Integer(index) = index else { panic!("coordinates are integers") };
            place = place * i128::from(size) + index;
        }
        let there = usize::try_from(place).ok().and_then(|place| numbers.get_mut(place));
        *there.ok_or("a coordinate is outside the tensor")? = value;
    }
    result.put(&numbers);
    Ok(result)
}

/// The attribute's elements.
pub(super) fn elements(op: &Op, name: &str) -> Option<Vec<Number>> {
    let number = |attribute: &Attribute| {
        Some(match attribute {
            Attribute::Integer { value, ty } if ty.as_str() == "i1" => Number::Integer(value & 1),
            Attribute::Integer { value, .. } => Number::Integer(*value),
            Attribute::Float { bits, ty } => match ty.as_str() {
                "f32" => Number::Float(f32::from_bits(u32::try_from(*bits).ok()?).into()),
                "f64" => Number::Float(f64::from_bits(*bits)),
                _ => Number::Integer((*bits).into()),
            },
            _ => return None,
        })
    };
    match op.attributes.get(name)? {
        Attribute::Array(elements) => elements.iter().map(number).collect(),
        other => Some(vec![number(other)?]),
    }
}

/// Real and imaginary parts as complex numbers.
pub(super) fn pairs(dtype: Dtype, numbers: Vec<Number>) -> Vec<Number> {
    if dtype.class != Class::Complex {
        return numbers;
    }
    let pair = |pair: &[Number]| match *pair {
        [Number::Float(re), Number::Float(im)] => Number::Complex(re, im),
        _ => panic!("the parts are floats"),
    };
    numbers.chunks_exact(2).map(pair).collect()
}
