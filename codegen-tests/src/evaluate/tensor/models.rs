//! The dialect `nn`, by loops over indices: each element of a result is computed by itself, in the order that
//! `spec/numeric-contract.md` gives, from elements that are found by their indices.

use super::super::float::{Format, key};
use super::super::kernels::Failure;
use super::super::math;
use super::super::scalar::{Content, Scalar};
use super::kernels::{of_type, sizes};
use super::values::{number, scalar, typed};
use super::{Class, Dense, Dtype, Number, shape_text};
use tfrt_compiler::graph::{Attribute, Op};

type Failed<T> = Result<T, Failure>;

/// The result of an op of the dialect.
pub(super) fn apply(op: &Op, operands: &[Content]) -> Option<Failed<Content>> {
    let tensors = operands.iter().map(|content| match content {
        Content::Typed(dense) => Some(&**dense),
        _ => None,
    });
    let tensors: Vec<&Dense> = tensors.collect::<Option<_>>()?;
    let parts: Vec<&str> = op.name.split('.').collect();
    // Its other operands are lists of numbers.
    let takes_lists =
        ["broadcast", "reshape", "slice"].contains(&parts[1]) || parts[1].starts_with("reduce");
    let (tensors, lists) = tensors.split_at(if takes_lists { 1 } else { tensors.len() });
    let lists: Vec<Vec<i64>> =
        lists.iter().map(|list| list.numbers().iter().map(whole).collect()).collect();
    if let Some(element) = parts.get(2) {
        let dtype = Dtype::of_attribute(element)?;
        for tensor in tensors {
            if let Err(failure) = of_type(tensor, dtype) {
                return Some(Err(failure));
            }
        }
    }
    let made = match parts[1] {
        "matmul" => matmul(tensors[0], tensors[1]),
        "broadcast" => expanded(tensors[0], &lists[0]),
        "transpose" => transposed(op, tensors[0]),
        "reshape" => reshaped(op, tensors[0], &lists[0]),
        "slice" => sliced(tensors[0], &lists),
        "concatenate" => joined(op, tensors),
        "select" => selected([tensors[0], tensors[1], tensors[2]]),
        "softmax" => softmax(op, tensors[0]),
        "argmax" => place(op, tensors[0], 1),
        "argmin" => place(op, tensors[0], -1),
        "conv" => convolved(op, tensors),
        "max_pool" => pooled(op, tensors[0], false),
        "average_pool" => pooled(op, tensors[0], true),
        name => {
            let axes = lists.first().map_or(&[][..], Vec::as_slice);
            reduced(op, name.strip_prefix("reduce_")?, tensors[0], axes)
        }
    };
    Some(made.map(typed))
}

/// An element of a list.
fn whole(number: &Number) -> i64 {
    match number {
        Number::Integer(value) => i64::try_from(*value).expect("a list has i64"),
        other => panic!("{other:?} in a list"),
    }
}

/// Arithmetic of an element type: halves are computed in singles.
#[derive(Clone, Copy)]
enum Work {
    /// Of so many bits.
    Integer(u32),
    Single,
    Double,
}

impl Work {
    fn of(dtype: Dtype) -> Self {
        match dtype.class {
            Class::Float if dtype.size == 8 => Self::Double,
            Class::Float | Class::Half(_) => Self::Single,
            _ => Self::Integer(8 * dtype.size as u32),
        }
    }

    fn float(self, value: f64) -> Number {
        Number::Float(if matches!(self, Self::Single) { f64::from(value as f32) } else { value })
    }

    fn integer(self, value: i128) -> Number {
        let Self::Integer(bits) = self else { return self.float(value as f64) };
        let size = 1_i128 << bits;
        let low = value.rem_euclid(size);
        Number::Integer(if low >= size / 2 { low - size } else { low })
    }

    fn zero(self) -> Number {
        self.integer(0)
    }

    fn plus(self, a: Number, b: Number) -> Number {
        match (a, b) {
            // Of two singles, a double holds more than the sum needs to be rounded twice.
            (Number::Float(a), Number::Float(b)) => self.float(a + b),
            (Number::Integer(a), Number::Integer(b)) => self.integer(a + b),
            _ => panic!("elements of one tensor have one type"),
        }
    }

