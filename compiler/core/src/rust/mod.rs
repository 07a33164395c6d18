//! Prints a plan as Rust source: one function per body, with frames where it suspends.
//!
//! # How values are held
//!
//! | class | scalar type `T` | boxed type `T` |
//! |---|---|---|
//! | ready | `T` | `Shared<T>`: one counted reference to the one value |
//! | fallible | `Result<T, Error>` | `Result<Shared<T>, Error>` |
//! | later | `MaybeDone<T>` | `MaybeDone<T>` |
//!
//! A boxed value is never cloned, only its reference, so that its destructor runs once, as on
//! every engine. To callers, a later result is a future: `Later<T>`, `Later<Shared<T>>`. Generated code names nothing but `::tfrt::__private` (bound to `__rt`), the
//! paths that the definitions of the program's kernels and types have, and itself; it has no `unsafe`.

mod aliases;
mod attribute;
mod body;
mod call;
mod frame;
mod names;
mod types;

use self::aliases::Aliases;
use self::attribute::Constants;
use self::names::Names;
use crate::bef::KernelAttributes;
use crate::graph::{Function, Type};
use crate::plan::{Class, FnId, FnPlan, Plan, StepKind, Value};
use crate::source::Diagnostic;
use crate::verify::Verified;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use tfrt_bef::Blob;
use tfrt_host::kernel::Catalogue;

/// How a plan is printed as Rust.
#[derive(Clone, Debug)]
pub struct RustOptions<'a> {
    /// A function `__functions::all` that lists all functions as callable values, for callers that
    /// learn names and types at run time.
    pub entries: bool,
    /// The path of the crate `tfrt`.
    pub runtime: &'a str,
    /// Spans of functions of an inline program, by name, so that rustc points at them.
    pub places: BTreeMap<String, Span>,
    /// For a program in a file: the expression of its live runner. In debug builds each public
    /// function runs the current file through it.
    pub live: Option<TokenStream>,
    /// Files that hold data of the program, by absolute path. What lies in one is included from it
    /// rather than printed.
    pub files: &'a [(String, Blob)],
}

impl Default for RustOptions<'_> {
    fn default() -> Self {
        Self { entries: false, runtime: "::tfrt", places: BTreeMap::new(), live: None, files: &[] }
    }
}

