//! Derives the kernel's parameters and results from the function's signature.
//!
//! A macro sees spelling, not types, so parameters are classified by the last segment of their
//! type's path. The compiler checks the actual types in the expansion.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    FnArg, GenericArgument, Ident, ItemFn, Pat, PathArguments, PathSegment, ReturnType, Type,
};

/// One parameter.
pub(crate) struct Param {
    /// The parameter's name, without `r#`.
    pub(crate) name: String,
    /// The kind of parameter.
    pub(crate) kind: Kind,
}

/// The kind of a parameter, with the type that determines the MLIR type.
pub(crate) enum Kind {
    /// The next operand, by value.
    Value(Type),
    /// The next operand, borrowed.
    Borrow(Type),
    /// The next operand as a reference.
    Async(Type),
    /// The next operand, of any type.
    Any,
    /// The next operand, if there is one.
    Optional(Pass, Type),
    /// All remaining operands, of one type.
    Many(Pass, Type),
    /// All remaining operands, of any types, borrowed or taken.
    Variadic { taken: bool },
    /// An attribute, and its rank among the attribute names.
    Attribute(Type, usize),
    /// All attributes.
    Attributes,
    /// The function of that index.
    Function(usize),
    /// All functions.
    Functions,
    /// The context.
    Context,
    /// The owned context: only in an `async fn`, where it is the only context.
    OwnedContext,
    /// The result slots.
    Results,
    /// The number of results.
    ResultCount,
}

/// How an operand is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    Value,
    Borrow,
    Async,
}

impl Kind {
    /// Takes exactly one operand.
    pub(crate) fn is_operand(&self) -> bool {
        matches!(self, Self::Value(_) | Self::Borrow(_) | Self::Async(_) | Self::Any)
    }
}

/// A parsed kernel function.
pub(crate) struct Signature {
    /// The parameters in order.
    pub(crate) params: Vec<Param>,
    /// The results.
    pub(crate) output: Output,
}

/// The results of the function.
pub(crate) enum Output {
    /// On return: the whole return type, `None` for none.
    Now(Option<Type>),
    /// Later, from a started function: the type of its only result, and whether that is wrapped in
    /// a `Result`.
    Later(Type, bool),
}

/// When the function runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Runs {
    /// In the call.
    Called,
    /// An `async fn`, which is polled.
    Polled,
    /// Any other, with the option `task`.
    Queued,
}

impl Runs {
    /// `task` is the span of the option.
    pub(crate) fn new(function: &ItemFn, task: Option<Span>) -> syn::Result<Self> {
        match (function.sig.asyncness.is_some(), task) {
            (false, None) => Ok(Self::Called),
            (true, None) => Ok(Self::Polled),
            (false, Some(_)) => Ok(Self::Queued),
            (true, Some(task)) => Err(syn::Error::new(
                task,
                "an `async fn` resumes as a task whenever it is woken; a `task` is an ordinary \
                 function",
            )),
        }
    }

    /// The name in messages.
    fn noun(self) -> &'static str {
        match self {
            Self::Called => "a kernel that returns in the call",
            Self::Polled => "an async kernel",
            Self::Queued => "a task",
        }
    }
}

/// Reads a function.
pub(crate) fn read(function: &ItemFn, runs: Runs) -> syn::Result<Signature> {
    let signature = &function.sig;
    if let syn::Safety::Unsafe(unsafety) = &signature.safety {
        return Err(syn::Error::new(unsafety.span(), "a kernel is a safe function"));
    }
    if let Some(abi) = &signature.abi {
        return Err(syn::Error::new(abi.span(), "a kernel has Rust's own calling convention"));
    }
    let mut params = Vec::new();
    let mut functions = 0;
    for input in &signature.inputs {
        let FnArg::Typed(parameter) = input else {
            return Err(syn::Error::new(
                input.span(),
                "a kernel is a free function; what `self` would hold comes as an operand",
            ));
        };
        let Pat::Ident(pattern) = &*parameter.pat else {
            return Err(syn::Error::new(
                parameter.pat.span(),
                "a kernel's parameter needs a name, which the definition and messages use",
            ));
        };
        let kind = classify(&parameter.ty, &mut functions)?;
        check_type(&kind)?;
        check_kept(&kind, &parameter.ty, runs)?;
        check_order(&params, &kind, &parameter.ty)?;
        params.push(Param { name: pattern.ident.unraw().to_string(), kind });
    }
    rank_attributes(&mut params)?;
    Ok(Signature { params, output: output(&signature.output, &signature.ident, runs)? })
}

