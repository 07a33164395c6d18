//! Functions that suspend: a frame of slots, one method per segment.

use super::{Printer, tuple, value_name};
use crate::plan::{Class, FnId, FnPlan, LocalId, SegmentId, Step};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::collections::BTreeSet;

impl Printer<'_> {
    /// Makes the frame and starts it.
    pub(super) fn frame_start(&mut self, id: FnId) -> TokenStream {
        let plan = self.plan.function(id);
        let frame = frame_name(plan);
        let params = (0..plan.params).map(|index| value_name(plan, index));
        let depth = plan.needs_depth.then(|| quote! { __depth, });
        let others = frame_values(plan).into_iter().filter(|&value| value.index() >= plan.params);
        let others = others.map(|value| value_name(plan, value.index()));
        let promises = promised(plan).map(|value| promises_name(plan, value));
        let slots = (0..plan.results.len()).map(slot_name);
        let empty = plan.result_classes().map(|class| match class {
            Class::Later => quote! { __rt::LaterSlot::EMPTY },
            Class::Ready | Class::Fallible => quote! { ::core::option::Option::None },
        });
        let taken: Vec<TokenStream> = plan
            .result_classes()
            .enumerate()
            .map(|(index, class)| {
                let slot = slot_name(index);
                match class {
                    Class::Later => quote! { __frame.#slot.take() },
                    Class::Ready | Class::Fallible => {
                        quote! { __rt::slot_take(&mut __frame.#slot) }
                    }
                }
            })
            .collect();
        let taken = tuple(&taken);
        quote! {
            let __frame = #frame {
                #depth
                #(#params: ::core::option::Option::Some(#params),)*
                #(#others: ::core::option::Option::None,)*
                #(#promises: ::std::vec::Vec::new(),)*
                #(#slots: #empty,)*
            };
            __rt::start(__frame, __ctx, |__frame| #taken)
        }
    }

    /// The frame's type and its code.
    pub(super) fn frame(&mut self, id: FnId) -> TokenStream {
        let plan = self.plan.function(id);
        let frame = frame_name(plan);
        let depth = plan.needs_depth.then(|| quote! { __depth: u32, });
        let mut fields = TokenStream::new();
        for value in frame_values(plan) {
            let name = value_name(plan, value.index());
            let ty = self.held(plan, plan.value(value), plan.value(value).local);
            fields.extend(quote! { #name: ::core::option::Option<#ty>, });
        }
        for value in promised(plan) {
            let name = promises_name(plan, value);
            fields.extend(quote! { #name: ::std::vec::Vec<__rt::AnyPromise>, });
        }
        for (index, &result) in plan.results.iter().enumerate() {
            let name = slot_name(index);
            let value = plan.value(result);
            let ty = match value.class() {
                Class::Later => {
                    let rust = self.rust_type(plan, &value.ty);
                    quote! { __rt::LaterSlot<#rust> }
                }
                class => {
                    let held = self.held(plan, value, class);
                    quote! { ::core::option::Option<#held> }
                }
            };
            fields.extend(quote! { #name: #ty, });
        }
        let segments = segment_defs(plan);
        let mut waits = TokenStream::new();
        let mut runs = TokenStream::new();
        let mut methods = TokenStream::new();
        for (index, segment) in plan.segments.iter().enumerate() {
            let id = SegmentId::new(index);
            let number = id.0;
            for (position, wait) in (0u32..).zip(&segment.waits) {
                let name = value_name(plan, wait.index());
                waits.extend(quote! { (#number, #position) => __rt::pending(&self.#name), });
            }
            let method = format_ident!("segment_{number}");
            runs.extend(quote! { #number => self.#method(__ctx), });
            let body = self.segment(plan, id);
            methods
                .extend(quote! { fn #method(&mut self, __ctx: &__rt::RequestContext) { #body } });
        }
        quote! {
            struct #frame { #depth #fields }
            impl __rt::Frame for #frame {
                fn segments(&self) -> &[__rt::SegmentDef] {
                    const SEGMENTS: &[__rt::SegmentDef] = &[#(#segments),*];
                    SEGMENTS
                }
                fn wait(&self, segment: u32, index: u32) -> ::core::option::Option<__rt::AnyRef> {
                    match (segment, index) {
                        #waits
                        _ => ::core::option::Option::None,
                    }
                }
                fn run(&mut self, segment: u32, __ctx: &__rt::RequestContext) {
                    match segment {
                        #runs
                        _ => {}
                    }
                }
            }
            impl #frame { #methods }
        }
    }

    /// One segment: what it needs out of the frame, its steps, what it leaves.
    fn segment(&mut self, plan: &FnPlan, id: SegmentId) -> TokenStream {
        let segment = &plan.segments[id.index()];
        let mut loads = TokenStream::new();
        if plan.needs_depth {
            loads.extend(quote! { let __depth = self.__depth; });
        }
        let used: BTreeSet<LocalId> =
            segment.steps.iter().flat_map(Step::checked).map(|o| o.value).collect();
        // The entry takes the parameters; other segments, what they use of earlier ones.
        let loaded: Vec<LocalId> = if id.0 == 0 {
            locals(0..plan.params).collect()
        } else {
            used.into_iter().filter(|&value| plan.value(value).segment != id).collect()
        };
        for value in loaded {
            let name = value_name(plan, value.index());
            let info = plan.value(value);
            // A later parameter is no more there on entry than what the first segment makes later.
            let load = if info.local == Class::Later && id.0 == 0 {
                if self.is_scalar(&info.ty) {
                    quote! { __rt::slot(&self.#name) }
                } else {
                    quote! { __rt::slot_later(&self.#name) }
                }
            } else if info.local == Class::Later {
                if self.is_scalar(&info.ty) {
                    quote! { __rt::arrived(&self.#name) }
                } else {
                    quote! { __rt::arrived_shared(&self.#name) }
                }
            } else if info.in_frame {
                quote! { __rt::slot(&self.#name) }
            } else {
                quote! { __rt::slot_take(&mut self.#name) }
            };
            loads.extend(quote! { let #name = #load; });
        }
        let steps = self.steps(plan, segment);
        let mut leaves = TokenStream::new();
        for &result in &segment.delivers {
            let value = plan.results[result];
            let info = plan.value(value);
            let slot = slot_name(result);
            let again = info.in_frame
                || segment
                    .delivers
                    .iter()
                    .any(|&other| other > result && plan.results[other] == value);
            let held = self.take(plan, value, !again);
            leaves.extend(match info.class() {
                Class::Later => {
                    let later = self.convert(&info.ty, held, info.local, Class::Later);
                    quote! { self.#slot.deliver(#later); }
                }
                Class::Ready | Class::Fallible => {
                    quote! { self.#slot = ::core::option::Option::Some(#held); }
                }
            });
        }
        // Values are numbered in the order of segments.
        let first = plan.values.partition_point(|value| value.segment < id).max(plan.params);
        let end = plan.values.partition_point(|value| value.segment <= id);
        let mut kept = TokenStream::new();
        for value in locals(first..end.max(first)) {
            let info = plan.value(value);
            if info.promised {
                let promises = promises_name(plan, value);
                let held = self.take(plan, value, false);
                let held = self.class_to_value(&info.ty, held, info.local);
                kept.extend(quote! { __rt::keep(&mut self.#promises, #held); });
            }
            if plan.value(value).in_frame {
                let name = value_name(plan, value.index());
                leaves.extend(quote! { self.#name = ::core::option::Option::Some(#name); });
            }
        }
        quote! { #loads #steps #kept #leaves }
    }
}

/// What has a slot: parameters (the entry takes them from there) and what lives across waits.
fn frame_values(plan: &FnPlan) -> Vec<LocalId> {
    locals(0..plan.values.len())
        .filter(|&value| (value.index()) < plan.params || plan.value(value).in_frame)
        .collect()
}

/// What the first segment may promise to eager steps.
fn promised(plan: &FnPlan) -> impl Iterator<Item = LocalId> + '_ {
    locals(0..plan.values.len()).filter(|&value| plan.value(value).promised)
}

/// Where the promises of a value are.
pub(super) fn promises_name(plan: &FnPlan, value: LocalId) -> Ident {
    format_ident!("__promises_{}", value_name(plan, value.index()))
}

fn locals(range: std::ops::Range<usize>) -> impl Iterator<Item = LocalId> {
    range.map(LocalId::new)
}

fn frame_name(plan: &FnPlan) -> Ident {
    format_ident!("__Frame_{}", plan.name)
}

fn slot_name(result: usize) -> Ident {
    format_ident!("__result{result}")
}

fn segment_defs(plan: &FnPlan) -> Vec<TokenStream> {
    let mut followers: Vec<Vec<u32>> = vec![Vec::new(); plan.segments.len()];
    for (index, segment) in (0u32..).zip(&plan.segments) {
        for before in &segment.after {
            followers[before.index()].push(index);
        }
    }
    plan.segments
        .iter()
        .zip(followers)
        .zip(plan.gates())
        .map(|((segment, followers), gate)| {
            let waits = u32::try_from(segment.waits.len()).unwrap_or(u32::MAX);
            let after = u32::try_from(segment.after.len()).unwrap_or(u32::MAX);
            quote! {
                __rt::SegmentDef {
                    waits: #waits,
                    after: #after,
                    followers: &[#(#followers),*],
                    gate: #gate,
                }
            }
        })
        .collect()
}