    fn times(self, a: Number, b: Number) -> Number {
        match (a, b) {
            (Number::Float(a), Number::Float(b)) => self.float(a * b),
            (Number::Integer(a), Number::Integer(b)) => self.integer(a * b),
            _ => panic!("elements of one tensor have one type"),
        }
    }

    /// `a` times `b` plus `c`, rounded once.
    fn fused(self, a: Number, b: Number, c: Number) -> Number {
        let (Number::Float(x), Number::Float(y), Number::Float(z)) = (a, b, c) else {
            return self.plus(self.times(a, b), c);
        };
        let format = if matches!(self, Self::Single) { "f32" } else { "f64" };
        let format = Format::of(format).expect("there is that format");
        number(math::fused(format, [x, y, z]).expect("floats have one"))
    }

    fn divided(self, a: Number, count: usize) -> Number {
        match a {
            Number::Float(a) => self.float(a / count as f64),
            _ => panic!("means are floats"),
        }
    }
}

/// A tensor of numbers to compute with.
struct Array<'a> {
    dtype: Dtype,
    work: Work,
    shape: &'a [i64],
    numbers: Vec<Number>,
}

impl<'a> Array<'a> {
    fn of(dense: &'a Dense) -> Self {
        let dtype = dense.dtype;
        let wide = |it: Number| match dtype.class {
            Class::Half(_) => {
                let format = Format::of(dtype.attribute).expect("there is that format");
                Number::Float(format.value(scalar(dtype, it)).expect("it is one"))
            }
            _ => it,
        };
        let numbers = dense.numbers().into_iter().map(wide).collect();
        Self { dtype, work: Work::of(dtype), shape: &dense.shape, numbers }
    }

    fn at(&self, index: &[i64]) -> Number {
        self.numbers[place_of(self.shape, index)]
    }

    /// A tensor of the same elements, of which each is a function of its index.
    fn made(&self, shape: &[i64], of: impl FnMut(&[i64]) -> Number) -> Failed<Dense> {
        let narrow = |it: Number| match (self.dtype.class, it) {
            (Class::Half(_), Number::Float(value)) => {
                let format = Format::of(self.dtype.attribute).expect("there is that format");
                number(format.rounded(value))
            }
            _ => it,
        };
        let numbers: Vec<Number> = indices(shape).iter().map(Vec::as_slice).map(of).collect();
        let numbers: Vec<Number> = numbers.into_iter().map(narrow).collect();
        Ok(Dense::new(self.dtype, shape, &numbers))
    }
}

fn place_of(shape: &[i64], index: &[i64]) -> usize {
    assert_eq!(shape.len(), index.len(), "an index for each dimension");
    let place = shape.iter().zip(index).fold(0, |place, (size, at)| {
        assert!((0..*size).contains(at), "the index is inside");
        place * size + at
    });
    place as usize
}

/// All indices of a shape, row by row.
fn indices(shape: &[i64]) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for &size in shape {
        let longer = all.iter().flat_map(|index| {
            (0..size).map(move |at| index.iter().copied().chain([at]).collect::<Vec<i64>>())
        });
        all = longer.collect();
    }
    all
}

/// A tensor of elements of others, unchanged, of which each is found by its index.
fn moved(dtype: Dtype, shape: &[i64], of: impl FnMut(&[i64]) -> Number) -> Failed<Dense> {
    let numbers: Vec<Number> = indices(shape).iter().map(Vec::as_slice).map(of).collect();
    Ok(Dense::new(dtype, shape, &numbers))
}

fn element(dense: &Dense, numbers: &[Number], index: &[i64]) -> Number {
    numbers[place_of(&dense.shape, index)]
}

fn integer(op: &Op, name: &str) -> i64 {
    match op.attributes.get(name) {
        Some(Attribute::Integer { value, .. }) => i64::try_from(*value).expect("it fits"),
        _ => panic!("{} has no number {name}", op.name),
    }
}

fn numbers(op: &Op, name: &str) -> Vec<i64> {
    sizes(op, name).unwrap_or_else(|| panic!("{} has no numbers {name}", op.name))
}

fn dimension(shape: &[i64], axis: i64) -> usize {
    let rank = shape.len() as i64;
    (if axis < 0 { axis + rank } else { axis }) as usize
}

