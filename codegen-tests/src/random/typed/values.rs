//! Tensors of random programs: how they are made, computed, taken apart, written as mutable ones, and
//! printed. Half of what an op takes is not used again, so that kernels may take its memory.

use super::ops::{Op, named, ops};
use super::{
    Block, ELEMENTS, Element, Generator, Known, Type, Value, compatible, count, known, literal,
    merged, shape_attribute,
};
use std::fmt::Write;

/// Element types of the kernels that write tensors and compute.
const COMPUTED: [Element; 3] = ["i32", "i64", "f32"];

const I1: Type = Type::Scalar("i1");
const I32: Type = Type::Scalar("i32");
const I64: Type = Type::Scalar("i64");

/// Tensors that may be written, and the chain that orders what is done with them.
struct Written {
    tensors: Vec<(Value, Element)>,
    chain: Value,
}

impl Generator {
    /// Takes an operand out of scope, or not: it is not used again.
    pub(super) fn maybe_last_use(&mut self, block: &mut Block, value: &Value) {
        if value.tensor().is_some() && self.random.one_in(2) {
            block.values.retain(|other| other.name != value.name);
        }
    }

    /// A value of that type that is in scope; a new one if there is none, and now and then anyway.
    pub(super) fn value(&mut self, block: &mut Block, ty: &Type) -> Value {
        let there: Vec<&Value> = block.values.iter().filter(|value| value.ty == *ty).collect();
        if !there.is_empty() && !self.random.one_in(10) {
            // Of two, the later: programs grow in depth too.
            let place = self.random.below(there.len()).max(self.random.below(there.len()));
            return there[place].clone();
        }
        let made = match ty {
            Type::Tensor(element, shape) => match self.similar(block, element, shape) {
                Some(similar) if !self.random.one_in(5) => self.cast_to(block, &similar, shape),
                _ => {
                    let of = self.shape_of(shape);
                    let made = self.tensor(block, element, &of, false);
                    if made.ty == *ty { made } else { self.cast_to(block, &made, shape) }
                }
            },
            Type::Scalar(element) => self.scalar_value(block, element),
            Type::Chain => self.one(block, "tfrt.new.chain", &[], Type::Chain, ""),
            Type::Mutable => unreachable!("mutable tensors do not come into scope"),
        };
        block.values.push(made.clone());
        made
    }

    /// A tensor that is in scope and may have that shape.
    fn similar(&mut self, block: &Block, element: Element, shape: &Known) -> Option<Value> {
        let there: Vec<&Value> = block
            .values
            .iter()
            .filter(|value| {
                let fits =
                    |(of, known): (Element, &Known)| of == element && compatible(known, shape);
                let likely = || match &value.shape {
                    Some(sizes) => compatible(&known(sizes), shape),
                    None => true,
                };
                value.tensor().is_some_and(fits) && likely()
            })
            .collect();
        if there.is_empty() { None } else { Some(there[self.random.below(there.len())].clone()) }
    }

    pub(super) fn cast_to(&mut self, block: &mut Block, value: &Value, to: &Known) -> Value {
        let (element, _) = value.tensor().expect("tensors are cast");
        let op = format!("tensor.cast.{element}");
        let ty = Type::Tensor(element, to.clone());
        let operands = std::slice::from_ref(value);
        let cast = self.one(block, &op, operands, ty, &shape_attribute(to));
        cast.with_shape(value.shape.as_ref())
    }

    pub(super) fn constant(&mut self, block: &mut Block, element: Element, text: &str) -> Value {
        let dialect = if matches!(element, "i8" | "i16") { "arith" } else { "tfrt" };
        let op = format!("{dialect}.constant.{element}");
        self.count(&op);
        block.cost += 1;
        let name = self.name();
        let _ = writeln!(self.text, "{name} = {op} {text}");
        Value { name, ty: Type::Scalar(element), shape: None }
    }

    fn scalar_value(&mut self, block: &mut Block, element: Element) -> Value {
        let late = self.random.one_in(8);
        match element {
            "i1" if late => {
                let value = self.random.pick(&[" {value = true}", " {value = false}"]);
                self.one(block, "tfrt_test.async_constant.i1", &[], I1, value)
            }
            "i32" if late => {
                self.one(block, "tfrt_test.async_constant.i32", &[], I32, " {value = 2 : i32}")
            }
            _ => {
                let scalar = self.scalar(element);
                self.constant(block, element, &literal(scalar))
            }
        }
    }

