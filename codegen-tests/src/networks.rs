//! Random networks, the same for the same seed: convolutional ones and transformers, of odd sizes, with constants and
//! inputs of which some elements are no numbers, infinite, negative zeros or denormal.
#![expect(clippy::unwrap_used, reason = "what it makes is right")]

use tfrt_bef::Blob;
use tfrt_compiler::builder::{FunctionBuilder, ModuleBuilder, Reported, Value};
use tfrt_compiler::graph::{Attribute, Module, Type, TypeKind};
use tfrt_tensor::Tensor;

/// A network, and what it is run on.
#[derive(Debug)]
pub struct Network {
    /// A program of ops of models, whose function is `main`.
    pub module: Module,
    /// Its argument.
    pub input: Tensor,
}

/// The network of a seed.
///
/// # Panics
/// The ops' rules refuse it, which is a mistake here.
#[must_use]
pub fn network(seed: u64) -> Network {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x1234_5678_9ABC_DEF1);
    let is_special = random.chance(3);
    let mut module = ModuleBuilder::new(tfrt_model::ops(), "a network");
    let shape = if random.chance(3) {
        [1 + random.below(2), 1 + random.below(9), random.pick(&[4, 6, 12]), 1]
    } else if random.chance(4) {
        // Large enough for each algorithm of convolutions.
        [1, random.pick(&[32, 33]), 28 + random.below(4), 28 + random.below(4)]
    } else {
        [
            1 + random.below(2),
            random.pick(&[1, 3, 16, 17, 33]),
            5 + random.below(9),
            5 + random.below(9),
        ]
    };
    let shape = if shape[3] == 1 { shape[..3].to_vec() } else { shape.to_vec() };
    let sizes: Vec<i64> = shape.iter().map(|&size| size.try_into().unwrap()).collect();
    let function = module.function("main");
    let mut network = Builder { random, function, outputs: Vec::new(), is_special };
    let input = network.function.argument(Type::tensor(&Type::new("f32"), &sizes), None);
    let elements = network.elements(shape.iter().product());
    let built = match shape.len() {
        3 => network.transformer(input),
        _ => network.convolutional(input),
    };
    let Builder { function, outputs, .. } = network;
    let built = built.and_then(|()| function.finish(&outputs));
    let module = module.finish().map_err(|errors| errors[0].message.clone()).unwrap();
    assert!(built.is_ok(), "what is wrong is among the problems");
    Network { module, input: Tensor::from_vec(&shape, elements).unwrap() }
}

