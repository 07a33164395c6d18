//! Lowers a plan to Cranelift IR: decides which functions are compiled, their signatures, and the
//! records that they refer to.
//!
//! # Invariants of lowered code
//!
//! * A body is one compiled function under the internal convention: activation, depth, the words of
//!   the parameters; results are returned in registers or through an address. Rust calls a separate
//!   entry ([`Work`]). Checked by `compiler/jit/tests/embed.rs`.
//! * A value owns its reference ([`Held`](emit::Held)). A step consumes an operand at its last use
//!   and retains any other. Checked by `codegen-tests/tests/schedules.rs`, where nothing may be
//!   left alive.
//! * A fallible operand is checked where it is used, by the plan's [checks](Step::checks). The code
//!   that handles an error is in cold blocks. Checked by `codegen-tests/tests/edges.rs`.
//! * Intrinsic kernels become instructions; others are called through a shim. Checked by
//!   `compiler/jit/tests/kernels.rs` and `numeric.rs`.
//! * A call that may use more stack than the guaranteed reserve checks the stack first
//!   ([`UNCHECKED_BYTES`]). Checked by `compiler/jit/tests/limits.rs` on small stacks.
// tidy: one unit. Steps end in joins, and a join emits the steps behind it.

mod control;
mod emit;
mod function;
mod intrinsic;
mod join;
mod step;

use crate::CompileError;
use crate::abi::{Form, KernelOp, LoopRecord, NativeRecord, OpRecord, Pass, Rep, SLOT, ShimDef};
use crate::attribute::Attributes;
use crate::compile::{Failure, Job};
use crate::object::{Object, Symbol};
use cranelift_codegen::ir::{self, AbiParam, Signature, Type, types};
use cranelift_codegen::isa::{CallConv, TargetIsa};
use cranelift_frontend::FunctionBuilderContext;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;
use step::Known;
use tfrt_compiler::graph;
use tfrt_compiler::plan::{Class, FnId, FnPlan, LocalId, Plan, Slots, Step, StepKind};
use tfrt_compiler::verify::Verified;
use tfrt_host::context::Site;
use tfrt_host::frame::grow_stack;
use tfrt_host::kernel::{Catalogue, Native, ScalarType, TypeChecks};
use tfrt_host::value::AnyRef;

/// Regions nested deeper than this are compiled as functions of their own, which bounds the
/// recursion of lowering.
const MAX_INLINE_NESTING: u32 = 24;
/// Results are returned in registers up to these numbers.
const RETURN_INTS: usize = 6;
const RETURN_FLOATS: usize = 6;

/// Stack that calls may use without a check of what is left.
pub(crate) const UNCHECKED_BYTES: usize = 32 << 10;
/// A recursive call whose need is no greater is checked only every [`LEVELS`] levels.
const SMALL_BYTES: usize = UNCHECKED_BYTES / LEVELS as usize;
const LEVELS: i64 = 32;
/// What a frame takes at least, a value in it at most, and the start of a waiting activation.
const FRAME_BYTES: usize = 256;
const VALUE_BYTES: usize = 16;
const START_BYTES: usize = 8 << 10;

/// How Rust calls functions and segments.
const ENTRY: [Type; 4] = [types::I64, types::I32, types::I64, types::I64];
const SEGMENT: [Type; 3] = [types::I64, types::I32, types::I64];

/// A function to be compiled.
#[derive(Clone, Copy, Debug)]
enum Work {
    /// A body under the internal convention.
    Body(FnId),
    /// Its entry from Rust.
    Entry(FnId),
    /// A segment of a function with a frame.
    Segment(FnId, u32),
}

impl Work {
    fn function(self) -> FnId {
        let (Self::Body(id) | Self::Entry(id) | Self::Segment(id, _)) = self;
        id
    }
}

