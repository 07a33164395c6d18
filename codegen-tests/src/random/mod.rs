//! Small random host programs, valid by construction and the same for the same seed. Uses nothing
//! but the standard library, because the build script includes it too.

pub mod edges;
mod ops;
mod tensor;
pub mod typed;
mod wide;

use ops::{ADD, AND, LATE_ADD, LESS, SIMPLE};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

/// What a program may contain besides the kernels of every catalogue.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The program cancels its own run.
    pub cancel: bool,
    /// A kernel `(i32) -> i32` to be used now and then.
    pub extra: Option<&'static str>,
    /// A small program of everything that gives the same whatever the schedule: edge values as
    /// constants and as arguments of `main`, all types, native functions, `once`, parallel loops.
    pub wide: bool,
}

/// A scalar that a function is called with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// `i1`.
    I1(bool),
    /// `i8`.
    I8(i8),
    /// `i16`.
    I16(i16),
    /// `i32`.
    I32(i32),
    /// `i64`.
    I64(i64),
    /// `f16`, by its bits.
    F16(u16),
    /// `bf16`, by its bits.
    Bf16(u16),
    /// `f32`.
    F32(f32),
    /// `f64`.
    F64(f64),
}

/// The seeds of the programs that the build script compiles to Rust.
pub const COMPILED: Range<u64> = 0..16;

impl Options {
    /// What a program that is compiled to Rust contains: kernels of every catalogue; every eighth
    /// cancels.
    #[must_use]
    pub fn compiled(seed: u64) -> Self {
        Self { cancel: seed % 8 == 7, ..Self::default() }
    }

    /// What a small program contains that is compared with the evaluator: every tenth cancels.
    #[must_use]
    pub fn wide(seed: u64) -> Self {
        Self { cancel: seed % 10 == 9, extra: None, wide: true }
    }
}

/// A program with a function `main`, which takes nothing unless the program is a wide one.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its text.
    pub text: String,
    /// Arguments to call `main` with.
    pub inputs: Vec<Vec<Scalar>>,
    /// If it cancels its run: the same program, line for line, without that. The first result of
    /// `main` depends on the cancellation.
    pub uncancelled: Option<String>,
    /// How often it names each op.
    pub ops: BTreeMap<String, u64>,
}

/// The program of that seed.
#[must_use]
pub fn program(seed: u64, options: Options) -> Program {
    made(&Random::new(seed), options)
}

/// The program that these choices make, which a fuzzer varies.
#[must_use]
pub fn program_of(choices: &[u8], options: Options) -> Program {
    made(&Random::chosen(choices), options)
}

fn made(random: &Random, options: Options) -> Program {
    let text = |cancel: Cancel| {
        let mut generator = Generator::new(random.clone(), options, cancel);
        generator.module();
        let inputs = generator.inputs();
        (generator.text, inputs, generator.ops)
    };
    if options.cancel {
        let (uncancelled, ..) = text(Cancel::Pretend);
        let (text, inputs, ops) = text(Cancel::Do);
        Program { text, inputs, uncancelled: Some(uncancelled), ops }
    } else {
        let (text, inputs, ops) = text(Cancel::Not);
        Program { text, inputs, uncancelled: None, ops }
    }
}

/// SplitMix64: small, and any seed will do.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
    /// What is chosen in the place of chance: a byte a number, the last one first.
    choices: Option<Vec<u8>>,
}

impl Random {
    /// A generator that starts with `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: seed, choices: None }
    }

    /// A generator that gives what these bytes say, one by one, and then nothing but zero.
    #[must_use]
    pub fn chosen(choices: &[u8]) -> Self {
        Self { state: 0, choices: Some(choices.iter().rev().copied().collect()) }
    }

    /// The next number below `bound`, which is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        if let Some(choices) = &mut self.choices {
            return choices.pop().map_or(0, |choice| usize::from(choice) % bound);
        }
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        ((u128::from(bits) * bound as u128) >> 64) as usize
    }

    fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cancel {
    Not,
    Do,
    /// Another kernel stands where the cancelling one would.
    Pretend,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    I1,
    I32,
    I64,
    F32,
    F64,
    Chain,
    Text,
    // Only in wide programs.
    Ui32,
    Ui64,
    F16,
    Bf16,
    Complex64,
    Complex128,
    /// `!vt.value`.
    Traced,
    Point,
    Resource,
    Tensor,
    Shape,
    /// Only where a tensor is written.
    Buffer,
}