/// Pseudorandom numbers, the same for the same seed.
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound.max(1) as u64) as usize
    }

    /// Whether one of so many is it.
    pub fn chance(&mut self, one_of: usize) -> bool {
        self.below(one_of) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

struct Builder<'m, 'a> {
    random: Random,
    function: FunctionBuilder<'m, 'a>,
    outputs: Vec<Value>,
    /// Whether some numbers are none.
    is_special: bool,
}

fn int(value: i64) -> Attribute {
    Attribute::Integer { value: value.into(), ty: Type::new("i64") }
}

fn flag(value: bool) -> Attribute {
    Attribute::Integer { value: value.into(), ty: Type::new("i1") }
}

fn ints(values: &[i64]) -> Attribute {
    Attribute::Array(values.iter().copied().map(int).collect())
}

fn float(value: f32) -> Attribute {
    Attribute::Float { bits: value.to_bits().into(), ty: Type::new("f32") }
}

impl Builder<'_, '_> {
    fn elements(&mut self, count: usize) -> Vec<f32> {
        let special = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.0, 1e-40, f32::MAX];
        let number = |_| {
            if self.is_special && self.random.chance(97) {
                return self.random.pick(&special);
            }
            self.random.below(1 << 16) as f32 / (1 << 15) as f32 - 1.0
        };
        (0..count).map(number).collect()
    }

    fn constant(&mut self, shape: &[i64]) -> Result<Value, Reported> {
        let count: i64 = shape.iter().product();
        let elements = self.elements(usize::try_from(count).unwrap());
        let bytes: Vec<u8> = elements.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.dense("f32", shape, bytes)
    }

    fn list(&mut self, numbers: &[i64]) -> Result<Value, Reported> {
        let bytes = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.dense("i64", &[numbers.len().try_into().unwrap()], bytes)
    }

    fn dense(&mut self, element: &str, shape: &[i64], bytes: Vec<u8>) -> Result<Value, Reported> {
        let element = Type::new(element);
        let (ty, shape, data) = (Type::tensor(&element, shape), shape.to_vec(), Blob::from(bytes));
        let value = Attribute::Dense { ty, element, shape, data, splat: false };
        self.function.op("arith.constant.tensor").attribute("value", value).constant()
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
        let result = op.result()?;
        if self.random.chance(12) {
            self.outputs.push(result);
        }
        Ok(result)
    }

    fn shape(&self, value: Value) -> Vec<i64> {
        match self.function.type_of(value).kind() {
            TypeKind::Shaped { shape, .. } => shape.to_vec(),
            _ => panic!("every size is known"),
        }
    }

    fn convolutional(&mut self, input: Value) -> Result<(), Reported> {
        let mut values = vec![input];
        let mut x = input;
        if self.shape(x)[1] > 31 {
            x = self.by_tiles(x)?;
            values.push(x);
        }
        for _ in 0..3 + self.random.below(9) {
            x = self.step(x, &values)?;
            values.push(x);
            if self.random.chance(5) {
                let at = self.random.below(values.len());
                x = values[at];
            }
        }
        let pooled = self.reduced(x, &[2, 3])?;
        let flat = self.op("nn.flatten", &[pooled], &[("axis", int(1))])?;
        let inner = self.shape(flat)[1];
        let columns = self.random.pick(&[1, 7, 40]);
        let weights = self.constant(&[inner, columns])?;
        let bias = self.constant(&[columns])?;
        let product = self.op("nn.matmul", &[flat, weights], &[])?;
        let sum = self.op("nn.add", &[product, bias], &[])?;
        let last = self.op("nn.softmax", &[sum], &[("axis", int(1))])?;
        self.outputs.push(last);
        Ok(())
    }

    fn reduced(&mut self, x: Value, axes: &[i64]) -> Result<Value, Reported> {
        let name = self.random.pick(&["nn.reduce_mean", "nn.reduce_sum", "nn.reduce_max"]);
        let axes = self.list(axes)?;
        let flags = [("keepdims", flag(true)), ("noop_with_empty_axes", flag(false))];
        self.op(name, &[x, axes], &flags)
    }

    /// A layer on images.
    fn step(&mut self, x: Value, others: &[Value]) -> Result<Value, Reported> {
        let shape = self.shape(x);
        let channels = shape[1];
        match self.random.below(26) {
            0..4 => self.convolution(x),
            14..19 => self.residual(x),
            19 | 20 => self.activation(x),
            4 => {
                let mut operands = vec![x];
                for _ in 0..3 {
                    operands.push(self.constant(&[channels])?);
                }
                // Variances are not negative, if they are numbers.
                let variance = self.constant(&[channels])?;
                operands.push(self.op("nn.mul", &[variance, variance], &[])?);
                self.op("nn.batch_norm", &operands, &[("epsilon", float(1e-3))])
            }
            5 => self.op("nn.relu", &[x], &[]),
            6 => {
                let same = others.iter().filter(|&&other| self.shape(other) == shape);
                let same: Vec<Value> = same.copied().collect();
                let other = if same.is_empty() { x } else { self.random.pick(&same) };
                let name = self.random.pick(&["nn.add", "nn.sub", "nn.max"]);
                self.op(name, &[x, other], &[])
            }
            7 => {
                let other = self.constant(&[channels, 1, 1])?;
                let name = self.random.pick(&["nn.mul", "nn.div", "nn.min", "nn.add"]);
                self.op(name, &[x, other], &[])
            }
            8 => {
                let fits = |&&other: &&Value| {
                    let other = self.shape(other);
                    other[0] == shape[0] && other[2..] == shape[2..]
                };
                let fitting: Vec<Value> = others.iter().filter(fits).copied().collect();
                let other = if fitting.is_empty() { x } else { self.random.pick(&fitting) };
                self.op("nn.concatenate", &[x, other], &[("axis", int(1))])
            }
            9 | 10 if shape[2] > 3 && shape[3] > 3 => self.pool(x),
            11 | 21..24 => {
                let name = self.random.pick(&[
                    "math.exp",
                    "math.tanh",
                    "math.erf",
                    "math.log",
                    "math.sqrt",
                ]);
                self.op(&format!("{name}.tensor"), &[x], &[])
            }
            12 => self.op("nn.transpose", &[x], &[("perm", ints(&[0, 1, 3, 2]))]),
            24 => {
                let count = usize::try_from(channels).unwrap();
                let indices: Vec<i64> =
                    (0..count).map(|_| channels / 2 - self.random.below(count) as i64).collect();
                let indices = self.list(&indices)?;
                self.op("nn.gather", &[x, indices], &[("axis", int(1))])
            }
            25 => {
                let to = |name| Attribute::Type(Type::new(name));
                let whole = self.function.op("nn.cast").operands([x]).attribute("to", to("i32"));
                let whole = whole.result()?;
                self.op("nn.cast", &[whole], &[("to", to("f32"))])
            }
            _ => {
                let flat = self.op("nn.flatten", &[x], &[("axis", int(2))])?;
                let shape = self.list(&shape)?;
                self.op("nn.reshape", &[flat, shape], &[("allowzero", flag(false))])
            }
        }
    }

    fn convolution(&mut self, x: Value) -> Result<Value, Reported> {
        let shape = self.shape(x);
        let channels = shape[1];
        let groups: Vec<i64> = (1..=channels).filter(|group| channels % group == 0).collect();
        let group = if self.random.chance(2) { 1 } else { self.random.pick(&groups) };
        let outputs = group * self.random.pick(&[1, 1, 2, 3, 8, 17]);
        let window = |random: &mut Random, size: i64| {
            let kernel = random.pick(&[1, 2, 3, 3, 5]);
            let dilation = random.pick(&[1, 1, 1, 2]);
            let pad = random.pick(&[0, 1, 2]);
            match size + 2 * pad > (kernel - 1) * dilation {
                true => [kernel, dilation, pad],
                false => [1, 1, 0],
            }
        };
        let [rows, columns] = [shape[2], shape[3]].map(|size| window(&mut self.random, size));
        let filters = self.constant(&[outputs, channels / group, rows[0], columns[0]])?;
        let mut operands = vec![x, filters];
        if self.random.chance(2) {
            operands.push(self.constant(&[outputs])?);
        }
        let strides = [self.random.pick(&[1, 1, 2, 3]), self.random.pick(&[1, 1, 2])];
        let attributes = [
            ("auto_pad", int(self.random.pick(&[0, 0, 0, 1, -1]))),
            ("dilations", ints(&[rows[1], columns[1]])),
            ("group", int(group)),
            ("pads", ints(&[rows[2], columns[2], rows[2], columns[2]])),
            ("strides", ints(&strides)),
        ];
        self.op("nn.conv", &operands, &attributes)
    }

    /// A convolution that Winograd's algorithms compute if it is large enough, and what comes then.
    fn by_tiles(&mut self, x: Value) -> Result<Value, Reported> {
        let channels = self.shape(x)[1];
        let outputs = if self.random.chance(3) { self.random.pick(&[32, 49]) } else { channels };
        let filters = self.constant(&[outputs, channels, 3, 3])?;
        let mut operands = vec![x, filters];
        if self.random.chance(2) {
            operands.push(self.constant(&[outputs])?);
        }
        let pads = [0; 4].map(|_: i64| self.random.pick(&[0, 1, 1, 2]));
        let pads = if self.random.chance(2) { [1; 4] } else { pads };
        let attributes = [
            ("auto_pad", int(0)),
            ("dilations", ints(&[1, 1])),
            ("group", int(1)),
            ("pads", ints(&pads)),
            ("strides", ints(&[1, 1])),
        ];
        let mut y = self.op("nn.conv", &operands, &attributes)?;
        if self.shape(x) == self.shape(y) {
            y = self.op("nn.add", &[y, x], &[])?;
        }
        self.activation(y)
    }

    /// A block of one or two convolutions to whose result its input is added.
    fn residual(&mut self, x: Value) -> Result<Value, Reported> {
        let channels = self.shape(x)[1];
        let mut y = x;
        for at in 0..1 + self.random.below(2) {
            if at > 0 {
                y = self.activation(y)?;
            }
            let kernel = self.random.pick(&[1, 3, 5]);
            let is_by_depth = self.random.chance(3);
            let of_group = if is_by_depth { 1 } else { channels };
            let filters = self.constant(&[channels, of_group, kernel, kernel])?;
            let mut operands = vec![y, filters];
            if self.random.chance(2) {
                operands.push(self.constant(&[channels])?);
            }
            let attributes = [
                ("auto_pad", int(0)),
                ("dilations", ints(&[1, 1])),
                ("group", int(channels / of_group)),
                ("pads", ints(&[kernel / 2; 4])),
                ("strides", ints(&[1, 1])),
            ];
            y = self.op("nn.conv", &operands, &attributes)?;
        }
        let operands = if self.random.chance(2) { [x, y] } else { [y, x] };
        let sum = self.op("nn.add", &operands, &[])?;
        self.activation(sum)
    }

    fn activation(&mut self, x: Value) -> Result<Value, Reported> {
        let bounds = self.random.pick(&[
            [None, None],
            [Some(0.0), Some(6.0)],
            [Some(-0.25), Some(0.5)],
            [Some(-0.0), Some(0.5)],
            [Some(f32::NAN), None],
            [None, Some(0.25)],
            [Some(0.5), Some(0.0)],
        ]);
        let mut y = x;
        for (name, bound) in ["nn.max", "nn.min"].into_iter().zip(bounds) {
            let Some(bound) = bound else { continue };
            let shape: &[i64] = if self.random.chance(2) { &[] } else { &[1] };
            let bound = self.dense("f32", shape, bound.to_le_bytes().to_vec())?;
            let operands = if self.random.chance(3) { [bound, y] } else { [y, bound] };
            y = self.op(name, &operands, &[])?;
        }
        if x == y { self.op("nn.relu", &[x], &[]) } else { Ok(y) }
    }

    fn pool(&mut self, x: Value) -> Result<Value, Reported> {
        let kernel = self.random.pick(&[2, 3]);
        let stride = self.random.pick(&[1, 2]);
        let pad = self.random.pick(&[0, 1]);
        let mut attributes = vec![
            ("auto_pad", int(self.random.pick(&[0, 0, 1]))),
            ("ceil_mode", flag(self.random.chance(3))),
            ("dilations", ints(&[1, 1])),
            ("kernel_shape", ints(&[kernel, kernel])),
            ("pads", ints(&[pad; 4])),
            ("strides", ints(&[stride, stride])),
        ];
        if self.random.chance(2) {
            return self.op("nn.max_pool", &[x], &attributes);
        }
        attributes.push(("count_include_pad", flag(self.random.chance(2))));
        self.op("nn.average_pool", &[x], &attributes)
    }

    fn transformer(&mut self, input: Value) -> Result<(), Reported> {
        let mut x = input;
        for _ in 0..1 + self.random.below(3) {
            let attention = self.attention(x)?;
            x = self.op("nn.add", &[x, attention], &[])?;
            x = self.normalized(x)?;
            let wide = self.linear(x, 13)?;
            let active = self.op("math.erf.tensor", &[wide], &[])?;
            let active = self.op("nn.mul", &[wide, active], &[])?;
            let width = self.shape(x)[2];
            let narrow = self.linear(active, width)?;
            x = self.op("nn.add", &[x, narrow], &[])?;
        }
        self.outputs.push(x);
        Ok(())
    }

    fn linear(&mut self, x: Value, columns: i64) -> Result<Value, Reported> {
        let inner = self.shape(x)[2];
        let weights = self.constant(&[inner, columns])?;
        let bias = self.constant(&[columns])?;
        let product = self.op("nn.matmul", &[x, weights], &[])?;
        self.op("nn.add", &[bias, product], &[])
    }

    fn attention(&mut self, x: Value) -> Result<Value, Reported> {
        let shape = self.shape(x);
        let heads = 2;
        let split = self.list(&[shape[0], shape[1], heads, shape[2] / heads])?;
        let mut parts = Vec::new();
        for perm in [[0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3]] {
            let part = self.linear(x, shape[2])?;
            let part = self.op("nn.reshape", &[part, split], &[("allowzero", flag(false))])?;
            parts.push(self.op("nn.transpose", &[part], &[("perm", ints(&perm))])?);
        }
        let scores = self.op("nn.matmul", &parts[..2], &[])?;
        let scale = self.constant(&[])?;
        let scores = self.op("nn.mul", &[scores, scale], &[])?;
        let weights = self.op("nn.softmax", &[scores], &[("axis", int(-1))])?;
        let mixed = self.op("nn.matmul", &[weights, parts[2]], &[])?;
        let mixed = self.op("nn.transpose", &[mixed], &[("perm", ints(&[0, 2, 1, 3]))])?;
        let joined = self.list(&shape)?;
        let mixed = self.op("nn.reshape", &[mixed, joined], &[("allowzero", flag(false))])?;
        self.linear(mixed, shape[2])
    }

    fn normalized(&mut self, x: Value) -> Result<Value, Reported> {
        let width = self.shape(x)[2];
        let axes = self.list(&[-1])?;
        let flags = [("keepdims", flag(true)), ("noop_with_empty_axes", flag(false))];
        let mean = self.op("nn.reduce_mean", &[x, axes], &flags)?;
        let difference = self.op("nn.sub", &[x, mean], &[])?;
        let square = self.op("nn.mul", &[difference, difference], &[])?;
        let variance = self.op("nn.reduce_mean", &[square, axes], &flags)?;
        let one = self.constant(&[1])?;
        let variance = self.op("nn.max", &[variance, one], &[])?;
        let normal = self.op("nn.div", &[difference, variance], &[])?;
        let scale = self.constant(&[width])?;
        self.op("nn.mul", &[normal, scale], &[])
    }
}
