//! Linked machine code and everything it refers to, with one owner.

#![expect(unsafe_code, reason = "machine code is called by address")]

use crate::abi::{
    Form, LoopRecord, NativeRecord, OpRecord, Slot, error_slot, release, type_checks,
};
use crate::link::{Memory, Outside, link};
use crate::lower::{Lowering, Start, UNCHECKED_BYTES};
use crate::object::{Object, Symbol};
use crate::run::activation::{Activation, FunctionCode, SegmentCode};
use crate::run::frame::FrameRecord;
use crate::run::shim::{quietly, start_frame};
use crate::{CompileError, JitOptions, symbols};
use std::fmt;
use std::sync::Arc;
use tfrt_compiler::plan::{Class, FnId};
use tfrt_host::context::RequestContext;
use tfrt_host::error::Error;
use tfrt_host::kernel::{Native, Signature, TypeChecks};
use tfrt_host::value::AnyRef;

/// The most arguments or results that are passed without an allocation.
pub(crate) const FEW: usize = 8;

/// What is called from Rust.
#[derive(Debug)]
pub(crate) struct EntryRecord {
    pub(crate) signature: Arc<Signature>,
    pub(crate) checks: TypeChecks,
    /// It is this function.
    pub(crate) native: Option<Native>,
    /// See `FnPlan::nonstrict_entry`. None also if it is compiled for itself.
    pub(crate) nonstrict: Option<u32>,
    pub(crate) params: Vec<Form>,
    pub(crate) results: Vec<Form>,
    /// It is compiled, all these are scalars, none is later, and they are no more than [`FEW`].
    pub(crate) scalars: bool,
    /// Bytes of stack that it needs.
    pub(crate) stack: usize,
    code: EntryCode,
}

/// What is run when a function is entered.
#[derive(Clone, Copy, Debug)]
enum EntryCode {
    /// This, under an [`Activation`]. The words of its results are whole: zero above the bits of a
    /// scalar.
    Code(FunctionCode),
    /// A frame of this record; before, perhaps, a check for cancellation.
    Frame { record: u32, checks_cancel: bool },
}

impl EntryRecord {
    /// Calls the function: consumes the arguments and writes each result in its form.
    ///
    /// # Safety
    /// There are slots for its parameters, in their forms, and room for as many as its code has
    /// results. The code of the activation is that of the entry.
    #[inline]
    pub(crate) unsafe fn enter(
        &self,
        activation: *const Activation<'_>,
        depth: u32,
        arguments: *const Slot,
        results: *mut Slot,
    ) {
        tfrt_host::frame::grow_stack_for(self.stack, || {
            // SAFETY: by the caller's promise; the activation keeps the code mapped during the call.
            unsafe {
                match self.code {
                    EntryCode::Code(code) => {
                        code(activation, depth, arguments, results);
                    }
                    EntryCode::Frame { record, checks_cancel } => {
                        match (*activation).request.cancelled().filter(|_| checks_cancel) {
                            None => {
                                start_frame(activation.cast(), record, depth, arguments, results);
                            }
                            Some(error) => self.refuse(error, arguments, results),
                        }
                    }
                }
            }
        });
    }

    /// The frame that it starts, and whether it checks for cancellation first.
    #[inline]
    pub(crate) fn frame(&self) -> Option<(usize, bool)> {
        match self.code {
            EntryCode::Frame { record, checks_cancel } => Some((record as usize, checks_cancel)),
            EntryCode::Code(_) => None,
        }
    }

    /// Gives an error as every result.
    ///
    /// # Safety
    /// As for [`EntryRecord::enter`]; every result can be an error.
    #[cold]
    unsafe fn refuse(&self, error: &Error, arguments: *const Slot, results: *mut Slot) {
        for (index, &form) in self.params.iter().enumerate() {
            // SAFETY: there is an argument of that number and form, which passes to the callee.
            quietly(|| unsafe { release(form, arguments.add(index).read()) });
        }
        for (index, &form) in self.results.iter().enumerate() {
            // SAFETY: there is room for a result of that number.
            unsafe { results.add(index).write(error_slot(form, error)) };
        }
    }
}

