//! Programs as generic text, as MLIR prints it.

use super::{Block, Function, Kind, Program, Stmt, Ty, Var};
use std::fmt::Write;

/// The text of a program. Besides its functions it has one without arguments for each input, which
/// calls `main` with it.
#[must_use]
pub fn text(program: &Program) -> String {
    let mut text = String::from("\"builtin.module\"() ({\n");
    for function in &program.functions {
        Printer { text: &mut text, function, program }.function();
    }
    if let Some(main) = program.functions.last() {
        for (number, input) in program.inputs.iter().enumerate() {
            call(&mut text, main, number, input);
        }
    }
    text.push_str("}) : () -> ()\n");
    text
}

/// A function that calls another with constants.
fn call(text: &mut String, main: &Function, number: usize, input: &[u64]) {
    let results = names(main.results.iter().copied());
    let _ = writeln!(
        text,
        "  \"func.func\"() <{{function_type = () -> ({results}), sym_name = \"run{number}\"}}> ({{"
    );
    let types: Vec<Ty> = main.block.params.iter().map(|&param| main.types[param]).collect();
    for (at, (&bits, &ty)) in input.iter().zip(&types).enumerate() {
        let _ = writeln!(text, "    %a{at} = {}", constant(bits, ty));
    }
    let arguments: Vec<String> = (0..input.len()).map(|at| format!("%a{at}")).collect();
    let given = if main.results.is_empty() {
        String::new()
    } else {
        format!("%r:{} = ", main.results.len())
    };
    let _ = writeln!(
        text,
        "    {given}\"func.call\"({}) <{{callee = @{}}}> : ({}) -> ({results})",
        arguments.join(", "),
        main.name,
        names(types.into_iter()),
    );
    let returned: Vec<String> = (0..main.results.len()).map(|at| format!("%r#{at}")).collect();
    let _ = writeln!(text, "    \"func.return\"({}) : ({results}) -> ()", returned.join(", "));
    text.push_str("  }) : () -> ()\n");
}

/// A constant's op.
fn constant(bits: u64, ty: Ty) -> String {
    let (name, number) = (ty.name(), number(bits, ty));
    let value = if ty == Ty::Int(1) { number } else { format!("{number} : {name}") };
    format!("\"arith.constant\"() <{{value = {value}}}> : () -> {name}")
}

/// A scalar.
fn number(bits: u64, ty: Ty) -> String {
    match ty {
        Ty::Int(1) => (bits & 1 == 1).to_string(),
        Ty::Int(width) => {
            let unused = 64 - width;
            (((bits << unused) as i64) >> unused).to_string()
        }
        Ty::Index => (bits as i64).to_string(),
        Ty::F32 => format!("{:#010x}", bits as u32),
        Ty::F64 => format!("{bits:#018x}"),
        Ty::Tensor(..) => unreachable!("it is no scalar"),
    }
}

/// The op of a constant tensor.
fn dense(bits: &[u64], ty: Ty) -> String {
    let name = ty.name();
    let numbers = bits.iter().map(|&bits| number(bits, ty.scalar())).collect();
    let literal = match ty {
        Ty::Tensor(shape, _) if !bits.is_empty() => lists(numbers, shape),
        _ => String::new(),
    };
    format!("\"arith.constant\"() <{{value = dense<{literal}> : {name}}}> : () -> {name}")
}

/// The elements in lists of these sizes, outermost first.
fn lists(mut elements: Vec<String>, shape: &[usize]) -> String {
    for &size in shape.iter().rev() {
        elements = elements.chunks(size).map(|row| format!("[{}]", row.join(", "))).collect();
    }
    elements.concat()
}

fn names(types: impl Iterator<Item = Ty>) -> String {
    types.map(Ty::name).collect::<Vec<_>>().join(", ")
}

struct Printer<'a> {
    text: &'a mut String,
    function: &'a Function,
    program: &'a Program,
}

