//! Arguments and attributes that nobody means: no op panics, and what it makes has the shape that it says.

use super::*;

/// Sizes of tensors that take no memory to speak of.
const SIZES: &[&[i64]] = &[
    &[],
    &[0],
    &[1],
    &[2],
    &[3],
    &[2, 2],
    &[4, 2],
    &[0, 2],
    &[2, 0],
    &[0, i64::MAX],
    &[i64::MAX, 0, i64::MAX],
    &[1, 2, 2],
    &[1, 2, 2, 1],
    &[2, 2, 1, 2],
    &[1, 0, 0, 1],
    &[1, 2, 2, 0],
    &[0, 3, 3, i64::MAX],
    &[2, 1, 2, 1, 2],
    &[1, 1, 2, 1, 1, 2],
    &[2, 1, 1, 1, 1, 1, 1, 1, 1, 2],
];

const TYPES: &[DType] = &[
    DType::F32,
    DType::I32,
    DType::I64,
    DType::F64,
    DType::F16,
    DType::I8,
    DType::Ui64,
    DType::I1,
    DType::Bf16,
    DType::Complex64,
];

/// Numbers from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % count
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    fn number(&mut self) -> i64 {
        self.of(&[0, 1, 2, 3, -1, -2, 4, 1 << 20, 1 << 40, i64::MAX, i64::MIN, i64::MAX - 1])
    }

    fn numbers(&mut self, count: usize) -> Vec<i64> {
        (0..count).map(|_| self.number()).collect()
    }

    fn tensor(&mut self) -> MutableTensor {
        let dtype = if self.below(3) == 0 { self.of(TYPES) } else { DType::F32 };
        match self.below(12) {
            0 => {
                let count = [0, 1, 2, 4][self.below(4)];
                let numbers = self.numbers(count);
                dense(&[count as i64], &numbers)
            }
            1 => {
                let count = [1, 2, 4][self.below(3)];
                let number = |number: i64| i32::try_from(number).unwrap_or(i32::MAX);
                let numbers: Vec<i32> = self.numbers(count).into_iter().map(number).collect();
                dense(&[count as i64], &numbers)
            }
            2 => {
                let numbers = [0, 0, 2, 1, 0, 3, 0, 0].map(|most| self.below(most + 1) as i32);
                dense(&[4, 2], &numbers)
            }
            3 => scalar(self.of(SIZES), 1.5_f32),
            4 => scalar(&[], self.number()),
            5 => strings(&[2, 1], &["a", ""]),
            6 => strings(&[0], &[]),
            _ => zeros(dtype, self.of(SIZES)),
        }
    }

    fn attributes(&mut self) -> Named {
        let mut attributes = Named::default();
        let mut set = |name: &str, value: &dyn Fn(&mut OpAttrs, &str)| {
            value(&mut attributes.0, name);
        };
        for name in ["transpose_a", "transpose_b", "keep_dims", "is_training"] {
            let value = self.below(4) == 0;
            set(name, &|all, name| {
                all.set(name, value);
            });
        }
        for name in ["strides", "dilations", "ksize", "explicit_paddings"] {
            let count = [0, 1, 2, 4, 4, 4, 4, 5][self.below(8)];
            let mut numbers = self.numbers(count);
            if count == 4 && self.below(2) == 0 {
                (numbers[0], numbers[3]) = (1, 1);
            }
            if self.below(2) == 0 {
                set(name, &|all, name| {
                    all.set(name, &numbers[..]);
                });
            }
        }
        let padding = self.of(&["SAME", "VALID", "EXPLICIT", "explicit", "", "é"]);
        let format = self.of(&["NHWC", "NHWC", "NHWC", "NCHW", "n", "éé"]);
        let dtype = self.of(DType::ALL);
        let fused = texts(self.of(&[&["BiasAdd"][..], &["BiasAdd", "Elu"], &[], &["Relu"]]));
        let texts = [("padding", padding), ("data_format", format)];
        for (name, text) in texts {
            if self.below(4) > 0 {
                set(name, &|all, name| {
                    all.set(name, text);
                });
            }
        }
        set("fused_ops", &|all, name| {
            all.set(name, &fused);
        });
        set("epsilon", &|all, name| {
            all.set(name, 0.001_f32);
        });
        if self.below(2) == 0 {
            for name in ["T", "out_type", "dtype"] {
                set(name, &|all, name| {
                    all.set(name, dtype);
                });
            }
        }
        let shape = self.numbers(2);
        let value = Dense { dtype, shape, data: vec![0_u8; 16].into() };
        set("value", &|all, name| {
            all.set(name, value.clone());
        });
        attributes
    }
}

