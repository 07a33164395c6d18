//! Tensors in random programs. A tensor is made and written along a chain of its own, in place, and
//! only then becomes a value that others may read: so no program has a race.

use super::Type::{
    Bf16, Buffer, Chain, Complex64, Complex128, F16, F32, F64, I1, I32, I64, Shape, Tensor, Ui32,
    Ui64,
};
use super::ops::MAX_DEPTH;
use super::{Block, Function, Generator, Kind, Type, Value, edges, names, types_of};
use std::fmt::Write;

/// A type of elements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Element {
    /// As kernels' names end.
    suffix: &'static str,
    /// As attributes have it.
    name: &'static str,
    /// What `set_tensor_with_values` takes.
    scalar: Option<Type>,
}

const fn element(suffix: &'static str, name: &'static str, scalar: Option<Type>) -> Element {
    Element { suffix, name, scalar }
}

/// Those that kernels of arithmetic take.
const ARITHMETIC: [Element; 3] = [
    element("i32", "i32", Some(I32)),
    element("i64", "i64", Some(I64)),
    element("f32", "f32", Some(F32)),
];

const ELEMENTS: [Element; 13] = [
    ARITHMETIC[0],
    ARITHMETIC[1],
    ARITHMETIC[2],
    element("ui8", "ui8", None),
    element("ui32", "ui32", Some(Ui32)),
    element("ui64", "ui64", Some(Ui64)),
    element("i8", "i8", None),
    element("f16", "f16", Some(F16)),
    element("bf16", "bf16", Some(Bf16)),
    element("f64", "f64", Some(F64)),
    element("bool", "i1", Some(I1)),
    element("complex64", "complex<f32>", Some(Complex64)),
    element("complex128", "complex<f64>", Some(Complex128)),
];

/// Those that only constants have.
const CONSTANT: [Element; 2] = [element("i16", "i16", None), element("ui16", "ui16", None)];

/// What most tensors of a program are, so that they fit each other.
#[derive(Clone, Debug)]
pub(super) struct Common {
    element: Element,
    shape: Vec<i64>,
}

/// Tensors that nobody else reads yet, and the chain that orders what is done with them.
struct Unfinished {
    tensors: Vec<(Value, Element)>,
    chain: Value,
    /// The tensors have these elements, and not those that a caller gives them.
    sure: bool,
}

impl Generator {
    /// Decides what most tensors of this program are.
    pub(super) fn common_tensor(&mut self) {
        let element = if self.random.below(3) == 0 {
            self.random.pick(&ELEMENTS)
        } else {
            self.random.pick(&ARITHMETIC)
        };
        let shape = self.random_shape();
        self.tensors = Some(Common { element, shape });
    }

    /// A small shape of rank 0 to 3, now and then empty.
    fn random_shape(&mut self) -> Vec<i64> {
        let rank = self.random.pick(&[0, 1, 1, 2, 2, 2, 3, 3]);
        let sizes = self.random.pick(&[&[1, 2, 3][..], &[1, 2, 3], &[2], &[0, 1, 3]]);
        (0..rank).map(|_| self.random.pick(sizes)).collect()
    }

    fn shape(&mut self) -> Vec<i64> {
        let common = self.tensors.clone();
        match common {
            Some(common) if self.random.below(5) != 0 => common.shape,
            _ => self.random_shape(),
        }
    }

    fn element(&mut self) -> Element {
        let common = self.tensors.clone();
        match common {
            Some(common) if self.random.below(5) != 0 => common.element,
            _ => self.random.pick(&ELEMENTS),
        }
    }

    fn arithmetic(&mut self) -> Element {
        let element = self.element();
        if ARITHMETIC.contains(&element) { element } else { self.random.pick(&ARITHMETIC) }
    }