    /// A new tensor of that shape, whose type says all of it or a part.
    pub(super) fn tensor(
        &mut self,
        block: &mut Block,
        element: Element,
        shape: &[i64],
        divisors: bool,
    ) -> Value {
        let elements = count(shape);
        let made = match self.random.below(8) {
            0..=1 if !divisors => self.splat(block, element, shape),
            2 if !divisors && elements <= 6 => {
                let ty = Type::Scalar(element);
                let operands: Vec<Value> = (0..elements).map(|_| self.value(block, &ty)).collect();
                let op = format!("tensor.from_elements.{element}");
                let gives = Type::Tensor(element, known(shape));
                self.one(block, &op, &operands, gives, &shape_attribute(&known(shape)))
            }
            3 if !divisors => self.frozen_constant(block, element, shape),
            _ => {
                let dense = self.dense(element, shape, divisors);
                let gives = Type::Tensor(element, known(shape));
                let attribute = format!(" {{value = {dense} : {gives}}}");
                self.one(block, "arith.constant.tensor", &[], gives, &attribute)
            }
        };
        Value { shape: Some(shape.to_vec()), ..made }
    }

    /// A dense attribute without its type.
    fn dense(&mut self, element: Element, shape: &[i64], divisors: bool) -> String {
        let splat = self.random.one_in(6);
        if shape.contains(&0) {
            return "dense<>".to_owned();
        }
        let inner = if splat { &[] } else { shape };
        format!("dense<{}>", self.nested(element, inner, divisors))
    }

    fn nested(&mut self, element: Element, shape: &[i64], divisors: bool) -> String {
        let Some((&size, inner)) = shape.split_first() else {
            let scalar = if divisors { self.divisor(element) } else { self.scalar(element) };
            return literal(scalar);
        };
        let rows: Vec<String> = (0..size).map(|_| self.nested(element, inner, divisors)).collect();
        format!("[{}]", rows.join(", "))
    }

    /// A tensor of one scalar, of which some sizes are operands.
    fn splat(&mut self, block: &mut Block, element: Element, shape: &[i64]) -> Value {
        let mut operands = vec![self.value(block, &Type::Scalar(element))];
        let mut sizes = Vec::new();
        for &size in shape {
            if self.random.below(3) > 0 {
                sizes.push(Some(size));
                continue;
            }
            sizes.push(None);
            // Sizes are not any numbers that are in scope: no tensor is large.
            let negative = self.random.one_in(24);
            let text = if negative { "-1".to_owned() } else { size.to_string() };
            let size = self.constant(block, "i64", &text);
            operands.push(size);
        }
        let sizes = Some(sizes);
        let gives = Type::Tensor(element, sizes.clone());
        let op = format!("tensor.splat.{element}");
        self.one(block, &op, &operands, gives, &shape_attribute(&sizes))
    }

    /// A frozen tensor that was never written: a constant, or one that has one value only.
    fn frozen_constant(&mut self, block: &mut Block, element: Element, shape: &[i64]) -> Value {
        let gives = Type::Tensor(element, known(shape));
        let scalars = ["i16", "i1"];
        let (op, attribute) = if self.random.one_in(2) && !scalars.contains(&element) {
            let sizes: Vec<String> = shape.iter().map(|size| format!("{size} : i64")).collect();
            let value = literal(self.scalar(element));
            let attribute =
                format!(" {{shape = [{}], value = {value} : {element}}}", sizes.join(", "));
            (format!("tfrt_dht_sync.create_from_scalar.{element}"), attribute)
        } else {
            let dense = self.dense(element, shape, false);
            ("tfrt_test.const_dense_attr".to_owned(), format!(" {{value = {dense} : {gives}}}"))
        };
        let tensor = self.one(block, &op, &[], Type::Mutable, &attribute);
        let chain = self.value(block, &Type::Chain);
        let op = format!("tensor.freeze.{element}");
        let attribute = shape_attribute(&known(shape));
        let gives = [gives, Type::Chain];
        let mut results = self.emit(block, &op, &[tensor, chain], &gives, &attribute);
        block.values.push(results.remove(1));
        results.remove(0)
    }

