//! Random host programs whose tensors are values: `tensor<2x?xf32>`, `tensor<*xi8>`. They are valid by
//! construction but for those of [`wrong`], which the verifier must refuse, and the same for the same
//! seed. Uses nothing but the standard library, because build scripts include it too.
//!
//! Most tensors of a program have one element type and one shape, of which their types say more or
//! less, so that most ops have operands that fit each other. Those that do not are of shapes that
//! types do not say.

mod control;
pub mod models;
pub mod ops;
mod values;
pub mod wrong;

use super::{Random, Scalar, edges};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// An element type, as types and kernels' names have it.
pub type Element = &'static str;

/// Every element type of tensors that are values.
pub const ELEMENTS: [Element; 9] = ["i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"];

/// The names of the kernels of tensors that are values and compute nothing at each place, without
/// element types.
pub const OTHERS: [&str; 9] = [
    "arith.constant.tensor",
    "tensor.cast",
    "tensor.dim",
    "tensor.extract",
    "tensor.freeze",
    "tensor.from_elements",
    "tensor.print",
    "tensor.splat",
    "tensor.thaw",
];

/// A program with a function `main`.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its text.
    pub text: String,
    /// Arguments to call `main` with.
    pub inputs: Vec<Vec<Argument>>,
    /// How often it names each op.
    pub ops: BTreeMap<String, u64>,
}

/// What a function is called with.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// A scalar.
    Scalar(Scalar),
    /// A tensor that is a value.
    Tensor {
        /// The type of its elements.
        element: Element,
        /// Its sizes.
        shape: Vec<i64>,
        /// Its elements, row by row.
        elements: Vec<Scalar>,
        /// Whose it is.
        held: Held,
    },
}

/// Who else has a tensor that a function is called with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// Nobody: the call may write it.
    Alone,
    /// The caller keeps a reference to the value.
    Value,
    /// The caller keeps a tensor with the same elements.
    Elements,
    /// Its elements are in memory of the caller's.
    Callers,
}

/// The program of that seed.
#[must_use]
pub fn program(seed: u64) -> Program {
    let mut generator = Generator::new(Random::new(seed));
    generator.functions();
    generator.main(|_, _| {});
    let inputs = generator.inputs();
    Program { text: generator.text, inputs, ops: generator.ops }
}

/// What the type of a tensor says of its shape: sizes that are known and not, or not even how many.
type Known = Option<Vec<Option<i64>>>;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Type {
    Scalar(Element),
    Tensor(Element, Known),
    /// `!tfrt_tensor.tensor`.
    Mutable,
    Chain,
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(name) => f.write_str(name),
            Self::Tensor(element, None) => write!(f, "tensor<*x{element}>"),
            Self::Tensor(element, Some(sizes)) => {
                f.write_str("tensor<")?;
                for size in sizes {
                    match size {
                        Some(size) => write!(f, "{size}x")?,
                        None => f.write_str("?x")?,
                    }
                }
                write!(f, "{element}>")
            }
            Self::Mutable => f.write_str("!tfrt_tensor.tensor"),
            Self::Chain => f.write_str("!tfrt.chain"),
        }
    }
}

#[derive(Clone, Debug)]
struct Value {
    name: String,
    ty: Type,
    /// The shape that a tensor has when the program runs, if that is known here.
    shape: Option<Vec<i64>>,
}

impl Value {
    /// The element type, and the sizes that the type states.
    fn tensor(&self) -> Option<(Element, &Known)> {
        match &self.ty {
            Type::Tensor(element, known) => Some((element, known)),
            _ => None,
        }
    }

    /// The value, which has that shape unless its type says something else: then the op that makes it fails,
    /// and there is no tensor of another shape.
    fn with_shape(mut self, shape: Option<&Vec<i64>>) -> Self {
        let fits = |shape: &&Vec<i64>| match &self.ty {
            Type::Tensor(_, sizes) => compatible(&known(shape), sizes),
            _ => true,
        };
        self.shape = shape.filter(fits).cloned();
        self
    }
}