#[test]
fn no_op_panics() {
    let mut bench = Bench::new();
    bench.request = bench.host.request().memory_limit(1 << 24).build();
    let mut random = Random(7);
    let mut made = std::collections::BTreeMap::new();
    for round in 0..3000 {
        for op in TF.ops() {
            let least = op.op.operands().count();
            let most = op.op.most_operands().unwrap_or(least + 2);
            let count = least + random.below(most - least + 1);
            let arguments: Vec<MutableTensor> = (0..count).map(|_| random.tensor()).collect();
            // Some arguments like the first, or nothing would ever fit.
            let first = random.below(3) == 0;
            let arguments = arguments.iter().map(|it| if first { &arguments[0] } else { it });
            let arguments: Vec<MutableTensor> = arguments.cloned().collect();
            let attributes = random.attributes();
            let results = if op.name == "tf.FusedBatchNormV3" { 6 } else { 1 };
            let handles = arguments.iter().cloned().map(TensorHandle::new);
            let handles = bench.handles(op.name, handles, &attributes, results);
            match bench.result(&handles[0]) {
                Ok(tensor) => {
                    *made.entry(op.name).or_insert(0) += 1;
                    let known = handles[0].metadata().unwrap().unwrap();
                    let known = known == tensor.metadata() || op.name == "tf.Pad";
                    assert!(known, "{} of {arguments:?}", op.name);
                }
                Err((message, _)) => {
                    let place = format!("{} in round {round}: {message}", op.name);
                    assert!(!message.contains("panicked"), "{place}\n{arguments:?}");
                }
            }
        }
    }
    // Every op has made something, too, unless its arguments seldom fit.
    for op in TF.ops() {
        let seldom =
            ["tf.Conv2D", "tf.FusedBatchNormV3", "tf._FusedMatMul", "tf.Const"].contains(&op.name);
        assert!(seldom || made.contains_key(op.name), "{} never made a tensor", op.name);
    }
}

#[test]
fn windows_of_any_sizes() {
    let mut bench = Bench::new();
    bench.request = bench.host.request().memory_limit(1 << 24).build();
    let mut random = Random(11);
    let mut made = [0, 0];
    for round in 0..20_000 {
        let size = |random: &mut Random| random.below(5) as i64;
        let mut images = [(); 4].map(|()| size(&mut random));
        images[0] = images[0].min(1);
        let filter = [size(&mut random), size(&mut random), images[3], size(&mut random)];
        let mut attributes = none().with("padding", random.of(&["SAME", "VALID", "EXPLICIT"]));
        for name in ["strides", "dilations", "ksize", "explicit_paddings"] {
            let number = |random: &mut Random| match random.below(8) {
                0 => random.number(),
                small => 1 + small as i64 / 3,
            };
            let mut numbers = [(); 4].map(|()| number(&mut random));
            if name == "ksize" {
                (numbers[0], numbers[3]) = (1, 1);
            }
            attributes = attributes.with(name, numbers);
        }
        let dtype = random.of(&[DType::F32, DType::F64, DType::F32, DType::F16, DType::I8]);
        let operands = [zeros(dtype, &images), zeros(dtype, &filter)].map(TensorHandle::new);
        let pool = random.below(2);
        let op = ["tf.Conv2D", "tf.MaxPool"][pool];
        let handles = bench.handles(op, operands.into_iter().take(2 - pool), &attributes, 1);
        match bench.result(&handles[0]) {
            Ok(tensor) => {
                made[pool] += 1;
                assert_eq!(handles[0].metadata().unwrap().unwrap(), tensor.metadata());
            }
            Err((message, _)) => {
                assert!(!message.contains("panicked"), "round {round}: {message}");
            }
        }
    }
    assert!(made.iter().all(|made| *made > 1000), "{made:?}");
}

#[test]
fn metadata_that_lie_do_no_harm() {
    let bench = Bench::new();
    // The metadata function of `tf.Pad` assumes padding that is not there.
    let x = dense(&[1, 2, 2, 1], &[1.0_f32, 2.0, 3.0, 4.0]);
    let paddings = dense(&[4, 2], &[0, 0, 1, 0, 0, 1, 0, 0]);
    let arguments = [x, paddings].map(TensorHandle::new);
    let padded = bench.handles("tf.Pad", arguments, &none(), 1).remove(0);
    assert_eq!(padded.metadata().unwrap().unwrap().to_string(), "f32 [1, 8, 8, 1]");
    let result = bench.result(&padded).unwrap();
    assert_eq!(elements::<f32>(&result), [0.0, 0.0, 0.0, 1.0, 2.0, 0.0, 3.0, 4.0, 0.0]);
    let other = TensorHandle::new(zeros(DType::F32, &[1, 8, 8, 1]));
    let sum = bench.handles("tf.AddV2", [padded.clone(), other], &none(), 1);
    let (message, reported) = bench.result(&sum[0]).unwrap_err();
    assert_eq!(message, "Dimensions must be equal, but are 3 and 8");
    assert!(reported);
    let positive = bench.handles("tf.Relu", [padded], &none(), 1);
    assert_eq!(bench.result(&positive[0]).unwrap().metadata().to_string(), "f32 [1, 3, 3, 1]");
}
