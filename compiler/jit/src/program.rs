//! The public face: compiling a plan, and the compiled program.

#![expect(unsafe_code, reason = "finished code is known by its address")]

use crate::code::{Code, EntryRecord, entry_at, segment_at};
use crate::frame::{FrameRecord, SegmentRecord};
use crate::lower::{FrameLayout, Lowering};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tfrt_compiler::graph::Type;
use tfrt_compiler::plan::{FnId, Plan, SegmentId};
use tfrt_compiler::verify::Verified;
use tfrt_host::kernel::{Catalogue, Function, Signature};

/// How to compile.
#[derive(Clone, Debug)]
pub struct Options {
    /// Optimise the code; otherwise only compile fast.
    pub optimize: bool,
    /// Bytes of machine code that a program may have.
    pub max_code_size: usize,
    pub(crate) keep_clif: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { optimize: true, max_code_size: 64 << 20, keep_clif: false }
    }
}

/// Why a plan could not be compiled: a limit, a kind of processor, or a defect of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    message: String,
}

impl CompileError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot compile the program: {}", self.message)
    }
}

impl std::error::Error for CompileError {}

/// A program as machine code. Cheap to clone; thread-safe. The code is freed when the program,
/// its functions and all runs of it are gone.
#[derive(Clone, Debug)]
pub struct JitProgram {
    code: Arc<Code>,
    names: Arc<BTreeMap<String, FnId>>,
}

/// Compiles a plan of `program`, made with the same catalogue.
///
/// # Errors
/// The code is larger than allowed, or Cranelift does not take it.
pub fn compile(
    program: &Verified,
    plan: &Plan,
    catalogue: &Catalogue,
    options: &Options,
) -> Result<JitProgram, CompileError> {
    let lowering = lower(program, plan, catalogue, options)?;
    let functions: Vec<_> = program.module().functions().collect();
    let names =
        plan.entries.iter().map(|&(function, id)| (functions[function].name.clone(), id)).collect();
    Ok(JitProgram { code: Arc::new(link(lowering, plan)), names: Arc::new(names) })
}

/// The intermediate form that a plan is compiled from, as text: of one function of the module and
/// its regions, or of all.
///
/// # Errors
/// As for [`compile`].
pub fn clif(
    program: &Verified,
    plan: &Plan,
    catalogue: &Catalogue,
    function: Option<&str>,
) -> Result<String, CompileError> {
    let options = Options { keep_clif: true, ..Options::default() };
    let mut lowering = lower(program, plan, catalogue, &options)?;
    let text = lowering.clif.take().unwrap_or_default();
    // Nothing has been handed out: the code goes at once.
    drop(link(lowering, plan));
    let wanted = text.into_iter().filter(|(name, _)| function.is_none_or(|wanted| wanted == name));
    Ok(wanted.map(|(_, text)| text).collect::<Vec<_>>().join("\n"))
}

/// Compiles all functions. A panic of the code generator is an error like its others.
fn lower<'a>(
    program: &'a Verified,
    plan: &'a Plan,
    catalogue: &'a Catalogue,
    options: &Options,
) -> Result<Lowering<'a>, CompileError> {
    // What a panic leaves behind is not looked at again.
    catch_unwind(AssertUnwindSafe(|| {
        let mut lowering = Lowering::new(program, plan, catalogue, options)?;
        lowering.run()?;
        Ok(lowering)
    }))
    .unwrap_or_else(|_| Err(CompileError::new("the code generator panicked")))
}

/// Puts finished code and its records together.
fn link(mut lowering: Lowering<'_>, plan: &Plan) -> Code {
    let layouts = std::mem::take(&mut lowering.frames);
    let frames = layouts.into_iter().map(|layout| frame_record(&mut lowering, layout)).collect();
    let ids: Vec<_> = lowering.entries.iter().map(|(&id, &function)| (id, function)).collect();
    let mut entries: Vec<Option<EntryRecord>> = plan.functions.iter().map(|_| None).collect();
    for (id, function) in ids {
        let address = lowering.module.get_finalized_function(function);
        entries[id.0 as usize] = Some(EntryRecord {
            signature: signature(&lowering, id),
            native: plan.function(id).native,
            anything: plan.function(id).anything,
            params: lowering.param_forms(id),
            results: lowering.result_forms(id),
            stack: lowering.stack_need(id),
            // SAFETY: this is the code of an entry, which was lowered with that signature.
            code: unsafe { entry_at(address) },
        });
    }
    let Lowering { module, ops, loops, natives, code_size, .. } = lowering;
    Code::new(module, ops, loops, frames, natives, entries, code_size)
}

fn signature(lowering: &Lowering<'_>, id: FnId) -> Signature {
    let function = lowering.function(id);
    let texts = |types: &[Type]| types.iter().map(ToString::to_string).collect();
    if function.is_region {
        let values = &function.values;
        let arguments = values[..function.params].iter().map(|v| v.ty.to_string()).collect();
        let results = function.results.iter().map(|&r| function.value(r).ty.to_string()).collect();
        return Signature { name: String::new(), arguments, results };
    }
    let function = lowering.graph_function(function);
    Signature {
        name: function.name.clone(),
        arguments: texts(&function.arguments),
        results: texts(&function.results),
    }
}

fn frame_record(lowering: &mut Lowering<'_>, layout: FrameLayout) -> FrameRecord {
    let function = lowering.function(layout.function);
    let mut followers: Vec<Vec<u32>> = function.segments.iter().map(|_| Vec::new()).collect();
    let mut after = Vec::with_capacity(function.segments.len());
    for (index, segment) in (0..).zip(&function.segments) {
        // What is waited for is in its slot only when its producer has run.
        let producers = segment.waits.iter().map(|&wait| function.value(wait).segment);
        let before: BTreeSet<SegmentId> =
            segment.after.iter().copied().chain(producers).filter(|before| before.0 > 0).collect();
        after.push(u32::try_from(before.len()).unwrap_or(u32::MAX));
        for before in before {
            followers[before.0 as usize].push(index);
        }
    }
    let segments = function
        .segments
        .iter()
        .zip(followers)
        .zip(&layout.segments)
        .map(|((segment, followers), &code)| {
            let waits = segment.waits.iter().map(|wait| layout.slot_of[wait]).collect();
            let address = lowering.module.get_finalized_function(code);
            // SAFETY: this is the code of a segment, which was lowered with that signature.
            let code = unsafe { segment_at(address) };
            SegmentRecord::new(waits, segment.delivers.clone(), followers, code)
        })
        .collect();
    let results = function.results.iter().map(|&r| function.value(r).segment.0).collect();
    let stack = lowering.stack_need(layout.function);
    FrameRecord::new(layout.slots, function.params, results, segments, &after, stack)
}

impl JitProgram {
    /// The function of that name. It keeps the code alive.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<Function> {
        let &id = self.names.get(name)?;
        Some(crate::function::function(&self.code, id))
    }

    /// Name and types of each function, by name.
    pub fn functions(&self) -> impl Iterator<Item = &Signature> {
        self.names.values().map(|&id| &self.code.entry(id).signature)
    }

    /// Bytes of machine code.
    #[must_use]
    pub fn code_size(&self) -> usize {
        self.code.size
    }
}