    /// An element as attributes have it, without its type; half of the complex ones.
    fn number(&mut self, element: Element) -> String {
        let random = &mut self.random;
        let small = random.below(2) == 0;
        let digit = random.below(5);
        match element.name {
            "i1" => random.pick(&["true", "false"]).to_owned(),
            "ui8" => random.pick(&[0, 1, 2, 255]).to_string(),
            "i8" => random.pick(&[0, 1, 2, 127, -128]).to_string(),
            "ui16" => random.pick(&[0, 1, 65_535]).to_string(),
            "i16" => random.pick(&[0, 1, 32_767, -32_768]).to_string(),
            "ui32" | "ui64" if small => digit.to_string(),
            "ui32" => random.pick(&edges::UNSIGNED_32).to_string(),
            "ui64" => random.pick(&edges::UNSIGNED_64).to_string(),
            "i32" | "i64" if small => (digit as i64 - 1).to_string(),
            "i32" => random.pick(&edges::INTEGERS_32).to_string(),
            "i64" => random.pick(&edges::INTEGERS_64).to_string(),
            "f16" => format!("{:#06x}", random.pick(&edges::FLOATS_16)),
            "bf16" => format!("{:#06x}", random.pick(&edges::BRAIN_FLOATS)),
            _ if small => format!("{}.{}", digit as i64 - 1, random.pick(&["0", "5", "125"])),
            "f32" | "complex<f32>" => format!("{:#010x}", random.pick(&edges::FLOATS_32)),
            _ => format!("{:#018x}", random.pick(&edges::FLOATS_64)),
        }
    }

    /// Elements of that type as an array's.
    fn numbers(&mut self, element: Element, count: usize) -> String {
        let (parts, name) = match element.name {
            "complex<f32>" => (2, "f32"),
            "complex<f64>" => (2, "f64"),
            name => (1, name),
        };
        let number = |this: &mut Self| match name {
            "i1" => this.number(element),
            _ => format!("{} : {name}", this.number(element)),
        };
        (0..count * parts).map(|_| number(self)).collect::<Vec<_>>().join(", ")
    }

    /// Writes an op in the generic form; its results are not in scope yet.
    fn emit(
        &mut self,
        block: &mut Block,
        op: &str,
        operands: &[Value],
        gives: &[Type],
        attributes: &str,
    ) -> Vec<Value> {
        self.count(op);
        block.cost += 1;
        let results = self.new_results(gives);
        let equals = if results.is_empty() { "" } else { " = " };
        let _ = writeln!(
            self.text,
            "{}{equals}\"{op}\"({}){attributes} : ({}) -> ({})",
            names(&results),
            names(operands),
            types_of(operands),
            types_of(&results)
        );
        results
    }

    /// An op whose operands are in scope and whose results will be.
    fn among(&mut self, block: &mut Block, op: &str, takes: &[Type], gives: &[Type]) {
        let operands: Vec<Value> = takes.iter().map(|&ty| self.value(block, ty)).collect();
        let results = self.emit(block, op, &operands, gives, "");
        block.values.extend(results);
    }

    pub(super) fn shape_literal(&mut self, block: &mut Block) -> Value {
        let shape = match self.random.below(12) {
            0 => vec![2, -1],
            1 => vec![4_294_967_296, 4_294_967_296, 2],
            _ => self.shape(),
        };
        let attribute = format!(" {{value = {}}}", array(&shape));
        let made = self.emit(block, "ts.build_shape", &[], &[Shape], &attribute).remove(0);
        block.values.push(made.clone());
        made
    }

    /// A tensor that all may read.
    pub(super) fn tensor_literal(&mut self, block: &mut Block) -> Value {
        let made = match self.random.below(8) {
            0..=2 => {
                let element = match self.random.below(10) {
                    0 => self.random.pick(&CONSTANT),
                    _ => self.element(),
                };
                self.constant_tensor(block, element)
            }
            3 if self.random.below(4) == 0 => {
                let count = self.random.below(4);
                let words = ["\"a\"", "\"flow\"", "\"\"", "\"b\""][..count].join(", ");
                let attributes = format!(" {{shape = [{}], values = [{words}]}}", count.min(2));
                self.emit(block, "tfrt_sht.create_tensor", &[], &[Tensor], &attributes).remove(0)
            }
            _ => self.written_tensor(block),
        };
        block.values.push(made.clone());
        made
    }

    fn constant_tensor(&mut self, block: &mut Block, element: Element) -> Value {
        let shape = self.shape();
        let splat = !shape.is_empty() && self.random.below(6) == 0;
        let dimensions: String = shape.iter().map(|size| format!("{size}x")).collect();
        let elements = if shape.contains(&0) {
            String::new()
        } else if splat {
            self.nested(element, &[])
        } else {
            self.nested(element, &shape)
        };
        let attribute =
            format!(" {{value = dense<{elements}> : tensor<{dimensions}{}>}}", element.name);
        self.emit(block, "tfrt_test.const_dense_attr", &[], &[Tensor], &attribute).remove(0)
    }

