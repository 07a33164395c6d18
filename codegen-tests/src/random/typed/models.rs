//! The dialect `nn` in random programs: every op, on tensors in scope that fit it or on new ones, with
//! attributes away from what is usual. A few calls fail when they run, because the types of their operands
//! do not say enough.

use super::{Block, ELEMENTS, Element, Generator, Known, Type, Value, count, known};

/// The ops and the element types of each; those without any take all of them.
pub const OPS: [(&str, &[Element]); 21] = [
    ("nn.argmax", PLACED),
    ("nn.argmin", PLACED),
    ("nn.average_pool", FLOATS),
    ("nn.broadcast", &[]),
    ("nn.concatenate", &[]),
    ("nn.conv", FLOATS),
    ("nn.matmul", SUMMED),
    ("nn.max_pool", &["i8", "f16", "bf16", "f32", "f64"]),
    ("nn.reduce_l1", SUMMED),
    ("nn.reduce_l2", FLOATS),
    ("nn.reduce_max", PLACED),
    ("nn.reduce_mean", FLOATS),
    ("nn.reduce_min", PLACED),
    ("nn.reduce_prod", SUMMED),
    ("nn.reduce_sum", SUMMED),
    ("nn.reduce_sum_square", SUMMED),
    ("nn.reshape", &[]),
    ("nn.select", &[]),
    ("nn.slice", &[]),
    ("nn.softmax", FLOATS),
    ("nn.transpose", &[]),
];

const FLOATS: &[Element] = &["f16", "bf16", "f32", "f64"];
const SUMMED: &[Element] = &["i32", "i64", "f16", "bf16", "f32", "f64"];
const PLACED: &[Element] = &["i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"];

/// Elements of a tensor that ops take from what is in scope.
const FEW: usize = 100;

/// The result of an op: its last operands and its attributes, and the shape that it has when the program
/// runs.
struct Made {
    /// Operands that are lists of numbers.
    lists: Vec<Vec<i64>>,
    attributes: String,
    /// `None` if the op fails.
    shape: Option<Vec<i64>>,
}

impl Made {
    fn new(attributes: String, shape: impl Into<Option<Vec<i64>>>) -> Self {
        Self { lists: Vec::new(), attributes, shape: shape.into() }
    }

    fn with_lists(lists: Vec<Vec<i64>>, shape: impl Into<Option<Vec<i64>>>) -> Self {
        Self { lists, attributes: String::new(), shape: shape.into() }
    }
}

/// An op to be written.
struct Call {
    name: String,
    operands: Vec<Value>,
    /// The element type of its result.
    gives: Element,
    made: Made,
}

/// ` {name = value}`, or nothing.
fn braced(attributes: String) -> String {
    if attributes.is_empty() { attributes } else { format!(" {{{attributes}}}") }
}