fn classify(ty: &Type, functions: &mut usize) -> syn::Result<Kind> {
    match ty {
        Type::Group(group) => classify(&group.elem, functions),
        Type::Paren(paren) => classify(&paren.elem, functions),
        Type::Path(path) => {
            let Some(last) = path.path.segments.last() else {
                return Ok(Kind::Value(ty.clone()));
            };
            Ok(match last.ident.to_string().as_str() {
                "Attr" => Kind::Attribute(argument(last)?.clone(), 0),
                "AsyncRef" => Kind::Async(argument(last)?.clone()),
                "ExecCtx" => Kind::Context,
                "OwnedCtx" => Kind::OwnedContext,
                "Results" => Kind::Results,
                "ResultCount" => Kind::ResultCount,
                "Option" => {
                    let (pass, ty) = passed(argument(last)?);
                    Kind::Optional(pass, ty)
                }
                "Vec" => match passed(argument(last)?) {
                    (Pass::Borrow, _) => {
                        return Err(syn::Error::new(ty.span(), "borrowed operands are `&[&T]`"));
                    }
                    (_, Type::Path(inner)) if inner.path.is_ident("Value") => {
                        return Err(syn::Error::new(
                            ty.span(),
                            "operands of any types are `&[Value]`",
                        ));
                    }
                    (pass, ty) => Kind::Many(pass, ty),
                },
                _ => Kind::Value(ty.clone()),
            })
        }
        Type::Reference(reference) => {
            let taken = reference.mutability.is_some();
            if let Type::Slice(slice) = &*reference.elem
                && last_name(&slice.elem).as_deref() == Some("Value")
            {
                return Ok(Kind::Variadic { taken });
            }
            if !taken && last_name(&reference.elem).as_deref() == Some("Value") {
                return Ok(Kind::Any);
            }
            if let Some(mutability) = &reference.mutability {
                return Err(syn::Error::new(
                    mutability.span(),
                    "operands are shared between their users: take `&T`, or `T` and return a \
                     new value",
                ));
            }
            if let Type::Slice(slice) = &*reference.elem {
                if let Type::Reference(element) = &*slice.elem {
                    return Ok(Kind::Many(Pass::Borrow, (*element.elem).clone()));
                }
                return match last_name(&slice.elem).as_deref() {
                    Some("Attribute") => Ok(Kind::Attributes),
                    Some("Function") => Ok(Kind::Functions),
                    _ => Err(syn::Error::new(
                        ty.span(),
                        "a slice parameter is `&[&T]` or `&[Value]` (operands), `&[Attribute]` \
                         or `&[Function]`",
                    )),
                };
            }
            match last_name(&reference.elem).as_deref() {
                Some("Function") => {
                    *functions += 1;
                    Ok(Kind::Function(*functions - 1))
                }
                Some("ExecCtx") => Err(syn::Error::new(
                    ty.span(),
                    "the context is small and passed by value: `ExecCtx<'_>`",
                )),
                _ => Ok(Kind::Borrow((*reference.elem).clone())),
            }
        }
        _ => Err(syn::Error::new(
            ty.span(),
            "a kernel takes `T`, `&T`, `AsyncRef<T>`, `&[Value]`, `Attr<T>`, `Attr<&T>`, \
             `&[Attribute]`, `&Function`, `&[Function]` or `ExecCtx<'_>`",
        )),
    }
}

