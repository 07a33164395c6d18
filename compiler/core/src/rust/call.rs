//! Prints kernel calls: arguments from operands, attributes and functions, and the return value
//! split into results.

use super::types::path;
use super::{Printer, tuple};
use crate::graph::{Attribute, Type};
use crate::plan::{Class, FnId, FnPlan, LocalId, Step};
use crate::source::Diagnostic;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};
use std::borrow::Cow;
use tfrt_host::error::Location;
use tfrt_host::kernel::{KernelDef, NativeDef, Outcome, ParamDef, ParamKind, is_checked_family};

/// The step, in which no operand is moved that the kernel borrows as another.
fn kept_if_borrowed<'a>(step: &'a Step, kernel: &KernelDef) -> Cow<'a, Step> {
    let borrows = |&position: &usize| {
        kernel.operand(position).is_some_and(|param| param.kind == ParamKind::Borrow)
    };
    let mut step = Cow::Borrowed(step);
    for position in (0..step.operands.len()).filter(borrows) {
        let value = step.operands[position].value;
        let moved = |other: &usize| {
            *other != position && step.operands[*other].last && step.operands[*other].value == value
        };
        if let Some(other) = (0..step.operands.len()).find(moved) {
            step.to_mut().operands[other].last = false;
        }
    }
    step
}

/// The kernel call of a step.
#[derive(Clone, Copy)]
pub(super) struct KernelCall<'a> {
    pub(super) kernel: &'static KernelDef,
    pub(super) functions: &'a [FnId],
    pub(super) proved: bool,
}

