//! A function being built, block by block. Values are in SSA form as they are emitted, so nothing
//! needs to be known of a block's predecessors, as cranelift-frontend would keep it.

use cranelift_codegen::ir::{
    Block, DataFlowGraph, Function, InsertBuilder, Inst, InstInserterBase, Type, Value,
};

/// Appends instructions to the blocks of a function.
pub(crate) struct Blocks<'f> {
    pub(crate) func: &'f mut Function,
    /// Where instructions go.
    block: Block,
}

impl<'f> Blocks<'f> {
    /// Begins a function of that signature, in its entry block, whose parameters are the function's.
    pub(crate) fn new(func: &'f mut Function) -> Self {
        let block = func.dfg.make_block();
        let Function { stencil, .. } = &mut *func;
        for param in &stencil.signature.params {
            stencil.dfg.append_block_param(block, param.value_type);
        }
        Self { func, block }
    }

    /// Where instructions go.
    pub(crate) fn block(&self) -> Block {
        self.block
    }

    /// The function's parameters, if that is still the entry block.
    pub(crate) fn params(&self) -> &[Value] {
        self.func.dfg.block_params(self.block)
    }

    pub(crate) fn create_block(&mut self) -> Block {
        self.func.dfg.make_block()
    }

    pub(crate) fn append_block_param(&mut self, block: Block, ty: Type) -> Value {
        self.func.dfg.append_block_param(block, ty)
    }

    /// What follows goes to that block, which becomes part of the function with its first
    /// instruction.
    pub(crate) fn switch_to_block(&mut self, block: Block) {
        self.block = block;
    }

    /// Appends an instruction.
    pub(crate) fn ins(&mut self) -> InsertBuilder<'_, &mut Self> {
        InsertBuilder::new(self)
    }

    pub(crate) fn inst_results(&self, inst: Inst) -> &[Value] {
        self.func.dfg.inst_results(inst)
    }

    fn append(&mut self, inst: Inst) {
        let Function { stencil, .. } = &mut *self.func;
        if !stencil.layout.is_block_inserted(self.block) {
            stencil.layout.append_block(self.block);
        }
        let ends = |last: Inst| stencil.dfg.insts[last].opcode().is_terminator();
        debug_assert!(
            !stencil.layout.last_inst(self.block).is_some_and(ends),
            "the block has ended"
        );
        stencil.layout.append_inst(inst, self.block);
    }
}

impl<'b> InstInserterBase<'b> for &'b mut Blocks<'_> {
    fn data_flow_graph(&self) -> &DataFlowGraph {
        &self.func.dfg
    }

    fn data_flow_graph_mut(&mut self) -> &mut DataFlowGraph {
        &mut self.func.dfg
    }

    fn insert_built_inst(self, inst: Inst) -> &'b mut DataFlowGraph {
        self.append(inst);
        &mut self.func.dfg
    }

    fn insert_aux_inst(&mut self, inst: Inst) {
        self.append(inst);
    }
}
