//! Evaluates bodies: execution of ops, calls, and error propagation.

use super::kernels::{self, BAD, Outputs};
use super::scalar::{Content, Scalar, low32};
use super::{CANCELLED, Expected, tensor};
use crate::random::typed::Argument;
use std::collections::HashMap;
use std::rc::Rc;
use tfrt_compiler::graph::{
    Attribute, Body, Function, Op, RegionId, is_native, is_return, is_sync,
};
use tfrt_compiler::verify::Verified;

/// What one evaluation may run: a program that runs longer does not end, or is not for tests.
const FUEL: u64 = 2_000_000;

/// The number of an op that ran, or of the entry of a body.
type Node = u32;

/// The entry of the whole run, which waits for nothing.
const START: Node = 0;

/// An error, as it is shown.
type Fault = Rc<str>;

/// A value, as the order of the text comes to it.
#[derive(Clone)]
struct Value {
    content: Result<Content, Fault>,
    /// It may be the cancellation's error instead.
    may: bool,
    /// It comes after the cancellation: what uses it is cancelled.
    after: bool,
    node: Node,
}

/// Where ops stand: what they wait for besides their operands.
#[derive(Clone, Copy)]
struct Place {
    depth: u32,
    entry: Node,
}

/// Which nodes a cancellation waited for.
pub(super) type WaitedFor = Vec<bool>;

pub(super) struct Evaluation<'a> {
    functions: HashMap<&'a str, &'a Function>,
    max_call_depth: u32,
    /// In the second evaluation of a program that cancels.
    waited_for: Option<WaitedFor>,
    /// For each node, what it waits for.
    waits: Vec<Box<[Node]>>,
    cancelled: Vec<Node>,
    once: HashMap<&'a str, Vec<Value>>,
    fuel: u64,
    expected: Expected,
    names: HashMap<*const u8, Rc<str>>,
}

impl<'a> Evaluation<'a> {
    pub(super) fn new(
        program: &'a Verified,
        max_call_depth: u32,
        waited_for: Option<WaitedFor>,
    ) -> Self {
        let functions = program.module().functions();
        Self {
            functions: functions.map(|function| (function.name.as_str(), function)).collect(),
            max_call_depth,
            waited_for,
            waits: vec![Box::default()],
            cancelled: Vec::new(),
            once: HashMap::new(),
            fuel: FUEL,
            expected: Expected::default(),
            names: HashMap::new(),
        }
    }

    /// What the function comes to, and, if the run was cancelled and this is the first evaluation,
    /// what the cancellation waited for.
    pub(super) fn function(
        mut self,
        name: &str,
        arguments: &[Argument],
    ) -> (Expected, Option<WaitedFor>) {
        let function = self.functions[name];
        let arguments = arguments.iter().map(|argument| Value {
            content: Ok(tensor::argument(argument)),
            may: false,
            after: false,
            node: START,
        });
        let results = self.body(function, arguments.collect(), Place { depth: 0, entry: START });
        let shown = results.into_iter().zip(&function.results).map(|(value, ty)| {
            let content = match value.content {
                Ok(content) => content.show(ty.as_str()),
                Err(fault) => fault.to_string(),
            };
            (content, value.may)
        });
        self.expected.results = shown.collect();
        self.expected.cancelled = !self.cancelled.is_empty();
        let waited_for = if self.cancelled.is_empty() || self.waited_for.is_some() {
            None
        } else {
            Some(self.before_all())
        };
        (self.expected, waited_for)
    }

    /// The nodes that every cancellation waited for, and the cancellation if it is the only one.
    fn before_all(&self) -> WaitedFor {
        let mut all = vec![true; self.waits.len()];
        for &cancel in &self.cancelled {
            let mut before = vec![false; self.waits.len()];
            let mut pending = vec![cancel];
            while let Some(node) = pending.pop() {
                if !std::mem::replace(&mut before[node as usize], true) {
                    pending.extend(&self.waits[node as usize]);
                }
            }
            all.iter_mut().zip(before).for_each(|(all, before)| *all &= before);
        }
        all
    }

