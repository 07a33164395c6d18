//! `scf`: conditionals and loops.
//!
//! A loop's body becomes a function, which the kernel `tfrt.while` takes. It carries, in this order,
//! what the loop carries, whether the assertions in it hold (where there are any), and the captures.

use super::rules::End;
use super::{Dialect, Names, Others, Rule, entry};
use crate::legal::{Action, Legality, Site};
use crate::lower::Lowering;
use crate::table::Row;
use std::sync::Arc;
use tfrt_compiler::builder::{Closure, Reported, Value};
use tfrt_compiler::graph::{Attribute, BlockId, Op, OpId, Type};
use tfrt_host::frame::grow_stack;
use tfrt_host::kernel::Catalogue;

pub(super) const DIALECT: Dialect = Dialect {
    name: "scf",
    ops: &[
        entry("scf.condition", &End, "of scf.while"),
        entry("scf.execute_region", &Regions(1, inline, ""), "of one block"),
        entry("scf.for", &For, "a step that is not positive is an error"),
        entry("scf.if", &Regions(2, conditional, "tfrt.if"), ""),
        entry("scf.index_switch", &Switch, ""),
        entry("scf.while", &Regions(2, conditional_loop, "tfrt.while"), ""),
        entry("scf.yield", &End, ""),
    ],
    others: Others::Refused(&[
        ("scf.forall", "run --scf-forall-to-for"),
        ("scf.", "run --scf-parallel-for-to-nested-fors"),
    ]),
    names: Names::All,
};

/// What ends most regions.
const YIELD: &str = "scf.yield";

/// What the error says of a loop whose step is not positive. MLIR leaves that undefined.
const STEP: &[u8] = b"the step of scf.for is not positive";

type Lower = fn(&mut Lowering<'_, '_>, OpId) -> Result<(), Reported>;