    /// A tensor that fits the operands before it, mostly also when the program runs.
    fn operand(
        &mut self,
        block: &mut Block,
        element: Element,
        so_far: (&Known, Option<&Vec<i64>>),
        divisors: bool,
    ) -> Value {
        let (of, shape) = so_far;
        let divisors = divisors && !self.random.one_in(6);
        if !divisors && !self.random.one_in(10) {
            let careless = self.random.one_in(12);
            let there: Vec<&Value> = block
                .values
                .iter()
                .filter(|value| {
                    let fits =
                        |(its, known): (Element, &Known)| its == element && compatible(known, of);
                    let likely = match (&value.shape, shape) {
                        (Some(a), Some(b)) => a == b,
                        _ => true,
                    };
                    value.tensor().is_some_and(fits) && (likely || careless)
                })
                .collect();
            if !there.is_empty() {
                let place = self.random.below(there.len()).max(self.random.below(there.len()));
                return there[place].clone();
            }
        }
        // After a mismatch that shows only when the program runs, types allow other shapes than this.
        let shape = match shape {
            Some(shape) if compatible(&known(shape), of) => shape.clone(),
            _ => self.shape_of(of),
        };
        let made = self.tensor(block, element, &shape, divisors);
        block.values.push(made.clone());
        made
    }

    pub(super) fn any_elementwise(&mut self, block: &mut Block) {
        let op = if self.random.one_in(3) {
            &ops()[self.random.below(ops().len())]
        } else {
            self.op_of(self.element)
        };
        let results = self.elementwise(block, op, None);
        block.values.extend(results);
    }