/// The entry point of a function called from Rust.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Start {
    /// This code.
    Code(Symbol),
    /// The first segment of this frame, with an optional cancellation check; the body would do the
    /// same.
    Frame { frame: usize, checks_cancel: bool },
}

/// The slots of a function's frame.
#[derive(Debug)]
pub(crate) struct FrameLayout {
    pub(crate) function: FnId,
    pub(crate) slots: Vec<Form>,
    /// Which value is in which.
    pub(crate) places: Rc<Slots>,
    /// The slots of promises, by the promised value.
    pub(crate) promises: FxHashMap<LocalId, usize>,
    pub(crate) first_result: usize,
    /// The segments of each frame.
    pub(crate) segments: Vec<Symbol>,
}

/// Emits the functions of one plan.
pub(crate) struct Lowering<'a> {
    plan: &'a Plan,
    pub(crate) catalogue: &'a Catalogue,
    attributes: Attributes<'a>,
    functions: Vec<&'a graph::Function>,
    isa: &'a dyn TargetIsa,
    pub(crate) shims: &'a [ShimDef],
    /// What is compiled, by number.
    works: Vec<Work>,
    signatures: FxHashMap<FnId, Rc<BodySignature>>,
    bodies: FxHashMap<FnId, Symbol>,
    /// Numbers in `entry_list`.
    pub(crate) entries: FxHashMap<FnId, u32>,
    /// What is entered from Rust.
    pub(crate) entry_list: Vec<(FnId, Start)>,
    /// Values that all runs share.
    pub(crate) constants: Vec<AnyRef>,
    frame_of: FxHashMap<FnId, usize>,
    pub(crate) frames: Vec<FrameLayout>,
    pub(crate) ops: Vec<OpRecord>,
    pub(crate) loops: Vec<LoopRecord>,
    pub(crate) natives: Vec<NativeRecord>,
    /// Hashed with a random key: the program chooses the names.
    reps: HashMap<graph::Type, Rep>,
    stack_needs: FxHashMap<FnId, usize>,
    /// A free list of tables for scopes.
    tables: Vec<Vec<Known>>,
    /// The builder's own tables, kept from function to function.
    builder: FunctionBuilderContext,
    /// Of the function being emitted.
    pub(crate) tally: Tally,
    time: Option<&'a dyn Fn() -> Result<(), CompileError>>,
}

/// Statistics of the kernels of one compiled function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) kernels: usize,
    /// Those that became instructions, and control flow.
    pub(crate) inlined: usize,
    /// How often each other kernel is called.
    pub(crate) called: BTreeMap<&'static str, usize>,
}

/// Converts errors of the compiler into errors of this crate.
pub(super) fn failed(what: &str, error: impl std::fmt::Display) -> CompileError {
    CompileError::new(format!("{what}: {error}"))
}

impl<'a> Lowering<'a> {
    /// Lowers everything that these functions of the plan reach.
    pub(crate) fn new(
        program: &'a Verified,
        plan: &'a Plan,
        catalogue: &'a Catalogue,
        isa: &'a dyn TargetIsa,
        shims: &'a [ShimDef],
    ) -> Self {
        Self {
            plan,
            catalogue,
            attributes: Attributes::new(program),
            functions: program.module().functions().collect(),
            isa,
            shims,
            works: Vec::new(),
            signatures: FxHashMap::default(),
            bodies: FxHashMap::default(),
            entries: FxHashMap::default(),
            entry_list: Vec::new(),
            constants: Vec::new(),
            frame_of: FxHashMap::default(),
            frames: Vec::new(),
            ops: Vec::new(),
            loops: Vec::new(),
            natives: Vec::new(),
            reps: HashMap::new(),
            stack_needs: FxHashMap::default(),
            tables: Vec::new(),
            builder: FunctionBuilderContext::new(),
            tally: Tally::default(),
            time: None,
        }
    }