#[derive(Clone, Debug)]
struct Function {
    name: String,
    arguments: Vec<Type>,
    results: Vec<Type>,
    cost: u64,
    kind: Kind,
    /// Something in the program calls it.
    called: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// To be called, and a branch of `cond` and `case`.
    Plain,
    /// The body of `while`: a counter, a loop value, and one `i1` more as a result.
    Loop,
    /// Calls itself as often as its first argument says.
    Recursive,
}

/// A straight piece of a program under construction: what is in scope, and what it costs to run.
struct Block {
    values: Vec<Value>,
    cost: u64,
    depth: u32,
}

struct Generator {
    random: Random,
    text: String,
    ops: BTreeMap<String, u64>,
    functions: Vec<Function>,
    /// What `main` takes.
    arguments: Vec<Type>,
    /// What most tensors are.
    element: Element,
    shape: Vec<i64>,
    /// The run may be cancelled.
    cancels: bool,
    names: u32,
}

/// Whether a tensor may have both shapes, as far as they are known.
fn compatible(a: &Known, b: &Known) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => {
            let fits = |(a, b): (&Option<i64>, &Option<i64>)| a.is_none() || b.is_none() || a == b;
            a.len() == b.len() && a.iter().zip(b).all(fits)
        }
        _ => true,
    }
}

/// All sizes that either type states.
fn merged(a: &Known, b: &Known) -> Known {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.iter().zip(b).map(|(a, b)| a.or(*b)).collect()),
        (a, b) => a.clone().or_else(|| b.clone()),
    }
}

/// All sizes as known.
fn known(shape: &[i64]) -> Known {
    Some(shape.iter().copied().map(Some).collect())
}

/// The attribute `shape` with -1 for unknown sizes: ` {shape = [2, -1]}`.
fn shape_attribute(known: &Known) -> String {
    let Some(sizes) = known else { return String::new() };
    let sizes: Vec<String> = sizes.iter().map(|size| size.unwrap_or(-1).to_string()).collect();
    format!(" {{shape = [{}]}}", sizes.join(", "))
}

/// How many elements a tensor has.
fn count(shape: &[i64]) -> usize {
    shape.iter().product::<i64>().try_into().unwrap_or(0)
}

/// A scalar as attributes have it, without its type.
fn literal(scalar: Scalar) -> String {
    match scalar {
        Scalar::I1(value) => value.to_string(),
        Scalar::I8(value) => value.to_string(),
        Scalar::I16(value) => value.to_string(),
        Scalar::I32(value) => value.to_string(),
        Scalar::I64(value) => value.to_string(),
        Scalar::F16(bits) | Scalar::Bf16(bits) => format!("{bits:#06x}"),
        Scalar::F32(value) => format!("{:#010x}", value.to_bits()),
        Scalar::F64(value) => format!("{:#018x}", value.to_bits()),
    }
}

fn names(values: &[Value]) -> String {
    values.iter().map(|value| value.name.as_str()).collect::<Vec<_>>().join(", ")
}

fn types<'a>(types: impl IntoIterator<Item = &'a Type>) -> String {
    types.into_iter().map(Type::to_string).collect::<Vec<_>>().join(", ")
}

fn types_of(values: &[Value]) -> String {
    types(values.iter().map(|value| &value.ty))
}

impl Generator {
    fn new(mut random: Random) -> Self {
        let element = random.pick(&ELEMENTS);
        let shape = any_shape(&mut random);
        let cancels = random.one_in(20);
        Self {
            random,
            text: String::new(),
            ops: BTreeMap::new(),
            functions: Vec::new(),
            arguments: Vec::new(),
            element,
            shape,
            cancels,
            names: 0,
        }
    }

    fn functions(&mut self) {
        for _ in 0..self.random.pick(&[0, 0, 0, 1, 1, 2, 3]) {
            match self.random.below(6) {
                0..=1 => self.loop_body(),
                2 => self.recursion(),
                _ => self.plain(),
            }
        }
    }