/// Types of Rust's own that can never implement `KernelType`.
fn check_type(kind: &Kind) -> syn::Result<()> {
    let (Kind::Value(ty)
    | Kind::Borrow(ty)
    | Kind::Async(ty)
    | Kind::Optional(_, ty)
    | Kind::Many(_, ty)) = kind
    else {
        return Ok(());
    };
    let Type::Path(path) = ty else { return Ok(()) };
    let Some(name) = path.path.get_ident().map(ToString::to_string) else { return Ok(()) };
    let instead = match name.as_str() {
        "usize" | "isize" => "take an integer of one width on all machines, such as `u64`",
        "i128" | "u128" | "char" | "str" => "wrap it in a type of your own",
        _ => return Ok(()),
    };
    let message = format!("`{name}` is not a `KernelType` and cannot become one: {instead}");
    Err(syn::Error::new(path.span(), message))
}

/// How an operand of that parameter type is passed, and its type.
fn passed(ty: &Type) -> (Pass, Type) {
    match ty {
        Type::Reference(reference) => (Pass::Borrow, (*reference.elem).clone()),
        Type::Path(path) => match path.path.segments.last() {
            Some(last) if last.ident == "AsyncRef" => match argument(last) {
                Ok(inner) => (Pass::Async, inner.clone()),
                Err(_) => (Pass::Value, ty.clone()),
            },
            _ => (Pass::Value, ty.clone()),
        },
        _ => (Pass::Value, ty.clone()),
    }
}

/// Parameters of a function that runs after the call must not borrow from it.
fn check_kept(kind: &Kind, ty: &Type, runs: Runs) -> syn::Result<()> {
    let noun = runs.noun();
    let message = match (kind, runs) {
        (Kind::Attribute(Type::Reference(_), _), Runs::Polled | Runs::Queued) => {
            format!("{noun} outlives its call: take `Attr<T>` of a `T` that owns what it says")
        }
        (Kind::Value(_) | Kind::Async(_) | Kind::Attribute(..), _)
        | (Kind::OwnedContext, Runs::Polled)
        | (Kind::Context, Runs::Queued) => return Ok(()),
        (Kind::OwnedContext, _) => format!("{noun} takes `ExecCtx<'_>`"),
        (_, Runs::Called) => return Ok(()),
        (Kind::Optional(pass, _) | Kind::Many(pass, _), _) if *pass != Pass::Borrow => {
            return Ok(());
        }
        (Kind::Borrow(_) | Kind::Optional(..) | Kind::Many(..), _) => {
            format!("{noun} outlives its call: take `T` or `AsyncRef<T>`")
        }
        (Kind::Context, _) => format!("{noun} outlives its call: take `OwnedCtx`"),
        (_, Runs::Polled) => format!("{noun} takes `T`, `AsyncRef<T>`, `Attr<T>` and `OwnedCtx`"),
        (_, Runs::Queued) => {
            format!("{noun} takes `T`, `AsyncRef<T>`, `Attr<T>` and `ExecCtx<'_>`")
        }
    };
    Err(syn::Error::new(ty.span(), message))
}

/// Kernels that engines lower themselves need not have callable signatures.
pub(crate) fn check_control(
    signature: &Signature,
    function: &ItemFn,
    control: bool,
) -> syn::Result<()> {
    let inner =
        |param: &&Param| matches!(param.kind, Kind::Variadic { taken: true } | Kind::Results);
    match signature.params.iter().find(inner) {
        Some(param) if !control => Err(syn::Error::new(
            function.sig.inputs.span(),
            format!(
                "`{}` is for kernels with `control = …`; others are called by compiled engines, \
                     with `&[Value]`, and return `Vec<Value>`",
                param.name
            ),
        )),
        _ => Ok(()),
    }
}

