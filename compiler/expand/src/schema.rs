//! The definition of a kernel, from the schema that `#[kernel]` writes down.

use crate::tokens::{last_part, leak, reached};
use crate::traits;
use proc_macro2::TokenStream;
use tfrt_bef::{Attribute, DType, Dense, element_types};
use tfrt_host::kernel::KernelDef;
use tfrt_kernels::number::{bf16, f16};
use tfrt_op::{
    Control, Cost, Effects, FromAttribute, Infer, Intrinsic, OpDef, OpTraits, Outcome, ParamDef,
    ParamKind, ResultDef,
};
use tfrt_schema as written;
use tfrt_schema::{Arity, More, OpOptions, Param, Results, Schema};

/// The definition that a program is verified and printed by, of the member of a list. `types` knows
/// MLIR types of Rust's.
///
/// # Errors
/// Why there is none.
pub(crate) fn define(
    schema: &Schema,
    (list, member): (usize, usize),
    types: &impl Fn(&TokenStream) -> &'static str,
) -> Result<KernelDef, String> {
    let name = leak(schema.name.value());
    let op = OpDef::new(name).with_params(params(&schema.params, types).leak());
    let Results { each, more } = &schema.results;
    let may_fail = schema.returns_result || !matches!(more, More::None);
    let least = if may_fail { Outcome::Fallible } else { Outcome::Ready };
    let result = |result: &written::ResultSlot| {
        ResultDef::new(types(&result.ty), outcome(result.outcome).max(least))
    };
    let op = op.with_results(each.iter().map(result).collect::<Vec<_>>().leak());
    let op = match more {
        More::None => op,
        More::Many(follows) => {
            let ResultDef { ty, outcome, .. } = result(follows);
            op.with_variadic_results(outcome, ty)
        }
        More::Any => op.with_variadic_results(Outcome::Later, ""),
    };
    let op = op.with_returns_result(schema.returns_result);
    let op = with_options(op, &schema.options)
        .map_err(|error| format!("the kernel '{name}' of this list: {error}"))?;
    let (module, function) = reached(list, member);
    Ok(KernelDef::new(op).with_function(module, function))
}

/// The op with what the options say of it.
fn with_options(op: OpDef, options: &OpOptions) -> Result<OpDef, String> {
    let OpOptions { pure, effects, cost, assembly, traits, control, intrinsic, infer } = options;
    let mut op = op.with_pure(*pure);
    if let Some(effects) = effects {
        let mut all = Effects::NONE;
        for effect in effects {
            all = all | known(effect, Effects::named)?;
        }
        op = op.with_effects(all);
    }
    match cost {
        Some(written::Cost::Fixed(cost)) => op = op.with_cost(Cost::Fixed(*cost)),
        Some(written::Cost::OfOperands(_)) => op = op.with_cost(Cost::OfOperands),
        None => {}
    }
    if let Some(control) = control {
        op = op.with_control(known(control, Control::named)?);
    }
    if let Some(intrinsic) = intrinsic {
        op = op.with_intrinsic(known(intrinsic, Intrinsic::named)?);
    }
    if let Some(infer) = infer {
        let rule = Infer::parse(leak(infer.value()));
        op = op.with_infer(rule.ok_or_else(|| format!("no rule of types: {}", infer.value()))?);
    }
    let mut made = OpTraits::new();
    if let Some(assembly) = assembly {
        made = made.assembly(traits::assembly(assembly)?);
    }
    for written in traits.iter().flatten() {
        made = traits::with(made, written)?;
    }
    if let Some(assembly) = made.assembly {
        let fits = assembly.check(&made, op.params, op.more_results());
        fits.map_err(|error| error.0.to_owned())?;
    }
    Ok(op.with_traits(made))
}

/// What a word stands for.
fn known<T>(word: &proc_macro2::Ident, named: fn(&str) -> Option<T>) -> Result<T, String> {
    named(&word.to_string()).ok_or_else(|| format!("a macro does not know `{word}`"))
}

fn outcome(outcome: written::Outcome) -> Outcome {
    match outcome {
        written::Outcome::Ready => Outcome::Ready,
        written::Outcome::Fallible => Outcome::Fallible,
        written::Outcome::Later => Outcome::Later,
    }
}

