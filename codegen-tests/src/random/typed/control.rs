//! Functions of random programs with typed tensors, and the ops that enter them and regions.

use super::{Block, Function, Generator, Kind, Type, Value, names, types, types_of};
use std::fmt::Write;

/// The kernels that one call of a function may run at most, loops and calls counted.
const MAX_COST: u64 = 300;

/// How deep regions nest.
const MAX_DEPTH: u32 = 3;

const I1: Type = Type::Scalar("i1");
const I32: Type = Type::Scalar("i32");

impl Generator {
    /// Adds ops.
    pub(super) fn fill(&mut self, block: &mut Block, length: usize) {
        for _ in 0..length {
            let cheap = block.cost > MAX_COST || block.depth >= MAX_DEPTH;
            match self.random.below(if cheap { 28 } else { 36 }) {
                0..=6 => self.any_elementwise(block),
                7..=10 => self.chain_of_ops(block),
                11 => {
                    let ty = self.any_type();
                    self.value(block, &ty);
                }
                12..=13 => self.cast(block),
                14..=15 => self.part(block),
                16..=17 => self.print(block),
                18..=20 => self.through_mutable(block),
                21 => self.passed_on(block),
                22 => self.number(block),
                23 => self.failure(block),
                24..=27 => self.model_op(block),
                28..=29 => self.branch(block),
                30..=31 => self.repeat(block),
                32 => self.task(block),
                _ => self.call(block),
            }
        }
    }

    /// Something that fails, or ends the run.
    fn failure(&mut self, block: &mut Block) {
        if self.cancels && block.depth == 0 {
            let chain = self.value(block, &Type::Chain);
            let gives = [I32, Type::Chain];
            let results = self.emit(block, "tfrt_test.cancel", &[chain], &gives, "");
            block.values.extend(results);
        } else {
            let failed = self.one(block, "tfrt_test.fail", &[], I32, "");
            block.values.push(failed);
        }
    }

    pub(super) fn plain(&mut self) {
        let shared = self.functions.iter().filter(|it| it.kind == Kind::Plain);
        let shared: Vec<_> = shared.map(|it| (it.arguments.clone(), it.results.clone())).collect();
        let (arguments, results) = if !shared.is_empty() && self.random.one_in(2) {
            self.random.pick(&shared)
        } else {
            let arguments = (0..1 + self.random.below(3)).map(|_| self.any_type()).collect();
            (arguments, (0..1 + self.random.below(2)).map(|_| self.any_type()).collect())
        };
        let (name, mut block) = self.open(&arguments, &results);
        let length = self.random.below(4);
        self.fill(&mut block, length);
        let values: Vec<Value> = results.iter().map(|ty| self.value(&mut block, ty)).collect();
        self.finish(&values);
        self.close(name, arguments, results, Kind::Plain, block.cost);
    }

    pub(super) fn loop_body(&mut self) {
        let carried = self.tensor_type();
        let (arguments, results) = (vec![I32, carried.clone()], vec![I32, carried.clone(), I1]);
        let (name, mut block) = self.open(&arguments, &results);
        let next = self.fewer(&mut block);
        let one = self.constant(&mut block, "i32", "1");
        let operands = [one, next.clone()];
        let go = self.one(&mut block, "tfrt.lessequal.i32", &operands, I1, "");
        let length = self.random.below(4);
        self.fill(&mut block, length);
        let last = self.value(&mut block, &carried);
        self.finish(&[next, last, go]);
        self.close(name, arguments, results, Kind::Loop, block.cost);
    }

    /// One less than the first value.
    fn fewer(&mut self, block: &mut Block) -> Value {
        let counter = block.values[0].clone();
        let less = self.constant(block, "i32", "-1");
        let op = self.random.pick(&["tfrt.add.i32", "tfrt.add.i32", "tfrt_test.async_add.i32"]);
        self.one(block, op, &[counter, less], I32, "")
    }

