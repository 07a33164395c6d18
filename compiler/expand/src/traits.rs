//! The text and the traits of an op, out of the expressions that `#[kernel]` was given. They are calls of
//! a few functions with literals, which are made here; a macro knows no other constants.

use crate::tokens::leak;
use quote::ToTokens;
use syn::{Expr, ExprCall, ExprLit, ExprMethodCall, ExprPath, Lit};
use tfrt_op::{Assembly, Callee, Fold, Gives, OpTraits, StreamCost};
use tfrt_schema::Trait;

/// A format, or a constant of [`Assembly`].
///
/// # Errors
/// It is neither.
pub(crate) fn assembly(expression: &Expr) -> Result<&'static Assembly, String> {
    if let Some(text) = string(expression) {
        let assembly = Assembly::parse(text).map_err(|error| error.0.to_owned())?;
        return Ok(Box::leak(Box::new(assembly)));
    }
    match name(expression).as_deref() {
        Some("OPERANDS") => Ok(Assembly::OPERANDS),
        Some("CONSTANT") => Ok(Assembly::CONSTANT),
        Some("TYPED_OPERANDS") => Ok(Assembly::TYPED_OPERANDS),
        Some("TYPED_RESULTS") => Ok(Assembly::TYPED_RESULTS),
        _ => Err(unreadable(expression)),
    }
}

/// The traits and that one, a call of a method of [`OpTraits`].
///
/// # Errors
/// Its arguments are not literal.
pub(crate) fn with(traits: OpTraits, written: &Trait) -> Result<OpTraits, String> {
    let Trait { name, arguments } = written;
    let first = arguments.first();
    let read = || {
        Some(match name.to_string().as_str() {
            "no_effect" => traits.no_effect(),
            "joins_operands" => traits.joins_operands(),
            "capturable" => traits.capturable(list(first?, string)?.leak()),
            "exact_types" => traits.exact_types(truth(first?)?),
            "carries" => traits.carries(number(first?)?),
            "passes" => traits.passes(number(first?)?),
            "carries_some" => traits.carries_some(number(first?)?),
            "stream_cost" => traits.stream_cost(stream_cost(first?)?),
            "callees" => traits.callees(list(first?, callee)?.leak()),
            "result_names" => traits.result_names(list(first?, string)?.leak()),
            "pairs" => traits.pairs(list(first?, string)?.leak()),
            "fold" => traits.fold(fold(first?)?),
            // Called where the program is loaded.
            "checked_by" => traits,
            _ => return None,
        })
    };
    read().ok_or_else(|| unreadable(written))
}

fn unreadable(expression: &impl ToTokens) -> String {
    let text = expression.to_token_stream();
    format!("a macro cannot read `{text}`; write out what it stands for")
}

fn plain(mut expression: &Expr) -> &Expr {
    loop {
        expression = match expression {
            Expr::Group(group) => &group.expr,
            Expr::Paren(paren) => &paren.expr,
            other => return other,
        };
    }
}

fn literal(expression: &Expr) -> Option<&Lit> {
    match plain(expression) {
        Expr::Lit(ExprLit { lit, .. }) => Some(lit),
        _ => None,
    }
}

fn string(expression: &Expr) -> Option<&'static str> {
    match literal(expression)? {
        Lit::Str(text) => Some(leak(text.value())),
        _ => None,
    }
}

fn number<N: std::str::FromStr<Err: std::fmt::Display>>(expression: &Expr) -> Option<N> {
    match literal(expression)? {
        Lit::Int(number) => number.base10_parse().ok(),
        _ => None,
    }
}

fn truth(expression: &Expr) -> Option<bool> {
    match literal(expression)? {
        Lit::Bool(truth) => Some(truth.value),
        _ => None,
    }
}

/// The last part of a path.
fn name(expression: &Expr) -> Option<String> {
    match plain(expression) {
        Expr::Path(ExprPath { path, .. }) => Some(path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

/// `&[…]`.
fn list<T>(expression: &Expr, item: impl Fn(&Expr) -> Option<T>) -> Option<Vec<T>> {
    let Expr::Reference(reference) = plain(expression) else { return None };
    let Expr::Array(array) = plain(&reference.expr) else { return None };
    array.elems.iter().map(item).collect()
}

fn stream_cost(expression: &Expr) -> Option<StreamCost> {
    if let Expr::Call(ExprCall { func, args, .. }) = plain(expression) {
        let fixed = name(func)? == "Fixed";
        return fixed.then_some(StreamCost::Fixed(number(args.first()?)?));
    }
    match name(expression)?.as_str() {
        "Default" => Some(StreamCost::Default),
        "Attribute" => Some(StreamCost::Attribute),
        _ => None,
    }
}

fn gives(expression: &Expr) -> Option<Gives> {
    if let Expr::Call(ExprCall { func, args, .. }) = plain(expression) {
        return match name(func)?.as_str() {
            "ResultsAnd" => Some(Gives::ResultsAnd(string(args.first()?)?)),
            "Types" => Some(Gives::Types(list(args.first()?, string)?.leak())),
            _ => None,
        };
    }
    match name(expression)?.as_str() {
        "Results" => Some(Gives::Results),
        "One" => Some(Gives::One),
        "Anything" => Some(Gives::Anything),
        _ => None,
    }
}

fn callee(expression: &Expr) -> Option<Callee> {
    match plain(expression) {
        Expr::Call(ExprCall { func, args, .. }) => match name(func)?.as_str() {
            "symbol" => Some(Callee::symbol(string(args.first()?)?)),
            "symbols" => Some(Callee::symbols(string(args.first()?)?)),
            "region" => Some(Callee::region()),
            _ => None,
        },
        Expr::MethodCall(ExprMethodCall { receiver, method, args, .. }) => {
            let callee = callee(receiver)?;
            match method.to_string().as_str() {
                "by_name" => return Some(callee.by_name()),
                "captured" => return Some(callee.captured()),
                _ => {}
            }
            let first = args.first()?;
            match method.to_string().as_str() {
                "role" => Some(callee.role(string(first)?)),
                "takes_from" => Some(callee.takes_from(number(first)?)),
                "takes" => {
                    let picked: Vec<usize> = list(first, number)?;
                    Some(callee.takes(picked.leak(), number(args.get(1)?)?))
                }
                "gives" => Some(callee.gives(gives(first)?)),
                // What it checks is not known here, so nothing is refused for it.
                "check" => Some(callee.check(|_, _, _| Vec::new())),
                _ => None,
            }
        }
        _ => None,
    }
}

fn fold(expression: &Expr) -> Option<Fold> {
    match plain(expression) {
        Expr::Call(ExprCall { func, args, .. }) => {
            let made = name(func)? == "into";
            made.then_some(Fold::into(string(args.first()?)?))
        }
        Expr::MethodCall(ExprMethodCall { receiver, method, args, .. }) => {
            let fold = fold(receiver)?;
            let (first, second) = (string(args.first()?)?, string(args.get(1)?)?);
            match method.to_string().as_str() {
                "when" => Some(fold.when(first, second)),
                "takes" => Some(fold.takes(first, second)),
                _ => None,
            }
        }
        _ => None,
    }
}