    /// Emits the entries and everything that they reach, and passes each function to `done`. `time`
    /// fails after the deadline.
    pub(crate) fn run(
        &mut self,
        entries: &[FnId],
        time: &'a dyn Fn() -> Result<(), CompileError>,
        done: &mut dyn FnMut(&Self, Job, ir::Function) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.time = Some(time);
        for &id in entries {
            self.entry_alone(id);
        }
        let mut next = 0;
        while let Some(&work) = self.works.get(next) {
            let number = number(next);
            self.tally = Tally::default();
            let function = match work {
                Work::Body(id) => self.emit_body(id),
                Work::Entry(id) => self.emit_entry(id, Symbol::Function(number)),
                Work::Segment(id, segment) => self.emit_segment(id, segment),
            }
            .map_err(|error| (number, error))?;
            let kernels = self.tally.kernels;
            done(self, Job { number, kernels }, function)?;
            next += 1;
        }
        Ok(())
    }

    /// A kernel is emitted.
    #[inline]
    pub(super) fn count(&mut self) -> Result<(), CompileError> {
        self.tally.kernels += 1;
        match self.time {
            Some(time) if self.tally.kernels.is_multiple_of(1024) => time(),
            _ => Ok(()),
        }
    }

    /// Which part of which function of the module a compiled function is, and the place of that.
    pub(crate) fn part(&self, number: u32) -> Option<(String, &'a graph::Function)> {
        let &work = self.works.get(number as usize)?;
        let id = work.function();
        Some((self.label(work), self.functions[self.plan.function(id).body.function]))
    }

    /// Bytes of stack that each function needs, given what was compiled. Estimates decide where the
    /// stack is checked; the checks use these exact numbers.
    pub(crate) fn true_stack_needs(&mut self, objects: &[Object]) -> FxHashMap<FnId, usize> {
        let mut needs = FxHashMap::default();
        for (index, object) in objects.iter().enumerate() {
            let id = self.works[index].function();
            let need = needs.entry(id).or_insert_with(|| self.stack_need(id));
            *need = (*need).max(object.frame as usize);
        }
        needs
    }

    /// The name of a compiled function, unique in the module.
    fn label(&self, work: Work) -> String {
        match work {
            // An inlined function is inlined in its entry too, and is rarely called.
            Work::Body(id) if self.is_inlined(id, 0) => {
                format!("{}.body", self.plan.function(id).name)
            }
            Work::Entry(id) if !self.is_inlined(id, 0) => {
                format!("{}.entry", self.plan.function(id).name)
            }
            Work::Body(id) | Work::Entry(id) => self.plan.function(id).name.clone(),
            Work::Segment(id, segment) => {
                format!("{}.segment{segment}", self.plan.function(id).name)
            }
        }
    }

    fn declare(&mut self, work: Work) -> Symbol {
        let symbol = Symbol::Function(number(self.works.len()));
        self.works.push(work);
        symbol
    }

    /// The signature of what is called.
    pub(super) fn signature_of(&mut self, symbol: Symbol) -> Signature {
        match symbol {
            Symbol::Function(number) => match self.works[number as usize] {
                Work::Body(id) => self.signature(id).of_body(),
                Work::Entry(_) => self.plain_signature(&ENTRY),
                Work::Segment(..) => self.plain_signature(&SEGMENT),
            },
            Symbol::Shim(number) => {
                let def = &self.shims[number as usize];
                let mut signature = self.plain_signature(def.params);
                signature.returns.extend(def.results.iter().copied().map(AbiParam::new));
                signature
            }
        }
    }

    /// The signature of what Rust calls, or of what is Rust's.
    pub(super) fn plain_signature(&self, params: &[Type]) -> Signature {
        let mut signature = Signature::new(self.isa.default_call_conv());
        signature.params.extend(params.iter().copied().map(AbiParam::new));
        signature
    }

    /// The body of a function, under the internal convention.
    fn body(&mut self, id: FnId) -> Symbol {
        if let Some(&symbol) = self.bodies.get(&id) {
            return symbol;
        }
        let symbol = self.declare(Work::Body(id));
        self.bodies.insert(id, symbol);
        symbol
    }

