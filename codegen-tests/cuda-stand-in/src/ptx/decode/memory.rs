//! Instructions on memory.

use super::super::arithmetic;
use super::super::instruction::{Access, Atomic, Change, NONE, Op, Order, Slot, Unary};
use super::super::opcode::{Function, Opcode};
use super::super::scope::Entity;
use super::super::tree::Operand;
use super::super::types::Type::{self, B8, B16, B32, B64, Pred, U32};
use super::super::types::{Space, mask};
use super::super::windows;
use super::{Decoder, Result};

/// Where a cache keeps a line does not change what is read.
fn is_hint(modifier: &str) -> bool {
    const HINTS: &[&str] = &["ca", "cg", "cs", "lu", "cv", "wb", "wt", "nc"];
    let level = modifier.starts_with("L1::") || modifier.starts_with("L2::");
    // A policy is one more operand.
    HINTS.contains(&modifier) || level && modifier != "L2::cache_hint"
}

impl<'a> Decoder<'a, '_> {
    /// `.volatile`, `.relaxed.gpu` and the like.
    fn order(op: &mut Opcode<'_>) -> Order {
        let order =
            match op.one_of(&["weak", "volatile", "relaxed", "acquire", "release", "acq_rel"]) {
                None | Some("weak") => Order::Plain,
                Some("volatile" | "relaxed") => Order::Relaxed,
                Some("acquire") => Order::Acquire,
                Some("release") => Order::Release,
                Some(_) => Order::AcquireRelease,
            };
        op.one_of(&["cta", "cluster", "gpu", "sys"]);
        order
    }

    fn space(op: &mut Opcode<'_>) -> Space {
        op.map(Space::named).unwrap_or(Space::Generic)
    }

    /// The space, the base and the offset of an address.
    fn address(&mut self, operand: &Operand<'a>, space: Space) -> Result<(Space, Slot, i64)> {
        let Operand::Address(name, offset) = *operand else {
            return self.syntax("expected an address");
        };
        // Parameters of functions and calls are in the frame, those of an entry come with the launch.
        let by_register = if space == Space::Param && !self.entry { Space::Local } else { space };
        let Some(name) = name else {
            return Ok((by_register, self.constant(offset.cast_unsigned())?, 0));
        };
        let entity = self.scopes.find(name).or_else(|| self.context.names.get(name).copied());
        let (own, expected) = match entity {
            None => return self.undeclared(name),
            Some(Entity::Register { slot, kind }) => {
                if !matches!(kind.size(), 4 | 8) || kind.is_float() {
                    return self
                        .syntax(format!("`{name}` is of type {kind:?}, which is no address"));
                }
                if kind.size() == 4
                    && matches!(space, Space::Generic | Space::Global | Space::Constant)
                {
                    return self.syntax(format!("`{name}` has 32 bits, which is no address of 64"));
                }
                return Ok((by_register, slot, offset));
            }
            Some(Entity::Local { parameter: true, .. }) => (Space::Local, Space::Param),
            Some(Entity::Local { .. }) => (Space::Local, Space::Local),
            Some(Entity::Shared(_)) => (Space::Shared, Space::Shared),
            Some(Entity::Param(_)) => (Space::Param, Space::Param),
            Some(Entity::Global(_)) if space == Space::Constant => {
                (Space::Constant, Space::Constant)
            }
            Some(Entity::Global(_)) => (Space::Global, Space::Global),
            Some(Entity::Function(_) | Entity::Range { .. }) => {
                return self.syntax(format!("`{name}` has no bytes"));
            }
        };
        if space != expected && space != Space::Generic {
            return self
                .syntax(format!("`{name}` is in {expected:?}, the instruction in {space:?}"));
        }
        let slot = match entity {
            Some(entity) => self.variable_address(entity, offset)?,
            None => return self.undeclared(name),
        };
        Ok((own, slot, 0))
    }

    fn lanes(&self, op: &mut Opcode<'_>, size: u32) -> Result<u8> {
        let lanes = match op.one_of(&["v2", "v4"]) {
            None => 1,
            Some("v2") => 2,
            Some(_) => 4,
        };
        if lanes * size > 16 {
            self.syntax("a vector of more than 128 bits")
        } else {
            Ok(lanes as u8)
        }
    }

    /// The type of a load or a store.
    fn element(op: &mut Opcode<'_>) -> Result<Type> {
        let kind = op.kind()?;
        if kind == Pred || matches!(kind, Type::F16 | Type::Bf16 | Type::F16x2 | Type::Bf16x2) {
            return Err(op.refuse());
        }
        Ok(kind)
    }

    fn vector<'o>(&self, operand: &'o Operand<'a>, lanes: u8) -> Result<&'o [Operand<'a>]> {
        match operand {
            Operand::List(parts) if parts.len() == usize::from(lanes) && lanes > 1 => Ok(parts),
            other if lanes == 1 && !matches!(other, Operand::List(_)) => {
                Ok(std::slice::from_ref(other))
            }
            _ => self.syntax(format!("expected {lanes} elements")),
        }
    }

    pub(super) fn load(&mut self, op: &mut Opcode<'_>, operands: &[Operand<'a>]) -> Result<()> {
        op.ignore(is_hint);
        let order = Self::order(op);
        let space = Self::space(op);
        let kind = Self::element(op)?;
        let size = kind.size();
        let lanes = self.lanes(op, size)?;
        self.count(operands, &[2], op)?;
        let (space, base, offset) = self.address(&operands[1], space)?;
        let mut slots = [NONE; 4];
        let mut extend: Unary = |bits| bits;
        for (slot, part) in slots.iter_mut().zip(self.vector(&operands[0], lanes)?) {
            let (found, register) = self.wide_dest(part, kind, true)?;
            *slot = found;
            if kind.is_signed() {
                extend = extension(size, register);
            }
        }
        self.emit(Op::Load(
            Access { space, order, size: size as u8, lanes, slots, base, offset },
            extend,
        ));
        Ok(())
    }

    pub(super) fn store(&mut self, op: &mut Opcode<'_>, operands: &[Operand<'a>]) -> Result<()> {
        op.ignore(is_hint);
        let order = Self::order(op);
        let space = Self::space(op);
        let kind = Self::element(op)?;
        let size = kind.size();
        let lanes = self.lanes(op, size)?;
        self.count(operands, &[2], op)?;
        let (space, base, offset) = self.address(&operands[0], space)?;
        if matches!(space, Space::Constant | Space::Param) {
            return self.syntax("a store to memory that is constant");
        }
        let mut slots = [NONE; 4];
        for (slot, part) in slots.iter_mut().zip(self.vector(&operands[1], lanes)?) {
            *slot = self.operand(part, kind, true)?;
        }
        self.emit(Op::Store(Access { space, order, size: size as u8, lanes, slots, base, offset }));
        Ok(())
    }

    pub(super) fn prefetch(&mut self, op: &mut Opcode<'_>, operands: &[Operand<'a>]) -> Result<()> {
        let space = Self::space(op);
        op.need(&["L1", "L2"])?;
        self.count(operands, &[1], op)?;
        self.address(&operands[0], space)?;
        self.emit(Op::Nothing);
        Ok(())
    }

    pub(super) fn atomic(&mut self, op: &mut Opcode<'_>, operands: &[Operand<'a>]) -> Result<()> {
        let result = op.name == "atom";
        let order = match Self::order(op) {
            Order::Plain => Order::Relaxed,
            // Without a result nothing is acquired.
            Order::Acquire | Order::AcquireRelease if !result => return Err(op.refuse()),
            other => other,
        };
        let space = Self::space(op);
        let what =
            op.need(&["and", "or", "xor", "cas", "exch", "add", "inc", "dec", "min", "max"])?;
        op.take("noftz");
        let kind = op.kind()?;
        let change = change(op, what, kind)?;
        let swaps = matches!(change, Change::Swap);
        self.count(operands, &[2 + usize::from(result) + usize::from(swaps)], op)?;
        let rest = &operands[usize::from(result)..];
        let (space, base, offset) = self.address(&rest[0], space)?;
        if !matches!(space, Space::Generic | Space::Global | Space::Shared) {
            return self.syntax("an atomic operation is in global or shared memory");
        }
        let b = self.source(&rest[1], kind)?;
        let c = if swaps { self.source(&rest[2], kind)? } else { b };
        let to = if result { self.dest(&operands[0], kind)? } else { NONE };
        let size = kind.size() as u8;
        self.emit(Op::Atomic(Atomic { change, space, order, size, to, base, offset, b, c }));
        Ok(())
    }

    /// Between generic addresses and those of a space.
    pub(super) fn address_space(
        &mut self,
        op: &mut Opcode<'_>,
        operands: &[Operand<'a>],
    ) -> Result<()> {
        self.count(operands, &[2], op)?;
        let back = op.take("to");
        let space = op.map(Space::named).ok_or_else(|| op.refuse())?;
        if op.name == "isspacep" {
            let a = self.source(&operands[1], B64)?;
            let to = self.dest(&operands[0], Pred)?;
            let f: Unary = match space {
                Space::Shared => |a| u64::from(windows::of(a) == Space::Shared),
                Space::Local => |a| u64::from(windows::of(a) == Space::Local),
                Space::Param => |a| u64::from(windows::of(a) == Space::Param),
                Space::Global => |a| u64::from(windows::of(a) == Space::Global),
                Space::Constant | Space::Generic => return Err(op.refuse()),
            };
            self.emit(Op::Unary { f, to, a });
            return Ok(());
        }
        if op.kind()? != Type::U64 {
            return Err(op.refuse());
        }
        let space = if space == Space::Param && !self.entry { Space::Local } else { space };
        let a = self.source(&operands[1], B64)?;
        let to = self.dest(&operands[0], B64)?;
        let start = windows::start(space);
        if start == 0 {
            self.emit(Op::Move { to, a });
            return Ok(());
        }
        let b = self.constant(if back { start.wrapping_neg() } else { start })?;
        self.emit(Op::Binary { f: u64::wrapping_add, to, a, b });
        Ok(())
    }
}

