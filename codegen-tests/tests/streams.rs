//! Stream analysis and the order of ready kernels, held to the specification's executable model
//! (`stream_model.py`, where it is beside the checkout and there is a Python to run it).
//!
//! Generated functions with costs, thresholds, merging of dependent streams and regions: every id,
//! cost, parent and list of children must be the model's, and functions that run by themselves
//! must run their kernels in its order on the single-threaded queue. `TFRT_STREAM_GRAPHS` says how
//! many functions there are.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and print")]

use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use tfrt_codegen_tests::random::Random;
use tfrt_codegen_tests::{bef, on_executor, run, verified};
use tfrt_compiler::graph::{BlockId, Body, RegionId};
use tfrt_compiler::streams::{StreamOptions, analyze};
use tfrt_host::kernel::Catalogue;

/// Functions to a module: all of one module share its attributes.
const FUNCTIONS: usize = 10;

/// A program's blocks by the model: for each the words of `tfrt-print-stream`, for the root and
/// each op, and the order in which its ops run. The model keeps the order of kernels when another
/// stream is taken up, where `std::partition`, by which the rule goes, exchanges elements from both
/// ends; here it does that too.
const SCRIPT: &str = "
import inspect, json, sys, stream_model
def partition(kernels, is_in_front):
    first, last = 0, len(kernels)
    while True:
        while first < last and is_in_front(kernels[first]): first += 1
        while first < last and not is_in_front(kernels[last - 1]): last -= 1
        if first == last: return kernels[:first], kernels[first:]
        kernels[first], kernels[last - 1] = kernels[last - 1], kernels[first]
stream_model.partition = partition
source = inspect.getsource(stream_model.simulate)
stable = '''st['in']=[u for u in st['out'] if streams[u]==st['id']]; \
st['out']=[u for u in st['out'] if streams[u]!=st['id']]'''
assert source.count(stable) == 1, 'the model takes up a stream otherwise'
exchanging = '''st['out'], st['in'] = partition(st['out'], lambda u: streams[u]!=st['id'])'''
exec(source.replace(stable, exchanging), stream_model.__dict__)
for line in sys.stdin:
    blocks = []
    for block in json.loads(line):
        ops = block['ops']
        root, sid, S, parent, kids = stream_model.analyze(
            ops, block['threshold'], block['merge'], set(block['chains']))
        remarks = []
        for i in [None] + list(range(len(ops))):
            k = root if i is None else sid[i]
            text = f'stream id: {k}, stream cost: {S[k].cost}, parent stream: {parent[k]}'
            if kids.get(i): text += f', child streams: {kids[i]}'
            remarks.append(text)
        order = stream_model.simulate(ops, sid, root) if block['runs'] else []
        blocks.append([remarks, order])
    print(json.dumps(blocks))
";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Number,
    Truth,
    Chain,
}

impl Type {
    fn text(self) -> &'static str {
        match self {
            Self::Number => "i32",
            Self::Truth => "i1",
            Self::Chain => "!tfrt.chain",
        }
    }
}

type Value = (String, Type);

/// A block as the model takes it.
struct Block {
    ops: Vec<Json>,
    values: Vec<Value>,
    threshold: i64,
    merge: bool,
    /// The function whose own block it is, if that runs by itself.
    runs: Option<String>,
    depth: usize,
}

/// What the attributes of a module or function say about streams.
#[derive(Clone, Copy, Debug, Default)]
struct Steering {
    threshold: Option<i64>,
    merge: Option<bool>,
}

/// A module of functions, as text and for the model.
struct Generator {
    random: Random,
    text: String,
    names: usize,
    module: Steering,
    /// Blocks in the order in which they begin.
    blocks: Vec<Option<Block>>,
}