    /// The number of a function's entry from Rust. Also adds the entry for nonstrict calls.
    fn entry(&mut self, id: FnId) -> u32 {
        if let Some(nonstrict) = self.function(id).nonstrict_entry {
            self.entry_alone(nonstrict);
        }
        self.entry_alone(id)
    }

    /// The entry alone.
    fn entry_alone(&mut self, id: FnId) -> u32 {
        if let Some(&entry) = self.entries.get(&id) {
            return entry;
        }
        let function = self.function(id);
        let start = if function.has_frame() {
            Start::Frame { frame: self.frame(id), checks_cancel: function.checks_cancel_on_entry }
        } else {
            Start::Code(self.declare(Work::Entry(id)))
        };
        let entry = number(self.entry_list.len());
        self.entry_list.push((id, start));
        self.entries.insert(id, entry);
        entry
    }

    /// The frame of a function with several segments.
    fn frame(&mut self, id: FnId) -> usize {
        if let Some(&frame) = self.frame_of.get(&id) {
            return frame;
        }
        let function = self.function(id);
        let places = function.slots();
        let mut slots = Vec::with_capacity(places.count() + function.results.len());
        for slot in 0..places.count() {
            let value = function.value(places.like(slot));
            slots.push(Form::new(self.rep(&value.ty), value.local));
        }
        let mut promises = FxHashMap::default();
        for (index, _) in function.values.iter().enumerate().filter(|(_, value)| value.promised) {
            promises.insert(local(index), slots.len());
            slots.push(Form::new(Rep::Promises, Class::Ready));
        }
        let first_result = slots.len();
        for &result in &function.results {
            let value = function.value(result);
            slots.push(Form::new(self.rep(&value.ty), value.local));
        }
        let segments = 0..number(function.segments.len());
        let segments = segments.map(|segment| self.declare(Work::Segment(id, segment))).collect();
        let frame = self.frames.len();
        self.frames.push(FrameLayout {
            function: id,
            slots,
            places: Rc::new(places),
            promises,
            first_result,
            segments,
        });
        self.frame_of.insert(id, frame);
        frame
    }

