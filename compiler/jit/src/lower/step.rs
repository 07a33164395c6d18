//! Steps in order: the checks before each, the ownership of its operands, and what becomes of its results.

use super::emit::{Area, Emit, Held};
use super::join::Join;
use super::{failed, local};
use crate::abi::{Form, MAX_DEPTH, Pass, Rep, SLOT, Shim};
use crate::error::CompileError;
use cranelift_codegen::entity::packed_option::PackedOption;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, types};
use smallvec::SmallVec;
use std::collections::BTreeSet;
use tfrt_compiler::plan::{self, Check, Class, Constant, FnPlan, LocalId, Segment, Step, StepKind};
use tfrt_host::value::AnyRef;

/// One segment of one body while it is emitted.
#[derive(Debug)]
pub(crate) struct Scope<'a> {
    pub(crate) function: &'a FnPlan,
    pub(crate) segment: u32,
    /// Index of the frame and the address of its slots, if there is one.
    frame: Option<(usize, Value)>,
    /// By the function's values. Only those that this segment uses are ever set.
    values: Vec<Known>,
    /// Values that earlier segments have promised, owned until the steps have run, each with the
    /// slot of its promises.
    kept: Vec<(usize, Held)>,
}

/// What is known of a value where it is used. In few bytes: a large function has many.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Known {
    /// If it is alive here: it is owned once.
    form: Option<Form>,
    /// See [`Held`].
    word: PackedOption<Value>,
    err: PackedOption<Value>,
    /// How often it is still used in this segment: as operand, as guard, or to be delivered.
    left: u32,
}

impl Known {
    fn held(&self) -> Option<Held> {
        let &Self { form, word, err, .. } = self;
        Some(Held { form: form?, word: word.expand(), err: err.expand() })
    }

    /// One use less. Whether that was the last: then it is not alive any more.
    #[inline(always)]
    fn spend(&mut self) -> Result<bool, CompileError> {
        self.left = self.left.checked_sub(1).ok_or_else(unknown)?;
        Ok(self.left == 0 && self.form.take().is_some())
    }
}

/// An operand of the step being emitted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand {
    pub(crate) held: Held,
    /// Its ownership ends with this step.
    pub(crate) dies: bool,
}

impl<'a> Scope<'a> {
    /// `tables`: those of other scopes, [emptied](Self::finish), so that none is made for each
    /// segment that has as many places as the function has values.
    pub(crate) fn new(
        tables: &mut Vec<Vec<Known>>,
        function: &'a FnPlan,
        segment: u32,
        frame: Option<(usize, Value)>,
    ) -> Self {
        let mut values = tables.pop().unwrap_or_default();
        if values.len() < function.values.len() {
            values.resize(function.values.len(), Known::default());
        }
        let mut scope = Self { function, segment, frame, values, kept: Vec::new() };
        if function.has_frame() {
            for value in scope.used() {
                scope.values[value.index()].left += 1;
            }
        }
        scope
    }

    /// Everything is emitted.
    pub(crate) fn finish(mut self, tables: &mut Vec<Vec<Known>>) {
        if self.function.has_frame() {
            // The next segment's is as large.
            for value in self.used() {
                self.values[value.index()] = Known::default();
            }
        } else {
            self.values.clear();
        }
        tables.push(self.values);
    }

