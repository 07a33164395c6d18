//! Prints bodies: straight-line code with inlined control flow.

use super::call::KernelCall;
use super::frame::frame_name;
use super::names::value as value_name;
use super::{Printer, TailLoop, tuple};
use crate::plan::{
    Check, Class, FnId, FnPlan, LocalId, Operand, Plan, Segment, Step, StepKind, TAIL_NESTING,
};
use proc_macro2::{Ident, Punct, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use std::collections::{BTreeMap, BTreeSet};
use tfrt_host::kernel::Cost;

/// The size limit of one block, in steps; a call that may panic counts as several.
const BLOCK: usize = 100;

/// The weight of a call that may panic.
const CALL: usize = 8;

impl Printer<'_> {
    /// A body without a frame: its steps, then its results.
    pub(super) fn straight(&mut self, plan: &FnPlan) -> TokenStream {
        let classes: Vec<Class> = plan.result_classes().collect();
        self.straight_as(plan, &classes)
    }

    /// The same, with results converted to equal or greater classes.
    fn straight_as(&mut self, plan: &FnPlan, classes: &[Class]) -> TokenStream {
        let (steps, results) = self.straight_parts(plan, classes);
        quote! { #steps #results }
    }

    /// Steps, and the expression of the results; none if there are none.
    fn straight_parts(
        &mut self,
        plan: &FnPlan,
        classes: &[Class],
    ) -> (TokenStream, Option<TokenStream>) {
        let steps = self.steps(plan, &plan.segments[0]);
        let results: Vec<TokenStream> = plan
            .results
            .iter()
            .zip(classes)
            .enumerate()
            .map(|(index, (&id, &class))| {
                let last = !plan.results[index + 1..].contains(&id);
                let value = self.take(plan, id, last);
                self.convert(&plan.value(id).ty, value, plan.value(id).local, class)
            })
            .collect();
        (steps, (!results.is_empty()).then(|| tuple(&results)))
    }

    /// A tail-recursive function, printed as a loop. Parameters and the depth are one tuple
    /// variable, so that all values of the next iteration are computed before any is replaced.
    pub(super) fn tail_loop(&mut self, id: FnId, check_cancelled: &TokenStream) -> TokenStream {
        let plan = self.plan.function(id);
        let classes: Vec<Class> = plan.result_classes().collect();
        self.tail_loop = Some(TailLoop { of: id, nests: false });
        let (steps, results) = self.straight_parts(plan, &classes);
        let nests = self.tail_loop.take().is_some_and(|tail_loop| tail_loop.nests);
        let entry = nests.then(|| quote! { let __entry = __depth; });
        let params: Vec<Ident> = (0..plan.params).map(|index| value_name(plan, index)).collect();
        quote! {
            #entry
            let mut __next = (__depth, #(#params,)*);
            'again: loop {
                let (__depth, #(#params,)*) = __next;
                #check_cancelled
                #steps
                break 'again #results;
            }
        }
    }

    /// The exit of a step when the run is cancelled.
    fn check_cancelled(label: &TokenStream, poison: &TokenStream) -> TokenStream {
        quote! { if let ::core::option::Option::Some(__error) = __ctx.cancelled() { break #label #poison; } }
    }

    /// A value of this body, moved or copied out of its variable.
    pub(super) fn take(&self, plan: &FnPlan, id: LocalId, last: bool) -> TokenStream {
        let name = value_name(plan, id.index());
        let value = plan.value(id);
        let scalar = self.is_scalar(&value.ty);
        if last || scalar && value.local == Class::Ready {
            quote! { #name }
        } else if !scalar && value.local == Class::Later {
            quote! { __rt::later_share(&#name) }
        } else {
            quote! { #name.clone() }
        }
    }

    /// The steps of one segment as statements. Every `let` opens a scope inside the scope of the
    /// one before, and rustc's debug information recurses over scopes; and LLVM takes much more
    /// than twice as long for a function that is twice as long. So long runs are split into blocks
    /// that return the live values, each a function of its own.
    pub(super) fn steps(&mut self, plan: &FnPlan, segment: &Segment) -> TokenStream {
        // A tail call jumps out of the block, so its function cannot be split.
        let mut runs: Vec<&[Step]> = segment.runs().collect();
        let all = runs.clone();
        let tail = runs.pop_if(|run| run.last().is_some_and(|step| holds_tail(self.plan, step)));
        let blocks = blocks(&runs);
        if blocks.len() <= 1 {
            return self.statements(plan, &all);
        }
        // The last block that uses each value; results, values in the frame and those that are promised
        // are used at the end.
        let mut last: BTreeMap<LocalId, usize> = BTreeMap::new();
        for (index, block) in blocks.iter().enumerate() {
            let operands = block.iter().copied().flatten().flat_map(Step::checked);
            last.extend(operands.map(|operand| (operand.value, index)));
        }
        let operands = tail.into_iter().flatten().flat_map(Step::checked);
        last.extend(operands.map(|operand| (operand.value, blocks.len())));
        let results: BTreeSet<LocalId> = plan.results.iter().copied().collect();
        let mut statements = TokenStream::new();
        for (index, block) in blocks.into_iter().enumerate() {
            let names: Vec<Ident> = block
                .iter()
                .copied()
                .flatten()
                .flat_map(|step| &step.results)
                .filter(|&&id| {
                    plan.value(id).in_frame
                        || plan.value(id).promised
                        || results.contains(&id)
                        || last.get(&id).is_some_and(|&user| user > index)
                })
                .map(|id| value_name(plan, id.index()))
                .collect();
            let inner = self.statements(plan, block);
            statements.extend(quote! {
                let (#(#names,)*) = __rt::apart(|| { #inner (#(#names,)*) });
            });
        }
        statements.extend(tail.map(|tail| self.statements(plan, &[tail])));
        statements
    }

    /// Single steps, and groups that run in parallel.
    fn statements(&mut self, plan: &FnPlan, runs: &[&[Step]]) -> TokenStream {
        let mut statements = TokenStream::new();
        for run in runs {
            let [step] = run else {
                statements.extend(self.parallel(plan, run));
                continue;
            };
            let names = result_names(plan, step);
            let pattern = tuple(&names);
            let expression = self.step(plan, step);
            statements.extend(if names.is_empty() {
                quote! { #expression; }
            } else {
                quote! { let #pattern = #expression; }
            });
        }
        statements
    }

    /// Steps that run in parallel. Each is a closure that owns its operands, so no closure borrows a
    /// value that another one moves.
    fn parallel(&mut self, plan: &FnPlan, steps: &[Step]) -> TokenStream {
        let mut made = TokenStream::new();
        let (mut pieces, mut patterns) = (Vec::new(), Vec::new());
        let costs = self.costs(plan, steps);
        for (index, step) in steps.iter().enumerate() {
            let kept: BTreeSet<LocalId> = step
                .checked()
                .filter(|&operand| {
                    let moved = |other: &Operand| other.value == operand.value && other.last;
                    let value = plan.value(operand.value);
                    let copied = self.is_scalar(&value.ty) && value.local == Class::Ready;
                    !copied && !step.checked().any(moved)
                })
                .map(|operand| operand.value)
                .collect();
            let kept = kept.into_iter().map(|id| value_name(plan, id.index()));
            let piece = format_ident!("__piece{index}");
            let expression = self.step(plan, step);
            made.extend(quote! {
                let mut #piece = {
                    #(let #kept = #kept.clone();)*
                    __rt::Piece::new(move || #expression)
                };
            });
            pieces.push(piece);
            patterns.push(tuple(&result_names(plan, step)));
        }
        let pieces_run = quote! { &mut [#(&mut || #pieces.run(),)*] };
        let (costs, run) = match costs {
            None => (None, quote! { __rt::fork_join(__ctx, #pieces_run); }),
            Some(costs) => (
                Some(quote! { let __costs = [#(#costs),*]; }),
                quote! { __rt::fork_join_if_worth(__ctx, __costs, #pieces_run); },
            ),
        };
        quote! {
            let (#(#patterns,)*) = {
                #costs
                #made
                #run
                (#(#pieces.result(),)*)
            };
        }
    }

    /// What the calls of a group take, if that depends on operands.
    fn costs(&self, plan: &FnPlan, steps: &[Step]) -> Option<Vec<TokenStream>> {
        let mut depends = false;
        let mut costs = Vec::new();
        for step in steps {
            let StepKind::Kernel { kernel, .. } = &step.kind else { continue };
            costs.push(match kernel.cost {
                Cost::Fixed(cost) => quote! { #cost },
                Cost::OfOperands => {
                    depends = true;
                    let definition = super::call::definition(kernel);
                    let operands = step.operands.iter().map(|operand| {
                        let value = plan.value(operand.value);
                        if value.local == Class::Later {
                            // The segment has waited for it, and reads it into a `Result`.
                            let name = value_name(plan, operand.value.index());
                            let held = quote! { #name.clone() };
                            return self.class_to_value(&value.ty, held, Class::Fallible);
                        }
                        let held = self.take(plan, operand.value, false);
                        self.class_to_value(&value.ty, held, value.local)
                    });
                    quote! { __rt::cost(&#definition, &[#(#operands),*]) }
                }
            });
        }
        depends.then_some(costs)
    }

    /// One step: its checks, then its operation, as an expression of its results in their local
    /// classes.
    fn step(&mut self, plan: &FnPlan, step: &Step) -> TokenStream {
        let label = label(step.op.0);
        let poison = Self::poison(plan, &step.results, false);
        let checks: TokenStream =
            step.checks().into_iter().map(|check| self.check(plan, step, check)).collect();
        let body = match &step.kind {
            StepKind::Kernel { kernel, functions, eager: true, .. } => {
                self.eager_call(plan, step, kernel, functions)
            }
            StepKind::Kernel { kernel, functions, proved, eager: false } => {
                self.kernel_call(plan, step, &KernelCall { kernel, functions, proved: *proved })
            }
            StepKind::Constant(constant) => {
                let values: Vec<TokenStream> = constant
                    .iter()
                    .zip(&step.results)
                    .filter_map(|(constant, &result)| {
                        // No other constants are known before kernels are linked.
                        let literal = super::types::literal(constant.scalar()?);
                        let value = plan.value(result);
                        Some(self.convert(&value.ty, literal, Class::Ready, value.local))
                    })
                    .collect();
                tuple(&values)
            }
            StepKind::Pass => {
                let values: Vec<TokenStream> = self
                    .arguments(plan, step, 0)
                    .into_iter()
                    .zip(step.operands.iter().zip(&step.results))
                    .map(|(value, (operand, &result))| {
                        let ty = &plan.value(operand.value).ty;
                        self.convert(ty, value, Class::Ready, plan.value(result).local)
                    })
                    .collect();
                tuple(&values)
            }
            StepKind::Call { callee } => {
                let arguments = self.arguments(plan, step, 0);
                self.enter_body(plan, step, *callee, &arguments)
            }
            StepKind::If { arms } => {
                let condition = self.operand(plan, step, 0);
                let arguments = self.arguments(plan, step, 1);
                let [yes, no] =
                    [arms[0], arms[1]].map(|arm| self.enter_body(plan, step, arm, &arguments));
                quote! { if #condition { #yes } else { #no } }
            }
            StepKind::Case { arms } => {
                let index = self.operand(plan, step, 0);
                let arguments = self.arguments(plan, step, 1);
                let bodies: Vec<TokenStream> =
                    arms.iter().map(|&arm| self.enter_body(plan, step, arm, &arguments)).collect();
                let (last, others) = bodies.split_last().expect("a case has an arm");
                let numbers = 0..i32::try_from(others.len()).unwrap_or(i32::MAX);
                quote! { match #index { #(#numbers => { #others })* _ => { #last } } }
            }
            StepKind::Repeat { body } => self.repeat(plan, step, *body, &label, &poison),
            StepKind::While { body } => self.while_loop(plan, step, *body, &label, &poison),
        };
        if checks.is_empty()
            && !matches!(step.kind, StepKind::Repeat { .. } | StepKind::While { .. })
        {
            body
        } else {
            quote! { #label: { #checks #body } }
        }
    }

    /// The checks before a step.
    fn check(&mut self, plan: &FnPlan, step: &Step, check: Check) -> TokenStream {
        let label = label(step.op.0);
        let poison = Self::poison(plan, &step.results, false);
        match check {
            Check::Error(index) => {
                let value = step.checked().nth(index).expect("the step takes it").value;
                let name = value_name(plan, value.index());
                let moved = step.checked().any(|other| other.value == value && other.last);
                let (subject, held) = if moved {
                    (quote! { #name }, quote! { __value })
                } else if self.is_scalar(&plan.value(value).ty) {
                    (quote! { &#name }, quote! { *__value })
                } else {
                    (quote! { &#name }, quote! { __value.clone() })
                };
                let error = if moved { Self::poison_by_move(plan, &step.results) } else { poison };
                quote! {
                    let #name = match #subject {
                        ::core::result::Result::Ok(__value) => #held,
                        ::core::result::Result::Err(__error) => break #label #error,
                    };
                }
            }
            Check::Cancelled => Self::check_cancelled(&label, &poison),
            Check::Depth => {
                let context = self.context(plan, step);
                let deeper = quote! {
                    match __rt::enter(#context) {
                        ::core::result::Result::Ok(__value) => __value,
                        ::core::result::Result::Err(__error) => break #label #poison,
                    }
                };
                let iterates = match step.kind {
                    StepKind::While { .. } => Some(self.operand(plan, step, 0)),
                    StepKind::Repeat { .. } => {
                        let count = self.operand(plan, step, 0);
                        Some(quote! { #count > 0 })
                    }
                    _ => None,
                };
                match iterates {
                    Some(iterates) => {
                        quote! { let __depth = if #iterates { #deeper } else { __depth }; }
                    }
                    None => quote! { let __depth = #deeper; },
                }
            }
        }
    }

    /// Operands from `first` on, ready, by value.
    fn arguments(&self, plan: &FnPlan, step: &Step, first: usize) -> Vec<TokenStream> {
        (first..step.operands.len()).map(|index| self.operand(plan, step, index)).collect()
    }

    /// An operand behind its guard: ready, by value.
    pub(super) fn operand(&self, plan: &FnPlan, step: &Step, index: usize) -> TokenStream {
        let operand = step.operands[index];
        let name = value_name(plan, operand.value.index());
        if operand.last || self.is_scalar(&plan.value(operand.value).ty) {
            quote! { #name }
        } else {
            quote! { #name.clone() }
        }
    }

    /// Calls a body with ready arguments; results in the local classes of the step's results.
    fn enter_body(
        &mut self,
        plan: &FnPlan,
        step: &Step,
        callee: FnId,
        arguments: &[TokenStream],
    ) -> TokenStream {
        let target: Vec<Class> = step.results.iter().map(|&id| plan.value(id).local).collect();
        self.enter_as(step, callee, arguments, &target)
    }

    fn enter_as(
        &mut self,
        step: &Step,
        callee: FnId,
        arguments: &[TokenStream],
        target: &[Class],
    ) -> TokenStream {
        let function = self.plan.function(callee);
        if !self.separate.contains(&callee) {
            let names: Vec<Ident> =
                (0..function.params).map(|index| value_name(function, index)).collect();
            let body = self.straight_as(function, target);
            return quote! { { let (#(#names,)*) = (#(#arguments,)*); #body } };
        }
        let name = self.inner_name(callee);
        let context = function.needs_context.then(|| quote! { __ctx, });
        let depth = inner_depth(step, function).map(|depth| quote! { #depth, });
        if let Some(tail_loop) = &mut self.tail_loop {
            if step.tail_of == Some(callee) && tail_loop.of == callee {
                // It counts as a call, so a depth check precedes it, in a block.
                return quote! { __next = (#depth #(#arguments,)*); continue 'again; };
            }
            tail_loop.nests |= step.counts_depth;
        }
        // Not a variable of that name.
        let mut call = quote! { self::#name(#context #depth #(#arguments),*) };
        if step.counts_depth {
            call = match self.tail_loop {
                Some(_) => quote! { __rt::deep_in_loop(__entry, __depth, || #call) },
                None => quote! { __rt::deep(__depth, || #call) },
            };
        }
        let classes: Vec<Class> = function.result_classes().collect();
        if classes.as_slice() == target {
            return call;
        }
        let results: Vec<Ident> = (0..target.len()).map(|i| format_ident!("__r{i}")).collect();
        let converted: Vec<TokenStream> = function
            .results
            .iter()
            .enumerate()
            .map(|(i, &id)| {
                let name = &results[i];
                let ty = &function.value(id).ty;
                self.convert(ty, quote! { #name }, classes[i], target[i])
            })
            .collect();
        let pattern = tuple(&results.iter().map(|name| quote! { #name }).collect::<Vec<_>>());
        let converted = tuple(&converted);
        quote! { { let #pattern = #call; #converted } }
    }

    /// `tfrt.repeat.i32`.
    fn repeat(
        &mut self,
        plan: &FnPlan,
        step: &Step,
        body: FnId,
        label: &TokenStream,
        poison: &TokenStream,
    ) -> TokenStream {
        let count = self.operand(plan, step, 0);
        let first = self.arguments(plan, step, 1);
        let function = self.plan.function(body);
        if function.result_classes().any(|class| class == Class::Later) {
            let control = quote! { __rt::LoopControl::count(#count) };
            return self.waiting_loop(plan, step, body, &control);
        }
        let (names, init, next) = self.loop_parts(step, body, &first);
        let results = self.loop_results(plan, step, body, &names);
        let cancel_check = Self::check_cancelled(label, poison);
        quote! {
            let mut __left = #count;
            #(let mut #names = #init;)*
            while __left > 0 {
                #cancel_check
                __left -= 1;
                (#(#names,)*) = #next;
            }
            #results
        }
    }

    /// `tfrt.while`.
    fn while_loop(
        &mut self,
        plan: &FnPlan,
        step: &Step,
        body: FnId,
        label: &TokenStream,
        poison: &TokenStream,
    ) -> TokenStream {
        let condition = self.operand(plan, step, 0);
        let first = self.arguments(plan, step, 1);
        let function = self.plan.function(body);
        if function.result_classes().any(|class| class == Class::Later) {
            let control = quote! { __rt::LoopControl::condition(#condition) };
            return self.waiting_loop(plan, step, body, &control);
        }
        let (names, init, next) = self.loop_parts(step, body, &first);
        let results = self.loop_results(plan, step, body, &names);
        let condition_class = function.result_classes().last().unwrap_or(Class::Ready);
        let test = if condition_class == Class::Ready {
            quote! { if !__condition { break; } }
        } else {
            quote! {
                match &__condition {
                    ::core::result::Result::Ok(true) => {}
                    ::core::result::Result::Ok(false) => break,
                    ::core::result::Result::Err(__error) => break #label #poison,
                }
            }
        };
        let condition = match condition_class {
            Class::Ready => condition,
            Class::Fallible | Class::Later => {
                quote! { ::core::result::Result::<_, __rt::Error>::Ok(#condition) }
            }
        };
        let cancel_check = Self::check_cancelled(label, poison);
        quote! {
            let mut __condition = #condition;
            #(let mut #names = #init;)*
            loop {
                #test
                #cancel_check
                (#(#names,)* __condition) = #next;
            }
            #results
        }
    }

    /// Loop variables, their initial values, and the expression of the next values as a tuple.
    fn loop_parts(
        &mut self,
        step: &Step,
        body: FnId,
        first: &[TokenStream],
    ) -> (Vec<Ident>, Vec<TokenStream>, TokenStream) {
        let function = self.plan.function(body);
        let params = &function.values[..function.params];
        let names: Vec<Ident> =
            (0..params.len()).map(|index| format_ident!("__loop{index}")).collect();
        let init: Vec<TokenStream> = params
            .iter()
            .zip(first)
            .map(|(param, first)| self.convert(&param.ty, first.clone(), Class::Ready, param.local))
            .collect();
        let mut target: Vec<Class> = params.iter().map(|param| param.local).collect();
        // A while body's last result is the condition.
        target.extend(function.result_classes().skip(target.len()));
        let arguments: Vec<TokenStream> = names.iter().map(|name| quote! { #name }).collect();
        let next = self.enter_as(step, body, &arguments, &target);
        let count = target.len();
        let next = if count == 1 {
            quote! { (#next,) }
        } else {
            next
        };
        (names, init, next)
    }

    fn loop_results(&self, plan: &FnPlan, step: &Step, body: FnId, names: &[Ident]) -> TokenStream {
        let function = self.plan.function(body);
        let results: Vec<TokenStream> = step
            .results
            .iter()
            .zip(names)
            .zip(&function.values)
            .map(|((&id, name), param)| {
                let to = plan.value(id).local;
                self.convert(&param.ty, quote! { #name }, param.local, to)
            })
            .collect();
        tuple(&results)
    }

    /// Ready operands from `first` on as dynamic values.
    pub(super) fn values(&self, plan: &FnPlan, step: &Step, first: usize) -> Vec<TokenStream> {
        (first..step.operands.len())
            .map(|index| {
                let value = self.operand(plan, step, index);
                self.to_value(&plan.value(step.operands[index].value).ty, &value)
            })
            .collect()
    }

    /// A suspending loop, driven by the runtime. An iteration is a frame of the body if
    /// [`FnPlan::is_framed_loop`], else a call.
    fn waiting_loop(
        &mut self,
        plan: &FnPlan,
        step: &Step,
        body: FnId,
        control: &TokenStream,
    ) -> TokenStream {
        let function = self.plan.function(body);
        let depth = inner_depth(step, function).map(|depth| quote! { #depth, });
        let first = self.values(plan, step, 1);
        let params: Vec<Ident> =
            (0..function.params).map(|index| value_name(function, index)).collect();
        let loads = self.params_from_values(
            function,
            |_| quote! { __values.pop().as_ref() },
            &quote! { return ::core::result::Result::Err(__error) },
        );
        let values = if params.is_empty() {
            quote! { _: __rt::LoopValues }
        } else {
            quote! { mut __values: __rt::LoopValues }
        };
        let (pattern, results) = self.results_as_values(function);
        let results = quote! { ::core::result::Result::Ok(__rt::loop_values([#(#results),*])) };
        let driven = if function.is_framed_loop() {
            let frame = frame_name(function);
            quote! {
                __rt::run_loop(
                    __ctx,
                    #control,
                    __rt::loop_values([#(#first),*]),
                    move |#values| {
                        #loads
                        ::core::result::Result::Ok(#frame::begin(#depth #(#params),*))
                    },
                    |__frame: &mut #frame| {
                        let #pattern = __frame.finish();
                        #results
                    },
                )
            }
        } else {
            let name = self.inner_name(body);
            let context = function.needs_context.then(|| quote! { __ctx, });
            quote! {
                __rt::run_loop_of_calls(
                    __ctx,
                    #control,
                    __rt::loop_values([#(#first),*]),
                    move |__ctx: &__rt::RequestContext, #values| {
                        #loads
                        let #pattern = self::#name(#context #depth #(#params),*);
                        #results
                    },
                )
            }
        };
        if step.results.is_empty() {
            return quote! { { #driven; } };
        }
        let results = self.values_as(plan, &step.results);
        quote! { let mut __results = #driven.into_iter(); #results }
    }

    /// The elements of `__results` as these values, all later.
    pub(super) fn values_as(&mut self, plan: &FnPlan, values: &[LocalId]) -> TokenStream {
        let results: Vec<TokenStream> = values
            .iter()
            .map(|&id| {
                let value = plan.value(id);
                let ty = self.rust_type(plan, &value.ty);
                quote! { __rt::from_value::<#ty>(__results.next()) }
            })
            .collect();
        tuple(&results)
    }
}

/// Splits steps and groups of steps into blocks below the size limit.
fn blocks<'s, 'p>(runs: &'s [&'p [Step]]) -> Vec<&'s [&'p [Step]]> {
    let mut blocks = Vec::new();
    let (mut start, mut weight) = (0, 0);
    for (index, run) in runs.iter().enumerate() {
        let weigh = |step: &Step| match &step.kind {
            StepKind::Kernel { kernel, proved: false, .. } if kernel.intrinsic.is_none() => CALL,
            _ => 1,
        };
        let own = run.iter().map(weigh).sum::<usize>();
        if weight + own > BLOCK && index > start {
            blocks.push(&runs[start..index]);
            (start, weight) = (index, 0);
        }
        weight += own;
    }
    blocks.push(&runs[start..]);
    blocks
}

/// The variables of a step's results.
fn result_names(plan: &FnPlan, step: &Step) -> Vec<TokenStream> {
    let name = |id: &LocalId| value_name(plan, id.index()).to_token_stream();
    step.results.iter().map(name).collect()
}

/// Whether a step, or the last step of a region inlined in it, is a tail call. Bounded by the
/// nesting limit of tail calls.
fn holds_tail(plan: &Plan, step: &Step) -> bool {
    let mut pending = vec![(step, 0)];
    while let Some((step, nesting)) = pending.pop() {
        if step.tail_of.is_some() {
            return true;
        }
        if nesting < TAIL_NESTING {
            let arms = step.kind.callees().iter().map(|&callee| plan.function(callee));
            let regions = arms.filter(|arm| arm.is_region && arm.inlined);
            let last = regions.filter_map(|arm| arm.segments[0].steps.last());
            pending.extend(last.map(|step| (step, nesting + 1)));
        }
    }
    false
}

/// The depth argument of a body that a step calls, if the body needs it. A step that checks the
/// depth has incremented it already; regions do not count.
fn inner_depth(step: &Step, body: &FnPlan) -> Option<TokenStream> {
    body.needs_depth.then(|| {
        if step.counts_depth || body.is_region {
            quote! { __depth }
        } else {
            quote! { __depth.saturating_add(1) }
        }
    })
}

/// The label of an op's block: `'opN`, unique in its function.
fn label(op: u32) -> TokenStream {
    let name = format_ident!("op{op}");
    [TokenTree::Punct(Punct::new('\'', Spacing::Joint)), TokenTree::Ident(name)]
        .into_iter()
        .collect()
}
