//! The pretty forms. An op that its form cannot say exactly is left to the generic form.

use super::attribute::{ShowType, dictionary, show};
use super::{Printer, Scope, list, signature};
use crate::graph::{Attribute, Body, Op, RegionId, Type, ValueId};
use tfrt_host::kernel::{Form, KernelDef, ParamKind};

/// The attributes that belong to an op by its definition, the others being by the way. Without a
/// definition, they are those that the text has as such.
pub(super) fn properties<'a>(kernel: Option<&'static KernelDef>, op: &'a Op) -> Vec<&'a str> {
    let written = || op.properties.iter().map(String::as_str).collect();
    let Some(kernel) = kernel else { return written() };
    let declared = kernel.params.iter();
    let declared =
        declared.filter(|param| matches!(param.kind, ParamKind::Attribute { .. })).map(|p| p.name);
    match kernel.form {
        Form::Generic => written(),
        Form::If | Form::Repeat | Form::Region | Form::ParallelFor => Vec::new(),
        Form::Operands => declared.collect(),
        // An op with attributes whose operands are of any number is one that carries its cost,
        // which its kernel does not receive.
        Form::TypedOperands => {
            let mut names: Vec<_> = declared.collect();
            if !names.is_empty() && op.attributes.get("_tfrt_cost").is_some() {
                names.push("_tfrt_cost");
            }
            names
        }
        Form::Constant => vec!["value"],
        Form::Complex => vec!["imaginary", "real"],
        Form::Call | Form::ParallelCall => vec!["callee"],
        Form::Once => vec!["function"],
        Form::Benchmark => benchmark_attributes("name"),
        Form::SyncBenchmark => benchmark_attributes("target_fn"),
        Form::Cond => vec!["a_true_fn", "b_false_fn"],
        Form::Case => vec!["branches"],
        Form::While => vec!["body_fn", "parallel_iterations"],
    }
}

impl Printer<'_> {
    /// Prints an op in its pretty form, unless that is not there or cannot say all.
    pub(super) fn pretty(&mut self, scope: &mut Scope<'_>, op: &Op, region: RegionId) -> bool {
        if !op.successors.is_empty() {
            return false;
        }
        if matches!(&*op.name, "tfrt.return" | "func.return") {
            return self.return_op(scope, op, region);
        }
        let Some(kernel) = self.catalogue.op(&op.name) else { return false };
        let body = scope.body;
        let text = match kernel.form {
            Form::Generic => None,
            Form::If | Form::Repeat | Form::Region | Form::ParallelFor | Form::Benchmark => {
                return self.region_op(scope, op, kernel);
            }
            Form::Operands => has_types(body, op, kernel)
                .then(|| format!("{}{}", operands(scope, op, 0), others(op, &[]))),
            Form::Constant => constant(body, op, kernel),
            Form::TypedOperands => (!op.operands.is_empty() && has_result_types(body, op, kernel))
                .then(|| {
                    let types = list(types(body, &op.operands));
                    format!("{}{} : {types}", operands(scope, op, 0), others(op, &[]))
                }),
            Form::Complex => complex(body, op, kernel),
            Form::Call => call(scope, op),
            Form::Once => once(scope, op),
            Form::ParallelCall => parallel_call(scope, op, kernel),
            Form::SyncBenchmark => sync_benchmark(scope, op, kernel),
            Form::Cond => cond(scope, op),
            Form::Case => case(scope, op),
            Form::While => while_loop(scope, op),
        };
        match text.filter(|_| op.regions.is_empty()) {
            Some(text) => {
                self.put(&op.name);
                self.put(text);
                true
            }
            None => false,
        }
    }

    /// `tfrt.return %a : T`; `return` in a function's own region.
    fn return_op(&mut self, scope: &Scope<'_>, op: &Op, region: RegionId) -> bool {
        if !(op.results.is_empty() && op.attributes.is_empty() && op.regions.is_empty()) {
            return false;
        }
        let short = region == Body::ROOT && &*op.name == "func.return";
        self.put(if short { "return" } else { &op.name });
        if !op.operands.is_empty() {
            let types = list(types(scope.body, &op.operands));
            self.put(format_args!("{} : {types}", operands(scope, op, 0)));
        }
        true
    }

    /// An op whose regions take the names of its operands.
    fn region_op(&mut self, scope: &mut Scope<'_>, op: &Op, kernel: &KernelDef) -> bool {
        let body = scope.body;
        // The operands before those of any type, and which of these the region takes.
        let (regions, first, taken): (usize, &[&str], &[usize]) = match kernel.form {
            Form::If => (2, &["i1"], &[]),
            Form::Repeat => (1, &["i32"], &[]),
            Form::ParallelFor => (1, &["i32", "i32", "i32"], &[0, 1]),
            _ => (1, &[], &[]),
        };
        let Some((heads, listed)) = op.operands.split_at_checked(first.len()) else {
            return false;
        };
        if op.regions.len() != regions
            || !types(body, heads).map(Type::as_str).eq(first.iter().copied())
        {
            return false;
        }
        let inner: Vec<ValueId> =
            taken.iter().map(|&index| heads[index]).chain(listed.iter().copied()).collect();
        let inner = &inner[..];
        // Two arguments of one name could not be told apart.
        let mut distinct = inner.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        let fits = |&region: &RegionId| match body.region(region).blocks.as_slice() {
            [block] => types(body, &body.block(*block).arguments).eq(types(body, inner)),
            _ => false,
        };
        if distinct.len() != inner.len() || !op.regions.iter().all(fits) {
            return false;
        }
        let Some(head) = region_head(scope, op, kernel, listed) else { return false };
        self.put(&op.name);
        self.put(head);
        for (index, &region) in op.regions.iter().enumerate() {
            self.put(if index > 0 { " else  " } else { "" });
            let entry = body.entry(region);
            for (&argument, &outside) in
                entry.iter().flat_map(|&block| &body.block(block).arguments).zip(inner)
            {
                scope.names.shadow(body, argument, outside);
            }
            self.region(scope, region, false);
        }
        true
    }
}

