//! A kernel's schema, from the tokens that `#[kernel]` writes down.

use crate::lists::leak;
use crate::tokens::{Tokens, last_part};
use crate::traits;
use proc_macro2::TokenStream;
use tfrt_bef::{Attribute, DType, Dense};
use tfrt_host::kernel::{
    Control, Cost, FromAttribute, Intrinsic, KernelDef, OpDef, OpTraits, Outcome, ParamDef,
    ParamKind, ResultDef,
};
use tfrt_kernels::number::{Bf16, F16};

/// A kernel as `#[kernel]` writes it down.
pub(crate) struct Schema {
    name: String,
    options: Options,
    params: Vec<Param>,
    /// The function's return is a `Result` around all results.
    returns_result: bool,
    results: Results,
}

/// What the options of `#[kernel]` say of the op.
#[derive(Default)]
struct Options {
    pure: bool,
    counts_references: bool,
    cost: Option<Cost>,
    control: Option<Control>,
    intrinsic: Option<Intrinsic>,
    assembly: Option<TokenStream>,
    traits: Vec<TokenStream>,
}

enum Results {
    Each(Vec<(Outcome, TokenStream)>),
    /// The op decides how many.
    Many((Outcome, TokenStream)),
    /// The op decides how many and of which types.
    Any,
}

struct Param {
    kind: ParamKind,
    optional: bool,
    variadic: bool,
    name: String,
    /// The Rust type of an operand or attribute.
    ty: TokenStream,
}

impl Schema {
    pub(crate) fn read(schema: TokenStream) -> Option<Self> {
        let mut schema = Tokens::new(schema);
        let name = schema.string()?;
        let (_function, _callee) = (schema.next()?, schema.next()?);
        let options = Options::read(schema.group()?)?;
        let mut functions = 0;
        let mut params = Vec::new();
        let mut written = Tokens::new(schema.group()?);
        while !written.is_empty() {
            params.push(param(written.group()?, &mut functions)?);
        }
        let mut ranks: Vec<String> = params
            .iter()
            .filter(|param| param.is_attribute())
            .map(|param| param.name.clone())
            .collect();
        ranks.sort_unstable();
        for param in params.iter_mut().filter(|param| param.is_attribute()) {
            let index = ranks.iter().position(|rank| *rank == param.name)?;
            param.kind = ParamKind::Attribute { index };
        }
        let returns_result = schema.word()? == "result";
        if schema.peek_ident("variadic") {
            return Some(Self { name, options, params, returns_result, results: Results::Any });
        }
        if schema.peek_ident("many") {
            schema.next();
            let results = Results::Many(result(schema.group()?)?);
            return Some(Self { name, options, params, returns_result, results });
        }
        let mut results = Vec::new();
        let mut written = Tokens::new(schema.group()?);
        while !written.is_empty() {
            results.push(result(written.group()?)?);
        }
        Some(Self { name, options, params, returns_result, results: Results::Each(results) })
    }

    /// The definition that a program is verified and printed by. `types` knows MLIR types of Rust's.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn define(
        &self,
        list: usize,
        member: usize,
        types: &impl Fn(&TokenStream) -> &'static str,
    ) -> Result<KernelDef, String> {
        let params = self.params.iter().map(|param| {
            let name = leak(param.name.clone());
            match param.kind {
                ParamKind::Value | ParamKind::Borrow | ParamKind::Async => {
                    let def = ParamDef::new(name, param.kind, types(&param.ty));
                    match (param.optional, param.variadic) {
                        (true, _) => def.optional(),
                        (_, true) => def.variadic(),
                        _ => def,
                    }
                }
                ParamKind::Attribute { index } => attribute(&last_part(&param.ty), name, index),
                kind => ParamDef::new(name, kind, ""),
            }
        });
        let params: Vec<ParamDef> = params.collect();
        let least = if self.returns_result { Outcome::Fallible } else { Outcome::Ready };
        let result = |&(outcome, ref ty): &(Outcome, TokenStream)| {
            ResultDef::new(types(ty), outcome.max(least))
        };
        let op = OpDef::new(leak(self.name.clone())).with_params(params.leak());
        let op = match &self.results {
            Results::Any => op.with_variadic_results(Outcome::Later),
            Results::Many((outcome, ty)) => {
                let mut op = op.with_variadic_results((*outcome).max(Outcome::Fallible));
                op.variadic_type = types(ty);
                op
            }
            Results::Each(results) => {
                op.with_results(results.iter().map(result).collect::<Vec<_>>().leak())
            }
        };
        let options = &self.options;
        let mut op = op
            .with_returns_result(self.returns_result)
            .with_pure(options.pure)
            .with_counts_references(options.counts_references)
            .with_cost(options.cost.unwrap_or(Cost::Fixed(0)));
        op.control = options.control;
        op.intrinsic = options.intrinsic;
        let traits = options.traits().and_then(|traits| match traits.assembly {
            Some(assembly) => match assembly.check(&traits, op.params, op.variadic_results) {
                Ok(()) => Ok(traits),
                Err(error) => Err(error.0.to_owned()),
            },
            None => Ok(traits),
        });
        let function = (leak(format!("self::__lists::l{list}")), leak(format!("k{member}")));
        match traits {
            Ok(traits) => {
                Ok(KernelDef::new(op.with_traits(traits)).with_function(function.0, function.1))
            }
            Err(error) => Err(format!("the kernel '{}' of this list: {error}", self.name)),
        }
    }
}