    pub(crate) fn function(&self, id: FnId) -> &'a FnPlan {
        self.plan.function(id)
    }

    /// Bytes of stack that a call of the function takes at most until something checks what is
    /// left: its own frame, and those of the calls that it makes without a check.
    pub(crate) fn stack_need(&mut self, id: FnId) -> usize {
        if let Some(&need) = self.stack_needs.get(&id) {
            return need;
        }
        // Recursion only goes through checked calls, so this value is never used; it ends the
        // walk of a plan that breaks the rule.
        self.stack_needs.insert(id, 0);
        let mut calls = 0;
        let frame = grow_stack(|| self.frame_need(id, 0, &mut calls));
        let need = FRAME_BYTES.saturating_add(frame).saturating_add(calls);
        self.stack_needs.insert(id, need);
        need
    }

    /// The frame of a body with the regions that are emitted in it; `calls` becomes the greatest
    /// need of what it calls without a check.
    fn frame_need(&mut self, id: FnId, nesting: u32, calls: &mut usize) -> usize {
        let function = self.function(id);
        let mut bytes = 0usize;
        let stats = &function.stats;
        for &(callee, counts_depth) in &stats.callees {
            if self.is_inlined(callee, nesting) {
                bytes = bytes.saturating_add(self.frame_need(callee, nesting + 1, calls));
            } else if !counts_depth || self.function(callee).is_region {
                let need = self.stack_need(callee);
                if need <= UNCHECKED_BYTES {
                    *calls = (*calls).max(need);
                }
            }
        }
        let mut values = function.values.len();
        if function.has_frame() {
            // Each segment is code of its own, with the values that it uses.
            values = values.min(stats.widest_segment + function.params + function.results.len());
            bytes = bytes.saturating_add(START_BYTES);
        }
        let bytes = bytes.saturating_add(values.saturating_mul(VALUE_BYTES));
        let scratch = stats.widest_step + function.params + function.results.len();
        bytes.saturating_add(scratch.saturating_mul(SLOT as usize))
    }

    /// Whether a body is emitted where it is used.
    fn is_inlined(&self, id: FnId, nesting: u32) -> bool {
        let function = self.function(id);
        function.inlined && nesting < MAX_INLINE_NESTING
    }

    pub(crate) fn graph_function(&self, function: &FnPlan) -> &'a graph::Function {
        self.functions[function.body.function]
    }

    fn op(&self, function: &FnPlan, step: &Step) -> Result<&'a graph::Op, CompileError> {
        let body = self.graph_function(function).body.as_ref();
        let body = body.ok_or_else(|| CompileError::new("a planned function has no body"))?;
        Ok(body.op(step.op))
    }

    pub(crate) fn rep(&mut self, ty: &graph::Type) -> Rep {
        if let Some(&rep) = self.reps.get(ty) {
            return rep;
        }
        let scalar = match self.catalogue.ty(ty.as_str()) {
            Some(def) => def.scalar,
            None => builtin_scalar(ty.as_str()),
        };
        let rep = Rep::of(scalar);
        self.reps.insert(ty.clone(), rep);
        rep
    }

    pub(crate) fn param_forms(&mut self, id: FnId) -> Vec<Form> {
        let function = self.function(id);
        function.values[..function.params]
            .iter()
            .map(|value| Form::new(self.rep(&value.ty), value.local))
            .collect()
    }

    /// The results as callers see them.
    pub(crate) fn result_forms(&mut self, id: FnId) -> Vec<Form> {
        let function = self.function(id);
        function
            .results
            .iter()
            .map(|&result| {
                let value = function.value(result);
                Form::new(self.rep(&value.ty), value.class())
            })
            .collect()
    }

    /// How a function is called.
    pub(crate) fn signature(&mut self, id: FnId) -> Rc<BodySignature> {
        if let Some(signature) = self.signatures.get(&id) {
            return Rc::clone(signature);
        }
        let params = self.param_forms(id);
        let results = self.result_forms(id);
        let floats = words(&results).filter(|ty| ty.is_float()).count();
        let others = words(&results).count() - floats;
        let in_registers = floats <= RETURN_FLOATS && others <= RETURN_INTS;
        let signature = Rc::new(BodySignature { params, results, in_registers });
        self.signatures.insert(id, Rc::clone(&signature));
        signature
    }

    /// Records a value that all runs share.
    pub(super) fn record_constant(&mut self, value: &AnyRef) -> Result<u32, CompileError> {
        let index = u32::try_from(self.constants.len()).map_err(|e| failed("constants", e))?;
        self.constants.push(value.clone());
        Ok(index)
    }

    /// Records an op.
    pub(super) fn record(
        &mut self,
        function: &FnPlan,
        step: &Step,
        operands: Vec<(Rep, Pass)>,
        results: Vec<Form>,
    ) -> Result<u32, CompileError> {
        let op = self.op(function, step)?;
        // Only the location of control flow is needed.
        let (kernel, functions, attributes) = match &step.kind {
            StepKind::Kernel { kernel, functions, .. } => {
                (Some(*kernel), functions.as_slice(), self.attributes.of_op(op, kernel)?)
            }
            _ => (None, &[][..], Arc::default()),
        };
        let functions = functions.iter().map(|&id| self.entry(id)).collect();
        let site = Site { kernel: op.name.to_string().into(), location: op.location.clone() };
        let index = u32::try_from(self.ops.len()).map_err(|e| failed("ops", e))?;
        let op = KernelOp { site: Arc::new(site), attributes };
        let types = step.results.iter().filter(|_| step.checks_results);
        let types = types.map(|&result| function.value(result).ty.as_str());
        let checks = TypeChecks::new(self.catalogue, types);
        self.ops.push(OpRecord { kernel, op, functions, operands, results, checks });
        Ok(index)
    }

    /// The native function that a function is, if it is one.
    pub(crate) fn native(&self, id: FnId) -> Option<Native> {
        let function = self.function(id);
        let types = function.results.iter().map(|&result| function.value(result).ty.as_str());
        let results = || TypeChecks::new(self.catalogue, types);
        function.native.map(|def| Native { def: *def, results: results() })
    }

    /// Records a native function.
    pub(super) fn record_native(
        &mut self,
        native: Native,
        params: Vec<Form>,
        results: usize,
    ) -> Result<u32, CompileError> {
        let index = u32::try_from(self.natives.len()).map_err(|e| failed("natives", e))?;
        self.natives.push(NativeRecord { native, params, results });
        Ok(index)
    }

    /// Records a loop that waits between iterations.
    pub(super) fn record_loop(&mut self, record: LoopRecord) -> Result<u32, CompileError> {
        let index = u32::try_from(self.loops.len()).map_err(|e| failed("loops", e))?;
        self.loops.push(record);
        Ok(index)
    }
}