    /// Elements of a dense attribute.
    fn nested(&mut self, element: Element, shape: &[i64]) -> String {
        let Some((&size, inner)) = shape.split_first() else {
            return match element.name {
                "complex<f32>" | "complex<f64>" => {
                    let [re, im] = [(); 2].map(|()| self.random.pick(&["0.0", "1.5", "-2.0"]));
                    format!("({re},{im})")
                }
                _ => self.number(element),
            };
        };
        let rows: Vec<String> = (0..size).map(|_| self.nested(element, inner)).collect();
        format!("[{}]", rows.join(", "))
    }

    /// A tensor that is written along a chain, and the value that comes after that.
    fn written_tensor(&mut self, block: &mut Block) -> Value {
        let chain = if self.random.below(4) == 0 {
            self.value(block, Chain)
        } else {
            self.emit(block, "tfrt.new.chain", &[], &[Chain], "").remove(0)
        };
        let mut unfinished = Unfinished { tensors: Vec::new(), chain, sure: true };
        for _ in 0..self.random.pick(&[1, 1, 2]) {
            self.unwritten(block, &mut unfinished);
        }
        for _ in 0..1 + self.random.below(4) {
            self.write(block, &mut unfinished);
        }
        let (tensor, _) = self.random.pick(&unfinished.tensors);
        let after = self.random.pick(&["tfrt.alias.value", "tfrt_test.identity"]);
        self.emit(block, after, &[unfinished.chain.clone(), tensor], &[Tensor], "").remove(0)
    }

    /// A new tensor, mostly with elements.
    fn unwritten(&mut self, block: &mut Block, unfinished: &mut Unfinished) {
        let element = self.element();
        if self.random.below(3) == 0 {
            let tensor = self.constant_tensor(block, element);
            unfinished.tensors.push((tensor, element));
            return;
        }
        let shape = self.shape();
        let op = format!(
            "tfrt_dht.create_uninitialized_tensor.{}.{}",
            element.suffix,
            // Nobody compares it with the shape.
            if element.suffix == "i32" { 2 } else { shape.len() }
        );
        let attribute = format!(" {{shape = {}}}", array(&shape));
        let tensor = self.emit(block, &op, &[], &[Tensor], &attribute).remove(0);
        unfinished.tensors.push((tensor.clone(), element));
        if self.random.below(4) != 0 {
            let count: i64 = shape.iter().product();
            self.set(block, unfinished, (tensor, element), usize::try_from(count).unwrap_or(0));
        }
    }

    /// Sets all elements, of which there may be another number.
    fn set(
        &mut self,
        block: &mut Block,
        unfinished: &mut Unfinished,
        (tensor, element): (Value, Element),
        count: usize,
    ) {
        let mut operands = vec![tensor, unfinished.chain.clone()];
        let suffix = element.suffix;
        let (op, attribute) = match (self.random.below(3), element.scalar) {
            (0, _) => {
                let complex = element.name.starts_with('c');
                let numbers = self.numbers(element, 1);
                let value = if complex { format!("[{numbers}]") } else { numbers };
                ("fill_tensor_with_constant", format!(" {{value = {value}}}"))
            }
            (1, Some(ty)) if count > 0 => {
                operands.extend((0..count).map(|_| self.value(block, ty)));
                ("set_tensor_with_values", String::new())
            }
            _ => {
                let values = self.numbers(element, count);
                ("set_tensor_with_constant_values", format!(" {{values = [{values}]}}"))
            }
        };
        let op = format!("tfrt_dht.{op}.{suffix}");
        unfinished.chain = self.emit(block, &op, &operands, &[Chain], &attribute).remove(0);
    }

    /// An input of a kernel that writes: one that is ready to be read, or any of these.
    fn source(&mut self, block: &Block, unfinished: &Unfinished) -> Value {
        let there: Vec<&Value> = block.values.iter().filter(|value| value.1 == Tensor).collect();
        if !there.is_empty() && self.random.below(2) == 0 {
            return there[self.random.below(there.len())].clone();
        }
        self.random.pick(&unfinished.tensors).0
    }

