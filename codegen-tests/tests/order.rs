//! The executor on the single-threaded queue, held to a second one that does only what the rules say:
//! every value is counted, every result of a function indirect, no step is left out. Random programs
//! with values that come later, calls, regions and streams must print the same lines in the same order
//! on both: when kernels run, when values are dropped, and which references are the only ones.
//!
//! `TFRT_ORDER_SEEDS` says how many programs.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::mem;
use tfrt_bef::{Attribute, File, Limits};
use tfrt_codegen_tests::random::Random;
use tfrt_codegen_tests::{bef, on_executor, run};

/// Programs, if the environment does not say.
const SEEDS: u64 = if cfg!(debug_assertions) { 200 } else { 4_000 };

/// A value, by its place among all.
type Id = usize;

#[derive(Default)]
struct Cell {
    references: u32,
    available: bool,
    error: bool,
    waiters: Vec<Waiter>,
    /// What it was forwarded to.
    target: Option<Id>,
    /// What it says when it ends.
    traced: Option<u64>,
    /// What it is as a truth.
    truth: bool,
}

/// A waiter of a value. It has one reference.
enum Waiter {
    Forward { indirect: Id, to: Id },
    GoOn { activation: usize, register: usize, value: Id, stream: u32 },
}

enum Task {
    Set(Id),
    Kernels { activation: usize, ready: Ready },
}

/// A function's lists, as the file has them.
struct Plan {
    /// Kernels without operands.
    trigger: Vec<u32>,
    /// By register: the kernels that use it, in the order of the file.
    users: Vec<Vec<u32>>,
    /// By register: how often it is used, by kernels or returns.
    uses: Vec<u32>,
}

struct Activation {
    function: usize,
    values: Vec<Option<Id>>,
    /// The indirect values of what is returned, until they have been forwarded.
    indirect: Vec<Option<Id>>,
    /// By kernel: operands that are not there.
    missing: Vec<usize>,
}

/// Kernels that may run.
#[derive(Default)]
struct Ready {
    stream: u32,
    inline: Vec<u32>,
    outline: Vec<u32>,
}

struct Machine<'a> {
    file: &'a File,
    plans: Vec<Plan>,
    cells: Vec<Cell>,
    activations: Vec<Activation>,
    tasks: VecDeque<Task>,
    lines: Vec<String>,
}

impl<'a> Machine<'a> {
    fn new(file: &'a File) -> Self {
        let plan = |function: &tfrt_bef::Function| {
            let body = function.body.as_ref().unwrap();
            let list = |users: &[u32]| users.iter().map(|id| id - 1).collect::<Vec<_>>();
            let mut users = vec![Vec::new(); body.registers.len()];
            let mut uses = vec![0; body.registers.len()];
            let mut entry = body.entry_users.iter().map(list);
            let trigger = entry.next().unwrap();
            users.iter_mut().zip(entry).for_each(|(users, list)| *users = list);
            for kernel in &body.kernels {
                for (&result, list) in kernel.results().iter().zip(kernel.used_by().map(list)) {
                    users[result as usize] = list;
                }
            }
            let operands = body.kernels.iter().flat_map(|kernel| kernel.arguments());
            operands.chain(&body.result_registers).for_each(|&used| uses[used as usize] += 1);
            Plan { trigger, users, uses }
        };
        Self {
            file,
            plans: file.functions.iter().map(plan).collect(),
            cells: Vec::new(),
            activations: Vec::new(),
            tasks: VecDeque::new(),
            lines: Vec::new(),
        }
    }

    /// Runs a function without arguments, and then what it has left behind.
    fn run(mut self, name: &str) -> Vec<String> {
        let function = self.file.functions.iter().position(|function| *function.name == *name);
        let results = self.call(function.unwrap(), &[]);
        while let Some(task) = self.tasks.pop_front() {
            match task {
                Task::Set(value) => self.set(value),
                Task::Kernels { activation, ready } => self.process(activation, ready),
            }
        }
        results.into_iter().for_each(|result| self.release(result));
        assert!(self.cells.iter().all(|cell| cell.references == 0), "the model leaks");
        self.lines
    }

    fn make(&mut self, cell: Cell) -> Id {
        self.cells.push(Cell { references: cell.references.max(1), ..cell });
        self.cells.len() - 1
    }

    fn ready(&mut self) -> Id {
        self.make(Cell { available: true, ..Cell::default() })
    }