/// The shape that all are broadcast to.
fn broadcast(shapes: &[&[i64]]) -> Failed<Vec<i64>> {
    let rank = shapes.iter().map(|shape| shape.len()).max().unwrap_or(0);
    let size = |at: usize| {
        let of = |shape: &&[i64]| (at + shape.len()).checked_sub(rank).map_or(1, |at| shape[at]);
        let all: Vec<i64> = shapes.iter().map(of).filter(|&size| size != 1).collect();
        let same = all.windows(2).all(|pair| pair[0] == pair[1]);
        same.then(|| all.first().copied().unwrap_or(1))
    };
    (0..rank).map(size).collect::<Option<Vec<i64>>>().ok_or_else(|| {
        let all: Vec<String> = shapes.iter().map(|shape| shape_text(shape)).collect();
        Failure::invalid(format!("shapes {} do not broadcast", all.join(" and ")))
    })
}

/// Where an element of a broadcast tensor comes from.
fn source(shape: &[i64], index: &[i64]) -> Vec<i64> {
    let own = &index[index.len() - shape.len()..];
    own.iter().zip(shape).map(|(&at, &size)| if size == 1 { 0 } else { at }).collect()
}

fn matmul(a: &Dense, b: &Dense) -> Failed<Dense> {
    let (left, right) = (Array::of(a), Array::of(b));
    let fails = |why: String| {
        let (a, b) = (shape_text(&a.shape), shape_text(&b.shape));
        Failure::invalid(format!("shapes {a} and {b} have no product: {why}"))
    };
    let (is_row, is_column) = (a.shape.len() == 1, b.shape.len() == 1);
    let inner = *a.shape.last().expect("it is no scalar");
    let other = b.shape[b.shape.len().saturating_sub(2)];
    if inner != other {
        return Err(fails(format!("{inner} is not {other}")));
    }
    let batch_of = |shape: &[i64]| shape[..shape.len().saturating_sub(2)].to_vec();
    let (batch_a, batch_b) = (batch_of(&a.shape), batch_of(&b.shape));
    let batch = broadcast(&[&batch_a, &batch_b])?;
    let mut shape = batch.clone();
    shape.extend((!is_row).then(|| a.shape[a.shape.len() - 2]));
    shape.extend((!is_column).then(|| b.shape[b.shape.len() - 1]));
    let work = left.work;
    left.made(&shape, |index| {
        let (of_batch, rest) = index.split_at(batch.len());
        let row = (!is_row).then(|| rest[0]);
        let column = (!is_column).then(|| rest[rest.len() - 1]);
        (0..inner).fold(work.zero(), |sum, k| {
            let mut from_a = source(&batch_a, of_batch);
            from_a.extend(row);
            from_a.push(k);
            let mut from_b = source(&batch_b, of_batch);
            from_b.push(k);
            from_b.extend(column);
            work.fused(left.at(&from_a), right.at(&from_b), sum)
        })
    })
}

fn expanded(dense: &Dense, wanted: &[i64]) -> Failed<Dense> {
    let shape = broadcast(&[&dense.shape, wanted])?;
    let all = dense.numbers();
    moved(dense.dtype, &shape, |index| element(dense, &all, &source(&dense.shape, index)))
}

fn transposed(op: &Op, dense: &Dense) -> Failed<Dense> {
    let order = numbers(op, "perm");
    let shape: Vec<i64> = order.iter().map(|&at| dense.shape[at as usize]).collect();
    let all = dense.numbers();
    moved(dense.dtype, &shape, |index| {
        let mut from = vec![0; order.len()];
        order.iter().zip(index).for_each(|(&to, &at)| from[to as usize] = at);
        element(dense, &all, &from)
    })
}

fn reshaped(op: &Op, dense: &Dense, wanted: &[i64]) -> Failed<Dense> {
    let zero = integer(op, "allowzero") != 0;
    let all = dense.numbers();
    let sizes = wanted.iter().enumerate();
    let copied =
        |(at, &size): (usize, &i64)| if size == 0 && !zero { dense.shape[at] } else { size };
    let mut shape: Vec<i64> = sizes.map(copied).collect();
    let others: i64 = shape.iter().filter(|&&size| size != -1).product();
    if let Some(rest) = shape.iter_mut().find(|size| **size == -1) {
        *rest = all.len() as i64 / others;
    }
    if shape.iter().product::<i64>() != all.len() as i64 {
        let from = shape_text(&dense.shape);
        return Err(Failure::invalid(format!("a tensor of shape {from} has no shape {wanted:?}")));
    }
    Ok(Dense::new(dense.dtype, &shape, &all))
}