    fn node(&mut self, waits: impl Iterator<Item = Node>) -> Node {
        self.fuel = self.fuel.checked_sub(1).expect("programs under test end");
        self.waits.push(waits.collect());
        Node::try_from(self.waits.len() - 1).expect("fuel is less")
    }

    /// Whether what a node does may be cancelled.
    fn may(&self, node: Node) -> bool {
        self.waited_for.as_ref().is_some_and(|waited_for| !waited_for[node as usize])
    }

    /// Runs a function's body, whatever its arguments are.
    fn body(&mut self, function: &'a Function, arguments: Vec<Value>, place: Place) -> Vec<Value> {
        match &function.body {
            None => self.native(function, &arguments, place),
            Some(body) if is_sync(function) => self.in_order(body, arguments, place),
            Some(body) => self.region(body, Body::ROOT, arguments, place),
        }
    }

    fn region(
        &mut self,
        body: &'a Body,
        region: RegionId,
        arguments: Vec<Value>,
        place: Place,
    ) -> Vec<Value> {
        let block = body.block(body.entry(region).expect("verified regions have a block"));
        let mut values: Vec<Option<Value>> = vec![None; body.value_count()];
        for (&id, value) in block.arguments.iter().zip(arguments) {
            values[id.index()] = Some(value);
        }
        for &op in &block.ops {
            let op = body.op(op);
            let operands = op.operands.iter().map(|id| {
                values[id.index()].clone().expect("verified programs define before they use")
            });
            let operands: Vec<Value> = operands.collect();
            if is_return(&op.name) {
                return operands;
            }
            for (id, value) in op.results.iter().zip(self.op(body, op, &operands, place)) {
                values[id.index()] = Some(value);
            }
        }
        unreachable!("verified blocks end with a return")
    }

    /// A function that runs op after op: each waits for the one before, and the first error, of an
    /// argument or a kernel, is every result.
    fn in_order(&mut self, body: &'a Body, arguments: Vec<Value>, place: Place) -> Vec<Value> {
        let block = body.block(body.entry(Body::ROOT).expect("verified functions have a block"));
        let mut values: Vec<Option<Value>> = vec![None; body.value_count()];
        let (mut latest, mut may) = (arguments.clone(), false);
        for (&id, value) in block.arguments.iter().zip(arguments) {
            values[id.index()] = Some(value);
        }
        let mut entry = place.entry;
        for &op in &block.ops {
            let op = body.op(op);
            may |= latest.iter().any(|value| value.may);
            let failed = latest.iter().rev().find(|value| value.content.is_err()).cloned();
            let operands = op.operands.iter().map(|id| {
                values[id.index()].clone().expect("verified programs define before they use")
            });
            let operands: Vec<Value> = operands.collect();
            if is_return(&op.name) {
                let results = operands.into_iter().map(|value| match &failed {
                    Some(failed) => Value { may, ..failed.clone() },
                    None => Value { may, ..value },
                });
                return results.collect();
            }
            if let Some(failed) = failed {
                let results = block.ops.last().map_or(0, |&last| body.op(last).operands.len());
                return vec![Value { may, ..failed }; results];
            }
            entry = self.node(latest.iter().map(|value| value.node).chain([entry]));
            let after = latest.iter().any(|value| value.after);
            let results = if after {
                self.cancelled_results(op.results.len(), entry)
            } else {
                self.op(body, op, &operands, Place { entry, ..place })
            };
            for (id, value) in op.results.iter().zip(&results) {
                values[id.index()] = Some(value.clone());
            }
            if !results.is_empty() {
                latest = results;
            }
        }
        unreachable!("verified blocks end with a return")
    }