    /// One step that writes or prints, or several in a region or a function.
    fn write(&mut self, block: &mut Block, unfinished: &mut Unfinished) {
        let (tensor, own) = self.random.pick(&unfinished.tensors);
        let [a, b] = [(); 2].map(|()| self.source(block, unfinished));
        let element = if ARITHMETIC.contains(&own) && self.random.below(12) != 0 {
            own
        } else {
            self.arithmetic()
        };
        let suffix = element.suffix;
        let chain = unfinished.chain.clone();
        let (op, operands) = match self.random.below(24) {
            0..=1 => {
                let op = self.random.pick(&["add_inplace", "equal_inplace", "relu_grad_inplace"]);
                (format!("tfrt_test.{op}.{suffix}"), vec![a, tensor, chain])
            }
            2 => (format!("tfrt_test.relu_inplace.{suffix}"), vec![tensor, chain]),
            3..=5 => {
                let op = self.random.pick(&["add", "add", "equal"]);
                (format!("tfrt_test.{op}.{suffix}"), vec![a, b, tensor, chain])
            }
            6 => (format!("tfrt_test.relu.{suffix}"), vec![a, tensor, chain]),
            7 if own.name == "f32" => {
                let op = self.random.pick(&["subtract_inplace", "flatten", "tensor_transpose"]);
                (format!("tfrt_test.{op}.f32"), vec![a, tensor, chain])
            }
            8 if own.name == "f32" && self.random.below(2) == 0 => {
                let whole = self.constant_tensor(block, ARITHMETIC[0]);
                ("tfrt_test.cast.i32_to_f32".to_owned(), vec![whole, tensor, chain])
            }
            8 if own.name == "f32" => {
                ("tfrt_test.mean_axis_zero.f32".to_owned(), vec![a, tensor, chain])
            }
            9 if own.name == "f32" => {
                ("tfrt_test.gradient_descent.f32".to_owned(), vec![a, b, tensor, chain])
            }
            10..=11 => {
                let Some(ty) = element.scalar else { return };
                let [alpha, beta] = [(); 2].map(|()| self.value(block, ty));
                let op = match suffix {
                    "i64" => "tfrt_test.matmul.i64.2".to_owned(),
                    _ if self.random.below(2) == 0 => format!("eigen.matmul.{suffix}"),
                    _ => format!("tfrt_test.matmul.{suffix}.2"),
                };
                (op, vec![alpha, a, b, beta, tensor, chain])
            }
            12 => {
                let begin = self.random.pick(&["[0, 0, 0]", "[0, 1, 0]", "[1, 0, -1]", "[0, 0]"]);
                let size = begin.split(',').count();
                let value = format!(" {{value = dense<{begin}> : tensor<{size}xi64>}}");
                let constant = "tfrt_test.const_dense_attr";
                let begin = self.emit(block, constant, &[], &[Tensor], &value).remove(0);
                (format!("tfrt_test.slice_inplace.{suffix}.3"), vec![a, begin, chain, tensor])
            }
            13..=14 => {
                let count: i64 = self.shape().iter().product();
                let count = usize::try_from(count).unwrap_or(0);
                self.set(block, unfinished, (tensor, own), count);
                return;
            }
            15..=17 if unfinished.sure => return self.shared(block, unfinished, (tensor, own)),
            18..=20 if block.depth < MAX_DEPTH => return self.write_inside(block, unfinished),
            21 if self.functions.iter().any(|it| it.kind == Kind::Writes) => {
                let writers = self.functions.iter().filter(|it| it.kind == Kind::Writes);
                let name = writers.map(|it| it.name.clone()).next().unwrap_or_default();
                let waits = self.random.pick(&["", ", bef.nonstrict"]);
                let attributes = format!(" {{callee = @{name}{waits}}}");
                let operands = [tensor, chain];
                unfinished.chain =
                    self.emit(block, "tfrt.call", &operands, &[Chain], &attributes).remove(0);
                return;
            }
            _ => {
                let ops = ["tfrt_dht.print_tensor", "tfrt_dht.print_tensor", "tfrt_dht.no_op_ht"];
                (self.random.pick(&ops).to_owned(), vec![tensor, chain])
            }
        };
        unfinished.chain = self.emit(block, &op, &operands, &[Chain], "").remove(0);
    }