fn sliced(dense: &Dense, lists: &[Vec<i64>]) -> Failed<Dense> {
    let (starts, ends) = (&lists[0], &lists[1]);
    let axes = lists.get(2).cloned().unwrap_or_else(|| (0..starts.len() as i64).collect());
    let steps = lists.get(3).cloned().unwrap_or_else(|| vec![1; axes.len()]);
    // For each dimension, the places that are taken.
    let mut taken: Vec<Vec<i64>> = dense.shape.iter().map(|&size| (0..size).collect()).collect();
    let all = axes.into_iter().zip(starts).zip(ends).zip(steps);
    for (((axis, &start), &end), step) in all {
        let [start, end, step] = [start, end, step].map(i128::from);
        let dimension = dimension(&dense.shape, axis);
        let size = i128::from(dense.shape[dimension]);
        let from_end = |place: i128| if place < 0 { place + size } else { place };
        let (mut place, end) = (from_end(start), from_end(end));
        // The first place that is inside or, on the way, the edge.
        place = if step > 0 { place.max(0) } else { place.min(size - 1) };
        let mut places = Vec::new();
        while (0..size).contains(&place) && if step > 0 { place < end } else { place > end } {
            places.push(place as i64);
            place += step;
        }
        taken[dimension] = places;
    }
    let shape: Vec<i64> = taken.iter().map(|places| places.len() as i64).collect();
    let all = dense.numbers();
    moved(dense.dtype, &shape, |index| {
        let from: Vec<i64> =
            index.iter().zip(&taken).map(|(&at, places)| places[at as usize]).collect();
        element(dense, &all, &from)
    })
}

fn joined(op: &Op, tensors: &[&Dense]) -> Failed<Dense> {
    let axis = integer(op, "axis");
    let first = tensors[0];
    let dimension = dimension(&first.shape, axis);
    let rest = |shape: &[i64]| {
        let mut rest = shape.to_vec();
        rest.remove(dimension);
        rest
    };
    let mut shape = first.shape.clone();
    shape[dimension] = 0;
    for tensor in tensors {
        if tensor.shape.len() != shape.len() || rest(&tensor.shape) != rest(&shape) {
            let all: Vec<String> = tensors.iter().map(|tensor| shape_text(&tensor.shape)).collect();
            let all = all.join(" and ");
            return Err(Failure::invalid(format!(
                "shapes {all} cannot be joined along axis {axis}"
            )));
        }
        of_type(tensor, first.dtype)?;
        shape[dimension] += tensor.shape[dimension];
    }
    let all: Vec<Vec<Number>> = tensors.iter().map(|tensor| tensor.numbers()).collect();
    moved(first.dtype, &shape, |index| {
        let mut from = index.to_vec();
        for (tensor, numbers) in tensors.iter().zip(&all) {
            if from[dimension] < tensor.shape[dimension] {
                return element(tensor, numbers, &from);
            }
            from[dimension] -= tensor.shape[dimension];
        }
        panic!("some tensor has the element")
    })
}

fn selected([condition, a, b]: [&Dense; 3]) -> Failed<Dense> {
    of_type(b, a.dtype)?;
    let shape = broadcast(&[&condition.shape, &a.shape, &b.shape])?;
    let all = [condition, a, b].map(Dense::numbers);
    moved(a.dtype, &shape, |index| {
        let at = |of: &Dense, numbers| element(of, numbers, &source(&of.shape, index));
        if at(condition, &all[0]) == Number::Integer(0) { at(b, &all[2]) } else { at(a, &all[1]) }
    })
}

/// The sum, or what else `join` makes, of numbers in sixteen lanes.
fn in_lanes(
    numbers: impl Iterator<Item = Number>,
    start: Number,
    join: impl Fn(Number, Number) -> Number,
) -> Number {
    let mut lanes = [start; 16];
    for (index, number) in numbers.enumerate() {
        lanes[index % 16] = join(lanes[index % 16], number);
    }
    for apart in [8, 4, 2, 1] {
        for lane in 0..apart {
            lanes[lane] = join(lanes[lane], lanes[lane + apart]);
        }
    }
    lanes[0]
}