    /// What this segment uses, as often as it does.
    fn used(&self) -> impl Iterator<Item = LocalId> + use<'a> {
        let (function, body) = (self.function, self.body());
        let operands = body.steps.iter().flat_map(Step::checked).map(|operand| operand.value);
        operands.chain(body.delivers.iter().map(move |&index| function.results[index]))
    }

    /// How often this segment uses a value, of which it has used nothing.
    fn count(&self, value: LocalId) -> u32 {
        if self.function.has_frame() {
            self.values[value.index()].left
        } else {
            self.function.value(value).uses
        }
    }

    fn held(&self, value: LocalId) -> Result<Held, CompileError> {
        self.values[value.index()].held().ok_or_else(unknown)
    }

    fn body(&self) -> &'a Segment {
        &self.function.segments[self.segment as usize]
    }

    /// The values that come from the frame: of other segments, and the parameters.
    pub(crate) fn used_from_frame(&self) -> BTreeSet<LocalId> {
        self.used()
            .filter(|&value| {
                // What a later segment produces is only promised here.
                (value.0 as usize) < self.function.params
                    || self.function.value(value).segment.0 < self.segment
            })
            .collect()
    }

    /// What is waited for, and parameters, that no step uses.
    pub(crate) fn unread(&self) -> impl Iterator<Item = LocalId> + use<'_, 'a> {
        let parameters = if self.segment == 0 { self.function.params } else { 0 };
        let waits = self.body().waits.iter().copied();
        waits.chain((0..parameters).map(local)).filter(|&value| self.count(value) == 0)
    }

    /// What a value is, of which nothing has been used.
    pub(crate) fn bind(&mut self, value: LocalId, Held { form, word, err }: Held) {
        let left = self.count(value);
        let known = Known { form: Some(form), word: word.into(), err: err.into(), left };
        self.values[value.index()] = known;
    }
}

impl<'a> Emit<'_, 'a, '_> {
    /// Emits a body without a frame here, on arguments that it takes over.
    pub(crate) fn run_inlined(
        &mut self,
        function: &'a FnPlan,
        arguments: Vec<Held>,
    ) -> Result<Vec<Held>, CompileError> {
        let mut scope = Scope::new(&mut self.low.tables, function, 0, None);
        if arguments.len() != function.params {
            return Err(CompileError::new("the plan passes a wrong number of arguments"));
        }
        for (index, held) in arguments.into_iter().enumerate() {
            let value = local(index);
            let held = self.coerce(held, function.value(value).local)?;
            self.define(&mut scope, value, held)?;
        }
        self.run_steps(&mut scope)?;
        let results =
            (0..function.results.len()).map(|index| self.deliver(&mut scope, index)).collect();
        scope.finish(&mut self.low.tables);
        results
    }

    /// Emits the steps of a segment.
    pub(crate) fn run_steps(&mut self, scope: &mut Scope<'a>) -> Result<(), CompileError> {
        for run in scope.body().runs() {
            match run {
                [step] => self.step(scope, step)?,
                group => self.parallel(scope, group)?,
            }
        }
        self.keep_promises(scope)
    }

    /// What was promised is told when all steps have run, as the plan says.
    fn keep_promises(&mut self, scope: &mut Scope<'a>) -> Result<(), CompileError> {
        for (slot, held) in std::mem::take(&mut scope.kept) {
            let (_, base) = scope.frame.ok_or_else(unknown)?;
            let kept = self.coerce(held, Class::Later)?.word.ok_or_else(unknown)?;
            let slot = self.slot_address(base, slot)?;
            self.shim(Shim::Keep, &[slot, kept]);
        }
        Ok(())
    }

    /// A result of the function, owned by the caller.
    pub(crate) fn deliver(
        &mut self,
        scope: &mut Scope<'a>,
        index: usize,
    ) -> Result<Held, CompileError> {
        let value = scope.function.results[index];
        let held = scope.held(value)?;
        if scope.values[value.index()].spend()? { Ok(held) } else { Ok(self.share(held)) }
    }

    /// Puts a new value where it is used: here, in the frame, or nowhere.
    #[inline(always)]
    fn define(
        &mut self,
        scope: &mut Scope<'a>,
        value: LocalId,
        held: Held,
    ) -> Result<(), CompileError> {
        let here = scope.count(value) > 0;
        if here {
            scope.bind(value, held);
        }
        match scope.frame {
            None if here => Ok(()),
            None => {
                self.release(held, false);
                Ok(())
            }
            Some(frame) => self.define_in(frame, scope, value, held, here),
        }
    }