/// What stands between the name of an op with regions and the first of these; `None` if the form
/// cannot say it. `listed` are the operands of any type.
fn region_head(
    scope: &Scope<'_>,
    op: &Op,
    kernel: &KernelDef,
    listed: &[ValueId],
) -> Option<String> {
    let body = scope.body;
    let listed_types: Vec<_> = types(body, listed).cloned().collect();
    let results: Vec<_> = types(body, &op.results).cloned().collect();
    // Attributes right before the region would be read as the region.
    let bare = listed_types.is_empty() && !op.attributes.is_empty();
    let others = others(op, &[]);
    match kernel.form {
        Form::Benchmark => {
            let title = op.attributes.get("name").filter(|_| has_result_types(body, op, kernel))?;
            let Attribute::String(_) = title else { return None };
            // Attributes by the way would have to stand before the region, and be read as it.
            let said = benchmark_attributes("name");
            let all_said = op.attributes.iter().all(|(name, _)| said.contains(&name));
            let head = benchmark_head(scope, op, &show(title, ShowType::Never))?;
            all_said.then(|| format!("{head} "))
        }
        Form::Repeat | Form::ParallelFor => {
            let fits = match kernel.form {
                Form::Repeat => results == listed_types,
                _ => has_result_types(body, op, kernel),
            };
            let all = match kernel.form {
                Form::Repeat => operands(scope, op, 0),
                _ => {
                    let range = range(scope, op)?;
                    let rest = bare_after_comma(scope, listed);
                    format!(" {range}{rest}")
                }
            };
            let types = match listed_types.as_slice() {
                [] => " ".to_owned(),
                types => format!(" : {} ", list(types)),
            };
            (fits && !bare).then(|| format!("{all}{others}{types}"))
        }
        _ => {
            // The blank before no operands at all is MLIR's.
            let all = if op.operands.is_empty() { " ".to_owned() } else { operands(scope, op, 0) };
            Some(format!("{all}{others} : ({}) -> ({})  ", list(&listed_types), list(&results)))
        }
    }
}

/// What a benchmark says in numbers, in the order in which it does.
const BENCHMARK_NUMBERS: [&str; 3] = ["duration_secs", "max_count", "num_warmup_runs"];