/// Sign extension from an element to a register.
fn extension(size: u32, register: u32) -> Unary {
    match (size, register) {
        (1, 2) => |bits| i64::from(bits as i8).cast_unsigned() & mask(2),
        (1, 4) => |bits| i64::from(bits as i8).cast_unsigned() & mask(4),
        (1, _) => |bits| i64::from(bits as i8).cast_unsigned(),
        (2, 4) => |bits| i64::from(bits as i16).cast_unsigned() & mask(4),
        (2, 8) => |bits| i64::from(bits as i16).cast_unsigned(),
        (4, 8) => |bits| i64::from(bits as i32).cast_unsigned(),
        _ => |bits| bits,
    }
}

/// What an atomic operation does, by the arithmetic instruction of the same name where there is one.
fn change(op: &Opcode<'_>, what: &str, kind: Type) -> Result<Change> {
    let size = kind.size();
    match what {
        "cas" if matches!(kind, B16 | B32 | B64) => return Ok(Change::Swap),
        "exch" if matches!(kind, B32 | B64) => return Ok(Change::Exchange),
        "inc" if kind == U32 => return Ok(Change::Increment),
        "dec" if kind == U32 => return Ok(Change::Decrement),
        "add" if kind.is_float() => {}
        "add" | "min" | "max" if !kind.is_bits() && !kind.is_float() && size >= 4 => {}
        "and" | "or" | "xor" if kind.is_bits() && size >= 4 => {}
        _ => return Err(op.refuse()),
    }
    let name = match kind {
        U32 => "u32",
        Type::U64 => "u64",
        Type::S32 => "s32",
        Type::S64 => "s64",
        B32 => "b32",
        B64 => "b64",
        Type::F16 => "f16",
        Type::F16x2 => "f16x2",
        Type::Bf16 => "bf16",
        Type::Bf16x2 => "bf16x2",
        Type::F32 => "f32",
        Type::F64 => "f64",
        B8 | B16 | Pred | Type::U8 | Type::U16 | Type::S8 | Type::S16 => return Err(op.refuse()),
    };
    match arithmetic::find(&mut Opcode::new(what, &[name], op.line)?)? {
        Some(pure) => match pure.function {
            Function::Two(f) => Ok(Change::Two(f)),
            _ => Err(op.refuse()),
        },
        None => Err(op.refuse()),
    }
}
