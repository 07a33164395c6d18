//! Copies of ops from one body into another, for transformations that build a body anew.

use super::{BlockId, Body, Op, OpId, ValueId};

/// Copies ops out of one body and maps each copied value, so that operands of later ops are
/// replaced.
#[derive(Debug)]
pub struct Copier<'a> {
    source: &'a Body,
    values: Vec<Option<ValueId>>,
}

impl<'a> Copier<'a> {
    /// Copies nothing yet.
    #[must_use]
    pub fn new(source: &'a Body) -> Self {
        Self { source, values: vec![None; source.value_count()] }
    }

    /// Maps value `from` of the source to `to` of the other body.
    ///
    /// # Panics
    /// If the source has no such value.
    pub fn map(&mut self, from: ValueId, to: ValueId) {
        self.values[from.index()] = Some(to);
    }

    /// The copy of a source value.
    ///
    /// # Panics
    /// If it was neither mapped nor copied: it is used before it is defined.
    #[must_use]
    pub fn value(&self, from: ValueId) -> ValueId {
        self.values[from.index()].expect("values are defined before they are used")
    }

    /// Gives `into` the arguments of a block of the source.
    pub fn arguments(&mut self, from: BlockId, body: &mut Body, into: BlockId) {
        for &argument in &self.source.block(from).arguments {
            let value = self.source.value(argument);
            let copy = body.add_argument(into, value.ty.clone(), value.name.clone());
            body.value_mut(copy).location = value.location.clone();
            self.map(argument, copy);
        }
    }

    /// Adds a copy of an op, regions included, to the end of a block. Recurses as deep as regions
    /// nest, which the verifier limits.
    ///
    /// # Panics
    /// If an operand is used before it is defined, as only a region of several blocks can have it.
    pub fn op(&mut self, id: OpId, body: &mut Body, into: BlockId) -> OpId {
        let source = self.source;
        let op = source.op(id);
        let operands = op.operands.iter().map(|&operand| self.value(operand)).collect();
        let copy = Op { operands, results: Vec::new(), regions: Vec::new(), ..op.clone() };
        let copy = body.add_op(into, copy);
        for &region in &op.regions {
            let copied = body.add_region(Some(copy));
            body.op_mut(copy).regions.push(copied);
            for &block in &source.region(region).blocks {
                let inner = body.add_block(copied);
                self.arguments(block, body, inner);
                for &op in &source.block(block).ops {
                    self.op(op, body, inner);
                }
            }
        }
        for &result in &op.results {
            let value = source.value(result);
            let result_copy = body.add_result(copy, value.ty.clone(), value.name.clone());
            self.map(result, result_copy);
        }
        copy
    }
}