impl Generator {
    fn module(seed: u64) -> (String, Vec<Block>) {
        let mut random = Random::new(seed);
        let module = Steering::any(&mut random);
        let mut this = Self { random, text: String::new(), names: 0, module, blocks: Vec::new() };
        let attributes = this.module.text();
        let _ = writeln!(this.text, "module{attributes} {{");
        for number in 0..FUNCTIONS {
            this.function(number);
        }
        this.text.push_str("}\n");
        (this.text, this.blocks.into_iter().map(|block| block.expect("it was closed")).collect())
    }

    fn function(&mut self, number: usize) {
        let own = Steering::any(&mut self.random);
        let runs = (self.random.below(2) == 0).then(|| format!("f{number}"));
        let count = if runs.is_some() { 0 } else { self.random.below(4) };
        let arguments: Vec<Value> = (0..count).map(|_| (self.name(), self.ty())).collect();
        let head = self.text.len();
        let threshold = own.threshold.or(self.module.threshold).unwrap_or(-1);
        let merge = own.merge.or(self.module.merge).unwrap_or(false);
        let block =
            Block { ops: Vec::new(), values: arguments.clone(), threshold, merge, runs, depth: 0 };
        let most = if self.random.below(8) == 0 { 60 } else { 18 };
        let length = self.random.below(most);
        let returned = self.block(block, length);
        let arguments: Vec<String> =
            arguments.iter().map(|(name, ty)| format!("{name}: {}", ty.text())).collect();
        let head_text = format!(
            "func.func @f{number}({}) -> ({}){} {{\n",
            arguments.join(", "),
            types(&returned),
            own.text()
        );
        self.text.insert_str(head, &head_text);
        self.text.push_str("}\n");
    }

    /// A block to its return, whose operands are given.
    fn block(&mut self, mut block: Block, length: usize) -> Vec<Value> {
        let place = self.blocks.len();
        self.blocks.push(None);
        // Costs that are all alike, or mixed.
        let costly = self.random.below(3);
        for _ in 0..length {
            self.op(&mut block, costly);
        }
        let count = if block.values.is_empty() { 0 } else { self.random.below(4) };
        let returned: Vec<Value> = (0..count).map(|_| self.any(&block)).collect();
        self.end(&mut block, returned.clone());
        self.blocks[place] = Some(block);
        returned
    }

    /// The return.
    fn end(&mut self, block: &mut Block, returned: Vec<Value>) {
        let colon = if returned.is_empty() { "" } else { " : " };
        let (names, types) = (names(&returned), types(&returned));
        let _ = writeln!(self.text, "tfrt.return {names}{colon}{types}");
        record(block, "tfrt.return", &returned, &[], 0, "cheap");
    }

    fn op(&mut self, block: &mut Block, costly: usize) {
        match self.random.below(if block.runs.is_some() || block.depth > 2 { 15 } else { 18 }) {
            0 => {
                let (result, value) = (self.name(), self.random.below(100));
                let _ = writeln!(self.text, "{result} = tfrt.constant.i32 {value}");
                record(block, "tfrt.constant.i32", &[], &[(result, Type::Number)], 0, "op");
            }
            1 => {
                let result = self.name();
                let _ = writeln!(self.text, "{result} = tfrt.new.chain");
                record(block, "tfrt.new.chain", &[], &[(result, Type::Chain)], 0, "op");
            }
            2 | 3 => {
                let operands = [self.of(block, Type::Number), self.of(block, Type::Number)];
                let result = self.name();
                let _ = writeln!(self.text, "{result} = tfrt.add.i32 {}", names(&operands));
                record(block, "tfrt.add.i32", &operands, &[(result, Type::Number)], 0, "op");
            }
            4 => {
                let operands = [self.of(block, Type::Number), self.of(block, Type::Chain)];
                let results = [(self.name(), Type::Number), (self.name(), Type::Chain)];
                let name = "tfrt_test.multi_arg_result";
                self.generic(name, &operands, &results, "");
                record(block, name, &operands, &results, 0, "op");
            }
            5 | 6 => {
                let count = 1 + self.random.below(3);
                let operands: Vec<Value> =
                    (0..count).map(|_| self.of(block, Type::Chain)).collect();
                let result = (self.name(), Type::Chain);
                let (names, types) = (names(&operands), types(&operands));
                let _ = writeln!(self.text, "{} = tfrt.merge.chains {names} : {types}", result.0);
                record(block, "tfrt.merge.chains", &operands, &[result], 0, "cheap");
            }
            7 => {
                let operands = [self.of(block, Type::Number), self.of(block, Type::Chain)];
                let result = (self.name(), Type::Chain);
                let _ = writeln!(self.text, "{} = tfrt.print.i32 {}", result.0, names(&operands));
                record(block, "tfrt.print.i32", &operands, &[result], 0, "op");
            }
            8..15 => self.costed(block, costly),
            _ => self.conditional(block),
        }
    }