    /// Another tensor of the same bytes, or of a part of them.
    fn shared(
        &mut self,
        block: &mut Block,
        unfinished: &mut Unfinished,
        (tensor, element): (Value, Element),
    ) {
        let operands = [tensor, unfinished.chain.clone()];
        let mut given = self.emit(block, "tfrt_dht.get_buffer", &operands, &[Buffer, Chain], "");
        let (chain, mut buffer) = (given.remove(1), given.remove(0));
        let mut shape = self.shape();
        // The bits of a NaN depend on the CPU.
        let integers = ["i32", "i64", "ui8", "ui32", "ui64", "i8"].contains(&element.name);
        let mut element = element;
        if integers && self.random.below(3) == 0 {
            let [offset, size] = [&["0", "4", "8", "3"][..], &["4", "8", "1", "24"]]
                .map(|numbers| self.random.pick(numbers))
                .map(|number| self.constant(block, I64, number));
            let operands = [buffer, offset, size];
            let slice = "tfrt_dht.get_buffer_slice";
            buffer = self.emit(block, slice, &operands, &[Buffer], "").remove(0);
            element = self.random.pick(&[ELEMENTS[0], ELEMENTS[1], ELEMENTS[3], ELEMENTS[6]]);
            shape = self.random.pick(&[vec![1], vec![2], vec![1, 2]]);
        }
        let value = format!(" {{value = {}}}", array(&shape));
        let shape = self.emit(block, "ts.build_shape", &[], &[Shape], &value).remove(0);
        let op = format!("tfrt_dht.make_tensor.{}", element.suffix);
        let mut made = self.emit(block, &op, &[buffer, shape, chain], &[Tensor, Chain], "");
        unfinished.chain = made.remove(1);
        unfinished.tensors.push((made.remove(0), element));
    }

    /// Steps in a region of their own.
    fn write_inside(&mut self, block: &mut Block, unfinished: &mut Unfinished) {
        let (mut operands, tensors): (Vec<Value>, _) = (
            unfinished.tensors.iter().map(|it| it.0.clone()).collect(),
            unfinished.tensors.clone(),
        );
        operands.push(unfinished.chain.clone());
        let (takes, given) = (types_of(&operands), names(&operands));
        let waits = self.waits();
        let next = self.new_results(&[Chain]).remove(0);
        let (chain, sure) = (unfinished.chain.clone(), unfinished.sure);
        let mut inner = Unfinished { tensors, chain: chain.clone(), sure };
        match self.random.below(3) {
            0 => {
                self.count("tfrt_test.do.async");
                let _ = writeln!(
                    self.text,
                    "{} = tfrt_test.do.async {given} : ({takes}) -> (!tfrt.chain) {{",
                    next.0
                );
                self.steps(block, &mut inner);
                self.finish_region(&[inner.chain]);
            }
            1 => {
                let condition = self.value(block, I1).0;
                self.count("tfrt.if");
                let _ = writeln!(
                    self.text,
                    "{} = tfrt.if {condition}, {given}{waits} : ({takes}) -> (!tfrt.chain) {{",
                    next.0
                );
                self.steps(block, &mut inner);
                self.finish_region(&[inner.chain]);
                self.text.push_str("} else {\n");
                let tensors = unfinished.tensors.clone();
                let mut other = Unfinished { tensors, chain, sure };
                self.steps(block, &mut other);
                self.finish_region(&[other.chain]);
            }
            _ => {
                let count = self.small(block).0;
                let mut results = self.new_results(&vec![Tensor; operands.len() - 1]);
                results.push(next.clone());
                self.count("tfrt.repeat.i32");
                let _ = writeln!(
                    self.text,
                    "{} = tfrt.repeat.i32 {count}, {given}{waits} : {takes} {{",
                    names(&results)
                );
                self.steps(block, &mut inner);
                operands.pop();
                operands.push(inner.chain);
                self.finish_region(&operands);
            }
        }
        self.text.push_str("}\n");
        unfinished.chain = next;
    }

    /// What a region writes.
    fn steps(&mut self, block: &mut Block, unfinished: &mut Unfinished) {
        let mut inner = Block { values: Vec::new(), cost: 0, depth: block.depth + 1 };
        for _ in 0..1 + self.random.below(2) {
            self.write(&mut inner, unfinished);
        }
        block.cost += 4 * inner.cost;
    }