    /// An op whose first operand has these elements.
    fn op_of(&mut self, element: Element) -> &'static Op {
        // Few tries are enough: each type has a tenth of the ops.
        let tries = (0..40).map(|_| &ops()[self.random.below(ops().len())]);
        let found = tries.into_iter().find(|op| op.takes[0] == element);
        found.unwrap_or_else(|| named(&format!("arith.select.tensor.{element}")))
    }

    /// An op on tensors of one shape; its results are not in scope yet.
    fn elementwise(&mut self, block: &mut Block, op: &Op, first: Option<Value>) -> Vec<Value> {
        let mut operands: Vec<Value> = Vec::new();
        let (mut of, mut shape): (Known, Option<Vec<i64>>) = (None, None);
        for (at, &element) in op.takes.iter().enumerate() {
            let given = first
                .as_ref()
                .filter(|first| at == 0 && first.tensor().is_some_and(|(its, _)| its == element));
            let before: Vec<&Value> = operands
                .iter()
                .filter(|operand| operand.tensor().is_some_and(|(its, _)| its == element))
                .collect();
            let divisors = op.divides && at + 1 == op.takes.len();
            let value = if let Some(first) = given {
                first.clone()
            } else if !before.is_empty() && self.random.one_in(8) {
                // One value as several operands.
                before[0].clone()
            } else {
                self.operand(block, element, (&of, shape.as_ref()), divisors)
            };
            let value =
                if op.shows_bits == Some(at) { self.without_nan(block, &value) } else { value };
            let (_, its) = value.tensor().expect("the operand is a tensor");
            of = merged(&of, its);
            shape = shape.or_else(|| value.shape.clone());
            operands.push(value);
        }
        let gives: Vec<Type> =
            op.gives.iter().map(|element| Type::Tensor(element, self.looser(&of))).collect();
        let results = self.emit(block, &op.name, &operands, &gives, "");
        for operand in &operands {
            self.maybe_last_use(block, operand);
        }
        results.into_iter().map(|result| result.with_shape(shape.as_ref())).collect()
    }

    /// The same floats, but 0 for those that are no numbers, of which nobody knows sign and bits.
    fn without_nan(&mut self, block: &mut Block, value: &Value) -> Value {
        let (element, of) = value.tensor().expect("floats are in tensors");
        let of = of.clone();
        let ty = |element| Type::Tensor(element, of.clone());
        let one = std::slice::from_ref(value);
        let whole = format!("arith.fptosi.tensor.{element}.i32");
        let whole = self.one(block, &whole, one, ty("i32"), "");
        let back = format!("arith.sitofp.tensor.i32.{element}");
        let back = self.one(block, &back, &[whole], ty(element), "");
        let is_nan = format!("math.isnan.tensor.{element}");
        let is_nan = self.one(block, &is_nan, one, ty("i1"), "");
        let select = format!("arith.select.tensor.{element}");
        let operands = [is_nan, back, value.clone()];
        let chosen = self.one(block, &select, &operands, ty(element), "");
        chosen.with_shape(value.shape.as_ref())
    }

    /// Ops of which each takes what the one before gives, mostly for the last time.
    pub(super) fn chain_of_ops(&mut self, block: &mut Block) {
        let ty = self.tensor_type();
        let mut value = self.value(block, &ty);
        for _ in 0..2 + self.random.below(6) {
            let (element, _) = value.tensor().expect("ops of tensors give tensors");
            let op = self.op_of(element);
            let mut results = self.elementwise(block, op, Some(value.clone()));
            if self.random.one_in(5) {
                block.values.push(value);
            }
            value = results.remove(0);
            block.values.extend(results);
        }
        block.values.push(value);
    }

    pub(super) fn any_tensor(&mut self, block: &mut Block) -> Value {
        let there: Vec<&Value> =
            block.values.iter().filter(|value| value.tensor().is_some()).collect();
        if there.is_empty() || self.random.one_in(8) {
            let ty = self.tensor_type();
            return self.value(block, &ty);
        }
        let place = self.random.below(there.len()).max(self.random.below(there.len()));
        there[place].clone()
    }

    /// A cast to a type that says more, less or something else, and may be wrong.
    pub(super) fn cast(&mut self, block: &mut Block) {
        let value = self.any_tensor(block);
        let (_, of) = value.tensor().expect("it is one");
        let of = of.clone();
        let mut to = match &value.shape {
            Some(shape) if self.random.below(3) > 0 => known(shape),
            _ => {
                let shape = self.shape_of(&of);
                known(&shape)
            }
        };
        if self.random.one_in(2) {
            to = self.looser(&to);
        }
        debug_assert!(compatible(&of, &to), "a shape that is known has the sizes that are");
        let cast = self.cast_to(block, &value, &to);
        self.maybe_last_use(block, &value);
        block.values.push(cast);
    }

    /// An element or a size of a tensor, which it may not have.
    pub(super) fn part(&mut self, block: &mut Block) {
        let value = self.any_tensor(block);
        let (element, of) = value.tensor().expect("it is one");
        let rank = match (of, &value.shape) {
            (Some(sizes), _) => sizes.len(),
            (None, Some(shape)) if !self.random.one_in(6) => shape.len(),
            _ => self.random.below(4),
        };
        let ends = value.shape.clone().unwrap_or_else(|| vec![1; rank]);
        let mut index = |this: &mut Self, end: i64| {
            let wrong = this.random.one_in(12);
            let index = if wrong {
                this.random.pick(&["-1", "3", "4611686018427387904"]).to_owned()
            } else {
                this.random.below(usize::try_from(end).unwrap_or(0).max(1)).to_string()
            };
            this.constant(block, "i64", &index)
        };
        if self.random.one_in(3) {
            let dimension = index(self, rank as i64);
            let operands = [value, dimension];
            let size = self.one(block, "tensor.dim.i64", &operands, I64, "");
            block.values.push(size);
            return;
        }
        let mut operands = vec![value.clone()];
        for at in 0..rank {
            let index = index(self, ends.get(at).copied().unwrap_or(1));
            operands.push(index);
        }
        let op = format!("tensor.extract.{element}");
        let part = self.one(block, &op, &operands, Type::Scalar(element), "");
        self.maybe_last_use(block, &value);
        block.values.push(part);
    }

    pub(super) fn print(&mut self, block: &mut Block) {
        let value = self.any_tensor(block);
        let chain = self.value(block, &Type::Chain);
        let operands = [value, chain];
        let chain = self.one(block, "tensor.print", &operands, Type::Chain, "");
        self.maybe_last_use(block, &operands[0]);
        block.values.push(chain);
    }

    /// A tensor that is written in place along a chain, and what it is then.
    pub(super) fn through_mutable(&mut self, block: &mut Block) {
        let chain = self.value(block, &Type::Chain);
        let mut written = Written { tensors: Vec::new(), chain };
        for _ in 0..self.random.pick(&[1, 1, 2]) {
            self.thaw(block, &mut written);
        }
        let shape = written.tensors[0].0.shape.clone();
        for _ in 0..1 + self.random.below(4) {
            self.write(block, &mut written);
        }
        self.freeze(block, &mut written, 0);
        if shape.is_some() && self.random.one_in(3) {
            // What is written later does not show in what was frozen before.
            self.write(block, &mut written);
            let last = written.tensors.len() - 1;
            self.freeze(block, &mut written, last);
        }
        block.values.push(written.chain);
    }

    fn thaw(&mut self, block: &mut Block, written: &mut Written) {
        let value = if self.random.below(3) > 0 && COMPUTED.contains(&self.element) {
            let ty = self.tensor_type();
            self.value(block, &ty)
        } else {
            self.any_tensor(block)
        };
        let (element, _) = value.tensor().expect("tensors are thawed");
        let operands = std::slice::from_ref(&value);
        let thawed = self.one(block, "tensor.thaw", operands, Type::Mutable, "");
        self.maybe_last_use(block, &value);
        written.tensors.push((Value { shape: value.shape, ..thawed }, element));
    }

    /// One step that writes or prints, or freezes.
    fn write(&mut self, block: &mut Block, written: &mut Written) {
        let (tensor, element) = self.random.pick(&written.tensors);
        let (other, _) = self.random.pick(&written.tensors);
        let computes = COMPUTED.contains(&element);
        let chain = written.chain.clone();
        let (op, operands, attribute) = match self.random.below(8) {
            0..=1 if element != "i16" => {
                let value = literal(self.scalar(element));
                let (suffix, value) = match element {
                    "i1" => ("bool", value),
                    _ => (element, format!("{value} : {element}")),
                };
                let op = format!("tfrt_dht.fill_tensor_with_constant.{suffix}");
                (op, vec![tensor, chain], format!(" {{value = {value}}}"))
            }
            2..=3 if computes => {
                let op = self.random.pick(&["add_inplace", "add_inplace", "equal_inplace"]);
                (format!("tfrt_test.{op}.{element}"), vec![other, tensor, chain], String::new())
            }
            4 if computes => {
                (format!("tfrt_test.relu_inplace.{element}"), vec![tensor, chain], String::new())
            }
            5 => {
                let at = self.random.below(written.tensors.len());
                return self.freeze(block, written, at);
            }
            _ => ("tfrt_dht.print_tensor".to_owned(), vec![tensor, chain], String::new()),
        };
        written.chain = self.one(block, &op, &operands, Type::Chain, &attribute);
    }

    fn freeze(&mut self, block: &mut Block, written: &mut Written, at: usize) {
        let (tensor, element) = written.tensors[at].clone();
        // Its type does not say what it is.
        let named = if self.random.one_in(24) { self.random.pick(&ELEMENTS) } else { element };
        let shape = match &tensor.shape {
            Some(shape) if !self.random.one_in(24) => known(shape),
            Some(_) => {
                let shape = self.shape_of(&None);
                known(&shape)
            }
            None => None,
        };
        let of = self.looser(&shape);
        let op = format!("tensor.freeze.{named}");
        let gives = [Type::Tensor(named, of.clone()), Type::Chain];
        let operands = [tensor.clone(), written.chain.clone()];
        let mut results = self.emit(block, &op, &operands, &gives, &shape_attribute(&of));
        written.chain = results.remove(1);
        let frozen = results.remove(0);
        block.values.push(frozen.with_shape(tensor.shape.as_ref()));
    }

    /// A tensor through kernels that take any values.
    pub(super) fn passed_on(&mut self, block: &mut Block) {
        let value = self.any_tensor(block);
        let ty = value.ty.clone();
        let chain = self.value(block, &Type::Chain);
        let (op, operands, gives) = match self.random.below(4) {
            0 => ("tfrt.alias.value", vec![chain, value.clone()], vec![ty]),
            1 => ("tfrt_test.make_indirect", vec![value.clone()], vec![ty]),
            2 => ("tfrt_test.share_to_two", vec![value.clone()], vec![ty.clone(), ty]),
            _ => {
                let number = self.value(block, &I32);
                let operands = vec![chain, number, value.clone()];
                ("tfrt_test.identity", operands, vec![I32, ty])
            }
        };
        let results = self.emit(block, op, &operands, &gives, "");
        self.maybe_last_use(block, &value);
        let shaped = results.into_iter().map(|result| match result.tensor() {
            Some(_) => result.with_shape(value.shape.as_ref()),
            None => result,
        });
        block.values.extend(shaped);
    }

    /// A number from others.
    pub(super) fn number(&mut self, block: &mut Block) {
        let (op, element, gives) = self.random.pick(&[
            ("tfrt.add.i32", "i32", I32),
            ("tfrt.add.i64", "i64", I64),
            ("tfrt.lessequal.i32", "i32", I1),
            ("tfrt.lessequal.i64", "i64", I1),
            ("tfrt_test.async_add.i32", "i32", I32),
            ("tfrt.and.i1", "i1", I1),
        ]);
        let operands = [(); 2].map(|()| self.value(block, &Type::Scalar(element)));
        let result = self.one(block, op, &operands, gives, "");
        block.values.push(result);
    }
}
