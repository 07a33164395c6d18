//! From the tree of a function to its decoded form: names become slots and places, each instruction is checked.

mod control;
mod memory;
mod plain;

use super::error::ReadError;
use super::instruction::Known;
use super::instruction::{Body, Instruction, NONE, Op, Place, Slot, Transfer};
use super::opcode::Opcode;
use super::scope::{self, Entity, Scopes};
use super::syntax::constant_bits;
use super::tree::{Code, FunctionTree, Operand, Variable, What};
use super::types::{Space, Type};
use super::windows;
use std::collections::{BTreeSet, HashMap};

type Result<T> = std::result::Result<T, ReadError>;

/// No function has more local memory, as on the cards.
const MAX_LOCAL: u64 = 512 << 10;
/// No block has more shared memory.
pub(super) const MAX_SHARED: u64 = 227 << 10;

/// A variable in shared memory.
#[derive(Debug, Clone, Copy)]
pub(super) struct SharedVariable {
    pub(super) size: u32,
    pub(super) align: u32,
    /// Its memory is what the launch adds.
    pub(super) dynamic: bool,
}

/// What calls to a function hand over, in bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Signature {
    pub(super) parameters: Vec<u32>,
    pub(super) results: Vec<u32>,
    pub(super) entry: bool,
    pub(super) defined: bool,
}

/// What all functions of a module share.
#[derive(Debug, Default)]
pub(super) struct Context<'a> {
    pub(super) names: HashMap<&'a str, Entity>,
    pub(super) signatures: Vec<Signature>,
    pub(super) shared: Vec<SharedVariable>,
    /// Functions that a call by address can reach.
    pub(super) addressed: BTreeSet<u32>,
}

/// A parameter of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Param {
    /// From the start of the parameters.
    pub offset: u32,
    /// In bytes.
    pub size: u32,
    /// A power of two.
    pub align: u32,
}

/// Parameters of an entry one after the other.
pub(super) fn layout(variables: &[Variable<'_>]) -> Result<Vec<Param>> {
    let mut end = 0_u32;
    let mut all = Vec::new();
    for variable in variables {
        let too_large = || ReadError::syntax(variable.line, "more than 32764 bytes of parameters");
        let size = u32::try_from(variable.size).map_err(|_| too_large())?;
        let offset = end.next_multiple_of(variable.align);
        end = offset.checked_add(size).filter(|&end| end <= 32764).ok_or_else(too_large)?;
        all.push(Param { offset, size, align: variable.align });
    }
    Ok(all)
}

/// The decoded form of a function with a body.
pub(super) fn function<'a>(context: &mut Context<'a>, tree: &FunctionTree<'a>) -> Result<Body> {
    let mut decoder = Decoder {
        context,
        entry: tree.entry,
        scopes: Scopes::new(),
        body: Body::default(),
        guard: (NONE, 1),
        line: tree.line,
        labels: HashMap::new(),
        targets: HashMap::new(),
        jumps: Vec::new(),
        tables: Vec::new(),
        last_label: None,
    };
    decoder.formals(tree)?;
    // A body of its own scope: it may declare what hides a parameter.
    decoder.scopes.open();
    for statement in tree.body.iter().flatten() {
        decoder.line = statement.line;
        decoder.statement(&statement.what)?;
    }
    decoder.guard = (NONE, 1);
    decoder.emit(Op::Return);
    decoder.resolve()?;
    Ok(decoder.body)
}

/// A branch whose target is not known yet.
#[derive(Debug)]
struct Jump<'a> {
    instruction: usize,
    scope: usize,
    label: &'a str,
    line: u32,
}

