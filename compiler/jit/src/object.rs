//! Objects: compiled functions with unresolved relocations, as Cranelift returns them.

use crate::CompileError;
use cranelift_codegen::CompiledCode;
use cranelift_codegen::FinalizedRelocTarget;
use cranelift_codegen::binemit::Reloc;
use cranelift_codegen::ir::{ExternalName, Function, UserExternalName};
use cranelift_codegen::isa::TargetIsa;

/// A symbol that compiled code refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Symbol {
    /// A compiled function, by its number.
    Function(u32),
    /// A shim, by its number.
    Shim(u32),
}

impl Symbol {
    /// The name in Cranelift's terms.
    pub(crate) fn name(self) -> UserExternalName {
        match self {
            Self::Function(index) => UserExternalName { namespace: 0, index },
            Self::Shim(shim) => UserExternalName { namespace: 1, index: shim },
        }
    }

    pub(crate) fn of(name: &UserExternalName) -> Option<Self> {
        match name.namespace {
            0 => Some(Self::Function(name.index)),
            1 => Some(Self::Shim(name.index)),
            _ => None,
        }
    }
}

/// The kind of a relocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Patch {
    /// Eight bytes.
    Absolute,
    /// Four bytes, relative to themselves (x86).
    Relative,
    /// Twenty-six bits of a branch, relative to it, in words (AArch64).
    Branch,
}

/// A relocation in a function's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Relocation {
    pub(crate) at: u32,
    pub(crate) patch: Patch,
    pub(crate) target: Target,
    pub(crate) addend: i64,
}

/// The target of a relocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Symbol(Symbol),
    /// An offset in the same function.
    Here(u32),
}

/// One compiled function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Object {
    pub(crate) code: Vec<u8>,
    pub(crate) alignment: u32,
    /// Bytes of stack that its frame takes.
    pub(crate) frame: u32,
    pub(crate) relocations: Vec<Relocation>,
}

impl Object {
    /// The object of a function that Cranelift has compiled.
    pub(crate) fn new(
        function: &Function,
        compiled: &CompiledCode,
        isa: &dyn TargetIsa,
    ) -> Result<Self, CompileError> {
        let buffer = &compiled.buffer;
        let mut relocations = Vec::with_capacity(buffer.relocs().len());
        for reloc in buffer.relocs() {
            let unknown = || {
                CompileError::new(format!("code refers to {:?} by {:?}", reloc.target, reloc.kind))
            };
            let patch = match reloc.kind {
                Reloc::Abs8 => Patch::Absolute,
                Reloc::X86PCRel4 | Reloc::X86CallPCRel4 => Patch::Relative,
                Reloc::Arm64Call => Patch::Branch,
                _ => return Err(unknown()),
            };
            let target = match &reloc.target {
                FinalizedRelocTarget::Func(offset) => Target::Here(*offset),
                FinalizedRelocTarget::ExternalName(ExternalName::User(name)) => {
                    let name = &function.params.user_named_funcs()[*name];
                    Target::Symbol(Symbol::of(name).ok_or_else(unknown)?)
                }
                FinalizedRelocTarget::ExternalName(_) => return Err(unknown()),
            };
            relocations.push(Relocation { at: reloc.offset, patch, target, addend: reloc.addend });
        }
        let minimum = u64::from(isa.function_alignment().minimum).max(isa.symbol_alignment());
        let alignment = buffer.alignment.max(u32::try_from(minimum).unwrap_or(u32::MAX));
        Ok(Self {
            code: buffer.data().to_vec(),
            alignment,
            frame: buffer.frame_layout().map_or(0, |frame| frame.frame_to_fp_offset),
            relocations,
        })
    }
}
