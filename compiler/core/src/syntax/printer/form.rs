//! The pretty forms. An op that its form cannot say exactly is left to the generic form.

use super::attribute::{ShowType, dictionary, show};
use super::{Printer, Scope, list, signature};
use crate::graph::{Attribute, Body, Op, RegionId, Type, ValueId};
use tfrt_host::kernel::{Form, KernelDef, ParamKind};

/// The attributes that belong to an op by its definition, the others being by the way.
pub(super) fn properties(kernel: Option<&'static KernelDef>, op: &Op) -> Vec<&'static str> {
    let Some(kernel) = kernel else { return Vec::new() };
    let declared = kernel.params.iter();
    let declared =
        declared.filter(|param| matches!(param.kind, ParamKind::Attribute { .. })).map(|p| p.name);
    match kernel.form {
        Form::Generic | Form::If | Form::Repeat | Form::Region => Vec::new(),
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
        Form::Call => vec!["callee"],
        Form::Cond => vec!["a_true_fn", "b_false_fn"],
        Form::Case => vec!["branches"],
        Form::While => vec!["body_fn", "parallel_iterations"],
    }
}

impl Printer<'_> {
    /// Prints an op in its pretty form, unless that is not there or cannot say all.
    pub(super) fn pretty(&mut self, scope: &mut Scope<'_>, op: &Op, region: RegionId) -> bool {
        if matches!(&*op.name, "tfrt.return" | "func.return") {
            return self.return_op(scope, op, region);
        }
        let Some(kernel) = self.catalogue.kernel(&op.name) else { return false };
        let body = scope.body;
        let text = match kernel.form {
            Form::Generic => None,
            Form::If | Form::Repeat | Form::Region => return self.region_op(scope, op, kernel),
            Form::Operands => has_types(body, op, kernel)
                .then(|| format!("{}{}", operands(scope, op, 0), others(op, &[]))),
            Form::Constant => constant(body, op, kernel),
            Form::TypedOperands => (!op.operands.is_empty() && has_result_types(body, op, kernel))
                .then(|| {
                    let types = list(types(body, &op.operands));
                    format!("{}{} : {types}", operands(scope, op, 0), others(op, &[]))
                }),
            Form::Call => call(scope, op),
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
        let (regions, skip, first) = match kernel.form {
            Form::If => (2, 1, Some("i1")),
            Form::Repeat => (1, 1, Some("i32")),
            _ => (1, 0, None),
        };
        if op.regions.len() != regions
            || op.operands.len() < skip
            || first.is_some_and(|ty| body.value(op.operands[0]).ty.as_str() != ty)
        {
            return false;
        }
        let inner = &op.operands[skip..];
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
        let inner_types: Vec<_> = types(body, inner).cloned().collect();
        let results: Vec<_> = types(body, &op.results).cloned().collect();
        let repeat = kernel.form == Form::Repeat;
        // Attributes right before the region would be read as the region.
        let bare = inner_types.is_empty() && !op.attributes.is_empty();
        if repeat && (bare || results != inner_types) {
            return false;
        }
        self.put(&op.name);
        // The blank before no operands at all is MLIR's.
        self.put(if op.operands.is_empty() { " ".to_owned() } else { operands(scope, op, 0) });
        self.put(others(op, &[]));
        if !repeat {
            self.put(format_args!(" : ({}) -> ({})  ", list(&inner_types), list(&results)));
        } else if inner_types.is_empty() {
            self.put(" ");
        } else {
            self.put(format_args!(" : {} ", list(&inner_types)));
        }
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
