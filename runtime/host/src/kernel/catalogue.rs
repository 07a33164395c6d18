//! The catalogue: which kernels, types and native functions a program may use. A value, passed in.

use super::types::type_family;
use super::{KernelDef, NativeDef, TypeDef};
use std::collections::BTreeMap;

/// A set of kernels, declared ops, types and native functions, by name.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    kernels: BTreeMap<&'static str, &'static KernelDef>,
    declared: BTreeMap<&'static str, &'static KernelDef>,
    types: BTreeMap<&'static str, &'static TypeDef>,
    natives: BTreeMap<&'static str, &'static NativeDef>,
}

impl Catalogue {
    /// An empty catalogue.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds kernels; a later definition of a name replaces an earlier one.
    #[must_use]
    pub fn with_kernels(mut self, kernels: &'static [KernelDef]) -> Self {
        self.kernels.extend(kernels.iter().map(|kernel| (kernel.name, kernel)));
        self
    }

    /// Adds ops that have no kernel: see [`KernelDef::declared`].
    #[must_use]
    pub fn with_declared(mut self, ops: &'static [KernelDef]) -> Self {
        self.declared.extend(ops.iter().map(|op| (op.name, op)));
        self
    }

    /// Adds types; a later definition of a name replaces an earlier one.
    #[must_use]
    pub fn with_types(mut self, types: &'static [TypeDef]) -> Self {
        self.types.extend(types.iter().map(|ty| (ty.name, ty)));
        self
    }

    /// Adds native functions; a later definition of a name replaces an earlier one.
    #[must_use]
    pub fn with_natives(mut self, natives: &'static [NativeDef]) -> Self {
        self.natives.extend(natives.iter().map(|native| (native.name, native)));
        self
    }

    /// The native function of that name.
    #[must_use]
    pub fn native(&self, name: &str) -> Option<&'static NativeDef> {
        self.natives.get(name).copied()
    }

    /// The kernel of that name, which can run.
    #[must_use]
    pub fn kernel(&self, name: &str) -> Option<&'static KernelDef> {
        self.kernels.get(name).copied()
    }

    /// What an op of that name is written and verified by: its kernel, or its declaration.
    #[must_use]
    pub fn op(&self, name: &str) -> Option<&'static KernelDef> {
        self.kernel(name).or_else(|| self.declared.get(name).copied())
    }

    /// The type of that MLIR name, else the family that it is of.
    #[must_use]
    pub fn ty(&self, name: &str) -> Option<&'static TypeDef> {
        let family = || self.types.get(type_family(name)?.as_str());
        self.types.get(name).or_else(family).copied()
    }

    /// All kernels, by name.
    pub fn kernels(&self) -> impl Iterator<Item = &'static KernelDef> + '_ {
        self.kernels.values().copied()
    }

    /// All types, by name.
    pub fn types(&self) -> impl Iterator<Item = &'static TypeDef> + '_ {
        self.types.values().copied()
    }
}
