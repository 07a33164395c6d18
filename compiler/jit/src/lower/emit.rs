//! Helpers to emit one function: held values, memory slots, calls of shims, and reference counts.

use super::{Lowering, failed, parts, word_type};
use crate::CompileError;
use crate::abi::{Form, Rep, SLOT, SLOT_ERR, STATE, Shim};
use crate::link::STUBS;
use crate::object::Symbol;
use cranelift_codegen::ir::{
    Block, BlockArg, ExtFuncData, ExternalName, FuncRef, InstBuilder, MemFlagsData, StackSlot,
    StackSlotData, StackSlotKind, Type, Value, types,
};
use cranelift_frontend::FunctionBuilder;
use rustc_hash::FxHashMap;
use tfrt_compiler::plan::{Class, FnId};

/// A value of the program in the function being emitted. Whatever it refers to is owned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    pub(crate) form: Form,
    /// The word, or the reference of a later value; none for a chain.
    pub(crate) word: Option<Value>,
    /// The error word of a fallible value; none if it is known to be zero.
    pub(crate) err: Option<Value>,
}

/// A function being emitted.
pub(crate) struct Emit<'e, 'a, 'b> {
    pub(crate) low: &'e mut Lowering<'a>,
    pub(crate) b: FunctionBuilder<'b>,
    /// The activation.
    pub(crate) activation: Value,
    /// Calls already nested.
    pub(crate) depth: Value,
    /// The loop of a tail-recursive function.
    pub(crate) tail_loop: Option<TailLoop>,
    /// Nesting depth of inlined regions.
    pub(crate) nesting: u32,
    imports: FxHashMap<Symbol, FuncRef>,
    /// Scratch memory for arguments and results of calls, shared by all calls.
    scratch: [Option<(StackSlot, u32)>; 2],
    /// Known integer constants, for analyses.
    pub(crate) constants: FxHashMap<Value, i64>,
}

/// The loop of a tail-recursive function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TailLoop {
    pub(crate) of: FnId,
    /// The start of an iteration. Its parameters are the depth and the function's.
    pub(crate) start: Block,
    /// How deep calls were nested when the function was entered.
    pub(crate) entry: Value,
}

/// One of the two scratch areas.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Area {
    Arguments = 0,
    Results = 1,
}

impl<'e, 'a, 'b> Emit<'e, 'a, 'b> {
    pub(crate) fn new(
        low: &'e mut Lowering<'a>,
        b: FunctionBuilder<'b>,
        activation: Value,
        depth: Value,
    ) -> Self {
        Self {
            low,
            b,
            activation,
            depth,
            tail_loop: None,
            nesting: 0,
            imports: FxHashMap::default(),
            scratch: [None; 2],
            constants: FxHashMap::default(),
        }
    }

    /// Ends the function.
    pub(crate) fn finish(self) {
        let Self { low, mut b, scratch, .. } = self;
        for (slot, size) in scratch.into_iter().flatten() {
            b.func.sized_stack_slots[slot].size = size;
        }
        b.seal_all_blocks();
        b.finalize(low.isa.frontend_config());
    }

    pub(crate) fn import(&mut self, symbol: Symbol) -> FuncRef {
        if let Some(&import) = self.imports.get(&symbol) {
            return import;
        }
        let signature = self.b.func.import_signature(self.low.signature_of(symbol));
        let name = self.b.func.declare_imported_user_function(symbol.name());
        let import = self.b.func.import_function(ExtFuncData {
            name: ExternalName::user(name),
            signature,
            // Compiled functions are contiguous; other targets are in range or have a stub.
            colocated: STUBS || matches!(symbol, Symbol::Function(_)),
            patchable: false,
        });
        self.imports.insert(symbol, import);
        import
    }

    /// Calls a shim.
    pub(crate) fn shim(&mut self, shim: Shim, arguments: &[Value]) -> Option<Value> {
        let import = self.import(Symbol::Shim(shim as u32));
        let call = self.b.ins().call(import, arguments);
        self.b.inst_results(call).first().copied()
    }

