//! Compiled programs: eager or lazy compilation of a plan.

use crate::abi::{signature, type_checks};
use crate::compile::{Compiler, Job, Next, Timing};
use crate::lower::Lowering;
use crate::object::Object;
use crate::run::{Code, JitFunction, are_ready, shims};
use crate::target::Target;
use crate::{CompileError, JitOptions, Limit, Limits};
use cranelift_codegen::ir;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt::Write as _;
use std::iter;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tfrt_compiler::plan::{FnId, Plan};
use tfrt_compiler::verify::Verified;
use tfrt_host::context::RequestContext;
use tfrt_host::error::Error;
use tfrt_host::kernel::{
    Catalogue, EngineKind, Function, FunctionBody, Signature, Slot, TypeChecks, Value,
};

/// A program as machine code. Cheap to clone; thread-safe. The code is freed when the program,
/// its functions and all runs of it are gone.
///
/// ```
/// use tfrt_compiler::plan::{self, Panics};
/// use tfrt_compiler::source::Source;
/// use tfrt_host::context::Host;
/// use tfrt_host::kernel::Value;
///
/// let text = "func.func @add(%a: i32, %b: i32) -> i32 {
///   %c = tfrt.add.i32 %a, %b
///   tfrt.return %c : i32
/// }";
/// let catalogue = tfrt_kernels::catalogue();
/// let program = tfrt_compiler::front_end_with(&Source::new("add.mlir", text), &catalogue, None)
///     .expect("it is valid");
/// let plan = plan::build(&program, &catalogue, Panics::AreErrors).expect("it can be planned");
/// let jit = tfrt_jit::compile(&program, &plan, &catalogue, &tfrt_jit::JitOptions::default())?;
/// let add = jit.function("add").expect("the program defines it");
/// let host = Host::builder().build()?;
/// let (mut arguments, mut results) = ([40_i32, 2].map(Value::new), [Value::Empty]);
/// add.call(&host.context(), 0, &mut arguments, &mut results);
/// assert_eq!(results[0].get::<i32>().map(|x| *x), Some(42));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct JitProgram {
    functions: Arc<BTreeMap<String, Arc<Unit>>>,
    timing: Timing,
}

/// The compiled form of a function of the module.
#[derive(Debug)]
struct Unit {
    signature: Arc<Signature>,
    checks: TypeChecks,
    id: FnId,
    /// The lazily compiled variant for arguments that are pending or errors.
    nonstrict: Option<Arc<Unit>>,
    /// The input of its compilation on the first call.
    source: Option<Arc<Source>>,
    /// Set once, by the first call.
    compiled: OnceLock<Result<JitFunction, CompileError>>,
}

/// A function that is compiled when it is first called.
struct LazyFunction(Arc<Unit>);

impl FunctionBody for LazyFunction {
    fn signature(&self) -> &Signature {
        &self.0.signature
    }

    fn engine(&self) -> EngineKind {
        EngineKind::Jit
    }

    fn call(
        &self,
        request: &RequestContext,
        depth: u32,
        arguments: &mut [Value],
        results: &mut [Value],
    ) {
        if let Err(error) = self.0.checks.check(arguments) {
            results.fill(Value::Error(error));
            return;
        }
        let nonstrict = self.0.nonstrict.as_ref().filter(|_| !are_ready(arguments));
        let unit = nonstrict.unwrap_or(&self.0);
        match (unit.function(), nonstrict) {
            (Ok(function), Some(_)) => function.run(request, depth, arguments, results),
            (Ok(function), None) => function.call(request, depth, arguments, results),
            (Err(error), _) => results.fill(Value::Error(error.into())),
        }
    }

    fn call_scalars(
        &self,
        request: &RequestContext,
        depth: u32,
        arguments: &[Slot],
        results: &mut [Slot],
    ) -> Option<Result<(), Error>> {
        match self.0.function() {
            Ok(function) => function.call_scalars(request, depth, arguments, results),
            Err(error) => Some(Err(error.into())),
        }
    }
}