    pub(super) fn recursion(&mut self) {
        let carried = self.tensor_type();
        let arguments = vec![I32, carried.clone()];
        let (name, mut block) = self.open(&arguments, std::slice::from_ref(&carried));
        let passed = block.values.clone();
        let zero = self.constant(&mut block, "i32", "0");
        let operands = [passed[0].clone(), zero];
        let done = self.one(&mut block, "tfrt.lessequal.i32", &operands, I1, "");
        let result = self.new_results(std::slice::from_ref(&carried));
        self.count("tfrt.if");
        let _ = writeln!(
            self.text,
            "{} = tfrt.if {}, {} : ({}) -> ({carried}) {{",
            names(&result),
            done.name,
            names(&passed),
            types_of(&passed)
        );
        let mut cost = block.cost + self.region(1, &passed, std::slice::from_ref(&carried));
        self.text.push_str("} else {\n");
        let mut again = Block { values: passed, cost: 0, depth: 1 };
        let fewer = self.fewer(&mut again);
        let length = self.random.below(3);
        self.fill(&mut again, length);
        let operands = [fewer, self.value(&mut again, &carried)];
        let callee = format!(" {{callee = @{name}}}");
        let below = self.one(&mut again, "tfrt.call", &operands, carried.clone(), &callee);
        again.values.push(below.clone());
        // Nothing after the call: a loop.
        let last = if self.random.one_in(2) { below } else { self.value(&mut again, &carried) };
        self.finish_region(&[last]);
        cost += again.cost + 4;
        self.text.push_str("}\n");
        self.finish(&result);
        self.close(name, arguments, vec![carried], Kind::Recursive, cost);
    }

    fn open(&mut self, arguments: &[Type], results: &[Type]) -> (String, Block) {
        let name = format!("f{}", self.functions.len());
        // Functions have each other's names of values.
        self.names = 0;
        let values = self.new_results(arguments);
        let parameters: Vec<String> =
            values.iter().map(|value| format!("{}: {}", value.name, value.ty)).collect();
        let _ = writeln!(
            self.text,
            "func.func @{name}({}) -> ({}) {{",
            parameters.join(", "),
            types(results)
        );
        (name, Block { values, cost: 1, depth: 0 })
    }

    fn close(
        &mut self,
        name: String,
        arguments: Vec<Type>,
        results: Vec<Type>,
        kind: Kind,
        cost: u64,
    ) {
        self.functions.push(Function { name, arguments, results, cost, kind, called: false });
    }