    /// Calls a shim that returns a word.
    pub(crate) fn shim_word(&mut self, shim: Shim, arguments: &[Value]) -> Value {
        self.shim(shim, arguments).expect("this shim is declared with a result")
    }

    /// Checks whether the run is cancelled. If not, it continues in the returned block; the builder is
    /// left in a cold one with the error.
    pub(crate) fn check_cancelled(&mut self) -> (Value, Block) {
        let state = self.state();
        let next = self.branch_cold(state);
        let err = self.shim_word(Shim::Cancelled, &[self.activation]);
        let cancelled = self.cold_block();
        self.b.ins().brif(err, cancelled, &[], next, &[]);
        self.b.switch_to_block(cancelled);
        (err, next)
    }

    /// Nonzero if the run may be cancelled.
    pub(crate) fn state(&mut self) -> Value {
        // The address is constant during an activation, so load it once.
        let address = MemFlagsData::trusted().with_readonly().with_can_move();
        let address = self.b.ins().load(types::I64, address, self.activation, STATE);
        self.b.ins().load(types::I64, MemFlagsData::trusted(), address, 0)
    }

    pub(crate) fn int(&mut self, ty: Type, value: i64) -> Value {
        self.b.ins().iconst(ty, value)
    }

    /// A number that a shim takes.
    pub(crate) fn number(&mut self, value: u32) -> Value {
        self.b.ins().iconst(types::I32, i64::from(value))
    }