/// A program that is compiled function by function.
#[derive(Debug)]
struct Source {
    program: Arc<Verified>,
    plan: Arc<Plan>,
    catalogue: Catalogue,
    options: JitOptions,
}

/// Statistics of one compiled function: a body of the plan, its entry from Rust, or a segment.
///
/// ```
/// # use tfrt_compiler::plan::{self, Panics};
/// # use tfrt_compiler::source::Source;
/// # let source = Source::new("id.mlir", "func.func @id(%x: i32) -> i32 {\n  tfrt.return %x : i32\n}");
/// # let catalogue = tfrt_kernels::catalogue();
/// # let program = tfrt_compiler::front_end_with(&source, &catalogue, None).expect("it is valid");
/// # let plan = plan::build(&program, &catalogue, Panics::AreErrors).expect("it can be planned");
///
/// let explained = tfrt_jit::explain(&program, &plan, &catalogue, &tfrt_jit::JitOptions::default())?;
/// for function in explained {
///     println!("{}: {} bytes\n{}", function.name, function.code_bytes, function.disassembly);
/// }
/// # Ok::<(), tfrt_jit::CompileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Explained {
    /// The function of the module that it belongs to.
    pub function: String,
    /// Its own name: the plan's, with a suffix for entries and segments.
    pub name: String,
    /// Bytes of machine code.
    pub code_bytes: usize,
    /// Kernels that became instructions, and control flow.
    pub inlined: usize,
    /// Other kernels, by name, and how often each is called.
    pub called: BTreeMap<&'static str, usize>,
    /// The Cranelift IR.
    pub clif: String,
    /// The machine code as text.
    pub disassembly: String,
}

/// Compiles a plan of `program`, made with the same catalogue.
///
/// # Errors
/// A limit is exceeded, or Cranelift fails.
pub fn compile(
    program: &Verified,
    plan: &Plan,
    catalogue: &Catalogue,
    options: &JitOptions,
) -> Result<JitProgram, CompileError> {
    let task = Task { program, plan, catalogue, options };
    Ok(task.program(task.run(&entries(plan), None)?))
}

/// Prepares a plan of `program`, made with the same catalogue, whose functions are compiled when
/// they are first called, each with everything that it reaches; what several reach is compiled for
/// each. For arguments that are pending or errors a function is compiled once more, when it is first
/// called with such. The limits are those of one such compilation. What cannot be compiled is then an error of
/// the call. Calls meanwhile wait, so [`JitOptions::progress`] must not call it.
#[must_use]
pub fn compile_lazily(
    program: Arc<Verified>,
    plan: Arc<Plan>,
    catalogue: &Catalogue,
    options: &JitOptions,
) -> JitProgram {
    let (owned, options) = (catalogue.clone(), options.clone());
    let source = Arc::new(Source { program, plan, catalogue: owned, options });
    let functions: Vec<_> = source.program.module().functions().collect();
    let functions = (source.plan.entries.iter())
        .map(|&(function, id)| {
            let signature = Arc::new(signature(functions[function]));
            let unit = |id, nonstrict| {
                let (signature, source) = (Arc::clone(&signature), Some(Arc::clone(&source)));
                let checks = type_checks(&signature, catalogue);
                let compiled = OnceLock::new();
                Arc::new(Unit { signature, checks, id, nonstrict, source, compiled })
            };
            let nonstrict = source.plan.function(id).nonstrict_entry.map(|id| unit(id, None));
            (signature.name.clone(), unit(id, nonstrict))
        })
        .collect();
    let timing = Timing { total: Duration::ZERO, code_generator: Duration::ZERO };
    JitProgram { functions: Arc::new(functions), timing }
}