/// Prints a plan as the items of a Rust module.
///
/// # Errors
/// A type that the catalogue has no Rust type for, or an attribute that a kernel cannot take,
/// each at its op.
pub fn emit(
    plan: &Plan,
    program: &Verified,
    catalogue: &Catalogue,
    options: &RustOptions<'_>,
) -> Result<TokenStream, Vec<Diagnostic>> {
    let functions: Vec<&Function> = program.module().functions().collect();
    let apart = entries_apart(plan, &functions, catalogue);
    let Reached { separate, called, dynamic, .. } = reach(plan, &apart, options);
    let mut errors = Vec::new();
    let aliases = aliases::find(program, catalogue, &functions, &mut errors);
    let names = Names::new(plan, &functions, apart);
    let mut printer = Printer {
        plan,
        catalogue,
        attributes: KernelAttributes::new(program),
        constants: Constants::new(names.data(), options.files),
        functions: &functions,
        types: &program.module().types,
        separate,
        called,
        names,
        aliases,
        places: &options.places,
        live: options.live.is_some(),
        tail_loop: None,
        errors,
    };
    let mut items = TokenStream::new();
    for (index, &(function, id)) in plan.entries.iter().enumerate() {
        debug_assert_eq!(index, id.index(), "entries come first");
        items.extend(printer.entry(function, id));
    }
    for index in 0..plan.functions.len() {
        let id = FnId::new(index);
        let is_entry = plan.entries.iter().any(|&(_, entry)| entry == id);
        if printer.separate.contains(&id) && (!is_entry || printer.names.is_apart(id)) {
            items.extend(printer.inner(id));
        }
    }
    for id in dynamic {
        items.extend(printer.dynamic(id));
    }
    if options.entries {
        let entries: Vec<TokenStream> = plan
            .entries
            .iter()
            .map(|&(function, id)| {
                let name = &functions[function].name;
                let value = printer.function_value(id);
                quote! { (#name, #value) }
            })
            .collect();
        let list = printer.names.list();
        // A module, so that its name cannot clash with a function.
        items.extend(quote! {
            fn #list() -> ::std::vec::Vec<(&'static str, __rt::Function)> {
                vec![#(#entries),*]
            }
            pub mod __functions {
                /// Every function, by its name in the program.
                pub fn all() -> ::std::vec::Vec<(&'static str, super::__rt::Function)> {
                    super::#list()
                }
            }
        });
    }
    if let Some(live) = &options.live {
        let name = printer.names.live();
        items.extend(quote! {
            #[cfg(debug_assertions)]
            static #name: __rt::live::Module = #live;
        });
    }
    items.extend(std::mem::take(&mut printer.constants.items));
    if printer.errors.is_empty() {
        let runtime = types::parsed(options.runtime);
        Ok(quote! {
            use #runtime::__private as __rt;
            #items
        })
    } else {
        Err(printer.errors)
    }
}

/// The instances that are printed.
#[derive(Default)]
struct Reached {
    all: BTreeSet<FnId>,
    /// Instances printed as functions: all that are not inlined.
    separate: BTreeSet<FnId>,
    /// Those that are called. A loop starts frames of the others directly.
    called: BTreeSet<FnId>,
    /// Those that are also called with dynamic values.
    dynamic: BTreeSet<FnId>,
}

/// What the entries need.
fn reach(plan: &Plan, apart: &BTreeSet<FnId>, options: &RustOptions<'_>) -> Reached {
    let mut reached = Reached::default();
    let mut pending: Vec<FnId> = plan.entries.iter().map(|&(_, id)| id).collect();
    // Called with dynamic values, some of which may be pending.
    let outer = |reached: &mut Reached, pending: &mut Vec<FnId>, id: FnId| {
        for id in std::iter::once(id).chain(plan.function(id).nonstrict_entry) {
            reached.dynamic.insert(id);
            pending.push(id);
        }
    };
    if options.entries {
        for &(_, id) in &plan.entries {
            outer(&mut reached, &mut pending, id);
        }
    }
    while let Some(id) = pending.pop() {
        if !reached.all.insert(id) {
            continue;
        }
        let function = plan.function(id);
        if !function.inlined {
            reached.separate.insert(id);
        }
        for step in function.segments.iter().flat_map(|segment| &segment.steps) {
            pending.extend(step.kind.callees());
            let waits = |id| plan.function(id).result_classes().any(|class| class == Class::Later);
            match step.kind {
                StepKind::Kernel { ref functions, .. } => {
                    for &id in functions {
                        outer(&mut reached, &mut pending, id);
                    }
                }
                // A loop that waits hands its body to the runtime.
                StepKind::Repeat { body } | StepKind::While { body } if waits(body) => {
                    reached.separate.insert(body);
                    if !plan.function(body).is_framed_loop() {
                        reached.called.insert(body);
                    }
                }
                _ => reached.called.extend(step.kind.callees()),
            }
        }
    }
    reached.called.extend(plan.entries.iter().map(|&(_, id)| id));
    // The public face of an entry calls it by name, however small it is.
    reached.separate.extend(apart);
    reached.called.extend(&reached.dynamic);
    reached.separate.extend(&reached.dynamic);
    reached
}

/// The state shared by all parts of the printer.
struct Printer<'a> {
    plan: &'a Plan,
    catalogue: &'a Catalogue,
    attributes: KernelAttributes<'a>,
    constants: Constants<'a>,
    functions: &'a [&'a Function],
    types: &'a HashMap<Type, crate::source::Span>,
    separate: BTreeSet<FnId>,
    called: BTreeSet<FnId>,
    names: Names,
    aliases: Aliases,
    places: &'a BTreeMap<String, Span>,
    live: bool,
    /// Of the function that is printed, if it is a loop.
    tail_loop: Option<TailLoop>,
    errors: Vec<Diagnostic>,
}

