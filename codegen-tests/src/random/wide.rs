//! What only wide programs have: edge values, every type, native functions, functions that run in
//! order or once, parallel loops. All of it gives the same on every schedule.

use super::Type::{
    Bf16, Chain, Complex64, Complex128, F16, F32, F64, I1, I32, I64, Point, Resource, Shape,
    Tensor, Text, Traced, Ui32, Ui64,
};
use super::edges;
use super::ops::{ADD, MAX_DEPTH, SIMPLE, Simple};
use super::{Block, Function, Generator, Kind, Scalar, TYPES, Type, Value, names, types, types_of};
use std::fmt::Write;

const WIDE_TYPES: [Type; 18] = [
    I1, I32, I32, I32, I64, I64, F32, F64, Chain, Text, Ui32, Ui64, F16, Bf16, Complex64,
    Complex128, Traced, Point,
];

const MORE: &[Simple] = &[
    ("tfrt.alias.value", &[Chain, I64], &[I64], true),
    ("tfrt.alias.value", &[Chain, Traced], &[Traced], true),
    ("tfrt.alias.value", &[Chain, Complex64], &[Complex64], true),
    ("tfrt.minimum.f32", &[F32, F32], &[F32], true),
    ("tfrt.minimum.f64", &[F64, F64], &[F64], true),
    ("tfrt.print.complex128", &[Complex128, Chain], &[Chain], true),
    ("tfrt.print.complex64", &[Complex64, Chain], &[Chain], true),
    ("tfrt.print.f16", &[F16, Chain], &[Chain], true),
    ("tfrt_test.allocate_resource", &[Chain], &[Resource, Chain], true),
    ("tfrt_test.as_chain", &[I32, Traced], &[Chain], true),
    ("tfrt_test.as_chain", &[Chain, Bf16, Text], &[Chain], true),
    ("tfrt_test.deallocate_resource", &[Resource, Chain], &[Chain], true),
    ("tfrt_test.identity", &[Chain, Traced, Ui64, I1], &[Traced, Ui64, I1], true),
    ("tfrt_test.make_indirect", &[I32, Text, F16], &[I32, Text, F16], true),
    ("tfrt_test.make_indirect", &[Traced], &[Traced], true),
    ("tfrt_test.multi_arg_result", &[Ui32, F32, Complex128], &[Ui32, F32, Complex128], true),
    ("tfrt_test.print_bool", &[Chain, I1], &[Chain], true),
    ("tfrt_test.report_error_concrete_async", &[I32], &[I32], true),
    ("tfrt_test.report_error_indirect_async", &[I32], &[I32], true),
    ("tfrt_test.share_to_two", &[Traced], &[Traced, Traced], true),
    ("tfrt_test.sum", &[I32], &[I32], true),
    ("tfrt_test.sum", &[I32, I32, I32, I32, I32], &[I32], true),
    ("tfrt_test.use_sample_shared_context", &[Chain], &[Text, Chain], true),
    ("tfrt_tutorial.create_coordinate", &[I32, I32], &[Point], true),
    ("tfrt_tutorial.print_coordinate", &[Point, Chain], &[Chain], true),
    ("vt.add", &[Traced, Traced], &[Traced], true),
    ("vt.print", &[Traced, Chain], &[Chain], true),
];

/// Signatures of functions of wide programs, besides those of all.
const MORE_SIGNATURES: &[(&[Type], &[Type])] = &[
    (&[], &[I32]),
    (&[Traced, F64], &[Traced]),
    (&[I1, I64, Complex64], &[I64, I1]),
    (&[Ui64, F32, Bf16], &[F32, Ui64]),
    (&[I32], &[]),
];

/// Signatures of functions of programs with tensors.
const TENSOR_SIGNATURES: &[(&[Type], &[Type])] = &[
    (&[Tensor, I32], &[Tensor]),
    (&[Tensor, Tensor, Chain], &[I1, Chain]),
    (&[Shape], &[Tensor, Shape]),
];

/// Name, what it takes and gives.
const NATIVES: &[(&str, &[Type], &[Type])] = &[
    ("native_add", &[I32, I32], &[I32]),
    ("native_async_add", &[I32, I32], &[I32]),
    ("native_async_sink", &[I32], &[]),
    ("native_error", &[], &[I32]),
    ("native_sink", &[I32], &[]),
];