    /// An op that says what it costs, and its number when it runs.
    fn costed(&mut self, block: &mut Block, costly: usize) {
        let count = if block.values.is_empty() { 0 } else { self.random.below(4) };
        let operands: Vec<Value> = (0..count).map(|_| self.any(block)).collect();
        let cost = match costly {
            0 => 1,
            1 => 1 + self.random.below(12),
            _ => [1, 1, 2, 50, 1000][self.random.below(5)],
        };
        let results = [(self.name(), Type::Number)];
        let attributes = format!(" {{_tfrt_cost = {cost} : i64, id = {} : i64}}", block.ops.len());
        self.generic("tfrt_test.test_cost", &operands, &results, &attributes);
        record(block, "tfrt_test.test_cost", &operands, &results, cost, "op");
    }

    /// Two regions, which are blocks of their own: only the module steers them.
    fn conditional(&mut self, block: &mut Block) {
        let condition = self.of(block, Type::Truth);
        let mut operands: Vec<Value> = Vec::new();
        for _ in 0..self.random.below(3) {
            let operand = self.any(block);
            if !operands.contains(&operand) {
                operands.push(operand);
            }
        }
        let head = self.text.len();
        let mut returned = Vec::new();
        for which in 0..2 {
            let threshold = self.module.threshold.unwrap_or(-1);
            let merge = self.module.merge.unwrap_or(false);
            let depth = block.depth + 1;
            let values = operands.clone();
            let mut inner = Block { ops: Vec::new(), values, threshold, merge, runs: None, depth };
            let length = self.random.below(8);
            if which == 0 {
                returned = self.block(inner, length);
                self.text.push_str("} else {\n");
            } else {
                let place = self.blocks.len();
                self.blocks.push(None);
                for _ in 0..length {
                    self.op(&mut inner, 1);
                }
                let same = returned.iter().map(|(_, ty)| *ty).collect::<Vec<_>>();
                let values = same.into_iter().map(|ty| self.of(&mut inner, ty)).collect();
                self.end(&mut inner, values);
                self.blocks[place] = Some(inner);
            }
        }
        self.text.push_str("}\n");
        let results: Vec<Value> = returned.iter().map(|(_, ty)| (self.name(), *ty)).collect();
        let (bound, types_in, types_out) = (names(&results), types(&operands), types(&results));
        let all: Vec<Value> = std::iter::once(condition).chain(operands).collect();
        let equals = if results.is_empty() { "" } else { " = " };
        let (listed, ty) = (names(&all), format!("({types_in}) -> ({types_out})"));
        self.text.insert_str(head, &format!("{bound}{equals}tfrt.if {listed} : {ty} {{\n"));
        record(block, "tfrt.if", &all, &results, 0, "op");
    }

    fn generic(&mut self, name: &str, operands: &[Value], results: &[Value], attributes: &str) {
        let ty = format!("({}) -> ({})", types(operands), types(results));
        let (bound, listed) = (names(results), names(operands));
        let _ = writeln!(self.text, "{bound} = \"{name}\"({listed}){attributes} : {ty}");
    }

    /// Any value of the block, which has one. Recent ones are taken more often.
    fn any(&mut self, block: &Block) -> Value {
        let count = block.values.len();
        let from = if self.random.below(3) == 0 { 0 } else { count.saturating_sub(6) };
        block.values[from + self.random.below(count - from)].clone()
    }

