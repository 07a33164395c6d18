//! Random op graphs, the same for the same seed. The generator knows the shape of each value when the graph
//! runs; the graph's inputs know only some of their sizes. Many ops do nothing, take back another or repeat it,
//! so that passes find something, and many operands are constants.

use tfrt_bef::Blob;
use tfrt_codegen_tests::networks::Random;
use tfrt_compiler::builder::{FunctionBuilder, ModuleBuilder, Reported, Value};
use tfrt_compiler::graph::{Attribute, Attributes, Module, Type};
use tfrt_host::context::Host;
use tfrt_host::kernel::{DType, Dense};
use tfrt_model::{DIMENSIONS, INPUTS};
use tfrt_tensor::Tensor;

/// Ops that some graph has.
pub(crate) const OPS: [&str; 27] = [
    "arith.constant.tensor",
    "nn.add",
    "nn.broadcast",
    "nn.cast",
    "nn.concatenate",
    "nn.div",
    "nn.flatten",
    "nn.gather",
    "nn.max",
    "nn.mul",
    "nn.reduce_sum",
    "nn.relu",
    "nn.reshape",
    "nn.shape",
    "nn.size",
    "nn.slice",
    "nn.squeeze",
    "nn.sub",
    "nn.tile",
    "nn.transpose",
    "nn.unsqueeze",
    "tensor.cast.f32",
    "tensor.cast.i64",
    "tensor.extract.i1",
    "nn.less",
    "tfrt.if",
    "tfrt.return",
];

/// A graph, what it is run on, and the sizes that its types leave open, by name.
pub(crate) struct Graph {
    pub(crate) module: Module,
    pub(crate) inputs: Vec<Tensor>,
    pub(crate) symbols: Vec<(String, i64)>,
}

/// A value with what the generator knows of it.
#[derive(Clone)]
struct Known {
    value: Value,
    /// `f32` or `i64`.
    float: bool,
    shape: Vec<i64>,
}

struct Generator<'r, 'm, 'a> {
    random: &'r mut Random,
    function: FunctionBuilder<'m, 'a>,
    /// The values that are visible, and how many there were before each region.
    known: Vec<Known>,
}

/// The graph of a seed.
pub(crate) fn graph(seed: u64) -> Graph {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5DEE_CE66_D1CE_CAFE);
    random.below(2);
    let mut module = ModuleBuilder::new(tfrt_model::ops(), "random");
    let mut inputs = Vec::new();
    let mut symbols = Vec::new();
    let built = main(&mut random, &mut module, &mut inputs, &mut symbols);
    let module = module.finish().map_err(super::messages).unwrap();
    assert!(built.is_ok(), "what is wrong is among the problems");
    Graph { module, inputs, symbols }
}

fn main(
    random: &mut Random,
    module: &mut ModuleBuilder<'_>,
    inputs: &mut Vec<Tensor>,
    symbols: &mut Vec<(String, i64)>,
) -> Result<(), Reported> {
    let host = Host::builder().work_queue("s").build().unwrap();
    let mut all = Generator { function: module.function("main"), random, known: Vec::new() };
    let (mut names, mut dimensions) = (Vec::new(), Vec::new());
    for input in 0..1 + all.random.below(3) {
        let float = !all.random.chance(3);
        let shape: Vec<i64> = (0..all.random.below(4)).map(|_| all.size()).collect();
        // A size that is hidden has a symbol, which says what it is, or is anonymous.
        let mut written = shape.clone();
        let mut of_input = Vec::new();
        for (axis, size) in written.iter_mut().enumerate() {
            let mut name = String::new();
            if all.random.chance(3) {
                name = if all.random.chance(2) { format!("n{size}") } else { String::new() };
                let bound = if name.is_empty() { format!("x{input}.{axis}") } else { name.clone() };
                symbols.push((bound, *size));
                *size = -1;
            }
            of_input.push(Attribute::String(name.into_bytes().into()));
        }
        let value = all.function.argument(Type::tensor(&element(float), &written), None);
        let dense = Dense {
            dtype: if float { DType::F32 } else { DType::I64 },
            data: all.elements(float, &shape),
            shape: shape.clone(),
        };
        inputs.push(Tensor::of_constant(&dense, host.allocator()).unwrap());
        all.known.push(Known { value, float, shape });
        names.push(Attribute::String(format!("x{input}").into_bytes().into()));
        let mut attributes = Attributes::new();
        attributes.insert(DIMENSIONS, Attribute::Array(of_input));
        dimensions.push(attributes);
    }
    let mut attributes = Attributes::new();
    attributes.insert(INPUTS, Attribute::Array(names));
    all.function.set_attributes(attributes, dimensions, Vec::new());
    for _ in 0..4 + all.random.below(12) {
        all.step(true)?;
    }
    let last = all.known.len().saturating_sub(3);
    let results: Vec<Value> = all.known[last..].iter().map(|known| known.value).collect();
    all.function.finish(&results)
}