impl Printer<'_> {
    fn function(&mut self) {
        let Function { name, results, block, .. } = self.function;
        let (arguments, results) = (self.types(&block.params), names(results.iter().copied()));
        let _ = writeln!(
            self.text,
            "  \"func.func\"() <{{function_type = ({arguments}) -> ({results}), sym_name = \
             \"{name}\"}}> ({{"
        );
        self.block(block, "func.return");
        self.text.push_str("  }) : () -> ()\n");
    }

    fn types(&self, vars: &[Var]) -> String {
        names(vars.iter().map(|&var| self.function.types[var]))
    }

    fn block(&mut self, block: &Block, end: &str) {
        if !block.params.is_empty() {
            let params = block.params.iter();
            let params: Vec<String> = params
                .map(|&param| format!("%v{param}: {}", self.function.types[param].name()))
                .collect();
            let _ = writeln!(self.text, "^bb0({}):", params.join(", "));
        }
        for stmt in &block.stmts {
            self.stmt(stmt);
        }
        let _ = writeln!(
            self.text,
            "    \"{end}\"({}) : ({}) -> ()",
            vars(&block.end),
            self.types(&block.end)
        );
    }

    fn stmt(&mut self, stmt: &Stmt) {
        self.text.push_str("    ");
        if !stmt.results.is_empty() {
            let _ = write!(self.text, "{} = ", vars(&stmt.results));
        }
        let value = match &stmt.kind {
            Kind::Constant(bits) => Some(constant(*bits, self.function.types[stmt.results[0]])),
            Kind::Dense(bits) => Some(dense(bits, self.function.types[stmt.results[0]])),
            _ => None,
        };
        if let Some(value) = value {
            self.text.push_str(&value);
            self.text.push('\n');
            return;
        }
        let _ = write!(self.text, "\"{}\"({})", stmt.op(), vars(&stmt.operands));
        match &stmt.kind {
            Kind::Scalar("index.cmp", predicate) => {
                const NAMES: [&str; 10] =
                    ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
                let name = NAMES[*predicate];
                let _ = write!(self.text, " <{{pred = #index<cmp_predicate {name}>}}>");
            }
            Kind::Scalar("arith.cmpi", predicate) => {
                let _ = write!(self.text, " <{{predicate = {predicate} : i64}}>");
            }
            Kind::Scalar("arith.cmpf", predicate) => {
                let _ = write!(
                    self.text,
                    " <{{fastmath = #arith.fastmath<none>, predicate = {predicate} : i64}}>"
                );
            }
            Kind::Scalar("arith.addi" | "arith.subi" | "arith.muli" | "arith.shli", _) => {
                self.text.push_str(" <{overflowFlags = #arith.overflow<none>}>");
            }
            Kind::Poison => self.text.push_str(" <{value = #ub.poison}>"),
            Kind::Assert => self.text.push_str(" <{msg = \"it does not hold\"}>"),
            Kind::Call(callee) => {
                let callee = &self.program.functions[*callee].name;
                let _ = write!(self.text, " <{{callee = @{callee}}}>");
            }
            Kind::Switch(_, cases) => {
                let cases: Vec<String> = cases.iter().map(|(case, _)| case.to_string()).collect();
                let colon = if cases.is_empty() { "" } else { ": " };
                let _ = write!(self.text, " <{{cases = array<i64{colon}{}>}}>", cases.join(", "));
            }
            Kind::For(_, true) => self.text.push_str(" <{unsignedCmp}>"),
            _ => {}
        }
        let ends = match stmt.kind {
            Kind::While(..) => ["scf.condition", "scf.yield"],
            _ => ["scf.yield"; 2],
        };
        for (at, block) in stmt.blocks().into_iter().enumerate() {
            self.text.push_str(if at == 0 { " ({\n" } else { ", {\n" });
            self.block(block, ends[at.min(1)]);
            self.text.push_str("    }");
        }
        if !stmt.blocks().is_empty() {
            self.text.push(')');
        }
        let (operands, results) = (self.types(&stmt.operands), self.types(&stmt.results));
        let _ = writeln!(self.text, " : ({operands}) -> ({results})");
    }
}

fn vars(vars: &[Var]) -> String {
    vars.iter().map(|var| format!("%v{var}")).collect::<Vec<_>>().join(", ")
}