use Type::{Chain, F32, F64, I1, I32, I64, Text};

const TYPES: [Type; 9] = [I1, I32, I32, I32, I64, F32, F64, Chain, Text];

impl Type {
    fn name(self) -> &'static str {
        match self {
            I1 => "i1",
            I32 => "i32",
            I64 => "i64",
            F32 => "f32",
            F64 => "f64",
            Chain => "!tfrt.chain",
            Text => "!tfrt.string",
            Self::Ui32 => "ui32",
            Self::Ui64 => "ui64",
            Self::F16 => "f16",
            Self::Bf16 => "bf16",
            Self::Complex64 => "complex<f32>",
            Self::Complex128 => "complex<f64>",
            Self::Traced => "!vt.value",
            Self::Point => "!tfrt_tutorial.coordinate",
            Self::Resource => "!tfrt.test.resource",
            Self::Tensor => "!tfrt_tensor.tensor",
            Self::Shape => "!ts.shape",
            Self::Buffer => "!ht.host_buffer",
        }
    }
}

type Value = (String, Type);

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
    /// The body of `while`: a counter, loop values, and one `i1` more as a result.
    Loop,
    /// Calls itself as often as its first argument says.
    Recursive,
    /// To be called once: it takes an `i32`, which it leaves alone.
    Once,
    /// Two bounds to a chain or nothing: the body of a parallel loop.
    Blocks,
    /// Runs in order, over two `i32`, which it gives one or two of.
    Straight,
    /// The catalogue's.
    Native,
    /// Writes to a tensor that nobody else reads yet.
    Writes,
}

/// A straight piece of a program under construction: what is in scope, and what it costs to run.
struct Block {
    values: Vec<Value>,
    cost: u64,
    depth: u32,
}

struct Generator {
    random: Random,
    options: Options,
    cancel: Cancel,
    text: String,
    ops: BTreeMap<String, u64>,
    functions: Vec<Function>,
    /// What `main` takes.
    arguments: Vec<Type>,
    in_main: bool,
    /// Mostly a few kernels in a row: what a kernel does shows in them as in longer ones, and many
    /// more are compiled in the same time.
    tiny: bool,
    /// What most tensors are, in a program that has any.
    tensors: Option<tensor::Common>,
    names: u32,
}

/// Signatures that several functions share, so that branches find partners.
const SIGNATURES: &[(&[Type], &[Type])] = &[
    (&[I32], &[I32]),
    (&[I32, Chain], &[I32, Chain]),
    (&[I64, I32], &[F64, I32]),
    (&[Chain, Text], &[Text]),
];

impl Generator {
    fn new(random: Random, options: Options, cancel: Cancel) -> Self {
        Self {
            random,
            options,
            cancel,
            text: String::new(),
            ops: BTreeMap::new(),
            functions: Vec::new(),
            arguments: Vec::new(),
            in_main: false,
            tiny: false,
            tensors: None,
            names: 0,
        }
    }

    fn module(&mut self) {
        let threshold = self.random.pick(&[0, 0, 0, 2, 5, 20]);
        if threshold > 0 {
            let merge = self.random.one_in(2);
            let _ = writeln!(
                self.text,
                "module attributes {{tfrt.cost_threshold = {threshold} : i64, \
                 tfrt.merge_inter_dependent_streams = {merge}}} {{"
            );
        }
        if self.options.wide {
            self.tiny = !self.random.one_in(8);
            if self.random.one_in(3) {
                self.common_tensor();
            }
            self.wide_functions();
        } else {
            for _ in 0..self.random.below(6) {
                match self.random.below(6) {
                    0 => self.loop_body(),
                    1 => self.recursion(),
                    2 => self.straight(),
                    _ => self.plain(),
                }
            }
        }
        self.main();
        if threshold > 0 {
            self.text.push_str("}\n");
        }
    }

    fn plain(&mut self) {
        let (arguments, results) = self.random.pick(SIGNATURES);
        let name = format!("f{}", self.functions.len());
        let mut block = self.open(&name, arguments, results, "");
        let length = 1 + self.random.below(if self.options.wide { 3 } else { 7 });
        self.fill(&mut block, length);
        self.close(name, arguments, results, Kind::Plain, block);
    }

