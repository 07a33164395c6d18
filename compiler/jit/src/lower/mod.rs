//! From a plan to machine code: which functions are compiled, with which signatures, and the
//! records that they refer to.

mod attempt;
mod control;
mod emit;
mod function;
mod intrinsic;
mod step;

use crate::abi::{Form, LoopRecord, NativeRecord, OpRecord, Rep, SLOT};
use crate::attribute::Attributes;
use crate::{CompileError, Options};
use cranelift_codegen::Context;
use cranelift_codegen::ir::{AbiParam, Signature, Type, types};
use cranelift_codegen::isa::CallConv;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::FunctionBuilderContext;
use cranelift_jit::{ArenaMemoryProvider, JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};
use std::collections::{HashMap, VecDeque};
use std::fmt::Write as _;
use std::sync::Arc;
use tfrt_compiler::graph;
use tfrt_compiler::plan::{Class, FnId, FnPlan, LocalId, Plan, Step, StepKind};
use tfrt_compiler::verify::Verified;
use tfrt_host::context::Site;
use tfrt_host::frame::grow_stack;
use tfrt_host::kernel::{Catalogue, NativeDef, ScalarType};

use crate::shim::Shim;

/// Regions nested deeper than this are compiled as functions of their own, which bounds the
/// recursion of lowering.
const MAX_INLINE_NESTING: u32 = 24;
/// With a body of more values than this, the program is compiled by algorithms that take linear
/// time, to code that is less good.
const HUGE_BODY: usize = 20_000;
/// Results are returned in registers up to these numbers.
const RETURN_INTS: usize = 6;
const RETURN_FLOATS: usize = 6;

/// Stack that calls may use without a check of what is left.
const UNCHECKED_BYTES: usize = 32 << 10;
/// A recursive call whose need is no greater is checked only every [`LEVELS`] levels.
const SMALL_BYTES: usize = UNCHECKED_BYTES / LEVELS as usize;
const LEVELS: i64 = 32;
/// Calls of an attempt between two looks at the stack: a power of two. What they take, by the
/// plan's limit on the size of attempts, is room that every look leaves.
const ATTEMPT_CALLS: u32 = 16;
/// What a frame takes at least, a value in it at most, and the start of a waiting activation.
const FRAME_BYTES: usize = 256;
const VALUE_BYTES: usize = 16;
const START_BYTES: usize = 8 << 10;

/// A function still to be compiled.
#[derive(Clone, Copy, Debug)]
enum Work {
    /// A body under the internal convention.
    Body(FnId),
    /// Its entry from Rust.
    Entry(FnId),
    /// A segment of a function with a frame.
    Segment(FnId, u32),
}

/// The slots of a function's frame.
#[derive(Debug)]
pub(crate) struct FrameLayout {
    pub(crate) function: FnId,
    pub(crate) slots: Vec<Form>,
    pub(crate) slot_of: HashMap<LocalId, usize>,
    /// The slots of promises, by the promised value.
    pub(crate) promises: HashMap<LocalId, usize>,
    pub(crate) first_result: usize,
    pub(crate) segments: Vec<FuncId>,
}

/// Compiles the functions of one plan into one module.
pub(crate) struct Lowering<'a> {
    plan: &'a Plan,
    catalogue: &'a Catalogue,
    attributes: Attributes<'a>,
    functions: Vec<&'a graph::Function>,
    pub(crate) module: JITModule,
    builder_context: FunctionBuilderContext,
    queue: VecDeque<Work>,
    bodies: HashMap<FnId, FuncId>,
    pub(crate) entries: HashMap<FnId, FuncId>,
    frame_of: HashMap<FnId, usize>,
    pub(crate) frames: Vec<FrameLayout>,
    pub(crate) ops: Vec<OpRecord>,
    pub(crate) loops: Vec<LoopRecord>,
    pub(crate) natives: Vec<NativeRecord>,
    shims: HashMap<Shim, FuncId>,
    reps: HashMap<graph::Type, Rep>,
    stack_needs: HashMap<FnId, usize>,
    pub(crate) code_size: usize,
    /// The functions as text, in the order in which they were compiled.
    pub(crate) clif: Option<Vec<(String, String)>>,
}

/// What cannot be compiled is an error of this crate, whoever reports it.
pub(super) fn failed(what: &str, error: impl std::fmt::Display) -> CompileError {
    CompileError::new(format!("{what}: {error}"))
}