    /// The address of `bytes` bytes of scratch memory, valid until the area is used again.
    pub(crate) fn scratch(&mut self, area: Area, bytes: usize) -> Result<Value, CompileError> {
        let bytes = u32::try_from(bytes.max(8)).map_err(|e| failed("operands", e))?;
        let (slot, size) = *self.scratch[area as usize].get_or_insert_with(|| {
            let data = StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 3);
            (self.b.func.create_sized_stack_slot(data), bytes)
        });
        self.scratch[area as usize] = Some((slot, size.max(bytes)));
        Ok(self.b.ins().stack_addr(types::I64, slot, 0))
    }

    /// A cold block.
    pub(crate) fn cold_block(&mut self) -> Block {
        let block = self.b.create_block();
        self.b.set_cold_block(block);
        block
    }

    /// Branches to a new cold block if `condition` is not zero, else to another, which is returned.
    /// The builder is left in the cold one.
    pub(crate) fn branch_cold(&mut self, condition: Value) -> Block {
        let cold = self.cold_block();
        let next = self.b.create_block();
        self.b.ins().brif(condition, cold, &[], next, &[]);
        self.b.switch_to_block(cold);
        next
    }

    pub(crate) fn jump(&mut self, block: Block, arguments: &[Value]) {
        let arguments: Vec<BlockArg> = arguments.iter().map(|&value| value.into()).collect();
        self.b.ins().jump(block, &arguments);
    }

    /// Jumps with held values as block arguments.
    pub(crate) fn jump_held(&mut self, block: Block, held: &[Held]) {
        let arguments = self.flatten(held);
        self.jump(block, &arguments);
    }

    /// Adds parameters for values of these forms to a block.
    pub(crate) fn block_params(&mut self, block: Block, forms: &[Form]) -> Vec<Held> {
        let words: Vec<Value> = forms
            .iter()
            .flat_map(|&form| parts(form))
            .map(|ty| self.b.append_block_param(block, ty))
            .collect();
        gather(forms, &mut words.into_iter())
    }

    /// The words of values, as block arguments, call arguments and returns take them.
    pub(crate) fn flatten(&mut self, held: &[Held]) -> Vec<Value> {
        let mut words = Vec::with_capacity(held.len());
        for held in held {
            words.extend(held.word);
            if held.form.class == Class::Fallible {
                words.push(held.err.unwrap_or_else(|| self.b.ins().iconst(types::I64, 0)));
            }
        }
        words
    }

    /// A zero in place of a word.
    pub(crate) fn no_word(&mut self, rep: Rep) -> Option<Value> {
        let ty = word_type(rep)?;
        Some(match ty {
            types::F32 => self.b.ins().f32const(0.0),
            types::F64 => self.b.ins().f64const(0.0),
            ty => self.b.ins().iconst(ty, 0),
        })
    }

    /// An owned error as a value of that form.
    pub(crate) fn error(&mut self, form: Form, err: Value) -> Result<Held, CompileError> {
        let word = match form.class {
            Class::Ready => {
                return Err(CompileError::new("the plan lets an error into a ready value"));
            }
            Class::Fallible => {
                let word = self.no_word(form.rep);
                return Ok(Held { form, word, err: Some(err) });
            }
            Class::Later => {
                let zero = self.int(types::I64, 0);
                let rep = self.number(form.rep.code());
                self.shim_word(Shim::MakeRef, &[self.activation, rep, zero, err])
            }
        };
        Ok(Held { form, word: Some(word), err: None })
    }

    /// An owned error as the value of each of these forms.
    pub(crate) fn poison(&mut self, forms: &[Form], err: Value) -> Result<Vec<Held>, CompileError> {
        if forms.is_empty() {
            self.shim(Shim::DropError, &[err]);
        }
        let mut held = Vec::with_capacity(forms.len());
        for (index, &form) in forms.iter().enumerate() {
            let last = index + 1 == forms.len();
            let err = if last { err } else { self.shim_word(Shim::ShareError, &[err]) };
            held.push(self.error(form, err)?);
        }
        Ok(held)
    }

    /// The word of an available value, as 64 bits.
    pub(crate) fn bits(&mut self, word: Value) -> Value {
        match self.b.func.dfg.value_type(word) {
            types::I64 => word,
            types::F64 => self.b.ins().bitcast(types::I64, MemFlagsData::new(), word),
            types::F32 => {
                let word = self.b.ins().bitcast(types::I32, MemFlagsData::new(), word);
                self.b.ins().uextend(types::I64, word)
            }
            _ => self.b.ins().uextend(types::I64, word),
        }
    }

    /// The same value in a form of the same or a greater class.
    pub(crate) fn coerce(&mut self, held: Held, class: Class) -> Result<Held, CompileError> {
        let form = Form::new(held.form.rep, class);
        match (held.form.class, class) {
            (from, to) if from == to => Ok(held),
            (Class::Ready, Class::Fallible) => Ok(Held { form, err: None, ..held }),
            (Class::Ready | Class::Fallible, Class::Later) => {
                let rep = self.number(form.rep.code());
                let word = match held.word {
                    Some(word) => self.bits(word),
                    None => self.int(types::I64, 0),
                };
                let err = match held.err {
                    Some(err) => err,
                    None => self.int(types::I64, 0),
                };
                let word = self.shim_word(Shim::MakeRef, &[self.activation, rep, word, err]);
                Ok(Held { form, word: Some(word), err: None })
            }
            _ => Err(CompileError::new("the plan narrows the class of a value")),
        }
    }

    pub(crate) fn coerce_all(
        &mut self,
        held: Vec<Held>,
        forms: &[Form],
    ) -> Result<Vec<Held>, CompileError> {
        if held.len() != forms.len() {
            return Err(CompileError::new("the plan joins different numbers of values"));
        }
        held.into_iter().zip(forms).map(|(held, form)| self.coerce(held, form.class)).collect()
    }

    /// Retains a reference.
    pub(crate) fn share(&mut self, held: Held) -> Held {
        let mut copy = held;
        if let Some(word) = held.word
            && held.is_counted()
        {
            copy.word = Some(self.shim_word(Shim::ShareRef, &[word]));
        }
        if let Some(err) = held.err {
            copy.err = Some(self.shim_word(Shim::ShareError, &[err]));
        }
        copy
    }

    /// Releases a reference. On a `cold` path the call is not guarded by a branch.
    pub(crate) fn release(&mut self, held: Held, cold: bool) {
        if let Some(word) = held.word
            && held.is_counted()
        {
            self.shim(Shim::DropRef, &[word]);
        }
        if let Some(err) = held.err {
            if cold {
                self.shim(Shim::DropError, &[err]);
            } else {
                let next = self.branch_cold(err);
                self.shim(Shim::DropError, &[err]);
                self.jump(next, &[]);
                self.b.switch_to_block(next);
            }
        }
    }

    pub(crate) fn release_all(&mut self, held: &[Held], cold: bool) {
        for &held in held {
            self.release(held, cold);
        }
    }

    /// Stores a value into the slot at `base + 16 * index`, as a whole word: a load that is wider than
    /// the store before it stalls.
    pub(crate) fn store(
        &mut self,
        base: Value,
        index: usize,
        held: Held,
    ) -> Result<(), CompileError> {
        let offset = offset(index)?;
        let flags = MemFlagsData::trusted();
        if let Some(word) = held.word {
            let word = self.bits(word);
            self.b.ins().store(flags, word, base, offset);
        }
        if held.form.class == Class::Fallible {
            let err = held.err.unwrap_or_else(|| self.b.ins().iconst(types::I64, 0));
            self.b.ins().store(flags, err, base, offset + SLOT_ERR);
        }
        Ok(())
    }

    /// Loads a value from the slot at `base + 16 * index`.
    pub(crate) fn load(
        &mut self,
        base: Value,
        index: usize,
        form: Form,
    ) -> Result<Held, CompileError> {
        let offset = offset(index)?;
        let flags = MemFlagsData::trusted();
        let word = match form.class {
            Class::Later => Some(types::I64),
            Class::Ready | Class::Fallible => word_type(form.rep),
        };
        let word = word.map(|ty| self.b.ins().load(ty, flags, base, offset));
        let err = (form.class == Class::Fallible)
            .then(|| self.b.ins().load(types::I64, flags, base, offset + SLOT_ERR));
        Ok(Held { form, word, err })
    }

    /// The address of slot `index`.
    pub(crate) fn slot_address(
        &mut self,
        base: Value,
        index: usize,
    ) -> Result<Value, CompileError> {
        let offset = offset(index)?;
        Ok(self.b.ins().iadd_imm_s(base, i64::from(offset)))
    }

    pub(crate) fn store_all(&mut self, base: Value, held: &[Held]) -> Result<(), CompileError> {
        held.iter().enumerate().try_for_each(|(index, &held)| self.store(base, index, held))
    }

    pub(crate) fn load_all(
        &mut self,
        base: Value,
        forms: &[Form],
    ) -> Result<Vec<Held>, CompileError> {
        forms.iter().enumerate().map(|(index, &form)| self.load(base, index, form)).collect()
    }
}