    /// The test dialect's native functions. They see errors.
    fn native(&mut self, function: &Function, arguments: &[Value], place: Place) -> Vec<Value> {
        let node = self.node(arguments.iter().map(|value| value.node).chain([place.entry]));
        let may = arguments.iter().any(|value| value.may);
        let failed = arguments.iter().rev().find_map(|value| value.content.as_ref().err());
        let content = match (function.name.as_str(), arguments) {
            ("native_add" | "native_async_add", [a, b]) => match (&a.content, &b.content, failed) {
                (_, _, Some(fault)) => Err(fault.clone()),
                (Ok(Content::Scalar(Scalar::I32(a))), Ok(Content::Scalar(Scalar::I32(b))), _) => {
                    Ok(Content::Scalar(Scalar::I32(low32(i128::from(*a) + i128::from(*b)))))
                }
                _ => panic!("native addition of something else"),
            },
            ("native_error", []) => Err(format!("Internal '{BAD}' in nothing at (unknown)").into()),
            ("native_sink" | "native_async_sink", _) => return Vec::new(),
            (name, _) => panic!("no native function '{name}' is known"),
        };
        let after = arguments.iter().any(|value| value.after);
        vec![Value { content, may, after, node }]
    }

    fn cancelled_results(&self, count: usize, node: Node) -> Vec<Value> {
        vec![Value { content: Err(CANCELLED.into()), may: false, after: true, node }; count]
    }

    fn op(&mut self, body: &'a Body, op: &'a Op, operands: &[Value], place: Place) -> Vec<Value> {
        let count = op.results.len();
        let eager = op.attributes.get("bef.nonstrict").is_some() && !operands.is_empty();
        let strict: &[Value] = match (eager, &*op.name) {
            (false, _) => operands,
            // Of these the first operand decides; the rest goes in.
            (true, "tfrt.if" | "tfrt.cond" | "tfrt.case" | "tfrt.repeat.i32") => &operands[..1],
            (true, "tfrt.call") => &[],
            (true, name) => panic!("'{name}' is not expected with bef.nonstrict"),
        };
        let node = self.node(strict.iter().map(|value| value.node).chain([place.entry]));
        let mut may = false;
        for operand in strict.iter().rev() {
            may |= operand.may;
            if let Err(fault) = &operand.content {
                let content = Err(fault.clone());
                return vec![Value { content, may, after: operand.after, node }; count];
            }
        }
        let after = |value: &Value| value.after;
        let skipped = if eager { operands.iter().all(after) } else { operands.iter().any(after) };
        if skipped {
            return self.cancelled_results(count, node);
        }
        may |= self.may(node);
        let name = self.name(op);
        *self.expected.ran.entry(name).or_default() += 1;
        let place = Place { entry: node, ..place };
        let mut results = match self.control(body, op, operands, place) {
            Some(results) => results,
            None => self.kernel(op, operands, node),
        };
        for result in &mut results {
            result.may |= may;
            let node = self.node([node, result.node].into_iter());
            result.node = node;
        }
        results
    }

    /// The op's name, made once.
    fn name(&mut self, op: &Op) -> Rc<str> {
        let name = self.names.entry(op.name.as_ptr()).or_insert_with(|| Rc::from(&*op.name));
        Rc::clone(name)
    }

    fn kernel(&mut self, op: &Op, operands: &[Value], node: Node) -> Vec<Value> {
        let contents: Vec<Content> =
            operands.iter().filter_map(|value| value.content.clone().ok()).collect();
        let Some(Outputs { results, lines }) = kernels::apply(op, &contents) else {
            panic!("'{}' of {contents:?} is not known", op.name);
        };
        let sure = !self.may(node);
        self.expected.lines.extend(lines.into_iter().map(|line| (line, sure)));
        let cancels = &*op.name == "tfrt_test.cancel";
        if cancels {
            self.cancelled.push(node);
        }
        let mut reported = false;
        let results = results.into_iter().map(|result| {
            let content = result.map_err(|failure| {
                let code = match failure.code {
                    "Internal" => code(op, &contents, &failure.message),
                    stated => stated,
                };
                let fault = self.fault(code, &failure.message, op);
                if !std::mem::replace(&mut reported, true) {
                    self.expected.reports.push((fault.to_string(), sure));
                }
                fault
            });
            Value { content, may: false, after: cancels, node }
        });
        results.collect()
    }