    /// A function of the straight-line kind: its results are different values of its own.
    fn straight(&mut self) {
        let (arguments, results) = (&[I32][..], &[I32][..]);
        let name = format!("f{}", self.functions.len());
        let mut block = self.open(&name, arguments, results, " attributes {tfrt.sync}");
        for _ in 0..self.random.below(4) {
            let op = self.random.pick(SIMPLE);
            self.simple(&mut block, op);
        }
        self.simple(&mut block, ADD);
        let last = block.values.pop().into_iter().collect::<Vec<_>>();
        self.finish(&last);
        let (arguments, results) = (arguments.to_vec(), results.to_vec());
        let cost = block.cost;
        self.functions.push(Function {
            name,
            arguments,
            results,
            cost,
            kind: Kind::Plain,
            called: false,
        });
    }

    fn loop_body(&mut self) {
        let second = self.any_type();
        let (arguments, results) = (&[I32, second], &[I32, second, I1]);
        let name = format!("f{}", self.functions.len());
        let mut block = self.open(&name, arguments, results, "");
        let counter = block.values[0].clone();
        let less = self.constant(&mut block, I32, "-1");
        let minus = if self.random.one_in(3) { LATE_ADD } else { ADD };
        let next = self.apply(&mut block, minus, &[counter, less]).remove(0);
        let one = self.constant(&mut block, I32, "1");
        let mut go = self.apply(&mut block, LESS, &[one, next.clone()]).remove(0);
        let length = self.random.below(5);
        self.fill(&mut block, length);
        if self.random.one_in(4) {
            let other = self.value(&mut block, I1);
            go = self.apply(&mut block, AND, &[other, go]).remove(0);
        }
        let carried = self.value(&mut block, second);
        let mut values = vec![next, carried, go];
        if self.random.one_in(3) {
            values = self.joined(&mut block, &values);
        }
        self.finish(&values);
        let (arguments, results) = (arguments.to_vec(), results.to_vec());
        let cost = block.cost;
        self.functions.push(Function {
            name,
            arguments,
            results,
            cost,
            kind: Kind::Loop,
            called: false,
        });
    }

    fn recursion(&mut self) {
        let name = format!("f{}", self.functions.len());
        let mut block = self.open(&name, &[I32, I32], &[I32], "");
        let [count, value] = [block.values[0].clone(), block.values[1].clone()];
        let zero = self.constant(&mut block, I32, "0");
        let done = self.apply(&mut block, LESS, &[count.clone(), zero]).remove(0);
        let result = self.name();
        self.count("tfrt.if");
        let _ = writeln!(
            self.text,
            "{result} = tfrt.if {}, {}, {} : (i32, i32) -> (i32) {{",
            done.0, count.0, value.0
        );
        let mut end = Block { values: vec![count.clone(), value.clone()], cost: 0, depth: 1 };
        let length = self.random.below(3);
        self.fill(&mut end, length);
        let last = self.value(&mut end, I32);
        self.finish_region(&[last]);
        self.text.push_str("} else {\n");
        let mut again = Block { values: vec![count.clone(), value], cost: 0, depth: 1 };
        let less = self.constant(&mut again, I32, "-1");
        let fewer = self.apply(&mut again, ADD, &[count, less]).remove(0);
        let length = self.random.below(4);
        self.fill(&mut again, length);
        let passed = self.value(&mut again, I32);
        let below = self.name();
        self.count("tfrt.call");
        let _ = writeln!(
            self.text,
            "{below} = tfrt.call @{name}({}, {}) : (i32, i32) -> i32",
            fewer.0, passed.0
        );
        let below = (below, I32);
        again.values.push(below.clone());
        // Nothing after the call: a loop.
        let last = if self.random.one_in(3) { below } else { self.value(&mut again, I32) };
        self.finish_region(&[last]);
        self.text.push_str("}\n");
        self.finish(&[(result, I32)]);
        let cost = block.cost + end.cost + again.cost + 4;
        let (arguments, results) = (vec![I32, I32], vec![I32]);
        self.functions.push(Function {
            name,
            arguments,
            results,
            cost,
            kind: Kind::Recursive,
            called: false,
        });
    }

