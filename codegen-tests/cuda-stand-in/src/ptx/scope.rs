//! The names of a function under decoding and the slots of its frame. Uses the tree and the decoded form.

use super::error::ReadError;
use super::instruction::{Body, Known, NONE, Slot, Special};
use super::tree::Variable;
use super::types::Type;
use std::collections::HashMap;

/// No frame has more slots: a block has a frame for each of up to 1,024 threads.
const MAX_SLOTS: usize = 1 << 15;

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entity {
    Register {
        slot: Slot,
        kind: Type,
    },
    /// Names are the prefix and a number below the count.
    Range {
        slot: Slot,
        kind: Type,
        count: u32,
    },
    /// An offset of the frame's local memory, and bytes.
    Local {
        offset: u32,
        size: u32,
        parameter: bool,
    },
    /// An index of the module's shared variables.
    Shared(u32),
    /// An index of the module's globals.
    Global(u32),
    /// An offset of an entry's parameters.
    Param(u32),
    /// An index of the module's functions.
    Function(u32),
}

/// The names of one pair of braces.
#[derive(Debug, Default)]
struct Scope<'a> {
    names: HashMap<&'a str, Entity>,
    parent: usize,
}

/// The names and slots of a function.
#[derive(Debug)]
pub(super) struct Scopes<'a> {
    scopes: Vec<Scope<'a>>,
    current: usize,
    constants: HashMap<u64, Slot>,
    known: HashMap<Known, Slot>,
    sink: Slot,
}

impl<'a> Scopes<'a> {
    pub(super) fn new() -> Self {
        Self {
            scopes: vec![Scope::default()],
            current: 0,
            constants: HashMap::new(),
            known: HashMap::new(),
            sink: NONE,
        }
    }

    pub(super) fn open(&mut self) {
        self.scopes.push(Scope { names: HashMap::new(), parent: self.current });
        self.current = self.scopes.len() - 1;
    }

    pub(super) fn close(&mut self) {
        self.current = self.scopes[self.current].parent;
    }

    /// The number of the scope that is open.
    pub(super) fn current(&self) -> usize {
        self.current
    }

    pub(super) fn parent(&self, scope: usize) -> usize {
        self.scopes[scope].parent
    }

    pub(super) fn declare(
        &mut self,
        variable: &Variable<'a>,
        entity: Entity,
    ) -> Result<(), ReadError> {
        match self.scopes[self.current].names.insert(variable.name, entity) {
            None => Ok(()),
            Some(_) => Err(ReadError::syntax(
                variable.line,
                format!("`{}` is declared twice in one scope", variable.name),
            )),
        }
    }

    /// Registers with the name of a variable.
    pub(super) fn registers(
        &mut self,
        variable: &Variable<'a>,
        body: &mut Body,
    ) -> Result<Slot, ReadError> {
        if variable.kind.size() > 8 {
            return Err(ReadError::unsupported(variable.line, "registers of more than 64 bits"));
        }
        let count = variable.range.unwrap_or(1);
        let slot = self.reserve(count as usize, body, variable.line)?;
        body.registers = body.registers.saturating_add(count);
        let kind = variable.kind;
        let entity = match variable.range {
            None => Entity::Register { slot, kind },
            Some(count) => Entity::Range { slot, kind, count },
        };
        self.declare(variable, entity)?;
        Ok(slot)
    }

    fn reserve(&mut self, count: usize, body: &mut Body, line: u32) -> Result<Slot, ReadError> {
        let start = body.slots.len();
        if count > MAX_SLOTS - start.min(MAX_SLOTS) {
            return Err(ReadError::unsupported(
                line,
                format!("a function with more than {MAX_SLOTS} registers"),
            ));
        }
        body.slots.resize(start + count, 0);
        // Below the limit.
        Ok(start as Slot)
    }

    /// A slot without a name.
    pub(super) fn temporary(&mut self, body: &mut Body, line: u32) -> Result<Slot, ReadError> {
        self.reserve(1, body, line)
    }

    /// Where results go that nobody wants.
    pub(super) fn sink(&mut self, body: &mut Body, line: u32) -> Result<Slot, ReadError> {
        if self.sink == NONE {
            self.sink = self.reserve(1, body, line)?;
        }
        Ok(self.sink)
    }

    pub(super) fn constant(
        &mut self,
        value: u64,
        body: &mut Body,
        line: u32,
    ) -> Result<Slot, ReadError> {
        if let Some(&slot) = self.constants.get(&value) {
            return Ok(slot);
        }
        let slot = self.reserve(1, body, line)?;
        body.slots[slot as usize] = value;
        self.constants.insert(value, slot);
        Ok(slot)
    }

    /// A slot whose value is known at launch.
    pub(super) fn known(
        &mut self,
        known: Known,
        body: &mut Body,
        line: u32,
    ) -> Result<Slot, ReadError> {
        if let Some(&slot) = self.known.get(&known) {
            return Ok(slot);
        }
        let slot = self.reserve(1, body, line)?;
        body.known.push((slot, known.clone()));
        self.known.insert(known, slot);
        Ok(slot)
    }

    /// What a name stands for, inner scopes first.
    pub(super) fn find(&self, name: &str) -> Option<Entity> {
        let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let digits = &name[prefix.len()..];
        let number = if digits.len() > 1 && digits.starts_with('0') {
            None
        } else {
            digits.parse::<u32>().ok()
        };
        let mut scope = self.current;
        loop {
            let names = &self.scopes[scope].names;
            if let Some(&found) = names.get(name)
                && !matches!(found, Entity::Range { .. })
            {
                return Some(found);
            }
            if let (Some(number), Some(&Entity::Range { slot, kind, count })) =
                (number, names.get(prefix))
                && number < count
            {
                return Some(Entity::Register { slot: slot + number, kind });
            }
            if scope == 0 {
                return None;
            }
            scope = self.scopes[scope].parent;
        }
    }
}

/// A special register, and its bytes.
pub(super) fn special(name: &str, part: Option<&str>) -> Option<(Special, u32)> {
    let axis = match part {
        Some("x") => Some(0),
        Some("y") => Some(1),
        Some("z") => Some(2),
        _ => None,
    };
    if part.is_some() {
        let axis = axis?;
        return Some(match name {
            "%tid" => (Special::ThreadId(axis), 4),
            "%ntid" => (Special::BlockSize(axis), 4),
            "%ctaid" => (Special::BlockId(axis), 4),
            "%nctaid" => (Special::GridSize(axis), 4),
            _ => return None,
        });
    }
    Some(match name {
        "%laneid" => (Special::Lane, 4),
        "%warpid" => (Special::Warp, 4),
        "%nwarpid" => (Special::Warps, 4),
        "%smid" => (Special::Multiprocessor, 4),
        "%nsmid" => (Special::Multiprocessors, 4),
        "%gridid" => (Special::Grid, 8),
        "%lanemask_eq" => (Special::LaneMaskEq, 4),
        "%lanemask_le" => (Special::LaneMaskLe, 4),
        "%lanemask_lt" => (Special::LaneMaskLt, 4),
        "%lanemask_ge" => (Special::LaneMaskGe, 4),
        "%lanemask_gt" => (Special::LaneMaskGt, 4),
        "%dynamic_smem_size" => (Special::DynamicShared, 4),
        "%total_smem_size" => (Special::TotalShared, 4),
        _ => return None,
    })
}