    fn retain(&mut self, value: Id) -> Id {
        self.cells[value].references += 1;
        value
    }

    fn release(&mut self, value: Id) {
        let cell = &mut self.cells[value];
        cell.references = cell.references.checked_sub(1).expect("it has a reference");
        if cell.references > 0 {
            return;
        }
        let (traced, target) = (cell.traced, cell.target);
        if let Some(number) = traced {
            self.lines.push(format!("destroyed vt.value({number})"));
        }
        target.into_iter().for_each(|target| self.release(target));
    }

    fn is_unique(&self, value: Id) -> bool {
        let cell = &self.cells[value];
        cell.references == 1 && cell.target.is_none_or(|target| self.is_unique(target))
    }

    fn content(&self, value: Id) -> &Cell {
        let cell = &self.cells[value];
        cell.target.map_or(cell, |target| self.content(target))
    }

    /// Gives up the reference of who makes it available before those who wait run.
    fn set(&mut self, value: Id) {
        self.cells[value].available = true;
        let waiters = mem::take(&mut self.cells[value].waiters);
        self.release(value);
        for waiter in waiters.into_iter().rev() {
            match waiter {
                Waiter::Forward { indirect, to } => self.forward(indirect, to),
                Waiter::GoOn { activation, register, value, stream } => {
                    let mut ready = Ready { stream, ..Ready::default() };
                    self.arrive(activation, register, value, &mut ready);
                    self.process(activation, ready);
                }
            }
        }
    }

    /// Takes a reference to each.
    fn forward(&mut self, indirect: Id, to: Id) {
        if self.cells[to].available {
            self.cells[indirect].target = Some(to);
            self.cells[indirect].error = self.cells[to].error;
            self.set(indirect);
        } else {
            self.cells[to].waiters.push(Waiter::Forward { indirect, to });
        }
    }

    /// Borrows its arguments, gives its results.
    fn call(&mut self, function: usize, arguments: &[Id]) -> Vec<Id> {
        let file = self.file;
        let body = file.functions[function].body.as_ref().unwrap();
        let mut indirect = vec![None; body.registers.len()];
        for &register in &body.result_registers {
            let references = self.plans[function].uses[register as usize] + 1;
            if indirect[register as usize].is_none() {
                let made = self.make(Cell { references, ..Cell::default() });
                indirect[register as usize] = Some(made);
            }
        }
        let results = body.result_registers.iter();
        let results: Vec<Id> =
            results.map(|&register| indirect[register as usize].unwrap()).collect();
        let missing = body.kernels.iter().map(|kernel| kernel.arguments().len().max(1)).collect();
        let values = indirect.clone();
        self.activations.push(Activation { function, values, indirect, missing });
        let activation = self.activations.len() - 1;
        let mut ready = Ready { stream: body.root_stream, ..Ready::default() };
        self.count_down(activation, &self.plans[function].trigger.clone(), &mut ready);
        for (register, &argument) in arguments.iter().enumerate() {
            self.retain(argument);
            self.put(activation, register, argument, &mut ready);
        }
        self.process(activation, ready);
        results
    }

    fn count_down(&mut self, activation: usize, users: &[u32], ready: &mut Ready) {
        let file = self.file;
        let this = &mut self.activations[activation];
        let body = file.functions[this.function].body.as_ref().unwrap();
        for &kernel in users {
            this.missing[kernel as usize] -= 1;
            if this.missing[kernel as usize] == 0 {
                let own = body.kernels.get(kernel as usize).unwrap().stream == ready.stream;
                let list = if own { &mut ready.inline } else { &mut ready.outline };
                list.push(kernel);
            }
        }
    }

    /// Sets a register, at once or when the value is available. Takes the reference.
    fn put(&mut self, activation: usize, register: usize, value: Id, ready: &mut Ready) {
        let plan = &self.plans[self.activations[activation].function];
        let is_waited_for = !plan.users[register].is_empty();
        if plan.uses[register] == 0 {
            self.release(value);
        } else if self.cells[value].available {
            self.arrive(activation, register, value, ready);
        } else if !is_waited_for {
            self.store(activation, register, value);
        } else {
            let waiter = Waiter::GoOn { activation, register, value, stream: ready.stream };
            self.cells[value].waiters.push(waiter);
        }
    }