/// The attributes of a benchmark: what is measured, or what to call it, and the numbers.
fn benchmark_attributes(title: &'static str) -> Vec<&'static str> {
    BENCHMARK_NUMBERS.into_iter().chain([title]).collect()
}

/// ` title(%x : T) duration_secs = 1, max_count = 100, num_warmup_runs = 1`.
fn benchmark_head(scope: &Scope<'_>, op: &Op, title: &str) -> Option<String> {
    let number = |name: &str| match op.attributes.get(name)? {
        number @ Attribute::Integer { ty, .. } if ty.as_str() == "i32" => {
            Some(format!("{name} = {}", show(number, ShowType::Never)))
        }
        _ => None,
    };
    let numbers: Vec<_> = BENCHMARK_NUMBERS.into_iter().filter_map(number).collect();
    if numbers.len() != BENCHMARK_NUMBERS.len() {
        return None;
    }
    let operands = op.operands.iter().map(|&value| {
        let ty = &scope.body.value(value).ty;
        format!("{} : {ty}", scope.names.show(scope.body, value))
    });
    Some(format!(" {title}({}) {}", list(operands), list(numbers)))
}

/// ` @function(%x : T) duration_secs = 1, max_count = 100, num_warmup_runs = 1 {…}`.
fn sync_benchmark(scope: &Scope<'_>, op: &Op, kernel: &KernelDef) -> Option<String> {
    let target = flat(op, "target_fn").filter(|_| has_result_types(scope.body, op, kernel))?;
    let head = benchmark_head(scope, op, &target)?;
    Some(format!("{head}{}", others(op, &benchmark_attributes("target_fn"))))
}

/// `%s to %e fixed %b`, of the first three operands.
fn range(scope: &Scope<'_>, op: &Op) -> Option<String> {
    let [start, end, block] = op.operands.first_chunk()?;
    let show = |value: &ValueId| scope.names.show(scope.body, *value).to_string();
    Some(format!("{} to {} fixed {}", show(start), show(end), show(block)))
}

/// `, %a, %b`, or nothing.
fn bare_after_comma(scope: &Scope<'_>, values: &[ValueId]) -> String {
    if values.is_empty() { String::new() } else { format!(", {}", bare(scope, values)) }
}

/// The types of values.
fn types<'a>(body: &'a Body, values: &'a [ValueId]) -> impl Iterator<Item = &'a Type> {
    values.iter().map(|&value| &body.value(value).ty)
}

/// ` %a, %b`, from one on.
fn operands(scope: &Scope<'_>, op: &Op, from: usize) -> String {
    let values = op.operands.get(from..).unwrap_or_default();
    if values.is_empty() {
        return String::new();
    }
    format!(" {}", bare(scope, values))
}

/// `%a, %b`.
fn bare(scope: &Scope<'_>, values: &[ValueId]) -> String {
    list(values.iter().map(|&value| scope.names.show(scope.body, value)))
}

/// ` {…}` of the attributes that the form does not say.
fn others(op: &Op, said: &[&str]) -> String {
    let others: Vec<_> = op.attributes.iter().filter(|(name, _)| !said.contains(name)).collect();
    if others.is_empty() { String::new() } else { format!(" {}", dictionary(others)) }
}

/// Whether operands and results have the types of the definition.
fn has_types(body: &Body, op: &Op, kernel: &KernelDef) -> bool {
    let mut rest = types(body, &op.operands);
    for param in kernel.params {
        let fits = |ty: &Type| matches!(param.ty, "" | "any") || ty.as_str() == param.ty;
        let ok = match param.kind {
            ParamKind::Value | ParamKind::Borrow | ParamKind::Async => {
                rest.next().is_some_and(fits)
            }
            ParamKind::Variadic => false,
            _ => true,
        };
        if !ok {
            return false;
        }
    }
    rest.next().is_none() && has_result_types(body, op, kernel)
}

/// Whether the results have the types of the definition.
fn has_result_types(body: &Body, op: &Op, kernel: &KernelDef) -> bool {
    types(body, &op.results).map(Type::as_str).eq(kernel.results.iter().map(|result| result.ty))
}

/// ` 42 {…}`.
fn constant(body: &Body, op: &Op, kernel: &KernelDef) -> Option<String> {
    let value = op.attributes.get("value")?;
    let ty = match value {
        Attribute::Integer { ty, .. } | Attribute::Float { ty, .. } => ty.as_str(),
        Attribute::String(_) => "!tfrt.string",
        _ => return None,
    };
    let fits = op.operands.is_empty()
        && has_result_types(body, op, kernel)
        && kernel.results.first().is_some_and(|result| result.ty == ty);
    fits.then(|| format!(" {}{}", show(value, ShowType::Never), others(op, &["value"])))
}

/// The text of a flat symbol attribute.
fn flat(op: &Op, name: &str) -> Option<String> {
    op.attributes.get(name).filter(|value| is_flat(value)).map(ToString::to_string)
}

/// Whether an attribute is `@name`.
fn is_flat(attribute: &Attribute) -> bool {
    matches!(attribute, Attribute::Symbol { nested, .. } if nested.is_empty())
}

/// `(T) -> (T)`, of the operands from one on, the results always in parentheses.
fn functional(body: &Body, op: &Op, from: usize) -> String {
    let arguments = op.operands.get(from..).unwrap_or_default();
    format!("({}) -> ({})", list(types(body, arguments)), list(types(body, &op.results)))
}

/// Whether the first operand is of that type.
fn begins_with(body: &Body, op: &Op, ty: &str) -> bool {
    types(body, &op.operands).next().is_some_and(|first| first.as_str() == ty)
}

/// ` 1.0, 2.0 {…}`.
fn complex(body: &Body, op: &Op, kernel: &KernelDef) -> Option<String> {
    let part = |name: &str| {
        let declared = kernel.attributes().into_iter().find(|param| param.name == name)?;
        match op.attributes.get(name)? {
            part @ Attribute::Float { ty, .. } if ty.as_str() == declared.ty => {
                Some(show(part, ShowType::Never))
            }
            _ => None,
        }
    };
    let (real, imaginary) = (part("real")?, part("imaginary")?);
    let fits = op.operands.is_empty() && has_result_types(body, op, kernel);
    fits.then(|| format!(" {real}, {imaginary}{}", others(op, &["imaginary", "real"])))
}

/// ` @f(%a) {…} : (T) -> (T)`.
fn once(scope: &Scope<'_>, op: &Op) -> Option<String> {
    let function = flat(op, "function")?;
    let operands = bare(scope, &op.operands);
    let ty = functional(scope.body, op, 0);
    Some(format!(" {function}({operands}){} : {ty}", others(op, &["function"])))
}

/// ` %s to %e fixed %b @callee(%v) {…} : T`.
fn parallel_call(scope: &Scope<'_>, op: &Op, kernel: &KernelDef) -> Option<String> {
    let callee = flat(op, "callee")?;
    let range = range(scope, op)?;
    let (heads, rest) = op.operands.split_at_checked(3)?;
    let fits = types(scope.body, heads).all(|ty| ty.as_str() == "i32")
        && has_result_types(scope.body, op, kernel);
    let types = match types(scope.body, rest).cloned().collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        types => format!(" : {}", list(types)),
    };
    let others = others(op, &["callee"]);
    fits.then(|| format!(" {range} {callee}({}){others}{types}", bare(scope, rest)))
}