/// Bounds and block sizes of parallel loops with few blocks.
const RANGES: &[(&str, &str, &str)] = &[
    ("0", "4", "1"),
    ("-3", "5", "3"),
    ("2", "2", "1"),
    ("5", "-5", "2"),
    ("0", "7", "0"),
    ("1", "9", "-2147483648"),
    ("2147483640", "2147483647", "3"),
    ("-2147483648", "2147483647", "2147483647"),
    ("-2147483648", "-2147483646", "1"),
];

impl Generator {
    pub(super) fn any_type(&mut self) -> Type {
        if self.tensors.is_some() && self.random.below(4) == 0 {
            self.random.pick(&[Tensor, Tensor, Shape])
        } else if self.options.wide {
            self.random.pick(&WIDE_TYPES)
        } else {
            self.random.pick(&TYPES)
        }
    }

    /// Arguments for `main`: in a third of them all are edges.
    pub(super) fn inputs(&mut self) -> Vec<Vec<Scalar>> {
        let arguments = self.arguments.clone();
        let sets = if arguments.is_empty() { 1 } else { 3 };
        let mut set = |edges: bool| {
            arguments.iter().map(|&ty| self.input(ty, edges)).collect::<Vec<Scalar>>()
        };
        (0..sets).map(|index| set(index == 0)).collect()
    }

    fn input(&mut self, ty: Type, edge: bool) -> Scalar {
        let random = &mut self.random;
        let edge = edge || random.below(2) == 0;
        let small = random.below(7) as i32 - 2;
        match ty {
            I1 => Scalar::I1(random.below(2) == 0),
            I32 if edge => Scalar::I32(random.pick(&edges::INTEGERS_32)),
            I32 => Scalar::I32(small),
            I64 if edge => Scalar::I64(random.pick(&edges::INTEGERS_64)),
            I64 => Scalar::I64(small.into()),
            F32 if edge => Scalar::F32(f32::from_bits(random.pick(&edges::FLOATS_32))),
            F32 => Scalar::F32(small as f32),
            F64 if edge => Scalar::F64(f64::from_bits(random.pick(&edges::FLOATS_64))),
            _ => Scalar::F64(f64::from(small) * 0.25),
        }
    }

    pub(super) fn edge_literal(&mut self, block: &mut Block, ty: Type) -> Value {
        let random = &mut self.random;
        // Small integers meet each other more often.
        let small = random.below(2) == 0;
        let (op, text): (&'static str, String) = match ty {
            I1 => ("tfrt.constant.i1", random.pick(&["true", "false"]).to_owned()),
            I32 if small => ("tfrt.constant.i32", (random.below(5) as i32 - 1).to_string()),
            I32 => ("tfrt.constant.i32", random.pick(&edges::INTEGERS_32).to_string()),
            I64 if small => ("tfrt.constant.i64", (random.below(5) as i32 - 1).to_string()),
            I64 => ("tfrt.constant.i64", random.pick(&edges::INTEGERS_64).to_string()),
            Ui32 => ("tfrt.constant.ui32", random.pick(&edges::UNSIGNED_32).to_string()),
            Ui64 => ("tfrt.constant.ui64", random.pick(&edges::UNSIGNED_64).to_string()),
            F32 => ("tfrt.constant.f32", format!("{:#010x}", random.pick(&edges::FLOATS_32))),
            F64 => ("tfrt.constant.f64", format!("{:#018x}", random.pick(&edges::FLOATS_64))),
            F16 => ("tfrt.constant.f16", format!("{:#06x}", random.pick(&edges::FLOATS_16))),
            Bf16 => ("tfrt.constant.bf16", format!("{:#06x}", random.pick(&edges::BRAIN_FLOATS))),
            Complex64 => {
                let [re, im] = [(); 2].map(|()| random.pick(&edges::FLOATS_32));
                ("tfrt.constant.complex64", format!("{re:#010x}, {im:#010x}"))
            }
            Complex128 => {
                let [re, im] = [(); 2].map(|()| random.pick(&edges::FLOATS_64));
                ("tfrt.constant.complex128", format!("{re:#018x}, {im:#018x}"))
            }
            Point => {
                let point =
                    ("tfrt_tutorial.create_coordinate", &[I32, I32][..], &[Point][..], true);
                let operands = [self.value(block, I32), self.value(block, I32)];
                return self.apply(block, point, &operands).remove(0);
            }
            Resource => {
                let chain = self.value(block, Chain);
                let make = MORE[8];
                return self.apply(block, make, &[chain]).remove(0);
            }
            Tensor => return self.tensor_literal(block),
            Shape => return self.shape_literal(block),
            _ => {
                let value = self.random.pick(&edges::INTEGERS_32);
                self.count("vt.constant");
                let name = self.name();
                let _ = writeln!(
                    self.text,
                    "{name} = \"vt.constant\"() {{value = {value} : i32}} : () -> !vt.value"
                );
                block.cost += 1;
                block.values.push((name.clone(), Traced));
                return (name, Traced);
            }
        };
        self.count(op);
        block.cost += 1;
        let name = self.name();
        let _ = writeln!(self.text, "{name} = {op} {text}");
        block.values.push((name.clone(), ty));
        (name, ty)
    }

