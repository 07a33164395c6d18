//! The evaluation of a program: its statements one after the other, by what upstream says of them.
//! An error is a value; what depends on it is one too. A failed assertion ends the program, and so
//! does one that cannot be reached or judged because of an error.
//!
//! An error that comes into a call or an op with regions may make all of its results errors, also
//! those that do not depend on it. Such results are inexact: the value, or an error.

use super::scalar::{
    binary, compare, compare_floats, conversion_is_undefined, convert, double, extended,
    is_undefined, signed, wrap,
};
use super::{Block, Function, Kind, Program, Stmt, Ty, Var};
use std::collections::{BTreeMap, HashMap, HashSet};

/// A value.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    /// Its bits, or of a tensor its place in [`Expected::tensors`]; `None` is an error.
    pub bits: Option<u64>,
    /// It may be an error, too.
    pub inexact: bool,
}

impl Value {
    const FAILED: Self = Self { bits: None, inexact: false };

    fn exact(bits: u64) -> Self {
        Self { bits: Some(bits), inexact: false }
    }

    fn is_exact(self) -> bool {
        self.bits.is_some() && !self.inexact
    }
}

/// Why the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ends {
    /// An assertion failed, or might have.
    Asserted,
    /// It runs for too long to be compared.
    Long,
}

/// Statements that are run.
const MOST: u64 = 100_000;

/// The expected outcome of a run.
#[derive(Clone, Debug, Default)]
pub struct Expected {
    /// The results of `main`.
    pub results: Vec<Value>,
    /// How often each op ran.
    pub ran: BTreeMap<&'static str, u64>,
    /// An assertion failed.
    pub asserted: bool,
    /// Something ran that MLIR leaves undefined.
    pub undefined: bool,
    /// The elements of all tensors, by their bits.
    pub tensors: Vec<Vec<u64>>,
    /// How many ops on tensors ran.
    pub elementwise: u64,
}

impl Expected {
    /// The text by which a run shows a value of that type.
    #[must_use]
    pub fn shown(&self, bits: u64, ty: Ty) -> String {
        let Ty::Tensor(shape, element) = ty else { return shown(bits, ty) };
        let name = if *element == Ty::Index { Ty::Int(64) } else { *element }.name();
        let elements = self.tensors[bits as usize].iter().map(|&bits| match element {
            Ty::Int(1) => bits.to_string(),
            _ => shown(bits, *element),
        });
        format!("{name} {shape:?}: {}", elements.collect::<Vec<_>>().join(" "))
    }
}

/// Calls `main`. `None` if that takes too long to be compared.
#[must_use]
pub fn evaluate(program: &Program, input: &[u64]) -> Option<Expected> {
    let mut evaluation = Evaluation::new(program);
    let main = program.functions.len() - 1;
    let arguments = input.iter().map(|&bits| Value::exact(bits)).collect();
    let (mut results, asserted) = match evaluation.call(main, arguments) {
        Ok(results) => (results, false),
        Err(Ends::Asserted) => (vec![Value::FAILED; program.functions[main].results.len()], true),
        Err(Ends::Long) => return None,
    };
    results.iter_mut().for_each(|result| result.inexact |= evaluation.may_have_ended);
    let Evaluation { ran, undefined, tensors, elementwise, .. } = evaluation;
    Some(Expected { results, ran, asserted, undefined, tensors, elementwise })
}

struct Evaluation<'a> {
    program: &'a Program,
    ran: BTreeMap<&'static str, u64>,
    steps: u64,
    /// Whether each function may fail an assertion, in it or in what it calls.
    checked: Vec<bool>,
    /// An inexact value may have failed an assertion.
    may_have_ended: bool,
    /// Something ran that MLIR leaves undefined.
    undefined: bool,
    /// What statements take from around them, by their addresses.
    captures: HashMap<*const Stmt, Vec<Var>>,
    /// The elements of all tensors so far.
    tensors: Vec<Vec<u64>>,
    /// How many ops on tensors ran.
    elementwise: u64,
}

/// The values of one call.
struct Frame<'a> {
    function: &'a Function,
    values: Vec<Value>,
}