    /// Gives up to a dozen of its values, so that most of what happens can be seen.
    fn main(&mut self) {
        let head = self.text.len();
        self.in_main = true;
        self.names = 0;
        let mut block = Block { values: Vec::new(), cost: 1, depth: 0 };
        if self.options.wide {
            for _ in 0..self.random.below(4) {
                let ty = self.random.pick(&[I1, I32, I32, I64, F32, F64]);
                self.arguments.push(ty);
                block.values.push((self.name(), ty));
            }
        }
        let parameters: Vec<String> =
            block.values.iter().map(|(name, ty)| format!("{name}: {}", ty.name())).collect();
        let length = if self.tiny {
            1 + self.random.below(4)
        } else if self.options.wide {
            2 + self.random.below(7)
        } else {
            6 + self.random.below(20)
        };
        let mut results = Vec::new();
        if self.cancel == Cancel::Not {
            self.fill(&mut block, length);
        } else {
            let before = self.random.below(length);
            self.fill(&mut block, before);
            results.push(self.cancellation(&mut block));
            self.fill(&mut block, length - before);
        }
        if self.options.wide {
            self.call_the_rest(&mut block);
        }
        let given = if self.tiny { 1 + self.random.below(3) } else { 4 + self.random.below(8) };
        for _ in 0..given {
            if block.values.is_empty() {
                break;
            }
            // Of two, the later: what goes wrong on the way should show.
            let count = block.values.len();
            let place = self.random.below(count).max(self.random.below(count));
            results.push(block.values[place].clone());
        }
        self.finish(&results);
        let (takes, gives) = (parameters.join(", "), types_of(&results));
        self.text.insert_str(head, &format!("func.func @main({takes}) -> ({gives}) {{\n"));
    }

    /// The kernel that cancels the run, or one that does not; gives a value that depends on it.
    fn cancellation(&mut self, block: &mut Block) -> Value {
        let zero = self.constant(block, I32, "0");
        let chain = self.value(block, Chain);
        let (number, next) = (self.name(), self.name());
        self.count("tfrt_test.cancel");
        let _ = if self.cancel == Cancel::Do {
            writeln!(
                self.text,
                "{number}, {next} = \"tfrt_test.cancel\"({}) : (!tfrt.chain) -> (i32, !tfrt.chain)",
                chain.0
            )
        } else {
            writeln!(
                self.text,
                "{number}, {next} = \"tfrt_test.multi_arg_result\"({}, {}) : \
                 (i32, !tfrt.chain) -> (i32, !tfrt.chain)",
                zero.0, chain.0
            )
        };
        let number = (number, I32);
        block.values.push(number.clone());
        block.values.push((next, Chain));
        self.apply(block, ADD, &[number.clone(), number]).remove(0)
    }

    fn open(&mut self, name: &str, arguments: &[Type], results: &[Type], with: &str) -> Block {
        // Functions have each other's names of values.
        self.names = 0;
        let values: Vec<Value> = arguments.iter().map(|&ty| (self.name(), ty)).collect();
        let parameters: Vec<String> =
            values.iter().map(|(name, ty)| format!("{name}: {}", ty.name())).collect();
        let _ = writeln!(
            self.text,
            "func.func @{name}({}) -> ({}){with} {{",
            parameters.join(", "),
            types(results)
        );
        Block { values, cost: 1, depth: 0 }
    }

    fn close(
        &mut self,
        name: String,
        arguments: &[Type],
        results: &[Type],
        kind: Kind,
        mut block: Block,
    ) {
        let values: Vec<Value> = results.iter().map(|&ty| self.value(&mut block, ty)).collect();
        self.finish(&values);
        let (arguments, results) = (arguments.to_vec(), results.to_vec());
        self.functions.push(Function {
            name,
            arguments,
            results,
            cost: block.cost,
            kind,
            called: false,
        });
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

fn names(values: &[Value]) -> String {
    values.iter().map(|value| value.0.as_str()).collect::<Vec<_>>().join(", ")
}

fn types(types: &[Type]) -> String {
    types.iter().map(|ty| ty.name()).collect::<Vec<_>>().join(", ")
}

fn types_of(values: &[Value]) -> String {
    values.iter().map(|value| value.1.name()).collect::<Vec<_>>().join(", ")
}
