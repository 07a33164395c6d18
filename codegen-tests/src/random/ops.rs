//! The ops of a random program: which there are, and how a block gets one.

use super::Type::{Chain, F32, F64, I1, I32, I64, Text};
use super::{Block, Function, Generator, Kind, TYPES, Type, Value, names, types, types_of};
use std::fmt::Write;

/// The kernels that one call of a function may run at most, loops and calls counted.
const MAX_COST: u64 = 400;

/// How deep regions nest.
pub(super) const MAX_DEPTH: u32 = 3;

/// An op with operands and results of fixed types, and whether it is written in the generic form.
pub(super) type Simple = (&'static str, &'static [Type], &'static [Type], bool);

pub(super) const ADD: Simple = ("tfrt.add.i32", &[I32, I32], &[I32], false);
pub(super) const AND: Simple = ("tfrt.and.i1", &[I1, I1], &[I1], false);
pub(super) const LESS: Simple = ("tfrt.lessequal.i32", &[I32, I32], &[I1], true);
pub(super) const LATE_ADD: Simple = ("tfrt_test.async_add.i32", &[I32, I32], &[I32], true);
const LATE_COPY: Simple = ("tfrt_test.async_copy.i32", &[I32], &[I32], true);
const FAIL: Simple = ("tfrt_test.fail", &[], &[I32], true);
const NEW_CHAIN: Simple = ("tfrt.new.chain", &[], &[Chain], false);

/// Kernels that are ready at once.
pub(super) const SIMPLE: &[Simple] = &[
    ADD,
    ("tfrt.add.i64", &[I64, I64], &[I64], false),
    ("tfrt.add.f32", &[F32, F32], &[F32], false),
    ("tfrt.add.f64", &[F64, F64], &[F64], false),
    AND,
    ("tfrt.cast.f32_to_i64", &[F32], &[I64], true),
    ("tfrt.cast.f64_to_i64", &[F64], &[I64], true),
    ("tfrt.cast.i64_to_f32", &[I64], &[F32], true),
    ("tfrt.cast.i64_to_f64", &[I64], &[F64], true),
    ("tfrt.div.f32", &[F32, F32], &[F32], true),
    ("tfrt.div.f64", &[F64, F64], &[F64], true),
    ("tfrt.div.i32", &[I32, I32], &[I32, I32], false),
    ("tfrt.div.i64", &[I64, I64], &[I64, I64], false),
    ("tfrt.equal.i32", &[I32, I32], &[I1], false),
    ("tfrt.equal.i64", &[I64, I64], &[I1], false),
    LESS,
    ("tfrt.lessequal.i64", &[I64, I64], &[I1], true),
    ("tfrt.max.i32", &[I32, I32], &[I32], false),
    ("tfrt.minimum.f32", &[F32, F32], &[F32], true),
    ("tfrt.minimum.f64", &[F64, F64], &[F64], true),
    ("tfrt.minus.i32", &[I32, I32], &[I32], true),
    ("tfrt.minus.i64", &[I64, I64], &[I64], true),
    ("tfrt.mul.i32", &[I32, I32], &[I32], false),
    ("tfrt.mul.i64", &[I64, I64], &[I64], false),
    ("tfrt.multiply.f32", &[F32, F32], &[F32], true),
    ("tfrt.multiply.f64", &[F64, F64], &[F64], true),
    ("tfrt_test.append_string", &[Text, Text], &[Text], true),
    ("tfrt_test.count3.i32", &[I32], &[I32, I32, I32], false),
    ("tfrt_test.count3.i64", &[I64], &[I64, I64, I64], false),
    ("tfrt_test.string_equal", &[Text, Text], &[I1], true),
    ("tfrt_test.sum", &[I32, I32, I32], &[I32], true),
];

const EFFECTS: &[Simple] = &[
    NEW_CHAIN,
    ("tfrt.print.f32", &[F32, Chain], &[Chain], false),
    ("tfrt.print.f64", &[F64, Chain], &[Chain], false),
    ("tfrt.print.i1", &[I1, Chain], &[Chain], false),
    ("tfrt.print.i32", &[I32, Chain], &[Chain], false),
    ("tfrt.print.i64", &[I64, Chain], &[Chain], false),
    ("tfrt_test.identity", &[Chain, I32, F64], &[I32, F64], true),
    ("tfrt_test.multi_arg_result", &[Text, I64], &[Text, I64], true),
    ("tfrt_test.print_hello", &[Chain], &[Chain], true),
    ("tfrt_test.print_string", &[Text, Chain], &[Chain], true),
];

const LATER: &[Simple] =
    &[LATE_ADD, LATE_COPY, ("tfrt_test.async_copy_2.i32", &[I32], &[I32], true)];

const FAILURES: &[Simple] = &[
    ("tfrt_test.error_chain", &[Chain], &[Chain], true),
    FAIL,
    ("tfrt_test.partial_fail", &[], &[I32, I32], true),
    ("tfrt_test.report_error_async", &[], &[I32], true),
];

impl Generator {
    /// Adds ops.
    pub(super) fn fill(&mut self, block: &mut Block, length: usize) {
        for _ in 0..length {
            let cheap = block.cost > MAX_COST
                || block.depth >= MAX_DEPTH
                || self.tiny && !self.random.one_in(4);
            if self.tensors.is_some() && block.cost <= MAX_COST && self.random.one_in(2) {
                self.tensor_op(block);
                continue;
            }
            if self.options.wide && self.random.one_in(3) {
                self.wide_op(block, cheap);
                continue;
            }
            match self.random.below(if cheap { 24 } else { 36 }) {
                0..=6 => {
                    let op = self.random.pick(SIMPLE);
                    self.simple(block, op);
                }
                7..=8 => {
                    let ty = self.random.pick(&TYPES);
                    self.literal(block, ty);
                }
                9..=12 => {
                    let op = self.random.pick(EFFECTS);
                    self.simple(block, op);
                }
                13..=16 => {
                    let op = self.random.pick(LATER);
                    self.simple(block, op);
                }
                17..=18 => {
                    let op = self.random.pick(FAILURES);
                    self.simple(block, op);
                }
                19..=20 => self.late_constant(block),
                21 => self.merge(block),
                22 => self.counter(block),
                23 => match self.options.extra {
                    Some(extra) => self.simple(block, (extra, &[I32], &[I32], true)),
                    None => self.cost_op(block),
                },
                24..=25 => self.branch_region(block),
                26..=28 => self.task(block),
                29..=30 => self.repeat(block),
                _ => self.call(block),
            }
        }
    }

    pub(super) fn simple(&mut self, block: &mut Block, op: Simple) {
        let operands: Vec<Value> = op.1.iter().map(|&ty| self.value(block, ty)).collect();
        self.apply(block, op, &operands);
    }

    pub(super) fn apply(
        &mut self,
        block: &mut Block,
        op: Simple,
        operands: &[Value],
    ) -> Vec<Value> {
        let (name, takes, gives, generic) = op;
        self.count(name);
        block.cost += 1;
        let results: Vec<Value> = gives.iter().map(|&ty| (self.name(), ty)).collect();
        let (left, right) = (names(&results), names(operands));
        let _ = if generic {
            writeln!(
                self.text,
                "{left} = \"{name}\"({right}) : ({}) -> ({})",
                types(takes),
                types(gives)
            )
        } else {
            writeln!(self.text, "{left} = {name} {right}")
        };
        block.values.extend(results.clone());
        results
    }

    /// A value of that type that is in scope; a new one if there is none, and now and then anyway.
    pub(super) fn value(&mut self, block: &mut Block, ty: Type) -> Value {
        let there: Vec<&Value> = block.values.iter().filter(|value| value.1 == ty).collect();
        if there.is_empty() || self.random.one_in(10) {
            return self.literal(block, ty);
        }
        // Of two, the later: programs grow in depth too.
        let place = self.random.below(there.len()).max(self.random.below(there.len()));
        there[place].clone()
    }

    pub(super) fn literal(&mut self, block: &mut Block, ty: Type) -> Value {
        if self.options.wide && !matches!(ty, Chain | Text) {
            return self.edge_literal(block, ty);
        }
        let text = match ty {
            I1 => self.random.pick(&["true", "false"]),
            I32 => {
                self.random.pick(&["0", "1", "-1", "2", "7", "46341", "2147483647", "-2147483648"])
            }
            I64 => self.random.pick(&["0", "1", "-1", "3", "123456789012", "-9223372036854775808"]),
            F32 | F64 => self.random.pick(&["0.0", "1.0", "-1.0", "0.5", "-0.0", "3.0e30"]),
            Chain => return self.apply(block, NEW_CHAIN, &[]).remove(0),
            _ => {
                self.count("tfrt_test.get_string");
                let word = self.random.pick(&["a", "flow", "", "run\\22"]);
                let name = self.name();
                let _ = writeln!(
                    self.text,
                    "{name} = \"tfrt_test.get_string\"() {{value = \"{word}\"}} : () -> !tfrt.string"
                );
                block.cost += 1;
                block.values.push((name.clone(), Text));
                return (name, Text);
            }
        };
        self.constant(block, ty, text)
    }

    pub(super) fn constant(&mut self, block: &mut Block, ty: Type, text: &str) -> Value {
        let op = match ty {
            I1 => "tfrt.constant.i1",
            I64 => "tfrt.constant.i64",
            F32 => "tfrt.constant.f32",
            F64 => "tfrt.constant.f64",
            _ => "tfrt.constant.i32",
        };
        self.count(op);
        block.cost += 1;
        let name = self.name();
        let _ = writeln!(self.text, "{name} = {op} {text}");
        block.values.push((name.clone(), ty));
        (name, ty)
    }

    fn late_constant(&mut self, block: &mut Block) {
        let (op, value, ty) = if self.random.one_in(2) {
            ("tfrt_test.async_constant.i1", self.random.pick(&["true", "false"]), I1)
        } else {
            ("tfrt_test.async_constant.i32", self.random.pick(&["0 : i32", "5 : i32"]), I32)
        };
        self.count(op);
        block.cost += 1;
        let name = self.name();
        let result = ty.name();
        let _ = writeln!(self.text, "{name} = \"{op}\"() {{value = {value}}} : () -> {result}");
        block.values.push((name, ty));
    }

    fn merge(&mut self, block: &mut Block) {
        let mut operands = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let ty = self.random.pick(&[Chain, Chain, I32]);
            operands.push(self.value(block, ty));
        }
        self.count("tfrt.merge.chains");
        block.cost += 1;
        let name = self.name();
        let (names, types) = (names(&operands), types_of(&operands));
        let _ = writeln!(self.text, "{name} = tfrt.merge.chains {names} : {types}");
        block.values.push((name, Chain));
    }

    /// A counter that is read after all that changes it.
    fn counter(&mut self, block: &mut Block) {
        let mut chain = self.value(block, Chain).0;
        let counter = self.name();
        self.count("tfrt_test.atomic.create.i32");
        let _ = writeln!(
            self.text,
            "{counter} = \"tfrt_test.atomic.create.i32\"() : () -> !test.atomic.i32"
        );
        for _ in 0..1 + self.random.below(2) {
            let next = self.name();
            let _ = if self.random.one_in(2) {
                self.count("tfrt_test.atomic.inc.i32");
                writeln!(
                    self.text,
                    "{next} = \"tfrt_test.atomic.inc.i32\"({counter}, {chain}) : \
                     (!test.atomic.i32, !tfrt.chain) -> !tfrt.chain"
                )
            } else {
                self.count("tfrt_test.atomic.add.i32");
                let value = self.value(block, I32).0;
                writeln!(
                    self.text,
                    "{next} = \"tfrt_test.atomic.add.i32\"({counter}, {value}, {chain}) : \
                     (!test.atomic.i32, i32, !tfrt.chain) -> !tfrt.chain"
                )
            };
            chain = next;
        }
        let (value, last) = (self.name(), self.name());
        self.count("tfrt_test.atomic.get.i32");
        let _ = writeln!(
            self.text,
            "{value}, {last} = \"tfrt_test.atomic.get.i32\"({counter}, {chain}) : \
             (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)"
        );
        block.cost += 4;
        block.values.push((value, I32));
        block.values.push((last, Chain));
    }

    fn cost_op(&mut self, block: &mut Block) {
        let operand = self.value(block, I32).0;
        let (id, cost) = (self.random.below(100), 1 + self.random.below(9));
        self.count("tfrt_test.test_cost");
        block.cost += 1;
        let name = self.name();
        let _ = writeln!(
            self.text,
            "{name} = tfrt_test.test_cost {operand} {{id = {id} : i64, _tfrt_cost = {cost} : i64}} : i32"
        );
        block.values.push((name, I32));
    }

    /// Up to three different values for a region to take.
    pub(super) fn operands(&mut self, block: &mut Block) -> Vec<Value> {
        let mut operands: Vec<Value> = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let ty = self.any_type();
            let value = self.value(block, ty);
            if !operands.contains(&value) {
                operands.push(value);
            }
        }
        operands
    }

    fn result_types(&mut self) -> Vec<Type> {
        (0..1 + self.random.below(2)).map(|_| self.any_type()).collect()
    }

    /// A region over these values; says what it costs.
    pub(super) fn region(&mut self, depth: u32, arguments: &[Value], results: &[Type]) -> u64 {
        let mut block = Block { values: arguments.to_vec(), cost: 0, depth: depth + 1 };
        let length = self.random.below(if self.options.wide { 3 } else { 5 });
        self.fill(&mut block, length);
        let values: Vec<Value> = results.iter().map(|&ty| self.value(&mut block, ty)).collect();
        self.finish_region(&values);
        block.cost + 1
    }

    /// A region over these values that gives as many of their types, all from one step, or each
    /// from its own, that waits: so an iteration's results are, where the next can reuse its frame.
    fn joined_region(&mut self, depth: u32, arguments: &[Value]) -> u64 {
        let mut block = Block { values: arguments.to_vec(), cost: 0, depth: depth + 1 };
        let length = self.random.below(3);
        self.fill(&mut block, length);
        let values: Vec<Value> =
            arguments.iter().map(|value| self.value(&mut block, value.1)).collect();
        let results = if values.iter().all(|value| value.1 == I32) && self.random.one_in(2) {
            let number = self.value(&mut block, I32);
            let late = self.apply(&mut block, LATE_COPY, &[number]).remove(0);
            let add = |value| self.apply(&mut block, ADD, &[late.clone(), value]).remove(0);
            values.into_iter().map(add).collect()
        } else {
            self.joined(&mut block, &values)
        };
        self.finish_region(&results);
        block.cost + 1
    }

    /// The same values out of one step that waits.
    pub(super) fn joined(&mut self, block: &mut Block, values: &[Value]) -> Vec<Value> {
        let number = self.value(block, I32);
        let late = self.apply(block, LATE_COPY, &[number]).remove(0);
        let limit = self.constant(block, I32, "1");
        let condition = self.apply(block, LESS, &[late, limit]).remove(0).0;
        let mut operands: Vec<Value> = Vec::new();
        for value in values {
            if !operands.contains(value) {
                operands.push(value.clone());
            }
        }
        let gives: Vec<Type> = values.iter().map(|value| value.1).collect();
        let results = self.new_results(&gives);
        self.count("tfrt.if");
        let _ = writeln!(
            self.text,
            "{} = tfrt.if {condition}, {} : ({}) -> ({}) {{",
            names(&results),
            names(&operands),
            types_of(&operands),
            types(&gives)
        );
        self.finish_region(values);
        self.text.push_str("} else {\n");
        self.finish_region(values);
        self.text.push_str("}\n");
        block.cost += 3;
        results
    }

    pub(super) fn new_results(&mut self, results: &[Type]) -> Vec<Value> {
        results.iter().map(|&ty| (self.name(), ty)).collect()
    }

    fn branch_region(&mut self, block: &mut Block) {
        let condition = self.value(block, I1).0;
        let (operands, gives) = (self.operands(block), self.result_types());
        let results = self.new_results(&gives);
        let waits = self.waits();
        self.count("tfrt.if");
        let _ = writeln!(
            self.text,
            "{} = tfrt.if {condition}, {}{} : ({}) -> ({}) {{",
            names(&results),
            names(&operands),
            waits,
            types_of(&operands),
            types(&gives)
        );
        block.cost += self.region(block.depth, &operands, &gives);
        self.text.push_str("} else {\n");
        block.cost += self.region(block.depth, &operands, &gives);
        self.text.push_str("}\n");
        block.values.extend(results);
    }

    fn task(&mut self, block: &mut Block) {
        let (operands, gives) = (self.operands(block), self.result_types());
        let results = self.new_results(&gives);
        self.count("tfrt_test.do.async");
        let _ = writeln!(
            self.text,
            "{} = tfrt_test.do.async {} : ({}) -> ({}) {{",
            names(&results),
            names(&operands),
            types_of(&operands),
            types(&gives)
        );
        block.cost += self.region(block.depth, &operands, &gives);
        self.text.push_str("}\n");
        block.values.extend(results);
    }

    /// An iteration count or loop counter: small, sometimes late or an error.
    pub(super) fn small(&mut self, block: &mut Block) -> Value {
        let number = self.random.pick(&["-2", "0", "1", "2", "3", "4"]);
        let value = self.constant(block, I32, number);
        match self.random.below(12) {
            0..=2 => self.apply(block, LATE_COPY, &[value]).remove(0),
            3 => self.apply(block, FAIL, &[]).remove(0),
            _ => value,
        }
    }

    fn repeat(&mut self, block: &mut Block) {
        let count = self.small(block).0;
        let operands = self.operands(block);
        let gives: Vec<Type> = operands.iter().map(|value| value.1).collect();
        let results = self.new_results(&gives);
        let waits = self.waits();
        self.count("tfrt.repeat.i32");
        let _ = writeln!(
            self.text,
            "{} = tfrt.repeat.i32 {count}, {}{} : {} {{",
            names(&results),
            names(&operands),
            waits,
            types(&gives)
        );
        let cost = if self.random.one_in(3) {
            self.joined_region(block.depth, &operands)
        } else {
            self.region(block.depth, &operands, &gives)
        };
        block.cost += 4 * cost;
        self.text.push_str("}\n");
        block.values.extend(results);
    }

    pub(super) fn call(&mut self, block: &mut Block) {
        let left = MAX_COST.saturating_sub(block.cost) / 4;
        let affordable =
            self.functions.iter().filter(|it| it.cost <= left && it.kind != Kind::Writes);
        let affordable: Vec<Function> = affordable.cloned().collect();
        if affordable.is_empty() {
            self.merge(block);
            return;
        }
        let function = self.random.pick(&affordable);
        self.call_one(block, &function, &affordable);
    }

    /// Calls functions that `main` can afford and that have no caller: uncalled code tests nothing.
    pub(super) fn call_the_rest(&mut self, block: &mut Block) {
        for index in 0..self.functions.len() {
            let function = self.functions[index].clone();
            let left = MAX_COST.saturating_sub(block.cost) / 4;
            if !function.called && function.cost <= left {
                self.call_one(block, &function, std::slice::from_ref(&function));
            }
        }
    }

    fn call_one(&mut self, block: &mut Block, function: &Function, affordable: &[Function]) {
        self.note_call(function);
        match function.kind {
            Kind::Plain if function.arguments.is_empty() || function.results.is_empty() => {
                self.call_wide(block, function);
            }
            Kind::Once | Kind::Blocks | Kind::Straight | Kind::Native => {
                self.call_wide(block, function);
            }
            Kind::Plain => self.call_plain(block, function, affordable),
            Kind::Loop => self.call_loop(block, function),
            Kind::Writes => {}
            Kind::Recursive => {
                let operands = [self.iterations(block, function), self.value(block, I32)];
                let results = self.new_results(&function.results);
                self.count("tfrt.call");
                let _ = writeln!(
                    self.text,
                    "{} = tfrt.call @{}({}) : (i32, i32) -> i32",
                    names(&results),
                    function.name,
                    names(&operands)
                );
                block.cost += 5 * function.cost;
                block.values.extend(results);
            }
        }
    }

    fn note_call(&mut self, callee: &Function) {
        for function in self.functions.iter_mut().filter(|function| function.name == callee.name) {
            function.called = true;
        }
    }

    fn call_plain(&mut self, block: &mut Block, function: &Function, affordable: &[Function]) {
        let partners: Vec<&Function> = affordable
            .iter()
            .filter(|other| {
                other.kind == Kind::Plain
                    && (&other.arguments, &other.results)
                        == (&function.arguments, &function.results)
            })
            .collect();
        let operands: Vec<Value> =
            function.arguments.iter().map(|&ty| self.value(block, ty)).collect();
        let results = self.new_results(&function.results);
        let (left, right) = (names(&results), names(&operands));
        let (takes, gives) = (types(&function.arguments), types(&function.results));
        match self.random.below(5) {
            0 => {
                let condition = self.value(block, I1).0;
                let other = self.random.pick(&partners);
                self.note_call(other);
                self.count("tfrt.cond");
                let (first, second) = (&function.name, &other.name);
                let _ = writeln!(
                    self.text,
                    "{left} = tfrt.cond {condition} @{first} @{second} ({right}) : ({takes}) -> ({gives})"
                );
                block.cost += function.cost + other.cost;
            }
            1 => {
                let index = self.value(block, I32).0;
                let others: Vec<&Function> =
                    (0..1 + self.random.below(3)).map(|_| self.random.pick(&partners)).collect();
                others.iter().for_each(|other| self.note_call(other));
                let branches: Vec<String> =
                    others.iter().map(|other| format!("@{}", other.name)).collect();
                self.count("tfrt.case");
                let branches = branches.join(", ");
                let _ = writeln!(
                    self.text,
                    "{left} = tfrt.case {index} [{branches}] ({right}) : ({takes}) -> ({gives})"
                );
                block.cost += others.iter().map(|other| other.cost).sum::<u64>();
            }
            2 => {
                self.count("tfrt.call bef.nonstrict");
                let name = &function.name;
                let _ = writeln!(
                    self.text,
                    "{left} = \"tfrt.call\"({right}) {{callee = @{name}, bef.nonstrict}} : \
                     ({takes}) -> ({gives})"
                );
                block.cost += function.cost;
            }
            _ => {
                self.count("tfrt.call");
                let name = &function.name;
                let _ = writeln!(
                    self.text,
                    "{left} = tfrt.call @{name}({right}) : ({takes}) -> ({gives})"
                );
                block.cost += function.cost;
            }
        }
        block.values.extend(results);
    }

    fn call_loop(&mut self, block: &mut Block, function: &Function) {
        let condition = self.value(block, I1).0;
        let operands = [self.small(block), self.value(block, function.arguments[1])];
        let results = self.new_results(&function.arguments);
        let parallel = self.random.pick(&[1, 1, 4]);
        self.count("tfrt.while");
        let types = types(&function.arguments);
        let _ = writeln!(
            self.text,
            "{} = tfrt.while {condition} @{}({}) parallel_iterations({parallel}) : \
             ({types}) -> ({types})",
            names(&results),
            function.name,
            names(&operands)
        );
        block.cost += 5 * function.cost;
        block.values.extend(results);
    }
}