impl Frame<'_> {
    fn get(&self, vars: &[Var]) -> Vec<Value> {
        vars.iter().map(|&var| self.values[var]).collect()
    }

    fn set(&mut self, vars: &[Var], values: Vec<Value>) {
        for (&var, value) in vars.iter().zip(values) {
            self.values[var] = value;
        }
    }

    fn ty(&self, var: Var) -> Ty {
        self.function.types[var]
    }
}

impl<'a> Evaluation<'a> {
    fn new(program: &'a Program) -> Self {
        let checked = Vec::new();
        let mut evaluation = Self {
            program,
            ran: BTreeMap::new(),
            steps: 0,
            checked,
            may_have_ended: false,
            undefined: false,
            captures: HashMap::new(),
            tensors: Vec::new(),
            elementwise: 0,
        };
        for function in &program.functions {
            // It calls those before it, or itself, which decides nothing.
            let checked = function.block.stmts.iter().any(|stmt| evaluation.may_end(stmt));
            evaluation.checked.push(checked);
        }
        evaluation
    }

    /// Whether a statement may fail an assertion, in it or in what it calls.
    fn may_end(&self, stmt: &Stmt) -> bool {
        match stmt.kind {
            Kind::Assert => true,
            Kind::Call(callee) => self.checked.get(callee) == Some(&true),
            _ => {
                let mut stmts = stmt.blocks().into_iter().flat_map(|block| &block.stmts);
                stmts.any(|stmt| self.may_end(stmt))
            }
        }
    }

    fn call(&mut self, callee: usize, arguments: Vec<Value>) -> Result<Vec<Value>, Ends> {
        let function = &self.program.functions[callee];
        let mut frame = Frame { function, values: vec![Value::FAILED; function.types.len()] };
        self.block(&mut frame, &function.block, arguments)
    }

    fn block(
        &mut self,
        frame: &mut Frame<'_>,
        block: &Block,
        arguments: Vec<Value>,
    ) -> Result<Vec<Value>, Ends> {
        frame.set(&block.params, arguments);
        for stmt in &block.stmts {
            *self.ran.entry(stmt.op()).or_default() += 1;
            self.steps += 1;
            if self.steps > MOST {
                return Err(Ends::Long);
            }
            let tainted = self.is_tainted(frame, stmt);
            let (mut results, lost) = self.stmt(frame, stmt)?;
            if tainted || lost {
                results.iter_mut().for_each(|result| result.inexact = true);
                self.may_have_ended |= self.may_end(stmt);
            }
            frame.set(&stmt.results, results);
        }
        Ok(frame.get(&block.end))
    }

    /// Whether something that is no exact value comes into a call or an op with regions.
    fn is_tainted(&mut self, frame: &Frame<'_>, stmt: &Stmt) -> bool {
        let enters = match stmt.kind {
            Kind::Call(_) => true,
            // Its ops stand where it stands.
            Kind::Execute(_) => false,
            _ => !stmt.blocks().is_empty(),
        };
        let captures = self.captures.entry(std::ptr::from_ref(stmt)).or_insert_with(|| {
            let (mut used, mut defined) = (Vec::new(), HashSet::new());
            uses(stmt, &mut used, &mut defined);
            used.retain(|var| !defined.contains(var));
            used
        });
        enters && captures.iter().any(|&var| !frame.values[var].is_exact())
    }

    /// The results of a statement whose way depends on an error.
    fn lost(&self, stmt: &Stmt) -> Result<(Vec<Value>, bool), Ends> {
        if self.may_end(stmt) {
            return Err(Ends::Asserted);
        }
        Ok((vec![Value::FAILED; stmt.results.len()], false))
    }