    pub(super) fn wide_functions(&mut self) {
        let counts = if self.tiny { [0, 0, 0, 0, 0, 1] } else { [0, 0, 1, 1, 1, 2] };
        if self.tensors.is_some() && self.random.below(4) == 0 {
            self.writer();
        }
        for _ in 0..self.random.pick(&counts) {
            match self.random.below(14) {
                0..=1 => self.loop_body(),
                2 => self.recursion(),
                3 => self.straight(),
                4 => self.once_function(),
                5 => self.blocks_function(),
                6..=7 => self.straight_of_two(),
                8..=9 => self.native(),
                10..=11 => {
                    let signatures =
                        if self.tensors.is_some() { TENSOR_SIGNATURES } else { MORE_SIGNATURES };
                    let (arguments, results) = self.random.pick(signatures);
                    self.function(arguments, results, Kind::Plain);
                }
                _ => self.plain(),
            }
        }
    }

    fn function(&mut self, arguments: &[Type], results: &[Type], kind: Kind) {
        let name = format!("f{}", self.functions.len());
        let mut block = self.open(&name, arguments, results, "");
        if kind == Kind::Once {
            block.values.clear();
        }
        let length = self.random.below(4);
        self.fill(&mut block, length);
        self.close(name, arguments, results, kind, block);
    }

    fn once_function(&mut self) {
        let gives = if self.tensors.is_some() { Tensor } else { Traced };
        let gives = self.random.pick(&[I32, Text, gives]);
        self.function(&[I32], &[gives, I32], Kind::Once);
    }

    fn blocks_function(&mut self) {
        let results = self.random.pick(&[&[Chain][..], &[Chain], &[]]);
        self.function(&[I32, I32], results, Kind::Blocks);
    }

    /// A function that runs in order, which may fail or wait on the way.
    fn straight_of_two(&mut self) {
        let count = 1 + self.random.below(2);
        let (arguments, results) = (vec![I32, I32], vec![I32; count]);
        let name = format!("f{}", self.functions.len());
        let mut block = self.open(&name, &arguments, &results, " attributes {tfrt.sync}");
        // No regions.
        block.depth = MAX_DEPTH;
        for _ in 0..self.random.below(4) {
            match self.random.below(8) {
                0 => {
                    let [value, chain] =
                        [self.value(&mut block, I32), self.value(&mut block, Chain)];
                    let print = ("tfrt.print.i32", &[I32, Chain][..], &[Chain][..], false);
                    self.apply(&mut block, print, &[value, chain]);
                }
                1 => {
                    let late = ("tfrt_test.async_add.i32", &[I32, I32][..], &[I32][..], true);
                    self.simple(&mut block, late);
                }
                2 => {
                    let half = ("tfrt_test.partial_fail", &[][..], &[I32, I32][..], true);
                    self.simple(&mut block, half);
                }
                3 => self.sum_of_attributes(&mut block),
                4..=5 if self.tensors.is_some() => self.tensor_op(&mut block),
                _ => {
                    let op = self.random.pick(SIMPLE);
                    self.simple(&mut block, op);
                }
            }
        }
        let mut returned = Vec::new();
        for _ in 0..count {
            let operands = [self.value(&mut block, I32), self.value(&mut block, I32)];
            returned.extend(self.apply(&mut block, ADD, &operands));
        }
        self.finish(&returned);
        let cost = block.cost;
        self.functions.push(Function {
            name,
            arguments,
            results,
            cost,
            kind: Kind::Straight,
            called: false,
        });
    }