/// ` @callee(%a) {…} : (T) -> T`.
fn call(scope: &Scope<'_>, op: &Op) -> Option<String> {
    let callee = flat(op, "callee")?;
    let arguments: Vec<_> = types(scope.body, &op.operands).cloned().collect();
    let results: Vec<_> = types(scope.body, &op.results).cloned().collect();
    let ty = signature(&arguments, &results);
    let others = others(op, &["callee"]);
    Some(format!(" {callee}({}){others} : {ty}", bare(scope, &op.operands)))
}

/// ` %c @t @f(%a) {…} : (T) -> (T)`.
fn cond(scope: &Scope<'_>, op: &Op) -> Option<String> {
    let (yes, no) = (flat(op, "a_true_fn")?, flat(op, "b_false_fn")?);
    let (&condition, rest) = op.operands.split_first()?;
    begins_with(scope.body, op, "i1").then(|| {
        let condition = scope.names.show(scope.body, condition);
        let others = others(op, &["a_true_fn", "b_false_fn"]);
        let ty = functional(scope.body, op, 1);
        format!(" {condition} {yes} {no}({}){others} : {ty}", bare(scope, rest))
    })
}

/// ` %i [@a, @b](%x) {…} : (T) -> (T)`.
fn case(scope: &Scope<'_>, op: &Op) -> Option<String> {
    let Some(Attribute::Array(branches)) = op.attributes.get("branches") else { return None };
    let (&index, rest) = op.operands.split_first()?;
    (begins_with(scope.body, op, "i32") && branches.iter().all(is_flat)).then(|| {
        let index = scope.names.show(scope.body, index);
        let others = others(op, &["branches"]);
        let ty = functional(scope.body, op, 1);
        format!(" {index} [{}]({}){others} : {ty}", list(branches), bare(scope, rest))
    })
}

/// ` %c @body(%x) parallel_iterations(1) {…} : (T) -> (T)`.
fn while_loop(scope: &Scope<'_>, op: &Op) -> Option<String> {
    let function = flat(op, "body_fn")?;
    let iterations = match op.attributes.get("parallel_iterations") {
        Some(Attribute::Integer { value, ty }) if ty.as_str() == "i64" => value,
        _ => return None,
    };
    let (&condition, rest) = op.operands.split_first()?;
    begins_with(scope.body, op, "i1").then(|| {
        let condition = scope.names.show(scope.body, condition);
        let others = others(op, &["body_fn", "parallel_iterations"]);
        let ty = functional(scope.body, op, 1);
        let operands = bare(scope, rest);
        format!(
            " {condition} {function}({operands}) parallel_iterations({iterations}){others} : {ty}"
        )
    })
}