/// The loop of a tail-recursive function.
struct TailLoop {
    of: FnId,
    /// It calls a function that recursion can reach.
    nests: bool,
}

impl<'a> Printer<'a> {
    /// The public face of a function.
    fn entry(&mut self, function: usize, id: FnId) -> TokenStream {
        let plan = self.plan.function(id);
        let source = self.functions[function];
        let live = self.live_run(plan, source);
        if self.names.is_apart(id) {
            let scope = trace_scope(plan, source);
            let doc = signature_doc(source);
            let visibility = visibility(source);
            let name = self.entry_name(source, id);
            let (params, shares, arguments) = self.public_params(plan);
            let returns = self.public_returns(plan);
            let call = self.public_call(id, &arguments);
            let context = public_context(plan);
            let checks = self.argument_checks(plan);
            return quote! {
                #[doc = #doc]
                #visibility fn #name(#context #params) #returns {
                    #shares
                    #checks
                    #scope
                    #live
                    #call
                }
            };
        }
        let doc = signature_doc(source);
        let visibility = visibility(source);
        let name = self.entry_name(source, id);
        let body = self.function_body(id);
        let params = self.params(plan);
        let returns = self.returns(plan);
        let frame = if plan.has_frame() { self.frame(id) } else { TokenStream::new() };
        quote! {
            #[doc = #doc]
            #visibility fn #name(#params) #returns { #live #body }
            #frame
        }
    }

    /// Calls an instance from its public face, widens its results to what they are pinned to, and
    /// makes its later results those of the run.
    fn public_call(&self, id: FnId, arguments: &TokenStream) -> TokenStream {
        let plan = self.plan.function(id);
        let inner = self.inner_name(id);
        let context = plan.needs_context.then(|| quote! { __ctx, });
        let depth = plan.needs_depth.then(|| quote! { 0, });
        let call = quote! { self::#inner(#context #depth #arguments) };
        if !plan.public_classes().any(|class| class == Class::Later)
            && plan.public_classes().eq(plan.result_classes())
        {
            return call;
        }
        let names: Vec<Ident> =
            (0..plan.results.len()).map(|index| format_ident!("__r{index}")).collect();
        let results = names.iter().zip(&plan.results).zip(plan.public_classes());
        let results = results.map(|((name, &id), class)| {
            let value = plan.value(id);
            let widened = self.convert(&value.ty, quote! { #name }, value.class(), class);
            match class {
                Class::Later => quote! { __rt::returned(__ctx, #widened) },
                Class::Ready | Class::Fallible => widened,
            }
        });
        let results = tuple(&results.collect::<Vec<_>>());
        let pattern = tuple(&names.iter().map(|name| quote! { #name }).collect::<Vec<_>>());
        quote! { let #pattern = #call; #results }
    }

    /// Compares arguments with members of families, from the last to the first. Such a function has the
    /// context, and its results may be errors.
    fn argument_checks(&mut self, plan: &FnPlan) -> TokenStream {
        let failed = plan.public_classes().map(|class| {
            let error = quote! { ::core::result::Result::Err(__error.clone()) };
            match class {
                Class::Later => quote! { __rt::returned(__ctx, __rt::MaybeDone::Done(#error)) },
                Class::Ready | Class::Fallible => error,
            }
        });
        let failed = tuple(&failed.collect::<Vec<_>>());
        let mut checks = TokenStream::new();
        for &index in plan.checked.iter().rev() {
            let (name, value) = (names::value(plan, index), &plan.values[index]);
            let (ty, text) = (self.rust_type(plan, &value.ty), value.ty.as_str());
            checks.extend(quote! {
                if let ::core::result::Result::Err(__error) = {
                    static TYPE: __rt::Member = __rt::Member::new(#text);
                    TYPE.check::<#ty>(#index, &#name)
                } {
                    return #failed;
                }
            });
        }
        checks
    }

    /// Runs the function from the current file, if live development is enabled.
    fn live_run(&mut self, plan: &FnPlan, source: &Function) -> TokenStream {
        if !self.live || !source.visibility.is_public() || plan.native.is_some() {
            return TokenStream::new();
        }
        let (name, module) = (&source.name, self.names.live());
        let takes: Vec<&str> = source.arguments.iter().map(Type::as_str).collect();
        let gives: Vec<&str> = source.results.iter().map(Type::as_str).collect();
        let context = if public_context(plan).is_some() {
            quote! { ::core::option::Option::Some(__ctx) }
        } else {
            quote! { ::core::option::Option::None }
        };
        let values: Vec<TokenStream> = plan.values[..plan.params]
            .iter()
            .enumerate()
            .map(|(index, value)| {
                let name = names::value(plan, index);
                self.class_to_value(&value.ty, quote! { #name }, value.local)
            })
            .collect();
        let results: Vec<TokenStream> = plan
            .results
            .iter()
            .zip(plan.public_classes())
            .map(|(&id, class)| {
                let value = plan.value(id);
                let mut rust = self.rust_type(plan, &value.ty);
                if class == Class::Later {
                    rust = self.held(plan, value, Class::Ready);
                }
                let take = match (class, self.is_scalar(&value.ty)) {
                    (Class::Ready, true) => quote! { ready },
                    (Class::Ready, false) => quote! { ready_shared },
                    (Class::Fallible, true) => quote! { fallible },
                    (Class::Fallible, false) => quote! { fallible_shared },
                    (Class::Later, _) => quote! { later },
                };
                quote! { __run.#take::<#rust>() }
            })
            .collect();
        let results = tuple(&results);
        quote! {
            #[cfg(debug_assertions)]
            if __rt::live::enabled() {
                let mut __run = self::#module.run(
                    #name, &[#(#takes),*], &[#(#gives),*], #context, vec![#(#values),*],
                );
                return #results;
            }
        }
    }

    /// The name of an entry where it is defined.
    fn entry_name(&self, source: &Function, id: FnId) -> Ident {
        let mut name = self.names.entry(id).clone();
        if let Some(&place) = self.places.get(&source.name) {
            name.set_span(place);
        }
        name
    }

    /// An internal function of the program.
    fn inner(&mut self, id: FnId) -> TokenStream {
        let plan = self.plan.function(id);
        let frame = if plan.has_frame() { self.frame(id) } else { TokenStream::new() };
        if !self.called.contains(&id) {
            return frame;
        }
        let name = self.inner_name(id);
        let params = self.params(plan);
        let returns = self.returns(plan);
        let body = self.function_body(id);
        quote! {
            fn #name(#params) #returns { #body }
            #frame
        }
    }

    /// The entry of an instance for callers with dynamic values: kernels that take functions, and
    /// suspending loops. The runtime ensures that arguments match the classes of the parameters.
    fn dynamic(&mut self, id: FnId) -> TokenStream {
        let plan = self.plan.function(id);
        let name = self.names.dynamic(plan);
        let head = quote! {
            fn #name(
                __ctx: &__rt::RequestContext,
                __depth: u32,
                __arguments: &[__rt::Value],
                __results: &mut [__rt::Value],
            )
        };
        if let Some(native) = plan.native {
            let native = self.native(plan, native);
            return quote! { #head { #native.call(__ctx, __arguments.to_vec(), __results); } };
        }
        let inner = self.inner_name(id);
        let loads = self.params_from_values(
            plan,
            |index| quote! { __arguments.get(#index) },
            &quote! { return __rt::poison(__results, &__error) },
        );
        let mut arguments = TokenStream::new();
        for index in 0..plan.params {
            let variable = names::value(plan, index);
            arguments.extend(quote! { #variable, });
        }
        let context = plan.needs_context.then(|| quote! { __ctx, });
        let depth = plan.needs_depth.then(|| quote! { __depth, });
        let (pattern, values) = self.results_as_values(plan);
        quote! {
            #head {
                #loads
                let #pattern = self::#inner(#context #depth #arguments);
                __rt::fill(__results, [#(#values),*]);
            }
        }
    }

    /// Binds the parameters of an instance to dynamic values that match its classes. `value` is
    /// called from the last parameter to the first. `fail` is the exit for an error in a ready
    /// parameter, `__error`; of several errors the last is taken.
    fn params_from_values(
        &mut self,
        plan: &FnPlan,
        value: impl Fn(usize) -> TokenStream,
        fail: &TokenStream,
    ) -> TokenStream {
        let mut loads = TokenStream::new();
        for (index, param) in plan.values[..plan.params].iter().enumerate().rev() {
            let variable = names::value(plan, index);
            let ty = self.rust_type(plan, &param.ty);
            let value = value(index);
            let read = if self.is_scalar(&param.ty) {
                quote! { __rt::argument::<#ty>(#value) }
            } else {
                quote! { __rt::argument_shared::<#ty>(#value) }
            };
            loads.extend(match param.local {
                Class::Ready => quote! {
                    let #variable = match #read {
                        ::core::result::Result::Ok(__value) => __value,
                        ::core::result::Result::Err(__error) => #fail,
                    };
                },
                Class::Fallible => quote! { let #variable = #read; },
                Class::Later => quote! {
                    let #variable = __rt::from_value::<#ty>(#value.cloned());
                },
            });
        }
        loads
    }

    /// A pattern for the results of an instance, and what is bound by it as dynamic values.
    fn results_as_values(&self, plan: &FnPlan) -> (TokenStream, Vec<TokenStream>) {
        let names: Vec<Ident> =
            (0..plan.results.len()).map(|index| format_ident!("__r{index}")).collect();
        let pattern = tuple(&names.iter().map(|name| quote! { #name }).collect::<Vec<_>>());
        let results = plan.results.iter().zip(&names);
        let values = results.map(|(&result, name)| {
            let value = plan.value(result);
            self.class_to_value(&value.ty, quote! { #name }, value.class())
        });
        (pattern, values.collect())
    }

    fn function_body(&mut self, id: FnId) -> TokenStream {
        let plan = self.plan.function(id);
        let check_cancelled = if plan.checks_cancel_on_entry {
            let poison = Self::poison(plan, &plan.results, true);
            quote! {
                if let ::core::option::Option::Some(__error) = __ctx.cancelled() { return #poison; }
            }
        } else {
            TokenStream::new()
        };
        let body = if let Some(native) = plan.native {
            self.native_call(plan, native)
        } else if plan.has_frame() {
            self.frame_start(plan)
        } else if plan.is_loop {
            return self.tail_loop(id, &check_cancelled);
        } else {
            self.straight(plan)
        };
        quote! { #check_cancelled #body }
    }

    /// The name by which generated code calls an instance.
    fn inner_name(&self, id: FnId) -> Ident {
        self.names.inner(id, self.plan.function(id))
    }

    /// Context, depth and parameters of an instance.
    fn params(&mut self, plan: &FnPlan) -> TokenStream {
        let mut params = TokenStream::new();
        if plan.needs_context {
            params.extend(quote! { __ctx: &__rt::RequestContext, });
        }
        if plan.needs_depth {
            params.extend(quote! { __depth: u32, });
        }
        params.extend(self.value_params(plan));
        params
    }

    fn value_params(&mut self, plan: &FnPlan) -> TokenStream {
        let params = plan.values[..plan.params].iter().enumerate();
        params
            .map(|(index, value)| {
                let name = names::value(plan, index);
                let ty = self.held(plan, value, value.local);
                quote! { #name: #ty, }
            })
            .collect()
    }

    /// The parameters of a public face, which takes boxed values by themselves too; what shares those; and
    /// the arguments of the function behind it.
    fn public_params(&mut self, plan: &FnPlan) -> (TokenStream, TokenStream, TokenStream) {
        let (mut params, mut shares) = (TokenStream::new(), TokenStream::new());
        for (index, value) in plan.values[..plan.params].iter().enumerate() {
            let name = names::value(plan, index);
            let ty = self.held(plan, value, value.local);
            if self.is_scalar(&value.ty) {
                params.extend(quote! { #name: #ty, });
            } else {
                params.extend(quote! { #name: impl ::core::convert::Into<#ty>, });
                shares.extend(quote! { let #name: #ty = #name.into(); });
            }
        }
        let names = (0..plan.params).map(|index| names::value(plan, index));
        (params, shares, quote! { #(#names,)* })
    }

    /// The return type of an instance, with its arrow.
    fn returns(&mut self, plan: &FnPlan) -> TokenStream {
        self.returns_as(plan, plan.result_classes(), |printer, value, class| {
            printer.held(plan, value, class)
        })
    }

    /// The same of its public face.
    fn public_returns(&mut self, plan: &FnPlan) -> TokenStream {
        self.returns_as(plan, plan.public_classes(), |printer, value, class| match class {
            Class::Later => {
                let ready = printer.held(plan, value, Class::Ready);
                quote! { __rt::Later<#ready> }
            }
            class => printer.held(plan, value, class),
        })
    }

    fn returns_as(
        &mut self,
        plan: &FnPlan,
        classes: impl Iterator<Item = Class>,
        mut ty: impl FnMut(&mut Self, &Value, Class) -> TokenStream,
    ) -> TokenStream {
        let results = plan.results.iter().zip(classes);
        let types: Vec<TokenStream> =
            results.map(|(&id, class)| ty(self, plan.value(id), class)).collect();
        if types.is_empty() {
            return TokenStream::new();
        }
        let types = tuple(&types);
        quote! { -> #types }
    }
}

/// The entries whose face is not the function that generated code calls: it is traced, it starts at
/// depth zero, its later results are futures of the run, it is pinned to more than it needs, it takes
/// boxed values by themselves too, or it checks them.
fn entries_apart(plan: &Plan, functions: &[&Function], catalogue: &Catalogue) -> BTreeSet<FnId> {
    let is_boxed = |ty: &Type| catalogue.ty(ty.as_str()).is_none_or(|def| def.scalar.is_none());
    let is_apart = |&(function, id): &(usize, FnId)| {
        let plan = plan.function(id);
        let is_public = functions[function].visibility.is_public();
        let apart = (is_public && plan.needs_context)
            || plan.needs_depth
            || plan.public_classes().any(|class| class == Class::Later)
            || plan.public_classes().ne(plan.result_classes())
            || !plan.checked.is_empty()
            || (is_public && plan.values[..plan.params].iter().any(|value| is_boxed(&value.ty)))
            || public_context(plan).is_some() != plan.needs_context;
        apart.then_some(id)
    };
    plan.entries.iter().filter_map(is_apart).collect()
}

/// The scope of a call of a public face: of a function that its caller waits for, or only starts.
fn trace_scope(plan: &FnPlan, source: &Function) -> Option<TokenStream> {
    if !source.visibility.is_public() || public_context(plan).is_none() {
        return None;
    }
    let name = &source.name;
    Some(if plan.public_classes().any(|class| class == Class::Later) {
        quote! { let __scope = __rt::trace_call(__ctx, #name); }
    } else {
        quote! { let __scope = __rt::trace_function(__ctx, #name); }
    })
}

/// The context among the parameters of a public face. Results that can be errors are results of a
/// run, so where those are pinned or arguments are checked, so is the context.
fn public_context(plan: &FnPlan) -> Option<TokenStream> {
    let pinned = plan.pinned.is_some_and(|class| class > Class::Ready);
    (plan.needs_context || pinned || !plan.checked.is_empty())
        .then(|| quote! { __ctx: &__rt::RequestContext, })
}

/// One thing by itself, several as a tuple.
fn tuple(parts: &[TokenStream]) -> TokenStream {
    match parts {
        [one] => one.clone(),
        several => quote! { (#(#several),*) },
    }
}

fn visibility(function: &Function) -> TokenStream {
    if function.visibility.is_public() {
        quote! { pub }
    } else {
        TokenStream::new()
    }
}

fn signature_doc(function: &Function) -> String {
    let arguments: Vec<String> = function.arguments.iter().map(ToString::to_string).collect();
    let results: Vec<String> = function.results.iter().map(ToString::to_string).collect();
    format!(" `func.func @{}({}) -> ({})`", function.name, arguments.join(", "), results.join(", "))
}
