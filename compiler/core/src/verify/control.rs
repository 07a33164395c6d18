//! Checks of ops that call functions: the functions exist and have matching signatures.

use super::Checker;
use super::body::Walk;
use crate::graph::{Function, Op, RegionId, Type, is_return, is_stored};
use tfrt_op::{Callee, CalleeSource, Carries, Gives, OpDef, ParamKind};

/// A function that an op refers to.
enum Target<'a> {
    Function(&'a Function),
    Region(RegionId),
}

/// The type that a single-result region must return.
const ONE_VALUE: &str = "incorrect number of return values. One return value is expected";

impl Checker<'_> {
    /// Checks the functions of an op.
    pub(super) fn control(&mut self, walk: &Walk<'_>, op: &Op, def: &OpDef) {
        let Some(targets) = self.targets(walk, op, def) else { return };
        if !self.has_all_functions(op, def, targets.len()) || self.damage.lacks_operands(op.span) {
            return;
        }
        let all: Vec<&Type> = op.operands.iter().map(|&v| walk.type_of(v)).collect();
        let results: Vec<&Type> = op.results.iter().map(|&v| walk.type_of(v)).collect();
        if let Some(carries) = def.traits.carries
            && !self.carried_values(op, carries, &all, &results)
        {
            return;
        }
        let callees = def.traits.callees;
        let mut left = targets.iter();
        for (index, callee) in callees.iter().enumerate() {
            // A list takes the functions that remain after the fixed callees.
            let lists = matches!(callee.source, CalleeSource::Symbols(_));
            let after = callees.len() - index - 1;
            let count = if lists { left.len().saturating_sub(after) } else { 1 };
            for (number, target) in left.by_ref().take(count).enumerate() {
                let role = if lists {
                    format!("{} {number}", callee.role)
                } else {
                    callee.role.to_owned()
                };
                self.callee(walk, op, callee, &role, target, &all, &results);
            }
        }
    }

    /// Whether the results are of the types of the operands that the op carries.
    fn carried_values(
        &mut self,
        op: &Op,
        carries: Carries,
        operands: &[&Type],
        results: &[&Type],
    ) -> bool {
        let carried = carries.of(operands);
        if carries.some && carried.is_empty() {
            self.op_error(op, "requires at least one loop value");
        } else if carried.len() != results.len() {
            self.op_error(op, "incorrect number of operands");
        } else if carried != results {
            self.op_error(op, "operand/result type mismatch");
        } else {
            return true;
        }
        false
    }

    /// Checks that a region returns one value.
    fn one_value(&mut self, walk: &Walk<'_>, op: &Op, region: RegionId) {
        let ops = walk.body.entry(region).map(|block| &walk.body.block(block).ops);
        let last = ops.and_then(|ops| ops.last()).map(|&last| walk.body.op(last));
        match last.filter(|last| is_return(&last.name)) {
            // Reported where the region is checked.
            None => {}
            Some(last) if last.operands.len() == 1 || self.damage.lacks_operands(last.span) => {}
            Some(_) => self.op_error(op, ONE_VALUE),
        }
    }

    /// The functions of an op, in order; `None` if one is missing.
    fn targets<'a>(&mut self, walk: &Walk<'a>, op: &'a Op, def: &OpDef) -> Option<Vec<Target<'a>>> {
        let mut targets = Vec::new();
        let mut all_found = true;
        for (name, attribute) in op.attributes.iter().filter(|(name, _)| is_stored(name)) {
            let Some(names) = walk.symbols.function_names(attribute) else { continue };
            for symbol in names {
                if let Some(function) = walk.symbols.function(symbol) {
                    targets.push(Target::Function(function));
                    continue;
                }
                // Only ops that passes read refer to such an op.
                if def.traits.layout.is_some() && walk.symbols.is_op(symbol) {
                    continue;
                }
                all_found = false;
                if self.damage.may_define(symbol) {
                    continue;
                }
                if symbol.is_empty() {
                    self.op_error(op, format!("attribute '{name}' must hold symbols only"));
                } else if def.traits.callees.is_empty() {
                    self.error(op.span, format!("function @{symbol} not defined"));
                } else {
                    self.op_error(op, format!("'{symbol}' does not reference a valid function"));
                }
            }
        }
        targets.extend(op.regions.iter().map(|&region| Target::Region(region)));
        all_found.then_some(targets)
    }

    /// Checks the number of an op's functions: exact where the definition lists the callees, a
    /// minimum otherwise.
    fn has_all_functions(&mut self, op: &Op, def: &OpDef, given: usize) -> bool {
        let callees = def.traits.callees;
        if callees.is_empty() {
            let count = |kind| match kind {
                ParamKind::Function { index } => index + 1,
                _ => 0,
            };
            let least = def.params.iter().map(|param| count(param.kind)).max().unwrap_or(0);
            if given < least {
                self.op_error(op, format!("expected {least} functions, but got {given}"));
            }
            return given >= least;
        }
        let (least, regions) = (callees.len(), def.traits.regions());
        let lists = |callee: &Callee| matches!(callee.source, CalleeSource::Symbols(_));
        if op.regions.len() != regions {
            self.op_error(op, format!("expected {regions} regions, but got {}", op.regions.len()));
            return false;
        }
        if given == least || (given > least && callees.iter().any(lists)) {
            return true;
        }
        let missing = |name: &&str| op.attributes.get(name).is_none();
        let missing = def.traits.symbols().find(missing).or_else(|| def.traits.symbols().next());
        match missing.filter(|_| given < least) {
            Some(symbol) => {
                self.op_error(op, format!("requires a '{symbol}' symbol reference attribute"));
            }
            None => self.op_error(op, format!("expected {least} functions, but got {given}")),
        }
        false
    }

    /// Checks a callee's signature. The results of a region are checked at its return.
    #[expect(clippy::too_many_arguments, reason = "the op's signature comes along")]
    fn callee(
        &mut self,
        walk: &Walk<'_>,
        op: &Op,
        callee: &Callee,
        role: &str,
        target: &Target<'_>,
        operands: &[&Type],
        results: &[&Type],
    ) {
        let given: Vec<&Type> = callee.taken(operands).copied().collect();
        match target {
            Target::Function(function) => {
                if callee.captured {
                    self.captured(walk, op, function);
                }
                if let Some(check) = callee.check {
                    let texts = |types: &mut dyn Iterator<Item = &Type>| -> Vec<String> {
                        types.map(|ty| ty.as_str().to_owned()).collect()
                    };
                    let given = texts(&mut given.into_iter());
                    let arguments = texts(&mut function.arguments.iter());
                    let results = texts(&mut function.results.iter());
                    let [given, arguments, results] = [&given, &arguments, &results]
                        .map(|all| all.iter().map(String::as_str).collect::<Vec<_>>());
                    for message in check(&given, &arguments, &results) {
                        self.op_error(op, message);
                    }
                    return;
                }
                let mismatch = |what: &str| {
                    let name = &function.name;
                    format!("'{name}' has mismatching {what} types")
                };
                if callee.by_name && !function.arguments.iter().eq(given.iter().copied()) {
                    return self.op_error(op, mismatch("operand"));
                }
                let which = if role == "callee" { String::new() } else { format!(" for {role}") };
                if function.arguments.len() != given.len() {
                    self.op_error(op, format!("incorrect number of operands for {role}"));
                } else if !function.arguments.iter().eq(given) {
                    self.op_error(op, format!("operand type mismatch{which}"));
                }
                let (results, extra): (&[&Type], Vec<Type>) = match callee.gives {
                    Gives::Results => (results, Vec::new()),
                    Gives::ResultsAnd(ty) => (results, vec![Type::new(ty)]),
                    Gives::Types(types) => (&[], types.iter().map(|ty| Type::new(ty)).collect()),
                    Gives::One if function.results.len() == 1 => return,
                    Gives::One => {
                        return self
                            .op_error(op, format!("incorrect number of results for {role}"));
                    }
                    Gives::Anything => return,
                };
                let expected: Vec<&Type> = results.iter().copied().chain(&extra).collect();
                if callee.by_name {
                    if !function.results.iter().eq(expected) {
                        self.op_error(op, mismatch("result"));
                    }
                } else if function.results.len() != expected.len() {
                    self.op_error(op, format!("incorrect number of results for {role}"));
                } else if !function.results.iter().eq(expected) {
                    self.op_error(op, format!("result type mismatch{which}"));
                }
            }
            Target::Region(region) => {
                let Some(block) = walk.body.entry(*region) else { return };
                let taken = &walk.body.block(block).arguments;
                if taken.len() != given.len() {
                    self.op_error(op, format!("incorrect number of arguments to {role}"));
                } else if !taken.iter().map(|&v| walk.type_of(v)).eq(given) {
                    self.op_error(op, "operand/argument type mismatch");
                }
                if callee.gives == Gives::One {
                    self.one_value(walk, op, *region);
                }
            }
        }
    }
}