    fn native(&mut self) {
        let (name, arguments, results) = self.random.pick(NATIVES);
        if self.functions.iter().any(|function| function.name == name) {
            return;
        }
        let _ = writeln!(
            self.text,
            "func.func private @{name}({}) -> ({}) attributes {{tfrt.native}}",
            types(arguments),
            types(results)
        );
        let (arguments, results) = (arguments.to_vec(), results.to_vec());
        let name = name.to_owned();
        self.functions.push(Function {
            name,
            arguments,
            results,
            cost: 1,
            kind: Kind::Native,
            called: false,
        });
    }

    pub(super) fn wide_op(&mut self, block: &mut Block, cheap: bool) {
        match self.random.below(if cheap { 7 } else { 9 }) {
            0..=2 => {
                let op = self.random.pick(MORE);
                self.simple(block, op);
            }
            3 => {
                let ty = self.any_type();
                self.literal(block, ty);
            }
            4 => self.sum_of_attributes(block),
            7 => self.parallel(block),
            _ => self.call(block),
        }
    }

    fn sum_of_attributes(&mut self, block: &mut Block) {
        let parts: Vec<String> = (0..1 + self.random.below(3))
            .map(|index| match self.random.below(4) {
                0 => format!("a{index} = {} : i64", self.random.pick(&edges::INTEGERS_64)),
                1 => format!("a{index} = {} : ui64", self.random.pick(&edges::UNSIGNED_64)),
                2 => format!("a{index} = {} : i8", self.random.pick(&[-128, -1, 127])),
                _ => format!("a{index} = {} : i32", self.random.pick(&edges::INTEGERS_32)),
            })
            .collect();
        self.count("tfrt_test.sync_sum_attributes");
        block.cost += 1;
        let name = self.name();
        let _ = writeln!(
            self.text,
            "{name} = \"tfrt_test.sync_sum_attributes\"() {{{}}} : () -> i32",
            parts.join(", ")
        );
        block.values.push((name, I32));
    }

    /// The bounds and the block size of a parallel loop: few blocks, now and then late or errors.
    fn range(&mut self, block: &mut Block) -> [Value; 3] {
        let (start, end, size) = self.random.pick(RANGES);
        let mut values = [start, end, size].map(|text| self.constant(block, I32, text));
        if self.random.below(4) == 0 {
            let which = self.random.below(3);
            let late = ("tfrt_test.async_copy.i32", &[I32][..], &[I32][..], true);
            let fails = ("tfrt_test.fail", &[][..], &[I32][..], true);
            values[which] = if self.random.below(3) == 0 {
                self.apply(block, fails, &[]).remove(0)
            } else {
                self.apply(block, late, &[values[which].clone()]).remove(0)
            };
        }
        values
    }

    /// A parallel loop over a region, which adds to a counter.
    fn parallel(&mut self, block: &mut Block) {
        let [start, end, size] = self.range(block);
        let more = self.operands(block);
        let counter = self.name();
        for op in ["tfrt_test.atomic.create.i32", "tfrt_test.atomic.get.i32"] {
            self.count(op);
        }
        let _ = writeln!(
            self.text,
            "{counter} = \"tfrt_test.atomic.create.i32\"() : () -> !test.atomic.i32"
        );
        let more: Vec<Value> =
            more.into_iter().filter(|it| ![&start, &end].contains(&it)).collect();
        let (more_names, more_types) = (names(&more), types_of(&more));
        let comma = if more.is_empty() { "" } else { ", " };
        let done = self.name();
        self.count("tfrt.parallel_for.i32");
        let _ = writeln!(
            self.text,
            "{done} = tfrt.parallel_for.i32 {} to {} fixed {}, {counter}{comma}{more_names} : \
             !test.atomic.i32{comma}{more_types} {{",
            start.0, end.0, size.0
        );
        let mut values = vec![(start.0, I32), (end.0, I32)];
        values.extend(more);
        let mut inner = Block { values, cost: 0, depth: block.depth + 1 };
        let length = self.random.below(3);
        self.fill(&mut inner, length);
        let (number, chain) = (self.value(&mut inner, I32), self.value(&mut inner, Chain));
        let last = self.name();
        self.count("tfrt_test.atomic.add.i32");
        let _ = writeln!(
            self.text,
            "{last} = \"tfrt_test.atomic.add.i32\"({counter}, {}, {}) : \
             (!test.atomic.i32, i32, !tfrt.chain) -> !tfrt.chain",
            number.0, chain.0
        );
        self.finish_region(&[(last, Chain)]);
        self.text.push_str("}\n");
        let (value, chain) = (self.name(), self.name());
        let _ = writeln!(
            self.text,
            "{value}, {chain} = \"tfrt_test.atomic.get.i32\"({counter}, {done}) : \
             (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)"
        );
        block.cost += 4 * inner.cost + 4;
        block.values.push((value, I32));
        block.values.push((chain, Chain));
        block.values.push((done, Chain));
    }

