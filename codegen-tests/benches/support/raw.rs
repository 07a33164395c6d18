//! The code generator alone: the functions that the JIT gives to it, with the same settings, go to
//! `cranelift_jit`. What is called but not compiled gets some address, as nothing is run.

#![expect(unsafe_code, reason = "frees machine code that nobody runs")]

use cranelift_codegen::Context;
use cranelift_codegen::ir::{Function, UserExternalName, UserExternalNameRef, UserFuncName};
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tfrt_jit::Explained;

/// As the JIT does, a function of more instructions than this is compiled in linear time.
const HUGE: usize = 60_000;

/// The functions of one program.
pub(crate) struct Raw {
    given: Vec<(Function, OwnedTargetIsa)>,
}

impl Raw {
    /// In the order of their numbers.
    pub(crate) fn new(explained: &[Explained]) -> Self {
        let [usual, linear] = [isa("speed", "backtracking"), isa("none", "single_pass")];
        let given = explained.iter().map(|explained| {
            let functions = cranelift_reader::parse_functions(&explained.clif);
            let function = functions.expect("it is what was printed").remove(0);
            let huge = function.dfg.num_insts() > HUGE;
            (function, Arc::clone(if huge { &linear } else { &usual }))
        });
        Self { given: given.collect() }
    }

    /// How long it takes to define the functions and to make them executable. Declarations, copies
    /// of the functions and making the code generator are not counted.
    pub(crate) fn run(&self) -> Duration {
        let mut taken = Duration::ZERO;
        let mut modules: Vec<(OwnedTargetIsa, JITModule)> = Vec::new();
        let mut placed: Vec<*const u8> = vec![std::ptr::null(); self.given.len()];
        // Those that are huge have a code generator of their own, and others may call them.
        let mut isas: Vec<&OwnedTargetIsa> = Vec::new();
        for (_, isa) in &self.given {
            if !isas.iter().any(|other| Arc::ptr_eq(other, isa)) {
                isas.push(isa);
            }
        }
        for isa in isas.into_iter().rev() {
            let defined = |number: usize| Arc::ptr_eq(&self.given[number].1, isa);
            let mut builder = JITBuilder::with_isa(Arc::clone(isa), default_libcall_names());
            builder.symbol_lookup_fn(Box::new(|_| Some(elsewhere())));
            for (number, &place) in placed.iter().enumerate().filter(|(_, place)| !place.is_null())
            {
                builder.symbol(name(number), place);
            }
            let mut module = JITModule::new(builder);
            for (number, (function, _)) in self.given.iter().enumerate() {
                let linkage = if defined(number) { Linkage::Export } else { Linkage::Import };
                let id = module.declare_function(&name(number), linkage, &function.signature);
                assert_eq!(id.expect("it is new").as_u32() as usize, number);
            }
            let mut functions: Vec<(FuncId, Function)> = (0..self.given.len())
                .filter(|&number| defined(number))
                .map(|number| (id(number), self.function(&mut module, number)))
                .collect();
            let mut context = Context::new();
            let begin = Instant::now();
            for (id, function) in &mut functions {
                std::mem::swap(&mut context.func, function);
                module.define_function(*id, &mut context).expect("it compiles");
                // What is freed is not counted either.
                std::mem::swap(&mut context.func, function);
                context.clear();
            }
            module.finalize_definitions().expect("there is memory");
            taken += begin.elapsed();
            for (id, _) in functions {
                placed[id.as_u32() as usize] = module.get_finalized_function(id);
            }
            modules.push((Arc::clone(isa), module));
        }
        for (_, module) in modules {
            // SAFETY: nothing of it was ever called.
            unsafe { module.free_memory() };
        }
        taken
    }

    /// A copy that refers to what the module declares.
    fn function(&self, module: &mut JITModule, number: usize) -> Function {
        let (function, _) = &self.given[number];
        let mut function = function.clone();
        function.name = UserFuncName::user(0, id(number).as_u32());
        let names: Vec<(UserExternalNameRef, UserExternalName)> = function
            .params
            .user_named_funcs()
            .iter()
            .map(|(at, name)| (at, name.clone()))
            .collect();
        for (at, name) in names.into_iter().filter(|(_, name)| name.namespace != 0) {
            let callee = function.dfg.ext_funcs.values().find(|callee| {
                matches!(callee.name, cranelift_codegen::ir::ExternalName::User(user) if user == at)
            });
            let signature = callee.expect("what is named is called").signature;
            let signature = &function.dfg.signatures[signature];
            let shim = format!("shim{}", name.index);
            let id = module.declare_function(&shim, Linkage::Import, signature);
            let index = id.expect("it is declared alike").as_u32();
            function.params.reset_user_func_name(at, UserExternalName { namespace: 0, index });
        }
        function
    }
}

/// The code generator with the JIT's settings.
fn isa(effort: &str, registers: &str) -> OwnedTargetIsa {
    let mut flags = settings::builder();
    for (name, value) in [
        ("opt_level", effort),
        ("regalloc_algorithm", registers),
        ("is_pic", "false"),
        ("use_colocated_libcalls", "false"),
        ("enable_verifier", "false"),
        ("unwind_info", "false"),
        ("enable_probestack", "true"),
        ("probestack_strategy", "inline"),
    ] {
        flags.set(name, value).expect("the setting exists");
    }
    let builder = cranelift_native::builder().expect("the JIT knows the processor");
    builder.finish(settings::Flags::new(flags)).expect("the settings fit")
}

fn id(number: usize) -> FuncId {
    FuncId::from_u32(u32::try_from(number).expect("limits keep programs below 2^32 functions"))
}

fn name(number: usize) -> String {
    format!("f{number}")
}

/// Where all that is called but not compiled is said to be: within the reach of a call, as it is for
/// ours. Code lies where the system maps memory, and so do large allocations.
fn elsewhere() -> *const u8 {
    static ADDRESS: OnceLock<usize> = OnceLock::new();
    let address = ADDRESS.get_or_init(|| Vec::<u8>::with_capacity(64 << 20).leak().as_ptr().addr());
    std::ptr::without_provenance(*address)
}
