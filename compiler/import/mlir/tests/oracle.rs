//! Random programs on MLIR's own execution engine: wherever MLIR defines their results, they are those of
//! the evaluator to which the executor, the JIT and generated Rust are held.
//!
//! `TFRT_ORACLE_SEEDS` says how many programs.

#[path = "../../../../codegen-tests/src/random/mod.rs"]
#[expect(dead_code, unreachable_pub, reason = "a module of another crate, of which this is a part")]
mod random;
#[path = "../../../../codegen-tests/src/upstream/mod.rs"]
#[expect(dead_code, unreachable_pub, reason = "a module of another crate, of which this is a part")]
mod upstream;

use melior::dialect::DialectRegistry;
use melior::ir::Module;
use melior::ir::attribute::Attribute;
use melior::ir::block::BlockLike as _;
use melior::ir::operation::{OperationLike as _, OperationMutLike as _};
use melior::pass::PassManager;
use melior::utility::{
    parse_pass_pipeline, register_all_dialects, register_all_llvm_translations, register_all_passes,
};
use melior::{Context, ExecutionEngine};
use std::collections::BTreeMap;
use upstream::evaluate::evaluate;
use upstream::{Program, Ty};

/// Lowers everything that programs have to LLVM's dialect.
const LOWER: &str = "builtin.module(arith-expand,convert-scf-to-cf,convert-arith-to-llvm,\
    convert-index-to-llvm,convert-ub-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,\
    reconcile-unrealized-casts)";

/// A program as machine code of MLIR's.
struct Compiled {
    // Dropped first: its code was made in the context.
    engine: ExecutionEngine,
    _context: Context,
}

impl Compiled {
    fn new(text: &str) -> Self {
        let registry = DialectRegistry::new();
        register_all_dialects(&registry);
        let context = Context::new_with_registry(&registry, false);
        register_all_llvm_translations(&context);
        let mut module =
            Module::parse(&context, text).unwrap_or_else(|| panic!("not read: {text}"));
        let mut op = module.body().first_operation_mut();
        while let Some(mut function) = op {
            function.set_attribute("llvm.emit_c_interface", Attribute::unit(&context));
            op = function.next_in_block_mut();
        }
        let manager = PassManager::new(&context);
        parse_pass_pipeline(manager.as_operation_pass_manager(), LOWER).expect("the passes exist");
        manager.run(&mut module).expect("the program can be lowered");
        let engine = ExecutionEngine::new(&module, 0, &[], false, false);
        drop(module);
        Self { engine, _context: context }
    }

    /// The results of a function without arguments, by their bits.
    fn run(&self, name: &str, types: &[Ty]) -> Vec<u64> {
        // One result is returned as it is, several as a structure: what code writes is at its alignment.
        let mut offsets = Vec::new();
        let mut end = 0_usize;
        for &ty in types {
            let size = size(ty);
            end = end.next_multiple_of(size);
            offsets.push(end);
            end += size;
        }
        let mut memory = vec![0_u64; end.div_ceil(8)];
        let mut structure: *mut () = memory.as_mut_ptr().cast();
        let mut arguments: [*mut (); 1] =
            if types.len() == 1 { [structure] } else { [(&raw mut structure).cast()] };
        // SAFETY: the function takes nothing, and writes its results to `memory`, which is as large
        // and as aligned as a structure of them.
        let called = unsafe { self.engine.invoke_packed(name, &mut arguments) };
        called.expect("the function exists");
        let bytes: Vec<u8> = memory.iter().flat_map(|word| word.to_ne_bytes()).collect();
        let read = |(&ty, &offset): (&Ty, &usize)| {
            let (mut word, size) = ([0; 8], size(ty));
            word[..size].copy_from_slice(&bytes[offset..offset + size]);
            let bits = u64::from_le_bytes(word);
            ty.width().map_or(bits, |width| bits & (u64::MAX >> (64 - width)))
        };
        types.iter().zip(&offsets).map(read).collect()
    }
}

/// The bytes of a value in memory, which are its alignment.
fn size(ty: Ty) -> usize {
    match ty {
        Ty::Int(width) => (width as usize).div_ceil(8),
        Ty::F32 => 4,
        Ty::Index | Ty::F64 => 8,
    }
}

/// What has been compared.
#[derive(Default)]
struct Counts {
    runs: u64,
    undefined: u64,
    ops: BTreeMap<&'static str, u64>,
}

fn compare(seed: u64, program: &Program, counts: &mut Counts) {
    let main = program.functions.last().expect("there is main");
    let expected: Vec<_> = program.inputs.iter().map(|input| evaluate(program, input)).collect();
    // MLIR's code runs on after what it leaves undefined, and a failed assertion ends the process.
    let defined = |run: &Option<upstream::evaluate::Expected>| {
        run.as_ref().is_some_and(|run| !run.undefined && !run.asserted)
    };
    if !expected.iter().any(defined) {
        counts.undefined += expected.len() as u64;
        return;
    }
    let compiled = Compiled::new(&upstream::text(program));
    for (number, run) in expected.iter().enumerate() {
        let Some(run) = run.as_ref().filter(|run| !run.undefined && !run.asserted) else {
            counts.undefined += 1;
            continue;
        };
        let found = compiled.run(&format!("run{number}"), &main.results);
        let shown = |bits: &[u64]| -> Vec<String> {
            let results = bits.iter().zip(&main.results);
            results.map(|(&bits, &ty)| upstream::evaluate::shown(bits, ty)).collect()
        };
        let bits: Vec<u64> = run.results.iter().filter_map(|value| value.bits).collect();
        assert_eq!(
            shown(&found),
            shown(&bits),
            "program {seed}, input {number}:\n{}",
            upstream::text(program)
        );
        counts.runs += 1;
        for (&op, times) in &run.ran {
            *counts.ops.entry(op).or_default() += times;
        }
    }
}

#[test]
fn the_evaluator_is_right_wherever_mlir_defines_the_result() {
    register_all_passes();
    let seeds = std::env::var("TFRT_ORACLE_SEEDS").ok().and_then(|count| count.parse().ok());
    let seeds: u64 = seeds.unwrap_or(300);
    let mut counts = Counts::default();
    for seed in 0..seeds {
        compare(seed, &upstream::program(seed), &mut counts);
    }
    println!("{seeds} programs, {} runs, {} undefined", counts.runs, counts.undefined);
    for (op, count) in &counts.ops {
        println!("{count:>10} {op}");
    }
    assert!(counts.runs > seeds / 4, "hardly anything was compared");
    assert!(seeds < 300 || counts.ops.len() > 40, "only {} ops ran", counts.ops.len());
}