/// `name = [1, 2]`.
fn list(name: &str, numbers: &[i64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("{name} = [{}]", numbers.join(", "))
}

/// The shape that both broadcast to.
fn broadcast(a: &[i64], b: &[i64]) -> Vec<i64> {
    let rank = a.len().max(b.len());
    let size = |of: &[i64], at: usize| (at + of.len()).checked_sub(rank).map_or(1, |at| of[at]);
    (0..rank).map(|at| if size(a, at) == 1 { size(b, at) } else { size(a, at) }).collect()
}

impl Generator {
    /// An op of the dialect.
    pub(super) fn model_op(&mut self, block: &mut Block) {
        let Call { name, operands, gives, made } = self.model_call(block);
        self.finish_model_op(block, &name, operands, gives, made);
    }

    /// An op of the dialect that fails, as the types of its operands say; or what it takes alone.
    pub(super) fn mistaken_model_op(&mut self, block: &mut Block, with: bool) {
        // Some calls in a hundred are wrong.
        for _ in 0..1_000 {
            let Call { name, operands, gives, made } = self.model_call(block);
            if made.shape.is_some() {
                continue;
            }
            let exact = operands.into_iter().map(|operand| {
                let to = operand.shape.as_deref().and_then(known);
                self.cast_to(block, &operand, &to)
            });
            let mut exact: Vec<Value> = exact.collect();
            exact.extend(made.lists.iter().map(|list| self.list(block, list)));
            if with {
                let attributes = braced(made.attributes);
                self.one(block, &name, &exact, Type::Tensor(gives, None), &attributes);
            }
            return;
        }
        unreachable!("some calls are wrong");
    }

    fn model_call(&mut self, block: &mut Block) -> Call {
        let (op, elements) = OPS[self.random.below(OPS.len())];
        let elements = if elements.is_empty() { &ELEMENTS[..] } else { elements };
        let element = if elements.contains(&self.element) && self.random.below(3) > 0 {
            self.element
        } else {
            self.random.pick(elements)
        };
        let mut operands = Vec::new();
        let made = match op.split_once('.').map_or(op, |(_, name)| name) {
            "matmul" => self.matmul(block, element, &mut operands),
            "broadcast" => self.expanded(block, element, &mut operands),
            "transpose" => self.transposed(block, element, &mut operands),
            "reshape" => self.reshaped(block, element, &mut operands),
            "slice" => self.sliced(block, element, &mut operands),
            "concatenate" => self.concatenated(block, element, &mut operands),
            "select" => self.selected(block, element, &mut operands),
            "softmax" => self.along(block, element, &mut operands),
            "argmax" | "argmin" => self.placed(block, element, &mut operands),
            "conv" => self.convolved(block, element, &mut operands),
            "max_pool" => self.pooled(block, element, &mut operands, false),
            "average_pool" => self.pooled(block, element, &mut operands, true),
            _ => self.reduced(block, element, &mut operands),
        };
        let gives = if op.contains(".arg") { "i64" } else { element };
        let moves = OPS.iter().any(|(other, elements)| *other == op && elements.is_empty());
        let name = if moves { op.to_owned() } else { format!("{op}.{element}") };
        Call { name, operands, gives, made }
    }

    fn finish_model_op(
        &mut self,
        block: &mut Block,
        name: &str,
        operands: Vec<Value>,
        gives: Element,
        Made { lists, attributes, shape }: Made,
    ) {
        // A mistake that types would show is one that they must not say.
        let vague = shape.is_none() || self.random.one_in(4);
        let mut operands: Vec<Value> = operands
            .into_iter()
            .map(|operand| {
                let (_, of) = operand.tensor().expect("ops take tensors");
                let to = if shape.is_none() { None } else { self.looser(&of.clone()) };
                if vague { self.cast_to(block, &operand, &to) } else { operand }
            })
            .collect();
        let types: Vec<&Known> =
            operands.iter().filter_map(|operand| operand.tensor().map(|(_, of)| of)).collect();
        let ranked = types.iter().all(|of| of.is_some());
        let exact = types.iter().all(|of| of.iter().flatten().all(Option::is_some));
        let open_lists = shape.is_none() || self.random.one_in(4);
        for list in &lists {
            let list = self.list(block, list);
            operands.push(if open_lists { self.cast_to(block, &list, &None) } else { list });
        }
        let of = match &shape {
            _ if open_lists && !lists.is_empty() => None,
            Some(shape) if ranked && exact => known(shape),
            Some(shape) if ranked => Some(vec![None; shape.len()]),
            _ => None,
        };
        let of = self.looser(&of);
        let attributes = braced(attributes);
        let gives = Type::Tensor(gives, of);
        let result = self.one(block, name, &operands, gives, &attributes);
        for operand in &operands {
            self.maybe_last_use(block, operand);
        }
        block.values.push(result.with_shape(shape.as_ref()));
    }

    /// A constant list of numbers.
    fn list(&mut self, block: &mut Block, numbers: &[i64]) -> Value {
        let gives = Type::Tensor("i64", known(&[numbers.len() as i64]));
        let elements: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let elements =
            if elements.is_empty() { String::new() } else { format!("[{}]", elements.join(", ")) };
        let attribute = format!(" {{value = dense<{elements}> : {gives}}}");
        self.one(block, "arith.constant.tensor", &[], gives, &attribute)
    }

    /// A tensor of that shape.
    fn model_tensor(&mut self, block: &mut Block, element: Element, shape: &[i64]) -> Value {
        let there = block.values.iter().filter(|value| {
            value.tensor().is_some_and(|(of, _)| of == element)
                && value.shape.as_deref() == Some(shape)
        });
        let there: Vec<&Value> = there.collect();
        if !there.is_empty() && !self.random.one_in(4) {
            return there[self.random.below(there.len())].clone();
        }
        let made = self.tensor(block, element, shape, false);
        block.values.push(made.clone());
        made
    }

    /// A tensor, and its shape: one in scope or a new one.
    fn model_input(
        &mut self,
        block: &mut Block,
        element: Element,
        least_rank: usize,
    ) -> (Value, Vec<i64>) {
        let there = block.values.iter().filter_map(|value| {
            let shape = value.shape.clone()?;
            let fits = value.tensor().is_some_and(|(of, _)| of == element)
                && (least_rank..=5).contains(&shape.len())
                && count(&shape) <= FEW;
            fits.then(|| (value.clone(), shape))
        });
        let mut there: Vec<(Value, Vec<i64>)> = there.collect();
        if !there.is_empty() && !self.random.one_in(4) {
            return there.swap_remove(self.random.below(there.len()));
        }
        let rank = least_rank + self.random.below(4);
        let mut shape: Vec<i64> = (0..rank).map(|_| self.small_size()).collect();
        if rank > 0 && self.random.one_in(4) {
            // More than the lanes of a reduction.
            let at = self.random.below(rank);
            shape[at] = self.random.pick(&[7, 16, 19]);
        }
        (self.model_tensor(block, element, &shape), shape)
    }

    fn small_size(&mut self) -> i64 {
        self.random.pick(&[0, 1, 1, 2, 2, 2, 3, 3])
    }

    fn truth(&mut self) -> bool {
        self.random.one_in(2)
    }

    /// A dimension, counted from either end.
    fn axis(&mut self, rank: usize) -> (i64, usize) {
        let at = self.random.below(rank);
        let axis = if self.truth() { at as i64 } else { at as i64 - rank as i64 };
        (axis, at)
    }

    /// Some different dimensions in any order, and the axes that they are.
    fn axes(&mut self, rank: usize) -> (Vec<i64>, Vec<usize>) {
        let mut axes = Vec::new();
        let mut dimensions = Vec::new();
        for _ in 0..self.random.below(rank + 1) {
            let (axis, at) = self.axis(rank);
            if !dimensions.contains(&at) {
                axes.push(axis);
                dimensions.push(at);
            }
        }
        (axes, dimensions)
    }

    fn matmul(&mut self, block: &mut Block, element: Element, operands: &mut Vec<Value>) -> Made {
        let size = |this: &mut Self| this.random.pick(&[0, 1, 2, 3, 3, 5, 20]);
        let [rows, inner, columns] = [(); 3].map(|()| size(self));
        let wrong = self.random.one_in(12);
        let (mut a, mut b) = (vec![rows, inner], vec![inner + i64::from(wrong), columns]);
        let batch: Vec<i64> = (0..self.random.below(3)).map(|_| self.small_size()).collect();
        let mut all = vec![];
        for operand in [&mut a, &mut b] {
            let mut own: Vec<i64> =
                batch.iter().map(|&size| if self.random.one_in(3) { 1 } else { size }).collect();
            own.drain(..self.random.below(own.len() + 1));
            all = broadcast(&all, &own);
            operand.splice(0..0, own);
        }
        let mut shape = all;
        if a.len() == 2 && self.random.one_in(5) {
            a.remove(0);
        } else {
            shape.push(rows);
        }
        if b.len() == 2 && self.random.one_in(5) {
            b.remove(1);
        } else {
            shape.push(columns);
        }
        operands.push(self.model_tensor(block, element, &a));
        operands.push(self.model_tensor(block, element, &b));
        Made::with_lists(Vec::new(), (!wrong).then_some(shape))
    }

    fn expanded(&mut self, block: &mut Block, element: Element, operands: &mut Vec<Value>) -> Made {
        let (value, from) = self.model_input(block, element, 0);
        let mut wanted: Vec<i64> = from
            .iter()
            .map(|&size| match size {
                1 => self.small_size(),
                _ if self.random.one_in(3) => 1,
                size => size,
            })
            .collect();
        if self.truth() {
            wanted.splice(0..0, [2]);
        } else if !wanted.is_empty() && self.random.one_in(4) {
            wanted.remove(0);
        }
        let wrong = self.random.one_in(12) && from.last().is_some_and(|&size| size > 1);
        if let Some(last) = wanted.last_mut().filter(|_| wrong) {
            *last = 17;
        }
        operands.push(value);
        let shape = (!wrong || wanted.is_empty()).then(|| broadcast(&from, &wanted));
        Made::with_lists(vec![wanted], shape)
    }

    fn transposed(
        &mut self,
        block: &mut Block,
        element: Element,
        operands: &mut Vec<Value>,
    ) -> Made {
        let (value, from) = self.model_input(block, element, 0);
        let mut rest: Vec<usize> = (0..from.len()).collect();
        let mut order = Vec::new();
        while !rest.is_empty() {
            order.push(rest.swap_remove(self.random.below(rest.len())));
        }
        operands.push(value);
        let numbers: Vec<i64> = order.iter().map(|&at| at as i64).collect();
        let shape: Vec<i64> = order.iter().map(|&at| from[at]).collect();
        Made::new(list("perm", &numbers), shape)
    }

    fn reshaped(&mut self, block: &mut Block, element: Element, operands: &mut Vec<Value>) -> Made {
        let (value, from) = self.model_input(block, element, 0);
        operands.push(value);
        let all = count(&from) as i64;
        let (wanted, zero, shape) = match self.random.below(6) {
            0 => (vec![all], true, Some(vec![all])),
            1 if all > 0 => (vec![1, -1, 1], false, Some(vec![1, all, 1])),
            2 if from.len() >= 2 && from[0] > 0 => {
                let rest = from[1..].iter().product();
                (vec![0, -1], false, Some(vec![from[0], rest]))
            }
            3 => (vec![all + 1], false, None),
            4 => {
                let mut wanted = from.clone();
                wanted.push(1);
                (wanted.clone(), true, Some(wanted))
            }
            _ => {
                let mut wanted: Vec<i64> = from.iter().rev().copied().collect();
                wanted.insert(0, 1);
                (wanted.clone(), true, Some(wanted))
            }
        };
        Made { lists: vec![wanted], attributes: format!("allowzero = {zero}"), shape }
    }

    fn sliced(&mut self, block: &mut Block, element: Element, operands: &mut Vec<Value>) -> Made {
        let (value, from) = self.model_input(block, element, 0);
        operands.push(value);
        let (axes, dimensions) = self.axes(from.len());
        let mut shape = from.clone();
        let mut lists = [const { Vec::new() }; 3];
        for at in dimensions {
            let place = |this: &mut Self| match this.random.below(5) {
                0 => this.random.pick(&[i64::MIN, i64::MAX, -100, 100]),
                _ => this.random.below(8) as i64 - 4,
            };
            let (start, end) = (place(self), place(self));
            let step = self.random.pick(&[1, 1, 2, 3, -1, -1, -2, i64::MAX, i64::MIN]);
            // The places that a walk from the start by steps meets before the end.
            let size = from[at];
            let absolute = |place: i64| {
                if place < 0 { i128::from(place) + i128::from(size) } else { place.into() }
            };
            let (least, most) = if step > 0 { (0, size) } else { (-1, size - 1) };
            let clamp = |place: i64| {
                absolute(place).clamp(least.into(), i128::from(most).max(least.into()))
            };
            let (mut walk, end_at) = (clamp(start), clamp(end));
            let mut met = 0;
            while if step > 0 { walk < end_at } else { walk > end_at } {
                met += 1;
                walk += i128::from(step);
            }
            shape[at] = met;
            lists[0].push(start);
            lists[1].push(end);
            lists[2].push(step);
        }
        let [starts, ends, steps] = lists;
        let first: Vec<i64> = (0..axes.len() as i64).collect();
        let mut lists = vec![starts, ends, axes, steps];
        if lists[3].iter().all(|&step| step == 1) && self.truth() {
            lists.truncate(if lists[2] == first && self.truth() { 2 } else { 3 });
        }
        Made::with_lists(lists, shape)
    }

    fn concatenated(
        &mut self,
        block: &mut Block,
        element: Element,
        operands: &mut Vec<Value>,
    ) -> Made {
        let (value, from) = self.model_input(block, element, 1);
        let (axis, at) = self.axis(from.len());
        operands.push(value);
        let mut shape = from.clone();
        let wrong = from.len() > 1 && self.random.one_in(12);
        for _ in 0..self.random.below(3) + usize::from(wrong) {
            let mut other = from.clone();
            other[at] = self.small_size();
            shape[at] += other[at];
            if wrong {
                other[(at + 1) % from.len()] += 1;
            }
            operands.push(self.model_tensor(block, element, &other));
        }
        Made::new(format!("axis = {axis} : i64"), (!wrong).then_some(shape))
    }

    fn selected(&mut self, block: &mut Block, element: Element, operands: &mut Vec<Value>) -> Made {
        let (_, all) = self.model_input(block, element, 0);
        let wrong = all.last().is_some_and(|&size| size > 1) && self.random.one_in(12);
        let mut shape = vec![];
        for at in 0..3 {
            let mut own: Vec<i64> =
                all.iter().map(|&size| if self.random.one_in(4) { 1 } else { size }).collect();
            own.drain(..self.random.below(own.len() + 1).saturating_sub(1));
            if wrong {
                own = all.clone();
                own[all.len() - 1] += at;
            }
            shape = broadcast(&shape, &own);
            let element = if at == 0 { "i1" } else { element };
            operands.push(self.model_tensor(block, element, &own));
        }
        Made::with_lists(Vec::new(), (!wrong).then_some(shape))
    }

    fn along(&mut self, block: &mut Block, element: Element, operands: &mut Vec<Value>) -> Made {
        let (value, from) = self.model_input(block, element, 1);
        operands.push(value);
        let (axis, _) = self.axis(from.len());
        Made::new(format!("axis = {axis} : i64"), from)
    }

    /// A shape without some dimensions, or with 1 there.
    fn without(from: &[i64], dimensions: &[usize], keep: bool) -> Vec<i64> {
        let sizes = from.iter().enumerate();
        let size = |(at, &size): (usize, &i64)| match dimensions.contains(&at) {
            true => keep.then_some(1),
            false => Some(size),
        };
        sizes.filter_map(size).collect()
    }

    fn placed(&mut self, block: &mut Block, element: Element, operands: &mut Vec<Value>) -> Made {
        let (value, from) = self.model_input(block, element, 1);
        operands.push(value);
        let (axis, at) = self.axis(from.len());
        let (keep, last) = (self.truth(), self.truth());
        let attributes =
            format!("axis = {axis} : i64, keepdims = {keep}, select_last_index = {last}");
        let shape = Self::without(&from, &[at], keep);
        Made::new(attributes, (from[at] > 0).then_some(shape))
    }

    fn reduced(&mut self, block: &mut Block, element: Element, operands: &mut Vec<Value>) -> Made {
        let (value, from) = self.model_input(block, element, 0);
        operands.push(value);
        let (axes, mut dimensions) = self.axes(from.len());
        let (keep, noop) = (self.truth(), self.truth());
        if axes.is_empty() && !noop {
            dimensions = (0..from.len()).collect();
        }
        let attributes = format!("keepdims = {keep}, noop_with_empty_axes = {noop}");
        let lists = if axes.is_empty() && self.truth() { Vec::new() } else { vec![axes] };
        Made { lists, ..Made::new(attributes, Self::without(&from, &dimensions, keep)) }
    }

    /// The attributes of a window over images with those sizes, and the sizes of the result.
    fn window(
        &mut self,
        sizes: &[i64],
        kernel: &[i64],
        ceil: bool,
    ) -> (Vec<String>, Option<Vec<i64>>) {
        let rank = sizes.len();
        let mut numbers = |from: &[i64], count: usize| -> Vec<i64> {
            (0..count).map(|_| self.random.pick(from)).collect()
        };
        let strides = numbers(&[1, 1, 2, 3], rank);
        let pads = numbers(&[0, 0, 1, 2], 2 * rank);
        let dilations = numbers(&[1, 1, 2], rank);
        let auto_pad = self.random.pick(&[0, 0, 0, 1, -1]);
        let result = (0..rank).map(|at| {
            if auto_pad != 0 {
                // There is no window over nothing.
                return (sizes[at] > 0).then(|| (sizes[at] + strides[at] - 1) / strides[at]);
            }
            let padded = sizes[at] + pads[at] + pads[rank + at];
            let rest = padded - ((kernel[at] - 1) * dilations[at] + 1);
            if rest < 0 {
                return None;
            }
            let mut size = rest / strides[at] + 1;
            if ceil {
                size += i64::from(rest % strides[at] != 0);
                size -= i64::from((size - 1) * strides[at] >= sizes[at] + pads[at]);
            }
            Some(size)
        });
        let result = result.collect();
        let attributes = vec![
            format!("auto_pad = {auto_pad} : i64"),
            list("dilations", &dilations),
            list("pads", &pads),
            list("strides", &strides),
        ];
        (attributes, result)
    }

    fn convolved(
        &mut self,
        block: &mut Block,
        element: Element,
        operands: &mut Vec<Value>,
    ) -> Made {
        let rank = self.random.pick(&[1, 2, 2, 2, 3]);
        let group = self.random.pick(&[1, 1, 1, 2, 3]);
        let inputs = self.random.pick(&[0, 1, 1, 2, 3, 17]);
        let outputs = group * self.random.pick(&[0, 1, 2, 2, 3]);
        let images = self.random.pick(&[0, 1, 1, 2]);
        let sizes: Vec<i64> = (0..rank).map(|_| self.random.pick(&[1, 2, 3, 4])).collect();
        let kernel: Vec<i64> = (0..rank).map(|_| self.random.pick(&[1, 2, 3])).collect();
        let (mut attributes, result) = self.window(&sizes, &kernel, false);
        attributes.insert(2, format!("group = {group} : i64"));
        let from = [&[images, inputs * group], &sizes[..]].concat();
        operands.push(self.model_tensor(block, element, &from));
        operands.push(self.model_tensor(
            block,
            element,
            &[&[outputs, inputs], &kernel[..]].concat(),
        ));
        if self.truth() {
            operands.push(self.model_tensor(block, element, &[outputs]));
        }
        let shape = result.map(|sizes| [&[images, outputs], &sizes[..]].concat());
        Made::new(attributes.join(", "), shape)
    }

    fn pooled(
        &mut self,
        block: &mut Block,
        element: Element,
        operands: &mut Vec<Value>,
        counts: bool,
    ) -> Made {
        let rank = self.random.pick(&[1, 2, 2, 2, 3]);
        let head = [self.random.pick(&[0, 1, 1, 2]), self.random.pick(&[0, 1, 2])];
        let sizes: Vec<i64> = (0..rank).map(|_| self.random.pick(&[0, 1, 2, 3, 4, 5])).collect();
        let kernel: Vec<i64> = (0..rank).map(|_| self.random.pick(&[1, 2, 2, 3])).collect();
        let ceil = self.truth();
        let (mut attributes, result) = self.window(&sizes, &kernel, ceil);
        attributes.insert(2, list("kernel_shape", &kernel));
        if counts {
            let with = self.truth();
            attributes.insert(1, format!("count_include_pad = {with}"));
        }
        attributes.insert(1, format!("ceil_mode = {ceil}"));
        operands.push(self.model_tensor(block, element, &[&head, &sizes[..]].concat()));
        let shape = result.map(|sizes| [&head, &sizes[..]].concat());
        Made::new(attributes.join(", "), shape)
    }
}