/// Compiles a plan of `program` and returns statistics of each function.
///
/// # Errors
/// As for [`compile`].
pub fn explain(
    program: &Verified,
    plan: &Plan,
    catalogue: &Catalogue,
    options: &JitOptions,
) -> Result<Vec<Explained>, CompileError> {
    let task = Task { program, plan, catalogue, options };
    let mut explained = Vec::new();
    task.run(&entries(plan), Some(&mut explained))?;
    Ok(explained)
}

/// The entries for callers from outside, for all classes of arguments.
fn entries(plan: &Plan) -> Vec<FnId> {
    let ids = plan.entries.iter().map(|&(_, id)| id);
    ids.flat_map(|id| iter::once(id).chain(plan.function(id).nonstrict_entry)).collect()
}

/// One compilation of some functions of a plan.
struct Task<'a> {
    program: &'a Verified,
    plan: &'a Plan,
    catalogue: &'a Catalogue,
    options: &'a JitOptions,
}

/// The result of a compilation.
struct Made {
    code: Arc<Code>,
    entries: HashMap<FnId, u32>,
    timing: Timing,
}

impl Task<'_> {
    /// Compiles everything that the functions reach and, on request, collects statistics.
    fn run(
        &self,
        entries: &[FnId],
        mut explained: Option<&mut Vec<Explained>>,
    ) -> Result<Made, CompileError> {
        let begin = Instant::now();
        let kernels = self.kernels(entries)?;
        let target = Target::get(self.options.optimize)?;
        let compiler = Compiler::new(begin, target, self.options, kernels, explained.is_some());
        let time = || compiler.check_time().map(|_| ());
        let isa = &*target.usual;
        let shims = shims();
        let mut lowering = Lowering::new(self.program, self.plan, self.catalogue, isa, &shims);
        let compiled = compiler.run(|next: Next<'_>| {
            let mut emitted = |lowering: &Lowering<'_>, job, function: ir::Function| {
                if let Some(explained) = &mut explained {
                    explained.push(begin_to_explain(lowering, job, &function));
                }
                next(job, function)
            };
            // What a panic leaves behind is not read again.
            catch_unwind(AssertUnwindSafe(|| lowering.run(entries, &time, &mut emitted)))
                .unwrap_or_else(|_| Err((0, CompileError::new("lowering panicked"))))
        });
        let compiled = compiled.map_err(|(number, error)| match lowering.part(number) {
            Some((_, function)) => error.or_at(&function.name, &function.location),
            None => error,
        })?;
        for (explained, compiled) in explained.into_iter().flatten().zip(&compiled) {
            explained.code_bytes = compiled.object.code.len();
            explained.disassembly = compiled.disassembly.clone().unwrap_or_default();
        }
        let objects: Vec<Object> = compiled.into_iter().map(|compiled| compiled.object).collect();
        let entries = lowering.entry_list.iter().map(|&(id, _)| id).zip(0..).collect();
        let code = Arc::new(Code::new(lowering, &objects, self.options)?);
        let timing = compiler.timing();
        Ok(Made { code, entries, timing })
    }

    /// All functions, compiled.
    fn program(&self, made: Made) -> JitProgram {
        let functions = (self.plan.entries.iter())
            .map(|&(_, id)| {
                let entry = made.entries[&id];
                let signature = Arc::clone(&made.code.entry(entry).signature);
                let compiled = Ok(JitFunction::new(&made.code, entry));
                let name = signature.name.clone();
                // The compiled function has checks of its own.
                let (checks, nonstrict, source) = (TypeChecks::default(), None, None);
                let compiled = compiled.into();
                let unit = Unit { signature, checks, id, nonstrict, source, compiled };
                (name, Arc::new(unit))
            })
            .collect();
        JitProgram { functions: Arc::new(functions), timing: made.timing }
    }

    /// Counts the kernels that the functions reach, and checks the limits on kernels and on
    /// parameters.
    fn kernels(&self, entries: &[FnId]) -> Result<usize, CompileError> {
        let Limits { kernels: limit, values: widest, .. } = self.options.limits;
        let functions: Vec<_> = self.program.module().functions().collect();
        let mut reached = FxHashSet::default();
        let mut pending: VecDeque<FnId> = entries.iter().copied().collect();
        let mut kernels = 0usize;
        while let Some(id) = pending.pop_front() {
            if !reached.insert(id) {
                continue;
            }
            let function = self.plan.function(id);
            let source = functions[function.body.function];
            for (what, count) in
                [("parameters", function.params), ("results", function.results.len())]
            {
                if count > widest {
                    let message = format!("{count} {what}, at most {widest} are possible");
                    return Err(CompileError::limit_exceeded(Limit::Values, message)
                        .or_at(&source.name, &source.location));
                }
            }
            let stats = &function.stats;
            let left = limit - kernels;
            if stats.steps > left {
                let message = format!("more than {limit} kernels");
                let step = function.segments.iter().flat_map(|segment| &segment.steps).nth(left);
                let op = source.body.as_ref().zip(step).map(|(body, step)| body.op(step.op));
                return Err(CompileError::limit_exceeded(Limit::Kernels, message)
                    .or_at(&source.name, op.map_or(&source.location, |op| &op.location)));
            }
            kernels += stats.steps;
            let callees = stats.callees.iter().map(|&(callee, _)| callee);
            let passed = || callees.clone().chain(stats.passed.iter().copied());
            pending.extend(passed());
            pending.extend(passed().filter_map(|id| self.plan.function(id).nonstrict_entry));
        }
        Ok(kernels)
    }
}