/// An op with so many regions, how it is lowered, and what the table says that it becomes.
struct Regions(usize, Lower, &'static str);

impl Rule for Regions {
    fn check(&self, legality: &mut Legality<'_, '_>, site: Site<'_>) -> Result<Action, Reported> {
        legality.regions(site, self.0)?;
        Ok(Action::lower(self.1))
    }

    fn row(&self, _: &'static str, _: &Catalogue) -> Option<Row> {
        Some(Row::of_op(self.2))
    }
}

/// A conditional loop that counts, unsigned or not.
struct For;

impl Rule for For {
    fn check(&self, legality: &mut Legality<'_, '_>, site: Site<'_>) -> Result<Action, Reported> {
        legality.regions(site, 1)?;
        let unsigned = match site.op.attributes.get("unsignedCmp") {
            Some(Attribute::Unit) => true,
            Some(Attribute::Integer { value, .. }) => *value != 0,
            _ => false,
        };
        Ok(Action::lower(move |lowering, id| counted(lowering, id, unsigned)))
    }

    fn row(&self, _: &'static str, _: &Catalogue) -> Option<Row> {
        Some(Row::of_op("tfrt.while"))
    }
}

/// A selection by numbers; the first region is for all others.
struct Switch;

impl Rule for Switch {
    fn check(&self, legality: &mut Legality<'_, '_>, site: Site<'_>) -> Result<Action, Reported> {
        let Some(cases) = site.op.attributes.get("cases").and_then(numbers) else {
            return Err(legality.illegal(site, "it has no 'cases', an array of i64"));
        };
        legality.regions(site, cases.len() + 1)?;
        Ok(Action::lower(move |lowering, id| switch(lowering, id, &cases)))
    }

    fn row(&self, _: &'static str, _: &Catalogue) -> Option<Row> {
        Some(Row::of_op("tfrt.case"))
    }
}

/// The numbers of `array<i64: …>`.
fn numbers(attribute: &Attribute) -> Option<Vec<i64>> {
    let Attribute::Opaque(text) = attribute else { return None };
    let numbers = text.strip_prefix("array<i64")?.strip_suffix('>')?;
    let Some(numbers) = numbers.strip_prefix(':') else {
        return numbers.is_empty().then(Vec::new);
    };
    numbers.split(',').map(|number| number.trim().parse().ok()).collect()
}

/// `scf.if`.
fn conditional(this: &mut Lowering<'_, '_>, id: OpId) -> Result<(), Reported> {
    let source = this.source;
    let op = source.op(id);
    let [condition] = this.operands(op)?[..] else { return Err(this.malformed(op)) };
    let checked = this.is_checked(id);
    let mut regions = Vec::new();
    for &region in &op.regions {
        let before = this.ok_so_far();
        this.builder.begin_region();
        let mut results = Vec::new();
        // Without `else` there are no results.
        if let Some(entry) = source.entry(region) {
            results = grow_stack(|| this.run(entry, YIELD, Some(op)))?;
        }
        this.at(op);
        if checked {
            results.push(this.ok()?);
        }
        regions.push(this.builder.end(&results)?);
        this.set_ok(before);
    }
    let mut types = this.result_types(op);
    if checked {
        types.push(this.ok_type());
    }
    let new = this.builder.op("tfrt.if").operands([condition]).callees(regions);
    let mut results = new.types(types).results()?;
    if checked {
        this.set_ok(results.pop());
    }
    this.bind_results(op, &results)
}

/// `scf.for`: the next iteration exists if more than a step is left up to the bound, which is a
/// question of unsigned numbers that cannot overflow.
fn counted(this: &mut Lowering<'_, '_>, id: OpId, unsigned: bool) -> Result<(), Reported> {
    let source = this.source;
    let op = source.op(id);
    let operands = this.operands(op)?;
    let [lower, upper, step, ref initial @ ..] = operands[..] else {
        return Err(this.malformed(op));
    };
    let entry = this.entry(op, op.regions[0])?;
    let checked = this.is_checked(id);

    let mut condition = this.compare(if unsigned { "ult" } else { "slt" }, [lower, upper])?;
    let positive = this.builder.constant_of(step, "value");
    if !matches!(positive, Some(Attribute::Integer { value: 1.., .. })) {
        let ty = this.builder.type_of(step).clone();
        let zero = this.integer(&ty, 0)?;
        let positive = this.compare(if unsigned { "ugt" } else { "sgt" }, [step, zero])?;
        let positive = this.assertion(positive, &Arc::from(STEP))?;
        condition = this.both(condition, positive)?;
    }
    let mut values = vec![lower];
    values.extend(initial);
    let carried = values.len();
    if checked {
        values.push(this.ok()?);
    }
    condition = this.and_ok(checked, condition)?;

    this.builder.begin_function("for");
    let arguments = &source.block(entry).arguments;
    this.arguments(arguments);
    let Some(&index) = arguments.first() else { return Err(this.malformed(op)) };
    if checked {
        this.take_ok();
    }
    let results = grow_stack(|| this.run(entry, YIELD, Some(op)))?;
    this.at(op);
    let index = this.value(op, index)?;
    let left = this.binary("arith.subi", [upper, index])?;
    let more = this.compare("ugt", [left, step])?;
    let mut next = vec![this.binary("arith.addi", [index, step])?];
    next.extend(results);
    if checked {
        next.push(this.ok()?);
    }
    let more = this.and_ok(checked, more)?;
    let body = this.builder.end_loop(&next, more)?;
    let mut results = repeat(this, condition, body, values)?;
    if checked {
        this.set_ok(results.pop());
    }
    match results.get(1..carried) {
        Some(results) => this.bind_results(op, results),
        None => Err(this.malformed(op)),
    }
}

/// `scf.while`: its first region is run once before the loop, and at the end of each iteration
/// after its second region.
fn conditional_loop(this: &mut Lowering<'_, '_>, id: OpId) -> Result<(), Reported> {
    let source = this.source;
    let op = source.op(id);
    let (before, after) = (this.entry(op, op.regions[0])?, this.entry(op, op.regions[1])?);
    let checked = this.is_checked(id);
    let nests = |&op: &OpId| !source.op(op).regions.is_empty();
    // A copy of what nests would double at each level.
    let test = if source.block(before).ops.iter().any(nests) {
        let outer = this.ok_so_far();
        this.builder.begin_function("before");
        this.arguments(&source.block(before).arguments);
        if checked {
            this.take_ok();
        }
        let mut results = grow_stack(|| this.test(op, before))?;
        if checked {
            results.push(this.ok()?);
        }
        let test = this.builder.end(&results)?;
        this.set_ok(outer);
        Some(test)
    } else {
        None
    };
    let initial = this.operands(op)?;
    let mut values = run_test(this, op, before, test.as_ref(), initial, checked)?;
    let condition = this.and_ok(checked, values[0])?;
    values.remove(0);
    let carried = values.len();
    if checked {
        values.push(this.ok()?);
    }
    // The kernel needs a value.
    let empty = values.is_empty();
    if empty {
        values.push(condition);
    }
    this.builder.begin_function("while");
    this.arguments(&source.block(after).arguments);
    if checked {
        this.take_ok();
    }
    if empty {
        this.builder.argument(Type::new("i1"), None);
    }
    let next = grow_stack(|| this.run(after, YIELD, Some(op)))?;
    this.at(op);
    let mut next = run_test(this, op, before, test.as_ref(), next, checked)?;
    let more = this.and_ok(checked, next[0])?;
    next.remove(0);
    if checked {
        next.push(this.ok()?);
    }
    if empty {
        next.push(more);
    }
    let body = this.builder.end_loop(&next, more)?;
    let mut results = repeat(this, condition, body, values)?;
    if checked {
        this.set_ok(results.pop());
    }
    match results.get(..carried) {
        Some(results) => this.bind_results(op, results),
        None => Err(this.malformed(op)),
    }
}

/// The condition of `scf.while` and what it passes, from these values: by a call of the function
/// that was made of the first region, or by its ops.
fn run_test(
    this: &mut Lowering<'_, '_>,
    op: &Op,
    before: BlockId,
    test: Option<&Closure>,
    mut values: Vec<Value>,
    checked: bool,
) -> Result<Vec<Value>, Reported> {
    let Some(test) = test else {
        this.bind(op, &this.source.block(before).arguments, &values)?;
        return this.test(op, before);
    };
    if checked {
        values.push(this.ok()?);
    }
    let call = this.builder.op("tfrt.call").operands(values).callees([test.clone()]);
    let mut results = call.results()?;
    if checked {
        this.set_ok(results.pop());
    }
    Ok(results)
}

impl Lowering<'_, '_> {
    /// The ops of the first region of `scf.while`: the condition and what it passes.
    fn test(&mut self, op: &Op, before: BlockId) -> Result<Vec<Value>, Reported> {
        let results = self.run(before, "scf.condition", Some(op))?;
        self.at(op);
        let condition = results.first().map(|&it| self.builder.type_of(it).as_str());
        if condition == Some("i1") && results.len() == op.results.len() + 1 {
            return Ok(results);
        }
        Err(self.malformed(op))
    }
}

/// A loop over these values; its results are those at its end.
fn repeat(
    this: &mut Lowering<'_, '_>,
    condition: Value,
    body: Closure,
    values: Vec<Value>,
) -> Result<Vec<Value>, Reported> {
    let one = Attribute::Integer { value: 1, ty: Type::new("i64") };
    let new = this.builder.op("tfrt.while").attribute("parallel_iterations", one);
    new.operands([condition]).operands(values).callees([body]).results()
}

/// `scf.index_switch`.
fn switch(this: &mut Lowering<'_, '_>, id: OpId, cases: &[i64]) -> Result<(), Reported> {
    let source = this.source;
    let op = source.op(id);
    let [selector] = this.operands(op)?[..] else { return Err(this.malformed(op)) };
    let checked = this.is_checked(id);
    let mut branches = Vec::new();
    let (default, regions) = op.regions.split_first().ok_or_else(|| this.malformed(op))?;
    for &region in regions.iter().chain([default]) {
        let entry = this.entry(op, region)?;
        let before = this.ok_so_far();
        this.builder.begin_function("case");
        // A function without arguments would be one that can be run by itself.
        this.builder.argument(Type::new("i64"), None);
        let mut results = grow_stack(|| this.run(entry, YIELD, Some(op)))?;
        this.at(op);
        if checked {
            results.push(this.ok()?);
        }
        branches.push(this.builder.end(&results)?);
        this.set_ok(before);
    }
    let index = position(this, selector, cases)?;
    let mut types = this.result_types(op);
    if checked {
        types.push(this.ok_type());
    }
    let new = this.builder.op("tfrt.case").operands([index, selector]).callees(branches);
    let mut results = new.types(types).results()?;
    if checked {
        this.set_ok(results.pop());
    }
    this.bind_results(op, &results)
}

/// The place of a number among these, or their count.
fn position(
    this: &mut Lowering<'_, '_>,
    selector: Value,
    cases: &[i64],
) -> Result<Value, Reported> {
    let (i32, i64) = (Type::new("i32"), Type::new("i64"));
    let mut index = this.integer(&i32, cases.len() as i128)?;
    let first = cases.first().copied().unwrap_or_default();
    let in_order = |(at, &case): (usize, &i64)| {
        i64::try_from(at).ok().and_then(|at| first.checked_add(at)) == Some(case)
    };
    if cases.iter().enumerate().all(in_order) {
        let first = this.integer(&i64, first.into())?;
        let offset = this.binary("arith.subi", [selector, first])?;
        let count = this.integer(&i64, cases.len() as i128)?;
        let inside = this.compare("ult", [offset, count])?;
        let offset = this.builder.op("arith.trunci.i64.i32").operands([offset]).result()?;
        return this.builder.op("arith.select.i32").operands([inside, offset, index]).result();
    }
    for (at, &case) in cases.iter().enumerate() {
        let case = this.integer(&i64, case.into())?;
        let equal = this.compare("eq", [selector, case])?;
        let at = this.integer(&i32, at as i128)?;
        index = this.builder.op("arith.select.i32").operands([equal, at, index]).result()?;
    }
    Ok(index)
}

/// `scf.execute_region`.
fn inline(this: &mut Lowering<'_, '_>, id: OpId) -> Result<(), Reported> {
    let op = this.source.op(id);
    let entry = this.entry(op, op.regions[0])?;
    let values = grow_stack(|| this.run(entry, YIELD, Some(op)))?;
    this.at(op);
    this.bind_results(op, &values)
}
