//! Attributes of the graph as kernels receive them.

use crate::CompileError;
use std::collections::HashMap;
use std::sync::Arc;
use tfrt_compiler::bef::KernelAttributes;
use tfrt_compiler::graph::{self, Op};
use tfrt_compiler::verify::Verified;
use tfrt_host::kernel::{KernelDef, OpAttribute};

/// The attributes of a program's ops. Ops with the same attributes share them, so that they take
/// memory in proportion to the program.
pub(crate) struct Attributes<'a> {
    encoder: KernelAttributes<'a>,
    known: HashMap<Key<'a>, Arc<[OpAttribute]>>,
}

/// The attributes, and the kernel where it decodes them differently from others.
type Key<'a> = (Option<&'static str>, Vec<&'a graph::Attribute>);

impl<'a> Attributes<'a> {
    pub(crate) fn new(program: &'a Verified) -> Self {
        Self { encoder: KernelAttributes::new(program), known: HashMap::new() }
    }

    /// Those of an op, in the order in which its kernel indexes them.
    pub(crate) fn of_op(
        &mut self,
        op: &'a Op,
        kernel: &KernelDef,
    ) -> Result<Arc<[OpAttribute]>, CompileError> {
        let named: Vec<_> = self.encoder.of(op).collect();
        let owner = kernel.binds_attributes().then_some(kernel.name);
        let key = (owner, named.iter().map(|&(_, attribute)| attribute).collect());
        if let Some(known) = self.known.get(&key) {
            return Ok(Arc::clone(known));
        }
        let mut encoded = Vec::with_capacity(named.len());
        for (name, attribute) in named {
            encoded.push(self.encoder.encode(attribute).ok_or_else(|| {
                CompileError::new(format!("{}: attribute {name} has no binary form", op.name))
            })?);
        }
        let bound: Arc<[OpAttribute]> = kernel.bind(encoded).into();
        self.known.insert(key, Arc::clone(&bound));
        Ok(bound)
    }
}
