//! Emits whole functions: bodies under the internal convention, their entries from Rust, and
//! segments.

use super::emit::{Area, Emit, Held, gather, offset};
use super::step::Scope;
use super::{BodySignature, Lowering, failed};
use crate::CompileError;
use crate::abi::{Form, SLOT, SLOT_ERR, Shim};
use crate::object::Symbol;
use cranelift_codegen::ir::{Function, InstBuilder, MemFlagsData, UserFuncName, Value, types};
use cranelift_frontend::FunctionBuilder;
use std::rc::Rc;
use tfrt_compiler::plan::{Class, FnId, LocalId, Place, SegmentId};

impl<'a> Lowering<'a> {
    /// Emits one function; `emit` gets its parameters.
    fn emit(
        &mut self,
        symbol: Symbol,
        emit: impl FnOnce(&mut Emit<'_, 'a, '_>, &[Value]) -> Result<(), CompileError>,
    ) -> Result<Function, CompileError> {
        let name = UserFuncName::User(symbol.name());
        let mut function = Function::with_name_signature(name, self.signature_of(symbol));
        let mut context = std::mem::take(&mut self.builder);
        let mut b = FunctionBuilder::new(&mut function, &mut context);
        let entry = b.create_block();
        b.append_block_params_for_function_params(entry);
        b.switch_to_block(entry);
        let params = b.block_params(entry).to_vec();
        let mut emitter = Emit::new(self, b, params[0], params[1]);
        emit(&mut emitter, &params[2..])?;
        emitter.finish();
        self.builder = context;
        Ok(function)
    }

    pub(super) fn emit_body(&mut self, id: FnId) -> Result<Function, CompileError> {
        let function = self.function(id);
        let frame = if function.has_frame() { Some(self.frame(id)) } else { None };
        let body = self.signature(id);
        self.emit(self.bodies[&id], |e, params| {
            let mut words = params.iter().copied();
            let arguments = gather(&body.params, &mut words);
            let out = words.next();
            let arguments =
                if function.is_loop { e.start_tail_loop(id, &arguments) } else { arguments };
            if function.checks_cancel_on_entry {
                let (err, next) = e.check_cancelled();
                e.release_all(&arguments, true);
                let results = e.poison(&body.results, err)?;
                e.give_back(&body, results, out)?;
                e.b.switch_to_block(next);
            }
            let results = match (frame, e.low.native(id)) {
                (_, Some(native)) => {
                    let slots = e.scratch(Area::Arguments, arguments.len() * SLOT as usize)?;
                    e.store_all(slots, &arguments)?;
                    let left = e.scratch(Area::Results, body.results.len() * SLOT as usize)?;
                    let params = body.params.clone();
                    let native = e.low.record_native(native, params, body.results.len())?;
                    let native = e.number(native);
                    e.shim(Shim::Native, &[e.activation, native, slots, left]);
                    e.load_all(left, &body.results)?
                }
                (Some(frame), None) => {
                    let slots = e.scratch(Area::Arguments, arguments.len() * SLOT as usize)?;
                    e.store_all(slots, &arguments)?;
                    let left = e.scratch(Area::Results, body.results.len() * SLOT as usize)?;
                    let frame = u32::try_from(frame).map_err(|e| failed("frames", e))?;
                    let frame = e.number(frame);
                    e.shim(Shim::Frame, &[e.activation, frame, e.depth, slots, left]);
                    e.load_all(left, &body.results)?
                }
                (None, None) => e.run_inlined(function, arguments)?,
            };
            e.give_back(&body, results, out)?;
            Ok(())
        })
    }

    pub(super) fn emit_entry(&mut self, id: FnId, entry: Symbol) -> Result<Function, CompileError> {
        let body = self.signature(id);
        let function = self.function(id);
        // An inlined function is inlined in its entry too.
        let callee = if self.is_inlined(id, 0) { None } else { Some(self.body(id)) };
        self.emit(entry, |e, params| {
            let arguments = e.load_all(params[0], &body.params)?;
            let results = match callee {
                Some(callee) => e.call_body(callee, &body, e.depth, &arguments)?,
                None => {
                    let results = e.run_inlined(function, arguments)?;
                    e.coerce_all(results, &body.results)?
                }
            };
            e.store_all(params[1], &results)?;
            e.b.ins().return_(&[]);
            Ok(())
        })
    }

    pub(super) fn emit_segment(
        &mut self,
        id: FnId,
        segment: u32,
    ) -> Result<Function, CompileError> {
        let frame = self.frame(id);
        let symbol = self.frames[frame].segments[segment as usize];
        self.emit(symbol, |e, params| e.segment(frame, segment, params[0]))
    }
}

impl Emit<'_, '_, '_> {
    /// A segment of that frame, whose slots are at `base`; then returns.
    fn segment(&mut self, frame: usize, segment: u32, base: Value) -> Result<(), CompileError> {
        let function = self.low.function(self.low.frames[frame].function);
        let mut scope = Scope::new(&mut self.low.tables, function, segment, Some((frame, base)));
        let places = Rc::clone(&self.low.frames[frame].places);
        // All slots are read before any is written, because a value defined here may reuse the slot
        // of a value whose last use is here.
        for value in scope.used_from_frame() {
            let held = match places.place(value) {
                Place::Known(scalar) => self.constant(scalar),
                Place::Slot(slot) => {
                    let form = self.low.frames[frame].slots[slot];
                    // A later parameter may be pending on entry, as may a later value of the first
                    // segment.
                    let read = form.class == Class::Later && segment > 0;
                    let last = places.is_last(value, SegmentId(segment));
                    self.out_of_frame(base, slot, form, read, last)?
                }
                Place::Local => {
                    let message = "the plan uses a value of another segment off the frame";
                    return Err(CompileError::new(message));
                }
            };
            scope.bind(value, held);
        }
        // The same for what no step reads.
        let unread: Vec<LocalId> = scope.unread().collect();
        for value in unread {
            if let Some(slot) = places.of(value)
                && places.is_last(value, SegmentId(segment))
            {
                let form = self.low.frames[frame].slots[slot];
                let held = self.out_of_frame(base, slot, form, false, true)?;
                self.release(held, false);
            }
        }
        self.run_steps(&mut scope)?;
        let delivers = &function.segments[segment as usize].delivers;
        let results: Result<Vec<Held>, CompileError> =
            delivers.iter().map(|&index| self.deliver(&mut scope, index)).collect();
        let results = results?;
        let first = self.low.frames[frame].first_result;
        for (&index, held) in delivers.iter().zip(results) {
            self.store(base, first + index, held)?;
        }
        scope.finish(&mut self.low.tables);
        self.b.ins().return_(&[]);
        Ok(())
    }