/// How a function is called. The internal convention: the activation, the depth, the parameters' words,
/// and the results in registers or, if they are too many, through an address that comes last.
pub(crate) struct BodySignature {
    pub(crate) params: Vec<Form>,
    pub(crate) results: Vec<Form>,
    pub(crate) in_registers: bool,
}

impl BodySignature {
    /// The internal convention, for the code generator.
    fn of_body(&self) -> Signature {
        let mut signature = Signature::new(CallConv::Tail);
        signature.params.extend([types::I64, types::I32].map(AbiParam::new));
        signature.params.extend(words(&self.params).map(AbiParam::new));
        if self.in_registers {
            signature.returns.extend(words(&self.results).map(AbiParam::new));
        } else {
            signature.params.push(AbiParam::new(types::I64));
        }
        signature
    }
}

/// The register types that a value of that form takes.
pub(crate) fn parts(form: Form) -> impl Iterator<Item = Type> {
    let (word, err) = match form.class {
        Class::Later => (Some(types::I64), None),
        Class::Fallible => (word_type(form.rep), Some(types::I64)),
        Class::Ready => (word_type(form.rep), None),
    };
    word.into_iter().chain(err)
}

/// The same of values.
fn words(forms: &[Form]) -> impl Iterator<Item = Type> {
    forms.iter().flat_map(|&form| parts(form))
}

/// The register type of an available value.
pub(crate) fn word_type(rep: Rep) -> Option<Type> {
    match rep {
        Rep::Unit => None,
        Rep::Boxed | Rep::Promises => Some(types::I64),
        Rep::Scalar(scalar) => Some(scalar_type(scalar)),
    }
}

fn scalar_type(scalar: ScalarType) -> Type {
    match (scalar, scalar.bytes()) {
        (ScalarType::F32, _) => types::F32,
        (ScalarType::F64, _) => types::F64,
        // Floats of 16 bits are computed with by their kernels.
        (_, 0 | 1) => types::I8,
        (_, 2) => types::I16,
        (_, 4) => types::I32,
        _ => types::I64,
    }
}

/// The scalar types that exist independent of the catalogue.
fn builtin_scalar(name: &str) -> Option<ScalarType> {
    ScalarType::ALL.iter().copied().find(|scalar| scalar.name() == name)
}

/// Functions, entries and segments are counted in 32 bits.
fn number(index: usize) -> u32 {
    u32::try_from(index).expect("limits keep programs below 2^32 elements")
}

/// The id of a value by its index.
pub(crate) fn local(index: usize) -> LocalId {
    LocalId(u32::try_from(index).expect("limits keep programs below 2^32 elements"))
}