    fn arrive(&mut self, activation: usize, register: usize, value: Id, ready: &mut Ready) {
        let function = self.activations[activation].function;
        let users = self.plans[function].users[register].clone();
        self.store(activation, register, value);
        self.count_down(activation, &users, ready);
    }

    fn store(&mut self, activation: usize, register: usize, value: Id) {
        let this = &mut self.activations[activation];
        let Some(indirect) = this.indirect[register].take() else {
            this.values[register] = Some(value);
            let uses = self.plans[this.function].uses[register];
            self.cells[value].references += uses - 1;
            return;
        };
        self.forward(indirect, value);
    }

    fn process(&mut self, activation: usize, mut ready: Ready) {
        let file = self.file;
        let function = self.activations[activation].function;
        let body = file.functions[function].body.as_ref().unwrap();
        let stream = |kernel: &u32| body.kernels.get(*kernel as usize).unwrap().stream;
        loop {
            if ready.inline.is_empty() && !ready.outline.is_empty() {
                let next = stream(&ready.outline[0]);
                let mut outline = ready.outline;
                let others = partition(&mut outline, |kernel| stream(kernel) != next);
                let own = outline.split_off(others);
                ready = Ready { stream: next, inline: own, outline };
            }
            let mut others = mem::take(&mut ready.outline);
            others.sort_by_key(stream);
            for group in others.chunk_by(|a, b| stream(a) == stream(b)) {
                let (stream, inline) = (stream(&group[0]), group.to_vec());
                let ready = Ready { stream, inline, outline: Vec::new() };
                self.tasks.push_back(Task::Kernels { activation, ready });
            }
            let Some(index) = ready.inline.pop() else { break };
            let kernel = body.kernels.get(index as usize).unwrap();
            let values = &self.activations[activation].values;
            let arguments = kernel.arguments().iter();
            let arguments: Vec<Id> =
                arguments.map(|&register| values[register as usize].unwrap()).collect();
            let errors = arguments.iter().rev().find(|&&argument| self.cells[argument].error);
            let results = match errors.copied() {
                Some(error) => kernel.results().iter().map(|_| self.retain(error)).collect(),
                None => self.enter(kernel, &arguments),
            };
            arguments.into_iter().for_each(|argument| self.release(argument));
            assert_eq!(results.len(), kernel.results().len());
            for (&register, result) in kernel.results().iter().zip(results) {
                self.put(activation, register as usize, result, &mut ready);
            }
        }
    }