    /// Adds `main`, with what `wrong` adds on the way.
    fn main(&mut self, wrong: impl FnOnce(&mut Self, &mut Block)) {
        let head = self.text.len();
        self.names = 0;
        let mut block = Block { values: Vec::new(), cost: 1, depth: 0 };
        for _ in 0..self.random.below(4) {
            let ty = if self.random.below(3) == 0 {
                Type::Scalar(self.random.pick(&["i1", "i32", "i64", "f32", "f64", "i8", "f16"]))
            } else {
                self.tensor_type()
            };
            self.arguments.push(ty.clone());
            let name = self.name();
            block.values.push(Value { name, ty, shape: None });
        }
        let parameters: Vec<String> =
            block.values.iter().map(|value| format!("{}: {}", value.name, value.ty)).collect();
        let before = self.random.below(5);
        self.fill(&mut block, before);
        wrong(self, &mut block);
        let after = 1 + self.random.below(6);
        self.fill(&mut block, after);
        self.call_the_rest(&mut block);
        let mut results: Vec<Value> = Vec::new();
        for _ in 0..1 + self.random.below(5) {
            if block.values.is_empty() {
                break;
            }
            // Of two, the later: what goes wrong on the way should show.
            let count = block.values.len();
            let place = self.random.below(count).max(self.random.below(count));
            let result = block.values[place].clone();
            results.push(result);
        }
        self.finish(&results);
        let (takes, gives) = (parameters.join(", "), types_of(&results));
        self.text.insert_str(head, &format!("func.func @main({takes}) -> ({gives}) {{\n"));
    }

    /// Arguments for `main`.
    fn inputs(&mut self) -> Vec<Vec<Argument>> {
        let arguments = self.arguments.clone();
        let sets = if arguments.is_empty() { 1 } else { 3 };
        (0..sets).map(|_| arguments.iter().map(|ty| self.input(ty)).collect()).collect()
    }

    fn input(&mut self, ty: &Type) -> Argument {
        match ty {
            Type::Tensor(element, known) => {
                let shape = self.shape_of(known);
                let elements = (0..count(&shape)).map(|_| self.scalar(element)).collect();
                let held = self.random.pick(&[
                    Held::Alone,
                    Held::Alone,
                    Held::Alone,
                    Held::Value,
                    Held::Elements,
                    Held::Callers,
                ]);
                Argument::Tensor { element, shape, elements, held }
            }
            Type::Scalar(element) => Argument::Scalar(self.scalar(element)),
            Type::Mutable | Type::Chain => unreachable!("main takes scalars and tensors"),
        }
    }

    /// A shape of which that is known: mostly that of most tensors.
    fn shape_of(&mut self, of: &Known) -> Vec<i64> {
        let common = known(&self.shape);
        if compatible(of, &common) && !self.random.one_in(12) {
            return self.shape.clone();
        }
        let Some(sizes) = of else { return any_shape(&mut self.random) };
        sizes.iter().map(|size| size.unwrap_or_else(|| self.random.below(4) as i64)).collect()
    }

    /// A type of tensors: mostly of most tensors', and more or less exact.
    fn tensor_type(&mut self) -> Type {
        let element =
            if self.random.one_in(4) { self.random.pick(&ELEMENTS) } else { self.element };
        let shape = self.shape_of(&None);
        Type::Tensor(element, self.looser(&known(&shape)))
    }

    /// The same sizes, or some of them unknown.
    fn looser(&mut self, of: &Known) -> Known {
        match self.random.below(8) {
            0 => None,
            1..=3 => {
                let sizes = of.as_ref()?.iter();
                Some(sizes.map(|size| size.filter(|_| !self.random.one_in(2))).collect())
            }
            _ => of.clone(),
        }
    }