impl<'a> Lowering<'a> {
    pub(crate) fn new(
        program: &'a Verified,
        plan: &'a Plan,
        catalogue: &'a Catalogue,
        options: &Options,
    ) -> Result<Self, CompileError> {
        let mut flags = settings::builder();
        let largest = plan.functions.iter().map(|function| function.values.len()).max();
        let huge = largest.unwrap_or(0) > HUGE_BODY;
        let speed = if options.optimize && !huge { "speed" } else { "none" };
        let registers = if huge { "single_pass" } else { "backtracking" };
        let verify = if cfg!(debug_assertions) { "true" } else { "false" };
        for (name, value) in [
            ("opt_level", speed),
            ("regalloc_algorithm", registers),
            ("is_pic", "false"),
            ("use_colocated_libcalls", "false"),
            ("enable_verifier", verify),
            // A large frame must hit the guard page, not jump over it.
            ("enable_probestack", "true"),
            ("probestack_strategy", "inline"),
        ] {
            flags.set(name, value).map_err(|e| failed("cranelift's settings", e))?;
        }
        let isa = cranelift_native::builder()
            .map_err(|e| failed("this processor", e))?
            .finish(settings::Flags::new(flags))
            .map_err(|e| failed("this processor", e))?;
        let mut builder = JITBuilder::with_isa(isa, default_libcall_names());
        // One region, so that calls between functions reach; its pages are never writable and
        // executable at once.
        let memory = ArenaMemoryProvider::new_with_size(options.max_code_size)
            .map_err(|e| failed("memory for code", e))?;
        builder.memory_provider(Box::new(memory));
        for &shim in Shim::ALL {
            let def = shim.def();
            builder.symbol(def.symbol, def.address);
        }
        let mut lowering = Self {
            plan,
            catalogue,
            attributes: Attributes::new(program),
            functions: program.module().functions().collect(),
            module: JITModule::new(builder),
            builder_context: FunctionBuilderContext::new(),
            queue: VecDeque::new(),
            bodies: HashMap::new(),
            entries: HashMap::new(),
            frame_of: HashMap::new(),
            frames: Vec::new(),
            ops: Vec::new(),
            loops: Vec::new(),
            natives: Vec::new(),
            shims: HashMap::new(),
            reps: HashMap::new(),
            stack_needs: HashMap::new(),
            code_size: 0,
            clif: options.keep_clif.then(Vec::new),
        };
        for &shim in Shim::ALL {
            let def = shim.def();
            let mut signature = lowering.module.make_signature();
            signature.params.extend(def.params.iter().map(|&ty| AbiParam::new(ty)));
            signature.returns.extend(def.result.map(AbiParam::new));
            let id = lowering
                .module
                .declare_function(def.symbol, Linkage::Import, &signature)
                .map_err(|e| failed(def.symbol, e))?;
            lowering.shims.insert(shim, id);
        }
        Ok(lowering)
    }

    /// Compiles everything that the entries reach.
    pub(crate) fn run(&mut self) -> Result<(), CompileError> {
        let plan = self.plan;
        for &(_, id) in &plan.entries {
            self.entry(id)?;
        }
        let mut context = self.module.make_context();
        while let Some(work) = self.queue.pop_front() {
            let id = match work {
                Work::Body(id) => {
                    self.emit_body(&mut context, id)?;
                    self.bodies[&id]
                }
                Work::Entry(id) => {
                    self.emit_entry(&mut context, id)?;
                    self.entries[&id]
                }
                Work::Segment(id, segment) => {
                    self.emit_segment(&mut context, id, segment)?;
                    self.frames[self.frame_of[&id]].segments[segment as usize]
                }
            };
            self.define(id, work, &mut context)?;
            self.module.clear_context(&mut context);
        }
        self.module.finalize_definitions().map_err(|e| failed("finishing", e))
    }

    fn define(
        &mut self,
        id: FuncId,
        work: Work,
        context: &mut Context,
    ) -> Result<(), CompileError> {
        let name = self.label(work);
        if let Some(clif) = &mut self.clif {
            let mut text = String::new();
            let _ = write!(text, "; {name}\n{}", context.func.display());
            let (Work::Body(function) | Work::Entry(function) | Work::Segment(function, _)) = work;
            let function = self.functions[self.plan.function(function).body.function];
            clif.push((function.name.clone(), text));
        }
        self.module.define_function(id, context).map_err(|e| failed(&name, format!("{e:?}")))?;
        let code = context.compiled_code().expect("the function was compiled just now");
        self.code_size += code.code_buffer().len();
        // Estimates decide where stack is checked; what is checked for is the truth.
        let (Work::Body(function) | Work::Entry(function) | Work::Segment(function, _)) = work;
        let frame = code.buffer.frame_layout().map_or(0, |frame| frame.frame_to_fp_offset);
        let need = self.stack_need(function).max(frame as usize);
        self.stack_needs.insert(function, need);
        Ok(())
    }