    /// Up to three different values for a region to take, of which some are not used after it.
    fn operands(&mut self, block: &mut Block) -> Vec<Value> {
        let mut operands: Vec<Value> = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let ty = self.any_type();
            let value = self.value(block, &ty);
            if operands.iter().all(|other| other.name != value.name) {
                operands.push(value);
            }
        }
        for operand in &operands {
            self.maybe_last_use(block, operand);
        }
        operands
    }

    /// A region over these values; says what it costs.
    fn region(&mut self, depth: u32, arguments: &[Value], results: &[Type]) -> u64 {
        let mut block = Block { values: arguments.to_vec(), cost: 0, depth: depth + 1 };
        let length = self.random.below(3);
        self.fill(&mut block, length);
        let values: Vec<Value> = results.iter().map(|ty| self.value(&mut block, ty)).collect();
        self.finish_region(&values);
        block.cost + 1
    }

    /// The attribute that makes an op with regions start on its first operand, now and then.
    fn waits(&mut self) -> &'static str {
        if self.random.one_in(4) { " attributes {bef.nonstrict}" } else { "" }
    }

    fn branch(&mut self, block: &mut Block) {
        let condition = self.value(block, &I1).name;
        let operands = self.operands(block);
        let gives: Vec<Type> = (0..1 + self.random.below(2)).map(|_| self.any_type()).collect();
        let results = self.new_results(&gives);
        let waits = self.waits();
        self.count("tfrt.if");
        let _ = writeln!(
            self.text,
            "{} = tfrt.if {condition}, {}{waits} : ({}) -> ({}) {{",
            names(&results),
            names(&operands),
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
        let operands = self.operands(block);
        let gives: Vec<Type> = (0..1 + self.random.below(2)).map(|_| self.any_type()).collect();
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
    fn small(&mut self, block: &mut Block) -> Value {
        let number = self.random.pick(&["-2", "0", "1", "2", "3"]);
        let value = self.constant(block, "i32", number);
        match self.random.below(16) {
            0..=2 => self.one(block, "tfrt_test.async_copy.i32", &[value], I32, ""),
            3 => self.one(block, "tfrt_test.fail", &[], I32, ""),
            _ => value,
        }
    }

    fn repeat(&mut self, block: &mut Block) {
        let count = self.small(block).name;
        let mut operands = self.operands(block);
        // The tensor of the next iteration may have another shape.
        operands.iter_mut().for_each(|operand| operand.shape = None);
        let gives: Vec<Type> = operands.iter().map(|value| value.ty.clone()).collect();
        let results = self.new_results(&gives);
        let waits = self.waits();
        self.count("tfrt.repeat.i32");
        let _ = writeln!(
            self.text,
            "{} = tfrt.repeat.i32 {count}, {}{waits} : {} {{",
            names(&results),
            names(&operands),
            types(&gives)
        );
        block.cost += 4 * self.region(block.depth, &operands, &gives);
        self.text.push_str("}\n");
        block.values.extend(results);
    }

    fn call(&mut self, block: &mut Block) {
        let left = MAX_COST.saturating_sub(block.cost) / 4;
        let affordable: Vec<Function> =
            self.functions.iter().filter(|it| it.cost <= left).cloned().collect();
        if affordable.is_empty() {
            self.any_elementwise(block);
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
        let name = function.name.clone();
        match function.kind {
            Kind::Plain => self.call_plain(block, function, affordable),
            Kind::Loop => {
                let condition = self.value(block, &I1).name;
                let operands = [self.small(block), self.value(block, &function.arguments[1])];
                self.maybe_last_use(block, &operands[1]);
                let results = self.new_results(&function.arguments);
                let parallel = self.random.pick(&[1, 1, 4]);
                self.count("tfrt.while");
                let types = types(&function.arguments);
                let _ = writeln!(
                    self.text,
                    "{} = tfrt.while {condition} @{name}({}) parallel_iterations({parallel}) : \
                     ({types}) -> ({types})",
                    names(&results),
                    names(&operands)
                );
                block.cost += 5 * function.cost;
                block.values.extend(results);
            }
            Kind::Recursive => {
                // Now and then deeper than calls may nest in a host that allows few.
                let deep = block.depth == 0 && function.cost < 12 && self.random.one_in(4);
                let count =
                    if deep { self.constant(block, "i32", "40") } else { self.small(block) };
                let operands = [count, self.value(block, &function.arguments[1])];
                self.maybe_last_use(block, &operands[1]);
                let callee = format!(" {{callee = @{name}}}");
                let results = self.emit(block, "tfrt.call", &operands, &function.results, &callee);
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
            function.arguments.iter().map(|ty| self.value(block, ty)).collect();
        for operand in &operands {
            self.maybe_last_use(block, operand);
        }
        let (takes, gives) = (types(&function.arguments), types(&function.results));
        let right = names(&operands);
        let how = self.random.below(5);
        if how > 1 {
            let waits = if how == 2 { ", bef.nonstrict" } else { "" };
            let attributes = format!(" {{callee = @{}{waits}}}", function.name);
            let results = self.emit(block, "tfrt.call", &operands, &function.results, &attributes);
            block.cost += function.cost;
            block.values.extend(results);
            return;
        }
        let condition = if how == 0 { I1 } else { I32 };
        let condition = self.value(block, &condition).name;
        let others: Vec<&Function> =
            (0..1 + self.random.below(3)).map(|_| self.random.pick(&partners)).collect();
        let others = if how == 0 { &others[..1] } else { &others[..] };
        others.iter().for_each(|other| self.note_call(other));
        block.cost += function.cost + others.iter().map(|other| other.cost).sum::<u64>();
        let results = self.new_results(&function.results);
        let left = names(&results);
        let _ = if how == 0 {
            self.count("tfrt.cond");
            let (first, second) = (&function.name, &others[0].name);
            writeln!(
                self.text,
                "{left} = tfrt.cond {condition} @{first} @{second} ({right}) : ({takes}) -> ({gives})"
            )
        } else {
            self.count("tfrt.case");
            let branches: Vec<String> =
                others.iter().map(|other| format!("@{}", other.name)).collect();
            writeln!(
                self.text,
                "{left} = tfrt.case {condition} [{}] ({right}) : ({takes}) -> ({gives})",
                branches.join(", ")
            )
        };
        block.values.extend(results);
    }
}
