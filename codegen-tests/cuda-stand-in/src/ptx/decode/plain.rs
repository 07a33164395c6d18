//! Instructions without memory and flow: moves, conversions, comparisons, carries, and all that is a function.

use super::super::arithmetic::{self, compare, convert};
use super::super::instruction::{Binary, Carry, NONE, Op, Slot};
use super::super::opcode::{Function, Opcode};
use super::super::tree::Operand;
use super::super::types::Type::{self, B32, F32, Pred, S32, U32};
use super::{Decoder, Result, bits};

impl<'a> Decoder<'a, '_> {
    pub(super) fn pure(&mut self, op: &mut Opcode<'_>, operands: &[Operand<'a>]) -> Result<()> {
        let Some(pure) = arithmetic::find(op)? else { return Err(op.refuse()) };
        self.count(operands, &[pure.function.operands() + 1], op)?;
        let mut slots = [NONE; 4];
        for ((slot, operand), kind) in slots.iter_mut().zip(&operands[1..]).zip(pure.sources) {
            *slot = self.source(operand, kind)?;
        }
        let to = self.dest(&operands[0], pure.result)?;
        let [a, b, c, d] = slots;
        self.emit(match pure.function {
            Function::One(f) => Op::Unary { f, to, a },
            Function::Two(f) => Op::Binary { f, to, a, b },
            Function::Three(f) => Op::Ternary { f, to, a, b, c },
            Function::Four(f) => Op::Quaternary { f, to, a, b, c, d },
        });
        Ok(())
    }

    pub(super) fn mov(&mut self, op: &mut Opcode<'_>, operands: &[Operand<'a>]) -> Result<()> {
        let kind = op.kind()?;
        self.count(operands, &[2], op)?;
        match (&operands[0], &operands[1]) {
            (to, Operand::List(parts)) => {
                let (width, slots) = self.parts(kind, parts, false)?;
                let to = self.dest(to, kind)?;
                self.emit(Op::Pack { to, parts: slots, width });
            }
            (Operand::List(parts), a) => {
                let a = self.source(a, kind)?;
                let (width, to) = self.parts(kind, parts, true)?;
                self.emit(Op::Unpack { to, a, width });
            }
            (to, a) => {
                let a = self.source(a, kind)?;
                let to = self.dest(to, kind)?;
                self.emit(Op::Move { to, a });
            }
        }
        Ok(())
    }

    /// The parts of a value, and their bits.
    fn parts(
        &mut self,
        kind: Type,
        parts: &[Operand<'a>],
        results: bool,
    ) -> Result<(u32, [Slot; 4])> {
        let count = u32::try_from(parts.len()).unwrap_or(0);
        if !matches!(count, 2 | 4) || kind.size() < count {
            return self.syntax(format!("a vector of {count} parts does not fit {kind:?}"));
        }
        let size = kind.size() / count;
        let mut slots = [NONE; 4];
        for (slot, part) in slots.iter_mut().zip(parts) {
            *slot =
                if results { self.dest(part, bits(size))? } else { self.source(part, bits(size))? };
        }
        Ok((8 * size, slots))
    }

    pub(super) fn cvt(&mut self, op: &mut Opcode<'_>, operands: &[Operand<'a>]) -> Result<()> {
        let mut conversion = convert::find(op)?;
        let packed = matches!(conversion.to, Type::F16x2 | Type::Bf16x2);
        self.count(operands, &[if packed { 3 } else { 2 }], op)?;
        let a = self.operand(&operands[1], conversion.from, true)?;
        let b = if packed { self.source(&operands[2], conversion.from)? } else { NONE };
        let (to, register) = self.wide_dest(&operands[0], conversion.to, true)?;
        conversion.register = register.max(conversion.to.size());
        self.emit(Op::Convert { conversion, to, a, b });
        Ok(())
    }

    /// The parts that `setp` and `set` have in common: the comparison and the combination with a predicate.
    fn comparison(&mut self, op: &mut Opcode<'_>) -> Result<(&'static str, Option<Binary>, bool)> {
        let name = op.need(compare::NAMES)?;
        let combine: Option<Binary> = match op.one_of(&["and", "or", "xor"]) {
            None => None,
            Some("and") => Some(|a, b| a & b),
            Some("or") => Some(|a, b| a | b),
            Some(_) => Some(|a, b| a ^ b),
        };
        Ok((name, combine, op.take("ftz")))
    }

    pub(super) fn setp(&mut self, op: &mut Opcode<'_>, operands: &[Operand<'a>]) -> Result<()> {
        let (name, combine, flush) = self.comparison(op)?;
        let kind = op.kind()?;
        self.count(operands, &[3 + usize::from(combine.is_some())], op)?;
        if let Some(f) = compare::pair(name, kind, flush) {
            return self.setp_pair(op, operands, f, combine);
        }
        let f = compare::find(name, kind, flush).ok_or_else(|| op.refuse())?;
        let (a, b) = (self.source(&operands[1], kind)?, self.source(&operands[2], kind)?);
        let c = match operands.get(3) {
            Some(operand) => self.source(operand, Pred)?,
            None => NONE,
        };
        let (to, other) = self.dest_pair(&operands[0], Pred, Pred)?;
        if combine.is_none() && other == NONE {
            self.emit(Op::Binary { f, to, a, b });
            return Ok(());
        }
        let (combine, c) = match combine {
            Some(combine) => (combine, c),
            None => ((|a, _| a) as Binary, a),
        };
        self.emit(Op::Compare { f, combine, to, other, a, b, c });
        Ok(())
    }

    /// Two lanes, each with a predicate of its own.
    fn setp_pair(
        &mut self,
        op: &Opcode<'_>,
        operands: &[Operand<'a>],
        f: Binary,
        combine: Option<Binary>,
    ) -> Result<()> {
        let Operand::Pair(first, second) = operands[0] else { return Err(op.refuse()) };
        let (a, b) = (self.source(&operands[1], B32)?, self.source(&operands[2], B32)?);
        let c = match operands.get(3) {
            Some(operand) => Some(self.source(operand, Pred)?),
            None => None,
        };
        let both = self.temporary()?;
        self.emit(Op::Binary { f, to: both, a, b });
        let (low, high) = (
            self.dest(&Operand::Name(first, 0), Pred)?,
            self.dest(&Operand::Name(second, 0), Pred)?,
        );
        // The predicate to combine with may be one of the results.
        let kept = self.temporary()?;
        if let Some(c) = c {
            self.emit(Op::Move { to: kept, a: c });
        }
        self.emit(Op::Unary { f: |a| a & 1, to: low, a: both });
        self.emit(Op::Unary { f: |a| a >> 16 & 1, to: high, a: both });
        if let Some(combine) = combine {
            self.emit(Op::Binary { f: combine, to: low, a: low, b: kept });
            self.emit(Op::Binary { f: combine, to: high, a: high, b: kept });
        }
        Ok(())
    }

    pub(super) fn set(&mut self, op: &mut Opcode<'_>, operands: &[Operand<'a>]) -> Result<()> {
        let (name, combine, flush) = self.comparison(op)?;
        let (to_kind, kind) = (op.kind()?, op.kind()?);
        self.count(operands, &[3 + usize::from(combine.is_some())], op)?;
        let pair = compare::pair(name, kind, flush).filter(|_| combine.is_none());
        let (f, yes): (Binary, u64) = match (pair, to_kind) {
            (Some(f), U32 | S32) => (f, 0xFFFF),
            (Some(f), Type::F16x2) if kind == Type::F16x2 => (f, 0x3C00),
            (Some(f), Type::Bf16x2) if kind == Type::Bf16x2 => (f, 0x3F80),
            (None, _) => {
                let yes = match to_kind {
                    U32 | S32 => 0xFFFF_FFFF,
                    F32 => u64::from(1.0_f32.to_bits()),
                    Type::F16 => 0x3C00,
                    Type::Bf16 => 0x3F80,
                    Type::U16 | Type::S16 => 0xFFFF,
                    _ => return Err(op.refuse()),
                };
                (compare::find(name, kind, flush).ok_or_else(|| op.refuse())?, yes)
            }
            _ => return Err(op.refuse()),
        };
        let (a, b) = (self.source(&operands[1], kind)?, self.source(&operands[2], kind)?);
        let c = match operands.get(3) {
            Some(operand) => self.source(operand, Pred)?,
            None => NONE,
        };
        let result = self.temporary()?;
        self.emit(Op::Binary { f, to: result, a, b });
        if let Some(combine) = combine {
            self.emit(Op::Binary { f: combine, to: result, a: result, b: c });
        }
        // Each lane is one or zero.
        let b = self.constant(yes)?;
        let to = self.dest(&operands[0], to_kind)?;
        self.emit(Op::Binary { f: u64::wrapping_mul, to, a: result, b });
        Ok(())
    }

    /// Sums of numbers of more than 64 bits.
    pub(super) fn carry(&mut self, op: &mut Opcode<'_>, operands: &[Operand<'a>]) -> Result<()> {
        let sets = op.take("cc");
        let half =
            if matches!(op.name, "mad" | "madc") { Some(op.need(&["lo", "hi"])?) } else { None };
        let kind = op.kind()?;
        let f = carry(op.name, half == Some("hi"), kind).ok_or_else(|| op.refuse())?;
        self.count(operands, &[3 + usize::from(half.is_some())], op)?;
        let (a, b) = (self.source(&operands[1], kind)?, self.source(&operands[2], kind)?);
        let c = match operands.get(3) {
            Some(operand) => self.source(operand, kind)?,
            None => a,
        };
        let to = self.dest(&operands[0], kind)?;
        self.emit(Op::Carry { f, to, a, b, c, sets });
        Ok(())
    }
}