    /// The name of a compiled function, unique in the module.
    fn label(&self, work: Work) -> String {
        match work {
            Work::Body(id) => self.plan.function(id).name.clone(),
            Work::Entry(id) => format!("{}.entry", self.plan.function(id).name),
            Work::Segment(id, segment) => {
                format!("{}.segment{segment}", self.plan.function(id).name)
            }
        }
    }

    fn declare(&mut self, work: Work, signature: &Signature) -> Result<FuncId, CompileError> {
        let name = self.label(work);
        self.queue.push_back(work);
        self.module.declare_function(&name, Linkage::Local, signature).map_err(|e| failed(&name, e))
    }

    /// The body of a function, under the internal convention.
    fn body(&mut self, id: FnId) -> Result<FuncId, CompileError> {
        if let Some(&function) = self.bodies.get(&id) {
            return Ok(function);
        }
        let signature = self.signature(id)?.signature;
        let function = self.declare(Work::Body(id), &signature)?;
        self.bodies.insert(id, function);
        Ok(function)
    }

    /// The entry of a function from Rust.
    fn entry(&mut self, id: FnId) -> Result<FuncId, CompileError> {
        if let Some(&function) = self.entries.get(&id) {
            return Ok(function);
        }
        let mut signature = self.module.make_signature();
        for ty in [types::I64, types::I32, types::I64, types::I64] {
            signature.params.push(AbiParam::new(ty));
        }
        let function = self.declare(Work::Entry(id), &signature)?;
        self.entries.insert(id, function);
        if let Some(anything) = self.function(id).anything {
            self.entry(anything)?;
        }
        Ok(function)
    }

    /// The frame of a function with several segments.
    fn frame(&mut self, id: FnId) -> Result<usize, CompileError> {
        if let Some(&frame) = self.frame_of.get(&id) {
            return Ok(frame);
        }
        let function = self.function(id);
        let mut slots = Vec::new();
        let mut slot_of = HashMap::new();
        for (index, value) in function.values.iter().enumerate() {
            if index < function.params || value.in_frame {
                slot_of.insert(local(index), slots.len());
                slots.push(Form::new(self.rep(&value.ty), value.local));
            }
        }
        let mut promises = HashMap::new();
        for (index, _) in function.values.iter().enumerate().filter(|(_, value)| value.promised) {
            promises.insert(local(index), slots.len());
            slots.push(Form::new(Rep::Promises, Class::Ready));
        }
        let first_result = slots.len();
        for &result in &function.results {
            let value = function.value(result);
            slots.push(Form::new(self.rep(&value.ty), value.local));
        }
        let mut signature = self.module.make_signature();
        for ty in [types::I64, types::I32, types::I64] {
            signature.params.push(AbiParam::new(ty));
        }
        let segments = (0..function.segments.len())
            .map(|segment| {
                let segment = u32::try_from(segment).map_err(|e| failed("segments", e))?;
                self.declare(Work::Segment(id, segment), &signature)
            })
            .collect::<Result<_, _>>()?;
        let frame = self.frames.len();
        self.frames.push(FrameLayout {
            function: id,
            slots,
            slot_of,
            promises,
            first_result,
            segments,
        });
        self.frame_of.insert(id, frame);
        Ok(frame)
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
        let mut bytes = function.values.len().saturating_mul(VALUE_BYTES);
        if function.has_frame() {
            bytes = bytes.saturating_add(START_BYTES);
        }
        let steps = || function.segments.iter().flat_map(|segment| &segment.steps);
        let widest = steps().map(|step| step.checked().count() + step.results.len()).max();
        let scratch = widest.unwrap_or(0) + function.params + function.results.len();
        bytes = bytes.saturating_add(scratch.saturating_mul(SLOT as usize));
        if let Some(tries) = function.tries {
            *calls = (*calls).max(self.stack_need(tries.exact));
        }
        for step in steps() {
            for &callee in step.kind.callees() {
                if self.in_place(callee, nesting) {
                    bytes = bytes.saturating_add(self.frame_need(callee, nesting + 1, calls));
                } else if !self.function(callee).attempt
                    && (!step.enters || self.function(callee).is_region)
                {
                    let need = self.stack_need(callee);
                    if need <= UNCHECKED_BYTES {
                        *calls = (*calls).max(need);
                    }
                }
            }
        }
        bytes
    }