impl Options {
    fn read(options: TokenStream) -> Option<Self> {
        let mut read = Self::default();
        let mut options = Tokens::new(options);
        while !options.is_empty() {
            let mut option = Tokens::new(options.group()?);
            match option.word()?.as_str() {
                "pure" => read.pure = true,
                "counts_references" => read.counts_references = true,
                "cost" => {
                    let cost = option.rest().to_string();
                    read.cost = Some(match cost.as_str() {
                        // Only the kernel's own definition has the function.
                        "of_operands" => Cost::OfOperands,
                        cost => Cost::Fixed(cost.strip_suffix("u64").unwrap_or(cost).parse().ok()?),
                    });
                }
                "control" => read.control = Some(control(&option.word()?)?),
                "intrinsic" => read.intrinsic = Some(intrinsic(&option.word()?)?),
                "assembly" => read.assembly = Some(option.rest()),
                _ => read.traits.push(option.rest()),
            }
        }
        Some(read)
    }

    fn traits(&self) -> Result<OpTraits, String> {
        let mut op = OpTraits::new();
        if let Some(written) = &self.assembly {
            op = op.assembly(traits::assembly(written)?);
        }
        for written in &self.traits {
            op = traits::with(op, written)?;
        }
        Ok(op)
    }
}

impl Param {
    fn is_attribute(&self) -> bool {
        matches!(self.kind, ParamKind::Attribute { .. })
    }
}

fn result(tokens: TokenStream) -> Option<(Outcome, TokenStream)> {
    let mut tokens = Tokens::new(tokens);
    let outcome = match tokens.word()?.as_str() {
        "ready" => Outcome::Ready,
        "fallible" => Outcome::Fallible,
        _ => Outcome::Later,
    };
    Some((outcome, tokens.rest()))
}

fn param(tokens: TokenStream, functions: &mut usize) -> Option<Param> {
    let mut tokens = Tokens::new(tokens);
    let name = tokens.string()?;
    let (optional, variadic) = (tokens.peek_ident("optional"), tokens.peek_ident("many"));
    if optional || variadic {
        tokens.next();
    }
    let kind = match tokens.word()?.as_str() {
        "value" => ParamKind::Value,
        "borrow" => ParamKind::Borrow,
        "later" => ParamKind::Async,
        "variadic" => ParamKind::Variadic,
        "attribute" => ParamKind::Attribute { index: 0 },
        "attributes" => ParamKind::Attributes,
        "function" => {
            *functions += 1;
            ParamKind::Function { index: *functions - 1 }
        }
        "functions" => ParamKind::Functions,
        "context" => ParamKind::Context,
        _ => ParamKind::Results,
    };
    Some(Param { kind, optional, variadic, name, ty: tokens.rest() })
}

fn control(name: &str) -> Option<Control> {
    use Control::{Call, Case, If, Repeat, While};
    [Call, If, Case, Repeat, While].into_iter().find(|it| format!("{it:?}") == name)
}

fn intrinsic(name: &str) -> Option<Intrinsic> {
    Intrinsic::ALL.iter().copied().find(|it| format!("{it:?}") == name)
}

/// An attribute of a Rust type. Of a type that is not here, the kernel says at run time whether it can
/// read what an op has.
fn attribute(rust: &str, name: &'static str, index: usize) -> ParamDef {
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
    let known: fn(bool, &'static str, usize) -> ParamDef = match inner.unwrap_or(rust) {
        "bool" => of::<bool>,
        "i8" => of::<i8>,
        "i16" => of::<i16>,
        "i32" => of::<i32>,
        "i64" => of::<i64>,
        "u8" => of::<u8>,
        "u16" => of::<u16>,
        "u32" => of::<u32>,
        "u64" => of::<u64>,
        "f32" => of::<f32>,
        "f64" => of::<f64>,
        "F16" => of::<F16>,
        "Bf16" => of::<Bf16>,
        "DType" => of::<DType>,
        "String" => of::<String>,
        "Vec<u8>" => of::<Vec<u8>>,
        "Vec<i32>" => of::<Vec<i32>>,
        "Vec<i64>" => of::<Vec<i64>>,
        "Vec<f32>" => of::<Vec<f32>>,
        "Dense" => of::<Dense>,
        _ => of::<Attribute>,
    };
    known(optional, name, index)
}