/// One compiled program. Functions handed out, suspended frames and callers on the stack hold an
/// `Arc` of it.
pub(crate) struct Code {
    pub(crate) memory: Memory,
    /// Indexed by op number in machine code.
    pub(crate) ops: Vec<OpRecord>,
    pub(crate) loops: Vec<LoopRecord>,
    pub(crate) frames: Vec<FrameRecord>,
    pub(crate) natives: Vec<NativeRecord>,
    /// The functions that are entered from Rust.
    pub(crate) entries: Vec<EntryRecord>,
    /// Values that all runs share.
    pub(crate) constants: Vec<AnyRef>,
    /// The symbols for debuggers, removed with the code.
    _symbols: Option<symbols::SymbolFile>,
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Code").field("size", &self.size()).finish_non_exhaustive()
    }
}

impl Code {
    /// Puts compiled functions and the records that they refer to together.
    pub(crate) fn new(
        mut lowering: Lowering<'_>,
        objects: &[Object],
        options: &JitOptions,
    ) -> Result<Self, CompileError> {
        let shims = lowering.shims.iter().map(|shim| shim.address).collect();
        let outside = Outside { shims };
        let memory = link(objects, outside, options.limits.code_bytes)?;
        let stack_needs = lowering.true_stack_needs(objects);
        let layouts = std::mem::take(&mut lowering.frames);
        let frames = layouts
            .into_iter()
            .map(|layout| {
                let (function, stack) =
                    (lowering.function(layout.function), stack_needs[&layout.function]);
                // SAFETY: this is the code of a segment, which was lowered with that signature.
                let code = |&symbol: &Symbol| unsafe { segment_at(memory.address(symbol)) };
                let code = layout.segments.iter().map(code);
                FrameRecord::new(function, layout.slots, &layout.places, code, stack)
            })
            .collect();
        let mut entries = Vec::with_capacity(lowering.entry_list.len());
        for (id, start) in lowering.entry_list.clone() {
            let function = lowering.function(id);
            let (params, results) = (lowering.param_forms(id), lowering.result_forms(id));
            let few = params.len() <= FEW && results.len() <= FEW;
            let scalars = few && params.iter().chain(&results).all(Form::is_unboxed);
            let scalars = scalars && function.native.is_none();
            let signature = signature(&lowering, id);
            entries.push(EntryRecord {
                checks: type_checks(&signature, lowering.catalogue),
                signature: Arc::new(signature),
                native: lowering.native(id),
                nonstrict: function
                    .nonstrict_entry
                    .and_then(|id| lowering.entries.get(&id).copied()),
                scalars,
                params,
                results,
                stack: stack_needs[&id],
                code: match start {
                    Start::Code(symbol) => {
                        // SAFETY: this is the code of an entry, which was lowered with that signature.
                        EntryCode::Code(unsafe { entry_at(memory.address(symbol)) })
                    }
                    Start::Frame { frame, checks_cancel } => EntryCode::Frame {
                        record: u32::try_from(frame).map_err(|e| CompileError::of("frames", &e))?,
                        checks_cancel,
                    },
                },
            });
        }
        let names = (0..).map_while(|number| Some(lowering.part(number)?.0));
        let _symbols = symbols::tell(options.symbols, names, &memory)?;
        let Lowering { ops, loops, natives, constants, .. } = lowering;
        Ok(Self { memory, ops, loops, frames, natives, entries, constants, _symbols })
    }

    /// Bytes of machine code.
    pub(crate) fn size(&self) -> usize {
        self.memory.size()
    }

    /// An entry.
    pub(crate) fn entry(&self, entry: u32) -> &EntryRecord {
        &self.entries[entry as usize]
    }