    /// The results of a statement, and whether something inexact came into an iteration of it.
    fn stmt(&mut self, frame: &mut Frame<'_>, stmt: &Stmt) -> Result<(Vec<Value>, bool), Ends> {
        let operands = frame.get(&stmt.operands);
        let inexact = |values: &[Value]| values.iter().any(|value| !value.is_exact());
        let results = match &stmt.kind {
            Kind::Constant(bits) => vec![Value::exact(*bits)],
            Kind::Dense(elements) => vec![Value::exact(self.tensor(elements.clone()))],
            Kind::Poison => match frame.ty(stmt.results[0]) {
                Ty::Tensor(..) => {
                    let zeros = vec![0; frame.ty(stmt.results[0]).count()];
                    vec![Value::exact(self.tensor(zeros))]
                }
                _ => vec![Value::exact(0)],
            },
            Kind::Scalar(name, predicate) => self.op(frame, stmt, name, *predicate, &operands),
            Kind::Call(callee) => self.call(*callee, operands)?,
            Kind::Execute(block) => self.block(frame, block, Vec::new())?,
            Kind::Assert => {
                if operands[0].bits != Some(1) {
                    return Err(Ends::Asserted);
                }
                self.may_have_ended |= operands[0].inexact;
                Vec::new()
            }
            Kind::If(then, otherwise) => {
                let Some(condition) = operands[0].bits else { return self.lost(stmt) };
                let block = if condition == 1 { then } else { otherwise };
                self.block(frame, block, Vec::new())?
            }
            Kind::Switch(default, cases) => {
                let Some(selector) = operands[0].bits else { return self.lost(stmt) };
                // MLIR's lowering compares the low 32 bits, against its own documentation.
                self.undefined |= i32::try_from(selector as i64).is_err();
                let found = cases.iter().find(|(case, _)| *case as u64 == selector);
                self.block(frame, found.map_or(default, |(_, block)| block), Vec::new())?
            }
            Kind::For(body, unsigned) => {
                let (Some(lower), Some(upper), Some(step)) =
                    (operands[0].bits, operands[1].bits, operands[2].bits)
                else {
                    return self.lost(stmt);
                };
                let width = frame.ty(stmt.operands[0]).width().unwrap_or(64);
                let number = |bits: u64| {
                    if *unsigned { i128::from(bits) } else { signed(bits, width) }
                };
                let (mut index, upper, step) = (number(lower), number(upper), number(step));
                if step <= 0 {
                    self.undefined = true;
                    return self.lost(stmt);
                }
                let mut values = operands[3..].to_vec();
                let mut lost = false;
                while index < upper {
                    lost |= inexact(&values);
                    let mut arguments = vec![Value::exact(wrap(index, width))];
                    arguments.append(&mut values);
                    values = self.block(frame, body, arguments)?;
                    index += step;
                }
                // MLIR adds the step before it compares, in the type of the bounds.
                self.undefined |= number(wrap(index, width)) != index;
                return Ok((values, lost));
            }
            Kind::While(before, after) => {
                let mut values = operands;
                let mut lost = false;
                loop {
                    lost |= inexact(&values);
                    let mut tested = self.block(frame, before, values)?;
                    let condition = tested.remove(0);
                    lost |= condition.inexact;
                    match condition.bits {
                        None => return self.lost(stmt),
                        Some(1) => {
                            lost |= inexact(&tested);
                            values = self.block(frame, after, tested)?;
                        }
                        Some(_) => return Ok((tested, lost)),
                    }
                }
            }
        };
        Ok((results, false))
    }

    /// Keeps a tensor; says where.
    fn tensor(&mut self, elements: Vec<u64>) -> u64 {
        self.tensors.push(elements);
        self.tensors.len() as u64 - 1
    }