impl Printer<'_> {
    /// The body of a native function.
    pub(super) fn native_call(&mut self, plan: &FnPlan, native: &NativeDef) -> TokenStream {
        let native = self.native(plan, native);
        let arguments: Vec<TokenStream> = plan.values[..plan.params]
            .iter()
            .enumerate()
            .map(|(index, value)| {
                let name = super::names::value(plan, index);
                self.class_to_value(&value.ty, quote! { #name }, value.local)
            })
            .collect();
        let results = self.values_as(plan, &plan.results);
        let count = plan.results.len();
        quote! {
            let mut __results =
                __rt::call_native(&#native, __ctx, vec![#(#arguments),*], #count).into_iter();
            #results
        }
    }

    /// A native function with the checks of its results, as an expression.
    pub(super) fn native(&mut self, plan: &FnPlan, native: &NativeDef) -> TokenStream {
        let NativeDef { name, rust, .. } = native;
        let function = path(rust);
        let checks = self.result_checks(plan, &plan.results);
        quote! {
            __rt::Native {
                def: __rt::NativeDef { name: #name, rust: #rust, function: #function },
                results: __rt::type_checks(&[#(#checks),*]),
            }
        }
    }

    /// A nonstrict kernel, started by the runtime.
    pub(super) fn eager_call(
        &mut self,
        plan: &FnPlan,
        step: &Step,
        kernel: &KernelDef,
        functions: &[FnId],
    ) -> TokenStream {
        let definition = definition(kernel);
        let context = self.context(plan, step);
        let arguments: Vec<TokenStream> = step
            .operands
            .iter()
            .map(|operand| {
                let value = plan.value(operand.value);
                // An eager step stands in the first segment.
                if value.segment.0 > 0 {
                    let promises = super::frame::promises_name(plan, operand.value);
                    return quote! { __rt::promise(&mut self.#promises) };
                }
                let held = self.take(plan, operand.value, operand.last);
                self.class_to_value(&value.ty, held, value.local)
            })
            .collect();
        let attributes = self.all_attributes(plan, step);
        let functions: Vec<TokenStream> =
            functions.iter().map(|&function| self.function_value(function)).collect();
        let count = step.results.len();
        let checks =
            if step.checks_results { self.result_checks(plan, &step.results) } else { Vec::new() };
        let results = self.values_as(plan, &step.results);
        quote! { {
            let mut __results = __rt::call_eager(
                #context, &#definition, vec![#(#arguments),*],
                {
                    static ATTRIBUTES: __rt::Attributes = __rt::Attributes::new(|| #attributes);
                    ATTRIBUTES.bound(&#definition)
                },
                vec![#(#functions),*], #count, __rt::type_checks(&[#(#checks),*]),
            ).into_iter();
            #results
        } }
    }

    /// A kernel call as an expression of the step's results in their local classes.
    pub(super) fn kernel_call(
        &mut self,
        plan: &FnPlan,
        step: &Step,
        called: &KernelCall<'_>,
    ) -> TokenStream {
        let &KernelCall { kernel, proved, .. } = called;
        // A kernel with an intrinsic does not panic. A function without the context cannot report
        // errors.
        let guarded = kernel.intrinsic.is_none() && !proved && plan.needs_context;
        let context = self.context(plan, step);
        let inner = if guarded {
            quote! { __context }
        } else {
            context.clone()
        };
        let step = &*kept_if_borrowed(step, kernel);
        let moved = if guarded { self.moved(plan, step, kernel) } else { Vec::new() };
        let call = self.direct_call(plan, step, called, &inner, &moved);
        // What calls a kernel is compiled once for each type that one returns: it has the kernel as a closure by
        // reference, and that takes the values that it moves out of options.
        let closure = quote! { &mut |__context| #call };
        let names: Vec<Ident> =
            moved.iter().map(|value| super::names::value(plan, value.index())).collect();
        let with_moved = |called: TokenStream| {
            if names.is_empty() {
                return called;
            }
            quote! { {
                #(let mut #names = ::core::option::Option::Some(#names);)*
                #called
            } }
        };
        if kernel.variadic_results {
            // Such a function always has the context, and such a kernel no intrinsic.
            let results = self.values_of(plan, step, kernel);
            let count = step.results.len();
            let called = if step.checks_results {
                let checks = self.result_checks(plan, &step.results);
                quote! { __rt::call_values_of(#context, #count, &[#(#checks),*], #closure) }
            } else {
                quote! { __rt::call_values(#context, #count, #closure) }
            };
            let called = with_moved(called);
            return quote! { {
                let mut __results = #called.into_iter();
                #results
            } };
        }
        let later = matches!(kernel.results, [only] if only.outcome == Outcome::Later);
        let (call, later) = if !guarded || kernel.returns_result {
            (call, false)
        } else if later {
            (with_moved(quote! { __rt::call_later(#context, #closure) }), true)
        } else {
            (with_moved(quote! { __rt::call(#context, #closure) }), false)
        };
        let declared = kernel.results.len().min(step.results.len());
        let names: Vec<Ident> =
            (0..kernel.results.len()).map(|i| format_ident!("__r{i}")).collect();
        let pattern = tuple(&names.iter().map(|name| quote! { #name }).collect::<Vec<_>>());
        let mut parts: Vec<TokenStream> = Vec::new();
        // The return's own error is that of the only result.
        let mut as_returned = false;
        for (index, &id) in step.results.iter().enumerate() {
            let value = plan.value(id);
            let (part, class) = if later && index == 0 {
                // The call has converted it already.
                let name = &names[0];
                (quote! { #name }, Class::Later)
            } else if index < declared {
                self.part(plan, step, kernel, index, &names[index])
            } else {
                // The optional trailing chain of any kernel.
                (quote! { __rt::Chain }, Class::Ready)
            };
            let (part, class) = self.checked(plan, step, index, part, class);
            as_returned = step.results.len() == 1
                && kernel.results.len() == 1
                && (class, value.local) == (Class::Ready, Class::Fallible);
            parts.push(self.convert(&value.ty, part, class, value.local));
        }
        let parts = tuple(&parts);
        // The return value is the single result.
        let whole = parts.to_string() == pattern.to_string();
        if !kernel.returns_result && whole && !kernel.results.is_empty() {
            return call;
        }
        if whole && proved {
            return quote! { __rt::proved(#call) };
        }
        if !kernel.returns_result {
            if kernel.results.is_empty() {
                return quote! { { #call; #parts } };
            }
            return quote! { { let #pattern = #call; #parts } };
        }
        if proved {
            return quote! { { let #pattern = __rt::proved(#call); #parts } };
        }
        let called = if guarded {
            quote! { __rt::call_fallible(#context, #closure) }
        } else {
            quote! { __rt::report(#context, #call) }
        };
        if as_returned {
            let scalar = self.is_scalar(&plan.value(step.results[0]).ty);
            let share = (!scalar).then(|| quote! { .map(__rt::share) });
            return with_moved(quote! { #called #share });
        }
        let called = with_moved(called);
        let poison = Self::poison(plan, &step.results, false);
        quote! {
            match #called {
                ::core::result::Result::Ok(#pattern) => #parts,
                ::core::result::Result::Err(__error) => #poison,
            }
        }
    }

    /// A result of a kernel, compared with its type if no rule infers that.
    fn checked(
        &mut self,
        plan: &FnPlan,
        step: &Step,
        index: usize,
        part: TokenStream,
        class: Class,
    ) -> (TokenStream, Class) {
        let ty = &plan.value(step.results[index]).ty;
        if !(step.checks_results && self.is_member(ty)) {
            return (part, class);
        }
        let context = self.context(plan, step);
        let text = ty.as_str();
        let member = quote! { {
            static TYPE: __rt::Member = __rt::Member::new(#text);
            &TYPE
        } };
        match class {
            Class::Ready => {
                (quote! { __rt::checked_result(#context, #part, #member) }, Class::Fallible)
            }
            Class::Fallible => {
                let check = quote! { __rt::checked_result(#context, __value, #member) };
                (quote! { #part.and_then(|__value| #check) }, Class::Fallible)
            }
            Class::Later => {
                (quote! { __rt::checked_later(#context, #part, #member) }, Class::Later)
            }
        }
    }

    /// The results that are compared with their types: positions, types and checks.
    fn result_checks(&mut self, plan: &FnPlan, results: &[LocalId]) -> Vec<TokenStream> {
        let mut checks = Vec::new();
        for (index, &result) in results.iter().enumerate() {
            let ty = &plan.value(result).ty;
            if self.is_member(ty) {
                let (rust, text) = (self.rust_type(plan, ty), ty.as_str());
                checks.push(quote! { (#index, #text, __rt::member_check::<#rust>) });
            }
        }
        checks
    }

    /// Whether a type is a member of a family of types.
    fn is_member(&self, ty: &Type) -> bool {
        let is_family =
            || self.catalogue.ty(ty.as_str()).is_some_and(|it| is_checked_family(it.name));
        ty.as_str().ends_with('>') && is_family()
    }

    /// The values of `__results`, which a kernel gave, as a step's results in their local classes.
    fn values_of(&mut self, plan: &FnPlan, step: &Step, kernel: &KernelDef) -> TokenStream {
        let mut results = Vec::new();
        for (index, &id) in step.results.iter().enumerate() {
            let value = plan.value(id);
            let ty = self.rust_type(plan, &value.ty);
            let outcome = kernel.result(index).map_or(kernel.outcome, |result| result.outcome);
            let (part, class) = if outcome == Outcome::Later {
                (quote! { __rt::from_value::<#ty>(__results.next()) }, Class::Later)
            } else if self.is_scalar(&value.ty) {
                (quote! { __rt::argument::<#ty>(__results.next().as_ref()) }, Class::Fallible)
            } else {
                (
                    quote! { __rt::argument_shared::<#ty>(__results.next().as_ref()) },
                    Class::Fallible,
                )
            };
            results.push(self.convert(&value.ty, part, class, value.local));
        }
        tuple(&results)
    }

    /// One element of a kernel's return, held, and its class.
    fn part(
        &mut self,
        plan: &FnPlan,
        step: &Step,
        kernel: &KernelDef,
        index: usize,
        name: &Ident,
    ) -> (TokenStream, Class) {
        let scalar = self.is_scalar(&plan.value(step.results[index]).ty);
        let outcome = kernel.results[index].outcome;
        match outcome {
            Outcome::Later => (quote! { __rt::into_later(#name) }, Class::Later),
            // The return's own `Result` is already off.
            Outcome::Ready | Outcome::Fallible
                if outcome == Outcome::Ready || kernel.returns_result =>
            {
                let held = if scalar {
                    quote! { #name }
                } else {
                    quote! { __rt::share(#name) }
                };
                (held, Class::Ready)
            }
            Outcome::Ready | Outcome::Fallible => {
                let context = self.context(plan, step);
                let share = (!scalar).then(|| quote! { .map(__rt::share) });
                (quote! { __rt::report(#context, #name)#share }, Class::Fallible)
            }
        }
    }

    fn direct_call(
        &mut self,
        plan: &FnPlan,
        step: &Step,
        called: &KernelCall<'_>,
        context: &TokenStream,
        moved: &[LocalId],
    ) -> TokenStream {
        let &KernelCall { kernel, functions, .. } = called;
        let function = path(&format!("{}::{}", kernel.module, kernel.function));
        let mut next = 0;
        let mut arguments: Vec<TokenStream> = Vec::new();
        for param in kernel.params {
            let argument = match param.kind {
                ParamKind::Value | ParamKind::Borrow | ParamKind::Async if param.variadic => {
                    let rest = next..step.operands.len();
                    next = step.operands.len();
                    let values: Vec<TokenStream> = rest
                        .map(|index| self.argument(plan, step, index, param.kind, moved))
                        .collect();
                    match param.kind {
                        ParamKind::Borrow => quote! { &[#(#values),*] },
                        _ => quote! { ::std::vec![#(#values),*] },
                    }
                }
                ParamKind::Value | ParamKind::Borrow | ParamKind::Async if param.optional => {
                    let index = next;
                    next += 1;
                    if index < step.operands.len() {
                        let value = self.argument(plan, step, index, param.kind, moved);
                        quote! { ::core::option::Option::Some(#value) }
                    } else {
                        quote! { ::core::option::Option::None }
                    }
                }
                ParamKind::Value | ParamKind::Borrow | ParamKind::Async => {
                    let index = next;
                    next += 1;
                    if index >= step.operands.len() {
                        self.refuse(plan, step, format!("operand {index} is missing"));
                        continue;
                    }
                    self.argument(plan, step, index, param.kind, moved)
                }
                ParamKind::Any => {
                    let index = next;
                    next += 1;
                    if index >= step.operands.len() {
                        self.refuse(plan, step, format!("operand {index} is missing"));
                        continue;
                    }
                    let value = self.any_value(plan, step, index, moved);
                    quote! { &#value }
                }
                ParamKind::Variadic => {
                    let values: Vec<TokenStream> = (next..step.operands.len())
                        .map(|index| self.any_value(plan, step, index, moved))
                        .collect();
                    next = step.operands.len();
                    quote! { &[#(#values),*] }
                }
                ParamKind::Attribute { index } => {
                    let attribute = self.attributes(plan, step).into_iter().nth(index);
                    match attribute {
                        Some(attribute) => self.attribute_argument(plan, step, param, &attribute),
                        None if param.optional => {
                            quote! { __rt::Attr(::core::option::Option::None) }
                        }
                        None => {
                            self.refuse(
                                plan,
                                step,
                                format!("attribute '{}' is missing", param.name),
                            );
                            continue;
                        }
                    }
                }
                ParamKind::Attributes => {
                    let attributes = self.all_attributes(plan, step);
                    quote! { {
                        static ATTRIBUTES: __rt::Attributes = __rt::Attributes::new(|| #attributes);
                        ATTRIBUTES.all()
                    } }
                }
                ParamKind::Function { index } => match functions.get(index) {
                    Some(&function) => {
                        let function = self.function_value(function);
                        quote! { &#function }
                    }
                    None => {
                        self.refuse(plan, step, format!("function {index} is missing"));
                        continue;
                    }
                },
                ParamKind::Functions => {
                    let functions: Vec<TokenStream> =
                        functions.iter().map(|&function| self.function_value(function)).collect();
                    quote! { &[#(#functions),*] }
                }
                ParamKind::Context => context.clone(),
                ParamKind::ResultCount => {
                    let count = step.results.len();
                    quote! { __rt::ResultCount(#count) }
                }
                ParamKind::Results => {
                    let message = "a kernel that fills its results is not called";
                    self.refuse(plan, step, message.to_owned());
                    continue;
                }
            };
            arguments.push(argument);
        }
        quote! { #function(#(#arguments),*) }
    }

    /// The values that a kernel's call moves.
    fn moved(&self, plan: &FnPlan, step: &Step, kernel: &KernelDef) -> Vec<LocalId> {
        let borrows = |position| {
            kernel.operand(position).is_some_and(|param| param.kind == ParamKind::Borrow)
        };
        let moved = step.operands.iter().enumerate().filter(|&(position, operand)| {
            operand.last && !self.is_scalar(&plan.value(operand.value).ty) && !borrows(position)
        });
        moved.map(|(_, operand)| operand.value).collect()
    }

    /// An operand by value, in a closure if the step moves values out of options there.
    fn by_value(&self, plan: &FnPlan, step: &Step, index: usize, moved: &[LocalId]) -> TokenStream {
        let operand = step.operands[index];
        if !moved.contains(&operand.value) {
            return self.operand(plan, step, index);
        }
        let name = super::names::value(plan, operand.value.index());
        if operand.last {
            quote! { __rt::moved(&mut #name) }
        } else {
            quote! { __rt::kept(&#name).clone() }
        }
    }

    /// The same as a dynamic value.
    fn any_value(
        &self,
        plan: &FnPlan,
        step: &Step,
        index: usize,
        moved: &[LocalId],
    ) -> TokenStream {
        let held = self.by_value(plan, step, index, moved);
        self.to_value(&plan.value(step.operands[index].value).ty, &held)
    }

    fn argument(
        &self,
        plan: &FnPlan,
        step: &Step,
        index: usize,
        kind: ParamKind,
        moved: &[LocalId],
    ) -> TokenStream {
        let operand = step.operands[index];
        let scalar = self.is_scalar(&plan.value(operand.value).ty);
        let held = self.by_value(plan, step, index, moved);
        match (kind, scalar) {
            (ParamKind::Async, true) => quote! { __rt::AsyncRef::available(#held) },
            (ParamKind::Async, false) => quote! { #held.into_ref() },
            (ParamKind::Borrow, true) => quote! { &#held },
            (ParamKind::Borrow, false) => {
                let name = super::names::value(plan, operand.value.index());
                quote! { &*#name }
            }
            (_, true) => held,
            (_, false) => quote! { #held.take() },
        }
    }

    /// The op's attributes as BEF passes them: alphabetical, without functions.
    fn attributes(&self, plan: &FnPlan, step: &Step) -> Vec<Attribute> {
        let body = self.functions[plan.body.function].body.as_ref().expect("planned bodies exist");
        let attributes = self.attributes.of(body.op(step.op));
        attributes.map(|(_, attribute)| attribute.clone()).collect()
    }

    /// All of them, as an expression of a vector.
    fn all_attributes(&mut self, plan: &FnPlan, step: &Step) -> TokenStream {
        let attributes = self.attributes(plan, step);
        let attributes: Vec<TokenStream> =
            attributes.iter().map(|attribute| self.bef_attribute(plan, step, attribute)).collect();
        quote! { vec![#(#attributes),*] }
    }

    fn attribute_argument(
        &mut self,
        plan: &FnPlan,
        step: &Step,
        param: &ParamDef,
        attribute: &Attribute,
    ) -> TokenStream {
        let literal = !param.optional && !param.borrowed;
        let kind = if literal { param.ty } else { "" };
        match (kind, attribute) {
            ("i1", Attribute::Integer { value, .. }) if (0..=1).contains(value) => {
                let value = *value != 0;
                quote! { __rt::Attr(#value) }
            }
            ("i32", Attribute::Integer { value, .. }) if i32::try_from(*value).is_ok() => {
                let value = Literal::i32_suffixed(i32::try_from(*value).unwrap_or_default());
                quote! { __rt::Attr(#value) }
            }
            ("i64", Attribute::Integer { value, .. }) if i64::try_from(*value).is_ok() => {
                let value = Literal::i64_suffixed(i64::try_from(*value).unwrap_or_default());
                quote! { __rt::Attr(#value) }
            }
            ("f32", Attribute::Float { bits, ty }) if ty.as_str() == "f32" => {
                let bits = Literal::u32_suffixed((*bits & u64::from(u32::MAX)) as u32);
                quote! { __rt::Attr(f32::from_bits(#bits)) }
            }
            ("f64", Attribute::Float { bits, ty }) if ty.as_str() == "f64" => {
                let bits = Literal::u64_suffixed(*bits);
                quote! { __rt::Attr(f64::from_bits(#bits)) }
            }
            _ => {
                let attribute = self.bef_attribute(plan, step, attribute);
                let read = if param.borrowed {
                    quote! { borrow }
                } else {
                    quote! { read }
                };
                quote! { {
                    static ATTRIBUTE: __rt::Attributes =
                        __rt::Attributes::new(|| vec![#attribute]);
                    ATTRIBUTE.#read()
                } }
            }
        }
    }

    /// An attribute as an expression of the kernel interface's attribute type.
    fn bef_attribute(&mut self, plan: &FnPlan, step: &Step, attribute: &Attribute) -> TokenStream {
        match self.attributes.encode(attribute) {
            Some(encoded) => self.constants.attribute(&encoded),
            None => {
                self.refuse(plan, step, "an attribute cannot be handed to a kernel".to_owned());
                quote! { __rt::Attribute::EmptyArray }
            }
        }
    }

    /// A callable value over an instance.
    pub(super) fn function_value(&mut self, id: FnId) -> TokenStream {
        let function = self.plan.function(id);
        let checked: Vec<TokenStream> = function
            .checked
            .iter()
            .map(|&index| {
                let ty = &function.values[index].ty;
                let (rust, text) = (self.rust_type(function, ty), ty.as_str());
                quote! { (#index, #text, __rt::member_check::<#rust>) }
            })
            .collect();
        let call = self.names.dynamic(function);
        let name = if function.is_region {
            ""
        } else {
            self.functions[function.body.function].name.as_str()
        };
        let arguments: Vec<&str> =
            function.values[..function.params].iter().map(|value| value.ty.as_str()).collect();
        // A function's own types: the plan may know more of its results.
        let results: Vec<&str> = if function.is_region {
            function.results.iter().map(|&result| function.value(result).ty.as_str()).collect()
        } else {
            self.functions[function.body.function].results.iter().map(Type::as_str).collect()
        };
        let nonstrict = match function.nonstrict_entry {
            Some(id) => {
                let call = self.names.dynamic(self.plan.function(id));
                quote! { __rt::NonstrictEntry::Entry(self::#call) }
            }
            None if function.native.is_some() => quote! { __rt::NonstrictEntry::Same },
            None => quote! { __rt::NonstrictEntry::Wait },
        };
        let types = quote! { &[#(#arguments),*], &[#(#results),*] };
        if checked.is_empty() {
            return quote! { __rt::function(#name, #types, self::#call, #nonstrict) };
        }
        quote! {
            __rt::checked_function(#name, #types, &[#(#checked),*], self::#call, #nonstrict)
        }
    }

    /// The context that a step's kernel and its reports see.
    pub(super) fn context(&self, plan: &FnPlan, step: &Step) -> TokenStream {
        let body = self.functions[plan.body.function].body.as_ref().expect("planned bodies exist");
        let op = body.op(step.op);
        let name: &str = &op.name;
        let location = location_expression(&op.location);
        let depth = if plan.needs_depth {
            quote! { __depth }
        } else {
            quote! { 0 }
        };
        if matches!(op.location, Location::Unknown | Location::FileLineCol { .. }) {
            quote! { {
                static SITE: __rt::Site = __rt::Site::new(#name, #location);
                __rt::context(__ctx, &SITE, #depth)
            } }
        } else {
            quote! { {
                static SITE: ::std::sync::LazyLock<__rt::Site> =
                    ::std::sync::LazyLock::new(|| __rt::Site::new(#name, #location));
                __rt::context(__ctx, &*SITE, #depth)
            } }
        }
    }

    fn refuse(&mut self, plan: &FnPlan, step: &Step, what: String) {
        let body = self.functions[plan.body.function].body.as_ref().expect("planned bodies exist");
        let op = body.op(step.op);
        self.errors.push(Diagnostic::error(op.span, format!("'{}': {what}", op.name)));
    }
}

fn location_expression(location: &Location) -> TokenStream {
    match location {
        Location::Unknown => quote! { __rt::Location::Unknown },
        Location::FileLineCol { file, line, column } => {
            let file = file.as_ref();
            quote! { __rt::Location::at(#file, #line, #column) }
        }
        Location::Name { name, child } => {
            let name = name.as_ref();
            let child = location_expression(child);
            quote! { __rt::Location::Name {
                name: #name.into(), child: ::std::boxed::Box::new(#child),
            } }
        }
        Location::CallSite { callee, caller } => {
            let (callee, caller) = (location_expression(callee), location_expression(caller));
            quote! { __rt::Location::CallSite {
                callee: ::std::boxed::Box::new(#callee), caller: ::std::boxed::Box::new(#caller),
            } }
        }
        Location::Fused(locations) => {
            let locations = locations.iter().map(location_expression);
            quote! { __rt::Location::Fused(vec![#(#locations),*]) }
        }
    }
}

/// The constant with a kernel's definition.
pub(super) fn definition(kernel: &KernelDef) -> TokenStream {
    let function = kernel.function;
    let function = function.strip_prefix("r#").unwrap_or(function);
    let function = function.strip_prefix("__later_").unwrap_or(function).to_uppercase();
    path(&format!("{}::{function}", kernel.module))
}