fn params(written: &[Param], types: &impl Fn(&TokenStream) -> &'static str) -> Vec<ParamDef> {
    let attributes = written.iter().filter(|param| param.kind == written::ParamKind::Attribute);
    let mut ranks: Vec<&str> = attributes.map(|param| param.name.as_str()).collect();
    ranks.sort_unstable();
    let mut functions = 0;
    let mut params = Vec::new();
    for Param { name, arity, kind, ty } in written {
        let rank = ranks.iter().position(|rank| rank == name).unwrap_or_default();
        let name = leak(name.clone());
        let operand = |kind| {
            let def = ParamDef::new(name, kind, types(ty));
            match arity {
                Arity::One => def,
                Arity::Optional => def.optional(),
                Arity::Many => def.variadic(),
            }
        };
        let other = |kind| ParamDef::new(name, kind, "");
        params.push(match kind {
            written::ParamKind::Value => operand(ParamKind::Value),
            written::ParamKind::Borrow => operand(ParamKind::Borrow),
            written::ParamKind::Later => operand(ParamKind::Async),
            written::ParamKind::Any => other(ParamKind::Any),
            written::ParamKind::Variadic => other(ParamKind::Variadic),
            written::ParamKind::Attribute => attribute(&last_part(ty), name, rank),
            written::ParamKind::Attributes => other(ParamKind::Attributes),
            written::ParamKind::Function => {
                functions += 1;
                other(ParamKind::Function { index: functions - 1 })
            }
            written::ParamKind::Functions => other(ParamKind::Functions),
            written::ParamKind::Context => other(ParamKind::Context),
            written::ParamKind::Results => other(ParamKind::Results),
            written::ParamKind::ResultCount => other(ParamKind::ResultCount),
        });
    }
    params
}

/// An attribute of a Rust type. Of a type that is not here, the kernel says at run time whether it can
/// read what an op has.
fn attribute(rust: &str, name: &'static str, index: usize) -> ParamDef {
    type Known = fn(bool, &'static str, usize) -> ParamDef;
    fn of<T: FromAttribute>(optional: bool, name: &'static str, index: usize) -> ParamDef {
        if optional {
            ParamDef::attribute::<Option<T>>(name, index)
        } else {
            ParamDef::attribute::<T>(name, index)
        }
    }
    if let Some(borrowed) = rust.strip_prefix('&') {
        let known: fn(&'static str, usize) -> ParamDef = match borrowed {
            "str" => ParamDef::borrowed_attribute::<str>,
            "[u8]" => ParamDef::borrowed_attribute::<[u8]>,
            "[i32]" => ParamDef::borrowed_attribute::<[i32]>,
            "[i64]" => ParamDef::borrowed_attribute::<[i64]>,
            "[f32]" => ParamDef::borrowed_attribute::<[f32]>,
            "Dense" => ParamDef::borrowed_attribute::<Dense>,
            _ => ParamDef::borrowed_attribute::<Attribute>,
        };
        return known(name, index);
    }
    let inner = rust.strip_prefix("Option<").and_then(|rust| rust.strip_suffix('>'));
    let optional = inner.is_some();
    let inner = inner.unwrap_or(rust);
    macro_rules! number {
        (
            []
            numbers { $($(#[$doc:meta])*
                $dtype:ident = $id:literal, $mlir:literal, $name:literal,
                $kind:ident, $size:literal, $rust:ident;)* }
            $($others:tt)*
        ) => {
            match inner {
                $(stringify!($rust) => Some(of::<$rust> as Known),)*
                _ => None,
            }
        };
    }
    let number = element_types!(number []);
    let known = number.unwrap_or(match inner {
        "DType" => of::<DType>,
        "String" => of::<String>,
        "Vec<u8>" => of::<Vec<u8>>,
        "Vec<i32>" => of::<Vec<i32>>,
        "Vec<i64>" => of::<Vec<i64>>,
        "Vec<f32>" => of::<Vec<f32>>,
        "Dense" => of::<Dense>,
        _ => of::<Attribute>,
    });
    known(optional, name, index)
}