/// The greater of two numbers, the lesser if `sign` is -1. NaN is both; +0 is greater than -0.
fn extreme(sign: i32, a: Number, b: Number) -> Number {
    match (a, b) {
        (Number::Float(x), Number::Float(y)) => {
            let first = x.is_nan() || !y.is_nan() && (key(x) > key(y)) == (sign > 0);
            if first { a } else { b }
        }
        (Number::Integer(x), Number::Integer(y)) => {
            if (x > y) == (sign > 0) {
                a
            } else {
                b
            }
        }
        _ => panic!("elements of one tensor have one type"),
    }
}

/// What no element is on that side of.
fn edge(work: Work, sign: i32) -> Number {
    match work {
        Work::Integer(bits) if sign > 0 => Number::Integer(-(1_i128 << (bits - 1))),
        Work::Integer(bits) => Number::Integer((1_i128 << (bits - 1)) - 1),
        _ => Number::Float(f64::from(sign) * f64::NEG_INFINITY),
    }
}

/// The indices of a tensor that become one, for the index of that one.
fn gone(shape: &[i64], dimensions: &[usize], keep: bool, index: &[i64]) -> Vec<Vec<i64>> {
    let mut kept = index.iter().copied();
    let start: Vec<Option<i64>> = (0..shape.len())
        .map(|at| {
            if dimensions.contains(&at) {
                if keep {
                    kept.next();
                }
                return None;
            }
            kept.next()
        })
        .collect();
    let ranges = shape.iter().zip(&start).map(|(&size, at)| if at.is_some() { 1 } else { size });
    let ranges: Vec<i64> = ranges.collect();
    let moved = indices(&ranges)
        .into_iter()
        .map(|index| index.iter().zip(&start).map(|(&at, start)| start.unwrap_or(at)).collect());
    moved.collect()
}

fn without(shape: &[i64], dimensions: &[usize], keep: bool) -> Vec<i64> {
    let size = |(at, &size): (usize, &i64)| match dimensions.contains(&at) {
        true => keep.then_some(1),
        false => Some(size),
    };
    shape.iter().enumerate().filter_map(size).collect()
}

fn reduced(op: &Op, kind: &str, dense: &Dense, axes: &[i64]) -> Failed<Dense> {
    let array = Array::of(dense);
    let work = array.work;
    let mut dimensions: Vec<usize> =
        axes.iter().map(|&axis| dimension(&dense.shape, axis)).collect();
    if axes.is_empty() && integer(op, "noop_with_empty_axes") == 0 {
        dimensions = (0..dense.shape.len()).collect();
    }
    let keep = integer(op, "keepdims") != 0;
    let size = |it: Number| match it {
        Number::Float(value) => Number::Float(value.abs()),
        Number::Integer(value) => work.integer(value.abs()),
        Number::Complex(..) => panic!("there are no complex sums"),
    };
    let shape = without(&dense.shape, &dimensions, keep);
    array.made(&shape, |index| {
        let from = gone(&dense.shape, &dimensions, keep, index);
        let count = from.len();
        let elements = from.iter().map(|index| array.at(index));
        let sum = |a, b| work.plus(a, b);
        match kind {
            "sum" => in_lanes(elements, work.zero(), sum),
            "prod" => in_lanes(elements, work.integer(1), |a, b| work.times(a, b)),
            "l1" => in_lanes(elements.map(size), work.zero(), sum),
            "max" => in_lanes(elements, edge(work, 1), |a, b| extreme(1, a, b)),
            "min" => in_lanes(elements, edge(work, -1), |a, b| extreme(-1, a, b)),
            "mean" => work.divided(in_lanes(elements, work.zero(), sum), count),
            "sum_square" | "l2" => {
                let squares = elements.map(|it| work.times(it, it));
                match (kind, in_lanes(squares, work.zero(), sum)) {
                    ("l2", Number::Float(sum)) => work.float(math::root(sum)),
                    (_, sum) => sum,
                }
            }
            other => panic!("no reduction {other}"),
        }
    })
}