    /// What the kernel does.
    fn enter(&mut self, kernel: tfrt_bef::Kernel<'_>, arguments: &[Id]) -> Vec<Id> {
        let attribute = kernel.attributes().first().map(|&at| self.file.attributes.get(at));
        let number = match attribute {
            Some(Ok(Attribute::Scalar { bits, .. })) => bits,
            _ => 0,
        };
        let file = self.file;
        match &*file.kernels[kernel.name as usize] {
            "tfrt_test.test_cost" => {
                self.lines.push(format!("id: {number}"));
                vec![self.ready()]
            }
            "vt.constant" => {
                self.lines.push(format!("constructed vt.value({number})"));
                self.lines.push(format!("move constructed vt.value({number})"));
                let traced = Some(number);
                vec![self.make(Cell { available: true, traced, ..Cell::default() })]
            }
            "tfrt.constant.i32" | "tfrt.new.chain" | "tfrt_test.as_chain" => vec![self.ready()],
            "tfrt.constant.i1" => {
                let truth = number != 0;
                vec![self.make(Cell { available: true, truth, ..Cell::default() })]
            }
            "tfrt_test.fail" => {
                vec![self.make(Cell { available: true, error: true, ..Cell::default() })]
            }
            "tfrt_test.async_constant.i1"
            | "tfrt_test.async_constant.i32"
            | "tfrt_test.async_copy.i32" => {
                let truth = number != 0;
                let later = self.make(Cell { references: 2, truth, ..Cell::default() });
                self.tasks.push_back(Task::Set(later));
                vec![later]
            }
            "tfrt_test.identity" => arguments[1..].iter().map(|&it| self.retain(it)).collect(),
            "tfrt_test.make_indirect" => {
                let indirect = self.make(Cell { references: 2, ..Cell::default() });
                let to = self.retain(arguments[0]);
                self.forward(indirect, to);
                vec![indirect]
            }
            "tfrt_test.get_uniqueness" => {
                let unique: Vec<bool> = arguments.iter().map(|&it| self.is_unique(it)).collect();
                let cell = |truth| Cell { available: true, truth, ..Cell::default() };
                unique.into_iter().map(|truth| self.make(cell(truth))).collect()
            }
            "tfrt.print.i1" => {
                self.lines.push(format!("int1 = {}", u8::from(self.content(arguments[0]).truth)));
                vec![self.ready()]
            }
            "tfrt.call" => self.call(kernel.functions()[0] as usize, arguments),
            "tfrt.if" => {
                let branch = usize::from(!self.content(arguments[0]).truth);
                self.call(kernel.functions()[branch] as usize, &arguments[1..])
            }
            other => panic!("the model has no kernel {other}"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Number,
    Traced,
    Chain,
}

impl Type {
    const ALL: [Self; 3] = [Self::Number, Self::Traced, Self::Chain];

    fn text(self) -> &'static str {
        match self {
            Self::Number => "i32",
            Self::Traced => "!vt.value",
            Self::Chain => "!tfrt.chain",
        }
    }
}

type Value = (String, Type);

/// Writes programs.
struct Generator {
    random: Random,
    names: usize,
    /// Functions so far: how many arguments and results of which types.
    functions: Vec<(Vec<Type>, Vec<Type>)>,
}

impl Generator {
    fn program(seed: u64) -> String {
        let mut this = Self { random: Random::new(seed), names: 0, functions: Vec::new() };
        let mut text = format!("module{} {{\n", this.steering());
        for _ in 0..1 + this.random.below(5) {
            this.function(&mut text);
        }
        text.push_str("}\n");
        text
    }

    /// What says how streams are made.
    fn steering(&mut self) -> String {
        let threshold = [None, None, None, Some(1), Some(3), Some(8), Some(30)];
        let threshold = threshold[self.random.below(7)];
        let merge = [None, None, Some(true), Some(false)][self.random.below(4)];
        let threshold = threshold.map(|cost| format!("tfrt.cost_threshold = {cost} : i64"));
        let merge = merge.map(|on| format!("tfrt.merge_inter_dependent_streams = {on}"));
        let both: Vec<String> = threshold.into_iter().chain(merge).collect();
        if both.is_empty() { String::new() } else { format!(" attributes {{{}}}", both.join(", ")) }
    }

    fn function(&mut self, text: &mut String) {
        let count = if self.random.below(2) == 0 { 0 } else { 1 + self.random.below(3) };
        let arguments: Vec<Value> = (0..count).map(|_| (self.name(), self.ty())).collect();
        let mut body = String::new();
        let results = self.body(&mut body, arguments.clone(), None, 0);
        let steering = self.steering();
        let (name, list) = (self.functions.len(), parameters(&arguments));
        let types = types(&results);
        writeln!(text, "func.func @f{name}({list}) -> ({types}){steering} {{\n{body}}}").unwrap();
        self.functions.push((arguments.into_iter().map(|(_, ty)| ty).collect(), results));
    }

    /// Ops and their return, of these types if any are asked for. Gives the types.
    fn body(
        &mut self,
        text: &mut String,
        mut values: Vec<Value>,
        wanted: Option<&[Type]>,
        depth: usize,
    ) -> Vec<Type> {
        for _ in 0..1 + self.random.below(14) {
            self.op(text, &mut values, depth);
        }
        let types = match wanted {
            Some(types) => types.to_vec(),
            None => (0..self.random.below(4)).map(|_| self.ty()).collect(),
        };
        let returned: Vec<Value> =
            types.iter().map(|&ty| self.value(text, &mut values, ty)).collect();
        self.write(text, "tfrt.return", &returned, "", &[]);
        types
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    fn ty(&mut self) -> Type {
        Type::ALL[self.random.below(3)]
    }

    /// A value of that type, made if there is none.
    fn value(&mut self, text: &mut String, values: &mut Vec<Value>, ty: Type) -> Value {
        let own: Vec<&Value> = values.iter().filter(|value| value.1 == ty).collect();
        if !own.is_empty() {
            return own[self.random.below(own.len())].clone();
        }
        let (kernel, attributes) = match ty {
            Type::Number => ("tfrt.constant.i32", "{value = 3 : i32}".to_owned()),
            Type::Traced => ("vt.constant", format!("{{value = {} : i32}}", self.names)),
            Type::Chain => ("tfrt.new.chain", String::new()),
        };
        self.add(text, values, kernel, &[], &attributes, &[ty]);
        values.last().unwrap().clone()
    }

    fn any(&mut self, text: &mut String, values: &mut Vec<Value>) -> Value {
        let ty = self.ty();
        self.value(text, values, ty)
    }

    fn write(
        &self,
        text: &mut String,
        kernel: &str,
        operands: &[Value],
        attributes: &str,
        results: &[Value],
    ) {
        let assigned = if results.is_empty() { String::new() } else { names(results) + " = " };
        let (given, made) = (of(operands), of(results));
        let (operands, given, made) = (names(operands), types(&given), types(&made));
        writeln!(text, "  {assigned}\"{kernel}\"({operands}) {attributes} : ({given}) -> ({made})")
            .unwrap();
    }

    fn add(
        &mut self,
        text: &mut String,
        values: &mut Vec<Value>,
        kernel: &str,
        operands: &[Value],
        attributes: &str,
        results: &[Type],
    ) {
        let results: Vec<Value> = results.iter().map(|&ty| (self.name(), ty)).collect();
        self.write(text, kernel, operands, attributes, &results);
        values.extend(results);
    }

    fn op(&mut self, text: &mut String, values: &mut Vec<Value>, depth: usize) {
        use Type::{Chain, Number, Traced};
        let three = "{value = 3 : i32}";
        match self.random.below(32) {
            0..4 => {
                let number = format!("{{value = {} : i32}}", self.names);
                self.add(text, values, "vt.constant", &[], &number, &[Traced]);
            }
            4 => self.add(text, values, "tfrt.constant.i32", &[], three, &[Number]),
            5..9 => self.add(text, values, "tfrt_test.async_constant.i32", &[], three, &[Number]),
            9..14 => {
                let count = self.random.below(4);
                let operands: Vec<Value> = (0..count).map(|_| self.any(text, values)).collect();
                let (id, cost) = (self.names, 1 + self.random.below(9));
                let attributes = format!("{{id = {id} : i64, _tfrt_cost = {cost} : i64}}");
                self.add(text, values, "tfrt_test.test_cost", &operands, &attributes, &[Number]);
            }
            14..17 => {
                let operand = self.value(text, values, Number);
                self.add(text, values, "tfrt_test.async_copy.i32", &[operand], "", &[Number]);
            }
            17 => {
                let operand = self.any(text, values);
                self.add(text, values, "tfrt_test.as_chain", &[operand], "", &[Chain]);
            }
            18..20 => {
                let chain = self.value(text, values, Chain);
                let (a, b) = (self.any(text, values), self.any(text, values));
                let types = of(&[a.clone(), b.clone()]);
                self.add(text, values, "tfrt_test.identity", &[chain, a, b], "", &types);
            }
            20..22 => {
                let operand = self.any(text, values);
                let ty = [operand.1];
                self.add(text, values, "tfrt_test.make_indirect", &[operand], "", &ty);
            }
            22..25 => self.uniqueness(text, values),
            25 if self.random.below(4) == 0 => {
                self.add(text, values, "tfrt_test.fail", &[], "", &[Number]);
            }
            25..29 if !self.functions.is_empty() => {
                let callee = self.random.below(self.functions.len());
                let (arguments, results) = self.functions[callee].clone();
                let operands: Vec<Value> =
                    arguments.iter().map(|&ty| self.value(text, values, ty)).collect();
                let attributes = format!("{{callee = @f{callee}}}");
                self.add(text, values, "tfrt.call", &operands, &attributes, &results);
            }
            _ if depth < 2 => self.branch(text, values, depth),
            _ => {}
        }
    }

    /// Which references are the only ones, printed at once.
    fn uniqueness(&mut self, text: &mut String, values: &mut Vec<Value>) {
        let (a, b) = (self.any(text, values), self.any(text, values));
        let (u, v, c, d, e, f) =
            (self.name(), self.name(), self.name(), self.name(), self.name(), self.name());
        let ((a, t), (b, s)) = ((a.0, a.1.text()), (b.0, b.1.text()));
        writeln!(
            text,
            "  {u}, {v} = \"tfrt_test.get_uniqueness\"({a}, {b}) : ({t}, {s}) -> (i1, i1)
  {c} = tfrt.new.chain
  {d} = tfrt.print.i1 {u}, {c}
  {e} = tfrt.new.chain
  {f} = tfrt.print.i1 {v}, {e}"
        )
        .unwrap();
    }

    fn branch(&mut self, text: &mut String, values: &mut Vec<Value>, depth: usize) {
        let condition = self.name();
        let truth = self.random.below(2) == 0;
        let kernel = ["tfrt.constant.i1", "tfrt_test.async_constant.i1"][self.random.below(2)];
        writeln!(text, "  {condition} = \"{kernel}\"() {{value = {truth}}} : () -> i1").unwrap();
        let count = self.random.below(4);
        let operands: Vec<Value> = (0..count).map(|_| self.any(text, values)).collect();
        let wanted: Vec<Type> = (0..self.random.below(3)).map(|_| self.ty()).collect();
        let mut regions = Vec::new();
        for _ in 0..2 {
            let own: Vec<Value> = operands.iter().map(|&(_, ty)| (self.name(), ty)).collect();
            let mut region = format!("  ^bb0({}):\n", parameters(&own));
            self.body(&mut region, own, Some(&wanted), depth + 1);
            regions.push(region);
        }
        let results: Vec<Value> = wanted.iter().map(|&ty| (self.name(), ty)).collect();
        let assigned = if results.is_empty() { String::new() } else { names(&results) + " = " };
        let given: String = operands.iter().map(|(name, _)| format!(", {name}")).collect();
        let taken: String = operands.iter().map(|(_, ty)| format!(", {}", ty.text())).collect();
        let (then, otherwise, made) = (&regions[0], &regions[1], types(&wanted));
        writeln!(
            text,
            "  {assigned}\"tfrt.if\"({condition}{given}) ({{\n{then}  }}, {{\n{otherwise}  }}) : \
             (i1{taken}) -> ({made})"
        )
        .unwrap();
        values.extend(results);
    }
}

fn of(values: &[Value]) -> Vec<Type> {
    values.iter().map(|value| value.1).collect()
}

fn names(values: &[Value]) -> String {
    values.iter().map(|value| value.0.as_str()).collect::<Vec<_>>().join(", ")
}

fn types(types: &[Type]) -> String {
    types.iter().map(|ty| ty.text()).collect::<Vec<_>>().join(", ")
}

fn parameters(values: &[Value]) -> String {
    let each = values.iter().map(|(name, ty)| format!("{name}: {}", ty.text()));
    each.collect::<Vec<_>>().join(", ")
}

/// `std::partition`, as it exchanges elements from both ends; how many are in front.
fn partition(kernels: &mut [u32], is_in_front: impl Fn(&u32) -> bool) -> usize {
    let (mut first, mut last) = (0, kernels.len());
    loop {
        while first < last && is_in_front(&kernels[first]) {
            first += 1;
        }
        while first < last && !is_in_front(&kernels[last - 1]) {
            last -= 1;
        }
        if first == last {
            return first;
        }
        kernels.swap(first, last - 1);
    }
}

#[test]
fn lines_come_in_the_order_of_the_rules() {
    let seeds = std::env::var("TFRT_ORDER_SEEDS")
        .map_or(SEEDS, |text| text.parse().expect("a number of programs"));
    let catalogue = tfrt_test_kernels::catalogue();
    let (mut functions, mut lines, mut ends, mut unique, mut shared) = (0, 0, 0, 0, 0);
    for seed in 0..seeds {
        let text = Generator::program(seed);
        let bytes = bef("order.mlir", &text, &catalogue)
            .unwrap_or_else(|errors| panic!("generated programs are valid:\n{errors}\n{text}"));
        let file = tfrt_bef::read(&bytes, &Limits::default()).unwrap();
        for (name, function) in on_executor(&bytes, &catalogue).unwrap() {
            let expected = Machine::new(&file).run(&name);
            let found = run(&function, "s");
            assert_eq!(found.lines, expected, "@{name} of seed {seed}\n{text}");
            assert_eq!(found.leaked, 0, "@{name} of seed {seed}\n{text}");
            let count = |text: &str| expected.iter().filter(|line| line.starts_with(text)).count();
            functions += 1;
            lines += expected.len();
            ends += count("destroyed");
            unique += count("int1 = 1");
            shared += count("int1 = 0");
        }
    }
    println!("{functions} functions, {lines} lines: {ends} ends, {unique} unique, {shared} not");
    let least = usize::try_from(seeds).unwrap();
    assert!(functions > least && ends > least && unique > least && shared > least);
}