    /// The same in a function with that frame.
    #[inline(never)]
    fn define_in(
        &mut self,
        (frame, base): (usize, Value),
        scope: &mut Scope<'a>,
        value: LocalId,
        held: Held,
        here: bool,
    ) -> Result<(), CompileError> {
        if let Some(&slot) = self.low.frames[frame].promises.get(&value) {
            let kept = self.share(held);
            scope.kept.push((slot, kept));
        }
        if scope.function.value(value).in_frame
            && let Some(slot) = self.low.frames[frame].places.of(value)
        {
            let stored = if here { self.share(held) } else { held };
            self.store(base, slot, stored)?;
        } else if !here {
            self.release(held, false);
        }
        Ok(())
    }

    /// The operands and guards of a step; those that end with it leave the scope.
    fn operands(
        scope: &mut Scope<'a>,
        step: &Step,
    ) -> Result<SmallVec<[Operand; 4]>, CompileError> {
        let mut operands: SmallVec<[Operand; 4]> = SmallVec::new();
        for operand in step.checked() {
            let held = scope.held(operand.value)?;
            if held.form.class == Class::Later && !step.is_eager() {
                return Err(CompileError::new("the plan uses a later value without waiting"));
            }
            operands.push(Operand { held, dies: false });
        }
        // A guard is released before the kernel runs, so it owns only what the kernel does not take;
        // of the operands the last does, since the words are taken in order.
        let (taken, guards) = operands.split_at_mut(step.operands.len());
        let taken = step.operands.iter().zip(taken);
        for (operand, own) in step.guards.iter().zip(guards).chain(taken) {
            own.dies = scope.values[operand.value.index()].spend()?;
        }
        Ok(operands)
    }

    fn step(&mut self, scope: &mut Scope<'a>, step: &'a Step) -> Result<(), CompileError> {
        self.low.count()?;
        if let StepKind::Kernel { eager: true, kernel, .. } = &step.kind {
            *self.low.tally.called.entry(kernel.name).or_default() += 1;
            return self.eager(scope, step);
        }
        let mut join = Join::new(self.result_forms(scope, step));
        let mut operands = Self::operands(scope, step)?;
        self.checks(scope.function, step, &mut operands, &mut join)?;

        // Guards have been checked, and that is all there is to them.
        let (operands, guards) = operands.split_at(step.operands.len());
        self.release_dying(guards, false);
        let results = match &step.kind {
            StepKind::Kernel { kernel, proved, .. } => {
                let called = (*kernel, *proved);
                Some(match self.intrinsic(scope.function, step, called, operands, &mut join)? {
                    Some(results) => {
                        self.low.tally.inlined += 1;
                        self.release_dying(operands, false);
                        results
                    }
                    None => {
                        *self.low.tally.called.entry(kernel.name).or_default() += 1;
                        self.kernel(scope.function, step, operands, &join.forms)?
                    }
                })
            }
            StepKind::Constant(constant) => {
                self.low.tally.inlined += 1;
                let mut results = Vec::with_capacity(constant.len());
                for constant in constant {
                    results.push(match constant {
                        Constant::Scalar(scalar) => self.constant(*scalar),
                        Constant::Shared(value) => self.shared_constant(value)?,
                    });
                }
                Some(results)
            }
            StepKind::Pass => {
                self.low.tally.inlined += 1;
                Some(self.arguments(operands))
            }
            _ => {
                self.low.tally.inlined += 1;
                self.control(step, operands, &mut join)?
            }
        };
        let results = self.meet(join, results)?;
        for (&value, held) in step.results.iter().zip(results) {
            self.define(scope, value, held)?;
        }
        Ok(())
    }

    /// A reference to a value that all runs share.
    fn shared_constant(&mut self, value: &AnyRef) -> Result<Held, CompileError> {
        let number = self.low.record_constant(value)?;
        let number = self.int(types::I32, i64::from(number));
        let word = self.shim_word(Shim::Constant, &[self.activation, number]);
        Ok(Held::ready(Rep::Boxed, Some(word)))
    }

    fn result_forms(&mut self, scope: &Scope<'a>, step: &Step) -> Vec<Form> {
        let results = step.results.iter().map(|&result| scope.function.value(result));
        results.map(|value| Form::new(self.low.rep(&value.ty), value.local)).collect()
    }