    /// An op on scalars, or on each element of tensors.
    fn op(
        &mut self,
        frame: &Frame<'_>,
        stmt: &Stmt,
        name: &str,
        predicate: usize,
        operands: &[Value],
    ) -> Vec<Value> {
        let inexact = operands.iter().any(|operand| operand.inexact);
        let failed = vec![Value::FAILED; stmt.results.len()];
        let given: Option<Vec<u64>> = operands.iter().map(|operand| operand.bits).collect();
        let Some(given) = given else {
            self.undefined = true;
            return failed;
        };
        let types: Vec<Ty> = stmt.operands.iter().map(|&var| frame.ty(var)).collect();
        let result = frame.ty(stmt.results[0]);
        let value = |bits| Value { bits: Some(bits), inexact };
        match name {
            "tensor.splat" => return vec![value(self.tensor(vec![given[0]; result.count()]))],
            "tensor.from_elements" => return vec![value(self.tensor(given))],
            "tensor.extract" => {
                let Ty::Tensor(shape, _) = types[0] else { unreachable!("it is of a tensor") };
                let place = shape.iter().zip(&given[1..]).try_fold(0, |place, (&size, &index)| {
                    (index < size as u64).then_some(place * size + index as usize)
                });
                // An index out of range: MLIR leaves it undefined.
                self.undefined |= place.is_none();
                let element = |place: usize| value(self.tensors[given[0] as usize][place]);
                return vec![place.map_or(Value::FAILED, element)];
            }
            _ => {}
        }
        // One condition takes one of two tensors.
        if name == "arith.select" && types[0] == Ty::Int(1) {
            return vec![value(given[if given[0] == 1 { 1 } else { 2 }])];
        }
        let scalars: Vec<Ty> = types.iter().map(|ty| ty.scalar()).collect();
        let mut columns = vec![Vec::new(); stmt.results.len()];
        for place in 0..result.count() {
            let at = |(&bits, ty): (&u64, &Ty)| match ty {
                Ty::Tensor(..) => self.tensors[bits as usize][place],
                _ => bits,
            };
            let elements: Vec<u64> = given.iter().zip(&types).map(at).collect();
            self.undefined |= undefined(name, &scalars, result.scalar(), &elements);
            let Some(results) = scalar(name, predicate, &elements, scalars[0], result.scalar())
            else {
                return failed;
            };
            columns.iter_mut().zip(results).for_each(|(column, result)| column.push(result));
        }
        if let Ty::Tensor(..) = result {
            self.elementwise += 1;
            return columns.into_iter().map(|column| value(self.tensor(column))).collect();
        }
        columns.into_iter().flatten().map(value).collect()
    }
}

/// The values that a statement uses, and those that are defined in it.
fn uses(stmt: &Stmt, used: &mut Vec<Var>, defined: &mut HashSet<Var>) {
    used.extend(&stmt.operands);
    for block in stmt.blocks() {
        defined.extend(&block.params);
        for stmt in &block.stmts {
            uses(stmt, used, defined);
            defined.extend(&stmt.results);
        }
        used.extend(&block.end);
    }
}

/// Whether MLIR leaves an op undefined on these operands.
fn undefined(name: &str, types: &[Ty], to: Ty, operands: &[u64]) -> bool {
    match *operands {
        [a, b] => is_undefined(name, a, b, types[0]),
        [a] => conversion_is_undefined(name, a, types[0], to),
        _ => false,
    }
}

/// An op on scalars of a type; `None` is an error.
fn scalar(name: &str, predicate: usize, operands: &[u64], from: Ty, to: Ty) -> Option<Vec<u64>> {
    let width = from.width().unwrap_or(64);
    let single = match (name, operands) {
        ("arith.cmpi" | "index.cmp", &[a, b]) => u64::from(compare(predicate, a, b, width)),
        ("arith.cmpf", &[a, b]) => {
            u64::from(compare_floats(predicate, double(a, from), double(b, from)))
        }
        ("arith.select", &[condition, a, b]) => {
            if condition == 1 {
                a
            } else {
                b
            }
        }
        ("arith.negf", &[a]) => a ^ if from == Ty::F32 { 1 << 31 } else { 1 << 63 },
        ("arith.addui_extended" | "arith.mulsi_extended" | "arith.mului_extended", &[a, b]) => {
            return Some(extended(name, a, b, width).to_vec());
        }
        (_, &[a, b]) => binary(name, a, b, from).ok()?,
        (_, &[a]) => convert(name, a, from, to),
        (other, _) => unreachable!("{other} has other operands"),
    };
    Some(vec![single])
}

/// The text by which a run shows a scalar of that type.
#[must_use]
pub fn shown(bits: u64, ty: Ty) -> String {
    match ty {
        Ty::Int(1) => (bits & 1 == 1).to_string(),
        Ty::Int(_) | Ty::Index => signed(bits, ty.width().unwrap_or(64)).to_string(),
        _ if double(bits, ty).is_nan() => "nan".to_owned(),
        _ => format!("{bits:#x}"),
    }
}