    fn fault(&self, code: &str, message: &str, op: &Op) -> Fault {
        format!("{code} '{message}' in {} at {}", op.name, op.location).into()
    }

    /// Results that are all one error, which the op reports.
    fn failed(&mut self, code: &str, message: &str, op: &Op, place: Place) -> Vec<Value> {
        let fault = self.fault(code, message, op);
        let sure = !self.may(place.entry);
        self.expected.reports.push((fault.to_string(), sure));
        let value = Value { content: Err(fault), may: false, after: false, node: place.entry };
        vec![value; op.results.len()]
    }

    /// Enters a named function, one deeper.
    fn enter(&mut self, op: &'a Op, name: &str, arguments: Vec<Value>, place: Place) -> Vec<Value> {
        let function = self.functions[name];
        let limit = self.max_call_depth;
        if place.depth >= limit {
            let message = format!("call depth exceeds {limit}");
            let results = self.failed("ResourceExhausted", &message, op, place);
            // A loop's function gives one more than the loop.
            let first = results.into_iter().next();
            return first.map_or(Vec::new(), |value| vec![value; function.results.len()]);
        }
        debug_assert!(is_native(function) == function.body.is_none());
        self.body(function, arguments, Place { depth: place.depth + 1, ..place })
    }

    /// Ops that enter functions and regions.
    fn control(
        &mut self,
        body: &'a Body,
        op: &'a Op,
        operands: &[Value],
        place: Place,
    ) -> Option<Vec<Value>> {
        let results = match &*op.name {
            "tfrt.call" => self.enter(op, symbol(op, "callee"), operands.to_vec(), place),
            "tfrt.if" => {
                let region = op.regions[usize::from(!boolean(&operands[0]))];
                self.region(body, region, operands[1..].to_vec(), place)
            }
            "tfrt.cond" => {
                let which = if boolean(&operands[0]) { "a_true_fn" } else { "b_false_fn" };
                self.enter(op, symbol(op, which), operands[1..].to_vec(), place)
            }
            "tfrt.case" => {
                let Some(Attribute::Array(branches)) = op.attributes.get("branches") else {
                    panic!("tfrt.case has branches");
                };
                let index = usize::try_from(int(&operands[0])).unwrap_or(usize::MAX);
                let branch = branches.get(index).or(branches.last()).expect("there is a branch");
                self.enter(op, of_symbol(branch), operands[1..].to_vec(), place)
            }
            "tfrt.repeat.i32" => {
                let mut values = operands[1..].to_vec();
                for _ in 0..int(&operands[0]) {
                    values = self.region(body, op.regions[0], values, place);
                }
                values
            }
            "tfrt.while" => self.conditional_loop(op, operands, place),
            "tfrt_test.do.async" => self.region(body, op.regions[0], operands.to_vec(), place),
            "tfrt.once" => {
                let name = symbol(op, "function");
                if let Some(results) = self.once.get(name) {
                    return Some(results.clone());
                }
                let results = self.enter(op, name, operands.to_vec(), place);
                self.once.insert(name, results.clone());
                results
            }
            "tfrt.parallel_for.i32" | "tfrt.parallel_call.i32" => {
                self.parallel(body, op, operands, place)
            }
            name if name.starts_with("tfrt_test.invoke_sync_function.")
                || name.starts_with("tfrt_test.sync_function_runner.") =>
            {
                let functions = op.attributes.iter().map(|(_, attribute)| attribute);
                let function = functions.into_iter().next().expect("it names a function");
                self.enter(op, of_symbol(function), operands.to_vec(), place)
            }
            _ => return None,
        };
        Some(results)
    }

