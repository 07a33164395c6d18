//! Programs on MLIR's own execution engine.

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
use std::sync::Once;

/// A scalar of so many bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind(pub(crate) u32);

impl Kind {
    /// Its bytes in memory, which are its alignment.
    fn size(self) -> usize {
        (self.0 as usize).div_ceil(8)
    }
}

/// Lowers everything that programs have to LLVM's dialect; what has no counterpart there is expanded.
pub(crate) const LOWER: &str = "builtin.module(convert-math-to-funcs,\
    arith-emulate-unsupported-floats{source-types=bf16},math-extend-to-supported-types,\
    arith-expand{include-bf16=true},convert-scf-to-cf,convert-math-to-llvm,convert-math-to-libm,\
    convert-arith-to-llvm,convert-index-to-llvm,convert-ub-to-llvm,convert-cf-to-llvm,\
    convert-func-to-llvm,reconcile-unrealized-casts)";

/// A program as machine code of MLIR's.
pub(crate) struct Compiled {
    // Dropped first: its code was made in the context.
    engine: ExecutionEngine,
    _context: Context,
}

impl Compiled {
    pub(crate) fn new(text: &str, passes: &str) -> Self {
        static PASSES: Once = Once::new();
        PASSES.call_once(register_all_passes);
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
        parse_pass_pipeline(manager.as_operation_pass_manager(), passes).expect("the passes exist");
        manager.run(&mut module).expect("the program can be lowered");
        let engine = ExecutionEngine::new(&module, 0, &[], false, false);
        drop(module);
        Self { engine, _context: context }
    }

    /// The results of a function, by their bits, as its arguments.
    pub(crate) fn call(&self, name: &str, arguments: &[u64], types: &[Kind]) -> Vec<u64> {
        // One result is returned as it is, several as a structure: what code writes is at its alignment.
        let mut offsets = Vec::new();
        let mut end = 0_usize;
        for &ty in types {
            let size = ty.size();
            end = end.next_multiple_of(size);
            offsets.push(end);
            end += size;
        }
        let mut memory = vec![0_u64; end.div_ceil(8)];
        let mut structure: *mut () = memory.as_mut_ptr().cast();
        // Each argument lies in a word, whose first bytes are its own.
        let mut words: Vec<u64> = arguments.iter().map(|bits| bits.to_le()).collect();
        let mut packed: Vec<*mut ()> =
            words.iter_mut().map(|word| std::ptr::from_mut(word).cast()).collect();
        match types {
            [_] => packed.push(structure),
            _ => packed.insert(0, (&raw mut structure).cast()),
        }
        // SAFETY: the function takes values of the arguments' types, each of which is at an address of
        // its own, and writes its results to `memory`, which is as large and as aligned as a structure
        // of them. All of these live until it returns.
        let called = unsafe { self.engine.invoke_packed(name, &mut packed) };
        called.expect("the function exists");
        let bytes: Vec<u8> = memory.iter().flat_map(|word| word.to_ne_bytes()).collect();
        let read = |(&ty, &offset): (&Kind, &usize)| {
            let (mut word, size) = ([0; 8], ty.size());
            word[..size].copy_from_slice(&bytes[offset..offset + size]);
            let bits = u64::from_le_bytes(word);
            bits & (u64::MAX >> (64 - ty.0))
        };
        types.iter().zip(&offsets).map(read).collect()
    }
}