/// The record of a function before compilation.
fn begin_to_explain(lowering: &Lowering<'_>, job: Job, emitted: &ir::Function) -> Explained {
    let (name, function) = lowering.part(job.number).expect("it has been emitted just now");
    let mut clif = String::new();
    // Writing to a string cannot fail.
    let _ = write!(clif, "; {name}\n{}", emitted.display());
    Explained {
        function: function.name.clone(),
        name,
        code_bytes: 0,
        inlined: lowering.tally.inlined,
        called: lowering.tally.called.clone(),
        clif,
        disassembly: String::new(),
    }
}

impl JitProgram {
    /// The function of that name. It keeps the code alive.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<Function> {
        let unit = self.functions.get(name)?;
        Some(match unit.compiled.get() {
            Some(Ok(function)) if unit.nonstrict.is_none() => function.clone().into_value(),
            // Compilation, and an error of it, is deferred to the first call.
            _ => Function::new(Arc::new(LazyFunction(Arc::clone(unit)))),
        })
    }

    /// Name and types of each function, by name.
    pub fn functions(&self) -> impl Iterator<Item = &Signature> {
        self.functions.values().map(|unit| &*unit.signature)
    }

    /// Bytes of machine code compiled so far.
    #[must_use]
    pub fn code_size(&self) -> usize {
        let units =
            self.functions.values().flat_map(|unit| iter::once(unit).chain(&unit.nonstrict));
        let codes = units.filter_map(|unit| match unit.compiled.get() {
            Some(Ok(function)) => Some((Arc::as_ptr(function.code()), function.code().size())),
            _ => None,
        });
        codes.collect::<BTreeMap<_, _>>().into_values().sum()
    }

    /// The compile time; zero for a lazily compiled program.
    #[must_use]
    pub fn timing(&self) -> Timing {
        self.timing
    }
}

impl Unit {
    /// The function, compiled on first use.
    pub(crate) fn function(&self) -> Result<&JitFunction, CompileError> {
        let compiled = self.compiled.get_or_init(|| {
            let source = self.source.as_ref();
            let source = source.expect("what is not compiled has what it is compiled from");
            let Source { program, plan, catalogue, options } = &**source;
            let made = Task { program, plan, catalogue, options }.run(&[self.id], None)?;
            Ok(JitFunction::new(&made.code, made.entries[&self.id]))
        });
        compiled.as_ref().map_err(CompileError::clone)
    }
}