    fn conditional_loop(&mut self, op: &'a Op, operands: &[Value], mut place: Place) -> Vec<Value> {
        let (mut condition, mut values) = (operands[0].clone(), operands[1..].to_vec());
        let mut may = false;
        loop {
            may |= condition.may;
            match &condition.content {
                Err(_) => return vec![Value { may, ..condition }; values.len()],
                Ok(Content::Scalar(Scalar::I1(false))) => break,
                Ok(_) if condition.after => {
                    return self.cancelled_results(values.len(), condition.node);
                }
                Ok(_) => {}
            }
            place.entry = self.node([place.entry, condition.node].into_iter());
            may |= self.may(place.entry);
            let mut given = self.enter(op, symbol(op, "body_fn"), values, place);
            condition = given.pop().expect("the function gives a condition");
            values = given;
        }
        values.iter_mut().for_each(|value| value.may |= may);
        values
    }

    fn parallel(
        &mut self,
        body: &'a Body,
        op: &'a Op,
        operands: &[Value],
        place: Place,
    ) -> Vec<Value> {
        let [start, end, size] = [0, 1, 2].map(|index| i64::from(int(&operands[index])));
        if size <= 0 {
            let message = format!("block size must be positive, got {size}");
            return self.failed("InvalidArgument", &message, op, place);
        }
        let mut done =
            Value { content: Ok(Content::Chain), may: false, after: false, node: place.entry };
        let mut first = start;
        let mut waits = vec![place.entry];
        while first < end {
            let bounds = [first, end.min(first + size)].map(|bound| Value {
                content: Ok(Content::Scalar(Scalar::I32(
                    i32::try_from(bound).expect("it is within the range"),
                ))),
                may: false,
                after: false,
                node: place.entry,
            });
            let arguments = bounds.into_iter().chain(operands[3..].iter().cloned()).collect();
            let given = match op.regions.first() {
                Some(&region) => self.region(body, region, arguments, place),
                None => self.enter(op, symbol(op, "callee"), arguments, place),
            };
            // Of several errors the last block's.
            if let Some(given) = given.into_iter().next() {
                waits.push(given.node);
                done.may |= given.may;
                done.after |= given.after;
                if given.content.is_err() {
                    done.content = given.content;
                }
            }
            first += size;
        }
        done.node = self.node(waits.into_iter());
        vec![done]
    }
}

fn boolean(value: &Value) -> bool {
    match &value.content {
        Ok(Content::Scalar(Scalar::I1(value))) => *value,
        _ => panic!("a condition is an i1"),
    }
}

fn int(value: &Value) -> i32 {
    match &value.content {
        Ok(Content::Scalar(Scalar::I32(value))) => *value,
        _ => panic!("a count is an i32"),
    }
}

fn symbol<'a>(op: &'a Op, name: &str) -> &'a str {
    of_symbol(op.attributes.get(name).expect("the op names its function"))
}

fn of_symbol(attribute: &Attribute) -> &str {
    match attribute {
        Attribute::Symbol { root, .. } => root,
        _ => panic!("functions are named by symbols"),
    }
}

/// The code of a kernel's error: an operand that is a tensor, a part of one or a shape is a wrong
/// argument, unless there is no memory.
fn code(op: &Op, operands: &[Content], message: &str) -> &'static str {
    let of_tensors = operands.iter().any(|operand| {
        matches!(operand, Content::Tensor(_) | Content::Buffer(_) | Content::Shape(_))
    });
    let dialect = op.name.split('.').next().unwrap_or_default();
    match message {
        "Cannot allocate tensor" | "Cannot allocate host buffer" => "ResourceExhausted",
        _ if message == BAD => "Internal",
        _ if of_tensors || matches!(dialect, "ts" | "tensor" | "tfrt_dht" | "tfrt_sht") => {
            "InvalidArgument"
        }
        _ => "Internal",
    }
}