    /// Returns from a body.
    pub(super) fn give_back(
        &mut self,
        body: &BodySignature,
        results: Vec<Held>,
        out: Option<Value>,
    ) -> Result<(), CompileError> {
        let results = self.coerce_all(results, &body.results)?;
        if let Some(out) = out
            && !body.in_registers
        {
            self.store_all(out, &results)?;
            self.b.ins().return_(&[]);
        } else {
            let words = self.flatten(&results);
            self.b.ins().return_(&words);
        }
        Ok(())
    }

    /// Calls a body with owned arguments.
    pub(super) fn call_body(
        &mut self,
        callee: Symbol,
        body: &BodySignature,
        depth: Value,
        arguments: &[Held],
    ) -> Result<Vec<Held>, CompileError> {
        let mut words = vec![self.activation, depth];
        words.extend(self.flatten(arguments));
        let out = if body.in_registers {
            None
        } else {
            let out = self.scratch(Area::Results, body.results.len() * SLOT as usize)?;
            words.push(out);
            Some(out)
        };
        let callee = self.import(callee);
        let call = self.b.ins().call(callee, &words);
        match out {
            Some(out) => self.load_all(out, &body.results),
            None => {
                let words = self.b.inst_results(call).to_vec();
                Ok(gather(&body.results, &mut words.into_iter()))
            }
        }
    }

    /// Loads a value from the frame's slot `index`, moved or retained. A later value that the
    /// segment has waited for is unwrapped.
    fn out_of_frame(
        &mut self,
        base: Value,
        index: usize,
        form: Form,
        read: bool,
        take: bool,
    ) -> Result<Held, CompileError> {
        if read {
            let held = self.load(base, index, form)?;
            let reference = held.word.expect("a later value is a reference");
            let rep = self.number(form.rep.code());
            let out = self.scratch(Area::Results, SLOT as usize)?;
            if take {
                let slot = self.slot_address(base, index)?;
                self.shim(Shim::TakeRef, &[self.activation, rep, slot, out]);
            } else {
                self.shim(Shim::ReadRef, &[self.activation, rep, reference, out]);
            }
            return self.load(out, 0, Form::new(form.rep, Class::Fallible));
        }
        let held = self.load(base, index, form)?;
        if !take {
            return Ok(self.share(held));
        }
        if held.is_counted() || held.err.is_some() {
            let zero = self.int(types::I64, 0);
            let flags = MemFlagsData::trusted();
            let offset = offset(index)?;
            self.b.ins().store(flags, zero, base, offset);
            self.b.ins().store(flags, zero, base, offset + SLOT_ERR);
        }
        Ok(held)
    }
}