    fn any_type(&mut self) -> Type {
        match self.random.below(8) {
            0 => Type::Scalar(self.random.pick(&["i1", "i32", "i64", "f32", "i16", "bf16"])),
            1 => Type::Chain,
            _ => self.tensor_type(),
        }
    }

    /// A number that is often at an edge of its type.
    fn scalar(&mut self, element: Element) -> Scalar {
        let random = &mut self.random;
        // Small numbers meet each other more often.
        let small = random.below(2) == 0;
        let digit = random.below(6) as i8 - 1;
        match element {
            "i1" => Scalar::I1(random.below(2) == 0),
            "i8" if small => Scalar::I8(digit),
            "i8" => Scalar::I8(random.pick(&edges::INTEGERS_8)),
            "i16" if small => Scalar::I16(digit.into()),
            "i16" => Scalar::I16(random.pick(&edges::INTEGERS_16)),
            "i32" if small => Scalar::I32(digit.into()),
            "i32" => Scalar::I32(random.pick(&edges::INTEGERS_32)),
            "i64" if small => Scalar::I64(digit.into()),
            "i64" => Scalar::I64(random.pick(&edges::INTEGERS_64)),
            "f16" => Scalar::F16(random.pick(&edges::FLOATS_16)),
            "bf16" => Scalar::Bf16(random.pick(&edges::BRAIN_FLOATS)),
            "f32" if small => Scalar::F32(f32::from(digit) * 0.75),
            "f32" => Scalar::F32(f32::from_bits(random.pick(&edges::FLOATS_32))),
            _ if small => Scalar::F64(f64::from(digit) * 0.75),
            _ => Scalar::F64(f64::from_bits(random.pick(&edges::FLOATS_64))),
        }
    }

    /// An integer that can be divided by; of other types, any number.
    fn divisor(&mut self, element: Element) -> Scalar {
        match element {
            "i1" => Scalar::I1(true),
            "i8" => Scalar::I8(self.random.pick(&edges::INTEGERS_8[1..])),
            "i16" => Scalar::I16(self.random.pick(&edges::INTEGERS_16[1..])),
            "i32" => Scalar::I32(self.random.pick(&edges::INTEGERS_32[1..])),
            "i64" => Scalar::I64(self.random.pick(&edges::INTEGERS_64[1..])),
            other => self.scalar(other),
        }
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

    /// [`emit`](Self::emit) of an op with one result.
    fn one(
        &mut self,
        block: &mut Block,
        op: &str,
        operands: &[Value],
        gives: Type,
        attributes: &str,
    ) -> Value {
        self.emit(block, op, operands, &[gives], attributes).remove(0)
    }

    fn new_results(&mut self, types: &[Type]) -> Vec<Value> {
        types.iter().map(|ty| Value { name: self.name(), ty: ty.clone(), shape: None }).collect()
    }

    fn finish_region(&mut self, values: &[Value]) {
        let _ = match values {
            [] => writeln!(self.text, "tfrt.return"),
            _ => writeln!(self.text, "tfrt.return {} : {}", names(values), types_of(values)),
        };
    }

    fn finish(&mut self, values: &[Value]) {
        self.finish_region(values);
        self.text.push_str("}\n");
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("%x{}", self.names)
    }

    fn count(&mut self, op: &str) {
        match self.ops.get_mut(op) {
            Some(count) => *count += 1,
            None => drop(self.ops.insert(op.to_owned(), 1)),
        }
    }
}

/// A small shape of rank 0 to 3, now and then empty or of a few dozen elements, which are written in
/// blocks.
fn any_shape(random: &mut Random) -> Vec<i64> {
    let long = random.one_in(12);
    if long {
        return random.pick(&[&[17][..], &[33], &[2, 16], &[48]]).to_vec();
    }
    let rank = random.pick(&[0, 1, 1, 2, 2, 2, 3]);
    let sizes = random.pick(&[&[1, 2, 3][..], &[1, 2, 3], &[2], &[0, 1, 3]]);
    (0..rank).map(|_| random.pick(sizes)).collect()
}