    /// Whether a body is emitted where it is used.
    fn in_place(&self, id: FnId, nesting: u32) -> bool {
        let function = self.function(id);
        function.in_place && nesting < MAX_INLINE_NESTING
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

    /// The internal convention: the activation, the depth, the parameters' words, and the results
    /// in registers or, if they are too many, through an address that comes last.
    fn signature(&mut self, id: FnId) -> Result<BodySignature, CompileError> {
        let params = self.param_forms(id);
        let mut results = self.result_forms(id);
        if self.function(id).attempt {
            // Whether it gave up.
            results.push(Form::new(Rep::Scalar(ScalarType::I1), Class::Ready));
        }
        let returned: Vec<Type> = results.iter().flat_map(|&form| parts(form)).collect();
        let floats = returned.iter().filter(|ty| ty.is_float()).count();
        let in_registers = floats <= RETURN_FLOATS && returned.len() - floats <= RETURN_INTS;
        let mut signature = Signature::new(CallConv::Tail);
        signature.params.extend([types::I64, types::I32].map(AbiParam::new));
        signature.params.extend(params.iter().flat_map(|&form| parts(form)).map(AbiParam::new));
        if in_registers {
            signature.returns.extend(returned.into_iter().map(AbiParam::new));
        } else {
            signature.params.push(AbiParam::new(types::I64));
        }
        Ok(BodySignature { params, results, in_registers, signature })
    }

    /// Records an op for the kernel shim.
    pub(super) fn record(
        &mut self,
        function: &FnPlan,
        step: &Step,
        operands: Vec<(Rep, bool)>,
        results: Vec<Form>,
    ) -> Result<u32, CompileError> {
        let op = self.op(function, step)?;
        // Of control flow, only its place is asked for.
        let (kernel, functions, attributes) = match &step.kind {
            StepKind::Kernel { kernel, functions, .. } => {
                (Some(*kernel), functions.clone(), self.attributes.of_op(op)?)
            }
            _ => (None, Vec::new(), Arc::default()),
        };
        for &id in &functions {
            self.entry(id)?;
        }
        let site = Site { kernel: op.name.to_string().into(), location: op.location.clone() };
        let index = u32::try_from(self.ops.len()).map_err(|e| failed("ops", e))?;
        self.ops.push(OpRecord {
            kernel,
            attributes,
            functions,
            site: Arc::new(site),
            operands,
            results,
        });
        Ok(index)
    }

    /// Records a native function.
    pub(super) fn record_native(
        &mut self,
        native: &'static NativeDef,
        params: Vec<Form>,
        results: usize,
    ) -> Result<u32, CompileError> {
        let index = u32::try_from(self.natives.len()).map_err(|e| failed("natives", e))?;
        self.natives.push(NativeRecord { native, params, results });
        Ok(index)
    }

    /// Records a loop that waits between trips.
    pub(super) fn record_loop(&mut self, record: LoopRecord) -> Result<u32, CompileError> {
        self.entry(record.body)?;
        let index = u32::try_from(self.loops.len()).map_err(|e| failed("loops", e))?;
        self.loops.push(record);
        Ok(index)
    }
}

/// How a body is called.
pub(crate) struct BodySignature {
    pub(crate) params: Vec<Form>,
    pub(crate) results: Vec<Form>,
    pub(crate) in_registers: bool,
    pub(crate) signature: Signature,
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

/// The register type of a value that is there.
pub(crate) fn word_type(rep: Rep) -> Option<Type> {
    match rep {
        Rep::Unit => None,
        Rep::Boxed | Rep::Promises => Some(types::I64),
        Rep::Scalar(scalar) => Some(scalar_type(scalar)),
    }
}

fn scalar_type(scalar: ScalarType) -> Type {
    match scalar {
        ScalarType::Chain | ScalarType::I1 | ScalarType::I8 | ScalarType::UI8 => types::I8,
        ScalarType::I16 | ScalarType::UI16 => types::I16,
        ScalarType::I32 | ScalarType::UI32 => types::I32,
        ScalarType::I64 | ScalarType::UI64 => types::I64,
        ScalarType::F32 => types::F32,
        ScalarType::F64 => types::F64,
    }
}

/// The scalars that exist whatever the catalogue says.
fn builtin_scalar(name: &str) -> Option<ScalarType> {
    Some(match name {
        "!tfrt.chain" => ScalarType::Chain,
        "i1" => ScalarType::I1,
        "i8" => ScalarType::I8,
        "i16" => ScalarType::I16,
        "i32" => ScalarType::I32,
        "i64" => ScalarType::I64,
        "ui8" => ScalarType::UI8,
        "ui16" => ScalarType::UI16,
        "ui32" => ScalarType::UI32,
        "ui64" => ScalarType::UI64,
        "f32" => ScalarType::F32,
        "f64" => ScalarType::F64,
        _ => return None,
    })
}

/// The id of a value by its index.
pub(crate) fn local(index: usize) -> LocalId {
    LocalId(u32::try_from(index).expect("limits keep programs below 2^32 elements"))
}