    /// The attribute that makes an op with regions start on its first operand, now and then.
    pub(super) fn waits(&mut self) -> &'static str {
        if self.options.wide && self.random.below(4) == 0 {
            " attributes {bef.nonstrict}"
        } else {
            ""
        }
    }

    /// How often a recursive function calls itself: now and then, in `main`, deeper than calls may
    /// nest in a host that allows few.
    pub(super) fn iterations(&mut self, block: &mut Block, function: &Function) -> Value {
        let deep = self.options.wide && block.depth == 0 && function.cost < 12 && self.in_main;
        if deep && self.random.below(3) == 0 {
            return self.constant(block, I32, "40");
        }
        self.small(block)
    }

    pub(super) fn call_wide(&mut self, block: &mut Block, function: &Function) {
        let name = function.name.clone();
        let operands: Vec<Value> = match function.kind {
            Kind::Blocks => Vec::new(),
            _ => function.arguments.iter().map(|&ty| self.value(block, ty)).collect(),
        };
        let (takes, gives) = (types(&function.arguments), types(&function.results));
        if function.kind == Kind::Blocks {
            let [start, end, size] = self.range(block);
            let done = self.name();
            self.count("tfrt.parallel_call.i32");
            let _ = writeln!(
                self.text,
                "{done} = tfrt.parallel_call.i32 {} to {} fixed {} @{name}()",
                start.0, end.0, size.0
            );
            block.cost += 4 * function.cost;
            block.values.push((done, Chain));
            return;
        }
        let results = self.new_results(&function.results);
        let equals = if results.is_empty() { "" } else { " = " };
        let (left, right) = (format!("{}{equals}", names(&results)), names(&operands));
        block.cost += function.cost;
        let invoked = function.arguments == [I32, I32] && !results.is_empty();
        let how = self.random.below(3);
        let _ = if function.kind == Kind::Once {
            self.count("tfrt.once");
            writeln!(self.text, "{left}tfrt.once @{name}({right}) : ({takes}) -> ({gives})")
        } else if invoked && how == 0 {
            let (one, two) = [
                (
                    "tfrt_test.invoke_sync_function.i32_i32.i32",
                    "tfrt_test.invoke_sync_function.i32_i32.i32_i32",
                ),
                (
                    "tfrt_test.sync_function_runner.i32_i32.i32",
                    "tfrt_test.sync_function_runner.i32_i32.i32_i32",
                ),
            ][self.random.below(2)];
            let op = if results.len() == 1 { one } else { two };
            self.count(op);
            writeln!(self.text, "{left}\"{op}\"({right}) {{f = @{name}}} : ({takes}) -> ({gives})")
        } else if how == 1 && !operands.is_empty() {
            self.count("tfrt.call bef.nonstrict");
            writeln!(
                self.text,
                "{left}\"tfrt.call\"({right}) {{callee = @{name}, bef.nonstrict}} : \
                 ({takes}) -> ({gives})"
            )
        } else {
            self.count("tfrt.call");
            writeln!(self.text, "{left}tfrt.call @{name}({right}) : ({takes}) -> ({gives})")
        };
        block.values.extend(results);
    }
}
