//! Rust types of values, and conversions between classes.

use super::{Printer, tuple};
use crate::graph::Type;
use crate::plan::{Class, FnPlan, LocalId, Scalar, Value};
use crate::source::Diagnostic;
use crate::suggest;
use proc_macro2::TokenStream;
use quote::quote;
use tfrt_bef::element_types;
use tfrt_host::kernel::{KernelType, ScalarType, bf16, f16};

impl Printer<'_> {
    /// The Rust type behind an MLIR type. Reports a type that the catalogue does not know, once,
    /// where it first stands, or at the function that has it if the program was no text.
    pub(super) fn rust_type(&mut self, plan: &FnPlan, ty: &Type) -> TokenStream {
        let known = self.catalogue.ty(ty.as_str());
        let alias = || self.aliases.get(ty.as_str()).and_then(|ty| self.catalogue.ty(ty));
        let Some(def) = known.or_else(alias) else {
            let function = self.functions[plan.body.function].span;
            let span = self.types.get(ty).copied().unwrap_or(function);
            let gives = match suggest::list_of_type(ty.as_str()) {
                Some(list) => suggest::lacks("it", list),
                None => format!("a list of kernels gives it one, by `type Name = \"{ty}\"`"),
            };
            let message = format!("type '{ty}' has no Rust type in the catalogue: {gives}");
            if !self.errors.iter().any(|error| error.message == message) {
                self.errors.push(Diagnostic::error(span, message));
            }
            return quote! { () };
        };
        path(def.rust)
    }

    /// Held unboxed.
    pub(super) fn is_scalar(&self, ty: &Type) -> bool {
        self.catalogue.ty(ty.as_str()).is_some_and(|def| def.scalar.is_some())
    }

    /// The Rust type of a value held in a class.
    pub(super) fn held(&mut self, plan: &FnPlan, value: &Value, class: Class) -> TokenStream {
        let rust = self.rust_type(plan, &value.ty);
        let held = if self.is_scalar(&value.ty) {
            rust.clone()
        } else {
            quote! { __rt::Shared<#rust> }
        };
        match class {
            Class::Ready => held,
            Class::Fallible => quote! { ::core::result::Result<#held, __rt::Error> },
            Class::Later => quote! { __rt::MaybeDone<#rust> },
        }
    }

    /// Converts an expression to an equal or greater class.
    pub(super) fn convert(
        &self,
        ty: &Type,
        expression: TokenStream,
        from: Class,
        to: Class,
    ) -> TokenStream {
        let scalar = self.is_scalar(ty);
        match (from, to) {
            (Class::Ready, Class::Fallible) => {
                quote! { ::core::result::Result::<_, __rt::Error>::Ok(#expression) }
            }
            (Class::Ready, Class::Later) if scalar => {
                quote! { __rt::MaybeDone::Done(::core::result::Result::Ok(#expression)) }
            }
            (Class::Ready, Class::Later) => quote! { __rt::shared_later(#expression) },
            (Class::Fallible, Class::Later) if scalar => {
                quote! { __rt::MaybeDone::Done(#expression) }
            }
            (Class::Fallible, Class::Later) => quote! { __rt::shared_result_later(#expression) },
            _ => expression,
        }
    }

    /// The error `__error` (a reference) in every one of these values. `outer`: in the classes
    /// that the function's caller sees.
    pub(super) fn poison(plan: &FnPlan, values: &[LocalId], outer: bool) -> TokenStream {
        let class = |id: LocalId| {
            let value = plan.value(id);
            if outer { value.class() } else { value.local }
        };
        let copy = quote! { __error.clone() };
        tuple(&values.iter().map(|&id| failed(class(id), &copy)).collect::<Vec<_>>())
    }

    /// The error `__error`, consumed, as every one of these values, in their local classes.
    pub(super) fn poison_by_move(plan: &FnPlan, values: &[LocalId]) -> TokenStream {
        let (copy, whole) = (quote! { __error.clone() }, quote! { __error });
        let parts = values.iter().enumerate().map(|(index, &id)| {
            let error = if index + 1 == values.len() { &whole } else { &copy };
            failed(plan.value(id).local, error)
        });
        tuple(&parts.collect::<Vec<_>>())
    }

    /// A held, ready value as a dynamic one.
    pub(super) fn to_value(&self, ty: &Type, expression: &TokenStream) -> TokenStream {
        if self.is_scalar(ty) {
            quote! { __rt::Value::new(#expression) }
        } else {
            quote! { __rt::shared_value(#expression) }
        }
    }

    /// A value of any class as a dynamic one.
    pub(super) fn class_to_value(
        &self,
        ty: &Type,
        expression: TokenStream,
        class: Class,
    ) -> TokenStream {
        let later = self.convert(ty, expression, class, Class::Later);
        quote! { __rt::later_value(#later) }
    }
}

/// A value of that class that is this error.
fn failed(class: Class, error: &TokenStream) -> TokenStream {
    match class {
        Class::Later => quote! { __rt::MaybeDone::Done(::core::result::Result::Err(#error)) },
        Class::Ready | Class::Fallible => quote! { ::core::result::Result::Err(#error) },
    }
}

macro_rules! literals {
    (
        []
        numbers { $($(#[$doc:meta])*
            $scalar:ident = $id:literal, $mlir:literal, $name:literal,
            $kind:ident, $size:tt, $rust:ident;)* }
        $($others:tt)*
    ) => {
        /// A scalar constant as an expression of its Rust type.
        pub(super) fn literal(Scalar { ty, bits }: Scalar) -> TokenStream {
            match ty {
                ScalarType::Chain => quote! { __rt::Chain },
                $(ScalarType::$scalar => {
                    let value = <$rust as KernelType>::from_bits(bits).unwrap_or_default();
                    literals!($kind $size value $rust)
                })*
            }
        }
    };
    (Float 2 $value:ident $rust:ident) => {{
        let bits = $value.to_bits();
        quote! { __rt::tfrt_kernels::number::$rust::from_bits(#bits) }
    }};
    (Float $size:tt $value:ident $rust:ident) => {{
        let bits = $value.to_bits();
        quote! { $rust::from_bits(#bits) }
    }};
    ($kind:ident $size:tt $value:ident $rust:ident) => { quote! { #$value } };
}

element_types!(literals []);

/// A path: those into the crates that `tfrt` re-exports go through the hidden support module, all
/// others are printed as declared.
pub(super) fn path(text: &str) -> TokenStream {
    let reexported = text.starts_with("tfrt_host::") || text.starts_with("tfrt_kernels::");
    if reexported { parsed(&format!("__rt::{text}")) } else { parsed(text) }
}

/// A path as it stands.
pub(super) fn parsed(text: &str) -> TokenStream {
    text.parse().unwrap_or_else(|_| quote! { compile_error!("a path that is not Rust") })
}