    /// A function that writes to the tensor that it is given, which nobody else reads yet.
    pub(super) fn writer(&mut self) {
        let name = format!("f{}", self.functions.len());
        let mut block = self.open(&name, &[Tensor, Chain], &[Chain], "");
        let (tensor, chain) = (block.values[0].clone(), block.values[1].clone());
        block.values.clear();
        let element = self.element();
        let mut unfinished = Unfinished { tensors: vec![(tensor, element)], chain, sure: false };
        for _ in 0..1 + self.random.below(3) {
            self.write(&mut block, &mut unfinished);
        }
        self.finish(&[unfinished.chain]);
        self.functions.push(Function {
            name,
            arguments: vec![Tensor, Chain],
            results: vec![Chain],
            cost: block.cost,
            kind: Kind::Writes,
            called: true,
        });
    }

    /// An op of tensors that all may read, or of shapes.
    pub(super) fn tensor_op(&mut self, block: &mut Block) {
        let suffix = self.element().suffix;
        match self.random.below(16) {
            0..=3 => {
                self.tensor_literal(block);
            }
            4..=5 if !["f16", "bf16"].contains(&suffix) => {
                let ops = [
                    "tensor_equal",
                    "tensor_equal",
                    "tensor_allclose",
                    "tensor_allclose.3ulp",
                    "tensor_allclose.1000ulp",
                    "tensor_allclose.2000ulp",
                    "tensor_allclose.100000ulp",
                ];
                let op = format!("tfrt_dht.{}.{suffix}", self.random.pick(&ops));
                self.among(block, &op, &[Tensor, Tensor, Chain], &[I1, Chain]);
            }
            6 => self.among(block, "tfrt_dht.print_tensor", &[Tensor, Chain], &[Chain]),
            7 => self.among(block, "tfrt_dht.print_tensor_shape", &[Tensor, Chain], &[Chain]),
            8 => self.among(block, "tfrt_dht.get_tensor_shape", &[Tensor], &[Shape]),
            9 => match self.random.below(4) {
                0 => self.among(block, "ts.equal_shape", &[Shape, Shape], &[I1]),
                1 => self.among(block, "ts.get_dimension", &[Shape, I32], &[I64]),
                2 => self.among(block, "ts.get_num_elements", &[Shape], &[I64]),
                _ => self.among(block, "ts.print_shape", &[Shape, Chain], &[Chain]),
            },
            10 => {
                let suffix = self.arithmetic().suffix;
                let op = format!("tfrt_test.broadcast.{suffix}.{}", 2 + self.random.below(2));
                self.among(block, &op, &[Tensor, Shape, Chain], &[Tensor]);
            }
            11 => {
                let op = self.random.pick(&[("argmax", 2), ("reduce_mean", 1)]);
                let op = format!("tfrt_test.{}.{}.{}", op.0, self.arithmetic().suffix, op.1);
                self.among(block, &op, &[Tensor, Chain], &[Tensor]);
            }
            12..=13 => {
                let rank = self.shape().len();
                let suffix = self.random.pick(&["i32", "f32"]);
                let suffix = match self.tensors.as_ref().map(|common| common.element.suffix) {
                    Some(common @ ("i32" | "f32")) => common,
                    _ => suffix,
                };
                let (op, takes, gives) = self.random.pick(&[
                    ("convert_dht_to_coo", &[Tensor, Chain][..], Tensor),
                    ("convert_coo_to_dht", &[Tensor, Chain], Tensor),
                    ("tensor_equal", &[Tensor, Tensor, Chain], I1),
                ]);
                let op = format!("coo.{op}.{suffix}.{rank}");
                self.among(block, &op, takes, &[gives, Chain]);
            }
            _ => {
                let (op, takes, gives) = self.random.pick(&[
                    ("tfrt_test.make_indirect", &[Tensor, I32][..], &[Tensor, I32][..]),
                    ("tfrt_test.multi_arg_result", &[Shape, Tensor], &[Shape, Tensor]),
                    ("tfrt_test.share_to_two", &[Tensor], &[Tensor, Tensor]),
                ]);
                self.among(block, op, takes, gives);
            }
        }
    }
}

/// `[2 : i64, 3 : i64]`.
fn array(shape: &[i64]) -> String {
    let sizes: Vec<String> = shape.iter().map(|size| format!("{size} : i64")).collect();
    format!("[{}]", sizes.join(", "))
}
