//! Compiled functions as values that kernels and Rust can call.

use crate::abi::{Form, Slot, pack_all, unboxed, unpack};
use crate::run::code::{Code, EntryRecord, FEW};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;
use tfrt_compiler::plan::Class;
use tfrt_host::context::RequestContext;
use tfrt_host::error::{Error, ErrorCode, counted};
use tfrt_host::kernel::{
    EngineKind, Function, FunctionBody, Signature, Value, ValueState, call_strict,
};

/// A function that is entered from Rust, and its code.
#[derive(Clone, Debug)]
pub(crate) struct JitFunction {
    code: Arc<Code>,
    entry: u32,
}

/// The function as a value; it keeps the code alive.
pub(crate) fn function(code: &Arc<Code>, entry: u32) -> Function {
    JitFunction::new(code, entry).into_value()
}

/// Whether no argument is pending or an error.
pub(crate) fn are_ready(arguments: &[Value]) -> bool {
    arguments.iter().all(|argument| matches!(argument.state(), ValueState::Ready))
}

impl FunctionBody for JitFunction {
    fn signature(&self) -> &Signature {
        &self.code().entry(self.entry).signature
    }

    fn engine(&self) -> EngineKind {
        match self.code().entry(self.entry).native {
            Some(_) => EngineKind::Rust,
            None => EngineKind::Jit,
        }
    }

    fn call_scalars(
        &self,
        request: &RequestContext,
        depth: u32,
        arguments: &[Slot],
        results: &mut [Slot],
    ) -> Option<Result<(), Error>> {
        self.code().call_scalars(self.entry, request, depth, arguments, results)
    }

    fn call(
        &self,
        request: &RequestContext,
        depth: u32,
        arguments: &mut [Value],
        results: &mut [Value],
    ) {
        let entry = self.code().entry(self.entry);
        if let Err(error) = entry.checks.check(arguments) {
            results.fill(Value::Error(error));
            return;
        }
        match &entry.native {
            Some(native) => match miscalled(entry, arguments.len(), results.len()) {
                None => {
                    let arguments = arguments.iter_mut().map(std::mem::take).collect();
                    native.call(request, arguments, results);
                }
                Some(error) => results.fill(Value::Error(error)),
            },
            None if self.run_scalars(entry, request, depth, arguments, results) => {}
            None => self.call_boxed(request, depth, arguments, results),
        }
    }
}

impl JitFunction {
    pub(crate) fn new(code: &Arc<Code>, entry: u32) -> Self {
        Self { code: Arc::clone(code), entry }
    }

    pub(crate) fn code(&self) -> &Arc<Code> {
        &self.code
    }

    /// As a value; it keeps the code alive.
    pub(crate) fn into_value(self) -> Function {
        Function::new(Arc::new(self))
    }

    /// Calls a compiled one, on any arguments.
    #[inline(never)]
    fn call_boxed(
        &self,
        request: &RequestContext,
        depth: u32,
        arguments: &mut [Value],
        results: &mut [Value],
    ) {
        if are_ready(arguments) {
            self.run(request, depth, arguments, results);
            return;
        }
        if let Some(entry) = self.code().entry(self.entry).nonstrict {
            let nonstrict = Self::new(self.code(), entry);
            nonstrict.run(request, depth, arguments, results);
            return;
        }
        let function = self.clone();
        call_strict(request, arguments, results, move |request, arguments, results| {
            function.run(request, depth, arguments, results);
        });
    }

    /// Fast path without allocation for a function of few scalars on unboxed arguments. Returns
    /// false, without effects, if the function or the arguments do not qualify.
    fn run_scalars(
        &self,
        entry: &EntryRecord,
        request: &RequestContext,
        depth: u32,
        arguments: &[Value],
        results: &mut [Value],
    ) -> bool {
        let (given, asked) = (arguments.len(), results.len());
        if given > FEW || given != entry.params.len() || asked > FEW || asked != entry.results.len()
        {
            return false;
        }
        let mut slots = [Slot::default(); FEW];
        for ((slot, form), argument) in slots.iter_mut().zip(&entry.params).zip(arguments) {
            match unboxed(form.scalar(), argument) {
                Some(word) => slot.word = word,
                None => return false,
            }
        }
        let mut left = [Slot::default(); FEW];
        match self.code().enter(self.entry, request, depth, &slots[..given], &mut left[..asked]) {
            Ok(()) => pack_all(&entry.results, &left[..asked], results),
            Err(error) => results.fill(Value::Error(error)),
        }
        true
    }

    /// Runs the function on arguments that are all available.
    pub(crate) fn run(
        &self,
        request: &RequestContext,
        depth: u32,
        arguments: &mut [Value],
        results: &mut [Value],
    ) {
        let entry = self.code().entry(self.entry);
        let outcome = match miscalled(entry, arguments.len(), results.len()) {
            Some(error) => Err(error),
            None => self.arguments(arguments).and_then(|slots| {
                let mut left: SmallVec<[Slot; FEW]> =
                    smallvec![Slot::default(); entry.results.len()];
                self.code().enter(self.entry, request, depth, &slots, &mut left)?;
                pack_all(&entry.results, &left, results);
                Ok(())
            }),
        };
        if let Err(error) = outcome {
            results.fill(Value::Error(error));
        }
    }

    /// The arguments as slots, or the error of the call.
    fn arguments(&self, arguments: &mut [Value]) -> Result<SmallVec<[Slot; FEW]>, Error> {
        let entry = self.code().entry(self.entry);
        // Of several errors, the last wins.
        let strict = |form: &Form| form.class == Class::Ready;
        if let Some(error) = arguments
            .iter()
            .zip(&entry.params)
            .rev()
            .find_map(|(argument, form)| argument.error().filter(|_| strict(form)))
        {
            return Err(error.clone());
        }
        let mut slots =
            Slots { forms: &entry.params, slots: SmallVec::with_capacity(entry.params.len()) };
        for (index, (argument, &form)) in arguments.iter_mut().zip(&entry.params).enumerate() {
            let ty = &entry.signature.arguments[index];
            let slot = unpack(form, std::mem::take(argument))
                .map_err(|_| invalid(format!("argument {index} is not of type {ty}")))?;
            slots.slots.push(slot);
        }
        Ok(slots.finish())
    }
}

/// Slots that own their values until they are handed over.
struct Slots<'a> {
    forms: &'a [Form],
    slots: SmallVec<[Slot; FEW]>,
}

impl Slots<'_> {
    fn finish(mut self) -> SmallVec<[Slot; FEW]> {
        std::mem::take(&mut self.slots)
    }
}

impl Drop for Slots<'_> {
    fn drop(&mut self) {
        crate::abi::release_all(self.forms, self.slots.drain(..));
    }
}

/// The error of a call with a wrong number of arguments or results.
fn miscalled(entry: &EntryRecord, arguments: usize, results: usize) -> Option<Error> {
    if results != entry.results.len() {
        let given = entry.results.len();
        return Some(invalid(format!(
            "a function that gives {} is asked for {results}",
            counted(given, "result")
        )));
    }
    let taken = entry.params.len();
    (arguments != taken).then(|| {
        invalid(format!(
            "a function that takes {} is given {arguments}",
            counted(taken, "argument")
        ))
    })
}

fn invalid(message: String) -> Error {
    Error::new(ErrorCode::InvalidArgument, message)
}