fn place(op: &Op, dense: &Dense, sign: i32) -> Failed<Dense> {
    let array = Array::of(dense);
    let axis = integer(op, "axis");
    let at = dimension(&dense.shape, axis);
    if dense.shape[at] == 0 {
        let shape = shape_text(&dense.shape);
        let message = format!("a tensor of shape {shape} has no elements along axis {axis}");
        return Err(Failure::invalid(message));
    }
    let keep = integer(op, "keepdims") != 0;
    let last = integer(op, "select_last_index") != 0;
    let dtype = Dtype::of_attribute("i64").expect("there is that type");
    moved(dtype, &without(&dense.shape, &[at], keep), |index| {
        let elements: Vec<Number> =
            gone(&dense.shape, &[at], keep, index).iter().map(|index| array.at(index)).collect();
        // Nothing exceeds it: no NaN if it is none, and no number that is greater.
        let best = |candidate: &Number| {
            elements.iter().all(|other| match (*candidate, *other) {
                (Number::Float(x), _) if x.is_nan() => true,
                (_, Number::Float(y)) if y.is_nan() => false,
                (Number::Float(x), Number::Float(y)) => {
                    if sign > 0 {
                        y <= x
                    } else {
                        y >= x
                    }
                }
                (Number::Integer(x), Number::Integer(y)) => {
                    if sign > 0 {
                        y <= x
                    } else {
                        y >= x
                    }
                }
                _ => false,
            })
        };
        let found =
            if last { elements.iter().rposition(best) } else { elements.iter().position(best) };
        Number::Integer(found.expect("there is a best one") as i128)
    })
}

fn exponential(work: Work, x: f64) -> f64 {
    let (name, argument) = match work {
        Work::Single => ("exp.f32", Scalar::F32(x as f32)),
        _ => ("exp.f64", Scalar::F64(x)),
    };
    let results = math::of_elements(name, &[argument]).expect("there is that function");
    match results.into_iter().next() {
        Some(Ok(Content::Scalar(Scalar::F32(value)))) => value.into(),
        Some(Ok(Content::Scalar(Scalar::F64(value)))) => value,
        _ => panic!("an exponential is a float"),
    }
}

fn softmax(op: &Op, dense: &Dense) -> Failed<Dense> {
    let array = Array::of(dense);
    let work = array.work;
    let at = dimension(&dense.shape, integer(op, "axis"));
    let value = |it: Number| match it {
        Number::Float(value) => value,
        _ => panic!("softmax is of floats"),
    };
    array.made(&dense.shape, |index| {
        let row = gone(&dense.shape, &[at], true, index);
        let elements = || row.iter().map(|index| array.at(index));
        let greatest = value(in_lanes(elements(), edge(work, 1), |a, b| extreme(1, a, b)));
        let power = |it: Number| {
            let Number::Float(less) = work.float(value(it) - greatest) else { panic!("a float") };
            Number::Float(exponential(work, less))
        };
        let sum = value(in_lanes(elements().map(power), work.zero(), |a, b| work.plus(a, b)));
        work.times(power(array.at(index)), work.float(1.0 / sum))
    })
}

/// A window's attributes.
struct Window {
    kernel: Vec<i64>,
    strides: Vec<i64>,
    pads: Vec<i64>,
    dilations: Vec<i64>,
}

impl Window {
    /// The sizes of the result for images of these.
    fn results(&self, sizes: &[i64], ceil: bool) -> Failed<Vec<i64>> {
        let rank = sizes.len();
        let size = |at: usize| {
            let size = sizes[at];
            let padded = size + self.pads[at] + self.pads[rank + at];
            let extent = (self.kernel[at] - 1) * self.dilations[at] + 1;
            if extent > padded {
                return Err(Failure::invalid(format!(
                    "a window of {extent} is larger than {padded}, which is {size} with padding"
                )));
            }
            // The starts of windows: of those that fit or, with `ceil`, of the first that reaches the
            // end too, but for the last one if it is behind the image.
            let starts = (0..).map(|window| window * self.strides[at]);
            if !ceil {
                return Ok(starts.take_while(|start| start + extent <= padded).count() as i64);
            }
            let before = |start: &i64| start + extent < padded;
            let mut windows: Vec<i64> = starts.clone().take_while(before).collect();
            windows.extend(starts.skip(windows.len()).take(1));
            windows.pop_if(|last| *last >= size + self.pads[at]);
            Ok(windows.len() as i64)
        };
        (0..rank).map(size).collect()
    }

