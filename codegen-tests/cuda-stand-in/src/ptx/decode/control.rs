//! Flow, calls, barriers, and what the threads of a warp do together.

use super::super::error::ReadError;
use super::super::instruction::{
    Barrier, BarrierKind, Call, NONE, Op, Place, Transfer, Warp, WarpKind,
};
use super::super::opcode::Opcode;
use super::super::scope::Entity;
use super::super::tree::Operand;
use super::super::types::Type::{self, B32, B64, Pred, U32};
use super::{Decoder, Jump, Result};

impl<'a> Decoder<'a, '_> {
    pub(super) fn flow(&mut self, op: &mut Opcode<'_>, operands: &[Operand<'a>]) -> Result<()> {
        op.take("uni");
        match op.name {
            "bra" => {
                self.count(operands, &[1], op)?;
                let Operand::Name(label, 0) = operands[0] else {
                    return self.syntax("expected a label");
                };
                let (instruction, scope, line) =
                    (self.body.instructions.len(), self.scopes.current(), self.line);
                self.jumps.push(Jump { instruction, scope, label, line });
                self.emit(Op::Nothing);
            }
            "brx" => {
                if !op.take("idx") {
                    return Err(op.refuse());
                }
                self.count(operands, &[2], op)?;
                let index = self.source(&operands[0], U32)?;
                let Operand::Name(label, 0) = operands[1] else {
                    return self.syntax("expected a label");
                };
                let table = u32::try_from(self.tables.len()).unwrap_or(u32::MAX);
                self.tables.push((label, self.line));
                self.emit(Op::Switch { table, index });
            }
            "call" => self.call(operands)?,
            "nanosleep" => {
                op.kind()?;
                self.count(operands, &[1], op)?;
                self.source(&operands[0], U32)?;
                self.emit(Op::Yield);
            }
            _ => {
                self.count(operands, &[0], op)?;
                self.emit(match op.name {
                    "ret" => Op::Return,
                    "exit" => Op::Exit,
                    _ => Op::Trap,
                });
            }
        }
        Ok(())
    }

    fn call(&mut self, operands: &[Operand<'a>]) -> Result<()> {
        let (results, rest) = match operands {
            [Operand::List(results), rest @ ..] => (results.as_slice(), rest),
            rest => (&[][..], rest),
        };
        let (callee, arguments) = match rest {
            [callee @ Operand::Name(name, 0)] => ((callee, *name), &[][..]),
            [callee @ Operand::Name(name, 0), Operand::List(arguments)] => {
                ((callee, *name), arguments.as_slice())
            }
            // The name of a prototype: what is handed over is compared with the function itself.
            [callee @ Operand::Name(name, 0), Operand::List(arguments), Operand::Name(..)] => {
                ((callee, *name), arguments.as_slice())
            }
            _ => return self.syntax("expected a function and its arguments"),
        };
        let (callee, name) = callee;
        let index = u32::try_from(self.body.calls.len()).unwrap_or(u32::MAX);
        let function =
            match self.scopes.find(name).or_else(|| self.context.names.get(name).copied()) {
                Some(Entity::Function(function)) => function,
                Some(_) => {
                    let target = self.source(callee, B64)?;
                    let arguments = self.handed(name, arguments, None, false)?;
                    let results = self.handed(name, results, None, true)?;
                    self.body.calls.push(Call { function: NONE, arguments, results });
                    self.emit(Op::CallAt { call: index, target });
                    return Ok(());
                }
                None => return self.undeclared(name),
            };
        let signature = self.context.signatures[function as usize].clone();
        if !signature.defined {
            return Err(ReadError::unsupported(
                self.line,
                format!("`call` of `{name}`, which has no body"),
            ));
        }
        if signature.entry {
            return self.syntax(format!("`{name}` is an entry, which no function calls"));
        }
        let arguments = self.handed(name, arguments, Some(&signature.parameters), false)?;
        let results = self.handed(name, results, Some(&signature.results), true)?;
        self.body.calls.push(Call { function, arguments, results });
        self.emit(Op::Call(index));
        Ok(())
    }

    /// What a call hands over must have the sizes that the function declares, where it is known.
    fn handed(
        &mut self,
        name: &str,
        operands: &[Operand<'a>],
        sizes: Option<&[u32]>,
        results: bool,
    ) -> Result<Vec<Transfer>> {
        let what = if results { "results" } else { "arguments" };
        if let Some(sizes) = sizes.filter(|sizes| sizes.len() != operands.len()) {
            return self.syntax(format!(
                "`{name}` has {} {what}, found {}",
                sizes.len(),
                operands.len()
            ));
        }
        let mut all = Vec::new();
        for (index, operand) in operands.iter().enumerate() {
            let expected = sizes.map(|sizes| sizes[index]);
            let found = match operand {
                Operand::Name(name, 0) => self.scopes.find(name),
                _ => None,
            };
            let handed = match (found, expected) {
                (Some(Entity::Local { offset, size, parameter: true }), _) => {
                    Transfer { place: Place::Local(offset), size }
                }
                (Some(Entity::Register { slot, kind }), _) => {
                    Transfer { place: Place::Slot(slot), size: kind.size() }
                }
                (None, Some(size)) if !results => {
                    Transfer { place: Place::Slot(self.source(operand, super::bits(size))?), size }
                }
                _ => {
                    return self.syntax(format!("expected registers or parameters for the {what}"));
                }
            };
            if expected.is_some_and(|size| size != handed.size) {
                return self.syntax(format!("{what} of other sizes than those of `{name}`"));
            }
            all.push(handed);
        }
        Ok(all)
    }

    pub(super) fn barrier(&mut self, op: &mut Opcode<'_>, operands: &[Operand<'a>]) -> Result<()> {
        if matches!(op.name, "membar" | "fence") {
            op.one_of(&["sc", "acq_rel", "acquire", "release"]);
            op.need(&["cta", "gl", "gpu", "sys", "cluster"])?;
            self.count(operands, &[0], op)?;
            self.emit(Op::Fence);
            return Ok(());
        }
        if op.take("warp") {
            op.need(&["sync"])?;
            self.count(operands, &[1], op)?;
            let mask = self.source(&operands[0], B32)?;
            self.emit(Op::Warp(Warp { kind: WarpKind::Sync, mask, ..nothing() }));
            return Ok(());
        }
        op.take("cta");
        let what = op.need(&["sync", "arrive", "red"])?;
        let aligned = op.name == "bar" || op.take("aligned");
        let mut barrier = Barrier {
            kind: BarrierKind::Sync,
            aligned,
            id: NONE,
            count: NONE,
            value: NONE,
            to: NONE,
        };
        let rest = match what {
            "red" => {
                let reduction = op.need(&["popc", "and", "or"])?;
                let kind = op.kind()?;
                barrier.kind = match (reduction, kind) {
                    ("popc", U32) => BarrierKind::Count,
                    ("and", Pred) => BarrierKind::And,
                    ("or", Pred) => BarrierKind::Or,
                    _ => return Err(op.refuse()),
                };
                self.count(operands, &[3, 4], op)?;
                let last = operands.len() - 1;
                barrier.value = self.source(&operands[last], Pred)?;
                barrier.to = self.dest(&operands[0], kind)?;
                &operands[1..last]
            }
            "arrive" => {
                barrier.kind = BarrierKind::Arrive;
                self.count(operands, &[2], op)?;
                operands
            }
            _ => {
                self.count(operands, &[1, 2], op)?;
                operands
            }
        };
        barrier.id = self.source(&rest[0], U32)?;
        if let Some(count) = rest.get(1) {
            barrier.count = self.source(count, U32)?;
        }
        self.emit(Op::Barrier(barrier));
        Ok(())
    }

    pub(super) fn warp(&mut self, op: &mut Opcode<'_>, operands: &[Operand<'a>]) -> Result<()> {
        if op.name != "activemask" && !op.take("sync") {
            return Err(op.refuse());
        }
        let warp = match op.name {
            "shfl" => {
                let kind = match op.need(&["up", "down", "bfly", "idx"])? {
                    "up" => WarpKind::ShuffleUp,
                    "down" => WarpKind::ShuffleDown,
                    "bfly" => WarpKind::ShuffleButterfly,
                    _ => WarpKind::ShuffleIndex,
                };
                self.word(op)?;
                self.count(operands, &[5], op)?;
                let mut slots = [NONE; 4];
                for (slot, operand) in slots.iter_mut().zip(&operands[1..]) {
                    *slot = self.source(operand, B32)?;
                }
                let [a, b, c, mask] = slots;
                let (to, other) = self.dest_pair(&operands[0], B32, Pred)?;
                Warp { kind, to, other, a, b, c, mask }
            }
            "vote" => {
                let kind = match op.need(&["all", "any", "uni", "ballot"])? {
                    "all" => WarpKind::VoteAll,
                    "any" => WarpKind::VoteAny,
                    "uni" => WarpKind::VoteUniform,
                    _ => WarpKind::Ballot,
                };
                let result = op.kind()?;
                if result != (if kind == WarpKind::Ballot { B32 } else { Pred }) {
                    return Err(op.refuse());
                }
                self.count(operands, &[3], op)?;
                let (a, mask) = (self.source(&operands[1], Pred)?, self.source(&operands[2], B32)?);
                Warp { kind, to: self.dest(&operands[0], result)?, a, mask, ..nothing() }
            }
            "match" => {
                let all = op.need(&["any", "all"])? == "all";
                let kind = op.kind()?;
                if !matches!(kind, B32 | B64) {
                    return Err(op.refuse());
                }
                self.count(operands, &[3], op)?;
                let (a, mask) = (self.source(&operands[1], kind)?, self.source(&operands[2], B32)?);
                let (to, other) = self.dest_pair(&operands[0], B32, Pred)?;
                let kind = if all { WarpKind::MatchAll } else { WarpKind::MatchAny };
                Warp { kind, to, other, a, mask, ..nothing() }
            }
            "redux" => {
                let what = op.need(&["add", "min", "max", "and", "or", "xor"])?;
                let kind = op.kind()?;
                let f = reduction(what, kind).ok_or_else(|| op.refuse())?;
                self.count(operands, &[3], op)?;
                let (a, mask) = (self.source(&operands[1], kind)?, self.source(&operands[2], B32)?);
                Warp { kind: f, to: self.dest(&operands[0], kind)?, a, mask, ..nothing() }
            }
            _ => {
                self.word(op)?;
                self.count(operands, &[1], op)?;
                let to = self.dest(&operands[0], B32)?;
                Warp { kind: WarpKind::Active, to, ..nothing() }
            }
        };
        self.emit(Op::Warp(warp));
        Ok(())
    }

    fn word(&self, op: &mut Opcode<'_>) -> Result<()> {
        if op.kind()? == B32 { Ok(()) } else { Err(op.refuse()) }
    }
}

fn reduction(what: &str, kind: Type) -> Option<WarpKind> {
    Some(match (what, kind) {
        ("add", U32 | Type::S32) => WarpKind::Add,
        ("min", U32) => WarpKind::MinUnsigned,
        ("max", U32) => WarpKind::MaxUnsigned,
        ("min", Type::S32) => WarpKind::MinSigned,
        ("max", Type::S32) => WarpKind::MaxSigned,
        ("and", B32) => WarpKind::And,
        ("or", B32) => WarpKind::Or,
        ("xor", B32) => WarpKind::Xor,
        _ => return None,
    })
}

/// A warp-level instruction without operands.
fn nothing() -> Warp {
    Warp { kind: WarpKind::Sync, to: NONE, other: NONE, a: NONE, b: NONE, c: NONE, mask: NONE }
}