struct Decoder<'a, 'c> {
    context: &'c mut Context<'a>,
    entry: bool,
    scopes: Scopes<'a>,
    body: Body,
    guard: (Slot, u64),
    line: u32,
    /// By scope and name.
    labels: HashMap<(usize, &'a str), u32>,
    /// Lists of targets by label, and the scopes where they stand.
    targets: HashMap<&'a str, (usize, Vec<&'a str>)>,
    jumps: Vec<Jump<'a>>,
    /// Labels of the body's tables.
    tables: Vec<(&'a str, u32)>,
    last_label: Option<&'a str>,
}

impl<'a> Decoder<'a, '_> {
    fn syntax<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(ReadError::syntax(self.line, message))
    }

    fn emit(&mut self, op: Op) {
        let (guard, wanted) = self.guard;
        self.body.instructions.push(Instruction { guard, wanted, line: self.line, op });
    }

    /// Where the next instruction will be. Each takes at least one byte of text, so the number fits.
    fn place(&self) -> u32 {
        u32::try_from(self.body.instructions.len()).unwrap_or(u32::MAX)
    }

    fn formals(&mut self, tree: &FunctionTree<'a>) -> Result<()> {
        if tree.entry {
            let layout = layout(&tree.params)?;
            for (variable, param) in tree.params.iter().zip(layout) {
                self.scopes.declare(variable, Entity::Param(param.offset))?;
            }
            return Ok(());
        }
        for variable in &tree.returns {
            let passed = self.formal(variable)?;
            self.body.results.push(passed);
        }
        for variable in &tree.params {
            let passed = self.formal(variable)?;
            self.body.parameters.push(passed);
        }
        Ok(())
    }

    fn formal(&mut self, variable: &Variable<'a>) -> Result<Transfer> {
        match variable.space {
            None => {
                let slot = self.scopes.registers(variable, &mut self.body)?;
                Ok(Transfer { place: Place::Slot(slot), size: variable.kind.size() })
            }
            Some(Space::Param) => {
                let (offset, size) = self.local(variable, true)?;
                Ok(Transfer { place: Place::Local(offset), size })
            }
            Some(_) => self.syntax("a parameter of a function is a register or in `.param`"),
        }
    }

    /// A variable in the frame's local memory.
    fn local(&mut self, variable: &Variable<'a>, parameter: bool) -> Result<(u32, u32)> {
        let start = u64::from(self.body.local).next_multiple_of(u64::from(variable.align));
        let end = start + variable.size;
        if end > MAX_LOCAL {
            return self.syntax(format!("more than {MAX_LOCAL} bytes of local memory"));
        }
        // Both are below the limit.
        let (offset, size) = (start as u32, variable.size as u32);
        self.body.local = end as u32;
        self.scopes.declare(variable, Entity::Local { offset, size, parameter })?;
        Ok((offset, size))
    }

    fn statement(&mut self, what: &What<'a>) -> Result<()> {
        let label = self.last_label.take();
        match what {
            What::Open => self.scopes.open(),
            What::Close => self.scopes.close(),
            What::Variable(variable) => self.variable(variable)?,
            What::Label(name) => {
                self.last_label = Some(name);
                let place = self.place();
                if self.labels.insert((self.scopes.current(), name), place).is_some() {
                    return self.syntax(format!("the label `{name}` stands twice"));
                }
            }
            What::Targets(names) => match label {
                Some(label) => {
                    self.targets.insert(label, (self.scopes.current(), names.clone()));
                }
                None => return self.syntax("`.branchtargets` without a label"),
            },
            What::Prototype => {}
            What::Code(code) => self.code(code)?,
        }
        Ok(())
    }

    fn variable(&mut self, variable: &Variable<'a>) -> Result<()> {
        match variable.space {
            None => {
                self.scopes.registers(variable, &mut self.body)?;
            }
            Some(Space::Local) => {
                self.local(variable, false)?;
            }
            Some(Space::Param) => {
                self.local(variable, true)?;
            }
            Some(Space::Shared) => {
                let index = shared(self.context, variable)?;
                self.scopes.declare(variable, Entity::Shared(index))?;
            }
            Some(_) => {
                let message = "a `.global` or `.const` variable inside of a function";
                return Err(ReadError::unsupported(self.line, message));
            }
        }
        Ok(())
    }

    fn code(&mut self, code: &Code<'a>) -> Result<()> {
        self.guard = (NONE, 1);
        if let Some((name, negated)) = code.guard {
            let slot = self.source(&Operand::Name(name, 0), Type::Pred)?;
            self.guard = (slot, u64::from(!negated));
        }
        let mut op = Opcode::new(code.opcode, &code.modifiers, self.line)?;
        let operands = &code.operands;
        match code.opcode {
            "ld" | "ldu" => self.load(&mut op, operands)?,
            "st" => self.store(&mut op, operands)?,
            "atom" | "red" => self.atomic(&mut op, operands)?,
            "cvta" | "isspacep" => self.address_space(&mut op, operands)?,
            "prefetch" | "prefetchu" => self.prefetch(&mut op, operands)?,
            "mov" => self.mov(&mut op, operands)?,
            "cvt" => self.cvt(&mut op, operands)?,
            "setp" => self.setp(&mut op, operands)?,
            "set" => self.set(&mut op, operands)?,
            "addc" | "subc" | "madc" => self.carry(&mut op, operands)?,
            "add" | "sub" | "mad" if code.modifiers.contains(&"cc") => {
                self.carry(&mut op, operands)?;
            }
            "bra" | "brx" | "ret" | "exit" | "trap" | "nanosleep" | "call" => {
                self.flow(&mut op, operands)?;
            }
            "bar" | "barrier" | "membar" | "fence" => self.barrier(&mut op, operands)?,
            "shfl" | "vote" | "match" | "redux" | "activemask" => self.warp(&mut op, operands)?,
            _ => self.pure(&mut op, operands)?,
        }
        op.finish()
    }

    fn count(&self, operands: &[Operand<'a>], expected: &[usize], op: &Opcode<'_>) -> Result<()> {
        if expected.contains(&operands.len()) {
            return Ok(());
        }
        let expected = expected.iter().map(usize::to_string).collect::<Vec<_>>().join(" or ");
        self.syntax(format!("`{}` has {expected} operands, found {}", op.name, operands.len()))
    }

    fn constant(&mut self, value: u64) -> Result<Slot> {
        self.scopes.constant(value, &mut self.body, self.line)
    }

    fn known(&mut self, known: Known) -> Result<Slot> {
        self.scopes.known(known, &mut self.body, self.line)
    }

    fn temporary(&mut self) -> Result<Slot> {
        self.scopes.temporary(&mut self.body, self.line)
    }

    fn undeclared<T>(&self, name: &str) -> Result<T> {
        self.syntax(format!("`{name}` is not declared"))
    }

    /// The address of a variable in its own space.
    fn variable_address(&mut self, entity: Entity, offset: i64) -> Result<Slot> {
        match entity {
            Entity::Local { offset: start, .. } => self.known(Known::Local(start, offset)),
            Entity::Shared(index) => {
                if !self.body.shared.contains(&index) {
                    self.body.shared.push(index);
                }
                self.known(Known::Shared(index, offset))
            }
            Entity::Global(index) => self.known(Known::Global(index, offset)),
            Entity::Param(start) => {
                self.constant(i64::from(start).wrapping_add(offset).cast_unsigned())
            }
            Entity::Function(index) => {
                self.context.addressed.insert(index);
                let address = windows::FUNCTIONS + u64::from(index);
                self.constant(address.wrapping_add(offset.cast_unsigned()))
            }
            Entity::Register { .. } | Entity::Range { .. } => {
                self.syntax("a register has no address")
            }
        }
    }

    /// An operand of exactly that type's size.
    fn source(&mut self, operand: &Operand<'a>, kind: Type) -> Result<Slot> {
        self.operand(operand, kind, false)
    }

    /// An operand of that type's size or, as `wide` says, a wider one.
    fn operand(&mut self, operand: &Operand<'a>, kind: Type, wide: bool) -> Result<Slot> {
        match *operand {
            Operand::Number(number) => self.constant(constant_bits(number, kind)),
            Operand::Name("WARP_SZ", 0) => self.constant(32),
            Operand::Name(name, offset) => {
                match self.scopes.find(name).or(self.context.names.get(name).copied()) {
                    Some(Entity::Register { slot, kind: found }) if offset == 0 => {
                        self.fits(name, found, kind, wide)?;
                        Ok(slot)
                    }
                    Some(Entity::Register { .. }) => {
                        self.syntax("a register with an offset outside of an address")
                    }
                    Some(entity) => {
                        if kind.is_float() || kind.size() < 4 {
                            return self
                                .syntax(format!("the address of `{name}` needs 32 or 64 bits"));
                        }
                        self.variable_address(entity, offset)
                    }
                    None if name.starts_with('%') => self.special(name, None, kind),
                    None => self.undeclared(name),
                }
            }
            Operand::Part(name, part) => self.special(name, Some(part), kind),
            Operand::Not(name) => {
                let a = self.source(&Operand::Name(name, 0), Type::Pred)?;
                if kind != Type::Pred {
                    return self.syntax("only a predicate is negated");
                }
                let to = self.temporary()?;
                self.emit(Op::Unary { f: |a| a ^ 1, to, a });
                Ok(to)
            }
            Operand::Address(..) | Operand::List(_) | Operand::Pair(..) => {
                self.syntax("expected a register or a constant")
            }
        }
    }

    fn fits(&self, name: &str, found: Type, kind: Type, wide: bool) -> Result<()> {
        let size = if wide { found.size() >= kind.size() } else { found.size() == kind.size() };
        if size && found.agrees(kind) || wide && size && found != Type::Pred && kind != Type::Pred {
            return Ok(());
        }
        self.syntax(format!("`{name}` is of type {found:?}, which does not fit {kind:?}"))
    }

    fn special(&mut self, name: &str, part: Option<&str>, kind: Type) -> Result<Slot> {
        let clock = match (name, part) {
            ("%clock", None) => Some((4, 0xFFFF_FFFF)),
            ("%clock64" | "%globaltimer", None) => Some((8, u64::MAX)),
            _ => None,
        };
        let (slot, size) = match (clock, scope::special(name, part)) {
            (Some((size, mask)), _) => {
                let to = self.temporary()?;
                self.emit(Op::Clock { to, mask });
                (to, size)
            }
            (None, Some((special, size))) => (self.known(Known::Special(special))?, size),
            (None, None) => {
                let part = part.map(|part| format!(".{part}")).unwrap_or_default();
                let message =
                    format!("`{name}{part}` is neither declared nor a known special register");
                return Err(ReadError::unsupported(self.line, message));
            }
        };
        if size != kind.size() || kind.is_float() {
            return self.syntax(format!("`{name}` has {size} bytes, which does not fit {kind:?}"));
        }
        Ok(slot)
    }

    /// A register for a result, or the sink for `_`.
    fn dest(&mut self, operand: &Operand<'a>, kind: Type) -> Result<Slot> {
        Ok(self.wide_dest(operand, kind, false)?.0)
    }

    /// A register and its bytes.
    fn wide_dest(&mut self, operand: &Operand<'a>, kind: Type, wide: bool) -> Result<(Slot, u32)> {
        match *operand {
            Operand::Name("_", 0) => Ok((self.scopes.sink(&mut self.body, self.line)?, 8)),
            Operand::Name(name, 0) => match self.scopes.find(name) {
                Some(Entity::Register { slot, kind: found }) => {
                    self.fits(name, found, kind, wide)?;
                    Ok((slot, found.size()))
                }
                _ => self.syntax(format!("expected a register for the result, found `{name}`")),
            },
            _ => self.syntax("expected a register for the result"),
        }
    }

    /// `p|q` or `p`.
    fn dest_pair(
        &mut self,
        operand: &Operand<'a>,
        first: Type,
        second: Type,
    ) -> Result<(Slot, Slot)> {
        match *operand {
            Operand::Pair(a, b) => Ok((
                self.dest(&Operand::Name(a, 0), first)?,
                self.dest(&Operand::Name(b, 0), second)?,
            )),
            _ => Ok((self.dest(operand, first)?, NONE)),
        }
    }

    fn find_label(&self, scope: usize, name: &str) -> Option<u32> {
        let mut scope = scope;
        loop {
            if let Some(&place) = self.labels.get(&(scope, name)) {
                return Some(place);
            }
            if scope == 0 {
                return None;
            }
            scope = self.scopes.parent(scope);
        }
    }

    fn label(&self, scope: usize, name: &str, line: u32) -> Result<u32> {
        self.find_label(scope, name).ok_or_else(|| {
            ReadError::syntax(line, format!("the label `{name}` is not in the function"))
        })
    }

    /// Gives branches their targets.
    fn resolve(&mut self) -> Result<()> {
        for jump in std::mem::take(&mut self.jumps) {
            let place = self.label(jump.scope, jump.label, jump.line)?;
            self.body.instructions[jump.instruction].op = Op::Branch(place);
        }
        for (label, line) in std::mem::take(&mut self.tables) {
            let Some((scope, names)) = self.targets.get(label) else {
                return Err(ReadError::syntax(line, format!("`{label}` is no list of targets")));
            };
            let table: Result<Vec<u32>> =
                names.iter().map(|name| self.label(*scope, name, line)).collect();
            self.body.tables.push(table?);
        }
        Ok(())
    }
}

/// Adds a shared variable.
pub(super) fn shared(context: &mut Context<'_>, variable: &Variable<'_>) -> Result<u32> {
    let index = context.shared.len();
    let dynamic = variable.external || variable.size == 0;
    if variable.size > MAX_SHARED {
        return Err(ReadError::syntax(
            variable.line,
            format!("`{}` is larger than shared memory", variable.name),
        ));
    }
    // Checked against the limit.
    context.shared.push(SharedVariable {
        size: variable.size as u32,
        align: variable.align,
        dynamic,
    });
    Ok(u32::try_from(index).unwrap_or(u32::MAX))
}

/// An operand where only bits count.
fn bits(size: u32) -> Type {
    match size {
        1 => Type::B8,
        2 => Type::B16,
        4 => Type::B32,
        _ => Type::B64,
    }
}