    /// Where the elements of a window are, row by row: `None` in the padding.
    fn elements(&self, sizes: &[i64], output: &[i64]) -> Vec<(Vec<i64>, bool, bool)> {
        let rank = sizes.len();
        let of = |tap: Vec<i64>| {
            let place: Vec<i64> = (0..rank)
                .map(|at| {
                    output[at] * self.strides[at] + tap[at] * self.dilations[at] - self.pads[at]
                })
                .collect();
            let inside = (0..rank).all(|at| (0..sizes[at]).contains(&place[at]));
            let around = (0..rank).all(|at| place[at] < sizes[at] + self.pads[rank + at]);
            (place, inside, around)
        };
        indices(&self.kernel).into_iter().map(of).collect()
    }
}

/// The window over images of these sizes.
fn window(op: &Op, kernel: Vec<i64>, sizes: &[i64]) -> Window {
    let [strides, mut pads, dilations] =
        ["strides", "pads", "dilations"].map(|name| numbers(op, name));
    let auto = integer(op, "auto_pad");
    let rank = sizes.len();
    for at in (0..rank).filter(|_| auto != 0) {
        // The least that lets a window start at each multiple of the stride in the image.
        let last = (0..sizes[at]).step_by(strides[at] as usize).last().unwrap_or(-strides[at]);
        let all = (last + (kernel[at] - 1) * dilations[at] + 1 - sizes[at]).max(0);
        let odd = all % 2;
        pads[at] = all / 2 + if auto == -1 { odd } else { 0 };
        pads[rank + at] = all / 2 + if auto == 1 { odd } else { 0 };
    }
    Window { kernel, strides, pads, dilations }
}

fn convolved(op: &Op, tensors: &[&Dense]) -> Failed<Dense> {
    let (images, filters) = (Array::of(tensors[0]), Array::of(tensors[1]));
    let bias = tensors.get(2).map(|bias| Array::of(bias));
    let work = images.work;
    let groups = integer(op, "group");
    let window = window(op, filters.shape[2..].to_vec(), &images.shape[2..]);
    let (inputs, outputs) = (filters.shape[1], filters.shape[0]);
    let sizes = &images.shape[2..];
    let mut shape = vec![images.shape[0], outputs];
    shape.extend(window.results(sizes, false)?);
    let elements_of = indices(&window.kernel);
    images.made(&shape, |index| {
        let filter = index[1];
        let first = filter / (outputs / groups) * inputs;
        let mut sum = bias.as_ref().map_or(work.zero(), |bias| bias.at(&[filter]));
        let taps = window.elements(sizes, &index[2..]);
        for block in (0..inputs).step_by(16) {
            let last = if inputs < 16 { inputs } else { block + 16 };
            for (element, (place, inside, _)) in elements_of.iter().zip(&taps) {
                for input in block..last {
                    let filled = input >= inputs;
                    let x = if filled || !inside {
                        work.zero()
                    } else {
                        images.at(&[&[index[0], first + input], &place[..]].concat())
                    };
                    let weight = if filled {
                        work.zero()
                    } else {
                        filters.at(&[&[filter, input], &element[..]].concat())
                    };
                    sum = work.fused(weight, x, sum);
                }
            }
        }
        sum
    })
}

fn pooled(op: &Op, dense: &Dense, mean: bool) -> Failed<Dense> {
    let array = Array::of(dense);
    let work = array.work;
    let window = window(op, numbers(op, "kernel_shape"), &dense.shape[2..]);
    let sizes = &dense.shape[2..];
    let mut shape = dense.shape[..2].to_vec();
    shape.extend(window.results(sizes, integer(op, "ceil_mode") != 0)?);
    let include = mean && integer(op, "count_include_pad") != 0;
    array.made(&shape, |index| {
        let taps = window.elements(sizes, &index[2..]);
        let inside = taps.iter().filter(|(_, inside, _)| *inside);
        let elements = inside.map(|(place, ..)| array.at(&[&index[..2], &place[..]].concat()));
        if !mean {
            return elements.fold(edge(work, 1), |a, b| extreme(1, a, b));
        }
        let count =
            taps.iter().filter(|(_, inside, around)| if include { *around } else { *inside });
        let count = count.count();
        work.divided(elements.fold(work.zero(), |a, b| work.plus(a, b)), count)
    })
}