    /// A value of a type; a new one if there is none.
    fn of(&mut self, block: &mut Block, ty: Type) -> Value {
        let fitting: Vec<&Value> = block.values.iter().filter(|value| value.1 == ty).collect();
        if !fitting.is_empty() {
            let from = if self.random.below(3) == 0 { 0 } else { fitting.len().saturating_sub(4) };
            return fitting[from + self.random.below(fitting.len() - from)].clone();
        }
        let result = (self.name(), ty);
        let (name, literal) = match ty {
            Type::Number => ("tfrt.constant.i32", " 7"),
            Type::Truth => ("tfrt.constant.i1", " true"),
            Type::Chain => ("tfrt.new.chain", ""),
        };
        let _ = writeln!(self.text, "{} = {name}{literal}", result.0);
        record(block, name, &[], std::slice::from_ref(&result), 0, "op");
        result
    }

    fn ty(&mut self) -> Type {
        [Type::Number, Type::Truth, Type::Chain][self.random.below(3)]
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }
}

impl Steering {
    fn any(random: &mut Random) -> Self {
        let threshold = match random.below(8) {
            0..3 => None,
            3 => Some([-1, 0, 1_000_000_000][random.below(3)]),
            _ => Some(1 + random.below(40) as i64),
        };
        let merge = [None, Some(true), Some(true), Some(false)][random.below(4)];
        Self { threshold, merge }
    }

    fn text(self) -> String {
        let threshold = self.threshold.map(|cost| format!("tfrt.cost_threshold = {cost} : i64"));
        let merge = self.merge.map(|on| format!("tfrt.merge_inter_dependent_streams = {on}"));
        let both: Vec<String> = threshold.into_iter().chain(merge).collect();
        if both.is_empty() { String::new() } else { format!(" attributes {{{}}}", both.join(", ")) }
    }
}

/// Adds an op to what the model is asked about.
fn record(
    block: &mut Block,
    name: &str,
    operands: &[Value],
    results: &[Value],
    cost: usize,
    kind: &str,
) {
    let names = |values: &[Value]| values.iter().map(|value| value.0.clone()).collect::<Vec<_>>();
    let (args, res) = (names(operands), names(results));
    block.ops.push(json!({"name": name, "args": args, "res": res, "cost": cost, "kind": kind}));
    block.values.extend_from_slice(results);
}

impl Block {
    fn question(&self) -> Json {
        let chains: Vec<&str> = self
            .values
            .iter()
            .filter(|(_, ty)| *ty == Type::Chain)
            .map(|(name, _)| name.as_str())
            .collect();
        json!({
            "ops": self.ops, "threshold": self.threshold, "merge": self.merge, "chains": chains,
            "runs": self.runs.is_some(),
        })
    }
}

fn names(values: &[Value]) -> String {
    values.iter().map(|value| value.0.as_str()).collect::<Vec<_>>().join(", ")
}

fn types(values: &[Value]) -> String {
    values.iter().map(|value| value.1.text()).collect::<Vec<_>>().join(", ")
}

/// What the model answers, a line for each question; `None` if it cannot be asked.
fn ask(questions: &str) -> Option<Vec<Json>> {
    let spec = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/spec");
    if !spec.join("stream_model.py").is_file() {
        println!("skipped: the model of streams is not beside this checkout");
        return None;
    }
    let spawned = Command::new("python3")
        .args(["-B", "-c", SCRIPT])
        .env("PYTHONPATH", spec)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = spawned else {
        println!("skipped: there is no python3");
        return None;
    };
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(questions.as_bytes()).unwrap());
        child.wait_with_output().unwrap()
    });
    assert!(output.status.success(), "the model failed");
    let text = String::from_utf8(output.stdout).unwrap();
    Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// The blocks of a region, each before those in its ops' regions.