fn element(float: bool) -> Type {
    Type::new(if float { "f32" } else { "i64" })
}

fn int(value: i64) -> Attribute {
    Attribute::Integer { value: value.into(), ty: Type::new("i64") }
}

fn flag(value: bool) -> Attribute {
    Attribute::Integer { value: value.into(), ty: Type::new("i1") }
}

fn count(shape: &[i64]) -> i64 {
    shape.iter().product()
}

impl Generator<'_, '_, '_> {
    /// A size: often 1, seldom 0.
    fn size(&mut self) -> i64 {
        [1, 1, 2, 3, 4, if self.random.chance(6) { 0 } else { 2 }][self.random.below(6)]
    }

    /// Elements, of floats also those that are no ordinary numbers.
    fn elements(&mut self, float: bool, shape: &[i64]) -> Blob {
        let odd = [0.0, -0.0, f32::NAN, f32::INFINITY, f32::MIN_POSITIVE / 2.0, 1.0];
        let all = self.random.below(4);
        let mut bytes = Vec::new();
        for _ in 0..count(shape) {
            if float {
                let usual = self.random.below(4000) as f32 / 1000.0 - 2.0;
                let number = if self.random.chance(4) { odd[self.random.below(6)] } else { usual };
                bytes.extend(number.to_le_bytes());
            } else {
                // Those that change nothing are frequent.
                let number = if all < 2 { all as i64 } else { self.random.below(9) as i64 - 3 };
                bytes.extend(number.to_le_bytes());
            }
        }
        Blob::from(bytes)
    }

    fn constant(&mut self, float: bool, shape: Vec<i64>) -> Result<Known, Reported> {
        let data = self.elements(float, &shape);
        self.dense(float, shape, data)
    }

    fn dense(&mut self, float: bool, shape: Vec<i64>, data: Blob) -> Result<Known, Reported> {
        let (element, ty) = (element(float), Type::tensor(&element(float), &shape));
        let value = Attribute::Dense { ty, element, shape: shape.clone(), data, splat: false };
        let value =
            self.function.op("arith.constant.tensor").attribute("value", value).constant()?;
        Ok(Known { value, float, shape })
    }

    fn list(&mut self, numbers: &[i64]) -> Result<Value, Reported> {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        Ok(self.dense(false, vec![numbers.len() as i64], Blob::from(bytes))?.value)
    }

    /// Some value, or a constant.
    fn some(&mut self) -> Result<Known, Reported> {
        if self.random.chance(4) {
            let float = self.random.chance(2);
            let shape = (0..self.random.below(4)).map(|_| self.size()).collect();
            return self.constant(float, shape);
        }
        let at = self.random.below(self.known.len());
        Ok(self.known[at].clone())
    }

    /// A value like another that can be combined with it: of its shape, or a constant that is broadcast.
    fn partner(&mut self, of: &Known) -> Result<Known, Reported> {
        let same = |other: &&Known| other.float == of.float && other.shape == of.shape;
        let all: Vec<Known> = self.known.iter().filter(same).cloned().collect();
        if !all.is_empty() && self.random.chance(2) {
            return Ok(all[self.random.below(all.len())].clone());
        }
        let from = self.random.below(of.shape.len() + 1);
        let mut shape = of.shape[from..].to_vec();
        for size in &mut shape {
            if self.random.chance(3) {
                *size = 1;
            }
        }
        self.constant(of.float, shape)
    }

    fn add(&mut self, value: Value, float: bool, shape: Vec<i64>) {
        // What is too large is not used again.
        if count(&shape) <= 512 && shape.len() <= 5 {
            self.known.push(Known { value, float, shape });
        }
    }

    fn op(
        &mut self,
        name: &str,
        operands: &[Value],
        attributes: &[(&str, Attribute)],
    ) -> Result<Value, Reported> {
        let mut op = self.function.op(name).operands(operands.iter().copied());
        for (name, attribute) in attributes {
            op = op.attribute(name, attribute.clone());
        }
        op.result()
    }

    /// The sizes of a value as a list that the graph computes from its shape, or a constant.
    fn sizes(&mut self, of: &Known, tail: i64) -> Result<Option<Value>, Reported> {
        let Some(&first) = of.shape.first() else { return Ok(None) };
        if first == 0 || self.random.chance(3) {
            return Ok(None);
        }
        let whole = [("start", int(0)), ("end", int(i64::MAX))];
        let shape = self.op("nn.shape", &[of.value], &whole)?;
        let zero = self.list(&[0])?;
        let first = self.op("nn.gather", &[shape, zero], &[("axis", int(0))])?;
        let tail = self.list(&[tail])?;
        self.op("nn.concatenate", &[first, tail], &[("axis", int(0))]).map(Some)
    }

    /// Adds an op or a few; with `nest`, also one with regions.
    fn step(&mut self, nest: bool) -> Result<(), Reported> {
        let x = self.some()?;
        let Known { value, float, shape } = x.clone();
        match self.random.below(if nest { 17 } else { 16 }) {
            0 | 1 => {
                let y = self.partner(&x)?;
                let names = ["nn.add", "nn.sub", "nn.mul", "nn.max", "nn.div"];
                let name = names[self.random.below(5)];
                let made = self.op(name, &[value, y.value], &[])?;
                self.add(made, float, shape.clone());
                if self.random.chance(3) {
                    let again = self.op(name, &[value, y.value], &[])?;
                    self.add(again, float, shape);
                }
            }
            2 => {
                if float {
                    let made = self.op("nn.relu", &[value], &[])?;
                    self.add(made, float, shape);
                }
            }
            3 | 4 => {
                let mut order: Vec<usize> = (0..shape.len()).collect();
                for at in 1..order.len() {
                    order.swap(at, self.random.below(at + 1));
                }
                let perm = order.iter().map(|&at| int(at as i64)).collect();
                let made =
                    self.op("nn.transpose", &[value], &[("perm", Attribute::Array(perm))])?;
                let to = order.iter().map(|&at| shape[at]).collect();
                self.add(made, float, to);
            }
            5 | 6 => {
                // A matrix whose rows are the first dimension, or one of all sizes.
                let (list, to) = match self.sizes(&x, -1)? {
                    Some(list) => (list, vec![shape[0], count(&shape) / shape[0]]),
                    None if self.random.chance(2) => (self.list(&shape)?, shape.clone()),
                    None => (self.list(&[count(&shape)])?, vec![count(&shape)]),
                };
                let made = self.op("nn.reshape", &[value, list], &[("allowzero", flag(true))])?;
                self.add(made, float, to);
            }
            7 => {
                let axis = self.random.below(shape.len() + 1);
                let axes = self.list(&[axis as i64])?;
                let made = self.op("nn.unsqueeze", &[value, axes], &[])?;
                let mut to = shape.clone();
                to.insert(axis, 1);
                self.add(made, float, to);
                if self.random.chance(2) {
                    let back = self.op("nn.squeeze", &[made, axes], &[])?;
                    self.add(back, float, shape);
                }
            }
            8 => {
                let Some(axis) = shape.iter().position(|&size| size == 1) else { return Ok(()) };
                let axes = self.list(&[axis as i64])?;
                let made = self.op("nn.squeeze", &[value, axes], &[])?;
                let mut to = shape.clone();
                to.remove(axis);
                self.add(made, float, to);
                if self.random.chance(2) {
                    let back = self.op("nn.unsqueeze", &[made, axes], &[])?;
                    self.add(back, float, shape);
                }
            }
            9 => {
                let axis = self.random.below(shape.len() + 1);
                let made = self.op("nn.flatten", &[value], &[("axis", int(axis as i64))])?;
                self.add(made, float, vec![count(&shape[..axis]), count(&shape[axis..])]);
            }
            10 => {
                let to = if self.random.chance(2) { float } else { !float };
                let made = self.op("nn.cast", &[value], &[("to", Attribute::Type(element(to)))])?;
                self.add(made, to, shape);
            }
            11 => {
                let sizes: Vec<i64> = shape
                    .iter()
                    .map(|&size| if self.random.chance(2) { -1 } else { size })
                    .collect();
                let ty = Type::tensor(&element(float), &sizes);
                let name = format!("tensor.cast.{}", element(float));
                let made = self.function.op(name).operands([value]).types([ty]).result()?;
                self.add(made, float, shape);
            }
            12 => {
                let Some(&size) = shape.first() else { return Ok(()) };
                let start = if self.random.chance(2) { 0 } else { self.random.below(3) as i64 };
                let backwards = self.random.chance(4);
                let (start, end, step) =
                    if backwards { (-1, i64::MIN, -1) } else { (start, i64::MAX, 1) };
                let lists = [start, end, 0, step].map(|number| self.list(&[number]));
                let [starts, ends, axes, steps] = lists;
                let made = self.op("nn.slice", &[value, starts?, ends?, axes?, steps?], &[])?;
                let mut to = shape.clone();
                to[0] = if backwards { size } else { (size - start).max(0) };
                self.add(made, float, to);
            }
            13 => {
                if shape.is_empty() {
                    return Ok(());
                }
                let again = self.random.below(3);
                let all = vec![value; again + 1];
                let made = self.op("nn.concatenate", &all, &[("axis", int(0))])?;
                let mut to = shape.clone();
                to[0] *= again as i64 + 1;
                self.add(made, float, to);
            }
            14 => {
                let repeats: Vec<i64> =
                    shape.iter().map(|_| if self.random.chance(3) { 2 } else { 1 }).collect();
                let list = self.list(&repeats)?;
                if self.random.chance(2) {
                    let made = self.op("nn.tile", &[value, list], &[])?;
                    let to = shape.iter().zip(&repeats).map(|(size, by)| size * by).collect();
                    self.add(made, float, to);
                } else {
                    let ones = self.list(&vec![1; shape.len()])?;
                    let made = self.op("nn.broadcast", &[value, ones], &[])?;
                    self.add(made, float, shape);
                }
            }
            15 => {
                if self.random.chance(2) {
                    let made = self.op("nn.size", &[value], &[])?;
                    self.add(made, false, Vec::new());
                } else {
                    let none = self.list(&[])?;
                    let attributes =
                        [("keepdims", flag(false)), ("noop_with_empty_axes", flag(false))];
                    let made = self.op("nn.reduce_sum", &[value, none], &attributes)?;
                    self.add(made, float, Vec::new());
                }
            }
            _ => self.branches(&x)?,
        }
        Ok(())
    }

    /// A choice between two regions, which compute what has the type of a value.
    fn branches(&mut self, x: &Known) -> Result<(), Reported> {
        let y = self.partner(x)?;
        let none = self.list(&[])?;
        let attributes = [("keepdims", flag(false)), ("noop_with_empty_axes", flag(false))];
        let sums = [x.value, y.value].map(|it| self.op("nn.reduce_sum", &[it, none], &attributes));
        let [a, b] = sums;
        let less = self.op("nn.less", &[a?, b?], &[])?;
        let condition = self.op("tensor.extract.i1", &[less], &[])?;
        let ty = Type::unranked_tensor(&element(x.float));
        let cast = format!("tensor.cast.{}", element(x.float));
        let mut closures = Vec::new();
        for name in ["nn.add", "nn.mul"] {
            self.function.begin_region();
            let visible = self.known.len();
            for _ in 0..self.random.below(3) {
                self.step(false)?;
            }
            let made = self.op(name, &[x.value, y.value], &[])?;
            let op = self.function.op(&cast).operands([made]).types([ty.clone()]);
            let made = op.result()?;
            self.known.truncate(visible);
            closures.push(self.function.end(&[made])?);
        }
        let chosen =
            self.function.op("tfrt.if").operands([condition]).callees(closures).result()?;
        let sizes = vec![-1; x.shape.len()];
        let ty = Type::tensor(&element(x.float), &sizes);
        let ranked = self.function.op(&cast).operands([chosen]).types([ty]).result()?;
        self.add(ranked, x.float, x.shape.clone());
        Ok(())
    }
}
