//! Prints functions that suspend: a frame of slots and one method per segment.

use super::names::value as value_name;
use super::{Printer, tuple};
use crate::plan::{Class, FnId, FnPlan, LocalId, Place, Segment, SegmentId, Slots, Step};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::collections::{BTreeMap, BTreeSet};

/// Up to this many segments rustc may inline them. Above it each stays a function, because compile
/// time grows faster than the size of a function.
const INLINED: usize = 8;

impl Printer<'_> {
    /// Creates and starts the frame.
    pub(super) fn frame_start(&self, plan: &FnPlan) -> TokenStream {
        let frame = frame_name(plan);
        let depth = plan.needs_depth.then(|| quote! { __depth, });
        let params = (0..plan.params).map(|index| value_name(plan, index));
        quote! { __rt::start(#frame::begin(#depth #(#params),*), __ctx, #frame::finish) }
    }

    /// The construction of a frame, and the extraction of its results or promises.
    fn ends(&mut self, plan: &FnPlan, slots: &Slots) -> TokenStream {
        let params = self.value_params(plan);
        let (depth, kept_depth) = if plan.needs_depth {
            (quote! { __depth: u32, }, quote! { __depth, })
        } else {
            (TokenStream::new(), TokenStream::new())
        };
        let kept = (0..slots.count()).map(|slot| {
            let (name, first) = (slot_name(plan, slots, slot), slots.like(slot).index());
            let later = plan.value(slots.like(slot)).local == Class::Later;
            let param = (first < plan.params).then(|| value_name(plan, first));
            match (param, later) {
                (Some(param), true) => quote! { #name: __rt::Awaited::new(#param), },
                (Some(param), false) => quote! { #name: ::core::option::Option::Some(#param), },
                (None, true) => quote! { #name: __rt::Awaited::EMPTY, },
                (None, false) => quote! { #name: ::core::option::Option::None, },
            }
        });
        let promises = promised(plan).map(|value| promises_name(plan, value));
        let results = (0..plan.results.len()).map(result_name);
        let empty = plan.result_classes().map(|class| match class {
            Class::Later => quote! { __rt::LaterSlot::EMPTY },
            Class::Ready | Class::Fallible => quote! { ::core::option::Option::None },
        });
        let taken: Vec<TokenStream> = plan
            .result_classes()
            .enumerate()
            .map(|(index, class)| {
                let slot = result_name(index);
                match class {
                    Class::Later => quote! { self.#slot.take() },
                    Class::Ready | Class::Fallible => quote! { __rt::slot_take(&mut self.#slot) },
                }
            })
            .collect();
        let (taken, returns) = (tuple(&taken), self.returns(plan));
        quote! {
            #[inline]
            fn begin(#depth #params) -> Self {
                Self {
                    #kept_depth
                    #(#kept)*
                    #(#promises: ::std::vec::Vec::new(),)*
                    #(#results: #empty,)*
                }
            }
            #[inline]
            fn finish(&mut self) #returns { #taken }
        }
    }

    /// The frame's type and its code.
    pub(super) fn frame(&mut self, id: FnId) -> TokenStream {
        let plan = self.plan.function(id);
        let frame = frame_name(plan);
        let depth = plan.needs_depth.then(|| quote! { __depth: u32, });
        let mut fields = TokenStream::new();
        let slots = plan.slots();
        for slot in 0..slots.count() {
            let name = slot_name(plan, &slots, slot);
            let value = plan.value(slots.like(slot));
            fields.extend(if value.local == Class::Later {
                let rust = self.rust_type(plan, &value.ty);
                quote! { #name: __rt::Awaited<#rust>, }
            } else {
                let ty = self.held(plan, value, value.local);
                quote! { #name: ::core::option::Option<#ty>, }
            });
        }
        for value in promised(plan) {
            let name = promises_name(plan, value);
            fields.extend(quote! { #name: ::std::vec::Vec<__rt::AnyPromise>, });
        }
        for (index, &result) in plan.results.iter().enumerate() {
            let name = result_name(index);
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
        let segments = plan.segments.iter().map(segment_def);
        // By slot; the number of a segment and the position of a wait in it.
        let mut waits: BTreeMap<usize, Vec<TokenStream>> = BTreeMap::new();
        let (mut runs, mut methods) = (TokenStream::new(), TokenStream::new());
        let inline = if plan.segments.len() <= INLINED {
            quote! { #[inline] }
        } else {
            quote! { #[inline(never)] }
        };
        for (index, segment) in plan.segments.iter().enumerate() {
            let id = SegmentId::new(index);
            let number = id.0;
            for (position, wait) in (0u32..).zip(segment.waits.iter().copied()) {
                let slot = slots.of(wait).expect("what is waited for has a slot");
                waits.entry(slot).or_default().push(quote! { (#number, #position) });
            }
            let method = format_ident!("segment_{number}");
            let body = self.segment(plan, &slots, id);
            runs.extend(quote! { #number => self.#method(__ctx), });
            methods.extend(quote! {
                #inline
                fn #method(&mut self, __ctx: &__rt::RequestContext) { #body }
            });
        }
        let ends = self.ends(plan, &slots);
        let waits = waits.into_iter().map(|(slot, waits)| {
            let name = slot_name(plan, &slots, slot);
            quote! { #(#waits)|* => self.#name.pending(), }
        });
        quote! {
            struct #frame { #depth #fields }
            impl __rt::Frame for #frame {
                #[inline]
                fn segments(&self) -> &[__rt::SegmentDef] {
                    const SEGMENTS: &[__rt::SegmentDef] = &[#(#segments),*];
                    SEGMENTS
                }
                #[inline]
                fn pending(&self, segment: u32, index: u32) -> ::core::option::Option<&__rt::AnyRef> {
                    match (segment, index) {
                        #(#waits)*
                        _ => ::core::option::Option::None,
                    }
                }
                #[inline]
                fn run(&mut self, segment: u32, __ctx: &__rt::RequestContext) {
                    match segment { #runs _ => {} }
                }
            }
            impl #frame { #ends #methods }
        }
    }

    /// One segment: loads from the frame, steps, stores.
    fn segment(&mut self, plan: &FnPlan, slots: &Slots, id: SegmentId) -> TokenStream {
        let segment = &plan.segments[id.index()];
        let mut loads = TokenStream::new();
        if plan.needs_depth {
            loads.extend(quote! { let __depth = self.__depth; });
        }
        let used: BTreeSet<LocalId> =
            segment.steps.iter().flat_map(Step::checked).map(|o| o.value).collect();
        // The entry loads the parameters; other segments load the values that they use.
        let loaded: Vec<LocalId> = if id.0 == 0 {
            locals(0..plan.params).collect()
        } else {
            used.into_iter().filter(|&value| plan.value(value).segment != id).collect()
        };
        for value in loaded {
            let name = value_name(plan, value.index());
            let load = self.load(plan, slots, id, value);
            loads.extend(quote! { let #name = #load; });
        }
        let steps = self.steps(plan, segment);
        let mut leaves = TokenStream::new();
        for &result in &segment.delivers {
            let value = plan.results[result];
            let info = plan.value(value);
            let slot = result_name(result);
            let again = slots.of(value).is_some()
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
            if let Some(slot) = slots.of(value) {
                let name = value_name(plan, value.index());
                let slot = slot_name(plan, slots, slot);
                leaves.extend(if plan.value(value).local == Class::Later {
                    quote! { self.#slot.put(#name); }
                } else {
                    quote! { self.#slot = ::core::option::Option::Some(#name); }
                });
            }
        }
        quote! { #loads #steps #kept #leaves }
    }

    /// The load of a value that another segment produced.
    fn load(&self, plan: &FnPlan, slots: &Slots, id: SegmentId, value: LocalId) -> TokenStream {
        let slot = match slots.place(value) {
            Place::Slot(slot) => slot_name(plan, slots, slot),
            Place::Known(scalar) => return super::types::literal(scalar),
            Place::Local => unreachable!("what another segment reads is kept"),
        };
        let info = plan.value(value);
        let last = slots.is_last(value, id);
        let scalar = self.is_scalar(&info.ty);
        // A later parameter may be pending on entry, as may a later value of the first segment.
        match (info.local == Class::Later && id.0 > 0, last) {
            (true, true) if scalar => quote! { self.#slot.read_last() },
            (true, true) => quote! { self.#slot.read_shared_last() },
            (true, false) if scalar => quote! { self.#slot.read() },
            (true, false) => quote! { self.#slot.read_shared() },
            (false, true) if info.local == Class::Later => quote! { self.#slot.take() },
            (false, true) => quote! { __rt::slot_take(&mut self.#slot) },
            (false, false) if info.local == Class::Later && scalar => {
                quote! { self.#slot.copy() }
            }
            (false, false) if info.local == Class::Later => quote! { self.#slot.share() },
            (false, false) => quote! { __rt::slot(&self.#slot) },
        }
    }
}

/// Values that the first segment may promise to eager steps.
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

pub(super) fn frame_name(plan: &FnPlan) -> Ident {
    format_ident!("__Frame_{}", plan.name)
}

fn result_name(result: usize) -> Ident {
    format_ident!("__result{result}")
}

/// A slot is named after the first value that it holds.
fn slot_name(plan: &FnPlan, slots: &Slots, slot: usize) -> Ident {
    value_name(plan, slots.like(slot).index())
}

fn segment_def(segment: &Segment) -> TokenStream {
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let (waits, joins) = (number(segment.waits.len()), number(segment.after.len()));
    let followers = segment.followers.iter().map(|follower| follower.0);
    let barrier = segment.barrier;
    quote! { __rt::SegmentDef::fixed(#waits, #joins, &[#(#followers),*], #barrier) }
}