impl Held {
    /// An available value.
    pub(crate) fn ready(rep: Rep, word: Option<Value>) -> Self {
        Self { form: Form::new(rep, Class::Ready), word, err: None }
    }

    /// Its word is a counted reference.
    pub(crate) fn is_counted(&self) -> bool {
        self.form.class == Class::Later || self.form.rep == Rep::Boxed
    }

    /// The same value, after its error check.
    pub(crate) fn checked(self) -> Self {
        Self { form: Form::new(self.form.rep, Class::Ready), word: self.word, err: None }
    }
}

/// Values of these forms out of their words.
pub(crate) fn gather(forms: &[Form], words: &mut impl Iterator<Item = Value>) -> Vec<Held> {
    forms
        .iter()
        .map(|&form| {
            let word = match form.class {
                Class::Later => words.next(),
                Class::Ready | Class::Fallible => word_type(form.rep).and_then(|_| words.next()),
            };
            let err = if form.class == Class::Fallible { words.next() } else { None };
            Held { form, word, err }
        })
        .collect()
}

/// Where slot `index` starts.
pub(super) fn offset(index: usize) -> Result<i32, CompileError> {
    i32::try_from(index)
        .ok()
        .and_then(|index| index.checked_mul(SLOT))
        .filter(|offset| offset.checked_add(SLOT).is_some())
        .ok_or_else(|| CompileError::new("too many values for a frame"))
}

/// Where word `index` starts.
pub(super) fn word_offset(index: usize) -> Result<i32, CompileError> {
    Ok(offset(index)? / 2)
}