    /// Calls a function. It consumes `arguments`; `results` own their values unless an error is
    /// returned: then the activation was poisoned and they own nothing.
    pub(crate) fn enter(
        self: &Arc<Self>,
        entry: u32,
        request: &RequestContext,
        depth: u32,
        arguments: &[Slot],
        results: &mut [Slot],
    ) -> Result<(), Error> {
        let entry = self.entry(entry);
        assert!(arguments.len() == entry.params.len() && results.len() == entry.results.len());
        let activation = Activation::new(self, request);
        // SAFETY: there are as many slots, of the forms in `entry`, which callers fill accordingly.
        unsafe {
            let (arguments, results) = (arguments.as_ptr(), results.as_mut_ptr());
            entry.enter(&raw const activation, depth, arguments, results);
        }
        match activation.into_poison() {
            None => Ok(()),
            Some(error) => {
                for (form, slot) in entry.results.iter().zip(results) {
                    // SAFETY: the function left each result in its form, or zeros.
                    unsafe { release(*form, std::mem::take(slot)) };
                }
                Err(error)
            }
        }
    }

    /// See [`FunctionBody::call_scalars`](tfrt_host::kernel::FunctionBody::call_scalars).
    pub(crate) fn call_scalars(
        self: &Arc<Self>,
        entry: u32,
        request: &RequestContext,
        depth: u32,
        arguments: &[Slot],
        results: &mut [Slot],
    ) -> Option<Result<(), Error>> {
        let entry = self.entry(entry);
        let (given, asked) = (arguments.len(), results.len());
        if !entry.scalars || given != entry.params.len() || asked != entry.results.len() {
            return None;
        }
        let activation = Activation::new(self, request);
        // SAFETY: there are as many slots, of scalars, and there is room for as many results.
        unsafe {
            let (arguments, results) = (arguments.as_ptr(), results.as_mut_ptr());
            entry.enter(&raw const activation, depth, arguments, results);
        }
        let mut outcome = activation.into_poison().map_or(Ok(()), Err);
        for (form, slot) in entry.results.iter().zip(results) {
            if form.class == Class::Fallible && slot.err != 0 {
                // SAFETY: an error word is owned; it is taken once.
                let error = unsafe { crate::abi::take_error(std::mem::take(&mut slot.err)) };
                outcome = outcome.and(Err(error));
            }
        }
        Some(outcome)
    }

    /// Runs a segment on the slots of a frame; `slots` has the length in its record. The stack was
    /// checked when the frame was resumed or, for a function that needs more than the reserve,
    /// before its call.
    #[inline]
    pub(crate) fn run_segment(
        &self,
        code: SegmentCode,
        stack: usize,
        activation: &Activation<'_>,
        depth: u32,
        slots: &mut [Slot],
    ) {
        let mut run = || {
            // SAFETY: the segment was compiled for a frame of this many slots; the caller holds an
            // `Arc` of this code.
            unsafe { code(std::ptr::from_ref(activation), depth, slots.as_mut_ptr()) }
        };
        if stack > UNCHECKED_BYTES {
            tfrt_host::frame::grow_stack_for(stack, run);
        } else {
            run();
        }
    }
}

fn signature(lowering: &Lowering<'_>, id: FnId) -> Signature {
    let function = lowering.function(id);
    if !function.is_region {
        return crate::abi::signature(lowering.graph_function(function));
    }
    let values = &function.values;
    let arguments =
        values[..function.params].iter().map(|value| value.ty.as_str().to_owned()).collect();
    let results =
        function.results.iter().map(|&r| function.value(r).ty.as_str().to_owned()).collect();
    Signature { name: String::new(), arguments, results }
}

/// The address of compiled code as a function that is entered from Rust.
///
/// # Safety
/// `address` is the finished code of an entry.
unsafe fn entry_at(address: *const u8) -> FunctionCode {
    // SAFETY: by the caller's promise.
    unsafe { std::mem::transmute::<*const u8, FunctionCode>(address) }
}

/// The address of compiled code as a segment.
///
/// # Safety
/// `address` is the finished code of a function lowered with the signature of [`SegmentCode`].
pub(crate) unsafe fn segment_at(address: *const u8) -> SegmentCode {
    // SAFETY: by the caller's promise.
    unsafe { std::mem::transmute::<*const u8, SegmentCode>(address) }
}