    /// Hands kernels that may run in parallel to one shim, with what has become of their checks.
    /// Each owns its operands: another, which may end before, has none to lend.
    fn parallel(&mut self, scope: &mut Scope<'a>, group: &'a [Step]) -> Result<(), CompileError> {
        let words = group.iter().map(|step| 2 + step.operands.len()).sum::<usize>();
        let arguments = self.scratch(Area::Arguments, words * 8)?;
        let mut next = 0;
        let mut forms = Vec::new();
        for step in group {
            self.low.count()?;
            if let StepKind::Kernel { kernel, .. } = &step.kind {
                *self.low.tally.called.entry(kernel.name).or_default() += 1;
            }
            let results = self.result_forms(scope, step);
            forms.extend_from_slice(&results);
            let mut operands = Self::operands(scope, step)?;
            // Its checks end with nothing, or with an error.
            let mut join = Join::new(vec![Form::new(Rep::Unit, Class::Fallible)]);
            self.checks(scope.function, step, &mut operands, &mut join)?;
            let (operands, guards) = operands.split_at(step.operands.len());
            self.release_dying(guards, false);
            for (index, operand) in operands.iter().enumerate() {
                let held = if operand.dies { operand.held } else { self.share(operand.held) };
                self.store_word(arguments, next + 2 + index, held.word)?;
            }
            let checked = self.meet(join, Some(vec![Held::ready(Rep::Unit, None)]))?;
            let reps = operands.iter().map(|operand| (operand.held.form.rep, Pass::Moved));
            let op = self.low.record(scope.function, step, reps.collect(), results)?;
            let op = self.int(types::I64, i64::from(op));
            self.store_word(arguments, next, Some(op))?;
            let none = self.int(types::I64, 0);
            let err = checked.first().and_then(|checked| checked.err).unwrap_or(none);
            self.store_word(arguments, next + 1, Some(err))?;
            next += 2 + operands.len();
        }
        let results = self.scratch(Area::Results, forms.len() * SLOT as usize)?;
        let count = u32::try_from(group.len()).map_err(|error| failed("kernels", error))?;
        let count = self.number(count);
        self.shim(Shim::Parallel, &[self.activation, count, self.depth, arguments, results]);
        let results = self.load_all(results, &forms)?;
        let values = group.iter().flat_map(|step| &step.results);
        values.zip(results).try_for_each(|(&value, held)| self.define(scope, value, held))
    }

    /// Stores what there is of a word where a shim reads it.
    fn store_word(
        &mut self,
        base: Value,
        index: usize,
        word: Option<Value>,
    ) -> Result<(), CompileError> {
        if let Some(word) = word {
            let word = self.bits(word);
            let offset = super::emit::word_offset(index)?;
            self.b.ins().store(MemFlagsData::trusted(), word, base, offset);
        }
        Ok(())
    }

    /// What is checked before a step runs, in the plan's order. After that no operand is an error.
    fn checks(
        &mut self,
        function: &FnPlan,
        step: &Step,
        operands: &mut [Operand],
        join: &mut Join,
    ) -> Result<(), CompileError> {
        for check in step.checks() {
            let next = match check {
                Check::Error(index) => {
                    let Some(err) = operands[index].held.err else { continue };
                    let next = self.branch_cold(err);
                    let err = self.shim_word(Shim::ShareError, &[err]);
                    self.fail(operands, join, err);
                    operands[index].held = operands[index].held.checked();
                    next
                }
                Check::Cancelled => {
                    let (err, next) = self.check_cancelled();
                    self.fail(operands, join, err);
                    next
                }
                Check::Depth => {
                    let op = self.low.record(function, step, Vec::new(), Vec::new())?;
                    let op = self.number(op);
                    let flags = MemFlagsData::trusted().with_readonly();
                    let limit = self.b.ins().load(types::I32, flags, self.activation, MAX_DEPTH);
                    let used_up = IntCC::UnsignedGreaterThanOrEqual;
                    let mut deep = self.b.ins().icmp(used_up, self.depth, limit);
                    if let Some(iterates) = self.iterates(&step.kind, operands)? {
                        deep = self.b.ins().band(deep, iterates);
                    }
                    let next = self.branch_cold(deep);
                    let arguments = [self.activation, op, self.depth];
                    let err = self.shim_word(Shim::DepthExceeded, &arguments);
                    self.fail(operands, join, err);
                    next
                }
            };
            self.b.switch_to_block(next);
        }
        for operand in operands {
            operand.held = operand.held.checked();
        }
        Ok(())
    }