fn check_order(before: &[Param], kind: &Kind, ty: &Type) -> syn::Result<()> {
    let clash = |message| Err(syn::Error::new(ty.span(), message));
    let has = |test: fn(&Kind) -> bool| before.iter().any(|param| test(&param.kind));
    match kind {
        Kind::Value(_)
        | Kind::Borrow(_)
        | Kind::Async(_)
        | Kind::Any
        | Kind::Optional(..)
        | Kind::Many(..)
        | Kind::Variadic { .. }
            if has(|kind| matches!(kind, Kind::Variadic { .. } | Kind::Many(..))) =>
        {
            clash("a slice or `Vec` takes all remaining operands, so no operand can follow it")
        }
        Kind::Value(_)
        | Kind::Borrow(_)
        | Kind::Async(_)
        | Kind::Any
        | Kind::Many(..)
        | Kind::Variadic { .. }
            if has(|kind| matches!(kind, Kind::Optional(..))) =>
        {
            clash("only optional operands can follow an optional one")
        }
        Kind::Attribute(..) | Kind::Attributes if has(|kind| matches!(kind, Kind::Attributes)) => {
            clash("`&[Attribute]` already takes all attributes")
        }
        Kind::Attributes if has(|kind| matches!(kind, Kind::Attribute(..))) => {
            clash("`&[Attribute]` takes all attributes; an `Attr<T>` before it already takes one")
        }
        Kind::Function(_) | Kind::Functions if has(|kind| matches!(kind, Kind::Functions)) => {
            clash("`&[Function]` already takes all functions")
        }
        Kind::Functions if has(|kind| matches!(kind, Kind::Function(_))) => {
            clash("`&[Function]` takes all functions; a `&Function` before it already takes one")
        }
        Kind::Context if has(|kind| matches!(kind, Kind::Context)) => {
            clash("the context is passed once")
        }
        _ => Ok(()),
    }
}

/// Kernels receive attributes by position in the alphabetical order of their names. So only the
/// last ones can be optional.
fn rank_attributes(params: &mut [Param]) -> syn::Result<()> {
    let optional = |param: &Param| match &param.kind {
        Kind::Attribute(ty, _) => Some(last_name(ty).as_deref() == Some("Option")),
        _ => None,
    };
    let attributes = params.iter().filter_map(|param| Some((param.name.clone(), optional(param)?)));
    let mut names: Vec<(String, bool)> = attributes.collect();
    names.sort();
    let last_required = names.iter().rposition(|(_, optional)| !optional);
    for param in params {
        let Kind::Attribute(ty, rank) = &mut param.kind else { continue };
        *rank = names.iter().take_while(|(name, _)| *name < param.name).count();
        if let Some(last) = last_required.filter(|&last| names[*rank].1 && *rank < last) {
            return Err(syn::Error::new(
                ty.span(),
                format!(
                    "attributes are passed in the order of their names, so optional ones have the \
                     last names; `{}` comes before `{}`",
                    param.name, names[last].0
                ),
            ));
        }
    }
    Ok(())
}

fn output(output: &ReturnType, function: &Ident, runs: Runs) -> syn::Result<Output> {
    let ty = match output {
        ReturnType::Type(_, ty) => Some((**ty).clone()),
        ReturnType::Default => None,
    };
    if runs == Runs::Called {
        return Ok(Output::Now(ty));
    }
    let Some(ty) = ty else {
        return Err(syn::Error::new(
            function.span(),
            format!("{} gives one result; return `Chain` to say that it is done", runs.noun()),
        ));
    };
    let (inner, fallible) = match &ty {
        Type::Path(path) => match path.path.segments.last() {
            Some(last) if last.ident == "Result" => (argument(last)?.clone(), true),
            _ => (ty.clone(), false),
        },
        _ => (ty.clone(), false),
    };
    if let Type::Tuple(tuple) = &inner {
        return Err(syn::Error::new(
            tuple.span(),
            format!(
                "{} gives one result; for several, return `AsyncRef`s from a kernel that returns \
                 in the call",
                runs.noun()
            ),
        ));
    }
    Ok(Output::Later(inner, fallible))
}

/// The first type between the angle brackets.
pub(crate) fn argument(segment: &PathSegment) -> syn::Result<&Type> {
    let missing = || syn::Error::new(segment.span(), format!("expected `{}<T>`", segment.ident));
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return Err(missing());
    };
    arguments
        .args
        .iter()
        .find_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        })
        .ok_or_else(missing)
}

fn last_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    }
}