fn blocks(body: &Body, region: RegionId) -> Vec<BlockId> {
    let block = body.entry(region).unwrap();
    let inner = body.block(block).ops.iter().flat_map(|&op| &body.op(op).regions);
    let inner = inner.flat_map(|&region| blocks(body, region));
    std::iter::once(block).chain(inner).collect()
}

/// What the analysis says about every block of a module.
fn analyzed(text: &str, catalogue: &Catalogue) -> Vec<Vec<String>> {
    let program = verified("streams.mlir", text, catalogue)
        .unwrap_or_else(|errors| panic!("generated programs are valid:\n{errors}\n{text}"));
    let module = program.module();
    let mut all = Vec::new();
    for function in module.functions() {
        let body = function.body.as_ref().unwrap();
        for block in blocks(body, Body::ROOT) {
            let options = match body.block(block).region {
                Some(Body::ROOT) => StreamOptions::of_function(function, module),
                _ => StreamOptions::of_region(module),
            };
            let streams = analyze(body, block, options, |op| catalogue.op(&body.op(op).name));
            let positions = (0..body.block(block).ops.len()).map(Some);
            let remarks = std::iter::once(None).chain(positions);
            all.push(remarks.map(|position| streams.remark(position)).collect());
        }
    }
    all
}

#[test]
fn streams_and_order_are_the_model_s() {
    let usual = if cfg!(debug_assertions) { 1_000 } else { 4_000 };
    let graphs = std::env::var("TFRT_STREAM_GRAPHS")
        .map_or(usual, |text| text.parse::<usize>().expect("a number of functions"));
    let programs: Vec<(String, Vec<Block>)> =
        (0..graphs.div_ceil(FUNCTIONS) as u64).map(Generator::module).collect();
    let mut questions = String::new();
    for (_, blocks) in &programs {
        let all: Vec<Json> = blocks.iter().map(Block::question).collect();
        let _ = writeln!(questions, "{}", Json::Array(all));
    }
    let Some(answers) = ask(&questions) else { return };
    assert_eq!(answers.len(), programs.len());
    let catalogue = tfrt_test_kernels::catalogue();
    let (mut compared, mut ordered, mut kernels) = (0, 0, 0);
    for ((text, blocks), answer) in programs.iter().zip(&answers) {
        let answer: Vec<(Vec<String>, Vec<usize>)> =
            serde_json::from_value(answer.clone()).unwrap();
        let found = analyzed(text, &catalogue);
        assert_eq!(found.len(), blocks.len(), "{text}");
        for (number, (found, (expected, _))) in found.iter().zip(&answer).enumerate() {
            assert_eq!(found, expected, "block {number} of\n{text}");
            compared += 1;
        }
        let bytes = bef("streams.mlir", text, &catalogue).expect("the program is valid");
        let functions = on_executor(&bytes, &catalogue).expect("what was written loads");
        for (block, (_, order)) in blocks.iter().zip(&answer) {
            let Some(name) = &block.runs else { continue };
            let function = functions.iter().find(|(other, _)| other == name);
            let (_, function) = function.expect("it has no arguments");
            let expected: Vec<String> = order
                .iter()
                .filter(|&&op| block.ops[op]["name"] == "tfrt_test.test_cost")
                .map(|op| format!("id: {op}"))
                .collect();
            let run = run(function, "s");
            let lines: Vec<&String> =
                run.lines.iter().filter(|line| line.starts_with("id: ")).collect();
            assert!(
                lines.iter().copied().eq(&expected),
                "@{name}: {lines:?}, by the model \
                {expected:?}, in\n{text}"
            );
            assert_eq!(run.leaked, 0, "@{name} of\n{text}");
            (ordered, kernels) = (ordered + 1, kernels + expected.len());
        }
    }
    println!(
        "{graphs} functions, {compared} blocks; {ordered} were run, {kernels} kernels in order"
    );
    assert!(compared > graphs, "regions were compared");
    assert!(ordered > graphs / 3 && kernels > graphs, "functions were run");
}