    /// Hands a kernel that does not wait for its operands to the runtime.
    fn eager(&mut self, scope: &mut Scope<'a>, step: &'a Step) -> Result<(), CompileError> {
        let mut words = Vec::with_capacity(step.operands.len());
        for &plan::Operand { value, .. } in &step.operands {
            if scope.function.value(value).segment.0 > scope.segment {
                let (frame, base) = scope.frame.ok_or_else(unknown)?;
                let slot = self.low.frames[frame].promises.get(&value).copied();
                let slot = self.slot_address(base, slot.ok_or_else(unknown)?)?;
                words.push(self.shim_word(Shim::Promise, &[slot]));
                continue;
            }
            let held = scope.held(value)?;
            let held = if scope.values[value.index()].spend()? { held } else { self.share(held) };
            words.push(self.coerce(held, Class::Later)?.word.ok_or_else(unknown)?);
        }
        let forms: Vec<Form> = step
            .results
            .iter()
            .map(|&result| {
                let value = scope.function.value(result);
                Form::new(self.low.rep(&value.ty), Class::Later)
            })
            .collect();
        let reps = words.iter().map(|_| (Rep::Boxed, Pass::Moved)).collect();
        let op = self.low.record(scope.function, step, reps, forms.clone())?;
        let op = self.number(op);
        let arguments = self.scratch(Area::Arguments, words.len() * 8)?;
        for (index, word) in words.into_iter().enumerate() {
            self.store_word(arguments, index, Some(word))?;
        }
        let results = self.scratch(Area::Results, forms.len() * SLOT as usize)?;
        self.shim(Shim::Eager, &[self.activation, op, self.depth, arguments, results]);
        let results = self.load_all(results, &forms)?;
        for (&value, held) in step.results.iter().zip(results) {
            self.define(scope, value, held)?;
        }
        Ok(())
    }

    pub(super) fn release_dying(&mut self, operands: &[Operand], cold: bool) {
        for operand in operands.iter().filter(|operand| operand.dies) {
            self.release(operand.held, cold);
        }
    }

    /// Calls the kernel's entry through the shim, which asks the op's record.
    pub(super) fn kernel(
        &mut self,
        function: &FnPlan,
        step: &Step,
        operands: &[Operand],
        forms: &[Form],
    ) -> Result<Vec<Held>, CompileError> {
        let pass = |operand: &Operand| {
            // What is lent must not be handed over in the same call, which could end it.
            let handed = |other: &Operand| other.dies && other.held.word == operand.held.word;
            let pass = match operand.dies {
                true => Pass::Moved,
                false if operands.iter().any(handed) => Pass::Shared,
                false => Pass::Lent,
            };
            (operand.held.form.rep, pass)
        };
        let op =
            self.low.record(function, step, operands.iter().map(pass).collect(), forms.to_vec())?;
        let op = self.number(op);
        let arguments = self.scratch(Area::Arguments, operands.len() * 8)?;
        for (index, operand) in operands.iter().enumerate() {
            self.store_word(arguments, index, operand.held.word)?;
        }
        let results = self.scratch(Area::Results, forms.len() * SLOT as usize)?;
        self.shim(Shim::Kernel, &[self.activation, op, self.depth, arguments, results]);
        self.load_all(results, forms)
    }
}

fn unknown() -> CompileError {
    CompileError::new("the plan uses a value that is not there")
}