fn carry(name: &str, high: bool, kind: Type) -> Option<Carry> {
    /// A sum of that many bits and its carry.
    fn split(sum: u128, bits: u32) -> (u64, bool) {
        (sum as u64 & (u64::MAX >> (64 - bits)), sum >> bits & 1 == 1)
    }
    fn add<const BITS: u32, const USES: bool>(a: u64, b: u64, _: u64, carry: bool) -> (u64, bool) {
        split(u128::from(a) + u128::from(b) + u128::from(USES && carry), BITS)
    }
    fn sub<const BITS: u32, const USES: bool>(a: u64, b: u64, _: u64, borrow: bool) -> (u64, bool) {
        split(
            u128::from(a).wrapping_sub(u128::from(b)).wrapping_sub(u128::from(USES && borrow)),
            BITS,
        )
    }
    fn mad<const BITS: u32, const USES: bool, const SIGNED: bool, const HIGH: bool>(
        a: u64,
        b: u64,
        c: u64,
        carry: bool,
    ) -> (u64, bool) {
        let wide = |value: u64| {
            let spread = 64 - BITS;
            if SIGNED {
                i128::from((value << spread).cast_signed() >> spread)
            } else {
                i128::from(value)
            }
        };
        let product = wide(a).wrapping_mul(wide(b)).cast_unsigned();
        let part =
            (if HIGH { product >> BITS } else { product }) as u64 & (u64::MAX >> (64 - BITS));
        split(u128::from(part) + u128::from(c) + u128::from(USES && carry), BITS)
    }
    macro_rules! mads {
        ($bits:literal, $signed:literal) => {
            match (name, high) {
                ("mad", false) => mad::<$bits, false, $signed, false>,
                ("mad", true) => mad::<$bits, false, $signed, true>,
                ("madc", false) => mad::<$bits, true, $signed, false>,
                _ => mad::<$bits, true, $signed, true>,
            }
        };
    }
    Some(match (name, kind) {
        ("add", U32 | S32) => add::<32, false>,
        ("add", Type::U64 | Type::S64) => add::<64, false>,
        ("addc", U32 | S32) => add::<32, true>,
        ("addc", Type::U64 | Type::S64) => add::<64, true>,
        ("sub", U32 | S32) => sub::<32, false>,
        ("sub", Type::U64 | Type::S64) => sub::<64, false>,
        ("subc", U32 | S32) => sub::<32, true>,
        ("subc", Type::U64 | Type::S64) => sub::<64, true>,
        ("mad" | "madc", U32) => mads!(32, false),
        ("mad" | "madc", S32) => mads!(32, true),
        ("mad" | "madc", Type::U64) => mads!(64, false),
        ("mad" | "madc", Type::S64) => mads!(64, true),
        _ => return None,
    })
}
